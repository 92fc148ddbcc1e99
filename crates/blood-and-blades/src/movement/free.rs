//! The free move of a single base (BB-MOVE-36, BB-ALG-11): any motion, leg by leg.

use super::march::March;
use super::motion::Motion;
use super::plan::Plan;
use super::straight::must_move;
use crate::baseset::{BaseId, BaseSet};
use crate::choice::{Leg, Reach};
use crate::fact::Fact;
use crate::rules::Look;
use aelian_geometry::{Rect, degrees};
use aelian_rulebook::rule;

/// More legs than this no hand would make.
const MOST_LEGS: usize = 16;

/// BB-MOVE-36, BB-MOVE-20: a single base along these legs.
pub fn plan(look: Look<'_>, base: BaseId, reach: Reach, legs: &[Leg], displace: BaseSet) -> Plan {
    let Some(motions) = motions(look.state.rect(base), legs) else {
        return Plan::refused(rule!("BB-MOVE-36"), Fact::Base(base));
    };
    let mut plan = March::new(look, BaseSet::one(base), reach, displace).plan(&motions);
    if !legs.contains(&Leg::Turnabout) {
        must_move(look, &mut plan);
    }
    plan
}

/// The legs as motions on the table, each from where the one before ends; none for a way without sense.
pub fn motions(from: &Rect, legs: &[Leg]) -> Option<Vec<Motion>> {
    /// No table is wider, and no turn needs more than one full circle.
    const LONGEST: f64 = 4000.0;
    if legs.is_empty() || legs.len() > MOST_LEGS {
        return None;
    }
    let mut rect = *from;
    let mut motions = Vec::with_capacity(legs.len());
    for leg in legs {
        let motion = motion(&rect, *leg);
        let sound = match motion {
            Motion::Go(way) => way.is_finite() && way.length() <= LONGEST,
            Motion::Turn { about, angle } => {
                about.is_finite() && angle.is_finite() && angle.abs() <= 2.0 * core::f64::consts::PI
            }
            Motion::Turnabout => true,
        };
        if !sound {
            return None;
        }
        if motion.size() > 0.0 || motion == Motion::Turnabout {
            motions.push(motion);
            rect = motion.apply(&rect);
        }
    }
    (!motions.is_empty()).then_some(motions)
}

fn motion(rect: &Rect, leg: Leg) -> Motion {
    let facing = rect.pose.facing;
    match leg {
        Leg::Go { ahead, right } => Motion::Go(facing.vector() * ahead + facing.right() * right),
        Leg::Turn { about, degrees: angle } => {
            Motion::Turn { about: rect.corner(about), angle: degrees(angle) }
        }
        Leg::Spin { degrees: angle } => Motion::Turn { about: rect.centre(), angle: degrees(angle) },
        Leg::About { ahead, right, degrees: angle } => {
            let about = rect.pose.at + facing.vector() * ahead + facing.right() * right;
            Motion::Turn { about, angle: degrees(angle) }
        }
        Leg::Turnabout => Motion::Turnabout,
    }
}
