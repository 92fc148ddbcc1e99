//! Choices of a case that belong to a later part of the turn, or to the turn of the next player.

use super::follow::{goes_on, is_late, is_like, passes};
use super::given::{Reading, is_passed_with};
use super::read::CaseStep;
use super::run::{Trial, eves};
use super::stated::Stated;
use aelian_dice::Tape;
use aelian_game::{Match, Next};

impl<R: Stated> Trial<'_, R> {
    /// A choice that cannot be made in this part of the turn, and a throw that is not due in it, belong to a later one if
    /// nobody has to do anything before: this part is passed, and the next, up to the end of the turn after that of the last
    /// choice (in his own next turn it would be another choice). The first choice of a case is judged where the position
    /// stands, unless it brings dice for what nobody decides.
    pub(super) fn pass_on(&mut self, at: usize, step: &CaseStep<R>) {
        let wanted = &step.choice;
        let throws = !step.dice.is_empty() && R::is_forced(wanted);
        let is_here = stands(&self.game, wanted) || is_asked(&self.game, wanted);
        if (at == 0 && !throws) || is_here || R::declines(wanted) {
            return;
        }
        let mut passage = Passage::new(&self.game, self.turn.clone(), self.reading);
        let found = passage.find(wanted);
        self.passed = Some(Passed { game: passage.game, steps: passage.steps, first: self.eves.len() });
        self.eves.append(&mut passage.eves);
        let later = passage.later.filter(|_| self.is_of_no_time(wanted));
        if let Some(there) = found.or(later) {
            self.game = there;
        }
    }

    /// Nobody is asked for such a choice now, nor was when the game went on by itself.
    fn is_of_no_time(&self, wanted: &R::Choice) -> bool {
        self.is_untimely(wanted) && self.eves.iter().all(|eve| is_late(&self.game.rules, eve, wanted))
    }
}

/// A way ahead that has been looked at: the match at its end, and when it left stages behind, whose states are noted from
/// the first so many on.
pub(super) struct Passed<R: Stated> {
    pub(super) game: Match<R>,
    pub(super) steps: Vec<usize>,
    pub(super) first: usize,
}

/// A way ahead on which everybody passes.
struct Passage<R: Stated> {
    game: Match<R>,
    /// The turn in which it began.
    here: String,
    /// The turn of the last choice, and those in which it has been since.
    turns: Vec<String>,
    /// The states in which it left a stage of the first turn behind.
    eves: Vec<R::State>,
    /// How many steps the match had when it had left each of them behind.
    steps: Vec<usize>,
    /// Where the choice is asked for in the turn after the first, though it cannot be made there either.
    later: Option<Match<R>>,
    reading: Reading,
}

impl<R: Stated> Passage<R> {
    fn new(game: &Match<R>, last: Option<String>, reading: Reading) -> Passage<R> {
        let here = game.rules.tell_turn(&game.state);
        let mut turns: Vec<String> = last.into_iter().chain([here.clone()]).collect();
        turns.dedup();
        Passage { game: game.clone(), here, turns, eves: Vec::new(), steps: Vec::new(), later: None, reading }
    }

    /// Where the choice can be made, or where its question is asked in the same turn.
    fn find(&mut self, wanted: &R::Choice) -> Option<Match<R>> {
        while self.go_on(wanted) {
            if stands(&self.game, wanted) {
                return Some(self.game.clone());
            }
            if !is_asked(&self.game, wanted) {
                continue;
            }
            if self.turns.last() == Some(&self.here) {
                let past = past_only(&self.game).filter(|game| stands(game, wanted));
                return past.or_else(|| Some(self.game.clone()));
            }
            if self.later.is_none() && is_theirs(&self.game, wanted) {
                self.later = Some(self.game.clone());
            }
        }
        None
    }

    /// One step of it; false at its end.
    fn go_on(&mut self, wanted: &R::Choice) -> bool {
        let passed = match self.reading {
            Reading::Strict => goes_on(&self.game, wanted, self.reading),
            Reading::Lenient => passes(&self.game).or_else(|| goes_on(&self.game, wanted, self.reading)),
        };
        let Some(choice) = passed else { return false };
        let before = self.game.state.clone();
        let Ok(done) = self.game.play(&choice, &mut Tape::default()) else { return false };
        let left = eves::<R>(&before, &done.events);
        if self.game.state == before {
            return false;
        }
        let rules = &self.game.rules;
        self.eves.extend(left.into_iter().filter(|eve| rules.tell_turn(eve) == self.here));
        self.steps.resize(self.eves.len(), self.game.record.steps.len());
        let turn = rules.tell_turn(&self.game.state);
        if self.turns.last() != Some(&turn) {
            self.turns.push(turn);
        }
        self.turns.len() <= 2
    }
}

fn stands<R: Stated>(game: &Match<R>, wanted: &R::Choice) -> bool {
    game.rules.check(&game.state, wanted).is_legal()
}

/// Whether the choice answers, rightly or not, what is asked now.
fn is_asked<R: Stated>(game: &Match<R>, wanted: &R::Choice) -> bool {
    if is_passed_with(game, wanted) {
        return true;
    }
    let (Next::Ask { prompt, .. } | Next::Only { prompt, .. }) = game.next() else { return false };
    let answers = || R::is_answer(wanted, &prompt) && !is_late(&game.rules, &game.state, wanted);
    let is_of_another = R::is_of_another(wanted, &prompt) && is_late(&game.rules, &game.state, wanted);
    (is_like(&prompt, wanted) || answers()) && !is_of_another
}

/// Whether a choice is of its time and for the side that is asked, though it may be refused.
fn is_theirs<R: Stated>(game: &Match<R>, wanted: &R::Choice) -> bool {
    let verdict = game.rules.check(&game.state, wanted);
    !verdict.breaches.iter().any(|reason| R::is_untimely(reason.rule) || R::is_not_theirs(&reason.fact))
}

/// The game when the question has been given the only answer that it has.
fn past_only<R: Stated>(game: &Match<R>) -> Option<Match<R>> {
    let Next::Only { choice, .. } = game.next() else { return None };
    let mut ahead = game.clone();
    ahead.play(&choice, &mut Tape::default()).ok()?;
    Some(ahead)
}
