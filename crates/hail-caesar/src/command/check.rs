//! Judging the answers of this chapter: every broken rule, and what an order would come to (HC-TAB-CMD).

use super::{CommandChoice, CommandPrompt, Grant, Order, Verb, Waiting};
use super::{carry, ending, enter, escape, initiative, retire, support, verbs};
use crate::charge;
use crate::choice::{Choice, Ghost, GhostMove};
use crate::event::MoveWhy;
use crate::fact::Fact;
use crate::flow;
use crate::ids::{CommanderId, UnitId, UnitSet};
use crate::rules::{Look, Rules};
use crate::stage::{Part, Stage};
use aelian_game::Verdict;
use aelian_rulebook::{Reason, rule};

pub fn check(look: Look<'_>, choice: &CommandChoice, prompt: &CommandPrompt) -> Verdict<Rules> {
    use CommandChoice as C;
    use CommandPrompt as P;
    match (choice, prompt) {
        (C::Initiative { unit, verb }, P::Initiative { .. }) => own_initiative(look, *unit, verb),
        (C::EndInitiative, P::Initiative { .. }) => {
            let rushing = initiative::rushing(look);
            unless_any(rushing.iter().map(|unit| Reason::new(rule!("HC-FRENZ-04"), Fact::Unit(unit))))
        }
        (C::Order(order), P::Orders { .. }) => {
            let breaches = order_faults(look, order);
            let ghost = if breaches.is_empty() { ghost(look, order) } else { Ghost::default() };
            Verdict { breaches, ..Verdict::legal(ghost) }
        }
        (C::Finish(commander), P::Orders { .. }) => finish(look, *commander),
        (C::EndOrders, P::Orders { .. }) => {
            let open = look.state.commander_ids().filter(|id| look.side_of_commander(*id) == look.active());
            unless_any(open.flat_map(|id| owed(look, id)))
        }
        (C::Reroll(_), P::Reroll { .. }) => Verdict::legal(Ghost::default()),
        (C::Moves(unit), P::NextUnit { units }) => {
            let known = units.contains(*unit);
            unless_any((!known).then(|| Reason::new(rule!("HC-CMD-05"), Fact::Unit(*unit))))
        }
        (C::Step(verb), P::Step { unit, left }) => step(look, *unit, *left, verb),
        (C::Stop, P::Step { .. }) => Verdict::legal(Ghost::default()),
        (C::Retire(task), P::Retire { units } | P::Orders { retiring: units, .. }) => {
            let breaches = retire::faults(look, task, *units);
            let mut ghost = Ghost::default();
            if breaches.is_empty() {
                stand(look, task.unit, &Verb::Advance(vec![task.clone()]), 1, &mut ghost);
            }
            Verdict { breaches, ..Verdict::legal(ghost) }
        }
        (C::Ends(facing), P::Ends { .. }) => match super::waiting(look) {
            Some(Waiting::Ending(ending)) => match ending::check(look, ending, *facing) {
                Ok(ghost) => Verdict::legal(ghost),
                Err(reason) => unless_any([reason]),
            },
            _ => flow::not_asked(&Choice::Command(choice.clone())),
        },
        _ => out_of_turn(look, choice),
    }
}

/// An order or an initiative move that nobody asks for: what is wrong with it by its own rules (30.2, 30.8), and if nothing
/// is, that it is not the time for it.
pub fn out_of_turn(look: Look<'_>, choice: &CommandChoice) -> Verdict<Rules> {
    let breaches = match choice {
        CommandChoice::Order(order) => order_faults(look, order),
        CommandChoice::Initiative { unit, verb } => own_initiative(look, *unit, verb).breaches,
        _ => Vec::new(),
    };
    let late = matches!(choice, CommandChoice::Initiative { .. })
        && look.state.part == Part::Command
        && !matches!(look.state.stage, Stage::Elite | Stage::Initiative);
    if let (CommandChoice::Initiative { unit, .. }, true) = (choice, late && breaches.is_empty()) {
        return Verdict::refused(rule!("HC-INIT-03"), Fact::Unit(*unit));
    }
    let refused = flow::not_asked(&Choice::Command(choice.clone()));
    if breaches.is_empty() { refused } else { Verdict { breaches, ..refused } }
}

fn unless_any(faults: impl IntoIterator<Item = Reason<Fact>>) -> Verdict<Rules> {
    Verdict { breaches: faults.into_iter().collect(), ..Verdict::legal(Ghost::default()) }
}

/// HC-ORD-18: he may stop at any time, unless somebody of his must still be told to charge (HC-FRENZ-07).
fn finish(look: Look<'_>, commander: CommanderId) -> Verdict<Rules> {
    if !look.state.has_commander(commander) {
        return Verdict::refused(rule!("HC-ORD-18"), Fact::NoSuchCommander(commander));
    }
    let faults = look.speaker_faults(commander);
    unless_any(faults.into_iter().chain(owed(look, commander)))
}

/// HC-FRENZ-01, HC-FRENZ-07: charges that he must still order.
fn owed(look: Look<'_>, commander: CommanderId) -> Vec<Reason<Fact>> {
    if look.state.commander(commander).finished || !look.can_command(commander) {
        return Vec::new();
    }
    let rushing = look.orderable(commander).iter().filter(|unit| look.must_charge(*unit));
    rushing.map(|unit| Reason::new(rule!("HC-FRENZ-01"), Fact::Unit(unit))).collect()
}

/// Every broken rule of an order.
pub fn order_faults(look: Look<'_>, order: &Order) -> Vec<Reason<Fact>> {
    let unknown = verbs::unknown(look, order);
    if !unknown.is_empty() {
        return unknown;
    }
    let mut found = look.speaker_faults(order.commander);
    for unit in order.units.iter() {
        found.extend(look.order_faults(order.commander, unit));
    }
    // HC-DIVO-01, HC-DIVO-02.
    if order.units.len() > 1 && !look.is_group(order.units) {
        found.push(Reason::new(rule!("HC-DIVO-02"), look.widest_gap(order.units)));
    }
    found.extend(verbs::faults(look, Some(order.commander), order.units, &order.verb));
    found
}

/// Whether an answer is allowed: as `check` says, without what it would come to.
pub fn allows(look: Look<'_>, choice: &CommandChoice, prompt: &CommandPrompt) -> bool {
    match (choice, prompt) {
        (CommandChoice::Initiative { unit, verb }, CommandPrompt::Initiative { .. }) => {
            initiative_faults(look, *unit, verb).is_empty()
        }
        (CommandChoice::Order(order), CommandPrompt::Orders { .. }) => order_faults(look, order).is_empty(),
        _ => check(look, choice, prompt).is_legal(),
    }
}

/// Every broken rule of a move by a unit's own initiative.
fn initiative_faults(look: Look<'_>, unit: UnitId, verb: &Verb) -> Vec<Reason<Fact>> {
    let order = Order { commander: CommanderId(0), units: UnitSet::one(unit), verb: verb.clone() };
    let unknown = verbs::unknown(look, &order);
    if unknown.is_empty() { initiative::faults(look, unit, verb) } else { unknown }
}

fn own_initiative(look: Look<'_>, unit: UnitId, verb: &Verb) -> Verdict<Rules> {
    let breaches = initiative_faults(look, unit, verb);
    let mut ghost = Ghost::default();
    if breaches.is_empty() {
        let rushes = look.rushes(unit, verb);
        stand(look, unit, verb, if rushes { 3 } else { 1 }, &mut ghost);
    }
    Verdict { breaches, ..Verdict::legal(ghost) }
}

/// HC-FOL-04, HC-FOL-10: the next step of a unit that follows its commander.
fn step(look: Look<'_>, unit: UnitId, left: u8, verb: &Verb) -> Verdict<Rules> {
    let order = Order { commander: CommanderId(0), units: UnitSet::one(unit), verb: verb.clone() };
    let mut breaches = verbs::unknown(look, &order);
    if matches!(verb, Verb::FollowMe | Verb::Rally | Verb::Enter(_)) {
        breaches.push(Reason::new(rule!("HC-FOL-04"), Fact::Unit(unit)));
    }
    if breaches.is_empty() {
        breaches = verbs::faults(look, None, order.units, verb);
    }
    let mut ghost = Ghost::default();
    if breaches.is_empty() {
        let whole = matches!(verb, Verb::Charge(_) | Verb::Support { .. } | Verb::Occupy { .. });
        stand(look, unit, verb, if whole { left } else { 1 }, &mut ghost);
    }
    Verdict { breaches, ..Verdict::legal(ghost) }
}

/// What an order would come to: where each unit stands after one, two and three moves, and the chances of the test.
pub fn ghost(look: Look<'_>, order: &Order) -> Ghost {
    let mut ghost =
        Ghost { test: order.units.first().map(|unit| look.test_ahead(order, unit)), ..Ghost::default() };
    let linked = order.units.len() > 1 && matches!(order.verb, Verb::Advance(_));
    for moves in 1..=3 {
        if linked {
            stand_linked(look, order, moves, &mut ghost);
            continue;
        }
        for unit in order.units.iter() {
            stand(look, unit, &order.verb, moves, &mut ghost);
        }
    }
    ghost
}

/// HC-DIVO-04: where the units of a group stand after so many moves each, if they move in their order.
fn stand_linked(look: Look<'_>, order: &Order, moves: u8, ghost: &mut Ghost) {
    let first = ghost.moves.len();
    for unit in order.units.iter() {
        stand(look, unit, &order.verb, moves, ghost);
    }
    let ends = &mut ghost.moves[first..];
    let places: Vec<_> = ends.iter().map(|end| (end.unit, end.rect, 0.0)).collect();
    if look.is_linked_at(&places) {
        return;
    }
    let grant = |unit| Grant { unit, moves, why: MoveWhy::Ordered };
    for end in ends {
        let others: Vec<Grant> = order.units.iter().filter(|other| *other != end.unit).map(grant).collect();
        let group = carry::Group { look, order, unit: end.unit, others: &others };
        let Some(stated) = group.stated() else { continue };
        let held = group.held_back(&stated, moves);
        let standing = look.state.unit(end.unit);
        (end.rect, end.formation) = held
            .plan
            .moves
            .last()
            .map_or((standing.rect, standing.formation), |plan| (plan.rect, plan.formation));
    }
}

/// Where a unit stands after so many moves.
fn stand(look: Look<'_>, unit: UnitId, verb: &Verb, moves: u8, ghost: &mut Ghost) {
    let standing = look.state.unit(unit);
    if !matches!(verb, Verb::Enter(_)) {
        ghost.allowed = look.rate(unit);
    }
    let task = match verb {
        Verb::Advance(_) => verb.task(unit).cloned(),
        Verb::Occupy { block } => Some(carry::occupies(unit, *block)),
        Verb::Retire => {
            if let Some(end) = escape::plan(look, unit, moves).moves.last() {
                let (formation, rect) = (end.formation, end.rect);
                ghost.used = ghost.used.max(end.used.0);
                ghost.moves.push(GhostMove { unit, moves, formation, rect, contact: false });
            }
            return;
        }
        Verb::Support { friend, at } => {
            if let Some(task) = support::task(look, unit, *friend, *at, false)
                && let Some(end) = support::plan(look, &task, *friend, moves).last()
            {
                ghost.moves.push(GhostMove {
                    unit,
                    moves,
                    formation: end.formation,
                    rect: end.rect,
                    contact: false,
                });
            }
            return;
        }
        Verb::Charge(charge) if !standing.is_here() => {
            let (task, _) = enter::then_charges(unit, charge);
            if let Some(entry) = enter::ahead(look, &task, 1) {
                let (formation, rect) = (entry.formation, entry.rect);
                ghost.moves.push(GhostMove { unit, moves, formation, rect, contact: false });
            }
            return;
        }
        Verb::Charge(charge) => {
            let outlook = charge::reach(look, unit, charge, moves);
            let contact = outlook.contact.is_some();
            if contact {
                ghost.targets = ghost.targets.union(outlook.foes());
            }
            let (formation, rect) = (outlook.formation, outlook.end);
            ghost.moves.push(GhostMove { unit, moves, formation, rect, contact });
            return;
        }
        Verb::Enter(_) => {
            if let Some(task) = verb.task(unit)
                && let Some(entry) = enter::ahead(look, task, moves)
            {
                let (formation, rect) = (entry.formation, entry.rect);
                ghost.moves.push(GhostMove { unit, moves, formation, rect, contact: false });
            }
            return;
        }
        Verb::FollowMe | Verb::Rally => None,
    };
    let Some(task) = task else { return };
    let plan = look.plan(unit, &task, moves);
    let (rect, formation) =
        plan.last().map_or((standing.rect, standing.formation), |end| (end.rect, end.formation));
    ghost.used =
        ghost.used.max(plan.first().map_or(0.0, |first| crate::movement::cost(&standing.rect, &first.rect)));
    ghost.moves.push(GhostMove { unit, moves, formation, rect, contact: false });
}
