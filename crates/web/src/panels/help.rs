//! The help sheet: every key.

use super::icon::icon;
use crate::pages::battle::Open;
use leptos::prelude::*;

const KEYS: [(&str, &str); 30] = [
    ("Space", "The usual answer; in a replay, play or pause"),
    ("1 to 9", "An answer by its number"),
    ("Enter", "Take up the piece that is marked; confirm a sketch"),
    ("Esc", "Put the sketch down, close what lies open"),
    ("Backspace, U", "Take back"),
    ("N, Shift N", "The next piece that may act, the one before"),
    ("G", "The whole group of what is selected"),
    ("↑ ↓", "With a piece in hand: farther ahead, less far (with Shift by ten)"),
    ("← →", "With a piece in hand: pivot to this hand"),
    ("arrows", "With nothing in hand: pan the table"),
    ("T", "Turnabout"),
    ("K", "Form a column"),
    ("X", "Extend a column into a line"),
    ("H", "Halt impetuous troops"),
    ("O", "Hold a move, to make it together with another"),
    ("+ − 0", "Nearer, farther, the whole table"),
    ("V", "Turn the view to the other side"),
    ("S", "Select and move"),
    ("L", "Select with a lasso"),
    ("M", "Measure"),
    ("Z", "Zones of control"),
    ("A", "Shooting zones"),
    ("C", "Command distance"),
    ("R", "Reach of a move straight ahead"),
    ("P", "Gaps"),
    ("[ ]", "Fold the left or the right panel"),
    ("F", "Full screen"),
    ("W", "Why: the rule of the question"),
    ("Home End", "In a replay: to the beginning, to the end"),
    ("?", "This sheet"),
];

#[component]
pub fn Help() -> impl IntoView {
    let open = Open::of_page();
    view! {
        {move || open.help.get().then(|| view! {
            <aside class="sheet paper" role="dialog" aria-label="Keys and help" data-test="help-sheet">
                <header><h2>"Keys"</h2><button class="x" aria-label="Close" on:click=move |_| open.help.set(false)>{icon("close")}</button></header>
                <p>"Everything can be done with the mouse, with a finger or with keys. Any rule id opens the rule; hovering over a base shows its card; a step in the log shows the table at that moment."</p>
                <dl class="keys">{KEYS.into_iter().map(|(key, what)| view! { <div><dt><span class="kbd">{key}</span></dt><dd>{what}</dd></div> }).collect_view()}</dl>
                <h3>"By touch"</h3>
                <p>"One finger drags a base or the table, two fingers zoom. A tap selects, a second tap selects the base alone."</p>
            </aside>
        })}
    }
}
