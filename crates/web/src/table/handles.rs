//! Handles at the body that is taken up: where they are, and moving them with keys.

use super::camera::{Camera, UNIT, to_world};
use super::stage::{Stage, use_stage};
use crate::desk::{Desk, use_desk};
use aelian_geometry::{Corner, Edge, Hand, Pose, Rect, Vec2};
use aelian_view::table::{Drag, Grip, HandleView, Light, Mode, PieceId};
use leptos::prelude::*;
use web_sys::KeyboardEvent;

/// A handle that keys have moved so far.
#[derive(Clone, Debug)]
pub struct Keyed {
    grip: Grip,
    from: Vec2,
    to: Vec2,
    before: Option<String>,
    /// What came of it: if something else is drawn now, keys begin anew.
    drawn: Option<String>,
    selected: Vec<PieceId>,
}

/// The name of a grip in the page.
fn name(grip: Grip) -> &'static str {
    match grip {
        Grip::Body => "body",
        Grip::Corner(Hand::Left) => "left",
        Grip::Corner(Hand::Right) => "right",
        Grip::Spin => "spin",
        Grip::Flank(Hand::Left) => "flank-left",
        Grip::Flank(Hand::Right) => "flank-right",
        Grip::Slide => "slide",
        Grip::Aslant => "aslant",
    }
}

/// The grip of this name.
pub fn named(wanted: &str) -> Option<Grip> {
    let hands = Hand::BOTH.into_iter().flat_map(|hand| [Grip::Corner(hand), Grip::Flank(hand)]);
    hands.chain([Grip::Spin, Grip::Slide, Grip::Aslant]).find(|grip| name(*grip) == wanted)
}

/// What is drawn in a knob, as if the body looked up.
fn sign(grip: Grip) -> &'static str {
    match grip {
        Grip::Body | Grip::Corner(_) => "",
        Grip::Spin => "M-3 1a3 3 0 1 0 1-3M-3.4-3.4l1 1.6 1.7-.7",
        Grip::Flank(_) => "M-4 0H4M-2-2L-4 0l2 2M2-2L4 0l-2 2",
        Grip::Slide => "M-4 2.500H4M2 .5l2 2-2 2M0 0v-4M-1.800-2.400L0-4.200l1.800 1.800",
        Grip::Aslant => "M-3 4V2L3-2V-4M1.200-2.600L3-4.400l1.800 1.800",
    }
}

/// Where a handle sits, in mm: at the frame of the body, clear of it by so many pixels.
fn place(grip: Grip, frame: &Rect, pixel: f64) -> Vec2 {
    let (ahead, right) = (frame.pose.facing.vector(), frame.pose.facing.right());
    let side = |hand: Hand| if hand == Hand::Right { right } else { right * -1.0 };
    let rear = frame.edge_middle(Edge::Rear) - ahead * (20.0 * pixel);
    match grip {
        Grip::Body => frame.centre(),
        Grip::Corner(Hand::Left) => frame.corner(Corner::FrontLeft),
        Grip::Corner(Hand::Right) => frame.corner(Corner::FrontRight),
        Grip::Spin => frame.edge_middle(Edge::Front) + ahead * (26.0 * pixel).max(14.0),
        Grip::Flank(hand) => {
            let edge = if hand == Hand::Right { Edge::Right } else { Edge::Left };
            // Clear of the corner before it, however flat the body is.
            let back = (16.0 * pixel - frame.depth * 0.5).max(0.0);
            frame.edge_middle(edge) + side(hand) * (18.0 * pixel) - ahead * back
        }
        Grip::Slide => rear - right * (14.0 * pixel),
        Grip::Aslant => rear + right * (14.0 * pixel),
    }
}

/// Millimetres in a pixel.
fn pixel(camera: &Camera) -> f64 {
    1.0 / (camera.scale * UNIT)
}

/// One rectangle round everything that is selected, in the facing of its first piece: where a sketch would put it,
/// if there is one.
fn frame_of(desk: Desk) -> Option<Rect> {
    let selected = desk.selected.get();
    let sketch = desk.sketch.get().filter(|sketch| sketch.light != Light::Refused);
    let orders = desk.mode() == Some(Mode::Orders);
    let mut rects: Vec<Rect> = Vec::new();
    for id in &selected {
        let drawn = sketch
            .as_ref()
            .filter(|_| orders)
            .and_then(|sketch| sketch.ghosts.iter().find(|(one, _)| one == id));
        let placed =
            desk.placed.with(|placed| placed.iter().find(|(one, _)| one == id).map(|(_, rect)| *rect));
        let stands =
            desk.pieces.with(|pieces| pieces.iter().find(|piece| piece.id == *id).map(|piece| piece.rect));
        rects.extend(drawn.map(|(_, rect)| *rect).or(placed).or(stands));
    }
    let first = *rects.first()?;
    let (mut least, mut most) = (Vec2::splat(f64::MAX), Vec2::splat(f64::MIN));
    for corner in rects.iter().flat_map(Rect::corners) {
        let (ahead, right) = first.local(corner);
        (least, most) = (least.min(Vec2::new(ahead, right)), most.max(Vec2::new(ahead, right)));
    }
    let facing = first.pose.facing;
    let at = first.pose.at + facing.vector() * most.x + facing.right() * ((least.y + most.y) * 0.5);
    Some(Rect::new(Pose { at, facing }, most.y - least.y, most.x - least.x))
}

/// The handles of what is in hand; each stays the same element while it moves, so that it keeps the keys.
#[component]
pub fn Handles() -> impl IntoView {
    let (desk, stage) = (use_desk(), use_stage());
    let all = Memo::new(move |before: Option<&Vec<HandleView>>| {
        desk.pieces.track();
        if desk.moving.get() { before.cloned().unwrap_or_default() } else { desk.handles() }
    });
    let frame = Memo::new(move |_| if all.with(Vec::is_empty) { None } else { frame_of(desk) });
    let stem = move || {
        let spins = all.with(|all| all.iter().any(|handle| handle.grip == Grip::Spin));
        let frame = frame.get().filter(|_| spins)?;
        let depth = desk.board.with(|board| board.depth);
        let at = |point: Vec2| to_world(depth, point);
        let (foot, top) =
            (at(frame.edge_middle(Edge::Front)), at(place(Grip::Spin, &frame, pixel(&stage.camera.get()))));
        Some(format!("M{:.1} {:.1}L{:.1} {:.1}", foot.x, foot.y, top.x, top.y))
    };
    view! {
        <g class="handles">
            <path class="stem" d=stem></path>
            <For each=move || all.get() key=|handle| name(handle.grip) children=move |handle| view! { <Handle handle frame/> }/>
        </g>
    }
}

#[component]
fn Handle(handle: HandleView, frame: Memo<Option<Rect>>) -> impl IntoView {
    let (desk, stage) = (use_desk(), use_stage());
    let HandleView { grip, title } = handle;
    let style = move || {
        let frame = frame.get()?;
        let (camera, depth) = (stage.camera.get(), desk.board.with(|board| board.depth));
        let at = to_world(depth, place(grip, &frame, pixel(&camera)));
        let facing = frame.pose.facing.to_compass();
        let turn =
            if matches!(grip, Grip::Spin) { 0.0 } else { facing + if camera.turned { 180.0 } else { 0.0 } };
        Some(format!("transform:translate({:.1}px,{:.1}px) var(--upright) rotate({turn:.1}deg)", at.x, at.y))
    };
    view! {
        <g class="handle" data-grip=name(grip) data-test=format!("grip-{}", name(grip)) tabindex="0" role="button"
            aria-label=format!("{title}. The arrow keys move it.") style=style
            on:keydown=move |event| {
                if let Some(frame) = frame.get_untracked() {
                    key(desk, stage, grip, &frame, &event);
                }
            }>
            <title>{title}</title>
            <circle class="hit" r="13"></circle>
            <circle class="knob" r="7"></circle>
            <path class="sign" d=sign(grip)></path>
        </g>
    }
}

/// An arrow key moves the handle as a pointer would, by a quarter of the measuring unit or, with Shift, a whole one.
fn key(desk: Desk, stage: Stage, grip: Grip, frame: &Rect, event: &KeyboardEvent) {
    let way = match event.key().as_str() {
        "ArrowUp" => Vec2::new(0.0, 1.0),
        "ArrowDown" => Vec2::new(0.0, -1.0),
        "ArrowLeft" => Vec2::new(-1.0, 0.0),
        "ArrowRight" => Vec2::new(1.0, 0.0),
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    if desk.mode_untracked() != Some(Mode::Orders) {
        return;
    }
    let camera = stage.camera.get_untracked();
    let unit = desk.board.with_untracked(|board| board.unit);
    let step = unit * if event.shift_key() { 1.0 } else { 0.25 } * if camera.turned { -1.0 } else { 1.0 };
    let drawn = || desk.sketch.get_untracked().map(|sketch| sketch.choice);
    let (before, selected) = (drawn(), desk.selected.get_untracked());
    let goes_on = |keyed: &Keyed| keyed.grip == grip && keyed.drawn == before && keyed.selected == selected;
    let mut keyed = stage.keyed.get_value().filter(goes_on).unwrap_or_else(|| {
        let from = place(grip, frame, pixel(&camera));
        Keyed { grip, from, to: from, before, drawn: None, selected }
    });
    keyed.to += way * step;
    let free = keyed.selected.len() == 1;
    desk.drag(keyed.before.as_deref(), Drag { grip, from: keyed.from, to: keyed.to, free });
    keyed.drawn = drawn();
    stage.keyed.set_value(Some(keyed));
}
