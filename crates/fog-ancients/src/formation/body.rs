//! A body of bases that moves as one: a group, or a battle line (FA-GEO-09).

use super::bounds;
use crate::choice::Placement;
use crate::ids::{BaseId, GroupId};
use crate::state::State;
use aelian_geometry::{Facing, Hand, Pose, Rect, Rotation, Vec2};

/// Bases with where they stand, to be moved about in thought.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    pub facing: Facing,
    pub bases: Vec<(BaseId, Rect)>,
}

impl Body {
    pub fn of(state: &State, group: GroupId) -> Body {
        Body::of_all(state, state.group(group).facing, [group])
    }

    pub fn of_all(state: &State, facing: Facing, groups: impl IntoIterator<Item = GroupId>) -> Body {
        let bases = groups.into_iter().flat_map(|group| state.bases_of(group));
        Body { facing, bases: bases.map(|base| (base, *state.rect(base))).collect() }
    }

    pub fn rects(&self) -> impl Iterator<Item = &Rect> {
        self.bases.iter().map(|(_, rect)| rect)
    }

    /// The smallest rectangle with the body's facing that holds it.
    pub fn block(&self) -> Rect {
        bounds(self.facing, self.rects())
    }

    /// The corners of a box along the table's axes about all of it: wider than need be, and quick.
    pub fn rough_box(&self) -> (Vec2, Vec2) {
        let (mut low, mut high) = (Vec2::splat(f64::INFINITY), Vec2::splat(f64::NEG_INFINITY));
        let mut reach = 0.0f64;
        for rect in self.rects() {
            low = low.min(rect.pose.at);
            high = high.max(rect.pose.at);
            reach = reach.max(rect.width * 0.5 + rect.depth);
        }
        // The surplus covers rounding.
        let reach = Vec2::splat(reach * (1.0 + 1e-9));
        (low - reach, high + reach)
    }

    /// The front corner about which the body wheels.
    pub fn front_corner(&self, hand: Hand) -> Vec2 {
        self.block().corner(hand.front_corner())
    }

    /// Straight ahead; backward if negative.
    pub fn advanced(&self, distance: f64) -> Body {
        self.translated(self.facing.vector() * distance)
    }

    /// To the right; to the left if negative.
    pub fn shifted(&self, right: f64) -> Body {
        self.translated(self.facing.right() * right)
    }

    pub fn translated(&self, by: Vec2) -> Body {
        self.with(self.facing, |pose| pose.translated(by))
    }

    /// FA-WHEEL-01: about the front corner of this hand, towards it, by so many radians.
    pub fn wheeled(&self, hand: Hand, angle: f64) -> Body {
        self.rotated(self.front_corner(hand), angle * hand.sign())
    }

    /// About a point, clockwise positive, in radians.
    pub fn rotated(&self, centre: Vec2, angle: f64) -> Body {
        let rotation = Rotation::by(angle);
        let facing = self.facing.turned_by(&rotation);
        // Nearly all bases face as the body does.
        let turned = |old: Facing| if old == self.facing { facing } else { old.turned_by(&rotation) };
        self.with(facing, |pose| Pose {
            at: centre + rotation.turn(pose.at - centre),
            facing: turned(pose.facing),
        })
    }

    fn with(&self, facing: Facing, change: impl Fn(Pose) -> Pose) -> Body {
        let moved = |(base, rect): &(BaseId, Rect)| (*base, rect.with_pose(change(rect.pose)));
        Body { facing, bases: self.bases.iter().map(moved).collect() }
    }

    /// Where its bases stand, rounded to the grid.
    pub fn places(&self) -> Vec<Placement> {
        self.bases.iter().map(|(base, rect)| Placement { base: *base, pose: rect.pose.on_grid() }).collect()
    }
}

/// FA-WHEEL-02: what a wheel by this angle (in radians) costs a body of this frontage: the straight way of the
/// moving front corner.
pub fn wheel_cost(frontage: f64, angle: f64) -> f64 {
    2.0 * frontage * libm::sin(angle * 0.5)
}

/// FA-ALG-12: the angle in radians that a wheel of this cost reaches; half a turn at most.
pub fn wheel_angle(frontage: f64, cost: f64) -> f64 {
    if frontage <= 0.0 || cost >= 2.0 * frontage {
        return core::f64::consts::PI;
    }
    2.0 * libm::asin(cost / (2.0 * frontage))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Table;
    use aelian_game::Side;
    use aelian_geometry::degrees;

    /// FA-WHEEL-02, EX-44: 4 bases wheel 30 degrees for 3.313 MU; FA-ALG-12 leads back.
    #[test]
    fn a_wheel_costs_the_chord() {
        let cost = wheel_cost(160.0, degrees(30.0));
        assert!((cost / 25.0 - 3.313).abs() < 0.001, "{cost}");
        assert!((wheel_angle(160.0, cost) - degrees(30.0)).abs() < 1e-9);
    }

    /// FA-WHEEL-01, FA-WHEEL-08, FA-GEO-09: the pivot stays, the other corner goes forward.
    #[test]
    fn a_wheel_turns_about_its_own_corner() {
        let scene = Table::new().group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0).build();
        let body = Body::of(&scene.state, scene.group("a"));
        let wheeled = body.wheeled(Hand::Left, degrees(20.0));
        assert!((body.front_corner(Hand::Left) - wheeled.front_corner(Hand::Left)).length() < 0.01);
        assert!(wheeled.front_corner(Hand::Right).y > body.front_corner(Hand::Right).y + 10.0);
    }
}
