//! What goes without saying in a written case of Hail Caesar.

use super::words;
use crate::case::{Faults, Stated, Tree};
use crate::told::{Names, PieceId};
use aelian_game::{Ruleset as _, Want};
use aelian_hail_caesar::breaks::victors::Act;
use aelian_hail_caesar::charge::{ChargeChoice, ChargePrompt, Response};
use aelian_hail_caesar::command::{CommandChoice, CommandPrompt};
use aelian_hail_caesar::commander::{CommanderChoice, CommanderPrompt};
use aelian_hail_caesar::fight::{FightChoice, FightPrompt, Waiting};
use aelian_hail_caesar::pending::Pending;
use aelian_hail_caesar::ranged::{RangedChoice, RangedPrompt};
use aelian_hail_caesar::scenario::{ScenarioChoice, ScenarioPrompt};
use aelian_hail_caesar::setup::Setup;
use aelian_hail_caesar::stage::Stage;
use aelian_hail_caesar::{Choice, Fact, Look, Prompt, Rules, State};
use aelian_rulebook::RuleId;
use serde_json::{Map, Value};

impl Stated for Rules {
    const CASES_RUN_ON: bool = true;

    fn case_setup(tree: &Tree<'_>, keys: Map<String, Value>) -> Result<(Setup, Names), Faults> {
        super::case::setup(tree, keys)
    }

    fn case_choice(choice: Value) -> Value {
        super::case::spelling::choice(choice)
    }

    /// HC-INTENT-14, HC-CMD-05, HC-ALG-06, HC-GEN-07, HC-TRAV-12: a unit stops as it was told; of several the first is
    /// first; dice that lie are not rolled again; nobody shoots in passing.
    fn unsaid(&self, prompt: &Prompt) -> Option<Choice> {
        match prompt {
            Prompt::Command(CommandPrompt::Ends { facing, .. }) => {
                Some(Choice::Command(CommandChoice::Ends(*facing)))
            }
            Prompt::Command(CommandPrompt::NextUnit { units }) => {
                Some(Choice::Command(CommandChoice::Moves(units.first()?)))
            }
            Prompt::Charge(ChargePrompt::Evades { units, .. }) => {
                Some(Choice::Charge(ChargeChoice::Evades(units.first()?)))
            }
            Prompt::Command(CommandPrompt::Reroll { .. }) => {
                Some(Choice::Command(CommandChoice::Reroll(false)))
            }
            Prompt::Charge(ChargePrompt::Reroll { .. }) => Some(Choice::Charge(ChargeChoice::Reroll(false))),
            Prompt::Ranged(RangedPrompt::Traverse { .. }) => Some(Choice::Ranged(RangedChoice::Done)),
            _ => None,
        }
    }

    /// HC-TURN-03, HC-CMOV-02, HC-ORD-14: an order says that nobody else moves on initiative, that another commander who
    /// has spoken before has finished, and that a commander who has done stays where he is; a commander who rides has
    /// finished his orders; for what comes later in the turn all else is passed.
    ///
    /// HC-ENG-06: how a unit fights, or who joins it, says whose engagement is fought.
    fn left_out(&self, state: &State, prompt: &Prompt, wanted: &Choice) -> Option<Choice> {
        match (prompt, wanted) {
            (Prompt::Fight(FightPrompt::Engagement { engagements }), Choice::Fight(said)) => {
                let unit = match said {
                    FightChoice::Declare(declared) => declared.unit,
                    FightChoice::Join { unit, .. } => *unit,
                    _ => return None,
                };
                let fights = engagements.iter().any(|units| units.contains(unit));
                fights.then_some(Choice::Fight(FightChoice::Engagement { unit }))
            }
            (Prompt::Fight(FightPrompt::Join { .. }), Choice::Fight(FightChoice::Declare(_))) => {
                Some(Choice::Fight(FightChoice::NobodyJoins))
            }
            (
                Prompt::Command(CommandPrompt::Initiative { .. })
                | Prompt::Commander(CommanderPrompt::Move { .. }),
                Choice::Command(
                    CommandChoice::Order(_) | CommandChoice::Finish(_) | CommandChoice::EndOrders,
                ),
            ) => self.passes(prompt),
            (Prompt::Command(CommandPrompt::Orders { .. }), Choice::Command(CommandChoice::Order(order))) => {
                let speaks = Look::new(self, state).speaking().filter(|other| *other != order.commander);
                speaks.map(|other| Choice::Command(CommandChoice::Finish(other)))
            }
            (_, Choice::Command(_)) => None,
            (
                Prompt::Command(CommandPrompt::Orders { commanders, .. }),
                Choice::Commander(CommanderChoice::Move { commander, .. }),
            ) if commanders.contains(*commander) => Some(Choice::Command(CommandChoice::Finish(*commander))),
            _ => self.passes(prompt),
        }
    }

    /// HC-ENG-06, HC-CJOIN-06, HC-CLR-04, HC-VICM-02, HC-BRK-25: nobody joins, closes ranks or moves after a victory; of
    /// several engagements, and of several who test, the first is first.
    fn usual(&self, state: &State, prompt: &Prompt) -> Option<Choice> {
        match prompt {
            Prompt::Fight(FightPrompt::Engagement { engagements }) => {
                let unit = engagements.first()?.first()?;
                Some(Choice::Fight(FightChoice::Engagement { unit }))
            }
            Prompt::Fight(FightPrompt::Join { .. }) => Some(Choice::Fight(FightChoice::NobodyJoins)),
            Prompt::Fight(FightPrompt::Declare { most_attacks: 0, .. }) => {
                let mut answers = Vec::new();
                self.propose(state, Want::All, &mut answers);
                answers.retain(
                    |answer| matches!(answer, Choice::Fight(FightChoice::Declare(said)) if !said.close),
                );
                (answers.len() == 1).then(|| answers.swap_remove(0))
            }
            Prompt::Fight(FightPrompt::Test { units }) => {
                Some(Choice::Fight(FightChoice::Test { unit: units.first()? }))
            }
            Prompt::Fight(FightPrompt::Victors { units }) => {
                Some(Choice::Fight(FightChoice::Victor { unit: units.first()?, act: Act::Stay }))
            }
            Prompt::Ranged(RangedPrompt::Test { units }) => {
                Some(Choice::Ranged(RangedChoice::Test(units.first()?)))
            }
            _ => None,
        }
    }

    /// HC-TURN-02: no initiative, no orders, no commander moves, nobody shoots; nobody comes on or out who need not.
    fn passes(&self, prompt: &Prompt) -> Option<Choice> {
        match prompt {
            Prompt::Command(CommandPrompt::Initiative { .. }) => {
                Some(Choice::Command(CommandChoice::EndInitiative))
            }
            Prompt::Command(CommandPrompt::Orders { .. }) => Some(Choice::Command(CommandChoice::EndOrders)),
            Prompt::Commander(CommanderPrompt::Move { .. }) => Some(Choice::Commander(CommanderChoice::Stay)),
            Prompt::Ranged(RangedPrompt::Shoot { .. }) => Some(Choice::Ranged(RangedChoice::Done)),
            Prompt::Scenario(prompt) => no_to(prompt).map(Choice::Scenario),
            _ => None,
        }
    }

    /// HC-ALLOC-01: how a unit fights is asked unit by unit.
    fn is_of_another(choice: &Choice, prompt: &Prompt) -> bool {
        match (prompt, choice) {
            (Prompt::Fight(FightPrompt::Declare { unit, .. }), Choice::Fight(FightChoice::Declare(said))) => {
                said.unit != *unit
            }
            _ => false,
        }
    }

    fn is_forced(choice: &Choice) -> bool {
        *choice == Choice::Proceed
    }

    fn is_answer(choice: &Choice, prompt: &Prompt) -> bool {
        match (prompt, choice) {
            (Prompt::Fight(FightPrompt::Join { .. }), Choice::Fight(choice)) => {
                matches!(choice, FightChoice::Join { .. } | FightChoice::NobodyJoins)
            }
            (Prompt::Fight(FightPrompt::Declare { unit, .. }), Choice::Fight(FightChoice::Declare(said))) => {
                said.unit == *unit
            }
            (Prompt::Ranged(RangedPrompt::Traverse { .. }), Choice::Ranged(choice)) => {
                matches!(choice, RangedChoice::Traverse(_) | RangedChoice::Done)
            }
            (Prompt::Command(CommandPrompt::Initiative { .. }), Choice::Command(choice)) => {
                matches!(choice, CommandChoice::Initiative { .. } | CommandChoice::EndInitiative)
            }
            (Prompt::Command(CommandPrompt::Orders { .. }), Choice::Command(choice)) => {
                matches!(
                    choice,
                    CommandChoice::Order(_) | CommandChoice::Finish(_) | CommandChoice::EndOrders
                )
            }
            (Prompt::Commander(CommanderPrompt::Move { .. }), Choice::Commander(choice)) => {
                matches!(choice, CommanderChoice::Move { .. } | CommanderChoice::Stay)
            }
            _ => false,
        }
    }

    fn is_for(choice: &Choice, prompt: &Prompt) -> bool {
        use CommandChoice as C;
        use CommandPrompt as P;
        match (prompt, choice) {
            // HC-RESP-03: before a charge is made he may say so who can only stand.
            (Prompt::Command(P::NextUnit { .. }), Choice::Charge(ChargeChoice::Respond(_))) => true,
            (Prompt::Command(prompt), Choice::Command(choice)) => match prompt {
                P::Initiative { .. } => matches!(choice, C::Initiative { .. } | C::EndInitiative),
                P::Orders { .. } => {
                    matches!(choice, C::Order(_) | C::Finish(_) | C::EndOrders | C::Retire(_))
                }
                P::Reroll { .. } => matches!(choice, C::Reroll(_)),
                P::NextUnit { .. } => matches!(choice, C::Moves(_)),
                P::Step { .. } => matches!(choice, C::Step(_) | C::Stop),
                P::Retire { .. } => matches!(choice, C::Retire(_)),
                P::Ends { .. } => matches!(choice, C::Ends(_)),
            },
            (Prompt::Charge(prompt), Choice::Charge(choice)) => matches!(
                (prompt, choice),
                (ChargePrompt::Respond { .. }, ChargeChoice::Respond(_))
                    | (ChargePrompt::Reroll { .. }, ChargeChoice::Reroll(_))
                    | (ChargePrompt::Evades { .. }, ChargeChoice::Evades(_))
            ),
            (Prompt::Fight(prompt), Choice::Fight(choice)) => FightPrompt::may_be_answered(prompt, choice),
            (Prompt::Commander(_), Choice::Commander(_))
            | (Prompt::Ranged(_), Choice::Ranged(_))
            | (Prompt::Breaks(_), Choice::Breaks(_))
            | (Prompt::Scenario(_), Choice::Scenario(_))
            | (Prompt::SetUp(_), Choice::SetUp(_))
            | (Prompt::Again { .. }, Choice::Again(_)) => true,
            _ => false,
        }
    }

    /// HC-CMOV-02: nobody moves, neither now that a commander has given his orders nor at the end of the part.
    fn is_meant_again(choice: &Choice, prompt: &Prompt) -> bool {
        *choice == Choice::Commander(CommanderChoice::Stay)
            && matches!(prompt, Prompt::Commander(CommanderPrompt::Move { .. }))
    }

    /// HC-ORD-13: a commander who has nobody left to order has finished by himself.
    fn is_past(&self, state: &State, choice: &Choice) -> bool {
        match choice {
            Choice::Command(CommandChoice::Finish(commander)) => {
                state.has_commander(*commander) && state.commander(*commander).finished
            }
            _ => false,
        }
    }

    fn declines(choice: &Choice) -> bool {
        match choice {
            Choice::Command(choice) => {
                // The last unit of a group moves by itself.
                use CommandChoice::{EndInitiative, EndOrders, Finish, Moves, Reroll};
                matches!(choice, EndInitiative | EndOrders | Finish(_) | Moves(_) | Reroll(false))
            }
            Choice::Charge(choice) => {
                matches!(choice, ChargeChoice::Reroll(false) | ChargeChoice::Respond(Response::Stand))
            }
            Choice::Ranged(choice) => matches!(choice, RangedChoice::Done),
            // It strikes as it does anyway.
            Choice::Fight(FightChoice::Declare(said)) => {
                !said.close && said.attacks == 0 && said.split.is_empty()
            }
            Choice::Fight(choice) => matches!(
                choice,
                FightChoice::NobodyJoins
                    | FightChoice::Demand(false)
                    | FightChoice::StepAside(false)
                    | FightChoice::Victor { act: Act::Stay, .. }
            ),
            Choice::Commander(choice) => matches!(choice, CommanderChoice::Stay),
            Choice::Again(again) => !again,
            _ => false,
        }
    }

    fn case_moment(&self, state: &State) -> String {
        format!("{}, {:?}", words::turn(state), state.part)
    }

    /// HC-CMD-04, HC-BDIV-02: an order is carried out as soon as it is given, and a charge with it; the Command part ends with what breaks at
    /// its end.
    fn is_unfinished(state: &State) -> bool {
        match state.pending.last() {
            Some(Pending::Command(_) | Pending::Charge(_)) => true,
            Some(Pending::Fight(waiting)) => !matches!(waiting, Waiting::Round(_)),
            _ => state.stage == Stage::CommandEnd,
        }
    }

    fn odds_word(choice: &Choice) -> Option<(&'static str, PieceId)> {
        match choice {
            Choice::Fight(FightChoice::Engagement { unit }) => Some(("odds", PieceId::from(unit.0))),
            _ => None,
        }
    }

    fn is_not_theirs(fact: &Fact) -> bool {
        matches!(fact, Fact::NotYours(_))
    }

    /// HC-TEST-C2, HC-TEST-C3, HC-TEST-C4, HC-TEST-C5, HC-TEST-C6: how many moves an order gives.
    fn told_throw(rule: RuleId, fact: &Fact) -> Option<String> {
        match fact {
            Fact::Order { .. } if rule.as_str() == "HC-TEST-C6" => Some("a double six".to_owned()),
            Fact::Order { moves: 0, .. } => Some("the order fails".to_owned()),
            Fact::Order { moves: 1, .. } => Some("one move".to_owned()),
            Fact::Order { moves, .. } => Some(format!("{moves} moves")),
            _ => None,
        }
    }

    /// HC-TURN-02, HC-TURN-03.
    fn is_untimely(rule: RuleId) -> bool {
        ["HC-TURN-02", "HC-TURN-03"].contains(&rule.as_str())
    }
}

/// The answer to a question of a battle by which nothing is done; none where something must be.
fn no_to(prompt: &ScenarioPrompt) -> Option<ScenarioChoice> {
    match prompt {
        ScenarioPrompt::Spring(_) => Some(ScenarioChoice::Spring(false)),
        ScenarioPrompt::Druids => Some(ScenarioChoice::Druids(false)),
        ScenarioPrompt::Signal(_)
        | ScenarioPrompt::BringOn(_)
        | ScenarioPrompt::Sack(_)
        | ScenarioPrompt::Placing(_) => Some(ScenarioChoice::Pass),
        ScenarioPrompt::Relief { .. } | ScenarioPrompt::Herdsman => None,
    }
}
