//! Armies drawn up on the page.

use super::question::answers;
use super::seen::Seen;
use super::sketch;
use crate::hail_caesar::words;
use crate::table::{Mode, PieceId, Question, Sketch};
use aelian_game::Side;
use aelian_geometry::Pose;
use aelian_hail_caesar::Choice;
use aelian_hail_caesar::choice::Prompt;
use aelian_hail_caesar::setup::SetUpPrompt;

pub fn question(seen: Seen<'_>, side: Side, prompt: &SetUpPrompt) -> Question<Choice> {
    Question {
        side,
        text: words::prompt(seen.state, seen.names, &Prompt::SetUp(prompt.clone())),
        detail: String::new(),
        rule: None,
        mode: Mode::Answers,
        answers: answers(seen),
        aside: Vec::new(),
        about: Vec::new(),
        secret: false,
    }
}

pub fn place(seen: Seen<'_>, _poses: &[(PieceId, Pose)]) -> Sketch<Choice> {
    sketch::judged(seen, Choice::Proceed)
}
