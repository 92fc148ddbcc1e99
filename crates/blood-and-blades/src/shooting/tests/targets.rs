//! Who can shoot, and at whom.

use super::archers;
use crate::field::{AreaKind, Size};
use crate::state::{Deeds, Moved};
use crate::testing::{Scene, Table};
use aelian_game::Side::{Blue, Red};
use aelian_geometry::Vec2;

fn why(scene: &Scene, target: &str) -> Option<String> {
    let reason = scene.look().why_no_target(scene.id("bw"), scene.id(target));
    reason.map(|reason| reason.rule.to_string())
}

fn eligible(table: Table) -> Option<String> {
    why(&table.build(), "z")
}

/// BB-SHT-01, BB-SHT-02, BB-SHT-03: only Bw, and not after fleeing, a far move or more than 1 MU.
#[test]
fn who_can_shoot() {
    let scene = archers()
        .base("sling", Red, "Irr Ps(O)", 700.0, 500.0, 0.0)
        .base("z", Blue, "Reg Bd(O)", 500.0, 570.0, 180.0)
        .build();
    assert!(scene.look().can_shoot(scene.id("bw")));
    assert!(!scene.look().can_shoot(scene.id("sling")) && !scene.look().can_shoot(scene.id("z")));
    let after = |deeds| {
        let scene = archers().deeds("bw", deeds).build();
        scene.look().can_shoot(scene.id("bw"))
    };
    assert!(after(Deeds { moved: Moved::Tactical, distance: 30.0, ..Deeds::default() }));
    assert!(!after(Deeds { moved: Moved::Tactical, distance: 31.0, ..Deeds::default() }));
    assert!(!after(Deeds { moved: Moved::Far(1), distance: 10.0, ..Deeds::default() }));
    assert!(!after(Deeds { fled: true, ..Deeds::default() }));
    assert!(!after(Deeds { shot: true, ..Deeds::default() }));
}

/// BB-SHT-04, BB-SHT-05: nobody in close combat shoots or is shot at; who only overlaps can be.
#[test]
fn close_combat_excludes_shooting() {
    let scene = archers()
        .base("z", Blue, "Reg Bd(O)", 500.0, 560.0, 180.0)
        .base("a", Red, "Reg Bd(O)", 470.0, 560.0, 0.0)
        .base("overlap", Blue, "Reg Bd(O)", 540.0, 560.0, 180.0)
        .build();
    assert_eq!(why(&scene, "z").as_deref(), Some("BB-SHT-04"));
    assert_eq!(why(&scene, "overlap"), None);
    let overlap = archers()
        .base("a", Red, "Reg Bd(O)", 540.0, 500.0, 0.0)
        .base("z", Blue, "Reg Bd(O)", 540.0, 500.0, 180.0)
        .build();
    assert!(overlap.look().is_overlap(overlap.id("bw")) && overlap.look().can_shoot(overlap.id("bw")));
    let engaged = archers().base("z", Blue, "Reg Bd(O)", 500.0, 500.0, 180.0).build();
    assert!(!engaged.look().can_shoot(engaged.id("bw")));
}

/// EX-03: BB-SHT-09: the zone is 120 mm wide and 90 mm deep.
#[test]
fn ex_03() {
    let scene = archers().build();
    let zone = scene.look().zone_of_shooting(scene.state.rect(scene.id("bw")));
    let corners = zone.corners();
    for (corner, (x, y)) in
        corners.iter().zip([(440.0, 590.0), (560.0, 590.0), (560.0, 500.0), (440.0, 500.0)])
    {
        assert!((*corner - Vec2::new(x, y)).length() < 1e-6, "{corners:?}");
    }
}

/// EX-62: BB-SHT-10: two corners in the zone are needed, its border included.
#[test]
fn ex_62() {
    // A Cv facing left at x = 550: corners at (550, 580), (550, 620) and 30 mm further right.
    let at = |y| archers().base("z", Blue, "Reg Cv(O)", 550.0, y, 270.0);
    assert_eq!(eligible(at(600.0)).as_deref(), Some("BB-SHT-10"));
    assert_eq!(eligible(at(570.0)), None);
    // The front edge exactly on the border of the zone.
    assert_eq!(eligible(archers().base("z", Blue, "Reg Bd(O)", 500.0, 590.0, 180.0)), None);
    let beyond = archers().base("z", Blue, "Reg Bd(O)", 500.0, 590.5, 180.0);
    assert_eq!(eligible(beyond).as_deref(), Some("BB-SHT-10"));
}

/// EX-63: BB-SHT-11, BB-SHT-12, BB-ALG-16, AMB-46: a base in the quadrilateral bars the shot, and so does a gap through
/// which it passes; shooter and target form no gap.
#[test]
fn ex_63() {
    let target = || archers().base("z", Blue, "Reg Bd(O)", 500.0, 580.0, 180.0);
    assert_eq!(eligible(target()), None);
    for side in [Red, Blue] {
        let barred = target().base("f", side, "Irr Ps(O)", 515.0, 550.0, 0.0);
        assert_eq!(eligible(barred).as_deref(), Some("BB-SHT-11"));
    }
    let beside = |space: f64| {
        target().base("p", Blue, "Irr Ps(O)", 480.0 - space, 545.0, 180.0).base(
            "q",
            Blue,
            "Irr Ps(O)",
            520.0 + space,
            545.0,
            180.0,
        )
    };
    // 40 mm between them: nothing in the way, but a gap.
    assert_eq!(eligible(beside(20.0)).as_deref(), Some("BB-SHT-12"));
    assert_eq!(eligible(beside(20.5)), None);
    // One base and the target itself form no gap.
    let single = target().base("p", Blue, "Irr Ps(O)", 460.0, 560.0, 180.0);
    assert_eq!(eligible(single), None);
}

/// BB-SHT-13: the target must be seen.
#[test]
fn targets_must_be_seen() {
    let wood = [(400.0, 530.0), (600.0, 530.0), (600.0, 700.0), (400.0, 700.0)];
    let at = |y| {
        archers().area(AreaKind::Woods, Size::Medium, &wood).base("z", Blue, "Reg Bd(O)", 500.0, y, 180.0)
    };
    assert_eq!(eligible(at(540.0)), None);
    assert_eq!(eligible(at(575.0)).as_deref(), Some("BB-SHT-13"));
}
