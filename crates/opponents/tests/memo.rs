//! What a state of Field of Glory keeps beside it changes no answer: a copy, which begins without it, says the same.

#![allow(clippy::panic, clippy::unwrap_used)]

use aelian_dice::{Generator, Sampler};
use aelian_fog_ancients::setup::scenario;
use aelian_fog_ancients::{Look, Rules, State};
use aelian_game::{Next, Ruleset, Want, play_planned};

fn start(name: &str) -> (Rules, State) {
    Rules::start(&scenario::named(name).unwrap().setup).unwrap()
}

/// All that is kept, asked of the state and of a copy.
fn assert_same(rules: &Rules, state: &State, step: u32) {
    let copy = state.clone();
    let (kept, fresh) = (Look::new(rules, state), Look::new(rules, &copy));
    assert_eq!(rules.next(state), rules.next(&copy), "step {step}");
    for group in state.on_table() {
        assert_eq!(kept.block(group), fresh.block(group), "step {step}, {group:?}");
        assert_eq!(kept.circle(group), fresh.circle(group), "step {step}, {group:?}");
        assert_eq!(kept.array(group), fresh.array(group), "step {step}, {group:?}");
    }
    let (kept, fresh) = (kept.shooting_plan(), fresh.shooting_plan());
    assert_eq!(format!("{kept:?}"), format!("{fresh:?}"), "step {step}");
    if step.is_multiple_of(50) {
        let proposed = |state: &State| {
            let mut all = Vec::new();
            rules.propose(state, Want::All, &mut all);
            all
        };
        assert_eq!(proposed(state), proposed(&copy), "step {step}");
    }
}

#[test]
fn a_state_answers_as_its_copy_does() {
    for (seed, name) in [(1, "trebia"), (2, "crecy")] {
        let (rules, mut state) = start(name);
        let mut dice = Generator::stream(seed, 0);
        let mut sampler = Sampler::new(seed);
        for step in 0..400 {
            assert_same(&rules, &state, step);
            let (choice, plan) = match rules.next(&state) {
                Next::Forced(choice) | Next::Only { choice, .. } => (choice, None),
                Next::Ask { .. } => {
                    let drawn = rules.draw(&state, &mut sampler).unwrap();
                    (drawn.choice, drawn.plan)
                }
                Next::Over(_) => break,
            };
            play_planned(&rules, &mut state, &choice, plan, &mut dice).unwrap();
        }
    }
}
