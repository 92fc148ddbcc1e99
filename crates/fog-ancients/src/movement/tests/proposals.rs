//! Proposals and absurd orders.

use super::*;
use crate::ids::{GroupId, GroupSet};
use crate::state::Grade;
use crate::testing::Table;
use aelian_dice::Sampler;
use aelian_game::{Ruleset, Side, Want};

fn scene() -> Scene {
    Table::new()
        .group("foot", Side::Red, "HF protected pikemen drilled", (8, 4), (24.0, 20.0), 0.0)
        .group("more", Side::Red, "HF protected undrilled", (8, 4), (30.4, 20.0), 0.0)
        .group("horse", Side::Red, "LH unprotected bow", (4, 2), (50.0, 20.0), 30.0)
        .group("column", Side::Red, "Cv armoured", (4, 1), (60.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 24.5), 180.0)
        .commander("chief", Side::Red, Grade::Field, Some("foot"), (24.8, 18.8))
        .build()
}

/// FA-DEC-52: everything proposed is legal, and something is proposed for every group, the line and the commander.
#[test]
fn everything_proposed_is_legal() {
    let scene = scene();
    let mut all = Vec::new();
    scene.rules.propose(&scene.state, Want::All, &mut all);
    for choice in &all {
        assert!(scene.check(choice).is_legal(), "{choice:?}");
    }
    let moves = |who: GroupSet| {
        all.iter()
            .filter(
                |choice| matches!(choice, Choice::Movement(MovementChoice::Move(order)) if order.who == who),
            )
            .count()
    };
    for name in ["foot", "more", "horse", "column"] {
        assert!(moves(GroupSet::one(scene.group(name))) >= 5, "{name}");
    }
    let line = [scene.group("foot"), scene.group("more")].into_iter().collect();
    assert!(moves(line) >= 1);
    assert!(all.iter().any(|choice| matches!(choice, Choice::Movement(MovementChoice::Commander(_)))));
    assert!(all.contains(&END));
}

#[test]
fn a_few_are_drawn_cheaply() {
    let scene = scene();
    let mut sampler = Sampler::new(7);
    for _ in 0..200 {
        let mut few = Vec::new();
        scene.rules.propose(&scene.state, Want::Sample(2, &mut sampler), &mut few);
        assert!(!few.is_empty() && few.iter().all(|choice| scene.check(choice).is_legal()));
    }
}

/// Absurd orders are refused and nothing panics.
#[test]
fn absurd_orders_are_refused() {
    let scene = scene();
    let own = GroupSet::one(scene.group("foot"));
    let strange: GroupSet = [GroupId(63)].into_iter().collect();
    let absurd = [
        Leg::Advance { distance: f64::NAN },
        Leg::Advance { distance: f64::INFINITY },
        Leg::Advance { distance: 1e300 },
        Leg::Wheel { hand: Hand::Left, degrees: f64::NAN },
        Leg::Wheel { hand: Hand::Left, degrees: -5.0 },
        Leg::Wheel { hand: Hand::Left, degrees: 1e9 },
        Leg::Shift { right: f64::NAN },
        Leg::Expand { left: 255, right: 255 },
        Leg::Contract { left: 255, right: 255 },
        Leg::LeaveOrb { facing: None },
    ];
    for leg in absurd {
        for who in [own, strange, GroupSet::EMPTY] {
            let order =
                MoveOrder { tail: Some(200), against: Some(GroupId(200)), ..MoveOrder::all(who, vec![leg]) };
            assert!(!scene.check(&Choice::Movement(MovementChoice::Move(order))).is_legal(), "{leg:?}");
            let order = MoveOrder::all(who, vec![leg; 40]);
            assert!(!scene.check(&Choice::Movement(MovementChoice::Move(order))).is_legal(), "{leg:?}");
        }
    }
    let far = aelian_geometry::Pose::new(f64::NAN, 0.0, aelian_geometry::Facing::UP);
    for commander in [0, 200] {
        let order = crate::movement::CommanderMove {
            commander: crate::ids::CommanderId(commander),
            to: far,
            join: Some(GroupId(99)),
        };
        assert!(!scene.check(&Choice::Movement(MovementChoice::Commander(order))).is_legal());
    }
}

/// FA-MAN-03: the phase goes on when the player ends his moves.
#[test]
fn the_player_ends_his_moves() {
    let mut scene = scene();
    scene.play(&END, &[]);
    assert_ne!((scene.state.stage, scene.state.active), (crate::stage::Stage::Moves, Side::Red));
}
