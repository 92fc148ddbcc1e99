//! The cohesion effect (65.5): what is added to the second total.

use super::circumstances::Case;
use crate::baseset::BaseId;
use crate::rules::{Look, Rules};
use crate::settings::CohesionNeighbours;
use crate::troop::{Troop, TroopType};
use aelian_geometry::Hand;

/// BB-COH-01, BB-COH-03: whether a party, if its second total is lower, gains one point: it must stand front
/// corner to front corner with suitable friends on both sides.
pub fn coheres(rules: &Rules, case: &Case<'_>) -> bool {
    let suits = |neighbour: &Option<Troop>| {
        neighbour.is_some_and(|neighbour| is_suitable(rules, &neighbour, &case.own.troop))
    };
    case.can_suffer() && case.own.neighbours.iter().all(suits)
}

/// AMB-08: the list of suitable neighbours is lost; the setting stands for it.
fn is_suitable(rules: &Rules, neighbour: &Troop, own: &Troop) -> bool {
    match rules.settings.cohesion_neighbours {
        CohesionNeighbours::AllButSkirmishersAndBaggage => {
            !neighbour.kind.is_skirmisher() && neighbour.kind != TroopType::Bg
        }
        CohesionNeighbours::Any => true,
        CohesionNeighbours::SameType => neighbour.kind == own.kind,
        CohesionNeighbours::HeavyInfantry => neighbour.kind.is_heavy_infantry(),
    }
}

impl Look<'_> {
    /// BB-COH-01: the friends of its group beside a base, left and right, front corner on front corner.
    pub fn neighbours(&self, id: BaseId) -> [Option<BaseId>; 2] {
        let base = self.state.base(id);
        Hand::BOTH.map(|hand| {
            self.friends_near(base.side, &base.rect, self.rules.tolerance.length)
                .find(|friend| *friend != id && self.stands_beside(id, *friend, hand))
        })
    }

    fn stands_beside(&self, base: BaseId, friend: BaseId, hand: Hand) -> bool {
        let (mine, theirs) = (hand.front_corner(), hand.other().front_corner());
        self.contacts(base, friend).corner_corner(mine, theirs) && self.directly_grouped(base, friend)
    }
}
