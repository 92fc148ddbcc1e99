//! A rectangle seen from its own centre: what every measuring function works with.

use crate::{Rect, Vec2};

/// Centre, exact unit axes and half extents of a rectangle.
///
/// A `Facing` lies on a grid and is a unit vector only to about 1e-9. A frame takes that error out of the
/// axes and puts it into the extents, so that its corners are those of `Rect::corners` to the last bits
/// and projections on its axes are true lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub centre: Vec2,
    pub forward: Vec2,
    pub right: Vec2,
    pub half_depth: f64,
    pub half_width: f64,
}

impl Frame {
    #[inline]
    pub fn of(rect: &Rect) -> Frame {
        let vector = rect.pose.facing.vector();
        // The squared length is 1 + e with e below 1e-8, so its root is 1 + e/2 to the last bit.
        let length = 0.5 + 0.5 * vector.dot(vector);
        let forward = rect.pose.facing.unit();
        let half_depth = rect.depth * 0.5 * length;
        Frame {
            centre: rect.pose.at - forward * half_depth,
            forward,
            right: Vec2::new(forward.y, -forward.x),
            half_depth,
            half_width: rect.width * 0.5 * length,
        }
    }

    /// The same rectangle with every edge drawn in by `margin`; what is too thin shrinks to a line.
    #[inline]
    pub fn inset(self, margin: f64) -> Frame {
        let shrink = |half: f64| positive(half - margin);
        Frame { half_depth: shrink(self.half_depth), half_width: shrink(self.half_width), ..self }
    }

    /// Coordinates seen from the centre: x to the right, y forward.
    #[inline]
    pub fn local(&self, point: Vec2) -> Vec2 {
        self.local_vector(point - self.centre)
    }

    #[inline]
    pub fn local_vector(&self, vector: Vec2) -> Vec2 {
        Vec2::new(vector.dot(self.right), vector.dot(self.forward))
    }

    /// The table point of coordinates seen from the centre.
    #[inline]
    pub fn table(&self, local: Vec2) -> Vec2 {
        self.centre + self.right * local.x + self.forward * local.y
    }

    /// Front left, front right, rear right, rear left.
    #[inline]
    pub fn corners(&self) -> [Vec2; 4] {
        let (across, along) = (self.right * self.half_width, self.forward * self.half_depth);
        let (front, rear) = (self.centre + along, self.centre - along);
        [front - across, front + across, rear + across, rear - across]
    }

    /// The square of the distance from a point in local coordinates; 0 inside.
    #[inline]
    pub fn gap_squared(&self, local: Vec2) -> f64 {
        let x = positive(local.x.abs() - self.half_width);
        let y = positive(local.y.abs() - self.half_depth);
        x * x + y * y
    }

    /// The point of the rectangle nearest to a point, both in local coordinates.
    #[inline]
    pub fn nearest(&self, local: Vec2) -> Vec2 {
        Vec2::new(clamp(local.x, self.half_width), clamp(local.y, self.half_depth))
    }

    #[inline]
    pub fn radius_squared(&self) -> f64 {
        self.half_width * self.half_width + self.half_depth * self.half_depth
    }

    /// Lowest and highest corner of the box along the table's axes.
    pub fn aabb(&self) -> (Vec2, Vec2) {
        let reach = Vec2::new(self.reach(Vec2::X), self.reach(Vec2::Y));
        (self.centre - reach, self.centre + reach)
    }

    /// Half the extent of the rectangle along a unit vector.
    #[inline]
    pub fn reach(&self, axis: Vec2) -> f64 {
        self.half_width * self.right.dot(axis).abs() + self.half_depth * self.forward.dot(axis).abs()
    }
}

/// The circles about both rectangles, widened by `margin`, are certainly apart.
///
/// No root is taken: (p + q)^2 <= 2 (p^2 + q^2), and a small margin is covered by a sixteenth more.
#[inline]
pub(crate) fn far_apart(a: &Rect, b: &Rect, margin: f64) -> bool {
    let centre = |r: &Rect| r.pose.at - r.pose.facing.vector() * (r.depth * 0.5);
    let square = |r: &Rect| r.width * r.width + r.depth * r.depth;
    let sum = 0.5 * (square(a) + square(b));
    (centre(b) - centre(a)).length_squared() > sum * (17.0 / 16.0) + 17.0 * margin * margin
}

#[inline]
pub(crate) fn positive(value: f64) -> f64 {
    if value > 0.0 { value } else { 0.0 }
}

#[inline]
pub(crate) fn smaller(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

#[inline]
pub(crate) fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

#[inline]
fn clamp(value: f64, half: f64) -> f64 {
    larger(smaller(value, half), -half)
}
