//! Decisions: what players are asked, and what they answer. One choice is one decision of the book (05).
//! Each chapter has its own words in its `choice.rs`.

use crate::align::{AlignChoice, AlignPrompt};
use crate::cohesion::{CohesionChoice, CohesionPrompt};
use crate::combat::{CombatChoice, CombatPrompt};
use crate::ids::{BaseId, CommanderId, GroupSet};
use crate::impact::{ImpactChoice, ImpactPrompt};
use crate::joint::{JointChoice, JointPrompt};
use crate::movement::{MovementChoice, MovementPrompt};
use crate::rout::{RoutChoice, RoutPrompt};
use crate::setup::{SetUpChoice, SetUpPrompt};
use crate::shooting::{ShootingChoice, ShootingPrompt};
use aelian_game::{Next, Side};
use aelian_geometry::Pose;
use serde::{Deserialize, Serialize};

/// An answer to a prompt, or a step that nobody decides (`Proceed`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// The next automatic step of the stage: a test, a roll, a compulsory move.
    Proceed,
    /// 30.
    SetUp(SetUpChoice),
    /// 50.
    Impact(ImpactChoice),
    /// 40, 55.4 to 55.8, 25.4.
    Movement(MovementChoice),
    /// 55.1 to 55.3.
    Align(AlignChoice),
    /// 60.
    Shooting(ShootingChoice),
    /// 65, 68.
    Combat(CombatChoice),
    /// 75.
    Cohesion(CohesionChoice),
    /// 68.6, 68.7, 70.5.
    Rout(RoutChoice),
    /// 70.
    Joint(JointChoice),
    /// A side gives up.
    Concede { side: Side },
    /// FA-VIC-08: time is out.
    TimeOut,
}

/// What a side is asked. The page shows it as one question; `propose` lists the answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prompt {
    SetUp(SetUpPrompt),
    Impact(ImpactPrompt),
    Movement(MovementPrompt),
    Align(AlignPrompt),
    Shooting(ShootingPrompt),
    Combat(CombatPrompt),
    Cohesion(CohesionPrompt),
    Rout(RoutPrompt),
    Joint(JointPrompt),
}

/// What a chapter wants next in its stage; none: nothing is left to do in it.
pub type Asked = Option<Next<Prompt, Choice>>;

/// Where a base is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Placement {
    pub base: BaseId,
    pub pose: Pose,
}

/// What a legal choice leads to, as far as no die decides it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Ghost {
    /// End poses of the bases that move.
    pub moves: Vec<Placement>,
    /// End poses of commanders that move.
    pub commanders: Vec<(CommanderId, Pose)>,
    /// Distance used and allowed, in mm.
    pub used: f64,
    pub allowed: f64,
    /// What two dice must reach after re-rolls and modifiers if a test comes first (40.2); the modifiers together.
    pub test: Option<TestAhead>,
    /// Enemy groups that it touches, charges or shoots at.
    pub targets: GroupSet,
}

/// A complex move test that a choice has to pass first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TestAhead {
    pub needed: i32,
    pub modifier: i32,
    /// Exact, with the quality re-rolls.
    pub chance: f64,
}
