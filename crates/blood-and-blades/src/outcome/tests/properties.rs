//! Laws that every outcome move keeps, tried on many crowded tables: no base ends upon another or off the
//! table, and every chain of pushes, flights and questions comes to an end.

use crate::baseset::BaseId;
use crate::outcome::plan::{Fork, OutcomePlan};
use crate::outcome::{after_shot, answers_to, plan_of};
use crate::rules::Look;
use crate::state::{Answer, Place, Retreat, RetreatKind, State};
use crate::testing::{Scene, Table};
use aelian_dice::{Sampler, Tape};
use aelian_game::{Cx, Next, Ruleset, Side, Trace, Want};
use aelian_geometry::penetration;

const TROOPS: [&str; 12] = [
    "Irr Ps(O)",
    "Reg Bd(O)",
    "Irr El(O)",
    "Reg Cv(O)",
    "Irr HCh(O)",
    "Reg Pk(I)",
    "Irr LH(O)",
    "Irr Wb(O)",
    "Irr Bg(O)",
    "Reg Bw(O)",
    "Irr Ax(O)",
    "Irr Hd(O)",
];

/// A crowded corner of a small table: bases in rough rows and files, some askew, of both sides.
fn crowd(sampler: &mut Sampler) -> Scene {
    let mut scene = Table::new().size(30.0, 20.0).build();
    let near_edge = sampler.below(3) == 0;
    for number in 0..24u32 {
        let table = Table::new().size(30.0, 20.0);
        let side = if sampler.below(4) == 0 { Side::Blue } else { Side::Red };
        let troop = TROOPS[sampler.below(TROOPS.len() as u32) as usize];
        let low = if near_edge { 20.0 } else { 200.0 };
        let x = 300.0 + f64::from(sampler.below(6)) * 40.0 + f64::from(sampler.below(3)) * 7.0;
        let y = low + f64::from(sampler.below(24)) * 10.0;
        let compass = [0.0, 0.0, 0.0, 180.0, 90.0, 17.0][sampler.below(6) as usize];
        let one = table.base("x", side, troop, x, y, compass).build();
        let base = one.state.bases[0].clone();
        let free = scene.state.bases.iter().all(|other| penetration(&base.rect, &other.rect) <= 0.05);
        if free && scene.state.field.holds(&base.rect, 0.0) {
            scene.names.insert(format!("{number}"), BaseId::at(scene.state.bases.len()));
            scene.state.bases.push(base);
        }
    }
    scene
}

/// Works a move out, with drawn answers to whatever is asked.
fn plan(scene: &Scene, base: BaseId, kind: RetreatKind, sampler: &mut Sampler) -> OutcomePlan {
    let mut answers: Vec<Answer> = Vec::new();
    for _ in 0..20 {
        let retreat = Retreat { base, kind, answers: answers.clone(), makes_way_for: None };
        match plan_of(scene.look(), &retreat) {
            Ok(plan) => {
                assert_eq!(plan.answers_used, answers.len(), "every answer was asked for");
                return plan;
            }
            Err(fork) => answers.push(answers_to(fork)[sampler.below(2) as usize]),
        }
    }
    panic!("there is no end of questions");
}

/// Nobody stands upon another deeper than before, and nobody beyond the table.
fn assert_sound(before: &State, after: &State, slack: f64, what: &str) {
    let on_table: Vec<BaseId> = after.on_table().collect();
    for (at, a) in on_table.iter().enumerate() {
        assert!(after.field.holds(after.rect(*a), 2.0 * slack), "{what}: {a} is off the table");
        for b in &on_table[at + 1..] {
            let (was, is) =
                (penetration(before.rect(*a), before.rect(*b)), penetration(after.rect(*a), after.rect(*b)));
            assert!(is <= was.max(slack) + slack, "{what}: {a} and {b} overlap by {is}");
        }
    }
}

/// BB-GEO-12, BB-PB-06, BB-ALG-17, BB-ALG-18: recoils, flights and withdrawals leave no overlap.
#[test]
fn no_outcome_move_leaves_an_overlap() {
    let mut sampler = Sampler::new(7);
    let mut made = 0;
    for round in 0..120 {
        let scene = crowd(&mut sampler);
        for base in scene.state.on_table().collect::<Vec<_>>() {
            if scene.state.base(base).is(crate::troop::TroopType::Bg) {
                continue;
            }
            for kind in [RetreatKind::Recoil, RetreatKind::Flee, RetreatKind::Withdraw] {
                let plan = plan(&scene, base, kind, &mut sampler);
                let after = plan.applied(&scene.state);
                let what = format!("round {round}, {kind:?} of {base}");
                assert_sound(&scene.state, &after, scene.rules.tolerance.length, &what);
                made += usize::from(!plan.moves.is_empty());
            }
        }
    }
    assert!(made > 1000, "only {made} moves were made");
}

/// BB-TAC-34: the test of a recoil agrees with the recoil itself wherever that is plain.
#[test]
fn the_test_agrees_with_the_recoil() {
    use crate::outcome::plan::Ended;
    use crate::outcome::recoil::{RecoilTest, plan_recoil};
    let mut sampler = Sampler::new(11);
    for _ in 0..150 {
        let scene = crowd(&mut sampler);
        for base in scene.state.on_table().collect::<Vec<_>>() {
            if let Ok(plan) = plan_recoil(scene.look(), base, &[]) {
                match (plan.ended, scene.look().test_recoil(base)) {
                    (Ended::Complete, test) => assert_eq!(test, RecoilTest::Complete, "{base}"),
                    (Ended::OffTable, test) => assert_ne!(test, RecoilTest::Complete, "{base}"),
                    (Ended::Incomplete | Ended::Impossible, test) => {
                        assert_ne!(test, RecoilTest::Complete, "{base}");
                    }
                    _ => {}
                }
            }
        }
    }
}

/// BB-OM-01: whatever is on the stack is settled by answers in the end, and each proposal is legal.
#[test]
fn questions_come_to_an_end() {
    let mut sampler = Sampler::new(23);
    for _ in 0..60 {
        let mut scene = crowd(&mut sampler);
        for base in scene.state.on_table().take(6).collect::<Vec<_>>() {
            let kind = [crate::fact::OutcomeKind::Recoil, crate::fact::OutcomeKind::Flee];
            if !scene.state.base(base).on_table() || scene.state.base(base).is(crate::troop::TroopType::Bg) {
                continue;
            }
            let mut tape = Tape::new([]).expect("no dice");
            let rules = scene.rules.clone();
            let mut cx = Cx::new(&rules, &mut scene.state, &mut tape, Trace::Off);
            after_shot(&mut cx, base, kind[sampler.below(2) as usize]);
            for _ in 0..20 {
                if scene.state.pending.is_empty() {
                    break;
                }
                let Next::Ask { .. } = scene.rules.next(&scene.state) else { panic!("it is not settled") };
                let mut out = Vec::new();
                scene.rules.propose(&scene.state, Want::All, &mut out);
                let choice = out.swap_remove(sampler.below(out.len() as u32) as usize);
                scene.play(&choice, &[]).expect("what is proposed is legal");
            }
            assert!(scene.state.pending.is_empty());
        }
        let hidden = |base: &&crate::state::Base| base.place == Place::Ambush;
        assert_eq!(scene.state.bases.iter().filter(hidden).count(), 0);
    }
}

/// A fork is asked only where both answers lead somewhere else.
#[test]
fn forks_are_real() {
    let mut sampler = Sampler::new(5);
    let mut forks = 0;
    for _ in 0..150 {
        let scene = crowd(&mut sampler);
        let look: Look<'_> = scene.look();
        for base in scene.state.on_table().collect::<Vec<_>>() {
            let retreat = |answers| Retreat { base, kind: RetreatKind::Recoil, answers, makes_way_for: None };
            if let Err(fork @ Fork::PassOrPush { .. }) = plan_of(look, &retreat(Vec::new())) {
                forks += 1;
                let [one, two] = answers_to(fork).map(|answer| plan_of(look, &retreat(vec![answer])));
                assert_ne!(one, two, "{base}");
            }
        }
    }
    assert!(forks > 5, "{forks}");
}
