//! Close combat on a table: positions, main opponents, fights.

mod fights;
mod opponent;
mod places;
mod terms;

use crate::state::Stage;
use crate::testing::{Scene, Table};
use aelian_game::Side::{Blue, Red};

/// A Cv at (500, 500) looking north, depth 30: its flanks are x = 480 and x = 520, its rear y = 470.
fn cavalry() -> Table {
    Table::new().stage(Stage::CloseCombat).base("a", Red, "Reg Cv(O)", 500.0, 500.0, 0.0)
}

/// The enemy in front of it, flush.
fn with_front_enemy(table: Table) -> Table {
    table.base("front", Blue, "Reg Bd(O)", 500.0, 500.0, 180.0)
}

/// The enemy on its left flank, front corner on its front left corner (EX-76).
fn with_left_enemy(table: Table) -> Table {
    table.base("left", Blue, "Reg Bd(O)", 480.0, 480.0, 90.0)
}

fn with_right_enemy(table: Table) -> Table {
    table.base("right", Blue, "Reg Bd(O)", 520.0, 480.0, 270.0)
}

fn with_rear_enemy(table: Table) -> Table {
    table.base("rear", Blue, "Reg Bd(O)", 500.0, 470.0, 0.0)
}

/// The phase begins with the contacts there are.
fn begun(table: Table) -> Scene {
    let mut scene = table.build();
    let pairs = scene.look().pairs_in_close_combat();
    scene.happens(&crate::event::Event::FightsBegin(pairs));
    scene
}
