//! What the page and the server say to each other: plain types, written as JSON, used by both.
//!
//! docs/server.md lists the addresses they travel to. Times are milliseconds since 1970, numbers of steps
//! count the lines of a record after its first. How a page decides what to send next stands in `ledger`.

mod ledger;
mod trace;

use serde::{Deserialize, Serialize};

pub use ledger::{Errand, Ledger, Meeting, Remembered};
pub use trace::Trace;

/// Where saved games live.
pub const GAMES: &str = "/api/games";

/// The largest record that is taken, in bytes.
pub const LARGEST_RECORD: usize = 32 << 20;
/// The largest text a page may keep with a game, in bytes.
pub const LARGEST_DESK: usize = 64 << 10;
/// The largest step that is taken, in bytes: one line of a record.
pub const LARGEST_LINE: usize = 1 << 20;
/// The longest title, in letters.
pub const LONGEST_TITLE: usize = 120;
/// The longest name of a computer player or of an army, in letters.
pub const LONGEST_NAME: usize = 120;
/// The longest id of a game that is looked for, in letters.
pub const LONGEST_ID: usize = 64;
/// So many games stand on a page of the list unless said, and so many at most.
pub const USUAL_PAGE: usize = 50;
pub const LARGEST_PAGE: usize = 200;

/// Whether a new game may have this id: eight to thirty-two small letters and digits.
pub fn is_id(text: &str) -> bool {
    (8..=32).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

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
    /// Counts the changes of the record.
    #[serde(default)]
    pub revision: i64,
}

/// `GET /api/games`: a page of the list of saved games, the last changed first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games {
    pub games: Vec<Summary>,
    /// How many games the list has, on all its pages.
    #[serde(default)]
    pub all: usize,
    /// What to ask for as `after` to get the next page; none at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more: Option<String>,
}

/// `POST /api/games`: a new game, an upload or a branch. The answer is 201 with its [`Summary`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewGame {
    /// The id it shall have; else the server finds one. If there is a game with this id that began in the same way, it
    /// was sent twice, which is no fault: the answer is 200 with the game as it stands. If it is another, 409.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
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
/// have been lost on its way. If anything else stands there or before them, or steps before them are missing, the
/// answer is 409 with a [`Fault`] that says what is [`Stored`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppendSteps {
    /// How many steps stand before these.
    pub from: usize,
    /// The record up to there, as the sender has seen it.
    pub after: Trace,
    pub lines: Vec<String>,
}

/// `POST /api/games/ID/truncate`: takes steps back that the sender has seen. The answer is the new [`Summary`].
///
/// If the game stands already as it shall, the answer is a success too. If it is not what was seen, it is 409: nobody
/// takes away what he does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Truncate {
    /// How many steps stay.
    pub keep: usize,
    /// The record that stays.
    pub kept: Trace,
    pub seen: Seen,
}

/// The whole record as a sender has seen it last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    pub revision: i64,
    pub trace: Trace,
}

/// How a change stands to what is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It goes on from what is stored.
    Fits,
    /// It has been done already.
    Done,
    /// The sender has seen something else.
    Strange,
}

impl AppendSteps {
    pub fn fit(&self, header: &str, stored: &[String]) -> Fit {
        let (Some(before), Some(there)) = (stored.get(..self.from), stored.get(self.from..)) else {
            return Fit::Strange;
        };
        let same = before.iter().fold(Trace::of(header), |trace, line| trace.then(line)) == self.after;
        match there {
            there if same && there == self.lines => Fit::Done,
            [] if same => Fit::Fits,
            _ => Fit::Strange,
        }
    }
}

impl Truncate {
    pub fn fit(&self, header: &str, stored: &[String], revision: i64) -> Fit {
        let trace = stored.iter().fold(Trace::of(header), |trace, line| trace.then(line));
        if self.keep <= stored.len() && self.seen == (Seen { revision, trace }) {
            Fit::Fits
        } else if self.keep == stored.len() && self.kept == trace {
            Fit::Done
        } else {
            Fit::Strange
        }
    }
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

/// The address of a page of the list.
pub fn games(title: &str, after: Option<&str>) -> String {
    let mut address = GAMES.to_owned();
    let asked = [("title", Some(title.trim()).filter(|title| !title.is_empty())), ("after", after)];
    let asked = asked.into_iter().filter_map(|(name, value)| Some((name, value?)));
    for ((name, value), mark) in asked.zip(['?', '&']) {
        address += &format!("{mark}{name}={}", encoded(value));
    }
    address
}

/// A text as a part of an address: every sign but the plainest as its bytes in hexadecimal.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    let sign = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(sign).collect()
}

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
    fn a_page_of_the_list_has_an_address() {
        assert_eq!(games("  ", None), "/api/games");
        assert_eq!(games("", Some("5-a")), "/api/games?after=5-a");
        assert_eq!(games(" at é&?", Some("5-a")), "/api/games?title=at%20%C3%A9%26%3F&after=5-a");
    }

    #[test]
    fn a_fault_says_where_and_leaves_out_what_there_is_not() {
        let fault =
            Fault { what: "a".to_owned(), place: "b".to_owned(), right: "c".to_owned(), stored: None };
        assert_eq!(serde_json::to_string(&fault).unwrap(), r#"{"what":"a","where":"b","right":"c"}"#);
    }
}
