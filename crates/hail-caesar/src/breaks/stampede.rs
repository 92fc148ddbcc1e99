//! Elephants that run wild (HC-ELE-06, HC-ELE-07, HC-ELE-08, HC-ELE-09, HC-ELE-10, HC-ELE-11).

use super::{destroy, ground, test_ranged};
use crate::event::MoveWhy;
use crate::fact::Fact;
use crate::ids::{UnitId, UnitSet};
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::troop::Class;
use aelian_dice::{NeedRoll, Throw};
use aelian_game::Cx;
use aelian_geometry::{Rect, Vec2, convex_overlap, degrees, overlaps, rotate, swept_hull};
use aelian_rulebook::rule;

/// HC-ELE-07: how far it looks to either side for a way past what it cannot cross, in degrees.
const DEVIATIONS: [f64; 7] = [0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0];

/// HC-ELE-06, HC-GIVE-14: an elephant that gave ground stampedes on a 1.
pub(super) fn risk(cx: &mut Cx<'_, Rules>, unit: UnitId) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    if look.class(unit) != Class::Elephant || !look.state.unit(unit).is_on_table() {
        return Ok(());
    }
    let face = rolls::die(cx, rule!("HC-ELE-06"))?;
    cx.cite(rule!("HC-ELE-06"), || Fact::Roll { unit, face, needed: 2 });
    if face == 1 { run(cx, unit) } else { Ok(()) }
}

/// HC-ELE-07, HC-ELE-08, HC-ELE-09, HC-ELE-11, HC-BRK-10: to its rear, through all in its way, who test; then it is
/// gone.
fn run(cx: &mut Cx<'_, Rules>, unit: UnitId) -> Result<(), NeedRoll> {
    let inches = cx.roll(rule!("HC-ELE-07"), Throw::Sum { dice: 3 })?.sum().unwrap_or(3);
    let look = Look::new(cx.rules, cx.state());
    let from = look.rect(unit);
    let turned = from.with_pose(from.pose.about_faced(from.depth));
    let (along, length) = course(look, unit, &turned, look.inches(f64::from(inches)));
    let hull = swept_hull(&turned, along, length);
    let trampled: UnitSet = look
        .all_on_table()
        .filter(|other| *other != unit && !look.state.unit(*other).is_in_block())
        .filter(|other| look.footprint(*other).any(|part| convex_overlap(&hull, &part, look.rules.tolerance)))
        .collect();
    let to = turned.with_pose(turned.pose.translated(along * length).on_grid());
    cx.cite(rule!("HC-ELE-07"), || Fact::Unit(unit));
    ground::shift(cx, unit, &to, MoveWhy::Stampeded);
    destroy(cx, unit, rule!("HC-ELE-09"));
    for other in trampled.iter() {
        cx.cite(rule!("HC-ELE-08"), || Fact::Pair { unit, other });
        test_ranged(cx, other, UnitSet::one(unit))?;
    }
    Ok(())
}

/// HC-ELE-07: straight, or beside what it cannot cross; on until it stands on nobody.
fn course(look: Look<'_>, unit: UnitId, rect: &Rect, length: f64) -> (Vec2, f64) {
    let ahead = rect.pose.facing.unit();
    let reach = |along: Vec2| free(look, unit, rect, along, length);
    let mut best = (ahead, 0.0);
    for turn in DEVIATIONS {
        let along = rotate(ahead, degrees(turn));
        let distance = reach(along);
        if distance > best.1 + look.rules.slack {
            best = (along, distance);
        }
        if best.1 >= length - look.rules.slack {
            break;
        }
    }
    best
}

/// How far the ground allows it, and beyond until it is clear of units.
fn free(look: Look<'_>, unit: UnitId, rect: &Rect, along: Vec2, length: f64) -> f64 {
    const STEP: f64 = 5.0;
    let formation = look.state.unit(unit).formation;
    let at = |distance: f64| rect.with_pose(rect.pose.translated(along * distance));
    let mut gone = 0.0;
    // No table is longer than this many steps.
    for _ in 0..2_000 {
        let next = at(gone + STEP);
        let off = look.state.field.edge_crossed(&next, look.rules.slack).is_some();
        let barred = look.ground_bars(unit, formation, &next).is_some();
        if off || barred {
            return gone;
        }
        gone += STEP;
        let clear = || {
            let others = look.all_on_table().filter(|other| *other != unit);
            let mut parts = others.flat_map(|other| look.footprint(other));
            !parts.any(|part| overlaps(&part, &at(gone), look.rules.tolerance))
        };
        if gone >= length && clear() {
            return gone;
        }
    }
    gone
}
