//! The games that have a rulebook and, with the feature `embed`, their books inside the program.

/// A game that has a rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// The folder under `rulebook/`.
    pub name: &'static str,
    pub title: &'static str,
    /// What the ids of its rules begin with.
    pub prefix: &'static str,
}

const GAMES: [Game; 5] = [
    Game { name: "blood-and-blades", title: "Blood and Blades 0.7.0", prefix: "BB" },
    Game { name: "fog-ancients", title: "Field of Glory, ancient and medieval", prefix: "FA" },
    Game { name: "fog-renaissance", title: "Field of Glory Renaissance", prefix: "FR" },
    Game { name: "hail-caesar", title: "Hail Caesar", prefix: "HC" },
    Game { name: "hail-caesar-scenarios", title: "Hail Caesar: the seven battles", prefix: "HS" },
];

/// Every game that has a rulebook.
pub const fn games() -> &'static [Game] {
    &GAMES
}

#[cfg(feature = "embed")]
pub use shelf::{book, book_of, files};

#[cfg(feature = "embed")]
mod shelf {
    use std::sync::OnceLock;

    use super::GAMES;
    use crate::embedded::FILES;
    use crate::{Book, RuleId};

    static SHELF: [OnceLock<Option<Book>>; GAMES.len()] = [const { OnceLock::new() }; GAMES.len()];

    /// The book of a game, read once. A book with a fault would be missing here; a test reads them all.
    pub fn book(game: &str) -> Option<&'static Book> {
        let place = GAMES.iter().position(|one| one.name == game)?;
        SHELF.get(place)?.get_or_init(|| Book::parse(game, files(game)).ok()).as_ref()
    }

    /// The book that holds the rule, found by the beginning of the id.
    pub fn book_of(rule: RuleId) -> Option<&'static Book> {
        GAMES.iter().find(|game| game.prefix == rule.prefix()).and_then(|game| book(game.name))
    }

    /// The Markdown files of a game by name, for those who want to show a whole chapter.
    pub fn files(game: &str) -> &'static [(&'static str, &'static str)] {
        FILES.iter().find(|(name, _)| *name == game).map_or(&[], |(_, files)| files)
    }
}

#[cfg(all(test, feature = "embed"))]
mod tests {
    use super::*;
    use crate::{Book, Kind, rule};

    #[test]
    fn every_book_can_be_read() {
        for game in games() {
            let read = Book::parse(game.name, files(game.name));
            let rules = read.unwrap().entries.iter().filter(|entry| entry.kind == Kind::Rule).count();
            assert!(rules > 150, "{} has {rules} rules", game.name);
            assert!(book(game.name).is_some());
        }
        assert!(book("chess").is_none());
    }

    #[test]
    fn a_rule_is_found_by_its_id_alone() {
        let book = book_of(rule!("BB-MOVE-12")).unwrap();
        assert_eq!(book.game, "blood-and-blades");
        assert_eq!(book.find(rule!("BB-MOVE-12")).unwrap().source.as_deref(), Some("L562"));
        assert!(book_of(rule!("AMB-01")).is_none());
    }

    #[test]
    fn lost_values_are_settings_of_the_rules_that_use_them() {
        let book = book("blood-and-blades").unwrap();
        let die = book.setting("pig_die").unwrap();
        assert!(die.unconfirmed);
        assert_eq!(die.ambiguity, Some(rule!("AMB-02")));
        let uses = |entry: &&crate::Entry| entry.kind == Kind::Rule && entry.settings == ["pig_die"];
        let rule = book.entries.iter().find(uses).unwrap();
        assert!(book.readings(rule).iter().any(|(id, _)| *id == rule!("AMB-02")));
    }
}
