//! The special rules that a unit can have (75), and their parameters.

use serde::{Deserialize, Serialize};

/// The rules without a number, and the weapons that are rules (HC-STAT-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Special {
    Brave,
    /// HC-XBOW-03: powerful crossbows; others count as bows.
    Crossbows,
    DoubleHanded,
    /// HC-DRILL-07: both halves.
    Drilled,
    /// HC-DRILL-01 alone.
    DrilledFreeMove,
    /// HC-DRILL-03, HC-DRILL-04 alone.
    DrilledPassing,
    Eager,
    Elephants,
    FeignedFlight,
    FrenziedCharge,
    FreshlyRaised,
    Kontos,
    Lance,
    LongSpears,
    Marauders,
    Marksmen,
    Militia,
    ParthianShot,
    PigsHead,
    Pikes,
    Pilum,
    ScythedChariots,
    Slings,
    Steady,
    Testudo,
    ToughFighters,
    Valiant,
    Wavering,
    Wedge,
    /// HC-SCN-01.
    ImmuneToBlunders,
    /// HC-SCN-04.
    Napfa,
    /// HC-CLR-06: may close ranks though it is not shielded heavy infantry.
    CloseRanks,
    /// HC-LEADER: a warband of light infantry (HC-OPEN-07) or any other (HC-WB-01).
    Warband,
    /// HC-AMOVE-04.
    Immobile,
}

/// All special rules of one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Specials {
    flags: u64,
    /// HC-ELITE-01: recovers on so much or more; 0: has not the rule.
    pub elite: u8,
    /// HC-LEVY-01; 0: has not the rule.
    pub levy: u8,
    /// HC-PHAL-01; 0: has not the rule.
    pub phalanx: u8,
    /// HC-FAN-03: what is added to saves; 0: has not the rule.
    pub fanatic: u8,
    /// HC-STUB-02: with how many casualties at most; none: has not the rule. 255: with any number.
    pub stubborn: Option<u8>,
    /// HC-WILD-01; 0: has not the rule.
    pub wild: u8,
    /// HC-BRAVE-02: rallies on so much or more; counts only with `Brave`.
    pub brave: u8,
}

impl Special {
    pub const ALL: [Special; 34] = [
        Special::Brave,
        Special::Crossbows,
        Special::DoubleHanded,
        Special::Drilled,
        Special::DrilledFreeMove,
        Special::DrilledPassing,
        Special::Eager,
        Special::Elephants,
        Special::FeignedFlight,
        Special::FrenziedCharge,
        Special::FreshlyRaised,
        Special::Kontos,
        Special::Lance,
        Special::LongSpears,
        Special::Marauders,
        Special::Marksmen,
        Special::Militia,
        Special::ParthianShot,
        Special::PigsHead,
        Special::Pikes,
        Special::Pilum,
        Special::ScythedChariots,
        Special::Slings,
        Special::Steady,
        Special::Testudo,
        Special::ToughFighters,
        Special::Valiant,
        Special::Wavering,
        Special::Wedge,
        Special::ImmuneToBlunders,
        Special::Napfa,
        Special::CloseRanks,
        Special::Warband,
        Special::Immobile,
    ];

    /// The word that army files and cases use for it.
    pub fn word(self) -> &'static str {
        match self {
            Special::Brave => "brave",
            Special::Crossbows => "crossbows",
            Special::DoubleHanded => "double-handed",
            Special::Drilled => "drilled",
            Special::DrilledFreeMove => "drilled-free-move",
            Special::DrilledPassing => "drilled-passing",
            Special::Eager => "eager",
            Special::Elephants => "elephants",
            Special::FeignedFlight => "feigned-flight",
            Special::FrenziedCharge => "frenzied-charge",
            Special::FreshlyRaised => "freshly-raised",
            Special::Kontos => "kontos",
            Special::Lance => "lance",
            Special::LongSpears => "long-spears",
            Special::Marauders => "marauders",
            Special::Marksmen => "marksmen",
            Special::Militia => "militia",
            Special::ParthianShot => "parthian-shot",
            Special::PigsHead => "pigs-head",
            Special::Pikes => "pikes",
            Special::Pilum => "pilum",
            Special::ScythedChariots => "scythed-chariots",
            Special::Slings => "slings",
            Special::Steady => "steady",
            Special::Testudo => "testudo",
            Special::ToughFighters => "tough-fighters",
            Special::Valiant => "valiant",
            Special::Wavering => "wavering",
            Special::Wedge => "wedge",
            Special::ImmuneToBlunders => "immune-to-blunders",
            Special::Napfa => "napfa",
            Special::CloseRanks => "close-ranks",
            Special::Warband => "warband",
            Special::Immobile => "immobile",
        }
    }
}

impl Specials {
    pub fn with(mut self, special: Special) -> Specials {
        self.flags |= 1 << special as u32;
        self
    }

    pub fn has(&self, special: Special) -> bool {
        self.flags & (1 << special as u32) != 0
    }

    pub fn iter(&self) -> impl Iterator<Item = Special> + '_ {
        Special::ALL.into_iter().filter(|special| self.has(*special))
    }

    /// HC-DRILL-01.
    pub fn drilled_free_move(&self) -> bool {
        self.has(Special::Drilled) || self.has(Special::DrilledFreeMove)
    }

    /// HC-DRILL-03, HC-DRILL-04.
    pub fn drilled_passing(&self) -> bool {
        self.has(Special::Drilled) || self.has(Special::DrilledPassing)
    }
}
