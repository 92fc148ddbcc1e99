//! Moves of the manoeuvre phase: lines while the enemy is far, single groups when he is near.

use super::worth;
use aelian_fog_ancients::formation::{wheel_angle, wheel_cost};
use aelian_fog_ancients::movement::{self, Leg, MoveOrder, MovementChoice, When};
use aelian_fog_ancients::state::{Cohesion, Deed};
use aelian_fog_ancients::troop::{Capability, Troop};
use aelian_fog_ancients::{GroupId, GroupSet, Look};
use aelian_game::Side;
use aelian_geometry::{Hand, Vec2, to_degrees};

/// Beyond this many MU from the enemy groups go together.
const FAR: f64 = 9.0;

/// The next order: a line, a group, or an end of the moves.
pub fn next_move(look: Look<'_>, side: Side) -> MovementChoice {
    for commander in look.state.commander_ids().filter(|id| look.state.commander(*id).side == side) {
        let line = look.line_of(commander);
        if line.len() > 1
            && line.iter().all(|id| is_free(look, id))
            && let Some(order) = line_advance(look, line, When::First)
        {
            return MovementChoice::Move(order);
        }
    }
    let own = look.state.on_table_of(side).filter(|id| is_free(look, *id));
    own.filter_map(|id| approach(look, id, When::First))
        .map(MovementChoice::Move)
        .next()
        .unwrap_or(MovementChoice::EndMoves)
}

/// FA-2ND-01: once more, the same way.
pub fn second_move(look: Look<'_>, who: GroupSet) -> MovementChoice {
    let order = match who.first() {
        Some(one) if who.len() == 1 => approach(look, one, When::Second),
        _ => line_advance(look, who, When::Second),
    };
    order.map_or(MovementChoice::Stay, MovementChoice::Move)
}

/// It can still move in this phase, and should.
fn is_free(look: Look<'_>, id: GroupId) -> bool {
    let state = look.state;
    let group = state.group(id);
    group.on_table()
        && !holds_its_works(look, id)
        && group.cohesion < Cohesion::Fragmented
        && !state.in_close_combat(id)
        && !state.did(id, Deed::MovedInManoeuvre)
        && !state.did(id, Deed::MovedInImpact)
        && !state.did(id, Deed::Charged)
        && !state.did(id, Deed::FailedTest)
        && !state.did(id, Deed::Pursuing)
        && !state.did(id, Deed::Looting)
}

/// Who stands behind fortifications waits for the enemy, for as long as an attack may be expected.
fn holds_its_works(look: Look<'_>, id: GroupId) -> bool {
    const PATIENCE: u16 = 24;
    look.state.turn < PATIENCE && look.state.bases_of(id).any(|base| look.holds_works(base))
}

/// FA-HINT-06, FA-HINT-25: straight ahead with all of the line, as far as the slowest goes.
fn line_advance(look: Look<'_>, line: GroupSet, when: When) -> Option<MoveOrder> {
    if line.iter().any(|id| look.nearest_enemy(id) < look.mu(FAR)) {
        return None;
    }
    let slowest = line.iter().map(|id| look.base_move(id)).fold(f64::INFINITY, f64::min);
    legal(
        look,
        when,
        [1.0, 0.75, 0.5].map(|part| MoveOrder::all(line, vec![Leg::Advance { distance: slowest * part }])),
    )
}

fn legal(look: Look<'_>, when: When, orders: impl IntoIterator<Item = MoveOrder>) -> Option<MoveOrder> {
    orders.into_iter().find(|order| movement::legal(look, order, when).is_some())
}

/// One group towards the enemy that it should meet; none if it stands well where it is.
fn approach(look: Look<'_>, id: GroupId, when: When) -> Option<MoveOrder> {
    let target = target(look, id)?;
    let gap = look.distance(id, target);
    let wanted = wanted_gap(look, id, target);
    if gap <= wanted + look.mu(0.3) {
        return None;
    }
    let block = look.block(id);
    let goal = look.block(target).centre();
    let (hand, angle) = bearing(block.pose.facing.vector(), goal - block.pose.at);
    let allowance = look.base_move(id);
    let mut orders = Vec::new();
    for part in [1.0, 0.5, 0.0] {
        let turn = (angle * part).min(wheel_angle(block.width, allowance));
        let cost = if turn > 0.02 { wheel_cost(block.width, turn) } else { 0.0 };
        for share in [1.0, 0.6, 0.3] {
            let mut legs = Vec::new();
            if cost > 0.0 {
                legs.push(Leg::Wheel { hand, degrees: to_degrees(turn) });
            }
            let ahead = ((allowance - cost) * share).min(gap - wanted);
            if ahead > 1.0 {
                legs.push(Leg::Advance { distance: ahead });
            }
            if !legs.is_empty() {
                orders.push(MoveOrder::one(id, legs));
            }
        }
    }
    legal(look, when, orders)
}

/// To which hand a direction lies, and by how many radians.
fn bearing(facing: Vec2, to: Vec2) -> (Hand, f64) {
    let across = facing.perp_dot(to);
    let angle = libm::atan2(across.abs(), facing.dot(to));
    (if across > 0.0 { Hand::Left } else { Hand::Right }, angle.min(core::f64::consts::FRAC_PI_2))
}

/// The enemy to go for: near, in front, and good to fight.
fn target(look: Look<'_>, id: GroupId) -> Option<GroupId> {
    let side = look.state.group(id).side;
    let block = look.block(id);
    let score = |enemy: GroupId| {
        let to = look.block(enemy).centre() - block.pose.at;
        let (_, angle) = bearing(block.pose.facing.vector(), to);
        let near = look.distance(id, enemy) / look.rules.mu;
        worth::of_melee(look, id, enemy) * 1.5 - near * 0.4 - angle * 2.0
    };
    let scored = look.enemies(side).map(|enemy| (score(enemy), enemy));
    scored.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1))).map(|(_, enemy)| enemy)
}

/// FA-HINT-02, FA-HINT-23, FA-HINT-29: shooters stop where they hit well, light troops keep out of reach, fighters close
/// in if the fight is not hopeless.
fn wanted_gap(look: Look<'_>, id: GroupId, target: GroupId) -> f64 {
    let group = look.state.group(id);
    let bows = [Capability::Bow, Capability::Longbow, Capability::Crossbow, Capability::Sling];
    let shoots = |troop: &Troop| bows.iter().any(|bow| troop.can(*bow));
    let worth = worth::of_melee(look, id, target);
    if group.has_any(|troop| troop.kind.is_artillery()) {
        look.mu(5.5)
    } else if group.has_any(shoots) {
        look.mu(3.8)
    } else if group.is_skirmishers() {
        look.mu(1.9)
    } else if worth < -2.0 {
        look.mu(7.0)
    } else {
        look.mu(0.5)
    }
}
