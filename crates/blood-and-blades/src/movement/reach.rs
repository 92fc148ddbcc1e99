//! Tactical moves and far moves (44.6), and who may move at all.

use super::plan::Plan;
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Reach;
use crate::fact::Fact;
use crate::rules::Look;
use crate::state::Moved;
use crate::troop::TroopType;
use aelian_geometry::{Vec2, within};
use aelian_rulebook::rule;

/// BB-MOVE-70 to BB-MOVE-75, BB-HALT-04, BB-TRP-12: whether each base of the body may make such a move now.
/// A tactical move may begin at any distance.
pub fn judge(look: Look<'_>, to: BaseSet, reach: Reach, plan: &mut Plan) {
    let far = reach == Reach::Far && look.is_near_enemy(to);
    for id in to.iter() {
        let base = look.state.base(id);
        if base.is(TroopType::Bg) {
            plan.refuse(rule!("BB-TRP-12"), Fact::Base(id));
        }
        if base.deeds.halted {
            plan.refuse(rule!("BB-HALT-04"), Fact::Base(id));
        }
        match (base.deeds.moved, reach) {
            (Moved::Tactical, Reach::Tactical) => plan.refuse(rule!("BB-MOVE-71"), Fact::Base(id)),
            (Moved::Tactical, Reach::Far) | (Moved::Far(_), Reach::Tactical) => {
                plan.refuse(rule!("BB-MOVE-72"), Fact::Base(id));
            }
            (Moved::No, _) | (Moved::Far(_), Reach::Far) => {}
        }
        if far && let Some((enemy, distance)) = look.enemy_too_near(id) {
            plan.refuse(rule!("BB-MOVE-73"), Fact::Distance { from: id, to: enemy, distance });
        }
    }
}

impl Look<'_> {
    /// The broad phase of BB-MOVE-73: whether any enemy could be within 8 MU of a body.
    fn is_near_enemy(&self, body: BaseSet) -> bool {
        let Some(first) = body.first() else { return false };
        let mut low = Vec2::splat(f64::INFINITY);
        let mut high = Vec2::splat(f64::NEG_INFINITY);
        for base in body.iter() {
            let at = self.state.rect(base).pose.at;
            low = low.min(at);
            high = high.max(at);
        }
        let margin = Vec2::splat(self.far() + 3.0 * self.rules.width);
        let (low, high) = (low - margin, high + margin);
        self.state.on_table_of(self.state.base(first).side.other()).any(|enemy| {
            let at = self.state.rect(enemy).pose.at;
            at.x >= low.x && at.y >= low.y && at.x <= high.x && at.y <= high.y
        })
    }

    /// BB-MOVE-73: a far move begins farther than this from every enemy, in mm.
    pub fn far(&self) -> f64 {
        self.mu(self.rules.tables.numbers.moving.far_from_enemies)
    }

    /// BB-MOVE-73: whether an open enemy stands within 8 MU of a base.
    pub fn is_enemy_too_near(&self, id: BaseId) -> bool {
        let limit = self.at_most(self.far());
        let base = self.state.base(id);
        self.enemies_near(base.side, &base.rect, limit)
            .any(|enemy| within(&base.rect, self.state.rect(enemy), limit))
    }

    /// BB-MOVE-73, AMB-97: the nearest open enemy within 8 MU of a base, with its distance.
    pub fn enemy_too_near(&self, id: BaseId) -> Option<(BaseId, f64)> {
        let limit = self.at_most(self.far());
        let base = self.state.base(id);
        self.enemies_near(base.side, &base.rect, limit)
            .map(|enemy| (enemy, self.distance(id, enemy)))
            .filter(|(_, distance)| *distance <= limit)
            .min_by(|a, b| a.1.total_cmp(&b.1))
    }
}
