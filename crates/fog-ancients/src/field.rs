//! The table and what lies on it (20.1, 20.3): facts only; what they mean for troops is in `ground`.
//!
//! Coordinates in mm: the origin is the south-west corner, x runs east along the players' edges, y north. Red
//! sits at the south edge and looks north, Blue at the north edge and looks south.

pub use aelian_game::TableEdge;
use aelian_game::{Side, digest};
use aelian_geometry::{Course, Polygon, Polyline, Rect, Vec2};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// FA-TAB-TERRAIN: kinds of pieces that cover an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AreaKind {
    /// FA-PLACE-06: only keeps other pieces away while terrain is placed.
    Open,
    OpenFields,
    BrokenGround,
    Brush,
    EnclosedFields,
    Plantation,
    Gully,
    Forest,
    Vineyards,
    Marsh,
    SoftSand,
    Village,
    SteepHill,
    GentleHill,
    Impassable,
    Coast,
}

/// FA-TER-01: levels of difficulty, in rising order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Open,
    Uneven,
    Rough,
    Difficult,
    Impassable,
}

/// FA-TER-23, FA-TER-24.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    #[default]
    Normal,
    Large,
}

/// A piece that covers an area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    pub kind: AreaKind,
    #[serde(default)]
    pub size: Size,
    pub outline: Polygon,
    /// FA-TERR-04: what covers a hill; none for a clear one and for all else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub covering: Option<Covering>,
    /// FA-HILL-01: marked peaks (one point each) and ridge crests of a hill; empty: one peak in the middle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub crests: Vec<Vec<Vec2>>,
    /// AMB-74: impassable ground that hides what lies behind it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub high: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub laid_by: Option<Side>,
}

/// FA-TERR-04: the covering of a hill, wholly or over a part of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Covering {
    pub kind: AreaKind,
    /// None: the whole hill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline: Option<Polygon>,
}

/// FA-TER-20: a river and the level that the die gave it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct River {
    pub course: Course,
    pub level: Level,
}

/// FA-TER-18: a road, one base wide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Road {
    pub line: Polyline,
}

/// A piece of terrain as it is laid.
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
    pub const ALL: [AreaKind; 16] = [
        AreaKind::Open,
        AreaKind::OpenFields,
        AreaKind::BrokenGround,
        AreaKind::Brush,
        AreaKind::EnclosedFields,
        AreaKind::Plantation,
        AreaKind::Gully,
        AreaKind::Forest,
        AreaKind::Vineyards,
        AreaKind::Marsh,
        AreaKind::SoftSand,
        AreaKind::Village,
        AreaKind::SteepHill,
        AreaKind::GentleHill,
        AreaKind::Impassable,
        AreaKind::Coast,
    ];

    pub fn is_hill(self) -> bool {
        matches!(self, AreaKind::SteepHill | AreaKind::GentleHill)
    }
}

impl Field {
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

    /// The field after a change of its pieces.
    pub fn changed(&self, change: impl FnOnce(&mut Field)) -> Field {
        let mut field = self.clone();
        change(&mut field);
        field.mark = field.digest();
        field
    }

    /// FA-EDGE-01: an edge that the rectangle crosses by more than `slack` mm, long edges first.
    pub fn edge_crossed(&self, rect: &Rect, slack: f64) -> Option<TableEdge> {
        TableEdge::crossed(self.size(), rect, slack)
    }

    /// How far a point lies from an edge, in mm; negative beyond it.
    pub fn inside(&self, edge: TableEdge, point: Vec2) -> f64 {
        edge.inside(self.size(), point)
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
            area.crests.iter().for_each(|crest| points(crest));
            if let Some(outline) = area.covering.as_ref().and_then(|covering| covering.outline.as_ref()) {
                points(outline.points());
            }
        }
        self.rivers.iter().for_each(|river| points(river.course.line().points()));
        self.roads.iter().for_each(|road| points(road.line.points()));
        for river in &self.rivers {
            words.extend(river.course.widths().iter().map(|width| width.to_bits()));
            words.push(digest(&river.level));
        }
        for area in &self.areas {
            let covering = area.covering.as_ref().map(|covering| covering.kind);
            words.push(digest(&(area.kind, area.size, covering, area.high, area.laid_by)));
        }
        digest(&words)
    }
}

impl Eq for Field {}

impl Hash for Field {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.mark);
    }
}
