//! The rulebooks. They are large and seldom read, so each is fetched when one of its rules is first shown.

use crate::net;
use aelian_rulebook::{Book, Entry, RuleId, games};
use leptos::prelude::*;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use wasm_bindgen_futures::spawn_local;

/// A book as far as it has come.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// It is being fetched.
    Waiting,
    Here(&'static Book),
    /// It could not be fetched, or there is none.
    Missing,
}

thread_local! {
    static SHELF: RefCell<BTreeMap<&'static str, ArcRwSignal<Place>>> = const { RefCell::new(BTreeMap::new()) };
    static TESTED: RefCell<Option<ArcRwSignal<BTreeSet<String>>>> = const { RefCell::new(None) };
}

/// The book of a game. Whoever reads it in a view is shown it again when it comes.
pub fn place(game: &str) -> Place {
    signal(game).map_or(Place::Missing, |place| place.get())
}

pub fn book(game: &str) -> Option<&'static Book> {
    match place(game) {
        Place::Here(book) => Some(book),
        Place::Waiting | Place::Missing => None,
    }
}

/// The game whose book holds the rule, by the beginning of its id.
pub fn game_of(rule: RuleId) -> Option<&'static str> {
    games().iter().find(|game| game.prefix == rule.prefix()).map(|game| game.name)
}

pub fn entry(rule: RuleId) -> Option<(&'static Book, &'static Entry)> {
    let book = book(game_of(rule)?)?;
    Some((book, book.find(rule)?))
}

/// Whether the rule was cited while the cases and playthroughs ran.
pub fn is_tested(rule: RuleId) -> bool {
    let first = TESTED.with_borrow(Option::is_none);
    let tested = TESTED.with_borrow_mut(|tested| tested.get_or_insert_default().clone());
    if first {
        let coming = tested.clone();
        spawn_local(async move {
            if let Ok(ids) = net::get::<BTreeSet<String>>("/books/cited.json").await {
                coming.set(ids);
            }
        });
    }
    tested.with(|ids| ids.contains(rule.as_str()))
}

fn signal(game: &str) -> Option<ArcRwSignal<Place>> {
    let name = games().iter().find(|known| known.name == game)?.name;
    if let Some(place) = SHELF.with_borrow(|shelf| shelf.get(name).cloned()) {
        return Some(place);
    }
    let place = ArcRwSignal::new(Place::Waiting);
    SHELF.with_borrow_mut(|shelf| shelf.insert(name, place.clone()));
    fetch(name, place.clone());
    Some(place)
}

/// A book that could not be had is asked for once more: somebody wants to read in it.
pub fn ask_again(game: &'static str) {
    if let Some(place) = signal(game).filter(|place| matches!(place.get_untracked(), Place::Missing)) {
        place.set(Place::Waiting);
        fetch(game, place);
    }
}

fn fetch(game: &'static str, place: ArcRwSignal<Place>) {
    spawn_local(async move {
        let files =
            net::get::<Vec<(String, String)>>(&format!("/books/{game}.json")).await.unwrap_or_default();
        let files: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        match Book::parse(game, &files) {
            // A book stays open as long as the page does.
            Ok(book) if !book.entries.is_empty() => place.set(Place::Here(Box::leak(Box::new(book)))),
            _ => place.set(Place::Missing),
        }
    });
}
