//! The battles in which something is hidden, for the law of secrets.

use aelian_fog_ancients::settings::Edition;
use aelian_rules::{BloodAndBlades, FogAncients, HailCaesar};
use aelian_view::sitting::secrecy::{Leak, Tried, try_battle};

/// A battle by its name; each seed is another one.
pub struct Battle {
    pub name: &'static str,
    pub try_one: fn(u64) -> Result<Tried, Box<Leak>>,
}

pub const BATTLES: [Battle; 5] = [
    Battle { name: "kadesh", try_one: |seed| caesar("kadesh", seed) },
    Battle { name: "with-your-shield", try_one: |seed| caesar("with-your-shield", seed) },
    Battle { name: "fog-first", try_one: |seed| fog(Edition::First, seed) },
    Battle { name: "fog-3.1", try_one: |seed| fog(Edition::V31, seed) },
    Battle { name: "blood-and-blades", try_one: blood },
];

fn caesar(name: &str, seed: u64) -> Result<Tried, Box<Leak>> {
    let found = aelian_hail_caesar::scenario::named(name).unwrap_or_else(|| panic!("no battle {name}"));
    try_battle::<HailCaesar>(&found.setup, seed)
}

/// Armies meet by the rules of set-up; another pair with each seed.
fn fog(edition: Edition, seed: u64) -> Result<Tried, Box<Leak>> {
    use aelian_fog_ancients::army::ready;
    let army = |at: u64| ready::ready()[at as usize % ready::ready().len()].order_of_battle.clone();
    let armies = [army(seed), army(seed / 3 + 1)];
    let setup = serde_json::json!({ "edition": edition, "table": { "width": 72.0, "depth": 48.0 } });
    let setup: aelian_fog_ancients::Setup = serde_json::from_value(setup).unwrap_or_else(|e| panic!("{e}"));
    try_battle::<FogAncients>(&aelian_fog_ancients::Setup { armies, ..setup }, seed)
}

fn blood(seed: u64) -> Result<Tried, Box<Leak>> {
    use aelian_blood_and_blades::army::ready;
    let army = |at: u64| ready()[at as usize % ready().len()].order_of_battle.clone();
    let mut setup = aelian_blood_and_blades::Setup::of([army(seed), army(seed / 3 + 1)]);
    setup.weather = seed % 3 == 1;
    setup.settings.most_rounds = Some(40);
    try_battle::<BloodAndBlades>(&setup, seed)
}
