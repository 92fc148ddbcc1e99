//! Names of units, divisions and commanders, and small sets of units.

use aelian_game::{Few, Numbered};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A unit of either army: its place in `State::units` and in `Rules::cards`. Both armies together have at most 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

/// HC-ARMY-01: a division of either army: its place in `State::divisions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DivisionId(pub u8);

/// A commander of either army: his place in `State::commanders`. A reserve commander takes the place of the man whom
/// he follows (HC-RES-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommanderId(pub u8);

/// HC-BLDG-01: a building block: its place in `Field::blocks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BlockId(pub u8);

/// A set of units, small enough to copy.
pub type UnitSet = Few<UnitId>;

/// A set of commanders.
pub type CommanderSet = Few<CommanderId>;

macro_rules! numbered {
    ($id:ident, $name:literal, $short:literal) => {
        impl Numbered for $id {
            const NAME: &'static str = $name;

            fn number(self) -> u8 {
                self.0
            }

            fn with_number(number: u8) -> $id {
                $id(number)
            }
        }

        impl $id {
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }

        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($short, "{}"), self.0)
            }
        }
    };
}

numbered!(UnitId, "unit", "U");
numbered!(DivisionId, "division", "D");
numbered!(CommanderId, "commander", "C");
numbered!(BlockId, "building", "B");
