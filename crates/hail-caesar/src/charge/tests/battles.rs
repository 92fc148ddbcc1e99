//! Whole games of two mixed lines that begin within reach of each other: most of what is played is charges.

use crate::choice::Choice;
use crate::field::AreaKind;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::testing::Table;
use aelian_game::Side;
use aelian_game::kit::{Thoroughness, try_game};

/// Troops of every kind that charges, responds or shies.
const TROOPS: [&str; 16] = [
    "heavy-cavalry lance",
    "skirmishers bow 4/4/2/2/0/4 small",
    "heavy-infantry drilled pilum testudo",
    "cataphracts kontos",
    "horse-archers bow parthian-shot",
    "heavy-infantry long-spears phalanx-2",
    "elephant elephants",
    "medium-infantry 6/6/3/3/5+/6 bow",
    "light-cavalry",
    "heavy-chariots scythed-chariots frenzied-charge",
    "heavy-infantry pikes phalanx-3",
    "light-chariots",
    "light-infantry marauders",
    "medium-infantry warband wild-fighters-2",
    "light-artillery",
    "medium-cavalry feigned-flight",
];

fn close_quarters(seed: usize) -> Setup {
    let mut table = Table::new().settings(|settings| settings.most_turns = Some(12));
    for at in 0..14 {
        let (column, row) = (at % 7, at / 7);
        let x = 8.0 + 9.0 * column as f64;
        let y = 4.0 * row as f64;
        let red = TROOPS[(at + seed) % TROOPS.len()];
        let blue = TROOPS[(at * 5 + 3 * seed + 7) % TROOPS.len()];
        table = table.unit(&format!("r{at}"), Side::Red, red, (x, 18.0 - y), 0.0);
        table = table.unit(&format!("b{at}"), Side::Blue, blue, (x + 2.0, 27.0 + y), 180.0);
    }
    if seed % 2 == 1 {
        let rough = [(30.0, 19.0), (42.0, 19.0), (42.0, 25.0), (30.0, 25.0)];
        table = table.area(AreaKind::Rough, &rough).obstacle(&[(50.0, 22.0), (60.0, 22.0)], true);
    }
    table.into_setup()
}

/// How many battles are tried: `AELIAN_KIT_GAMES`, or 2.
fn games() -> u64 {
    std::env::var("AELIAN_KIT_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(2)
}

/// HC-RESP-11, HC-ALG-06: random battles at close quarters keep the laws of every game.
#[test]
fn close_quarters_keep_the_laws() {
    for seed in 0..games() {
        let setup = close_quarters(seed as usize);
        let played = try_game::<Rules>(&setup, seed, Thoroughness::default(), |_| Choice::TimeOut);
        if let Err(violation) = played {
            panic!("seed {seed}: {violation:#?}");
        }
    }
}
