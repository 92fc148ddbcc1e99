//! The page in a real browser: a game from its start to its end, and what may go wrong on the way.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod ambush;
mod battles;
mod bound;
mod dice;
mod draw_up;
mod handles;
mod hot_seat;
mod keeping;
mod keys;
mod links;
mod list;
mod orders;
mod phone;
mod programs;
mod rounds;
mod start;
mod whole_game;
mod windows;
