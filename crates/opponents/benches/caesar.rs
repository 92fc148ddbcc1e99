//! How fast battles of Hail Caesar are played: actions in random play, whole battles of the rash player, and the single
//! operations that a page and a search are made of.

#![allow(clippy::panic)]

mod common;

use aelian_game::{Next, Ruleset};
use aelian_hail_caesar::command::{CommandChoice, CommandPrompt, Leg, Order, Task, Verb};
use aelian_hail_caesar::fight::{self, FightPrompt};
use aelian_hail_caesar::scenario;
use aelian_hail_caesar::{Choice, Look, Prompt, Rules, State, UnitId, UnitSet};
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
    common::random_play(bencher, |_| start("with-your-shield"));
}

#[divan::bench(sample_count = 20, sample_size = 1, args = ["with-your-shield", "kadesh", "road-to-damascus"])]
fn rash_battles(bencher: Bencher<'_, '_>, scenario: &str) {
    common::rash_battles(bencher, |_| start(scenario));
}

/// The first state that is wanted in the largest battle.
fn played_until(wanted: impl Fn(&Rules, &State) -> bool) -> Start<Rules> {
    common::played_until(|_| start("road-to-damascus"), wanted)
}

#[divan::bench]
fn clone_of_a_state(bencher: Bencher<'_, '_>) {
    let (_, state) = played_until(|_, state| !state.bouts.is_empty());
    bencher.bench_local(|| black_box(&state).clone());
}

/// The check of an order to a group of so many units to go ahead, as a page asks for it at each frame, while others fight.
#[divan::bench(args = [1, 4])]
fn check_of_an_order(bencher: Bencher<'_, '_>, units: usize) {
    let (rules, state) =
        played_until(|rules, state| !state.bouts.is_empty() && ahead(rules, state, units).is_some());
    let choice = ahead(&rules, &state, units).unwrap_or_else(|| panic!("nobody may go"));
    bencher.bench_local(|| rules.check(black_box(&state), black_box(&choice)));
}

/// A legal order to so many units that stand together to go ahead by a move and a half.
fn ahead(rules: &Rules, state: &State, count: usize) -> Option<Choice> {
    let look = Look::new(rules, state);
    let Next::Ask { prompt: Prompt::Command(CommandPrompt::Orders { commanders, .. }), .. } =
        rules.next(state)
    else {
        return None;
    };
    let order = |commander| {
        let able = look.orderable(commander);
        let here = able.iter().filter(|unit| state.unit(*unit).is_on_table());
        let units: UnitSet = here.take(count).collect();
        let task = |unit: UnitId| {
            let goal = look.rect(unit).pose.advanced(1.5 * look.rate(unit)).on_grid();
            Task { unit, way: vec![Leg::Go(goal)], ignore_open: false }
        };
        let verb = Verb::Advance(units.iter().map(task).collect());
        Choice::Command(CommandChoice::Order(Order { commander, units, verb }))
    };
    let whole = |choice: &Choice| match choice {
        Choice::Command(CommandChoice::Order(order)) => order.units.len() == count,
        _ => false,
    };
    commanders.iter().map(order).filter(whole).find(|choice| rules.check(state, choice).is_legal())
}

/// The odds of an engagement of so many fighting units at least.
#[divan::bench(args = [2, 3])]
fn odds_of_a_fight(bencher: Bencher<'_, '_>, least: usize) {
    let (rules, state) = played_until(|rules, state| fight_of(rules, state, least).is_some());
    let units = fight_of(&rules, &state, least).unwrap_or_else(|| panic!("nobody fights"));
    bencher.bench_local(|| fight::odds::<f64>(black_box(Look::new(&rules, &state)), units));
}

fn fight_of(rules: &Rules, state: &State, least: usize) -> Option<UnitSet> {
    match rules.next(state) {
        Next::Ask { prompt: Prompt::Fight(FightPrompt::Engagement { engagements }), .. } => {
            engagements.into_iter().find(|units| units.len() >= least)
        }
        _ => None,
    }
}
