//! Hand-to-hand combat (55): engagements, dice, supports, results.
//!
//! A round of one engagement is a waiting step ([`Round`]) that goes through the steps of 55.2. What comes of its break
//! tests (60.6 to 60.13) waits on top of it.

mod attacks;
mod declare;
mod end;
mod engagement;
pub mod odds;
mod reallocate;
mod result;
mod round;
mod share;
mod strike;
mod supports;
#[cfg(test)]
mod tests;
mod trial;

pub use attacks::{Split, Splits};
pub use declare::Declared;
pub use odds::{Aftermath, FightOdds, UnitOdds, odds};
pub use round::{Round, Step, Strike, Supporting, Test};
pub use share::{Kept, Share, Shares};

pub(crate) use end::{meet, part};
pub(crate) use engagement::begin;
pub(crate) use result::queue_supports;
pub(crate) use round::{keep, with_round};

use crate::again::Second;
use crate::breaks::{ground, sweep, victors};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow;
use crate::foreign::Has;
use crate::ids::{CommanderId, UnitId, UnitSet};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::state::Combat;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use aelian_geometry::{Pose, Rect};
use aelian_rulebook::rule;
use serde::{Deserialize, Serialize};

/// What a player may answer in this chapter, and after its break tests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FightChoice {
    /// HC-ENG-06: the engagement of this unit is fought now.
    Engagement { unit: UnitId },
    /// HC-CJOIN-01.
    Join { commander: CommanderId, unit: UnitId },
    /// HC-CJOIN-06: nobody joins, or nobody more.
    NobodyJoins,
    /// HC-CLR-02, HC-ATT-06, HC-ALLOC-01.
    Declare(Declared),
    /// HC-SUPP-34, HC-SUPP-36: how a support shares out its dice.
    Share { unit: UnitId, shares: Shares },
    /// HC-REAL-03: how many of its excess casualties each support takes.
    Excess { unit: UnitId, shares: Vec<(UnitId, u8)> },
    /// HC-BRK-25: this unit tests next.
    Test { unit: UnitId },
    /// HC-ELE-01: whether the higher die must be rolled again.
    Demand(bool),
    /// HC-GIVE-10: whether the friend steps aside.
    StepAside(bool),
    /// HC-GIVE-16: the friend steps aside and makes room there.
    MakeRoom(Pose),
    /// HC-VICM-02, HC-SWEEP-01: what a victor does.
    Victor { unit: UnitId, act: victors::Act },
}

/// What a player is asked in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FightPrompt {
    /// Which of these engagements is fought next; each as the set of its fighting units.
    Engagement { engagements: Vec<UnitSet> },
    /// Whether a commander joins one of these units.
    Join { ways: Vec<(CommanderId, UnitId)> },
    /// What a unit does in this round.
    Declare { unit: UnitId, may_close: bool, most_attacks: u8, foes: UnitSet },
    /// How a support shares out its dice between friends and enemies.
    Share { unit: UnitId, ways: Vec<Shares> },
    /// How the excess casualties of a unit are shared out.
    Excess { unit: UnitId, ways: Vec<Vec<(UnitId, u8)>> },
    /// Which of these units tests next.
    Test { units: UnitSet },
    /// Whether the higher die of this unit's test must be rolled again.
    Demand { unit: UnitId, dice: [u8; 2] },
    /// Whether a friend steps aside for a unit that gives ground.
    StepAside { unit: UnitId, friend: UnitId },
    /// What the victors do, one after the other.
    Victors { units: UnitSet },
}

impl FightPrompt {
    /// Whether an answer, right or wrong, is one to this question.
    pub fn may_be_answered(&self, answer: &FightChoice) -> bool {
        use FightChoice as C;
        matches!(
            (self, answer),
            (Self::Engagement { .. }, C::Engagement { .. })
                | (Self::Join { .. }, C::Join { .. } | C::NobodyJoins)
                | (Self::Declare { .. }, C::Declare(_))
                | (Self::Share { .. }, C::Share { .. })
                | (Self::Excess { .. }, C::Excess { .. })
                | (Self::Test { .. }, C::Test { .. })
                | (Self::Demand { .. }, C::Demand(_))
                | (Self::StepAside { .. }, C::StepAside(_) | C::MakeRoom(_))
                | (Self::Victors { .. }, C::Victor { .. })
        )
    }

    /// The same, and of the piece that is asked.
    fn asks_for(&self, answer: &FightChoice) -> bool {
        match (self, answer) {
            (Self::Share { unit, .. }, FightChoice::Share { unit: named, .. }) => unit == named,
            (Self::Victors { units }, FightChoice::Victor { unit, .. }) => units.contains(*unit),
            _ => self.may_be_answered(answer),
        }
    }
}

/// What waits in this chapter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    /// 55.2: an engagement fights a round.
    Round(Box<Round>),
    /// 60.7: a unit gives ground.
    Ground(Box<ground::Ground>),
    /// HC-SWEEP-04: a victor charges on; `was`: what it remembered of its fight.
    Swept { unit: UnitId, was: Combat },
    /// HC-SUPM-06: the supports of a victor that charges on go with it, with as many moves; `from`: where it stood.
    Trails { unit: UnitId, supports: UnitSet, from: Rect, moves: u8 },
    /// HC-EVADE-10: a charger that has caught an evader says what it does.
    Victory { unit: UnitId },
}

impl Waiting {
    /// Whether every id in it is one of this state's.
    pub(crate) fn fits(&self, has: &Has<'_>) -> bool {
        match self {
            Waiting::Round(round) => round.fits(has),
            Waiting::Ground(ground) => ground.fits(has),
            Waiting::Swept { unit, .. } | Waiting::Victory { unit } => has.unit(*unit),
            Waiting::Trails { unit, supports, .. } => has.unit(*unit) && has.units(*supports),
        }
    }

    fn of(look: Look<'_>) -> Option<&Waiting> {
        match look.state.pending.last() {
            Some(Pending::Fight(waiting)) => Some(waiting),
            _ => None,
        }
    }
}

pub fn next(look: Look<'_>) -> Asked {
    match look.state.pending.last() {
        Some(Pending::Fight(Waiting::Round(round))) => round::due(look, round).map(|(_, next)| next),
        Some(Pending::Fight(Waiting::Ground(ground))) => ground::next(look, ground),
        Some(Pending::Fight(Waiting::Swept { .. } | Waiting::Trails { .. })) => {
            Some(Next::Forced(Choice::Proceed))
        }
        Some(Pending::Fight(Waiting::Victory { unit })) => sweep::asked(look, *unit),
        Some(_) => None,
        None => engagement::next(look),
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match (next(look), choice) {
        (Some(next), choice) if next.unasked() == Some(choice) => Verdict::legal(Ghost::default()),
        (Some(next), Choice::Fight(answer)) => {
            let put = match next.question() {
                Some((_, Prompt::Fight(prompt))) => Some(prompt.clone()),
                _ => None,
            };
            let spoken_to = put.clone().filter(|prompt| prompt.asks_for(answer));
            match spoken_to.or_else(|| aside(look, answer)).or(put) {
                Some(prompt) => check_answer(look, &prompt, answer),
                None => unasked(look, answer),
            }
        }
        _ => flow::not_asked(choice),
    }
}

/// A question that is not put since it has only one answer, which may be given all the same.
fn aside(look: Look<'_>, answer: &FightChoice) -> Option<FightPrompt> {
    match look.state.pending.last() {
        Some(Pending::Fight(Waiting::Round(round))) => round::aside(look, round, answer),
        _ => None,
    }
}

/// HC-VICM-02, HC-VICM-10, HC-ENDC-01: why nobody asks for this once the result is known: nobody has won, or not this
/// unit; it has no test to take.
fn unasked(look: Look<'_>, answer: &FightChoice) -> Verdict<Rules> {
    let after = [Step::Reallocate, Step::Tests, Step::Victors, Step::CleanUp];
    let round = match look.state.pending.last() {
        Some(Pending::Fight(Waiting::Round(round))) if after.contains(&round.step) => round,
        _ => return Verdict::refused(rule!("HC-TURN-02"), Fact::NotAsked),
    };
    match answer {
        FightChoice::Victor { unit, .. } if round.winner.is_none() && look.state.has_unit(*unit) => {
            Verdict::refused(rule!("HC-VICM-10"), Fact::Unit(*unit))
        }
        FightChoice::Victor { unit, .. } if look.state.has_unit(*unit) && !round.victors.contains(*unit) => {
            Verdict::refused(rule!("HC-VICM-02"), Fact::Unit(*unit))
        }
        FightChoice::Test { unit } if look.state.has_unit(*unit) && !trial::is_to_test(look, *unit) => {
            Verdict::refused(rule!("HC-ENDC-01"), Fact::Unit(*unit))
        }
        _ => Verdict::refused(rule!("HC-TURN-02"), Fact::NotAsked),
    }
}

fn check_answer(look: Look<'_>, prompt: &FightPrompt, answer: &FightChoice) -> Verdict<Rules> {
    use FightChoice as C;
    use FightPrompt as P;
    let listed = |listed: bool, rule, fact| {
        if listed { Verdict::legal(Ghost::default()) } else { Verdict::refused(rule, fact) }
    };
    match (prompt, answer) {
        (P::Engagement { engagements }, C::Engagement { unit }) => {
            let found = engagements.iter().any(|units| units.contains(*unit));
            listed(found, rule!("HC-ENG-06"), Fact::Unit(*unit))
        }
        (P::Join { .. }, C::NobodyJoins) => Verdict::legal(Ghost::default()),
        (P::Join { ways }, C::Join { commander, unit }) => round::check_join(look, ways, *commander, *unit),
        (P::Declare { unit, .. }, C::Declare(declared)) => declare::check(look, *unit, declared),
        (P::Share { unit, ways }, C::Share { unit: named, shares }) if unit == named => {
            let known = ways.iter().any(|way| share::is_same(way, shares));
            listed(known, rule!("HC-SUPP-36"), Fact::Unit(*unit))
        }
        (P::Excess { unit, .. }, C::Excess { unit: named, shares }) if unit == named => {
            let fair = match look.state.pending.last() {
                Some(Pending::Fight(Waiting::Round(round))) => {
                    reallocate::is_fair(look, round, *unit, shares)
                }
                _ => false,
            };
            listed(fair, rule!("HC-REAL-03"), Fact::Unit(*unit))
        }
        (P::Test { units }, C::Test { unit }) => {
            let rule = if trial::is_to_test(look, *unit) { rule!("HC-BRK-25") } else { rule!("HC-ENDC-01") };
            listed(units.contains(*unit), rule, Fact::Unit(*unit))
        }
        (P::Demand { .. }, C::Demand(_)) | (P::StepAside { .. }, C::StepAside(_)) => {
            Verdict::legal(Ghost::default())
        }
        (P::StepAside { .. }, C::MakeRoom(pose)) => match look.state.pending.last() {
            Some(Pending::Fight(Waiting::Ground(ground))) => {
                let breaches = ground::place_faults(look, ground, *pose);
                Verdict { breaches, ..Verdict::legal(Ghost::default()) }
            }
            _ => unasked(look, answer),
        },
        (P::Victors { units }, C::Victor { unit, act }) => victors::check(look, *units, *unit, act),
        _ => unasked(look, answer),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    match Waiting::of(look).cloned() {
        Some(Waiting::Round(round)) => round::resolve(cx, *round, choice),
        Some(Waiting::Ground(ground)) => ground::resolve(cx, *ground, choice),
        Some(Waiting::Trails { unit, supports, from, moves }) => {
            cx.emit(Event::Settled);
            sweep::trail(cx, unit, supports, &from, moves);
            Ok(())
        }
        Some(Waiting::Swept { unit, was }) => {
            cx.emit(Event::Settled);
            sweep::after(cx, unit, was)
        }
        Some(Waiting::Victory { unit }) => {
            cx.emit(Event::Settled);
            match choice {
                Choice::Fight(FightChoice::Victor { act, .. }) => victors::carry_out(cx, unit, act, &[]),
                _ => Ok(()),
            }
        }
        None => engagement::resolve(cx, choice),
    }
}

/// Every answer, except for moves of victors, of which there is a sample (`victors::propose`), and for declarations
/// (`declare::propose`).
pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    let Some(Next::Ask { prompt: Prompt::Fight(prompt), .. }) = next(look) else { return };
    let choices: Vec<FightChoice> = match prompt {
        FightPrompt::Engagement { engagements } => engagements
            .iter()
            .filter_map(|units| units.first())
            .map(|unit| FightChoice::Engagement { unit })
            .collect(),
        FightPrompt::Join { ways } => ways
            .iter()
            .map(|(commander, unit)| FightChoice::Join { commander: *commander, unit: *unit })
            .chain([FightChoice::NobodyJoins])
            .collect(),
        FightPrompt::Declare { unit, .. } => declare::propose(look, unit),
        FightPrompt::Share { unit, ways } => {
            ways.into_iter().map(|shares| FightChoice::Share { unit, shares }).collect()
        }
        FightPrompt::Excess { unit, ways } => {
            ways.into_iter().map(|shares| FightChoice::Excess { unit, shares }).collect()
        }
        FightPrompt::Test { units } => units.iter().map(|unit| FightChoice::Test { unit }).collect(),
        FightPrompt::Demand { .. } => vec![FightChoice::Demand(true), FightChoice::Demand(false)],
        FightPrompt::StepAside { .. } => {
            let places = match look.state.pending.last() {
                Some(Pending::Fight(Waiting::Ground(ground))) => ground::places(look, ground),
                _ => Vec::new(),
            };
            let elsewhere = places.into_iter().map(FightChoice::MakeRoom);
            [FightChoice::StepAside(true), FightChoice::StepAside(false)]
                .into_iter()
                .chain(elsewhere)
                .collect()
        }
        FightPrompt::Victors { units } => victors::propose(look, units, want),
    };
    out.extend(choices.into_iter().map(Choice::Fight));
}

/// Re-rolls that the dice of this choice may bring (`again`).
pub(crate) fn re_rolls(look: Look<'_>, waiting: &Waiting, choice: &Choice) -> Vec<(UnitId, Second)> {
    let Waiting::Round(round) = waiting else { return Vec::new() };
    match round::due(look, round) {
        Some((Step::Strike, _)) => {
            strike::next_striker(look, round).map(|unit| (unit, Second::Attacks)).into_iter().collect()
        }
        Some((Step::Save, _)) => {
            strike::next_saver(round).map(|unit| (unit, Second::Save)).into_iter().collect()
        }
        Some((Step::Tests, _)) => {
            trial::tester(look, round, choice).map(|unit| (unit, Second::Test)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// A blow as it comes of a strike, for the cases of the battles.
#[cfg(test)]
pub(crate) fn blow_of(look: Look<'_>, strike: &Strike, closed: bool) -> crate::morale::Blow {
    strike::blow(look, strike, closed).0
}
