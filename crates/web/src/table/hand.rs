//! The hand on the table: pointers, what they took hold of, and what they do with it.

use super::camera::to_table;
use super::press;
use super::stage::{Stage, Tool};
use crate::browser;
use crate::desk::Desk;
use aelian_geometry::{Rect, Vec2};
use aelian_view::table::{Drag, Grip, LayShape, Mode, PieceId};
use leptos::prelude::*;
use web_sys::{MouseEvent, PointerEvent, WheelEvent};

/// Pixels that a pointer may tremble without moving anything.
const TREMBLE: f64 = 5.0;

/// What a pointer that is down is about.
#[derive(Clone, Debug, Default)]
pub enum Gesture {
    #[default]
    Nothing,
    Pan {
        last: Vec2,
    },
    Pinch {
        last: [Vec2; 2],
    },
    /// Two corners in mm, from a press with these pixels.
    Lasso {
        from: Vec2,
    },
    Measure {
        from: Vec2,
    },
    /// Pieces under orders. Not yet moved: it may still be a tap.
    Move {
        grip: Grip,
        from: Vec2,
        pressed: Vec2,
        piece: Option<PieceId>,
        before: Option<String>,
        moved: bool,
        add: bool,
    },
    /// Pieces that are being put down: where they stood when the hand took them.
    Put {
        from: Vec2,
        pressed: Vec2,
        start: Vec<(PieceId, Rect)>,
        piece: PieceId,
        spin: Option<Vec2>,
        moved: bool,
        add: bool,
    },
    /// Terrain that is being laid.
    Lay {
        from: Vec2,
        start: LayShape,
        what: LayGrip,
    },
}

#[derive(Clone, Copy, Debug)]
pub enum LayGrip {
    Whole,
    Spin,
    Point(usize),
}

pub fn screen(event: &MouseEvent) -> Vec2 {
    let bounds = browser::element("table").map(|table| table.get_bounding_client_rect());
    let (left, top) = bounds.map_or((0.0, 0.0), |bounds| (bounds.left(), bounds.top()));
    Vec2::new(f64::from(event.client_x()) - left, f64::from(event.client_y()) - top)
}

pub fn table(desk: Desk, stage: Stage, at: Vec2) -> Vec2 {
    let depth = desk.board.with_untracked(|board| board.depth);
    to_table(depth, stage.camera.get_untracked().world(at))
}

pub fn down(desk: Desk, stage: Stage, event: &PointerEvent) {
    let at = screen(event);
    // A finger points by touching.
    hover(desk, event);
    if let Some(target) = browser::element("table") {
        let _ = target.set_pointer_capture(event.pointer_id());
    }
    stage.pointers.update_value(|all| {
        all.retain(|(id, _)| *id != event.pointer_id());
        all.push((event.pointer_id(), at));
    });
    let pointers = stage.pointers.get_value();
    if let [(_, a), (_, b)] = pointers.as_slice() {
        stage.gesture.set_value(Gesture::Pinch { last: [*a, *b] });
        stage.lasso.set(None);
        return;
    }
    let gesture =
        if event.button() == 0 { press::begin(desk, stage, event) } else { Gesture::Pan { last: at } };
    stage.gesture.set_value(gesture);
}

pub fn moved(desk: Desk, stage: Stage, event: &PointerEvent) {
    let begun = browser::now();
    let at = screen(event);
    let mut down = false;
    stage.pointers.update_value(|all| {
        if let Some(pointer) = all.iter_mut().find(|(id, _)| *id == event.pointer_id()) {
            pointer.1 = at;
            down = true;
        }
    });
    if !down {
        hover(desk, event);
        return;
    }
    let mut gesture = stage.gesture.get_value();
    carry(desk, stage, event, at, &mut gesture);
    stage.gesture.set_value(gesture);
    stage.took.set_value(browser::now() - begun);
}

fn hover(desk: Desk, event: &PointerEvent) {
    let held = press::held(event);
    let over = held.as_ref().and_then(|element| press::number(element, "data-piece"));
    if desk.hovered.get_untracked() != over {
        desk.hovered.set(over);
    }
    // A fight stays open to be read until something else is looked at.
    let fight = held.as_ref().and_then(|element| press::number(element, "data-fight")).map(usize::from);
    if (fight.is_some() || over.is_some()) && desk.fight.get_untracked() != fight {
        desk.fight.set(fight);
    }
}

/// Follows the pointer.
fn carry(desk: Desk, stage: Stage, event: &PointerEvent, at: Vec2, gesture: &mut Gesture) {
    let to = table(desk, stage, at);
    match gesture {
        Gesture::Nothing => {}
        Gesture::Pan { last } => {
            let by = at - *last;
            stage.moved.set_value(true);
            stage.camera.update(|camera| *camera = camera.panned(by));
            *last = at;
        }
        Gesture::Pinch { last } => pinch(stage, last),
        Gesture::Lasso { from } => stage.lasso.set(Some((*from, to))),
        Gesture::Measure { from } => stage.ruler.set(Some((*from, snapped(desk, to)))),
        Gesture::Move { grip, from, pressed, piece, before, moved, .. } => {
            if !*moved && (at - *pressed).length() < TREMBLE {
                return;
            }
            if desk.mode_untracked() != Some(Mode::Orders) {
                *gesture = Gesture::Pan { last: at };
                return;
            }
            if !*moved {
                *moved = true;
                desk.moving.set(true);
                take_for_drag(desk, *piece);
            }
            let alone = desk.selected.with_untracked(Vec::len) == 1;
            desk.drag(
                before.as_deref(),
                Drag { grip: *grip, from: *from, to, free: alone != event.alt_key() },
            );
        }
        Gesture::Put { from, pressed, start, spin, moved, .. } => {
            if !*moved && (at - *pressed).length() < TREMBLE {
                return;
            }
            if !*moved {
                *moved = true;
                desk.selected.set(start.iter().map(|(id, _)| *id).collect());
            }
            put_down(desk, start, *from, to, *spin);
        }
        Gesture::Lay { from, start, what } => lay_down(desk, start, *from, to, *what),
    }
}

fn take_for_drag(desk: Desk, piece: Option<PieceId>) {
    let Some(piece) = piece else { return };
    if !desk.selected.with_untracked(|selected| selected.contains(&piece)) {
        desk.selected.set(desk.body(piece));
    }
}

fn put_down(desk: Desk, start: &[(PieceId, Rect)], from: Vec2, to: Vec2, spin: Option<Vec2>) {
    desk.placed.update(|placed| {
        for (id, rect) in placed.iter_mut() {
            let Some((_, began)) = start.iter().find(|(one, _)| one == id) else { continue };
            let pose = match spin {
                Some(centre) => began.pose.rotated_about(centre, angle(centre, from, to)),
                None => began.pose.translated(to - from),
            };
            *rect = began.with_pose(pose.on_grid());
        }
    });
    desk.forget_hint();
    desk.judge();
}

/// The angle between two rays, in whole degrees.
fn angle(centre: Vec2, from: Vec2, to: Vec2) -> f64 {
    let turn = |at: Vec2| js_sys::Math::atan2((at - centre).y, (at - centre).x);
    aelian_geometry::degrees(aelian_geometry::to_degrees(turn(to) - turn(from)).round())
}

fn lay_down(desk: Desk, start: &LayShape, from: Vec2, to: Vec2, what: LayGrip) {
    let mut shape = start.clone();
    let all: Vec<Vec2> = shape.outline.iter().chain(&shape.line).copied().collect();
    let centre = all.iter().fold(Vec2::ZERO, |sum, point| sum + *point) / all.len().max(1) as f64;
    let turned = angle(centre, from, to);
    let shift = |point: &mut Vec2| match what {
        LayGrip::Whole | LayGrip::Point(_) => *point += to - from,
        LayGrip::Spin => *point = centre + aelian_geometry::rotate(*point - centre, turned),
    };
    if let LayGrip::Point(at) = what {
        let points = if shape.line.is_empty() { &mut shape.outline } else { &mut shape.line };
        points.get_mut(at).into_iter().for_each(shift);
    } else {
        shape.outline.iter_mut().chain(shape.line.iter_mut()).for_each(shift);
    }
    desk.laid.set(Some(shape));
    desk.judge();
}

fn pinch(stage: Stage, last: &mut [Vec2; 2]) {
    let pointers = stage.pointers.get_value();
    let [(_, a), (_, b)] = pointers.as_slice() else { return };
    let (was, is) = ((last[1] - last[0]).length().max(1.0), (*b - *a).length().max(1.0));
    let (from, to) = ((last[0] + last[1]) * 0.5, (*a + *b) * 0.5);
    stage.moved.set_value(true);
    stage.camera.update(|camera| *camera = camera.panned(to - from).zoomed(is / was, to));
    *last = [*a, *b];
}

pub fn up(desk: Desk, stage: Stage, event: &PointerEvent) {
    let gesture = stage.gesture.get_value();
    let_go(desk);
    stage.gesture.set_value(Gesture::Nothing);
    stage.pointers.update_value(|all| all.retain(|(id, _)| *id != event.pointer_id()));
    let at = screen(event);
    match gesture {
        Gesture::Move { moved: false, piece: Some(piece), add, .. } => tap(desk, event, piece, add),
        Gesture::Put { moved: false, piece, add, .. } => tap_put(desk, piece, add),
        Gesture::Put { moved: true, .. } => settle(desk),
        Gesture::Lasso { from } => {
            gather(desk, from, table(desk, stage, at));
            stage.lasso.set(None);
            stage.tool.set(Tool::Select);
        }
        Gesture::Pan { last } if (at - last).length() < 1.0 && event.button() == 0 => tap_ground(desk),
        _ => {}
    }
}

fn let_go(desk: Desk) {
    if desk.moving.get_untracked() {
        desk.moving.set(false);
    }
}

pub fn cancelled(desk: Desk, stage: Stage, event: &PointerEvent) {
    let_go(desk);
    stage.gesture.set_value(Gesture::Nothing);
    stage.lasso.set(None);
    stage.pointers.update_value(|all| all.retain(|(id, _)| *id != event.pointer_id()));
    desk.hovered.set(None);
}

/// Where the umpire has snapped the pieces is where they stand.
fn settle(desk: Desk) {
    let Some(sketch) = desk.sketch.get_untracked() else { return };
    desk.placed.update(|placed| {
        for (id, rect) in placed.iter_mut() {
            if let Some((_, ghost)) = sketch.ghosts.iter().find(|(one, _)| one == id) {
                *rect = *ghost;
            }
        }
    });
}

fn tap(desk: Desk, event: &PointerEvent, piece: PieceId, add: bool) {
    let answer = desk.question.with_untracked(|question| {
        let answers = &question.as_ref()?.answers;
        answers.iter().find(|answer| answer.piece == Some(piece)).map(|answer| answer.choice.clone())
    });
    match (answer, desk.mode_untracked()) {
        (Some(choice), Some(Mode::Answers)) => desk.answer(&choice),
        (_, Some(Mode::Orders)) => desk.take_up(piece, add || event.ctrl_key() || event.meta_key()),
        _ => desk.selected.set(vec![piece]),
    }
}

fn tap_put(desk: Desk, piece: PieceId, add: bool) {
    let body = desk.put_with(piece);
    desk.selected.update(|selected| {
        let had = selected.contains(&piece);
        match (add, had) {
            (true, true) => selected.retain(|one| !body.contains(one)),
            (true, false) => selected.extend(body),
            (false, _) => *selected = body,
        }
    });
}

fn tap_ground(desk: Desk) {
    if desk.mode_untracked() == Some(Mode::Orders) && desk.sketch.get_untracked().is_some() {
        return;
    }
    desk.selected.set(Vec::new());
}

/// Selects every own piece whose middle lies between two corners.
fn gather(desk: Desk, a: Vec2, b: Vec2) {
    let (least, most) = (a.min(b), a.max(b));
    let within = |rect: &Rect| {
        let middle = rect.centre();
        middle.cmpge(least).all() && middle.cmple(most).all()
    };
    let side = desk.my_side_untracked();
    let chosen: Vec<PieceId> = if let Some(Mode::Place { .. }) = desk.mode_untracked() {
        desk.placed.with_untracked(|placed| {
            placed.iter().filter(|(_, rect)| within(rect)).map(|(id, _)| *id).collect()
        })
    } else {
        desk.pieces.with_untracked(|pieces| {
            let mine = pieces.iter().filter(|piece| side.is_none() || Some(piece.side) == side);
            mine.filter(|piece| within(&piece.rect)).map(|piece| piece.id).collect()
        })
    };
    desk.sketch.set(desk.sketch.get_untracked().filter(|_| desk.mode_untracked() != Some(Mode::Orders)));
    desk.selected.set(desk.whole(chosen));
}

pub fn double(desk: Desk, event: &MouseEvent) {
    if let Some(piece) = press::held(event).and_then(|element| press::number(&element, "data-piece")) {
        desk.selected.set(desk.body(piece));
        desk.gather();
    }
}

pub fn wheel(stage: Stage, event: &WheelEvent) {
    event.prevent_default();
    stage.moved.set_value(true);
    let at = screen(event);
    let lines = if event.delta_mode() == 1 { 30.0 } else { 1.0 };
    let factor = js_sys::Math::exp(-event.delta_y() * lines * 0.0016);
    stage.camera.update(|camera| *camera = camera.zoomed(factor, at));
}

/// Measuring snaps to corners of bases and to edges of the table.
pub fn snapped(desk: Desk, at: Vec2) -> Vec2 {
    let corners = desk.pieces.with_untracked(|pieces| {
        let all = pieces.iter().flat_map(|piece| piece.rect.corners());
        all.map(|corner| (corner, (corner - at).length())).min_by(|a, b| a.1.total_cmp(&b.1))
    });
    match corners {
        Some((corner, away)) if away < 6.0 => corner,
        _ => {
            let (width, depth) = desk.board.with_untracked(|board| (board.width, board.depth));
            let near = |value: f64, edge: f64| if (value - edge).abs() < 6.0 { edge } else { value };
            Vec2::new(near(near(at.x, 0.0), width), near(near(at.y, 0.0), depth))
        }
    }
}
