//! Into buildings and out of them (HC-BLDG-07, HC-BLDG-08, HC-BLDG-09, HC-BLDG-10, HC-BLDG-11), and the same with wedges
//! (HC-WEDGE-12): the moves of a plan that do it.

use super::{Inside, MovePlan, Planner};
use crate::command::{Leg, Task};
use crate::fact::Fact;
use crate::field::Block;
use crate::formation::Formation;
use crate::ground::{outline_point, perimeter_point};
use crate::ids::{BlockId, UnitId};
use crate::movement::is_sound;
use aelian_geometry::{
    Edge, Facing, Pose, Rect, Segment, Vec2, nearest_points, point_to_rect, segment_to_rect,
};
use aelian_rulebook::{Reason, rule};

impl Planner<'_> {
    /// HC-BLDG-07, HC-BLDG-08, HC-BLDG-11: up to the building, and with the next whole move into it.
    pub(super) fn enter(&mut self, id: BlockId) -> Option<MovePlan> {
        let unit = self.mover.unit;
        if let Some(reason) = self.look.may_enter(unit, id).into_iter().next() {
            return self.stop(reason);
        }
        let block: &Block = self.look.state.field.block(id)?;
        let door = perimeter_point(block, self.rect.centre());
        let at_door = Rect::new(Pose { at: door, facing: block.rect.pose.facing }, 0.0, 0.0);
        let goal = if block.gates.is_empty() { block.rect } else { at_door };
        let (mine, his) = nearest_points(&self.rect, &goal);
        let gap = his - mine;
        if gap.length() > 4.0 * self.look.rules.slack {
            return self.approach(gap, Fact::BlockedByBlock(id));
        }
        self.next += 1;
        let ends = Some(rule!("HC-BLDG-08"));
        let made = self.made(block.rect, 0.0, 0.0);
        Some(MovePlan { ends, entered: Some(id), way: vec![block.rect.pose], ..made })
    }

    /// HC-WEDGE-12: up to the wedge, and with the next whole move into it.
    pub(super) fn shelter(&mut self, wedge: UnitId) -> Option<MovePlan> {
        let unit = self.mover.unit;
        if let Some(reason) = self.look.may_shelter(unit, wedge).into_iter().next() {
            return self.stop(reason);
        }
        let goal = *self.look.rect(wedge);
        let (mine, his) = nearest_points(&self.rect, &goal);
        let gap = his - mine;
        if gap.length() > 4.0 * self.look.rules.slack {
            return self.approach(gap, Fact::BlockedBy(wedge));
        }
        self.next += 1;
        let made = self.made(goal, 0.0, 0.0);
        let ends = Some(rule!("HC-WEDGE-12"));
        Some(MovePlan { ends, sheltered: Some(wedge), way: vec![goal.pose], ..made })
    }

    /// Straight up to a building or a wedge: one move of the way there. `met`: what it runs into when it is there.
    fn approach(&mut self, gap: Vec2, met: Fact) -> Option<MovePlan> {
        let before = self.rect;
        let way = vec![Leg::Go(self.rect.pose.translated(gap))];
        let task = Task { unit: self.mover.unit, way, ignore_open: self.task.ignore_open };
        let mut up_to = Planner {
            look: self.look,
            manner: self.manner,
            mover: self.mover,
            task: &task,
            first: None,
            next: 0,
            rect: self.rect,
            bend: None,
            inside: None,
            reformed: self.reformed,
            made: self.made,
            apart: self.apart,
            stopped: None,
        };
        let made = up_to.go(None);
        self.rect = up_to.rect;
        let touched = up_to.stopped.as_ref().is_none_or(|reason| reason.fact == met);
        if !touched {
            self.stopped = up_to.stopped;
        }
        made.filter(|made| made.rect != before)
    }

    /// HC-BLDG-07: it has no move left with which to go into the building at which it is, or to which it was going.
    pub(super) fn at_the_door(&self) -> Option<Reason<Fact>> {
        match self.task.way.get(self.next) {
            Some(Leg::Enter(_)) if !self.inside.is_some_and(|inside| matches!(inside, Inside::Block(_))) => {
                Some(Reason::new(rule!("HC-BLDG-07"), Fact::Unit(self.mover.unit)))
            }
            _ => None,
        }
    }

    /// HC-BLDG-07, HC-BLDG-09: where a unit that goes from one building into another stands between them: at the wall of the
    /// other, facing it, as near to its own as there is room.
    fn door_of(&self, own: &Rect, id: BlockId, formation: Formation) -> Option<Pose> {
        let block = self.look.state.field.block(id)?;
        let (width, depth) = self.look.card(self.mover.unit).extent(formation);
        let mut doors: Vec<Pose> = Vec::new();
        for edge in Edge::ALL {
            let wall = block.rect.edge(edge);
            for step in 0..=8 {
                let point = wall.a + (wall.b - wall.a) * (f64::from(step) / 8.0);
                if (perimeter_point(block, point) - point).length() <= self.look.rules.slack {
                    let facing = block.rect.pose.facing;
                    let inward = match edge {
                        Edge::Front => facing.reversed(),
                        Edge::Rear => facing,
                        Edge::Left => Facing::along(facing.right()),
                        Edge::Right => Facing::along(-facing.right()),
                    };
                    doors.push(Pose { at: point, facing: inward }.on_grid());
                }
            }
        }
        doors.sort_by(|a, b| point_to_rect(a.at, own).total_cmp(&point_to_rect(b.at, own)));
        let free = |door: &&Pose| {
            let rect = Rect::new(**door, width, depth);
            self.look.may_stand(self.mover.unit, formation, &rect).is_empty()
        };
        doors.iter().find(free).or(doors.first()).copied()
    }

    /// HC-BLDG-09, HC-WEDGE-12: out of a building or a wedge: the centre-front within one move of any point of its outline,
    /// in any formation and facing, clear of all others.
    pub(super) fn come_out(&mut self, inside: Inside) -> Option<MovePlan> {
        let look = self.look;
        let unit = self.mover.unit;
        if let Some(reason) = look.may_leave(unit) {
            return self.stop(reason);
        }
        let block = match inside {
            Inside::Block(id) => Some(look.state.field.block(id)?),
            Inside::Wedge(_) => None,
        };
        let out = |to: Vec2| match (inside, block) {
            (Inside::Wedge(wedge), _) => outline_point(look.rect(wedge), to),
            (_, Some(block)) => perimeter_point(block, to),
            (_, None) => to,
        };
        let mut formation = look.card(unit).normal;
        let mut next = self.next;
        if let Some(Leg::Form(reform)) = self.task.way.get(next) {
            if !look.card(unit).knows(reform.to) {
                let fact = Fact::FormationIs { unit, formation: reform.to };
                return self.stop(Reason::new(rule!("HC-FORM-01"), fact));
            }
            formation = reform.to;
            next += 1;
        }
        let own = match inside {
            Inside::Wedge(wedge) => *look.rect(wedge),
            Inside::Block(id) => look.state.field.block(id)?.rect,
        };
        let goal = match self.task.way.get(next) {
            Some(Leg::Go(pose)) => Some((*pose, next + 1)),
            Some(Leg::Enter(id)) => self.door_of(&own, *id, formation).map(|door| (door, next)),
            _ => None,
        };
        let Some((pose, then)) = goal else {
            return self.stop(Reason::new(rule!("HC-BLDG-09"), Fact::Unit(unit)));
        };
        let (width, depth) = look.card(unit).extent(formation);
        let place = Rect::new(pose, width, depth);
        if !is_sound(&place) {
            return self.stop(Reason::new(rule!("HC-GEO-01"), Fact::Unit(unit)));
        }
        let door = out(pose.at);
        let way = pose.at - door;
        let allowed = look.rate_as(unit, formation);
        let reach = way.length().min(allowed);
        let steps = (reach / 4.0).ceil().max(1.0) as usize;
        let mut refused = None;
        for step in (0..=steps).rev() {
            let distance = reach * step as f64 / steps as f64;
            let at = if way.length() > 0.0 { door + way * (distance / way.length()) } else { door };
            let rect = Rect::new(Pose { at, ..pose }.on_grid(), width, depth);
            let broken = look.may_stand(unit, formation, &rect).into_iter().next();
            let broken = broken.or_else(|| self.enemy_between(door, at));
            let broken = broken.or_else(|| self.intrudes(formation, &rect));
            match broken.or_else(|| self.manner.link.and_then(|link| link(&rect))) {
                Some(reason) => refused = refused.or(Some(reason)),
                None => {
                    (self.inside, self.rect, self.mover.formation) = (None, rect, formation);
                    self.next = if distance >= way.length() - look.rules.slack { then } else { next };
                    let made = self.made(rect, distance, allowed);
                    return Some(MovePlan { way: vec![rect.pose], ..made });
                }
            }
        }
        self.stopped = refused;
        None
    }

    fn enemy_between(&self, door: Vec2, at: Vec2) -> Option<Reason<Fact>> {
        let look = self.look;
        let line = Segment::new(door, at);
        let mut enemies = look.on_table(look.side(self.mover.unit).other());
        let met = |enemy: &UnitId| look.footprint(*enemy).any(|part| segment_to_rect(line, &part) <= 0.0);
        let enemy = enemies.find(met)?;
        Some(Reason::new(rule!("HC-PASS-01"), Fact::BlockedBy(enemy)))
    }
}
