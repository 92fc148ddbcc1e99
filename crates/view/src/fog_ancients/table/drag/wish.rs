//! What the hand means, as parts of a move: the whole of it first, then less and less.

use super::{Drawn, bearing, local};
use crate::fog_ancients::table::seen::Seen;
use crate::table::{Drag, Grip};
use aelian_fog_ancients::GroupSet;
use aelian_fog_ancients::formation::{wheel_angle, wheel_cost};
use aelian_fog_ancients::movement::{Leg, Turn};
use aelian_geometry::{Facing, Hand, Rect, Vec2, degrees, to_degrees};

/// How much of a move is tried.
const SHARES: [f64; 10] = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1];

/// FA-EXP-01, FA-CON-01: no more bases join or leave the front than these.
const MOST_BASES: u8 = 2;

/// Less than this nobody moves by hand, in mm.
const LEAST: f64 = 1.0;

/// The moves that a gesture may mean, the likeliest first; each to be added to what was drawn before.
pub fn wishes(seen: Seen<'_>, who: GroupSet, drawn: &Drawn, drag: Drag) -> Vec<Vec<Leg>> {
    let block = drawn.body.block();
    let (ahead, right) = local(&block, drag.to - drag.from);
    let held = Held { seen, who, drawn, block, ahead, right };
    match drag.grip {
        Grip::Body => held.body(),
        Grip::Corner(corner) => held.corner(corner),
        Grip::Spin => held.spin(),
        Grip::Flank(flank) => held.flank(flank),
        Grip::Slide => held.slide(),
        Grip::Aslant => held.aslant(),
    }
}

/// A body in the hand, which has gone so far ahead and to the right.
struct Held<'a> {
    seen: Seen<'a>,
    who: GroupSet,
    drawn: &'a Drawn,
    block: Rect,
    ahead: f64,
    right: f64,
}

impl Held<'_> {
    fn side(&self) -> Hand {
        if self.right > 0.0 { Hand::Right } else { Hand::Left }
    }

    /// FA-MOVE-15, FA-WHEEL-01: ahead, with a wheel towards the pointer.
    fn body(&self) -> Vec<Vec<Leg>> {
        let (ahead, aside) = (self.ahead, self.right.abs());
        let angle = degrees(bearing(aside, ahead.max(0.001)));
        // A small step aside is no wheel.
        if ahead <= 0.0 || aside < self.seen.rules.mu * 0.3 || angle < degrees(2.0) {
            return advances(&[], ahead);
        }
        let distance = (ahead * ahead + aside * aside).sqrt();
        let rest = (distance - wheel_cost(self.block.width, angle) * 0.5).max(0.0);
        advances(&[Leg::Wheel { hand: self.side(), degrees: to_degrees(angle) }], rest)
    }

    /// FA-WHEEL-01: the corner on this side moves; the body wheels about the other one. Backwards it takes back what
    /// was wheeled before.
    fn corner(&self, corner: Hand) -> Vec<Vec<Leg>> {
        let width = self.block.width.max(1.0);
        let angle = wheel_angle(width, self.ahead.abs()).min(degrees(90.0));
        let turned = to_degrees(if self.ahead < 0.0 { -angle } else { angle });
        let wheel = |share: f64| vec![Leg::Wheel { hand: corner.other(), degrees: turned * share }];
        SHARES.into_iter().map(wheel).collect()
    }

    /// FA-TURN-01, FA-TURN-07: to the hand or about, whichever the pointer is nearer to; farther away than two MU the
    /// body goes on that way.
    fn spin(&self) -> Vec<Vec<Leg>> {
        let turn = match self.side() {
            _ if self.ahead < -self.right.abs() => Turn::About,
            Hand::Left => Turn::Left,
            Hand::Right => Turn::Right,
        };
        let far = Vec2::new(self.ahead, self.right).length() - 2.0 * self.seen.rules.mu;
        advances(&[Leg::Turn(turn)], far.max(0.0))
    }

    /// FA-EXP-01, FA-CON-01: a base for each base width, and then ahead as far as the hand is.
    fn flank(&self, flank: Hand) -> Vec<Vec<Leg>> {
        let outwards = if flank == Hand::Right { self.right } else { -self.right };
        let bases = (outwards.abs() / self.seen.rules.width + 0.6).floor().min(f64::from(MOST_BASES)) as u8;
        let part = |count: u8| {
            let (left, right) = if flank == Hand::Right { (0, count) } else { (count, 0) };
            if outwards > 0.0 { Leg::Expand { left, right } } else { Leg::Contract { left, right } }
        };
        let ahead = if self.ahead.abs() < self.seen.rules.mu * 0.5 { 0.0 } else { self.ahead };
        (1..=bases).rev().flat_map(|count| advances(&[part(count)], ahead)).collect()
    }

    /// FA-SHIFT-01: aside on the way that the hand goes ahead; or on the full way, of which a shift asks mostly.
    fn slide(&self) -> Vec<Vec<Leg>> {
        let full = self.seen.look().run(&self.drawn.body, self.who, self.drawn.used, 0.0).distance;
        let shifts = |ahead: f64| {
            [1.0, 0.75, 0.5, 0.25].map(|share| {
                let shift = Leg::Shift { right: self.right * share };
                if ahead.abs() < LEAST { vec![shift] } else { vec![Leg::Advance { distance: ahead }, shift] }
            })
        };
        if self.right.abs() < LEAST {
            return advances(&[], self.ahead);
        }
        shifts(self.ahead.max(0.0)).into_iter().chain(shifts(full)).collect()
    }

    /// FA-WHEEL-03: a wheel towards the hand, ahead, and the same wheel back.
    fn aslant(&self) -> Vec<Vec<Leg>> {
        SHARES.into_iter().filter_map(|share| self.double_wheel(share)).collect()
    }

    /// The double wheel that brings the body so much of the way: the inner front corner, about which it wheels first,
    /// sees where the outer one has to go at a right angle to its way ahead.
    fn double_wheel(&self, share: f64) -> Option<Vec<Leg>> {
        let (ahead, aside) = (self.ahead * share, self.right.abs() * share);
        let width = self.block.width.max(1.0);
        let target = Vec2::new(aside - width, ahead);
        let distance = (target.length_squared() - width * width).max(0.0).sqrt();
        let start = Vec2::new(-width, distance);
        let compass = |way: Vec2| Facing::along(way).to_compass();
        let turned = (compass(target) - compass(start)).rem_euclid(360.0);
        if ahead < LEAST || !(0.5..=90.0).contains(&turned) {
            return None;
        }
        let wheel = |hand| Leg::Wheel { hand, degrees: turned };
        let mut legs = vec![wheel(self.side()), wheel(self.side().other())];
        if distance >= LEAST {
            legs.insert(1, Leg::Advance { distance });
        }
        Some(legs)
    }
}

/// These parts and then less and less of a way ahead, at last none.
fn advances(first: &[Leg], distance: f64) -> Vec<Vec<Leg>> {
    let with = |share: f64| {
        let ahead = Leg::Advance { distance: distance * share };
        first.iter().copied().chain(Some(ahead).filter(|_| (distance * share).abs() >= LEAST)).collect()
    };
    let mut all: Vec<Vec<Leg>> = SHARES.into_iter().map(with).collect();
    all.push(first.to_vec());
    all.dedup();
    all
}

/// A move with further parts: those of a kind that it has already make that longer or shorter.
pub fn joined(before: &[Leg], more: &[Leg]) -> Vec<Leg> {
    let mut legs = before.to_vec();
    for leg in more {
        let width = |leg: &Leg| matches!(leg, Leg::Expand { .. } | Leg::Contract { .. });
        let at = if width(leg) { legs.iter().position(width) } else { legs.len().checked_sub(1) };
        match at.and_then(|at| Some((at, sum(*legs.get(at)?, *leg)?))) {
            Some((at, both)) => {
                legs.remove(at);
                both.into_iter().for_each(|both| legs.insert(at, both));
            }
            // FA-EXP-04: an expansion comes before the advance.
            None if matches!(leg, Leg::Expand { .. }) => legs.insert(0, *leg),
            None => legs.push(*leg),
        }
    }
    legs
}

/// Two parts as one, if they are of one kind; that one may be nothing.
fn sum(one: Leg, other: Leg) -> Option<Option<Leg>> {
    Some(match (one, other) {
        (Leg::Advance { distance }, Leg::Advance { distance: more }) => {
            Some(Leg::Advance { distance: distance + more }).filter(|_| distance + more >= LEAST)
        }
        (Leg::Shift { right }, Leg::Shift { right: more }) => {
            Some(Leg::Shift { right: right + more }).filter(|_| (right + more).abs() >= LEAST)
        }
        (Leg::Wheel { hand, degrees }, Leg::Wheel { hand: same, degrees: more }) if hand == same => {
            Some(Leg::Wheel { hand, degrees: degrees + more }).filter(|_| degrees + more > 0.0)
        }
        (Leg::Turn(turn), Leg::Turn(more)) => quarters(quarters_of(turn) + quarters_of(more)).map(Leg::Turn),
        (one, other) => wider(files(one)?, files(other)?)?,
    })
}

/// By how many bases the front grows at its left and at its right end.
fn files(leg: Leg) -> Option<(i16, i16)> {
    match leg {
        Leg::Expand { left, right } => Some((left.into(), right.into())),
        Leg::Contract { left, right } => Some((-i16::from(left), -i16::from(right))),
        _ => None,
    }
}

fn wider(one: (i16, i16), other: (i16, i16)) -> Option<Option<Leg>> {
    let count = |bases: i16| u8::try_from(bases.unsigned_abs()).ok();
    match (one.0 + other.0, one.1 + other.1) {
        (0, 0) => Some(None),
        (left, right) if left >= 0 && right >= 0 => {
            Some(Some(Leg::Expand { left: count(left)?, right: count(right)? }))
        }
        (left, right) if left <= 0 && right <= 0 => {
            Some(Some(Leg::Contract { left: count(left)?, right: count(right)? }))
        }
        _ => None,
    }
}

fn quarters_of(turn: Turn) -> u8 {
    match turn {
        Turn::Right => 1,
        Turn::About => 2,
        Turn::Left => 3,
    }
}

fn quarters(count: u8) -> Option<Turn> {
    match count % 4 {
        1 => Some(Turn::Right),
        2 => Some(Turn::About),
        3 => Some(Turn::Left),
        _ => None,
    }
}
