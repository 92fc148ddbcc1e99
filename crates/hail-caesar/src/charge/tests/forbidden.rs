//! 50.2: who cannot charge.

use crate::charge::forbidden;
use crate::formation::Formation;
use crate::testing::{Scene, Table};
use aelian_game::Side;
use aelian_rulebook::RuleId;

fn rules(scene: &Scene) -> Vec<RuleId> {
    forbidden(scene.look(), scene.unit("u"), scene.unit("t")).iter().map(|reason| reason.rule).collect()
}

fn names(rules: &[RuleId]) -> Vec<String> {
    rules.iter().map(ToString::to_string).collect()
}

fn facing(unit: &str, target: &str) -> Table {
    Table::new().unit("u", Side::Red, unit, (30.0, 15.0), 0.0).unit(
        "t",
        Side::Blue,
        target,
        (30.0, 20.0),
        180.0,
    )
}

fn refused(unit: &str, target: &str) -> Vec<String> {
    names(&rules(&facing(unit, target).build()))
}

/// HC-NOCH-01, HC-NOCH-03, HC-NOCH-04, HC-NOCH-12, HC-SHK-02, HC-DIS-05: steady troops may charge; disordered and shaken ones may not.
#[test]
fn disordered_and_shaken_units_do_not_charge() {
    assert!(refused("heavy-infantry", "heavy-cavalry").is_empty());
    let table = facing("heavy-infantry", "heavy-infantry");
    assert_eq!(names(&rules(&table.clone().build().disordered("u"))), ["HC-NOCH-03"]);
    assert_eq!(names(&rules(&table.build().casualties("u", 6))), ["HC-NOCH-04"]);
}

/// HC-NOCH-02: those who fight or support do not charge.
#[test]
fn engaged_units_do_not_charge() {
    let scene = facing("heavy-infantry", "heavy-infantry")
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 15.0), 180.0)
        .fighting("u", "e")
        .build();
    assert_eq!(names(&rules(&scene)), ["HC-NOCH-02"]);
}

/// HC-NOCH-05, HC-COL-09, HC-SQ-11, HC-NOCH-06, HC-NOCH-13: columns, squares, engines and baggage.
#[test]
fn columns_squares_engines_and_baggage_do_not_charge() {
    for formation in [Formation::Column, Formation::Square] {
        let scene = Table::new()
            .formed("u", Side::Red, "heavy-infantry", formation, (30.0, 15.0), 0.0)
            .unit("t", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
            .build();
        assert_eq!(names(&rules(&scene)), ["HC-NOCH-05"]);
    }
    assert_eq!(refused("light-artillery", "heavy-infantry"), ["HC-NOCH-06"]);
    assert_eq!(refused("baggage", "heavy-infantry"), ["HC-NOCH-13"]);
}

/// HC-NOCH-07: open order against formed foot and horse; against all others it may.
#[test]
fn open_order_charges_no_formed_troops() {
    assert_eq!(refused("skirmishers", "heavy-infantry"), ["HC-NOCH-07"]);
    assert_eq!(refused("skirmishers", "heavy-cavalry"), ["HC-NOCH-07"]);
    for target in ["skirmishers", "horse-archers", "light-artillery", "heavy-chariots", "elephant", "baggage"]
    {
        assert!(refused("skirmishers", target).is_empty(), "{target}");
    }
}

/// HC-NOCH-09, HC-PIKE-01, HC-SCYTH-05, HC-SHK-13, HC-DIS-14: horse does not charge a steady front of pikes; scythed chariots do.
#[test]
fn horse_does_not_charge_pikes() {
    assert_eq!(refused("heavy-cavalry", "heavy-infantry pikes"), ["HC-NOCH-09"]);
    assert_eq!(refused("light-chariots", "heavy-infantry pikes"), ["HC-NOCH-09"]);
    assert!(refused("heavy-chariots scythed-chariots", "heavy-infantry pikes").is_empty());
    assert!(refused("heavy-infantry", "heavy-infantry pikes").is_empty());
    let unsteady = facing("heavy-cavalry", "heavy-infantry pikes").build().disordered("t");
    assert!(rules(&unsteady).is_empty());
    let shaken = facing("heavy-cavalry", "heavy-infantry pikes").build().casualties("t", 6);
    assert!(rules(&shaken).is_empty());
    let behind = Table::new()
        .unit("u", Side::Red, "heavy-cavalry", (30.0, 15.0), 0.0)
        .unit("t", Side::Blue, "heavy-infantry pikes", (30.0, 20.0), 0.0)
        .build();
    assert!(rules(&behind).is_empty());
}

/// HC-SQ-12, HC-PIKE-01: pikes in square are a hedge on every side.
#[test]
fn horse_does_not_charge_a_square_of_pikes() {
    for compass in [0.0, 90.0, 180.0, 270.0] {
        let square = |troop: &str| {
            let scene = Table::new()
                .unit("u", Side::Red, "heavy-cavalry", (30.0, 15.0), 0.0)
                .formed("t", Side::Blue, troop, Formation::Square, (30.0, 20.0), compass)
                .build();
            names(&rules(&scene))
        };
        assert_eq!(square("heavy-infantry pikes"), ["HC-NOCH-09"], "{compass}");
        assert!(square("heavy-infantry").is_empty());
    }
}

/// HC-NOCH-10, HC-BLDG-03, HC-BLDG-22: only foot storms a building, in open order too.
#[test]
fn only_foot_storms_a_building() {
    let storm = |troop: &str| {
        let scene = Table::new()
            .block((30.0, 20.0), (6.0, 6.0), crate::field::Strength::Substantial)
            .unit("u", Side::Red, troop, (31.0, 15.0), 0.0)
            .inside("t", Side::Blue, "heavy-infantry", 0)
            .build();
        names(&rules(&scene))
    };
    assert_eq!(storm("heavy-cavalry"), ["HC-NOCH-10"]);
    assert!(storm("heavy-infantry").is_empty() && storm("skirmishers").is_empty());
}

/// HC-NOCH-11: nor units of a broken division.
#[test]
fn broken_divisions_do_not_charge() {
    let mut scene = facing("heavy-infantry", "heavy-infantry").build();
    scene.state.divisions[0].broken = true;
    assert_eq!(names(&rules(&scene)), ["HC-NOCH-11"]);
}
