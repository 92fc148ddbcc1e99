//! 50.7, 50.9, 50.10: responses.

use super::{ChargeChoice, ChargePrompt, Charging, check, next};
use crate::charge::Response::{self, *};
use crate::choice::{Choice, Prompt};
use crate::formation::Formation;
use crate::rules::INCH;
use crate::state::{Deed, Side4};
use crate::testing::{Scene, Table};
use aelian_game::{Next, Side};
use aelian_rulebook::rule;

fn facing(gap: f64, charger: &str, target: &str) -> Scene {
    Table::new()
        .unit("u", Side::Red, charger, (30.0, 15.0), 0.0)
        .unit("t", Side::Blue, target, (30.0, 15.0 + gap), 180.0)
        .build()
}

fn options(mut scene: Scene, moves: u8) -> Vec<Response> {
    scene.charge(&["t"], moves);
    scene.asked().map_or_else(|| vec![Stand], |_| scene.options())
}

/// HC-RESP-01, HC-RESP-03, HC-RESP-04, HC-RESP-05, HC-RESP-06, HC-RESP-08, HC-RESP-09, HC-EVADE-01, HC-CCH-01, HC-CLOS-01, HC-CLOS-02, HC-CLOS-04, HC-PARTH-01, HC-TURN-08: who may do what when charged in
/// front.
#[test]
fn responses_by_kind() {
    let front = |target: &str| options(facing(5.0, "heavy-infantry", target), 1);
    assert_eq!(front("heavy-infantry"), [Stand]);
    assert_eq!(front("medium-infantry 6/6/3/3/5+/6 bow"), [Stand, ClosingShots]);
    assert_eq!(front("medium-infantry 6/6/3/3/5+/6 bow crossbows"), [Stand]);
    assert_eq!(front("heavy-cavalry"), [Stand, Countercharge]);
    assert_eq!(front("heavy-chariots"), [Stand, Countercharge]);
    assert_eq!(front("skirmishers"), [Stand, Evade]);
    assert_eq!(front("horse-archers bow"), [Stand, ClosingShots, Evade]);
    assert_eq!(front("horse-archers bow parthian-shot"), [Stand, ClosingShots, Evade, ParthianShot]);
    assert_eq!(front("elephant"), [Stand]);
    assert_eq!(front("heavy-artillery"), [Stand]);
}

/// HC-EVADE-01, HC-DIS-06, HC-DIS-15, HC-SHK-10: the disordered do not evade but shoot; the shaken do both.
#[test]
fn the_disordered_do_not_evade() {
    let horse = || facing(5.0, "heavy-infantry", "horse-archers bow");
    assert_eq!(options(horse().disordered("t"), 1), [Stand, ClosingShots]);
    assert_eq!(options(horse().casualties("t", 6), 1), [Stand, ClosingShots, Evade]);
}

/// HC-RESP-12, HC-CCH-05, AMB-26, EX-60, EX-139: out of reach nothing is answered, but for a countercharge if the charger
/// ends within one of its moves.
#[test]
fn a_countercharge_against_a_charge_that_falls_short() {
    let asked = |moves: u8| {
        let mut scene = facing(17.0, "heavy-infantry", "heavy-cavalry");
        scene.charge(&["t"], moves);
        scene.asked().is_some()
    };
    assert!(!asked(1) && asked(2) && asked(3));
    let mut scene = facing(17.0, "heavy-infantry", "heavy-cavalry");
    scene.charge(&["t"], 2);
    assert_eq!(scene.refused(TurnToFace).first(), Some(&rule!("HC-RESP-12")));
    scene.responds(Countercharge, &[]);
    assert_eq!((scene.at("u"), scene.at("t")), ((30.0, 29.5), (30.0, 29.5)));
    assert!(scene.fights("u", "t"));
    let mut stands = facing(17.0, "heavy-infantry", "heavy-cavalry");
    stands.charge(&["t"], 2);
    stands.responds(Stand, &[]);
    assert_eq!(stands.at("u"), (30.0, 27.0));
    assert!(stands.state.bouts.is_empty() && stands.is_over());
}

/// HC-CCH-04, HC-CCH-06, HC-CCH-07, HC-CCH-08, HC-CCH-09, HC-NOCH-12, EX-67, EX-138: both meet halfway; foot is disordered and has no bonus.
#[test]
fn both_meet_halfway() {
    let mut scene = facing(17.0, "heavy-infantry", "heavy-cavalry");
    scene.charge(&["t"], 3);
    scene.responds(Countercharge, &[]);
    assert_eq!((scene.at("u"), scene.at("t")), ((30.0, 29.5), (30.0, 29.5)));
    let (unit, target) = (scene.unit("u"), scene.unit("t"));
    assert!(scene.state.unit(unit).disordered && scene.state.unit(unit).combat.no_bonus);
    let met = scene.state.unit(target).combat;
    assert!(met.charged && !met.no_bonus && !met.covered && !scene.state.unit(target).disordered);
    assert!(scene.is_over());
}

/// HC-CCH-10: horse against horse, and open order foot against chariots, are not disordered.
#[test]
fn only_formed_foot_is_ridden_down() {
    for (charger, target) in [("heavy-cavalry", "heavy-cavalry"), ("skirmishers", "heavy-chariots")] {
        let mut scene = facing(5.0, charger, target);
        scene.charge(&["t"], 1);
        scene.responds(Countercharge, &[]);
        let unit = scene.unit("u");
        assert!(scene.fights("u", "t"), "{charger}");
        assert!(!scene.state.unit(unit).disordered && !scene.state.unit(unit).combat.no_bonus, "{charger}");
    }
}

/// HC-CCH-02, HC-CCH-03, HC-CCH-13, HC-RESP-14, HC-DIS-07, AMB-23: not in flank, not disordered or shaken, not in column; a broken
/// division does not hinder.
#[test]
fn who_does_not_countercharge() {
    let front = || facing(5.0, "heavy-infantry", "heavy-cavalry");
    assert_eq!(options(front().disordered("t"), 1), [Stand]);
    assert_eq!(options(front().casualties("t", 6), 1), [Stand]);
    let mut broken = front();
    broken.state.divisions[1].broken = true;
    assert_eq!(options(broken, 1), [Stand, Countercharge]);
    let column = Table::new()
        .unit("u", Side::Red, "heavy-infantry", (30.0, 15.0), 0.0)
        .formed("t", Side::Blue, "heavy-cavalry", Formation::Column, (30.0, 20.0), 180.0)
        .build();
    assert_eq!(options(column, 1), [Stand]);
    assert_eq!(options(facing(5.0, "heavy-infantry pikes", "heavy-cavalry"), 1), [Stand]);
    assert_eq!(options(facing(5.0, "skirmishers", "light-chariots"), 1), [Stand, Countercharge]);
}

/// HC-CCH-11, HC-CCH-12: mounted supports go with a countercharger.
#[test]
fn mounted_supports_go_along() {
    let depth = 50.0 / 25.4;
    let mut scene = Table::new()
        .unit("u", Side::Red, "heavy-cavalry", (30.0, 15.0), 0.0)
        .unit("t", Side::Blue, "heavy-cavalry", (30.0, 21.0), 180.0)
        .unit("s", Side::Blue, "heavy-cavalry", (30.0, 21.0 + 2.0 * depth), 180.0)
        .unit("i", Side::Blue, "heavy-infantry", (30.0 + 200.0 / 25.4, 21.0), 180.0)
        .build();
    let before = scene.look().distance(scene.unit("t"), scene.unit("s"));
    assert!(before < INCH, "{before}");
    let foot = scene.at("i");
    scene.charge(&["t"], 1);
    scene.responds(Countercharge, &[]);
    assert_eq!(scene.at("t").1, 18.0);
    assert!((scene.look().distance(scene.unit("t"), scene.unit("s")) - before).abs() < 0.5);
    assert_eq!(scene.at("i"), foot);
}

fn flanked(target: &str) -> Scene {
    Table::new()
        .unit("u", Side::Red, "light-cavalry", (38.0, 20.5), 270.0)
        .unit("t", Side::Blue, target, (30.0, 20.0), 180.0)
        .build()
}

/// HC-TTF-01, HC-TTF-02, HC-TTF-03, HC-TTF-04, HC-TTF-06, HC-TTF-07, HC-RESP-07, EX-68: cataphracts charged in the flank turn to face; the charger meets the front
/// and alone has charged.
#[test]
fn cavalry_turns_to_face() {
    let mut scene = flanked("cataphracts");
    scene.charge(&["t"], 1);
    assert_eq!(scene.options(), [Stand, TurnToFace]);
    scene.responds(TurnToFace, &[]);
    let (unit, target) = (scene.unit("u"), scene.unit("t"));
    let bout = *scene.state.bout(unit, target).unwrap();
    assert_eq!((bout.edge_of(target), bout.edge_of(unit)), (Some(Side4::Front), Some(Side4::Front)));
    let turned = scene.state.unit(target);
    assert!((turned.rect.pose.facing.to_compass() - 90.0).abs() < 12.0);
    assert!(!turned.combat.charged && !turned.combat.covered);
    assert!(scene.state.unit(unit).combat.charged);
}

/// HC-TTF-01, HC-DIS-08: foot and chariots do not turn, nor the disordered; elephants do.
#[test]
fn who_does_not_turn() {
    assert_eq!(options(flanked("heavy-infantry"), 1), [Stand]);
    assert_eq!(options(flanked("heavy-chariots"), 1), [Stand]);
    assert_eq!(options(flanked("heavy-cavalry").disordered("t"), 1), [Stand]);
    let elephant = Table::new()
        .unit("u", Side::Red, "heavy-infantry", (35.0, 20.5), 270.0)
        .unit("t", Side::Blue, "elephant", (30.0, 20.0), 180.0)
        .build();
    assert_eq!(options(elephant, 1), [Stand, TurnToFace]);
}

/// HC-TTF-02: charged in the rear it turns about on its own ground.
#[test]
fn about_face_before_a_charge_from_behind() {
    let mut scene = Table::new()
        .unit("u", Side::Red, "heavy-infantry", (30.0, 15.0), 0.0)
        .unit("t", Side::Blue, "heavy-cavalry", (30.0, 21.0), 0.0)
        .build();
    let ground = scene.look().rect(scene.unit("t")).centre();
    scene.charge(&["t"], 1);
    scene.responds(TurnToFace, &[]);
    let turned = scene.state.unit(scene.unit("t")).rect;
    assert!((turned.centre() - ground).length() < 0.01);
    assert!((turned.pose.facing.to_compass() - 180.0).abs() < 0.01);
}

/// HC-TTF-05, HC-TTF-08: hemmed in it cannot turn.
#[test]
fn no_room_to_turn() {
    let scene = Table::new()
        .unit("u", Side::Red, "light-cavalry", (38.0, 20.5), 270.0)
        .unit("t", Side::Blue, "heavy-cavalry", (30.0, 20.0), 180.0)
        .unit("a", Side::Blue, "heavy-infantry", (30.0, 20.0 + 105.0 / 25.4), 180.0)
        .unit("b", Side::Blue, "heavy-infantry", (30.0, 20.0 - 45.0 / 25.4), 180.0)
        .build();
    assert_eq!(options(scene, 1), [Stand]);
}

/// HC-RESP-13, HC-TESTU-06: a testudo that is charged draws up as a battle line towards the enemy, and stands.
#[test]
fn a_testudo_draws_up() {
    let mut scene = Table::new()
        .unit("u", Side::Red, "heavy-infantry", (37.5, 20.5), 270.0)
        .formed("t", Side::Blue, "heavy-infantry testudo", Formation::Testudo, (30.0, 20.0), 180.0)
        .build();
    scene.charge(&["t"], 1);
    assert!(scene.is_over());
    let target = scene.state.unit(scene.unit("t"));
    assert_eq!((target.formation, target.rect.width), (Formation::Line, 180.0));
    assert!((target.rect.pose.facing.to_compass() - 90.0).abs() < 0.1);
    assert!(scene.fights("u", "t"));
}

/// HC-RESP-01, HC-TWO-04: whoever fights already is not asked.
#[test]
fn the_engaged_stand() {
    let mut scene = Table::new()
        .unit("t", Side::Blue, "heavy-cavalry", (30.0, 20.0), 180.0)
        .unit("f", Side::Red, "elephant", (28.4, 20.0), 0.0)
        .unit("u", Side::Red, "elephant", (31.7, 15.0), 0.0)
        .fighting("f", "t")
        .build();
    scene.charge(&["t"], 1);
    assert!(scene.asked().is_none() && scene.fights("u", "t"));
}

/// HC-ONE-02, HC-RESP-11: a neighbour who would fight is asked too; one who would not is not.
#[test]
fn neighbours_who_would_fight_are_asked() {
    let width = 180.0 / 25.4;
    let beside = |files: u8| {
        let mut scene = Table::new()
            .wide("u", Side::Red, "heavy-infantry", files, (33.0, 15.0), 0.0)
            .unit("t", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
            .unit("x", Side::Blue, "heavy-infantry 7/7/3/3/4+/6 bow", (30.0 + width + 0.05, 20.0), 180.0)
            .build();
        scene.charge(&["t"], 1);
        scene.asked()
    };
    assert_eq!((beside(18).as_deref(), beside(9)), (Some("x"), None));
}

/// A wide unit that charges `t`, with this unit beside him.
fn on_two(from: f64, beside: &str) -> Scene {
    let width = 180.0 / 25.4;
    Table::new()
        .wide("u", Side::Red, "heavy-infantry", 18, (33.0, from), 0.0)
        .unit("t", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
        .unit("x", Side::Blue, beside, (30.0 + width + 0.5, 20.0), 180.0)
        .build()
}

/// HC-ALG-06, HC-ONE-02: a neighbour says what he does when the charger has come within one move.
#[test]
fn a_neighbour_answers_when_the_charger_has_come_near() {
    let mut scene = on_two(10.0, "heavy-infantry 7/7/3/3/4+/6 bow");
    scene.charge(&["t"], 3);
    assert_eq!(scene.asked().as_deref(), Some("x"));
    assert!(scene.at("u").1 > 13.0, "{:?}", scene.at("u"));
    scene.responds(Stand, &[]);
    assert!(scene.fights("u", "t") && scene.fights("u", "x"));
}

/// HC-ALG-06, HC-ONE-02, HC-CCH-06, HC-CCH-08: a neighbour who countercharges meets the charger halfway, as if he had been
/// its target.
#[test]
fn a_neighbour_countercharges() {
    let mut scene = on_two(15.0, "heavy-cavalry");
    scene.charge(&["t"], 1);
    assert_eq!(scene.asked().as_deref(), Some("x"));
    scene.responds(Countercharge, &[]);
    assert!(scene.fights("u", "x") && !scene.fights("u", "t"));
    assert_eq!((scene.at("x").1, scene.at("t").1), (scene.at("u").1, 20.0));
    assert!((scene.at("u").1 - 17.5).abs() < 0.1, "{:?}", scene.at("u"));
    assert!(scene.state.unit(scene.unit("x")).combat.charged);
    assert!(scene.state.unit(scene.unit("u")).disordered);
}

/// HC-ALG-06: neighbours who evade do so in the order that their side chooses.
#[test]
fn evaders_go_in_the_order_that_is_chosen() {
    let loose = "skirmishers";
    let probe = Table::new().wide("t", Side::Blue, loose, 4, (30.0, 20.0), 180.0).build();
    let width = probe.look().rect(probe.unit("t")).width / INCH;
    let mut scene = Table::new()
        .wide("u", Side::Red, "heavy-infantry", 24, (30.0, 15.0), 0.0)
        .wide("t", Side::Blue, loose, 4, (30.0, 20.0), 180.0)
        .wide("x", Side::Blue, loose, 4, (30.0 - width - 0.1, 20.0), 180.0)
        .wide("y", Side::Blue, loose, 4, (30.0 + width + 0.1, 20.0), 180.0)
        .build();
    scene.charge(&["t"], 1);
    assert!(width < 8.0, "{width}");
    scene.responds(Stand, &[]);
    assert_eq!(scene.asked().as_deref(), Some("x"));
    scene.responds(Evade, &[]);
    scene.responds(Evade, &[]);
    let (x, y) = (scene.unit("x"), scene.unit("y"));
    let asked = next(scene.look());
    let units = [x, y].into_iter().collect();
    let wanted = ChargePrompt::Evades { units, charger: scene.unit("u") };
    assert_eq!(asked, Some(Next::Ask { side: Side::Blue, prompt: Prompt::Charge(wanted) }));
    let choice = Choice::Charge(ChargeChoice::Evades(scene.unit("t")));
    assert_eq!(check(scene.look(), &choice).breaches[0].rule, rule!("HC-ALG-06"));
    scene.choose(ChargeChoice::Evades(y), &[]);
    scene.proceed(&[1, 1]);
    assert!(scene.state.unit(y).did(Deed::Evaded) && !scene.state.unit(x).did(Deed::Evaded));
}
