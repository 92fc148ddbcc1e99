//! 30.10: units off the table.

use super::*;
use crate::command::{Leg, Reform};
use crate::field::TableEdge;
use crate::formation::Formation;
use crate::setup::Stands;
use crate::state::{CommanderPlace, Deed, Place};
use crate::testing::Table;
use aelian_game::Side;
use aelian_geometry::Facing;
use aelian_rulebook::rule;

/// A unit that waits at the south edge, so far along it in inches.
fn off(along: f64) -> Stands {
    Stands::Off { edge: TableEdge::South, along: (along * INCH) as u16, formation: None }
}

fn table(at: (f64, f64)) -> Table {
    Table::new().division("Marcus", Side::Red, at)
}

/// Onto the table and straight on, in this formation.
fn enters(scene: &Scene, names: &[&str], formation: Formation, inches: f64) -> Choice {
    let units = set(scene, names);
    let task = |unit: crate::ids::UnitId| {
        let Place::Off { along, .. } = scene.state.unit(unit).place else { panic!("on the table") };
        let goal = aelian_geometry::Pose::new(f64::from(along), inches * INCH, Facing::UP);
        let form = Leg::Form(Reform { to: formation, facing: Facing::UP, leading: false });
        Task { unit, way: vec![form, Leg::Go(goal)], ignore_open: false }
    };
    order(scene, "Marcus", names, Verb::Enter(units.iter().map(task).collect()))
}

/// HC-OFF-01, HC-OFF-02, HC-OFF-04, HC-OFF-12, AMB-50: six inches with the first move, then as usual.
#[test]
fn the_first_move_brings_it_on() {
    let entered = |faces: &[u8]| {
        let mut scene = table((30.0, 8.0)).entry("a", Side::Red, "heavy-cavalry", off(30.0)).build();
        scene.play(&enters(&scene, &["a"], Formation::Line, 40.0), faces);
        scene.play(&PROCEED, &[]);
        stands(&scene, "a")
    };
    assert_eq!(entered(&[4, 4]), (30.0, 6.0));
    assert_eq!(entered(&[1, 1]), (30.0, 24.0));
}

/// HC-OFF-12: near a corner of the table it comes on as much further along as it needs not to hang over the other edge.
#[test]
fn nobody_comes_on_over_the_corner() {
    let mut scene = table((2.0, 8.0)).entry("a", Side::Red, "heavy-infantry", off(0.5)).build();
    scene.play(&enters(&scene, &["a"], Formation::Line, 6.0), &[1, 1]);
    scene.play(&PROCEED, &[]);
    let [left, ..] = scene.state.unit(scene.unit("a")).rect.corners();
    assert!(left.x.abs() < 0.1, "{left}");
    assert_eq!(stands(&scene, "a").1, 6.0);
}

/// HC-OFF-05, HC-OFF-06, HC-OFF-13, HC-DIST-07: the distance to the entry point, and none for a commander who is with his troops.
#[test]
fn distance_is_to_the_entry_point() {
    let scene = table((30.0, 20.0)).entry("a", Side::Red, "heavy-infantry", off(30.0)).build();
    let value = |scene: &Scene| scene.look().leadership(scene.officer("Marcus"), set(scene, &["a"])).value;
    assert_eq!(value(&scene), 7);
    let mut away = scene.clone();
    let marcus = away.officer("Marcus");
    away.state.commanders[marcus.index()].place = CommanderPlace::Off;
    assert_eq!(value(&away), 8);
    away.state.commanders[marcus.index()].place = CommanderPlace::Left;
    assert_eq!(value(&away), 8);
}

/// HC-OFF-07, HC-OFF-08, HC-OFF-09: one order for all; who finds no room follows behind and comes on by himself.
#[test]
fn the_rest_follows_behind() {
    let mut scene = table((10.0, 8.0))
        .entry("a", Side::Red, "heavy-infantry", off(4.0))
        .entry("second", Side::Red, "heavy-infantry", off(4.0))
        .entry("b", Side::Red, "heavy-infantry", off(4.0))
        .unit("wall", Side::Red, "heavy-infantry", (11.5, 6.0), 0.0)
        .unit("more", Side::Red, "heavy-infantry", (12.0, 2.0), 0.0)
        .build();
    scene.play(&enters(&scene, &["a", "second", "b"], Formation::Line, 30.0), &[4, 4]);
    for name in ["a", "second"] {
        scene.play(&Choice::Command(CommandChoice::Moves(scene.unit(name))), &[]);
    }
    scene.play(&PROCEED, &[]);
    assert_eq!(stands(&scene, "a"), (4.0, 6.0));
    assert!(matches!(scene.state.unit(scene.unit("b")).place, Place::Following { .. }));
    // The next turn, with the way clear.
    for (name, y) in [("a", 800.0), ("second", 700.0)] {
        let away = scene.unit(name);
        scene.state.units[away.index()].rect.pose.at.y = y;
    }
    for unit in &mut scene.state.units {
        unit.deeds = Default::default();
    }
    scene.play(&PROCEED, &[]);
    assert_eq!(stands(&scene, "b"), (4.0, 6.0));
    assert!(scene.state.unit(scene.unit("b")).did(Deed::Ordered));
}

/// HC-OFF-11, AMB-51, HC-FREE-02: who comes on in column has the free move of a column.
#[test]
fn a_column_comes_on_though_the_order_failed() {
    let mut scene = table((30.0, 8.0)).entry("a", Side::Red, "heavy-infantry", off(30.0)).build();
    scene.play(&enters(&scene, &["a"], Formation::Column, 30.0), &[5, 5]);
    scene.play(&PROCEED, &[]);
    assert_eq!(stands(&scene, "a"), (30.0, 6.0));
    assert_eq!(scene.state.unit(scene.unit("a")).formation, Formation::Column);
}

/// HC-OFF-14, AMB-100: a double six leaves it off the table, and nothing is rolled.
#[test]
fn a_blunder_leaves_it_off() {
    let mut scene = table((30.0, 8.0)).entry("a", Side::Red, "heavy-infantry", off(30.0)).build();
    scene.play(&enters(&scene, &["a"], Formation::Line, 30.0), &[6, 6]);
    assert!(matches!(scene.state.unit(scene.unit("a")).place, Place::Off { .. }));
    assert!(scene.state.commander(scene.officer("Marcus")).finished);
}

/// HC-INTENT-10: who is off the table can only be told to come on, and nobody else can.
#[test]
fn entering_is_for_those_outside() {
    let scene = table((30.0, 8.0))
        .entry("a", Side::Red, "heavy-infantry", off(30.0))
        .unit("b", Side::Red, "heavy-infantry", (40.0, 10.0), 0.0)
        .build();
    assert!(scene.refusals(&advance(&scene, "Marcus", &["a"], 6.0)).contains(&rule!("HC-INTENT-10")));
    let both = order(&scene, "Marcus", &["a", "b"], Verb::Retire);
    assert!(scene.refusals(&both).contains(&rule!("HC-DIVO-02")));
}

/// HC-OFF-04, HC-TAB-CMD: the ghost shows each number of moves.
#[test]
fn the_ghost_goes_on() {
    let scene = table((30.0, 8.0)).entry("a", Side::Red, "heavy-infantry", off(30.0)).build();
    let ghost = scene.check(&enters(&scene, &["a"], Formation::Line, 40.0)).ghost;
    let ends: Vec<f64> = ghost.moves.iter().map(|one| (one.rect.pose.at.y / INCH).round()).collect();
    assert_eq!(ends, [6.0, 12.0, 18.0]);
}
