//! The years of an army (80.1), all BC: `1300 BC to 1180 BC`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Two years BC, the earlier and therefore greater one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Period {
    from: u16,
    to: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PeriodError {
    #[error("`{0}` is no period; write two years BC, such as `1300 BC to 1180 BC`")]
    Shape(String),
    #[error("the period ends in {to} BC before it begins in {from} BC; the greater number comes first")]
    Backwards { from: u16, to: u16 },
}

impl Period {
    /// BB-ARM-01: the period of the game.
    pub const OF_THE_GAME: Period = Period { from: 3000, to: 705 };

    /// From one year BC to another.
    pub fn new(from: u16, to: u16) -> Result<Period, PeriodError> {
        if from >= to { Ok(Period { from, to }) } else { Err(PeriodError::Backwards { from, to }) }
    }

    pub fn from(self) -> u16 {
        self.from
    }

    pub fn to(self) -> u16 {
        self.to
    }

    /// Whether all years of the other period are years of this one.
    pub fn holds(self, other: Period) -> bool {
        other.from <= self.from && other.to >= self.to
    }
}

impl FromStr for Period {
    type Err = PeriodError;

    fn from_str(text: &str) -> Result<Period, PeriodError> {
        let wrong = || PeriodError::Shape(text.to_owned());
        let (from, to) =
            text.split_once(" to ").or_else(|| text.split_once(['-', '\u{2013}'])).ok_or_else(wrong)?;
        // Only the last year must say BC: `745-681 BC`.
        let year = |text: &str| text.trim().trim_end_matches("BC").trim_end().parse::<u16>().ok();
        let ends_in_bc = to.trim_end().ends_with("BC");
        match (year(from), year(to)) {
            (Some(from), Some(to)) if ends_in_bc => Period::new(from, to),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} BC to {} BC", self.from, self.to)
    }
}

impl Serialize for Period {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Period {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Period, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
