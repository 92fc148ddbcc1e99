//! How long texts may be that come in, and which signs they may hold. What is too long is refused with words that say
//! which text it is, how long it is, and how long it may be.

use aelian_protocol::{
    AppendSteps, ChangeGame, GAMES, LARGEST_DESK, LARGEST_LINE, LARGEST_RECORD, LONGEST_ID, LONGEST_NAME,
    LONGEST_TITLE, NewGame, Seat, Truncate, is_id,
};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::fault::Refused;

/// How JSON writes NUL, which no text may hold: some databases take none, and many programs end a text there.
const NUL: &str = "\\u0000";

/// A body that can say whether its texts may be taken.
pub(crate) trait Fit {
    fn fit(&self) -> Result<(), Refused>;
}

impl Fit for NewGame {
    fn fit(&self) -> Result<(), Refused> {
        self.id.iter().try_for_each(|id| fit_wished_id(id))?;
        self.title.iter().try_for_each(|title| fit_title(title))?;
        fit_seats(&self.seats)?;
        fit_desk(&self.desk)?;
        fit_record(self.record.len())?;
        self.record.lines().enumerate().try_for_each(|(at, line)| fit_line("record", at, line))
    }
}

impl Fit for ChangeGame {
    fn fit(&self) -> Result<(), Refused> {
        self.title.iter().try_for_each(|title| fit_title(title))?;
        self.seats.iter().try_for_each(fit_seats)?;
        self.desk.iter().try_for_each(|desk| fit_desk(desk))
    }
}

impl Fit for AppendSteps {
    fn fit(&self) -> Result<(), Refused> {
        self.lines.iter().enumerate().try_for_each(|(at, line)| fit_line("lines", at, line))
    }
}

impl Fit for Truncate {
    fn fit(&self) -> Result<(), Refused> {
        Ok(())
    }
}

/// Refuses addresses of games that cannot be any, before somebody looks for them.
pub(crate) async fn ids(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let rest = path.strip_prefix(GAMES).and_then(|rest| rest.strip_prefix('/'));
    match rest.and_then(|rest| rest.split('/').next()).map_or(Ok(()), fit_id) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    }
}

fn fit_id(id: &str) -> Result<(), Refused> {
    let right = format!("an id of at most {LONGEST_ID} letters and digits, as /api/games lists them");
    let what = match id.chars().find(|c| !c.is_ascii_alphanumeric() && *c != '-') {
        _ if id.len() > LONGEST_ID => format!("the id has {} letters", id.len()),
        Some(odd) => format!("the id holds the sign {odd:?}"),
        None => return Ok(()),
    };
    Err(Refused::new(StatusCode::BAD_REQUEST, what, "the address", right))
}

/// An id that the page gives a new game.
fn fit_wished_id(id: &str) -> Result<(), Refused> {
    let right = "eight to thirty-two small letters and digits";
    if is_id(id) { Ok(()) } else { Err(Refused::unfit("no game can have this id", "id", right)) }
}

/// A title as it is kept: what stands around it is no part of it.
pub(crate) fn fit_title(title: &str) -> Result<(), Refused> {
    let title = title.trim();
    if title.is_empty() {
        let right = format!("a title of 1 to {LONGEST_TITLE} letters on one line");
        return Err(Refused::unfit("the title is empty", "title", right));
    }
    fit_text("the title", title, "title", LONGEST_TITLE)
}

fn fit_seats(seats: &[Seat; 2]) -> Result<(), Refused> {
    for (seat, side) in seats.iter().zip(["Red", "Blue"]) {
        if let Seat::Computer(name) = seat {
            fit_text(&format!("the name of {side}'s computer player"), name, "seats", LONGEST_NAME)?;
        }
    }
    Ok(())
}

fn fit_desk(desk: &str) -> Result<(), Refused> {
    let right = format!("JSON of at most {} kB", LARGEST_DESK >> 10);
    if desk.len() > LARGEST_DESK {
        return Err(too_large(format!("the desk has {} kB", desk.len().div_ceil(1 << 10)), "desk", right));
    }
    match serde_json::from_str::<serde::de::IgnoredAny>(desk) {
        Ok(_) => Ok(()),
        Err(error) => Err(Refused::unfit(format!("the desk is not JSON: {error}"), "desk", right)),
    }
}

/// How many bytes a record may have in all.
pub(crate) fn fit_record(bytes: usize) -> Result<(), Refused> {
    if bytes <= LARGEST_RECORD {
        return Ok(());
    }
    let what = format!("the record has {:.1} MB", bytes as f64 / f64::from(1 << 20));
    Err(too_large(what, "record", format!("a record of at most {} MB", LARGEST_RECORD >> 20)))
}

/// One line of a record: its length, and that none of its names holds NUL.
fn fit_line(place: &str, at: usize, line: &str) -> Result<(), Refused> {
    let place = || format!("{place}, number {at}");
    if line.len() > LARGEST_LINE {
        let what = format!("the line has {} kB", line.len().div_ceil(1 << 10));
        return Err(too_large(what, place(), format!("a line of at most {} kB", LARGEST_LINE >> 10)));
    }
    if holds_nul(line) {
        let right = "names of letters, digits and signs";
        return Err(Refused::unfit("the line holds the sign NUL", place(), right));
    }
    Ok(())
}

/// The name of an army, which comes out of a record.
pub(crate) fn fit_army(name: &str) -> Result<(), Refused> {
    fit_text("the name of an army", name, "record", LONGEST_NAME)
}

/// A short text on one line.
pub(crate) fn fit_text(what: &str, text: &str, place: &str, most: usize) -> Result<(), Refused> {
    let letters = text.chars().count();
    if letters > most {
        return Err(too_large(
            format!("{what} has {letters} letters"),
            place,
            format!("at most {most} letters"),
        ));
    }
    let Some(odd) = text.chars().find(|c| c.is_control()) else { return Ok(()) };
    let what = format!("{what} holds the sign {odd:?}, which is no letter");
    Err(Refused::unfit(what, place, "letters, digits and signs on one line"))
}

fn too_large(what: String, place: impl Into<String>, right: String) -> Refused {
    Refused::new(StatusCode::PAYLOAD_TOO_LARGE, what, place, right)
}

/// Whether a line of JSON holds NUL in one of its texts, or by itself.
fn holds_nul(line: &str) -> bool {
    let is_sign = |(at, _): (usize, &str)| {
        let before = line.get(..at).unwrap_or_default();
        // A backslash that is itself written with one begins nothing.
        before.chars().rev().take_while(|c| *c == '\\').count() % 2 == 0
    };
    line.contains('\0') || line.match_indices(NUL).any(is_sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_is_found_where_it_is_one() {
        assert!(holds_nul(r#"{"name":"a\u0000b"}"#));
        assert!(holds_nul(r#"{"name":"\\\u0000"}"#));
        assert!(holds_nul("a\0"));
        // A backslash and five signs, and another sign of control.
        assert!(!holds_nul(r#"{"name":"a\\u0000b \u0001"}"#));
    }
}
