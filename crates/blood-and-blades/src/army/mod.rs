//! Orders of battle: what an army consists of, what it costs, and whether it may be fielded (80).

use crate::choice::PickKind;
use crate::troop::Troop;
use serde::{Deserialize, Serialize};

/// BB-ARM-17: an army as it takes the field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OrderOfBattle {
    pub name: String,
    /// BB-ARM-04: 0 to 4.
    pub aggression: u8,
    /// BB-ARM-04, BB-SET-13: kinds of terrain of its homeland that must be picked, and those that may.
    pub mandatory: Vec<PickKind>,
    pub optional: Vec<PickKind>,
    pub bases: Vec<Enlisted>,
}

/// One base of an order of battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Enlisted {
    pub troop: Troop,
    #[serde(default)]
    pub commander: bool,
    /// BB-CLS-07: mounted infantry.
    #[serde(default)]
    pub vehicles: bool,
    /// What the list calls these troops.
    #[serde(default)]
    pub label: String,
}
