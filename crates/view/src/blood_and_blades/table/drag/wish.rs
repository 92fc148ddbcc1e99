//! What the hand means: a manoeuvre that can be made in part, and what it may be snapped to.

use super::super::legs::{Drawn, Way, corner, is_light};
use super::super::seen::Seen;
use crate::table::{Drag, Grip};
use aelian_blood_and_blades::choice::{ColumnLeg, Leg, Manoeuvre, Turn};
use aelian_blood_and_blades::movement::pivot;
use aelian_blood_and_blades::{BaseId, BaseSet};
use aelian_geometry::{Facing, Hand, Rect, Vec2, degrees, distance, to_degrees};

/// An enemy or a line of friends as near as this, in mm, is what the hand means.
const NEAR: f64 = 8.0;

/// A facing that differs by less than so many degrees is the same.
const ALIKE: f64 = 3.0;

/// A turn by more than so many degrees is a turnabout.
const ABOUT: f64 = 165.0;

/// A turn by less than so many degrees is none.
const NO_TURN: f64 = 4.0;

/// What the hand wants.
pub struct Wish {
    /// This part of it, from 0 to 1.
    pub make: Box<dyn Fn(f64) -> Manoeuvre>,
    /// How far its last leg goes, in mm, and what the legs before use.
    pub size: f64,
    pub before: f64,
    /// Where the hand holds the bases.
    pub ghosts: Vec<(BaseId, Rect)>,
    pub snaps: Vec<Snap>,
    /// An enemy whom a single base is brought close to.
    pub enemy: Option<BaseId>,
}

/// A move that may be meant instead.
pub struct Snap {
    pub how: Manoeuvre,
    /// Only if it ends in close combat.
    pub into_contact: bool,
}

/// What a gesture means for these bases.
pub fn of(seen: Seen<'_>, to: BaseSet, drawn: &Drawn, drag: Drag) -> Option<Wish> {
    let held = Held { seen, to, drawn, way: drag.to - drag.from, lead: lead(seen, to, drawn)? };
    Some(match drag.grip {
        Grip::Body => held.body(drag.free),
        Grip::Corner(hand) => held.corner(hand),
        Grip::Spin => held.spin(drag),
        Grip::Flank(_) | Grip::Slide | Grip::Aslant => return None,
    })
}

/// The base that leads: the head of a column, else the first.
fn lead(seen: Seen<'_>, to: BaseSet, drawn: &Drawn) -> Option<Rect> {
    let head = seen.look().as_column(to).and_then(|column| column.first().copied()).or_else(|| to.first())?;
    drawn.rects.iter().find(|(id, _)| *id == head).map(|(_, rect)| *rect)
}

/// Bases in the hand.
struct Held<'a> {
    seen: Seen<'a>,
    to: BaseSet,
    drawn: &'a Drawn,
    /// From where the pointer went down to where it is.
    way: Vec2,
    lead: Rect,
}

impl Held<'_> {
    fn body(&self, free: bool) -> Wish {
        let facing = self.lead.pose.facing;
        let (ahead, right) = (self.way.dot(facing.vector()), self.way.dot(facing.right()));
        let alone = self.to.len() == 1;
        let is_column = !alone && self.seen.look().as_column(self.to).is_some();
        match &self.drawn.way {
            Way::Free(legs) => self.free(legs.clone(), ahead, if free { right } else { 0.0 }),
            Way::Column(legs) => self.column(legs.clone(), free),
            Way::Light { first, distance } => self.light(*first, distance + ahead.max(0.0)),
            Way::Fresh if alone && free => self.free(Vec::new(), ahead, right),
            Way::Fresh if alone && ahead <= 0.0 => self.free(Vec::new(), ahead, 0.0),
            Way::Fresh if is_column && free => self.column(Vec::new(), free),
            Way::Fresh if !alone && free && is_light(self.seen, self.to) => {
                let first = self.turn_towards();
                self.light(first, self.way.length())
            }
            Way::Fresh if ahead <= 0.0 && self.is_skirmishing() => {
                self.shifted(facing.vector() * ahead, -ahead, move |part| Manoeuvre::TurnaboutAdvance {
                    distance: -ahead * part,
                })
            }
            Way::Fresh => self.advance(ahead),
        }
    }

    /// BB-MOVE-35.
    fn is_skirmishing(&self) -> bool {
        self.to.iter().all(|id| self.seen.state.base(id).troop.kind.is_skirmisher())
    }

    /// BB-MOVE-45: straight ahead; into a contact that is near, or level with a friend.
    fn advance(&self, ahead: f64) -> Wish {
        let how = |distance: f64| Manoeuvre::Advance { distance };
        let way = self.lead.pose.facing.vector() * ahead;
        let mut wish = self.shifted(way, ahead, move |part| how(ahead * part));
        if ahead > 0.0 {
            if self.enemy_close_to(&wish.ghosts).is_some() {
                wish.snaps.push(Snap { how: how(ahead + 1.5 * NEAR), into_contact: true });
            }
            wish.snaps
                .extend(self.level(ahead).map(|distance| Snap { how: how(distance), into_contact: false }));
        }
        wish
    }

    /// BB-MOVE-36: one more leg in a straight line.
    fn free(&self, legs: Vec<Leg>, ahead: f64, right: f64) -> Wish {
        let facing = self.lead.pose.facing;
        let way = facing.vector() * ahead + facing.right() * right;
        let mut wish = self.shifted(way, way.length(), move |part| {
            let go = Leg::Go { ahead: ahead * part, right: right * part };
            Manoeuvre::Free { legs: with(&legs, go) }
        });
        wish.enemy = self.enemy_close_to(&wish.ghosts);
        wish
    }

    /// BB-MOVE-37: the head turns towards the pointer, if it may, and goes on.
    fn column(&self, mut legs: Vec<ColumnLeg>, free: bool) -> Wish {
        let facing = self.lead.pose.facing;
        let turn = to_degrees(facing.turn_to(Facing::along(self.way)));
        let distance = if free { self.way.length() } else { self.way.dot(facing.vector()).max(0.0) };
        if free && turn.abs() > NO_TURN {
            let hand = if turn < 0.0 { Hand::Left } else { Hand::Right };
            legs.push(ColumnLeg::Pivot { hand, degrees: turn.abs().min(90.0) });
        }
        self.shifted(self.way, distance, move |part| {
            let ahead = ColumnLeg::Advance { distance: distance * part };
            Manoeuvre::Column { legs: with(&legs, ahead) }
        })
    }

    /// BB-MOVE-34.
    fn light(&self, first: Option<Turn>, distance: f64) -> Wish {
        let before = first.map_or(0.0, |turn| turn.distance);
        let wish = self.shifted(self.way, distance, move |part| Manoeuvre::Light {
            first,
            distance: distance * part,
            last: None,
        });
        Wish { before, ..wish }
    }

    /// BB-MOVE-65: the first pivot of light troops towards the pointer, as far as it may be.
    fn turn_towards(&self) -> Option<Turn> {
        let turn = to_degrees(self.lead.pose.facing.turn_to(Facing::along(self.way)));
        let hand = if turn < 0.0 { Hand::Left } else { Hand::Right };
        let look = self.seen.look();
        let distance = pivot::distance_of(look, self.to, turn).min(pivot::most_as_part(look));
        (turn.abs() > NO_TURN).then_some(Turn { hand, distance })
    }

    /// The other front corner stays where it is.
    fn corner(&self, taken: Hand) -> Wish {
        let hand = taken.other();
        let [left, right] = self.ends();
        let (fixed, held) = if hand == Hand::Left { (left, right) } else { (right, left) };
        let arm = held - fixed;
        let turn = to_degrees(Facing::along(arm).turn_to(Facing::along(arm + self.way)));
        let turn = self.alike(turn);
        let forward = turn * hand.sign();
        let ghosts = self.turned(fixed, turn);
        let look = self.seen.look();
        let size = pivot::distance_of(look, self.to, turn);
        let make: Box<dyn Fn(f64) -> Manoeuvre> = match &self.drawn.way {
            Way::Free(legs) => turning(legs.clone(), hand, turn),
            Way::Fresh if self.to.len() == 1 && forward <= 0.0 => turning(Vec::new(), hand, turn),
            Way::Column(legs) => wheeling(legs.clone(), hand, forward),
            Way::Fresh if self.to.len() > 1 && look.as_column(self.to).is_some() => {
                wheeling(Vec::new(), hand, forward)
            }
            Way::Light { first, distance } if *distance > 0.0 => {
                let (first, distance) = (*first, *distance);
                let turn = forward.signum() * size;
                Box::new(move |part| {
                    let last = Some(Turn { hand, distance: turn * part });
                    Manoeuvre::Light { first, distance, last }
                })
            }
            _ => {
                let distance = forward.signum() * size;
                Box::new(move |part| Manoeuvre::Pivot { hand, distance: distance * part })
            }
        };
        Wish { make, size, before: self.drawn.used, ghosts, snaps: Vec::new(), enemy: None }
    }

    /// BB-MOVE-36, BB-MOVE-50: about the middle; all the way round is a turnabout.
    fn spin(&self, drag: Drag) -> Wish {
        let middle = self.middle();
        let turn = to_degrees(Facing::along(drag.from - middle).turn_to(Facing::along(drag.to - middle)));
        let turn = self.alike(turn);
        let ghosts = self.turned(middle, turn);
        let legs = match &self.drawn.way {
            Way::Free(legs) => legs.clone(),
            _ => Vec::new(),
        };
        let about = turn.abs() >= ABOUT;
        let make: Box<dyn Fn(f64) -> Manoeuvre> = match (about, legs.is_empty()) {
            (true, true) => Box::new(|_| Manoeuvre::Turnabout),
            (true, false) => Box::new(move |_| Manoeuvre::Free { legs: with(&legs, Leg::Turnabout) }),
            (false, _) => Box::new(move |part| Manoeuvre::Free {
                legs: with(&legs, Leg::Spin { degrees: turn * part }),
            }),
        };
        let size = if about { 0.0 } else { self.lead.radius() * degrees(turn.abs()) };
        Wish { make, size, before: self.drawn.used, ghosts, snaps: Vec::new(), enemy: None }
    }

    /// A wish that shifts all bases alike.
    fn shifted(&self, way: Vec2, size: f64, make: impl Fn(f64) -> Manoeuvre + 'static) -> Wish {
        let shift = |(id, rect): &(BaseId, Rect)| (*id, rect.with_pose(rect.pose.translated(way)));
        let ghosts = self.drawn.rects.iter().map(shift).collect();
        let before = self.drawn.used;
        Wish { make: Box::new(make), size, before, ghosts, snaps: Vec::new(), enemy: None }
    }

    fn turned(&self, about: Vec2, turn: f64) -> Vec<(BaseId, Rect)> {
        let turn = |(id, rect): &(BaseId, Rect)| {
            (*id, rect.with_pose(rect.pose.rotated_about(about, degrees(turn))))
        };
        self.drawn.rects.iter().map(turn).collect()
    }

    fn middle(&self) -> Vec2 {
        let sum = self.drawn.rects.iter().fold(Vec2::ZERO, |sum, (_, rect)| sum + rect.centre());
        sum / self.drawn.rects.len().max(1) as f64
    }

    /// The left and right ends of the front where the bases are held; of a column those of its head.
    fn ends(&self) -> [Vec2; 2] {
        let is_column = self.to.len() > 1 && self.seen.look().as_column(self.to).is_some();
        if self.to.len() == 1 || is_column {
            return Hand::BOTH.map(|hand| self.lead.corner(corner(hand)));
        }
        let rects: Vec<(BaseId, Rect)> = self.drawn.rects.clone();
        self.seen.look().front_ends_of(&rects)
    }

    /// The enemy nearest to bases that are held close to one.
    fn enemy_close_to(&self, ghosts: &[(BaseId, Rect)]) -> Option<BaseId> {
        let look = self.seen.look();
        let side = self.seen.state.active;
        let near = ghosts.iter().flat_map(|(_, rect)| {
            let off = move |enemy: BaseId| (enemy, distance(rect, look.state.rect(enemy)));
            look.enemies_near(side, rect, NEAR).map(off)
        });
        near.filter(|(_, off)| *off <= NEAR).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(enemy, _)| enemy)
    }

    /// The distance that brings the front level with that of a friend beside, if it is almost meant.
    fn level(&self, ahead: f64) -> Option<f64> {
        let (look, side) = (self.seen.look(), self.seen.state.active);
        let there = self.lead.with_pose(self.lead.pose.advanced(ahead));
        let beside =
            look.friends_near(side, &there, self.lead.width * 3.0).filter(|id| !self.to.contains(*id));
        let off = beside.filter_map(|id| {
            let friend = look.state.rect(id);
            let alike = friend.pose.facing.same(there.pose.facing, look.rules.tolerance);
            let (by, _) = there.local(friend.pose.at);
            (alike && by.abs() <= NEAR * 0.5).then_some(by)
        });
        off.min_by(|a, b| a.abs().total_cmp(&b.abs())).map(|by| ahead + by).filter(|distance| *distance > 0.0)
    }

    /// The turn, in degrees, with the facing of a friend or against that of an enemy nearby if it is almost meant.
    fn alike(&self, turn: f64) -> f64 {
        let look = self.seen.look();
        let facing = self.lead.pose.facing;
        let about = look.near(&self.lead, look.mu(4.0)).filter(|id| !self.to.contains(*id));
        let turns = about.map(|id| {
            let base = look.state.base(id);
            let other = base.rect.pose.facing;
            let wanted = if base.side == self.seen.state.active { other } else { other.reversed() };
            to_degrees(facing.turn_to(wanted))
        });
        let near = turns.filter(|wanted| (wanted - turn).abs() <= ALIKE && wanted.abs() > 0.1);
        near.min_by(|a, b| (a - turn).abs().total_cmp(&(b - turn).abs())).unwrap_or(turn)
    }
}

/// The legs with one more.
fn with<T: Clone>(legs: &[T], more: T) -> Vec<T> {
    legs.iter().cloned().chain([more]).collect()
}

/// A single base about the front corner of a hand.
fn turning(legs: Vec<Leg>, hand: Hand, turn: f64) -> Box<dyn Fn(f64) -> Manoeuvre> {
    Box::new(move |part| {
        let leg = Leg::Turn { about: corner(hand), degrees: turn * part };
        Manoeuvre::Free { legs: with(&legs, leg) }
    })
}

/// The head of a column about its front corner of a hand.
fn wheeling(legs: Vec<ColumnLeg>, hand: Hand, forward: f64) -> Box<dyn Fn(f64) -> Manoeuvre> {
    Box::new(move |part| {
        let leg = ColumnLeg::Pivot { hand, degrees: forward * part };
        Manoeuvre::Column { legs: with(&legs, leg) }
    })
}
