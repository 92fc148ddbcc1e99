//! Why nobody rolls at a group: the rule by which the nearest that anybody comes to shooting at it fails.

use super::target::{Candidate, Foe};
use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use crate::state::Deed;
use crate::troop::Capability;
use aelian_geometry::Hand;
use aelian_rulebook::{RuleId, rule};

/// How far a group gets with a shot, from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gets {
    /// Nowhere near.
    Nowhere,
    /// It has no bases in range.
    OutOfRange,
    /// In range, and not in the arc of any file.
    OutOfArc,
    /// In arc and hidden, or with friends in the way.
    Unseen,
    /// In sight, and others come first.
    OtherFirst,
    /// It may not shoot at all in this phase.
    Unable,
}

impl Look<'_> {
    /// The rule that keeps this group from being rolled at now.
    pub(super) fn why_not_shot(&self, target: GroupId) -> RuleId {
        let group = self.state.group(target);
        if self.state.dealt.contains(target) {
            return rule!("FA-SHOOT-03");
        }
        if group.is_broken() || !group.on_table() {
            return rule!("FA-SHOOT-05");
        }
        if self.shooting_plan().dice_at(target) > 0 {
            return rule!("FA-SHOOT-04");
        }
        if group.deeds.has(Deed::Looting) {
            return rule!("FA-SHOOT-35");
        }
        if self.is_after_routers(target) {
            return rule!("FA-SHOOT-34");
        }
        let engaged = self.engaged_bases();
        if self.state.bases_of(target).all(|base| engaged.contains(&base)) {
            return rule!("FA-SHOOT-33");
        }
        let shooters = self.state.on_table_of(group.side.other());
        let tried = shooters.map(|by| self.gets(by, target, &engaged));
        tried.max_by_key(|tried| tried.0).map_or(rule!("FA-SHOOT-15"), |tried| tried.1)
    }

    /// How far one group gets, and the rule by which it fails.
    fn gets(&self, by: GroupId, target: GroupId, engaged: &[BaseId]) -> (Gets, RuleId) {
        let group = self.state.group(by);
        let nowhere = (Gets::Nowhere, rule!("FA-SHOOT-01"));
        if group.is_broken() || !group.has_any(|troop| troop.shoots_with().is_some()) {
            return nowhere;
        }
        let side = group.side;
        let foes = self.foes(side, engaged);
        let Some(foe) = foes.iter().find(|foe| foe.group == target) else { return nowhere };
        let (best, found) = Hand::BOTH
            .into_iter()
            .map(|hand| self.gets_from(by, hand, foe, engaged))
            .max_by_key(|tried| tried.0)
            .unwrap_or(nowhere);
        match self.unable(by) {
            Some(rule) if best > Gets::OutOfRange => (Gets::Unable, rule),
            _ => (best, found),
        }
    }

    /// FA-SHOOT-10, FA-SHOOT-12, FA-SHOOT-14, FA-SHOOT-34, FA-JPUR-25: why a group with missiles shoots at nobody.
    fn unable(&self, by: GroupId) -> Option<RuleId> {
        let did = |deed| self.state.did(by, deed);
        let guns = |base: BaseId| self.state.troop(base).shoots_with() == Some(Capability::LightArtillery);
        if did(Deed::MovedInImpact) {
            Some(rule!("FA-SHOOT-12"))
        } else if did(Deed::PassedFar) {
            Some(rule!("FA-SHOOT-14"))
        } else if self.is_after_routers(by) {
            Some(rule!("FA-JPUR-25"))
        } else {
            let unready = did(Deed::MovedInManoeuvre) && self.state.bases_of(by).all(guns);
            unready.then_some(rule!("FA-SHOOT-10"))
        }
    }

    fn gets_from(&self, by: GroupId, hand: Hand, foe: &Foe, engaged: &[BaseId]) -> (Gets, RuleId) {
        let posts = self.posts(by, hand);
        let friends = self.bases_in_the_way(self.state.group(by).side);
        let mut best = (Gets::OutOfRange, rule!("FA-SHOOT-06"));
        let mut offer = |found: (Gets, RuleId)| best = if found.0 > best.0 { found } else { best };
        for post in &posts {
            let armed = post.ranks.into_iter().flatten().filter(|base| !engaged.contains(base));
            for base in armed {
                let troop = self.state.troop(base);
                let Some(range) =
                    troop.shoots_with().and_then(|weapon| self.rules.tables.shooting.range(troop, weapon))
                else {
                    continue;
                };
                let reaches = self.reaches(&posts, range, &[foe]);
                let found = self.candidates(post, range, &[foe], &reaches);
                if found.is_empty() {
                    let edge = post.front.edge(aelian_geometry::Edge::Front);
                    let near = |rect: &aelian_geometry::Rect| {
                        self.within(aelian_geometry::segment_to_rect(edge, rect), range.maximum)
                    };
                    if foe.bases.iter().any(|(_, rect, _)| near(rect)) {
                        offer((Gets::OutOfArc, rule!("FA-SHOOT-21")));
                    }
                }
                for one in &found {
                    offer(self.gets_to(post, one, &friends));
                }
            }
        }
        best
    }

    /// In range and arc: hidden, behind friends, or only of lower priority.
    fn gets_to(
        &self,
        post: &super::post::Post,
        one: &Candidate,
        friends: &[super::lane::Friends],
    ) -> (Gets, RuleId) {
        let mark = self.mark(one.base);
        if self.has_lane(post, mark, one.far, friends) {
            (Gets::OtherFirst, rule!("FA-SHOOT-15"))
        } else if self.has_lane(post, mark, one.far, &[]) {
            (Gets::Unseen, rule!("FA-LOS-02"))
        } else {
            (Gets::Unseen, rule!("FA-LOS-03"))
        }
    }
}
