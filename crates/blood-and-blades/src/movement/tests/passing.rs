//! Passing through friends (44.7).

use super::*;
use crate::field::{AreaKind, Size};
use crate::movement::pass::Passing;
use crate::testing::{Table, close};
use aelian_game::Side;
use aelian_rulebook::rule;

/// A mover at (500, 300) looking north, and a friend with its front at y, looking as said.
fn pair(mover: &str, friend: &str, y: f64, compass: f64) -> Table {
    Table::new().base("m", Side::Red, mover, 500.0, 300.0, 0.0).base(
        "f",
        Side::Red,
        friend,
        500.0,
        y,
        compass,
    )
}

fn end(scene: &Scene, distance: f64) -> f64 {
    let verdict = scene.check(&advance(scene, &["m"], distance));
    assert!(verdict.is_legal(), "{:?}", verdict.breaches);
    verdict.ghost.moves.iter().find(|moved| moved.base == scene.id("m")).map_or(0.0, |moved| moved.pose.at.y)
}

/// EX-28: BB-PASS-01, BB-PASS-07: the Ps end beyond the Bd, with their rear on its front at the nearest.
#[test]
fn psiloi_pass_through_blades() {
    let scene = pair("Irr Ps(O)", "Reg Bd(O)", 340.0, 0.0).build();
    assert!((end(&scene, 60.0) - 360.0).abs() < 0.01);
    assert!((end(&scene, 90.0) - 390.0).abs() < 0.01);
    assert!((end(&scene, 40.0) - 360.0).abs() < 0.01, "lengthened to just beyond (BB-PASS-10)");
    assert!((end(&scene, 20.0) - 320.0).abs() < 0.01, "not reaching it, nothing is passed");
}

/// EX-29: BB-PASS-08, BB-PASS-09: no room beyond, and an El cannot be displaced: the Ps stop in contact.
#[test]
fn no_room_beyond() {
    // The El is 40 mm deep: its rear edge lies at y = 350.
    let scene = pair("Irr Ps(O)", "Reg Bd(O)", 340.0, 0.0);
    let scene = scene.base("el", Side::Red, "Irr El(O)", 500.0, 390.0, 0.0).build();
    assert!((end(&scene, 60.0) - 325.0).abs() < 0.01);
    let verdict = scene.check(&advance(&scene, &["m"], 60.0));
    assert!(verdict.consequences.iter().any(|reason| reason.rule == rule!("BB-PASS-09")));
    let displacing = displace(&scene, 60.0, &["el"]);
    let verdict = scene.check(&displacing);
    assert_eq!(verdict.ghost.moves.len(), 1, "the El stays");
}

fn displace(scene: &Scene, distance: f64, who: &[&str]) -> Choice {
    let what = Command::Move {
        reach: Reach::Tactical,
        how: Manoeuvre::Advance { distance },
        displace: scene.set(who),
    };
    Choice::Order(Order { to: scene.set(&["m"]), what })
}

/// BB-PASS-08: friends who look the same way make room by exactly what is needed, and others for them.
#[test]
fn friends_make_room_in_a_chain() {
    let table = pair("Irr Ps(O)", "Reg Bd(O)", 340.0, 0.0)
        .base("x", Side::Red, "Reg HCh(O)", 500.0, 390.0, 0.0)
        .base("y", Side::Red, "Reg HCh(O)", 500.0, 432.0, 0.0);
    let mut scene = table.clone().build();
    // Passing all of them would need 132 mm, so the chariots must make room: 10 mm, and 8 mm for the second.
    play(&mut scene, |it| displace(it, 60.0, &["x", "y"]));
    assert!(close(scene.pose("m"), 500.0, 360.0, 0.0));
    assert!(close(scene.pose("x"), 500.0, 400.0, 0.0));
    assert!(close(scene.pose("y"), 500.0, 440.0, 0.0));
    assert!(close(scene.pose("f"), 500.0, 340.0, 0.0));
    // Without the second in the chain there is no room.
    let scene = table.build();
    let verdict = scene.check(&displace(&scene, 60.0, &["x"]));
    assert!((verdict.ghost.moves[0].pose.at.y - 325.0).abs() < 0.01);
    // One who looks another way makes none.
    let across = pair("Irr Ps(O)", "Reg Bd(O)", 340.0, 0.0);
    let across = across.base("x", Side::Red, "Reg HCh(O)", 520.0, 365.0, 90.0).build();
    let verdict = across.check(&displace(&across, 60.0, &["x"]));
    assert!((verdict.ghost.moves[0].pose.at.y - 325.0).abs() < 0.01);
}

fn passes(mover: &str, friend: &str, passing: Passing, good: bool) -> bool {
    let scene = pair(mover, friend, 340.0, 180.0).build();
    let facing = scene.pose("m").facing;
    scene.look().may_pass(scene.id("m"), facing, scene.id("f"), passing, good).is_some()
}

/// BB-PASS-01, BB-PASS-02, BB-PASS-03, BB-PASS-04: who passes whom, when.
#[test]
fn the_table_of_passing() {
    use Passing::{Advancing, Recoiling};
    assert!(passes("Irr Ps(O)", "Reg Sp(O)", Advancing, false));
    assert!(passes("Irr Ps(O)", "Reg Sp(O)", Recoiling, false));
    assert!(!passes("Irr Ps(O)", "Irr Pk(I)", Advancing, true));
    assert!(!passes("Irr Ps(O)", "Irr Pk(X)", Advancing, true));
    assert!(passes("Irr Ps(O)", "Irr Pk(F)", Advancing, true));
    assert!(passes("Irr LH(O)", "Irr Ax(O)", Advancing, false));
    assert!(!passes("Irr LH(O)", "Irr Ax(O)", Recoiling, true));
    assert!(!passes("Irr LH(O)", "Irr Cv(O)", Advancing, true));
    assert!(passes("Irr HCh(O)", "Irr Ps(O)", Advancing, true));
    assert!(passes("Irr HCh(O)", "Irr Ps(O)", Recoiling, true));
    assert!(!passes("Irr HCh(O)", "Irr Ps(O)", Advancing, false));
    assert!(passes("Irr Hd(O)", "Irr Bg(O)", Advancing, false));
    assert!(!passes("Irr El(O)", "Irr Bg(O)", Advancing, true));
    assert!(!passes("Reg Sp(O)", "Irr Ps(O)", Advancing, true));
}

/// BB-PASS-03: mounted pass Ps only if their whole move is in good going.
#[test]
fn mounted_pass_psiloi_in_the_open() {
    let table = pair("Irr Cv(O)", "Irr Ps(O)", 330.0, 0.0);
    assert!((end(&table.clone().build(), 100.0) - 400.0).abs() < 0.01);
    let brush = [(400.0, 340.0), (600.0, 340.0), (600.0, 380.0), (400.0, 380.0)];
    let scene = table.area(AreaKind::Brush, Size::Small, &brush).build();
    assert!((end(&scene, 80.0) - 310.0).abs() < 0.01);
}

/// BB-PASS-05, BB-PASS-06, BB-PASS-04: same army; same or opposite direction, except through Bg.
#[test]
fn directions_of_passing() {
    let opposite = pair("Irr Ps(O)", "Reg Bd(O)", 325.0, 180.0).build();
    assert!((end(&opposite, 60.0) - 360.0).abs() < 0.01);
    let across = pair("Irr Ps(O)", "Reg Bd(O)", 340.0, 90.0).build();
    assert!((end(&across, 60.0) - 320.0).abs() < 0.01);
    let baggage = pair("Irr Ax(O)", "Irr Bg(O)", 330.0, 45.0).build();
    assert!(end(&baggage, 90.0) > 370.0);
    let enemy = Table::new()
        .base("m", Side::Red, "Irr Ps(O)", 500.0, 300.0, 0.0)
        .base("f", Side::Blue, "Reg Bd(O)", 500.0, 325.0, 180.0)
        .build();
    assert!((end(&enemy, 60.0) - 325.0).abs() < 0.01, "enemies are met, not passed");
}

/// BB-PASS-12: friends who fight cannot be passed.
#[test]
fn fighting_friends_are_not_passed() {
    // The friend stands aside and touches the rear of an enemy who looks away.
    let scene = |enemy: f64| {
        Table::new()
            .base("m", Side::Red, "Irr Ps(O)", 470.0, 300.0, 0.0)
            .base("f", Side::Red, "Reg Bd(O)", 500.0, 340.0, 0.0)
            .base("z", Side::Blue, "Reg Bd(O)", 535.0, enemy, 0.0)
            .build()
    };
    assert!((end(&scene(360.0), 60.0) - 360.0).abs() < 0.01);
    assert!((end(&scene(355.0), 60.0) - 325.0).abs() < 0.01);
}

/// BB-PASS-13, BB-PASS-10: a group passes if each of its bases may; several friends in a row may be passed.
#[test]
fn groups_pass_base_by_base() {
    let table = Table::new()
        .base("a", Side::Red, "Irr Ps(O)", 500.0, 300.0, 0.0)
        .base("b", Side::Red, "Irr Ps(O)", 540.0, 300.0, 0.0)
        .base("c", Side::Red, "Reg Bd(O)", 500.0, 330.0, 0.0)
        .base("d", Side::Red, "Reg Bd(O)", 500.0, 350.0, 0.0);
    let scene = table.clone().build();
    let verdict = scene.check(&advance(&scene, &["a", "b"], 80.0));
    assert!(verdict.is_legal() && (verdict.ghost.moves[0].pose.at.y - 380.0).abs() < 0.01);
    let scene = table.base("e", Side::Red, "Irr Pk(I)", 540.0, 350.0, 0.0).build();
    let verdict = scene.check(&advance(&scene, &["a", "b"], 80.0));
    assert!(verdict.ghost.moves.iter().all(|moved| (moved.pose.at.y - 315.0).abs() < 0.01));
}

/// BB-MTD-04: vehicles are lost when a move leads through their base.
#[test]
fn vehicles_that_hinder_are_lost() {
    let mut scene = pair("Irr Ps(O)", "Reg Bd(O)", 340.0, 0.0).vehicles("f").build();
    play(&mut scene, |it| advance(it, &["m"], 90.0));
    assert!(!scene.named("f").vehicles);
    let mut apart = pair("Irr Ps(O)", "Reg Bd(O)", 440.0, 0.0).vehicles("f").build();
    play(&mut apart, |it| advance(it, &["m"], 90.0));
    assert!(apart.named("f").vehicles);
}
