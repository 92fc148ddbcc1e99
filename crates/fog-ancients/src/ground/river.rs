//! Rivers (20.5, FA-TER-21): riverbanks and moves in the water.

use super::on_road;
use crate::field::{Level, River};
use crate::formation::Body;
use crate::ids::BaseId;
use crate::rules::Look;
use aelian_geometry::{Edge, Facing, Rect, Vec2, strip_ahead};
use core::f64::consts::{FRAC_PI_2, FRAC_PI_4};

impl Look<'_> {
    /// FA-RIV-01, AMB-40: at least a part of it is in the water. Who stands on the road is on a bridge.
    pub fn is_in_river(&self, rect: &Rect) -> bool {
        self.rivers_under(rect).next().is_some()
    }

    /// FA-RIV-01: this base defends a riverbank against that one.
    pub fn defends_riverbank(&self, base: BaseId, enemy: BaseId) -> bool {
        let theirs = self.state.rect(enemy);
        let mut wet = self.rivers_under(theirs).peekable();
        if wet.peek().is_none() {
            return false;
        }
        let mine = self.fighting_rect(base, enemy);
        wet.any(|river| self.is_on_bank(&mine, river))
    }

    /// FA-RIV-01 (1) and (2): it stands ready to defend a riverbank against whoever comes through the water.
    pub fn holds_riverbank(&self, base: BaseId) -> bool {
        let rect = self.state.rect(base);
        self.state.field.rivers.iter().any(|river| self.is_on_bank(rect, river))
    }

    /// FA-RIV-01 (1) and (2): the whole front edge is dry and faces this river, which at some point is within 1 MU.
    fn is_on_bank(&self, rect: &Rect, river: &River) -> bool {
        let t = self.rules.tolerance;
        let strip =
            strip_ahead(rect, self.reach(self.rules.distances().ground.riverbank) + t.length, rect.width);
        river.course.length_inside(rect.edge(Edge::Front)) <= t.length && river.course.meets_rect(&strip, t)
    }

    /// FA-TER-21: a body with bases there may move in this direction: no farther than 45 degrees from straight
    /// across each river in which one of them stands.
    pub fn may_cross(&self, rects: &[Rect], direction: Vec2) -> bool {
        let Some(direction) = direction.try_normalize() else { return true };
        rects
            .iter()
            .all(|rect| self.rivers_under(rect).all(|river| self.leads_across(river, rect, direction)))
    }

    /// Within 45 degrees of straight across is at least as far across as along.
    fn leads_across(&self, river: &River, rect: &Rect, direction: Vec2) -> bool {
        let along = river.course.tangent_near(rect.centre());
        direction.dot(along).abs() <= direction.perp_dot(along).abs() + self.rules.tolerance.angle
    }

    /// FA-TER-21: the direction nearest to this one in which a body may go from where it stands: turned to 45 degrees
    /// from straight across a river in which it stands.
    pub fn across_rivers(&self, body: &Body, wanted: Facing) -> Facing {
        let mut facing = wanted;
        for rect in body.rects().filter(|_| !self.state.field.rivers.is_empty()) {
            for river in self.rivers_under(rect) {
                let along = Facing::along(river.course.tangent_near(rect.centre()));
                let bank = if along.angle_to(facing) <= FRAC_PI_2 { along } else { along.reversed() };
                let off = bank.turn_to(facing);
                if off.abs() < FRAC_PI_4 {
                    let side = if off < 0.0 { -1.0 } else { 1.0 };
                    facing = bank.turned(FRAC_PI_4 * side);
                }
            }
        }
        facing
    }

    /// FA-TER-21: how far a body may go in this direction, of so many mm, before it would enter a river farther from
    /// straight across than 45 degrees; none if it would not.
    pub fn slanting_river(&self, body: &Body, along: Vec2, length: f64) -> Option<f64> {
        let t = self.rules.tolerance;
        let enters = |river: &River| {
            let dry = body.rects().filter(|rect| !river.course.meets_rect(rect, t));
            let slant = dry.filter_map(|rect| {
                let at = river.course.sweep(rect, along, length, t)?;
                let there = rect.with_pose(rect.pose.translated(along * at));
                let bridge = on_road(&self.state.field, &there, self.rules.width);
                (!bridge && !self.leads_across(river, &there, along)).then_some(at)
            });
            slant.reduce(f64::min)
        };
        let rivers = self.state.field.rivers.iter().filter(|river| river.level != Level::Impassable);
        rivers.filter_map(enters).reduce(f64::min)
    }

    fn rivers_under<'a>(&'a self, rect: &'a Rect) -> impl Iterator<Item = &'a River> {
        let field = &*self.state.field;
        let wet = |river: &&River| {
            river.course.meets_rect(rect, self.rules.tolerance) && !on_road(field, rect, self.rules.width)
        };
        field.rivers.iter().filter(wet)
    }
}
