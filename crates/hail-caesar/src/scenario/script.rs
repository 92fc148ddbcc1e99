//! What a battle remembers from turn to turn, and what happens by its own rules.

use super::Battle;
use super::plans::Plan;
use super::raid::{Alarm, Herd, Raid, Sacked};
use crate::ids::DivisionId;
use crate::state::State;
use aelian_game::{Seldom, Side};
use serde::{Deserialize, Serialize};

/// What a scenario remembers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Script {
    /// HC-SETUP-04: who has drawn up.
    pub drawn_up: [bool; 2],
    /// HC-SETUP-05.
    pub first: FirstTurn,
    /// HS-KADESH-05, HS-GATES-03: where divisions will come on.
    pub plans: Vec<Plan>,
    /// What has been dealt with in this turn.
    pub done: Vec<Matter>,
    /// HS-DAMASCUS-04: divisions that come on, still to be named.
    pub owed: u8,
    /// HS-KADESH-11.
    pub camp: Camp,
    /// HS-GATES-15: Romans held the villa when this turn began.
    pub villa_held: bool,
    /// HS-GATES-13: the dice by which the fire at the villa has grown.
    #[serde(skip_serializing_if = "Seldom::is_usual")]
    pub fire: Seldom<Vec<u8>>,
    /// A Border Raid.
    pub raid: Raid,
}

/// HC-SETUP-05.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstTurn {
    #[default]
    Open,
    /// This side won the roll.
    Chooses(Side),
    Settled,
}

/// HS-KADESH-11: what Amun is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Camp {
    #[default]
    Encamped,
    /// The order was passed in this turn.
    Regrouping,
    Ready,
}

/// Something that is dealt with once in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Matter {
    /// The die for this division and those that share it.
    Arrival(DivisionId),
    /// HS-DAMASCUS-04.
    Relief,
    /// HS-KADESH-08.
    Signal,
    /// HS-SHIELD-04, HS-KADESH-07.
    Ambush,
    /// HS-KADESH-11.
    Regroup,
    /// HS-GATES-15.
    VillaWatch,
    /// HS-GATES-09, HS-GATES-15.
    Villa,
    /// HS-DAMASCUS-13.
    Objective,
    /// HS-BRUN-07.
    SecondCommand,
    /// HS-RAID-03.
    Vino,
    /// HS-RAID-24.
    Herd,
    /// HS-RAID-02.
    Stragglers,
    /// HS-RAID-02.
    BringOn,
    /// HS-RAID-17, HS-RAID-18, HS-RAID-19, HS-RAID-20, HS-RAID-21, HS-RAID-22, HS-RAID-23.
    Alarm,
    /// HS-RAID-06.
    Household,
    /// HS-RAID-12.
    Hunters,
    /// HS-RAID-11.
    Druids,
    /// HS-RAID-13.
    Herdsman,
    /// HS-RAID-26.
    Sack,
}

/// What happens by a scenario's own rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScenarioEvent {
    DrawnUp(Side),
    First(FirstTurn),
    /// HC-SETUP-05: this side has the first turn.
    Begins(Side),
    /// Replaces what was planned for the division.
    Planned(Plan),
    Done(Matter),
    Owed(u8),
    Camp(Camp),
    VillaHeld(bool),
    /// HS-GATES-13: the fire grows by this.
    Fire(u8),
    /// HS-RAID-03.
    Vino(u8),
    /// HS-RAID-17, HS-RAID-18, HS-RAID-19, HS-RAID-20, HS-RAID-21, HS-RAID-22, HS-RAID-23.
    Alarm(Alarm),
    /// HS-RAID-15.
    Warned,
    /// HS-RAID-16.
    Attacked,
    /// HS-RAID-24, HS-RAID-25.
    Herd(Herd),
    DrivenOff,
    /// HS-RAID-11.
    Temple,
    /// HS-RAID-26.
    Sacked(Sacked),
}

pub fn apply(state: &mut State, event: &ScenarioEvent) {
    let script = &mut state.script;
    match event {
        ScenarioEvent::DrawnUp(side) => script.drawn_up[side.index()] = true,
        ScenarioEvent::First(first) => script.first = *first,
        ScenarioEvent::Begins(side) => state.active = *side,
        ScenarioEvent::Planned(plan) => {
            script.plans.retain(|other| other.division != plan.division);
            script.plans.push(*plan);
        }
        ScenarioEvent::Done(matter) => script.done.push(*matter),
        ScenarioEvent::Owed(owed) => script.owed = *owed,
        ScenarioEvent::Camp(camp) => script.camp = *camp,
        ScenarioEvent::VillaHeld(held) => script.villa_held = *held,
        ScenarioEvent::Fire(face) => script.fire.push(*face),
        ScenarioEvent::Vino(leadership) => script.raid.vino = *leadership,
        ScenarioEvent::Alarm(alarm) => script.raid.alarm = *alarm,
        ScenarioEvent::Warned => script.raid.warned = true,
        ScenarioEvent::Attacked => script.raid.attacked = true,
        ScenarioEvent::Herd(herd) => script.raid.herd = Some(*herd),
        ScenarioEvent::DrivenOff => {
            script.raid.herd = None;
            script.raid.driven_off = true;
        }
        ScenarioEvent::Temple => script.raid.temple = true,
        ScenarioEvent::Sacked(sacked) => script.raid.sacked.push(*sacked),
    }
}

pub fn fits(state: &State, event: &ScenarioEvent) -> bool {
    let division = |id: &DivisionId| id.index() < state.divisions.len();
    match event {
        ScenarioEvent::Planned(plan) => division(&plan.division),
        ScenarioEvent::Done(Matter::Arrival(id)) => division(id),
        _ => true,
    }
}

impl Script {
    /// What a battle begins with.
    pub(crate) fn begin(battle: Option<Battle>) -> Script {
        let raid = if battle == Some(Battle::BorderRaid) { Raid::begin() } else { Raid::default() };
        Script { raid, ..Script::default() }
    }

    /// A new turn: everything of the turn before is forgotten.
    pub(crate) fn turn_begins(&mut self) {
        self.done.clear();
    }
}
