//! Paper slips over the table: troubles, the curtain between players, real dice, the end.

use super::dice::die;
use super::icon::{icon, seal};
use super::why::Rule;
use crate::app::{Route, use_way};
use crate::browser;
use crate::desk::{Apart, use_desk};
use crate::keep;
use crate::table::overlay::side_word;
use leptos::prelude::*;

#[component]
pub fn Slips() -> impl IntoView {
    let desk = use_desk();
    view! {
        <div class="slips">
        <WordFromElsewhere/>
        {move || desk.slip.get().map(|slip| view! {
            <section class="slip paper" class:grave=slip.grave role="alert" data-test="slip">
                {icon("warn")}
                <div><h2>{slip.title}</h2>{slip.text.lines().map(|line| view! { <p>{shortened(line)}</p> }).collect_view()}</div>
                <button class="x" aria-label="Close" data-test="slip-close" on:click=move |_| desk.slip.set(None)>{icon("close")}</button>
            </section>
        })}
        </div>
        <Curtain/>
        <OwnDice/>
    }
}

/// What happened to the game in another window, and what can be done with one's own steps. It stays until it is closed.
#[component]
fn WordFromElsewhere() -> impl IntoView {
    let desk = use_desk();
    view! {
        {move || desk.elsewhere.get().map(|word| view! {
            <section class="slip paper" role="alert" data-test="elsewhere">
                {icon("warn")}
                <div>
                    <h2>{word.title}</h2>{word.text.lines().map(|line| view! { <p>{line.to_owned()}</p> }).collect_view()}
                    {word.apart.map(|apart| view! { <OwnSteps apart/> })}
                </div>
                <button class="x" aria-label="Close" data-test="elsewhere-close" on:click=move |_| desk.elsewhere.set(None)>{icon("close")}</button>
            </section>
        })}
    }
}

/// What becomes of steps that were kept apart. Whoever does not decide finds them among the saved games.
#[component]
fn OwnSteps(apart: Apart) -> impl IntoView {
    let (desk, way) = (use_desk(), use_way());
    match apart {
        Apart::InBrowser(id) => {
            let open = id.clone();
            view! {
                <div class="btns wrap">
                    <button class="btn pri" data-test="open-mine" on:click=move |_| { desk.leave(); way.go(Route::Play(open.clone())) }>"Play on with mine"</button>
                    <button class="btn" data-test="drop-mine" on:click=move |_| { keep::forget_all(&id); desk.elsewhere.set(None) }>"Let mine go"</button>
                </div>
            }
            .into_any()
        }
        Apart::Loose(record) => view! {
            <div class="btns wrap">
                <button class="btn pri" data-test="download-mine" on:click=move |_| browser::download("my-steps.jsonl", "application/jsonl", &record)>"Download mine"</button>
            </div>
        }
        .into_any(),
    }
}

/// Between two players at one screen, when one of them has something to hide.
#[component]
fn Curtain() -> impl IntoView {
    let desk = use_desk();
    view! {
        {move || desk.curtain.get().map(|side| view! {
            <section class="curtain" role="dialog" aria-label="Change of players" data-test="curtain" data-side=side.name()>
                <div class="paper">
                    {seal(side)}
                    <h2>{format!("{} decides", side_word(side))}</h2>
                    <p>{format!("Something on this table is known to one player only. Hand the screen to {}, and look away if you are not.", side_word(side))}</p>
                    <button class="btn pri" data-test="lift" on:click=move |_| desk.lift_curtain()>{format!("I am {}", side_word(side))}<span class="kbd">"Space"</span></button>
                </div>
            </section>
        })}
    }
}

/// Real dice are typed.
#[component]
fn OwnDice() -> impl IntoView {
    let desk = use_desk();
    view! {
        {move || desk.wanted.get().map(|wanted| view! {
            <section class="prompt paper owndice" id="prompt" role="dialog" aria-label="Throw your own dice" data-test="own-dice">
                <div class="pt"><div class="ask"><h2>"Throw your own dice"</h2>
                    <p class="about">{wanted.about.clone()}</p>
                    <p>{format!("{}. Type the faces or press them. ", wanted.throw)}{wanted.rule.map(|rule| view! { <Rule rule/> })}</p></div></div>
                <div class="felt">{wanted.faces.iter().map(|face| die(*face)).collect_view()}<span class="socket"></span></div>
                <div class="btns faces">
                    {(1..=6u8).map(|face| view! { <button class="btn" data-test=format!("face-{face}") on:click=move |_| desk.type_face(face)>{face.to_string()}</button> }).collect_view()}
                    {(!wanted.faces.is_empty()).then(|| view! { <button class="btn small" data-test="untype" on:click=move |_| desk.untype_face()>"The last face was wrong"<span class="kbd">"Backspace"</span></button> })}
                    <button class="btn small" data-test="throw-instead" on:click=move |_| desk.throw_instead()>"Let the program throw"</button>
                </div>
            </section>
        })}
    }
}

/// The game is over.
#[component]
pub fn Ended() -> impl IntoView {
    let (desk, way) = (use_desk(), use_way());
    let losses = desk.standing.with_untracked(|standing| standing.losses.clone());
    let result = desk.result();
    let winner = result.and_then(|ending| ending.winner);
    let title = winner.map_or_else(
        || "The battle ends in a draw".to_owned(),
        |side| format!("Victory: {}", losses[side.index()].army),
    );
    view! {
        <section class="prompt paper ended" id="prompt" data-test="ended">
            <h2>{winner.map(seal)}{title}</h2>
            {result.map(|ending| view! { <p>{format!("Score {} : {} ", ending.score[0], ending.score[1])}<Rule rule=ending.cause/></p> })}
            {losses.into_iter().map(|loss| view! { <p class="muted">{format!("{}: {}", loss.army, loss.text)}</p> }).collect_view()}
            <div class="btns">
                <button class="btn pri" data-test="report" on:click=move |_| { desk.leave(); way.go(Route::Report(desk.keeper.id.get_value())) }>"Battle report"</button>
                <button class="btn" data-test="replay" on:click=move |_| desk.look_at(Some(0))>"Replay"</button>
                <button class="btn" on:click=move |_| { desk.leave(); way.go(Route::Start) }>"Another game"</button>
            </div>
        </section>
    }
}

/// What a slip has room for.
fn shortened(line: &str) -> String {
    const MOST: usize = 240;
    if line.chars().count() <= MOST {
        return line.to_owned();
    }
    line.chars().take(MOST).chain("…".chars()).collect()
}
