//! The terrain of a position.

use super::Reader;
use super::keys::BlockKeys;
use super::wording::worded;
use crate::case::Fault;
use aelian_geometry::{Facing, Pose, Rect};
use aelian_hail_caesar::field::{Block, Piece};
use serde_json::{Map, Value, json};

impl Reader<'_> {
    pub(super) fn terrain(&self, keys: &mut Map<String, Value>, faults: &mut Vec<Fault>) -> Vec<Piece> {
        let mut terrain = Vec::new();
        for name in ["area", "obstacle", "river", "road"] {
            let shaped = |value| {
                let value = bridged(value);
                known_keys(name, &value)?;
                Ok(json!({ name: self.shaper.terrain(name, worded(value)) }))
            };
            let pieces: Vec<Piece> = self.shaper.all(keys, name, faults, shaped);
            terrain.extend(pieces);
        }
        let sized = |value| Ok(self.sized(self.shaper.terrain("block", self.shaper.placed(worded(value)))));
        let blocks: Vec<BlockKeys> = self.shaper.all(keys, "block", faults, sized);
        terrain.extend(blocks.into_iter().map(block));
        terrain
    }
}

/// HC-RIVER-04: a bridge is a ford that is drawn otherwise.
fn bridged(value: Value) -> Value {
    let Value::Object(mut entries) = value else { return value };
    if let Some(Value::Array(bridges)) = entries.remove("bridges") {
        match entries.entry("fords").or_insert_with(|| json!([])) {
            Value::Array(fords) => fords.extend(bridges),
            other => *other = json!(bridges),
        }
    }
    Value::Object(entries)
}

/// What may be said of a piece of ground; whatever else stands there is a mistake.
fn known_keys(name: &str, value: &Value) -> Result<(), String> {
    let known: &[&str] = match name {
        "area" => &["kind", "box", "outline", "level", "crests", "name", "look"],
        "obstacle" => &["line", "cover", "fortified", "no_wheels", "name"],
        "river" => &["line", "width", "crossing", "fords", "bridges", "column_only", "name"],
        _ => &["line", "width"],
    };
    let keys = value.as_object().into_iter().flat_map(Map::keys);
    match keys.into_iter().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(format!("`{key}` is not known here; known are {}", known.join(", "))),
        None => Ok(()),
    }
}

fn block(keys: BlockKeys) -> Piece {
    let facing = keys.facing.unwrap_or(Facing::DOWN);
    Piece::Block(Block {
        rect: Rect::new(Pose { at: keys.at, facing }, keys.size.0, keys.size.1),
        strength: keys.strength,
        room: keys.room.unwrap_or(1),
        small_only: keys.small_only,
        gates: keys.gates,
        name: keys.name,
        look: String::new(),
    })
}
