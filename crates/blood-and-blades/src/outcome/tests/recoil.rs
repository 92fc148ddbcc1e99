//! Recoil, push back and elephants (70.1 to 70.3), with EX-84 to EX-88.

use super::{cites, lost};
use crate::choice::Choice;
use crate::event::{Event, MoveWhy};
use crate::field::{AreaKind, Size};
use crate::outcome::plan::{Ended, Fork, OutcomePlan};
use crate::outcome::recoil::{RecoilTest, plan_recoil};
use crate::settings::Settings;
use crate::state::Answer;
use crate::testing::{Scene, Table, close};
use aelian_game::Side;
use aelian_geometry::{Facing, Pose};
use aelian_rulebook::rule;

const RED: Side = Side::Red;
const BLUE: Side = Side::Blue;

/// A base called "a" with its front at (500, 500), looking north.
fn one(troop: &str) -> Table {
    Table::new().base("a", RED, troop, 500.0, 500.0, 0.0)
}

fn recoil(scene: &Scene) -> OutcomePlan {
    plan_recoil(scene.look(), scene.id("a"), &[]).expect("nothing is asked")
}

fn ends(scene: &Scene, plan: &OutcomePlan, name: &str) -> f64 {
    plan.end_of(scene.id(name)).map_or(scene.pose(name).at.y, |pose| pose.at.y)
}

/// BB-REC-01, BB-REC-15: straight back by the own depth, facing kept, whatever the depth.
#[test]
fn a_base_recoils_by_its_depth() {
    for (troop, depth) in
        [("Reg Sp(O)", 15.0), ("Reg Bw(O)", 20.0), ("Reg Cv(O)", 30.0), ("Irr HCh(O)", 40.0)]
    {
        let scene = Table::new().base("a", RED, troop, 500.0, 500.0, 30.0).build();
        let plan = recoil(&scene);
        let back = scene.pose("a").advanced(-depth).at;
        assert!(close(plan.end_of(scene.id("a")).expect("moves"), back.x, back.y, 30.0), "{troop}");
        assert_eq!(plan.ended, Ended::Complete);
        assert!(cites(&plan, rule!("BB-REC-01")));
        assert_eq!(scene.look().test_recoil(scene.id("a")), RecoilTest::Complete);
    }
}

/// EX-84: BB-REC-04, BB-REC-05, BB-PB-09: a friend facing sideways, a lake, an enemy's front and a short
/// edge, each 10 mm behind, stop a Cv after 10 mm.
#[test]
fn a_recoil_stops_at_what_it_meets() {
    let lake = [(450.0, 400.0), (550.0, 400.0), (550.0, 460.0), (450.0, 460.0)];
    let scenes = [
        one("Reg Cv(O)").base("h", RED, "Irr HCh(O)", 520.0, 440.0, 90.0).build(),
        one("Reg Cv(O)").area(AreaKind::Lake, Size::Small, &lake).build(),
        one("Reg Cv(O)").base("z", BLUE, "Reg Bd(O)", 500.0, 460.0, 0.0).build(),
    ];
    for scene in &scenes {
        let plan = recoil(scene);
        assert_eq!((plan.ended, ends(scene, &plan, "a")), (Ended::Incomplete, 490.0));
        assert!(cites(&plan, rule!("BB-REC-04")) && cites(&plan, rule!("BB-REC-07")));
        assert_eq!(scene.look().test_recoil(scene.id("a")), RecoilTest::Incomplete, "BB-TAC-34");
    }
    let scene = Table::new().base("a", RED, "Reg Cv(O)", 40.0, 500.0, 90.0).build();
    let plan = recoil(&scene);
    assert!(close(plan.end_of(scene.id("a")).expect("moves"), 30.0, 500.0, 90.0));
    assert_eq!(plan.ended, Ended::Incomplete);
    assert_eq!(scene.look().test_recoil(scene.id("a")), RecoilTest::TableEdge, "BB-TAC-35");
}

/// BB-REC-04 (b): the front edge of an enemy at the side stops a recoil that would slide along it; its
/// flank does not.
#[test]
fn an_enemy_front_beside_the_way_stops_a_recoil() {
    let front = one("Reg Cv(O)").base("z", BLUE, "Reg Bd(O)", 480.0, 440.0, 90.0).build();
    let plan = recoil(&front);
    assert_eq!((plan.ended, ends(&front, &plan, "a")), (Ended::Incomplete, 490.0));
    let flank = one("Reg Cv(O)").base("z", BLUE, "Reg Bd(O)", 460.0, 460.0, 0.0).build();
    assert_eq!(recoil(&flank).ended, Ended::Complete);
}

/// EX-85: BB-REC-06: distance zero is an impossible recoil.
#[test]
fn an_impossible_recoil_moves_nothing() {
    let scene = one("Reg Cv(O)").base("h", RED, "Irr HCh(O)", 520.0, 450.0, 90.0).build();
    let plan = recoil(&scene);
    assert_eq!((plan.ended, plan.moves.len()), (Ended::Impossible, 0));
    assert!(cites(&plan, rule!("BB-REC-06")));
    assert!(plan.losses.is_empty(), "BB-REC-07: it stays where it was stopped");
}

/// BB-REC-07: setting `incomplete_recoil_destroys`.
#[test]
fn a_setting_destroys_whoever_cannot_recoil() {
    let settings = Settings { incomplete_recoil_destroys: true, ..Settings::default() };
    let scene = Table::new()
        .settings(settings)
        .base("a", RED, "Reg Cv(O)", 500.0, 500.0, 0.0)
        .base("h", RED, "Irr HCh(O)", 520.0, 440.0, 90.0)
        .build();
    let plan = recoil(&scene);
    assert_eq!((plan.ended, lost(&scene, &plan)), (Ended::Destroyed, vec!["a".to_owned()]));
}

/// BB-REC-02: over a long edge, even partially, is destruction and no incomplete recoil.
#[test]
fn a_long_edge_destroys() {
    let scene = Table::new().base("a", RED, "Reg Cv(O)", 500.0, 50.0, 0.0).build();
    let plan = recoil(&scene);
    assert_eq!((plan.ended, lost(&scene, &plan)), (Ended::OffTable, vec!["a".to_owned()]));
    assert!(cites(&plan, rule!("BB-REC-02")));
    assert_eq!(scene.look().test_recoil(scene.id("a")), RecoilTest::TableEdge);
    let scene = Table::new().base("a", RED, "Reg Cv(O)", 500.0, 60.0, 0.0).build();
    assert_eq!(recoil(&scene).ended, Ended::Complete, "up to the edge is on the table");
}

/// EX-86: BB-REC-12, BB-REC-13, BB-PASS-01, BB-PASS-11: a Ps passes through the Bd at its rear and ends
/// just behind it, 35 mm back.
#[test]
fn psiloi_recoil_through_others() {
    let touching = one("Irr Ps(O)").base("b", RED, "Reg Bd(O)", 500.0, 465.0, 180.0).build();
    let plan = recoil(&touching);
    assert_eq!((plan.ended, ends(&touching, &plan, "a")), (Ended::Complete, 465.0));
    assert!(cites(&plan, rule!("BB-REC-12")));
    assert!(plan.end_of(touching.id("b")).is_none(), "who is passed stays");
    let pikes = one("Irr Ps(O)").base("b", RED, "Reg Pk(I)", 500.0, 465.0, 180.0).build();
    assert_eq!(recoil(&pikes).ended, Ended::Impossible, "Pk(I) let nobody through");
    let askew = one("Irr Ps(O)").base("b", RED, "Reg Bd(O)", 500.0, 460.0, 90.0).build();
    assert_eq!(recoil(&askew).ended, Ended::Impossible, "BB-PASS-06: nor does one who faces aside");
}

/// BB-REC-13, BB-PASS-03: mounted recoil through Ps only in GGo; LH not through Ax.
#[test]
fn mounted_recoil_through_psiloi_in_good_going() {
    let behind = |troop: &str| one("Reg LH(O)").base("p", RED, troop, 500.0, 450.0, 180.0);
    let scene = behind("Irr Ps(O)").build();
    let plan = recoil(&scene);
    assert_eq!((plan.ended, ends(&scene, &plan, "a")), (Ended::Complete, 450.0));
    let brush = [(450.0, 380.0), (550.0, 380.0), (550.0, 430.0), (450.0, 430.0)];
    let rough = behind("Irr Ps(O)").area(AreaKind::Brush, Size::Small, &brush).build();
    assert_eq!(recoil(&rough).ended, Ended::Impossible);
    assert_eq!(recoil(&behind("Irr Ax(O)").build()).ended, Ended::Impossible);
}

/// BB-PB-10, BB-REC-13, BB-PASS-04: Bg is passed through in any direction, never pushed; without room beyond
/// it the recoil stops at it.
#[test]
fn baggage_is_passed_and_never_pushed() {
    let scene = one("Reg Cv(O)").base("g", RED, "Irr Bg(O)", 500.0, 470.0, 0.0).build();
    let plan = recoil(&scene);
    assert_eq!((plan.ended, ends(&scene, &plan, "a")), (Ended::Complete, 430.0));
    let scene = one("Reg Cv(O)")
        .base("g", RED, "Irr Bg(O)", 500.0, 460.0, 0.0)
        .base("z", BLUE, "Reg Bd(O)", 500.0, 400.0, 90.0)
        .build();
    let plan = recoil(&scene);
    assert_eq!((plan.ended, ends(&scene, &plan, "a")), (Ended::Incomplete, 490.0));
}

/// EX-87: BB-PB-01, BB-PB-02, BB-PB-03: a Cv recoils into a Bd 10 mm behind: the Bd is pushed 20 mm.
#[test]
fn a_friend_is_pushed_back_by_what_is_left() {
    let scene = one("Reg Cv(O)").base("b", RED, "Reg Bd(O)", 500.0, 460.0, 0.0).build();
    let plan = recoil(&scene);
    assert_eq!(
        (plan.ended, ends(&scene, &plan, "a"), ends(&scene, &plan, "b")),
        (Ended::Complete, 470.0, 440.0)
    );
    assert!(cites(&plan, rule!("BB-PB-01")));
    assert_eq!(plan.moves[0].why, MoveWhy::PushedBack);
}

/// BB-PB-05, BB-PB-06: a pushed base pushes on one of its own group; one that stands apart stops it all.
#[test]
fn a_push_goes_on_within_the_group_only() {
    let line = |gap: f64| {
        one("Reg Cv(O)")
            .base("b", RED, "Reg Bd(O)", 500.0, 470.0, 0.0)
            .base("c", RED, "Reg Bd(O)", 500.0, 455.0 - gap, 0.0)
            .build()
    };
    let group = line(0.0);
    let plan = recoil(&group);
    assert_eq!((plan.ended, ends(&group, &plan, "c")), (Ended::Complete, 425.0));
    let apart = line(8.0);
    let plan = recoil(&apart);
    assert_eq!(
        (plan.ended, ends(&apart, &plan, "a"), ends(&apart, &plan, "b")),
        (Ended::Incomplete, 492.0, 462.0)
    );
    assert_eq!(ends(&apart, &plan, "c"), 447.0, "it is not pushed");
    assert!(cites(&plan, rule!("BB-PB-06")) && !cites(&recoil(&group), rule!("BB-PB-06")));
}

/// BB-PB-04, BB-PASS-15: a pushed Ps passes through nobody.
#[test]
fn a_pushed_base_passes_through_nobody() {
    let scene = one("Reg Cv(O)")
        .base("p", RED, "Irr Ps(O)", 500.0, 470.0, 0.0)
        .base("b", RED, "Reg Bd(O)", 500.0, 440.0, 0.0)
        .area(AreaKind::Brush, Size::Small, &[(450.0, 300.0), (550.0, 300.0), (550.0, 460.0), (450.0, 460.0)])
        .build();
    let plan = recoil(&scene);
    assert_eq!((plan.ended, ends(&scene, &plan, "p")), (Ended::Incomplete, 460.0));
}

/// EX-88: BB-REC-02, BB-PB-07: pusher and pushed both cross the long edge: both destroyed.
#[test]
fn pusher_and_pushed_may_both_leave_the_table() {
    let scene = Table::new()
        .base("a", RED, "Irr HCh(O)", 500.0, 58.0, 0.0)
        .base("b", RED, "Reg Bd(O)", 500.0, 16.0, 0.0)
        .build();
    let plan = recoil(&scene);
    assert_eq!((plan.ended, lost(&scene, &plan)), (Ended::OffTable, vec!["b".to_owned(), "a".to_owned()]));
    assert!(cites(&plan, rule!("BB-PB-07")) && cites(&plan, rule!("BB-REC-02")));
    let scene = Table::new()
        .base("a", RED, "Irr HCh(O)", 500.0, 82.0, 0.0)
        .base("b", RED, "Reg Bd(O)", 500.0, 16.0, 0.0)
        .build();
    let plan = recoil(&scene);
    assert_eq!((plan.ended, lost(&scene, &plan)), (Ended::Complete, vec!["b".to_owned()]));
}

/// BB-REC-10: a Ps before a Bd that faces the same way may pass or push; its owner chooses.
#[test]
fn the_owner_chooses_to_pass_or_to_push() {
    let scene = one("Irr Ps(O)").base("b", RED, "Reg Bd(O)", 500.0, 480.0, 0.0).build();
    let (a, b) = (scene.id("a"), scene.id("b"));
    assert_eq!(plan_recoil(scene.look(), a, &[]), Err(Fork::PassOrPush { base: a, friend: b }));
    let passed = plan_recoil(scene.look(), a, &[Answer::PassThrough]).expect("answered");
    assert_eq!((ends(&scene, &passed, "a"), ends(&scene, &passed, "b")), (465.0, 480.0));
    let pushed = plan_recoil(scene.look(), a, &[Answer::PushBack]).expect("answered");
    assert_eq!((ends(&scene, &pushed, "a"), ends(&scene, &pushed, "b")), (480.0, 460.0));
    assert_eq!((passed.answers_used, pushed.answers_used), (1, 1));
}

/// BB-REC-10, BB-PASS-09: nobody is asked where only one of the two works out.
#[test]
fn nobody_is_asked_where_there_is_no_choice() {
    let no_room = one("Irr Ps(O)")
        .base("b", RED, "Reg Bd(O)", 500.0, 480.0, 0.0)
        .base("z", BLUE, "Reg Bd(O)", 500.0, 455.0, 0.0)
        .build();
    let plan = recoil(&no_room);
    assert_eq!((plan.ended, ends(&no_room, &plan, "b")), (Ended::Incomplete, 470.0), "it must push");
    let no_push = one("Irr Ps(O)")
        .base("b", RED, "Reg Bd(O)", 500.0, 480.0, 0.0)
        .base("p", RED, "Reg Bd(O)", 500.0, 450.0, 180.0)
        .build();
    let plan = recoil(&no_push);
    assert_eq!((plan.ended, ends(&no_push, &plan, "a")), (Ended::Complete, 450.0), "through both");
}

/// BB-PASS-08: to make room beyond the base passed through, a friend that faces as that one is displaced.
#[test]
fn a_friend_is_displaced_to_make_room_beyond() {
    let scene = one("Reg LH(O)")
        .base("p", RED, "Irr Ps(O)", 500.0, 450.0, 180.0)
        .base("b", RED, "Reg Bd(O)", 500.0, 420.0, 180.0)
        .build();
    let plan = recoil(&scene);
    assert_eq!(
        (plan.ended, ends(&scene, &plan, "a"), ends(&scene, &plan, "b")),
        (Ended::Complete, 450.0, 405.0)
    );
    assert!(cites(&plan, rule!("BB-PASS-08")));
}

/// BB-REC-11, BB-PB-08: a friend in close combat is neither passed through nor pushed.
#[test]
fn a_friend_in_close_combat_stops_a_recoil() {
    let scene = one("Irr Ps(O)")
        .base("b", RED, "Reg Bd(O)", 500.0, 480.0, 0.0)
        .base("z", BLUE, "Reg Bd(O)", 500.0, 465.0, 0.0)
        .build();
    let plan = recoil(&scene);
    assert_eq!(plan.ended, Ended::Impossible);
    assert!(cites(&plan, rule!("BB-REC-11")));
}

/// BB-EL-01, BB-EL-03, BB-TAC-36: a recoiling El destroys whom it would push, and completes its recoil.
#[test]
fn elephants_trample_friends() {
    let scene = one("Irr El(O)").base("b", RED, "Reg Bd(O)", 500.0, 450.0, 0.0).build();
    let plan = recoil(&scene);
    assert_eq!((plan.ended, ends(&scene, &plan, "a")), (Ended::Complete, 460.0));
    assert_eq!(lost(&scene, &plan), ["b"]);
    assert!(cites(&plan, rule!("BB-EL-01")));
    assert_eq!(scene.look().test_recoil(scene.id("a")), RecoilTest::Complete);
}

/// BB-EL-02, BB-EL-03: so it does with an enemy; if that is El too both are destroyed.
#[test]
fn elephants_trample_enemies() {
    let scene = one("Irr El(O)").base("z", BLUE, "Reg Bd(O)", 500.0, 440.0, 0.0).build();
    let plan = recoil(&scene);
    assert_eq!((plan.ended, lost(&scene, &plan)), (Ended::Complete, vec!["z".to_owned()]));
    let scene = one("Irr El(O)").base("z", BLUE, "Irr El(O)", 500.0, 440.0, 0.0).build();
    let plan = recoil(&scene);
    assert_eq!((plan.ended, lost(&scene, &plan)), (Ended::Destroyed, vec!["z".to_owned(), "a".to_owned()]));
}

/// BB-EL-04: who would have to push an El is destroyed himself; two El are both lost.
#[test]
fn elephants_are_never_pushed() {
    let scene = one("Reg Cv(O)").base("e", RED, "Irr El(O)", 500.0, 460.0, 0.0).build();
    let plan = recoil(&scene);
    assert_eq!((plan.ended, lost(&scene, &plan)), (Ended::Destroyed, vec!["a".to_owned()]));
    assert!(cites(&plan, rule!("BB-EL-04")));
    let scene = one("Irr El(O)").base("e", RED, "Irr El(O)", 500.0, 450.0, 0.0).build();
    assert_eq!(lost(&scene, &recoil(&scene)), ["e", "a"]);
    let aside = one("Reg Cv(O)").base("e", RED, "Irr El(O)", 520.0, 440.0, 90.0).build();
    assert_eq!(recoil(&aside).ended, Ended::Incomplete, "one that faces aside only blocks");
}

/// BB-EL-05: setting `el_tramples_any_facing`: friends that face otherwise and Bg; never one in close combat.
#[test]
fn elephants_trample_whatever_its_facing() {
    let build = |any: bool, troop: &str, compass: f64| {
        let settings = Settings { el_tramples_any_facing: any, ..Settings::default() };
        let (x, y) = if compass == 90.0 { (510.0, 435.0) } else { (500.0, 450.0) };
        Table::new()
            .settings(settings)
            .base("a", RED, "Irr El(O)", 500.0, 500.0, 0.0)
            .base("b", RED, troop, x, y, compass)
            .build()
    };
    for (any, troop, compass, ended) in [
        (true, "Reg Bd(O)", 90.0, Ended::Complete),
        (false, "Reg Bd(O)", 90.0, Ended::Incomplete),
        (true, "Irr Bg(O)", 0.0, Ended::Complete),
        (false, "Irr Bg(O)", 0.0, Ended::Incomplete),
        (false, "Reg Bd(O)", 0.0, Ended::Complete),
    ] {
        let scene = build(any, troop, compass);
        let plan = recoil(&scene);
        assert_eq!(plan.ended, ended, "{any} {troop} {compass}");
        assert_eq!(plan.losses.len(), usize::from(ended == Ended::Complete));
    }
    let fighting = one("Irr El(O)")
        .base("b", RED, "Reg Bd(O)", 500.0, 450.0, 0.0)
        .base("z", BLUE, "Reg Bd(O)", 520.0, 440.0, 270.0)
        .build();
    assert_eq!(recoil(&fighting).ended, Ended::Incomplete);
}

/// BB-EL-05, BB-REC-13: Ps in good going are passed through, not trampled, unless they would be pushed and
/// the owner wishes it.
#[test]
fn elephants_pass_through_psiloi() {
    let scene = one("Irr El(O)").base("p", RED, "Irr Ps(O)", 500.0, 440.0, 180.0).build();
    let plan = recoil(&scene);
    assert_eq!((plan.ended, ends(&scene, &plan, "a"), plan.losses.len()), (Ended::Complete, 440.0, 0));
}

/// BB-PB-01: two friends behind one base are both pushed, and both only as far as the nearer obstacle lets.
#[test]
fn two_friends_are_pushed_alike() {
    let scene = one("Reg Cv(O)")
        .base("l", RED, "Reg Bd(O)", 480.0, 470.0, 0.0)
        .base("r", RED, "Reg Bd(O)", 520.0, 470.0, 0.0)
        .base("z", BLUE, "Reg Bd(O)", 465.0, 443.0, 0.0)
        .build();
    let plan = recoil(&scene);
    assert_eq!(plan.ended, Ended::Incomplete);
    assert_eq!(["a", "l", "r"].map(|name| ends(&scene, &plan, name)), [488.0, 458.0, 458.0]);
}

/// A Cv, a Bd and a Bw in a column that has turned to the east: its head at (560, 360), the Bw at the bend.
fn bent_column() -> Scene {
    let mut scene = Table::new()
        .base("a", RED, "Reg Cv(O)", 560.0, 360.0, 90.0)
        .base("bd", RED, "Reg Bd(O)", 530.0, 360.0, 90.0)
        .base("bw", RED, "Reg Bw(O)", 500.0, 340.0, 0.0)
        .build();
    let pose = |x, y, compass| Pose::new(x, y, Facing::compass(compass));
    let track = vec![pose(560.0, 360.0, 90.0), pose(520.0, 360.0, 90.0), pose(500.0, 340.0, 0.0)];
    let bases = scene.ids(&["a", "bd", "bw"]);
    scene.happens(&Event::ColumnBent { bases, track });
    scene
}

/// EX-46: BB-REC-14, BB-COL-12, BB-COL-13, AMB-86: the head of a bent column recoils and pushes the others
/// back along the track, round the bend.
#[test]
fn a_bent_column_recoils_along_its_track() {
    let mut scene = bent_column();
    let plan = recoil(&scene);
    assert_eq!(plan.ended, Ended::Complete);
    let end = |name: &str| plan.end_of(scene.id(name)).expect("it moves");
    assert!(close(end("a"), 530.0, 360.0, 90.0), "{:?}", end("a"));
    assert!(close(end("bd"), 500.0, 340.0, 0.0), "{:?}", end("bd"));
    assert!(close(end("bw"), 500.0, 325.0, 0.0), "{:?}", end("bw"));
    assert!(cites(&plan, rule!("BB-COL-13")));
    assert_eq!(scene.look().test_recoil(scene.id("a")), RecoilTest::Complete);
    let events: Vec<Event> = plan.events().collect();
    events.iter().for_each(|event| scene.happens(event));
    assert_eq!(scene.state.bent_columns.len(), 1);
    assert_eq!(scene.state.bent_columns[0].bases, scene.ids(&["a", "bd", "bw"]));
}

/// BB-PB-06, BB-COL-13: what stops the last base of a bent column stops them all.
#[test]
fn a_bent_column_is_stopped_at_its_tail() {
    let mut scene = bent_column();
    let blocker = Table::new().base("z", BLUE, "Reg Bd(O)", 500.0, 315.0, 0.0).build().state.bases[0].clone();
    scene.state.bases.push(blocker);
    let plan = recoil(&scene);
    assert_eq!(plan.ended, Ended::Incomplete);
    assert!(plan.made > 5.0 && plan.made < 15.0, "until the Bd would come round the bend: {}", plan.made);
    assert_eq!(plan.end_of(scene.id("bw")), None, "there is no room for the Bw to be pushed by 15 mm");
    assert_eq!(scene.look().test_recoil(scene.id("a")), RecoilTest::Incomplete);
}

/// BB-PB-02, BB-COL-12: a base that recoils into the head of a bent column pushes the whole of it.
#[test]
fn a_bent_column_is_pushed_as_a_whole() {
    let mut scene = bent_column();
    let pusher = Table::new().base("x", RED, "Reg Cv(O)", 590.0, 360.0, 90.0).build().state.bases[0].clone();
    scene.state.bases.push(pusher);
    let plan = plan_recoil(scene.look(), crate::BaseId::of(3), &[]).expect("nothing is asked");
    assert_eq!(plan.ended, Ended::Complete);
    assert!(close(plan.end_of(scene.id("a")).expect("it moves"), 530.0, 360.0, 90.0));
    assert!(close(plan.end_of(scene.id("bw")).expect("it moves"), 500.0, 325.0, 0.0));
}

/// BB-REC-08, BB-REC-04 (a): a river that may not be entered in this direction stops a recoil; one that lies
/// across the way does not (BB-RIV-06).
#[test]
fn a_river_at_a_bad_angle_stops_a_recoil() {
    let across = one("Reg Cv(O)").river(&[(0.0, 440.0), (1500.0, 440.0)], 20.0).build();
    assert_eq!(recoil(&across).ended, Ended::Complete);
    // The bank runs at 31 degrees to the way back: 59 to the perpendicular.
    let along = one("Reg Cv(O)").river(&[(258.7, 0.0), (858.7, 1000.0)], 20.0).build();
    let plan = recoil(&along);
    assert_eq!(plan.ended, Ended::Incomplete, "{:?}", plan.made);
    assert!(cites(&plan, rule!("BB-REC-08")));
}

/// BB-REC-15, BB-RIV-09: a wader recoils straight back.
#[test]
fn a_wader_recoils_straight_back() {
    let scene = one("Reg Cv(O)").river(&[(0.0, 490.0), (1500.0, 490.0)], 25.0).build();
    let plan = recoil(&scene);
    assert!(close(plan.end_of(scene.id("a")).expect("moves"), 500.0, 470.0, 0.0));
}

/// BB-BUSH-09, BB-BUSH-10: a recoil that would come upon a hidden base shows it first, and meets it then.
#[test]
fn a_recoil_discovers_an_ambush() {
    use crate::fact::OutcomeKind;
    use crate::outcome::after_shot;
    let mut scene = one("Reg Cv(O)").base("z", BLUE, "Reg Bd(O)", 500.0, 460.0, 0.0).ambush("z").build();
    assert_eq!(scene.look().test_recoil(scene.id("a")), RecoilTest::Complete, "the secret is kept");
    let base = scene.id("a");
    super::happens(&mut scene, |cx| after_shot(cx, base, OutcomeKind::Recoil));
    assert_eq!(scene.named("z").place, crate::state::Place::Table);
    assert!(scene.play(&Choice::RevealRest(true), &[]).is_err(), "there is no rest");
    for choice in [Choice::RevealRest(false), Choice::Proceed] {
        scene.play(&choice, &[]).expect("legal");
    }
    assert!(close(scene.pose("a"), 500.0, 490.0, 0.0), "{:?}", scene.pose("a"));
    assert!(scene.state.pending.is_empty());
}
