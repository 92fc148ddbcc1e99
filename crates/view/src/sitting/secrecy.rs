//! The law of secrets, tried on random battles: whatever is told to somebody follows from what he may know.
//!
//! * *His own eyes*: who is sent only the events that he may know has, after each step, the state that he is shown. The
//!   question to a side is the one that follows from its own view, and what is legal to its eyes is legal.
//! * *Nothing out of place*: no place on the table that he may not know stands in anything that he is shown.
//! * *Twins*: two matches that differ only in what is hidden from him (who lies where, where somebody will come on, what
//!   a marker holds) and go on with the same open choices and the same dice tell him the same, word for word, until one
//!   of them shows him something.
//! * *One name*: a piece that two of them see has one name for both.
//! * *What was sent is shown*: the match as a viewer knows it, written, read and opened, tells him the same as this one
//!   does.
//!
//! What is told is all that a page has for him: the log with its reasons and dice, the table, its pieces and their cards,
//! zones, fights, the standing, the question with its answers, pictures; and the line that he is sent.

use super::{Sitting, Table};
use crate::table::{PieceId, Shown};
use aelian_dice::{Generator, Sampler, Seed};
use aelian_game::{Drawn, Match, Next, Ruleset, Seen, Side, Viewer, Want};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// Something was told that must not be, or told otherwise than a viewer's own state tells it.
#[derive(Debug)]
pub struct Leak {
    pub law: &'static str,
    pub step: usize,
    pub viewer: Viewer,
    pub detail: String,
}

/// What a battle under the law came to.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    pub steps: u32,
    /// How often all was told to somebody.
    pub tellings: u32,
    /// Pairs of matches that differed in what is hidden, and steps for which they told the same.
    pub twins: u32,
    pub compared: u32,
    /// How pairs ended.
    pub ended: BTreeMap<&'static str, u32>,
}

/// Every so many steps everything is told, and every so many decisions an earlier choice is tried again.
const ALL_EVERY: u32 = 24;
const TRY_EVERY: u32 = 8;
/// Every so many steps the match as each viewer knows it is written and opened.
const WATCHED_EVERY: u32 = 512;
/// A battle is followed for so many steps: whether it ends is another law's matter.
const LONGEST: u32 = 4_000;
/// So many twins go along at once.
const TWINS: usize = 2;

/// Plays one battle at random under the law.
pub fn try_battle<R: Shown>(setup: &R::Setup, seed: u64) -> Result<Tried, Box<Leak>> {
    let Ok(battle) = Match::<R>::new(setup.clone()) else { return Ok(Tried::default()) };
    let mut trial = Trial {
        eyes: Viewer::ALL.map(|viewer| Seen::by(&battle.rules, &battle.state, viewer)),
        one: Table::new(battle),
        twins: Vec::new(),
        past: Vec::new(),
        sampler: Sampler::stream(seed, 1),
        seed: Seed::from(seed),
        tried: Tried::default(),
    };
    trial.play()?;
    Ok(trial.tried)
}

struct Trial<R: Shown> {
    one: Table<R>,
    /// What each of `Viewer::ALL` has made of what he was sent.
    eyes: [Seen<R>; 3],
    twins: Vec<Twin<R>>,
    past: Vec<R::Choice>,
    sampler: Sampler,
    seed: Seed,
    tried: Tried,
}

/// The same match but for what this side hides.
struct Twin<R: Shown> {
    table: Table<R>,
    keeper: Side,
}

/// How a twin goes on.
enum Goes<C> {
    With(C),
    /// It has to part: the reason for the tally.
    Parts(&'static str),
}

type Held<T = ()> = Result<T, Box<Leak>>;

impl<R: Shown> Trial<R> {
    fn play(&mut self) -> Held {
        for _ in 0..LONGEST {
            let (choice, side) = match self.one.battle.next() {
                Next::Over(_) => return self.watched(),
                Next::Forced(choice) | Next::Only { choice, .. } => (choice, None),
                Next::Ask { side, .. } => match self.decide(side)? {
                    Some(choice) => (choice, Some(side)),
                    None => return Ok(()),
                },
            };
            if !self.one_step(&choice, side)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// A choice as this side draws it from what it sees.
    fn decide(&mut self, side: Side) -> Held<Option<R::Choice>> {
        let (rules, state) = (&self.one.battle.rules, &self.one.battle.state);
        let own = rules.view(state, Viewer::Side(side));
        if rules.next(&own) != rules.next(state) {
            return Err(self.leak(
                "a question follows from what the side sees",
                Viewer::Side(side),
                side.name(),
            ));
        }
        let drawn = rules.draw(&own, &mut self.sampler).map(|drawn| drawn.choice);
        let again = self.past.get(self.sampler.below(self.past.len().max(1) as u32) as usize);
        let tries = self.tried.steps.is_multiple_of(TRY_EVERY);
        for choice in drawn.iter().chain(again.filter(|_| tries)) {
            if rules.check(&own, choice).is_legal() != rules.check(state, choice).is_legal() {
                let detail = format!("{choice:?}");
                return Err(self.leak("what a side sees judges its answers", Viewer::Side(side), &detail));
            }
        }
        Ok(drawn)
    }

    /// False if the battle stalls; that is not for this law to say.
    fn one_step(&mut self, choice: &R::Choice, side: Option<Side>) -> Held<bool> {
        self.spawn(choice, side);
        let before = self.one.battle.state.clone();
        let at = self.one.battle.record.steps.len() as u64;
        let going = self.going(choice, side)?;
        let mut dice = Generator::stream(self.seed, at);
        if self.one.battle.play(choice, &mut dice).is_err() {
            return Ok(false);
        }
        self.one.gone_on(&before, at as usize);
        self.tried.steps += 1;
        if self.past.len() < 64 || self.tried.steps.is_multiple_of(7) {
            self.past.push(choice.clone());
            self.past.drain(..self.past.len().saturating_sub(64));
        }
        self.eyes_follow(&before)?;
        self.twins_follow(&before, going, at)?;
        if self.tried.steps.is_multiple_of(ALL_EVERY) {
            self.all_is_known()?;
            self.names_agree()?;
        }
        if self.tried.steps.is_multiple_of(WATCHED_EVERY) {
            self.watched()?;
        }
        Ok(true)
    }

    /// At a choice that the enemy may not know another match begins, in which another such choice is made.
    fn spawn(&mut self, choice: &R::Choice, side: Option<Side>) {
        let (rules, state) = (&self.one.battle.rules, &self.one.battle.state);
        let Some(keeper) = side.filter(|side| self.twins.len() < TWINS && hides(rules, state, choice, *side))
        else {
            return;
        };
        self.twins.push(Twin { table: self.one.clone(), keeper });
        self.tried.twins += 1;
    }

    /// What each twin does when the first match does this.
    fn going(&mut self, choice: &R::Choice, side: Option<Side>) -> Held<Vec<Goes<R::Choice>>> {
        let mut going = Vec::with_capacity(self.twins.len());
        for twin in &self.twins {
            let (rules, state) = (&twin.table.battle.rules, &twin.table.battle.state);
            let goes = match (side, rules.next(state)) {
                (None, Next::Forced(choice) | Next::Only { choice, .. }) => Goes::With(choice),
                (Some(one), Next::Ask { side: other, .. }) if one == other => {
                    let secret = hides(rules, &self.one.battle.state, choice, twin.keeper);
                    if one == twin.keeper && secret {
                        hidden(rules, state, choice, one, &mut self.sampler)
                    } else if rules.check(state, choice).is_legal() {
                        Goes::With(choice.clone())
                    } else if one == twin.keeper {
                        Goes::Parts("the keeper's open choice is another")
                    } else {
                        let detail = format!("{choice:?} is legal only in one of two twins");
                        return Err(self.leak("twins tell the same", Viewer::Side(one), &detail));
                    }
                }
                _ => Goes::Parts("another is asked"),
            };
            going.push(goes);
        }
        Ok(going)
    }

    fn eyes_follow(&mut self, before: &R::State) -> Held {
        let (rules, mut real) = (&self.one.battle.rules, before.clone());
        for event in self.one.battle.record.steps.last().into_iter().flat_map(|step| &step.events) {
            for (eyes, viewer) in self.eyes.iter_mut().zip(Viewer::ALL) {
                if let Some(event) = rules.event_for(&real, event, viewer) {
                    eyes.follow(&event);
                }
            }
            R::apply(&mut real, event);
        }
        for (eyes, viewer) in self.eyes.iter().zip(Viewer::ALL) {
            if *eyes != Seen::by(rules, &real, viewer) {
                return Err(self.leak("events for a viewer make his view", viewer, "another state"));
            }
        }
        Ok(())
    }

    fn twins_follow(&mut self, before: &R::State, going: Vec<Goes<R::Choice>>, at: u64) -> Held {
        for (mut twin, goes) in std::mem::take(&mut self.twins).into_iter().zip(going) {
            let parted = match goes {
                Goes::Parts(why) => Some(why),
                Goes::With(choice) => self.twin_step(&mut twin, before, &choice, at)?,
            };
            match parted {
                Some(why) => *self.tried.ended.entry(why).or_insert(0) += 1,
                None => self.twins.push(twin),
            }
        }
        Ok(())
    }

    /// A step of a twin. Why the two part after it, if they do.
    fn twin_step(
        &mut self,
        twin: &mut Twin<R>,
        before: &R::State,
        choice: &R::Choice,
        at: u64,
    ) -> Held<Option<&'static str>> {
        let stood = twin.table.battle.state.clone();
        if twin.table.battle.play(choice, &mut Generator::stream(self.seed, at)).is_err() {
            return Ok(Some("the twin cannot go on"));
        }
        let from = twin.table.battle.record.steps.len() - 1;
        twin.table.gone_on(&stood, from);
        let pair = [&self.one, &twin.table].map(|table| table.battle.record.steps.last());
        let [Some(one), Some(other)] = pair else { return Ok(Some("the twin cannot go on")) };
        if one.rolls != other.rolls {
            return Ok(Some("other dice are thrown"));
        }
        let chosen = one.choice.as_ref();
        let open = chosen.is_some_and(|chosen| !hides(&self.one.battle.rules, before, chosen, twin.keeper));
        if open && [one, other].iter().any(|step| step.events.iter().any(R::reveals)) {
            return Ok(Some("something is shown"));
        }
        let everything = self.tried.steps.is_multiple_of(ALL_EVERY);
        for viewer in [Viewer::Side(twin.keeper.other()), Viewer::Public] {
            // Two choices that are both hidden may show differently: with a marker or without one.
            let heard = heard(&self.one, before, viewer);
            if !open && heard != self::heard(&twin.table, &stood, viewer) {
                return Ok(Some("what was done in secret shows"));
            }
            let mut told = [(&self.one, before), (&twin.table, &stood)].map(|(table, before)| {
                let log = format!("{:?}", table.last_story(viewer, before));
                vec![("the log", log), ("the line", line(table, before, viewer))]
            });
            if everything {
                told[0].extend(all(&mut self.one, viewer));
                told[1].extend(all(&mut twin.table, viewer));
            }
            if let Some(detail) = difference(&told) {
                return Err(self.leak("twins tell the same", viewer, &detail));
            }
        }
        self.tried.compared += 1;
        Ok(None)
    }

    /// No place that a viewer may not know stands in what he is told.
    fn all_is_known(&mut self) -> Held {
        for viewer in Viewer::ALL {
            self.tried.tellings += 1;
            let view = self.one.battle.rules.view(&self.one.battle.state, viewer);
            // A copy is without what a game has worked out beside the state.
            let whole = self.one.battle.state.clone();
            let (state, seen) = (format!("{whole:?}"), format!("{view:?}"));
            let (whole, seen) = (places(&state), places(&seen));
            let secret: BTreeSet<_> = whole.difference(&seen).collect();
            for (what, told) in all(&mut self.one, viewer) {
                if let Some(place) = places(&told).iter().find(|place| secret.contains(place)) {
                    let written = format!("Vec2({}, {})", place.0, place.1);
                    let (told, state) = (near(&told, &written), near(&state, &written));
                    let detail = format!("{what} names {written}: …{told}… of …{state}…");
                    return Err(self.leak("no hidden place is told", viewer, &detail));
                }
            }
        }
        Ok(())
    }

    /// A piece that two viewers see has one name for both.
    fn names_agree(&mut self) -> Held {
        let mut names: BTreeMap<PieceId, String> = BTreeMap::new();
        for viewer in Viewer::ALL {
            self.one.look(viewer, None);
            // Its owner may know better what lies hidden than who sees a marker.
            for piece in self.one.pieces().into_iter().filter(|piece| !piece.hidden) {
                let called = format!("{} {}", piece.name, piece.label);
                let known = names.entry(piece.id).or_insert_with(|| called.clone());
                if *known != called {
                    let detail = format!("{called}, and for somebody else {known}");
                    return Err(self.leak("a piece has one name", viewer, &detail));
                }
            }
        }
        Ok(())
    }

    /// The match as each viewer knows it is a record, which opens and tells him what he is told here.
    fn watched(&mut self) -> Held {
        for viewer in Viewer::ALL {
            let law = "what was sent is shown as it is";
            let mut sent = Table::<R>::read(&self.one.record_for(viewer))
                .map_err(|error| self.leak(law, viewer, &error.to_string()))?;
            let told = [&mut self.one, &mut sent].map(|table| {
                let mut stories = table.stories(viewer, 0);
                stories.retain(|story| !story.is_silent());
                let mut told = vec![("the log", format!("{stories:?}"))];
                told.extend(shown(table, viewer));
                told
            });
            if let Some(detail) = difference(&told) {
                return Err(self.leak(law, viewer, &detail));
            }
        }
        Ok(())
    }

    fn leak(&self, law: &'static str, viewer: Viewer, detail: &str) -> Box<Leak> {
        Box::new(Leak { law, step: self.one.battle.record.steps.len(), viewer, detail: detail.to_owned() })
    }
}

/// Whether a choice of this side is hidden from its enemy.
fn hides<R: Ruleset>(rules: &R, state: &R::State, choice: &R::Choice, keeper: Side) -> bool {
    !rules.may_know(state, choice, Viewer::Side(keeper.other()))
}

/// Another choice that is hidden as well; the same, if there is no other.
fn hidden<R: Ruleset>(
    rules: &R,
    state: &R::State,
    choice: &R::Choice,
    keeper: Side,
    sampler: &mut Sampler,
) -> Goes<R::Choice> {
    let mut proposals = Vec::new();
    for _ in 0..4 {
        rules.propose(state, Want::Sample(4, sampler), &mut proposals);
    }
    proposals.retain(|other| other != choice && hides(rules, state, other, keeper));
    match Drawn::<R>::one_of(proposals.into_iter().map(Drawn::plain).collect(), sampler) {
        Some(drawn) => Goes::With(drawn.choice),
        None if rules.check(state, choice).is_legal() => Goes::With(choice.clone()),
        None => Goes::Parts("the keeper has no such choice"),
    }
}

/// The events of the last step that reach a viewer.
fn heard<R: Shown>(table: &Table<R>, before: &R::State, viewer: Viewer) -> Vec<R::Event> {
    let step = table.battle.record.steps.last();
    step.map(|step| table.battle.told(viewer, &mut before.clone(), step).events).unwrap_or_default()
}

/// The line that is sent to a viewer, with the hash of what he then sees.
fn line<R: Shown>(table: &Table<R>, before: &R::State, viewer: Viewer) -> String {
    let Some(step) = table.battle.record.steps.last() else { return String::new() };
    let told = table.battle.told(viewer, &mut before.clone(), step);
    serde_json::to_string(&told.sent(&table.battle.seen(viewer))).unwrap_or_default()
}

/// All that a viewer is told as the match stands, with the name of each part.
fn all<R: Shown>(table: &mut Table<R>, viewer: Viewer) -> Vec<(&'static str, String)> {
    let mut told = shown(table, viewer);
    told.push(("the ending", format!("{:?}", table.result())));
    told.push(("who is waited for", format!("{:?}", table.awaits())));
    if table.asks.map(Viewer::Side) == Some(viewer) {
        told.push(("the question", format!("{:?}", table.question())));
        told.push(("what waits", format!("{:?}", table.reserve())));
    }
    told
}

/// What he sees of it.
fn shown<R: Shown>(table: &mut Table<R>, viewer: Viewer) -> Vec<(&'static str, String)> {
    let text = |value: &dyn Debug| format!("{value:?}");
    // A page may still point at what another viewer saw; how much that is must not show in what is compared.
    let mut ids: BTreeSet<PieceId> = BTreeSet::new();
    for other in Viewer::ALL {
        table.look(other, None);
        ids.extend(table.pieces().iter().map(|piece| piece.id));
    }
    table.look(viewer, None);
    let pieces = table.pieces();
    let cards: Vec<_> =
        ids.iter().filter_map(|piece| table.card(*piece).map(|card| (*piece, card))).collect();
    let bodies: Vec<_> = pieces.iter().map(|piece| table.body(piece.id)).collect();
    let zones: Vec<_> = R::manner().zones.into_iter().map(|(kind, _)| table.zones(kind, &[])).collect();
    let sight = table.shown();
    let lines = sight.rules.tell_table(sight.state, sight.names);
    vec![
        ("the board", text(&table.board())),
        ("the pieces", text(&pieces)),
        ("the cards", text(&cards)),
        ("the bodies", text(&bodies)),
        ("the zones", text(&zones)),
        ("the fights", text(&table.fights())),
        ("the standing", text(&table.standing())),
        ("the moment", table.moment()),
        ("the list", text(&lines)),
        ("the picture", table.svg()),
    ]
}

/// The first thing that two tellings say differently.
fn difference(told: &[Vec<(&'static str, String)>; 2]) -> Option<String> {
    let (what, one, other) = told[0]
        .iter()
        .zip(&told[1])
        .find_map(|((what, one), (_, other))| (one != other).then_some((what, one, other)))?;
    let same = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let near = |text: &str| {
        let from = same.saturating_sub(160);
        String::from_utf8_lossy(text.as_bytes().get(from..(same + 160).min(text.len())).unwrap_or_default())
            .into_owned()
    };
    Some(format!("{what}: …{}… and …{}…", near(one), near(other)))
}

/// What stands about a word in a text.
fn near<'a>(text: &'a str, word: &'a str) -> &'a str {
    let at = text.find(word).unwrap_or_default();
    text.get(at.saturating_sub(300)..(at + 200).min(text.len())).unwrap_or(word)
}

/// Every place of the table that is written out in a text.
fn places(text: &str) -> BTreeSet<(&str, &str)> {
    let after = text.split("Vec2(").skip(1);
    let pairs = after.filter_map(|rest| rest.get(..rest.find(')')?)?.split_once(", "));
    pairs.filter(|pair| !is_direction(pair)).collect()
}

/// A facing is written as a place is, and many pieces share one.
fn is_direction((x, y): &(&str, &str)) -> bool {
    let (x, y): (f64, f64) = (x.parse().unwrap_or(0.0), y.parse().unwrap_or(0.0));
    (x * x + y * y - 1.0).abs() < 1e-6
}
