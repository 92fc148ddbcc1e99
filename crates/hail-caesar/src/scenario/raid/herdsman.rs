//! The herdsman (HS-RAID-13, HS-RAID-14, HS-RAID-15): he runs to the village or to the lookout.

use super::{ROMANS, alarm, bring_on};
use crate::breaks;
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::ids::UnitId;
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
    let rect = run(look.rect(unit), &block, f64::from(moves) * MOVE * INCH);
    let formation = look.state.unit(unit).formation;
    let moved = Moved { unit, why: MoveWhy::Ordered, way: vec![rect.pose], formation, rect };
    cx.emit(Event::Moved(moved));
    done(cx, Matter::Herdsman);
    if distance(&rect, &block) <= cx.rules.slack + 1.0 {
        arrive(cx, unit, errand);
    }
    Ok(())
}

/// Straight at the nearest point of a building, until he touches it.
fn run(from: &Rect, block: &Rect, most: f64) -> Rect {
    let (low, high) = block.aabb();
    let at = from.pose.at;
    let goal = Vec2::new(at.x.clamp(low.x, high.x), at.y.clamp(low.y, high.y));
    let way = goal - at;
    let length = way.length();
    if length <= 0.0 {
        return *from;
    }
    let facing = Facing::along(way);
    from.with_pose(Pose { at: at + way * (most.min(length) / length), facing }.on_grid())
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
