//! What `rash` orders: divisions march at the enemy together, and charge as soon as some of them reach him.

use super::worth;
use aelian_game::{Ruleset, Side};
use aelian_geometry::{Facing, Pose, Vec2};
use aelian_hail_caesar::charge;
use aelian_hail_caesar::command::{Charge, CommandChoice, Leg, Order, Target, Task, Verb};
use aelian_hail_caesar::state::{Deed, Place};
use aelian_hail_caesar::{Choice, CommanderId, Look, UnitId, UnitSet};

/// HC-CMD-01: the next order, or the end of them.
pub fn next(look: Look<'_>, commanders: &[CommanderId]) -> Vec<CommandChoice> {
    let speaking = look.state.speaking.filter(|id| commanders.contains(id));
    let Some(commander) = speaking.or_else(|| first_to_speak(look, commanders)) else {
        return vec![CommandChoice::EndOrders];
    };
    let wish = of_commander(look, commander);
    wish.into_iter().chain([CommandChoice::Finish(commander), CommandChoice::EndOrders]).collect()
}

/// Whoever stands nearest to the enemy speaks first: what he does decides about the others.
fn first_to_speak(look: Look<'_>, commanders: &[CommanderId]) -> Option<CommanderId> {
    let nearest = |id: &CommanderId| {
        let own = able(look, *id);
        own.iter()
            .filter_map(|unit| nearest_enemy(look, unit))
            .map(|(_, gap)| gap)
            .fold(f64::INFINITY, f64::min)
    };
    commanders.iter().copied().min_by(|one, other| nearest(one).total_cmp(&nearest(other)))
}

/// What a commander says next: the first of his wishes that the rules allow.
fn of_commander(look: Look<'_>, commander: CommanderId) -> Option<CommandChoice> {
    let order = |units: UnitSet, verb: Verb| {
        let choice = CommandChoice::Order(Order { commander, units, verb });
        let legal = look.rules.check(look.state, &Choice::Command(choice.clone())).is_legal();
        legal.then_some(choice)
    };
    let alone = |unit: UnitId, verb: Verb| order(UnitSet::one(unit), verb);
    let units = able(look, commander);
    let arriving = arriving(look, commander);
    let comes = (!arriving.is_empty()).then(|| {
        let first = || arriving.first().and_then(|unit| alone(unit, enter(look, UnitSet::one(unit))));
        order(arriving, enter(look, arriving)).or_else(first)
    });
    if let Some(comes) = comes.flatten() {
        return Some(comes);
    }
    let rally = || rallies(look, commander).find_map(|unit| alone(unit, Verb::Rally));
    let Some(first) = units.first() else { return rally() };
    if look.is_of_broken_division(first) {
        return units.iter().find_map(|unit| alone(unit, Verb::Retire));
    }
    let of_group = |group: UnitSet| {
        let charging = chargers(look, group);
        if charging.is_empty() {
            let each = || group.iter().find_map(|unit| march(look, commander, UnitSet::one(unit)));
            return march(look, commander, group).or_else(each);
        }
        let each = || charging.iter().find_map(|(unit, target)| alone(*unit, at(*target)));
        order(group, closest()).or_else(each)
    };
    groups(look, units).into_iter().find_map(of_group).or_else(rally)
}

fn closest() -> Verb {
    Verb::Charge(Charge { targets: vec![Target::Closest], first: Vec::new(), ignore_open: false })
}

pub fn at(target: UnitId) -> Verb {
    Verb::Charge(Charge { targets: vec![Target::Unit(target)], first: Vec::new(), ignore_open: false })
}

/// HC-ORD-10, HC-ORD-15 to HC-ORD-17: units of his division that can still be ordered.
fn able(look: Look<'_>, commander: CommanderId) -> UnitSet {
    let can = |id: &UnitId| {
        let unit = look.state.unit(*id);
        let idle = ![Deed::Ordered, Deed::Initiative, Deed::Moved].into_iter().any(|deed| unit.did(deed));
        unit.is_on_table() && idle && !unit.disordered && !look.is_engaged(*id)
    };
    let side = look.side_of_commander(commander);
    look.on_table(side).filter(|id| look.commander_of(*id) == commander).filter(can).collect()
}

/// HC-OFF-07: those who wait beyond the edge.
fn arriving(look: Look<'_>, commander: CommanderId) -> UnitSet {
    let waits = |id: &UnitId| {
        matches!(look.state.unit(*id).place, Place::Off { .. }) && !look.state.unit(*id).did(Deed::Ordered)
    };
    look.state.ids().filter(|id| look.commander_of(*id) == commander).filter(waits).collect()
}

fn enter(look: Look<'_>, units: UnitSet) -> Verb {
    let task = |unit: UnitId| {
        let way = look.way_on(unit, look.rate(unit) * 2.0).map(Leg::Go).into_iter().collect();
        Task { unit, way, ignore_open: false }
    };
    Verb::Enter(units.iter().map(task).collect())
}

/// HC-RAL-01: units worth a rally, near enough.
fn rallies(look: Look<'_>, commander: CommanderId) -> impl Iterator<Item = UnitId> {
    let near = move |id: &UnitId| {
        let unit = look.state.unit(*id);
        let hurt = unit.casualties + 2 >= look.card(*id).stats.stamina && unit.casualties >= 2;
        hurt && look.within(look.command_distance(commander, *id), 12.0)
    };
    able(look, commander).iter().filter(near).collect::<Vec<_>>().into_iter()
}

/// HC-DIVO-02: units that stand within 6 inches of each other, the largest group first.
fn groups(look: Look<'_>, units: UnitSet) -> Vec<UnitSet> {
    let mut left = units;
    let mut groups = Vec::new();
    while let Some(first) = left.first() {
        let mut group = UnitSet::one(first);
        left.remove(first);
        loop {
            let near = |id: &UnitId| group.iter().any(|one| look.within(look.distance(one, *id), 6.0));
            let Some(next) = left.iter().find(near) else { break };
            group.insert(next);
            left.remove(next);
        }
        groups.push(group);
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// Who of them could charge somebody with three moves, at a fair chance; the best first.
fn chargers(look: Look<'_>, group: UnitSet) -> Vec<(UnitId, UnitId)> {
    let mut found: Vec<(f64, UnitId, UnitId)> = group
        .iter()
        .filter_map(|unit| best_charge(look, unit, 3).map(|(worth, target)| (worth, unit, target)))
        .collect();
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    found.into_iter().map(|(_, unit, target)| (unit, target)).collect()
}

/// The charge of a unit that is worth most, if any is worth it.
pub fn best_charge(look: Look<'_>, unit: UnitId, moves: u8) -> Option<(f64, UnitId)> {
    let side = look.side(unit);
    let reach = look.rate(unit) * f64::from(moves) + 60.0;
    let mut best: Option<(f64, UnitId)> = None;
    for enemy in look.on_table(side.other()) {
        if look.distance(unit, enemy) > reach || !charge::forbidden(look, unit, enemy).is_empty() {
            continue;
        }
        let order = Charge { targets: vec![Target::Unit(enemy)], first: Vec::new(), ignore_open: false };
        let outlook = charge::reach(look, unit, &order, moves);
        if outlook.contact.is_none() {
            continue;
        }
        let worth = worth::charge(look, unit, enemy) - f64::from(outlook.moves()) * 0.2;
        if worth > -impatience(look) && best.is_none_or(|(known, _)| worth > known) {
            best = Some((worth, enemy));
        }
    }
    best
}

/// The longer a battle goes on, the worse the odds that he takes.
fn impatience(look: Look<'_>) -> f64 {
    f64::from(look.state.turn.saturating_sub(8)) * 0.15
}

pub fn nearest_enemy(look: Look<'_>, unit: UnitId) -> Option<(UnitId, f64)> {
    let side: Side = look.side(unit).other();
    let gaps = look.on_table(side).map(|enemy| (enemy, look.distance(unit, enemy)));
    gaps.min_by(|one, other| one.1.total_cmp(&other.1))
}

/// At the enemy as one body, as far as three moves of the slowest go, and not nearer than he needs to be: straight, or
/// aside where something bars the straight way.
fn march(look: Look<'_>, commander: CommanderId, group: UnitSet) -> Option<CommandChoice> {
    let (goal, gap) = goal(look, group);
    let slowest = group.iter().map(|unit| look.rate(unit)).fold(f64::INFINITY, f64::min);
    let go = (gap - standoff(look, group)).clamp(0.0, slowest * 3.0);
    let towards = goal - middle(look, group);
    let straight = Facing::along(if towards.length() > 1.0 { towards } else { Facing::UP.vector() });
    let order = |facing: Facing| {
        let task = |unit: UnitId| Task { unit, way: way(look, unit, facing, go), ignore_open: true };
        let tasks: Vec<Task> = group.iter().map(task).collect();
        // Whoever stands where he should needs no order.
        let verb = tasks.iter().any(|task| !task.way.is_empty()).then_some(Verb::Advance(tasks))?;
        Some(CommandChoice::Order(Order { commander, units: group, verb }))
    };
    let mut best = order(straight)?;
    let mut most = progress(look, &best, goal);
    if most > go * 0.3 {
        return Some(best);
    }
    for aside in [0.6, -0.6, 1.2, -1.2] {
        let Some(other) = order(straight.turned(aside)) else { continue };
        let gained = progress(look, &other, goal);
        if gained > most + 20.0 {
            (best, most) = (other, gained);
        }
    }
    (most > 10.0).then_some(best)
}

/// How much nearer an order brings its units to a place, on average and with all the moves that it may have, in mm.
fn progress(look: Look<'_>, order: &CommandChoice, goal: Vec2) -> f64 {
    let verdict = look.rules.check(look.state, &Choice::Command(order.clone()));
    if !verdict.is_legal() {
        return f64::NEG_INFINITY;
    }
    let CommandChoice::Order(Order { units, .. }) = order else { return 0.0 };
    let gained = |unit: UnitId| {
        let last = verdict.ghost.moves.iter().rfind(|place| place.unit == unit);
        let now = (look.rect(unit).centre() - goal).length();
        last.map_or(0.0, |place| now - (place.rect.centre() - goal).length())
    };
    units.iter().map(gained).sum::<f64>() / units.len().max(1) as f64
}

fn middle(look: Look<'_>, group: UnitSet) -> Vec2 {
    let sum = group.iter().map(|unit| look.rect(unit).centre()).fold(Vec2::ZERO, |sum, at| sum + at);
    sum / group.len().max(1) as f64
}

/// The nearest enemy and how far he is; without one in sight, the middle of the field.
fn goal(look: Look<'_>, group: UnitSet) -> (Vec2, f64) {
    let foe = group
        .iter()
        .filter_map(|unit| nearest_enemy(look, unit))
        .min_by(|one, other| one.1.total_cmp(&other.1));
    match foe {
        Some((foe, gap)) => (look.rect(foe).centre(), gap),
        None => {
            let field = &look.state.field;
            let centre = Vec2::new(field.width / 2.0, field.depth / 2.0);
            (centre, (centre - middle(look, group)).length())
        }
    }
}

/// How near it pays to come without charging: within range for those who shoot, just out of reach for the others.
fn standoff(look: Look<'_>, group: UnitSet) -> f64 {
    let shoots = |unit: UnitId| look.stats(unit).long > 0;
    let eager = f64::from(look.state.turn.saturating_sub(16)) * 0.25;
    let most = if group.iter().all(shoots) { 11.0 } else { f64::max(6.5 - eager, 1.0) };
    look.inches(most)
}

/// Ahead if the enemy is about ahead; else it turns to him first.
fn way(look: Look<'_>, unit: UnitId, towards: Facing, distance: f64) -> Vec<Leg> {
    let rect = *look.rect(unit);
    let turned = rect.pose.facing.angle_to(towards);
    let along = towards.vector() * distance;
    let ahead = turned < 0.35 || look.state.unit(unit).is_open();
    if ahead && distance < 10.0 {
        return Vec::new();
    }
    if ahead {
        return vec![Leg::Go(rect.pose.translated(along).on_grid())];
    }
    let pivot = rect.pose.rotated_about(rect.centre(), rect.pose.facing.turn_to(towards)).on_grid();
    let end = Pose { at: pivot.at + along, ..pivot };
    vec![Leg::Go(pivot), Leg::Go(end.on_grid())]
}
