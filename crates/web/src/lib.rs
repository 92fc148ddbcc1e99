//! The table in the browser: one page for every game.
//!
//! The page draws what a `Sitting` shows and hands its choices back; it knows no rule. `desk/` is an open game,
//! `table/` the table with its camera and hand, `panels/` what lies around it, `pages/` the other screens,
//! `keep/` how games are saved, `opponent.rs` how the computer is asked, `shelf.rs` where the rulebooks stand.
//!
//! As players get it, each program of the page carries one game (a feature of `aelian-rules`), so that nobody loads
//! the others; `Way::go_for` loads the page anew where another is needed.

mod app;
mod browser;
mod desk;
mod entry;
mod guide;
mod keep;
mod keys;
mod net;
mod opponent;
mod pages;
mod panels;
mod settings;
mod shelf;
mod table;
