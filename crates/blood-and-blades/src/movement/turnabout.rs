//! Turnabout (44.4), alone or before going straight forward (BB-MOVE-35).

use super::march::March;
use super::motion::Motion;
use super::plan::Plan;
use super::straight;
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Reach;
use crate::fact::Fact;
use crate::rules::Look;
use aelian_rulebook::rule;

/// BB-MOVE-50, BB-MOVE-51: every base of the body exchanges front and rear in its place.
pub fn plan(look: Look<'_>, to: BaseSet, reach: Reach) -> Plan {
    March::new(look, to, reach, BaseSet::EMPTY).plan(&[Motion::Turnabout])
}

/// BB-MOVE-35: skirmishers turn about and go straight forward in one move.
pub fn and_advance(look: Look<'_>, to: BaseSet, reach: Reach, distance: f64, displace: BaseSet) -> Plan {
    let Some(Motion::Go(ahead)) = straight::leg(look, to, reach, distance) else {
        return Plan::refused(rule!("BB-MOVE-35"), Fact::TooShort { used: distance, least: 0.0 });
    };
    let mut plan = March::new(look, to, reach, displace).plan(&[Motion::Turnabout, Motion::Go(-ahead)]);
    let heavy = |base: &BaseId| !look.state.base(*base).troop.kind.is_skirmisher();
    if to.len() > 1
        && let Some(base) = to.iter().find(heavy)
    {
        plan.refuse(rule!("BB-MOVE-35"), Fact::TroopIs { base, troop: look.state.base(base).troop });
    }
    straight::must_move(look, &mut plan);
    plan
}
