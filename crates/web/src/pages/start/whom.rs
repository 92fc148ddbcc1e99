//! The third question: against whom.

use super::form::{Against, Form};
use super::question;
use crate::panels::icon::icon;
use crate::panels::menu::capitalised;
use crate::table::overlay::side_word;
use aelian_game::Side;
use aelian_opponents::Known;
use leptos::prelude::*;

const KINDS: [(Against, &str, &str, &str); 3] = [
    (Against::Computer, "The computer", "It plays by the same rules and sees no more than you", "computer"),
    (
        Against::HotSeat,
        "Hot seat",
        "Two players at one screen; what is hidden is covered between them",
        "people",
    ),
    (Against::Watch, "Watch", "Computer against computer", "eye"),
];

#[component]
pub fn Whom(form: Form) -> impl IntoView {
    let cards = KINDS.into_iter().map(|(kind, name, what, sign)| {
        let on = move || form.against.get() == kind;
        view! {
            <button class="whom" class:on=on aria-pressed=move || on().to_string() data-test=format!("against-{sign}") on:click=move |_| form.against.set(kind)>
                {icon(sign)}<span><b>{name}</b><span>{what}</span></span>
            </button>
        }
    });
    view! {
        <section>
            {question(3, "Against whom?", "You can change this later")}
            {cards.collect_view()}
            {move || (form.against.get() != Against::HotSeat).then(|| view! {
                <h3>"How the computer plays"</h3>
                <div role="radiogroup" aria-label="How the computer plays">{form.opponents().into_iter().map(|known| level(form, known)).collect_view()}</div>
            })}
            {move || (form.against.get() == Against::Computer).then(|| view! { <Sides form/> })}
        </section>
    }
}

fn level(form: Form, known: Known) -> impl IntoView {
    let on = move || form.level.get() == known.name;
    view! {
        <button class="level" role="radio" class:on=on aria-checked=move || on().to_string() data-test=format!("level-{}", known.name) on:click=move |_| form.level.set(known.name)>
            <b>{capitalised(known.name)}</b><span>{known.summary}</span>
        </button>
    }
}

#[component]
fn Sides(form: Form) -> impl IntoView {
    let side = move |side: Side| {
        let on = move || form.side.get() == side;
        view! {
            <button role="radio" class:on=on aria-checked=move || on().to_string() data-test=format!("side-{}", side.name()) on:click=move |_| form.side.set(side)>{move || format!("{}: {}", side_word(side), form.army_name(side))}</button>
        }
    };
    view! { <h3>"Your side"</h3><div class="seg" role="radiogroup" aria-label="Your side">{side(Side::Red)}{side(Side::Blue)}</div> }
}
