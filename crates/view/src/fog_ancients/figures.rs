//! Which figure stands for which troops, how many of them on a base, and the sign from afar: names of symbols in
//! `figures.svg`.

use aelian_fog_ancients::troop::{Capability, Troop, TroopType};

/// The symbol and how many of it stand on a base (FA-TAB-BASE).
pub fn figure(troop: &Troop) -> (&'static str, u8) {
    (symbols(troop).0, count(troop.kind))
}

/// The sign of the troops when the whole table is seen.
pub fn glyph(troop: &Troop) -> &'static str {
    symbols(troop).1
}

fn count(kind: TroopType) -> u8 {
    use TroopType::*;
    match kind {
        HeavyFoot | MediumFoot | Mob => 4,
        LightFoot | LightHorse | LightCamelry => 2,
        Knights | Cataphracts | Cavalry | Camelry => 3,
        _ => 1,
    }
}

fn symbols(troop: &Troop) -> (&'static str, &'static str) {
    use TroopType::*;
    match troop.kind {
        HeavyFoot | MediumFoot | LightFoot | Mob => foot(troop),
        BattleWagons | LightArtillery | HeavyArtillery => ("fig-wagon", "glyph-wagon"),
        Knights | Cataphracts | Cavalry => ("fig-cavalry", "glyph-horse"),
        LightHorse => ("fig-lighthorse", "glyph-lighthorse"),
        LightCamelry | Camelry => ("fig-camel", "glyph-camel"),
        Elephants => ("fig-elephant", "glyph-elephant"),
        HeavyChariots | ScythedChariots => ("fig-chariot-heavy", "glyph-chariot"),
        LightChariots => ("fig-chariot-light", "glyph-chariot"),
    }
}

/// Foot by what it fights or shoots with.
fn foot(troop: &Troop) -> (&'static str, &'static str) {
    use Capability::*;
    let by_weapon = [
        (Pikemen, ("fig-pike", "glyph-pike")),
        (OffensiveSpearmen, ("fig-spear", "glyph-spear")),
        (Crossbow, ("fig-crossbow", "glyph-crossbow")),
        (Firearm, ("fig-crossbow", "glyph-crossbow")),
        (Longbow, ("fig-archer", "glyph-bow")),
        (Bow, ("fig-archer", "glyph-bow")),
        (BowStar, ("fig-archer", "glyph-bow")),
        (Sling, ("fig-sling", "glyph-sling")),
        (DefensiveSpearmen, ("fig-spear", "glyph-spear")),
        (SkilledSwordsmen, ("fig-legion", "glyph-sword")),
        (HeavyWeapon, ("fig-warrior", "glyph-warrior")),
        (ImpactFoot, ("fig-warrior", "glyph-warrior")),
        (Javelins, ("fig-javelin", "glyph-javelin")),
        (LightSpear, ("fig-javelin", "glyph-javelin")),
        (Swordsmen, ("fig-legion", "glyph-sword")),
    ];
    let found = by_weapon.into_iter().find(|(weapon, _)| troop.can(*weapon));
    found.map_or(("fig-warrior", "glyph-warrior"), |(_, symbols)| symbols)
}
