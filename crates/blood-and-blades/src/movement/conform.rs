//! Forced conforming by the contacted side (BB-ENG-20 to BB-ENG-32).

use super::motion::Motion;
use crate::baseset::{BaseId, BaseSet};
use crate::ground::Going;
use crate::position::facing::corner_displacement;
use crate::rules::Look;
use crate::troop::TroopType;
use aelian_geometry::{Contacts, Corner, Edge, Feature, Pose, Rect, overlaps};
use aelian_rulebook::{RuleId, rule};

/// Bases that are made to conform, and the rule that makes them.
#[derive(Clone, Debug, PartialEq)]
pub struct Conforming {
    pub rule: RuleId,
    pub moves: Vec<(BaseId, Pose)>,
}

/// BB-ENG-32: the kinds of conforming, in the order in which they apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// BB-ENG-20.
    Isolated,
    /// BB-ENG-21 to BB-ENG-25.
    Skirmishers,
    /// BB-ENG-26 to BB-ENG-28.
    Groups,
}

impl Kind {
    pub const IN_ORDER: [Kind; 3] = [Kind::Isolated, Kind::Skirmishers, Kind::Groups];
}

impl Look<'_> {
    /// BB-ENG-32: the next base or group that must conform, by this kind of conforming, to a body that has just made
    /// contact by a group move or alone (`grouped`); none when nothing is left. `fighting` are the enemies that were
    /// in close combat before the move, and those that have conformed already: they stay.
    pub fn conforming(
        &self,
        kind: Kind,
        body: BaseSet,
        grouped: bool,
        fighting: BaseSet,
    ) -> Option<Conforming> {
        let contacted = self.contacted_by(body);
        let mut free =
            contacted.iter().filter(|enemy| !fighting.contains(*enemy) && self.may_conform(*enemy));
        match kind {
            Kind::Isolated if grouped => free.find_map(|enemy| self.isolated_conforms(enemy, body)),
            Kind::Skirmishers if grouped => free.find_map(|enemy| self.skirmisher_conforms(enemy, body)),
            Kind::Isolated | Kind::Skirmishers => None,
            Kind::Groups => free
                .filter(|enemy| !grouped || !self.is_loose(*enemy))
                .find_map(|enemy| self.group_aligns(enemy, fighting)),
        }
    }

    /// BB-ENG-20, BB-ENG-21: isolated bases and lines of skirmishers have rules of their own against groups.
    fn is_loose(&self, base: BaseId) -> bool {
        let group = self.group_of(base);
        group.len() == 1 || group.iter().all(|id| self.kind(id).is_skirmisher())
    }

    /// Enemies that the body touches.
    fn contacted_by(&self, body: BaseSet) -> BaseSet {
        body.iter().fold(BaseSet::EMPTY, |all, base| all.union(self.enemies_touched(base)))
    }

    /// BB-ENG-29, BB-RIV-10, BB-TRP-12: waders, troops on a bridge and Bg never conform.
    fn may_conform(&self, base: BaseId) -> bool {
        !self.state.base(base).is(TroopType::Bg) && !self.bound_by_river(self.state.rect(base))
    }

    /// BB-ENG-20: an isolated base turns and shifts flush to the base of the group that needs the smallest
    /// displacement.
    fn isolated_conforms(&self, base: BaseId, body: BaseSet) -> Option<Conforming> {
        if self.group_of(base).len() > 1 {
            return None;
        }
        self.flush(base, self.fronts_on(base, body), rule!("BB-ENG-20"))
    }

    /// BB-ENG-21 to BB-ENG-25: a skirmisher of a line of skirmishers that two bases of the group touch with
    /// their fronts leaves its line.
    fn skirmisher_conforms(&self, base: BaseId, body: BaseSet) -> Option<Conforming> {
        let group = self.group_of(base);
        let fronts = self.fronts_on(base, body);
        let all_skirmish = |bases: BaseSet| bases.iter().all(|id| self.kind(id).is_skirmisher());
        if group.len() < 2 || fronts.len() < 2 || !all_skirmish(group) {
            return None;
        }
        if all_skirmish(body) && self.stands_up_to(group, body) {
            return None;
        }
        self.flush(base, fronts, rule!("BB-ENG-21"))
    }

    /// BB-ENG-22, BB-ENG-23, BB-ENG-24: a group of skirmishers that other skirmishers cannot make conform.
    fn stands_up_to(&self, group: BaseSet, body: BaseSet) -> bool {
        let horse = |bases: BaseSet| bases.iter().all(|id| self.kind(id) == TroopType::LH);
        let psiloi = body.iter().any(|id| self.kind(id) == TroopType::Ps);
        (psiloi && horse(group))
            || self.front_of(body).len() < self.front_of(group).len()
            || body.len() < group.len()
    }

    /// BB-ENG-26, BB-ENG-27, BB-ENG-28: a base whose front edge lies along those of two enemies, aligned with neither,
    /// aligns with the one that shares more of it; its whole group follows.
    fn group_aligns(&self, base: BaseId, fighting: BaseSet) -> Option<Conforming> {
        let shared = |enemy: BaseId| self.contacts(base, enemy).edge_edge(Edge::Front, Edge::Front);
        let along: Vec<(BaseId, f64)> = self
            .enemies_touched(base)
            .iter()
            .filter_map(|enemy| shared(enemy).map(|length| (enemy, length)))
            .collect();
        if along.len() < 2 || along.iter().any(|(enemy, _)| self.is_aligned(base, *enemy)) {
            return None;
        }
        let longer = |best: (BaseId, f64), next: &(BaseId, f64)| if next.1 > best.1 { *next } else { best };
        let (to, _) = along[1..].iter().fold(along[0], longer);
        let goal = flush_pose(self.state.rect(to));
        let motion = Motion::between(self.state.rect(base), goal, self.rules.tolerance);
        let group = self.group_of(base);
        let stays = |id: BaseId| fighting.contains(id) || !self.may_conform(id);
        if group.iter().any(stays) {
            return None;
        }
        let moves = group.iter().map(|id| (id, motion.pose(self.state.rect(id)).on_grid())).collect();
        self.if_free(Conforming { rule: rule!("BB-ENG-26"), moves })
    }

    /// BB-ENG-02: whether the fronts of two bases lie on each other with a common corner.
    pub fn is_aligned(&self, base: BaseId, enemy: BaseId) -> bool {
        let contacts = self.contacts(base, enemy);
        contacts.edge_edge(Edge::Front, Edge::Front).is_some()
            && (contacts.corner_corner(Corner::FrontLeft, Corner::FrontRight)
                || contacts.corner_corner(Corner::FrontRight, Corner::FrontLeft))
    }

    /// The bases of a body whose fronts touch the front of a base with more than corner on corner, or with a corner where
    /// two of them stand side by side.
    fn fronts_on(&self, base: BaseId, body: BaseSet) -> Vec<BaseId> {
        let on_front = |contacts: &Contacts| {
            contacts.iter().any(|contact| {
                let corners =
                    matches!((contact.mine, contact.theirs), (Feature::Corner(_), Feature::Corner(_)));
                contact.mine.is_front() && contact.theirs.is_front() && !corners
            })
        };
        let joined = |mover: BaseId| {
            let touch = self.contacts(mover, base);
            touch.iter().any(|contact| contact.theirs.is_front()) && self.at_joint(mover, base, body)
        };
        body.iter().filter(|mover| on_front(&self.contacts(*mover, base)) || joined(*mover)).collect()
    }

    /// BB-ALG-13: the base flush on the front of that mover which costs it the smallest displacement.
    fn flush(&self, base: BaseId, movers: Vec<BaseId>, rule: RuleId) -> Option<Conforming> {
        let rect = self.state.rect(base);
        let goal = |mover: &BaseId| flush_pose(self.state.rect(*mover));
        let cost = |pose: Pose| corner_displacement(rect, &rect.with_pose(pose));
        let best = movers.iter().map(goal).min_by(|a, b| cost(*a).total_cmp(&cost(*b)))?;
        if cost(best) <= self.rules.tolerance.length {
            return None;
        }
        self.if_free(Conforming { rule, moves: vec![(base, best.on_grid())] })
    }

    /// BB-ENG-28, BB-ENG-31: obstacles are other bases, the table's edge and impassable ground.
    fn if_free(&self, conforming: Conforming) -> Option<Conforming> {
        let moving: BaseSet = conforming.moves.iter().map(|(base, _)| *base).collect();
        let free = |(base, pose): &(BaseId, Pose)| {
            let there: Rect = self.state.rect(*base).with_pose(*pose);
            let (tolerance, troop) = (self.rules.tolerance, &self.state.base(*base).troop);
            self.edge_crossed(&there).is_none()
                && self.going_under(&there, troop) != Going::Impassable
                && !self.near(&there, 0.0).any(|other| {
                    !moving.contains(other) && overlaps(&there, self.state.rect(other), tolerance)
                })
        };
        conforming.moves.iter().all(free).then_some(conforming)
    }

    fn kind(&self, base: BaseId) -> TroopType {
        self.state.base(base).troop.kind
    }
}

/// BB-ALG-13: front on front, both corners matched.
pub fn flush_pose(enemy: &Rect) -> Pose {
    Pose { at: enemy.pose.at, facing: enemy.pose.facing.reversed() }
}
