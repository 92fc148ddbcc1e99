//! From two armies to the first turn (30), and what stays hidden: ambushes and outflanking marches.

pub mod position;
pub mod scenario;

use crate::army::{OrderOfBattle, Part};
use crate::choice::{Asked, Choice};
use crate::event::Event;
use crate::fact::Fact;
use crate::field::Field;
use crate::flow::not_asked;
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::rules::{Look, Rules};
use crate::settings::{Edition, MoveUnit, Scale, Settings};
use crate::stage::{Phase, Stage};
use crate::state::{Army, Base, Cohesion, Deeds, Defences, Group, Place, Shape, State};
use crate::troop::{Quality, Training, TroopType};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Proposals, Side, Verdict, Viewer, Want};
use aelian_geometry::{Facing, Pose, Rect};
use aelian_rulebook::{Reason, rule};
use position::Position;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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
    /// A position stated directly; the armies of the setup only give their names.
    Position(Box<Position>),
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
pub fn start(setup: &Setup) -> Result<(Rules, State), Vec<Reason<Fact>>> {
    let rules = Rules::new(setup.settings.clone(), setup.edition, setup.scale, setup.unit);
    let mut faults = of_table(setup);
    match &setup.start {
        Start::Position(position) => match position::state_of(&rules, setup, position) {
            Ok(state) if faults.is_empty() => return Ok((rules, state)),
            Ok(_) => {}
            Err(more) => faults.extend(more),
        },
        Start::Book => faults.push(Reason::new(rule!("FA-SET-04"), Fact::Rule)),
    }
    Err(faults)
}

/// FA-MEAS-02: a table on which the deployment areas of both sides have room.
fn of_table(setup: &Setup) -> Vec<Reason<Fact>> {
    let TableSize { width, depth } = setup.table;
    let sound = (24.0..=240.0).contains(&width) && (32.0..=240.0).contains(&depth);
    if sound { Vec::new() } else { vec![Reason::new(rule!("FA-MEAS-02"), Fact::Table { width, depth })] }
}

/// Towards the enemy's edge.
pub fn home_facing(side: Side) -> Facing {
    match side {
        Side::Red => Facing::UP,
        Side::Blue => Facing::DOWN,
    }
}

/// A state with nothing in it but the field.
pub fn empty_state(field: Field) -> State {
    State {
        phase: Phase::SetUp,
        stage: Stage::SetUp,
        turn: 0,
        active: Side::Red,
        initiative: Side::Blue,
        groups: Vec::new(),
        bases: Vec::new(),
        commanders: Vec::new(),
        field: Arc::new(field),
        camps: [None, None],
        works: Vec::new(),
        markers: Vec::new(),
        marches: Vec::new(),
        armies: [Army::default(); 2],
        kinks: Vec::new(),
        bouts: Vec::new(),
        charges: Vec::new(),
        hits: Vec::new(),
        aims: Vec::new(),
        pursuits: Vec::new(),
        broken: Vec::new(),
        seen: Vec::new(),
        dealt: GroupSet::EMPTY,
        pending: Vec::new(),
        set_up: None,
        ending: None,
    }
}

/// A group that joins a state.
#[derive(Clone, Copy, Debug)]
pub struct NewGroup<'a> {
    pub side: Side,
    pub contingent: u8,
    pub parts: &'a [Part],
    pub quality: Quality,
    pub training: Training,
}

/// Adds a group that waits to be deployed. Scythed chariots do not count among the army's groups (FA-VIC-06).
pub fn add_group(rules: &Rules, state: &mut State, new: &NewGroup<'_>) -> GroupId {
    let id = GroupId(state.groups.len() as u8);
    let first = BaseId(state.bases.len() as u16);
    let (Some(front), Some(rear)) = (new.parts.first(), new.parts.last()) else { return id };
    let facing = home_facing(new.side);
    for (at, part) in new.parts.iter().enumerate() {
        let rect = Rect::new(Pose::new(0.0, 0.0, facing), rules.width, rules.depth(part.troop.kind));
        let base = Base { group: id, troop: at as u8, lost: false, rect };
        state.bases.extend(std::iter::repeat_n(base, usize::from(part.bases)));
    }
    state.groups.push(Group {
        side: new.side,
        contingent: new.contingent,
        first,
        original: new.parts.iter().map(|part| part.bases).sum(),
        troops: [front.troop, rear.troop],
        quality: new.quality,
        training: new.training,
        place: Place::Waiting,
        facing,
        shape: Shape::Normal,
        cohesion: Cohesion::Steady,
        deeds: Deeds::default(),
        defences: Defences::None,
    });
    if front.troop.kind != TroopType::ScythedChariots {
        state.armies[new.side.index()].initial += 1;
    }
    id
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
