//! How fast battles of Blood and Blades are played: actions in random play, whole battles of the rash player,
//! and the single operations that a search is made of.

#![allow(clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod armies;
mod common;

use aelian_blood_and_blades::choice::{Command, Manoeuvre, Order, Reach};
use aelian_blood_and_blades::combat::odds_of_fight;
use aelian_blood_and_blades::state::Stage;
use aelian_blood_and_blades::{BaseSet, Choice, Look, Rules, State};
use aelian_game::Ruleset;
use common::Start;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

fn start(game: u64) -> Start<Rules> {
    Rules::start(&armies::battle(game as usize, game as usize * 7 + 3))
        .unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[divan::bench(sample_count = 30, sample_size = 1)]
fn random_play(bencher: Bencher<'_, '_>) {
    common::random_play(bencher, start);
}

#[divan::bench(sample_count = 50, sample_size = 1)]
fn rash_battles(bencher: Bencher<'_, '_>) {
    common::rash_battles(bencher, start);
}

fn played_until(wanted: impl Fn(&Rules, &State) -> bool) -> Start<Rules> {
    common::played_until(start, wanted)
}

#[divan::bench]
fn clone_of_a_state(bencher: Bencher<'_, '_>) {
    let (_, state) = played_until(|_, state| state.stage == Stage::Moves);
    bencher.bench_local(|| black_box(&state).clone());
}

/// The check of an advance of the largest group on the table, as a page asks for it at each frame.
#[divan::bench]
fn check_of_a_group_move(bencher: Bencher<'_, '_>) {
    let (rules, state) = played_until(|_, state| state.stage == Stage::Moves);
    let look = Look::new(&rules, &state);
    let groups = state.on_table_of(state.active).map(|id| look.group_of(id));
    let to = groups.max_by_key(BaseSet::len).unwrap_or_default();
    let how = Manoeuvre::Advance { distance: 60.0 };
    let what = Command::Move { reach: Reach::Tactical, how, displace: BaseSet::EMPTY };
    let choice = Choice::Order(Order { to, what });
    bencher.bench_local(|| rules.check(black_box(&state), black_box(&choice)));
}

#[divan::bench]
fn exact_odds_of_a_fight(bencher: Bencher<'_, '_>) {
    let fighting = |rules: &Rules, state: &State| {
        state.stage == Stage::CloseCombat && !Look::new(rules, state).pairs_in_close_combat().is_empty()
    };
    let (rules, state) = played_until(fighting);
    let look = Look::new(&rules, &state);
    let (a, z) = look.pairs_in_close_combat()[0];
    bencher.bench_local(|| odds_of_fight(black_box(look), a, z));
}
