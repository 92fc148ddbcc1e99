//! The top bar: where the game stands.

use super::icon::icon;
use super::why::MaybeRule;
use crate::app::{Route, use_way};
use crate::desk::use_desk;
use crate::keep::Safety;
use crate::pages::battle::Open;
use crate::table::overlay::side_word;
use crate::table::paint::side_class;
use aelian_game::Side;
use leptos::prelude::*;

/// A chariot wheel.
const WHEEL: &str = "<circle cx='17' cy='17' r='14.5' fill='none' stroke='#C9A24B' stroke-width='2.4'/><path d='M17 4v26M4 17h26M8 8l18 18M26 8L8 26' stroke='#C9A24B' stroke-width='1.6'/><circle cx='17' cy='17' r='5' fill='#B83A1B' stroke='#F3DDA0' stroke-width='1.6'/>";

pub fn logo() -> impl IntoView {
    view! {
        <svg class="mark-logo" viewBox="0 0 34 34" aria-hidden="true" inner_html=WHEEL></svg>
        <span>"Aelian"</span>
    }
}

#[component]
pub fn Top() -> impl IntoView {
    let (desk, way, open) = (use_desk(), use_way(), Open::of_page());
    let standing = desk.standing;
    let phases = move || {
        standing.with(|standing| {
            standing
                .phases
                .iter()
                .enumerate()
                .map(|(at, phase)| {
                    let on = standing.phase == Some(at);
                    view! { <li class:on=on aria-current=on.then_some("step")>{*phase}</li> }
                })
                .collect_view()
        })
    };
    view! {
        <header class="top">
            <button class="logo" title="To the start page" data-test="home" on:click=move |_| { desk.leave(); way.go(Route::Start) }>{logo()}</button>
            <div class="scn"><b>{move || desk.title.get()}</b><span>{move || standing.with(|standing| standing.note.clone())}</span></div>
            <ol class="phases" class:before=move || standing.with(|standing| standing.phase.is_none()) aria-label="Phases">
                <li class="turn">{move || standing.with(|standing| standing.turn.clone())}</li>
                <li class=move || format!("who {}", side_class(standing.with(|standing| standing.active)))>{move || side_word(standing.with(|standing| standing.active))}</li>
                {phases}
                {move || standing.with(|standing| standing.purse.clone()).map(|purse| view! { <li class="purse" data-test="purse">{purse}</li> })}
            </ol>
            <div class="attr">
                <Loss side=Side::Red/>
                <Loss side=Side::Blue/>
            </div>
            <nav class="tb" aria-label="Game">
                <span class=move || format!("safety {}", safety_class(desk.keeper.safety.get())) title=move || safety_word(desk.keeper.safety.get()) data-test="safety" data-safety=move || safety_class(desk.keeper.safety.get())></span>
                <button class="tablet-only" title="Armies" aria-label="Armies" data-test="armies" on:click=move |_| open.toggle_armies()>{icon("armies")}</button>
                <button title="Take back (Backspace)" aria-label="Take back" data-test="take-back" on:click=move |_| desk.take_back()>{icon("undo")}</button>
                <button title="Keys and help (?)" aria-label="Help" data-test="help" on:click=move |_| open.toggle_help()>{icon("help")}</button>
                <button title="Menu" aria-label="Menu" data-test="menu" on:click=move |_| open.toggle_menu()>{icon("menu")}</button>
            </nav>
        </header>
    }
}

#[component]
fn Loss(side: Side) -> impl IntoView {
    let desk = use_desk();
    let loss = move || desk.standing.with(|standing| standing.losses[side.index()].clone());
    let share = move || {
        let loss = loss();
        if loss.limit > 0.0 { (loss.lost / loss.limit * 100.0).min(100.0) } else { 0.0 }
    };
    view! {
        <div class=side_class(side) class:none=move || loss().limit <= 0.0 title=move || loss().text data-test=format!("loss-{}", side.name())>
            <span class="army">{move || loss().army}</span>
            <div class="tr"><i style=move || format!("width:{:.1}%", share())></i></div>
            <b>{move || format!("{}/{}", short(loss().lost), short(loss().limit))}</b>
            <span class="lossrule">{move || view! { <MaybeRule rule=loss().rule/> }}</span>
        </div>
    }
}

fn short(number: f64) -> String {
    if (number - number.round()).abs() < 0.01 { format!("{number:.0}") } else { format!("{number:.1}") }
}

fn safety_class(safety: Safety) -> &'static str {
    match safety {
        Safety::Saved => "saved",
        Safety::Saving => "saving",
        Safety::HereOnly => "here",
        Safety::Away => "away",
        Safety::Unsaved => "unsaved",
    }
}

fn safety_word(safety: Safety) -> &'static str {
    match safety {
        Safety::Saved => "Saved",
        Safety::Saving => "Saving",
        Safety::HereOnly => "The server does not have the last steps: this browser keeps the game",
        Safety::Away => {
            "The server does not answer: this is the game as it was last seen, and this browser keeps what you play"
        }
        Safety::Unsaved => "Not saved: download the record",
    }
}
