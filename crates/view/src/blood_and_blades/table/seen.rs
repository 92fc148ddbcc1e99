//! Rules, a viewer's state and the names of the bases, together.

use crate::blood_and_blades::words;
use crate::table::Sight;
use crate::told::PieceId;
use aelian_blood_and_blades::choice::Placement;
use aelian_blood_and_blades::state::{Base, Place};
use aelian_blood_and_blades::{BaseId, BaseSet, Look, Rules, State};
use aelian_geometry::Rect;

/// What a viewer sees, read only.
pub type Seen<'a> = Sight<'a, Rules>;

impl<'a> Seen<'a> {
    pub fn look(&self) -> Look<'a> {
        Look::new(self.rules, self.state)
    }

    /// A base that this viewer sees on the table, be it in ambush.
    pub fn shown(&self, piece: PieceId) -> Option<&'a Base> {
        self.state.bases.get(usize::from(piece)).filter(|base| is_shown(base))
    }

    /// The bases that were taken up; none if one of them is not there.
    pub fn taken(&self, pieces: &[PieceId]) -> Option<BaseSet> {
        let all = pieces.iter().all(|piece| self.shown(*piece).is_some());
        (all && !pieces.is_empty()).then(|| pieces.iter().map(|piece| BaseId::of(*piece)).collect())
    }

    pub fn name(&self, id: BaseId) -> String {
        self.names.of(id.number())
    }

    /// A base with its name and what it is: `R12 (Reg Bd(O))`.
    pub fn named(&self, id: BaseId) -> String {
        words::base(Some(self.state), self.names, id)
    }

    pub fn list(&self, bases: BaseSet) -> String {
        words::list(self.names, bases)
    }

    /// Where bases would end.
    pub fn ghosts(&self, moves: &[Placement]) -> Vec<(PieceId, Rect)> {
        let there = |placement: &Placement| {
            let base = self.state.bases.get(placement.base.index())?;
            Some((placement.base.number(), base.rect.with_pose(placement.pose)))
        };
        moves.iter().filter_map(there).collect()
    }

    /// The table with bases where they would end.
    pub fn moved(&self, moves: &[Placement]) -> State {
        let mut state = self.state.clone();
        for placement in moves {
            if let Some(base) = state.bases.get_mut(placement.base.index()) {
                base.rect.pose = placement.pose;
                base.place = Place::Table;
            }
        }
        state
    }
}

pub fn is_shown(base: &Base) -> bool {
    matches!(base.place, Place::Table | Place::Ambush)
}

pub fn ids(bases: BaseSet) -> Vec<PieceId> {
    bases.iter().map(|id| id.number()).collect()
}
