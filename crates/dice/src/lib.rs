//! Throws, readings, tapes and exact distributions: everything Aelian knows about dice.
//!
//! A rule asks a [`Dice`] for a [`Throw`] and gets back a [`Rolled`]: the [`Reading`] is what the rule may
//! look at, the raw faces are for the record. Five kinds of reader stand behind the one trait:
//!
//! * play: [`Generator`], the match's own stream;
//! * replay and written cases: [`Tape`] (faces only) and [`Scripted`] (each throw with its faces);
//! * real dice: [`Typed`], a tape a human extends when [`NeedRoll`] comes up;
//! * search: [`Sampler`], a stream that can never be the match's;
//! * odds: [`Odds`], which runs the real rule code once for each reading and weighs the outcomes.
//!
//! Sections: `throw` (what is thrown, re-rolls, reading faces), `reading` (readings and the recorded roll),
//! `source` (the trait), `generator`, `tape`, `weight` (exact fractions), `table` (readings of one throw with
//! their weights), `odds` (the walker), `distribution` (what a walk gives).

mod distribution;
mod generator;
mod odds;
mod reading;
mod source;
mod table;
mod tape;
mod throw;
mod weight;

pub use distribution::Distribution;
pub use generator::{Generator, Sampler, Seed};
pub use odds::{Odds, SAMPLING_SEED, odds};
pub use reading::{Reading, Rolled};
pub use source::{Dice, NeedRoll};
pub use tape::{Scripted, Strayed, Tape, Typed};
pub use throw::{BadFaces, Reroll, Throw};
pub use weight::{Chance, Weight};
