//! Troops in words, as an army list writes them: `HF armoured superior drilled impact-foot skilled-swordsmen`.

use super::{Armour, Capability, Quality, Training, Troop, TroopType};
use aelian_game::Flag;
use std::fmt;
use thiserror::Error;

/// Why words do not describe a troop.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TroopError {
    #[error("`{0}` is no troop type, armour, quality, training or capability")]
    Unknown(String),
    #[error("`{0}` is the second word of its kind")]
    Twice(String),
    #[error(
        "the troop type is missing: HF, MF, LF, Mob, BWg, LArt, HArt, Kn, Ct, LH, Cv, LCm, Cm, El, HCh, LCh or SCh"
    )]
    NoType,
    #[error("the armour is missing: heavily-armoured, armoured, protected or unprotected")]
    NoArmour,
    #[error("{0} have no armour class (FA-TROOP-04)")]
    NeedlessArmour(TroopType),
}

/// What the words said: the troop, and of quality and training what was named.
pub type Described = (Troop, Option<Quality>, Option<Training>);

impl TroopType {
    /// The book's short form.
    pub fn code(self) -> &'static str {
        match self {
            TroopType::HeavyFoot => "HF",
            TroopType::MediumFoot => "MF",
            TroopType::LightFoot => "LF",
            TroopType::Mob => "Mob",
            TroopType::BattleWagons => "BWg",
            TroopType::LightArtillery => "LArt",
            TroopType::HeavyArtillery => "HArt",
            TroopType::Knights => "Kn",
            TroopType::Cataphracts => "Ct",
            TroopType::LightHorse => "LH",
            TroopType::Cavalry => "Cv",
            TroopType::LightCamelry => "LCm",
            TroopType::Camelry => "Cm",
            TroopType::Elephants => "El",
            TroopType::HeavyChariots => "HCh",
            TroopType::LightChariots => "LCh",
            TroopType::ScythedChariots => "SCh",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            TroopType::HeavyFoot => "heavy foot",
            TroopType::MediumFoot => "medium foot",
            TroopType::LightFoot => "light foot",
            TroopType::Mob => "mob",
            TroopType::BattleWagons => "battle wagons",
            TroopType::LightArtillery => "light artillery",
            TroopType::HeavyArtillery => "heavy artillery",
            TroopType::Knights => "knights",
            TroopType::Cataphracts => "cataphracts",
            TroopType::LightHorse => "light horse",
            TroopType::Cavalry => "cavalry",
            TroopType::LightCamelry => "light camelry",
            TroopType::Camelry => "camelry",
            TroopType::Elephants => "elephants",
            TroopType::HeavyChariots => "heavy chariots",
            TroopType::LightChariots => "light chariots",
            TroopType::ScythedChariots => "scythed chariots",
        }
    }
}

impl fmt::Display for TroopType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Armour {
    pub fn name(self) -> &'static str {
        match self {
            Armour::None => "no armour class",
            Armour::Unprotected => "unprotected",
            Armour::Protected => "protected",
            Armour::Armoured => "armoured",
            Armour::HeavilyArmoured => "heavily-armoured",
        }
    }
}

impl Quality {
    pub const ALL: [Quality; 4] = [Quality::Poor, Quality::Average, Quality::Superior, Quality::Elite];

    pub fn name(self) -> &'static str {
        match self {
            Quality::Poor => "poor",
            Quality::Average => "average",
            Quality::Superior => "superior",
            Quality::Elite => "elite",
        }
    }
}

impl Training {
    pub fn name(self) -> &'static str {
        match self {
            Training::Undrilled => "undrilled",
            Training::Drilled => "drilled",
        }
    }
}

impl Capability {
    pub fn name(self) -> &'static str {
        match self {
            Capability::Longbow => "longbow",
            Capability::Crossbow => "crossbow",
            Capability::Bow => "bow",
            Capability::BowStar => "bow*",
            Capability::Firearm => "firearm",
            Capability::Javelins => "javelins",
            Capability::Sling => "sling",
            Capability::Swordsmen => "swordsmen",
            Capability::SkilledSwordsmen => "skilled-swordsmen",
            Capability::OffensiveSpearmen => "offensive-spearmen",
            Capability::DefensiveSpearmen => "defensive-spearmen",
            Capability::Pikemen => "pikemen",
            Capability::ImpactFoot => "impact-foot",
            Capability::HeavyWeapon => "heavy-weapon",
            Capability::Lancers => "lancers",
            Capability::LightSpear => "light-spear",
            Capability::LightArtillery => "light-artillery",
            Capability::HeavyArtillery => "heavy-artillery",
        }
    }
}

impl Troop {
    /// Reads words in any order, as the book prints them or short; commas do no harm. Artillery has its own weapon
    /// unsaid.
    pub fn read(text: &str) -> Result<Described, TroopError> {
        let (mut kind, mut armour, mut quality, mut training) = (None, None, None, None);
        let mut capabilities = super::Capabilities::NONE;
        let joined = joined(text);
        for word in joined.split_whitespace().map(meant) {
            // The artillery that wagons carry has the name of a type.
            let carried = kind.is_some() && Capability::ALL.iter().any(|one| is(word, one.name()));
            if let Some(found) = type_named(word).filter(|_| !carried) {
                once(&mut kind, found, word)?;
            } else if let Some(found) = ARMOUR.into_iter().find(|armour| is(word, armour.name())) {
                once(&mut armour, found, word)?;
            } else if let Some(found) = Quality::ALL.into_iter().find(|quality| is(word, quality.name())) {
                once(&mut quality, found, word)?;
            } else if let Some(found) = TRAINING.into_iter().find(|training| is(word, training.name())) {
                once(&mut training, found, word)?;
            } else if let Some(found) = Capability::ALL.iter().copied().find(|one| is(word, one.name())) {
                capabilities = capabilities.with(found);
            } else {
                return Err(TroopError::Unknown(word.to_owned()));
            }
        }
        let kind = kind.ok_or(TroopError::NoType)?;
        match kind {
            TroopType::LightArtillery => capabilities = capabilities.with(Capability::LightArtillery),
            TroopType::HeavyArtillery => capabilities = capabilities.with(Capability::HeavyArtillery),
            _ => {}
        }
        let armour = match (kind.has_armour(), armour) {
            (true, Some(armour)) => armour,
            (true, None) => return Err(TroopError::NoArmour),
            (false, None) => Armour::None,
            (false, Some(_)) => return Err(TroopError::NeedlessArmour(kind)),
        };
        Ok((Troop { kind, armour, capabilities }, quality, training))
    }
}

const ARMOUR: [Armour; 4] =
    [Armour::Unprotected, Armour::Protected, Armour::Armoured, Armour::HeavilyArmoured];
const TRAINING: [Training; 2] = [Training::Undrilled, Training::Drilled];

/// Names of two words as one, such as `Light Spear`; without commas.
fn joined(text: &str) -> String {
    let mut text = text.to_ascii_lowercase().replace([',', ';', '_'], " ");
    text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let armour = ARMOUR.into_iter().map(Armour::name);
    let capabilities = Capability::ALL.iter().copied().map(Capability::name);
    let types = TroopType::ALL.into_iter().map(TroopType::name);
    let short = ["offensive-spear", "defensive-spear", "skilled-sword", "camel-riders"];
    for name in armour.chain(capabilities).chain(types).chain(short) {
        let (apart, whole) = (name.replace('-', " "), name.replace(' ', "-"));
        if apart.contains(' ') {
            text = text.replace(&apart, &whole);
        }
    }
    text
}

/// Other words for the same.
fn meant(word: &str) -> &str {
    match word {
        "cav" => "cavalry",
        "mb" => "mob",
        "knight" => "knights",
        "cataphract" | "cat" => "cataphracts",
        "elephant" => "elephants",
        "camels" => "camelry",
        "bw*" => "bow*",
        "bw" | "bows" | "bowmen" => "bow",
        "lb" | "longbows" | "longbowmen" => "longbow",
        "xb" | "xbow" | "crossbows" | "crossbowmen" => "crossbow",
        "firearms" | "handguns" => "firearm",
        "javelin" | "jav" => "javelins",
        "slings" | "slingers" => "sling",
        "sw" | "swords" | "sword" | "swordsman" => "swordsmen",
        "ssw" | "skilled-swords" | "skilled-sword" => "skilled-swordsmen",
        "offensive-spear" | "offensive-spears" | "osp" => "offensive-spearmen",
        "defensive-spear" | "defensive-spears" | "dsp" => "defensive-spearmen",
        "pk" | "pike" | "pikes" | "pikeman" => "pikemen",
        "if" => "impact-foot",
        "hw" | "heavy-weapons" => "heavy-weapon",
        "lance" | "lancer" | "lances" => "lancers",
        "lsp" | "light-spears" | "light-spearmen" => "light-spear",
        other => other,
    }
}

fn type_named(word: &str) -> Option<TroopType> {
    TroopType::ALL.into_iter().find(|kind| is(word, kind.code()) || is(word, &kind.name().replace(' ', "-")))
}

fn is(word: &str, name: &str) -> bool {
    word.eq_ignore_ascii_case(name)
}

fn once<T>(slot: &mut Option<T>, value: T, word: &str) -> Result<(), TroopError> {
    if slot.is_some() {
        return Err(TroopError::Twice(word.to_owned()));
    }
    *slot = Some(value);
    Ok(())
}

/// The words in the book's order, without quality and training.
impl fmt::Display for Troop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.code())?;
        if self.armour != Armour::None {
            write!(f, " {}", self.armour.name())?;
        }
        for capability in self.capabilities.iter() {
            let unsaid = matches!(
                (self.kind, capability),
                (TroopType::LightArtillery, Capability::LightArtillery)
                    | (TroopType::HeavyArtillery, Capability::HeavyArtillery)
            );
            if !unsaid {
                write!(f, " {}", capability.name())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Troop {
        Troop::read(text).unwrap().0
    }

    #[test]
    fn words_come_back_as_they_went_in() {
        let text = "HF armoured skilled-swordsmen impact-foot";
        assert_eq!(read(text).to_string(), text);
        let (troop, quality, training) = Troop::read("elite drilled Lart").unwrap();
        assert_eq!(
            (troop.to_string().as_str(), quality, training),
            ("LArt", Some(Quality::Elite), Some(Training::Drilled))
        );
    }

    /// Troops may be written as the book prints them.
    #[test]
    fn the_words_of_the_book_are_read() {
        let (troop, quality, training) =
            Troop::read("Heavy Foot, Impact Foot, Skilled Swordsmen, Heavily Armoured, Drilled, Superior")
                .unwrap();
        assert_eq!(troop, read("HF heavily-armoured impact-foot skilled-swordsmen"));
        assert_eq!((quality, training), (Some(Quality::Superior), Some(Training::Drilled)));
        assert_eq!(
            read("Light horse, Javelin, Light Spear, Unprotected"),
            read("LH unprotected javelins light-spear")
        );
        assert_eq!(read("Battle wagons, light artillery"), read("BWg light-artillery"));
        assert_eq!(read("cavalry armoured Bw* Sw"), read("Cv armoured bow* swordsmen"));
    }

    /// FA-TROOP-04: armour where there is none is refused, and so is none where there must be one.
    #[test]
    fn armour_goes_with_the_type() {
        assert_eq!(Troop::read("El armoured"), Err(TroopError::NeedlessArmour(TroopType::Elephants)));
        assert_eq!(Troop::read("Cv lancers"), Err(TroopError::NoArmour));
        assert_eq!(Troop::read("armoured"), Err(TroopError::NoType));
        assert!(matches!(Troop::read("Cv armoured halberd"), Err(TroopError::Unknown(_))));
        assert!(matches!(Troop::read("Cv armoured protected"), Err(TroopError::Twice(_))));
    }

    /// FA-TROOP-20, FA-TROOP-22: light horse with lances are no shock troops.
    #[test]
    fn classes_of_troops() {
        assert!(read("Kn armoured lancers swordsmen").is_shock());
        assert!(!read("LH unprotected lancers").is_shock());
        assert!(read("HCh").is_shock() && !read("LCh bow").is_shock());
        assert!(read("HF protected offensive-spearmen").is_shock());
        assert!(!read("HF protected defensive-spearmen").is_shock());
        assert!(read("LF unprotected sling").is_light() && read("LH unprotected").is_light());
    }

    /// FA-TROOP-12.
    #[test]
    fn camelry_behave_as_their_armour_says() {
        assert_eq!(read("Cm heavily-armoured").behaves_as(), TroopType::Cataphracts);
        assert_eq!(read("Cm protected").behaves_as(), TroopType::Cavalry);
    }
}
