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
    straight(thinking, body);
    for base in body.bases.iter() {
        single(thinking, base, body);
    }
}

/// BB-MOVE-45: the whole body ahead, until it meets the enemy.
fn straight(thinking: &mut Thinking<'_>, body: &Body) {
    let look = thinking.look;
    let mut worth = 0.0;
    let mut met = false;
    for base in body.bases.iter() {
        if let Some(enemy) = enemy_ahead(look, base, body.pace, &thinking.enemies) {
            met = true;
            worth += thinking.matchups.of(look, base, enemy) + 0.5;
        }
    }
    if met {
        let how = Manoeuvre::Advance { distance: body.pace };
        let command = Command::Move { reach: Reach::Tactical, how, displace: BaseSet::EMPTY };
        // Even a poor guess is worth a look: supports and overlaps are not in it.
        thinking.idea(body, command, worth.max(0.3));
    }
}

/// The first enemy that a base meets on its way straight ahead.
fn enemy_ahead(look: Look<'_>, base: BaseId, length: f64, enemies: &[BaseId]) -> Option<BaseId> {
    let rect = look.state.rect(base);
    let along = rect.pose.facing.unit();
    enemies
        .iter()
        .filter(|enemy| near(rect, look.state.rect(**enemy), length))
        .filter_map(|enemy| {
            sweep(rect, along, length, look.state.rect(*enemy), look.rules.tolerance).map(|at| (at, *enemy))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, enemy)| enemy)
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
