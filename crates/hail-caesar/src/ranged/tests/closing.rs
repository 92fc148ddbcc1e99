//! 40.8: closing shots.

use super::*;
use crate::formation::Formation;
use crate::ids::UnitSet;
use crate::ranged::{closing_shots, next};
use crate::state::{Deed, Place, Side4};
use aelian_game::Side;
use aelian_rulebook::rule;

/// A charger of Blue in contact with a unit of Red.
fn charged(troop: &str, charger: &str) -> Scene {
    Table::new()
        .active(Side::Blue)
        .unit("u", Side::Red, troop, (30.0, 20.0), 0.0)
        .unit("c", Side::Blue, charger, (30.0, 20.0), 180.0)
        .build()
}

/// The closing shots, one unit of dice after the other.
fn close(scene: &mut Scene, dice: &[&[u8]]) {
    let shooters = UnitSet::one(scene.unit("u"));
    let charger = scene.unit("c");
    scene.run(&[], |cx| {
        closing_shots(cx, charger, shooters);
        Ok(())
    });
    for faces in dice {
        assert!(next(scene.look()).is_some());
        scene.run(faces, |cx| resolve(cx, &Choice::Proceed));
    }
}

/// HC-CLOS-01, HC-CLOS-02, HC-CLOS-03, HC-CLOS-12, HC-CLOS-13, HC-CLOS-14, HC-CLOS-15, HC-XBOW-02, HC-XBOW-03, HC-DIS-15: who makes closing shots.
#[test]
fn who_makes_closing_shots() {
    let refused = |troop: &str, quarter: Side4| {
        let scene = charged(troop, "heavy-infantry");
        let reasons = scene.look().refuse_closing(scene.unit("u"), quarter);
        reasons.into_iter().map(|reason| reason.rule).collect::<Vec<_>>()
    };
    let bow = "medium-infantry 6/6/3/3/5+/6 bow";
    assert_eq!(refused(bow, Side4::Front), []);
    assert_eq!(refused(bow, Side4::Left), [rule!("HC-CLOS-01")]);
    assert_eq!(refused("skirmishers 5/4/3/2/0/6 bow", Side4::Rear), []);
    assert_eq!(refused("heavy-infantry", Side4::Front), [rule!("HC-CLOS-02")]);
    assert_eq!(refused("light-artillery", Side4::Front), []);
    assert_eq!(refused("medium-artillery", Side4::Front), [rule!("HC-CLOS-03")]);
    assert_eq!(
        refused("medium-infantry 6/6/3/3/5+/6 crossbow crossbows", Side4::Front),
        [rule!("HC-XBOW-02")]
    );
    let mut evaded = charged(bow, "heavy-infantry").disordered("u");
    assert!(evaded.look().refuse_closing(evaded.unit("u"), Side4::Front).is_empty());
    evaded.state.units[0].deeds = evaded.state.units[0].deeds.with(Deed::Evaded);
    assert_eq!(evaded.look().refuse_closing(evaded.unit("u"), Side4::Front)[0].rule, rule!("HC-CLOS-13"));
    let fighting = Table::new()
        .unit("u", Side::Red, bow, (30.0, 20.0), 0.0)
        .unit("c", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
        .fighting("u", "c")
        .build();
    assert_eq!(fighting.look().refuse_closing(fighting.unit("u"), Side4::Front)[0].rule, rule!("HC-CLOS-15"));
    let column = Table::new().formed("u", Side::Red, bow, Formation::Column, (30.0, 20.0), 0.0).build();
    assert_eq!(column.look().refuse_closing(column.unit("u"), Side4::Front)[0].rule, rule!("HC-CLOS-14"));
}

/// HC-CLOS-06, HC-CLOS-07, HC-CLOS-09, HC-HIT-09, HC-BRK-05, HC-BRK-06, EX-101: the Long value at -1; the charger tests at once.
#[test]
fn the_long_value_at_one_less() {
    let mut scene = charged("medium-infantry 6/6/3/2/5+/6 bow", "medium-infantry");
    // Two dice at 5+: 5 and 6 hit, both are not saved; the six calls for a test, which 11 holds.
    close(&mut scene, &[&[5, 6, 1, 1], &[6, 5]]);
    assert_eq!(casualties(&scene, "c"), 2);
    assert!(scene.state.unit(scene.unit("c")).did(Deed::Tested));
    assert_eq!(next(scene.look()), None);
    let mut missed = charged("medium-infantry 6/6/3/2/5+/6 bow", "medium-infantry");
    close(&mut missed, &[&[4, 4]]);
    assert_eq!(casualties(&missed, "c"), 0);
}

/// HC-CLOS-14, HC-SQ-05: a square has one die.
#[test]
fn a_square_has_one_die() {
    let scene = Table::new()
        .formed("u", Side::Red, "heavy-infantry 7/7/3/3/4+/6 bow", Formation::Square, (30.0, 20.0), 0.0)
        .build();
    assert_eq!(scene.look().quick_dice(scene.unit("u")), 1);
}

/// HC-CLOS-08, HC-BRES-02: a Retreat result drives the charger off, a broken charger is gone.
#[test]
fn chargers_are_driven_off() {
    let mut scene = charged("medium-infantry 6/6/3/2/5+/6 bow", "heavy-cavalry");
    close(&mut scene, &[&[6, 1, 6], &[3, 4]]);
    let (charger, shooter) = (scene.unit("c"), scene.unit("u"));
    let gap = scene.look().distance(charger, shooter) / 25.4;
    assert!((gap - 9.0).abs() < 0.01, "{gap}");
    assert!(!scene.state.unit(charger).disordered);
    let mut broken = charged("medium-infantry 6/6/3/2/5+/6 bow", "heavy-cavalry");
    close(&mut broken, &[&[6, 1, 1], &[1, 1]]);
    assert_eq!(broken.state.unit(broken.unit("c")).place, Place::Destroyed);
}

/// HC-CLOS-11: several shoot, one test follows. HC-RTRIG-06: their sixes add up.
#[test]
fn several_shoot_and_one_test_follows() {
    let bow = "medium-infantry 6/6/3/1/5+/6 bow";
    let mut scene = Table::new()
        .active(Side::Blue)
        .unit("u", Side::Red, bow, (27.0, 20.0), 0.0)
        .unit("v", Side::Red, bow, (34.1, 20.0), 0.0)
        .unit("c", Side::Blue, "heavy-infantry", (30.5, 20.0), 180.0)
        .build();
    let shooters: UnitSet = [scene.unit("u"), scene.unit("v")].into_iter().collect();
    let charger = scene.unit("c");
    scene.run(&[], |cx| {
        closing_shots(cx, charger, shooters);
        Ok(())
    });
    // Heavy infantry in front and closing shots: both need sixes.
    scene.run(&[6, 6], |cx| resolve(cx, &Choice::Proceed));
    scene.run(&[6, 6], |cx| resolve(cx, &Choice::Proceed));
    scene.run(&[5, 5], |cx| resolve(cx, &Choice::Proceed));
    assert!(scene.state.unit(charger).did(Deed::Tested) && scene.state.pending.is_empty());
}

/// HC-CLOS-10: closing shots at every charger of a turn.
#[test]
fn closing_shots_at_each_charger() {
    let mut scene = charged("medium-infantry 6/6/3/2/5+/6 bow", "medium-infantry");
    close(&mut scene, &[&[4, 4]]);
    assert!(scene.look().refuse_closing(scene.unit("u"), Side4::Front).is_empty());
    close(&mut scene, &[&[5, 5, 1, 1]]);
    assert_eq!(casualties(&scene, "c"), 2);
}
