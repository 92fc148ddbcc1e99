//! How the referee sees a way: as many places, one close to the next.

use aelian_geometry::{Facing, Pose, Rect, Vec2, penetration, rotate};

/// How a piece gets from one place of its path to the next if it faces otherwise there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// It wheels about the one point that stays where it is.
    Wheel,
    /// Its middle goes straight while it turns; every man may turn about on the spot before.
    Glide,
}

/// The furthest that a corner goes between two samples, in mm.
const STRIDE: f64 = 4.0;
/// A turn beyond this is no wheel: every man turns about where he stands.
const ABOUT: f64 = 2.6;
/// Smaller turns lead straight.
const STRAIGHT: f64 = 1e-4;

/// Calls `see` with places along a path, each where the piece might be looked at, the first and the last left out.
pub fn along(path: &[Rect], turning: Turning, mut see: impl FnMut(&Rect)) {
    for (at, pair) in path.windows(2).enumerate() {
        let [from, to] = pair else { continue };
        between(from, to, turning, &mut see);
        if at + 2 < path.len() {
            see(to);
        }
    }
}

fn between(from: &Rect, to: &Rect, turning: Turning, see: &mut impl FnMut(&Rect)) {
    let from = if turning == Turning::Glide { about_faced_if_shorter(from, to) } else { *from };
    let size = (from.width.min(to.width), from.depth.min(to.depth));
    let from = Rect::new(from.pose, size.0, size.1);
    let to = Rect::new(to.pose, size.0, size.1);
    let turn = from.pose.facing.turn_to(to.pose.facing);
    if turn.abs() > ABOUT {
        return;
    }
    let far = corners_apart(&from, &to).max(turn.abs() * from.radius());
    let samples = (far / STRIDE).ceil().min(2000.0) as u32;
    for sample in 1..samples {
        let part = f64::from(sample) / f64::from(samples);
        see(&from.with_pose(match turning {
            _ if turn.abs() < STRAIGHT => from.pose.translated((to.pose.at - from.pose.at) * part),
            Turning::Wheel => wheeled(&from.pose, &to.pose, turn, part),
            Turning::Glide => glided(&from, &to, turn, part),
        }));
    }
}

fn wheeled(from: &Pose, to: &Pose, turn: f64, part: f64) -> Pose {
    let way = to.at - from.at;
    // The centre stands beside the middle of the chord, at half the chord divided by the tangent of half the turn.
    let unit = rotate(Vec2::X, turn);
    let beside = Vec2::new(way.y, -way.x) * (0.5 * (1.0 + unit.x) / -unit.y);
    let centre = from.at + way * 0.5 + beside;
    from.rotated_about(centre, turn * part)
}

fn glided(from: &Rect, to: &Rect, turn: f64, part: f64) -> Pose {
    let centre = from.centre() + (to.centre() - from.centre()) * part;
    let ahead = rotate(from.pose.facing.vector(), turn * part);
    Pose { at: centre + ahead * (from.depth * 0.5), facing: Facing::along(ahead) }
}

/// Every man may turn about on the spot before he goes.
fn about_faced_if_shorter(from: &Rect, to: &Rect) -> Rect {
    let about = from.with_pose(from.pose.about_faced(from.depth));
    if corners_apart(&about, to) < corners_apart(from, to) - 1e-6 { about } else { *from }
}

fn corners_apart(from: &Rect, to: &Rect) -> f64 {
    let pairs = from.corners().into_iter().zip(to.corners());
    pairs.map(|(a, b)| (b - a).length()).fold(0.0, f64::max)
}

/// How far the corner went that went farthest, from place to place of a path; an about face on the spot is free.
pub fn farthest(path: &[Rect]) -> f64 {
    let step = |pair: &[Rect]| match pair {
        [from, to] => corners_apart(&about_faced_if_shorter(from, to), to),
        _ => 0.0,
    };
    match path {
        [first, .., last] => step(&[*first, *last]),
        _ => 0.0,
    }
}

/// How far the front corner went that went farthest, from the beginning of a path to its end; from wherever its front
/// was, if it turned about. A piece that turns about looks the other way after it: its rear is not asked, for that may
/// have become longer or shorter.
pub fn farthest_front(path: &[Rect]) -> f64 {
    let [first, .., last] = path else { return 0.0 };
    let fronts = |rect: &Rect| {
        let [left, right, ..] = rect.corners();
        [left, right]
    };
    let gone = |from: &Rect| {
        let pairs = fronts(from).into_iter().zip(fronts(last));
        pairs.map(|(a, b)| (b - a).length()).fold(0.0, f64::max)
    };
    let turns_about = first.pose.facing.vector().dot(last.pose.facing.vector()) < 0.0;
    let about = || gone(&first.with_pose(first.pose.about_faced(first.depth)));
    if turns_about { gone(first).min(about()) } else { gone(first) }
}

/// How far the middle of a piece went: less than any part of it may go.
pub fn middle(path: &[Rect]) -> f64 {
    match path {
        [first, .., last] => (last.centre() - first.centre()).length(),
        _ => 0.0,
    }
}

/// How deep two outlines lie in one another; zero or less if they do not.
pub fn depth(one: &[Rect], other: &[Rect]) -> f64 {
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    let near = pairs.filter(|(a, b)| (a.centre() - b.centre()).length() <= a.radius() + b.radius());
    near.map(|(a, b)| penetration(a, b)).fold(f64::NEG_INFINITY, f64::max)
}

/// How far the corner lies beyond the table that lies farthest beyond it.
pub fn beyond(outline: &[Rect], [width, depth]: [f64; 2]) -> f64 {
    let over = |p: Vec2| (-p.x).max(-p.y).max(p.x - width).max(p.y - depth);
    outline.iter().flat_map(Rect::corners).map(over).fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aelian_geometry::degrees;

    fn rect(x: f64, y: f64, compass: f64) -> Rect {
        Rect::new(Pose::new(x, y, Facing::compass(compass)), 40.0, 20.0)
    }

    fn deepest(path: &[Rect], turning: Turning, other: Rect) -> f64 {
        let mut deep = f64::NEG_INFINITY;
        along(path, turning, |seen| deep = deep.max(depth(&[*seen], &[other])));
        deep
    }

    #[test]
    fn a_straight_way_meets_who_stands_in_it() {
        let path = [rect(0.0, 0.0, 0.0), rect(0.0, 200.0, 0.0)];
        assert!(deepest(&path, Turning::Wheel, rect(0.0, 100.0, 0.0)) > 15.0);
        assert!(deepest(&path, Turning::Wheel, rect(41.0, 100.0, 0.0)) < 0.0);
    }

    #[test]
    fn a_wheel_leads_round_the_corner_that_stays() {
        let from = rect(0.0, 0.0, 0.0);
        let pivot = Vec2::new(-20.0, 0.0);
        let to = from.with_pose(from.pose.rotated_about(pivot, degrees(-90.0)));
        let mut farthest = 0.0f64;
        along(&[from, to], Turning::Wheel, |seen| {
            let [left, right, ..] = seen.corners();
            assert!((left - pivot).length() < 1e-6, "{left}");
            farthest = farthest.max((right - Vec2::new(20.0, 0.0)).length());
        });
        assert!(farthest > 50.0 && farthest < 57.0, "{farthest}");
    }

    #[test]
    fn a_glide_turns_on_the_straight_way_of_its_middle() {
        let (from, to) = (rect(0.0, 10.0, 0.0), rect(110.0, 0.0, 90.0));
        along(&[from, to], Turning::Glide, |seen| assert!(seen.centre().y.abs() < 1e-6, "{seen:?}"));
    }

    #[test]
    fn an_about_face_is_no_way() {
        let from = rect(0.0, 0.0, 0.0);
        let to = from.with_pose(from.pose.about_faced(from.depth));
        assert_eq!(farthest(&[from, to]), 0.0);
        assert_eq!(farthest_front(&[from, to]), 0.0);
        assert_eq!(middle(&[from, to]), 0.0);
    }

    /// The rear of a column that bends is behind its track, and its head may be shorter than it was.
    #[test]
    fn a_front_is_measured_whatever_is_behind_it() {
        let from = Rect::new(Pose::new(0.0, 0.0, Facing::compass(180.0)), 60.0, 120.0);
        let to = Rect::new(Pose::new(100.0, -62.0, Facing::compass(122.0)), 60.0, 20.0);
        let gone = farthest_front(&[from, to]);
        assert!(gone > 117.0 && gone < 147.0, "{gone}");
        let back = from.with_pose(from.pose.advanced(-150.0));
        assert!((farthest_front(&[from, back]) - 150.0).abs() < 1e-6);
    }

    #[test]
    fn a_corner_beyond_the_table_is_seen() {
        assert!((beyond(&[rect(10.0, 100.0, 0.0)], [500.0, 300.0]) - 10.0).abs() < 1e-9);
        assert!(beyond(&[rect(30.0, 100.0, 0.0)], [500.0, 300.0]) < 0.0);
    }
}
