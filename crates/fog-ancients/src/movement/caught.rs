//! Lone commanders at whom enemy come (FA-CMOVE-13).

use super::allowance::Motion;
use super::nearness::passes_within;
use super::order::Judged;
use crate::ids::{CommanderId, GroupId};
use crate::rules::Look;
use crate::state::CommanderPlace;

impl Judged<'_> {
    /// FA-CMOVE-13, AMB-39: enemy commanders with no group whom the move brings into contact or into shooting range, and
    /// the group that does.
    pub(super) fn caught(&self) -> Vec<(CommanderId, GroupId)> {
        let look = self.walk.look;
        let side = look.state.active;
        let alone = |id: &CommanderId| {
            let commander = look.state.commander(*id);
            commander.side != side && commander.place == CommanderPlace::Alone
        };
        let reaches = |id: CommanderId| Some((id, self.walk.who.iter().find(|by| self.catches(*by, id))?));
        look.state.commander_ids().filter(alone).filter_map(reaches).collect()
    }

    fn catches(&self, by: GroupId, commander: CommanderId) -> bool {
        let look = self.walk.look;
        let marker = look.state.commander(commander).rect;
        let reach = look.alarming_reach(by);
        let outside = look.distance_to(by, &marker) > reach;
        let still = Motion::Straight { along: self.walk.body.facing.vector(), length: 0.0 };
        let part = self.walk.part_of(by);
        outside
            && (passes_within(&part, still, &marker, reach)
                || self.walk.stretches.iter().any(|(body, motion)| {
                    let mut mine = body.clone();
                    mine.bases.retain(|(base, _)| look.state.base(*base).group == by);
                    passes_within(&mine, *motion, &marker, reach)
                }))
    }
}

impl Look<'_> {
    /// FA-TAB-RANGE, AMB-39: the longest range of a group's own weapons in MU; 0 without any.
    pub fn longest_range(&self, id: GroupId) -> f64 {
        let group = self.state.group(id);
        let range = |troop: &crate::troop::Troop| {
            let range = self.rules.tables.shooting.range(troop, troop.shoots_with()?)?;
            Some(range.maximum)
        };
        group.kinds().iter().filter_map(range).fold(0.0, f64::max)
    }

    /// FA-CMOVE-13, AMB-39: how near a group must come to a lone enemy commander, in mm: in contact, or within range.
    pub fn alarming_reach(&self, id: GroupId) -> f64 {
        self.reach(self.longest_range(id)).max(self.rules.tolerance.length)
    }

    /// FA-EV-01, FA-CORN-03, FA-SIDE-04: it is able to evade and in no close combat but as an overlap.
    pub fn may_evade_contact(&self, group: GroupId) -> bool {
        self.is_able_to_evade(group) && !self.state.committed(group)
    }
}
