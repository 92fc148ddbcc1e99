//! The stage: the table as it is seen, with its layers from the wood up to the marks.

use super::camera::{Camera, UNIT, to_world};
use super::hand;
use super::handles::{Handles, Keyed};
use super::overlay;
use super::pieces::{Labels, Pieces, Putting};
use super::terrain;
use crate::browser;
use crate::desk::{Desk, use_desk};
use aelian_game::Side;
use aelian_geometry::Vec2;
use aelian_view::table::{PieceId, PieceView, Question};
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::JsCast;

/// Tables narrower than this, in pixels, are those of phones.
const NARROW: f64 = 700.0;

/// Height of the prompt with the umpire's word in it, in pixels.
const WITH_WORD: f64 = 222.0;

/// What the pointer does on the bare table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    Select,
    Lasso,
    Measure,
}

/// The camera and the tools over one table.
#[derive(Clone, Copy)]
pub struct Stage {
    pub camera: RwSignal<Camera>,
    /// Whether the table is seen from its north side.
    pub turned: Memo<bool>,
    pub tool: RwSignal<Tool>,
    /// Two points in mm: the corners of a lasso or the ends of the measuring stick.
    pub lasso: RwSignal<Option<(Vec2, Vec2)>>,
    pub ruler: RwSignal<Option<(Vec2, Vec2)>>,
    /// The answer over which the pointer rests.
    pub pointed: RwSignal<Option<usize>>,
    pub gesture: StoredValue<hand::Gesture>,
    pub pointers: StoredValue<Vec<(i32, Vec2)>>,
    /// The handle that keys are moving.
    pub keyed: StoredValue<Option<Keyed>>,
    /// The player has moved the camera himself: it no longer follows the table's size.
    pub moved: StoredValue<bool>,
    /// How long the last handler of a drag took, in milliseconds.
    pub took: StoredValue<f64>,
}

impl Stage {
    pub fn new() -> Stage {
        let camera = RwSignal::new(Camera::default());
        Stage {
            camera,
            turned: Memo::new(move |_| camera.with(|camera| camera.turned)),
            tool: RwSignal::new(Tool::Select),
            lasso: RwSignal::new(None),
            ruler: RwSignal::new(None),
            pointed: RwSignal::new(None),
            gesture: StoredValue::new(hand::Gesture::Nothing),
            pointers: StoredValue::new(Vec::new()),
            keyed: StoredValue::new(None),
            moved: StoredValue::new(false),
            took: StoredValue::new(0.0),
        }
    }

    /// Measures the window and what lies over it.
    pub fn measure(self) {
        let Some(element) = browser::element("table") else { return };
        let bounds = element.get_bounding_client_rect();
        let narrow = bounds.width() < NARROW;
        let prompt = browser::element("prompt").map_or(0.0, |prompt| {
            // Where sketches are judged the prompt grows by the umpire's word; room is kept for it.
            let orders = prompt.get_attribute("data-mode").as_deref() == Some("orders");
            prompt.get_bounding_client_rect().height().max(if orders { WITH_WORD } else { 0.0 })
        });
        let below = if prompt > 0.0 { (prompt + 20.0).min(bounds.height() * 0.6) } else { 12.0 };
        let margin = if narrow { [8.0, 8.0, 8.0, below] } else { [66.0, 14.0, 14.0, below] };
        self.camera.update(|camera| {
            camera.window = Vec2::new(bounds.width(), bounds.height());
            camera.margin = margin;
        });
    }

    /// The whole table.
    pub fn fit(self, desk: Desk) {
        self.moved.set_value(false);
        self.measure();
        let board = desk.board.get_untracked();
        let (mut least, mut most) =
            (Vec2::splat(-24.0), Vec2::new(board.width, board.depth) * UNIT + Vec2::splat(24.0));
        // Bases that wait to be put down stand beside the table.
        for (_, rect) in desk.placed.get_untracked() {
            for corner in rect.corners() {
                let world = to_world(board.depth, corner);
                (least, most) = (least.min(world), most.max(world));
            }
        }
        self.camera.update(|camera| *camera = camera.fitted(least, most));
    }

    /// Brings these pieces into sight, if they are not.
    pub fn look_at(self, desk: Desk, pieces: &[PieceId]) {
        let depth = desk.board.get_untracked().depth;
        let places: Vec<Vec2> = desk.pieces.with_untracked(|all| {
            all.iter()
                .filter(|one| pieces.contains(&one.id))
                .map(|one| to_world(depth, one.rect.centre()))
                .collect()
        });
        self.measure();
        let narrow = self.camera.with_untracked(|camera| camera.window.x < NARROW);
        if !self.moved.get_value() {
            return if narrow && !places.is_empty() { self.come_near(&places) } else { self.fit(desk) };
        }
        let camera = self.camera.get_untracked();
        if places.is_empty() || places.iter().all(|place| camera.sees(*place)) {
            return;
        }
        let middle = places.iter().fold(Vec2::ZERO, |sum, place| sum + *place) / places.len() as f64;
        self.camera.set(camera.centred(middle));
    }

    /// On a small screen: these places, as near as they can be seen together.
    fn come_near(self, places: &[Vec2]) {
        let margin = Vec2::splat(260.0);
        let least = places.iter().copied().reduce(Vec2::min).unwrap_or_default() - margin;
        let most = places.iter().copied().reduce(Vec2::max).unwrap_or_default() + margin;
        self.camera.update(|camera| *camera = camera.fitted(least, most));
    }

    /// Does something when the page has been laid out anew, unless the table has been left by then.
    fn next_frame(self, act: impl FnOnce() + 'static) {
        let act = wasm_bindgen::closure::Closure::once_into_js(move || {
            if self.camera.try_get_untracked().is_some() {
                act();
            }
        });
        if let Some(window) = browser::window() {
            let _ = window.request_animation_frame(act.unchecked_ref());
        }
    }

    pub fn zoom(self, factor: f64) {
        self.moved.set_value(true);
        self.camera.update(|camera| *camera = camera.zoomed(factor, camera.window * 0.5));
    }
}

pub fn use_stage() -> Stage {
    expect_context()
}

#[component]
pub fn Table() -> impl IntoView {
    let (desk, stage) = (use_desk(), use_stage());
    follow_question(desk, stage);
    let upright = move || {
        let camera = stage.camera.get();
        let sign = if camera.turned { -1.0 } else { 1.0 };
        let upright = sign / camera.scale;
        // A tag is never wider than a base of its scale; a whole unit has room for more, and from afar for its marks.
        let (tag, mark) =
            desk.board.with(|board| if board.whole_units { (2.6, 4.8) } else { (board.unit / 16.0, 0.0) });
        let pixel = 1.0 / camera.scale;
        let more = (pixel.min(mark) / pixel.min(tag)).max(1.0);
        let tag = sign * pixel.min(tag);
        format!(
            "--upright:scale({upright:.5});--half:scale({sign});--tag:scale({tag:.5});--more:scale({more:.3});--px:{pixel:.3}"
        )
    };
    let turned = stage.turned;
    let level = move || {
        let camera = stage.camera.get();
        let unit = desk.board.with(|board| board.unit);
        // A whole unit has room for its name as soon as its figures are seen.
        let least = if desk.board.with(|board| board.whole_units) { 16.0 } else { 22.0 };
        let tags = if unit * UNIT * camera.scale >= least { " tags-on" } else { "" };
        format!("table {}{tags}", camera.level(unit).class())
    };
    let carried = move || format!("transform:{}", stage.camera.get().transform());
    view! {
        <div id="table" class=level style=upright tabindex="0" role="application" aria-label="The table"
            aria-describedby="twin"
            on:pointerdown=move |event| hand::down(desk, stage, &event)
            on:pointermove=move |event| hand::moved(desk, stage, &event)
            on:pointerup=move |event| hand::up(desk, stage, &event)
            on:pointercancel=move |event| hand::cancelled(desk, stage, &event)
            on:pointerleave=move |_| desk.hovered.set(None)
            on:wheel=move |event| hand::wheel(stage, &event)
            on:contextmenu=|event| event.prevent_default()
            on:dblclick=move |event| hand::double(desk, &event)>
            <svg class="lying">
                <g class="world" style=carried>
                    <g class="ground" inner_html=move || terrain::board(&desk.board.get())></g>
                    <g class="zones" inner_html=move || overlay::zones(desk)></g>
                    <g class="marked" inner_html=move || overlay::asked(desk)></g>
                    <Pieces/>
                    <g class="fights" inner_html=move || overlay::fights(desk)></g>
                    <g class="selection" inner_html=move || overlay::selection(desk)></g>
                    <g class="labels"><Labels/></g>
                </g>
            </svg>
            // What follows the hand lies on a sheet of its own, so that moving it paints nothing else anew.
            <svg class="drawn">
                <g class="world" style=carried>
                    <g class="named" inner_html=move || overlay::named(desk, stage, turned.get())></g>
                    <g class="answer" inner_html=move || overlay::pointed(desk, stage)></g>
                    <g class="sketch"><Putting/></g>
                    <g class="sketch" inner_html=move || overlay::sketch(desk, turned.get())></g>
                    <g class="laying" inner_html=move || overlay::laying(desk, stage)></g>
                    <Handles/>
                    <g class="tools-drawn" inner_html=move || overlay::drawn(desk, stage)></g>
                </g>
            </svg>
        </div>
        <Twin/>
    }
}

/// A new question brings its pieces into sight; a new board is shown whole.
fn follow_question(desk: Desk, stage: Stage) {
    let sized = move || desk.board.with(|board| (board.width.to_bits(), board.depth.to_bits()));
    Effect::new(move |before: Option<(u64, u64)>| {
        let now = sized();
        if before != Some(now) {
            stage.next_frame(move || stage.fit(desk));
        }
        now
    });
    Effect::new(move || {
        let question: Option<Arc<Question<String>>> = desk.question.get();
        let over = desk.ending.get().is_some();
        match question {
            Some(question) => stage.next_frame(move || stage.look_at(desk, &question.about)),
            None if over => stage.next_frame(move || stage.look_at(desk, &[])),
            None => {}
        }
    });
    let resized = window_event_listener(leptos::ev::resize, move |_| stage.measure());
    on_cleanup(move || resized.remove());
}

/// The table in words, for those who do not see it.
#[component]
fn Twin() -> impl IntoView {
    let desk = use_desk();
    let lines = Memo::new(move |before: Option<&Vec<String>>| match before {
        // Nobody hears the list while a hand moves pieces.
        Some(before) if desk.moving.get() => before.clone(),
        _ => told(desk),
    });
    let items = move || lines.get().into_iter().map(|line| view! { <li>{line}</li> }).collect_view();
    view! { <ul id="twin" class="unseen" aria-label="The pieces on the table">{items}</ul> }
}

/// Each piece in words; from the one that is in hand, by distance and bearing.
fn told(desk: Desk) -> Vec<String> {
    let chosen = desk.selected.with(|selected| selected.first().copied());
    desk.pieces.with(|pieces| {
        let held = chosen.and_then(|id| pieces.iter().find(|piece| piece.id == id));
        let from = held.map(|piece| piece.rect.centre());
        let line = |piece: &PieceView| match from {
            Some(from) => {
                let away = piece.rect.centre() - from;
                let text = format!("{}, {:.0} mm {}", piece.spoken, away.length(), bearing(away));
                (away.length(), text)
            }
            None => {
                let place = f64::from(piece.id) + if piece.side == Side::Red { 0.0 } else { 1e6 };
                (place, piece.spoken.clone())
            }
        };
        let mut lines: Vec<(f64, String)> = pieces.iter().map(line).collect();
        lines.sort_by(|a, b| a.0.total_cmp(&b.0));
        lines.into_iter().map(|(_, line)| line).collect()
    })
}

/// The wind's name of a direction. The browser's own function is good enough for words.
fn bearing(away: Vec2) -> &'static str {
    const WINDS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let eighth = (js_sys::Math::atan2(away.x, away.y) / (std::f64::consts::PI / 4.0)).round() as i64;
    WINDS[eighth.rem_euclid(8) as usize]
}
