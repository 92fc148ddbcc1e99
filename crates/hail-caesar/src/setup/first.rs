//! Who has the first turn (HC-SETUP-05): by the setup, or else the winner of a roll decides.

use super::{SetUpChoice, SetUpPrompt};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::scenario::{FirstTurn, ScenarioEvent};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Side, Verdict};
use aelian_rulebook::rule;

pub fn next(look: Look<'_>) -> Asked {
    if !look.rules.dice_for_first {
        return None;
    }
    match look.state.script.first {
        FirstTurn::Open => Some(Next::Forced(Choice::Proceed)),
        FirstTurn::Chooses(side) => Some(Next::Ask { side, prompt: Prompt::SetUp(SetUpPrompt::FirstTurn) }),
        FirstTurn::Settled => None,
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    let fits = matches!(
        (look.state.script.first, choice),
        (FirstTurn::Open, Choice::Proceed) | (FirstTurn::Chooses(_), Choice::SetUp(SetUpChoice::GoFirst(_)))
    );
    if fits && look.rules.dice_for_first {
        Verdict::legal(Ghost::default())
    } else {
        Verdict::refused(rule!("HC-SETUP-05"), Fact::NotAsked)
    }
}

/// HC-SETUP-05: a die each, the higher chooses; a tie is rolled again.
pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match (cx.state().script.first, choice) {
        (FirstTurn::Open, _) => {
            let red = rolls::die(cx, rule!("HC-SETUP-05"))?;
            let blue = rolls::die(cx, rule!("HC-SETUP-05"))?;
            cx.cite(rule!("HC-SETUP-05"), || Fact::Result { red, blue });
            if red != blue {
                let side = if red > blue { Side::Red } else { Side::Blue };
                cx.emit(Event::Scenario(ScenarioEvent::First(FirstTurn::Chooses(side))));
            }
        }
        (FirstTurn::Chooses(side), Choice::SetUp(SetUpChoice::GoFirst(first))) => {
            let active = if *first { side } else { side.other() };
            cx.emit(Event::Scenario(ScenarioEvent::First(FirstTurn::Settled)));
            cx.emit(Event::Scenario(ScenarioEvent::Begins(active)));
        }
        _ => {}
    }
    Ok(())
}

pub fn propose(out: &mut Proposals<Rules>) {
    out.extend([true, false].map(|first| Choice::SetUp(SetUpChoice::GoFirst(first))));
}
