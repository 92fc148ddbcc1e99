//! Decisions of the impact phase, and charges as they stand in a state.

use super::evade::EvadeOrder;
use crate::exact::Exact;
use crate::ids::{GroupId, GroupSet};
use aelian_geometry::Hand;
use serde::{Deserialize, Serialize};

/// 50.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImpactChoice {
    /// FA-DEC-20, FA-DEC-21.
    Declare { group: GroupId, path: ChargePath },
    /// FA-CHG-03.
    EndDeclarations,
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

/// 50: what is asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImpactPrompt {
    Declare,
    /// FA-DEC-25, FA-DEC-42: the groups whose evade moves are left.
    Evade {
        groups: GroupSet,
    },
}

/// 50: what waits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {}
