//! Zones that can be laid over the table; their shapes are asked of the rules.

use super::seen::is_shown;
use crate::table::{PieceId, ZoneKind, ZoneView};
use aelian_blood_and_blades::choice::Reach;
use aelian_blood_and_blades::command::cost::command_reaches;
use aelian_blood_and_blades::ground::Going;
use aelian_blood_and_blades::movement::allowance::Footing;
use aelian_blood_and_blades::movement::motion::{Measure, Motion};
use aelian_blood_and_blades::state::Place;
use aelian_blood_and_blades::troop::TroopType;
use aelian_blood_and_blades::{BaseId, BaseSet, Look};
use aelian_geometry::{Corner, Facing, Rect, Vec2, strip_ahead};
use aelian_rulebook::{RuleId, rule};

pub const KINDS: [(ZoneKind, &str); 5] = [
    (ZoneKind::Control, "Zones of control"),
    (ZoneKind::Shooting, "Zones of shooting"),
    (ZoneKind::Command, "Command distances"),
    (ZoneKind::Threat, "Reach straight ahead"),
    (ZoneKind::Gaps, "Gaps"),
];

/// The zones of these pieces; of all if none is named.
pub fn zones(look: Look<'_>, kind: ZoneKind, pieces: &[PieceId]) -> Vec<ZoneView> {
    let state = look.state;
    let wanted =
        |id: &BaseId| is_shown(state.base(*id)) && (pieces.is_empty() || pieces.contains(&id.number()));
    let bases: BaseSet = state.ids().filter(wanted).collect();
    match kind {
        ZoneKind::Control => bases.iter().filter_map(|id| control(look, id)).collect(),
        ZoneKind::Shooting => bases.iter().filter_map(|id| shooting(look, id)).collect(),
        ZoneKind::Command => command(look, bases),
        ZoneKind::Threat => bases.iter().filter_map(|id| threat(look, id)).collect(),
        ZoneKind::Gaps => gaps(look, bases, pieces.is_empty()),
    }
}

fn zone(
    look: Look<'_>,
    kind: ZoneKind,
    id: BaseId,
    outline: Vec<Vec2>,
    title: &str,
    rule: RuleId,
) -> ZoneView {
    let base = look.state.base(id);
    let title = format!("{title} of {} {}", base.side.name(), base.troop);
    ZoneView { kind, owner: base.side, outline, title, rule: Some(rule) }
}

/// BB-ZOC-01.
fn control(look: Look<'_>, id: BaseId) -> Option<ZoneView> {
    let base = look.state.base(id);
    let has = base.on_table() && !base.is(TroopType::Bg);
    let outline = look.zone_of(id).corners().to_vec();
    has.then(|| zone(look, ZoneKind::Control, id, outline, "Zone of control", rule!("BB-ZOC-01")))
}

/// BB-SHT-01, BB-SHT-09.
fn shooting(look: Look<'_>, id: BaseId) -> Option<ZoneView> {
    let base = look.state.base(id);
    let outline = look.zone_of_shooting(&base.rect).corners().to_vec();
    base.is(TroopType::Bw)
        .then(|| zone(look, ZoneKind::Shooting, id, outline, "Zone of shooting", rule!("BB-SHT-09")))
}

/// BB-PIG-22, BB-PIG-23, BB-PIG-24: about the commander of each side of which a base was named.
fn command(look: Look<'_>, bases: BaseSet) -> Vec<ZoneView> {
    const TITLES: [&str; 3] = [
        "Orders cost no more even out of sight",
        "Orders cost no more if he is seen",
        "Orders to light horse cost no more if he is seen",
    ];
    let mut views = Vec::new();
    for side in aelian_game::Side::BOTH {
        let of_side = bases.iter().any(|id| look.state.base(id).side == side);
        let general = look.state.commander(side).filter(|id| look.state.base(*id).place == Place::Table);
        let Some(general) = general.filter(|_| of_side) else { continue };
        for ((rule, reach), title) in command_reaches(look).into_iter().zip(TITLES) {
            views.push(ZoneView {
                kind: ZoneKind::Command,
                owner: side,
                outline: around(look.state.rect(general), reach),
                title: title.to_owned(),
                rule: Some(rule),
            });
        }
    }
    views
}

/// All that is as near to a rectangle as this: its outline with rounded corners.
fn around(rect: &Rect, reach: f64) -> Vec<Vec2> {
    const STEPS: u32 = 12;
    let forward = rect.pose.facing.to_compass();
    let corners = [
        (Corner::FrontRight, 0.0),
        (Corner::RearRight, 90.0),
        (Corner::RearLeft, 180.0),
        (Corner::FrontLeft, 270.0),
    ];
    let arc = |(corner, from): (Corner, f64)| {
        let point = rect.corner(corner);
        (0..=STEPS).map(move |step| {
            let angle = forward + from + 90.0 * f64::from(step) / f64::from(STEPS);
            point + Facing::compass(angle % 360.0).vector() * reach
        })
    };
    corners.into_iter().flat_map(arc).collect()
}

/// BB-MOVE-01, BB-ALG-05: how far it could go straight ahead in a tactical move, with the ground as it is.
fn threat(look: Look<'_>, id: BaseId) -> Option<ZoneView> {
    let rect = look.state.rect(id);
    let most = look.pace(id, Footing::Ground(Going::Good), Reach::Tactical);
    if most <= 0.0 {
        return None;
    }
    let measure = Measure::of(rect, look.rules.settings.pivot_measure);
    let ahead = Motion::Go(rect.pose.facing.vector() * most);
    let reach = look.allowance(id, &[ahead], measure, Reach::Tactical).distance.min(most);
    let outline = strip_ahead(rect, reach.max(1.0), rect.width).corners().to_vec();
    Some(zone(look, ZoneKind::Threat, id, outline, "Reach straight ahead", rule!("BB-MOVE-01")))
}

/// BB-GAP-01: the gaps that these bases form, with any other unless all were asked for.
fn gaps(look: Look<'_>, bases: BaseSet, all: bool) -> Vec<ZoneView> {
    let on_table: BaseSet = look.state.on_table().collect();
    let field = &look.state.field;
    let whole = (Vec2::ZERO, Vec2::new(field.width, field.depth));
    let named = |one: BaseId, two: BaseId| all || bases.contains(one) || bases.contains(two);
    look.gaps_among(on_table, whole)
        .filter(|gap| named(gap.between.0, gap.between.1))
        .map(|gap| ZoneView {
            kind: ZoneKind::Gaps,
            owner: look.state.base(gap.between.0).side,
            outline: gap.zone,
            title: "Gap: no turning or shifting here".to_owned(),
            rule: Some(rule!("BB-GAP-01")),
        })
        .collect()
}
