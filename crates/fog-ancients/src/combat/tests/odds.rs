//! Exact odds against many rolls of the real rules.

use super::*;
use crate::combat::{CombatPrompt, odds};
use crate::state::{CommanderPlace, Grade, State};
use aelian_dice::{Generator, Weight};
use aelian_game::Side;

/// What came of a combat for one group, as shares of all rounds.
struct Counted {
    group: crate::ids::GroupId,
    taken: [f64; 30],
    given: [f64; 30],
    wins: f64,
    draws: f64,
    loses: f64,
    cohesion: [f64; 4],
    bases: [f64; 13],
    commander: f64,
}

/// Plays the combat of this scene so often, and counts what comes of it for each group.
fn sampled(scene: &Scene, rounds: u32) -> Vec<Counted> {
    let none = |group| Counted {
        group,
        taken: [0.0; 30],
        given: [0.0; 30],
        wins: 0.0,
        draws: 0.0,
        loses: 0.0,
        cohesion: [0.0; 4],
        bases: [0.0; 13],
        commander: 0.0,
    };
    let mut counted: Vec<Counted> = scene.state.group_ids().map(none).collect();
    let share = 1.0 / f64::from(rounds);
    let mut dice = Generator::new(7u64);
    for _ in 0..rounds {
        let (before, after) = played(scene, &mut dice);
        for odds in &mut counted {
            let toll = crate::cohesion::Toll::of(&before, odds.group);
            odds.taken[toll.taken as usize] += share;
            odds.given[toll.given as usize] += share;
            match toll.margin().signum() {
                1 => odds.loses += share,
                0 => odds.draws += share,
                _ => odds.wins += share,
            }
            odds.cohesion[after.group(odds.group).cohesion as usize] += share;
            let lost = scene.state.strength(odds.group) - after.strength(odds.group);
            odds.bases[lost] += share;
            let fell = after
                .commanders
                .iter()
                .zip(&scene.state.commanders)
                .any(|(now, then)| now.place == CommanderPlace::Lost && then.with() == Some(odds.group));
            odds.commander += if fell { share } else { 0.0 };
        }
    }
    counted
}

/// The state once the hits are known, and once tests, death rolls and risks are done.
fn played(scene: &Scene, dice: &mut Generator) -> (State, State) {
    let mut state = scene.state.clone();
    scene.run_stage(&mut state, Stage::Fight, dice);
    let with_hits = state.clone();
    for stage in [Stage::Tests, Stage::DeathRolls, Stage::CommanderRisks] {
        scene.run_stage(&mut state, stage, dice);
    }
    (with_hits.into_state(), state.into_state())
}

fn compare(scene: &Scene, rounds: u32) {
    let combats = scene.look().combats();
    assert_eq!(combats.len(), 1);
    let exact = odds(scene.look(), combats[0]);
    let found = sampled(scene, rounds);
    let near = |what: &str, exact: f64, found: f64| {
        let spread = 4.5 * (exact * (1.0 - exact) / f64::from(rounds)).max(1e-7).sqrt();
        assert!((exact - found).abs() <= spread + 1e-9, "{what}: exact {exact}, found {found}");
    };
    for one in &exact.groups {
        let other = found.iter().find(|other| other.group == one.group).unwrap();
        for (hits, chance) in one.taken.iter() {
            near("taken", chance, other.taken[*hits as usize]);
        }
        for (hits, chance) in one.given.iter() {
            near("given", chance, other.given[*hits as usize]);
        }
        near("wins", one.wins.to_f64(), other.wins);
        near("draws", one.draws.to_f64(), other.draws);
        near("loses", one.loses.to_f64(), other.loses);
        for (exact, found) in one.after.cohesion.iter().zip(other.cohesion) {
            near("cohesion", exact.to_f64(), found);
        }
        for (exact, found) in one.after.bases.iter().zip(other.bases) {
            near("bases", exact.to_f64(), found);
        }
        near("commander", one.after.commander.to_f64(), other.commander);
        let whole = [one.after.cohesion.into_iter().sum(), one.wins + one.draws + one.loses];
        assert_eq!(whole, [Weight::ONE; 2]);
    }
}

/// EX-01 to EX-06 as chances: the impact of the book, with a commander in the Romans' front rank.
#[test]
fn exact_odds_of_the_book_s_impact_are_what_the_rules_do() {
    let table = table(Phase::Impact)
        .group("gauls", Side::Red, GAULS, (12, 6), (36.0, 24.0), 0.0)
        .group("romans", Side::Blue, ROMANS, (8, 4), (36.0, 24.0), 180.0)
        .commander("consul", Side::Blue, Grade::Field, Some("romans"), (36.0, 24.0));
    let mut scene = charges(table.build(), "gauls", "romans", FRONTS);
    let (consul, romans) = (scene.officer("consul"), scene.group("romans"));
    let displaced = scene.base("romans", 0, 0);
    scene.state.commanders[consul.index()].place = CommanderPlace::Front { group: romans, displaced };
    compare(&scene, 2000);
}

/// FA-COMB-04, FA-AUTO-01: a melee of three groups near their limits, one of them shaken and poor.
#[test]
fn exact_odds_of_a_melee_of_three_are_what_the_rules_do() {
    let mut scene = table(Phase::Melee)
        .group("red", Side::Red, "HF protected poor", (8, 4), (36.0, 24.0), 0.0)
        .group("west", Side::Blue, "Kn heavily-armoured elite lancers swordsmen", (2, 2), (34.4, 24.0), 180.0)
        .group("east", Side::Blue, "MF protected heavy-weapon", (4, 2), (37.6, 24.0), 180.0)
        .build()
        .fighting("red", "west")
        .fighting("red", "east")
        .cohesion("red", Cohesion::Disrupted);
    let last = scene.base("red", 3, 1);
    scene.state.bases[last.index()].lost = true;
    compare(&scene, 2000);
}

/// FA-V31-51: the sheet asks who hit; the odds know it.
#[test]
fn exact_odds_know_the_sheet() {
    let mut scene = table(Phase::Melee)
        .group("horse", Side::Red, "Cv armoured", (4, 2), (36.0, 24.0), 0.0)
        .group("foot", Side::Blue, "HF protected", (2, 1), (35.2, 24.0), 180.0)
        .group("riders", Side::Blue, "Cv armoured", (2, 1), (36.8, 24.0), 180.0)
        .build()
        .fighting("horse", "foot")
        .fighting("horse", "riders");
    scene.rules.edition = crate::settings::Edition::V31;
    compare(&scene, 1500);
}

/// FA-DEC-32: while a pairing is open the odds are those of the first way.
#[test]
fn odds_of_an_open_pairing() {
    let scene = table(Phase::Impact)
        .group("red", Side::Red, "HF protected", (2, 2), (36.0, 24.0), 0.0)
        .group("west", Side::Blue, "HF protected heavy-weapon", (1, 1), (34.4, 24.0), 180.0)
        .group("middle", Side::Blue, "HF protected", (1, 1), (36.0, 24.0), 180.0)
        .build();
    let scene = charges(scene, "red", "west", FRONTS);
    let scene = charges(scene, "red", "middle", FRONTS);
    let plan = fight(&scene);
    let hits = odds(scene.look(), plan.groups).hits;
    assert_eq!(hits[0].outcomes.iter().map(|(_, chance)| *chance).sum::<Weight>(), Weight::ONE);
    assert!(plan.open.is_none() || matches!(plan.open, Some((_, CombatPrompt::Pair { .. }))));
}
