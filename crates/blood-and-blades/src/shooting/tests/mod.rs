//! Shooting on a table.

mod aims;
mod phase;
mod shots;
mod targets;

use crate::state::Stage;
use crate::testing::Table;
use aelian_game::Side::Red;

/// A Bw at (500, 500) looking north: its zone is x from 440 to 560, y from 500 to 590.
fn archers() -> Table {
    Table::new().stage(Stage::Shooting).base("bw", Red, "Reg Bw(O)", 500.0, 500.0, 0.0)
}
