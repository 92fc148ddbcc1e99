//! The menu of a game: replay, files, pictures, and how the page behaves.

use super::icon::icon;
use crate::app::{Route, use_way};
use crate::browser;
use crate::desk::{Desk, use_desk};
use crate::pages::battle::Open;
use crate::settings::{Speed, Theme, use_habits};
use aelian_opponents::{Known, known_opponents};
use aelian_protocol::{ChangeGame, Seat};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

#[component]
pub fn Menu() -> impl IntoView {
    let open = Open::of_page();
    view! { {move || open.menu.get().then(|| view! { <Sheet/> })} }
}

#[component]
fn Sheet() -> impl IntoView {
    let (desk, way, open) = (use_desk(), use_way(), Open::of_page());
    let name = move || file_name(&desk.title.get_untracked());
    let png = move |_| {
        let svg = desk.svg();
        spawn_local(async move {
            let (width, height) = desk.board.with_untracked(|board| (board.width, board.depth));
            let scale = 2400.0 / width.max(1.0);
            if let Err(what) =
                browser::download_png(&format!("{}.png", name()), &svg, 2400, (height * scale) as u32).await
            {
                desk.say("No picture", &what, false);
            }
        });
    };
    view! {
        <aside class="sheet paper menu" role="dialog" aria-label="Menu" data-test="menu-sheet">
            <header><h2>"This game"</h2><button class="x" aria-label="Close" on:click=move |_| open.menu.set(false)>{icon("close")}</button></header>
            <label class="field wide">"Name "<input type="text" maxlength="120" prop:value=move || desk.title.get() on:change=move |event| rename(desk, event_target_value(&event))/></label>
            <div class="btns wrap">
                <button class="btn" data-test="open-replay" on:click=move |_| { open.menu.set(false); desk.look_at(Some(desk.steps.get_untracked().saturating_sub(1))); }>"Replay"</button>
                <button class="btn" data-test="open-report" on:click=move |_| { desk.leave(); way.go(Route::Report(desk.keeper.id.get_value())) }>"Report and luck"</button>
                <RecordFile/>
                <button class="btn" data-test="svg" on:click=move |_| browser::download(&format!("{}.svg", name()), "image/svg+xml", &desk.svg())>"Picture as SVG"</button>
                <button class="btn" data-test="png" on:click=png>"Picture as PNG"</button>
                <button class="btn" data-test="full-screen" on:click=move |_| crate::keys::full_screen()>"Full screen"</button>
                <button class="btn" on:click=move |_| way.go(Route::Rules(None))>"Rules"</button>
                <button class="btn" on:click=move |_| { desk.leave(); way.go(Route::Start) }>"Start page"</button>
            </div>
            <Seats/>
            <Behaviour/>
        </aside>
    }
}

/// The record as a file. While the battle goes on and something in it is hidden, the first press only says so.
#[component]
fn RecordFile() -> impl IntoView {
    let desk = use_desk();
    let name = move || file_name(&desk.title.get_untracked());
    let asks = RwSignal::new(false);
    let whole = move || {
        asks.set(false);
        browser::download(&format!("{}.jsonl", name()), "application/jsonl", &desk.record());
    };
    let seen = move || {
        asks.set(false);
        browser::download(&format!("{}-log.txt", name()), "text/plain", &desk.log());
    };
    let press = move |_| {
        if desk.keeps_secrets() {
            asks.set(true);
        } else {
            whole();
        }
    };
    view! {
        <button class="btn" data-test="download" on:click=press>"Download the record"</button>
        {move || asks.get().then(|| view! {
            <div class="wide" role="alert" data-test="download-asks">
                <p>"This battle goes on, and something in it is hidden from one of the players. The record tells it all: who lies where, and who will come on where. What is seen here now is in the log."</p>
                <button class="btn" data-test="download-log" on:click=move |_| seen()>"The log as it is seen here"</button>
                <button class="btn" data-test="download-whole" on:click=move |_| whole()>"The record with what is hidden"</button>
                <button class="btn" data-test="download-not" on:click=move |_| asks.set(false)>"Neither"</button>
            </div>
        })}
    }
}

fn rename(desk: Desk, title: String) {
    let title = title.trim().to_owned();
    if title.is_empty() {
        return;
    }
    desk.title.set(title.clone());
    desk.keeper.change(desk, ChangeGame { title: Some(title), ..ChangeGame::default() });
}

fn file_name(title: &str) -> String {
    let plain: String =
        title.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect();
    plain.to_lowercase().split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Who plays can be changed at any time.
#[component]
fn Seats() -> impl IntoView {
    let desk = use_desk();
    let pick = move |side: usize| {
        let now = move || desk.seats.with(|seats| seat_key(&seats[side]));
        view! {
            <label class="field">{["Red ", "Blue "][side]}
                <select data-test=format!("seat-{side}") prop:value=now on:change=move |event| reseat(desk, side, &event_target_value(&event))>
                    <option value="human" selected=move || now() == "human">"A person here"</option>
                    {known_opponents(desk.game()).into_iter().map(|known| view! { <option value=known.name title=known.summary selected=move || now() == known.name>{format!("Computer, {}", known.name)}</option> }).collect_view()}
                </select>
            </label>
        }
    };
    let named = move |seat: &Seat| match seat {
        Seat::Human => None,
        Seat::Computer(name) => known_opponents(desk.game()).into_iter().find(|known| known.name == name),
    };
    // What is known of the computers that play, each once.
    let told = move || {
        let mut known: Vec<Known> = desk.seats.with(|seats| seats.iter().filter_map(named).collect());
        known.dedup();
        known.into_iter().map(|known| view! { <p class="muted">{format!("{}: {}", capitalised(known.name), known.summary)}</p> }).collect_view()
    };
    view! { <h3>"Who plays"</h3><div class="fields">{pick(0)}{pick(1)}</div>{told} }
}

/// With a capital letter.
pub fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

fn seat_key(seat: &Seat) -> String {
    match seat {
        Seat::Human => "human".to_owned(),
        Seat::Computer(name) => name.clone(),
    }
}

fn reseat(desk: Desk, side: usize, key: &str) {
    let seat = if key == "human" { Seat::Human } else { Seat::Computer(key.to_owned()) };
    desk.seats.update(|seats| seats[side] = seat);
    let seats = Some(desk.seats.get_untracked());
    desk.keeper.change(desk, ChangeGame { seats, ..ChangeGame::default() });
    desk.question.set(None);
    desk.go_on();
}

/// How the page behaves: the same for every game.
#[component]
pub fn Behaviour() -> impl IntoView {
    let habits = use_habits();
    let themes = [(Theme::Auto, "As the system"), (Theme::Light, "Light"), (Theme::Dark, "Dark")];
    view! {
        <h3>"The page"</h3>
        <p class="muted seglabel">"Light"</p><div class="seg" role="radiogroup" aria-label="Light">
            {themes.into_iter().map(|(theme, name)| view! { <button role="radio" data-test=format!("theme-{name}") class:on=move || habits.with(|habits| habits.theme == theme) aria-checked=move || habits.with(|habits| habits.theme == theme).to_string() on:click=move |_| habits.update(|habits| habits.theme = theme)>{name}</button> }).collect_view()}
        </div>
        <p class="muted seglabel">"Speed"</p><div class="seg" role="radiogroup" aria-label="Speed">
            {Speed::ALL.into_iter().map(|(speed, name)| view! { <button role="radio" data-test=format!("speed-{name}") class:on=move || habits.with(|habits| habits.speed == speed) aria-checked=move || habits.with(|habits| habits.speed == speed).to_string() on:click=move |_| habits.update(|habits| habits.speed = speed)>{name}</button> }).collect_view()}
        </div>
        <p class="muted seglabel">"Text size"</p><div class="seg" role="radiogroup" aria-label="Text size">
            {[100u16, 115, 130, 150].into_iter().map(|size| view! { <button role="radio" class:on=move || habits.with(|habits| habits.text == size) aria-checked=move || habits.with(|habits| habits.text == size).to_string() on:click=move |_| habits.update(|habits| habits.text = size)>{format!("{size} %")}</button> }).collect_view()}
        </div>
        <label class="switch"><input type="checkbox" data-test="own-dice-switch" prop:checked=move || habits.with(|habits| habits.own_dice) on:change=move |event| habits.update(|habits| habits.own_dice = event_target_checked(&event))/>"My own dice: I throw them on my table and type the faces"</label>
        <label class="switch"><input type="checkbox" prop:checked=move || habits.with(|habits| habits.motion) on:change=move |event| habits.update(|habits| habits.motion = event_target_checked(&event))/>"Moves are animated"</label>
        <label class="switch"><input type="checkbox" prop:checked=move || habits.with(|habits| habits.letters) on:change=move |event| habits.update(|habits| habits.letters = event_target_checked(&event))/>"Single letters are shortcuts"</label>
    }
}
