//! Which figure stands for which troops, how many of them on a base, and the sign of the base from afar: names of
//! symbols in `figures.svg`.

use aelian_blood_and_blades::tables::Tables;
use aelian_blood_and_blades::troop::{Troop, TroopType, Weapon};

/// The symbol and, by BB-BASE-10, how many of it stand on a base. A commander rides or stands among his own kind; the
/// page adds his standard.
pub fn figure(troop: Troop) -> (&'static str, u8) {
    (symbols(&troop).0, Tables::standard().figures(&troop).max(1))
}

/// The sign of the troops when the whole table is seen.
pub fn glyph(troop: Troop) -> &'static str {
    symbols(&troop).1
}

/// BB-TRP-28, BB-TRP-29: camel scouts ride camels although they are LH.
fn symbols(troop: &Troop) -> (&'static str, &'static str) {
    match troop.kind {
        TroopType::Ax => ("fig-javelin", "glyph-javelin"),
        TroopType::Bd => ("fig-legion", "glyph-sword"),
        TroopType::Bg => ("fig-wagon", "glyph-wagon"),
        TroopType::Bw | TroopType::Ps => missiles(troop.weapon),
        TroopType::Cm => ("fig-camel", "glyph-camel"),
        TroopType::Cv => ("fig-cavalry", "glyph-horse"),
        TroopType::El => ("fig-elephant", "glyph-elephant"),
        TroopType::HCh => ("fig-chariot-heavy", "glyph-chariot"),
        TroopType::Hd | TroopType::Wb => ("fig-warrior", "glyph-warrior"),
        TroopType::LCh => ("fig-chariot-light", "glyph-chariot"),
        TroopType::LH if troop.is_camel_scout() => ("fig-camel", "glyph-camel"),
        TroopType::LH => ("fig-lighthorse", "glyph-lighthorse"),
        TroopType::Pk => ("fig-pike", "glyph-pike"),
        TroopType::Sp => ("fig-spear", "glyph-spear"),
    }
}

fn missiles(weapon: Weapon) -> (&'static str, &'static str) {
    match weapon {
        Weapon::Bow => ("fig-archer", "glyph-bow"),
        Weapon::Crossbow => ("fig-crossbow", "glyph-crossbow"),
        Weapon::Sling => ("fig-sling", "glyph-sling"),
        Weapon::Javelin | Weapon::Other => ("fig-javelin", "glyph-javelin"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn troop(text: &str) -> Troop {
        text.parse().unwrap()
    }

    /// BB-BASE-10, BB-TRP-28: numbers as in the book's table, symbols by type and weapon.
    #[test]
    fn troops_have_their_figures() {
        assert_eq!(figure(troop("Reg Sp(O)")), ("fig-spear", 4));
        assert_eq!(figure(troop("Irr LH(O)")), ("fig-lighthorse", 2));
        assert_eq!(figure(troop("Irr LH(X)")).0, "fig-camel");
        assert_eq!(figure(troop("Irr El(O)")), ("fig-elephant", 1));
        assert_eq!(glyph(troop("Reg Bw(O)")), "glyph-bow");
        assert_eq!(glyph(troop("Irr Ps(O)")), "glyph-javelin");
    }
}
