//! Parts of a position as people write them, shaped into what a game reads: lengths by the file's unit, directions by
//! word, boxes for outlines.

use super::read::{Fault, key};
use super::tree::{Tree, Way};
use crate::told::Names;
use aelian_geometry::Facing;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// Reads the parts of a position, each by itself, so that a fault is told with its line.
pub struct Shaper<'a> {
    pub tree: &'a Tree<'a>,
    /// Knows the units in which lengths may be written.
    pub lengths: Names,
    /// What a plain number of a length is multiplied by.
    pub factor: f64,
}

/// One part of a file, read as a type, if it is there.
pub fn part<T: DeserializeOwned>(
    tree: &Tree<'_>,
    keys: &mut Map<String, Value>,
    name: &str,
) -> Result<Option<T>, Fault> {
    keys.remove(name).map(|value| tree.typed(value, &[key(name)])).transpose()
}

/// A fault for each key that a game does not know.
pub fn unknown_keys(tree: &Tree<'_>, keys: &Map<String, Value>, known: &[&str]) -> Vec<Fault> {
    keys.keys()
        .filter(|name| !known.contains(&name.as_str()))
        .map(|name| Fault {
            line: Some(tree.line(&[key(name)])),
            place: name.clone(),
            message: format!(
                "this key is not known; known are title, game, rules, note, choice, dice, expect, step, ask, {}",
                known.join(", ")
            ),
        })
        .collect()
}

impl Shaper<'_> {
    /// Every table under a name, shaped and read.
    pub fn all<T: DeserializeOwned>(
        &self,
        keys: &mut Map<String, Value>,
        name: &str,
        faults: &mut Vec<Fault>,
        shape: impl Fn(Value) -> Result<Value, String>,
    ) -> Vec<T> {
        let list = match keys.remove(name) {
            Some(Value::Array(items)) => items,
            Some(one) => vec![one],
            None => Vec::new(),
        };
        let mut read = Vec::new();
        for (at, value) in list.into_iter().enumerate() {
            let way = [key(name), Way::At(at)];
            let shaped = shape(value).map_err(|message| Fault {
                line: Some(self.tree.line(&way)),
                place: format!("{name}[{}]", at + 1),
                message,
            });
            match shaped.and_then(|value| self.tree.typed::<T>(value, &way)) {
                Ok(one) => read.push(one),
                Err(fault) => faults.push(fault),
            }
        }
        read
    }

    /// Plain numbers become mm by the file's unit; texts with a unit are taken as they say.
    pub fn measured(&self, value: Value) -> Value {
        match value {
            Value::Number(number) => json!(number.as_f64().unwrap_or_default() * self.factor),
            Value::Array(items) => Value::Array(items.into_iter().map(|item| self.measured(item)).collect()),
            text @ Value::String(_) => self.lengths.numbered(text),
            other => other,
        }
    }

    /// `at` and `facing` of anything that stands on the table.
    pub fn placed(&self, value: Value) -> Value {
        let Value::Object(mut entries) = value else { return value };
        if let Some(at) = entries.remove("at") {
            entries.insert("at".to_owned(), self.measured(at));
        }
        if let Some(facing) = entries.remove("facing") {
            entries.insert("facing".to_owned(), self.facing(facing));
        }
        Value::Object(entries)
    }

    /// Degrees clockwise from north, or a word.
    pub fn facing(&self, value: Value) -> Value {
        let degrees = match &value {
            Value::Number(number) => number.as_f64(),
            Value::String(word) => compass(word),
            _ => None,
        };
        match degrees {
            Some(degrees) => {
                let facing = Facing::compass(degrees).vector();
                json!([facing.x, facing.y])
            }
            None => value,
        }
    }

    /// A list of `[x, y, facing]`.
    pub fn poses(&self, value: Value) -> Value {
        let Value::Array(list) = value else { return value };
        let pose = |one: Value| match one.as_array().map(Vec::as_slice) {
            Some([x, y, facing]) => {
                let at = self.measured(json!([x, y]));
                json!({ "at": at, "facing": self.facing(facing.clone()) })
            }
            _ => one,
        };
        Value::Array(list.into_iter().map(pose).collect())
    }

    /// Short forms of terrain: `box = [x0, y0, x1, y1]` for an outline; `line` and `width` of a river as its course.
    pub fn terrain(&self, name: &str, value: Value) -> Value {
        let Value::Object(mut piece) = value else { return value };
        for measured in ["outline", "crests", "line", "fords", "gates", "width"] {
            if let Some(points) = piece.remove(measured) {
                piece.insert(measured.to_owned(), self.measured(points));
            }
        }
        if let Some(corners) = piece.remove("box") {
            let corners = self.measured(corners);
            let numbers: Vec<f64> = corners
                .as_array()
                .map(|list| list.iter().filter_map(Value::as_f64).collect())
                .unwrap_or_default();
            let outline = match numbers[..] {
                [x0, y0, x1, y1] => json!([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]),
                // Told as what stands where an outline should.
                _ => json!("a box that is not [x0, y0, x1, y1]"),
            };
            piece.insert("outline".to_owned(), outline);
        }
        if name == "river"
            && let Some(line) = piece.remove("line")
        {
            let width = piece.remove("width").unwrap_or(Value::Null);
            piece.insert("course".to_owned(), json!({ "line": line, "width": width }));
        }
        Value::Object(piece)
    }
}

/// Degrees clockwise from north of a direction in words.
pub fn compass(word: &str) -> Option<f64> {
    Some(match word.to_ascii_lowercase().replace(' ', "-").as_str() {
        "north" | "n" => 0.0,
        "north-east" | "ne" => 45.0,
        "east" | "e" => 90.0,
        "south-east" | "se" => 135.0,
        "south" | "s" => 180.0,
        "south-west" | "sw" => 225.0,
        "west" | "w" => 270.0,
        "north-west" | "nw" => 315.0,
        _ => return None,
    })
}
