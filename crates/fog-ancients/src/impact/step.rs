//! Stepping forward (50.3, FA-ALG-30): files of a charger that has made contact slide on into further contacts.

use super::trace::{Around, Other};
use crate::formation::Body;
use crate::ids::{GroupId, GroupSet};
use crate::position::legal_contact;
use crate::rules::Look;
use aelian_geometry::{Rect, sweep};

/// A file of a body: its bases by their place in the body, from its front.
type File = Vec<usize>;

impl Look<'_> {
    /// FA-STEP-03: beyond first contact files step into nothing that is further away, in mm.
    pub fn step_reach(&self) -> f64 {
        self.mu(self.rules.distances().impact.step_forward) + self.rules.width
    }
}

/// FA-FORM-04: the files of a body from the left; bases that face otherwise are in none.
pub fn files(look: Look<'_>, body: &Body) -> Vec<File> {
    let (ahead, right) = (body.facing.vector(), body.facing.right());
    let faces = |rect: &Rect| rect.pose.facing.same(body.facing, look.rules.tolerance);
    let mut order: Vec<usize> = (0..body.bases.len()).filter(|at| faces(&body.bases[*at].1)).collect();
    let at = |index: usize| body.bases[index].1.pose.at;
    order.sort_by(|one, other| at(*one).dot(right).total_cmp(&at(*other).dot(right)));
    let mut files: Vec<File> = Vec::new();
    for index in order {
        let beside = |file: &File| (at(index) - at(file[0])).dot(right) < look.rules.width * 0.5;
        match files.last_mut().filter(|file| beside(file)) {
            Some(file) => file.push(index),
            None => files.push(vec![index]),
        }
    }
    for file in &mut files {
        file.sort_by(|one, other| at(*other).dot(ahead).total_cmp(&at(*one).dot(ahead)));
    }
    files
}

/// FA-STEP-01, FA-STEP-05, FA-STEP-07: the body after all its files have stepped forward that must; true if any did. Enemy
/// groups in `spare` are not stepped into (FA-STEP-08).
pub fn step_forward(look: Look<'_>, body: &mut Body, around: &Around, spare: GroupSet) -> bool {
    let files = files(look, body);
    let line = files.iter().filter_map(|file| front_of(body, file)).fold(f64::NEG_INFINITY, f64::max);
    let mut stepped = false;
    let mut moved = true;
    while moved {
        moved = false;
        for at in by_nearness(look, body, &files, around) {
            if let Some(distance) = slide(look, body, &files, at, around, spare, line) {
                for index in &files[at] {
                    let rect = &mut body.bases[*index].1;
                    *rect = rect.with_pose(rect.pose.translated(body.facing.vector() * distance));
                }
                moved = true;
            }
        }
        stepped |= moved;
    }
    stepped
}

/// How far forward the front of a file stands.
fn front_of(body: &Body, file: &File) -> Option<f64> {
    file.first().map(|index| body.bases[*index].1.pose.at.dot(body.facing.vector()))
}

fn rear_of(body: &Body, file: &File) -> Option<f64> {
    let rear = |index: &usize| {
        let rect = body.bases[*index].1;
        rect.pose.at.dot(body.facing.vector()) - rect.depth
    };
    file.last().map(rear)
}

/// FA-STEP-02: the files not in contact, those nearest to a file in contact first.
fn by_nearness(look: Look<'_>, body: &Body, files: &[File], around: &Around) -> Vec<usize> {
    let touches = |file: &File| {
        file.first().is_some_and(|index| fights(look, &body.bases[*index].1, &around.enemies).is_some())
    };
    let in_contact: Vec<bool> = files.iter().map(touches).collect();
    let far = |at: usize| {
        let found = in_contact.iter().enumerate().filter(|(_, touches)| **touches);
        found.map(|(other, _)| other.abs_diff(at)).min().unwrap_or(usize::MAX)
    };
    let mut free: Vec<usize> = (0..files.len()).filter(|at| !in_contact[*at]).collect();
    free.sort_by_key(|at| far(*at));
    free
}

/// FA-ALG-06: an enemy group with which a base standing here has legal contact.
pub fn fights(look: Look<'_>, rect: &Rect, enemies: &[Other]) -> Option<GroupId> {
    let (t, circle) = (look.rules.tolerance, rect.circle());
    let meets = |other: &&Other| {
        circle.near(&other.circle, 2.0 * t.length) && legal_contact(rect, &other.rect, t).is_some()
    };
    enemies.iter().find(meets).map(|other| other.group)
}

/// FA-STEP-03, FA-STEP-04, FA-STEP-06: how far this file slides into contact; none if it may not or need not.
fn slide(
    look: Look<'_>,
    body: &Body,
    files: &[File],
    at: usize,
    around: &Around,
    spare: GroupSet,
    line: f64,
) -> Option<f64> {
    let t = look.rules.tolerance;
    let file = &files[at];
    let front = body.bases[*file.first()?].1;
    let most = line + look.reach(look.rules.distances().impact.step_forward) - front_of(body, file)?;
    let along = body.facing.unit();
    let reach = front.circle();
    let near = |other: &&Other| reach.near(&other.circle, most + t.length);
    let met =
        |other: &Other| sweep(&front, along, most, &other.rect, t).map(|distance| (distance, other.group));
    let first = |one: (f64, GroupId), other: (f64, GroupId)| if other.0 < one.0 { other } else { one };
    let (distance, group) = around.enemies.iter().filter(near).filter_map(met).reduce(first)?;
    let blocked =
        |rect: &Rect| sweep(&front, along, distance, rect, t).is_some_and(|met| met < distance - t.length);
    let there = front.with_pose(front.pose.translated(body.facing.vector() * distance));
    let may = distance > t.length * 0.5
        && !spare.contains(group)
        && !around.friends.iter().filter(near).any(|friend| blocked(&friend.rect))
        && !around.camps.iter().any(blocked)
        && file.iter().all(|index| stays_on_table(look, &body.bases[*index].1, distance))
        && fights(look, &there, &around.enemies).is_some()
        && stays_together(look, body, files, at, distance);
    may.then_some(distance)
}

/// FA-EDGE-01: no base steps over the edge of the table.
fn stays_on_table(look: Look<'_>, rect: &Rect, distance: f64) -> bool {
    let there = rect.with_pose(rect.pose.advanced(distance));
    look.state.field.edge_crossed(&there, look.rules.tolerance.length).is_none()
}

/// FA-STEP-06: the file still touches those beside it at least corner to corner.
fn stays_together(look: Look<'_>, body: &Body, files: &[File], at: usize, distance: f64) -> bool {
    let slack = look.rules.tolerance.length;
    let (Some(front), Some(rear)) = (front_of(body, &files[at]), rear_of(body, &files[at])) else {
        return false;
    };
    let beside = at.checked_sub(1).into_iter().chain([at + 1]).filter_map(|other| files.get(other));
    beside.into_iter().all(|file| match (front_of(body, file), rear_of(body, file)) {
        (Some(other_front), Some(other_rear)) => {
            rear + distance <= other_front + slack && other_rear <= front + distance + slack
        }
        _ => true,
    })
}
