//! Go Meek into the Desert: who holds the oasis when time is out.

use super::Battle;
use crate::rules::Look;
use crate::troop::Class;
use aelian_game::{Ending, Side};
use aelian_geometry::distance;
use aelian_rulebook::rule;

/// HS-DESERT-11: how near to the watchtower a unit counts, in inches.
const NEAR: f64 = 12.0;

/// HS-DESERT-11: unshaken units other than skirmishers near the watchtower.
fn presence(look: Look<'_>, side: Side) -> i32 {
    let Some(tower) = look.state.field.blocks.first() else { return 0 };
    let counts = |unit: &crate::ids::UnitId| {
        !look.is_shaken(*unit)
            && look.class(*unit) != Class::Skirmishers
            && look.within(distance(look.rect(*unit), &tower.rect), NEAR)
    };
    look.on_table(side).filter(counts).count() as i32
}

/// HS-DESERT-10, HS-DESERT-11: how the battle is judged when nobody has broken.
pub fn verdict(look: Look<'_>) -> Option<Ending> {
    if !look.is_battle(Battle::GoMeekIntoTheDesert) {
        return None;
    }
    let score = Side::BOTH.map(|side| presence(look, side));
    let winner = match score[0].cmp(&score[1]) {
        std::cmp::Ordering::Greater => Some(Side::Red),
        std::cmp::Ordering::Less => Some(Side::Blue),
        std::cmp::Ordering::Equal => None,
    };
    Some(Ending { winner, cause: rule!("HS-DESERT-11"), score })
}
