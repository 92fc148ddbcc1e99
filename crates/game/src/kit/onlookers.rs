//! Laws about those who look on, tried on random play: whoever is sent nothing but written lines holds a match of his own.
//!
//! * The first line that is sent to a viewer opens to the view of the first state, and making it for him once more takes
//!   nothing more away.
//! * After each step, as it is read from the line that he was sent, he holds the view of the state; of which he hears
//!   nothing, that changes nothing that he sees.
//! * Whoever is asked finds the question on what he holds, and judges by it as the umpire does: a choice is legal on his
//!   view when it is legal on the table, and only then.
//! * An answer is for him to say whom it is asked of, and for nobody else; what nobody decides is for no player to say.

use crate::contract::{Next, Ruleset, Side, Viewer};
use crate::matches::{Actor, Match};
use crate::record::Record;
use crate::step::Step;
use std::fmt::Display;

/// What each viewer has made of the lines that he was sent.
#[derive(Debug)]
pub(super) struct Onlookers<R: Ruleset> {
    held: [Match<R>; 3],
}

/// What is wrong, and for whom.
pub(super) type Wrong = (Viewer, String);

impl<R: Ruleset> Onlookers<R> {
    pub(super) fn of(game: &Match<R>) -> Result<Self, Wrong> {
        let [red, blue, public] = Viewer::ALL.map(|viewer| begun(game, viewer));
        Ok(Onlookers { held: [red?, blue?, public?] })
    }

    pub(super) fn states(&self) -> [R::State; 3] {
        self.held.each_ref().map(|held| held.state.clone())
    }

    /// Each is sent the last step of the match.
    pub(super) fn follow(&mut self, game: &Match<R>, before: &R::State, step: &Step<R>) -> Result<(), Wrong> {
        for (held, viewer) in self.held.iter_mut().zip(Viewer::ALL) {
            let told = game.told(viewer, &mut before.clone(), step);
            let seen = game.seen(viewer);
            if told.is_unheard() {
                if held.state != *seen.state() {
                    return Err((viewer, "he hears nothing of it, and sees something else".to_owned()));
                }
                continue;
            }
            let line = serde_json::to_string(&told.sent(&seen)).map_err(|error| wrong(viewer, &error))?;
            let read =
                Record::step(held.record.steps.len() + 2, &line).map_err(|error| wrong(viewer, &error))?;
            held.follow(vec![read]).map_err(|error| wrong(viewer, &error))?;
        }
        Ok(())
    }

    /// Whether the side that is asked finds the same question.
    pub(super) fn is_asked(&self, side: Side, next: &Next<R::Prompt, R::Choice>) -> bool {
        self.held[side.index()].next() == *next
    }

    /// Whether this side may choose it as far as it can see.
    pub(super) fn may(&self, side: Side, choice: &R::Choice) -> bool {
        let held = &self.held[side.index()];
        held.rules.check(&held.state, choice).is_legal()
    }
}

/// What is wrong with who may say this, which comes next: the side that is asked, and whoever leads the match if it comes by
/// itself.
pub(super) fn misattributed<R: Ruleset>(game: &Match<R>, choice: &R::Choice) -> Option<String> {
    let next = game.next();
    let is_his = |actor: Actor| match actor {
        Actor::Seat(side) => next.question().is_some_and(|(asked, _)| asked == side),
        Actor::House => next.unasked() == Some(choice),
    };
    let actors = [Actor::Seat(Side::Red), Actor::Seat(Side::Blue), Actor::House];
    actors.into_iter().find_map(|actor| match game.may_say(actor, choice) {
        Ok(()) if !is_his(actor) => Some(format!("{actor:?} may say it")),
        Err(why) if is_his(actor) => Some(why.to_string()),
        _ => None,
    })
}

fn begun<R: Ruleset>(game: &Match<R>, viewer: Viewer) -> Result<Match<R>, Wrong> {
    let record = game.record_for(viewer);
    let again = R::setup_for(&record.setup, viewer);
    let written = |setup: &R::Setup| serde_json::to_string(setup).map_err(|error| wrong(viewer, &error));
    if written(&again)? != written(&record.setup)? {
        return Err((viewer, "what is taken from a setup is taken twice".to_owned()));
    }
    let text = record.write().map_err(|error| wrong(viewer, &error))?;
    let record = Record::<R>::read(&text).map_err(|error| wrong(viewer, &error))?;
    let held = Match::open(record).map_err(|error| wrong(viewer, &error))?;
    if held.state != game.rules.view(&game.state, viewer) {
        return Err((
            viewer,
            "the setup that he was sent opens to something else than he may see".to_owned(),
        ));
    }
    Ok(held)
}

fn wrong(viewer: Viewer, what: &dyn Display) -> Wrong {
    (viewer, what.to_string())
}
