//! The armies that come with the program, read from `data/fog-ancients/armies/` (FA-ARMY-11: four of them from the book).

use super::OrderOfBattle;
use super::file::{self, ArmyFile};
use std::sync::OnceLock;

/// An army ready to be fielded.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadyArmy {
    /// The name of its file, without the ending.
    pub slug: &'static str,
    pub order_of_battle: OrderOfBattle,
    pub description: String,
}

macro_rules! files {
    ($($slug:literal),* $(,)?) => {
        [$(($slug, include_str!(concat!("../../../../data/fog-ancients/armies/", $slug, ".toml")))),*]
    };
}

pub(super) const FILES: [(&str, &str); 17] = files![
    "roman-trebia",
    "carthaginian-trebia",
    "french-crecy",
    "english-crecy",
    "theban-hoplites",
    "alexander",
    "achaemenid-persian",
    "mauryan",
    "gallic",
    "parthian",
    "arab-conquest",
    "byzantine",
    "norman",
    "mongol",
    "english-agincourt",
    "hussite",
    "swiss",
];

/// Every ready army: the book's own first, then by age.
pub fn ready() -> &'static [ReadyArmy] {
    static READY: OnceLock<Vec<ReadyArmy>> = OnceLock::new();
    READY.get_or_init(|| {
        // The files are compiled in and a test reads each: only a broken build could leave one out here.
        FILES.iter().filter_map(|(slug, text)| one(slug, text)).collect()
    })
}

/// A ready army by the name of its file.
pub fn named(slug: &str) -> Option<&'static ReadyArmy> {
    ready().iter().find(|army| army.slug == slug)
}

fn one(slug: &'static str, text: &str) -> Option<ReadyArmy> {
    let ArmyFile { army, description } = file::read(text).ok()?;
    Some(ReadyArmy { slug, order_of_battle: army, description })
}
