//! 30.8: initiative.

use super::*;
use crate::command::{Charge, Reform, Target, Verb};
use crate::formation::Formation;
use crate::stage::{Part, Stage};
use crate::state::Deed;
use crate::testing::Table;
use aelian_game::Side;
use aelian_rulebook::rule;

fn table() -> Table {
    Table::new().stage(Part::Command, Stage::Initiative).division("Marcus", Side::Red, (30.0, 10.0))
}

/// With an enemy so far ahead of the front.
fn facing(troop: &str, gap: f64) -> Table {
    table().unit("a", Side::Red, troop, (30.0, 14.0), 0.0).unit(
        "e",
        Side::Blue,
        "heavy-infantry",
        (30.0, 14.0 + gap),
        180.0,
    )
}

fn uses(scene: &Scene, verb: Verb) -> Choice {
    Choice::Command(CommandChoice::Initiative { unit: scene.unit("a"), verb })
}

/// Straight ahead, or back.
fn goes(scene: &Scene, inches: f64) -> Choice {
    uses(scene, Verb::Advance(vec![ahead(scene, scene.unit("a"), inches)]))
}

/// HC-INIT-01, HC-INIT-04, HC-INIT-05, HC-INIT-11, HC-ORD-17: one move without a test, and no order after it.
#[test]
fn a_unit_near_the_enemy_moves_once() {
    let mut scene = facing("heavy-infantry", 12.0).build();
    scene.play(&PROCEED, &[]);
    assert!(scene.state.unit(scene.unit("a")).did(Deed::Entitled));
    scene.play(&goes(&scene, -10.0), &[]);
    assert_eq!(stands(&scene, "a"), (30.0, 8.0));
    assert!(scene.look().orderable(scene.officer("Marcus")).is_empty());
    let mut scene = facing("heavy-infantry", 12.0).build();
    scene.play(&PROCEED, &[]);
    scene.play(&Choice::Command(CommandChoice::EndInitiative), &[]);
    assert_eq!(scene.state.stage, Stage::Orders);
    assert!(!scene.look().orderable(scene.officer("Marcus")).is_empty());
}

/// HC-CMD-02, HC-INIT-01, HC-INIT-02, HC-INIT-03, HC-OFF-10, HC-CMOV-01: nobody beyond twelve inches; no enemy but a unit counts.
#[test]
fn distance_decides_who_has_initiative() {
    let asked = |gap: f64| asks(&facing("heavy-infantry", gap).build(), "Forced");
    assert!(asked(12.0) && !asked(12.5));
    let scene = table()
        .unit("a", Side::Red, "heavy-infantry", (30.0, 14.0), 0.0)
        .division("Hannibal", Side::Blue, (30.0, 16.0))
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 40.0), 180.0)
        .build();
    assert!(!asks(&scene, "Forced"));
}

/// HC-INIT-06, HC-ORD-15: engaged units have none.
#[test]
fn the_engaged_have_no_initiative() {
    let mut scene = facing("heavy-infantry", 0.0)
        .fighting("a", "e")
        .unit("b", Side::Red, "heavy-infantry", (45.0, 14.0), 0.0)
        .build();
    scene.play(&PROCEED, &[]);
    assert!(asks(&scene, "Initiative"));
    let found = scene.refusals(&goes(&scene, -3.0));
    assert!(found.contains(&rule!("HC-ORD-15")), "{found:?}");
}

/// HC-INIT-07, HC-INIT-08, HC-DISO-02, HC-DIS-02: disordered units have none, but for open order that goes away.
#[test]
fn disordered_open_order_goes_away_only() {
    let refusals = |troop: &str, inches: f64| {
        let mut scene = facing(troop, 9.0)
            .unit("b", Side::Red, "heavy-infantry", (40.0, 14.0), 0.0)
            .build()
            .disordered("a");
        scene.play(&PROCEED, &[]);
        scene.refusals(&goes(&scene, inches))
    };
    assert_eq!(refusals("heavy-infantry", -6.0), [rule!("HC-INIT-07")]);
    assert!(refusals("skirmishers", -6.0).is_empty());
    assert_eq!(refusals("skirmishers", 4.0), [rule!("HC-INIT-07")]);
}

/// HC-INIT-04: what is said by a commander cannot be done by initiative.
#[test]
fn follow_me_needs_a_commander() {
    let mut scene = facing("heavy-infantry", 9.0).build();
    scene.play(&PROCEED, &[]);
    assert!(scene.refusals(&uses(&scene, Verb::FollowMe)).contains(&rule!("HC-INIT-04")));
}

/// HC-INIT-04: a change of formation may be its move.
#[test]
fn a_change_of_formation_is_a_move() {
    use crate::command::{Leg, Reform};
    let mut scene = facing("heavy-infantry", 9.0).build();
    scene.play(&PROCEED, &[]);
    let unit = scene.unit("a");
    let facing = scene.look().rect(unit).pose.facing;
    let way = vec![Leg::Form(Reform { to: Formation::Square, facing, leading: false })];
    let verb = Verb::Advance(vec![Task { unit, way, ignore_open: false }]);
    scene.play(&uses(&scene, verb), &[]);
    assert_eq!(scene.state.unit(unit).formation, Formation::Square);
}

/// HC-FCH-02, HC-FCH-03, HC-FCH-13, HC-COL-09, HC-INIT-04: a single move does not bring both a change of formation and a
/// charge; by itself the change is allowed, and by an order both are.
#[test]
fn no_charge_after_a_change_with_one_move() {
    let asked = |troop: &str, from: Formation, to: Formation| {
        let mut scene = Table::new()
            .stage(Part::Command, Stage::Initiative)
            .formed("u", Side::Red, troop, from, (30.0, 20.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 26.0), 180.0)
            .build();
        scene.play(&PROCEED, &[]);
        let unit = scene.unit("u");
        let form = Leg::Form(Reform { to, facing: aelian_geometry::Facing::UP, leading: false });
        let change = Task { unit, way: vec![form], ignore_open: false };
        let targets = vec![Target::Unit(scene.unit("e"))];
        let charge = Charge { targets, first: vec![change.clone()], ignore_open: false };
        let does = |verb: Verb| scene.refusals(&Choice::Command(CommandChoice::Initiative { unit, verb }));
        (does(Verb::Charge(charge)), does(Verb::Advance(vec![change])))
    };
    let light = asked("light-cavalry", Formation::Open, Formation::Line);
    assert_eq!(light, (vec![rule!("HC-FCH-03")], vec![]));
    let column = asked("heavy-infantry", Formation::Column, Formation::Line);
    assert_eq!(column, (vec![rule!("HC-FCH-02")], vec![]));
}
