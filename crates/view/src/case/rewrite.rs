//! A case written anew so that nothing is left to its reader: the answers that a lenient one gave stand in it.

use super::given::{Reading, Unsaid};
use super::read::{CaseFile, Faults, read, read_choice};
use super::run::{Report, judge_as};
use super::stated::Stated;
use super::tree::{Tree, Way};
use crate::told::{Names, PieceId};
use serde_json::{Map, Value};

/// The text with all that a strict reader needs; none if it has it already. The verdicts stay the same, or else an error
/// says what would not.
pub fn rewritten<R: Stated>(text: &str) -> Result<Option<String>, String> {
    let told = |faults: Faults| faults.to_string();
    let case = read::<R>(text).map_err(told)?;
    let (lenient, unsaid) = judge_as(&case, Reading::Lenient).map_err(told)?;
    let tree = Tree::parse(text).map_err(|fault| fault.to_string())?;
    let mut text = text.to_owned();
    // From the last step on, so that the lines before stay where they are.
    for (at, unsaid) in unsaid.iter().enumerate().rev().filter(|(_, unsaid)| !unsaid.is_nothing()) {
        let lines = lines::<R>(&tree, &case, unsaid)?;
        text = with_lines(&text, line_of(&tree, &text, &case, at), &lines);
    }
    let anew = read::<R>(&text).map_err(told)?;
    let (strict, _) = judge_as(&anew, Reading::Strict).map_err(told)?;
    match difference(&lenient, &strict) {
        Some(other) => Err(other),
        None => Ok(unsaid.iter().any(|unsaid| !unsaid.is_nothing()).then_some(text)),
    }
}

/// The keys to be added to a step.
fn lines<R: Stated>(tree: &Tree<'_>, case: &CaseFile<R>, unsaid: &Unsaid<R>) -> Result<Vec<String>, String> {
    let list = |choices: &[R::Choice]| -> Result<String, String> {
        let each: Result<Vec<String>, String> = choices
            .iter()
            .map(|choice| spelled::<R>(tree, &case.names, choice).map(|value| toml(&value)))
            .collect();
        each.map(|each| format!("[{}]", each.join(", ")))
    };
    let mut lines = Vec::new();
    if !unsaid.before.is_empty() {
        lines.push(format!("before = {}", list(&unsaid.before)?));
    }
    if !unsaid.then.is_empty() {
        lines.push(format!("then = {}", list(&unsaid.then)?));
    }
    if unsaid.unasked {
        lines.push("unasked = true".to_owned());
    }
    Ok(lines)
}

/// The line before which the keys of a step are added: that after its header, or of the choice at the top of the file.
fn line_of<R: Stated>(tree: &Tree<'_>, text: &str, case: &CaseFile<R>, at: usize) -> usize {
    let listed = tree.value().get("step").and_then(Value::as_array).map_or(0, Vec::len);
    let single = case.steps.len() - listed;
    let key = |name: &str| Way::Key(name.to_owned());
    if at >= single {
        return header(text, "[[step]]", at - single).map_or(1, |line| line + 1);
    }
    let choice = tree.line(&[key("choice")]);
    let first_header =
        text.lines().position(|line| line.trim_start().starts_with('[')).map_or(usize::MAX, |at| at + 1);
    if choice < first_header { choice } else { tree.line(&[key("game")]) + 1 }
}

/// The line of the header that is the so many-th of its kind.
fn header(text: &str, name: &str, number: usize) -> Option<usize> {
    let headers = text.lines().enumerate().filter(|(_, line)| {
        let bare: String = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        bare == name
    });
    headers.map(|(at, _)| at + 1).nth(number)
}

fn with_lines(text: &str, before: usize, lines: &[String]) -> String {
    let mut all: Vec<&str> = text.lines().collect();
    let at = before.saturating_sub(1).min(all.len());
    all.splice(at..at, lines.iter().map(String::as_str));
    let end = if text.ends_with('\n') { "\n" } else { "" };
    all.join("\n") + end
}

/// What a strict reader finds otherwise than a lenient one did.
fn difference(lenient: &Report, strict: &Report) -> Option<String> {
    for (at, (one, other)) in lenient.steps.iter().zip(&strict.steps).enumerate() {
        let rules = |said: &[super::run::Said]| said.iter().map(|said| said.rule).collect::<Vec<_>>();
        let same = one.verdict == other.verdict
            && rules(&one.breaches) == rules(&other.breaches)
            && one.hash == other.hash
            && one.rolls == other.rolls
            && one.events_raw == other.events_raw;
        if !same {
            let told = |one: &super::run::StepReport| {
                format!("{} {:?} {:?}", one.verdict, rules(&one.breaches), one.hash)
            };
            return Some(format!("step {}: {} becomes {}", at + 1, told(one), told(other)));
        }
    }
    if lenient.unmet != strict.unmet {
        return Some(format!("not met: {:?} becomes {:?}", lenient.unmet, strict.unmet));
    }
    let lines =
        |report: &Report| report.answers.iter().map(|answer| answer.lines.clone()).collect::<Vec<_>>();
    (lines(lenient) != lines(strict)).then(|| "a question is answered otherwise".to_owned())
}

/// A choice as a case writes it, with names where it speaks of units and commanders, if it reads so.
fn spelled<R: Stated>(tree: &Tree<'_>, names: &Names, choice: &R::Choice) -> Result<Value, String> {
    let plain = serde_json::to_value(choice).map_err(|error| error.to_string())?;
    let reads =
        |value: &Value| read_choice::<R>(tree, names, value.clone(), &[]).is_ok_and(|read| read == *choice);
    let named = named(names, plain.clone());
    match [named, plain].into_iter().find(reads) {
        Some(value) => Ok(value),
        None => Err(format!("{choice:?} cannot be written")),
    }
}

/// Names for the numbers of units and commanders, as far as the keys tell which they are.
fn named(names: &Names, value: Value) -> Value {
    match value {
        Value::Object(table) => {
            let with = |(key, value): (String, Value)| {
                let kind = kind_of(&key);
                let number = value.as_u64().and_then(|number| PieceId::try_from(number).ok());
                let name = kind.zip(number).map(|(kind, number)| names.of_kind(kind, number));
                let value = match name.filter(|name| names.find(name).is_some()) {
                    Some(name) => Value::String(name),
                    None if key == "split" => firsts_named(names, value),
                    None => named(names, value),
                };
                (key, value)
            };
            Value::Object(table.into_iter().map(with).collect::<Map<_, _>>())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(|item| named(names, item)).collect()),
        other => other,
    }
}

/// A list of pairs, the first of each the number of a unit.
fn firsts_named(names: &Names, value: Value) -> Value {
    let Value::Array(pairs) = value else { return value };
    let pair = |pair: Value| match pair.as_array().map(Vec::as_slice) {
        Some([unit, rest]) => {
            let name = unit.as_u64().and_then(|unit| PieceId::try_from(unit).ok()).map(|unit| names.of(unit));
            name.map_or(pair.clone(), |name| Value::Array(vec![Value::String(name), rest.clone()]))
        }
        _ => pair,
    };
    Value::Array(pairs.into_iter().map(pair).collect())
}

/// What a number at this key counts: units (0) or commanders (1).
fn kind_of(key: &str) -> Option<usize> {
    match key {
        "unit" | "moves" | "evades" | "test" | "group" => Some(0),
        "commander" | "finish" => Some(1),
        _ => None,
    }
}

/// A value within a line of TOML.
fn toml(value: &Value) -> String {
    match value {
        Value::Object(table) => {
            let inner: Vec<String> =
                table.iter().map(|(key, value)| format!("{key} = {}", toml(value))).collect();
            format!("{{ {} }}", inner.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(toml).collect::<Vec<_>>().join(", ")),
        Value::Null => "\"none\"".to_owned(),
        other => other.to_string(),
    }
}
