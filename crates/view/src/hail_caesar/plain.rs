//! Choices and questions that have no words of their own, told by the names of their parts.

use super::{block_name, commander_name, division_name, unit_name};
use crate::told::Names;
use aelian_hail_caesar::{BlockId, CommanderId, DivisionId, UnitId};
use serde::Serialize;

/// A value of the game's vocabulary as words: the names of its kinds, and of the units and commanders in it.
pub fn plain(names: &Names, value: &impl Serialize) -> String {
    crate::plain::plain(value, &|key, number| numbered(names, key, number))
}

/// What the number under a key is the number of.
fn numbered(names: &Names, key: &str, number: u64) -> Option<String> {
    let id = u8::try_from(number).ok()?;
    match key {
        "unit" | "units" | "friend" | "target" | "targets" | "of" | "by" | "enemy" | "shooter"
        | "charger" | "mover" | "may" | "must" | "left" | "who" | "join" | "with" | "other" | "against" => {
            Some(unit_name(names, UnitId(id)))
        }
        "commander" | "commanders" => Some(commander_name(names, CommanderId(id))),
        "division" | "divisions" => Some(division_name(names, DivisionId(id))),
        "block" => Some(block_name(names, BlockId(id))),
        _ => None,
    }
}
