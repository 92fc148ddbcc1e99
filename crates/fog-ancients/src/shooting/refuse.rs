//! Why nobody rolls at a group: the rule by which the nearest that anybody comes to shooting at it fails.

use super::aim::Shot;
use super::post::Post;
use super::tables::Range;
use super::target::{Candidate, Foe};
use crate::fact::Fact;
use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use crate::state::Deed;
use crate::troop::Capability;
use aelian_geometry::{Edge, Hand, segment_to_rect};
use aelian_rulebook::{Reason, RuleId, rule};

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

/// How far a group gets, and what fails.
#[derive(Clone, Debug)]
struct Tried {
    gets: Gets,
    /// Out of range: by how much, in mm.
    missing: f64,
    reason: Reason<Fact>,
}

impl Tried {
    fn new(gets: Gets, rule: RuleId, fact: Fact) -> Tried {
        Tried { gets, missing: 0.0, reason: Reason::new(rule, fact) }
    }

    /// The one that gets farther; of two out of range the nearer.
    fn or(self, other: Tried) -> Tried {
        let nearer = other.gets == self.gets && other.missing < self.missing;
        if other.gets > self.gets || nearer { other } else { self }
    }
}

impl Look<'_> {
    /// The rule that keeps this group from being rolled at now.
    pub(super) fn why_not_shot(&self, target: GroupId) -> Reason<Fact> {
        if let Some(rule) = self.no_target(target) {
            return Reason::new(rule, Fact::Group(target));
        }
        let engaged = self.engaged_bases();
        let shooters = self.state.on_table_of(self.state.group(target).side.other());
        let tried = shooters.map(|by| self.gets(by, target, &engaged)).reduce(|best, next| next.or(best));
        tried.map_or(Reason::new(rule!("FA-SHOOT-15"), Fact::Group(target)), |tried| tried.reason)
    }

    /// FA-SHOOT-03, FA-SHOOT-04, FA-SHOOT-05, FA-SHOOT-33, FA-SHOOT-34, FA-SHOOT-35: nobody rolls at it, whoever shoots.
    fn no_target(&self, target: GroupId) -> Option<RuleId> {
        let group = self.state.group(target);
        if self.state.dealt.contains(target) {
            return Some(rule!("FA-SHOOT-03"));
        }
        if group.is_broken() || !group.on_table() {
            return Some(rule!("FA-SHOOT-05"));
        }
        if self.shooting_plan().dice_at(target) > 0 {
            return Some(rule!("FA-SHOOT-04"));
        }
        if group.deeds.has(Deed::Looting) {
            return Some(rule!("FA-SHOOT-35"));
        }
        if self.is_after_routers(target) {
            return Some(rule!("FA-SHOOT-34"));
        }
        let engaged = self.engaged_bases();
        let fights = self.state.bases_of(target).all(|base| engaged.contains(&base));
        fights.then_some(rule!("FA-SHOOT-33"))
    }

    /// How far one group gets, and the rule by which it fails.
    fn gets(&self, by: GroupId, target: GroupId, engaged: &[BaseId]) -> Tried {
        let group = self.state.group(by);
        let nowhere = Tried::new(Gets::Nowhere, rule!("FA-SHOOT-01"), Fact::Group(target));
        if group.is_broken() || !group.has_any(|troop| troop.shoots_with().is_some()) {
            return nowhere;
        }
        let foes = self.foes(group.side, engaged);
        let Some(foe) = foes.iter().find(|foe| foe.group == target) else { return nowhere };
        let tried = Hand::BOTH.into_iter().map(|hand| self.gets_from(by, hand, foe, engaged));
        let best = tried.fold(nowhere, |best, next| next.or(best));
        match self.unable(by) {
            Some(rule) if best.gets > Gets::OutOfRange => Tried::new(Gets::Unable, rule, Fact::Group(target)),
            _ => best,
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

    fn gets_from(&self, by: GroupId, hand: Hand, foe: &Foe, engaged: &[BaseId]) -> Tried {
        let posts = self.posts(by, hand);
        let nobody = Tried::new(Gets::OutOfRange, rule!("FA-SHOOT-06"), Fact::Group(foe.group));
        let mut best = Tried { missing: f64::INFINITY, ..nobody };
        for post in &posts {
            let armed = post.ranks.into_iter().flatten().filter(|base| !engaged.contains(base));
            for base in armed {
                let troop = self.state.troop(base);
                let shooting = &self.rules.tables.shooting;
                if let Some(range) = troop.shoots_with().and_then(|weapon| shooting.range(troop, weapon)) {
                    best = best.or(self.gets_with(by, (post, &posts), range, foe));
                }
            }
        }
        best
    }

    /// FA-SHOOT-06, FA-SHOOT-21: out of range or out of the arc; or what comes of it in both.
    fn gets_with(&self, by: GroupId, (post, posts): (&Post, &[Post]), range: Range, foe: &Foe) -> Tried {
        let reaches = self.reaches(posts, range, &[foe]);
        let found = self.candidates(post, range, &[foe], &reaches);
        let friends = self.bases_in_the_way(self.state.group(by).side);
        if let Some(best) = found.iter().map(|one| self.gets_to(by, post, one, &friends)).reduce(Tried::or) {
            return best;
        }
        let edge = post.front.edge(Edge::Front);
        let far = foe.bases.iter().map(|(_, rect, _)| segment_to_rect(edge, rect));
        let distance = far.fold(f64::INFINITY, f64::min);
        let limit = self.mu(range.maximum);
        if self.within(distance, range.maximum) {
            return Tried::new(
                Gets::OutOfArc,
                rule!("FA-SHOOT-21"),
                Fact::Pair { group: by, other: foe.group },
            );
        }
        let fact = Fact::Apart { group: by, other: foe.group, distance, limit };
        Tried { missing: distance - limit, ..Tried::new(Gets::OutOfRange, rule!("FA-SHOOT-06"), fact) }
    }

    /// In range and arc: hidden, behind friends, or only of lower priority.
    fn gets_to(&self, by: GroupId, post: &Post, one: &Candidate, friends: &[super::lane::Friends]) -> Tried {
        let mark = self.mark(one.base);
        if self.has_lane(post, mark, one.far, friends) {
            let first = self.aimed_at_by(by, post).filter(|other| *other != one.group);
            let fact = first.map_or(Fact::Group(one.group), |other| Fact::Pair { group: by, other });
            Tried::new(Gets::OtherFirst, rule!("FA-SHOOT-15"), fact)
        } else if self.has_lane(post, mark, one.far, &[]) {
            Tried::new(Gets::Unseen, rule!("FA-LOS-02"), Fact::Group(one.group))
        } else {
            Tried::new(Gets::Unseen, rule!("FA-LOS-03"), Fact::Group(one.group))
        }
    }

    /// FA-SHOOT-15: at whom the bases of this post shoot.
    fn aimed_at_by(&self, by: GroupId, post: &Post) -> Option<GroupId> {
        let plan = self.shooting_plan();
        let own = || plan.aims.shots.iter().filter(|shot| shot.by == by);
        let of_post = |shot: &&Shot| post.ranks.contains(&Some(shot.base));
        own().find(of_post).or_else(|| own().next()).map(|shot| shot.on)
    }
}
