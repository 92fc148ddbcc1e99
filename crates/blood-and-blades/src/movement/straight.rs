//! Straight forward (44.3).

use super::march::March;
use super::motion::Motion;
use super::plan::Plan;
use crate::baseset::BaseSet;
use crate::choice::Reach;
use crate::fact::Fact;
use crate::rules::Look;
use aelian_rulebook::rule;

/// BB-MOVE-45, BB-MOVE-47, BB-ALG-07: all bases go straight ahead by the same distance, or until something
/// stops them.
pub fn plan(look: Look<'_>, to: BaseSet, reach: Reach, distance: f64, displace: BaseSet) -> Plan {
    let Some(leg) = leg(look, to, reach, distance) else {
        return Plan::refused(rule!("BB-MOVE-45"), Fact::TooShort { used: distance, least: 0.0 });
    };
    let mut plan = March::straight(look, to, reach, displace).plan(&[leg]);
    must_move(look, &mut plan);
    plan
}

/// The leg straight ahead; none without a direction or a distance. No leg is much longer than the body could
/// ever go.
pub(super) fn leg(look: Look<'_>, to: BaseSet, reach: Reach, distance: f64) -> Option<Motion> {
    let first = to.first()?;
    if distance.is_nan() || distance <= 0.0 {
        return None;
    }
    let distance = distance.min(look.furthest(to, reach));
    Some(Motion::Go(look.state.rect(first).pose.facing.vector() * distance))
}

/// BB-MOVE-47: what is stopped at once has not moved.
pub(super) fn must_move(look: Look<'_>, plan: &mut Plan) {
    let least = look.rules.tolerance.length;
    if plan.is_legal() && plan.used <= least {
        let by = plan.stopped_by;
        let fact = by.map_or(Fact::TooShort { used: plan.used, least }, Fact::BlockedBy);
        plan.refuse(rule!("BB-MOVE-47"), fact);
        // What stopped it is a reason of the refusal now.
        for reason in std::mem::take(&mut plan.consequences) {
            if !plan.breaches.contains(&reason) {
                plan.breaches.push(reason);
            }
        }
    }
}

impl Look<'_> {
    /// A distance just beyond what any base of the body could ever go.
    pub(super) fn furthest(&self, body: BaseSet, reach: Reach) -> f64 {
        let row = |base| self.move_row(base, reach).map_or(0, |row| row.into_iter().max().unwrap_or(0));
        // One more for grade F, one more to be beyond.
        let most = body.iter().map(row).max().unwrap_or(0) + 2;
        self.mu(f64::from(most))
    }
}
