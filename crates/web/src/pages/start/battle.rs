//! The second question: a ready battle, or two armies of one's own choice.

use super::armies::Armies;
use super::form::{Battle, Form};
use super::picture::scene;
use super::question;
use aelian_view::start::{PictureRow, ScenarioOffer, cards};
use leptos::prelude::*;

#[component]
pub fn Battles(form: Form) -> impl IntoView {
    view! {
        {move || {
            let (ready, open, game) = form.offer(|offer| {
                (offer.scenarios.clone(), (offer.armies.len() > 1).then_some(offer.set_up), offer.game)
            });
            let picture = cards().into_iter().find(|card| card.game == game).map(|card| card.picture).unwrap_or_default();
            if ready.is_empty() {
                return view! { <section>{question(2, "Which armies?", "Ready ones, or your own file")}<Armies form/></section> }.into_any();
            }
            view! {
                <section>
                    {question(2, "Which battle?", "Ready ones, or two armies of your choice")}
                    <div class="battles">
                        {ready.iter().enumerate().map(|(at, one)| scenario(form, at, one)).collect_view()}
                        {open.map(|set_up| card(form, Battle::Open, "open", Words::open(set_up), &picture))}
                    </div>
                    {move || (form.battle.get() == Battle::Open).then(|| view! { <Armies form/> })}
                </section>
            }.into_any()
        }}
    }
}

/// What a card says.
struct Words {
    title: String,
    years: String,
    about: String,
    size: String,
}

impl Words {
    fn open(set_up: &str) -> Words {
        Words {
            title: "Open battle".to_owned(),
            years: "any year".to_owned(),
            about: "Two armies of your choice.".to_owned(),
            size: set_up.to_owned(),
        }
    }
}

fn scenario(form: Form, at: usize, offer: &ScenarioOffer) -> impl IntoView + use<> {
    let words = Words {
        title: offer.title.clone(),
        years: offer.years.clone(),
        about: offer.about.clone(),
        size: format!("{} · {}", offer.size, offer.length),
    };
    card(form, Battle::Scenario(at), &offer.key, words, &offer.picture)
}

fn card(
    form: Form,
    battle: Battle,
    key: &str,
    words: Words,
    picture: &[PictureRow],
) -> impl IntoView + use<> {
    let on = move || form.battle.get() == battle;
    view! {
        <button class="battle" class:on=on aria-pressed=move || on().to_string() data-test=format!("battle-{key}") on:click=move |_| form.battle.set(battle)>
            <svg class="scene" viewBox="0 20 560 150" aria-hidden="true" inner_html=scene(picture)></svg>
            <span class="gc"><span class="name"><b>{words.title}</b>" "<i>{words.years}</i></span><span>{words.about}</span><span class="muted">{words.size}</span></span>
        </button>
    }
}
