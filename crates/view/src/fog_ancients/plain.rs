//! Choices and questions that have no words of their own, told by the names of their parts.

use super::{base_name, commander_name, group_name};
use crate::told::Names;
use aelian_fog_ancients::{BaseId, CommanderId, GroupId};
use serde::Serialize;
use serde_json::Value;

/// A value of the game's vocabulary as words: the names of its kinds, and of the groups, bases and commanders in it.
pub fn plain(names: &Names, value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or(Value::Null);
    told(names, "", &value)
}

/// What the number under a key is the number of.
fn numbered(names: &Names, key: &str, number: u64) -> Option<String> {
    let id = u16::try_from(number).ok()?;
    let group = || u8::try_from(id).ok().map(|id| group_name(names, GroupId(id)));
    match key {
        "group" | "groups" | "who" | "charger" | "by" | "on" | "enemy" | "enemies" | "with" | "join"
        | "target" | "targets" | "quarry" | "pursuer" | "pinned" | "pinning" => group(),
        "base" | "bases" | "displaced" | "like" => Some(base_name(names, BaseId(id))),
        "commander" | "commanders" => u8::try_from(id).ok().map(|id| commander_name(names, CommanderId(id))),
        _ => None,
    }
}

fn told(names: &Names, key: &str, value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => {
            let named = number.as_u64().and_then(|id| numbered(names, key, id));
            named.unwrap_or_else(|| {
                number.as_f64().map_or_else(String::new, |number| {
                    let rounded = (number * 100.0).round() / 100.0;
                    rounded.to_string()
                })
            })
        }
        Value::String(word) => word.replace('-', " "),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| told(names, key, item)).collect();
            if items.is_empty() { "none".to_owned() } else { items.join(", ") }
        }
        Value::Object(entries) => {
            let parts = entries.iter().map(|(name, value)| {
                let word = name.replace(['-', '_'], " ");
                match value {
                    Value::Object(_) => format!("{word} {}", told(names, name, value)),
                    _ => format!("{word}: {}", told(names, name, value)),
                }
            });
            parts.collect::<Vec<_>>().join(", ")
        }
    }
}
