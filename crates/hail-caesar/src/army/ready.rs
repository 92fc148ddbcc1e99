//! Army files: which units of a list in which divisions, under whom; and the armies that come with the program.

use super::check::check;
use super::list::{ArmyList, Line, list};
use crate::fact::Fact;
use aelian_rulebook::Reason;
use serde::Deserialize;
use std::sync::OnceLock;

/// An army bought from a list.
#[derive(Clone, Debug)]
pub struct Army {
    /// The name of its file, without the ending; empty for an army from elsewhere.
    pub slug: String,
    pub name: String,
    /// The list from which it is bought.
    pub list: &'static ArmyList,
    /// HC-LIST-05: what it may cost.
    pub agreed: u16,
    pub divisions: Vec<ArmyDivision>,
}

/// HC-ARMY-01, HC-LIST-03, HC-LIST-04.
#[derive(Clone, Debug)]
pub struct ArmyDivision {
    pub name: String,
    pub commander: String,
    pub leadership: u8,
    pub general: bool,
    pub units: Vec<&'static Line>,
}

/// What is wrong with an army file.
#[derive(Debug, thiserror::Error)]
pub enum ArmyError {
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    #[error("there is no list `{0}`; there are `roman` and `briton`")]
    List(String),
    #[error("this is an army of `{0}`, not of `hail-caesar`")]
    Game(String),
    #[error("{} no number and line of the list, such as `2 {}`; its lines are {}", unread(.units), .known.first().map_or("", |line| *line), .known.join(", "))]
    Units { units: Vec<(usize, String)>, known: Vec<&'static str> },
    #[error("{} rules are broken, the first is {}", .0.len(), .0.first().map_or("none", |reason| reason.rule.as_str()))]
    Broken(Vec<Reason<Fact>>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The game may be named.
    #[serde(default)]
    game: Option<String>,
    name: String,
    list: String,
    #[serde(default = "four_hundred")]
    points: u16,
    division: Vec<DivisionKeys>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DivisionKeys {
    name: String,
    commander: String,
    #[serde(default = "eight")]
    leadership: u8,
    #[serde(default)]
    general: bool,
    units: Vec<toml::Spanned<String>>,
}

/// HC-LIST-05.
fn four_hundred() -> u16 {
    400
}

/// HC-LIST-03.
fn eight() -> u8 {
    8
}

/// No army has more units of one kind than this.
const MOST_ALIKE: u8 = 40;

macro_rules! files {
    ($($slug:literal),* $(,)?) => {
        [$(($slug, include_str!(concat!("../../../../data/hail-caesar/armies/", $slug, ".toml")))),*]
    };
}

pub(super) const FILES: [(&str, &str); 6] = files![
    "roman-vanguard",
    "british-warriors",
    "roman-legion",
    "roman-engines",
    "british-tribes",
    "british-chariots",
];

/// The armies that come with the program.
pub fn ready() -> &'static [Army] {
    static ARMIES: OnceLock<Vec<Army>> = OnceLock::new();
    // The files are compiled in and a test reads each: only a broken build could leave one out here.
    ARMIES.get_or_init(|| FILES.iter().filter_map(|(slug, text)| read(slug, text).ok()).collect())
}

/// Reads an army file, and judges the army by its list.
pub fn read(slug: &str, text: &str) -> Result<Army, ArmyError> {
    let army = read_unjudged(slug, text)?;
    let broken = check(&army);
    if broken.is_empty() { Ok(army) } else { Err(ArmyError::Broken(broken)) }
}

/// Reads an army file as it is, whatever its list says of it.
pub fn read_unjudged(slug: &str, text: &str) -> Result<Army, ArmyError> {
    let file: File = toml::from_str(text)?;
    if let Some(game) = file.game.filter(|game| game != "hail-caesar") {
        return Err(ArmyError::Game(game));
    }
    let list = list(&file.list).ok_or_else(|| ArmyError::List(file.list.clone()))?;
    let mut divisions = Vec::new();
    let mut strange = Vec::new();
    for keys in file.division {
        let mut units = Vec::new();
        for words in &keys.units {
            match counted(list, words.get_ref()) {
                Some((count, line)) => units.extend(std::iter::repeat_n(line, usize::from(count))),
                None => strange.push((line_of(text, words.span().start), words.get_ref().clone())),
            }
        }
        let DivisionKeys { name, commander, leadership, general, .. } = keys;
        divisions.push(ArmyDivision { name, commander, leadership, general, units });
    }
    if !strange.is_empty() {
        let known = list.lines.iter().map(|line| line.key.as_str()).collect();
        return Err(ArmyError::Units { units: strange, known });
    }
    Ok(Army { slug: slug.to_owned(), name: file.name, list, agreed: file.points, divisions })
}

/// The line of a place in a text, counted from 1.
fn line_of(text: &str, at: usize) -> usize {
    text.get(..at).map_or(0, |before| before.matches('\n').count()) + 1
}

/// Units that are in no list, each with its line.
fn unread(units: &[(usize, String)]) -> String {
    let each: Vec<String> = units.iter().map(|(line, words)| format!("`{words}` (line {line})")).collect();
    format!("{} {}", each.join(", "), if units.len() == 1 { "is" } else { "are" })
}

/// `2 legionaries`, or `legionaries` for one; the words of a line may stand apart, and be one or many; its name will do
/// as well as its key.
fn counted(list: &'static ArmyList, words: &str) -> Option<(u8, &'static Line)> {
    let words = words.trim();
    let number = words.split_once(' ').and_then(|(count, key)| Some((count.parse().ok()?, key)));
    let (count, key) = number.unwrap_or((1, words));
    let key = key.trim().to_lowercase().replace(' ', "-");
    let fewer = key.strip_suffix('s').and_then(|one| list.line(one));
    let named = || list.lines.iter().find(|line| line.name.to_lowercase().replace(' ', "-") == key);
    let line = list.line(&key).or(fewer).or_else(|| list.line(&format!("{key}s"))).or_else(named)?;
    (1..=MOST_ALIKE).contains(&count).then_some((count, line))
}

impl Army {
    /// Every unit, division by division.
    pub fn units(&self) -> impl Iterator<Item = &'static Line> + '_ {
        self.divisions.iter().flat_map(|division| division.units.iter().copied())
    }

    /// What it costs (HC-LIST-03, HC-LIST-08, HC-LIST-09): units, and the general's leadership of 9; commanders are free.
    pub fn points(&self) -> u32 {
        let nines = self.divisions.iter().filter(|division| division.general && division.leadership == 9);
        let generals = nines.count() as u32 * u32::from(self.list.general_to_nine.unwrap_or(0));
        self.units().map(|line| u32::from(line.points)).sum::<u32>() + generals
    }
}
