//! The steps of all pursuits of a stage, one after the other.

use super::path::{Meets, path};
use super::{fresh, losses, replace};
use crate::choice::{Asked, Choice, Ghost, Prompt, TestAhead};
use crate::cohesion::{self, Why};
use crate::command::{Tester, complex_move_test, moves, out_of_the_front};
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::formation::Body;
use crate::ids::{GroupId, GroupSet};
use crate::impact::make_contact;
use crate::movement::Leg;
use crate::pending::Pending;
use crate::rolls;
use crate::rout::choice::{Chase, Chaser, RoutChoice, RoutPrompt, Waiting};
use crate::rout::room::farthest;
use crate::rout::{land, pursuers};
use crate::rules::{Look, Rules};
use crate::state::{Deed, State};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Side, Verdict};
use aelian_rulebook::rule;

/// What comes next in the chase.
#[derive(Clone, Debug, PartialEq)]
enum Step {
    /// FA-DEC-38.
    Decide(GroupId),
    Roll(GroupId),
    /// FA-DEC-41.
    Choose(GroupSet),
    AtGround(Chaser),
    AtEnemy(Chaser, GroupId),
    Meet(Chaser, GroupId),
    /// The enemy cannot evade: he tests if FRAGMENTED, and stands.
    Stand(Chaser, GroupId),
    Move(Chaser),
    Suffer(GroupId, GroupSet),
    End,
}

fn step(look: Look<'_>, chase: &Chase) -> Step {
    if let Some(group) = first_of(look, chase.undecided) {
        return Step::Decide(group);
    }
    if let Some(group) = first_of(look, chase.to_roll) {
        return Step::Roll(group);
    }
    match fastest(look, chase) {
        Fastest::Equal(groups) => return Step::Choose(groups),
        Fastest::One(chaser) => return moving(look, chaser),
        Fastest::None => {}
    }
    match losses::next(look, chase) {
        Some((quarry, by)) => Step::Suffer(quarry, by),
        None => Step::End,
    }
}

/// What the pursuer meets that somebody must answer; or it moves.
fn moving(look: Look<'_>, chaser: Chaser) -> Step {
    if !goes(look, chaser.group) {
        return Step::Move(chaser);
    }
    match path(look, &chaser).meets {
        Meets::BadGround => Step::AtGround(chaser),
        Meets::Fresh(enemy) if chaser.answered.contains(enemy) => Step::Move(chaser),
        Meets::Fresh(enemy) if fresh::may_halt(look, enemy) && !chaser.contacts.contains(enemy) => {
            Step::AtEnemy(chaser, enemy)
        }
        Meets::Fresh(enemy) if fresh::may_evade(look, enemy) => Step::Meet(chaser, enemy),
        Meets::Fresh(enemy) => Step::Stand(chaser, enemy),
        Meets::Nothing | Meets::Routers(_) => Step::Move(chaser),
    }
}

/// It is still there and unbroken, and so are the tracks of its routers.
fn goes(look: Look<'_>, chaser: GroupId) -> bool {
    let group = look.state.group(chaser);
    group.on_table() && !group.is_broken() && !look.quarries(chaser).is_empty()
}

/// FA-JAP-02: the active player's first.
fn first_of(look: Look<'_>, groups: GroupSet) -> Option<GroupId> {
    let of = |side: Side| groups.iter().find(|group| look.state.group(*group).side == side);
    of(look.active()).or_else(|| of(look.active().other()))
}

enum Fastest {
    None,
    One(Chaser),
    Equal(GroupSet),
}

/// FA-JPUR-07: the fastest that has not moved; of several equally fast after the same routers their owner chooses.
fn fastest(look: Look<'_>, chase: &Chase) -> Fastest {
    let chosen = |group: GroupId| chase.chasers.iter().find(|chaser| chaser.group == group);
    if let Some(chaser) = chase.now.and_then(chosen) {
        return Fastest::One(*chaser);
    }
    let pace = |chaser: &Chaser| look.base_move(chaser.group) + look.mu(f64::from(chaser.change));
    let most = chase.chasers.iter().map(pace).fold(f64::NEG_INFINITY, f64::max);
    let equal = chase.chasers.iter().filter(|chaser| pace(chaser) >= most - look.rules.slack);
    let equal: GroupSet = equal.map(|chaser| chaser.group).collect();
    let Some(first) = first_of(look, equal) else { return Fastest::None };
    let side = look.state.group(first).side;
    let quarries = look.quarries(first);
    let rivals = |group: &GroupId| {
        look.state.group(*group).side == side && !look.quarries(*group).common(quarries).is_empty()
    };
    let rivals: GroupSet = equal.iter().filter(rivals).collect();
    match (rivals.len() > 1, chosen(first)) {
        (true, _) => Fastest::Equal(rivals),
        (false, Some(chaser)) => Fastest::One(*chaser),
        (false, None) => Fastest::None,
    }
}

pub fn next(look: Look<'_>, chase: &Chase) -> Asked {
    let ask = |group: GroupId, prompt: RoutPrompt| {
        Some(Next::Ask { side: look.state.group(group).side, prompt: Prompt::Rout(prompt) })
    };
    match step(look, chase) {
        Step::Decide(group) => ask(group, RoutPrompt::Pursue { group }),
        Step::Choose(groups) => ask(groups.first()?, RoutPrompt::MoveNext { groups }),
        Step::AtGround(Chaser { group, .. }) => ask(group, RoutPrompt::AtGround { group }),
        Step::AtEnemy(Chaser { group, .. }, enemy) => {
            ask(group, RoutPrompt::AtEnemy { group, enemy, test: fresh::halts_by_test(look, group) })
        }
        Step::Meet(Chaser { group: by, .. }, group) => {
            ask(group, RoutPrompt::Meet { group, by, test: fresh::stands_by_test(look, group, by) })
        }
        _ => Some(Next::Forced(Choice::Proceed)),
    }
}

pub fn check(look: Look<'_>, chase: &Chase, choice: &Choice) -> Verdict<Rules> {
    match (step(look, chase), choice) {
        (Step::Decide(group), Choice::Rout(RoutChoice::Pursue { group: named, pursue }))
            if group == *named =>
        {
            let tests = *pursue != look.state.group(group).is_shock();
            Verdict::legal(Ghost { test: tests.then(|| ahead(&tester(look, group))), ..Ghost::default() })
        }
        (Step::Choose(groups), Choice::Rout(RoutChoice::MoveNext(group))) => match groups.contains(*group) {
            true => Verdict::legal(Ghost::default()),
            false => Verdict::refused(rule!("FA-JPUR-07"), Fact::Group(*group)),
        },
        (Step::AtGround(chaser), Choice::Rout(RoutChoice::AtGround { stop })) => {
            ghost(look, &Chaser { stop: Some(*stop), ..chaser })
        }
        (Step::AtEnemy(chaser, enemy), Choice::Rout(RoutChoice::AtEnemy { halt })) => {
            let mut verdict = ghost(look, &decided(chaser, enemy, *halt));
            if *halt && fresh::halts_by_test(look, chaser.group) {
                verdict.ghost.test = Some(ahead(&tester(look, chaser.group)));
            }
            verdict
        }
        (Step::Meet(chaser, enemy), Choice::Rout(RoutChoice::Meet { evade })) => {
            let tests = !evade && fresh::stands_by_test(look, enemy, chaser.group);
            let test = tests.then(|| ahead(&tester(look, enemy)));
            Verdict::legal(Ghost { test, targets: GroupSet::one(chaser.group), ..Ghost::default() })
        }
        (Step::Roll(_) | Step::Stand(..) | Step::Move(_) | Step::Suffer(..) | Step::End, Choice::Proceed) => {
            Verdict::legal(Ghost::default())
        }
        _ => not_asked(choice),
    }
}

/// Where the pursuer would go.
fn ghost(look: Look<'_>, chaser: &Chaser) -> Verdict<Rules> {
    let path = path(look, chaser);
    let targets = match path.meets {
        Meets::Fresh(enemy) | Meets::Routers(enemy) => GroupSet::one(enemy),
        Meets::Nothing | Meets::BadGround => GroupSet::EMPTY,
    };
    let moves = path.body.advanced(path.length).places();
    let used = path.used + path.length;
    Verdict::legal(Ghost { moves, used, allowed: path.allowed, targets, ..Ghost::default() })
}

fn decided(mut chaser: Chaser, enemy: GroupId, halts: bool) -> Chaser {
    match halts {
        true => chaser.halts.insert(enemy),
        false => chaser.contacts.insert(enemy),
    };
    chaser
}

fn tester(look: Look<'_>, group: GroupId) -> Tester {
    look.tester(GroupSet::one(group), true)
}

fn ahead(tester: &Tester) -> TestAhead {
    TestAhead { needed: tester.needed, modifier: tester.modifiers.total(), chance: tester.chance() }
}

pub fn propose(look: Look<'_>, chase: &Chase, out: &mut Proposals<Rules>) {
    let both = [true, false];
    match step(look, chase) {
        Step::Decide(group) => {
            out.extend(both.map(|pursue| Choice::Rout(RoutChoice::Pursue { group, pursue })));
        }
        Step::Choose(groups) => {
            out.extend(groups.iter().map(|group| Choice::Rout(RoutChoice::MoveNext(group))))
        }
        Step::AtGround(_) => out.extend(both.map(|stop| Choice::Rout(RoutChoice::AtGround { stop }))),
        Step::AtEnemy(..) => out.extend(both.map(|halt| Choice::Rout(RoutChoice::AtEnemy { halt }))),
        Step::Meet(..) => out.extend(both.map(|evade| Choice::Rout(RoutChoice::Meet { evade }))),
        _ => out.push(Choice::Proceed),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, chase: Chase, choice: &Choice) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    match (step(look, &chase), choice) {
        (Step::Decide(group), Choice::Rout(RoutChoice::Pursue { pursue, .. })) => {
            decide(cx, chase, group, *pursue)?
        }
        (Step::Roll(group), _) => roll(cx, chase, group)?,
        (Step::Choose(_), Choice::Rout(RoutChoice::MoveNext(group))) => {
            replace(cx, Chase { now: Some(*group), ..chase });
        }
        (Step::AtGround(chaser), Choice::Rout(RoutChoice::AtGround { stop })) => {
            cx.cite(rule!("FA-JPUR-10"), || Fact::Group(chaser.group));
            update(cx, chase, Chaser { stop: Some(*stop), ..chaser });
        }
        (Step::AtEnemy(chaser, enemy), Choice::Rout(RoutChoice::AtEnemy { halt })) => {
            at_enemy(cx, chase, chaser, enemy, *halt)?;
        }
        (Step::Meet(chaser, enemy), Choice::Rout(RoutChoice::Meet { evade })) => {
            meet(cx, chase, chaser, enemy, *evade)?;
        }
        (Step::Stand(chaser, enemy), _) => stand(cx, chase, chaser, enemy)?,
        (Step::Move(chaser), _) => advance(cx, chase, chaser),
        (Step::Suffer(quarry, by), _) => {
            let mut chase = chase;
            chase.settled.insert(quarry);
            replace(cx, chase);
            losses::suffer(cx, quarry, by)?;
        }
        (Step::End, _) => {
            losses::part(cx);
            cx.emit(Event::Settled);
        }
        _ => {}
    }
    Ok(())
}

/// The same chase with this pursuer changed.
fn update(cx: &mut Cx<'_, Rules>, mut chase: Chase, chaser: Chaser) {
    for old in chase.chasers.iter_mut().filter(|old| old.group == chaser.group) {
        *old = chaser;
    }
    chase.now = Some(chaser.group);
    replace(cx, chase);
}

/// FA-PUR-03, FA-PUR-04: foot who broke mounted.
fn decide(cx: &mut Cx<'_, Rules>, mut chase: Chase, group: GroupId, pursue: bool) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let shock = look.state.group(group).is_shock();
    let tester = tester(look, group);
    let goes = match (shock, pursue) {
        (false, true) => complex_move_test(cx, rule!("FA-PUR-03"), &tester)?,
        (true, false) => !complex_move_test(cx, rule!("FA-PUR-04"), &tester)?,
        (_, pursue) => pursue,
    };
    let rule = if shock { rule!("FA-PUR-04") } else { rule!("FA-PUR-03") };
    cx.cite(rule, || Fact::Group(group));
    chase.undecided.remove(group);
    if goes {
        chase.to_roll.insert(group);
    } else {
        pursuers::forget(cx, group);
        cx.emit(Event::Dealt(group));
    }
    replace(cx, chase);
    Ok(())
}

/// FA-PUR-08, FA-VMD-05, FA-JPUR-03, FA-VMD-06.
fn roll(cx: &mut Cx<'_, Rules>, mut chase: Chase, group: GroupId) -> Result<(), NeedRoll> {
    let change = rolls::variable_move(cx, rule!("FA-PUR-08"))? as i8;
    chase.to_roll.remove(group);
    chase.chasers.push(Chaser {
        group,
        change,
        stop: None,
        halts: GroupSet::EMPTY,
        contacts: GroupSet::EMPTY,
        answered: GroupSet::EMPTY,
        evaded: GroupSet::EMPTY,
    });
    replace(cx, chase);
    Ok(())
}

/// FA-JPUR-12: skirmishers halt at will, others if they pass a test.
fn at_enemy(
    cx: &mut Cx<'_, Rules>,
    chase: Chase,
    chaser: Chaser,
    enemy: GroupId,
    halt: bool,
) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let halts = if halt && fresh::halts_by_test(look, chaser.group) {
        let tester = tester(look, chaser.group);
        complex_move_test(cx, rule!("FA-JPUR-12"), &tester)?
    } else {
        halt
    };
    let rule = if halts { rule!("FA-JPUR-12") } else { rule!("FA-JPUR-11") };
    cx.cite(rule, || Fact::Pair { group: chaser.group, other: enemy });
    update(cx, chase, decided(chaser, enemy, halts));
    Ok(())
}

/// FA-JPUR-14, FA-JPUR-15: evade or stand; a failed test to stand makes it evade.
fn meet(
    cx: &mut Cx<'_, Rules>,
    chase: Chase,
    mut chaser: Chaser,
    enemy: GroupId,
    evade: bool,
) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let evades = if !evade && fresh::stands_by_test(look, enemy, chaser.group) {
        let tester = tester(look, enemy);
        !complex_move_test(cx, rule!("FA-JPUR-15"), &tester)?
    } else {
        evade
    };
    if !evades {
        return stand(cx, chase, chaser, enemy);
    }
    cx.cite(rule!("FA-JPUR-14"), || Fact::Pair { group: enemy, other: chaser.group });
    chaser.answered.insert(enemy);
    chaser.evaded.insert(enemy);
    let by = chaser.group;
    update(cx, chase, chaser);
    cx.emit(Event::Waits(Pending::Rout(Waiting::Dodge { group: enemy, by })));
    Ok(())
}

/// FA-JPUR-13: FRAGMENTED enemy test; who breaks is seen to break and routs before the pursuer goes on (FA-JPUR-24).
fn stand(cx: &mut Cx<'_, Rules>, chase: Chase, mut chaser: Chaser, enemy: GroupId) -> Result<(), NeedRoll> {
    chaser.answered.insert(enemy);
    let by = chaser.group;
    let tests = fresh::must_test(Look::new(cx.rules, cx.state()), enemy, by);
    update(cx, chase, chaser);
    if tests {
        cx.cite(rule!("FA-JPUR-13"), || Fact::Group(enemy));
        cohesion::test(cx, enemy, Why::Charged { by: GroupSet::one(by) })?;
    }
    Ok(())
}

/// FA-JPUR-06, FA-PUR-10: the pursuit move itself.
fn advance(cx: &mut Cx<'_, Rules>, mut chase: Chase, chaser: Chaser) {
    let group = chaser.group;
    chase.chasers.retain(|other| other.group != group);
    chase.now = None;
    chase.moved.insert(group);
    replace(cx, chase);
    cx.emit(Event::Dealt(group));
    let look = Look::new(cx.rules, cx.state());
    if !goes(look, group) {
        return;
    }
    let from = Body::of(look.state, group);
    let path = path(look, &chaser);
    let side = look.state.group(group).side;
    let on_flank: GroupSet = look.enemies(side).filter(|enemy| look.is_on_flank(group, *enemy)).collect();
    let Some((places, facing, shape, way)) = placed(look, group, &path) else {
        cx.cite(rule!("FA-JPUR-08"), || Fact::Group(group));
        return;
    };
    land::drop_defences(cx, group);
    cx.cite(rule!("FA-JPUR-06"), || Fact::Group(group));
    moves(cx, Moved { group, why: MoveWhy::Pursued, way, places, facing, shape });
    land::alert_commanders(cx, group, &from);
    cx.emit(Event::Did { group, deed: Deed::Pursued });
    if let Some(deed) = land::moved_deed(cx.state().phase) {
        cx.emit(Event::Did { group, deed });
    }
    let look = Look::new(cx.rules, cx.state());
    if let Meets::Fresh(enemy) = path.meets
        && look.touch(group, enemy)
    {
        let flanks = fresh::flanks(look, group, on_flank).union(chaser.evaded.common(GroupSet::one(enemy)));
        cx.cite(rule!("FA-JPUR-13"), || Fact::Pair { group, other: enemy });
        cx.emit(Event::Did { group, deed: Deed::ContactedInPursuit });
        cx.emit(Event::Did { group: enemy, deed: Deed::WasCharged });
        make_contact(cx, group, flanks);
    }
    also_pursues(cx, group);
    if !is_engaged(cx.state(), group) {
        out_of_the_front(cx, group);
    }
}

/// It fights, or is upon routers: who is in its front rank stays there (FA-CMOVE-12).
fn is_engaged(state: &State, group: GroupId) -> bool {
    state.in_close_combat(group) || state.pursuits.iter().any(|pursuit| pursuit.pursuer == group)
}

type Places = (Vec<crate::choice::Placement>, aelian_geometry::Facing, crate::state::Shape, Vec<Leg>);

/// Where the pursuer stands in the end: as far along its path as there is room; none if there is none at all.
fn placed(look: Look<'_>, group: GroupId, path: &super::Path) -> Option<Places> {
    let who = GroupSet::one(group);
    let fits = |length: f64| look.has_room(&path.body.advanced(length), who, |_| true);
    let length = farthest(path.length, fits)?;
    let body = path.body.advanced(length);
    let mut way = path.legs.clone();
    way.push(Leg::Advance { distance: length });
    Some((body.places(), body.facing, path.shape, way))
}

/// Routers whom it touches now it pursues, be they new to it.
fn also_pursues(cx: &mut Cx<'_, Rules>, group: GroupId) {
    let look = Look::new(cx.rules, cx.state());
    let side = look.state.group(group).side;
    let known = look.quarries(group);
    let new =
        |id: &GroupId| look.state.group(*id).is_broken() && !known.contains(*id) && look.touch(group, *id);
    let met: Vec<GroupId> = look.state.on_table_of(side.other()).filter(new).collect();
    for quarry in met {
        cx.emit(Event::Pursues(crate::state::Pursuit { pursuer: group, quarry }));
    }
}
