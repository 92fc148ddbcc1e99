//! Charge moves (50.2, impact 10): in the order that the active player likes; variable moves and wheels after evaders,
//! and where a charge stops.

use super::ambushed::ambushed;
use super::arrive::{Arrival, arrive};
use super::choice::{Charge, ChargePath, ChargeStatus, ImpactChoice, ImpactPrompt, Waiting};
use super::outlook::{Outlook, outlook};
use super::pace::Pace;
use super::paths::sample;
use super::strike::make_contact;
use super::trace::{Around, End};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::formation::Body;
use crate::ids::{GroupId, GroupSet};
use crate::movement::Leg;
use crate::pending::Pending;
use crate::rolls;
use crate::rout::burst_through;
use crate::rout::direction::charge_of;
use crate::rules::{Look, Rules};
use crate::state::Deed;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use aelian_geometry::distance;
use aelian_rulebook::{Reason, rule};

/// The charges that have still to be made.
fn left(look: Look<'_>) -> GroupSet {
    look.state.charges.iter().filter(|charge| charge.is_due()).map(|charge| charge.group).collect()
}

/// FA-DEC-27, FA-RESP-03, FA-SEQ-07: the active player says which charge comes next.
pub fn next(look: Look<'_>) -> Asked {
    let left = left(look);
    let (side, prompt) = (look.active(), Prompt::Impact(ImpactPrompt::MoveCharges { left }));
    match left.len() {
        0 => None,
        1 => Some(Next::Only { side, prompt, choice: Choice::Proceed }),
        _ => Some(Next::Ask { side, prompt }),
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    let left = left(look);
    match choice {
        Choice::Proceed if left.len() == 1 => Verdict::legal(Ghost::default()),
        Choice::Impact(ImpactChoice::MoveCharge { group }) if left.contains(*group) => {
            Verdict::legal(ghost(look, *group))
        }
        Choice::Impact(ImpactChoice::MoveCharge { group }) if !left.is_empty() => {
            Verdict::refused(rule!("FA-RESP-03"), Fact::Group(*group))
        }
        _ => not_asked(choice),
    }
}

fn ghost(look: Look<'_>, group: GroupId) -> Ghost {
    let charge = look.state.charges.iter().find(|charge| charge.group == group);
    let found = charge.and_then(|charge| Onset::of(look, charge, 0.0).found(&charge.path));
    found.map_or_else(Ghost::default, |found| Ghost {
        moves: found.body.places(),
        used: found.trace.used,
        allowed: found.trace.allowed,
        targets: found.targets,
        ..Ghost::default()
    })
}

pub fn propose(look: Look<'_>, out: &mut Proposals<Rules>) {
    out.extend(left(look).iter().map(|group| Choice::Impact(ImpactChoice::MoveCharge { group })));
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let group = match choice {
        Choice::Impact(ImpactChoice::MoveCharge { group }) => Some(*group),
        _ => left(Look::new(cx.rules, cx.state())).first(),
    };
    let charges = &cx.state().charges;
    let Some(charge) = charges.iter().find(|charge| Some(charge.group) == group).cloned() else {
        return Ok(());
    };
    for target in charge.targets.iter() {
        cx.emit(Event::Did { group: target, deed: Deed::WasCharged });
    }
    let look = Look::new(cx.rules, cx.state());
    if !all_evaded(look, &charge) {
        run(cx, &charge, &charge.path, 0);
        return Ok(());
    }
    // FA-CHG-25, FA-VMD-03.
    let variable = rolls::variable_move(cx, rule!("FA-CHG-25"))? as i8;
    let look = Look::new(cx.rules, cx.state());
    if have_left_the_path(look, &charge) {
        let group = charge.group;
        cx.emit(Event::Waits(Pending::Impact(Waiting::Chase { group, variable })));
    } else {
        run(cx, &charge, &charge.path, variable);
    }
    Ok(())
}

/// FA-EV-24, AMB-35: every target has evaded; nobody stands, and nobody has only broken (FA-CHG-36).
fn all_evaded(look: Look<'_>, charge: &Charge) -> bool {
    let evaded =
        |target: GroupId| look.state.did(target, Deed::Evades) && !look.state.group(target).is_broken();
    !charge.targets.is_empty() && charge.targets.iter().all(evaded)
}

/// FA-CHG-25: none of the targets still on the table is in the path, however far it led.
fn have_left_the_path(look: Look<'_>, charge: &Charge) -> bool {
    let on_table: GroupSet = charge.targets.iter().filter(|id| look.state.group(*id).on_table()).collect();
    if on_table.is_empty() {
        return false;
    }
    let far = look.mu(40.0);
    let others: GroupSet = look.state.on_table().filter(|id| !on_table.contains(*id)).collect();
    let mut around = Around::of(look, charge.group, far, others);
    around.camps.clear();
    let pace = Pace::interception(look, charge.group, far);
    let found = outlook(look, charge.group, &charge.path, &around, pace, |_| GroupSet::EMPTY);
    found.is_none_or(|found| found.trace.end != End::Contact)
}

/// A charge about to be made.
struct Onset<'a> {
    look: Look<'a>,
    charge: &'a Charge,
    around: Around,
    pace: Pace,
}

impl<'a> Onset<'a> {
    fn of(look: Look<'a>, charge: &'a Charge, extra: f64) -> Onset<'a> {
        let pace = Pace::charge(look, charge.group, extra);
        let reach = pace.most() + look.step_reach();
        let around = Around::of(look, charge.group, reach, charge.bursts);
        Onset { look, charge, around, pace }
    }

    fn found(&self, path: &ChargePath) -> Option<Outlook> {
        let spare = |met| self.look.never_stepped_into(self.charge.group, met);
        outlook(self.look, self.charge.group, path, &self.around, self.pace, spare)
    }

    /// FA-CHG-20: the path, or if friends have come into it, the same with an end file dropped back; as the group stands,
    /// if the bases that drop back would have no room where the charge ends.
    fn past_friends(&self, path: &ChargePath) -> Option<(ChargePath, Outlook)> {
        let Some(found) = self.found(path) else {
            let whole = ChargePath { drop: None, ..*path };
            return Some((whole, self.found(&whole)?));
        };
        if !matches!(found.trace.end, End::Friends(_)) || path.drop.is_some() {
            return Some((*path, found));
        }
        for hand in self.look.hands(self.look.block(self.charge.group).pose) {
            let narrow = ChargePath { drop: Some(hand), ..*path };
            if let Some(past) = self.found(&narrow).filter(Outlook::is_contact) {
                return Some((narrow, past));
            }
        }
        Some((*path, found))
    }

    /// FA-SKC-04: enemy before whom skirmishers halt when one of their targets has evaded: those for whom they would
    /// need a test that they have not passed, or whom they may not charge at all.
    fn halts_before(&self) -> GroupSet {
        let (look, group) = (self.look, self.charge.group);
        let evaded = self.charge.targets.iter().any(|target| look.state.did(target, Deed::Evades));
        if !evaded || !look.state.group(group).is_skirmishers() {
            return GroupSet::EMPTY;
        }
        let fears = |enemy: &GroupId| {
            look.is_battle_troops(*enemy)
                && !self.charge.tested.contains(*enemy)
                && !(self.charge.flanks.contains(*enemy) || look.did_stand(self.charge, *enemy))
        };
        self.around.enemies.iter().map(|other| other.group).filter(fears).collect()
    }

    /// FA-SKC-04: the charge cut short 1 MU before those enemy.
    fn halted(&self, found: &mut Outlook, before: GroupSet) -> bool {
        let look = self.look;
        let near = |body: &Body| {
            let feared = self.around.enemies.iter().filter(|other| before.contains(other.group));
            let gaps = feared.flat_map(|other| body.rects().map(move |own| distance(own, &other.rect)));
            gaps.fold(f64::INFINITY, f64::min)
        };
        let Some(Leg::Advance { distance: last }) = found.trace.way.last().copied() else { return false };
        let gap = look.rules.distances().joint.halt_before_enemy;
        if before.is_empty() || !look.closer(near(&found.trace.body), gap) {
            return false;
        }
        let back = |by: f64| found.trace.body.advanced(-by);
        let (mut too_little, mut enough) = (0.0, last);
        while enough - too_little > 0.01 {
            let middle = 0.5 * (too_little + enough);
            if near(&back(middle)) < look.mu(gap) { too_little = middle } else { enough = middle }
        }
        found.trace.body = back(enough);
        found.trace.used -= enough;
        found.trace.way.pop();
        found.trace.way.push(Leg::Advance { distance: last - enough });
        found.trace.end = End::Distance;
        true
    }
}

impl Look<'_> {
    /// Light foot outside the open need no test for battle troops that they declared on (AMB-75).
    fn did_stand(&self, charge: &Charge, enemy: GroupId) -> bool {
        self.is_light_foot(charge.group) && charge.targets.minus(charge.revealed).contains(enemy)
    }
}

/// FA-CHG-16 to FA-CHG-26, FA-ZOI-14, FA-ZOI-22, FA-ALG-63: the charge goes along this path until it meets anybody, an
/// interceptor or its target, its distance changed by so many MU.
fn run(cx: &mut Cx<'_, Rules>, charge: &Charge, path: &ChargePath, variable: i8) {
    let look = Look::new(cx.rules, cx.state());
    let onset = Onset::of(look, charge, look.mu(f64::from(variable)));
    let Some((path, mut found)) = onset.past_friends(path) else { return cancel(cx, charge) };
    let halted = onset.halted(&mut found, onset.halts_before());
    let stands =
        |target: GroupId| look.state.group(target).on_table() && !look.state.did(target, Deed::Evades);
    let blocked = matches!(found.trace.end, End::Friends(_)) && charge.targets.iter().any(stands);
    if blocked {
        return cancel(cx, charge);
    }
    if let Some(stop) = ambushed(look, charge, &path, &found.trace) {
        return stop.make(cx);
    }
    land(cx, charge, path, (found, halted));
}

/// FA-AMB-09: the rest of a charge that ambushers interrupted. Who was placed in its way is contacted like anybody else
/// (FA-CHG-04).
pub fn go_on(cx: &mut Cx<'_, Rules>, group: GroupId, path: &ChargePath, left: f64) {
    cx.emit(Event::Settled);
    let charges = &cx.state().charges;
    let Some(charge) = charges.iter().find(|charge| charge.group == group).cloned() else { return };
    cx.cite(rule!("FA-AMB-09"), || Fact::Group(group));
    let look = Look::new(cx.rules, cx.state());
    let pace = Pace::interception(look, group, left);
    let reach = left + look.step_reach();
    let around = Around::of(look, group, reach, GroupSet::EMPTY);
    let onset = Onset { look, charge: &charge, around, pace };
    let Some(mut found) = onset.found(path) else { return cancel(cx, &charge) };
    // FA-FLK-01: where it started decides about those whom it charged.
    found.flanks = found.flanks.minus(charge.targets).union(charge.flanks.common(found.targets));
    let halted = onset.halted(&mut found, onset.halts_before());
    if let Some(stop) = ambushed(look, &charge, path, &found.trace) {
        return stop.make(cx);
    }
    land(cx, &charge, *path, (found, halted));
}

/// The charge comes to its end.
fn land(cx: &mut Cx<'_, Rules>, charge: &Charge, path: ChargePath, (found, halted): (Outlook, bool)) {
    let group = charge.group;
    let to = Arrival::of(Look::new(cx.rules, cx.state()), group, &path, &found.trace);
    // FA-SHK-13, FA-BURST-05.
    if !charge.bursts.is_empty() && !burst_through(cx, group, &to.body) {
        cx.emit(Event::ChargeIs(Charge { status: ChargeStatus::Cancelled, ..charge.clone() }));
        return;
    }
    let contact = found.is_contact() && !halted;
    let flanks = found.flanks;
    match found.trace.end {
        _ if halted => cx.cite(rule!("FA-SKC-04"), || Fact::Group(group)),
        End::Edge(edge) => cx.cite(rule!("FA-CHG-26"), || Fact::Edge(edge)),
        _ => {}
    }
    arrive(cx, group, to, MoveWhy::Charged);
    cx.emit(Event::Did { group, deed: Deed::Charged });
    cx.emit(Event::ChargeIs(Charge { status: ChargeStatus::Moved, path, ..charge.clone() }));
    if contact {
        make_contact(cx, group, flanks);
    }
}

/// FA-CHG-22: no contact is possible any more.
fn cancel(cx: &mut Cx<'_, Rules>, charge: &Charge) {
    let group = charge.group;
    cx.cite(rule!("FA-CHG-22"), || Fact::Group(group));
    cx.emit(Event::ChargeIs(Charge { status: ChargeStatus::Cancelled, ..charge.clone() }));
    cx.emit(Event::Did { group, deed: Deed::Held });
}

/// FA-DEC-28.
pub fn next_chase(look: Look<'_>, group: GroupId, variable: i8) -> Asked {
    let side = look.state.group(group).side;
    Some(Next::Ask { side, prompt: Prompt::Impact(ImpactPrompt::Chase { group, variable }) })
}

pub fn check_chase(look: Look<'_>, group: GroupId, variable: i8, choice: &Choice) -> Verdict<Rules> {
    let Choice::Impact(ImpactChoice::Chase { path }) = choice else { return not_asked(choice) };
    let Some(charge) = look.state.charges.iter().find(|charge| charge.group == group) else {
        return not_asked(choice);
    };
    let mut breaches = Vec::new();
    let mut refuse = |rule, fact| breaches.push(Reason { rule, fact });
    if !path.is_sound() {
        return Verdict::refused(rule!("FA-CHG-17"), Fact::Rule);
    }
    if let Some((_, angle)) = path.wheel {
        if angle.0 > 90.0 {
            refuse(rule!("FA-CHG-19"), Fact::Angle { degrees: angle.0, most: 90.0 });
        }
        if look.rules.v31() && path.ahead.0 > 0.0 {
            refuse(rule!("FA-V31-12"), Fact::TooFar { used: path.ahead.0, allowed: 0.0 });
        }
    }
    let onset = Onset::of(look, charge, look.mu(f64::from(variable)));
    // FA-CHG-25: the declared path, which may always be chosen and leads as far as it can, or a wheel that turns it
    // towards one of those who fled.
    let declared = *path == charge.path;
    let found = if declared { onset.past_friends(path).map(|(_, found)| found) } else { onset.found(path) };
    let after = |found: &Outlook| turns_after(look, charge, found);
    if !declared && (path.drop != charge.path.drop || !found.as_ref().is_some_and(after)) {
        refuse(rule!("FA-CHG-25"), Fact::Groups(charge.targets));
    }
    let ghost = found.map_or_else(Ghost::default, |found| Ghost {
        moves: found.body.places(),
        used: found.trace.used,
        allowed: found.trace.allowed,
        targets: found.targets,
        ..Ghost::default()
    });
    Verdict { breaches, ..Verdict::legal(ghost) }
}

/// FA-CHG-25: at its end the charger heads more nearly for one of its targets than it would have along its path.
fn turns_after(look: Look<'_>, charge: &Charge, found: &Outlook) -> bool {
    let Some(heading) = charge_of(look, charge.group) else { return false };
    let from = look.block(charge.group).pose.at;
    let on_table = charge.targets.iter().filter(|target| look.state.group(*target).on_table());
    on_table.into_iter().any(|target| {
        let there = aelian_geometry::Facing::along(look.block(target).centre() - from);
        found.trace.body.facing.angle_to(there) < heading.angle_to(there)
    })
}

pub fn resolve_chase(
    cx: &mut Cx<'_, Rules>,
    choice: &Choice,
    group: GroupId,
    variable: i8,
) -> Result<(), NeedRoll> {
    let Choice::Impact(ImpactChoice::Chase { path }) = choice else { return Ok(()) };
    cx.emit(Event::Settled);
    let charge = cx.state().charges.iter().find(|charge| charge.group == group).cloned();
    if let Some(charge) = charge {
        run(cx, &charge, path, variable);
    }
    Ok(())
}

/// The declared path, and the wheels of the fixed sample that lead after those who fled.
pub fn propose_chase(
    look: Look<'_>,
    group: GroupId,
    variable: i8,
    want: Want<'_>,
    out: &mut Proposals<Rules>,
) {
    let Some(charge) = look.state.charges.iter().find(|charge| charge.group == group) else { return };
    let chase = |path| Choice::Impact(ImpactChoice::Chase { path });
    out.push(chase(charge.path));
    let wheels = sample(look, group).into_iter().filter(|path| path.wheel.is_some() && *path != charge.path);
    let mut wheels: Vec<ChargePath> =
        wheels.map(|path| ChargePath { drop: charge.path.drop, ..path }).collect();
    if let Want::Sample(_, sampler) = want {
        let at = sampler.below(wheels.len() as u32) as usize;
        wheels = wheels.get(at).copied().into_iter().collect();
    }
    for path in wheels {
        let choice = chase(path);
        if check_chase(look, group, variable, &choice).is_legal() {
            out.push(choice);
        }
    }
}
