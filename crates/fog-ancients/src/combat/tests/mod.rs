//! Tests of chapters 65 and 68.

mod choices;
mod examples;
mod impact;
mod melee;
mod odds;
mod poa;

use super::{Decided, Fight, Part};
use crate::choice::Choice;
use crate::ids::GroupSet;
use crate::settings::Settings;
use crate::stage::{Phase, Stage};
use crate::state::{Bout, Cohesion, Deed, Tie};
use crate::testing::{Scene, Table};

pub(super) const GAULS: &str = "MF protected average undrilled impact-foot swordsmen";
pub(super) const ROMANS: &str = "HF armoured superior drilled impact-foot skilled-swordsmen";

/// A table on which the battle is over after this turn, so that no step runs on for ever.
pub(super) fn table(phase: Phase) -> Table {
    let settings = Settings { most_turns: Some(1), ..Settings::default() };
    Table::new().settings(settings).stage(phase, Stage::Fight)
}

/// These two are in new contact, the charger first; with the ties of Red and Blue.
pub(super) fn charges(mut scene: Scene, charger: &str, charged: &str, ties: [Tie; 2]) -> Scene {
    let (one, other) = (scene.group(charger), scene.group(charged));
    let red_first = scene.state.group(one).side == aelian_game::Side::Red;
    let (red, blue) = if red_first { (one, other) } else { (other, one) };
    scene.state.bouts.push(Bout::between(red, blue, ties, true));
    let deeds = &mut scene.state.groups[one.index()].deeds;
    *deeds = deeds.with(Deed::Charged);
    scene
}

pub(super) const FRONTS: [Tie; 2] = [Tie::Front, Tie::Front];

/// The only combat of the phase.
pub(super) fn fight(scene: &Scene) -> Fight {
    let combats = scene.look().combats();
    assert_eq!(combats.len(), 1, "{combats:?}");
    scene.look().fight(combats[0], &Decided::default())
}

/// The dice of one group: how many at which score.
pub(super) fn dice(scene: &Scene, fight: &Fight, name: &str) -> Vec<(u8, u8)> {
    let mut found: Vec<_> =
        fight.parts_of(scene.group(name)).map(|part: &Part| (part.dice, part.to_hit)).collect();
    found.sort_unstable();
    found
}

pub(super) fn cohesion_of(scene: &Scene, name: &str) -> Cohesion {
    scene.state.group(scene.group(name)).cohesion
}

/// The hits of one group in this phase.
pub(super) fn hits_of(scene: &Scene, name: &str) -> u8 {
    let by = scene.group(name);
    scene.state.hits.iter().filter(|hits| hits.by == by && !hits.shooting).map(|hits| hits.hits).sum()
}

pub(super) fn proceed(scene: &mut Scene, faces: &[u8]) {
    scene.play(&Choice::Proceed, faces);
}

pub(super) fn set(scene: &Scene, names: &[&str]) -> GroupSet {
    names.iter().map(|name| scene.group(name)).collect()
}
