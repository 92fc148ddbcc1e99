//! Troop types, grades, status, weapons and classes (10.1 to 10.3). How they are written is in `notation`.

mod notation;

pub use notation::{TroopError, TroopPattern};

use serde::{Deserialize, Serialize};

/// BB-TRP-07: the closed list of troop types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TroopType {
    Ax,
    Bd,
    Bg,
    Bw,
    Cm,
    Cv,
    El,
    HCh,
    Hd,
    LCh,
    LH,
    Pk,
    Ps,
    Sp,
    Wb,
}

/// BB-TRP-04: grade, in the order in which alternatives are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Grade {
    S,
    O,
    I,
    F,
    X,
}

/// BB-TRP-03: regular or irregular.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Status {
    Reg,
    Irr,
}

/// BB-TRP-08: what missiles the troops have, where it matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weapon {
    Bow,
    Crossbow,
    Sling,
    Javelin,
    #[default]
    Other,
}

/// BB-TRP-02, BB-TRP-08: what a base is, for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Troop {
    pub kind: TroopType,
    pub grade: Grade,
    pub status: Status,
    pub weapon: Weapon,
    /// BB-TRP-32: Ps(O) whose army list grants it and that paid for it.
    pub special_support: bool,
}

impl TroopType {
    pub const ALL: [TroopType; 15] = {
        use TroopType::*;
        [Ax, Bd, Bg, Bw, Cm, Cv, El, HCh, Hd, LCh, LH, Pk, Ps, Sp, Wb]
    };

    /// BB-TRP-10, BB-TRP-11, BB-TRP-12, BB-TRP-16, BB-TRP-17, BB-TRP-18, BB-TRP-19, BB-TRP-20, BB-TRP-21,
    /// BB-TRP-22, BB-TRP-23, BB-TRP-24, BB-TRP-25, BB-TRP-26, BB-TRP-27: the name that the letters stand for.
    pub fn name(self) -> &'static str {
        match self {
            TroopType::Ax => "auxilia",
            TroopType::Bd => "blade",
            TroopType::Bg => "baggage",
            TroopType::Bw => "bow",
            TroopType::Cm => "camelry",
            TroopType::Cv => "cavalry",
            TroopType::El => "elephants",
            TroopType::HCh => "heavy chariot",
            TroopType::Hd => "horde",
            TroopType::LCh => "light chariot",
            TroopType::LH => "light horse",
            TroopType::Pk => "pike",
            TroopType::Ps => "psiloi",
            TroopType::Sp => "spear",
            TroopType::Wb => "warband",
        }
    }

    /// BB-CLS-07, BB-MTD-01: whether bases of this type can ride to battle on vehicles. Bg counts as
    /// infantry but never moves, so vehicles would mean nothing to it.
    pub fn may_have_vehicles(self) -> bool {
        self.is_infantry() && self != TroopType::Bg
    }

    /// BB-TRP-16, AMB-74: what troops of this type carry unless something else is said.
    pub fn usual_weapon(self) -> Weapon {
        if self == TroopType::Bw { Weapon::Bow } else { Weapon::Other }
    }

    /// BB-CLS-01.
    pub fn is_light_infantry(self) -> bool {
        matches!(self, TroopType::Ax | TroopType::Ps)
    }

    /// BB-CLS-02.
    pub fn is_heavy_infantry(self) -> bool {
        use TroopType::*;
        matches!(self, Bd | Bw | Hd | Pk | Sp | Wb)
    }

    /// BB-CLS-03, BB-CLS-08: infantry and mounted share out all types.
    pub fn is_infantry(self) -> bool {
        !self.is_mounted()
    }

    /// BB-CLS-04.
    pub fn is_mounted(self) -> bool {
        use TroopType::*;
        matches!(self, Cm | Cv | El | HCh | LCh | LH)
    }

    /// BB-CLS-05 with the house value of `skirmisher_types`: LH and Ps.
    pub fn is_skirmisher(self) -> bool {
        matches!(self, TroopType::LH | TroopType::Ps)
    }

    /// BB-CLS-06, BB-CLS-10.
    pub fn is_light(self) -> bool {
        self.is_skirmisher() || self == TroopType::Ax
    }
}

impl Grade {
    pub const ALL: [Grade; 5] = [Grade::S, Grade::O, Grade::I, Grade::F, Grade::X];

    /// BB-TRP-04: the word that the letter stands for.
    pub fn name(self) -> &'static str {
        match self {
            Grade::S => "superior",
            Grade::O => "ordinary",
            Grade::I => "inferior",
            Grade::F => "fast",
            Grade::X => "exceptional",
        }
    }
}

impl Status {
    pub const BOTH: [Status; 2] = [Status::Reg, Status::Irr];
}

impl Weapon {
    pub const ALL: [Weapon; 5] =
        [Weapon::Bow, Weapon::Crossbow, Weapon::Sling, Weapon::Javelin, Weapon::Other];

    /// BB-TRP-08: as it is written in army files.
    pub fn name(self) -> &'static str {
        match self {
            Weapon::Bow => "bow",
            Weapon::Crossbow => "crossbow",
            Weapon::Sling => "sling",
            Weapon::Javelin => "javelin",
            Weapon::Other => "other",
        }
    }
}

impl Troop {
    /// BB-TRP-02: the three attributes, with the usual weapon of the type and no special support.
    pub fn new(status: Status, kind: TroopType, grade: Grade) -> Troop {
        Troop { kind, grade, status, weapon: kind.usual_weapon(), special_support: false }
    }

    /// BB-TRP-16: Bw have bows or crossbows; all others may carry anything.
    pub fn weapon_fits(&self) -> bool {
        self.kind != TroopType::Bw || matches!(self.weapon, Weapon::Bow | Weapon::Crossbow)
    }

    /// BB-TRP-08, BB-TRP-32: whether an army list can grant special support to such troops.
    pub fn may_give_special_support(&self) -> bool {
        self.kind == TroopType::Ps && self.grade == Grade::O
    }

    /// BB-TRP-30, BB-TRP-31: the grade under which these troops fight an opponent. Camel scouts are
    /// inferior to all but other camels, to whom they are ordinary.
    pub fn grade_against(&self, opponent: &Troop) -> Grade {
        match (self.is_camel_scout(), opponent.is_camel()) {
            (true, true) => Grade::O,
            (true, false) => Grade::I,
            (false, _) => self.grade,
        }
    }

    pub fn is(&self, kind: TroopType) -> bool {
        self.kind == kind
    }

    /// BB-TRP-28, BB-TRP-29: camel scouts, whose going is that of Cm.
    pub fn is_camel(&self) -> bool {
        self.kind == TroopType::Cm || self.is_camel_scout()
    }

    pub fn is_camel_scout(&self) -> bool {
        self.kind == TroopType::LH && self.grade == Grade::X
    }

    pub fn is_irregular(&self) -> bool {
        self.status == Status::Irr
    }
}

#[cfg(test)]
mod tests;
