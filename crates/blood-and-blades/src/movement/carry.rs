//! Carrying out an ordered move: what happens on the table, and what it leaves to be answered.

use super::conform::Kind;
use super::motion::Measure;
use super::order::{self, Unfolds};
use super::plan::{Plan, Shape, Track};
use super::ways;
use crate::baseset::{BaseId, BaseSet};
use crate::choice::{ColumnLeg, Command, Manoeuvre, Order, Reach};
use crate::event::{Event, MoveWhy, MovedAs};
use crate::fact::Fact;
use crate::outcome::ambush;
use crate::rules::{Look, Rules};
use crate::settings::PivotMeasure;
use crate::state::{Grid, Pending, Place};
use aelian_game::Cx;
use aelian_geometry::{GRID, Pose, degrees};
use aelian_rulebook::rule;

/// A move that is being carried out.
struct Moving<'a> {
    order: &'a Order,
    reach: Reach,
    how: &'a Manoeuvre,
    /// Enemies whom the body touches at the end of it.
    touched: BaseSet,
    /// Enemies who are in close combat before the move (BB-ENG-32).
    fighting: BaseSet,
    /// BB-ZOC-15: the base was zocced and did not go straight ahead.
    forced: bool,
}

/// The move as planned; its PIGs are paid. BB-BUSH-09 to BB-BUSH-12: an ambush that it discovers ends a far move,
/// and lets the player stop a tactical one.
pub fn carry_out(cx: &mut Cx<'_, Rules>, order: &Order, plan: Plan) {
    let Command::Move { reach, how, .. } = &order.what else { return };
    let look = Look::new(cx.rules, cx.state());
    let Some(found) = look.discovery(&plan, how.unfolds()) else { return go(cx, order, plan) };
    for base in found.seen.iter() {
        cx.emit(Event::Revealed(base));
        cx.cite(rule!("BB-BUSH-09"), || Fact::Base(base));
    }
    let side = cx.state().active.other();
    if found.at >= 1.0 {
        go(cx, order, plan);
    } else if *reach == Reach::Far {
        let stopped = cut(Look::new(cx.rules, cx.state()), order, plan, found.at);
        cx.cite(rule!("BB-MOVE-77"), || Fact::Bases(found.seen));
        go(cx, order, stopped);
    } else {
        let at = (found.at * GRID).floor() as Grid;
        cx.emit(Event::Waits(Pending::GoOn { order: Box::new(order.clone()), at, seen: found.seen }));
    }
    cx.emit(Event::Waits(Pending::RevealRest { side }));
}

/// AMB-94: the order as it can still be carried out now that the ambush is seen; none if it cannot.
pub fn goes_on(look: Look<'_>, order: &Order) -> Option<Plan> {
    let Command::Move { reach, how, displace } = &order.what else { return None };
    let state = order::own_eyes(look, look.active());
    let plan = order::plan(look.at(&state), order.to, *reach, how, *displace);
    plan.is_legal().then_some(plan)
}

/// AMB-94: goes on with the order, or stops where the ambush was seen.
pub fn answer(cx: &mut Cx<'_, Rules>, order: &Order, at: Grid, seen: BaseSet, on: bool) {
    let look = Look::new(cx.rules, cx.state());
    if on && let Some(plan) = goes_on(look, order) {
        return carry_out(cx, order, plan);
    }
    let Command::Move { reach, how, displace } = &order.what else { return };
    // The way up to the discovery was legal when it was planned; what is seen now cannot undo it.
    let mut before = order::own_eyes(look, look.active()).into_owned();
    for base in seen.iter() {
        if let Some(base) = before.bases.get_mut(base.index()) {
            base.place = Place::Ambush;
        }
    }
    let look = look.at(&before);
    let plan = order::plan(look, order.to, *reach, how, *displace);
    let stopped = cut(look, order, plan, f64::from(at) / GRID);
    go(cx, order, stopped);
}

/// BB-MOVE-77, BB-PIG-46: the plan as far as it was carried out; it counts as it was planned. BB-PASS-09: nobody ends upon
/// a friend whom he was passing through.
fn cut(look: Look<'_>, order: &Order, mut plan: Plan, at: f64) -> Plan {
    let Command::Move { reach, how, displace } = &order.what else { return plan };
    let shape = plan.shape;
    let at = look.clear_of_others(&plan, how.unfolds(), at);
    if how.unfolds() == Unfolds::InColumn
        && let Some(shorter) = shortened(look, how, plan.used * at)
    {
        let again = order::plan(look, order.to, *reach, &shorter, *displace);
        if again.tracks.len() == plan.tracks.len() && !look.overlap_others(&again.tracks) {
            return Plan { shape, ..again };
        }
    }
    plan.tracks = look.cut_tracks(&plan, how.unfolds(), at);
    // What would have come of the rest of the way does not.
    plan.passed = plan.passed.iter().filter(|friend| meets_on_way(look, &plan.tracks, *friend)).collect();
    plan.consequences.clear();
    plan.displaced.clear();
    plan.stopped_by = None;
    plan.used *= at;
    plan.bent = None;
    Plan { shape, ..plan }
}

/// Whether any of these ways leads through a friend.
fn meets_on_way(look: Look<'_>, tracks: &[Track], friend: BaseId) -> bool {
    tracks.iter().any(|track| {
        let mut rect = *look.state.rect(track.base);
        ways::motions(look, track).into_iter().any(|motion| {
            let met = look.meets(&rect, motion, friend).is_some_and(|at| {
                // Who is only touched at the end has not been passed through.
                at < motion.size() - look.rules.tolerance.length
            });
            rect = motion.apply(&rect);
            met
        })
    })
}

/// A column's way cut off after a distance.
fn shortened(look: Look<'_>, how: &Manoeuvre, distance: f64) -> Option<Manoeuvre> {
    match how {
        Manoeuvre::FollowRoad { road, .. } => Some(Manoeuvre::FollowRoad { road: *road, distance }),
        Manoeuvre::FollowRiver { river, .. } => Some(Manoeuvre::FollowRiver { river: *river, distance }),
        Manoeuvre::Column { legs } => Some(Manoeuvre::Column { legs: shorter_legs(look, legs, distance) }),
        _ => None,
    }
}

fn shorter_legs(look: Look<'_>, legs: &[ColumnLeg], mut left: f64) -> Vec<ColumnLeg> {
    let width = look.rules.width;
    let mut kept = Vec::new();
    for leg in legs {
        let length = match leg {
            ColumnLeg::Advance { distance } => *distance,
            ColumnLeg::Pivot { degrees: angle, .. } => match look.rules.settings.pivot_measure {
                PivotMeasure::Chord => 2.0 * width * libm::sin(0.5 * degrees(angle.abs())),
                PivotMeasure::Arc => width * degrees(angle.abs()),
            },
        };
        if length >= left {
            let part = if length > 0.0 { left / length } else { 1.0 };
            kept.push(match leg {
                ColumnLeg::Advance { .. } => ColumnLeg::Advance { distance: left },
                ColumnLeg::Pivot { hand, degrees } => {
                    ColumnLeg::Pivot { hand: *hand, degrees: degrees * part }
                }
            });
            return kept;
        }
        left -= length;
        kept.push(*leg);
    }
    kept
}

/// Moves the bases and settles or leaves open what follows.
fn go(cx: &mut Cx<'_, Rules>, order: &Order, plan: Plan) {
    let Command::Move { reach, how, .. } = &order.what else { return };
    let look = Look::new(cx.rules, cx.state());
    let near = ways::near_enemies(look, &plan.tracks);
    let plan = Plan { near, ..plan };
    let touched = look.touched(&plan);
    let fighting = if touched.is_empty() { BaseSet::EMPTY } else { fighting_enemies(look) };
    let forced = !touched.is_empty() && is_forced(look, &plan);
    let moving = Moving { order, reach: *reach, how, touched, fighting, forced };
    let ways = own_ways(look, how, &plan);
    dismount(cx, &moving, &plan);
    put(cx, &plan);
    count(cx, &moving, &plan, &ways);
    hinder(cx, &moving, &plan);
    after_contact(cx, &moving, &plan);
}

/// BB-MTD-02, BB-MOVE-79, AMB-60: a tactical move is made on foot.
fn dismount(cx: &mut Cx<'_, Rules>, moving: &Moving<'_>, plan: &Plan) {
    if moving.reach == Reach::Far {
        return;
    }
    for track in &plan.tracks {
        if cx.state().base(track.base).vehicles {
            cx.emit(Event::VehiclesLost(track.base));
            cx.cite(rule!("BB-MTD-02"), || Fact::Base(track.base));
        }
    }
}

fn put(cx: &mut Cx<'_, Rules>, plan: &Plan) {
    for (tracks, why) in [(&plan.displaced, MoveWhy::Displaced), (&plan.tracks, MoveWhy::Ordered)] {
        for track in tracks {
            cx.emit(Event::Moved { base: track.base, via: track.via.clone(), to: track.to, why });
        }
    }
    if let Some((bases, track)) = &plan.bent {
        cx.emit(Event::ColumnBent { bases: bases.clone(), track: track.clone() });
    }
    for reason in &plan.consequences {
        cx.cite(reason.rule, || reason.fact.clone());
    }
}

/// BB-MOVE-71 to BB-MOVE-74, BB-PACK-05: what the move counts as.
fn count(cx: &mut Cx<'_, Rules>, moving: &Moving<'_>, plan: &Plan, ways: &[(BaseId, f64)]) {
    let moved = match moving.reach {
        Reach::Tactical => MovedAs::Tactical,
        Reach::Far => MovedAs::Far,
    };
    for base in moving.order.to.minus(plan.excluded).iter() {
        let own = ways.iter().find(|(other, _)| *other == base).map(|(_, length)| *length);
        let stayed = if moving.how.unfolds() == Unfolds::Rigid { plan.used } else { 0.0 };
        cx.emit(Event::CountsAs { base, moved, distance: own.unwrap_or(stayed) });
        if moving.how.is_of_pack() {
            cx.emit(Event::PackMoved(base));
        }
    }
    let full = plan.shape == Shape::StraightFull;
    match full {
        true => cx.cite(rule!("BB-PIG-47"), || Fact::Number { value: plan.used }),
        false => cx.cite(rule!("BB-MOVE-39"), || short_of(plan)),
    }
}

/// BB-MOVE-39: how far a move went, and how far it might have gone if that is more.
fn short_of(plan: &Plan) -> Fact {
    let (used, least) = (plan.used, plan.allowed);
    if used < least { Fact::TooShort { used, least } } else { Fact::Number { value: used } }
}

/// BB-MOVE-20, BB-SHT-02: how far each base went by itself, where not all went alike.
fn own_ways(look: Look<'_>, how: &Manoeuvre, plan: &Plan) -> Vec<(BaseId, f64)> {
    if how.unfolds() == Unfolds::Rigid {
        return Vec::new();
    }
    let length = |track: &Track| {
        let rect = look.state.rect(track.base);
        let mut measure = Measure::of(rect, look.rules.settings.pivot_measure);
        ways::motions(look, track).into_iter().for_each(|motion| measure.walk(motion));
        (track.base, measure.used())
    };
    plan.tracks.iter().map(length).collect()
}

/// BB-MTD-04, reading: vehicles hinder when a move leads through their base, displaces it or ends against it, be it that
/// of a friend or an enemy.
fn hinder(cx: &mut Cx<'_, Rules>, moving: &Moving<'_>, plan: &Plan) {
    let look = Look::new(cx.rules, cx.state());
    let displaced: BaseSet = plan.displaced.iter().map(|track| track.base).collect();
    let met = plan.passed.union(displaced).union(plan.stopped_by.into_iter().collect());
    let body: BaseSet = plan.tracks.iter().map(|track| track.base).collect();
    let hinders = |base: &BaseId| met.contains(*base) || body.iter().any(|mover| look.touches(mover, *base));
    let others = look.state.on_table().filter(|base| !moving.order.to.contains(*base));
    let hindering = others.filter(|base| look.state.base(*base).vehicles).filter(hinders);
    for base in hindering.collect::<Vec<_>>() {
        cx.emit(Event::VehiclesLost(base));
        cx.cite(rule!("BB-MTD-04"), || Fact::Base(base));
    }
}

/// BB-ENG-32: what follows if the move has made contact.
fn after_contact(cx: &mut Cx<'_, Rules>, moving: &Moving<'_>, plan: &Plan) {
    let body: BaseSet = plan.tracks.iter().map(|track| track.base).collect();
    if moving.touched.is_empty() {
        return;
    }
    // BB-ENG-04: the move of a pack allows no alignment.
    if moving.how.is_of_pack() {
        return conform(cx, body, false, moving.fighting);
    }
    settle_contact(cx, body, moving.fighting, moving.forced);
}

/// BB-ENG-32: first the mover may align, or must if he was forced into contact, then the contacted side
/// conforms.
pub fn settle_contact(cx: &mut Cx<'_, Rules>, body: BaseSet, fighting: BaseSet, forced: bool) {
    let shifts = Look::new(cx.rules, cx.state()).alignments(body);
    let grouped = body.len() > 1;
    if shifts.is_empty() {
        return conform(cx, body, grouped, fighting);
    }
    cx.emit(Event::Waits(Pending::Conform { body, grouped, fighting }));
    for shift in shifts.iter().rev() {
        let shift = (shift * GRID).round() as Grid;
        cx.emit(Event::Waits(Pending::Align { body, shift, must: forced }));
    }
}

/// BB-ENG-20 to BB-ENG-32: all who must conform to the body do so, one after the other. BB-BUSH-10: if one of them would
/// discover an ambush, its owner is asked for the rest of it before they go on.
pub fn conform(cx: &mut Cx<'_, Rules>, body: BaseSet, grouped: bool, fighting: BaseSet) {
    let mut settled = fighting;
    for kind in Kind::IN_ORDER {
        // Each base conforms at most once, so this ends.
        while let Some(next) = Look::new(cx.rules, cx.state()).conforming(kind, body, grouped, settled) {
            let track = |(base, to): &(BaseId, Pose)| Track { base: *base, via: Vec::new(), to: *to };
            let again = Pending::Conform { body, grouped, fighting: settled };
            if ambush::reveal_before(cx, next.moves.iter().map(track).collect(), again) {
                return;
            }
            for (base, to) in &next.moves {
                settled.insert(*base);
                cx.emit(Event::Moved { base: *base, via: Vec::new(), to: *to, why: MoveWhy::Conformed });
                cx.cite(next.rule, || Fact::Base(*base));
            }
        }
    }
}

/// BB-ENG-32: enemies of the active side who are in close combat.
fn fighting_enemies(look: Look<'_>) -> BaseSet {
    look.state.on_table_of(look.active().other()).filter(|enemy| look.in_close_combat(*enemy)).collect()
}

/// BB-ZOC-15: a single base that was zocced and could not contact straight ahead.
fn is_forced(look: Look<'_>, plan: &Plan) -> bool {
    let [track] = &plan.tracks[..] else { return false };
    look.state.base(track.base).on_table()
        && !look.zoccers(track.base).is_empty()
        && ways::way_of_track(look, track) != super::approach::Way::Straight
}
