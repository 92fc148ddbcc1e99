//! Saved games, kept in an SQLite file or in PostgreSQL.
//!
//! A game is what lists show of it, a text of the page's own, the first line of its record and its steps, one
//! line each. Every function is one transaction: it has happened as a whole and lies on the disk when it
//! returns without an error, or it has not happened. Nobody here reads a record: who appends lines says how
//! the game stands after them.

mod database;
mod error;
mod games;
mod list;
mod watch;
mod work;

pub use database::{Place, Store};
pub use error::StoreError;
pub use games::{Change, Entry, NewEntry, Saved, Standing};
pub use list::{Listed, Mark, Wanted};
