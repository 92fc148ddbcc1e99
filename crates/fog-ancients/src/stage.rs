//! The sequence of play (00, turn sequence): phases, the stages of each, and their order.

use serde::{Deserialize, Serialize};

/// FA-SEQ-02.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    SetUp,
    Impact,
    Manoeuvre,
    Shooting,
    Melee,
    Joint,
}

/// A step of a phase. Several phases share the stages of combat and of what follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    SetUp,
    /// Impact 1 (FA-FLANK-05): outflanking marches.
    Marches,
    /// Impact 2 (50.1).
    DeclareCharges,
    /// Impact 3: tests to charge.
    ChargeTests,
    /// Impact 4 (50.5).
    ShockTests,
    /// Impact 5: evade or stand (FA-EV-05).
    EvadeOrStand,
    /// Impact 6 and 9: FRAGMENTED groups that are charged (FA-CHG-32); after the evades those newly uncovered.
    FragmentedTests,
    /// Impact 7 (50.8).
    Interceptions,
    /// Impact 8 (50.9).
    Evades,
    UncoveredTests,
    /// Impact 10 and 11 (50.2 to 50.4).
    ChargeMoves,
    /// Impact 12, melee 1 (FA-CLOSS-01): commanders in the front rank.
    FrontRank,
    /// Impact 12, melee 2 (68): dice.
    Fight,
    /// Shooting 1 (60).
    Shoot,
    /// 75.1, 75.2: tests for lost combats or for shooting.
    Tests,
    /// 75.4, 75.5.
    DeathRolls,
    /// FA-CLOSS-03.
    CommanderRisks,
    /// Melee 4 (65.4, FA-SACK-06).
    CampAssaults,
    /// FA-CT-05, FA-CT-10: tests for friends seen to break and for commanders lost.
    SeenTests,
    /// 68.6.
    InitialRouts,
    /// 68.7.
    InitialPursuits,
    /// Manoeuvre 1 (55.1).
    Reform,
    /// Manoeuvre 1 (55.2).
    Conform,
    /// Manoeuvre 2 (55.3): the active player, then the other.
    Feed,
    FeedAnswer,
    /// Manoeuvre 3 (FA-FLANK-10): outflanking marches come upon the table.
    Arrivals,
    /// Manoeuvre 3 (40, 55.4 to 55.7).
    Moves,
    /// Manoeuvre 4 (FA-CAMP-11, FA-SACK-01): open camps that enemy touch; after the moves of every phase.
    Sack,
    /// Joint action 1 (70.1).
    ScythedRemoval,
    /// Joint action 2 (70.2).
    BreakOffs,
    /// Joint action 3: tests to stop pursuing or looting.
    StopTests,
    /// Joint action 4 (FA-SEQ-04, FA-JCMD-01): the active player's commanders, then the other's.
    CommandersMove,
    CommandersAnswer,
    /// Joint action 5 (FA-JCMD-02).
    Rally,
    RallyAnswer,
    /// Joint action 6 (70.5).
    RoutersMove,
    /// FA-DEST-03: friends see the groups that will be removed although they have not broken.
    Doomed,
    /// Joint action 7 (70.6).
    Removal,
    /// FA-SEQ-05: the army rout check at the end of a phase.
    ArmyCheck,
}

use Stage::*;

/// FA-SEQ-06: hits before tests, tests before what was seen, all of it before routs and pursuits.
const IMPACT: [Stage; 20] = [
    Marches,
    DeclareCharges,
    ChargeTests,
    ShockTests,
    EvadeOrStand,
    FragmentedTests,
    Interceptions,
    Evades,
    UncoveredTests,
    ChargeMoves,
    FrontRank,
    Fight,
    Tests,
    DeathRolls,
    CommanderRisks,
    SeenTests,
    InitialRouts,
    InitialPursuits,
    Sack,
    ArmyCheck,
];
/// Evades and bursts in this phase may break others (FA-CT-06, FA-ROUT-02).
const MANOEUVRE: [Stage; 11] = [
    Reform,
    Conform,
    Feed,
    FeedAnswer,
    Arrivals,
    Moves,
    SeenTests,
    InitialRouts,
    InitialPursuits,
    Sack,
    ArmyCheck,
];
/// FA-SEQ-06, FA-SEQ-08, FA-SHOOT-03, FA-SOUT-01, FA-SOUT-03, FA-SOUT-04, FA-SOUT-05: all shooting, then what comes of it.
const SHOOTING: [Stage; 8] =
    [Shoot, Tests, DeathRolls, SeenTests, InitialRouts, InitialPursuits, Sack, ArmyCheck];
const MELEE: [Stage; 11] = [
    FrontRank,
    Fight,
    Tests,
    DeathRolls,
    CommanderRisks,
    CampAssaults,
    SeenTests,
    InitialRouts,
    InitialPursuits,
    Sack,
    ArmyCheck,
];
const JOINT: [Stage; 14] = [
    ScythedRemoval,
    BreakOffs,
    StopTests,
    CommandersMove,
    CommandersAnswer,
    Rally,
    RallyAnswer,
    RoutersMove,
    Sack,
    Doomed,
    SeenTests,
    InitialRouts,
    Removal,
    ArmyCheck,
];

impl Phase {
    /// FA-SEQ-02: the phases of a turn.
    pub const TURN: [Phase; 5] =
        [Phase::Impact, Phase::Manoeuvre, Phase::Shooting, Phase::Melee, Phase::Joint];

    /// Its stages in their order.
    pub fn stages(self) -> &'static [Stage] {
        match self {
            Phase::SetUp => &[Stage::SetUp],
            Phase::Impact => &IMPACT,
            Phase::Manoeuvre => &MANOEUVRE,
            Phase::Shooting => &SHOOTING,
            Phase::Melee => &MELEE,
            Phase::Joint => &JOINT,
        }
    }

    /// The phase after this one; none after the last of a turn.
    pub fn after(self) -> Option<Phase> {
        match self {
            Phase::SetUp => Some(Phase::Impact),
            Phase::Impact => Some(Phase::Manoeuvre),
            Phase::Manoeuvre => Some(Phase::Shooting),
            Phase::Shooting => Some(Phase::Melee),
            Phase::Melee => Some(Phase::Joint),
            Phase::Joint => None,
        }
    }

    /// The stage after this one in this phase; none after its last.
    pub fn stage_after(self, stage: Stage) -> Option<Stage> {
        let stages = self.stages();
        let at = stages.iter().position(|one| *one == stage)?;
        stages.get(at + 1).copied()
    }
}
