//! The help sheet: every key.

use super::icon::icon;
use super::tools::ZONE_KEYS;
use crate::desk::{Desk, use_desk};
use crate::pages::battle::Open;
use leptos::prelude::*;

/// Keys before and after those of the moves and zones, which depend on the game.
const ANSWERS: [(&str, &str); 11] = [
    ("Space", "The usual answer; in a replay, play or pause"),
    ("1 to 9", "An answer by its number"),
    ("Enter", "Take up the piece that is marked; confirm a sketch"),
    ("Esc", "Put the sketch down, close what lies open"),
    ("Backspace, U", "Take back"),
    ("N, Shift N", "The next piece that may act, the one before"),
    ("G", "All that moves together with what is selected"),
    ("↑ ↓", "With a piece in hand: farther ahead, less far (with Shift by ten)"),
    ("← →", "With a piece in hand: turn to this hand"),
    ("Tab, arrows", "To the handles of what is in hand, and move them (with Shift farther)"),
    ("arrows", "With nothing in hand: pan the table"),
];
const HOLD: (&str, &str) = ("O", "Hold a move, to make it together with another");
const REST: [(&str, &str); 11] = [
    ("I", "A hint: what the computer would do"),
    ("+ − 0", "Nearer, farther, the whole table"),
    ("V", "Turn the view to the other side"),
    ("S", "Select and move"),
    ("L", "Select with a lasso"),
    ("M", "Measure"),
    ("[ ]", "Fold the left or the right panel"),
    ("F", "Full screen"),
    ("W", "Why: the rule of the question"),
    ("Home End", "In a replay: to the beginning, to the end"),
    ("?", "This sheet"),
];

/// Every key with what it does in this game.
fn keys(desk: Desk) -> Vec<(String, String)> {
    let fixed = |keys: &[(&str, &str)]| {
        keys.iter().map(|(key, what)| ((*key).to_owned(), (*what).to_owned())).collect::<Vec<_>>()
    };
    let moves =
        desk.manner().shortcuts.into_iter().map(|(letter, what)| (letter.to_string(), what.to_owned()));
    let zones = desk.manner().zones.into_iter().filter_map(|(kind, name)| {
        let (_, letter) = ZONE_KEYS.iter().find(|(one, _)| *one == kind)?;
        Some((letter.to_ascii_uppercase().to_string(), name.to_owned()))
    });
    let mut all = fixed(&ANSWERS);
    all.extend(moves);
    all.extend(zones);
    if desk.can_hold() {
        all.extend(fixed(&[HOLD]));
    }
    all.extend(fixed(&REST));
    all
}

fn by_touch(desk: Desk) -> String {
    let words = desk.manner();
    let again = if desk.moves_alone() {
        format!("A tap selects, a second tap selects the {} alone.", words.piece)
    } else {
        format!("A tap selects the {}, a double tap all that can go with it.", words.body)
    };
    format!("One finger drags a {} or the table, two fingers zoom. {again}", words.piece)
}

#[component]
pub fn Help() -> impl IntoView {
    let (open, desk) = (Open::of_page(), use_desk());
    view! {
        {move || open.help.get().then(|| view! {
            <aside class="sheet paper" role="dialog" aria-label="Keys and help" data-test="help-sheet">
                <header><h2>"Keys"</h2><button class="x" aria-label="Close" on:click=move |_| open.help.set(false)>{icon("close")}</button></header>
                <p>{format!("Everything can be done with the mouse, with a finger or with keys. Any rule id opens the rule; hovering over a {} shows its card; a step in the log shows the table at that moment.", desk.manner().piece)}</p>
                <dl class="keys">{keys(desk).into_iter().map(|(key, what)| view! { <div><dt><span class="kbd">{key}</span></dt><dd>{what}</dd></div> }).collect_view()}</dl>
                <h3>"By touch"</h3>
                <p>{by_touch(desk)}</p>
            </aside>
        })}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aelian_view::table::TABLE_LETTERS;

    /// The sheet names every letter that the table keeps for itself, and no other.
    #[test]
    fn the_letters_of_the_table_are_those_that_games_leave_alone() {
        let written = ANSWERS.iter().chain(&REST).chain([&HOLD]).flat_map(|(keys, _)| keys.split(", "));
        let single = |word: &str| match word.chars().collect::<Vec<_>>().as_slice() {
            [letter] if letter.is_alphabetic() => Some(*letter),
            _ => None,
        };
        let zones = ZONE_KEYS.iter().map(|(_, letter)| letter.to_ascii_uppercase());
        let mut letters: Vec<char> = written.filter_map(single).chain(zones).collect();
        letters.sort_unstable();
        assert_eq!(letters, TABLE_LETTERS);
    }
}
