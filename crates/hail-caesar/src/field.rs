//! The table and what lies on it (20.1, 25): facts only; what they mean for troops is in `ground`.
//!
//! Coordinates in mm: the origin is the south-west corner, x runs east, y north. Red sits at the south edge and looks
//! north, Blue at the north edge and looks south, unless a scenario says otherwise.

use crate::ids::BlockId;
pub use aelian_game::TableEdge;
use aelian_game::digest;
use aelian_geometry::{Course, Polygon, Polyline, Rect, Vec2};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// What an area is to troops (25.2, 25.3, 25.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AreaKind {
    Wood,
    /// HC-ROUGH-01.
    Rough,
    /// HC-HILL-01: no effect on movement.
    Hill,
    /// HC-IMP-01.
    Impassable,
    /// Open ground that gives cover (HC-SAVE-10) and nothing else: a sunken road, a camp's clutter.
    Cover,
    /// HC-TERR-02: to look at only.
    Plain,
}

/// A feature that covers an area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    pub kind: AreaKind,
    pub outline: Polygon,
    /// HC-HILL-02: how high a hill is; 0 for all else.
    #[serde(default)]
    pub level: u8,
    /// HC-VIS-12: crest lines of a hill.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub crests: Vec<Vec<Vec2>>,
    /// What players call it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What it is painted as, if its kind does not tell; no rule reads it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub look: String,
}

/// HC-OBST-01: a fence, ditch, wall or stream that hinders.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Obstacle {
    pub line: Polyline,
    /// HC-OBST-06, AMB-57.
    #[serde(default)]
    pub cover: bool,
    /// HC-SAVE-13: considerable fortifications.
    #[serde(default)]
    pub fortified: bool,
    /// HC-OBST-05.
    #[serde(default)]
    pub no_wheels: bool,
    /// What players call it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
}

/// HC-RIVER-01, HC-RIVER-02.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crossing {
    /// A stream narrow enough to be a linear obstacle.
    Obstacle,
    Impassable,
    /// AMB-56: fordable along its whole length, as rough ground.
    Fordable,
}

/// 25.5: a river, and the fords and bridges over it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct River {
    pub course: Course,
    pub crossing: Crossing,
    /// HC-RIVER-03, HC-RIVER-04: areas where it is crossed like open ground.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fords: Vec<Polygon>,
    /// HC-RIVER-03, HC-RIVER-04: only in column.
    #[serde(default)]
    pub column_only: bool,
    /// What players call it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
}

/// HC-TERR-03.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Road {
    pub line: Polyline,
    /// In mm.
    pub width: f64,
}

/// HC-BLDG-14, HC-BLDG-15, HC-BLDG-25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// HC-SAVE-10: huts and the like, no more than cover.
    Light,
    Substantial,
    Fortification,
    /// HC-BLDG-25: nobody can enter it.
    Closed,
}

/// 25.6: a building block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    pub rect: Rect,
    pub strength: Strength,
    /// HC-BLDG-27: how many units it holds, each with what HC-BLDG-04 allows beside it.
    #[serde(default = "one")]
    pub room: u8,
    /// HC-BLDG-01: small and tiny units only.
    #[serde(default)]
    pub small_only: bool,
    /// HC-BLDG-11: the only ways in and out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gates: Vec<Vec2>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What it is painted as, if its kind does not tell; no rule reads it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub look: String,
}

fn one() -> u8 {
    1
}

/// A piece of terrain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    Area(Area),
    Obstacle(Obstacle),
    River(River),
    Road(Road),
    Block(Block),
}

/// The battlefield. It does not change in a battle (HC-TERR-01), so states share it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Field {
    /// Along the south and north edges, in mm.
    pub width: f64,
    /// Between them, in mm.
    pub depth: f64,
    pub areas: Vec<Area>,
    pub obstacles: Vec<Obstacle>,
    pub rivers: Vec<River>,
    pub roads: Vec<Road>,
    pub blocks: Vec<Block>,
    /// Digest of all the above, so that hashing a state does not walk the outlines again.
    #[serde(skip)]
    mark: u64,
}

impl Field {
    fn size(&self) -> Vec2 {
        Vec2::new(self.width, self.depth)
    }

    pub fn new(width: f64, depth: f64, pieces: impl IntoIterator<Item = Piece>) -> Field {
        let mut field = Field {
            width,
            depth,
            areas: Vec::new(),
            obstacles: Vec::new(),
            rivers: Vec::new(),
            roads: Vec::new(),
            blocks: Vec::new(),
            mark: 0,
        };
        for piece in pieces {
            match piece {
                Piece::Area(area) => field.areas.push(area),
                Piece::Obstacle(obstacle) => field.obstacles.push(obstacle),
                Piece::River(river) => field.rivers.push(river),
                Piece::Road(road) => field.roads.push(road),
                Piece::Block(block) => field.blocks.push(block),
            }
        }
        field.mark = field.digest();
        field
    }

    pub fn block(&self, id: BlockId) -> Option<&Block> {
        self.blocks.get(id.index())
    }

    /// HC-EXIT-01: an edge that the rectangle crosses by more than `slack` mm.
    pub fn edge_crossed(&self, rect: &Rect, slack: f64) -> Option<TableEdge> {
        TableEdge::crossed(self.size(), rect, slack)
    }

    /// How far a point lies from an edge, in mm; negative beyond it.
    pub fn inside(&self, edge: TableEdge, point: Vec2) -> f64 {
        edge.inside(self.size(), point)
    }

    /// Whether a point lies on the table.
    pub fn holds(&self, point: Vec2) -> bool {
        TableEdge::ALL.into_iter().all(|edge| self.inside(edge, point) >= 0.0)
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
        }
        self.obstacles.iter().for_each(|obstacle| points(obstacle.line.points()));
        self.rivers.iter().for_each(|river| points(river.course.line().points()));
        self.rivers.iter().flat_map(|river| &river.fords).for_each(|ford| points(ford.points()));
        self.roads.iter().for_each(|road| points(road.line.points()));
        self.blocks.iter().for_each(|block| points(&block.gates));
        for area in &self.areas {
            words.push(digest(&(area.kind, area.level)));
        }
        for obstacle in &self.obstacles {
            words.push(digest(&(obstacle.cover, obstacle.fortified, obstacle.no_wheels)));
        }
        for river in &self.rivers {
            words.extend(river.course.widths().iter().map(|width| width.to_bits()));
            words.push(digest(&(river.crossing, river.column_only)));
        }
        words.extend(self.roads.iter().map(|road| road.width.to_bits()));
        for block in &self.blocks {
            words.push(digest(&(block.rect, block.strength, block.room, block.small_only)));
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
