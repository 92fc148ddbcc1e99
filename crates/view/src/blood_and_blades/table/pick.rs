//! Terrain picked before the battle.

use super::answers;
use super::board::{capitalised, effect};
use super::seen::Seen;
use super::sketch;
use crate::blood_and_blades::words;
use crate::table::{Mode, PickItem, Sketch};
use aelian_blood_and_blades::choice::{Choice, Pick, PickKind};
use aelian_blood_and_blades::field::Size;
use aelian_blood_and_blades::setup::{Homeland, most_of};

/// BB-SET-11 to BB-SET-16: so many of each piece that the homeland offers.
pub fn pick(seen: Seen<'_>, counts: &[u8]) -> Sketch<Choice> {
    let picks = offered(seen);
    let chosen = picks.iter().zip(counts).flat_map(|(pick, count)| (0..*count).map(move |_| *pick));
    sketch::judged(seen, Choice::PickTerrain(chosen.collect()))
}

pub fn mode(seen: Seen<'_>) -> Mode {
    let proposed = answers::proposed(seen).into_iter().find_map(|choice| match choice {
        Choice::PickTerrain(picks) => Some(picks),
        _ => None,
    });
    let proposed = proposed.unwrap_or_default();
    let look = seen.look();
    let homeland = look.homeland();
    let item = |pick: Pick| PickItem {
        label: capitalised(words::pick(&pick).trim_start_matches("a ")),
        detail: detail(seen, homeland, pick),
        chosen: u8::try_from(proposed.iter().filter(|known| **known == pick).count()).unwrap_or(u8::MAX),
        most: u8::try_from(most_of(pick.size)).unwrap_or(u8::MAX),
    };
    Mode::Pick { items: offered(seen).into_iter().map(item).collect() }
}

/// BB-SET-11 in words.
pub fn limits() -> String {
    let [large, medium, small] = [Size::Large, Size::Medium, Size::Small].map(most_of);
    format!("At most {large} large, {medium} medium and {small} small pieces; mandatory kinds are marked.")
}

fn offered(seen: Seen<'_>) -> Vec<Pick> {
    seen.look().homeland().map(Homeland::picks).unwrap_or_default()
}

fn detail(seen: Seen<'_>, homeland: Option<&Homeland>, pick: Pick) -> String {
    let mandatory = homeland.is_some_and(|homeland| homeland.is_mandatory(pick.what));
    let word = if mandatory { "Mandatory." } else { "Optional." };
    match pick.what {
        PickKind::Area(kind) => format!("{word} {}", effect(seen.rules, kind, pick.size)),
        PickKind::River | PickKind::Road(_) => word.to_owned(),
    }
}
