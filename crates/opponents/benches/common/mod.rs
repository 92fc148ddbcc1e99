//! What the benches of all games share: whole battles from a start, and the first state of them that is wanted.

use aelian_dice::Generator;
use aelian_game::{Next, Ruleset, Side, play_on};
use aelian_opponents::{BattleOutcome, Contested, Limits, Players, opponent, play_battle, sampler_for};
use divan::Bencher;
use divan::counter::ItemsCount;
use std::cell::Cell;

/// Rules and state at the start of a battle.
pub type Start<R> = (R, <R as Ruleset>::State);

/// So many battles are searched for a state that is wanted.
const SEARCHED: u64 = 50;

fn players<R: Contested>(name: &str, game: u64) -> Players<R> {
    Side::BOTH
        .map(|side| opponent::<R>(name, sampler_for(1, game, side)).unwrap_or_else(|error| panic!("{error}")))
}

fn battle<R: Contested>((rules, mut state): Start<R>, name: &str, game: u64) -> BattleOutcome {
    let mut dice = Generator::stream(1, game);
    play_battle(&rules, &mut state, &mut players(name, game), &mut dice, Limits::of(&rules))
}

/// Applied actions in random play: items are actions.
pub fn random_play<R: Contested + 'static>(bencher: Bencher<'_, '_>, start: fn(u64) -> Start<R>) {
    let game = Cell::new(0u64);
    bencher
        .with_inputs(|| game.replace(game.get() + 1))
        .input_counter(move |game| ItemsCount::new(battle(start(*game), "random", *game).steps))
        .bench_local_values(|game| battle(start(game), "random", game));
}

/// Whole battles of rash against rash: items are battles.
pub fn rash_battles<R: Contested>(bencher: Bencher<'_, '_>, start: impl Fn(u64) -> Start<R>) {
    let game = Cell::new(0u64);
    bencher
        .counter(ItemsCount::new(1u32))
        .with_inputs(|| game.replace(game.get() + 1))
        .bench_local_values(|game| battle(start(game), "rash", game));
}

/// The first state that is wanted in battles of rash players.
pub fn played_until<R: Contested>(
    start: impl Fn(u64) -> Start<R>,
    wanted: impl Fn(&R, &R::State) -> bool,
) -> Start<R> {
    let found = (0..SEARCHED).find_map(|game| search(start(game), game, &wanted));
    found.unwrap_or_else(|| panic!("no battle came to what was wanted"))
}

fn search<R: Contested>(
    (rules, mut state): Start<R>,
    game: u64,
    wanted: &impl Fn(&R, &R::State) -> bool,
) -> Option<Start<R>> {
    let mut dice = Generator::stream(1, game);
    let mut players = players::<R>("rash", game);
    while !wanted(&rules, &state) {
        let choice = match rules.next(&state) {
            Next::Forced(choice) | Next::Only { choice, .. } => choice,
            Next::Ask { side, prompt } => players[side.index()].choose(&rules, &state, side, &prompt)?,
            Next::Over(_) => return None,
        };
        play_on(&rules, &mut state, &choice, &mut dice).unwrap_or_else(|need| panic!("{need}"));
    }
    Some((rules, state))
}
