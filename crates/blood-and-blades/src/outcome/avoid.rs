//! Avoiding enemies in flight (BB-FLEE-04, BB-FLEE-12): the smallest pivot that leads past all of them.
//!
//! The pivot may be made anywhere on the straight way that is more than 2 MU from the foe; places are tried
//! every sixth of an MU from the start on. At each place the angle grows from zero; since a strip that
//! reaches so deep into a foe cannot come free of him before it has turned by so much, nothing is left out
//! that is wider than a fiftieth of a degree.

use super::flight::{Course, Flight};
use crate::baseset::BaseSet;
use crate::movement::motion::Motion;
use aelian_geometry::{Hand, degrees};

/// A course that avoids all foes, and the angle of its pivot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Escape {
    pub hand: Hand,
    pub angle: f64,
    pub course: Course,
}

/// BB-FLEE-12: steps between places for the pivot, in MU.
const PLACES: f64 = 1.0 / 6.0;
/// BB-FLEE-04: not nearer to the foe than this, in MU.
const NEAREST: f64 = 2.0;
const SMALLEST_STEP: f64 = degrees(0.02);
const STEP_ON_GROUND: f64 = degrees(0.25);
const LARGEST: f64 = degrees(90.0);
const HALVINGS: u32 = 12;

/// What stands in the way of the straight flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Danger {
    /// At this distance, these foes at once.
    Foes(f64, BaseSet),
    /// BB-FLEE-08: DGo that is to be avoided.
    Difficult(f64),
}

impl Flight<'_> {
    /// BB-FLEE-04, BB-FLEE-12: the best escape to either hand: of all places the one with the smallest angle,
    /// of those the first.
    pub(super) fn escapes(&self, danger: Danger) -> Vec<Escape> {
        Hand::BOTH.into_iter().filter_map(|hand| self.best_to(hand, danger)).collect()
    }

    fn best_to(&self, hand: Hand, danger: Danger) -> Option<Escape> {
        let mut best: Option<Escape> = None;
        for place in self.places(danger) {
            let limit = best.map_or(LARGEST, |escape| escape.angle - SMALLEST_STEP);
            if let Some(found) = self.smallest_at(place, hand, limit) {
                best = Some(found);
            }
        }
        best
    }

    /// BB-FLEE-04: places on the straight way more than 2 MU away from what is to be avoided.
    fn places(&self, danger: Danger) -> impl Iterator<Item = f64> + '_ {
        let (step, nearest) = (self.look.mu(PLACES), self.look.at_most(self.look.mu(NEAREST)));
        let length = match danger {
            Danger::Foes(at, _) | Danger::Difficult(at) => at,
        };
        let far_enough = move |place: f64| match danger {
            Danger::Foes(_, foes) => foes.iter().all(|foe| self.distance_from(place, foe) > nearest),
            Danger::Difficult(at) => at - place > nearest,
        };
        let count = (length / step).floor().clamp(0.0, 1000.0) as u32;
        (0..=count).map(move |number| f64::from(number) * step).take_while(move |place| far_enough(*place))
    }

    /// The smallest angle at this place and to this hand, not above the limit, that leads past all foes.
    fn smallest_at(&self, place: f64, hand: Hand, limit: f64) -> Option<Escape> {
        let limit = limit.min(self.free_turn(place, hand));
        let (mut blocked, mut angle) = (0.0, SMALLEST_STEP);
        while angle <= limit {
            match self.judge(place, hand, angle) {
                Ok(course) => return Some(self.narrowed(place, hand, (blocked, angle), course)),
                Err(step) => {
                    blocked = angle;
                    angle = if angle < limit { (angle + step).min(limit) } else { angle + step };
                }
            }
        }
        None
    }

    /// The least angle between one that is blocked and one that is free.
    fn narrowed(&self, place: f64, hand: Hand, between: (f64, f64), course: Course) -> Escape {
        let (mut blocked, mut free) = between;
        let mut best = course;
        for _ in 0..HALVINGS {
            let middle = 0.5 * (blocked + free);
            match self.judge(place, hand, middle) {
                Ok(course) => {
                    (free, best) = (middle, course);
                }
                Err(_) => blocked = middle,
            }
        }
        Escape { hand, angle: free, course: best }
    }

    /// How far the pivot itself can turn before it meets a foe, a wall of friends or the end of the table.
    fn free_turn(&self, place: f64, hand: Hand) -> f64 {
        let rect = self.at(place);
        let about = rect.corner(hand.front_corner());
        let turn = Motion::Turn { about, angle: LARGEST * hand.sign() };
        let ground = self.look.ground_in_way(&[(self.base, rect)], turn).map(|block| block.part * LARGEST);
        let foes = self.foes.iter().filter_map(|foe| self.look.meets(&rect, turn, foe));
        foes.chain(ground).fold(LARGEST, f64::min)
    }

    /// The course with this pivot if it is free; otherwise by how much more it must turn at least.
    fn judge(&self, place: f64, hand: Hand, angle: f64) -> Result<Course, f64> {
        let mut course = Course { before: place, pivot: Some((hand, angle)), after: 0.0 };
        let motions = self.until_turned(&course);
        let turned = motions.iter().fold(self.from, |rect, motion| motion.apply(&rect));
        course.after = self.room_after(&motions).length;
        let slack = self.look.rules.tolerance.length;
        let deep = self.depth_into_foes(&self.strip(&turned, course.after)) - slack;
        if deep > 0.0 {
            let fastest = course.after + turned.depth + 2.0 * turned.width;
            let step = (deep / fastest).max(SMALLEST_STEP);
            let bare = self.look.state.field.areas.is_empty() && self.look.state.field.rivers.is_empty();
            return Err(if bare { step } else { step.min(STEP_ON_GROUND) });
        }
        if self.avoids_difficult && self.difficult_ahead(&turned, self.nominal_after(&motions)).is_some() {
            return Err(STEP_ON_GROUND);
        }
        Ok(course)
    }
}
