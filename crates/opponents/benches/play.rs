//! How fast battles of Blood and Blades are played: actions in random play, whole battles of the rash player,
//! and the single operations that a search is made of.

#![allow(clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

use aelian_blood_and_blades::choice::{Command, Manoeuvre, Order, Reach};
use aelian_blood_and_blades::combat::odds_of_fight;
use aelian_blood_and_blades::state::Stage;
use aelian_blood_and_blades::{BaseSet, Choice, Look, Rules, State};
use aelian_dice::Generator;
use aelian_game::{Next, Ruleset, Side, play_on};
use aelian_opponents::{BattleOutcome, Limits, Player, Players, opponent, play_battle, sampler_for};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::cell::Cell;

fn main() {
    divan::main();
}

fn players(name: &str, game: u64) -> Players<Rules> {
    Side::BOTH.map(|side| {
        opponent::<Rules>(name, sampler_for(1, game, side)).unwrap_or_else(|error| panic!("{error}"))
    })
}

fn start(game: u64) -> (Rules, State) {
    Rules::start(&common::battle(game as usize, game as usize * 7 + 3))
        .unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn battle(name: &str, game: u64) -> BattleOutcome {
    let (rules, mut state) = start(game);
    let mut dice = Generator::stream(1, game);
    play_battle(&rules, &mut state, &mut players(name, game), &mut dice, Limits::of(&rules))
}

/// Applied actions in random play: items are actions.
#[divan::bench(sample_count = 30, sample_size = 1)]
fn random_play(bencher: Bencher<'_, '_>) {
    let game = Cell::new(0u64);
    bencher
        .with_inputs(|| game.replace(game.get() + 1))
        .input_counter(|game| ItemsCount::new(battle("random", *game).steps))
        .bench_local_values(|game| battle("random", game));
}

/// Whole battles of rash against rash: items are battles.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn rash_battles(bencher: Bencher<'_, '_>) {
    let game = Cell::new(0u64);
    bencher
        .counter(ItemsCount::new(1u32))
        .with_inputs(|| game.replace(game.get() + 1))
        .bench_local_values(|game| battle("rash", game));
}

/// A battle of rash players up to a state that is wanted.
fn played_until(game: u64, wanted: impl Fn(&Rules, &State) -> bool) -> (Rules, State) {
    let (rules, mut state) = start(game);
    let mut dice = Generator::stream(1, game);
    let mut players = players("rash", game);
    while !wanted(&rules, &state) {
        let choice = match rules.next(&state) {
            Next::Forced(choice) => choice,
            Next::Ask { side, prompt } => answer(&mut players, &rules, &state, side, &prompt),
            Next::Over(ending) => panic!("over before it was wanted: {ending:?}"),
        };
        play_on(&rules, &mut state, &choice, &mut dice).unwrap_or_else(|need| panic!("{need}"));
    }
    (rules, state)
}

fn answer(
    players: &mut Players<Rules>,
    rules: &Rules,
    state: &State,
    side: Side,
    prompt: &aelian_blood_and_blades::Prompt,
) -> Choice {
    let player: &mut Box<dyn Player<Rules>> = &mut players[side.index()];
    player.choose(rules, state, side, prompt).unwrap_or_else(|| panic!("no answer to {prompt:?}"))
}

#[divan::bench]
fn clone_of_a_state(bencher: Bencher<'_, '_>) {
    let (_, state) = played_until(0, |_, state| state.stage == Stage::Moves);
    bencher.bench_local(|| black_box(&state).clone());
}

/// The check of an advance of the largest group on the table, as a page asks for it at each frame.
#[divan::bench]
fn check_of_a_group_move(bencher: Bencher<'_, '_>) {
    let (rules, state) = played_until(0, |_, state| state.stage == Stage::Moves);
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
    let (rules, state) = played_until(0, fighting);
    let look = Look::new(&rules, &state);
    let (a, z) = look.pairs_in_close_combat()[0];
    bencher.bench_local(|| odds_of_fight(black_box(look), a, z));
}
