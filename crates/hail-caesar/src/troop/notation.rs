//! Units in words, as files, cases and tests write them:
//! `heavy-infantry small 7/7/3/0/4+/6 bow drilled elite-4 phalanx-2`.
//!
//! A class, a size, the six values, the missile weapon, a formation and the special rules stand in any order. Names
//! may be written as the book prints them: `Heavy Infantry (small), Elite (4+), Long Spear`. Without values the unit has
//! those of its class and arms (HC-TAB-TYPES) for its size.

use super::usual::usual;
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
    #[error("`{0}` names no class of troops (HC-TYPE-01 to HC-TYPE-06); known are {list}", list = classes())]
    NoClass(String),
    #[error(
        "`{0}` is no class, size, value line, weapon or special rule; weapons are bow, crossbow, sling, staff-sling \
         and javelin, special rules {list}",
        list = rules()
    )]
    Unknown(String),
    #[error(
        "`{0}` is out of range: elite, levy and brave go from 2 to 6, phalanx from 1 to 6, fanatic from 1 to 2, \
             wild-fighters from 1 to 3, stubborn from 0 to 3"
    )]
    Range(String),
    #[error(
        "`{0}` is no line of values; write Clash/Sustained/Short/Long/Save/Stamina as 7/7/3/0/4+/6, a split Short as 3:0"
    )]
    Values(String),
    #[error("`{0}` is the second word of its kind")]
    Twice(String),
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
        let mut parts: Vec<&str> = word.split('/').collect();
        // A split short range as the book prints it: 7/7/3/0/0/4+/6.
        let split = if parts.len() == 7 { Some(parts.remove(3)) } else { None };
        let [clash, sustained, short, long, save, stamina] = parts[..] else { return Err(bad()) };
        let number = |text: &str| text.parse::<u8>().ok().filter(|value| *value <= 30).ok_or_else(bad);
        let (support, short) = match split {
            Some(ranged) => (short, ranged),
            None => short.split_once(':').unwrap_or((short, short)),
        };
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

/// What the class words of the book are besides their own.
const OTHER_CLASSES: [(&str, Class); 4] = [
    ("cataphract-cavalry", Class::Cataphracts),
    ("wagons-and-baggage", Class::Baggage),
    ("wagons", Class::Baggage),
    ("skirmish-infantry", Class::Skirmishers),
];

/// Special rules as the book or players write them, besides their own words.
const OTHER_RULES: [(&str, &str); 16] = [
    ("double-handed-infantry-arms", "double-handed"),
    ("double-handed-arms", "double-handed"),
    ("double-handed-weapons", "double-handed"),
    ("two-handed-arms", "double-handed"),
    ("two-handed-weapons", "double-handed"),
    ("two-handed", "double-handed"),
    ("testudo-formation", "testudo"),
    ("wedge-formation", "wedge"),
    ("pig-head", "pigs-head"),
    ("pila", "pilum"),
    ("spears-long", "long-spears"),
    ("immune-to-blunder", "immune-to-blunders"),
    ("marksman", "marksmen"),
    ("closes-ranks", "close-ranks"),
    ("pike-phalanx", "pikes"),
    ("warband-formation", "warband"),
];

fn classes() -> String {
    Class::ALL.map(Class::word).join(", ")
}

fn rules() -> String {
    let plain = Special::ALL.map(Special::word).join(", ");
    format!("elite-4, levy-4, phalanx-2, fanatic, stubborn, stubborn-3, wild-fighters-3, {plain}")
}

/// The words of a description: small letters, brackets and marks taken away, spaces and commas between them.
fn plain_words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace(['\'', '\u{2019}'], "");
    let parts = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')'));
    parts.filter(|word| !word.is_empty()).map(|word| word.replace('_', "-")).collect()
}

fn class_of(word: &str) -> Option<Class> {
    let same =
        |own: &str| own == word || own.trim_end_matches('s') == word || own == word.trim_end_matches('s');
    let other = OTHER_CLASSES.iter().find(|(name, _)| same(name)).map(|(_, class)| *class);
    Class::ALL.into_iter().find(|class| same(&class.word())).or(other)
}

impl Written {
    /// HC-STAT-01: a unit in words.
    pub fn read(text: &str) -> Result<Written, TroopError> {
        let words = plain_words(text);
        let mut reader = Reader::new();
        let mut at = 0;
        while at < words.len() {
            // The longest run of words that means something together: `light infantry`, `wild fighters 3+`.
            let longest = (words.len() - at).min(4);
            let read =
                (1..=longest).rev().find_map(|count| match reader.word(&words[at..at + count].join("-")) {
                    Err(TroopError::Unknown(_)) => None,
                    found => Some(found.map(|()| count)),
                });
            match read {
                Some(count) => at += count?,
                None if reader.class.is_none() => return Err(TroopError::NoClass(words[at].clone())),
                None => return Err(TroopError::Unknown(words[at].clone())),
            }
        }
        let scythed = reader.specials.has(Special::ScythedChariots).then_some(Class::HeavyChariots);
        let class = reader.class.or(scythed).ok_or_else(|| TroopError::NoClass(text.trim().to_owned()))?;
        Ok(reader.written(class))
    }
}

/// HC-PHAL-01: the level of a phalanx for which none is written.
const PHALANX: u8 = 2;

struct Reader {
    class: Option<Class>,
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
            class: None,
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
            let alone = word.chars().all(|c| c.is_ascii_digit() || matches!(c, '/' | '+' | ':' | '-'));
            let stats =
                if alone { Stats::read(word)? } else { return Err(TroopError::Unknown(word.to_owned())) };
            return once(&mut self.stats, stats, word);
        }
        let rule_of_elephants = self.class.is_some() && word == Special::Elephants.word();
        if let Some(class) = class_of(word).filter(|_| !rule_of_elephants) {
            return once(&mut self.class, class, word);
        }
        let sizes = [Size::Tiny, Size::Small, Size::Standard, Size::Large];
        if let Some(size) = sizes.into_iter().find(|size| size.name() == word) {
            return once(&mut self.size, size, word);
        }
        if let Some(missile) = missile(word) {
            return once(&mut self.missile, missile, word);
        }
        match word {
            "phalanx-formation" | "in-phalanx" => return once(&mut self.normal, Formation::Phalanx, word),
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
        let word = OTHER_RULES.iter().find(|(other, _)| *other == word).map_or(word, |(_, own)| own);
        let plural = format!("{word}s");
        let same = |special: &Special| {
            special.word() == word || special.word() == plural || special.word() == word.trim_end_matches('s')
        };
        if let Some(special) = Special::ALL.into_iter().find(same) {
            self.specials = self.specials.with(special);
            return Ok(());
        }
        let bare = word.trim_end_matches('+');
        let (name, number) = match bare.rsplit_once('-') {
            Some((name, number)) if number.chars().all(|c| c.is_ascii_digit()) && !number.is_empty() => {
                (name, number.parse::<u8>().ok())
            }
            _ => (bare, None),
        };
        let unknown = || TroopError::Unknown(word.to_owned());
        let within = |usual: u8, least: u8, most: u8| {
            let value = number.unwrap_or(usual);
            let range = || TroopError::Range(word.to_owned());
            if (least..=most).contains(&value) { Ok(value) } else { Err(range()) }
        };
        match name {
            "elite" | "elites" => self.specials.elite = within(4, 2, 6)?,
            "levy" => self.specials.levy = within(4, 2, 6)?,
            "phalanx" => self.specials.phalanx = within(PHALANX, 1, 6)?,
            "fanatic" | "fanatics" => self.specials.fanatic = within(1, 1, 2)?,
            "wild-fighters" | "wild-fighter" => self.specials.wild = within(3, 1, 3)?,
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
        let armed = self.stats.is_some_and(|stats| stats.long > 0) || class == Class::HorseArchers;
        let missile = self.missile.unwrap_or_else(|| arms(class, &specials, armed));
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
            stats: self.stats.unwrap_or_else(|| armed_stats(class, missile, size, &specials)),
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

/// HC-TAB-RANGE: the weapon of a unit for which none is written: that of its rule, or bows if it shoots far.
fn arms(class: Class, specials: &Specials, shoots_far: bool) -> Missile {
    let usual = Missile::of(class);
    if usual != Missile::Thrown {
        usual
    } else if specials.has(Special::Crossbows) {
        Missile::Crossbow
    } else if specials.has(Special::Slings) {
        Missile::Sling
    } else if shoots_far {
        Missile::Bow
    } else {
        usual
    }
}

/// HC-TAB-TYPES: the values of a class with its arms, and of its size.
fn armed_stats(class: Class, missile: Missile, size: Size, specials: &Specials) -> Stats {
    let mut stats = usual(class);
    if specials.has(Special::ScythedChariots) {
        let scythed = Stats { clash: 7, sustained: 0, support: 0, short: 0, long: 0, stamina: 4, ..stats };
        return scythed;
    }
    if specials.has(Special::Pikes) || specials.has(Special::LongSpears) {
        stats.short = 0;
    }
    if specials.has(Special::DoubleHanded) {
        (stats.clash, stats.support, stats.short) = (stats.clash + 1, 2, 0);
    }
    let shoots = !matches!(missile, Missile::Thrown) && stats.long == 0;
    if shoots {
        let (clash, sustained, long) = match class {
            Class::MediumInfantry => (5, 5, 3),
            Class::LightInfantry | Class::Skirmishers => (4, 4, 3),
            Class::Cataphracts | Class::HeavyCavalry => (stats.clash, stats.sustained, 2),
            Class::Elephant => (stats.clash, stats.sustained, 1),
            _ => (stats.clash, stats.sustained, 3),
        };
        (stats.clash, stats.sustained, stats.long) = (clash, sustained, long);
        stats.short = stats.support;
    }
    if shoots && class == Class::LightInfantry {
        stats.save = 0;
    }
    let sized = stats.sized(size);
    // HC-SIZE-12: small archers are printed with one more than their size would make of them.
    let printed = shoots && size == Size::Small && class == Class::LightInfantry;
    if printed { Stats { clash: 3, sustained: 3, ..sized } } else { sized }
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
        "javelin" | "javelins" | "darts" => Missile::Thrown,
        "sling" => Missile::Sling,
        "staff-sling" | "staff-slings" => Missile::StaffSling,
        "bow" | "bows" => Missile::Bow,
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
