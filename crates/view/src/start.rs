//! How a match is begun or opened by name, whatever the game.
//!
//! A game says by [`Offered`] what a start page can offer of it; `start/offer.rs` holds the plain structs. A further
//! game is one more line in [`starter`].

mod offer;

use crate::sitting::{OpenError, Sitting, Table, tell_setup_faults};
use crate::table::Shown;
use aelian_game::{Match, game_of};
use aelian_rules::{BloodAndBlades, FogAncients, Game, HailCaesar};
use std::marker::PhantomData;

pub use offer::{
    ArmyOffer, ArmyWish, BattleWish, GameCard, GameOffer, LessonOffer, LessonPart, OptionGroup, OptionKind,
    OptionOffer, PictureRow, ScenarioOffer, TroopOffer, Until, Wish,
};

/// A game that a start page can offer.
pub trait Offered: Shown {
    /// Words and a picture only: also pages that do not carry the game show it.
    fn presented() -> GameCard;

    fn offer() -> GameOffer;

    /// An army file, as it would be offered; else every fault in words.
    fn read_army(text: &str) -> Result<ArmyOffer, Vec<String>>;

    /// The setup that a player wishes for; else everything that stands against it.
    fn setup(wish: &Wish) -> Result<Self::Setup, Vec<String>>;

    /// The setup of the guided battle, for games whose offer has one.
    fn lesson() -> Result<Self::Setup, Vec<String>>;
}

/// Every game there is, whether this program carries it or not.
pub fn cards() -> Vec<GameCard> {
    Game::ALL.into_iter().map(card).collect()
}

/// Every game that can be played here.
pub fn offers() -> Vec<GameOffer> {
    Game::ALL.into_iter().filter_map(starter).map(Starter::offer).collect()
}

/// The game of this name, if there is one but another program carries it.
pub fn elsewhere(game: &str) -> Option<Game> {
    game.parse().ok().filter(|game: &Game| !game.is_here())
}

/// What is offered of one game.
pub fn offer(game: &str) -> Option<GameOffer> {
    named(game).ok().map(Starter::offer)
}

/// An army file, as it would be offered; else every fault in words.
pub fn read_army(game: &str, text: &str) -> Result<ArmyOffer, Vec<String>> {
    named(game)?.read_army(text)
}

/// A new match; else everything that stands against it.
pub fn begin(wish: &Wish) -> Result<Box<dyn Sitting>, Vec<String>> {
    named(&wish.game)?.begin(wish)
}

/// The short guided battle of a game.
pub fn lesson(game: &str) -> Result<Box<dyn Sitting>, Vec<String>> {
    named(game)?.lesson()
}

/// A match from its record.
pub fn open(record: &str) -> Result<Box<dyn Sitting>, OpenError> {
    let game = game_of(record)?;
    named(&game).map_err(|faults| OpenError::Replay(faults.join("; ")))?.open(record)
}

fn named(game: &str) -> Result<&'static dyn Starter, Vec<String>> {
    let game: Game = game.parse().map_err(|unknown: aelian_rules::UnknownGame| vec![unknown.to_string()])?;
    starter(game).ok_or_else(|| vec![format!("this program does not play {}", game.title())])
}

fn card(game: Game) -> GameCard {
    match game {
        Game::BloodAndBlades => BloodAndBlades::presented(),
        Game::FogAncients => FogAncients::presented(),
        Game::HailCaesar => HailCaesar::presented(),
    }
}

/// Whoever begins and opens matches of a game; none if this program does not carry it. What is not named here is
/// left out of a page when it is linked.
fn starter(game: Game) -> Option<&'static dyn Starter> {
    match game {
        Game::BloodAndBlades if const { Game::BloodAndBlades.is_here() } => {
            Some(&Of::<BloodAndBlades>(PhantomData))
        }
        Game::FogAncients if const { Game::FogAncients.is_here() } => Some(&Of::<FogAncients>(PhantomData)),
        Game::HailCaesar if const { Game::HailCaesar.is_here() } => Some(&Of::<HailCaesar>(PhantomData)),
        _ => None,
    }
}

/// [`Offered`] without the types of the game.
trait Starter {
    fn offer(&self) -> GameOffer;
    fn read_army(&self, text: &str) -> Result<ArmyOffer, Vec<String>>;
    fn begin(&self, wish: &Wish) -> Result<Box<dyn Sitting>, Vec<String>>;
    fn lesson(&self) -> Result<Box<dyn Sitting>, Vec<String>>;
    fn open(&self, record: &str) -> Result<Box<dyn Sitting>, OpenError>;
}

struct Of<R>(PhantomData<fn() -> R>);

impl<R: Offered> Starter for Of<R> {
    fn offer(&self) -> GameOffer {
        R::offer()
    }

    fn read_army(&self, text: &str) -> Result<ArmyOffer, Vec<String>> {
        R::read_army(text)
    }

    fn begin(&self, wish: &Wish) -> Result<Box<dyn Sitting>, Vec<String>> {
        sit::<R>(R::setup(wish)?)
    }

    fn lesson(&self) -> Result<Box<dyn Sitting>, Vec<String>> {
        sit::<R>(R::lesson()?)
    }

    fn open(&self, record: &str) -> Result<Box<dyn Sitting>, OpenError> {
        Ok(Box::new(Table::<R>::read(record)?))
    }
}

fn sit<R: Shown>(setup: R::Setup) -> Result<Box<dyn Sitting>, Vec<String>> {
    match Match::<R>::new(setup.clone()) {
        Ok(battle) => Ok(Box::new(Table::new(battle))),
        Err(reasons) => Err(tell_setup_faults::<R>(&setup, &reasons)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What holds for the offer of every game, so that a page need not know which it is.
    #[test]
    fn every_game_can_be_begun_from_what_it_offers() {
        assert!(cards().iter().map(|card| card.game).eq(offers().iter().map(|offer| offer.game)));
        for offer in offers() {
            let game = offer.game;
            assert_eq!(game.parse().map(card).map(|card| card.game), Ok(game));
            assert_eq!(elsewhere(game), None);
            assert!(offer.armies.len() > 1 || !offer.scenarios.is_empty(), "{game}: nothing can be played");
            for key in &offer.usual {
                assert!(offer.armies.iter().any(|army| army.key == *key), "{game}: no army is {key}");
            }
            let mut battles: Vec<BattleWish> =
                offer.scenarios.iter().map(|scenario| BattleWish::Scenario(scenario.key.clone())).collect();
            battles.push(BattleWish::Armies(offer.usual.map(|key| ArmyWish::Ready(key.to_owned()))));
            for battle in battles {
                let wish = Wish { game: game.to_owned(), battle, options: Default::default() };
                let sitting = begin(&wish).unwrap_or_else(|faults| panic!("{game}: {faults:?}"));
                assert_eq!(sitting.game(), game);
                assert!(open(&sitting.record()).is_ok());
            }
            let unknown = BattleWish::Scenario("no such battle".to_owned());
            let wish = Wish { game: game.to_owned(), battle: unknown, options: Default::default() };
            assert!(begin(&wish).is_err());
            if let Some(told) = &offer.lesson {
                assert!(lesson(game).is_ok_and(|sitting| !sitting.pieces().is_empty()), "{game}");
                assert_eq!(told.parts.last().map(|part| part.until), Some(Until::Over));
            }
        }
    }
}
