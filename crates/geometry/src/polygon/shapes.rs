//! Making polygons, hulls, and the height of a slope.

use super::Polygon;
use crate::distance::segments_cross;
use crate::facing::rotate;
use crate::frame::{larger, positive, smaller};
use crate::{Segment, Vec2};

/// The points of a generated outline.
const AROUND: u32 = 48;

/// How far the deepest bump draws the outline in, as a part of its distance from the centre.
const DEEPEST: f64 = 0.3;

impl Polygon {
    /// An ellipse of these extents, as a polygon; its length lies along `UP` turned clockwise by `angle`.
    pub fn ellipse(centre: Vec2, length: f64, width: f64, angle: f64) -> Polygon {
        Polygon::rounded(centre, length, width, angle, &[])
    }

    /// An irregular rounded outline of exactly these extents, its length along `UP` turned clockwise by
    /// `angle` (radians).
    ///
    /// The bumps, from 0 (none) to 1 (deepest), are spread evenly around the outline from the far tip on,
    /// clockwise, and draw it in at their places. Every outline lies within the ellipse of its extents and
    /// reaches it at the ends of both axes, which is what makes the extents exact. A width greater than the
    /// length is taken as the length, across.
    pub fn rounded(centre: Vec2, length: f64, width: f64, angle: f64, bumps: &[f64]) -> Polygon {
        let point = |step: u32| {
            let (sine, cosine) = around(step);
            let drawn_in =
                1.0 - DEEPEST * window(sine, cosine) * bump(bumps, f64::from(step) / f64::from(AROUND));
            let local = Vec2::new(0.5 * width * sine, 0.5 * length * cosine) * drawn_in;
            centre + rotate(local, angle)
        };
        Polygon::from_outline((0..AROUND).map(point).collect())
    }
}

/// The height of a point of a hill, 1 on the crest and 0 on the outline and outside it.
///
/// It falls evenly along the ray that leads from the nearest point of the crest (a point or a line of
/// points) through `p` to the outline. A hill without a crest is taken to rise to its centre of gravity.
pub fn slope_height(outline: &Polygon, crest: &[Vec2], p: Vec2) -> f64 {
    if !outline.contains(p) {
        return 0.0;
    }
    let top = nearest_on_line(crest, p).unwrap_or_else(|| outline.centroid());
    let run = (p - top).length();
    if run == 0.0 {
        return 1.0;
    }
    let (low, high) = outline.aabb();
    let ray = Segment::new(p, p + (p - top) / run * ((high - low).length() + run));
    let left = outline
        .edges()
        .filter_map(|edge| segments_cross(ray, edge))
        .fold(f64::INFINITY, |best, exit| smaller(best, (exit - p).length()));
    if left.is_finite() { positive(left / (run + left)) } else { 0.0 }
}

/// The convex hull, counter-clockwise, without points on its edges.
pub(crate) fn hull_of(points: &[Vec2]) -> Vec<Vec2> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut hull = chain(sorted.iter().copied());
    hull.pop();
    let upper = chain(sorted.iter().rev().copied());
    hull.extend_from_slice(&upper[..upper.len() - 1]);
    hull
}

/// One half of a hull: only left turns, the rest is dropped.
fn chain(points: impl Iterator<Item = Vec2>) -> Vec<Vec2> {
    let mut kept: Vec<Vec2> = Vec::new();
    for p in points {
        while let [.., a, b] = kept[..] {
            // Nearly straight counts as straight: a corner flatter than rounding is none.
            let slack = 1e-12 * (b - a).length() * (p - b).length();
            if (b - a).perp_dot(p - b) > slack {
                break;
            }
            kept.pop();
        }
        kept.push(p);
    }
    kept
}

fn nearest_on_line(line: &[Vec2], p: Vec2) -> Option<Vec2> {
    if let [only] = line {
        return Some(*only);
    }
    let mut best: Option<Vec2> = None;
    for pair in line.windows(2) {
        let near = Segment::new(pair[0], pair[1]).nearest(p);
        if best.is_none_or(|b| (near - p).length_squared() < (b - p).length_squared()) {
            best = Some(near);
        }
    }
    best
}

/// Sine and cosine of a step around the outline, exact at the ends of the axes.
fn around(step: u32) -> (f64, f64) {
    match step * 4 / AROUND {
        quarter if quarter * AROUND == step * 4 => {
            [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)][quarter as usize % 4]
        }
        _ => {
            let angle = 2.0 * core::f64::consts::PI * f64::from(step) / f64::from(AROUND);
            (libm::sin(angle), libm::cos(angle))
        }
    }
}

/// 0 at the ends of the axes, 1 half way between them.
fn window(sine: f64, cosine: f64) -> f64 {
    let double = 2.0 * sine * cosine;
    double * double
}

/// The bump at this part of the way around, blended between its neighbours without a kink.
fn bump(bumps: &[f64], part: f64) -> f64 {
    let Some(count) = (!bumps.is_empty()).then_some(bumps.len()) else { return 0.0 };
    let place = part * count as f64;
    let whole = place.floor();
    let rest = place - whole;
    let at = |index: usize| smaller(larger(bumps[index % count], 0.0), 1.0);
    let blend = rest * rest * (3.0 - 2.0 * rest);
    at(whole as usize) * (1.0 - blend) + at(whole as usize + 1) * blend
}
