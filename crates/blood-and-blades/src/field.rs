//! The table and what lies on it (20.2, 30.1 to 30.5): facts only; what they mean for troops is in `ground`.
//!
//! Coordinates: the origin is the south-west corner, x runs east along the players' edges, y north. Red
//! sits at the south edge and looks north, Blue at the north edge and looks south.

pub use aelian_game::TableEdge;
use aelian_game::{Side, digest};
use aelian_geometry::{Course, Polygon, Polyline, Rect, Vec2};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// BB-TER-04: kinds of area features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AreaKind {
    /// H(G).
    GentleHill,
    /// H(S), bare: all slopes steep.
    SteepHill,
    /// H(S), gentle slopes wholly covered by brush.
    BrushHill,
    /// H(S), gentle slopes wholly covered by rocks.
    RockyHill,
    /// H(S), steep slopes wholly covered by brush.
    SteepBrushHill,
    /// H(S), steep slopes wholly covered by rocks.
    SteepRockyHill,
    Brush,
    Rocky,
    Marsh,
    Gully,
    BuiltUpArea,
    Orchard,
    Vines,
    Woods,
    Dunes,
    Fields,
    Lake,
    Waterway,
}

/// BB-TER-06: size classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    Small,
    Medium,
    Large,
}

/// An area feature on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    pub kind: AreaKind,
    pub size: Size,
    pub outline: Polygon,
    /// BB-GEO-10: the crest of a hill: a point or a polyline inside the outline; empty for all else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub crest: Vec<Vec2>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub laid_by: Option<Side>,
}

/// A river: its middle line and its width at each point of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct River {
    pub course: Course,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub laid_by: Option<Side>,
}

/// BB-ROAD-01: kinds of road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RoadKind {
    Paved,
    Unpaved,
}

/// BB-ROAD-04: how a road gets over a river.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Crossing {
    Bridge,
    Ford,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Road {
    pub kind: RoadKind,
    pub line: Polyline,
    /// How it crosses the river, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crossing: Option<Crossing>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub laid_by: Option<Side>,
}

/// BB-TER-02: a piece of terrain as it is laid; rivers and roads are linear, all else is an area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    Area(Area),
    River(River),
    Road(Road),
}

/// The battlefield. Immutable: laying a piece makes a new one, so that states can share it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Field {
    /// Along the players' edges, in mm.
    pub width: f64,
    /// Between the players, in mm.
    pub depth: f64,
    pub areas: Vec<Area>,
    pub rivers: Vec<River>,
    pub roads: Vec<Road>,
    /// Digest of all the above, so that hashing a state does not walk the outlines again.
    #[serde(skip)]
    mark: u64,
}

impl AreaKind {
    pub fn is_hill(self) -> bool {
        use AreaKind::*;
        matches!(self, GentleHill | SteepHill | BrushHill | RockyHill | SteepBrushHill | SteepRockyHill)
    }

    /// Whether the slopes are steep, for visibility.
    pub fn is_steep(self) -> bool {
        matches!(self, AreaKind::SteepHill | AreaKind::SteepBrushHill | AreaKind::SteepRockyHill)
    }

    /// BB-WAT-02: nobody may enter.
    pub fn is_impassable(self) -> bool {
        matches!(self, AreaKind::Lake | AreaKind::Waterway)
    }
}

impl Field {
    /// BB-TBL-02: the width lies along the players' edges, which are the long ones even on a square table.
    fn size(&self) -> Vec2 {
        Vec2::new(self.width, self.depth)
    }

    pub fn new(width: f64, depth: f64, pieces: impl IntoIterator<Item = Piece>) -> Field {
        let mut field =
            Field { width, depth, areas: Vec::new(), rivers: Vec::new(), roads: Vec::new(), mark: 0 };
        for piece in pieces {
            field.add(piece);
        }
        field.mark = field.digest();
        field
    }

    /// The field with one more piece on it.
    pub fn with(&self, piece: Piece) -> Field {
        let mut field = self.clone();
        field.add(piece);
        field.mark = field.digest();
        field
    }

    /// BB-TBL-01: whether a rectangle lies wholly on the table, within `slack` mm.
    pub fn holds(&self, rect: &Rect, slack: f64) -> bool {
        self.edges_crossed(rect, slack).is_none()
    }

    /// An edge that the rectangle crosses by more than `slack` mm, long edges first.
    pub fn edges_crossed(&self, rect: &Rect, slack: f64) -> Option<TableEdge> {
        TableEdge::crossed(self.size(), rect, slack)
    }

    fn add(&mut self, piece: Piece) {
        match piece {
            Piece::Area(area) => self.areas.push(area),
            Piece::River(river) => self.rivers.push(river),
            Piece::Road(road) => self.roads.push(road),
        }
    }

    fn digest(&self) -> u64 {
        let mut words = vec![self.width.to_bits(), self.depth.to_bits()];
        let mut points = |points: &[Vec2]| {
            words.push(points.len() as u64);
            words.extend(points.iter().flat_map(|point| [point.x.to_bits(), point.y.to_bits()]));
        };
        for area in &self.areas {
            points(area.outline.points());
            points(&area.crest);
        }
        for river in &self.rivers {
            points(river.course.line().points());
        }
        for road in &self.roads {
            points(road.line.points());
        }
        words.extend(self.rivers.iter().flat_map(|river| river.course.widths()).map(|width| width.to_bits()));
        words.extend(self.areas.iter().map(|area| digest(&(area.kind, area.size, area.laid_by))));
        words.extend(self.roads.iter().map(|road| digest(&(road.kind, road.crossing, road.laid_by))));
        digest(&words)
    }
}

impl Eq for Field {}

impl Hash for Field {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.mark);
    }
}
