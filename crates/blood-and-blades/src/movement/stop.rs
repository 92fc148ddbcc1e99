//! Why a way ends before its end (44.3): the rule that stands behind what a body meets.

use super::motion::Motion;
use super::sweep::{Block, Obstacle};
use crate::fact::Fact;
use crate::ground::{Bank, Going};
use crate::rules::Look;
use aelian_geometry::Rect;
use aelian_rulebook::{Reason, RuleId, rule};

impl Look<'_> {
    /// What stops a base, which stands as `rect` when the motion begins. BB-GEO-12: another base; BB-GEO-13: the
    /// edge of the table; BB-WAT-02, BB-ROAD-05: impassable ground; BB-RIV-03, BB-RIV-04, BB-RIV-05, BB-RIV-09: a
    /// river.
    pub(crate) fn reason_of(&self, block: &Block, rect: &Rect, motion: Motion) -> Reason<Fact> {
        let base = block.mover;
        let (rule, fact) = match block.by {
            Obstacle::Base(other) => (rule!("BB-GEO-12"), Fact::BlockedBy(other)),
            Obstacle::Edge(edge) => (rule!("BB-GEO-13"), Fact::OffTable { base, edge }),
            Obstacle::Impassable => {
                let fact = Fact::StopsBefore { base, going: Going::Impassable };
                (self.closed_by(rect, motion, block.part), fact)
            }
            Obstacle::River if self.bound_by_river(rect) => (rule!("BB-RIV-09"), Fact::Base(base)),
            Obstacle::River => {
                self.river_angle(rect, motion).unwrap_or((rule!("BB-RIV-04"), Fact::Base(base)))
            }
        };
        Reason { rule, fact }
    }

    /// BB-ROAD-05, BB-WAT-02: whether it is a bridge or water that is closed to a base beyond this part of a
    /// motion.
    fn closed_by(&self, rect: &Rect, motion: Motion, part: f64) -> RuleId {
        const BEYOND: f64 = 1.0;
        let further = part + BEYOND / motion.size().max(BEYOND);
        let there = motion.part(further).apply(rect);
        if self.blocked_by_bridge(&there) { rule!("BB-ROAD-05") } else { rule!("BB-WAT-02") }
    }

    /// BB-RIV-03, BB-RIV-05: the bank at which the angle is too flat; none if it is not the angle that stops.
    fn river_angle(&self, rect: &Rect, motion: Motion) -> Option<(RuleId, Fact)> {
        let Motion::Go(way) = motion else { return None };
        let angle = self.river_forbids(rect, way / way.length(), way.length())?;
        let rule = match angle.bank {
            Bank::Entry => rule!("BB-RIV-03"),
            Bank::Exit => rule!("BB-RIV-05"),
        };
        Some((rule, Fact::Angle { degrees: angle.degrees, most: self.steepest_crossing() }))
    }
}
