//! Battle lines (25.3).

use crate::fact::Fact;
use crate::ids::{CommanderId, GroupId, GroupSet};
use crate::rules::Look;
use crate::state::{Cohesion, Shape};
use crate::tables::Disorder;
use crate::troop::TroopType;
use aelian_geometry::{Edge, Rect, contacts};
use aelian_rulebook::{Reason, rule};

impl Look<'_> {
    /// FA-BL-01 to FA-BL-09: every reason why these groups cannot act as a battle line. Nothing is kept of lines: however the
    /// groups came to stand so, they are one (FA-BL-03).
    pub fn line_breaches(&self, who: GroupSet) -> Vec<Reason<Fact>> {
        let mut breaches = Vec::new();
        if !self.is_chain(who) {
            breaches.push(Reason::new(rule!("FA-BL-01"), Fact::Groups(who)));
        }
        if self.line_commander(who).is_none() {
            breaches.push(Reason::new(rule!("FA-BL-02"), Fact::Groups(who)));
        }
        for id in who.iter() {
            self.add_unfit(id, &mut breaches);
        }
        if !self.arms_go_together(who) {
            breaches.push(Reason::new(rule!("FA-BL-06"), Fact::Groups(who)));
        }
        let contingent = |id: GroupId| self.state.group(id).contingent;
        if who.first().is_some_and(|first| who.iter().any(|id| contingent(id) != contingent(first))) {
            breaches.push(Reason::new(rule!("FA-BL-09"), Fact::Groups(who)));
        }
        breaches
    }

    /// FA-BL-04, FA-COH-18, FA-BL-05, FA-SC-03.
    fn add_unfit(&self, id: GroupId, breaches: &mut Vec<Reason<Fact>>) {
        let group = self.state.group(id);
        if group.cohesion >= Cohesion::Fragmented || self.worst_disorder(id) == Disorder::Severe {
            let fact = Fact::GroupIs { group: id, cohesion: group.cohesion };
            breaches.push(Reason::new(rule!("FA-BL-04"), fact));
        }
        if group.is_kind(TroopType::ScythedChariots) {
            breaches.push(Reason::new(rule!("FA-BL-05"), Fact::Group(id)));
        }
    }

    /// FA-BL-06, FA-BL-07, FA-BL-08, FA-ELC-10: foot with foot and mounted with mounted; light foot with all, elephants with all.
    fn arms_go_together(&self, who: GroupSet) -> bool {
        let is = |id: GroupId, kind| self.state.group(id).is_wholly(|troop| troop.kind == kind);
        let foot = |id: &GroupId| self.state.group(*id).is_foot() && !is(*id, TroopType::LightFoot);
        let mounted = |id: &GroupId| self.state.group(*id).is_mounted() && !is(*id, TroopType::Elephants);
        !(who.iter().any(|id| foot(&id)) && who.iter().any(|id| mounted(&id)))
    }

    /// FA-BL-01: one heading, and each joined to the others along a part of an edge.
    fn is_chain(&self, who: GroupSet) -> bool {
        let Some(first) = who.first().filter(|_| who.len() > 1) else { return false };
        let t = self.rules.tolerance;
        let heading = self.state.group(first).facing;
        let regular = |id: GroupId| {
            self.shape_to_move(id) == Shape::Normal && self.state.group(id).facing.same(heading, t)
        };
        if !who.iter().all(regular) {
            return false;
        }
        let mut joined = GroupSet::one(first);
        loop {
            let left = who.minus(joined);
            let Some(next) = left.iter().find(|id| joined.iter().any(|other| self.are_joined(*id, other)))
            else {
                return left.is_empty();
            };
            joined.insert(next);
        }
    }

    fn are_joined(&self, one: GroupId, other: GroupId) -> bool {
        let t = self.rules.tolerance;
        let (mine, theirs) = (self.block(one), self.block(other));
        if !mine.circle().near(&theirs.circle(), t.length) {
            return false;
        }
        let along = |a: &Rect, b: &Rect| {
            let found = contacts(a, b, t);
            Edge::ALL
                .iter()
                .any(|mine| Edge::ALL.iter().any(|theirs| found.edge_edge(*mine, *theirs).is_some()))
        };
        self.state.rects_of(one).any(|a| self.state.rects_of(other).any(|b| along(a, b)))
    }

    /// FA-BL-02: the commander by whom these act as a line: in line of command, with one of them, in range of all.
    pub fn line_commander(&self, who: GroupSet) -> Option<CommanderId> {
        let leads = |id: &CommanderId| {
            self.state.commander(*id).with().is_some_and(|group| who.contains(group))
                && who
                    .iter()
                    .all(|group| self.in_line_of_command(*id, group) && self.in_command_range(*id, group))
        };
        self.state.commander_ids().find(leads)
    }

    /// FA-MOVE-17 (b), FA-2ND-02, FA-BL-10: a commander in line of command who has been with the group, or with one of
    /// a line, since the phase began.
    pub fn commander_since(&self, who: GroupSet) -> Option<CommanderId> {
        let leads = |id: &CommanderId| {
            let commander = self.state.commander(*id);
            let with = commander.with().filter(|group| who.contains(*group));
            with.is_some()
                && commander.with_since == with
                && who.iter().all(|group| self.in_line_of_command(*id, group))
                && (who.len() == 1 || who.iter().all(|group| self.in_command_range(*id, group)))
        };
        self.state.commander_ids().find(leads)
    }

    /// The largest battle line that a commander could lead now, grown from the group he is with.
    pub fn line_of(&self, commander: CommanderId) -> GroupSet {
        let officer = self.state.commander(commander);
        let Some(first) = officer.with() else { return GroupSet::EMPTY };
        let mut line = GroupSet::one(first);
        let candidates: Vec<GroupId> =
            self.state.on_table_of(officer.side).filter(|id| self.may_manoeuvre(*id).is_none()).collect();
        loop {
            let fits = |id: &GroupId| {
                let mut more = line;
                more.insert(*id)
                    && line.iter().any(|other| self.are_joined(*id, other))
                    && self.line_breaches(more).is_empty()
            };
            match candidates.iter().copied().find(fits) {
                Some(id) => line.insert(id),
                None => return line,
            };
        }
    }
}
