//! Light troops: pivot, straight forward, pivot (BB-MOVE-34).

use super::march::March;
use super::motion::Motion;
use super::pivot;
use super::plan::Plan;
use super::straight::{self, must_move};
use crate::baseset::BaseSet;
use crate::choice::{Reach, Turn};
use crate::fact::Fact;
use crate::rules::Look;
use aelian_geometry::Vec2;
use aelian_rulebook::rule;

/// BB-MOVE-34, BB-MOVE-66, BB-MOVE-67: an optional pivot, then straight forward, then an optional pivot.
pub fn plan(
    look: Look<'_>,
    to: BaseSet,
    reach: Reach,
    turns: [Option<Turn>; 2],
    distance: f64,
    displace: BaseSet,
) -> Plan {
    let Some(legs) = legs(look, to, reach, turns, distance) else {
        return Plan::refused(rule!("BB-MOVE-34"), Fact::TooShort { used: distance, least: 0.0 });
    };
    let mut plan = March::new(look, to, reach, displace).by_leg().plan(&legs);
    let heavy = pivot::first_base(to, |base| !look.state.base(base).troop.kind.is_light());
    if let Some(base) = heavy.filter(|_| to.len() > 1) {
        plan.refuse(rule!("BB-MOVE-34"), Fact::TroopIs { base, troop: look.state.base(base).troop });
    }
    for turn in turns.into_iter().flatten() {
        pivot::judge_part(look, to, turn, &mut plan);
        pivot::judge_corners(look, to, look.front_ends(to), turn.hand, &mut plan);
    }
    must_move(look, &mut plan);
    plan
}

/// The legs as motions; none if one of them leads nowhere.
fn legs(
    look: Look<'_>,
    to: BaseSet,
    reach: Reach,
    [first, last]: [Option<Turn>; 2],
    distance: f64,
) -> Option<Vec<Motion>> {
    let mut ends = look.front_ends(to);
    let mut legs = Vec::with_capacity(3);
    let Motion::Go(mut ahead) = straight::leg(look, to, reach, distance)? else { return None };
    if let Some(turn) = first {
        let leg = pivot::leg(look, ends, turn)?;
        ahead = leg.moved(ahead) - leg.moved(Vec2::ZERO);
        ends = ends.map(|end| leg.moved(end));
        legs.push(leg);
    }
    legs.push(Motion::Go(ahead));
    if let Some(turn) = last {
        legs.push(pivot::leg(look, ends.map(|end| end + ahead), turn)?);
    }
    Some(legs)
}
