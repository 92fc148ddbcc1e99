//! 50.9.

use super::*;
use crate::event::Event;
use crate::field::AreaKind;
use crate::movement::Leg;
use crate::rout::{AtEdge, RoutChoice};
use crate::state::Shape;
use aelian_game::Side;
use aelian_game::referee::watch;

fn light_horse() -> Table {
    evading().group("charger", Side::Red, "Cv armoured lancers swordsmen", (4, 4), (36.0, 20.0), 0.0).group(
        "lh",
        Side::Blue,
        "LH unprotected javelins light-spear",
        (4, 2),
        (36.0, 24.0),
        180.0,
    )
}

/// FA-EV-08, FA-EV-09, FA-EV-10, FA-VMD-02, FA-ALG-70, FA-ALG-72, EX-27: light horse turn about and run 6 MU on a die of 2.
#[test]
fn an_evade_to_the_rear_turns_about_and_runs() {
    let mut scene = charged(light_horse().build(), "charger", &["lh"], &[]);
    let back = order(&scene, "lh", EvadeTo::Rear, EvadeTurn::About);
    assert!(scene.refusals(&back).is_empty());
    scene.play(&back, &[2]);
    // The rear edge was two ranks of 30 mm behind the front, at 26.4 MU.
    assert_eq!(stands(&scene, "lh"), (36.0, 32.4, 0.0));
    let lh = scene.group("lh");
    assert!(scene.state.did(lh, Deed::MovedInImpact), "FA-EV-26");
}

/// FA-EV-08, FA-EV-10, FA-EV-11, FA-ALG-71, FA-DEC-25: what is not allowed is refused with its rule.
#[test]
fn some_evades_are_refused() {
    let scene = charged(light_horse().build(), "charger", &["lh"], &["lh"]);
    let refused = |to, turn| {
        let rules = scene.refusals(&order(&scene, "lh", to, turn));
        rules.iter().map(|rule| rule.as_str().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(refused(EvadeTo::Rear, EvadeTurn::About), ["FA-EV-08"]);
    assert_eq!(refused(EvadeTo::Rear, EvadeTurn::None), ["FA-EV-08", "FA-EV-10"]);
    assert_eq!(refused(EvadeTo::Along, EvadeTurn::None), ["FA-EV-11"]);
    assert!(refused(EvadeTo::Along, EvadeTurn::About).is_empty());
    let charger = order(&scene, "charger", EvadeTo::Rear, EvadeTurn::About);
    assert_eq!(scene.refusals(&charger)[0].as_str(), "FA-EV-05");
    let mut nobody = order(&scene, "lh", EvadeTo::Rear, EvadeTurn::About);
    if let Choice::Impact(ImpactChoice::Evade(order)) = &mut nobody {
        order.group = GroupId(200);
    }
    assert!(!scene.refusals(&nobody).is_empty());
}

/// FA-EV-11, FA-EV-12, FA-EV-13, EX-29, EX-30: charged from the flank, a quarter turn puts the rear edge on the old side
/// edge near the chargers and leaves less to wheel.
#[test]
fn a_quarter_turn_leads_away_from_the_chargers_side() {
    let table = evading()
        .group("charger", Side::Red, "Cv armoured lancers swordsmen", (4, 4), (28.0, 24.0), 90.0)
        .group("lh", Side::Blue, "LH unprotected javelins", (4, 4), (40.0, 24.0), 180.0);
    let mut scene = charged(table.build(), "charger", &["lh"], &["lh"]);
    let before = scene.look().block(scene.group("lh"));
    scene.play(&order(&scene.clone(), "lh", EvadeTo::Along, EvadeTurn::Quarter), &[3]);
    let after = scene.look().block(scene.group("lh"));
    // One file wide now, four deep: 120 mm. Its rear edge was at the western side of the old block.
    assert!((after.width - 40.0).abs() < 0.1 && (after.depth - 120.0).abs() < 0.1);
    let western = before.centre().x - before.width * 0.5;
    assert!((after.pose.at.x - after.depth - western - 175.0).abs() < 0.5, "{} {western}", after.pose.at.x);
    // The old front line is a side line.
    assert!((after.pose.at.y - 20.0 - before.pose.at.y).abs() < 0.1);
}

/// FA-SEQ-09, FA-DEC-42, FA-DEC-25: of several evaders their owner says who goes next, and each direction before its die.
#[test]
fn the_owner_orders_his_evades() {
    let table = light_horse().group("other", Side::Blue, "LH unprotected", (4, 2), (50.0, 24.0), 180.0);
    let mut scene = charged(table.build(), "charger", &["lh", "other"], &[]);
    use crate::choice::Prompt;
    use crate::impact::ImpactPrompt;
    use aelian_game::{Next, Ruleset};
    let Next::Ask { side: Side::Blue, prompt: Prompt::Impact(ImpactPrompt::Evade { groups }) } =
        scene.rules.next(&scene.state)
    else {
        panic!("the owner of the evaders is asked")
    };
    assert_eq!(groups, ["lh", "other"].map(|name| scene.group(name)).into_iter().collect());
    for name in ["other", "lh"] {
        let back = order(&scene, name, EvadeTo::Rear, EvadeTurn::About);
        assert!(scene.refusals(&back).is_empty(), "{name}");
        scene.play(&back, &[3]);
    }
}

/// FA-EV-06, FA-EV-07, FA-GEO-11, AMB-24: two chargers are bisected; opposite ones leave only the rear.
#[test]
fn two_charges_are_bisected() {
    let table = light_horse().group("other", Side::Red, "Cv armoured", (4, 4), (28.0, 24.0), 90.0);
    let scene = charged(charged(table.build(), "charger", &["lh"], &[]), "other", &["lh"], &[]);
    let threat = crate::impact::evade::Threat::of_charges(scene.look(), scene.group("lh")).unwrap();
    assert!((threat.direction.unwrap().to_compass() - 45.0).abs() < 0.01);
    let table = light_horse().group("other", Side::Red, "Cv armoured", (4, 4), (36.0, 32.0), 180.0);
    let scene = charged(charged(table.build(), "charger", &["lh"], &[]), "other", &["lh"], &["lh"]);
    let threat = crate::impact::evade::Threat::of_charges(scene.look(), scene.group("lh")).unwrap();
    assert_eq!(threat.direction, None);
    let orders = crate::impact::evade::orders(scene.look(), scene.group("lh"), &threat);
    assert_eq!(orders.len(), 1);
    assert_eq!(orders[0].to, EvadeTo::Rear);
}

/// FA-EV-14, FA-BURST-09, FA-INT-08, FA-INT-10: light foot pass through friends and are put beyond them; they are no worse
/// for it.
#[test]
fn light_foot_pass_through_friends() {
    let table = evading()
        .group("charger", Side::Red, "Cv armoured lancers", (4, 4), (36.0, 20.0), 0.0)
        .group("lf", Side::Blue, "LF unprotected bow", (6, 6), (36.0, 24.0), 180.0)
        .group("foot", Side::Blue, "HF armoured", (8, 4), (36.0, 29.0), 180.0);
    let mut scene = charged(table.build(), "charger", &["lf"], &[]);
    scene.play(&order(&scene.clone(), "lf", EvadeTo::Rear, EvadeTurn::About), &[4]);
    assert_eq!(cohesion(&scene, "foot"), Cohesion::Steady);
    assert_sound(&scene, "passed");
    // 24.8 + 5 = 29.8 MU is among the foot (29 to 30.2): put just beyond.
    assert_eq!(stands(&scene, "lf"), (36.0, 31.0, 0.0));
}

/// FA-EV-15, FA-ALG-73: the smallest shift that gets past friends is made.
#[test]
fn evaders_shift_past_friends() {
    let table = light_horse().group("foot", Side::Blue, "HF armoured", (8, 2), (37.6, 28.0), 180.0);
    let mut scene = charged(table.build(), "charger", &["lh"], &[]);
    let step = scene.play(&order(&scene.clone(), "lh", EvadeTo::Rear, EvadeTurn::About), &[3]);
    assert!(step.reasons.iter().any(|reason| reason.rule.as_str() == "FA-EV-15"));
    // It shifts before it comes to them, not behind them.
    let ways = step.events.iter().filter_map(|event| match event {
        Event::Moved(moved) => Some(&moved.way),
        _ => None,
    });
    assert!(ways.flatten().last().is_some_and(|leg| matches!(leg, Leg::Advance { .. })));
    assert_eq!(stands(&scene, "lh"), (34.4, 33.4, 0.0));
    assert_eq!(cohesion(&scene, "foot"), Cohesion::Steady);
    assert_sound(&scene, "shifted");
}

/// FA-EV-16, FA-EV-27, FA-ALG-74, EX-28, EX-37: only the middle file has a gap: it runs 5 MU on a die of 1, the others fall
/// in behind it, none going more than a base width sideways.
#[test]
fn files_fall_in_behind_those_that_pass() {
    let table = evading()
        .group("charger", Side::Red, "HF armoured", (8, 4), (36.0, 20.0), 0.0)
        .group("lh", Side::Blue, "LH unprotected javelins", (3, 3), (36.0, 23.0), 180.0)
        .group("left", Side::Blue, "MF protected", (8, 4), (32.0, 26.0), 180.0)
        .group("right", Side::Blue, "MF protected", (8, 4), (40.0, 26.0), 180.0);
    let mut scene = charged(table.build(), "charger", &["lh"], &[]);
    scene.play(&order(&scene.clone(), "lh", EvadeTo::Rear, EvadeTurn::About), &[1]);
    let block = scene.look().block(scene.group("lh"));
    assert!((block.width - 40.0).abs() < 0.1 && (block.depth - 90.0).abs() < 0.1, "{block:?}");
    assert_eq!(stands(&scene, "lh"), (36.0, 29.2, 0.0));
    assert_eq!(scene.state.group(scene.group("lh")).shape, Shape::Normal);
    assert_eq!((cohesion(&scene, "left"), cohesion(&scene, "right")), (Cohesion::Steady, Cohesion::Steady));
    assert_sound(&scene, "dropped");
}

/// FA-EV-17, FA-BURST-06, FA-BURST-07, EX-36: Numidians who cannot get clear run 5 MU straight back through two groups of
/// Gauls, both of which become DISRUPTED, and are put beyond them.
#[test]
fn evaders_burst_through_friends() {
    let table = evading()
        .group("charger", Side::Red, "HF armoured", (8, 4), (36.0, 20.0), 0.0)
        .group("lh", Side::Blue, "LH unprotected javelins", (4, 4), (36.0, 23.0), 180.0)
        .group("left", Side::Blue, "MF protected", (12, 6), (31.2, 28.0), 180.0)
        .group("right", Side::Blue, "MF protected", (12, 6), (40.8, 28.0), 180.0);
    let mut scene = charged(table.build(), "charger", &["lh"], &[]);
    let events = scene.events(&order(&scene.clone(), "lh", EvadeTo::Rear, EvadeTurn::About), &[1]);
    assert!(!events.is_empty());
    assert_eq!(
        (cohesion(&scene, "left"), cohesion(&scene, "right")),
        (Cohesion::Disrupted, Cohesion::Disrupted)
    );
    // The Gauls stand from 28 to 29.6 MU; the horse, 30 mm deep, just beyond.
    assert_eq!(stands(&scene, "lh"), (36.0, 30.8, 0.0));
    assert_sound(&scene, "burst");
}

/// FA-BURST-07: without room beyond, those who burst through are destroyed, and nobody tests for it (FA-CT-13).
#[test]
fn without_room_beyond_evaders_are_destroyed() {
    let table = evading()
        .group("charger", Side::Red, "HF armoured", (8, 4), (36.0, 20.0), 0.0)
        .group("lh", Side::Blue, "LH unprotected javelins", (4, 4), (36.0, 23.0), 180.0)
        .group("first", Side::Blue, "MF protected", (12, 12), (36.0, 28.5), 180.0)
        .group("second", Side::Blue, "MF protected", (12, 12), (36.0, 29.5), 180.0);
    let mut scene = charged(table.build(), "charger", &["lh"], &[]);
    scene.play(&order(&scene.clone(), "lh", EvadeTo::Rear, EvadeTurn::About), &[1]);
    assert_eq!(place(&scene, "lh"), Place::Destroyed);
    assert_eq!(cohesion(&scene, "first"), Cohesion::Disrupted);
    assert!(scene.state.seen.is_empty());
}

/// FA-TER-05: those whom a burst would put into impassable ground are destroyed; a run by itself turns aside before it.
#[test]
fn impassable_ground_destroys_those_forced_into_it() {
    let rocks = [(24.0, 29.7), (48.0, 29.7), (48.0, 40.0), (24.0, 40.0)];
    let table = evading()
        .area(AreaKind::Impassable, &rocks)
        .group("charger", Side::Red, "HF armoured", (8, 4), (36.0, 20.0), 0.0)
        .group("lh", Side::Blue, "LH unprotected javelins", (4, 4), (36.0, 23.0), 180.0);
    let foot = table.clone().group("foot", Side::Blue, "MF protected", (12, 12), (36.0, 28.5), 180.0);
    let mut scene = charged(foot.build(), "charger", &["lh"], &[]);
    scene.play(&order(&scene.clone(), "lh", EvadeTo::Rear, EvadeTurn::About), &[1]);
    assert_eq!(place(&scene, "lh"), Place::Destroyed);
    let mut free = charged(table.build(), "charger", &["lh"], &[]);
    free.play(&order(&free.clone(), "lh", EvadeTo::Rear, EvadeTurn::About), &[3]);
    let wet = |rect: &Rect| free.look().ground_under(rect) == crate::field::Level::Impassable;
    assert!(place(&free, "lh") != Place::Destroyed && !free.state.rects_of(free.group("lh")).any(wet));
}

/// FA-BURST-08: two evaders through one group cost it one level.
#[test]
fn one_phase_costs_one_level() {
    let table = evading()
        .group("charger", Side::Red, "HF armoured", (12, 12), (36.0, 20.0), 0.0)
        .group("one", Side::Blue, "LH unprotected javelins", (4, 4), (32.0, 23.0), 180.0)
        .group("two", Side::Blue, "LH unprotected javelins", (4, 4), (40.0, 23.0), 180.0)
        .group("foot", Side::Blue, "MF protected", (12, 12), (36.0, 28.0), 180.0);
    let mut scene = charged(table.build(), "charger", &["one", "two"], &[]);
    scene.play(&order(&scene.clone(), "two", EvadeTo::Rear, EvadeTurn::About), &[6]);
    scene.play(&order(&scene.clone(), "one", EvadeTo::Rear, EvadeTurn::About), &[6]);
    assert_eq!(cohesion(&scene, "foot"), Cohesion::Disrupted);
    assert_sound(&scene, "both");
}

/// FA-EV-18: enemy in the way: it halts 1 MU from them; if they are nearer at the start it does not go on.
#[test]
fn evaders_halt_before_enemy() {
    for (y, front) in [(30.0, 29.0), (27.0, 26.4)] {
        let table = light_horse().group("wall", Side::Red, "HF armoured", (12, 12), (36.0, y + 0.6), 0.0);
        let mut scene = charged(table.build(), "charger", &["lh"], &[]);
        scene.play(&order(&scene.clone(), "lh", EvadeTo::Rear, EvadeTurn::About), &[3]);
        assert_eq!(stands(&scene, "lh"), (36.0, front, 0.0), "{y}");
        assert_sound(&scene, "halted");
    }
}

/// FA-EV-19, FA-EV-20: impassable ground across its way: it runs along the edge, in the sense nearer to its direction.
#[test]
fn evaders_run_along_ground_they_cannot_enter() {
    let lake = [(20.0, 29.0), (52.0, 33.0), (52.0, 40.0), (20.0, 40.0)];
    let table = light_horse().area(AreaKind::Impassable, &lake);
    let mut scene = charged(table.build(), "charger", &["lh"], &[]);
    scene.play(&order(&scene.clone(), "lh", EvadeTo::Rear, EvadeTurn::About), &[6]);
    let (x, y, compass) = stands(&scene, "lh");
    // The edge runs east by north: 4 MU up in 32.
    assert!((compass - 82.87).abs() < 0.1 && x > 38.0 && y < 33.0, "{x} {y} {compass}");
    assert_sound(&scene, "along");
}

/// FA-EV-28: both senses equally near: the owner chooses.
#[test]
fn the_owner_chooses_between_equal_senses() {
    let lake = [(20.0, 30.0), (52.0, 30.0), (52.0, 40.0), (20.0, 40.0)];
    for (hand, compass) in [(aelian_geometry::Hand::Left, 270.0), (aelian_geometry::Hand::Right, 90.0)] {
        let table = light_horse().area(AreaKind::Impassable, &lake);
        let mut scene = charged(table.build(), "charger", &["lh"], &[]);
        scene.play(&order(&scene.clone(), "lh", EvadeTo::Rear, EvadeTurn::About), &[6]);
        scene.play(&Choice::Rout(RoutChoice::Sense(hand)), &[]);
        assert_eq!(stands(&scene, "lh").2, compass);
        assert_sound(&scene, "sense");
    }
}

/// FA-EV-21, FA-EV-22, FA-EV-23, FA-EDGE-01, FA-EDGE-02, FA-EDGE-06, FA-CMOVE-20, FA-DEC-26: at a side edge the owner runs along it or leaves;
/// his own rear edge he always leaves. A commander with them goes too.
#[test]
fn table_edges_are_left_or_followed() {
    let west = || {
        evading()
            .group("charger", Side::Red, "Cv armoured", (4, 4), (10.0, 24.0), 270.0)
            .group("lh", Side::Blue, "LH unprotected javelins", (4, 2), (6.0, 24.0), 90.0)
            .commander("chief", Side::Blue, crate::state::Grade::Field, Some("lh"), (5.0, 24.0))
    };
    let start = |table: Table| {
        let mut scene = charged(table.build(), "charger", &["lh"], &[]);
        scene.play(&order(&scene.clone(), "lh", EvadeTo::Rear, EvadeTurn::About), &[5]);
        scene
    };
    let mut leaves = start(west());
    leaves.play(&Choice::Rout(RoutChoice::AtEdge(AtEdge::Leave)), &[]);
    assert_eq!(place(&leaves, "lh"), Place::EvadedOff);
    assert_eq!(leaves.look().attrition(Side::Blue), 1);
    let chief = leaves.state.commander(leaves.officer("chief"));
    assert_eq!(chief.place, crate::state::CommanderPlace::Gone);
    let mut along = start(west());
    along.play(&Choice::Rout(RoutChoice::AtEdge(AtEdge::RunAlong)), &[]);
    along.play(&Choice::Rout(RoutChoice::Sense(aelian_geometry::Hand::Left)), &[]);
    assert_eq!(place(&along, "lh"), Place::Table);
    assert_eq!(stands(&along, "lh").2, 180.0);
    assert_sound(&along, "edge");
    let rear = evading().group("charger", Side::Red, "Cv armoured", (4, 4), (36.0, 40.0), 0.0).group(
        "lh",
        Side::Blue,
        "LH unprotected javelins",
        (4, 2),
        (36.0, 43.0),
        180.0,
    );
    assert_eq!(place(&start(rear), "lh"), Place::EvadedOff);
}

/// FA-EV-13, FA-EV-15, FA-EV-16: light foot who wheel past an enemy at their rear shift aside or narrow their front where their way would lead deeper into
/// him.
#[test]
fn evaders_do_not_run_deeper_into_those_they_brush() {
    let table = evading()
        .group("charger", Side::Red, "Cv armoured lancers", (4, 4), (25.6, 21.0), 356.2)
        .group("lf", Side::Blue, "LF unprotected javelins", (8, 4), (25.314, 25.272), 188.1)
        .group("wall", Side::Red, "HF armoured", (4, 2), (29.712, 27.768), 326.5);
    let mut scene = charged(table.build(), "charger", &["lf"], &[]);
    let mut before = scene.state.clone();
    let step = scene.play(&order(&scene.clone(), "lf", EvadeTo::Along, EvadeTurn::About), &[3]);
    let aside = |rule: &str| ["FA-EV-15", "FA-EV-16"].contains(&rule);
    assert!(step.reasons.iter().any(|reason| aside(reason.rule.as_str())), "{:?}", step.reasons);
    assert_eq!(watch(&scene.rules, &mut before, &step, 1), []);
}

/// FA-EV-21: along the edge of the table, and told so that each part of the way can be followed: the slide back on to the
/// table too.
#[test]
fn the_way_along_an_edge_is_told_whole() {
    let table = evading()
        .group("charger", Side::Red, "Cv armoured", (4, 2), (9.0, 8.0), 330.0)
        .group("lh", Side::Blue, "LH unprotected bow", (4, 2), (2.5, 11.6), 90.0)
        .group("foot", Side::Red, "LF unprotected javelins", (6, 2), (3.1, 8.7), 270.0);
    let mut scene = charged(table.build(), "charger", &["lh"], &[]);
    scene.play(&order(&scene.clone(), "lh", EvadeTo::Along, EvadeTurn::About), &[1]);
    let mut before = scene.state.clone();
    let step = scene.play(&Choice::Rout(RoutChoice::AtEdge(AtEdge::RunAlong)), &[]);
    let ways = step.events.iter().filter_map(|event| match event {
        Event::Moved(moved) => Some(&moved.way),
        _ => None,
    });
    assert!(ways.flatten().any(|leg| matches!(leg, Leg::Shift { .. })), "{:?}", step.events);
    assert_eq!(watch(&scene.rules, &mut before, &step, 1), []);
}

/// FA-EV-04, FA-CMOVE-17, FA-CMD-08: the commander runs with his group and stands behind it again.
#[test]
fn a_commander_evades_with_his_group() {
    let table =
        light_horse().commander("chief", Side::Blue, crate::state::Grade::Troop, Some("lh"), (36.0, 27.0));
    let mut scene = charged(table.build(), "charger", &["lh"], &[]);
    scene.play(&order(&scene.clone(), "lh", EvadeTo::Rear, EvadeTurn::About), &[3]);
    let chief = scene.state.commander(scene.officer("chief"));
    assert!(scene.look().distance_to(scene.group("lh"), &chief.rect) < 0.6);
    assert!(chief.rect.pose.at.y > 27.5 * 25.0);
}

/// FA-EV-01 to FA-EV-03, FA-TROOP-28: who may evade, and who must test to stand.
#[test]
fn some_may_evade_and_some_must_test_to_stand() {
    let table = light_horse()
        .group("thin", Side::Blue, "Cv armoured bow", (4, 4), (20.0, 24.0), 180.0)
        .group("deep", Side::Blue, "Cv armoured bow", (4, 2), (50.0, 24.0), 180.0)
        .group("lancers", Side::Blue, "Cv armoured lancers", (4, 4), (60.0, 24.0), 180.0);
    let scene = charged(table.build(), "charger", &["lh", "thin", "deep", "lancers"], &[]);
    let may = |scene: &Scene, name: &str| scene.look().may_evade_charge(scene.group(name));
    assert!(may(&scene, "lh") && may(&scene, "thin"));
    assert!(!may(&scene, "deep") && !may(&scene, "lancers"));
    let by = crate::ids::GroupSet::one(scene.group("charger"));
    let tests = |name: &str| scene.look().must_test_to_stand(scene.group(name), by);
    assert!(tests("lh") && !tests("thin"));
    let held = scene.fighting("charger", "lh");
    assert!(!may(&held, "lh"));
}

/// FA-INT-08, FA-INT-09, FA-EV-14: ranks that reach friends whom they may pass are put beyond them, the others stop
/// before them; the group is disordered until all have passed.
#[test]
fn evaders_may_pass_friends_in_part() {
    let table = evading()
        .group("charger", Side::Red, "HF armoured", (8, 4), (36.0, 20.0), 0.0)
        .group("lh", Side::Blue, "LH unprotected javelins", (6, 2), (36.0, 23.0), 180.0)
        .group("light", Side::Blue, "LF unprotected", (4, 4), (36.0, 32.4), 180.0);
    let mut scene = charged(table.build(), "charger", &["lh"], &[]);
    let lh = scene.group("lh");
    scene.play(&order(&scene.clone(), "lh", EvadeTo::Rear, EvadeTurn::About), &[3]);
    let front = scene.look().block(scene.group("light"));
    let beyond = scene.state.rects_of(lh).filter(|rect| rect.centre().y > front.centre().y).count();
    assert!(beyond > 0 && beyond < 6, "{beyond}");
    assert!(scene.state.did(lh, Deed::PartlyPassed));
    assert_sound(&scene, "partly");
    // Any other run brings it clear.
    let mut clear = scene.clone();
    clear.state.stage = Stage::Evades;
    clear.state.dealt = Default::default();
    let mut clear = charged(clear, "charger", &["lh"], &[]);
    clear.state.charges.remove(0);
    clear.play(&order(&clear.clone(), "lh", EvadeTo::Along, EvadeTurn::None), &[6]);
    assert!(!clear.state.did(lh, Deed::PartlyPassed));
}

/// FA-TER-21: evaders in a river run within 45 degrees of straight across, and do not enter one at a slant.
#[test]
fn rivers_bend_an_evade() {
    let table = evading()
        .river(&[(36.0, 0.0), (36.0, 48.0)], 4.0, crate::field::Level::Uneven)
        .group("charger", Side::Red, "HF armoured", (8, 4), (36.0, 20.0), 0.0)
        .group("lh", Side::Blue, "LH unprotected javelins", (2, 2), (36.0, 23.0), 180.0);
    let mut scene = charged(table.build(), "charger", &["lh"], &[]);
    scene.play(&order(&scene.clone(), "lh", EvadeTo::Rear, EvadeTurn::About), &[3]);
    let facing = scene.state.group(scene.group("lh")).facing.vector();
    assert!((facing.x.abs() - facing.y.abs()).abs() < 0.02, "{facing:?}");
    // Beside the river, running at it by 20 degrees from its course: it stops at the bank and runs along it.
    let table = evading()
        .river(&[(40.0, 0.0), (40.0, 48.0)], 4.0, crate::field::Level::Uneven)
        .group("charger", Side::Red, "HF armoured", (8, 4), (33.0, 18.0), 20.0)
        .group("lh", Side::Blue, "LH unprotected javelins", (2, 2), (35.0, 22.0), 200.0);
    let mut scene = charged(table.build(), "charger", &["lh"], &[]);
    scene.play(&order(&scene.clone(), "lh", EvadeTo::Rear, EvadeTurn::About), &[6]);
    let east = |rect: &Rect| rect.corners().iter().map(|corner| corner.x).fold(0.0, f64::max);
    let lh = scene.group("lh");
    assert!(scene.state.rects_of(lh).all(|rect| east(rect) <= 38.0 * 25.0 + 1.0));
}
