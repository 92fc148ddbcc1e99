//! A pose: where the middle of a front edge is, and which way it looks.

use crate::{Facing, Rotation, Vec2, on_grid};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// Position of the midpoint of the front edge, and facing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    pub at: Vec2,
    pub facing: Facing,
}

impl Pose {
    pub fn new(x: f64, y: f64, facing: Facing) -> Pose {
        Pose { at: Vec2::new(x, y), facing }
    }

    /// The pose a table can hold: its position rounded to the grid (facings always are).
    pub fn on_grid(self) -> Pose {
        Pose { at: on_grid(self.at), ..self }
    }

    #[inline]
    pub fn translated(self, by: Vec2) -> Pose {
        Pose { at: self.at + by, ..self }
    }

    /// Straight ahead by `distance`; backward if negative.
    #[inline]
    pub fn advanced(self, distance: f64) -> Pose {
        self.translated(self.facing.vector() * distance)
    }

    /// Sideways to the right by `distance`; to the left if negative.
    #[inline]
    pub fn shifted(self, distance: f64) -> Pose {
        self.translated(self.facing.right() * distance)
    }

    /// Turned with the table under it about `centre`, clockwise positive, in radians.
    pub fn rotated_about(self, centre: Vec2, angle: f64) -> Pose {
        self.rotated_by(centre, &Rotation::by(angle))
    }

    /// The same for a turn that is made by many.
    pub fn rotated_by(self, centre: Vec2, rotation: &Rotation) -> Pose {
        Pose { at: centre + rotation.turn(self.at - centre), facing: self.facing.turned_by(rotation) }
    }

    /// Front and rear exchanged, for a body of this depth: the same ground, the other way round.
    pub fn about_faced(self, depth: f64) -> Pose {
        Pose { at: self.at - self.facing.vector() * depth, facing: self.facing.reversed() }
    }
}

impl Eq for Pose {}

impl Hash for Pose {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.at.x.to_bits());
        state.write_u64(self.at.y.to_bits());
        self.facing.hash(state);
    }
}
