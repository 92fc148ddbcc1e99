//! Terrain of a scenario file: areas, obstacles, rivers, roads and buildings, in inches.

use super::{ScenarioError, point};
use crate::field::{Area, AreaKind, Block, Crossing, Obstacle, Piece, River, Road, Strength};
use crate::rules::INCH;
use aelian_geometry::{Course, Facing, Polygon, Polyline, Pose, Rect, Vec2};
use serde::Deserialize;

/// Two opposite corners: south-west, north-east.
type Corners = [[f64; 2]; 2];

/// All terrain of a file, kind by kind.
#[derive(Default, Deserialize)]
pub(super) struct Keys {
    #[serde(default)]
    area: Vec<AreaKeys>,
    #[serde(default)]
    obstacle: Vec<ObstacleKeys>,
    #[serde(default)]
    river: Vec<RiverKeys>,
    #[serde(default)]
    road: Vec<RoadKeys>,
    #[serde(default)]
    block: Vec<BlockKeys>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaKeys {
    kind: AreaKind,
    #[serde(default)]
    name: String,
    #[serde(default)]
    look: String,
    /// Either all corners or two opposite ones.
    #[serde(default)]
    outline: Vec<[f64; 2]>,
    #[serde(default)]
    corners: Option<Corners>,
    /// HC-VIS-12.
    #[serde(default)]
    crest: Vec<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObstacleKeys {
    #[serde(default)]
    name: String,
    line: Vec<[f64; 2]>,
    #[serde(default)]
    cover: bool,
    #[serde(default)]
    no_wheels: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RiverKeys {
    #[serde(default)]
    name: String,
    line: Vec<[f64; 2]>,
    width: f64,
    crossing: Crossing,
    #[serde(default)]
    fords: Vec<Corners>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoadKeys {
    line: Vec<[f64; 2]>,
    #[serde(default = "three")]
    width: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BlockKeys {
    name: String,
    #[serde(default)]
    look: String,
    corners: Corners,
    strength: Strength,
    #[serde(default)]
    small_only: bool,
}

fn three() -> f64 {
    3.0
}

fn points(line: &[[f64; 2]]) -> Vec<Vec2> {
    line.iter().map(|at| point(*at)).collect()
}

fn shape<T, E: std::fmt::Display>(made: Result<T, E>) -> Result<T, ScenarioError> {
    made.map_err(|error| ScenarioError::Shape(error.to_string()))
}

fn boxed([low, high]: Corners) -> Result<Polygon, ScenarioError> {
    let corners = [low, [high[0], low[1]], high, [low[0], high[1]]];
    shape(Polygon::new(points(&corners)))
}

impl Keys {
    pub(super) fn pieces(&self) -> Result<Vec<Piece>, ScenarioError> {
        let mut pieces = Vec::new();
        for keys in &self.area {
            pieces.push(Piece::Area(keys.area()?));
        }
        for keys in &self.obstacle {
            pieces.push(Piece::Obstacle(Obstacle {
                line: shape(Polyline::new(points(&keys.line)))?,
                cover: keys.cover,
                fortified: false,
                no_wheels: keys.no_wheels,
                name: keys.name.clone(),
            }));
        }
        for keys in &self.river {
            pieces.push(Piece::River(keys.river()?));
        }
        for keys in &self.road {
            let line = shape(Polyline::new(points(&keys.line)))?;
            pieces.push(Piece::Road(Road { line, width: keys.width * INCH }));
        }
        pieces.extend(self.block.iter().map(|keys| Piece::Block(keys.block())));
        Ok(pieces)
    }
}

impl AreaKeys {
    fn area(&self) -> Result<Area, ScenarioError> {
        let outline = match self.corners {
            Some(corners) => boxed(corners)?,
            None => shape(Polygon::new(points(&self.outline)))?,
        };
        let crests = if self.crest.is_empty() { Vec::new() } else { vec![points(&self.crest)] };
        let level = u8::from(self.kind == AreaKind::Hill);
        Ok(Area { kind: self.kind, outline, level, crests, name: self.name.clone(), look: self.look.clone() })
    }
}

impl RiverKeys {
    fn river(&self) -> Result<River, ScenarioError> {
        let line = shape(Polyline::new(points(&self.line)))?;
        let course = shape(Course::new(line, self.width * INCH))?;
        let fords = self.fords.iter().map(|corners| boxed(*corners)).collect::<Result<_, _>>()?;
        Ok(River { course, crossing: self.crossing, fords, column_only: false, name: self.name.clone() })
    }
}

impl BlockKeys {
    fn block(&self) -> Block {
        let [low, high] = self.corners.map(point);
        let at = Vec2::new((low.x + high.x) / 2.0, low.y);
        let rect = Rect::new(Pose { at, facing: Facing::DOWN }, high.x - low.x, high.y - low.y);
        Block {
            rect,
            strength: self.strength,
            room: 1,
            small_only: self.small_only,
            gates: Vec::new(),
            name: self.name.clone(),
            look: self.look.clone(),
        }
    }
}
