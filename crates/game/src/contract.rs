//! The contract that every game fulfils: next, check, resolve, apply, propose.

use crate::cx::{Cx, Roll};
use aelian_dice::{NeedRoll, Sampler};
use aelian_rulebook::{Reason, RuleId};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fmt::Debug;
use std::hash::Hash;

/// The two sides of a battle. Which of them is invader, attacker or active is the game's matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Red,
    Blue,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Red, Side::Blue];

    pub fn other(self) -> Side {
        match self {
            Side::Red => Side::Blue,
            Side::Blue => Side::Red,
        }
    }

    /// Place in a pair of values, red first.
    pub fn index(self) -> usize {
        match self {
            Side::Red => 0,
            Side::Blue => 1,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Side::Red => "red",
            Side::Blue => "blue",
        }
    }
}

/// Who looks at a state: one side with its secrets, or somebody who may see only what lies open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    Side(Side),
    Public,
}

impl Viewer {
    /// All who may look on.
    pub const ALL: [Viewer; 3] = [Viewer::Side(Side::Red), Viewer::Side(Side::Blue), Viewer::Public];

    /// Place in a list of what each of them is told.
    pub fn index(self) -> usize {
        match self {
            Viewer::Side(side) => side.index(),
            Viewer::Public => 2,
        }
    }
}

/// Whose word a choice is, whoever is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Author {
    /// An answer: that of the side that is asked.
    Asked,
    /// What a side may say at any time for itself alone, such as that it gives up.
    Side(Side),
    /// Nobody's at the table: whoever leads the match says it, such as that time is out.
    House,
}

/// How a battle ended: the winner if there is one, the rule that ended it, and the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending {
    pub winner: Option<Side>,
    pub cause: RuleId,
    pub score: [i32; 2],
}

/// What has to happen next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next<P, C> {
    /// This side must answer this prompt.
    Ask {
        side: Side,
        prompt: P,
    },
    /// This side is asked, and there is only one thing to say: the driver carries out this choice, logged like any other.
    /// Whoever wants to may answer all the same; a wrong answer is refused by its rule.
    Only {
        side: Side,
        prompt: P,
        choice: C,
    },
    /// Nobody decides: the driver carries out this choice, logged like any other.
    Forced(C),
    Over(Ending),
}

impl<P, C> Next<P, C> {
    /// What the driver carries out by itself.
    pub fn unasked(&self) -> Option<&C> {
        match self {
            Next::Only { choice, .. } | Next::Forced(choice) => Some(choice),
            Next::Ask { .. } | Next::Over(_) => None,
        }
    }

    /// The question, and whose it is, whether it has several answers or one.
    pub fn question(&self) -> Option<(Side, &P)> {
        match self {
            Next::Ask { side, prompt } | Next::Only { side, prompt, .. } => Some((*side, prompt)),
            Next::Forced(_) | Next::Over(_) => None,
        }
    }
}

/// The answer to "may I?": every broken rule at once, or what would come of it.
#[derive(Clone, Debug)]
pub struct Verdict<R: Ruleset> {
    /// Why it is refused; empty if it is legal.
    pub breaches: Vec<Reason<R::Fact>>,
    /// What it brings with it although legal: enters a zone, loses a rebate.
    pub consequences: Vec<Reason<R::Fact>>,
    /// The outcome as far as no die decides it: end poses, cost, distance used.
    pub ghost: R::Ghost,
    /// What was worked out for a legal choice and can be handed to `resolve`; none if there is nothing to spare.
    pub plan: Option<R::Plan>,
}

impl<R: Ruleset> Verdict<R> {
    pub fn legal(ghost: R::Ghost) -> Self {
        Verdict { breaches: Vec::new(), consequences: Vec::new(), ghost, plan: None }
    }

    pub fn refused(rule: RuleId, fact: R::Fact) -> Self {
        Verdict {
            breaches: vec![Reason { rule, fact }],
            consequences: Vec::new(),
            ghost: R::Ghost::default(),
            plan: None,
        }
    }

    pub fn is_legal(&self) -> bool {
        self.breaches.is_empty()
    }
}

/// How many proposals are wanted.
#[derive(Debug)]
pub enum Want<'a> {
    /// The full list, or for continuous choices a stated, fixed sample of it.
    All,
    /// At least one and about this many, drawn with the sampler: cheap for quick players.
    Sample(u16, &'a mut Sampler),
}

/// A choice that the rules themselves drew and judged, with what they worked out on the way.
#[derive(Clone, Debug)]
pub struct Drawn<R: Ruleset> {
    pub choice: R::Choice,
    /// As in a verdict. Where there is one, the choice is legal in the state from which it was drawn.
    pub plan: Option<R::Plan>,
}

impl<R: Ruleset> Drawn<R> {
    /// A choice without a plan.
    pub fn plain(choice: R::Choice) -> Self {
        Drawn { choice, plan: None }
    }

    /// A choice drawn from what is proposed, without a plan.
    pub fn proposed(rules: &R, state: &R::State, sampler: &mut Sampler) -> Option<Self> {
        let mut proposals = Vec::new();
        rules.propose(state, Want::Sample(1, sampler), &mut proposals);
        Drawn::one_of(proposals.into_iter().map(Drawn::plain).collect(), sampler)
    }

    /// Any of several, each as likely as the other.
    pub fn one_of(mut drawn: Vec<Self>, sampler: &mut Sampler) -> Option<Self> {
        if drawn.is_empty() {
            return None;
        }
        let at = sampler.below(drawn.len() as u32) as usize;
        Some(drawn.swap_remove(at))
    }
}

/// Where proposals are collected.
pub type Proposals<R> = Vec<<R as Ruleset>::Choice>;

/// The rules and the first state of a match, or every fault of its setup.
pub type Started<R> = Result<(R, <R as Ruleset>::State), Vec<Reason<<R as Ruleset>::Fact>>>;

/// A game. `self` holds what never changes in a match: settings, tables, scale, edition.
pub trait Ruleset: Sized + Clone + Debug + Send + Sync + 'static {
    /// Everything a match starts from; the first line of its record.
    type Setup: Clone + Debug + Serialize + DeserializeOwned + Send + Sync;
    type State: Clone + Debug + PartialEq + Hash + Send + Sync;
    type Prompt: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    type Choice: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    type Fact: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a legal choice would lead to, as far as no die decides it.
    type Ghost: Clone + Debug + Default + PartialEq + Serialize;
    /// What judging a choice works out and carrying it out needs again, so that nobody works it out twice; `()`
    /// for a game that does without. It holds only for the state and the choice that it was made for, is never
    /// saved, and changes no result.
    type Plan: Clone + Debug;

    /// Name of the game in commands, folders and records.
    const GAME: &'static str;
    /// Version of the saved vocabulary (setup, choice, event, fact) of this game.
    const FORMAT: u32;

    /// The rules and the first state of a match; an unusable setup is refused with every fault at once.
    fn start(setup: &Self::Setup) -> Started<Self>;

    /// Who is asked what, or the result. Pure.
    fn next(&self, state: &Self::State) -> Next<Self::Prompt, Self::Choice>;

    /// Whose word a choice is: `check` judges what is chosen, not who chooses it. Every game answers for itself, or one
    /// side could give up for the other.
    fn author(choice: &Self::Choice) -> Author;

    /// Pure and total: every reason at once, with the outcome's ghost.
    fn check(&self, state: &Self::State, choice: &Self::Choice) -> Verdict<Self>;

    /// Straight-line rule code. Called only with a choice that passed `check`; a plan is that of this choice in
    /// this state, and without one it is made anew.
    fn resolve(
        &self,
        cx: &mut Cx<'_, Self>,
        choice: &Self::Choice,
        plan: Option<Self::Plan>,
    ) -> Result<(), NeedRoll>;

    /// Whether an event that comes from outside speaks only of what this state has, so that it can be applied
    /// and the game can go on from there. A game whose `apply` finds things by id answers for the ids here.
    fn fits(_state: &Self::State, _event: &Self::Event) -> bool {
        true
    }

    /// The only mutation.
    fn apply(state: &mut Self::State, event: &Self::Event);

    /// Choices that pass `check` in this state, for the prompt that `next` asks.
    fn propose(&self, state: &Self::State, want: Want<'_>, out: &mut Proposals<Self>);

    /// One choice, drawn as `propose` draws it, with its plan if judging it made one.
    fn draw(&self, state: &Self::State, sampler: &mut Sampler) -> Option<Drawn<Self>> {
        Drawn::proposed(self, state, sampler)
    }

    /// The state as this viewer may see it: no secret of another remains in it.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::State;

    /// The setup without what this viewer may not know of it: the first line of all that is sent to him. Of a setup
    /// that he was sent nothing more is taken away.
    fn setup_for(setup: &Self::Setup, viewer: Viewer) -> Self::Setup;

    /// The match as this viewer finds it from the setup that he was sent: the state is the view of the first one, and
    /// the rules judge what he may choose as those of the whole match do.
    fn start_for(setup: &Self::Setup, viewer: Viewer) -> Started<Self>;

    /// The event as this viewer may see it; `None` if he may not know that it happened.
    fn event_for(&self, before: &Self::State, event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;

    /// Whether this viewer may know what was chosen here. If so, it is told, whatever came of it. Every game answers
    /// for itself: a choice that is told by default tells a secret that nobody has thought of.
    fn may_know(&self, before: &Self::State, choice: &Self::Choice, viewer: Viewer) -> bool;

    /// The throw as this viewer may see it. Dice lie open on the table in all games so far.
    fn roll_for(&self, _before: &Self::State, roll: &Roll, _viewer: Viewer) -> Option<Roll> {
        Some(roll.clone())
    }

    /// Whether the event told somebody what he did not know: such a step cannot be taken back.
    fn reveals(event: &Self::Event) -> bool;

    /// Whether the later choice makes the earlier one final, so that it stays even when the later one is taken back.
    fn finishes(_earlier: &Self::Choice, _later: &Self::Choice) -> bool {
        false
    }

    /// A fixed length of play after which a match counts as stalled; a defect, never a rule.
    fn longest(&self) -> u32;
}
