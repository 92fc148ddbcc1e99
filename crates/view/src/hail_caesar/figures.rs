//! Which figure stands for which troops, and the sign from afar: names of symbols in `figures.svg`.

use aelian_hail_caesar::formation::Formation;
use aelian_hail_caesar::troop::{Card, Class, Missile, Special};

/// The symbol of a unit's troops.
pub fn figure(card: &Card) -> &'static str {
    symbols(card).0
}

/// The sign of the troops when the whole table is seen.
pub fn glyph(card: &Card) -> &'static str {
    symbols(card).1
}

fn symbols(card: &Card) -> (&'static str, &'static str) {
    use Class::*;
    match card.class {
        HeavyInfantry | MediumInfantry | LightInfantry | Skirmishers => foot(card),
        Cataphracts | HeavyCavalry | MediumCavalry => ("fig-cavalry", "glyph-horse"),
        LightCavalry | HorseArchers => ("fig-lighthorse", "glyph-lighthorse"),
        LightArtillery | MediumArtillery | HeavyArtillery | Baggage => ("fig-wagon", "glyph-wagon"),
        LightChariots => ("fig-chariot-light", "glyph-chariot"),
        HeavyChariots => ("fig-chariot-heavy", "glyph-chariot"),
        Elephant => ("fig-elephant", "glyph-elephant"),
    }
}

/// Foot by what it shoots or fights with.
fn foot(card: &Card) -> (&'static str, &'static str) {
    let shoots = card.stats.long > 0;
    match card.missile {
        Missile::Crossbow if shoots => return ("fig-crossbow", "glyph-crossbow"),
        Missile::Bow if shoots => return ("fig-archer", "glyph-bow"),
        Missile::Sling | Missile::StaffSling if shoots => return ("fig-sling", "glyph-sling"),
        _ => {}
    }
    if card.has(Special::Pikes) || card.normal == Formation::Phalanx {
        ("fig-pike", "glyph-pike")
    } else if card.has(Special::LongSpears) {
        ("fig-spear", "glyph-spear")
    } else if matches!(card.class, Class::Skirmishers | Class::LightInfantry) {
        ("fig-javelin", "glyph-javelin")
    } else if card.has(Special::Pilum) {
        ("fig-legion", "glyph-sword")
    } else {
        ("fig-warrior", "glyph-warrior")
    }
}
