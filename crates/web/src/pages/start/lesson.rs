//! A first visit: a short guided battle.

use super::form::Form;
use crate::app::{Route, use_way};
use crate::desk::Kept;
use crate::keep;
use crate::settings::use_habits;
use aelian_opponents::known_opponents;
use aelian_protocol::Seat;
use aelian_view::start::{LessonOffer, lesson};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// The guided battle of the chosen game, or of the first game that has one.
pub fn offered(form: Form) -> Option<(&'static str, LessonOffer)> {
    let chosen = form.offer(|offer| Some((offer.game, offer.lesson.clone()?)));
    chosen.or_else(|| {
        form.offers.get_value().iter().find_map(|offer| Some((offer.game, offer.lesson.clone()?)))
    })
}

#[component]
pub fn First(form: Form) -> impl IntoView {
    let (way, habits) = (use_way(), use_habits());
    let trouble = RwSignal::new(String::new());
    let begin = move |_| {
        let Some((game, lesson)) = untrack(|| offered(form)) else { return };
        spawn_local(async move {
            match guided(game, &lesson).await {
                Ok(id) => {
                    habits.update(|habits| habits.guided = true);
                    way.go(Route::Play(id));
                }
                Err(what) => trouble.set(what),
            }
        });
    };
    view! {
        {move || offered(form).map(|(_, lesson)| view! {
            <section class="first paper" data-test="first">
                <div><h2>"Your first time here?"</h2><p>{lesson.about}</p><p class="bad">{move || trouble.get()}</p></div>
                <button class="btn pri" data-test="guided" on:click=begin>"Show me"</button>
                <button class="btn" data-test="not-guided" on:click=move |_| habits.update(|habits| habits.guided = true)>"I know my way"</button>
            </section>
        })}
    }
}

/// Begins the guided battle of a game. The id under which it is kept.
pub async fn guided(game: &'static str, offer: &LessonOffer) -> Result<String, String> {
    /// Every pupil throws the same dice.
    const SEED: u32 = 20;
    let sitting = lesson(game).map_err(|faults| faults.join("; "))?;
    let usual = known_opponents(game).first().map(|known| known.name.to_owned()).unwrap_or_default();
    let mut seats = [Seat::Computer(usual.clone()), Seat::Computer(usual)];
    seats[offer.side.index()] = Seat::Human;
    let kept = Kept { seed: SEED, guided: true };
    keep::create(Some(offer.title.to_owned()), game, sitting.record(), seats, &kept)
        .await
        .map_err(|error| error.told())
}
