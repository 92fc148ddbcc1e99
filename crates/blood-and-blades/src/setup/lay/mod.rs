//! Laying pieces (32.3 to 32.5): in what order, on which side, and what is asked for each.

mod area;
mod place;
mod river;
mod road;
mod shore;

pub use place::between;
pub use river::widths as river_widths;

use super::{Named, SetUp, SetUpEvent, SetUpStage, comes, not_asked, verdict};
use crate::choice::{Choice, Laying, Pick, PickKind, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::field::{AreaKind, Piece, TableEdge};
use crate::rules::{Look, Rules};
use aelian_dice::{NeedRoll, Throw};
use aelian_game::{Cx, Next, Proposals, Side, Verdict, Want};
use aelian_geometry::Vec2;
use aelian_rulebook::{Reason, RuleId, rule};

/// More points than this make no better piece, only slower rules.
const MOST_POINTS: usize = 200;

/// What was found wrong with a laying.
type Breaches = Vec<Reason<Fact>>;

pub fn next(look: Look<'_>, set_up: &SetUp) -> Next<Prompt, Choice> {
    if let Some(named) = &set_up.named {
        let prompt = Prompt::Lay { pick: named.pick, nearest: named.nearest, band: river::band(look, named) };
        return Next::Ask { side: named.side, prompt };
    }
    let Some((side, pieces)) = due(look, set_up) else { return Next::Forced(Choice::Proceed) };
    match pieces[..] {
        [(piece, pick)] if matches!(pick.what, PickKind::Road(_)) => {
            let choice = Choice::NameSide { piece, edge: None };
            Next::Only { side, prompt: Prompt::NameSide { pieces }, choice }
        }
        _ => Next::Ask { side, prompt: Prompt::NameSide { pieces } },
    }
}

pub fn check(look: Look<'_>, set_up: &SetUp, choice: &Choice) -> Verdict<Rules> {
    match (choice, &set_up.named) {
        (Choice::NameSide { piece, edge }, None) => verdict(name_side(look, set_up, *piece, *edge)),
        (Choice::Lay(laying), Some(named)) => match piece_of(look, named, laying) {
            Ok((_, advice)) => Verdict { consequences: advice, ..verdict(Vec::new()) },
            Err(breaches) => verdict(breaches),
        },
        (Choice::Discard, Some(named)) => verdict(discard(look, named)),
        _ => not_asked(),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let Some(set_up) = &look.state.set_up else { return Ok(()) };
    let laid = match (choice, &set_up.named) {
        (Choice::NameSide { piece, edge }, _) => return name(cx, *piece, *edge),
        (Choice::Lay(laying), Some(named)) => piece_of(look, named, laying).ok().map(|(piece, _)| piece),
        _ => None,
    };
    let done = SetUpEvent::Done { laid: laid.is_some() };
    if let Some(piece) = laid {
        cx.emit(Event::Laid(piece));
    } else {
        cx.cite(rule!("BB-SET-23"), || Fact::Rule);
    }
    cx.emit(Event::SetUp(done));
    let all_laid = cx.state().set_up.as_ref().is_none_or(|set_up| set_up.picks.iter().all(Vec::is_empty));
    if all_laid {
        comes(cx, SetUpStage::Lay);
    }
    Ok(())
}

pub fn propose(look: Look<'_>, set_up: &SetUp, want: Want<'_>, out: &mut Proposals<Rules>) {
    match &set_up.named {
        Some(named) => place::propose(look, named, want, out),
        None => propose_sides(look, set_up, out),
    }
}

/// BB-SET-20 to BB-SET-22: whose turn it is to lay which of his pieces, with their numbers.
pub(super) fn due(look: Look<'_>, set_up: &SetUp) -> Option<(Side, Vec<(u8, Pick)>)> {
    let turn = |side: Side, pick: &Pick| turn_of(look, side, pick);
    let all = Side::BOTH
        .into_iter()
        .flat_map(|side| set_up.picks[side.index()].iter().map(move |pick| (turn(side, pick), side)));
    let (first, side) = all.min_by_key(|(turn, _)| *turn)?;
    let picks = set_up.picks[side.index()].iter().enumerate();
    let pieces = picks.filter(|(_, pick)| turn(side, pick) == first);
    Some((side, pieces.filter_map(|(at, pick)| Some((u8::try_from(at).ok()?, *pick))).collect()))
}

/// BB-SET-22, BB-SET-20, BB-SET-21: mandatory water first, then what is mandatory of the invaded player and
/// of the invader, then the rest of the invader's and the rest of the invaded player's pieces.
fn turn_of(look: Look<'_>, side: Side, pick: &Pick) -> u8 {
    let mandatory = look.homeland().is_some_and(|homeland| homeland.is_mandatory(pick.what));
    let invader = side == look.state.invader;
    match (mandatory, is_water(pick.what), invader) {
        (true, true, false) => 0,
        (true, true, true) => 1,
        (true, false, false) => 2,
        (true, false, true) => 3,
        (false, _, true) => 4,
        (false, _, false) => 5,
    }
}

fn is_water(what: PickKind) -> bool {
    matches!(what, PickKind::Area(AreaKind::Lake | AreaKind::Waterway))
}

/// BB-SET-20, BB-SET-30, BB-SET-34, BB-SET-52: the piece must be due, the side one that can be named.
pub(super) fn name_side(look: Look<'_>, set_up: &SetUp, piece: u8, edge: Option<TableEdge>) -> Breaches {
    let Some((_, pieces)) = due(look, set_up) else { return vec![breach(rule!("BB-SET-20"), Fact::Rule)] };
    let Some((_, pick)) = pieces.iter().find(|(number, _)| *number == piece) else {
        return vec![breach(rule!("BB-SET-20"), Fact::NotAsked)];
    };
    let fact = || edge.map_or(Fact::Rule, Fact::Edge);
    let edges = edges_for(look, pick.what);
    let named = match pick.what {
        PickKind::Road(_) => edge.is_none(),
        _ => edge.is_some_and(|edge| edges.contains(&edge)),
    };
    let rule = match pick.what {
        PickKind::River => rule!("BB-SET-34"),
        what if is_water(what) => rule!("BB-SET-30"),
        PickKind::Area(_) => rule!("BB-SET-52"),
        PickKind::Road(_) => rule!("BB-SET-40"),
    };
    if named { Vec::new() } else { vec![breach(rule, fact())] }
}

/// The sides that can be named for a piece. AMB-128: a short edge that is not free for water only if the
/// other is not free either.
fn edges_for(look: Look<'_>, what: PickKind) -> Vec<TableEdge> {
    match what {
        PickKind::Road(_) => Vec::new(),
        PickKind::River => river::edges(look).to_vec(),
        PickKind::Area(kind) if kind.is_impassable() => {
            let short = [TableEdge::West, TableEdge::East];
            let free: Vec<TableEdge> =
                short.into_iter().filter(|edge| shore::straight(look, kind, *edge).is_some()).collect();
            if free.is_empty() { short.to_vec() } else { free }
        }
        PickKind::Area(_) => TableEdge::ALL.to_vec(),
    }
}

fn propose_sides(look: Look<'_>, set_up: &SetUp, out: &mut Proposals<Rules>) {
    let Some((_, pieces)) = due(look, set_up) else { return };
    for (piece, pick) in pieces {
        if matches!(pick.what, PickKind::Road(_)) {
            out.push(Choice::NameSide { piece, edge: None });
        }
        let edges = edges_for(look, pick.what).into_iter();
        out.extend(edges.map(|edge| Choice::NameSide { piece, edge: Some(edge) }));
    }
}

/// BB-SET-52, BB-SET-34: the dice for a piece.
fn name(cx: &mut Cx<'_, Rules>, piece: u8, edge: Option<TableEdge>) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let due = look.state.set_up.as_ref().and_then(|set_up| due(look, set_up));
    let found = due.and_then(|(side, pieces)| {
        let (_, pick) = pieces.into_iter().find(|(number, _)| *number == piece)?;
        Some((side, pick))
    });
    let Some((side, pick)) = found else { return Ok(()) };
    let mut named = Named { side, piece, pick, edge, nearest: None, dice: None };
    match pick.what {
        PickKind::River => {
            let (one, two) = cx.roll(rule!("BB-SET-34"), Throw::Pair)?.pair().unwrap_or_default();
            named.dice = Some((one.min(two), one.max(two)));
        }
        PickKind::Area(kind) if !kind.is_impassable() => {
            let die = cx.roll(rule!("BB-SET-52"), Throw::D6)?.face().unwrap_or_default();
            named.edge = None;
            named.nearest = edge.map(|preferred| marked_side(preferred, die));
            cx.cite(rule!("BB-SET-52"), || Fact::Number { value: f64::from(die) });
        }
        _ => {}
    }
    cx.emit(Event::SetUp(SetUpEvent::Named(named)));
    Ok(())
}

/// BB-SET-52, AMB-72: 1 to 3 is the preferred side, 4 to 6 the others, clockwise from it.
fn marked_side(preferred: TableEdge, die: u8) -> TableEdge {
    match die {
        4 => preferred.clockwise(),
        5 => preferred.opposite(),
        6 => preferred.opposite().clockwise(),
        _ => preferred,
    }
}

/// BB-SET-23: a piece may be discarded only if no legal place for it is found.
fn discard(look: Look<'_>, named: &Named) -> Breaches {
    match place::search(look, named) {
        Some(_) => vec![breach(rule!("BB-SET-23"), Fact::Pick(named.pick.what))],
        None => Vec::new(),
    }
}

/// The piece that a laying makes, with advice; or every rule it breaks.
fn piece_of(look: Look<'_>, named: &Named, laying: &Laying) -> Result<(Piece, Breaches), Breaches> {
    match (named.pick.what, laying) {
        (PickKind::Area(kind), Laying::Area { outline, crest }) if kind.is_impassable() => {
            shore::judge(look, named, kind, outline, crest).map(|area| (Piece::Area(area), Vec::new()))
        }
        (PickKind::Area(kind), Laying::Area { outline, crest }) => {
            area::judge(look, named, kind, outline, crest).map(|area| (Piece::Area(area), Vec::new()))
        }
        (PickKind::River, Laying::River { line, widths }) => {
            river::judge(look, named, line, widths).map(|river| (Piece::River(river), Vec::new()))
        }
        (PickKind::Road(kind), Laying::Road { line, crossing }) => {
            road::judge(look, named, kind, line, *crossing).map(|(road, advice)| (Piece::Road(road), advice))
        }
        _ => Err(vec![breach(rule!("BB-SET-20"), Fact::NotAsked)]),
    }
}

fn breach(rule: RuleId, fact: Fact) -> Reason<Fact> {
    Reason { rule, fact }
}

/// BB-TBL-01: every point lies on the table.
fn on_table(look: Look<'_>, points: &[Vec2]) -> bool {
    let (field, slack) = (&look.state.field, look.rules.tolerance.length);
    let within = |value: f64, most: f64| value >= -slack && value <= most + slack;
    points.iter().all(|point| within(point.x, field.width) && within(point.y, field.depth))
}

/// How far a point is from an edge of the table.
fn from_edge(look: Look<'_>, edge: TableEdge, point: Vec2) -> f64 {
    match edge {
        TableEdge::South => point.y,
        TableEdge::North => look.state.field.depth - point.y,
        TableEdge::West => point.x,
        TableEdge::East => look.state.field.width - point.x,
    }
}

/// The point at this distance from an edge, `along` it from its west or south end.
fn at_edge(look: Look<'_>, edge: TableEdge, along: f64, distance: f64) -> Vec2 {
    let field = &look.state.field;
    match edge {
        TableEdge::South => Vec2::new(along, distance),
        TableEdge::North => Vec2::new(along, field.depth - distance),
        TableEdge::West => Vec2::new(distance, along),
        TableEdge::East => Vec2::new(field.width - distance, along),
    }
}

/// The length of an edge.
fn edge_length(look: Look<'_>, edge: TableEdge) -> f64 {
    if edge.is_long() { look.state.field.width } else { look.state.field.depth }
}
