//! Moves of the manoeuvre phase: lines while the enemy is far, single groups when he is near.

use super::worth;
use aelian_fog_ancients::formation::{wheel_angle, wheel_cost};
use aelian_fog_ancients::movement::{self, Leg, MoveOrder, MovementChoice, Turn, When};
use aelian_fog_ancients::setup::home_facing;
use aelian_fog_ancients::state::{Cohesion, Deed};
use aelian_fog_ancients::troop::{Capability, Troop, TroopType};
use aelian_fog_ancients::{GroupId, GroupSet, Look};
use aelian_game::Side;
use aelian_geometry::{Hand, Vec2, to_degrees};

/// Beyond this many MU from the enemy groups go together.
const FAR: f64 = 9.0;

/// The next order: a line, a group, or an end of the moves.
pub fn next_move(look: Look<'_>, side: Side) -> MovementChoice {
    for commander in look.state.commander_ids().filter(|id| look.state.commander(*id).side == side) {
        let line = look.line_of(commander);
        if line.len() > 1
            && line.iter().all(|id| is_free(look, id))
            && let Some(order) = line_advance(look, line, When::First)
        {
            return MovementChoice::Move(order);
        }
    }
    let own = look.state.on_table_of(side).filter(|id| is_free(look, *id));
    own.filter_map(|id| approach(look, id, When::First))
        .map(MovementChoice::Move)
        .next()
        .unwrap_or(MovementChoice::EndMoves)
}

/// FA-2ND-01: once more, the same way.
pub fn second_move(look: Look<'_>, who: GroupSet) -> MovementChoice {
    let order = match who.first() {
        Some(one) if who.len() == 1 => approach(look, one, When::Second),
        _ => line_advance(look, who, When::Second),
    };
    order.map_or(MovementChoice::Stay, MovementChoice::Move)
}

/// It may still move in this phase, and should: nobody in disarray does, or who is of use where he stands.
fn is_free(look: Look<'_>, id: GroupId) -> bool {
    look.may_manoeuvre(id).is_none()
        && look.state.group(id).cohesion < Cohesion::Fragmented
        && !look.state.did(id, Deed::FailedTest)
        && !look.state.in_close_combat(id)
        && !holds_its_works(look, id)
}

/// Who stands behind fortifications waits for the enemy, for as long as an attack may be expected.
fn holds_its_works(look: Look<'_>, id: GroupId) -> bool {
    const PATIENCE: u16 = 24;
    look.state.turn < PATIENCE && look.state.bases_of(id).any(|base| look.stands_at_works(base))
}

/// FA-HINT-06, FA-HINT-25: straight ahead with all of the line, as far as the slowest goes.
fn line_advance(look: Look<'_>, line: GroupSet, when: When) -> Option<MoveOrder> {
    if line.iter().any(|id| look.nearest_enemy(id) < look.mu(FAR)) {
        return None;
    }
    let slowest = line.iter().map(|id| look.base_move(id)).fold(f64::INFINITY, f64::min);
    legal(
        look,
        when,
        [1.0, 0.75, 0.5].map(|part| MoveOrder::all(line, vec![Leg::Advance { distance: slowest * part }])),
    )
}

fn legal(look: Look<'_>, when: When, orders: impl IntoIterator<Item = MoveOrder>) -> Option<MoveOrder> {
    orders.into_iter().find(|order| movement::legal(look, order, when).is_some())
}

/// Farther than this many MU from the enemy a group goes ahead with its line, and does not turn towards anybody.
const AHEAD: f64 = 8.0;
/// So many MU a line may be ahead of its hindmost group before it comes to blows.
const RAGGED: f64 = 3.0;
/// Until this turn a line is kept strictly.
const PATIENT: u16 = 8;
/// FA-HINT-19: so many MU behind the line the reserve follows.
const BEHIND: f64 = 4.5;

/// One group towards the enemy that it should meet; none if it stands well where it is.
fn approach(look: Look<'_>, id: GroupId, when: When) -> Option<MoveOrder> {
    let target = target(look, id)?;
    let (gap, wanted) = (look.distance(id, target), wanted_gap(look, id, target));
    let line = Line::of(look, id);
    let room = (gap - wanted).min(line.room(look, id));
    if let Some(flank) = open_flank(look, id, target) {
        return legal(look, when, to_point(look, id, flank));
    }
    if gap > look.mu(AHEAD) {
        return legal(look, when, ahead(look, id, &line, room));
    }
    if gap <= wanted + look.mu(0.3) {
        return None;
    }
    legal(look, when, towards(look, id, target, room))
}

/// Riders go round to the flank of an enemy who is held in front: the nearer place beside and behind him,
/// until they are there.
fn open_flank(look: Look<'_>, id: GroupId, target: GroupId) -> Option<Vec2> {
    let late = look.state.turn > 3 * PATIENT;
    if late || !look.state.group(id).is_mounted() || !look.state.committed(target) {
        return None;
    }
    let (mine, theirs) = (look.block(id), look.block(target));
    let facing = theirs.pose.facing;
    let beside = |hand: f64| {
        theirs.centre() + facing.right() * (hand * (theirs.width * 0.5 + look.mu(2.5)))
            - facing.vector() * look.mu(1.0)
    };
    let away = |at: &Vec2| (*at - mine.centre()).length();
    let places = [beside(-1.0), beside(1.0)];
    let nearer = if away(&places[0]) <= away(&places[1]) { places[0] } else { places[1] };
    let behind = (mine.centre() - theirs.pose.at).dot(facing.vector()) < 0.0;
    (!(behind && away(&nearer) < look.mu(3.0)) && away(&nearer) < look.mu(14.0)).then_some(nearer)
}

/// To a place: turned towards it and straight on.
fn to_point(look: Look<'_>, id: GroupId, place: Vec2) -> Vec<MoveOrder> {
    let block = look.block(id);
    let way = place - block.pose.at;
    let (hand, angle) = bearing(block.pose.facing.vector(), way);
    let mut orders = Vec::new();
    if angle > 1.2 {
        let turn = if hand == Hand::Left { Turn::Left } else { Turn::Right };
        orders.push(MoveOrder::one(id, vec![Leg::Turn(turn)]));
    }
    orders.extend(wheels(look, id, (hand, angle), &[1.0, 0.5, 0.0], way.length()));
    orders
}

/// Ahead with the others: facing the enemy's side of the table, and no farther than the line allows.
fn ahead(look: Look<'_>, id: GroupId, line: &Line, room: f64) -> Vec<MoveOrder> {
    let block = look.block(id);
    let (hand, angle) = bearing(block.pose.facing.vector(), line.ahead);
    let mut orders = Vec::new();
    if angle > 2.0 {
        orders.push(MoveOrder::one(id, vec![Leg::Turn(Turn::About)]));
    }
    let turn = if angle > 0.05 { angle } else { 0.0 };
    orders.extend(wheels(look, id, (hand, turn), &[1.0, 0.0], room));
    orders
}

/// At the enemy: turned towards him, or wheeled as far as the flanks allow.
fn towards(look: Look<'_>, id: GroupId, target: GroupId, room: f64) -> Vec<MoveOrder> {
    let block = look.block(id);
    let (hand, angle) = bearing(block.pose.facing.vector(), look.block(target).centre() - block.pose.at);
    let mut orders = Vec::new();
    if angle > 2.3 {
        orders.push(MoveOrder::one(id, vec![Leg::Turn(Turn::About)]));
    } else if angle > 1.2 {
        let turn = if hand == Hand::Left { Turn::Left } else { Turn::Right };
        orders.push(MoveOrder::one(id, vec![Leg::Turn(turn)]));
    }
    let most = if is_watched(look, id, target, hand) { 0.25 } else { core::f64::consts::FRAC_PI_2 };
    orders.extend(wheels(look, id, (hand, angle.min(most)), &[1.0, 0.5, 0.0], room));
    orders
}

/// FA-HINT-10: another enemy who can fight would look into the flank that a wheel to this hand opens.
fn is_watched(look: Look<'_>, id: GroupId, target: GroupId, hand: Hand) -> bool {
    let block = look.block(id);
    let side = look.state.group(id).side;
    look.enemies(side).any(|enemy| {
        let to = look.block(enemy).centre() - block.pose.at;
        let (there, angle) = bearing(block.pose.facing.vector(), to);
        enemy != target
            && there != hand
            && (0.4..2.2).contains(&angle)
            && !look.state.group(enemy).is_skirmishers()
            && !look.state.in_close_combat(enemy)
            && look.distance(id, enemy) < look.mu(7.0)
    })
}

/// Wheels by parts of an angle, each with advances by parts of what is left.
fn wheels(
    look: Look<'_>,
    id: GroupId,
    (hand, angle): (Hand, f64),
    parts: &[f64],
    room: f64,
) -> Vec<MoveOrder> {
    let width = look.block(id).width;
    let allowance = look.base_move(id);
    let mut orders = Vec::new();
    for part in parts {
        let turn = (angle * part).min(wheel_angle(width, allowance));
        let cost = if turn > 0.02 { wheel_cost(width, turn) } else { 0.0 };
        for share in [1.0, 0.6, 0.3] {
            let mut legs = Vec::new();
            if cost > 0.0 {
                legs.push(Leg::Wheel { hand, degrees: to_degrees(turn) });
            }
            let ahead = ((allowance - cost) * share).min(room);
            if ahead > 1.0 {
                legs.push(Leg::Advance { distance: ahead });
            }
            if !legs.is_empty() {
                orders.push(MoveOrder::one(id, legs));
            }
        }
    }
    orders
}

/// FA-HINT-06, FA-HINT-25: the friends with whom a group should go: a line without gaps, a reserve behind it.
struct Line {
    /// Towards the enemy's side of the table.
    ahead: Vec2,
    /// How far ahead a group of this kind may go; infinite for those who keep no line.
    limit: f64,
}

impl Line {
    fn of(look: Look<'_>, id: GroupId) -> Line {
        let ahead = home_facing(look.state.group(id).side).vector();
        let mut line = Line { ahead, limit: f64::INFINITY };
        if look.state.group(id).is_skirmishers() || is_on_the_wing(look, id) {
            return line;
        }
        let mine = line.front(look, id);
        let friends = || look.state.on_table_of(look.state.group(id).side).filter(move |other| *other != id);
        let fights = |other: &GroupId| is_line(look, *other);
        // FA-HINT-27: who stands behind another follows him.
        let before = friends().filter(fights).filter(|other| covers(look, *other, id, ahead));
        let covered = before.map(|other| line.front(look, other)).fold(f64::NEG_INFINITY, f64::max);
        if covered > mine + look.mu(2.0) {
            let eager = if look.state.turn > 3 * PATIENT { look.mu(AHEAD) } else { 0.0 };
            line.limit = covered - look.mu(BEHIND) + eager;
            return line;
        }
        let hindmost = friends().filter(fights).filter(|other| !look.state.in_close_combat(*other));
        let hindmost = hindmost
            .filter(|other| {
                !friends().any(|third| is_line(look, third) && covers(look, third, *other, ahead))
            })
            .map(|other| line.front(look, other))
            .fold(mine, f64::min);
        let slack = if look.state.group(id).is_mounted() { 2.0 * RAGGED } else { RAGGED };
        // Nobody waits for ever.
        let impatience = f64::from(look.state.turn.saturating_sub(PATIENT)) * 0.8;
        line.limit = hindmost + look.mu(slack + impatience);
        line
    }

    /// How far up the table the front of a group is.
    fn front(&self, look: Look<'_>, id: GroupId) -> f64 {
        look.block(id).pose.at.dot(self.ahead)
    }

    /// How much farther the group may go.
    fn room(&self, look: Look<'_>, id: GroupId) -> f64 {
        // Near the enemy everybody is on his own.
        if look.nearest_enemy(id) < look.mu(6.0) {
            return f64::INFINITY;
        }
        (self.limit - self.front(look, id)).max(0.0)
    }
}

/// FA-HINT-21: cavalry with a good fight before it does not wait for the foot.
fn is_on_the_wing(look: Look<'_>, id: GroupId) -> bool {
    let horse = look.state.group(id).is_mounted() && !look.state.group(id).is_kind(TroopType::Elephants);
    horse
        && target(look, id).is_some_and(|enemy| {
            look.state.group(enemy).is_mounted() && worth::of_charge(look, id, enemy) > 0.3
        })
}

/// Foot that fights in a line.
fn is_line(look: Look<'_>, id: GroupId) -> bool {
    let group = look.state.group(id);
    group.is_foot()
        && !group.is_skirmishers()
        && group.cohesion < Cohesion::Broken
        && !holds_its_works(look, id)
}

/// The first stands before the second, seen along the table.
fn covers(look: Look<'_>, first: GroupId, second: GroupId, ahead: Vec2) -> bool {
    if first == second {
        return false;
    }
    let (one, other) = (look.block(first), look.block(second));
    let across = (one.pose.at - other.pose.at).perp_dot(ahead).abs();
    let before = (one.pose.at - other.pose.at).dot(ahead);
    across < (one.width + other.width) * 0.4 && before > look.mu(1.5) && before < look.mu(9.0)
}

/// To which hand a direction lies, and by how many radians.
fn bearing(facing: Vec2, to: Vec2) -> (Hand, f64) {
    let across = facing.perp_dot(to);
    let angle = libm::atan2(across.abs(), facing.dot(to));
    (if across > 0.0 { Hand::Left } else { Hand::Right }, angle)
}

/// The enemy to go for: near, in front, and good to fight.
fn target(look: Look<'_>, id: GroupId) -> Option<GroupId> {
    let side = look.state.group(id).side;
    let block = look.block(id);
    let ahead = home_facing(side).vector();
    let score = |enemy: GroupId| {
        let to = look.block(enemy).centre() - block.pose.at;
        let (_, angle) = bearing(block.pose.facing.vector(), to);
        let near = look.distance(id, enemy) / look.rules.mu;
        let aside = to.perp_dot(ahead).abs() / look.rules.mu;
        // Who can always run away is no aim for those who want to fight.
        let light = |id: GroupId| look.state.group(id).is_skirmishers();
        let shy = if light(enemy) && !light(id) { 3.0 } else { 0.0 };
        // Riders turn easily, and take those who are held in front from the side.
        let (turn, held) = match look.state.group(id).is_mounted() {
            true => (1.3, if look.state.committed(enemy) { 2.0 } else { 0.0 }),
            false => (2.0, 0.0),
        };
        held - shy + worth::of_melee(look, id, enemy) * 1.5 - near * 0.3 - aside * 0.2 - angle * turn
    };
    let scored = look.enemies(side).map(|enemy| (score(enemy), enemy));
    scored.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1))).map(|(_, enemy)| enemy)
}

/// FA-HINT-02, FA-HINT-23, FA-HINT-29: shooters stop where they hit well, light troops keep out of reach, fighters close
/// in if the fight is not hopeless.
fn wanted_gap(look: Look<'_>, id: GroupId, target: GroupId) -> f64 {
    let group = look.state.group(id);
    let bows = [Capability::Bow, Capability::Longbow, Capability::Crossbow, Capability::Sling];
    let shoots = |troop: &Troop| bows.iter().any(|bow| troop.can(*bow));
    let worth = worth::of_melee(look, id, target);
    if group.has_any(|troop| troop.kind.is_artillery()) {
        look.mu(5.5)
    } else if group.has_any(shoots) {
        look.mu(3.8)
    } else if group.is_skirmishers() {
        look.mu(1.9)
    } else if worth < -2.0 {
        look.mu(7.0)
    } else {
        look.mu(0.5)
    }
}
