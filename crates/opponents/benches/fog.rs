//! How fast battles of Field of Glory are played: actions in random play, whole battles of the rash player, and the
//! single operations that a page and a search are made of.

#![allow(clippy::panic)]

mod common;

use aelian_fog_ancients::combat::odds;
use aelian_fog_ancients::movement::{Leg, MoveOrder, MovementChoice};
use aelian_fog_ancients::setup::scenario;
use aelian_fog_ancients::stage::Stage;
use aelian_fog_ancients::{Choice, Look, Rules, State};
use aelian_game::Ruleset;
use aelian_geometry::Hand;
use common::Start;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

fn start(name: &str) -> Start<Rules> {
    let found = scenario::named(name).unwrap_or_else(|| panic!("no scenario {name}"));
    Rules::start(&found.setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[divan::bench(sample_count = 30, sample_size = 1)]
fn random_play(bencher: Bencher<'_, '_>) {
    common::random_play(bencher, |_| start("trebia"));
}

#[divan::bench(sample_count = 20, sample_size = 1, args = ["trebia", "crecy"])]
fn rash_battles(bencher: Bencher<'_, '_>, scenario: &str) {
    common::rash_battles(bencher, |_| start(scenario));
}

fn played_until(wanted: impl Fn(&Rules, &State) -> bool) -> Start<Rules> {
    common::played_until(|_| start("trebia"), wanted)
}

/// The lines have met and somebody has to move.
fn in_the_thick(state: &State) -> bool {
    state.stage == Stage::Moves && state.pending.is_empty() && !state.bouts.is_empty()
}

#[divan::bench]
fn clone_of_a_state(bencher: Bencher<'_, '_>) {
    let (_, state) = played_until(|_, state| in_the_thick(state));
    bencher.bench_local(|| black_box(&state).clone());
}

/// The check of a wheel and an advance of a group of eight bases, as a page asks for it at each frame.
#[divan::bench]
fn check_of_a_wheel_and_advance(bencher: Bencher<'_, '_>) {
    let (rules, state) =
        played_until(|rules, state| in_the_thick(state) && wheel_of_eight(rules, state).is_some());
    let choice = wheel_of_eight(&rules, &state).unwrap_or_else(|| panic!("nobody may wheel"));
    bencher.bench_local(|| rules.check(black_box(&state), black_box(&choice)));
}

/// A legal wheel with an advance of a group of eight bases.
fn wheel_of_eight(rules: &Rules, state: &State) -> Option<Choice> {
    let eight = state.on_table_of(state.active).filter(|id| state.strength(*id) == 8);
    let order = |group| {
        let legs = vec![Leg::Wheel { hand: Hand::Left, degrees: 5.0 }, Leg::Advance { distance: 30.0 }];
        Choice::Movement(MovementChoice::Move(MoveOrder::one(group, legs)))
    };
    eight.map(order).find(|choice| rules.check(state, choice).is_legal())
}

#[divan::bench]
fn exact_odds_of_a_combat(bencher: Bencher<'_, '_>) {
    let fighting = |rules: &Rules, state: &State| {
        state.stage == Stage::Fight && !Look::new(rules, state).combats().is_empty()
    };
    let (rules, state) = played_until(fighting);
    let look = Look::new(&rules, &state);
    let groups = look.combats()[0];
    bencher.bench_local(|| odds(black_box(look), groups));
}
