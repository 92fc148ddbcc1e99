//! BB-ZOC-11 for groups: the right enemy by the most straightforward move, a group being one mover (BB-ZOC-17).

use super::approach::Way;
use super::bind::{Body, Judged, LONGER, all_of};
use super::order;
use super::plan::Plan;
use super::ways::body_of;
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Manoeuvre;
use crate::fact::Fact;
use aelian_geometry::Hand;
use aelian_rulebook::rule;
use std::cmp::Ordering;

/// How a body gets into close combat.
struct Charge {
    way: Way,
    /// The first enemy whom it meets; one who zocs a base of it, if it meets such.
    target: Option<BaseId>,
    zoccer: bool,
    used: f64,
}

impl Body<'_> {
    /// BB-ZOC-11, BB-ZOC-17, reading: a body of which bases are zocced meets an enemy who zocs one of them, if it can by one
    /// move of all of it, straight ahead if it can so, else by the shorter pivot, and only else in any other way.
    pub(super) fn choice(&self, zocced: &[(BaseId, BaseSet)], plan: &mut Plan) {
        let Some((base, _)) = zocced.first().copied() else { return };
        let made = self.charge(zocced, plan.used);
        if made.way == Way::Straight && made.zoccer {
            return;
        }
        let Judged { look, reach, .. } = self.judged;
        let body = body_of(self.tracks);
        let far = look.furthest(body, reach);
        let pivot = |hand: Hand| Manoeuvre::Pivot { hand, distance: far };
        let others = [Manoeuvre::Advance { distance: far }, pivot(Hand::Left), pivot(Hand::Right)];
        let better = others
            .iter()
            .filter_map(|how| self.charge_by(zocced, body, how))
            .find_map(|other| Some((made.yields_to(&other)?, other.target?)));
        match better {
            Some((Better::Shorter { used, allowed }, _)) => {
                plan.refuse(rule!("BB-ZOC-11"), Fact::TooFar { used, allowed });
            }
            Some((Better::MoreDirect, other)) => plan.refuse(rule!("BB-ZOC-11"), Fact::Pair { base, other }),
            None => {}
        }
    }

    /// What comes of another move of the body; none if it is not legal, or leaves a base in a zone.
    fn charge_by(&self, zocced: &[(BaseId, BaseSet)], body: BaseSet, how: &Manoeuvre) -> Option<Charge> {
        let (look, reach) = (self.judged.look.quick(), self.judged.reach);
        let (plan, after) = order::planned(look, body, reach, how, BaseSet::EMPTY);
        let after = after.filter(|_| plan.is_legal())?;
        let other = Body::new(Judged { look, after: look.at(&after), reach }, &plan.tracks);
        let served = |(base, zoccers): &(BaseId, BaseSet)| other.is_served(*base, *zoccers);
        zocced.iter().all(served).then(|| other.charge(zocced, plan.used))
    }

    fn charge(&self, zocced: &[(BaseId, BaseSet)], used: f64) -> Charge {
        let zoccers = all_of(zocced);
        let zoccer = self.meets(|enemy| zoccers.contains(enemy));
        let way = self.tracks.first().map_or(Way::Other, |head| self.judged.way(head, false));
        Charge { way, target: zoccer.or_else(|| self.meets(|_| true)), zoccer: zoccer.is_some(), used }
    }
}

/// In what another move into close combat is better.
enum Better {
    MoreDirect,
    Shorter { used: f64, allowed: f64 },
}

impl Charge {
    /// In what another is to be preferred; none if this one may be made.
    fn yields_to(&self, other: &Charge) -> Option<Better> {
        if self.zoccer != other.zoccer {
            return other.zoccer.then_some(Better::MoreDirect);
        }
        let longer = self.way == Way::PivotAndStraight && self.used > other.used + LONGER;
        match other.way.cmp(&self.way) {
            Ordering::Less => Some(Better::MoreDirect),
            Ordering::Equal if longer => Some(Better::Shorter { used: self.used, allowed: other.used }),
            _ => None,
        }
    }
}
