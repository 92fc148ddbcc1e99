//! What victors do (60.9 to 60.13).

use super::*;
use aelian_geometry::{Facing, Pose};

const WIDTH: f64 = 180.0 / 25.4;
const DEPTH: f64 = 40.0 / 25.4;

fn pose(x: f64, y: f64, compass: f64) -> Pose {
    Pose::new(x * 25.4, y * 25.4, Facing::compass(compass))
}

/// Red's `u` has won by one, and Blue's `e` rolls so.
fn won(table: Table, faces: &[u8]) -> Scene {
    let mut scene = table.build();
    scene.result([1, 0]);
    scene.go(faces);
    scene
}

fn gave_ground(table: Table) -> Scene {
    let mut scene = won(table, &[4, 4]);
    scene.go(&[]);
    scene
}

fn act(scene: &Scene, name: &str, act: Act) -> Vec<RuleId> {
    scene.refusals(&Choice::Fight(FightChoice::Victor { unit: scene.unit(name), act }))
}

/// HC-VICM-02, HC-VICM-03, HC-VICM-07, HC-VICM-09, HC-VICM-13: one move, back or forward, no contact, no sweep.
#[test]
fn a_victor_may_move() {
    let mut scene = gave_ground(duel("medium-infantry", "medium-infantry"));
    let e = scene.unit("e");
    assert!(act(&scene, "u", Act::Move(pose(30.0, 16.0, 0.0))).is_empty());
    assert!(act(&scene, "u", Act::Stay).is_empty());
    assert_eq!(act(&scene, "u", Act::Move(pose(30.0, 5.0, 0.0))), [rule!("HC-VICM-02")]);
    assert!(!act(&scene, "u", Act::Move(pose(33.0, 20.0, 0.0))).is_empty(), "no sidestep before the enemy");
    assert!(!act(&scene, "u", Act::Move(pose(30.0, 26.0, 0.0))).is_empty(), "no contact");
    assert_eq!(act(&scene, "u", Act::Sweep(pose(30.0, 24.0, 0.0))), [rule!("HC-SWEEP-01")]);
    assert_eq!(act(&scene, "e", Act::Stay), [rule!("HC-VICM-02")]);
    assert!(!act(&scene, "u", Act::Move(pose(f64::NAN, 1e300, 0.0))).is_empty());
    assert!(scene.proposals().len() >= 4);
    scene.victor("u", Act::Move(pose(30.0, 16.0, 0.0)), &[]);
    assert_eq!(scene.front("u"), (30.0, 16.0));
    assert!(!scene.state.is_fighting(e));
}

/// HC-VICM-04, HC-VICM-06, HC-VICM-12, HC-DIS-12, HC-SUPM-02, HC-SUPM-06: disordered and shaken victors follow up too, with their
/// supports.
#[test]
fn supports_follow_up() {
    let table = duel("medium-infantry", "medium-infantry")
        .unit("left", Side::Red, "medium-infantry", (30.0 - WIDTH, 20.0), 0.0)
        .unit("rear", Side::Red, "medium-infantry", (30.0, 20.0 - DEPTH), 0.0);
    let mut scene = gave_ground(table).disordered("u").casualties("u", 6);
    let enemy = scene.unit("e");
    assert!(scene.victor("u", Act::FollowUp { enemy }, &[]).contains(&rule!("HC-SUPM-01")));
    assert_eq!((scene.front("u").1, scene.front("left").1, scene.front("rear").1), (26.0, 26.0, 24.43));
    assert!(scene.look().is_engaged(scene.unit("left")));
}

/// HC-VICM-13: an enemy beyond one move is not followed up.
#[test]
fn too_far_to_follow() {
    let scene = gave_ground(duel("medium-infantry", "medium-cavalry"));
    let enemy = scene.unit("e");
    assert!(act(&scene, "u", Act::FollowUp { enemy }).is_empty());
    let mut far = scene.clone();
    let at = &mut far.state.units[enemy.index()].rect.pose.at;
    at.y += 25.4;
    assert_eq!(act(&far, "u", Act::FollowUp { enemy }), [rule!("HC-VICM-13")]);
}

/// HC-VICM-08, HC-SWEEP-13: victors of a broken division hold or fall back.
#[test]
fn broken_divisions_fall_back() {
    let mut scene = gave_ground(duel("medium-infantry", "medium-infantry"));
    scene.state.divisions[0].broken = true;
    let enemy = scene.unit("e");
    assert_eq!(act(&scene, "u", Act::FollowUp { enemy }), [rule!("HC-VICM-08")]);
    assert_eq!(act(&scene, "u", Act::Move(pose(30.0, 23.0, 0.0))), [rule!("HC-VICM-08")]);
    assert!(act(&scene, "u", Act::Move(pose(30.0, 16.0, 0.0))).is_empty());
}

/// HC-SWEEP-01 to HC-SWEEP-03, HC-SWEEP-12, HC-DIS-11, HC-SHK-04, AMB-36: after a destroyed enemy, two moves ahead; 4 to 6 disorders.
#[test]
fn a_sweeping_advance() {
    let broke = || won(duel("medium-infantry", "medium-infantry"), &[1, 2]);
    let mut scene = broke();
    assert!(scene.is_gone("e"));
    assert_eq!(act(&scene, "u", Act::Sweep(pose(30.0, 16.0, 0.0))), [rule!("HC-SWEEP-03")]);
    assert!(!act(&scene, "u", Act::Sweep(pose(30.0, 33.0, 0.0))).is_empty());
    assert_eq!(
        act(&scene.clone().disordered("u"), "u", Act::Sweep(pose(30.0, 32.0, 0.0))),
        [rule!("HC-SWEEP-01")]
    );
    assert_eq!(
        act(&scene.clone().casualties("u", 6), "u", Act::Sweep(pose(30.0, 32.0, 0.0))),
        [rule!("HC-SWEEP-01")]
    );
    assert!(scene.victor("u", Act::Sweep(pose(30.0, 32.0, 0.0)), &[4]).contains(&rule!("HC-SWEEP-02")));
    assert_eq!(scene.front("u"), (30.0, 32.0));
    assert!(scene.look().is_disordered(scene.unit("u")));
    let mut calm = broke();
    calm.victor("u", Act::Sweep(pose(30.0, 31.0, 0.0)), &[3]);
    assert!(!calm.look().is_disordered(calm.unit("u")));
}

/// HC-VICM-14, HC-INC-02, AMB-101, EX-162: an enemy support that holds and still touches the victor's front keeps it there.
#[test]
fn a_support_that_holds_keeps_it() {
    let table = duel("medium-infantry", "medium-infantry").unit(
        "s",
        Side::Blue,
        "medium-infantry",
        (30.0 + 0.8 * WIDTH, 20.0),
        180.0,
    );
    let table = table.unit("w", Side::Red, "medium-infantry", (10.0, 5.0), 0.0);
    let mut scene = table.build();
    // The neighbour overlaps; it is moved out to touch only.
    let s = scene.unit("s");
    let e = scene.unit("e");
    scene.state.units[s.index()].rect.pose.at.x = (30.0 + WIDTH) * 25.4;
    scene.state.units[e.index()].rect.pose.at.x = 29.0 * 25.4;
    scene.state.units[s.index()].rect.pose.at.x = (29.0 + WIDTH) * 25.4;
    scene.result([3, 0]);
    scene.go(&[1, 2]);
    assert!(scene.is_gone("e"));
    scene.go(&[6, 6]);
    assert!(!matches!(scene.asks(), Some((_, FightPrompt::Victors { .. }))));
}
