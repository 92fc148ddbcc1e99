//! Choices and prompts: what a player may be asked and may answer, chapter by chapter.

use crate::again::Second;
use crate::breaks::{BreaksChoice, BreaksPrompt};
use crate::charge::{ChargeChoice, ChargePrompt};
use crate::command::{CommandChoice, CommandPrompt};
use crate::commander::{CommanderChoice, CommanderPrompt};
use crate::fight::{FightChoice, FightPrompt};
use crate::formation::Formation;
use crate::ids::{CommanderId, UnitId, UnitSet};
use crate::ranged::{RangedChoice, RangedPrompt};
use crate::scenario::{ScenarioChoice, ScenarioPrompt};
use crate::setup::{SetUpChoice, SetUpPrompt};
use aelian_game::{Next, Side};
use aelian_geometry::{Rect, Vec2};
use serde::{Deserialize, Serialize};

/// One decision of the book. Plain data: it looks the same whether a mouse, a file or a computer player made it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// Nobody decides: one unit of dice or compulsory work.
    Proceed,
    /// A side gives up the battle.
    Concede {
        side: Side,
    },
    /// The players' time is out; the battle is judged as it stands.
    TimeOut,
    SetUp(SetUpChoice),
    Command(CommandChoice),
    Charge(ChargeChoice),
    Ranged(RangedChoice),
    Fight(FightChoice),
    Breaks(BreaksChoice),
    Commander(CommanderChoice),
    Scenario(ScenarioChoice),
    /// Whether a unit rolls again what can only get better.
    Again(bool),
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prompt {
    SetUp(SetUpPrompt),
    Command(CommandPrompt),
    Charge(ChargePrompt),
    Ranged(RangedPrompt),
    Fight(FightPrompt),
    Breaks(BreaksPrompt),
    Commander(CommanderPrompt),
    Scenario(ScenarioPrompt),
    /// Whether this unit would roll such dice again.
    Again {
        unit: UnitId,
        what: Second,
    },
}

/// What a chapter wants next in its stage; none: nothing is left to do in it.
pub type Asked = Option<Next<Prompt, Choice>>;

/// What a legal choice leads to, as far as no die decides it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Ghost {
    /// Where units end. Of an order: one place for each number of moves that the dice may grant, fewest first.
    pub moves: Vec<GhostMove>,
    pub commanders: Vec<(CommanderId, Vec2)>,
    /// The furthest that any corner goes, and what one move allows, in mm.
    pub used: f64,
    pub allowed: f64,
    /// HC-TEST-C1: the test of an order.
    pub test: Option<TestAhead>,
    /// Enemies whom it charges, shoots at or fights.
    pub targets: UnitSet,
}

/// Where a unit ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GhostMove {
    pub unit: UnitId,
    /// After so many moves.
    pub moves: u8,
    pub formation: Formation,
    pub rect: Rect,
    /// It is in contact with enemies there.
    pub contact: bool,
}

/// HC-TAB-CMD: an order test that comes first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TestAhead {
    /// HC-LEAD-02: what the leadership comes to.
    pub leadership: u8,
    /// Chances of no move, one, two and three, and of a blunder (which is one of no move).
    pub chances: [f64; 4],
    pub blunder: f64,
}
