//! Shapes laid over the table: restricted areas, shooting arcs and targets, command ranges, zones of interception,
//! overlaps.

use super::seen::{Seen, Thing};
use crate::table::{PieceId, ZoneKind, ZoneView};
use aelian_fog_ancients::combat::Decided;
use aelian_fog_ancients::shooting::Range;
use aelian_fog_ancients::stage::Stage;
use aelian_fog_ancients::{BaseId, GroupId, Look};
use aelian_game::Side;
use aelian_geometry::{Edge, Facing, Rect, Vec2, strip_ahead};
use aelian_rulebook::{RuleId, rule};

pub const KINDS: [(ZoneKind, &str); 5] = [
    (ZoneKind::Control, "Restricted areas"),
    (ZoneKind::Shooting, "Shooting arcs and targets"),
    (ZoneKind::Command, "Command ranges"),
    (ZoneKind::Threat, "Zones of interception"),
    (ZoneKind::Gaps, "Overlaps"),
];

/// Of these pieces, or of all if there are none.
pub fn zones(seen: Seen<'_>, kind: ZoneKind, pieces: &[PieceId]) -> Vec<ZoneView> {
    let state = seen.state;
    let look = seen.look();
    let chosen = seen.groups(pieces);
    let groups: Vec<GroupId> =
        state.on_table().filter(|id| pieces.is_empty() || chosen.contains(*id)).collect();
    match kind {
        ZoneKind::Control => {
            let area = |id| look.restricted_area(id);
            strips(look, &groups, (kind, "restricted area", rule!("FA-RA-01")), area)
        }
        ZoneKind::Threat => {
            let zone = |id| look.strips_ahead(id, look.interception_depth(id));
            let mut zones = strips(look, &groups, (kind, "zone of interception", rule!("FA-ZOI-01")), zone);
            // Who is taken up to charge is shown how far he reaches.
            if state.stage == Stage::DeclareCharges && !pieces.is_empty() {
                let reach = |id| look.strips_ahead(id, look.base_move(id));
                zones.extend(strips(look, &groups, (kind, "charge reach", rule!("FA-CHG-16")), reach));
            }
            zones
        }
        ZoneKind::Shooting => shooting(seen, &groups),
        ZoneKind::Command => commands(seen, &groups, pieces),
        ZoneKind::Gaps => overlaps(seen, &groups),
    }
}

/// A zone for each strip of each group.
fn strips(
    look: Look<'_>,
    groups: &[GroupId],
    (kind, title, rule): (ZoneKind, &str, RuleId),
    of: impl Fn(GroupId) -> Vec<Rect>,
) -> Vec<ZoneView> {
    let zone = |id: GroupId, strip: &Rect| ZoneView {
        kind,
        owner: look.state.group(id).side,
        outline: strip.corners().to_vec(),
        title: title.to_owned(),
        rule: Some(rule),
    };
    groups.iter().flat_map(|id| of(*id).iter().map(|strip| zone(*id, strip)).collect::<Vec<_>>()).collect()
}

/// FA-SHOOT-21: as far as the group shoots, near and far, and one base width to either side near, two far; and a line
/// from each base that can shoot to its priority target (FA-SHOOT-15).
fn shooting(seen: Seen<'_>, groups: &[GroupId]) -> Vec<ZoneView> {
    let look = seen.look();
    let mut zones: Vec<ZoneView> = groups.iter().flat_map(|id| arcs(look, *id)).collect();
    let aims = look.aims();
    let front = |base: BaseId| seen.state.rect(base).edge(Edge::Front).middle();
    for shot in aims.shots.iter().filter(|shot| groups.contains(&shot.by) && !shot.second) {
        let (from, to) = (front(shot.base), seen.state.rect(shot.target).centre());
        let aside = Facing::along(to - from).right() * look.mu(0.08);
        zones.push(ZoneView {
            kind: ZoneKind::Shooting,
            owner: seen.state.group(shot.by).side,
            outline: vec![from - aside, from + aside, to],
            title: "priority target".to_owned(),
            rule: Some(rule!("FA-SHOOT-15")),
        });
    }
    zones
}

fn arcs(look: Look<'_>, id: GroupId) -> Vec<ZoneView> {
    let block = look.block(id);
    let Some(base) = look.state.bases_of(id).next() else { return Vec::new() };
    let width = look.state.rect(base).width;
    let troops = look.state.group(id).kinds().iter();
    let ranges: Vec<Range> =
        troops.filter_map(|troop| look.rules.tables.shooting.range(troop, troop.shoots_with()?)).collect();
    let farthest = |of: fn(&Range) -> f64| ranges.iter().map(of).reduce(f64::max);
    let near = farthest(|range| range.effective).map(|deep| (deep, 1.0, "effective range"));
    let far = farthest(|range| range.maximum).map(|deep| (deep, 2.0, "maximum range"));
    let differ = near.map(|near| near.0) != far.map(|far| far.0);
    let arc = |(deep, widths, title): (f64, f64, &str)| ZoneView {
        kind: ZoneKind::Shooting,
        owner: look.state.group(id).side,
        outline: strip_ahead(&block, look.mu(deep), block.width + 2.0 * widths * width).corners().to_vec(),
        title: title.to_owned(),
        rule: Some(rule!("FA-SHOOT-21")),
    };
    far.filter(|_| differ).into_iter().chain(near).map(arc).collect()
}

/// FA-OVM-01: bases that fight as overlaps in the combats of this moment.
fn overlaps(seen: Seen<'_>, groups: &[GroupId]) -> Vec<ZoneView> {
    let look = seen.look();
    let mut zones = Vec::new();
    for combat in look.combats() {
        for duel in look.fight(combat, &Decided::default()).duels.iter().filter(|duel| duel.overlap) {
            let (by, on) = (seen.state.base(duel.by).group, seen.state.base(duel.on).group);
            if groups.contains(&by) || groups.contains(&on) {
                zones.push(ZoneView {
                    kind: ZoneKind::Gaps,
                    owner: seen.state.group(by).side,
                    outline: seen.state.rect(duel.by).corners().to_vec(),
                    title: "overlap".to_owned(),
                    rule: Some(rule!("FA-OVM-01")),
                });
            }
        }
    }
    zones
}

/// The ranges of these commanders, and of all who may lead these groups.
fn commands(seen: Seen<'_>, groups: &[GroupId], pieces: &[PieceId]) -> Vec<ZoneView> {
    let (state, rules) = (seen.state, seen.rules);
    let led = |side: Side| groups.iter().any(|id| state.group(*id).side == side);
    let shown = state.commander_ids().filter(|id| {
        let commander = state.commander(*id);
        let wanted = pieces.contains(&Thing::Commander(*id).piece()) || led(commander.side);
        commander.on_table() && (wanted || pieces.is_empty())
    });
    let circle = |centre: Vec2, radius: f64| {
        (0..48).map(move |step| centre + Facing::compass(f64::from(step) * 7.5).vector() * radius)
    };
    shown
        .map(|id| {
            let commander = state.commander(id);
            let radius = commander.range(rules) * rules.mu + commander.rect.width * 0.5;
            let owner: Side = commander.side;
            ZoneView {
                kind: ZoneKind::Command,
                owner,
                outline: circle(commander.rect.centre(), radius).collect(),
                title: "command range".to_owned(),
                rule: Some(rule!("FA-CMD-05")),
            }
        })
        .collect()
}
