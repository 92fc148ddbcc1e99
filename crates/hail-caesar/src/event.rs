//! Events: the only way a state changes. Small enough to animate, large enough to name.

use crate::again::Word;
use crate::fight::Kept;
use crate::formation::Formation;
use crate::ids::{CommanderId, DivisionId, UnitId};
use crate::pending::Pending;
use crate::ranged::Barrage;
use crate::scenario::{self, ScenarioEvent};
use crate::stage::{Part, Stage};
use crate::state::{Bend, Bout, Combat, Commander, CommanderPlace, Deed, Lasts, Place, State, Unit};
use aelian_game::{Ending, Side};
use aelian_geometry::{Pose, Rect, Vec2};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// HC-TURN-01.
    TurnBegins {
        turn: u16,
        active: Side,
    },
    Enters {
        part: Part,
        stage: Stage,
    },
    Ends(Ending),
    Scenario(ScenarioEvent),

    /// A unit moves, turns or changes its formation.
    Moved(Moved),
    /// HC-COL-03: the way on which a bent column stands; after `Moved`.
    Bends(Bend),
    /// A unit comes upon the table: deployed, revealed, arrived, out of a building.
    Appears(Moved),
    /// It leaves the table, goes into a building, or is destroyed.
    Leaves {
        unit: UnitId,
        to: Place,
    },
    /// HC-CAS-01: it now has so many casualties.
    Casualties {
        unit: UnitId,
        to: u8,
    },
    Disordered {
        unit: UnitId,
        is: bool,
    },
    Did {
        unit: UnitId,
        deed: Deed,
    },
    Undone {
        unit: UnitId,
        deed: Deed,
    },
    /// HC-MOVE-01: moves made in this Command part.
    Moves {
        unit: UnitId,
        made: u8,
    },
    /// HC-ENG-10.
    Combat {
        unit: UnitId,
        is: Combat,
    },

    /// HC-ORD-14: he begins to give orders; none: nobody does.
    Speaks(Option<CommanderId>),
    /// HC-ORD-13.
    CommanderFinishes(CommanderId),
    CommanderMoves {
        commander: CommanderId,
        place: CommanderPlace,
        at: Vec2,
    },
    /// HC-CMOV-02.
    CommanderMoved(CommanderId),
    /// HC-CRISK-03: what he now is; a reserve commander too (HC-RES-01).
    CommanderIs {
        commander: CommanderId,
        is: Commander,
    },
    /// HC-GEN-02.
    RerollSpent(Side),
    /// HC-BDIV-07.
    DivisionBreaks(DivisionId),

    /// HC-ENG-01: two units fight so; replaces what was known of the two.
    Bout(Bout),
    BoutOver([UnitId; 2]),
    /// HC-ENG-12: a support keeps dice for the friend whose engagement is fought later.
    Keeps(Kept),
    /// 40: a unit was shot at; replaces what was known of it.
    Barrage(Barrage),
    BarrageOver(UnitId),

    /// An owner has said whether he would roll again what comes next.
    Says(Word),
    /// Those dice have been rolled.
    WordsOver,
    /// The unit has been dealt with in this stage.
    Dealt(UnitId),
    /// A step now waits on top of the stack.
    Waits(Pending),
    /// The topmost waiting step is done.
    Settled,
}

/// A change of place or formation of one unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moved {
    pub unit: UnitId,
    pub why: MoveWhy,
    /// Poses on the way, for the page to animate and for whoever was passed; the last is where it stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub way: Vec<Pose>,
    pub formation: Formation,
    pub rect: Rect,
}

/// Why a unit moved; the page animates by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveWhy {
    Deployed,
    Revealed,
    Arrived,
    Ordered,
    Initiative,
    FreeMove,
    Blundered,
    Reformed,
    Charged,
    Countercharged,
    TurnedToFace,
    Evaded,
    /// HC-OPEN-09, HC-OOC-06.
    ClosedUp,
    /// HC-OPEN-10.
    SpreadOut,
    Retreated,
    GaveGround,
    /// HC-GIVE-10.
    SteppedAside,
    /// HC-SUPM-01.
    Supported,
    FollowedUp,
    VictoryMove,
    Swept,
    Stampeded,
    /// HC-WEDGE-09.
    BurstThrough,
    /// HC-WEDGE-12: out of a wedge that is one no more.
    CameOut,
    Retired,
    Left,
    /// HC-INC-03.
    Parted,
}

/// The only mutation. Ids of events from outside have passed `foreign::fits`.
pub fn apply(state: &mut State, event: &Event) {
    state.forget(event);
    match event {
        Event::TurnBegins { turn, active } => turn_begins(state, *turn, *active),
        Event::Enters { part, stage } => enters(state, *part, *stage),
        Event::Ends(ending) => state.ending = Some(*ending),
        Event::Scenario(event) => scenario::apply(state, event),
        Event::Moved(moved) => put(state, moved),
        Event::Bends(bend) => {
            state.bends.retain(|other| other.unit != bend.unit);
            state.bends.push(bend.clone());
        }
        Event::Appears(moved) => {
            unit(state, moved.unit).place = Place::Table;
            put(state, moved);
        }
        Event::Leaves { unit: id, to } => leaves(state, *id, *to),
        Event::Casualties { unit: id, to } => unit(state, *id).casualties = *to,
        Event::Disordered { unit: id, is } => unit(state, *id).disordered = *is,
        Event::Did { unit: id, deed } => unit(state, *id).deeds = unit(state, *id).deeds.with(*deed),
        Event::Undone { unit: id, deed } => unit(state, *id).deeds = unit(state, *id).deeds.without(*deed),
        Event::Moves { unit: id, made } => unit(state, *id).moves = *made,
        Event::Combat { unit: id, is } => unit(state, *id).combat = *is,
        Event::Speaks(commander) => state.speaking = *commander,
        Event::CommanderFinishes(id) => commander(state, *id).finished = true,
        Event::CommanderMoves { commander: id, place, at } => {
            let commander = commander(state, *id);
            commander.place = *place;
            commander.at = *at;
        }
        Event::CommanderMoved(id) => commander(state, *id).moved = true,
        Event::CommanderIs { commander: id, is } => *commander(state, *id) = *is,
        Event::RerollSpent(side) => state.rerolled[side.index()] = true,
        Event::DivisionBreaks(id) => state.divisions[id.index()].broken = true,
        Event::Bout(bout) => {
            state.bouts.retain(|other| other.units != bout.units);
            state.bouts.push(*bout);
        }
        Event::BoutOver(units) => state.bouts.retain(|bout| bout.units != *units),
        Event::Keeps(kept) => {
            state.kept.retain(|other| (other.unit, other.of) != (kept.unit, kept.of));
            state.kept.push(*kept);
        }
        Event::Barrage(barrage) => {
            state.barrages.retain(|other| other.target != barrage.target);
            state.barrages.push(*barrage);
        }
        Event::BarrageOver(unit) => state.barrages.retain(|barrage| barrage.target != *unit),
        Event::Says(word) => state.words.push(*word),
        Event::WordsOver => state.words.clear(),
        Event::Dealt(unit) => {
            state.dealt.insert(*unit);
        }
        Event::Waits(pending) => state.pending.push(pending.clone()),
        Event::Settled => {
            state.pending.pop();
        }
    }
}

fn unit(state: &mut State, id: UnitId) -> &mut Unit {
    &mut state.units[id.index()]
}

fn commander(state: &mut State, id: CommanderId) -> &mut Commander {
    &mut state.commanders[id.index()]
}

/// HC-ALG-19: what is counted by player turns begins anew, for both sides.
fn turn_begins(state: &mut State, turn: u16, active: Side) {
    state.turn = turn;
    state.active = active;
    state.speaking = None;
    state.rerolled = [false; 2];
    state.script.turn_begins();
    for unit in &mut state.units {
        unit.deeds = Deed::left(unit.deeds, Lasts::Turn);
        unit.moves = 0;
        unit.combat.tested = false;
    }
    for commander in &mut state.commanders {
        commander.finished = false;
        commander.moved = false;
    }
}

/// A stage is entered with nobody dealt with; a part with what was counted by parts forgotten. Each engagement is fought
/// again in every Hand-to-Hand part (HC-TURN-05, HC-ALG-19).
fn enters(state: &mut State, part: Part, stage: Stage) {
    let new_part = state.part != part || Some(&stage) == part.stages().first();
    if new_part && part == Part::Command && state.part == Part::Command {
        commands_again(state);
    }
    state.part = part;
    state.stage = stage;
    state.dealt = Default::default();
    if !new_part {
        return;
    }
    for unit in &mut state.units {
        unit.deeds = Deed::left(unit.deeds, Lasts::Part);
    }
    if part == Part::Ranged {
        state.barrages.clear();
    }
    state.kept.clear();
    if part == Part::HandToHand {
        state.bouts.iter_mut().for_each(|bout| bout.fought = false);
    }
}

/// HC-SCN-05: a second Command part in one turn: orders, moves and initiative begin anew.
fn commands_again(state: &mut State) {
    use Deed::*;
    state.speaking = None;
    for unit in &mut state.units {
        let anew = [Entitled, Ordered, Initiative, Moved, Reformed, Retired, Crossed, Stopped];
        unit.deeds = anew.into_iter().fold(unit.deeds, |deeds, deed| deeds.without(deed));
        unit.moves = 0;
    }
    for commander in &mut state.commanders {
        commander.finished = false;
        commander.moved = false;
    }
}

fn put(state: &mut State, moved: &Moved) {
    follow(state, moved);
    let unit = unit(state, moved.unit);
    unit.formation = moved.formation;
    unit.rect = moved.rect;
    goes_along(state, moved.unit, moved.rect);
    // HC-WEDGE-12: those within a wedge go where it goes.
    let within = |id: &UnitId| state.unit(*id).place == Place::Enclosed(moved.unit);
    let within: Vec<UnitId> = state.ids().filter(within).collect();
    for id in within {
        state.units[id.index()].rect = moved.rect;
        goes_along(state, id, moved.rect);
    }
}

/// HC-CMOV-05: a commander who is with a unit moves with it.
fn goes_along(state: &mut State, unit: UnitId, rect: Rect) {
    for commander in &mut state.commanders {
        if commander.place == CommanderPlace::With(unit) {
            commander.at = rect.pose.at;
        }
    }
}

/// HC-COL-03: a bent column that goes as it stands takes its bends along; one that turns or forms up has none.
fn follow(state: &mut State, moved: &Moved) {
    let Some(at) = state.bends.iter().position(|bend| bend.unit == moved.unit) else { return };
    let before = &state.units[moved.unit.index()];
    let (old, new) = (before.rect, moved.rect);
    let kept = before.formation == moved.formation
        && (old.width, old.depth, old.pose.facing) == (new.width, new.depth, new.pose.facing);
    if kept {
        let by = new.pose.at - old.pose.at;
        for pose in &mut state.bends[at].track {
            *pose = pose.translated(by).on_grid();
        }
    } else {
        state.bends.remove(at);
    }
}

/// Whoever leaves the table fights nobody any more.
fn leaves(state: &mut State, id: UnitId, to: Place) {
    let unit = unit(state, id);
    unit.place = to;
    if !unit.is_on_table() {
        state.bouts.retain(|bout| !bout.units.contains(&id));
        state.bends.retain(|bend| bend.unit != id);
    }
}
