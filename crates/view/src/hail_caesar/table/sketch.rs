//! A choice that is not yet confirmed, with the umpire's word on it.

use super::board::capitalised;
use super::seen::Seen;
use crate::hail_caesar::words;
use crate::story::ReasonLine;
use crate::table::{Light, PieceId, Sketch};
use aelian_game::Verdict;
use aelian_geometry::Rect;
use aelian_hail_caesar::choice::TestAhead;
use aelian_hail_caesar::{Choice, Fact, Rules};
use aelian_rulebook::{Reason, rule};

/// Judges a choice.
pub fn judged(seen: Seen<'_>, choice: Choice) -> Sketch<Choice> {
    let verdict = seen.check(&choice);
    of(seen, choice, &verdict)
}

/// The sketch of a choice on which the verdict is known.
pub fn of(seen: Seen<'_>, choice: Choice, verdict: &Verdict<Rules>) -> Sketch<Choice> {
    let ghost = &verdict.ghost;
    let ghosts = seen.ghosts(ghost);
    let (light, reasons) = if verdict.is_legal() {
        let mut reasons = lines(seen, &verdict.consequences);
        let amber = !reasons.is_empty();
        if let Some(test) = &ghost.test {
            reasons.push(ReasonLine { rule: rule!("HC-TEST-C1"), text: chances(test) });
        }
        (if amber { Light::Amber } else { Light::Legal }, reasons)
    } else {
        (Light::Refused, lines(seen, &verdict.breaches))
    };
    let mut summary = capitalised(&words::choice(seen.state, seen.names, &choice));
    if !ghost.targets.is_empty() {
        summary.push_str(&format!(" against {}", seen.list(ghost.targets)));
    }
    Sketch {
        summary,
        light,
        ghosts,
        used: ghost.used,
        allowed: ghost.allowed,
        cost: ghost.test.as_ref().map(|test| format!("{:.0} % to obey", (1.0 - test.chances[0]) * 100.0)),
        reasons,
        action: None,
        choice,
    }
}

/// HC-TAB-CMD: the chances of an order.
pub fn chances(test: &TestAhead) -> String {
    let percent = |chance: f64| format!("{:.0} %", chance * 100.0);
    let [none, one, two, three] = test.chances.map(percent);
    format!(
        "leadership {}: three moves {three}, two {two}, one {one}, none {none} (a blunder {})",
        test.leadership,
        percent(test.blunder)
    )
}

pub fn lines(seen: Seen<'_>, reasons: &[Reason<Fact>]) -> Vec<ReasonLine> {
    let line = |reason: &Reason<Fact>| ReasonLine {
        rule: reason.rule,
        text: words::fact(Some(seen.state), seen.names, &reason.fact),
    };
    reasons.iter().map(line).collect()
}

/// The same sketch with pieces where the hand has them, for one that the rules refused.
pub fn followed(mut sketch: Sketch<Choice>, hand: Vec<(PieceId, Rect)>) -> Sketch<Choice> {
    if sketch.ghosts.is_empty() {
        sketch.ghosts = hand;
    }
    sketch
}
