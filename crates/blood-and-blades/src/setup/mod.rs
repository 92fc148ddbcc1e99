//! From two armies to the first bound (32 to 36): terrain, weather, baggage, ambush, deployment.
//!
//! `progress.rs` holds what set-up still has to do, `faults.rs` judges the setup itself, `pick.rs` and `lay/`
//! are the battlefield, `deploy.rs` and `line.rs` the deployment, `ambush.rs` and `seen.rs` the secrets.

pub mod ambush;
mod deploy;
mod faults;
mod lay;
mod line;
mod pick;
pub mod position;
mod progress;
mod rolls;
mod seen;
mod sent;
mod standard;
mod terrain;

pub use deploy::{Purpose, deployment_zone};
pub use lay::river_widths;
pub use pick::most_of;
pub use progress::{Homeland, Named, SetUp, SetUpEvent, SetUpStage, apply};
pub use seen::{Appearance, appears, event_for, may_know, view};
pub use sent::{setup_for, start_for};
pub use terrain::{Naming, Terrain};

use crate::army::{Enlisted, OrderOfBattle};
use crate::choice::{Choice, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::field::{Field, Piece, TableEdge};
use crate::morale::reference;
use crate::pairing::{Pairing, pairings};
use crate::rules::{Look, Rules};
use crate::settings::Settings;
use crate::state::{Army, Base, Deeds, Place, Stage, State, Time, Weather};
use crate::tables::Scale;
use crate::troop::{Grade, Status, Troop, TroopType, Weapon};
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
    /// The battlefield is given; everything after it is as in the book. Without an invader he is rolled for.
    Field {
        pieces: Vec<Piece>,
        #[serde(default)]
        invader: Option<Side>,
    },
    /// The set-up has come as far as this with the terrain; everything after it is as in the book.
    Terrain(Box<Terrain>),
    /// A position stated directly; the armies of the setup are not looked at.
    Position(Box<position::Position>),
}

/// The rules and the first state; every fault of the setup at once.
pub fn start(setup: &Setup) -> Result<(Rules, State), Vec<Reason<Fact>>> {
    started(setup, |_| true)
}

/// The same; of the armies only those of these sides are judged.
fn started(setup: &Setup, is_judged: impl Fn(Side) -> bool) -> Result<(Rules, State), Vec<Reason<Fact>>> {
    let mut rules = Rules::new(setup.settings.clone(), setup.scale);
    rules.called = sent::called(&rules, setup).into();
    rules.weather = setup.weather;
    rules.time_of_day = setup.time_of_day;
    let mut faults = faults::of_table(setup);
    if let Start::Position(position) = &setup.start {
        let state = position::state_of(&rules, setup, position);
        return match state {
            Ok(state) if faults.is_empty() => Ok((rules, state)),
            Ok(_) => Err(faults),
            Err(more) => {
                faults.extend(more);
                Err(faults)
            }
        };
    }
    faults.extend(faults::of_armies(&rules, setup, is_judged));
    if !faults.is_empty() {
        return Err(faults);
    }
    rules.budget_halves = (setup.budget * 2.0).round() as u32;
    let state = first_state(&rules, setup);
    let state = match &setup.start {
        Start::Terrain(terrain) => terrain::brought_to(&rules, state, terrain)?,
        _ => state,
    };
    Ok((rules, state))
}

fn first_state(rules: &Rules, setup: &Setup) -> State {
    let (pieces, invader) = match &setup.start {
        Start::Field { pieces, invader } => (pieces.clone(), *invader),
        Start::Terrain(terrain) => (terrain.laid.clone(), Some(terrain.invader)),
        Start::Book | Start::Position(_) => (Vec::new(), None),
    };
    let field = Field::new(setup.table.width * rules.mu, setup.table.depth * rules.mu, pieces);
    let army = |side: Side| Army { aggression: setup.armies[side.index()].aggression, ..Army::default() };
    let mut set_up = SetUp::new(&setup.armies, matches!(setup.start, Start::Field { .. }));
    if let Some(invader) = invader {
        set_up.stage = set_up.after_invader(rules, invader.other());
    }
    State {
        stage: Stage::SetUp,
        round: 0,
        active: Side::Red,
        moves_first: Side::Red,
        invader: invader.unwrap_or(Side::Red),
        bases: enlist(rules, setup),
        field: Arc::new(field),
        weather: Weather::default(),
        time: Time::default(),
        armies: Side::BOTH.map(army),
        pending: Vec::new(),
        bent_columns: Vec::new(),
        fights: Vec::new(),
        shots: Vec::new(),
        named_opponents: Vec::new(),
        set_up: Some(Box::new(set_up)),
    }
}

/// All bases of both armies, Red's with even and Blue's with odd ids, so that no id tells how many bases
/// the other side has (BB-DEP-09). The places that the smaller army leaves are empty.
fn enlist(rules: &Rules, setup: &Setup) -> Vec<Base> {
    let armies = Side::BOTH.map(|side| army_bases(rules, setup, side));
    let longest = armies.iter().map(Vec::len).max().unwrap_or(0);
    let mut bases = Vec::with_capacity(longest * 2);
    for at in 0..longest {
        for side in Side::BOTH {
            let base = armies[side.index()].get(at).cloned();
            bases.push(base.unwrap_or_else(|| no_base(rules.width, side)));
        }
    }
    bases
}

fn army_bases(rules: &Rules, setup: &Setup, side: Side) -> Vec<Base> {
    let army = faults::with_baggage(rules, &setup.armies[side.index()]);
    let base = |(enlisted, pairing): (&Enlisted, Pairing)| Base {
        commander: enlisted.commander,
        vehicles: enlisted.vehicles,
        pairing,
        ..waiting(rules, side, enlisted.troop)
    };
    let paired: Vec<_> = army.bases.iter().map(Enlisted::paired).collect();
    army.bases.iter().zip(pairings(&paired)).map(base).collect()
}

/// BB-TRP-12.
const BAGGAGE: Troop = Troop {
    kind: TroopType::Bg,
    grade: Grade::O,
    status: Status::Irr,
    weapon: Weapon::Other,
    special_support: false,
};

fn waiting(rules: &Rules, side: Side, troop: Troop) -> Base {
    Base {
        side,
        troop,
        commander: false,
        vehicles: false,
        pairing: Pairing::default(),
        place: Place::Waiting,
        rect: Rect::new(
            Pose::new(0.0, 0.0, home_facing(side)),
            rules.width,
            rules.tables.depth(rules.scale, &troop),
        ),
        deeds: Deeds::default(),
    }
}

/// A place in the list of bases at which there is none, or none that the viewer knows of.
pub fn no_base(width: f64, side: Side) -> Base {
    Base {
        side,
        troop: BAGGAGE,
        commander: false,
        vehicles: false,
        pairing: Pairing::default(),
        place: Place::Unknown,
        rect: Rect::new(Pose::new(0.0, 0.0, home_facing(side)), width, width),
        deeds: Deeds::default(),
    }
}

/// BB-SET-01: who is asked what, in the order of the book.
pub fn next(look: Look<'_>) -> Next<Prompt, Choice> {
    let Some(set_up) = &look.state.set_up else { return Next::Forced(Choice::Proceed) };
    let ask = |side, prompt| Next::Ask { side, prompt };
    let only = |side, prompt, choice| Next::Only { side, prompt, choice };
    match set_up.stage {
        SetUpStage::Pick(side) => ask(side, Prompt::PickTerrain { invaded: side != look.state.invader }),
        SetUpStage::Lay => lay::next(look, set_up),
        SetUpStage::Baggage(side) => match deploy::baggage(look, side) {
            bases if bases.is_empty() => {
                only(side, Prompt::PlaceBaggage { bases }, Choice::PlaceBaggage(Vec::new()))
            }
            bases => ask(side, Prompt::PlaceBaggage { bases }),
        },
        SetUpStage::DeployFirst => ask(look.state.invader, Prompt::DeployFirst),
        SetUpStage::Ambush(side) => ask(side, Prompt::Ambush),
        SetUpStage::Deploy(side) => match deploy::waiting(look, side) {
            bases if bases.is_empty() => only(side, Prompt::Deploy { bases }, Choice::Deploy(Vec::new())),
            bases => ask(side, Prompt::Deploy { bases }),
        },
        SetUpStage::Invader
        | SetUpStage::Weather
        | SetUpStage::TimeOfDay
        | SetUpStage::DeployOrder
        | SetUpStage::Begin => Next::Forced(Choice::Proceed),
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    let Some(set_up) = &look.state.set_up else { return not_asked() };
    match (set_up.stage, choice) {
        (SetUpStage::Pick(side), Choice::PickTerrain(picks)) => pick::check(look, side, picks),
        (SetUpStage::Lay, Choice::NameSide { .. } | Choice::Lay(_) | Choice::Discard) => {
            lay::check(look, set_up, choice)
        }
        (SetUpStage::Baggage(side), Choice::PlaceBaggage(places)) => {
            deploy::check_baggage(look, side, places)
        }
        (SetUpStage::DeployFirst, Choice::DeployFirst(_)) => Verdict::legal(Default::default()),
        (SetUpStage::Ambush(side), Choice::Ambush(places)) => ambush::check(look, side, places),
        (SetUpStage::Deploy(side), Choice::Deploy(places)) => deploy::check(look, side, places),
        (
            SetUpStage::Invader
            | SetUpStage::Weather
            | SetUpStage::TimeOfDay
            | SetUpStage::DeployOrder
            | SetUpStage::Begin,
            Choice::Proceed,
        ) => Verdict::legal(Default::default()),
        _ => not_asked(),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let Some(set_up) = &cx.state().set_up else { return Ok(()) };
    let stage = set_up.stage;
    match (stage, choice) {
        (SetUpStage::Invader, _) => rolls::invader(cx),
        (SetUpStage::Pick(side), Choice::PickTerrain(picks)) => {
            cx.emit(Event::SetUp(SetUpEvent::Picked { side, picks: picks.clone() }));
            comes(cx, stage);
            Ok(())
        }
        (SetUpStage::Lay, _) => lay::resolve(cx, choice),
        (SetUpStage::Weather, _) => rolls::weather(cx),
        (SetUpStage::TimeOfDay, _) => rolls::time_of_day(cx),
        (SetUpStage::DeployOrder, _) => rolls::deployment(cx),
        (SetUpStage::DeployFirst, Choice::DeployFirst(first)) => {
            let invader = cx.state().invader;
            rolls::deploys_first(cx, if *first { invader } else { invader.other() });
            Ok(())
        }
        (_, Choice::PlaceBaggage(places) | Choice::Deploy(places)) => {
            deploy::place(cx, places);
            comes(cx, stage);
            Ok(())
        }
        (_, Choice::Ambush(places)) => {
            ambush::record(cx, places);
            comes(cx, stage);
            Ok(())
        }
        (SetUpStage::Begin, _) => {
            begin(cx);
            Ok(())
        }
        _ => Ok(()),
    }
}

pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    let Some(set_up) = &look.state.set_up else { return };
    match set_up.stage {
        SetUpStage::Pick(side) => pick::propose(look, side, want, out),
        SetUpStage::Lay => lay::propose(look, set_up, want, out),
        SetUpStage::Baggage(side) => line::propose_baggage(look, side, want, out),
        SetUpStage::DeployFirst => out.extend([false, true].map(Choice::DeployFirst)),
        SetUpStage::Ambush(side) => ambush::propose(look, side, want, out),
        SetUpStage::Deploy(side) => line::propose(look, side, want, out),
        SetUpStage::Invader
        | SetUpStage::Weather
        | SetUpStage::TimeOfDay
        | SetUpStage::DeployOrder
        | SetUpStage::Begin => out.push(Choice::Proceed),
    }
}

/// The way a side looks when it sits at its edge.
pub fn home_facing(side: Side) -> Facing {
    TableEdge::of(side).opposite().outward()
}

/// BB-SET-01: the refusal of a choice that does not belong to this step.
fn not_asked() -> Verdict<Rules> {
    Verdict::refused(rule!("BB-SET-01"), Fact::NotAsked)
}

/// A verdict from the rules that were broken.
fn verdict(breaches: Vec<Reason<Fact>>) -> Verdict<Rules> {
    Verdict { breaches, ..Verdict::legal(Default::default()) }
}

/// Goes on to what comes after a stage.
fn comes(cx: &mut Cx<'_, Rules>, after: SetUpStage) {
    let next = SetUp::after(Look::new(cx.rules, cx.state()), after);
    cx.emit(Event::SetUp(SetUpEvent::Comes(next)));
}

/// BB-MOR-06, BB-MOR-07: the battle begins; ambushers whom somebody sees already are shown (BB-BUSH-07).
fn begin(cx: &mut Cx<'_, Rules>) {
    let reference = Side::BOTH.map(|side| reference(cx.rules, &cx.state().bases, side));
    cx.emit(Event::BattleBegins { reference });
    let seen = Look::new(cx.rules, cx.state()).ambushers_seen();
    ambush::reveal(cx, seen);
}

#[cfg(test)]
mod tests;
