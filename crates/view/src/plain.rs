//! Values of a game's vocabulary that have no words of their own, told by the names of their parts.

use serde::Serialize;
use serde_json::Value;

/// A value as words: the names of its kinds; `numbered` says what the number under a key is the number of.
pub fn plain(value: &impl Serialize, numbered: &dyn Fn(&str, u64) -> Option<String>) -> String {
    told(numbered, "", &serde_json::to_value(value).unwrap_or(Value::Null))
}

fn told(numbered: &dyn Fn(&str, u64) -> Option<String>, key: &str, value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => {
            let named = number.as_u64().and_then(|id| numbered(key, id));
            named.unwrap_or_else(|| {
                number.as_f64().map_or_else(String::new, |number| {
                    let rounded = (number * 100.0).round() / 100.0;
                    rounded.to_string()
                })
            })
        }
        Value::String(word) => word.replace('-', " "),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| told(numbered, key, item)).collect();
            if items.is_empty() { "none".to_owned() } else { items.join(", ") }
        }
        Value::Object(entries) => {
            let parts = entries.iter().map(|(name, value)| {
                let word = name.replace(['-', '_'], " ");
                match value {
                    Value::Object(_) => format!("{word} {}", told(numbered, name, value)),
                    _ => format!("{word}: {}", told(numbered, name, value)),
                }
            });
            parts.collect::<Vec<_>>().join(", ")
        }
    }
}
