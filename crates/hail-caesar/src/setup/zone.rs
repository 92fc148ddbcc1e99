//! Where armies are drawn up (HC-SETUP-04).

use super::{Setup, Zone};
use crate::field::TableEdge;
use crate::rules::INCH;
use aelian_game::Side;
use aelian_geometry::{Rect, Vec2};

/// HC-SETUP-04: how far apart armies are drawn up if the table allows it, in inches.
const APART: f64 = 36.0;
/// The least depth of a deployment zone, in inches; ours.
const LEAST: f64 = 6.0;

impl Zone {
    /// Whether a footprint lies in it.
    pub fn holds(&self, rect: &Rect, slack: f64) -> bool {
        rect.corners().iter().all(|corner| self.has(*corner, slack))
    }

    /// Whether a point lies in it.
    pub fn has(&self, point: Vec2, slack: f64) -> bool {
        point.x >= self.low.x - slack
            && point.x <= self.high.x + slack
            && point.y >= self.low.y - slack
            && point.y <= self.high.y + slack
    }
}

impl Setup {
    /// HC-SETUP-04: the edges behind Red and Blue.
    pub fn home_edges(&self) -> [TableEdge; 2] {
        self.homes.unwrap_or([TableEdge::of(Side::Red), TableEdge::of(Side::Blue)])
    }

    /// HC-SETUP-04: the strip along its own edge in which a side draws up, so that 36 inches lie between the two if
    /// the table is deep enough.
    pub fn zone_of(&self, side: Side) -> Zone {
        let edge = self.home_edges()[side.index()];
        let across = match edge {
            TableEdge::South | TableEdge::North => self.depth,
            TableEdge::West | TableEdge::East => self.width,
        };
        let deep = ((across - APART * INCH) / 2.0).max(LEAST * INCH);
        let (low, high) = (Vec2::ZERO, Vec2::new(self.width, self.depth));
        match edge {
            TableEdge::South => Zone { low, high: Vec2::new(high.x, deep) },
            TableEdge::North => Zone { low: Vec2::new(0.0, high.y - deep), high },
            TableEdge::West => Zone { low, high: Vec2::new(deep, high.y) },
            TableEdge::East => Zone { low: Vec2::new(high.x - deep, 0.0), high },
        }
    }
}
