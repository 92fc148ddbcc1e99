//! A move in thought, part by part (FA-ALG-10 to FA-ALG-14): where the bases come to stand, what distance it takes,
//! what stands in the way.

use super::allowance::{Motion, Speed};
use super::choice::{Leg, Turn};
use super::patch::Ground;
use super::way::{Obstacle, moved};
use crate::fact::Fact;
use crate::formation::{Array, Body, Formed, wheel_cost};
use crate::ids::{GroupId, GroupSet};
use crate::movement::Passage;
use crate::rules::Look;
use crate::state::Shape;
use aelian_geometry::{Hand, Pose, Rect, degrees};
use aelian_rulebook::{Reason, RuleId, rule};

/// A group, or a battle line, on its way.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    pub look: Look<'a>,
    pub who: GroupSet,
    /// Where its bases stand now.
    pub body: Body,
    /// Files and ranks; none for a battle line.
    pub array: Option<Array>,
    pub shape: Shape,
    /// FA-FORM-05: of a kinked column; see `State::kinks`.
    pub track: Vec<Pose>,
    pub speed: Speed,
    /// FA-MOVE-05, FA-WHEEL-04: it is judged as a column that keeps to a road.
    pub road: bool,
    /// In mm.
    pub used: f64,
    /// The least allowance of all the ground touched so far, in mm.
    pub allowed: f64,
    /// What it has done so far: the body before each part, and the part.
    pub stretches: Vec<(Body, Motion)>,
    pub breaches: Vec<Reason<Fact>>,
    /// Friends whom it passed through.
    pub passed: GroupSet,
    /// FA-FORM-03: where a short last rank begins after a change of formation.
    pub tail: Option<u8>,
}

impl<'a> Walk<'a> {
    pub fn new(look: Look<'a>, who: GroupSet, speed: Speed, tail: Option<u8>) -> Walk<'a> {
        let first = who.first().unwrap_or(GroupId(0));
        let lone = who.len() == 1;
        Walk {
            look,
            who,
            body: Body::of_all(look.state, look.state.group(first).facing, who.iter()),
            array: lone.then(|| look.array(first)),
            shape: if lone { look.shape_to_move(first) } else { Shape::Normal },
            track: look.state.kink_of(first).filter(|_| lone).map_or(Vec::new(), |kink| kink.track.clone()),
            speed,
            road: false,
            used: 0.0,
            allowed: f64::INFINITY,
            stretches: Vec::new(),
            breaches: Vec::new(),
            passed: GroupSet::EMPTY,
            tail,
        }
    }

    pub fn break_rule(&mut self, rule: RuleId, fact: Fact) {
        let reason = Reason::new(rule, fact);
        if !self.breaches.contains(&reason) {
            self.breaches.push(reason);
        }
    }

    /// One part of the move. Numbers have been found sensible before.
    pub fn go(&mut self, leg: Leg) {
        match leg {
            Leg::Advance { distance } => self.advance(distance),
            Leg::Wheel { hand, degrees: angle } => self.wheel(hand, degrees(angle)),
            Leg::Shift { right } => self.shift(right),
            Leg::Turn(turn) => self.turn(turn),
            Leg::Expand { left, right } => self.expand(left, right),
            Leg::Contract { left, right } => self.contract(left, right),
            // Orbs and portable defences are whole moves of their own.
            Leg::FormOrb | Leg::LeaveOrb { .. } | Leg::PlaceDefences | Leg::LiftDefences => {}
        }
    }

    /// One base wide and more than one base long.
    pub fn is_column(&self) -> bool {
        self.array.is_some_and(|array| array.files() == 1 && array.len() > 1)
    }

    /// FA-MOVE-14: straight ahead.
    pub fn advance(&mut self, distance: f64) {
        if self.shape == Shape::KinkedColumn {
            return self.follow(distance);
        }
        let along = self.body.facing.vector();
        let (along, length) = if distance < 0.0 { (-along, -distance) } else { (along, distance) };
        self.straight(Motion::Straight { along, length }, length);
    }

    /// FA-SHIFT-01: sideways and free.
    fn shift(&mut self, right: f64) {
        let along = self.body.facing.right();
        let (along, length) = if right < 0.0 { (-along, -right) } else { (along, right) };
        self.straight(Motion::Straight { along, length }, 0.0);
    }

    fn straight(&mut self, motion: Motion, cost: f64) {
        let Motion::Straight { along, length } = motion else { return };
        self.check_river(along);
        self.check_entry(along, length);
        self.tread(motion, |at| if cost > 0.0 { at } else { 0.0 });
        self.meet_all(motion, length - self.look.rules.tolerance.length);
        self.done(motion, cost);
    }

    /// FA-WHEEL-01, FA-WHEEL-02, FA-WHEEL-05, FA-WHEEL-07, FA-WHEEL-08, FA-WHEEL-09, FA-BL-14: about a front corner that
    /// stays, as wide as the distance allows; a line is measured at its own outer corner.
    fn wheel(&mut self, hand: Hand, angle: f64) {
        if self.is_column() {
            return self.wheel_column(hand, angle);
        }
        let frontage = self.body.block().width;
        let motion = Motion::Turn { centre: self.body.front_corner(hand), angle: angle * hand.sign() };
        self.check_river(self.body.facing.turned(angle * hand.sign()).vector());
        self.tread(motion, |at| wheel_cost(frontage, at));
        self.meet_all(motion, angle - self.look.rules.tolerance.length / frontage.max(1.0));
        self.done(motion, wheel_cost(frontage, angle));
    }

    fn done(&mut self, motion: Motion, cost: f64) {
        let after = moved(&self.body, motion, 1.0);
        self.stretches.push((std::mem::replace(&mut self.body, after), motion));
        self.spend(cost);
    }

    fn spend(&mut self, cost: f64) {
        self.used += cost;
        if self.used > self.allowed + self.look.rules.slack {
            let fact = Fact::TooFar { used: self.used, allowed: self.allowed };
            self.breaches.retain(|reason| !matches!(reason.fact, Fact::TooFar { .. }));
            self.break_rule(rule!("FA-MOVE-14"), fact);
        }
    }

    /// FA-MOVE-02, FA-MOVE-03, FA-MOVE-04, FA-MOVE-08: the ground under it and the ground that it enters; `cost` says
    /// what is spent when it has come so far.
    fn tread(&mut self, motion: Motion, cost: impl Fn(f64) -> f64) {
        if self.road {
            self.keep_to_road(motion);
            return;
        }
        let field = &self.look.state.field;
        if field.areas.is_empty() && field.rivers.is_empty() {
            self.allowed = self.allowed.min(self.speed.open());
            return;
        }
        self.allowed = self.allowed.min(self.look.allowed_at(&self.body, &self.speed));
        // Who ends at the edge of such ground has not entered it.
        let t = self.look.rules.tolerance.length;
        let end = match motion {
            Motion::Straight { length, .. } => length - t,
            Motion::Turn { angle, .. } => angle.abs() - t / self.body.block().width.max(1.0),
        };
        for entry in self.look.entries(&self.body, motion, &self.speed) {
            if entry.at > 0.0 && entry.at >= end {
                continue;
            }
            let spent = self.used + cost(entry.at);
            match entry.pace {
                None => self.break_rule(rule!("FA-MOVE-08"), blocked_by(entry.ground)),
                Some(pace) if pace <= spent => {
                    self.break_rule(rule!("FA-MOVE-03"), blocked_by(entry.ground));
                }
                Some(pace) => self.allowed = self.allowed.min(pace),
            }
        }
    }

    /// FA-WHEEL-04, AMB-97: on the road the ground beside it does not matter.
    fn keep_to_road(&mut self, motion: Motion) {
        self.allowed = self.speed.on_road();
        let on_road = |part: u8| self.look.is_on_road(&moved(&self.body, motion, f64::from(part) * 0.125));
        if !(0..=8).all(on_road) {
            self.break_rule(rule!("FA-WHEEL-04"), Fact::Groups(self.who));
        }
    }

    /// FA-TER-21.
    fn check_river(&mut self, direction: aelian_geometry::Vec2) {
        if self.look.state.field.rivers.is_empty() {
            return;
        }
        let rects: Vec<Rect> = self.body.rects().copied().collect();
        if !self.look.may_cross(&rects, direction) {
            self.break_rule(rule!("FA-TER-21"), Fact::Groups(self.who));
        }
    }

    /// FA-TER-21: nor does it enter a river at a slant.
    fn check_entry(&mut self, along: aelian_geometry::Vec2, length: f64) {
        if !self.look.state.field.rivers.is_empty()
            && self.look.slanting_river(&self.body, along, length).is_some()
        {
            self.break_rule(rule!("FA-TER-21"), Fact::Groups(self.who));
        }
    }

    /// What it meets before it has come so far.
    fn meet_all(&mut self, motion: Motion, before: f64) {
        let mut met = Vec::new();
        // Ground has been looked at before.
        self.look.each_stop_but_ground(&self.body, self.who, motion, |stop| {
            if stop.at < before {
                met.push(stop.by);
            }
        });
        let turns = matches!(motion, Motion::Turn { .. });
        for by in met {
            self.meet(by, turns);
        }
    }

    /// FA-ALG-10, FA-WHEEL-06, FA-INT-01: what stands in the way of an advance or a wheel forbids it, but for friends who let
    /// it through.
    fn meet(&mut self, by: Obstacle, turns: bool) {
        let side = self.look.state.active;
        match by {
            Obstacle::Edge(edge) => self.break_rule(rule!("FA-EDGE-03"), Fact::OffTable(edge)),
            Obstacle::Ground(ground) => self.break_rule(rule!("FA-MOVE-08"), blocked_by(ground)),
            Obstacle::Camp(camp) if camp == side => self.break_rule(rule!("FA-ALG-10"), Fact::Side(camp)),
            Obstacle::Camp(camp) => self.break_rule(rule!("FA-CAMP-10"), Fact::Side(camp)),
            Obstacle::Group(group) if self.look.state.group(group).side != side => {
                self.break_rule(rule!("FA-OVL-05"), Fact::BlockedBy(group));
            }
            Obstacle::Group(group) if self.lets_through(group) => {
                self.passed.insert(group);
            }
            Obstacle::Group(group) => {
                let rule = if turns { rule!("FA-WHEEL-06") } else { rule!("FA-INT-01") };
                self.break_rule(rule, Fact::BlockedBy(group));
            }
        }
    }

    /// FA-INT-01 to FA-INT-05: these friends may be passed by all that move, in the direction in which they face.
    fn lets_through(&self, friend: GroupId) -> bool {
        let (look, t) = (self.look, self.look.rules.tolerance);
        let theirs = look.state.group(friend).facing;
        let square = self.body.facing.same(theirs, t) || self.body.facing.opposite(theirs, t);
        self.who.iter().all(|mover| match look.passage(mover, friend) {
            Passage::No => false,
            Passage::Free => true,
            Passage::Square => square,
        })
    }

    /// FA-TURN-01 to FA-TURN-07.
    fn turn(&mut self, turn: Turn) {
        if self.shape == Shape::Loose {
            return self.face_about();
        }
        let Some(array) = self.formed_array(rule!("FA-TURN-03")) else { return };
        let formed = self.look.turned_from(&array, &self.body.block(), turn, self.tail);
        self.take(formed, rule!("FA-TURN-05"));
    }

    /// FA-INT-12: skirmishers who have partly passed through friends turn where they stand, base by base.
    fn face_about(&mut self) {
        let mut body = self.body.clone();
        body.facing = body.facing.reversed();
        for (_, rect) in &mut body.bases {
            *rect = rect.with_pose(rect.pose.about_faced(rect.depth));
        }
        let still = Motion::Straight { along: body.facing.vector(), length: 0.0 };
        self.stretches.push((std::mem::replace(&mut self.body, body), still));
    }

    /// FA-EXP-01 to FA-EXP-03.
    fn expand(&mut self, left: u8, right: u8) {
        let Some(array) = self.formed_array(rule!("FA-EXP-02")) else { return };
        let formed = self.look.expanded_from(&array, &self.body.block(), left, right, self.tail);
        match formed.filter(|_| left.saturating_add(right) <= 2) {
            Some(formed) => self.take(formed, rule!("FA-EXP-03")),
            None => {
                let spare = array.bases().count().saturating_sub(array.front().count()).min(2) as i32;
                let found = i32::from(left) + i32::from(right);
                let fits = (1..=spare).contains(&found) || spare == 0;
                let fact = Fact::Between { found, least: 1, most: spare };
                self.break_rule(rule!("FA-EXP-01"), if fits { Fact::Groups(self.who) } else { fact });
            }
        }
    }

    /// FA-CON-01.
    fn contract(&mut self, left: u8, right: u8) {
        let Some(array) = self.formed_array(rule!("FA-CON-01")) else { return };
        let formed = self.look.contracted_from(&array, &self.body.block(), left, right, self.tail);
        match formed.filter(|_| left.saturating_add(right) <= 2) {
            Some(formed) => self.take(formed, rule!("FA-CON-01")),
            None => self.break_rule(rule!("FA-CON-01"), Fact::Groups(self.who)),
        }
    }

    /// FA-FORM-06: only one group in normal formation can change it.
    fn formed_array(&mut self, rule: RuleId) -> Option<Array> {
        if self.shape == Shape::KinkedColumn {
            self.break_rule(rule!("FA-FORM-06"), Fact::Groups(self.who));
            return None;
        }
        if self.array.is_none() {
            self.break_rule(rule, Fact::Groups(self.who));
        }
        self.array
    }

    /// Takes a new formation where it stands, if there is room for it.
    fn take(&mut self, formed: Formed, no_room: RuleId) {
        let body = formed.body(self.look);
        let still = Motion::Straight { along: body.facing.vector(), length: 0.0 };
        let ground = self.look.allowed_at(&body, &self.speed);
        if !self.road {
            self.allowed = self.allowed.min(ground);
        }
        match self.look.stands_on(&body, self.who, |_| true) {
            Some(Obstacle::Group(group)) => self.break_rule(no_room, Fact::BlockedBy(group)),
            Some(by) => {
                self.break_rule(no_room, Fact::Groups(self.who));
                self.meet(by, false);
            }
            None => {}
        }
        self.array = Some(formed.array);
        self.stretches.push((std::mem::replace(&mut self.body, body), still));
    }
}

fn blocked_by(ground: Ground) -> Fact {
    match ground {
        Ground::Area(kind) => Fact::BlockedByTerrain(kind),
        Ground::River => Fact::Rule,
    }
}

/// Kinked columns (FA-FORM-05, FA-FORM-06, FA-WHEEL-07, FA-ALG-14).
impl Walk<'_> {
    /// The front base wheels about its own front corner, the others follow through the same point.
    fn wheel_column(&mut self, hand: Hand, angle: f64) {
        let width = self.look.rules.width;
        self.begin_track();
        // A wide angle is a bend with several corners, each of at most 45 degrees.
        let parts = (angle / degrees(45.0)).ceil().max(1.0);
        let steps = ((angle * 4.0).ceil() / parts).ceil().max(1.0);
        let spent = self.used;
        let pivot = self.head_corner(hand);
        for part in 0..parts as usize {
            let Some(head) = self.track.first().copied() else { return };
            let bend = angle / parts;
            let corner = Pose {
                at: head.at + head.facing.vector() * (width * 0.5 * libm::tan(bend * 0.5)),
                facing: head.facing,
            };
            let older = self.track.split_off(1);
            for step in 1..=steps as usize {
                let turned = bend * step as f64 / steps;
                let now = head.rotated_about(pivot, turned * hand.sign());
                self.track = vec![now, corner];
                self.track.extend(older.iter().copied());
                let done = wheel_cost(width, bend * part as f64 + turned);
                self.walk_on(spent + done);
            }
        }
        self.used = spent;
        self.spend(wheel_cost(width, angle));
        self.end_track();
    }

    /// The front base goes straight ahead, the others on its track.
    fn follow(&mut self, distance: f64) {
        self.begin_track();
        let Some(head) = self.track.first().copied() else { return };
        let steps = (distance.abs() / (self.look.rules.width * 0.25)).ceil().max(1.0);
        let spent = self.used;
        for step in 1..=steps as usize {
            let gone = distance * step as f64 / steps;
            self.track[0] = head.advanced(gone);
            self.walk_on(spent + gone);
        }
        self.used = spent;
        self.spend(distance);
        self.end_track();
    }

    fn head_corner(&self, hand: Hand) -> aelian_geometry::Vec2 {
        let head = self.track.first().map_or(self.body.block().pose, |head| *head);
        head.at + head.facing.right() * (self.look.rules.width * 0.5 * hand.sign())
    }

    fn begin_track(&mut self) {
        if self.shape != Shape::KinkedColumn || self.track.len() < 2 {
            let block = self.body.block();
            self.track = vec![block.pose, block.pose.advanced(-block.depth)];
            self.shape = Shape::KinkedColumn;
        }
    }

    /// FA-FORM-06: the column is straight again when all of it has passed the last bend.
    fn end_track(&mut self) {
        let length: f64 = self.column_depths().iter().sum();
        let mut walked = 0.0;
        let mut keep = 1;
        for pair in self.track.windows(2) {
            if walked >= length - self.look.rules.tolerance.length {
                break;
            }
            walked += (pair[0].at - pair[1].at).length();
            keep += 1;
        }
        self.track.truncate(keep);
        if self.track.len() <= 2 {
            self.shape = Shape::Normal;
            if let (Some(head), Some(array)) = (self.track.first(), self.array) {
                self.body = Formed { array, front: *head }.body(self.look);
            }
            self.track.clear();
        }
    }

    fn column_depths(&self) -> Vec<f64> {
        let bases = self.array.map(|array| array.bases().collect::<Vec<_>>()).unwrap_or_default();
        bases.iter().map(|base| self.look.depth_of(*base)).collect()
    }

    /// One small step of a column that does not go straight: its bases are put on the track, and the place looked at.
    fn walk_on(&mut self, spent: f64) {
        let body = self.column_body();
        let still = Motion::Straight { along: body.facing.vector(), length: 0.0 };
        if self.road {
            self.allowed = self.speed.on_road();
            if !self.look.is_on_road(&body) {
                self.break_rule(rule!("FA-WHEEL-04"), Fact::Groups(self.who));
            }
        } else {
            let ground = self.look.allowed_at(&body, &self.speed);
            if ground < self.allowed && ground < spent {
                self.break_rule(rule!("FA-MOVE-03"), Fact::TooFar { used: spent, allowed: ground });
            }
            self.allowed = self.allowed.min(ground);
        }
        if let Some(by) = self.look.stands_on(&body, self.who, |_| true) {
            self.meet(by, false);
        }
        self.stretches.push((std::mem::replace(&mut self.body, body), still));
    }

    /// FA-ALG-14: each base with the heading of the part of the track on which its middle lies.
    fn column_body(&self) -> Body {
        let Some(head) = self.track.first() else { return self.body.clone() };
        let array = self.array.unwrap_or_else(|| self.look.array(self.who.first().unwrap_or(GroupId(0))));
        let mut bases = Vec::with_capacity(array.len());
        let mut back = 0.0;
        for (at, base) in array.bases().enumerate() {
            let rect = self.look.state.rect(base);
            let pose = if at == 0 { *head } else { on_track(&self.track, back, rect.depth) };
            bases.push((base, rect.with_pose(pose)));
            back += rect.depth;
        }
        Body { facing: head.facing, bases }
    }
}

/// The pose of a base of this depth that begins so far back on a track.
fn on_track(track: &[Pose], back: f64, depth: f64) -> Pose {
    let mut left = back + depth * 0.5;
    for pair in track.windows(2) {
        let [newer, older] = pair else { break };
        let length = (newer.at - older.at).length();
        if left <= length {
            return Pose { at: newer.at, facing: newer.facing }.advanced(depth * 0.5 - left);
        }
        left -= length;
    }
    // Behind the oldest known point the track goes straight on.
    let last = track.len().saturating_sub(1);
    let facing = track[last.saturating_sub(1)].facing;
    Pose { at: track[last].at, facing }.advanced(depth * 0.5 - left)
}
