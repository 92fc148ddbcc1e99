//! Events from outside: whether they speak only of what this state has, so that applying them cannot fail.

use crate::event::{Event, Moved};
use crate::ids::{CommanderId, UnitId, UnitSet};
use crate::pending::Pending;
use crate::scenario;
use crate::state::{CommanderPlace, Place, State};

/// Whether every id of the event is one of this state's.
pub fn fits(state: &State, event: &Event) -> bool {
    let has = Has { state };
    match event {
        Event::Moved(moved) | Event::Appears(moved) => has.moved(moved),
        Event::Bends(bend) => has.unit(bend.unit),
        Event::Leaves { unit, to } => has.unit(*unit) && has.place(to),
        Event::Casualties { unit, .. }
        | Event::Disordered { unit, .. }
        | Event::Did { unit, .. }
        | Event::Undone { unit, .. }
        | Event::Moves { unit, .. }
        | Event::Combat { unit, .. }
        | Event::BarrageOver(unit)
        | Event::Dealt(unit) => has.unit(*unit),
        Event::Speaks(commander) => commander.is_none_or(|id| has.commander(id)),
        Event::CommanderFinishes(id) | Event::CommanderMoved(id) => has.commander(*id),
        Event::CommanderMoves { commander, place, .. } => has.commander(*commander) && has.seat(place),
        Event::CommanderIs { commander, is } => has.commander(*commander) && has.seat(&is.place),
        Event::DivisionBreaks(id) => id.index() < state.divisions.len(),
        Event::Bout(bout) => bout.units.iter().all(|unit| has.unit(*unit)),
        Event::BoutOver(units) => units.iter().all(|unit| has.unit(*unit)),
        Event::Says(word) => has.unit(word.unit),
        Event::Keeps(kept) => has.unit(kept.unit) && has.unit(kept.of),
        Event::Barrage(barrage) => has.unit(barrage.target) && has.units(barrage.by),
        Event::Waits(pending) => has.pending(pending),
        Event::Scenario(event) => scenario::fits(state, event),
        Event::TurnBegins { .. }
        | Event::Enters { .. }
        | Event::Ends(_)
        | Event::RerollSpent(_)
        | Event::WordsOver
        | Event::Settled => true,
    }
}

/// The things of a state by their ids.
pub struct Has<'a> {
    pub state: &'a State,
}

impl Has<'_> {
    pub fn unit(&self, id: UnitId) -> bool {
        self.state.has_unit(id)
    }

    pub fn units(&self, set: UnitSet) -> bool {
        set.iter().all(|unit| self.unit(unit))
    }

    pub fn commander(&self, id: CommanderId) -> bool {
        self.state.has_commander(id)
    }

    pub fn moved(&self, moved: &Moved) -> bool {
        self.unit(moved.unit)
    }

    fn place(&self, place: &Place) -> bool {
        match place {
            Place::Block(block) => self.state.field.block(*block).is_some(),
            Place::Enclosed(unit) => self.unit(*unit),
            _ => true,
        }
    }

    fn seat(&self, place: &CommanderPlace) -> bool {
        match place {
            CommanderPlace::With(unit) => self.unit(*unit),
            _ => true,
        }
    }

    /// Each chapter answers for what it leaves waiting.
    fn pending(&self, pending: &Pending) -> bool {
        match pending {
            Pending::Command(waiting) => waiting.fits(self),
            Pending::Charge(waiting) => waiting.fits(self),
            Pending::Ranged(waiting) => waiting.fits(self),
            Pending::Fight(waiting) => waiting.fits(self),
            Pending::Breaks(waiting) => waiting.fits(self),
            Pending::Commander(waiting) => waiting.fits(self),
            Pending::Scenario(waiting) => waiting.fits(self),
            Pending::Again(waiting) => waiting.fits(self),
        }
    }
}
