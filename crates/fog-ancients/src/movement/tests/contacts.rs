//! Overlaps, corner and side contact, passing through friends (40.8, 55.6, 55.7).

use super::*;
use crate::ids::GroupSet;
use crate::movement::{Answer, Waiting};
use crate::pending::Pending;
use crate::state::{Bout, Shape, Tie};
use crate::testing::Table;
use aelian_game::Side;

/// A melee front to front, and a group that could come beside the friends.
fn melee(joiner: &str, at: (f64, f64)) -> Table {
    Table::new()
        .group("friend", Side::Red, "HF protected", (8, 4), (30.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 20.0), 180.0)
        .group("a", Side::Red, joiner, (4, 2), at, 0.0)
}

/// FA-OVL-01 to FA-OVL-03, FA-OVL-07, FA-MOVE-19, FA-SHIFT-04: beside friends in melee, and without a test.
#[test]
fn a_group_joins_a_melee_in_overlap() {
    // The friends' left end is at 26.8 MU; two bases are 3.2 MU wide.
    let mut scene = melee("HF protected undrilled", (25.2, 18.5)).build().fighting("friend", "enemy");
    let verdict = scene.check(&order(&scene, &["a"], &[ahead(1.5)]));
    assert!(verdict.is_legal() && verdict.ghost.test.is_none(), "{:?}", verdict.breaches);
    assert_eq!(verdict.ghost.targets, GroupSet::one(scene.group("enemy")));
    assert!(!is_simple(&scene, "a", &[ahead(1.2)]), "short of the overlap it is a difficult move");
    scene.play(&order(&scene, &["a"], &[ahead(1.5)]), &[]);
    let apart = melee("HF protected undrilled", (24.9, 18.5)).build().fighting("friend", "enemy");
    assert!(refused(&apart, "a", &[Leg::Shift { right: 7.5 }, ahead(1.5)]).is_empty());
    let far = melee("HF protected undrilled", (24.0, 18.5)).build().fighting("friend", "enemy");
    assert_eq!(refused(&far, "a", &[Leg::Shift { right: 30.0 }, ahead(1.5)]), ["FA-SHIFT-01"]);
}

/// FA-OVL-05, FA-OVL-06: side to side with an enemy who has friends to his front; not before his front, and not where
/// nobody fights.
#[test]
fn other_contact_waits_for_a_charge() {
    let beside = melee("HF protected", (25.2, 19.0)).build();
    assert_eq!(refused(&beside, "a", &[ahead(1.6)]), ["FA-OVL-05"], "nobody fights");
    let beside = beside.fighting("friend", "enemy");
    assert!(refused(&beside, "a", &[ahead(1.6)]).is_empty());
    let mut wide = melee("HF protected", (25.2, 19.0));
    wide = wide.group("more", Side::Blue, "HF protected", (8, 4), (23.6, 20.0), 180.0);
    let wide = wide.build().fighting("friend", "enemy");
    assert!(refused(&wide, "a", &[ahead(1.0)]).contains(&"FA-OVL-05".to_owned()));
}

/// FA-OVL-04, FA-RA-06, FA-RA-12: a move to overlap ignores the areas of others.
#[test]
fn an_overlap_move_ignores_other_areas() {
    let table = melee("LF unprotected", (25.2, 18.5));
    let table = table.group("pins", Side::Blue, "HF protected", (4, 2), (22.9, 18.4), 90.0);
    let scene = table.build().fighting("friend", "enemy");
    assert!(scene.look().pinners(scene.group("a")).contains(scene.group("pins")));
    assert!(refused(&scene, "a", &[ahead(1.5)]).is_empty());
    assert_eq!(refused(&scene, "a", &[ahead(1.2)]), ["FA-RA-01"]);
}

/// FA-OVL-00, EX-39: who fought only as an overlap may go.
#[test]
fn an_overlap_may_move_away() {
    let mut scene = melee("HF protected", (25.2, 20.0)).build().fighting("friend", "enemy");
    let bout = Bout::between(scene.group("a"), scene.group("enemy"), [Tie::Overlap, Tie::Overlap], false);
    scene.state.bouts.push(bout);
    let table = order(&scene, &["a"], &[ABOUT]);
    scene.play(&table, &[]);
    assert!(!scene.state.in_close_combat(scene.group("a")));
    assert!(scene.state.committed(scene.group("friend")));
}

fn corner() -> Table {
    Table::new()
        .group("a", Side::Red, "HF protected", (8, 4), (30.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (36.4, 20.0), 180.0)
        .group("idle", Side::Red, "LF unprotected", (4, 2), (60.0, 5.0), 0.0)
}

/// FA-CORN-01 to FA-CORN-03: one base width sideways into the fight, without a test and without an impact.
#[test]
fn corner_contact_becomes_a_fight() {
    let mut scene = corner().build();
    let shift = [Leg::Shift { right: 40.0 }];
    assert_eq!(refused(&scene, "a", &[Leg::Shift { right: 20.0 }]), ["FA-CORN-02"]);
    assert_eq!(refused(&scene, "a", &[Leg::Shift { right: -40.0 }]), ["FA-CORN-02"]);
    assert!(is_simple(&scene, "a", &shift));
    scene.play(&order(&scene, &["a"], &shift), &[]);
    let bout = scene.state.bouts.first().copied().unwrap();
    assert_eq!((bout.groups, bout.fresh), ([scene.group("a"), scene.group("enemy")], false));
    let other = corner().group("other", Side::Blue, "HF protected", (8, 4), (28.0, 21.5), 180.0).build();
    assert_eq!(refused(&other, "a", &shift), ["FA-CORN-02"]);
    let away = corner().build();
    assert!(refused(&away, "a", &[ABOUT]).is_empty());
}

fn beside() -> Table {
    Table::new()
        .group("a", Side::Red, "HF protected drilled", (8, 2), (30.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "HF protected drilled", (8, 2), (33.2, 17.6), 180.0)
        .group("idle", Side::Red, "LF unprotected", (4, 2), (60.0, 5.0), 0.0)
}

/// FA-SIDE-01 to FA-SIDE-03, FA-SIDE-05, FA-SIDE-07: a turn against those beside, and their answers.
#[test]
fn side_contact_becomes_a_fight() {
    let mut scene = beside().build();
    scene.play(&order(&scene, &["a"], &[RIGHT]), &[]);
    let (group, by) = (scene.group("enemy"), scene.group("a"));
    assert_eq!(scene.state.pending, [Pending::Movement(Waiting::SideAnswer { group, by })]);
    let answer = |answer| Choice::Movement(MovementChoice::Answer(answer));
    let mut stands = scene.clone();
    stands.play(&answer(Answer::Stand), &[]);
    assert_eq!(stands.state.bouts[0].ties, [Tie::Front, Tie::Front]);
    assert!(!stands.state.bouts[0].fresh);
    let mut turns = scene.clone();
    turns.play(&answer(Answer::TurnAll), &[]);
    assert_eq!(turns.state.group(group).facing.to_compass().round(), 270.0);
    assert_eq!(turns.state.group(group).shape, Shape::Normal);
    assert_eq!(rules(&scene, &END), ["FA-SEQ-02"]);
}

/// FA-SIDE-02: not in the restricted area of another.
#[test]
fn a_turn_against_a_side_needs_freedom() {
    let scene = beside().group("other", Side::Blue, "HF protected", (8, 4), (28.0, 21.5), 180.0).build();
    assert_eq!(refused(&scene, "a", &[RIGHT]), ["FA-SIDE-02"]);
}
