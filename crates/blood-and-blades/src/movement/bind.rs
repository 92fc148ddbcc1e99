//! What zones of control do to those who move (BB-ZOC-10 to BB-ZOC-18, BB-MOVE-40).

use super::approach::{Approach, Fit, Search, Way};
use super::motion::{Measure, Motion, front_corners};
use super::plan::{Plan, Track};
use super::ways::{body_of, motions, way_of};
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Reach;
use crate::fact::Fact;
use crate::rules::Look;
use aelian_geometry::{Rect, to_degrees};
use aelian_rulebook::rule;
use std::cell::OnceCell;

/// BB-ZOC-16: how near to the border of a zone a move must stop, in mm: a hand is not finer.
pub const STOP: f64 = 1.0;

/// BB-ZOC-11: how much longer than the shortest a way may be, in mm.
pub(super) const LONGER: f64 = 2.0;

/// BB-ENG-30: how far from the best fit an approximation may be: radians and mm.
const LOOSER: Fit = Fit { askew: 0.06, off: 3.0 };

/// A move under judgement: the table before and after it.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    pub look: Look<'a>,
    pub after: Look<'a>,
    pub reach: Reach,
}

/// BB-ZOC-10 to BB-ZOC-17, BB-MOVE-40: judges a planned move of a body.
pub fn judge(judged: Judged<'_>, plan: &mut Plan) {
    let tracks = std::mem::take(&mut plan.tracks);
    let body = Body::new(judged, &tracks);
    let alone = tracks.len() == 1;
    let mut entered: Vec<(BaseId, BaseId)> = Vec::new();
    let mut zocced: Vec<(BaseId, BaseSet)> = Vec::new();
    for track in &tracks {
        if judged.look.settled(plan) {
            break;
        }
        if judged.holds_enemy(track.base, plan.near) {
            plan.refuse(rule!("BB-MOVE-40"), Fact::Base(track.base));
            continue;
        }
        let zoccers = judged.look.zoccers_among(judged.look.state.rect(track.base), plan.near);
        if !zoccers.is_empty() {
            zocced.push((track.base, zoccers));
            let way = judged.way(track, alone);
            judged.bound(track, way, zoccers, &body, plan);
        } else if let Some(entry) = judged.entry(track, plan.near) {
            plan.note(rule!("BB-ZOC-16"), Fact::InZone { base: track.base, of: entry.of });
            if entry.rest > judged.look.at_most(STOP) {
                entered.push((track.base, entry.of));
                if alone {
                    judged.goes_on(track, &entry, plan);
                }
            }
        }
    }
    if !alone && !judged.look.settled(plan) {
        let known = all_of(&zocced);
        body.goes_on(&entered, known, plan);
        if plan.is_legal() && !known.is_empty() {
            body.choice(&zocced, plan);
        }
    }
    plan.tracks = tracks;
}

/// A body under judgement. Whom its front meets is asked for each of its bases, and looked for once.
pub(super) struct Body<'a> {
    pub judged: Judged<'a>,
    pub tracks: &'a [Track],
    front: OnceCell<BaseSet>,
}

/// Where a track enters a zone, and what comes after.
struct Entered {
    of: BaseId,
    /// Where the base is then.
    rect: Rect,
    /// The distance used up to there, and the way from there on.
    used: f64,
    motions: Vec<Motion>,
    /// How far it goes from there, in mm.
    rest: f64,
}

impl<'a> Judged<'a> {
    /// BB-MOVE-40: whether the base's own front holds an enemy in close combat.
    fn holds_enemy(&self, base: BaseId, near: BaseSet) -> bool {
        near.iter().any(|enemy| self.look.touches(base, enemy) && self.look.engages(base, enemy))
    }

    /// BB-ZOC-10, BB-ZOC-11, BB-ZOC-13, BB-ZOC-15, BB-ZOC-17: a base that is zocced at the start must get into
    /// close combat, or in a group be served by it.
    fn bound(&self, track: &Track, way: Way, zoccers: BaseSet, body: &Body<'_>, plan: &mut Plan) {
        let base = track.base;
        let hits = self.after.engaged_by(base);
        let of = zoccers.first().unwrap_or(base);
        let grouped = body.tracks.len() > 1;
        if hits.is_empty() {
            // BB-PIG-48, reading: to support a friend against a zoccer, or to overlap that zoccer, is to fight him.
            let joins = || self.after.reached_by(base).iter().any(|enemy| zoccers.contains(enemy));
            if (grouped && body.serves(base, zoccers)) || joins() {
                return;
            }
            let rule = if grouped { rule!("BB-ZOC-17") } else { rule!("BB-ZOC-10") };
            return plan.refuse(rule, Fact::InZone { base, of });
        }
        // BB-ZOC-17, reading: a group is one mover, see `Body::choice`.
        let reaches = hits.iter().any(|hit| zoccers.contains(hit));
        if grouped || (way == Way::Straight && reaches) {
            return;
        }
        let search = Search::new(self.look, base, self.reach);
        self.single_choice(&search, track, way, hits, plan.used, zoccers, plan);
    }

    /// BB-ZOC-11, BB-ZOC-15, BB-ENG-30 for a single base: the right target by the right way.
    #[allow(clippy::too_many_arguments)]
    fn single_choice(
        &self,
        search: &Search<'_>,
        track: &Track,
        way: Way,
        hits: BaseSet,
        used: f64,
        zoccers: BaseSet,
        plan: &mut Plan,
    ) {
        let Some(best) = best(search, zoccers) else { return };
        let base = search.base;
        let fact = Fact::Pair { base, other: best.target };
        let reaches = hits.iter().any(|hit| zoccers.contains(hit));
        if zoccers.contains(best.target) && !reaches {
            return plan.refuse(rule!("BB-ZOC-11"), fact);
        }
        let end = search.look.state.rect(base).with_pose(track.to);
        let targets = if reaches { hits.iter().filter(|hit| zoccers.contains(*hit)).collect() } else { hits };
        let Some(made) = self.made(&end, way, targets, used) else { return };
        let (mine, wanted) = (rank(search, &made), rank(search, &best));
        if mine > wanted {
            let rule = if mine == Rank::Approximate { rule!("BB-ZOC-15") } else { rule!("BB-ZOC-11") };
            return plan.refuse(rule, fact);
        }
        if mine == wanted && is_worse(&made, &best, mine) {
            match mine {
                // BB-ENG-30: how far it would stand askew, or its corners off, and how far they need be.
                Rank::Approximate => plan.refuse(rule!("BB-ENG-30"), looser(&made.fit, &best.fit)),
                _ => plan.refuse(rule!("BB-ZOC-11"), Fact::TooFar { used: made.used, allowed: best.used }),
            }
        }
    }

    /// The move as it was chosen, as an approach to that target which it fits best.
    fn made(&self, end: &Rect, way: Way, targets: BaseSet, used: f64) -> Option<Approach> {
        let fit = |target: BaseId| Fit::of(end, self.look.state.rect(target));
        let slack = self.look.rules.tolerance.angle;
        let target = targets.iter().min_by(|a, b| fit(*a).compare(&fit(*b), slack))?;
        Some(Approach { way, target, legs: Vec::new(), used, end: *end, fit: fit(target) })
    }

    /// BB-ZOC-16, BB-ZOC-11 for a single base that goes on within a zone: into close combat, by the most
    /// straightforward way from where it came into the zone.
    fn goes_on(&self, track: &Track, entry: &Entered, plan: &mut Plan) {
        let base = track.base;
        let hits = self.after.engaged_by(base);
        if hits.is_empty() {
            // BB-PIG-48, reading: a place of support or overlap against one who zocs it there is contact with him.
            let zocs = |enemy: BaseId| enemy == entry.of || self.after.zoccers(base).contains(enemy);
            if !self.after.reached_by(base).iter().any(zocs) {
                plan.refuse(rule!("BB-ZOC-16"), Fact::InZone { base, of: entry.of });
            }
            return;
        }
        let way = way_of(&entry.rect, &entry.motions, true, self.look.rules.tolerance);
        let mut there = self.look.state.clone();
        if let Some(moved) = there.bases.get_mut(base.index()) {
            moved.rect = entry.rect;
        }
        let zoccers = BaseSet::one(entry.of);
        if way == Way::Straight && hits.contains(entry.of) {
            return;
        }
        let search = Search {
            look: self.look.at(&there),
            base,
            reach: self.reach,
            left: (plan.allowed - entry.used).max(0.0),
            start: *self.look.state.rect(base),
        };
        self.single_choice(&search, track, way, hits, plan.used - entry.used, zoccers, plan);
    }

    /// Where a track first enters a zone.
    fn entry(&self, track: &Track, near: BaseSet) -> Option<Entered> {
        let own = self.look.state.base(track.base);
        let mut rect = own.rect;
        let mut measure = Measure::of(&rect, self.look.rules.settings.pivot_measure);
        let motions = motions(self.look, track);
        for (at, motion) in motions.iter().enumerate() {
            if let Some(entry) = self.look.zone_entry_among(&rect, *motion, near) {
                let before = motion.part(entry.part);
                let there = before.apply(&rect);
                let mut rest = vec![Motion::between(&there, motion.pose(&rect), self.look.rules.tolerance)];
                rest.extend_from_slice(&motions[at + 1..]);
                measure.walk(before);
                let mut whole = Measure::of(&there, self.look.rules.settings.pivot_measure);
                rest.iter().for_each(|motion| whole.walk(*motion));
                let (used, rest_length) = (measure.used(), whole.used());
                return Some(Entered { of: entry.of, rect: there, used, motions: rest, rest: rest_length });
            }
            measure.walk(*motion);
            rect = motion.apply(&rect);
            if *motion == Motion::Turnabout {
                measure.faced_about(front_corners(&rect));
            }
        }
        None
    }

    pub(super) fn way(&self, track: &Track, alone: bool) -> Way {
        let rect = self.look.state.rect(track.base);
        way_of(rect, &motions(self.look, track), alone, self.look.rules.tolerance)
    }
}

impl<'a> Body<'a> {
    pub fn new(judged: Judged<'a>, tracks: &'a [Track]) -> Body<'a> {
        Body { judged, tracks, front: OnceCell::new() }
    }

    /// The enemies whom its front engages.
    fn engaged(&self) -> BaseSet {
        *self.front.get_or_init(|| self.judged.after.engaged_by_front(body_of(self.tracks)))
    }

    /// Those of these enemies whom it engages with its front or, if there is none, against whom it supports or whom it
    /// overlaps.
    pub fn meets(&self, who: impl Fn(BaseId) -> bool) -> Option<BaseId> {
        let reached =
            |track: &Track| self.judged.after.reached_by(track.base).iter().find(|enemy| who(*enemy));
        self.engaged().iter().find(|enemy| who(*enemy)).or_else(|| self.tracks.iter().find_map(reached))
    }

    /// BB-ZOC-17, reading: a zocced base is served if the body as a whole gets into close combat with an enemy that zocs
    /// it, or with another of his group, or if it is of a further rank and goes up behind a base that fights or supports.
    fn serves(&self, base: BaseId, zoccers: BaseSet) -> bool {
        let look = self.judged.look;
        let zocs = |enemy: BaseId| {
            zoccers.contains(enemy) || zoccers.iter().any(|zoccer| look.in_one_group(zoccer, enemy))
        };
        self.engaged().iter().any(zocs) || self.is_behind_engaged(base)
    }

    fn is_behind_engaged(&self, base: BaseId) -> bool {
        let after = self.judged.after;
        let mut at = base;
        for _ in 0..self.tracks.len() {
            let ahead = self.tracks.iter().find(|track| after.directly_behind(at, track.base));
            match ahead {
                Some(track) if !after.reached_by(track.base).is_empty() => return true,
                Some(track) => at = track.base,
                None => return false,
            }
        }
        false
    }

    /// BB-ZOC-17: whether a zocced base gets into close combat by itself, or with the body.
    pub fn is_served(&self, base: BaseId, zoccers: BaseSet) -> bool {
        let after = self.judged.after;
        !after.engaged_by(base).is_empty()
            || self.serves(base, zoccers)
            || after.reached_by(base).iter().any(|enemy| zoccers.contains(enemy))
    }

    /// BB-ZOC-16: if it goes on within zones, it must engage an enemy whose zone it entered, or one in whose zone (`known`)
    /// it stood before.
    fn goes_on(&self, entered: &[(BaseId, BaseId)], known: BaseSet, plan: &mut Plan) {
        let Some((base, of)) = entered.first().copied() else { return };
        let serves =
            |enemy: BaseId| known.contains(enemy) || entered.iter().any(|(_, zoccer)| *zoccer == enemy);
        if self.meets(serves).is_none() {
            plan.refuse(rule!("BB-ZOC-16"), Fact::InZone { base, of });
        }
    }
}

/// All who zoc any of these bases.
pub(super) fn all_of(zocced: &[(BaseId, BaseSet)]) -> BaseSet {
    zocced.iter().fold(BaseSet::EMPTY, |all, (_, zoccers)| all.union(*zoccers))
}

/// BB-ZOC-11, BB-ZOC-15: the order in which ways into close combat are preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Straight,
    /// One pivot, straight ahead, flush on the target's front.
    PivotAndFlush,
    /// Any way that ends aligned.
    Aligned,
    /// BB-ENG-30: no room for full alignment.
    Approximate,
}

fn rank(search: &Search<'_>, approach: &Approach) -> Rank {
    let tolerance = search.look.rules.tolerance;
    match approach.way {
        Way::Straight => Rank::Straight,
        Way::PivotAndStraight
            if approach.fit.is_flush(tolerance) && search.may_align(&approach.end, &approach.fit) =>
        {
            Rank::PivotAndFlush
        }
        _ if approach.fit.is_matched(tolerance) => Rank::Aligned,
        _ => Rank::Approximate,
    }
}

/// BB-ENG-30: in what an approximation is looser than the best.
fn looser(made: &Fit, best: &Fit) -> Fact {
    if made.askew > best.askew + LOOSER.askew {
        let [degrees, most] = [made, best].map(|fit| to_degrees(fit.askew));
        return Fact::Angle { degrees, most };
    }
    Fact::TooFar { used: made.off, allowed: best.off }
}

/// BB-ZOC-11: among equals the shortest; of approximations the closest.
fn is_worse(made: &Approach, best: &Approach, rank: Rank) -> bool {
    match rank {
        Rank::Straight => false,
        Rank::PivotAndFlush | Rank::Aligned => made.used > best.used + LONGER,
        Rank::Approximate => {
            made.fit.askew > best.fit.askew + LOOSER.askew
                || (made.fit.askew >= best.fit.askew - LOOSER.askew
                    && made.fit.off > best.fit.off + LOOSER.off)
        }
    }
}

/// BB-ZOC-11, BB-ALG-14: the way that a zocced base must take: into an enemy that zocs it if it can, else into
/// any other.
pub fn best(search: &Search<'_>, zoccers: BaseSet) -> Option<Approach> {
    best_of(search, zoccers).or_else(|| best_of(search, others(search, zoccers)))
}

fn others(search: &Search<'_>, zoccers: BaseSet) -> BaseSet {
    let base = search.look.state.base(search.base);
    let reach = search.look.furthest(BaseSet::one(search.base), search.reach);
    let near: BaseSet = search.look.enemies_near(base.side, &base.rect, reach).collect();
    near.minus(zoccers)
}

/// BB-ZOC-11, BB-ZOC-15: the most straightforward, then the shortest way into one of these enemies.
fn best_of(search: &Search<'_>, targets: BaseSet) -> Option<Approach> {
    let shortest = |find: &dyn Fn(BaseId) -> Option<Approach>| {
        targets.iter().filter_map(find).min_by(|a, b| a.used.total_cmp(&b.used))
    };
    let slack = search.look.rules.tolerance.angle;
    search
        .straight(targets)
        .or_else(|| shortest(&|target| search.pivot_and_flush(target)))
        .or_else(|| shortest(&|target| search.aligned(target)))
        .or_else(|| {
            let closest = targets.iter().filter_map(|target| search.closest(target));
            closest.min_by(|a, b| a.fit.compare(&b.fit, slack))
        })
}
