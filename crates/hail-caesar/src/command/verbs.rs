//! What an order may say (30.6, 30.12, 65.4, 65.5): every broken rule of a verb for the units that get it.

use super::{Charge, Leg, Order, Target, Task, Verb, retire};
use crate::charge::{forbidden, forbidden_neighbour};
use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::{BlockId, CommanderId, UnitId, UnitSet};
use crate::movement::{Bind, Glide, Manner};
use crate::numbers::numbers;
use crate::rules::Look;
use crate::scenario::{self, Act};
use crate::state::{CommanderPlace, Deed, Place};
use crate::troop::{Class, Special};
use aelian_geometry::{Pose, Rect};
use aelian_rulebook::{Reason, RuleId, rule};

type Faults = Vec<Reason<Fact>>;

/// No way has more parts than this, and no charge more targets.
const MOST_LEGS: usize = 24;
/// No pose of a way lies further from the south-west corner than this, in mm.
const MOST_LENGTH: f64 = 50_000.0;

fn fault(faults: &mut Faults, rule: RuleId, fact: Fact) {
    faults.push(Reason::new(rule, fact));
}

/// Every broken rule of this verb, for units that exist. `commander`: none if it is their own initiative.
pub fn faults(look: Look<'_>, commander: Option<CommanderId>, units: UnitSet, verb: &Verb) -> Faults {
    let serves = |unit: UnitId| retire::serves_escape(look, unit, verb);
    all_faults(look, commander, units, verb, &serves)
}

/// HC-RET-04: the same of a retire move, which is no order that would have to serve an escape.
pub fn retire_faults(look: Look<'_>, task: &Task) -> Faults {
    let verb = Verb::Advance(vec![task.clone()]);
    all_faults(look, None, UnitSet::one(task.unit), &verb, &|_| true)
}

fn all_faults(
    look: Look<'_>,
    commander: Option<CommanderId>,
    units: UnitSet,
    verb: &Verb,
    serves_escape: &dyn Fn(UnitId) -> bool,
) -> Faults {
    let mut found = Faults::new();
    let entering = matches!(verb, Verb::Enter(_));
    for unit in units.iter() {
        let off = matches!(look.state.unit(unit).place, Place::Off { .. });
        if entering && !off {
            fault(&mut found, rule!("HC-INTENT-10"), Fact::Unit(unit));
        }
        // HC-OFF-04: who comes on with his first move may charge with the next.
        if off && !entering && !matches!(verb, Verb::Charge(_)) {
            fault(&mut found, rule!("HC-INTENT-10"), Fact::NotOnTable(unit));
        }
        obligations(look, (commander, unit), verb, serves_escape, &mut found);
        found.extend(of_the_battle(look, unit, verb));
    }
    match verb {
        Verb::Advance(tasks) | Verb::Enter(tasks) => {
            each_has_one(units, tasks, &mut found);
            tasks.iter().for_each(|task| way(look, units, task, entering, &mut found));
            if found.is_empty() && !entering {
                let moves = if commander.is_some() { 3 } else { 1 };
                found.extend(nobody_moves(look, tasks, moves));
            }
        }
        Verb::Charge(order) => charge(look, units, order, &mut found),
        Verb::Support { friend, .. } => support(look, units, *friend, &mut found),
        Verb::Occupy { block } => occupy(look, units, *block, &mut found),
        Verb::FollowMe | Verb::Rally => by_himself(look, commander, units, verb, &mut found),
        Verb::Retire => {}
    }
    found
}

/// HS-RAID-10: charges that the battle forbids, and ways that lead where it does not want them.
fn of_the_battle(look: Look<'_>, unit: UnitId, verb: &Verb) -> Option<Reason<Fact>> {
    if matches!(verb, Verb::Charge(_)) {
        return scenario::forbids(look, unit, Act::Charge);
    }
    match verb.task(unit)?.way.last()? {
        Leg::Go(pose) => scenario::strays(look, unit, &look.rect(unit).with_pose(*pose)),
        Leg::Form(_) | Leg::Enter(_) | Leg::Shelter(_) => None,
    }
}

/// HC-INTENT-02, HC-INTENT-16: one way for each unit and for no other.
fn each_has_one(units: UnitSet, tasks: &[Task], found: &mut Faults) {
    let mut named = UnitSet::EMPTY;
    for task in tasks {
        if !units.contains(task.unit) || !named.insert(task.unit) {
            fault(found, rule!("HC-INTENT-02"), Fact::Unit(task.unit));
        }
    }
    for unit in units.minus(named).iter() {
        fault(found, rule!("HC-ORD-05"), Fact::Unit(unit));
    }
}

/// HC-ORD-05, HC-ORD-06, HC-ORD-08, HC-FCH-07, HC-AMOVE-04: a way that can be understood, with one change of formation that the unit knows.
fn way(look: Look<'_>, units: UnitSet, task: &Task, entering: bool, found: &mut Faults) {
    if !units.contains(task.unit) {
        return;
    }
    let unit = task.unit;
    // HC-OFF-04: whoever comes onto the table need not say more.
    if (task.way.is_empty() && !entering) || task.way.len() > MOST_LEGS {
        fault(found, rule!("HC-ORD-05"), Fact::Unit(unit));
    }
    let mut changes = 0;
    for (at, leg) in task.way.iter().enumerate() {
        match leg {
            Leg::Go(pose) if !is_sane(pose) => fault(found, rule!("HC-INTENT-17"), Fact::Unit(unit)),
            Leg::Form(reform) => {
                // HC-OFF-11: the formation in which it comes on is no change.
                changes += usize::from(!(entering && at == 0));
                let card = look.card(unit);
                if !card.knows(reform.to) {
                    fault(
                        found,
                        card.unknown_by(reform.to),
                        Fact::FormationIs { unit, formation: reform.to },
                    );
                }
            }
            Leg::Enter(block) => found.extend(look.may_enter(unit, *block)),
            Leg::Shelter(wedge) => found.extend(look.may_shelter(unit, *wedge)),
            Leg::Go(_) => {}
        }
    }
    if !entering && let Some(reason) = never_opens(look, task) {
        found.push(reason);
    }
    // HC-FOL-10: one change in the whole turn.
    changes += usize::from(changes > 0 && look.state.unit(unit).did(Deed::Reformed));
    if changes > 1 {
        fault(found, rule!("HC-FCH-07"), Fact::Count { found: changes as i32, allowed: 1 });
    }
    if !entering {
        found.extend(intrusion(look, task));
    }
    if look.card(unit).has(Special::Immobile) && !task.way.is_empty() {
        fault(found, rule!("HC-AMOVE-04"), Fact::Unit(unit));
    }
    let only_forms = matches!(task.way.as_slice(), [Leg::Form(_)]);
    if !entering && look.is_rooted(unit) && !only_forms {
        fault(found, rule!("HC-SQ-04"), Fact::Unit(unit));
    }
}

/// HC-OPEN-04, HC-OPEN-07: why a unit that is told to open out first of all may not, on the ground where it stands and to
/// which it goes.
fn never_opens(look: Look<'_>, task: &Task) -> Option<Reason<Fact>> {
    let Some(Leg::Form(reform)) = task.way.first() else { return None };
    let standing = look.state.unit(task.unit);
    let stands = standing.is_on_table() && !standing.is_within() && !standing.did(Deed::Reformed);
    if reform.to != Formation::Open || !stands {
        return None;
    }
    let plan = look.plan_in(task.unit, task, 1, &Manner::ORDER);
    let barred = |reason: &Reason<Fact>| [rule!("HC-OPEN-04"), rule!("HC-OPEN-07")].contains(&reason.rule);
    plan.stopped.filter(|reason| plan.moves.is_empty() && barred(reason))
}

/// HC-PROX-03, HC-PROX-04, HC-PROX-05, HC-PROX-22: near the enemy nobody can even try to go round him or aside: an order by
/// which none of its units could make any move is refused by what holds them. Whoever goes a part of his way obeys as far as
/// he can (HC-ORD-08, HC-INTENT-15), and in a group the moves of others may set him free.
fn nobody_moves(look: Look<'_>, tasks: &[Task], moves: u8) -> Faults {
    let mut held = Faults::new();
    for task in tasks {
        let standing = look.state.unit(task.unit);
        let (formation, rect) = (standing.formation, &standing.rect);
        let Some(Leg::Go(goal)) = task.way.first() else { return Faults::new() };
        if standing.place != Place::Table || standing.disordered || look.is_engaged(task.unit) {
            return Faults::new();
        }
        let bind = look.bind(task.unit, formation, rect, task.ignore_open);
        let glide = Glide::new(rect, *goal);
        let barred = |part: f64| look.bind_forbids(task.unit, bind, rect, &glide.at(part)).is_some();
        if bind == Bind::Free || !barred(1.0) || !barred(0.2) {
            return Faults::new();
        }
        let plan = look.plan_in(task.unit, task, moves, &Manner::ORDER);
        match plan.stopped {
            Some(reason) if plan.moves.is_empty() => held.push(reason),
            _ => return Faults::new(),
        }
    }
    held
}

/// HC-SUPP-04, HC-SUPP-07, HC-COL-10: a place where the unit would support somebody is no goal for one who may not move
/// into support.
fn intrusion(look: Look<'_>, task: &Task) -> Faults {
    let unit = task.unit;
    let Some(Leg::Go(goal)) = task.way.last().filter(|_| look.state.unit(unit).is_on_table()) else {
        return Faults::new();
    };
    let forms = task.way.iter().rev().find_map(|leg| match leg {
        Leg::Form(reform) if look.card(unit).knows(reform.to) => Some(reform.to),
        _ => None,
    });
    let standing = look.state.unit(unit);
    let changes = forms.is_some() || standing.is_in_block();
    let formation = forms.unwrap_or(if changes { look.card(unit).normal } else { standing.formation });
    let (width, depth) =
        if changes { look.card(unit).extent(formation) } else { (standing.rect.width, standing.rect.depth) };
    if is_sane(goal) {
        look.intrudes(unit, formation, &Rect::new(*goal, width, depth))
    } else {
        Faults::new()
    }
}

fn is_sane(pose: &Pose) -> bool {
    pose.at.is_finite() && pose.at.x.abs() < MOST_LENGTH && pose.at.y.abs() < MOST_LENGTH
}

/// What binds a unit whatever it is told: broken divisions (HC-RET-02, HC-RET-03, HC-RET-07, HC-RAL-06), those who rush (HC-FRENZ-01), those
/// who feign flight (HC-FEIGN-02).
fn obligations(
    look: Look<'_>,
    (commander, unit): (Option<CommanderId>, UnitId),
    verb: &Verb,
    serves_escape: &dyn Fn(UnitId) -> bool,
    found: &mut Faults,
) {
    let broken = look.is_of_broken_division(unit);
    if broken && look.class(unit).is_heavy_engine() {
        fault(found, rule!("HC-RET-06"), Fact::Unit(unit));
    }
    if broken && !serves_escape(unit) {
        let rule = match verb {
            Verb::Charge(_) => rule!("HC-RET-07"),
            Verb::Rally => rule!("HC-RAL-06"),
            _ if commander.is_none() => rule!("HC-RET-03"),
            _ => rule!("HC-RET-02"),
        };
        fault(found, rule, Fact::Unit(unit));
    }
    if !broken && matches!(verb, Verb::Retire) {
        fault(found, rule!("HC-INTENT-11"), Fact::Unit(unit));
    }
    if !broken && !matches!(verb, Verb::Charge(_)) && look.must_charge(unit) {
        fault(found, rule!("HC-FRENZ-01"), Fact::Unit(unit));
    }
    if look.is_engaged(unit) && look.card(unit).has(Special::FeignedFlight) {
        feigns(look, unit, verb, found);
    }
}

/// HC-FEIGN-01, HC-FEIGN-02: out of the fight, with the first move, and not into another; proximity binds its plan
/// (HC-FEIGN-03).
fn feigns(look: Look<'_>, unit: UnitId, verb: &Verb, found: &mut Faults) {
    let parts = match verb {
        Verb::Advance(_) => verb.task(unit).is_some_and(|task| {
            let ends = look.plan(unit, task, 1).last().map_or(*look.rect(unit), |plan| plan.rect);
            look.state.foes(unit).all(|foe| look.distance_to(&ends, foe) > look.rules.slack)
        }),
        Verb::FollowMe | Verb::Retire => true,
        _ => false,
    };
    if !parts {
        fault(found, rule!("HC-FEIGN-02"), Fact::Unit(unit));
    }
}

/// HC-ORD-07, HC-CHO-01, HC-CHO-02, HC-CHO-03, HC-INTENT-17: enemies that there are; whether they can be reached
/// does not matter.
fn charge(look: Look<'_>, units: UnitSet, charge: &Charge, found: &mut Faults) {
    if charge.targets.is_empty() || charge.targets.len() > MOST_LEGS {
        fault(found, rule!("HC-ORD-07"), Fact::Units(units));
    }
    for target in &charge.targets {
        match target {
            Target::Unit(enemy) if !look.state.has_unit(*enemy) => {
                fault(found, rule!("HC-INTENT-17"), Fact::NoSuchUnit(*enemy));
            }
            Target::Unit(enemy) if look.side(*enemy) == look.active() => {
                fault(found, rule!("HC-INTENT-17"), Fact::NoEnemy(*enemy));
            }
            Target::Unit(enemy) if !look.state.unit(*enemy).is_on_table() => {
                fault(found, rule!("HC-INTENT-17"), Fact::NotOnTable(*enemy));
            }
            Target::Zone(zone) if !zone.points().iter().all(|point| point.is_finite()) => {
                fault(found, rule!("HC-INTENT-17"), Fact::Units(units));
            }
            _ => {}
        }
    }
    found.extend(nobody_charges(look, units, charge));
    let mut named = UnitSet::EMPTY;
    for task in &charge.first {
        if !units.contains(task.unit) || !named.insert(task.unit) {
            fault(found, rule!("HC-INTENT-02"), Fact::Unit(task.unit));
        }
        way(look, units, task, false, found);
    }
    for unit in units.iter().filter(|unit| look.is_rooted(*unit)) {
        fault(found, rule!("HC-SQ-04"), Fact::Unit(unit));
    }
    // HC-WEDGE-12: nobody charges out of a wedge.
    let within = |unit: &UnitId| matches!(look.state.unit(*unit).place, Place::Enclosed(_));
    for unit in units.iter().filter(within) {
        fault(found, rule!("HC-WEDGE-12"), Fact::Unit(unit));
    }
}

/// HC-SUPP-01, HC-SUPP-02, HC-SUPP-03, HC-SUPP-04, HC-SUPP-05, HC-SUPP-06, HC-SUPP-07, HC-SUPP-08, HC-SUPP-09,
/// HC-COL-10, HC-SQ-09, HC-WEDGE-13, HC-INTENT-04: who may move into support of whom.
fn support(look: Look<'_>, units: UnitSet, friend: UnitId, found: &mut Faults) {
    if !look.state.has_unit(friend) {
        return fault(found, rule!("HC-INTENT-17"), Fact::NoSuchUnit(friend));
    }
    let ours = look.side(friend) == look.active() && !units.contains(friend);
    if !ours || !look.can_be_supported(friend) {
        fault(found, rule!("HC-SUPP-01"), Fact::Unit(friend));
    }
    for unit in units.iter() {
        let formation = look.state.unit(unit).formation;
        if !look.can_support(unit, friend) {
            fault(found, rule!("HC-SUPP-02"), Fact::Pair { unit, other: friend });
        }
        if look.class(unit) == Class::Elephant && look.class(friend).is_cavalry() {
            fault(found, rule!("HC-ELE-03"), Fact::Unit(unit));
        }
        found.extend(look.joins_nobody(unit, formation));
        if look.state.unit(unit).is_in_block() {
            fault(found, rule!("HC-BLDG-17"), Fact::Unit(unit));
        }
    }
}

/// HC-BLDG-03, HC-BLDG-04, HC-BLDG-25, HC-INTENT-06: a building that there is, and those who may go in.
fn occupy(look: Look<'_>, units: UnitSet, id: BlockId, found: &mut Faults) {
    let Some(block) = look.state.field.block(id) else {
        return fault(found, rule!("HC-INTENT-17"), Fact::NoSuchBlock(id));
    };
    if units.len() > 1 {
        fault(
            found,
            rule!("HC-BLDG-04"),
            Fact::Count { found: units.len() as i32, allowed: i32::from(block.room) },
        );
    }
    for unit in units.iter() {
        found.extend(look.may_enter(unit, id));
        if look.is_rooted(unit) {
            fault(found, rule!("HC-SQ-04"), Fact::Unit(unit));
        }
        if look.state.unit(unit).place == Place::Block(id) {
            fault(found, rule!("HC-BLDG-07"), Fact::Block(id));
        }
    }
}

/// HC-FOL-01, HC-FOL-08, HC-RAL-01, HC-RAL-06, HC-RAL-10, HC-COM-05, HC-CMOV-09: one unit close to him, to which he can go.
fn by_himself(
    look: Look<'_>,
    commander: Option<CommanderId>,
    units: UnitSet,
    verb: &Verb,
    found: &mut Faults,
) {
    let rally = matches!(verb, Verb::Rally);
    let rule = if rally { rule!("HC-RAL-01") } else { rule!("HC-FOL-01") };
    let Some(commander) = commander else { return fault(found, rule, Fact::Units(units)) };
    if units.len() != 1 {
        fault(found, rule, Fact::Count { found: units.len() as i32, allowed: 1 });
    }
    let standing = look.state.commander(commander);
    let here = matches!(standing.place, CommanderPlace::Alone | CommanderPlace::With(_));
    for unit in units.iter().filter(|unit| look.state.unit(*unit).is_on_table()) {
        let distance = look.command_distance(commander, unit);
        if !here || !look.within(distance, numbers().commanding.followed) {
            fault(found, rule, Fact::CommandDistance { commander, unit, distance, penalty: 0 });
        }
        if look.state.commander_with(unit).is_some_and(|other| other != commander) {
            fault(found, rule!("HC-COM-05"), Fact::Unit(unit));
        }
        let casualties = look.state.unit(unit).casualties;
        if rally && casualties < 2 {
            let stamina = look.stats(unit).stamina;
            fault(found, rule!("HC-RAL-01"), Fact::Casualties { unit, casualties, stamina });
        }
    }
    if let CommanderPlace::With(held) = standing.place
        && look.is_engaged(held)
    {
        fault(found, rule!("HC-CJOIN-05"), Fact::Unit(held));
    }
}

/// HC-NOCH-01: why not one of these units can ever charge by this order, whatever the dice; none if one can. A change of
/// formation that the order names may help a column and open order.
fn nobody_charges(look: Look<'_>, units: UnitSet, charge: &Charge) -> Faults {
    let mut reasons = Faults::new();
    for unit in units.iter() {
        if !look.state.unit(unit).is_on_table() {
            return Faults::new();
        }
        let reforms = charge
            .first
            .iter()
            .any(|task| task.unit == unit && task.way.iter().any(|leg| matches!(leg, Leg::Form(_))));
        let helped = |reason: &Reason<Fact>| {
            let by_form = [rule!("HC-NOCH-05"), rule!("HC-NOCH-07"), rule!("HC-NOCH-08")];
            reforms && by_form.contains(&reason.rule)
        };
        let mut own = forbidden::never(look, unit);
        let at = |target: &Target| match target {
            Target::Unit(enemy) if look.state.has_unit(*enemy) && look.state.unit(*enemy).is_on_table() => {
                let quarter = look.quarter_in(unit, *enemy);
                let mut reasons = forbidden::at(look, unit, *enemy, quarter);
                if charge.first.is_empty() && look.state.unit(unit).is_open() {
                    let beside = forbidden_neighbour(look, unit, look.rect(unit), *enemy, quarter);
                    let rule = rule!("HC-NOCH-08");
                    reasons.extend(beside.map(|other| Reason { rule, fact: Fact::Pair { unit, other } }));
                }
                reasons
            }
            _ => Faults::new(),
        };
        let each: Vec<Faults> = charge.targets.iter().map(at).collect();
        if each.iter().all(|reasons| reasons.iter().any(|reason| !helped(reason))) {
            own.extend(each.into_iter().flatten());
        }
        own.retain(|reason| !helped(reason));
        if own.is_empty() {
            return Faults::new();
        }
        reasons.extend(own);
    }
    reasons
}

/// HC-FRENZ-01, HC-FRENZ-07: whether Verb::Charge is the only order that this unit takes.
impl Look<'_> {
    pub fn must_charge(&self, unit: UnitId) -> bool {
        self.is_frenzied(unit)
            && self.state.unit(unit).is_on_table()
            && !self.is_engaged(unit)
            && self.charge_reach(unit, &any_target(), 3).is_some()
    }
}

/// HC-CHO-03: the closest visible enemy, or else any ahead.
pub fn any_target() -> Charge {
    Charge { targets: vec![Target::Closest, Target::Front], first: Vec::new(), ignore_open: false }
}

/// Whether anything of an order speaks of units or commanders that there are not.
pub fn unknown(look: Look<'_>, order: &Order) -> Faults {
    let mut found = Faults::new();
    if !look.state.has_commander(order.commander) {
        fault(&mut found, rule!("HC-INTENT-01"), Fact::NoSuchCommander(order.commander));
    }
    if order.units.is_empty() {
        fault(&mut found, rule!("HC-INTENT-01"), Fact::Units(order.units));
    }
    for unit in order.units.iter().filter(|unit| !look.state.has_unit(*unit)) {
        fault(&mut found, rule!("HC-INTENT-01"), Fact::NoSuchUnit(unit));
    }
    let tasks: &[Task] = match &order.verb {
        Verb::Advance(tasks) | Verb::Enter(tasks) => tasks,
        Verb::Charge(charge) => &charge.first,
        _ => &[],
    };
    for task in tasks.iter().filter(|task| !look.state.has_unit(task.unit)) {
        fault(&mut found, rule!("HC-INTENT-02"), Fact::NoSuchUnit(task.unit));
    }
    found
}
