//! Who may be on what ground (25.1 to 25.3, 25.7).

use crate::field::AreaKind;
use crate::formation::Formation;
use crate::testing::Table;
use aelian_game::Side;
use aelian_rulebook::rule;

const SQUARE: [(f64, f64); 4] = [(20.0, 10.0), (40.0, 10.0), (40.0, 30.0), (20.0, 30.0)];

fn barred(troop: &str, formation: Formation, kind: AreaKind, road: bool) -> Option<aelian_rulebook::RuleId> {
    let mut table =
        Table::new().formed("u", Side::Red, troop, formation, (30.0, 20.0), 0.0).area(kind, &SQUARE);
    if road {
        table = table.road(&[(30.0, 0.0), (30.0, 48.0)]);
    }
    let scene = table.build();
    let unit = scene.unit("u");
    scene.look().ground_bars(unit, formation, scene.look().rect(unit)).map(|reason| reason.rule)
}

/// HC-WOOD-01, HC-WOOD-06, AMB-14: woods are for infantry and cavalry in open order.
#[test]
fn woods_are_for_open_order() {
    let wood = |troop, formation| barred(troop, formation, AreaKind::Wood, false);
    assert_eq!(wood("heavy-infantry", Formation::Line), Some(rule!("HC-WOOD-01")));
    assert_eq!(wood("heavy-infantry", Formation::Open), None);
    assert_eq!(wood("heavy-cavalry", Formation::Open), None);
    assert_eq!(wood("light-chariots", Formation::Open), Some(rule!("HC-WOOD-01")));
    assert_eq!(wood("heavy-infantry", Formation::Column), Some(rule!("HC-WOOD-01")));
}

/// HC-TERR-03: a column on a road goes through a wood; so does an elephant.
#[test]
fn a_road_leads_through() {
    let wood = |troop, formation| barred(troop, formation, AreaKind::Wood, true);
    assert_eq!(wood("heavy-infantry", Formation::Column), None);
    assert_eq!(wood("heavy-infantry", Formation::Line), Some(rule!("HC-WOOD-01")));
    assert_eq!(wood("elephant", Formation::Line), None);
}

/// HC-IMP-01, HC-ROUGH-02, HC-TERR-02, AMB-58: nobody enters impassable ground; rough ground, hills and decoration
/// bar nobody.
#[test]
fn impassable_ground_bars_all() {
    assert_eq!(barred("skirmishers", Formation::Open, AreaKind::Impassable, false), Some(rule!("HC-IMP-01")));
    for kind in [AreaKind::Rough, AreaKind::Hill, AreaKind::Plain, AreaKind::Cover] {
        assert_eq!(barred("heavy-infantry", Formation::Line, kind, false), None);
    }
}

/// HC-TERR-04, HC-CMOV-08: commanders ride through woods and rough ground, not through what nobody can pass.
#[test]
fn commanders_ride_over_all_but_rock() {
    let ride = |kind| {
        let scene = Table::new().area(kind, &SQUARE).build();
        let at = |x: f64, y: f64| aelian_geometry::Vec2::new(x * 25.4, y * 25.4);
        let line = aelian_geometry::Segment::new(at(30.0, 5.0), at(30.0, 40.0));
        scene.look().rider_bars(line).map(|reason| reason.rule)
    };
    assert_eq!(ride(AreaKind::Impassable), Some(rule!("HC-TERR-04")));
    assert_eq!((ride(AreaKind::Wood), ride(AreaKind::Rough)), (None, None));
}

/// HC-WOOD-07: whoever has a corner in a wood is in it.
#[test]
fn a_corner_is_enough() {
    let scene = Table::new()
        .unit("u", Side::Red, "heavy-infantry", (43.0, 20.0), 0.0)
        .unit("v", Side::Red, "heavy-infantry", (44.0, 26.0), 0.0)
        .area(AreaKind::Wood, &SQUARE)
        .build();
    let look = scene.look();
    let in_wood =
        |name: &str| look.is_in_wood(scene.unit(name), Formation::Line, look.rect(scene.unit(name)));
    assert!(in_wood("u") && !in_wood("v"));
}
