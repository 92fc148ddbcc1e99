//! What was chosen, a look at the table, and the button that opens it.

use super::form::{Against, Battle, Form};
use crate::app::{Route, use_way};
use crate::browser;
use crate::desk::Kept;
use crate::keep;
use crate::panels::menu::capitalised;
use crate::table::camera::UNIT;
use crate::table::overlay::side_word;
use crate::table::{array, paint, terrain};
use aelian_game::Side;
use aelian_rules::Game;
use aelian_view::sitting::Sitting;
use aelian_view::start::{ScenarioOffer, begin};
use leptos::prelude::*;
use std::fmt::Write as _;
use wasm_bindgen_futures::spawn_local;

#[component]
pub fn Sum(form: Form) -> impl IntoView {
    let who = move || {
        let level = capitalised(form.level.get());
        match form.against.get() {
            Against::Computer => {
                format!(
                    "You are {}, the computer ({level}) is {}",
                    side_word(form.side.get()),
                    side_word(form.side.get().other())
                )
            }
            Against::HotSeat => "Two players here".to_owned(),
            Against::Watch => format!("Computer against computer ({level})"),
        }
    };
    let army = move |side: Side| {
        form.army(side).map(|army| {
            [army.name, army.points]
                .into_iter()
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>()
                .join(", ")
        })
    };
    let scenario = move || ready_battle(form);
    let heading = move || {
        let names = || format!("{} against {}", form.army_name(Side::Red), form.army_name(Side::Blue));
        scenario().map_or_else(names, |scenario| named(&scenario))
    };
    let set_up = move || {
        scenario().map_or_else(
            || form.offer(|offer| offer.set_up.to_owned()),
            |ready| format!("Ready to fight, {}", ready.size),
        )
    };
    let changed = move || match form.options.with(|options| options.len()) {
        0 => "The usual ones".to_owned(),
        count => format!("{count} changed"),
    };
    view! {
        <aside class="sum">
            <h2>{heading}</h2>
            <p class="muted">{move || form.offer(|offer| offer.game.parse().map(Game::title).unwrap_or_default())}</p>
            <Map form/>
            <dl class="sums">
                <div><dt>"Red"</dt><dd>{move || army(Side::Red)}</dd></div>
                <div><dt>"Blue"</dt><dd>{move || army(Side::Blue)}</dd></div>
                <div><dt>"Players"</dt><dd>{who}</dd></div>
                <div><dt>"Set-up"</dt><dd>{set_up}</dd></div>
                <div><dt>"Options"</dt><dd>{changed}</dd></div>
            </dl>
            <ul class="bad" role="alert" data-test="faults">{move || form.faults.get().into_iter().map(|fault| view! { <li>{fault}</li> }).collect_view()}</ul>
            <button class="btn pri open" data-test="open" disabled=move || form.busy.get() on:click={ let way = use_way(); move |_| open(form, way) }>{move || if form.busy.get() { "Opening the table" } else { "Open the table" }}</button>
            <p class="muted">"No account needed. Every step is saved."</p>
            <p class="muted">"Aelian is independent of the games' authors and publishers; you need the books for their full text. "<a href="/notices.txt" target="_blank" rel="noopener" data-test="notices">"Licences of what this page is built with"</a></p>
        </aside>
    }
}

/// The ready battle that is chosen, if one is.
fn ready_battle(form: Form) -> Option<ScenarioOffer> {
    match form.battle.get() {
        Battle::Scenario(at) => form.offer(|offer| offer.scenarios.get(at).cloned()),
        Battle::Open => None,
    }
}

fn named(scenario: &ScenarioOffer) -> String {
    format!("{}, {}", scenario.title, scenario.years)
}

/// Begins the match and goes to its table.
fn open(form: Form, way: crate::app::Way) {
    form.faults.set(Vec::new());
    let sitting = match begin(&untrack(|| form.wish())) {
        Ok(sitting) => sitting,
        Err(faults) => return form.faults.set(faults),
    };
    form.busy.set(true);
    let (record, seats) = (sitting.record(), untrack(|| form.seats()));
    let title = untrack(|| ready_battle(form)).map_or_else(|| sitting.title(), |ready| named(&ready));
    spawn_local(async move {
        let kept = Kept { seed: browser::random(), guided: false };
        match keep::create(Some(title), sitting.game(), record, seats, &kept).await {
            Ok(id) => way.go(Route::Play(id)),
            Err(error) => {
                form.faults.set(vec![error.told()]);
                form.busy.set(false);
            }
        }
    });
}

/// The table as it would be opened: its size, its terrain and what stands on it.
#[component]
fn Map(form: Form) -> impl IntoView {
    let drawn = Memo::new(move |_| begin(&form.wish()).ok().map(|sitting| map(sitting.as_ref())));
    view! {
        {move || drawn.get().map(|(size, text)| view! {
            <svg class="map far" viewBox=format!("-24 -24 {:.0} {:.0}", size.0 + 48.0, size.1 + 48.0) aria-hidden="true" inner_html=text></svg>
        })}
    }
}

fn map(sitting: &dyn Sitting) -> ((f64, f64), String) {
    let board = sitting.board();
    let size = (board.width * UNIT, board.depth * UNIT);
    let mut text = terrain::board(&board);
    for piece in sitting.pieces() {
        let _ = write!(
            text,
            "<g class=\"piece {}\" style=\"{}\">{}</g>",
            paint::side_class(piece.side),
            paint::place(board.depth, &piece.rect),
            array::base(&piece)
        );
    }
    for (side, y) in [(Side::Blue, 0.13), (Side::Red, 0.93)] {
        let _ = write!(
            text,
            "<text class=\"mapname {}\" x=\"{:.0}\" y=\"{:.0}\" font-size=\"{:.0}\" text-anchor=\"middle\">{}</text>",
            paint::side_class(side),
            size.0 * 0.5,
            size.1 * y,
            size.0 * 0.052,
            paint::escaped(&sitting.standing().losses[side.index()].army)
        );
    }
    (size, text)
}
