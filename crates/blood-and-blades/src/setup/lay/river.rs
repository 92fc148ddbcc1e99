//! Laying rivers (BB-SET-32 to BB-SET-34, BB-RIV-02).

use super::{Breaches, MOST_POINTS, area, breach, from_edge, on_table, road};
use crate::fact::Fact;
use crate::field::{Area, AreaKind, River, Size, TableEdge};
use crate::numbers::Terrain;
use crate::rules::Look;
use crate::setup::Named;
use aelian_geometry::{Course, Polyline, Vec2};
use aelian_rulebook::rule;

/// BB-RIV-02, BB-TER-09: between which widths, in mm, a river of this size may be drawn all along.
pub fn widths(look: Look<'_>, size: Size) -> (f64, f64) {
    /// A large river must be wider than a medium one, by any bit, in MU.
    const WIDER: f64 = 0.02;
    let Terrain { river_widths_of: (narrowest, widest), medium_river, .. } =
        look.rules.tables.numbers.terrain;
    match size {
        Size::Large => (look.mu(medium_river + WIDER), look.mu(widest)),
        Size::Small | Size::Medium => (look.mu(narrowest), look.mu(medium_river)),
    }
}

/// BB-SET-34: the edges from which a band can be measured: the two that the river does not join.
pub fn edges(look: Look<'_>) -> [TableEdge; 2] {
    match waterway(look) {
        Some(_) => [TableEdge::South, TableEdge::North],
        None => [TableEdge::West, TableEdge::East],
    }
}

/// BB-SET-34: between which coordinates (x of a river from long edge to long edge, y of one into a WW) the
/// middle line of the river must stay, in mm.
pub fn band(look: Look<'_>, named: &Named) -> Option<(f64, f64)> {
    let (edge, (low, high)) = (named.edge?, named.dice?);
    let (low, high) = (look.mu(f64::from(low)), look.mu(f64::from(high)));
    Some(match edge {
        TableEdge::South | TableEdge::West => (low, high),
        TableEdge::North => (look.state.field.depth - high, look.state.field.depth - low),
        TableEdge::East => (look.state.field.width - high, look.state.field.width - low),
    })
}

/// BB-SET-32 to BB-SET-34, BB-SET-57, BB-RIV-02: the river, or every rule it breaks.
pub fn judge(look: Look<'_>, named: &Named, line: &[Vec2], widths: &[f64]) -> Result<River, Breaches> {
    let course = course(line, widths)?;
    let mut breaches = Vec::new();
    breadth(look, named.pick.size, widths, &mut breaches);
    if !on_table(look, line) {
        breaches.push(breach(rule!("BB-TBL-01"), Fact::Rule));
    }
    ends(look, line, &mut breaches);
    within_band(look, named, line, widths, &mut breaches);
    for area in look.state.field.areas.iter().filter(|area| !area.kind.is_impassable()) {
        let meets = course.pieces().iter().any(|piece| {
            area::boxes_apart(piece, &area.outline) <= 0.0 && piece.overlaps_polygon(&area.outline)
        });
        if meets {
            breaches.push(breach(rule!("BB-SET-57"), Fact::Pick(crate::choice::PickKind::Area(area.kind))));
        }
    }
    roads(look, &course, &mut breaches);
    let river = River { course, laid_by: Some(named.side) };
    if breaches.is_empty() { Ok(river) } else { Err(breaches) }
}

fn course(line: &[Vec2], widths: &[f64]) -> Result<Course, Breaches> {
    let wrong = |text: String| vec![breach(rule!("BB-RIV-02"), Fact::Word(text))];
    if line.len() > MOST_POINTS {
        return Err(wrong(format!("{} points; the most is {MOST_POINTS}", line.len())));
    }
    let line = Polyline::new(line.to_vec()).map_err(|error| wrong(error.to_string()))?;
    Course::with_widths(line, widths.to_vec()).map_err(|error| wrong(error.to_string()))
}

/// BB-RIV-02, BB-TER-09, AMB-78: 0.5 to 2 MU; wider than 1 MU somewhere if and only if it is large.
fn breadth(look: Look<'_>, size: Size, widths: &[f64], breaches: &mut Breaches) {
    let slack = look.rules.tolerance.length;
    let Terrain { river_widths_of: (least, most), medium_river, .. } = look.rules.tables.numbers.terrain;
    let (least, most) = (look.mu(least), look.mu(most));
    let narrowest = widths.iter().copied().fold(f64::INFINITY, f64::min);
    let widest = widths.iter().copied().fold(0.0, f64::max);
    if narrowest < least - slack {
        breaches.push(breach(rule!("BB-RIV-02"), Fact::TooShort { used: narrowest, least }));
    }
    if widest > most + slack {
        breaches.push(breach(rule!("BB-RIV-02"), Fact::TooFar { used: widest, allowed: most }));
    }
    let medium = look.mu(medium_river);
    match size {
        Size::Large if widest <= medium => {
            breaches.push(breach(rule!("BB-TER-09"), Fact::TooShort { used: widest, least: medium }));
        }
        Size::Medium | Size::Small if widest > medium => {
            breaches.push(breach(rule!("BB-TER-09"), Fact::TooFar { used: widest, allowed: medium }));
        }
        _ => {}
    }
}

/// BB-SET-32, BB-SET-33: between the long edges, or from the edge opposite a WW into it.
fn ends(look: Look<'_>, line: &[Vec2], breaches: &mut Breaches) {
    let slack = look.rules.tolerance.length;
    let (Some(first), Some(last)) = (line.first(), line.last()) else { return };
    let at = |edge: TableEdge, point: &Vec2| from_edge(look, edge, *point).abs() <= slack;
    let either_way = |one: &dyn Fn(&Vec2) -> bool, two: &dyn Fn(&Vec2) -> bool| {
        (one(first) && two(last)) || (one(last) && two(first))
    };
    match waterway(look) {
        None => {
            if !either_way(&|p| at(TableEdge::South, p), &|p| at(TableEdge::North, p)) {
                breaches.push(breach(rule!("BB-SET-32"), Fact::Rule));
            }
        }
        Some((water, edge)) => {
            let in_water = |p: &Vec2| water.outline.distance_to_point(*p) <= slack;
            if !either_way(&|p| at(edge.opposite(), p), &in_water) {
                breaches.push(breach(rule!("BB-SET-33"), Fact::Edge(edge)));
            }
        }
    }
}

/// BB-SET-34, AMB-73: the middle line stays in the band; a band of no width leaves it to wander by its own
/// width.
fn within_band(look: Look<'_>, named: &Named, line: &[Vec2], widths: &[f64], breaches: &mut Breaches) {
    let (Some((low, high)), Some(edge)) = (band(look, named), named.edge) else {
        breaches.push(breach(rule!("BB-SET-34"), Fact::Rule));
        return;
    };
    let widest = widths.iter().copied().fold(0.0, f64::max);
    let slack = if low == high { widest * 0.5 } else { 0.0 } + look.rules.tolerance.length;
    for point in line {
        let across = if edge.is_long() { point.y } else { point.x };
        if across < low - slack {
            breaches.push(breach(rule!("BB-SET-34"), Fact::TooShort { used: across, least: low }));
        } else if across > high + slack {
            breaches.push(breach(rule!("BB-SET-34"), Fact::TooFar { used: across, allowed: high }));
        }
    }
}

/// BB-ROAD-03, BB-ROAD-04, BB-SET-39: roads that lie already may be crossed once in all, at right angles.
fn roads(look: Look<'_>, course: &Course, breaches: &mut Breaches) {
    let mut crossings = look.state.field.roads.iter().map(|road| look.decks_of(road).len()).sum::<usize>();
    let slack = look.rules.tables.numbers.terrain.right_angle_slack_degrees;
    for laid in &look.state.field.roads {
        let (count, steepest) = road::crossings(&laid.line, course);
        crossings += count;
        if count > 0 && steepest > slack {
            breaches.push(breach(rule!("BB-ROAD-04"), Fact::Angle { degrees: steepest, most: slack }));
        }
    }
    if crossings > 1 {
        let fact = Fact::Count { found: crossings as u32, least: 0, most: 1 };
        breaches.push(breach(rule!("BB-ROAD-03"), fact));
    }
}

/// The WW on the table, and the short edge at which it lies.
pub fn waterway(look: Look<'_>) -> Option<(&Area, TableEdge)> {
    [TableEdge::West, TableEdge::East].into_iter().find_map(|edge| {
        let water = area::water_at(look, edge).filter(|area| area.kind == AreaKind::Waterway)?;
        Some((water, edge))
    })
}
