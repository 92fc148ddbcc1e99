//! The troop types of the book and the profiles of its quick reference sheet, as data (HC-TAB-TYPES, HC-QRS-01).

use crate::troop::{Class, Written};
use serde::Deserialize;
use std::sync::OnceLock;

/// A type of troops.
#[derive(Clone, Debug)]
pub struct Profile {
    /// T01 to T33; empty for profiles of the quick reference sheet.
    pub id: String,
    pub name: String,
    /// In words, as `Written` reads them.
    pub troop: String,
    pub written: Written,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Types {
    r#type: Vec<Keys>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    profile: Vec<Keys>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    #[serde(default)]
    id: String,
    name: String,
    troop: String,
    /// What `troop::usual` reads.
    #[serde(default, rename = "usual")]
    _usual: Option<Class>,
}

impl Keys {
    fn profile(self) -> Option<Profile> {
        let written = Written::read(&self.troop).ok()?;
        Some(Profile { id: self.id, name: self.name, troop: self.troop, written })
    }
}

// The files are compiled in and a test reads each: only a broken build could leave a line out.

/// HC-TAB-TYPES: T01 to T33.
pub fn types() -> &'static [Profile] {
    static TYPES: OnceLock<Vec<Profile>> = OnceLock::new();
    TYPES.get_or_init(|| {
        let text = include_str!("../../../../data/hail-caesar/tables/types.toml");
        let keys = toml::from_str::<Types>(text).map(|file| file.r#type).unwrap_or_default();
        keys.into_iter().filter_map(Keys::profile).collect()
    })
}

/// 80.2: the quick reference sheet.
pub fn sheet() -> &'static [Profile] {
    static SHEET: OnceLock<Vec<Profile>> = OnceLock::new();
    SHEET.get_or_init(|| {
        let text = include_str!("../../../../data/hail-caesar/tables/sheet.toml");
        let keys = toml::from_str::<Sheet>(text).map(|file| file.profile).unwrap_or_default();
        keys.into_iter().filter_map(Keys::profile).collect()
    })
}
