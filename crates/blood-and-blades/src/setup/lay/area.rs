//! Laying area features (32.5): size, shape, distances, overlaps, the side rolled.

use super::{Breaches, MOST_POINTS, breach, from_edge, on_table};
use crate::fact::Fact;
use crate::field::{Area, AreaKind, Size, TableEdge};
use crate::numbers::{Numbers, Terrain};
use crate::rules::{Judging, Look};
use crate::setup::Named;
use aelian_geometry::{Polygon, Segment, Vec2, to_degrees};
use aelian_rulebook::{Reason, rule};

/// Two measures that differ by less are equal: above rounding, below any grid.
const EQUAL: f64 = 1e-6;

/// BB-TER-06: least length, length that is too much, and least width, in MU.
pub fn limits(size: Size) -> (f64, f64, f64) {
    match size {
        Size::Small => (3.0, 5.0, 3.0),
        Size::Medium => (5.0, 8.0, 4.0),
        Size::Large => (8.0, 12.0, 6.0),
    }
}

/// BB-SET-50 to BB-SET-57: the area that an outline makes, or every rule it breaks.
pub fn judge(
    look: Look<'_>,
    named: &Named,
    kind: AreaKind,
    outline: &[Vec2],
    crest: &[Vec2],
) -> Result<Area, Breaches> {
    let outline = polygon(outline)?;
    let area =
        Area { kind, size: named.pick.size, outline, crest: crest.to_vec(), laid_by: Some(named.side) };
    // A search tries many places and few shapes: where it lies is judged first, what it is like told first.
    let mut misplaced = Vec::new();
    place(look, named, &area, &mut misplaced);
    if look.judging == Judging::Legality && !misplaced.is_empty() {
        return Err(misplaced);
    }
    let mut breaches = Vec::new();
    shape(look, &area, &mut breaches);
    crest_of(&area, &mut breaches);
    breaches.append(&mut misplaced);
    if breaches.is_empty() { Ok(area) } else { Err(breaches) }
}

/// BB-SET-50 to BB-SET-57: where it lies: at the edges, on the side rolled, by its neighbours and the rivers.
fn place(look: Look<'_>, named: &Named, area: &Area, breaches: &mut Breaches) {
    let settled = |breaches: &Breaches| look.judging == Judging::Legality && !breaches.is_empty();
    edges(look, area, breaches);
    if let Some(side) = named.nearest {
        nearest_side(look, area, side, breaches);
    }
    for other in &look.state.field.areas {
        if settled(breaches) {
            return;
        }
        neighbours(look, area, other, breaches);
    }
    rivers(look, area, breaches);
}

/// An outline that is simple and not absurdly long.
pub fn polygon(points: &[Vec2]) -> Result<Polygon, Breaches> {
    if points.len() > MOST_POINTS {
        let fact = Fact::Count { found: points.len() as u32, least: 3, most: MOST_POINTS as u32 };
        return Err(vec![breach(rule!("BB-TER-10"), fact)]);
    }
    Polygon::new(points.to_vec())
        .map_err(|error| vec![breach(rule!("BB-TER-10"), Fact::Word(error.to_string()))])
}

/// BB-TER-05 to BB-TER-08, BB-TER-10, BB-SET-56: size class and rounding.
fn shape(look: Look<'_>, area: &Area, breaches: &mut Breaches) {
    let slack = look.rules.tolerance.length;
    let (length, width) = area.outline.extents();
    let (least, too_long, least_width) = limits(area.size);
    let (least, too_long, least_width) = (look.mu(least), look.mu(too_long), look.mu(least_width));
    if length < least - slack {
        breaches.push(breach(rule!("BB-TER-06"), Fact::TooShort { used: length, least }));
    }
    if length >= too_long {
        breaches.push(breach(rule!("BB-TER-07"), Fact::TooFar { used: length, allowed: too_long }));
    }
    if width < least_width - slack {
        breaches.push(breach(rule!("BB-TER-06"), Fact::TooShort { used: width, least: least_width }));
    }
    if length - width <= EQUAL {
        breaches.push(breach(rule!("BB-TER-08"), Fact::TooShort { used: length, least: width }));
    }
    let may_be_straight = matches!(area.kind, AreaKind::Fields | AreaKind::BuiltUpArea);
    if !may_be_straight && let Some(fact) = not_rounded(&area.outline, length) {
        breaches.push(breach(rule!("BB-TER-10"), fact));
    }
}

/// BB-TER-10: a corner too sharp or a side too long for a rounded outline.
fn not_rounded(outline: &Polygon, length: f64) -> Option<Fact> {
    let sides: Vec<Segment> = outline.edges().collect();
    let longest = sides.iter().map(|side| side.length()).fold(0.0, f64::max);
    let Terrain { rounded_side_part, rounded_degrees: most, .. } = Numbers::standard().terrain;
    if longest > rounded_side_part * length {
        return Some(Fact::TooFar { used: longest, allowed: rounded_side_part * length });
    }
    let ends = sides.iter().skip(1).chain(sides.first());
    let turn = |(a, b): (&Segment, &Segment)| {
        let (u, v) = (a.vector(), b.vector());
        to_degrees(libm::atan2(u.perp_dot(v).abs(), u.dot(v)))
    };
    let sharpest = sides.iter().zip(ends).map(turn).fold(0.0, f64::max);
    (sharpest > most).then_some(Fact::Angle { degrees: sharpest, most })
}

/// BB-GEO-10, AMB-90: a hill has a crest within its outline, nothing else has one.
fn crest_of(area: &Area, breaches: &mut Breaches) {
    let count = area.crest.len();
    let fitting = if area.kind.is_hill() { (1..=MOST_POINTS).contains(&count) } else { count == 0 };
    let inside = area.crest.iter().take(MOST_POINTS).all(|p| p.is_finite() && area.outline.contains(*p));
    if !fitting || !inside {
        breaches.push(breach(rule!("BB-GEO-10"), Fact::Word("the crest".to_owned())));
    }
}

/// BB-TBL-01, BB-SET-50: one base width from every edge of the table.
fn edges(look: Look<'_>, area: &Area, breaches: &mut Breaches) {
    if !on_table(look, area.outline.points()) {
        breaches.push(breach(rule!("BB-TBL-01"), Fact::Rule));
    }
    for edge in TableEdge::ALL {
        let distance = to_edge(look, &area.outline, edge);
        if distance < look.rules.width - look.rules.tolerance.length {
            breaches.push(breach(rule!("BB-SET-50"), Fact::Edge(edge)));
        }
    }
}

/// BB-SET-53, BB-SET-54: strictly nearer to the rolled side than to any other.
fn nearest_side(look: Look<'_>, area: &Area, side: TableEdge, breaches: &mut Breaches) {
    let distance = |edge: TableEdge| match water_at(look, edge) {
        Some(water) => water.outline.distance_to_polygon(&area.outline),
        None => to_edge(look, &area.outline, edge),
    };
    let own = distance(side);
    if TableEdge::ALL.into_iter().any(|edge| edge != side && distance(edge) <= own) {
        breaches.push(breach(rule!("BB-SET-53"), Fact::Edge(side)));
    }
}

/// BB-SET-50, BB-SET-51, BB-SET-30c: distance from and overlap with another area feature.
fn neighbours(look: Look<'_>, area: &Area, other: &Area, breaches: &mut Breaches) {
    let (width, slack) = (look.rules.width, look.rules.tolerance.length);
    if boxes_apart(&area.outline, &other.outline) >= width {
        return;
    }
    let overlap = area.outline.overlaps_polygon(&other.outline);
    let kinds = [(area, other), (other, area)];
    let hill_on_water = |(a, b): (&Area, &Area)| a.kind.is_hill() && b.kind.is_impassable();
    let on_hill = |(a, b): (&Area, &Area)| a.kind == AreaKind::BuiltUpArea && b.kind.is_hill();
    if overlap && kinds.into_iter().any(on_hill) {
        return;
    }
    if overlap && let Some((hill, water)) = kinds.into_iter().find(|pair| hill_on_water(*pair)) {
        on_water(look, hill, water, breaches);
        return;
    }
    if town_on_promontory(look, area, other) {
        return;
    }
    if overlap {
        breaches.push(breach(rule!("BB-SET-51"), Fact::Pick(crate::choice::PickKind::Area(other.kind))));
    } else {
        let distance = area.outline.distance_to_polygon(&other.outline);
        if distance < width - slack {
            breaches.push(breach(rule!("BB-SET-50"), Fact::TooShort { used: distance, least: width }));
        }
    }
}

/// BB-SET-36, BB-SET-51: a BUA on a hill that lies on the water may stand at the water, on the hill.
fn town_on_promontory(look: Look<'_>, town: &Area, water: &Area) -> bool {
    town.kind == AreaKind::BuiltUpArea
        && water.kind.is_impassable()
        && look.hills_on(water).any(|hill| {
            let wet = |point: &&Vec2| water.outline.contains(**point);
            hill.outline.overlaps_polygon(&town.outline)
                && town.outline.points().iter().filter(wet).all(|point| hill.outline.contains(*point))
        })
}

/// BB-WAT-03: an island keeps a base width from the shore; a promontory is joined to the land over one.
fn on_water(look: Look<'_>, hill: &Area, water: &Area, breaches: &mut Breaches) {
    let width = look.rules.width;
    let island = hill.outline.points().iter().all(|point| water.outline.contains(*point));
    let shore: Vec<Segment> = look.shore(water).collect();
    let (used, least) = if island {
        let to_shore = |edge: Segment| {
            shore
                .iter()
                .map(|shore| aelian_geometry::segment_to_segment(edge, *shore))
                .fold(f64::INFINITY, f64::min)
        };
        (hill.outline.edges().map(to_shore).fold(f64::INFINITY, f64::min), width)
    } else {
        (shore.iter().map(|edge| hill.outline.length_inside(*edge)).sum(), width)
    };
    if used < least - look.rules.tolerance.length {
        breaches.push(Reason { rule: rule!("BB-WAT-03"), fact: Fact::TooShort { used, least } });
    }
}

/// BB-SET-57, AMB-129: no area feature covers a river.
fn rivers(look: Look<'_>, area: &Area, breaches: &mut Breaches) {
    let covers = look
        .state
        .field
        .rivers
        .iter()
        .flat_map(|river| river.course.pieces())
        .any(|piece| boxes_apart(piece, &area.outline) <= 0.0 && piece.overlaps_polygon(&area.outline));
    if covers {
        breaches.push(breach(rule!("BB-SET-57"), Fact::Rule));
    }
}

/// BB-SET-54: the WW or La along a side of the table.
pub fn water_at<'a>(look: Look<'a>, edge: TableEdge) -> Option<&'a Area> {
    let slack = look.rules.tolerance.length;
    let along = |area: &&Area| {
        let on = area.outline.points().iter().filter(|p| from_edge(look, edge, **p) <= slack).count();
        area.kind.is_impassable() && on >= 2 && !edge.is_long()
    };
    look.state.field.areas.iter().find(along)
}

fn to_edge(look: Look<'_>, outline: &Polygon, edge: TableEdge) -> f64 {
    let (low, high) = outline.aabb();
    from_edge(look, edge, low).min(from_edge(look, edge, high))
}

/// A lower bound of the distance between two outlines: that of the boxes about them.
pub fn boxes_apart(a: &Polygon, b: &Polygon) -> f64 {
    let ((low, high), (from, to)) = (a.aabb(), b.aabb());
    let gap = |low: f64, high: f64, from: f64, to: f64| (from - high).max(low - to).max(0.0);
    let (x, y) = (gap(low.x, high.x, from.x, to.x), gap(low.y, high.y, from.y, to.y));
    x.max(y)
}
