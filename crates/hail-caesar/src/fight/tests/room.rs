//! Giving ground through friends (60.7): who is asked to make room, where he goes, and that nobody ends on anybody.

use super::*;
use crate::field::AreaKind;
use crate::state::Place;
use aelian_geometry::{Facing, Pose, overlaps};

const WIDTH: f64 = 180.0 / 25.4;
const HALF: f64 = 90.0 / 25.4;
const DEPTH: f64 = 40.0 / 25.4;

fn plain() -> Table {
    duel("medium-infantry", "medium-infantry")
}

fn friend(table: Table, name: &str, x: f64, y: f64) -> Table {
    table.unit(name, Side::Red, "medium-infantry", (x, y), 0.0)
}

/// Red's `u` has lost by one and must give ground in good order.
fn pushed(table: Table) -> Scene {
    let mut scene = table.build();
    scene.result([0, 1]);
    scene.go(&[4, 4]);
    scene
}

fn nobody_overlaps(scene: &Scene) {
    let look = scene.look();
    let all: Vec<UnitId> =
        look.all_on_table().filter(|id| look.state.unit(*id).place == Place::Table).collect();
    for (at, one) in all.iter().enumerate() {
        for other in &all[at + 1..] {
            let both = overlaps(look.rect(*one), look.rect(*other), look.rules.tolerance);
            assert!(!both, "{} on {}", look.card(*one).name, look.card(*other).name);
        }
    }
}

fn asked(scene: &Scene) -> Option<(UnitId, UnitId)> {
    match scene.asks() {
        Some((Side::Red, FightPrompt::StepAside { unit, friend })) => Some((unit, friend)),
        _ => None,
    }
}

fn room(x: f64, y: f64) -> FightChoice {
    FightChoice::MakeRoom(Pose::new(x * 25.4, y * 25.4, Facing::UP))
}

/// HC-GIVE-07, HC-GIVE-10, HC-GIVE-11: a third line behind the support makes room; both whom it lets through are disordered.
#[test]
fn a_third_line_makes_room() {
    let table = friend(friend(plain(), "rear", 30.0, 20.0 - DEPTH), "third", 30.0, 20.0 - 2.0 * DEPTH);
    let mut scene = pushed(table);
    let (u, third) = (scene.unit("u"), scene.unit("third"));
    assert_eq!(asked(&scene), Some((u, third)));
    let mut refused = scene.clone();
    // HC-GIVE-15: the support has no way back and too far to go aside.
    assert!(refused.answer(FightChoice::StepAside(false), &[]).contains(&rule!("HC-GIVE-15")));
    assert!(refused.is_gone("u"));
    scene.answer(FightChoice::StepAside(true), &[]);
    scene.go(&[4]);
    assert_eq!((scene.front("u"), scene.front("rear")), ((30.0, 14.0), (30.0, 12.43)));
    let is = |name: &str| scene.look().is_disordered(scene.unit(name));
    assert_eq!(["u", "rear", "third"].map(is), [true, true, false]);
    nobody_overlaps(&scene);
}

/// HC-GIVE-09, HC-GIVE-10, HC-GIVE-15: a friend who stands only in the way of the support: if he stays, the support goes
/// aside out of the way of its friend, or both are stuck.
#[test]
fn room_for_the_support_alone() {
    let table =
        |x: f64| friend(friend(plain(), "rear", x, 20.0 - DEPTH), "third", x, 20.0 - 2.0 * DEPTH - 5.0);
    let mut scene = pushed(table(33.0));
    let (rear, third) = (scene.unit("rear"), scene.unit("third"));
    assert_eq!(asked(&scene), Some((rear, third)));
    let mut refused = scene.clone();
    refused.answer(FightChoice::StepAside(false), &[]);
    refused.go(&[]);
    assert_eq!(refused.front("u"), (30.0, 14.0));
    assert!((refused.front("rear").0 - 37.1).abs() < 0.05 && refused.front("third").0 == 33.0);
    nobody_overlaps(&refused);
    scene.answer(FightChoice::StepAside(true), &[]);
    scene.go(&[1]);
    assert_eq!((scene.front("u"), scene.front("rear")), ((30.0, 14.0), (33.0, 12.43)));
    let is = |name: &str| scene.look().is_disordered(scene.unit(name));
    assert_eq!(["u", "rear", "third"].map(is), [false, true, true]);
    nobody_overlaps(&scene);
    let mut straight = pushed(table(30.0));
    straight.answer(FightChoice::StepAside(false), &[]);
    assert!(straight.is_gone("u"));
}

/// HC-GIVE-10, HC-GIVE-16: two friends one behind the other in a narrow place both go back.
#[test]
fn two_friends_one_behind_the_other() {
    let wall = |table: Table, low: f64, high: f64| {
        table.area(AreaKind::Impassable, &[(low, 2.0), (high, 2.0), (high, 19.0), (low, 19.0)])
    };
    let table = wall(wall(plain(), 20.0, 26.0), 34.0, 40.0);
    let table = friend(friend(table, "f", 30.0, 20.0 - DEPTH - 3.0), "g", 30.0, 20.0 - 2.0 * DEPTH - 3.5);
    let mut scene = pushed(table);
    for _ in 0..2 {
        assert!(asked(&scene).is_some());
        scene.answer(FightChoice::StepAside(true), &[]);
    }
    scene.go(&[5, 5]);
    assert_eq!(scene.front("u"), (30.0, 14.0));
    assert!(scene.front("f").1 < 12.5 && scene.front("g").1 < scene.front("f").1);
    nobody_overlaps(&scene);
}

/// HC-GIVE-09: a support beside it that is held up stays behind without harm.
#[test]
fn a_support_beside_it_is_held_up() {
    let table = friend(friend(plain(), "left", 30.0 - WIDTH, 20.0), "t", 30.0 - WIDTH, 20.0 - DEPTH - 2.0);
    let mut scene = pushed(table);
    assert_eq!(asked(&scene), Some((scene.unit("left"), scene.unit("t"))));
    scene.answer(FightChoice::StepAside(false), &[]);
    scene.go(&[]);
    assert_eq!((scene.front("u").1, scene.front("left").1), (14.0, 18.0));
    assert!(!scene.look().is_disordered(scene.unit("u")) && !scene.look().is_disordered(scene.unit("left")));
    nobody_overlaps(&scene);
}

/// HC-GIVE-02, HC-GIVE-15: pushed sideways onto a support that cannot go on: it makes room.
#[test]
fn sideways_onto_a_support() {
    let with = |wall: bool| {
        let table = table()
            .unit("u", Side::Red, "medium-infantry", (30.0, 20.0), 0.0)
            .unit("e", Side::Blue, "medium-infantry", (30.0 + HALF, 20.0 - DEPTH / 2.0), 270.0)
            .fighting("u", "e");
        let table = friend(table, "left", 30.0 - WIDTH, 20.0);
        let low = 30.0 - 1.5 * WIDTH - 4.0;
        let ground = [(low, 10.0), (low + 2.0, 10.0), (low + 2.0, 19.5), (low, 19.5)];
        if wall { table.area(AreaKind::Impassable, &ground) } else { table }
    };
    let mut scene = pushed(with(false));
    scene.go(&[]);
    assert_eq!((scene.front("u"), scene.front("left")), ((24.0, 20.0), (16.91, 20.0)));
    nobody_overlaps(&scene);
    let mut scene = pushed(with(true));
    scene.go(&[]);
    assert_eq!(scene.front("u"), (24.0, 20.0));
    assert_ne!(scene.front("left").1, 20.0);
    nobody_overlaps(&scene);
}

/// HC-GIVE-16: the owner of the friend says where he makes room: at most one move away, clear of the way, as he stands.
#[test]
fn the_owner_chooses_the_place() {
    let y = 20.0 - DEPTH - 3.0;
    let mut scene = pushed(friend(plain(), "f", 35.0, y));
    let refusals = |choice: FightChoice| scene.refusals(&Choice::Fight(choice));
    assert!(refusals(room(41.0, y)).is_empty());
    assert!(refusals(room(38.0, y + 3.0)).is_empty());
    assert_eq!(refusals(room(41.2, y)), [rule!("HC-GIVE-16")]);
    assert_eq!(refusals(room(36.0, y)), [rule!("HC-GIVE-16")]);
    let turned = FightChoice::MakeRoom(Pose::new(40.0 * 25.4, y * 25.4, Facing::RIGHT));
    assert_eq!(refusals(turned), [rule!("HC-GIVE-16")]);
    scene.answer(room(40.0, y - 1.0), &[]);
    scene.go(&[6]);
    assert_eq!((scene.front("u"), scene.front("f")), ((30.0, 14.0), (40.0, 14.43)));
    nobody_overlaps(&scene);
}
