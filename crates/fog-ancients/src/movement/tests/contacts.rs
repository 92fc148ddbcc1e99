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

/// FA-OVL-01, FA-OVL-02, FA-OVL-03, FA-OVL-07, FA-MOVE-19, FA-SHIFT-04: beside friends in melee, and without a
/// test.
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
    assert_eq!(refused(&far, "a", &[Leg::Shift { right: 30.0 }, ahead(1.5)]), ["FA-SHIFT-04"]);
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
    assert_eq!(refused(&scene, "a", &[ahead(1.2)]), ["FA-RA-02"]);
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

/// FA-CORN-01, FA-CORN-02, FA-CORN-03, FA-DEC-55: one base width sideways into the fight, without a test and without an
/// impact.
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

/// FA-SIDE-01, FA-SIDE-02, FA-SIDE-03, FA-SIDE-05, FA-SIDE-07, FA-DEC-55: a turn against those beside, and their answers.
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

/// FA-CORN-03, FA-SIDE-04, FA-DEC-56, FA-DEC-59: those who are able evade instead.
#[test]
fn the_nimble_evade_from_contact() {
    let answer = |answer| Choice::Movement(MovementChoice::Answer(answer));
    let mut corner = Table::new()
        .group("a", Side::Red, "HF protected", (8, 4), (30.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "LF unprotected", (8, 4), (36.4, 20.0), 180.0)
        .group("idle", Side::Red, "LF unprotected", (4, 2), (60.0, 5.0), 0.0)
        .build();
    corner.play(&order(&corner, &["a"], &[Leg::Shift { right: 40.0 }]), &[]);
    let enemy = corner.group("enemy");
    assert_eq!(corner.state.pending.len(), 1);
    assert!(corner.state.bouts.is_empty());
    corner.play(&answer(Answer::EvadeToRear), &[3]);
    assert!(corner.state.bouts.is_empty());
    assert!(corner.look().distance(corner.group("a"), enemy) > 100.0);
    let mut side = beside();
    side = side.group("light", Side::Blue, "LF unprotected", (8, 2), (26.8, 17.6), 180.0);
    let mut side = side.build();
    side.play(&order(&side, &["a"], &[LEFT]), &[]);
    assert!(!rules(&side, &answer(Answer::EvadeToRear)).iter().any(|rule| rule == "FA-SEQ-02"));
    side.play(&answer(Answer::EvadeAway), &[3]);
    let facing = side.state.group(side.group("light")).facing.to_compass().round();
    assert_eq!(facing, 270.0);
}

fn passing(mover: &str, at: f64, friend: &str, beyond: Option<f64>) -> Scene {
    let mut table = Table::new()
        .group("a", Side::Red, mover, (8, 4), (30.0, at), 0.0)
        .group("friend", Side::Red, friend, (8, 4), (30.0, 22.0), 0.0)
        .group("idle", Side::Red, "LF unprotected", (4, 2), (60.0, 5.0), 0.0);
    if let Some(y) = beyond {
        table = table.group("beyond", Side::Red, "HF protected", (8, 4), (30.0, y), 0.0);
    }
    table.build()
}

/// FA-INT-01, FA-INT-03: right through, if the distance suffices.
#[test]
fn light_foot_pass_through_friends() {
    let mut scene = passing("LF unprotected", 20.8, "HF protected", None);
    assert_eq!(refused(&scene, "a", &[ahead(2.0)]), ["FA-INT-08"], "it must go on as long as it can");
    scene.play(&order(&scene, &["a"], &[ahead(5.0)]), &[]);
    assert_eq!(scene.look().block(scene.group("a")).pose.at.y, 25.8 * 25.0);
    let heavy = passing("HF protected", 20.8, "HF protected", None);
    assert_eq!(refused(&heavy, "a", &[ahead(3.0)]), ["FA-INT-01"]);
}

/// FA-INT-07: light foot go up to 2 MU farther to come through, and then do not shoot.
#[test]
fn light_foot_hurry_through() {
    // The friends' far side is at 22.0, so the front must come to 23.6.
    let mut scene = passing("LF unprotected", 17.0, "HF protected", None);
    scene.play(&order(&scene, &["a"], &[ahead(5.0)]), &[]);
    let group = scene.group("a");
    assert!((scene.look().block(group).pose.at.y / 25.0 - 23.6).abs() < 0.001);
    assert!(scene.state.did(group, crate::state::Deed::PassedFar));
}

/// FA-INT-08, FA-INT-09, FA-INT-12, FA-INT-13, FA-DIS-13: a part comes through; all of it is disordered until the rest
/// has followed.
#[test]
fn a_part_passes_through() {
    let mut scene = passing("Cv armoured drilled", 16.5, "LF unprotected", None);
    let group = scene.group("a");
    // Front at 21.5, the friends from 20.4 to 22.0: the front rank (1.2 MU deep) reaches them, the second does not.
    scene.play(&order(&scene, &["a"], &[ahead(5.0)]), &[]);
    assert!(scene.state.did(group, crate::state::Deed::PartlyPassed));
    assert_eq!(scene.look().worst_disorder(group), crate::tables::Disorder::Disordered);
    let front = scene.state.rect(scene.base("a", 0, 0)).pose.at.y / 25.0;
    let second = scene.state.rect(scene.base("a", 0, 1)).pose.at.y / 25.0;
    assert!((front - 23.2).abs() < 0.001 && (second - 20.4).abs() < 0.001, "{front} {second}");
    scene.state.dealt = GroupSet::EMPTY;
    for group in &mut scene.state.groups {
        group.deeds = crate::state::Deed::left(group.deeds, crate::state::Lasts::Turn);
    }
    assert_eq!(refused(&scene, "a", &[wheel(Hand::Left, 5.0)]), ["FA-INT-12", "FA-REF-05"]);
    assert_eq!(refused(&scene, "friend", &[RIGHT]), ["FA-INT-12"]);
    scene.play(&order(&scene, &["a"], &[ahead(0.5)]), &[]);
    assert!(!scene.state.did(group, crate::state::Deed::PartlyPassed));
    assert_eq!(scene.state.group(group).shape, Shape::Normal);
    assert!((scene.look().block(group).pose.at.y / 25.0 - 24.4).abs() < 0.001);
}

/// FA-INT-13, FA-FORM-07: who comes through to the others falls in with them, also a base that faced elsewhere.
#[test]
fn who_faced_elsewhere_passes_on_with_the_others() {
    let mut scene = passing("Cv armoured drilled", 16.5, "LF unprotected", None);
    let (group, rear) = (scene.group("a"), scene.base("a", 0, 1));
    scene.play(&order(&scene, &["a"], &[ahead(5.0)]), &[]);
    let rect = &mut scene.state.bases[rear.index()].rect;
    *rect = rect.with_pose(rect.pose.about_faced(rect.depth));
    scene.state.dealt = GroupSet::EMPTY;
    for group in &mut scene.state.groups {
        group.deeds = crate::state::Deed::left(group.deeds, crate::state::Lasts::Turn);
    }
    scene.play(&order(&scene, &["a"], &[ahead(0.5)]), &[]);
    let (facing, t) = (scene.state.group(group).facing, scene.rules.tolerance);
    assert!(scene.state.rects_of(group).all(|rect| rect.pose.facing.same(facing, t)));
    assert_eq!(scene.state.group(group).shape, Shape::Normal);
}

/// FA-INT-10, FA-INT-11: friends beyond make room, unless they cannot.
#[test]
fn friends_beyond_make_room() {
    let mut scene = passing("Cv armoured drilled", 16.5, "LF unprotected", Some(23.2));
    scene.play(&order(&scene, &["a"], &[ahead(5.0)]), &[]);
    let beyond = scene.look().block(scene.group("beyond")).pose.at.y / 25.0;
    assert!((beyond - 24.4).abs() < 0.001, "{beyond}");
    let blocked = Table::new()
        .group("a", Side::Red, "Cv armoured drilled", (8, 4), (30.0, 16.5), 0.0)
        .group("friend", Side::Red, "LF unprotected", (8, 4), (30.0, 22.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 22.5), 180.0)
        .build();
    assert!(refused(&blocked, "a", &[ahead(5.0)]).contains(&"FA-INT-11".to_owned()));
}

/// FA-INT-05: foot pass artillery only squarely.
#[test]
fn foot_pass_guns_squarely() {
    let scene = |facing| {
        Table::new()
            .group("a", Side::Red, "MF protected", (4, 2), (30.0, 20.6), 0.0)
            .group("guns", Side::Red, "LArt", (2, 2), (30.0, 22.3), facing)
            .build()
    };
    assert!(refused(&scene(0.0), "a", &[ahead(4.0)]).is_empty());
    assert_eq!(refused(&scene(20.0), "a", &[ahead(4.0)]), ["FA-INT-01"]);
}

/// FA-OVL-06: beside an enemy base whose front is held, even if it is farther back than that base is deep.
#[test]
fn a_corner_beside_a_side_is_no_front() {
    let scene = Table::new()
        .group("friend", Side::Red, "HF protected", (8, 4), (30.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "Kn armoured lancers", (4, 4), (30.0, 20.0), 180.0)
        .group("a", Side::Red, "HF protected drilled", (4, 2), (25.2, 19.0), 0.0)
        .build()
        .fighting("friend", "enemy");
    // 0.5 MU beyond the line of contact: the front corner stands on the long side of the enemy base.
    assert!(refused(&scene, "a", &[ahead(1.5)]).is_empty());
}
