//! The sentences that hold in every game.

use super::look::{along, beyond, depth};
use super::{Breach, Course, Measure, Meeting, Piece, Refereed, Walk};
use crate::step::Step;
use aelian_geometry::Rect;
use std::collections::BTreeMap;

/// Who lies no deeper in somebody than this is clear of him.
const CLEAR: f64 = 0.5;
/// Who is no further from somebody than this stands at him.
const TOUCH: f64 = 1.5;

/// One step, event by event; `state` is carried along.
pub fn judge<R: Refereed>(
    rules: &R,
    state: &mut R::State,
    step: &Step<R>,
    number: usize,
    found: &mut Vec<Breach>,
) {
    let before = state.clone();
    let mut say = |sentence, detail| found.push(Breach { sentence, step: number, detail });
    let mut gone = Vec::new();
    let mut events = step.events.as_slice();
    while let Some((first, rest)) = events.split_first() {
        let Some(course) = rules.course(state, first, rest, &step.reasons) else {
            R::apply(state, first);
            events = rest;
            continue;
        };
        let begun = state.clone();
        let mut courses = vec![course];
        R::apply(state, first);
        events = rest;
        // A joint move goes on as long as nothing else happens.
        while courses.iter().all(|course| course.joint)
            && let Some((next, rest)) = events.split_first()
        {
            match rules.course(state, next, rest, &step.reasons) {
                Some(course) if course.joint => courses.push(course),
                None if rules.goes_with(next) => {}
                _ => break,
            }
            R::apply(state, next);
            events = rest;
        }
        walk(rules, &begun, state, &courses, &mut say);
        too_far(rules, &begun, &courses, &mut gone);
    }
    // Who has left the table went as far as that takes.
    let there = by_id(rules.pieces(state));
    for (_, detail) in gone.into_iter().filter(|(piece, _)| there.contains_key(piece)) {
        say("nobody goes further than he may", detail);
    }
    rest::<R>(rules, &before, state, &mut say);
    for (sentence, detail) in rules.own_sentences(&before, step, state) {
        say(sentence, detail);
    }
}

/// Pieces that went further than they may, and how far.
fn too_far<R: Refereed>(rules: &R, before: &R::State, courses: &[Course], gone: &mut Vec<(u16, String)>) {
    for course in courses {
        for walk in &course.walks {
            let Some(Measure { gone: far, most, sentence }) = walk.measure else { continue };
            if far > most + R::SLACK.distance {
                let name = rules.name(before, walk.piece);
                let manner = &course.manner;
                let detail = format!("{manner} of {name}: {far:.1} mm, at most {most:.1} by {sentence}");
                gone.push((walk.piece, detail));
            }
        }
    }
}

/// Nobody goes through anybody whom the book does not let him pass.
fn walk<R: Refereed>(
    rules: &R,
    before: &R::State,
    after: &R::State,
    courses: &[Course],
    say: &mut impl FnMut(&'static str, String),
) {
    let there = by_id(rules.pieces(before));
    let then = by_id(rules.pieces(after));
    let went: Vec<(&Course, &Walk)> =
        courses.iter().flat_map(|course| course.walks.iter().map(move |walk| (course, walk))).collect();
    // Who is put somewhere has no way; who goes nowhere stands where he stood.
    let moves = |walk: &Walk| walk.path.len() < 2 || walk.path.first() != walk.path.last();
    let stirs = |id: &u16| went.iter().any(|(_, walk)| walk.piece == *id && moves(walk));
    for (course, walk) in &went {
        let Some(mover) = there.get(&walk.piece) else { continue };
        let end = then.get(&walk.piece);
        for other in there.values().filter(|other| other.body != mover.body && !stirs(&other.id)) {
            let Some((deepest, at)) = through(course, walk, mover, other, end) else { continue };
            let ends_there = end.is_some_and(|end| depth(&end.outline, &other.outline) > -TOUCH);
            let first = walk.path.first().map(|first| depth(&[*first], &other.outline));
            let begins_there = first.is_some_and(|first| first > CLEAR);
            let meeting = Meeting { manner: &course.manner, mover, other, at: &at, begins_there, ends_there };
            if deepest > R::SLACK.way && !rules.may_pass(before, meeting) {
                let (who, whom) = (rules.name(before, mover.id), rules.name(before, other.id));
                let here = at.pose.at;
                let detail = format!(
                    "{} of {who} leads {deepest:.1} mm deep through {whom}, at {:.1} {:.1}",
                    course.manner, here.x, here.y
                );
                say("nobody goes through another", detail);
            }
        }
    }
}

/// How deep a walk leads into somebody who is clear of it at its beginning and its end, and where.
fn through(
    course: &Course,
    walk: &Walk,
    mover: &Piece,
    other: &Piece,
    end: Option<&Piece>,
) -> Option<(f64, Rect)> {
    let lies_in = |piece: &Piece| depth(&piece.outline, &other.outline) > CLEAR;
    if !comes_near(walk, other) || lies_in(mover) || end.is_some_and(lies_in) {
        return None;
    }
    let mut deepest: Option<(f64, Rect)> = None;
    along(&walk.path, course.turning, |rect| {
        let deep = depth(&[*rect], &other.outline);
        if deepest.is_none_or(|(known, _)| deep > known) {
            deepest = Some((deep, *rect));
        }
    });
    deepest
}

/// By circles: whether a walk can meet somebody at all.
fn comes_near(walk: &Walk, other: &Piece) -> bool {
    walk.path.windows(2).any(|pair| {
        let [from, to] = pair else { return false };
        let middle = (from.centre() + to.centre()) * 0.5;
        let way = (to.centre() - from.centre()).length();
        let reach = way + from.radius().max(to.radius()) * 2.0;
        other.outline.iter().any(|rect| (rect.centre() - middle).length() <= reach + rect.radius())
    })
}

/// After a step nobody newly lies in another or beyond the table.
fn rest<R: Refereed>(
    rules: &R,
    before: &R::State,
    after: &R::State,
    say: &mut impl FnMut(&'static str, String),
) {
    let was = by_id(rules.pieces(before));
    let is = by_id(rules.pieces(after));
    let changed =
        |id: &u16| was.get(id).map(|piece| &piece.outline) != is.get(id).map(|piece| &piece.outline);
    let table = R::table(after);
    let lay_in = |one: &u16, other: &u16| match (was.get(one), was.get(other)) {
        (Some(one), Some(other)) => depth(&one.outline, &other.outline),
        _ => f64::NEG_INFINITY,
    };
    for piece in is.values().filter(|piece| changed(&piece.id)) {
        let over = beyond(&piece.outline, table);
        if over > R::SLACK.overlap && !rules.may_hang_over(before, after, piece) {
            let detail = format!("{}, by {over:.1} mm", rules.name(after, piece.id));
            say("nobody stands beyond the table", detail);
        }
        for other in is.values().filter(|other| other.id != piece.id) {
            if changed(&other.id) && other.id < piece.id {
                continue;
            }
            let deep = depth(&piece.outline, &other.outline);
            let deeper = deep > lay_in(&piece.id, &other.id) + R::SLACK.overlap;
            if deep > R::SLACK.overlap && deeper && !rules.may_overlap(after, piece, other) {
                let (who, whom) = (rules.name(after, piece.id), rules.name(after, other.id));
                say("nobody stands on another", format!("{who} on {whom}, {deep:.1} mm deep"));
            }
        }
    }
}

fn by_id(pieces: Vec<Piece>) -> BTreeMap<u16, Piece> {
    pieces.into_iter().map(|piece| (piece.id, piece)).collect()
}
