//! Whole turns at random: the Command part comes to its end, and all that is proposed is legal.

use crate::stage::{Part, Stage};
use crate::testing::Table;
use aelian_dice::{Generator, Sampler};
use aelian_game::{Next, Ruleset, Side, Want, step};

fn armies() -> Table {
    let mut table = Table::new().stage(Part::Command, Stage::Elite);
    for (side, y, facing) in [(Side::Red, 15.0, 0.0), (Side::Blue, 33.0, 180.0)] {
        let name = |of: &str| format!("{of} {y}");
        table = table
            .division(&name("left"), side, (18.0, y))
            .unit(&name("legion"), side, "heavy-infantry drilled", (15.0, y), facing)
            .unit(&name("auxiliaries"), side, "medium-infantry", (23.0, y), facing)
            .unit(&name("skirmishers"), side, "skirmishers", (31.0, y), facing)
            .division(&name("right"), side, (50.0, y))
            .unit(&name("horse"), side, "heavy-cavalry", (45.0, y), facing)
            .unit(&name("archers"), side, "horse-archers", (55.0, y), facing)
            .unit(&name("fanatics"), side, "light-infantry frenzied-charge", (64.0, y), facing);
    }
    table
}

/// HC-CMD-01, HC-TURN-03: whatever is chosen, the Command part goes through its stages and ends; what is proposed passes its check.
#[test]
fn the_command_part_comes_to_its_end() {
    for seed in 0..40u64 {
        let scene = armies().build();
        let mut state = scene.state.clone();
        let mut sampler = Sampler::new(seed);
        let mut dice = Generator::new(seed);
        for number in 0.. {
            assert!(number < 600, "seed {seed} does not end");
            if state.part != Part::Command {
                break;
            }
            let mut out = Vec::new();
            let want = if number % 20 == 0 { Want::All } else { Want::Sample(3, &mut sampler) };
            scene.rules.propose(&state, want, &mut out);
            assert!(!out.is_empty(), "seed {seed}: nothing for {:?}", scene.rules.next(&state));
            for choice in &out {
                let breaches = scene.rules.check(&state, choice).breaches;
                assert!(breaches.is_empty(), "seed {seed}: {choice:?}: {breaches:?}");
            }
            let choice = match scene.rules.next(&state) {
                Next::Forced(choice) | Next::Only { choice, .. } => choice,
                _ => out.swap_remove(sampler.below(out.len() as u32) as usize),
            };
            let played = step(&scene.rules, &state, &choice, &mut dice);
            state = played.unwrap_or_else(|error| panic!("{error:?}")).0.into();
        }
    }
}

/// HC-ALG-04: a unit is offered ways ahead and back, to either side, wheeled and faced about.
#[test]
fn every_kind_of_way_is_proposed() {
    use crate::choice::Choice;
    use crate::command::{CommandChoice, Leg, Verb};
    let scene = Table::new().unit("u", Side::Red, "heavy-infantry", (36.0, 24.0), 0.0).build();
    let stood = scene.look().rect(scene.unit("u")).pose;
    let mut found = [0; 6];
    for choice in scene.proposals() {
        let Choice::Command(CommandChoice::Order(order)) = choice else { continue };
        let Verb::Advance(tasks) = order.verb else { continue };
        let [Leg::Go(pose)] = tasks[0].way[..] else { continue };
        let (right, ahead) = (pose.at.x - stood.at.x, pose.at.y - stood.at.y);
        let same = pose.facing == stood.facing;
        let about = pose.facing == stood.facing.reversed();
        found[0] += usize::from(same && right.abs() < 1.0 && ahead > 1.0);
        found[1] += usize::from(same && right.abs() < 1.0 && ahead < -1.0);
        found[2] += usize::from(same && right > 1.0);
        found[3] += usize::from(same && right < -1.0);
        found[4] += usize::from(about);
        found[5] += usize::from(!same && !about);
    }
    assert!(found.iter().all(|count| *count > 0), "{found:?}");
}

/// HC-INTENT-18: of every kind of order there is one.
#[test]
fn every_kind_is_proposed() {
    use crate::choice::Choice;
    use crate::command::{CommandChoice, Verb};
    use crate::field::Strength;
    let scene = armies()
        .stage(Part::Command, Stage::Orders)
        .block((17.0, 20.0), (6.0, 6.0), Strength::Substantial)
        .build()
        .casualties("legion 15", 2);
    let mut out = Vec::new();
    scene.rules.propose(&scene.state, Want::All, &mut out);
    let mut found = [0; 7];
    for choice in &out {
        let Choice::Command(CommandChoice::Order(order)) = choice else { continue };
        let group = order.units.len() > 1;
        match order.verb {
            Verb::Advance(_) => found[usize::from(group)] += 1,
            Verb::Charge(_) => found[2 + usize::from(group)] += 1,
            Verb::FollowMe => found[4] += 1,
            Verb::Rally => found[5] += 1,
            Verb::Occupy { .. } => found[6] += 1,
            _ => {}
        }
    }
    assert!(found.iter().all(|count| *count > 0), "{found:?}");
    assert!(out.contains(&Choice::Command(CommandChoice::Finish(scene.officer("left 15")))));
}

/// HC-CMD-01, HC-CMD-02, HC-CMD-03: the order of business.
#[test]
fn the_order_of_business() {
    use Stage::*;
    let stages = [Elite, Initiative, Orders, Retire, CommanderMoves, Brave, CommandEnd];
    assert_eq!(Part::Command.stages(), stages);
}
