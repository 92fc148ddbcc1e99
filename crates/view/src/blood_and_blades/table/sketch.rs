//! A choice that is not yet confirmed, with the umpire's word on it.

use super::advice;
use super::reasons;
use super::seen::Seen;
use super::standing::pigs;
use crate::blood_and_blades::words;
use crate::story::ReasonLine;
use crate::table::{Light, Sketch};
use aelian_blood_and_blades::choice::{Choice, Command, Ghost, Manoeuvre, Order, Reach};
use aelian_blood_and_blades::ground::Going;
use aelian_blood_and_blades::state::Stage;
use aelian_blood_and_blades::{BaseId, Fact, Rules};
use aelian_game::Verdict;
use aelian_rulebook::{Reason, rule};

/// Judges a choice.
pub fn judged(seen: Seen<'_>, choice: Choice) -> Sketch<Choice> {
    let verdict = seen.check(&choice);
    of(seen, choice, &verdict)
}

/// The sketch of a choice on which the verdict is known.
pub fn of(seen: Seen<'_>, choice: Choice, verdict: &Verdict<Rules>) -> Sketch<Choice> {
    let ghost = &verdict.ghost;
    let (light, reasons) = match verdict.is_legal() {
        false => (Light::Refused, reasons::lines(seen, &verdict.breaches)),
        true => consequences(seen, verdict),
    };
    Sketch {
        summary: summary(seen, &choice, ghost),
        light,
        ghosts: seen.ghosts(&ghost.moves),
        used: ghost.used,
        allowed: ghost.allowed,
        cost: ghost.cost.filter(|_| seen.state.stage == Stage::Moves).map(|cost| price(seen, cost)),
        reasons,
        odds: None,
        action: None,
        choice,
    }
}

/// BB-ZOC-12: orders made at the same moment.
pub fn together(seen: Seen<'_>, choices: &[Choice]) -> Option<Sketch<Choice>> {
    let mut orders: Vec<Order> = Vec::new();
    for choice in choices {
        match choice {
            Choice::Order(order) => orders.push(order.clone()),
            Choice::Together(more) => orders.extend(more.iter().cloned()),
            _ => return None,
        }
    }
    (orders.len() > 1).then(|| judged(seen, Choice::Together(orders)))
}

/// `2 of 5 PIGs`.
fn price(seen: Seen<'_>, cost: u8) -> String {
    format!("{cost} of {}", pigs(seen.state.army(seen.state.active).pigs))
}

/// What a legal choice brings with it, and whether the player should look twice.
fn consequences(seen: Seen<'_>, verdict: &Verdict<Rules>) -> (Light, Vec<ReasonLine>) {
    let mut found: Vec<Reason<Fact>> = verdict.consequences.clone();
    let noted = found.iter().any(is_grave);
    let mut more = ends(seen, &verdict.ghost);
    let told = |base: BaseId| {
        verdict
            .consequences
            .iter()
            .any(|reason| matches!(reason.fact, Fact::InZone { base: known, .. } if known == base))
    };
    more.retain(|reason| !matches!(reason.fact, Fact::InZone { base, .. } if told(base)));
    let light = if noted || !more.is_empty() { Light::Amber } else { Light::Legal };
    found.splice(0..0, more);
    let mut lines = reasons::lines(seen, &found);
    lines.extend(advice::of_ends(seen, &verdict.ghost.moves));
    (light, lines)
}

/// BB-PIG-11, BB-PIG-03: the plain price of a move and the rebate are what is expected; any other item, and
/// whatever ends a way early, is not.
fn is_grave(reason: &Reason<Fact>) -> bool {
    match reason.fact {
        Fact::CostItem { pigs } => pigs > 0 && reason.rule != rule!("BB-PIG-11"),
        _ => true,
    }
}

/// BB-CC-01, BB-ZOC-02, BB-TER-02: contacts, zones of control and difficult going in which the bases end and were
/// not before.
fn ends(seen: Seen<'_>, ghost: &Ghost) -> Vec<Reason<Fact>> {
    let look = seen.look();
    let mut found = Vec::new();
    if !ghost.engages.is_empty() {
        found.push(Reason { rule: rule!("BB-CC-01"), fact: Fact::Bases(ghost.engages) });
    }
    for placement in &ghost.moves {
        let base = placement.base;
        let Some(before) = seen.state.bases.get(base.index()) else { continue };
        let rect = before.rect.with_pose(placement.pose);
        let zoccers = look.zoccers_at(before.side, &rect).minus(ghost.engages);
        let fresh = zoccers.minus(look.zoccers_at(before.side, &before.rect));
        found.extend(
            fresh.first().map(|of| Reason { rule: rule!("BB-ZOC-02"), fact: Fact::InZone { base, of } }),
        );
        let going = look.going_under(&rect, &before.troop);
        if going == Going::Difficult && look.going_under(&before.rect, &before.troop) != Going::Difficult {
            found.push(Reason { rule: rule!("BB-TER-02"), fact: Fact::GoingIs { base, going } });
        }
    }
    found
}

fn summary(seen: Seen<'_>, choice: &Choice, ghost: &Ghost) -> String {
    match choice {
        Choice::Order(order) => of_order(seen, order, ghost),
        other => super::board::capitalised(&words::choice(seen.rules, seen.names, other)),
    }
}

/// `Advance 60 of 80 mm`.
fn of_order(seen: Seen<'_>, order: &Order, ghost: &Ghost) -> String {
    let Command::Move { reach, how, .. } = &order.what else { return "Halt".to_owned() };
    let far = if *reach == Reach::Far { ", far move" } else { "" };
    let kind = kind(seen, how);
    if ghost.allowed > 0.0 {
        format!("{kind} {:.0} of {:.0} mm{far}", ghost.used, ghost.allowed)
    } else {
        format!("{kind}{far}")
    }
}

/// The name of a manoeuvre.
fn kind(seen: Seen<'_>, how: &Manoeuvre) -> String {
    let name = |base: &BaseId| seen.name(*base);
    match how {
        Manoeuvre::Advance { .. } => "Advance".to_owned(),
        Manoeuvre::Pivot { hand, .. } => format!("Pivot {}", words::hand(*hand)),
        Manoeuvre::Light { .. } => "Pivot and advance".to_owned(),
        Manoeuvre::Turnabout => "Turn about".to_owned(),
        Manoeuvre::TurnaboutAdvance { .. } => "Turn about and advance".to_owned(),
        Manoeuvre::Free { .. } => "Free move".to_owned(),
        Manoeuvre::Column { .. } => "Column".to_owned(),
        Manoeuvre::FormColumn { head, .. } => format!("Column behind {}", name(head)),
        Manoeuvre::Extend { .. } => "Extend into line".to_owned(),
        Manoeuvre::FollowRoad { .. } => "Along the road".to_owned(),
        Manoeuvre::FollowRiver { .. } => "Along the river".to_owned(),
        Manoeuvre::FullSpeedAhead => "Full speed ahead".to_owned(),
        Manoeuvre::PackIntoGroup { leader } => format!("Pack into a group on {}", name(leader)),
    }
}
