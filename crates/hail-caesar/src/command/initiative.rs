//! Initiative (30.8): units close to the enemy make a move of their own, before any order is given.

use super::{CommandPrompt, Ending, Grant, Leg, Order, Verb, carry, retire, verbs};
use crate::choice::{Asked, Choice, Prompt};
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::movement;
use crate::numbers::numbers;
use crate::rules::{Look, Rules};
use crate::scenario::{self, Act};
use crate::state::Deed;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next};
use aelian_geometry::Rect;
use aelian_rulebook::{Reason, rule};

/// HC-INIT-03: as long as somebody may still use his initiative, his side is asked.
pub fn next(look: Look<'_>) -> Asked {
    if !is_fixed(look) {
        let due = !near(look).is_empty() || !look.cramped(look.active()).is_empty();
        return due.then_some(Next::Forced(Choice::Proceed));
    }
    let units = able(look);
    if units.is_empty() {
        return None;
    }
    let prompt = Prompt::Command(CommandPrompt::Initiative { units });
    Some(Next::Ask { side: look.active(), prompt })
}

/// HC-INIT-11, HC-CMD-02: who is entitled has been settled for this Command part.
fn is_fixed(look: Look<'_>) -> bool {
    look.state.ids().any(|unit| look.side(unit) == look.active() && look.state.unit(unit).did(Deed::Entitled))
}

/// HC-INIT-01, HC-INIT-02, HC-OFF-10, HC-CMOV-01: units within 12 inches of an enemy unit.
fn near(look: Look<'_>) -> UnitSet {
    look.here(look.active())
        .filter(|unit| look.enemy_within(*unit, numbers().commanding.initiative))
        .collect()
}

/// HC-INIT-11: settles who is entitled. HC-TESTU-07: who was cramped and has room now draws up.
pub fn begin(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    look.cramped(look.active()).iter().for_each(|unit| movement::draw_out(cx, unit));
    let entitled = near(Look::new(cx.rules, cx.state()));
    for unit in entitled.iter() {
        cx.emit(Event::Did { unit, deed: Deed::Entitled });
    }
}

/// Units that may use their initiative now.
pub fn able(look: Look<'_>) -> UnitSet {
    let may = |unit: &UnitId| {
        let standing = look.state.unit(*unit);
        let acted = [Deed::Ordered, Deed::Initiative, Deed::Moved].iter().any(|deed| standing.did(*deed));
        standing.did(Deed::Entitled)
            && !acted
            && !look.state.dealt.contains(*unit)
            && (!standing.disordered || standing.is_open())
            && !look.is_held(*unit)
            && scenario::forbids(look, *unit, Act::Initiative).is_none()
    };
    look.here(look.active()).filter(may).collect()
}

/// HC-FRENZ-04, HC-FRENZ-07, HC-INIT-09: those of them who must charge.
pub fn rushing(look: Look<'_>) -> UnitSet {
    able(look).iter().filter(|unit| look.must_charge(*unit)).collect()
}

/// How far off the nearest enemy is, if that is too far.
fn too_far_off(look: Look<'_>, unit: UnitId) -> Fact {
    let enemies = look.on_table(look.side(unit).other()).filter(|_| look.state.unit(unit).is_on_table());
    let nearest = enemies.map(|to| (look.distance(unit, to), to)).min_by(|a, b| a.0.total_cmp(&b.0));
    match nearest.filter(|(distance, _)| !look.within(*distance, numbers().commanding.initiative)) {
        Some((distance, to)) => Fact::Distance { from: unit, to, distance },
        None => Fact::Unit(unit),
    }
}

/// Every reason why this unit may not do this by its own initiative; disorder is one (HC-DIS-02).
pub fn faults(look: Look<'_>, unit: UnitId, verb: &Verb) -> Vec<Reason<Fact>> {
    let mut found = look.state_faults(unit);
    let standing = look.state.unit(unit);
    if !standing.did(Deed::Entitled) || !standing.is_here() {
        found.push(Reason::new(rule!("HC-INIT-01"), too_far_off(look, unit)));
    }
    if standing.did(Deed::Ordered) || standing.did(Deed::Initiative) || standing.did(Deed::Moved) {
        found.push(Reason::new(rule!("HC-ORD-17"), Fact::Unit(unit)));
    }
    if matches!(verb, Verb::FollowMe | Verb::Rally | Verb::Enter(_)) {
        found.push(Reason::new(rule!("HC-INIT-04"), Fact::Unit(unit)));
    }
    if standing.disordered && !(standing.is_open() && goes_away(look, unit, verb)) {
        found.push(Reason::new(rule!("HC-INIT-07"), Fact::Unit(unit)));
    }
    found.extend(too_few_moves(look, unit, verb));
    found.extend(scenario::forbids(look, unit, Act::Initiative));
    if standing.is_here() {
        found.extend(verbs::faults(look, None, UnitSet::one(unit), verb));
    }
    found
}

/// HC-FCH-02, HC-FCH-03, HC-FCH-13, HC-COL-09: a single move does not suffice for a change of formation and a charge.
fn too_few_moves(look: Look<'_>, unit: UnitId, verb: &Verb) -> Option<Reason<Fact>> {
    let Verb::Charge(charge) = verb else { return None };
    let task = charge.first.iter().find(|task| task.unit == unit).filter(|_| !look.rushes(unit, verb))?;
    let to = task.way.iter().find_map(|leg| match leg {
        Leg::Form(reform) => Some(reform.to),
        _ => None,
    })?;
    let loose = look.state.unit(unit).is_open() || to == Formation::Open;
    let rides_on = loose && look.card(unit).changes_on_the_move();
    let rule = if rides_on { rule!("HC-FCH-03") } else { rule!("HC-FCH-02") };
    Some(Reason::new(rule, Fact::FormationIs { unit, formation: to }))
}

/// HC-INIT-07, HC-INIT-08, HC-DISO-02: away from the enemy, or to its own table edge.
fn goes_away(look: Look<'_>, unit: UnitId, verb: &Verb) -> bool {
    let task = match verb {
        Verb::Advance(_) => verb.task(unit).cloned(),
        Verb::Retire => retire::best_way(look, unit),
        _ => None,
    };
    let Some(task) = task else { return false };
    let from = look.rect(unit);
    let Some(end) = look.plan(unit, &task, 1).last().map(|plan| plan.rect) else { return false };
    let closest = |rect: &Rect| {
        let enemies = look.on_table(look.side(unit).other());
        enemies.map(|enemy| look.distance_to(rect, enemy)).fold(f64::INFINITY, f64::min)
    };
    let newly_close = look.on_table(look.side(unit).other()).any(|enemy| {
        look.within(look.distance_to(&end, enemy), 6.0) && !look.within(look.distance_to(from, enemy), 6.0)
    });
    let farther = closest(&end) > closest(from) + look.rules.slack;
    let home =
        retire::exit_distance(look, unit, &end) < retire::exit_distance(look, unit, from) - look.rules.slack;
    (farther && !newly_close) || home
}

/// HC-INIT-04: it counts as ordered and makes one move; those who rush make up to three (HC-FRENZ-04).
pub fn resolve(cx: &mut Cx<'_, Rules>, unit: UnitId, verb: &Verb) -> Result<(), NeedRoll> {
    let rushes = Look::new(cx.rules, cx.state()).rushes(unit, verb);
    if rushes {
        cx.cite(rule!("HC-FRENZ-04"), || Fact::Unit(unit));
    }
    cx.cite(rule!("HC-INIT-01"), || Fact::Unit(unit));
    cx.emit(Event::Did { unit, deed: Deed::Initiative });
    cx.emit(Event::Did { unit, deed: Deed::Ordered });
    if matches!(verb, Verb::Advance(_)) {
        carry::parts(cx, unit);
        let commander = Look::new(cx.rules, cx.state()).commander_of(unit);
        let order = Order { commander, units: UnitSet::one(unit), verb: verb.clone() };
        let grant = Grant { unit, moves: 1, why: MoveWhy::Initiative };
        let facing = cx.state().unit(unit).rect.pose.facing;
        return carry::goes(cx, Ending { order, grant, others: Vec::new(), facing });
    }
    let stood = cx.state().unit(unit).rect.pose;
    carry::carry_out(cx, unit, verb, if rushes { 3 } else { 1 }, stood, MoveWhy::Initiative)
}

/// HC-INIT-05: all others wait for orders.
pub fn end(cx: &mut Cx<'_, Rules>) {
    let waiting = able(Look::new(cx.rules, cx.state()));
    for unit in waiting.iter() {
        cx.emit(Event::Dealt(unit));
    }
}
