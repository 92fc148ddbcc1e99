//! Saved games over HTTP: create, read, change, delete. How steps are added and taken back stands in `steps`, the list
//! in `list`, and which texts may come in in `limits`.

use aelian_protocol::{
    ChangeGame, Health, LARGEST_RECORD, LONGEST_TITLE, NewGame, SavedGame, Seat, State as GameState, Summary,
};
use aelian_store::{Change, Entry, NewEntry, StoreError};
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use serde::de::DeserializeOwned;
use std::time::Duration;

use crate::Shared;
use crate::connections::Patience;
use crate::fault::Refused;
use crate::limits::{Fit, fit_army};
use crate::list::list;
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

async fn create(
    State(shared): State<Shared>,
    Body(new): Body<NewGame>,
) -> Result<(StatusCode, Json<Summary>), Refused> {
    let wished = new.id;
    let read = records::read(new.record).await?;
    read.armies.iter().try_for_each(|name| fit_army(name))?;
    let header = read.header.clone();
    let entry = NewEntry {
        id: wished.clone(),
        title: new.title.map_or_else(|| read.title.chars().take(LONGEST_TITLE).collect(), trimmed),
        game: read.game.to_owned(),
        armies: read.armies,
        seats: new.seats.map(|seat| seat_text(&seat)),
        desk: new.desk,
        header: read.header,
        lines: read.lines,
        standing: read.standing,
    };
    match (shared.store.create(entry).await, wished) {
        (Err(StoreError::Taken(_)), Some(id)) => {
            let there = shared.store.read(&id).await?;
            if there.header != header {
                return Err(StoreError::Taken(id).into());
            }
            Ok((StatusCode::OK, Json(summary(there.entry))))
        }
        (made, _) => Ok((StatusCode::CREATED, Json(summary(made?)))),
    }
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
        title: sent.title.map(trimmed),
        seats: sent.seats.map(|seats| seats.map(|seat| seat_text(&seat))),
        desk: sent.desk,
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

/// JSON sent to us, with texts that may be taken; what cannot be read is told in our own form.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned + Fit> FromRequest<Shared> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, shared: &Shared) -> Result<Body<T>, Refused> {
        let place = request.uri().path().to_owned();
        let patience = request.extensions().get::<Patience>().copied().unwrap_or_default().body;
        match tokio::time::timeout(patience, Json::<T>::from_request(request, shared)).await {
            Ok(Ok(Json(sent))) => sent.fit().map(|()| Body(sent)),
            Ok(Err(rejection)) => Err(unread(&rejection, place)),
            Err(_) => Err(too_slow(place, patience)),
        }
    }
}

fn too_slow(place: String, patience: Duration) -> Refused {
    let right = format!("send the whole of it within {} seconds", patience.as_secs_f64());
    Refused::new(StatusCode::REQUEST_TIMEOUT, "the body of the request did not come", place, right)
}

fn unread(rejection: &JsonRejection, place: String) -> Refused {
    let right = match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let most = [LARGEST_BODY, LARGEST_RECORD].map(|bytes| bytes >> 20);
            format!("at most {} MB, and in them a record of at most {} MB", most[0], most[1])
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "JSON, with Content-Type: application/json".to_owned(),
        _ => "the fields that docs/server.md names, as JSON".to_owned(),
    };
    Refused::new(rejection.status(), rejection.body_text(), place, right)
}

fn trimmed(title: String) -> String {
    title.trim().to_owned()
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
        revision: entry.revision,
    }
}
