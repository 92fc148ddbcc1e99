//! Conforming to the enemy in close combat (55.2).

use super::make_room::make_room;
use super::room::blocked;
use super::square::{SeatKind, Stand, edge_met, opponents, stands};
use super::step::{Foe, Stepped, foes_near, stepped};
use super::{AlignChoice, AlignPrompt};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::combat;
use crate::command::moves;
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::formation::{Array, Body};
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::movement::way::Obstacle;
use crate::position::{corners_meet, front_edge_contact, full_front_contact};
use crate::rules::{Look, Rules};
use crate::state::{Bout, Shape, Tie};
use aelian_game::{Cx, Next, Proposals, Side, Verdict};
use aelian_geometry::{Edge, Hand, Pose, Rect, contacts, touching};
use aelian_rulebook::{Reason, RuleId, rule};

/// A way to conform.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Way {
    pub(super) body: Body,
    level: bool,
    /// FA-CONF-06.
    shifted: Vec<Moved>,
    /// Own bases square against an enemy.
    contacts: usize,
    /// FA-CONF-10 (4): in mm.
    way: f64,
}

/// Why a group does not conform.
pub(super) type Stays = Reason<Fact>;

/// FA-CONF-01, FA-CONF-11: the active player's next group that is in close combat and not square to its enemy. Those
/// that can conform come first, for they may make room for the others.
pub(super) fn next(look: Look<'_>) -> Asked {
    let (group, ways) = next_group(look)?;
    let ways = ways.map_or(0, |ways| ways.len().min(255) as u8);
    let (side, prompt) = (look.active(), Prompt::Align(AlignPrompt::Conform { group, ways }));
    Some(match ways {
        0 => Next::Forced(Choice::Proceed),
        1 => Next::Only { side, prompt, choice: Choice::Proceed },
        _ => Next::Ask { side, prompt },
    })
}

fn next_group(look: Look<'_>) -> Option<(GroupId, Result<Vec<Way>, Stays>)> {
    let mut stays = None;
    for group in look.state.on_table_of(look.active()) {
        if look.state.dealt.contains(group) || !needs_to(look, group) {
            continue;
        }
        match ways(look, group) {
            Ok(ways) => return Some((group, Ok(ways))),
            Err(reason) => stays = stays.or(Some((group, Err(reason)))),
        }
    }
    stays
}

pub(super) fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    let Some((group, ways)) = next_group(look) else { return not_asked(choice) };
    match (choice, ways) {
        (Choice::Align(AlignChoice::Conform { group: named, way }), Ok(ways)) => {
            if *named != group {
                return not_asked(choice);
            }
            match ways.get(usize::from(*way)) {
                Some(way) => Verdict::legal(ghost(look, group, way)),
                None => Verdict::refused(
                    rule!("FA-CONF-10"),
                    Fact::Count { found: i32::from(*way), allowed: ways.len() as i32 - 1 },
                ),
            }
        }
        (Choice::Proceed, Ok(ways)) if ways.len() == 1 => {
            Verdict::legal(ways.first().map(|way| ghost(look, group, way)).unwrap_or_default())
        }
        (Choice::Proceed, Err(_)) => Verdict::legal(Ghost::default()),
        _ => not_asked(choice),
    }
}

pub(super) fn propose(look: Look<'_>, out: &mut Proposals<Rules>) {
    if let Some((group, Ok(ways))) = next_group(look) {
        let numbers = 0..ways.len().min(255) as u8;
        out.extend(numbers.map(|way| Choice::Align(AlignChoice::Conform { group, way })));
    }
}

pub(super) fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) {
    let Some((group, ways)) = next_group(Look::new(cx.rules, cx.state())) else { return };
    let number = match choice {
        Choice::Align(AlignChoice::Conform { way, .. }) => usize::from(*way),
        _ => 0,
    };
    match ways {
        Ok(mut ways) if number < ways.len() => conform(cx, group, ways.swap_remove(number)),
        Ok(_) => {}
        Err(stays) => {
            cx.cite(rule!("FA-CONF-07"), || Fact::Group(group));
            cx.cite(stays.rule, || stays.fact);
        }
    }
    cx.emit(Event::Dealt(group));
}

fn conform(cx: &mut Cx<'_, Rules>, group: GroupId, way: Way) {
    for friend in way.shifted {
        cx.cite(rule!("FA-CONF-06"), || Fact::Pair { group: friend.group, other: group });
        shift(cx, friend);
    }
    cx.cite(rule!("FA-CONF-01"), || Fact::Group(group));
    let shape = if way.level { Shape::Normal } else { Shape::Loose };
    moves(
        cx,
        Moved {
            group,
            why: MoveWhy::Conformed,
            way: Vec::new(),
            places: way.body.places(),
            facing: way.body.facing,
            shape,
        },
    );
    combat::part(cx, group);
    meet(cx, group, rule!("FA-CONF-04"));
}

/// A friend makes room; a kinked column takes its way with it.
fn shift(cx: &mut Cx<'_, Rules>, friend: Moved) {
    let group = friend.group;
    let base = friend.places.first().map(|place| place.pose.at - cx.state().rect(place.base).pose.at);
    let kink = cx.state().kink_of(group).cloned();
    moves(cx, friend);
    if let (Some(kink), Some(by)) = (kink, base) {
        let track = kink.track.iter().map(|pose| pose.translated(by).on_grid()).collect();
        cx.emit(Event::Kinked { group, track });
    }
}

/// FA-CONF-04: enemies whom the group has met anew with its front are in close combat with it from now on; they fight
/// in the melee phase.
pub(super) fn meet(cx: &mut Cx<'_, Rules>, group: GroupId, why: RuleId) {
    let look = Look::new(cx.rules, cx.state());
    let side = look.state.group(group).side;
    let known =
        |enemy: GroupId| look.state.bouts_of(group).any(|bout| bout.has(enemy) && bout.is_committed());
    let met = |enemy: &GroupId| {
        !known(*enemy)
            && look.state.bases_of(group).any(|base| {
                let rect = look.state.rect(base);
                look.state
                    .bases_of(*enemy)
                    .any(|foe| front_edge_contact(rect, &look.outline(foe), look.rules.tolerance))
            })
    };
    let new: Vec<GroupId> = look.enemies(side).filter(met).collect();
    for enemy in new {
        cx.cite(why, || Fact::Pair { group, other: enemy });
        let (red, blue) = if side == Side::Red { (group, enemy) } else { (enemy, group) };
        cx.emit(Event::Bout(Bout::between(red, blue, [Tie::Front, Tie::Front], false)));
    }
}

fn ghost(look: Look<'_>, group: GroupId, way: &Way) -> Ghost {
    let friends = way.shifted.iter().flat_map(|friend| friend.places.iter().copied());
    Ghost {
        moves: way.body.places().into_iter().chain(friends).collect(),
        used: way.way,
        targets: opponents(look, group).collect(),
        ..Ghost::default()
    }
}

/// FA-CONF-01, FA-CONF-02: in close combat other than only as an overlap, and some front base stands against an enemy
/// otherwise than square, or against none of some enemy group.
pub(super) fn needs_to(look: Look<'_>, group: GroupId) -> bool {
    let mut enemies = opponents(look, group).peekable();
    if enemies.peek().is_none() || look.state.group(group).is_broken() {
        return false;
    }
    let body = Body::of(look.state, group);
    let enemies: Vec<GroupId> = enemies.collect();
    let foes = foes_near(look, group, &enemies);
    if foes.iter().any(|foe| foe.known && is_askew(look, group, &body, foe))
        || !at_corners(look, group, &body, &foes)
    {
        return true;
    }
    let array = look.array(group);
    enemies.iter().any(|enemy| {
        let fights =
            look.state.bouts_of(group).any(|bout| bout.has(*enemy) && bout.tie_of(group) == Tie::Front);
        fights
            && !array.front().any(|base| {
                foes.iter()
                    .any(|foe| foe.group == *enemy && is_square(look, group, look.state.rect(base), foe))
            })
    })
}

/// FA-CONF-01, FA-CONF-10: the shortest ways to conform, more than one only if they are equally short and bring as
/// many bases into contact (AMB-47); or why the group stays as it is.
pub(super) fn ways(look: Look<'_>, group: GroupId) -> Result<Vec<Way>, Stays> {
    if let Some(reason) = exempt(look, group) {
        return Err(reason);
    }
    let array = regular(&look.array(group));
    let enemies: Vec<GroupId> = opponents(look, group).collect();
    let foes = foes_near(look, group, &enemies);
    let mut stops: Option<Obstacle> = None;
    for kind in [SeatKind::Square, SeatKind::Overlap] {
        let mut best: Vec<Way> = Vec::new();
        for stand in all_stands(look, group, &array, &enemies, kind) {
            let slack = look.rules.tolerance.length * (4 * array.len()) as f64;
            if best.first().is_some_and(|best| stand.way > best.way + slack) {
                break;
            }
            match try_stand(look, group, &array, &stand, &foes) {
                Ok(way) => best.push(way),
                Err(by) => stops = stops.or(by),
            }
        }
        // AMB-47.
        let most = best.iter().map(|way| way.contacts).max();
        best.retain(|way| Some(way.contacts) == most);
        if !best.is_empty() {
            return Ok(best);
        }
    }
    Err(match stops {
        Some(by) => Reason { rule: rule!("FA-CONF-07"), fact: blocked(by) },
        None => Reason { rule: rule!("FA-CONF-02"), fact: Fact::Groups(enemies.into_iter().collect()) },
    })
}

/// The number of the same way to conform on another table, where all stand as in an image of this one: equally short
/// ways have no order of their own.
pub(crate) fn same_way(
    [here, there]: [Look<'_>; 2],
    group: GroupId,
    way: u8,
    image: impl Fn(Pose) -> Pose,
) -> Option<u8> {
    let (ways, images) = (ways(here, group).ok()?, ways(there, group).ok()?);
    let wanted = ways.get(usize::from(way))?;
    let t = here.rules.tolerance.length;
    let stands = |other: &Way| {
        wanted.body.rects().all(|rect| {
            let at = image(rect.pose).at;
            other.body.rects().any(|rect| (rect.pose.at - at).length() <= t)
        })
    };
    images.iter().position(stands).map(|number| number as u8)
}

fn all_stands(
    look: Look<'_>,
    group: GroupId,
    array: &Array,
    enemies: &[GroupId],
    kind: SeatKind,
) -> Vec<Stand> {
    let all = enemies.iter().flat_map(|enemy| stands(look, group, array, *enemy));
    let mut found: Vec<Stand> = all.filter(|stand| stand.kind == kind).collect();
    found.sort_by(|one, other| one.way.total_cmp(&other.way));
    found
}

/// FA-CONF-10 (3), (5), FA-ALG-90: whether the group can stand there; what is in its way if something is.
fn try_stand(
    look: Look<'_>,
    group: GroupId,
    array: &Array,
    stand: &Stand,
    foes: &[Foe],
) -> Result<Way, Option<Obstacle>> {
    let Stepped { body, level } = match stand.kind {
        SeatKind::Square => stepped(look, array, stand.front, foes).ok_or(None)?,
        SeatKind::Overlap => level_at(look, array, stand),
    };
    let contacts = squares(look, group, &body, array, foes).ok_or(None)?;
    if stand.kind == SeatKind::Square && contacts == 0 {
        return Err(None);
    }
    let side = look.state.group(group).side;
    let fixed = |by| !matches!(by, Obstacle::Group(id) if look.state.group(id).side == side);
    if let Some(by) = look.stands_on(&body, GroupSet::one(group), fixed) {
        return Err(Some(by));
    }
    let shifted = make_room(look, group, &body).map_err(Some)?;
    Ok(Way { body, level, shifted, contacts, way: stand.way })
}

fn level_at(look: Look<'_>, array: &Array, stand: &Stand) -> Stepped {
    let bases = look.places(array, stand.front).into_iter();
    let bases = bases.map(|place| (place.base, look.state.rect(place.base).with_pose(place.pose)));
    Stepped { body: Body { facing: stand.front.facing, bases: bases.collect() }, level: true }
}

/// FA-CONF-02, FA-CONF-03: how many front bases stand square against known enemies; none if some base stands askew to
/// one, or if one of the enemies is no longer touched.
fn squares(look: Look<'_>, group: GroupId, body: &Body, array: &Array, foes: &[Foe]) -> Option<usize> {
    let known = || foes.iter().filter(|foe| foe.known);
    if known().any(|foe| is_askew(look, group, body, foe)) || !at_corners(look, group, body, foes) {
        return None;
    }
    let touches = |foe: &Foe| body.rects().any(|rect| touching(rect, &foe.rect, look.rules.tolerance));
    let mut enemies: GroupSet = known().map(|foe| foe.group).collect();
    known().filter(|foe| touches(foe)).for_each(|foe| enemies.remove(foe.group));
    if !enemies.is_empty() {
        return None;
    }
    let front: Vec<BaseId> = array.front().collect();
    let stands_square = |(base, rect): &&(BaseId, Rect)| {
        front.contains(base) && known().any(|foe| is_square(look, group, rect, foe))
    };
    Some(body.bases.iter().filter(stands_square).count())
}

/// Some base has its front edge against the enemy base, and not square.
fn is_askew(look: Look<'_>, group: GroupId, body: &Body, foe: &Foe) -> bool {
    let t = look.rules.tolerance;
    body.rects().any(|rect| {
        rect.circle().near(&foe.rect.circle(), t.length)
            && contacts(rect, &foe.rect, t).iter().any(|contact| contact.mine.is_front())
            && !is_square(look, group, rect, foe)
            && (front_edge_contact(rect, &foe.rect, t) || crate::position::corner_on_edge(rect, &foe.rect, t))
    })
}

/// FA-CONF-02: front against front over the full width; FA-CONF-03: or along a flank or rear that was hit and could
/// not turn.
fn is_square(look: Look<'_>, group: GroupId, rect: &Rect, foe: &Foe) -> bool {
    let t = look.rules.tolerance;
    if full_front_contact(rect, &foe.rect, t) {
        return true;
    }
    let found = contacts(rect, &foe.rect, t);
    let along = [Edge::Left, Edge::Right, Edge::Rear].into_iter();
    let mut along = along.filter_map(|edge| found.edge_edge(Edge::Front, edge));
    along.any(|shared| shared > 2.0 * t.length) && was_hit_in_flank(look, group, foe.group)
}

/// FA-CONF-03: where the group stands along the flank of an enemy, one of its front corners is on a front corner of
/// his.
fn at_corners(look: Look<'_>, group: GroupId, body: &Body, foes: &[Foe]) -> bool {
    let t = look.rules.tolerance;
    let along = |foe: &&Foe| {
        was_hit_in_flank(look, group, foe.group)
            && body.rects().any(|rect| {
                let found = contacts(rect, &foe.rect, t);
                [Edge::Left, Edge::Right].iter().any(|edge| found.edge_edge(Edge::Front, *edge).is_some())
            })
    };
    let fronts = |rect: &Rect| Hand::BOTH.map(|hand| rect.corner(hand.front_corner()));
    let on_corner = |enemy: GroupId| {
        body.rects().flat_map(fronts).any(|mine| {
            let mut theirs = look.front_bases(enemy).flat_map(|base| fronts(look.state.rect(base)));
            theirs.any(|corner| corners_meet(corner, mine, t))
        })
    };
    foes.iter().filter(along).all(|foe| on_corner(foe.group))
}

fn was_hit_in_flank(look: Look<'_>, group: GroupId, enemy: GroupId) -> bool {
    look.state.bouts_of(group).any(|bout| bout.has(enemy) && bout.tie_of(enemy) == Tie::HitInFlank)
}

/// FA-CONF-08, FA-CONF-09, FA-RIV-02, FA-FF-08, FA-PD-07, FA-ORB-11: who does not conform.
fn exempt(look: Look<'_>, id: GroupId) -> Option<Stays> {
    let group = look.state.group(id);
    let t = look.rules.tolerance;
    let mut bases = look.state.bases_of(id);
    let turned = |base: &BaseId| !look.state.rect(*base).pose.facing.same(group.facing, t);
    if group.shape != Shape::KinkedColumn
        && let Some(base) = bases.find(turned)
    {
        return Some(Reason { rule: rule!("FA-CONF-08"), fact: Fact::Base(base) });
    }
    let fixed = group.is_train() || group.shape == Shape::Orb;
    let defends = |base: &BaseId| {
        let mut enemies = opponents(look, id).flat_map(|enemy| look.state.bases_of(enemy));
        look.is_in_river(look.state.rect(*base))
            || enemies.any(|foe| {
                edge_met(look, foe, *base).is_some()
                    && (look.defends_works(*base, foe) || look.defends_riverbank(*base, foe))
            })
    };
    let fixed = fixed || look.state.bases_of(id).any(|base| defends(&base));
    fixed.then_some(Reason { rule: rule!("FA-CONF-09"), fact: Fact::Group(id) })
}

/// FA-CONF-04, FA-FORM-01: the same bases as near to their files and ranks as a normal formation allows.
pub(crate) fn regular(array: &Array) -> Array {
    if array.is_normal() {
        return *array;
    }
    let tail = Array::usual_tail(array.len(), array.files());
    Array::arranged(array.bases(), array.files(), tail)
}
