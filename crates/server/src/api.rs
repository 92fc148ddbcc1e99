//! Saved games over HTTP: list, create, read, append, truncate, change, delete.

use aelian_protocol::{
    AppendSteps, ChangeGame, Games, Health, LARGEST_DESK, LARGEST_RECORD, LONGEST_TITLE, NewGame, SavedGame,
    Seat, State as GameState, Stored, Summary, Truncate,
};
use aelian_store::{Change, Entry, NewEntry, Saved, StoreError};
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use serde::de::DeserializeOwned;

use crate::Shared;
use crate::fault::Refused;
use crate::records;

/// A record grows when it is written as a text inside JSON: every quotation mark becomes two signs.
pub(crate) const LARGEST_BODY: usize = 2 * LARGEST_RECORD;
/// How often a change is tried anew when somebody else was quicker.
const TRIES: usize = 3;

pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/api/health", get(health))
        .route("/api/games", get(list).post(create))
        .route("/api/games/{id}", get(read).patch(change).delete(delete))
        .route("/api/games/{id}/record", get(record))
        .route("/api/games/{id}/steps", post(append))
        .route("/api/games/{id}/truncate", post(truncate))
        .route("/api", any(unknown_address))
        .route("/api/", any(unknown_address))
        .route("/api/{*rest}", any(unknown_address))
        .method_not_allowed_fallback(unknown_method)
}

async fn health() -> Json<Health> {
    Json(Health { name: "aelian".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() })
}

async fn list(State(shared): State<Shared>) -> Result<Json<Games>, Refused> {
    let games = shared.store.list().await?.into_iter().map(summary).collect();
    Ok(Json(Games { games }))
}

async fn create(
    State(shared): State<Shared>,
    Body(new): Body<NewGame>,
) -> Result<(StatusCode, Json<Summary>), Refused> {
    let desk = desk(new.desk)?;
    let chosen = new.title.map(title).transpose()?;
    sized(new.record.len())?;
    let read = records::read(new.record).await?;
    let entry = NewEntry {
        title: chosen.unwrap_or_else(|| read.title.chars().take(LONGEST_TITLE).collect()),
        game: read.game.to_owned(),
        armies: read.armies,
        seats: new.seats.map(|seat| seat_text(&seat)),
        desk,
        header: read.header,
        lines: read.lines,
        standing: read.standing,
    };
    Ok((StatusCode::CREATED, Json(summary(shared.store.create(entry).await?))))
}

async fn read(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Json<SavedGame>, Refused> {
    let saved = shared.store.read(&id).await?;
    let record = record_text(&saved, saved.lines.len(), &[]);
    Ok(Json(SavedGame { summary: summary(saved.entry), desk: saved.desk, record }))
}

async fn record(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Response, Refused> {
    let saved = shared.store.read(&id).await?;
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let name: String = saved.entry.title.chars().map(plain).collect();
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.jsonl\"")),
    ];
    Ok((headers, record_text(&saved, saved.lines.len(), &[])).into_response())
}

async fn append(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Body(sent): Body<AppendSteps>,
) -> Result<Json<Summary>, Refused> {
    if let Some(at) = sent.lines.iter().position(|line| line.trim().is_empty() || line.contains(['\n', '\r']))
    {
        return Err(Refused::unfit(
            "this is not one line",
            format!("lines, number {at}"),
            "each step as one line of the record",
        ));
    }
    for _ in 0..TRIES {
        let saved = shared.store.read(&id).await?;
        let there = saved.lines.get(sent.from..);
        if there.is_some_and(|there| there == sent.lines) {
            return Ok(Json(summary(saved.entry)));
        }
        if there.is_none_or(|there| !there.is_empty()) {
            let stored = Stored { steps: saved.lines.len(), lines: there.unwrap_or_default().to_vec() };
            let what = format!("these steps begin after step {}, which is not the last one", sent.from);
            return Err(Refused::conflict(what, "from", stored));
        }
        let text = record_text(&saved, saved.lines.len(), &sent.lines);
        sized(text.len())?;
        let standing = records::read(text).await?.standing;
        match shared.store.append(&id, saved.revision, &sent.lines, &standing).await {
            Err(StoreError::Changed) => continue,
            done => return Ok(Json(summary(done?))),
        }
    }
    Err(StoreError::Changed.into())
}

async fn truncate(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Body(sent): Body<Truncate>,
) -> Result<Json<Summary>, Refused> {
    for _ in 0..TRIES {
        let saved = shared.store.read(&id).await?;
        let steps = saved.lines.len();
        if sent.keep > steps {
            let what = format!("{} steps cannot be kept", sent.keep);
            return Err(Refused::conflict(what, "keep", Stored { steps, lines: Vec::new() }));
        }
        let standing = records::read(record_text(&saved, sent.keep, &[])).await?.standing;
        match shared.store.truncate(&id, saved.revision, sent.keep, &standing).await {
            Err(StoreError::Changed) => continue,
            done => return Ok(Json(summary(done?))),
        }
    }
    Err(StoreError::Changed.into())
}

async fn change(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Body(sent): Body<ChangeGame>,
) -> Result<Json<Summary>, Refused> {
    let change = Change {
        title: sent.title.map(title).transpose()?,
        seats: sent.seats.map(|seats| seats.map(|seat| seat_text(&seat))),
        desk: sent.desk.map(desk).transpose()?,
    };
    Ok(Json(summary(shared.store.change(&id, change).await?)))
}

async fn delete(State(shared): State<Shared>, Path(id): Path<String>) -> Result<StatusCode, Refused> {
    shared.store.delete(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn unknown_address(uri: Uri) -> Refused {
    let right = "an address of docs/server.md, such as /api/games";
    Refused::new(StatusCode::NOT_FOUND, "there is nothing at this address", uri.path(), right)
}

async fn unknown_method(uri: Uri) -> Refused {
    let right = "one of the methods that docs/server.md names for this address";
    Refused::new(StatusCode::METHOD_NOT_ALLOWED, "the address does not take this method", uri.path(), right)
}

/// JSON sent to us; what cannot be read is told in our own form.
struct Body<T>(T);

impl<T: DeserializeOwned> FromRequest<Shared> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, shared: &Shared) -> Result<Body<T>, Refused> {
        let place = request.uri().path().to_owned();
        match Json::from_request(request, shared).await {
            Ok(Json(sent)) => Ok(Body(sent)),
            Err(rejection) => Err(unread(&rejection, place)),
        }
    }
}

fn unread(rejection: &JsonRejection, place: String) -> Refused {
    let right = match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => format!("a record of at most {} MB", LARGEST_RECORD >> 20),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "JSON, with Content-Type: application/json".to_owned(),
        _ => "the fields that docs/server.md names, as JSON".to_owned(),
    };
    Refused::new(rejection.status(), rejection.body_text(), place, right)
}

/// Header and steps, of the stored ones only so many, with others behind them.
fn record_text(saved: &Saved, keep: usize, more: &[String]) -> String {
    let mut text = String::new();
    let stored = saved.lines.iter().take(keep);
    for line in std::iter::once(&saved.header).chain(stored).chain(more) {
        text.push_str(line);
        text.push('\n');
    }
    text
}

fn sized(bytes: usize) -> Result<(), Refused> {
    if bytes <= LARGEST_RECORD {
        return Ok(());
    }
    let right = format!("a record of at most {} MB", LARGEST_RECORD >> 20);
    Err(Refused::new(StatusCode::PAYLOAD_TOO_LARGE, "the record is too large", "record", right))
}

fn title(text: String) -> Result<String, Refused> {
    let title = text.trim().to_owned();
    let fits =
        !title.is_empty() && title.chars().count() <= LONGEST_TITLE && !title.contains(char::is_control);
    let right = format!("a title of 1 to {LONGEST_TITLE} letters on one line");
    if fits { Ok(title) } else { Err(Refused::unfit("the title cannot be used", "title", right)) }
}

fn desk(text: String) -> Result<String, Refused> {
    let right = format!("JSON of at most {} kB", LARGEST_DESK >> 10);
    if text.len() > LARGEST_DESK {
        return Err(Refused::unfit("the desk is too large", "desk", right));
    }
    match serde_json::from_str::<serde::de::IgnoredAny>(&text) {
        Ok(_) => Ok(text),
        Err(error) => Err(Refused::unfit(format!("the desk is not JSON: {error}"), "desk", right)),
    }
}

fn seat_text(seat: &Seat) -> String {
    serde_json::to_string(seat).unwrap_or_default()
}

fn summary(entry: Entry) -> Summary {
    Summary {
        id: entry.id,
        title: entry.title,
        game: entry.game,
        armies: entry.armies,
        seats: entry.seats.map(|text| serde_json::from_str(&text).unwrap_or(Seat::Human)),
        steps: entry.steps,
        state: if entry.standing.state == "over" { GameState::Over } else { GameState::Playing },
        moment: entry.standing.moment,
        created: entry.created,
        changed: entry.changed,
    }
}
