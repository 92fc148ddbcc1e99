//! Places for pieces: drawn at random for those who want to choose among some, and searched for in order
//! before a piece may be discarded (BB-SET-23).

use super::{area, at_edge, edge_length, from_edge, piece_of, river, road, shore};
use crate::choice::{Choice, Laying, PickKind};
use crate::field::{Crossing, RoadKind, Size, TableEdge};
use crate::numbers::Terrain;
use crate::rules::{Look, Rules};
use crate::setup::Named;
use aelian_dice::Sampler;
use aelian_game::{Proposals, Want};
use aelian_geometry::{Facing, Polygon, Polyline, Segment, Vec2, degrees};

/// So many places are offered when the whole list is wanted.
const FULL_LIST: u16 = 12;

/// So many places are drawn for each one that is wanted.
const TRIES: u16 = 16;

/// The search for a free place looks every so many mm.
const SEARCH_STEP: f64 = 15.0;

/// A little more than the least, in MU.
const LITTLE: f64 = 0.02;

pub fn propose(look: Look<'_>, named: &Named, want: Want<'_>, out: &mut Proposals<Rules>) {
    let mut fixed = Sampler::new(7);
    let (count, sampler) = match want {
        Want::All => (FULL_LIST, &mut fixed),
        Want::Sample(count, sampler) => (count.max(1), sampler),
    };
    let wanted = out.len() + usize::from(count);
    for _ in 0..count.saturating_mul(TRIES) {
        if out.len() >= wanted {
            return;
        }
        let laying = draw(look, named, sampler);
        if let Some(laying) = laying.filter(|laying| piece_of(look.quick(), named, laying).is_ok()) {
            out.push(Choice::Lay(laying));
        }
    }
    if out.is_empty() {
        out.push(search(look, named).map_or(Choice::Discard, Choice::Lay));
    }
}

/// BB-SET-23: the first legal place in a fixed order of places, if there is one. What it does not find
/// counts as not placeable.
pub fn search(look: Look<'_>, named: &Named) -> Option<Laying> {
    let legal = |laying: &Laying| piece_of(look.quick(), named, laying).is_ok();
    match named.pick.what {
        PickKind::Area(kind) if kind.is_impassable() => {
            let outline = shore::straight(look, kind, named.edge?)?;
            Some(Laying::Area { outline, crest: Vec::new() }).filter(legal)
        }
        PickKind::Area(_) => search_area(look, named),
        PickKind::River => rivers(look, named).find(legal),
        PickKind::Road(kind) => roads(look, kind).into_iter().find(legal),
    }
}

fn draw(look: Look<'_>, named: &Named, sampler: &mut Sampler) -> Option<Laying> {
    match named.pick.what {
        PickKind::Area(kind) if kind.is_impassable() => draw_shore(look, named.edge?, sampler),
        PickKind::Area(_) => draw_area(look, named, sampler),
        PickKind::River => draw_river(look, named, sampler),
        PickKind::Road(kind) => draw_road(look, kind, sampler),
    }
}

/// BB-SET-31.
fn draw_shore(look: Look<'_>, edge: TableEdge, sampler: &mut Sampler) -> Option<Laying> {
    let middle = between(sampler, 1.3, 2.7);
    let reaches: Vec<f64> = (0..7).map(|_| middle + between(sampler, -0.3, 0.3)).collect();
    Some(Laying::Area { outline: shore::with_shore(look, edge, &reaches), crest: Vec::new() })
}

fn draw_area(look: Look<'_>, named: &Named, sampler: &mut Sampler) -> Option<Laying> {
    let edge = named.nearest?;
    let (least, too_long, least_width) = area::limits(named.pick.size);
    let length = between(sampler, least.max(least_width) + 2.0 * LITTLE, too_long - LITTLE);
    let width = between(sampler, least_width + LITTLE, length - LITTLE);
    let turn = between(sampler, 0.0, 180.0);
    let bumps: Vec<f64> = (0..5 + sampler.below(5)).map(|_| between(sampler, 0.0, 0.8)).collect();
    // Half of the length is more than enough on any side, half of the width not always.
    let (near, far) = (look.rules.width + look.mu(width) * 0.5, middle_of(look, edge));
    let along = between(sampler, near, (edge_length(look, edge) - near).max(near + 1.0));
    let centre = at_edge(look, edge, along, between(sampler, near, far.max(near + 1.0)));
    Some(shape(look, named, centre, (length, width), turn, &bumps, sampler.below(2) == 0))
}

/// An outline about a centre, with a crest if it is a hill; measures in MU.
fn shape(
    look: Look<'_>,
    named: &Named,
    centre: Vec2,
    (length, width): (f64, f64),
    turn: f64,
    bumps: &[f64],
    ridge: bool,
) -> Laying {
    let outline = Polygon::rounded(centre, look.mu(length), look.mu(width), degrees(turn), bumps);
    let hill = matches!(named.pick.what, PickKind::Area(kind) if kind.is_hill());
    let reach = Facing::compass(turn).vector() * (look.mu(length) * 0.2);
    let crest = match (hill, ridge) {
        (false, _) => Vec::new(),
        (true, false) => vec![centre],
        (true, true) => vec![centre - reach, centre + reach],
    };
    Laying::Area { outline: outline.points().to_vec(), crest }
}

/// The smallest shape of the size, all over the table, from the rolled side inwards.
fn search_area(look: Look<'_>, named: &Named) -> Option<Laying> {
    let edge = named.nearest?;
    let (least, _, least_width) = area::limits(named.pick.size);
    let size = (least.max(least_width + LITTLE), least_width);
    let near = look.rules.width + look.mu(size.1) * 0.5;
    let (far, length) = (middle_of(look, edge), edge_length(look, edge));
    for row in steps(near, far) {
        for along in steps(near, length - near) {
            let centre = at_edge(look, edge, along, row);
            for turn in [0.0, 90.0, 45.0, 135.0] {
                let laying = shape(look, named, centre, size, turn, &[], false);
                if piece_of(look.quick(), named, &laying).is_ok() {
                    return Some(laying);
                }
            }
        }
    }
    None
}

fn draw_river(look: Look<'_>, named: &Named, sampler: &mut Sampler) -> Option<Laying> {
    let (low, high) = river::band(look, named)?;
    let count = 4 + sampler.below(5);
    let bends = sampler.below(3) > 0;
    let mut across = between(sampler, low, high);
    let line: Vec<f64> = (0..count)
        .map(|_| {
            let wander = (high - low) * 0.35;
            across = if bends { across + between(sampler, -wander, wander) } else { across };
            across.clamp(low, high)
        })
        .collect();
    let Terrain { river_widths_of: (narrowest, widest), medium_river, .. } =
        look.rules.tables.numbers.terrain;
    let (least, most) = match named.pick.size {
        Size::Large => (medium_river + LITTLE, widest),
        Size::Small | Size::Medium => (narrowest, medium_river),
    };
    let width = between(sampler, least, most);
    let widths = line.iter().map(|_| look.mu(between(sampler, width, (width + 0.2).min(most)))).collect();
    Some(Laying::River { line: river_line(look, &line), widths })
}

/// The river that passes these places across its band, evenly spread along its way.
fn river_line(look: Look<'_>, across: &[f64]) -> Vec<Vec2> {
    let field = &look.state.field;
    let last = (across.len().max(2) - 1) as f64;
    let part = |at: usize| at as f64 / last;
    match river::waterway(look) {
        None => across.iter().enumerate().map(|(at, x)| Vec2::new(*x, field.depth * part(at))).collect(),
        Some((_, edge)) => {
            // From the opposite edge to just inside the water, which reaches in by 1 MU at least.
            let mouth = look.mu(0.9);
            let run = field.width - mouth;
            across
                .iter()
                .enumerate()
                .map(|(at, y)| at_edge(look, edge.opposite(), *y, run * part(at)))
                .collect()
        }
    }
}

/// Narrow rivers: straight ones first, then with one and two bends.
fn rivers<'a>(look: Look<'a>, named: &Named) -> impl Iterator<Item = Laying> + use<'a> {
    let (low, high) = river::band(look, named).unwrap_or_default();
    let terrain = &look.rules.tables.numbers.terrain;
    let width = match named.pick.size {
        Size::Large => look.mu(terrain.medium_river + LITTLE),
        Size::Small | Size::Medium => look.mu(terrain.river_widths_of.0),
    };
    let place = move |at: u32| low + (high - low) * f64::from(at) / 12.0;
    let straight = (0..=12).map(move |at| vec![place(at); 2]);
    let once =
        (0..343u32).map(move |code| [code % 7, code / 7 % 7, code / 49].map(|at| place(at * 2)).to_vec());
    let twice = (0..625u32).map(move |code| {
        [code % 5, code / 5 % 5, code / 25 % 5, code / 125].map(|at| place(at * 3)).to_vec()
    });
    straight.chain(once).chain(twice).map(move |across| {
        let line = river_line(look, &across);
        Laying::River { widths: vec![width; line.len()], line }
    })
}

fn draw_road(look: Look<'_>, kind: RoadKind, sampler: &mut Sampler) -> Option<Laying> {
    let candidates = roads_with(look, kind, |least, most| between(sampler, least, most));
    let at = sampler.below(candidates.len() as u32) as usize;
    candidates.into_iter().nth(at)
}

/// Roads in a fixed order.
fn roads(look: Look<'_>, kind: RoadKind) -> Vec<Laying> {
    (0..24)
        .flat_map(|at| {
            let part = (f64::from(at) * 0.618_034 + 0.5) % 1.0;
            roads_with(look, kind, |least, most| least + (most - least) * part)
        })
        .collect()
}

/// Roads of every sort that can be joined up, each with its free measures from `choose`.
fn roads_with(look: Look<'_>, kind: RoadKind, mut choose: impl FnMut(f64, f64) -> f64) -> Vec<Laying> {
    let taken = road::edges_with_roads(look);
    let free = |edge: &TableEdge| !taken.contains(edge);
    let margin = look.rules.width;
    let mut found = Vec::new();
    for from in
        [TableEdge::South, TableEdge::West].into_iter().filter(|edge| free(edge) && free(&edge.opposite()))
    {
        let length = edge_length(look, from);
        let along = choose(margin, length - margin);
        let straight = vec![at_edge(look, from, along, 0.0), at_edge(look, from.opposite(), along, 0.0)];
        found.push(with_crossing(look, straight, choose(0.0, 1.0)));
        if kind == RoadKind::Unpaved {
            let bent = along + choose(-0.15, 0.15) * length;
            let middle = at_edge(look, from, bent.clamp(margin, length - margin), middle_of(look, from));
            let ends = [from, from.opposite()].map(|edge| at_edge(look, edge, along, 0.0));
            found.push(with_crossing(look, vec![ends[0], middle, ends[1]], choose(0.0, 1.0)));
        }
        for (at, across) in right_angles(look, choose(0.0, 1.0)) {
            found.extend(over_river(look, from, at, across, choose(0.0, 1.0)));
        }
    }
    for laid in &look.state.field.roads {
        let (point, _) = laid.line.at(laid.line.length() * choose(0.05, 0.95));
        for edge in TableEdge::ALL.into_iter().filter(free) {
            let end = point + edge.outward().vector() * from_edge(look, edge, point);
            found.push(with_crossing(look, vec![point, end], choose(0.0, 1.0)));
        }
    }
    found
}

/// A point of each river, and the direction across it there.
fn right_angles(look: Look<'_>, part: f64) -> impl Iterator<Item = (Vec2, Vec2)> + use<'_> {
    look.state.field.rivers.iter().filter_map(move |river| {
        let line: Vec<Segment> = river.course.line().segments().collect();
        let stretch = line.get((part * line.len() as f64) as usize)?;
        Some((stretch.middle(), stretch.vector().perp().normalize_or_zero()))
    })
}

/// A road that crosses a river straight across, from the edge `from` to the opposite one.
fn over_river(look: Look<'_>, from: TableEdge, at: Vec2, across: Vec2, part: f64) -> Option<Laying> {
    let inward = -from.outward().vector();
    let across = if across.dot(inward) < 0.0 { -across } else { across };
    let reach = look.mu(2.55);
    let (before, after) = (at - across * reach, at + across * reach);
    let foot = |edge: TableEdge, point: Vec2| point + edge.outward().vector() * from_edge(look, edge, point);
    let line = vec![foot(from, before), before, after, foot(from.opposite(), after)];
    (across.dot(inward) > 0.3).then(|| with_crossing(look, line, part))
}

/// The road with a bridge or a ford if it meets a river.
fn with_crossing(look: Look<'_>, mut line: Vec<Vec2>, part: f64) -> Laying {
    line.dedup();
    let kind = if part < 0.5 { Crossing::Bridge } else { Crossing::Ford };
    let meets = Polyline::new(line.clone()).is_ok_and(|road| {
        look.state.field.rivers.iter().any(|river| road::crossings(&road, &river.course).0 > 0)
    });
    Laying::Road { line, crossing: meets.then_some(kind) }
}

/// How far the middle of the table is from an edge.
fn middle_of(look: Look<'_>, edge: TableEdge) -> f64 {
    0.5 * edge_length(look, edge.clockwise())
}

fn steps(from: f64, to: f64) -> impl Iterator<Item = f64> {
    let count = ((to - from) / SEARCH_STEP).floor().clamp(0.0, 400.0) as u32;
    (0..=count).map(move |step| from + f64::from(step) * SEARCH_STEP)
}

/// A number between two others.
pub fn between(sampler: &mut Sampler, least: f64, most: f64) -> f64 {
    const FINE: u32 = 1 << 20;
    least + (most - least) * f64::from(sampler.below(FINE)) / f64::from(FINE)
}
