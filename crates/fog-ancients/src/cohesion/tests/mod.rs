//! Tests of chapter 75.

mod loss;
mod seen;
mod test;

use crate::settings::Settings;
use crate::state::Hits;
use crate::testing::{Scene, Table};

/// These hits were scored in this phase.
pub(super) fn hit(scene: &mut Scene, by: &str, on: &str, hits: u8, shooting: bool) {
    let hits = Hits { by: scene.group(by), on: scene.group(on), hits, shooting };
    scene.state.hits.push(hits);
}

/// A table on which the battle is over after this turn, so that no step runs on for ever.
pub(super) fn table() -> Table {
    Table::new().settings(Settings { most_turns: Some(1), ..Settings::default() })
}
