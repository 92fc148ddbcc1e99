//! Field fortifications and portable defences (78.3, 78.4): who defends them, and where his front edge is.

use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use crate::state::Work;
use crate::troop::TroopType;
use aelian_geometry::{Edge, Facing, Pose, Rect, Segment, contacts, segment_to_rect, touching};

impl Look<'_> {
    /// FA-FF-03, FA-FF-13, FA-PD-05, FA-PD-06: this base defends works against that one, who attacks across them:
    /// field fortifications, or its own portable defences against mounted other than elephants.
    pub fn defends_works(&self, base: BaseId, enemy: BaseId) -> bool {
        self.works_held(base).any(|work| {
            let counts = work.portable_of.is_none() || self.is_stopped_by_stakes(enemy);
            counts && self.comes_across(work, base, enemy)
        })
    }

    /// FA-FF-07: field fortifications that a base defends without facing them.
    pub fn works_aside(&self, base: BaseId) -> impl Iterator<Item = Rect> {
        let facing = self.state.rect(base).pose.facing;
        let t = self.rules.tolerance;
        let aside = move |work: &&Work| work.portable_of.is_none() && !facing.same(work.rect.pose.facing, t);
        self.works_held(base).filter(aside).map(|work| work.rect)
    }

    /// FA-FF-07: the way to face at the field fortifications that this base defends against that one.
    pub fn works_against(&self, base: BaseId, enemy: BaseId) -> Option<Facing> {
        let attacked = |work: &&Work| {
            work.portable_of.is_none() && touching(&work.rect, self.state.rect(enemy), self.rules.tolerance)
        };
        let mut held = self.works_held(base).filter(attacked);
        held.find(|work| self.comes_across(work, base, enemy)).map(|work| work.rect.pose.facing)
    }

    /// FA-FF-11, FA-PD-06, FA-SPOA-19: it is behind field fortifications as this shooter sees it.
    pub fn is_behind_fortifications(&self, base: BaseId, shooter: &Rect) -> bool {
        let line = Segment::new(shooter.pose.at, self.state.rect(base).centre());
        self.works_held(base).any(|work| work.portable_of.is_none() && enters(line, &work.rect))
    }

    /// FA-FF-03, FA-PD-05: it stands at works: at field fortifications, or at its own portable defences.
    pub fn stands_at_works(&self, base: BaseId) -> bool {
        self.works_held(base).next().is_some()
    }

    /// FA-FF-03, FA-FF-14, FA-FF-15, FA-PD-06: it would defend works, should this group attack it: field fortifications, or
    /// its own portable defences against mounted other than elephants.
    pub fn holds_works(&self, base: BaseId, attacker: GroupId) -> bool {
        let stopped = || self.state.bases_of(attacker).any(|enemy| self.is_stopped_by_stakes(enemy));
        self.works_held(base).any(|work| work.portable_of.is_none() || stopped())
    }

    /// FA-SHK-06, FA-SHK-08, FA-FF-14, FA-FF-15: some of it would defend works or a riverbank against this group.
    pub fn defends_line(&self, group: GroupId, attacker: GroupId) -> bool {
        self.state.bases_of(group).any(|base| self.holds_works(base, attacker) || self.holds_riverbank(base))
    }

    /// FA-FF-04, FA-PD-04, FA-SHOOT-08: the outline of a base whose front edge is that of the works it stands behind.
    pub fn outline(&self, base: BaseId) -> Rect {
        let rect = *self.state.rect(base);
        if self.state.works.is_empty() {
            return rect;
        }
        let facing = rect.pose.facing;
        let before =
            self.works_held(base).filter(|work| facing.same(work.rect.pose.facing, self.rules.tolerance));
        let ahead = |work: &Work| (work.rect.pose.at - rect.pose.at).dot(facing.vector());
        let deep = before.map(ahead).fold(0.0, f64::max);
        Rect::new(rect.pose.advanced(deep), rect.width, rect.depth + deep)
    }

    /// The outline with the edge that fights in front: battle wagons fight with whichever edge is towards the enemy
    /// (AMB-41), all others with their front edge.
    pub fn fighting_rect(&self, base: BaseId, enemy: BaseId) -> Rect {
        let rect = *self.state.rect(base);
        if self.state.troop(base).kind != TroopType::BattleWagons {
            return rect;
        }
        let other = self.state.rect(enemy);
        let gap = |edge: &Edge| segment_to_rect(rect.edge(*edge), other);
        let nearest = Edge::ALL.into_iter().min_by(|one, other| gap(one).total_cmp(&gap(other)));
        turned_to(&rect, nearest.unwrap_or(Edge::Front))
    }

    /// FA-FF-03, FA-FF-13, FA-PD-05: the works at whose rear edge a base stands.
    fn works_held(&self, base: BaseId) -> impl Iterator<Item = &Work> {
        let (state, rect) = (self.state, self.state.rect(base));
        let wagons = !state.works.is_empty() && state.troop(base).kind == TroopType::BattleWagons;
        let own = move |work: &&Work| work.portable_of.is_none_or(|group| group == state.base(base).group);
        let t = self.rules.tolerance;
        state.works.iter().filter(move |_| !wagons).filter(own).filter(move |work| at_rear_of(rect, work, t))
    }

    /// FA-FF-05: the enemy comes from before the works: he touches them and not the base itself, or if he
    /// is still away from both, they lie between the two.
    fn comes_across(&self, work: &Work, base: BaseId, enemy: BaseId) -> bool {
        let (mine, theirs, t) = (self.state.rect(base), self.state.rect(enemy), self.rules.tolerance);
        if touching(mine, theirs, t) {
            return false;
        }
        touching(&work.rect, theirs, t) || enters(Segment::new(mine.centre(), theirs.centre()), &work.rect)
    }

    /// FA-PD-06.
    fn is_stopped_by_stakes(&self, enemy: BaseId) -> bool {
        let troop = self.state.troop(enemy);
        troop.is_mounted() && troop.kind != TroopType::Elephants
    }
}

/// FA-FF-02, FA-FF-03: some edge of it lies along the rear edge of the works, which the facing of the piece marks.
fn at_rear_of(rect: &Rect, work: &Work, t: aelian_geometry::Tolerance) -> bool {
    rect.circle().near(&work.rect.circle(), t.length) && {
        let found = contacts(rect, &work.rect, t);
        Edge::ALL.iter().any(|edge| found.edge_edge(*edge, Edge::Rear).is_some())
    }
}

fn enters(line: Segment, rect: &Rect) -> bool {
    !aelian_geometry::clear(line, std::iter::once(rect))
}

/// The same rectangle with this edge as its front edge.
fn turned_to(rect: &Rect, edge: Edge) -> Rect {
    let facing = rect.pose.facing;
    let (facing, width, depth) = match edge {
        Edge::Front => (facing, rect.width, rect.depth),
        Edge::Rear => (facing.reversed(), rect.width, rect.depth),
        Edge::Right => (Facing::along(facing.right()), rect.depth, rect.width),
        Edge::Left => (Facing::along(-facing.right()), rect.depth, rect.width),
    };
    Rect::new(Pose { at: rect.edge_middle(edge), facing }, width, depth)
}
