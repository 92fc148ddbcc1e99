//! The main opponent.

use super::{begun, cavalry, with_front_enemy, with_left_enemy, with_rear_enemy, with_right_enemy};
use crate::choice::{Choice, Prompt};
use crate::combat::opponent::Danger;
use crate::testing::{Scene, Table};
use aelian_game::Side::{Blue, Red};
use aelian_game::{Next, Ruleset};
use aelian_geometry::Edge;

fn danger(scene: &Scene, enemy: &str) -> Option<Danger> {
    scene.look().threat(scene.id("a"), scene.id(enemy)).map(|threat| threat.danger)
}

fn main_of(scene: &Scene, base: &str) -> Option<String> {
    let main = scene.look().main_opponent(scene.id(base))?;
    scene.names.iter().find(|(_, id)| **id == main).map(|(name, _)| name.clone())
}

/// EX-74: BB-CC-11, BB-CC-12, BB-CC-13, BB-CC-14, BB-CC-15, BB-CC-16, BB-CC-17, BB-CC-18, BB-CC-19,
/// BB-CC-23: one enemy in each of the eight positions and in the ninth.
#[test]
fn every_position_has_its_rank() {
    let half = 20.0 / 2f64.sqrt();
    for (x, y, compass, expected) in [
        (500.0, 470.0, 0.0, Danger::FrontOnRear),
        (480.0, 470.0, 45.0, Danger::FrontOnRearCorner),
        (500.0 + half, 470.0 - half, 45.0, Danger::CornerOnRear),
        (480.0, 480.0, 90.0, Danger::FrontOnFlank),
        (480.0 - half, 485.0 - half, 135.0, Danger::CornerOnFlank),
        (480.0, 500.0, 135.0, Danger::FrontOnFrontCorner),
        (510.0, 500.0, 180.0, Danger::FrontOnFront),
        (500.0 - half, 500.0 + half, 225.0, Danger::CornerOnFront),
        (520.0, 520.0, 90.0, Danger::Attacked),
        (500.0, 515.0, 0.0, Danger::Attacked),
    ] {
        let scene = cavalry().base("z", Blue, "Reg Bd(O)", x, y, compass).build();
        assert!(scene.look().fights(scene.id("a"), scene.id("z")), "{expected:?}");
        assert_eq!(danger(&scene, "z"), Some(expected));
    }
}

/// BB-CC-10, BB-CC-06: a single enemy is the main opponent.
#[test]
fn a_single_enemy_is_the_main_opponent() {
    let scene = with_front_enemy(cavalry()).build();
    assert_eq!(main_of(&scene, "a").as_deref(), Some("front"));
    assert_eq!(main_of(&scene, "front").as_deref(), Some("a"));
    assert_eq!(cavalry().build().look().main_opponent(scene.id("a")), None);
}

/// EX-74: BB-CC-11, AMB-137: flank before front, rear before flank.
#[test]
fn the_most_dangerous_enemy_is_the_main_opponent() {
    let flank = with_left_enemy(with_front_enemy(cavalry())).build();
    assert_eq!(main_of(&flank, "a").as_deref(), Some("left"));
    let rear = with_rear_enemy(with_front_enemy(cavalry())).build();
    assert_eq!(main_of(&rear, "a").as_deref(), Some("rear"));
}

/// BB-CC-20: of two in front the one that would align by the shorter move.
#[test]
fn equal_positions_go_by_the_way_to_align() {
    let scene = cavalry()
        .base("far", Blue, "Reg Bd(O)", 475.0, 500.0, 180.0)
        .base("near", Blue, "Reg Bd(O)", 515.0, 500.0, 180.0)
        .build();
    assert_eq!(main_of(&scene, "a").as_deref(), Some("near"));
}

/// BB-CC-21: an enemy on a corner would align on the front edge if it is a front corner, else on the rear.
#[test]
fn corners_stand_for_front_or_rear() {
    let edge = |x, y, compass| {
        let scene = cavalry().base("z", Blue, "Reg Bd(O)", x, y, compass).build();
        scene.look().threat(scene.id("a"), scene.id("z")).map(|threat| threat.edge)
    };
    assert_eq!(edge(480.0, 500.0, 135.0), Some(Edge::Front));
    assert_eq!(edge(480.0, 470.0, 45.0), Some(Edge::Rear));
}

/// BB-CC-23: enemies whose flank one attacks rank last, and among them one's own way to align decides.
#[test]
fn attacked_enemies_rank_last() {
    let scene = cavalry()
        .base("flank", Blue, "Reg Bd(O)", 510.0, 520.0, 90.0)
        .base("corner", Blue, "Reg Bd(O)", 480.0, 500.0, 135.0)
        .build();
    assert_eq!(danger(&scene, "flank"), Some(Danger::Attacked));
    assert_eq!(main_of(&scene, "a").as_deref(), Some("corner"));
}

/// BB-CC-22: equals: the enemy of its owner names the main opponent, and nobody else can.
#[test]
fn the_enemy_names_the_main_opponent_among_equals() {
    let mut scene = begun(cavalry().base("y", Blue, "Reg Bd(O)", 480.0, 500.0, 180.0).base(
        "z",
        Blue,
        "Reg Bd(O)",
        520.0,
        500.0,
        180.0,
    ));
    let (a, y, z) = (scene.id("a"), scene.id("y"), scene.id("z"));
    let options = scene.set(&["y", "z"]);
    let asked = Next::Ask { side: Blue, prompt: Prompt::MainOpponent { of: a, options } };
    assert_eq!(scene.rules.next(&scene.state), asked);
    assert_eq!(scene.breaches(&Choice::NextFight { base: a, enemy: y }).len(), 1);
    let wrong = Choice::MainOpponent { of: a, enemy: a };
    assert_eq!(scene.breaches(&wrong).first().map(|rule| rule.as_str()), Some("BB-CC-22"));
    scene.play(&Choice::MainOpponent { of: a, enemy: z }, &[]).unwrap();
    assert_eq!(scene.look().main_opponent(a), Some(z));
    let only = Choice::NextFight { base: a, enemy: z };
    assert_eq!(scene.rules.next(&scene.state).unasked(), Some(&only));
}

/// BB-CC-22: two on the same rank and at the same distance on both flanks are equals too.
#[test]
fn both_flanks_can_be_equal() {
    let scene = with_right_enemy(with_left_enemy(cavalry())).build();
    assert_eq!(scene.look().main_opponents(scene.id("a")), scene.set(&["left", "right"]));
}

/// BB-TRP-14, BB-CC-07: those who touch a Bg are all in front of it; it threatens nobody's flank.
#[test]
fn baggage_is_met_front_to_front() {
    let scene = Table::new()
        .base("a", Red, "Irr Bg(O)", 500.0, 500.0, 0.0)
        .base("behind", Blue, "Reg Bd(O)", 500.0, 460.0, 0.0)
        .base("beside", Blue, "Reg Bd(O)", 480.0, 480.0, 0.0)
        .build();
    assert_eq!(danger(&scene, "behind"), Some(Danger::FrontOnFront));
    let threat = |base: &str| scene.look().threat(scene.id(base), scene.id("a")).map(|threat| threat.danger);
    assert_eq!(threat("behind"), Some(Danger::FrontOnFront));
    assert_ne!(threat("beside"), Some(Danger::FrontOnFlank));
}
