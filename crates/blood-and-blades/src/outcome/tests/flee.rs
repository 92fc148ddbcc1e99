//! Flight (70.5), with EX-89 to EX-93.

use super::{cites, lost};
use crate::field::{AreaKind, Size};
use crate::outcome::flee::plan_flee;
use crate::outcome::plan::{Ended, Fork, OutcomePlan};
use crate::settings::Settings;
use crate::state::Answer;
use crate::testing::{Scene, Table, close};
use aelian_game::Side;
use aelian_geometry::{distance, to_degrees};
use aelian_rulebook::rule;

const RED: Side = Side::Red;
const BLUE: Side = Side::Blue;

/// A base called "a" with its front at (700, 700), looking north.
fn one(troop: &str) -> Table {
    Table::new().base("a", RED, troop, 700.0, 700.0, 0.0)
}

fn flee(scene: &Scene) -> OutcomePlan {
    plan_flee(scene.look(), scene.id("a"), &[]).expect("nothing is asked")
}

fn end(scene: &Scene, plan: &OutcomePlan, name: &str) -> (f64, f64, f64) {
    let pose = plan.end_of(scene.id(name)).expect("it moves");
    (pose.at.x, pose.at.y, pose.facing.to_compass())
}

/// EX-89: BB-FLEE-01, BB-FLEE-02: LH goes back 30 mm, turns about and runs 150 mm.
#[test]
fn light_horse_flees() {
    let scene = one("Reg LH(O)").build();
    let plan = flee(&scene);
    assert_eq!(plan.ended, Ended::Complete);
    // Back to y = 670, about on the same ground (front now at y = 640), then 150 mm on.
    assert_eq!(end(&scene, &plan, "a"), (700.0, 490.0, 180.0));
    let via = &plan.moves[0].track.via;
    assert!(close(via[0], 700.0, 670.0, 0.0) && close(via[1], 700.0, 640.0, 180.0), "{via:?}");
    assert!(plan.fled.contains(scene.id("a")), "BB-FLEE-10");
}

/// BB-FLEE-02, BB-MOVE-10: the going crossed counts.
#[test]
fn rough_ground_slows_a_flight() {
    let brush = [(600.0, 400.0), (800.0, 400.0), (800.0, 600.0), (600.0, 600.0)];
    let scene = one("Reg LH(O)").area(AreaKind::Brush, Size::Large, &brush).build();
    assert_eq!(end(&scene, &flee(&scene), "a").1, 550.0, "90 mm in RGo");
}

/// EX-90: BB-FLEE-04, BB-FLEE-12: an enemy 100 mm ahead is avoided by the smallest pivot that clears; one at
/// 50 mm cannot be avoided (BB-FLEE-05).
#[test]
fn an_enemy_is_avoided_in_time() {
    let with = |ahead: f64| {
        // After recoil and turnabout the front of the fleeing base is at y = 640.
        one("Reg LH(O)").base("z", BLUE, "Reg Bd(O)", 705.0, 640.0 - ahead, 0.0).build()
    };
    let scene = with(100.0);
    let plan = flee(&scene);
    assert_eq!(plan.ended, Ended::Complete);
    let pose = plan.end_of(scene.id("a")).expect("it flees");
    // Looking south the enemy, 5 mm to the east, lies to the left, so the smallest pivot is to the right.
    let angle = to_degrees(aelian_geometry::Facing::DOWN.turn_to(pose.facing));
    assert!(angle > 5.0 && angle < 40.0, "{angle}");
    let via = &plan.moves[0].track.via;
    assert!(close(via[1], 700.0, 640.0, 180.0), "the first place gives the smallest angle: {via:?}");
    let end = scene.named("a").rect.with_pose(pose);
    assert!(distance(&end, &scene.named("z").rect) > 0.0);
    assert!(cites(&plan, rule!("BB-FLEE-04")));
    let near = with(50.0);
    let plan = flee(&near);
    assert_eq!((plan.ended, lost(&near, &plan)), (Ended::Destroyed, vec!["a".to_owned()]));
    assert!(cites(&plan, rule!("BB-FLEE-05")) && plan.moves.is_empty());
}

/// BB-FLEE-12: the angle is the smallest: the strip that is run over just touches the enemy.
#[test]
fn the_pivot_is_no_larger_than_needed() {
    let scene = one("Reg LH(O)").base("z", BLUE, "Reg Bd(O)", 705.0, 540.0, 0.0).build();
    let plan = flee(&scene);
    let pose = plan.end_of(scene.id("a")).expect("it flees");
    let run = plan.moves[0].track.via.last().expect("a pivot").at.distance(pose.at);
    let mut strip = scene.named("a").rect.with_pose(pose);
    strip.depth += run;
    let gap = distance(&strip, &scene.named("z").rect);
    assert!(gap < 0.05, "{gap}");
}

/// BB-FLEE-12: equal angles to both hands: the owner chooses the side.
#[test]
fn the_owner_chooses_the_side() {
    let scene = one("Reg LH(O)").base("z", BLUE, "Reg Bd(O)", 700.0, 540.0, 0.0).build();
    let a = scene.id("a");
    assert!(matches!(plan_flee(scene.look(), a, &[]), Err(Fork::FleeSide { .. })));
    let left = plan_flee(scene.look(), a, &[Answer::Left]).expect("answered");
    let right = plan_flee(scene.look(), a, &[Answer::Right]).expect("answered");
    assert!(end(&scene, &left, "a").0 > 700.0 && end(&scene, &right, "a").0 < 700.0, "looking south");
    assert_eq!(left.answers_used, 1);
}

/// BB-FLEE-04: no other enemy may lie in the new direction.
#[test]
fn the_pivot_leads_past_all_enemies() {
    let scene = one("Reg LH(O)")
        .base("z", BLUE, "Reg Bd(O)", 705.0, 540.0, 0.0)
        .base("y", BLUE, "Reg Bd(O)", 665.0, 540.0, 0.0)
        .build();
    let plan = flee(&scene);
    assert_eq!(plan.ended, Ended::Complete);
    for name in ["y", "z"] {
        let there = scene.named("a").rect.with_pose(plan.end_of(scene.id("a")).expect("it flees"));
        assert!(distance(&there, &scene.named(name).rect) > 0.0, "{name}");
    }
}

/// EX-91: BB-FLEE-06: unavoidable Ps are destroyed with the base; a Ps that is not met survives.
#[test]
fn unavoidable_psiloi_are_destroyed_too() {
    let scene = one("Reg Cv(O)")
        .base("x", BLUE, "Irr Ps(O)", 675.0, 600.0, 0.0)
        .base("y", BLUE, "Irr Ps(O)", 725.0, 600.0, 0.0)
        .base("z", BLUE, "Irr Ps(O)", 780.0, 600.0, 0.0)
        .build();
    let plan = flee(&scene);
    assert_eq!(lost(&scene, &plan), ["a", "x", "y"]);
    assert!(cites(&plan, rule!("BB-FLEE-06")));
    let mixed = one("Reg Cv(O)")
        .base("x", BLUE, "Irr Ps(O)", 675.0, 600.0, 0.0)
        .base("y", BLUE, "Reg Bd(O)", 725.0, 600.0, 0.0)
        .build();
    assert_eq!(lost(&mixed, &flee(&mixed)), ["a"]);
}

/// EX-92: BB-FLEE-07, AMB-132: friends in close combat are avoided if possible; else the base is destroyed,
/// and Ps among them with it unless the setting says otherwise.
#[test]
fn friends_in_close_combat_are_like_enemies() {
    let fight = |friend: &str, y: f64, settings: Settings| {
        Table::new()
            .settings(settings)
            .base("a", RED, "Reg LH(O)", 700.0, 700.0, 0.0)
            .base("f", RED, friend, 705.0, y, 180.0)
            .base("z", BLUE, "Reg Bd(O)", 705.0, y, 0.0)
            .build()
    };
    let far = fight("Reg Bd(O)", 525.0, Settings::default());
    let plan = flee(&far);
    assert_eq!(plan.ended, Ended::Complete);
    assert!(end(&far, &plan, "a").2 > 180.0);
    let near = fight("Reg Bd(O)", 580.0, Settings::default());
    assert_eq!(lost(&near, &flee(&near)), ["a"]);
    let psiloi = fight("Irr Ps(O)", 580.0, Settings::default());
    let plan = flee(&psiloi);
    assert_eq!(lost(&psiloi, &plan), ["a", "f"]);
    assert!(cites(&plan, rule!("BB-FLEE-07")));
    let kept =
        fight("Irr Ps(O)", 580.0, Settings { flee_destroys_fighting_ps: false, ..Settings::default() });
    assert_eq!(lost(&kept, &flee(&kept)), ["a"]);
}

/// EX-93: BB-FLEE-08: mounted may avoid a wood if they did not begin in one.
#[test]
fn mounted_may_avoid_difficult_going() {
    let wood = [(680.0, 400.0), (900.0, 400.0), (900.0, 560.0), (680.0, 560.0)];
    let scene = one("Reg LH(O)").area(AreaKind::Woods, Size::Large, &wood).build();
    let a = scene.id("a");
    assert_eq!(plan_flee(scene.look(), a, &[]), Err(Fork::AvoidDifficult { base: a }));
    let bold = plan_flee(scene.look(), a, &[Answer::RunIntoDifficult]).expect("answered");
    assert_eq!(end(&scene, &bold, "a"), (700.0, 560.0, 180.0), "it stops at the wood: 60 mm do not lead in");
    let shy = plan_flee(scene.look(), a, &[Answer::AvoidDifficult]).expect("answered");
    let (x, _, compass) = end(&scene, &shy, "a");
    assert!(x < 660.0 && compass > 180.0, "past it on the right: {x} {compass}");
    let inside = [(650.0, 690.0), (750.0, 690.0), (750.0, 800.0), (650.0, 800.0)];
    let scene = one("Reg LH(O)")
        .area(AreaKind::Woods, Size::Large, &wood)
        .area(AreaKind::Woods, Size::Small, &inside)
        .build();
    assert!(plan_flee(scene.look(), scene.id("a"), &[]).is_ok(), "it was in DGo: no choice");
    let foot = one("Irr Ps(O)").area(AreaKind::Woods, Size::Large, &wood).build();
    assert!(plan_flee(foot.look(), foot.id("a"), &[]).is_ok(), "foot have no choice");
}

/// BB-FLEE-09, BB-RIV-11: a wader that must flee is spent.
#[test]
fn a_wader_is_spent() {
    let scene = one("Reg LH(O)").river(&[(0.0, 680.0), (1500.0, 680.0)], 25.0).build();
    let plan = flee(&scene);
    assert_eq!(plan.ended, Ended::Spent);
    assert!(plan.losses.iter().all(|loss| loss.spent) && plan.losses.len() == 1);
}

/// BB-FLEE-11: over a long edge is destruction; a short edge ends the flight.
#[test]
fn edges_end_a_flight() {
    let scene = Table::new().base("a", RED, "Reg LH(O)", 700.0, 180.0, 0.0).build();
    let plan = flee(&scene);
    assert_eq!((plan.ended, lost(&scene, &plan)), (Ended::OffTable, vec!["a".to_owned()]));
    assert!(cites(&plan, rule!("BB-FLEE-11")));
    let scene = Table::new().base("a", RED, "Reg LH(O)", 180.0, 500.0, 90.0).build();
    let plan = flee(&scene);
    assert_eq!(plan.ended, Ended::Complete);
    assert!(close(plan.end_of(scene.id("a")).expect("it flees"), 0.0, 500.0, 270.0));
}

/// BB-FLEE-13: after an incomplete recoil the flight goes on from where the base was stopped; the friend who
/// stopped it is taken along (BB-FLEE-03).
#[test]
fn an_incomplete_recoil_does_not_end_a_flight() {
    let scene = one("Reg LH(O)").base("h", RED, "Irr HCh(O)", 720.0, 640.0, 90.0).build();
    let plan = flee(&scene);
    assert_eq!(end(&scene, &plan, "a"), (700.0, 660.0 - 150.0, 180.0));
    assert_eq!(end(&scene, &plan, "h"), (700.0, 540.0, 180.0), "behind the fleeing base, looking as it does");
    assert!(plan.fled.contains(scene.id("h")) && cites(&plan, rule!("BB-FLEE-03")));
}

/// BB-FLEE-03, AMB-43: several friends follow in the order in which they are met; those that can be passed
/// through are not taken along.
#[test]
fn friends_are_carried_away_in_order() {
    let scene = one("Reg LH(O)")
        .base("b", RED, "Reg Bd(O)", 700.0, 600.0, 90.0)
        .base("c", RED, "Reg Bd(O)", 700.0, 560.0, 90.0)
        .base("p", RED, "Irr Ps(O)", 725.0, 600.0, 0.0)
        .build();
    let plan = flee(&scene);
    assert_eq!(end(&scene, &plan, "a"), (700.0, 490.0, 180.0));
    assert_eq!(end(&scene, &plan, "b"), (700.0, 520.0, 180.0));
    assert_eq!(end(&scene, &plan, "c"), (700.0, 535.0, 180.0));
    assert_eq!(plan.end_of(scene.id("p")), None, "LH pass through Ps");
}

/// BB-FLEE-03, BB-PASS-03: mounted pass through Ps only if the whole run is in GGo; where it ends in brush they
/// take the Ps along.
#[test]
fn psiloi_are_passed_in_good_going_only() {
    let table = || one("Reg Cv(O)").base("ps", RED, "Irr Ps(O)", 700.0, 630.0, 0.0);
    let carried = |table: Table| {
        let scene = table.build();
        let plan = flee(&scene);
        plan.fled.contains(scene.id("ps"))
    };
    assert!(!carried(table()));
    let brush = [(600.0, 500.0), (800.0, 500.0), (800.0, 590.0), (600.0, 590.0)];
    assert!(carried(table().area(AreaKind::Brush, Size::Medium, &brush)));
}

/// AMB-43: where a base stands in the place of a carried friend, the friend is placed behind it.
#[test]
fn a_carried_friend_stands_further_back_where_there_is_no_room() {
    let scene = one("Reg LH(O)")
        .base("b", RED, "Reg Bd(O)", 700.0, 600.0, 90.0)
        .base("p", RED, "Irr Ps(O)", 715.0, 540.0, 0.0)
        .build();
    let plan = flee(&scene);
    assert_eq!(end(&scene, &plan, "b"), (700.0, 540.0, 180.0), "behind the Ps that was passed through");
}

/// AMB-43: El are not taken along; the flight ends before them. Bg is passed through, but not stood upon.
#[test]
fn elephants_and_baggage_stay() {
    let scene = one("Reg Cv(O)").base("e", RED, "Irr El(O)", 700.0, 600.0, 180.0).build();
    let plan = flee(&scene);
    assert_eq!(end(&scene, &plan, "a").1, 640.0, "the El, up to y = 640, bars the way at once");
    let scene = one("Reg LH(O)").base("g", RED, "Irr Bg(O)", 700.0, 600.0, 0.0).build();
    assert_eq!(end(&scene, &flee(&scene), "a").1, 490.0, "through it");
    let scene = one("Reg LH(O)").base("g", RED, "Irr Bg(O)", 700.0, 530.0, 0.0).build();
    assert_eq!(end(&scene, &flee(&scene), "a").1, 530.0, "no room beyond: it ends before it");
}
