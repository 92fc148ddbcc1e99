//! The usual battle: two armies of the standard budget on a table of a listed size, set up by the book.

use super::{Setup, Start, TableSize};
use crate::army::OrderOfBattle;
use crate::settings::Settings;
use crate::tables::{Scale, Tables};

impl TableSize {
    /// BB-TBL-04: the sizes that the book lists, in MU, largest first.
    pub const LISTED: [TableSize; 4] = [
        TableSize { depth: 35.0, width: 50.0 },
        TableSize { depth: 30.0, width: 30.0 },
        TableSize { depth: 25.0, width: 40.0 },
        TableSize { depth: 20.0, width: 30.0 },
    ];
}

impl Setup {
    /// BB-AP-01, BB-SET-01: red's army against blue's in 15 mm, without the optional rules.
    pub fn of(armies: [OrderOfBattle; 2]) -> Setup {
        Setup {
            scale: Scale::Fifteen,
            table: TableSize::LISTED[2],
            weather: false,
            time_of_day: false,
            budget: f64::from(Tables::standard().budget),
            settings: Settings::default(),
            armies,
            start: Start::Book,
        }
    }
}
