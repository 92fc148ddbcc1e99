//! The herdsman (HS-RAID-13, HS-RAID-14, HS-RAID-15): he runs to the village or to the lookout.

use super::{ROMANS, alarm, bring_on};
use crate::breaks;
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::ids::{UnitId, UnitSet};
use crate::rolls;
use crate::rules::{INCH, Look, Rules};
use crate::scenario::arrivals::done;
use crate::scenario::script::Matter;
use crate::state::Place;
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_geometry::{Facing, Pose, Rect, Vec2, area_overlap, distance, swept_hull};
use aelian_rulebook::rule;
use serde::{Deserialize, Serialize};

/// HS-RAID-04: his name on the table.
const HERDSMAN: &str = "Herdsman";

/// HS-RAID-14: his move, in inches, and the leadership on which he is ordered.
const MOVE: f64 = 6.0;
const LEADERSHIP: u8 = 8;

/// How far apart he looks for room, in mm.
const STEP: f64 = 0.5 * INCH;

/// HS-RAID-13: where he is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Errand {
    /// To warn the village.
    Village,
    /// To raise the alarm.
    Lookout,
}

impl Errand {
    pub const BOTH: [Errand; 2] = [Errand::Village, Errand::Lookout];

    fn place(self) -> &'static str {
        match self {
            Errand::Village => "open village",
            Errand::Lookout => "lookout post",
        }
    }
}

/// HC-TAB-CMD, HS-RAID-14: moves of an order that cannot fail altogether.
fn moves(total: u8) -> u8 {
    match LEADERSHIP.saturating_sub(total) {
        3.. => 3,
        2 => 2,
        _ => 1,
    }
}

/// HS-RAID-13, HS-RAID-14: he runs straight there, at least one move.
pub fn send(cx: &mut Cx<'_, Rules>, errand: Errand) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let (Some(unit), Some((_, block))) = (look.unit_called(HERDSMAN), look.block_named(errand.place()))
    else {
        return Ok(());
    };
    let block = block.rect;
    let total = rolls::two_dice(cx, rule!("HS-RAID-14"))?;
    let moves = moves(total);
    cx.cite(rule!("HS-RAID-14"), || Fact::Count { found: i32::from(total), allowed: i32::from(LEADERSHIP) });
    let look = Look::new(cx.rules, cx.state());
    // HC-GEO-06: he stands on nobody.
    let free = |rect: &Rect| look.overlapped(unit, rect, UnitSet::EMPTY).is_none();
    let rect = run(look.rect(unit), &block, f64::from(moves) * MOVE * INCH, free);
    let formation = look.state.unit(unit).formation;
    let moved = Moved { unit, why: MoveWhy::Ordered, way: vec![rect.pose], formation, rect };
    cx.emit(Event::Moved(moved));
    done(cx, Matter::Herdsman);
    if distance(&rect, &block) <= cx.rules.slack + 1.0 {
        arrive(cx, unit, errand);
    }
    Ok(())
}

/// Straight at the nearest point of a building where he has room, until he touches it.
fn run(from: &Rect, block: &Rect, most: f64, free: impl Fn(&Rect) -> bool) -> Rect {
    let at = from.pose.at;
    let places = outline(block, at);
    let reached = places.iter().filter(|goal| (**goal - at).length() <= most);
    let there = reached.map(|goal| towards(from, *goal, most)).find(|rect| free(rect));
    // Else as far as he can on his way.
    let goal = places.first().copied().unwrap_or(at);
    let steps = (most / STEP).ceil() as usize;
    let mut back = (0..=steps).map(|step| towards(from, goal, (most - STEP * step as f64).max(0.0)));
    there.or_else(|| back.find(|rect| free(rect))).unwrap_or(*from)
}

/// Places at a building, the nearest first: the nearest of all, and others half an inch apart.
fn outline(block: &Rect, from: Vec2) -> Vec<Vec2> {
    let (low, high) = block.aabb();
    let nearest = Vec2::new(from.x.clamp(low.x, high.x), from.y.clamp(low.y, high.y));
    let mut places = vec![nearest];
    let along = |low: f64, high: f64| {
        let count = ((high - low) / STEP).ceil() as usize;
        (0..=count).map(move |step| (low + STEP * step as f64).min(high))
    };
    places.extend(along(low.x, high.x).flat_map(|x| [Vec2::new(x, low.y), Vec2::new(x, high.y)]));
    places.extend(along(low.y, high.y).flat_map(|y| [Vec2::new(low.x, y), Vec2::new(high.x, y)]));
    places.sort_by(|a, b| (*a - from).length().total_cmp(&(*b - from).length()));
    places
}

/// From where he stands towards a place, at most so far.
fn towards(from: &Rect, goal: Vec2, most: f64) -> Rect {
    let way = goal - from.pose.at;
    let length = way.length();
    if length <= 0.0 {
        return *from;
    }
    let at = from.pose.at + way * (most.min(length) / length);
    from.with_pose(Pose { at, facing: Facing::along(way) }.on_grid())
}

/// HS-RAID-14, HS-RAID-15, HS-RAID-18: the village is warned if no Roman is there first, and he is one of theirs; at
/// the lookout the alarm is given.
fn arrive(cx: &mut Cx<'_, Rules>, unit: UnitId, errand: Errand) {
    match errand {
        Errand::Lookout => alarm::give(cx, rule!("HS-RAID-18")),
        Errand::Village => {
            let look = Look::new(cx.rules, cx.state());
            let village = look.block_named("open village").map(|(_, block)| block.rect);
            let taken = village.is_some_and(|rect| look.near(ROMANS, &rect, 0.0));
            if !taken && bring_on::warn(cx) {
                cx.emit(Event::Leaves { unit, to: Place::Gone { shaken: false } });
                bring_on::ask_where(cx);
            }
        }
    }
}

/// HS-RAID-14: Romans move over him, and do not fight him.
pub fn is_ridden_over(look: Look<'_>, unit: UnitId, by: UnitId) -> bool {
    look.side(by) == ROMANS && look.card(unit).name == HERDSMAN
}

/// HS-RAID-14: he is slain by a unit that went straight from here to there, over him.
pub fn ride_over(cx: &mut Cx<'_, Rules>, unit: UnitId, from: &Rect, to: &Rect) {
    let look = Look::new(cx.rules, cx.state());
    let Some(man) = on_table(look).filter(|man| is_ridden_over(look, *man, unit)) else { return };
    let way = from.centre() - to.centre();
    let length = way.length();
    if length > 0.0 && area_overlap(&swept_hull(to, way / length, length), look.rect(man), cx.rules.tolerance)
    {
        breaks::destroy(cx, man, rule!("HS-RAID-14"));
    }
}

fn on_table(look: Look<'_>) -> Option<UnitId> {
    look.unit_called(HERDSMAN).filter(|unit| look.state.unit(*unit).is_on_table())
}

/// HS-RAID-14: Romans who come upon him slay him without a fight.
pub fn settle(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    let Some(unit) = on_table(look) else { return };
    if look.near(ROMANS, look.rect(unit), 0.0) {
        breaks::destroy(cx, unit, rule!("HS-RAID-14"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aelian_geometry::overlaps;

    /// HS-RAID-14, HC-GEO-06: where somebody stands before the building he comes to it beside him; with no room at all he
    /// stops before them.
    #[test]
    fn he_stands_on_nobody() {
        let square = |x: f64, y: f64, side: f64| Rect::new(Pose::new(x, y, Facing::UP), side, side);
        let (from, block) = (square(0.0, 300.0, 20.0), square(0.0, 0.0, 100.0));
        let tolerance = aelian_geometry::Tolerance { length: 0.254, angle: 0.01 };
        let ends = |sentries: f64, most: f64| {
            let other = Rect::new(Pose::new(0.0, 40.0, Facing::UP), sentries, 40.0);
            let end = run(&from, &block, most, |rect| !overlaps(rect, &other, tolerance));
            (end, distance(&end, &block), distance(&end, &other))
        };
        let (end, to_block, _) = ends(10.0, 900.0);
        assert!(
            to_block <= 1.0
                && !overlaps(&end, &Rect::new(Pose::new(0.0, 40.0, Facing::UP), 10.0, 40.0), tolerance)
        );
        let (_, to_block, to_others) = ends(2000.0, 270.0);
        assert!(to_block > 1.0 && (0.0..20.0).contains(&to_others), "{to_block} {to_others}");
    }
}
