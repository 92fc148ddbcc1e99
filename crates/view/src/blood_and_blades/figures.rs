//! Which figure stands for which troops, and how many of them on a base.

use aelian_blood_and_blades::troop::{Troop, TroopType, Weapon};

/// The symbol of `figures.svg` and how many of it stand on a base. A commander rides or stands among his own
/// kind; the page adds his standard.
pub fn figure(troop: Troop) -> (&'static str, u8) {
    match troop.kind {
        TroopType::Ax => ("fig-javelin", 4),
        TroopType::Bd => ("fig-legion", 4),
        TroopType::Bg => ("fig-wagon", 1),
        TroopType::Bw => match troop.weapon {
            Weapon::Crossbow => ("fig-crossbow", 4),
            _ => ("fig-archer", 4),
        },
        TroopType::Cm => ("fig-camel", 3),
        TroopType::Cv => ("fig-cavalry", 3),
        TroopType::El => ("fig-elephant", 1),
        TroopType::HCh => ("fig-chariot-heavy", 1),
        TroopType::Hd => ("fig-warrior", 5),
        TroopType::LCh => ("fig-chariot-light", 1),
        TroopType::LH => ("fig-lighthorse", 2),
        TroopType::Pk => ("fig-pike", 4),
        TroopType::Ps => match troop.weapon {
            Weapon::Bow | Weapon::Crossbow => ("fig-archer", 2),
            Weapon::Sling => ("fig-sling", 2),
            _ => ("fig-javelin", 2),
        },
        TroopType::Sp => ("fig-spear", 4),
        TroopType::Wb => ("fig-warrior", 4),
    }
}

/// The sign of the troops when the whole table is seen.
pub fn glyph(troop: Troop) -> &'static str {
    match troop.kind {
        TroopType::Ax => "glyph-javelin",
        TroopType::Bd => "glyph-sword",
        TroopType::Bg => "glyph-wagon",
        TroopType::Bw => match troop.weapon {
            Weapon::Crossbow => "glyph-crossbow",
            _ => "glyph-bow",
        },
        TroopType::Cm => "glyph-camel",
        TroopType::Cv => "glyph-horse",
        TroopType::El => "glyph-elephant",
        TroopType::HCh | TroopType::LCh => "glyph-chariot",
        TroopType::Hd | TroopType::Wb => "glyph-warrior",
        TroopType::LH => "glyph-lighthorse",
        TroopType::Pk => "glyph-pike",
        TroopType::Ps => "glyph-sling",
        TroopType::Sp => "glyph-spear",
    }
}
