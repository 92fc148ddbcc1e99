//! A piece of work on the database that happens as a whole or not at all.

use std::ops::{Deref, DerefMut};

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, Executor};

use crate::database::Kind;
use crate::watch::Watch;
use crate::{Store, StoreError};

/// A transaction under way. Dropped without `commit`, it has not happened.
///
/// SQLite ends a transaction by itself when the disk is full, and what then stays of it depends on the fault;
/// so a connection whose work failed is given up rather than trusted.
#[derive(Debug)]
pub(crate) struct Work {
    connection: PoolConnection<Any>,
    watch: Option<Watch>,
    done: bool,
}

impl Work {
    /// For changes. SQLite takes its one lock for writing at once: later it might be refused.
    pub(crate) async fn change(store: &Store) -> Result<Work, StoreError> {
        let begin = match store.kind {
            Kind::Sqlite => "begin immediate",
            Kind::Postgres => "begin",
        };
        Work::begin(store, begin).await
    }

    /// For reading: all questions see the same moment.
    pub(crate) async fn reading(store: &Store) -> Result<Work, StoreError> {
        let begin = match store.kind {
            Kind::Sqlite => "begin",
            Kind::Postgres => "begin isolation level repeatable read read only",
        };
        Work::begin(store, begin).await
    }

    async fn begin(store: &Store, begin: &'static str) -> Result<Work, StoreError> {
        let watch = store.watch.clone();
        // Before: a connection that is opened now would make the file anew, and empty.
        watch.iter().try_for_each(Watch::check_file)?;
        let mut work = Work { connection: store.pool.acquire().await?, watch, done: false };
        work.watch.iter().try_for_each(Watch::check)?;
        work.connection.execute(begin).await?;
        Ok(work)
    }

    pub(crate) async fn commit(mut self) -> Result<(), StoreError> {
        self.connection.execute("commit").await?;
        self.done = true;
        self.watch.iter().try_for_each(Watch::check)
    }
}

impl Deref for Work {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.connection
    }
}

impl DerefMut for Work {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.connection
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        if !self.done {
            self.connection.close_on_drop();
        }
    }
}
