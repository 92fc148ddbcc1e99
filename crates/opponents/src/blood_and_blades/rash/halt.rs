//! Ideas of holding back: impetuous troops that would run into a bad fight are halted.

use super::bodies::{Body, pace};
use super::charge::enemy_ahead;
use super::orders::Thinking;
use aelian_blood_and_blades::choice::Command;
use aelian_blood_and_blades::troop::{Grade, TroopType};
use aelian_blood_and_blades::{BaseId, Look};

pub fn ideas(thinking: &mut Thinking<'_>, body: &Body) {
    let look = thinking.look;
    let mut fear = 0.0;
    for base in body.bases.iter().filter(|id| is_impetuous(look, *id)) {
        // BB-IMP-25: whom it meets straight ahead comes first.
        if let Some((_, enemy)) = enemy_ahead(look, base, pace(look, base), &thinking.enemies) {
            fear -= thinking.matchups.of(look, base, enemy);
        }
    }
    thinking.idea(body, Command::Halt, fear);
}

/// BB-IMP-02: by type.
pub fn is_impetuous(look: Look<'_>, id: BaseId) -> bool {
    let troop = &look.state.base(id).troop;
    match troop.kind {
        TroopType::Wb => true,
        TroopType::HCh => troop.is_irregular(),
        TroopType::Bd => troop.is_irregular() && troop.grade == Grade::F,
        _ => false,
    }
}
