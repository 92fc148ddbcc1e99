//! A move by hand: of the moves that fit the gesture, the first that the rules allow.

mod wish;

use super::orders::{Asks, action_of, actions, asks};
use super::seen::{Seen, Thing};
use super::sketch;
use crate::table::{Drag, Grip, HandleView, Light, PieceId, Sketch};
use aelian_fog_ancients::choice::Ghost;
use aelian_fog_ancients::formation::{Body, wheel_angle};
use aelian_fog_ancients::impact::{ChargePath, ImpactChoice, charges_of};
use aelian_fog_ancients::joint::JointChoice;
use aelian_fog_ancients::movement::{CommanderMove, Leg, MoveOrder, MovementChoice};
use aelian_fog_ancients::{BaseId, Choice, CommanderId, GroupId, GroupSet};
use aelian_game::Exact;
use aelian_geometry::{Facing, Hand, Pose, Rect, Vec2, degrees, point_to_rect, to_degrees};
use wish::{joined, wishes};

const WHEEL: &str = "Wheel this corner: it pivots about the other one";
const FLANK: &str = "Outwards to expand, inwards to contract; with an advance ahead";

/// Each handle, what it does, and the actions of which one must be possible.
const HANDLES: [(Grip, &str, &[&str]); 7] = [
    (
        Grip::Spin,
        "Turn to this hand or about; farther, and it goes on that way",
        &["turn-left", "turn-right", "turn-about"],
    ),
    (Grip::Corner(Hand::Left), WHEEL, &["wheel-right", "charge-right"]),
    (Grip::Corner(Hand::Right), WHEEL, &["wheel-left", "charge-left"]),
    (Grip::Flank(Hand::Left), FLANK, &["expand-left", "contract"]),
    (Grip::Flank(Hand::Right), FLANK, &["expand-right", "contract"]),
    (Grip::Slide, "Advance with a shift to this hand", &["shift-left", "shift-right"]),
    (Grip::Aslant, "Double wheel: aslant, and then the old front again", &["double-left", "double-right"]),
];

/// The handles of what these groups could do now.
pub fn handles(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<HandleView> {
    let possible: Vec<&str> = actions(seen, pieces).iter().map(|action| action.key).collect();
    let offered = |needs: &[&str]| needs.iter().any(|key| possible.contains(key));
    let handle = |(grip, title, _)| HandleView { grip, title };
    HANDLES.into_iter().filter(|(.., needs)| offered(needs)).map(handle).collect()
}

/// A move by hand.
pub fn drag(
    seen: Seen<'_>,
    pieces: &[PieceId],
    before: Option<&Choice>,
    drag: Drag,
) -> Option<Sketch<Choice>> {
    if !drag.from.is_finite() || !drag.to.is_finite() {
        return None;
    }
    if let Some(commander) = seen.commander(pieces) {
        return Some(dragged_commander(seen, commander, drag));
    }
    let who = seen.groups(pieces);
    let first = who.first()?;
    match asks(seen) {
        Asks::Moves => dragged_body(seen, who, &drawn(seen, who, before), drag),
        Asks::Charges => Some(dragged_charge(seen, first, drag)),
        Asks::Commanders | Asks::Nothing => None,
    }
}

/// What the hand goes on from: the parts of a move that were drawn before, and where the bases stand after them.
struct Drawn {
    legs: Vec<Leg>,
    body: Body,
    used: f64,
}

/// A legal move of the same groups that was drawn before; without one, the groups as they stand.
fn drawn(seen: Seen<'_>, who: GroupSet, before: Option<&Choice>) -> Drawn {
    let facing = who.first().map_or(Facing::UP, |id| seen.state.group(id).facing);
    let fresh = Drawn { legs: Vec::new(), body: Body::of_all(seen.state, facing, who.iter()), used: 0.0 };
    let Some(choice @ Choice::Movement(MovementChoice::Move(order))) = before.filter(|_| !who.is_empty())
    else {
        return fresh;
    };
    let verdict = seen.check(choice);
    if order.who != who || !verdict.is_legal() {
        return fresh;
    }
    let own = |(piece, rect): (PieceId, Rect)| {
        let base = BaseId(piece);
        seen.state.bases.get(base.index()).filter(|one| who.contains(one.group)).map(|_| (base, rect))
    };
    let bases: Vec<(BaseId, Rect)> = seen.ghosts(&verdict.ghost.moves).into_iter().filter_map(own).collect();
    match bases.first() {
        Some((_, first)) => {
            let body = Body { facing: first.pose.facing, bases: bases.clone() };
            Drawn { legs: order.legs.clone(), body, used: verdict.ghost.used }
        }
        None => fresh,
    }
}

/// The first of the moves that the hand may mean which is legal; the one it means most if none is.
fn dragged_body(seen: Seen<'_>, who: GroupSet, drawn: &Drawn, drag: Drag) -> Option<Sketch<Choice>> {
    let mut refused = None;
    for more in wishes(seen, who, drawn, drag) {
        let legs = joined(&drawn.legs, &more);
        if legs.is_empty() {
            continue;
        }
        let action = action_of(seen, who, &legs);
        let order = MoveOrder::all(who, legs);
        let mut found = sketch::judged(seen, Choice::Movement(MovementChoice::Move(order)));
        found.action = action;
        if found.light != Light::Refused {
            return Some(found);
        }
        refused.get_or_insert(found);
    }
    let hand = drawn.body.translated(drag.to - drag.from);
    Some(sketch::followed(refused?, hand.bases.iter().map(|(base, rect)| (base.0, *rect)).collect()))
}

/// FA-CMOVE-05: a commander goes where he is put; over a friendly group he joins it.
fn dragged_commander(seen: Seen<'_>, commander: CommanderId, drag: Drag) -> Sketch<Choice> {
    let officer = seen.state.commander(commander);
    let pose = officer.rect.pose.translated(drag.to - drag.from).on_grid();
    let rect = officer.rect.with_pose(pose);
    let look = seen.look();
    let near = seen.state.on_table_of(officer.side).filter(|id| look.distance_to(*id, &rect) < look.mu(0.8));
    let join =
        near.min_by(|one, other| look.distance_to(*one, &rect).total_cmp(&look.distance_to(*other, &rect)));
    let to = join.map_or(pose, |group| behind(seen, group));
    let order = CommanderMove { commander, to, join };
    let choice = match asks(seen) {
        Asks::Commanders => Choice::Joint(JointChoice::Commander(order)),
        _ => Choice::Movement(MovementChoice::Commander(order)),
    };
    let hand = vec![(Thing::Commander(commander).piece(), officer.rect.with_pose(to))];
    sketch::followed(sketch::judged(seen, choice), hand)
}

/// Behind the middle of a group.
fn behind(seen: Seen<'_>, group: GroupId) -> Pose {
    let block = seen.look().block(group);
    block.pose.advanced(-block.depth).on_grid()
}

/// FA-DEC-21: a charge the way the hand goes: straight ahead, or with the wheel that points there.
fn dragged_charge(seen: Seen<'_>, group: GroupId, drag: Drag) -> Sketch<Choice> {
    let block = seen.look().block(group);
    let (ahead, right) = local(&block, drag.to - drag.from);
    let (angle, hand) = match drag.grip {
        Grip::Corner(hand) => {
            (wheel_angle(block.width.max(1.0), ahead.max(0.0)).min(degrees(90.0)), hand.other())
        }
        _ => {
            let hand = if right > 0.0 { Hand::Right } else { Hand::Left };
            (degrees(bearing(right.abs(), ahead.max(0.001)).min(90.0)), hand)
        }
    };
    let declare =
        |path: ChargePath| sketch::judged(seen, Choice::Impact(ImpactChoice::Declare { group, path }));
    let straight = declare(ChargePath::default());
    if angle < degrees(4.0) {
        return straight;
    }
    let mut first = None;
    for share in [1.0, 0.85, 1.15, 0.6, 0.4] {
        let path =
            ChargePath { wheel: Some((hand, Exact(to_degrees(angle * share)))), ..ChargePath::default() };
        let found = declare(path);
        if found.light != Light::Refused {
            return found;
        }
        first.get_or_insert(found);
    }
    if let Some(found) = charge_at(seen, group, drag.to) {
        return declare(found);
    }
    if straight.light == Light::Refused { first.unwrap_or(straight) } else { straight }
}

/// FA-CHG-17, FA-CHG-20: of all charges that could be declared on the enemy under the hand, with late wheels and dropped
/// files among them, the one that ends nearest to the hand.
fn charge_at(seen: Seen<'_>, group: GroupId, hand: Vec2) -> Option<ChargePath> {
    let look = seen.look();
    let under =
        |enemy: &GroupId| look.state.rects_of(*enemy).any(|rect| point_to_rect(hand, rect) <= seen.rules.mu);
    let enemy = look.enemies(look.state.group(group).side).find(under)?;
    let away = |ghost: &Ghost| {
        let gaps = ghost.moves.iter().map(|place| (place.pose.at - hand).length());
        gaps.fold(f64::INFINITY, f64::min)
    };
    let charges = charges_of(look, group).into_iter().filter(|(_, ghost)| ghost.targets.contains(enemy));
    charges.min_by(|one, other| away(&one.1).total_cmp(&away(&other.1))).map(|(path, _)| path)
}

/// By how many degrees something so far aside and ahead lies off straight ahead.
fn bearing(aside: f64, ahead: f64) -> f64 {
    Facing::along(Vec2::new(aside, ahead)).to_compass()
}

/// How far ahead and to the right of a rectangle a way leads.
fn local(block: &Rect, by: Vec2) -> (f64, f64) {
    (by.dot(block.pose.facing.vector()), by.dot(block.pose.facing.right()))
}
