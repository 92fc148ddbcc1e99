//! Orders of battle: what an army consists of, what it costs, and whether it may be fielded (80).
//!
//! `price` counts army points, `check` says whether an army may be fielded, `file` reads and writes army
//! files, `list` and `list_check` hold army lists, `translate` makes them from lists of other rules,
//! `ready` are the armies that come with the program.

pub mod check;
pub mod file;
pub mod homeland;
pub mod list;
pub mod list_assign;
pub mod list_check;
pub mod list_file;
pub mod list_least;
pub mod period;
pub mod price;
pub mod ready;
pub mod translate;

pub use check::check;
pub use file::ArmyFile;
pub use period::Period;
pub use price::HalfPoints;
pub use ready::{ReadyArmy, ready};

use crate::choice::PickKind;
use crate::pairing::Paired;
use crate::rules::Rules;
use crate::troop::{Troop, TroopType};
use serde::{Deserialize, Serialize};

/// BB-ARM-03, BB-ARM-17: an army as it takes the field, fixed before play.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OrderOfBattle {
    pub name: String,
    /// BB-ARM-17: the army list it was made from, if any.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub list: String,
    /// BB-ARM-01: the years that the army is of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<Period>,
    /// BB-ARM-16: the options of the list that were used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
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
    /// BB-ARM-16: the line of the army list under which the base is taken.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub line: String,
    /// BB-LST-13: the lines whose bases it may give special support; empty for any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supports: Vec<String>,
}

impl Enlisted {
    pub fn new(troop: Troop) -> Enlisted {
        Enlisted {
            troop,
            commander: false,
            vehicles: false,
            label: String::new(),
            line: String::new(),
            supports: Vec::new(),
        }
    }

    /// BB-LST-13: what it says about support.
    pub fn paired(&self) -> Paired<'_> {
        Paired { name: &self.line, supports: &self.supports }
    }
}

impl OrderOfBattle {
    /// BB-CIC-01: the general.
    pub fn commander(&self) -> Option<&Enlisted> {
        self.bases.iter().find(|base| base.commander)
    }

    /// BB-ARM-17, BB-MOR-06, BB-MOR-07: the reference level, which is written on the order of battle.
    pub fn reference_level(&self, rules: &Rules) -> u32 {
        let fighting = self.bases.iter().filter(|base| base.troop.kind != TroopType::Bg);
        fighting.map(|base| rules.tables.poc(&base.troop, base.commander, &rules.settings)).sum()
    }

    /// BB-ARM-17, BB-MOR-09, BB-MOR-12: losses that are at least this rout the army; the first whole number
    /// that reaches a third of the reference level.
    pub fn routing_losses(&self, rules: &Rules) -> u32 {
        self.reference_level(rules).div_ceil(3)
    }
}

#[cfg(test)]
mod tests;
