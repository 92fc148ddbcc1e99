//! Whether the file of the games is still the one that was opened.
//!
//! A system lets a program write on into a file that somebody has deleted, and loses all of it when the program ends.
//! So the file, and the log of changes beside it, are looked at before and after each piece of work. A log that is
//! gone is no loss yet: the connection still has it, and brings it into the file when it is closed.

use std::ffi::OsString;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::StoreError;

/// Names a file as the system knows it, whatever it is called.
#[cfg(unix)]
type Print = (u64, u64);
#[cfg(not(unix))]
type Print = std::time::SystemTime;

#[cfg(unix)]
fn print(file: &Metadata) -> Option<Print> {
    use std::os::unix::fs::MetadataExt;
    Some((file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn print(file: &Metadata) -> Option<Print> {
    file.created().ok()
}

fn at(path: &Path) -> Option<Print> {
    print(&std::fs::metadata(path).ok()?)
}

/// The file of an SQLite database and its write-ahead log.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    file: PathBuf,
    opened: Print,
    log: PathBuf,
    /// Each connection may begin a log of its own when it is the only one.
    opened_log: Arc<Mutex<Option<Print>>>,
}

impl Watch {
    /// None for a database that has no file.
    pub(crate) fn of(file: &str) -> Option<Watch> {
        let file = PathBuf::from(file);
        let opened = at(&file)?;
        let mut log = OsString::from(&file);
        log.push("-wal");
        Some(Watch { file, opened, log: log.into(), opened_log: Arc::default() })
    }

    /// A connection has been opened, and has read.
    pub(crate) fn connected(&self) {
        *self.opened_log.lock().unwrap_or_else(PoisonError::into_inner) = at(&self.log);
    }

    pub(crate) fn check_file(&self) -> Result<(), StoreError> {
        if at(&self.file) == Some(self.opened) { Ok(()) } else { Err(StoreError::Gone(self.file.clone())) }
    }

    /// Also of the log, while a connection is held: the last one that is closed takes its log away itself.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let log = *self.opened_log.lock().unwrap_or_else(PoisonError::into_inner);
        if log.is_some_and(|log| at(&self.log) != Some(log)) {
            return Err(StoreError::Gone(self.log.clone()));
        }
        self.check_file()
    }
}
