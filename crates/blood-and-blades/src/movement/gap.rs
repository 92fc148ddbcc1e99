//! Gaps (46.2).

use super::motion::Motion;
use super::sweep::{steps, swept_box};
use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;
use aelian_geometry::{Rect, Segment, Vec2, convex_overlap, distance, sweep_convex};

/// BB-GAP-01, BB-GAP-09, AMB-98: a gap: the two bases that form it and the space between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    pub between: (BaseId, BaseId),
    /// A convex outline: the hull of the parts of either base that lie within a base width of the other.
    pub zone: Vec<Vec2>,
}

impl Gap {
    /// Whether any corner of the zone, or its middle, could lie within a circle: the broad phase.
    fn is_within(&self, centre: Vec2, radius: f64) -> bool {
        let count = self.zone.len().max(1) as f64;
        let middle = self.zone.iter().fold(Vec2::ZERO, |sum, point| sum + *point) / count;
        let extent = self.zone.iter().map(|point| (*point - middle).length()).fold(0.0, f64::max);
        (middle - centre).length() <= radius + extent
    }
}

impl Look<'_> {
    /// BB-GAP-01, BB-GAP-04, BB-GAP-09: the two bases, neither in `but`, that form a gap in which the
    /// rectangle stands, if there are such.
    pub fn gap_at(&self, rect: &Rect, but: BaseSet) -> Option<(BaseId, BaseId)> {
        let near: BaseSet = self.near(rect, self.rules.width).filter(|id| !but.contains(*id)).collect();
        self.gaps_among(near, rect.aabb()).find(|gap| self.stands_in(rect, gap)).map(|gap| gap.between)
    }

    /// BB-GAP-03, BB-GAP-08: the gap in which a body would make a motion that is not allowed in one: anything
    /// but straight forward, straight backward or a turnabout.
    pub fn gap_in_way(
        &self,
        body: &[(BaseId, Rect)],
        motion: Motion,
        but: BaseSet,
    ) -> Option<(BaseId, (BaseId, BaseId))> {
        if self.is_free_in_gaps(body, motion) {
            return None;
        }
        let near = self.near_way(body, motion, but);
        self.gaps_among(near, swept_box(body, motion)).find_map(|gap| {
            let inside = body.iter().find(|(_, rect)| self.moves_in(rect, motion, &gap));
            inside.map(|(base, _)| (*base, gap.between))
        })
    }

    /// BB-GAP-01, BB-GAP-02: all gaps between bases of a set, of either side, that reach into a box of the
    /// table deeper than the tolerance. The table's edge forms none.
    pub fn gaps_among(&self, bases: BaseSet, (low, high): (Vec2, Vec2)) -> impl Iterator<Item = Gap> {
        let slack = Vec2::splat(self.rules.tolerance.length);
        let (low, high) = (low + slack, high - slack);
        let boxes: Vec<_> = bases.iter().map(|base| (base, self.state.rect(base).aabb())).collect();
        let mut pairs = Vec::new();
        for (at, (one, (least, most))) in boxes.iter().enumerate() {
            for (two, (other_least, other_most)) in &boxes[at + 1..] {
                // A gap lies within the box about both of its bases.
                if least.min(*other_least).cmplt(high).all() && most.max(*other_most).cmpgt(low).all() {
                    pairs.push((*one, *two));
                }
            }
        }
        pairs.into_iter().filter_map(|between| self.gap_between(between))
    }

    /// BB-GAP-01, BB-GAP-09: the gap between two bases; none if they touch or stand further apart than a
    /// base width.
    pub fn gap_between(&self, between: (BaseId, BaseId)) -> Option<Gap> {
        let (a, b) = (self.state.rect(between.0), self.state.rect(between.1));
        let slack = self.rules.tolerance.length;
        let most = self.at_most(self.rules.width);
        let reach = most + a.radius() + b.radius();
        if (a.centre() - b.centre()).length_squared() > reach * reach {
            return None;
        }
        let apart = distance(a, b);
        if apart <= slack || apart > most {
            return None;
        }
        let mut points = Vec::with_capacity(16);
        near_parts(a, b, most, &mut points);
        near_parts(b, a, most, &mut points);
        Some(Gap { between, zone: hull(points) })
    }

    /// BB-GAP-09: whether a rectangle is within a gap.
    pub fn stands_in(&self, rect: &Rect, gap: &Gap) -> bool {
        convex_overlap(&gap.zone, rect, self.rules.tolerance)
    }

    /// Whether a rectangle is within a gap at any moment of a motion.
    fn moves_in(&self, rect: &Rect, motion: Motion, gap: &Gap) -> bool {
        if self.stands_in(rect, gap) {
            return true;
        }
        match motion {
            Motion::Go(way) => {
                let length = way.length();
                length > 0.0
                    && sweep_convex(rect, way / length, length, &gap.zone, self.rules.tolerance)
                        .is_some_and(|at| at < self.at_least(length))
            }
            Motion::Turn { about, .. } => {
                gap.is_within(about, (rect.centre() - about).length() + rect.radius())
                    && steps(rect, motion).any(|part| self.stands_in(&motion.part(part).apply(rect), gap))
            }
            Motion::Turnabout => false,
        }
    }

    /// BB-GAP-03, BB-MOVE-52: straight forward, straight backward and turnabout are allowed in gaps.
    fn is_free_in_gaps(&self, body: &[(BaseId, Rect)], motion: Motion) -> bool {
        match motion {
            Motion::Go(way) => body.iter().all(|(_, rect)| self.keeps_to_line(rect, way)),
            Motion::Turn { .. } => false,
            Motion::Turnabout => true,
        }
    }

    /// BB-GEO-02, BB-GEO-09: whether a way leads a base straight forward or straight backward.
    pub(crate) fn keeps_to_line(&self, rect: &Rect, way: Vec2) -> bool {
        let (facing, tolerance) = (rect.pose.facing, self.rules.tolerance);
        facing.leads(way, tolerance) || facing.leads(-way, tolerance)
    }

    /// Bases that could form a gap on the way of a body.
    fn near_way(&self, body: &[(BaseId, Rect)], motion: Motion, but: BaseSet) -> BaseSet {
        let wide: Vec<(BaseId, Rect)> =
            body.iter().map(|(id, rect)| (*id, widened(rect, self.rules.width))).collect();
        self.around(&wide, motion, but)
    }
}

/// The same place with so much more on every side, for the broad phase.
fn widened(rect: &Rect, by: f64) -> Rect {
    let pose = rect.pose.advanced(by);
    Rect::new(pose, rect.width + 2.0 * by, rect.depth + 2.0 * by)
}

/// The ends of the parts of a's edges that lie no further than `most` from `b`.
fn near_parts(a: &Rect, b: &Rect, most: f64, out: &mut Vec<Vec2>) {
    let corners = a.corners();
    for at in 0..4 {
        let edge = Segment::new(corners[at], corners[(at + 1) % 4]);
        if let Some((from, to)) = near_part(edge, b, most) {
            out.push(edge.at(from));
            out.push(edge.at(to));
        }
    }
}

/// The part of a segment that lies no further than `most` from a rectangle. The area around the rectangle is
/// convex, made of two longer rectangles and a disc at each corner, so the part is one piece.
fn near_part(segment: Segment, rect: &Rect, most: f64) -> Option<(f64, f64)> {
    let (centre, forward, right) = (rect.centre(), rect.pose.facing.vector(), rect.pose.facing.right());
    let local = |point: Vec2| Vec2::new((point - centre).dot(right), (point - centre).dot(forward));
    let (start, end) = (local(segment.a), local(segment.b));
    let half = Vec2::new(rect.width * 0.5, rect.depth * 0.5);
    let mut found: Option<(f64, f64)> = None;
    let mut join = |piece: Option<(f64, f64)>| {
        if let Some((from, to)) = piece {
            found = Some(found.map_or((from, to), |(low, high)| (low.min(from), high.max(to))));
        }
    };
    join(in_box(start, end - start, Vec2::new(half.x + most, half.y)));
    join(in_box(start, end - start, Vec2::new(half.x, half.y + most)));
    for (x, y) in [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)] {
        join(in_disc(start - Vec2::new(half.x * x, half.y * y), end - start, most));
    }
    found
}

fn in_box(start: Vec2, step: Vec2, half: Vec2) -> Option<(f64, f64)> {
    let slab = |start: f64, step: f64, half: f64| {
        if step == 0.0 {
            return if start.abs() <= half { (0.0, 1.0) } else { (1.0, 0.0) };
        }
        let (a, b) = ((-half - start) / step, (half - start) / step);
        (a.min(b).max(0.0), a.max(b).min(1.0))
    };
    let (x, y) = (slab(start.x, step.x, half.x), slab(start.y, step.y, half.y));
    let (from, to) = (x.0.max(y.0), x.1.min(y.1));
    (from <= to).then_some((from, to))
}

fn in_disc(start: Vec2, step: Vec2, radius: f64) -> Option<(f64, f64)> {
    let (a, b, c) = (step.dot(step), start.dot(step), start.dot(start) - radius * radius);
    let root = b * b - a * c;
    if a == 0.0 || root < 0.0 {
        return None;
    }
    let root = root.sqrt();
    let (from, to) = (((-b - root) / a).max(0.0), ((-b + root) / a).min(1.0));
    (from <= to).then_some((from, to))
}

/// The convex hull, counter-clockwise.
fn hull(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = Vec2>| {
        let mut kept: Vec<Vec2> = Vec::with_capacity(8);
        for point in points {
            while let [.., a, b] = kept[..]
                && (b - a).perp_dot(point - b) <= 0.0
            {
                kept.pop();
            }
            kept.push(point);
        }
        kept.pop();
        kept
    };
    let mut outline = half(&mut points.iter().copied());
    outline.extend(half(&mut points.iter().rev().copied()));
    outline
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, Table};
    use aelian_game::Side;
    use aelian_geometry::degrees;

    /// Two bases with this much between their flanks, and a third between them.
    fn pair(space: f64) -> Scene {
        Table::new()
            .base("p", Side::Red, "Reg Bd(O)", 480.0 - space / 2.0, 300.0, 0.0)
            .base("q", Side::Blue, "Reg Bd(O)", 520.0 + space / 2.0, 285.0, 180.0)
            .base("m", Side::Red, "Reg Ps(O)", 500.0, 305.0, 0.0)
            .build()
    }

    fn gap(scene: &Scene) -> Option<(BaseId, BaseId)> {
        scene.look().gap_at(scene.state.rect(scene.id("m")), scene.set(&["m"]))
    }

    /// EX-38: BB-GAP-01, BB-GAP-02: 40 mm is a gap, 41 mm is none, the edge of the table never forms one.
    #[test]
    fn a_gap_is_at_most_a_base_width() {
        let scene = pair(40.0);
        assert_eq!(gap(&scene), Some((scene.id("p"), scene.id("q"))));
        assert_eq!(gap(&pair(41.0)), None);
        let edge = Table::new()
            .base("p", Side::Red, "Reg Bd(O)", 30.0, 300.0, 0.0)
            .base("m", Side::Red, "Reg Ps(O)", 22.0, 270.0, 0.0)
            .build();
        assert_eq!(gap(&edge), None);
    }

    /// EX-40: BB-GAP-04: the space beside the mover itself is no gap for it.
    #[test]
    fn the_mover_forms_no_gap() {
        let scene = pair(80.0);
        assert_eq!(gap(&scene), None);
        let (p, q) = (scene.id("p"), scene.id("q"));
        let whole_table = (Vec2::ZERO, Vec2::new(scene.state.field.width, scene.state.field.depth));
        let around = scene.look().gaps_among(scene.set(&["p", "q", "m"]), whole_table).count();
        assert_eq!(around, 2, "{p} and {q} each form one with the mover");
    }

    /// BB-GAP-09: bases that touch form a wall, and the zone ends where the bases end.
    #[test]
    fn the_zone_is_the_space_between() {
        let look_at = |y: f64| {
            let mut scene = pair(40.0);
            let m = scene.id("m");
            let to = aelian_geometry::Pose::new(500.0, y, aelian_geometry::Facing::UP);
            let why = crate::event::MoveWhy::Ordered;
            scene.happens(&crate::event::Event::Moved { base: m, via: Vec::new(), to, why });
            gap(&scene).is_some()
        };
        // Both lie between y = 285 and 300; the Ps are 20 mm deep.
        assert!(look_at(286.0) && look_at(319.0));
        assert!(!look_at(285.0) && !look_at(321.0));
        let wall = pair(0.0);
        assert!(wall.look().gap_between((wall.id("p"), wall.id("q"))).is_none());
    }

    /// EX-39: BB-GAP-03, BB-GAP-08: in a gap a pivot and a shift are not allowed, straight on is.
    #[test]
    fn only_straight_moves_in_a_gap() {
        let scene = pair(40.0);
        let body = [(scene.id("m"), *scene.state.rect(scene.id("m")))];
        let inside = |motion| scene.look().gap_in_way(&body, motion, scene.set(&["m"])).is_some();
        let about = body[0].1.centre();
        assert!(inside(Motion::Turn { about, angle: degrees(5.0) }));
        assert!(inside(Motion::Go(Vec2::new(3.0, 0.0))));
        assert!(!inside(Motion::Go(Vec2::new(0.0, 30.0))));
        assert!(!inside(Motion::Go(Vec2::new(0.0, -30.0))));
        assert!(!inside(Motion::Turnabout));
    }
}
