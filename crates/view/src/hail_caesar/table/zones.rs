//! Shapes laid over the table: proximity, front quarters and ranges, command distances, charge reach.

use super::seen::{Seen, Thing};
use crate::table::{PieceId, ZoneKind, ZoneView};
use crate::told::Names;
use aelian_geometry::{Corner, Facing, Rect, Vec2};
use aelian_hail_caesar::state::CommanderPlace;
use aelian_hail_caesar::{Rules, State, UnitId};
use aelian_rulebook::{RuleId, rule};

pub const KINDS: [(ZoneKind, &str); 4] = [
    (ZoneKind::Control, "Proximity: 12 inches to the front"),
    (ZoneKind::Shooting, "Ranges"),
    (ZoneKind::Command, "Command distances"),
    (ZoneKind::Threat, "Charge reach"),
];

/// Of these pieces, or of all if there are none.
pub fn zones(rules: &Rules, state: &State, kind: ZoneKind, pieces: &[PieceId]) -> Vec<ZoneView> {
    let names = Names::default();
    let seen = Seen::new(rules, state, &names);
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
        ZoneKind::Gaps => Vec::new(),
    }
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
        here && (pieces.is_empty() || pieces.contains(&Thing::Commander(*id).piece()))
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
