//! Steps are added to a game and taken back, by those who have seen what is stored.
//!
//! The match is held open (`matches`), so that a step costs the same at the end of a long game as at its
//! beginning. A held match that is not what the store has is given up, and the record is read anew.

use aelian_protocol::{AppendSteps, Fit, Stored, Summary, Truncate};
use aelian_store::{Entry, Saved, StoreError};
use axum::Json;
use axum::extract::{Path, State};

use crate::Shared;
use crate::api::{Body, summary};
use crate::fault::Refused;
use crate::matches::{Chair, Held};

/// How often a change is tried anew when somebody else was quicker.
const TRIES: usize = 3;

pub(crate) async fn append(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Body(sent): Body<AppendSteps>,
) -> Result<Json<Summary>, Refused> {
    single_lines(&sent.lines)?;
    let mut chair = shared.matches.sit(&id).await;
    let next = |held: &mut Held| {
        let there = held.steps() == sent.from && held.seen().is_some_and(|seen| seen.trace == sent.after);
        there && !sent.lines.is_empty()
    };
    if let Some(held) = chair.take_if(next)
        && let Some(entry) = add(&shared, &mut chair, held, &id, &sent.lines).await?
    {
        return Ok(Json(summary(entry)));
    }
    for _ in 0..TRIES {
        let saved = shared.store.read(&id).await?;
        match sent.fit(&saved.header, &saved.lines) {
            Fit::Fits => {}
            Fit::Done => return Ok(Json(summary(saved.entry))),
            Fit::Strange => return Err(strange_steps(&saved, &sent)),
        }
        let held = Held::open(saved).await?;
        if let Some(entry) = add(&shared, &mut chair, held, &id, &sent.lines).await? {
            return Ok(Json(summary(entry)));
        }
    }
    Err(StoreError::Changed.into())
}

pub(crate) async fn truncate(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Body(sent): Body<Truncate>,
) -> Result<Json<Summary>, Refused> {
    let mut chair = shared.matches.sit(&id).await;
    let known = |held: &mut Held| sent.keep <= held.steps() && held.seen() == Some(sent.seen);
    if let Some(held) = chair.take_if(known)
        && let Some(entry) = cut(&shared, &mut chair, held, &id, sent.keep).await?
    {
        return Ok(Json(summary(entry)));
    }
    for _ in 0..TRIES {
        let saved = shared.store.read(&id).await?;
        match sent.fit(&saved.header, &saved.lines, saved.entry.revision) {
            Fit::Fits => {}
            Fit::Done => return Ok(Json(summary(saved.entry))),
            Fit::Strange => return Err(strange_cut(&saved, sent.keep)),
        }
        let held = Held::open(saved).await?;
        if let Some(entry) = cut(&shared, &mut chair, held, &id, sent.keep).await? {
            return Ok(Json(summary(entry)));
        }
    }
    Err(StoreError::Changed.into())
}

fn single_lines(lines: &[String]) -> Result<(), Refused> {
    let odd = lines.iter().position(|line| line.trim().is_empty() || line.contains(['\n', '\r']));
    match odd {
        None => Ok(()),
        Some(at) => Err(Refused::unfit(
            "this is not one line",
            format!("lines, number {at}"),
            "each step as one line of the record",
        )),
    }
}

/// Other lines stand there or before them, or there is a gap.
fn strange_steps(saved: &Saved, sent: &AppendSteps) -> Refused {
    let lines = saved.lines.get(sent.from..).unwrap_or_default().to_vec();
    let what = format!("these steps do not follow what is stored: they begin after step {}", sent.from);
    Refused::conflict(what, "from", Stored { steps: saved.lines.len(), lines })
}

/// Nobody takes away what he has not seen.
fn strange_cut(saved: &Saved, keep: usize) -> Refused {
    let lines = saved.lines.get(keep..).unwrap_or_default().to_vec();
    let what = format!("{keep} steps cannot be kept: the game is not what was seen");
    Refused::conflict(what, "seen", Stored { steps: saved.lines.len(), lines })
}

/// Judges further lines and stores them; the match goes back to its chair only when the store has them. None if
/// the store has another record than this match.
async fn add(
    shared: &Shared,
    chair: &mut Chair,
    held: Held,
    id: &str,
    lines: &[String],
) -> Result<Option<Entry>, Refused> {
    let (held, fits) = held.follow(lines.to_vec()).await?;
    if let Err(fault) = fits {
        **chair = Some(held);
        return Err(fault);
    }
    let stored = shared.store.append(id, held.revision(), lines, &held.standing()).await;
    settle(chair, held, stored)
}

/// Takes steps back in the match and in the store; otherwise as `add`.
async fn cut(
    shared: &Shared,
    chair: &mut Chair,
    held: Held,
    id: &str,
    keep: usize,
) -> Result<Option<Entry>, Refused> {
    let held = held.cut(keep).await?;
    let stored = shared.store.truncate(id, held.revision(), keep, &held.standing()).await;
    settle(chair, held, stored)
}

fn settle(
    chair: &mut Chair,
    held: Held,
    stored: Result<Entry, StoreError>,
) -> Result<Option<Entry>, Refused> {
    match stored {
        Err(StoreError::Changed) => Ok(None),
        Err(error) => Err(error.into()),
        Ok(entry) => {
            **chair = Some(held.stored_as(entry.revision));
            Ok(Some(entry))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Page;
    use crate::matches::Matches;
    use crate::records::{self, Read};
    use aelian_protocol::{Seen, Trace};
    use aelian_store::{NewEntry, Place, Store};

    const RECORD: &str = include_str!("../../blood-and-blades/playthroughs/chariots.jsonl");

    fn lines(from: usize, to: usize) -> Vec<String> {
        RECORD.lines().skip(1).take(to).skip(from).map(str::to_owned).collect()
    }

    /// A server and the id of its one game, which has no step yet.
    async fn begun(folder: &tempfile::TempDir) -> (Shared, String) {
        let store = Store::open(&Place::Folder(folder.path().to_owned())).await.unwrap();
        let read = records::read(RECORD.lines().next().unwrap().to_owned()).await.unwrap();
        let Read { game, title, armies, header, lines, standing } = read;
        let (game, seats, desk) = (game.to_owned(), Default::default(), "{}".to_owned());
        let new = NewEntry { id: None, title, game, armies, seats, desk, header, lines, standing };
        let id = store.create(new).await.unwrap().id;
        (Shared { store, matches: Matches::default(), page: Page::Folder(folder.path().to_owned()) }, id)
    }

    /// The trace of the record after so many steps.
    fn trace(steps: usize) -> Trace {
        lines(0, steps).iter().fold(Trace::of(RECORD.lines().next().unwrap()), |trace, line| trace.then(line))
    }

    async fn back(shared: &Shared, id: &str, keep: usize, seen: Seen) -> Result<usize, Refused> {
        let sent = Body(Truncate { keep, kept: trace(keep), seen });
        truncate(State(shared.clone()), Path(id.to_owned()), sent).await.map(|summary| summary.steps)
    }

    /// What somebody has seen who has read so many steps now.
    async fn seen(shared: &Shared, id: &str, steps: usize) -> Seen {
        Seen { revision: shared.store.read(id).await.unwrap().entry.revision, trace: trace(steps) }
    }

    async fn send(shared: &Shared, id: &str, from: usize, lines: Vec<String>) -> Result<usize, Refused> {
        let sent = Body(AppendSteps { from, after: trace(from), lines });
        append(State(shared.clone()), Path(id.to_owned()), sent).await.map(|summary| summary.steps)
    }

    async fn held(shared: &Shared, id: &str) -> Option<usize> {
        shared.matches.sit(id).await.as_ref().map(Held::steps)
    }

    #[tokio::test]
    async fn a_match_is_held_from_one_step_to_the_next_and_as_the_store_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let (shared, id) = begun(&folder).await;
        assert_eq!(held(&shared, &id).await, None);
        for step in 0..6 {
            assert_eq!(send(&shared, &id, step, lines(step, step + 1)).await.unwrap(), step + 1);
            assert_eq!(held(&shared, &id).await, Some(step + 1));
            // Whoever opens the file now, because this program has just been killed, finds the step.
            let again = Store::open(&Place::Folder(folder.path().to_owned())).await.unwrap();
            assert_eq!(again.read(&id).await.unwrap().lines, lines(0, step + 1));
        }
        assert!(send(&shared, &id, 6, lines(7, 8)).await.is_err(), "a step is missing");
        assert_eq!(held(&shared, &id).await, Some(6), "what was refused has changed nothing");
        assert_eq!(send(&shared, &id, 5, lines(5, 6)).await.unwrap(), 6, "sent twice");
        let now = seen(&shared, &id, 6).await;
        assert_eq!((back(&shared, &id, 2, now).await.unwrap(), held(&shared, &id).await), (2, Some(2)));
        assert_eq!(back(&shared, &id, 2, now).await.unwrap(), 2, "sent twice");
        assert_eq!(send(&shared, &id, 2, lines(2, 9)).await.unwrap(), 9);
        assert_eq!(shared.store.read(&id).await.unwrap().lines, lines(0, 9));
    }

    #[tokio::test]
    async fn what_another_program_stored_is_found_out() {
        let folder = tempfile::tempdir().unwrap();
        let (here, id) = begun(&folder).await;
        let there = Shared { matches: Matches::default(), ..here.clone() };
        send(&here, &id, 0, lines(0, 3)).await.unwrap();
        send(&there, &id, 3, lines(3, 5)).await.unwrap();
        assert_eq!(held(&here, &id).await, Some(3));
        assert_eq!(send(&here, &id, 3, lines(3, 5)).await.unwrap(), 5, "the same steps are stored already");
        assert!(send(&here, &id, 3, lines(3, 4)).await.is_err(), "another step follows them there");
        assert_eq!(send(&here, &id, 5, lines(5, 6)).await.unwrap(), 6);
        let now = seen(&there, &id, 6).await;
        let back = back(&there, &id, 6, now).await;
        assert_eq!(back.unwrap(), 6, "more than this one holds, but the store has them");
        assert_eq!(held(&there, &id).await, Some(6));
    }

    #[tokio::test]
    async fn nobody_takes_away_what_he_has_not_seen() {
        let folder = tempfile::tempdir().unwrap();
        let (shared, id) = begun(&folder).await;
        send(&shared, &id, 0, lines(0, 3)).await.unwrap();
        let old = seen(&shared, &id, 3).await;
        send(&shared, &id, 3, lines(3, 5)).await.unwrap();
        let now = seen(&shared, &id, 5).await;
        let guessed = [old, Seen { trace: old.trace, ..now }, Seen { revision: old.revision, ..now }];
        for seen in guessed {
            for keep in [0, 2, 4] {
                let fault = back(&shared, &id, keep, seen).await.unwrap_err();
                assert!(format!("{fault:?}").contains("409"), "{fault:?}");
            }
        }
        assert_eq!(shared.store.read(&id).await.unwrap().lines, lines(0, 5));
        // Steps upon another past than was seen are not taken either.
        let strange = AppendSteps { from: 5, after: trace(4), lines: lines(5, 6) };
        let strange = append(State(shared.clone()), Path(id.clone()), Body(strange)).await;
        assert!(strange.is_err());
        assert_eq!(back(&shared, &id, 4, now).await.unwrap(), 4);
        assert!(back(&shared, &id, 3, now).await.is_err(), "it has been changed since");
    }

    #[tokio::test]
    async fn whoever_leaves_halfway_leaves_the_chair_empty() {
        let folder = tempfile::tempdir().unwrap();
        let (shared, id) = begun(&folder).await;
        send(&shared, &id, 0, lines(0, 3)).await.unwrap();
        {
            let mut going = Box::pin(send(&shared, &id, 3, lines(3, 4)));
            let polled = std::future::poll_fn(|cx| std::task::Poll::Ready(going.as_mut().poll(cx))).await;
            assert!(polled.is_pending(), "it is still being judged");
        }
        assert_eq!(held(&shared, &id).await, None);
        assert_eq!(send(&shared, &id, 3, lines(3, 4)).await.unwrap(), 4);
    }
}
