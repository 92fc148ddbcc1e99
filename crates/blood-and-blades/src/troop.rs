//! Troop types, grades, status, weapons and classes (10.1 to 10.3).

use serde::{Deserialize, Serialize};
use std::fmt;

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

impl Troop {
    /// BB-TRP-05: written as type and grade, with the status before it.
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

impl fmt::Display for TroopType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl fmt::Display for Troop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}({:?})", self.status, self.kind, self.grade)
    }
}
