//! Computer players over any ruleset, whole battles between them, and series of battles.
//!
//! `player.rs` says what a player is, `registry.rs` names the players of each game, `battle.rs` plays one
//! battle and `simulate.rs` many of them at once. What is known about a single game stands in its folder.

mod battle;
pub mod blood_and_blades;
pub mod fog_ancients;
pub mod hail_caesar;
mod player;
mod random;
mod registry;
#[cfg(not(target_arch = "wasm32"))]
mod simulate;
#[cfg(not(target_arch = "wasm32"))]
mod summary;
mod thinker;

pub use battle::{BattleOutcome, Finish, Limits, play_battle, record_battle};
pub use player::{Player, Players, sampler_for};
pub use random::Random;
pub use registry::{Contested, Named, UnknownOpponent, opponent, opponents};
#[cfg(not(target_arch = "wasm32"))]
pub use simulate::{Progress, Series, SimulateError, simulate};
#[cfg(not(target_arch = "wasm32"))]
pub use summary::{Battle, Share, Spread, Summary};
pub use thinker::{Known, ThinkError, Thinker, known_opponents, thinker};
