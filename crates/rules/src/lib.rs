//! The closed list of games: the only crate that names them all.

use std::fmt;
use std::str::FromStr;

pub use aelian_blood_and_blades::Rules as BloodAndBlades;
pub use aelian_fog_ancients::Rules as FogAncients;
pub use aelian_hail_caesar::Rules as HailCaesar;

/// A game that can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Game {
    BloodAndBlades,
    FogAncients,
    HailCaesar,
}

const ALL_HERE: bool = !cfg!(any(
    feature = "only-blood-and-blades",
    feature = "only-fog-ancients",
    feature = "only-hail-caesar"
));

/// No game has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame(pub String);

impl Game {
    pub const ALL: [Game; 3] = [Game::BloodAndBlades, Game::FogAncients, Game::HailCaesar];

    /// The name in commands, folders and records.
    pub fn name(self) -> &'static str {
        match self {
            Game::BloodAndBlades => "blood-and-blades",
            Game::FogAncients => "fog-ancients",
            Game::HailCaesar => "hail-caesar",
        }
    }

    /// Whether this program can play it. A page carries one game, by a feature `only-` with its name; everything else
    /// carries them all.
    pub const fn is_here(self) -> bool {
        match self {
            Game::BloodAndBlades => cfg!(feature = "only-blood-and-blades") || ALL_HERE,
            Game::FogAncients => cfg!(feature = "only-fog-ancients") || ALL_HERE,
            Game::HailCaesar => cfg!(feature = "only-hail-caesar") || ALL_HERE,
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Game::BloodAndBlades => "Blood and Blades",
            Game::FogAncients => "Field of Glory Ancient & Medieval",
            Game::HailCaesar => "Hail Caesar",
        }
    }
}

impl FromStr for Game {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Game, UnknownGame> {
        Game::ALL.into_iter().find(|game| game.name() == name).ok_or_else(|| UnknownGame(name.to_owned()))
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = Game::ALL.iter().map(|game| game.name()).collect();
        write!(f, "no game is named `{}`; known: {}", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownGame {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_games() {
        for game in Game::ALL {
            assert_eq!(game.name().parse(), Ok(game));
        }
        assert!("chess".parse::<Game>().is_err_and(|error| error.to_string().contains("blood-and-blades")));
    }
}
