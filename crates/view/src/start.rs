//! What a start page can offer: games, armies, options; and how a match is begun or opened by name.

use crate::blood_and_blades;
use crate::sitting::{OpenError, Sitting, Table};
use crate::table::Shown;
use aelian_game::{Match, game_of};
use aelian_rulebook::RuleId;
use aelian_rules::{BloodAndBlades, Game};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game as the start page shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameOffer {
    pub game: &'static str,
    pub title: &'static str,
    pub years: &'static str,
    /// What kind of game it is, in two lines.
    pub about: &'static str,
    /// Who wrote the rules, and their licence.
    pub credit: &'static str,
    pub armies: Vec<ArmyOffer>,
    pub options: Vec<OptionOffer>,
}

/// A ready army, or one that was read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmyOffer {
    pub key: String,
    pub name: String,
    pub years: String,
    pub about: String,
    pub points: String,
    pub troops: Vec<TroopOffer>,
}

/// So many bases of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct TroopOffer {
    pub figure: &'static str,
    pub figures: u8,
    pub name: String,
    pub count: usize,
    pub commander: bool,
}

/// Something that players agree on before a game.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionOffer {
    pub key: &'static str,
    pub label: String,
    pub detail: String,
    pub rule: Option<RuleId>,
    /// The book does not give it.
    pub house: bool,
    pub kind: OptionKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum OptionKind {
    Switch {
        on: bool,
    },
    /// Keys with their words; the first is the usual one.
    Words(Vec<(String, String)>),
    /// A number or a list of numbers, as text.
    Text(String),
}

/// What a player has chosen on the start page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wish {
    pub game: String,
    pub armies: [ArmyWish; 2],
    /// Only what differs from the usual.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArmyWish {
    Ready(String),
    /// The text of an army file.
    File(String),
}

/// Every game that can be played.
pub fn offers() -> Vec<GameOffer> {
    Game::ALL
        .into_iter()
        .map(|game| match game {
            Game::BloodAndBlades => blood_and_blades::start::offer(),
        })
        .collect()
}

/// An army file, as it would be offered; else every fault in words.
pub fn read_army(game: &str, text: &str) -> Result<ArmyOffer, Vec<String>> {
    match named(game)? {
        Game::BloodAndBlades => blood_and_blades::start::read_army(text),
    }
}

/// A new match; else everything that stands against it.
pub fn begin(wish: &Wish) -> Result<Box<dyn Sitting>, Vec<String>> {
    match named(&wish.game)? {
        Game::BloodAndBlades => sit::<BloodAndBlades>(blood_and_blades::start::setup(wish)?),
    }
}

fn sit<R: Shown>(setup: R::Setup) -> Result<Box<dyn Sitting>, Vec<String>> {
    match Match::<R>::new(setup.clone()) {
        Ok(battle) => Ok(Box::new(Table::new(battle))),
        Err(reasons) => {
            let told =
                reasons.iter().map(|r| format!("{} ({})", R::tell_setup_fault(&setup, &r.fact), r.rule));
            Err(told.collect())
        }
    }
}

/// The short guided battle of a game.
pub fn lesson(game: &str) -> Result<Box<dyn Sitting>, Vec<String>> {
    match named(game)? {
        Game::BloodAndBlades => sit::<BloodAndBlades>(blood_and_blades::start::lesson()?),
    }
}

/// A match from its record.
pub fn open(record: &str) -> Result<Box<dyn Sitting>, OpenError> {
    let game = game_of(record)?;
    match named(&game).map_err(|faults| OpenError::Replay(faults.join("; ")))? {
        Game::BloodAndBlades => Ok(Box::new(Table::<BloodAndBlades>::read(record)?)),
    }
}

fn named(game: &str) -> Result<Game, Vec<String>> {
    game.parse().map_err(|unknown: aelian_rules::UnknownGame| vec![unknown.to_string()])
}
