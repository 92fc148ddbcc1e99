//! Bases that turn to face a flank or rear charge (FA-FLK-10 to FA-FLK-14, FA-ALG-40), and chargers that close up on
//! them.

use super::choice::{ImpactChoice, ImpactPrompt, Waiting};
use super::flank::is_flank;
use super::trace::Around;
use super::turned::{Gap, Turn, stands};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::command::moves;
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::formation::Body;
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::movement::way::Obstacle;
use crate::pending::Pending;
use crate::position::legal_contact;
use crate::rules::{Look, Rules};
use crate::state::State;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict};
use aelian_geometry::{Corner, Edge, Feature, Hand, Rect, contacts, sweep};
use aelian_rulebook::rule;

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
                    let off = turn.faces(rect.pose.facing).angle_to(charger.pose.facing.reversed());
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

/// FA-FLK-10 to FA-FLK-14: these bases turn if there is room; then the charger closes up.
pub fn turn(cx: &mut Cx<'_, Rules>, group: GroupId, by: GroupId, bases: &[BaseId]) {
    let look = Look::new(cx.rules, cx.state());
    let how: Vec<(BaseId, Turn)> =
        bases_hit(look, group, by).filter(|(base, _)| bases.contains(base)).collect();
    let Some(stand) = stands(look, group, by, &how, Gap::TurnedBack) else {
        cx.cite(rule!("FA-FLK-14"), || Fact::Pair { group, other: by });
        return;
    };
    let moved = stand.moved(look, group);
    cx.cite(rule!("FA-FLK-10"), || Fact::Pair { group, other: by });
    moves(cx, moved);
    close_up(cx, by, group);
}

/// FA-FF-07: bases that defend works against this enemy and do not face them turn to do so, and the rest of their group
/// closes up to them.
pub fn face_works(cx: &mut Cx<'_, Rules>, group: GroupId, by: GroupId) {
    let look = Look::new(cx.rules, cx.state());
    let turns = |base| works_turn(look, base, by).map(|turn| (base, turn));
    let how: Vec<(BaseId, Turn)> = look.state.bases_of(group).filter_map(turns).collect();
    let Some(stand) = stands(look, group, by, &how, Gap::RestUp) else { return };
    let moved = stand.moved(look, group);
    cx.cite(rule!("FA-FF-07"), || Fact::Pair { group, other: by });
    moves(cx, moved);
}

/// How a base must turn to face the works at which this enemy attacks it; none if it faces them.
fn works_turn(look: Look<'_>, base: BaseId, by: GroupId) -> Option<Turn> {
    let towards = look.state.bases_of(by).find_map(|foe| look.works_against(base, foe))?;
    let off = look.state.rect(base).pose.facing.turn_to(towards);
    let quarter = core::f64::consts::FRAC_PI_4;
    match off.abs() {
        off if off < quarter => None,
        off if off > 3.0 * quarter => Some(Turn::About),
        _ => Some(Turn::To(if off > 0.0 { Hand::Right } else { Hand::Left })),
    }
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
    // FA-EDGE-04, FA-TER-05: nor over the edge of the table, nor into a camp or ground that it may not enter.
    let (there, stays) = (body.advanced(distance), |by: Obstacle| !matches!(by, Obstacle::Group(_)));
    if look.stands_on(&there, GroupSet::one(by), stays).is_some() {
        return;
    }
    cx.cite(rule!("FA-FLK-13"), || Fact::Pair { group: by, other: group });
    let moved = as_it_stands(cx.state(), by, &there, MoveWhy::Charged);
    moves(cx, moved);
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
