//! Which armies meet in an open battle.

use super::form::{Chosen, Form};
use super::picture::token;
use crate::browser;
use crate::panels::menu::capitalised;
use crate::table::overlay::side_word;
use crate::table::paint::side_class;
use aelian_game::Side;
use aelian_view::start::read_army;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;

#[component]
pub fn Armies(form: Form) -> impl IntoView {
    view! { <div class="cols"><ArmyChoice form side=Side::Red/><ArmyChoice form side=Side::Blue/></div> }
}

#[component]
fn ArmyChoice(form: Form, side: Side) -> impl IntoView {
    let army = form.armies[side.index()];
    let chosen = move || match army.get() {
        Chosen::Ready(at) => at.to_string(),
        Chosen::File { .. } => "file".to_owned(),
    };
    let pick = move |event| {
        if let Ok(place) = event_target_value(&event).parse() {
            army.set(Chosen::Ready(place));
        }
    };
    let names = move || {
        form.offer(|offer| {
            offer.armies.iter().map(|army| format!("{} ({})", army.name, army.years)).collect::<Vec<_>>()
        })
    };
    view! {
        <div class=format!("armychoice {}", side_class(side))>
            <label class="field wide"><b>{side_word(side)}</b>
                <select data-test=format!("army-{}", side.name()) on:change=pick>
                    {move || names().into_iter().enumerate().map(|(place, name)| view! { <option value=place.to_string() selected=move || chosen() == place.to_string()>{name}</option> }).collect_view()}
                    {move || matches!(army.get(), Chosen::File { .. }).then(|| view! { <option value="file" selected=true>{form.army_name(side)}</option> })}
                </select>
            </label>
            <p class="about">{move || form.army(side).map(|army| army.about)}</p>
            <ul class="troops">{move || form.army(side).map(|army| army.troops.iter().map(|troop| view! {
                <li><svg class="tk" viewBox="-42 -36 84 72" aria-hidden="true" inner_html=token(troop)></svg><span>{capitalised(&troop.name)}<small>{troop.kind.clone()}</small></span><b>{format!("{} ×", troop.count)}</b></li>
            }).collect_view())}</ul>
            {move || form.offer(|offer| offer.army_file).map(|ending| view! { <ArmyFile form side ending/> })}
        </div>
    }
}

/// An army from a file of the player's own.
#[component]
fn ArmyFile(form: Form, side: Side, ending: &'static str) -> impl IntoView {
    let faults = RwSignal::new(Vec::<String>::new());
    let upload = move |event: web_sys::Event| {
        let Some(input) = event.target().and_then(|target| target.dyn_into().ok()) else { return };
        let game = untrack(|| form.offer(|offer| offer.game));
        spawn_local(async move {
            let Some((_, text)) = browser::chosen_file(input).await else { return };
            match read_army(game, &text) {
                Ok(offer) => {
                    faults.set(Vec::new());
                    form.armies[side.index()].set(Chosen::File { offer, text });
                }
                Err(wrong) => faults.set(wrong),
            }
        });
    };
    view! {
        <label class="btn small file">{format!("Your own army file ({})", ending.to_uppercase())}<input type="file" accept=format!(".{ending},text/plain") data-test=format!("army-file-{}", side.name()) on:change=upload/></label>
        <ul class="bad">{move || faults.get().into_iter().map(|fault| view! { <li>{fault}</li> }).collect_view()}</ul>
    }
}
