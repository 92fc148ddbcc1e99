//! Facings as unit vectors on a fixed grid.

use crate::{Tolerance, Vec2, degrees, rounded, to_degrees};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// A direction on the table: a unit vector whose parts are multiples of 2^-30.
///
/// The grid makes equality and hash exact; its error on a 100 mm base is below a millionth of a millimetre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facing(Vec2);

const STEP: f64 = (1u64 << 30) as f64;

impl Facing {
    pub const UP: Facing = Facing(Vec2::new(0.0, 1.0));
    pub const DOWN: Facing = Facing(Vec2::new(0.0, -1.0));
    pub const LEFT: Facing = Facing(Vec2::new(-1.0, 0.0));
    pub const RIGHT: Facing = Facing(Vec2::new(1.0, 0.0));

    /// The direction of `vector`; `UP` for a vector without direction.
    pub fn along(vector: Vec2) -> Facing {
        let length = (vector.x * vector.x + vector.y * vector.y).sqrt();
        if !(length > 0.0 && length.is_finite()) {
            return Facing::UP;
        }
        if let Some(facing) = Facing::of_grid(vector, length) {
            return facing;
        }
        let round = |part: f64| rounded(part / length * STEP) / STEP + 0.0;
        Facing(Vec2::new(round(vector.x), round(vector.y)))
    }

    /// The facing whose own vector this is, give or take the last bits that a text may lose. Rounding it
    /// again after the division by its length could move it a step along the grid.
    fn of_grid(vector: Vec2, length: f64) -> Option<Facing> {
        let steps = Vec2::new(rounded(vector.x * STEP), rounded(vector.y * STEP));
        let off = vector * STEP - steps;
        let own = (length - 1.0).abs() <= 1.0 / STEP && off.x.abs() <= 1e-5 && off.y.abs() <= 1e-5;
        own.then(|| Facing(steps / STEP + Vec2::ZERO))
    }

    /// Degrees clockwise from `UP`, as a compass: 0 up, 90 right, 180 down, 270 left.
    pub fn compass(angle: f64) -> Facing {
        let radians = degrees(angle);
        Facing::along(Vec2::new(libm::sin(radians), libm::cos(radians)))
    }

    /// Degrees clockwise from `UP`, in [0, 360).
    pub fn to_compass(self) -> f64 {
        let angle = to_degrees(libm::atan2(self.0.x, self.0.y));
        if angle < 0.0 { angle + 360.0 } else { angle }
    }

    #[inline]
    pub fn vector(self) -> Vec2 {
        self.0
    }

    /// The direction as a unit vector exact to the last bits, off the grid.
    #[inline]
    pub fn unit(self) -> Vec2 {
        // The squared length is 1 + e with e below 1e-8, so one step of Newton's method is exact.
        self.0 * (1.5 - 0.5 * self.0.dot(self.0))
    }

    /// The unit vector to the right of one who looks this way.
    #[inline]
    pub fn right(self) -> Vec2 {
        Vec2::new(self.0.y, -self.0.x + 0.0)
    }

    /// As a mirror shows it that changes left and right.
    pub fn mirrored(self) -> Facing {
        Facing::along(Vec2::new(-self.0.x, self.0.y))
    }

    pub fn reversed(self) -> Facing {
        Facing(Vec2::new(-self.0.x + 0.0, -self.0.y + 0.0))
    }

    /// Turned by `angle` radians, clockwise positive.
    pub fn turned(self, angle: f64) -> Facing {
        self.turned_by(&Rotation::by(angle))
    }

    pub fn turned_by(self, rotation: &Rotation) -> Facing {
        Facing::along(rotation.turn(self.0))
    }

    /// The angle between two facings in radians, 0 to pi, without sign.
    pub fn angle_to(self, other: Facing) -> f64 {
        self.turn_to(other).abs()
    }

    /// The turn in radians, clockwise positive, in (-pi, pi], that leads from this facing to `other`.
    pub fn turn_to(self, other: Facing) -> f64 {
        let (a, b) = (self.0, other.0);
        -libm::atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
    }

    /// Same direction within tolerance.
    pub fn same(self, other: Facing, tolerance: Tolerance) -> bool {
        aligned(self.0, other.0, tolerance)
    }

    /// Exactly opposite direction within tolerance.
    pub fn opposite(self, other: Facing, tolerance: Tolerance) -> bool {
        aligned(self.0, -other.0, tolerance)
    }

    /// A way leads straight this way, within tolerance. Its ends may lie on the grid of positions, whose rounding makes the
    /// direction of a very short way uncertain.
    pub fn leads(self, way: Vec2, tolerance: Tolerance) -> bool {
        const ROUNDING: f64 = 2.0 / crate::GRID;
        let (ahead, aside) = (way.dot(self.0), way.perp_dot(self.0).abs());
        ahead > 0.0 && aside <= tolerance.angle * ahead + ROUNDING
    }
}

fn aligned(a: Vec2, b: Vec2, tolerance: Tolerance) -> bool {
    // For small angles |cross| is the angle itself; no arc function is needed.
    a.x * b.x + a.y * b.y > 0.0 && (a.x * b.y - a.y * b.x).abs() <= tolerance.angle
}

/// `vector` turned by `angle` radians, clockwise positive.
pub fn rotate(vector: Vec2, angle: f64) -> Vec2 {
    Rotation::by(angle).turn(vector)
}

/// A turn whose sine and cosine are known, for turning many things alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation {
    sine: f64,
    cosine: f64,
}

impl Rotation {
    /// By `angle` radians, clockwise positive.
    pub fn by(angle: f64) -> Rotation {
        Rotation { sine: libm::sin(angle), cosine: libm::cos(angle) }
    }

    #[inline]
    pub fn turn(&self, vector: Vec2) -> Vec2 {
        Vec2::new(
            vector.x * self.cosine + vector.y * self.sine,
            vector.y * self.cosine - vector.x * self.sine,
        )
    }
}

impl Eq for Facing {}

impl Hash for Facing {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.x.to_bits());
        state.write_u64(self.0.y.to_bits());
    }
}

impl Serialize for Facing {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.0.x, self.0.y].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Facing {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [x, y] = <[f64; 2]>::deserialize(deserializer)?;
        let length = (x * x + y * y).sqrt();
        if !(0.999..=1.001).contains(&length) {
            return Err(serde::de::Error::custom("a facing must be a unit vector"));
        }
        Ok(Facing::along(Vec2::new(x, y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLERANCE: Tolerance = Tolerance { length: 0.1, angle: degrees(0.2) };

    #[test]
    fn a_way_leads_straight_within_the_tolerance() {
        let north = Facing::compass(0.0);
        for (degrees, straight) in [(0.0, true), (0.19, true), (-0.19, true), (0.21, false), (180.0, false)] {
            let way = Facing::compass(degrees).vector() * 60.0;
            assert_eq!(north.leads(way, TOLERANCE), straight, "{degrees}");
        }
        assert!(north.leads(Vec2::new(1.0 / crate::GRID, 0.05), TOLERANCE), "rounding has no direction");
        assert!(!north.leads(Vec2::ZERO, TOLERANCE));
    }
}
