//! Outflanking marches come upon the table (FA-FLANK-10, FA-FLANK-11, FA-FLANK-15 to FA-FLANK-22, FA-DEC-13).

use super::choice::{Deployed, SetUpPrompt};
use super::deploy::{formed, is_sound, moved};
use super::march::edge_of;
use super::progress::SetUpEvent;
use crate::choice::{Asked, Prompt};
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::formation::{Body, bounds};
use crate::ids::{CommanderId, GroupId, GroupSet};
use crate::movement::{self, Motion, Passage};
use crate::pending::Pending;
use crate::rout::alert_commanders;
use crate::rules::{Look, Rules};
use crate::state::{Camp, Commander, CommanderPlace, Deed, March, MarchProgress, Place};
use aelian_game::{Cx, Next};
use aelian_geometry::{Facing, Pose, Rect, distance, overlaps, strip_ahead, sweep};
use aelian_rulebook::{Reason, rule};

type Reasons = Vec<Reason<Fact>>;

/// FA-FLANK-10: marches of the active player that come in this turn, one after the other.
pub fn arriving(look: Look<'_>) -> Option<&March> {
    let due = |march: &&March| {
        let now = due_turn(march).is_some_and(|turn| look.state.turn >= turn);
        march.side == look.state.active && now && !march.groups.is_empty()
    };
    let fresh = |march: &&March| march.groups.iter().any(|group| !look.state.dealt.contains(group));
    look.state.marches.iter().find(|march| due(march) && fresh(march))
}

fn due_turn(march: &March) -> Option<u16> {
    match march.progress {
        MarchProgress::Arrives { turn }
        | MarchProgress::DrivenBack { turn }
        | MarchProgress::DroveBack { turn } => Some(turn),
        MarchProgress::Marching | MarchProgress::Done => None,
    }
}

pub fn next(look: Look<'_>) -> Asked {
    let march = arriving(look)?;
    let prompt = SetUpPrompt::Arrive { groups: march.groups, flank: march.flank };
    Some(Next::Ask { side: march.side, prompt: Prompt::SetUp(prompt) })
}

/// FA-FLANK-10, FA-FLANK-11, FA-FLANK-15, FA-FLANK-16, FA-FLANK-21, FA-FLANK-22: why groups may not arrive so; none if
/// they may. Enemy groups that will flee from the place do not bar it.
pub fn faults(look: Look<'_>, deployed: &[Deployed]) -> Reasons {
    let Some(march) = arriving(look) else {
        return vec![Reason::new(rule!("FA-FLANK-10"), Fact::NotAsked)];
    };
    let yielding = surprised(look, march, deployed);
    Entry { look, march, yielding, sacks: sacks(look, march, deployed) }.faults(deployed)
}

/// FA-FLANK-20, FA-FLANK-21: how far groups come that have said where they arrive; none if they may come so.
pub fn enter_faults(look: Look<'_>, commander: CommanderId, named: &[Deployed], to: &[Deployed]) -> Reasons {
    let Some(march) = march_of(look, commander) else {
        return vec![Reason::new(rule!("FA-FLANK-10"), Fact::NotAsked)];
    };
    let entry = Entry { look, march, yielding: GroupSet::EMPTY, sacks: false };
    let kept = |one: &Deployed| {
        let same = |other: &Deployed| {
            other.group == one.group
                && (other.files, other.tail) == (one.files, one.tail)
                && (entry.gate(other).pose.at - entry.gate(one).pose.at).length() <= look.rules.slack
        };
        is_sound(one) && named.iter().any(same)
    };
    if let Some(other) = to.iter().find(|one| !kept(one)) {
        return vec![Reason::new(rule!("FA-FLANK-10"), Fact::Group(other.group))];
    }
    entry.faults(to)
}

fn march_of(look: Look<'_>, commander: CommanderId) -> Option<&March> {
    look.state.marches.iter().find(|march| march.commander == commander)
}

/// FA-FLANK-18, FA-FLANK-20, FA-FLANK-22: unbroken enemy groups in no close combat within 6 MU of a point of arrival;
/// none if the march was due earlier.
pub fn surprised(look: Look<'_>, march: &March, deployed: &[Deployed]) -> GroupSet {
    let entry = Entry { look, march, yielding: GroupSet::EMPTY, sacks: false };
    if entry.is_late() {
        return GroupSet::EMPTY;
    }
    let gates: Vec<Rect> = deployed
        .iter()
        .filter(|one| march.groups.contains(one.group) && is_sound(one))
        .map(|one| entry.gate(one))
        .collect();
    let near = |id: &GroupId| gates.iter().any(|gate| look.within(look.distance_to(*id, gate), 6.0));
    look.enemies(march.side).filter(|id| !look.state.in_close_combat(*id)).filter(near).collect()
}

/// A march as it comes upon the table.
struct Entry<'a> {
    look: Look<'a>,
    march: &'a March,
    /// Enemy groups that will not stand in the way.
    yielding: GroupSet,
    /// FA-FLANK-19: nor will the enemy's camp.
    sacks: bool,
}

impl Entry<'_> {
    fn edge(&self) -> TableEdge {
        edge_of(self.march.side, self.march.flank)
    }

    fn inward(&self) -> Facing {
        self.edge().outward().reversed()
    }

    /// FA-FLANK-15.
    fn is_driven_back(&self) -> bool {
        matches!(self.march.progress, MarchProgress::DrivenBack { .. })
    }

    /// FA-FLANK-22: it should have come before.
    fn is_late(&self) -> bool {
        due_turn(self.march).is_some_and(|turn| turn < self.look.state.turn)
    }

    /// How far its front stands from the side edge, in mm.
    fn depth(&self, one: &Deployed) -> f64 {
        self.look.state.field.inside(self.edge(), one.front.at)
    }

    /// The point of arrival: the stretch of the side edge over which the group comes.
    fn gate(&self, one: &Deployed) -> Rect {
        let facing = self.inward();
        let at = one.front.at - facing.vector() * self.depth(one);
        Rect::new(Pose { at, facing }, f64::from(one.files) * self.look.rules.width, 0.0)
    }

    /// The group before the edge, about to come.
    fn outside(&self, one: &Deployed) -> Body {
        let at = one.front.at - one.front.facing.vector() * self.depth(one);
        let front = Pose { at, ..one.front };
        let (places, rects) = formed(self.look, &Deployed { front, ..*one });
        let bases = places.iter().map(|place| place.base).zip(rects).collect();
        Body { facing: one.front.facing, bases }
    }

    fn faults(&self, deployed: &[Deployed]) -> Reasons {
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
            let left = self.march.groups.minus(named);
            let fits = left.iter().find(|group| self.room_for(*group, deployed, &standing).is_some());
            faults.extend(fits.map(|group| Reason::new(rule!("FA-FLANK-22"), Fact::Group(group))));
        }
        faults
    }

    fn of_one(&self, one: &Deployed, standing: &[Rect]) -> Reasons {
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
        if self.is_driven_back() && used < full - look.rules.slack - look.rules.tolerance.length {
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
        (far.fold(0.0, f64::max) > self.look.mu(12.0) + self.look.rules.slack).then_some(rule)
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
            !look.within(gap, leader.range())
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

    /// FA-FLANK-22: a place for one more group beside those that are named, found at each MU of the edge.
    fn room_for(&self, group: GroupId, named: &[Deployed], standing: &[Rect]) -> Option<Deployed> {
        let bases = self.look.state.strength(group) as u8;
        let mut widths = vec![bases.div_ceil(2), bases.div_ceil(3), 1, bases];
        widths.dedup();
        let steps = (self.look.state.field.depth / self.look.rules.mu) as u32;
        let places =
            widths.into_iter().flat_map(|files| (0..=steps).map(move |step| (files, f64::from(step))));
        places.into_iter().map(|(files, along)| self.placed(group, files, self.look.mu(along))).find(|one| {
            let mut all = named.to_vec();
            all.push(*one);
            self.of_one(one, standing).is_empty() && self.out_of_command(&all).is_none()
        })
    }

    /// The group in so many files so far along the edge, as far in as it may come.
    fn placed(&self, group: GroupId, files: u8, along: f64) -> Deployed {
        let field = &self.look.state.field;
        let edge = self.edge();
        let on_edge = match edge {
            TableEdge::East => field.width,
            _ => 0.0,
        };
        let front = Pose::new(on_edge, along, self.inward());
        let one = Deployed { group, front, files, tail: None, dismounted: false };
        let reach = self.reach(&one);
        let free = self.barred(&one, reach).map_or(reach, |(at, by)| {
            let enemy = by.is_some_and(|id| self.look.state.group(id).side != self.march.side);
            // One does not touch the enemy.
            let gap = if enemy { 4.0 * self.look.rules.tolerance.length } else { 0.0 };
            (at - gap).max(0.0).min(reach)
        });
        Deployed { front: front.advanced(free).on_grid(), ..one }
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
    found.filter(on_table).unwrap_or_else(|| rects.first().map_or(behind, |rect| rect.pose)).on_grid()
}

/// FA-FLANK-18, FA-FLANK-19, FA-FLANK-20: what stands near their place of arrival suffers for it; then they come.
pub fn arrive(cx: &mut Cx<'_, Rules>, deployed: &[Deployed]) {
    let look = Look::new(cx.rules, cx.state());
    let Some(march) = arriving(look).cloned() else { return };
    let near = surprised(look, &march, deployed);
    for group in march.groups.iter() {
        cx.emit(Event::Dealt(group));
    }
    sack(cx, &march, deployed);
    let train = |id: &GroupId| cx.state().group(*id).is_train();
    let (doomed, fleeing): (Vec<GroupId>, Vec<GroupId>) = near.iter().partition(train);
    for group in doomed {
        cx.cite(rule!("FA-FLANK-18"), || Fact::Group(group));
        cx.emit(Event::Leaves { group, to: Place::Destroyed });
    }
    if fleeing.is_empty() {
        enter(cx, march.commander, deployed);
        return;
    }
    let waits = |waiting| Event::Waits(Pending::SetUp(waiting));
    cx.emit(waits(super::Waiting::Enter { commander: march.commander, named: deployed.to_vec() }));
    let from = edge_of(march.side, march.flank);
    cx.emit(waits(super::Waiting::Surprised { groups: fleeing.into_iter().collect(), from }));
}

/// FA-FLANK-19, FA-FLANK-22: the enemy's camp stands within 6 MU of a point of arrival of groups that come in time.
fn sacks(look: Look<'_>, march: &March, deployed: &[Deployed]) -> bool {
    let entry = Entry { look, march, yielding: GroupSet::EMPTY, sacks: false };
    let near = |camp: Rect| {
        let mut sound = deployed.iter().filter(|one| is_sound(one));
        sound.any(|one| look.within(distance(&camp, &entry.gate(one)), 6.0))
    };
    !entry.is_late() && look.standing_camp(march.side.other()).is_some_and(near)
}

/// FA-FLANK-19: it is sacked, fortified or not.
fn sack(cx: &mut Cx<'_, Rules>, march: &March, deployed: &[Deployed]) {
    let look = Look::new(cx.rules, cx.state());
    let (enemy, near) = (march.side.other(), sacks(look, march, deployed));
    let stands = |camp: &Camp| !camp.sacked && !camp.gone;
    let camp = look.state.camps[enemy.index()].clone().filter(stands);
    if let Some(mut camp) = camp.filter(|_| near) {
        cx.cite(rule!("FA-FLANK-19"), || Fact::Side(enemy));
        camp.sacked = true;
        camp.gone = true;
        cx.emit(Event::CampIs { side: enemy, camp });
    }
}

/// FA-FLANK-10, FA-FLANK-21: the groups come upon the table; those with the commander may move again.
pub fn enter(cx: &mut Cx<'_, Rules>, commander: CommanderId, deployed: &[Deployed]) {
    let look = Look::new(cx.rules, cx.state());
    let Some(march) = march_of(look, commander).cloned() else { return };
    let entry = Entry { look, march: &march, yielding: GroupSet::EMPTY, sacks: false };
    let outside: Vec<Body> = deployed.iter().map(|one| entry.outside(one)).collect();
    let driven_back = entry.is_driven_back();
    let place = deployed.first().and_then(|first| {
        let leads = look.state.commander(commander).place == CommanderPlace::March;
        leads.then(|| (first.group, beside(look, &formed(look, first).1)))
    });
    for one in deployed {
        let moved = moved(Look::new(cx.rules, cx.state()), one, MoveWhy::Arrived);
        cx.emit(Event::Appears(moved));
        cx.emit(Event::Did { group: one.group, deed: Deed::MovedInManoeuvre });
    }
    if let Some((group, pose)) = place {
        let place = CommanderPlace::With(group);
        cx.emit(Event::SetUp(SetUpEvent::Commander { commander, place, pose }));
        cx.emit(Event::SetUp(SetUpEvent::CameWith(commander)));
    }
    let arrived: GroupSet = deployed.iter().map(|one| one.group).collect();
    cx.emit(Event::SetUp(SetUpEvent::LeftMarch { commander, groups: arrived }));
    if arrived == march.groups {
        cx.emit(Event::SetUp(SetUpEvent::MarchIs { commander, progress: MarchProgress::Done }));
    }
    if !driven_back {
        again(cx, deployed, &outside);
    }
    for (one, body) in deployed.iter().zip(&outside) {
        alert_commanders(cx, one.group, body);
    }
}

/// FA-FLANK-21, FA-2ND-01 to FA-2ND-03, FA-BL-17: a second move for the group with the commander, or for the battle line
/// that came in side by side with it, if the first was far from enemy. The line is asked for first.
fn again(cx: &mut Cx<'_, Rules>, deployed: &[Deployed], outside: &[Body]) {
    let look = Look::new(cx.rules, cx.state());
    let came = |one: &Deployed, from: &Body| (look.block(one.group).pose.at - from.block().pose.at).length();
    let far = |(one, from): &(&Deployed, &Body)| {
        let motion = Motion::Straight { along: from.facing.vector(), length: came(one, from) };
        !look.comes_within(look.state.active, from, motion, look.second_move_gap())
    };
    let may = |who: GroupSet| {
        let moves = who.iter().all(|id| look.base_move(id) > 0.0);
        moves && look.commander_since(who).is_some()
    };
    let free: Vec<(&Deployed, &Body)> = deployed.iter().zip(outside).filter(far).collect();
    let own = free.iter().find(|(one, _)| may(GroupSet::one(one.group)));
    let Some((own, length)) = own.map(|(one, from)| (GroupSet::one(one.group), came(one, from))) else {
        return;
    };
    let level = free.iter().filter(|(one, from)| (came(one, from) - length).abs() <= look.rules.slack);
    let line = line_of(look, own, level.map(|(one, _)| one.group).collect());
    for who in [own].into_iter().chain((line != own && may(line)).then_some(line)) {
        cx.emit(Event::Waits(Pending::Movement(movement::Waiting::SecondMove { who })));
    }
}

/// FA-BL-01, FA-BL-02: the largest battle line of these groups about one of them; all have come equally far.
fn line_of(look: Look<'_>, own: GroupSet, of: GroupSet) -> GroupSet {
    let mut line = own;
    for _ in 0..of.len() {
        let joins = |id: &GroupId| look.line_breaches(line.union(GroupSet::one(*id))).is_empty();
        let Some(next) = of.minus(line).iter().find(joins) else { break };
        line.insert(next);
    }
    line
}

/// Places to arrive at, for proposals: all groups side by side in two ranks at every 2 MU of the edge, as far in as they
/// may come; or as many as find room.
pub fn ways(look: Look<'_>) -> Vec<Vec<Deployed>> {
    let Some(march) = arriving(look) else { return Vec::new() };
    let entry = Entry { look, march, yielding: GroupSet::EMPTY, sacks: false };
    let mut ways = Vec::new();
    let mut along = look.mu(2.0);
    while along < look.state.field.depth {
        let mut all: Vec<Deployed> = Vec::new();
        let mut at = along;
        for group in march.groups.iter() {
            let files = (look.state.strength(group) as u8).div_ceil(2);
            at += f64::from(files) * look.rules.width * 0.5;
            all.push(entry.placed(group, files, at));
            at += f64::from(files) * look.rules.width * 0.5;
        }
        if faults(look, &all).is_empty() {
            ways.push(all);
        }
        along += look.mu(2.0);
    }
    if ways.is_empty() {
        ways.push(entry.greedily());
    }
    ways
}

/// After the enemy has fled: the same places as far in as they may come, and half of that.
pub fn ways_in(look: Look<'_>, commander: CommanderId, named: &[Deployed]) -> Vec<Vec<Deployed>> {
    let Some(march) = march_of(look, commander) else { return Vec::new() };
    let entry = Entry { look, march, yielding: GroupSet::EMPTY, sacks: false };
    let mut full: Vec<Deployed> = Vec::new();
    for one in named {
        let along = one.front.at.y;
        let placed = Deployed { tail: one.tail, ..entry.placed(one.group, one.files, along) };
        let standing: Vec<Rect> = full.iter().flat_map(|one| formed(look, one).1).collect();
        if entry.of_one(&placed, &standing).is_empty() {
            full.push(placed);
        }
    }
    let half = full.iter().map(|one| {
        let back = entry.depth(one) * 0.5;
        let deep = entry.outside(one).block().depth;
        Deployed {
            front: one.front.advanced(-(back.min((entry.depth(one) - deep).max(0.0)))).on_grid(),
            ..*one
        }
    });
    let half: Vec<Deployed> = half.collect();
    let mut ways = vec![full, half, Vec::new()];
    ways.retain(|way| enter_faults(look, commander, named, way).is_empty());
    ways.dedup();
    ways
}

impl Entry<'_> {
    /// One group after the other where there is room.
    fn greedily(&self) -> Vec<Deployed> {
        let mut named: Vec<Deployed> = Vec::new();
        for group in self.march.groups.iter() {
            let standing: Vec<Rect> = named.iter().flat_map(|one| formed(self.look, one).1).collect();
            named.extend(self.room_for(group, &named, &standing));
        }
        named
    }
}
