//! Army lists (80.4, 80.5): what an army may and must consist of, line by line.

use super::{Enlisted, Period};
use crate::choice::PickKind;
use crate::troop::{Troop, Weapon};
use std::fmt;
use std::str::FromStr;

/// BB-ARM-02, BB-ARM-04: a list in the words of this game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArmyList {
    pub name: String,
    pub period: Option<Period>,
    /// AMB-70: none where the source does not give it.
    pub aggression: Option<u8>,
    pub mandatory: Vec<PickKind>,
    pub optional: Vec<PickKind>,
    pub lines: Vec<Line>,
}

/// A line of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// By which bases and other lines refer to it.
    pub id: String,
    pub label: String,
    pub numbers: Numbers,
    pub offer: Offer,
    /// BB-LST-13: the lines whose bases the troops of this line support; empty for any.
    pub supports: Vec<String>,
}

/// How many bases a line may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    Between {
        least: u32,
        most: u32,
        starred: Starred,
    },
    /// BB-LST-01: at most a part of the line that is upgraded, such as 1/2.
    UpTo {
        part: u32,
        of: u32,
    },
}

/// BB-LST-12, AMB-69: a starred minimum holds only if the line is used at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Starred {
    #[default]
    No,
    Yes,
}

/// What a line offers.
#[derive(Clone, Debug, PartialEq)]
pub enum Offer {
    /// BB-CIC-02: the general is one of these.
    Commander(Vec<Offered>),
    /// Each base is any of these.
    Any(Vec<Offered>),
    /// BB-LST-11: half of the bases in front, half of them supporting.
    Halves { front: Vec<Offered>, support: Vec<Offered>, mix: Mix },
    /// BB-LST-01, BB-LST-02: bases that replace bases of another line and count among its numbers.
    Instead { of: String, how: Instead, troops: Vec<Offered> },
}

/// Whether halves must be halves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mix {
    #[default]
    Half,
    /// Any or all of either kind.
    Free,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instead {
    /// The same troops, better: they count as troops of the line when a part of it is meant.
    Upgrade,
    /// AMB-82: other troops, which no longer count when a part of the line is meant.
    Rearm,
}

/// Troops that a line offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offered {
    /// BB-LST-10: supporting Ps have special support.
    pub troop: Troop,
    pub vehicles: bool,
    /// If the list names it.
    pub weapon: Option<Weapon>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` are no numbers of bases; write `2-6`, `1`, `*4-6` for a starred minimum, or `0-1/2`")]
pub struct NumbersError(String);

impl ArmyList {
    pub fn line(&self, id: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.id == id)
    }

    /// Lines whose bases replace bases of this one.
    pub fn replacing<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a Line> {
        self.lines.iter().filter(move |line| line.replaces() == Some(id))
    }
}

impl Line {
    /// Everything that may stand under the line.
    pub fn offered(&self) -> impl Iterator<Item = &Offered> {
        let (first, second): (&[Offered], &[Offered]) = match &self.offer {
            Offer::Commander(troops) | Offer::Any(troops) | Offer::Instead { troops, .. } => (troops, &[]),
            Offer::Halves { front, support, .. } => (front, support),
        };
        first.iter().chain(second)
    }

    /// BB-TRP-32, BB-CIC-02: whether the line offers this base, with its vehicles and its special support.
    pub fn offers(&self, base: &Enlisted) -> bool {
        let commander = matches!(self.offer, Offer::Commander(_));
        commander == base.commander && self.offered().any(|offered| offered.is(base))
    }

    /// Whether the base stands in the supporting half.
    pub fn supporting(&self, base: &Enlisted) -> bool {
        match &self.offer {
            Offer::Halves { support, .. } => support.iter().any(|offered| offered.is(base)),
            _ => false,
        }
    }

    /// The line whose bases those of this line replace.
    pub fn replaces(&self) -> Option<&str> {
        match &self.offer {
            Offer::Instead { of, .. } => Some(of),
            _ => None,
        }
    }
}

impl Offered {
    pub fn new(troop: Troop) -> Offered {
        Offered { troop, vehicles: false, weapon: None }
    }

    pub fn is(&self, base: &Enlisted) -> bool {
        let (offered, troop) = (self.troop, base.troop);
        (offered.status, offered.kind, offered.grade) == (troop.status, troop.kind, troop.grade)
            && (offered.special_support, self.vehicles) == (troop.special_support, base.vehicles)
            && self.weapon.is_none_or(|weapon| weapon == troop.weapon)
    }

    /// A base of these troops.
    pub fn enlist(&self, line: &Line) -> Enlisted {
        let mut troop = self.troop;
        troop.weapon = self.weapon.unwrap_or(troop.weapon);
        Enlisted {
            troop,
            vehicles: self.vehicles,
            commander: matches!(line.offer, Offer::Commander(_)),
            label: line.label.clone(),
            line: line.id.clone(),
            supports: line.supports.clone(),
        }
    }
}

/// BB-LST-01, BB-LST-12: as lists print them, `18-48`, `1`, `*4-6`, `0-1/2`.
impl FromStr for Numbers {
    type Err = NumbersError;

    fn from_str(text: &str) -> Result<Numbers, NumbersError> {
        numbers(text).ok_or_else(|| NumbersError(text.to_owned()))
    }
}

fn numbers(text: &str) -> Option<Numbers> {
    let bare = text.trim().trim_start_matches('*').trim_start();
    let starred = if text.trim().starts_with('*') { Starred::Yes } else { Starred::No };
    let (least, most) = bare.split_once(['-', '\u{2013}']).unwrap_or((bare, bare));
    let least = least.trim().parse().ok()?;
    if let Some((part, of)) = most.split_once('/') {
        let (part, of) = (part.trim().parse().ok()?, of.trim().parse().ok()?);
        let proper = least == 0u32 && starred == Starred::No && (1..=of).contains(&part);
        return proper.then_some(Numbers::UpTo { part, of });
    }
    let most = most.trim().parse().ok()?;
    (least <= most && most > 0).then_some(Numbers::Between { least, most, starred })
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Numbers::UpTo { part, of } => write!(f, "0-{part}/{of}"),
            Numbers::Between { least, most, starred } => {
                let star = if *starred == Starred::Yes { "*" } else { "" };
                if least == most { write!(f, "{star}{most}") } else { write!(f, "{star}{least}-{most}") }
            }
        }
    }
}
