//! How a move ends (HC-INTENT-14): what is left to the player when the dice are known.
//!
//! An order names the way and the goal, so that there is nothing to choose on the way. A unit whose moves do not bring it to
//! its goal may turn where it stops; what the turn costs is taken from its last move. Its owner is asked where that matters:
//! with enemies near. A group keeps its ranks.

use super::carry::{Group, Held};
use super::{CommandChoice, CommandPrompt, Ending, Leg, Task};
use crate::choice::{Ghost, GhostMove};
use crate::event::MoveWhy;
use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::movement::{self, Glide, Manner, MovePlan};
use crate::rules::{Look, Rules};
use crate::state::State;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Want};
use aelian_geometry::{Facing, Pose, Rect, degrees};
use aelian_rulebook::{Reason, rule};

/// Turns that are offered, in degrees: any other that the move allows may be named as well.
const TURNS: [f64; 9] = [15.0, -15.0, 30.0, -30.0, 45.0, -45.0, 90.0, -90.0, 180.0];

/// How near an enemy must be for the owner to be asked, in inches.
const NEAR: f64 = 18.0;

/// What one unit of an order does with its moves, and how its last move may end instead.
pub struct End<'a> {
    look: Look<'a>,
    ending: &'a Ending,
    pub held: Held,
}

impl<'a> End<'a> {
    /// None if the order has this unit go nowhere.
    pub fn of(look: Look<'a>, ending: &'a Ending) -> Option<End<'a>> {
        let Ending { order, grant, others, .. } = ending;
        let group = Group { look, order, unit: grant.unit, others };
        let task = group.stated()?;
        let held = if order.units.len() > 1 {
            group.held_back(&task, grant.moves)
        } else {
            Held { plan: look.plan_in(grant.unit, &task, grant.moves, &Manner::ORDER), short: false }
        };
        Some(End { look, ending, held })
    }

    /// HC-INTENT-14: its owner has a choice that matters.
    pub fn is_open(&self) -> bool {
        let Some(last) = self.turnable() else { return false };
        let gap = self.look.inches(NEAR);
        let mut enemies = self.look.on_table(self.look.side(self.ending.grant.unit).other());
        let near = |enemy: UnitId| self.look.rect(enemy).circle().near(&last.rect.circle(), gap);
        enemies.any(near) && turned(last).any(|facing| self.ends(facing).is_ok())
    }

    /// As it was told, and every turn of the sample that it may make.
    pub fn options(&self) -> Vec<Facing> {
        let Some(last) = self.turnable() else { return Vec::new() };
        let turns = turned(last).filter(|facing| self.ends(*facing).is_ok());
        std::iter::once(last.rect.pose.facing).chain(turns).collect()
    }

    /// The last move, if it does not bring the unit to its goal and it can turn at its end. Open order looks all round,
    /// and a column stands on its track.
    fn turnable(&self) -> Option<&MovePlan> {
        let alone = self.ending.order.units.len() == 1;
        let last = self.held.plan.moves.last().filter(|_| alone && !self.held.plan.done)?;
        let stiff = matches!(last.formation, Formation::Open | Formation::Column | Formation::Square);
        let elsewhere = last.left.is_some() || last.is_within() || last.bend.is_some();
        let glides = !last.crossed && !last.reformed && last.used.0 > 0.0;
        let outside = !self.look.state.unit(self.ending.grant.unit).is_in_block();
        (!stiff && !elsewhere && glides && outside).then_some(last)
    }

    /// HC-INTENT-14, HC-GEO-04, HC-PROX-03: the last move with this facing at its end: as far on its way as the turn leaves
    /// it.
    pub fn ends(&self, facing: Facing) -> Result<MovePlan, Reason<Fact>> {
        let unit = self.ending.grant.unit;
        let no = || Reason::new(rule!("HC-INTENT-14"), Fact::Unit(unit));
        let (last, before) = self.held.plan.moves.split_last().ok_or_else(no)?;
        if last.rect.pose.facing == facing {
            return Ok(last.clone());
        }
        self.turnable().ok_or_else(no)?;
        let mut state: Option<State> = None;
        for one in before {
            state = Some(movement::foreseen(self.look, state, unit, one));
        }
        let now = self.look.at(state.as_ref().unwrap_or(self.look.state));
        let way = self.shortened(now.rect(unit), last, facing)?;
        let goal = way.last().copied().ok_or_else(no)?;
        let ignore_open = self.ending.order.verb.task(unit).is_some_and(|task| task.ignore_open);
        let task = Task { unit, way: way.into_iter().map(Leg::Go).collect(), ignore_open };
        let mut plan = now.plan_in(unit, &task, 1, &Manner::ORDER);
        match (plan.moves.pop(), plan.stopped) {
            (Some(end), _) if end.rect.pose == goal => Ok(end),
            (_, Some(reason)) => Err(reason),
            _ => Err(no()),
        }
    }

    /// HC-GEO-04: the way of the last move, so far that a turn on the spot can follow, and that turn.
    fn shortened(&self, start: &Rect, last: &MovePlan, facing: Facing) -> Result<Vec<Pose>, Reason<Fact>> {
        let (end, legs) = last.way.split_last().unwrap_or((&last.rect.pose, &[]));
        let (mut rect, mut travel) = (*start, [0.0; 4]);
        for pose in legs {
            let glide = Glide::new(&rect, *pose);
            travel = glide.travel(&travel, 1.0);
            rect = rect.with_pose(*pose);
        }
        let glide = Glide::new(&rect, *end);
        let at = |part: f64| {
            let there = glide.at(part);
            let there = there.with_pose(there.pose.on_grid());
            let turned = about(&there, facing);
            let gone = Glide::new(&there, turned).travel(&glide.travel(&travel, part), 1.0);
            (there.pose, turned, gone.into_iter().fold(0.0, f64::max))
        };
        let fits = |part: f64| at(part).2 <= last.allowed.0;
        if !fits(0.0) {
            let fact = Fact::TooFar { used: at(0.0).2, allowed: last.allowed.0 };
            return Err(Reason::new(rule!("HC-MOVE-03"), fact));
        }
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..8 {
            let middle = (low + high) / 2.0;
            if fits(middle) { low = middle } else { high = middle }
        }
        let (there, turned, _) = at(if fits(1.0) { 1.0 } else { low });
        Ok(legs.iter().copied().chain([there, turned]).collect())
    }

    fn ghost(&self, end: &MovePlan) -> Ghost {
        let (unit, moves) = (self.ending.grant.unit, self.held.plan.moves.len() as u8);
        let (formation, rect) = (end.formation, end.rect);
        let moves = vec![GhostMove { unit, moves, formation, rect, contact: false }];
        Ghost { moves, used: end.used.0, allowed: end.allowed.0, ..Ghost::default() }
    }
}

/// Facings at the end of a move that are offered.
fn turned(last: &MovePlan) -> impl Iterator<Item = Facing> {
    let facing = last.rect.pose.facing;
    TURNS.into_iter().map(move |turn| facing.turned(degrees(turn)))
}

/// Turned on the spot, about its middle.
fn about(rect: &Rect, facing: Facing) -> Pose {
    Pose { at: rect.centre() + facing.vector() * (rect.depth / 2.0), facing }.on_grid()
}

/// The question how the last move of a unit ends.
pub fn prompt(ending: &Ending) -> CommandPrompt {
    CommandPrompt::Ends { unit: ending.grant.unit, facing: ending.facing }
}

pub fn check(look: Look<'_>, ending: &Ending, facing: Facing) -> Result<Ghost, Reason<Fact>> {
    let no = || Reason::new(rule!("HC-INTENT-14"), Fact::Unit(ending.grant.unit));
    let end = End::of(look, ending).ok_or_else(no)?;
    end.ends(facing).map(|last| end.ghost(&last))
}

/// Everything that may be answered; of a sample: as it was told, and one turn that is drawn if it may make it.
pub fn options(look: Look<'_>, ending: &Ending, want: Want<'_>) -> Vec<CommandChoice> {
    let Some(end) = End::of(look, ending) else { return Vec::new() };
    let facings = match want {
        Want::All => end.options(),
        Want::Sample(_, sampler) => {
            let turn = degrees(TURNS[sampler.below(TURNS.len() as u32) as usize]);
            let turned = Some(ending.facing.turned(turn)).filter(|facing| end.ends(*facing).is_ok());
            std::iter::once(ending.facing).chain(turned).collect()
        }
    };
    facings.into_iter().map(CommandChoice::Ends).collect()
}

/// The moves are made, the last with this facing at its end; as the order has it if none is named.
pub fn carry(cx: &mut Cx<'_, Rules>, ending: &Ending, facing: Option<Facing>) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let Some(mut end) = End::of(look, ending) else { return Ok(()) };
    let turned = facing.and_then(|facing| end.ends(facing).ok());
    let mut turns = false;
    if let (Some(last), Some(turned)) = (end.held.plan.moves.last_mut(), turned) {
        turns = last.rect.pose.facing != turned.rect.pose.facing;
        *last = turned;
    }
    let held = end.held;
    if turns {
        cx.cite(rule!("HC-INTENT-14"), || Fact::Unit(ending.grant.unit));
    }
    make(cx, ending, held)
}

/// The moves are made.
pub fn make(cx: &mut Cx<'_, Rules>, ending: &Ending, held: Held) -> Result<(), NeedRoll> {
    let Held { plan, short } = held;
    let unit = ending.grant.unit;
    if short {
        let free = ending.grant.why == MoveWhy::FreeMove;
        cx.cite(if free { rule!("HC-DIVO-08") } else { rule!("HC-DIVO-04") }, || Fact::Unit(unit));
    }
    if let Some(task) = ending.order.verb.task(unit) {
        movement::explain(cx, unit, task, &plan);
    }
    movement::carry_plan(cx, unit, &plan.moves, ending.grant.why)
}
