//! Rivers (20.5, FA-TER-21): riverbanks and moves in the water.

use super::on_road;
use crate::field::River;
use crate::ids::BaseId;
use crate::rules::Look;
use aelian_geometry::{Edge, Rect, Vec2, strip_ahead};

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
        let strip = strip_ahead(rect, self.mu(1.0) + self.rules.slack + t.length, rect.width);
        river.course.length_inside(rect.edge(Edge::Front)) <= t.length && river.course.meets_rect(&strip, t)
    }

    /// FA-TER-21: a body with bases there may move in this direction: no farther than 45 degrees from straight
    /// across each river in which one of them stands.
    pub fn may_cross(&self, rects: &[Rect], direction: Vec2) -> bool {
        let Some(direction) = direction.try_normalize() else { return true };
        rects.iter().all(|rect| {
            self.rivers_under(rect).all(|river| {
                let along = river.course.tangent_near(rect.centre());
                // Within 45 degrees of across is at least as far across as along.
                let slack = self.rules.tolerance.angle;
                direction.dot(along).abs() <= direction.perp_dot(along).abs() + slack
            })
        })
    }

    fn rivers_under<'a>(&'a self, rect: &'a Rect) -> impl Iterator<Item = &'a River> {
        let field = &*self.state.field;
        let wet = |river: &&River| {
            river.course.meets_rect(rect, self.rules.tolerance) && !on_road(field, rect, self.rules.width)
        };
        field.rivers.iter().filter(wet)
    }
}
