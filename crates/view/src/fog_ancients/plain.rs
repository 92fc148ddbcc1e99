//! Choices and questions that have no words of their own, told by the names of their parts.

use super::{base_name, commander_name, group_name};
use crate::told::Names;
use aelian_fog_ancients::{BaseId, CommanderId, GroupId};
use serde::Serialize;

/// A value of the game's vocabulary as words: the names of its kinds, and of the groups, bases and commanders in it.
pub fn plain(names: &Names, value: &impl Serialize) -> String {
    crate::plain::plain(value, &|key, number| numbered(names, key, number))
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
