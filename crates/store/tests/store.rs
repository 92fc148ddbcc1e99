//! The store on SQLite, and on PostgreSQL where `AELIAN_TEST_POSTGRES` holds the address of a database.

#![allow(clippy::unwrap_used, clippy::panic)]

use aelian_store::{Change, NewEntry, Place, Standing, Store, StoreError};
use tempfile::TempDir;

fn standing(moment: &str) -> Standing {
    Standing { state: "playing".to_owned(), moment: moment.to_owned() }
}

fn new_entry(lines: usize) -> NewEntry {
    NewEntry {
        title: "Kadesh".to_owned(),
        game: "blood-and-blades".to_owned(),
        armies: ["Egyptians".to_owned(), "Hittites".to_owned()],
        seats: ["\"human\"".to_owned(), "{\"computer\":\"steady\"}".to_owned()],
        desk: "{}".to_owned(),
        header: "header".to_owned(),
        lines: (0..lines).map(|n| format!("step {n}")).collect(),
        standing: standing("dawn"),
    }
}

fn place(folder: &TempDir) -> Place {
    Place::Folder(folder.path().join("with space, ? and #"))
}

/// The whole life of a game; the same on both databases.
async fn life_of_a_game(store: &Store) {
    let made = store.create(new_entry(2)).await.unwrap();
    assert_eq!((made.steps, made.standing), (2, standing("dawn")));
    let saved = store.read(&made.id).await.unwrap();
    assert_eq!((saved.header.as_str(), saved.lines.len()), ("header", 2));

    let more = ["step 2".to_owned(), "step 3 é".to_owned()];
    let entry = store.append(&made.id, saved.entry.revision, &more, &standing("noon")).await.unwrap();
    assert_eq!((entry.steps, entry.standing.moment.as_str()), (4, "noon"));
    let late = store.append(&made.id, saved.entry.revision, &more, &standing("late")).await;
    assert!(matches!(late, Err(StoreError::Changed)), "{late:?}");
    let saved = store.read(&made.id).await.unwrap();
    assert_eq!(saved.lines, ["step 0", "step 1", "step 2", "step 3 é"]);
    assert_eq!(saved.entry.standing.moment, "noon", "what was refused has changed nothing");

    let entry = store.truncate(&made.id, saved.entry.revision, 1, &standing("again")).await.unwrap();
    assert_eq!(entry.steps, 1);
    let stale = store.truncate(&made.id, saved.entry.revision, 0, &standing("late")).await;
    assert!(matches!(stale, Err(StoreError::Changed)), "{stale:?}");
    assert_eq!(store.read(&made.id).await.unwrap().lines, ["step 0"]);

    let change = Change { title: Some("Megiddo".to_owned()), ..Change::default() };
    let entry = store.change(&made.id, change).await.unwrap();
    assert_eq!((entry.title.as_str(), entry.seats[0].as_str()), ("Megiddo", "\"human\""));
    let change = Change { desk: Some("{\"seed\":7}".to_owned()), ..Change::default() };
    store.change(&made.id, change).await.unwrap();
    let saved = store.read(&made.id).await.unwrap();
    assert_eq!((saved.desk.as_str(), saved.entry.title.as_str()), ("{\"seed\":7}", "Megiddo"));

    let other = store.create(new_entry(0)).await.unwrap();
    assert_ne!(other.id, made.id);
    let ids: Vec<String> = store.list().await.unwrap().into_iter().map(|entry| entry.id).collect();
    assert!(ids.contains(&other.id) && ids.contains(&made.id));
    store.delete(&made.id).await.unwrap();
    assert!(matches!(store.read(&made.id).await, Err(StoreError::Unknown(_))));
    assert!(matches!(store.delete(&made.id).await, Err(StoreError::Unknown(_))));
    store.delete(&other.id).await.unwrap();
}

#[tokio::test]
async fn a_game_lives_in_sqlite() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(&place(&folder)).await.unwrap();
    life_of_a_game(&store).await;
    assert!(store.list().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_game_lives_in_postgresql() {
    let Ok(address) = std::env::var("AELIAN_TEST_POSTGRES") else {
        eprintln!("skipped: AELIAN_TEST_POSTGRES does not name a database");
        return;
    };
    let store = Store::open(&Place::Address(address)).await.unwrap();
    life_of_a_game(&store).await;
}

#[tokio::test]
async fn games_are_there_after_the_file_is_opened_again() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(&place(&folder)).await.unwrap();
    let made = store.create(new_entry(3)).await.unwrap();
    // Not closed: as if the program had been killed.
    let again = Store::open(&place(&folder)).await.unwrap();
    assert_eq!(again.list().await.unwrap(), std::slice::from_ref(&made));
    assert_eq!(again.read(&made.id).await.unwrap().lines.len(), 3);
    store.close().await;
}

#[tokio::test]
async fn what_is_no_database_is_told() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("aelian.db"), "this is a letter, not a database; ".repeat(100))
        .unwrap();
    let opened = Store::open(&Place::Folder(folder.path().to_owned())).await;
    assert!(matches!(opened, Err(StoreError::Damaged(_))), "{opened:?}");
    std::fs::write(folder.path().join("file"), "").unwrap();
    let opened = Store::open(&Place::Folder(folder.path().join("file/inside"))).await;
    assert!(matches!(opened, Err(StoreError::Folder { .. })), "{opened:?}");
    let opened = Store::open(&Place::Address("mysql://a/b".to_owned())).await;
    assert!(matches!(opened, Err(StoreError::Address(_))), "{opened:?}");
}
