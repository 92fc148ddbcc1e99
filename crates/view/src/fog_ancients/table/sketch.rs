//! A choice that is not yet confirmed, with the umpire's word on it.

use super::board::capitalised;
use super::seen::{Seen, Thing};
use super::setup;
use crate::fog_ancients::words;
use crate::story::ReasonLine;
use crate::table::{Light, PieceId, Sketch};
use aelian_fog_ancients::impact::ImpactChoice;
use aelian_fog_ancients::{Choice, Fact, GroupId, GroupSet, Rules};
use aelian_game::Verdict;
use aelian_geometry::Rect;
use aelian_rulebook::{Reason, rule};

/// Judges a choice.
pub fn judged(seen: Seen<'_>, choice: Choice) -> Sketch<Choice> {
    let verdict = seen.check(&choice);
    of(seen, choice, &verdict)
}

/// The sketch of a choice on which the verdict is known.
pub fn of(seen: Seen<'_>, choice: Choice, verdict: &Verdict<Rules>) -> Sketch<Choice> {
    let ghost = &verdict.ghost;
    let mut ghosts = seen.ghosts(&ghost.moves);
    ghosts.extend(ghost.commanders.iter().filter_map(|(id, pose)| {
        let rect = seen.state.commanders.get(id.index())?.rect;
        Some((Thing::Commander(*id).piece(), rect.with_pose(*pose)))
    }));
    if let Choice::SetUp(choice) = &choice {
        ghosts.extend(setup::ghosts(seen, choice));
    }
    let (light, reasons) = if verdict.is_legal() {
        let mut reasons = lines(seen, &verdict.consequences);
        if let Some(test) = &ghost.test {
            reasons.push(ReasonLine {
                rule: rule!("FA-CMT-01"),
                text: format!(
                    "a complex move test first: {} on two dice with {} ({:.0} %)",
                    test.needed,
                    words::signed(test.modifier),
                    test.chance * 100.0
                ),
            });
        }
        reasons.extend(answers_to(seen, &choice, verdict));
        let amber = !reasons.is_empty();
        (if amber { Light::Amber } else { Light::Legal }, reasons)
    } else {
        (Light::Refused, lines(seen, &verdict.breaches))
    };
    Sketch {
        summary: summary(seen, &choice, verdict),
        light,
        ghosts,
        used: ghost.used,
        allowed: ghost.allowed,
        cost: ghost.test.as_ref().map(|test| format!("test {:.0} %", test.chance * 100.0)),
        reasons,
        odds: None,
        action: None,
        choice,
    }
}

/// FA-EV-01, FA-ZOI-03: what the enemy may answer to a charge: who may evade, and who intercept.
fn answers_to(seen: Seen<'_>, choice: &Choice, verdict: &Verdict<Rules>) -> Vec<ReasonLine> {
    let Choice::Impact(ImpactChoice::Declare { group, path }) = choice else { return Vec::new() };
    let (look, targets) = (seen.look(), verdict.ghost.targets);
    let evades = |id: &GroupId| look.is_able_to_evade(*id) && !seen.state.committed(*id);
    let evaders: GroupSet = targets.iter().filter(evades).collect();
    let interceptors = look.possible_interceptors(*group, *path, targets);
    [(rule!("FA-EV-01"), evaders, "evade"), (rule!("FA-ZOI-03"), interceptors, "intercept")]
        .into_iter()
        .filter(|(_, who, _)| !who.is_empty())
        .map(|(rule, who, word)| ReasonLine { rule, text: format!("{} may {word}", seen.list(who)) })
        .collect()
}

fn summary(seen: Seen<'_>, choice: &Choice, verdict: &Verdict<Rules>) -> String {
    let mut text = capitalised(&words::choice(seen.rules, seen.state, seen.names, choice));
    if !verdict.ghost.targets.is_empty() {
        text.push_str(&format!(" against {}", seen.list(verdict.ghost.targets)));
    }
    text
}

pub fn lines(seen: Seen<'_>, reasons: &[Reason<Fact>]) -> Vec<ReasonLine> {
    let line = |reason: &Reason<Fact>| ReasonLine {
        rule: reason.rule,
        text: words::reason(seen.rules, Some(seen.state), seen.names, reason),
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
