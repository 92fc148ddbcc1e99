//! Events: the only way a state changes. Small enough to animate, large enough to name.

use crate::baseset::{BaseId, BaseSet};
use crate::choice::Placement;
use crate::field::{Field, Piece, TableEdge};
use crate::setup::{Appearance, SetUpEvent};
use crate::state::{BentColumn, Deeds, Moved, Pending, Place, ShotDeclared, Stage, State};
use aelian_game::{Ending, Side};
use aelian_geometry::{Facing, Pose};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// 32 to 36: what happens before the battle.
    SetUp(SetUpEvent),
    /// A piece of terrain lies on the table.
    Laid(Piece),
    /// A base is put on the table or, hidden, into an ambush.
    Placed {
        base: BaseId,
        pose: Pose,
        hidden: bool,
    },
    /// BB-BUSH-13: in the view of one who did not know of it, a base comes upon the table. It is never part
    /// of a record: it stands there for `Placed` or `Revealed`.
    Appears {
        base: BaseId,
        seen: Box<Appearance>,
    },
    /// BB-MOR-06: the battle begins with these reference levels.
    BattleBegins {
        reference: [u32; 2],
    },

    /// The bound has come to this step.
    Enters(Step),
    BoundEnds,
    Ends(Ending),

    RainStarts,
    RainStops,
    /// One more bound in rain; roads are muddy from now on if so said.
    RainGoesOn {
        muddy: bool,
    },
    /// BB-ROAD-07: unpaved roads are muddy from now on.
    RoadsMuddy,
    /// The wind now blows towards this direction.
    Wind {
        towards: Facing,
    },
    DuskFalls,
    SunStands {
        over: TableEdge,
    },
    Dazzle(bool),

    PigsThrown {
        side: Side,
        pigs: u8,
    },
    PigsSpent {
        side: Side,
        cost: u8,
        rebate: bool,
    },
    Halted(BaseId),
    /// A base went from where it was to `to`; `via` are the poses at which it changed direction. By itself
    /// it leaves its bent column so; where the column goes together, `ColumnBent` follows and says how it stands.
    Moved {
        base: BaseId,
        via: Vec<Pose>,
        to: Pose,
        why: MoveWhy,
    },
    /// BB-MOVE-71 to BB-MOVE-74: the move counts as such, with so many mm.
    CountsAs {
        base: BaseId,
        moved: MovedAs,
        distance: f64,
    },
    PackMoved(BaseId),
    /// BB-COL-09: the column now stands so; it replaces any bent column with a base in common.
    ColumnBent {
        bases: Vec<BaseId>,
        track: Vec<Pose>,
    },
    /// None of these bases is part of a bent column any longer; what is left of it on either side stays one.
    ColumnsStraight(BaseSet),
    /// BB-MTD-05: for good; nothing gives them back.
    VehiclesLost(BaseId),
    /// BB-BUSH-09: a hidden base is put on the table.
    Revealed(BaseId),

    RushDone(BaseId),
    TargetDeclared {
        shooter: BaseId,
        target: Option<BaseId>,
    },
    Shot {
        shooters: BaseSet,
        target: BaseId,
    },
    MainOpponentNamed {
        of: BaseId,
        enemy: BaseId,
    },
    /// The pairs that will be fought in this close combat phase.
    FightsBegin(Vec<(BaseId, BaseId)>),
    Fought(BaseId),
    Fled(BaseId),
    Destroyed(BaseId),
    Spent(BaseId),

    /// A step now waits on top of the stack.
    Waits(Waiting),
    /// The topmost waiting step is done.
    Settled,
}

/// The steps of a bound as they are entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    Weather,
    TimeOfDay,
    Pigs,
    Moves,
    Impetuous,
    Shooting,
    CloseCombat,
    Morale,
}

/// Why a base moved; the page animates by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveWhy {
    Ordered,
    Aligned,
    Conformed,
    Impetuous,
    Separated,
    MadeWay,
    Displaced,
    Recoiled,
    PushedBack,
    Withdrew,
    Fled,
    CarriedAway,
    Pursued,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MovedAs {
    Tactical,
    Far,
    Impetuous,
}

/// A pending step inside an event.
pub type Waiting = Pending;

/// The only mutation.
pub fn apply(state: &mut State, event: &Event) {
    match event {
        Event::SetUp(event) => crate::setup::apply(state, event),
        Event::Laid(piece) => state.field = Arc::new(Field::with(&state.field, piece.clone())),
        Event::Placed { base, pose, hidden } => place(state, Placement { base: *base, pose: *pose }, *hidden),
        Event::Appears { base, seen } => crate::setup::appears(state, *base, seen),
        Event::BattleBegins { reference } => battle_begins(state, *reference),
        Event::Enters(step) => enter(state, *step),
        Event::BoundEnds => bound_ends(state),
        Event::Ends(ending) => state.stage = Stage::Over(*ending),
        Event::RainStarts => state.weather.raining = true,
        Event::RainStops => {
            state.weather.raining = false;
            state.weather.rain_over = true;
        }
        Event::RainGoesOn { muddy } => {
            state.weather.rain_bounds += 1;
            state.weather.muddy = *muddy;
        }
        Event::RoadsMuddy => state.weather.muddy = true,
        Event::Wind { towards } => state.weather.wind = Some(*towards),
        Event::DuskFalls => state.time.dusk = true,
        Event::SunStands { over } => state.time.sun = Some(*over),
        Event::Dazzle(dazzle) => state.time.dazzle = *dazzle,
        Event::PigsThrown { side, pigs } => {
            let army = &mut state.armies[side.index()];
            army.pigs = *pigs;
            army.rebate_used = false;
        }
        Event::PigsSpent { side, cost, rebate } => {
            let army = &mut state.armies[side.index()];
            army.pigs = army.pigs.saturating_sub(*cost);
            army.rebate_used |= *rebate;
        }
        Event::Moved { base, to, .. } => moved(state, *base, to.on_grid()),
        Event::CountsAs { base, moved, distance } => counts_as(state, *base, *moved, *distance),
        Event::ColumnBent { bases, track } => column_bent(state, bases, track),
        Event::ColumnsStraight(bases) => columns_straight(state, *bases),
        Event::VehiclesLost(base) => state.bases[base.index()].vehicles = false,
        Event::Revealed(base) => revealed(state, *base),
        Event::TargetDeclared { shooter, target } => {
            state.shots.retain(|declared| declared.shooter != *shooter);
            state.shots.push(ShotDeclared { shooter: *shooter, target: *target });
        }
        Event::Shot { shooters, target } => {
            shooters.iter().for_each(|shooter| deeds(state, shooter).shot = true);
            deeds(state, *target).shot_at = true;
        }
        Event::MainOpponentNamed { of, enemy } => state.named_opponents.push((*of, *enemy)),
        Event::FightsBegin(pairs) => state.fights.clone_from(pairs),
        Event::Halted(base) => deeds(state, *base).halted = true,
        Event::PackMoved(base) => deeds(state, *base).pack = true,
        Event::RushDone(base) => deeds(state, *base).impetuous = true,
        Event::Fought(base) => deeds(state, *base).fought = true,
        Event::Fled(base) => deeds(state, *base).fled = true,
        Event::Destroyed(base) => leaves(state, *base, Place::Destroyed),
        Event::Spent(base) => leaves(state, *base, Place::Spent),
        Event::Waits(pending) => state.pending.push(pending.clone()),
        Event::Settled => {
            state.pending.pop();
        }
    }
}

fn deeds(state: &mut State, base: BaseId) -> &mut Deeds {
    &mut state.bases[base.index()].deeds
}

fn place(state: &mut State, placement: Placement, hidden: bool) {
    let base = &mut state.bases[placement.base.index()];
    base.rect.pose = placement.pose.on_grid();
    base.place = if hidden { Place::Ambush } else { Place::Table };
}

/// BB-BUSH-09, BB-BUSH-13: a base that gave up its shot to stay hidden said so in secret; once it is seen, that
/// holds no longer, and it shoots like any other.
fn revealed(state: &mut State, base: BaseId) {
    state.bases[base.index()].place = Place::Table;
    state.shots.retain(|declared| declared.shooter != base);
    seen_since_order(state, base);
}

/// AMB-94: an order that waits for the word to go on was given before this enemy was seen.
pub(crate) fn seen_since_order(state: &mut State, base: BaseId) {
    if state.bases[base.index()].side == state.active {
        return;
    }
    for pending in &mut state.pending {
        if let Pending::GoOn { seen, .. } = pending {
            seen.insert(base);
        }
    }
}

fn battle_begins(state: &mut State, reference: [u32; 2]) {
    for (army, level) in state.armies.iter_mut().zip(reference) {
        army.reference = level;
    }
    state.set_up = None;
    state.round = 1;
    state.active = state.moves_first;
    state.stage = Stage::Weather;
}

fn enter(state: &mut State, step: Step) {
    state.stage = match step {
        Step::Weather => Stage::Weather,
        Step::TimeOfDay => Stage::TimeOfDay,
        Step::Pigs => Stage::Pigs,
        Step::Moves => Stage::Moves,
        Step::Impetuous => Stage::Impetuous,
        Step::Shooting => Stage::Shooting,
        Step::CloseCombat => Stage::CloseCombat,
        Step::Morale => Stage::Morale,
    };
}

/// BB-TURN-01, BB-TURN-02, BB-TURN-03: the other player becomes active; after two bounds a new round begins.
fn bound_ends(state: &mut State) {
    for base in &mut state.bases {
        base.deeds = Deeds::default();
    }
    state.armies.iter_mut().for_each(|army| army.pigs = 0);
    state.fights.clear();
    state.shots.clear();
    state.named_opponents.clear();
    state.time.dazzle = false;
    state.active = state.active.other();
    if state.active == state.moves_first {
        state.round += 1;
    }
    state.stage = Stage::Weather;
}

fn counts_as(state: &mut State, base: BaseId, moved: MovedAs, distance: f64) {
    let deeds = deeds(state, base);
    deeds.distance += distance;
    deeds.moved = match (moved, deeds.moved) {
        (MovedAs::Tactical, _) => Moved::Tactical,
        (MovedAs::Far, Moved::Far(times)) => Moved::Far(times.saturating_add(1)),
        (MovedAs::Far, _) => Moved::Far(1),
        (MovedAs::Impetuous, before) => before,
    };
}

fn column_bent(state: &mut State, bases: &[BaseId], track: &[Pose]) {
    columns_straight(state, bases.iter().copied().collect());
    state.bent_columns.push(BentColumn { bases: bases.to_vec(), track: track.to_vec() });
}

/// BB-COL-09, BB-COL-11: takes bases out of bent columns. The bases left on either side of a gap are a bent
/// column as long as there is a bend between them.
fn columns_straight(state: &mut State, out: BaseSet) {
    if !state.bent_columns.iter().any(|column| column.bases.iter().any(|base| out.contains(*base))) {
        return;
    }
    let pose = |base: BaseId| state.bases[base.index()].rect.pose;
    let has_bend = |run: &&[BaseId]| run.windows(2).any(|pair| !in_line(pose(pair[0]), pose(pair[1])));
    let left = |column: &BentColumn| -> Vec<BentColumn> {
        let runs = column.bases.split(|base| out.contains(*base)).filter(has_bend);
        runs.map(|run| BentColumn { bases: run.to_vec(), track: column.track.clone() }).collect()
    };
    state.bent_columns = state.bent_columns.iter().flat_map(left).collect();
}

/// Whether a base stands straight behind another, to within the rounding of positions.
fn in_line(front: Pose, rear: Pose) -> bool {
    const ROUNDING: f64 = 0.01;
    front.facing == rear.facing && (front.at - rear.at).dot(front.facing.right()).abs() < ROUNDING
}

fn moved(state: &mut State, base: BaseId, to: Pose) {
    if state.bases[base.index()].rect.pose != to {
        columns_straight(state, BaseSet::one(base));
        state.bases[base.index()].rect.pose = to;
    }
}

fn leaves(state: &mut State, base: BaseId, place: Place) {
    state.bases[base.index()].place = place;
    columns_straight(state, BaseSet::one(base));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, Table};

    /// Head facing east, two bases behind the bend and one more beyond a second bend.
    fn bent() -> Scene {
        let mut scene = Table::new()
            .base("a", Side::Red, "Reg Bd(O)", 520.0, 320.0, 90.0)
            .base("b", Side::Red, "Reg Bd(O)", 500.0, 300.0, 0.0)
            .base("c", Side::Red, "Reg Bd(O)", 500.0, 285.0, 0.0)
            .base("d", Side::Red, "Reg Bd(O)", 480.0, 250.0, 90.0)
            .build();
        let bases = scene.ids(&["a", "b", "c", "d"]);
        let track = ["a", "b", "c", "d"].map(|name| scene.pose(name)).to_vec();
        scene.happens(&Event::ColumnBent { bases, track });
        scene
    }

    fn columns(scene: &Scene) -> Vec<Vec<BaseId>> {
        scene.state.bent_columns.iter().map(|column| column.bases.clone()).collect()
    }

    /// BB-COL-09, BB-COL-11: what is left of a bent column stays one only where it still has a bend.
    #[test]
    fn a_lost_base_parts_a_bent_column() {
        let mut scene = bent();
        scene.happens(&Event::Destroyed(scene.id("d")));
        assert_eq!(columns(&scene), [scene.ids(&["a", "b", "c"])]);
        scene.happens(&Event::Spent(scene.id("a")));
        assert!(columns(&scene).is_empty());
    }

    /// BB-COL-11: a base that goes its own way is out of the column.
    #[test]
    fn a_base_that_moves_leaves_its_bent_column() {
        let mut scene = bent();
        let (base, here) = (scene.id("a"), scene.pose("a"));
        scene.happens(&Event::Moved { base, via: Vec::new(), to: here, why: MoveWhy::Ordered });
        assert_eq!(columns(&scene).len(), 1, "it stayed where it was");
        scene.happens(&Event::Moved { base, via: Vec::new(), to: here.advanced(5.0), why: MoveWhy::Ordered });
        assert_eq!(columns(&scene), [scene.ids(&["b", "c", "d"])]);
    }
}
