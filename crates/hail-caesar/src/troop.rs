//! Troops (10.2, 10.3, 10.6): classes, sizes, the stat line, arms and special rules of a unit. Nothing here changes in
//! a battle.

mod notation;
mod special;
#[cfg(test)]
mod tests;
mod usual;

pub use notation::{TroopError, Written};
pub use special::{Special, Specials};

use crate::formation::Formation;
use crate::ids::{DivisionId, UnitId};
use aelian_game::Side;
use serde::{Deserialize, Serialize};

/// HC-TYPE-01, HC-TYPE-02, HC-TYPE-03, HC-TYPE-04, HC-TYPE-05, HC-TYPE-06.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    HeavyInfantry,
    MediumInfantry,
    LightInfantry,
    Skirmishers,
    Cataphracts,
    HeavyCavalry,
    MediumCavalry,
    LightCavalry,
    HorseArchers,
    LightArtillery,
    MediumArtillery,
    HeavyArtillery,
    LightChariots,
    HeavyChariots,
    Elephant,
    Baggage,
}

/// The categories of HC-TYPE-01, HC-TYPE-02, HC-TYPE-03, HC-TYPE-04, HC-TYPE-05, HC-TYPE-06.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    Infantry,
    Cavalry,
    Artillery,
    Chariots,
    Elephants,
    Baggage,
}

/// HC-SIZE-01.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    Tiny,
    Small,
    #[default]
    Standard,
    Large,
}

/// HC-STAT-01: the values of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stats {
    /// HC-STAT-02.
    pub clash: u8,
    /// HC-STAT-03.
    pub sustained: u8,
    /// HC-STAT-04, HC-STAT-06: dice in support of a fight.
    pub support: u8,
    /// HC-STAT-04, HC-STAT-06: dice of a ranged attack at 6 inches or less.
    pub short: u8,
    /// HC-STAT-05.
    pub long: u8,
    /// HC-STAT-08: the lowest score that cancels a hit; 0: none does.
    pub save: u8,
    /// HC-STAT-09.
    pub stamina: u8,
}

/// HC-TAB-RANGE: what a unit shoots or throws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Missile {
    /// Javelins, darts and other thrown weapons.
    #[default]
    Thrown,
    Sling,
    StaffSling,
    Bow,
    Crossbow,
    LightEngine,
    MediumEngine,
    HeavyEngine,
}

/// What a unit is: its line in the order of battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    pub name: String,
    pub side: Side,
    pub division: DivisionId,
    pub class: Class,
    pub size: Size,
    pub stats: Stats,
    /// HC-SCN-02: what it is once it is shaken; combined formations only.
    pub worn: Option<(Class, Stats)>,
    pub missile: Missile,
    pub specials: Specials,
    /// AMB-20.
    pub shielded: bool,
    /// HC-TYPE-07.
    pub non_combatant: bool,
    /// HC-BDIV-03, HC-BDIV-04: whether it counts when its division is tested.
    pub counts: bool,
    /// The formation in which it fights: battle line, phalanx or warband; open order for those who have no other.
    pub normal: Formation,
    /// HC-BASE-02: one base, in mm.
    pub base: (f64, f64),
    /// Bases side by side in the normal formation, and one behind the other.
    pub files: u8,
    pub ranks: u8,
    /// HC-SUB-01.
    pub parent: Option<UnitId>,
}

impl Class {
    pub const ALL: [Class; 16] = [
        Class::HeavyInfantry,
        Class::MediumInfantry,
        Class::LightInfantry,
        Class::Skirmishers,
        Class::Cataphracts,
        Class::HeavyCavalry,
        Class::MediumCavalry,
        Class::LightCavalry,
        Class::HorseArchers,
        Class::LightArtillery,
        Class::MediumArtillery,
        Class::HeavyArtillery,
        Class::LightChariots,
        Class::HeavyChariots,
        Class::Elephant,
        Class::Baggage,
    ];

    /// HC-TYPE-01, HC-TYPE-02, HC-TYPE-03, HC-TYPE-04, HC-TYPE-05, HC-TYPE-06.
    pub fn category(self) -> Category {
        use Class::*;
        match self {
            HeavyInfantry | MediumInfantry | LightInfantry | Skirmishers => Category::Infantry,
            Cataphracts | HeavyCavalry | MediumCavalry | LightCavalry | HorseArchers => Category::Cavalry,
            LightArtillery | MediumArtillery | HeavyArtillery => Category::Artillery,
            LightChariots | HeavyChariots => Category::Chariots,
            Elephant => Category::Elephants,
            Baggage => Category::Baggage,
        }
    }

    pub fn is_infantry(self) -> bool {
        self.category() == Category::Infantry
    }

    pub fn is_cavalry(self) -> bool {
        self.category() == Category::Cavalry
    }

    pub fn is_artillery(self) -> bool {
        self.category() == Category::Artillery
    }

    pub fn is_chariots(self) -> bool {
        self.category() == Category::Chariots
    }

    /// Medium and heavy engines, for which other rules hold than for light ones (HC-ARTY-04, HC-AMOVE-03).
    pub fn is_heavy_engine(self) -> bool {
        matches!(self, Class::MediumArtillery | Class::HeavyArtillery)
    }

    /// HC-OPEN-02: only open order or column.
    pub fn is_loose(self) -> bool {
        matches!(self, Class::Skirmishers | Class::HorseArchers)
    }

    pub fn name(self) -> &'static str {
        use Class::*;
        match self {
            HeavyInfantry => "heavy infantry",
            MediumInfantry => "medium infantry",
            LightInfantry => "light infantry",
            Skirmishers => "skirmishers",
            Cataphracts => "cataphracts",
            HeavyCavalry => "heavy cavalry",
            MediumCavalry => "medium cavalry",
            LightCavalry => "light cavalry",
            HorseArchers => "horse archers",
            LightArtillery => "light artillery",
            MediumArtillery => "medium artillery",
            HeavyArtillery => "heavy artillery",
            LightChariots => "light chariots",
            HeavyChariots => "heavy chariots",
            Elephant => "elephant",
            Baggage => "baggage",
        }
    }
}

impl Size {
    pub fn name(self) -> &'static str {
        match self {
            Size::Tiny => "tiny",
            Size::Small => "small",
            Size::Standard => "standard",
            Size::Large => "large",
        }
    }
}

impl Missile {
    /// HC-TAB-RANGE: in inches.
    pub fn range(self) -> f64 {
        match self {
            Missile::Thrown => 6.0,
            Missile::Sling => 12.0,
            Missile::StaffSling | Missile::Bow | Missile::Crossbow => 18.0,
            Missile::LightEngine => 24.0,
            Missile::MediumEngine => 36.0,
            Missile::HeavyEngine => 48.0,
        }
    }

    /// What a class shoots if nothing else is said.
    pub fn of(class: Class) -> Missile {
        match class {
            Class::LightArtillery => Missile::LightEngine,
            Class::MediumArtillery => Missile::MediumEngine,
            Class::HeavyArtillery => Missile::HeavyEngine,
            _ => Missile::Thrown,
        }
    }
}

impl Stats {
    /// HC-TAB-SIZEADJ, HC-SIZE-04, HC-SIZE-05, HC-SIZE-06, HC-SIZE-07, HC-SIZE-08, HC-SIZE-09, HC-SIZE-10, HC-SIZE-11,
    /// HC-SIZE-12: a standard profile for another size. Printed profiles override it.
    pub fn sized(self, size: Size) -> Stats {
        let ranged = |value: u8, by: i8| if value == 0 { 0 } else { value.saturating_add_signed(by) };
        match size {
            Size::Standard => self,
            Size::Large => Stats {
                clash: self.clash + 2,
                sustained: self.sustained + 2,
                support: ranged(self.support, 1),
                short: ranged(self.short, 1),
                long: ranged(self.long, 1),
                stamina: 8,
                ..self
            },
            Size::Small => Stats {
                clash: self.clash.saturating_sub(2),
                sustained: self.sustained.saturating_sub(2),
                support: ranged(self.support, -1),
                short: ranged(self.short, -1),
                long: ranged(self.long, -1),
                stamina: 4,
                ..self
            },
            Size::Tiny => Stats {
                clash: 1,
                sustained: 1,
                support: self.support.min(1),
                short: self.short.min(1),
                long: self.long.min(1),
                stamina: 1,
                ..self
            },
        }
    }
}

impl Card {
    /// HC-OPEN-02: skirmishers, horse archers and every tiny unit know open order and column only.
    pub fn is_loose(&self) -> bool {
        self.class.is_loose() || self.size == Size::Tiny
    }

    pub fn has(&self, special: Special) -> bool {
        self.specials.has(special)
    }
}
