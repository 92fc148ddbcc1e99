//! Choices for whoever is asked (HC-INTENT-18, HC-ALG-04).
//!
//! For `Want::All` a fixed sample of the orders that there are. For each unit: straight ahead by one, two and three moves
//! and by half of one; a wheel to either side, and a wheel with a move after it; a step to either side; back by one move
//! and by two; about face, alone and with a move; turned to the nearest enemy and towards him, around ground that is closed to it; each formation that it
//! knows and may take here, alone and with two moves after it; a charge at each enemy within three moves and at the
//! closest; support of each fighting friend within three moves; each building within three moves; out of a building over
//! each face; coming on; retiring; Follow me; Rally. For each whole group of linked units: ahead by one, two and three
//! moves and by half of one, back, about, turned by twenty degrees to either side, a charge at the closest. For `Want::Sample` a few of the same kinds, drawn.

use super::{
    Charge, CommandChoice, CommandPrompt, Leg, Order, Reform, SupportAt, Target, Task, Verb, Waiting,
};
use super::{check, ending, initiative, retire, support, verbs};
use crate::charge;
use crate::choice::Choice;
use crate::formation::Formation;
use crate::ids::{CommanderId, CommanderSet, UnitId, UnitSet};
use crate::movement;
use crate::rules::{Look, Rules};
use crate::state::{Place, Side4};
use aelian_dice::Sampler;
use aelian_game::{Proposals, Want};
use aelian_geometry::{Corner, Facing, Pose, Rotation, Vec2};

pub fn propose(look: Look<'_>, prompt: &CommandPrompt, want: Want<'_>, out: &mut Proposals<Rules>) {
    let mut add = |choice: CommandChoice| out.push(Choice::Command(choice));
    match prompt {
        CommandPrompt::Reroll { .. } => {
            add(CommandChoice::Reroll(false));
            add(CommandChoice::Reroll(true));
        }
        CommandPrompt::NextUnit { units } => units.iter().for_each(|unit| add(CommandChoice::Moves(unit))),
        CommandPrompt::Retire { units } => retiring(look, *units, &mut add),
        CommandPrompt::Ends { .. } => {
            if let Some(Waiting::Ending(ending)) = super::waiting(look) {
                ending::options(look, ending, want).into_iter().for_each(add);
            }
        }
        CommandPrompt::Step { unit, .. } => {
            add(CommandChoice::Stop);
            let verbs = wanted(look, *unit, want);
            let legal = |verb: &Verb| {
                !matches!(verb, Verb::Enter(_))
                    && verbs::faults(look, None, UnitSet::one(*unit), verb).is_empty()
            };
            verbs.into_iter().filter(legal).for_each(|verb| add(CommandChoice::Step(verb)));
        }
        CommandPrompt::Initiative { units } => by_initiative(look, *units, want, &mut add),
        CommandPrompt::Orders { commanders, retiring: due } => {
            retiring(look, *due, &mut add);
            match want {
                Want::All => all_orders(look, *commanders, &mut add),
                Want::Sample(most, sampler) => some_orders(look, *commanders, most, sampler, &mut add),
            }
        }
    }
}

type Add<'a> = &'a mut dyn FnMut(CommandChoice);

fn retiring(look: Look<'_>, units: UnitSet, add: Add<'_>) {
    for unit in units.iter() {
        let ways = retire::choices(look, unit).into_iter();
        let legal = |task: &Task| retire::faults(look, task, units).is_empty();
        ways.filter(legal).for_each(|task| add(CommandChoice::Retire(task)));
    }
}

/// All verbs, or a few that are drawn.
fn wanted(look: Look<'_>, unit: UnitId, want: Want<'_>) -> Vec<Verb> {
    match want {
        Want::All => all_verbs(look, unit),
        Want::Sample(most, sampler) => {
            (0..most.clamp(1, 4)).filter_map(|_| drawn_verb(look, unit, sampler)).collect()
        }
    }
}

/// HC-INIT-05: nobody, or each unit with each verb.
fn by_initiative(look: Look<'_>, units: UnitSet, want: Want<'_>, add: Add<'_>) {
    let rushing = initiative::rushing(look);
    if rushing.is_empty() {
        add(CommandChoice::EndInitiative);
    }
    for unit in rushing.iter() {
        add(CommandChoice::Initiative { unit, verb: Verb::Charge(verbs::any_target()) });
    }
    let mut offer = |unit: UnitId, verb: Verb| {
        if initiative::faults(look, unit, &verb).is_empty() {
            add(CommandChoice::Initiative { unit, verb });
        }
    };
    match want {
        Want::All => {
            for unit in units.iter() {
                all_verbs(look, unit).into_iter().for_each(|verb| offer(unit, verb));
            }
        }
        Want::Sample(most, sampler) => {
            for _ in 0..most.clamp(1, 6) {
                let Some(unit) = pick(units, sampler) else { return };
                if let Some(verb) = drawn_verb(look, unit, sampler) {
                    offer(unit, verb);
                }
            }
        }
    }
}

fn pick(units: UnitSet, sampler: &mut Sampler) -> Option<UnitId> {
    let count = units.len() as u32;
    if count == 0 { None } else { units.iter().nth(sampler.below(count) as usize) }
}

/// Every unit and every group of every commander.
fn all_orders(look: Look<'_>, commanders: CommanderSet, add: Add<'_>) {
    stops(look, commanders, add);
    for commander in commanders.iter() {
        let units = look.orderable(commander);
        for unit in units.iter() {
            let by_himself = [Verb::FollowMe, Verb::Rally];
            let verbs = all_verbs(look, unit).into_iter().chain(by_himself);
            verbs.for_each(|verb| offer(look, commander, UnitSet::one(unit), verb, add));
        }
        for group in groups(look, units) {
            let verbs = (0..GROUP_KINDS).filter_map(|kind| group_verb(look, group, kind));
            verbs.for_each(|verb| offer(look, commander, group, verb, add));
        }
    }
}

/// Some orders of one commander, and now and then the end of his orders.
fn some_orders(look: Look<'_>, commanders: CommanderSet, most: u16, sampler: &mut Sampler, add: Add<'_>) {
    let able: CommanderSet = commanders.iter().filter(|id| !look.orderable(*id).is_empty()).collect();
    let mut found = false;
    for _ in 0..most.clamp(1, 6) {
        let count = able.len() as u32;
        if count == 0 || sampler.below(12) == 0 {
            break;
        }
        let Some(commander) = able.iter().nth(sampler.below(count) as usize) else { break };
        let units = look.orderable(commander);
        let Some(unit) = pick(units, sampler) else { break };
        let group = if sampler.below(2) == 0 {
            look.group_of(unit, alike(look, unit, units))
        } else {
            UnitSet::one(unit)
        };
        let verb = if group.len() > 1 {
            let kind = sampler.below(GROUP_KINDS);
            group_verb(look, group, kind)
        } else {
            match sampler.below(10) {
                0 => Some(Verb::FollowMe),
                1 => Some(Verb::Rally),
                _ => drawn_verb(look, unit, sampler),
            }
        };
        if let Some(verb) = verb {
            let mut count = 0;
            offer(look, commander, group, verb, &mut |choice| {
                count += 1;
                add(choice);
            });
            found |= count > 0;
        }
    }
    if !found {
        stops(look, commanders, add);
    }
}

/// HC-ORD-18: the end of one commander's orders, or of all; where somebody must charge first, his charge.
fn stops(look: Look<'_>, commanders: CommanderSet, add: Add<'_>) {
    let mut owes = false;
    for commander in commanders.iter() {
        let rushing: UnitSet =
            look.orderable(commander).iter().filter(|unit| look.must_charge(*unit)).collect();
        if rushing.is_empty() {
            add(CommandChoice::Finish(commander));
        }
        owes |= !rushing.is_empty();
        for unit in rushing.iter() {
            offer(look, commander, UnitSet::one(unit), Verb::Charge(verbs::any_target()), add);
        }
    }
    // A commander who does not speak now may owe a charge too.
    let others = look.state.commander_ids().filter(|id| {
        look.side_of_commander(*id) == look.active()
            && !commanders.contains(*id)
            && !look.state.commander(*id).finished
            && look.can_command(*id)
    });
    let mut others = others.flat_map(|id| look.orderable(id).iter());
    if !owes && !others.any(|unit| look.must_charge(unit)) {
        add(CommandChoice::EndOrders);
    }
}

fn offer(look: Look<'_>, commander: CommanderId, units: UnitSet, verb: Verb, add: Add<'_>) {
    let order = Order { commander, units, verb };
    if check::order_faults(look, &order).is_empty() {
        add(CommandChoice::Order(order));
    }
}

/// Units that can be ordered together with this one: all of them on the table and free to move, or all off it.
fn alike(look: Look<'_>, unit: UnitId, units: UnitSet) -> UnitSet {
    let kind = |unit: UnitId| {
        let standing = look.state.unit(unit);
        (matches!(standing.place, Place::Off { .. }), standing.is_in_block() || look.is_rooted(unit))
    };
    units.iter().filter(|other| kind(*other) == kind(unit)).collect()
}

/// Whole groups of at least two.
fn groups(look: Look<'_>, units: UnitSet) -> Vec<UnitSet> {
    let mut left = units;
    let mut found = Vec::new();
    while let Some(unit) = left.first() {
        let group = look.group_of(unit, alike(look, unit, left));
        left = left.minus(group);
        if group.len() > 1 {
            found.push(group);
        }
    }
    found
}

/// How many kinds of order there are for a group in `group_verb`.
const GROUP_KINDS: u32 = 9;

/// HC-DIVO-05, HC-INTENT-16: what a whole group may be told: ahead by three lengths of way and by half a move, back,
/// about, turned to either side about its middle as one body, a charge at the closest; coming on or retiring, where
/// nothing else can be said.
fn group_verb(look: Look<'_>, group: UnitSet, kind: u32) -> Option<Verb> {
    let first = group.first()?;
    if matches!(look.state.unit(first).place, Place::Off { .. }) {
        return entries(look, group).into_iter().nth(kind as usize % 2);
    }
    if look.is_of_broken_division(first) {
        return Some(Verb::Retire);
    }
    let each = |goal: &dyn Fn(UnitId) -> Pose| {
        let task = |unit| Task { unit, way: go(goal(unit)), ignore_open: false };
        Verb::Advance(group.iter().map(task).collect())
    };
    let ahead = |share: f64| each(&|unit| look.rect(unit).pose.advanced(share * look.rate(unit)));
    Some(match kind {
        0..=2 => ahead(f64::from(kind + 1)),
        3 => ahead(0.5),
        4 => ahead(-1.0),
        5 => each(&|unit| movement::about_faced(look.rect(unit)).pose),
        6 | 7 => {
            let sum = group.iter().map(|unit| look.rect(unit).centre()).fold(Vec2::ZERO, |sum, at| sum + at);
            let middle = sum / group.len() as f64;
            let turn = Rotation::by(aelian_geometry::degrees(if kind == 6 { -20.0 } else { 20.0 }));
            each(&|unit| look.rect(unit).pose.rotated_by(middle, &turn))
        }
        _ => aim(Target::Closest),
    })
}

/// HC-INTENT-10: onto the table and straight on, as the units stand, or in column.
fn entries(look: Look<'_>, units: UnitSet) -> Vec<Verb> {
    let inward = |unit: UnitId| match look.state.unit(unit).place {
        Place::Off { edge, along } => {
            let facing = edge.outward().reversed();
            Pose { at: super::entry_point(&look.state.field, edge, along), facing }
        }
        _ => look.rect(unit).pose,
    };
    let on = |unit: UnitId| Leg::Go(inward(unit).advanced(look.inches(24.0)).on_grid());
    let plain = units.iter().map(|unit| Task { unit, way: vec![on(unit)], ignore_open: false });
    let mut verbs = vec![Verb::Enter(plain.collect())];
    if units.iter().all(|unit| look.card(unit).knows(Formation::Column)) {
        let form =
            |unit| Leg::Form(Reform { to: Formation::Column, facing: inward(unit).facing, leading: false });
        let columns =
            units.iter().map(|unit| Task { unit, way: vec![form(unit), on(unit)], ignore_open: false });
        verbs.push(Verb::Enter(columns.collect()));
    }
    verbs
}

fn go(pose: Pose) -> Vec<Leg> {
    vec![Leg::Go(pose.on_grid())]
}

/// Everything of the fixed sample that does something for this unit.
fn all_verbs(look: Look<'_>, unit: UnitId) -> Vec<Verb> {
    let mut verbs = match look.state.unit(unit).place {
        Place::Off { .. } => return entries(look, UnitSet::one(unit)),
        Place::Block(_) => ways_out(look, unit),
        _ if look.is_of_broken_division(unit) => {
            return if retire::best_way(look, unit).is_some() { vec![Verb::Retire] } else { Vec::new() };
        }
        _ => ways(look, unit),
    };
    verbs.retain(|verb| match verb {
        Verb::Advance(tasks) => tasks.iter().all(|task| !look.plan(unit, task, 1).is_empty()),
        _ => true,
    });
    verbs.extend(targets(look, unit).map(|target| aim(Target::Unit(target))));
    if verbs.iter().any(|verb| matches!(verb, Verb::Charge(_))) {
        verbs.push(aim(Target::Closest));
    }
    verbs.extend(supports(look, unit));
    verbs.extend(buildings(look, unit));
    verbs
}

/// HC-CHO-02: enemies within three moves whom it may charge.
fn targets(look: Look<'_>, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    let far = 3.0 * look.rate(unit) + look.rules.slack;
    let rooted = look.is_rooted(unit);
    let enemies = look.on_table(look.side(unit).other());
    let near = move |enemy: &UnitId| !rooted && look.reach(unit, *enemy) <= far;
    enemies.filter(near).filter(move |enemy| charge::forbidden(look, unit, *enemy).is_empty())
}

fn aim(target: Target) -> Verb {
    Verb::Charge(Charge { targets: vec![target], first: Vec::new(), ignore_open: false })
}

fn supports(look: Look<'_>, unit: UnitId) -> Vec<Verb> {
    if look.state.bouts.is_empty() || !support::may_join(look, unit) {
        return Vec::new();
    }
    let reached = |friend: &UnitId| support::reaches(look, unit, *friend, SupportAt::Nearest, 3);
    let friends = support::friends(look, unit).filter(reached);
    friends.map(|friend| Verb::Support { friend, at: SupportAt::Nearest }).collect()
}

fn buildings(look: Look<'_>, unit: UnitId) -> Vec<Verb> {
    let far = 3.0 * look.rate(unit);
    let blocks = look.state.field.blocks.iter().enumerate();
    let near = blocks.filter(|(_, block)| aelian_geometry::distance(look.rect(unit), &block.rect) <= far);
    let ids = near.map(|(at, _)| crate::ids::BlockId(at as u8));
    let open = ids.filter(|id| {
        look.may_enter(unit, *id).is_empty() && look.state.unit(unit).place != Place::Block(*id)
    });
    open.map(|block| Verb::Occupy { block }).collect()
}

/// HC-BLDG-09: out over each face, one move away.
fn ways_out(look: Look<'_>, unit: UnitId) -> Vec<Verb> {
    let rect = *look.rect(unit);
    let middle = rect.centre();
    let out = |side: Side4| {
        let door = rect.edge_middle(side.edge());
        let facing = Facing::along(door - middle);
        plain(unit, go(Pose { at: door + facing.vector() * look.rate(unit), facing }))
    };
    Side4::ALL.into_iter().map(out).collect()
}

fn plain(unit: UnitId, way: Vec<Leg>) -> Verb {
    Verb::Advance(vec![Task { unit, way, ignore_open: false }])
}

/// How many kinds of way there are in `way`.
const WAYS: u32 = 16;

/// Ways over open ground, and changes of formation.
fn ways(look: Look<'_>, unit: UnitId) -> Vec<Verb> {
    let mut verbs: Vec<Verb> = Vec::new();
    if !look.is_rooted(unit) {
        verbs.extend((0..WAYS).filter_map(|kind| way(look, unit, kind)));
    }
    for formation in Formation::ALL {
        verbs.extend(changes(look, unit, formation));
    }
    verbs
}

/// HC-ALG-04: one kind of way.
fn way(look: Look<'_>, unit: UnitId, kind: u32) -> Option<Verb> {
    let rect = look.rect(unit);
    let (pose, rate) = (rect.pose, look.rate(unit));
    let about = movement::about_faced(rect).pose;
    let wheel = |corner: Corner, sign: f64| {
        let angle = (rate / rect.width).min(aelian_geometry::degrees(90.0)) * sign;
        pose.rotated_about(rect.corner(corner), angle)
    };
    let goal = match kind {
        0..=2 => pose.advanced(f64::from(kind + 1) * rate),
        3 => pose.advanced(rate / 2.0),
        4 => wheel(Corner::FrontLeft, -1.0),
        5 => wheel(Corner::FrontRight, 1.0),
        6 => return Some(plain(unit, two(wheel(Corner::FrontLeft, -1.0), rate))),
        7 => return Some(plain(unit, two(wheel(Corner::FrontRight, 1.0), rate))),
        8 => pose.shifted(-rate),
        9 => pose.shifted(rate),
        10 => pose.advanced(-rate),
        11 => pose.advanced(-2.0 * rate),
        12 => about,
        13 => about.advanced(rate),
        _ => {
            let enemy = nearest_enemy(look, unit)?;
            let formation = look.state.unit(unit).formation;
            let towards = look.rect(enemy).centre() - rect.centre();
            let facing = Facing::along(towards);
            let turned = Pose { at: rect.centre() + facing.vector() * (rect.depth / 2.0), facing };
            if kind == 15
                && let Some(around) = look.way_around(unit, formation, rect, look.rect(enemy).centre())
            {
                return Some(plain(unit, around));
            }
            let far = (towards.length() - look.rect(enemy).depth - look.inches(1.0)).clamp(0.0, 2.0 * rate);
            if kind == 14 { turned } else { return Some(plain(unit, two(turned, far))) }
        }
    };
    let ignore_open = kind == 1
        && look
            .on_table(look.side(unit).other())
            .any(|enemy| look.state.unit(enemy).is_open() && look.within(look.distance(unit, enemy), 12.0));
    Some(Verb::Advance(vec![Task { unit, way: go(goal), ignore_open }]))
}

fn two(first: Pose, then: f64) -> Vec<Leg> {
    vec![Leg::Go(first.on_grid()), Leg::Go(first.advanced(then).on_grid())]
}

fn nearest_enemy(look: Look<'_>, unit: UnitId) -> Option<UnitId> {
    let centre = look.rect(unit).centre();
    let far = |enemy: UnitId| (look.rect(enemy).centre() - centre).length_squared();
    look.on_table(look.side(unit).other()).min_by(|a, b| far(*a).total_cmp(&far(*b)))
}

/// A change of formation, alone and with two moves after it.
fn changes(look: Look<'_>, unit: UnitId, to: Formation) -> Vec<Verb> {
    let standing = look.state.unit(unit);
    let card = look.card(unit);
    let opens = to != Formation::Open || card.opens_freely() || look.is_difficult(unit, &standing.rect);
    if to == standing.formation || !card.knows(to) || !opens {
        return Vec::new();
    }
    let facing = standing.rect.pose.facing;
    let form = Leg::Form(Reform { to, facing, leading: false });
    let mut verbs = vec![plain(unit, vec![form])];
    if !look.is_rooted(unit) && to != Formation::Square {
        let on = standing.rect.pose.advanced(2.0 * look.rate_as(unit, to));
        verbs.push(plain(unit, vec![form, Leg::Go(on.on_grid())]));
    }
    verbs
}

/// One verb of the sample, drawn; none if that kind makes no sense here.
fn drawn_verb(look: Look<'_>, unit: UnitId, sampler: &mut Sampler) -> Option<Verb> {
    let place = look.state.unit(unit).place;
    if matches!(place, Place::Off { .. }) {
        return one_of(entries(look, UnitSet::one(unit)), sampler);
    }
    if look.must_charge(unit) {
        return Some(Verb::Charge(verbs::any_target()));
    }
    if look.is_of_broken_division(unit) {
        return retire::best_way(look, unit).map(|_| Verb::Retire);
    }
    let special = match sampler.below(8) {
        0..=2 => one_of(targets(look, unit).collect(), sampler).map(|enemy| aim(Target::Unit(enemy))),
        3 => one_of(supports(look, unit), sampler),
        4 => one_of(buildings(look, unit), sampler),
        _ => None,
    };
    if special.is_some() {
        return special;
    }
    if matches!(place, Place::Block(_)) {
        return one_of(ways_out(look, unit), sampler);
    }
    if look.is_rooted(unit) || sampler.below(10) == 0 {
        let formation = Formation::ALL[sampler.below(Formation::ALL.len() as u32) as usize];
        return one_of(changes(look, unit, formation), sampler);
    }
    // Ahead as often as all else together.
    let kind = if sampler.below(2) == 0 { sampler.below(4) } else { sampler.below(WAYS) };
    way(look, unit, kind)
}

fn one_of<T>(mut things: Vec<T>, sampler: &mut Sampler) -> Option<T> {
    if things.is_empty() {
        return None;
    }
    let at = sampler.below(things.len() as u32) as usize;
    Some(things.swap_remove(at))
}
