//! What each side may see (BB-DEP-09, BB-BUSH-13): no base of the other side before it stands open on the
//! table, neither what nor where it is, nor how many there are.
//!
//! In a view the bases that the viewer does not know are `Place::Unknown` without contents, and the list of
//! bases is filled up to a length that does not depend on the armies. A view stays a state: what happens
//! reaches it through the events that the viewer may know, so that after each it is the view of the state.

use super::{SetUpStage, no_base};
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Choice;
use crate::event::{Event, seen_since_order};
use crate::morale::reference;
use crate::pairing::Pairing;
use crate::rules::{Called, Rules};
use crate::state::{Base, Deeds, Place, Stage, State};
use crate::troop::Troop;
use aelian_game::{Side, Viewer};
use aelian_geometry::Pose;
use serde::{Deserialize, Serialize};

/// A view has so many places for bases, or a multiple of it.
pub(super) const PLACES: usize = 120;

/// A base that comes into view: all that the viewer did not know of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Appearance {
    pub side: Side,
    pub troop: Troop,
    pub commander: bool,
    pub vehicles: bool,
    #[serde(default, skip_serializing_if = "Pairing::is_free")]
    pub pairing: Pairing,
    pub pose: Pose,
    pub depth: f64,
    pub deeds: Deeds,
    /// BB-MOR-06: the reference level of its army as far as the viewer can add it up from now on.
    pub reference: u32,
    /// What it is called, where its name is not a number among those of its army.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What its army list calls it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// BB-BUSH-13, BB-DEP-09: the state as a viewer may see it.
pub fn view(rules: &Rules, state: &State, viewer: Viewer) -> State {
    let mut seen = state.clone();
    // Who lies hidden and gives up its shot has said so in secret.
    seen.shots
        .retain(|shot| state.bases.get(shot.shooter.index()).is_some_and(|base| !unknown(base, viewer)));
    let places = seen.bases.len().div_ceil(PLACES).max(1) * PLACES;
    for (at, base) in seen.bases.iter_mut().enumerate() {
        if unknown(base, viewer) {
            *base = no_base(rules.width, side_of_place(at));
        }
    }
    for at in seen.bases.len()..places.min(BaseId::COUNT) {
        seen.bases.push(no_base(rules.width, side_of_place(at)));
    }
    if seen.stage != Stage::SetUp {
        for side in others(viewer) {
            seen.armies[side.index()].reference = reference(rules, &seen.bases, side);
        }
    }
    seen
}

/// BB-BUSH-13: what a viewer may know of an event.
pub fn event_for(rules: &Rules, before: &State, event: &Event, viewer: Viewer) -> Option<Event> {
    let hidden = |id: BaseId| before.bases.get(id.index()).is_none_or(|base| unknown(base, viewer));
    match event {
        Event::Placed { base, hidden: true, .. } if hidden(*base) => None,
        Event::Placed { base, pose, .. } if hidden(*base) => appearance(rules, before, *base, *pose, viewer),
        Event::Revealed(base) if hidden(*base) => {
            appearance(rules, before, *base, before.rect(*base).pose, viewer)
        }
        Event::BattleBegins { reference: levels } => {
            let mut levels = *levels;
            let seen = view(rules, before, viewer);
            for side in others(viewer) {
                levels[side.index()] = reference(rules, &seen.bases, side);
            }
            Some(Event::BattleBegins { reference: levels })
        }
        _ if bases_of(event).iter().any(hidden) => None,
        _ => Some(event.clone()),
    }
}

/// BB-BUSH-13: whether there is an ambush at all is known to its owner alone, and so is the shot that somebody
/// gives up to stay hidden.
pub fn may_know(before: &State, choice: &Choice, viewer: Viewer) -> bool {
    match choice {
        Choice::Ambush(_) => match before.set_up.as_ref().map(|set_up| set_up.stage) {
            Some(SetUpStage::Ambush(side)) => viewer == Viewer::Side(side),
            _ => true,
        },
        Choice::Target { shooter, target: None } => {
            before.bases.get(shooter.index()).is_some_and(|base| !unknown(base, viewer))
        }
        _ => true,
    }
}

/// A base that a viewer did not know stands open before him.
pub fn appears(state: &mut State, id: BaseId, seen: &Appearance) {
    let begun = state.stage != Stage::SetUp;
    let Some(base) = state.bases.get_mut(id.index()) else { return };
    let rect = aelian_geometry::Rect::new(seen.pose.on_grid(), base.rect.width, seen.depth);
    *base = Base {
        side: seen.side,
        troop: seen.troop,
        commander: seen.commander,
        vehicles: seen.vehicles,
        pairing: seen.pairing,
        place: Place::Table,
        rect,
        deeds: seen.deeds,
    };
    if begun {
        state.armies[seen.side.index()].reference = seen.reference;
        seen_since_order(state, id);
    }
}

fn appearance(rules: &Rules, before: &State, id: BaseId, pose: Pose, viewer: Viewer) -> Option<Event> {
    let base = before.bases.get(id.index())?;
    let known = view(rules, before, viewer);
    let baggage = base.is(crate::troop::TroopType::Bg);
    let Called { name, label } = rules.called.get(id.index()).cloned().unwrap_or_default();
    let own = if baggage { 0 } else { rules.tables.poc(&base.troop, base.commander, &rules.settings) };
    let seen = Appearance {
        side: base.side,
        troop: base.troop,
        commander: base.commander,
        vehicles: base.vehicles,
        pairing: base.pairing,
        pose,
        depth: base.rect.depth,
        deeds: base.deeds,
        reference: reference(rules, &known.bases, base.side) + own,
        name,
        label,
    };
    Some(Event::Appears { base: id, seen: Box::new(seen) })
}

/// Whether a viewer knows nothing of a base: it is not his, and it has not yet stood on the table.
fn unknown(base: &Base, viewer: Viewer) -> bool {
    match base.place {
        Place::Unknown => true,
        Place::Waiting | Place::Ambush => viewer != Viewer::Side(base.side),
        Place::Table | Place::Destroyed | Place::Spent => false,
    }
}

/// The sides whose secrets a viewer does not know.
pub(super) fn others(viewer: Viewer) -> impl Iterator<Item = Side> {
    Side::BOTH.into_iter().filter(move |side| viewer != Viewer::Side(*side))
}

/// Empty places take turns, as the ids of the two armies do.
pub(super) fn side_of_place(at: usize) -> Side {
    if at.is_multiple_of(2) { Side::Red } else { Side::Blue }
}

/// The bases that an event names.
fn bases_of(event: &Event) -> BaseSet {
    let one = BaseSet::one;
    let pair = |a: BaseId, b: BaseId| one(a).union(one(b));
    match event {
        Event::Placed { base, .. }
        | Event::Moved { base, .. }
        | Event::CountsAs { base, .. }
        | Event::Appears { base, .. }
        | Event::Halted(base)
        | Event::PackMoved(base)
        | Event::VehiclesLost(base)
        | Event::Revealed(base)
        | Event::RushDone(base)
        | Event::Fought(base)
        | Event::Fled(base)
        | Event::Destroyed(base)
        | Event::Spent(base) => one(*base),
        Event::ColumnBent { bases, .. } => bases.iter().copied().collect(),
        Event::ColumnsStraight(bases) => *bases,
        Event::TargetDeclared { shooter, target } => target.map_or(one(*shooter), |t| pair(*shooter, t)),
        Event::Shot { shooters, target } => shooters.union(one(*target)),
        Event::MainOpponentNamed { of, enemy } => pair(*of, *enemy),
        _ => BaseSet::EMPTY,
    }
}
