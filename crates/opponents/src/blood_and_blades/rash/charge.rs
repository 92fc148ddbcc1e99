//! Ideas of fighting: straight into the enemy as a body, or a single base onto a front, a flank or a rear.

use super::bodies::Body;
use super::orders::{Idea, Thinking};
use aelian_blood_and_blades::choice::{Command, Leg, Manoeuvre, Order, Reach};
use aelian_blood_and_blades::position::facing::{aligned_poses, corner_displacement};
use aelian_blood_and_blades::{BaseId, BaseSet, Look};
use aelian_geometry::{
    Edge, Hand, Pose, Rect, sweep, to_degrees, wholly_behind_front, wholly_behind_rear, wholly_beyond,
};

/// What a flank or a rear attack adds to the worth of a fight, as a guess: such an enemy cannot recoil.
const FLANK: f64 = 2.0;
const REAR: f64 = 3.0;

pub fn ideas(thinking: &mut Thinking<'_>, body: &Body) {
    let look = thinking.look;
    if body.enemy_at > body.pace + look.rules.width {
        return;
    }
    let meetings = meetings(thinking, body);
    straight(thinking, body, &meetings);
    slices(thinking, body, &meetings);
    for base in body.bases.iter() {
        let hemmed_in = body.count > 1 && look.neighbours(base).iter().all(Option::is_some);
        if !hemmed_in {
            single(thinking, base, body);
        }
    }
}

/// Whom a base of a body meets straight ahead, and how far away.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    base: BaseId,
    at: f64,
    worth: f64,
}

fn meetings(thinking: &mut Thinking<'_>, body: &Body) -> Vec<Meeting> {
    let look = thinking.look;
    let mut meetings = Vec::new();
    for base in body.bases.iter() {
        if let Some((at, enemy)) = enemy_ahead(look, base, body.pace, &thinking.enemies) {
            let worth = thinking.matchups.of(look, base, enemy) + 0.5;
            meetings.push(Meeting { base, at, worth });
        }
    }
    meetings.sort_by(|a, b| a.at.total_cmp(&b.at));
    meetings
}

/// BB-MOVE-45: the whole body ahead, until it meets the enemy.
fn straight(thinking: &mut Thinking<'_>, body: &Body, meetings: &[Meeting]) {
    if !meetings.is_empty() {
        let worth: f64 = meetings.iter().map(|meeting| meeting.worth).sum();
        // Even a poor guess is worth a look: supports and overlaps are not in it.
        thinking.idea(body, ahead(body.pace), worth.max(0.3));
    }
}

/// BB-ZOC-17: where the enemy is nearer to some bases than to others, those ahead go by themselves, with
/// whoever stands behind them: a line in an enemy's zone of control may be unable to move as a whole.
fn slices(thinking: &mut Thinking<'_>, body: &Body, meetings: &[Meeting]) {
    if body.count < 2 {
        return;
    }
    for slice in meetings.chunk_by(|a, b| b.at - a.at < EVEN) {
        let worth: f64 = slice.iter().map(|meeting| meeting.worth).sum();
        let front: BaseSet = slice.iter().map(|meeting| meeting.base).collect();
        let bases = with_those_behind(thinking.look, front, body.bases);
        if bases.len() < body.count {
            let order = Order { to: bases, what: ahead(body.pace) };
            thinking.ideas.push(Idea { order, worth: worth.max(0.3) * 0.6, looked_at: false });
        }
    }
}

/// Enemies whose distances differ by less stand in one line.
const EVEN: f64 = 1.0;

fn with_those_behind(look: Look<'_>, front: BaseSet, body: BaseSet) -> BaseSet {
    let mut bases = front;
    let mut rear = front;
    while !rear.is_empty() {
        rear = rear.iter().filter_map(|base| look.behind(base)).filter(|base| body.contains(*base)).collect();
        rear = rear.minus(bases);
        bases = bases.union(rear);
    }
    bases
}

fn ahead(distance: f64) -> Command {
    let how = Manoeuvre::Advance { distance };
    Command::Move { reach: Reach::Tactical, how, displace: BaseSet::EMPTY }
}

/// The first enemy that a base meets on its way straight ahead.
pub fn enemy_ahead(look: Look<'_>, base: BaseId, length: f64, enemies: &[BaseId]) -> Option<(f64, BaseId)> {
    let rect = look.state.rect(base);
    let along = rect.pose.facing.unit();
    enemies
        .iter()
        .filter(|enemy| near(rect, look.state.rect(**enemy), length))
        .filter_map(|enemy| {
            sweep(rect, along, length, look.state.rect(*enemy), look.rules.tolerance).map(|at| (at, *enemy))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
}

/// BB-MOVE-36: one base by itself, onto any edge of an enemy that it may attack.
fn single(thinking: &mut Thinking<'_>, base: BaseId, body: &Body) {
    let look = thinking.look;
    let rect = *look.state.rect(base);
    let pace = super::bodies::pace(look, base);
    for at in 0..thinking.enemies.len() {
        let enemy = thinking.enemies[at];
        let target = *look.state.rect(enemy);
        if !near(&rect, &target, pace) {
            continue;
        }
        for (edge, bonus) in open_edges(look, &rect, &target) {
            // Those in line go ahead in line; they leave it only for a flank or a rear.
            if edge == Edge::Front && body.count > 1 {
                continue;
            }
            let worth = thinking.matchups.of(look, base, enemy) + bonus + 0.5;
            for pose in distinct(aligned_poses(&rect, &target, edge)) {
                if let Some(legs) = way(&rect, pose, pace) {
                    push(thinking, base, legs, worth);
                }
            }
        }
    }
}

fn push(thinking: &mut Thinking<'_>, base: BaseId, legs: Vec<Leg>, worth: f64) {
    let how = Manoeuvre::Free { legs };
    let what = Command::Move { reach: Reach::Tactical, how, displace: BaseSet::EMPTY };
    if worth > 0.0 {
        let order = Order { to: BaseSet::one(base), what };
        thinking.ideas.push(Idea { order, worth: worth * 0.8, looked_at: false });
    }
}

/// BB-CC-50, BB-CC-51, BB-CC-55: the edges of an enemy that a base may attack from where it stands.
fn open_edges(look: Look<'_>, rect: &Rect, target: &Rect) -> impl Iterator<Item = (Edge, f64)> + use<> {
    let tolerance = look.rules.tolerance;
    let flank = |hand: Hand| {
        wholly_beyond(target, hand, rect, tolerance) && wholly_behind_front(target, rect, tolerance)
    };
    let behind = wholly_behind_rear(target, rect, tolerance);
    let beside = flank(Hand::Left) || flank(Hand::Right);
    [
        (Edge::Rear, REAR, behind),
        (Edge::Left, FLANK, flank(Hand::Left)),
        (Edge::Right, FLANK, flank(Hand::Right)),
        (Edge::Front, 0.0, !behind && !beside),
    ]
    .into_iter()
    .filter_map(|(edge, bonus, open)| open.then_some((edge, bonus)))
}

/// Turned on the spot and then straight to the place, if that is not too far.
fn way(rect: &Rect, to: Pose, pace: f64) -> Option<Vec<Leg>> {
    let turn = rect.pose.facing.turn_to(to.facing);
    let half = to.facing.unit() * (rect.depth / 2.0);
    let turned = rect.with_pose(Pose { at: rect.centre() + half, facing: to.facing });
    let way = to.at - turned.pose.at;
    let used = corner_displacement(rect, &turned) + way.length();
    if used > pace {
        return None;
    }
    let go = Leg::Go { ahead: way.dot(to.facing.unit()), right: way.dot(to.facing.right()) };
    if turn.abs() < 1e-6 {
        return Some(vec![go]);
    }
    Some(vec![Leg::Spin { degrees: to_degrees(turn) }, go])
}

fn near(a: &Rect, b: &Rect, reach: f64) -> bool {
    let limit = a.radius() + b.radius() + reach;
    (a.centre() - b.centre()).length_squared() <= limit * limit
}

fn distinct([first, second]: [Pose; 2]) -> impl Iterator<Item = Pose> {
    let same = (first.at - second.at).length_squared() < 1e-6;
    std::iter::once(first).chain((!same).then_some(second))
}
