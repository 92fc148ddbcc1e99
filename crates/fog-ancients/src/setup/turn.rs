//! How set-up goes on step by step (FA-SET-04), and the steps that ambushes and marches take during the battle.

use super::asked::{may_dismount, waiting};
use super::choice::{Adjustment, SetUpChoice};
use super::progress::{Picked, SetUp, SetUpEvent, Step};
use super::{Waiting, ambush, arrival, deploy, lay, march, works};
use crate::choice::Choice;
use crate::event::Event;
use crate::fact::Fact;
use crate::field::{Level, Piece};
use crate::ids::{GroupId, GroupSet};
use crate::impact::evade::{self, Threat};
use crate::pending::Pending;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use aelian_dice::{NeedRoll, Throw};
use aelian_game::{Cx, Side};
use aelian_rulebook::rule;

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match choice {
        Choice::Proceed => proceed(cx)?,
        Choice::SetUp(choice) => decided(cx, choice)?,
        _ => {}
    }
    skip(cx);
    Ok(())
}

fn proceed(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    if let Some(Waiting::Surprised { .. }) = waiting(cx.state()) {
        cx.emit(Event::Settled);
        return Ok(());
    }
    let look = Look::new(cx.rules, cx.state());
    if cx.state().stage == Stage::Marches {
        return match march::to_roll(look) {
            Some(number) => march::roll(cx, number),
            None => Ok(()),
        };
    }
    let Some(set_up) = cx.state().set_up.clone() else { return Ok(()) };
    match set_up.step {
        Step::Initiative => initiative(cx),
        Step::Terrain => terrain_die(cx, &set_up),
        _ => Ok(()),
    }
}

/// FA-INIT-01: a die each with its modifier; equal totals are rolled again.
fn initiative(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let tallies = Side::BOTH.map(|side| look.initiative(side));
    let dice = cx.roll(rule!("FA-INIT-01"), Throw::Pair)?.pair().unwrap_or_default();
    for tally in &tallies {
        for line in &tally.lines {
            cx.cite(line.rule, || line.modifier.clone());
        }
    }
    let (red, blue) = (i32::from(dice.0) + tallies[0].total(), i32::from(dice.1) + tallies[1].total());
    cx.cite(rule!("FA-INIT-01"), || Fact::Totals { red, blue });
    let winner = match red.cmp(&blue) {
        std::cmp::Ordering::Equal => return Ok(()),
        std::cmp::Ordering::Greater => Side::Red,
        std::cmp::Ordering::Less => Side::Blue,
    };
    cx.emit(Event::SetUp(SetUpEvent::Initiative(winner)));
    if let Some(step) = cx.state().set_up.as_ref().map(|set_up| after_initiative(set_up, winner)) {
        cx.emit(Event::SetUp(SetUpEvent::Goes(step)));
    }
    Ok(())
}

/// FA-SET-04: what follows the dice for the initiative: terrain, unless the battlefield is given.
pub(super) fn after_initiative(set_up: &SetUp, winner: Side) -> Step {
    let loser = winner.other();
    match (set_up.given, set_up.works[loser.index()]) {
        (false, _) => Step::Territory,
        (true, 0) => Step::Camp(loser),
        (true, _) => Step::Works(loser),
    }
}

/// FA-PLACE-07, FA-PLACE-09: the placement die or the adjustment die; or the end of the terrain.
fn terrain_die(cx: &mut Cx<'_, Rules>, set_up: &SetUp) -> Result<(), NeedRoll> {
    if let Some(adjusting) = &set_up.adjusting {
        let Some(picked) = set_up.picked(adjusting.pick) else { return Ok(()) };
        let die = rolls::die(cx, rule!("FA-PLACE-09"))?;
        let modifier = lay::adjust_modifier(&picked.pick, picked.compulsory);
        if picked.compulsory {
            cx.cite(rule!("FA-PLACE-10"), || Fact::Count { found: die, allowed: modifier });
        }
        if lay::is_hard(&picked.pick) {
            cx.cite(rule!("FA-PLACE-11"), || Fact::Count { found: die, allowed: modifier });
        }
        cx.emit(Event::SetUp(SetUpEvent::AdjustDie(die + modifier)));
        if !lay::may_adjust(&picked.pick, die + modifier) {
            cx.emit(Event::SetUp(SetUpEvent::Adjusted));
        }
        return Ok(());
    }
    if set_up.to_lay.is_empty() {
        // FA-PLACE-06.
        cx.emit(Event::SetUp(SetUpEvent::OpenGone));
        let loser = cx.state().initiative.other();
        cx.emit(Event::SetUp(SetUpEvent::Goes(Step::Works(loser))));
        return Ok(());
    }
    let die = rolls::die(cx, rule!("FA-PLACE-07"))?;
    cx.emit(Event::SetUp(SetUpEvent::Die(die as u8)));
    Ok(())
}

fn decided(cx: &mut Cx<'_, Rules>, choice: &SetUpChoice) -> Result<(), NeedRoll> {
    if let Some(waiting) = waiting(cx.state()).cloned() {
        return settle(cx, &waiting, choice);
    }
    if let SetUpChoice::Arrive(deployed) = choice {
        arrival::arrive(cx, deployed);
        return Ok(());
    }
    let Some(set_up) = cx.state().set_up.clone() else { return Ok(()) };
    let (winner, loser) = (cx.state().initiative, cx.state().initiative.other());
    let goes = |cx: &mut Cx<'_, Rules>, step: Step| cx.emit(Event::SetUp(SetUpEvent::Goes(step)));
    match (set_up.step, choice) {
        (_, SetUpChoice::Territory(territory)) => {
            cx.cite(rule!("FA-INIT-06"), || Fact::Side(winner));
            cx.emit(Event::SetUp(SetUpEvent::Territory(*territory)));
            goes(cx, Step::Compulsory(winner));
        }
        (Step::Compulsory(side), SetUpChoice::Compulsory(pick)) => {
            let picked = Picked { by: side, pick: *pick, compulsory: true };
            cx.emit(Event::SetUp(SetUpEvent::Picked(vec![picked])));
            goes(cx, if side == winner { Step::Compulsory(loser) } else { Step::Further(winner) });
        }
        (Step::Further(side), SetUpChoice::Further(picks)) => {
            let picked =
                picks.iter().map(|pick| Picked { by: side, pick: *pick, compulsory: false }).collect();
            cx.emit(Event::SetUp(SetUpEvent::Picked(picked)));
            if side == winner {
                goes(cx, Step::Further(loser));
            } else {
                let order = cx.state().set_up.as_ref().map(|set_up| lay::order(set_up, winner));
                cx.emit(Event::SetUp(SetUpEvent::Order(order.unwrap_or_default())));
                goes(cx, Step::Terrain);
            }
        }
        (Step::Terrain, SetUpChoice::Lay(laying)) => return lay_piece(cx, &set_up, laying),
        (Step::Terrain, SetUpChoice::CannotLay) => {
            cx.cite(rule!("FA-PLACE-16"), || Fact::Rule);
            if let Some(pick) = set_up.to_lay.first() {
                cx.emit(Event::SetUp(SetUpEvent::Laid(*pick)));
                cx.emit(Event::SetUp(SetUpEvent::Adjusted));
            }
        }
        (Step::Terrain, SetUpChoice::Adjust(how)) => adjust(cx, &set_up, how),
        (Step::Works(side), SetUpChoice::Fortify(poses)) => {
            works::fortify(cx, side, poses);
            cx.emit(Event::SetUp(SetUpEvent::WorksDone(side)));
            goes(cx, Step::Camp(side));
        }
        (Step::Camp(side), SetUpChoice::Camp(pose)) => {
            works::pitch(cx, side, *pose);
            goes(cx, Step::Markers(side));
        }
        (Step::Markers(side), SetUpChoice::Markers(markers)) => {
            ambush::lay_markers(cx, side, markers);
            goes(cx, if side == loser { Step::Works(winner) } else { Step::Marches(loser) });
        }
        (Step::Marches(side), SetUpChoice::Marches(marches)) => {
            march::send(cx, side, marches);
            goes(cx, if side == loser { Step::Marches(winner) } else { Step::Deploy(loser) });
        }
        (Step::Deploy(side), SetUpChoice::Deploy(deployed)) => {
            deploy::deploy(cx, side, deployed);
            after_batch(cx, side, winner, loser);
        }
        (Step::Dismount(side), SetUpChoice::Dismount(groups)) => {
            for group in groups.iter() {
                afoot(cx, group);
            }
            goes(cx, if side == loser { Step::Dismount(winner) } else { Step::Commanders(loser) });
        }
        (Step::Commanders(side), SetUpChoice::Commanders(placed)) => {
            deploy::place_commanders(cx, placed);
            goes(cx, if side == loser { Step::Commanders(winner) } else { Step::Done });
        }
        _ => {}
    }
    Ok(())
}

/// What waited is answered.
fn settle(cx: &mut Cx<'_, Rules>, waits: &Waiting, choice: &SetUpChoice) -> Result<(), NeedRoll> {
    match (waits, choice) {
        (Waiting::Reveal { marker }, SetUpChoice::Reveal(deployed)) => {
            ambush::appear(cx, *marker, deployed);
            cx.emit(Event::Settled);
        }
        (Waiting::Surprised { groups, from }, SetUpChoice::Evade(order)) => {
            cx.emit(Event::Settled);
            let left = groups.minus(GroupSet::one(order.group));
            if !left.is_empty() {
                let waiting = Waiting::Surprised { groups: left, from: *from };
                cx.emit(Event::Waits(Pending::SetUp(waiting)));
            }
            cx.cite(rule!("FA-FLANK-20"), || Fact::Group(order.group));
            evade::evade(cx, order, &Threat::of_arrival(*from))?;
        }
        (Waiting::Enter { commander, .. }, SetUpChoice::Arrive(deployed)) => {
            cx.emit(Event::Settled);
            arrival::enter(cx, *commander, deployed);
        }
        _ => {}
    }
    Ok(())
}

/// FA-DEP-03: the other side's batch, until no batch is left.
fn after_batch(cx: &mut Cx<'_, Rules>, side: Side, winner: Side, loser: Side) {
    let Some(set_up) = cx.state().set_up.as_ref() else { return };
    let left = |side: Side| !set_up.batches[side.index()].is_empty();
    let step = if side == loser && left(winner) {
        Step::Deploy(winner)
    } else if left(loser) {
        Step::Deploy(loser)
    } else {
        Step::Dismount(loser)
    };
    cx.emit(Event::SetUp(SetUpEvent::Goes(step)));
}

/// FA-DISM-02: a group on the table gets off its horses where it stands.
fn afoot(cx: &mut Cx<'_, Rules>, group: GroupId) {
    let look = Look::new(cx.rules, cx.state());
    let (array, front) = (look.array(group), look.block(group).pose);
    deploy::dismount(cx, group);
    let look = Look::new(cx.rules, cx.state());
    let moved = look.stands(group, &array, front, crate::event::MoveWhy::Deployed, Vec::new());
    cx.emit(Event::Moved(moved));
}

/// FA-TER-20: a river's level is rolled as it is put down.
fn lay_piece(cx: &mut Cx<'_, Rules>, set_up: &SetUp, laying: &super::choice::Laying) -> Result<(), NeedRoll> {
    let Some(pick) = set_up.to_lay.first() else { return Ok(()) };
    let Some(picked) = set_up.picked(*pick) else { return Ok(()) };
    let look = Look::new(cx.rules, cx.state());
    let Some(mut piece) = lay::piece(look, picked.by, &picked.pick, laying) else { return Ok(()) };
    if let Piece::River(river) = &mut piece {
        river.level = match rolls::die(cx, rule!("FA-TER-20"))? {
            1 => Level::Uneven,
            2 | 3 => Level::Rough,
            4 | 5 => Level::Difficult,
            _ => Level::Impassable,
        };
    }
    cx.emit(Event::Laid(piece));
    cx.emit(Event::SetUp(SetUpEvent::Laid(*pick)));
    Ok(())
}

fn adjust(cx: &mut Cx<'_, Rules>, set_up: &SetUp, how: &Adjustment) {
    let Some(adjusting) = set_up.adjusting else { return };
    let Some(picked) = set_up.picked(adjusting.pick) else { return };
    let look = Look::new(cx.rules, cx.state());
    let piece = lay::adjusted(look, &picked.pick, adjusting.die.unwrap_or_default(), how).ok().flatten();
    if let Some(piece) = piece {
        cx.emit(Event::SetUp(SetUpEvent::Moved(piece)));
    } else if *how == Adjustment::Remove {
        cx.emit(Event::SetUp(SetUpEvent::Removed(picked.pick)));
    }
    cx.emit(Event::SetUp(SetUpEvent::Adjusted));
}

/// Steps in which nobody has anything to decide are passed over.
fn skip(cx: &mut Cx<'_, Rules>) {
    while let Some(step) = empty_step(Look::new(cx.rules, cx.state())) {
        let (winner, loser) = (cx.state().initiative, cx.state().initiative.other());
        let after = match step {
            Step::Works(side) => Step::Camp(side),
            Step::Deploy(side) => {
                cx.emit(Event::SetUp(SetUpEvent::BatchDone(side)));
                after_batch(cx, side, winner, loser);
                continue;
            }
            Step::Dismount(side) if side == loser => Step::Dismount(winner),
            Step::Dismount(_) => Step::Commanders(loser),
            Step::Commanders(side) if side == loser => Step::Commanders(winner),
            Step::Commanders(_) => Step::Done,
            _ => {
                cx.emit(Event::SetUp(SetUpEvent::Over));
                return;
            }
        };
        cx.emit(Event::SetUp(SetUpEvent::Goes(after)));
    }
}

fn empty_step(look: Look<'_>) -> Option<Step> {
    let set_up = look.state.set_up.as_ref()?;
    let empty = match set_up.step {
        Step::Works(side) => set_up.works[side.index()] == 0,
        Step::Deploy(side) => set_up.batch(look, side).is_empty(),
        Step::Dismount(side) => may_dismount(look, side).is_empty(),
        Step::Commanders(side) => deploy::commanders_waiting(look, side).is_empty(),
        Step::Done => true,
        _ => false,
    };
    empty.then_some(set_up.step)
}
