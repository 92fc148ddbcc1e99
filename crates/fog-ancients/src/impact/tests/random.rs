//! Impact phases played at random: every proposal is legal, nothing overlaps, nobody is lost.

use super::*;
use crate::rules::Rules;
use aelian_dice::Sampler;
use aelian_game::{Next, Ruleset, Side, Want, step};
use aelian_geometry::overlaps;

fn armies(sampler: &mut Sampler) -> Scene {
    let troops = [
        "HF armoured superior drilled impact-foot swordsmen",
        "MF protected bow",
        "LF unprotected javelins",
        "Cv armoured light-spear undrilled",
        "Kn armoured lancers undrilled",
        "LH unprotected bow",
        "El",
    ];
    let mut table = table();
    for (side, y, compass) in [(Side::Red, 20.0, 0.0), (Side::Blue, 23.0, 180.0)] {
        for at in 0..6 {
            let troop = troops[sampler.below(troops.len() as u32) as usize];
            let bases = if troop == "El" { 2 } else { 4 };
            let files = 1 + sampler.below(u32::from(bases)) as u8;
            let x = 12.0 + 8.0 * f64::from(at) + f64::from(sampler.below(10)) * 0.1;
            let depth = f64::from(sampler.below(30)) * 0.1;
            let turn = f64::from(sampler.below(60)) - 30.0;
            let (name, y) = (format!("{side:?}{at}"), if side == Side::Red { y - depth } else { y + depth });
            table = table.group(&name, side, troop, (bases, files), (x, y), compass + turn);
        }
    }
    table.build()
}

/// The group is where it may be: no two groups overlap by more than a hair.
fn is_sound(scene: &Scene) -> Result<(), String> {
    let look = scene.look();
    let wide = aelian_geometry::Tolerance { length: 1.5, ..scene.rules.tolerance };
    let all: Vec<GroupId> = look.state.on_table().collect();
    for (at, one) in all.iter().enumerate() {
        for other in &all[at + 1..] {
            for a in look.state.rects_of(*one) {
                if let Some(b) = look.state.rects_of(*other).find(|b| overlaps(a, b, wide)) {
                    let deep = aelian_geometry::penetration(a, b);
                    return Err(format!("{one} and {other} overlap by {deep} at {:?}", a.pose.at));
                }
            }
        }
    }
    Ok(())
}

/// FA-SEQ-02, FA-CHG-16, FA-STEP-01: every proposal is legal, and charges never push one base into another.
#[test]
fn impact_phases_at_random() {
    for seed in 0..12u64 {
        let mut sampler = Sampler::new(seed);
        let mut scene = armies(&mut sampler);
        if is_sound(&scene).is_err() {
            continue;
        }
        let mut dice = Sampler::stream(seed, 1);
        for _ in 0..200 {
            if scene.state.phase != Phase::Impact || scene.state.stage > Stage::ChargeMoves {
                break;
            }
            let mut out = Vec::new();
            match Rules::next(&scene.rules, &scene.state) {
                Next::Over(_) => break,
                Next::Forced(choice) | Next::Only { choice, .. } => out.push(choice),
                Next::Ask { .. } => {
                    scene.rules.propose(&scene.state, Want::All, &mut out);
                    for choice in &out {
                        let found = scene.check(choice);
                        assert!(found.is_legal(), "seed {seed}: {choice:?}: {:?}", found.breaches);
                    }
                }
            }
            let choice = &out[sampler.below(out.len() as u32) as usize];
            let before = scene.state.stage;
            let (state, _) = step(&scene.rules, &scene.state, choice, &mut dice).unwrap_or_else(|fault| {
                panic!("seed {seed}, {choice:?} in {before:?}, waiting {:?}: {fault:?}", scene.state.pending)
            });
            scene.state = state.into();
            if let Err(fault) = is_sound(&scene) {
                panic!("seed {seed}, after {choice:?} in {before:?}: {fault}");
            }
        }
    }
}
