//! Hills and riverbanks (20.4, 20.5).

use super::levels::hill;
use crate::field::{AreaKind, Level};
use crate::testing::{Scene, Table};
use aelian_game::Side;
use aelian_geometry::Vec2;

fn uphill(scene: &Scene, who: &str, enemy: &str) -> bool {
    scene.look().is_uphill(scene.base(who, 0, 0), scene.base(enemy, 0, 0))
}

fn two(red: (f64, f64), blue: (f64, f64), crests: &[&[(f64, f64)]]) -> Scene {
    Table::new()
        .piece(hill(AreaKind::GentleHill, None, crests))
        .group("red", Side::Red, "HF armoured", (1, 1), red, 0.0)
        .group("blue", Side::Blue, "HF armoured", (1, 1), blue, 180.0)
        .build()
}

/// FA-HILL-01, FA-HILL-02: the peak of an unmarked hill is its middle; who stands wholly on it with his back to the
/// peak is uphill, the one below is not, nor anybody off the hill.
#[test]
fn back_to_the_peak_is_uphill() {
    let scene = two((35.0, 22.0), (35.0, 22.0), &[]);
    assert!(uphill(&scene, "blue", "red") && !uphill(&scene, "red", "blue"));
    let below = two((35.0, 20.0), (35.0, 20.0), &[]);
    assert!(uphill(&below, "blue", "red"), "the lower one is off the hill");
    let off = two((35.0, 19.5), (35.0, 19.5), &[]);
    assert!(!uphill(&off, "blue", "red"), "half off the hill");
}

/// FA-HILL-01, FA-HILL-02: of marked peaks and crests the nearest point counts.
#[test]
fn the_nearest_crest_counts() {
    let ridge: &[(f64, f64)] = &[(31.0, 22.0), (39.0, 22.0)];
    let scene = two((35.0, 26.0), (35.0, 26.0), &[ridge]);
    assert!(uphill(&scene, "red", "blue") && !uphill(&scene, "blue", "red"));
    let with_peak = two((35.0, 26.0), (35.0, 26.0), &[ridge, &[(35.0, 28.0)]]);
    assert!(uphill(&with_peak, "blue", "red"), "the peak is nearer than the ridge");
}

/// FA-HILL-03: both touch the top with their front edges.
#[test]
fn on_the_top_nobody_is_uphill() {
    let scene = two((35.0, 25.0), (35.0, 25.0), &[]);
    assert!(!uphill(&scene, "blue", "red") && !uphill(&scene, "red", "blue"));
}

/// FA-HILL-04: two who would both be uphill, each of his own crest.
#[test]
fn both_uphill_is_neither() {
    let scene = two((34.2, 25.0), (35.8, 25.0), &[&[(34.0, 23.0)], &[(36.0, 27.0)]]);
    assert!(!uphill(&scene, "blue", "red") && !uphill(&scene, "red", "blue"));
    let alone = two((34.2, 25.0), (35.8, 25.0), &[&[(34.0, 23.0)]]);
    assert!(uphill(&alone, "red", "blue"));
}

fn bank(defender: f64, attacker: f64) -> (Scene, bool) {
    let scene = Table::new()
        .river(&[(0.0, 20.0), (72.0, 20.0)], 2.0, Level::Rough)
        .group("bank", Side::Blue, "HF armoured", (1, 1), (30.0, defender), 180.0)
        .group("wet", Side::Red, "HF armoured", (1, 1), (30.0, attacker), 0.0)
        .build();
    let defends = scene.look().defends_riverbank(scene.base("bank", 0, 0), scene.base("wet", 0, 0));
    (scene, defends)
}

/// FA-RIV-01: a dry fighting edge, at most 1 MU from the water and facing it, and an enemy partly in the water.
#[test]
fn a_bank_is_defended_against_those_in_the_water() {
    assert!(bank(21.0, 21.0).1);
    assert!(bank(21.5, 21.5).1, "the enemy's rear is in the water");
    assert!(!bank(20.8, 20.8).1, "the edge is wet");
    assert!(!bank(22.0, 22.0).1, "the enemy is out of the water");
    let (scene, _) = bank(21.5, 21.5);
    assert!(scene.look().holds_riverbank(scene.base("bank", 0, 0)));
    assert!(!scene.look().counts_as_open(scene.base("bank", 0, 0), scene.base("wet", 0, 0)));
    let far = bank(22.1, 21.0).0;
    assert!(!far.look().holds_riverbank(far.base("bank", 0, 0)), "more than 1 MU away");
}

/// FA-RIV-01: who turns his back to the river defends no bank.
#[test]
fn the_edge_must_face_the_river() {
    let scene = Table::new()
        .river(&[(0.0, 20.0), (72.0, 20.0)], 2.0, Level::Rough)
        .group("away", Side::Blue, "HF armoured", (1, 1), (30.0, 22.1), 0.0)
        .group("wet", Side::Red, "HF armoured", (1, 1), (30.0, 21.0), 0.0)
        .build();
    assert!(!scene.look().defends_riverbank(scene.base("away", 0, 0), scene.base("wet", 0, 0)));
}

/// FA-TER-21: in a river only within 45 degrees of straight across.
#[test]
fn rivers_are_crossed_not_followed() {
    let scene = Table::new()
        .river(&[(0.0, 20.0), (72.0, 20.0)], 3.0, Level::Uneven)
        .group("wet", Side::Red, "HF armoured", (1, 1), (30.0, 20.3), 0.0)
        .group("dry", Side::Red, "HF armoured", (1, 1), (30.0, 10.0), 0.0)
        .build();
    let may = |name, x, y| {
        let rects = [*scene.state.rect(scene.base(name, 0, 0))];
        scene.look().may_cross(&rects, Vec2::new(x, y))
    };
    assert!(may("wet", 0.0, 1.0) && may("wet", 0.9, -1.0) && may("wet", -1.0, 1.0));
    assert!(!may("wet", 1.1, 1.0) && !may("wet", 1.0, 0.0));
    assert!(may("dry", 1.0, 0.0));
}
