//! How far a charge may go (FA-CHG-01, FA-CHG-10): the normal move for the ground on the way, straight or wheeling.

use crate::formation::{Body, wheel_angle, wheel_cost};
use crate::ids::{GroupId, GroupSet};
use crate::movement::{Motion, Speed};
use crate::rules::Look;
use aelian_geometry::{Hand, Rect, degrees};

/// The move that a charging group may make.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    speed: Speed,
    /// FA-ZOI-10: the limit of an interception in mm, whatever the troops' move; none for a charge.
    limit: Option<f64>,
}

impl Pace {
    /// FA-CHG-16: the normal move, changed by a variable move of so many mm (FA-VMD-08).
    pub fn charge(look: Look<'_>, group: GroupId, extra: f64) -> Pace {
        Pace { speed: look.speed(GroupSet::one(group), extra), limit: None }
    }

    /// FA-ZOI-10: an interception of at most so many mm.
    pub fn interception(look: Look<'_>, group: GroupId, limit: f64) -> Pace {
        Pace { speed: look.speed(GroupSet::one(group), 0.0), limit: Some(limit) }
    }

    /// The most that it could ever go, in mm.
    pub fn most(&self) -> f64 {
        self.limit.unwrap_or_else(|| self.speed.open().max(self.speed.on_road()))
    }

    /// How much further the body may go straight ahead, and the allowance of all the ground that it has then touched.
    /// `before` is that of the ground touched up to now, `used` what it has spent of its move.
    pub fn straight(&self, look: Look<'_>, body: &Body, before: f64, used: f64) -> (f64, f64) {
        match self.limit {
            Some(limit) => ((limit - used).max(0.0), limit),
            None => {
                let run = look.run_on(body, &self.speed, before, used);
                (run.distance, run.allowed)
            }
        }
    }

    /// FA-ALG-12, FA-CHG-19: how far the body may wheel, up to so many radians, and the allowance of the ground then
    /// touched.
    pub fn wheel(
        &self,
        look: Look<'_>,
        (body, block): (&Body, &Rect),
        (hand, wanted): (Hand, f64),
        before: f64,
        used: f64,
    ) -> (f64, f64) {
        let frontage = block.width;
        let reach = |allowed: f64| wheel_angle(frontage, (allowed - used).max(0.0));
        let mut allowed = match self.limit {
            Some(limit) => limit,
            None => before.min(look.allowed_at(body, &self.speed)),
        };
        let mut angle = wanted.min(reach(allowed)).min(degrees(90.0));
        if self.limit.is_some() {
            return (angle, allowed);
        }
        let motion = Motion::Turn { centre: block.corner(hand.front_corner()), angle: angle * hand.sign() };
        let mut entries = look.entries(body, motion, &self.speed);
        entries.sort_by(|one, other| one.at.total_cmp(&other.at));
        for entry in &entries {
            if entry.at >= angle {
                break;
            }
            let spent = used + wheel_cost(frontage, entry.at);
            match entry.pace {
                Some(pace) if pace > spent => {
                    allowed = allowed.min(pace);
                    angle = angle.min(reach(allowed));
                }
                _ => return (entry.at, allowed),
            }
        }
        (angle, allowed)
    }
}
