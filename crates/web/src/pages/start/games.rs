//! The first question: which rules.

use super::form::Form;
use super::picture::scene;
use super::question;
use crate::app::{Route, remember, use_way};
use aelian_view::start::{GameCard, GameOffer, cards};
use leptos::prelude::*;

#[component]
pub fn Games(form: Form) -> impl IntoView {
    let cards = cards().into_iter().map(|game| card(form, &game)).collect_view();
    view! {
        <section>
            {question(1, "Which rules?", "Played in full, by the book. Everything cites its rule.")}
            <div class="gamecards">{cards}</div>
        </section>
    }
}

/// A game that can be chosen; one that another program of the page carries is loaded then.
fn card(form: Form, card: &GameCard) -> impl IntoView + use<> {
    let (way, game, place) = (use_way(), card.game, form.place(card.game));
    let on = move || place == Some(form.game.get());
    let choose = move |_| match place {
        Some(place) => {
            remember(game);
            form.choose_game(place);
        }
        None => way.go_for(game, Route::Start),
    };
    let lies_ready = match place {
        Some(place) => form.offers.get_value().get(place).map(ready).unwrap_or_default(),
        None => "Its battles and armies come when it is chosen".to_owned(),
    };
    view! {
        <button class="gamecard" class:on=on aria-pressed=move || on().to_string() data-test=format!("game-{game}") on:click=choose>
            <svg class="scene" viewBox="0 0 560 190" preserveAspectRatio="xMidYMid slice" aria-hidden="true" inner_html=scene(&card.picture)></svg>
            <span class="gc"><b>{card.title}</b><i>{card.years}</i><span>{card.about}</span><span class="muted">{lies_ready}</span><span class="muted">{card.credit}</span></span>
        </button>
    }
}

/// What lies ready to be played.
fn ready(game: &GameOffer) -> String {
    let counted = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {many}")),
    };
    let battles = counted(game.scenarios.len(), "ready battle", "ready battles");
    let armies = counted(game.armies.len(), "ready army", "ready armies");
    battles.into_iter().chain(armies).collect::<Vec<_>>().join(" · ")
}
