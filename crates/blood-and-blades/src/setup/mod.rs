//! From two armies to the first bound (32 to 36): terrain, weather, baggage, ambush, deployment.

pub mod ambush;
pub mod position;
mod standard;

use crate::army::OrderOfBattle;
use crate::choice::{Choice, Pick, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::field::{Field, Piece, TableEdge};
use crate::rules::{Look, Rules};
use crate::settings::Settings;
use crate::state::{Army, Base, Deeds, Place, Stage, State, Time, Weather};
use crate::tables::Scale;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Side, Verdict, Want};
use aelian_geometry::{Facing, Pose, Rect};
use aelian_rulebook::{Reason, rule};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a match starts from; the first line of its record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    #[serde(default)]
    pub scale: Scale,
    pub table: TableSize,
    /// BB-WEA-01.
    #[serde(default)]
    pub weather: bool,
    #[serde(default)]
    pub time_of_day: bool,
    /// BB-AP-01: in AP.
    pub budget: f64,
    #[serde(default)]
    pub settings: Settings,
    /// Red's, then Blue's.
    #[serde(default)]
    pub armies: [OrderOfBattle; 2],
    #[serde(default)]
    pub start: Start,
}

/// BB-TBL-03: in MU; depth between the players, width along their edges.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableSize {
    pub depth: f64,
    pub width: f64,
}

/// How the battle begins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// BB-SET-01: the whole set-up of the book.
    #[default]
    Book,
    /// A position stated directly; the armies of the setup are not looked at.
    Position(Box<position::Position>),
}

/// What set-up still has to do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct SetUp {
    pub picks: [Vec<Pick>; 2],
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
}

pub fn apply(state: &mut State, event: &SetUpEvent) {
    match event {
        SetUpEvent::InvaderIs(side) => state.invader = *side,
        SetUpEvent::Picked { side, picks } => {
            if let Some(set_up) = &mut state.set_up {
                set_up.picks[side.index()].clone_from(picks);
            }
        }
    }
}

/// The rules and the first state; every fault of the setup at once.
pub fn start(setup: &Setup) -> Result<(Rules, State), Vec<Reason<Fact>>> {
    let mut rules = Rules::new(setup.settings.clone(), setup.scale);
    rules.weather = setup.weather;
    rules.time_of_day = setup.time_of_day;
    let state = match &setup.start {
        Start::Book => first_state(&rules, setup),
        Start::Position(position) => position::state_of(&rules, setup, position)?,
    };
    Ok((rules, state))
}

fn first_state(rules: &Rules, setup: &Setup) -> State {
    let pieces: [Piece; 0] = [];
    let field = Field::new(setup.table.width * rules.mu, setup.table.depth * rules.mu, pieces);
    let bases = Side::BOTH
        .into_iter()
        .flat_map(|side| setup.armies[side.index()].bases.iter().map(move |enlisted| (side, enlisted)))
        .map(|(side, enlisted)| Base {
            side,
            troop: enlisted.troop,
            commander: enlisted.commander,
            vehicles: enlisted.vehicles,
            place: Place::Waiting,
            rect: Rect::new(
                Pose::new(0.0, 0.0, TableEdge::of(side).opposite().outward()),
                rules.width,
                rules.tables.depth(rules.scale, &enlisted.troop),
            ),
            deeds: Deeds::default(),
        })
        .collect();
    let army = |side: Side| Army { aggression: setup.armies[side.index()].aggression, ..Army::default() };
    State {
        stage: Stage::SetUp,
        round: 0,
        active: Side::Red,
        moves_first: Side::Red,
        invader: Side::Red,
        bases,
        field: Arc::new(field),
        weather: Weather::default(),
        time: Time::default(),
        armies: Side::BOTH.map(army),
        pending: Vec::new(),
        bent_columns: Vec::new(),
        fights: Vec::new(),
        shots: Vec::new(),
        named_opponents: Vec::new(),
        set_up: Some(Box::default()),
    }
}

pub fn next(_look: Look<'_>) -> Next<Prompt, Choice> {
    Next::Forced(Choice::Proceed)
}

pub fn check(_look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Proceed => Verdict::legal(Default::default()),
        _ => Verdict::refused(rule!("BB-SET-01"), Fact::NotAsked),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, _choice: &Choice) -> Result<(), NeedRoll> {
    cx.emit(Event::BattleBegins { reference: [1, 1] });
    Ok(())
}

pub fn propose(_look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    out.push(Choice::Proceed);
}

/// The way a side looks when it sits at its edge.
pub fn home_facing(side: Side) -> Facing {
    TableEdge::of(side).opposite().outward()
}
