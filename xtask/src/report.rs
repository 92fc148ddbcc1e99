//! The rule report: rules by game, chapter and status, and how many of them cases brought about.

use aelian_rulebook::{BookStatus, ids_in};
use anyhow::{Result, ensure};

use crate::Repository;
use crate::tidy::proofs::CITED;

pub fn print(repository: &Repository, game: Option<&str>) -> Result<()> {
    let cited = repository.find(CITED).map_or("", |source| &source.text);
    let books = repository.books()?;
    let wanted: Vec<_> = books.iter().filter(|book| game.is_none_or(|game| book.game == game)).collect();
    ensure!(!wanted.is_empty(), "there is no such game; the games are {}", names(&books));
    for book in wanted {
        println!("{}", BookStatus::count(book, ids_in(cited)));
    }
    Ok(())
}

fn names(books: &[aelian_rulebook::Book]) -> String {
    books.iter().map(|book| book.game.as_str()).collect::<Vec<_>>().join(", ")
}
