//! Movement of commanders (25.4): with their group, by themselves, and out of danger.

use crate::fact::Fact;
use crate::field::Level;
use crate::formation::Body;
use crate::ids::{CommanderId, GroupId};
use crate::movement::CommanderMove;
use crate::rules::{Look, in_order};
use crate::stage::Phase;
use crate::state::{CommanderPlace, Deed};
use aelian_geometry::{Circle, Corner, Edge, Pose, Rect, Vec2, contacts, overlaps, sweep};
use aelian_rulebook::{Reason, rule};

/// Why a commander moves by himself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Going {
    /// FA-CMOVE-02: in the manoeuvre phase.
    Manoeuvre,
    /// FA-CMOVE-19: in the joint action phase.
    Joint,
    /// FA-CMOVE-13: to a group, because enemy come at him.
    Fleeing,
}

/// What a commander's move would come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Ride {
    pub breaches: Vec<Reason<Fact>>,
    pub used: f64,
    pub allowed: f64,
    pub place: CommanderPlace,
    pub pose: Pose,
}

impl Look<'_> {
    /// FA-CMOVE-02 to FA-CMOVE-05, FA-CMOVE-06, FA-CMOVE-07, FA-INT-02, FA-CMOVE-13, FA-CMOVE-19, FA-CMD-07, FA-CMD-08: judges a commander's own move. Ids
    /// and numbers from outside are answered for.
    pub fn ride(&self, order: &CommanderMove, going: Going) -> Ride {
        self.ride_on(order, going, 0.0)
    }

    /// FA-AMB-09: the same by one who has already gone so many mm in this move.
    pub fn ride_on(&self, order: &CommanderMove, going: Going, spent: f64) -> Ride {
        let pose = order.to.on_grid();
        let place = order.join.map_or(CommanderPlace::Alone, CommanderPlace::With);
        let mut ride = Ride { breaches: Vec::new(), used: 0.0, allowed: 0.0, place, pose };
        if order.commander.index() >= self.state.commanders.len() {
            return ride.refused(rule!("FA-CMOVE-02"), Fact::NoSuchCommander(order.commander));
        }
        if !order.to.at.is_finite() || order.to.at.abs().max_element() > 1e5 {
            return ride.refused(rule!("FA-CMOVE-05"), Fact::Rule);
        }
        if let Some(group) = order.join
            && group.index() >= self.state.groups.len()
        {
            return ride.refused(rule!("FA-CMD-08"), Fact::NoSuchGroup(group));
        }
        ride.breaches.extend(self.held(order.commander, going));
        let rect = self.state.commander(order.commander).rect;
        self.add_distance(&mut ride, order.commander, &rect, (going, spent));
        self.add_end(&mut ride, order, &rect.with_pose(pose), going);
        ride
    }

    /// FA-CMOVE-03, FA-CMOVE-09, FA-CMOVE-12, FA-CMOVE-14, FA-MAN-02, FA-CMOVE-15, FA-CMOVE-18, FA-CMOVE-19: why this commander may not move by
    /// himself at all.
    pub fn held(&self, id: CommanderId, going: Going) -> Option<Reason<Fact>> {
        let commander = self.state.commander(id);
        let fact = || Fact::Commander(id);
        let no = |rule| Some(Reason::new(rule, fact()));
        if !commander.on_table() {
            return no(rule!("FA-CMOVE-02"));
        }
        if going == Going::Fleeing {
            return None;
        }
        if going == Going::Manoeuvre && commander.side != self.state.active {
            return no(rule!("FA-CMOVE-02"));
        }
        if self.fights_in_front(id) {
            return no(rule!("FA-CMOVE-03"));
        }
        if commander.bound {
            return no(rule!("FA-CMOVE-15"));
        }
        if commander.moved {
            let joint = self.state.phase == Phase::Joint;
            return no(if joint { rule!("FA-CMOVE-19") } else { rule!("FA-CMOVE-02") });
        }
        let with = commander.with()?;
        if going == Going::Manoeuvre && self.state.did(with, Deed::Charged) {
            return no(rule!("FA-CMOVE-14"));
        }
        if going == Going::Manoeuvre && self.runs_with_routers(id) {
            return no(rule!("FA-CMOVE-18"));
        }
        None
    }

    /// FA-CMOVE-04, FA-CMOVE-05, FA-CMOVE-21: straight from where he is, at the pace of light horse; twice as far in the
    /// manoeuvre phase if all of it is far from enemy.
    fn add_distance(&self, ride: &mut Ride, id: CommanderId, rect: &Rect, (going, spent): (Going, f64)) {
        let way = ride.pose.at - rect.pose.at;
        ride.used = spent + way.length();
        ride.allowed = self.ride_allowance(rect, way);
        if going == Going::Manoeuvre && ride.used > ride.allowed {
            let side = self.state.commander(id).side;
            let body = Body { facing: rect.pose.facing, bases: vec![(crate::ids::BaseId(0), *rect)] };
            let limit = self.second_move_gap();
            // So close together that nothing lies nearer to the way between them.
            let steps = (way.length() / self.mu(0.1)).ceil().clamp(1.0, 200.0) as u32;
            let samples = (0..=steps).map(|part| body.translated(way * (f64::from(part) / f64::from(steps))));
            let still = crate::movement::Motion::Straight { along: Vec2::Y, length: 0.0 };
            if samples.into_iter().all(|body| !self.comes_within(side, &body, still, limit)) {
                ride.allowed *= 2.0;
            }
        }
        if ride.used > ride.allowed + self.rules.slack {
            let fact = Fact::TooFar { used: ride.used, allowed: ride.allowed };
            ride.breaches.push(Reason::new(rule!("FA-CMOVE-04"), fact));
        }
        // Who flees does so before the enemy is upon him.
        let blocked = going != Going::Fleeing && self.enemy_on_way(id, rect, way);
        if blocked {
            ride.breaches.push(Reason::new(rule!("FA-CMOVE-07"), Fact::Commander(id)));
        }
    }

    /// FA-CMOVE-04: the pace of light horse by the worst ground on his way, roads left aside.
    pub fn ride_allowance(&self, rect: &Rect, way: Vec2) -> f64 {
        let field = &self.state.field;
        let [open, uneven, rough, difficult] = self.rules.distances().command.ride;
        if field.areas.is_empty() && field.rivers.is_empty() {
            return self.mu(open);
        }
        let (low, high) = rect.aabb();
        let ridden = (low + way.min(Vec2::ZERO), high + way.max(Vec2::ZERO));
        if !field.patches().any(|patch| patch.is_near(ridden)) {
            return self.mu(open);
        }
        let samples = (way.length() / self.mu(0.25)).ceil().clamp(1.0, 200.0) as u32;
        let worst = (0..=samples)
            .map(|part| rect.with_pose(rect.pose.translated(way * (f64::from(part) / f64::from(samples)))))
            .map(|rect| self.ground_under(&rect))
            .max();
        self.mu(match worst.unwrap_or(Level::Open) {
            Level::Open => open,
            Level::Uneven => uneven,
            Level::Rough => rough,
            Level::Difficult => difficult,
            Level::Impassable => 0.0,
        })
    }

    /// FA-CMOVE-07: only friends let him through.
    fn enemy_on_way(&self, id: CommanderId, rect: &Rect, way: Vec2) -> bool {
        let Some(along) = way.try_normalize() else { return false };
        let side = self.state.commander(id).side;
        let meets = |enemy: &Rect| sweep(rect, along, way.length(), enemy, self.rules.tolerance).is_some();
        let ridden = Circle { centre: rect.centre() + way * 0.5, radius: rect.radius() + way.length() * 0.5 };
        let near = |group: &GroupId| ridden.near(&self.circle(*group), self.rules.tolerance.length);
        let mut enemies = self.state.on_table_of(side.other()).filter(near);
        enemies.any(|group| self.state.rects_of(group).any(meets))
    }

    /// FA-CMD-07, FA-CMD-08: where he ends.
    fn add_end(&self, ride: &mut Ride, order: &CommanderMove, end: &Rect, going: Going) {
        let id = order.commander;
        if let Some(edge) = self.state.field.edge_crossed(end, self.rules.tolerance.length) {
            ride.breaches.push(Reason::new(rule!("FA-EDGE-03"), Fact::OffTable(edge)));
        }
        match order.join {
            Some(group) if !self.may_join(id, group) => {
                ride.breaches.push(Reason::new(rule!("FA-CMD-07"), Fact::Group(group)));
            }
            Some(group) if !self.is_place_with(group, end) => {
                ride.breaches.push(Reason::new(rule!("FA-CMD-08"), Fact::Group(group)));
            }
            None if going == Going::Fleeing => {
                ride.breaches.push(Reason::new(rule!("FA-CMOVE-13"), Fact::Commander(id)));
            }
            _ => {}
        }
    }

    /// A friendly group on the table.
    pub fn may_join(&self, id: CommanderId, group: GroupId) -> bool {
        let friends = self.state.group(group);
        friends.side == self.state.commander(id).side && friends.on_table()
    }

    /// FA-CMD-08: edge along edge and corner on corner with one of its bases.
    pub fn is_place_with(&self, group: GroupId, marker: &Rect) -> bool {
        let t = self.rules.tolerance;
        self.state.rects_of(group).any(|base| {
            let found = contacts(marker, base, t);
            let edges = Edge::ALL.iter().any(|a| Edge::ALL.iter().any(|b| found.edge_edge(*a, *b).is_some()));
            let corners = Corner::ALL.iter().any(|a| Corner::ALL.iter().any(|b| found.corner_corner(*a, *b)));
            edges && corners
        })
    }

    /// FA-CMD-08: the place beside, behind or before a base of a group that is nearest to a point and on none of its
    /// bases.
    pub fn place_near(&self, bases: &[Rect], at: Vec2) -> Option<Pose> {
        let side = self.rules.tables.commander(self.rules.scale);
        let t = self.rules.tolerance;
        let free = |pose: &Pose| {
            let marker = Rect::new(*pose, side, side);
            !bases.iter().any(|other| overlaps(&marker, other, t))
        };
        self.places_near(bases, at).into_iter().find(free).map(Pose::on_grid)
    }

    /// FA-CMD-08: all places beside, behind or before these bases, the nearest to a point first.
    pub fn places_near(&self, bases: &[Rect], at: Vec2) -> Vec<Pose> {
        let side = self.rules.tables.commander(self.rules.scale);
        let mut places: Vec<Pose> = Vec::with_capacity(bases.len() * 4);
        for base in bases {
            let aside = (base.width + side) * 0.5;
            places.push(base.pose.advanced(-base.depth));
            places.extend([base.pose.shifted(-aside), base.pose.shifted(aside), base.pose.advanced(side)]);
        }
        // Of equally near ones first the one nearer to the middle of the table: who stands first in a group is no matter.
        in_order(&mut places, |pose| (pose.at - at).length(), |pose| self.off_middle(pose.at));
        places
    }

    /// FA-CMOVE-10: where a commander stands who moved along with his group: in the same place on it, beside the base that
    /// he stands at, or the nearest place if its formation changed.
    pub fn carried(&self, id: CommanderId, before: &Body, after: &Body, reformed: bool) -> Pose {
        let pose = self.state.commander(id).rect.pose;
        let centre = self.state.commander(id).rect.centre();
        // Of two equally near the one nearer to the middle of the table, so that a mirror shows the same.
        let off = |rect: &Rect| (rect.centre() - centre).length_squared().round() as i64;
        let his = before.bases.iter().min_by_key(|(_, rect)| (off(rect), self.off_middle(rect.pose.at)));
        let kept = his.and_then(|(base, old)| {
            let new = after.bases.iter().find(|(id, _)| id == base)?;
            Some((*old, new.1))
        });
        let Some((old, new)) = kept else { return pose };
        if reformed {
            let rects: Vec<Rect> = after.rects().copied().collect();
            return self.place_near(&rects, pose.at).unwrap_or(pose);
        }
        let (ahead, right) = old.local(pose.at);
        let at = new.pose.shifted(right).advanced(ahead).at;
        Pose { at, facing: pose.facing.turned(old.pose.facing.turn_to(new.pose.facing)) }.on_grid()
    }

    /// The nearest ways to each friendly group that he can reach, for proposals.
    pub fn rides(&self, id: CommanderId, going: Going) -> Vec<CommanderMove> {
        let commander = self.state.commander(id);
        let moves = if going == Going::Manoeuvre { 2.0 } else { 1.0 };
        let reach = self.mu(moves * self.rules.distances().command.ride[0]);
        let from = commander.rect.circle();
        let mut rides = Vec::new();
        for group in self.state.on_table_of(commander.side) {
            let broken = self.state.group(group).is_broken() && going != Going::Joint;
            let near = |rect: &Rect| rect.circle().near(&from, reach);
            if broken || commander.with() == Some(group) || !self.state.rects_of(group).any(near) {
                continue;
            }
            let rects: Vec<Rect> = self.state.rects_of(group).copied().collect();
            if let Some(to) = self.place_near(&rects, commander.rect.pose.at) {
                rides.push(CommanderMove { commander: id, to, join: Some(group) });
            }
        }
        rides.retain(|ride| self.ride(ride, going).breaches.is_empty());
        rides
    }
}

impl Ride {
    fn refused(mut self, rule: aelian_rulebook::RuleId, fact: Fact) -> Ride {
        self.breaches.push(Reason::new(rule, fact));
        self
    }
}
