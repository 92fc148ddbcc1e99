//! Whom a unit shoots at with how many dice (40.2, 40.3): the choices that the rules leave to its owner.

use super::mark::Mark;
use super::who::{PER_FACE, Post};
use crate::ids::UnitId;
use crate::rules::Look;
use crate::state::Side4;
use aelian_geometry::{Segment, Vec2, point_to_rect};
use serde::{Deserialize, Serialize};

/// HC-TGT-03: enemies are equally close within so much, in inches.
const EQUAL: f64 = 0.25;

/// Some or all dice of a unit at one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Aim {
    pub target: UnitId,
    /// None, or 0: as many as the rules give it for its targets.
    #[serde(default)]
    pub dice: u8,
    /// HC-BLDG-26, HC-SQ-03: the face of a building, square or wedge from which it is shot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<Side4>,
}

/// A way to share the dice out, its aims in order.
pub type Aims = Vec<Aim>;

impl Look<'_> {
    /// HC-TGT-01, HC-TGT-02, HC-TGT-03, HC-TGT-04, HC-TGT-05, HC-TGT-06, HC-TGT-07, HC-TGT-08, HC-TGT-09,
    /// HC-TGT-10, HC-TGT-11, HC-TGT-12, HC-TGT-13, HC-TGT-14, HC-TGT-15, HC-TGT-16, HC-TGT-17, HC-TGT-18,
    /// HC-TGT-19, HC-TGT-20, HC-TGT-21, HC-TGT-22, HC-ARMY-09, HC-ALG-09: all ways in which a unit may shoot now, each once;
    /// the one that the rules
    /// name first comes first. Empty if it cannot shoot at anybody.
    pub fn aims(&self, unit: UnitId) -> Vec<Aims> {
        if !self.may_shoot(unit) {
            return Vec::new();
        }
        let posts = self.posts(unit);
        let mut found: Vec<(Post, Vec<Mark>)> = Vec::new();
        for post in posts {
            let marks = self.marks(unit, &post);
            if !marks.is_empty() && !self.is_pressed(unit, &post) {
                found.push((post, marks));
            }
        }
        let mut all = if self.state.unit(unit).is_in_block() {
            self.ways_of_building(unit, &found)
        } else {
            found.iter().flat_map(|(post, marks)| self.ways_of_post(unit, post, marks)).collect()
        };
        for aims in &mut all {
            aims.sort();
        }
        let mut once: Vec<Aims> = Vec::new();
        for aims in all {
            if !aims.is_empty() && !once.contains(&aims) {
                once.push(aims);
            }
        }
        once
    }

    fn ways_of_post(&self, unit: UnitId, post: &Post, marks: &[Mark]) -> Vec<Aims> {
        if post.all_round && marks.len() > 1 {
            return self.by_models(unit, marks);
        }
        let choices = self.target_choices(unit, marks);
        choices.iter().flat_map(|equal| self.shared(unit, post, equal)).collect()
    }

    /// HC-TGT-03, HC-TGT-06, HC-TGT-19, HC-ARTY-02: the sets of equally close targets among which the owner may choose.
    fn target_choices(&self, unit: UnitId, marks: &[Mark]) -> Vec<Vec<Mark>> {
        let free = self.class(unit).is_artillery() && !self.is_close(unit, marks);
        if free {
            return marks.iter().map(|mark| vec![*mark]).collect();
        }
        let closest = self.equally_close(marks.iter());
        let mut choices = vec![closest.clone()];
        if closest.iter().any(|mark| mark.unclear.is_some()) {
            let clear = self.equally_close(marks.iter().filter(|mark| mark.unclear.is_none()));
            if !clear.is_empty() {
                choices.push(clear);
            }
        }
        choices
    }

    /// HC-TGT-19: a target lies within half of the engine's longest range.
    fn is_close(&self, unit: UnitId, marks: &[Mark]) -> bool {
        let half = self.missile_range(unit) / 2.0;
        marks.first().is_some_and(|mark| self.within(mark.distance, half))
    }

    fn equally_close<'m>(&self, mut marks: impl Iterator<Item = &'m Mark>) -> Vec<Mark> {
        let Some(first) = marks.next() else { return Vec::new() };
        let limit = first.distance + self.inches(EQUAL) + self.rules.slack;
        let equal = marks.filter(|mark| mark.distance <= limit);
        std::iter::once(*first).chain(equal.copied()).collect()
    }

    /// HC-TGT-03: dice divided as equally as can be; where they do not come out even, every way to place the odd ones.
    fn shared(&self, unit: UnitId, post: &Post, marks: &[Mark]) -> Vec<Aims> {
        let Some(first) = marks.first() else { return Vec::new() };
        let value = self.ranged_value(unit, first.distance).min(self.most_dice(unit));
        let count = marks.len() as u8;
        let (each, odd) = (value / count, value % count);
        let mut ways = Vec::new();
        for chosen in subsets(marks.len(), usize::from(odd)) {
            let aims = marks.iter().enumerate().map(|(at, mark)| {
                let dice = each + u8::from(chosen & (1 << at) != 0);
                Aim { target: mark.target, dice: self.through_gap(dice, post, mark), face: post.face }
            });
            ways.push(aims.filter(|aim| aim.dice > 0).collect());
        }
        ways
    }

    /// HC-TGT-14, AMB-60, EX-46, EX-141: fewer dice through a narrow gap, half up and at least one.
    fn through_gap(&self, dice: u8, post: &Post, mark: &Mark) -> u8 {
        match mark.gap {
            Some(gap) if dice > 0 => {
                let part = f64::from(dice) * gap / post.rect.width;
                ((part + 0.5).floor() as u8).clamp(1, dice)
            }
            _ => dice,
        }
    }

    /// HC-TGT-18: each model of an open order unit shoots at the enemy closest to it; or, where one of these is not
    /// clear, at the closest clear one (HC-TGT-06).
    fn by_models(&self, unit: UnitId, marks: &[Mark]) -> Vec<Aims> {
        let mut ways = vec![self.models_at(unit, marks)];
        let clear: Vec<Mark> = marks.iter().filter(|mark| mark.unclear.is_none()).copied().collect();
        if clear.len() < marks.len() && !clear.is_empty() {
            ways.push(self.models_at(unit, &clear));
        }
        ways
    }

    fn models_at(&self, unit: UnitId, marks: &[Mark]) -> Aims {
        let mut models = vec![0u16; marks.len()];
        let blockers: Vec<_> = if marks.len() > 1 { self.others_between(unit, marks) } else { Vec::new() };
        for model in self.models(unit) {
            if let Some(at) = self.closest_to_model(unit, model, marks, &blockers) {
                models[at] += 1;
            }
        }
        if models.iter().all(|count| *count == 0) {
            models[0] = 1;
        }
        let all: u16 = models.iter().sum();
        let shares: Vec<f64> = marks
            .iter()
            .zip(&models)
            .map(|(mark, count)| {
                f64::from(self.ranged_value(unit, mark.distance)) * f64::from(*count) / f64::from(all)
            })
            .collect();
        let dice = by_largest_remainder(&shares);
        let aims = marks.iter().zip(dice).filter(|(_, dice)| *dice > 0);
        aims.map(|(mark, dice)| Aim { target: mark.target, dice, face: None }).collect()
    }

    fn others_between(&self, unit: UnitId, marks: &[Mark]) -> Vec<(UnitId, aelian_geometry::Rect)> {
        let (centre, radius) = (self.rect(unit).centre(), self.rect(unit).radius());
        let furthest = marks.iter().map(|mark| mark.distance).fold(0.0, f64::max);
        let near = |rect: &aelian_geometry::Rect| {
            (rect.centre() - centre).length() <= radius + rect.radius() + furthest
        };
        let others = self.all_on_table().filter(|id| *id != unit);
        others.map(|id| (id, *self.rect(id))).filter(|(_, rect)| near(rect)).collect()
    }

    /// The nearest enemy that one model sees and reaches.
    fn closest_to_model(
        &self,
        unit: UnitId,
        model: Vec2,
        marks: &[Mark],
        blockers: &[(UnitId, aelian_geometry::Rect)],
    ) -> Option<usize> {
        let reach = self.missile_range(unit);
        let mut best: Option<(f64, usize)> = None;
        for (at, mark) in marks.iter().enumerate() {
            let rect = self.rect(mark.target);
            let distance = point_to_rect(model, rect);
            if best.is_some_and(|(nearest, _)| distance >= nearest) || !self.within(distance, reach) {
                continue;
            }
            let line = Segment::new(model, nearest_of(rect, model));
            let between: Vec<_> =
                blockers.iter().filter(|(id, _)| *id != mark.target).map(|(_, rect)| *rect).collect();
            if self.is_clear(line, &between) {
                best = Some((distance, at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// HC-SLING-02: the share of a unit's models that have an enemy within so many inches; a formed unit shoots as one
    /// (HC-RNG-06).
    pub(super) fn share_within(&self, unit: UnitId, enemy: UnitId, inches: f64) -> f64 {
        if !self.state.unit(unit).is_open() {
            return 1.0;
        }
        let target = self.rect(enemy);
        let far = |model: Vec2| point_to_rect(model, target);
        // The foremost stand at the edge of the unit, from where its distance is measured (HC-RNG-07).
        let foremost = self.models(unit).map(far).fold(f64::INFINITY, f64::min);
        let inset = foremost - self.distance(unit, enemy);
        let near = self.models(unit).filter(|model| self.within(far(*model) - inset, inches)).count();
        near as f64 / self.models(unit).count().max(1) as f64
    }

    /// HC-OPEN-11: the middles of the bases of an open order unit.
    fn models(&self, unit: UnitId) -> impl Iterator<Item = Vec2> {
        let (card, rect) = (self.card(unit), *self.rect(unit));
        let (files, ranks) = card.loose();
        let (files, ranks) = (files.max(1), ranks.max(1));
        let (right, ahead) = (rect.pose.facing.right() * rect.width, rect.pose.facing.vector() * rect.depth);
        let corner = rect.corners()[3];
        let at = |step: u16, of: u16| (f64::from(step) + 0.5) / f64::from(of);
        (0..ranks).flat_map(move |rank| {
            (0..files).map(move |file| corner + right * at(file, files) + ahead * at(rank, ranks))
        })
    }

    /// HC-DICE-05, HC-BLDG-12, HC-BLDG-26: two dice from each face at its own closest target, as many as the unit has.
    fn ways_of_building(&self, unit: UnitId, found: &[(Post, Vec<Mark>)]) -> Vec<Aims> {
        let mut most = 0;
        let mut faces: Vec<Vec<Aim>> = Vec::new();
        for (post, marks) in found {
            let targets = self.target_choices(unit, marks).into_iter().flatten();
            let aims: Vec<Aim> = targets
                .map(|mark| {
                    let value = self.ranged_value(unit, mark.distance);
                    most = most.max(value);
                    Aim {
                        target: mark.target,
                        dice: self.through_gap(value.min(PER_FACE), post, &mark),
                        face: post.face,
                    }
                })
                .collect();
            faces.push(aims);
        }
        let mut ways = Vec::new();
        share_out(&faces, most, &mut Vec::new(), &mut ways);
        let dice = |aims: &Aims| aims.iter().map(|aim| u32::from(aim.dice)).sum::<u32>();
        let full = ways.iter().map(dice).max().unwrap_or(0);
        ways.retain(|aims| dice(aims) == full);
        ways
    }
}

/// Every way to take up to so many dice from faces that each have one of these aims.
fn share_out(faces: &[Vec<Aim>], left: u8, taken: &mut Aims, ways: &mut Vec<Aims>) {
    let Some((face, others)) = faces.split_first() else {
        ways.push(taken.clone());
        return;
    };
    share_out(others, left, taken, ways);
    for aim in face {
        for dice in 1..=aim.dice.min(left) {
            taken.push(Aim { dice, ..*aim });
            share_out(others, left - dice, taken, ways);
            taken.pop();
        }
    }
}

/// The point of a rectangle nearest to a point outside it.
fn nearest_of(rect: &aelian_geometry::Rect, point: Vec2) -> Vec2 {
    let corners = rect.corners();
    let on = |at: usize| Segment::new(corners[at], corners[(at + 1) % 4]).nearest(point);
    let near = |a: &Vec2, b: &Vec2| (*a - point).length().total_cmp(&(*b - point).length());
    (0..4).map(on).min_by(near).unwrap_or(point)
}

/// HC-TGT-18: whole dice for these shares, their sum kept.
fn by_largest_remainder(shares: &[f64]) -> Vec<u8> {
    let total = (shares.iter().sum::<f64>() + 0.5).floor().max(1.0) as u8;
    let mut dice: Vec<u8> = shares.iter().map(|share| share.floor() as u8).collect();
    let mut order: Vec<usize> = (0..shares.len()).collect();
    let rest = |at: usize| shares[at] - shares[at].floor();
    order.sort_by(|a, b| rest(*b).total_cmp(&rest(*a)).then(a.cmp(b)));
    let mut left = total.saturating_sub(dice.iter().sum());
    for at in order {
        if left > 0 && shares[at] > 0.0 {
            dice[at] += 1;
            left -= 1;
        }
    }
    dice
}

/// All sets of `count` of the first `of` numbers, as bits.
fn subsets(of: usize, count: usize) -> impl Iterator<Item = u32> {
    let of = of.min(16) as u32;
    (0..1u32 << of).filter(move |bits| bits.count_ones() as usize == count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HC-TGT-18: shares become whole dice and none is lost.
    #[test]
    fn remainders_go_to_the_largest_shares() {
        assert_eq!(by_largest_remainder(&[1.5, 1.5]), [2, 1]);
        assert_eq!(by_largest_remainder(&[0.4, 2.6]), [0, 3]);
        assert_eq!(by_largest_remainder(&[1.0, 0.2, 0.8]), [1, 0, 1]);
        assert_eq!(by_largest_remainder(&[0.2]), [1]);
    }

    /// HC-TGT-03: each way to place odd dice once.
    #[test]
    fn subsets_of_the_equally_close() {
        assert_eq!(subsets(2, 1).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(subsets(3, 0).collect::<Vec<_>>(), [0]);
        assert_eq!(subsets(3, 2).count(), 3);
    }
}
