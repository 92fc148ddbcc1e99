//! Eager, Frenzied Charge, Feigned flight where they touch orders.

use super::*;
use crate::command::{Charge, Target};
use crate::stage::{Part, Stage};
use crate::testing::Table;
use aelian_game::Side;
use aelian_rulebook::rule;

fn facing(troop: &str, gap: f64, stage: Stage) -> Scene {
    Table::new()
        .stage(Part::Command, stage)
        .division("Marcus", Side::Red, (30.0, 10.0))
        .unit("a", Side::Red, troop, (30.0, 14.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 14.0 + gap), 180.0)
        .build()
}

fn charge() -> Verb {
    Verb::Charge(Charge { targets: vec![Target::Closest], first: Vec::new(), ignore_open: false })
}

/// HC-FRENZ-01, HC-FRENZ-05, HC-FRENZ-07: who can charge must be told to; the shaken need not.
#[test]
fn the_frenzied_must_be_told_to_charge() {
    let scene = facing("medium-infantry frenzied-charge", 14.0, Stage::Orders);
    assert_eq!(scene.refusals(&advance(&scene, "Marcus", &["a"], 6.0)), [rule!("HC-FRENZ-01")]);
    let finish = Choice::Command(CommandChoice::Finish(scene.officer("Marcus")));
    assert_eq!(scene.refusals(&finish), [rule!("HC-FRENZ-01")]);
    assert_eq!(scene.refusals(&Choice::Command(CommandChoice::EndOrders)), [rule!("HC-FRENZ-01")]);
    assert!(scene.refusals(&order(&scene, "Marcus", &["a"], charge())).is_empty());
    let shaken = facing("medium-infantry frenzied-charge", 14.0, Stage::Orders).casualties("a", 6);
    assert!(shaken.refusals(&advance(&shaken, "Marcus", &["a"], 6.0)).is_empty());
    let far = facing("medium-infantry frenzied-charge", 25.0, Stage::Orders);
    assert!(far.refusals(&advance(&far, "Marcus", &["a"], 6.0)).is_empty());
}

/// HC-FRENZ-02, HC-FRENZ-03, HC-FREE-05, HC-EAGER-01, HC-EAGER-04, HC-CHO-05: passed, three moves; failed, one all the same.
#[test]
fn the_frenzied_go_all_the_way() {
    let look = |troop: &str, gap: f64, total: u8| {
        let scene = facing(troop, gap, Stage::Orders);
        let Choice::Command(CommandChoice::Order(order)) = order(&scene, "Marcus", &["a"], charge()) else {
            panic!("no order")
        };
        scene.look().outcome(&order, scene.unit("a"), total, 8)
    };
    use crate::command::Outcome::*;
    assert_eq!(look("medium-infantry frenzied-charge", 14.0, 8), Passed(3));
    assert_eq!(look("medium-infantry frenzied-charge", 14.0, 10), FreeMove);
    assert_eq!(look("medium-infantry", 14.0, 8), Passed(1));
    assert_eq!(look("medium-infantry eager", 14.0, 10), FreeMove);
    assert_eq!(look("medium-infantry eager", 22.0, 10), Failed);
    assert_eq!(look("medium-infantry eager", 14.0, 12), Blundered);
}

/// HC-EAGER-02, HC-BLUN-12: an eager unit that blunders with a charge order always rushes on; no die is rolled.
#[test]
fn the_eager_blunder_forward() {
    let mut scene = facing("medium-infantry eager", 14.0, Stage::Orders);
    scene.play(&order(&scene, "Marcus", &["a"], charge()), &[6, 6]);
    let step = scene.play(&PROCEED, &[]);
    assert!(step.rolls.is_empty());
}

/// HC-FRENZ-04, HC-INIT-09: by initiative too, and nobody may end the stage before.
#[test]
fn the_frenzied_use_their_initiative() {
    let mut scene = facing("medium-infantry frenzied-charge", 11.0, Stage::Initiative);
    scene.play(&PROCEED, &[]);
    assert_eq!(scene.refusals(&Choice::Command(CommandChoice::EndInitiative)), [rule!("HC-FRENZ-04")]);
    let uses = Choice::Command(CommandChoice::Initiative { unit: scene.unit("a"), verb: charge() });
    assert!(scene.refusals(&uses).is_empty());
    let ghost = scene.check(&uses).ghost;
    assert!(ghost.moves.iter().any(|one| one.contact));
}

/// HC-FEIGN-01, HC-FEIGN-02, HC-FEIGN-03: out of the fight with the first move, and the fight is over.
#[test]
fn who_feigns_flight_leaves_the_fight() {
    let build = |troop: &str| {
        Table::new()
            .division("Marcus", Side::Red, (30.0, 10.0))
            .unit("a", Side::Red, troop, (30.0, 14.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 14.0), 180.0)
            .unit("b", Side::Red, "heavy-infantry", (50.0, 14.0), 0.0)
            .fighting("a", "e")
            .build()
    };
    let held = build("heavy-cavalry");
    assert!(held.refusals(&advance(&held, "Marcus", &["a"], -6.0)).contains(&rule!("HC-ORD-15")));
    let mut scene = build("heavy-cavalry feigned-flight");
    assert!(scene.refusals(&order(&scene, "Marcus", &["a"], charge())).contains(&rule!("HC-FEIGN-02")));
    scene.play(&advance(&scene, "Marcus", &["a"], -6.0), &[4, 4]);
    scene.play(&PROCEED, &[]);
    assert_eq!(stands(&scene, "a"), (30.0, 8.0));
    assert!(scene.state.bouts.is_empty());
}

/// HC-FREE-03, HC-FREE-04, HC-FREE-07, HC-FREE-08, HC-FREE-11, HC-DISO-03, HC-DIS-03, HC-ELE-10, HC-COL-04: who
/// has a free move.
#[test]
fn who_has_a_free_move() {
    let free = |troop: &str, road: bool, disordered: bool| {
        let mut table = Table::new().division("Marcus", Side::Red, (30.0, 10.0));
        if road {
            table = table.road(&[(30.0, 0.0), (30.0, 48.0)]);
        }
        let mut scene = table.unit("a", Side::Red, troop, (30.0, 14.0), 0.0).build();
        if disordered {
            scene = scene.disordered("a");
        }
        let Choice::Command(CommandChoice::Order(order)) = advance(&scene, "Marcus", &["a"], 6.0) else {
            panic!("no order")
        };
        scene.look().has_free_move(&order, scene.unit("a"))
    };
    assert!(free("skirmishers tiny", false, false) && !free("skirmishers", false, false));
    assert!(free("baggage", true, false) && !free("baggage", false, false));
    assert!(free("elephant", true, false) && !free("elephant", false, false));
    assert!(free("heavy-infantry drilled", false, false) && !free("heavy-infantry drilled", false, true));
}
