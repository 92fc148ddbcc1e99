//! Short ways to write choices, made those of a record.

use serde_json::{Map, Value, json};

/// A choice as a record has it; what is written so already stays.
pub fn choice(choice: Value) -> Value {
    let chapters = match in_chapter(choice) {
        Value::Object(chapters) => chapters,
        choice => return choice,
    };
    let spelt = chapters.into_iter().map(|(chapter, value)| {
        let value = match chapter.as_str() {
            "breaks" => breaks(value),
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

/// Choices whose name says of which chapter they are.
const CHAPTERS: [(&str, &[&str]); 4] = [
    ("command", &["order", "initiative", "end-initiative", "finish", "end-orders"]),
    ("charge", &["respond", "evades"]),
    ("ranged", &["shoot", "traverse"]),
    (
        "fight",
        &[
            "engagement",
            "join",
            "nobody-joins",
            "declare",
            "share",
            "excess",
            "demand",
            "step-aside",
            "make-room",
            "victor",
        ],
    ),
];

/// A choice that is written without its chapter is put into it.
fn in_chapter(choice: Value) -> Value {
    let chapter = |name: &str| CHAPTERS.iter().find(|(_, names)| names.contains(&name)).map(|(of, _)| *of);
    match plainly(choice) {
        Value::String(word) => match chapter(&word) {
            Some(of) => json!({ of: word }),
            None => Value::String(word),
        },
        Value::Object(table) => {
            let named = table.into_iter().map(|(key, value)| {
                let key = plain(&key);
                match chapter(&key) {
                    Some(of) => (of.to_owned(), json!({ key: value })),
                    None => (key, value),
                }
            });
            Value::Object(named.collect())
        }
        choice => choice,
    }
}

/// A word as records have it: `Closing Shots` and `closing_shots` are `closing-shots`.
fn plain(word: &str) -> String {
    word.trim().to_lowercase().replace([' ', '_'], "-")
}

fn plainly(value: Value) -> Value {
    match value {
        Value::String(word) => Value::String(plain(&word)),
        value => value,
    }
}

/// Each key of a table with its value spelt out; a word is made plain.
fn inside(value: Value, spelt: impl Fn(&str, Value) -> Value) -> Value {
    match value {
        Value::Object(table) => {
            let each = table.into_iter().map(|(key, value)| {
                let key = plain(&key);
                let value = spelt(&key, value);
                (key, value)
            });
            Value::Object(each.collect())
        }
        value => plainly(value),
    }
}

/// One of these keys, whichever is written, under the first of them.
fn named_alike(table: &mut Map<String, Value>, names: &[&str]) {
    let Some((first, others)) = names.split_first() else { return };
    for name in others {
        let written = table.keys().find(|key| plain(key) == *name).cloned();
        if let Some(value) = written.and_then(|key| table.remove(&key)) {
            table.entry(*first).or_insert(value);
        }
    }
}

/// HC-BRES-05.
fn breaks(value: Value) -> Value {
    match plainly(value) {
        Value::String(word) => match word.as_str() {
            "hold" | "hold-ground-disordered" | "hold-your-ground-disordered" => json!("hold-disordered"),
            "retreat-in-good-order" => json!("retreat"),
            _ => Value::String(word),
        },
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
            beside(&mut order);
            let first = order.get("units").and_then(|units| units.get(0)).cloned();
            change(&mut order, "verb", |spoken| verb(spoken, first.as_ref()));
            Value::Object(order)
        }
        ("initiative", Value::Object(mut order)) => {
            let unit = order.get("unit").cloned();
            beside(&mut order);
            change(&mut order, "verb", |spoken| verb(spoken, unit.as_ref()));
            Value::Object(order)
        }
        ("step", spoken) => verb(spoken, None),
        ("retire", value) => task(value, None),
        (_, value) => value,
    }
}

const VERBS: [&str; 8] = ["advance", "charge", "support", "occupy", "follow-me", "rally", "enter", "retire"];

/// A verb that stands beside its unit instead of under `verb`.
fn beside(order: &mut Map<String, Value>) {
    let is_verb = |key: &&String| VERBS.contains(&plain(key).as_str());
    let spoken = order.keys().find(is_verb).cloned().filter(|_| !order.contains_key("verb"));
    if let Some((key, value)) = spoken.and_then(|key| order.remove_entry(&key)) {
        let verb = if value == json!(true) { json!(plain(&key)) } else { json!({ plain(&key): value }) };
        order.insert("verb".to_owned(), verb);
    }
}

/// HC-CHO-03: a bare charge is one at the closest enemy, or else at any ahead. `unit`: of whom it speaks, if it names nobody.
fn verb(spoken: Value, unit: Option<&Value>) -> Value {
    match spoken {
        Value::String(word) if plain(&word) == "charge" => {
            json!({ "charge": { "targets": ["closest", "front"] } })
        }
        Value::String(word) if plain(&word) == "advance" => json!({ "advance": [{ "unit": unit }] }),
        Value::Object(mut table) => {
            named_alike(&mut table, &["advance", "move", "go", "withdraw", "fall-back"]);
            inside(Value::Object(table), |key, value| match key {
                "charge" => targets(value),
                "advance" | "enter" => {
                    Value::Array(listed(value).into_iter().map(|one| task(one, unit)).collect())
                }
                "support" => support(value),
                "occupy" => wrapped(value, "block"),
                _ => value,
            })
        }
        spoken => plainly(spoken),
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
    change(&mut task, "way", |way| Value::Array(listed(way).into_iter().map(leg).collect()));
    Value::Object(task)
}

/// A leg of a way; a formation by its bare name, and as the book prints it.
fn leg(value: Value) -> Value {
    inside(value, |key, value| match (key, value) {
        ("form", Value::String(word)) => json!({ "to": formation(&word) }),
        ("form", Value::Object(mut table)) => {
            change(&mut table, "to", |to| to.as_str().map(formation).map_or(to.clone(), Value::String));
            Value::Object(table)
        }
        (_, value) => value,
    })
}

fn formation(word: &str) -> String {
    match plain(word).as_str() {
        "battle-line" => "line".to_owned(),
        "open-order" => "open".to_owned(),
        "pike-phalanx" => "phalanx".to_owned(),
        word => word.to_owned(),
    }
}

fn support(value: Value) -> Value {
    let Value::Object(mut table) = wrapped(value, "friend") else { return Value::Null };
    change(&mut table, "at", plainly);
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
        Value::Object(mut table) if table.contains_key("target") => {
            let target = table.remove("target").unwrap_or(Value::Null);
            table.entry("targets").or_insert(target);
            targets(Value::Object(table))
        }
        Value::Object(mut table) if table.contains_key("targets") => {
            change(&mut table, "targets", of);
            Value::Object(table)
        }
        value => json!({ "targets": of(value) }),
    }
}

fn charge(key: &str, value: Value) -> Value {
    match (key, value) {
        ("respond", Value::String(word)) => response(&word),
        ("respond", Value::Object(mut table)) if table.contains_key("response") => {
            match table.remove("response") {
                Some(Value::String(word)) => response(&word),
                said => said.unwrap_or(Value::Null),
            }
        }
        (_, value) => value,
    }
}

fn response(word: &str) -> Value {
    let word = plain(word);
    json!(match word.as_str() {
        "counter-charge" => "countercharge",
        "closing-shot" | "shoot" => "closing-shots",
        "hold" | "hold-your-ground" => "stand",
        "parthian-shots" => "parthian-shot",
        word => word,
    })
}

fn ranged(key: &str, value: Value) -> Value {
    match (key, value) {
        ("shoot", value) => {
            let value = match value {
                Value::Array(mut list) if list.len() == 1 => list.remove(0),
                value => value,
            };
            let Value::Object(mut table) = wrapped(value, "unit") else { return Value::Null };
            named_alike(&mut table, &["unit", "shooter"]);
            named_alike(&mut table, &["target", "at", "targets"]);
            if let Some(target) = table.remove("target") {
                let aim = match (table.contains_key("aims"), table.remove("dice")) {
                    (false, Some(dice)) => json!({ "target": target, "dice": dice }),
                    _ => target,
                };
                table.entry("aims").or_insert(aim);
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
        ("declare", value) => declare(wrapped(value, "unit")),
        ("victor", value) => {
            let Value::Object(mut table) = wrapped(value, "unit") else { return Value::Null };
            named_alike(&mut table, &["follow-up", "follow-up"]);
            named_alike(&mut table, &["sweep", "sweeping-advance"]);
            named_alike(&mut table, &["sweep-charge", "sweep-charge", "sweeping-charge", "charge"]);
            if table.remove("stay").is_some_and(|stays| stays == json!(true)) {
                table.entry("act").or_insert(json!("stay"));
            }
            if let Some((name, act)) = ACTS.iter().find_map(|name| Some((*name, table.remove(*name)?))) {
                table.entry("act").or_insert_with(|| json!({ name: act }));
            }
            // Whoever says nothing is told what may be said.
            table.entry("act").or_insert(json!("nothing said"));
            change(&mut table, "act", |act| {
                inside(acting(act), |key, value| match key {
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

/// What a victor does by a bare word; where more must be said of it, that is asked for.
fn acting(act: Value) -> Value {
    let Value::String(word) = &act else { return act };
    let word = match plain(word).as_str() {
        "sweeping-advance" => "sweep".to_owned(),
        "sweeping-charge" => "sweep-charge".to_owned(),
        word => word.to_owned(),
    };
    if ACTS.contains(&word.as_str()) { json!({ word: {} }) } else { Value::String(word) }
}

/// HC-CLR-02, HC-ALLOC-01: closed ranks by any of their names; attacks that are listed by enemy are the split.
fn declare(value: Value) -> Value {
    let Value::Object(mut table) = value else { return value };
    named_alike(&mut table, &["close", "close-ranks", "closed", "closes-ranks", "closed-ranks"]);
    if table.get("attacks").is_some_and(Value::is_array)
        && let Some(split) = table.remove("attacks")
    {
        table.entry("split").or_insert(split);
    }
    Value::Object(table)
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
                json!({ "charge": { "respond": "Closing Shots" } }),
                json!({ "charge": { "respond": "closing-shots" } }),
            ),
            (
                json!({ "order": { "commander": 1, "unit": 2, "charge": { "target": 3 } } }),
                json!({ "command": { "order": { "commander": 1, "units": [2], "verb": { "charge": { "targets": [{ "unit": 3 }] } } } } }),
            ),
            (
                json!({ "command": { "order": { "units": [2], "verb": { "advance": [{ "way": [{ "form": { "to": "Battle Line" } }] }] } } } }),
                json!({ "command": { "order": { "units": [2], "verb": { "advance": [{ "unit": 2, "way": [{ "form": { "to": "line" } }] }] } } } }),
            ),
            (json!("nobody joins"), json!({ "fight": "nobody-joins" })),
            (json!({ "breaks": "Hold your ground disordered" }), json!({ "breaks": "hold-disordered" })),
            (
                json!({ "fight": { "victor": { "unit": 2, "sweeping_charge": 3 } } }),
                json!({ "fight": { "victor": { "unit": 2, "act": { "sweep-charge": { "targets": [{ "unit": 3 }] } } } } }),
            ),
            (
                json!({ "fight": { "declare": { "unit": 2, "close_ranks": true, "attacks": [[3, 7]] } } }),
                json!({ "fight": { "declare": { "unit": 2, "close": true, "split": [[3, 7]] } } }),
            ),
            (
                json!({ "ranged": { "shoot": { "shooter": 2, "at": 3, "dice": 2 } } }),
                json!({ "ranged": { "shoot": { "unit": 2, "aims": [{ "target": 3, "dice": 2 }] } } }),
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
