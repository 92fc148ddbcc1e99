//! Names of units, divisions and commanders, and small sets of units.

use aelian_game::{Few, numbered};
use serde::{Deserialize, Serialize};

numbered!(
    /// A unit of either army: its place in `State::units` and in `Rules::cards`. Both armies together have at most 64.
    UnitId,
    "unit",
    "U"
);

numbered!(
    /// HC-ARMY-01: a division of either army: its place in `State::divisions`.
    DivisionId,
    "division",
    "D"
);

numbered!(
    /// A commander of either army: his place in `State::commanders`. A reserve commander takes the place of the man whom
    /// he follows (HC-RES-01).
    CommanderId,
    "commander",
    "C"
);

numbered!(
    /// HC-BLDG-01: a building block: its place in `Field::blocks`.
    BlockId,
    "building",
    "B"
);

/// A set of units, small enough to copy.
pub type UnitSet = Few<UnitId>;

/// A set of commanders.
pub type CommanderSet = Few<CommanderId>;
