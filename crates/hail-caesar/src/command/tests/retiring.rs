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
    assert!(scene.refusals(&on).contains(&rule!("HC-RET-11")));
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
    assert_eq!(uses(3.0), [rule!("HC-RET-03")]);
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

/// A broken unit of Red at (30, 20) with its face to the north, at the time of retire moves, an enemy where it is said, and
/// ground that nobody can enter.
fn hemmed(enemy: (f64, f64, f64), lake: Option<[f64; 4]>) -> Scene {
    let mut table = Table::new()
        .stage(Part::Command, Stage::Retire)
        .division("Marcus", Side::Red, (50.0, 40.0))
        .unit("a", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (enemy.0, enemy.1), enemy.2);
    if let Some([west, south, east, north]) = lake {
        let corners = [(west, south), (east, south), (east, north), (west, north)];
        table = table.area(crate::field::AreaKind::Impassable, &corners);
    }
    let mut scene = table.build();
    let division = scene.look().card(scene.unit("a")).division;
    scene.state.divisions[division.index()].broken = true;
    scene
}

fn retires(scene: &Scene, x: f64, y: f64, compass: f64) -> Choice {
    let pose = Pose::new(x * INCH, y * INCH, aelian_geometry::Facing::compass(compass));
    let way = vec![Leg::Go(pose.on_grid())];
    Choice::Command(CommandChoice::Retire(Task { unit: scene.unit("a"), way, ignore_open: false }))
}

/// HC-RET-04, HC-RET-13, HC-PROX-07: with an enemy obliquely before it, it goes back and turns to him, or back where he is no
/// longer within its front.
#[test]
fn an_enemy_obliquely_before_it() {
    for x in [38.0, 40.0, 22.0, 20.0] {
        let scene = hemmed((x, 28.0, 180.0), None);
        assert!(asks(&scene, "Retire"), "{x}");
        let mut scene = scene;
        let choice = scene.proposals().remove(0);
        scene.play(&choice, &[]);
        assert!(stands(&scene, "a").1 < 17.0, "{x}: {:?}", stands(&scene, "a"));
        assert!(scene.look().faces(scene.unit("a"), scene.unit("e")), "{x}");
    }
    // By its own choice as well; a move that does not come to face him is cut short before it begins.
    let scene = hemmed((38.0, 28.0, 180.0), None);
    assert!(scene.refusals(&retires(&scene, 30.0, 16.0, 35.0)).is_empty());
}

/// HC-RET-01, HC-RET-13, HC-PROX-07: an order to retire takes it back with each of its moves.
#[test]
fn an_order_to_retire_obeys_with_each_move() {
    let mut scene = hemmed((38.0, 28.0, 180.0), None);
    scene.state.stage = Stage::Orders;
    scene.play(&order(&scene, "Marcus", &["a"], Verb::Retire), &[1, 1]);
    scene.play(&PROCEED, &[]);
    assert!(stands(&scene, "a").1 < 6.0, "{:?}", stands(&scene, "a"));
}

/// HC-RET-11: where a lake lies behind it, the way round it is a way out; on the shorter side.
#[test]
fn the_way_round_a_lake() {
    let scene = hemmed((60.0, 46.0, 180.0), Some([24.0, 6.0, 48.0, 18.0]));
    assert!(scene.refusals(&retires(&scene, 24.0, 20.0, 0.0)).is_empty());
    assert_eq!(scene.refusals(&retires(&scene, 36.0, 20.0, 0.0)), [rule!("HC-RET-11")]);
    assert_eq!(scene.refusals(&retires(&scene, 30.0, 25.0, 0.0)), [rule!("HC-RET-11")]);
    let mut scene = scene;
    let mut moves = 0;
    while scene.state.unit(scene.unit("a")).is_on_table() {
        moves += 1;
        assert!(moves < 12, "{:?}", stands(&scene, "a"));
        let choice = scene.proposals().remove(0);
        let Choice::Command(CommandChoice::Retire(_)) = choice else { panic!("{choice:?}") };
        scene.play(&choice, &[]);
        (scene.state.part, scene.state.stage) = (Part::Command, Stage::Retire);
        (scene.state.active, scene.state.pending) = (Side::Red, Vec::new());
        scene.state.ending = None;
        let a = scene.unit("a");
        scene.state.units[a.index()].deeds = Default::default();
        scene.state.units[a.index()].moves = 0;
    }
    assert!(moves >= 4);
}

/// HC-RET-11: close before the lake, with the lake behind a part of it only.
#[test]
fn a_lake_behind_its_flank() {
    let mut scene = hemmed((60.0, 46.0, 180.0), Some([31.0, 6.0, 48.0, 18.0]));
    let choice = scene.proposals().remove(0);
    scene.play(&choice, &[]);
    let (x, y) = stands(&scene, "a");
    assert!(x < 28.0 && y <= 20.0, "{x} {y}");
}

/// HC-RET-11: an enemy stands in its way: it goes round him.
#[test]
fn round_an_enemy_behind_it() {
    let mut scene = hemmed((30.0, 14.0, 0.0), None);
    assert!(asks(&scene, "Retire"));
    let choice = scene.proposals().remove(0);
    scene.play(&choice, &[]);
    let (x, _) = stands(&scene, "a");
    assert!((x - 30.0).abs() > 3.0, "{x}");
}

/// HC-RET-06: an engine is left behind; it retires with nobody.
#[test]
fn engines_do_not_retire() {
    let mut scene = Table::new()
        .stage(Part::Command, Stage::Orders)
        .division("Marcus", Side::Red, (30.0, 10.0))
        .unit("a", Side::Red, "medium-artillery", (30.0, 20.0), 0.0)
        .unit("b", Side::Red, "light-artillery", (40.0, 20.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 46.0), 180.0)
        .build();
    let division = scene.look().card(scene.unit("a")).division;
    scene.state.divisions[division.index()].broken = true;
    assert_eq!(scene.refusals(&order(&scene, "Marcus", &["a"], Verb::Retire)), [rule!("HC-RET-06")]);
    assert!(scene.refusals(&order(&scene, "Marcus", &["b"], Verb::Retire)).is_empty());
}
