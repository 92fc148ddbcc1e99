//! The close combats that stand now.

use super::odds;
use super::seen::Seen;
use crate::table::FightView;
use aelian_blood_and_blades::BaseId;
use aelian_blood_and_blades::state::Stage;
use aelian_geometry::{Rect, Vec2};

/// BB-CC-01: every pair in frontal contact; a forecast, seen by the active side, for those that are still to be
/// fought.
pub fn fights(seen: Seen<'_>) -> Vec<FightView> {
    if seen.state.stage == Stage::SetUp {
        return Vec::new();
    }
    let look = seen.look();
    let view = |(base, enemy): (BaseId, BaseId)| {
        let open = [base, enemy].iter().all(|id| !seen.state.base(*id).deeds.fought);
        // Who has several opponents fights the most dangerous one.
        let main = look.main_opponents(base).contains(enemy) || look.main_opponents(enemy).contains(base);
        let odds = (open && main).then(|| odds::of_fight(seen, look.active(), base, enemy));
        FightView {
            at: place(seen.state.rect(base), seen.state.rect(enemy)),
            pieces: [base.number(), enemy.number()],
            odds,
        }
    };
    look.pairs_in_close_combat().into_iter().map(view).collect()
}

/// A point where the two touch: on the front edge that lies nearer to the other base.
fn place(a: &Rect, b: &Rect) -> Vec2 {
    let meets = |front: &Rect, other: &Rect| {
        let (_, aside) = front.local(other.centre());
        front.pose.shifted(aside.clamp(-front.width, front.width) * 0.5).at
    };
    let (one, two) = (meets(a, b), meets(b, a));
    let nearer = (one - b.centre()).length() <= (two - a.centre()).length();
    if nearer { one } else { two }
}
