//! What set-up still has to do, and the events that carry it on (BB-SET-01).

use crate::army::OrderOfBattle;
use crate::choice::{Pick, PickKind};
use crate::field::TableEdge;
use crate::rules::{Look, Rules};
use crate::state::State;
use aelian_game::Side;
use serde::{Deserialize, Serialize};

/// What set-up still has to do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct SetUp {
    pub stage: SetUpStage,
    /// The battlefield was given; nobody picks or lays terrain.
    pub field_given: bool,
    pub homelands: [Homeland; 2],
    /// What each side has picked and not yet laid.
    pub picks: [Vec<Pick>; 2],
    /// The piece that is being laid.
    pub named: Option<Named>,
}

/// BB-SET-01: the steps in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetUpStage {
    #[default]
    Invader,
    Pick(Side),
    Lay,
    Weather,
    TimeOfDay,
    Baggage(Side),
    DeployOrder,
    DeployFirst,
    Ambush(Side),
    Deploy(Side),
    Begin,
}

/// BB-ARM-04: the kinds of terrain of an army's homeland.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Homeland {
    pub mandatory: Vec<PickKind>,
    pub optional: Vec<PickKind>,
}

/// A piece about to be laid, with what was named and rolled for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Named {
    pub side: Side,
    /// Its place among the picks of its side.
    pub piece: u8,
    pub pick: Pick,
    /// BB-SET-30, BB-SET-34: the edge of a WW or La, or the edge from which the band of a river is measured.
    pub edge: Option<TableEdge>,
    /// BB-SET-52: the side to which an area feature must be nearest.
    pub nearest: Option<TableEdge>,
    /// BB-SET-34: the two dice of a river, the lower first.
    pub dice: Option<(u8, u8)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetUpEvent {
    /// BB-SET-02.
    InvaderIs(Side),
    Picked {
        side: Side,
        picks: Vec<Pick>,
    },
    /// BB-SET-52, BB-SET-34: the piece that is laid next, with the dice thrown for it.
    Named(Named),
    /// The named piece has been laid, or else discarded (BB-SET-23).
    Done {
        laid: bool,
    },
    /// BB-WEA-03.
    RainRisk,
    /// BB-TIM-01.
    DayRounds(u16),
    /// BB-DEP-05.
    DeploysFirst(Side),
    /// Set-up has come to this step.
    Comes(SetUpStage),
}

pub fn apply(state: &mut State, event: &SetUpEvent) {
    match event {
        SetUpEvent::InvaderIs(side) => state.invader = *side,
        SetUpEvent::RainRisk => state.weather.rain_risk = true,
        SetUpEvent::DayRounds(rounds) => state.time.day_rounds = Some(*rounds),
        SetUpEvent::DeploysFirst(side) => state.moves_first = side.other(),
        _ => {}
    }
    let Some(set_up) = &mut state.set_up else { return };
    match event {
        SetUpEvent::Picked { side, picks } => set_up.picks[side.index()].clone_from(picks),
        SetUpEvent::Named(named) => set_up.named = Some(*named),
        SetUpEvent::Done { .. } => {
            if let Some(named) = set_up.named.take() {
                let picks = &mut set_up.picks[named.side.index()];
                if usize::from(named.piece) < picks.len() {
                    picks.remove(usize::from(named.piece));
                }
            }
        }
        SetUpEvent::Comes(stage) => set_up.stage = *stage,
        _ => {}
    }
}

impl SetUp {
    pub fn new(armies: &[OrderOfBattle; 2], field_given: bool) -> SetUp {
        let homelands = [0, 1].map(|at: usize| Homeland {
            mandatory: armies[at].mandatory.clone(),
            optional: armies[at].optional.clone(),
        });
        SetUp { field_given, homelands, ..SetUp::default() }
    }

    /// BB-SET-01: what comes after a step that is done.
    pub fn after(look: Look<'_>, stage: SetUpStage) -> SetUpStage {
        let (invader, invaded) = (look.state.invader, look.state.invader.other());
        let first = look.state.moves_first.other();
        let Some(set_up) = &look.state.set_up else { return SetUpStage::Begin };
        match stage {
            SetUpStage::Invader => set_up.after_invader(look.rules, invaded),
            SetUpStage::Pick(side) if side == invaded => SetUpStage::Pick(invader),
            SetUpStage::Pick(_) if set_up.picks.iter().any(|picks| !picks.is_empty()) => SetUpStage::Lay,
            SetUpStage::Pick(_) | SetUpStage::Lay => after_terrain(look.rules, invaded),
            SetUpStage::Weather if look.rules.time_of_day => SetUpStage::TimeOfDay,
            SetUpStage::Weather | SetUpStage::TimeOfDay => SetUpStage::Baggage(invaded),
            SetUpStage::Baggage(side) if side == invaded => SetUpStage::Baggage(invader),
            SetUpStage::Baggage(_) => SetUpStage::DeployOrder,
            SetUpStage::DeployOrder | SetUpStage::DeployFirst => SetUpStage::Ambush(invaded),
            SetUpStage::Ambush(side) if side == invaded => SetUpStage::Ambush(invader),
            SetUpStage::Ambush(_) => SetUpStage::Deploy(first),
            SetUpStage::Deploy(side) if side == first => SetUpStage::Deploy(first.other()),
            SetUpStage::Deploy(_) | SetUpStage::Begin => SetUpStage::Begin,
        }
    }

    /// Picking terrain, unless it was given.
    pub fn after_invader(&self, rules: &Rules, invaded: Side) -> SetUpStage {
        if self.field_given { after_terrain(rules, invaded) } else { SetUpStage::Pick(invaded) }
    }
}

/// BB-WEA-01, BB-DEP-01: weather and time of day are optional; then comes the invaded player's baggage.
fn after_terrain(rules: &Rules, invaded: Side) -> SetUpStage {
    if rules.weather {
        SetUpStage::Weather
    } else if rules.time_of_day {
        SetUpStage::TimeOfDay
    } else {
        SetUpStage::Baggage(invaded)
    }
}
