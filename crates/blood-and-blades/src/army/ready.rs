//! The armies that come with the program, read from `data/blood-and-blades/armies/`.

use super::file::{self, ArmyFile};
use super::{OrderOfBattle, Period};
use std::sync::OnceLock;

/// An army ready to be fielded.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadyArmy {
    /// The name of its file, without the ending.
    pub slug: &'static str,
    pub order_of_battle: OrderOfBattle,
    pub period: Period,
    pub description: String,
}

macro_rules! files {
    ($($slug:literal),* $(,)?) => {
        [$(($slug, include_str!(concat!("../../../../data/blood-and-blades/armies/", $slug, ".toml")))),*]
    };
}

pub(super) const FILES: [(&str, &str); 15] = files![
    "sumerian-city",
    "akkadian-empire",
    "kerma-nubian",
    "achaean-palaces",
    "egyptian-new-kingdom",
    "hittite-empire",
    "libyan-meshwesh",
    "sea-peoples",
    "shang-anyang",
    "midianite-camels",
    "vedic-kingdom",
    "elamite-kingdom",
    "eastern-zhou-state",
    "assyrian-royal-army",
    "cimmerian-raiders",
];

/// BB-ARM-03: every ready army, oldest first.
pub fn ready() -> &'static [ReadyArmy] {
    static READY: OnceLock<Vec<ReadyArmy>> = OnceLock::new();
    READY.get_or_init(|| {
        // The files are compiled in and a test reads each: only a broken build could leave one out here.
        let mut armies: Vec<ReadyArmy> = FILES.iter().filter_map(|(slug, text)| one(slug, text)).collect();
        armies.sort_by_key(|army| std::cmp::Reverse(army.period));
        armies
    })
}

fn one(slug: &'static str, text: &str) -> Option<ReadyArmy> {
    let ArmyFile { army, description } = file::read(text).ok()?;
    Some(ReadyArmy { slug, period: army.period?, order_of_battle: army, description })
}
