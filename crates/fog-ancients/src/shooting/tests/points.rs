//! Points of advantage (60.9).

use super::{shooting, targets};
use crate::field::AreaKind;
use crate::shooting::poa::Hard;
use crate::state::Work;
use crate::testing::{Scene, Table};
use crate::troop::Capability;
use aelian_game::Side;
use aelian_geometry::{Facing, Pose, Rect};

fn scene(target: &str, bases: (u8, u8)) -> Scene {
    shooting()
        .group("red", Side::Red, "LF unprotected bow", (1, 1), (30.0, 20.0), 0.0)
        .group("blue", Side::Blue, target, bases, (30.0, 21.5), 180.0)
        .build()
}

fn poa(scene: &Scene, weapon: Capability) -> i32 {
    let (red, blue) = (scene.base("red", 0, 0), scene.base("blue", 0, 0));
    scene.look().shooting_poas(red, weapon, blue, Hard::default()).total()
}

/// The points of all weapons in this order: longbow, bow, bow*, javelins, sling, crossbow, firearm, light and heavy
/// artillery.
fn row(target: &str, bases: (u8, u8)) -> [i32; 9] {
    use Capability::*;
    let scene = scene(target, bases);
    [Longbow, Bow, BowStar, Javelins, Sling, Crossbow, Firearm, LightArtillery, HeavyArtillery]
        .map(|weapon| poa(&scene, weapon))
}

/// FA-SPOA-01, FA-SPOA-02, FA-SPOA-03, FA-SPOA-04, FA-SPOA-05, FA-SPOA-06, FA-SPOA-07, FA-SPOA-08,
/// FA-SPOA-09, FA-SPOA-10, FA-SPOA-11, FA-SPOA-12, FA-SPOA-13, FA-SPOA-18, FA-SPOA-20, FA-TAB-SHOOTPOA,
/// AMB-05, AMB-30, FA-TROOP-15: every row against every weapon.
#[test]
fn every_target_has_its_row() {
    let deep = (4, 2);
    assert_eq!(row("Cv unprotected", deep), [2, 2, 2, 2, 2, 0, 0, 0, 0]);
    assert_eq!(row("Cv protected", deep), [1, 1, 1, 1, 1, 0, 0, 0, 0]);
    assert_eq!(row("Cm protected", deep), [1, 1, 1, 1, 1, 0, 0, 0, 0]);
    assert_eq!(row("Cv armoured", deep), [1, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(row("Kn armoured lancers", (4, 4)), [1, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(row("Kn heavily-armoured lancers", deep), [0, -1, -1, -1, -1, 0, 0, 0, 0]);
    assert_eq!(row("Ct heavily-armoured lancers", deep), [0, -1, -1, -1, -1, 0, 0, 0, 0]);
    assert_eq!(row("Cm heavily-armoured", deep), [0, -1, -1, -1, -1, 0, 0, 0, 0]);
    assert_eq!(row("El", (2, 2)), [1, 0, 0, 1, 0, 1, 1, 1, 1]);
    assert_eq!(row("BWg crossbow", (2, 1)), [-1, -1, -1, -1, -1, -1, -1, 0, 0]);
    assert_eq!(row("HF unprotected", deep), [1, 1, 1, 1, 1, -1, -1, -1, -1]);
    assert_eq!(row("Mob unprotected", deep), [1, 1, 1, 1, 1, -1, -1, -1, -1]);
    assert_eq!(row("MF armoured", deep), [0, -1, -1, -1, -1, -1, -1, -1, -1]);
    assert_eq!(row("HF heavily-armoured", deep), [-1, -2, -2, -2, -2, -1, -1, -1, -1]);
    assert_eq!(row("HF protected", deep), [0, 0, 0, 0, 0, -1, -1, -1, -1]);
    assert_eq!(row("LF unprotected", deep), [0, 0, 0, 0, 0, -1, -1, -1, -1]);
    for nothing in ["LH unprotected", "LCh", "HCh"] {
        assert_eq!(row(nothing, deep), [0; 9], "{nothing}");
    }
}

/// FA-SPOA-02, FA-SPOA-03, FA-SPOA-04: cavalry one base deep give no plus; knights do.
#[test]
fn a_single_rank_of_cavalry_is_hard_to_hit() {
    for troop in ["Cv unprotected", "Cv protected", "Cv armoured"] {
        assert_eq!(row(troop, (4, 4)), [0; 9], "{troop}");
    }
}

/// FA-SPOA-14: shooting in the impact phase, to the rear, in or at a fight: one minus, however many.
#[test]
fn hard_shots_cost_one_minus() {
    let scene = scene("HF protected", (4, 2));
    let (red, blue) = (scene.base("red", 0, 0), scene.base("blue", 0, 0));
    let with = |hard| scene.look().shooting_poas(red, Capability::Bow, blue, hard).total();
    assert_eq!(with(Hard { in_impact_phase: true, ..Hard::default() }), -1);
    assert_eq!(with(Hard { to_rear: true, ..Hard::default() }), -1);
    assert_eq!(with(Hard { in_impact_phase: true, to_rear: true, partly_engaged: true }), -1);
}

fn in_ground(kind: AreaKind) -> Scene {
    shooting()
        .area(kind, &[(25.0, 21.0), (35.0, 21.0), (35.0, 30.0), (25.0, 30.0)])
        .group("red", Side::Red, "LF unprotected bow", (1, 1), (30.0, 20.0), 0.0)
        .group("blue", Side::Blue, "HF heavily-armoured", (4, 2), (30.0, 21.5), 180.0)
        .build()
}

/// FA-SPOA-15, FA-SPOA-17, FA-TER-22: cover adds a minus except for artillery; -- is the limit.
#[test]
fn cover_costs_a_minus() {
    assert_eq!(poa(&in_ground(AreaKind::Brush), Capability::Longbow), -1);
    assert_eq!(poa(&in_ground(AreaKind::Vineyards), Capability::Longbow), -2);
    assert_eq!(poa(&in_ground(AreaKind::Vineyards), Capability::Bow), -2, "not three");
    assert_eq!(poa(&in_ground(AreaKind::Vineyards), Capability::HeavyArtillery), -1);
}

/// FA-SPOA-15, FA-SPOA-19, FA-FF-11, FA-PD-06: fortifications protect, portable defences do not.
#[test]
fn fortifications_cost_a_minus() {
    let mut scene = scene("HF protected", (4, 2));
    let rect = Rect::new(Pose::new(770.0, 537.5 - 15.0, Facing::DOWN), 40.0, 15.0);
    scene.state.works.push(Work { side: Side::Blue, portable_of: None, rect });
    let base = scene.base("blue", 0, 0);
    let red = scene.base("red", 0, 0);
    let total =
        |scene: &Scene, weapon| scene.look().shooting_poas(red, weapon, base, Hard::default()).total();
    assert_eq!(total(&scene, Capability::Bow), -1);
    assert_eq!(total(&scene, Capability::HeavyArtillery), -1, "that of other foot alone");
    scene.state.works[0].portable_of = Some(scene.group("blue"));
    assert_eq!(total(&scene, Capability::Bow), 0);
}

/// FA-MIX-06, FA-SPOA-16: the front rank's armour counts, from wholly behind the rear rank's.
#[test]
fn the_nearest_rank_takes_the_arrows() {
    let mixed = |y: f64, compass: f64| {
        shooting()
            .group("red", Side::Red, "LF unprotected bow", (1, 1), (30.0, y), compass)
            .mixed(
                "blue",
                Side::Blue,
                &[("HF armoured", 4), ("LF unprotected bow", 4)],
                4,
                (30.0, 22.0),
                180.0,
            )
            .build()
    };
    let front = mixed(20.0, 0.0);
    assert_eq!(poa(&front, Capability::Bow), -1);
    let rear = mixed(26.0, 180.0);
    assert!(!targets(&rear, "red").is_empty());
    assert_eq!(poa(&rear, Capability::Bow), 0);
}

/// The table of a fresh match has the figures of both editions alike.
#[test]
fn the_sheet_changes_no_points() {
    use crate::settings::Edition;
    let with = |edition| {
        let table = Table::new().edition(edition);
        let scene = table
            .group("red", Side::Red, "LF unprotected bow", (1, 1), (30.0, 20.0), 0.0)
            .group("blue", Side::Blue, "Cv unprotected", (4, 2), (30.0, 21.5), 180.0)
            .build();
        poa(&scene, Capability::Bow)
    };
    assert_eq!((with(Edition::First), with(Edition::V31)), (2, 2));
}
