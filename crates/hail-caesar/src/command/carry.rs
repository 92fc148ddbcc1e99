//! Carrying out orders (30.1, 30.5, HC-ALG-01): unit after unit, each with all its moves; a group stays linked.

use super::cut::Stated;
use super::{Carrying, Charge, Ending, Grant, Leg, Order, SupportAt, Task, Verb, Waiting};
use super::{ending, enter, escape, retire, support};
use crate::charge;
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::ids::{BlockId, UnitId, UnitSet};
use crate::movement::{self, Manner, MovePlan, Plan};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::scenario;
use crate::state::{Combat, Place};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Verdict};
use aelian_geometry::{Pose, Rect, distance};
use aelian_rulebook::rule;

/// Units that have moves to make and can make them. HC-PASS-09: who was disordered before he moved stays.
pub fn left(look: Look<'_>, carrying: &Carrying) -> UnitSet {
    let entering = matches!(carrying.order.verb, Verb::Enter(_));
    let comes_on = entering || matches!(carrying.order.verb, Verb::Charge(_));
    let can = |unit: &UnitId| {
        let standing = look.state.unit(*unit);
        let here = match standing.place {
            Place::Off { .. } => comes_on,
            _ => !entering && standing.is_here(),
        };
        let retires = look.is_of_broken_division(*unit);
        here && (!standing.disordered || retires) && !look.is_held(*unit)
    };
    carrying.grants.iter().map(|grant| grant.unit).filter(can).collect()
}

/// HC-RESP-03, HC-RESP-09: whom the charge that is about to be made goes for, if he has only one response and is not asked;
/// he may give it before, and what he may not do is refused. None if he will be asked, or nobody is charged.
pub fn answered_first(look: Look<'_>, response: charge::Response) -> Option<(UnitId, Verdict<Rules>)> {
    let Some(Waiting::Carrying(carrying)) = super::waiting(look) else { return None };
    let Verb::Charge(charge) = &carrying.order.verb else { return None };
    let able = left(look, carrying);
    let grant = carrying.grants.iter().find(|grant| able.contains(grant.unit)).copied()?;
    let Grant { unit, moves, why } = grant;
    if !look.state.unit(unit).is_here() {
        return None;
    }
    let others: Vec<Grant> = carrying.grants.iter().filter(|other| other.unit != unit).copied().collect();
    let group = Group { look, order: &carrying.order, unit, others: &others };
    let moves = match carrying.order.units.len() {
        0 | 1 => moves,
        _ if group.supports_instead(charge, moves).is_some() => 0,
        _ => group.charge_moves(charge, moves),
    };
    let stood = look.rect(unit).pose;
    (moves > 0).then(|| charge::only_response(look, (unit, charge, moves, stood, why), response))?
}

/// HC-CMD-04, HC-CMD-05: one unit makes all its moves; those that it does not need are lost (HC-ORD-09).
pub fn resolve(cx: &mut Cx<'_, Rules>, carrying: Carrying, named: Option<UnitId>) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let able = left(look, &carrying);
    let unit = named.filter(|unit| able.contains(*unit)).or(able.first());
    let grant = carrying.grants.iter().find(|grant| Some(grant.unit) == unit).copied();
    cx.emit(Event::Settled);
    let Some(grant) = grant else { return Ok(()) };
    let order = carrying.order.clone();
    let rest: Vec<Grant> = carrying.grants.iter().filter(|other| other.unit != grant.unit).copied().collect();
    let others = rest.clone();
    if !rest.is_empty() {
        let carrying = Carrying { order: carrying.order, grants: rest };
        cx.emit(Event::Waits(Pending::Command(Waiting::Carrying(carrying))));
    }
    obey(cx, &order, grant, &others)
}

/// What one unit of an order does with its moves.
fn obey(cx: &mut Cx<'_, Rules>, order: &Order, grant: Grant, others: &[Grant]) -> Result<(), NeedRoll> {
    let Grant { unit, moves, why } = grant;
    parts(cx, unit);
    let look = Look::new(cx.rules, cx.state());
    let group = Group { look, order, unit, others };
    match &order.verb {
        Verb::Advance(_) => {
            let facing = look.rect(unit).pose.facing;
            let ending = Ending { order: order.clone(), grant, others: others.to_vec(), facing };
            goes(cx, ending)
        }
        Verb::Retire if order.units.len() > 1 => {
            let Some(stated) = group.stated() else { return Ok(()) };
            let held = group.escapes(&stated, moves);
            if held.short {
                cx.cite(rule!("HC-DIVO-04"), || Fact::Unit(unit));
            }
            if let Some(reason) = held.plan.stopped {
                cx.cite(reason.rule, || reason.fact);
            }
            movement::carry_plan(cx, unit, &held.plan.moves, why)
        }
        Verb::Enter(_) => match order.verb.task(unit) {
            Some(task) => enter::carry(cx, task, moves, order.units, why),
            None => Ok(()),
        },
        Verb::Charge(charge) if !look.state.unit(unit).is_here() => {
            let (task, charge) = enter::then_charges(unit, charge);
            enter::carry(cx, &task, 1, order.units, why)?;
            if moves < 2 || !cx.state().unit(unit).is_on_table() {
                return Ok(());
            }
            let stood = look_pose(cx, unit);
            carry_out(cx, unit, &Verb::Charge(charge), moves - 1, stood, why)
        }
        Verb::Charge(charge) if order.units.len() > 1 => {
            if let Some(friend) = group.supports_instead(charge, moves) {
                cx.cite(rule!("HC-DIVO-10"), || Fact::Pair { unit, other: friend });
                let verb = Verb::Support { friend, at: SupportAt::Nearest };
                return carry_out(cx, unit, &verb, moves, look_pose(cx, unit), why);
            }
            let held = group.charge_moves(charge, moves);
            if held < moves {
                cx.cite(rule!("HC-DIVO-12"), || Fact::Unit(unit));
            }
            if held == 0 {
                return Ok(());
            }
            let stood = look_pose(cx, unit);
            carry_out(cx, unit, &order.verb, held, stood, why)
        }
        verb => {
            let stood = look_pose(cx, unit);
            carry_out(cx, unit, verb, moves, stood, why)
        }
    }
}

/// HC-INTENT-14: a unit goes where it was told, and its owner is asked how it ends if that is left to him.
pub fn goes(cx: &mut Cx<'_, Rules>, ending: Ending) -> Result<(), NeedRoll> {
    if scenario::may_spring(Look::new(cx.rules, cx.state()), ending.grant.unit)
        && let Some(end) = ending::End::of(Look::new(cx.rules, cx.state()), &ending)
    {
        let moves = end.held.plan.moves;
        scenario::spring_upon(cx, ending.grant.unit, moves.iter().flat_map(MovePlan::places));
    }
    let look = Look::new(cx.rules, cx.state());
    match ending::End::of(look, &ending) {
        Some(end) if end.is_open() => {
            let last = end.held.plan.moves.last();
            let facing = last.map_or(ending.facing, |last| last.rect.pose.facing);
            let ending = Ending { facing, ..ending.clone() };
            cx.emit(Event::Waits(Pending::Command(Waiting::Ending(ending))));
            Ok(())
        }
        Some(end) => {
            let held = end.held;
            ending::make(cx, &ending, held)
        }
        None => Ok(()),
    }
}

/// HC-FEIGN-01, HC-FEIGN-02: a unit that goes out of a fight fights nobody any more.
pub(super) fn parts(cx: &mut Cx<'_, Rules>, unit: UnitId) {
    let bouts: Vec<[UnitId; 2]> =
        cx.state().bouts.iter().map(|bout| bout.units).filter(|units| units.contains(&unit)).collect();
    for units in bouts {
        cx.cite(rule!("HC-FEIGN-01"), || Fact::Pair { unit: units[0], other: units[1] });
        cx.emit(Event::BoutOver(units));
        for one in units.into_iter().filter(|one| !cx.state().is_fighting(*one)).collect::<Vec<_>>() {
            cx.emit(Event::Combat { unit: one, is: Combat::default() });
        }
    }
}

fn look_pose(cx: &Cx<'_, Rules>, unit: UnitId) -> Pose {
    cx.state().unit(unit).rect.pose
}

/// HC-ALG-01: a unit by itself does this with so many moves. `stood`: where it stood when it was told (HC-CHG-36).
pub fn carry_out(
    cx: &mut Cx<'_, Rules>,
    unit: UnitId,
    verb: &Verb,
    moves: u8,
    stood: Pose,
    why: MoveWhy,
) -> Result<(), NeedRoll> {
    parts(cx, unit);
    let look = Look::new(cx.rules, cx.state());
    match verb {
        Verb::Advance(_) => match verb.task(unit) {
            Some(task) => movement::carry(cx, unit, task, moves, why),
            None => Ok(()),
        },
        Verb::Charge(charge) => charge::carry(cx, unit, charge, moves, stood, why),
        Verb::Support { friend, at } => match support::task(look, unit, *friend, *at, false) {
            Some(task) => {
                let plan = support::whole_plan(look, &task, *friend, moves);
                if let Some(reason) = plan.stopped {
                    cx.cite(reason.rule, || reason.fact);
                }
                movement::carry_plan(cx, unit, &plan.moves, MoveWhy::Supported)
            }
            None => {
                cx.cite(rule!("HC-SUPP-24"), || Fact::Pair { unit, other: *friend });
                Ok(())
            }
        },
        Verb::Occupy { block } => movement::carry(cx, unit, &occupies(unit, *block), moves, why),
        Verb::Retire => {
            let mut plan = escape::plan(look, unit, moves);
            if scenario::spring_upon(cx, unit, plan.moves.iter().flat_map(MovePlan::places)) {
                plan = escape::plan(Look::new(cx.rules, cx.state()), unit, moves);
            }
            if let Some(reason) = &plan.stopped {
                cx.cite(reason.rule, || reason.fact.clone());
            }
            movement::carry_plan(cx, unit, &plan.moves, MoveWhy::Retired)
        }
        Verb::FollowMe | Verb::Rally | Verb::Enter(_) => Ok(()),
    }
}

/// HC-INTENT-06, HC-BLDG-07: up to a building and into it.
pub fn occupies(unit: UnitId, block: BlockId) -> Task {
    Task { unit, way: vec![Leg::Enter(block)], ignore_open: false }
}

/// What a unit of a group does.
#[derive(Clone, Debug)]
pub struct Held {
    pub plan: Plan,
    /// HC-DIVO-04: the link holds it back.
    pub short: bool,
}

/// A unit that moves as one of a group (HC-DIVO-03, HC-DIVO-12).
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    pub look: Look<'a>,
    pub order: &'a Order,
    pub unit: UnitId,
    /// Units that have their moves still before them.
    pub others: &'a [Grant],
}

impl Group<'_> {
    /// What the order has this unit do.
    pub fn stated(&self) -> Option<Task> {
        match self.order.verb {
            Verb::Retire => retire::best_way(self.look, self.unit),
            _ => self.order.verb.task(self.unit).cloned(),
        }
    }

    /// HC-DIVO-04, HC-DIVO-08, HC-INTENT-14: the moves of this unit, cut short where the group would part.
    pub fn held_back(&self, task: &Task, moves: u8) -> Held {
        let plan = self.first_of(task, moves);
        let places = self.places();
        let start = *self.look.rect(self.unit);
        let end = |plan: &Plan| plan.moves.last().map_or(start, |last| last.rect);
        if plan.moves.is_empty() || self.is_linked(&places, &end(&plan)) {
            return Held { plan, short: false };
        }
        // HC-PASS-03: with fewer moves it may have to stop before a friend whom it would pass with more.
        let all = plan.moves.len() as u8;
        let shorter: Vec<Plan> = (0..all).map(|made| self.first_of(task, made)).collect();
        // HC-DIVO-06: of those who are sent apart each may be held back on his way.
        let sent_apart = !shorter.iter().any(|plan| self.is_linked(&places, &end(plan)));
        let linked = |rect: &Rect| match sent_apart {
            true => self.is_linked(&self.on_their_ways(&places, rect), rect),
            false => self.is_linked(&places, rect),
        };
        if linked(&end(&plan)) {
            return Held { plan, short: false };
        }
        let Some(made) = shorter.iter().rposition(|plan| linked(&end(plan))) else {
            // It cannot restore the link; it does what it was told.
            return Held { plan, short: false };
        };
        let (to, kept) = (end(shorter.get(made + 1).unwrap_or(&plan)), shorter.into_iter().nth(made));
        let kept = kept.unwrap_or_default();
        let plan = self.nearer(task, (&end(&kept), &to), &linked, moves).unwrap_or(kept);
        Held { plan, short: true }
    }

    /// HC-RET-13, HC-DIVO-04: as the task says, or by another way if that leads further out and the group stays linked.
    fn escapes(&self, task: &Task, moves: u8) -> Held {
        let held = self.held_back(task, moves);
        let plan = escape::plan(self.look, self.unit, moves);
        let longer = !held.short && plan.moves.len() > held.plan.moves.len();
        match plan.moves.last() {
            Some(last) if longer && self.is_linked(&self.places(), &last.rect) => Held { plan, short: false },
            _ => held,
        }
    }

    /// What it does with so many moves.
    fn first_of(&self, task: &Task, moves: u8) -> Plan {
        self.look.plan_in(self.unit, task, moves, &Manner::ORDER)
    }

    /// As far on its way between two ends as the group stays linked.
    fn nearer(
        &self,
        task: &Task,
        ends: (&Rect, &Rect),
        linked: &impl Fn(&Rect) -> bool,
        moves: u8,
    ) -> Option<Plan> {
        let nearer = Stated::new(self.look.rect(self.unit), task).cut(ends, linked)?;
        let plan = self.first_of(&nearer, moves);
        plan.moves.last().is_some_and(|end| linked(&end.rect)).then_some(plan)
    }

    /// The others, each where it would be nearest to a place on its way to where it will stand.
    fn on_their_ways(&self, places: &[(UnitId, Rect, f64)], to: &Rect) -> Vec<(UnitId, Rect, f64)> {
        let nearest = |&(other, end, reach): &(UnitId, Rect, f64)| {
            let start = *self.look.rect(other);
            let way = end.pose.at - start.pose.at;
            let on_way =
                (0..=8).map(|step| start.with_pose(start.pose.translated(way * (f64::from(step) / 8.0))));
            let near = on_way.min_by(|a, b| distance(a, to).total_cmp(&distance(b, to)));
            (other, near.unwrap_or(end), reach)
        };
        places.iter().map(nearest).collect()
    }

    /// HC-DIVO-12: the others: where they stand, or where those who have not moved will stand; for a charge, what they
    /// may yet go.
    fn places(&self) -> Vec<(UnitId, Rect, f64)> {
        let others = self.order.units.iter().filter(|other| *other != self.unit);
        let here = others.filter(|other| self.look.state.unit(*other).is_on_table());
        let place = |other: UnitId| {
            let rect = *self.look.rect(other);
            let Some(grant) = self.others.iter().find(|grant| grant.unit == other) else {
                return (other, rect, 0.0);
            };
            match self.order.verb.task(other) {
                Some(task) if matches!(self.order.verb, Verb::Advance(_)) => {
                    (other, self.expected(other, task, grant.moves), 0.0)
                }
                _ => (other, rect, f64::from(grant.moves) * self.look.rate(other)),
            }
        };
        here.map(place).collect()
    }

    /// Where a unit will stand that has yet to move: straight on its way, as far as its moves go, if that is all it was
    /// told; otherwise as its plan says.
    fn expected(&self, other: UnitId, task: &Task, moves: u8) -> Rect {
        let rect = *self.look.rect(other);
        match task.way.as_slice() {
            [Leg::Go(goal)]
                if goal.facing == rect.pose.facing && !self.look.state.unit(other).is_in_block() =>
            {
                let way = goal.at - rect.pose.at;
                let (far, most) = (way.length(), f64::from(moves) * self.look.rate(other));
                let share = if far > most { most / far } else { 1.0 };
                rect.with_pose(rect.pose.translated(way * share))
            }
            _ => self.look.plan(other, task, moves).last().map_or(rect, |plan| plan.rect),
        }
    }

    fn is_linked(&self, places: &[(UnitId, Rect, f64)], rect: &Rect) -> bool {
        let mut all = places.to_vec();
        all.push((self.unit, *rect, 0.0));
        self.look.is_linked_at(&all)
    }

    /// HC-DIVO-12, AMB-16: how many of its moves a charger can make without leaving the group.
    fn charge_moves(&self, charge: &Charge, moves: u8) -> u8 {
        let places = self.places();
        let keeps = |made: &u8| {
            let outlook = charge::reach(self.look, self.unit, charge, *made);
            self.is_linked(&places, &outlook.end)
        };
        (1..=moves).rev().find(keeps).unwrap_or(0)
    }

    /// HC-DIVO-10: a unit that cannot complete its charge supports a fighting friend of the same order, if it can.
    fn supports_instead(&self, charge: &Charge, moves: u8) -> Option<UnitId> {
        let Group { look, unit, .. } = *self;
        if !support::may_join(look, unit) || charge::reaches(look, unit, charge, moves) {
            return None;
        }
        let friends = support::friends(look, unit).filter(|friend| self.order.units.contains(*friend));
        friends.into_iter().find(|friend| support::reaches(look, unit, *friend, SupportAt::Nearest, moves))
    }
}
