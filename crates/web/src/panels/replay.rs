//! The replay bar: steps back and forth, plays by itself, and goes on from any step as a new game.

use super::icon::icon;
use crate::app::{Route, use_way};
use crate::browser;
use crate::desk::{Desk, Kept, use_desk};
use crate::keep;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

#[component]
pub fn Replay() -> impl IntoView {
    let desk = use_desk();
    let playing = RwSignal::new(false);
    let speed = RwSignal::new(1.0);
    view! {
        {move || desk.at.get().is_some().then(|| view! { <Bar playing speed/> })}
    }
}

/// Goes on step by step until it is stopped or the end is reached.
fn play(desk: Desk, playing: RwSignal<bool>, speed: RwSignal<f64>) {
    spawn_local(async move {
        while playing.try_get_untracked() == Some(true) {
            let Some(Some(at)) = desk.at.try_get_untracked() else { break };
            if at >= desk.steps.get_untracked() {
                break;
            }
            desk.look_at(Some(at + 1));
            let dice = desk
                .stories
                .with_untracked(|stories| stories.get(at).is_some_and(|story| !story.dice.is_empty()));
            let pause = if dice { 1000.0 } else { 400.0 } / speed.try_get_untracked().unwrap_or(1.0);
            browser::pause(pause as u32).await;
        }
        let _ = playing.try_set(false);
    });
}

#[component]
fn Bar(playing: RwSignal<bool>, speed: RwSignal<f64>) -> impl IntoView {
    let (desk, way) = (use_desk(), use_way());
    let at = move || desk.at.get().unwrap_or(0);
    let steps = move || desk.steps.get();
    let go = move |to: usize| desk.look_at(Some(to.min(desk.steps.get_untracked())));
    let toggle = move |_| {
        playing.update(|on| *on = !*on);
        if playing.get_untracked() {
            play(desk, playing, speed);
        }
    };
    let branch = move |_| {
        let at = desk.at.get_untracked().unwrap_or(0);
        let (record, seats) = (desk.branch(at), desk.seats.get_untracked());
        let title = format!("{}, from step {at}", desk.title.get_untracked());
        spawn_local(async move {
            let kept = Kept { seed: browser::random(), guided: false };
            match keep::create(Some(title), desk.game(), record, seats, &kept).await {
                Ok(id) => {
                    desk.leave();
                    way.go(Route::Play(id));
                }
                Err(error) => desk.say("The branch could not be made", &error.told(), true),
            }
        });
    };
    let moment = move || {
        desk.stories.with(|stories| stories.get(at().saturating_sub(1)).map(|story| story.moment.clone()))
    };
    let button = move |name: &'static str, title: &'static str, test: &'static str, act: Box<dyn Fn()>| {
        view! { <button title=title aria-label=title data-test=test on:click=move |_| act()>{icon(name)}</button> }
    };
    view! {
        <section class="replay" aria-label="Replay" data-test="replay-bar">
            {button("first", "To the beginning (Home)", "replay-first", Box::new(move || go(0)))}
            {button("back", "One step back (←)", "replay-back", Box::new(move || go(at().saturating_sub(1))))}
            <button class="playing" title="Play (Space)" aria-label="Play" data-test="replay-play" on:click=toggle>{move || icon(if playing.get() { "pause" } else { "play" })}</button>
            {button("on", "One step on (→)", "replay-on", Box::new(move || go(at() + 1)))}
            {button("last", "To the end (End)", "replay-last", Box::new(move || go(usize::MAX)))}
            <div class="ribbon">
                <div class="turns" inner_html=move || turns(desk)></div>
                <input type="range" aria-label="Step" min="0" max=move || steps().to_string() prop:value=move || at().to_string()
                    on:input=move |event| if let Ok(to) = event_target_value(&event).parse() { go(to) }/>
            </div>
            <span class="where"><b>{moment}</b><span data-test="replay-step">{move || format!("step {} of {}", at(), steps())}</span></span>
            <select class="speed" aria-label="Speed" on:change=move |event| speed.set(event_target_value(&event).parse().unwrap_or(1.0))>
                <option value="0.5">"0.5×"</option><option value="1" selected=true>"1×"</option><option value="2">"2×"</option><option value="4">"4×"</option><option value="20">"20×"</option>
            </select>
            <button class="btn pri small" data-test="branch" on:click=branch>"Play on from here"</button>
            <button class="btn small" data-test="replay-close" on:click=move |_| { playing.set(false); desk.look_at(None); }>"Close"</button>
        </section>
    }
}

/// One block for each turn, as wide as its steps, with marks where something was lost.
fn turns(desk: Desk) -> String {
    desk.stories.with(|stories| {
        let mut blocks: Vec<(String, usize, bool)> = Vec::new();
        for story in stories {
            match blocks.last_mut() {
                Some(last) if last.0 == story.turn => {
                    last.1 += 1;
                    last.2 |= story.loss;
                }
                _ => blocks.push((story.turn.clone(), 1, story.loss)),
            }
        }
        let block = |(turn, steps, loss): &(String, usize, bool)| {
            let mark = if *loss { "⚑" } else { "" };
            format!(
                "<i style=\"flex-grow:{steps}\" title=\"{}\">{mark}</i>",
                crate::table::paint::escaped(turn)
            )
        };
        blocks.iter().map(block).collect()
    })
}
