//! Who pursues whom (68.7).

use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{GroupId, GroupSet};
use crate::position::front_edge_contact;
use crate::rules::{Look, Rules};
use crate::stage::{Phase, Stage};
use crate::state::{Deed, Pursuit, Shape};
use aelian_game::Cx;
use aelian_geometry::{Facing, degrees};
use aelian_rulebook::rule;

/// The fights of a group that routs are over; those who fought it pursue it (FA-PUR-01) or stay (FA-PUR-05 to FA-PUR-07,
/// FA-TWO-04). What it pursued itself it
/// gives up.
pub(super) fn let_go(cx: &mut Cx<'_, Rules>, group: GroupId) {
    let look = Look::new(cx.rules, cx.state());
    let may = look.chasers_of(group);
    let two_ways: GroupSet = may.iter().filter(|enemy| fights_two_ways(look, *enemy)).collect();
    // Nobody pursues at the very end of the joint action phase: there is no step for it.
    let late = look.state.phase == Phase::Joint && look.state.stage == Stage::InitialRouts;
    for pursuer in may.iter().filter(|_| !late) {
        if two_ways.contains(pursuer) {
            cx.emit(Event::Did { group: pursuer, deed: Deed::FoughtTwoWays });
        }
        give_up(cx, pursuer);
        if Look::new(cx.rules, cx.state()).must_pursue(pursuer) {
            cx.emit(Event::Pursues(Pursuit { pursuer, quarry: group }));
        } else {
            stays(cx, pursuer);
        }
    }
    give_up(cx, group);
    part(cx, group);
}

/// All fights of a group are over.
pub fn part(cx: &mut Cx<'_, Rules>, group: GroupId) {
    let bouts: Vec<_> = cx.state().bouts_of(group).map(|bout| bout.groups).collect();
    for groups in bouts {
        cx.emit(Event::BoutOver(groups));
    }
}

/// A group that has been pursuing others since an earlier phase does so no longer.
fn give_up(cx: &mut Cx<'_, Rules>, pursuer: GroupId) {
    if !cx.state().did(pursuer, Deed::Pursuing) {
        return;
    }
    let of_it = |pursuit: &&Pursuit| pursuit.pursuer == pursuer;
    let old: Vec<Pursuit> = cx.state().pursuits.iter().filter(of_it).copied().collect();
    for pursuit in old {
        cx.emit(Event::PursuitOver(pursuit));
    }
    cx.emit(Event::Undone { group: pursuer, deed: Deed::Pursuing });
}

impl Look<'_> {
    /// FA-PUR-01, FA-PUR-11, FA-PUR-12: those who fought a group that now routs: not only as an overlap, or as an overlap if nobody
    /// unbroken is left whom they fight.
    fn chasers_of(&self, group: GroupId) -> GroupSet {
        let state = self.state;
        let follows = |bout: &&crate::state::Bout| {
            let enemy = bout.enemy_of(group);
            let others = |other: &crate::state::Bout| !state.group(other.enemy_of(enemy)).is_broken();
            !state.group(enemy).is_broken() && (bout.is_committed() || !state.bouts_of(enemy).any(others))
        };
        state.bouts_of(group).filter(follows).map(|bout| bout.enemy_of(group)).collect()
    }

    /// FA-PUR-01, FA-PUR-05 to FA-PUR-07: the group pursues in the initial pursuits of this phase, or would if it may.
    pub(super) fn must_pursue(&self, group: GroupId) -> bool {
        let unbroken = |bout: &crate::state::Bout| {
            bout.is_committed() && !self.state.group(bout.enemy_of(group)).is_broken()
        };
        let it = self.state.group(group);
        it.on_table()
            && !it.is_broken()
            && !it.is_train()
            && !it.deeds.has(Deed::FoughtTwoWays)
            && !self.state.bouts_of(group).any(unbroken)
    }

    /// The routers whom a group pursues, gone over the table edge or not.
    pub(super) fn quarries(&self, pursuer: GroupId) -> GroupSet {
        let of_it = self.state.pursuits.iter().filter(|pursuit| pursuit.pursuer == pursuer);
        of_it.map(|pursuit| pursuit.quarry).collect()
    }

    /// FA-PUR-02: foot who broke none but mounted.
    pub(super) fn is_foot_after_mounted(&self, pursuer: GroupId) -> bool {
        self.state.group(pursuer).is_foot()
            && self.quarries(pursuer).iter().all(|quarry| self.state.group(quarry).is_mounted())
    }
}

/// FA-TWO-01: bases of it face different ways, and in two or more of these ways it touches a different enemy whom it
/// fights.
fn fights_two_ways(look: Look<'_>, group: GroupId) -> bool {
    let t = look.rules.tolerance;
    let mut ways: Vec<(Facing, GroupId)> = Vec::new();
    for bout in look.state.bouts_of(group).filter(|bout| bout.is_committed()) {
        let enemy = bout.enemy_of(group);
        for own in look.state.rects_of(group) {
            if look.state.rects_of(enemy).any(|theirs| front_edge_contact(own, theirs, t)) {
                ways.push((own.pose.facing, enemy));
            }
        }
    }
    let crossed = |one: &(Facing, GroupId), other: &(Facing, GroupId)| {
        one.1 != other.1 && one.0.angle_to(other.0) > degrees(45.0)
    };
    look.state.group(group).shape != Shape::Orb
        && ways.iter().any(|one| ways.iter().any(|other| crossed(one, other)))
}

/// FA-PUR-05 to FA-PUR-07: it does not pursue, and why.
pub(super) fn stays(cx: &mut Cx<'_, Rules>, group: GroupId) {
    let it = cx.state().group(group);
    let rule = match () {
        () if it.is_train() => rule!("FA-PUR-06"),
        () if it.deeds.has(Deed::FoughtTwoWays) => rule!("FA-PUR-05"),
        () => rule!("FA-PUR-07"),
    };
    cx.cite(rule, || Fact::Group(group));
    forget(cx, group);
}

/// AMB-81: the pursuits of a group are over without a move.
pub fn forget(cx: &mut Cx<'_, Rules>, group: GroupId) {
    let of_it = |pursuit: &&Pursuit| pursuit.pursuer == group;
    let all: Vec<Pursuit> = cx.state().pursuits.iter().filter(of_it).copied().collect();
    for pursuit in all {
        cx.emit(Event::PursuitOver(pursuit));
    }
    if cx.state().did(group, Deed::Pursuing) {
        cx.emit(Event::Undone { group, deed: Deed::Pursuing });
    }
}
