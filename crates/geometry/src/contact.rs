//! Contact between rectangles: which edges and corners touch, and over what length.

use crate::distance::distance;
use crate::frame::{Frame, far_apart, larger, smaller};
use crate::overlap::depth;
use crate::{Corner, Edge, Rect, Tolerance, Vec2};

/// An edge or a corner of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    Edge(Edge),
    Corner(Corner),
}

/// One thing of mine touching one thing of theirs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    pub mine: Feature,
    pub theirs: Feature,
    /// The length over which two edges lie together; 0 for every other kind of contact.
    pub shared: f64,
}

/// All contacts between two rectangles, in a fixed order: my edges clockwise from the front, then my
/// corners clockwise from the front left, and under each the other's features in the same order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contacts {
    /// One bit for each pair of features: bit 8 * mine + theirs.
    pairs: u64,
    /// For each of my edges the length it shares. Only opposite edges of the other can both lie along it,
    /// and they share the same length.
    shared: [f64; 4],
}

/// Every contact between `a` (mine) and `b` (theirs), all kinds at once.
///
/// - corner and corner: no further apart than the tolerance;
/// - corner on edge: no further from the edge than the tolerance, and further than that from both its ends;
/// - edge and edge: parallel within tolerance, no further apart than the tolerance, and side by side over
///   more than the tolerance.
///
/// Rectangles that overlap deeper than the tolerance may have contacts too; ask `overlaps` about that.
#[inline]
pub fn contacts(a: &Rect, b: &Rect, t: Tolerance) -> Contacts {
    if far_apart(a, b, t.length) { Contacts::default() } else { classify(a, b, t) }
}

/// The rectangles touch or overlap: no further apart than the tolerance.
pub fn touching(a: &Rect, b: &Rect, t: Tolerance) -> bool {
    !far_apart(a, b, t.length) && distance(a, b) <= t.length
}

impl Contacts {
    pub fn is_empty(&self) -> bool {
        self.pairs == 0
    }

    pub fn len(&self) -> usize {
        self.pairs.count_ones() as usize
    }

    pub fn iter(&self) -> Iter {
        Iter { rest: self.pairs, shared: self.shared }
    }

    /// The length over which these edges lie together.
    pub fn edge_edge(&self, mine: Edge, theirs: Edge) -> Option<f64> {
        let found = self.has(Feature::Edge(mine), Feature::Edge(theirs));
        found.then(|| self.shared[edge_index(mine)])
    }

    pub fn corner_corner(&self, mine: Corner, theirs: Corner) -> bool {
        self.has(Feature::Corner(mine), Feature::Corner(theirs))
    }

    /// My corner stands on their edge, not at its ends.
    pub fn corner_on_edge(&self, mine: Corner, theirs: Edge) -> bool {
        self.has(Feature::Corner(mine), Feature::Edge(theirs))
    }

    /// Their corner stands on my edge, not at its ends.
    pub fn edge_under_corner(&self, mine: Edge, theirs: Corner) -> bool {
        self.has(Feature::Edge(mine), Feature::Corner(theirs))
    }

    pub fn has(&self, mine: Feature, theirs: Feature) -> bool {
        self.pairs >> bit(mine.index(), theirs.index()) & 1 == 1
    }

    /// Some contact involves this feature of mine, whatever of theirs it touches.
    pub fn mine(&self, feature: Feature) -> bool {
        self.pairs >> bit(feature.index(), 0) & 0xff != 0
    }

    /// Some contact involves this feature of theirs, whatever of mine it touches.
    pub fn theirs(&self, feature: Feature) -> bool {
        self.pairs >> feature.index() & 0x0101_0101_0101_0101 != 0
    }

    /// The same contacts as the other rectangle sees them.
    pub fn reversed(&self) -> Contacts {
        let mut turned = Contacts::default();
        for contact in self.iter() {
            turned.pairs |= 1 << bit(contact.theirs.index(), contact.mine.index());
            if let (Feature::Edge(_), Feature::Edge(edge)) = (contact.mine, contact.theirs) {
                turned.shared[edge_index(edge)] = contact.shared;
            }
        }
        turned
    }

    #[inline]
    fn add(&mut self, mine: usize, theirs: usize) {
        self.pairs |= 1 << bit(mine, theirs);
    }
}

impl IntoIterator for &Contacts {
    type Item = Contact;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

/// Walks through contacts in their fixed order.
#[derive(Clone, Debug)]
pub struct Iter {
    rest: u64,
    shared: [f64; 4],
}

impl Iterator for Iter {
    type Item = Contact;

    fn next(&mut self) -> Option<Contact> {
        if self.rest == 0 {
            return None;
        }
        let bit = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        let (mine, theirs) = (Feature::ALL[bit / 8], Feature::ALL[bit % 8]);
        let shared = match (mine, theirs) {
            (Feature::Edge(edge), Feature::Edge(_)) => self.shared[edge_index(edge)],
            _ => 0.0,
        };
        Some(Contact { mine, theirs, shared })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.rest.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter {}

impl Feature {
    pub const ALL: [Feature; 8] = [
        Feature::Edge(Edge::Front),
        Feature::Edge(Edge::Right),
        Feature::Edge(Edge::Rear),
        Feature::Edge(Edge::Left),
        Feature::Corner(Corner::FrontLeft),
        Feature::Corner(Corner::FrontRight),
        Feature::Corner(Corner::RearRight),
        Feature::Corner(Corner::RearLeft),
    ];

    /// The feature belongs to the front including its corners.
    pub fn is_front(self) -> bool {
        match self {
            Feature::Edge(edge) => edge == Edge::Front,
            Feature::Corner(corner) => corner.is_front(),
        }
    }

    fn index(self) -> usize {
        match self {
            Feature::Edge(edge) => edge_index(edge),
            Feature::Corner(corner) => FIRST_CORNER + corner as usize,
        }
    }
}

const FIRST_CORNER: usize = 4;
const FRONT: usize = 0;
const RIGHT: usize = 1;
const REAR: usize = 2;
const LEFT: usize = 3;

fn edge_index(edge: Edge) -> usize {
    edge as usize
}

fn bit(mine: usize, theirs: usize) -> usize {
    8 * mine + theirs
}

fn classify(a: &Rect, b: &Rect, t: Tolerance) -> Contacts {
    let mut found = Contacts::default();
    let (a, b) = (Frame::of(a), Frame::of(b));
    if depth(&a, &b) < -t.length {
        return found;
    }
    let theirs = local_corners(&a, &b);
    corners_of_theirs(&mut found, &a, &theirs, t.length);
    corners_of_mine(&mut found, &a, &b, t.length);
    edges_along(&mut found, &a, &b, &theirs, t);
    found
}

/// The signs of a corner's local coordinates (right, forward), in the order of `Corner::ALL`.
const SIGNS: [(f64, f64); 4] = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];

fn corners_of_theirs(found: &mut Contacts, a: &Frame, corners: &[Vec2; 4], reach: f64) {
    for (theirs, point) in corners.iter().enumerate() {
        let place = place(a, *point, reach);
        for mine in 0..8 {
            if place >> mine & 1 == 1 {
                found.add(mine, FIRST_CORNER + theirs);
            }
        }
    }
}

fn corners_of_mine(found: &mut Contacts, a: &Frame, b: &Frame, reach: f64) {
    for (mine, point) in local_corners(b, a).into_iter().enumerate() {
        // Corner on corner was found from the other side.
        let place = place(b, point, reach) & 0xf;
        for theirs in 0..4 {
            if place >> theirs & 1 == 1 {
                found.add(FIRST_CORNER + mine, theirs);
            }
        }
    }
}

/// The corners of `other` in the local coordinates of `of`.
#[inline]
fn local_corners(of: &Frame, other: &Frame) -> [Vec2; 4] {
    let centre = of.local(other.centre);
    let across = of.local_vector(other.right) * other.half_width;
    let along = of.local_vector(other.forward) * other.half_depth;
    let (front, rear) = (centre + along, centre - along);
    [front - across, front + across, rear + across, rear - across]
}

/// The features of the rectangle on which a local point stands, as bits in the order of `Feature::ALL`:
/// corners, or else open edges.
#[inline]
fn place(frame: &Frame, point: Vec2, reach: f64) -> u8 {
    let (w, d) = (frame.half_width, frame.half_depth);
    let (x, y) = (point.x.abs(), point.y.abs());
    if x > w + reach || y > d + reach || (x < w - reach && y < d - reach) {
        return 0;
    }
    let at_corner = |index: usize| {
        let (right, forward) = SIGNS[index];
        let (dx, dy) = (point.x - right * w, point.y - forward * d);
        u8::from(dx * dx + dy * dy <= reach * reach) << (FIRST_CORNER + index)
    };
    let corners = at_corner(0) | at_corner(1) | at_corner(2) | at_corner(3);
    if corners != 0 {
        return corners;
    }
    let near = |edge: usize, gap: f64, beside: bool| u8::from(beside && gap.abs() <= reach) << edge;
    near(FRONT, point.y - d, x <= w)
        | near(RIGHT, point.x - w, y <= d)
        | near(REAR, point.y + d, x <= w)
        | near(LEFT, point.x + w, y <= d)
}

fn edges_along(found: &mut Contacts, a: &Frame, b: &Frame, corners: &[Vec2; 4], t: Tolerance) {
    // For small angles the sine is the angle itself; no arc function is needed.
    let (cosine, sine) = (a.forward.dot(b.forward), a.forward.perp_dot(b.forward));
    let (fronts, flanks) = ([FRONT, REAR], [RIGHT, LEFT]);
    if sine.abs() <= t.angle {
        pair_edges(found, a, corners, (fronts, fronts), t.length);
        pair_edges(found, a, corners, (flanks, flanks), t.length);
    } else if cosine.abs() <= t.angle {
        pair_edges(found, a, corners, (fronts, flanks), t.length);
        pair_edges(found, a, corners, (flanks, fronts), t.length);
    }
}

/// Tests two opposite edges of `a` against two opposite edges of the other, whose corners are given in local
/// coordinates, that run the same way.
fn pair_edges(
    found: &mut Contacts,
    a: &Frame,
    corners: &[Vec2; 4],
    edges: ([usize; 2], [usize; 2]),
    reach: f64,
) {
    for mine in edges.0 {
        for theirs in edges.1 {
            let edge = (corners[theirs], corners[(theirs + 1) & 3]);
            if let Some(shared) = side_by_side(a, mine, edge, reach) {
                found.add(mine, theirs);
                found.shared[mine] = shared;
            }
        }
    }
}

/// The length over which an edge of `a` and a nearly parallel edge, given in local coordinates, lie side
/// by side: None if they are further apart than `reach` all along, or share no more than `reach`.
#[inline]
fn side_by_side(a: &Frame, mine: usize, edge: (Vec2, Vec2), reach: f64) -> Option<f64> {
    // As (along my edge, away from it).
    let turned = |p: Vec2| match mine {
        FRONT => (p.x, p.y - a.half_depth),
        RIGHT => (p.y, p.x - a.half_width),
        REAR => (p.x, p.y + a.half_depth),
        _ => (p.y, p.x + a.half_width),
    };
    let half = if mine == FRONT || mine == REAR { a.half_width } else { a.half_depth };
    let (one, two) = (turned(edge.0), turned(edge.1));
    let (start, end) = if one.0 < two.0 { (one, two) } else { (two, one) };
    let (from, to) = (larger(start.0, -half), smaller(end.0, half));
    if to - from <= reach {
        return None;
    }
    let slope = (end.1 - start.1) / (end.0 - start.0);
    let gap = |at: f64| start.1 + (at - start.0) * slope;
    let (first, last) = (gap(from), gap(to));
    let apart = if first * last <= 0.0 { 0.0 } else { smaller(first.abs(), last.abs()) };
    (apart <= reach).then_some(to - from)
}
