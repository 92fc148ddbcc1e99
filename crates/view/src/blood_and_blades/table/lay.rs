//! Laying a piece of terrain.

use super::answers;
use super::board::ground_kind;
use super::question::Asked;
use super::seen::Seen;
use super::sketch;
use crate::blood_and_blades::words;
use crate::table::{LayShape, Mode, Question, Sketch};
use aelian_blood_and_blades::choice::{Choice, Laying, Pick, PickKind};
use aelian_blood_and_blades::field::{Crossing, TableEdge};
use aelian_blood_and_blades::setup::river_widths;
use aelian_rulebook::rule;

/// BB-ROAD-04: the ways of a road over a river.
const CROSSINGS: [(Crossing, &str); 2] = [(Crossing::Bridge, "Bridge"), (Crossing::Ford, "Ford")];

/// The shape where the hand has put it.
pub fn lay(seen: Seen<'_>, shape: &LayShape) -> Sketch<Choice> {
    let what = seen.state.set_up.as_ref().and_then(|set_up| set_up.named).map(|named| named.pick.what);
    let layings = match what {
        Some(PickKind::River) => {
            vec![Laying::River { line: shape.line.clone(), widths: vec![shape.width; shape.line.len()] }]
        }
        Some(PickKind::Road(_)) => {
            // A crossing is said where there is a river on the way, and only there.
            let chosen = CROSSINGS.get(shape.option).map(|(crossing, _)| *crossing);
            let road = |crossing| Laying::Road { line: shape.line.clone(), crossing };
            vec![road(None), road(chosen)]
        }
        _ => vec![Laying::Area { outline: shape.outline.clone(), crest: shape.line.clone() }],
    };
    let judged = layings.into_iter().map(|laying| {
        let choice = Choice::Lay(laying);
        let verdict = seen.check(&choice);
        (choice, verdict)
    });
    let best = judged.min_by_key(|(_, verdict)| verdict.breaches.len());
    match best {
        Some((choice, verdict)) => {
            let mut sketch = sketch::of(seen, choice, &verdict);
            sketch.summary = what.map_or(String::new(), |_| summary(seen));
            sketch
        }
        None => sketch::judged(seen, Choice::Discard),
    }
}

fn summary(seen: Seen<'_>) -> String {
    let named = seen.state.set_up.as_ref().and_then(|set_up| set_up.named);
    named.map_or(String::new(), |named| format!("Lay {}", words::pick(&named.pick)))
}

pub fn question(
    asked: &Asked<'_>,
    pick: &Pick,
    nearest: Option<TableEdge>,
    band: Option<(f64, f64)>,
) -> Question<Choice> {
    let seen = asked.seen;
    let text = format!("Where do you lay {}?", words::pick(pick));
    let (detail, rule) = match (nearest, band, pick.what) {
        (Some(edge), ..) => {
            (format!("It must lie nearest to the {} edge.", words::edge_word(edge)), rule!("BB-SET-53"))
        }
        (_, Some((from, to)), _) => (
            format!("Its line stays between {} and {} across the table.", words::mm(from), words::mm(to)),
            rule!("BB-SET-34"),
        ),
        (_, _, PickKind::Road(_)) => {
            ("It joins opposite edges, or another road.".to_owned(), rule!("BB-SET-36"))
        }
        _ => ("It lies along the whole edge.".to_owned(), rule!("BB-SET-31")),
    };
    let proposed = answers::proposed(seen);
    let shape = proposed.iter().find_map(|choice| match choice {
        Choice::Lay(laying) => Some(shape(seen, pick, laying)),
        _ => None,
    });
    match shape {
        Some(shape) => asked.asked(text, detail, rule, Mode::Lay { shape }, Vec::new(), Vec::new()),
        None => {
            let discard = answers::plain(
                Choice::Discard,
                "Discard it",
                "No legal place is left for it.",
                Some(rule!("BB-SET-23")),
            );
            let discard = crate::table::AnswerView { primary: true, ..discard };
            asked.asked(text, detail, rule!("BB-SET-23"), Mode::Answers, vec![discard], Vec::new())
        }
    }
}

/// The shape of a laying that is proposed.
fn shape(seen: Seen<'_>, pick: &Pick, laying: &Laying) -> LayShape {
    let plain = LayShape {
        kind: ground_kind(pick.what),
        outline: Vec::new(),
        line: Vec::new(),
        width: 0.0,
        points_move: true,
        widths: None,
        options: Vec::new(),
        option: 0,
    };
    match laying {
        Laying::Area { outline, crest } => {
            LayShape { outline: outline.clone(), line: crest.clone(), ..plain }
        }
        Laying::River { line, widths } => {
            let bounds = river_widths(seen.look(), pick.size);
            let width = widths.iter().copied().fold(f64::INFINITY, f64::min).clamp(bounds.0, bounds.1);
            LayShape { line: line.clone(), width, widths: Some(bounds), ..plain }
        }
        Laying::Road { line, crossing } => {
            let option = CROSSINGS.iter().position(|(known, _)| Some(*known) == *crossing).unwrap_or(0);
            let rivers = !seen.state.field.rivers.is_empty();
            let options = CROSSINGS.iter().filter(|_| rivers).map(|(_, word)| (*word).to_owned()).collect();
            LayShape { line: line.clone(), width: seen.rules.width * 0.4, options, option, ..plain }
        }
    }
}
