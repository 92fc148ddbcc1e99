//! Names of the kinds of terrain that an army list offers (BB-ARM-04, BB-TER-04): as printed, and in words.

use crate::choice::PickKind;
use crate::field::{AreaKind, RoadKind};

/// Every kind: its printed name, which army files are written with, and its name in words.
const KINDS: [(PickKind, &str, &str); 21] = [
    (PickKind::Area(AreaKind::GentleHill), "H(G)", "gentle hill"),
    (PickKind::Area(AreaKind::SteepHill), "H(S)", "steep hill"),
    (PickKind::Area(AreaKind::BrushHill), "H(S) brush", "brush hill"),
    (PickKind::Area(AreaKind::RockyHill), "H(S) rocky", "rocky hill"),
    (PickKind::Area(AreaKind::SteepBrushHill), "H(S) steep brush", "steep brush hill"),
    (PickKind::Area(AreaKind::SteepRockyHill), "H(S) steep rocky", "steep rocky hill"),
    (PickKind::Area(AreaKind::Brush), "brush", "brush"),
    (PickKind::Area(AreaKind::Rocky), "rocky", "rocky"),
    (PickKind::Area(AreaKind::Marsh), "marsh", "marsh"),
    (PickKind::Area(AreaKind::Gully), "gully", "gully"),
    (PickKind::Area(AreaKind::BuiltUpArea), "BUA", "built-up area"),
    (PickKind::Area(AreaKind::Orchard), "O", "orchard"),
    (PickKind::Area(AreaKind::Vines), "V", "vines"),
    (PickKind::Area(AreaKind::Woods), "Wd", "woods"),
    (PickKind::Area(AreaKind::Dunes), "D", "dunes"),
    (PickKind::Area(AreaKind::Fields), "fields", "fields"),
    (PickKind::Area(AreaKind::Lake), "La", "lake"),
    (PickKind::Area(AreaKind::Waterway), "WW", "waterway"),
    (PickKind::River, "Rv", "river"),
    (PickKind::Road(RoadKind::Paved), "PR", "paved road"),
    (PickKind::Road(RoadKind::Unpaved), "UR", "unpaved road"),
];

/// BB-TER-04: unpaved roads have another name in the lists of DBM.
const ROAD_OF_DBM: &str = "Rd";

/// The kind that a text names: the printed letters exactly, or words in any case.
pub fn kind_named(text: &str) -> Option<PickKind> {
    let text = text.trim();
    if text == ROAD_OF_DBM {
        return Some(PickKind::Road(RoadKind::Unpaved));
    }
    let named = |(_, printed, words): &&(PickKind, &str, &str)| {
        *printed == text
            || words.eq_ignore_ascii_case(text)
            || words.replace(' ', "-").eq_ignore_ascii_case(text)
    };
    KINDS.iter().find(named).map(|(kind, _, _)| *kind)
}

/// The printed name.
pub fn printed_name(kind: PickKind) -> &'static str {
    KINDS.iter().find(|(known, _, _)| *known == kind).map_or("", |(_, printed, _)| printed)
}

/// The name in words.
pub fn plain_name(kind: PickKind) -> &'static str {
    KINDS.iter().find(|(known, _, _)| *known == kind).map_or("", |(_, _, words)| words)
}

/// Every kind, in the order of the book's table.
pub fn kinds() -> impl Iterator<Item = PickKind> {
    KINDS.iter().map(|(kind, _, _)| *kind)
}

/// All printed names with their words, for messages.
pub fn all_names() -> String {
    let both = |(_, printed, words): &(PickKind, &str, &str)| {
        if printed == words { words.to_string() } else { format!("{printed} ({words})") }
    };
    KINDS.iter().map(both).collect::<Vec<_>>().join(", ")
}

/// BB-TER-12: what covers this kind of hill.
pub fn cover_of(kind: PickKind) -> Option<PickKind> {
    match kind {
        PickKind::Area(AreaKind::BrushHill | AreaKind::SteepBrushHill) => {
            Some(PickKind::Area(AreaKind::Brush))
        }
        PickKind::Area(AreaKind::RockyHill | AreaKind::SteepRockyHill) => {
            Some(PickKind::Area(AreaKind::Rocky))
        }
        _ => None,
    }
}
