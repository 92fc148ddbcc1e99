//! Cover (HC-WOOD-04, HC-OBST-06, HC-BLDG-14, HC-BLDG-15, HC-SAVE-17): what shelters a unit from attacks.

use crate::field::{AreaKind, Strength};
use crate::ids::UnitId;
use crate::rules::{INCH, Look};
use crate::state::Place;
use aelian_geometry::{Rect, Segment, Vec2, point_to_rect, segments_cross};

/// A unit stands behind a barrier that is no further from it than this, in inches.
const BEHIND: f64 = 1.0;

/// What shelters a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shelter {
    /// What is added to its saves; 0: nothing shelters it.
    pub bonus: u8,
    /// HC-SAVE-06: for how much of it, 0 to 1.
    pub share: f64,
}

impl Look<'_> {
    /// HC-WOOD-04, HC-SAVE-06: how much of a unit stands in woods or other ground that is cover; all of it in a building.
    pub fn cover_share(&self, unit: UnitId) -> f64 {
        match self.state.unit(unit).place {
            Place::Block(_) => 1.0,
            Place::Table => self.grown_share(self.rect(unit)),
            _ => 0.0,
        }
    }

    /// HC-SAVE-17: the best shelter against an attack from there: a building, works, a wall between, a wood.
    pub fn shelter(&self, unit: UnitId, from: Vec2) -> Shelter {
        if let Place::Block(block) = self.state.unit(unit).place {
            let strength = self.state.field.block(block).map_or(Strength::Light, |block| block.strength);
            return Shelter { bonus: bonus_of(strength), share: 1.0 };
        }
        let rect = self.rect(unit);
        let works = self.walled_share(rect, from, true);
        if works > 0.0 {
            return Shelter { bonus: 3, share: works };
        }
        let share = self.grown_share(rect).max(self.walled_share(rect, from, false));
        if share > 0.0 { Shelter { bonus: 1, share } } else { Shelter::default() }
    }

    fn grown_share(&self, rect: &Rect) -> f64 {
        let areas = self.state.field.areas.iter();
        let grown = areas.filter(|area| matches!(area.kind, AreaKind::Wood | AreaKind::Cover));
        let near: Vec<_> = grown.filter(|area| area.outline.box_meets(rect.aabb())).collect();
        if near.is_empty() {
            return 0.0;
        }
        share_of(rect, |point| near.iter().any(|area| area.outline.contains(point)))
    }

    /// HC-OBST-06, HC-SAVE-13: how much of it has a barrier right before it, as seen from there.
    fn walled_share(&self, rect: &Rect, from: Vec2, fortified: bool) -> f64 {
        let obstacles = &self.state.field.obstacles;
        let fitting = |wall: &&crate::field::Obstacle| (wall.fortified, wall.cover) == (fortified, true)
            || (fortified && wall.fortified);
        if !obstacles.iter().any(|wall| fitting(&wall)) {
            return 0.0;
        }
        let near = BEHIND * INCH + self.rules.slack;
        share_of(rect, |point| {
            let sight = Segment::new(from, point);
            let met = |wall: &crate::field::Obstacle| {
                let crossings = wall.line.segments().filter_map(|piece| segments_cross(sight, piece));
                crossings.into_iter().any(|at| point_to_rect(at, rect) <= near)
            };
            obstacles.iter().filter(fitting).any(met)
        })
    }
}

/// HC-BLDG-14, HC-BLDG-15.
fn bonus_of(strength: Strength) -> u8 {
    match strength {
        Strength::Light | Strength::Closed => 1,
        Strength::Substantial => 2,
        Strength::Fortification => 3,
    }
}

/// The share of a footprint where this holds, at 9 by 3 points.
fn share_of(rect: &Rect, holds: impl Fn(Vec2) -> bool) -> f64 {
    let (wide, deep) = (9, 3);
    let mut found = 0;
    for file in 0..wide {
        for rank in 0..deep {
            let across = (f64::from(file) + 0.5) / f64::from(wide) - 0.5;
            let back = (f64::from(rank) + 0.5) / f64::from(deep);
            let pose = rect.pose.shifted(rect.width * across).advanced(-rect.depth * back);
            found += i32::from(holds(pose.at));
        }
    }
    f64::from(found) / f64::from(wide * deep)
}

#[cfg(test)]
mod tests {
    use crate::field::{AreaKind, Obstacle, Piece, Strength};
    use crate::ids::BlockId;
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
            scene.look().cover_share(scene.unit("u"))
        };
        assert_eq!(share(30.0), 1.0);
        assert_eq!(share(50.0), 0.0);
        assert!((0.4..0.6).contains(&share(40.0)));
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
            let shelter = scene.look().shelter(scene.unit("u"), Vec2::new(30.0 * INCH, y * INCH));
            (shelter.bonus, shelter.share)
        };
        assert_eq!(shelter(true, 30.0), (1, 1.0));
        assert_eq!(shelter(true, 5.0).0, 0);
        assert_eq!(shelter(false, 30.0).0, 0);
    }

    /// HC-BLDG-14, HC-BLDG-15, HC-SAVE-13, HC-SAVE-17: buildings and works.
    #[test]
    fn buildings_and_works_shelter_better() {
        let inside = |strength| {
            let scene = Table::new()
                .block((30.0, 20.0), (8.0, 6.0), strength)
                .entry("u", Side::Red, "heavy-infantry", Stands::In(BlockId(0)))
                .build();
            scene.look().shelter(scene.unit("u"), Vec2::ZERO).bonus
        };
        assert_eq!(inside(Strength::Light), 1);
        assert_eq!(inside(Strength::Substantial), 2);
        assert_eq!(inside(Strength::Fortification), 3);
        let line = Polyline::new(vec![Vec2::new(0.0, 20.5 * INCH), Vec2::new(1800.0, 20.5 * INCH)]).unwrap();
        let scene = Table::new()
            .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
            .piece(Piece::Obstacle(Obstacle { line, cover: true, fortified: true, no_wheels: false }))
            .build();
        assert_eq!(scene.look().shelter(scene.unit("u"), Vec2::new(762.0, 900.0)).bonus, 3);
    }
}
