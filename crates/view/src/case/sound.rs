//! Expected events and facts that there cannot be: an expectation that nothing could ever meet, or break, is a fault of
//! the file.

use super::read::Fault;
use super::tree::{Tree, Way};
use crate::told::Names;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// What is wrong with the parts of events or of facts that a case expects: words that there are not, keys that are not
/// read, names that nobody bears.
pub(super) fn faults<T: DeserializeOwned>(
    tree: &Tree<'_>,
    names: &Names,
    parts: &[Value],
    way: &[Way],
    what: &str,
) -> Vec<Fault> {
    let at = |index: usize| [way, &[Way::At(index)]].concat();
    let fault = |(index, part): (usize, &Value)| {
        let line = Some(tree.line(&at(index)));
        let place = super::tree::place(&at(index));
        wrong::<T>(&names.numbered(part.clone()), names).map(|told| Fault {
            line,
            place,
            message: format!("no {what} can be like this: {told}"),
        })
    };
    parts.iter().enumerate().filter_map(fault).collect()
}

fn wrong<T: DeserializeOwned>(part: &Value, names: &Names) -> Option<String> {
    if let Some(words) = part.as_object().filter(|table| table.len() > 1) {
        let words: Vec<&str> = words.keys().map(String::as_str).collect();
        return Some(format!("it is one of {}, and not all of them", words.join(" and ")));
    }
    strands(part).into_iter().find_map(|strand| {
        let told = serde_json::from_value::<T>(strand.clone()).err()?.to_string();
        if !is_only_a_part(&told) {
            return Some(plainer(&told, names));
        }
        unread_key::<T>(&strand).map(|key| format!("`{key}` is not a key of it"))
    })
}

/// A part that leads along one way only, for each value in it: of several faults each is found.
fn strands(part: &Value) -> Vec<Value> {
    match part {
        Value::Object(table) if !table.is_empty() => {
            let under = |(key, value): (&String, &Value)| {
                strands(value).into_iter().map(|inner| json!({ key.as_str(): inner })).collect::<Vec<_>>()
            };
            table.iter().flat_map(under).collect()
        }
        other => vec![other.clone()],
    }
}

/// Whether only something is left out, which a part may do; a word alone stands for all that it may hold.
fn is_only_a_part(told: &str) -> bool {
    ["missing field", "invalid type: unit variant", "data did not match any variant"]
        .iter()
        .any(|start| told.starts_with(start))
}

/// The last key of a strand, if whatever stands at it is the same to the reader.
fn unread_key<T: DeserializeOwned>(strand: &Value) -> Option<String> {
    let mut keys = Vec::new();
    let mut inner = strand;
    while let Some((key, value)) = inner.as_object().and_then(|table| table.iter().next()) {
        keys.push(key.clone());
        inner = value;
    }
    let last = keys.last()?.clone();
    let with = |value: Value| keys.iter().rev().fold(value, |value, key| json!({ key.as_str(): value }));
    let garbage =
        [Value::Null, Value::from("\u{0}"), Value::from(-0.5), json!([[[]]]), json!({ "\u{0}": 0 })];
    let told = |value: Value| {
        serde_json::from_value::<T>(with(value)).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let same = garbage.into_iter().all(|value| is_only_a_part(&told(value)));
    same.then_some(last)
}

/// A text where a number of a piece should be is a name that nobody bears.
fn plainer(told: &str, names: &Names) -> String {
    let name =
        told.strip_prefix("invalid type: string \"").and_then(|rest| rest.split_once("\", expected u"));
    match name {
        Some((name, _)) => format!("nobody is named `{name}`; known are {}", names.listed()),
        None => told.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aelian_blood_and_blades::Rules;
    use aelian_game::Ruleset;

    type Event = <Rules as Ruleset>::Event;

    fn told(part: Value) -> Option<String> {
        wrong::<Event>(&part, &Names::default())
    }

    #[test]
    fn parts_of_events_are_no_faults() {
        assert_eq!(told(json!("moved")), None);
        assert_eq!(told(json!({ "destroyed": 3 })), None);
        assert_eq!(told(json!({ "moved": { "base": 3, "why": "recoiled" } })), None);
        assert_eq!(told(json!({ "moved": { "to": { "at": [1.0, 2.0] } } })), None);
    }

    #[test]
    fn what_no_event_has_is_a_fault() {
        assert!(told(json!("move")).unwrap_or_default().contains("unknown variant `move`"));
        assert!(told(json!({ "destroyed": "Zed" })).unwrap_or_default().contains("nobody is named `Zed`"));
        assert!(
            told(json!({ "destroyed": 3, "moved": { "base": 3 } })).unwrap_or_default().contains("one of")
        );
        assert!(told(json!({ "moved": { "bose": 3 } })).unwrap_or_default().contains("`bose` is not a key"));
        let both = json!({ "moved": { "base": 3, "why": "because" } });
        assert!(told(both).unwrap_or_default().contains("unknown variant `because`"));
    }
}
