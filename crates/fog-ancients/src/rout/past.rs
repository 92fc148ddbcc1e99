//! Getting past what is in the way of a run (FA-EV-14 to FA-EV-16): through friends, by a shift, with fewer files.

use super::flight::Kind;
use super::run::{Course, Runner};
use super::way::Thing;
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::formation::{Array, Body};
use crate::ids::{BaseId, GroupSet};
use crate::movement::{Leg, Motion, Run};
use crate::rules::in_order;
use crate::state::Shape;
use aelian_geometry::{Hand, Rect, Vec2};
use aelian_rulebook::rule;

impl Runner<'_> {
    /// FA-EV-14, FA-EV-15: the whole run without hindrance, shifted to the right by so much; passing through friends
    /// where that is allowed.
    pub(super) fn unhindered(&self, body: &Body, shape: Shape, shift: f64) -> Option<Course> {
        self.led(body, body, shape, shift, Some(&self.formed.array))
    }

    /// FA-EV-27: the same for a body of which only the leading part is measured; the rest falls in behind it.
    fn led(
        &self,
        body: &Body,
        lead: &Body,
        shape: Shape,
        shift: f64,
        array: Option<&Array>,
    ) -> Option<Course> {
        let side = lead.shifted(shift);
        let reach = self.reach(&side);
        if reach.halted.is_some() {
            return None;
        }
        let before_shift = self.free_from(lead, shift, reach.distance)?;
        if self
            .way
            .edge_ahead(&side, side.facing.vector())
            .is_some_and(|(at, _)| self.crosses(at, reach.distance))
        {
            return None;
        }
        let ended = body.shifted(shift).advanced(reach.distance);
        let mut course = self.settled(ended, shape, reach, array)?;
        if shift != 0.0 {
            // It shifts before it comes upon what is in its way, not after.
            let beyond = course.way.split_off(self.legs.len() + 1);
            course.way.pop();
            let parts = [
                Leg::Advance { distance: before_shift },
                Leg::Shift { right: shift },
                Leg::Advance { distance: reach.distance - before_shift },
            ];
            let goes = |leg: &Leg| !matches!(leg, Leg::Advance { distance } if *distance <= 0.0);
            course.way.extend(parts.into_iter().filter(goes).chain(beyond));
            course.reasons.push((
                rule!("FA-EV-15"),
                Fact::TooFar { used: shift.abs(), allowed: self.look().rules.width },
            ));
        }
        Some(course)
    }

    pub(super) fn crosses(&self, at: f64, length: f64) -> bool {
        at + self.look().rules.tolerance.length < length
    }

    /// How far it goes before it shifts, if nothing but friends who may be passed is then in the way; the shift is made
    /// at the start or just before the first thing in the way.
    fn free_from(&self, body: &Body, shift: f64, length: f64) -> Option<f64> {
        let ahead = body.facing.vector();
        let met = self.bars(body, ahead, length);
        if shift == 0.0 {
            return met.is_none().then_some(0.0);
        }
        let aside = body.facing.right() * shift.signum();
        let before = met.unwrap_or(0.0);
        [0.0, before].into_iter().find(|walked| {
            let walked = *walked;
            let here = body.advanced(walked);
            self.bars(&here, aside, shift.abs()).is_none()
                && self.bars(&here.shifted(shift), ahead, length - walked).is_none()
        })
    }

    /// Where the first thing is that it cannot pass.
    fn bars(&self, body: &Body, along: Vec2, length: f64) -> Option<f64> {
        let met = self.way.meets(body, along, length.max(0.0)).into_iter();
        met.filter(|met| !matches!(met.thing, Thing::Passed(_))).map(|met| met.at).next()
    }

    /// The end of a run: on free ground; or among friends through whom it passes. Light foot whose whole move then is no
    /// longer than 2 MU more than their normal one go all the way (FA-INT-07); of others the ranks that reached the friends are put beyond them and the rest
    /// stop before them (FA-INT-08, FA-INT-09). Whoever stands where they come to stand is shifted (FA-INT-10). A body
    /// with files fallen in behind has no ranks: all of it goes.
    fn settled(&self, ended: Body, shape: Shape, reach: Run, array: Option<&Array>) -> Option<Course> {
        let look = self.look();
        let who = GroupSet::one(self.flight.group);
        let passed = look.overlapped(&ended, who);
        let closed = |side| self.way.closed_camp(side).is_some();
        let mut course = self.plain(ended.clone(), shape, reach);
        if passed.is_empty() {
            return look.has_room(&course.body, who, closed).then_some(course);
        }
        let further = look.beyond(&course.body, course.body.facing.vector(), passed);
        let light = look.is_light_foot(self.flight.group)
            && course.used + further
                <= self.normal_move(&course.body) + look.reach(look.rules.distances().movement.pass_further);
        let belt = look.belt(&course.body, passed);
        let group = self.flight.group;
        let past = Fact::Pair { group, other: passed.first().unwrap_or(group) };
        match array.zip(belt).filter(|_| !light && shape == Shape::Normal) {
            None => {
                course.body = course.body.advanced(further);
                course.way.push(Leg::Advance { distance: further });
                course.reasons.push((rule!("FA-INT-07"), past));
            }
            Some((array, belt)) => {
                let (body, all) = look.put_through(&course.body, array, belt);
                if all {
                    let by = (body.block().pose.at - course.body.block().pose.at).length();
                    course.way.push(Leg::Advance { distance: by });
                }
                course.body = body;
                course.partly = !all;
                course.reasons.push((rule!("FA-INT-08"), past));
            }
        }
        if course.partly {
            course.shape = Shape::Loose;
        }
        course.shifted = look.make_room(&course.body, self.flight.group, course.body.facing)?;
        let moved: GroupSet = course.shifted.iter().map(|moved| moved.group).collect();
        let passes = |friend| look.lets_pass(group, friend) || moved.contains(friend);
        if !look.is_clear_between(&ended, &course.body, group, passes) {
            return None;
        }
        look.has_room(&course.body, who.union(moved), closed).then_some(course)
    }

    /// FA-INT-07: how far it goes by the table from where it began to where it would end, whatever its die says.
    fn normal_move(&self, ended: &Body) -> f64 {
        let look = self.look();
        let speed = look.speed(GroupSet::one(self.flight.group), 0.0);
        let back =
            Motion::Straight { along: -ended.facing.vector(), length: self.reach(&self.body).distance };
        let crossed = look.entries(ended, back, &speed).into_iter().filter_map(|entry| entry.pace);
        let stood = look.allowed_at(&self.body, &speed).min(look.allowed_at(ended, &speed));
        crossed.fold(stood, f64::min)
    }

    /// FA-EV-15, FA-ALG-73: shifts up to a base width that could bring it past what is in its way, the smallest first.
    pub(super) fn shifts(&self) -> Vec<f64> {
        let look = self.look();
        let (width, t) = (look.rules.width, look.rules.tolerance.length);
        let block = self.body.block();
        let right = self.body.facing.right();
        let (left_edge, right_edge) = super::room::extent(self.body.rects(), right);
        let length = self.reach(&self.body).distance + look.rules.mu;
        let near = aelian_geometry::strip_ahead(&block, length, block.width + 2.0 * width);
        let mut marks: Vec<f64> = Vec::new();
        let mut offer = |rect: &Rect| marks.extend(rect.corners().map(|corner| corner.dot(right)));
        for other in look.state.on_table().filter(|other| *other != self.flight.group) {
            let beside = look
                .state
                .rects_of(other)
                .filter(|rect| aelian_geometry::overlaps(rect, &near, look.rules.tolerance));
            beside.for_each(&mut offer);
        }
        for side in aelian_game::Side::BOTH {
            self.way.closed_camp(side).iter().for_each(&mut offer);
        }
        for area in &look.state.field.areas {
            marks.extend(area.outline.points().iter().map(|point| point.dot(right)));
        }
        let mut shifts: Vec<f64> =
            marks.iter().flat_map(|mark| [mark - right_edge, mark - left_edge]).collect();
        shifts.extend(self.edge_shifts());
        shifts.retain(|shift| shift.abs() > t && shift.abs() <= width + t);
        // Of equally small ones first the one nearer to the middle of the table.
        let off_middle = |shift: f64| look.off_middle(block.pose.shifted(shift).at);
        in_order(&mut shifts, |shift| shift.abs(), |shift| off_middle(*shift));
        shifts.dedup_by(|one, other| (*one - *other).abs() < t * 0.1);
        shifts
    }

    /// FA-EV-15: evaders may shift to stay on the table.
    fn edge_shifts(&self) -> Vec<f64> {
        let reach = self.reach(&self.body);
        let ended = self.body.advanced(reach.distance);
        let right = self.body.facing.right();
        let mut shifts = Vec::new();
        for edge in TableEdge::ALL.into_iter().filter(|_| self.flight.kind == Kind::Evade) {
            let corners = ended.rects().flat_map(|rect| rect.corners());
            let out = -corners
                .map(|corner| self.look().state.field.inside(edge, corner))
                .fold(f64::INFINITY, f64::min);
            let rate = -right.dot(edge.outward().vector());
            if out > 0.0 && rate.abs() > 1e-6 {
                shifts.push(out / rate);
            }
        }
        shifts
    }

    /// FA-EV-16, FA-ALG-74, FA-EV-27: one file of either end, or both, falls in behind the files that pass; no base goes
    /// more than a base width sideways.
    pub(super) fn narrower(&self, shifts: &[f64]) -> Option<Course> {
        let ends = self.look().hands(self.formed.front).map(|hand| (hand == Hand::Left, hand == Hand::Right));
        for (left, right) in ends.into_iter().chain([(true, true)]) {
            let Some((body, shape)) = self.dropped(left, right) else { continue };
            let lead = self.passing(&body, left, right);
            let fits = |shift: f64| (!left || shift <= 0.0) && (!right || shift >= 0.0);
            let tried = std::iter::once(0.0).chain(shifts.iter().copied()).filter(|shift| fits(*shift));
            for shift in tried {
                if let Some(mut course) = self.led(&body, &lead, shape, shift, None) {
                    course.reasons.push((rule!("FA-EV-16"), Fact::Group(self.flight.group)));
                    return Some(course);
                }
            }
        }
        None
    }

    /// The bases of such a body that do not fall in behind others.
    fn passing(&self, body: &Body, left: bool, right: bool) -> Body {
        let array = &self.formed.array;
        let last = array.files().saturating_sub(1);
        let falls_in = |base: BaseId| {
            array.slot_of(base).is_some_and(|slot| (left && slot.file == 0) || (right && slot.file == last))
        };
        let bases = body.bases.iter().copied().filter(|(base, _)| !falls_in(*base)).collect();
        Body { facing: body.facing, bases }
    }

    /// The body with its end files behind the others, and its shape.
    fn dropped(&self, left: bool, right: bool) -> Option<(Body, Shape)> {
        let look = self.look();
        let array = &self.formed.array;
        let (first, last) = (u8::from(left), array.files().checked_sub(1 + u8::from(right))?);
        if first > last {
            return None;
        }
        let mut files: Vec<Vec<BaseId>> = (first..=last).map(|file| array.file(file).collect()).collect();
        if left {
            files.first_mut()?.extend(array.file(0));
        }
        if right {
            files.last_mut()?.extend(array.file(array.files() - 1));
        }
        let half = (f64::from(array.files()) - 1.0) * 0.5;
        let mut bases = Vec::with_capacity(array.len());
        for (file, stack) in (first..).zip(files) {
            let mut back = 0.0;
            for base in stack {
                let pose =
                    self.formed.front.shifted((f64::from(file) - half) * look.rules.width).advanced(-back);
                bases.push((base, look.state.rect(base).with_pose(pose)));
                back += look.depth_of(base);
            }
        }
        let body = Body { facing: self.formed.front.facing, bases };
        let shape = if look.is_in_formation(&body) { Shape::Normal } else { Shape::Loose };
        Some((body, shape))
    }
}
