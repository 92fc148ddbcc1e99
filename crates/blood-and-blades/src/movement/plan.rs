//! What an order would do: the common result of planning any move. `check` reports it, `resolve` carries it out.

use crate::baseset::{BaseId, BaseSet};
use crate::fact::Fact;
use aelian_geometry::Pose;
use aelian_rulebook::{Reason, RuleId};

/// The way of one base: where it changes direction, and where it ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    pub base: BaseId,
    pub via: Vec<Pose>,
    pub to: Pose,
}

/// BB-PIG-14, BB-PIG-15: whether the move is straight forward at full distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// Straight forward by all that the going allows, or until terrain or a discovered ambush stopped it.
    StraightFull,
    #[default]
    Other,
}

/// The outcome of planning an order. It is complete even if illegal, as far as it can be worked out: every
/// broken rule is listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    pub tracks: Vec<Track>,
    /// BB-PASS-08: friends displaced to make room.
    pub displaced: Vec<Track>,
    /// BB-PASS-10: friends that the body passes through.
    pub passed: BaseSet,
    /// Enemies near enough to the way to matter for zones and contacts: the broad phase, worked out once.
    pub near: BaseSet,
    /// In mm, measured as the kind of move demands.
    pub used: f64,
    /// The allowance of the body for the ground really crossed, in mm.
    pub allowed: f64,
    pub shape: Shape,
    /// BB-MOVE-17: the way ends at the border of slower going.
    pub stopped_by_ground: bool,
    /// BB-MOVE-47: the base that ended the way, friend or enemy.
    pub stopped_by: Option<BaseId>,
    /// BB-PIG-52: bases of the order that cannot take part; the rest is a sub-group.
    pub excluded: BaseSet,
    /// BB-COL-09: the column as it stands afterwards if it has bends: bases head first, and its track.
    pub bent: Option<(Vec<BaseId>, Vec<Pose>)>,
    pub breaches: Vec<Reason<Fact>>,
    pub consequences: Vec<Reason<Fact>>,
}

impl Plan {
    pub fn refuse(&mut self, rule: RuleId, fact: Fact) {
        self.breaches.push(Reason { rule, fact });
    }

    /// Something that comes with the move although it is legal.
    pub fn note(&mut self, rule: RuleId, fact: Fact) {
        self.consequences.push(Reason { rule, fact });
    }

    pub fn refused(rule: RuleId, fact: Fact) -> Plan {
        let mut plan = Plan::default();
        plan.refuse(rule, fact);
        plan
    }

    pub fn is_legal(&self) -> bool {
        self.breaches.is_empty()
    }

    /// Where a base ends, if the plan moves it.
    pub fn end_of(&self, base: BaseId) -> Option<Pose> {
        self.tracks.iter().chain(&self.displaced).find(|track| track.base == base).map(|track| track.to)
    }
}
