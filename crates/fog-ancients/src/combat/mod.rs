//! Impact and melee combat (65, 68): who fights, dice, points of advantage, hits.

pub mod apportion;
mod bouts;
mod choice;
mod dice;
mod fight;
mod fighter;
mod front;
mod melee;
pub mod odds;
mod pairing;
mod poa;
mod resolve;
mod strike;
mod support;
mod tables;
#[cfg(test)]
mod tests;

pub use bouts::part;
pub use choice::{CombatChoice, CombatPrompt, Decided, Waiting};
pub use fight::{Duel, Fight, Part};
pub use odds::odds;
pub use poa::Net;
pub use tables::CombatTable;

use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use aelian_rulebook::rule;

/// FA-COMB-02.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Impact,
    Melee,
}

pub fn next(look: Look<'_>) -> Asked {
    match look.state.stage {
        Stage::FrontRank => front::next(look),
        Stage::Fight => {
            let (_, fight) = planned(look)?;
            Some(match fight.open {
                Some((side, prompt)) => Next::Ask { side, prompt: Prompt::Combat(prompt) },
                None => Next::Forced(Choice::Proceed),
            })
        }
        _ => None,
    }
}

/// The combat that is fought next, with what has been decided for it.
fn planned(look: Look<'_>) -> Option<(Decided, Fight)> {
    let mut decided = match look.state.pending.last() {
        Some(Pending::Combat(Waiting::Fight(decided))) => decided.clone(),
        _ => Decided::default(),
    };
    if look.state.bouts.is_empty() && decided.groups.is_empty() {
        return None;
    }
    let fight = look.next_fight(&decided)?;
    decided.groups = fight.groups;
    Some((decided, fight))
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match (next(look), choice) {
        (Some(Next::Forced(_)), Choice::Proceed) => Verdict::legal(Ghost::default()),
        (Some(Next::Ask { prompt: Prompt::Combat(prompt), .. }), Choice::Combat(answer)) => {
            front::check(look, answer).unwrap_or_else(|| check_answer(&prompt, answer, choice))
        }
        _ => not_asked(choice),
    }
}

fn check_answer(prompt: &CombatPrompt, answer: &CombatChoice, choice: &Choice) -> Verdict<Rules> {
    let (allowed, rule, fact) = match (prompt, answer) {
        (CombatPrompt::Pair { ways }, CombatChoice::Pair(pairs)) => {
            (ways.contains(pairs), rule!("FA-IMP-04"), Fact::Rule)
        }
        (
            CombatPrompt::LoseAgainst { group, against },
            CombatChoice::LoseAgainst { group: own, against: on },
        ) => (group == own && against.contains(on), rule!("FA-ALLOC-05"), Fact::Group(*on)),
        (CombatPrompt::Overlap { base, on }, CombatChoice::Overlap { base: own, on: chosen }) => {
            (base == own && on.contains(chosen), rule!("FA-OVM-04"), Fact::Base(*chosen))
        }
        (CombatPrompt::Opponent { on, by }, CombatChoice::Opponent { base, on: chosen }) => {
            (on == chosen && by.contains(base), rule!("FA-OFF-02"), Fact::Base(*base))
        }
        _ => return not_asked(choice),
    };
    if allowed { Verdict::legal(Ghost::default()) } else { Verdict::refused(rule, fact) }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    if cx.state().stage == Stage::FrontRank {
        front::resolve(cx, choice);
        return Ok(());
    }
    let look = Look::new(cx.rules, cx.state());
    let Some((mut decided, fight)) = planned(look) else { return Ok(()) };
    let was_waiting = !look.state.pending.is_empty();
    let answer = match choice {
        Choice::Combat(answer) => answer,
        _ => {
            if was_waiting {
                cx.emit(Event::Settled);
            }
            return resolve::roll(cx, &fight);
        }
    };
    match answer {
        CombatChoice::Pair(pairs) => decided.pairs.push(pairs.clone()),
        CombatChoice::LoseAgainst { group, against } => decided.losses.push([*group, *against]),
        CombatChoice::Overlap { base, on } => decided.overlaps.push([*base, *on]),
        CombatChoice::Opponent { base, on } => decided.opponents.push([*base, *on]),
        CombatChoice::FrontRank { .. } => {}
    }
    if was_waiting {
        cx.emit(Event::Settled);
    }
    cx.emit(Event::Waits(Pending::Combat(Waiting::Fight(decided))));
    Ok(())
}

/// Every answer: there are never many.
pub fn propose(look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    if look.state.stage == Stage::FrontRank {
        front::propose(look, out);
        return;
    }
    let Some(Next::Ask { prompt: Prompt::Combat(prompt), .. }) = next(look) else { return };
    match prompt {
        CombatPrompt::Pair { ways } => {
            out.extend(ways.into_iter().map(|way| Choice::Combat(CombatChoice::Pair(way))));
        }
        CombatPrompt::LoseAgainst { group, against } => out.extend(
            against.into_iter().map(|against| Choice::Combat(CombatChoice::LoseAgainst { group, against })),
        ),
        CombatPrompt::Overlap { base, on } => {
            out.extend(on.into_iter().map(|on| Choice::Combat(CombatChoice::Overlap { base, on })));
        }
        CombatPrompt::Opponent { on, by } => {
            out.extend(by.into_iter().map(|base| Choice::Combat(CombatChoice::Opponent { base, on })));
        }
        CombatPrompt::FrontRank { .. } => {}
    }
}
