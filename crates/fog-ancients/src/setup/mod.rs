//! From two armies to the first turn (30), and what stays hidden: ambushes and outflanking marches.

pub mod ambush;
pub mod arrival;
mod asked;
mod choice;
pub mod deploy;
pub mod dismount;
mod entry;
mod judge;
mod lay;
pub mod march;
mod offer;
pub mod position;
mod progress;
mod room;
pub mod scenario;
mod secret;
mod sent;
mod shape;
pub mod terrain;
mod turn;
mod works;
mod zones;

pub use asked::next;
pub use choice::{
    Adjustment, CommanderAt, Deployed, LayArea, Laying, MarkerAt, Outflank, Pick, SetUpChoice, SetUpPrompt,
    Touching,
};
pub use judge::check;
pub use lay::area_of;
pub use offer::propose;
pub use progress::{Adjusting, Picked, Seen, SetUp, SetUpEvent, Step, apply};
pub use secret::{event_for, may_know, reveals, view};
pub use sent::{setup_for, start_for};
pub use turn::resolve;

use crate::army::{self, OrderOfBattle, Part};
use crate::fact::Fact;
use crate::field::{Field, Piece, TableEdge};
use crate::formation::MOST_BASES;
use crate::ids::{BaseId, CommanderId, GroupId, GroupSet};
use crate::memo::Memo;
use crate::movement::passage::Passing;
use crate::rules::{Names, Rules};
use crate::settings::{Edition, Listed, MoveUnit, Scale, Settings, SpecialPassage};
use crate::stage::{Phase, Stage};
use crate::state::{
    Army, Base, Cohesion, Commander, CommanderPlace, Deeds, Defences, Group, Place, Shape, State,
};
use crate::tables::Tables;
use crate::troop::{Quality, Training, TroopType};
use aelian_game::{Seldom, Side};
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
    /// FA-INIT-01: who has the initiative, where no dice are thrown for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiative: Option<Side>,
    /// Red's, then Blue's.
    #[serde(default)]
    pub armies: [OrderOfBattle; 2],
    /// FA-VIC-01: groups at the beginning, red then blue, in a setup as it is sent to a viewer; otherwise the armies tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<[u8; 2]>,
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
        let [width, depth] = Tables::standard().distances.set_up.table;
        TableSize { width, depth }
    }
}

/// How the battle begins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// FA-SET-04: the whole set-up of the book.
    #[default]
    Book,
    /// The battlefield is given; initiative, camps and deployment are as in the book.
    Field(Vec<Piece>),
    /// A position stated directly; the armies of the setup only give their names.
    Position(Box<Position>),
}

/// 30: what waits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    /// FA-AMB-08: a marker has been seen; its owner places the group.
    Reveal { marker: u8 },
    /// FA-FLANK-20: groups near the place where enemy arrive must still evade away from that edge.
    Surprised { groups: GroupSet, from: TableEdge },
    /// FA-FLANK-21: the groups of the march of this commander have said where they arrive, and have not come yet.
    Enter { commander: CommanderId, named: Vec<Deployed> },
}

/// The rules and the first state; every fault of the setup at once.
pub fn start(setup: &Setup) -> Result<(Rules, State), Vec<Reason<Fact>>> {
    begun(setup, |_| true)
}

/// The same; of the armies only those of these sides are judged.
fn begun(setup: &Setup, is_judged: impl Fn(Side) -> bool) -> Result<(Rules, State), Vec<Reason<Fact>>> {
    let mut rules = Rules::new(setup.settings.clone(), setup.edition, setup.scale, setup.unit);
    rules.called = Arc::new(Names::of(setup));
    rules.passages = passages(setup);
    let mut faults = of_table(setup);
    match &setup.start {
        Start::Position(position) => match position::state_of(&rules, setup, position) {
            Ok(state) if faults.is_empty() => {
                // It was put together by hand.
                return Ok((rules, State { memo: Memo::default(), ..state }));
            }
            Ok(_) => {}
            Err(more) => faults.extend(more),
        },
        Start::Book | Start::Field(_) => {
            for side in Side::BOTH.into_iter().filter(|side| is_judged(*side)) {
                faults.extend(army::check(setup.edition, setup.points, &setup.armies[side.index()]));
            }
            if faults.is_empty() {
                let state = first_state(&rules, setup);
                return Ok((rules, state));
            }
        }
    }
    Err(faults)
}

/// FA-INT-06: who may pass through whom by the settings and by the army lists.
fn passages(setup: &Setup) -> Vec<Passing> {
    let lines: Vec<(Side, &str)> = match &setup.start {
        Start::Position(position) => {
            position.groups.iter().map(|group| (group.side, group.line.as_str())).collect()
        }
        Start::Book | Start::Field(_) => {
            let armies = Side::BOTH.into_iter().zip(&setup.armies);
            armies
                .flat_map(|(side, army)| army.groups.iter().map(move |group| (side, &*group.line)))
                .collect()
        }
    };
    let of_list = |(side, army): (Side, &army::OrderOfBattle)| {
        let list = army::list::List::named(&army.list);
        let line = |name: &str| Listed::Line { line: name.to_owned() };
        let passages = list.map_or(&[][..], |list| &list.passages).iter();
        passages
            .map(|found| SpecialPassage { side, mover: line(&found.mover), through: line(&found.through) })
            .collect::<Vec<_>>()
    };
    let listed: Vec<SpecialPassage> = Side::BOTH.into_iter().zip(&setup.armies).flat_map(of_list).collect();
    let all = setup.settings.special_passages.iter().chain(&listed);
    all.map(|special| Passing::of(special, &lines)).collect()
}

/// FA-MEAS-02: a table on which the deployment areas of both sides have room.
fn of_table(setup: &Setup) -> Vec<Reason<Fact>> {
    let TableSize { width, depth } = setup.table;
    let book = &Tables::standard().distances.set_up;
    let fits = |at: usize, length: f64| (book.least_table[at]..=book.largest_table[at]).contains(&length);
    let sound = fits(0, width) && fits(1, depth);
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
        memo: Memo::default(),
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

/// FA-COH-02: adds a STEADY group that waits to be deployed. Scythed chariots do not count among the army's groups (FA-VIC-06).
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
    let rect = Rect::new(Pose::new(0.0, 0.0, facing), rules.width, rules.depth(front.troop.kind));
    state.bases.resize(first.index() + MOST_BASES, Base { group: id, troop: 0, lost: true, rect });
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
        afoot: Seldom(None),
    });
    if front.troop.kind != TroopType::ScythedChariots {
        state.armies[new.side.index()].initial += 1;
    }
    id
}

/// FA-SET-01, FA-SET-02, FA-BG-07: both armies off the table, their camps apart from their groups, in their order of march.
fn first_state(rules: &Rules, setup: &Setup) -> State {
    let pieces = match &setup.start {
        Start::Field(pieces) => pieces.clone(),
        Start::Book | Start::Position(_) => Vec::new(),
    };
    let field = Field::new(setup.table.width * rules.mu, setup.table.depth * rules.mu, pieces);
    let mut state = empty_state(field);
    let mut set_up = SetUp {
        step: Step::Initiative,
        territories: Vec::new(),
        territory: None,
        picks: Vec::new(),
        to_lay: Vec::new(),
        die: None,
        adjusting: None,
        works: setup.armies.each_ref().map(|army| army.works),
        fortified_camps: setup.armies.each_ref().map(|army| army.fortified_camp),
        may_dismount: GroupSet::EMPTY,
        batches: setup.armies.each_ref().map(|army| deploy::batches(army.groups.len())),
        given: matches!(setup.start, Start::Field(_)),
    };
    for (side, army) in Side::BOTH.into_iter().zip(&setup.armies) {
        set_up.territories.extend(&army.territories);
        for enlisted in &army.groups {
            let new = NewGroup {
                side,
                contingent: enlisted.contingent,
                parts: &enlisted.parts,
                quality: enlisted.quality,
                training: enlisted.training,
            };
            let id = add_group(rules, &mut state, &new);
            if enlisted.may_dismount {
                set_up.may_dismount.insert(id);
            }
            state.groups[id.index()].afoot = Seldom(enlisted.dismounts_as);
            if enlisted.portable_defences {
                state.groups[id.index()].defences = Defences::Carried;
            }
        }
        state.commanders.extend(army.commanders.iter().map(|officer| waiting(rules, side, officer)));
    }
    set_up.territories.sort_unstable();
    set_up.territories.dedup();
    for (army, initial) in state.armies.iter_mut().zip(setup.initial.into_iter().flatten()) {
        army.initial = initial;
    }
    if let Some(winner) = setup.initiative {
        state.initiative = winner;
        set_up.step = turn::after_initiative(&set_up, winner);
    }
    state.set_up = Some(Box::new(set_up));
    state
}

fn waiting(rules: &Rules, side: Side, officer: &army::Officer) -> Commander {
    let size = rules.tables.commander(rules.scale);
    let pose = Pose::new(0.0, 0.0, home_facing(side));
    Commander {
        side,
        grade: officer.grade,
        rank: officer.rank,
        contingent: officer.contingent,
        place: CommanderPlace::Waiting,
        rect: Rect::new(pose, size, size),
        with_since: None,
        stood: pose,
        moved: false,
        tried: false,
        bound: false,
    }
}

/// The twelve places of a group's bases.
fn slots(state: &mut State, id: GroupId) -> &mut [Base] {
    let first = state.group(id).first.index();
    state.bases.get_mut(first..first + MOST_BASES).unwrap_or_default()
}

#[cfg(test)]
mod tests;
