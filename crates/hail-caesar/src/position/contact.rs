//! Contact (HC-ENG-01, HC-GEO-03, HC-ALG-11): who touches whom, on which edges, and whether they fight.

use crate::ids::UnitId;
use crate::rules::Look;
use crate::state::{Place, Side4};
use aelian_geometry::{Edge, Rect, contacts, point_to_rect};

/// Two enemies that touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// HC-ALLOC-09: the edge of each that the other touches along the greater length.
    pub edges: [Side4; 2],
    /// HC-ENG-01: a centre-front touches, so they fight.
    pub fights: bool,
    /// HC-GEO-03: how long they touch, in mm.
    pub length: f64,
}

impl Look<'_> {
    /// HC-MEAS-11: two units touch. Those within a wedge touch nobody (HC-WEDGE-12).
    pub fn touch(&self, one: UnitId, other: UnitId) -> bool {
        let within = |unit: UnitId| matches!(self.state.unit(unit).place, Place::Enclosed(_));
        self.distance(one, other) <= self.rules.slack && !within(one) && !within(other)
    }

    /// HC-ENG-01, HC-ENG-07, HC-ALG-11: how two units meet; none if they do not touch.
    pub fn meeting(&self, one: UnitId, other: UnitId) -> Option<Meeting> {
        if !self.touch(one, other) {
            return None;
        }
        let (a, b) = (self.rect(one), self.rect(other));
        let (edges, length) = touched_edges(self, a, b);
        let fights = self.front_touches(one, other) || self.front_touches(other, one);
        Some(Meeting { edges, fights, length })
    }

    /// HC-ENG-01: the centre-front of a formed unit touches the other. Those in a building are touched, but touch nobody.
    fn front_touches(&self, one: UnitId, other: UnitId) -> bool {
        let standing = self.state.unit(one);
        !standing.is_in_block() && point_to_rect(standing.rect.pose.at, self.rect(other)) <= self.rules.slack
    }
}

/// HC-ALLOC-09, HC-GEO-03: by the greater length; for corners by the quarter in which the other's centre-front lies.
fn touched_edges(look: &Look<'_>, a: &Rect, b: &Rect) -> ([Side4; 2], f64) {
    let touching = contacts(a, b, look.rules.tolerance);
    let mut best = (f64::NEG_INFINITY, [Edge::Front; 2]);
    for mine in Edge::ALL {
        for theirs in Edge::ALL {
            if let Some(length) = touching.edge_edge(mine, theirs).filter(|length| *length > best.0) {
                best = (length, [mine, theirs]);
            }
        }
    }
    // HC-GEO-03: less than 0.05 inch is a corner.
    if best.0 >= 0.05 * crate::rules::INCH {
        return (best.1.map(Side4::of_edge), best.0);
    }
    let slack = look.rules.slack;
    let quarters = [super::quarter_of(a, b.pose.at, slack), super::quarter_of(b, a.pose.at, slack)];
    (quarters, best.0.max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Table;
    use aelian_game::Side;

    /// HC-ENG-01, HC-ENG-07, EX-87: they fight where a centre-front touches; a touch beside it is no fight.
    #[test]
    fn a_centre_front_makes_a_fight() {
        let meeting = |x: f64| {
            let scene = Table::new()
                .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
                .unit("e", Side::Blue, "heavy-infantry", (30.0 + x, 20.0), 180.0)
                .build();
            scene.look().meeting(scene.unit("u"), scene.unit("e"))
        };
        let full = meeting(0.0).unwrap();
        assert!(full.fights && (full.length - 180.0).abs() < 1e-6);
        assert_eq!(full.edges, [Side4::Front, Side4::Front]);
        assert!(meeting(3.5).unwrap().fights && !meeting(4.0).unwrap().fights);
        assert_eq!(meeting(7.2), None);
    }

    /// HC-GEO-03, HC-MEAS-11: corners that touch are a touch, but no frontage; a gap of more than 0.01 inch is none.
    #[test]
    fn corners_touch_without_frontage() {
        let wide = 180.0 / 25.4;
        let scene = |x: f64| {
            Table::new()
                .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
                .unit("e", Side::Blue, "heavy-infantry", (30.0 + x, 20.0), 180.0)
                .build()
        };
        let meeting = |x: f64| {
            let scene = scene(x);
            scene.look().meeting(scene.unit("u"), scene.unit("e"))
        };
        let corner = meeting(wide).unwrap();
        assert!(corner.length < 0.05 * 25.4 && !corner.fights);
        assert!(meeting(wide - 0.5).unwrap().length > 12.0);
        assert_eq!(meeting(wide + 0.03), None);
        let (near, apart) = (scene(wide + 0.008), scene(wide + 0.03));
        assert!(near.look().touch(near.unit("u"), near.unit("e")));
        assert!(!apart.look().touch(apart.unit("u"), apart.unit("e")));
    }

    /// HC-ALLOC-09: a flank is a flank of the one and the front of the other.
    #[test]
    fn edges_are_told_apart() {
        let scene = Table::new()
            .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0 + 90.0 / 25.4, 19.5), 270.0)
            .build();
        let meeting = scene.look().meeting(scene.unit("u"), scene.unit("e")).unwrap();
        assert_eq!((meeting.edges, meeting.fights), ([Side4::Right, Side4::Front], true));
    }
}
