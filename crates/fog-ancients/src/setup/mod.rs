//! From two armies to the first turn (30), and what stays hidden: ambushes and outflanking marches.

use crate::army::OrderOfBattle;
use crate::choice::{Asked, Choice};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::rules::{Look, Rules};
use crate::settings::{Edition, MoveUnit, Scale, Settings};
use crate::state::State;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Proposals, Verdict, Viewer, Want};
use aelian_rulebook::{Reason, rule};
use serde::{Deserialize, Serialize};

/// What a match starts from; the first line of its record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    #[serde(default)]
    pub edition: Edition,
    #[serde(default)]
    pub scale: Scale,
    #[serde(default)]
    pub unit: MoveUnit,
    pub table: TableSize,
    /// FA-ARMY-01: the agreed points of each army; none where armies need not be equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    #[serde(default)]
    pub settings: Settings,
    /// Red's, then Blue's.
    #[serde(default)]
    pub armies: [OrderOfBattle; 2],
    #[serde(default)]
    pub start: Start,
}

/// FA-MEAS-02: in MU; width along the players' edges, depth between them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableSize {
    pub width: f64,
    pub depth: f64,
}

impl Default for TableSize {
    fn default() -> Self {
        TableSize { width: 72.0, depth: 48.0 }
    }
}

/// How the battle begins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// FA-SET-04: the whole set-up of the book.
    #[default]
    Book,
}

/// What set-up still has to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct SetUp {}

/// 30.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetUpChoice {}

/// 30: what is asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetUpPrompt {}

/// 30: what happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetUpEvent {}

/// 30: what waits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {}

/// The rules and the first state; every fault of the setup at once.
pub fn start(_setup: &Setup) -> Result<(Rules, State), Vec<Reason<Fact>>> {
    Err(vec![Reason::new(rule!("FA-SET-04"), Fact::Rule)])
}

pub fn next(_look: Look<'_>) -> Asked {
    None
}

pub fn check(_look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    not_asked(choice)
}

pub fn resolve(_cx: &mut Cx<'_, Rules>, _choice: &Choice) -> Result<(), NeedRoll> {
    Ok(())
}

pub fn propose(_look: Look<'_>, _want: Want<'_>, _out: &mut Proposals<Rules>) {}

pub fn apply(_state: &mut State, event: &SetUpEvent) {
    match *event {}
}

pub fn view(_rules: &Rules, state: &State, _viewer: Viewer) -> State {
    state.clone()
}

pub fn event_for(_rules: &Rules, _before: &State, event: &Event, _viewer: Viewer) -> Option<Event> {
    Some(event.clone())
}

pub fn reveals(_event: &Event) -> bool {
    false
}
