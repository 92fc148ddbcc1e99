//! The setup as it is sent to a viewer (BB-DEP-09, BB-BUSH-13), and the match as he finds it.

use super::position::{PlaceName, PlacedBase};
use super::seen::{PLACES, others, side_of_place};
use super::{BAGGAGE, Setup, Start, faults, started, view};
use crate::army::Enlisted;
use crate::army::check::MOST_BASES;
use crate::rules::{Called, Rules};
use crate::state::State;
use aelian_game::{Side, Started, Viewer};

/// BB-DEP-09, BB-BUSH-13: the setup without the bases that the viewer may not know. Whoever sends a setup to a player
/// sends this one.
pub fn setup_for(setup: &Setup, viewer: Viewer) -> Setup {
    let mut seen = setup.clone();
    let places = places(setup);
    for side in others(viewer) {
        let army = &mut seen.armies[side.index()];
        army.options.clear();
        army.bases = vec![Enlisted::new(BAGGAGE); places];
    }
    if let Start::Position(position) = &mut seen.start {
        for (at, base) in position.bases.iter_mut().enumerate() {
            if is_hidden(base, viewer) {
                *base = nobody(at);
            }
        }
    }
    seen
}

/// The match from the setup that a viewer was sent. The armies were judged when it was begun.
pub fn start_for(setup: &Setup, viewer: Viewer) -> Started<Rules> {
    let known = |side: Side| viewer == Viewer::Side(side);
    let (rules, state): (Rules, State) = started(&setup_for(setup, viewer), known)?;
    let seen = view(&rules, &state, viewer);
    Ok((rules, seen))
}

/// How many bases stand for those of an army that is not known: none, but where there are so many that a view has more
/// places (`PLACES`), one more than fit into fewer.
fn places(setup: &Setup) -> usize {
    let baggage = usize::from(setup.settings.baggage_bases);
    let longest = setup
        .armies
        .iter()
        .map(|army| army.bases.len() + baggage)
        .max()
        .unwrap_or(0)
        .min(MOST_BASES as usize);
    let half = PLACES / 2;
    match longest.saturating_sub(1) / half {
        0 => 0,
        times => times * half + 1,
    }
}

fn is_hidden(base: &PlacedBase, viewer: Viewer) -> bool {
    match base.place {
        PlaceName::Ambush | PlaceName::Waiting => viewer != Viewer::Side(base.side),
        PlaceName::Unknown => true,
        PlaceName::Table | PlaceName::Destroyed | PlaceName::Spent => false,
    }
}

/// A base of a position of which nothing is known but its number. It is named when it appears.
fn nobody(at: usize) -> PlacedBase {
    PlacedBase {
        name: format!("#{at}"),
        side: side_of_place(at),
        troop: BAGGAGE,
        weapon: None,
        special_support: false,
        supports: Vec::new(),
        commander: false,
        vehicles: false,
        at: Default::default(),
        facing: None,
        place: PlaceName::Unknown,
        moved: Default::default(),
        distance: 0.0,
        did: Vec::new(),
    }
}

/// What each base is called, by its id: by name in a position, as the army list calls it in an army.
pub(super) fn called(rules: &Rules, setup: &Setup) -> Vec<Called> {
    if let Start::Position(position) = &setup.start {
        let named = |base: &PlacedBase| Called { name: base.name.clone(), label: String::new() };
        return position.bases.iter().map(named).collect();
    }
    let armies = setup.armies.each_ref().map(|army| faults::with_baggage(rules, army));
    let longest = armies.iter().map(|army| army.bases.len()).max().unwrap_or(0);
    let label = |at: usize, side: Side| {
        let enlisted = armies[side.index()].bases.get(at);
        Called { name: String::new(), label: enlisted.map(|one| one.label.clone()).unwrap_or_default() }
    };
    (0..longest).flat_map(|at| Side::BOTH.map(|side| label(at, side))).collect()
}
