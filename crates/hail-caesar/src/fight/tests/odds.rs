//! Odds against rounds that are really fought.

use super::*;
use crate::fight::{Aftermath, FightOdds, odds};
use crate::ids::UnitSet;
use crate::state::Place;
use aelian_dice::{Generator, Weight};
use aelian_game::step;

const WIDTH: f64 = 180.0 / 25.4;
const DEPTH: f64 = 40.0 / 25.4;

/// What was seen in many rounds.
#[derive(Default)]
struct Seen {
    wins: [f64; 2],
    draw: f64,
    casualties: f64,
    destroyed: f64,
    untested: f64,
}

/// Plays the round of `u` and `e` with dice of a fixed stream: as often as asked, each time up to the moves of victors.
fn seen(scene: &Scene, name: &str, rounds: u32) -> Seen {
    let unit = scene.unit(name);
    let mut dice = Generator::new(7_u64);
    let mut seen = Seen::default();
    let one = 1.0 / f64::from(rounds);
    for _ in 0..rounds {
        let mut state = scene.state.clone();
        let had = state.unit(unit).casualties;
        let (mut suffered, mut counted, mut tested) = (0, false, false);
        let mut begun = false;
        loop {
            let waits = matches!(state.pending.last(), Some(Pending::Fight(Waiting::Round(_))));
            begun |= waits;
            let choice = match scene.rules.next(&state) {
                Next::Forced(choice) | Next::Only { choice, .. } => choice,
                Next::Ask { prompt: Prompt::Fight(FightPrompt::Victors { .. }), .. } => break,
                Next::Ask { prompt: Prompt::Fight(FightPrompt::Demand { unit, dice }), .. } => {
                    Choice::Fight(FightChoice::Demand(worth(scene, &state, unit, dice)))
                }
                Next::Ask { .. } => {
                    let mut out = Vec::new();
                    scene.rules.propose(&state, aelian_game::Want::All, &mut out);
                    out.remove(0)
                }
                Next::Over(_) => break,
            };
            let (after, step) = step(&scene.rules, &state, &choice, &mut dice).unwrap();
            for reason in &step.reasons {
                match reason.fact {
                    crate::fact::Fact::Result { red, blue } if !counted => {
                        counted = true;
                        suffered = state.unit(unit).casualties - had;
                        match red.cmp(&blue) {
                            std::cmp::Ordering::Greater => seen.wins[0] += one,
                            std::cmp::Ordering::Less => seen.wins[1] += one,
                            std::cmp::Ordering::Equal => seen.draw += one,
                        }
                    }
                    crate::fact::Fact::Score { unit: who, .. } => tested |= who == unit,
                    _ => {}
                }
            }
            let over = begun && after.part != state.part;
            state = after.into();
            if over || state.turn != scene.state.turn {
                break;
            }
        }
        seen.casualties += one * f64::from(suffered);
        let gone = state.unit(unit).place == Place::Destroyed;
        seen.destroyed += if gone { one } else { 0.0 };
        seen.untested += if tested || gone { 0.0 } else { one };
    }
    seen
}

/// The owner of an elephant demands as the odds take it: not if it breaks already.
fn worth(scene: &Scene, state: &crate::State, unit: UnitId, dice: [u8; 2]) -> bool {
    let Some(Pending::Fight(Waiting::Round(round))) = state.pending.last() else { return false };
    let minus = round.tests.iter().find(|test| test.unit == unit).map_or(0, |test| i32::from(test.minus));
    let look = scene.look().at(state);
    let bad = |total: u8| {
        use crate::breaks::{Disorder, Outcome, combat_result};
        match combat_result(look, unit, i32::from(total) - minus) {
            Outcome::Hold(Disorder::None) => 0.0,
            Outcome::GiveGround(Disorder::None) => 1.0,
            Outcome::GiveGround(Disorder::All) => 3.0,
            Outcome::Break => 6.0,
            _ => 2.0,
        }
    };
    let low = dice[0].min(dice[1]);
    (1..=6).map(|face| bad(low + face)).sum::<f64>() / 6.0 > bad(dice[0] + dice[1])
}

fn sum(after: &Aftermath) -> f64 {
    after.untested + after.holds + after.gives_ground + after.disordered + after.destroyed
}

/// Odds and 700 fought rounds agree within what chance allows (four standard deviations are 0.075).
fn agree(scene: &Scene, name: &str) {
    let units: UnitSet = scene.look().engagement_of(scene.unit("u"));
    let found: FightOdds = odds(scene.look(), units);
    let exact: FightOdds<Weight> = odds(scene.look(), units);
    for (plain, exact) in
        [(found.wins[0], exact.wins[0]), (found.wins[1], exact.wins[1]), (found.draw, exact.draw)]
    {
        assert!((plain - exact.to_f64()).abs() < 1e-9, "{plain} and {exact:?}");
    }
    let unit = found.of(scene.unit(name)).unwrap();
    let seen = seen(scene, name, 700);
    let near = |one: f64, other: f64, what: &str| {
        assert!((one - other).abs() < 0.075, "{what}: {one} in the odds, {other} seen");
    };
    near(found.wins[0], seen.wins[0], "red wins");
    near(found.wins[1], seen.wins[1], "blue wins");
    near(found.draw, seen.draw, "draws");
    near(unit.after.destroyed, seen.destroyed, "destroyed");
    near(unit.after.untested, seen.untested, "untested");
    let mean: f64 = unit.casualties.iter().enumerate().map(|(at, chance)| at as f64 * chance).sum();
    assert!((mean - seen.casualties).abs() < 0.25, "{mean} casualties in the odds, {} seen", seen.casualties);
    assert!((found.wins[0] + found.wins[1] + found.draw - 1.0).abs() < 1e-9);
    for unit in &found.units {
        assert!((sum(&unit.after) - 1.0).abs() < 1e-9, "{unit:?}");
        assert!((unit.casualties.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}

/// HC-ALG-13, HC-ALG-14: a plain fight, fresh and nearly spent.
#[test]
fn a_plain_fight() {
    let scene = duel("medium-infantry", "medium-infantry").build();
    agree(&scene, "u");
    agree(&scene.casualties("e", 5), "e");
}

/// The same with supports, a phalanx, pila, second throws, stubbornness and a unit that cannot give ground.
#[test]
fn a_fight_with_supports_and_specials() {
    let scene = duel(
        "heavy-infantry unshielded pilum tough-fighters wild-fighters-2 valiant",
        "medium-infantry phalanx-2 stubborn",
    )
    .unit("left", Side::Red, "medium-infantry", (30.0 - WIDTH, 20.0), 0.0)
    .unit("rear", Side::Blue, "medium-infantry", (30.0, 20.0 + DEPTH), 180.0)
    .build()
    .casualties("e", 3)
    .casualties("u", 4);
    agree(&scene, "e");
    agree(&scene, "u");
    agree(&scene, "rear");
    agree(&duel("medium-infantry", "light-artillery").build(), "e");
}

/// The same with elephants, freshly raised and wavering troops.
#[test]
fn a_fight_with_elephants() {
    let scene = duel("medium-cavalry wavering", "elephant").build().casualties("u", 3);
    agree(&scene, "u");
    agree(&duel("medium-infantry freshly-raised", "medium-infantry").build().casualties("u", 4), "u");
}

/// HC-VAL-01, HC-BRK-21: a valiant support has its second throw too.
#[test]
fn a_valiant_support_rolls_again() {
    let destroyed = |rear: &str| {
        let scene = duel("medium-infantry", "heavy-infantry")
            .unit("rear", Side::Red, rear, (30.0, 20.0 - DEPTH), 0.0)
            .build()
            .casualties("u", 5);
        let units = scene.look().engagement_of(scene.unit("u"));
        let found: FightOdds = odds(scene.look(), units);
        found.of(scene.unit("rear")).unwrap().after.destroyed
    };
    let (plain, valiant) = (destroyed("medium-infantry"), destroyed("medium-infantry valiant"));
    assert!(plain > 0.0 && valiant < 0.7 * plain, "{valiant} of {plain}");
}
