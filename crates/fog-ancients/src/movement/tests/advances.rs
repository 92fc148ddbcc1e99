//! Advances, wheels, difficult forward moves, second moves (40.1, 40.3, 55.5).

use super::*;
use crate::field::AreaKind;
use crate::settings::Edition;
use crate::state::{Deed, Grade, Shape};
use crate::testing::Table;
use aelian_game::Side;

fn wild(enemy_at: f64) -> Table {
    Table::new()
        .group("a", Side::Red, "HF protected undrilled", (8, 4), (30.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, enemy_at), 180.0)
        .group("idle", Side::Red, "LF unprotected", (4, 2), (60.0, 5.0), 0.0)
}

/// FA-MOVE-14, FA-MOVE-02: as far as the table of distances says and no farther.
#[test]
fn nobody_goes_farther_than_his_distance() {
    let scene = wild(40.0).build();
    assert!(refused(&scene, "a", &[ahead(3.0)]).is_empty());
    assert_eq!(refused(&scene, "a", &[ahead(3.1)]), ["FA-MOVE-14"]);
    let ghost = scene.check(&order(&scene, &["a"], &[ahead(2.0)])).ghost;
    assert_eq!((ghost.used, ghost.allowed, ghost.moves.len()), (50.0, 75.0, 8));
}

/// FA-MOVE-03, FA-MOVE-08, FA-TER-05, FA-EDGE-03.
#[test]
fn ground_and_edges_stop_a_move() {
    let brush = [(20.0, 22.5), (40.0, 22.5), (40.0, 30.0), (20.0, 30.0)];
    let scene = wild(40.0).area(AreaKind::Brush, &brush).build();
    assert_eq!(refused(&scene, "a", &[ahead(3.0)]), ["FA-MOVE-03"]);
    assert!(refused(&scene, "a", &[ahead(2.4)]).is_empty());
    let lake = wild(40.0).area(AreaKind::Impassable, &brush).build();
    assert_eq!(refused(&lake, "a", &[ahead(3.0)]), ["FA-MOVE-08"]);
    let edge = Table::new().group("a", Side::Red, "HF protected", (8, 4), (30.0, 46.0), 0.0).build();
    assert_eq!(refused(&edge, "a", &[ahead(3.0)]), ["FA-EDGE-03"]);
}

/// FA-TER-21: in a river only across it.
#[test]
fn a_river_is_crossed_and_not_followed() {
    let table = |facing| {
        Table::new()
            .river(&[(30.0, 0.0), (30.0, 48.0)], 4.0, crate::field::Level::Uneven)
            .group("a", Side::Red, "MF protected", (4, 2), (30.0, 20.0), facing)
            .build()
    };
    assert_eq!(refused(&table(0.0), "a", &[ahead(2.0)]), ["FA-TER-21"]);
    assert!(refused(&table(90.0), "a", &[ahead(2.0)]).is_empty());
    // Nor is it entered at a slant.
    let bank = |facing| {
        Table::new()
            .river(&[(34.0, 0.0), (34.0, 48.0)], 4.0, crate::field::Level::Uneven)
            .group("a", Side::Red, "MF protected", (4, 1), (31.0, 20.0), facing)
            .build()
    };
    assert_eq!(refused(&bank(30.0), "a", &[ahead(4.0)]), ["FA-TER-21"]);
    assert!(refused(&bank(60.0), "a", &[ahead(4.0)]).is_empty());
}

/// FA-ALG-10, FA-OVL-05: friends and enemy stand in the way.
#[test]
fn others_stand_in_the_way() {
    let table = wild(22.0).group("friend", Side::Red, "HF protected", (8, 4), (50.0, 22.0), 0.0);
    let scene = table.group("b", Side::Red, "HF protected", (8, 4), (50.0, 20.0), 0.0).build();
    assert!(refused(&scene, "a", &[ahead(3.0)]).contains(&"FA-OVL-05".to_owned()));
    // Contact itself is no more allowed than passing.
    assert_eq!(refused(&scene, "a", &[ahead(2.0)]), ["FA-OVL-05"]);
    assert_eq!(refused(&scene, "b", &[ahead(3.0)]), ["FA-INT-01"]);
}

/// FA-WHEEL-02, FA-WHEEL-08, EX-44: the way of the outer corner is paid.
#[test]
fn a_wheel_costs_its_chord() {
    let table = Table::new().group("a", Side::Red, "Cv armoured", (4, 4), (30.0, 20.0), 0.0);
    let mut scene = table.build();
    let choice = order(&scene, &["a"], &[wheel(Hand::Left, 30.0), ahead(1.6)]);
    let ghost = scene.check(&choice).ghost;
    assert!((ghost.used / 25.0 - 4.913).abs() < 0.001, "{}", ghost.used);
    assert_eq!(refused(&scene, "a", &[wheel(Hand::Left, 30.0), ahead(1.8)]), ["FA-MOVE-14"]);
    scene.play(&choice, &[]);
    let facing = scene.state.group(scene.group("a")).facing.to_compass();
    assert!((facing - 330.0).abs() < 0.01, "{facing}");
}

/// FA-WHEEL-03, FA-MOVE-15, FA-MOVE-09.
#[test]
fn two_wheels_are_the_most() {
    let scene = Table::new().group("a", Side::Red, "LH unprotected", (4, 2), (30.0, 20.0), 0.0).build();
    let (left, right) = (wheel(Hand::Left, 10.0), wheel(Hand::Right, 10.0));
    assert!(refused(&scene, "a", &[left, ahead(1.0), right]).is_empty());
    assert_eq!(refused(&scene, "a", &[left, right, left]), ["FA-WHEEL-03"]);
    assert_eq!(refused(&scene, "a", &[Leg::Advance { distance: -10.0 }]).len(), 1);
}

/// FA-MOVE-17, FA-MOVE-18, AMB-19: undrilled foot who wheel or go short near enemy must test.
#[test]
fn forward_moves_near_enemy_are_difficult() {
    let near = wild(27.0).build();
    assert!(is_simple(&near, "a", &[ahead(3.0)]));
    assert!(!is_simple(&near, "a", &[ahead(2.0)]));
    assert!(!is_simple(&near, "a", &[wheel(Hand::Left, 10.0)]));
    let far = wild(28.8).build();
    assert!(is_simple(&far, "a", &[ahead(2.0)]));
    assert!(!is_simple(&far, "a", &[ahead(2.9)]), "it comes within 6 MU on the way");
    let drilled = Table::new()
        .group("a", Side::Red, "HF protected drilled", (8, 4), (30.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 25.0), 180.0)
        .build();
    assert!(is_simple(&drilled, "a", &[ahead(1.0)]));
}

/// FA-MOVE-17 (b): a commander who was with them makes it simple, and stays; an enemy commander nearby does not count.
#[test]
fn a_commander_makes_it_simple() {
    let table = wild(27.0).commander("chief", Side::Red, Grade::Troop, Some("a"), (30.0, 18.8));
    let mut scene = table.build();
    assert!(is_simple(&scene, "a", &[ahead(2.0)]));
    scene.play(&order(&scene, &["a"], &[ahead(2.0)]), &[]);
    let chief = scene.state.commander(scene.officer("chief"));
    assert!(chief.bound);
    assert_eq!(chief.rect.pose.at.y, 18.8 * 25.0 + 50.0);
    let mut late = wild(27.0).commander("chief", Side::Red, Grade::Troop, Some("a"), (30.0, 18.8)).build();
    late.state.commanders[0].with_since = None;
    assert!(!is_simple(&late, "a", &[ahead(2.0)]));
}

/// FA-2ND-01, FA-2ND-02, FA-2ND-03, FA-2ND-04, FA-2ND-05, FA-2ND-08, FA-V31-19: far from enemy and with a
/// commander, at once and straight on.
#[test]
fn a_second_move_is_offered_far_from_enemy() {
    let table = wild(40.0).commander("chief", Side::Red, Grade::Troop, Some("a"), (30.0, 18.8));
    let mut scene = table.build();
    scene.play(&order(&scene, &["a"], &[ahead(3.0)]), &[]);
    assert_eq!(scene.state.pending.len(), 1);
    assert_eq!(refused(&scene, "a", &[RIGHT]), ["FA-2ND-04"]);
    assert_eq!(refused(&scene, "idle", &[ahead(1.0)]), ["FA-2ND-03"]);
    scene.play(&order(&scene, &["a"], &[ahead(3.0)]), &[]);
    let group = scene.group("a");
    assert!(scene.state.did(group, Deed::MovedTwice) && scene.state.pending.is_empty());
    assert_eq!(scene.look().block(group).pose.at.y, 26.0 * 25.0);
    let mut alone = wild(40.0).build();
    alone.play(&order(&alone, &["a"], &[ahead(3.0)]), &[]);
    assert!(alone.state.pending.is_empty());
}

/// FA-2ND-01, FA-V31-19, FA-V31-55: more than 6 MU by the book, more than 5 by the sheet, in both moves.
#[test]
fn second_moves_keep_their_distance() {
    for (edition, enemy, offered) in
        [(Edition::First, 28.9, false), (Edition::First, 29.1, true), (Edition::V31, 28.9, true)]
    {
        let table = wild(enemy).edition(edition);
        let mut scene = table.commander("chief", Side::Red, Grade::Troop, Some("a"), (30.0, 18.8)).build();
        scene.play(&order(&scene, &["a"], &[ahead(3.0)]), &[]);
        assert_eq!(!scene.state.pending.is_empty(), offered, "{edition:?} {enemy}");
        if offered {
            let rules = refused(&scene, "a", &[ahead(3.0)]);
            let rule = if edition == Edition::First { "FA-2ND-01" } else { "FA-V31-19" };
            assert_eq!(rules, [rule]);
            scene.play(&STAY, &[]);
        }
    }
}

/// FA-FORM-05, FA-FORM-06, FA-WHEEL-07, FA-ALG-14: a column bends where it wheeled and is straight when all have passed.
#[test]
fn a_column_bends_and_straightens() {
    let table = Table::new().group("a", Side::Red, "Cv armoured drilled", (4, 1), (30.0, 20.0), 0.0);
    let mut scene = table.build();
    let group = scene.group("a");
    scene.play(&order(&scene, &["a"], &[wheel(Hand::Right, 60.0), ahead(3.0)]), &[]);
    assert_eq!(scene.state.group(group).shape, Shape::KinkedColumn);
    let array = scene.look().array(group);
    assert_eq!(array.bases().collect::<Vec<_>>(), scene.state.bases_of(group).collect::<Vec<_>>());
    let facing = |scene: &Scene, rank| {
        let base = scene.look().array(group).at(0, rank).unwrap();
        scene.state.rect(base).pose.facing.to_compass().round()
    };
    assert_eq!((facing(&scene, 0), facing(&scene, 3)), (60.0, 0.0));
    assert_eq!(refused(&again(&scene), "a", &[RIGHT]), ["FA-FORM-06"]);
    for _ in 0..2 {
        let mut next = again(&scene);
        next.play(&order(&scene, &["a"], &[ahead(3.0)]), &[]);
        scene = next;
    }
    assert_eq!(scene.state.group(group).shape, Shape::Normal);
    assert!(scene.state.kinks.is_empty());
    assert_eq!(facing(&scene, 3), 60.0);
}

/// The same position in a later turn.
fn again(scene: &Scene) -> Scene {
    let mut next = scene.clone();
    next.state.dealt = crate::ids::GroupSet::EMPTY;
    for group in &mut next.state.groups {
        group.deeds = crate::state::Deed::left(group.deeds, crate::state::Lasts::Turn);
    }
    next.state.phase = crate::stage::Phase::Manoeuvre;
    next.state.stage = crate::stage::Stage::Moves;
    next.state.active = Side::Red;
    next
}

/// FA-WHEEL-03, FA-WHEEL-04, FA-MOVE-05, AMB-97: a column on a road follows its bends, a MU farther and always simply.
#[test]
fn a_road_leads_a_column() {
    let road = [(30.0, 0.0), (30.0, 20.8), (40.0, 30.8)];
    let column = |training: &str| {
        let words = format!("HF protected {training}");
        Table::new()
            .road(&road)
            .group("a", Side::Red, &words, (4, 1), (30.0, 20.0), 0.0)
            .group("enemy", Side::Blue, "HF protected", (4, 2), (36.0, 24.0), 270.0)
            .build()
    };
    let scene = column("undrilled");
    assert!(refused(&scene, "a", &[ahead(4.0)]).iter().any(|rule| rule == "FA-MOVE-14"));
    let third = wheel(Hand::Right, 15.0);
    assert!(is_simple(&scene, "a", &[ahead(0.3), third, third, third, ahead(1.0)]));
}

/// FA-MAN-01, FA-MAN-03, FA-MAN-04, FA-MAN-05, FA-REF-05, FA-MOVE-07.
#[test]
fn some_may_not_move() {
    let table = Table::new()
        .group("a", Side::Red, "HF protected", (8, 4), (30.0, 20.0), 0.0)
        .group("guns", Side::Red, "HArt", (2, 2), (50.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 20.0), 180.0);
    let scene = table.build();
    assert_eq!(refused(&scene, "guns", &[ahead(1.0)]), ["FA-MOVE-07"]);
    assert_eq!(refused(&scene, "enemy", &[ahead(1.0)]), ["FA-SEQ-03"]);
    let with = |change: &dyn Fn(&mut crate::state::Group)| {
        let mut scene = scene.clone();
        change(&mut scene.state.groups[0]);
        refused(&scene, "a", &[ABOUT])
    };
    assert!(with(&|_| {}).is_empty());
    for (deed, rule) in [
        (Deed::Charged, "FA-MAN-01"),
        (Deed::Pursuing, "FA-MAN-04"),
        (Deed::Looting, "FA-MAN-04"),
        (Deed::MovedInImpact, "FA-MAN-05"),
        (Deed::MovedInManoeuvre, "FA-MAN-03"),
    ] {
        assert_eq!(with(&|group| group.deeds = group.deeds.with(deed)), [rule]);
    }
    let mut uneven = scene.clone();
    let first = scene.base("a", 0, 0);
    let rect = &mut uneven.state.bases[first.index()].rect;
    *rect = rect.with_pose(rect.pose.advanced(10.0));
    uneven.state.groups[0].shape = Shape::Loose;
    assert_eq!(refused(&uneven, "a", &[ABOUT]), ["FA-REF-05"]);
    // In files and ranks again it needs no reforming.
    assert!(with(&|group| group.shape = Shape::Loose).is_empty());
    let fights = scene.fighting("a", "enemy");
    assert_eq!(refused(&fights, "a", &[ABOUT]), ["FA-MAN-01"]);
}
