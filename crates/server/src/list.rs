//! The list of saved games, a page at a time.

use aelian_protocol::{Games, LARGEST_PAGE, LONGEST_ID, LONGEST_TITLE, USUAL_PAGE};
use aelian_store::{Mark, Wanted};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, Uri};

use crate::Shared;
use crate::api::summary;
use crate::fault::Refused;
use crate::limits::fit_text;

pub(crate) async fn list(State(shared): State<Shared>, uri: Uri) -> Result<Json<Games>, Refused> {
    let listed = shared.store.list(&wanted(uri.query().unwrap_or_default())?).await?;
    let more = listed.more.map(|Mark { changed, id }| format!("{changed}-{id}"));
    Ok(Json(Games { games: listed.games.into_iter().map(summary).collect(), all: listed.all, more }))
}

/// What is asked for behind the question mark. What is unknown there is left alone: it may be meant for somebody else.
fn wanted(query: &str) -> Result<Wanted, Refused> {
    let mut wanted = Wanted { most: USUAL_PAGE, after: None, title: String::new() };
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        match &*name {
            "title" => {
                fit_text("the title that is looked for", &value, "title", LONGEST_TITLE)?;
                wanted.title = value.into_owned();
            }
            "limit" => wanted.most = limit(&value)?,
            "after" => wanted.after = Some(mark(&value)?),
            _ => {}
        }
    }
    Ok(wanted)
}

fn limit(text: &str) -> Result<usize, Refused> {
    let right = format!("a number from 1 to {LARGEST_PAGE}");
    let number = text.parse().ok().filter(|number| (1..=LARGEST_PAGE).contains(number));
    number.ok_or_else(|| bad("this is no number of games", "limit", right))
}

/// A mark as it was given with the page before.
fn mark(text: &str) -> Result<Mark, Refused> {
    let read = || {
        let (changed, id) = text.split_once('-')?;
        let is_id = id.len() <= LONGEST_ID && id.chars().all(|c| c.is_ascii_alphanumeric());
        is_id.then_some(Mark { changed: changed.parse().ok()?, id: id.to_owned() })
    };
    read().ok_or_else(|| {
        bad("this is no place in the list", "after", "the `more` of the page before".to_owned())
    })
}

fn bad(what: &str, place: &str, right: String) -> Refused {
    Refused::new(StatusCode::BAD_REQUEST, what, place, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_read_or_refused() {
        let plain = wanted("").unwrap();
        assert_eq!((plain.most, plain.after, plain.title.as_str()), (USUAL_PAGE, None, ""));
        let all = wanted("title=at%20%C3%A9+1&limit=7&after=12-abc&other=1").unwrap();
        assert_eq!((all.most, all.title.as_str()), (7, "at é 1"));
        assert_eq!(all.after, Some(Mark { changed: 12, id: "abc".to_owned() }));
        for bad in ["limit=0", "limit=201", "limit=x", "after=5", "after=x-abc", "after=5-a%00", "title=a%00"]
        {
            assert!(wanted(bad).is_err(), "{bad}");
        }
        assert!(wanted(&format!("title={}", "x".repeat(LONGEST_TITLE + 1))).is_err());
    }
}
