//! Proposals of the manoeuvre phase: a fixed sample of what each group, line and commander could do.

use super::answer::waiting;
use super::choice::{CommanderMove, Interrupted, Leg, MoveOrder, MovementChoice, Turn, Waiting};
use super::make::{check_rest, plan};
use super::order::{When, legal};
use super::ride;
use crate::choice::Choice;
use crate::command::moves::Going;
use crate::formation::{Body, wheel_angle, wheel_cost};
use crate::ids::{CommanderId, GroupId, GroupSet};
use crate::rules::{Look, Rules};
use crate::state::{Defences, Shape};
use aelian_dice::Sampler;
use aelian_game::{Drawn, Proposals, Want};
use aelian_geometry::{Facing, Hand, degrees, to_degrees};

/// The wheels that are tried, in degrees; the widest that the distance allows is tried besides.
const WHEELS: [f64; 4] = [5.0, 15.0, 30.0, 45.0];

/// For every prompt at least one legal choice. `Want::All`: for each group that may move the full way ahead, half of
/// it, 1 MU, wheels by several angles to both hands alone and with the rest of the way, two opposite wheels, turns alone
/// and with an advance, expansions and contractions by one and two bases, overlaps and contacts beside it, orbs and
/// portable defences; the largest line of each commander; commanders to every group in reach; the end of the moves.
pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    let mut found = Found { plans: false, all: Vec::new() };
    find(look, want, &mut found);
    out.extend(found.all.into_iter().map(|drawn| drawn.choice));
}

/// One of a few, with its plan.
pub fn draw(look: Look<'_>, sampler: &mut Sampler) -> Option<Drawn<Rules>> {
    let mut found = Found { plans: true, all: Vec::new() };
    find(look, Want::Sample(1, sampler), &mut found);
    Drawn::one_of(found.all, sampler)
}

/// What is proposed, with plans if they are wanted.
struct Found {
    plans: bool,
    all: Vec<Drawn<Rules>>,
}

impl Found {
    fn push(&mut self, choice: MovementChoice) {
        self.all.push(Drawn::plain(Choice::Movement(choice)));
    }

    /// The order if it is legal.
    fn push_legal(&mut self, look: Look<'_>, order: MoveOrder, when: When) -> bool {
        let Some(judged) = legal(look, &order, when) else { return false };
        let plan = if self.plans { plan(&judged, &order, when) } else { None };
        self.all.push(Drawn { choice: Choice::Movement(MovementChoice::Move(order)), plan });
        true
    }
}

fn find(look: Look<'_>, want: Want<'_>, out: &mut Found) {
    match waiting(look) {
        None => propose_moves(look, want, out),
        Some(Waiting::SimpleOrStay { who }) => propose_for(look, *who, When::AfterFailure, want, out),
        Some(Waiting::SecondMove { who }) => propose_for(look, *who, When::Second, want, out),
        Some(Waiting::GoOn(stopped)) => propose_rest(look, stopped, out),
        Some(Waiting::RideOn { commander, spent }) => {
            out.push(MovementChoice::Stay);
            let rides = look.rides(*commander, Going::Joint).into_iter();
            let legal = |ride: &CommanderMove| ride::check_rest(look, ride, (*commander, *spent)).is_legal();
            rides.filter(legal).for_each(|ride| out.push(MovementChoice::Commander(ride)));
        }
        Some(Waiting::Caught { commander, .. }) => {
            let rides = look.rides(*commander, Going::Fleeing).into_iter();
            rides.for_each(|ride| out.push(MovementChoice::Commander(ride)));
        }
        Some(waiting) => {
            let answers = look.answers(waiting).into_iter();
            answers.for_each(|answer| out.push(MovementChoice::Answer(answer)));
        }
    }
}

/// FA-AMB-09: to stand, or to go on straight ahead by 1 MU, 2 MU and so on.
fn propose_rest(look: Look<'_>, stopped: &Interrupted, out: &mut Found) {
    out.push(MovementChoice::Stay);
    for step in 1..=7 {
        let further = look.mu(f64::from(step));
        let mut legs = stopped.walked.clone();
        match legs.last_mut() {
            Some(Leg::Advance { distance }) => *distance += further,
            _ => legs.push(Leg::Advance { distance: further }),
        }
        let order = MoveOrder::all(stopped.who, legs);
        if check_rest(look, &order, stopped).is_legal() {
            out.push(MovementChoice::Move(order));
        }
    }
}

fn propose_moves(look: Look<'_>, want: Want<'_>, out: &mut Found) {
    let movable: Vec<GroupId> =
        look.state.on_table_of(look.state.active).filter(|id| look.may_manoeuvre(*id).is_none()).collect();
    match want {
        Want::All => {
            out.push(MovementChoice::EndMoves);
            for id in &movable {
                add_legal(look, GroupSet::one(*id), When::First, out);
            }
            let own = |at: &usize| look.state.markers[*at].side == look.state.active;
            for at in (0..look.state.markers.len()).filter(own) {
                out.push(MovementChoice::Reveal { marker: at as u8 });
            }
            for commander in look.state.commander_ids() {
                add_line(look, commander, out);
                add_rides(look, commander, out);
            }
        }
        Want::Sample(count, sampler) => sample(look, &movable, count, sampler, out),
    }
}

/// A few: mostly moves of single groups, now and then a line, a commander or the end.
fn sample(look: Look<'_>, movable: &[GroupId], count: u16, sampler: &mut Sampler, out: &mut Found) {
    let before = out.all.len();
    for _ in 0..count.max(1) {
        match sampler.below(24) {
            0 => out.push(MovementChoice::EndMoves),
            1 => {
                let all = look.state.commanders.len() as u32;
                if all > 0 {
                    add_rides(look, CommanderId(sampler.below(all) as u8), out);
                }
            }
            2 => {
                let all = look.state.commanders.len() as u32;
                if all > 0 {
                    add_line(look, CommanderId(sampler.below(all) as u8), out);
                }
            }
            _ if !movable.is_empty() => {
                let id = movable[sampler.below(movable.len() as u32) as usize];
                draw_order(look, GroupSet::one(id), When::First, sampler, out);
            }
            _ => {}
        }
    }
    if out.all.len() == before {
        out.push(MovementChoice::EndMoves);
    }
}

/// One legal order of these; nothing if the few that are drawn are not legal.
fn draw_order(look: Look<'_>, who: GroupSet, when: When, sampler: &mut Sampler, out: &mut Found) {
    for _ in 0..3 {
        let Some(legs) = drawn_legs(look, who, when, sampler) else { continue };
        if out.push_legal(look, MoveOrder::all(who, legs), when) {
            return;
        }
    }
}

/// The parts of one order, drawn without working out the whole sample: mostly forward, with or without a wheel, now and
/// then a change of formation or one of the rarer moves.
fn drawn_legs(look: Look<'_>, who: GroupSet, when: When, sampler: &mut Sampler) -> Option<Vec<Leg>> {
    let lone = who.first().filter(|_| who.len() == 1);
    let orb = lone.is_some_and(|id| look.state.group(id).shape == Shape::Orb);
    let kind = sampler.below(16);
    if orb || (kind >= 14 && when != When::Second) {
        let mut ways = Vec::new();
        match lone {
            Some(_) if orb => orb_ways(look, &mut ways),
            Some(id) => changes(look, id, &mut ways),
            None => return None,
        }
        let at = sampler.below(ways.len().max(1) as u32) as usize;
        return (at < ways.len()).then(|| ways.swap_remove(at));
    }
    let full = look.speed(who, 0.0).open();
    let body = block_of(look, who);
    if full <= 0.0 {
        return None;
    }
    Some(match kind {
        0..=5 => vec![ahead(look.run(&body, who, 0.0, 0.0).distance.max(1.0))],
        6 | 7 => vec![ahead(full * 0.5)],
        _ => {
            let width = front_width(look, who, &body);
            let angle = WHEELS[sampler.below(WHEELS.len() as u32) as usize];
            let hand = if sampler.below(2) == 0 { Hand::Left } else { Hand::Right };
            let angle = angle.min(to_degrees(wheel_angle(width, full)));
            let left = full - wheel_cost(width, degrees(angle));
            let wheel = Leg::Wheel { hand, degrees: angle };
            if left > 1.0 && kind < 13 { vec![wheel, ahead(left)] } else { vec![wheel] }
        }
    })
}

fn propose_for(look: Look<'_>, who: GroupSet, when: When, want: Want<'_>, out: &mut Found) {
    out.push(MovementChoice::Stay);
    match want {
        Want::All => add_legal(look, who, when, out),
        Want::Sample(_, sampler) => draw_order(look, who, when, sampler, out),
    }
}

fn add_legal(look: Look<'_>, who: GroupSet, when: When, out: &mut Found) {
    for order in orders(look, who, when) {
        out.push_legal(look, order, when);
    }
}

fn add_line(look: Look<'_>, commander: CommanderId, out: &mut Found) {
    let officer = look.state.commander(commander);
    let ready = officer.with().is_some_and(|group| look.may_manoeuvre(group).is_none());
    if officer.side == look.state.active && ready {
        let line = look.line_of(commander);
        if line.len() > 1 {
            add_legal(look, line, When::First, out);
        }
    }
}

fn add_rides(look: Look<'_>, commander: CommanderId, out: &mut Found) {
    if look.held(commander, Going::Manoeuvre).is_none() {
        let rides = look.rides(commander, Going::Manoeuvre).into_iter();
        rides.for_each(|ride| out.push(MovementChoice::Commander(ride)));
    }
}

/// The sample of orders, legal or not.
fn orders(look: Look<'_>, who: GroupSet, when: When) -> Vec<MoveOrder> {
    let lone = who.first().filter(|_| who.len() == 1);
    let mut ways: Vec<Vec<Leg>> = Vec::new();
    if lone.is_some_and(|id| look.state.group(id).shape == Shape::Orb) {
        orb_ways(look, &mut ways);
    } else {
        advances(look, who, &mut ways);
        if let Some(id) = lone.filter(|_| when != When::Second) {
            changes(look, id, &mut ways);
        }
    }
    ways.into_iter().map(|legs| MoveOrder::all(who, legs)).collect()
}

fn orb_ways(look: Look<'_>, ways: &mut Vec<Vec<Leg>>) {
    let step = look.mu(look.rules.distances().movement.orb_step);
    let leave = [None, Some(Turn::Left), Some(Turn::Right), Some(Turn::About)];
    ways.extend([vec![ahead(step)], vec![ahead(-step)]]);
    ways.extend(leave.map(|facing| vec![Leg::LeaveOrb { facing }]));
}

fn ahead(distance: f64) -> Leg {
    Leg::Advance { distance }
}

fn block_of(look: Look<'_>, who: GroupSet) -> Body {
    let facing = who.first().map_or(Facing::UP, |id| look.state.group(id).facing);
    Body::of_all(look.state, facing, who.iter())
}

/// What a wheel is measured by: the front, or the first base of a column.
fn front_width(look: Look<'_>, who: GroupSet, body: &Body) -> f64 {
    let column = who.len() == 1 && who.first().is_some_and(|id| look.is_column(id));
    if column { look.rules.width } else { body.block().width }
}

/// Straight ahead, and wheels.
fn advances(look: Look<'_>, who: GroupSet, ways: &mut Vec<Vec<Leg>>) {
    let body = block_of(look, who);
    let width = front_width(look, who, &body);
    let full = look.run(&body, who, 0.0, 0.0).distance;
    if full <= 0.0 {
        return;
    }
    let free = look.way_ahead(&body, who, full, |_| true).map_or(full, |stop| stop.at);
    for distance in [full, free, full * 0.5, look.mu(1.0).min(full)] {
        if distance > 0.0 && !ways.contains(&vec![ahead(distance)]) {
            ways.push(vec![ahead(distance)]);
        }
    }
    let widest = to_degrees(wheel_angle(width, full)).min(90.0);
    for hand in Hand::BOTH {
        for angle in WHEELS.into_iter().chain([widest]) {
            if angle <= 0.0 || angle > widest {
                continue;
            }
            let left = full - wheel_cost(width, degrees(angle));
            let wheel = Leg::Wheel { hand, degrees: angle };
            ways.push(vec![wheel]);
            if left > 1.0 {
                ways.push(vec![wheel, ahead(left)]);
            }
        }
        let cost = wheel_cost(width, degrees(15.0));
        if full > 2.0 * cost + 1.0 {
            let one = Leg::Wheel { hand, degrees: 15.0 };
            let back = Leg::Wheel { hand: hand.other(), degrees: 15.0 };
            ways.push(vec![one, back, ahead(full - 2.0 * cost)]);
        }
    }
}

/// Turns, expansions, contractions and the special moves of one group.
fn changes(look: Look<'_>, id: GroupId, ways: &mut Vec<Vec<Leg>>) {
    let full = look.base_move(id);
    let book = &look.rules.distances().movement;
    let rest = if look.rules.v31() { full - look.mu(book.formation_takes) } else { full };
    for turn in [Turn::Left, Turn::Right, Turn::About] {
        ways.push(vec![Leg::Turn(turn)]);
        let left = if turn == Turn::About { full } else { rest };
        if left > 0.0 {
            ways.push(vec![Leg::Turn(turn), ahead(left)]);
        }
    }
    let back = look.mu(look.about_and_back()).min(full);
    if back > 0.0 {
        ways.push(vec![Leg::Turn(Turn::About), ahead(back), Leg::Turn(Turn::About)]);
    }
    for (left, right) in [(1, 0), (0, 1), (1, 1), (2, 0), (0, 2)] {
        ways.push(vec![Leg::Expand { left, right }]);
        ways.push(vec![Leg::Contract { left, right }]);
        if full >= look.mu(book.contraction_comes) {
            ways.push(vec![Leg::Contract { left, right }, ahead(full)]);
        }
    }
    for right in [look.rules.width, -look.rules.width] {
        if !look.corner_contacts(id).is_empty() {
            ways.push(vec![Leg::Shift { right }]);
        }
    }
    match look.state.group(id).defences {
        Defences::Carried => ways.push(vec![Leg::PlaceDefences]),
        Defences::Placed => ways.push(vec![Leg::LiftDefences]),
        Defences::None => {}
    }
    if look.could_form_orb(id) {
        ways.push(vec![Leg::FormOrb]);
    }
    overlap_ways(look, id, ways);
}

/// FA-OVL-01: the ways that bring an end file beside a friendly base in melee: straight ahead with a small shift.
fn overlap_ways(look: Look<'_>, id: GroupId, ways: &mut Vec<Vec<Leg>>) {
    let (t, own) = (look.rules.tolerance, look.state.group(id));
    let block = look.block(id);
    let reach = look.base_move(id) + look.rules.width;
    let fighting = look.state.on_table_of(own.side).filter(|friend| look.state.committed(*friend));
    for friend in fighting {
        let theirs = look.block(friend);
        let same = look.state.group(friend).facing.same(own.facing, t);
        if !same || !block.circle().near(&theirs.circle(), reach) {
            continue;
        }
        for hand in Hand::BOTH {
            let mine = block.corner(hand.front_corner());
            let beside = theirs.corner(hand.other().front_corner());
            let way = beside - mine;
            let (forward, right) = (way.dot(own.facing.vector()), way.dot(own.facing.right()));
            if forward > t.length && right.abs() <= look.rules.width * 0.5 {
                let shift = (right.abs() > t.length).then_some(Leg::Shift { right });
                ways.push(shift.into_iter().chain([ahead(forward)]).collect());
            }
        }
    }
}
