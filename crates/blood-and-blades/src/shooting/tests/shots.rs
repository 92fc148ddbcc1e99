//! Shots: who joins in, the primary shooter, advantages.

use super::archers;
use crate::combat::resolution::{Advantage, Engagement};
use crate::field::{AreaKind, Size, TableEdge};
use crate::shooting::shot::Shot;
use crate::state::{Deeds, Moved, Stage, Time, Weather};
use crate::testing::{Scene, Table};
use crate::troop::Weapon;
use aelian_game::Side::{Blue, Red};
use aelian_geometry::Facing;

fn shot(scene: &Scene, primary: &str, target: &str) -> Shot {
    let look = scene.look();
    look.shot(&look.aims(), scene.id(target), scene.id(primary))
}

/// The values of an advantage for the primary shooter and for the target.
fn values(scene: &Scene, primary: &str, target: &str, wanted: Advantage) -> [i32; 2] {
    let engagement = Engagement::of_shot(scene.look(), &shot(scene, primary, target));
    engagement.fighters.map(|fighter| {
        let lines = fighter.advantages.lines.iter().filter(|line| line.modifier == wanted);
        lines.map(|line| line.value).sum()
    })
}

fn two_deep() -> Table {
    archers().base("second", Red, "Reg Bw(O)", 500.0, 480.0, 0.0).base(
        "z",
        Blue,
        "Reg Cv(O)",
        500.0,
        560.0,
        180.0,
    )
}

fn shooters(table: Table) -> Vec<String> {
    let scene = table.build();
    let shooters = shot(&scene, "bw", "z").shooters;
    scene.names.iter().filter(|(_, id)| shooters.contains(**id)).map(|(name, _)| name.clone()).collect()
}

/// EX-66: BB-SHT-15, BB-SHT-34, BB-SHT-35, BB-SHT-36, BB-SHT-37, BB-SHT-38, BB-SHT-39, BB-SHT-39b: a second
/// rank of the same grade, status and weapon, not in DGo, able to shoot; never a third.
#[test]
fn second_ranks_join_in() {
    assert_eq!(shooters(two_deep()), ["bw", "second"]);
    let third = two_deep().base("third", Red, "Reg Bw(O)", 500.0, 460.0, 0.0);
    assert_eq!(shooters(third), ["bw", "second"]);
    let unlike = |troop: &str| {
        archers().base("second", Red, troop, 500.0, 480.0, 0.0).base(
            "z",
            Blue,
            "Reg Cv(O)",
            500.0,
            560.0,
            180.0,
        )
    };
    for troop in ["Irr Bw(O)", "Reg Bw(I)", "Reg Ax(O)"] {
        assert_eq!(shooters(unlike(troop)), ["bw"], "{troop}");
    }
    assert_eq!(shooters(two_deep().weapon("second", Weapon::Crossbow)), ["bw"]);
    let moved = Deeds { moved: Moved::Far(1), ..Deeds::default() };
    assert_eq!(shooters(two_deep().deeds("second", moved)), ["bw"]);
    let wood = [(400.0, 300.0), (600.0, 300.0), (600.0, 470.0), (400.0, 470.0)];
    assert_eq!(shooters(two_deep().area(AreaKind::Woods, Size::Medium, &wood)), ["bw"]);
    let aside = archers().base("second", Red, "Reg Bw(O)", 505.0, 480.0, 0.0).base(
        "z",
        Blue,
        "Reg Cv(O)",
        500.0,
        560.0,
        180.0,
    );
    assert_eq!(shooters(aside), ["bw"]);
}

/// BB-SHT-30, BB-SHT-33, BB-SHT-39c, BB-TAC-10: all that have one target shoot together, second ranks of the
/// others included; two more shooters count at most.
#[test]
fn shooters_at_one_target_join() {
    let scene = archers()
        .base("beside", Red, "Reg Bw(O)", 540.0, 500.0, 0.0)
        .base("behind", Red, "Reg Bw(O)", 540.0, 480.0, 0.0)
        .base("z", Blue, "Reg Cv(O)", 515.0, 560.0, 180.0)
        .build();
    assert_eq!(shot(&scene, "bw", "z").shooters, scene.set(&["bw", "beside", "behind"]));
    assert_eq!(values(&scene, "bw", "z", Advantage::MoreShooters), [2, 0]);
}

/// EX-67: BB-SHT-40: one shooter wholly behind the target with a free quadrilateral to its rear corners.
#[test]
fn ex_67() {
    let scene = archers()
        .base("aside", Red, "Reg Bw(O)", 560.0, 540.0, 270.0)
        .base("z", Blue, "Reg Cv(O)", 500.0, 580.0, 0.0)
        .build();
    assert_eq!(values(&scene, "bw", "z", Advantage::ShotFromTheRear), [1, 0]);
    assert_eq!(values(&scene, "aside", "z", Advantage::ShotFromTheRear), [1, 0]);
    let front = archers().base("z", Blue, "Reg Cv(O)", 500.0, 560.0, 180.0).build();
    assert_eq!(values(&front, "bw", "z", Advantage::ShotFromTheRear), [0, 0]);
    // Only one of the rear corners is in the zone.
    let askew = archers().base("z", Blue, "Reg Cv(O)", 545.0, 580.0, 0.0).build();
    assert_eq!(values(&askew, "bw", "z", Advantage::ShotFromTheRear), [0, 0]);
}

/// EX-68: BB-SHT-41, BB-SHT-42, AMB-102: against the wind by the primary shooter's direction.
#[test]
fn ex_68() {
    let towards = |facing| {
        let wind = Weather { wind: Some(facing), ..Weather::default() };
        let scene = Table::new()
            .stage(Stage::Shooting)
            .weather(wind)
            .base("bw", Red, "Reg Bw(O)", 500.0, 500.0, 0.0)
            .base("east", Red, "Reg Bw(O)", 440.0, 560.0, 90.0)
            .base("z", Blue, "Reg Cv(O)", 500.0, 550.0, 180.0)
            .build();
        ["bw", "east"].map(|primary| values(&scene, primary, "z", Advantage::AgainstTheWind)[1])
    };
    assert_eq!(towards(Facing::DOWN), [1, 0]);
    assert_eq!(towards(Facing::UP), [0, 0]);
    assert_eq!(towards(Facing::LEFT), [0, 1]);
    assert_eq!(towards(Facing::compass(225.0)), [1, 1]);
}

/// EX-69: BB-DAZ-04, BB-DAZ-06, BB-SHT-43: only the facing of the shooter counts, not the way of the shot.
#[test]
fn ex_69() {
    let dazzled = |compass, x, y| {
        let scene = Table::new()
            .stage(Stage::Shooting)
            .time(Time { dazzle: true, sun: Some(TableEdge::North), ..Time::default() })
            .base("bw", Red, "Reg Bw(O)", 500.0, 500.0, compass)
            .base("z", Blue, "Reg Cv(O)", x, y, 180.0)
            .build();
        values(&scene, "bw", "z", Advantage::EnemyDazzled)[1]
    };
    assert_eq!(dazzled(45.0, 500.0, 540.0), 1);
    assert_eq!(dazzled(90.0, 545.0, 520.0), 0);
}

/// BB-SHT-14, BB-TAC-11, BB-TAC-38: a target even partly in a wood is covered, and so is one shot at from it.
#[test]
fn cover_by_any_part() {
    let wood = |low: f64, high: f64| [(400.0, low), (600.0, low), (600.0, high), (400.0, high)];
    let at = |outline: [(f64, f64); 4]| {
        let table = archers().area(AreaKind::Woods, Size::Medium, &outline);
        let scene = table.base("z", Blue, "Reg Ax(O)", 500.0, 530.0, 180.0).build();
        values(&scene, "bw", "z", Advantage::Cover)
    };
    assert_eq!(at(wood(545.0, 700.0)), [0, 1]);
    assert_eq!(at(wood(300.0, 485.0)), [0, 1]);
    assert_eq!(at(wood(600.0, 700.0)), [0, 0]);
}

/// BB-SHT-56, AMB-44: shooter and target aim at each other: one shot, with all that help either.
#[test]
fn mutual_shots_are_one() {
    let scene = archers()
        .base("z", Blue, "Irr Bw(O)", 500.0, 560.0, 180.0)
        .base("help", Blue, "Irr Bw(O)", 540.0, 560.0, 180.0)
        .build();
    let shot = shot(&scene, "bw", "z");
    assert!(shot.is_mutual());
    assert_eq!((shot.shooters, shot.back), (scene.set(&["bw"]), Some(scene.set(&["z", "help"]))));
    assert_eq!(values(&scene, "bw", "z", Advantage::MoreShooters), [0, 1]);
}
