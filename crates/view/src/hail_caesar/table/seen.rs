//! Rules, a viewer's state and the names of units, together; and the numbers of the pieces on a page.

use crate::hail_caesar::{unit_name, words};
use crate::table::Sight;
use crate::told::PieceId;
use aelian_geometry::{Facing, Pose, Rect, Vec2};
use aelian_hail_caesar::{CommanderId, Ghost, Look, Rules, UnitId, UnitSet};

/// Units are numbered as in the game; commanders from here on.
const COMMANDERS: PieceId = 10_000;

/// HC-BASE-03: commanders have no fixed size; so wide is the plate that stands for one, in mm.
pub const PLATE: f64 = 40.0;

/// What a piece on the page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    Unit(UnitId),
    Commander(CommanderId),
}

impl Thing {
    pub fn of(piece: PieceId) -> Option<Thing> {
        match piece {
            COMMANDERS.. => u8::try_from(piece - COMMANDERS).ok().map(|id| Thing::Commander(CommanderId(id))),
            unit => u8::try_from(unit).ok().map(|id| Thing::Unit(UnitId(id))),
        }
    }

    pub fn piece(self) -> PieceId {
        match self {
            Thing::Unit(unit) => PieceId::from(unit.0),
            Thing::Commander(commander) => COMMANDERS + PieceId::from(commander.0),
        }
    }
}

/// The plate of a commander who stands there.
pub fn plate(at: Vec2, facing: Facing) -> Rect {
    let middle = Pose { at, facing };
    Rect::new(middle.advanced(PLATE / 2.0), PLATE, PLATE)
}

/// What a viewer sees, read only.
pub type Seen<'a> = Sight<'a, Rules>;

impl<'a> Seen<'a> {
    pub fn look(&self) -> Look<'a> {
        Look::new(self.rules, self.state)
    }

    /// The units that were taken up.
    pub fn units(&self, pieces: &[PieceId]) -> UnitSet {
        let unit = |piece: &PieceId| match Thing::of(*piece) {
            Some(Thing::Unit(unit)) if self.state.has_unit(unit) => Some(unit),
            _ => None,
        };
        pieces.iter().filter_map(unit).collect()
    }

    /// The commander that was taken up alone.
    pub fn commander(&self, pieces: &[PieceId]) -> Option<CommanderId> {
        match pieces {
            [piece] => match Thing::of(*piece)? {
                Thing::Commander(id) if self.state.has_commander(id) => Some(id),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn named(&self, id: UnitId) -> String {
        unit_name(self.names, id)
    }

    pub fn list(&self, units: UnitSet) -> String {
        words::units(self.names, units)
    }

    /// Where things would end; of an order, after each number of moves that it may bring.
    pub fn ghosts(&self, ghost: &Ghost) -> Vec<(PieceId, Rect)> {
        let mut last: Vec<(PieceId, Rect)> = Vec::new();
        for place in &ghost.moves {
            let there = (Thing::Unit(place.unit).piece(), place.rect);
            if !last.contains(&there) {
                last.push(there);
            }
        }
        let facing = |id: CommanderId| self.home(id);
        last.extend(
            ghost
                .commanders
                .iter()
                .filter(|(id, _)| self.state.has_commander(*id))
                .map(|(id, at)| (Thing::Commander(*id).piece(), plate(*at, facing(*id)))),
        );
        last
    }

    /// Where a commander looks: towards the enemy's edge.
    pub fn home(&self, commander: CommanderId) -> Facing {
        match self.look().side_of_commander(commander) {
            aelian_game::Side::Red => Facing::UP,
            aelian_game::Side::Blue => Facing::DOWN,
        }
    }
}
