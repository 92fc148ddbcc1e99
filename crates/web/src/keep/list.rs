//! The list of saved games: those that only the browser has, and those of the server, a page at a time.

use super::copies;
use crate::net::{self, Answered, NetError};
use aelian_protocol::{self as protocol, Games, Summary};

/// As much of the list as has been read.
#[derive(Clone, Debug, Default)]
pub struct List {
    /// Those that only the browser has first, then the last changed.
    pub games: Vec<Summary>,
    /// How many the server has in all.
    pub all: usize,
    /// What to ask for to go on; none at the end.
    pub more: Option<String>,
    /// The server does not answer: this is what it said before.
    pub is_old: bool,
    pub error: Option<NetError>,
}

impl List {
    /// The beginning of the list, narrowed to a title or an army.
    pub async fn begin(title: &str) -> List {
        let mut list = List { games: here(title), ..List::default() };
        match net::get_dated::<Games>(&protocol::games(title, None)).await {
            Ok((page, answered)) => {
                list.add(page);
                list.is_old = answered == Answered::Before;
            }
            Err(error) => list.error = Some(error),
        }
        list
    }

    /// The next page.
    pub async fn go_on(&self, title: &str) -> Result<Games, NetError> {
        net::get(&protocol::games(title, self.more.as_deref())).await
    }

    /// Takes a page. What the server says of a game counts.
    pub fn add(&mut self, page: Games) {
        self.all = page.all;
        self.more = page.more;
        for listed in page.games {
            match self.games.iter_mut().find(|game| game.id == listed.id) {
                Some(game) => *game = listed,
                None => self.games.push(listed),
            }
        }
    }

    pub fn remove(&mut self, id: &str) {
        self.games.retain(|game| game.id != id);
        self.all = self.all.saturating_sub(1);
    }
}

/// The games that the browser keeps, with such a title or army, each once.
fn here(title: &str) -> Vec<Summary> {
    let wanted = title.trim().to_lowercase();
    let mut games: Vec<Summary> = Vec::new();
    for found in copies::all() {
        let here = found.copy.summary;
        let holds = |text: &String| text.to_lowercase().contains(&wanted);
        let is_wanted = here.armies.iter().chain([&here.title]).any(holds);
        if is_wanted && games.iter().all(|game| game.id != here.id) {
            games.push(here);
        }
    }
    games
}
