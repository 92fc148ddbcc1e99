//! Who can shoot and who can be shot at (55.1).

use crate::baseset::BaseId;
use crate::fact::Fact;
use crate::rules::Look;
use crate::state::{Moved, Place, RetreatKind};
use crate::troop::TroopType;
use aelian_rulebook::{Reason, rule};

impl Look<'_> {
    /// BB-SHT-02: how far a Bw may have moved and still shoot, in mm.
    fn steady(&self) -> f64 {
        self.mu(self.rules.tables.numbers.shooting.steady)
    }

    /// BB-SHT-01, BB-SHT-07: whether a base, of either side, can still shoot in this phase.
    pub fn can_shoot(&self, id: BaseId) -> bool {
        self.why_no_shooter(id).is_none()
    }

    /// BB-SHT-01, BB-SHT-02, BB-SHT-04, BB-SHT-07: why a base cannot shoot; none if it can.
    pub fn why_no_shooter(&self, id: BaseId) -> Option<Reason<Fact>> {
        let base = self.state.base(id);
        let refused = |rule, fact| Some(Reason { rule, fact });
        if !base.is(TroopType::Bw) {
            return refused(rule!("BB-SHT-01"), Fact::Base(id));
        }
        if !matches!(base.place, Place::Table | Place::Ambush) {
            return refused(rule!("BB-SHT-01"), Fact::NotOnTable(id));
        }
        if base.deeds.shot {
            return refused(rule!("BB-SHT-07"), Fact::Base(id));
        }
        if !self.is_steady(id) {
            return refused(rule!("BB-SHT-02"), self.why_unsteady(id));
        }
        if self.in_close_combat(id) {
            return refused(rule!("BB-SHT-04"), Fact::Base(id));
        }
        None
    }

    /// BB-SHT-04, BB-SHT-05: a base in close combat cannot be shot at; one that only overlaps can.
    pub fn can_be_shot_at(&self, id: BaseId) -> bool {
        self.state.base(id).on_table() && !self.in_close_combat(id)
    }

    /// BB-SHT-02, BB-SHT-03, BB-MOVE-78, BB-FLEE-10: it has not fled, made a far move or moved too far; recoils and pushes
    /// are not counted in the distance (AMB-100).
    fn is_steady(&self, id: BaseId) -> bool {
        let deeds = &self.state.base(id).deeds;
        let within = deeds.distance <= self.at_most(self.steady());
        !deeds.fled && !matches!(deeds.moved, Moved::Far(_)) && within
    }

    /// Which of the three it is.
    fn why_unsteady(&self, id: BaseId) -> Fact {
        let deeds = &self.state.base(id).deeds;
        if deeds.fled {
            Fact::Makes { base: id, kind: RetreatKind::Flee }
        } else if matches!(deeds.moved, Moved::Far(_)) {
            Fact::Base(id)
        } else {
            Fact::TooFar { used: deeds.distance, allowed: self.steady() }
        }
    }

    /// BB-SHT-34, BB-SHT-39: the Bw that shoots from the second rank of a shooter. Only the base directly
    /// behind can; there is no third rank.
    pub fn second_rank_shooter(&self, front: BaseId) -> Option<BaseId> {
        self.behind(front).filter(|rear| self.shoots_with(*rear, front))
    }

    /// BB-SHT-35, BB-SHT-36, BB-SHT-37, BB-SHT-38, BB-SHT-39b: same status, grade and weapon, neither in DGo,
    /// and able to shoot itself.
    fn shoots_with(&self, rear: BaseId, front: BaseId) -> bool {
        let (a, b) = (&self.state.base(front).troop, &self.state.base(rear).troop);
        b.is(TroopType::Bw)
            && a.status == b.status
            && a.grade == b.grade
            && a.weapon == b.weapon
            && !self.in_difficult_going(front)
            && !self.in_difficult_going(rear)
            && self.can_shoot(rear)
    }
}
