//! The camera: from millimetres on the table to pixels on the screen.
//!
//! Pictures are drawn in the world of the figures: half a millimetre is one, y runs down, the north-west corner is
//! the origin. The camera only moves, scales and turns that world by half a circle.

use aelian_geometry::Vec2;

/// World units in a millimetre.
pub const UNIT: f64 = 2.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where the world's origin is, in pixels.
    pub offset: Vec2,
    /// Pixels in a world unit.
    pub scale: f64,
    /// Seen from the north side.
    pub turned: bool,
    /// Size of the window on the table, in pixels.
    pub window: Vec2,
    /// Pixels at each edge that something lies over: left, top, right, bottom.
    pub margin: [f64; 4],
}

/// What can be seen at a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Far,
    Middle,
    Near,
}

impl Level {
    pub fn class(self) -> &'static str {
        match self {
            Level::Far => "far",
            Level::Middle => "middle",
            Level::Near => "near",
        }
    }
}

impl Default for Camera {
    fn default() -> Self {
        Camera {
            offset: Vec2::ZERO,
            scale: 0.4,
            turned: false,
            window: Vec2::new(800.0, 600.0),
            margin: [0.0; 4],
        }
    }
}

impl Camera {
    fn sign(&self) -> f64 {
        if self.turned { -1.0 } else { 1.0 }
    }

    /// A point of the world on the screen.
    pub fn screen(&self, world: Vec2) -> Vec2 {
        self.offset + world * (self.scale * self.sign())
    }

    /// A point of the screen in the world.
    pub fn world(&self, screen: Vec2) -> Vec2 {
        (screen - self.offset) / (self.scale * self.sign())
    }

    /// The attribute that carries the world.
    pub fn transform(&self) -> String {
        let scale = self.scale * self.sign();
        format!("translate({:.2}px,{:.2}px) scale({scale:.5})", self.offset.x, self.offset.y)
    }

    pub fn level(&self, unit_mm: f64) -> Level {
        let pixels = unit_mm * UNIT * self.scale;
        if pixels < 16.0 {
            Level::Far
        } else if pixels <= 45.0 {
            Level::Middle
        } else {
            Level::Near
        }
    }

    /// The same point of the world stays under this point of the screen.
    pub fn zoomed(self, factor: f64, at: Vec2) -> Camera {
        let scale = (self.scale * factor).clamp(0.05, 3.0);
        let world = self.world(at);
        let moved = Camera { scale, ..self };
        Camera { offset: at - world * (scale * self.sign()), ..moved }
    }

    pub fn panned(self, by: Vec2) -> Camera {
        Camera { offset: self.offset + by, ..self }
    }

    /// A box of the world fills what can be seen.
    pub fn fitted(self, least: Vec2, most: Vec2) -> Camera {
        let [left, top, right, bottom] = self.margin;
        let room = (self.window - Vec2::new(left + right, top + bottom)).max(Vec2::splat(60.0));
        let size = (most - least).max(Vec2::splat(1.0));
        let scale = (room.x / size.x).min(room.y / size.y).clamp(0.05, 1.6);
        let middle = Vec2::new(left, top) + room * 0.5;
        let fitted = Camera { scale, ..self };
        Camera { offset: middle - (least + most) * 0.5 * (scale * self.sign()), ..fitted }
    }

    /// This point of the world comes to the middle of what can be seen.
    pub fn centred(self, world: Vec2) -> Camera {
        let [left, top, right, bottom] = self.margin;
        let middle = Vec2::new((left + self.window.x - right) * 0.5, (top + self.window.y - bottom) * 0.5);
        Camera { offset: middle - world * (self.scale * self.sign()), ..self }
    }

    /// Whether a point of the world can be seen, and nothing lies over it.
    pub fn sees(&self, world: Vec2) -> bool {
        let [left, top, right, bottom] = self.margin;
        let at = self.screen(world);
        at.x >= left && at.y >= top && at.x <= self.window.x - right && at.y <= self.window.y - bottom
    }

    /// Seen from the other side; what is in the middle stays there.
    pub fn turned_round(self) -> Camera {
        let [left, top, right, bottom] = self.margin;
        let middle = Vec2::new((left + self.window.x - right) * 0.5, (top + self.window.y - bottom) * 0.5);
        let world = self.world(middle);
        Camera { turned: !self.turned, ..self }.centred(world)
    }
}

/// A point of the table in the world.
pub fn to_world(depth: f64, at: Vec2) -> Vec2 {
    Vec2::new(at.x * UNIT, (depth - at.y) * UNIT)
}

/// A point of the world on the table, in mm.
pub fn to_table(depth: f64, at: Vec2) -> Vec2 {
    Vec2::new(at.x / UNIT, depth - at.y / UNIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn screen_and_world_are_inverse_also_when_turned() {
        for turned in [false, true] {
            let camera = Camera { offset: Vec2::new(30.0, -8.0), scale: 0.7, turned, ..Camera::default() };
            let point = Vec2::new(123.0, 45.0);
            assert!((camera.world(camera.screen(point)) - point).length() < 1e-9);
        }
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let camera = Camera { turned: true, ..Camera::default() };
        let pointer = Vec2::new(200.0, 100.0);
        let before = camera.world(pointer);
        assert!((camera.zoomed(1.7, pointer).world(pointer) - before).length() < 1e-9);
    }

    #[test]
    fn a_fitted_box_is_seen_whole_beside_what_lies_over_the_table() {
        let camera = Camera { margin: [60.0, 0.0, 0.0, 200.0], turned: true, ..Camera::default() };
        let fitted = camera.fitted(Vec2::ZERO, Vec2::new(2400.0, 1500.0));
        assert!(fitted.sees(Vec2::new(1.0, 1.0)) && fitted.sees(Vec2::new(2399.0, 1499.0)));
    }

    #[test]
    fn the_table_lies_in_the_world_with_north_up() {
        assert_eq!(to_world(750.0, Vec2::new(0.0, 750.0)), Vec2::ZERO);
        assert_eq!(to_table(750.0, to_world(750.0, Vec2::new(3.0, 7.0))), Vec2::new(3.0, 7.0));
    }
}
