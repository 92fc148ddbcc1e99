//! What an order costs (40.3, BB-ALG-21): an itemised bill.

use crate::baseset::{BaseId, BaseSet};
use crate::choice::{Command, Manoeuvre, Order, Reach};
use crate::ground::Going;
use crate::movement::plan::{Plan, Shape};
use crate::rules::{Judging, Look};
use crate::settings::CommanderLoss;
use crate::state::{Base, Moved, Place};
use crate::troop::TroopType;
use aelian_game::Side;
use aelian_rulebook::{RuleId, rule};

/// BB-PIG-04: the items of an order's cost, which all add up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bill {
    /// The items; none in a quick judgement, which wants only their sum.
    pub lines: Vec<(RuleId, i8)>,
    sum: i32,
    /// BB-PIG-03, BB-PIG-55: this order uses up the rebate of the bound.
    pub rebate: bool,
    judging: Judging,
}

impl Bill {
    fn new(judging: Judging) -> Bill {
        Bill { judging, ..Bill::default() }
    }

    /// BB-PIG-03, AMB-57: the sum, never below zero.
    pub fn total(&self) -> u8 {
        u8::try_from(self.sum.max(0)).unwrap_or(u8::MAX)
    }

    /// Whether it says what each item is for.
    pub fn is_itemised(&self) -> bool {
        self.judging == Judging::Whole
    }

    /// BB-PIG-03: without the rebate, which another order has used up.
    pub fn lose_rebate(&mut self) {
        if self.rebate {
            self.rebate = false;
            self.sum += 1;
            self.lines.retain(|(rule, _)| *rule != rule!("BB-PIG-03"));
        }
    }

    fn add(&mut self, rule: RuleId, pigs: i8) {
        self.sum += i32::from(pigs);
        if self.is_itemised() {
            self.lines.push((rule, pigs));
        }
    }

    fn append(&mut self, other: Bill) {
        self.sum += other.sum;
        self.lines.extend(other.lines);
        self.rebate |= other.rebate;
    }
}

/// BB-ALG-21, BB-PIG-04, BB-PIG-40: the bill of an order whose kind and commander cost so much; `table` shows the
/// hidden bases of its side as if they stood on it, `plan` is what a move comes to.
pub fn bill(table: Look<'_>, order: &Order, plan: &Plan, known: KnownCost) -> Bill {
    let KnownCost { mut kind, commander } = known;
    let body = order.to.minus(plan.excluded);
    if let Command::Move { reach, how, .. } = &order.what
        && !how.is_of_pack()
    {
        clumsy(table, body, plan, &mut kind);
        third_far_move(table, body, *reach, &mut kind);
    }
    sub_group(table, order, body, plan, &mut kind);
    kind.append(commander);
    kind
}

/// What an order costs whatever comes of it: at least so much will be on its bill.
#[derive(Clone, Debug)]
pub struct KnownCost {
    kind: Bill,
    commander: Bill,
}

impl KnownCost {
    /// BB-PIG-40: pack moves have a price of their own. `look` has the secrets of the side that gives the order.
    pub fn of(look: Look<'_>, table: Look<'_>, order: &Order) -> KnownCost {
        let mut known = KnownCost { kind: Bill::new(look.judging), commander: Bill::new(look.judging) };
        match &order.what {
            Command::Halt => halt(table, order.to, &mut known.kind),
            Command::Move { how: Manoeuvre::FullSpeedAhead, .. } => known.kind.add(rule!("BB-PIG-30"), 2),
            Command::Move { how: Manoeuvre::PackIntoGroup { .. }, .. } => {
                known.kind.add(rule!("BB-PIG-31"), 4);
            }
            Command::Move { .. } => known.kind.add(rule!("BB-PIG-11"), 1),
        }
        commander(look, table, order.to, &mut known.commander);
        rebate(look, order.to, &mut known.commander);
        known
    }

    pub fn total(&self) -> u8 {
        u8::try_from((self.kind.sum + self.commander.sum).max(0)).unwrap_or(u8::MAX)
    }
}

/// BB-PIG-12, BB-PIG-13, BB-PIG-41: a halt costs if any Irr base is not infantry wholly in rough or difficult
/// going.
fn halt(look: Look<'_>, to: BaseSet, bill: &mut Bill) {
    let costs = |base: BaseId| {
        let base = look.state.base(base);
        let sheltered = base.troop.kind.is_infantry() && is_in_bad_going(look, base);
        base.troop.is_irregular() && !sheltered
    };
    if to.iter().any(costs) {
        bill.add(if to.len() == 1 { rule!("BB-PIG-12") } else { rule!("BB-PIG-13") }, 1);
    }
}

/// BB-PIG-12: entirely in RGo or DGo, as its own type counts it.
fn is_in_bad_going(look: Look<'_>, base: &Base) -> bool {
    let dunes = look.rules.settings.dunes_going;
    look.wholly_in_any(&base.rect, |area| {
        let going = crate::ground::going_of(area.kind, area.size, &base.troop, dunes);
        matches!(going, Going::Rough | Going::Difficult)
    }) || look.wholly_in_difficult(&base.rect, &base.troop)
}

/// BB-PIG-14, BB-PIG-15, BB-PIG-45 to BB-PIG-48, BB-ENG-35, AMB-120: Irr troops that are not nimble pay once for any move but
/// straight forward at full distance, unless it ends in close combat, support or overlap.
fn clumsy(look: Look<'_>, body: BaseSet, plan: &Plan, bill: &mut Bill) {
    let clumsy = |base: BaseId| {
        let troop = &look.state.base(base).troop;
        let nimble = matches!(troop.kind, TroopType::Ps | TroopType::Ax | TroopType::LH | TroopType::Cv);
        troop.is_irregular() && !nimble
    };
    if plan.shape == Shape::StraightFull || !body.iter().any(clumsy) {
        return;
    }
    let state = look.after(plan);
    let after = look.at(&state);
    // BB-PIG-48: in close combat by its own front; one whose flank lies along an enemy front has not moved into contact.
    let serves = |base: BaseId| after.is_support(base) || after.is_overlap(base);
    if after.engaged_by_front(body).is_empty() && !body.iter().any(serves) {
        bill.add(if body.len() == 1 { rule!("BB-PIG-14") } else { rule!("BB-PIG-15") }, 1);
    }
}

/// BB-PIG-16, BB-PIG-17, BB-PIG-49: the third far move of a bound, and each later one.
fn third_far_move(look: Look<'_>, body: BaseSet, reach: Reach, bill: &mut Bill) {
    let slow = |base: BaseId| {
        let troop = &look.state.base(base).troop;
        troop.is_irregular() && !troop.kind.is_skirmisher()
    };
    let cheap = look.rules.tables.numbers.commanding.cheap_far_moves;
    let third =
        |base: BaseId| matches!(look.state.base(base).deeds.moved, Moved::Far(times) if times >= cheap);
    if reach == Reach::Far && body.iter().any(third) && body.iter().any(slow) {
        bill.add(if body.len() == 1 { rule!("BB-PIG-16") } else { rule!("BB-PIG-17") }, 1);
    }
}

/// BB-PIG-10, BB-PIG-52, BB-PIG-54: two or more bases out of a larger group; a pack is always whole.
fn sub_group(look: Look<'_>, order: &Order, body: BaseSet, plan: &Plan, bill: &mut Bill) {
    let of_pack = matches!(&order.what, Command::Move { how, .. } if how.is_of_pack());
    if body.len() < 2 || of_pack {
        return;
    }
    if !plan.excluded.is_empty() {
        bill.add(rule!("BB-PIG-52"), 1);
    } else if look.is_sub_group(body) {
        bill.add(rule!("BB-PIG-10"), 1);
    }
}

/// BB-PIG-21 to BB-PIG-24, BB-PIG-42, BB-PIG-43, BB-PIG-44, BB-PIG-50, BB-PIG-56, BB-CIC-06, BB-CIC-08: where the
/// C-in-C is; at most one item.
fn commander(look: Look<'_>, table: Look<'_>, to: BaseSet, bill: &mut Bill) {
    let Some(side) = to.first().map(|base| look.state.base(base).side) else { return };
    let Some(general) = look.state.commander(side) else {
        if has_general(look, side) && look.rules.settings.cic_loss == CommanderLoss::OrdersCostOneMore {
            bill.add(rule!("BB-PIG-56"), 1);
        }
        return;
    };
    if look.state.base(general).place == Place::Ambush {
        return bill.add(rule!("BB-PIG-21"), 1);
    }
    if to.contains(general) {
        return;
    }
    let distance = to.iter().map(|base| table.distance(base, general)).fold(f64::INFINITY, f64::min);
    let reaches = &look.rules.tables.numbers.commanding;
    let beyond = |units: f64| distance > look.at_most(look.mu(units));
    if !beyond(reaches.unseen_commander) {
        return;
    }
    let light_horse = to.iter().all(|base| look.state.base(base).is(TroopType::LH));
    let seen = if light_horse { reaches.seen_by_light_horse } else { reaches.seen_commander };
    if !bill.is_itemised() && beyond(seen) {
        // As far off as that he costs one, seen or not.
        return bill.add(rule!("BB-PIG-23"), 1);
    }
    if !to.iter().any(|base| table.sees(base, general)) {
        bill.add(rule!("BB-PIG-22"), 1);
    } else if beyond(seen) {
        bill.add(if light_horse { rule!("BB-PIG-24") } else { rule!("BB-PIG-23") }, 1);
    }
}

/// BB-PIG-22, BB-PIG-23, BB-PIG-24: how far from the C-in-C, in mm, orders begin to cost more, and by which rule.
pub fn command_reaches(look: Look<'_>) -> [(RuleId, f64); 3] {
    let reaches = &look.rules.tables.numbers.commanding;
    [
        (rule!("BB-PIG-22"), look.mu(reaches.unseen_commander)),
        (rule!("BB-PIG-23"), look.mu(reaches.seen_commander)),
        (rule!("BB-PIG-24"), look.mu(reaches.seen_by_light_horse)),
    ]
}

/// Whether the side ever had a C-in-C; small scenes for study may do without.
fn has_general(look: Look<'_>, side: Side) -> bool {
    look.state.bases.iter().any(|base| base.side == side && base.commander)
}

/// BB-PIG-03, BB-PIG-55, BB-CIC-05: the first order of the bound to the C-in-C's own base or body.
fn rebate(look: Look<'_>, to: BaseSet, bill: &mut Bill) {
    let Some(side) = to.first().map(|base| look.state.base(base).side) else { return };
    let own = look.state.commander(side).is_some_and(|general| to.contains(general));
    if own && !look.state.army(side).rebate_used {
        bill.add(rule!("BB-PIG-03"), -1);
        bill.rebate = true;
    }
}
