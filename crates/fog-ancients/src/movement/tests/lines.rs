//! Battle lines (25.3).

use super::*;
use crate::state::{Cohesion, Grade};
use crate::testing::Table;
use aelian_game::Side;

/// Three groups side by side, 6.4 MU wide each, with the commander behind the middle one.
fn line(troops: [&str; 3], grade: Grade) -> Scene {
    Table::new()
        .group("left", Side::Red, troops[0], (8, 4), (23.6, 20.0), 0.0)
        .group("middle", Side::Red, troops[1], (8, 4), (30.0, 20.0), 0.0)
        .group("right", Side::Red, troops[2], (8, 4), (36.4, 20.0), 0.0)
        .group("idle", Side::Red, "LF unprotected", (4, 2), (60.0, 5.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 45.0), 180.0)
        .commander("chief", Side::Red, grade, Some("middle"), (30.0, 18.8))
        .build()
}

const FOOT: [&str; 3] = ["HF protected", "HF protected", "HF protected"];

fn line_refused(scene: &Scene, names: &[&str], legs: &[Leg]) -> Vec<String> {
    rules(scene, &order(scene, names, legs))
}

/// FA-BL-01, FA-BL-02, FA-BL-10, FA-BL-13, FA-MOVE-01, FA-MOVE-06: one body, at the distance of the slowest, its commander with it.
#[test]
fn a_line_moves_as_one() {
    let mut scene = line(["HF protected", "MF protected", "HF protected"], Grade::Field);
    let all = ["left", "middle", "right"];
    assert!(line_refused(&scene, &all, &[ahead(3.0)]).is_empty());
    assert_eq!(line_refused(&scene, &all, &[ahead(4.0)]), ["FA-MOVE-14"]);
    assert_eq!(line_refused(&scene, &["left", "right"], &[ahead(3.0)]), ["FA-BL-01", "FA-BL-02"]);
    scene.play(&order(&scene, &all, &[ahead(3.0)]), &[]);
    for name in all {
        assert_eq!(scene.look().block(scene.group(name)).pose.at.y, 23.0 * 25.0, "{name}");
    }
    // FA-CMOVE-08: medium foot stand deeper than he left them room, so that he stands clear of them now.
    assert_eq!(scene.state.commander(scene.officer("chief")).rect.pose.at.y, 21.4 * 25.0);
}

/// FA-BL-17, FA-2ND-03, FA-DEC-53: the second move is offered to the same line.
#[test]
fn a_line_stays_the_same_in_both_moves() {
    let mut scene = line(FOOT, Grade::Field);
    scene.play(&order(&scene, &["left", "middle", "right"], &[ahead(3.0)]), &[]);
    assert_eq!(line_refused(&scene, &["left", "middle"], &[ahead(3.0)]), ["FA-2ND-03"]);
    assert!(line_refused(&scene, &["left", "middle", "right"], &[ahead(3.0)]).is_empty());
}

/// FA-BL-14, FA-WHEEL-05: the outer corner of the whole line pays for the wheel.
#[test]
fn a_line_wheels_about_its_end() {
    let scene = line(FOOT, Grade::Field);
    let all = ["left", "middle", "right"];
    // 19.2 MU wide: 9 degrees are 3.01 MU.
    assert!(line_refused(&scene, &all, &[wheel(Hand::Left, 8.9)]).is_empty());
    assert_eq!(line_refused(&scene, &all, &[wheel(Hand::Left, 9.2)]), ["FA-MOVE-14"]);
    assert_eq!(line_refused(&scene, &all, &[RIGHT]), ["FA-BL-12", "FA-TURN-03"]);
}

/// FA-BL-02: a troop commander does not reach the far end; nobody leads from outside.
#[test]
fn the_commander_must_reach_all() {
    let far = Table::new()
        .group("left", Side::Red, "HF protected", (12, 6), (20.4, 20.0), 0.0)
        .group("middle", Side::Red, "HF protected", (8, 4), (28.4, 20.0), 0.0)
        .group("right", Side::Red, "HF protected", (8, 4), (34.8, 20.0), 0.0)
        .commander("chief", Side::Red, Grade::Troop, Some("left"), (16.4, 18.8))
        .build();
    assert!(line_refused(&far, &["left", "middle", "right"], &[ahead(3.0)]).contains(&"FA-BL-02".to_owned()));
    let mut outside = line(FOOT, Grade::Inspired);
    outside.state.commanders[0].place = crate::state::CommanderPlace::Alone;
    assert_eq!(line_refused(&outside, &["left", "middle"], &[ahead(3.0)]), ["FA-BL-02"]);
}

/// FA-BL-04, FA-COH-18, FA-BL-05, FA-BL-06, FA-BL-07, FA-BL-08, FA-BL-09.
#[test]
fn not_all_troops_stand_in_one_line() {
    let with = |right: &str| {
        let scene = line(["HF protected", "HF protected", right], Grade::Field);
        line_refused(&scene, &["middle", "right"], &[ahead(1.0)])
    };
    assert_eq!(with("Cv armoured"), ["FA-BL-06"]);
    assert_eq!(with("El"), Vec::<String>::new());
    assert_eq!(with("LF unprotected"), Vec::<String>::new());
    assert_eq!(with("SCh"), ["FA-BL-05", "FA-BL-06"]);
    let horse = line(["LF unprotected", "Cv armoured", "HF protected"], Grade::Field);
    assert!(line_refused(&horse, &["left", "middle"], &[ahead(1.0)]).is_empty());
    let weak = line(FOOT, Grade::Field).cohesion("right", Cohesion::Fragmented);
    assert_eq!(line_refused(&weak, &["middle", "right"], &[ahead(3.0)]), ["FA-BL-04"]);
    let mut allies = line(FOOT, Grade::Field);
    allies.state.groups[2].contingent = 1;
    let refused = line_refused(&allies, &["middle", "right"], &[ahead(3.0)]);
    assert_eq!(refused, ["FA-BL-02", "FA-BL-09"]);
}

/// FA-BL-15, FA-BL-16, FA-CMT-15, FA-CMT-16, AMB-27, FA-BL-18: a line tests as its worst.
#[test]
fn a_line_tests_as_its_worst() {
    let troops = ["HF protected superior drilled", "HF protected drilled", "LArt poor drilled"];
    let scene = line(troops, Grade::Field);
    let verdict = scene.check(&order(&scene, &["left", "middle", "right"], &[ahead(2.0)]));
    let test = verdict.ghost.test.expect("artillery in the line must test");
    assert_eq!(test.needed, 7);
    let who = ["left", "middle", "right"].map(|name| scene.group(name)).into_iter().collect();
    assert_eq!(scene.look().tester(who, true).reroll, aelian_dice::Reroll::Sixes);
    let wild = line(["HF protected undrilled", "HF protected drilled", "HF protected drilled"], Grade::Field);
    let both = ["left", "middle"].map(|name| wild.group(name)).into_iter().collect();
    assert_eq!(wild.look().tester(both, true).needed, 8);
}

/// FA-ELC-10, FA-SC-03, FA-BL-05, FA-BL-08: elephants go in a line with foot; scythed chariots with nobody.
#[test]
fn elephants_go_with_foot_and_scythes_with_nobody() {
    let line = |other: &str| {
        let scene = crate::testing::Table::new()
            .group("foot", aelian_game::Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
            .group("other", aelian_game::Side::Red, other, (2, 2), (34.8, 20.0), 0.0)
            .commander(
                "chief",
                aelian_game::Side::Red,
                crate::state::Grade::Field,
                Some("foot"),
                (30.0, 18.0),
            )
            .build();
        rules(&scene, &order(&scene, &["foot", "other"], &[ahead(3.0)]))
    };
    assert!(line("El").is_empty(), "{:?}", line("El"));
    assert!(line("SCh").contains(&"FA-BL-05".to_owned()));
    assert!(line("Cv armoured").contains(&"FA-BL-06".to_owned()));
}

/// FA-JPUR-25, FA-MAN-04: who pursues in contact does not move.
#[test]
fn pursuers_in_contact_do_not_move() {
    let mut scene = crate::testing::Table::new()
        .group("a", aelian_game::Side::Red, "Cv armoured", (4, 4), (30.0, 20.0), 0.0)
        .build();
    assert!(refused(&scene, "a", &[ahead(5.0)]).is_empty());
    scene.state.groups[0].deeds = [crate::state::Deed::Pursuing].into_iter().collect();
    assert_eq!(refused(&scene, "a", &[ahead(5.0)]), ["FA-MAN-04"]);
}

/// FA-BL-03: a line is formed simply by moving into place.
#[test]
fn a_line_is_formed_by_moving() {
    let mut scene = Table::new()
        .group("left", Side::Red, "HF protected drilled", (8, 4), (23.6, 17.0), 0.0)
        .group("middle", Side::Red, "HF protected drilled", (8, 4), (30.0, 20.0), 0.0)
        .group("idle", Side::Red, "LF unprotected", (4, 2), (60.0, 5.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 45.0), 180.0)
        .commander("chief", Side::Red, Grade::Field, Some("middle"), (30.0, 18.8))
        .build();
    let both = [scene.group("left"), scene.group("middle")].into_iter().collect();
    assert!(!scene.look().line_breaches(both).is_empty());
    scene.play(&order(&scene, &["left"], &[ahead(3.0)]), &[]);
    assert!(scene.look().line_breaches(both).is_empty());
}

/// FA-CMD-06: out of his range a group is in no line of his, and neither kind of test is helped by him.
#[test]
fn command_range_serves_lines_and_tests() {
    for (grade, reaches) in [(Grade::Troop, false), (Grade::Field, true)] {
        // The far end of the line is 6 MU from the commander.
        let scene = Table::new()
            .group("near", Side::Red, "HF protected drilled", (8, 4), (30.0, 20.0), 0.0)
            .group("between", Side::Red, "HF protected drilled", (8, 4), (36.4, 20.0), 0.0)
            .group("far", Side::Red, "HF protected drilled", (8, 4), (42.8, 20.0), 0.0)
            .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 45.0), 180.0)
            .commander("chief", Side::Red, grade, Some("near"), (32.4, 18.8))
            .build();
        let all = ["near", "between", "far"].map(|name| scene.group(name)).into_iter().collect();
        let far = scene.group("far");
        assert_eq!(scene.look().line_breaches(all).is_empty(), reaches, "{grade:?}");
        let look = scene.look();
        assert_eq!(look.tester(crate::ids::GroupSet::one(far), true).modifiers.total(), i32::from(reaches));
        let test = look.cohesion_test(far, crate::cohesion::Why::Saw { reasons: 1, chief: false });
        let helped = test.modifiers.lines.iter().any(|line| line.rule.as_str() == "FA-CTM-13");
        assert_eq!(helped, reaches, "{grade:?}");
    }
}
