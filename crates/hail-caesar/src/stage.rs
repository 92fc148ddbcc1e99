//! The sequence of play (HC-TURN-02, HC-CMD-01): the parts of a player's turn, the stages of each, and their order.

use serde::{Deserialize, Serialize};

/// HC-TURN-02, with what comes before the battle, before and after the three parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    SetUp,
    Start,
    Command,
    Ranged,
    HandToHand,
    End,
}

/// A step of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// HC-SETUP-04: both sides draw up.
    Deploy,
    /// HC-SETUP-05.
    FirstTurn,
    /// What a scenario does at the start of a turn: arrivals, ambushes, alarms.
    Arrivals,
    /// HC-BDIV-01, HC-CMD-02, HC-COM-06.
    TurnStart,
    /// HC-ELITE-01.
    Elite,
    /// 30.8.
    Initiative,
    /// 30.2 to 30.7.
    Orders,
    /// HC-RET-05.
    Retire,
    /// HC-CMOV-02: commanders who have not moved.
    CommanderMoves,
    /// HC-BRAVE-01.
    Brave,
    /// HC-BDIV-02, HC-CMD-03.
    CommandEnd,
    /// 40: all shooting.
    Shoot,
    /// HC-CRISK-05.
    ShotCommanders,
    /// HC-RTRIG-05, HC-TGT-21: the tests of those shot at.
    ShotTests,
    /// 55: one engagement after the other.
    Engagements,
    /// HC-DIS-20, HC-LEVY-01.
    Recovery,
    /// What a scenario does at the end of a turn: objectives, counters.
    TurnEnd,
}

use Stage::*;

impl Stage {
    /// Its word in files.
    pub fn word(self) -> String {
        let mut word = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_uppercase() && !word.is_empty() {
                word.push('-');
            }
            word.extend(letter.to_lowercase());
        }
        word
    }
}

impl Part {
    /// HC-TURN-02: the parts of a player's turn.
    pub const TURN: [Part; 5] = [Part::Start, Part::Command, Part::Ranged, Part::HandToHand, Part::End];

    /// Its stages in their order.
    pub fn stages(self) -> &'static [Stage] {
        match self {
            Part::SetUp => &[Deploy, FirstTurn],
            Part::Start => &[Arrivals, TurnStart],
            Part::Command => &[Elite, Initiative, Orders, Retire, CommanderMoves, Brave, CommandEnd],
            Part::Ranged => &[Shoot, ShotCommanders, ShotTests],
            Part::HandToHand => &[Engagements],
            Part::End => &[Recovery, TurnEnd],
        }
    }

    /// The part after this one; none after the last of a turn.
    pub fn after(self) -> Option<Part> {
        match self {
            Part::SetUp => Some(Part::Start),
            Part::Start => Some(Part::Command),
            Part::Command => Some(Part::Ranged),
            Part::Ranged => Some(Part::HandToHand),
            Part::HandToHand => Some(Part::End),
            Part::End => None,
        }
    }

    /// The stage after this one in this part; none after its last.
    pub fn stage_after(self, stage: Stage) -> Option<Stage> {
        let stages = self.stages();
        let at = stages.iter().position(|one| *one == stage)?;
        stages.get(at + 1).copied()
    }
}
