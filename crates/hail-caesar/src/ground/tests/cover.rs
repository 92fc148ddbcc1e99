//! What the ground shelters (HC-WOOD-04, HC-OBST-06, HC-BLDG-14, HC-BLDG-15); `morale` asks for it.

use crate::field::{AreaKind, Obstacle, Piece, Strength};
use crate::ids::BlockId;
use crate::morale::Cover;
use crate::rules::INCH;
use crate::setup::Stands;
use crate::testing::Table;
use aelian_game::Side;
use aelian_geometry::{Polyline, Vec2};

/// HC-WOOD-04, HC-SAVE-06: the part of a unit that stands in a wood is in cover.
#[test]
fn part_of_a_unit_is_in_the_wood() {
    let share = |x: f64| {
        let scene = Table::new()
            .unit("u", Side::Red, "skirmishers", (x, 20.0), 0.0)
            .area(AreaKind::Wood, &[(20.0, 10.0), (40.0, 10.0), (40.0, 30.0), (20.0, 30.0)])
            .build();
        scene.look().cover(scene.unit("u"), Vec2::ZERO)
    };
    assert_eq!(share(30.0), (Cover::Light, 1.0));
    assert_eq!(share(50.0).0, Cover::None);
    assert!((0.4..0.6).contains(&share(40.0).1));
}

/// HC-OBST-06, AMB-57: a low wall shelters those behind it, from that side only; a ditch nobody.
#[test]
fn a_wall_shelters_those_behind_it() {
    let scene = |cover| {
        Table::new()
            .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
            .obstacle(&[(20.0, 20.5), (40.0, 20.5)], cover)
            .build()
    };
    let shelter = |cover, y: f64| {
        let scene = scene(cover);
        scene.look().cover(scene.unit("u"), Vec2::new(30.0 * INCH, y * INCH))
    };
    assert_eq!(shelter(true, 30.0), (Cover::Light, 1.0));
    assert_eq!(shelter(true, 5.0).0, Cover::None);
    assert_eq!(shelter(false, 30.0).0, Cover::None);
}

/// HC-BLDG-14, HC-BLDG-15, HC-SAVE-13, HC-SAVE-17: buildings and works.
#[test]
fn buildings_and_works_shelter_better() {
    let inside = |strength| {
        let scene = Table::new()
            .block((30.0, 20.0), (8.0, 6.0), strength)
            .entry("u", Side::Red, "heavy-infantry", Stands::In(BlockId(0)))
            .build();
        scene.look().cover(scene.unit("u"), Vec2::ZERO).0
    };
    assert_eq!(inside(Strength::Light), Cover::Light);
    assert_eq!(inside(Strength::Substantial), Cover::Building);
    assert_eq!(inside(Strength::Fortification), Cover::Fortification);
    let line = Polyline::new(vec![Vec2::new(0.0, 20.5 * INCH), Vec2::new(1800.0, 20.5 * INCH)]).unwrap();
    let scene = Table::new()
        .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
        .piece(Piece::Obstacle(Obstacle {
            line,
            cover: true,
            fortified: true,
            no_wheels: false,
            name: String::new(),
        }))
        .build();
    assert_eq!(scene.look().cover(scene.unit("u"), Vec2::new(762.0, 900.0)).0, Cover::Fortification);
}
