//! Matches that are being played are held open, so that a further step is judged by itself.
//!
//! What is held is never more than what the store has: whoever changes a match takes it from its chair, stores
//! the change and only then puts it back. If anything fails on the way, or whoever asked is gone, the chair stays
//! empty and the record is read from the store the next time. So the program may end at any moment.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use aelian_protocol::{Seen, Trace};
use aelian_store::{Saved, Standing};
use aelian_view::sitting::Sitting;
use tokio::sync::OwnedMutexGuard;

use crate::fault::Refused;
use crate::limits::fit_record;
use crate::records;

/// No more matches than these are held, and none that nobody has touched for so long.
const MOST: usize = 64;
const IDLE: Duration = Duration::from_secs(15 * 60);
/// The records of all that are held, in bytes as they are written.
const MOST_BYTES: usize = 64 << 20;

/// An open match, as the store has it.
pub(crate) struct Held {
    sitting: Box<dyn Sitting>,
    revision: i64,
    /// Of the record after each step; the first is that of the bare header.
    traces: Vec<Trace>,
    /// Length of the written record.
    bytes: usize,
}

impl Held {
    pub(crate) async fn open(saved: Saved) -> Result<Held, Refused> {
        records::apart(move || {
            let text = records::text(&saved);
            let sitting = records::open(&text)?;
            let traces = Trace::all(&saved.header, &saved.lines);
            Ok(Held { sitting, revision: saved.entry.revision, traces, bytes: text.len() })
        })
        .await?
    }

    pub(crate) fn steps(&self) -> usize {
        self.sitting.steps()
    }

    pub(crate) fn revision(&self) -> i64 {
        self.revision
    }

    /// What somebody has seen who knows the whole of it.
    pub(crate) fn seen(&self) -> Option<Seen> {
        let trace = *self.traces.last()?;
        Some(Seen { revision: self.revision, trace })
    }

    pub(crate) fn standing(&self) -> Standing {
        records::standing(&*self.sitting)
    }

    /// Takes further lines; if they do not fit, the match is as it was.
    pub(crate) async fn follow(mut self, lines: Vec<String>) -> Result<(Held, Result<(), Refused>), Refused> {
        let bytes = self.bytes + lines.iter().map(|line| line.len() + 1).sum::<usize>();
        if let Err(fault) = fit_record(bytes) {
            return Ok((self, Err(fault)));
        }
        records::apart(move || {
            let fits = self.sitting.follow(&lines).map_err(records::broken);
            if fits.is_ok() {
                self.bytes = bytes;
                for line in &lines {
                    self.traces.extend(self.traces.last().map(|trace| trace.then(line)));
                }
            }
            (self, fits)
        })
        .await
    }

    /// Keeps so many steps.
    pub(crate) async fn cut(mut self, keep: usize) -> Result<Held, Refused> {
        records::apart(move || {
            self.sitting.cut(keep);
            self.traces.truncate(keep + 1);
            self.bytes = self.sitting.record().len();
            self
        })
        .await
    }

    /// The same match, which the store now has under this revision.
    pub(crate) fn stored_as(self, revision: i64) -> Held {
        Held { revision, ..self }
    }
}

impl std::fmt::Debug for Held {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} steps, revision {}", self.steps(), self.revision)
    }
}

/// The place of one match: whoever sits in it is the only one who changes the match.
pub(crate) type Chair = OwnedMutexGuard<Option<Held>>;

/// All matches that are held, by the id of their game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matches(Arc<Mutex<BTreeMap<String, Place>>>);

#[derive(Debug)]
struct Place {
    chair: Arc<tokio::sync::Mutex<Option<Held>>>,
    used: Instant,
}

impl Matches {
    /// Gives up what lies idle, for as long as there is anybody who asks for matches.
    pub(crate) fn watched(self) -> Matches {
        let watched = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(IDLE / 4).await;
                let Some(places) = watched.upgrade() else { return };
                Matches(places).give_up_idle(Instant::now());
            }
        });
        self
    }

    /// Waits for the place of a match. It is empty if the match must be read from the store.
    pub(crate) async fn sit(&self, id: &str) -> Chair {
        let chair = {
            let mut places = self.places();
            make_room(&mut places, id);
            let place = places
                .entry(id.to_owned())
                .or_insert_with(|| Place { chair: Arc::default(), used: Instant::now() });
            place.used = Instant::now();
            place.chair.clone()
        };
        chair.lock_owned().await
    }

    pub(crate) fn forget(&self, id: &str) {
        self.places().remove(id);
    }

    fn give_up_idle(&self, now: Instant) {
        self.places().retain(|_, place| is_taken(place) || now.saturating_duration_since(place.used) < IDLE);
    }

    fn places(&self) -> MutexGuard<'_, BTreeMap<String, Place>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_taken(place: &Place) -> bool {
    place.chair.try_lock().is_err()
}

/// Gives up empty places and those that were longest unused, until there is room for this one, which may be there
/// already.
fn make_room(places: &mut BTreeMap<String, Place>, id: &str) {
    let bytes = |place: &Place| place.chair.try_lock().map_or(0, |held| held.as_ref().map_or(0, |h| h.bytes));
    places.retain(|other, place| other == id || is_taken(place) || bytes(place) > 0);
    let others = if places.contains_key(id) { MOST } else { MOST - 1 };
    let mut all: usize = places.values().map(bytes).sum();
    while places.len() > others || all > MOST_BYTES {
        let free = places.iter().filter(|(other, place)| *other != id && !is_taken(place));
        let Some(oldest) = free.min_by_key(|(_, place)| place.used).map(|(other, _)| other.clone()) else {
            return;
        };
        all -= places.remove(&oldest).as_ref().map_or(0, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = include_str!("../../blood-and-blades/playthroughs/chariots.jsonl");

    fn held(bytes: usize) -> Held {
        let sitting = records::open(RECORD).unwrap_or_else(|fault| panic!("{fault:?}"));
        Held { sitting, revision: 1, traces: Vec::new(), bytes }
    }

    fn ids(matches: &Matches) -> Vec<String> {
        matches.places().keys().cloned().collect()
    }

    #[tokio::test]
    async fn a_match_stays_in_its_chair() {
        let matches = Matches::default();
        assert!(matches.sit("a").await.is_none());
        *matches.sit("a").await = Some(held(10));
        assert_eq!(matches.sit("a").await.as_ref().map(Held::revision), Some(1));
        matches.forget("a");
        assert!(matches.sit("a").await.is_none());
    }

    #[tokio::test]
    async fn no_more_matches_are_held_than_there_is_room_for() {
        let matches = Matches::default();
        *matches.sit("large").await = Some(held(MOST_BYTES));
        *matches.sit("small").await = Some(held(10));
        drop(matches.sit("next").await);
        assert_eq!(ids(&matches), ["next", "small"], "the largest was also the oldest");
        for number in 0..2 * MOST {
            *matches.sit(&format!("{number:03}")).await = Some(held(10));
        }
        assert_eq!(matches.places().len(), MOST);
        assert!(!ids(&matches).contains(&"000".to_owned()));
        assert!(ids(&matches).contains(&format!("{:03}", 2 * MOST - 1)));
    }

    #[tokio::test]
    async fn whoever_has_a_place_takes_none_from_another() {
        let matches = Matches::default();
        for number in 0..MOST {
            *matches.sit(&format!("{number:03}")).await = Some(held(10));
        }
        // The one that was longest unused would be given up first, and it is the one that goes on.
        assert_eq!(matches.sit("000").await.as_ref().map(Held::revision), Some(1));
        assert_eq!(matches.places().len(), MOST, "all are still held");
        drop(matches.sit("another").await);
        assert!(!ids(&matches).contains(&"001".to_owned()), "now the second was longest unused");
        assert_eq!(matches.places().len(), MOST);
    }

    #[tokio::test]
    async fn only_what_lies_idle_is_given_up() {
        let matches = Matches::default();
        *matches.sit("idle").await = Some(held(10));
        let mut taken = matches.sit("taken").await;
        *taken = Some(held(10));
        matches.give_up_idle(Instant::now());
        assert_eq!(ids(&matches), ["idle", "taken"]);
        matches.give_up_idle(Instant::now() + IDLE);
        assert_eq!(ids(&matches), ["taken"], "somebody sits there");
    }
}
