//! A way that is cut short where it would part a group (HC-DIVO-04, HC-INTENT-14).

use super::{Leg, Task};
use crate::movement::Glide;
use aelian_geometry::{Pose, Rect};

/// The way that a task states, from where its unit stands to the last pose that it names.
pub struct Stated<'a> {
    task: &'a Task,
    /// Each leg that is gone, by its place in the task, with what it adds to the length of the way.
    glides: Vec<(usize, Glide)>,
    body: Rect,
}

/// How many places on each leg are looked at to find the one where somebody stands.
const PLACES: usize = 64;
/// Who would come no further on than this, in mm, a tenth of an inch, stays: as little as that rounding might decide.
const NOTHING: f64 = 2.54;

impl<'a> Stated<'a> {
    pub fn new(from: &Rect, task: &'a Task) -> Stated<'a> {
        let mut at = *from;
        let mut glides = Vec::new();
        for (leg, step) in task.way.iter().enumerate() {
            match step {
                Leg::Go(pose) => {
                    glides.push((leg, Glide::new(&at, *pose)));
                    at = at.with_pose(*pose);
                }
                Leg::Form(_) => {}
                Leg::Enter(_) | Leg::Shelter(_) => break,
            }
        }
        Stated { task, glides, body: *from }
    }

    /// The pose at so many legs, whole ones and a part of the next.
    fn pose(&self, legs: f64) -> Option<Pose> {
        let (leg, part) = self.leg_at(legs)?;
        Some(leg.1.at(part).pose.on_grid())
    }

    fn leg_at(&self, legs: f64) -> Option<(&(usize, Glide), f64)> {
        let last = self.glides.len().checked_sub(1)?;
        let whole = (legs.max(0.0) as usize).min(last);
        Some((self.glides.get(whole)?, (legs - whole as f64).clamp(0.0, 1.0)))
    }

    /// How many legs have been gone by who stands there.
    fn gone(&self, rect: &Rect) -> f64 {
        let all = self.glides.len() * PLACES;
        let legs = (0..=all).map(|place| place as f64 / PLACES as f64);
        let off = |legs: f64| self.pose(legs).map_or(f64::INFINITY, |pose| (pose.at - rect.pose.at).length());
        legs.min_by(|a, b| off(*a).total_cmp(&off(*b))).unwrap_or(0.0)
    }

    /// The task as far as it leads to the last place between these two at which something holds that holds at the first of
    /// them.
    pub fn cut(&self, (from, to): (&Rect, &Rect), holds: impl Fn(&Rect) -> bool) -> Option<Task> {
        let (mut low, mut high) = (self.gone(from), self.gone(to));
        for _ in 0..12 {
            let middle = (low + high) / 2.0;
            let place = to.with_pose(self.pose(middle)?);
            if holds(&place) { low = middle } else { high = middle }
        }
        let ((leg, _), _) = self.leg_at(low)?;
        let mut way: Vec<Leg> = self.task.way.iter().take(*leg).copied().collect();
        way.push(Leg::Go(self.pose(low)?));
        let moved = (self.pose(low)?.at - self.body.pose.at).length() > NOTHING;
        moved.then(|| Task { way, ..self.task.clone() })
    }
}
