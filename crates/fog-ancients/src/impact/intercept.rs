//! Interception charges (50.8, 22.7): zones, the two kinds, and the tests that some need.

use super::arrive::{Arrival, arrive};
use super::choice::{Charge, ChargeStatus, ImpactChoice, ImpactPrompt, Interception};
use super::flank::touches_flank;
use super::outlook::legal_groups;
use super::pace::Pace;
use super::strike::make_contact;
use super::trace::{Around, End, Other, Trace, start, trace};
use crate::choice::{Asked, Choice, Ghost, Prompt, TestAhead};
use crate::command::complex_move_test;
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::formation::{Body, wheel_angle, wheel_cost};
use crate::ids::{GroupId, GroupSet};
use crate::impact::ChargePath;
use crate::movement::Leg;
use crate::rules::{Look, Rules};
use crate::stage::{Phase, Stage};
use crate::state::{Cohesion, Deed, Shape};
use crate::tables::Disorder;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict};
use aelian_geometry::{Hand, Rect, Vec2, convex_overlap, degrees, overlaps, strip_ahead, touching};
use aelian_rulebook::{Reason, RuleId, rule};

/// FA-ZOI-01, FA-ZOI-02: how far the group may go straight ahead before it would stand in ground that disorders it, in
/// mm; at most the depth of its zone.
fn limit(look: Look<'_>, group: GroupId) -> f64 {
    let body = Body::of(look.state, group);
    let fits = |distance: f64| {
        body.bases.iter().all(|(base, rect)| {
            let troop = look.state.troop(*base);
            let there = rect.with_pose(rect.pose.translated(body.facing.vector() * distance));
            look.rules.tables.disorder(troop, look.level_under(troop, &there)) == Disorder::None
        })
    };
    let quarter = look.mu(0.25);
    let all = (look.zone_depth(group) * 4.0) as u32;
    let steps = (1..=all).take_while(|step| fits(quarter * f64::from(*step))).count() as u32;
    if steps == all {
        return quarter * f64::from(all);
    }
    // The edge of the ground lies within the next quarter.
    let (mut clear, mut beyond) = (quarter * f64::from(steps), quarter * f64::from(steps + 1));
    for _ in 0..12 {
        let middle = 0.5 * (clear + beyond);
        if fits(middle) { clear = middle } else { beyond = middle }
    }
    clear
}

impl Look<'_> {
    /// FA-ZOI-01, FA-ZOI-02: the depth of the group's zone of interception as it stands, in mm.
    pub fn interception_depth(&self, group: GroupId) -> f64 {
        limit(*self, group)
    }

    /// FA-ZOI-03: who might intercept this charge if it were declared, by his zone and state.
    pub fn possible_interceptors(&self, group: GroupId, path: ChargePath, targets: GroupSet) -> GroupSet {
        let none = GroupSet::EMPTY;
        let charge = Charge {
            group,
            path,
            targets,
            flanks: none,
            unordered: false,
            tested: none,
            revealed: none,
            bursts: none,
            status: ChargeStatus::Declared,
        };
        let threat = Threat::of(*self, &charge);
        let enemies = self.enemies(self.state.group(group).side);
        enemies
            .filter(|enemy| !targets.contains(*enemy) && barred(*self, *enemy, &threat).is_empty())
            .collect()
    }
}

/// The charge as an interceptor meets it: the ground that it will cross as it was declared, with those who evade out of
/// the way and whatever others who intercepted it have done to it (FA-ZOI-03).
struct Threat<'a> {
    look: Look<'a>,
    charge: &'a Charge,
    around: Around,
    hulls: Vec<Vec<Vec2>>,
}

impl<'a> Threat<'a> {
    fn of(look: Look<'a>, charge: &'a Charge) -> Threat<'a> {
        let pace = Pace::charge(look, charge.group, 0.0);
        let evading: GroupSet =
            charge.targets.iter().filter(|target| look.state.did(*target, Deed::Evades)).collect();
        let around =
            Around::of(look, charge.group, pace.most() + look.rules.width, evading.union(charge.bursts));
        let came = look.state.on_table().filter(|group| look.state.did(*group, Deed::Intercepted)).collect();
        let from = start(look, charge.group, &charge.path);
        let declared = from.map(|from| {
            let on = trace(look, from.clone(), &charge.path, &around.without(came), pace);
            on.hulls(from)
        });
        Threat { look, charge, around, hulls: declared.unwrap_or_default() }
    }

    /// The charge move, with this group standing elsewhere.
    fn run(&self, group: GroupId, body: &Body) -> Option<Trace> {
        let pace = Pace::charge(self.look, self.charge.group, 0.0);
        let from = start(self.look, self.charge.group, &self.charge.path)?;
        let mut around = self.around.without(GroupSet::one(group));
        around.enemies.extend(others(group, body));
        Some(trace(self.look, from, &self.charge.path, &around, pace))
    }

    /// FA-GEO-10: the charge crosses this rectangle.
    fn crosses(&self, rect: &Rect) -> bool {
        self.hulls.iter().any(|hull| convex_overlap(hull, rect, self.look.rules.tolerance))
    }
}

fn others(group: GroupId, body: &Body) -> impl Iterator<Item = Other> + '_ {
    body.bases.iter().map(move |(base, rect)| Other::new(group, *base, *rect))
}

/// FA-ALG-60, FA-SKC-03, FA-ZOI-03, FA-ZOI-04, FA-ZOI-06, FA-ZOI-07, FA-ZOI-09, FA-ZOI-15, FA-ZOI-16, FA-ZOI-17,
/// FA-ZOI-20: why this group cannot intercept that charge at all.
fn barred(look: Look<'_>, group: GroupId, threat: &Threat<'_>) -> Vec<Reason<Fact>> {
    let charger = threat.charge.group;
    let mut reasons: Vec<Reason<Fact>> = look.cannot_charge(group).collect();
    let pair = Fact::Pair { group, other: charger };
    let mut refuse = |rule: RuleId| reasons.push(Reason { rule, fact: pair.clone() });
    let live = |charge: &&Charge| charge.status != ChargeStatus::Cancelled;
    if look.state.charges.iter().filter(live).any(|charge| charge.targets.contains(group)) {
        refuse(rule!("FA-ZOI-09"));
    }
    if look.state.did(group, Deed::Intercepted) || look.state.dealt.contains(group) {
        refuse(rule!("FA-ZOI-03"));
    }
    let state = |id| look.state.group(id);
    if state(group).is_skirmishers() && !state(charger).is_skirmishers() {
        refuse(rule!("FA-ZOI-07"));
    }
    // FA-LOS-07.
    if !look.sees_group(group, charger) {
        refuse(rule!("FA-ZOI-04"));
    }
    let limit = limit(look, group);
    let through = |rect: &Rect| threat.crosses(&strip_ahead(rect, limit, rect.width));
    if limit <= 0.0 || !look.front_bases(group).any(|base| through(look.state.rect(base))) {
        refuse(rule!("FA-ZOI-01"));
    }
    reasons
}

/// FA-ZOI-05, FA-ZOI-08: the rule for which it must pass a test first.
fn test(look: Look<'_>, group: GroupId, charger: GroupId, how: Interception) -> Option<RuleId> {
    let state = look.state.group(group);
    if state.cohesion == Cohesion::Disrupted && !state.is_shock() {
        return Some(rule!("FA-ZOI-05"));
    }
    let frontal = matches!(how, Interception::Cross { .. }) && look.is_battle_troops(charger);
    (frontal && look.is_missile_foot(group)).then_some(rule!("FA-ZOI-08"))
}

/// FA-ZOI-10 to FA-ZOI-12, FA-ZOI-21, FA-INT-14, FA-ALG-61: across the path of the charge, through nobody, with the wheel
/// that it must make.
fn cross(
    look: Look<'_>,
    group: GroupId,
    threat: &Threat<'_>,
    distance: f64,
) -> Result<Arrival, Reason<Fact>> {
    let limit = limit(look, group);
    let pair = Fact::Pair { group, other: threat.charge.group };
    if !(distance > 0.0 && distance <= limit + look.rules.slack) {
        return Err(Reason {
            rule: rule!("FA-ZOI-10"),
            fact: Fact::TooFar { used: distance, allowed: limit },
        });
    }
    let around = Around::of(look, group, limit + look.rules.width, GroupSet::EMPTY);
    let path = ChargePath::default();
    let Some(from) = start(look, group, &path) else {
        return Err(Reason { rule: rule!("FA-ZOI-10"), fact: pair });
    };
    let on = trace(look, from, &path, &around, Pace::interception(look, group, distance));
    if let End::Friends(friend) = on.end {
        return Err(Reason { rule: rule!("FA-INT-14"), fact: Fact::BlockedBy(friend) });
    }
    if on.end != End::Distance || is_touching(look, &on.body, &around) {
        return Err(Reason { rule: rule!("FA-ZOI-21"), fact: pair });
    }
    if !on.body.rects().any(|rect| threat.crosses(rect)) {
        return Err(Reason { rule: rule!("FA-ZOI-11"), fact: pair });
    }
    let hand = side_of(&on.body, look.block(threat.charge.group).centre());
    let most = wheel_angle(on.body.block().width, (limit - distance).max(0.0)).min(degrees(90.0));
    // By each degree, and as wide as the move allows.
    let whole = (most / degrees(1.0)).floor() as u32;
    for angle in (0..=whole).map(|step| degrees(f64::from(step))).chain([most]) {
        let to =
            Arrival::of_interceptor(look, group, on.body.wheeled(hand, angle), way(distance, hand, angle));
        if !is_taken_in_flank(threat, group, &to.body) && is_free(look, &to.body, &around) {
            return Ok(to);
        }
    }
    Err(Reason { rule: rule!("FA-ZOI-12"), fact: pair })
}

fn way(distance: f64, hand: Hand, angle: f64) -> Vec<Leg> {
    let mut way = vec![Leg::Advance { distance }];
    if angle > 0.0 {
        way.push(Leg::Wheel { hand, degrees: aelian_geometry::to_degrees(angle) });
    }
    way
}

/// The hand of the body on which a point lies.
fn side_of(body: &Body, point: Vec2) -> Hand {
    let (_, right) = body.block().local(point);
    if right < 0.0 { Hand::Left } else { Hand::Right }
}

fn is_touching(look: Look<'_>, body: &Body, around: &Around) -> bool {
    let t = look.rules.tolerance;
    around.enemies.iter().any(|other| body.rects().any(|own| touching(own, &other.rect, t)))
}

/// The body overlaps nobody and touches no enemy.
fn is_free(look: Look<'_>, body: &Body, around: &Around) -> bool {
    let t = look.rules.tolerance;
    let friends = around.friends.iter().map(|other| &other.rect).chain(&around.camps);
    !friends.into_iter().any(|rect| body.rects().any(|own| overlaps(own, rect, t)))
        && !is_touching(look, body, around)
        && body.rects().all(|rect| look.state.field.edge_crossed(rect, t.length).is_none())
}

/// FA-ZOI-12: the charge, going on, would first touch a side, the rear or a rear corner of the interceptor there.
fn is_taken_in_flank(threat: &Threat<'_>, group: GroupId, body: &Body) -> bool {
    let Some(on) = threat.run(group, body) else { return false };
    let mine: Vec<Other> = others(group, body).collect();
    on.end == End::Contact && touches_flank(threat.look, &on.body, &mine, group)
}

/// FA-ZOI-13, FA-ZOI-21, FA-ALG-62: straight into the flank or rear of the charger, and of nobody else.
fn strike(look: Look<'_>, group: GroupId, threat: &Threat<'_>) -> Result<Arrival, Reason<Fact>> {
    let charger = threat.charge.group;
    let refused = Reason { rule: rule!("FA-ZOI-13"), fact: Fact::Pair { group, other: charger } };
    let limit = limit(look, group);
    let around = Around::of(look, group, limit + look.rules.width, GroupSet::EMPTY);
    let path = ChargePath::default();
    let Some(from) = start(look, group, &path) else { return Err(refused) };
    let on = trace(look, from, &path, &around, Pace::interception(look, group, limit));
    let met = legal_groups(look, &on.body, &around);
    let only = on.end == End::Contact && met == GroupSet::one(charger);
    if only && look.is_on_flank(group, charger) && touches_flank(look, &on.body, &around.enemies, charger) {
        Ok(Arrival::of_interceptor(look, group, on.body, on.way))
    } else {
        Err(refused)
    }
}

fn plan(
    look: Look<'_>,
    group: GroupId,
    threat: &Threat<'_>,
    how: Interception,
) -> Result<Arrival, Reason<Fact>> {
    match how {
        Interception::Cross { distance } => cross(look, group, threat, distance.0),
        Interception::Strike => strike(look, group, threat),
    }
}

/// The fixed sample of interceptions: into the flank, and across the path by each half MU of the zone; where none of
/// these can be made, the shortest by tenths of an MU, or the whole zone.
fn options(look: Look<'_>) -> Vec<(GroupId, GroupId, Interception)> {
    let mut found = Vec::new();
    let side = look.active().other();
    for charge in look.state.charges.iter().filter(|charge| charge.is_due()) {
        let here = look.block(charge.group).circle();
        let near = |group: &GroupId| {
            let reach = look.mu(12.0);
            look.may_charge_at_will(*group) && look.block(*group).circle().near(&here, reach)
        };
        let threat = Threat::of(look, charge);
        for group in look.state.on_table_of(side).filter(near) {
            if !barred(look, group, &threat).is_empty() {
                continue;
            }
            let by = |steps: u32| {
                let most = (look.zone_depth(group) * f64::from(steps)) as u32;
                (1..=most).map(move |step| {
                    let distance = look.mu(f64::from(step) / f64::from(steps));
                    Interception::Cross { distance: distance.into() }
                })
            };
            let whole = Interception::Cross { distance: limit(look, group).into() };
            let good = |how: &Interception| plan(look, group, &threat, *how).is_ok();
            let before = found.len();
            let some = [Interception::Strike].into_iter().chain(by(2)).filter(good);
            found.extend(some.map(|how| (group, charge.group, how)));
            // A way between the halves is looked for only where none of these will do.
            if found.len() == before {
                let between = by(10).chain([whole]).find(good);
                found.extend(between.map(|how| (group, charge.group, how)));
            }
        }
    }
    found
}

/// FA-DEC-24, FA-DEC-42: the other player is asked as long as somebody can intercept.
pub fn next(look: Look<'_>) -> Asked {
    let groups: GroupSet = options(look).into_iter().map(|(group, _, _)| group).collect();
    let prompt = Prompt::Impact(ImpactPrompt::Intercept { groups });
    (!groups.is_empty()).then(|| Next::Ask { side: look.active().other(), prompt })
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Impact(ImpactChoice::EndInterceptions) => Verdict::legal(Ghost::default()),
        Choice::Impact(ImpactChoice::Intercept { group, charger, how }) => {
            check_one(look, *group, *charger, *how)
        }
        _ => not_asked(choice),
    }
}

fn check_one(look: Look<'_>, group: GroupId, charger: GroupId, how: Interception) -> Verdict<Rules> {
    if group.index() >= look.state.groups.len() {
        return Verdict::refused(rule!("FA-ZOI-03"), Fact::NoSuchGroup(group));
    }
    if look.state.group(group).side == look.active() {
        return Verdict::refused(rule!("FA-SEQ-03"), Fact::NotYours(group));
    }
    let mut charges = look.state.charges.iter().filter(|charge| charge.is_due());
    let Some(charge) = charges.find(|charge| charge.group == charger) else {
        return Verdict::refused(rule!("FA-ZOI-03"), no_charge(look, charger));
    };
    let threat = Threat::of(look, charge);
    let mut breaches = barred(look, group, &threat);
    if !look.state.group(group).on_table() {
        return Verdict { breaches, ..Verdict::legal(Ghost::default()) };
    }
    let mut ghost = Ghost { targets: GroupSet::one(charger), ..Ghost::default() };
    match plan(look, group, &threat, how) {
        Ok(found) => {
            ghost.moves = found.body.places();
            ghost.used = spent(look, &found);
            ghost.allowed = look.mu(look.zone_depth(group));
        }
        Err(reason) => breaches.push(reason),
    }
    ghost.test = test(look, group, charger, how).map(|_| {
        let tester = look.tester(GroupSet::one(group), true);
        TestAhead { needed: tester.needed, modifier: tester.modifiers.total(), chance: tester.chance() }
    });
    Verdict { breaches, ..Verdict::legal(ghost) }
}

/// A group that charges no more, or never did.
fn no_charge(look: Look<'_>, charger: GroupId) -> Fact {
    match look.state.groups.get(charger.index()) {
        Some(_) => Fact::Group(charger),
        None => Fact::NoSuchGroup(charger),
    }
}

/// FA-ZOI-12: what the move takes, its wheel included.
fn spent(look: Look<'_>, found: &Arrival) -> f64 {
    let width = match found.shape {
        Shape::KinkedColumn => look.rules.width,
        _ => found.body.block().width,
    };
    let leg = |leg: &Leg| match leg {
        Leg::Advance { distance } => *distance,
        Leg::Wheel { degrees: angle, .. } => wheel_cost(width, degrees(*angle)),
        _ => 0.0,
    };
    found.way.iter().map(leg).sum()
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let Choice::Impact(ImpactChoice::Intercept { group, charger, how }) = *choice else {
        cx.emit(Event::Enters { phase: Phase::Impact, stage: Stage::Evades });
        return Ok(());
    };
    let look = Look::new(cx.rules, cx.state());
    let charge = look.state.charges.iter().find(|charge| charge.group == charger).cloned();
    let Some(charge) = charge else { return Ok(()) };
    let found = plan(look, group, &Threat::of(look, &charge), how);
    let Ok(found) = found else { return Ok(()) };
    let needed = test(look, group, charger, how);
    let tester = look.tester(GroupSet::one(group), true);
    cx.emit(Event::Dealt(group));
    if let Some(why) = needed
        && !complex_move_test(cx, why, &tester)?
    {
        return Ok(());
    }
    advance(cx, group, found);
    if how == Interception::Strike {
        cancel(cx, &charge);
        make_contact(cx, group, GroupSet::one(charger));
    }
    Ok(())
}

/// FA-ZOI-19: the interceptor moves, and counts as charging.
fn advance(cx: &mut Cx<'_, Rules>, group: GroupId, to: Arrival) {
    cx.cite(rule!("FA-ZOI-10"), || Fact::Group(group));
    arrive(cx, group, to, MoveWhy::Intercepted);
    cx.emit(Event::Did { group, deed: Deed::Intercepted });
}

/// FA-ZOI-13, AMB-16: the charge is off; those whom nobody else charges do not evade.
fn cancel(cx: &mut Cx<'_, Rules>, charge: &Charge) {
    cx.cite(rule!("FA-ZOI-13"), || Fact::Group(charge.group));
    cx.emit(Event::ChargeIs(Charge { status: ChargeStatus::Cancelled, ..charge.clone() }));
    for group in charge.targets.iter() {
        let look = Look::new(cx.rules, cx.state());
        if look.charged_by(group).is_empty() && look.state.did(group, Deed::Evades) {
            cx.emit(Event::Undone { group, deed: Deed::Evades });
        }
    }
}

pub fn propose(look: Look<'_>, out: &mut Proposals<Rules>) {
    let intercept = |(group, charger, how)| Choice::Impact(ImpactChoice::Intercept { group, charger, how });
    out.extend(options(look).into_iter().map(intercept));
    out.push(Choice::Impact(ImpactChoice::EndInterceptions));
}
