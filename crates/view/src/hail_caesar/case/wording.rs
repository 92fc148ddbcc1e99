//! Words of the book for the words of a file.

use serde_json::Value;

/// The words that stand for a single one of several things.
const WORDED: [&str; 9] =
    ["side", "formation", "kind", "strength", "crossing", "place", "did", "facing", "edge"];

/// What the book calls a thing, and what a file calls it.
const OTHER_WORDS: [(&str, &str, &str); 16] = [
    ("formation", "battle-line", "line"),
    ("formation", "open-order", "open"),
    ("formation", "pike-phalanx", "phalanx"),
    ("kind", "woods", "wood"),
    ("kind", "woodland", "wood"),
    ("kind", "rough-ground", "rough"),
    ("kind", "impassable-terrain", "impassable"),
    ("kind", "hills", "hill"),
    ("part", "ranged-attacks", "ranged"),
    ("part", "shooting", "ranged"),
    ("part", "hand-to-hand-combat", "hand-to-hand"),
    ("part", "combat", "hand-to-hand"),
    ("strength", "building", "substantial"),
    ("strength", "fortifications", "fortification"),
    ("crossing", "ford", "fordable"),
    ("place", "on-table", "table"),
];

/// `Battle Line` for `line`: names are read without regard to capitals, spaces and the book's longer forms.
pub(super) fn plain(name: &str, value: Value) -> Value {
    match value {
        Value::String(text) => {
            let word = text.trim().to_lowercase().replace([' ', '_'], "-");
            let other = OTHER_WORDS.iter().find(|(key, long, _)| *key == name && *long == word);
            Value::String(other.map_or(word, |(_, _, short)| (*short).to_owned()))
        }
        Value::Array(list) => Value::Array(list.into_iter().map(|one| plain(name, one)).collect()),
        other => other,
    }
}

pub(super) fn worded(value: Value) -> Value {
    let Value::Object(mut entries) = value else { return value };
    for name in WORDED {
        if let Some(value) = entries.remove(name) {
            entries.insert(name.to_owned(), plain(name, value));
        }
    }
    Value::Object(entries)
}
