//! Making an impetuous move (50.3): the way, friends in it, contact, and the end.

use super::rusher::{RushWay, Rusher};
use super::separate::Parting;
use crate::baseset::{BaseId, BaseSet};
use crate::event::{Event, MoveWhy, MovedAs};
use crate::fact::Fact;
use crate::movement::motion::Motion;
use crate::movement::plan::Track;
use crate::outcome;
use crate::rules::{Look, Rules};
use crate::state::{Grid, Pending, Retreat, RetreatKind, Rush, Told};
use crate::troop::TroopType;
use aelian_game::{Cx, Seldom};
use aelian_geometry::{GRID, Hand, Pose, degrees};
use aelian_rulebook::{Reason, RuleId, rule};

/// BB-IMP-46: what a friend in the way does, the first case that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InWay {
    /// BB-IMP-42, BB-IMP-44: the move ends.
    Ends(RuleId),
    /// BB-IMP-43.
    RushesFirst,
    /// BB-IMP-45.
    MakesWay(RetreatKind),
}

/// BB-IMP-01: begins an impetuous move; `go_on` makes it.
pub(super) fn begin(cx: &mut Cx<'_, Rules>, base: BaseId, told: Option<Told>, chain: BaseSet) {
    let start = cx.state().rect(base).pose;
    cx.emit(Event::Waits(Pending::Rush(Rush { base, start, told, used: 0, chain })));
}

/// Goes on with the impetuous move on top of the stack until it is done or somebody has to answer.
pub(super) fn go_on(cx: &mut Cx<'_, Rules>) {
    while let Some(Pending::Rush(rush)) = cx.state().pending.last().cloned() {
        let Some(told) = rush.told else { return };
        match course(Look::new(cx.rules, cx.state()), &rush, told) {
            Course::Fork => return,
            Course::Goes(way) => {
                tell_way(cx, &rush, told, &way);
                take(cx, rush, told, &way);
            }
            Course::Ends => stay(cx, &rush, told),
        }
    }
}

/// The rules by which the base goes this way.
fn tell_way(cx: &mut Cx<'_, Rules>, rush: &Rush, told: Told, way: &RushWay) {
    let base = rush.base;
    match told.target {
        None => cx.cite(rule!("BB-IMP-29"), || Fact::Base(base)),
        Some(other) => {
            let reached = way.reached.contains(other);
            let rule = if reached { rule!("BB-IMP-25") } else { rule!("BB-IMP-26") };
            cx.cite(rule, || Fact::Pair { base, other });
        }
    }
    if told.deviate != 0 {
        let degrees = f64::from(told.deviate) / GRID;
        let most = cx.rules.tables.numbers.rushing.aside_degrees;
        cx.cite(rule!("BB-IMP-30"), || Fact::Angle { degrees, most });
    }
    if told.straight_first {
        cx.cite(rule!("BB-IMP-47"), || Fact::Base(base));
    }
}

/// The move is over where the base stands. BB-IMP-28, BB-IMP-50: if the target is El or a zone holds the base there is
/// no impetuous move at all, so it is not parted from its group either.
fn stay(cx: &mut Cx<'_, Rules>, rush: &Rush, told: Told) {
    let look = Look::new(cx.rules, cx.state());
    let base = rush.base;
    let elephant = told.target.filter(|target| look.state.base(*target).is(TroopType::El));
    let bound = !look.zoccers_of_impetuous(base).is_empty();
    if let Some(other) = elephant {
        cx.cite(rule!("BB-IMP-28"), || Fact::Pair { base, other });
    } else if bound {
        cx.cite(rule!("BB-IMP-50"), || Fact::Base(base));
    } else {
        let by = Rusher::of(look, rush).stopped_by(told.target);
        tell_wall(cx, base, by);
    }
    match rush.used == 0 && (elephant.is_some() || bound) {
        true => done(cx, base),
        false => finish(cx, base, BaseSet::EMPTY),
    }
}

/// How a move goes on from where the base is.
pub(super) enum Course {
    Goes(Box<RushWay>),
    /// BB-IMP-31: it has come to two equally short ways at its target, and nobody has said which it takes.
    Fork,
    Ends,
}

/// BB-IMP-25, BB-IMP-28 to BB-IMP-31: how the move goes on.
pub(super) fn course(look: Look<'_>, rush: &Rush, told: Told) -> Course {
    let on_table = |base: BaseId| look.state.base(base).on_table();
    if !on_table(rush.base) || told.target.is_some_and(|target| !on_table(target)) {
        return Course::Ends;
    }
    Rusher::of(look, rush).course(told)
}

impl Rusher<'_> {
    /// As `course`, of a base on the table.
    pub fn course(&self, told: Told) -> Course {
        let bound = !self.look.zoccers_of_impetuous(self.base).is_empty();
        let way = match told.target {
            // BB-IMP-28.
            Some(target) if self.is(target, TroopType::El) => None,
            Some(_) if told.deviate != 0 && !bound => deviating(self, told.deviate),
            Some(target) => {
                let ways = self.ways_at(target, told.straight_first, bound);
                if ways.fork() && told.hand.is_none() && told.deviate == 0 {
                    return Course::Fork;
                }
                ways.of_hand(*told.hand)
            }
            None if bound => self.straight().filter(|way| !way.reached.is_empty()),
            // BB-IMP-29.
            None if told.deviate == 0 => self.straight(),
            None => deviating(self, told.deviate),
        };
        way.filter(|way| self.moves(way)).map_or(Course::Ends, |way| Course::Goes(Box::new(way)))
    }

    /// The way that it takes, the one on the left where it may choose; none if its move is over.
    pub fn next_way(&self, told: Told) -> Option<RushWay> {
        match self.course(Told { hand: Seldom(told.hand.or(Some(Hand::Left))), ..told }) {
            Course::Goes(way) => Some(*way),
            Course::Fork | Course::Ends => None,
        }
    }
}

/// BB-IMP-31: whether it has come to two equally short ways at its target, and nobody has said which it takes.
pub(super) fn forks(look: Look<'_>, rush: &Rush, told: Told) -> bool {
    told.target.is_some()
        && told.hand.is_none()
        && told.deviate == 0
        && matches!(course(look, rush, told), Course::Fork)
}

/// BB-IMP-30: an initial turn of so many 1/1024 degrees, then straight ahead.
fn deviating(rusher: &Rusher<'_>, deviate: Grid) -> Option<RushWay> {
    let motions = turn_aside(rusher, f64::from(deviate) / GRID);
    rusher.go(&motions)
}

pub(super) fn turn_aside(rusher: &Rusher<'_>, angle: f64) -> [Motion; 2] {
    let rect = rusher.rect();
    let hand = if angle < 0.0 { Hand::Left } else { Hand::Right };
    let turn = Motion::Turn { about: rect.corner(hand.front_corner()), angle: degrees(angle) };
    let turned = turn.apply(rect);
    [turn, Motion::Go(turned.pose.facing.vector() * rusher.longest())]
}

/// Takes a way up to the first friend who is in it, and has him do what he must.
fn take(cx: &mut Cx<'_, Rules>, rush: Rush, told: Told, way: &RushWay) {
    let look = Look::new(cx.rules, cx.state());
    let rusher = Rusher::of(look, &rush);
    let met = first_friend(&rusher, way);
    let motions = met.as_ref().map_or(way.motions.as_slice(), |met| met.before.as_slice());
    let friend = met.as_ref().map(|met| met.friend);
    let in_way = friend.map(|friend| (friend, look.in_way(rush.base, friend, rush.chain)));
    let mut measure = rusher.measure();
    motions.iter().for_each(|motion| measure.walk(*motion));
    let (track, used) = (track_of(&rusher, motions), measure.used());
    let fighting = fighting_enemies(look);
    drop(rusher);
    if outcome::ambush::reveal(cx, track.iter().cloned().collect()) {
        // BB-BUSH-12, BB-IMP-51: the move goes on towards its target, past whoever stands there now.
        return;
    }
    move_along(cx, track, used - f64::from(rush.used) / GRID);
    let Some((friend, in_way)) = in_way else {
        tell_wall(cx, rush.base, way.wall.or(way.hit));
        tell_ground(cx, rush.base, way);
        if let Some(Reason { rule, fact }) = way.held_by.clone() {
            cx.cite(rule, || fact);
        }
        return finish(cx, rush.base, fighting);
    };
    let mut rush = rush;
    rush.used = (used * GRID).round() as Grid;
    rush.told = Some(Told { deviate: 0, ..told });
    rush.chain.insert(friend);
    match in_way {
        InWay::Ends(rule) => {
            cx.cite(rule, || Fact::BlockedBy(friend));
            finish(cx, rush.base, fighting);
        }
        InWay::RushesFirst => {
            cx.cite(rule!("BB-IMP-43"), || Fact::BlockedBy(friend));
            let mut chain = rush.chain;
            chain.insert(rush.base);
            cx.emit(Event::Settled);
            cx.emit(Event::Waits(Pending::Rush(rush)));
            begin(cx, friend, None, chain);
        }
        InWay::MakesWay(kind) => {
            cx.cite(rule!("BB-IMP-45"), || Fact::Makes { base: friend, kind });
            let makes_way_for = Some(rush.base);
            cx.emit(Event::Settled);
            cx.emit(Event::Waits(Pending::Rush(rush)));
            let retreat = Retreat { base: friend, kind, answers: Vec::new(), makes_way_for };
            cx.emit(Event::Waits(Pending::Retreat(retreat)));
            outcome::settle(cx);
        }
    }
}

/// A friend in the way, and the motions up to him.
struct MetFriend {
    friend: BaseId,
    before: Vec<Motion>,
}

/// BB-IMP-52, BB-PASS-07: the first friend on a way who is not passed through. Nobody is passed through if
/// the base would have to stop upon him.
fn first_friend(rusher: &Rusher<'_>, way: &RushWay) -> Option<MetFriend> {
    let mut barred = BaseSet::EMPTY;
    loop {
        let met = first_friend_but(rusher, way, barred)?;
        let end = met.before.iter().fold(*rusher.rect(), |rect, motion| motion.apply(&rect));
        let own = BaseSet::one(rusher.base);
        match rusher.look.overlapped(&end, own).find(|under| !barred.contains(*under)) {
            Some(under) => barred.insert(under),
            None => return Some(met),
        };
    }
}

/// The first friend on a way who is not passed through; those in `barred` are not.
fn first_friend_but(rusher: &Rusher<'_>, way: &RushWay, barred: BaseSet) -> Option<MetFriend> {
    let look = rusher.look;
    let slack = look.rules.tolerance.length;
    let mut rect = *rusher.rect();
    for (at, motion) in way.motions.iter().enumerate() {
        let side = look.state.base(rusher.base).side;
        let met = look
            .friends_near(side, &rect, motion.reach(&rect))
            .filter(|friend| *friend != rusher.base)
            .filter(|friend| barred.contains(*friend) || !rusher.passes(*friend, &rect, *motion, way))
            .filter_map(|friend| look.meets(&rect, *motion, friend).map(|met| (met, friend)))
            .filter(|(met, _)| !is_last_touch(way, at, *met, slack))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((met, friend)) = met {
            let mut before = way.motions[..at].to_vec();
            let part = met / motion.size();
            if part > 0.0 {
                before.push(motion.part(part));
            }
            return Some(MetFriend { friend, before });
        }
        rect = motion.apply(&rect);
    }
    None
}

/// Whether a friend is only touched where the way ends anyway.
fn is_last_touch(way: &RushWay, at: usize, met: f64, slack: f64) -> bool {
    let last = way.motions.get(at).map_or(0.0, |motion| motion.size());
    at + 1 == way.motions.len() && matches!(way.motions.get(at), Some(Motion::Go(_))) && met >= last - slack
}

impl Look<'_> {
    /// BB-IMP-42 to BB-IMP-46, BB-HALT-07: what happens with a friend in the way of an impetuous base.
    pub(super) fn in_way(&self, base: BaseId, friend: BaseId, chain: BaseSet) -> InWay {
        let other = self.state.base(friend);
        if other.is(TroopType::El) || self.fights_along(friend) {
            return InWay::Ends(rule!("BB-IMP-42"));
        }
        if self.is_impetuous_type(friend) {
            let moved = self.has_moved(friend) || chain.contains(friend);
            return if moved { InWay::Ends(rule!("BB-IMP-44")) } else { InWay::RushesFirst };
        }
        if chain.contains(friend) || other.is(TroopType::Bg) {
            // AMB-131, BB-TRP-12: he has made way as far as he can, or never moves.
            return InWay::Ends(rule!("BB-IMP-53"));
        }
        let mounted = self.state.base(base).troop.kind.is_mounted();
        InWay::MakesWay(if mounted { RetreatKind::Flee } else { RetreatKind::Recoil })
    }
}

/// BB-IMP-40: the base goes its way; no PIGs are paid.
fn move_along(cx: &mut Cx<'_, Rules>, track: Option<Track>, distance: f64) {
    let Some(Track { base, via, to }) = track else { return };
    if cx.state().base(base).vehicles {
        cx.emit(Event::VehiclesLost(base));
    }
    cx.cite(rule!("BB-IMP-40"), || Fact::Number { value: distance });
    cx.emit(Event::Moved { base, via, to, why: MoveWhy::Impetuous });
    cx.emit(Event::CountsAs { base, moved: MovedAs::Impetuous, distance });
}

/// The way of the base as poses; none if it does not move.
fn track_of(rusher: &Rusher<'_>, motions: &[Motion]) -> Option<Track> {
    let mut rect = *rusher.rect();
    let mut poses: Vec<Pose> = motions
        .iter()
        .flat_map(|motion| motion.pieces())
        .map(|motion| {
            rect = motion.apply(&rect);
            rect.pose
        })
        .collect();
    let to = poses.pop()?.on_grid();
    poses.retain(|pose| *pose != to);
    (to != rusher.rect().pose).then_some(Track { base: rusher.base, via: poses, to })
}

/// BB-IMP-42, BB-IMP-44, BB-MOVE-47: names the friend or the enemy at whom the way has ended.
fn tell_wall(cx: &mut Cx<'_, Rules>, base: BaseId, wall: Option<BaseId>) {
    let Some(friend) = wall else { return };
    let look = Look::new(cx.rules, cx.state());
    if look.state.base(friend).side != look.state.base(base).side {
        return cx.cite(rule!("BB-MOVE-47"), || Fact::BlockedBy(friend));
    }
    if let InWay::Ends(rule) = look.in_way(base, friend, BaseSet::one(friend)) {
        cx.cite(rule, || Fact::BlockedBy(friend));
    }
}

/// BB-IMP-40, BB-GEO-13, BB-WAT-02, BB-ROAD-05, BB-RIV-03: names the table's edge, the water or the river at which a
/// way has ended that reached nobody.
fn tell_ground(cx: &mut Cx<'_, Rules>, base: BaseId, way: &RushWay) {
    /// It stands at what is no further off than this, in mm.
    const AT: f64 = 1.0;
    let Some(Motion::Go(last)) = way.motions.last() else { return };
    if !cx.is_traced() || way.wall.is_some() || way.hit.is_some() || !way.reached.is_empty() {
        return;
    }
    let look = Look::new(cx.rules, cx.state());
    let rect = *look.state.rect(base);
    let on = Motion::Go(last.normalize_or_zero() * AT);
    let reason = look.ground_in_way(&[(base, rect)], on).map(|block| look.reason_of(&block, &rect, on));
    if let Some(Reason { rule, fact }) = reason {
        cx.cite(rule, || fact);
    }
}

/// The move is over: contact is settled, or the base is parted from groups.
fn finish(cx: &mut Cx<'_, Rules>, base: BaseId, fighting: BaseSet) {
    done(cx, base);
    let look = Look::new(cx.rules, cx.state());
    if !look.state.base(base).on_table() {
        return;
    }
    if look.in_close_combat(base) {
        return crate::movement::carry::settle_contact(cx, BaseSet::one(base), fighting, false);
    }
    part(cx, base);
}

/// BB-IMP-48: puts a base apart from its group, if it has to be, or waits for the hand.
fn part(cx: &mut Cx<'_, Rules>, base: BaseId) {
    match Look::new(cx.rules, cx.state()).parting(base) {
        Parting::Either => cx.emit(Event::Waits(Pending::Separate { base })),
        Parting::Only(pose) => part_to(cx, base, pose),
        Parting::No => {}
    }
}

/// The base has had its impetuous move in this bound.
fn done(cx: &mut Cx<'_, Rules>, base: BaseId) {
    cx.emit(Event::RushDone(base));
    cx.emit(Event::Settled);
}

/// BB-IMP-48: puts a base apart from its group. BB-BUSH-10: if an ambush comes into sight there, it is looked at anew
/// whether there is room.
pub(super) fn part_to(cx: &mut Cx<'_, Rules>, base: BaseId, to: Pose) {
    if outcome::ambush::reveal(cx, vec![Track { base, via: Vec::new(), to }]) {
        return part(cx, base);
    }
    cx.cite(rule!("BB-IMP-48"), || Fact::Base(base));
    cx.emit(Event::Moved { base, via: Vec::new(), to, why: MoveWhy::Separated });
}

/// BB-ENG-32: enemies who are in close combat before the move.
fn fighting_enemies(look: Look<'_>) -> BaseSet {
    look.state.on_table_of(look.active().other()).filter(|enemy| look.in_close_combat(*enemy)).collect()
}
