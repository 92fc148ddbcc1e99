//! Who may move in the manoeuvre phase (FA-MAN-01 to FA-MAN-05).

use crate::fact::Fact;
use crate::ids::GroupId;
use crate::rules::Look;
use crate::state::Deed;
use aelian_rulebook::{Reason, rule};

impl Look<'_> {
    /// FA-MEAS-12, FA-MAN-01, FA-MAN-03, FA-MAN-04, FA-MAN-05, FA-JPUR-25, FA-REF-05, FA-MOVE-07: why this group may not move now; none if it
    /// may. Whether it has any move left to make is told by its order.
    pub fn may_manoeuvre(&self, id: GroupId) -> Option<Reason<Fact>> {
        let group = self.state.group(id);
        let did = |deed| self.state.did(id, deed);
        let no = |rule| Some(Reason::new(rule, Fact::Group(id)));
        if group.side != self.state.active {
            return Some(Reason::new(rule!("FA-SEQ-03"), Fact::NotYours(id)));
        }
        if !group.on_table() {
            return Some(Reason::new(rule!("FA-MAN-01"), Fact::NotOnTable(id)));
        }
        if group.is_broken() || self.state.committed(id) || did(Deed::Charged) {
            return no(rule!("FA-MAN-01"));
        }
        if did(Deed::Pursuing) || did(Deed::Looting) {
            return no(rule!("FA-MAN-04"));
        }
        if did(Deed::MovedInImpact) || did(Deed::Pursued) {
            return no(rule!("FA-MAN-05"));
        }
        if did(Deed::MovedInManoeuvre) || self.state.dealt.contains(id) {
            return no(rule!("FA-MAN-03"));
        }
        if self.must_reform(id) && !did(Deed::PartlyPassed) {
            return no(rule!("FA-REF-05"));
        }
        let immobile = !self.rules.v31() && self.base_move(id) <= 0.0;
        if immobile { no(rule!("FA-MOVE-07")) } else { None }
    }
}
