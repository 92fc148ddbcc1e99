//! Who may fight, and where: front bases, the edges of battle wagons, orbs (FA-MEL-01, FA-MDICE-02, AMB-41, FA-ORB-12).

use crate::ids::{BaseId, GroupId};
use crate::position::{front_edge_contact, full_front_contact};
use crate::rules::Look;
use crate::state::Shape;
use crate::troop::TroopType;
use aelian_geometry::{Edge, Feature, Hand, Pose, Rect, contacts};

/// A base, or a base width of a battle wagon, as it faces an enemy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fighter {
    pub base: BaseId,
    pub group: GroupId,
    /// Its outline with the edge that fights in front.
    pub rect: Rect,
}

impl Look<'_> {
    /// The front rank of a group with all that may fight; orbs are counted otherwise and have none.
    pub(super) fn fighters(&self, group: GroupId) -> Vec<Fighter> {
        let state = self.state.group(group);
        if state.shape == Shape::Orb {
            return Vec::new();
        }
        if state.is_kind(TroopType::BattleWagons) {
            return self.state.bases_of(group).flat_map(|base| self.pieces(base)).collect();
        }
        let front = |base| Fighter { base, group, rect: self.outline(base) };
        self.front_bases(group).map(front).collect()
    }

    /// AMB-41, FA-IDICE-02: a battle wagon is one base wide in front and behind, and two on each long side.
    pub(super) fn pieces(&self, base: BaseId) -> impl Iterator<Item = Fighter> + use<> {
        let rect = *self.state.rect(base);
        let group = self.state.base(base).group;
        let width = self.rules.width;
        let facing = rect.pose.facing;
        let about = Pose { at: rect.edge_middle(Edge::Rear), facing: facing.reversed() };
        let side = move |hand: Hand, forward: f64| {
            let at = rect.edge_middle(hand.flank()) + facing.vector() * (forward * width * 0.5);
            let outward = facing.turned(hand.sign() * core::f64::consts::FRAC_PI_2);
            Rect::new(Pose { at, facing: outward }, width, rect.width)
        };
        let rects = [
            Rect::new(rect.pose, rect.width, rect.depth),
            Rect::new(about, rect.width, rect.depth),
            side(Hand::Left, 1.0),
            side(Hand::Left, -1.0),
            side(Hand::Right, 1.0),
            side(Hand::Right, -1.0),
        ];
        rects.into_iter().map(move |rect| Fighter { base, group, rect })
    }

    /// FA-ALG-03: this outline has its front edge on that one; how much of it, in mm.
    pub(super) fn fronts(&self, rect: &Rect, enemy: &Rect) -> Option<f64> {
        let t = self.rules.tolerance;
        if !rect.circle().near(&enemy.circle(), t.length) || !front_edge_contact(rect, enemy, t) {
            return None;
        }
        let found = contacts(rect, enemy, t);
        let shared = Edge::ALL.iter().filter_map(|edge| found.edge_edge(Edge::Front, *edge));
        Some(shared.fold(0.0, f64::max))
    }

    /// FA-CONF-02, FA-CONF-03: square against a front, or along a flank with a front corner on a corner of the enemy.
    pub(super) fn is_square(&self, rect: &Rect, enemy: &Rect) -> bool {
        let t = self.rules.tolerance;
        if full_front_contact(rect, enemy, t) {
            return true;
        }
        let found = contacts(rect, enemy, t);
        let flank = [Edge::Left, Edge::Right, Edge::Rear];
        flank.iter().any(|edge| found.edge_edge(Edge::Front, *edge).is_some())
            && [Hand::Left, Hand::Right].iter().any(|hand| {
                let corner = Feature::Corner(hand.front_corner());
                found.iter().any(|one| one.mine == corner && matches!(one.theirs, Feature::Corner(_)))
            })
    }
}
