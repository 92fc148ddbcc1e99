//! Laws of the impetuous phase, tried on many crowded tables: it ends, what is proposed is legal, and no base
//! ends upon another or off the table.

use super::{RED, next, table};
use crate::baseset::BaseId;
use crate::choice::Choice;
use crate::state::{Stage, State};
use crate::testing::Scene;
use aelian_dice::Sampler;
use aelian_game::{Next, Ruleset, Side, Want};
use aelian_geometry::penetration;

const TROOPS: [&str; 9] = [
    "Irr Wb(O)",
    "Irr Wb(F)",
    "Irr HCh(O)",
    "Irr Bd(F)",
    "Reg Bd(O)",
    "Irr Ps(O)",
    "Irr El(O)",
    "Reg Cv(O)",
    "Irr Bg(O)",
];

/// Red in rough rows looking north, some looking aside; Blue before them.
fn crowd(sampler: &mut Sampler) -> Scene {
    let mut scene = table().build();
    for _ in 0..22 {
        let side = if sampler.below(3) == 0 { Side::Blue } else { RED };
        let troop = TROOPS[sampler.below(TROOPS.len() as u32) as usize];
        let x = 600.0 + f64::from(sampler.below(6)) * 40.0 + f64::from(sampler.below(3)) * 6.0;
        let (row, facing) = match side {
            Side::Red => (300.0, [0.0, 0.0, 0.0, 0.0, 90.0, 12.0]),
            Side::Blue => (400.0, [180.0, 180.0, 180.0, 200.0, 225.0, 0.0]),
        };
        let y = row + f64::from(sampler.below(16)) * 10.0;
        let compass = facing[sampler.below(6) as usize];
        let base = table().base("x", side, troop, x, y, compass).build().state.bases[0].clone();
        if scene.state.bases.iter().all(|other| penetration(&base.rect, &other.rect) <= 0.05) {
            scene.state.bases.push(base);
        }
    }
    scene
}

fn worst_overlap(state: &State) -> f64 {
    let all: Vec<BaseId> = state.on_table().collect();
    let pairs = all.iter().flat_map(|a| all.iter().filter(move |b| *b > a).map(move |b| (*a, *b)));
    pairs.map(|(a, b)| penetration(state.rect(a), state.rect(b))).fold(f64::NEG_INFINITY, f64::max)
}

/// BB-ALG-15, BB-IMP-01, BB-IMP-43, BB-GEO-12: the phase comes to its end, and leaves no overlap.
#[test]
fn the_phase_ends_without_overlaps() {
    let mut sampler = Sampler::new(3);
    let mut rushes = 0;
    for round in 0..60 {
        let mut scene = crowd(&mut sampler);
        let mut steps = 0;
        while scene.state.stage == Stage::Impetuous {
            steps += 1;
            assert!(steps < 300, "round {round} does not end");
            let choice = match next(&scene) {
                Next::Forced(choice) | Next::Only { choice, .. } => choice,
                Next::Ask { .. } => {
                    let mut out = Vec::new();
                    let want = if steps % 4 == 0 { Want::All } else { Want::Sample(2, &mut sampler) };
                    scene.rules.propose(&scene.state, want, &mut out);
                    assert!(!out.is_empty(), "round {round}: nothing is proposed");
                    for choice in &out {
                        assert!(scene.check(choice).is_legal(), "round {round}: {choice:?}");
                    }
                    out.swap_remove(sampler.below(out.len() as u32) as usize)
                }
                Next::Over(_) => break,
            };
            rushes += usize::from(matches!(choice, Choice::Rush(_)));
            scene
                .play(&choice, &[])
                .unwrap_or_else(|reasons| panic!("round {round}: {choice:?} {reasons:?}"));
            let overlap = worst_overlap(&scene.state);
            assert!(overlap <= 0.25, "round {round}, step {steps}, {choice:?}: overlap of {overlap}");
            let field = &scene.state.field;
            assert!(scene.state.on_table().all(|base| field.holds(scene.state.rect(base), 0.2)));
        }
    }
    assert!(rushes > 100, "{rushes}");
}
