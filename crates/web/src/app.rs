//! The page as a whole: which screen is shown, and what all screens share.

use crate::browser;
use crate::pages::{battle, report, rules, start};
use crate::panels::why::{Why, WhyPanel};
use crate::settings;
use aelian_rules::Game;
use aelian_view::start::elsewhere;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

/// A screen with its address.
#[derive(Clone, Debug, PartialEq)]
pub enum Route {
    Start,
    Play(String),
    Report(String),
    Rules(Option<String>),
    Unknown(String),
}

impl Route {
    fn of(path: &str) -> Route {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        match parts.as_slice() {
            [] => Route::Start,
            ["play", id] => Route::Play((*id).to_owned()),
            ["report", id] => Route::Report((*id).to_owned()),
            ["rules"] => Route::Rules(None),
            ["rules", id] => Route::Rules(Some((*id).to_owned())),
            _ => Route::Unknown(path.to_owned()),
        }
    }

    pub fn path(&self) -> String {
        match self {
            Route::Start => "/".to_owned(),
            Route::Play(id) => format!("/play/{id}"),
            Route::Report(id) => format!("/report/{id}"),
            Route::Rules(None) => "/rules".to_owned(),
            Route::Rules(Some(id)) => format!("/rules/{id}"),
            Route::Unknown(path) => path.clone(),
        }
    }

    /// The address under which the page is loaded with the program of this game.
    fn path_for(&self, game: Game) -> String {
        format!("{}?{GAME}={}", self.path(), game.name())
    }

    fn here() -> Route {
        let path = browser::window().and_then(|window| window.location().pathname().ok());
        Route::of(&path.unwrap_or_default())
    }
}

/// Goes from screen to screen.
#[derive(Clone, Copy)]
pub struct Way(RwSignal<Route>);

impl Way {
    pub fn go(self, route: Route) {
        if let Some(history) = browser::window().and_then(|window| window.history().ok()) {
            let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&route.path()));
        }
        self.0.set(route);
    }

    /// Goes to a screen of a game, which may need another program of the page.
    pub fn go_for(self, game: &str, route: Route) {
        match elsewhere(game) {
            Some(game) => browser::load(&route.path_for(game)),
            None => self.go(route),
        }
    }
}

/// Where an address says which game is wanted.
const GAME: &str = "game";
/// Where the browser keeps the last game. The script that starts the page looks in both places.
const LAST_GAME: &str = "aelian.game";

/// The game that the page was loaded for, or the last one.
pub fn wanted_game() -> Option<String> {
    browser::asked(GAME).or_else(|| browser::stored(LAST_GAME))
}

/// The next visit begins with this game.
pub fn remember(game: &str) {
    browser::store(LAST_GAME, game);
}

/// Makes sure that this program carries a game that the screen needs; else the page is loaded anew with the program
/// that does. It says false then, or what is wrong if that has not helped.
pub fn carries(game: &str) -> Result<bool, String> {
    let Some(game) = elsewhere(game) else {
        remember(game);
        return Ok(true);
    };
    if browser::asked(GAME).as_deref() == Some(game.name()) {
        return Err(format!("This page has no program that plays {}.", game.title()));
    }
    browser::load_instead(&Route::here().path_for(game));
    Ok(false)
}

pub fn use_way() -> Way {
    use_context().unwrap_or_else(|| Way(RwSignal::new(Route::Start)))
}

/// Puts the page where the waiting words stand.
pub fn show() {
    if let Some(waiting) = browser::element("waiting") {
        waiting.remove();
    }
    hang_art();
    leptos::mount::mount_to_body(App);
}

/// The figures and patterns lie in the page itself, so that the tints of the sides reach them.
fn hang_art() {
    let art = concat!(include_str!("../art/figures.svg"), include_str!("../art/patterns.svg"));
    let body = browser::document().and_then(|document| document.body());
    if let Some(body) = body {
        let _ = body.insert_adjacent_html(
            "afterbegin",
            &format!("<div class=\"art\" aria-hidden=\"true\">{art}</div>"),
        );
    }
}

#[component]
fn App() -> impl IntoView {
    let route = RwSignal::new(Route::here());
    provide_context(Way(route));
    provide_context(settings::habits());
    let why = Why::new();
    provide_context(why);
    browser::on_window("popstate", move |_: web_sys::PopStateEvent| route.set(Route::here()));
    view! {
        {move || match route.get() {
            Route::Start => start::Start().into_any(),
            Route::Play(id) => view! { <battle::Battle id/> }.into_any(),
            Route::Report(id) => view! { <report::Report id/> }.into_any(),
            Route::Rules(id) => view! { <rules::Rules id/> }.into_any(),
            Route::Unknown(path) => view! { <Nowhere path/> }.into_any(),
        }}
        <WhyPanel why/>
        <div id="spoken" class="unseen" aria-live="polite"></div>
    }
}

#[component]
fn Nowhere(path: String) -> impl IntoView {
    let way = use_way();
    browser::title("Aelian: nothing here");
    view! {
        <main class="nowhere">
            <section class="paper">
                <h1>"There is nothing at this address"</h1>
                <p>"No page of Aelian is called "<code>{path}</code>". Games stand at /play/ and their name."</p>
                <button class="btn pri" data-test="home" on:click=move |_| way.go(Route::Start)>"To the start page"</button>
            </section>
        </main>
    }
}
