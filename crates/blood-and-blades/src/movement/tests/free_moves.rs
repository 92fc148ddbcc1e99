//! Free moves of single bases (BB-MOVE-36), and gaps as movers meet them (46.2).

use super::*;
use crate::choice::Leg;
use crate::field::{AreaKind, Size};
use crate::testing::{Table, close};
use aelian_game::Side;
use aelian_geometry::Corner;
use aelian_rulebook::rule;

fn free(scene: &Scene, name: &str, legs: &[Leg]) -> Choice {
    moves(scene, &[name], Manoeuvre::Free { legs: legs.to_vec() })
}

fn go(ahead: f64, right: f64) -> Leg {
    Leg::Go { ahead, right }
}

fn one(troop: &str) -> Table {
    Table::new().base("a", Side::Red, troop, 500.0, 300.0, 0.0)
}

/// BB-MOVE-36, BB-MOVE-20, BB-ALG-11, AMB-84: backward, sideways, turning; front corners are measured leg by leg.
#[test]
fn any_motion_within_the_distance() {
    let mut scene = one("Reg Cv(O)").build();
    legal(&scene, &free(&scene, "a", &[go(-60.0, 0.0), go(0.0, 60.0)]));
    refused(&scene, &free(&scene, "a", &[go(-60.0, 0.0), go(0.0, 61.0)]), rule!("BB-MOVE-01"));
    // About the left corner by a right angle: the right corner goes 56.57 mm, then 63 mm are left.
    let turn = Leg::Turn { about: Corner::FrontLeft, degrees: -90.0 };
    legal(&scene, &free(&scene, "a", &[turn, go(63.0, 0.0)]));
    refused(&scene, &free(&scene, "a", &[turn, go(64.0, 0.0)]), rule!("BB-MOVE-01"));
    play(&mut scene, |it| free(it, "a", &[turn, go(60.0, 0.0)]));
    assert!(close(scene.pose("a"), 420.0, 320.0, 270.0));
}

/// BB-MOVE-50, AMB-81: a turnabout is free in any sequence.
#[test]
fn turnabout_costs_nothing_in_a_sequence() {
    let mut scene = one("Reg Sp(O)").build();
    play(&mut scene, |it| free(it, "a", &[go(30.0, 0.0), Leg::Turnabout, go(30.0, 0.0)]));
    assert!(close(scene.pose("a"), 500.0, 285.0, 180.0));
}

/// BB-MOVE-36: any change of place and facing at once is a turn about some point.
#[test]
fn a_turn_about_any_point() {
    let mut scene = one("Reg Cv(O)").build();
    let leg = Leg::About { ahead: 0.0, right: 40.0, degrees: 90.0 };
    play(&mut scene, |it| free(it, "a", &[leg]));
    assert!(close(scene.pose("a"), 540.0, 340.0, 90.0));
}

/// BB-MOVE-36: groups have no free move; ways without sense are refused.
#[test]
fn only_single_bases_move_freely() {
    let scene = one("Reg Sp(O)").base("b", Side::Red, "Reg Sp(O)", 540.0, 300.0, 0.0).build();
    let how = Manoeuvre::Free { legs: vec![go(10.0, 10.0)] };
    refused(&scene, &moves(&scene, &["a", "b"], how), rule!("BB-MOVE-36"));
    for legs in [vec![], vec![go(f64::NAN, 0.0)], vec![go(1e9, 0.0)], vec![go(1.0, 0.0); 99]] {
        refused(&scene, &free(&scene, "a", &legs), rule!("BB-MOVE-36"));
    }
    refused(&scene, &free(&scene, "a", &[Leg::Spin { degrees: f64::INFINITY }]), rule!("BB-MOVE-36"));
}

/// BB-GEO-12, BB-ALG-03: the whole way must be free, not only its end.
#[test]
fn friends_block_turns_and_shifts() {
    let scene = one("Reg Sp(O)").base("b", Side::Red, "Reg Sp(O)", 560.0, 300.0, 0.0).build();
    refused(&scene, &free(&scene, "a", &[go(0.0, 30.0)]), rule!("BB-GEO-12"));
    legal(&scene, &free(&scene, "a", &[go(0.0, 20.0)]));
    let ahead = one("Reg Sp(O)").base("c", Side::Red, "Reg Sp(O)", 505.0, 335.0, 0.0).build();
    let turn = |about: Corner, degrees: f64| free(&ahead, "a", &[Leg::Turn { about, degrees }]);
    refused(&ahead, &turn(Corner::FrontLeft, -60.0), rule!("BB-GEO-12"));
    legal(&ahead, &turn(Corner::FrontLeft, -20.0));
    let edge = Table::new().base("a", Side::Red, "Reg Sp(O)", 30.0, 300.0, 0.0).build();
    refused(&edge, &free(&edge, "a", &[go(0.0, -30.0)]), rule!("BB-GEO-13"));
    let lake = [(530.0, 100.0), (900.0, 100.0), (900.0, 500.0), (530.0, 500.0)];
    let lake = one("Reg Sp(O)").area(AreaKind::Lake, Size::Large, &lake).build();
    let verdict = lake.check(&free(&lake, "a", &[go(0.0, 30.0)]));
    assert!((verdict.ghost.moves[0].pose.at.x - 510.0).abs() < 0.01, "it ends at the water");
    assert!(verdict.consequences.iter().any(|reason| reason.rule == rule!("BB-WAT-02")));
}

/// Between two friends 40 mm apart, 5 mm behind their fronts.
fn in_gap() -> Scene {
    Table::new()
        .base("p", Side::Red, "Reg Sp(O)", 460.0, 300.0, 0.0)
        .base("q", Side::Red, "Reg Sp(O)", 540.0, 300.0, 0.0)
        .base("a", Side::Red, "Reg Sp(O)", 500.0, 295.0, 0.0)
        .build()
}

/// EX-39: BB-GAP-03, BB-GAP-08: in a gap only straight on, straight back and turnabout.
#[test]
fn moves_in_a_gap() {
    let scene = in_gap();
    legal(&scene, &advance(&scene, &["a"], 60.0));
    legal(&scene, &free(&scene, "a", &[go(-60.0, 0.0)]));
    legal(&scene, &moves(&scene, &["a"], Manoeuvre::Turnabout));
    let spin = Leg::Spin { degrees: 1.0 };
    refused(&scene, &free(&scene, "a", &[go(10.0, 0.0), spin]), rule!("BB-GAP-03"));
    // Once it has left the gap it may turn.
    legal(&scene, &free(&scene, "a", &[go(42.0, 0.0), Leg::Spin { degrees: 20.0 }]));
    refused(&scene, &free(&scene, "a", &[go(15.0, 0.0), go(0.0, 1.0)]), rule!("BB-GAP-03"));
}

/// BB-GAP-03: groups too; a base of the moving group forms no gap for it (BB-GAP-04).
#[test]
fn groups_in_a_gap() {
    let scene = Table::new()
        .base("p", Side::Red, "Reg Sp(O)", 460.0, 300.0, 0.0)
        .base("q", Side::Blue, "Reg Sp(O)", 540.0, 290.0, 180.0)
        .base("a", Side::Red, "Irr Ps(O)", 500.0, 305.0, 0.0)
        .base("b", Side::Red, "Irr Ps(O)", 500.0, 285.0, 0.0)
        .build();
    let how = Manoeuvre::Pivot { hand: aelian_geometry::Hand::Left, distance: 5.0 };
    refused(&scene, &moves(&scene, &["a", "b"], how), rule!("BB-GAP-03"));
}

/// BB-RIV-04, BB-RIV-09: no turn in a river or into one; nor a turnabout in it.
#[test]
fn rivers_bind_those_in_them() {
    let river = |y: f64| {
        Table::new().river(&[(0.0, 330.0), (1500.0, 330.0)], 24.0).base(
            "a",
            Side::Red,
            "Reg Cv(O)",
            500.0,
            y,
            0.0,
        )
    };
    let wading = river(340.0).build();
    refused(&wading, &free(&wading, "a", &[Leg::Spin { degrees: 5.0 }]), rule!("BB-RIV-09"));
    refused(&wading, &moves(&wading, &["a"], Manoeuvre::Turnabout), rule!("BB-RIV-09"));
    legal(&wading, &advance(&wading, &["a"], 50.0));
    let dry = river(317.0).build();
    refused(&dry, &free(&dry, "a", &[Leg::Spin { degrees: 30.0 }]), rule!("BB-RIV-04"));
}

/// EX-07: BB-RIV-03, BB-RIV-06, BB-MOVE-47: too flat an angle ends the move at the bank.
#[test]
fn flat_crossings_end_at_the_bank() {
    let at = |compass: f64| {
        let scene = Table::new()
            .river(&[(0.0, 350.0), (1500.0, 350.0)], 24.0)
            .base("a", Side::Red, "Reg Cv(O)", 500.0, 300.0, compass)
            .build();
        let verdict = scene.check(&advance(&scene, &["a"], 90.0));
        let top = verdict.ghost.moves.first().map(|moved| moved.pose.at.y);
        (verdict.is_legal(), top.unwrap_or_default())
    };
    let (legal, y) = at(40.0);
    assert!(legal && y > 350.0, "{y}");
    let (legal, y) = at(50.0);
    assert!(legal && y < 338.0, "{y}");
}
