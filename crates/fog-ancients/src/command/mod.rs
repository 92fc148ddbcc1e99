//! Commanders, line of command, battle lines, and the complex move test (25, 40.2).

mod aside;
mod follow;
mod line;
pub mod moves;
mod test;

pub use aside::make_way;
pub(crate) use follow::{escorts, follow, moves, out_of_the_front};
pub use test::{Tester, complex_move_test};

use crate::ids::{CommanderId, GroupId};
use crate::rules::{Look, Rules};
use crate::state::{Commander, CommanderPlace, Deed, Rank};
use aelian_geometry::Rect;

impl Commander {
    /// FA-CMD-02, FA-CMD-03, FA-CMD-04: in MU.
    pub fn range(&self, rules: &Rules) -> f64 {
        rules.distances().command.range(self.grade)
    }

    pub fn is_in_front_rank(&self) -> bool {
        matches!(self.place, CommanderPlace::Front { .. })
    }
}

impl Look<'_> {
    /// FA-LOC-01 to FA-LOC-04: the commander may affect this group at all.
    pub fn in_line_of_command(&self, commander: CommanderId, group: GroupId) -> bool {
        let (commander, group) = (self.state.commander(commander), self.state.group(group));
        let contingent = match commander.rank {
            Rank::Ally => commander.contingent,
            Rank::CommanderInChief | Rank::Sub => 0,
        };
        commander.side == group.side && commander.on_table() && contingent == group.contingent
    }

    /// FA-CMD-05, FA-CMD-06: from the nearest point of his base to the nearest point of the group; for battle lines, complex
    /// move tests and cohesion tests.
    pub fn in_command_range(&self, commander: CommanderId, group: GroupId) -> bool {
        let commander = self.state.commander(commander);
        commander.with() == Some(group) || self.is_within_range(commander, &commander.rect, group)
    }

    /// FA-CMOVE-16: in range where he stood when the phase began, with the group or not, and still so now.
    pub fn in_range_since(&self, commander: CommanderId, group: GroupId) -> bool {
        let officer = self.state.commander(commander);
        let stood = officer.rect.with_pose(officer.stood);
        let since = officer.with_since == Some(group) || self.is_within_range(officer, &stood, group);
        since && self.in_command_range(commander, group)
    }

    fn is_within_range(&self, commander: &Commander, rect: &Rect, group: GroupId) -> bool {
        self.within(self.distance_to(group, rect), commander.range(self.rules))
    }

    /// FA-CMD-10, FA-CMD-11, FA-CMOVE-18: he can influence the tests of this group: one who fights in a front rank
    /// only those of his own group; one who runs with his broken group nobody's.
    pub fn may_influence(&self, commander: CommanderId, group: GroupId) -> bool {
        let officer = self.state.commander(commander);
        let own = officer.with() == Some(group);
        self.in_line_of_command(commander, group)
            && (own || !officer.is_in_front_rank())
            && !self.runs_with_routers(commander)
    }

    /// FA-CMOVE-18: he was with his group when it broke, and no joint action phase has begun since.
    pub fn runs_with_routers(&self, commander: CommanderId) -> bool {
        let with = self.state.commander(commander).with();
        with.is_some_and(|group| self.state.did(group, Deed::BrokeLed))
    }

    /// FA-CMOVE-03, FA-CMOVE-12: he has a place in the front rank, and his group fights or is upon routers.
    pub fn fights_in_front(&self, commander: CommanderId) -> bool {
        let officer = self.state.commander(commander);
        let fights = |group| self.state.in_close_combat(group) || self.state.did(group, Deed::Pursuing);
        officer.is_in_front_rank() && officer.with().is_some_and(fights)
    }
}
