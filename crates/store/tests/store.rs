//! The store on SQLite, and on PostgreSQL where `AELIAN_TEST_POSTGRES` holds the address of a database.

#![allow(clippy::unwrap_used, clippy::panic)]

use aelian_store::{Change, Entry, Mark, NewEntry, Place, Standing, Store, StoreError, Wanted};
use tempfile::TempDir;

fn standing(moment: &str) -> Standing {
    Standing { state: "playing".to_owned(), moment: moment.to_owned() }
}

fn new_entry(lines: usize) -> NewEntry {
    NewEntry {
        id: None,
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

async fn all(store: &Store) -> Vec<Entry> {
    store.list(&Wanted::default()).await.unwrap().games
}

/// The list is read in pages, and narrowed to titles; the same on both databases.
async fn pages_of_a_list(store: &Store) {
    for number in 0..7 {
        let title = format!("Page {number} of 100% {}", if number % 2 == 0 { "Even" } else { "odd" });
        store.create(NewEntry { title, ..new_entry(0) }).await.unwrap();
    }
    let mine = |title: &str, after| Wanted { most: 3, after, title: title.to_owned() };
    let (mut read, mut after) = (Vec::new(), None);
    loop {
        let page = store.list(&mine("page", after.clone())).await.unwrap();
        assert_eq!(page.all, 7);
        assert!(page.games.len() == 3 || page.more.is_none());
        read.extend(page.games);
        let Some(mark) = page.more else { break };
        after = Some(mark);
    }
    let order = |game: &Entry| (std::cmp::Reverse(game.changed), game.id.clone());
    assert!(read.len() == 7 && read.is_sorted_by_key(order), "each once, the last changed first: {read:?}");
    // What is deleted in front of a mark does not move it.
    let mark = Mark { changed: read[2].changed, id: read[2].id.clone() };
    store.delete(&read[0].id).await.unwrap();
    assert_eq!(store.list(&mine("page", Some(mark))).await.unwrap().games, read[3..6]);
    let found = |title: &'static str| async move { store.list(&mine(title, None)).await.unwrap().all };
    assert_eq!(found("EVEN").await + found("odd").await, 6);
    assert_eq!((found("100%").await, found("1_0%").await, found("of%odd").await), (6, 0, 0));
    assert!(found("hittites").await >= 6, "armies are looked at, too");
    for game in &read[1..] {
        store.delete(&game.id).await.unwrap();
    }
}

/// No database is asked to keep NUL, which only one of the two would take.
async fn nul_is_refused(store: &Store) {
    let nul = || "a\0b".to_owned();
    let [title, army, seat, line] = [(); 4].map(|()| new_entry(1));
    let news = [
        NewEntry { title: nul(), ..title },
        NewEntry { armies: [nul(), nul()], ..army },
        NewEntry { seats: [nul(), nul()], ..seat },
        NewEntry { lines: vec![nul()], ..line },
    ];
    for new in news {
        let made = store.create(new).await;
        assert!(matches!(made, Err(StoreError::Nul(_))), "{made:?}");
    }
    let made = store.create(new_entry(0)).await.unwrap();
    let change = Change { title: Some(nul()), ..Change::default() };
    assert!(matches!(store.change(&made.id, change).await, Err(StoreError::Nul("title"))));
    assert!(matches!(store.read("a\0b").await, Err(StoreError::Unknown(_))));
    assert_eq!(store.read(&made.id).await.unwrap().entry, made);
    store.delete(&made.id).await.unwrap();
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
    let ids: Vec<String> = all(store).await.into_iter().map(|entry| entry.id).collect();
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
    pages_of_a_list(&store).await;
    nul_is_refused(&store).await;
    assert!(all(&store).await.is_empty());
}

#[tokio::test]
async fn a_game_lives_in_postgresql() {
    let Ok(address) = std::env::var("AELIAN_TEST_POSTGRES") else {
        eprintln!("skipped: AELIAN_TEST_POSTGRES does not name a database");
        return;
    };
    let store = Store::open(&Place::Address(address)).await.unwrap();
    life_of_a_game(&store).await;
    pages_of_a_list(&store).await;
    nul_is_refused(&store).await;
}

#[tokio::test]
async fn games_are_there_after_the_file_is_opened_again() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(&place(&folder)).await.unwrap();
    let made = store.create(new_entry(3)).await.unwrap();
    // Not closed: as if the program had been killed.
    let again = Store::open(&place(&folder)).await.unwrap();
    assert_eq!(all(&again).await, std::slice::from_ref(&made));
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

/// Whatever is asked of the store is refused with these words.
async fn is_gone(store: &Store, id: &str) {
    let standing = standing("late");
    let answers = [
        store.list(&Wanted::default()).await.map(drop),
        store.read(id).await.map(drop),
        store.create(new_entry(1)).await.map(drop),
        store.append(id, 1, &["step 3".to_owned()], &standing).await.map(drop),
        store.truncate(id, 1, 0, &standing).await.map(drop),
        store.change(id, Change::default()).await.map(drop),
        store.delete(id).await,
    ];
    for answer in answers {
        assert!(matches!(answer, Err(StoreError::Gone(_))), "{answer:?}");
    }
}

#[tokio::test]
async fn a_file_that_goes_away_under_the_running_program_is_told() {
    let folder = TempDir::new().unwrap();
    let [file, aside] = ["aelian.db", "aside.db"].map(|name| folder.path().join(name));
    let store = Store::open(&Place::Folder(folder.path().to_owned())).await.unwrap();
    let made = store.create(new_entry(3)).await.unwrap();
    // Moved, and back again: it is the same file.
    std::fs::rename(&file, &aside).unwrap();
    is_gone(&store, &made.id).await;
    assert!(!file.exists(), "nobody makes a new one");
    std::fs::rename(&aside, &file).unwrap();
    assert_eq!(store.read(&made.id).await.unwrap().lines.len(), 3);
    // Replaced by a copy of itself.
    std::fs::copy(&file, &aside).unwrap();
    std::fs::rename(&aside, &file).unwrap();
    is_gone(&store, &made.id).await;

    let folder = TempDir::new().unwrap();
    let store = Store::open(&Place::Folder(folder.path().to_owned())).await.unwrap();
    let made = store.create(new_entry(3)).await.unwrap();
    std::fs::remove_file(folder.path().join("aelian.db")).unwrap();
    is_gone(&store, &made.id).await;
}

#[tokio::test]
async fn a_log_that_goes_away_is_told_once_and_costs_nothing() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(&Place::Folder(folder.path().to_owned())).await.unwrap();
    let made = store.create(new_entry(3)).await.unwrap();
    std::fs::remove_file(folder.path().join("aelian.db-wal")).unwrap();
    assert!(matches!(store.list(&Wanted::default()).await, Err(StoreError::Gone(_))));
    assert_eq!(store.read(&made.id).await.unwrap().lines.len(), 3);
    // Not closed: as if the program had been killed.
    let again = Store::open(&Place::Folder(folder.path().to_owned())).await.unwrap();
    assert_eq!(again.read(&made.id).await.unwrap().lines.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_halfway_disturbs_nobody() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(&Place::Folder(folder.path().to_owned())).await.unwrap();
    let made = store.create(new_entry(3)).await.unwrap();
    for round in 0..200 {
        let reading = tokio::spawn({
            let (store, id) = (store.clone(), made.id.clone());
            async move { store.read(&id).await.map(drop) }
        });
        tokio::time::sleep(std::time::Duration::from_micros(round * 10)).await;
        reading.abort();
        // His connection may be just about to be closed.
        tokio::time::sleep(std::time::Duration::from_micros(round % 7 * 100)).await;
        assert_eq!(store.read(&made.id).await.unwrap().lines.len(), 3, "round {round}");
    }
}

#[tokio::test]
async fn a_game_can_bring_its_id_which_nobody_else_has() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(&place(&folder)).await.unwrap();
    let new = |lines| NewEntry { id: Some("0123456789abcdef".to_owned()), ..new_entry(lines) };
    assert_eq!(store.create(new(2)).await.unwrap().id, "0123456789abcdef");
    assert!(matches!(store.create(new(1)).await, Err(StoreError::Taken(_))));
    assert_eq!(store.read("0123456789abcdef").await.unwrap().lines.len(), 2);
}
