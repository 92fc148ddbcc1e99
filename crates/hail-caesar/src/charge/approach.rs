//! The moves before the charge move (HC-CHG-03, HC-CHG-04, HC-CHG-28, HC-CHG-32): as quickly and directly as possible
//! towards the target.

use crate::command::{Leg, Task};
use crate::event::MoveWhy;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::movement::{self, Glide, Manner, MovePlan, Mover, Obey};
use crate::rules::Look;
use aelian_geometry::{Facing, Pose, Rect, Vec2, nearest_points};

/// HC-PASS-02, HC-CHG-33, HC-PROX-14, HC-PROX-19: what a charger takes notice of on its way to this enemy: he passes friends
/// who fight only if they fight this enemy's fight.
pub fn obeys(look: Look<'_>, why: MoveWhy, target: UnitId) -> Obey {
    let obey = if why == MoveWhy::Blundered { Obey::BLUNDER } else { Obey::ORDER };
    Obey { joins: true, comrades: look.all_engaged_with(target), ..obey }
}

/// Whom a unit goes for, and how.
pub struct Approach {
    pub unit: UnitId,
    pub target: UnitId,
    pub ignore_open: bool,
    pub obey: Obey,
}

impl Approach {
    /// HC-ALG-02: one move towards the enemy: of those that its order allows the one that leaves the shortest way, with
    /// the enemy before it; none if it gets no nearer.
    pub fn step(&self, look: Look<'_>) -> Option<MovePlan> {
        let standing = look.state.unit(self.unit);
        if let Some(around) = self.around(look) {
            return Some(around);
        }
        let now = self.left(look, standing.formation, &standing.rect);
        let moves = self.goals(look).into_iter().filter_map(|goal| self.planned(look, vec![Leg::Go(goal)]));
        let found = moves.min_by(|a, b| {
            let (a, b) = (self.left(look, a.formation, &a.rect), self.left(look, b.formation, &b.rect));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        })?;
        let then = self.left(look, found.formation, &found.rect);
        let better = (now.0 && !then.0) || (then.0 == now.0 && then.1 < now.1 - 1.0);
        let turns = now.0 && then.0 && found.rect.pose.facing.angle_to(standing.rect.pose.facing) > 0.01;
        (better || turns || standing.is_in_block()).then_some(found)
    }

    /// HC-FCH-03: a change of formation and a move towards the enemy in one, if this unit can make that; `formed`: as it
    /// stands when it has changed.
    pub fn step_formed(&self, look: Look<'_>, formed: Look<'_>, change: &Leg) -> Option<MovePlan> {
        let goals = self.goals(formed).into_iter();
        let moves = goals.filter_map(|goal| self.planned(look, vec![*change, Leg::Go(goal)]));
        let left = |one: &MovePlan| self.left(formed, one.formation, &one.rect);
        moves.filter(|one| one.reformed && one.used.0 > 0.0).min_by(|a, b| {
            let (a, b) = (left(a), left(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        })
    }

    /// HC-ALG-02, HC-ALG-04: one move of the way around ground that is closed to it; none if the straight way is open.
    fn around(&self, look: Look<'_>) -> Option<MovePlan> {
        let standing = look.state.unit(self.unit);
        if standing.is_in_block() {
            return None;
        }
        let from = &standing.rect;
        let (_, nearest) = nearest_points(&Rect::new(from.pose, 0.0, 0.0), look.rect(self.target));
        let way = look.way_around(self.unit, standing.formation, from, nearest)?;
        self.planned(look, way)
    }

    /// Whether it has the enemy still to find, and how far it then is.
    fn left(&self, look: Look<'_>, formation: Formation, rect: &Rect) -> (bool, f64) {
        if formation == Formation::Open {
            return (false, look.distance_to(rect, self.target));
        }
        (!look.faces_from(rect, self.target), look.point_distance(rect.pose.at, self.target))
    }

    fn planned(&self, look: Look<'_>, way: Vec<Leg>) -> Option<MovePlan> {
        let task = Task { unit: self.unit, way, ignore_open: self.ignore_open };
        let manner = Manner { obey: self.obey, ..Manner::ORDER };
        look.plan_in(self.unit, &task, 1, &manner).moves.into_iter().next()
    }

    /// Poses that one move can reach: towards the nearest point of the enemy, towards its middle, and straight ahead.
    fn goals(&self, look: Look<'_>) -> Vec<Pose> {
        let standing = look.state.unit(self.unit);
        let (from, to) = (&standing.rect, look.rect(self.target));
        let rate = look.rate(self.unit);
        if standing.is_open() {
            let (mine, theirs) = nearest_points(from, to);
            let way = theirs - mine;
            let reach = way.length().min(rate);
            return vec![from.pose.translated(Facing::along(way).unit() * reach).on_grid()];
        }
        if standing.is_in_block() {
            // HC-BLDG-09: out of the face that is nearest, and on.
            let face = look.way_out(self.unit, self.target);
            let facing = Facing::along(to.centre() - face);
            let at = face + facing.unit() * rate;
            return vec![Pose { at, facing }.on_grid()];
        }
        let (_, nearest) = nearest_points(&Rect::new(from.pose, 0.0, 0.0), to);
        let mut goals = vec![towards(from, nearest, rate), towards(from, to.centre(), rate)];
        if look.faces_from(from, self.target) {
            let straight = look.point_distance(from.pose.at, self.target).min(rate);
            goals.push(from.pose.advanced(straight).on_grid());
        }
        goals.dedup();
        goals
    }
}

/// HC-CHG-28, HC-GEO-04: turned towards a point about its centre as far as one move allows, and then on towards it.
fn towards(from: &Rect, aim: Vec2, rate: f64) -> Pose {
    let centre = from.centre();
    let wanted = Facing::along(aim - centre);
    let turn = from.pose.facing.turn_to(wanted);
    let pose = |part: f64, ahead: f64| {
        let facing = if part >= 1.0 { wanted } else { from.pose.facing.turned(turn * part) };
        let at = centre + facing.unit() * (from.depth / 2.0 + ahead);
        Pose { at, facing }
    };
    let fits = |pose: Pose| movement::cost(from, &from.with_pose(pose)) <= rate;
    if !fits(pose(1.0, 0.0)) {
        let part = most(|part| fits(pose(part, 0.0)));
        return pose(part, 0.0).on_grid();
    }
    let reach = ((aim - centre).length() - from.depth / 2.0).clamp(0.0, rate);
    let part = most(|part| fits(pose(1.0, reach * part)));
    pose(1.0, reach * part).on_grid()
}

/// The largest part, 0 to 1, for which something holds that holds up to a point.
fn most(holds: impl Fn(f64) -> bool) -> f64 {
    if holds(1.0) {
        return 1.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..16 {
        let middle = (low + high) / 2.0;
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// HC-PASS-06, HC-PASS-07, HC-PASS-08: friends with whom a unit tests that charges from where it stands to this
/// place.
pub fn tested(look: Look<'_>, unit: UnitId, to: &Rect) -> UnitSet {
    let standing = look.state.unit(unit);
    if standing.is_in_block() {
        return UnitSet::EMPTY;
    }
    let mover = Mover { unit, formation: standing.formation, obey: Obey::ORDER, walled: UnitSet::EMPTY };
    let glide = Glide::new(&standing.rect, to.pose);
    let passage = look.tested_passage(&mover, &glide, 1.0);
    look.tested_of(unit, standing.formation, &passage)
}
