//! HC-INTENT-14: how a move ends.

use super::*;
use crate::command::{Grant, Waiting};
use crate::event::MoveWhy;
use crate::pending::Pending;
use crate::testing::Table;
use aelian_game::Side;
use aelian_geometry::{Facing, degrees};
use aelian_rulebook::rule;

/// A unit that goes north, and enemies to the east who do not bind it.
fn table() -> Table {
    Table::new()
        .division("Marcus", Side::Red, (30.0, 10.0))
        .unit("a", Side::Red, "heavy-infantry", (30.0, 14.0), 0.0)
        .unit("b", Side::Red, "heavy-infantry", (40.0, 14.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (52.0, 20.0), 270.0)
}

fn ends(facing: Facing) -> Choice {
    Choice::Command(CommandChoice::Ends(facing))
}

/// HC-INTENT-14, HC-GEO-04: a unit that does not reach its goal may turn where it stops; the turn is paid out of its move.
#[test]
fn a_unit_turns_at_the_end_of_its_move() {
    let mut scene = table().build();
    scene.play(&advance(&scene, "Marcus", &["a"], 12.0), &[4, 4]);
    scene.play(&PROCEED, &[]);
    assert!(asks(&scene, "Ends"));
    assert_eq!(scene.proposals().first(), Some(&ends(Facing::UP)));
    assert_eq!(scene.refusals(&ends(Facing::compass(90.0))), [], "a quarter turn takes most of a move");
    let mut told = scene.clone();
    told.play(&ends(Facing::UP), &[]);
    assert_eq!(stands(&told, "a"), (30.0, 20.0));
    let before = *scene.look().rect(scene.unit("a"));
    scene.play(&ends(Facing::compass(30.0)), &[]);
    let after = *scene.look().rect(scene.unit("a"));
    let turned = before.pose.facing.angle_to(after.pose.facing);
    assert!((turned - degrees(30.0)).abs() < 0.01, "{turned}");
    let gone = (after.centre() - before.centre()).length() / INCH;
    assert!(gone > 3.5 && gone < 5.0, "{gone}");
    assert!(scene.state.pending.is_empty());
}

/// HC-INTENT-14: nobody is asked who reaches his goal, goes with a group, has no enemy near, or looks all round.
#[test]
fn nobody_is_asked_without_a_choice() {
    let asked = |table: Table, names: &[&str], inches: f64| {
        let mut scene = table.build();
        scene.play(&advance(&scene, "Marcus", names, inches), &[4, 4]);
        let first = scene.proposals().remove(0);
        scene.play(&first, &[]);
        asks(&scene, "Ends")
    };
    assert!(asked(table(), &["a"], 12.0));
    assert!(!asked(table(), &["a"], 6.0), "the goal is reached");
    assert!(!asked(table(), &["a", "b"], 12.0), "a group keeps its ranks");
    let alone = || Table::new().division("Marcus", Side::Red, (30.0, 10.0));
    let line = alone().unit("a", Side::Red, "heavy-infantry", (30.0, 14.0), 0.0);
    assert!(!asked(line, &["a"], 12.0), "no enemy is near");
    let loose = alone().unit("a", Side::Red, "skirmishers", (30.0, 14.0), 0.0).unit(
        "e",
        Side::Blue,
        "heavy-infantry",
        (48.0, 20.0),
        270.0,
    );
    assert!(!asked(loose, &["a"], 24.0), "open order looks all round");
}

/// HC-INTENT-14, HC-PROX-05: he may not turn from an enemy whom he faces, nor further than his move goes.
#[test]
fn a_turn_keeps_the_rules() {
    let mut scene = Table::new()
        .division("Marcus", Side::Red, (30.0, 10.0))
        .unit("a", Side::Red, "heavy-infantry", (30.0, 14.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 24.0), 180.0)
        .build();
    scene.play(&advance(&scene, "Marcus", &["a"], 8.0), &[4, 4]);
    scene.play(&PROCEED, &[]);
    assert!(asks(&scene, "Ends"));
    assert!(scene.refusals(&ends(Facing::compass(10.0))).is_empty());
    assert_eq!(scene.refusals(&ends(Facing::compass(90.0))), [rule!("HC-PROX-05")]);
    assert!(!scene.refusals(&Choice::Command(CommandChoice::Stop)).is_empty());
    let waits = scene.state.pending.last();
    let grant = Grant { unit: scene.unit("a"), moves: 1, why: MoveWhy::Ordered };
    assert!(matches!(waits, Some(Pending::Command(Waiting::Ending(ending))) if ending.grant == grant));
}
