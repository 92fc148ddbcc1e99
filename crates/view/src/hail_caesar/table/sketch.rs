//! A choice that is not yet confirmed, with the umpire's word on it.

use super::board::capitalised;
use super::preview;
use super::seen::Seen;
use crate::hail_caesar::{odds, words};
use crate::story::ReasonLine;
use crate::table::{Light, OddsView, PieceId, Sketch};
use aelian_game::Verdict;
use aelian_geometry::Rect;
use aelian_hail_caesar::choice::TestAhead;
use aelian_hail_caesar::command::CommandChoice;
use aelian_hail_caesar::{Choice, Fact, Rules, UnitSet};
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
        reasons.extend(tests(seen, &choice, ghost.test.as_ref()));
        (if amber { Light::Amber } else { Light::Legal }, reasons)
    } else {
        (Light::Refused, lines(seen, &verdict.breaches))
    };
    let mut summary = capitalised(&words::choice(seen.rules, seen.state, seen.names, &choice));
    let targets = seen.list(ghost.targets);
    if !ghost.targets.is_empty() && !summary.contains(&targets) {
        summary.push_str(&format!(" against {targets}"));
    }
    Sketch {
        summary,
        light,
        ghosts,
        used: ghost.used,
        allowed: ghost.allowed,
        cost: ghost.test.as_ref().map(|test| format!("{:.0} % to obey", (1.0 - test.chances[0]) * 100.0)),
        reasons,
        odds: verdict.is_legal().then(|| ahead(seen, &choice, ghost.test.as_ref())).flatten(),
        action: None,
        choice,
    }
}

/// The chances of an order, and the fight that a charge comes to.
fn ahead(seen: Seen<'_>, choice: &Choice, test: Option<&TestAhead>) -> Option<OddsView> {
    let tallies = preview::of_charge(seen, seen.state.active, choice);
    if test.is_none() && tallies.is_empty() {
        return None;
    }
    let order =
        test.map_or(OddsView { outcomes: Vec::new(), tallies: Vec::new(), exact: true }, odds::of_order);
    Some(OddsView { tallies, ..order })
}

/// HC-DIVO-07: the chances of an order; one line for all units that have the same.
fn tests(seen: Seen<'_>, choice: &Choice, test: Option<&TestAhead>) -> Vec<ReasonLine> {
    let line = |text: String| ReasonLine { rule: rule!("HC-TEST-C1"), text };
    let Choice::Command(CommandChoice::Order(order)) = choice else {
        return test.map(|test| line(chances(test))).into_iter().collect();
    };
    let mut found: Vec<(UnitSet, TestAhead)> = Vec::new();
    for unit in order.units.iter() {
        let ahead = seen.look().test_ahead(order, unit);
        match found.iter_mut().find(|(_, known)| *known == ahead) {
            Some((units, _)) => drop(units.insert(unit)),
            None => found.push((UnitSet::one(unit), ahead)),
        }
    }
    let alone = found.len() == 1;
    let told = |(units, ahead): &(UnitSet, TestAhead)| match (alone, units.len()) {
        (true, 1) => line(chances(ahead)),
        (true, _) => line(format!("each unit: {}", chances(ahead))),
        (false, _) => line(format!("{}: {}", seen.list(*units), chances(ahead))),
    };
    found.iter().map(told).collect()
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
        text: words::reason(seen.names, reason.rule, &reason.fact),
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
