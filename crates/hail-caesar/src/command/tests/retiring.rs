//! 70: retire moves of broken divisions.

use super::*;
use crate::command::{Charge, Target, retire};
use crate::stage::{Part, Stage};
use crate::state::Place;
use crate::testing::Table;
use aelian_game::Side;
use aelian_rulebook::rule;

/// A broken division of Red that stands there.
fn broken(y: f64, stage: Stage) -> Scene {
    let mut scene = Table::new()
        .stage(Part::Command, stage)
        .division("Marcus", Side::Red, (30.0, 10.0))
        .unit("a", Side::Red, "heavy-infantry", (30.0, y), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, y + 20.0), 180.0)
        .build();
    let division = scene.look().card(scene.unit("a")).division;
    scene.state.divisions[division.index()].broken = true;
    scene
}

/// HC-RET-02, HC-RET-07, HC-RAL-06, HC-RAL-10: orders serve the escape; no charge, no rally.
#[test]
fn orders_serve_the_escape() {
    let scene = broken(20.0, Stage::Orders).casualties("a", 3);
    assert_eq!(scene.refusals(&advance(&scene, "Marcus", &["a"], 6.0)), [rule!("HC-RET-02")]);
    assert!(scene.refusals(&advance(&scene, "Marcus", &["a"], -6.0)).is_empty());
    let charge = Charge { targets: vec![Target::Closest], first: Vec::new(), ignore_open: false };
    let refusals = scene.refusals(&order(&scene, "Marcus", &["a"], Verb::Charge(charge)));
    assert_eq!(refusals, [rule!("HC-RET-07"), rule!("HC-NOCH-11")]);
    assert!(scene.refusals(&order(&scene, "Marcus", &["a"], Verb::Rally)).contains(&rule!("HC-RAL-06")));
    assert!(scene.refusals(&order(&scene, "Marcus", &["a"], Verb::Retire)).is_empty());
}

/// HC-RET-04, HC-FREE-06, HC-INTENT-11: a failed order still gives the retire move, even to the disordered.
#[test]
fn a_failed_order_still_gives_a_move() {
    let mut scene = broken(20.0, Stage::Orders);
    scene.play(&order(&scene, "Marcus", &["a"], Verb::Retire), &[5, 5]);
    scene.play(&PROCEED, &[]);
    let (_, y) = stands(&scene, "a");
    assert!(y < 20.0, "{y}");
}

/// HC-RET-01, HC-RET-04, HC-RET-05, HC-RET-11, HC-BDIV-08: without any order it makes its move when its commander has
/// finished; it must go.
#[test]
fn the_retire_move_must_be_made() {
    let mut scene = broken(20.0, Stage::Orders).disordered("a");
    scene.state.stage = Stage::Retire;
    assert!(asks(&scene, "Retire"));
    let on = Choice::Command(CommandChoice::Retire(ahead(&scene, scene.unit("a"), 6.0)));
    assert!(scene.refusals(&on).contains(&rule!("HC-RET-02")));
    let choices = scene.proposals();
    assert!(!choices.is_empty());
    let before = retire::exit_distance(scene.look(), scene.unit("a"), scene.look().rect(scene.unit("a")));
    scene.play(&choices[0], &[]);
    let after = retire::exit_distance(scene.look(), scene.unit("a"), scene.look().rect(scene.unit("a")));
    assert!(after < before);
}

/// HC-RET-12, HC-OFF-03, HC-EXIT-02: who leaves so never returns.
#[test]
fn who_leaves_is_gone() {
    let mut scene = broken(4.0, Stage::Orders);
    scene.play(&order(&scene, "Marcus", &["a"], Verb::Retire), &[1, 1]);
    scene.play(&PROCEED, &[]);
    assert!(matches!(scene.state.unit(scene.unit("a")).place, Place::Gone { .. }));
}

/// HC-RET-03, HC-INIT-10: initiative leads away too.
#[test]
fn initiative_leads_away() {
    let mut scene = broken(20.0, Stage::Initiative);
    let enemy = scene.unit("e");
    scene.state.units[enemy.index()].rect.pose.at.y = 30.0 * INCH;
    scene.play(&PROCEED, &[]);
    let uses = |inches: f64| {
        let verb = Verb::Advance(vec![ahead(&scene, scene.unit("a"), inches)]);
        scene.refusals(&Choice::Command(CommandChoice::Initiative { unit: scene.unit("a"), verb }))
    };
    assert_eq!(uses(3.0), [rule!("HC-RET-02")]);
    assert!(uses(-6.0).is_empty());
}

/// HC-RET-13: with an enemy close ahead it goes back with its face to him.
#[test]
fn proximity_binds_those_who_retire() {
    let mut scene = broken(20.0, Stage::Retire);
    let enemy = scene.unit("e");
    scene.state.units[enemy.index()].rect.pose.at.y = 28.0 * INCH;
    let choices = scene.proposals();
    scene.play(&choices[0], &[]);
    let rect = *scene.look().rect(scene.unit("a"));
    assert!(rect.pose.facing == aelian_geometry::Facing::UP && rect.pose.at.y < 19.0 * INCH);
}
