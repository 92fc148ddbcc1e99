//! What a battle does when a turn begins: dice for those who are still on their way, signs to come on, ambushes.

use super::plans::release;
use super::script::{Matter, ScenarioEvent};
use super::{Battle, ScenarioChoice, damascus, gates, kadesh, raid, shield};
use crate::choice::Choice;
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{DivisionId, UnitId};
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::setup::Arrival;
use crate::state::Place;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next};
use aelian_rulebook::{Reason, RuleId, rule};

/// What the next of it is; none: the turn may go on.
pub fn due(look: Look<'_>) -> Option<Matter> {
    look.rules.battle?;
    let battle = match look.rules.battle? {
        Battle::Kadesh => kadesh::due(look),
        Battle::WithYourShield => shield::due(look),
        Battle::BarbariansAtTheGates => gates::due(look),
        Battle::RoadToDamascus => damascus::due(look),
        Battle::BorderRaid => raid::due(look),
        _ => None,
    };
    battle.or_else(|| on_their_way(look).map(Matter::Arrival))
}

/// HS-COMMON-08: the next division of the active side for which a die is rolled, or which comes by itself.
fn on_their_way(look: Look<'_>) -> Option<DivisionId> {
    let all = (0..look.rules.divisions.len() as u8).map(DivisionId);
    let mut due = all.filter(|id| {
        let card = &look.rules.divisions[id.index()];
        let expected = card.arrival.as_ref().is_some_and(|arrival| needed(look, arrival).is_some());
        card.side == look.active() && expected && look.is_absent(*id)
    });
    due.find(|id| !look.state.script.done.contains(&Matter::Arrival(leader_of(look, *id))))
}

/// The score that the die needs in this turn.
fn needed(look: Look<'_>, arrival: &Arrival) -> Option<u8> {
    let last = arrival.needs.last()?;
    if look.is_battle(Battle::BorderRaid) && raid::tribes_hurry(look) {
        return Some(1);
    }
    let turns = look.own_turn().checked_sub(u16::from(arrival.from))?;
    Some(*arrival.needs.get(usize::from(turns)).unwrap_or(last))
}

/// The first division of those that share a die: all are known by it.
fn leader_of(look: Look<'_>, id: DivisionId) -> DivisionId {
    sharing(look, id).next().unwrap_or(id)
}

/// Divisions that share a die with this one.
fn sharing(look: Look<'_>, id: DivisionId) -> impl Iterator<Item = DivisionId> + '_ {
    let card = &look.rules.divisions[id.index()];
    let group = card.arrival.as_ref().and_then(|arrival| arrival.group.clone());
    let side = card.side;
    (0..look.rules.divisions.len() as u8).map(DivisionId).filter(move |other| {
        let card = &look.rules.divisions[other.index()];
        let theirs = card.arrival.as_ref().and_then(|arrival| arrival.group.as_ref());
        *other == id || (card.side == side && group.is_some() && theirs == group.as_ref())
    })
}

/// Whether the active side is asked, or dice or rules decide.
pub fn asked(look: Look<'_>, matter: Matter) -> Next<crate::choice::Prompt, Choice> {
    let prompt = match matter {
        Matter::Ambush => shield::prompt(look),
        Matter::Signal => kadesh::prompt(look),
        Matter::Relief => damascus::prompt(look),
        _ => raid::prompt(look, matter),
    };
    match prompt {
        Some(prompt) => Next::Ask { side: look.active(), prompt: crate::choice::Prompt::Scenario(prompt) },
        None => Next::Forced(Choice::Proceed),
    }
}

pub fn carry(cx: &mut Cx<'_, Rules>, matter: Matter, choice: &Choice) -> Result<(), NeedRoll> {
    match (matter, raid::answer_of(choice)) {
        (Matter::Arrival(division), _) => arrive(cx, division)?,
        (Matter::Ambush, Some(ScenarioChoice::Spring(now))) => {
            if *now {
                shield::spring(cx);
            }
            done(cx, matter);
        }
        (Matter::Ambush, _) => kadesh::ambush(cx),
        (Matter::Signal, Some(ScenarioChoice::Bring(division))) => release(cx, *division),
        (Matter::Signal, _) => done(cx, matter),
        (Matter::Relief, answer) => damascus::relief(cx, answer),
        (Matter::Regroup, _) => kadesh::regroup(cx)?,
        (Matter::VillaWatch, _) => gates::watch(cx),
        (matter, answer) => raid::carry(cx, matter, answer)?,
    }
    Ok(())
}

pub fn done(cx: &mut Cx<'_, Rules>, matter: Matter) {
    cx.emit(Event::Scenario(ScenarioEvent::Done(matter)));
}

/// The rule of the battle that says when somebody comes.
fn rule_of(battle: Option<Battle>, side: aelian_game::Side, from: u8) -> RuleId {
    match battle {
        Some(Battle::Kadesh) => rule!("HS-KADESH-12"),
        Some(Battle::BarbariansAtTheGates) if from > 3 => rule!("HS-GATES-05"),
        Some(Battle::BarbariansAtTheGates) => rule!("HS-GATES-04"),
        Some(Battle::GoMeekIntoTheDesert) => rule!("HS-DESERT-04"),
        Some(Battle::RoadToDamascus) if side == aelian_game::Side::Red => rule!("HS-DAMASCUS-01"),
        Some(Battle::RoadToDamascus) => rule!("HS-DAMASCUS-04"),
        Some(Battle::BorderRaid) => rule!("HS-RAID-08"),
        _ => rule!("HS-COMMON-08"),
    }
}

/// The rule of the battle by which a unit has not come yet, or lies hidden.
pub fn keeps_away(look: Look<'_>, unit: UnitId) -> Option<Reason<Fact>> {
    let battle = look.rules.battle?;
    let division = look.card(unit).division;
    let card = &look.rules.divisions[division.index()];
    let rule = match look.state.unit(unit).place {
        Place::Hidden if battle == Battle::Kadesh => rule!("HS-KADESH-04"),
        Place::Hidden => rule!("HS-SHIELD-04"),
        Place::Absent => match (battle, card.arrival.as_ref()) {
            (Battle::BorderRaid, _) => raid::keeps_away(look, unit),
            (Battle::Kadesh, Some(arrival)) if arrival.needs.is_empty() => rule!("HS-KADESH-08"),
            (_, Some(arrival)) => rule_of(Some(battle), card.side, arrival.from),
            _ => return None,
        },
        _ => return None,
    };
    Some(Reason::new(rule, Fact::NotOnTable(unit)))
}

/// HS-KADESH-12, HS-KADESH-13, HS-GATES-04, HS-GATES-05, HS-DESERT-04, HS-DAMASCUS-04: a die for a division and those
/// that share it; 1 is needed where they come by themselves, and then nothing is rolled.
fn arrive(cx: &mut Cx<'_, Rules>, division: DivisionId) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let card = &cx.rules.divisions[division.index()];
    let from = card.arrival.as_ref().map_or(0, |arrival| arrival.from);
    let rule = rule_of(cx.rules.battle, card.side, from);
    let needed = card.arrival.as_ref().and_then(|arrival| needed(look, arrival)).unwrap_or(1);
    let group: Vec<DivisionId> = sharing(look, division).filter(|id| look.is_absent(*id)).collect();
    let matter = Matter::Arrival(leader_of(look, division));
    let face = if needed > 1 { rolls::die(cx, rule)? } else { 6 };
    let fact = || Fact::Count { found: i32::from(face), allowed: i32::from(needed) };
    cx.cite(rule, fact);
    done(cx, matter);
    if face < needed {
        return Ok(());
    }
    if cx.rules.battle == Some(Battle::RoadToDamascus) && group.len() > 1 {
        damascus::owe(cx, group.len());
        return Ok(());
    }
    group.into_iter().for_each(|id| release(cx, id));
    Ok(())
}
