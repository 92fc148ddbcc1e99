//! The mover's optional alignment after contact (BB-ENG-03 to BB-ENG-12).

use super::motion::Motion;
use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;
use aelian_geometry::{Edge, Rect, Vec2};

impl Look<'_> {
    /// BB-ENG-03 to BB-ENG-11, BB-ALG-12: the sideways shifts, in mm to the right, by which a body that has just
    /// made contact may align; two only where two pairs of bases are equally near (BB-ENG-07). Empty if the
    /// body is aligned already or may not align.
    pub fn alignments(&self, body: BaseSet) -> Vec<f64> {
        let slack = self.rules.tolerance.length;
        let shifts: Vec<f64> = self.offsets(body);
        let Some(least) = shifts.iter().map(|shift| shift.abs()).min_by(f64::total_cmp) else {
            return Vec::new();
        };
        if least <= slack {
            return Vec::new();
        }
        let mut found: Vec<f64> = Vec::new();
        for shift in shifts.into_iter().filter(|shift| shift.abs() <= least + slack) {
            let known = found.iter().any(|other| (other - shift).abs() <= 2.0 * slack);
            if !known && self.may_shift(body, shift) {
                found.push(shift);
            }
        }
        found
    }

    /// BB-ENG-05, BB-ENG-07: for each pair of a base of the body and an enemy whose fronts lie along each
    /// other, how far to the right the enemy's front midpoint lies.
    fn offsets(&self, body: BaseSet) -> Vec<f64> {
        let mut offsets = Vec::new();
        for base in body.iter() {
            for enemy in self.enemies_touched(base).iter() {
                if self.contacts(base, enemy).edge_edge(Edge::Front, Edge::Front).is_some() {
                    let pose = self.state.rect(base).pose;
                    let offset = self.state.rect(enemy).pose.at - pose.at;
                    offsets.push(offset.dot(pose.facing.right()));
                }
            }
        }
        offsets
    }

    /// BB-ENG-10: so many mm to the right for all bases of a body; in a bent column to the right of its head.
    pub fn shift_way(&self, body: BaseSet, shift: f64) -> Vec2 {
        let column = body.first().and_then(|base| self.state.bent_column_of(base));
        let head = column.and_then(|_| self.as_column(body)).and_then(|column| column.first().copied());
        let lead = head.or_else(|| body.first());
        lead.map_or(Vec2::ZERO, |lead| self.state.rect(lead).pose.facing.right() * shift)
    }

    /// BB-ENG-06, BB-ENG-08, BB-ENG-09, BB-ENG-10, BB-ENG-11: whether the whole body may be shifted so.
    fn may_shift(&self, body: BaseSet, shift: f64) -> bool {
        let way = Motion::Go(self.shift_way(body, shift));
        let bases: Vec<(BaseId, Rect)> = body.iter().map(|id| (id, *self.state.rect(id))).collect();
        if self.block_of_body(&bases, way, body).is_some() {
            return false;
        }
        let mut state = self.state.clone();
        for (base, rect) in &bases {
            if let Some(moved) = state.bases.get_mut(base.index()) {
                moved.rect.pose = way.pose(rect).on_grid();
            }
        }
        // No enemy is lost and none is won by the shift.
        self.engaged_by_body(body) == self.at(&state).engaged_by_body(body)
    }

    /// The enemies with whom any base of a body is in close combat.
    pub fn engaged_by_body(&self, body: BaseSet) -> BaseSet {
        body.iter().fold(BaseSet::EMPTY, |all, base| all.union(self.opponents_set(base)))
    }
}
