//! Laying roads (BB-SET-35 to BB-SET-40, BB-ROAD-01, BB-ROAD-03, BB-ROAD-04, BB-ROAD-11).

use super::shore::bend;
use super::{Breaches, MOST_POINTS, breach, from_edge, on_table};
use crate::fact::Fact;
use crate::field::{Area, AreaKind, Crossing, Road, RoadKind, TableEdge};
use crate::numbers::Terrain;
use crate::rules::Look;
use crate::setup::Named;
use crate::troop::{Grade, Status, Troop, TroopType, Weapon};
use aelian_geometry::{Course, Facing, Polyline, Pose, Rect, Segment, Vec2, segments_cross, to_degrees};
use aelian_rulebook::rule;

/// What an end of a road lies at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Edge(TableEdge),
    Road,
    /// BB-SET-36: a BUA that touches a WW.
    Town,
    Nowhere,
}

/// BB-SET-35 to BB-SET-40: the road with advice on its sides, or every rule it breaks.
pub fn judge(
    look: Look<'_>,
    named: &Named,
    kind: RoadKind,
    points: &[Vec2],
    crossing: Option<Crossing>,
) -> Result<(Road, Breaches), Breaches> {
    let line = polyline(points)?;
    let mut breaches = Vec::new();
    if !on_table(look, points) {
        breaches.push(breach(rule!("BB-TBL-01"), Fact::Rule));
    }
    shape(look, kind, &line, &mut breaches);
    ends(look, &line, &mut breaches);
    waters(look, &line, &mut breaches);
    rivers(look, &line, crossing, &mut breaches);
    if !breaches.is_empty() {
        return Err(breaches);
    }
    let road = Road { kind, line, crossing, laid_by: Some(named.side) };
    let advice = two_goings(look, &road);
    Ok((road, advice))
}

fn polyline(points: &[Vec2]) -> Result<Polyline, Breaches> {
    let wrong = |text: String| vec![breach(rule!("BB-SET-40"), Fact::Word(text))];
    if points.len() > MOST_POINTS {
        return Err(wrong(format!("{} points; the most is {MOST_POINTS}", points.len())));
    }
    Polyline::new(points.to_vec()).map_err(|error| wrong(error.to_string()))
}

/// BB-ROAD-01: a paved road has long straight stretches, an unpaved one may bend more; none crosses itself.
fn shape(look: Look<'_>, kind: RoadKind, line: &Polyline, breaches: &mut Breaches) {
    let sharpest = bend(line.points());
    let Terrain { road_degrees: most, paved_stretch, .. } = look.rules.tables.numbers.terrain;
    if sharpest > most + to_degrees(look.rules.tolerance.angle) {
        breaches.push(breach(rule!("BB-ROAD-01"), Fact::Angle { degrees: sharpest, most }));
    }
    let least = look.mu(paved_stretch);
    // The first and the last stretch lie between a bend and an end.
    let between_bends = 1..line.points().len().saturating_sub(2);
    let stretches = line.segments().enumerate().filter(|(at, _)| between_bends.contains(at));
    let shortest = stretches.map(|(_, stretch)| stretch.length()).fold(f64::INFINITY, f64::min);
    if kind == RoadKind::Paved && shortest < least - look.rules.tolerance.length {
        breaches.push(breach(rule!("BB-ROAD-01"), Fact::TooShort { used: shortest, least }));
    }
    let segments: Vec<Segment> = line.segments().collect();
    let crosses =
        |at: usize, a: &Segment| segments.iter().skip(at + 2).any(|b| segments_cross(*a, *b).is_some());
    if segments.iter().enumerate().any(|(at, a)| crosses(at, a)) {
        breaches.push(breach(rule!("BB-ROAD-01"), Fact::Word("the road crosses itself".to_owned())));
    }
}

/// BB-SET-35, BB-SET-36, BB-SET-37: opposite edges, or a road and an edge, or an edge and a BUA at a WW; an
/// edge has at most one road.
fn ends(look: Look<'_>, line: &Polyline, breaches: &mut Breaches) {
    let ends = [line.points().first(), line.points().last()]
        .map(|point| point.map_or(End::Nowhere, |point| end_at(look, *point)));
    let joined = match ends {
        [End::Edge(one), End::Edge(two)] => one.opposite() == two,
        [End::Edge(_), End::Road | End::Town] | [End::Road | End::Town, End::Edge(_)] => true,
        _ => false,
    };
    if !joined {
        breaches.push(breach(rule!("BB-SET-35"), Fact::Rule));
    }
    let taken = edges_with_roads(look);
    for end in ends {
        if let End::Edge(edge) = end
            && taken.contains(&edge)
        {
            breaches.push(breach(rule!("BB-SET-37"), Fact::Edge(edge)));
        }
    }
    let slack = look.rules.tolerance.length;
    let wet =
        |point: &Vec2| {
            look.state.field.areas.iter().any(|area| {
                area.kind == AreaKind::Waterway && area.outline.distance_to_point(*point) <= slack
            })
        };
    let [first, last] = [line.points().first(), line.points().last()];
    if ends.iter().zip([first, last]).any(|(end, point)| *end != End::Town && point.is_some_and(wet)) {
        breaches.push(breach(rule!("BB-SET-36"), Fact::Rule));
    }
}

fn end_at(look: Look<'_>, point: Vec2) -> End {
    let slack = look.rules.tolerance.length;
    let on_edge = TableEdge::ALL.into_iter().find(|edge| from_edge(look, *edge, point).abs() <= slack);
    if let Some(edge) = on_edge {
        return End::Edge(edge);
    }
    if look.state.field.roads.iter().any(|road| road.line.distance_to_point(point) <= slack) {
        return End::Road;
    }
    let town = |area: &&crate::field::Area| {
        area.kind == AreaKind::BuiltUpArea && area.outline.distance_to_point(point) <= slack
    };
    let touches_water = |town: &crate::field::Area| {
        look.state.field.areas.iter().any(|water| {
            water.kind == AreaKind::Waterway && water.outline.distance_to_polygon(&town.outline) <= slack
        })
    };
    if look.state.field.areas.iter().filter(town).any(touches_water) { End::Town } else { End::Nowhere }
}

/// BB-SET-37: the edges that a road reaches already.
pub fn edges_with_roads(look: Look<'_>) -> Vec<TableEdge> {
    let slack = look.rules.tolerance.length;
    let reached = |edge: &TableEdge| {
        look.state.field.roads.iter().any(|road| {
            let points = road.line.points();
            [points.first(), points.last()]
                .into_iter()
                .flatten()
                .any(|point| from_edge(look, *edge, *point).abs() <= slack)
        })
    };
    TableEdge::ALL.into_iter().filter(reached).collect()
}

/// BB-WAT-02, BB-WAT-05: no road through open water, but over a channel to a BUA on an island that it joins.
fn waters(look: Look<'_>, line: &Polyline, breaches: &mut Breaches) {
    let slack = look.rules.tolerance.length;
    let channel = look.mu(look.rules.tables.numbers.terrain.channel);
    for water in look.state.field.areas.iter().filter(|area| area.kind.is_impassable()) {
        let islands: Vec<&Area> =
            look.islands_of(water).filter(|hill| joins_town(look, line, hill)).collect();
        let at_island =
            |point: Vec2| islands.iter().any(|hill| hill.outline.distance_to_point(point) <= slack);
        let crosses_channel =
            |over: &Over| over.length <= channel + slack && (at_island(over.from) || at_island(over.to));
        let overs = over_water(look, line, water);
        let wet: f64 = overs.iter().map(|over| over.length).sum();
        let over_channels = water.kind == AreaKind::Waterway && overs.iter().all(crosses_channel);
        if wet > slack && !over_channels {
            breaches.push(breach(rule!("BB-WAT-05"), Fact::TooFar { used: wet, allowed: 0.0 }));
        }
    }
}

/// Whether a road comes to a BUA on this hill.
fn joins_town(look: Look<'_>, line: &Polyline, hill: &Area) -> bool {
    let slack = look.rules.tolerance.length;
    let towns = look.state.field.areas.iter().filter(|area| area.kind == AreaKind::BuiltUpArea);
    let mut on_hill = towns.filter(|town| town.outline.overlaps_polygon(&hill.outline));
    on_hill.any(|town| {
        let ends_at = |point: &Vec2| town.outline.distance_to_point(*point) <= slack;
        line.points().iter().any(ends_at)
            || line.segments().any(|part| !town.outline.crossings(part).is_empty())
    })
}

/// A stretch of a road over open water, from shore to shore.
struct Over {
    from: Vec2,
    to: Vec2,
    length: f64,
}

/// Where a road leads over water that no hill covers.
fn over_water(look: Look<'_>, line: &Polyline, water: &Area) -> Vec<Over> {
    let mut found: Vec<Over> = Vec::new();
    for segment in line.segments() {
        let mut parts = water.outline.crossings(segment);
        look.hills_on(water).for_each(|hill| parts.extend(hill.outline.crossings(segment)));
        parts.extend([0.0, 1.0]);
        parts.sort_by(f64::total_cmp);
        for (from, to) in parts.iter().zip(parts.iter().skip(1)) {
            if !look.is_open(water, segment.at(0.5 * (from + to))) {
                continue;
            }
            let (from, to) = (segment.at(*from), segment.at(*to));
            let length = (to - from).length();
            match found.last_mut().filter(|over| (over.to - from).length() <= look.rules.tolerance.length) {
                Some(over) => *over = Over { from: over.from, to, length: over.length + length },
                None => found.push(Over { from, to, length }),
            }
        }
    }
    found
}

/// BB-ROAD-03, BB-ROAD-04, BB-SET-39: one crossing on the whole table, at right angles, by bridge or ford.
fn rivers(look: Look<'_>, line: &Polyline, crossing: Option<Crossing>, breaches: &mut Breaches) {
    let elsewhere: usize = look.state.field.roads.iter().map(|road| look.decks_of(road).len()).sum();
    let mut here = 0;
    let mut steepest: f64 = 0.0;
    for river in &look.state.field.rivers {
        let (count, off) = crossings(line, &river.course);
        here += count;
        steepest = steepest.max(off);
    }
    if here > 0 && elsewhere + here > 1 {
        let fact = Fact::Count { found: (elsewhere + here) as u32, least: 0, most: 1 };
        breaches.push(breach(rule!("BB-ROAD-03"), fact));
    }
    let most = look.rules.tables.numbers.terrain.right_angle_slack_degrees;
    if steepest > most {
        let fact = Fact::Angle { degrees: steepest, most };
        breaches.push(breach(rule!("BB-ROAD-04"), fact));
    }
    if crossing.is_some() != (here > 0) {
        breaches.push(breach(rule!("BB-ROAD-04"), Fact::Word("bridge or ford".to_owned())));
    }
}

/// How often a road crosses a river, and by how many degrees a crossing is off the right angle at most.
pub fn crossings(road: &Polyline, river: &Course) -> (usize, f64) {
    let mut count = 0;
    let mut off: f64 = 0.0;
    for segment in road.segments() {
        for stretch in river.line().segments() {
            if segments_cross(segment, stretch).is_some() {
                count += 1;
            }
        }
        if river.length_inside(segment) > 0.0 {
            let streams = river.line().segments().zip(river.pieces());
            let crossed = streams.filter(|(_, piece)| piece.length_inside(segment) > 1e-3);
            for (stretch, _) in crossed {
                let (u, v) = (segment.vector(), stretch.vector());
                off = off.max(to_degrees(libm::atan2(u.dot(v).abs(), u.perp_dot(v).abs())));
            }
        }
    }
    // A road that enters a river without crossing its middle line crosses it too, if badly.
    let wet = road.segments().any(|segment| river.length_inside(segment) > 1e-3);
    (if wet { count.max(1) } else { count }, off)
}

/// BB-ROAD-11, BB-SET-38: advice where a base on the road would be partly in another going.
fn two_goings(look: Look<'_>, road: &Road) -> Breaches {
    let troop = Troop {
        kind: TroopType::Cv,
        grade: Grade::O,
        status: Status::Reg,
        weapon: Weapon::Other,
        special_support: false,
    };
    let (width, length) = (look.rules.width, road.line.length());
    let steps = (length / width).ceil().min(400.0) as u32;
    let mut advice = Vec::new();
    for step in 0..steps {
        let (at, along) = road.line.at(f64::from(step) * width);
        let facing = Facing::along(along);
        let slip = |right: f64| {
            let pose = Pose { at, facing }.shifted(right);
            look.going_under(&Rect::new(pose, 1.0, 1.0), &troop)
        };
        let half = width * 0.5;
        if slip(-half) != slip(half) || slip(half) != slip(0.0) {
            advice.push(breach(rule!("BB-ROAD-11"), Fact::Number { value: f64::from(step) * width }));
            break;
        }
    }
    advice
}
