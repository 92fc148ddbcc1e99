//! Re-rolls that can only help (HC-SPEC-02, HC-WILD-01, HC-TOUGH-01, HC-MARK-01, HC-STUB-01, HC-VAL-01): made without
//! asking, or only with the owner's word where the players want it so. He is asked before the dice that may need one.

use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fight::{self, FightChoice};
use crate::flow;
use crate::foreign::Has;
use crate::ids::UnitId;
use crate::pending::Pending;
use crate::ranged::{self, Aims, RangedChoice};
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use crate::state::Deed;
use crate::troop::Special;
use aelian_game::{Cx, Next, Verdict};
use serde::{Deserialize, Serialize};

/// What would be rolled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Second {
    /// HC-WILD-01, HC-TOUGH-01: missed attacks.
    Attacks,
    /// HC-MARK-01: a missed shot.
    Shot,
    /// HC-STUB-01: a failed save.
    Save,
    /// HC-VAL-01: a test that breaks it.
    Test,
}

/// What the owner of a unit said of a re-roll of the dice that come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Word {
    pub unit: UnitId,
    pub what: Second,
    pub yes: bool,
}

/// An owner is asked before dice are rolled; then they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Waiting {
    pub unit: UnitId,
    pub what: Second,
    pub then: Then,
}

/// What was chosen before somebody had to be asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Then {
    Proceed,
    Shoot { unit: UnitId, aims: Aims },
    Traverse(UnitId),
    ShotTest(UnitId),
    Test(UnitId),
}

impl Then {
    /// None for a choice that rolls no dice of this kind.
    fn of(choice: &Choice) -> Option<Then> {
        match choice {
            Choice::Proceed => Some(Then::Proceed),
            Choice::Ranged(RangedChoice::Shoot { unit, aims }) => {
                Some(Then::Shoot { unit: *unit, aims: aims.clone() })
            }
            Choice::Ranged(RangedChoice::Traverse(unit)) => Some(Then::Traverse(*unit)),
            Choice::Ranged(RangedChoice::Test(unit)) => Some(Then::ShotTest(*unit)),
            Choice::Fight(FightChoice::Test { unit }) => Some(Then::Test(*unit)),
            _ => None,
        }
    }

    pub fn choice(&self) -> Choice {
        match self {
            Then::Proceed => Choice::Proceed,
            Then::Shoot { unit, aims } => {
                Choice::Ranged(RangedChoice::Shoot { unit: *unit, aims: aims.clone() })
            }
            Then::Traverse(unit) => Choice::Ranged(RangedChoice::Traverse(*unit)),
            Then::ShotTest(unit) => Choice::Ranged(RangedChoice::Test(*unit)),
            Then::Test(unit) => Choice::Fight(FightChoice::Test { unit: *unit }),
        }
    }
}

impl Waiting {
    pub(crate) fn fits(&self, has: &Has<'_>) -> bool {
        let then = match &self.then {
            Then::Proceed => true,
            Then::Shoot { unit, aims } => has.unit(*unit) && aims.iter().all(|aim| has.unit(aim.target)),
            Then::Traverse(unit) | Then::ShotTest(unit) | Then::Test(unit) => has.unit(*unit),
        };
        has.unit(self.unit) && then
    }

    /// The question that waits on top of the stack.
    pub(crate) fn of(look: Look<'_>) -> Option<&Waiting> {
        match look.state.pending.last() {
            Some(Pending::Again(waiting)) => Some(waiting),
            _ => None,
        }
    }
}

impl Look<'_> {
    /// Whether this unit rolls again what it may: unless its owner has said no.
    pub fn rolls_again(&self, unit: UnitId, what: Second) -> bool {
        let said = self.state.words.iter().find(|word| (word.unit, word.what) == (unit, what));
        said.is_none_or(|word| word.yes)
    }

    fn has_said(&self, unit: UnitId, what: Second) -> bool {
        self.state.words.iter().any(|word| (word.unit, word.what) == (unit, what))
    }

    /// Whether a unit has such a re-roll at all.
    fn may_roll_again(&self, unit: UnitId, what: Second) -> bool {
        match what {
            Second::Attacks => self.second_throws(unit) != (0, 0),
            Second::Shot => self.card(unit).has(Special::Marksmen),
            Second::Save => self.is_stubborn_still(unit),
            Second::Test => {
                self.card(unit).has(Special::Valiant) && !self.state.unit(unit).did(Deed::ValiantSpent)
            }
        }
    }

    /// The re-rolls that the dice of this choice may bring.
    fn re_rolls(&self, choice: &Choice) -> Vec<(UnitId, Second)> {
        match (self.state.pending.last(), choice) {
            (Some(Pending::Fight(waiting)), choice) => fight::re_rolls(*self, waiting, choice),
            (Some(Pending::Ranged(waiting)), choice) => ranged::re_rolls(waiting, choice),
            (None, Choice::Ranged(RangedChoice::Shoot { unit, aims })) => {
                let targets = aims.iter().map(|aim| (aim.target, Second::Save));
                [(*unit, Second::Shot)].into_iter().chain(targets).collect()
            }
            (None, Choice::Ranged(RangedChoice::Test(unit))) => vec![(*unit, Second::Test)],
            (None, Choice::Proceed) if self.state.stage == Stage::ShotTests => {
                self.testing().iter().map(|unit| (unit, Second::Test)).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// True if an owner must be asked before the dice of this choice: then the question waits on top of the stack.
pub(crate) fn asks_first(cx: &mut Cx<'_, Rules>, choice: &Choice) -> bool {
    if cx.rules.settings.helpful_rerolls_at_once {
        return false;
    }
    let Some(then) = Then::of(choice) else { return false };
    let look = Look::new(cx.rules, cx.state());
    let open = |(unit, what): &(UnitId, Second)| {
        look.state.unit(*unit).is_on_table()
            && look.may_roll_again(*unit, *what)
            && !look.has_said(*unit, *what)
    };
    let Some((unit, what)) = look.re_rolls(choice).into_iter().find(open) else { return false };
    cx.emit(Event::Waits(Pending::Again(Box::new(Waiting { unit, what, then }))));
    true
}

pub fn next(look: Look<'_>) -> Asked {
    let Waiting { unit, what, .. } = Waiting::of(look)?;
    Some(Next::Ask { side: look.side(*unit), prompt: Prompt::Again { unit: *unit, what: *what } })
}

pub fn check(choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Again(_) => Verdict::legal(Ghost::default()),
        _ => flow::not_asked(choice),
    }
}

/// The owner's word is noted; what was chosen before comes next.
pub(crate) fn note(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Option<Choice> {
    let Choice::Again(yes) = *choice else { return None };
    let Waiting { unit, what, then } = Waiting::of(Look::new(cx.rules, cx.state()))?.clone();
    cx.emit(Event::Settled);
    cx.emit(Event::Says(Word { unit, what, yes }));
    Some(then.choice())
}

/// The dice have been rolled: what was said of them is over.
pub(crate) fn forget(cx: &mut Cx<'_, Rules>) {
    if !cx.state().words.is_empty() {
        cx.emit(Event::WordsOver);
    }
}
