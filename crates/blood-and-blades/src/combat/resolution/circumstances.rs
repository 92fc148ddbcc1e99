//! All that a combat depends on, but the dice (65): read from a table, or stated without one.

use crate::baseset::BaseId;
use crate::ground::Going;
use crate::troop::Troop;
use serde::{Deserialize, Serialize};

/// BB-RES-01: the two kinds of combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    #[default]
    CloseCombat,
    /// The first party is the primary shooter, the second its target.
    Shooting,
}

/// One of the two who fight. Their order is that of the question: in a shot the primary shooter is first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Party {
    #[default]
    First,
    Second,
}

/// A base of a rank behind one that fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rank {
    pub troop: Troop,
    /// The worst going under it, as it sees it.
    #[serde(default)]
    pub going: Going,
}

/// How one party stands in a combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The base, if the combat is one on a table.
    #[serde(default)]
    pub base: Option<BaseId>,
    pub troop: Troop,
    /// BB-TAC-39.
    #[serde(default)]
    pub commander: bool,
    /// BB-OUT-60: the worst going under it, as it sees it.
    #[serde(default)]
    pub going: Going,
    /// BB-OUT-61: the same ground as its opponent would see it.
    #[serde(default)]
    pub going_for_enemy: Going,
    /// BB-OUT-29, BB-OUT-30: even partially in dunes.
    #[serde(default)]
    pub dunes: bool,
    /// BB-TAC-11, BB-TAC-38: even partially in Wd or BUA.
    #[serde(default)]
    pub cover: bool,
    /// BB-RIV-08.
    #[serde(default)]
    pub wader: bool,
    /// BB-CC-34.
    #[serde(default)]
    pub upper_ground: bool,
    /// BB-CC-31.
    #[serde(default)]
    pub defends_river_edge: bool,
    /// BB-DAZ-04.
    #[serde(default)]
    pub dazzled: bool,
    /// BB-TAC-34: something other than a table edge would stop its recoil.
    #[serde(default)]
    pub cannot_recoil: bool,
    /// BB-TAC-07: its left and its right flank are overlapped.
    #[serde(default)]
    pub overlapped: [bool; 2],
    /// BB-TAC-08: it is flank attacked by its opponent or one who may help him.
    #[serde(default)]
    pub flank_attacked: bool,
    /// BB-TAC-09.
    #[serde(default)]
    pub rear_attacked: bool,
    /// BB-REC-03: flank or rear attacked by anybody: it cannot recoil but is destroyed.
    #[serde(default)]
    pub held: bool,
    /// BB-CC-36, BB-CC-38: the second and the third rank exactly behind it.
    #[serde(default)]
    pub ranks: [Option<Rank>; 2],
    /// BB-COH-01: friends of its group on its left and its right, front corner to front corner.
    #[serde(default)]
    pub neighbours: [Option<Troop>; 2],
    /// It is a Bw that shoots at its opponent.
    #[serde(default)]
    pub shoots: bool,
    /// BB-OUT-06: its opponent shoots at it.
    #[serde(default)]
    pub shot_at: bool,
    /// BB-SHT-33: how many others shoot with it, second ranks included.
    #[serde(default)]
    pub more_shooters: u8,
    /// BB-SHT-40: one of those who shoot with it, or it itself, shoots at the target's rear.
    #[serde(default)]
    pub shoots_at_rear: bool,
    /// BB-SHT-41: its shot goes against the wind.
    #[serde(default)]
    pub against_wind: bool,
}

/// A combat before the dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Circumstances {
    #[serde(default)]
    pub kind: Kind,
    /// Whose bound it is.
    #[serde(default)]
    pub bound_of: Party,
    #[serde(default)]
    pub raining: bool,
    pub first: Standing,
    pub second: Standing,
}

impl Party {
    pub const BOTH: [Party; 2] = [Party::First, Party::Second];

    pub fn other(self) -> Party {
        match self {
            Party::First => Party::Second,
            Party::Second => Party::First,
        }
    }

    pub fn index(self) -> usize {
        match self {
            Party::First => 0,
            Party::Second => 1,
        }
    }
}

impl Rank {
    pub fn new(troop: Troop) -> Rank {
        Rank { troop, going: Going::Good }
    }
}

impl Standing {
    /// These troops in the open, with nobody about.
    pub fn new(troop: Troop) -> Standing {
        Standing {
            base: None,
            troop,
            commander: false,
            going: Going::Good,
            going_for_enemy: Going::Good,
            dunes: false,
            cover: false,
            wader: false,
            upper_ground: false,
            defends_river_edge: false,
            dazzled: false,
            cannot_recoil: false,
            overlapped: [false; 2],
            flank_attacked: false,
            rear_attacked: false,
            held: false,
            ranks: [None; 2],
            neighbours: [None; 2],
            shoots: false,
            shot_at: false,
            more_shooters: 0,
            shoots_at_rear: false,
            against_wind: false,
        }
    }

    /// BB-OUT-60: entirely in GGo.
    pub fn in_good_going(&self) -> bool {
        self.going == Going::Good
    }

    /// BB-OUT-60: even partially in DGo.
    pub fn in_difficult_going(&self) -> bool {
        self.going >= Going::Difficult
    }
}

impl Circumstances {
    /// A close combat in the open, in the bound of the first.
    pub fn close_combat(first: Troop, second: Troop) -> Circumstances {
        Circumstances {
            kind: Kind::CloseCombat,
            bound_of: Party::First,
            raining: false,
            first: Standing::new(first),
            second: Standing::new(second),
        }
    }

    /// A shot in the open, in the bound of the shooter, at a target that does not shoot back.
    pub fn shot(shooter: Troop, target: Troop) -> Circumstances {
        Circumstances {
            kind: Kind::Shooting,
            bound_of: Party::First,
            raining: false,
            first: Standing { shoots: true, ..Standing::new(shooter) },
            second: Standing { shot_at: true, ..Standing::new(target) },
        }
    }

    /// BB-SHT-56: the target shoots back.
    pub fn shot_back(mut self) -> Circumstances {
        self.first.shot_at = true;
        self.second.shoots = true;
        self
    }

    pub fn of(&self, party: Party) -> &Standing {
        match party {
            Party::First => &self.first,
            Party::Second => &self.second,
        }
    }

    /// What one party needs to know to reckon its own score.
    pub fn case(&self, party: Party) -> Case<'_> {
        Case {
            kind: self.kind,
            raining: self.raining,
            own_bound: self.bound_of == party,
            own: self.of(party),
            enemy: self.of(party.other()),
        }
    }
}

/// A combat as one party sees it.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    pub kind: Kind,
    pub raining: bool,
    pub own_bound: bool,
    pub own: &'a Standing,
    pub enemy: &'a Standing,
}

impl Case<'_> {
    pub fn in_close_combat(&self) -> bool {
        self.kind == Kind::CloseCombat
    }

    /// Whether this party can suffer from the combat (BB-SHT-57, BB-OUT-06).
    pub fn can_suffer(&self) -> bool {
        self.in_close_combat() || self.own.shot_at
    }
}
