//! Answers that are not a success: a status and a body that says what is wrong, where, and what would be
//! right.

use aelian_protocol::{Fault, Stored};
use aelian_store::StoreError;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// A refused request.
#[derive(Debug)]
pub(crate) struct Refused {
    status: StatusCode,
    fault: Fault,
}

impl Refused {
    pub(crate) fn new(
        status: StatusCode,
        what: impl Into<String>,
        place: impl Into<String>,
        right: impl Into<String>,
    ) -> Refused {
        let fault = Fault { what: what.into(), place: place.into(), right: right.into(), stored: None };
        Refused { status, fault }
    }

    /// What was sent cannot be taken.
    pub(crate) fn unfit(
        what: impl Into<String>,
        place: impl Into<String>,
        right: impl Into<String>,
    ) -> Refused {
        Refused::new(StatusCode::UNPROCESSABLE_ENTITY, what, place, right)
    }

    /// What was sent does not fit to what is stored.
    pub(crate) fn conflict(what: impl Into<String>, place: impl Into<String>, stored: Stored) -> Refused {
        let right = format!("go on from the {} steps that are stored", stored.steps);
        let mut refused = Refused::new(StatusCode::CONFLICT, what, place, right);
        refused.fault.stored = Some(stored);
        refused
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        if self.status.is_server_error() {
            tracing::error!("{}", self.fault);
        }
        (self.status, Json(self.fault)).into_response()
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Refused {
        let (status, right) = match &error {
            StoreError::Unknown(_) => (StatusCode::NOT_FOUND, "ask for /api/games: it lists all saved games"),
            StoreError::Taken(_) => (StatusCode::CONFLICT, "begin the game with another id, or with none"),
            StoreError::Gone(_) => {
                (StatusCode::INTERNAL_SERVER_ERROR, "put the file back, or end the server and start it again")
            }
            StoreError::Changed => (StatusCode::CONFLICT, "read the game again and repeat the change"),
            StoreError::Full => (StatusCode::INSUFFICIENT_STORAGE, "make room on the disk and try again"),
            StoreError::Busy => (StatusCode::SERVICE_UNAVAILABLE, "close the other program and try again"),
            _ => (StatusCode::INTERNAL_SERVER_ERROR, "look at the database and at the server's messages"),
        };
        Refused::new(status, error.to_string(), "the store of saved games", right)
    }
}
