//! Commanders in the way of the enemy (HC-CRISK-01, HC-CMOV-06), and where they take refuge (HC-CRISK-04).

use super::{CommanderChoice, CommanderPrompt, Waiting};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{CommanderId, UnitId, UnitSet};
use crate::numbers::numbers;
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::state::CommanderPlace;
use aelian_game::{Cx, Next, Verdict};
use aelian_geometry::{Rect, area_contains, point_to_rect, swept_hull};
use aelian_rulebook::rule;

/// HC-CRISK-01, HC-CMOV-03, HC-CMOV-06, HC-GIVE-17: a unit went from here to there. Commanders of the enemy who stood
/// alone in its way must take refuge, each as a waiting step; its own side's are passed freely.
pub fn displace(cx: &mut Cx<'_, Rules>, unit: UnitId, from: &Rect, to: &Rect) {
    let look = Look::new(cx.rules, cx.state());
    let in_way: Vec<CommanderId> = look
        .state
        .commander_ids()
        .filter(|id| look.side_of_commander(*id) != look.side(unit))
        .filter(|id| look.state.commander(*id).place == CommanderPlace::Alone)
        .filter(|id| passes_over(from, to, look.state.commander(*id).at))
        .filter(|id| {
            // He may be met again on the next part of the same way.
            !look.state.pending.contains(&Pending::Commander(Waiting::Refuge { commander: *id }))
        })
        .collect();
    for commander in in_way {
        cx.cite(rule!("HC-CRISK-01"), || Fact::Commander(commander));
        cx.emit(Event::Waits(Pending::Commander(Waiting::Refuge { commander })));
    }
}

/// Whether a rectangle that went straight from here to there passed over a point.
fn passes_over(from: &Rect, to: &Rect, point: aelian_geometry::Vec2) -> bool {
    let way = from.centre() - to.centre();
    let length = way.length();
    let reach = from.radius().max(to.radius()) + length;
    if (point - to.centre()).length() > reach {
        return false;
    }
    if point_to_rect(point, from) <= 0.0 || point_to_rect(point, to) <= 0.0 {
        return true;
    }
    length > 0.0 && area_contains(&swept_hull(to, way * (1.0 / length), length), point)
}

/// HC-CRISK-01, HC-CRISK-04, AMB-38, AMB-86: units of his division within one move of him; whoever stands between does
/// not matter.
pub(super) fn refuges(look: Look<'_>, commander: CommanderId) -> UnitSet {
    let at = look.state.commander(commander).at;
    look.state
        .ids()
        .filter(|unit| look.may_be_with(commander, *unit))
        .filter(|unit| look.within(look.point_distance(at, *unit), numbers().commanding.refuge))
        .collect()
}

pub(super) fn next(look: Look<'_>, commander: CommanderId) -> Asked {
    let units = refuges(look, commander);
    let side = look.side_of_commander(commander);
    let prompt = Prompt::Commander(CommanderPrompt::Refuge { commander, units });
    Some(match units.len() {
        0 => Next::Forced(Choice::Proceed),
        1 => Next::Only { side, prompt, choice: Choice::Proceed },
        _ => Next::Ask { side, prompt },
    })
}

pub(super) fn check(look: Look<'_>, commander: CommanderId, unit: UnitId) -> Verdict<Rules> {
    if !look.state.has_unit(unit) {
        return Verdict::refused(rule!("HC-CRISK-04"), Fact::NoSuchUnit(unit));
    }
    if !refuges(look, commander).contains(unit) {
        let distance = look.point_distance(look.state.commander(commander).at, unit);
        let his = look.may_be_with(commander, unit);
        let fact = Fact::CommandDistance { commander, unit, distance, penalty: 0 };
        return Verdict::refused(rule!("HC-CRISK-04"), if his { fact } else { Fact::Unit(unit) });
    }
    let commanders = vec![(commander, look.centre_front(unit))];
    Verdict::legal(Ghost { commanders, ..Ghost::default() })
}

/// HC-CRISK-01, HC-CRISK-04: he joins the unit; where there is none he is captured.
pub(super) fn resolve(cx: &mut Cx<'_, Rules>, commander: CommanderId, choice: &Choice) {
    let only = refuges(Look::new(cx.rules, cx.state()), commander).first();
    let unit = match choice {
        Choice::Commander(CommanderChoice::Refuge { unit }) => Some(*unit),
        _ => only,
    };
    cx.emit(Event::Settled);
    match unit {
        Some(unit) => super::join(cx, commander, unit),
        None => {
            cx.cite(rule!("HC-CRISK-04"), || Fact::Commander(commander));
            super::fall(cx, commander);
        }
    }
}
