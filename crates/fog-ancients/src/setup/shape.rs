//! The shapes of terrain pieces (FA-TER-18 to FA-TER-20, FA-TER-23, FA-TER-24).

use crate::field::{Field, Size};
use crate::rules::Look;
use aelian_geometry::{Facing, Polygon, Polyline, Pose, Rect, Vec2};

/// FA-TER-23, FA-TER-24: whether the outline is that of a piece of this size.
pub fn fits_size(look: Look<'_>, outline: &Polygon, size: Size) -> bool {
    let slack = look.rules.slack;
    let around = enclosing_diameter(outline.points());
    let [normal, large] =
        [Size::Normal, Size::Large].map(|size| look.mu(look.rules.distances().set_up.piece(size)) + slack);
    let round = match size {
        Size::Normal => around <= normal,
        Size::Large => around > normal && around <= large,
    };
    round && holds_rectangle(look, outline)
}

/// FA-TER-23: a rectangle of 4 by 6 MU fits inside. Tried at steps of half an MU and 10 degrees.
pub fn holds_rectangle(look: Look<'_>, outline: &Polygon) -> bool {
    let (low, high) = outline.aabb();
    let tolerance = look.rules.tolerance;
    let [width, depth] = look.rules.distances().set_up.piece_holds.map(|side| look.mu(side));
    let step = look.mu(0.5);
    let centre = outline.centroid();
    let reach = ((high - low).length() * 0.25 / step).ceil() as i32;
    (0..18).any(|turn| {
        let facing = Facing::compass(f64::from(turn) * 10.0);
        (-reach..=reach).any(|right| {
            (-reach..=reach).any(|up| {
                let at = centre + Vec2::new(f64::from(right) * step, f64::from(up) * step);
                let pose = Pose { at: at + facing.vector() * (depth * 0.5), facing };
                outline.holds_rect(&Rect::new(pose, width, depth), tolerance)
            })
        })
    })
}

/// The diameter of the smallest circle that holds all points.
pub fn enclosing_diameter(points: &[Vec2]) -> f64 {
    let mut circle = (points.first().copied().unwrap_or_default(), 0.0);
    for (i, a) in points.iter().enumerate() {
        if outside(circle, *a) {
            circle = (*a, 0.0);
            for (j, b) in points[..i].iter().enumerate() {
                if outside(circle, *b) {
                    circle = ((*a + *b) * 0.5, (*a - *b).length() * 0.5);
                    for c in &points[..j] {
                        if outside(circle, *c) {
                            circle = through(*a, *b, *c);
                        }
                    }
                }
            }
        }
    }
    circle.1 * 2.0
}

fn outside(circle: (Vec2, f64), point: Vec2) -> bool {
    (point - circle.0).length() > circle.1 + 1e-7
}

/// The circle through three points; of three on a line the one over the two that lie farthest apart.
fn through(a: Vec2, b: Vec2, c: Vec2) -> (Vec2, f64) {
    let (ab, ac) = (b - a, c - a);
    let twice = 2.0 * ab.perp_dot(ac);
    if twice.abs() < 1e-9 {
        let pairs = [(a, b), (a, c), (b, c)];
        let longest = pairs
            .into_iter()
            .max_by(|one, other| (one.0 - one.1).length().total_cmp(&(other.0 - other.1).length()));
        let (p, q) = longest.unwrap_or((a, b));
        return ((p + q) * 0.5, (p - q).length() * 0.5);
    }
    let (bb, cc) = (ab.length_squared(), ac.length_squared());
    let off = Vec2::new(ac.y * bb - ab.y * cc, ab.x * cc - ac.x * bb) / twice;
    (a + off, off.length())
}

/// The table's edges on which a point lies.
pub fn on_edges(field: &Field, point: Vec2, slack: f64) -> Vec<crate::field::TableEdge> {
    let on = |edge: &crate::field::TableEdge| field.inside(*edge, point).abs() <= slack;
    crate::field::TableEdge::ALL.into_iter().filter(on).collect()
}

/// All points on the table, within the slack.
pub fn on_table(field: &Field, points: &[Vec2], slack: f64) -> bool {
    points.iter().all(|point| {
        crate::field::TableEdge::ALL.into_iter().all(|edge| field.inside(edge, *point) >= -slack)
    })
}

/// FA-TER-18: a road joins two different table edges, at most one of them short, and is at most 60 MU long.
pub fn is_road(look: Look<'_>, line: &Polyline) -> bool {
    let field = &look.state.field;
    let slack = look.rules.slack;
    let points = line.points();
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return false };
    let joins = on_edges(field, *first, slack).into_iter().any(|from| {
        on_edges(field, *last, slack).into_iter().any(|to| from != to && (from.is_long() || to.is_long()))
    });
    joins
        && line.length() <= look.mu(look.rules.distances().set_up.road) + slack
        && on_table(field, points, slack)
}

/// FA-TER-20: a river is at most 4 MU wide, lies wholly within 6 MU of one side edge, has at most two bends, and runs
/// from table edge to table edge.
pub fn is_river(look: Look<'_>, line: &Polyline, width: f64) -> bool {
    use crate::field::TableEdge::{East, West};
    let field = &look.state.field;
    let slack = look.rules.slack;
    let points = line.points();
    let ends = [points.first(), points.last()];
    let at_edges = ends.into_iter().flatten().all(|point| !on_edges(field, *point, slack).is_empty());
    let book = &look.rules.distances().set_up;
    let deepest = look.mu(book.river_reaches) + slack;
    let near = |edge| points.iter().all(|point| field.inside(edge, *point) + width * 0.5 <= deepest);
    let wide = width > 0.0 && width <= look.mu(book.river) + slack;
    wide && points.len() <= 4 && at_edges && on_table(field, points, slack) && (near(West) || near(East))
}

/// FA-TER-19: a coast lies along a short edge and reaches at most 6 MU into the table.
pub fn is_coast(look: Look<'_>, outline: &Polygon) -> bool {
    use crate::field::TableEdge::{East, West};
    let field = &look.state.field;
    let slack = look.rules.slack;
    let most = look.mu(look.rules.distances().set_up.coast) + slack;
    [West, East].into_iter().any(|edge| {
        let deep = outline.points().iter().all(|point| field.inside(edge, *point) <= most);
        let along =
            outline.points().iter().filter(|point| field.inside(edge, **point).abs() <= slack).count();
        deep && along >= 2
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Table;

    #[test]
    fn the_smallest_circle_holds_all_points() {
        let square = [Vec2::new(0.0, 0.0), Vec2::new(3.0, 0.0), Vec2::new(3.0, 4.0), Vec2::new(0.0, 4.0)];
        assert!((enclosing_diameter(&square) - 5.0).abs() < 1e-9);
        let line = [Vec2::new(0.0, 0.0), Vec2::new(1.0, 0.0), Vec2::new(7.0, 0.0)];
        assert!((enclosing_diameter(&line) - 7.0).abs() < 1e-9);
    }

    /// FA-TER-23, FA-TER-24.
    #[test]
    fn pieces_are_normal_or_large() {
        let scene = Table::new().build();
        let ellipse = |length: f64, width: f64| {
            Polygon::ellipse(Vec2::new(500.0, 500.0), length * 25.0, width * 25.0, 0.3)
        };
        let fits = |outline: &Polygon, size| fits_size(scene.look(), outline, size);
        assert!(fits(&ellipse(9.0, 7.0), Size::Normal) && !fits(&ellipse(9.0, 7.0), Size::Large));
        assert!(fits(&ellipse(15.0, 8.0), Size::Large) && !fits(&ellipse(15.0, 8.0), Size::Normal));
        assert!(!fits(&ellipse(11.0, 3.0), Size::Normal), "no room for 4 by 6 MU");
        assert!(!fits(&ellipse(17.0, 8.0), Size::Large), "wider than 16 MU");
    }

    /// FA-TER-18, FA-TER-19, FA-TER-20, FA-TAB-TERRAIN.
    #[test]
    fn roads_and_rivers_have_their_limits() {
        let scene = Table::new().build();
        let line = |points: &[(f64, f64)]| {
            Polyline::new(points.iter().map(|(x, y)| Vec2::new(x * 25.0, y * 25.0)).collect()).unwrap()
        };
        assert!(is_road(scene.look(), &line(&[(20.0, 0.0), (25.0, 48.0)])));
        assert!(!is_road(scene.look(), &line(&[(0.0, 20.0), (72.0, 20.0)])), "joins the short edges");
        assert!(!is_road(scene.look(), &line(&[(20.0, 1.0), (25.0, 48.0)])), "begins on the table");
        assert!(is_river(scene.look(), &line(&[(3.0, 0.0), (4.0, 20.0), (2.0, 48.0)]), 75.0));
        assert!(!is_river(scene.look(), &line(&[(10.0, 0.0), (10.0, 48.0)]), 75.0), "too far inland");
        assert!(!is_river(scene.look(), &line(&[(3.0, 0.0), (3.0, 48.0)]), 110.0), "too wide");
        assert!(
            !is_road(scene.look(), &line(&[(2.0, 0.0), (70.0, 30.0), (30.0, 48.0)])),
            "longer than 60 MU"
        );
        let bends = [(3.0, 0.0), (4.0, 10.0), (2.0, 20.0), (4.0, 30.0), (3.0, 48.0)];
        assert!(!is_river(scene.look(), &line(&bends), 75.0), "three bends");
        let strip = |x: f64, y: f64| {
            let (low, high) = (Vec2::new(0.0, 0.0), Vec2::new(x * 25.0, y * 25.0));
            is_coast(scene.look(), &Polygon::from_box(low, high))
        };
        assert!(strip(6.0, 48.0) && !strip(6.2, 48.0), "a coast reaches 6 MU inland");
        let inland = Polygon::from_box(Vec2::new(25.0, 0.0), Vec2::new(100.0, 1200.0));
        assert!(!is_coast(scene.look(), &inland), "it lies along the edge");
    }
}
