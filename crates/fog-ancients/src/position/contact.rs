//! Contact (FA-ALG-03 to FA-ALG-06, FA-GEO-01, FA-GEO-06 to FA-GEO-08).

use aelian_geometry::{Corner, Edge, Feature, Hand, Rect, Tolerance, Vec2, contacts, touching};

/// How a base meets an enemy base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// FA-CHG-05 (a).
    FrontEdge,
    /// FA-CHG-05 (b).
    FrontCorner,
}

/// FA-ALG-03: some point of a's front edge, its end corners left out, touches b: edge along edge, or a corner of b.
pub fn front_edge_contact(a: &Rect, b: &Rect, t: Tolerance) -> bool {
    let found = contacts(a, b, t);
    found.iter().any(|contact| match (contact.mine, contact.theirs) {
        (Feature::Edge(Edge::Front), Feature::Edge(_)) => contact.shared > 2.0 * t.length,
        (Feature::Edge(Edge::Front), Feature::Corner(_)) => true,
        _ => false,
    })
}

/// FA-GEO-06: two corners are one; each of them may be off by the tolerance.
pub fn corners_meet(one: Vec2, other: Vec2, t: Tolerance) -> bool {
    (one - other).length() <= 2.0 * t.length
}

/// FA-OVL-07: the same heading, side by side with front corner on front corner.
pub fn stands_beside(a: &Rect, b: &Rect, t: Tolerance) -> bool {
    let meet = |mine: Corner, theirs: Corner| corners_meet(a.corner(mine), b.corner(theirs), t);
    a.pose.facing.same(b.pose.facing, t)
        && (meet(Corner::FrontLeft, Corner::FrontRight) || meet(Corner::FrontRight, Corner::FrontLeft))
}

/// FA-ALG-03: front edge on front edge over the full width.
pub fn full_front_contact(a: &Rect, b: &Rect, t: Tolerance) -> bool {
    let near = |mine: Corner, theirs: Corner| corners_meet(a.corner(mine), b.corner(theirs), t);
    near(Corner::FrontLeft, Corner::FrontRight)
        && near(Corner::FrontRight, Corner::FrontLeft)
        && a.pose.facing.opposite(b.pose.facing, t)
}

/// FA-ALG-04: side edge along side edge.
pub fn side_contact(a: &Rect, b: &Rect, t: Tolerance) -> bool {
    let found = contacts(a, b, t);
    let sides = [Edge::Left, Edge::Right];
    sides.iter().any(|mine| sides.iter().any(|theirs| found.edge_edge(*mine, *theirs).is_some()))
}

/// FA-ALG-05, FA-GEO-08: a front corner of a stands on an edge of b, not at its ends. AMB-98: where the side of a lies
/// along that edge the corner is only the end of this side, as when a has slid past b.
pub fn corner_on_edge(a: &Rect, b: &Rect, t: Tolerance) -> bool {
    let found = contacts(a, b, t);
    let stands = |hand: Hand, edge: Edge| {
        found.corner_on_edge(hand.front_corner(), edge) && found.edge_edge(hand.flank(), edge).is_none()
    };
    Hand::BOTH.into_iter().any(|hand| Edge::ALL.iter().any(|edge| stands(hand, *edge)))
}

/// FA-ALG-06, FA-GEO-07, FA-CHG-05: contact that a charge may make, and how it is made.
pub fn legal_contact(a: &Rect, b: &Rect, t: Tolerance) -> Option<Met> {
    if !touching(a, b, t) {
        None
    } else if front_edge_contact(a, b, t) {
        Some(Met::FrontEdge)
    } else {
        corner_on_edge(a, b, t).then_some(Met::FrontCorner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aelian_geometry::{Facing, Pose, degrees};

    const T: Tolerance = Tolerance { length: 0.5, angle: degrees(0.5) };

    fn base(x: f64, y: f64, compass: f64) -> Rect {
        Rect::new(Pose::new(x, y, Facing::compass(compass)), 40.0, 20.0)
    }

    /// FA-CHG-05, FA-CHG-06, FA-GEO-07, FA-GEO-08, AMB-45: corner on corner is no legal contact.
    #[test]
    fn front_edges_and_corners_on_edges_are_legal() {
        let a = base(0.0, 0.0, 0.0);
        assert_eq!(legal_contact(&a, &base(0.0, 0.0, 180.0), T), Some(Met::FrontEdge));
        assert_eq!(legal_contact(&a, &base(25.0, 0.0, 180.0), T), Some(Met::FrontEdge));
        assert_eq!(legal_contact(&a, &base(40.0, 0.0, 180.0), T), None);
        assert_eq!(legal_contact(&a, &base(0.0, 10.0, 180.0), T), None);
        // A base turned by 30 degrees stands with its front right corner on the other's edge.
        let turned = base(0.0, 0.0, 30.0);
        let corner = turned.corner(Corner::FrontLeft);
        assert_eq!(legal_contact(&turned, &base(corner.x, corner.y, 180.0), T), Some(Met::FrontCorner));
    }

    /// FA-GEO-01, FA-GEO-06, FA-ALG-02, FA-ALG-03, FA-ALG-05, FA-ALG-06: the front edge lies ahead, left and right as the
    /// base sees them; an edge along an edge, a corner on an edge and a corner on a corner are told apart.
    #[test]
    fn edges_and_corners_are_told_apart() {
        let a = base(0.0, 0.0, 0.0);
        let corner = |corner| a.corner(corner);
        assert_eq!((corner(Corner::FrontLeft).x, corner(Corner::FrontLeft).y), (-20.0, 0.0));
        assert_eq!((corner(Corner::RearRight).x, corner(Corner::RearRight).y), (20.0, -20.0));
        // Edge along edge, less than twice the tolerance of it, and apart.
        assert!(front_edge_contact(&a, &base(39.0 - 0.1, 0.0, 180.0), T));
        assert!(!front_edge_contact(&a, &base(39.6, 0.0, 180.0), T));
        assert!(!front_edge_contact(&a, &base(0.0, 0.6, 180.0), T));
        // Corner on corner is neither; a front corner inside an edge is.
        assert!(!corner_on_edge(&a, &base(40.0, 0.0, 180.0), T));
        let turned = base(0.0, 0.0, 30.0);
        let on = turned.corner(Corner::FrontLeft);
        assert!(corner_on_edge(&turned, &base(on.x, on.y, 180.0), T));
        // The rear is no front.
        assert_eq!(legal_contact(&a, &base(0.0, -40.0, 0.0), T), None);
    }

    /// FA-ALG-03, FA-ALG-04, FA-GEO-06.
    #[test]
    fn fronts_fit_over_their_full_width_or_not() {
        let a = base(0.0, 0.0, 0.0);
        assert!(full_front_contact(&a, &base(0.0, 0.0, 180.0), T));
        assert!(!full_front_contact(&a, &base(5.0, 0.0, 180.0), T));
        assert!(
            side_contact(&a, &base(40.0, -20.0, 180.0), T) && !side_contact(&a, &base(0.0, 0.0, 180.0), T)
        );
    }
}
