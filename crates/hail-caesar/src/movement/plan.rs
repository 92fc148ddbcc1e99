//! What each granted move of a task does (HC-ALG-01, HC-INTENT-13, HC-INTENT-14, HC-INTENT-15), pure: for previews
//! and for `carry`.

mod doors;

use super::column;
use super::glide::{Glide, Travel};
use super::proximity::Bind;
use super::way::{Mover, Obey, Passage};
use crate::command::{Leg, Reform, Task};
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::formation::Formation;
use crate::ground::Barrier;
use crate::ids::{BlockId, UnitId, UnitSet};
use crate::rules::Look;
use crate::stage::Part;
use crate::state::{Along, Deed, Place};
use aelian_game::Exact;
use aelian_geometry::{Pose, Rect};
use aelian_rulebook::{Reason, RuleId, rule};
use serde::{Deserialize, Serialize};

/// What the moves of a task come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// One for each move that is made, at most as many as were granted.
    pub moves: Vec<MovePlan>,
    /// What kept the unit from doing all that the task says, if not the number of moves (HC-INTENT-15).
    pub stopped: Option<Reason<Fact>>,
    /// The whole task is done.
    pub done: bool,
}

/// One move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MovePlan {
    pub formation: Formation,
    /// Where it ends.
    pub rect: Rect,
    /// Poses at the end of each glide, the last where it ends.
    pub way: Vec<Pose>,
    /// HC-COL-03: the track on which a bent column then stands.
    pub bend: Option<Vec<Pose>>,
    /// HC-GEO-04: the furthest that any corner goes, and what is allowed, in mm.
    pub used: Exact,
    pub allowed: Exact,
    /// HC-FCH-07.
    pub reformed: bool,
    /// HC-OBST-03: it crossed an obstacle.
    pub crossed: bool,
    /// HC-ROUGH-03, HC-BLDG-08, HC-SQ-04: it moves no further in this turn, by this rule.
    pub ends: Option<RuleId>,
    /// HC-PASS-08: friends with whom it tests when it has finished.
    pub tested: UnitSet,
    /// HC-EXIT-01.
    pub left: Option<(TableEdge, Along)>,
    /// HC-BLDG-07.
    pub entered: Option<BlockId>,
    /// HC-WEDGE-12: it has taken shelter within this wedge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheltered: Option<UnitId>,
}

impl MovePlan {
    /// Where it stands at the end of each glide.
    pub fn places(&self) -> impl Iterator<Item = Rect> + '_ {
        self.way.iter().map(|pose| self.rect.with_pose(*pose))
    }

    /// It ends within something, and has no place of its own.
    pub fn is_within(&self) -> bool {
        self.entered.is_some() || self.sheltered.is_some()
    }
}

/// HC-BLDG-06, HC-WEDGE-12: what a unit is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside {
    Block(BlockId),
    Wedge(UnitId),
}

/// Why a place is forbidden at the end of a move, by whoever gives the order (HC-DIVO-12).
pub type Link<'a> = &'a dyn Fn(&Rect) -> Option<Reason<Fact>>;

/// How a task is carried out.
#[derive(Clone, Copy)]
pub struct Manner<'a> {
    pub obey: Obey,
    /// HC-DIVO-12: what must hold where each move ends, besides all else.
    pub link: Option<Link<'a>>,
}

impl std::fmt::Debug for Manner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Manner").field("obey", &self.obey).finish_non_exhaustive()
    }
}

impl Manner<'_> {
    pub const ORDER: Manner<'static> = Manner { obey: Obey::ORDER, link: None };
}

/// HC-SUPP-04: the moves of a plan, counted from one, that may not end in support of somebody.
#[derive(Clone, Copy, Debug, Default)]
struct Apart(u8);

impl Apart {
    fn with(self, made: usize) -> Apart {
        Apart(self.0 | 1_u8.checked_shl(made as u32).unwrap_or(0))
    }

    fn holds(self, made: usize) -> bool {
        self.0 & 1_u8.checked_shl(made as u32).unwrap_or(u8::MAX) != 0
    }
}

/// Less than this is no move, in mm.
const NO_MOVE: f64 = 1.0;

impl Look<'_> {
    /// What each of so many granted moves does; fewer if the task is done or something stops the unit (HC-MOVE-11).
    pub fn plan(&self, unit: UnitId, task: &Task, moves: u8) -> Vec<MovePlan> {
        self.plan_in(unit, task, moves, &Manner::ORDER).moves
    }

    /// The same with what stopped it, in another manner: blundering, into support, linked with others.
    pub fn plan_in(&self, unit: UnitId, task: &Task, moves: u8, manner: &Manner<'_>) -> Plan {
        let (mut walled, mut apart) = (UnitSet::EMPTY, Apart::default());
        loop {
            let plan = Planner::new(self, unit, task, manner, (walled, apart)).run(moves);
            // HC-PASS-03, AMB-55: friends whom it would not clear are not entered.
            let last = plan.moves.last().filter(|last| last.left.is_none() && !last.is_within());
            if let Some(friend) = last.and_then(|last| self.friend_under(unit, last, walled, &manner.obey)) {
                walled.insert(friend);
                continue;
            }
            // HC-SUPP-04: its movement does not end where it may not join.
            let made = plan.moves.len();
            let ends_apart = manner.obey.joins || !self.is_under_orders(unit) || apart.holds(made);
            if !ends_apart
                && last.is_some_and(|last| !self.intrudes(unit, last.formation, &last.rect).is_empty())
            {
                apart = apart.with(made);
                continue;
            }
            return plan;
        }
    }

    fn friend_under(&self, unit: UnitId, last: &MovePlan, walled: UnitSet, obey: &Obey) -> Option<UnitId> {
        let except = walled.union(obey.ignored);
        let friend = |other: &UnitId| self.side(*other) == self.side(unit);
        let under = |rect: &Rect| self.overlapped(unit, rect, except).filter(friend);
        match &last.bend {
            Some(track) => self.ranks_on(unit, track).iter().find_map(under),
            None => under(&last.rect),
        }
    }

    /// It moves in its own Command part, and what that part limits limits it.
    pub fn is_under_orders(&self, unit: UnitId) -> bool {
        self.state.part == Part::Command && self.side(unit) == self.state.active
    }

    /// HC-AMOVE-03, HC-AMOVE-06, HC-ROUGH-04, HC-PASS-09: how many of the granted moves it can make at all, and by which rule fewer.
    pub fn moves_left(&self, unit: UnitId, granted: u8) -> (u8, Option<RuleId>) {
        let standing = self.state.unit(unit);
        let commands = self.is_under_orders(unit);
        if commands && standing.did(Deed::Stopped) {
            return (0, Some(rule!("HC-MOVE-11")));
        }
        if commands && self.class(unit).is_heavy_engine() {
            return (granted.min(1_u8.saturating_sub(standing.moves)), Some(rule!("HC-AMOVE-03")));
        }
        let hindered = !self.is_unhindered(unit, standing.formation) && standing.place == Place::Table;
        if hindered && self.is_in_rough(unit, standing.formation, &standing.rect) {
            return (granted.min(1), Some(rule!("HC-ROUGH-04")));
        }
        (granted, None)
    }
}

/// A task on its way.
struct Planner<'a> {
    look: &'a Look<'a>,
    manner: &'a Manner<'a>,
    mover: Mover,
    task: &'a Task,
    /// HC-OPEN-05: what it must do first.
    first: Option<Reform>,
    /// The leg it is at.
    next: usize,
    /// Its footprint; of a bent column its head.
    rect: Rect,
    /// HC-COL-03: the track of a column that bends.
    bend: Option<Vec<Pose>>,
    inside: Option<Inside>,
    reformed: bool,
    /// The move that it makes, counted from one.
    made: usize,
    apart: Apart,
    stopped: Option<Reason<Fact>>,
}

/// Glides of one move, each with the leg it serves and the part of it that was gone.
struct Track {
    start: Rect,
    glides: Vec<(usize, Glide, f64)>,
    travel: Travel,
    allowed: f64,
}

impl<'a> Planner<'a> {
    fn new(
        look: &'a Look<'a>,
        unit: UnitId,
        task: &'a Task,
        manner: &'a Manner<'a>,
        (walled, apart): (UnitSet, Apart),
    ) -> Self {
        let standing = look.state.unit(unit);
        let inside = match standing.place {
            Place::Block(block) => Some(Inside::Block(block)),
            Place::Enclosed(wedge) => Some(Inside::Wedge(wedge)),
            _ => None,
        };
        let mover = Mover { unit, formation: standing.formation, obey: manner.obey, walled };
        let mut planner = Planner {
            look,
            manner,
            mover,
            task,
            first: None,
            next: 0,
            rect: standing.rect,
            bend: look.state.bends.iter().find(|bend| bend.unit == unit).map(|bend| bend.track.clone()),
            inside,
            reformed: look.is_under_orders(unit) && standing.did(Deed::Reformed),
            made: 0,
            apart,
            stopped: None,
        };
        planner.first = planner.closing_up();
        planner
    }

    /// HC-OPEN-05: it closes up first, unless its way leads into difficult ground again.
    fn closing_up(&self) -> Option<Reform> {
        let unit = self.mover.unit;
        let due = self.inside.is_none() && self.look.must_close_up(unit, self.mover.formation, &self.rect);
        let forms = self.task.way.iter().any(|leg| matches!(leg, Leg::Form(_)));
        // HC-BLUN-03: a blunder says itself what is done.
        let ordered = self.look.is_under_orders(unit) && self.mover.obey.proximity;
        if !ordered || !due || forms || self.reformed || self.leads_into_difficult(0) {
            return None;
        }
        let facing = self.rect.pose.facing;
        Some(Reform { to: self.look.card(unit).normal, facing, leading: false })
    }

    /// HC-OPEN-04, HC-OPEN-05: the way, from this leg on, touches difficult ground.
    fn leads_into_difficult(&self, from: usize) -> bool {
        let unit = self.mover.unit;
        let (width, depth) = self.look.card(unit).extent(Formation::Open);
        let mut at = Rect::new(self.rect.pose, width, depth);
        if self.look.is_difficult(unit, &self.rect) || self.look.is_difficult(unit, &at) {
            return true;
        }
        for leg in self.task.way.iter().skip(from) {
            let Leg::Go(pose) = leg else { continue };
            if !super::is_sound(&at.with_pose(*pose)) {
                return false;
            }
            let glide = Glide::new(&at, *pose);
            let steps = glide.steps(12.0);
            let met = |step: usize| self.look.is_difficult(unit, &glide.at(step as f64 / steps as f64));
            if (1..=steps).any(met) {
                return true;
            }
            at = at.with_pose(*pose);
        }
        false
    }

    fn run(mut self, granted: u8) -> Plan {
        let (moves, fewer) = self.look.moves_left(self.mover.unit, granted);
        let mut plan = Plan::default();
        for _ in 0..moves {
            self.stopped = None;
            self.made += 1;
            let Some(made) = self.one_move() else { break };
            let over = made.ends.is_some() || made.left.is_some() || made.is_within();
            plan.moves.push(made);
            if over {
                break;
            }
        }
        plan.done = self.next >= self.task.way.len();
        let unit = self.mover.unit;
        if !plan.done {
            let short = plan.moves.len() < usize::from(granted);
            let ended = plan.moves.last().and_then(|last| last.ends).or(fewer).filter(|_| short);
            let ended = ended.map(|rule| Reason::new(rule, Fact::Unit(unit)));
            plan.stopped = self.stopped.take().or(ended).or_else(|| self.at_the_door());
        }
        plan
    }

    /// The next move; none if nothing is left to do, or nothing can be done.
    fn one_move(&mut self) -> Option<MovePlan> {
        if let Some(reform) = self.first.take() {
            return self.form(&reform, self.next);
        }
        if let Some(inside) = self.inside {
            return self.come_out(inside);
        }
        match *self.task.way.get(self.next)? {
            Leg::Form(reform) => self.form(&reform, self.next + 1),
            Leg::Go(_) => self.go(None),
            Leg::Enter(block) => self.enter(block),
            Leg::Shelter(wedge) => self.shelter(wedge),
        }
    }

    fn stop(&mut self, reason: Reason<Fact>) -> Option<MovePlan> {
        self.stopped = Some(reason);
        None
    }

    /// HC-FCH-02, HC-FCH-03, HC-FCH-07, HC-FCH-12, HC-FCH-08, HC-FCH-14: a change of formation, and what may follow in the same move.
    fn form(&mut self, reform: &Reform, next: usize) -> Option<MovePlan> {
        let unit = self.mover.unit;
        if self.reformed {
            return self.stop(Reason::new(rule!("HC-FCH-07"), Fact::Unit(unit)));
        }
        let difficult = self.leads_into_difficult(next);
        let from = self.mover.formation;
        let rect = match self.look.reformed_from(unit, (from, &self.rect), reform, difficult) {
            Ok(rect) => rect,
            Err(reason) => return self.stop(reason),
        };
        let loose = from == Formation::Open || reform.to == Formation::Open;
        let goes_on = matches!(self.task.way.get(next), Some(Leg::Go(_)))
            && loose
            && self.look.card(unit).changes_on_the_move();
        if let Some(reason) = self.intrudes(reform.to, &rect).filter(|_| !goes_on) {
            return self.stop(reason);
        }
        self.reformed = true;
        self.next = next;
        (self.mover.formation, self.rect, self.bend) = (reform.to, rect, None);
        if goes_on {
            let mut made = self.go(Some(rect)).unwrap_or_else(|| self.formed(rect, None));
            // Its men take their new places before they go.
            if made.way.first() != Some(&rect.pose) {
                made.way.insert(0, rect.pose);
            }
            return Some(made);
        }
        let ends =
            (from == Formation::Square || reform.to == Formation::Square).then_some(rule!("HC-FCH-08"));
        Some(self.formed(rect, ends))
    }

    fn formed(&self, rect: Rect, ends: Option<RuleId>) -> MovePlan {
        MovePlan { reformed: true, ends, way: vec![rect.pose], ..self.made(rect, 0.0, 0.0) }
    }

    fn made(&self, rect: Rect, used: f64, allowed: f64) -> MovePlan {
        MovePlan {
            formation: self.mover.formation,
            rect,
            way: Vec::new(),
            bend: None,
            used: used.into(),
            allowed: allowed.into(),
            reformed: false,
            crossed: false,
            ends: None,
            tested: UnitSet::EMPTY,
            left: None,
            entered: None,
            sheltered: None,
        }
    }

    /// HC-MOVE-01, HC-MOVE-02, HC-MOVE-03, HC-MOVE-04, HC-INTENT-13: along the way as far as one move goes. `formed`: it changed its formation
    /// first in the same move, and stands there.
    fn go(&mut self, formed: Option<Rect>) -> Option<MovePlan> {
        let look = self.look;
        let unit = self.mover.unit;
        let allowed = look.rate_at(unit, self.mover.formation, &self.rect);
        if allowed <= 0.0 {
            return self.stop(Reason::new(rule!("HC-MOVE-08"), Fact::Unit(unit)));
        }
        let stood = self.rect;
        let marches = self.fall_in();
        let start = self.rect;
        let mut track = Track { start, glides: Vec::new(), travel: [0.0; 4], allowed };
        let crossing = self.barrier_ahead(&start);
        let mut made = match crossing {
            Some(barrier) => self.cross(&mut track, barrier)?,
            None => self.glide_on(&mut track),
        };
        self.govern(&mut track);
        let last = self.finish(&mut track, &mut made);
        if (last.pose.at - start.pose.at).length() < NO_MOVE && last.pose.facing == start.pose.facing {
            // The rest of the way was nothing.
            self.rect = stood;
            let more = self.stopped.is_none()
                && made.left.is_none()
                && matches!(
                    self.task.way.get(self.next),
                    Some(Leg::Form(_) | Leg::Enter(_) | Leg::Shelter(_))
                );
            return if more && formed.is_none() { self.one_move() } else { None };
        }
        self.rect = last;
        if marches || self.bend.is_some() {
            self.follow(&track, &mut made);
        }
        made.reformed = formed.is_some();
        Some(made)
    }

    /// HC-COL-03: a column whose next leg is a march goes as its head, with its ranks behind.
    fn fall_in(&mut self) -> bool {
        let Some(Leg::Go(pose)) = self.task.way.get(self.next) else { return false };
        let is_march =
            self.mover.formation == Formation::Column && column::march(&self.rect.pose, pose).is_some();
        if is_march {
            self.rect = self.look.head_of_column(self.mover.unit, self.rect.pose);
        }
        is_march
    }

    /// HC-COL-03: where the ranks of a column stand when its head has gone so far.
    fn follow(&mut self, track: &Track, made: &mut MovePlan) {
        let unit = self.mover.unit;
        let tail = [
            track.start.pose,
            track.start.pose.advanced(-self.look.straight_column(unit, track.start.pose).depth),
        ];
        let before = self.bend.take().unwrap_or_else(|| tail.to_vec());
        let heads: Vec<Pose> =
            track.glides.iter().map(|(_, glide, part)| glide.at(*part).pose.on_grid()).collect();
        let length = self.look.straight_column(unit, track.start.pose).depth;
        self.bend = column::after_march(&before, &heads, length);
        let pose = self.rect.pose;
        self.rect = match self.bend {
            Some(_) => self.look.head_of_column(unit, pose),
            None => self.look.straight_column(unit, pose),
        };
        made.rect = self.rect;
        made.bend = self.bend.clone();
    }

    /// HC-OBST-03, HC-OBST-04: the obstacle at which it stands and over which its way leads now.
    fn barrier_ahead(&self, start: &Rect) -> Option<Barrier> {
        let Some(Leg::Go(pose)) = self.task.way.get(self.next) else { return None };
        if !self.mover.obey.obstacles || !super::is_sound(&start.with_pose(*pose)) {
            return None;
        }
        let glide = Glide::new(start, *pose);
        let near = self.look.barriers(self.mover.unit, self.mover.formation, start.circle());
        let closed = |barrier: &Barrier| self.look.is_closed_to_wheels(self.mover.unit, *barrier);
        let mut at =
            near.into_iter().filter(|barrier| self.look.is_up_to(*barrier, start) && !closed(barrier));
        at.find(|barrier| {
            self.look
                .barrier_entry(&self.mover, &glide, *barrier)
                .is_some_and(|part| part * glide.length() < 8.0)
        })
    }

    /// Along the legs until the move is used up or something is in the way.
    fn glide_on(&mut self, track: &mut Track) -> MovePlan {
        let slack = self.look.rules.slack;
        let mut made = self.made(self.rect, 0.0, track.allowed);
        while let Some(Leg::Go(pose)) = self.task.way.get(self.next).copied() {
            if !super::is_sound(&self.rect.with_pose(pose)) {
                self.stopped = Some(Reason::new(rule!("HC-GEO-01"), Fact::Unit(self.mover.unit)));
                break;
            }
            let Some(target) = self.next_pose(track, pose) else { break };
            let glide = Glide::new(&self.rect, target);
            let mut part = glide.part_within(&track.travel, track.allowed, slack);
            let mut halted = false;
            if let Some(halt) = self.obstruction(&glide)
                && halt.part < part
            {
                (part, halted) = (halt.part, true);
                self.stopped = Some(halt.reason);
            }
            if let Some((at, edge, along)) = self.look.exit(&glide, part) {
                (part, halted) = (at, true);
                made.left = Some((edge, along));
                self.stopped = None;
            }
            track.travel = glide.travel(&track.travel, part);
            track.glides.push((self.next, glide, part));
            self.rect = glide.at(part);
            if part < 1.0 || halted {
                break;
            }
            if target == pose || (target.at - pose.at).length() < NO_MOVE {
                self.next += 1;
            }
        }
        made
    }

    /// The next pose on the way to a leg's: that pose, or for the head of a column that marches a turn first. None where
    /// the move ends because a column neither marches on nor stands straight.
    fn next_pose(&mut self, track: &Track, pose: Pose) -> Option<Pose> {
        let column = self.mover.formation == Formation::Column;
        let heads = column && self.rect.depth < self.look.straight_column(self.mover.unit, pose).depth;
        if !heads {
            return Some(pose);
        }
        match column::march(&self.rect.pose, &pose) {
            Some([turned, there]) => {
                Some(if turned.facing == self.rect.pose.facing { there } else { turned })
            }
            None if (pose.at - self.rect.pose.at).length() < NO_MOVE => Some(self.rect.pose),
            None => {
                if track.glides.is_empty() {
                    self.stopped = Some(Reason::new(rule!("HC-COL-03"), Fact::Unit(self.mover.unit)));
                }
                None
            }
        }
    }

    /// Walls and obstacles, whichever comes first.
    fn obstruction(&self, glide: &Glide) -> Option<super::way::Halt> {
        let halt = self.look.halt(&self.mover, glide);
        if !self.mover.obey.obstacles {
            return halt;
        }
        let barriers = self.look.barriers(self.mover.unit, self.mover.formation, glide.circle());
        let entries =
            barriers.into_iter().filter_map(|barrier| self.look.barrier_entry(&self.mover, glide, barrier));
        let reason = Reason::new(rule!("HC-OBST-03"), Fact::BlockedByObstacle);
        let fences = entries.map(|part| super::way::Halt { part, reason: reason.clone() });
        halt.into_iter().chain(fences).min_by(|a, b| a.part.total_cmp(&b.part))
    }

    /// HC-OBST-03: a whole move is spent on crossing: just so far that all of the unit is on the far side. If it cannot
    /// come so far it stays.
    fn cross(&mut self, track: &mut Track, barrier: Barrier) -> Option<MovePlan> {
        let mut made = self.made(self.rect, 0.0, track.allowed);
        made.crossed = true;
        let start = (self.rect, self.next);
        while let Some(Leg::Go(pose)) = self.task.way.get(self.next).copied() {
            if !super::is_sound(&self.rect.with_pose(pose)) {
                break;
            }
            let glide = Glide::new(&self.rect, pose);
            let entry = self.look.barrier_entry(&self.mover, &glide, barrier);
            let beyond = entry.and_then(|entry| self.look.beyond(&self.mover, &glide, barrier, entry));
            let part = beyond.unwrap_or(1.0);
            if self.look.halt(&self.mover, &glide).is_some_and(|halt| halt.part < part) {
                break;
            }
            let travel = glide.travel(&track.travel, part);
            // HC-MOVE-03: no model goes further than in any move.
            if travel.iter().any(|gone| *gone > track.allowed + self.look.rules.slack) {
                break;
            }
            track.travel = travel;
            track.glides.push((self.next, glide, part));
            self.rect = glide.at(part);
            if beyond.is_some() {
                return Some(made);
            }
            self.next += 1;
        }
        (self.rect, self.next) = start;
        self.stop(Reason::new(rule!("HC-OBST-03"), Fact::BlockedByObstacle))
    }

    /// HC-INTENT-15: where the end of the move is forbidden it goes back along its way to the last place that is not.
    fn govern(&mut self, track: &mut Track) {
        let (unit, formation) = (self.mover.unit, self.mover.formation);
        let (start, ignore_open) = (&track.start, self.task.ignore_open);
        let minds = self.mover.obey.proximity;
        let allowed = !minds || self.look.proximity_allows((unit, formation), start, &self.rect, ignore_open);
        if allowed && self.forbids(Bind::Free, start, &self.rect).is_none() {
            return;
        }
        let bind = if minds { self.look.bind(unit, formation, start, ignore_open) } else { Bind::Free };
        // HC-SUPP-20: who draws up beside a fighting friend is level with him, and need not come to face anybody.
        let bind = match bind {
            Bind::MustFace(_) if self.mover.obey.joins => Bind::Free,
            bind => bind,
        };
        let Some(reason) = self.forbids(bind, start, &self.rect) else { return };
        self.stopped = Some(reason);
        while let Some((leg, glide, part)) = track.glides.pop() {
            self.next = leg;
            let steps = glide.steps(6.0);
            let mut bad = part;
            for step in (0..steps).rev() {
                let try_part = part * step as f64 / steps as f64;
                if self.forbids(bind, &track.start, &glide.at(try_part)).is_none() {
                    let good = self.last_good(&glide, (try_part, bad), bind, &track.start);
                    track.glides.push((leg, glide, good));
                    self.rect = glide.at(good);
                    return;
                }
                bad = try_part;
            }
        }
        self.rect = track.start;
    }

    fn last_good(&self, glide: &Glide, (good, bad): (f64, f64), bind: Bind, start: &Rect) -> f64 {
        glide.close(good, bad, |rect| self.forbids(bind, start, rect).is_some())
    }

    /// HC-PROX-03, HC-PROX-04, HC-PROX-05, HC-PROX-06, HC-PROX-07, HC-PROX-08, HC-PROX-09, HC-PROX-10, HC-PROX-11,
    /// HC-PROX-12, HC-PROX-13, HC-PROX-14, HC-PROX-15, HC-PROX-16, HC-PROX-17, HC-PROX-18, HC-PROX-19, HC-PROX-20,
    /// HC-PROX-21, HC-PROX-22, HC-PROX-23, HC-PROX-24, HC-MOVE-12, HC-SUB-02, HC-DIVO-12: why a move may not end
    /// there.
    fn forbids(&self, bind: Bind, start: &Rect, rect: &Rect) -> Option<Reason<Fact>> {
        let unit = self.mover.unit;
        if rect == start {
            return None;
        }
        let touched = || {
            let enemy = if self.mover.obey.touches { None } else { self.look.enemy_touched(unit, rect) };
            enemy.map(|enemy| Reason::new(rule!("HC-MOVE-12"), Fact::BlockedBy(enemy)))
        };
        self.look
            .bind_forbids(unit, bind, start, rect)
            .or_else(touched)
            .or_else(|| self.look.leash(unit, self.mover.formation, start, rect))
            .or_else(|| self.intrudes(self.mover.formation, rect))
            .or_else(|| self.manner.link.and_then(|link| link(rect)))
    }

    /// HC-SUPP-04: why this move, if it must not, would end in support of somebody.
    fn intrudes(&self, formation: Formation, rect: &Rect) -> Option<Reason<Fact>> {
        let held = self.apart.holds(self.made);
        let mut broken = if held { self.look.intrudes(self.mover.unit, formation, rect) } else { Vec::new() };
        (!broken.is_empty()).then(|| broken.swap_remove(0))
    }

    /// What the move comes to where it ends: HC-ROUGH-03, HC-ROUGH-04, HC-ROUGH-05, HC-PASS-08.
    fn finish(&mut self, track: &mut Track, made: &mut MovePlan) -> Rect {
        let look = self.look;
        let unit = self.mover.unit;
        let rect = self.rect.with_pose(self.rect.pose.on_grid());
        let mut travel = [0.0; 4];
        let mut passage = Passage::default();
        let hindered = !look.is_unhindered(unit, self.mover.formation);
        for (_, glide, part) in &track.glides {
            travel = glide.travel(&travel, *part);
            made.way.push(glide.at(*part).pose.on_grid());
            passage.add(look.tested_passage(&self.mover, glide, *part));
            if hindered && look.meets_rough(&self.mover, glide, *part) {
                let from_rough = look.is_in_rough(unit, self.mover.formation, &track.start);
                made.ends = Some(if from_rough { rule!("HC-ROUGH-04") } else { rule!("HC-ROUGH-03") });
            }
        }
        made.rect = rect;
        made.used = travel.into_iter().fold(0.0, f64::max).into();
        made.tested = look.tested_of(unit, self.mover.formation, &passage);
        rect
    }
}

impl Look<'_> {
    /// HC-SUB-01, HC-SUB-02: a sub-unit stays within one move of its parent, or comes nearer to it.
    pub fn leash(&self, unit: UnitId, formation: Formation, from: &Rect, to: &Rect) -> Option<Reason<Fact>> {
        let parent = self.card(unit).parent?;
        if !self.is_under_orders(unit)
            || !self.state.has_unit(parent)
            || !self.state.unit(parent).is_on_table()
        {
            return None;
        }
        let (before, after) = (self.distance_to(from, parent), self.distance_to(to, parent));
        let rate = self.rate_as(unit, formation) + self.rules.slack;
        let held = after <= rate || (before > rate && after < before);
        (!held).then(|| {
            Reason::new(rule!("HC-SUB-01"), Fact::Distance { from: unit, to: parent, distance: after })
        })
    }

    /// HC-OBST-03: the first part of a glide, after it went across an obstacle, at which it is beyond.
    pub fn beyond(&self, mover: &Mover, glide: &Glide, barrier: Barrier, entry: f64) -> Option<f64> {
        let across = |rect: &Rect| self.is_across(mover.unit, mover.formation, barrier, rect);
        let steps = glide.steps(2.0);
        let mut was = across(&glide.at(entry));
        for step in 1..=steps {
            let part = step as f64 / steps as f64;
            if part <= entry {
                continue;
            }
            let is = across(&glide.at(part));
            if was && !is {
                return Some(part);
            }
            was |= is;
        }
        None
    }
}
