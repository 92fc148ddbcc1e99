//! Who shoots and who is shot at (60.1, 60.3, 60.7).

use crate::ids::{BaseId, GroupId};
use crate::position::{front_edge_contact, legal_contact, side_contact};
use crate::rules::Look;
use crate::state::Deed;
use crate::troop::{Capability, Troop};
use aelian_geometry::{Corner, Rect, Vec2};

impl Look<'_> {
    /// FA-SHOOT-01, FA-SHOOT-05, FA-SHOOT-12, FA-SHOOT-13, FA-SHOOT-14, FA-JPUR-25: a group of which some may shoot.
    pub fn may_shoot(&self, id: GroupId) -> bool {
        let group = self.state.group(id);
        group.on_table()
            && !group.is_broken()
            && group.has_any(|troop| troop.shoots_with().is_some())
            && ![Deed::MovedInImpact, Deed::PassedFar].iter().any(|deed| group.deeds.has(*deed))
            && !self.is_after_routers(id)
    }

    /// FA-SHOOT-05, FA-SHOOT-34, FA-SHOOT-35, FA-CAMP-12: a group at which one may shoot.
    pub fn may_be_shot_at(&self, id: GroupId) -> bool {
        let group = self.state.group(id);
        group.on_table()
            && !group.is_broken()
            && !group.deeds.has(Deed::Looting)
            && !self.is_after_routers(id)
    }

    /// FA-SHOOT-34: it pursues routers and touches them.
    fn is_after_routers(&self, id: GroupId) -> bool {
        let mut pursuits = self.state.pursuits.iter().filter(|pursuit| pursuit.pursuer == id);
        self.state.did(id, Deed::Pursuing) || pursuits.any(|pursuit| self.touch(id, pursuit.quarry))
    }

    /// FA-SHOOT-01, FA-SHOOT-10, FA-SHOOT-11, FA-SHOOT-32: the weapon with which a base shoots in this phase.
    pub fn shoots_with(&self, base: BaseId) -> Option<Capability> {
        let weapon = self.state.troop(base).shoots_with()?;
        let group = self.state.base(base).group;
        let unready = weapon == Capability::LightArtillery && self.state.did(group, Deed::MovedInManoeuvre);
        (!unready && !self.is_engaged(base)).then_some(weapon)
    }

    /// FA-SHOOT-32, FA-SHOOT-33: it is in position to fight in this turn's melee: it touches its enemy, stands
    /// behind one that does, or is an overlap.
    pub fn is_engaged(&self, base: BaseId) -> bool {
        let group = self.state.base(base).group;
        self.state.in_close_combat(group)
            && (self.is_in_contact(base)
                || self
                    .ahead(base)
                    .is_some_and(|leader| self.is_in_contact(leader) || self.is_overlap(leader))
                || self.is_overlap(base))
    }

    /// Front edge or corner on an enemy base of a group that it fights, or the enemy's on it.
    fn is_in_contact(&self, base: BaseId) -> bool {
        let (rect, t) = (self.outline(base), self.rules.tolerance);
        self.foes_near(base).any(|enemy| {
            let other = self.outline(enemy);
            legal_contact(&rect, &other, t).is_some() || legal_contact(&other, &rect, t).is_some()
        })
    }

    /// FA-OVL-06 to FA-OVL-09: side edge on the side edge of an enemy who has friends before him, or beside a
    /// friend in front contact.
    fn is_overlap(&self, base: BaseId) -> bool {
        let (rect, t) = (self.state.rect(base), self.rules.tolerance);
        self.foes_near(base).any(|enemy| side_contact(rect, self.state.rect(enemy), t))
            || self.friends_beside(base).any(|friend| {
                let front = self.outline(friend);
                self.foes_near(friend).any(|enemy| front_edge_contact(&front, &self.outline(enemy), t))
            })
    }

    /// FA-OVL-07: bases with the same heading whose front corner and side edge touch this one's.
    fn friends_beside(&self, base: BaseId) -> impl Iterator<Item = BaseId> + '_ {
        let (rect, t) = (*self.state.rect(base), self.rules.tolerance);
        let near = move |one: Vec2, other: Vec2| (one - other).length() <= 2.0 * t.length;
        let beside = move |other: &Rect| {
            rect.pose.facing.same(other.pose.facing, t)
                && (near(rect.corner(Corner::FrontLeft), other.corner(Corner::FrontRight))
                    || near(rect.corner(Corner::FrontRight), other.corner(Corner::FrontLeft)))
        };
        let side = self.state.side_of(base);
        let groups = self.state.on_table_of(side).filter(|id| self.state.in_close_combat(*id));
        groups.flat_map(|id| self.state.bases_of(id)).filter(move |other| beside(self.state.rect(*other)))
    }

    /// Enemy bases close to this one that belong to groups which its group fights.
    fn foes_near(&self, base: BaseId) -> impl Iterator<Item = BaseId> + '_ {
        let group = self.state.base(base).group;
        let circle = self.state.rect(base).circle();
        let reach = self.rules.width;
        let foes = self.state.bouts_of(group).map(move |bout| bout.enemy_of(group));
        foes.flat_map(|enemy| self.state.bases_of(enemy))
            .filter(move |enemy| circle.near(&self.state.rect(*enemy).circle(), reach))
    }
}

/// FA-CTM-07, FA-SOUT-02, AMB-58: artillery on its own or on battle wagons.
pub fn is_artillery(troop: &Troop) -> bool {
    troop
        .shoots_with()
        .is_some_and(|weapon| matches!(weapon, Capability::LightArtillery | Capability::HeavyArtillery))
}
