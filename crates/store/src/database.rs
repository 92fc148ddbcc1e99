//! Opening a database and bringing its tables up to date.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Connection, Executor, SqlSafeStr};

use crate::StoreError;
use crate::watch::Watch;

/// Each change of the tables: its number, its name, and its SQL for both databases. Never edit one that has
/// been published; add another.
const MIGRATIONS: [(i64, &str, &str, &str); 2] = [
    (
        1,
        "games",
        include_str!("../migrations/sqlite/0001_games.sql"),
        include_str!("../migrations/postgres/0001_games.sql"),
    ),
    (
        2,
        "list",
        include_str!("../migrations/sqlite/0002_list.sql"),
        include_str!("../migrations/postgres/0002_list.sql"),
    ),
];

/// With the write-ahead log and full synchronisation a change that was answered survives even a power cut; macOS wants
/// to be told that it must be really on the disk.
const SQLITE: &str = "pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full; \
    pragma fullfsync = on; pragma foreign_keys = on";

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the file `aelian.db` of a folder, which is made if it is missing.
    Folder(PathBuf),
    /// `sqlite:…` or `postgres://…`
    Address(String),
}

/// Saved games. Cheap to clone; all clones share their connections.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) pool: AnyPool,
    pub(crate) kind: Kind,
    /// The file of an SQLite database.
    pub(crate) watch: Option<Watch>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Sqlite,
    Postgres,
}

impl Store {
    pub async fn open(place: &Place) -> Result<Store, StoreError> {
        sqlx::any::install_default_drivers();
        let address = address(place)?;
        let kind = kind(&address)?;
        let options = AnyConnectOptions::from_str(&address)
            .map_err(|_| StoreError::Address(address.clone()))?
            .disable_statement_logging();
        // First by itself: a pool would not say why a connection fails, but try again until its time is up.
        let mut first = AnyConnection::connect_with(&options).await?;
        if kind == Kind::Sqlite {
            first.execute(SQLITE).await?;
        }
        migrator(kind).run(&mut first).await?;
        let watch = if kind == Kind::Sqlite { watched(&mut first).await? } else { None };
        first.close().await?;
        let pool = pool_options(kind, watch.clone()).connect_lazy_with(options);
        Ok(Store { pool, kind, watch })
    }

    /// Finishes what is under way and closes the database.
    pub async fn close(self) {
        self.pool.close().await;
    }
}

/// The file that an SQLite database lies in.
async fn watched(connection: &mut AnyConnection) -> Result<Option<Watch>, StoreError> {
    let file = "select file from pragma_database_list where name = 'main'";
    let file: Option<String> = sqlx::query_scalar(file).fetch_one(connection).await?;
    Ok(file.and_then(|file| Watch::of(&file)))
}

fn pool_options(kind: Kind, watch: Option<Watch>) -> AnyPoolOptions {
    let options = AnyPoolOptions::new().acquire_timeout(Duration::from_secs(10));
    match kind {
        // One connection: SQLite has one writer at a time anyway, and so nobody waits with a half-done change.
        Kind::Sqlite => {
            let options = options.max_connections(1).idle_timeout(None).max_lifetime(None);
            options.after_connect(move |connection, _| {
                let watch = watch.clone();
                Box::pin(async move {
                    connection.execute(SQLITE).await?;
                    // The log is there once something was read.
                    connection.execute("select count(*) from games").await?;
                    watch.iter().for_each(Watch::connected);
                    Ok(())
                })
            })
        }
        Kind::Postgres => options.max_connections(5),
    }
}

fn migrator(kind: Kind) -> Migrator {
    let migration = |(number, name, sqlite, postgres): (i64, &'static str, &'static str, &'static str)| {
        let sql = if kind == Kind::Sqlite { sqlite } else { postgres };
        Migration::new(number, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(MIGRATIONS.into_iter().map(migration).collect())
}

fn address(place: &Place) -> Result<String, StoreError> {
    match place {
        Place::Address(address) => Ok(address.clone()),
        Place::Folder(path) => {
            std::fs::create_dir_all(path)
                .map_err(|source| StoreError::Folder { path: path.clone(), source })?;
            Ok(format!("sqlite:{}?mode=rwc", encoded(&path.join("aelian.db"))))
        }
    }
}

fn kind(address: &str) -> Result<Kind, StoreError> {
    match address.split_once(':') {
        Some(("sqlite", _)) => Ok(Kind::Sqlite),
        Some(("postgres" | "postgresql", _)) => Ok(Kind::Postgres),
        _ => Err(StoreError::Address(address.to_owned())),
    }
}

/// A path as part of an address: every sign but the plainest as its bytes in hexadecimal.
fn encoded(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    let text = path.to_string_lossy();
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_two_kinds_of_address_are_taken() {
        assert!(kind("sqlite:a.db").is_ok_and(|kind| kind == Kind::Sqlite));
        assert!(kind("postgres://a@b/c").is_ok_and(|kind| kind == Kind::Postgres));
        assert!(matches!(kind("mysql://a@b/c"), Err(StoreError::Address(_))));
        assert!(matches!(kind("games.db"), Err(StoreError::Address(_))));
    }

    #[test]
    fn odd_signs_of_a_path_are_encoded() {
        assert_eq!(encoded(Path::new("/a b/c?d#é.db")), "/a%20b/c%3Fd%23%C3%A9.db");
    }
}
