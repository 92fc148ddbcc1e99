//! What can lie between an eye and a target at all: a quick look, before any line of sight is laid.

use aelian_geometry::{Rect, Vec2};

/// The ground that lines of sight from an eye to a target cross: all that lies between the eye and the corners of the
/// target.
pub struct Cone {
    /// The eye, then the corners.
    points: [Vec2; 5],
    /// Across each line from the eye to a corner: how far the cone reaches to either side.
    sides: [(Vec2, f64, f64); 4],
}

impl Cone {
    pub fn new(eye: Vec2, target: &Rect) -> Cone {
        let [a, b, c, d] = target.corners();
        let points = [eye, a, b, c, d];
        let sides = [a, b, c, d].map(|corner| {
            let axis = (corner - eye).perp();
            let (low, high) = span(&points, axis);
            (axis, low, high)
        });
        Cone { points, sides }
    }

    /// No line of the cone can meet this rectangle if it returns false.
    pub fn may_meet(&self, rect: &Rect) -> bool {
        let (forward, right, middle) = (rect.pose.facing.vector(), rect.pose.facing.right(), rect.centre());
        let (deep, wide) = (forward * (rect.depth * 0.5), right * (rect.width * 0.5));
        let meets = |axis: Vec2, low: f64, high: f64| {
            let (at, reach) = (middle.dot(axis), deep.dot(axis).abs() + wide.dot(axis).abs());
            low <= at + reach && high >= at - reach
        };
        let across = |axis: Vec2| {
            let (low, high) = span(&self.points, axis);
            meets(axis, low, high)
        };
        self.sides.iter().all(|(axis, low, high)| meets(*axis, *low, *high))
            && across(forward)
            && across(right)
    }

    /// Lowest and highest corner of the box about it along the table's axes.
    pub fn aabb(&self) -> (Vec2, Vec2) {
        let [first, rest @ ..] = &self.points;
        rest.iter().fold((*first, *first), |(low, high), point| (low.min(*point), high.max(*point)))
    }
}

fn span(points: &[Vec2], axis: Vec2) -> (f64, f64) {
    points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), point| {
        let at = point.dot(axis);
        (low.min(at), high.max(at))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use aelian_geometry::{Facing, Pose, Segment, sight};

    fn rect(x: f64, y: f64, compass: f64) -> Rect {
        Rect::new(Pose::new(x, y, Facing::compass(compass)), 180.0, 40.0)
    }

    /// Whatever stops any line from the eye to the target is in the cone; what lies well beside it is not.
    #[test]
    fn whatever_blocks_a_line_is_in_the_cone() {
        let (eye, target) = (Vec2::new(0.0, 0.0), rect(100.0, 600.0, 200.0));
        let cone = Cone::new(eye, &target);
        let (mut blocking, mut outside) = (0, 0);
        for place in 0..2000 {
            let (x, y) = (f64::from(place % 50) * 20.0 - 450.0, f64::from(place / 50) * 20.0 - 80.0);
            let part = rect(x, y, f64::from(place % 37) * 10.0);
            let corners = target.corners();
            let lines = (0..4).flat_map(|at| (0..8).map(move |step| (at, f64::from(step) / 8.0)));
            let mut lines = lines
                .map(|(at, along)| corners[at] + (corners[(at + 1) % 4] - corners[at]) * along)
                .map(|point| Segment::new(eye, point));
            let blocks = lines.any(|line| !sight::clear(line, std::iter::once(&part)));
            assert!(cone.may_meet(&part) || !blocks, "{part:?}");
            blocking += usize::from(blocks);
            outside += usize::from(!cone.may_meet(&part));
        }
        assert!(blocking > 100 && outside > 1000, "{blocking} {outside}");
    }
}
