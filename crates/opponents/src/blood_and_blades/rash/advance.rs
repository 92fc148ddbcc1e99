//! Ideas of marching: towards the enemy, in line where there is a line, turning where he is not ahead.

use super::bodies::Body;
use super::charge::enemy_ahead;
use super::orders::{Idea, Thinking};
use super::worth::worth;
use aelian_blood_and_blades::choice::{Command, Leg, Manoeuvre, Order, Reach};
use aelian_blood_and_blades::troop::TroopType;
use aelian_blood_and_blades::{BaseId, BaseSet, Look};
use aelian_geometry::{Facing, Hand, Rect, Vec2, degrees, straight_ahead, to_degrees};

/// Morale points that it is worth to bring one morale point of troops one MU nearer to the enemy.
const PER_STEP: f64 = 0.03;
/// A march of less than this, in mm, is not worth an order.
const SHORTEST: f64 = 10.0;
/// Within this angle the enemy counts as ahead of a line.
const AHEAD: f64 = degrees(50.0);
/// Bodies of so many bases may be taken apart.
const SMALL: usize = 4;
const ABEAM: f64 = degrees(125.0);

pub fn ideas(thinking: &mut Thinking<'_>, body: &Body) {
    let look = thinking.look;
    if body.count == 1 && look.state.base(body.one).commander {
        return follow(thinking, body);
    }
    if shoots_from_here(look, body) {
        return;
    }
    let Some(enemy) = aim(thinking, body) else { return };
    let reach = reach(look, body);
    let value = value(look, body);
    let turn = body.facing.turn_to(Facing::along(look.state.rect(enemy).centre() - body.centre));
    if body.count == 1 {
        return alone(thinking, body, enemy, value);
    }
    let how = if turn.abs() <= AHEAD {
        let distance = stride(thinking, body, enemy);
        if distance < SHORTEST {
            return;
        }
        Manoeuvre::Advance { distance }
    } else if turn.abs() <= ABEAM {
        let hand = if turn > 0.0 { Hand::Right } else { Hand::Left };
        Manoeuvre::Pivot { hand, distance: body.pace.min(front(look, body) * turn.abs()) }
    } else {
        Manoeuvre::Turnabout
    };
    thinking.idea(body, Command::Move { reach, how, displace: BaseSet::EMPTY }, value);
    if body.count <= SMALL && turn.abs() > AHEAD {
        apart(thinking, body, enemy);
    }
}

/// A small body that cannot turn as one turns base by base.
fn apart(thinking: &mut Thinking<'_>, body: &Body, enemy: BaseId) {
    let look = thinking.look;
    for base in body.bases.iter() {
        let (rect, reach) = (look.state.rect(base), reach(look, body));
        let how = go_towards(rect, look.state.rect(enemy).centre(), body.pace);
        let command = Command::Move { reach, how, displace: BaseSet::EMPTY };
        let worth = worth(look, base) * PER_STEP;
        let order = Order { to: BaseSet::one(base), what: command };
        thinking.ideas.push(Idea { order, worth, looked_at: false });
    }
}

/// The general keeps to his troops, behind them.
fn follow(thinking: &mut Thinking<'_>, body: &Body) {
    let look = thinking.look;
    let troops: Vec<Vec2> = look
        .state
        .on_table_of(thinking.side)
        .filter(|id| *id != body.one && !look.state.base(*id).is(TroopType::Bg))
        .map(|id| look.state.rect(id).centre())
        .collect();
    if troops.is_empty() {
        return;
    }
    let middle = troops.iter().copied().sum::<Vec2>() / troops.len() as f64;
    let (apart, room) = ((middle - body.centre).length(), look.mu(4.0));
    if apart <= room || body.enemy_at < look.mu(4.0) {
        return;
    }
    let ahead = body.facing.angle_to(Facing::along(middle - body.centre)) < degrees(45.0);
    let distance = body.pace.min(apart - room);
    let how = if ahead {
        Manoeuvre::Advance { distance }
    } else {
        go_towards(look.state.rect(body.one), middle, distance)
    };
    let command = Command::Move { reach: reach(look, body), how, displace: BaseSet::EMPTY };
    thinking.idea(body, command, 0.2 + apart / look.mu(20.0));
}

/// A single base turns and goes as it likes; a heavy irregular one does so only where straight ahead will
/// not do, because it costs more.
fn alone(thinking: &mut Thinking<'_>, body: &Body, enemy: BaseId, value: f64) {
    let look = thinking.look;
    let (rect, target) = (look.state.rect(body.one), look.state.rect(enemy));
    let reach = reach(look, body);
    let turn = body.facing.angle_to(Facing::along(target.centre() - body.centre));
    let stubborn = look.state.base(body.one).troop.is_irregular()
        && !matches!(
            look.state.base(body.one).troop.kind,
            TroopType::Ps | TroopType::Ax | TroopType::LH | TroopType::Cv
        );
    let straight = straight_ahead(rect, target, look.rules.tolerance) || stubborn && turn < AHEAD;
    let how = if straight {
        let distance = stride(thinking, body, enemy);
        if distance < SHORTEST {
            return;
        }
        Manoeuvre::Advance { distance }
    } else {
        go_towards(rect, target.centre(), body.pace.min((target.centre() - rect.centre()).length() * 0.6))
    };
    thinking.idea(body, Command::Move { reach, how, displace: BaseSet::EMPTY }, value);
}

/// BB-MOVE-36: turned on the spot towards a point, then ahead, so much in all.
fn go_towards(rect: &Rect, point: Vec2, distance: f64) -> Manoeuvre {
    let turn = rect.pose.facing.turn_to(Facing::along(point - rect.centre()));
    if turn.abs() > degrees(150.0) {
        return Manoeuvre::Free { legs: vec![Leg::Turnabout, Leg::Go { ahead: distance, right: 0.0 }] };
    }
    let chord = 2.0 * rect.radius() * libm::sin(turn.abs() / 2.0);
    let turn = if chord > distance { turn * distance / chord * 0.95 } else { turn };
    let ahead = (distance - chord - 0.01).max(0.0);
    let mut legs = vec![Leg::Spin { degrees: to_degrees(turn) }];
    if ahead > 0.0 {
        legs.push(Leg::Go { ahead, right: 0.0 });
    }
    Manoeuvre::Free { legs }
}

/// The enemy that a body makes for: near, well ahead and good to fight.
fn aim(thinking: &mut Thinking<'_>, body: &Body) -> Option<BaseId> {
    let look = thinking.look;
    let mut best: Option<(f64, BaseId)> = None;
    for enemy in &thinking.enemies {
        let to = look.state.rect(*enemy).centre() - body.centre;
        let turn = body.facing.angle_to(Facing::along(to));
        let mut effort = to.length() / look.rules.mu + 4.0 * turn;
        if body.count <= 2 {
            effort -= 1.5 * thinking.matchups.of(look, body.one, *enemy);
        }
        if best.is_none_or(|(least, _)| effort < least) {
            best = Some((effort, *enemy));
        }
    }
    best.map(|(_, enemy)| enemy)
}

fn value(look: Look<'_>, body: &Body) -> f64 {
    let troops: f64 = body.bases.iter().map(|id| worth(look, id)).sum();
    let zeal = if body.all(look, TroopType::is_skirmisher) { 0.5 } else { 1.0 };
    troops * PER_STEP * zeal * body.pace / look.rules.mu
}

/// BB-MOVE-73: far enough for a far move.
fn reach(look: Look<'_>, body: &Body) -> Reach {
    if body.enemy_at > look.mu(8.0) + 1.0 { Reach::Far } else { Reach::Tactical }
}

/// How far ahead a body wants to go: as far as it can, but archers stop where they can shoot, and others do
/// not stop in a zone of control (BB-ZOC-16): what comes so near is to fight.
fn stride(thinking: &Thinking<'_>, body: &Body, enemy: BaseId) -> f64 {
    let look = thinking.look;
    if body.all(look, |kind| kind == TroopType::Bw) {
        let gap = body.distance_to(look, enemy) - look.mu(2.5);
        return body.pace.min(gap.max(0.0));
    }
    let reach = body.pace + look.rules.width;
    if body.enemy_at > reach {
        return body.pace;
    }
    let enemies = &thinking.enemies;
    let met = body.bases.iter().filter_map(|base| enemy_ahead(look, base, reach, enemies));
    let nearest = met.map(|(at, _)| at).fold(f64::INFINITY, f64::min);
    body.pace.min(nearest - look.rules.width - 1.0)
}

/// BB-SHT-09: archers with the enemy in their zone of shooting stay where they are.
fn shoots_from_here(look: Look<'_>, body: &Body) -> bool {
    body.all(look, |kind| kind == TroopType::Bw) && body.enemy_at <= look.mu(3.0)
}

/// The width of its front, about.
fn front(look: Look<'_>, body: &Body) -> f64 {
    let right = body.facing.right();
    let aside = |id: BaseId| look.state.rect(id).centre().dot(right);
    let (least, most) = body
        .bases
        .iter()
        .map(aside)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
    most - least + look.rules.width
}
