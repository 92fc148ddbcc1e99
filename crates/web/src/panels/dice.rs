//! The dice tray: the last throw, with its reasons and the odds that were shown before it.

use super::icon::icon;
use super::odds::OddsBar;
use super::why::Rule;
use crate::desk::use_desk;
use leptos::prelude::*;

/// A die with this face.
pub fn die(face: u8) -> impl IntoView {
    let pips: &[(u8, u8)] = match face {
        1 => &[(20, 20)],
        2 => &[(11, 11), (29, 29)],
        3 => &[(11, 11), (20, 20), (29, 29)],
        4 => &[(11, 11), (29, 11), (11, 29), (29, 29)],
        5 => &[(11, 11), (29, 11), (20, 20), (11, 29), (29, 29)],
        6 => &[(11, 10), (29, 10), (11, 20), (29, 20), (11, 30), (29, 30)],
        _ => &[],
    };
    let dots: String = pips.iter().map(|(x, y)| format!("<circle cx='{x}' cy='{y}' r='3.6'/>")).collect();
    let body = format!(
        "<rect x='2' y='2' width='36' height='36' rx='7' class='die-body'/><g class='die-pips'>{dots}</g>"
    );
    view! { <svg class="die" viewBox="0 0 40 40" role="img" aria-label=format!("a {face}") data-face=face.to_string() inner_html=body></svg> }
}

#[component]
pub fn Tray() -> impl IntoView {
    let desk = use_desk();
    let story = move || {
        let at = desk.tray.get()?;
        desk.stories.with(|stories| stories.get(at).cloned()).map(|story| (at, story))
    };
    let back = move |_| {
        if let Some(at) = desk.tray.get_untracked().and_then(|at| desk.last_dice(at)) {
            desk.tray.set(Some(at));
        }
    };
    let on = move |_| {
        if let Some(at) = desk.tray.get_untracked().and_then(|at| desk.next_dice(at)) {
            desk.tray.set(Some(at));
        }
    };
    view! {
        <section class="tray" aria-label="Dice" data-test="tray">
            <header>
                <h2>"Dice"</h2>
                <span class="muted">{move || story().map(|(at, story)| format!("{} · step {}", story.moment, at + 1))}</span>
                <span class="x">
                    <button aria-label="The throw before" title="The throw before" on:click=back>{icon("back")}</button>
                    <button aria-label="The next throw" title="The next throw" on:click=on>{icon("on")}</button>
                </span>
            </header>
            {move || match story() {
                None => view! { <p class="muted pad">"No dice have been thrown yet."</p> }.into_any(),
                Some((at, story)) => {
                    // What one player was shown before a hidden choice is not for the other.
                    let forecast = desk.forecasts.with(|all| all.get(&at).filter(|_| story.known).cloned());
                    view! {
                        <div class="thrown">
                            <p class="pad about">{super::menu::capitalised(&story.choice)}</p>
                            {story.dice.iter().map(|line| view! {
                                <div class="dr">
                                    <span class="who"><b>{line.throw.clone()}</b><Rule rule=line.rule/></span>
                                    <div class="felt">{line.faces.iter().map(|face| die(*face)).collect_view()}</div>
                                </div>
                            }).collect_view()}
                            {forecast.map(|odds| view! { <div class="before"><span class="muted">"Odds shown before"</span><OddsBar odds/></div> })}
                            <table class="why"><tbody>
                                {story.reasons.iter().map(|reason| view! { <tr><td>{reason.text.clone()}</td><td><Rule rule=reason.rule/></td></tr> }).collect_view()}
                            </tbody></table>
                            <ul class="came">{story.events.iter().take(8).map(|event| view! { <li>{event.clone()}</li> }).collect_view()}</ul>
                        </div>
                    }.into_any()
                }
            }}
        </section>
    }
}
