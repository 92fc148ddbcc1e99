//! The log: every step in words, by turn.

use super::menu::capitalised;
use super::why::Rule;
use crate::desk::{Desk, use_desk};
use crate::table::paint::side_class;
use aelian_view::story::StepStory;
use leptos::prelude::*;

/// Which steps are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filter {
    Turn,
    Dice,
    All,
}

/// How many steps are listed at once; older ones on demand.
const PAGE: usize = 120;

#[component]
pub fn Log() -> impl IntoView {
    let desk = use_desk();
    let filter = RwSignal::new(Filter::Turn);
    let pages = RwSignal::new(1usize);
    let chip = move |one: Filter, name: &'static str| {
        view! { <button class="chip" class:ghost=move || filter.get() != one aria-pressed=move || (filter.get() == one).to_string() on:click=move |_| filter.set(one)>{name}</button> }
    };
    let entries = Memo::new(move |_| {
        desk.stories.with(|stories| {
            let now = stories.last().map(|story| story.turn.clone()).unwrap_or_default();
            let wanted = |story: &StepStory| {
                !story.is_silent()
                    && match filter.get() {
                        Filter::All => true,
                        Filter::Dice => !story.dice.is_empty(),
                        Filter::Turn => story.turn == now && !story.passing,
                    }
            };
            // The number of the telling is part of each line's name: what another viewer was told never stays.
            let telling = desk.telling.get();
            let all: Vec<(u32, usize)> =
                (0..stories.len()).filter(|at| wanted(&stories[*at])).map(|at| (telling, at)).collect();
            let hidden = all.len().saturating_sub(PAGE * pages.get());
            (hidden, all[hidden..].to_vec())
        })
    });
    Effect::new(move || {
        entries.track();
        if desk.at.get_untracked().is_none() {
            scroll_down();
        }
    });
    view! {
        <section class="log" aria-label="Log" data-test="log">
            <header><h2>"Log"</h2>{chip(Filter::Turn, "This turn")}{chip(Filter::Dice, "Dice")}{chip(Filter::All, "All")}</header>
            <ol id="loglines">
                {move || (entries.get().0 > 0).then(|| view! {
                    <li class="older"><button class="btn small" on:click=move |_| pages.update(|pages| *pages += 1)>{format!("{} older steps", entries.get().0)}</button></li>
                })}
                <For each=move || entries.get().1 key=|name| *name children=move |(_, at)| line(desk, at)/>
            </ol>
        </section>
    }
}

fn scroll_down() {
    if let Some(lines) = crate::browser::element("loglines") {
        lines.set_scroll_top(lines.scroll_height());
    }
}

fn line(desk: Desk, at: usize) -> impl IntoView {
    let Some(story) = desk.stories.with_untracked(|stories| stories.get(at).cloned()) else {
        return ().into_any();
    };
    let first = at == 0 || desk.stories.with_untracked(|stories| stories[at - 1].moment != story.moment);
    let side = story.side.map_or("nobody", side_class);
    let faces: Vec<u8> = story.dice.iter().flat_map(|dice| dice.faces.iter().copied()).collect();
    let long = story.events.len() > 4;
    let unfolded = RwSignal::new(!long);
    let events = story.events.clone();
    view! {
        {first.then(|| view! { <li class="moment" role="heading">{story.moment.clone()}</li> })}
        <li class=format!("entry {side}") class:now=move || desk.at.get() == Some(at + 1) data-step=at.to_string()>
            <button class="words" title="Show the table at this moment" on:click=move |_| desk.look_at(Some(at + 1))>
                <b>{capitalised(&story.choice)}</b>
                {(!faces.is_empty()).then(|| view! { <span class="faces">{faces.iter().map(|face| view! { <i>{face.to_string()}</i> }).collect_view()}</span> })}
            </button>
            {move || {
                let shown = if unfolded.get() { events.len() } else { 2 };
                events.iter().take(shown).map(|event| view! { <p>{event.clone()}</p> }).collect_view()
            }}
            {long.then(|| view! { <button class="more" on:click=move |_| unfolded.update(|on| *on = !*on)>{move || if unfolded.get() { "less" } else { "more" }}</button> })}
            {(!story.reasons.is_empty()).then(|| view! {
                <details class="because"><summary>{if story.reasons.len() == 1 { "1 reason".to_owned() } else { format!("{} reasons", story.reasons.len()) }}</summary>
                    {story.reasons.iter().map(|reason| view! { <p>{reason.text.clone()}" "<Rule rule=reason.rule/></p> }).collect_view()}
                </details>
            })}
        </li>
    }
    .into_any()
}
