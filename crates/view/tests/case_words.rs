//! The lists of words in docs/cases.md are those of the program. `cargo xtask golden` writes them anew.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use aelian_rules::{BloodAndBlades, FogAncients, Game, HailCaesar};
use aelian_view::case::words_page;
use std::path::Path;

/// Below this line of the page everything is written by the program.
const BEGIN: &str = "# Words of every game\n\n\
    <!-- Written by `cargo xtask golden` from the program itself; do not edit below this line. -->\n";

#[test]
fn the_page_lists_every_question_event_and_prompt() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cases.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let written = page.split_once(BEGIN).map(|(before, written)| (before.to_owned(), written.to_owned()));
    let lists: String = Game::ALL.into_iter().map(|game| format!("\n{}", words_of(game))).collect();
    if std::env::var_os("AELIAN_GOLDEN").is_some_and(|word| word == "write") {
        let before = written.map_or_else(|| format!("{}\n\n", page.trim_end()), |(before, _)| before);
        return std::fs::write(path, format!("{before}{BEGIN}{lists}")).unwrap();
    }
    let (_, written) = written.expect("docs/cases.md has the line below which the lists stand");
    assert_eq!(written, lists, "run cargo xtask golden, and read the difference");
}

fn words_of(game: Game) -> String {
    match game {
        Game::BloodAndBlades => words_page::<BloodAndBlades>(game.title()),
        Game::FogAncients => words_page::<FogAncients>(game.title()),
        Game::HailCaesar => words_page::<HailCaesar>(game.title()),
    }
}

/// A list that were empty or without the words of chapters would be no list.
#[test]
fn the_lists_hold_words_that_cases_use() {
    let has = |game: Game, words: &[&str]| {
        let page = words_of(game);
        words
            .iter()
            .for_each(|word| assert!(page.contains(&format!("`{word}`")), "{word} of {game}:\n{page}"));
    };
    has(Game::BloodAndBlades, &["targets A", "destroyed", "moved", "pursue", "orders"]);
    has(Game::FogAncients, &["points A", "formation A", "set-up", "deploy"]);
    has(Game::HailCaesar, &["stats A", "command", "fight"]);
}
