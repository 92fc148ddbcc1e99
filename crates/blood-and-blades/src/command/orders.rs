//! Orders (40.3, 40.5): what an order would do and cost, alone or together with others (BB-ZOC-12).

use super::cost::{Bill, KnownCost, bill};
use super::halt;
use crate::baseset::{BaseId, BaseSet};
use crate::choice::{Command, Ghost, Order, Placement, Reach};
use crate::fact::Fact;
use crate::movement::approach::Search;
use crate::movement::plan::Plan;
use crate::movement::{bind, order};
use crate::rules::{Look, Rules};
use crate::state::{Place, State};
use aelian_game::Verdict;
use aelian_geometry::overlaps;
use aelian_rulebook::{Reason, rule};

/// An order with what it would do and cost.
#[derive(Clone, Debug, Default)]
pub struct Weighed {
    pub plan: Plan,
    pub bill: Bill,
}

/// BB-ZOC-12: at most so many moves are made together.
const MOST_TOGETHER: usize = 3;

/// BB-PIG-02, BB-PIG-51: plans an order, prices it and lists all that is wrong with it.
pub fn weigh(look: Look<'_>, order: &Order) -> Weighed {
    weigh_without(look, order, BaseSet::EMPTY)
}

/// As `weigh`, with the move planned as if these bases were not on the table.
fn weigh_without(look: Look<'_>, order: &Order, gone: BaseSet) -> Weighed {
    let side = look.active();
    let mut breaches = order::judge_subject(look, side, order.to);
    if let Command::Move { displace, .. } = &order.what {
        let unknown = displace.iter().find(|base| base.index() >= look.state.bases.len());
        breaches
            .extend(unknown.map(|base| Reason { rule: rule!("BB-PASS-08"), fact: Fact::NoSuchBase(base) }));
        // BB-PASS-08: friends make room, and nobody does so for himself.
        let known = displace.iter().filter_map(|id| Some((id, look.state.bases.get(id.index())?)));
        let strange =
            known.filter(|(id, base)| order.to.contains(*id) || (base.side != side && base.on_table()));
        breaches
            .extend(strange.map(|(base, _)| Reason { rule: rule!("BB-PASS-08"), fact: Fact::Base(base) }));
    }
    if !breaches.is_empty() {
        return Weighed { plan: Plan { breaches, ..Plan::default() }, bill: Bill::default() };
    }
    let state = order::own_eyes(look, side);
    let table = look.at(&state);
    let cleared = (!gone.is_empty()).then(|| without(&state, gone));
    let ground = cleared.as_ref().map_or(table, |state| look.at(state));
    let known = KnownCost::of(look, table, order);
    let mut plan = Plan::default();
    judge_cost(look, known.total(), &mut plan);
    if look.settled(&plan) {
        return Weighed { plan, bill: Bill::default() };
    }
    plan = match &order.what {
        Command::Halt => halt::plan(ground, order.to),
        Command::Move { reach, how, displace } => order::plan(ground, order.to, *reach, how, *displace),
    };
    if look.settled(&plan) {
        return Weighed { plan, bill: Bill::default() };
    }
    tell_unmoved(order, &mut plan);
    let bill = bill(table, order, &plan, known);
    judge_cost(look, bill.total(), &mut plan);
    Weighed { plan, bill }
}

/// BB-PASS-08: who was named to make room and need not stays where he is, and the player is told so.
fn tell_unmoved(order: &Order, plan: &mut Plan) {
    let Command::Move { displace, .. } = order.what else { return };
    let unmoved = displace.minus(plan.displaced.iter().map(|track| track.base).collect());
    if plan.is_legal() && !unmoved.is_empty() {
        plan.note(rule!("BB-PASS-08"), Fact::Unmoved(unmoved));
    }
}

/// BB-PIG-51: an order that costs more than is left cannot be given.
fn judge_cost(look: Look<'_>, cost: u8, plan: &mut Plan) {
    let left = look.state.army(look.active()).pigs;
    if cost > left {
        plan.refuse(rule!("BB-PIG-51"), Fact::Cost { cost, left });
    }
}

/// The verdict on one order.
pub fn check(look: Look<'_>, order: &Order) -> Verdict<Rules> {
    let weighed = weigh(look, order);
    let Weighed { plan, bill } = &weighed;
    let ghost = ghost(look, plan, bill);
    let mut consequences = plan.consequences.clone();
    consequences.extend(
        bill.lines.iter().map(|(rule, pigs)| Reason { rule: *rule, fact: Fact::CostItem { pigs: *pigs } }),
    );
    let breaches = plan.breaches.clone();
    let plan = breaches.is_empty().then(|| Box::new(weighed));
    Verdict { breaches, consequences, ghost, plan }
}

fn ghost(look: Look<'_>, plan: &Plan, bill: &Bill) -> Ghost {
    let tracks = plan.tracks.iter().chain(&plan.displaced);
    Ghost {
        moves: tracks.map(|track| Placement { base: track.base, pose: track.to }).collect(),
        cost: Some(bill.total()),
        used: plan.used,
        allowed: plan.allowed,
        engages: engages(look, plan),
    }
}

/// The enemies with whom the body would be in close combat.
fn engages(look: Look<'_>, plan: &Plan) -> BaseSet {
    if look.touched(plan).is_empty() {
        return BaseSet::EMPTY;
    }
    let state = look.after(plan);
    let moved = plan.tracks.iter().map(|track| track.base).collect();
    look.at(&state).engaged_by_body(moved)
}

/// BB-ZOC-12, BB-PIG-53: two or three moves made together, each planned as if the other bases were not there.
/// Also what is wrong with them as a whole.
pub fn weigh_together(look: Look<'_>, orders: &[Order]) -> (Vec<Weighed>, Vec<Reason<Fact>>) {
    let mut breaches = Vec::new();
    let mut refuse = |rule, fact| breaches.push(Reason { rule, fact });
    let all = orders.iter().fold(BaseSet::EMPTY, |all, order| all.union(order.to));
    let count = orders.len();
    if !(2..=MOST_TOGETHER).contains(&count) || all.len() != count {
        let found = u32::try_from(count).unwrap_or(u32::MAX);
        refuse(rule!("BB-ZOC-12"), Fact::Count { found, least: 2, most: MOST_TOGETHER as u32 });
        return (Vec::new(), breaches);
    }
    let known = |base: BaseId| base.index() < look.state.bases.len();
    if !all.iter().all(known) {
        refuse(rule!("BB-PIG-02"), Fact::Bases(all));
        return (Vec::new(), breaches);
    }
    let mut weighed: Vec<Weighed> = Vec::with_capacity(count);
    let mut rebated = false;
    for order in orders {
        let mut one = weigh_without(look, order, all.minus(order.to));
        if rebated {
            one.bill.lose_rebate();
        }
        rebated |= one.bill.rebate;
        weighed.push(one);
    }
    let cost = weighed.iter().map(|one| one.bill.total()).fold(0, u8::saturating_add);
    let left = look.state.army(look.active()).pigs;
    if cost > left {
        refuse(rule!("BB-PIG-53"), Fact::Cost { cost, left });
    }
    if !orders.iter().all(|order| is_forced(look, order))
        || !orders.iter().any(|order| is_in_need(look, order))
    {
        refuse(rule!("BB-ZOC-12"), Fact::Bases(all));
    }
    if let Some((base, other)) = collision(look, &weighed) {
        refuse(rule!("BB-GEO-12"), Fact::Pair { base, other });
    }
    (weighed, breaches)
}

/// BB-ZOC-12: only tactical moves of zocced bases are made together.
fn is_forced(look: Look<'_>, order: &Order) -> bool {
    let tactical = matches!(order.what, Command::Move { reach: Reach::Tactical, .. });
    tactical && order.to.iter().all(|base| on_table(look, base) && !look.zoccers(base).is_empty())
}

/// BB-ZOC-12: alone it could not get into close combat.
fn is_in_need(look: Look<'_>, order: &Order) -> bool {
    order.to.first().is_some_and(|base| {
        let search = Search::new(look, base, Reach::Tactical);
        on_table(look, base) && bind::best(&search, look.zoccers(base)).is_none()
    })
}

fn on_table(look: Look<'_>, base: BaseId) -> bool {
    look.state.base(base).place == Place::Table
}

fn collision(look: Look<'_>, weighed: &[Weighed]) -> Option<(BaseId, BaseId)> {
    let ends: Vec<_> = weighed
        .iter()
        .flat_map(|one| one.plan.tracks.iter().chain(&one.plan.displaced))
        .map(|track| (track.base, look.state.rect(track.base).with_pose(track.to)))
        .collect();
    ends.iter().enumerate().find_map(|(at, (base, rect))| {
        let meets =
            |(_, other): &&(BaseId, aelian_geometry::Rect)| overlaps(rect, other, look.rules.tolerance);
        ends[at + 1..].iter().find(meets).map(|(other, _)| (*base, *other))
    })
}

/// The table without these bases.
fn without(state: &State, gone: BaseSet) -> State {
    let mut state = state.clone();
    for base in gone.iter() {
        if let Some(base) = state.bases.get_mut(base.index()) {
            base.place = Place::Waiting;
        }
    }
    state
}

/// The verdict on several orders made together.
pub fn check_together(look: Look<'_>, orders: &[Order]) -> Verdict<Rules> {
    let (weighed, mut breaches) = weigh_together(look, orders);
    let mut whole = Ghost::default();
    let mut consequences = Vec::new();
    let mut cost: u8 = 0;
    for one in weighed {
        let part = ghost(look, &one.plan, &one.bill);
        whole.moves.extend(part.moves);
        whole.engages = whole.engages.union(part.engages);
        cost = cost.saturating_add(one.bill.total());
        breaches.extend(one.plan.breaches);
        consequences.extend(one.plan.consequences);
    }
    whole.cost = Some(cost);
    Verdict { breaches, consequences, ghost: whole, plan: None }
}
