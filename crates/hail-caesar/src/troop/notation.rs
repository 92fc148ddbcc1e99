//! Units in words, as files, cases and tests write them:
//! `heavy-infantry small 7/7/3/0/4+/6 bow drilled elite-4 phalanx-2`.
//!
//! A class comes first; a size, the six values, the missile weapon, a formation and the special rules follow in any
//! order. Without values the unit has those of its class (HC-TAB-TYPES) for its size.

use super::{Class, Missile, Size, Special, Specials, Stats};
use crate::formation::Formation;
use std::fmt;
use thiserror::Error;

/// What words said of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    pub class: Class,
    pub size: Size,
    pub stats: Stats,
    pub missile: Missile,
    pub specials: Specials,
    pub normal: Formation,
    /// AMB-20: `shielded` or `unshielded` where it was said.
    pub shielded: Option<bool>,
    pub non_combatant: bool,
}

/// Why words do not describe a unit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TroopError {
    #[error(
        "`{0}` is no class of troops (HC-TYPE-01 to HC-TYPE-06), such as heavy-infantry or light-cavalry"
    )]
    NoClass(String),
    #[error("`{0}` is no size, value line, weapon, formation or special rule")]
    Unknown(String),
    #[error(
        "`{0}` is no line of values; write Clash/Sustained/Short/Long/Save/Stamina as 7/7/3/0/4+/6, a split Short as 3:0"
    )]
    Values(String),
    #[error("`{0}` is the second word of its kind")]
    Twice(String),
}

/// HC-TAB-TYPES: clash, sustained, support, short, long, save, stamina of a standard unit of each class.
///
/// HC-STAT-07, HC-STAT-11; values that differ, as in HC-TYPE-09, are written out.
fn usual(class: Class) -> Stats {
    let stats = |clash, sustained, (support, short), long, save, stamina| Stats {
        clash,
        sustained,
        support,
        short,
        long,
        save,
        stamina,
    };
    match class {
        Class::HeavyInfantry => stats(7, 7, (3, 3), 0, 4, 6),
        Class::MediumInfantry => stats(6, 6, (3, 3), 0, 5, 6),
        Class::LightInfantry => stats(5, 5, (3, 3), 0, 6, 6),
        Class::Skirmishers => stats(5, 4, (3, 3), 0, 0, 6),
        Class::Cataphracts => stats(9, 6, (3, 0), 0, 4, 6),
        Class::HeavyCavalry => stats(9, 6, (3, 3), 0, 4, 6),
        Class::MediumCavalry => stats(8, 5, (3, 3), 0, 5, 6),
        Class::LightCavalry => stats(7, 5, (3, 3), 0, 6, 6),
        Class::HorseArchers => stats(6, 4, (3, 3), 3, 6, 6),
        Class::LightArtillery => stats(1, 1, (2, 2), 2, 0, 3),
        Class::MediumArtillery | Class::HeavyArtillery => stats(1, 1, (0, 0), 3, 0, 3),
        Class::LightChariots => stats(6, 6, (3, 3), 0, 4, 6),
        Class::HeavyChariots => stats(9, 5, (3, 3), 0, 3, 6),
        Class::Elephant => stats(4, 3, (1, 1), 0, 4, 6),
        Class::Baggage => stats(3, 1, (0, 1), 0, 0, 6),
    }
}

impl Class {
    fn word(self) -> String {
        self.name().replace(' ', "-")
    }

    /// HC-TAB-TYPES: the profile of a standard unit.
    pub fn usual_stats(self) -> Stats {
        usual(self)
    }
}

impl Stats {
    /// As `7/7/3/0/4+/6`; a split short range as `3:0`.
    pub fn read(word: &str) -> Result<Stats, TroopError> {
        let bad = || TroopError::Values(word.to_owned());
        let parts: Vec<&str> = word.split('/').collect();
        let [clash, sustained, short, long, save, stamina] = parts[..] else { return Err(bad()) };
        let number = |text: &str| text.parse::<u8>().ok().filter(|value| *value <= 30).ok_or_else(bad);
        let (support, short) = short.split_once(':').unwrap_or((short, short));
        let save = number(save.trim_end_matches('+'))?;
        let stamina = number(stamina)?;
        if save == 1 || save > 6 || stamina == 0 {
            return Err(bad());
        }
        Ok(Stats {
            clash: number(clash)?,
            sustained: number(sustained)?,
            support: number(support)?,
            short: number(short)?,
            long: number(long)?,
            save,
            stamina,
        })
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.clash, self.sustained, self.support)?;
        if self.short != self.support {
            write!(f, ":{}", self.short)?;
        }
        let plus = if self.save == 0 { "" } else { "+" };
        write!(f, "/{}/{}{plus}/{}", self.long, self.save, self.stamina)
    }
}

impl Written {
    /// HC-STAT-01: a unit in words.
    pub fn read(words: &str) -> Result<Written, TroopError> {
        let mut words = words.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let first = words.next().unwrap_or_default();
        let class = Class::ALL
            .into_iter()
            .find(|class| class.word() == first)
            .ok_or_else(|| TroopError::NoClass(first.to_owned()))?;
        let mut reader = Reader { size: None, stats: None, missile: None, normal: None, ..Reader::new() };
        for word in words {
            reader.word(word)?;
        }
        Ok(reader.written(class))
    }
}

/// HC-PHAL-01: the level of a phalanx for which none is written.
const PHALANX: u8 = 2;

struct Reader {
    size: Option<Size>,
    stats: Option<Stats>,
    missile: Option<Missile>,
    normal: Option<Formation>,
    shielded: Option<bool>,
    non_combatant: bool,
    specials: Specials,
}

impl Reader {
    fn new() -> Reader {
        Reader {
            size: None,
            stats: None,
            missile: None,
            normal: None,
            shielded: None,
            non_combatant: false,
            specials: Specials::default(),
        }
    }

    fn word(&mut self, word: &str) -> Result<(), TroopError> {
        if word.contains('/') {
            return once(&mut self.stats, Stats::read(word)?, word);
        }
        let sizes = [Size::Tiny, Size::Small, Size::Standard, Size::Large];
        if let Some(size) = sizes.into_iter().find(|size| size.name() == word) {
            return once(&mut self.size, size, word);
        }
        if let Some(missile) = missile(word) {
            return once(&mut self.missile, missile, word);
        }
        match word {
            "phalanx-formation" => return once(&mut self.normal, Formation::Phalanx, word),
            "shielded" => return once(&mut self.shielded, true, word),
            "unshielded" => return once(&mut self.shielded, false, word),
            "non-combatant" => {
                self.non_combatant = true;
                return Ok(());
            }
            _ => {}
        }
        self.special(word)
    }

    /// A special rule, with its number if it has one.
    fn special(&mut self, word: &str) -> Result<(), TroopError> {
        if let Some(special) = Special::ALL.into_iter().find(|special| special.word() == word) {
            self.specials = self.specials.with(special);
            return Ok(());
        }
        let (name, number) = match word.rsplit_once('-') {
            Some((name, number)) if number.chars().all(|c| c.is_ascii_digit()) && !number.is_empty() => {
                (name, number.parse::<u8>().ok())
            }
            _ => (word, None),
        };
        let unknown = || TroopError::Unknown(word.to_owned());
        let within = |usual: u8, least: u8, most: u8| {
            let value = number.unwrap_or(usual);
            if (least..=most).contains(&value) { Ok(value) } else { Err(unknown()) }
        };
        match name {
            "elite" => self.specials.elite = within(4, 2, 6)?,
            "levy" => self.specials.levy = within(4, 2, 6)?,
            "phalanx" => self.specials.phalanx = within(PHALANX, 1, 6)?,
            "fanatic" => self.specials.fanatic = within(1, 1, 2)?,
            "wild-fighters" => self.specials.wild = within(3, 1, 3)?,
            "stubborn" => {
                self.specials.stubborn = Some(if number.is_some() { within(0, 0, 3)? } else { u8::MAX })
            }
            "brave" => {
                self.specials.brave = within(4, 2, 6)?;
                self.specials = self.specials.with(Special::Brave);
            }
            _ => return Err(unknown()),
        }
        Ok(())
    }

    /// HC-PIKE-04, HC-PHAL-05: pikes are always a phalanx.
    fn written(self, class: Class) -> Written {
        let mut specials = self.specials;
        let size = self.size.unwrap_or(usual_size(class));
        let missile = self.missile.unwrap_or(Missile::of(class));
        if missile == Missile::Sling {
            specials = specials.with(Special::Slings);
        }
        if class == Class::Elephant {
            specials = specials.with(Special::Elephants);
        }
        if specials.has(Special::Pikes) && specials.phalanx == 0 {
            specials.phalanx = PHALANX;
        }
        if specials.brave == 0 {
            specials.brave = 4;
        }
        let normal = self.normal.unwrap_or_else(|| usual_formation(class, size, &specials));
        Written {
            class,
            size,
            stats: self.stats.unwrap_or_else(|| usual(class).sized(size)),
            missile,
            specials,
            normal,
            shielded: self.shielded,
            non_combatant: self.non_combatant || class == Class::Baggage,
        }
    }
}

fn usual_size(_class: Class) -> Size {
    Size::Standard
}

/// HC-LINE-01, HC-LINE-05, HC-LINE-06, HC-OPEN-02.
fn usual_formation(class: Class, size: Size, specials: &Specials) -> Formation {
    if class.is_loose() || size == Size::Tiny {
        Formation::Open
    } else if specials.has(Special::Pikes) {
        Formation::Phalanx
    } else if specials.has(Special::Warband) {
        Formation::Warband
    } else {
        Formation::Line
    }
}

fn missile(word: &str) -> Option<Missile> {
    Some(match word {
        "javelin" | "javelins" => Missile::Thrown,
        "sling" => Missile::Sling,
        "staff-sling" => Missile::StaffSling,
        "bow" => Missile::Bow,
        "crossbow" => Missile::Crossbow,
        _ => return None,
    })
}

fn once<T>(place: &mut Option<T>, value: T, word: &str) -> Result<(), TroopError> {
    match place.replace(value) {
        Some(_) => Err(TroopError::Twice(word.to_owned())),
        None => Ok(()),
    }
}
