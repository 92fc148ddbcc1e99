//! What a unit could shoot at (40.2): enemies in range, sight and quarter, whether they are clear targets, and gaps.

use super::who::Post;
use crate::field::AreaKind;
use crate::ids::UnitId;
use crate::morale::Cover;
use crate::numbers::numbers;
use crate::position::Seen;
use crate::rules::Look;
use crate::state::Place;
use crate::troop::Class;
use aelian_geometry::{Vec2, point_to_rect};
use aelian_rulebook::{RuleId, rule};

/// An enemy that could be shot at from a post.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    pub target: UnitId,
    /// HC-MEAS-05, HC-MEAS-06: in mm.
    pub distance: f64,
    /// HC-TGT-07, HC-TGT-08, HC-TGT-09, HC-TGT-10, HC-TGT-11, HC-TGT-12: why it is no clear target.
    pub unclear: Option<RuleId>,
    /// HC-TGT-14: it is seen only through a gap of this width in mm, narrower than the shooter.
    pub gap: Option<f64>,
    /// Where the shots come from.
    pub eye: Vec2,
}

impl Look<'_> {
    /// HC-TGT-01, HC-TGT-02, HC-TGT-04, HC-TGT-05: all that could be shot at from a post, nearest first.
    pub(super) fn marks(&self, unit: UnitId, post: &Post) -> Vec<Mark> {
        let reach = self.inches(self.missile_range(unit));
        let engaged = self.engaged();
        let mut marks: Vec<Mark> = self
            .on_table(self.side(unit).other())
            .filter(|enemy| !engaged.contains(*enemy))
            .filter(|enemy| self.could_reach(post, *enemy, reach))
            .filter_map(|enemy| self.mark(unit, post, enemy))
            .filter(|mark| self.ranged_value(unit, mark.distance) > 0)
            .collect();
        marks.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.target.cmp(&b.target)));
        marks
    }

    /// Whether a unit has anything to shoot at.
    pub(super) fn has_mark(&self, unit: UnitId) -> bool {
        let reach = self.inches(self.missile_range(unit));
        let engaged = self.engaged();
        self.posts(unit).iter().any(|post| {
            let mut enemies =
                self.on_table(self.side(unit).other()).filter(|enemy| !engaged.contains(*enemy));
            let found = enemies.any(|enemy| {
                self.could_reach(post, enemy, reach)
                    && (self.is_plain_mark(unit, post, enemy)
                        || self
                            .mark(unit, post, enemy)
                            .is_some_and(|mark| self.ranged_value(unit, mark.distance) > 0))
            });
            found && !self.is_pressed(unit, post)
        })
    }

    /// A quick yes, without the width that is seen: the point nearest to a formed shooter is in sight and in range.
    fn is_plain_mark(&self, unit: UnitId, post: &Post, enemy: UnitId) -> bool {
        if post.all_round || self.class(unit).is_artillery() || !self.state.bends.is_empty() {
            return false;
        }
        let (eye, target) = (post.rect.pose.at, self.rect(enemy));
        let distance = point_to_rect(eye, target);
        self.ranged_value(unit, distance) > 0
            && self.front_share_of(&post.rect, enemy) > 0.0
            && self.sees_nearest_point(eye, (unit, enemy))
    }

    /// HC-TGT-20, HC-TGT-22, AMB-94: the closest enemy in front of a heavier engine is within 6 inches: it cannot shoot.
    pub(super) fn is_pressed(&self, unit: UnitId, post: &Post) -> bool {
        self.pressed_by(unit, post).is_some()
    }

    /// HC-TGT-20: an enemy so near before a heavier engine, and how far he is.
    pub(super) fn pressed_by(&self, unit: UnitId, post: &Post) -> Option<(UnitId, f64)> {
        if !self.class(unit).is_heavy_engine() {
            return None;
        }
        let near = self.inches(numbers().shooting.engine_pressed) + self.rules.slack;
        let engaged = self.engaged();
        let mut enemies = self.on_table(self.side(unit).other()).filter(|enemy| !engaged.contains(*enemy));
        enemies.find_map(|enemy| {
            let mark = self.could_reach(post, enemy, near).then(|| self.mark(unit, post, enemy))??;
            self.within(mark.distance, numbers().shooting.engine_pressed).then_some((enemy, mark.distance))
        })
    }

    /// A quick look at circles, before any sight is tried.
    fn could_reach(&self, post: &Post, enemy: UnitId, reach: f64) -> bool {
        let target = self.rect(enemy);
        let from =
            if post.all_round { (post.rect.centre(), post.rect.radius()) } else { (post.rect.pose.at, 0.0) };
        let bent = self.state.bends.iter().any(|bend| bend.unit == enemy);
        bent || (target.centre() - from.0).length() <= reach + from.1 + target.radius() + self.rules.slack
    }

    /// HC-RNG-06, HC-RNG-07, HC-TGT-17, HC-VIS-10: an enemy as a mark: part of it in the quarter of the post and in sight.
    pub(super) fn mark(&self, unit: UnitId, post: &Post, enemy: UnitId) -> Option<Mark> {
        let share = if post.all_round { 1.0 } else { self.front_share_of(&post.rect, enemy) };
        if share <= 0.0 {
            return None;
        }
        let eye = if post.all_round { self.eye(unit, enemy) } else { post.rect.pose.at };
        let seen = self.seen_by_shooter(unit, enemy, post, eye)?;
        let distance = if post.all_round { self.distance(unit, enemy) } else { seen.distance };
        let gap = self.narrow_gap(unit, post, enemy, &seen, eye);
        if self.class(unit).is_artillery() && gap.is_some_and(|gap| self.is_shut(gap)) {
            return None;
        }
        let unclear = self.unclear(enemy, share, &seen, gap, eye);
        Some(Mark { target: enemy, distance, unclear, gap, eye })
    }

    /// HC-TGT-15: the gap through which an engine sees it, too narrow to shoot through.
    pub(super) fn engine_gap(&self, unit: UnitId, post: &Post, enemy: UnitId) -> Option<f64> {
        let eye = post.rect.pose.at;
        let seen = self.seen_by_engine(eye, (unit, enemy))?;
        self.narrow_gap(unit, post, enemy, &seen, eye).filter(|gap| self.is_shut(*gap))
    }

    /// HC-TGT-15.
    fn is_shut(&self, gap: f64) -> bool {
        gap < self.inches(numbers().shooting.engine_gap) - self.rules.slack
    }

    fn seen_by_shooter(&self, unit: UnitId, enemy: UnitId, post: &Post, eye: Vec2) -> Option<Seen> {
        if self.class(unit).is_artillery() {
            self.seen_by_engine(eye, (unit, enemy))
        } else if post.all_round {
            self.seen(unit, enemy)
        } else {
            self.seen_from(eye, (unit, enemy), crate::ids::UnitSet::EMPTY)
        }
    }

    /// HC-TGT-07, HC-TGT-08, HC-TGT-09, HC-TGT-10, HC-TGT-11, HC-TGT-12: why an enemy is no clear target, if it is
    /// none.
    fn unclear(&self, enemy: UnitId, share: f64, seen: &Seen, gap: Option<f64>, eye: Vec2) -> Option<RuleId> {
        if let Some(rule) = self.is_hard_to_hit(enemy, eye) {
            Some(rule)
        } else if share < 0.5 - 1e-9 {
            Some(rule!("HC-TGT-10"))
        } else if seen.share < 0.5 {
            Some(rule!("HC-TGT-11"))
        } else {
            gap.map(|_| rule!("HC-TGT-12"))
        }
    }

    /// HC-TGT-07, HC-TGT-08, HC-TGT-09, HC-BLDG-21: what a target is or stands in makes it unclear, wherever it is
    /// seen from.
    pub(super) fn is_hard_to_hit(&self, enemy: UnitId, eye: Vec2) -> Option<RuleId> {
        let class = self.class(enemy);
        if self.state.unit(enemy).is_open() {
            Some(rule!("HC-TGT-07"))
        } else if class.is_artillery() || class == Class::Baggage {
            Some(rule!("HC-TGT-08"))
        } else {
            (self.cover(enemy, eye).0 != Cover::None).then_some(rule!("HC-TGT-09"))
        }
    }

    /// HC-TGT-12, HC-TGT-13, HC-TGT-16: the width of the gap through which a formed shooter sees its target, if it is
    /// narrower than the shooter. Open order has no frontage.
    fn narrow_gap(&self, unit: UnitId, post: &Post, enemy: UnitId, seen: &Seen, eye: Vec2) -> Option<f64> {
        if post.all_round {
            return None;
        }
        let line = seen.point - eye;
        let length = line.length();
        if length <= 1.0 {
            return None;
        }
        let gap = Gap { eye, along: line / length, length, sides: [f64::INFINITY; 2] };
        let width = self.gap(unit, enemy, gap);
        (width < post.rect.width - self.rules.slack).then_some(width)
    }

    fn gap(&self, unit: UnitId, enemy: UnitId, mut gap: Gap) -> f64 {
        let others = self.all_on_table().filter(|id| *id != unit && *id != enemy);
        for other in others.filter(|id| self.state.unit(*id).place == Place::Table) {
            self.footprint(other).for_each(|part| gap.narrow(&part.corners()));
        }
        for block in &self.state.field.blocks {
            let inside = |point| point_to_rect(point, &block.rect) <= self.rules.slack;
            if !inside(gap.eye) && !inside(gap.eye + gap.along * gap.length) {
                gap.narrow(&block.rect.corners());
            }
        }
        for area in
            self.state.field.areas.iter().filter(|area| matches!(area.kind, AreaKind::Wood | AreaKind::Hill))
        {
            let end = gap.eye + gap.along * gap.length;
            if !area.outline.contains(gap.eye) && !area.outline.contains(end) {
                gap.narrow(area.outline.points());
            }
        }
        gap.sides[0] + gap.sides[1]
    }
}

/// HC-TGT-16: how near things come to a line of sight on either side.
struct Gap {
    eye: Vec2,
    along: Vec2,
    length: f64,
    sides: [f64; 2],
}

impl Gap {
    /// Things beside the shooter or beside the target leave no gap between the two: this much at both ends, in mm.
    const ENDS: f64 = 2.54;

    /// A thing whose outline lies beside the line narrows the gap on its side.
    fn narrow(&mut self, outline: &[Vec2]) {
        let local = |point: &Vec2| {
            let from = *point - self.eye;
            (from.dot(self.along), self.along.perp_dot(from))
        };
        let mut nearest = [f64::INFINITY; 2];
        for at in 0..outline.len() {
            let (a, b) = (local(&outline[at]), local(&outline[(at + 1) % outline.len()]));
            let Some((low, high)) = self.within_ends(a, b) else { continue };
            for beside in [low, high] {
                let side = usize::from(beside < 0.0);
                nearest[side] = nearest[side].min(beside.abs());
            }
        }
        // What lies on both sides would hide the target; it is seen past it, so only its nearer side counts.
        let side = usize::from(nearest[1] < nearest[0]);
        self.sides[side] = self.sides[side].min(nearest[side]);
    }

    /// The distances from the line at both ends of the piece of an edge that lies between shooter and target.
    fn within_ends(&self, a: (f64, f64), b: (f64, f64)) -> Option<(f64, f64)> {
        let (low, high) = (Gap::ENDS, self.length - Gap::ENDS);
        let ((t0, o0), (t1, o1)) = if a.0 <= b.0 { (a, b) } else { (b, a) };
        if t1 <= low || t0 >= high {
            return None;
        }
        let at = |t: f64| if t1 - t0 < 1e-9 { o0 } else { o0 + (o1 - o0) * ((t - t0) / (t1 - t0)) };
        let (first, last) = if t1 - t0 < 1e-9 { (o0, o1) } else { (at(t0.max(low)), at(t1.min(high))) };
        Some((first, last))
    }
}
