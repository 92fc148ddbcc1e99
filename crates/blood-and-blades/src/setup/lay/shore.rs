//! Laying a WW or La against a short edge (BB-SET-30, BB-SET-31).

use super::{Breaches, area, at_edge, breach, edge_length, from_edge, on_table};
use crate::choice::{Pick, PickKind};
use crate::fact::Fact;
use crate::field::{Area, AreaKind, Size, TableEdge};
use crate::numbers::Terrain;
use crate::rules::Look;
use crate::setup::Named;
use aelian_geometry::{Vec2, to_degrees};
use aelian_rulebook::rule;

/// BB-SET-30, BB-SET-30b, BB-SET-30c, BB-SET-31: water along a whole short edge; or every rule it breaks.
pub fn judge(
    look: Look<'_>,
    named: &Named,
    kind: AreaKind,
    outline: &[Vec2],
    crest: &[Vec2],
) -> Result<Area, Breaches> {
    let Some(edge) = named.edge.filter(|edge| !edge.is_long()) else {
        return Err(vec![breach(rule!("BB-SET-30"), Fact::Rule)]);
    };
    let outline = area::polygon(outline)?;
    let mut breaches = Vec::new();
    if !crest.is_empty() {
        breaches.push(breach(rule!("BB-GEO-10"), Fact::Word("the crest".to_owned())));
    }
    if !on_table(look, outline.points()) {
        breaches.push(breach(rule!("BB-TBL-01"), Fact::Rule));
    }
    shore(look, edge, outline.points(), &mut breaches);
    let area = Area { kind, size: named.pick.size, outline, crest: Vec::new(), laid_by: Some(named.side) };
    neighbours(look, &area, &mut breaches);
    if breaches.is_empty() { Ok(area) } else { Err(breaches) }
}

/// A straight shore at the least reach, if it fits: what is looked for before a piece is discarded.
pub fn straight(look: Look<'_>, kind: AreaKind, edge: TableEdge) -> Option<Vec<Vec2>> {
    let outline = with_shore(look, edge, &[look.rules.tables.numbers.terrain.shore_reach.0; 2]);
    let pick = Pick { what: PickKind::Area(kind), size: Size::Small };
    let named =
        Named { side: look.state.invader, piece: 0, pick, edge: Some(edge), nearest: None, dice: None };
    judge(look, &named, kind, &outline, &[]).is_ok().then_some(outline)
}

/// The outline of water that reaches so many MU into the table at evenly spread places of its shore.
pub fn with_shore(look: Look<'_>, edge: TableEdge, reaches: &[f64]) -> Vec<Vec2> {
    let length = edge_length(look, edge);
    let last = (reaches.len().max(2) - 1) as f64;
    let mut outline = vec![at_edge(look, edge, length, 0.0), at_edge(look, edge, 0.0, 0.0)];
    outline.extend(
        reaches
            .iter()
            .enumerate()
            .map(|(at, reach)| at_edge(look, edge, length * at as f64 / last, look.mu(*reach))),
    );
    outline
}

/// BB-SET-30, BB-SET-31: along the edge from corner to corner, and a shore from one long edge to the other
/// that keeps its distance and bends gently.
fn shore(look: Look<'_>, edge: TableEdge, points: &[Vec2], breaches: &mut Breaches) {
    let slack = look.rules.tolerance.length;
    let length = edge_length(look, edge);
    let at_table_edge = |point: &Vec2| from_edge(look, edge, *point) <= slack;
    let ends = [0.0, length].map(|along| at_edge(look, edge, along, 0.0));
    let cornered = ends.iter().all(|end| points.iter().any(|point| (*point - *end).length() <= slack));
    if !cornered {
        breaches.push(breach(rule!("BB-SET-30"), Fact::Edge(edge)));
    }
    let Some(line) = shore_line(points, at_table_edge) else {
        breaches.push(breach(rule!("BB-SET-30"), Fact::Edge(edge)));
        return;
    };
    let Terrain { shore_reach: (least, most), shore_degrees: gentle, .. } = look.rules.tables.numbers.terrain;
    let (least, most) = (look.mu(least), look.mu(most));
    for point in &line {
        let reach = from_edge(look, edge, *point);
        if reach < least - slack {
            breaches.push(breach(rule!("BB-SET-31"), Fact::TooShort { used: reach, least }));
        } else if reach > most + slack {
            breaches.push(breach(rule!("BB-SET-31"), Fact::TooFar { used: reach, allowed: most }));
        }
    }
    let along: Vec<f64> = line.iter().map(|point| point.y).collect();
    let runs = |pair: &[f64]| matches!(pair, [a, b] if a < b);
    let back = |pair: &[f64]| matches!(pair, [a, b] if a > b);
    let across = along.iter().any(|y| *y <= slack) && along.iter().any(|y| *y >= length - slack);
    if !across || !(along.windows(2).all(runs) || along.windows(2).all(back)) || bend(&line) > gentle {
        breaches.push(breach(rule!("BB-SET-31"), Fact::Angle { degrees: bend(&line), most: gentle }));
    }
}

/// The points off the table's edge, in one run around the outline.
fn shore_line(points: &[Vec2], at_table_edge: impl Fn(&Vec2) -> bool) -> Option<Vec<Vec2>> {
    let start = points.iter().position(&at_table_edge)?;
    let turned = points.iter().cycle().skip(start).take(points.len());
    let mut line = Vec::new();
    let mut runs = 0;
    let mut before = true;
    for point in turned {
        let on_edge = at_table_edge(point);
        if !on_edge {
            runs += usize::from(before);
            line.push(*point);
        }
        before = on_edge;
    }
    (runs == 1 && line.len() >= 2).then_some(line)
}

/// The sharpest bend of a line, in degrees.
pub fn bend(line: &[Vec2]) -> f64 {
    let turn = |three: &[Vec2]| match three {
        [a, b, c] => {
            let (u, v) = (*b - *a, *c - *b);
            to_degrees(libm::atan2(u.perp_dot(v).abs(), u.dot(v)))
        }
        _ => 0.0,
    };
    line.windows(3).map(turn).fold(0.0, f64::max)
}

/// BB-SET-30c, BB-SET-36, BB-SET-50, BB-SET-51, AMB-128: free of all that lies there already.
fn neighbours(look: Look<'_>, water: &Area, breaches: &mut Breaches) {
    let (width, slack) = (look.rules.width, look.rules.tolerance.length);
    for other in &look.state.field.areas {
        if area::boxes_apart(&water.outline, &other.outline) >= width {
            continue;
        }
        let distance = water.outline.distance_to_polygon(&other.outline);
        if distance < width - slack {
            breaches.push(breach(rule!("BB-SET-30c"), Fact::TooShort { used: distance, least: width }));
        }
    }
    let drowned = look
        .state
        .field
        .roads
        .iter()
        .any(|road| road.line.segments().any(|segment| water.outline.length_inside(segment) > slack));
    if drowned {
        breaches.push(breach(rule!("BB-SET-36"), Fact::Rule));
    }
}
