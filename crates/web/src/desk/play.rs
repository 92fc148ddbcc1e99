//! Playing and taking back: choices, dice, and what follows a step.

use super::{Desk, Wanted, told};
use crate::browser;
use aelian_dice::Seed;
use aelian_protocol::Seat;
use aelian_view::sitting::{Awaits, DiceFrom, PlayError, Sitting};
use aelian_view::story::StepStory;
use aelian_view::table::{Gesture, Light};
use leptos::prelude::*;

impl Desk {
    /// Plays a choice, or the step that nobody decides. True if it was carried out.
    pub(super) fn play(self, choice: Option<String>) -> bool {
        if self.habits.with_untracked(|habits| habits.own_dice) {
            return self.play_with(choice, Some(Vec::new()));
        }
        self.play_with(choice, None)
    }

    fn play_with(self, choice: Option<String>, faces: Option<Vec<u8>>) -> bool {
        let seed = Seed::from(u64::from(self.seed()));
        let mut played = Err(PlayError::Nothing);
        self.sitting.update_value(|sitting| {
            let dice = faces.as_ref().map_or(DiceFrom::Seed(&seed), |faces| DiceFrom::Typed(faces));
            played = match &choice {
                Some(choice) => sitting.play(choice, dice),
                None => sitting.play_forced(dice),
            };
        });
        match played {
            Ok(()) => {
                self.after_step();
                true
            }
            Err(PlayError::NeedRoll { throw, about, rule, .. }) => {
                let faces = faces.unwrap_or_default();
                self.wanted.set(Some(Wanted { choice, about, rule, throw, faces }));
                false
            }
            Err(PlayError::Refused(reasons)) => {
                let why = if reasons.is_empty() {
                    "Why is hidden from you: something that you do not see stands against it.".to_owned()
                } else {
                    told(&reasons)
                };
                self.say("The rules do not allow it", &why, false);
                false
            }
            Err(other) => {
                self.wanted.set(None);
                self.say("It could not be done", &other.to_string(), true);
                false
            }
        }
    }

    fn after_step(self) {
        self.wanted.set(None);
        self.slip.set(None);
        self.drop_sketch();
        self.clear_hands();
        self.show();
        let viewer = self.viewer.get_untracked();
        let from = self.stories.with_untracked(Vec::len);
        let told = self.with(|sitting| sitting.stories(viewer, from));
        let (steps, dice) =
            (self.with(|sitting| sitting.steps()), told.iter().any(|story| !story.dice.is_empty()));
        speak(&told);
        self.stories.update(|stories| stories.extend(told));
        self.steps.set(steps);
        if dice {
            self.tray.set(self.last_dice(steps));
        }
        self.save();
    }

    /// Answers the question.
    pub fn answer(self, choice: &str) {
        let odds = self.question.with_untracked(|question| {
            let question = question.as_ref()?;
            question.answers.iter().find(|answer| answer.choice == choice)?.odds.clone()
        });
        let sketched = || self.sketch.get_untracked().filter(|sketch| sketch.choice == choice)?.odds;
        let odds = odds.or_else(sketched).filter(|odds| !odds.outcomes.is_empty());
        let at = self.steps.get_untracked();
        if self.play(Some(choice.to_owned())) {
            if let Some(odds) = odds {
                self.forecasts.update(|all| drop(all.insert(at, odds)));
            }
            self.question.set(None);
            self.go_on();
        }
    }

    /// Confirms what is sketched; what was held back is done at the same moment.
    pub fn confirm(self) {
        let Some(sketch) = self.sketch.get_untracked() else { return };
        if sketch.light == Light::Refused {
            self.say("The rules do not allow it", &told(&sketch.reasons), false);
            return;
        }
        let held = self.held.get_untracked();
        if held.is_empty() {
            self.answer(&sketch.choice);
            return;
        }
        let mut choices: Vec<String> = held.iter().map(|held| held.choice.clone()).collect();
        choices.push(sketch.choice);
        match self.with(|sitting| sitting.sketch(Gesture::Together(choices))) {
            Some(joint) if joint.light != Light::Refused => self.answer(&joint.choice),
            Some(joint) => self.say("These moves cannot be made together", &told(&joint.reasons), false),
            None => self.say("These moves cannot be made together", "This game knows no joint moves.", false),
        }
    }

    /// A real die was typed.
    pub fn type_face(self, face: u8) {
        let Some(Wanted { choice, mut faces, .. }) = self.wanted.get_untracked() else { return };
        faces.push(face);
        if self.play_with(choice, Some(faces)) {
            self.question.set(None);
            self.go_on();
        }
    }

    /// The last real die was mistyped: it is wanted again.
    pub fn untype_face(self) {
        self.wanted.update(|wanted| {
            if let Some(wanted) = wanted {
                wanted.faces.pop();
            }
        });
        let Some(Wanted { choice, faces, .. }) = self.wanted.get_untracked() else { return };
        self.play_with(choice, Some(faces));
    }

    /// The throw is not wanted after all, or the program shall throw.
    pub fn throw_instead(self) {
        let Some(Wanted { choice, .. }) = self.wanted.get_untracked() else { return };
        if self.play_with(choice, None) {
            self.question.set(None);
            self.go_on();
        }
    }

    fn save(self) {
        self.keeper.changed(self, self.steps.get_untracked());
    }

    /// Steps back to the last decision of a person, if that is fair.
    pub fn take_back(self) {
        if self.sketch.get_untracked().is_some() || !self.held.get_untracked().is_empty() {
            self.drop_sketch();
            return;
        }
        self.stop();
        let mut outcome = Ok(());
        self.sitting
            .update_value(|sitting| outcome = back_to_person(sitting.as_mut(), &self.seats.get_untracked()));
        if let Err(why) = outcome {
            self.say("This cannot be taken back", &why, false);
        } else {
            let steps = self.with(|sitting| sitting.steps());
            self.computer.cut(steps);
            self.telling.update(|telling| *telling += 1);
            self.stories.update(|stories| stories.truncate(steps));
            self.steps.set(steps);
            self.tray.set(self.last_dice(steps));
            self.question.set(None);
            self.slip.set(None);
            self.save();
        }
        self.show();
        self.go_on();
    }
}

/// Takes decisions back until the match waits for a person; nothing is changed if that cannot be.
fn back_to_person(sitting: &mut dyn Sitting, seats: &[Seat; 2]) -> Result<(), String> {
    let mut steps = 0;
    loop {
        // What was the computer's to decide is asked again after the person before it.
        steps += sitting.take_back()?;
        let person = matches!(sitting.awaits(), Awaits::Player(side) if seats[side.index()] == Seat::Human);
        if person || steps > 10_000 || sitting.can_take_back().is_err() {
            return Ok(());
        }
    }
}

/// Says to a screen reader what has happened.
fn speak(stories: &[StepStory]) {
    let Some(spoken) = browser::element("spoken") else { return };
    let sentences: Vec<&str> =
        stories.iter().flat_map(|story| story.events.iter().take(4)).map(String::as_str).collect();
    if !sentences.is_empty() {
        spoken.set_text_content(Some(&sentences.join(". ")));
    }
}
