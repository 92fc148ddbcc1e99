//! Placing terrain (30.4): order, placement die, adjustment.

use super::choice::{Adjustment, LayArea, Laying, Pick, Touching};
use super::progress::{Picked, SetUp, outline};
use super::shape;
use crate::fact::Fact;
use crate::field::{Area, AreaKind, Covering, Piece, River, Road, Size, TableEdge};
use crate::rules::Look;
use aelian_dice::Sampler;
use aelian_game::Side;
use aelian_geometry::{Course, Polygon, Polyline, Vec2};
use aelian_rulebook::{Reason, RuleId, rule};

/// FA-PLACE-01: the picks in the order in which they are laid.
pub fn order(set_up: &SetUp, initiative: Side) -> Vec<u8> {
    let rank = |at: &u8| {
        let Some(picked) = set_up.picked(*at) else { return 9 };
        let first = picked.by == initiative;
        let village = matches!(picked.pick, Pick::Area { kind: AreaKind::Village, .. })
            || matches!(picked.pick, Pick::Area { covering: Some(AreaKind::Village), .. });
        let open = matches!(picked.pick, Pick::Area { kind: AreaKind::Open, .. });
        match (first, picked.pick, picked.compulsory) {
            (_, Pick::River | Pick::Coast, _) => 1,
            (true, _, _) if village => 2,
            (true, _, true) => 3,
            (false, _, true) => 4,
            (true, _, _) if open => 5,
            (false, _, _) if open => 6,
            (true, _, _) => 7,
            (false, _, _) => 8,
        }
    };
    let mut order: Vec<u8> = (0..set_up.picks.len() as u8).collect();
    order.sort_by_key(rank);
    order
}

/// FA-PLACE-08: rivers, coasts and roads have no placement die.
pub fn has_die(pick: &Pick) -> bool {
    matches!(pick, Pick::Area { .. })
}

/// FA-PLACE-07: where a die allows a piece.
pub fn area_of(die: u8) -> LayArea {
    let touching = match die {
        1 | 2 => Touching::RearEdge,
        3 | 4 => Touching::SideEdge,
        _ => Touching::Centre,
    };
    LayArea { own_half: die.is_multiple_of(2), touching }
}

/// FA-PLACE-10, FA-PLACE-11: what is added to the adjustment die.
pub fn adjust_modifier(pick: &Pick, compulsory: bool) -> i32 {
    i32::from(is_hard(pick)) - i32::from(compulsory)
}

/// FA-PLACE-11: impassable ground, a river or a coast.
pub fn is_hard(pick: &Pick) -> bool {
    match pick {
        Pick::River | Pick::Coast => true,
        Pick::Area { kind, .. } => *kind == AreaKind::Impassable,
        Pick::Road => false,
    }
}

/// A piece made of a pick and its exact place; none if the place has no proper shape.
pub fn piece(look: Look<'_>, by: Side, pick: &Pick, laying: &Laying) -> Option<Piece> {
    let _ = look;
    Some(match (pick, laying) {
        (Pick::Area { kind, size, covering }, Laying::Area { outline: points, crests, covered, high }) => {
            let covered = match covered {
                Some(points) => Some(outline(points)?),
                None => None,
            };
            Piece::Area(Area {
                kind: *kind,
                size: *size,
                outline: outline(points)?,
                covering: covering.map(|kind| Covering { kind, outline: covered }),
                crests: crests.clone(),
                high: *high && *kind == AreaKind::Impassable,
                laid_by: Some(by),
            })
        }
        (Pick::Coast, Laying::Area { outline: points, .. }) => Piece::Area(Area {
            kind: AreaKind::Coast,
            size: Size::Normal,
            outline: outline(points)?,
            covering: None,
            crests: Vec::new(),
            high: false,
            laid_by: Some(by),
        }),
        (Pick::River, Laying::River { line, width }) => Piece::River(River {
            course: Course::new(polyline(line)?, *width).ok()?,
            level: crate::field::Level::Rough,
        }),
        (Pick::Road, Laying::Road { line }) => Piece::Road(Road { line: polyline(line)? }),
        _ => return None,
    })
}

fn polyline(points: &[Vec2]) -> Option<Polyline> {
    let sound = points.len() <= 16 && points.iter().all(|point| point.x.is_finite() && point.y.is_finite());
    if sound { Polyline::new(points.to_vec()).ok() } else { None }
}

/// Why a piece may not be laid so; none if it may.
pub fn faults(look: Look<'_>, by: Side, pick: &Pick, die: Option<u8>, laying: &Laying) -> Vec<Reason<Fact>> {
    let Some(piece) = piece(look, by, pick, laying) else {
        return vec![Reason::new(rule!("FA-PLACE-07"), Fact::Word("shape".to_owned()))];
    };
    let mut faults = Faults(Vec::new());
    match &piece {
        Piece::Area(area) if area.kind == AreaKind::Coast => {
            faults.unless(shape::is_coast(look, &area.outline), rule!("FA-TER-19"));
        }
        Piece::Area(area) => area_faults(look, by, area, die, &mut faults),
        Piece::River(river) => {
            let width = river.course.widths().first().copied().unwrap_or_default();
            faults.unless(shape::is_river(look, river.course.line(), width), rule!("FA-TER-20"));
        }
        Piece::Road(road) => road_faults(look, road, &mut faults),
    }
    if !shape::on_table(&look.state.field, &points_of(&piece), look.rules.slack) {
        faults.find(rule!("FA-PLACE-14"));
    }
    faults.0
}

struct Faults(Vec<Reason<Fact>>);

impl Faults {
    fn find(&mut self, rule: RuleId) {
        self.0.push(Reason::new(rule, Fact::Rule));
    }

    fn unless(&mut self, good: bool, rule: RuleId) {
        if !good {
            self.find(rule);
        }
    }
}

fn area_faults(look: Look<'_>, by: Side, area: &Area, die: Option<u8>, faults: &mut Faults) {
    let size = if area.size == Size::Large { rule!("FA-TER-24") } else { rule!("FA-TER-23") };
    faults.unless(shape::fits_size(look, &area.outline, area.size), size);
    let covered = area.covering.as_ref().and_then(|covering| covering.outline.as_ref());
    if let Some(covered) = covered {
        let inside = covered.points().iter().all(|point| {
            area.outline.contains(*point) || area.outline.outline_distance(*point) <= look.rules.slack
        });
        faults.unless(inside, rule!("FA-TERR-04"));
    }
    let crests = area.crests.iter().flatten().all(|point| area.outline.contains(*point));
    faults.unless(crests && (area.kind.is_hill() || area.crests.is_empty()), rule!("FA-HILL-01"));
    // FA-PLACE-02, FA-PLACE-03: four MU to every piece but coasts, rivers and roads; these may be near, not under it.
    for other in &look.state.field.areas {
        let gap = other.outline.distance_to_polygon(&area.outline);
        let apart = look.mu(look.rules.distances().set_up.between_pieces) - look.rules.slack;
        let least = if other.kind == AreaKind::Coast { 0.0 } else { apart };
        let under = gap <= 0.0 && other.outline.overlaps_polygon(&area.outline);
        if gap < least || under {
            faults.find(rule!("FA-PLACE-02"));
        }
    }
    let wet = look
        .state
        .field
        .rivers
        .iter()
        .any(|river| river.course.pieces().iter().any(|part| part.overlaps_polygon(&area.outline)));
    faults.unless(!wet, rule!("FA-PLACE-03"));
    // FA-PLACE-04: what lies under a road that was laid before, other than a village.
    let crossed = !is_village(area) && under_road(look, &area.outline);
    faults.unless(!crossed, rule!("FA-PLACE-04"));
    if let Some(die) = die {
        faults.unless(is_in(look, by, area_of(die), &area.outline), rule!("FA-PLACE-07"));
    }
}

/// FA-PLACE-07: the outline lies where the die allows it.
fn is_in(look: Look<'_>, by: Side, area: LayArea, outline: &Polygon) -> bool {
    let field = &look.state.field;
    let slack = look.rules.slack;
    let half = if area.own_half { by } else { by.other() };
    let rear = TableEdge::of(half);
    let in_half = |point: &Vec2| field.inside(rear, *point) <= field.depth * 0.5 + slack;
    let touches = |edge: TableEdge, point: &Vec2| field.inside(edge, *point).abs() <= slack;
    let points = outline.points();
    match area.touching {
        Touching::RearEdge => points.iter().any(|point| touches(rear, point)),
        Touching::SideEdge => {
            let side = |point: &Vec2| touches(TableEdge::West, point) || touches(TableEdge::East, point);
            let coast = field.areas.iter().filter(|piece| piece.kind == AreaKind::Coast);
            let at_coast =
                |point: &Vec2| coast.clone().any(|piece| piece.outline.outline_distance(*point) <= slack);
            points.iter().any(|point| in_half(point) && (side(point) || at_coast(point)))
        }
        Touching::Centre => {
            let from_edges = look.mu(look.rules.distances().set_up.centre);
            let far =
                |point: &Vec2| TableEdge::ALL.into_iter().all(|edge| field.inside(edge, *point) > from_edges);
            points.iter().all(|point| in_half(point) && far(point))
        }
    }
}

/// FA-PLACE-04, FA-PLACE-05, FA-TER-18.
fn road_faults(look: Look<'_>, road: &Road, faults: &mut Faults) {
    faults.unless(shape::is_road(look, &road.line), rule!("FA-TER-18"));
    let half = look.rules.width * 0.5;
    let meets = |outline: &Polygon, reach: f64| road_meets(road, outline, reach);
    let areas = &look.state.field.areas;
    let through = areas.iter().any(|area| !is_village(area) && meets(&area.outline, half - look.rules.slack));
    faults.unless(!through, rule!("FA-PLACE-04"));
    let mut villages = areas.iter().filter(|area| is_village(area)).peekable();
    if villages.peek().is_some() {
        faults
            .unless(villages.any(|area| meets(&area.outline, half + look.rules.slack)), rule!("FA-PLACE-05"));
    }
}

/// A village, or a hill with one on it.
fn is_village(area: &Area) -> bool {
    area.kind == AreaKind::Village
        || area.covering.as_ref().is_some_and(|covering| covering.kind == AreaKind::Village)
}

/// The middle line of a road comes so near to an outline, or into it.
fn road_meets(road: &Road, outline: &Polygon, reach: f64) -> bool {
    road.line.segments().any(|segment| {
        let near = |point: &Vec2| aelian_geometry::point_to_segment(*point, segment) <= reach;
        outline.contains(segment.a)
            || outline.contains(segment.b)
            || !outline.crossings(segment).is_empty()
            || outline.points().iter().any(near)
    })
}

/// FA-PLACE-04: part of the outline lies under a road.
fn under_road(look: Look<'_>, outline: &Polygon) -> bool {
    let reach = look.rules.width * 0.5 - look.rules.slack;
    look.state.field.roads.iter().any(|road| road_meets(road, outline, reach))
}

/// FA-TERR-07: a covered hill that serves as a compulsory piece by its covering has one of at least normal size.
pub fn covering_faults(
    look: Look<'_>,
    picked: &Picked,
    wanted: bool,
    laying: &Laying,
) -> Option<Reason<Fact>> {
    let Laying::Area { covered: Some(points), .. } = laying else { return None };
    let small = !outline(points).is_some_and(|part| shape::holds_rectangle(look, &part));
    (picked.compulsory && wanted && small).then(|| Reason::new(rule!("FA-TERR-07"), Fact::Rule))
}

fn points_of(piece: &Piece) -> Vec<Vec2> {
    match piece {
        Piece::Area(area) => area.outline.points().to_vec(),
        Piece::River(river) => river.course.line().points().to_vec(),
        Piece::Road(road) => road.line.points().to_vec(),
    }
}

/// FA-PLACE-09, FA-PLACE-12, FA-PLACE-17, FA-PLACE-18: whether the die leaves the adjusting player any choice.
pub fn may_adjust(pick: &Pick, die: i32) -> bool {
    match pick {
        Pick::River | Pick::Coast => die >= 6,
        Pick::Road | Pick::Area { .. } => die >= 3,
    }
}

/// FA-PLACE-09, FA-PLACE-15, FA-DEC-05: why this adjustment is not allowed, or the piece as it then lies; to leave it is
/// always allowed.
pub fn adjusted(
    look: Look<'_>,
    pick: &Pick,
    die: i32,
    how: &Adjustment,
) -> Result<Option<Piece>, Vec<Reason<Fact>>> {
    let refuse = |rule| Err(vec![Reason::new(rule, Fact::Count { found: die, allowed: 6 })]);
    let fixed = matches!(pick, Pick::River | Pick::Coast);
    match how {
        Adjustment::Leave => Ok(None),
        Adjustment::Remove if die >= 6 => Ok(None),
        Adjustment::Remove => refuse(rule!("FA-PLACE-09")),
        _ if fixed => refuse(rule!("FA-PLACE-12")),
        Adjustment::Slide { by } => {
            let [short, long] = look.rules.distances().set_up.slide;
            let most = match die {
                3 | 4 => look.mu(short),
                5 => look.mu(long),
                _ => return refuse(rule!("FA-PLACE-09")),
            };
            if !by.length().is_finite() || by.length() > most + look.rules.slack {
                return Err(vec![Reason::new(
                    rule!("FA-PLACE-09"),
                    Fact::TooFar { used: by.length(), allowed: most },
                )]);
            }
            moved(look, pick, |point| point + *by)
        }
        Adjustment::Pivot { .. } if *pick == Pick::Road => refuse(rule!("FA-PLACE-18")),
        Adjustment::Pivot { about, degrees } => {
            if die != 5 {
                return refuse(rule!("FA-PLACE-09"));
            }
            let on_outline = look
                .state
                .field
                .areas
                .last()
                .is_some_and(|area| area.outline.outline_distance(*about) <= look.rules.slack);
            if !on_outline || !degrees.is_finite() {
                return refuse(rule!("FA-PLACE-13"));
            }
            let angle = aelian_geometry::degrees(*degrees);
            moved(look, pick, |point| *about + aelian_geometry::rotate(point - *about, angle))
        }
    }
}

/// FA-PLACE-13, FA-PLACE-14: the last piece laid at its new place, on the table and on no other piece.
fn moved(look: Look<'_>, pick: &Pick, to: impl Fn(Vec2) -> Vec2) -> Result<Option<Piece>, Vec<Reason<Fact>>> {
    let field = &look.state.field;
    let refuse = || Err(vec![Reason::new(rule!("FA-PLACE-14"), Fact::Rule)]);
    let all = |points: &[Vec2]| points.iter().map(|point| to(*point)).collect::<Vec<_>>();
    if *pick == Pick::Road {
        let Some(road) = field.roads.last() else { return refuse() };
        let Some(line) = polyline(&all(road.line.points())) else { return refuse() };
        let road = Road { line };
        let mut faults = Faults(Vec::new());
        road_faults(look, &road, &mut faults);
        return if faults.0.is_empty() { Ok(Some(Piece::Road(road))) } else { Err(faults.0) };
    }
    let Some((area, others)) = field.areas.split_last() else { return refuse() };
    let Some(new) = outline(&all(area.outline.points())) else { return refuse() };
    let onto = others.iter().any(|other| other.outline.overlaps_polygon(&new))
        || field
            .rivers
            .iter()
            .any(|river| river.course.pieces().iter().any(|part| part.overlaps_polygon(&new)))
        || (!is_village(area) && under_road(look, &new));
    if onto || !shape::on_table(field, new.points(), look.rules.slack) {
        return refuse();
    }
    let covering = area.covering.as_ref().map(|covering| Covering {
        kind: covering.kind,
        outline: covering.outline.as_ref().and_then(|part| outline(&all(part.points()))),
    });
    let crests = area.crests.iter().map(|crest| all(crest)).collect();
    Ok(Some(Piece::Area(Area { outline: new, covering, crests, ..area.clone() })))
}

/// Places for a piece to choose from: ovals of its size at every 2 MU and four angles, or the usual lines of rivers,
/// coasts and roads. A fixed list; which of them are legal is asked of `faults`.
pub fn candidates(look: Look<'_>, pick: &Pick, set: u8) -> Vec<Laying> {
    let field = &look.state.field;
    match pick {
        Pick::Area { size, .. } => ovals(look, *size, set),
        Pick::Coast => [0.0, field.width]
            .into_iter()
            .map(|edge| {
                let inland = if edge > 0.0 { edge - look.mu(5.0) } else { look.mu(5.0) };
                let points = [(edge, 0.0), (inland, 0.0), (inland, field.depth), (edge, field.depth)];
                area_at(points.into_iter().map(|(x, y)| Vec2::new(x, y)).collect())
            })
            .collect(),
        Pick::River => [look.mu(3.0), field.width - look.mu(3.0)]
            .into_iter()
            .map(|x| {
                let line = vec![Vec2::new(x, 0.0), Vec2::new(x, field.depth)];
                Laying::River { line, width: look.mu(3.0) }
            })
            .collect(),
        Pick::Road => roads(look),
    }
}

fn area_at(outline: Vec<Vec2>) -> Laying {
    Laying::Area { outline, crests: Vec::new(), covered: None, high: false }
}

/// Roads between the long edges at every 4 MU, straight or by way of the village.
fn roads(look: Look<'_>) -> Vec<Laying> {
    let field = &look.state.field;
    let village = field.areas.iter().find(|area| area.kind == AreaKind::Village);
    let middle = village.map(|area| area.outline.centroid());
    let columns = (1..(field.width / look.mu(4.0)) as i32).map(|at| f64::from(at) * look.mu(4.0));
    let line = |from: f64, to: f64| {
        let mut line = vec![Vec2::new(from, 0.0)];
        line.extend(middle);
        line.push(Vec2::new(to, field.depth));
        Laying::Road { line }
    };
    columns.clone().flat_map(|from| columns.clone().map(move |to| line(from, to))).collect()
}

fn ovals(look: Look<'_>, size: Size, set: u8) -> Vec<Laying> {
    let field = &look.state.field;
    let (length, width) = match size {
        Size::Normal => (look.mu(9.0), look.mu(7.0)),
        Size::Large => (look.mu(14.0), look.mu(8.0)),
    };
    let step = look.mu(2.0);
    let offset = f64::from(set % 4) * step * 0.25;
    let mut found = Vec::new();
    for turn in [0.0, 45.0, 90.0, 135.0] {
        let shape = Polygon::ellipse(Vec2::ZERO, length, width, aelian_geometry::degrees(turn));
        let (low, high) = shape.aabb();
        for x in stops(-low.x, field.width - high.x, step, offset) {
            for y in stops(-low.y, field.depth - high.y, step, offset) {
                let at = Vec2::new(x, y);
                found.push(area_at(shape.points().iter().map(|point| *point + at).collect()));
            }
        }
    }
    found
}

/// From one end to the other in steps; both ends always.
fn stops(from: f64, to: f64, step: f64, offset: f64) -> Vec<f64> {
    let mut stops = vec![from];
    let mut at = from + offset + step;
    while at < to {
        stops.push(at);
        at += step;
    }
    stops.push(to.max(from));
    stops
}

/// A legal place drawn by lot; none if the lot finds none in so many draws.
pub fn draw(look: Look<'_>, by: Side, pick: &Pick, die: Option<u8>, sampler: &mut Sampler) -> Option<Laying> {
    let candidates = candidates(look, pick, sampler.below(4) as u8);
    if candidates.is_empty() {
        return None;
    }
    for _ in 0..400 {
        let at = sampler.below(candidates.len() as u32) as usize;
        if faults(look, by, pick, die, &candidates[at]).is_empty() {
            return candidates.into_iter().nth(at);
        }
    }
    None
}

/// FA-PLACE-16: whether any place of the fixed list is legal.
pub fn has_place(look: Look<'_>, by: Side, pick: &Pick, die: Option<u8>) -> bool {
    candidates(look, pick, 0).iter().any(|laying| faults(look, by, pick, die, laying).is_empty())
}
