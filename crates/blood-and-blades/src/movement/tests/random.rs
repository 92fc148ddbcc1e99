//! Random orders: what is proposed is legal, and no legal order ends on another base or off the table.

use super::*;
use crate::event::{Event, Step};
use crate::field::{AreaKind, Size};
use crate::rules::Rules;
use crate::testing::Table;
use aelian_dice::Sampler;
use aelian_game::{Next, Ruleset, Side, Want};
use aelian_geometry::overlaps;
use aelian_rulebook::rule;

/// Two armies of eighteen bases, some woods, a hill and a river.
pub fn battle() -> Scene {
    let red = ["Reg Sp(O)", "Irr Wb(O)", "Irr Ps(O)", "Reg Cv(O)", "Irr HCh(O)", "Reg Bw(O)"];
    let blue = ["Reg Bd(O)", "Irr Ax(O)", "Irr LH(O)", "Irr Pk(I)", "Irr El(O)", "Irr Hd(O)"];
    let mut table = Table::new()
        .area(
            AreaKind::Woods,
            Size::Medium,
            &[(500.0, 450.0), (650.0, 440.0), (660.0, 560.0), (520.0, 570.0)],
        )
        .area(
            AreaKind::Brush,
            Size::Medium,
            &[(900.0, 460.0), (1040.0, 450.0), (1050.0, 560.0), (910.0, 570.0)],
        )
        .area(AreaKind::Lake, Size::Small, &[(0.0, 450.0), (90.0, 450.0), (90.0, 560.0), (0.0, 560.0)])
        .river(&[(1200.0, 0.0), (1180.0, 500.0), (1240.0, 1050.0)], 26.0);
    for (number, (mine, theirs)) in red.iter().zip(blue).enumerate() {
        for rank in 0..3 {
            let x = 330.0 + 120.0 * number as f64 + 40.0 * f64::from(rank);
            table = table.base(&format!("r{number}{rank}"), Side::Red, mine, x, 330.0, 0.0);
            table = table.base(&format!("b{number}{rank}"), Side::Blue, theirs, x + 13.0, 640.0, 180.0);
        }
    }
    table.commander("r30").commander("b00").build()
}

fn assert_sound(scene: &Scene) {
    let look = scene.look();
    let tolerance = scene.rules.tolerance;
    let bases: Vec<_> = scene.state.on_table().collect();
    for (at, base) in bases.iter().enumerate() {
        let rect = scene.state.rect(*base);
        assert!(scene.state.field.holds(rect, 3.0 * tolerance.length), "{base} is off the table");
        assert!(look.going_under(rect, &scene.state.base(*base).troop) < crate::ground::Going::Impassable);
        for other in &bases[at + 1..] {
            assert!(!overlaps(rect, scene.state.rect(*other), tolerance), "{base} stands on {other}");
        }
    }
}

/// Answers whatever is pending, at random.
fn settle(scene: &mut Scene, sampler: &mut Sampler) {
    while !scene.state.pending.is_empty() {
        let choice = match scene.rules.next(&scene.state) {
            Next::Forced(choice) | Next::Only { choice, .. } => choice,
            _ => drawn(scene, sampler),
        };
        play(scene, |_| choice);
    }
}

fn drawn(scene: &Scene, sampler: &mut Sampler) -> Choice {
    let mut out = Vec::new();
    scene.rules.propose(&scene.state, Want::Sample(1, sampler), &mut out);
    let at = sampler.below(out.len() as u32) as usize;
    out.swap_remove(at)
}

fn next_bound(scene: &mut Scene) {
    scene.happens(&Event::BoundEnds);
    let side = scene.state.active;
    scene.happens(&Event::PigsThrown { side, pigs: 6 });
    scene.happens(&Event::Enters(Step::Moves));
}

/// BB-GEO-12, BB-GEO-13: a legal move never ends overlapping anything nor off the table.
#[test]
fn legal_orders_keep_the_table_sound() {
    let mut made = 0;
    for seed in 0..4u64 {
        let mut scene = battle();
        let mut sampler = Sampler::new(seed);
        for _ in 0..60 {
            let choice = drawn(&scene, &mut sampler);
            let refused = scene.breaches(&choice);
            assert!(refused.is_empty(), "proposed, but refused: {choice:?} {refused:?}");
            if choice == Choice::EndMoves {
                next_bound(&mut scene);
                continue;
            }
            made += 1;
            play(&mut scene, |_| choice);
            settle(&mut scene, &mut sampler);
            assert_sound(&scene);
        }
    }
    assert!(made > 100, "only {made} orders");
}

/// The full list of proposals passes the check, and holds more than ending the phase.
#[test]
fn the_full_list_is_legal() {
    let mut scene = battle();
    let mut sampler = Sampler::new(77);
    for _ in 0..4 {
        let mut all = Vec::new();
        scene.rules.propose(&scene.state, Want::All, &mut all);
        let poor = scene.state.army(scene.state.active).pigs == 0;
        assert!((all.len() > 1 || poor) && all.contains(&Choice::EndMoves));
        for choice in &all {
            assert!(Rules::check(&scene.rules, &scene.state, choice).is_legal(), "{choice:?}");
        }
        let choice = all.swap_remove(sampler.below(all.len() as u32) as usize);
        match choice {
            Choice::EndMoves => next_bound(&mut scene),
            choice => {
                play(&mut scene, |_| choice);
                settle(&mut scene, &mut sampler);
            }
        }
    }
}

/// Refused orders leave the state as it was, whatever their numbers are.
#[test]
fn absurd_numbers_are_refused_or_harmless() {
    let scene = battle();
    let mut sampler = Sampler::new(5);
    let numbers = [f64::NAN, f64::INFINITY, -1e300, 1e300, 0.0, -0.0, 1e-300, 59.999, 60.0];
    let any = |sampler: &mut Sampler| numbers[sampler.below(numbers.len() as u32) as usize];
    for _ in 0..400 {
        let to: BaseSet =
            (0..sampler.below(4)).map(|_| crate::baseset::BaseId::of(sampler.below(60) as u16)).collect();
        let (a, b, c) = (any(&mut sampler), any(&mut sampler), any(&mut sampler));
        let hand = aelian_geometry::Hand::Left;
        let how = match sampler.below(6) {
            0 => Manoeuvre::Advance { distance: a },
            1 => Manoeuvre::Pivot { hand, distance: a },
            2 => Manoeuvre::Free { legs: vec![crate::choice::Leg::About { ahead: a, right: b, degrees: c }] },
            3 => Manoeuvre::Light {
                first: Some(crate::choice::Turn { hand, distance: a }),
                distance: b,
                last: None,
            },
            4 => Manoeuvre::TurnaboutAdvance { distance: a },
            _ => Manoeuvre::Column { legs: vec![crate::choice::ColumnLeg::Pivot { hand, degrees: a }] },
        };
        let what = Command::Move { reach: Reach::Tactical, how, displace: to };
        let choice = Choice::Order(Order { to, what });
        let mut copy = scene.clone();
        if copy.play(&choice, &[]).is_err() {
            assert_eq!(copy.state, scene.state);
        } else {
            assert_sound(&copy);
        }
    }
    refused(&scene, &Choice::GoOn(true), rule!("BB-TURN-04"));
}

/// Prints how long things take; run with `--release --ignored --nocapture`.
#[test]
#[ignore = "a measurement, not a test"]
fn speed() {
    let scene = battle();
    let time = |name: &str, times: u32, work: &dyn Fn()| {
        #[allow(clippy::disallowed_methods)]
        let start = std::time::Instant::now();
        (0..times).for_each(|_| work());
        println!("{name}: {:.2} us", start.elapsed().as_secs_f64() * 1e6 / f64::from(times));
    };
    let group = ["r00", "r01", "r02", "r10", "r11", "r12"];
    let check = |choice: Choice| move |scene: &Scene| drop(scene.check(&choice));
    let choices = [
        ("group advance", advance(&scene, &group, 60.0)),
        ("single advance", advance(&scene, &["r00"], 60.0)),
        (
            "group pivot",
            moves(&scene, &group, Manoeuvre::Pivot { hand: aelian_geometry::Hand::Left, distance: 50.0 }),
        ),
        (
            "single free",
            moves(
                &scene,
                &["r00"],
                Manoeuvre::Free { legs: vec![crate::choice::Leg::Go { ahead: -40.0, right: 0.0 }] },
            ),
        ),
    ];
    for (name, choice) in choices {
        println!("{name}: {:?}", scene.breaches(&choice));
        let work = check(choice);
        time(name, 20_000, &|| work(&scene));
    }
    time("group_of", 20_000, &|| assert!(!scene.look().group_of(scene.id("r00")).is_empty()));
    time("clone", 20_000, &|| drop(scene.state.clone()));
    let mut sampler = Sampler::new(3);
    let mut scene = scene;
    let start = std::time::Instant::now();
    let mut decisions = 0u32;
    for _ in 0..4000 {
        let choice = if scene.state.pending.is_empty() {
            drawn(&scene, &mut sampler)
        } else {
            match scene.rules.next(&scene.state) {
                Next::Forced(choice) | Next::Only { choice, .. } => choice,
                _ => drawn(&scene, &mut sampler),
            }
        };
        decisions += 1;
        if choice == Choice::EndMoves {
            next_bound(&mut scene);
        } else {
            let mut dice = Sampler::new(1);
            aelian_game::play_on(&scene.rules, &mut scene.state, &choice, &mut dice).expect("no dice");
        }
    }
    println!("random play: {:.2} us a decision", start.elapsed().as_secs_f64() * 1e6 / f64::from(decisions));
}
