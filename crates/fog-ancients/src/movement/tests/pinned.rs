//! The restricted area (55.4).

use super::*;
use crate::testing::Table;
use aelian_game::Side;

/// Undrilled enough for nothing to be complex but what is: skirmishers or drilled foot 1.5 MU before the enemy's front.
fn pinned(troop: &str, enemy: &str) -> Scene {
    Table::new()
        .group("a", Side::Red, troop, (8, 4), (30.0, 20.0), 0.0)
        .group("idle", Side::Red, "LF unprotected", (4, 2), (60.0, 5.0), 0.0)
        .group("enemy", Side::Blue, enemy, (8, 4), (31.0, 21.5), 180.0)
        .build()
}

/// FA-RA-01, FA-RA-02, FA-RA-03, FA-RA-04, FA-RA-05, FA-RA-07, FA-ALG-98: towards the enemy, in place, or away, but
/// always before it.
#[test]
fn the_pinned_have_few_ways() {
    let scene = pinned("HF protected drilled", "HF protected");
    assert!(refused(&scene, "a", &[ahead(1.0)]).is_empty());
    assert!(refused(&scene, "a", &[RIGHT]).is_empty());
    assert!(refused(&scene, "a", &[Leg::Expand { left: 1, right: 0 }]).is_empty());
    assert_eq!(refused(&scene, "a", &[Leg::Contract { left: 1, right: 0 }]), ["FA-RA-04"]);
    assert_eq!(refused(&scene, "a", &[wheel(Hand::Left, 5.0)]), ["FA-RA-03"]);
    let light = pinned("LF unprotected", "HF protected");
    assert!(refused(&light, "a", &[ABOUT, ahead(4.0)]).is_empty());
    // Beyond the enemy's flank it stands before him no longer.
    let horse = pinned("LH unprotected", "HF protected");
    assert_eq!(refused(&horse, "a", &[LEFT, ahead(7.0)]), ["FA-RA-07"]);
}

/// FA-RA-03: a wheel that brings the fronts parallel, and then ahead.
#[test]
fn a_wheel_to_parallel_is_allowed() {
    let scene = Table::new()
        .group("a", Side::Red, "Cv armoured drilled", (4, 4), (30.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 21.9), 190.0)
        .build();
    assert!(refused(&scene, "a", &[wheel(Hand::Left, 10.0)]).contains(&"FA-RA-03".to_owned()));
    assert!(refused(&scene, "a", &[wheel(Hand::Right, 5.0)]).contains(&"FA-RA-03".to_owned()));
    assert!(refused(&scene, "a", &[wheel(Hand::Right, 10.0)]).is_empty());
}

/// FA-RA-03: where friends stop the wheel before the fronts are parallel it goes as far as it can, and not less far.
#[test]
fn a_wheel_goes_as_far_as_it_can() {
    let scene = Table::new()
        .group("a", Side::Red, "Cv armoured drilled", (4, 4), (30.0, 20.0), 0.0)
        .group("friend", Side::Red, "HF protected", (2, 1), (27.6, 21.8), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 21.9), 190.0)
        .build();
    // The left corner comes to the friends, 0.6 MU ahead, after 5.4 degrees.
    assert!(refused(&scene, "a", &[wheel(Hand::Right, 5.0)]).is_empty());
    assert!(refused(&scene, "a", &[wheel(Hand::Right, 3.0)]).contains(&"FA-RA-03".to_owned()));
    assert!(!refused(&scene, "a", &[wheel(Hand::Right, 10.0)]).is_empty());
}

/// FA-RA-09, FA-RA-10: whom one may ignore.
#[test]
fn some_have_no_such_area() {
    let narrower = [Leg::Contract { left: 1, right: 0 }];
    assert!(refused(&pinned("HF protected drilled", "LF unprotected"), "a", &narrower).is_empty());
    assert_eq!(refused(&pinned("LF unprotected", "LF unprotected"), "a", &narrower), ["FA-RA-04"]);
    for enemy in ["BWg", "HArt", "LArt"] {
        assert!(refused(&pinned("HF protected drilled", enemy), "a", &narrower).is_empty(), "{enemy}");
    }
    let mut orb = pinned("HF protected drilled", "HF protected pikemen");
    orb.state.groups[2].shape = crate::state::Shape::Orb;
    assert!(refused(&orb, "a", &narrower).is_empty());
}

/// FA-RA-08, FA-DEC-54: pinned by two, the mover chooses to whom the limits refer.
#[test]
fn the_mover_chooses_his_enemy() {
    let scene = Table::new()
        .group("a", Side::Red, "LF unprotected", (4, 4), (30.0, 20.0), 0.0)
        .group("front", Side::Blue, "HF protected", (8, 4), (30.0, 21.5), 180.0)
        .group("side", Side::Blue, "HF protected", (8, 4), (34.4, 19.0), 270.0)
        .build();
    let legs = vec![ABOUT, ahead(2.0)];
    let against = |name: Option<&str>| {
        let against = name.map(|name| scene.group(name));
        let order = MoveOrder { against, ..MoveOrder::one(scene.group("a"), legs.clone()) };
        rules(&scene, &Choice::Movement(MovementChoice::Move(order)))
    };
    assert_eq!(against(Some("side")), ["FA-RA-05"]);
    assert!(against(Some("front")).is_empty() && against(None).is_empty());
    assert_eq!(against(Some("a")), ["FA-RA-08"]);
}
