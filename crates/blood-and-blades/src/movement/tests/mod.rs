//! The examples of chapters 44 to 48 and of order costs, played through the contract.

mod ambush;
mod engagement;
mod free_moves;
mod moves;
mod passing;
pub mod random;
mod secrets;
mod zones;

use crate::baseset::BaseSet;
use crate::choice::{Choice, Command, Manoeuvre, Order, Reach};
use crate::testing::Scene;
use aelian_rulebook::RuleId;

/// A tactical move of these bases.
pub fn moves(scene: &Scene, names: &[&str], how: Manoeuvre) -> Choice {
    order(scene, names, Reach::Tactical, how)
}

pub fn order(scene: &Scene, names: &[&str], reach: Reach, how: Manoeuvre) -> Choice {
    let what = Command::Move { reach, how, displace: BaseSet::EMPTY };
    Choice::Order(Order { to: scene.set(names), what })
}

pub fn advance(scene: &Scene, names: &[&str], distance: f64) -> Choice {
    moves(scene, names, Manoeuvre::Advance { distance })
}

pub fn halt(scene: &Scene, names: &[&str]) -> Choice {
    Choice::Order(Order { to: scene.set(names), what: Command::Halt })
}

/// Plays a choice that needs no dice and must be legal.
pub fn play(scene: &mut Scene, choice: impl FnOnce(&Scene) -> Choice) {
    let choice = choice(scene);
    if let Err(reasons) = scene.play(&choice, &[]) {
        panic!("{choice:?} is refused: {reasons:?}");
    }
}

/// Checks that a choice is refused for this rule, among others perhaps, and leaves the state as it was.
pub fn refused(scene: &Scene, choice: &Choice, rule: RuleId) {
    let breaches = scene.breaches(choice);
    assert!(breaches.contains(&rule), "{rule} expected, found {breaches:?}");
    let before = scene.state.clone();
    let mut after = scene.clone();
    assert!(after.play(choice, &[]).is_err());
    assert_eq!(after.state, before, "a refused choice changes nothing");
}

pub fn legal(scene: &Scene, choice: &Choice) {
    let verdict = scene.check(choice);
    assert!(verdict.is_legal(), "{choice:?}: {:?}", verdict.breaches);
}

pub fn cost(scene: &Scene, choice: &Choice) -> Option<u8> {
    scene.check(choice).ghost.cost
}
