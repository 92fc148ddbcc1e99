//! Tests of following roads and banks.

use super::*;
use crate::event::{Event, MoveWhy};
use crate::field::{Crossing, RoadKind};
use crate::settings::Settings;
use crate::state::Weather;
use crate::testing::{Scene, Table, close};
use aelian_game::Side;

/// North to (600, 500), then east.
const BENT: [(f64, f64); 3] = [(600.0, 0.0), (600.0, 500.0), (1500.0, 500.0)];

fn follow(scene: &Scene, names: &[&str], distance: f64) -> Plan {
    road(scene.look(), scene.set(names), Reach::Tactical, 0, distance)
}

fn rules(plan: &Plan) -> Vec<RuleId> {
    plan.breaches.iter().map(|reason| reason.rule).collect()
}

fn carry_out(scene: &mut Scene, plan: &Plan) {
    assert!(plan.is_legal(), "{:?}", plan.breaches);
    for track in &plan.tracks {
        let (base, via, to) = (track.base, track.via.clone(), track.to);
        scene.happens(&Event::Moved { base, via, to, why: MoveWhy::Ordered });
    }
    if let Some((bases, track)) = plan.bent.clone() {
        scene.happens(&Event::ColumnBent { bases, track });
    }
}

/// A column on the road, its head's front at y.
fn column(table: Table, troops: &[(&str, &str)], head: f64) -> Table {
    let mut y = head;
    troops.iter().fold(table, |table, (name, troop)| {
        let table = table.base(name, Side::Red, troop, 600.0, y, 0.0);
        y -= table.clone().build().named(name).rect.depth;
        table
    })
}

const MIXED: [(&str, &str); 3] = [("cv", "Reg Cv(O)"), ("bd", "Reg Bd(O)"), ("bw", "Reg Bw(O)")];

/// EX-09: BB-ROAD-08: centres stay on the middle line, and bases turn where the road turns.
#[test]
fn a_column_follows_the_bends_of_a_road() {
    let table = Table::new().road(RoadKind::Unpaved, &BENT, None);
    let mut scene = column(table, &MIXED, 470.0).build();
    let line = scene.state.field.roads[0].line.clone();
    for step in 0..4 {
        let plan = follow(&scene, &["cv", "bd", "bw"], 40.0);
        carry_out(&mut scene, &plan);
        scene.happens(&Event::BoundEnds);
        for name in ["cv", "bd", "bw"] {
            let rect = scene.named(name).rect;
            let (along, apart, _) = line.nearest(rect.centre());
            assert!(apart < 0.01, "{name} is off the road after step {step}");
            let east = rect.pose.facing.to_compass() > 45.0;
            assert!(east == (along > 500.0) || (along - 500.0).abs() < 0.01, "{name} turns at the corner");
        }
        let look = scene.look();
        let pairs = [("cv", "bd"), ("cv", "bw"), ("bd", "bw")];
        assert!(pairs.iter().all(|(a, b)| {
            !aelian_geometry::overlaps(&scene.named(a).rect, &scene.named(b).rect, look.rules.tolerance)
        }));
    }
    assert!(scene.pose("cv").at.x > 600.0);
}

/// BB-ROAD-08: at the bend the base turns about its centre; the turn is counted.
#[test]
fn a_single_base_turns_on_the_road() {
    let table = Table::new().road(RoadKind::Paved, &BENT, None);
    let scene = table.base("cv", Side::Red, "Reg Cv(O)", 600.0, 465.0, 0.0).build();
    // 50 mm to the corner for the centre, a right angle about it, and on.
    let turn = 2.0 * 25.0 * libm::sin(aelian_geometry::degrees(45.0));
    let plan = follow(&scene, &["cv"], 50.0 + turn + 20.0);
    assert!(plan.is_legal(), "{:?}", plan.breaches);
    let end = plan.tracks[0].to;
    assert!(close(end, 635.0, 500.0, 90.0), "{end:?}");
    let before = follow(&scene, &["cv"], 50.0 + turn - 1.0);
    assert!(close(before.tracks[0].to, 600.0, 515.0, 0.0), "no part of a turn: {:?}", before.tracks[0]);
}

/// BB-ROAD-08: who does not stand on the road, along it, does not follow it; nor does a line of bases.
#[test]
fn only_those_on_the_road_follow_it() {
    let table = Table::new().road(RoadKind::Paved, &BENT, None);
    let scene = table
        .base("on", Side::Red, "Reg Bd(O)", 600.0, 300.0, 0.0)
        .base("back", Side::Red, "Reg Bd(O)", 600.0, 200.0, 180.0)
        .base("beside", Side::Red, "Reg Bd(O)", 605.0, 400.0, 0.0)
        .base("askew", Side::Red, "Reg Bd(O)", 600.0, 100.0, 20.0)
        .base("flank", Side::Red, "Reg Bd(O)", 640.0, 300.0, 0.0)
        .build();
    assert!(follow(&scene, &["on"], 60.0).is_legal());
    assert!(close(follow(&scene, &["back"], 60.0).tracks[0].to, 600.0, 140.0, 180.0));
    for names in [&["beside"][..], &["askew"], &["on", "flank"]] {
        assert_eq!(rules(&follow(&scene, names, 60.0)), [rule!("BB-ROAD-08")], "{names:?}");
    }
    let none = road(scene.look(), scene.set(&["on"]), Reach::Tactical, 7, 60.0);
    assert_eq!(rules(&none), [rule!("BB-ROAD-08")]);
    for absurd in [0.0, -4.0, f64::NAN] {
        assert!(!follow(&scene, &["on"], absurd).is_legal());
    }
}

/// BB-MOVE-07, BB-MOVE-08, BB-ROAD-02, BB-ROAD-09, BB-ROAD-10: 4 MU for all who follow a road, LH and F included.
#[test]
fn everybody_goes_four_units_on_a_road() {
    for troop in ["Reg Bd(O)", "Irr Bd(F)", "Reg LH(O)", "Reg HCh(O)"] {
        let table = Table::new().road(RoadKind::Paved, &BENT, None);
        let scene = table.base("a", Side::Red, troop, 600.0, 300.0, 0.0).build();
        assert!(follow(&scene, &["a"], 120.0).is_legal(), "{troop}");
        let more = follow(&scene, &["a"], 121.0);
        assert_eq!(rules(&more), [rule!("BB-MOVE-01")], "{troop}");
        assert_eq!(more.allowed, 120.0);
    }
}

/// BB-MOVE-07, BB-ROAD-07, BB-ROAD-09: on a muddy road the RGo column counts.
#[test]
fn mud_slows_those_who_follow() {
    let build = |kind, troop: &str| {
        let weather = Weather { muddy: true, ..Weather::default() };
        let table = Table::new().weather(weather).road(kind, &BENT, None);
        table.base("a", Side::Red, troop, 600.0, 300.0, 0.0).build()
    };
    let allowed = |kind, troop: &str| follow(&build(kind, troop), &["a"], 30.0).allowed;
    assert_eq!(allowed(RoadKind::Unpaved, "Reg LCh(O)"), 60.0);
    assert_eq!(allowed(RoadKind::Unpaved, "Irr Ax(O)"), 90.0);
    assert_eq!(allowed(RoadKind::Paved, "Reg LCh(O)"), 120.0);
}

/// BB-PIG-45, AMB-130: a whole move along a road is straight forward for PIGs, bends or not, unless the
/// setting wants it literally.
#[test]
fn a_road_counts_as_straight() {
    let build = |counts: bool, y: f64| {
        let settings = Settings { road_counts_as_straight: counts, ..Settings::default() };
        let table = Table::new().settings(settings).road(RoadKind::Paved, &BENT, None);
        table.base("a", Side::Red, "Irr Hd(O)", 600.0, y, 0.0).build()
    };
    assert_eq!(follow(&build(true, 465.0), &["a"], 120.0).shape, Shape::StraightFull);
    assert_eq!(follow(&build(false, 465.0), &["a"], 120.0).shape, Shape::Other);
    assert_eq!(follow(&build(false, 300.0), &["a"], 120.0).shape, Shape::StraightFull);
    assert_eq!(follow(&build(true, 300.0), &["a"], 80.0).shape, Shape::Other, "not the full distance");
}

/// BB-ROAD-05, BB-MOVE-47: over a bridge, and up to the enemy.
#[test]
fn a_road_leads_over_a_bridge_to_the_enemy() {
    let table = Table::new()
        .river(&[(0.0, 400.0), (1500.0, 400.0)], 50.0)
        .road(RoadKind::Paved, &BENT, Some(Crossing::Bridge))
        .base("a", Side::Red, "Reg Bd(O)", 600.0, 370.0, 0.0);
    let scene = table.clone().build();
    assert!(follow(&scene, &["a"], 100.0).is_legal());
    let met = table.base("z", Side::Blue, "Irr Bd(O)", 600.0, 440.0, 180.0).build();
    let plan = follow(&met, &["a"], 100.0);
    assert!(close(plan.tracks[0].to, 600.0, 440.0, 0.0));
    assert_eq!((plan.stopped_by, plan.shape), (Some(met.id("z")), Shape::Other));
}

/// A river that runs east and then bends to the north-east; its left bank is the northern one.
fn stream() -> Table {
    Table::new().river(&[(0.0, 500.0), (700.0, 500.0), (1400.0, 800.0)], 40.0)
}

fn bank(scene: &Scene, names: &[&str], distance: f64) -> Plan {
    river(scene.look(), scene.set(names), Reach::Tactical, 0, distance)
}

/// EX-10: BB-RIV-14, BB-RIV-15, BB-RIV-17, BB-MOVE-46, BB-PIG-45: bases with a flank on the bank follow it
/// round its bend, which counts as straight forward.
#[test]
fn bases_follow_a_bank() {
    let mut scene = stream()
        .base("a", Side::Red, "Irr LH(O)", 640.0, 460.0, 90.0)
        .base("b", Side::Red, "Irr LH(O)", 610.0, 460.0, 90.0)
        .base("c", Side::Red, "Irr LH(O)", 580.0, 460.0, 90.0)
        .build();
    let plan = bank(&scene, &["a", "b", "c"], 150.0);
    assert_eq!(plan.shape, Shape::StraightFull);
    carry_out(&mut scene, &plan);
    let look = scene.look();
    for name in ["a", "b", "c"] {
        assert!(look.near_bank(&scene.named(name).rect, 0), "{name}");
    }
    let bend = aelian_geometry::to_degrees(libm::atan2(700.0, 300.0));
    assert!((scene.pose("a").facing.to_compass() - bend).abs() < 0.01);
    assert!(scene.state.bent_columns.len() == 1);
    let again = bank(&scene, &["a", "b", "c"], 100.0);
    assert_eq!(again.shape, Shape::Other, "not the full distance: {again:?}");
}

/// BB-RIV-15, AMB-124: nearer than W/4 at every moment.
#[test]
fn a_bank_is_followed_closely() {
    let at = |y: f64| stream().base("a", Side::Red, "Reg Bd(O)", 300.0, y, 90.0).build();
    assert!(bank(&at(460.0), &["a"], 60.0).is_legal());
    assert!(bank(&at(450.5), &["a"], 60.0).is_legal());
    assert_eq!(rules(&bank(&at(449.5), &["a"], 60.0)), [rule!("BB-RIV-15")]);
    let across = stream().base("a", Side::Red, "Reg Bd(O)", 300.0, 470.0, 0.0).build();
    assert_eq!(rules(&bank(&across, &["a"], 60.0)), [rule!("BB-RIV-15")]);
}

/// BB-RIV-17: a single base that stands a little askew turns along the bank first.
#[test]
fn a_single_base_turns_along_the_bank() {
    let scene = stream().base("a", Side::Red, "Reg Bd(O)", 300.0, 456.0, 86.0).build();
    let plan = bank(&scene, &["a"], 60.0);
    assert!(plan.is_legal(), "{:?}", plan.breaches);
    assert!((plan.tracks[0].to.facing.to_compass() - 90.0).abs() < 0.01);
    assert!(plan.used <= 60.01);
}

/// BB-RIV-16, BB-PACK-09: a pack cannot follow a bank, nor can a broad group.
#[test]
fn packs_follow_no_bank() {
    let scene = stream()
        .base("a", Side::Red, "Reg Bd(O)", 300.0, 460.0, 90.0)
        .base("b", Side::Red, "Reg Bd(O)", 285.0, 457.0, 90.0)
        .base("c", Side::Red, "Reg Bd(O)", 300.0, 420.0, 90.0)
        .build();
    assert_eq!(rules(&bank(&scene, &["a", "b"], 60.0)), [rule!("BB-RIV-16")]);
    assert_eq!(rules(&bank(&scene, &["a", "c"], 60.0)), [rule!("BB-RIV-15")]);
}
