//! The four edges of a table: the origin is the south-west corner, x runs east, y north; Red sits at the south edge.

use crate::Side;
use aelian_geometry::{Facing, Rect, Vec2};
use serde::{Deserialize, Serialize};

/// The four table edges, clockwise as seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableEdge {
    South,
    West,
    North,
    East,
}

impl TableEdge {
    pub const ALL: [TableEdge; 4] = [TableEdge::South, TableEdge::West, TableEdge::North, TableEdge::East];

    /// The edge at which a side sits.
    pub fn of(side: Side) -> TableEdge {
        match side {
            Side::Red => TableEdge::South,
            Side::Blue => TableEdge::North,
        }
    }

    /// The players' edges are long, the others short, even on a square table.
    pub fn is_long(self) -> bool {
        matches!(self, TableEdge::South | TableEdge::North)
    }

    pub fn opposite(self) -> TableEdge {
        self.clockwise().clockwise()
    }

    /// As a mirror shows it that changes left and right.
    pub fn mirrored(self) -> TableEdge {
        if self.is_long() { self } else { self.opposite() }
    }

    /// The next edge clockwise, seen from above: on the left of one who sits at this edge.
    pub fn clockwise(self) -> TableEdge {
        match self {
            TableEdge::South => TableEdge::West,
            TableEdge::West => TableEdge::North,
            TableEdge::North => TableEdge::East,
            TableEdge::East => TableEdge::South,
        }
    }

    /// The direction from the middle of the table to this edge.
    pub fn outward(self) -> Facing {
        match self {
            TableEdge::South => Facing::DOWN,
            TableEdge::West => Facing::LEFT,
            TableEdge::North => Facing::UP,
            TableEdge::East => Facing::RIGHT,
        }
    }

    /// How far a point lies from this edge of a table of `size`, in mm; negative beyond it.
    pub fn inside(self, size: Vec2, point: Vec2) -> f64 {
        match self {
            TableEdge::South => point.y,
            TableEdge::North => size.y - point.y,
            TableEdge::West => point.x,
            TableEdge::East => size.x - point.x,
        }
    }

    /// An edge of a table of `size` that the rectangle crosses by more than `slack` mm, long edges first.
    pub fn crossed(size: Vec2, rect: &Rect, slack: f64) -> Option<TableEdge> {
        let corners = rect.corners();
        let crosses = |edge: &TableEdge| corners.iter().any(|corner| edge.inside(size, *corner) < -slack);
        [TableEdge::South, TableEdge::North, TableEdge::West, TableEdge::East].into_iter().find(crosses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aelian_geometry::Pose;

    const SIZE: Vec2 = Vec2::new(1200.0, 800.0);

    #[test]
    fn every_edge_lies_outward_and_has_its_opposite() {
        for edge in TableEdge::ALL {
            assert_eq!(edge.opposite().opposite(), edge);
            assert_ne!(edge.opposite(), edge);
            assert_eq!(edge.is_long(), edge.opposite().is_long());
            let middle = SIZE / 2.0;
            let out = middle + edge.outward().vector() * 5000.0;
            assert!(edge.inside(SIZE, middle) > 0.0 && edge.inside(SIZE, out) < 0.0);
        }
    }

    #[test]
    fn a_corner_of_the_table_counts_as_the_long_edge() {
        let over = |x, y| Rect::new(Pose::new(x, y, Facing::UP), 40.0, 20.0);
        assert_eq!(TableEdge::crossed(SIZE, &over(600.0, 400.0), 0.0), None);
        assert_eq!(TableEdge::crossed(SIZE, &over(10.0, 400.0), 0.0), Some(TableEdge::West));
        assert_eq!(TableEdge::crossed(SIZE, &over(10.0, 400.0), 10.0), None);
        assert_eq!(TableEdge::crossed(SIZE, &over(10.0, 10.0), 0.0), Some(TableEdge::South));
        assert_eq!(TableEdge::crossed(SIZE, &over(1190.0, 805.0), 0.0), Some(TableEdge::North));
    }
}
