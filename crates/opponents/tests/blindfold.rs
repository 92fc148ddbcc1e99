//! A computer player gets what its side may see, and no more: where `hides` says that nothing is hidden, and the true
//! state is handed to him for speed, the state is his view.

#![allow(clippy::panic)]

use aelian_dice::{Generator, Sampler};
use aelian_game::{Drawn, Match, Next, Side, Viewer};
use aelian_opponents::Contested;
use aelian_rules::{BloodAndBlades, FogAncients, HailCaesar};

/// Plays a battle at random. How often a side saw everything, and how often something was hidden from it.
fn played<R: Contested>(setup: R::Setup, seed: u64, same: impl Fn(&R::State, &R::State) -> bool) -> [u32; 2] {
    let mut battle = Match::<R>::new(setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    let (mut dice, mut sampler) = (Generator::new(seed), Sampler::new(seed));
    let mut looks = [0; 2];
    for _ in 0..battle.rules.longest() {
        for side in Side::BOTH {
            let hides = battle.rules.hides(&battle.state, side);
            looks[usize::from(hides)] += 1;
            if !hides {
                let seen = battle.rules.view(&battle.state, Viewer::Side(side));
                let at = battle.record.steps.len();
                assert!(same(&battle.state, &seen), "{}, seed {seed}, step {at}: {side:?}", R::GAME);
            }
        }
        let choice = match battle.next() {
            Next::Over(_) => break,
            Next::Forced(choice) | Next::Only { choice, .. } => choice,
            Next::Ask { .. } => match Drawn::proposed(&battle.rules, &battle.state, &mut sampler) {
                Some(drawn) => drawn.choice,
                None => break,
            },
        };
        if battle.play(&choice, &mut dice).is_err() {
            break;
        }
    }
    looks
}

fn equal<S: PartialEq>(state: &S, seen: &S) -> bool {
    state == seen
}

#[test]
fn players_of_hail_caesar_see_no_more_than_their_side() {
    let looks = |name: &str| {
        let setup = &aelian_hail_caesar::scenario::named(name).unwrap_or_else(|| panic!("no {name}")).setup;
        played::<HailCaesar>(setup.clone(), 1, equal)
    };
    // HS-KADESH-05: there the entries stay secret all through.
    assert_eq!(looks("kadesh")[0], 0);
    assert!(looks("with-your-shield").iter().all(|looks| *looks > 0));
    assert_eq!(looks("brunanburgh")[1], 0);
}

#[test]
fn players_of_field_of_glory_see_no_more_than_their_side() {
    use aelian_fog_ancients::army::ready::ready;
    let setup = serde_json::json!({ "table": { "width": 72.0, "depth": 48.0 } });
    let setup: aelian_fog_ancients::Setup =
        serde_json::from_value(setup).unwrap_or_else(|error| panic!("{error}"));
    for seed in 0..2 {
        let armies = [seed, seed + 3].map(|at| ready()[at % ready().len()].order_of_battle.clone());
        let looks =
            played::<FogAncients>(aelian_fog_ancients::Setup { armies, ..setup.clone() }, seed as u64, equal);
        assert!(looks[1] > 0);
    }
}

/// A view has empty places for bases that there may be.
#[test]
fn players_of_blood_and_blades_see_no_more_than_their_side() {
    use aelian_blood_and_blades::army::ready;
    for seed in 0..6 {
        let armies = [seed, seed + 3].map(|at| ready()[at % ready().len()].order_of_battle.clone());
        let mut setup = aelian_blood_and_blades::Setup::of(armies);
        setup.settings.most_rounds = Some(20);
        let looks = played::<BloodAndBlades>(setup, seed as u64, |state, seen| {
            let mut seen = seen.clone();
            seen.bases.truncate(state.bases.len());
            *state == seen
        });
        assert!(looks.iter().all(|count| *count > 0), "{looks:?}");
    }
}
