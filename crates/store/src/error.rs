//! What can go wrong with a store, told apart as far as its user can do something about it.

use std::path::PathBuf;

use sqlx::migrate::MigrateError;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum StoreError {
    #[error("no game has the id {0}")]
    Unknown(String),
    /// The record is not what the caller saw when he made his change.
    #[error("the record has been changed in the meantime")]
    Changed,
    /// A new game was to have an id that another has.
    #[error("there is a game with the id {0} already")]
    Taken(String),
    /// Whatever was written since would be lost when the program ends.
    #[error("the file {0} was deleted, moved or replaced under the running program; nothing is saved")]
    Gone(PathBuf),
    #[error("the disk is full; nothing has been changed")]
    Full,
    #[error("the database is in use by another program; nothing has been changed")]
    Busy,
    #[error("the database may not be written to; nothing has been changed")]
    ReadOnly,
    #[error("{0} is not a database, or is damaged")]
    Damaged(String),
    #[error("the database was written by a newer version of Aelian")]
    Newer,
    #[error("cannot make the folder {path}: {source}")]
    Folder { path: PathBuf, source: std::io::Error },
    #[error("{0} is not the address of a database; write sqlite:FILE or postgres://USER@HOST/NAME")]
    Address(String),
    #[error("the {0} holds the sign NUL, which no text may hold")]
    Nul(&'static str),
    #[error("the database: {0}")]
    Database(sqlx::Error),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        if matches!(error, sqlx::Error::PoolTimedOut) {
            return StoreError::Busy;
        }
        let known =
            error.as_database_error().and_then(|error| known(error.code()?.as_ref(), error.message()));
        known.unwrap_or(StoreError::Database(error))
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> StoreError {
        match error {
            MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) => StoreError::Newer,
            MigrateError::Execute(error) => error.into(),
            MigrateError::ExecuteMigration(error, _) => error.into(),
            other => StoreError::Database(sqlx::Error::Migrate(Box::new(other))),
        }
    }
}

/// SQLite's result codes are numbers, whose lowest byte is the kind; PostgreSQL's are five signs.
fn known(code: &str, message: &str) -> Option<StoreError> {
    match code {
        "53100" => return Some(StoreError::Full),
        "55P03" | "57P03" | "53300" => return Some(StoreError::Busy),
        "25006" => return Some(StoreError::ReadOnly),
        _ => {}
    }
    // Five digits are PostgreSQL's too; SQLite's extended codes stay below ten thousand.
    let number = code.parse::<u32>().ok().filter(|_| code.len() < 5)?;
    match number & 0xff {
        5 | 6 => Some(StoreError::Busy),
        8 | 14 => Some(StoreError::ReadOnly),
        // Some systems tell a full disk as a failed write.
        13 => Some(StoreError::Full),
        11 | 26 => Some(StoreError::Damaged(message.to_owned())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_both_databases_are_known() {
        assert!(matches!(known("13", ""), Some(StoreError::Full)));
        assert!(matches!(known("53100", ""), Some(StoreError::Full)));
        assert!(matches!(known("517", ""), Some(StoreError::Busy)), "an extended code of SQLite");
        assert!(matches!(known("26", "x"), Some(StoreError::Damaged(_))));
        assert!(known("23505", "").is_none(), "a code of PostgreSQL is no number of SQLite");
    }
}
