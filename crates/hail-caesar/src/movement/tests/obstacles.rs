//! Linear obstacles and roads (25.1, 25.4, 25.5).

use super::*;
use crate::field::{AreaKind, Crossing, Obstacle, Piece, River};
use crate::testing::Table;
use aelian_game::Side;
use aelian_geometry::{Course, Polyline, Vec2};
use aelian_rulebook::rule;

fn fenced(troop: &str, y: f64) -> Scene {
    Table::new()
        .unit("u", Side::Red, troop, (30.0, 20.0), 0.0)
        .obstacle(&[(10.0, y), (50.0, y)], false)
        .build()
}

/// HC-OBST-03, EX-24: up to the obstacle, over it, and on.
#[test]
fn a_formed_unit_spends_a_move_on_crossing() {
    let plan = plan(&fenced("heavy-infantry", 24.0), &[go(30.0, 44.0, 0.0)], 3);
    let depth = 40.0 / INCH;
    let ends = ends(&plan);
    assert_eq!(ends[0], (30.0, 24.0));
    assert!((ends[1].1 - (24.0 + depth)).abs() <= 0.11, "{ends:?}");
    assert!((ends[2].1 - (ends[1].1 + 6.0)).abs() <= 0.11, "{ends:?}");
    assert_eq!(plan.moves.iter().map(|one| one.crossed).collect::<Vec<_>>(), [false, true, false]);
}

/// HC-OBST-04: who stands at it crosses with the first move; who has no move left stops there.
#[test]
fn who_stands_at_it_crosses_at_once() {
    let at = plan(&fenced("heavy-infantry", 20.0), &[go(30.0, 44.0, 0.0)], 2);
    assert!(at.moves[0].crossed && !at.moves[1].crossed);
    let one = plan(&fenced("heavy-infantry", 24.0), &[go(30.0, 44.0, 0.0)], 1);
    assert_eq!(ends(&one), [(30.0, 24.0)]);
}

/// HC-OBST-03, HC-MOVE-03: nobody goes further than a move to be across, where his way leads along the obstacle.
#[test]
fn crossing_takes_no_more_than_a_move() {
    let scene = Table::new()
        .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
        .obstacle(&[(33.0, 20.5), (45.0, 70.0)], false)
        .build();
    let plan = plan(&scene, &[go(40.0, 50.0, 0.0)], 3);
    assert!(plan.moves.iter().all(|one| one.used.0 <= one.allowed.0 + 0.5), "{:?}", plan.moves);
    assert!(plan.moves.iter().all(|one| !one.crossed), "{:?}", plan.moves);
}

/// HC-OBST-02: open order infantry and cavalry take no notice.
#[test]
fn open_order_crosses_freely() {
    assert_eq!(
        ends(&plan(&fenced("skirmishers", 24.0), &[go(30.0, 44.0, 0.0)], 2)),
        [(30.0, 26.0), (30.0, 32.0)]
    );
}

/// HC-OBST-05: some obstacles are closed to wheels.
#[test]
fn wheels_do_not_cross_every_obstacle() {
    let ditch = |troop: &str| {
        let line = Polyline::new(vec![Vec2::new(0.0, 24.0 * INCH), Vec2::new(1800.0, 24.0 * INCH)]).unwrap();
        let scene = Table::new()
            .unit("u", Side::Red, troop, (30.0, 20.0), 0.0)
            .piece(Piece::Obstacle(Obstacle {
                line,
                cover: false,
                fortified: false,
                no_wheels: true,
                name: String::new(),
            }))
            .build();
        let plan = plan(&scene, &[go(30.0, 44.0, 0.0)], 3);
        (plan.moves.len(), stopped(&plan))
    };
    assert_eq!(ditch("heavy-chariots"), (1, Some(rule!("HC-OBST-05"))));
    assert_eq!(ditch("heavy-infantry").0, 3);
}

/// HC-OBST-03: a crossing that an enemy on the far side leaves no room for is not begun.
#[test]
fn there_must_be_room_beyond() {
    let scene = Table::new()
        .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 21.0), 180.0)
        .obstacle(&[(10.0, 20.0), (50.0, 20.0)], false)
        .build();
    let plan = plan(&scene, &[go(30.0, 30.0, 0.0)], 2);
    assert_eq!((plan.moves.len(), stopped(&plan)), (0, Some(rule!("HC-OBST-03"))));
}

/// HC-RIVER-01: a narrow river is a linear obstacle.
#[test]
fn a_stream_is_an_obstacle() {
    let line = Polyline::new(vec![Vec2::new(0.0, 24.0 * INCH), Vec2::new(1800.0, 24.0 * INCH)]).unwrap();
    let course = Course::new(line, 2.0 * INCH).unwrap();
    let river = River {
        course,
        crossing: Crossing::Obstacle,
        fords: Vec::new(),
        column_only: false,
        name: String::new(),
    };
    let scene = Table::new()
        .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
        .piece(Piece::River(river))
        .build();
    let plan = plan(&scene, &[go(30.0, 44.0, 0.0)], 3);
    let ends = ends(&plan);
    assert_eq!((ends[0], plan.moves[1].crossed), ((30.0, 23.0), true));
    assert!((ends[1].1 - (25.0 + 40.0 / INCH)).abs() <= 0.11, "{ends:?}");
}

/// HC-TERR-03: a column on a road goes through rough ground and woods as if they were open.
#[test]
fn a_road_is_free_going() {
    let road = |kind, formation, road: bool| {
        let mut table = Table::new()
            .formed("u", Side::Red, "heavy-infantry", formation, (30.0, 20.0), 0.0)
            .area(kind, &[(20.0, 24.0), (40.0, 24.0), (40.0, 36.0), (20.0, 36.0)]);
        if road {
            table = table.road(&[(30.0, 0.0), (30.0, 48.0)]);
        }
        plan(&table.build(), &[go(30.0, 40.0, 0.0)], 3).moves.len()
    };
    assert_eq!(road(AreaKind::Rough, Formation::Column, true), 3);
    assert_eq!(road(AreaKind::Rough, Formation::Column, false), 1);
    assert_eq!(road(AreaKind::Rough, Formation::Line, true), 1);
    assert_eq!(road(AreaKind::Wood, Formation::Column, true), 3);
    assert_eq!(road(AreaKind::Wood, Formation::Column, false), 1);
}
