//! The list of saved games, page by page.

use crate::games::{Entry, entry};
use crate::work::Work;
use crate::{Store, StoreError};

/// Of the columns only those of a list: header and desk are large, and a list needs neither. The first condition lets
/// the index begin in the right place.
const PAGE: &str = "select id, title, game, army_0, army_1, seat_0, seat_1, steps, state, moment, created, changed, \
    revision from games where changed <= $2 and (changed < $2 or id > $3) and ($1 = '' \
    or lower(title) like $1 escape '!' or lower(army_0) like $1 escape '!' or lower(army_1) like $1 escape '!') \
    order by changed desc, id limit $4";
const COUNT_ALL: &str = "select count(*) from games";
const COUNT: &str = "select count(*) from games where lower(title) like $1 escape '!' \
    or lower(army_0) like $1 escape '!' or lower(army_1) like $1 escape '!'";

/// Which part of the list is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// At most so many games.
    pub most: usize,
    /// The games that stand behind this one.
    pub after: Option<Mark>,
    /// Only games whose title or army holds this text; capital letters count as small ones. Empty for all.
    pub title: String,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted { most: 1000, after: None, title: String::new() }
    }
}

/// A place in the list. It stays where it is when games before it are changed or deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub changed: i64,
    pub id: String,
}

/// A part of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// The last changed first.
    pub games: Vec<Entry>,
    /// Behind which game to go on; none at the end of the list.
    pub more: Option<Mark>,
    /// How many games there are with the wanted title.
    pub all: usize,
}

impl Store {
    /// A part of the list of all games.
    pub async fn list(&self, wanted: &Wanted) -> Result<Listed, StoreError> {
        let from = wanted.after.clone().unwrap_or(Mark { changed: i64::MAX, id: String::new() });
        let pattern = pattern(&wanted.title);
        // One more than is wanted tells whether the list goes on.
        let most = i64::try_from(wanted.most).unwrap_or(i64::MAX).saturating_add(1);
        let mut work = Work::reading(self).await?;
        let rows = sqlx::query(PAGE)
            .bind(pattern.clone())
            .bind(from.changed)
            .bind(from.id)
            .bind(most)
            .fetch_all(&mut *work)
            .await?;
        let counted = if pattern.is_empty() {
            sqlx::query_scalar(COUNT_ALL)
        } else {
            sqlx::query_scalar(COUNT).bind(pattern)
        };
        let all: i64 = counted.fetch_one(&mut *work).await?;
        work.commit().await?;
        let mut games = rows.iter().map(entry).collect::<Result<Vec<_>, _>>()?;
        let goes_on = games.len() > wanted.most;
        games.truncate(wanted.most);
        let last = games.last().filter(|_| goes_on);
        let more = last.map(|last| Mark { changed: last.changed, id: last.id.clone() });
        Ok(Listed { games, more, all: usize::try_from(all).unwrap_or_default() })
    }
}

/// The text anywhere in another, as SQL looks for it; `%` and `_` mean themselves.
fn pattern(text: &str) -> String {
    let text = text.trim().to_lowercase();
    if text.is_empty() {
        return String::new();
    }
    let escaped: String =
        text.chars().flat_map(|c| "!%_".contains(c).then_some('!').into_iter().chain([c])).collect();
    format!("%{escaped}%")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::Row;

    /// Without the index every game would be read and sorted for each page; without the list of columns each header.
    #[tokio::test]
    async fn a_page_begins_in_the_index() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&crate::Place::Folder(folder.path().to_owned())).await.unwrap();
        let plan = async |sql: &str| {
            let asked = sqlx::query(sqlx::AssertSqlSafe(format!("explain query plan {sql}")));
            let asked = asked.bind("").bind(i64::MAX).bind("").bind(50);
            let rows = asked.fetch_all(&store.pool).await.unwrap();
            let details: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
            details.join("; ")
        };
        let page = plan(PAGE).await;
        assert!(page.contains("USING INDEX games_last_changed (changed<?)"), "{page}");
        assert!(!page.contains("TEMP B-TREE"), "{page}");
        for count in [COUNT, COUNT_ALL] {
            let count = plan(count).await;
            assert!(count.contains("USING COVERING INDEX"), "{count}");
        }
        assert!(!PAGE.contains("header") && !PAGE.contains("desk"));
    }

    #[test]
    fn signs_of_patterns_mean_themselves() {
        assert_eq!(pattern("  "), "");
        assert_eq!(pattern(" At Kadesh! "), "%at kadesh!!%");
        assert_eq!(pattern("100%_"), "%100!%!_%");
    }
}
