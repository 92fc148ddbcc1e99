//! The fan of a charge (FA-ALG-20): the wheels that could bring the front of a group against somebody, closely enough
//! that a way which exists is found.
//!
//! At the start of the move every degree from 1 to 90 to either hand is looked at; after each quarter of the move every
//! second degree (FA-V31-12: only the start). Wheels whose strip of ground does not come to the target are left out
//! before they are worked out.

use super::choice::ChargePath;
use super::pace::Pace;
use crate::formation::{wheel_angle, wheel_cost};
use crate::ids::GroupId;
use crate::rules::Look;
use aelian_geometry::{Hand, Rect, Rotation, degrees, distance, to_degrees};
use std::sync::LazyLock;

/// A wheel in thought: how far straight ahead before it, to which hand, by how many degrees.
#[derive(Clone, Copy)]
struct Wheel {
    ahead: f64,
    hand: Hand,
    angle: u32,
}

/// The turns to the left and to the right by each whole degree up to a right angle.
static TURNS: LazyLock<[[Rotation; 2]; 91]> = LazyLock::new(|| {
    std::array::from_fn(|angle| Hand::BOTH.map(|hand| Rotation::by(degrees(angle as f64) * hand.sign())))
});

/// Straight ahead, and every wheel of the fan that could bring the front of the group against this rectangle; the
/// smaller wheels first.
pub fn fan(look: Look<'_>, group: GroupId, target: Rect) -> impl Iterator<Item = ChargePath> {
    let block = look.block(group);
    let whole = Pace::charge(look, group, 0.0).most();
    let hands = look.hands(block.pose);
    let quarters = if look.rules.v31() { 1 } else { 4 };
    let wheels = (0..quarters).flat_map(move |quarter| {
        let step = if quarter == 0 { 1 } else { 2 };
        let ahead = whole * f64::from(quarter) * 0.25;
        // No wider wheel is left to it.
        let widest = to_degrees(wheel_angle(block.width, whole - ahead)).ceil().min(90.0) as u32;
        (1..=widest)
            .filter(move |angle| angle % step == 0)
            .flat_map(move |angle| hands.map(|hand| Wheel { ahead, hand, angle }))
    });
    let reaches = move |wheel: &Wheel| comes_to(&block, wheel, whole, &target);
    let path = |wheel: Wheel| ChargePath {
        ahead: wheel.ahead.into(),
        wheel: Some((wheel.hand, f64::from(wheel.angle).into())),
        drop: None,
    };
    std::iter::once(ChargePath::default()).chain(wheels.filter(reaches).map(path))
}

/// The ground that the block covers after the wheel, where it stands and straight on with what is left of its move,
/// comes to the target; with the slack of one step of the fan.
fn comes_to(block: &Rect, wheel: &Wheel, whole: f64, target: &Rect) -> bool {
    let left = whole - wheel.ahead - wheel_cost(block.width, degrees(f64::from(wheel.angle)));
    if left < 0.0 {
        return false;
    }
    let corner = block.pose.at + block.pose.facing.right() * (block.width * 0.5 * wheel.hand.sign());
    let pivot = corner + block.pose.facing.vector() * wheel.ahead;
    let slack = block.width * degrees(2.0) + 1.0;
    let turn = &TURNS[wheel.angle as usize][usize::from(wheel.hand == Hand::Right)];
    // The middle of the covered ground, without the trouble of a new facing.
    let ahead = turn.turn(block.pose.facing.vector());
    let middle = pivot + turn.turn(block.pose.at - corner) + ahead * (0.5 * (left - block.depth));
    let reach = 0.5 * (block.width + block.depth + left) + target.radius() + slack;
    if (target.centre() - middle).length_squared() > reach * reach {
        return false;
    }
    let pose = block.pose.advanced(wheel.ahead).rotated_by(pivot, turn);
    let covered = Rect::new(pose.advanced(left), block.width, block.depth + left);
    covered.circle().near(&target.circle(), slack) && distance(&covered, target) <= slack
}
