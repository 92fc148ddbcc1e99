//! Overlap, support, flank and rear attack (60.4 to 60.8).

use super::opponent::Danger;
use crate::baseset::{BaseId, BaseSet};
use crate::ground::Going;
use crate::rules::Look;
use crate::settings::OverlapWhileFighting;
use crate::troop::{Grade, Troop, TroopType};
use aelian_geometry::{Contacts, Corner, Edge, Hand};

/// BB-CC-45: which of the two cases makes an overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverlapCase {
    /// BB-CC-40: front corner on front corner, by a base that is in no close combat.
    Corners,
    /// BB-CC-41: flank against flank.
    Flanks,
}

impl<'a> Look<'a> {
    /// BB-CC-48, BB-CC-49, BB-CC-56: whether any enemy stands in the position of a flank attack on the base.
    /// BB-CC-52b, AMB-107: how it came there does not matter.
    pub fn is_flank_attacked(&self, base: BaseId) -> bool {
        self.enemies_about(base).any(|enemy| self.flank_attack(base, enemy).is_some())
    }

    /// BB-CC-53, BB-CC-54, BB-CC-56: whether any enemy makes a rear attack on the base.
    pub fn is_rear_attacked(&self, base: BaseId) -> bool {
        self.enemies_about(base).any(|enemy| self.is_rear_attack(base, enemy))
    }

    /// All enemies in the position of a flank attack on the base, whoever their main opponent is.
    pub fn flank_attackers(&self, base: BaseId) -> BaseSet {
        self.enemies_about(base).filter(|enemy| self.flank_attack(base, *enemy).is_some()).collect()
    }

    /// All enemies who make a rear attack on the base.
    pub fn rear_attackers(&self, base: BaseId) -> BaseSet {
        self.enemies_about(base).filter(|enemy| self.is_rear_attack(base, *enemy)).collect()
    }

    /// BB-CC-48, BB-CC-49: the flank of `base` that `enemy` attacks: his front edge lies along it and one of
    /// his front corners is on it or on one of its ends.
    pub fn flank_attack(&self, base: BaseId, enemy: BaseId) -> Option<Hand> {
        if self.is_baggage(base) || self.is_baggage(enemy) {
            return None;
        }
        let touching = self.contacts(enemy, base);
        Hand::BOTH.into_iter().find(|hand| attacks_flank(&touching, hand.flank()))
    }

    /// BB-CC-53, BB-CC-54: whether `enemy`, whose main opponent is `base`, touches its rear as an attacker.
    pub fn is_rear_attack(&self, base: BaseId, enemy: BaseId) -> bool {
        self.is_behind_to_attack(base, enemy) && self.main_opponent(enemy) == Some(base)
    }

    /// BB-CC-53, BB-CC-54 without the main opponent: front edge or front corner on the rear edge, or front
    /// edge on a rear corner.
    pub fn is_behind_to_attack(&self, base: BaseId, enemy: BaseId) -> bool {
        !self.is_baggage(base)
            && self.threat(base, enemy).is_some_and(|threat| threat.danger <= Danger::CornerOnRear)
    }

    /// BB-CC-40 to BB-CC-45: the flank of `enemy` that `base` overlaps, and how. BB-CC-43: never one of a Bg.
    pub fn overlap(&self, base: BaseId, enemy: BaseId) -> Option<(Hand, OverlapCase)> {
        if self.is_baggage(enemy) {
            return None;
        }
        let touching = self.contacts(base, enemy);
        if let Some(hand) = flank_along_flank(&touching) {
            return Some((hand, OverlapCase::Flanks));
        }
        let hand = front_corner_on_front_corner(&touching)?;
        (!self.in_close_combat(base)).then_some((hand, OverlapCase::Corners))
    }

    /// BB-CC-40, BB-CC-41: whether the base overlaps an enemy that is in close combat.
    pub fn is_overlap(&self, base: BaseId) -> bool {
        self.state.base(base).on_table()
            && self
                .enemies_about(base)
                .any(|enemy| self.overlap(base, enemy).is_some() && self.in_close_combat(enemy))
    }

    /// BB-CC-42, BB-CC-28: the enemies that overlap each flank of a base, left and right, and may help the
    /// base's opponent by it. AMB-38: who attacks a flank or the rear is not counted as an overlap too.
    pub fn overlaps_of(&self, base: BaseId) -> [BaseSet; 2] {
        let mut flanks = [BaseSet::EMPTY; 2];
        for enemy in self.enemies_about(base) {
            if let Some((hand, case)) = self.overlap(enemy, base)
                && self.may_overlap(enemy, base, case)
                && self.flank_attack(base, enemy).is_none()
            {
                flanks[hand as usize].insert(enemy);
            }
        }
        flanks
    }

    /// BB-CC-28, BB-TAC-31: whether a base may help a friend who fights `against`: it may if it is in no close
    /// combat itself or has the same main opponent.
    pub fn may_help(&self, helper: BaseId, against: BaseId) -> bool {
        self.main_opponent(helper).is_none_or(|main| main == against)
    }

    /// BB-CC-36 to BB-CC-38, BB-CC-28: the second and the third rank behind a base that fights `against`, as
    /// far as they stand exactly behind and have no other main opponent. What going they are in is judged by
    /// each kind of support.
    pub fn ranks_behind(&self, front: BaseId, against: BaseId) -> [Option<BaseId>; 2] {
        let helps = |rank: &BaseId| self.may_help(*rank, against);
        let second = self.behind(front).filter(helps);
        let third = second.and_then(|second| self.behind(second)).filter(helps);
        [second, third]
    }

    /// BB-LST-13: what a base is as a rank behind a friend who fights: one that is bound to support others has
    /// no special support for him.
    pub fn troop_behind(&self, rear: BaseId, front: BaseId) -> Troop {
        let (rear, front) = (self.state.base(rear), self.state.base(front));
        let special_support = rear.troop.special_support && rear.pairing.may_support(front.pairing);
        Troop { special_support, ..rear.troop }
    }

    /// BB-CC-36, BB-CC-37: whether `rear` supports `front`: exactly behind it, neither in DGo, and not engaged
    /// with another main opponent.
    pub fn supports(&self, rear: BaseId, front: BaseId) -> bool {
        self.directly_behind(rear, front)
            && !self.in_difficult_going(rear)
            && !self.in_difficult_going(front)
            && self.main_opponent(front).is_none_or(|against| self.may_help(rear, against))
    }

    /// BB-CC-36, BB-CC-38: whether the base supports, from the rear, a friend in close combat; a third rank
    /// only where the troops can fight three deep.
    pub fn is_support(&self, base: BaseId) -> bool {
        self.fighter_before(base).is_some()
    }

    /// BB-IMP-24, BB-PIG-48, BB-ZOC-16: the enemies whom a base has reached where it stands: those with whom it is in close
    /// combat, and those in close combat already whom it overlaps or against whom it supports a friend.
    pub fn reached_by(&self, base: BaseId) -> BaseSet {
        let overlapped =
            |enemy: &BaseId| self.overlap(base, *enemy).is_some() && self.in_close_combat(*enemy);
        let fighter = self.fighter_before(base);
        self.opponents_set(base)
            .union(self.enemies_about(base).filter(overlapped).collect())
            .union(fighter.map_or(BaseSet::EMPTY, |friend| self.opponents_set(friend)))
    }

    /// The friend in close combat whom a base supports as his second or his third rank.
    fn fighter_before(&self, base: BaseId) -> Option<BaseId> {
        let second = self.supported_by(base)?;
        if self.in_close_combat(second) {
            return Some(second);
        }
        let first = self.supported_by(second)?;
        let troop = |id: BaseId| &self.state.base(id).troop;
        let helps = self.in_close_combat(first)
            && fights_three_deep(troop(first), troop(second), &self.troop_behind(base, first))
            && self.main_opponent(first).is_none_or(|against| self.may_help(base, against));
        helps.then_some(first)
    }

    /// BB-CC-27, AMB-34, BB-OUT-68: the enemies whose front touches a base, without Bg: those who recoil when
    /// its main opponent is beaten.
    pub fn enemies_in_front_of(&self, winner: BaseId) -> BaseSet {
        self.enemies_about(winner)
            .filter(|enemy| !self.is_baggage(*enemy) && self.frontal(*enemy, winner).next().is_some())
            .collect()
    }

    /// BB-GEO-11: even partially in DGo, as its own type sees it.
    pub fn in_difficult_going(&self, base: BaseId) -> bool {
        let base = self.state.base(base);
        self.going_under(&base.rect, &base.troop) >= Going::Difficult
    }

    /// BB-CC-41, AMB-37: while fighting, a base overlaps only its own main opponent, unless the setting lets
    /// flank contact count always.
    fn may_overlap(&self, helper: BaseId, enemy: BaseId, case: OverlapCase) -> bool {
        let always = self.rules.settings.overlap_while_fighting == OverlapWhileFighting::FlankContactAlways;
        (always && case == OverlapCase::Flanks) || self.may_help(helper, enemy)
    }

    /// The friend that a base supports by its place.
    fn supported_by(&self, rear: BaseId) -> Option<BaseId> {
        let base = self.state.base(rear);
        if !base.on_table() {
            return None;
        }
        self.friends_near(base.side, &base.rect, self.rules.tolerance.length)
            .find(|front| *front != rear && self.supports(rear, *front))
    }

    fn enemies_about(&self, base: BaseId) -> impl Iterator<Item = BaseId> + use<'a> {
        let base = self.state.base(base);
        self.enemies_near(base.side, &base.rect, self.rules.tolerance.length)
    }

    fn is_baggage(&self, base: BaseId) -> bool {
        self.state.base(base).is(TroopType::Bg)
    }
}

/// BB-TAC-15, BB-TAC-21: the only troops whose third rank helps.
pub fn fights_three_deep(first: &Troop, second: &Troop, third: &Troop) -> bool {
    match first.kind {
        TroopType::Pk => first.grade != Grade::F && is_pike_support(second) && is_pike_support(third),
        TroopType::Sp => second.is(TroopType::Sp) && third.is(TroopType::Ps) && third.special_support,
        _ => false,
    }
}

/// AMB-40: only Pk(I) support other Pk(I) and Pk(X).
pub(super) fn is_pike_support(troop: &Troop) -> bool {
    troop.is(TroopType::Pk) && troop.grade == Grade::I
}

/// BB-CC-48: of the enemy's contacts (mine) with the attacked base (theirs).
fn attacks_flank(touching: &Contacts, flank: Edge) -> bool {
    let on_flank = |corner: Corner| {
        touching.corner_on_edge(corner, flank)
            || flank.corners().iter().any(|end| touching.corner_corner(corner, *end))
    };
    touching.edge_edge(Edge::Front, flank).is_some()
        && (on_flank(Corner::FrontLeft) || on_flank(Corner::FrontRight))
}

/// BB-CC-41, BB-CC-44: the other's flank that one of mine lies along.
fn flank_along_flank(touching: &Contacts) -> Option<Hand> {
    Hand::BOTH.into_iter().find(|theirs| {
        Hand::BOTH.iter().any(|mine| touching.edge_edge(mine.flank(), theirs.flank()).is_some())
    })
}

/// BB-CC-40, BB-CC-44: the hand of the other's front corner that one of my front corners touches.
fn front_corner_on_front_corner(touching: &Contacts) -> Option<Hand> {
    Hand::BOTH.into_iter().find(|theirs| {
        Hand::BOTH.iter().any(|mine| touching.corner_corner(mine.front_corner(), theirs.front_corner()))
    })
}
