//! Ambushes that moves discover, and orders to hidden bases (BB-BUSH-09 to BB-BUSH-12, BB-MOVE-76, BB-MOVE-77).

use super::*;
use crate::event::Event;
use crate::field::{AreaKind, Size};
use crate::state::{Moved, Pending, Place};
use crate::testing::{Table, close};
use aelian_game::{Next, Ruleset, Side};
use aelian_rulebook::rule;

/// Two hidden bases of Blue 40 mm deep in a wood that begins at y = 600: they are seen when no more than 1 MU of wood
/// lies between, from y = 610 on.
fn woods() -> Table {
    Table::new()
        .area(AreaKind::Woods, Size::Large, &[(300.0, 600.0), (700.0, 600.0), (700.0, 850.0), (300.0, 850.0)])
        .base("x", Side::Blue, "Irr Ax(O)", 500.0, 640.0, 180.0)
        .base("y", Side::Blue, "Irr Ax(O)", 540.0, 640.0, 180.0)
        .ambush("x")
        .ambush("y")
}

fn mover(troop: &str, y: f64) -> Scene {
    woods().base("m", Side::Red, troop, 500.0, y, 0.0).build()
}

fn far(scene: &Scene, distance: f64) -> Choice {
    order(scene, &["m"], Reach::Far, Manoeuvre::Advance { distance })
}

/// EX-32: BB-BUSH-11, BB-MOVE-77, BB-PIG-46, AMB-97: a far move stops where it sees the ambush, at the price of the
/// order as it was given.
#[test]
fn a_far_move_stops_at_the_sight_of_an_ambush() {
    let mut scene = mover("Irr Ax(O)", 545.0);
    let choice = far(&scene, 90.0);
    assert_eq!(cost(&scene, &choice), Some(1), "hidden bases do not count for the far move");
    let step = scene.play(&choice, &[]).expect("legal");
    assert!(step.events.contains(&Event::Revealed(scene.id("x"))));
    assert_eq!(scene.named("m").deeds.moved, Moved::Far(1));
    let at = scene.pose("m").at.y;
    assert!((609.9..611.0).contains(&at), "{at}");
}

/// BB-BUSH-09: only what is seen must be shown; the owner may show the rest.
#[test]
fn the_owner_may_show_the_rest() {
    let mut scene = woods()
        .base("z", Side::Blue, "Irr Ax(O)", 580.0, 690.0, 180.0)
        .ambush("z")
        .base("m", Side::Red, "Irr Ax(O)", 500.0, 545.0, 0.0)
        .build();
    play(&mut scene, |it| far(it, 90.0));
    assert_eq!(scene.named("z").place, Place::Ambush);
    let asked = scene.rules.next(&scene.state);
    assert!(matches!(asked, Next::Ask { side: Side::Blue, .. }), "{asked:?}");
    let mut keeps = scene.clone();
    play(&mut keeps, |_| Choice::RevealRest(false));
    assert_eq!(keeps.named("z").place, Place::Ambush);
    play(&mut scene, |_| Choice::RevealRest(true));
    assert_eq!(scene.named("z").place, Place::Table);
    assert!(scene.state.pending.is_empty());
}

/// BB-BUSH-12, AMB-94: a tactical move may stop at the discovery or go on, even into contact.
#[test]
fn a_tactical_move_may_go_on() {
    let mut scene = mover("Irr Ax(O)", 555.0);
    play(&mut scene, |it| advance(it, &["m"], 90.0));
    play(&mut scene, |_| Choice::RevealRest(false));
    assert!(matches!(scene.state.pending.last(), Some(Pending::GoOn { .. })), "{:?}", scene.state.pending);
    assert_eq!(scene.state.army(Side::Red).pigs, 5, "paid once");
    let mut stops = scene.clone();
    play(&mut stops, |_| Choice::GoOn(false));
    let at = stops.pose("m").at.y;
    assert!((609.5..611.0).contains(&at), "{at}");
    assert_eq!(stops.named("m").deeds.moved, Moved::Tactical);
    play(&mut scene, |_| Choice::GoOn(true));
    assert!(close(scene.pose("m"), 500.0, 640.0, 0.0), "{:?}", scene.pose("m"));
    assert!(scene.look().fights(scene.id("m"), scene.id("x")));
    assert_eq!(scene.state.army(Side::Red).pigs, 5);
}

/// EX-32: BB-MOVE-76: an ambush discovered in contact ends a far move in contact.
#[test]
fn an_ambush_in_contact() {
    // Troops in a gully are seen from outside only if they touch its edge; these stand just within.
    let mut scene = Table::new()
        .area(AreaKind::Gully, Size::Large, &[(300.0, 590.0), (700.0, 590.0), (700.0, 850.0), (300.0, 850.0)])
        .base("x", Side::Blue, "Irr Ax(O)", 500.0, 592.0, 180.0)
        .ambush("x")
        .base("m", Side::Red, "Irr Ax(O)", 500.0, 505.0, 0.0)
        .build();
    play(&mut scene, |it| far(it, 90.0));
    assert_eq!(scene.named("x").place, Place::Table);
    let at = scene.pose("m").at.y;
    assert!(at <= 592.2, "{at}");
    assert_eq!(scene.named("m").deeds.moved, Moved::Far(1));
}

/// BB-BUSH-09: an order brings hidden bases onto the table.
#[test]
fn orders_reveal_the_ordered() {
    let mut scene = Table::new()
        .area(AreaKind::Woods, Size::Large, &[(300.0, 200.0), (700.0, 200.0), (700.0, 450.0), (300.0, 450.0)])
        .base("a", Side::Red, "Irr Ax(O)", 500.0, 400.0, 0.0)
        .base("b", Side::Red, "Irr Ax(O)", 540.0, 400.0, 0.0)
        .base("f", Side::Red, "Irr Ax(O)", 500.0, 360.0, 0.0)
        .ambush("a")
        .ambush("b")
        .build();
    // The hidden friends stand in the way of the third as if they were seen.
    let verdict = scene.check(&advance(&scene, &["f"], 90.0));
    assert!((verdict.ghost.moves[0].pose.at.y - 380.0).abs() < 0.01);
    play(&mut scene, |it| advance(it, &["a"], 60.0));
    assert_eq!((scene.named("a").place, scene.named("b").place), (Place::Table, Place::Ambush));
    assert!(close(scene.pose("a"), 500.0, 460.0, 0.0));
    play(&mut scene, |_| Choice::RevealRest(false));
    assert_eq!(scene.named("b").place, Place::Ambush);
}

/// BB-BUSH-13: what is hidden changes no verdict.
#[test]
fn hidden_bases_do_not_show_in_verdicts() {
    let hidden = mover("Irr Ax(O)", 545.0);
    let empty = Table::new()
        .area(AreaKind::Woods, Size::Large, &[(300.0, 600.0), (700.0, 600.0), (700.0, 850.0), (300.0, 850.0)])
        .base("m", Side::Red, "Irr Ax(O)", 500.0, 545.0, 0.0)
        .build();
    for distance in [30.0, 60.0, 90.0] {
        let (one, two) = (hidden.check(&far(&hidden, distance)), empty.check(&far(&empty, distance)));
        assert_eq!(one.ghost.moves[0].pose, two.ghost.moves[0].pose);
        assert_eq!(one.ghost.cost, two.ghost.cost);
    }
    refused(&hidden, &Choice::RevealRest(true), rule!("BB-TURN-04"));
}
