//! Which figure stands for which troops, and the sign from afar: names of symbols in `figures.svg`.

use aelian_hail_caesar::formation::Formation;
use aelian_hail_caesar::troop::{Card, Class, Missile, Special, Specials, Written};

/// The symbol of a unit's troops.
pub fn figure(card: &Card) -> &'static str {
    symbols(Troops::of(card)).0
}

/// The sign of the troops when the whole table is seen.
pub fn glyph(card: &Card) -> &'static str {
    symbols(Troops::of(card)).1
}

/// The symbol of troops in words.
pub fn of_written(written: &Written) -> &'static str {
    let Written { class, stats, missile, specials, normal, .. } = *written;
    symbols(Troops { class, shoots: stats.long > 0, missile, specials, normal }).0
}

/// What of troops can be seen.
struct Troops {
    class: Class,
    shoots: bool,
    missile: Missile,
    specials: Specials,
    normal: Formation,
}

impl Troops {
    fn of(card: &Card) -> Troops {
        let Card { class, stats, missile, specials, normal, .. } = *card;
        Troops { class, shoots: stats.long > 0, missile, specials, normal }
    }
}

fn symbols(troops: Troops) -> (&'static str, &'static str) {
    use Class::*;
    match troops.class {
        HeavyInfantry | MediumInfantry | LightInfantry | Skirmishers => foot(&troops),
        Cataphracts | HeavyCavalry | MediumCavalry => ("fig-cavalry", "glyph-horse"),
        LightCavalry | HorseArchers => ("fig-lighthorse", "glyph-lighthorse"),
        LightArtillery | MediumArtillery => ("fig-art-light", "glyph-artillery"),
        HeavyArtillery => ("fig-onager", "glyph-artillery"),
        Baggage => ("fig-wagon", "glyph-wagon"),
        LightChariots => ("fig-chariot-light", "glyph-chariot"),
        HeavyChariots => ("fig-chariot-heavy", "glyph-chariot"),
        Elephant => ("fig-elephant", "glyph-elephant"),
    }
}

/// Foot by what it shoots or fights with.
fn foot(troops: &Troops) -> (&'static str, &'static str) {
    let has = |special| troops.specials.has(special);
    match troops.missile {
        Missile::Crossbow if troops.shoots => return ("fig-crossbow", "glyph-crossbow"),
        Missile::Bow if troops.shoots => return ("fig-archer", "glyph-bow"),
        Missile::Sling | Missile::StaffSling if troops.shoots => return ("fig-sling", "glyph-sling"),
        _ => {}
    }
    if has(Special::Pikes) || troops.normal == Formation::Phalanx {
        ("fig-pike", "glyph-pike")
    } else if has(Special::LongSpears) {
        ("fig-spear", "glyph-spear")
    } else if matches!(troops.class, Class::Skirmishers | Class::LightInfantry) {
        ("fig-javelin", "glyph-javelin")
    } else if has(Special::Pilum) {
        ("fig-legion", "glyph-sword")
    } else {
        ("fig-warrior", "glyph-warrior")
    }
}
