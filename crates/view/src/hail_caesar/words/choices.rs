//! Words for choices and questions.

use crate::hail_caesar::plain::plain;
use crate::told::Names;
use aelian_hail_caesar::{Choice, Prompt, State};

pub fn choice(_state: &State, names: &Names, choice: &Choice) -> String {
    match choice {
        Choice::Proceed => "go on".to_owned(),
        Choice::Concede { side } => format!("{} concedes the battle", side.name()),
        Choice::TimeOut => "time is out".to_owned(),
        other => plain(names, other),
    }
}

pub fn prompt(_state: &State, names: &Names, prompt: &Prompt) -> String {
    plain(names, prompt)
}
