//! Quarters (15.7): front, flanks and rear of a unit.

use crate::formation::Formation;
use crate::ids::UnitId;
use crate::rules::Look;
use crate::state::Side4;
use aelian_geometry::{Rect, Segment, Vec2};

/// HC-ARC-01: the quarters are named like the edges.
pub type Quarter = Side4;

/// HC-ARC-02: in which quarter of a rectangle a point lies. Lines leave each corner at 45 degrees; on a line the front
/// comes before the flank and the flank before the rear; on the rear edge itself is the rear.
pub fn quarter_of(rect: &Rect, point: Vec2, eps: f64) -> Quarter {
    let (forward, right) = rect.local(point);
    let beside = (right.abs() - rect.width / 2.0).max(0.0);
    let (ahead, behind) = (forward, -forward - rect.depth);
    if ahead >= -eps && ahead >= beside - eps {
        Side4::Front
    } else if behind >= -eps && (beside <= eps || behind > beside + eps) {
        Side4::Rear
    } else if right > 0.0 {
        Side4::Right
    } else {
        Side4::Left
    }
}

impl Look<'_> {
    /// HC-ARC-02, HC-ARC-06: the quarter of a unit in which a point lies; all round an open order unit is its front.
    pub fn quarter(&self, unit: UnitId, point: Vec2) -> Quarter {
        if self.state.unit(unit).is_open() {
            return Side4::Front;
        }
        quarter_of(self.rect(unit), point, self.rules.slack)
    }

    /// HC-ARC-03, HC-ARC-04: the quarter of `of` in which `unit` lies: by its centre-front, or its nearest model in open
    /// order.
    pub fn quarter_in(&self, unit: UnitId, of: UnitId) -> Quarter {
        if self.state.unit(unit).is_open() {
            let nearest = aelian_geometry::nearest_points(self.rect(unit), self.rect(of)).0;
            return self.quarter(of, nearest);
        }
        self.quarter(of, self.centre_front(unit))
    }

    /// HC-ARC-07, HC-ARC-08, HC-ARC-09: from this quarter it is attacked as from the front.
    pub fn counts_as_front(&self, unit: UnitId, quarter: Quarter) -> bool {
        quarter == Side4::Front || self.state.unit(unit).formation.is_front_all_round()
    }

    /// HC-ARC-08: for those who shoot at it.
    pub fn counts_as_front_for_shots(&self, unit: UnitId, quarter: Quarter) -> bool {
        self.counts_as_front(unit, quarter) || self.state.unit(unit).formation == Formation::Testudo
    }

    /// HC-ARC-05: part of the other unit lies in the front quarter.
    pub fn is_partly_in_front(&self, unit: UnitId, other: UnitId) -> bool {
        self.front_share(unit, other) > 0.0
    }

    /// HC-ARC-05: how much of the other unit's footprint lies in the front quarter, as a share of its area.
    pub fn front_share(&self, unit: UnitId, other: UnitId) -> f64 {
        if self.state.unit(unit).is_open() {
            return 1.0;
        }
        self.front_share_of(self.rect(unit), other)
    }

    /// The same for a rectangle that faces so: a face of a building or of a square (HC-BLDG-24, HC-SQ-03).
    pub fn front_share_of(&self, rect: &Rect, other: UnitId) -> f64 {
        let (mut inside, mut whole) = (0.0, 0.0);
        for part in self.footprint(other) {
            let points: Vec<Vec2> = part.corners().iter().map(|corner| local(rect, *corner)).collect();
            whole += area(&points);
            inside += area(&in_front(points, rect.width / 2.0));
        }
        if whole > 0.0 { inside / whole } else { 0.0 }
    }

    /// HC-GEO-02, HC-PROX-02: part of the enemy lies directly in front of the centre-front. Open order faces all round.
    pub fn faces(&self, unit: UnitId, enemy: UnitId) -> bool {
        self.state.unit(unit).is_open() || self.faces_from(self.rect(unit), enemy)
    }

    /// The same for a unit that stood so.
    pub fn faces_from(&self, rect: &Rect, enemy: UnitId) -> bool {
        let ray = facing_ray(rect);
        let far = |part: &Rect| {
            let (ahead, right) = rect.local(part.centre());
            let radius = part.radius() + self.rules.slack;
            right.abs() > radius || ahead < -radius
        };
        self.footprint(enemy)
            .any(|part| !far(&part) && aelian_geometry::segment_to_rect(ray, &part) <= self.rules.slack)
    }
}

/// HC-GEO-02: straight ahead of the centre-front, further than any table.
pub fn facing_ray(rect: &Rect) -> Segment {
    Segment::new(rect.pose.at, rect.pose.advanced(30_000.0).at)
}

fn local(rect: &Rect, point: Vec2) -> Vec2 {
    let (forward, right) = rect.local(point);
    Vec2::new(right, forward)
}

/// The part of a convex outline that lies ahead of a front of this half width and between the lines at 45 degrees.
fn in_front(points: Vec<Vec2>, half: f64) -> Vec<Vec2> {
    let ahead = clipped(points, |p| p.y);
    let left = clipped(ahead, |p| p.y + p.x + half);
    clipped(left, |p| p.y - p.x + half)
}

/// The part of a convex outline where this is not negative.
fn clipped(points: Vec<Vec2>, inside: impl Fn(Vec2) -> f64) -> Vec<Vec2> {
    let mut kept = Vec::with_capacity(points.len() + 2);
    for (at, point) in points.iter().enumerate() {
        let next = points[(at + 1) % points.len()];
        let (here, there) = (inside(*point), inside(next));
        if here >= 0.0 {
            kept.push(*point);
        }
        if (here < 0.0) != (there < 0.0) {
            kept.push(*point + (next - *point) * (here / (here - there)));
        }
    }
    kept
}

fn area(points: &[Vec2]) -> f64 {
    let cross = |at: usize| {
        let (a, b) = (points[at], points[(at + 1) % points.len()]);
        a.x * b.y - b.x * a.y
    };
    ((0..points.len()).map(cross).sum::<f64>() / 2.0).abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Table;
    use aelian_game::Side;

    fn at(x: f64, y: f64) -> Vec2 {
        Vec2::new(x * 25.4, y * 25.4)
    }

    /// HC-ARC-01, HC-ARC-02, EX-30, EX-31: quarters and their ties, of a unit seven inches wide and 1.6 deep.
    #[test]
    fn lines_leave_the_corners_at_half_a_right_angle() {
        let rect = Rect::new(
            aelian_geometry::Pose { at: at(0.0, 0.8), facing: aelian_geometry::Facing::UP },
            7.0 * 25.4,
            1.6 * 25.4,
        );
        let quarter = |x, y| quarter_of(&rect, at(x, y), 0.25);
        assert_eq!(quarter(6.0, 2.0), Side4::Right);
        assert_eq!(quarter(4.0, 3.0), Side4::Front);
        assert_eq!(quarter(5.5, 2.8), Side4::Front);
        assert_eq!(quarter(5.5, -2.8), Side4::Right);
        assert_eq!(quarter(1.0, -0.8), Side4::Rear);
        assert_eq!(quarter(-6.0, 0.0), Side4::Left);
        assert_eq!(quarter(-3.0, -4.0), Side4::Rear);
    }

    /// HC-GEO-02, HC-PROX-02, EX-26: a unit faces whom the ray from its centre-front meets.
    #[test]
    fn facing_is_by_the_ray_from_the_centre_front() {
        let facing = |x: f64| {
            let scene = Table::new()
                .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
                .unit("e", Side::Blue, "heavy-infantry", (30.0 + x, 27.0), 180.0)
                .build();
            scene.look().faces(scene.unit("u"), scene.unit("e"))
        };
        // 180 mm wide: 3.54 inches to either side.
        assert!(facing(3.0) && facing(-3.5) && !facing(4.0));
    }

    /// HC-ARC-05, HC-TGT-10: how much of an enemy lies in the front quarter.
    #[test]
    fn shares_of_the_front_quarter() {
        let share = |x: f64, y: f64| {
            let scene = Table::new()
                .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
                .unit("e", Side::Blue, "elephant", (30.0 + x, 20.0 + y), 180.0)
                .build();
            scene.look().front_share(scene.unit("u"), scene.unit("e"))
        };
        assert_eq!((share(0.0, 5.0), share(0.0, -8.0)), (1.0, 0.0));
        // On the line at 45 degrees from the corner, half of it lies in front.
        let half = share(3.543_307 + 6.574_8, 5.0);
        assert!((half - 0.5).abs() < 0.01, "{half}");
    }

    /// HC-OPEN-08, HC-ARC-06: all round a unit in open order is its front.
    #[test]
    fn open_order_has_no_flank() {
        let scene = Table::new()
            .unit("u", Side::Red, "skirmishers", (30.0, 20.0), 0.0)
            .unit("v", Side::Red, "heavy-infantry", (30.0, 10.0), 0.0)
            .build();
        let look = scene.look();
        for point in [at(30.0, 5.0), at(60.0, 15.0), at(5.0, 15.0)] {
            assert_eq!(look.quarter(scene.unit("u"), point), Side4::Front);
            assert_ne!(look.quarter(scene.unit("v"), point), Side4::Front);
        }
    }
}
