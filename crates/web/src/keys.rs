//! The keyboard: everything that a hand can do.

use crate::browser;
use crate::desk::Desk;
use crate::pages::battle::Open;
use crate::panels::tools::{ZONE_KEYS, toggle};
use crate::panels::why::Why;
use crate::settings::Habits;
use crate::table::stage::{Stage, Tool};
use aelian_geometry::Vec2;
use aelian_view::table::{ActionView, Arrow, Mode, PieceId};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// What keys act on.
#[derive(Clone, Copy)]
pub struct Keys {
    pub desk: Desk,
    pub stage: Stage,
    pub open: Open,
    pub why: Why,
    pub habits: RwSignal<Habits>,
}

fn tag(event: &KeyboardEvent) -> String {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.map(|element| element.tag_name().to_lowercase()).unwrap_or_default()
}

impl Keys {
    /// A key went down. True if it was for the table.
    pub fn pressed(self, event: &KeyboardEvent) -> bool {
        let tag = tag(event);
        if event.ctrl_key() || event.meta_key() || matches!(tag.as_str(), "input" | "textarea" | "select") {
            return false;
        }
        let key = event.key();
        if matches!(key.as_str(), " " | "Enter") && matches!(tag.as_str(), "button" | "summary" | "a") {
            return false;
        }
        let letter = key.chars().count() == 1 && key.chars().all(char::is_alphabetic);
        if letter && !self.habits.with_untracked(|habits| habits.letters) {
            return false;
        }
        self.closing(&key)
            || self.slips(&key)
            || self.replay(&key)
            || self.answers(&key)
            || self.moving(event, &key)
            || self.tools(&key)
    }

    fn closing(self, key: &str) -> bool {
        if key != "Escape" {
            return false;
        }
        if self.why.is_open() {
            self.why.close();
        } else if self.open.help.get_untracked() || self.open.menu.get_untracked() {
            self.open.help.set(false);
            self.open.menu.set(false);
        } else if self.desk.slip.get_untracked().is_some() {
            self.desk.slip.set(None);
        } else if self.desk.mode_untracked() == Some(Mode::Orders)
            && self.desk.sketch.get_untracked().is_some()
        {
            self.desk.drop_sketch();
        } else {
            self.desk.selected.set(Vec::new());
            self.stage.ruler.set(None);
            self.stage.tool.set(Tool::Select);
        }
        true
    }

    /// The curtain and real dice.
    fn slips(self, key: &str) -> bool {
        if self.desk.curtain.get_untracked().is_some() && matches!(key, " " | "Enter") {
            self.desk.lift_curtain();
            return true;
        }
        let face = key.parse::<u8>().ok().filter(|face| (1..=6).contains(face));
        match (self.desk.wanted.get_untracked(), face) {
            (Some(_), Some(face)) => self.desk.type_face(face),
            (Some(wanted), None) if key == "Backspace" && !wanted.faces.is_empty() => self.desk.untype_face(),
            _ => return false,
        }
        true
    }

    fn replay(self, key: &str) -> bool {
        let Some(at) = self.desk.at.get_untracked() else { return false };
        match key {
            "ArrowLeft" | "," => self.desk.look_at(Some(at.saturating_sub(1))),
            "ArrowRight" | "." => self.desk.look_at(Some(at + 1)),
            "Home" => self.desk.look_at(Some(0)),
            "End" => self.desk.look_at(Some(self.desk.steps.get_untracked())),
            " " => browser::document()
                .and_then(|document| document.query_selector("[data-test=replay-play]").ok().flatten())
                .and_then(|button| button.dyn_into::<web_sys::HtmlElement>().ok())
                .into_iter()
                .for_each(|button| button.click()),
            _ => return false,
        }
        true
    }

    fn answers(self, key: &str) -> bool {
        let Some(question) = self.desk.question.get_untracked() else { return false };
        if key == "w" {
            question.rule.into_iter().for_each(|rule| self.why.open(rule));
            return true;
        }
        let sketched = self.desk.sketch.get_untracked().is_some();
        if key == "Enter" && sketched || key == " " && sketched && question.mode != Mode::Answers {
            self.desk.confirm();
            return true;
        }
        let chosen = match key {
            " " => question.answers.iter().find(|answer| answer.primary),
            digit => digit
                .parse::<usize>()
                .ok()
                .filter(|digit| *digit > 0)
                .and_then(|digit| question.answers.get(digit - 1)),
        };
        if let Some(answer) = chosen {
            self.desk.answer(&answer.choice);
        }
        chosen.is_some()
    }

    /// Taking pieces up and moving them.
    fn moving(self, event: &KeyboardEvent, key: &str) -> bool {
        let desk = self.desk;
        match key {
            "n" | "N" => self.next_ready(event.shift_key()),
            "g" | "G" => desk.gather(),
            "Backspace" | "u" => desk.take_back(),
            "o" => desk.hold(),
            "i" => desk.ask_for_hint(),
            "Enter" => match desk.hovered.get_untracked() {
                Some(piece) => desk.take_up(piece, event.shift_key()),
                None => self.next_ready(false),
            },
            "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight" => {
                return self.arrow(key, event.shift_key());
            }
            other => return self.action(other),
        }
        true
    }

    fn next_ready(self, back: bool) {
        let desk = self.desk;
        let mut ready: Vec<PieceId> = desk.pieces.with_untracked(|pieces| {
            pieces.iter().filter(|piece| piece.ready).map(|piece| piece.id).collect()
        });
        ready.sort_unstable();
        let held = desk.selected.get_untracked();
        let count = ready.len().max(1);
        let is_held = |id: &PieceId| held.contains(id);
        // Past all that is in hand, which may be several bases of one body.
        let next = if back {
            ready.iter().position(is_held).map_or(0, |at| (at + count - 1) % count)
        } else {
            ready.iter().rposition(is_held).map_or(0, |at| (at + 1) % count)
        };
        if let Some(id) = ready.get(next) {
            desk.sketch.set(None);
            desk.selected.set(desk.whole(vec![*id]));
            self.stage.look_at(desk, &[*id]);
        }
    }

    /// Farther, less far, or to a hand; without a piece in hand the table moves.
    fn arrow(self, key: &str, fast: bool) -> bool {
        let desk = self.desk;
        if desk.mode_untracked() != Some(Mode::Orders) || desk.selected.with_untracked(Vec::is_empty) {
            let by = match key {
                "ArrowUp" => Vec2::new(0.0, 60.0),
                "ArrowDown" => Vec2::new(0.0, -60.0),
                "ArrowLeft" => Vec2::new(60.0, 0.0),
                _ => Vec2::new(-60.0, 0.0),
            };
            self.stage.camera.update(|camera| *camera = camera.panned(by));
            return true;
        }
        let (arrow, more) = match key {
            "ArrowUp" => (Arrow::Ahead, true),
            "ArrowDown" => (Arrow::Ahead, false),
            "ArrowLeft" => (Arrow::Left, true),
            _ => (Arrow::Right, true),
        };
        let begun = |action: &ActionView| action.arrow == Some(arrow);
        let drawn = desk.sketch.get_untracked().and_then(|sketch| sketch.action).filter(begun);
        let fresh = drawn.is_none();
        let Some(known) = drawn.or_else(|| untrack(|| desk.actions()).into_iter().find(begun)) else {
            return true;
        };
        let mut values: Vec<f64> = known.fields.iter().map(|field| field.value).collect();
        if let (Some(value), Some(field), false) = (values.first_mut(), known.fields.first(), fresh) {
            let step = field.step.max(0.1) * if fast { 10.0 } else { 1.0 };
            *value = (*value + if more { step } else { -step }).clamp(field.least, field.most);
        }
        desk.act(known.key, &values);
        true
    }

    /// A move by its letter.
    fn action(self, key: &str) -> bool {
        let Some(letter) = key.chars().next().filter(|_| key.chars().count() == 1) else { return false };
        let found = untrack(|| self.desk.actions())
            .into_iter()
            .find(|action| action.shortcut.is_some_and(|known| known.eq_ignore_ascii_case(&letter)));
        let Some(action) = found else { return false };
        let values: Vec<f64> = action.fields.iter().map(|field| field.value).collect();
        self.desk.act(action.key, &values);
        true
    }

    fn tools(self, key: &str) -> bool {
        let (desk, stage) = (self.desk, self.stage);
        match key {
            "+" | "=" => stage.zoom(1.3),
            "-" => stage.zoom(1.0 / 1.3),
            "0" => stage.fit(desk),
            "v" => stage.camera.update(|camera| *camera = camera.turned_round()),
            "s" => stage.tool.set(Tool::Select),
            "l" => stage.tool.set(Tool::Lasso),
            "m" => stage.tool.set(Tool::Measure),
            "?" => self.open.toggle_help(),
            "f" => full_screen(),
            "[" => self.habits.update(|habits| habits.left_folded = !habits.left_folded),
            "]" => self.habits.update(|habits| habits.right_folded = !habits.right_folded),
            other => {
                let letter = other.chars().next().unwrap_or_default();
                let Some((kind, _)) = ZONE_KEYS.iter().find(|(_, zone)| *zone == letter && other.len() == 1)
                else {
                    return false;
                };
                toggle(desk.zones, *kind);
            }
        }
        true
    }
}

pub fn full_screen() {
    let Some(document) = browser::document() else { return };
    if document.fullscreen_element().is_some() {
        document.exit_fullscreen();
    } else if let Some(root) = document.document_element() {
        let _ = root.request_fullscreen();
    }
}
