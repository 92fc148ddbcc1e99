//! Bases that turn to face a flank or rear charge (FA-FLK-10 to FA-FLK-14, FA-ALG-40 to FA-ALG-42), and chargers that
//! close up on them.

use super::choice::{ImpactChoice, ImpactPrompt, Waiting};
use super::flank::is_flank;
use super::trace::Around;
use crate::choice::{Asked, Choice, Ghost, Placement, Prompt};
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::formation::Body;
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::pending::Pending;
use crate::position::legal_contact;
use crate::rules::{Look, Rules};
use crate::state::{Shape, State};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict};
use aelian_geometry::{Corner, Edge, Facing, Feature, Hand, Pose, Rect, contacts, degrees, overlaps, sweep};
use aelian_rulebook::rule;

/// How a base turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    To(Hand),
    About,
}

/// FA-FLK-10, FA-FLK-11: the bases of the group that this charge has hit turn to face it; if all are held to their
/// front, the owner says which one.
pub fn turn_to_face(cx: &mut Cx<'_, Rules>, group: GroupId, by: GroupId) {
    let look = Look::new(cx.rules, cx.state());
    if !look.has_flanks(group) || look.state.group(group).is_broken() {
        return;
    }
    let hit: Vec<BaseId> = bases_hit(look, group, by).map(|(base, _)| base).collect();
    let free: Vec<BaseId> = hit.iter().copied().filter(|base| !look.is_held_in_front(*base)).collect();
    match (free.is_empty(), hit.as_slice()) {
        (false, _) => turn(cx, group, by, &free),
        (true, []) => {}
        (true, [one]) => turn(cx, group, by, &[*one]),
        (true, _) => cx.emit(Event::Waits(Pending::Impact(Waiting::Turn { group, by, bases: hit }))),
    }
}

/// FA-FLK-10: the bases that the charger touches on a side edge, the rear edge or a rear corner and not in front, and
/// how each would turn.
fn bases_hit<'a>(look: Look<'a>, group: GroupId, by: GroupId) -> impl Iterator<Item = (BaseId, Turn)> + 'a {
    let t = look.rules.tolerance;
    look.state.bases_of(group).filter_map(move |base| {
        let rect = look.state.rect(base);
        let mut best: Option<(f64, Turn)> = None;
        for charger in look.state.rects_of(by) {
            let met = contacts(charger, rect, t);
            if met.theirs(Feature::Edge(Edge::Front)) {
                return None;
            }
            if legal_contact(charger, rect, t).is_none() {
                continue;
            }
            for contact in met.iter().filter(|contact| contact.mine.is_front() && is_flank(contact.theirs)) {
                for turn in turns(contact.theirs) {
                    let off = turned(rect.pose.facing, turn).angle_to(charger.pose.facing.reversed());
                    if best.is_none_or(|best| off < best.0 - 1e-9) {
                        best = Some((off, turn));
                    }
                }
            }
        }
        best.map(|(_, turn)| (base, turn))
    })
}

/// The turns that bring an edge or corner to the front.
fn turns(feature: Feature) -> impl Iterator<Item = Turn> {
    let (side, rear) = match feature {
        Feature::Edge(Edge::Left) => (Some(Hand::Left), false),
        Feature::Edge(Edge::Right) => (Some(Hand::Right), false),
        Feature::Edge(_) => (None, true),
        Feature::Corner(Corner::RearLeft) => (Some(Hand::Left), true),
        Feature::Corner(_) => (Some(Hand::Right), true),
    };
    side.map(Turn::To).into_iter().chain(rear.then_some(Turn::About))
}

fn turned(facing: Facing, turn: Turn) -> Facing {
    match turn {
        Turn::To(hand) => facing.turned(degrees(90.0) * hand.sign()),
        Turn::About => facing.reversed(),
    }
}

/// FA-FLK-10 to FA-FLK-14: these bases turn if there is room; then the charger closes up.
pub fn turn(cx: &mut Cx<'_, Rules>, group: GroupId, by: GroupId, bases: &[BaseId]) {
    let look = Look::new(cx.rules, cx.state());
    let how: Vec<(BaseId, Turn)> =
        bases_hit(look, group, by).filter(|(base, _)| bases.contains(base)).collect();
    let places = placed(look, group, by, &how);
    if places.is_empty() {
        cx.cite(rule!("FA-FLK-14"), || Fact::Pair { group, other: by });
        return;
    }
    cx.cite(rule!("FA-FLK-10"), || Fact::Pair { group, other: by });
    let all = places.len() == cx.state().strength(group);
    let first = places.first().map(|place| place.pose.facing);
    let facing = first.filter(|_| all).unwrap_or(cx.state().group(group).facing);
    cx.emit(Event::Moved(Moved {
        group,
        why: MoveWhy::TurnedToFace,
        way: Vec::new(),
        places,
        facing,
        shape: Shape::Loose,
    }));
    close_up(cx, by, group);
}

/// FA-ALG-41, FA-ALG-42: where the turned bases stand; those for whom there is no room are left out.
fn placed(look: Look<'_>, group: GroupId, by: GroupId, how: &[(BaseId, Turn)]) -> Vec<Placement> {
    let mut places = Vec::new();
    for (base, turn) in how {
        if *turn == Turn::About {
            let rect = look.state.rect(*base);
            places.push(Placement { base: *base, pose: rect.pose.about_faced(rect.depth).on_grid() });
        }
    }
    for hand in Hand::BOTH {
        let side: Vec<BaseId> =
            how.iter().filter(|(_, turn)| *turn == Turn::To(hand)).map(|(base, _)| *base).collect();
        places.extend(beside(look, group, by, &side, hand));
    }
    places
}

/// FA-FLK-12, FA-ALG-41: bases hit on one side, side by side along it from the corner nearest their front, and back
/// against the rest of their group; none if there is no room.
fn beside(look: Look<'_>, group: GroupId, by: GroupId, bases: &[BaseId], hand: Hand) -> Vec<Placement> {
    let Some(body) = side_by_side(look, bases, hand) else { return Vec::new() };
    let rest = rest_of(look, group, bases);
    let body = body.advanced(-gap_behind(look, &body, &rest));
    if has_room(look, &body, group, by, &rest) { body.places() } else { Vec::new() }
}

/// The outlines of the other bases of the group.
fn rest_of(look: Look<'_>, group: GroupId, bases: &[BaseId]) -> Vec<Rect> {
    let rest = look.state.bases_of(group).filter(|base| !bases.contains(base));
    rest.map(|base| *look.state.rect(base)).collect()
}

/// FA-ALG-41: bases that turn to one side stand side by side along the edge that was theirs, from the corner nearest
/// their front.
fn side_by_side(look: Look<'_>, bases: &[BaseId], hand: Hand) -> Option<Body> {
    let first = bases.first()?;
    let facing = look.state.rect(*first).pose.facing;
    let out = facing.right() * hand.sign();
    let ahead = facing.vector();
    let width = look.rules.width;
    let mut order = bases.to_vec();
    let forward = |base: &BaseId| look.state.rect(*base).pose.at.dot(ahead);
    order.sort_by(|one, other| forward(other).total_cmp(&forward(one)));
    let front = order.first().map_or(0.0, forward);
    let edge =
        order.iter().map(|base| look.state.rect(*base).pose.at.dot(out)).fold(f64::NEG_INFINITY, f64::max)
            + width * 0.5;
    let new_facing = turned(facing, Turn::To(hand));
    let stand = |(at, base): (usize, &BaseId)| {
        let middle = out * edge + ahead * (front - width * (at as f64 + 0.5));
        (*base, look.state.rect(*base).with_pose(Pose { at: middle, facing: new_facing }))
    };
    Some(Body { facing: new_facing, bases: order.iter().enumerate().map(stand).collect() })
}

/// FA-FLK-12: how far the turned bases must go back to touch the others of their group; not at all if one of them stands
/// along another base already, such as the one before it that is held to its front.
fn gap_behind(look: Look<'_>, body: &Body, rest: &[Rect]) -> f64 {
    let joined = |own: &Rect, other: &Rect| {
        let met = contacts(own, other, look.rules.tolerance);
        Edge::ALL.iter().any(|mine| Edge::ALL.iter().any(|theirs| met.edge_edge(*mine, *theirs).is_some()))
    };
    if rest.iter().any(|other| body.rects().any(|own| joined(own, other))) {
        return 0.0;
    }
    let back = -body.facing.unit();
    let most = look.rules.width * 2.0;
    let gaps = rest.iter().flat_map(|other| {
        body.rects().filter_map(move |own| sweep(own, back, most, other, look.rules.tolerance))
    });
    gaps.reduce(f64::min).unwrap_or(0.0)
}

/// FA-ALG-42: the turned bases overlap nobody.
fn has_room(look: Look<'_>, body: &Body, group: GroupId, by: GroupId, rest: &[Rect]) -> bool {
    let t = look.rules.tolerance;
    let without: GroupSet = [group, by].into_iter().collect();
    let others = look.state.on_table().filter(|other| !without.contains(*other));
    let free = |rect: &Rect| !body.rects().any(|own| overlaps(own, rect, t));
    let mut taken = others.flat_map(|other| look.state.rects_of(other));
    rest.iter().all(free)
        && taken.all(free)
        && look.state.rects_of(by).all(free)
        && body.rects().all(|rect| look.state.field.edge_crossed(rect, t.length).is_none())
}

/// FA-FF-07: bases that defend works against this enemy and do not face them turn to do so, and the rest of their group
/// closes up to them.
pub fn face_works(cx: &mut Cx<'_, Rules>, group: GroupId, by: GroupId) {
    for hand in [Some(Hand::Left), Some(Hand::Right), None] {
        let look = Look::new(cx.rules, cx.state());
        let bases: Vec<BaseId> =
            look.state.bases_of(group).filter(|base| works_turn(look, *base, by) == Some(hand)).collect();
        let Some((places, facing)) = at_works(look, group, by, &bases, hand) else { continue };
        cx.cite(rule!("FA-FF-07"), || Fact::Pair { group, other: by });
        let why = MoveWhy::TurnedToFace;
        cx.emit(Event::Moved(Moved { group, why, way: Vec::new(), places, facing, shape: Shape::Loose }));
    }
}

/// To which hand, or about, a base must turn to face the works at which this enemy attacks it; none if it faces them.
fn works_turn(look: Look<'_>, base: BaseId, by: GroupId) -> Option<Option<Hand>> {
    let towards = look.state.bases_of(by).find_map(|foe| look.works_against(base, foe))?;
    let off = look.state.rect(base).pose.facing.turn_to(towards);
    let quarter = core::f64::consts::FRAC_PI_4;
    match off.abs() {
        off if off < quarter => None,
        off if off > 3.0 * quarter => Some(None),
        _ => Some(Some(if off > 0.0 { Hand::Right } else { Hand::Left })),
    }
}

/// Where the bases that turn to the works stand, and the others as near to them as before; none if there is no room.
fn at_works(
    look: Look<'_>,
    group: GroupId,
    by: GroupId,
    bases: &[BaseId],
    hand: Option<Hand>,
) -> Option<(Vec<Placement>, Facing)> {
    let own = look.state.group(group).facing;
    let facing = if bases.len() == look.state.strength(group) { None } else { Some(own) };
    let Some(hand) = hand else {
        let about = |base: &BaseId| {
            let rect = look.state.rect(*base);
            Placement { base: *base, pose: rect.pose.about_faced(rect.depth).on_grid() }
        };
        let places: Vec<Placement> = bases.iter().map(about).collect();
        return (!places.is_empty()).then_some((places, facing.unwrap_or(own.reversed())));
    };
    let turned = side_by_side(look, bases, hand)?;
    let rest = rest_of(look, group, bases);
    let closer = turned.facing.vector() * gap_behind(look, &turned, &rest);
    let mut others = Body::of(look.state, group);
    others.bases.retain(|(base, _)| !bases.contains(base));
    let others = others.translated(closer);
    let rest: Vec<Rect> = others.rects().copied().collect();
    let room = has_room(look, &turned, group, by, &rest) && has_room(look, &others, group, by, &[]);
    let places = turned.places().into_iter().chain(others.places()).collect();
    room.then_some((places, facing.unwrap_or(turned.facing)))
}

/// FA-FLK-13: the charger moves on straight ahead until it touches the group again.
fn close_up(cx: &mut Cx<'_, Rules>, by: GroupId, group: GroupId) {
    let look = Look::new(cx.rules, cx.state());
    let body = Body::of(look.state, by);
    let t = look.rules.tolerance;
    let along = body.facing.unit();
    let most = look.rules.width * 2.0;
    let ahead =
        |rect: &Rect| body.rects().filter_map(|own| sweep(own, along, most, rect, t)).reduce(f64::min);
    let to_group = look.state.rects_of(group).filter_map(ahead).reduce(f64::min);
    let around = Around::of(look, by, most, GroupSet::one(group));
    let others = around.friends.iter().chain(&around.enemies);
    let to_others = others.filter_map(|other| ahead(&other.rect)).reduce(f64::min).unwrap_or(f64::INFINITY);
    let Some(distance) = to_group.filter(|distance| *distance > t.length * 0.5 && *distance <= to_others)
    else {
        return;
    };
    cx.cite(rule!("FA-FLK-13"), || Fact::Pair { group: by, other: group });
    let moved = as_it_stands(cx.state(), by, &body.advanced(distance), MoveWhy::Charged);
    cx.emit(Event::Moved(moved));
}

/// The event of a group whose bases now stand so, in the formation that it has.
pub fn as_it_stands(state: &State, group: GroupId, body: &Body, why: MoveWhy) -> Moved {
    let shape = state.group(group).shape;
    Moved { group, why, way: Vec::new(), places: body.places(), facing: body.facing, shape }
}

/// FA-DEC-30.
pub fn next(look: Look<'_>, group: GroupId, bases: &[BaseId]) -> Asked {
    let prompt = Prompt::Impact(ImpactPrompt::TurnBase { group, bases: bases.to_vec() });
    Some(Next::Ask { side: look.state.group(group).side, prompt })
}

pub fn check(bases: &[BaseId], choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Impact(ImpactChoice::TurnBase { base }) if bases.contains(base) => {
            Verdict::legal(Ghost::default())
        }
        Choice::Impact(ImpactChoice::TurnBase { base }) => {
            Verdict::refused(rule!("FA-FLK-11"), Fact::Base(*base))
        }
        _ => not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice, group: GroupId, by: GroupId) -> Result<(), NeedRoll> {
    if let Choice::Impact(ImpactChoice::TurnBase { base }) = choice {
        cx.emit(Event::Settled);
        cx.cite(rule!("FA-FLK-11"), || Fact::Base(*base));
        turn(cx, group, by, &[*base]);
    }
    Ok(())
}

pub fn propose(bases: &[BaseId], out: &mut Proposals<Rules>) {
    out.extend(bases.iter().map(|base| Choice::Impact(ImpactChoice::TurnBase { base: *base })));
}
