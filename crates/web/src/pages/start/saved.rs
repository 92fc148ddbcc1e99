//! Saved games, and a place for records from elsewhere.

use super::form::Form;
use super::lesson::{guided, offered};
use crate::app::{Route, Way, use_way};
use crate::browser;
use crate::desk::Kept;
use crate::keep;
use crate::panels::icon::icon;
use crate::panels::menu::capitalised;
use aelian_game::game_of;
use aelian_protocol::{Seat, State, Summary};
use aelian_rules::Game;
use aelian_view::start::{elsewhere, open};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;

/// Saved games, and a place for records from elsewhere.
#[component]
pub fn Saved(form: Form) -> impl IntoView {
    let way = use_way();
    let games = RwSignal::new(None::<Vec<Summary>>);
    let trouble = RwSignal::new(String::new());
    let load = move || {
        spawn_local(async move {
            let (list, error) = keep::games().await;
            let _ = games.try_set(Some(list));
            let _ = trouble.try_set(
                error
                    .map(|error| {
                        format!(
                            "{} Games in this browser are listed; a new one is kept here until it answers.",
                            error.told()
                        )
                    })
                    .unwrap_or_default(),
            );
        });
    };
    load();
    let upload = move |event: web_sys::Event| {
        let Some(input) = event.target().and_then(|target| target.dyn_into().ok()) else { return };
        spawn_local(async move {
            let Some((name, text)) = browser::chosen_file(input).await else { return };
            // Another program of the page carries this game; the server reads the record before it keeps it.
            if let Some(game) = game_of(&text).ok().and_then(|game| elsewhere(&game)) {
                return take(None, game.name(), text, way, trouble).await;
            }
            match open(&text) {
                Err(error) => trouble.set(format!("{name} is not a record that can be opened: {error}")),
                Ok(sitting) => take(Some(sitting.title()), sitting.game(), text, way, trouble).await,
            }
        });
    };
    let again = move |_| {
        let Some((game, lesson)) = untrack(|| offered(form)) else { return };
        spawn_local(async move {
            match guided(game, &lesson).await {
                Ok(id) => way.go(Route::Play(id)),
                Err(what) => trouble.set(what),
            }
        });
    };
    view! {
        <section class="saved" data-test="saved">
            <h2>"Or go on with a game"</h2>
            <p class="bad" role="alert" data-test="saved-trouble">{move || trouble.get()}</p>
            <div class="savedlist">
                {move || match games.get() {
                    None => view! { <p class="muted">"Looking for saved games"</p> }.into_any(),
                    Some(list) if list.is_empty() => view! { <p class="muted">"No games yet. Both armies above are ready: open the table."</p> }.into_any(),
                    Some(list) => list.into_iter().map(|game| saved_card(game, games, trouble)).collect_view().into_any(),
                }}
            </div>
            <div class="btns wrap">
                <label class="btn file">"Open a record from a file"<input type="file" accept=".jsonl,.json,text/plain" data-test="upload" on:change=upload/></label>
                {move || offered(form).is_some().then(|| view! { <button class="btn" data-test="guided-again" on:click=again>"The guided first battle"</button> })}
            </div>
        </section>
    }
}

/// Keeps a record from elsewhere as a game of two people, and opens its table.
async fn take(title: Option<String>, game: &str, record: String, way: Way, trouble: RwSignal<String>) {
    let kept = Kept { seed: browser::random(), guided: false };
    match keep::create(title, game, record, [Seat::Human, Seat::Human], &kept).await {
        Ok(id) => way.go_for(game, Route::Play(id)),
        Err(error) => trouble.set(error.told()),
    }
}

fn saved_card(
    game: Summary,
    games: RwSignal<Option<Vec<Summary>>>,
    trouble: RwSignal<String>,
) -> impl IntoView {
    let way = use_way();
    let (id, name, gone) = (game.id.clone(), game.game.clone(), game.id.clone());
    let rules = game.game.parse().map(Game::title).ok().map(str::to_owned);
    let players = |seat: &Seat| match seat {
        Seat::Human => "a person".to_owned(),
        Seat::Computer(name) => format!("computer ({})", capitalised(name)),
    };
    let who = format!("{} against {}", players(&game.seats[0]), players(&game.seats[1]));
    let state = if game.state == State::Over { "over" } else { "goes on" };
    // What is deleted cannot be brought back: the first press only asks.
    let asked = RwSignal::new(false);
    let remove = move |_| {
        if !asked.get_untracked() {
            return asked.set(true);
        }
        let id = gone.clone();
        spawn_local(async move {
            match keep::remove(&id).await {
                Ok(()) => games
                    .update(|games| games.iter_mut().for_each(|games| games.retain(|game| game.id != id))),
                Err(error) => trouble.set(error.told()),
            }
        });
    };
    view! {
        <div class="savedgame" class:over=game.state == State::Over>
            <button class="go" data-test="saved-game" data-id=game.id.clone() on:click=move |_| way.go_for(&name, Route::Play(id.clone()))>
                <b>{game.title.clone()}</b>
                <span>{format!("{} · {state}", capitalised(&game.moment))}</span>
                <span class="muted">{[rules, Some(who), Some(format!("{} steps", game.steps)), Some(ago(game.changed))].into_iter().flatten().collect::<Vec<_>>().join(" · ")}</span>
            </button>
            <button class="x" class:sure=move || asked.get() title="Delete this game" aria-label=format!("Delete {}", game.title) data-test="delete-game" on:click=remove on:blur=move |_| asked.set(false)>{move || if asked.get() { "Delete?".into_any() } else { icon("close").into_any() }}</button>
        </div>
    }
}

fn ago(time: i64) -> String {
    let minutes = ((browser::time() - time as f64) / 60_000.0).max(0.0) as i64;
    match minutes {
        0 => "just now".to_owned(),
        1 => "a minute ago".to_owned(),
        2..=59 => format!("{minutes} minutes ago"),
        60..=119 => "an hour ago".to_owned(),
        120..=1439 => format!("{} hours ago", minutes / 60),
        1440..=2879 => "yesterday".to_owned(),
        _ => format!("{} days ago", minutes / 1440),
    }
}
