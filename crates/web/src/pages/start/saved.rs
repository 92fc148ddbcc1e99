//! Saved games, and a place for records from elsewhere.

use super::form::Form;
use super::lesson::{guided, offered};
use crate::app::{Route, Way, use_way};
use crate::browser;
use crate::desk::Kept;
use crate::keep::{self, List};
use crate::panels::icon::icon;
use crate::panels::menu::capitalised;
use aelian_game::game_of;
use aelian_protocol::{self as protocol, Seat, State, Summary};
use aelian_rules::Game;
use aelian_view::start::{elsewhere, open};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;

/// So many games are seen at a glance.
const FEW: usize = 12;

/// Saved games, and a place for records from elsewhere.
#[component]
pub fn Saved(form: Form) -> impl IntoView {
    let way = use_way();
    let games = RwSignal::new(None::<List>);
    let trouble = RwSignal::new(String::new());
    let wanted = RwSignal::new(String::new());
    let load = move || {
        let title = wanted.get_untracked();
        spawn_local(async move {
            let list = List::begin(&title).await;
            // Somebody who types on waits for another answer.
            if wanted.try_get_untracked() != Some(title) {
                return;
            }
            let _ = trouble.try_set(trouble_of(&list));
            let _ = games.try_set(Some(list));
        });
    };
    load();
    let more = move |_| {
        let list = games.get_untracked().unwrap_or_default();
        spawn_local(next_page(wanted.get_untracked(), list, games, trouble));
    };
    let narrow = move |event: web_sys::Event| {
        wanted.set(event_target_value(&event));
        load();
    };
    // A few games need no search.
    let is_long = Memo::new(move |_| {
        games.with(|games| games.as_ref().is_some_and(|list| list.all > FEW))
            || wanted.with(|wanted| !wanted.is_empty())
    });
    let upload = move |event: web_sys::Event| {
        if let Some(input) = event.target().and_then(|target| target.dyn_into().ok()) {
            spawn_local(from_file(input, way, trouble));
        }
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
            {move || is_long.get().then(|| view! {
                <label class="search"><span class="muted">"Title or army"</span><input type="search" maxlength=protocol::LONGEST_TITLE.to_string() data-test="saved-title" on:input=narrow/></label>
            })}
            <div class="savedlist">
                {move || match games.get() {
                    None => view! { <p class="muted">"Looking for saved games"</p> }.into_any(),
                    Some(list) if !list.games.is_empty() => list.games.into_iter().map(|game| saved_card(game, games, trouble)).collect_view().into_any(),
                    Some(_) if wanted.with_untracked(|wanted| !wanted.is_empty()) => view! { <p class="muted">"No game has such a title or army."</p> }.into_any(),
                    Some(_) => view! { <p class="muted">"No games yet. Both armies above are ready: open the table."</p> }.into_any(),
                }}
            </div>
            {move || games.get().filter(|list| list.more.is_some()).map(|list| view! {
                <p class="muted">{format!("{} of {} games are shown, the last played first. ", list.games.len(), list.all)}<button class="btn" data-test="more-games" on:click=more>"More games"</button></p>
            })}
            <div class="btns wrap">
                <label class="btn file">"Open a record from a file"<input type="file" accept=".jsonl,.json,text/plain" data-test="upload" on:change=upload/></label>
                {move || offered(form).is_some().then(|| view! { <button class="btn" data-test="guided-again" on:click=again>"The guided first battle"</button> })}
            </div>
        </section>
    }
}

/// Adds the next games of the list to those that are shown.
async fn next_page(title: String, list: List, games: RwSignal<Option<List>>, trouble: RwSignal<String>) {
    let page = list.go_on(&title).await;
    // A second press, or another title, has changed the list meanwhile.
    if games.try_get_untracked().flatten().map(|now| now.more) != Some(list.more) {
        return;
    }
    match page {
        Ok(page) => games.update(|games| games.iter_mut().for_each(|games| games.add(page.clone()))),
        Err(error) => trouble.set(error.told()),
    }
}

/// Opens the record in a chosen file.
async fn from_file(input: web_sys::HtmlInputElement, way: Way, trouble: RwSignal<String>) {
    let Some((name, text)) = browser::chosen_file(input).await else { return };
    // Another program of the page carries this game; the server reads the record before it keeps it.
    if let Some(game) = game_of(&text).ok().and_then(|game| elsewhere(&game)) {
        return take(None, game.name(), text, way, trouble).await;
    }
    match open(&text) {
        Err(error) => trouble.set(format!("{name} is not a record that can be opened: {error}")),
        Ok(sitting) => take(Some(sitting.title()), sitting.game(), text, way, trouble).await,
    }
}

/// What the list cannot say by itself.
fn trouble_of(listed: &List) -> String {
    let meanwhile = "A new game is kept in this browser until it answers.";
    match &listed.error {
        None if listed.is_old => {
            format!("The server does not answer: these games are listed as they were last seen. {meanwhile}")
        }
        None => String::new(),
        Some(error) => format!("{} Games in this browser are listed. {meanwhile}", error.told()),
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

fn saved_card(game: Summary, games: RwSignal<Option<List>>, trouble: RwSignal<String>) -> impl IntoView {
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
                Ok(()) => games.update(|games| games.iter_mut().for_each(|games| games.remove(&id))),
                Err(error) => trouble.set(error.told()),
            }
        });
    };
    view! {
        <div class="savedgame" class:over=game.state == State::Over>
            <button class="go" data-test="saved-game" data-id=game.id.clone() on:click=move |_| way.go_for(&name, Route::Play(id.clone()))>
                <b>{game.title.clone()}</b>
                <span>{format!("{} · {state}", capitalised(&game.moment))}</span>
                <span class="muted">{[rules, Some(who), Some(format!("{} steps", game.steps)), Some(keep::ago(game.changed))].into_iter().flatten().collect::<Vec<_>>().join(" · ")}</span>
            </button>
            <button class="x" class:sure=move || asked.get() title="Delete this game" aria-label=format!("Delete {}", game.title) data-test="delete-game" on:click=remove on:blur=move |_| asked.set(false)>{move || if asked.get() { "Delete?".into_any() } else { icon("close").into_any() }}</button>
        </div>
    }
}
