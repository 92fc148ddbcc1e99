//! The two army lists of the book (80.4, 80.5), as files.

use crate::troop::{TroopError, Written};
use serde::Deserialize;
use std::sync::OnceLock;

/// A list from which an army is bought.
#[derive(Clone, Debug)]
pub struct ArmyList {
    /// The name of its file, without the ending.
    pub slug: &'static str,
    pub name: String,
    pub lines: Vec<Line>,
    /// HC-LIST-09: what leadership 9 costs for the general; none: it cannot be had.
    pub general_to_nine: Option<u16>,
}

/// A kind of unit that can be bought.
#[derive(Clone, Debug)]
pub struct Line {
    pub key: String,
    pub name: String,
    pub role: Role,
    /// In words, as `Written` reads them.
    pub troop: String,
    pub written: Written,
    /// HC-LIST-08: the whole price.
    pub points: u16,
    /// HC-BRI-05 and the like: no more units than this; none: any number.
    pub most: Option<u8>,
}

/// What a unit is when the composition of an army is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    Legion,
    VeteranLegion,
    RawLegion,
    Warband,
    /// HC-LIST-07: all other foot, skirmishers too.
    Infantry,
    Cavalry,
    /// HC-ROM-06.
    Camels,
    Chariots,
    LightArtillery,
    /// Medium and heavy.
    HeavierArtillery,
}

impl Role {
    pub fn is_legion(self) -> bool {
        matches!(self, Role::Legion | Role::VeteranLegion | Role::RawLegion)
    }

    pub fn is_infantry(self) -> bool {
        self.is_legion() || matches!(self, Role::Warband | Role::Infantry)
    }

    pub fn is_mounted(self) -> bool {
        matches!(self, Role::Cavalry | Role::Camels | Role::Chariots)
    }

    pub fn is_artillery(self) -> bool {
        matches!(self, Role::LightArtillery | Role::HeavierArtillery)
    }
}

/// What is wrong with the file of a list.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    #[error("`{0}`: {1}")]
    Troop(String, TroopError),
    #[error("`{0}` is a change of a line that does not come before it")]
    Of(String),
    #[error("`{0}` has no price")]
    Price(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    #[serde(default)]
    general_to_nine: Option<u16>,
    line: Vec<LineKeys>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LineKeys {
    key: String,
    name: String,
    role: Role,
    #[serde(default)]
    of: Option<String>,
    troop: String,
    points: i32,
    #[serde(default)]
    most: Option<u8>,
}

pub(super) const FILES: [(&str, &str); 2] = [
    ("roman", include_str!("../../../../data/hail-caesar/lists/roman.toml")),
    ("briton", include_str!("../../../../data/hail-caesar/lists/briton.toml")),
];

/// The lists that come with the program.
pub fn lists() -> &'static [ArmyList] {
    static LISTS: OnceLock<Vec<ArmyList>> = OnceLock::new();
    // The files are compiled in and a test reads each: only a broken build could leave one out here.
    LISTS.get_or_init(|| FILES.iter().filter_map(|(slug, text)| read(slug, text).ok()).collect())
}

pub fn list(slug: &str) -> Option<&'static ArmyList> {
    lists().iter().find(|list| list.slug == slug)
}

pub(super) fn read(slug: &'static str, text: &str) -> Result<ArmyList, ListError> {
    let file: File = toml::from_str(text)?;
    let mut lines: Vec<Line> = Vec::new();
    for keys in file.line {
        let written =
            Written::read(&keys.troop).map_err(|error| ListError::Troop(keys.key.clone(), error))?;
        let base = match &keys.of {
            Some(of) => {
                let found = lines.iter().find(|line| line.key == *of);
                i32::from(found.ok_or_else(|| ListError::Of(keys.key.clone()))?.points)
            }
            None => 0,
        };
        let points = u16::try_from(base + keys.points).ok().filter(|points| *points > 0);
        lines.push(Line {
            points: points.ok_or_else(|| ListError::Price(keys.key.clone()))?,
            key: keys.key,
            name: keys.name,
            role: keys.role,
            troop: keys.troop,
            written,
            most: keys.most,
        });
    }
    Ok(ArmyList { slug, name: file.name, lines, general_to_nine: file.general_to_nine })
}

impl ArmyList {
    pub fn line(&self, key: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.key == key)
    }
}
