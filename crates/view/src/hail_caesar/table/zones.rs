//! Shapes laid over the table: proximity, front quarters and ranges, command distances, charge reach.

use super::seen::{Seen, Thing};
use crate::table::{PieceId, ZoneKind, ZoneView};
use aelian_geometry::{Corner, Facing, Rect, Vec2};
use aelian_hail_caesar::state::CommanderPlace;
use aelian_hail_caesar::{DivisionId, UnitId};
use aelian_rulebook::{RuleId, rule};

pub const KINDS: [(ZoneKind, &str); 5] = [
    (ZoneKind::Control, "Proximity: 12 inches to the front"),
    (ZoneKind::Shooting, "Ranges"),
    (ZoneKind::Command, "Command distances"),
    (ZoneKind::Threat, "Charge reach"),
    (ZoneKind::Gaps, "Divisions: those whose outlines touch can be ordered together"),
];

/// Of these pieces, or of all if there are none.
pub fn zones(seen: Seen<'_>, kind: ZoneKind, pieces: &[PieceId]) -> Vec<ZoneView> {
    let (rules, state) = (seen.rules, seen.state);
    let chosen = seen.units(pieces);
    let units: Vec<UnitId> =
        seen.look().all_on_table().filter(|id| pieces.is_empty() || chosen.contains(*id)).collect();
    let look = seen.look();
    let quarter = |id: UnitId, deep: f64, title: &str, rule: RuleId| {
        ahead(seen, id, look.inches(deep)).map(|outline| ZoneView {
            kind,
            owner: look.side(id),
            outline,
            title: title.to_owned(),
            rule: Some(rule),
        })
    };
    match kind {
        ZoneKind::Control => units
            .into_iter()
            .filter_map(|id| {
                quarter(
                    id,
                    if state.unit(id).is_open() { 6.0 } else { 12.0 },
                    "proximity",
                    rule!("HC-PROX-01"),
                )
            })
            .collect(),
        ZoneKind::Shooting => units
            .into_iter()
            .filter_map(|id| {
                let stats = look.stats(id);
                let reach = if stats.long > 0 { rules.card(id).missile.range() } else { 6.0 };
                (stats.long.max(stats.short) > 0).then(|| quarter(id, reach, "range", rule!("HC-TGT-01")))?
            })
            .collect(),
        ZoneKind::Threat => units
            .into_iter()
            .filter_map(|id| {
                quarter(id, look.rate(id) * 3.0 / look.inches(1.0), "three moves", rule!("HC-CHO-05"))
            })
            .collect(),
        ZoneKind::Command => commands(seen, pieces),
        ZoneKind::Gaps => divisions(seen, &units),
    }
}

/// HC-DIVO-02: half of the 6 inches that may lie between units of one order, round each unit of these divisions.
fn divisions(seen: Seen<'_>, units: &[UnitId]) -> Vec<ZoneView> {
    let look = seen.look();
    let half = look.inches(3.0);
    let mut chosen: Vec<DivisionId> = units.iter().map(|id| seen.rules.card(*id).division).collect();
    chosen.sort_unstable();
    chosen.dedup();
    let members = chosen.into_iter().flat_map(|division| look.members(division));
    let here = members.filter(|id| seen.state.unit(*id).is_on_table());
    here.map(|id| ZoneView {
        kind: ZoneKind::Gaps,
        owner: look.side(id),
        outline: rounded(look.rect(id), half),
        title: format!(
            "{}: 3 inches round each unit",
            seen.rules.divisions[seen.rules.card(id).division.index()].name
        ),
        rule: Some(rule!("HC-DIVO-02")),
    })
    .collect()
}

/// All within this distance of a rectangle.
fn rounded(rect: &Rect, by: f64) -> Vec<Vec2> {
    let base = rect.pose.facing.to_compass();
    let corners = [
        (Corner::FrontRight, 0.0),
        (Corner::RearRight, 90.0),
        (Corner::RearLeft, 180.0),
        (Corner::FrontLeft, 270.0),
    ];
    let arc = |(corner, from): (Corner, f64)| {
        (0..=4).map(move |step| {
            rect.corner(corner) + Facing::compass(base + from + f64::from(step) * 22.5).vector() * by
        })
    };
    corners.into_iter().flat_map(arc).collect()
}

/// HC-ARC-02: the front quarter so far; all round for open order.
fn ahead(seen: Seen<'_>, id: UnitId, deep: f64) -> Option<Vec<Vec2>> {
    let unit = seen.state.unit(id);
    if unit.is_in_block() {
        return None;
    }
    if unit.is_open() {
        let radius = deep + unit.rect.radius();
        return Some(circle(unit.rect.centre(), radius).collect());
    }
    Some(wedge(&unit.rect, deep))
}

/// Ahead of the front edge, bounded by the lines at 45 degrees from its corners.
fn wedge(rect: &Rect, deep: f64) -> Vec<Vec2> {
    let [left, right] = [Corner::FrontLeft, Corner::FrontRight].map(|corner| rect.corner(corner));
    let (facing, aside) = (rect.pose.facing.vector(), rect.pose.facing.right());
    let slant = deep * 0.7;
    vec![
        left,
        left + (facing - aside) * slant,
        left + facing * deep,
        right + facing * deep,
        right + (facing + aside) * slant,
        right,
    ]
}

fn circle(centre: Vec2, radius: f64) -> impl Iterator<Item = Vec2> {
    (0..48).map(move |step| centre + Facing::compass(f64::from(step) * 7.5).vector() * radius)
}

/// HC-DIST-02: a point of leadership is lost beyond each ring.
fn commands(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<ZoneView> {
    let look = seen.look();
    let shown = seen.state.commander_ids().filter(|id| {
        let here = matches!(seen.state.commander(*id).place, CommanderPlace::Alone | CommanderPlace::With(_));
        let leads = seen.units(pieces).iter().any(|unit| look.commander_of(unit) == *id);
        here && (leads || pieces.is_empty() || pieces.contains(&Thing::Commander(*id).piece()))
    });
    let ring = |id, twelves: f64, title: &str| ZoneView {
        kind: ZoneKind::Command,
        owner: look.side_of_commander(id),
        outline: circle(seen.state.commander(id).at, look.inches(12.0 * twelves)).collect(),
        title: title.to_owned(),
        rule: Some(rule!("HC-DIST-02")),
    };
    shown.flat_map(|id| [ring(id, 1.0, "12 inches"), ring(id, 2.0, "24 inches: −1 beyond 12")]).collect()
}
