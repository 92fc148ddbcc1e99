//! Glides (HC-GEO-04): a body that goes from one pose to another, every model by the straightest way, and what that
//! costs.

use aelian_geometry::{Circle, Pose, Rect, Segment, Vec2, point_to_segment};

/// A straight passage from one pose to another. Front and rear may be exchanged at its start: an about face of every
/// model on the spot costs nothing (HC-GEO-04).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glide {
    /// Where it begins, about faced if that is the shorter way.
    from: Rect,
    to: Pose,
    /// Radians, clockwise positive.
    turn: f64,
    about: bool,
    /// The furthest that any corner goes, in mm.
    length: f64,
}

/// What each corner of a body has gone, in the order of `Rect::corners`.
pub type Travel = [f64; 4];

/// HC-GEO-04, HC-MOVE-03, HC-MOVE-04, AMB-11: the furthest that any corner goes from one place to another, in mm.
pub fn cost(from: &Rect, to: &Rect) -> f64 {
    let straight = furthest(from, to);
    straight.min(furthest(&about_faced(from), to))
}

/// The same ground, the other way round.
pub fn about_faced(rect: &Rect) -> Rect {
    rect.with_pose(rect.pose.about_faced(rect.depth))
}

fn furthest(from: &Rect, to: &Rect) -> f64 {
    let (from, to) = (from.corners(), to.corners());
    (0..4).map(|corner| (to[corner] - from[corner]).length()).fold(0.0, f64::max)
}

impl Glide {
    pub fn new(from: &Rect, to: Pose) -> Glide {
        let goal = from.with_pose(to);
        let (straight, reversed) = (furthest(from, &goal), furthest(&about_faced(from), &goal));
        let about = reversed < straight - 1e-6;
        let from = if about { about_faced(from) } else { *from };
        let turn = if from.pose.facing == to.facing { 0.0 } else { from.pose.facing.turn_to(to.facing) };
        Glide { from, to, turn, about, length: straight.min(reversed) }
    }

    /// Where the body begins, with front and rear as it will carry them.
    pub fn start(&self) -> &Rect {
        &self.from
    }

    /// The furthest that any corner goes.
    pub fn length(&self) -> f64 {
        self.length
    }

    /// It does not turn on the way.
    pub fn is_straight(&self) -> bool {
        self.turn == 0.0
    }

    /// Direction and length of a glide that does not turn.
    pub fn vector(&self) -> Vec2 {
        self.to.at - self.from.pose.at
    }

    /// Where the body is when it has gone this part of the way, 0 to 1.
    pub fn at(&self, part: f64) -> Rect {
        if part >= 1.0 {
            return self.from.with_pose(self.to);
        }
        if part <= 0.0 {
            return self.from;
        }
        if self.is_straight() {
            return self.from.with_pose(self.from.pose.translated(self.vector() * part));
        }
        let goal = self.from.with_pose(self.to);
        let centre = self.from.centre() + (goal.centre() - self.from.centre()) * part;
        let facing = self.from.pose.facing.turned(self.turn * part);
        let at = centre + facing.vector() * (self.from.depth * 0.5);
        self.from.with_pose(Pose { at, facing })
    }

    /// What the corners have gone after this part of the way, having gone `before` when it began.
    pub fn travel(&self, before: &Travel, part: f64) -> Travel {
        let before = if self.about { [before[2], before[3], before[0], before[1]] } else { *before };
        let (from, to) = (self.from.corners(), self.at(part).corners());
        std::array::from_fn(|corner| before[corner] + (to[corner] - from[corner]).length())
    }

    /// HC-GEO-04: the largest part of the way on which no corner has gone further than `rate` in all.
    pub fn part_within(&self, before: &Travel, rate: f64, slack: f64) -> f64 {
        let within = |part: f64, rate: f64| self.travel(before, part).into_iter().all(|gone| gone <= rate);
        if within(1.0, rate + slack) {
            return 1.0;
        }
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            if within(middle, rate) {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    /// A circle that holds the body on its whole way.
    pub fn circle(&self) -> Circle {
        let (a, b) = (self.from.centre(), self.from.with_pose(self.to).centre());
        Circle { centre: (a + b) * 0.5, radius: self.from.radius() + (b - a).length() * 0.5 }
    }

    /// By circles: whether the body can come so near to a rectangle anywhere on its way, in mm.
    pub fn may_come_near(&self, other: &Rect, gap: f64) -> bool {
        let way = Segment::new(self.from.centre(), self.from.with_pose(self.to).centre());
        point_to_segment(other.centre(), way) <= self.from.radius() + other.radius() + gap + 0.01
    }

    /// A rectangle that holds the body on its whole way, if it does not turn.
    pub fn ground(&self) -> Option<Rect> {
        let (facing, by) = (self.from.pose.facing, self.vector());
        let (ahead, aside) = (by.dot(facing.unit()), by.dot(facing.right()));
        let front = self.from.pose.advanced(ahead.max(0.0) + 0.01).shifted(aside / 2.0);
        let (width, depth) = (self.from.width + aside.abs(), self.from.depth + ahead.abs());
        self.is_straight().then(|| Rect::new(front, width + 0.02, depth + 0.02))
    }

    /// Parts of the way that lie so near each other that nothing is missed between them.
    pub fn steps(&self, apart: f64) -> usize {
        ((self.length / apart).ceil() as usize).clamp(1, 400)
    }

    /// The first part of the way, up to `until`, at which `meets` holds, found at steps of 4 mm and then closely: the
    /// last part at which it does not hold yet. None if it never holds.
    pub fn first(&self, until: f64, meets: impl Fn(&Rect) -> bool) -> Option<f64> {
        let steps = self.steps(4.0);
        let mut clear = 0.0;
        for step in 1..=steps {
            let part = until * step as f64 / steps as f64;
            if meets(&self.at(part)) {
                return Some(self.close(clear, part, meets));
            }
            clear = part;
        }
        None
    }

    /// As `first`, where `gap` says how far a place is at least from any at which it holds, in mm: what lies further away
    /// than the body can go is not looked at.
    pub fn first_near(
        &self,
        until: f64,
        meets: impl Fn(&Rect) -> bool,
        gap: impl Fn(&Rect) -> f64,
    ) -> Option<f64> {
        let steps = self.steps(4.0);
        let part = |step: usize| until * step as f64 / steps as f64;
        let mut step = 1;
        while step <= steps {
            let rect = self.at(part(step));
            if meets(&rect) {
                return Some(self.close(part(step - 1), part(step), meets));
            }
            step += self.idle_steps(gap(&rect), until / steps as f64);
        }
        None
    }

    /// How many steps of so large a part can be taken at once by a body that has so far to go, at least one.
    pub fn idle_steps(&self, gap: f64, part: f64) -> usize {
        let stride = self.longest() * part;
        let free = (gap - 0.01) / stride.max(1e-9);
        if free >= 2.0 { (free as usize).min(1000) } else { 1 }
    }

    /// As `first`, where `room` says how far every corner can go from a place before it can hold, in mm.
    pub fn first_after(
        &self,
        until: f64,
        meets: impl Fn(&Rect) -> bool,
        room: impl Fn(&Rect) -> f64,
    ) -> Option<f64> {
        let longest = self.longest().max(1e-6);
        let (mut clear, mut part) = (0.0, 0.0);
        loop {
            part = f64::min(part + room(&self.at(part)).max(4.0) / longest, until);
            if meets(&self.at(part)) {
                return Some(self.close(clear, part, meets));
            }
            if part >= until {
                return None;
            }
            clear = part;
        }
    }

    /// Beyond a part at which something did not hold yet: where it does.
    pub fn just_after(&self, part: f64, until: f64) -> f64 {
        f64::min(part + 5.0 / self.length.max(1.0), until)
    }

    /// No corner goes further than this on the whole way, whatever it turns.
    fn longest(&self) -> f64 {
        let goal = self.from.with_pose(self.to);
        (goal.centre() - self.from.centre()).length() + self.turn.abs() * self.from.radius()
    }

    /// Between a part where it does not hold and one where it does: the last where it does not.
    pub fn close(&self, clear: f64, met: f64, meets: impl Fn(&Rect) -> bool) -> f64 {
        let (mut low, mut high) = (clear, met);
        for _ in 0..12 {
            let middle = 0.5 * (low + high);
            if meets(&self.at(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        // A hair short, so that rounding to the grid does not lead over it.
        (low - 0.02 / self.length.max(1.0)).max(clear)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aelian_geometry::Facing;

    fn rect(x: f64, y: f64, compass: f64) -> Rect {
        Rect::new(Pose::new(x, y, Facing::compass(compass)), 180.0, 40.0)
    }

    /// HC-GEO-04, HC-MOVE-04: straight on and sideways cost their length; a wheel what its outer corner goes.
    #[test]
    fn the_furthest_corner_decides() {
        assert_eq!(cost(&rect(0.0, 0.0, 0.0), &rect(0.0, 100.0, 0.0)), 100.0);
        assert_eq!(cost(&rect(0.0, 0.0, 0.0), &rect(-60.0, 0.0, 0.0)), 60.0);
        let start = rect(0.0, 0.0, 0.0);
        let wheel = start.pose.rotated_about(start.corners()[0], aelian_geometry::degrees(30.0));
        let outer = 2.0 * libm::hypot(180.0, 40.0) * libm::sin(aelian_geometry::degrees(15.0));
        assert!((cost(&start, &start.with_pose(wheel)) - outer).abs() < 1e-4);
    }

    /// HC-GEO-04, AMB-11: an about face costs nothing, a turn to the side does.
    #[test]
    fn an_about_face_is_free() {
        let start = rect(0.0, 0.0, 0.0);
        assert!(cost(&start, &about_faced(&start)) < 1e-6);
        let aside = start.pose.rotated_about(start.centre(), aelian_geometry::degrees(90.0));
        assert!(cost(&start, &start.with_pose(aside)) > 100.0);
        let back = about_faced(&start);
        assert!((cost(&start, &back.with_pose(back.pose.advanced(80.0))) - 80.0).abs() < 1e-6);
    }

    /// HC-GEO-04: a glide is cut where its furthest corner has gone the whole rate.
    #[test]
    fn a_glide_is_cut_at_the_rate() {
        let start = rect(0.0, 0.0, 0.0);
        let glide = Glide::new(&start, Pose::new(200.0, 100.0, Facing::compass(80.0)));
        let part = glide.part_within(&[0.0; 4], 152.4, 0.254);
        let used = cost(&start, &glide.at(part));
        assert!((used - 152.4).abs() < 0.01, "{used}");
        assert_eq!(glide.part_within(&[0.0; 4], 1000.0, 0.0), 1.0);
        let half = glide.part_within(&[100.0; 4], 152.4, 0.254);
        assert!(half < part);
    }
}
