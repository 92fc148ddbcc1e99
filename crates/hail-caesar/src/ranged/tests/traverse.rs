//! 40.9: traversing shots.

use super::*;
use crate::ids::UnitSet;
use crate::ranged::{Waiting, next, offer_traverse};
use crate::state::Deed;
use aelian_game::{Next, Side};
use aelian_geometry::Rect;
use aelian_rulebook::rule;

/// A shooter of Blue with its centre-front at (30, 20.8), so that its middle is (30, 20), facing north; an enemy ends there.
fn scene(troop: &str, end: (f64, f64)) -> Scene {
    Table::new()
        .unit("u", Side::Blue, troop, (30.0, 20.0 + 20.0 / 25.4), 0.0)
        .unit("m", Side::Red, "medium-infantry", (30.0 + end.0, 20.0 + end.1 + 20.0 / 25.4), 0.0)
        .build()
}

const BOW: &str = "medium-infantry 6/6/3/3/5+/6 bow";

/// The shooters who may shoot when the middle of the mover went from there to there.
fn offered(scene: &Scene, from: (f64, f64), to: (f64, f64)) -> UnitSet {
    let mover = scene.unit("m");
    let end = *scene.look().rect(mover);
    let by = aelian_geometry::Vec2::new(from.0 - to.0, from.1 - to.1) * 25.4;
    let start: Rect = end.with_pose(end.pose.translated(by));
    match scene.look().traversing(mover, &[start, end], UnitSet::EMPTY) {
        Some(Waiting::Traverse { shooters, .. }) => shooters,
        _ => UnitSet::EMPTY,
    }
}

fn may_shoot(troop: &str, from: (f64, f64), to: (f64, f64)) -> bool {
    let scene = scene(troop, to);
    offered(&scene, from, to).contains(scene.unit("u"))
}

/// HC-TRAV-01, HC-TRAV-03, HC-TRAV-04, EX-54, EX-55, EX-140: half of the frontage must be crossed within 12 inches.
#[test]
fn half_of_the_front_must_be_crossed() {
    assert!(may_shoot(BOW, (-6.0, 8.0), (6.0, 8.0)));
    assert!(!may_shoot(BOW, (1.0, 8.0), (9.0, 8.0)));
    assert!(may_shoot(BOW, (0.0, 8.0), (9.0, 8.0)));
    assert!(!may_shoot(BOW, (0.2, 8.0), (9.0, 8.0)));
    assert!(may_shoot(BOW, (-6.0, 13.0), (6.0, 13.0)));
    assert!(!may_shoot(BOW, (-6.0, 15.0), (6.0, 15.0)));
    assert!(!may_shoot(BOW, (-6.0, -8.0), (6.0, -8.0)));
    // Straight ahead nothing is crossed.
    assert!(!may_shoot(BOW, (0.0, 12.0), (0.0, 4.0)));
}

/// HC-TRAV-02, HC-XBOW-02: not with short range only, not heavier engines, not powerful crossbows; slings to 12 inches.
#[test]
fn who_makes_traversing_shots() {
    let way = ((-6.0, 8.0), (6.0, 8.0));
    assert!(may_shoot("light-artillery", way.0, way.1));
    assert!(!may_shoot("heavy-infantry", way.0, way.1));
    assert!(!may_shoot("medium-artillery", way.0, way.1));
    assert!(!may_shoot("medium-infantry 6/6/3/3/5+/6 crossbow crossbows", way.0, way.1));
}

/// HC-TRAV-10: it must see the mover on its way.
#[test]
fn unseen_crossings_are_not_shot_at() {
    let hidden = Table::new()
        .unit("u", Side::Blue, BOW, (30.0, 20.0 + 20.0 / 25.4), 0.0)
        .unit("m", Side::Red, "medium-infantry", (36.0, 28.0 + 20.0 / 25.4), 0.0)
        .unit("a", Side::Blue, "heavy-infantry large", (30.0, 24.0), 0.0)
        .build();
    assert!(offered(&hidden, (-6.0, 8.0), (6.0, 8.0)).is_empty());
}

/// HC-TRAV-11: open order crosses half of its widest extent.
#[test]
fn open_order_shoots_at_what_crosses_it() {
    assert!(may_shoot("skirmishers 5/4/3/2/0/6 bow", (-8.0, -8.0), (8.0, -8.0)));
    assert!(!may_shoot("skirmishers 5/4/3/2/0/6 bow", (0.0, -8.0), (3.0, -8.0)));
}

/// HC-TRAV-05, HC-TRAV-06, HC-TRAV-07, HC-TRAV-12, HC-HIT-10: the owner may shoot or decline; Long value at -1, and a test at once.
#[test]
fn the_owner_may_shoot_or_decline() {
    let mut scene = scene(BOW, (6.0, 8.0));
    let (mover, shooter) = (scene.unit("m"), scene.unit("u"));
    let end = *scene.look().rect(mover);
    let start = end.with_pose(end.pose.translated(aelian_geometry::Vec2::new(-12.0 * 25.4, 0.0)));
    scene.run(&[], |cx| {
        offer_traverse(cx, mover, &[start, end]);
        Ok(())
    });
    let Some(Next::Ask { side: Side::Blue, .. }) = next(scene.look()) else { panic!("Blue is asked") };
    assert_eq!(scene.proposals().len(), 2);
    let strange = Choice::Ranged(RangedChoice::Traverse(mover));
    assert_eq!(scene.refusals(&strange), [rule!("HC-TRAV-03")]);
    let mut declined = scene.clone();
    declined.run(&[], |cx| resolve(cx, &Choice::Ranged(RangedChoice::Done)));
    assert_eq!(next(declined.look()), None);
    // Three dice at 5+: one six that is saved, and a test that 7 holds.
    scene.run(&[4, 4, 6, 6], |cx| resolve(cx, &Choice::Ranged(RangedChoice::Traverse(shooter))));
    scene.run(&[3, 4], |cx| resolve(cx, &Choice::Proceed));
    assert!(scene.state.unit(mover).did(Deed::Tested) && scene.state.pending.is_empty());
}

/// HC-TRAV-09, HC-BLDG-23: from a building two dice, at what crosses one of its faces.
#[test]
fn two_dice_from_a_building() {
    let garrison = Table::new()
        .block((30.0, 12.0), (8.0, 8.0), crate::field::Strength::Substantial)
        .entry("u", Side::Blue, BOW, crate::setup::Stands::In(crate::ids::BlockId(0)))
        .unit("m", Side::Red, "medium-infantry", (36.0, 28.0 + 20.0 / 25.4), 0.0)
        .build();
    let unit = garrison.unit("u");
    assert!(offered(&garrison, (-6.0, 8.0), (6.0, 8.0)).contains(unit));
    assert_eq!(garrison.look().quick_dice(unit), 2);
}

/// Three moves of 6 inches eastwards across the front of `u`, begun; shots after each move or after all.
fn across(each: bool) -> Scene {
    let mut scene = Table::new()
        .settings(|settings| settings.traverse_each_move = each)
        .unit("u", Side::Blue, BOW, (30.0, 20.0 + 20.0 / 25.4), 0.0)
        .unit("m", Side::Red, "medium-infantry", (20.0, 28.0), 90.0)
        .build();
    let mover = scene.unit("m");
    let (rect, formation) = (*scene.look().rect(mover), scene.state.unit(mover).formation);
    let plan = |moves: u8| {
        let rect = rect.with_pose(rect.pose.advanced(f64::from(moves) * 6.0 * 25.4));
        crate::movement::MovePlan {
            formation,
            rect,
            way: vec![rect.pose],
            bend: None,
            used: (6.0 * 25.4).into(),
            allowed: (6.0 * 25.4).into(),
            reformed: false,
            crossed: false,
            ends: None,
            tested: UnitSet::EMPTY,
            left: None,
            entered: None,
            sheltered: None,
        }
    };
    let plans = [plan(1), plan(2), plan(3)];
    scene.run(&[], |cx| crate::movement::carry_plan(cx, mover, &plans, crate::event::MoveWhy::Ordered));
    scene
}

fn stands(scene: &Scene) -> f64 {
    (scene.look().rect(scene.unit("m")).pose.at.x / 25.4 * 10.0).round() / 10.0
}

/// HC-TRAV-05, AMB-96: after the whole of the movement; by the setting after each single move, and whoever is driven
/// back by the shots goes no further.
#[test]
fn shots_after_all_moves_or_after_each() {
    let whole = across(false);
    assert_eq!(stands(&whole), 38.0);
    assert!(matches!(next(whole.look()), Some(Next::Ask { side: Side::Blue, .. })));
    // The first move crosses nothing; the second does.
    let mut each = across(true);
    assert_eq!(stands(&each), 26.0);
    each.run(&[], |cx| resolve(cx, &Choice::Proceed));
    assert_eq!(stands(&each), 32.0);
    assert!(matches!(next(each.look()), Some(Next::Ask { side: Side::Blue, .. })));
    // Unhurt it goes on.
    let mut missed = each.clone();
    missed.play(&Choice::Ranged(RangedChoice::Done), &[]);
    missed.play(&Choice::Proceed, &[]);
    assert_eq!(stands(&missed), 38.0);
    // A six and a retreat: it goes no further.
    let shooter = each.unit("u");
    each.run(&[4, 4, 6, 6], |cx| resolve(cx, &Choice::Ranged(RangedChoice::Traverse(shooter))));
    each.play(&Choice::Proceed, &[2, 2]);
    assert_ne!(stands(&each), 38.0);
    assert!(each.state.pending.is_empty());
}
