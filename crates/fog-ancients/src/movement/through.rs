//! Passing through friends to the end (FA-INT-07 to FA-INT-13).

use super::order::Judged;
use super::section::Section;
use crate::fact::Fact;
use crate::formation::Body;
use crate::ids::GroupSet;
use aelian_geometry::overlaps;
use aelian_rulebook::rule;

impl Judged<'_> {
    /// FA-INT-07 to FA-INT-11: a move that ends among the friends whom it passes through.
    pub(super) fn check_passage(&mut self, _section: Section) {
        let among = self.among(&self.walk.body).common(self.walk.passed);
        if !among.is_empty() {
            self.walk.break_rule(rule!("FA-INT-11"), Fact::Groups(among));
        }
    }

    /// Friends whom a body overlaps.
    fn among(&self, body: &Body) -> GroupSet {
        let look = self.walk.look;
        let t = look.rules.tolerance;
        let side = look.state.active;
        let friends = look.state.on_table_of(side).filter(|id| !self.walk.who.contains(*id));
        friends
            .filter(|id| {
                look.state.rects_of(*id).any(|theirs| body.rects().any(|mine| overlaps(mine, theirs, t)))
            })
            .collect()
    }
}
