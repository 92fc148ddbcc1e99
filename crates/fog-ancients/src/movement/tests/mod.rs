//! Moves of the manoeuvre phase, played.

mod advances;
mod ambushes;
mod commanders;
mod contacts;
mod formations;
mod lines;
mod pinned;
mod proposals;
mod rarities;
mod tests_first;

use super::{Leg, MoveOrder, MovementChoice, Turn};
use crate::choice::Choice;
use crate::testing::Scene;
use aelian_geometry::Hand;

/// Straight ahead, in MU.
fn ahead(mu: f64) -> Leg {
    Leg::Advance { distance: mu * 25.0 }
}

fn wheel(hand: Hand, degrees: f64) -> Leg {
    Leg::Wheel { hand, degrees }
}

const LEFT: Leg = Leg::Turn(Turn::Left);
const RIGHT: Leg = Leg::Turn(Turn::Right);
const ABOUT: Leg = Leg::Turn(Turn::About);

/// An order to the groups of these names.
fn order(scene: &Scene, names: &[&str], legs: &[Leg]) -> Choice {
    let who = names.iter().map(|name| scene.group(name)).collect();
    Choice::Movement(MovementChoice::Move(MoveOrder::all(who, legs.to_vec())))
}

/// The rules that refuse an order to one group.
fn refused(scene: &Scene, name: &str, legs: &[Leg]) -> Vec<String> {
    rules(scene, &order(scene, &[name], legs))
}

fn rules(scene: &Scene, choice: &Choice) -> Vec<String> {
    scene.refusals(choice).iter().map(|rule| rule.to_string()).collect()
}

fn is_simple(scene: &Scene, name: &str, legs: &[Leg]) -> bool {
    let verdict = scene.check(&order(scene, &[name], legs));
    assert!(verdict.is_legal(), "{:?}", verdict.breaches);
    verdict.ghost.test.is_none()
}

const STAY: Choice = Choice::Movement(MovementChoice::Stay);
const END: Choice = Choice::Movement(MovementChoice::EndMoves);
