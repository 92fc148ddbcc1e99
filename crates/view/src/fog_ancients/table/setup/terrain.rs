//! Terrain picked, laid and adjusted (30.3, 30.4).

use crate::fog_ancients::table::board::{capitalised, ground_kind, kind_name};
use crate::fog_ancients::table::question::{answers, plain, proposed};
use crate::fog_ancients::table::seen::Seen;
use crate::fog_ancients::table::sketch;
use crate::table::{AnswerView, GroundKind, LayShape, Mode, PickItem, Sketch};
use aelian_fog_ancients::Choice;
use aelian_fog_ancients::field::{AreaKind, Size};
use aelian_fog_ancients::setup::{Adjustment, Laying, Pick, SetUpChoice, terrain};
use aelian_game::Side;
use aelian_geometry::Vec2;
use aelian_rulebook::rule;

pub fn pick_name(pick: &Pick) -> String {
    match pick {
        Pick::River => "the river".to_owned(),
        Pick::Coast => "the coast".to_owned(),
        Pick::Road => "the road".to_owned(),
        Pick::Area { kind, size, covering } => {
            let large = if *size == Size::Large { "large " } else { "" };
            let covered = covering.map_or(String::new(), |kind| format!(" with {}", kind_name(kind)));
            format!("the {large}{}{covered}", kind_name(*kind))
        }
    }
}

/// What may be picked, one item each: single pieces of every kind that the territory has, then water and road.
fn offered(seen: Seen<'_>, side: Side) -> Vec<Pick> {
    let Some(set_up) = &seen.state.set_up else { return Vec::new() };
    let Some(territory) = set_up.territory else { return Vec::new() };
    let first = side == seen.state.initiative;
    let mut picks: Vec<Pick> = AreaKind::ALL
        .into_iter()
        .filter(|kind| *kind != AreaKind::Coast && set_up.most(*kind) > 0)
        .filter(|kind| first || *kind != AreaKind::Village)
        .flat_map(terrain::picks_of)
        .filter(|pick| first || !matches!(pick, Pick::Area { covering: Some(AreaKind::Village), .. }))
        .collect();
    let row = terrain::row(territory);
    if row.road > 0 {
        picks.push(Pick::Road);
    }
    if first && row.water > 0 {
        picks.extend([Pick::River, Pick::Coast]);
    }
    picks
}

pub fn pick_mode(seen: Seen<'_>, side: Side) -> Mode {
    let proposed = proposed(seen).into_iter().find_map(|choice| match choice {
        Choice::SetUp(SetUpChoice::Further(picks)) => Some(picks),
        _ => None,
    });
    let proposed = proposed.unwrap_or_default();
    let item = |pick: Pick| PickItem {
        label: capitalised(pick_name(&pick).trim_start_matches("the ")),
        detail: format!("{} selection{}", pick.selections(), if pick.selections() == 1 { "" } else { "s" }),
        chosen: proposed.iter().filter(|known| **known == pick).count() as u8,
        most: 4,
    };
    Mode::Pick { items: offered(seen, side).into_iter().map(item).collect() }
}

/// So many of each item.
pub fn pick(seen: Seen<'_>, side: Side, counts: &[u8]) -> Sketch<Choice> {
    let picks = offered(seen, side)
        .into_iter()
        .zip(counts)
        .flat_map(|(pick, count)| std::iter::repeat_n(pick, usize::from(*count)))
        .collect();
    sketch::judged(seen, Choice::SetUp(SetUpChoice::Further(picks)))
}

pub fn lay_mode(seen: Seen<'_>, pick: &Pick) -> (Mode, Vec<AnswerView<Choice>>) {
    let first = proposed(seen).into_iter().next();
    match first {
        Some(Choice::SetUp(SetUpChoice::Lay(laying))) => {
            (Mode::Lay { shape: shape(seen, pick, &laying) }, Vec::new())
        }
        _ => {
            let none = Choice::SetUp(SetUpChoice::CannotLay);
            let answer =
                plain(none, "It has no place", "No legal place is left for it.", Some(rule!("FA-PLACE-16")));
            (Mode::Answers, vec![AnswerView { primary: true, ..answer }])
        }
    }
}

fn shape(seen: Seen<'_>, pick: &Pick, laying: &Laying) -> LayShape {
    let kind = match pick {
        Pick::Area { kind, covering, .. } => ground_kind(*kind, *covering),
        Pick::Coast => GroundKind::Water,
        Pick::River => GroundKind::River,
        Pick::Road => GroundKind::Road { paved: true },
    };
    let bare = LayShape {
        kind,
        outline: Vec::new(),
        line: Vec::new(),
        width: 0.0,
        points_move: true,
        widths: None,
        options: Vec::new(),
        option: 0,
    };
    match laying {
        Laying::Area { outline, .. } => LayShape { outline: outline.clone(), ..bare },
        Laying::River { line, width } => {
            let widths = Some((seen.rules.mu, 4.0 * seen.rules.mu));
            LayShape { line: line.clone(), width: *width, widths, ..bare }
        }
        Laying::Road { line } => LayShape { line: line.clone(), width: seen.rules.width * 0.5, ..bare },
    }
}

/// The shape where the hand has put it.
pub fn lay(seen: Seen<'_>, shape: &LayShape) -> Sketch<Choice> {
    let laying = if shape.outline.is_empty() {
        match shape.kind {
            GroundKind::River => Laying::River { line: shape.line.clone(), width: shape.width },
            _ => Laying::Road { line: shape.line.clone() },
        }
    } else {
        Laying::Area { outline: shape.outline.clone(), crests: Vec::new(), covered: None, high: false }
    };
    sketch::judged(seen, Choice::SetUp(SetUpChoice::Lay(laying)))
}

/// The piece that may be moved, to be dragged; and what else the die allows: to leave it, to remove it, to turn it.
pub fn adjust_mode(seen: Seen<'_>, pick: &Pick) -> (Mode, Vec<AnswerView<Choice>>) {
    let all = answers(seen).into_iter();
    let by_hand = |answer: &AnswerView<Choice>| {
        matches!(answer.choice, Choice::SetUp(SetUpChoice::Adjust(Adjustment::Slide { .. })))
    };
    let (slides, rest): (Vec<_>, Vec<_>) = all.partition(by_hand);
    let laying = laid(seen, pick).filter(|_| !slides.is_empty());
    let mode = laying.map_or(Mode::Answers, |laying| Mode::Lay {
        shape: LayShape { points_move: false, widths: None, ..shape(seen, pick, &laying) },
    });
    (mode, rest)
}

/// The last piece as it lies.
fn laid(seen: Seen<'_>, pick: &Pick) -> Option<Laying> {
    let field = &seen.state.field;
    Some(match pick {
        Pick::Road => Laying::Road { line: field.roads.last()?.line.points().to_vec() },
        Pick::River => return None,
        Pick::Area { .. } | Pick::Coast => Laying::Area {
            outline: field.areas.last()?.outline.points().to_vec(),
            crests: Vec::new(),
            covered: None,
            high: false,
        },
    })
}

/// FA-PLACE-09: the piece slides as far as the hand has brought it.
pub fn adjust(seen: Seen<'_>, pick: &Pick, shape: &LayShape) -> Sketch<Choice> {
    let old = match laid(seen, pick) {
        Some(Laying::Area { outline, .. }) => outline,
        Some(Laying::Road { line } | Laying::River { line, .. }) => line,
        None => Vec::new(),
    };
    let new = if shape.outline.is_empty() { &shape.line } else { &shape.outline };
    let middle = |points: &[Vec2]| {
        points.iter().fold(Vec2::ZERO, |sum, point| sum + *point) / points.len().max(1) as f64
    };
    let by = middle(new) - middle(&old);
    let how = if by.length() < 1.0 { Adjustment::Leave } else { Adjustment::Slide { by } };
    sketch::judged(seen, Choice::SetUp(SetUpChoice::Adjust(how)))
}
