//! Distances, going, straight moves, turnabouts, pivots and the kinds of move (44.1 to 44.6).

use super::*;
use crate::choice::Turn;
use crate::field::{AreaKind, Size};
use crate::settings::{PivotMeasure, Settings};
use crate::state::Moved;
use crate::testing::{Table, close};
use aelian_game::Side;
use aelian_geometry::Hand;
use aelian_rulebook::rule;

/// A strip of terrain across the table from this y on.
fn strip(table: Table, kind: AreaKind, size: Size, from: f64) -> Table {
    table.area(kind, size, &[(100.0, from), (900.0, from), (900.0, from + 200.0), (100.0, from + 200.0)])
}

fn chariot(kind: AreaKind, ahead: f64) -> Scene {
    let table = strip(Table::new(), kind, Size::Medium, 300.0 + ahead);
    table.base("a", Side::Red, "Reg LCh(O)", 500.0, 300.0, 0.0).build()
}

fn ends_at(scene: &Scene, distance: f64) -> f64 {
    let verdict = scene.check(&advance(scene, &["a"], distance));
    assert!(verdict.is_legal(), "{:?}", verdict.breaches);
    verdict.ghost.moves[0].pose.at.y - 300.0
}

/// EX-23: BB-MOVE-10, BB-MOVE-12, BB-MOVE-17, BB-ALG-05: entering slower going, or stopping at its border.
#[test]
fn moving_into_terrain() {
    let near = chariot(AreaKind::Rocky, 45.0);
    assert!((ends_at(&near, 60.0) - 60.0).abs() < 0.01);
    refused(&near, &advance(&near, &["a"], 61.0), rule!("BB-MOVE-01"));
    let far = chariot(AreaKind::Rocky, 75.0);
    assert!((ends_at(&far, 75.0) - 75.0).abs() < 0.01);
    assert!((ends_at(&far, 120.0) - 75.0).abs() < 0.01, "stopped at the border");
    let woods = chariot(AreaKind::Woods, 45.0);
    assert!((ends_at(&woods, 120.0) - 45.0).abs() < 0.01);
}

/// BB-MOVE-10: what lies under the start counts for the whole move.
#[test]
fn the_start_counts() {
    let table = Table::new().area(
        AreaKind::Woods,
        Size::Medium,
        &[(100.0, 100.0), (900.0, 100.0), (900.0, 301.0), (100.0, 301.0)],
    );
    let scene = table.base("a", Side::Red, "Reg Cv(O)", 500.0, 310.0, 0.0).build();
    legal(&scene, &advance(&scene, &["a"], 60.0));
    refused(&scene, &advance(&scene, &["a"], 62.0), rule!("BB-MOVE-01"));
}

/// BB-MOVE-11, BB-GRP-08, BB-ALG-06, AMB-79: each base by its own ground, the slowest decides.
#[test]
fn a_group_goes_as_its_slowest_base() {
    let group = Table::new()
        .base("cv", Side::Red, "Reg Cv(O)", 500.0, 300.0, 0.0)
        .base("sp", Side::Red, "Reg Sp(O)", 540.0, 300.0, 0.0)
        .build();
    legal(&group, &advance(&group, &["cv", "sp"], 60.0));
    refused(&group, &advance(&group, &["cv", "sp"], 61.0), rule!("BB-GRP-08"));
    // Only the Cv crosses the wood, and only the Cv is slowed down by it.
    let wood = [(450.0, 310.0), (519.0, 310.0), (519.0, 400.0), (450.0, 400.0)];
    let group = Table::new()
        .area(AreaKind::Woods, Size::Small, &wood)
        .base("cv", Side::Red, "Reg Cv(O)", 500.0, 300.0, 0.0)
        .base("ax", Side::Red, "Reg Ax(O)", 540.0, 300.0, 0.0)
        .build();
    legal(&group, &advance(&group, &["cv", "ax"], 60.0));
    refused(&group, &advance(&group, &["cv", "ax"], 62.0), rule!("BB-GRP-08"));
}

/// BB-MOVE-39, BB-MOVE-45: shorter moves are allowed, and every base goes by the same vector.
#[test]
fn straight_forward() {
    let mut scene = Table::new()
        .base("a", Side::Red, "Reg Sp(O)", 500.0, 300.0, 30.0)
        .base("b", Side::Blue, "Reg Sp(O)", 500.0, 900.0, 180.0)
        .build();
    play(&mut scene, |it| advance(it, &["a"], 40.0));
    let (sine, cosine) = (0.5, 3f64.sqrt() / 2.0);
    assert!(close(scene.pose("a"), 500.0 + 40.0 * sine, 300.0 + 40.0 * cosine, 30.0));
    assert_eq!(scene.named("a").deeds.moved, Moved::Tactical);
    assert!((scene.named("a").deeds.distance - 40.0).abs() < 1e-6);
}

/// BB-MOVE-47, BB-ALG-02, BB-ALG-07: a blocking friend, a lake and the table's edge stop a straight move.
#[test]
fn what_stops_a_straight_move() {
    let friend = Table::new()
        .base("a", Side::Red, "Reg Sp(O)", 500.0, 300.0, 0.0)
        .base("b", Side::Red, "Reg Sp(O)", 500.0, 345.0, 90.0)
        .build();
    // The friend lies across: its flank is at y = 325.
    assert!((ends_at(&friend, 60.0) - 25.0).abs() < 0.01);
    let lake = strip(Table::new(), AreaKind::Lake, Size::Large, 320.0);
    let lake = lake.base("a", Side::Red, "Reg Sp(O)", 500.0, 300.0, 0.0).build();
    assert!((ends_at(&lake, 60.0) - 20.0).abs() < 0.01);
    let mut edge = Table::new().base("a", Side::Red, "Reg Sp(O)", 500.0, 1010.0, 0.0).build();
    play(&mut edge, |it| advance(it, &["a"], 60.0));
    assert!(close(edge.pose("a"), 500.0, 1050.0, 0.0));
    refused(&reset(edge), &advance_a(), rule!("BB-MOVE-47"));
}

/// The same position with nothing done yet in this bound.
fn reset(mut scene: Scene) -> Scene {
    for base in &mut scene.state.bases {
        base.deeds = Default::default();
    }
    scene
}

fn advance_a() -> Choice {
    let to = [crate::baseset::BaseId::of(0)].into_iter().collect();
    let how = Manoeuvre::Advance { distance: 30.0 };
    Choice::Order(Order { to, what: Command::Move { reach: Reach::Tactical, how, displace: BaseSet::EMPTY } })
}

/// EX-24, EX-25: BB-MOVE-50, BB-MOVE-51: every base turns in its place and uses nothing; the rear rank leads.
#[test]
fn turnabout_of_a_block() {
    let mut scene = Table::new()
        .base("pk1", Side::Red, "Irr Pk(I)", 500.0, 300.0, 0.0)
        .base("pk2", Side::Red, "Irr Pk(I)", 500.0, 285.0, 0.0)
        .base("cv1", Side::Red, "Reg Cv(O)", 540.0, 300.0, 0.0)
        .base("cv2", Side::Red, "Reg Cv(O)", 540.0, 270.0, 0.0)
        .commander("cv1")
        .build();
    let all = ["pk1", "pk2", "cv1", "cv2"];
    let choice = moves(&scene, &all, Manoeuvre::Turnabout);
    assert_eq!(scene.check(&choice).ghost.used, 0.0);
    play(&mut scene, |_| choice);
    assert!(close(scene.pose("pk1"), 500.0, 285.0, 180.0));
    assert!(close(scene.pose("pk2"), 500.0, 270.0, 180.0));
    assert!(close(scene.pose("cv1"), 540.0, 270.0, 180.0));
    assert!(close(scene.pose("cv2"), 540.0, 240.0, 180.0));
    assert!(scene.look().is_group(scene.set(&all)), "contacts stay as they were");
    let front = scene.look().front_of(scene.set(&all));
    assert_eq!(front, scene.set(&["cv2"]), "the front is elsewhere where depths differ");
}

fn three_spears() -> Table {
    Table::new()
        .base("a", Side::Red, "Reg Sp(O)", 520.0, 300.0, 0.0)
        .base("b", Side::Red, "Reg Sp(O)", 560.0, 300.0, 0.0)
        .base("c", Side::Red, "Reg Sp(O)", 600.0, 300.0, 0.0)
        .base("d", Side::Red, "Reg Sp(O)", 520.0, 285.0, 0.0)
}

fn pivot(hand: Hand, distance: f64) -> Manoeuvre {
    Manoeuvre::Pivot { hand, distance }
}

/// EX-26: BB-MOVE-60, BB-MOVE-21, BB-MOVE-64, BB-ALG-08: chord and arc, and the mirror image.
#[test]
fn pivots_turn_the_whole_group() {
    let names = ["a", "b", "c", "d"];
    for (measure, degrees) in [(PivotMeasure::Chord, 28.955), (PivotMeasure::Arc, 28.648)] {
        let settings = Settings { pivot_measure: measure, ..Settings::default() };
        let mut table = three_spears();
        table = table.settings(settings);
        let mut scene = table.build();
        play(&mut scene, |it| moves(it, &names, pivot(Hand::Left, 60.0)));
        let facing = scene.pose("b").facing.to_compass();
        assert!((360.0 - facing - degrees).abs() < 0.001, "{facing}");
        let fixed = scene.named("a").rect.corner(aelian_geometry::Corner::FrontLeft);
        assert!((fixed - aelian_geometry::Vec2::new(500.0, 300.0)).length() < 0.01);
        assert!(scene.look().is_group(scene.set(&names)), "the shape is kept");
    }
    let mut right = three_spears().build();
    play(&mut right, |it| moves(it, &names, pivot(Hand::Right, 60.0)));
    assert!((right.pose("b").facing.to_compass() - 28.955).abs() < 0.001);
    refused(&three_spears().build(), &moves(&right, &names, pivot(Hand::Left, 61.0)), rule!("BB-GRP-08"));
}

/// EX-27: BB-MOVE-62, BB-MOVE-63, BB-MOVE-64: no base may lie beyond the fixed or the measured corner.
#[test]
fn pivots_need_free_corners() {
    // A base on the left flank, further back than the pivot corner: its rear corners match those of `d`.
    let scene = three_spears().base("e", Side::Red, "Reg Sp(O)", 480.0, 285.0, 0.0).build();
    let names = ["a", "b", "c", "d", "e"];
    assert!(scene.look().is_group(scene.set(&names)));
    refused(&scene, &moves(&scene, &names, pivot(Hand::Left, 30.0)), rule!("BB-MOVE-62"));
    refused(&scene, &moves(&scene, &names, pivot(Hand::Right, 30.0)), rule!("BB-MOVE-64"));
    let right = three_spears().base("e", Side::Red, "Reg Sp(O)", 600.0, 285.0, 0.0);
    let right = right.base("f", Side::Red, "Reg Sp(O)", 640.0, 285.0, 0.0).build();
    let names = ["a", "b", "c", "d", "e", "f"];
    refused(&right, &moves(&right, &names, pivot(Hand::Left, 30.0)), rule!("BB-MOVE-63"));
}

/// BB-MOVE-61: a pivot goes forward.
#[test]
fn groups_do_not_pivot_backward() {
    let scene = three_spears().build();
    let names = ["a", "b", "c", "d"];
    for distance in [-10.0, 0.0, f64::NAN, f64::INFINITY] {
        refused(&scene, &moves(&scene, &names, pivot(Hand::Left, distance)), rule!("BB-MOVE-61"));
    }
}

fn light(first: Option<f64>, distance: f64, last: Option<f64>) -> Manoeuvre {
    let turn = |distance| Turn { hand: Hand::Left, distance };
    Manoeuvre::Light { first: first.map(turn), distance, last: last.map(turn) }
}

/// BB-MOVE-34, BB-MOVE-65, BB-MOVE-66, BB-MOVE-67: light troops pivot, go and pivot; their distances add up.
#[test]
fn light_troops_combine() {
    let scene = Table::new()
        .base("a", Side::Red, "Irr Ax(O)", 520.0, 300.0, 0.0)
        .base("b", Side::Red, "Irr Ps(O)", 560.0, 300.0, 0.0)
        .build();
    let of = |how| moves(&scene, &["a", "b"], how);
    legal(&scene, &of(light(Some(30.0), 30.0, Some(30.0))));
    legal(&scene, &of(light(None, 60.0, Some(30.0))));
    legal(&scene, &of(light(Some(30.0), 60.0, None)));
    refused(&scene, &of(light(Some(30.0), 31.0, Some(30.0))), rule!("BB-GRP-08"));
    refused(&scene, &of(light(Some(31.0), 20.0, None)), rule!("BB-MOVE-65"));
    legal(&scene, &of(pivot(Hand::Left, 80.0)));
    let heavy = three_spears().build();
    refused(&heavy, &moves(&heavy, &["a", "b"], light(Some(10.0), 10.0, None)), rule!("BB-MOVE-34"));
}

/// BB-MOVE-35: only skirmishers turn about and advance in one move.
#[test]
fn skirmishers_turn_about_and_go() {
    let mut scene = Table::new()
        .base("a", Side::Red, "Irr LH(O)", 520.0, 300.0, 0.0)
        .base("b", Side::Red, "Irr Ps(O)", 560.0, 300.0, 0.0)
        .build();
    play(&mut scene, |it| moves(it, &["a", "b"], Manoeuvre::TurnaboutAdvance { distance: 90.0 }));
    assert!(close(scene.pose("a"), 520.0, 180.0, 180.0));
    assert!(close(scene.pose("b"), 560.0, 190.0, 180.0));
    let heavy = three_spears().build();
    let how = Manoeuvre::TurnaboutAdvance { distance: 20.0 };
    refused(&heavy, &moves(&heavy, &["a", "b"], how), rule!("BB-MOVE-35"));
}

/// BB-MOVE-30, BB-MOVE-31: bases that are no group get no common order.
#[test]
fn only_groups_move_together() {
    let scene = Table::new()
        .base("a", Side::Red, "Reg Sp(O)", 520.0, 300.0, 0.0)
        .base("b", Side::Red, "Reg Sp(O)", 600.0, 300.0, 0.0)
        .build();
    refused(&scene, &advance(&scene, &["a", "b"], 30.0), rule!("BB-MOVE-30"));
}

fn facing(distance: f64) -> Scene {
    Table::new()
        .base("a", Side::Red, "Reg LH(O)", 500.0, 300.0, 0.0)
        .base("z", Side::Blue, "Reg Sp(O)", 500.0, 300.0 + distance, 180.0)
        .build()
}

fn far(scene: &Scene, distance: f64) -> Choice {
    order(scene, &["a"], Reach::Far, Manoeuvre::Advance { distance })
}

/// EX-30: BB-MOVE-70, BB-MOVE-38: tactical moves begin anywhere.
#[test]
fn tactical_moves_begin_anywhere() {
    for units in [3.0, 15.0] {
        let scene = facing(units * 30.0);
        legal(&scene, &advance(&scene, &["a"], 30.0));
    }
}

/// EX-31: BB-MOVE-71, BB-MOVE-72, BB-MOVE-73, BB-MOVE-74, BB-MOVE-75: far moves begin beyond 8 MU and exclude tactical moves.
#[test]
fn far_moves() {
    let at_eight = facing(240.0);
    refused(&at_eight, &far(&at_eight, 30.0), rule!("BB-MOVE-73"));
    let mut scene = facing(240.3);
    play(&mut scene, |it| far(it, 90.0));
    assert_eq!(scene.named("a").deeds.moved, Moved::Far(1));
    refused(&scene, &far(&scene, 30.0), rule!("BB-MOVE-73"));
    refused(&scene, &advance(&scene, &["a"], 30.0), rule!("BB-MOVE-72"));
    let mut twice = facing(600.0);
    play(&mut twice, |it| far(it, 150.0));
    play(&mut twice, |it| far(it, 150.0));
    assert_eq!(twice.named("a").deeds.moved, Moved::Far(2));
    let mut tactical = facing(600.0);
    play(&mut tactical, |it| advance(it, &["a"], 30.0));
    refused(&tactical, &advance(&tactical, &["a"], 30.0), rule!("BB-MOVE-71"));
    refused(&tactical, &far(&tactical, 30.0), rule!("BB-MOVE-72"));
}

/// BB-MTD-02, BB-MOVE-06, BB-MOVE-79: vehicles carry on far moves and are lost by a tactical one.
#[test]
fn vehicles() {
    let table = Table::new().base("a", Side::Red, "Reg Sp(O)", 500.0, 300.0, 0.0).vehicles("a");
    let mut scene = table.base("z", Side::Blue, "Reg Sp(O)", 500.0, 900.0, 180.0).build();
    play(&mut scene, |it| far(it, 120.0));
    assert!(scene.named("a").vehicles);
    let mut scene = reset(scene);
    refused(&scene, &advance(&scene, &["a"], 61.0), rule!("BB-MOVE-01"));
    play(&mut scene, |it| advance(it, &["a"], 60.0));
    assert!(!scene.named("a").vehicles);
}

/// BB-MOVE-31, BB-MOVE-32, BB-MOVE-33: forming a column and extending it are moves of a group too.
#[test]
fn columns_are_in_the_catalogue() {
    let scene = three_spears().build();
    let form = Manoeuvre::FormColumn {
        head: scene.id("a"),
        followers: scene.ids(&["b"]),
        form: crate::choice::ColumnForm::SameFacing { advance: 15.0 },
    };
    let breaches = scene.breaches(&moves(&scene, &["a", "b"], form));
    assert!(!breaches.contains(&rule!("BB-MOVE-31")), "{breaches:?}");
    let column = Table::new()
        .base("a", Side::Red, "Reg Sp(O)", 500.0, 300.0, 0.0)
        .base("b", Side::Red, "Reg Sp(O)", 500.0, 285.0, 0.0)
        .build();
    let at = crate::choice::ExtendAt::Line(Hand::Right);
    let extend = Manoeuvre::Extend {
        method: crate::choice::ExtendMethod::HeadStays,
        places: vec![crate::choice::ExtendPlace { base: column.id("b"), at }],
    };
    legal(&column, &moves(&column, &["a", "b"], extend));
}

/// BB-MOVE-78: a Bw that made a far move does not shoot in this bound.
#[test]
fn far_moves_forbid_shooting() {
    let table = Table::new().base("a", Side::Red, "Reg Bw(O)", 500.0, 300.0, 0.0);
    let mut scene = table.base("z", Side::Blue, "Reg Sp(O)", 500.0, 900.0, 180.0).build();
    let mut tactical = scene.clone();
    play(&mut scene, |it| far(it, 20.0));
    play(&mut tactical, |it| advance(it, &["a"], 20.0));
    assert!(!scene.look().can_shoot(scene.id("a")) && tactical.look().can_shoot(tactical.id("a")));
}

/// BB-TRP-12, BB-DEP-03: baggage stays where it is.
#[test]
fn baggage_never_moves() {
    let scene = Table::new().base("a", Side::Red, "Irr Bg(O)", 500.0, 300.0, 0.0).build();
    refused(&scene, &advance(&scene, &["a"], 10.0), rule!("BB-TRP-12"));
}

/// BB-PIG-02: absurd orders are refused, never a panic.
#[test]
fn absurd_orders() {
    let scene = facing(600.0);
    let all: BaseSet = (0..512).map(crate::baseset::BaseId::of).collect();
    for to in [BaseSet::EMPTY, all] {
        for how in [
            Manoeuvre::Advance { distance: f64::NAN },
            Manoeuvre::Free { legs: Vec::new() },
            Manoeuvre::Turnabout,
            Manoeuvre::FullSpeedAhead,
        ] {
            let what = Command::Move { reach: Reach::Tactical, how, displace: all };
            refused(&scene, &Choice::Order(Order { to, what }), rule!("BB-PIG-02"));
        }
    }
    refused(&scene, &advance(&scene, &["z"], 30.0), rule!("BB-PIG-02"));
    for distance in [f64::NAN, f64::NEG_INFINITY, -1.0, 0.0] {
        refused(&scene, &advance(&scene, &["a"], distance), rule!("BB-MOVE-45"));
    }
    refused(&scene, &advance(&scene, &["a"], f64::INFINITY), rule!("BB-MOVE-01"));
    refused(&scene, &Choice::Together(Vec::new()), rule!("BB-ZOC-12"));
}
