//! Army composition and points (80): an army as it takes the field.
//!
//! `price` counts points, `check` says whether an army may be fielded, `file` reads and writes army files, `list` holds
//! army lists, `ready` are the armies that come with the program.

pub mod check;
pub mod file;
pub mod list;
pub mod price;
pub mod ready;

pub use check::check;
pub use file::ArmyFile;
pub use ready::{ReadyArmy, ready};

use crate::state::{Grade, Rank};
use crate::troop::{Quality, Training, Troop};
use serde::{Deserialize, Serialize};

/// FA-TAB-TERRITORY: the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Territory {
    Developed,
    Agricultural,
    Hilly,
    Woodlands,
    Steppes,
    Mountains,
    Tropical,
    Desert,
}

/// An army that has been checked and can take the field. The groups stand in their order of march (FA-SET-02).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OrderOfBattle {
    pub name: String,
    /// In words, for the reader.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub period: String,
    /// For sorting: negative before Christ; 0 unknown.
    #[serde(default)]
    pub year: i32,
    /// The army list it was made from, if any.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub list: String,
    /// FA-INIT-06.
    #[serde(default)]
    pub territories: Vec<Territory>,
    pub commanders: Vec<Officer>,
    pub groups: Vec<Enlisted>,
    /// FA-CAMP-05, FA-ARMY-03, FA-BG-07: every army has one camp, which is no group and costs nothing unless fortified.
    #[serde(default)]
    pub fortified_camp: bool,
    /// FA-FF-01: pieces of field fortifications, one base width each.
    #[serde(default)]
    pub works: u8,
}

/// A commander of an army.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Officer {
    pub label: String,
    pub grade: Grade,
    pub rank: Rank,
    /// FA-LOC-02: 0 for the main army.
    #[serde(default)]
    pub contingent: u8,
}

/// A battle group of an army.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Enlisted {
    pub label: String,
    /// FA-ARMY-06: the line of the army list, if there is one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub line: String,
    /// FA-BG-10: one part, or two in a mixed group; the first stands in front.
    pub parts: Vec<Part>,
    pub quality: Quality,
    pub training: Training,
    #[serde(default)]
    pub contingent: u8,
    /// FA-PD-01.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub portable_defences: bool,
    /// FA-DISM-01: the list lets it dismount.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_dismount: bool,
    /// FA-DISM-06: what its list makes of it on foot, where that is not the nearest foot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dismounts_as: Option<Troop>,
}

/// So many bases of one kind of troops.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    pub troop: Troop,
    pub bases: u8,
}

impl Enlisted {
    pub fn bases(&self) -> u8 {
        self.parts.iter().map(|part| part.bases).sum()
    }
}

impl Territory {
    pub const ALL: [Territory; 8] = [
        Territory::Developed,
        Territory::Agricultural,
        Territory::Hilly,
        Territory::Woodlands,
        Territory::Steppes,
        Territory::Mountains,
        Territory::Tropical,
        Territory::Desert,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Territory::Developed => "developed",
            Territory::Agricultural => "agricultural",
            Territory::Hilly => "hilly",
            Territory::Woodlands => "woodlands",
            Territory::Steppes => "steppes",
            Territory::Mountains => "mountains",
            Territory::Tropical => "tropical",
            Territory::Desert => "desert",
        }
    }
}

#[cfg(test)]
mod tests;
