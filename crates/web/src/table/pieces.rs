//! The pieces on the table and those that are being put down: one element each, of which only what changes is
//! drawn anew.

use super::camera::to_world;
use super::stage::use_stage;
use super::{array, paint};
use crate::desk::{Desk, use_desk};
use aelian_geometry::{Rect, Vec2};
use aelian_view::table::{PieceId, PieceView};
use leptos::prelude::*;

/// The base as it is at this moment, if it is there.
fn watch(desk: Desk, id: PieceId) -> Memo<Option<PieceView>> {
    Memo::new(move |_| desk.pieces.with(|pieces| pieces.iter().find(|piece| piece.id == id).cloned()))
}

#[component]
pub fn Pieces() -> impl IntoView {
    let desk = use_desk();
    let ids = Memo::new(move |_| {
        desk.pieces.with(|pieces| pieces.iter().map(|piece| piece.id).collect::<Vec<PieceId>>())
    });
    view! {
        <g class="pieces" role="list">
            <For each=move || ids.get() key=|id| *id children=move |id| view! { <Piece id/> }/>
        </g>
    }
}

#[component]
fn Piece(id: PieceId) -> impl IntoView {
    let desk = use_desk();
    let piece = watch(desk, id);
    let depth = move || desk.board.with(|board| board.depth);
    let class = move || {
        piece.with(|piece| {
            piece.as_ref().map_or(String::new(), |piece| {
                let ready = if piece.ready { " ready" } else { "" };
                let hidden = if piece.hidden { " hidden" } else { "" };
                format!("piece {}{ready}{hidden}", paint::side_class(piece.side))
            })
        })
    };
    let side = move || piece.with(|piece| piece.as_ref().map_or("", |piece| piece.side.name()));
    let drawn = Memo::new(move |_| piece.with(|piece| piece.as_ref().map(array::base).unwrap_or_default()));
    view! {
        <g class=class data-piece=id.to_string() data-side=side role="listitem"
            data-name=move || piece.with(|piece| piece.as_ref().map(|piece| piece.name.clone()))
            aria-label=move || piece.with(|piece| piece.as_ref().map(|piece| piece.spoken.clone()))
            style=move || piece.with(|piece| piece.as_ref().map(|piece| paint::place(depth(), &piece.rect)))
            inner_html=move || drawn.get()></g>
    }
}

#[component]
pub fn Labels() -> impl IntoView {
    let (desk, turned) = (use_desk(), use_stage().turned);
    let ids = Memo::new(move |_| {
        desk.pieces.with(|pieces| pieces.iter().map(|piece| piece.id).collect::<Vec<PieceId>>())
    });
    view! {
        <For each=move || ids.get() key=|id| *id children=move |id| {
            let piece = watch(desk, id);
            let at = move || piece.with(|piece| piece.as_ref().map(|piece| {
                let depth = desk.board.with(|board| board.depth);
                behind(depth, piece.array.whole, turned.get(), &piece.rect)
            }));
            let text = Memo::new(move |_| piece.with(|piece| piece.as_ref().map(|piece| paint::tag(piece, turned.get())).unwrap_or_default()));
            let class = move || piece.with(|piece| format!("label {}", piece.as_ref().map_or("", |piece| paint::side_class(piece.side))));
            view! { <g class=class style=at inner_html=move || text.get()></g> }
        }/>
    }
}

/// Where the tag of a piece hangs: over the rear of a base; beyond a whole unit on the side of its rear.
fn behind(depth: f64, whole: bool, turned: bool, rect: &Rect) -> String {
    let facing = rect.pose.facing.vector();
    let world = if whole {
        let reach = (rect.width * facing.x.abs() + rect.depth * facing.y.abs()) * 0.5;
        let rear = if (facing.y >= 0.0) == turned { reach } else { -reach };
        let rear = if turned { -rear } else { rear };
        to_world(depth, rect.centre() + Vec2::new(0.0, rear))
    } else {
        to_world(depth, rect.pose.at - facing * rect.depth * 0.82)
    };
    format!("transform:translate({:.1}px,{:.1}px) var(--tag)", world.x, world.y)
}

/// Pieces that are being put down, each as it would stand.
#[component]
pub fn Putting() -> impl IntoView {
    let (desk, turned) = (use_desk(), use_stage().turned);
    let ids = Memo::new(move |_| {
        desk.placed.with(|placed| placed.iter().map(|(id, _)| *id).collect::<Vec<PieceId>>())
    });
    view! { <For each=move || ids.get() key=|id| *id children=move |id| put(desk, turned, id)/> }
}

fn put(desk: Desk, turned: Memo<bool>, id: PieceId) -> impl IntoView {
    let piece = desk.piece(id);
    let rect = Memo::new(move |_| {
        desk.placed.with(|placed| placed.iter().find(|(one, _)| *one == id).map(|(_, rect)| *rect))
    });
    let depth = move || desk.board.with(|board| board.depth);
    let side = piece.as_ref().map_or("", |piece| paint::side_class(piece.side));
    let class = move || {
        let out = desk.left_out.with(|out| out.contains(&id));
        format!("piece putting {side}{}", if out { " out" } else { "" })
    };
    let name = piece.as_ref().map(|piece| piece.name.clone());
    let base = piece.as_ref().map(array::base);
    let whole = piece.as_ref().is_some_and(|piece| piece.array.whole);
    let tag = move || piece.as_ref().map(|piece| paint::tag(piece, turned.get()));
    view! {
        <g class=class data-piece=id.to_string() data-name=name
            style=move || rect.get().map(|rect| paint::place(depth(), &rect))
            inner_html=base.unwrap_or_default()></g>
        <g class=format!("label {side}") style=move || rect.get().map(|rect| behind(depth(), whole, turned.get(), &rect)) inner_html=move || tag().unwrap_or_default()></g>
    }
}
