//! Where groups of an outflanking march may come upon the table (FA-FLANK-10, FA-FLANK-11, FA-FLANK-15, FA-FLANK-16,
//! FA-FLANK-21, FA-FLANK-22).

use super::choice::Deployed;
use super::deploy::{formed, is_sound};
use super::march::edge_of;
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::formation::{Body, bounds};
use crate::ids::{GroupId, GroupSet};
use crate::movement::Passage;
use crate::rules::Look;
use crate::state::{Commander, CommanderPlace, March, MarchProgress};
use aelian_geometry::{Facing, Pose, Rect, Vec2, distance, overlaps, strip_ahead, sweep};
use aelian_rulebook::{Reason, rule};

pub(super) type Reasons = Vec<Reason<Fact>>;

pub(super) fn due_turn(march: &March) -> Option<u16> {
    match march.progress {
        MarchProgress::Arrives { turn }
        | MarchProgress::DrivenBack { turn }
        | MarchProgress::DroveBack { turn } => Some(turn),
        MarchProgress::Marching | MarchProgress::Done => None,
    }
}

/// A march as it comes upon the table.
pub(super) struct Entry<'a> {
    pub(super) look: Look<'a>,
    pub(super) march: &'a March,
    /// Enemy groups that will not stand in the way.
    pub(super) yielding: GroupSet,
    /// FA-FLANK-19: nor will the enemy's camp.
    pub(super) sacks: bool,
}

impl<'a> Entry<'a> {
    /// Everybody stays where he is.
    pub(super) fn among_all(look: Look<'a>, march: &'a March) -> Entry<'a> {
        Entry { look, march, yielding: GroupSet::EMPTY, sacks: false }
    }
}

impl Entry<'_> {
    fn edge(&self) -> TableEdge {
        edge_of(self.march.side, self.march.flank)
    }

    fn inward(&self) -> Facing {
        self.edge().outward().reversed()
    }

    /// FA-FLANK-15.
    pub(super) fn is_driven_back(&self) -> bool {
        matches!(self.march.progress, MarchProgress::DrivenBack { .. })
    }

    /// FA-FLANK-20: once those have fled who can, the march is asked how far it comes.
    fn is_asked_again(&self) -> bool {
        self.yielding.iter().any(|id| !self.look.state.group(id).is_train())
    }

    /// FA-FLANK-22: it should have come before.
    pub(super) fn is_late(&self) -> bool {
        due_turn(self.march).is_some_and(|turn| turn < self.look.state.turn)
    }

    /// How far its front stands from the side edge, in mm.
    pub(super) fn depth(&self, one: &Deployed) -> f64 {
        self.look.state.field.inside(self.edge(), one.front.at)
    }

    /// The point of arrival: the stretch of the side edge over which the group comes.
    pub(super) fn gate(&self, one: &Deployed) -> Rect {
        let facing = self.inward();
        let at = one.front.at - facing.vector() * self.depth(one);
        Rect::new(Pose { at, facing }, f64::from(one.files) * self.look.rules.width, 0.0)
    }

    /// The group before the edge, about to come.
    pub(super) fn outside(&self, one: &Deployed) -> Body {
        let at = one.front.at - one.front.facing.vector() * self.depth(one);
        let front = Pose { at, ..one.front };
        let (places, rects) = formed(self.look, &Deployed { front, ..*one });
        let bases = places.iter().map(|place| place.base).zip(rects).collect();
        Body { facing: one.front.facing, bases }
    }

    /// Why these may not come so; none if they may. Whether anybody else has room besides is asked in `room.rs`.
    pub(super) fn faults(&self, deployed: &[Deployed]) -> Reasons {
        let mut faults = Vec::new();
        let mut standing: Vec<Rect> = Vec::new();
        let mut named = GroupSet::EMPTY;
        for one in deployed {
            let known = self.march.groups.contains(one.group) && named.insert(one.group);
            if !known {
                faults.push(Reason::new(rule!("FA-FLANK-10"), Fact::Group(one.group)));
                continue;
            }
            // AMB-94.
            if one.dismounted {
                faults.push(Reason::new(rule!("FA-DISM-02"), Fact::Group(one.group)));
                continue;
            }
            if !is_sound(one) || usize::from(one.files) > self.look.state.strength(one.group) {
                faults.push(Reason::new(rule!("FA-FORM-02"), Fact::Group(one.group)));
                continue;
            }
            faults.extend(self.of_one(one, &standing));
            standing.extend(formed(self.look, one).1);
        }
        if faults.is_empty() {
            faults.extend(self.out_of_command(deployed));
        }
        faults
    }

    pub(super) fn of_one(&self, one: &Deployed, standing: &[Rect]) -> Reasons {
        let look = self.look;
        let mut faults = Vec::new();
        let mut find = |rule, fact| faults.push(Reason::new(rule, fact));
        if !one.front.facing.same(self.inward(), look.rules.tolerance) {
            find(rule!("FA-FLANK-21"), Fact::Group(one.group));
            return faults;
        }
        let rects = formed(look, one).1;
        let (used, allowed) = (self.depth(one), self.reach(one));
        if used > allowed + look.rules.slack {
            find(rule!("FA-FLANK-21"), Fact::TooFar { used, allowed });
        }
        let barred = self.barred(one, allowed.max(used));
        match barred {
            Some((at, by)) if used > at + look.rules.tolerance.length => {
                find(rule!("FA-FLANK-22"), by.map_or(Fact::Group(one.group), Fact::BlockedBy));
            }
            _ => {}
        }
        let full = barred.map_or(allowed, |(at, _)| allowed.min(at));
        if self.is_driven_back()
            && !self.is_asked_again()
            && used < full - look.rules.slack - look.rules.tolerance.length
        {
            find(rule!("FA-FLANK-15"), Fact::TooFar { used, allowed: full });
        }
        if rects.iter().any(|rect| look.state.field.edge_crossed(rect, look.rules.tolerance.length).is_some())
        {
            find(rule!("FA-EDGE-01"), Fact::Group(one.group));
        }
        if let Some(rule) = self.beyond_stretch(&rects) {
            find(rule, Fact::Group(one.group));
        }
        if rects.iter().any(|rect| self.is_taken(rect, standing)) {
            find(rule!("FA-FLANK-22"), Fact::Group(one.group));
        }
        let mut enemies = look.enemies(self.march.side).filter(|id| !self.yielding.contains(*id));
        let touched = enemies
            .find(|id| rects.iter().any(|rect| look.distance_to(*id, rect) <= look.rules.tolerance.length));
        if let Some(enemy) = touched {
            find(rule!("FA-OVL-05"), Fact::BlockedBy(enemy));
        }
        faults.extend(self.pinned(one));
        faults
    }

    /// FA-RA-01, FA-RA-02, FA-RA-05, FA-RA-07: who comes upon the table in the restricted area of enemy who do not flee
    /// (they fight, or the march is late) goes straight at him or ends further away, and at least partly in front of
    /// him; any of several (FA-RA-08).
    fn pinned(&self, one: &Deployed) -> Option<Reason<Fact>> {
        let look = self.look;
        let outside = self.outside(one);
        let t = look.rules.tolerance;
        let within = |area: &Rect| outside.rects().any(|rect| overlaps(rect, area, t));
        let pins = |enemy: &GroupId| {
            !self.yielding.contains(*enemy)
                && look.heeds_area_of(one.group, *enemy)
                && look.restricted_area(*enemy).iter().any(within)
        };
        let pinners: GroupSet = look.enemies(self.march.side).filter(pins).collect();
        let other = pinners.first()?;
        let block = outside.block();
        let far = look.state.field.width + look.state.field.depth;
        let ahead = strip_ahead(&block, far, block.width);
        let (places, rects) = formed(look, one);
        let bases = places.iter().map(|place| place.base).zip(rects).collect();
        let end = Body { facing: one.front.facing, bases };
        let gap = |enemy: GroupId, body: &Body| {
            body.rects().map(|rect| look.distance_to(enemy, rect)).fold(f64::INFINITY, f64::min)
        };
        let further = |enemy: GroupId| gap(enemy, &end) > gap(enemy, &outside) + look.rules.slack;
        let allowed = |enemy: GroupId| {
            look.is_before(enemy, &end) && (look.is_partly_in(enemy, &ahead) || further(enemy))
        };
        let fact = Fact::Pair { group: one.group, other };
        (!pinners.iter().any(allowed)).then(|| Reason::new(rule!("FA-RA-02"), fact))
    }

    /// FA-FLANK-21, FA-FLANK-15: its move, or two of them, from the edge through the ground that it meets; at least its
    /// own depth.
    fn reach(&self, one: &Deployed) -> f64 {
        let look = self.look;
        let column = one.files == 1 && look.state.strength(one.group) > 1;
        let speed = look.speed_as(GroupSet::one(one.group), column, 0.0);
        let mut body = self.outside(one);
        let deep = body.block().depth;
        let mut far = 0.0;
        for _ in 0..if self.is_driven_back() { 2 } else { 1 } {
            let run = look.run_on(&body, &speed, f64::INFINITY, 0.0).distance;
            body = body.advanced(run);
            far += run;
        }
        far.max(deep)
    }

    /// What stops the group before it has come so far: enemy who stay, friends whom it may not pass, a camp.
    fn barred(&self, one: &Deployed, length: f64) -> Option<(f64, Option<GroupId>)> {
        let look = self.look;
        let body = self.outside(one);
        let along = body.facing.vector();
        let at = |rect: &Rect| {
            let meets = |own: &Rect| sweep(own, along, length, rect, look.rules.tolerance);
            body.rects().filter_map(meets).reduce(f64::min)
        };
        let bars = |id: &GroupId| {
            let free = match look.passage(one.group, *id) {
                Passage::No => false,
                Passage::Free => true,
                Passage::Square => {
                    let (t, theirs) = (look.rules.tolerance, look.state.group(*id).facing);
                    body.facing.same(theirs, t) || body.facing.opposite(theirs, t)
                }
            };
            !free && !self.yielding.contains(*id)
        };
        let mut nearest: Option<(f64, Option<GroupId>)> = None;
        let mut met = |at: f64, by: Option<GroupId>| {
            if nearest.is_none_or(|(least, _)| at < least) {
                nearest = Some((at, by));
            }
        };
        for id in look.state.on_table().filter(bars) {
            if let Some(at) = look.state.rects_of(id).filter_map(at).reduce(f64::min) {
                met(at, Some(id));
            }
        }
        for side in aelian_game::Side::BOTH {
            let camp = look.standing_camp(side).filter(|_| side == self.march.side || !self.sacks);
            if let Some(at) = camp.as_ref().and_then(at) {
                met(at, None);
            }
        }
        nearest
    }

    /// FA-FLANK-15, FA-FLANK-16: the 12 MU next to the rear edge of those who were driven back.
    fn beyond_stretch(&self, rects: &[Rect]) -> Option<aelian_rulebook::RuleId> {
        let (whose, rule) = match self.march.progress {
            MarchProgress::DrivenBack { .. } => (self.march.side, rule!("FA-FLANK-15")),
            MarchProgress::DroveBack { .. } => (self.march.side.other(), rule!("FA-FLANK-16")),
            _ => return None,
        };
        let corners = rects.iter().flat_map(|rect| rect.corners());
        let far = corners.map(|corner| self.look.state.field.inside(TableEdge::of(whose), corner));
        (far.fold(0.0, f64::max) > self.look.reach(self.look.rules.distances().set_up.driven_back))
            .then_some(rule)
    }

    fn is_taken(&self, rect: &Rect, standing: &[Rect]) -> bool {
        let t = self.look.rules.tolerance;
        let hits = |other: &Rect| overlaps(rect, other, t);
        let groups = self.look.state.on_table().filter(|id| !self.yielding.contains(*id));
        standing.iter().any(hits)
            || groups.into_iter().any(|id| self.look.state.rects_of(id).any(hits))
            || self.look.is_in_water_or_rocks(rect)
    }

    /// FA-FLANK-11: a group out of range of the commander, who comes with the one named first or is there already. A
    /// march that was driven back need not care.
    fn out_of_command(&self, deployed: &[Deployed]) -> Option<Reason<Fact>> {
        let look = self.look;
        let (leader, rect) = self.leader(deployed.first()?)?;
        if self.is_driven_back() {
            return None;
        }
        let far = |one: &&Deployed| {
            let gap =
                formed(look, one).1.iter().map(|base| distance(base, &rect)).fold(f64::INFINITY, f64::min);
            !look.within(gap, leader.range(look.rules))
        };
        let lost = deployed.iter().find(far)?;
        Some(Reason::new(rule!("FA-FLANK-11"), Fact::Group(lost.group)))
    }

    /// The commander of the march and where he is, or will be.
    fn leader(&self, first: &Deployed) -> Option<(&Commander, Rect)> {
        let leader = self.look.state.commander(self.march.commander);
        let rect = match leader.place {
            CommanderPlace::March => leader.rect.with_pose(beside(self.look, &formed(self.look, first).1)),
            _ if leader.on_table() => leader.rect,
            _ => return None,
        };
        Some((leader, rect))
    }

    /// The group in so many files so far along the edge, about to come.
    pub(super) fn at_edge(&self, group: GroupId, files: u8, along: f64) -> Deployed {
        let edge = self.edge();
        let on_edge = match edge {
            TableEdge::East => self.look.state.field.width,
            _ => 0.0,
        };
        let front = Pose::new(on_edge, along, self.inward());
        Deployed { group, front, files, tail: None, dismounted: false }
    }

    /// From where to where along the edge others stand so near to it that the group could not come past them, each end
    /// once.
    pub(super) fn ends_near_edge(&self, one: &Deployed, standing: &[Rect]) -> Vec<f64> {
        let (look, edge) = (self.look, self.edge());
        let deep = self.outside(one).block().depth;
        let groups = look.state.on_table().flat_map(|id| look.state.rects_of(id)).copied();
        let camps = aelian_game::Side::BOTH.into_iter().filter_map(|side| look.standing_camp(side));
        let near = |rect: &Rect| rect.corners().iter().any(|at| look.state.field.inside(edge, *at) < deep);
        let all = groups.chain(camps).chain(standing.iter().copied()).filter(near);
        let mut ends: Vec<f64> = all
            .flat_map(|rect| {
                let (low, high) = crate::rout::room::extent(std::iter::once(&rect), Vec2::Y);
                [low, high]
            })
            .collect();
        ends.sort_by(f64::total_cmp);
        ends.dedup_by(|one, other| (*one - *other).abs() < 0.01);
        ends
    }

    /// The group over the same stretch of the edge, as far in as it may come.
    pub(super) fn full(&self, one: &Deployed) -> Deployed {
        let outside = one.front.advanced(-self.depth(one));
        let reach = self.reach(one);
        let free = self.barred(one, reach).map_or(reach, |(at, by)| {
            let enemy = by.is_some_and(|id| self.look.state.group(id).side != self.march.side);
            // One does not touch the enemy.
            let gap = if enemy { 4.0 * self.look.rules.tolerance.length } else { 0.0 };
            (at - gap).max(0.0).min(reach)
        });
        Deployed { front: outside.advanced(free).on_grid(), ..*one }
    }

    /// The same as far in as it may come, halfway back, and no farther than it is deep: friends whom it may pass may
    /// stand in the way of the first.
    pub(super) fn depths(&self, one: &Deployed) -> Vec<Deployed> {
        let full = self.full(one);
        let far = self.depth(&full);
        let deep = self.outside(one).block().depth.min(far);
        let mut depths = vec![full];
        for less in [(far - deep) * 0.5, far - deep] {
            if less > self.look.rules.slack && !self.is_driven_back() {
                depths.push(Deployed { front: full.front.advanced(-less).on_grid(), ..full });
            }
        }
        depths
    }
}

/// FA-CMD-08, FA-CMOVE-08: a place on the table in contact with these bases, behind them if there is room; on one of
/// them if there is none.
pub fn beside(look: Look<'_>, rects: &[Rect]) -> Pose {
    let facing = rects.first().map_or(Facing::UP, |rect| rect.pose.facing);
    let block = bounds(facing, rects.iter());
    let size = look.rules.tables.commander(look.rules.scale);
    let behind = block.pose.advanced(-block.depth);
    let found = look.place_near(rects, behind.at);
    let on_table = |pose: &Pose| {
        let marker = Rect::new(*pose, size, size);
        look.state.field.edge_crossed(&marker, look.rules.tolerance.length).is_none()
    };
    let on_base = || rects.iter().map(|rect| rect.pose).min_by_key(|pose| look.off_middle(pose.at));
    found.filter(on_table).or_else(on_base).unwrap_or(behind).on_grid()
}
