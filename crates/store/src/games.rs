//! The functions of the store: create, read, append, truncate, change, delete. The list stands in `list`.

use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::work::Work;
use crate::{Store, StoreError};

/// How a game stands after its last step, for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// One word.
    pub state: String,
    /// One line.
    pub moment: String,
}

/// A game to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// The id that it shall have; else one is found.
    pub id: Option<String>,
    pub title: String,
    pub game: String,
    pub armies: [String; 2],
    pub seats: [String; 2],
    pub desk: String,
    pub header: String,
    pub lines: Vec<String>,
    pub standing: Standing,
}

/// A game as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub id: String,
    pub title: String,
    pub game: String,
    pub armies: [String; 2],
    pub seats: [String; 2],
    pub steps: usize,
    pub standing: Standing,
    /// Milliseconds since 1970.
    pub created: i64,
    pub changed: i64,
    /// Names this very record: a change of the record asks for it.
    pub revision: i64,
}

/// Everything that is kept of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    pub entry: Entry,
    pub desk: String,
    pub header: String,
    pub lines: Vec<String>,
}

/// What is to be changed beside the record; the rest stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    pub title: Option<String>,
    pub seats: Option<[String; 2]>,
    pub desk: Option<String>,
}

impl NewEntry {
    /// Refuses what PostgreSQL cannot keep, in words, and on both databases alike.
    fn plain(&self) -> Result<(), StoreError> {
        let [[red, blue], [first, second]] = [&self.armies, &self.seats];
        plain([
            ("title", &self.title),
            ("game", &self.game),
            ("name of Red's army", red),
            ("name of Blue's army", blue),
            ("name of Red's player", first),
            ("name of Blue's player", second),
            ("desk", &self.desk),
            ("header", &self.header),
        ])
    }
}

impl Change {
    fn plain(&self) -> Result<(), StoreError> {
        let seats = self.seats.iter().flatten().map(|seat| ("name of a player", seat));
        let desk = self.desk.iter().map(|desk| ("desk", desk));
        plain(self.title.iter().map(|title| ("title", title)).chain(seats).chain(desk))
    }
}

/// No game has an id with NUL; a database would not say so, but fail.
fn known_sign(id: &str) -> Result<(), StoreError> {
    if id.contains('\0') { Err(StoreError::Unknown(id.replace('\0', "?"))) } else { Ok(()) }
}

/// NUL ends a text in many programs, and PostgreSQL takes none.
fn plain<'a>(texts: impl IntoIterator<Item = (&'static str, &'a String)>) -> Result<(), StoreError> {
    let odd = texts.into_iter().find(|(_, text)| text.contains('\0'));
    odd.map_or(Ok(()), |(what, _)| Err(StoreError::Nul(what)))
}

impl Store {
    pub async fn create(&self, new: NewEntry) -> Result<Entry, StoreError> {
        new.plain()?;
        let (id, now) = (new.id.map_or_else(new_id, Ok)?, now());
        let mut work = Work::change(self).await?;
        sqlx::query(
            "insert into games (id, title, game, army_0, army_1, seat_0, seat_1, desk, header, steps, state, \
             moment, created, changed, revision) \
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11, $12, $13, 0)",
        )
        .bind(id.clone())
        .bind(new.title)
        .bind(new.game)
        .bind(new.armies[0].clone())
        .bind(new.armies[1].clone())
        .bind(new.seats[0].clone())
        .bind(new.seats[1].clone())
        .bind(new.desk)
        .bind(new.header)
        .bind(new.standing.state.clone())
        .bind(new.standing.moment.clone())
        .bind(now)
        .bind(now)
        .execute(&mut *work)
        .await
        .map_err(|error| taken(error, &id))?;
        insert(&mut work, &id, 0, &new.lines).await?;
        stand(&mut work, &id, new.lines.len(), &new.standing).await?;
        finish(work, &id).await
    }

    pub async fn read(&self, id: &str) -> Result<Saved, StoreError> {
        // Both questions see the same moment, so that header, steps and revision belong together.
        let mut work = Work::reading(self).await?;
        let row = find(&mut work, id).await?;
        let lines = sqlx::query("select line from steps where game = $1 order by n")
            .bind(id.to_owned())
            .fetch_all(&mut *work)
            .await?;
        let lines = lines.iter().map(|row| row.try_get("line")).collect::<Result<_, _>>()?;
        let saved =
            Saved { entry: entry(&row)?, desk: row.try_get("desk")?, header: row.try_get("header")?, lines };
        work.commit().await?;
        Ok(saved)
    }

    /// Adds lines behind the record of this revision; after them the game stands so.
    pub async fn append(
        &self,
        id: &str,
        revision: i64,
        lines: &[String],
        standing: &Standing,
    ) -> Result<Entry, StoreError> {
        let mut work = Work::change(self).await?;
        let steps = lock_revision(&mut work, id, revision).await?;
        insert(&mut work, id, steps, lines).await?;
        stand(&mut work, id, steps + lines.len(), standing).await?;
        finish(work, id).await
    }

    /// Takes lines away from the end of the record of this revision, until so many are left.
    pub async fn truncate(
        &self,
        id: &str,
        revision: i64,
        keep: usize,
        standing: &Standing,
    ) -> Result<Entry, StoreError> {
        let mut work = Work::change(self).await?;
        let steps = lock_revision(&mut work, id, revision).await?;
        sqlx::query("delete from steps where game = $1 and n >= $2")
            .bind(id.to_owned())
            .bind(number(keep))
            .execute(&mut *work)
            .await?;
        stand(&mut work, id, keep.min(steps), standing).await?;
        finish(work, id).await
    }

    pub async fn change(&self, id: &str, change: Change) -> Result<Entry, StoreError> {
        change.plain()?;
        let mut work = Work::change(self).await?;
        let row = lock(&mut work, id).await?;
        let old = entry(&row)?;
        let [red, blue] = change.seats.unwrap_or(old.seats);
        sqlx::query(
            "update games set title = $1, seat_0 = $2, seat_1 = $3, desk = $4, changed = $5 where id = $6",
        )
        .bind(change.title.unwrap_or(old.title))
        .bind(red)
        .bind(blue)
        .bind(change.desk.map_or_else(|| row.try_get("desk"), Ok)?)
        .bind(now())
        .bind(id.to_owned())
        .execute(&mut *work)
        .await?;
        finish(work, id).await
    }

    pub async fn delete(&self, id: &str) -> Result<(), StoreError> {
        known_sign(id)?;
        let mut work = Work::change(self).await?;
        let delete = sqlx::query("delete from games where id = $1").bind(id.to_owned());
        let done = delete.execute(&mut *work).await?;
        work.commit().await?;
        if done.rows_affected() == 0 { Err(StoreError::Unknown(id.to_owned())) } else { Ok(()) }
    }
}

fn taken(error: sqlx::Error, id: &str) -> StoreError {
    let is_taken = error.as_database_error().is_some_and(|error| error.is_unique_violation());
    if is_taken { StoreError::Taken(id.to_owned()) } else { error.into() }
}

/// Begins a change of a game. The update makes this the only transaction that changes it, on both databases.
async fn lock(work: &mut Work, id: &str) -> Result<AnyRow, StoreError> {
    known_sign(id)?;
    sqlx::query("update games set revision = revision where id = $1")
        .bind(id.to_owned())
        .execute(&mut **work)
        .await?;
    find(work, id).await
}

/// The number of steps of the record, if it is still the one of this revision.
async fn lock_revision(work: &mut Work, id: &str, revision: i64) -> Result<usize, StoreError> {
    let row = lock(work, id).await?;
    let entry = entry(&row)?;
    if entry.revision == revision { Ok(entry.steps) } else { Err(StoreError::Changed) }
}

async fn find(work: &mut Work, id: &str) -> Result<AnyRow, StoreError> {
    known_sign(id)?;
    let row = sqlx::query("select * from games where id = $1").bind(id.to_owned());
    row.fetch_optional(&mut **work).await?.ok_or_else(|| StoreError::Unknown(id.to_owned()))
}

async fn insert(work: &mut Work, id: &str, from: usize, lines: &[String]) -> Result<(), StoreError> {
    plain(lines.iter().map(|line| ("step", line)))?;
    for (at, line) in lines.iter().enumerate() {
        sqlx::query("insert into steps (game, n, line) values ($1, $2, $3)")
            .bind(id.to_owned())
            .bind(number(from + at))
            .bind(line.clone())
            .execute(&mut **work)
            .await?;
    }
    Ok(())
}

/// Writes how the game stands after a change of its record.
async fn stand(work: &mut Work, id: &str, steps: usize, standing: &Standing) -> Result<(), StoreError> {
    plain([("state", &standing.state), ("moment", &standing.moment)])?;
    sqlx::query(
        "update games set steps = $1, state = $2, moment = $3, changed = $4, revision = revision + 1 \
         where id = $5",
    )
    .bind(number(steps))
    .bind(standing.state.clone())
    .bind(standing.moment.clone())
    .bind(now())
    .bind(id.to_owned())
    .execute(&mut **work)
    .await?;
    Ok(())
}

/// Makes the change final and gives the game as it now is.
async fn finish(mut work: Work, id: &str) -> Result<Entry, StoreError> {
    let entry = entry(&find(&mut work, id).await?)?;
    work.commit().await?;
    Ok(entry)
}

pub(crate) fn entry(row: &AnyRow) -> Result<Entry, sqlx::Error> {
    Ok(Entry {
        id: row.try_get("id")?,
        title: row.try_get("title")?,
        game: row.try_get("game")?,
        armies: [row.try_get("army_0")?, row.try_get("army_1")?],
        seats: [row.try_get("seat_0")?, row.try_get("seat_1")?],
        steps: usize::try_from(row.try_get::<i64, _>("steps")?).unwrap_or_default(),
        standing: Standing { state: row.try_get("state")?, moment: row.try_get("moment")? },
        created: row.try_get("created")?,
        changed: row.try_get("changed")?,
        revision: row.try_get("revision")?,
    })
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Ten letters and digits that nobody has to guess or can mistake for each other.
fn new_id() -> Result<String, StoreError> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0; 10];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Database(sqlx::Error::Io(error.into())))?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Place, Wanted};
    use sqlx::{Connection, Executor};

    async fn store(folder: &tempfile::TempDir) -> Store {
        Store::open(&Place::Folder(folder.path().to_owned())).await.unwrap()
    }

    fn new_entry(lines: Vec<String>) -> NewEntry {
        let text = || "text".to_owned();
        let standing = Standing { state: text(), moment: text() };
        let (armies, seats) = ([text(), text()], [text(), text()]);
        let (title, game, desk, header) = (text(), text(), text(), text());
        NewEntry { id: None, title, game, armies, seats, desk, header, lines, standing }
    }

    #[tokio::test]
    async fn a_full_disk_leaves_nothing_half_written() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let made = store.create(new_entry(vec!["one".to_owned()])).await.unwrap();
        let saved = store.read(&made.id).await.unwrap();
        store.pool.execute("pragma max_page_count = 40").await.unwrap();
        let lines = vec!["x".repeat(3000); 100];
        let full = store.append(&made.id, saved.entry.revision, &lines, &saved.entry.standing).await;
        assert!(matches!(full, Err(StoreError::Full)), "{full:?}");
        assert_eq!(store.list(&Wanted::default()).await.unwrap().games, std::slice::from_ref(&made));
        assert_eq!(store.read(&made.id).await.unwrap(), saved);
        // There is room again: the store works on.
        let more = store.append(&made.id, saved.entry.revision, &lines, &saved.entry.standing).await.unwrap();
        assert_eq!(more.steps, 101);
    }

    #[tokio::test]
    async fn a_locked_file_is_told_and_can_be_used_afterwards() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let address = format!("sqlite:{}", folder.path().join("aelian.db").display());
        let mut other = sqlx::AnyConnection::connect(&address).await.unwrap();
        other.execute("begin exclusive").await.unwrap();
        store.pool.execute("pragma busy_timeout = 10").await.unwrap();
        let busy = store.create(new_entry(Vec::new())).await;
        assert!(matches!(busy, Err(StoreError::Busy)), "{busy:?}");
        other.execute("rollback").await.unwrap();
        store.create(new_entry(Vec::new())).await.unwrap();
        assert_eq!(store.list(&Wanted::default()).await.unwrap().games.len(), 1);
    }

    #[tokio::test]
    async fn the_file_is_kept_safe_and_steps_go_with_their_game() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let journal: String = sqlx::query_scalar("pragma journal_mode").fetch_one(&store.pool).await.unwrap();
        assert_eq!(journal, "wal");
        let synchronous: i64 = sqlx::query_scalar("pragma synchronous").fetch_one(&store.pool).await.unwrap();
        assert_eq!(synchronous, 2, "full");
        let made = store.create(new_entry(vec!["one".to_owned()])).await.unwrap();
        store.delete(&made.id).await.unwrap();
        let left: i64 =
            sqlx::query_scalar("select count(*) from steps").fetch_one(&store.pool).await.unwrap();
        assert_eq!(left, 0);
    }

    #[tokio::test]
    async fn a_database_of_a_newer_version_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let old = store(&folder).await;
        let later = "insert into _sqlx_migrations (version, description, success, checksum, execution_time) \
            values (99, 'later', true, x'00', 0)";
        old.pool.execute(later).await.unwrap();
        old.close().await;
        let opened = Store::open(&Place::Folder(folder.path().to_owned())).await;
        assert!(matches!(opened, Err(StoreError::Newer)), "{opened:?}");
    }

    #[test]
    fn ids_are_plain_and_differ() {
        let (one, other) = (new_id().unwrap(), new_id().unwrap());
        assert_ne!(one, other);
        assert!(one.len() == 10 && one.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()));
    }
}
