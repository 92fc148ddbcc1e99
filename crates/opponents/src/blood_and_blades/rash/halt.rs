//! Ideas of holding back: impetuous troops that would run into a bad fight are halted.

use super::bodies::Body;
use super::orders::Thinking;
use aelian_blood_and_blades::choice::Command;
use aelian_blood_and_blades::troop::{Grade, TroopType};
use aelian_blood_and_blades::{BaseId, Look};
use aelian_geometry::sweep;

pub fn ideas(thinking: &mut Thinking<'_>, body: &Body) {
    let look = thinking.look;
    let mut fear = 0.0;
    for base in body.bases.iter().filter(|id| is_impetuous(look, *id)) {
        if let Some(enemy) = runs_into(look, base, &thinking.enemies) {
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

/// BB-IMP-25: the first enemy straight ahead within its move, whom it would run into.
fn runs_into(look: Look<'_>, base: BaseId, enemies: &[BaseId]) -> Option<BaseId> {
    let rect = look.state.rect(base);
    let (along, length) = (rect.pose.facing.unit(), super::bodies::pace(look, base));
    enemies
        .iter()
        .filter_map(|enemy| {
            sweep(rect, along, length, look.state.rect(*enemy), look.rules.tolerance).map(|at| (at, *enemy))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, enemy)| enemy)
}
