//! Decisions of the impact phase, and charges as they stand in a state.

use super::evade::EvadeOrder;
use crate::ids::{BaseId, GroupId, GroupSet};
use aelian_game::Exact;
use aelian_geometry::Hand;
use serde::{Deserialize, Serialize};

/// 50, FA-BL-11: each is that of a single group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImpactChoice {
    /// FA-DEC-20, FA-DEC-21.
    Declare { group: GroupId, path: ChargePath },
    /// FA-CHG-03.
    EndDeclarations,
    /// FA-DEC-23: a charged group evades, or stands (skirmishers may have to test for it).
    EvadeOrStand { group: GroupId, evade: bool },
    /// FA-DEC-24, FA-DEC-42: this group intercepts that charger.
    Intercept { group: GroupId, charger: GroupId, how: Interception },
    /// FA-DEC-24: nobody else intercepts.
    EndInterceptions,
    /// FA-DEC-27: this charge is handled next.
    MoveCharge { group: GroupId },
    /// FA-DEC-28: after targets that left the path: the declared path, or one with a wheel after them.
    Chase { path: ChargePath },
    /// FA-DEC-29: the groups of battle troops into which skirmishers step forward, of those that they may spare.
    StepInto { groups: GroupSet },
    /// FA-DEC-30: the base that turns when all that were hit are held to their front.
    TurnBase { base: BaseId },
    /// FA-DEC-25, FA-DEC-42: this group evades next, and so.
    Evade(EvadeOrder),
}

/// FA-ALG-20: straight ahead, then at most one wheel, then straight ahead as far as the move and the enemy allow.
/// Lengths in mm, angles in degrees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChargePath {
    /// Before the wheel; 0 without one.
    #[serde(default)]
    pub ahead: Exact,
    /// FA-CHG-17: about the front corner of this hand, towards it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wheel: Option<(Hand, Exact)>,
    /// FA-CHG-20: the end file of this hand drops back to pass friends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop: Option<Hand>,
}

impl ChargePath {
    /// It is made of numbers that a path may have.
    pub fn is_sound(&self) -> bool {
        let sound = |value: f64| value.is_finite() && (0.0..=1.0e5).contains(&value);
        sound(self.ahead.0) && self.wheel.is_none_or(|(_, angle)| sound(angle.0))
    }
}

/// FA-ZOI-18: the two kinds of interception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Interception {
    /// FA-ZOI-11: straight forward by so many mm, across the path of the charger.
    Cross { distance: Exact },
    /// FA-ZOI-13: into the flank or rear of the charger.
    Strike,
}

/// A charge of this impact phase.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charge {
    pub group: GroupId,
    pub path: ChargePath,
    /// FA-CHG-04: every enemy group that counts as charged.
    pub targets: GroupSet,
    /// 50.4: those of them whose flank or rear it charges.
    pub flanks: GroupSet,
    /// FA-SHK-01: without orders.
    #[serde(default)]
    pub unordered: bool,
    /// FA-SKC-04: it passed a test to charge these targets.
    #[serde(default)]
    pub tested: GroupSet,
    /// FA-CHG-07: targets that were uncovered by evades and routs.
    #[serde(default)]
    pub revealed: GroupSet,
    /// FA-SHK-13: friends through whom it bursts.
    #[serde(default)]
    pub bursts: GroupSet,
    pub status: ChargeStatus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChargeStatus {
    Declared,
    /// AMB-61, FA-CHG-22, FA-ZOI-13.
    Cancelled,
    Moved,
}

impl Charge {
    /// It has been declared, and neither moved nor been cancelled.
    pub fn is_due(&self) -> bool {
        self.status == ChargeStatus::Declared
    }
}

/// 50: what is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImpactPrompt {
    Declare,
    /// FA-DEC-23: with the test that standing would need.
    EvadeOrStand {
        group: GroupId,
        by: GroupSet,
        test: bool,
    },
    /// FA-DEC-24: the groups that may intercept.
    Intercept {
        groups: GroupSet,
    },
    /// FA-DEC-27: the charges that are left.
    MoveCharges {
        left: GroupSet,
    },
    /// FA-DEC-28: with the change of the move in MU.
    Chase {
        group: GroupId,
        variable: i8,
    },
    /// FA-DEC-29: groups of battle troops that it need not step into.
    StepInto {
        group: GroupId,
        may: GroupSet,
    },
    /// FA-DEC-30.
    TurnBase {
        group: GroupId,
        bases: Vec<BaseId>,
    },
    /// FA-DEC-25, FA-DEC-42: the groups whose evade moves are left.
    Evade {
        groups: GroupSet,
    },
}

/// 50: what waits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    /// FA-CHG-25: its die has been rolled and all its targets have left the path.
    Chase { group: GroupId, variable: i8 },
    /// FA-STEP-08: it has made contact and is about to step forward.
    Steps { group: GroupId, flanks: GroupSet, may: GroupSet },
    /// FA-FLK-11: one of these bases of the group must turn to face this enemy.
    Turn { group: GroupId, by: GroupId, bases: Vec<BaseId> },
    /// FA-AMB-09: ambushers have been seen on the way; the rest of the path, and how many mm of it.
    ChargeOn { group: GroupId, path: ChargePath, left: Exact },
}
