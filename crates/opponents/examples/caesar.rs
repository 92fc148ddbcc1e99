//! How battles of Hail Caesar between rash players end, how fast they are, and how long a single decision takes at most:
//! `cargo run --release -p aelian-opponents --example caesar -- [games] [battle...]`, a battle being one of the book or
//! `armies` for those between ready armies. Times are those of the processor where the system tells them (to some
//! milliseconds), else those of the clock. The hash is of all last states: what is only made faster leaves it as it is.

#![allow(clippy::panic)]

use aelian_dice::Generator;
use aelian_game::{Drawn, Next, Ruleset, Side, Viewer, digest, play_planned};
use aelian_hail_caesar::army::{battle as drawn_up, grounds, ready};
use aelian_hail_caesar::scenario::scenarios;
use aelian_hail_caesar::{Rules, Setup, State};
use aelian_opponents::{Contested, Players, opponent, sampler_for};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(10);
    let wanted = |slug: &str| arguments.len() < 2 || arguments[1..].iter().any(|name| slug.contains(name));
    for (slug, setups) in all().into_iter().filter(|(slug, _)| wanted(slug)) {
        let mut tale = Tale::default();
        let begun = now();
        for (game, setup) in (0..games).zip(setups.iter().cycle()) {
            battle(setup, game, &mut tale);
        }
        tale.tell(slug, games, now() - begun);
    }
}

/// Every battle of the book, and those between two ready armies in turn.
fn all() -> Vec<(&'static str, Vec<Setup>)> {
    let mut all: Vec<_> =
        scenarios().iter().map(|scenario| (scenario.slug, vec![scenario.setup.clone()])).collect();
    let pairs = ready().iter().flat_map(|red| ready().iter().map(move |blue| (red, blue)));
    let ground = grounds().last();
    let armies = pairs.filter_map(|(red, blue)| drawn_up(red, blue, ground?).ok()).collect();
    all.push(("armies", armies));
    all
}

/// How long the processor has worked for this program, or any clock.
fn now() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

/// What is told of a series.
#[derive(Default)]
struct Tale {
    endings: BTreeMap<String, u32>,
    turns: u32,
    steps: u32,
    hash: u64,
    taken: Vec<(Duration, String)>,
}

impl Tale {
    fn tell(mut self, slug: &str, games: u64, time: Duration) {
        self.taken.sort();
        let longest = self.taken.last().cloned().unwrap_or_default();
        println!(
            "{slug}: {:.1} battles/s, {:.1} turns, {} steps, {} decisions; longest {:.1} ms ({}); hash {:016x}",
            games as f64 / time.as_secs_f64(),
            f64::from(self.turns) / games as f64,
            self.steps,
            self.taken.len(),
            ms(longest.0),
            longest.1,
            self.hash,
        );
        for (ending, count) in &self.endings {
            println!("    {count:4} {ending}");
        }
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn battle(setup: &Setup, game: u64, tale: &mut Tale) {
    let (rules, mut state) = Rules::start(setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    let player = |side| {
        let found = opponent::<Rules>("rash", sampler_for(1, game, side));
        found.unwrap_or_else(|error| panic!("{error}"))
    };
    let mut players: Players<Rules> = [player(Side::Red), player(Side::Blue)];
    let mut dice = Generator::stream(1, game);
    for _ in 0..rules.longest() {
        let drawn: Drawn<Rules> = match rules.next(&state) {
            Next::Over(_) => break,
            Next::Forced(choice) | Next::Only { choice, .. } => Drawn::plain(choice),
            Next::Ask { side, prompt } => match rules.enough(&state) {
                Some(choice) => Drawn::plain(choice),
                None => timed(&rules, &state, &mut players, (side, &prompt), tale),
            },
        };
        if play_planned(&rules, &mut state, &drawn.choice, drawn.plan, &mut dice).is_err() {
            break;
        }
        tale.steps += 1;
    }
    tale.turns += u32::from(state.turn);
    tale.hash = digest(&(tale.hash, digest(&state)));
    let ending =
        state.ending.map_or("no end".to_owned(), |ending| format!("{:?} by {}", ending.winner, ending.cause));
    *tale.endings.entry(ending).or_default() += 1;
}

fn timed(
    rules: &Rules,
    state: &State,
    players: &mut Players<Rules>,
    (side, prompt): (Side, &<Rules as Ruleset>::Prompt),
    tale: &mut Tale,
) -> Drawn<Rules> {
    let view = rules.hides(state, side).then(|| rules.view(state, Viewer::Side(side)));
    let begun = now();
    let answer = players[side.index()].answer(rules, view.as_ref().unwrap_or(state), side, prompt);
    let name = serde_json::to_value(prompt).map(|value| value.to_string()).unwrap_or_default();
    tale.taken.push((now() - begun, name.chars().take(60).collect()));
    let answer = answer.unwrap_or_else(|| panic!("no answer to {prompt:?}"));
    Drawn::plain(answer.choice)
}
