//! How set-up goes on step by step (FA-SET-04), and the steps that ambushes and marches take during the battle.

use super::choice::{Adjustment, Pick, SetUpChoice, SetUpPrompt};
use super::progress::{Picked, SetUp, SetUpEvent, Step};
use super::{Waiting, ambush, arrival, deploy, lay, march, terrain, works};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::field::{AreaKind, Level, Piece, TableEdge};
use crate::flow::not_asked;
use crate::ids::{GroupId, GroupSet};
use crate::impact::evade::{self, EvadeOrder, Threat};
use crate::pending::Pending;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use crate::state::State;
use aelian_dice::{NeedRoll, Sampler, Throw};
use aelian_game::{Cx, Next, Proposals, Side, Verdict, Want};
use aelian_geometry::Vec2;
use aelian_rulebook::{Reason, rule};

type Reasons = Vec<Reason<Fact>>;

pub fn next(look: Look<'_>) -> Asked {
    if let Some(waiting) = waiting(look.state) {
        return next_waiting(look, waiting);
    }
    match look.state.stage {
        Stage::Marches => march::to_roll(look).map(|_| Next::Forced(Choice::Proceed)),
        Stage::Arrivals => arrival::next(look),
        _ => before_battle(look),
    }
}

/// What waits on top of the stack, if it is this chapter's.
fn waiting(state: &State) -> Option<&Waiting> {
    match state.pending.last() {
        Some(Pending::SetUp(waiting)) => Some(waiting),
        _ => None,
    }
}

fn next_waiting(look: Look<'_>, waiting: &Waiting) -> Asked {
    let ask = |side: Side, prompt: SetUpPrompt| Some(Next::Ask { side, prompt: Prompt::SetUp(prompt) });
    match waiting {
        Waiting::Reveal { marker } => ambush::next(look, *marker),
        Waiting::Surprised { groups, from } => match evades(look, *groups, *from).as_slice() {
            [] => Some(Next::Forced(Choice::Proceed)),
            [only] => Some(Next::Forced(Choice::SetUp(SetUpChoice::Evade(*only)))),
            [first, ..] => {
                let side = look.state.group(first.group).side;
                ask(side, SetUpPrompt::Surprised { groups: still_there(look, *groups) })
            }
        },
        Waiting::Enter { named, .. } => {
            let groups = named.iter().map(|one| one.group).collect();
            ask(look.state.active, SetUpPrompt::Enter { groups })
        }
    }
}

fn still_there(look: Look<'_>, groups: GroupSet) -> GroupSet {
    let flees = |id: &GroupId| look.state.group(*id).on_table() && !look.state.group(*id).is_broken();
    groups.iter().filter(flees).collect()
}

/// FA-FLANK-20, FA-EV-11: every way in which these may evade.
fn evades(look: Look<'_>, groups: GroupSet, from: TableEdge) -> Vec<EvadeOrder> {
    let threat = Threat::of_arrival(from);
    still_there(look, groups).iter().flat_map(|id| evade::orders(look, id, &threat)).collect()
}

/// FA-SET-04, FA-CAMP-01, FA-DEC-01 to FA-DEC-10: who is asked what before the battle.
fn before_battle(look: Look<'_>) -> Asked {
    let set_up = look.state.set_up.as_ref()?;
    let initiative = look.state.initiative;
    let ask = |side: Side, prompt: SetUpPrompt| Some(Next::Ask { side, prompt: Prompt::SetUp(prompt) });
    let proceed = Some(Next::Forced(Choice::Proceed));
    match set_up.step {
        Step::Initiative => proceed,
        // FA-DEC-01.
        Step::Territory => ask(initiative, SetUpPrompt::Territory { of: set_up.territories.clone() }),
        // FA-DEC-02.
        Step::Compulsory(side) => {
            ask(side, SetUpPrompt::Compulsory { kinds: set_up.compulsory_left(side, initiative) })
        }
        // FA-DEC-03, FA-TERR-11: nothing is laid before both have picked.
        Step::Further(side) => {
            let territory = set_up.territory?;
            ask(side, SetUpPrompt::Further { territory })
        }
        // FA-DEC-04, FA-DEC-05.
        Step::Terrain => terrain_next(set_up),
        // FA-DEC-06, FA-CAMP-01.
        Step::Works(side) => ask(side, SetUpPrompt::Fortify { pieces: set_up.works[side.index()] }),
        Step::Camp(side) => ask(side, SetUpPrompt::Camp),
        Step::Markers(side) => ask(side, SetUpPrompt::Markers),
        // FA-DEC-07.
        Step::Marches(side) => ask(side, SetUpPrompt::Marches),
        // FA-DEC-08.
        Step::Deploy(side) => ask(side, SetUpPrompt::Deploy { groups: set_up.batch(look, side) }),
        // FA-DEC-09.
        Step::Dismount(side) => ask(side, SetUpPrompt::Dismount { groups: may_dismount(look, side) }),
        // FA-DEC-10.
        Step::Commanders(side) => {
            ask(side, SetUpPrompt::Commanders { commanders: deploy::commanders_waiting(look, side) })
        }
        Step::Done => proceed,
    }
}

/// FA-PLACE-01, FA-PLACE-07 to FA-PLACE-09: dice first, then their player's decision.
fn terrain_next(set_up: &SetUp) -> Asked {
    let proceed = Some(Next::Forced(Choice::Proceed));
    let ask = |side: Side, prompt: SetUpPrompt| Some(Next::Ask { side, prompt: Prompt::SetUp(prompt) });
    if let Some(adjusting) = &set_up.adjusting {
        let picked = set_up.picked(adjusting.pick)?;
        return match adjusting.die {
            None => proceed,
            Some(die) => ask(picked.by.other(), SetUpPrompt::Adjust { piece: adjusting.pick, die }),
        };
    }
    let Some(picked) = set_up.to_lay.first().and_then(|pick| set_up.picked(*pick)) else { return proceed };
    if lay::has_die(&picked.pick) && set_up.die.is_none() {
        return proceed;
    }
    let area = set_up.die.map(lay::area_of);
    ask(picked.by, SetUpPrompt::Lay { pick: picked.pick, area })
}

/// FA-DISM-02: groups that may dismount after all groups stand.
fn may_dismount(look: Look<'_>, side: Side) -> GroupSet {
    look.state.on_table_of(side).filter(|id| look.may_dismount(*id)).collect()
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    let asked = next(look);
    let choice = match (choice, &asked) {
        (Choice::Proceed, Some(Next::Forced(Choice::Proceed))) => return Verdict::legal(Ghost::default()),
        (Choice::SetUp(choice), Some(Next::Ask { .. })) => choice,
        (Choice::SetUp(choice), Some(Next::Forced(Choice::SetUp(_)))) => choice,
        _ => return not_asked(choice),
    };
    match faults(look, choice) {
        Some(faults) if faults.is_empty() => Verdict::legal(ghost(look, choice)),
        Some(breaches) => Verdict { breaches, consequences: Vec::new(), ghost: Ghost::default(), plan: None },
        None => Verdict::refused(rule!("FA-SET-04"), Fact::NotAsked),
    }
}

/// Why the choice is refused; none of the reasons if it is legal; `None` if it is not what was asked.
fn faults(look: Look<'_>, choice: &SetUpChoice) -> Option<Reasons> {
    if let Some(waiting) = waiting(look.state) {
        return match (waiting, choice) {
            (Waiting::Reveal { marker }, SetUpChoice::Reveal(deployed)) => {
                Some(ambush::reveal_faults(look, *marker, deployed))
            }
            (Waiting::Surprised { groups, from }, SetUpChoice::Evade(order)) => {
                Some(surprised_faults(look, *groups, *from, order))
            }
            (Waiting::Enter { commander, named }, SetUpChoice::Arrive(deployed)) => {
                Some(arrival::enter_faults(look, *commander, named, deployed))
            }
            _ => None,
        };
    }
    if look.state.stage == Stage::Arrivals {
        return match choice {
            SetUpChoice::Arrive(deployed) => Some(arrival::faults(look, deployed)),
            _ => None,
        };
    }
    let set_up = look.state.set_up.as_ref()?;
    let initiative = look.state.initiative;
    Some(match (set_up.step, choice) {
        (Step::Territory, SetUpChoice::Territory(territory)) => {
            let listed = set_up.territories.contains(territory);
            if listed { Vec::new() } else { vec![Reason::new(rule!("FA-INIT-06"), Fact::Rule)] }
        }
        (Step::Compulsory(side), SetUpChoice::Compulsory(pick)) => {
            set_up.compulsory_faults(side, initiative, pick)
        }
        (Step::Further(side), SetUpChoice::Further(picks)) => {
            set_up.further_faults(side, initiative, &picks[..picks.len().min(16)])
        }
        (Step::Terrain, SetUpChoice::Lay(laying)) if set_up.adjusting.is_none() => {
            let picked = set_up.picked(*set_up.to_lay.first()?)?;
            lay::faults(look, picked.by, &picked.pick, set_up.die, laying)
        }
        (Step::Terrain, SetUpChoice::CannotLay) if set_up.adjusting.is_none() => {
            let picked = set_up.picked(*set_up.to_lay.first()?)?;
            let room = lay::has_place(look, picked.by, &picked.pick, set_up.die);
            if room { vec![Reason::new(rule!("FA-PLACE-16"), Fact::Rule)] } else { Vec::new() }
        }
        (Step::Terrain, SetUpChoice::Adjust(how)) => {
            let adjusting = set_up.adjusting?;
            let picked = set_up.picked(adjusting.pick)?;
            lay::adjusted(look, &picked.pick, adjusting.die?, how).err().unwrap_or_default()
        }
        (Step::Works(side), SetUpChoice::Fortify(poses)) => {
            works::fortify_faults(look, side, set_up.works[side.index()], poses)
        }
        (Step::Camp(side), SetUpChoice::Camp(pose)) => works::camp_faults(look, side, *pose),
        (Step::Markers(side), SetUpChoice::Markers(markers)) => ambush::marker_faults(look, side, markers),
        (Step::Marches(side), SetUpChoice::Marches(marches)) => march::faults(look, side, marches),
        (Step::Deploy(side), SetUpChoice::Deploy(deployed)) => {
            deploy::faults(look, side, set_up.batch(look, side), deployed)
        }
        (Step::Dismount(side), SetUpChoice::Dismount(groups)) => {
            let wrong = groups.minus(may_dismount(look, side));
            wrong.iter().map(|group| Reason::new(rule!("FA-DISM-01"), Fact::Group(group))).collect()
        }
        (Step::Commanders(side), SetUpChoice::Commanders(placed)) => {
            deploy::commander_faults(look, side, placed)
        }
        _ => return None,
    })
}

/// FA-FLANK-20: one of them, away from the edge, with a turn that brings it nearest to that direction.
fn surprised_faults(look: Look<'_>, groups: GroupSet, from: TableEdge, order: &EvadeOrder) -> Reasons {
    if !still_there(look, groups).contains(order.group) {
        return vec![Reason::new(rule!("FA-FLANK-20"), Fact::Group(order.group))];
    }
    evade::check_order(look, order, &Threat::of_arrival(from)).breaches
}

/// Where the bases would stand.
fn ghost(look: Look<'_>, choice: &SetUpChoice) -> Ghost {
    if let (SetUpChoice::Evade(order), Some(Waiting::Surprised { from, .. })) = (choice, waiting(look.state))
    {
        return evade::check_order(look, order, &Threat::of_arrival(*from)).ghost;
    }
    let deployed: &[_] = match choice {
        SetUpChoice::Deploy(all) | SetUpChoice::Arrive(all) => all,
        SetUpChoice::Reveal(one) => std::slice::from_ref(one),
        _ => &[],
    };
    let moves = deployed.iter().flat_map(|one| deploy::formed(look, one).0).collect();
    Ghost { moves, ..Ghost::default() }
}

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
    let given = look.state.set_up.as_ref().is_some_and(|set_up| set_up.given);
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
    let step = if given { Step::Works(winner.other()) } else { Step::Territory };
    cx.emit(Event::SetUp(SetUpEvent::Goes(step)));
    Ok(())
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

pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    let mut own = Sampler::new(0);
    let (all, sampler) = match want {
        Want::All => (true, &mut own),
        Want::Sample(_, sampler) => (false, sampler),
    };
    let mut put = |choices: Vec<SetUpChoice>, sampler: &mut Sampler| {
        if all {
            out.extend(choices.into_iter().map(Choice::SetUp));
        } else {
            out.extend(works::one(choices, sampler).map(Choice::SetUp));
        }
    };
    if let Some(waiting) = waiting(look.state) {
        put(answers(look, waiting), sampler);
        return;
    }
    if look.state.stage == Stage::Arrivals {
        put(arrival::ways(look).into_iter().map(SetUpChoice::Arrive).collect(), sampler);
        return;
    }
    let Some(set_up) = look.state.set_up.as_ref() else { return };
    let choices = choices(look, set_up, sampler);
    put(choices, sampler);
}

/// Answers to what waits.
fn answers(look: Look<'_>, waiting: &Waiting) -> Vec<SetUpChoice> {
    match waiting {
        Waiting::Reveal { marker } => {
            ambush::ways(look, *marker).into_iter().map(SetUpChoice::Reveal).collect()
        }
        Waiting::Surprised { groups, from } => {
            evades(look, *groups, *from).into_iter().map(SetUpChoice::Evade).collect()
        }
        Waiting::Enter { commander, named } => {
            arrival::ways_in(look, *commander, named).into_iter().map(SetUpChoice::Arrive).collect()
        }
    }
}

/// Answers to the present question: all of a short list, or a fixed or drawn sample of places.
fn choices(look: Look<'_>, set_up: &SetUp, sampler: &mut Sampler) -> Vec<SetUpChoice> {
    let initiative = look.state.initiative;
    match set_up.step {
        Step::Territory => set_up.territories.iter().copied().map(SetUpChoice::Territory).collect(),
        Step::Compulsory(side) => {
            let good = |pick: &Pick| set_up.compulsory_faults(side, initiative, pick).is_empty();
            let picks = AreaKind::ALL.into_iter().flat_map(terrain::picks_of).filter(good);
            picks.map(SetUpChoice::Compulsory).collect()
        }
        Step::Further(side) => {
            further(set_up, side, initiative).into_iter().map(SetUpChoice::Further).collect()
        }
        Step::Terrain => terrain_choices(look, set_up, sampler),
        Step::Works(side) => works::rows(look, side, set_up.works[side.index()])
            .into_iter()
            .map(SetUpChoice::Fortify)
            .collect(),
        Step::Camp(side) => works::camps(look, side).into_iter().map(SetUpChoice::Camp).collect(),
        Step::Markers(side) => ambush::choices(look, side).into_iter().map(SetUpChoice::Markers).collect(),
        Step::Marches(side) => march::choices(look, side).into_iter().map(SetUpChoice::Marches).collect(),
        Step::Deploy(side) => {
            let batch = set_up.batch(look, side);
            let found = (0..3).filter_map(|_| deploy::by_lot(look, side, batch, sampler));
            found.map(SetUpChoice::Deploy).collect()
        }
        Step::Dismount(side) => {
            let able = may_dismount(look, side);
            let each = able.iter().map(GroupSet::one).filter(|one| *one != able);
            [GroupSet::EMPTY, able].into_iter().chain(each).map(SetUpChoice::Dismount).collect()
        }
        Step::Commanders(side) => {
            let placed = (0..4).map(|turn| deploy::commanders_behind(look, side, turn));
            let good = placed.filter(|placed| deploy::commander_faults(look, side, placed).is_empty());
            good.map(SetUpChoice::Commanders).collect()
        }
        Step::Initiative | Step::Done => Vec::new(),
    }
}

/// A sample: a river or a coast, one large piece, and all pairs of pieces that the territory still has, of both sizes
/// and with every covering.
fn further(set_up: &SetUp, side: Side, initiative: Side) -> Vec<Vec<Pick>> {
    let mut single: Vec<Pick> = AreaKind::ALL
        .into_iter()
        .filter(|kind| *kind != AreaKind::Coast && set_up.most(*kind) > 0)
        .flat_map(terrain::picks_of)
        .collect();
    single.push(Pick::Road);
    let mut found: Vec<Vec<Pick>> = vec![vec![Pick::River], vec![Pick::Coast]];
    for (at, one) in single.iter().enumerate() {
        found.push(vec![*one]);
        found.extend(single[at..].iter().map(|other| vec![*one, *other]));
    }
    found.retain(|picks| set_up.further_faults(side, initiative, picks).is_empty());
    found
}

fn terrain_choices(look: Look<'_>, set_up: &SetUp, sampler: &mut Sampler) -> Vec<SetUpChoice> {
    if let Some(adjusting) = &set_up.adjusting {
        let Some(picked) = set_up.picked(adjusting.pick) else { return Vec::new() };
        let die = adjusting.die.unwrap_or_default();
        let slides = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)].into_iter().flat_map(|(x, y)| {
            [3.0, 6.0, 12.0].map(|far| Adjustment::Slide { by: Vec2::new(x, y) * look.mu(far) })
        });
        let corners = look.state.field.areas.last().map(|area| area.outline.points().to_vec());
        let pivots = corners
            .unwrap_or_default()
            .into_iter()
            .step_by(4)
            .flat_map(|about| [90.0, 180.0, 270.0].map(|degrees| Adjustment::Pivot { about, degrees }));
        let all = [Adjustment::Leave, Adjustment::Remove].into_iter().chain(slides).chain(pivots);
        let good = all.filter(|how| lay::adjusted(look, &picked.pick, die, how).is_ok());
        return good.map(SetUpChoice::Adjust).collect();
    }
    let Some(picked) = set_up.to_lay.first().and_then(|pick| set_up.picked(*pick)) else { return Vec::new() };
    match lay::draw(look, picked.by, &picked.pick, set_up.die, sampler) {
        Some(laying) => vec![SetUpChoice::Lay(laying)],
        None => {
            let candidates = lay::candidates(look, &picked.pick, 0).into_iter();
            let legal = candidates
                .filter(|laying| lay::faults(look, picked.by, &picked.pick, set_up.die, laying).is_empty());
            let mut found: Vec<SetUpChoice> = legal.take(1).map(SetUpChoice::Lay).collect();
            if found.is_empty() {
                found.push(SetUpChoice::CannotLay);
            }
            found
        }
    }
}
