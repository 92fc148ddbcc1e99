//! A match in play: rules, state and record together, with undo and replay.

use crate::contract::{Author, Next, Ruleset, Side, Viewer};
use crate::digest::digest;
use crate::record::Record;
use crate::step::{Refused, Step, StepError, step};
use aelian_dice::{BadFaces, Dice, Tape};
use aelian_rulebook::Reason;
use serde::Serialize;
use std::fmt;
use thiserror::Error;

/// A match and how it came to stand as it does.
#[derive(Clone, Debug)]
pub struct Match<R: Ruleset> {
    pub rules: R,
    pub state: R::State,
    pub record: Record<R>,
    first: R::State,
    /// So many steps are final, because a later one that was taken back had made them so.
    firm: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UndoError {
    #[error("nothing has been done yet")]
    Nothing,
    #[error("dice have been thrown in the last step: it cannot be taken back")]
    Dice,
    #[error("the last step has shown something hidden: it cannot be taken back")]
    Revealed,
    #[error("the last step became final when the next one was made: it cannot be taken back")]
    Final,
    #[error("only who leads the match can take a step back: this is what one viewer has seen of it")]
    Seen,
}

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A player.
    Seat(Side),
    /// Whoever leads the match: the steps that nobody decides, and what he alone may say.
    House,
}

/// Why somebody could not do it.
#[derive(Clone, Debug, Error)]
pub enum ActError<R: Ruleset> {
    /// It is not his word.
    #[error("{0}")]
    NotTheirs(NotTheirs),
    /// The rules refuse it for reasons that lie hidden from him.
    #[error("the rules do not allow it, and why lies hidden")]
    Hidden,
    #[error(transparent)]
    Step(#[from] StepError<R>),
}

/// Somebody has said what is not for him to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotTheirs {
    pub actor: Actor,
    /// Whose word it is; none: nobody is asked, and the house carries out what comes next.
    pub of: Option<Actor>,
}

impl fmt::Display for NotTheirs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |actor: Actor| match actor {
            Actor::Seat(side) => side.name(),
            Actor::House => "whoever leads the match",
        };
        match self.of {
            Some(of) => write!(f, "this is for {} to say, not for {}", named(of), named(self.actor)),
            None => write!(f, "nobody is asked now: what comes next is not for {} to say", named(self.actor)),
        }
    }
}

/// Where a replay departs from its record. Steps are told as they are counted: the first is step 1.
#[derive(Debug, Error)]
pub enum ReplayError<R: Ruleset> {
    #[error("the setup is refused: it breaks {}", Refused::<R>(.0.clone()))]
    Setup(Vec<Reason<R::Fact>>),
    #[error("step {}: {error}", at + 1)]
    Step { at: usize, error: StepError<R> },
    #[error("step {}: {error}", at + 1)]
    Faces { at: usize, error: BadFaces },
    #[error("step {}: {left} dice of the record were not used", at + 1)]
    DiceLeft { at: usize, left: usize },
    #[error("step {}: an event speaks of what is not on the table", at + 1)]
    Event { at: usize },
    #[error("step {}: the record has the hash {recorded:016x}, replaying gives {played:016x}", at + 1)]
    Hash { at: usize, recorded: u64, played: u64 },
    #[error(
        "step {}: what was chosen is not told; only a whole record can be played again, not one as somebody has seen it",
        at + 1
    )]
    Untold { at: usize },
    #[error("this record is as one viewer has seen it: only a whole one can be played again")]
    Seen,
    #[error("step {}: {difference}", at + 1)]
    Told { at: usize, difference: Difference },
}

/// The first thing that two lists of a step do not have in common, as it is written in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What is listed: `event`, `reason` or `roll`.
    pub what: &'static str,
    /// Its place in the list, from 0.
    pub number: usize,
    pub recorded: Option<String>,
    pub played: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { what, number, .. } = self;
        let shown = |entry: &Option<String>| entry.clone().unwrap_or_else(|| format!("no such {what}"));
        let (recorded, played) = (shown(&self.recorded), shown(&self.played));
        write!(
            f,
            "{what} {} is not the same: the record has {recorded}, replaying gives {played}",
            number + 1
        )
    }
}

impl<R: Ruleset> ReplayError<R> {
    /// The index of the step at which it departs; none if it does so before the first.
    pub fn step(&self) -> Option<usize> {
        match self {
            ReplayError::Setup(_) | ReplayError::Seen => None,
            ReplayError::Untold { at }
            | ReplayError::Step { at, .. }
            | ReplayError::Faces { at, .. }
            | ReplayError::DiceLeft { at, .. }
            | ReplayError::Event { at }
            | ReplayError::Hash { at, .. }
            | ReplayError::Told { at, .. } => Some(*at),
        }
    }
}

impl<R: Ruleset> Match<R> {
    pub fn new(setup: R::Setup) -> Result<Self, Vec<Reason<R::Fact>>> {
        Self::begin(Record::of(setup))
    }

    /// The match of a record before its first step.
    fn begin(record: Record<R>) -> Result<Self, Vec<Reason<R::Fact>>> {
        let (rules, state) = match record.seen_by {
            None => R::start(&record.setup)?,
            Some(viewer) => R::start_for(&record.setup, viewer)?,
        };
        let record = Record { steps: Vec::new(), ..record };
        Ok(Match { rules, first: state.clone(), state, record, firm: 0 })
    }

    /// Who follows this match by what he was sent; none: it is whole.
    pub fn seen_by(&self) -> Option<Viewer> {
        self.record.seen_by
    }

    pub fn next(&self) -> Next<R::Prompt, R::Choice> {
        self.rules.next(&self.state)
    }

    /// The state before the first step.
    pub fn first(&self) -> &R::State {
        &self.first
    }

    pub fn play(&mut self, choice: &R::Choice, dice: &mut dyn Dice) -> Result<&Step<R>, StepError<R>> {
        let (after, done) = step(&self.rules, &self.state, choice, dice)?;
        Ok(self.take(after, done))
    }

    /// As `play`, by somebody: what is not his to say is refused, and so is what he may see to be illegal, with the reasons
    /// that he may see.
    pub fn play_as(
        &mut self,
        actor: Actor,
        choice: &R::Choice,
        dice: &mut dyn Dice,
    ) -> Result<&Step<R>, ActError<R>> {
        self.may_say(actor, choice).map_err(ActError::NotTheirs)?;
        // What is legal on his view is legal on the table, and the other way round (a law of the kit): only a refusal is
        // judged twice.
        match step(&self.rules, &self.state, choice, dice) {
            Ok((after, done)) => Ok(self.take(after, done)),
            Err(StepError::Refused(refused)) => Err(self.refusal(actor, choice, refused)),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether a choice is for him to say now, legal or not.
    pub fn may_say(&self, actor: Actor, choice: &R::Choice) -> Result<(), NotTheirs> {
        let next = self.next();
        let by_itself = next.unasked().filter(|coming| *coming == choice).map(|_| Actor::House);
        let of = match R::author(choice) {
            Author::House => Some(Actor::House),
            Author::Side(side) => Some(Actor::Seat(side)),
            // The rules say that the battle is over.
            Author::Asked if matches!(next, Next::Over(_)) => Some(actor),
            Author::Asked if actor == Actor::House && by_itself.is_some() => by_itself,
            Author::Asked => next.question().map(|(side, _)| Actor::Seat(side)).or(by_itself),
        };
        if of == Some(actor) { Ok(()) } else { Err(NotTheirs { actor, of }) }
    }

    /// The reasons of a refusal as he who acts may know them.
    fn refusal(&self, actor: Actor, choice: &R::Choice, refused: Refused<R>) -> ActError<R> {
        let Actor::Seat(side) = actor else { return StepError::Refused(refused).into() };
        let seen = self.seen(Viewer::Side(side));
        let breaches = self.rules.check(seen.state(), choice).breaches;
        match breaches.is_empty() {
            true => ActError::Hidden,
            false => StepError::Refused(Refused(breaches)).into(),
        }
    }

    fn take(&mut self, after: R::State, done: Step<R>) -> &Step<R> {
        self.state = after;
        let at = self.record.steps.len();
        self.record.steps.push(done);
        &self.record.steps[at]
    }

    /// Takes the last step back, if it used no dice, showed nothing hidden and is not final.
    pub fn undo(&mut self) -> Result<(), UndoError> {
        if self.seen_by().is_some() {
            return Err(UndoError::Seen);
        }
        let last = self.record.steps.last().ok_or(UndoError::Nothing)?;
        if self.record.steps.len() <= self.firm {
            return Err(UndoError::Final);
        }
        if !last.rolls.is_empty() {
            return Err(UndoError::Dice);
        }
        if last.events.iter().any(R::reveals) {
            return Err(UndoError::Revealed);
        }
        if let [.., earlier, later] = self.record.steps.as_slice()
            && let (Some(earlier), Some(later)) = (&earlier.choice, &later.choice)
            && R::finishes(earlier, later)
        {
            self.firm = self.record.steps.len() - 1;
        }
        self.record.steps.pop();
        self.state = self.state_after(self.record.steps.len());
        Ok(())
    }

    /// The state after so many steps, by applying recorded events: no rule is run.
    pub fn state_after(&self, steps: usize) -> R::State {
        let mut state = self.first.clone();
        for event in self.record.steps.iter().take(steps).flat_map(|step| &step.events) {
            R::apply(&mut state, event);
        }
        state
    }

    /// Opens a record by its events, without asking whether the rules allow them; what each speaks of must
    /// exist, and the hash of each step is compared. A record as somebody has seen it opens to what he sees.
    pub fn open(record: Record<R>) -> Result<Self, ReplayError<R>> {
        let Record { seen_by, setup, steps } = record;
        let mut opened =
            Match::begin(Record { seen_by, setup, steps: Vec::new() }).map_err(ReplayError::Setup)?;
        opened.follow(steps)?;
        Ok(opened)
    }

    /// Takes further recorded steps by their events, as `open` does. If one does not fit, nothing has changed.
    pub fn follow(&mut self, steps: Vec<Step<R>>) -> Result<(), ReplayError<R>> {
        let mut state = self.state.clone();
        for (at, recorded) in (self.record.steps.len()..).zip(&steps) {
            if recorded.choice.is_none() && self.seen_by().is_none() {
                return Err(ReplayError::Untold { at });
            }
            for event in &recorded.events {
                if !R::fits(&state, event) {
                    return Err(ReplayError::Event { at });
                }
                R::apply(&mut state, event);
            }
            same_hash::<R>(at, recorded.hash, &state)?;
        }
        self.state = state;
        self.record.steps.extend(steps);
        Ok(())
    }

    /// Forgets every step after the first `keep`, whether or not a player could take it back.
    pub fn cut(&mut self, keep: usize) {
        if keep < self.record.steps.len() {
            self.record.steps.truncate(keep);
            self.firm = self.firm.min(keep);
            self.state = self.state_after(keep);
        }
    }

    /// Runs the rules again on the recorded choices and dice and compares each step: its hash, and all that it tells.
    pub fn verify(record: &Record<R>) -> Result<Self, ReplayError<R>> {
        Self::replay(record, |at, recorded, replayed| {
            same_hash::<R>(at, recorded.hash, &replayed.state)?;
            let difference = replayed.record.steps.get(at).and_then(|played| difference(recorded, played));
            difference.map_or(Ok(()), |difference| Err(ReplayError::Told { at, difference }))
        })
    }

    /// What the rules now make of the recorded choices and dice, whatever they made of them before.
    pub fn played_anew(record: &Record<R>) -> Result<Self, ReplayError<R>> {
        Self::replay(record, |_, _, _| Ok(()))
    }

    fn replay(
        record: &Record<R>,
        compare: impl Fn(usize, &Step<R>, &Self) -> Result<(), ReplayError<R>>,
    ) -> Result<Self, ReplayError<R>> {
        if record.seen_by.is_some() {
            return Err(ReplayError::Seen);
        }
        let mut replayed = Match::new(record.setup.clone()).map_err(ReplayError::Setup)?;
        for (at, recorded) in record.steps.iter().enumerate() {
            let choice = recorded.choice.as_ref().ok_or(ReplayError::Untold { at })?;
            let faces =
                recorded.rolls.iter().flat_map(|roll| roll.faces.iter().copied()).collect::<Vec<u8>>();
            let mut tape = Tape::new(faces).map_err(|error| ReplayError::Faces { at, error })?;
            replayed.play(choice, &mut tape).map_err(|error| ReplayError::Step { at, error })?;
            if tape.left() > 0 {
                return Err(ReplayError::DiceLeft { at, left: tape.left() });
            }
            compare(at, recorded, &replayed)?;
        }
        Ok(replayed)
    }
}

/// What two steps of the same choice tell differently.
fn difference<R: Ruleset>(recorded: &Step<R>, played: &Step<R>) -> Option<Difference> {
    first_other("event", &recorded.events, &played.events)
        .or_else(|| first_other("roll", &recorded.rolls, &played.rolls))
        .or_else(|| first_other("reason", &recorded.reasons, &played.reasons))
}

fn first_other<T: PartialEq + Serialize>(
    what: &'static str,
    recorded: &[T],
    played: &[T],
) -> Option<Difference> {
    let number = (0..recorded.len().max(played.len())).find(|&at| recorded.get(at) != played.get(at))?;
    let written = |list: &[T]| list.get(number).map(|entry| serde_json::to_string(entry).unwrap_or_default());
    Some(Difference { what, number, recorded: written(recorded), played: written(played) })
}

fn same_hash<R: Ruleset>(at: usize, recorded: u64, state: &R::State) -> Result<(), ReplayError<R>> {
    let played = digest(state);
    if played == recorded { Ok(()) } else { Err(ReplayError::Hash { at, recorded, played }) }
}
