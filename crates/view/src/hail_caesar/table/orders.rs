//! Orders by numbers and by hand: who, which verb, where to or against whom (30.12).

mod gesture;
mod others;
mod verbs;

pub use gesture::{drag, handles};

use super::seen::Seen;
use super::sketch;
use crate::table::{ActionView, Arrow, FieldView, PieceId, Sketch};
use aelian_game::{Next, Ruleset};
use aelian_hail_caesar::command::{CommandChoice, CommandPrompt, Order, Task, Verb};
use aelian_hail_caesar::commander::CommanderPrompt;
use aelian_hail_caesar::scenario::ScenarioPrompt;
use aelian_hail_caesar::setup::SetUpPrompt;
use aelian_hail_caesar::{Choice, Prompt, UnitSet};
use verbs::{FORMS, Form, verb};

/// What the table asks for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    Initiative,
    Orders,
    /// HC-FOL-04: the next move of the unit that follows its commander.
    Step,
    /// HC-SETUP-04: units are drawn up.
    DrawUp,
    /// Units that have just come are put down.
    Placing,
    /// HC-CMOV-02.
    Commanders,
    Nothing,
}

pub fn asks(seen: Seen<'_>) -> Asks {
    match seen.rules.next(seen.state) {
        Next::Ask { prompt: Prompt::Command(prompt), .. } => match prompt {
            CommandPrompt::Initiative { .. } => Asks::Initiative,
            CommandPrompt::Orders { .. } => Asks::Orders,
            CommandPrompt::Step { .. } => Asks::Step,
            _ => Asks::Nothing,
        },
        Next::Ask { prompt: Prompt::SetUp(SetUpPrompt::DrawUp { .. }), .. } => Asks::DrawUp,
        Next::Ask { prompt: Prompt::Scenario(ScenarioPrompt::Placing(_)), .. } => Asks::Placing,
        Next::Ask { prompt: Prompt::Commander(CommanderPrompt::Move { .. }), .. } => Asks::Commanders,
        _ => Asks::Nothing,
    }
}

/// Whether verbs are asked for.
fn takes_verbs(seen: Seen<'_>) -> bool {
    matches!(asks(seen), Asks::Initiative | Asks::Orders | Asks::Step)
}

/// The choice by which these units are told to do this now; none if nobody can be told anything.
pub fn told(seen: Seen<'_>, who: UnitSet, verb: Verb) -> Option<Choice> {
    let first = who.first()?;
    let choice = match asks(seen) {
        Asks::Initiative => CommandChoice::Initiative { unit: first, verb },
        Asks::Step => CommandChoice::Step(verb),
        Asks::Orders => match retiring(seen, who, &verb) {
            Some(task) => CommandChoice::Retire(task),
            None => {
                CommandChoice::Order(Order { commander: seen.look().commander_of(first), units: who, verb })
            }
        },
        _ => return None,
    };
    Some(Choice::Command(choice))
}

/// HC-RET-05: a unit that can no longer be ordered makes its retire move.
fn retiring(seen: Seen<'_>, who: UnitSet, verb: &Verb) -> Option<Task> {
    let Next::Ask { prompt: Prompt::Command(CommandPrompt::Orders { retiring, commanders }), .. } =
        seen.rules.next(seen.state)
    else {
        return None;
    };
    let unit = who.first().filter(|_| who.len() == 1)?;
    let ordered = commanders.contains(seen.look().commander_of(unit));
    match verb {
        Verb::Advance(tasks) if retiring.contains(unit) && !ordered => {
            tasks.iter().find(|task| task.unit == unit).cloned()
        }
        _ => None,
    }
}

pub fn shortcuts() -> Vec<(char, &'static str)> {
    FORMS.iter().filter_map(|form| Some((form.letter?, form.label))).collect()
}

/// The verbs that these pieces could be told; those that no usual number makes legal are left out.
pub fn actions(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<ActionView> {
    let who = seen.units(pieces);
    if let Some(commander) = seen.commander(pieces) {
        return others::of_commander(seen, commander);
    }
    if let (Asks::DrawUp | Asks::Placing, Some(unit), 1) = (asks(seen), who.first(), who.len()) {
        return others::of_placing(seen, unit);
    }
    if who.is_empty() || !takes_verbs(seen) {
        return Vec::new();
    }
    let possible = |form: &&Form| {
        form.trials(seen, who).into_iter().any(|values| {
            let choice = verb(seen, who, form.key, &values).and_then(|verb| told(seen, who, verb));
            choice.is_some_and(|choice| seen.check(&choice).is_legal())
        })
    };
    FORMS.iter().filter(possible).map(|form| view(seen, who, form)).collect()
}

fn view(seen: Seen<'_>, who: UnitSet, form: &Form) -> ActionView {
    ActionView {
        key: form.key,
        label: form.label.to_owned(),
        shortcut: form.letter,
        arrow: form.arrow,
        fields: form.fields(seen, who),
    }
}

/// An order by its numbers.
pub fn act(seen: Seen<'_>, pieces: &[PieceId], action: &str, values: &[f64]) -> Option<Sketch<Choice>> {
    let who = seen.units(pieces);
    if !values.iter().all(|value| value.is_finite()) {
        return None;
    }
    if let Some(commander) = seen.commander(pieces) {
        return others::ride(seen, commander, action, values);
    }
    if matches!(asks(seen), Asks::DrawUp | Asks::Placing) {
        return others::put(seen, who.first()?, action, values);
    }
    let form = FORMS.iter().find(|form| form.key == action)?;
    let mut sketch = sketch::judged(seen, told(seen, who, verb(seen, who, action, values)?)?);
    let mut action = view(seen, who, form);
    for (field, value) in action.fields.iter_mut().zip(values) {
        field.value = *value;
    }
    sketch.action = Some(action);
    Some(sketch)
}

/// A number with its bounds.
fn number(
    key: &'static str,
    label: &str,
    unit: &'static str,
    (value, most): (f64, f64),
    step: f64,
) -> FieldView {
    FieldView { key, label: label.to_owned(), unit, value, least: 0.0, most, step, words: Vec::new() }
}

/// One of several things by name.
fn one_of(key: &'static str, label: &str, words: Vec<String>) -> FieldView {
    let most = words.len().saturating_sub(1) as f64;
    FieldView { key, label: label.to_owned(), unit: "", value: 0.0, least: 0.0, most, step: 1.0, words }
}

/// The arrow keys of an order.
const AHEAD: Option<Arrow> = Some(Arrow::Ahead);
