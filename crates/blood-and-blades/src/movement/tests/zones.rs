//! Zones of control as movers meet them (46.1).

use super::*;
use crate::choice::Leg;
use crate::movement::approach::{Search, Way};
use crate::movement::bind;
use crate::testing::{Table, close};
use aelian_game::Side;
use aelian_geometry::Corner;
use aelian_rulebook::rule;

fn free(scene: &Scene, name: &str, legs: &[Leg]) -> Choice {
    moves(scene, &[name], Manoeuvre::Free { legs: legs.to_vec() })
}

fn go(ahead: f64, right: f64) -> Leg {
    Leg::Go { ahead, right }
}

/// A spear base looking north at (500, 300), and an enemy before it.
fn pair(x: f64, y: f64, compass: f64) -> Table {
    Table::new().base("a", Side::Red, "Reg Sp(O)", 500.0, 300.0, 0.0).base(
        "z",
        Side::Blue,
        "Reg Bd(O)",
        x,
        y,
        compass,
    )
}

/// BB-ZOC-10, BB-ZOC-13, BB-HALT-06: a zocced base may be halted or go into contact, but not retire, shift,
/// turn away or go half way.
#[test]
fn options_of_a_zocced_base() {
    let scene = pair(500.0, 330.0, 180.0).build();
    legal(&scene, &advance(&scene, &["a"], 30.0));
    legal(&scene, &halt(&scene, &["a"]));
    refused(&scene, &advance(&scene, &["a"], 20.0), rule!("BB-ZOC-10"));
    refused(&scene, &free(&scene, "a", &[go(-40.0, 0.0)]), rule!("BB-ZOC-10"));
    refused(&scene, &free(&scene, "a", &[go(0.0, 40.0)]), rule!("BB-ZOC-10"));
    refused(&scene, &moves(&scene, &["a"], Manoeuvre::Turnabout), rule!("BB-ZOC-10"));
}

/// BB-ZOC-11: straight ahead if it can be done so, even if another way would end aligned.
#[test]
fn the_most_straightforward_way() {
    let scene = pair(512.0, 330.0, 180.0).build();
    legal(&scene, &advance(&scene, &["a"], 30.0));
    refused(&scene, &free(&scene, "a", &[go(0.0, 12.0), go(30.0, 0.0)]), rule!("BB-ZOC-11"));
}

/// BB-ZOC-11: an enemy that zocs, if possible.
#[test]
fn a_zoccer_is_contacted_first() {
    // `y` stands straight ahead and looks away; `z` zocs from the left and can be reached by a free move.
    let scene = pair(465.0, 310.0, 120.0).base("y", Side::Blue, "Reg Bd(O)", 505.0, 355.0, 0.0).build();
    let zoccers = scene.look().zoccers(scene.id("a"));
    assert_eq!(zoccers, scene.set(&["z"]));
    let search = Search::new(scene.look(), scene.id("a"), Reach::Tactical);
    let best = bind::best(&search, zoccers).expect("the zoccer can be reached");
    assert_eq!(best.target, scene.id("z"));
    refused(&scene, &advance(&scene, &["a"], 40.0), rule!("BB-ZOC-11"));
    legal(&scene, &free(&scene, "a", &best.legs));
}

/// BB-ZOC-15, BB-ENG-30, BB-ALG-14: not straight ahead, so fully aligned, by one pivot if that does it.
#[test]
fn forced_contact_ends_aligned() {
    // The enemy looks south-west from the right: no straight way.
    let mut scene = pair(536.0, 318.0, 225.0).build();
    let a = scene.id("a");
    let zoccers = scene.look().zoccers(a);
    assert_eq!(zoccers, scene.set(&["z"]));
    let search = Search::new(scene.look(), a, Reach::Tactical);
    assert!(search.straight(zoccers).is_none());
    let best = bind::best(&search, zoccers).expect("there is a way");
    assert!(best.way != Way::Straight && best.fit.askew < 0.01, "{best:?}");
    play(&mut scene, |it| free(it, "a", &best.legs));
    must_align(&mut scene);
    assert!(close(scene.pose("a"), 536.0, 318.0, 45.0), "{:?}", scene.pose("a"));
}

/// Settles what is pending after forced contact: alignment is no choice then.
fn must_align(scene: &mut Scene) {
    while let Some(crate::state::Pending::Align { must, .. }) = scene.state.pending.last() {
        assert!(must);
        refused(scene, &Choice::Align(false), rule!("BB-ZOC-15"));
        play(scene, |_| Choice::Align(true));
    }
    while !scene.state.pending.is_empty() {
        play(scene, |_| Choice::Proceed);
    }
}

/// BB-ZOC-15: a mere touch will not do where there is room for alignment.
#[test]
fn a_mere_touch_is_not_enough() {
    let scene = pair(536.0, 318.0, 225.0).build();
    let touch = free(&scene, "a", &[Leg::Turn { about: Corner::FrontRight, degrees: 20.0 }, go(60.0, 0.0)]);
    let breaches = scene.breaches(&touch);
    assert!(breaches.contains(&rule!("BB-ZOC-15")) || breaches.contains(&rule!("BB-ZOC-11")), "{breaches:?}");
}

/// EX-55: BB-ZOC-15, BB-ENG-30: without room for full alignment the closest pose is taken.
#[test]
fn closest_approximation() {
    // A friend stands where the aligned base would have to stand.
    let scene = pair(536.0, 318.0, 225.0).base("f", Side::Red, "Reg Sp(O)", 550.0, 305.0, 90.0).build();
    let zoccers = scene.look().zoccers(scene.id("a"));
    let search = Search::new(scene.look(), scene.id("a"), Reach::Tactical);
    assert!(search.aligned(scene.id("z")).is_none());
    let best = bind::best(&search, zoccers).expect("it can turn far enough to touch");
    legal(&scene, &free(&scene, "a", &best.legs));
    assert!(best.fit.off > 1.0 && best.fit.askew < 0.15, "{:?}", best.fit);
    let less = [Leg::Turn { about: Corner::FrontRight, degrees: 30.0 }, go(60.0, 0.0)];
    refused(&scene, &free(&scene, "a", &less), rule!("BB-ENG-30"));
}

/// BB-ZOC-16: entering a zone is allowed; then the base stops there or goes on into contact.
#[test]
fn entering_a_zone() {
    let scene = pair(500.0, 355.0, 180.0).build();
    legal(&scene, &advance(&scene, &["a"], 15.0));
    legal(&scene, &advance(&scene, &["a"], 15.9));
    refused(&scene, &advance(&scene, &["a"], 30.0), rule!("BB-ZOC-16"));
    legal(&scene, &advance(&scene, &["a"], 55.0));
    let passing = pair(545.0, 355.0, 270.0).build();
    // It would go through the zone without contact.
    refused(&passing, &advance(&passing, &["a"], 60.0), rule!("BB-ZOC-16"));
}

/// BB-ZOC-16, BB-ZOC-17: a group that goes on in a zone must engage its owner.
#[test]
fn groups_in_zones() {
    let table = |y: f64| {
        pair(500.0, y, 180.0)
            .base("b", Side::Red, "Reg Sp(O)", 540.0, 300.0, 0.0)
            .base("c", Side::Red, "Reg Sp(O)", 500.0, 285.0, 0.0)
            .build()
    };
    let far = table(355.0);
    let all = ["a", "b", "c"];
    legal(&far, &advance(&far, &all, 15.0));
    refused(&far, &advance(&far, &all, 30.0), rule!("BB-ZOC-16"));
    legal(&far, &advance(&far, &all, 55.0));
    let near = table(320.0);
    assert!(!near.look().zoccers(near.id("c")).is_empty(), "the second rank is zocced too");
    legal(&near, &advance(&near, &all, 20.0));
    refused(&near, &advance(&near, &all, 10.0), rule!("BB-ZOC-17"));
    refused(&near, &moves(&near, &all, Manoeuvre::Turnabout), rule!("BB-ZOC-17"));
}

/// BB-MOVE-40: a base whose front is in close combat cannot move.
#[test]
fn no_move_out_of_close_combat() {
    let scene = pair(500.0, 300.0, 180.0).build();
    refused(&scene, &free(&scene, "a", &[go(-30.0, 0.0)]), rule!("BB-MOVE-40"));
    refused(&scene, &moves(&scene, &["a"], Manoeuvre::Turnabout), rule!("BB-MOVE-40"));
    // Also when it holds the flank of an enemy who does not zoc it.
    let flank = Table::new()
        .base("a", Side::Red, "Reg Sp(O)", 500.0, 300.0, 0.0)
        .base("z", Side::Blue, "Reg Bd(O)", 520.0, 320.0, 90.0)
        .build();
    assert!(flank.look().zoccers(flank.id("a")).is_empty());
    refused(&flank, &free(&flank, "a", &[go(-30.0, 0.0)]), rule!("BB-MOVE-40"));
}

/// BB-MOVE-40, AMB-96: a base held only at its flank may turn to face that enemy.
#[test]
fn a_base_held_at_its_flank_may_turn() {
    let mut scene = pair(480.0, 290.0, 90.0).build();
    let a = scene.id("a");
    let zoccers = scene.look().zoccers(a);
    assert_eq!(zoccers, scene.set(&["z"]));
    let search = Search::new(scene.look(), a, Reach::Tactical);
    let best = bind::best(&search, zoccers).expect("it can turn");
    refused(&scene, &advance(&scene, &["a"], 30.0), rule!("BB-ZOC-10"));
    play(&mut scene, |it| free(it, "a", &best.legs));
    assert!(scene.look().engages(a, scene.id("z")));
    must_align(&mut scene);
    assert!(close(scene.pose("a"), 480.0, 290.0, 270.0), "{:?}", scene.pose("a"));
}

fn straight(scene: &Scene, name: &str, distance: f64) -> Order {
    let how = Manoeuvre::Advance { distance };
    let what = Command::Move { reach: Reach::Tactical, how, displace: BaseSet::EMPTY };
    Order { to: scene.set(&[name]), what }
}

/// `b` stands across the straight way of `a`, who has no room to go round him; both are zocced, `a` by `z` and `b` by
/// `y`.
fn in_each_others_way() -> Table {
    Table::new()
        .base("a", Side::Red, "Reg Sp(O)", 500.0, 300.0, 0.0)
        .base("beside", Side::Red, "Reg Sp(O)", 458.0, 300.0, 0.0)
        .base("b", Side::Red, "Reg Sp(O)", 530.0, 322.0, 90.0)
        .base("z", Side::Blue, "Reg Bd(O)", 490.0, 335.0, 180.0)
        .base("y", Side::Blue, "Reg Bd(O)", 560.0, 322.0, 270.0)
}

/// BB-ZOC-12, BB-PIG-53: bases in each other's way get into contact together, each for its own PIGs.
#[test]
fn together_out_of_zones() {
    let mut scene = in_each_others_way().build();
    let both = |it: &Scene| Choice::Together(vec![straight(it, "a", 35.0), straight(it, "b", 30.0)]);
    let alone = scene.check(&Choice::Order(straight(&scene, "a", 35.0)));
    assert!(!alone.is_legal(), "alone it runs into its friend");
    assert_eq!(scene.check(&both(&scene)).ghost.cost, Some(2));
    let poor = in_each_others_way().pigs(1).build();
    refused(&poor, &both(&poor), rule!("BB-PIG-53"));
    play(&mut scene, both);
    assert!(scene.look().engages(scene.id("a"), scene.id("z")));
    assert!(scene.look().engages(scene.id("b"), scene.id("y")));
    assert_eq!(scene.state.army(Side::Red).pigs, 4);
}

/// BB-ZOC-11, BB-ZOC-12: with room to step aside first, it goes alone.
#[test]
fn a_step_aside_is_a_way() {
    let mut scene = Table::new()
        .base("a", Side::Red, "Reg Sp(O)", 500.0, 300.0, 0.0)
        .base("b", Side::Red, "Reg Sp(O)", 530.0, 322.0, 90.0)
        .base("z", Side::Blue, "Reg Bd(O)", 490.0, 335.0, 180.0)
        .base("y", Side::Blue, "Reg Bd(O)", 560.0, 322.0, 270.0)
        .build();
    let both = Choice::Together(vec![straight(&scene, "a", 35.0), straight(&scene, "b", 30.0)]);
    refused(&scene, &both, rule!("BB-ZOC-12"));
    refused(&scene, &free(&scene, "a", &[go(35.0, -10.0)]), rule!("BB-ZOC-10"));
    play(&mut scene, |it| free(it, "a", &[go(0.0, -10.0), go(35.0, 0.0)]));
    assert!(scene.look().engages(scene.id("a"), scene.id("z")));
}

/// BB-ZOC-12: only if alone it cannot be done, only zocced bases, two or three of them.
#[test]
fn together_only_in_need() {
    let scene = Table::new()
        .base("a", Side::Red, "Reg Sp(O)", 500.0, 300.0, 0.0)
        .base("b", Side::Red, "Reg Sp(O)", 600.0, 300.0, 0.0)
        .base("z", Side::Blue, "Reg Bd(O)", 500.0, 330.0, 180.0)
        .base("y", Side::Blue, "Reg Bd(O)", 600.0, 330.0, 180.0)
        .build();
    let orders = vec![straight(&scene, "a", 30.0), straight(&scene, "b", 30.0)];
    refused(&scene, &Choice::Together(orders), rule!("BB-ZOC-12"));
    let scene = in_each_others_way().build();
    refused(&scene, &Choice::Together(vec![straight(&scene, "a", 35.0)]), rule!("BB-ZOC-12"));
    let crash = Choice::Together(vec![straight(&scene, "a", 35.0), straight(&scene, "a", 30.0)]);
    refused(&scene, &crash, rule!("BB-ZOC-12"));
}

/// BB-ZOC-18: outcome moves know no zones; they are no orders, so a zocced base that loses still recoils.
#[test]
fn outcome_moves_know_no_zones() {
    let scene = pair(500.0, 300.0, 180.0).base("y", Side::Blue, "Reg Bd(O)", 500.0, 250.0, 0.0).build();
    assert_eq!(scene.look().zoccers(scene.id("a")), scene.set(&["z", "y"]));
    let free = pair(500.0, 300.0, 180.0).build();
    let complete = crate::outcome::recoil::RecoilTest::Complete;
    assert_eq!(free.look().test_recoil(free.id("a")), complete);
    assert_eq!(scene.look().test_recoil(scene.id("a")), complete);
}
