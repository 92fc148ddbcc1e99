//! The battle report: how it went, turn by turn, and how the dice fell.

use crate::app::{Route, carries, use_way};
use crate::browser;
use crate::keep;
use crate::panels::top::logo;
use crate::panels::why::Rule;
use aelian_game::Viewer;
use aelian_rulebook::RuleId;
use aelian_view::sitting::{Luck, Sitting};
use aelian_view::start;
use aelian_view::story::StepStory;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

#[derive(Clone)]
struct Told {
    title: String,
    /// The server does not answer: it may have gone on.
    is_old_copy: bool,
    ending: Option<(String, RuleId)>,
    stories: Vec<StepStory>,
    luck: Luck,
    armies: [String; 2],
    losses: [String; 2],
    picture: String,
    /// Once the battle is over: before, guesses at what is hidden could be tried on it.
    hash: Option<u64>,
}

#[component]
pub fn Report(id: String) -> impl IntoView {
    let way = use_way();
    let told = RwSignal::new(None::<Result<Told, String>>);
    browser::title("Battle report · Aelian");
    let game = id.clone();
    spawn_local(async move {
        let answer = match keep::open(&game).await {
            Ok(keep::Opened { saved, from, .. }) => match carries(&saved.summary.game) {
                Ok(true) => start::open(&saved.record)
                    .map(|sitting| tell(saved.summary.title, from == keep::From::LastSeen, sitting))
                    .map_err(|error| error.to_string()),
                Ok(false) => return,
                Err(what) => Err(what),
            },
            Err(error) => Err(error.told()),
        };
        let _ = told.try_set(Some(answer));
    });
    let back = id.clone();
    view! {
        <div class="page">
            <header class="top">
                <button class="logo" data-test="home" on:click=move |_| way.go(Route::Start)>{logo()}</button>
                <nav class="pages"><button on:click=move |_| way.go(Route::Play(back.clone()))>"To the table"</button></nav>
            </header>
            <main class="report parch">
                {move || match told.get() {
                    None => view! { <p class="muted">"Reading the record"</p> }.into_any(),
                    Some(Err(what)) => view! { <section class="paper" data-test="failed"><h1>"There is no report"</h1><p>{what}</p></section> }.into_any(),
                    Some(Ok(told)) => shown(told).into_any(),
                }}
            </main>
        </div>
    }
}

fn tell(title: String, is_old_copy: bool, mut sitting: Box<dyn Sitting>) -> Told {
    sitting.look(Viewer::Public, None);
    let losses = sitting.standing().losses;
    let ending = sitting.result().map(|ending| {
        let winner = ending.winner.map_or_else(
            || "The battle ended in a draw".to_owned(),
            |side| format!("Victory: {}", losses[side.index()].army),
        );
        (format!("{winner}, {} : {}", ending.score[0], ending.score[1]), ending.cause)
    });
    Told {
        title,
        is_old_copy,
        ending,
        stories: sitting.stories(Viewer::Public, 0),
        luck: sitting.luck(),
        armies: [losses[0].army.clone(), losses[1].army.clone()],
        losses: losses.map(|loss| loss.text),
        picture: sitting.svg(),
        hash: sitting.result().map(|_| sitting.hash()),
    }
}

fn shown(told: Told) -> impl IntoView {
    let rounds = chapters(&told.stories);
    view! {
        <h1>{told.title.clone()}</h1>
        {told.is_old_copy.then(|| view! { <p class="bad" data-test="old-copy">"The server does not answer: this is the game as this browser saw it last. It may have gone on since."</p> })}
        <p class="lead" data-test="ending">{match &told.ending { None => view! { "The battle goes on." }.into_any(), Some((text, rule)) => view! { {text.clone()}" "<Rule rule=*rule/> }.into_any() }}</p>
        <p class="muted">{format!("{} steps", told.stories.len())}{told.hash.map(|hash| view! { "; the state's hash is "<code data-test="hash">{format!("{hash:016x}")}</code> })}"."</p>
        <div class="two">
            <section><h2>{told.armies[0].clone()}</h2><p>{told.losses[0].clone()}</p>{luck(&told.luck, 0)}</section>
            <section><h2>{told.armies[1].clone()}</h2><p>{told.losses[1].clone()}</p>{luck(&told.luck, 1)}</section>
        </div>
        <figure class="last" inner_html=told.picture.clone()></figure>
        <h2>"How it went"</h2>
        {rounds.into_iter().map(|(name, lines)| { let short = lines.len() < 40; view! {
            <details open=short><summary>{name}</summary><ul>{lines.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul></details>
        } }).collect_view()}
    }
}

/// The events of each turn under its name.
fn chapters(stories: &[StepStory]) -> Vec<(String, Vec<String>)> {
    let mut chapters: Vec<(String, Vec<String>)> = Vec::new();
    for story in stories {
        if chapters.last().is_none_or(|(name, _)| *name != story.turn) {
            chapters.push((story.turn.clone(), Vec::new()));
        }
        if let Some((_, lines)) = chapters.last_mut() {
            lines.extend(story.events.iter().cloned());
        }
    }
    chapters.retain(|(_, lines)| !lines.is_empty());
    chapters
}

/// Faces thrown in the turns of a side against what could be expected.
fn luck(luck: &Luck, side: usize) -> AnyView {
    let dice = luck.dice[side];
    let mean = f64::from(luck.pips[side]) / f64::from(dice.max(1));
    let expected = f64::from(dice) * 3.5;
    let spread = (f64::from(dice) * 35.0 / 12.0).sqrt();
    let off = (f64::from(luck.pips[side]) - expected) / spread.max(1e-9);
    let most = luck.faces[side].iter().copied().max().unwrap_or(1).max(1);
    let bars = luck.faces[side].iter().enumerate().map(|(at, count)| {
        let share = f64::from(*count) / f64::from(most) * 100.0;
        view! { <div class="luckbar" title=format!("{count} times; {:.1} expected", f64::from(dice) / 6.0)><i style=format!("height:calc((100% - 36px) * {:.3})", share / 100.0)></i><b>{(at + 1).to_string()}</b><span>{count.to_string()}</span></div> }
    });
    let word = match off {
        off if dice == 0 || off.abs() < 0.7 => "about as expected",
        off if off > 2.0 => "very high",
        off if off > 0.0 => "rather high",
        off if off < -2.0 => "very low",
        _ => "rather low",
    };
    view! {
        <div class="luck" data-test=format!("luck-{side}")>{bars.collect_view()}</div>
        <p class="muted">{format!("{dice} dice in the turns of this side, mean {mean:.2} (3.50 expected): {word}, {off:+.1} standard deviations.")}</p>
    }
    .into_any()
}
