//! Oriented rectangles with a front.

use crate::frame::Frame;
use crate::{Pose, Vec2};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// A rectangle with a front: what a base, a camp or a unit is on the table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    pub pose: Pose,
    pub width: f64,
    pub depth: f64,
}

/// The four corners, clockwise from the front left as seen by the rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Corner {
    FrontLeft,
    FrontRight,
    RearRight,
    RearLeft,
}

/// The four edges, clockwise from the front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Edge {
    Front,
    Right,
    Rear,
    Left,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hand {
    Left,
    Right,
}

impl Hand {
    pub const BOTH: [Hand; 2] = [Hand::Left, Hand::Right];

    pub fn other(self) -> Hand {
        match self {
            Hand::Left => Hand::Right,
            Hand::Right => Hand::Left,
        }
    }

    /// +1 to the right, -1 to the left.
    pub fn sign(self) -> f64 {
        match self {
            Hand::Left => -1.0,
            Hand::Right => 1.0,
        }
    }

    pub fn front_corner(self) -> Corner {
        match self {
            Hand::Left => Corner::FrontLeft,
            Hand::Right => Corner::FrontRight,
        }
    }

    pub fn flank(self) -> Edge {
        match self {
            Hand::Left => Edge::Left,
            Hand::Right => Edge::Right,
        }
    }
}

impl Corner {
    pub const ALL: [Corner; 4] = [Corner::FrontLeft, Corner::FrontRight, Corner::RearRight, Corner::RearLeft];

    pub fn is_front(self) -> bool {
        matches!(self, Corner::FrontLeft | Corner::FrontRight)
    }

    pub fn hand(self) -> Hand {
        match self {
            Corner::FrontLeft | Corner::RearLeft => Hand::Left,
            Corner::FrontRight | Corner::RearRight => Hand::Right,
        }
    }
}

impl Edge {
    pub const ALL: [Edge; 4] = [Edge::Front, Edge::Right, Edge::Rear, Edge::Left];

    /// The corners at the two ends, clockwise.
    #[inline]
    pub fn corners(self) -> [Corner; 2] {
        match self {
            Edge::Front => [Corner::FrontLeft, Corner::FrontRight],
            Edge::Right => [Corner::FrontRight, Corner::RearRight],
            Edge::Rear => [Corner::RearRight, Corner::RearLeft],
            Edge::Left => [Corner::RearLeft, Corner::FrontLeft],
        }
    }

    pub fn is_flank(self) -> bool {
        matches!(self, Edge::Left | Edge::Right)
    }
}

/// A straight piece between two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    pub a: Vec2,
    pub b: Vec2,
}

impl Rect {
    #[inline]
    pub fn new(pose: Pose, width: f64, depth: f64) -> Rect {
        Rect { pose, width, depth }
    }

    #[inline]
    pub fn with_pose(self, pose: Pose) -> Rect {
        Rect { pose, ..self }
    }

    #[inline]
    pub fn corner(&self, corner: Corner) -> Vec2 {
        let half = self.pose.facing.right() * (self.width * 0.5);
        let back = self.pose.facing.vector() * self.depth;
        match corner {
            Corner::FrontLeft => self.pose.at - half,
            Corner::FrontRight => self.pose.at + half,
            Corner::RearRight => self.pose.at + half - back,
            Corner::RearLeft => self.pose.at - half - back,
        }
    }

    /// Front left, front right, rear right, rear left.
    pub fn corners(&self) -> [Vec2; 4] {
        let half = self.pose.facing.right() * (self.width * 0.5);
        let back = self.pose.facing.vector() * self.depth;
        let (left, right) = (self.pose.at - half, self.pose.at + half);
        [left, right, right - back, left - back]
    }

    #[inline]
    pub fn edge(&self, edge: Edge) -> Segment {
        let [a, b] = edge.corners();
        Segment { a: self.corner(a), b: self.corner(b) }
    }

    #[inline]
    pub fn centre(&self) -> Vec2 {
        self.pose.at - self.pose.facing.vector() * (self.depth * 0.5)
    }

    /// Radius of the circle about the centre that holds the whole rectangle: the broad phase.
    #[inline]
    pub fn radius(&self) -> f64 {
        (self.width * self.width + self.depth * self.depth).sqrt() * 0.5
    }

    /// Lowest and highest corner of the box along the table's axes.
    pub fn aabb(&self) -> (Vec2, Vec2) {
        Frame::of(self).aabb()
    }

    /// The middle of an edge.
    pub fn edge_middle(&self, edge: Edge) -> Vec2 {
        self.edge(edge).middle()
    }

    /// (forward, right) coordinates of a table point, seen from the middle of the front edge.
    #[inline]
    pub fn local(&self, point: Vec2) -> (f64, f64) {
        let offset = point - self.pose.at;
        (offset.dot(self.pose.facing.vector()), offset.dot(self.pose.facing.right()))
    }
}

impl Eq for Rect {}

impl Hash for Rect {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.pose.hash(state);
        state.write_u64(self.width.to_bits());
        state.write_u64(self.depth.to_bits());
    }
}
