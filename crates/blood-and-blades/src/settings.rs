//! The named settings: what stands for lost or open text, with the ledger's defaults (00-index, 95).
//!
//! Every value is kept in the record. Values that the book does not give are house values and are shown
//! to the players as such; which ones they are stands in `rulebook/blood-and-blades/00-index.md`.

use serde::{Deserialize, Serialize};

/// AMB-02: the die for PIGs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PigDie {
    /// Average die for a Reg C-in-C, D6 for an Irr one.
    #[default]
    ByStatus,
    D6,
}

/// AMB-08: whose front corners give cohesion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CohesionNeighbours {
    #[default]
    AllButSkirmishersAndBaggage,
    Any,
    SameType,
    HeavyInfantry,
}

/// AMB-22.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundsBeforeDusk {
    #[default]
    SumOfBothDice,
    OneDie,
}

/// AMB-29.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CommanderLoss {
    #[default]
    OrdersCostOneMore,
    NoEffect,
}

/// AMB-37.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OverlapWhileFighting {
    #[default]
    OwnMainOpponentOnly,
    FlankContactAlways,
}

/// AMB-77.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DunesGoing {
    #[default]
    DifficultButGoodForCamels,
    Difficult,
    Rough,
}

/// AMB-65.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PursuitDistance {
    #[default]
    DepthToWidth,
    DepthOnly,
}

/// AMB-81.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PivotMeasure {
    #[default]
    Chord,
    Arc,
}

/// Move distances in MU for good, rough and difficult going and for a road.
pub type MoveRow = [u8; 4];

/// All named settings of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    pub pig_die: PigDie,
    pub river_edge_advantage: i32,
    pub cohesion_neighbours: CohesionNeighbours,
    /// Numerator and denominator of what a spent base counts of its PoC.
    pub spent_loss_fraction: (u32, u32),
    pub poc_strong: u32,
    pub poc_weak: u32,
    /// AMB-11: Wb, Irr HCh and Irr Bd must pursue.
    pub must_pursue_extra: bool,
    /// AMB-12: Hd and mounted may pursue.
    pub may_pursue_extra: bool,
    #[serde(rename = "move_El")]
    pub move_el: MoveRow,
    #[serde(rename = "move_Hd")]
    pub move_hd: MoveRow,
    /// Against infantry, against mounted.
    #[serde(rename = "factor_Bg")]
    pub factor_bg: (i32, i32),
    /// In MU.
    pub deployment_margin_from_centre: f64,
    pub baggage_bases: u8,
    pub dusk_rounds: u16,
    pub rounds_before_dusk: RoundsBeforeDusk,
    pub cic_loss: CommanderLoss,
    pub cic_combat_advantage: i32,
    pub overlap_while_fighting: OverlapWhileFighting,
    pub incomplete_recoil_destroys: bool,
    pub el_tramples_any_facing: bool,
    pub dunes_going: DunesGoing,
    pub pursuit_distance: PursuitDistance,
    pub road_counts_as_straight: bool,
    pub pivot_measure: PivotMeasure,
    pub support_exempts_from_impetuous: bool,
    /// AMB-13: mounted not yet in it stop a pursuit at DGo.
    pub pursuit_stops_at_difficult: bool,
    /// AMB-132: an unavoidable friendly Ps in close combat is destroyed with the fleeing base.
    pub flee_destroys_fighting_ps: bool,
    pub contact_eps_mm: f64,
    pub angle_eps_deg: f64,
    /// BB-TURN-06, BB-VIC-09: rounds before a time-out draw may be agreed.
    pub minimum_rounds: u16,
    /// BB-VIC-04: rounds after which time is out; none: only when the players say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_rounds: Option<u16>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            pig_die: PigDie::default(),
            river_edge_advantage: 1,
            cohesion_neighbours: CohesionNeighbours::default(),
            spent_loss_fraction: (1, 2),
            poc_strong: 8,
            poc_weak: 2,
            must_pursue_extra: true,
            may_pursue_extra: true,
            move_el: [3, 2, 1, 4],
            move_hd: [2, 2, 2, 4],
            factor_bg: (2, 2),
            deployment_margin_from_centre: 4.0,
            baggage_bases: 1,
            dusk_rounds: 2,
            rounds_before_dusk: RoundsBeforeDusk::default(),
            cic_loss: CommanderLoss::default(),
            cic_combat_advantage: 0,
            overlap_while_fighting: OverlapWhileFighting::default(),
            incomplete_recoil_destroys: false,
            el_tramples_any_facing: true,
            dunes_going: DunesGoing::default(),
            pursuit_distance: PursuitDistance::default(),
            road_counts_as_straight: true,
            pivot_measure: PivotMeasure::default(),
            support_exempts_from_impetuous: true,
            pursuit_stops_at_difficult: false,
            flee_destroys_fighting_ps: true,
            contact_eps_mm: 0.1,
            angle_eps_deg: 0.2,
            minimum_rounds: 0,
            most_rounds: None,
        }
    }
}
