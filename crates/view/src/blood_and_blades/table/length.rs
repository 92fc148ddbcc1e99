//! How far a winner pursues.

use super::answers;
use super::question::Asked;
use super::seen::Seen;
use super::sketch;
use crate::blood_and_blades::words;
use crate::table::{AnswerView, Mode, Question, Sketch};
use aelian_blood_and_blades::BaseId;
use aelian_blood_and_blades::choice::Choice;
use aelian_rulebook::rule;

/// BB-PUR-02: a pursuit of this length.
pub fn length(seen: Seen<'_>, length: f64) -> Sketch<Choice> {
    sketch::judged(seen, Choice::Pursue(Some(length)))
}

pub fn question(asked: &Asked<'_>, base: BaseId, (least, most): (f64, f64), must: bool) -> Question<Choice> {
    let name = asked.seen.name(base);
    let text = if must { format!("How far does {name} pursue?") } else { format!("Does {name} pursue?") };
    let one = most - least <= asked.seen.rules.tolerance.length;
    let detail = match one {
        true => format!("It goes {} straight ahead.", words::mm(most)),
        false => format!("From {} to {} straight ahead.", words::mm(least), words::mm(most)),
    };
    let answers =
        answers::proposed(asked.seen).into_iter().map(|choice| answer(asked, choice, most)).collect();
    let mode = if one { Mode::Answers } else { Mode::Length { least, most, proposed: most } };
    asked.asked(text, detail, rule!("BB-PUR-02"), mode, answers, vec![base.number()])
}

fn answer(asked: &Asked<'_>, choice: Choice, most: f64) -> AnswerView<Choice> {
    let seen = asked.seen;
    let ghosts = seen.ghosts(&seen.check(&choice).ghost.moves);
    let rule = Some(rule!("BB-PUR-02"));
    let (label, detail) = match &choice {
        Choice::Pursue(Some(length)) => {
            (format!("Pursue {}", words::mm(*length)), "It goes straight ahead after the loser.")
        }
        _ => ("Do not pursue".to_owned(), "It stays where it is."),
    };
    let primary = matches!(choice, Choice::Pursue(Some(length)) if length == most);
    AnswerView { ghosts, primary, ..answers::plain(choice, &label, detail, rule) }
}
