//! The most directly facing base (50.4): how far a base would have to go to engage and align.

use crate::baseset::BaseId;
use crate::rules::Look;
use aelian_geometry::{Edge, Facing, Feature, Pose, Rect, Vec2};

impl Look<'_> {
    /// BB-MDF-01, BB-MDF-02, BB-MDF-03, BB-MDF-04, BB-MDF-06: the length of the shortest move by which `a` would
    /// engage `z` and align with it; only the touched edges of `z` count if they touch. Obstacles do not matter.
    /// Targets of rushes and of shots and main opponents are all compared by it.
    pub fn engaging_distance(&self, a: BaseId, z: BaseId) -> f64 {
        let (mover, enemy) = (self.state.rect(a), self.state.rect(z));
        let contacts = self.contacts(a, z);
        let touched = |edge: &Edge| {
            contacts.iter().any(|contact| match contact.theirs {
                Feature::Edge(theirs) => theirs == *edge,
                Feature::Corner(corner) => edge.corners().contains(&corner),
            })
        };
        let touching = !contacts.is_empty();
        Edge::ALL
            .into_iter()
            .filter(|edge| !touching || touched(edge))
            .map(|edge| aligning_distance(mover, enemy, edge))
            .fold(f64::INFINITY, f64::min)
    }
}

/// BB-MDF-05: the shortest aligning move of `mover` on one edge of `enemy`.
pub fn aligning_distance(mover: &Rect, enemy: &Rect, edge: Edge) -> f64 {
    aligned_poses(mover, enemy, edge)
        .into_iter()
        .map(|pose| corner_displacement(mover, &mover.with_pose(pose)))
        .fold(f64::INFINITY, f64::min)
}

/// BB-MDF-05, BB-ENG-02: the two poses in which `mover` stands flush on an edge of `enemy` with a front
/// corner on one end of that edge. On an edge as long as the front they are the same.
pub fn aligned_poses(mover: &Rect, enemy: &Rect, edge: Edge) -> [Pose; 2] {
    let [first, second] = edge.corners().map(|corner| enemy.corner(corner));
    let facing = Facing::along(inward(enemy, edge));
    // Seen by the mover, who looks at the edge, its clockwise first end lies on his right.
    let half = facing.right() * (mover.width * 0.5);
    [Pose { at: first - half, facing }, Pose { at: second + half, facing }]
}

/// BB-MOVE-20: the larger of the straight displacements of the two front corners.
pub fn corner_displacement(from: &Rect, to: &Rect) -> f64 {
    let [left, right, ..] = from.corners();
    let [new_left, new_right, ..] = to.corners();
    (new_left - left).length().max((new_right - right).length())
}

/// BB-MOVE-20, BB-MOVE-50: no way to a pose is shorter than this: the straight way of the front corners, from where
/// they are or, since that costs nothing, from where they are after a turnabout.
pub fn least_displacement(from: &Rect, to: &Rect) -> f64 {
    let about = from.with_pose(from.pose.about_faced(from.depth));
    corner_displacement(from, to).min(corner_displacement(&about, to))
}

fn inward(rect: &Rect, edge: Edge) -> Vec2 {
    let (facing, right) = (rect.pose.facing.vector(), rect.pose.facing.right());
    match edge {
        Edge::Front => -facing,
        Edge::Right => -right,
        Edge::Rear => facing,
        Edge::Left => right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BB-MOVE-50: to a pose behind it a base turns about first.
    #[test]
    fn a_turnabout_costs_nothing() {
        let at = |y: f64, facing| Rect::new(Pose::new(0.0, y, facing), 40.0, 15.0);
        let (a, behind) = (at(0.0, Facing::UP), at(-60.0, Facing::DOWN));
        assert!((least_displacement(&a, &behind) - 45.0).abs() < 1e-9);
        assert!(corner_displacement(&a, &behind) > 70.0);
        assert_eq!(least_displacement(&a, &at(30.0, Facing::UP)), 30.0);
    }

    /// EX-70: the enemy straight ahead costs 50, the one aside 58.3 (BB-MDF-05).
    #[test]
    fn compares_aligning_moves() {
        let at = |x: f64, y: f64, facing| Rect::new(Pose::new(x, y, facing), 40.0, 15.0);
        let a = at(0.0, 0.0, Facing::UP);
        let y = at(0.0, 50.0, Facing::DOWN);
        let z = at(50.0, 30.0, Facing::DOWN);
        assert!((aligning_distance(&a, &y, Edge::Front) - 50.0).abs() < 1e-9);
        assert!((aligning_distance(&a, &z, Edge::Front) - 3400f64.sqrt()).abs() < 1e-9);
    }
}
