//! Both armies, and the card of what is looked at.

use super::odds::{OddsBar, Tally};
use super::prompt::Workbench;
use super::why::MaybeRule;
use crate::desk::use_desk;
use crate::table::camera::UNIT;
use crate::table::overlay::side_word;
use crate::table::paint::shape_class;
use crate::table::paint::side_class;
use crate::table::stage::use_stage;
use aelian_game::Side;
use aelian_view::table::{PieceId, PieceView};
use leptos::prelude::*;

#[component]
pub fn Roster() -> impl IntoView {
    let desk = use_desk();
    let side = RwSignal::new(Side::Red);
    Effect::new(move || {
        if let Some(mine) = desk.my_side() {
            side.set(mine);
        }
    });
    let tab = move |one: Side| {
        let army = move || desk.standing.with(|standing| standing.losses[one.index()].army.clone());
        view! {
            <button role="tab" class=side_class(one) class:on=move || side.get() == one aria-selected=move || (side.get() == one).to_string()
                on:click=move |_| side.set(one) title=army>{move || { let name = army(); if name.is_empty() { side_word(one).to_owned() } else { name } }}</button>
        }
    };
    view! {
        <aside class="left parch" aria-label="Armies">
            <div class="tabs" role="tablist">{tab(Side::Red)}{tab(Side::Blue)}</div>
            <div class=move || format!("roster {}", side_class(side.get()))>
                <ul>{move || rows(side.get())}</ul>
            </div>
            <div class="bench"><Workbench/></div>
            <Card/>
        </aside>
    }
}

/// Pieces that bear one name, such as the bases of a unit: one line of the list.
struct Line {
    first: PieceView,
    ids: Vec<PieceId>,
}

fn lines(pieces: Vec<PieceView>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for piece in pieces {
        match lines.iter_mut().find(|line| line.first.name == piece.name) {
            Some(line) => {
                line.ids.push(piece.id);
                if line.first.tag.is_empty() {
                    line.first = piece;
                }
            }
            None => lines.push(Line { ids: vec![piece.id], first: piece }),
        }
    }
    lines
}

fn rows(side: Side) -> impl IntoView {
    let (desk, stage) = (use_desk(), use_stage());
    let all = desk.pieces.get().into_iter().chain(desk.reserve.get());
    let mut pieces: Vec<PieceView> = all.filter(|piece| piece.side == side).collect();
    pieces.sort_by(|a, b| b.commander.cmp(&a.commander).then(a.id.cmp(&b.id)));
    let none = pieces.is_empty();
    // Camps, works and markers bear no tag: they are on the table, not in the army's list.
    let listed = lines(pieces).into_iter().filter(|line| !line.first.tag.is_empty());
    let rows = listed.map(move |Line { first: piece, ids }| {
        let (id, count) = (piece.id, ids.len());
        let marks = piece.marks.clone();
        view! {
            <li class:sel=move || desk.selected.with(|selected| ids.iter().any(|id| selected.contains(id))) class:ready=piece.ready>
                <button on:click=move |event| { desk.take_up(id, event.shift_key()); stage.look_at(desk, &[id]); }
                    on:pointerenter=move |_| desk.hovered.set(Some(id)) title=piece.spoken.clone()>
                    <svg class="tk" viewBox="-44 -6 88 92" aria-hidden="true" inner_html=token(&piece)></svg>
                    <span class="nm"><b>{heading(&piece)}</b><span>{below(&piece)}</span></span>
                    {(!marks.is_empty()).then(|| view! {
                        <span class="cohs">{marks.into_iter().map(|mark| view! { <span class=format!("coh{}", shape_class(mark.shape)) title=mark.title>{mark.sign}</span> }).collect_view()}</span>
                    })}
                    {(count > 1).then(|| view! { <span class="many">{format!("{count} ×")}</span> })}
                </button>
            </li>
        }
    });
    view! {
        {rows.collect_view()}
        {none.then(|| view! { <li class="none muted">"Nothing of this army is to be seen yet."</li> })}
    }
}

/// Its name and what its tag adds to it.
fn heading(piece: &PieceView) -> String {
    let more = piece.tag.strip_prefix(&piece.name).unwrap_or(&piece.tag).trim_matches([' ', '·']);
    if more.is_empty() { piece.name.clone() } else { format!("{} · {more}", piece.name) }
}

/// What its list calls it, and a word on how it stands.
fn below(piece: &PieceView) -> String {
    let label = if piece.label == piece.word { "" } else { piece.label.as_str() };
    [label, piece.word].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// The base as a small picture: only its plate and figures. What is larger than the place for it is made smaller.
fn token(piece: &PieceView) -> String {
    const WIDE: f64 = 84.0;
    const HIGH: f64 = 84.0;
    let piece = &part_of(piece);
    let (width, depth) = (piece.rect.width * UNIT, piece.rect.depth * UNIT);
    let scale = (WIDE / width.max(1.0)).min(HIGH / depth.max(1.0)).min(1.0);
    let base = crate::table::array::base(piece);
    if scale < 1.0 { format!("<g transform=\"scale({scale:.3})\">{base}</g>") } else { base }
}

/// Of a unit that is much wider than deep so many files as can be made out, and nothing beside them.
fn part_of(piece: &PieceView) -> PieceView {
    let mut part = piece.clone();
    part.array.borne = None;
    part.array.whole = false;
    let wide = part.rect.depth * 1.7;
    if part.figures > 2 && wide < part.rect.width {
        let files = (f64::from(part.figures) * wide / part.rect.width).round().max(2.0);
        part.rect.width *= files / f64::from(part.figures);
        part.figures = files as u8;
    }
    part
}

/// The card of the base under the pointer, or of the one that is selected.
#[component]
pub fn Card() -> impl IntoView {
    let desk = use_desk();
    let shown = move || {
        desk.pieces.track();
        let piece =
            desk.hovered.get().or_else(|| desk.selected.with(|selected| selected.first().copied()))?;
        desk.card(piece)
    };
    let fight = move || desk.fights.with(|fights| fights.get(desk.fight.get()?)?.odds.clone());
    view! {
        {move || fight().map(|odds| view! {
            <section class="card fightcard" data-test="fight" aria-label="The odds of this fight">
                <h3>"The odds of this fight"</h3>
                <OddsBar odds=odds.clone()/>
                {odds.tallies.into_iter().map(|tally| view! { <Tally tally/> }).collect_view()}
            </section>
        })}
        {move || desk.fight.get().is_none().then(shown).flatten().map(|card| view! {
            <section class="card" data-test="card" aria-label="What is looked at">
                <h3>{card.title}</h3>
                <p class="muted">{card.subtitle}</p>
                <dl>
                    {card.rows.into_iter().map(|row| view! {
                        <div><dt>{row.label}</dt><dd>{row.value}</dd><MaybeRule rule=row.rule/></div>
                    }).collect_view()}
                </dl>
            </section>
        })}
    }
}
