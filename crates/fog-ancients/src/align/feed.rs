//! Feeding more bases into a melee (55.3).

use super::conform::meet;
use super::contribute::{Fighting, contributes, fighting};
use super::room::blocked;
use super::{AlignChoice, AlignPrompt, FeedFrom, Feeding};
use crate::choice::{Asked, Choice, Ghost, Placement, Prompt};
use crate::command::moves;
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::formation::{Array, Body, MOST_BASES, Slot, front_kinds_first};
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::position::front_edge_contact;
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use crate::state::{Deed, Shape};
use aelian_game::{Cx, Next, Proposals, Side, Verdict};
use aelian_geometry::{Hand, Pose, Rect, touching};
use aelian_rulebook::{Reason, rule};

/// Every change that a group might make.
const CHANGES: [Feeding; 6] = [
    Feeding::Expand { hand: Hand::Left, from: FeedFrom::Rear },
    Feeding::Expand { hand: Hand::Right, from: FeedFrom::Rear },
    Feeding::Expand { hand: Hand::Left, from: FeedFrom::OtherEnd },
    Feeding::Expand { hand: Hand::Right, from: FeedFrom::OtherEnd },
    Feeding::Contract { hand: Hand::Left },
    Feeding::Contract { hand: Hand::Right },
];

/// FA-FEED-03, FA-DEC-51: the active player first, then the other.
fn feeder(look: Look<'_>) -> Side {
    if look.state.stage == Stage::FeedAnswer { look.active().other() } else { look.active() }
}

/// FA-FEED-01: asked as long as some group of the side could feed bases.
pub(super) fn next(look: Look<'_>) -> Asked {
    let side = feeder(look);
    hopeful(look)
        .any(|group| able(look, group).next().is_some())
        .then_some(Next::Ask { side, prompt: Prompt::Align(AlignPrompt::Feed) })
}

/// The changes that a group may make.
fn able(look: Look<'_>, group: GroupId) -> impl Iterator<Item = Feeding> + '_ {
    let line = line(look, group).ok().filter(|line| line.has_idle(look));
    let changes = line.into_iter().flat_map(|line| CHANGES.map(|change| (line, change)));
    changes
        .filter(move |(line, change)| changed(look, group, line, *change).is_ok())
        .map(|(_, change)| change)
}

/// Groups of the side in close combat that have not been fed yet.
fn hopeful(look: Look<'_>) -> impl Iterator<Item = GroupId> + '_ {
    let groups = look.state.on_table_of(feeder(look));
    groups.filter(move |group| !look.state.dealt.contains(*group) && look.state.in_close_combat(*group))
}

pub(super) fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    if next(look).is_none() {
        return not_asked(choice);
    }
    match choice {
        Choice::Align(AlignChoice::EndFeeding) => Verdict::legal(Ghost::default()),
        Choice::Align(AlignChoice::Feed { group, change }) => check_feed(look, *group, *change),
        _ => not_asked(choice),
    }
}

pub(super) fn check_feed(look: Look<'_>, group: GroupId, change: Feeding) -> Verdict<Rules> {
    if group.index() >= look.state.groups.len() {
        return Verdict::refused(rule!("FA-FEED-02"), Fact::NoSuchGroup(group));
    }
    if look.state.group(group).side != feeder(look) {
        return Verdict::refused(rule!("FA-FEED-03"), Fact::NotYours(group));
    }
    match plan(look, group, change) {
        Ok(fed) => Verdict::legal(Ghost { moves: fed.places, ..Ghost::default() }),
        Err(breaches) => {
            let mut verdict = Verdict::legal(Ghost::default());
            verdict.breaches = breaches;
            verdict
        }
    }
}

pub(super) fn propose(look: Look<'_>, out: &mut Proposals<Rules>) {
    for group in hopeful(look) {
        out.extend(able(look, group).map(|change| Choice::Align(AlignChoice::Feed { group, change })));
    }
    out.push(Choice::Align(AlignChoice::EndFeeding));
}

pub(super) fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) {
    let look = Look::new(cx.rules, cx.state());
    match choice {
        Choice::Align(AlignChoice::Feed { group, change }) => {
            if let Ok(fed) = plan(look, *group, *change) {
                feed(cx, *group, *change, fed);
            }
            cx.emit(Event::Dealt(*group));
        }
        _ => {
            let left: Vec<GroupId> = hopeful(look).collect();
            left.into_iter().for_each(|group| cx.emit(Event::Dealt(group)));
        }
    }
}

fn feed(cx: &mut Cx<'_, Rules>, group: GroupId, change: Feeding, fed: Fed) {
    cx.cite(rule!("FA-FEED-02"), || Fact::Group(group));
    let facing = cx.state().group(group).facing;
    moves(
        cx,
        Moved { group, why: MoveWhy::Fed, way: Vec::new(), places: fed.places, facing, shape: fed.shape },
    );
    if let Feeding::Expand { hand, .. } = change {
        let deed = if hand == Hand::Left { Deed::ExpandedLeft } else { Deed::ExpandedRight };
        cx.emit(Event::Did { group, deed });
        meet(cx, group, rule!("FA-FEED-02"));
    }
}

/// A group with bases fed.
struct Fed {
    /// Where the bases go that move.
    places: Vec<Placement>,
    shape: Shape,
}

/// An array before and after, the files of the old one counted as in the new one.
struct Change {
    old: Array,
    new: Array,
    /// The new file of an old one is its number plus this.
    shift: i8,
    moved: Vec<BaseId>,
}

/// A group that could be fed: its files and ranks, and which files fight.
#[derive(Clone, Copy)]
struct Line {
    array: Array,
    fights: Fighting,
}

impl Line {
    /// Some base does not contribute where it is.
    fn has_idle(&self, look: Look<'_>) -> bool {
        self.array.slots().iter().any(|slot| !contributes(look, &self.array, &self.fights, *slot))
    }
}

/// FA-FEED-01, FA-FEED-02, FA-FEED-06, FA-FEED-10: the group if it may be fed at all, or why not.
fn line(look: Look<'_>, group: GroupId) -> Result<Line, Reason<Fact>> {
    let no = |rule| Err(Reason::new(rule, Fact::Group(group)));
    let troops = look.state.group(group);
    let may = troops.on_table() && !troops.is_broken() && look.state.in_close_combat(group);
    if !may || troops.shape == Shape::Orb || look.state.dealt.contains(group) {
        return no(rule!("FA-FEED-02"));
    }
    if troops.is_train() {
        return no(rule!("FA-FEED-10"));
    }
    let array = look.array(group);
    if !array.is_normal() {
        return no(rule!("FA-FEED-06"));
    }
    Ok(Line { array, fights: fighting(look, group, &array) })
}

/// FA-ALG-92: what the change comes to, or every rule against it.
fn plan(look: Look<'_>, group: GroupId, change: Feeding) -> Result<Fed, Vec<Reason<Fact>>> {
    let line = line(look, group).map_err(|reason| vec![reason])?;
    changed(look, group, &line, change)
}

/// FA-FEED-07: of all ways to make the change the first that is allowed; or what is against the one that moves least.
fn changed(look: Look<'_>, group: GroupId, line: &Line, change: Feeding) -> Result<Fed, Vec<Reason<Fact>>> {
    let ways = match change {
        Feeding::Expand { hand, from: FeedFrom::Rear } => wider(look, &line.array, hand),
        Feeding::Expand { hand, from: FeedFrom::OtherEnd } => across(&line.array, hand).into_iter().collect(),
        Feeding::Contract { hand } => narrower(look, &line.array, hand),
    };
    let mut first: Option<Vec<Reason<Fact>>> = None;
    for way in &ways {
        match breaches(look, group, change, way, &line.fights) {
            Ok(fed) => return Ok(fed),
            Err(found) => first = first.or(Some(found)),
        }
    }
    Err(first.unwrap_or_else(|| vec![Reason::new(rule!("FA-FEED-06"), Fact::Group(group))]))
}

fn breaches(
    look: Look<'_>,
    group: GroupId,
    change: Feeding,
    way: &Change,
    fights: &Fighting,
) -> Result<Fed, Vec<Reason<Fact>>> {
    let mut found = Vec::new();
    for base in &way.moved {
        let slot = way.old.slot_of(*base);
        if slot.is_some_and(|slot| contributes(look, &way.old, fights, slot)) {
            found.push(Reason::new(rule!("FA-FEED-04"), Fact::Base(*base)));
        }
        if let Some(foe) = touched_by(look, group, *base) {
            found.push(Reason::new(rule!("FA-FEED-05"), Fact::BasePair { base: *base, other: foe }));
        }
    }
    let fed = placed(look, group, way);
    let bases =
        fed.places.iter().map(|place| (place.base, look.state.rect(place.base).with_pose(place.pose)));
    let body = Body { facing: look.state.group(group).facing, bases: bases.collect() };
    if let Some(by) = look.stands_on(&body, GroupSet::one(group), |_| true) {
        found.push(Reason::new(rule!("FA-FEED-02"), blocked(by)));
    }
    match change {
        Feeding::Expand { hand, .. } => {
            found.extend(lapped(look, group, &body));
            if look.state.stage == Stage::FeedAnswer && !is_matched(look, group, hand, &body) {
                found.push(Reason::new(rule!("FA-FEED-03"), Fact::Group(group)));
            }
        }
        Feeding::Contract { .. } => {
            let after = shifted(fights, way.shift);
            let idle = |base: &&BaseId| {
                let slot = way.new.slot_of(**base);
                !slot.is_some_and(|slot| contributes(look, &way.new, &after, slot))
            };
            found.extend(
                way.moved.iter().filter(idle).map(|base| Reason::new(rule!("FA-FEED-08"), Fact::Base(*base))),
            );
        }
    }
    if found.is_empty() { Ok(fed) } else { Err(found) }
}

/// The fighting files under their new numbers.
fn shifted(fights: &Fighting, shift: i8) -> Fighting {
    let mut after = [false; MOST_BASES];
    for (file, fights) in fights.iter().enumerate() {
        let to = file as isize + isize::from(shift);
        if let Some(place) = usize::try_from(to).ok().and_then(|to| after.get_mut(to)) {
            *place = *fights;
        }
    }
    after
}

/// FA-FEED-02, FA-FEED-07: one file more, filled from the rear ranks; the last rank stands where most bases stay.
fn wider(look: Look<'_>, old: &Array, hand: Hand) -> Vec<Change> {
    let files = old.files() + 1;
    if usize::from(files) > old.len() {
        return Vec::new();
    }
    refiled(look, old, files, if hand == Hand::Left { 1 } else { 0 })
}

/// FA-FEED-08: one file less, its bases behind the others.
fn narrower(look: Look<'_>, old: &Array, hand: Hand) -> Vec<Change> {
    if old.files() < 2 {
        return Vec::new();
    }
    refiled(look, old, old.files() - 1, if hand == Hand::Left { -1 } else { 0 })
}

/// All ways to stand in so many files with as many bases as possible where they were, those that move least first.
fn refiled(look: Look<'_>, old: &Array, files: u8, shift: i8) -> Vec<Change> {
    let left_over = old.len() as u8 % files;
    let tails = if left_over == 0 { 0..=0 } else { 0..=files - left_over };
    // AMB-21: of those that move equally few bases first the one in which the last rank stands in the middle.
    let off_middle = |tail: u8| (2 * i16::from(tail) + i16::from(left_over) - i16::from(files)).abs();
    let ways = tails.filter_map(|tail| Some((off_middle(tail), refiled_so(look, old, files, shift, tail)?)));
    let mut ways: Vec<(i16, Change)> = ways.collect();
    ways.sort_by_key(|(off, way)| (way.moved.len(), *off));
    ways.into_iter().map(|(_, way)| way).collect()
}

fn refiled_so(look: Look<'_>, old: &Array, files: u8, shift: i8, tail: u8) -> Option<Change> {
    // The places, filled with numbers first.
    let numbers = (0..old.len() as u16).map(BaseId);
    let places = Array::arranged(numbers, files, tail);
    let stays = |slot: &Slot| {
        let file = slot.file.checked_add_signed(shift)?;
        places.at(file, slot.rank)
    };
    let mut filled: Vec<Option<BaseId>> = vec![None; old.len()];
    let mut moved = Vec::new();
    for slot in old.slots() {
        match stays(slot) {
            Some(place) => *filled.get_mut(place.index())? = Some(slot.base),
            None => moved.push(slot.base),
        }
    }
    front_kinds_first(look, old, &mut moved);
    let mut coming = moved.iter().copied();
    let bases: Option<Vec<BaseId>> = filled.into_iter().map(|base| base.or_else(|| coming.next())).collect();
    let new = Array::arranged(bases?, files, tail);
    Some(Change { old: *old, new, shift, moved })
}

/// FA-FEED-07: the file at the other end goes round to this one.
fn across(old: &Array, hand: Hand) -> Option<Change> {
    let files = old.files();
    if files < 2 {
        return None;
    }
    let (from, to, shift) = match hand {
        Hand::Left => (files - 1, 0, 1),
        Hand::Right => (0, files - 1, -1),
    };
    let moved: Vec<BaseId> = old.file(from).collect();
    let place = |slot: &Slot| {
        let file = if slot.file == from { to } else { slot.file.saturating_add_signed(shift) };
        Slot { file, ..*slot }
    };
    let new = Array::of_slots(old.slots().iter().map(place));
    new.is_normal().then_some(Change { old: *old, new, shift, moved })
}

/// Where the bases that move stand: each file where its front base is, a new file beside the end of the line.
fn placed(look: Look<'_>, group: GroupId, way: &Change) -> Fed {
    let fronts: Vec<Pose> = (0..way.new.files()).filter_map(|file| front_of(look, way, file)).collect();
    let facing = look.state.group(group).facing;
    let mut places = Vec::new();
    for base in &way.moved {
        let Some(slot) = way.new.slot_of(*base) else { continue };
        let Some(front) = fronts.get(usize::from(slot.file)) else { continue };
        let back: f64 = (0..slot.rank).map(|rank| depth_of_rank(look, &way.new, rank)).sum();
        places.push(Placement { base: *base, pose: front.advanced(-back).on_grid() });
    }
    let after = |base: BaseId| {
        let place = places.iter().find(|place| place.base == base);
        let rect = look.state.rect(base);
        (base, place.map_or(*rect, |place| rect.with_pose(place.pose)))
    };
    let body = Body { facing, bases: look.state.bases_of(group).map(after).collect() };
    let shape = if look.is_in_formation(&body) { Shape::Normal } else { Shape::Loose };
    Fed { places, shape }
}

/// The front of a file of the new array: that of the same old file, or beside the end of the old line.
fn front_of(look: Look<'_>, way: &Change, file: u8) -> Option<Pose> {
    let stays = |base: &BaseId| !way.moved.contains(base);
    let own = way.new.at(file, 0)?;
    if stays(&own) {
        return Some(look.state.rect(own).pose);
    }
    let width = look.rules.width;
    let neighbour = |beside: u8, by: f64| {
        let base = way.new.at(beside, 0).filter(stays)?;
        Some(look.state.rect(base).pose.shifted(by))
    };
    neighbour(file + 1, -width).or_else(|| file.checked_sub(1).and_then(|beside| neighbour(beside, width)))
}

fn depth_of_rank(look: Look<'_>, array: &Array, rank: u8) -> f64 {
    let bases = array.slots().iter().filter(|slot| slot.rank == rank);
    bases.map(|slot| look.depth_of(slot.base)).fold(0.0, f64::max)
}

/// FA-FEED-05: an unbroken enemy base that touches this one, so that it is met in front or could be overlapped.
fn touched_by(look: Look<'_>, group: GroupId, base: BaseId) -> Option<BaseId> {
    let t = look.rules.tolerance;
    let rect = look.state.rect(base);
    foes_near(look, group, rect).find(|foe| {
        rect.circle().near(&look.state.rect(*foe).circle(), t.length)
            && touching(rect, &look.outline(*foe), t)
    })
}

/// The bases of unbroken enemy groups that are near enough to touch this rectangle, works included.
fn foes_near<'a>(look: Look<'a>, group: GroupId, rect: &Rect) -> impl Iterator<Item = BaseId> + use<'a> {
    let around = rect.circle();
    let side = look.state.group(group).side.other();
    let unbroken = look.state.on_table_of(side).filter(move |id| !look.state.group(*id).is_broken());
    let near = unbroken.filter(move |id| around.near(&look.circle(*id), 2.0 * look.rules.width));
    near.flat_map(move |enemy| look.state.bases_of(enemy))
}

/// FA-FEED-09: a new base that would have its front edge against an enemy's flank or rear.
fn lapped(look: Look<'_>, group: GroupId, body: &Body) -> Option<Reason<Fact>> {
    let t = look.rules.tolerance;
    body.bases.iter().find_map(|(base, rect)| {
        let foe = foes_near(look, group, rect).find(|foe| {
            let outline = look.outline(*foe);
            let across =
                || rect.pose.facing.angle_to(outline.pose.facing) < core::f64::consts::FRAC_PI_2 * 1.5;
            front_edge_contact(rect, &outline, t) && across()
        })?;
        Some(Reason::new(rule!("FA-FEED-09"), Fact::BasePair { base: *base, other: foe }))
    })
}

/// FA-FEED-03: the active player expanded on the same side, or has a base there that could overlap: it would stand
/// against the new file.
fn is_matched(look: Look<'_>, group: GroupId, hand: Hand, body: &Body) -> bool {
    let t = look.rules.tolerance;
    let towards = look.state.group(group).facing.right() * hand.sign();
    let expanded = |enemy: GroupId| {
        let other = look.state.group(enemy);
        let went = |deed, hand: Hand| {
            other.deeds.has(deed) && (other.facing.right() * hand.sign()).dot(towards) > 0.7
        };
        went(Deed::ExpandedLeft, Hand::Left) || went(Deed::ExpandedRight, Hand::Right)
    };
    let met = |rect: &Rect| {
        let mut foes = foes_near(look, group, rect);
        foes.any(|foe| front_edge_contact(rect, &look.outline(foe), t))
    };
    look.state.bouts_of(group).any(|bout| expanded(bout.enemy_of(group))) || body.rects().any(met)
}
