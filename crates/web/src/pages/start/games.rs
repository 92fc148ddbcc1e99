//! The first question: which rules.

use super::form::Form;
use super::picture::scene;
use super::question;
use aelian_view::start::GameOffer;
use leptos::prelude::*;

#[component]
pub fn Games(form: Form) -> impl IntoView {
    let offers = form.offers.get_value();
    let cards = offers.iter().enumerate().map(|(at, game)| card(form, at, game)).collect_view();
    view! {
        <section>
            {question(1, "Which rules?", "Played in full, by the book. Everything cites its rule.")}
            <div class="gamecards">{cards}</div>
        </section>
    }
}

fn card(form: Form, at: usize, game: &GameOffer) -> impl IntoView + use<> {
    let on = move || form.game.get() == at;
    view! {
        <button class="gamecard" class:on=on aria-pressed=move || on().to_string() data-test=format!("game-{}", game.game) on:click=move |_| form.choose_game(at)>
            <svg class="scene" viewBox="0 0 560 190" preserveAspectRatio="xMidYMid slice" aria-hidden="true" inner_html=scene(&game.picture)></svg>
            <span class="gc"><b>{game.title}</b><i>{game.years}</i><span>{game.about}</span><span class="muted">{ready(game)}</span><span class="muted">{game.credit}</span></span>
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
