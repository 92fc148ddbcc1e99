//! What a player has set for himself: kept by the browser, the same for every game.

use crate::browser;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

const KEY: &str = "aelian.habits";

/// How the page looks and behaves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Habits {
    pub theme: Theme,
    /// In percent.
    pub text: u16,
    pub speed: Speed,
    /// Moves are animated; the browser's wish for less motion switches it off.
    pub motion: bool,
    /// Dice are thrown on the player's own table and typed in.
    pub own_dice: bool,
    /// Single letters are shortcuts.
    pub letters: bool,
    /// The guided battle was offered.
    pub guided: bool,
    pub left_folded: bool,
    pub right_folded: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    #[default]
    Auto,
    Light,
    Dark,
}

/// How fast the computer's moves and forced steps follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Speed {
    Slow,
    #[default]
    Normal,
    Fast,
    Instant,
}

impl Speed {
    pub const ALL: [(Speed, &'static str); 4] = [
        (Speed::Slow, "Slow"),
        (Speed::Normal, "Normal"),
        (Speed::Fast, "Fast"),
        (Speed::Instant, "Instant"),
    ];

    /// Milliseconds between two steps; more if there are dice to be looked at.
    pub fn pause(self, dice: bool) -> u32 {
        match (self, dice) {
            (Speed::Slow, true) => 2600,
            (Speed::Slow, false) => 1100,
            (Speed::Normal, true) => 1100,
            (Speed::Normal, false) => 450,
            (Speed::Fast, true) => 350,
            (Speed::Fast, false) => 140,
            (Speed::Instant, _) => 0,
        }
    }
}

impl Default for Habits {
    fn default() -> Self {
        Habits {
            theme: Theme::Auto,
            text: 100,
            speed: Speed::Normal,
            motion: true,
            own_dice: false,
            letters: true,
            guided: false,
            left_folded: false,
            right_folded: false,
        }
    }
}

/// The habits as a signal that keeps itself and dresses the page.
pub fn habits() -> RwSignal<Habits> {
    let stored = browser::stored(KEY).and_then(|text| serde_json::from_str(&text).ok());
    let habits = RwSignal::new(stored.unwrap_or_default());
    Effect::new(move || {
        let now = habits.get();
        dress(&now);
        browser::store(KEY, &serde_json::to_string(&now).unwrap_or_default());
    });
    habits
}

/// The habits of this page.
pub fn use_habits() -> RwSignal<Habits> {
    use_context().unwrap_or_else(|| RwSignal::new(Habits::default()))
}

fn dress(habits: &Habits) {
    let dark = match habits.theme {
        Theme::Auto => browser::prefers("(prefers-color-scheme: dark)"),
        Theme::Light => false,
        Theme::Dark => true,
    };
    browser::mark_page("data-theme", if dark { "dark" } else { "light" });
    browser::style_page("font-size", &format!("{}%", habits.text));
    let still = !habits.motion
        || habits.speed == Speed::Instant
        || browser::prefers("(prefers-reduced-motion: reduce)");
    browser::mark_page("data-motion", if still { "none" } else { "full" });
    browser::mark_page(
        "data-speed",
        match habits.speed {
            Speed::Slow => "slow",
            Speed::Normal => "normal",
            Speed::Fast => "fast",
            Speed::Instant => "instant",
        },
    );
}
