//! Charge paths (FA-CHG-16, FA-CHG-17, without a shift: FA-CHG-23, FA-ALG-20, FA-ALG-25): where a body that goes along one first meets something.

use super::choice::ChargePath;
use super::pace::Pace;
use crate::field::TableEdge;
use crate::formation::{Body, wheel_cost};
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::movement::Leg;
use crate::rules::Look;
use crate::state::Shape;
use aelian_geometry::{Circle, Hand, Rect, Vec2, degrees, sweep, sweep_rotation, swept_hull, to_degrees};

/// A base that may stand in the way.
#[derive(Clone, Copy, Debug)]
pub struct Other {
    pub group: GroupId,
    pub base: BaseId,
    pub rect: Rect,
    pub circle: Circle,
}

impl Other {
    pub fn new(group: GroupId, base: BaseId, rect: Rect) -> Other {
        Other { group, base, rect, circle: rect.circle() }
    }
}

/// What stands near enough to a group to matter for its charge.
#[derive(Clone, Debug)]
pub struct Around {
    pub enemies: Vec<Other>,
    pub friends: Vec<Other>,
    pub camps: Vec<Rect>,
}

/// Why a charge ends where it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// It touches enemy.
    Contact,
    /// Friends whom it may not pass (FA-CHG-24).
    Friends(GroupId),
    Camp,
    /// FA-CHG-26.
    Edge(TableEdge),
    /// Its move is used up, or the ground allows no more.
    Distance,
}

/// A charge along its path up to the end.
#[derive(Clone, Debug)]
pub struct Trace {
    pub body: Body,
    pub way: Vec<Leg>,
    /// In mm.
    pub used: f64,
    /// The allowance of the ground touched up to now, in mm.
    pub allowed: f64,
    pub end: End,
}

impl Around {
    /// All bases within so many mm of the group, but for those of the groups left out.
    pub fn of(look: Look<'_>, group: GroupId, reach: f64, without: GroupSet) -> Around {
        let here = look.circle(group);
        let side = look.state.group(group).side;
        let mut around = Around { enemies: Vec::new(), friends: Vec::new(), camps: Vec::new() };
        let others = look.state.on_table().filter(|other| *other != group && !without.contains(*other));
        for other in others.filter(|other| look.circle(*other).near(&here, reach)) {
            let near = look.state.bases_of(other).filter(|base| {
                let rect = look.state.rect(*base);
                rect.circle().near(&here, reach)
            });
            let list =
                if look.state.group(other).side == side { &mut around.friends } else { &mut around.enemies };
            list.extend(near.map(|base| Other::new(other, base, look.outline(base))));
        }
        if !look.state.works.is_empty() {
            around.add_works(look);
        }
        let camps = aelian_game::Side::BOTH.into_iter().filter_map(|side| look.standing_camp(side));
        around.camps.extend(camps.filter(|camp| camp.circle().near(&here, reach)));
        around
    }

    /// FA-FF-04, FA-FF-07, FA-FF-09: works that an enemy base defends without facing them are met in its place; who faces
    /// his has them in his outline, and those that nobody defends are met by nobody.
    fn add_works(&mut self, look: Look<'_>) {
        let met = |other: &Other| {
            let rects = look.works_aside(other.base).map(|rect| Other { rect, ..*other });
            rects.collect::<Vec<_>>()
        };
        let works: Vec<Other> = self.enemies.iter().flat_map(met).collect();
        self.enemies.extend(works);
    }

    /// The same without some enemies.
    pub fn without(&self, gone: GroupSet) -> Around {
        let mut around = self.clone();
        around.enemies.retain(|other| !gone.contains(other.group));
        around
    }
}

/// Where the group starts its charge: as it stands, or with a file dropped back (FA-CHG-20). Of a column that goes by
/// its track only the first base is looked at.
pub fn start(look: Look<'_>, group: GroupId, path: &ChargePath) -> Option<Body> {
    if let Some(hand) = path.drop {
        return dropped(look, group, hand);
    }
    let mut body = Body::of(look.state, group);
    if goes_by_track(look, group, path) {
        let head = look.array(group).front().next()?;
        body.bases.retain(|(base, _)| *base == head);
    }
    Some(body)
}

/// FA-FORM-05, FA-WHEEL-07: a kinked column, or one that wheels: its bases follow the first one.
pub fn goes_by_track(look: Look<'_>, group: GroupId, path: &ChargePath) -> bool {
    let kinked = look.state.group(group).shape == Shape::KinkedColumn;
    kinked || path.wheel.is_some() && look.is_column(group)
}

/// FA-CHG-20, FA-ALG-23: the frontage is one base less on this hand; the bases taken off stand behind the others.
fn dropped(look: Look<'_>, group: GroupId, hand: Hand) -> Option<Body> {
    let (left, right) = if hand == Hand::Left { (1, 0) } else { (0, 1) };
    let normal = look.shape_to_move(group) == Shape::Normal;
    normal.then(|| look.contracted(group, left, right, None)).flatten().map(|formed| formed.body(look))
}

/// FA-ALG-20, FA-ALG-25: the body goes along the path until it meets something or may go no further.
pub fn trace(look: Look<'_>, start: Body, path: &ChargePath, around: &Around, pace: Pace) -> Trace {
    let mut on =
        Trace { body: start, way: Vec::new(), used: 0.0, allowed: f64::INFINITY, end: End::Distance };
    if let Some(hand) = path.drop {
        let (left, right) = if hand == Hand::Left { (1, 0) } else { (0, 1) };
        on.way.push(Leg::Contract { left, right });
    }
    if let Some((hand, angle)) = path.wheel {
        if path.ahead.0 > 0.0 && !on.advance(look, around, pace, path.ahead.0) {
            return on;
        }
        if !on.wheel(look, around, pace, hand, degrees(angle.0)) {
            return on;
        }
    }
    on.advance(look, around, pace, f64::INFINITY);
    on
}

impl Trace {
    /// Straight ahead by at most so many mm; true if it got all the way and may go on.
    fn advance(&mut self, look: Look<'_>, around: &Around, pace: Pace, wanted: f64) -> bool {
        let (most, allowed) = pace.straight(look, &self.body, self.allowed, self.used);
        // FA-MEAS-14: enemy exactly at the end of the move, or beyond it by no more than the slack, are reached.
        let length = wanted.min(most);
        let slack = if wanted > most { look.rules.slack } else { 0.0 };
        let (distance, end) = match first_straight(look, &self.body, around, length + slack) {
            (at, Some(End::Contact)) => (at, Some(End::Contact)),
            (at, end) => (at.min(length), end.filter(|_| at <= length)),
        };
        self.body = self.body.advanced(distance);
        self.used += distance;
        self.allowed = allowed;
        self.way.push(Leg::Advance { distance });
        self.end = end.unwrap_or(End::Distance);
        end.is_none() && wanted <= most
    }

    /// FA-CHG-17: the wheel, by this many radians; true if it was made whole.
    fn wheel(&mut self, look: Look<'_>, around: &Around, pace: Pace, hand: Hand, wanted: f64) -> bool {
        let block = self.body.block();
        let (most, allowed) = pace.wheel(look, (&self.body, &block), (hand, wanted), self.allowed, self.used);
        let (angle, end) = first_turning(look, (&self.body, &block), around, hand, wanted.min(most));
        self.used += wheel_cost(block.width, angle);
        self.allowed = allowed;
        self.body = self.body.rotated(block.corner(hand.front_corner()), angle * hand.sign());
        self.way.push(Leg::Wheel { hand, degrees: to_degrees(angle) });
        self.end = end.unwrap_or(End::Distance);
        end.is_none() && wanted <= most + 1e-9
    }
}

impl Trace {
    /// It did not come to the end of the wheel of its path.
    pub fn stops_in_wheel(&self, path: &ChargePath) -> bool {
        // The last part of the way is straight.
        let parts = 2 + usize::from(path.ahead.0 > 0.0) + usize::from(path.drop.is_some());
        path.wheel.is_some() && self.way.len() < parts
    }

    /// FA-GEO-10: the swept area of the way from its start as convex pieces: one for each straight part, two for every
    /// 5 degrees of the wheel.
    pub fn hulls(&self, start: Body) -> Vec<Vec<Vec2>> {
        let mut body = start;
        let mut hulls = Vec::new();
        for leg in &self.way {
            match *leg {
                Leg::Advance { distance } => {
                    hulls.push(swept_hull(&body.block(), body.facing.unit(), distance));
                    body = body.advanced(distance);
                }
                Leg::Wheel { hand, degrees: angle } => {
                    let steps = (angle / 5.0).ceil().max(1.0);
                    for _ in 0..steps as u32 {
                        let next = body.wheeled(hand, degrees(angle / steps));
                        hulls.push(body.block().corners().to_vec());
                        hulls.push(next.block().corners().to_vec());
                        body = next;
                    }
                }
                _ => {}
            }
        }
        hulls
    }
}

/// FA-ALG-10: how far the body goes straight ahead, up to `length` mm, and what stops it before.
fn first_straight(look: Look<'_>, body: &Body, around: &Around, length: f64) -> (f64, Option<End>) {
    let t = look.rules.tolerance;
    let along = body.facing.unit();
    let block = body.block();
    // What the whole block passes no base of it meets.
    let further = length + 2.0 * t.length;
    let swept = Circle {
        centre: block.centre() + along * (further * 0.5),
        radius: block.radius() + further * 0.5 + t.length,
    };
    let first = |rect: &Rect, circle: &Circle| {
        if !swept.near(circle, 0.0) {
            return None;
        }
        sweep(&block, along, further, rect, t)?;
        let hits = body.rects().filter_map(|own| sweep(own, along, length, rect, t));
        hits.reduce(f64::min)
    };
    let mut best = edge_ahead(look, body.facing.unit(), &block, length);
    for camp in &around.camps {
        best = nearer(best, first(camp, &camp.circle()), End::Camp);
    }
    for friend in &around.friends {
        best = nearer(best, first(&friend.rect, &friend.circle), End::Friends(friend.group));
    }
    let contact =
        around.enemies.iter().filter_map(|enemy| first(&enemy.rect, &enemy.circle)).reduce(f64::min);
    with_contact(best, contact, t.length)
}

/// FA-ALG-12: how far the body wheels, up to `angle` radians, and what stops it before.
fn first_turning(
    look: Look<'_>,
    (body, block): (&Body, &Rect),
    around: &Around,
    hand: Hand,
    angle: f64,
) -> (f64, Option<End>) {
    let t = look.rules.tolerance;
    let pivot = block.corner(hand.front_corner());
    let ring = ring(block, pivot);
    let further = (angle + 2.0 * t.length / block.width.max(t.length)) * hand.sign();
    let first = |rect: &Rect, circle: &Circle| {
        if !ring.near(circle, 0.0) {
            return None;
        }
        sweep_rotation(block, pivot, further, rect, t)?;
        let turn = angle * hand.sign();
        let hits = body.rects().filter_map(|own| sweep_rotation(own, pivot, turn, rect, t));
        hits.map(f64::abs).reduce(f64::min)
    };
    let mut best = edge_turning(look, block, &ring, hand, angle);
    for camp in &around.camps {
        best = nearer(best, first(camp, &camp.circle()), End::Camp);
    }
    for friend in &around.friends {
        best = nearer(best, first(&friend.rect, &friend.circle), End::Friends(friend.group));
    }
    let contact =
        around.enemies.iter().filter_map(|enemy| first(&enemy.rect, &enemy.circle)).reduce(f64::min);
    with_contact(best, contact, t.length / block.width.max(1.0))
}

/// The circle comes within so many mm of the rectangle, corners measured generously.
pub fn is_near(rect: &Rect, circle: &Circle, gap: f64) -> bool {
    let (forward, right) = rect.local(circle.centre);
    let reach = circle.radius + gap;
    forward <= reach && forward >= -rect.depth - reach && right.abs() <= rect.width * 0.5 + reach
}

/// The circle about all that a block can ever cover when it turns about a point.
pub fn ring(block: &Rect, centre: Vec2) -> Circle {
    let far = block.corners().into_iter().map(|corner| (corner - centre).length()).fold(0.0, f64::max);
    Circle { centre, radius: far + 1e-6 }
}

fn nearer(best: (f64, Option<End>), found: Option<f64>, end: End) -> (f64, Option<End>) {
    match found {
        Some(distance) if distance < best.0 => (distance, Some(end)),
        _ => best,
    }
}

/// Contact counts before anything that is met at the same place.
fn with_contact(best: (f64, Option<End>), contact: Option<f64>, slack: f64) -> (f64, Option<End>) {
    match contact {
        Some(distance) if distance <= best.0 + slack => (distance, Some(End::Contact)),
        _ => best,
    }
}

/// FA-CHG-26: the table edge that the body reaches first going straight on.
fn edge_ahead(look: Look<'_>, along: Vec2, block: &Rect, length: f64) -> (f64, Option<End>) {
    let field = &look.state.field;
    let corners = block.corners();
    let mut best = (length, None);
    for edge in TableEdge::ALL {
        let rate = along.dot(edge.outward().vector());
        if rate <= 0.0 {
            continue;
        }
        for corner in corners {
            let distance = (field.inside(edge, corner) / rate).max(0.0);
            best = nearer(best, Some(distance), End::Edge(edge));
        }
    }
    best
}

/// FA-CHG-26: the turn, found to a hundredth of a degree, at which a corner of the body would leave the table.
fn edge_turning(look: Look<'_>, block: &Rect, ring: &Circle, hand: Hand, angle: f64) -> (f64, Option<End>) {
    let field = &look.state.field;
    let slack = look.rules.tolerance.length;
    if TableEdge::ALL.into_iter().all(|edge| field.inside(edge, ring.centre) > ring.radius) {
        return (angle, None);
    }
    let crossed = |turn: f64| {
        let pose = block.pose.rotated_about(ring.centre, turn * hand.sign());
        field.edge_crossed(&block.with_pose(pose), slack)
    };
    let Some(edge) = crossed(angle) else { return (angle, None) };
    let (mut inside, mut outside) = (0.0, angle);
    while outside - inside > degrees(0.01) {
        let middle = 0.5 * (inside + outside);
        if crossed(middle).is_some() { outside = middle } else { inside = middle }
    }
    (inside, Some(End::Edge(edge)))
}
