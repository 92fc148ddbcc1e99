//! Why? Any rule id opens the rule in our words.

use super::icon::icon;
use crate::shelf::{self, Place, entry};
use aelian_rulebook::{Entry, RuleId};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Which rule lies open.
#[derive(Clone, Copy)]
pub struct Why(RwSignal<Vec<RuleId>>);

impl Why {
    pub fn new() -> Why {
        Why(RwSignal::new(Vec::new()))
    }

    pub fn open(self, rule: RuleId) {
        if let Some(game) = shelf::game_of(rule) {
            shelf::ask_again(game);
        }
        self.0.update(|open| open.push(rule));
    }

    pub fn close(self) {
        self.0.set(Vec::new());
    }

    pub fn is_open(self) -> bool {
        self.0.with_untracked(|open| !open.is_empty())
    }
}

pub fn use_why() -> Why {
    use_context().unwrap_or_else(Why::new)
}

/// A rule id that can be pressed.
#[component]
pub fn Rule(rule: RuleId) -> impl IntoView {
    let why = use_why();
    view! {
        <button class="rule" data-rule=rule.to_string()
            on:pointerenter=move |event| name(event.target(), rule)
            on:focus=move |event| name(event.target(), rule)
            on:click=move |event| {
                event.stop_propagation();
                why.open(rule);
            }>{rule.to_string()}</button>
    }
}

/// Lets a tooltip say what the rule says, as soon as its book is there.
fn name(target: Option<web_sys::EventTarget>, rule: RuleId) {
    let button = target.and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    if let Some((button, (_, entry))) = button.zip(entry(rule)) {
        let _ = button.set_attribute("title", &entry.statement);
    }
}

/// The rule, if there is one.
#[component]
pub fn MaybeRule(rule: Option<RuleId>) -> impl IntoView {
    rule.map(|rule| view! { <Rule rule/> })
}

#[component]
pub fn WhyPanel(why: Why) -> impl IntoView {
    let shown = move || why.0.with(|open| open.last().copied());
    view! {
        {move || shown().map(|rule| view! {
            <aside class="whypanel paper" id="why" role="dialog" aria-label=format!("The rule {rule}")>
                <header>
                    <h2>{rule.to_string()}</h2>
                    <button class="x" aria-label="Close" data-test="why-close" on:click=move |_| why.close()>{icon("close")}</button>
                </header>
                {said(rule)}
                <footer>
                    <button class="btn" on:click=move |_| crate::browser::copy(&proof(rule))>"Copy as text"</button>
                    {move || (why.0.with(Vec::len) > 1).then(|| view! {
                        <button class="btn" on:click=move |_| why.0.update(|open| { open.pop(); })>"Back"</button>
                    })}
                </footer>
            </aside>
        })}
    }
}

/// The rule in our words, with its place in the book, its readings and its state.
pub fn said(rule: RuleId) -> AnyView {
    let Some((book, entry)) = entry(rule) else {
        let why_not = match shelf::game_of(rule).map(shelf::place) {
            Some(Place::Waiting) => "The rulebook is being fetched.",
            Some(Place::Missing) => "The rulebook could not be fetched: the server does not answer.",
            Some(Place::Here(_)) | None => "The rulebook has no entry of this name.",
        };
        return view! { <p>{why_not}</p> }.into_any();
    };
    let source = entry.source.clone().map(|source| format!("{}, {source}", book.title()));
    let readings = book.readings(entry);
    view! {
        <p class="statement">{linked(&entry.statement)}</p>
        {readings.into_iter().map(|(id, reading)| view! {
            <p class="reading"><b>"How it is read "</b><Rule rule=id/>" "{linked(reading)}</p>
        }).collect_view()}
        <p class="muted">{source.unwrap_or_else(|| book.title().to_owned())}</p>
        <p class="muted">{state(entry)}</p>
    }
    .into_any()
}

/// A text in which every rule id can be pressed.
fn linked(text: &str) -> Vec<AnyView> {
    let mut parts = Vec::new();
    let mut plain = String::new();
    for word in text
        .replace('`', "")
        .split_inclusive(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-'))
    {
        let id = word.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric());
        match RuleId::parse(id).ok().filter(|rule| entry(*rule).is_some()) {
            Some(rule) => {
                parts.push(std::mem::take(&mut plain).into_any());
                parts.push(view! { <Rule rule/> }.into_any());
                plain.push_str(&word[id.len()..]);
            }
            None => plain.push_str(word),
        }
    }
    parts.push(plain.into_any());
    parts
}

fn state(entry: &Entry) -> &'static str {
    match entry.status {
        aelian_rulebook::Status::Done => "Aelian enforces it.",
        aelian_rulebook::Status::Partial => "Aelian enforces a part of it.",
        aelian_rulebook::Status::Todo => "Aelian does not yet enforce it.",
        aelian_rulebook::Status::Text => "It explains; there is nothing to enforce.",
    }
}

fn proof(rule: RuleId) -> String {
    match entry(rule) {
        Some((book, entry)) => {
            format!(
                "{rule} ({}, {}): {}",
                book.title(),
                entry.source.clone().unwrap_or_default(),
                entry.statement
            )
        }
        None => rule.to_string(),
    }
}
