//! Short ways to write choices, made those of a record.

use serde_json::{Map, Value, json};

/// A choice as a record has it; what is written so already stays.
pub fn choice(choice: Value) -> Value {
    let Value::Object(chapters) = choice else { return choice };
    let spelt = chapters.into_iter().map(|(chapter, value)| {
        let value = match chapter.as_str() {
            "command" => inside(value, command),
            "charge" => inside(value, charge),
            "ranged" => inside(value, ranged),
            "fight" => inside(value, fight),
            "commander" => inside(value, commander),
            _ => value,
        };
        (chapter, value)
    });
    Value::Object(spelt.collect())
}

/// Each key of a table with its value spelt out; a word stays.
fn inside(value: Value, spelt: impl Fn(&str, Value) -> Value) -> Value {
    match value {
        Value::Object(table) => {
            let each = table.into_iter().map(|(key, value)| {
                let value = spelt(&key, value);
                (key, value)
            });
            Value::Object(each.collect())
        }
        value => value,
    }
}

fn command(key: &str, value: Value) -> Value {
    match (key, value) {
        ("order", Value::Object(mut order)) => {
            if let Some(unit) = order.remove("unit") {
                order.entry("units").or_insert(unit);
            }
            change(&mut order, "units", several);
            let first = order.get("units").and_then(|units| units.get(0)).cloned();
            change(&mut order, "verb", |spoken| verb(spoken, first.as_ref()));
            Value::Object(order)
        }
        ("initiative", Value::Object(mut order)) => {
            let unit = order.get("unit").cloned();
            change(&mut order, "verb", |spoken| verb(spoken, unit.as_ref()));
            Value::Object(order)
        }
        ("step", spoken) => verb(spoken, None),
        ("retire", value) => task(value, None),
        (_, value) => value,
    }
}

/// HC-CHO-03: a bare charge is one at the closest enemy, or else at any ahead. `unit`: of whom it speaks, if it names nobody.
fn verb(spoken: Value, unit: Option<&Value>) -> Value {
    match spoken {
        Value::String(word) if word == "charge" => json!({ "charge": { "targets": ["closest", "front"] } }),
        Value::Object(table) => inside(Value::Object(table), |key, value| match key {
            "charge" => targets(value),
            "advance" | "enter" => {
                Value::Array(listed(value).into_iter().map(|one| task(one, unit)).collect())
            }
            "support" => support(value),
            "occupy" => wrapped(value, "block"),
            _ => value,
        }),
        spoken => spoken,
    }
}

/// A task whose way is written as the place where it ends, or whose unit goes without saying.
fn task(value: Value, unit: Option<&Value>) -> Value {
    let Value::Object(mut task) = value else { return value };
    if let Some(unit) = unit {
        task.entry("unit").or_insert_with(|| unit.clone());
    }
    let is_short = !task.contains_key("way");
    if let Some(at) = task.remove("at").filter(|_| is_short) {
        let mut pose = Map::from_iter([("at".to_owned(), at)]);
        pose.extend(task.remove("facing").map(|facing| ("facing".to_owned(), facing)));
        task.insert("way".to_owned(), json!([{ "go": pose }]));
    }
    Value::Object(task)
}

fn support(value: Value) -> Value {
    let Value::Object(mut table) = wrapped(value, "friend") else { return Value::Null };
    table.entry("at").or_insert_with(|| json!("nearest"));
    Value::Object(table)
}

/// Targets by their bare names, one of them or a list.
fn targets(value: Value) -> Value {
    let of = |list: Value| {
        // A word that is neither is a name that nobody bears.
        let is_name = |one: &Value| one.as_str().is_some_and(|word| word != "closest" && word != "front");
        let unit = |one: Value| match one.is_number() || is_name(&one) {
            true => json!({ "unit": one }),
            false => one,
        };
        Value::Array(listed(list).into_iter().map(unit).collect())
    };
    match value {
        Value::Object(mut table) if table.contains_key("targets") => {
            change(&mut table, "targets", of);
            Value::Object(table)
        }
        value => json!({ "targets": of(value) }),
    }
}

fn charge(key: &str, value: Value) -> Value {
    match (key, value) {
        ("respond", Value::String(word)) if word == "counter-charge" => json!("countercharge"),
        ("respond", Value::Object(mut table)) if table.contains_key("response") => {
            table.remove("response").unwrap_or(Value::Null)
        }
        (_, value) => value,
    }
}

fn ranged(key: &str, value: Value) -> Value {
    match (key, value) {
        ("shoot", value) => {
            let Value::Object(mut table) = wrapped(value, "unit") else { return Value::Null };
            if let Some(target) = table.remove("target") {
                table.entry("aims").or_insert(target);
            }
            change(&mut table, "aims", |aims| {
                Value::Array(listed(aims).into_iter().map(|aim| wrapped(aim, "target")).collect())
            });
            Value::Object(table)
        }
        (_, value) => value,
    }
}

/// What a victor does may stand beside his name.
const ACTS: [&str; 5] = ["follow-up", "move", "occupy", "sweep", "sweep-charge"];

fn fight(key: &str, value: Value) -> Value {
    match (key, value) {
        ("engagement" | "test", value) => wrapped(value, "unit"),
        ("victor", Value::Object(mut table)) => {
            if let Some((name, act)) = ACTS.iter().find_map(|name| Some((*name, table.remove(*name)?))) {
                table.entry("act").or_insert_with(|| json!({ name: act }));
            }
            change(&mut table, "act", |act| {
                inside(act, |key, value| match key {
                    "follow-up" => wrapped(value, "enemy"),
                    "occupy" => wrapped(value, "block"),
                    "sweep-charge" => targets(value),
                    _ => value,
                })
            });
            Value::Object(table)
        }
        (_, value) => value,
    }
}

fn commander(key: &str, value: Value) -> Value {
    match (key, value) {
        ("move", Value::Object(mut table)) => {
            if let Some(to) = table.remove("to") {
                table.entry("way").or_insert_with(|| json!([to]));
            }
            Value::Object(table)
        }
        ("refuge", value) => wrapped(value, "unit"),
        (_, value) => value,
    }
}

fn change(table: &mut Map<String, Value>, key: &str, spelt: impl FnOnce(Value) -> Value) {
    if let Some(value) = table.remove(key) {
        table.insert(key.to_owned(), spelt(value));
    }
}

/// A list, or one thing as a list of one.
fn listed(value: Value) -> Vec<Value> {
    match value {
        Value::Array(list) => list,
        value => vec![value],
    }
}

fn several(value: Value) -> Value {
    Value::Array(listed(value))
}

/// A bare number as the table of this key.
fn wrapped(value: Value, key: &str) -> Value {
    if value.is_number() { Value::Object(Map::from_iter([(key.to_owned(), value)])) } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is short becomes what a record has; what is written out stays.
    #[test]
    fn short_ways_are_spelt_out() {
        let cases = [
            (
                json!({ "command": { "order": { "commander": 1, "unit": 2, "verb": { "charge": 3 } } } }),
                json!({ "command": { "order": { "commander": 1, "units": [2], "verb": { "charge": { "targets": [{ "unit": 3 }] } } } } }),
            ),
            (
                json!({ "command": { "initiative": { "unit": 2, "verb": "charge" } } }),
                json!({ "command": { "initiative": { "unit": 2, "verb": { "charge": { "targets": ["closest", "front"] } } } } }),
            ),
            (
                json!({ "command": { "order": { "units": [2], "verb": { "advance": { "at": [1, 2], "facing": [0, 1] } } } } }),
                json!({ "command": { "order": { "units": [2], "verb": { "advance": [{ "unit": 2, "way": [{ "go": { "at": [1, 2], "facing": [0, 1] } }] }] } } } }),
            ),
            (
                json!({ "command": { "order": { "units": [2], "verb": { "support": 4 } } } }),
                json!({ "command": { "order": { "units": [2], "verb": { "support": { "friend": 4, "at": "nearest" } } } } }),
            ),
            (json!({ "fight": { "test": 2 } }), json!({ "fight": { "test": { "unit": 2 } } })),
            (
                json!({ "fight": { "victor": { "unit": 2, "follow-up": 3 } } }),
                json!({ "fight": { "victor": { "unit": 2, "act": { "follow-up": { "enemy": 3 } } } } }),
            ),
            (
                json!({ "ranged": { "shoot": { "unit": 2, "target": 3 } } }),
                json!({ "ranged": { "shoot": { "unit": 2, "aims": [{ "target": 3 }] } } }),
            ),
            (
                json!({ "charge": { "respond": { "unit": 2, "response": "stand" } } }),
                json!({ "charge": { "respond": "stand" } }),
            ),
            (
                json!({ "commander": { "move": { "commander": 1, "to": [1, 2] } } }),
                json!({ "commander": { "move": { "commander": 1, "way": [[1, 2]] } } }),
            ),
        ];
        for (short, long) in cases {
            assert_eq!(choice(short), long);
            assert_eq!(choice(long.clone()), long);
        }
        assert_eq!(choice(json!("proceed")), json!("proceed"));
    }
}
