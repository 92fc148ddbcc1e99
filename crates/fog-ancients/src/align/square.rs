//! Places where a group would stand square to its enemy (FA-CONF-02, FA-CONF-03, FA-CONF-05, FA-CONF-10).

use crate::formation::Array;
use crate::ids::{BaseId, GroupId};
use crate::position::full_front_contact;
use crate::rules::Look;
use crate::state::Tie;
use aelian_geometry::{Corner, Edge, Facing, Feature, Hand, Pose, Rect, contacts};

/// Where one file of a group could stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seat {
    /// The middle of its front edge.
    pub(super) pose: Pose,
    pub(super) kind: SeatKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SeatKind {
    /// FA-CONF-02, FA-CONF-03: square against an enemy edge.
    Square,
    /// FA-CONF-05: beside a friend who is square against the enemy; only where nothing else is possible.
    Overlap,
}

/// A place for the whole group in normal formation: the middle of its front edge, and the sum of the ways of all
/// corners of its bases to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stand {
    pub(super) front: Pose,
    pub(super) kind: SeatKind,
    pub(super) way: f64,
}

/// The enemy groups with which a group is in close combat, more than as an overlap.
pub(super) fn opponents(look: Look<'_>, group: GroupId) -> impl Iterator<Item = GroupId> + '_ {
    let bouts = look.state.bouts_of(group).filter(|bout| bout.is_committed());
    bouts.map(move |bout| bout.enemy_of(group)).filter(move |enemy| !look.state.group(*enemy).is_broken())
}

/// FA-CONF-10 (1) to (3): every place in which files of the group fall on files of this enemy, nearest first.
pub(super) fn stands(look: Look<'_>, group: GroupId, array: &Array, enemy: GroupId) -> Vec<Stand> {
    let files = array.files();
    let mut found: Vec<Stand> = Vec::new();
    for seat in seats(look, group, array, enemy) {
        for file in 0..files {
            let middle = (f64::from(files) - 1.0) * 0.5 - f64::from(file);
            let front = seat.pose.shifted(middle * look.rules.width);
            if seat.kind == SeatKind::Overlap && file != 0 && file != files - 1 {
                continue;
            }
            add(look, &mut found, Stand { front, kind: seat.kind, way: way_to(look, array, front) });
        }
    }
    found.sort_by(|one, other| one.way.total_cmp(&other.way));
    found
}

/// One stand for each line of files: where the enemy's front is stepped the nearer of those on the same line.
fn add(look: Look<'_>, found: &mut Vec<Stand>, stand: Stand) {
    let t = look.rules.tolerance;
    let same = |old: &&mut Stand| {
        let aside = (old.front.at - stand.front.at).dot(stand.front.facing.right()).abs();
        old.kind == stand.kind && old.front.facing.same(stand.front.facing, t) && aside <= 2.0 * t.length
    };
    match found.iter_mut().find(same) {
        Some(old) if stand.way < old.way => *old = stand,
        Some(_) => {}
        None => found.push(stand),
    }
}

/// FA-CONF-10 (4): the ways of all corners of all bases together, in mm.
fn way_to(look: Look<'_>, array: &Array, front: Pose) -> f64 {
    let places = look.places(array, front);
    places.iter().map(|place| corners_way(look.state.rect(place.base), place.pose)).sum()
}

fn corners_way(rect: &Rect, to: Pose) -> f64 {
    let (old, new) = (rect.corners(), rect.with_pose(to).corners());
    old.iter().zip(&new).map(|(from, to)| (*to - *from).length()).sum()
}

/// Where files could stand square to this enemy: along the line of every base that the group touches.
fn seats(look: Look<'_>, group: GroupId, array: &Array, enemy: GroupId) -> Vec<Seat> {
    let hit_in_flank = look
        .state
        .bouts_of(group)
        .any(|bout| bout.has(enemy) && bout.is_committed() && bout.tie_of(enemy) == Tie::HitInFlank);
    let mut seats = Vec::new();
    let mut lines: Vec<Facing> = Vec::new();
    for base in array.front() {
        for foe in look.state.bases_of(enemy) {
            let Some(edge) = edge_met(look, base, foe) else { continue };
            match edge {
                Edge::Left | Edge::Right if hit_in_flank => {
                    seats.extend(flank_seat(look, foe, edge));
                }
                Edge::Rear if hit_in_flank => seats.push(square(rear(&look.outline(foe)))),
                _ => {
                    let facing = look.state.rect(foe).pose.facing;
                    if !lines.iter().any(|line| line.same(facing, look.rules.tolerance)) {
                        lines.push(facing);
                        front_seats(look, group, enemy, facing, &mut seats);
                    }
                }
            }
        }
    }
    seats
}

/// FA-CONF-02: square against every front base of the enemy that faces this way; FA-CONF-05: and beside each friend
/// who stands so against the end of that line.
fn front_seats(look: Look<'_>, group: GroupId, enemy: GroupId, facing: Facing, seats: &mut Vec<Seat>) {
    let t = look.rules.tolerance;
    let faces = |base: &BaseId| look.state.rect(*base).pose.facing.same(facing, t);
    for foe in look.front_bases(enemy).filter(faces) {
        let outline = look.outline(foe);
        let before = before(&outline);
        seats.push(square(before));
        if is_met_by_friend(look, group, &outline) {
            for hand in Hand::BOTH {
                let pose = before.shifted(hand.sign() * look.rules.width);
                seats.push(Seat { pose, kind: SeatKind::Overlap });
            }
        }
    }
}

/// Another group of the same side stands square against this enemy base.
fn is_met_by_friend(look: Look<'_>, group: GroupId, foe: &Rect) -> bool {
    let friends = look.state.on_table_of(look.state.group(group).side).filter(|friend| *friend != group);
    let mut rects = friends.flat_map(|friend| look.state.rects_of(friend));
    rects.any(|rect| full_front_contact(rect, foe, look.rules.tolerance))
}

/// FA-CONF-03: along the flank of the file that was met, with a front corner on the front corner of its first base.
fn flank_seat(look: Look<'_>, foe: BaseId, edge: Edge) -> Option<Seat> {
    let mut first = foe;
    while let Some(before) = look.ahead(first) {
        first = before;
        if first == foe {
            break;
        }
    }
    let rect = look.state.rect(first);
    let (corner, inward) = match edge {
        Edge::Left => (Corner::FrontLeft, rect.pose.facing.right()),
        Edge::Right => (Corner::FrontRight, -rect.pose.facing.right()),
        Edge::Front | Edge::Rear => return None,
    };
    let at = rect.corner(corner) - rect.pose.facing.vector() * (look.rules.width * 0.5);
    Some(square(Pose { at, facing: Facing::along(inward) }))
}

fn square(pose: Pose) -> Seat {
    Seat { pose, kind: SeatKind::Square }
}

/// Face to face with a base.
fn before(rect: &Rect) -> Pose {
    Pose { at: rect.pose.at, facing: rect.pose.facing.reversed() }
}

/// Behind a base, facing as it does.
fn rear(rect: &Rect) -> Pose {
    Pose { at: rect.edge_middle(Edge::Rear), facing: rect.pose.facing }
}

/// The edge of the enemy base that this base touches with its front edge or a front corner; its front edge first.
pub(super) fn edge_met(look: Look<'_>, base: BaseId, foe: BaseId) -> Option<Edge> {
    let found = contacts(look.state.rect(base), &look.outline(foe), look.rules.tolerance);
    let mut edge = None;
    for contact in found.iter().filter(|contact| contact.mine.is_front()) {
        match contact.theirs {
            Feature::Edge(Edge::Front) => return Some(Edge::Front),
            Feature::Edge(met) => edge = Some(met),
            Feature::Corner(corner) => {
                let met = if corner.is_front() { Edge::Front } else { corner.hand().flank() };
                edge = edge.or(Some(met));
            }
        }
    }
    edge
}
