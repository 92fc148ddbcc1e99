//! Rules that come up seldom, each in its own small position.

use super::*;
use crate::choice::Prompt;
use crate::command::moves::Going;
use crate::field::AreaKind;
use crate::ids::GroupSet;
use crate::movement::{Answer, Motion, MovementPrompt};
use crate::settings::{Edition, Settings};
use crate::setup;
use crate::stage::{Phase, Stage};
use crate::state::{Cohesion, CommanderPlace, Deed, Grade, Holds, Marker, Place, Tie};
use crate::testing::Table;
use aelian_game::{Next, Ruleset, Side};
use aelian_geometry::{Facing, Pose, Rect};

fn idle(table: Table) -> Table {
    table.group("idle", Side::Red, "LF unprotected", (4, 2), (60.0, 5.0), 0.0)
}

/// FA-CMD-02, FA-CMD-03, FA-CMD-04, FA-CMD-05, FA-CMD-10, FA-CMD-11, FA-LOC-01, FA-LOC-04, FA-BL-19: range by grade from
/// base to group, line of command, and front rank.
#[test]
fn commanders_reach_as_far_as_their_grade() {
    let base = Table::new()
        .group("own", Side::Red, "HF protected", (8, 4), (30.0, 20.0), 0.0)
        .group("far", Side::Red, "HF protected", (8, 4), (30.0, 31.6), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 45.0), 180.0);
    for (grade, range) in [(Grade::Troop, 4.0), (Grade::Field, 8.0), (Grade::Inspired, 12.0)] {
        // The far group's rear edge is at 30.4 MU.
        for (gap, reaches) in [(range - 0.1, true), (range + 0.1, false)] {
            let at = (30.0, 30.4 - gap);
            let scene = base.clone().commander("chief", Side::Red, grade, None, at).build();
            let found = scene.look().in_command_range(scene.officer("chief"), scene.group("far"));
            assert_eq!(found, reaches, "{grade:?} {gap}");
        }
    }
    let mut scene = base.commander("chief", Side::Red, Grade::Inspired, Some("own"), (30.0, 18.8)).build();
    let (chief, own, far) = (scene.officer("chief"), scene.group("own"), scene.group("far"));
    assert!(scene.look().may_influence(chief, far));
    // With another group than the one he is with he counts as in range only.
    assert_eq!(scene.look().tester(GroupSet::one(far), true).modifiers.total(), 2);
    assert_eq!(scene.look().tester(GroupSet::one(own), true).modifiers.total(), 3);
    let displaced = scene.base("own", 0, 0);
    scene.state.commanders[0].place = CommanderPlace::Front { group: own, displaced };
    assert!(scene.look().may_influence(chief, own) && !scene.look().may_influence(chief, far));
    scene.state.commanders[0].place = CommanderPlace::With(own);
    scene.state.groups[far.index()].contingent = 1;
    assert!(!scene.look().in_line_of_command(chief, far));
    assert_eq!(scene.look().tester(GroupSet::one(far), true).modifiers.total(), 0);
}

/// FA-CMOVE-19, FA-CMOVE-09: once in a joint action phase, and only there or in the manoeuvre phase.
#[test]
fn a_commander_moves_once_in_a_joint_phase() {
    let mut scene = Table::new()
        .stage(Phase::Joint, Stage::CommandersMove)
        .group("own", Side::Red, "HF protected", (8, 4), (30.0, 20.0), 0.0)
        .commander("chief", Side::Red, Grade::Field, Some("own"), (30.0, 18.8))
        .build();
    assert!(scene.look().held(scene.officer("chief"), Going::Joint).is_none());
    scene.state.commanders[0].moved = true;
    let held = scene.look().held(scene.officer("chief"), Going::Joint);
    assert_eq!(held.map(|reason| reason.rule.to_string()), Some("FA-CMOVE-19".to_owned()));
}

/// FA-MOVE-04, FA-ALG-11: of several kinds of ground the slowest counts.
#[test]
fn the_slowest_ground_counts() {
    let scene = Table::new()
        .area(AreaKind::Brush, &[(25.0, 18.0), (29.0, 18.0), (29.0, 30.0), (25.0, 30.0)])
        .area(AreaKind::Forest, &[(31.0, 18.0), (35.0, 18.0), (35.0, 30.0), (31.0, 30.0)])
        .group("a", Side::Red, "LH unprotected", (4, 4), (30.0, 20.0), 0.0)
        .build();
    assert!(refused(&scene, "a", &[ahead(3.0)]).is_empty());
    assert_eq!(refused(&scene, "a", &[ahead(3.2)]), ["FA-MOVE-14"]);
}

/// FA-MOVE-11, FA-MOVE-21, FA-SC-04: scythed chariots only advance, be it twice.
#[test]
fn scythed_chariots_only_advance() {
    let table = Table::new().group("a", Side::Red, "SCh undrilled", (4, 4), (30.0, 20.0), 0.0).commander(
        "chief",
        Side::Red,
        Grade::Field,
        Some("a"),
        (30.8, 18.4),
    );
    let mut scene = idle(table).build();
    assert!(refused(&scene, "a", &[RIGHT]).contains(&"FA-MOVE-11".to_owned()));
    scene.play(&order(&scene, &["a"], &[ahead(4.0)]), &[]);
    scene.play(&order(&scene, &["a"], &[ahead(4.0)]), &[]);
    assert!(scene.state.did(scene.group("a"), Deed::MovedTwice));
}

/// FA-WHEEL-09: only the distance limits a wheel.
#[test]
fn a_wheel_may_be_wide() {
    let scene = Table::new().group("a", Side::Red, "LH unprotected", (4, 2), (30.0, 20.0), 0.0).build();
    assert!(refused(&scene, "a", &[wheel(Hand::Right, 120.0)]).is_empty());
}

/// FA-RA-13: friends between do not cut the area; in other phases nobody asks for it.
#[test]
fn the_area_goes_through_friends() {
    let scene = Table::new()
        .group("a", Side::Red, "LF unprotected", (4, 4), (30.0, 20.0), 0.0)
        .group("between", Side::Red, "LF unprotected", (4, 4), (30.0, 21.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 21.5), 180.0)
        .build();
    assert_eq!(scene.look().pinners(scene.group("a")), GroupSet::one(scene.group("enemy")));
}

/// FA-2ND-06: light artillery test again for the second move, and lose only that.
#[test]
fn guns_test_again_for_a_second_move() {
    let table = Table::new().group("a", Side::Red, "LArt drilled", (2, 2), (30.0, 20.0), 0.0).commander(
        "chief",
        Side::Red,
        Grade::Field,
        Some("a"),
        (30.8, 18.4),
    );
    let mut scene = idle(table).build();
    scene.play(&order(&scene, &["a"], &[ahead(2.0)]), &[6, 6]);
    assert_eq!(scene.state.pending.len(), 1);
    let again = order(&scene, &["a"], &[ahead(2.0)]);
    assert!(scene.check(&again).ghost.test.is_some());
    scene.play(&again, &[1, 1]);
    assert!(scene.state.pending.is_empty());
    assert_eq!(scene.look().block(scene.group("a")).pose.at.y, 22.0 * 25.0);
}

fn ambushed(holds: bool) -> Scene {
    let table = Table::new()
        .area(AreaKind::Forest, &[(26.0, 26.0), (34.0, 26.0), (34.0, 32.0), (26.0, 32.0)])
        .group("a", Side::Red, "LH unprotected", (4, 4), (30.0, 12.0), 0.0)
        .group("hidden", Side::Blue, "LF unprotected", (4, 2), (30.0, 40.0), 180.0)
        .commander("chief", Side::Red, Grade::Field, Some("a"), (30.8, 10.8));
    let mut scene = idle(table).build();
    let hidden = scene.group("hidden");
    let rect = Rect::new(Pose::new(750.0, 670.0, Facing::DOWN), 40.0, 40.0);
    let contents = Holds::Group { group: hidden, commander: None, dismounted: false };
    let holds = if holds { contents } else { Holds::Dummy };
    scene.state.groups[hidden.index()].place = Place::Ambush;
    scene.state.markers.push(Marker { side: Side::Blue, rect, holds });
    scene
}

/// FA-2ND-07, FA-AMB-07, FA-AMB-09, FA-AMB-11: ambushers end a second move where they are seen, a dummy does not.
#[test]
fn an_ambush_ends_a_second_move() {
    for (real, ends) in [(true, true), (false, false)] {
        let mut scene = ambushed(real);
        scene.play(&order(&scene, &["a"], &[ahead(7.0)]), &[]);
        scene.play(&order(&scene, &["a"], &[ahead(6.9)]), &[]);
        let front = scene.look().block(scene.group("a")).pose.at.y / 25.0;
        assert_eq!(front < 25.8, ends, "{front}");
        // The marker is gone, or its owner is asked to place the group.
        assert_eq!(scene.state.markers.len(), usize::from(real));
        assert_eq!(scene.state.pending.len(), usize::from(real));
    }
}

/// FA-AMB-09: ambushers stop a first move where they are seen; their owner places them, and then the mover completes the
/// move that he began, or stands.
#[test]
fn an_ambush_interrupts_a_move() {
    let mut scene = ambushed(true);
    for base in scene.state.bases.iter_mut().filter(|base| base.group.0 == 0) {
        base.rect.pose.at.y += 7.0 * 25.0;
    }
    scene.play(&order(&scene, &["a"], &[ahead(6.8)]), &[]);
    let front = |scene: &Scene| scene.look().block(scene.group("a")).pose.at.y / 25.0;
    let stopped = front(&scene);
    assert!(stopped > 19.0 && stopped < 25.8, "{stopped}");
    // First the owner of the ambush is asked, then the mover.
    assert!(matches!(scene.rules.next(&scene.state), Next::Ask { side: Side::Blue, .. }));
    let places = setup::ambush::ways(scene.look(), 0);
    scene.play(&Choice::SetUp(setup::SetUpChoice::Reveal(places[0])), &[]);
    let Next::Ask { side: Side::Red, prompt: Prompt::Movement(MovementPrompt::GoOn { walked, .. }) } =
        scene.rules.next(&scene.state)
    else {
        panic!("the mover goes on")
    };
    assert_eq!(walked.len(), 1);
    // Not another move, not back, not beyond the distance, not into the ambushers.
    assert_eq!(rules(&scene, &order(&scene, &["a"], &[LEFT])), ["FA-AMB-09"]);
    assert_eq!(rules(&scene, &order(&scene, &["a"], &[ahead(0.5)])), ["FA-AMB-09"]);
    assert!(!scene.check(&order(&scene, &["a"], &[ahead(7.5)])).is_legal());
    let further = stopped - 19.0 + 0.2;
    let mut goes = scene.clone();
    goes.play(&order(&scene, &["a"], &[ahead(further)]), &[]);
    assert!((front(&goes) - 19.0 - further).abs() < 0.01);
    let mut stands = scene.clone();
    stands.play(&Choice::Movement(MovementChoice::Stay), &[]);
    assert_eq!(front(&stands), stopped);
    for scene in [goes, stands] {
        assert!(scene.state.pending.is_empty(), "{:?}", scene.state.pending);
        assert_eq!(rules(&scene, &order(&scene, &["a"], &[ahead(1.0)])), ["FA-MAN-03"], "FA-MEAS-12");
    }
}

/// FA-AMB-10, FA-DEC-11: one's own ambush, not the enemy's.
#[test]
fn a_player_opens_his_own_ambush() {
    let mut scene = ambushed(true);
    let reveal = Choice::Movement(MovementChoice::Reveal { marker: 0 });
    assert_eq!(rules(&scene, &reveal), ["FA-AMB-10"]);
    scene.state.markers[0].side = Side::Red;
    scene.play(&reveal, &[]);
    assert_eq!(scene.state.pending.len(), 1);
    let absurd = Choice::Movement(MovementChoice::Reveal { marker: 200 });
    assert!(!scene.check(&absurd).is_legal());
}

/// FA-OVL-08, FA-OVL-09: beside a friend who fights a flank, or who fights although he could not line up.
#[test]
fn overlaps_beside_flank_attackers_and_the_uneven() {
    // The friend's one file stands on the enemy's flank edge; the overlapper comes beside it.
    let flank = Table::new()
        .group("enemy", Side::Blue, "Kn armoured lancers", (2, 2), (30.0, 20.0), 90.0)
        .group("friend", Side::Red, "HF protected", (2, 1), (29.2, 18.4), 0.0)
        .group("a", Side::Red, "HF protected drilled", (2, 1), (27.6, 17.0), 0.0)
        .build()
        .fighting("friend", "enemy");
    assert!(refused(&flank, "a", &[ahead(1.4)]).is_empty());
    let verdict = flank.check(&order(&flank, &["a"], &[ahead(1.4)]));
    assert_eq!(verdict.ghost.targets, GroupSet::one(flank.group("enemy")));
    // Half a base off the enemy's files.
    let uneven = Table::new()
        .group("friend", Side::Red, "HF protected", (8, 4), (30.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.7, 20.0), 180.0)
        .group("a", Side::Red, "HF protected drilled", (4, 2), (25.2, 19.0), 0.0)
        .build()
        .fighting("friend", "enemy");
    assert!(refused(&uneven, "a", &[ahead(1.0)]).is_empty());
}

/// FA-SIDE-06: who already fights to the front turns only the bases in contact and fights in two directions.
#[test]
fn those_in_combat_turn_single_bases() {
    let table = Table::new()
        .group("a", Side::Red, "HF protected drilled", (8, 2), (30.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "Kn armoured lancers", (6, 3), (34.0, 17.6), 180.0)
        .group("holds", Side::Red, "HF protected", (2, 1), (35.6, 17.6), 0.0);
    let mut scene = idle(table).build().fighting("holds", "enemy");
    scene.play(&order(&scene, &["a"], &[RIGHT]), &[]);
    let answer = |answer| Choice::Movement(MovementChoice::Answer(answer));
    assert_eq!(rules(&scene, &answer(Answer::TurnAll)), ["FA-SEQ-02"]);
    scene.play(&answer(Answer::TurnBases), &[]);
    let by = scene.group("a");
    let bout = scene.state.bouts_of(by).next().copied().unwrap();
    assert_eq!(bout.tie_of(scene.group("enemy")), Tie::HitInFlank);
    let facing = scene.state.group(scene.group("enemy")).facing;
    let turned = scene.state.rects_of(scene.group("enemy")).filter(|rect| rect.pose.facing != facing).count();
    assert!(turned >= 1, "{turned}");
}

/// FA-ORB-04, FA-ORB-06, FA-ORB-10, FA-FORM-09: a test for all, not in close combat, and nobody is pinned by it.
#[test]
fn an_orb_needs_a_test_and_peace() {
    let table = Table::new()
        .group("a", Side::Red, "HF protected pikemen drilled", (8, 4), (30.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 21.5), 180.0);
    let mut scene = idle(table).build();
    assert_eq!(refused(&scene, "a", &[Leg::FormOrb]), ["FA-RA-04"], "it contracts");
    for base in scene.state.bases.iter_mut().filter(|base| base.group.0 == 1) {
        base.rect.pose.at.y += 50.0;
    }
    assert!(!is_simple(&scene, "a", &[Leg::FormOrb]));
    let (red, blue) = (scene.group("a"), scene.group("enemy"));
    let mut fights = scene.clone();
    fights.state.bouts.push(crate::state::Bout::between(red, blue, [Tie::Overlap, Tie::Overlap], false));
    assert_eq!(refused(&fights, "a", &[Leg::FormOrb]), ["FA-ORB-06"]);
    scene.state.groups[0].shape = crate::state::Shape::Orb;
    assert!(!scene.look().pinners(blue).contains(red));
}

/// FA-V31-10: by the sheet heavy artillery may wheel, and nothing else.
#[test]
fn heavy_guns_wheel_by_the_sheet() {
    let table = |edition| {
        let table = Table::new().edition(edition).group("a", Side::Red, "HArt", (2, 2), (30.0, 20.0), 0.0);
        idle(table).build()
    };
    let sheet = table(Edition::V31);
    assert!(refused(&sheet, "a", &[wheel(Hand::Left, 15.0)]).is_empty());
    assert_eq!(refused(&sheet, "a", &[ahead(1.0)]), ["FA-V31-10"]);
    assert_eq!(refused(&table(Edition::First), "a", &[wheel(Hand::Left, 15.0)]), ["FA-MOVE-07"]);
}

/// FA-V31-15, FA-V31-60, FA-V31-61, FA-V31-62: what close to enemy is, and 4 MU far from him if so agreed.
#[test]
fn the_sheets_house_values() {
    let table = |settings: Settings, enemy| {
        Table::new()
            .edition(Edition::V31)
            .settings(settings)
            .group("a", Side::Red, "HF protected undrilled", (8, 4), (30.0, 20.0), 0.0)
            .group("bows", Side::Red, "MF protected bow", (8, 4), (50.0, 20.0), 0.0)
            .group("star", Side::Red, "MF protected bow*", (8, 4), (60.0, 20.0), 0.0)
            .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, enemy), 180.0)
            .build()
    };
    let usual = Settings::default();
    assert_eq!(refused(&table(usual.clone(), 45.0), "a", &[ahead(4.0)]), ["FA-MOVE-14"]);
    let four = Settings { v31_four_in_the_open: true, ..usual.clone() };
    let far = table(four.clone(), 45.0);
    assert!(refused(&far, "a", &[ahead(4.0)]).is_empty() && refused(&far, "bows", &[ahead(4.0)]).is_empty());
    assert!(refused(&far, "star", &[ahead(4.0)]).is_empty(), "they go 4 anyway");
    assert_eq!(refused(&table(four, 29.0), "a", &[ahead(4.0)]), ["FA-MOVE-14"]);
    let close = Settings { v31_close_mu: 5.0, ..usual.clone() };
    assert!(!is_simple(&table(usual, 27.5), "a", &[ahead(2.0)]));
    assert!(is_simple(&table(close, 27.5), "a", &[ahead(2.0)]));
}

/// FA-ALG-15, FA-MEAS-06: a wheel's outer corner counts, a camp counts, a commander does not.
#[test]
fn nearness_is_measured_on_the_way() {
    let scene = Table::new()
        .group("a", Side::Red, "HF protected", (8, 4), (30.0, 20.0), 0.0)
        .camp(Side::Blue, (30.0, 28.0), false)
        .commander("lone", Side::Blue, Grade::Troop, None, (30.0, 25.0))
        .build();
    let body = crate::formation::Body::of(&scene.state, scene.group("a"));
    let camp = scene.look().standing_camp(Side::Blue).unwrap();
    let gap = scene.look().distance_to(scene.group("a"), &camp) / 25.0;
    let still = Motion::Straight { along: body.facing.vector(), length: 0.0 };
    let near = |motion, limit| scene.look().comes_within(Side::Red, &body, motion, limit);
    assert!(near(still, gap + 0.1) && !near(still, gap - 0.1));
    let wheel = Motion::Turn { centre: body.front_corner(Hand::Left), angle: -0.3 };
    assert!(near(wheel, gap - 0.5));
}

/// FA-COH-09, FA-V31-11: the FRAGMENTED are slower by the sheet and still need no test to retire.
#[test]
fn the_fragmented_retire_by_the_sheet() {
    let scene = Table::new()
        .edition(Edition::V31)
        .group("a", Side::Red, "LF unprotected", (4, 2), (30.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 26.0), 180.0)
        .build()
        .cohesion("a", Cohesion::Fragmented);
    assert!(is_simple(&scene, "a", &[ABOUT, ahead(4.0)]));
    assert_eq!(refused(&scene, "a", &[ABOUT, ahead(4.2)]), ["FA-MOVE-14"]);
}
