//! Reforming (55.1).

use super::directions::directions;
use super::room::blocked;
use super::{AlignChoice, AlignPrompt};
use crate::choice::{Asked, Choice, Ghost, Placement, Prompt};
use crate::command::moves;
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::formation::{Array, Body};
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::position::front_edge_contact;
use crate::rout::room::extent;
use crate::rules::{Look, Rules, hundredths, in_order};
use crate::state::{Deed, Shape, Tie};
use aelian_game::{Cx, Next, Proposals, Side, Verdict};
use aelian_geometry::{Facing, Hand, Pose, Rect, Vec2, touching};
use aelian_rulebook::{Reason, rule};

/// FA-REF-01, FA-DEC-50: the owner of each group out of normal formation is asked, the active player first; not where
/// it has no room to reform.
pub(super) fn next(look: Look<'_>) -> Asked {
    let group = next_group(look)?;
    let side = look.state.group(group).side;
    Some(Next::Ask { side, prompt: Prompt::Align(AlignPrompt::Reform { group }) })
}

fn next_group(look: Look<'_>) -> Option<GroupId> {
    let sides = [look.active(), look.active().other()].into_iter();
    let mut groups = sides.flat_map(|side| look.state.on_table_of(side));
    groups.find(|group| {
        !look.state.dealt.contains(*group)
            && may_reform(look, *group)
            && facings(look, *group).into_iter().any(|like| plan(look, *group, like).is_ok())
    })
}

/// FA-REF-01, FA-REF-06, FA-REF-07: out of formation, and neither fighting in two directions nor half way through
/// friends.
fn may_reform(look: Look<'_>, id: GroupId) -> bool {
    let group = look.state.group(id);
    group.shape == Shape::Loose
        && !group.is_broken()
        && !group.deeds.has(Deed::PartlyPassed)
        && !look.fights_two_ways(id)
}

pub(super) fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    let Some(asked) = next_group(look) else { return not_asked(choice) };
    match choice {
        Choice::Align(AlignChoice::Leave { group }) if *group == asked => Verdict::legal(Ghost::default()),
        Choice::Align(AlignChoice::Reform { group, like }) if *group == asked => {
            check_reform(look, *group, *like)
        }
        _ => not_asked(choice),
    }
}

fn check_reform(look: Look<'_>, group: GroupId, like: BaseId) -> Verdict<Rules> {
    if !look.state.bases_of(group).any(|base| base == like) {
        return Verdict::refused(rule!("FA-REF-02"), Fact::NoSuchBase(like));
    }
    let facing = look.state.rect(like).pose.facing;
    let same = |base: &BaseId| look.state.rect(*base).pose.facing.same(facing, look.rules.tolerance);
    if !facings(look, group).iter().any(same) {
        return Verdict::refused(rule!("FA-REF-08"), Fact::Base(like));
    }
    match plan(look, group, like) {
        Ok(formed) => {
            let body = formed.body(look);
            Verdict::legal(Ghost { moves: body.places(), ..Ghost::default() })
        }
        Err(reason) => Verdict::refused(reason.rule, reason.fact),
    }
}

pub(super) fn propose(look: Look<'_>, out: &mut Proposals<Rules>) {
    let Some(group) = next_group(look) else { return };
    out.push(Choice::Align(AlignChoice::Leave { group }));
    let likes = facings(look, group).into_iter().filter(|like| plan(look, group, *like).is_ok());
    out.extend(likes.map(|like| Choice::Align(AlignChoice::Reform { group, like })));
}

pub(super) fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) {
    let group = match choice {
        Choice::Align(AlignChoice::Reform { group, like }) => {
            reform(cx, *group, *like);
            *group
        }
        Choice::Align(AlignChoice::Leave { group }) => *group,
        _ => return,
    };
    cx.emit(Event::Dealt(group));
}

fn reform(cx: &mut Cx<'_, Rules>, group: GroupId, like: BaseId) {
    let look = Look::new(cx.rules, cx.state());
    let Ok(formed) = plan(look, group, like) else { return };
    let moved = look.stands(group, &formed.array, formed.front, MoveWhy::Reformed, Vec::new());
    cx.cite(rule!("FA-REF-02"), || Fact::Group(group));
    moves(cx, moved);
    face_them(cx, group);
}

/// FA-REF-08: whom the whole group faces now meets its front, however he came.
fn face_them(cx: &mut Cx<'_, Rules>, group: GroupId) {
    let look = Look::new(cx.rules, cx.state());
    let faced = directions(look, group).iter().fold(GroupSet::EMPTY, |all, one| all.union(one.enemies));
    let bouts: Vec<_> = look
        .state
        .bouts_of(group)
        .filter(|bout| faced.contains(bout.enemy_of(group)) && bout.tie_of(group) == Tie::HitInFlank)
        .copied()
        .collect();
    for mut bout in bouts {
        let own = usize::from(bout.groups[1] == group);
        bout.ties[own] = Tie::Front;
        cx.emit(Event::Bout(bout));
    }
}

/// FA-REF-02, FA-REF-08: one base for each direction that the group may face: any that one of its bases faces, but if
/// some of them face an enemy in contact only these.
fn facings(look: Look<'_>, group: GroupId) -> Vec<BaseId> {
    let t = look.rules.tolerance;
    let all = directions(look, group);
    let engaged = all.iter().any(|direction| !direction.enemies.is_empty());
    let allowed = all.iter().filter(|direction| !engaged || !direction.enemies.is_empty());
    let like = |facing: Facing| {
        look.state.bases_of(group).find(|base| look.state.rect(*base).pose.facing.same(facing, t))
    };
    allowed.filter_map(|direction| like(direction.facing)).collect()
}

/// A normal formation in thought, and how far it is from what there was.
#[derive(Clone, Copy, Debug)]
struct Formed {
    array: Array,
    front: Pose,
    /// The squares of the ways of all bases together.
    off: f64,
}

impl Formed {
    /// Of formations equally near to what there was: how far each base goes, the first one first, and where the front
    /// then is.
    fn order(&self, look: Look<'_>) -> (Vec<i64>, i64) {
        let mut places = look.places(&self.array, self.front);
        places.sort_by_key(|place| place.base);
        // In whole mm, cut where no formation puts a base: rounding must not decide.
        let far = |place: &Placement| (way(look, place.base, place.pose).sqrt() + 0.27).round() as i64;
        (places.iter().map(far).collect(), look.off_middle(self.front.at))
    }

    fn body(&self, look: Look<'_>) -> Body {
        let places = look.places(&self.array, self.front).into_iter();
        let bases = places.map(|place| (place.base, look.state.rect(place.base).with_pose(place.pose)));
        Body { facing: self.front.facing, bases: bases.collect() }
    }
}

/// FA-REF-03, FA-REF-04, FA-REF-09: the normal formation nearest to what there is, level with the base that is furthest
/// forward; or why there is none.
fn plan(look: Look<'_>, group: GroupId, like: BaseId) -> Result<Formed, Reason<Fact>> {
    let facing = look.state.rect(like).pose.facing;
    let held = held_bases(look, group);
    let beside = neighbours(look, group, facing);
    let mut found: Vec<Formed> = (1..=look.state.strength(group) as u8)
        .flat_map(|files| formed(look, group, facing, files, &held, &beside))
        .collect();
    in_order(&mut found, |one| one.off.sqrt(), |one| one.order(look));
    let mut reason = Reason { rule: rule!("FA-REF-04"), fact: Fact::Group(group) };
    for one in found {
        let body = one.body(look);
        if !keeps(look, &body, &held) {
            continue;
        }
        match look.stands_on(&body, GroupSet::one(group), |_| true) {
            None => return Ok(one),
            Some(by) => reason = Reason { rule: rule!("FA-REF-03"), fact: blocked(by) },
        }
    }
    Err(reason)
}

/// FA-REF-04: own bases with the enemy bases whose front edge is against them.
fn held_bases(look: Look<'_>, group: GroupId) -> Vec<(BaseId, BaseId)> {
    let t = look.rules.tolerance;
    let enemies: Vec<GroupId> =
        look.enemies(look.state.group(group).side).filter(|enemy| look.touch(group, *enemy)).collect();
    let mut held = Vec::new();
    for base in look.state.bases_of(group) {
        let rect = look.outline(base);
        for foe in enemies.iter().flat_map(|enemy| look.state.bases_of(*enemy)) {
            if front_edge_contact(&look.outline(foe), &rect, t) {
                held.push((base, foe));
            }
        }
    }
    held
}

fn keeps(look: Look<'_>, body: &Body, held: &[(BaseId, BaseId)]) -> bool {
    held.iter().all(|(base, foe)| {
        let foe = look.outline(*foe);
        let stands = |(id, rect): &(BaseId, Rect)| id == base && touching(rect, &foe, look.rules.tolerance);
        body.bases.iter().any(stands)
    })
}

/// What stands about a group, seen in this direction: from where to where it reaches, from left to right.
fn neighbours(look: Look<'_>, group: GroupId, facing: Facing) -> Vec<(f64, f64)> {
    let around = look.circle(group);
    let near = |rect: &Rect| rect.circle().near(&around, 2.0 * look.rules.width);
    let others = look.state.on_table().filter(|other| *other != group);
    let rects = others.flat_map(|other| look.state.rects_of(other)).copied();
    let camps = Side::BOTH.into_iter().filter_map(|side| look.standing_camp(side));
    let spans = rects.chain(camps).filter(near).map(|rect| extent(std::iter::once(&rect), facing.right()));
    let mut found: Vec<(f64, f64)> = Vec::new();
    for span in spans {
        if !found.iter().any(|old| (old.0 - span.0).abs() + (old.1 - span.1).abs() < 0.01) {
            found.push(span);
        }
    }
    found
}

/// FA-REF-09: the group in so many files, its last rank and the place of its front so that the bases move least, or so
/// that one of those held stays in its line, or that it stands close beside what might be in its way.
fn formed(
    look: Look<'_>,
    group: GroupId,
    facing: Facing,
    files: u8,
    held: &[(BaseId, BaseId)],
    beside: &[(f64, f64)],
) -> Vec<Formed> {
    let [order, other] = Hand::BOTH.map(|hand| rank_by_rank(look, group, facing, files, hand));
    let left_over = order.len() as u8 % files;
    let tails = if left_over == 0 { 0..=0 } else { 0..=files - left_over };
    let orders = if other == order { vec![order] } else { vec![order, other] };
    let ways = orders.iter().flat_map(|order| tails.clone().map(move |tail| (order, tail)));
    let line = look.state.rects_of(group).flat_map(|rect| rect.corners());
    let line = line.map(|corner| corner.dot(facing.vector())).fold(f64::NEG_INFINITY, f64::max);
    let mut found = Vec::new();
    for (order, tail) in ways {
        let array = Array::arranged(order.iter().copied(), files, tail);
        let at = |aside: f64| Pose { at: facing.vector() * line + facing.right() * aside, facing };
        // Where each base would stand if the middle of the front were at 0, and how far it is aside of that.
        let aside: Vec<(BaseId, f64)> = look
            .places(&array, at(0.0))
            .iter()
            .map(|place| {
                let to = look.state.rect(place.base).with_pose(place.pose).centre();
                (place.base, (look.state.rect(place.base).centre() - to).dot(facing.right()))
            })
            .collect();
        let mean = aside.iter().map(|(_, off)| off).sum::<f64>() / aside.len().max(1) as f64;
        let stay = |(base, _): &&(BaseId, f64)| held.iter().any(|(own, _)| own == base);
        let half = f64::from(files) * look.rules.width * 0.5;
        let flush = beside.iter().flat_map(|(left, right)| [left - half, right + half]);
        let offsets =
            std::iter::once(mean).chain(aside.iter().filter(stay).map(|(_, off)| *off)).chain(flush);
        for offset in offsets {
            let front = at(offset);
            found.push(Formed { array, front, off: off(look, &array, front) });
        }
    }
    found
}

/// FA-REF-03: the squares of the ways of all bases together.
fn off(look: Look<'_>, array: &Array, front: Pose) -> f64 {
    look.places(array, front).iter().map(|place| way(look, place.base, place.pose)).sum()
}

/// The square of the way of a base to a place.
fn way(look: Look<'_>, base: BaseId, pose: Pose) -> f64 {
    let rect = look.state.rect(base);
    (rect.with_pose(pose).centre() - rect.centre()).length_squared()
}

/// The bases of a group rank by rank as they stand in this direction, each rank from the left. Of a rank that is too wide
/// those at the end away from this hand go behind.
fn rank_by_rank(look: Look<'_>, group: GroupId, facing: Facing, files: u8, hand: Hand) -> Vec<BaseId> {
    let t = look.rules.tolerance;
    let forward = |at: Vec2| at.dot(facing.vector());
    let front = look.state.rects_of(group).map(|rect| forward(rect.centre()));
    let front = front.fold(f64::NEG_INFINITY, f64::max);
    let rank = |base: BaseId| {
        let rect = look.state.rect(base);
        if rect.pose.facing.same(facing, t) {
            return f64::from(look.rank(base));
        }
        ((front - forward(rect.centre())) / look.depth_of(base)).round()
    };
    let aside = |base: BaseId| hundredths(look.state.rect(base).centre().dot(facing.right()) * hand.sign());
    let mut order: Vec<(BaseId, f64, i64)> =
        look.state.bases_of(group).map(|base| (base, rank(base), -aside(base))).collect();
    order.sort_by(|one, other| one.1.total_cmp(&other.1).then(one.2.cmp(&other.2)));
    for rank in order.chunks_mut(usize::from(files.max(1))) {
        rank.sort_by_key(|one| one.2);
        if hand == Hand::Right {
            rank.reverse();
        }
    }
    order.into_iter().map(|(base, _, _)| base).collect()
}
