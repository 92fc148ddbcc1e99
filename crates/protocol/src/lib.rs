//! What the page and the server say to each other: plain types, written as JSON, used by both.
//!
//! docs/server.md lists the addresses they travel to. Times are milliseconds since 1970, numbers of steps
//! count the lines of a record after its first.

use serde::{Deserialize, Serialize};

/// Where saved games live.
pub const GAMES: &str = "/api/games";

/// The largest record that is taken, in bytes.
pub const LARGEST_RECORD: usize = 32 << 20;
/// The largest text a page may keep with a game, in bytes.
pub const LARGEST_DESK: usize = 64 << 10;
/// The longest title, in letters.
pub const LONGEST_TITLE: usize = 120;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    Human,
    /// A computer player by its name.
    Computer(String),
}

/// Whether a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// A player or the dice are awaited.
    Playing,
    Over,
}

/// A saved game as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    pub id: String,
    pub title: String,
    /// The name of the game, as its records have it.
    pub game: String,
    /// Red's army, then Blue's.
    pub armies: [String; 2],
    /// Who plays Red, then who plays Blue.
    pub seats: [Seat; 2],
    pub steps: usize,
    pub state: State,
    /// Where the game stands, in words.
    pub moment: String,
    pub created: i64,
    pub changed: i64,
}

/// `GET /api/games`: all saved games, the last changed first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games {
    pub games: Vec<Summary>,
}

/// `POST /api/games`: a new game, an upload or a branch. The answer is 201 with its [`Summary`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewGame {
    /// Without a title the game is named after its armies.
    #[serde(default)]
    pub title: Option<String>,
    /// The first line of the record, and below it the steps that have been played, if any.
    pub record: String,
    pub seats: [Seat; 2],
    /// JSON of the page's own: see [`SavedGame::desk`].
    #[serde(default = "empty_desk")]
    pub desk: String,
}

fn empty_desk() -> String {
    "{}".to_owned()
}

/// `GET /api/games/ID`: everything that is kept of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedGame {
    pub summary: Summary,
    /// What the page keeps with the game, as JSON: speed, typed dice, the seed of the program's dice. The
    /// server does not look inside.
    pub desk: String,
    /// The whole record, as `GET /api/games/ID/record` gives it.
    pub record: String,
}

/// `POST /api/games/ID/steps`: further lines of the record. The answer is the new [`Summary`].
///
/// Lines that are already stored at their place are taken as sent twice, which is no fault: an answer may
/// have been lost on its way. If anything else stands there, or steps before them are missing, the answer is
/// 409 with a [`Fault`] that says what is [`Stored`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppendSteps {
    /// How many steps stand before these.
    pub from: usize,
    pub lines: Vec<String>,
}

/// `POST /api/games/ID/truncate`: takes steps back. The answer is the new [`Summary`], or 409 if fewer are
/// stored than should be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Truncate {
    /// How many steps stay.
    pub keep: usize,
}

/// `PATCH /api/games/ID`: what is named is changed, the rest stays. The answer is the new [`Summary`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeGame {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<[Seat; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub desk: Option<String>,
}

/// `GET /api/health`: that the server is there, and which.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    pub name: String,
    pub version: String,
}

/// The body of every answer that is not a success.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What is wrong.
    pub what: String,
    /// Where it is wrong: an address, a field, a line.
    #[serde(rename = "where")]
    pub place: String,
    /// What would be right.
    pub right: String,
    /// What is stored, where steps did not fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored: Option<Stored>,
}

/// What a game has instead of what was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stored {
    pub steps: usize,
    /// The stored lines from the step on that was sent, so that a page can go on from them.
    pub lines: Vec<String>,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}): {}", self.what, self.place, self.right)
    }
}

impl std::error::Error for Fault {}

/// The address of a game.
pub fn game(id: &str) -> String {
    format!("{GAMES}/{id}")
}

pub fn record(id: &str) -> String {
    format!("{GAMES}/{id}/record")
}

pub fn steps(id: &str) -> String {
    format!("{GAMES}/{id}/steps")
}

pub fn truncate(id: &str) -> String {
    format!("{GAMES}/{id}/truncate")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_words() {
        let seats = [Seat::Human, Seat::Computer("steady".to_owned())];
        let text = serde_json::to_string(&seats).unwrap();
        assert_eq!(text, r#"["human",{"computer":"steady"}]"#);
        assert_eq!(serde_json::from_str::<[Seat; 2]>(&text).unwrap(), seats);
    }

    #[test]
    fn a_new_game_needs_only_record_and_seats() {
        let text = r#"{"record":"{}","seats":["human","human"]}"#;
        let new: NewGame = serde_json::from_str(text).unwrap();
        assert_eq!((new.title, new.desk.as_str()), (None, "{}"));
    }

    #[test]
    fn a_fault_says_where_and_leaves_out_what_there_is_not() {
        let fault =
            Fault { what: "a".to_owned(), place: "b".to_owned(), right: "c".to_owned(), stored: None };
        assert_eq!(serde_json::to_string(&fault).unwrap(), r#"{"what":"a","where":"b","right":"c"}"#);
    }
}
