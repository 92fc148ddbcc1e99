//! How near enemy a move comes (FA-ALG-15, FA-MEAS-06).

use super::allowance::Motion;
use super::walk::Walk;
use super::way::{moved, swept_circle};
use crate::formation::Body;
use crate::ids::{GroupId, GroupSet};
use crate::rules::Look;
use aelian_game::Side;
use aelian_geometry::{Circle, Rect, degrees, within};

impl Look<'_> {
    /// FA-MEAS-06: any enemy troops, or their camp, of which this holds and that are not beyond so many mm from the
    /// circle; commanders do not count.
    fn any_enemy_outline(
        &self,
        side: Side,
        circle: &Circle,
        limit: f64,
        mut holds: impl FnMut(&Rect) -> bool,
    ) -> bool {
        let mut near = |rect: &Rect| circle.near(&rect.circle(), limit) && holds(rect);
        let mut groups = self.state.on_table_of(side.other());
        groups
            .any(|group| circle.near(&self.circle(group), limit) && self.state.rects_of(group).any(&mut near))
            || self.standing_camp(side.other()).is_some_and(|camp| near(&camp))
    }

    /// FA-ALG-15, FA-MEAS-03: a body comes within so many MU of any enemy in this part of its move; who is exactly so far
    /// away is within.
    pub fn comes_within(&self, side: Side, body: &Body, motion: Motion, limit: f64) -> bool {
        let limit = self.reach(limit);
        let circle = swept_circle(&body.block(), motion);
        self.any_enemy_outline(side, &circle, limit, |enemy| passes_within(body, motion, enemy, limit))
    }
}

/// Somewhere in this part of a move the body is no farther than this from a rectangle, in mm.
pub fn passes_within(body: &Body, motion: Motion, thing: &Rect, limit: f64) -> bool {
    let near = |body: &Body| body.rects().any(|rect| within(rect, thing, limit));
    match motion {
        Motion::Straight { along, length } => {
            body.rects().any(|rect| within(&stretched(rect, along, length), thing, limit))
                || near(&moved(body, motion, 1.0))
        }
        Motion::Turn { centre, angle } => {
            let steps = (angle.abs() / degrees(1.0)).ceil().max(1.0);
            // A base keeps its distance from the point about which it turns.
            let far = (thing.centre() - centre).length();
            let could = |rect: &Rect| {
                let off = (far - (rect.centre() - centre).length()).abs();
                off <= rect.radius() + thing.radius() + limit + 1e-6
            };
            let turned =
                |rect: &Rect, part: f64| rect.with_pose(rect.pose.rotated_about(centre, angle * part));
            let comes = |rect: &Rect| {
                within(rect, thing, limit)
                    || within(&turned(rect, 1.0), thing, limit)
                    || (1..steps as usize)
                        .any(|step| within(&turned(rect, step as f64 / steps), thing, limit))
            };
            body.rects().any(|rect| could(rect) && comes(rect))
        }
    }
}

/// The rectangle with all that it covers when it goes straight ahead, back or aside; as it is for other ways.
fn stretched(rect: &Rect, along: aelian_geometry::Vec2, length: f64) -> Rect {
    let ahead = rect.pose.facing.vector().dot(along) * length;
    let aside = rect.pose.facing.right().dot(along) * length;
    if aside.abs() < 0.01 {
        let front = if ahead > 0.0 { rect.pose.advanced(ahead) } else { rect.pose };
        return Rect::new(front, rect.width, rect.depth + ahead.abs());
    }
    if ahead.abs() < 0.01 {
        return Rect::new(rect.pose.shifted(aside * 0.5), rect.width + aside.abs(), rect.depth);
    }
    *rect
}

impl Walk<'_> {
    /// FA-MOVE-17, FA-2ND-01: any part of the whole move starts, passes or ends within so many MU of enemy.
    pub fn comes_within(&self, limit: f64) -> bool {
        let side = self.look.state.active;
        let still = Motion::Straight { along: self.body.facing.vector(), length: 0.0 };
        let within = |body: &Body, motion| self.look.comes_within(side, body, motion, limit);
        self.stretches.iter().any(|(body, motion)| within(body, *motion)) || within(&self.body, still)
    }

    /// Of the places where a part of the move begins, and its end, the nearest that any mover comes to an enemy, if that
    /// is too near for a second move.
    pub fn nearest_enemy(&self) -> Option<crate::fact::Fact> {
        let look = self.look;
        let limit = look.reach(look.second_move_gap());
        let bodies = self.stretches.iter().map(|(body, _)| body).chain([&self.body]);
        let mut nearest: Option<(f64, crate::ids::GroupId, crate::ids::GroupId)> = None;
        for (base, rect) in bodies.flat_map(|body| &body.bases) {
            for enemy in look.enemies(look.state.active) {
                let gap = look.distance_to(enemy, rect);
                if gap <= limit && nearest.is_none_or(|(least, ..)| gap < least) {
                    nearest = Some((gap, look.state.base(*base).group, enemy));
                }
            }
        }
        let limit = look.mu(look.second_move_gap());
        nearest.map(|(distance, group, other)| crate::fact::Fact::Apart { group, other, distance, limit })
    }

    /// FA-MOVE-13, FA-COH-09, AMB-43: it retires from all enemy within 12 MU: nearer to none of them at any time, and
    /// farther from each at the end.
    pub fn retires(&self) -> bool {
        let (look, side) = (self.look, self.look.state.active);
        let apart = |body: &Body, enemy: GroupId| {
            let rects = || look.state.rects_of(enemy);
            body.rects()
                .flat_map(|rect| rects().map(move |other| aelian_geometry::distance(rect, other)))
                .fold(f64::INFINITY, f64::min)
        };
        let Some((start, _)) = self.stretches.first() else { return false };
        let limit = look.rules.distances().movement.retires_from;
        let close: GroupSet =
            look.enemies(side).filter(|enemy| look.within(apart(start, *enemy), limit)).collect();
        close.iter().all(|enemy| {
            let first = apart(start, enemy);
            let never_nearer = self.stretches.iter().all(|(body, motion)| {
                (0..=8).all(|part| {
                    apart(&moved(body, *motion, f64::from(part) * 0.125), enemy) >= first - look.rules.slack
                })
            });
            never_nearer && apart(&self.body, enemy) > first + look.rules.slack
        })
    }
}
