//! The values of a standard unit of each class (HC-TAB-TYPES), as `data/hail-caesar/tables/types.toml` has them.

use super::{Class, Stats};
use serde::Deserialize;
use std::sync::OnceLock;

#[derive(Deserialize)]
struct Types {
    r#type: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    troop: String,
    /// The class whose units have these values if nothing else is said of them.
    usual: Option<Class>,
}

impl Row {
    fn stats(&self) -> Option<Stats> {
        self.troop.split_whitespace().find(|word| word.contains('/')).and_then(|word| Stats::read(word).ok())
    }
}

/// What no unit has: a class that the table leaves out. A test reads the table, so that none is.
const NONE: Stats = Stats { clash: 0, sustained: 0, support: 0, short: 0, long: 0, save: 0, stamina: 1 };

/// HC-STAT-07, HC-STAT-11; values that differ, as in HC-TYPE-09, are written out.
pub(super) fn usual(class: Class) -> Stats {
    static USUAL: OnceLock<Vec<(Class, Stats)>> = OnceLock::new();
    let all = USUAL.get_or_init(|| {
        let text = include_str!("../../../../data/hail-caesar/tables/types.toml");
        let rows = toml::from_str::<Types>(text).map(|file| file.r#type).unwrap_or_default();
        rows.iter().filter_map(|row| row.usual.zip(row.stats())).collect()
    });
    all.iter().find(|(one, _)| *one == class).map_or(NONE, |(_, stats)| *stats)
}
