//! The start page: go on with a game, or begin one with a few questions.
//!
//! Everything it offers comes from `aelian_view::start` and from the list of computer players. `form.rs` holds what
//! was chosen so far; each question is a file.

mod armies;
mod battle;
mod form;
mod games;
mod lesson;
mod options;
mod picture;
mod saved;
mod sum;
mod whom;

use crate::app::{Route, use_way};
use crate::browser;
use crate::panels::icon::icon;
use crate::panels::menu::Behaviour;
use crate::panels::top::logo;
use crate::settings::use_habits;
use form::Form;
use leptos::prelude::*;

#[component]
pub fn Start() -> impl IntoView {
    let (way, habits, form) = (use_way(), use_habits(), Form::new());
    let settings = RwSignal::new(false);
    browser::title("Aelian: historical battles by the book");
    view! {
        <div class="page start" data-test="start">
            <header class="top">
                <button class="logo" on:click=move |_| way.go(Route::Start)>{logo()}</button>
                <nav class="pages"><button class="on">"Play"</button><button data-test="to-rules" on:click=move |_| way.go(Route::Rules(None))>"Rules"</button></nav>
                <nav class="tb"><button title="How the page behaves" aria-label="Settings" data-test="settings" on:click=move |_| settings.update(|on| *on = !*on)>{icon("menu")}</button></nav>
            </header>
            {move || settings.get().then(|| view! {
                <aside class="sheet paper" role="dialog" aria-label="Settings">
                    <header><h2>"Settings"</h2><button class="x" aria-label="Close" on:click=move |_| settings.set(false)>{icon("close")}</button></header>
                    <Behaviour/>
                </aside>
            })}
            <main class="setup parch">
                <div class="questions">
                    {move || (!habits.with(|habits| habits.guided)).then(|| view! { <lesson::First form/> })}
                    <games::Games form/>
                    <battle::Battles form/>
                    <div class="cols"><whom::Whom form/><options::Options form/></div>
                    <saved::Saved form/>
                </div>
                <sum::Sum form/>
            </main>
        </div>
    }
}

/// The number of a question, the question and a remark.
fn question(number: u8, text: &'static str, remark: &'static str) -> impl IntoView {
    view! { <h2 class="q"><i>{number.to_string()}</i>{text}<span>{remark}</span></h2> }
}
