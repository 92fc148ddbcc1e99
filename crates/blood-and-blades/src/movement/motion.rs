//! How a base or a rigid body moves: straight, about a point, or about itself (BB-GEO-12, BB-ALG-11), and how
//! such a way is measured (BB-MOVE-20, BB-MOVE-21).

use crate::settings::PivotMeasure;
use aelian_geometry::{Corner, Facing, Pose, Rect, Tolerance, Vec2, rotate};
use std::f64::consts::{PI, TAU};

/// One leg of a way. It can be carried out by one base or by a whole body at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// Straight by this vector, in mm, facing unchanged.
    Go(Vec2),
    /// About a point of the table, in radians, clockwise positive.
    Turn { about: Vec2, angle: f64 },
    /// BB-MOVE-50: front and rear exchanged, each base in its place.
    Turnabout,
}

/// Turns below this many radians move no corner by a visible distance and count as none.
const NO_TURN: f64 = 1e-7;

impl Motion {
    /// The one rigid motion that leads from where a base stands to another pose.
    pub fn between(from: &Rect, to: Pose, tolerance: Tolerance) -> Motion {
        Motion::between_by(from, to, from.pose.facing.turn_to(to.facing), tolerance)
    }

    /// As `between`, by one of the turns that lead to that facing.
    pub fn between_by(from: &Rect, to: Pose, angle: f64, tolerance: Tolerance) -> Motion {
        let way = to.at - from.pose.at;
        if angle.abs() <= NO_TURN {
            return Motion::Go(way);
        }
        let faced = from.pose.about_faced(from.depth);
        if faced.facing.same(to.facing, tolerance) && (faced.at - to.at).length() <= tolerance.length {
            return Motion::Turnabout;
        }
        // The centre lies on the line that halves the way at a right angle.
        let part = 0.5 * libm::cos(0.5 * angle) / libm::sin(0.5 * angle);
        let middle = (from.pose.at + to.at) * 0.5;
        Motion::Turn { about: middle + Vec2::new(way.y, -way.x) * part, angle }
    }

    /// Where a base stands after the motion.
    pub fn apply(self, rect: &Rect) -> Rect {
        rect.with_pose(self.pose(rect))
    }

    pub fn pose(self, rect: &Rect) -> Pose {
        match self {
            Motion::Go(way) => rect.pose.translated(way),
            Motion::Turn { about, angle } => rect.pose.rotated_about(about, angle),
            Motion::Turnabout => rect.pose.about_faced(rect.depth),
        }
    }

    /// The first part (0 to 1) of the motion. A turnabout is done at once.
    pub fn part(self, part: f64) -> Motion {
        match self {
            Motion::Go(way) => Motion::Go(way * part),
            Motion::Turn { about, angle } => Motion::Turn { about, angle: angle * part },
            Motion::Turnabout => Motion::Turnabout,
        }
    }

    /// The motion in pieces that can each be read off their ends: turns of more than a third of a circle are cut.
    pub fn pieces(self) -> impl Iterator<Item = Motion> {
        const MOST: f64 = 2.0;
        let count = match self {
            Motion::Turn { angle, .. } => (angle.abs() / MOST).ceil().max(1.0),
            _ => 1.0,
        };
        std::iter::repeat_n(self.part(1.0 / count), count as usize)
    }

    /// Length of a straight leg in mm, angle of a turn in radians without its sign; 0 for a turnabout.
    pub fn size(self) -> f64 {
        match self {
            Motion::Go(way) => way.length(),
            Motion::Turn { angle, .. } => angle.abs(),
            Motion::Turnabout => 0.0,
        }
    }

    /// How far the motion takes a point, as AMB-81 and the setting `pivot_measure` want it measured.
    pub fn takes(self, point: Vec2, pivots: PivotMeasure) -> f64 {
        match (self, pivots) {
            (Motion::Go(way), _) => way.length(),
            (Motion::Turn { about, angle }, PivotMeasure::Chord) => {
                // Beyond half a circle a chord would grow shorter again.
                let (arm, halves) = (point - about, (angle.abs() / PI).floor());
                let rest = angle - (halves * PI).copysign(angle);
                (rotate(arm, rest) - arm).length() + 2.0 * halves * arm.length()
            }
            (Motion::Turn { about, angle }, PivotMeasure::Arc) => (point - about).length() * angle.abs(),
            (Motion::Turnabout, _) => 0.0,
        }
    }

    /// Where the motion takes a point that belongs to the moving body; a turnabout leaves it in its place.
    pub fn moved(self, point: Vec2) -> Vec2 {
        match self {
            Motion::Go(way) => point + way,
            Motion::Turn { about, angle } => about + rotate(point - about, angle),
            Motion::Turnabout => point,
        }
    }

    /// The greatest distance by which any point of the rectangle leaves its place: for the broad phase.
    pub fn reach(self, rect: &Rect) -> f64 {
        match self {
            Motion::Go(way) => way.length(),
            Motion::Turn { about, .. } => {
                // No point of a turning body gets further from its place than the whole circle is wide.
                2.0 * ((rect.centre() - about).length() + rect.radius())
            }
            Motion::Turnabout => 0.0,
        }
    }
}

/// BB-MOVE-20, BB-MOVE-21, AMB-81: the distance used so far. Each of two front corners is followed leg by
/// leg; the larger sum counts. For a group they are the two ends of its front.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    corners: [Vec2; 2],
    sums: [f64; 2],
    pivots: PivotMeasure,
    sum: Sum,
    /// How deep the single base is that is measured; none for a body of bases.
    depth: Option<f64>,
}

/// How legs add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sum {
    /// BB-MOVE-20: each corner by itself; the larger sum counts.
    ByCorner,
    /// BB-MOVE-67: of each leg what its outer corner goes.
    ByLeg,
}

impl Measure {
    /// From the left and the right front corner of the body that is measured.
    pub fn new(corners: [Vec2; 2], pivots: PivotMeasure) -> Measure {
        Measure { corners, sums: [0.0; 2], pivots, sum: Sum::ByCorner, depth: None }
    }

    /// BB-MOVE-67: of each leg the way of its outer corner counts, whichever corner it is.
    pub fn by_leg(corners: [Vec2; 2], pivots: PivotMeasure) -> Measure {
        Measure { corners, sums: [0.0; 2], pivots, sum: Sum::ByLeg, depth: None }
    }

    /// For a single base.
    pub fn of(rect: &Rect, pivots: PivotMeasure) -> Measure {
        Measure { depth: Some(rect.depth), ..Measure::new(front_corners(rect), pivots) }
    }

    /// The distance used so far.
    pub fn used(&self) -> f64 {
        self.sums[0].max(self.sums[1])
    }

    /// The distance used when this motion is made as well.
    pub fn after(&self, motion: Motion) -> f64 {
        let [left, right] = self.corners.map(|corner| motion.takes(corner, self.pivots));
        match self.sum {
            Sum::ByCorner => (self.sums[0] + left).max(self.sums[1] + right),
            Sum::ByLeg => self.used() + left.max(right),
        }
    }

    /// Follows the corners along a motion. After a turnabout the front is elsewhere: for a body see
    /// `faced_about`.
    pub fn walk(&mut self, motion: Motion) {
        if motion == Motion::Turnabout {
            return self.turn_about();
        }
        if self.sum == Sum::ByLeg {
            self.sums = [self.after(motion); 2];
        } else {
            for (sum, corner) in self.sums.iter_mut().zip(self.corners) {
                *sum += motion.takes(corner, self.pivots);
            }
        }
        self.corners = self.corners.map(|corner| motion.moved(corner));
    }

    /// BB-MOVE-50: a base exchanges front and rear without using any distance; what lay on the left lies on the right.
    fn turn_about(&mut self) {
        let Some(depth) = self.depth else { return };
        let [left, right] = self.corners;
        let across = (right - left).normalize_or_zero();
        let back = Vec2::new(across.y, -across.x) * depth;
        self.corners = [right + back, left + back];
        self.sums.swap(0, 1);
    }

    /// BB-MOVE-50: the front of a body is now here. What lay on the left lies on the right. The measure of a
    /// single base has found this out by itself.
    pub fn faced_about(&mut self, corners: [Vec2; 2]) {
        if self.depth.is_none() {
            self.corners = corners;
            self.sums.swap(0, 1);
        }
    }
}

/// The turns that lead from one facing to another: the shorter one, or both hands where it looks the opposite way.
pub fn turns(from: Facing, to: Facing, tolerance: Tolerance) -> impl Iterator<Item = f64> {
    let angle = from.turn_to(to);
    let other = (PI - angle.abs() <= tolerance.angle).then_some(angle - TAU.copysign(angle));
    std::iter::once(angle).chain(other)
}

/// The way cut off where the measure reaches `distance`.
pub fn cut(legs: &[Motion], mut measure: Measure, distance: f64) -> Vec<Motion> {
    const HALVINGS: u32 = 48;
    let mut kept = Vec::with_capacity(legs.len());
    for leg in legs {
        if measure.after(*leg) > distance {
            let (mut free, mut over) = (0.0, 1.0);
            for _ in 0..HALVINGS {
                let middle = 0.5 * (free + over);
                if measure.after(leg.part(middle)) > distance { over = middle } else { free = middle }
            }
            if free > 0.0 {
                kept.push(leg.part(free));
            }
            return kept;
        }
        measure.walk(*leg);
        kept.push(*leg);
    }
    kept
}

/// The left and the right front corner.
pub fn front_corners(rect: &Rect) -> [Vec2; 2] {
    [rect.corner(Corner::FrontLeft), rect.corner(Corner::FrontRight)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use aelian_geometry::degrees;

    const TOLERANCE: Tolerance = Tolerance { length: 0.1, angle: degrees(0.2) };

    fn rect(x: f64, y: f64, compass: f64) -> Rect {
        Rect::new(Pose::new(x, y, Facing::compass(compass)), 40.0, 30.0)
    }

    #[test]
    fn the_motion_between_two_poses_leads_there() {
        let from = rect(100.0, 200.0, 10.0);
        for to in [rect(150.0, 260.0, 10.0), rect(90.0, 130.0, 100.0), rect(101.0, 200.0, 9.0)] {
            let end = Motion::between(&from, to.pose, TOLERANCE).pose(&from);
            assert!((end.at - to.pose.at).length() < 1e-6, "{end:?}");
            assert!(end.facing.angle_to(to.pose.facing) < 1e-8);
        }
    }

    /// EX-24: BB-MOVE-50: a Cv of 30 mm depth keeps its ground and looks the other way.
    #[test]
    fn a_turnabout_is_known_as_such_and_uses_nothing() {
        let cv = rect(0.0, 0.0, 0.0);
        let faced = Pose::new(0.0, -30.0, Facing::DOWN);
        assert_eq!(Motion::between(&cv, faced, TOLERANCE), Motion::Turnabout);
        assert_eq!(Motion::Turnabout.pose(&cv), faced);
        assert_eq!(Measure::of(&cv, PivotMeasure::Chord).after(Motion::Turnabout), 0.0);
        let mut measure = Measure::of(&cv, PivotMeasure::Chord);
        measure.walk(Motion::Turnabout);
        assert_eq!(measure.corners, front_corners(&Motion::Turnabout.apply(&cv)));
        assert_eq!(measure.used(), 0.0);
    }

    /// EX-26: BB-MOVE-21, AMB-81: chord or arc of the outer corner.
    #[test]
    fn a_pivot_is_measured_at_its_outer_corner() {
        let corners = [Vec2::ZERO, Vec2::new(120.0, 0.0)];
        let turn = |angle: f64| Motion::Turn { about: Vec2::ZERO, angle: degrees(-angle) };
        let chord = Measure::new(corners, PivotMeasure::Chord).after(turn(28.955_024_371_859_85));
        let arc = Measure::new(corners, PivotMeasure::Arc).after(turn(28.647_889_756_541_16));
        assert!((chord - 60.0).abs() < 1e-9 && (arc - 60.0).abs() < 1e-9, "{chord} {arc}");
    }

    /// BB-MOVE-20, AMB-81: a turn of three quarters of a circle is no shorter than one of a half.
    #[test]
    fn a_turn_beyond_half_a_circle_grows_longer() {
        let used = |angle: f64| {
            let turn = Motion::Turn { about: Vec2::ZERO, angle: degrees(angle) };
            Measure::new([Vec2::ZERO, Vec2::new(40.0, 0.0)], PivotMeasure::Chord).after(turn)
        };
        assert!((used(180.0) - 80.0).abs() < 1e-9 && (used(-180.0) - 80.0).abs() < 1e-9);
        assert!((used(270.0) - 80.0 - 3200f64.sqrt()).abs() < 1e-9);
    }

    /// BB-MOVE-20: only front corners count, leg by leg, and the larger sum is the distance.
    #[test]
    fn a_free_move_is_measured_at_the_front_corner_that_goes_further() {
        let base = rect(0.0, 0.0, 0.0);
        let mut measure = Measure::of(&base, PivotMeasure::Chord);
        let turn = Motion::Turn { about: base.corner(Corner::FrontLeft), angle: degrees(90.0) };
        measure.walk(turn);
        assert!((measure.used() - 3200f64.sqrt()).abs() < 1e-9);
        measure.walk(Motion::Go(Vec2::new(30.0, 0.0)));
        assert!((measure.used() - 3200f64.sqrt() - 30.0).abs() < 1e-9);
    }
}
