//! A press on the table: what was taken hold of, and what it begins.

use super::camera::to_world;
use super::hand::{Gesture, LayGrip, screen, snapped, table};
use super::handles;
use super::stage::{Stage, Tool};
use crate::desk::Desk;
use aelian_geometry::{Rect, Vec2};
use aelian_view::table::{Grip, Mode, PieceId, PieceView};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent, PointerEvent};

/// A pointer that went down.
struct Press {
    desk: Desk,
    /// Where, in pixels and in mm.
    at: Vec2,
    from: Vec2,
    /// What lies under it that can be held, and the piece that was meant.
    element: Option<Element>,
    piece: Option<PieceId>,
    /// Shift is held.
    shift: bool,
}

/// What a press begins, by the tool and by what lies under it.
pub fn begin(desk: Desk, stage: Stage, event: &PointerEvent) -> Gesture {
    let at = screen(event);
    let from = table(desk, stage, at);
    match stage.tool.get_untracked() {
        Tool::Measure => {
            let from = snapped(desk, from);
            stage.ruler.set(Some((from, from)));
            return Gesture::Measure { from };
        }
        Tool::Lasso => return Gesture::Lasso { from },
        Tool::Select => {}
    }
    let element = held(event);
    let piece = piece_at(desk, stage, event, element.as_ref());
    let press = Press { desk, at, from, element, piece, shift: event.shift_key() };
    let begun = match desk.mode_untracked() {
        Some(Mode::Lay { .. }) => press.lay(),
        Some(Mode::Place { .. }) => press.put(),
        _ => None,
    };
    let bare = if press.shift { Gesture::Lasso { from } } else { Gesture::Pan { last: at } };
    begun.or_else(|| press.order()).unwrap_or(bare)
}

impl Press {
    fn attribute(&self, name: &str) -> Option<String> {
        self.element.as_ref()?.get_attribute(name)
    }

    /// Takes hold of the terrain that is being laid.
    fn lay(&self) -> Option<Gesture> {
        let start = self.desk.laid.get_untracked()?;
        let what = match self.attribute("data-lay")?.as_str() {
            "whole" => LayGrip::Whole,
            "spin" => LayGrip::Spin,
            point => LayGrip::Point(point.parse().ok()?),
        };
        Some(Gesture::Lay { from: self.from, start, what })
    }

    /// Takes hold of pieces that are being put down.
    fn put(&self) -> Option<Gesture> {
        let placed = self.desk.placed.get_untracked();
        let spin = self.attribute("data-grip").is_some();
        let selected = self.desk.selected.get_untracked();
        let piece = self.piece.or_else(|| spin.then(|| selected.first().copied()).flatten())?;
        if !placed.iter().any(|(id, _)| *id == piece) {
            return None;
        }
        let chosen: Vec<PieceId> = if selected.contains(&piece) {
            selected.into_iter().flat_map(|one| self.desk.put_with(one)).collect()
        } else {
            self.desk.put_with(piece)
        };
        let start: Vec<(PieceId, Rect)> = placed.into_iter().filter(|(id, _)| chosen.contains(id)).collect();
        let middle =
            start.iter().fold(Vec2::ZERO, |sum, (_, rect)| sum + rect.centre()) / start.len().max(1) as f64;
        let spin = spin.then_some(middle);
        let Press { from, at: pressed, shift: add, .. } = *self;
        Some(Gesture::Put { from, pressed, start, piece, spin, moved: false, add })
    }

    /// Takes hold of pieces that stand on the table, or of a sketch of them.
    fn order(&self) -> Option<Gesture> {
        let grip = self.attribute("data-grip").and_then(|name| handles::named(&name)).unwrap_or(Grip::Body);
        if grip == Grip::Body && self.piece.is_none() {
            return None;
        }
        let on_sketch = grip != Grip::Body || self.attribute("data-ghost").is_some();
        let before = self.desk.sketch.get_untracked().filter(|_| on_sketch).map(|sketch| sketch.choice);
        let Press { from, at: pressed, piece, shift: add, .. } = *self;
        Some(Gesture::Move { grip, from, pressed, piece, before, moved: false, add })
    }
}

/// What lies under a pointer and can be held.
pub fn held(event: &MouseEvent) -> Option<Element> {
    let target: Element = event.target()?.dyn_into().ok()?;
    target.closest("[data-grip],[data-lay],[data-ghost],[data-piece],[data-fight]").ok().flatten()
}

pub fn number(element: &Element, name: &str) -> Option<PieceId> {
    element.get_attribute(name)?.parse().ok()
}

/// The piece under the pointer, or the nearest one that a finger may have meant.
fn piece_at(desk: Desk, stage: Stage, event: &PointerEvent, element: Option<&Element>) -> Option<PieceId> {
    if let Some(id) =
        element.and_then(|element| number(element, "data-piece").or_else(|| number(element, "data-ghost")))
    {
        return Some(id);
    }
    if event.pointer_type() == "mouse" {
        return None;
    }
    let (at, camera) = (screen(event), stage.camera.get_untracked());
    let depth = desk.board.with_untracked(|board| board.depth);
    desk.pieces.with_untracked(|pieces| {
        let distance =
            |piece: &PieceView| (camera.screen(to_world(depth, piece.rect.centre())) - at).length();
        let near = pieces.iter().map(|piece| (piece.id, distance(piece))).filter(|(_, away)| *away < 24.0);
        near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(id, _)| id)
    })
}
