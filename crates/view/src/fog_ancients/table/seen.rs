//! Rules, a viewer's state and the names of groups, together; and the numbers of the pieces on a page.

use crate::fog_ancients::words;
use crate::table::Sight;
use crate::told::PieceId;
use aelian_fog_ancients::choice::Placement;
use aelian_fog_ancients::{BaseId, CommanderId, GroupId, GroupSet, Look, Rules};
use aelian_game::Side;
use aelian_geometry::Rect;

/// Bases are numbered as in the game; all else from here on.
const COMMANDERS: PieceId = 10_000;
const CAMPS: PieceId = 11_000;
const MARKERS: PieceId = 12_000;
/// Markers that are not laid yet: those of groups, and dummies.
const HIDING: PieceId = 12_100;
const AFOOT: PieceId = 12_250;
const DUMMIES: PieceId = 12_400;
const WORKS: PieceId = 13_000;

/// What a piece on the page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    Base(BaseId),
    Commander(CommanderId),
    Camp(Side),
    Marker(usize),
    /// The marker of a group that may hide.
    Hiding(GroupId),
    /// FA-DISM-02: the same, for a group that will appear dismounted.
    Afoot(GroupId),
    /// A marker that hides nobody.
    Dummy(u8),
    Work(usize),
}

impl Thing {
    pub fn of(piece: PieceId) -> Thing {
        match piece {
            WORKS.. => Thing::Work(usize::from(piece - WORKS)),
            DUMMIES.. => Thing::Dummy((piece - DUMMIES).min(255) as u8),
            AFOOT.. => Thing::Afoot(GroupId((piece - AFOOT).min(255) as u8)),
            HIDING.. => Thing::Hiding(GroupId((piece - HIDING).min(255) as u8)),
            MARKERS.. => Thing::Marker(usize::from(piece - MARKERS)),
            CAMPS.. => Thing::Camp(if piece == CAMPS { Side::Red } else { Side::Blue }),
            COMMANDERS.. => Thing::Commander(CommanderId((piece - COMMANDERS).min(255) as u8)),
            base => Thing::Base(BaseId(base)),
        }
    }

    pub fn piece(self) -> PieceId {
        match self {
            Thing::Base(base) => base.0,
            Thing::Commander(commander) => COMMANDERS + PieceId::from(commander.0),
            Thing::Camp(side) => CAMPS + side.index() as PieceId,
            Thing::Marker(at) => MARKERS + at as PieceId,
            Thing::Hiding(group) => HIDING + PieceId::from(group.0),
            Thing::Afoot(group) => AFOOT + PieceId::from(group.0),
            Thing::Dummy(at) => DUMMIES + PieceId::from(at),
            Thing::Work(at) => WORKS + at as PieceId,
        }
    }
}

/// What a viewer sees, read only.
pub type Seen<'a> = Sight<'a, Rules>;

impl<'a> Seen<'a> {
    pub fn look(&self) -> Look<'a> {
        Look::new(self.rules, self.state)
    }

    /// The groups of the bases that were taken up.
    pub fn groups(&self, pieces: &[PieceId]) -> GroupSet {
        let group = |piece: &PieceId| match Thing::of(*piece) {
            Thing::Base(base) => self.state.bases.get(base.index()).map(|base| base.group),
            _ => None,
        };
        pieces.iter().filter_map(group).collect()
    }

    /// The commander that was taken up alone.
    pub fn commander(&self, pieces: &[PieceId]) -> Option<CommanderId> {
        match pieces {
            [piece] => match Thing::of(*piece) {
                Thing::Commander(id) if id.index() < self.state.commanders.len() => Some(id),
                _ => None,
            },
            _ => None,
        }
    }

    /// A group with its name and what it is.
    pub fn named(&self, id: GroupId) -> String {
        words::group(Some(self.state), self.names, id)
    }

    pub fn list(&self, groups: GroupSet) -> String {
        words::groups(self.names, groups)
    }

    /// Where bases would end.
    pub fn ghosts(&self, moves: &[Placement]) -> Vec<(PieceId, Rect)> {
        let there = |placement: &Placement| {
            let base = self.state.bases.get(placement.base.index())?;
            Some((placement.base.0, base.rect.with_pose(placement.pose)))
        };
        moves.iter().filter_map(there).collect()
    }

    /// Every base of these groups.
    pub fn pieces_of(&self, groups: GroupSet) -> Vec<PieceId> {
        groups.iter().flat_map(|group| self.state.bases_of(group)).map(|base| base.0).collect()
    }
}
