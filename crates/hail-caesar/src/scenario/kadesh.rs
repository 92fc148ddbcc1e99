//! Kadesh: the ambush, the sign to come on, and a camp that is taken by surprise.

use super::arrivals::done;
use super::script::{Camp, Matter, ScenarioEvent};
use super::{Act, Battle, ScenarioPrompt, placing};
use crate::event::Event;
use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::{CommanderId, DivisionId, UnitId};
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::{CommanderPlace, Place};
use crate::troop::Class;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Ending, Side};
use aelian_geometry::{Segment, segment_to_rect};
use aelian_rulebook::{Reason, RuleId, rule};

const EGYPT: Side = Side::Red;
const HATTI: Side = Side::Blue;
/// HS-KADESH-10: leadership of the surprised.
const SURPRISED: u8 = 6;
/// HS-KADESH-18: how near to the road a unit bars it, in inches: ours.
const ROADSIDE: f64 = 6.0;

pub fn due(look: Look<'_>) -> Option<Matter> {
    let open = |matter: Matter| !look.state.script.done.contains(&matter);
    let hidden = look.state.units.iter().any(|unit| unit.place == Place::Hidden);
    match look.active() {
        HATTI if hidden => Some(Matter::Ambush),
        HATTI if open(Matter::Signal) && !on_call(look).is_empty() => Some(Matter::Signal),
        EGYPT if open(Matter::Regroup) && look.state.script.camp != Camp::Ready => Some(Matter::Regroup),
        _ => None,
    }
}

/// HS-KADESH-08: divisions that march on when they are given the sign.
fn on_call(look: Look<'_>) -> Vec<DivisionId> {
    let waits = |id: &DivisionId| {
        let card = &look.rules.divisions[id.index()];
        let on_call = card
            .arrival
            .as_ref()
            .is_some_and(|arrival| arrival.needs.is_empty() && look.own_turn() >= u16::from(arrival.from));
        card.side == HATTI && on_call && look.is_absent(*id)
    };
    (0..look.rules.divisions.len() as u8).map(DivisionId).filter(waits).collect()
}

pub fn prompt(look: Look<'_>) -> Option<ScenarioPrompt> {
    Some(ScenarioPrompt::Signal(on_call(look)))
}

/// HS-KADESH-04, HS-KADESH-07: the chariots break out of the scrub in the first turn, and their commander with them.
pub fn ambush(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    let hidden: Vec<UnitId> =
        look.state.ids().filter(|id| look.state.unit(*id).place == Place::Hidden).collect();
    let Some(first) = hidden.first() else { return };
    let commander = look.commander_of(*first);
    let rect = *look.rect(*first);
    let at = rect.pose.advanced(-rect.depth - 40.0).on_grid().at;
    for unit in hidden {
        placing::reveal(cx, unit, rule!("HS-KADESH-07"));
    }
    cx.emit(Event::CommanderMoves { commander, place: CommanderPlace::Alone, at });
}

/// HS-KADESH-11: Rameses orders the camp to regroup; the general's re-roll is used where it helps. Passed, the rest of
/// the turn goes into it and Amun is ready in the next.
pub fn regroup(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    if cx.state().script.camp == Camp::Regrouping {
        cx.emit(Event::Scenario(ScenarioEvent::Camp(Camp::Ready)));
        done(cx, Matter::Regroup);
        return Ok(());
    }
    let look = Look::new(cx.rules, cx.state());
    let Some(commander) = look.division_named("Amun").map(|id| look.rules.divisions[id.index()].commander)
    else {
        done(cx, Matter::Regroup);
        return Ok(());
    };
    let leadership = look.rating(commander);
    let again = look.state.commander(commander).general
        && look.rules.settings.general_reroll
        && !look.state.rerolled[EGYPT.index()];
    let mut total = rolls::two_dice(cx, rule!("HS-KADESH-11"))?;
    if total > leadership && again {
        cx.emit(Event::RerollSpent(EGYPT));
        total = rolls::two_dice(cx, rule!("HC-GEN-02"))?;
    }
    let passed = total <= leadership;
    cx.cite(rule!("HS-KADESH-11"), || match passed {
        true => Fact::Obeyed { commander, total, leadership },
        false => Fact::Order { commander, total, leadership, moves: 0 },
    });
    if passed {
        cx.emit(Event::Scenario(ScenarioEvent::Camp(Camp::Regrouping)));
    }
    cx.emit(Event::CommanderFinishes(commander));
    done(cx, Matter::Regroup);
    Ok(())
}

/// HS-KADESH-18: with as many divisions broken on both sides the umpire asks whether the road south is open, whether
/// the camp still stands, and whether most of the Hittite chariots are gone: a point for Egypt or for Hatti each.
pub fn verdict(look: Look<'_>) -> Option<Ending> {
    let [egypt, hatti] = Side::BOTH.map(|side| look.broken_divisions(side).0);
    if egypt != hatti {
        return None;
    }
    let answers = [road_is_open(look), !camp_is_taken(look), chariots_are_gone(look)];
    let points = answers.into_iter().filter(|for_egypt| *for_egypt).count() as i32;
    let score = [points, answers.len() as i32 - points];
    let winner = if score[0] > score[1] { EGYPT } else { HATTI };
    Some(Ending { winner: Some(winner), cause: rule!("HS-KADESH-18"), score })
}

/// No Hittite unit that is fit to fight stands near the road in the southern half of the table.
fn road_is_open(look: Look<'_>) -> bool {
    let middle = look.state.field.depth / 2.0;
    let roads: Vec<Segment> = look.state.field.roads.iter().flat_map(|road| road.line.segments()).collect();
    let bars = |unit: &UnitId| {
        let rect = look.rect(*unit);
        let near = roads.iter().any(|road| look.within(segment_to_rect(*road, rect), ROADSIDE));
        near && rect.centre().y <= middle && !look.is_shaken(*unit) && look.class(*unit) != Class::Skirmishers
    };
    !look.on_table(HATTI).any(|unit| bars(&unit))
}

/// Hittites are in the camp of Amun and no Egyptian is.
fn camp_is_taken(look: Look<'_>) -> bool {
    let camp = look.state.field.areas.iter().find(|area| area.name == "camp of Amun");
    let inside = |side: Side| {
        camp.is_some_and(|camp| {
            look.on_table(side).any(|unit| camp.outline.contains(look.rect(unit).centre()))
        })
    };
    inside(HATTI) && !inside(EGYPT)
}

/// More than half of the chariots of Hatti are lost.
fn chariots_are_gone(look: Look<'_>) -> bool {
    let chariots = |unit: &UnitId| look.side(*unit) == HATTI && look.class(*unit) == Class::LightChariots;
    let all = look.state.ids().filter(chariots).count();
    let lost = look.state.ids().filter(chariots).filter(|unit| look.counts_as_lost(*unit)).count();
    lost * 2 > all
}

/// HS-KADESH-09, HS-KADESH-10: the first Egyptian turn.
pub fn is_surprised(look: Look<'_>, side: Side) -> bool {
    look.is_battle(Battle::Kadesh) && side == EGYPT && look.active() == EGYPT && look.own_turn() == 1
}

/// HS-KADESH-10.
pub fn rating(look: Look<'_>, commander: CommanderId) -> Option<u8> {
    is_surprised(look, look.side_of_commander(commander)).then_some(SURPRISED)
}

/// HS-KADESH-07: in their first turn those in ambush make at least one move.
pub fn least_move(look: Look<'_>, unit: UnitId) -> Option<RuleId> {
    let first = look.active() == HATTI && look.own_turn() == 1;
    (first && look.is_of(unit, "Ambushers")).then_some(rule!("HS-KADESH-07"))
}

/// HS-KADESH-11, HA-KADESH-05: until it has regrouped Amun neither moves, shoots nor charges; broken, it runs.
pub fn forbids(look: Look<'_>, unit: UnitId, act: Act) -> Option<Reason<Fact>> {
    let idle = look.state.script.camp != Camp::Ready && look.is_of(unit, "Amun") && act != Act::Retire;
    idle.then_some(Reason { rule: rule!("HS-KADESH-11"), fact: Fact::Unit(unit) })
}

/// HS-KADESH-02: Ra is drawn up in column.
pub fn formation_fault(look: Look<'_>, unit: UnitId, formation: Formation) -> Option<Reason<Fact>> {
    let wrong = look.is_of(unit, "Ra") && formation != Formation::Column;
    wrong.then_some(Reason { rule: rule!("HS-KADESH-02"), fact: Fact::FormationIs { unit, formation } })
}
