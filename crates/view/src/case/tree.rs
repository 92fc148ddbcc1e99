//! A TOML text as a plain tree that still knows the line of every value.

use super::read::Fault;
use serde::de::DeserializeOwned;
use serde_json::{Map, Number, Value};
use serde_path_to_error::Segment;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A parsed text.
#[derive(Debug)]
pub struct Tree<'a> {
    text: &'a str,
    root: Spanned<DeTable<'a>>,
}

/// One step of a way into a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    Key(String),
    At(usize),
}

impl<'a> Tree<'a> {
    pub fn parse(text: &'a str) -> Result<Tree<'a>, Fault> {
        let root = DeTable::parse(text).map_err(|error| Fault {
            line: error.span().map(|span| line_of(text, span.start)),
            place: String::new(),
            message: error.message().to_owned(),
        })?;
        let tree = Tree { text, root };
        match tree.no_figures(tree.root.get_ref(), &mut Vec::new()) {
            None => Ok(tree),
            Some(fault) => Err(fault),
        }
    }

    /// The first number in it that is none: too large to be counted with, or not a number at all.
    fn no_figures(&self, table: &DeTable<'_>, way: &mut Vec<Way>) -> Option<Fault> {
        table.iter().find_map(|(key, value)| {
            way.push(Way::Key(key.get_ref().to_string()));
            let found = self.no_figure(value, way);
            way.pop();
            found
        })
    }

    fn no_figure(&self, value: &Spanned<DeValue<'_>>, way: &mut Vec<Way>) -> Option<Fault> {
        match value.get_ref() {
            DeValue::Table(table) => self.no_figures(table, way),
            DeValue::Array(items) => items.iter().enumerate().find_map(|(at, item)| {
                way.push(Way::At(at));
                let found = self.no_figure(item, way);
                way.pop();
                found
            }),
            DeValue::Integer(_) | DeValue::Float(_) if json(value.get_ref()).is_null() => Some(Fault {
                line: Some(line_of(self.text, value.span().start)),
                place: place(way),
                message: "this is no number to count with: write a finite one, at most 18 digits long"
                    .to_owned(),
            }),
            _ => None,
        }
    }

    /// The first choice of the case, as it is written.
    pub fn first_choice(&self) -> Value {
        let whole = self.value();
        let first = whole.pointer("/step/0").unwrap_or(&whole);
        first.get("choice").cloned().unwrap_or_default()
    }

    /// The whole as JSON values; times and dates become text.
    pub fn value(&self) -> Value {
        table(self.root.get_ref())
    }

    /// The line on which the value at the end of a way stands, or the nearest thing before it on that way.
    pub fn line(&self, way: &[Way]) -> usize {
        let mut at = self.root.span().start;
        let mut here: Option<&Spanned<DeValue<'_>>> = None;
        for step in way {
            let found = match (here, step) {
                (None, Way::Key(key)) => self.root.get_ref().get(key.as_str()),
                (Some(value), Way::Key(key)) => value.get_ref().get(key.as_str()),
                (Some(value), Way::At(index)) => value.get_ref().get(*index),
                (None, Way::At(_)) => None,
            };
            match found {
                Some(value) => {
                    at = value.span().start;
                    here = Some(value);
                }
                None => break,
            }
        }
        line_of(self.text, at)
    }

    /// Reads a part of the tree as a type; a fault names the place and its line. `way` leads to the part.
    pub fn typed<T: DeserializeOwned>(&self, value: Value, way: &[Way]) -> Result<T, Fault> {
        serde_path_to_error::deserialize(value).map_err(|error| {
            let mut full = way.to_vec();
            full.extend(error.path().iter().filter_map(|segment| match segment {
                Segment::Seq { index } => Some(Way::At(*index)),
                Segment::Map { key } => Some(Way::Key(key.clone())),
                Segment::Enum { variant } => Some(Way::Key(variant.clone())),
                Segment::Unknown => None,
            }));
            Fault { line: Some(self.line(&full)), place: place(&full), message: error.inner().to_string() }
        })
    }
}

/// Keys of a value that the type does not read: whatever stands at them, it is read all the same.
pub fn unread<T: DeserializeOwned>(value: &Value) -> Vec<Vec<Way>> {
    let mut ways = Vec::new();
    keys(value, &mut Vec::new(), &mut ways);
    let is_read = |way: &Vec<Way>| {
        let anything = [Value::Null, Value::from("\u{0}"), Value::from(-0.5), serde_json::json!([[[]]])];
        anything.into_iter().any(|other| {
            let mut changed = value.clone();
            if let Some(place) = at_mut(&mut changed, way) {
                *place = other;
            }
            serde_json::from_value::<T>(changed).is_err()
        })
    };
    ways.retain(|way| !is_read(way));
    ways
}

/// The ways to all keys of the tables in a value.
fn keys(value: &Value, way: &mut Vec<Way>, ways: &mut Vec<Vec<Way>>) {
    let mut under = |step: Way, value: &Value| {
        let is_key = matches!(step, Way::Key(_));
        way.push(step);
        if is_key {
            ways.push(way.clone());
        }
        keys(value, way, ways);
        way.pop();
    };
    match value {
        Value::Object(table) => table.iter().for_each(|(key, value)| under(Way::Key(key.clone()), value)),
        Value::Array(list) => list.iter().enumerate().for_each(|(at, value)| under(Way::At(at), value)),
        _ => {}
    }
}

fn at_mut<'a>(value: &'a mut Value, way: &[Way]) -> Option<&'a mut Value> {
    way.iter().try_fold(value, |value, step| match step {
        Way::Key(key) => value.get_mut(key),
        Way::At(at) => value.get_mut(*at),
    })
}

/// A way as people write it: `base[2].troop`, counted from 1.
pub fn place(way: &[Way]) -> String {
    let mut text = String::new();
    for step in way {
        match step {
            Way::Key(key) if text.is_empty() => text.push_str(key),
            Way::Key(key) => {
                text.push('.');
                text.push_str(key);
            }
            Way::At(index) => text.push_str(&format!("[{}]", index + 1)),
        }
    }
    text
}

fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

fn table(table: &DeTable<'_>) -> Value {
    let entries = table.iter().map(|(key, value)| (key.get_ref().to_string(), json(value.get_ref())));
    Value::Object(entries.collect::<Map<_, _>>())
}

fn json(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).map_or(Value::Null, Value::from)
        }
        DeValue::Float(number) => {
            number.as_str().parse().ok().and_then(Number::from_f64).map_or(Value::Null, Value::Number)
        }
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Datetime(time) => Value::String(time.to_string()),
        DeValue::Array(items) => Value::Array(items.iter().map(|item| json(item.get_ref())).collect()),
        DeValue::Table(inner) => table(inner),
    }
}
