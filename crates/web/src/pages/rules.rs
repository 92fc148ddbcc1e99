//! The rules browser: every rule in our words, with search and status.

use crate::app::{Route, use_way};
use crate::browser;
use crate::panels::top::logo;
use crate::panels::why::said;
use crate::shelf::{self, Place, book};
use aelian_rulebook::{Entry, Kind, RuleId, Status, games};
use leptos::prelude::*;

#[component]
pub fn Rules(id: Option<String>) -> impl IntoView {
    let way = use_way();
    browser::title("Rules · Aelian");
    let wanted = id.as_deref().and_then(|id| RuleId::parse(id).ok());
    let first = wanted.and_then(shelf::game_of).or_else(|| games().first().map(|one| one.name));
    let unknown = move || match wanted.and_then(shelf::game_of).map(shelf::place) {
        Some(Place::Here(book)) => wanted.is_none_or(|rule| book.find(rule).is_none()),
        Some(Place::Waiting | Place::Missing) => false,
        None => true,
    };
    let unknown = id.map(|id| {
        move || unknown().then(|| view! { <p class="slip" data-test="unknown-rule">{format!("No rule is called {id}.")}</p> })
    });
    let game = RwSignal::new(first.unwrap_or_default().to_owned());
    let query = RwSignal::new(wanted.map(|rule| rule.to_string()).unwrap_or_default());
    let found = Memo::new(move |_| find(&game.get(), &query.get()));
    view! {
        <div class="page">
            <header class="top">
                <button class="logo" data-test="home" on:click=move |_| way.go(Route::Start)>{logo()}</button>
                <nav class="pages"><button on:click=move |_| way.go(Route::Start)>"Play"</button><button class="on">"Rules"</button></nav>
            </header>
            <main class="rules parch">
                <aside>
                    <label class="field wide">"Book "<select data-test="rules-game" on:change=move |event| game.set(event_target_value(&event))>
                        {games().iter().map(|one| view! { <option value=one.name selected=move || game.get() == one.name>{one.title}</option> }).collect_view()}
                    </select></label>
                    {move || statuses(&game.get())}
                    <ol class="chapters">{move || chapters(&game.get(), query)}</ol>
                </aside>
                <section>
                    <label class="search"><span class="unseen">"Search"</span><input type="search" data-test="rules-search" placeholder="An id, or words: recoil elephant" prop:value=move || query.get() on:input=move |event| query.set(event_target_value(&event))/></label>
                    {unknown}
                    <p class="muted">{move || counted(&game.get(), found.get().len())}</p>
                    <For each=move || found.get() key=|id| *id children=|id| entry(id)/>
                </section>
            </main>
        </div>
    }
}

fn counted(game: &str, found: usize) -> String {
    match shelf::place(game) {
        Place::Waiting => "The book is being fetched".to_owned(),
        Place::Missing => "The book could not be fetched: the server does not answer".to_owned(),
        Place::Here(_) => format!("{found} rules"),
    }
}

fn find(game: &str, query: &str) -> Vec<RuleId> {
    let Some(book) = book(game) else { return Vec::new() };
    let query = query.trim();
    let found: Vec<&Entry> = if let Some(chapter) = query.strip_prefix("chapter:") {
        book.entries.iter().filter(|entry| entry.chapter == chapter).collect()
    } else if query.is_empty() {
        book.entries.iter().take(60).collect()
    } else if let Some(entry) = RuleId::parse(query).ok().and_then(|id| book.find(id)) {
        vec![entry]
    } else {
        book.search(query)
    };
    found.into_iter().take(200).map(|entry| entry.id).collect()
}

fn status_word(status: Status) -> &'static str {
    match status {
        Status::Done => "implemented",
        Status::Partial => "partly implemented",
        Status::Todo => "not yet implemented",
        Status::Text => "explains",
    }
}

fn statuses(game: &str) -> impl IntoView + use<> {
    let rules = book(game)
        .map(|book| {
            book.entries
                .iter()
                .filter(|entry| entry.kind == Kind::Rule)
                .map(|entry| entry.status)
                .collect::<Vec<_>>()
        })
        .unwrap_or_default();
    let count = |status: Status| rules.iter().filter(|one| **one == status).count();
    view! {
        <ul class="statuses">
            {Status::ALL.into_iter().map(|status| view! { <li class=status.as_str()><b>{count(status).to_string()}</b>" "{status_word(status)}</li> }).collect_view()}
        </ul>
    }
}

fn chapters(game: &str, query: RwSignal<String>) -> impl IntoView + use<> {
    let list: Vec<(String, String)> = book(game)
        .map(|book| {
            book.chapters.iter().map(|chapter| (chapter.name.clone(), chapter.title.clone())).collect()
        })
        .unwrap_or_default();
    list.into_iter().map(|(name, title)| view! { <li><button on:click=move |_| query.set(format!("chapter:{name}"))>{title}</button></li> }).collect_view()
}

fn entry(id: RuleId) -> impl IntoView {
    let status = untrack(|| shelf::entry(id)).map_or(Status::Text, |(_, entry)| entry.status);
    let tested = move || shelf::is_tested(id).then(|| view! { <span class="chip">"tested"</span> });
    view! {
        <article class="entry" id=id.to_string() data-rule=id.to_string()>
            <h3>{id.to_string()}<span class=format!("chip {}", status.as_str())>{status_word(status)}</span>{tested}</h3>
            {untrack(|| said(id))}
        </article>
    }
}
