//! Saved games over HTTP: list, create, read, change, delete. How steps are added and taken back stands in `steps`.

use aelian_protocol::{
    ChangeGame, Games, Health, LARGEST_DESK, LARGEST_RECORD, LONGEST_TITLE, NewGame, SavedGame, Seat,
    State as GameState, Summary,
};
use aelian_store::{Change, Entry, NewEntry};
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
use crate::steps::{append, truncate};

/// A record grows when it is written as a text inside JSON: every quotation mark becomes two signs.
pub(crate) const LARGEST_BODY: usize = 2 * LARGEST_RECORD;

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
    records::sized(new.record.len())?;
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
    let record = records::text(&saved);
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
    Ok((headers, records::text(&saved)).into_response())
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
    shared.matches.forget(&id);
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
pub(crate) struct Body<T>(pub(crate) T);

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

pub(crate) fn summary(entry: Entry) -> Summary {
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
