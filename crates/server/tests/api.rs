//! The server asked as a page asks it, without a network: saved games, their faults, and the page's files.

#![allow(clippy::unwrap_used, clippy::panic)]

use aelian_protocol::{
    AppendSteps, ChangeGame, Fault, Games, NewGame, SavedGame, Seat, Seen, State, Summary, Trace, Truncate,
};
use aelian_server::{Names, Page, Place, Store, routes};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tempfile::TempDir;
use tower::ServiceExt;

const RECORD: &str = include_str!("../../blood-and-blades/playthroughs/chariots.jsonl");

/// A server with a page, and its folder.
struct Table {
    router: Router,
    folder: TempDir,
}

async fn table() -> Table {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("page");
    std::fs::create_dir_all(page.join("art")).unwrap();
    let files = [
        ("index.html", "<title>Aelian</title>"),
        ("style-0123456789abcdef.css", "plain"),
        ("style-0123456789abcdef.css.br", "small"),
        ("style-0123456789abcdef.css.gz", "zipped"),
        ("art/base.svg", "<svg/>"),
        (".secret.txt", "x"),
    ];
    files.iter().for_each(|(name, text)| std::fs::write(page.join(name), text).unwrap());
    std::fs::write(folder.path().join("outside.txt"), "x").unwrap();
    let store = Store::open(&Place::Folder(folder.path().join("data"))).await.unwrap();
    let router =
        routes(store, Page::Folder(page), Names::new(([127, 0, 0, 1], 7500).into(), "localhost", &[]));
    Table { router, folder }
}

impl Table {
    async fn ask(&self, request: Request<Body>) -> (Response<()>, Vec<u8>) {
        let (parts, body) = self.router.clone().oneshot(request).await.unwrap().into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        (Response::from_parts(parts, ()), bytes.to_vec())
    }

    async fn get(&self, path: &str, headers: &[(&str, &str)]) -> (Response<()>, String) {
        let mut request = Request::get(path).header("host", "localhost:7500");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (response, bytes) = self.ask(request.body(Body::empty()).unwrap()).await;
        (response, String::from_utf8(bytes).unwrap())
    }

    async fn send<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: &impl Serialize,
    ) -> (StatusCode, T) {
        let request = Request::builder().method(method).uri(path).header("host", "localhost:7500");
        let request = request.header("content-type", "application/json");
        let body = Body::from(serde_json::to_vec(body).unwrap());
        let (response, bytes) = self.ask(request.body(body).unwrap()).await;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let told = serde_json::from_slice(&bytes).unwrap_or_else(|error| panic!("{error}: {text}"));
        (response.status(), told)
    }

    async fn create(&self, steps: usize) -> Summary {
        let record = RECORD.lines().take(1 + steps).collect::<Vec<_>>().join("\n");
        let (status, summary) = self.send("POST", "/api/games", &new_game(record)).await;
        assert_eq!(status, StatusCode::CREATED);
        summary
    }

    async fn read(&self, id: &str) -> SavedGame {
        serde_json::from_str(&self.get(&aelian_protocol::game(id), &[]).await.1).unwrap()
    }
}

fn new_game(record: String) -> NewGame {
    let seats = [Seat::Human, Seat::Computer("steady".to_owned())];
    NewGame { id: None, title: None, record, seats, desk: "{\"speed\":2}".to_owned() }
}

fn lines(from: usize, to: usize) -> Vec<String> {
    RECORD.lines().skip(1).take(to).skip(from).map(str::to_owned).collect()
}

/// The trace of the record after so many steps.
fn trace(steps: usize) -> Trace {
    lines(0, steps).iter().fold(Trace::of(RECORD.lines().next().unwrap()), |trace, line| trace.then(line))
}

fn add(from: usize, lines: Vec<String>) -> AppendSteps {
    AppendSteps { from, after: trace(from), lines }
}

/// Takes steps back as one who has seen the game as this summary tells it.
fn cut(keep: usize, now: &Summary) -> Truncate {
    Truncate { keep, kept: trace(keep), seen: Seen { revision: now.revision, trace: trace(now.steps) } }
}

fn steps() -> usize {
    RECORD.lines().count() - 1
}

#[tokio::test]
async fn a_game_is_created_played_and_read_again() {
    let table = table().await;
    let made = table.create(0).await;
    assert_eq!((made.steps, made.state, made.game.as_str()), (0, State::Playing, "blood-and-blades"));
    assert_eq!(made.title, format!("{} against {}", made.armies[0], made.armies[1]));
    let path = aelian_protocol::steps(&made.id);
    let (status, now): (_, Summary) = table.send("POST", &path, &add(0, lines(0, 5))).await;
    assert_eq!((status, now.steps), (StatusCode::OK, 5));
    let rest = add(5, lines(5, steps()));
    let (_, now): (_, Summary) = table.send("POST", &path, &rest).await;
    assert_eq!((now.steps, now.state), (steps(), State::Over));
    assert_ne!(now.moment, made.moment);
    let saved = table.read(&made.id).await;
    assert_eq!((saved.record.as_str(), saved.desk.as_str()), (RECORD, "{\"speed\":2}"));
    assert_eq!(saved.summary, now);
    let (response, text) = table.get(&aelian_protocol::record(&made.id), &[]).await;
    assert_eq!(text, RECORD);
    let named = response.headers()["content-disposition"].to_str().unwrap();
    assert!(named.starts_with("attachment; filename=\"") && named.ends_with(".jsonl\""), "{named}");
    let games: Games = serde_json::from_str(&table.get("/api/games", &[]).await.1).unwrap();
    assert_eq!(games.games, [now]);
}

#[tokio::test]
async fn steps_that_do_not_fit_are_refused_with_what_is_stored() {
    let table = table().await;
    let made = table.create(4).await;
    let path = aelian_protocol::steps(&made.id);
    for from in [2, 5] {
        let sent = add(from, lines(5, 6));
        let (status, fault): (_, Fault) = table.send("POST", &path, &sent).await;
        assert_eq!(status, StatusCode::CONFLICT);
        let stored = fault.stored.unwrap();
        assert_eq!((stored.steps, stored.lines), (4, lines(from, 4)));
    }
    let again = add(2, lines(2, 4));
    let (status, now): (_, Summary) = table.send("POST", &path, &again).await;
    assert_eq!((status, now.steps), (StatusCode::OK, 4), "an answer may get lost; sending twice is no fault");
    let (status, fault): (_, Fault) =
        table.send("POST", &aelian_protocol::truncate(&made.id), &cut(5, &now)).await;
    assert_eq!((status, fault.stored.unwrap().steps), (StatusCode::CONFLICT, 4));
}

#[tokio::test]
async fn broken_lines_change_nothing() {
    let table = table().await;
    let made = table.create(2).await;
    let path = aelian_protocol::steps(&made.id);
    // A step that is not the next one, a damaged line, an empty one, two in one.
    let two = lines(2, 4).join("\n");
    for lines in [lines(7, 8), vec![lines(2, 3)[0].replace("hash", "hush")], vec![String::new()], vec![two]] {
        let (status, fault): (_, Fault) = table.send("POST", &path, &add(2, lines)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{fault}");
        assert!(!fault.what.is_empty() && !fault.right.is_empty());
    }
    assert_eq!(table.read(&made.id).await.summary, made);
}

#[tokio::test]
async fn a_broken_upload_is_told() {
    let table = table().await;
    let cut = &RECORD[..RECORD.len() / 2];
    let other = RECORD.replacen("blood-and-blades", "chess", 1);
    let cases = [("", "empty"), ("hello", "line 1"), (cut, "line "), (other.as_str(), "chess")];
    for (record, word) in cases {
        let (status, fault): (_, Fault) =
            table.send("POST", "/api/games", &new_game(record.to_owned())).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(fault.what.contains(word), "{fault}");
        assert_eq!(fault.place, "record");
    }
    let (status, fault): (_, Fault) = table.send("POST", "/api/games", &"no object").await;
    assert_eq!((status, fault.place.as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "/api/games"));
    assert!(table.get("/api/games", &[]).await.1.contains("[]"));
}

#[tokio::test]
async fn steps_can_be_taken_back_and_others_played() {
    let table = table().await;
    let made = table.create(steps()).await;
    assert_eq!(made.state, State::Over);
    let truncate = aelian_protocol::truncate(&made.id);
    let (_, now): (_, Summary) = table.send("POST", &truncate, &cut(3, &made)).await;
    assert_eq!((now.steps, now.state), (3, State::Playing));
    let (status, again): (_, Summary) = table.send("POST", &truncate, &cut(3, &made)).await;
    assert_eq!((status, again), (StatusCode::OK, now), "an answer may get lost; sending twice is no fault");
    let (status, fault): (_, Fault) = table.send("POST", &truncate, &cut(2, &made)).await;
    assert_eq!((status, fault.stored.unwrap().steps), (StatusCode::CONFLICT, 3), "that was seen before");
    assert_eq!(table.read(&made.id).await.record.lines().count(), 4);
    let sent = add(3, lines(3, 4));
    let (status, _): (_, Summary) = table.send("POST", &aelian_protocol::steps(&made.id), &sent).await;
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test]
async fn a_game_is_renamed_reseated_and_deleted() {
    let table = table().await;
    let made = table.create(1).await;
    let path = aelian_protocol::game(&made.id);
    let change = ChangeGame { title: Some("  At the ford ".to_owned()), ..ChangeGame::default() };
    let (_, now): (_, Summary) = table.send("PATCH", &path, &change).await;
    assert_eq!((now.title.as_str(), &now.seats), ("At the ford", &made.seats));
    let seats = Some([Seat::Human, Seat::Human]);
    let change = ChangeGame { seats: seats.clone(), desk: Some("[7]".to_owned()), ..ChangeGame::default() };
    let (_, now): (_, Summary) = table.send("PATCH", &path, &change).await;
    assert_eq!((Some(now.seats), now.title.as_str()), (seats, "At the ford"));
    assert_eq!(table.read(&made.id).await.desk, "[7]");
    for (title, desk) in [(Some(""), None), (Some("a\nb"), None), (None, Some("{")), (None, Some("x"))] {
        let change =
            ChangeGame { title: title.map(str::to_owned), desk: desk.map(str::to_owned), seats: None };
        let (status, _): (_, Fault) = table.send("PATCH", &path, &change).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{change:?}");
    }
    let request = Request::delete(&path).header("host", "localhost").body(Body::empty()).unwrap();
    assert_eq!(table.ask(request).await.0.status(), StatusCode::NO_CONTENT);
    assert_eq!(table.get(&path, &[]).await.0.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn unknown_games_and_addresses_are_told_as_json() {
    let table = table().await;
    for path in ["/api/games/nosuchgame", "/api/games/nosuchgame/record", "/api/nothing", "/api/"] {
        let (response, text) = table.get(path, &[]).await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        let fault: Fault =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text}"));
        assert!(!fault.right.is_empty());
    }
    let sent = add(0, lines(0, 1));
    let (status, _): (_, Fault) = table.send("POST", "/api/games/nosuchgame/steps", &sent).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let (status, fault): (_, Fault) = table.send("PUT", "/api/games", &sent).await;
    assert_eq!((status, fault.place.as_str()), (StatusCode::METHOD_NOT_ALLOWED, "/api/games"));
}

#[tokio::test]
async fn places_of_the_page_show_the_page_and_missing_files_do_not() {
    let table = table().await;
    for path in ["/", "/play/abc", "/rules", "/replay/abc?step=3"] {
        let (response, text) = table.get(path, &[]).await;
        assert_eq!((response.status(), text.as_str()), (StatusCode::OK, "<title>Aelian</title>"), "{path}");
        assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'self'; script-src 'self' 'wasm-unsafe-eval';"));
    }
    for path in ["/none.js", "/../outside.txt", "/.secret.txt", "/art/../../outside.txt", "//etc/hosts.txt"] {
        assert_eq!(table.get(path, &[]).await.0.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let (response, _) = table.get("/art/base.svg", &[]).await;
    assert_eq!(response.headers()["content-type"], "image/svg+xml");
}

#[tokio::test]
async fn files_come_small_and_are_kept() {
    let table = table().await;
    let path = "/style-0123456789abcdef.css";
    for (accepted, text, encoding) in
        [("gzip, br", "small", Some("br")), ("gzip", "zipped", Some("gzip")), ("", "plain", None)]
    {
        let (response, body) = table.get(path, &[("accept-encoding", accepted)]).await;
        let named = response.headers().get("content-encoding").map(|value| value.to_str().unwrap());
        assert_eq!((body.as_str(), named), (text, encoding));
        assert_eq!(response.headers()["content-type"], "text/css; charset=utf-8");
        assert!(response.headers()["cache-control"].to_str().unwrap().contains("immutable"));
    }
    let (response, _) = table.get("/", &[]).await;
    assert_eq!(response.headers()["cache-control"], "no-cache");
    let tag = response.headers()["etag"].to_str().unwrap().to_owned();
    let (response, text) = table.get("/", &[("if-none-match", &tag)]).await;
    assert_eq!((response.status(), text.as_str()), (StatusCode::NOT_MODIFIED, ""));
    let (response, _) = table.get("/", &[("if-none-match", "\"other\"")]).await;
    assert_eq!(response.status(), StatusCode::OK);
}

#[tokio::test]
async fn other_names_and_other_sites_are_refused() {
    let table = table().await;
    let request = Request::get("/api/games").header("host", "evil.example:7500").body(Body::empty()).unwrap();
    assert_eq!(table.ask(request).await.0.status(), StatusCode::MISDIRECTED_REQUEST);
    let made = table.create(0).await;
    let request = Request::delete(aelian_protocol::game(&made.id)).header("host", "localhost:7500");
    let request = request.header("origin", "http://evil.example").body(Body::empty()).unwrap();
    assert_eq!(table.ask(request).await.0.status(), StatusCode::FORBIDDEN);
    let plain = Request::post("/api/games").header("host", "localhost").header("content-type", "text/plain");
    let body = serde_json::to_vec(&new_game(RECORD.to_owned())).unwrap();
    let (response, _) = table.ask(plain.body(Body::from(body)).unwrap()).await;
    assert_eq!(response.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(table.read(&made.id).await.summary, made);
}

/// Texts of every kind that are longer than they may be, and what is told of each.
#[tokio::test]
async fn long_texts_are_refused_with_their_length_and_what_is_allowed() {
    let table = table().await;
    let made = table.create(1).await;
    let path = aelian_protocol::game(&made.id);
    let long = "x".repeat(20 << 20);
    let seats = |name: &str| Some([Seat::Human, Seat::Computer(name.to_owned())]);
    let changes = [
        (
            ChangeGame { seats: seats(&long), ..ChangeGame::default() },
            "name of Blue's computer player has 20971520 letters",
            "at most 120 letters",
        ),
        (
            ChangeGame { title: Some("x".repeat(121)), ..ChangeGame::default() },
            "the title has 121 letters",
            "at most 120 letters",
        ),
        (
            ChangeGame { desk: Some(format!("\"{}\"", "x".repeat(64 << 10))), ..ChangeGame::default() },
            "the desk has 65 kB",
            "at most 64 kB",
        ),
    ];
    for (change, what, right) in changes {
        let (status, fault): (_, Fault) = table.send("PATCH", &path, &change).await;
        assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
        assert!(fault.what.contains(what) && fault.right.contains(right), "{fault}");
    }
    let step = add(1, vec![long.clone()]);
    let (status, fault): (_, Fault) = table.send("POST", &aelian_protocol::steps(&made.id), &step).await;
    assert_eq!((status, fault.what.as_str()), (StatusCode::PAYLOAD_TOO_LARGE, "the line has 20480 kB"));
    let new = NewGame { seats: seats(&long).unwrap(), ..new_game(RECORD.to_owned()) };
    let (status, fault): (_, Fault) = table.send("POST", "/api/games", &new).await;
    assert_eq!((status, fault.place.as_str()), (StatusCode::PAYLOAD_TOO_LARGE, "seats"));
    let (status, fault): (_, Fault) = table.send("POST", "/api/games", &new_game(long.repeat(2))).await;
    assert_eq!((status, fault.what.as_str()), (StatusCode::PAYLOAD_TOO_LARGE, "the record has 40.0 MB"));
    let army = RECORD.replacen(&made.armies[0], &"x".repeat(121), 1);
    let (status, fault): (_, Fault) = table.send("POST", "/api/games", &new_game(army)).await;
    assert_eq!(
        (status, fault.what.as_str()),
        (StatusCode::PAYLOAD_TOO_LARGE, "the name of an army has 121 letters")
    );
    assert_eq!(table.read(&made.id).await.summary, made);
}

#[tokio::test]
async fn odd_signs_are_refused() {
    let table = table().await;
    let made = table.create(1).await;
    let path = aelian_protocol::game(&made.id);
    let odd = [
        ChangeGame { title: Some("a\0b".to_owned()), ..ChangeGame::default() },
        ChangeGame { seats: Some([Seat::Human, Seat::Computer("a\0b".to_owned())]), ..ChangeGame::default() },
    ];
    for change in odd {
        let (status, fault): (_, Fault) = table.send("PATCH", &path, &change).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(fault.what.contains(r"holds the sign '\0'"), "{fault}");
    }
    let army = RECORD.replacen(&made.armies[0], r"a\u0000b", 1);
    let (status, fault): (_, Fault) = table.send("POST", "/api/games", &new_game(army)).await;
    assert_eq!(
        (status, fault.what.as_str()),
        (StatusCode::UNPROCESSABLE_ENTITY, "the line holds the sign NUL")
    );
    let step = add(1, vec![r#"{"choice":"\u0000"}"#.to_owned()]);
    let (status, fault): (_, Fault) = table.send("POST", &aelian_protocol::steps(&made.id), &step).await;
    assert_eq!((status, fault.place.as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "lines, number 0"));
    for id in ["a%00b", &"x".repeat(65), "a%20b"] {
        for rest in ["", "/record"] {
            let (response, text) = table.get(&format!("/api/games/{id}{rest}"), &[]).await;
            assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{text}");
            assert!(text.contains("an id of at most 64 letters"), "{text}");
        }
    }
    assert_eq!(table.read(&made.id).await.summary, made);
}

#[tokio::test]
async fn the_list_is_read_page_by_page() {
    let table = table().await;
    for number in 0..5 {
        let made = table.create(0).await;
        let change = ChangeGame { title: Some(format!("Evening {number}")), ..ChangeGame::default() };
        let (_, _): (_, Summary) = table.send("PATCH", &aelian_protocol::game(&made.id), &change).await;
    }
    let page =
        async |address: String| -> Games { serde_json::from_str(&table.get(&address, &[]).await.1).unwrap() };
    let first = page("/api/games?limit=2".to_owned()).await;
    assert_eq!((first.games.len(), first.all), (2, 5));
    let (mut all, mut more) = (first.games, first.more);
    while let Some(after) = more {
        let next = page(format!("/api/games?limit=2&after={after}")).await;
        all.extend(next.games);
        more = next.more;
    }
    let mut titles: Vec<&str> = all.iter().map(|game| game.title.as_str()).collect();
    titles.sort_unstable();
    assert_eq!(titles, ["Evening 0", "Evening 1", "Evening 2", "Evening 3", "Evening 4"]);
    let found = page(aelian_protocol::games("EVENING 3", None)).await;
    assert_eq!((found.games.len(), found.all, found.more), (1, 1, None));
    for bad in ["limit=0", "after=yesterday", "title=%00"] {
        let (response, text) = table.get(&format!("/api/games?{bad}"), &[]).await;
        assert!(response.status().is_client_error() && text.contains("right"), "{bad}: {text}");
    }
}

#[tokio::test]
async fn a_game_that_is_sent_twice_is_one_game() {
    let table = table().await;
    let record = |steps: usize| RECORD.lines().take(1 + steps).collect::<Vec<_>>().join("\n");
    let new = |steps| NewGame { id: Some("0123456789abcdef".to_owned()), ..new_game(record(steps)) };
    let (status, made): (_, Summary) = table.send("POST", "/api/games", &new(2)).await;
    assert_eq!((status, made.id.as_str()), (StatusCode::CREATED, "0123456789abcdef"));
    let (status, again): (_, Summary) = table.send("POST", "/api/games", &new(4)).await;
    assert_eq!((status, &again), (StatusCode::OK, &made), "it stands as it did");
    let mut other = new(0);
    other.record = other.record.replacen("\"format\":1", "\"format\":1 ", 1);
    let (status, _): (_, Fault) = table.send("POST", "/api/games", &other).await;
    assert_eq!(status, StatusCode::CONFLICT, "another game may not take its place");
    for bad in ["short", "With-Capitals", "../../etc/passwd", ""] {
        let new = NewGame { id: Some(bad.to_owned()), ..new_game(record(0)) };
        let (status, fault): (_, Fault) = table.send("POST", "/api/games", &new).await;
        assert_eq!((status, fault.place.as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "id"));
    }
    let games: Games = serde_json::from_str(&table.get("/api/games", &[]).await.1).unwrap();
    assert_eq!(games.games, [made]);
}

#[tokio::test]
async fn nothing_is_answered_as_saved_once_the_file_is_gone() {
    let table = table().await;
    let made = table.create(2).await;
    std::fs::remove_file(table.folder.path().join("data/aelian.db")).unwrap();
    let (status, fault): (_, Fault) =
        table.send("POST", &aelian_protocol::steps(&made.id), &add(2, lines(2, 3))).await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    assert!(
        fault.what.contains("aelian.db was deleted") && fault.right.contains("start it again"),
        "{fault}"
    );
    assert_eq!(table.get("/api/games", &[]).await.0.status(), StatusCode::INTERNAL_SERVER_ERROR);
}
