//! The figures that stand on a base and the sign it has from afar: names of symbols in `figures.svg`.

use aelian_blood_and_blades::Rules;
use aelian_blood_and_blades::troop::{Troop, TroopType, Weapon};

/// How a base is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    pub figure: &'static str,
    /// BB-BASE-10: so many of them.
    pub count: u8,
    pub glyph: &'static str,
}

/// What stands on a base of these troops.
pub fn of(rules: &Rules, troop: &Troop) -> Figure {
    let (figure, glyph) = symbols(troop);
    Figure { figure, count: rules.tables.figures(troop).max(1), glyph }
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
    use aelian_blood_and_blades::settings::Settings;
    use aelian_blood_and_blades::tables::Scale;

    fn drawn(troop: &str) -> Figure {
        of(&Rules::new(Settings::default(), Scale::default()), &troop.parse().unwrap())
    }

    /// BB-BASE-10, BB-TRP-28: numbers as in the book's table, symbols by type and weapon.
    #[test]
    fn troops_have_their_figures() {
        let spears = Figure { figure: "fig-spear", count: 4, glyph: "glyph-spear" };
        assert_eq!(drawn("Reg Sp(O)"), spears);
        assert_eq!((drawn("Irr LH(O)").figure, drawn("Irr LH(O)").count), ("fig-lighthorse", 2));
        assert_eq!(drawn("Irr LH(X)").figure, "fig-camel");
        assert_eq!(drawn("Irr El(O)").count, 1);
        assert_eq!((drawn("Reg Bw(O)").glyph, drawn("Irr Ps(O)").glyph), ("glyph-bow", "glyph-javelin"));
    }
}
