//! The ways by which units of broken divisions leave the field (HC-RET-11, HC-RET-13): straight out, around what bars the
//! way, and near the enemy as proximity lets them.

use super::{Leg, Reform, Task, retire};
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::movement::{self, Bind, Exit, Manner, MovePlan, Plan};
use crate::rules::Look;
use crate::state::State;
use aelian_geometry::{Facing, Pose, Rect, Vec2, degrees, rotate};
use aelian_rulebook::{Reason, rule};
use std::cell::OnceCell;

/// How far to either side of the straight way out it looks, in degrees.
const TURNS: [f64; 13] = [0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0, 60.0, -60.0, 75.0, -75.0, 90.0, -90.0];

/// A unit that looks for its way off the table.
pub struct Escape<'a> {
    look: Look<'a>,
    unit: UnitId,
    exit: Exit<'a>,
    best: OnceCell<Option<Found>>,
}

/// A way with what its first move comes to.
#[derive(Clone, Debug)]
pub struct Found {
    pub task: Task,
    pub step: MovePlan,
    /// How much nearer it then is to its exit, in mm.
    pub gain: f64,
}

impl<'a> Escape<'a> {
    pub fn new(look: Look<'a>, unit: UnitId) -> Escape<'a> {
        let exit = Exit::new(look, unit, retire::exit_edge(look, unit));
        Escape { look, unit, exit, best: OnceCell::new() }
    }

    /// HC-RET-11: how much nearer to its exit it is there than where it stands: by the straight way, or around what bars
    /// that.
    pub fn gain(&self, to: &Rect) -> f64 {
        let look = self.look;
        let here = look.rect(self.unit);
        let straight =
            retire::exit_distance(look, self.unit, here) - retire::exit_distance(look, self.unit, to);
        match (self.exit.left(here.centre()), self.exit.left(to.centre())) {
            (Some(before), Some(after)) => before - after,
            _ => straight,
        }
    }

    /// It serves the escape: by either measure it comes nearer.
    pub fn nears(&self, to: &Rect) -> bool {
        self.nears_from(self.look.rect(self.unit), to)
    }

    /// The same of a leg that begins elsewhere.
    pub fn nears_from(&self, from: &Rect, to: &Rect) -> bool {
        let look = self.look;
        let straight =
            retire::exit_distance(look, self.unit, from) - retire::exit_distance(look, self.unit, to);
        straight.max(self.gain(to) - self.gain(from)) > look.rules.slack
    }

    /// HC-RET-11: the way that brings it furthest with one move; none if no way brings it nearer to its exit.
    pub fn best(&self) -> Option<&Found> {
        self.best.get_or_init(|| self.find_best()).as_ref()
    }

    fn find_best(&self) -> Option<Found> {
        let rate = self.look.rate(self.unit);
        let mut plain: Vec<Found> = Vec::new();
        for found in self.plain().into_iter().filter_map(|task| self.tried(task)) {
            if found.step.left.is_some() || found.gain > 0.9 * rate {
                return Some(found);
            }
            plain.push(found);
        }
        let opened: Vec<Found> = self.opened().into_iter().filter_map(|task| self.tried(task)).collect();
        let rest = self.others().into_iter().filter_map(|task| self.tried(task));
        let all: Vec<Found> = plain.into_iter().chain(rest).chain(opened.clone()).collect();
        let most = all.iter().map(|found| found.gain).fold(self.look.rules.slack, f64::max);
        let nearer = |found: &Found| found.gain > self.look.rules.slack && found.gain >= most - 1.0;
        all.into_iter().find(nearer).or_else(|| opened.into_iter().find(|found| found.step.reformed))
    }

    /// HC-WOOD-01, HC-OPEN-04: in open order it has a way, or a shorter one.
    pub fn is_opened_by_order(&self) -> bool {
        let (look, standing) = (self.look, self.look.state.unit(self.unit));
        if standing.formation == Formation::Open
            || standing.is_in_block()
            || !look.card(self.unit).knows(Formation::Open)
        {
            return false;
        }
        let here = standing.rect.centre();
        let loose = Exit::in_open_order(look, self.unit, self.edge()).left(here);
        match (loose, self.exit.left(here)) {
            (Some(loose), Some(now)) => loose < now - look.rules.slack,
            (Some(_), None) => true,
            (None, _) => false,
        }
    }

    /// HC-WOOD-01: opening its order first, and straight out, where that opens a way.
    fn opened(&self) -> Vec<Task> {
        if !self.is_opened_by_order() {
            return Vec::new();
        }
        let facing = self.look.rect(self.unit).pose.facing;
        let open = Leg::Form(Reform { to: Formation::Open, facing, leading: false });
        let out = self.plain().into_iter().take(2);
        out.map(|task| Task { way: [vec![open], task.way.clone()].concat(), ..task }).collect()
    }

    /// Every way that brings it nearer, and if none does, whatever moves it at all.
    pub fn all(&self) -> Vec<Found> {
        let tasks = self.plain().into_iter().chain(self.others());
        let mut all: Vec<Found> = tasks.filter_map(|task| self.tried(task)).collect();
        all.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        if all.iter().any(|found| found.gain > self.look.rules.slack) {
            all.retain(|found| found.gain > self.look.rules.slack);
        }
        all.dedup_by(|a, b| a.step.rect == b.step.rect);
        all.extend(self.opened().into_iter().filter_map(|task| self.tried(task)).take(1));
        all
    }

    /// What keeps it from going straight out; none if nothing does. What bars the way as well where proximity allows it is the
    /// better reason.
    pub fn hindered(&self) -> Option<Reason<Fact>> {
        let stops = |task: Task| self.look.plan_in(self.unit, &task, 1, &Manner::ORDER).stopped;
        let reasons: Vec<Reason<Fact>> = self.plain().into_iter().filter_map(stops).collect();
        let barred = reasons.iter().find(|reason| !reason.rule.as_str().starts_with("HC-PROX"));
        barred.or(reasons.first()).cloned()
    }

    fn tried(&self, task: Task) -> Option<Found> {
        let step = self.look.plan(self.unit, &task, 1).into_iter().next()?;
        let gain = match step.left {
            Some((edge, _)) if edge == self.edge() => f64::INFINITY,
            _ => self.gain(&step.rect),
        };
        Some(Found { task, step, gain })
    }

    fn edge(&self) -> TableEdge {
        retire::exit_edge(self.look, self.unit)
    }

    fn task(&self, pose: Pose, ignore_open: bool) -> Task {
        Task { unit: self.unit, way: vec![Leg::Go(pose.on_grid())], ignore_open }
    }

    /// Straight off the table, the quickest kind first: faced about, backwards, a little to either side. A square must
    /// first change its formation (HC-SQ-04).
    fn plain(&self) -> Vec<Task> {
        let look = self.look;
        let standing = look.state.unit(self.unit);
        if look.is_rooted(self.unit) {
            let facing = standing.rect.pose.facing;
            let reform = Reform { to: look.card(self.unit).normal, facing, leading: false };
            return vec![Task { unit: self.unit, way: vec![Leg::Form(reform)], ignore_open: false }];
        }
        let out = self.edge().outward();
        let far = retire::exit_distance(look, self.unit, &standing.rect).max(0.0) + look.inches(24.0);
        let centre = standing.rect.centre();
        let facings = [out, standing.rect.pose.facing];
        let goal = |facing: Facing, aside: f64| {
            let middle = centre + out.vector() * far + out.right() * look.inches(aside);
            Pose { at: middle + facing.vector() * (standing.rect.depth / 2.0), facing }
        };
        let asides = [0.0, 12.0, -12.0];
        let goals = asides.iter().flat_map(|aside| facings.iter().map(|facing| goal(*facing, *aside)));
        goals.map(|pose| self.task(pose, false)).collect()
    }

    /// HC-RET-13: one move in each direction outwards, to the corners of what bars the way, and straight from whoever
    /// binds it; with every facing that may be kept or taken.
    fn others(&self) -> Vec<Task> {
        let look = self.look;
        let standing = look.state.unit(self.unit);
        if look.is_rooted(self.unit) || standing.is_in_block() {
            return Vec::new();
        }
        let (rect, formation) = (standing.rect, standing.formation);
        let mut tasks = Vec::new();
        for ignore_open in [false, true] {
            let bind = look.bind(self.unit, formation, &rect, ignore_open);
            if ignore_open && bind == look.bind(self.unit, formation, &rect, false) {
                continue;
            }
            let minded = match bind {
                Bind::Free => UnitSet::EMPTY,
                Bind::Faces(enemy) | Bind::Loose(enemy) => UnitSet::one(enemy),
                Bind::MustFace(enemies) => enemies,
            };
            for way in self.directions(bind) {
                let free = [rect.pose.facing, Facing::along(way)].map(Face::Fixed);
                let turned = minded.iter().map(Face::Towards).filter(|_| formation != Formation::Open);
                for face in free.into_iter().chain(turned) {
                    tasks.extend(self.goal(way, face).map(|pose| self.task(pose, ignore_open)));
                }
            }
        }
        tasks
    }

    fn directions(&self, bind: Bind) -> Vec<Vec2> {
        let look = self.look;
        let rect = look.rect(self.unit);
        let out = self.edge().outward().vector();
        let mut ways: Vec<Vec2> = TURNS.into_iter().map(|turn| rotate(out, degrees(turn))).collect();
        let centre = rect.centre();
        ways.extend(self.exit.next_corners(centre).into_iter().map(|corner| corner - centre));
        if let Bind::Faces(enemy) | Bind::Loose(enemy) = bind {
            let from = if matches!(bind, Bind::Loose(_)) { centre } else { rect.pose.at };
            for part in look.footprint(enemy) {
                let points =
                    part.corners().into_iter().map(|corner| corner + (part.centre() - corner) * 0.02);
                ways.extend(points.chain([part.centre()]).flat_map(|point| [from - point, point - from]));
            }
        }
        ways.retain(|way| way.length() > 1.0e-3);
        ways.into_iter().map(|way| way * (1.0 / way.length())).collect()
    }

    /// HC-GEO-04: as far in this direction as one move goes with the turn that the facing takes.
    fn goal(&self, way: Vec2, face: Face) -> Option<Pose> {
        let look = self.look;
        let rect = *look.rect(self.unit);
        let rate = look.rate_at(self.unit, look.state.unit(self.unit).formation, &rect);
        let at = |far: f64| {
            let centre = rect.centre() + way * far;
            let facing = match face {
                Face::Fixed(facing) => facing,
                Face::Towards(enemy) => Facing::along(look.rect(enemy).centre() - centre),
            };
            Pose { at: centre + facing.vector() * (rect.depth / 2.0), facing }
        };
        let fits = |far: f64| movement::cost(&rect, &rect.with_pose(at(far))) <= rate;
        if fits(rate) {
            return Some(at(rate));
        }
        let (mut low, mut high) = (0.0, rate);
        if !fits(0.0) {
            return None;
        }
        for _ in 0..12 {
            let middle = (low + high) / 2.0;
            if fits(middle) { low = middle } else { high = middle }
        }
        Some(at(low))
    }
}

/// How a unit looks at the end of a move.
#[derive(Clone, Copy)]
enum Face {
    Fixed(Facing),
    Towards(UnitId),
}

/// HC-RET-01, HC-RET-11: what so many moves come to: straight on by the way that is best now, or with each move by the way
/// that is best then, whichever brings it further.
pub fn plan(look: Look<'_>, unit: UnitId, moves: u8) -> Plan {
    let escape = Escape::new(look, unit);
    let Some(first) = escape.best().cloned() else {
        let stopped = escape.hindered();
        let stopped = stopped.or(Some(Reason::new(rule!("HC-RET-11"), Fact::Unit(unit))));
        return Plan { stopped, ..Plan::default() };
    };
    let straight = look.plan_in(unit, &first.task, moves, &Manner::ORDER);
    if straight.moves.len() >= usize::from(moves)
        || straight.moves.last().is_some_and(|last| last.left.is_some())
    {
        return straight;
    }
    let mut state: Option<State> = None;
    let mut stepwise: Vec<MovePlan> = Vec::new();
    let mut next = Some(first);
    while let Some(found) = next.take() {
        let over = found.step.left.is_some() || found.step.ends.is_some() || found.step.is_within();
        state = Some(movement::foreseen(look, state, unit, &found.step));
        stepwise.push(found.step);
        let Some(state) = state.as_ref().filter(|_| !over && stepwise.len() < usize::from(moves)) else {
            break;
        };
        next = Escape::new(look.at(state), unit).best().cloned();
    }
    let left = |moves: &[MovePlan]| match moves.last() {
        Some(last) if last.left.is_some() => f64::NEG_INFINITY,
        Some(last) => -escape.gain(&last.rect),
        None => 0.0,
    };
    if left(&stepwise) < left(&straight.moves) - 1.0 {
        return Plan { moves: stepwise, ..straight };
    }
    straight
}
