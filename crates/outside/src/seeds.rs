//! Good files to begin from: what the program itself writes, and what people write for it.

use crate::games::Tried;
use crate::positions::{WRITTEN, walk};
use aelian_dice::Generator;
use aelian_game::{Match, Record, Side, Viewer};
use aelian_view::case;
use std::path::Path;

/// A list of another game, which is translated when it is read.
const LIST: &str = include_str!("blood_and_blades/list.toml");

/// One event of each kind, and those that random play came upon.
pub fn events<R: Tried>() -> Vec<String> {
    let mut events: Vec<String> = R::EVENTS.lines().map(str::to_owned).collect();
    let played = records::<R>().into_iter().filter_map(|text| Record::<R>::read(&text).ok());
    for step in played.flat_map(|record| record.steps) {
        events.extend(step.events.iter().filter_map(|event| serde_json::to_string(event).ok()));
    }
    events.sort();
    events.dedup();
    events
}

/// A record that tells lies: one step with an event that the rules did not give. Opening it applies the event
/// before the hash shows the lie. The header is the first line of any record.
pub fn forged_record(header: &str, event: &str) -> String {
    let step = format!("{{\"choice\":\"proceed\",\"events\":[{event}],\"hash\":\"0000000000000000\"}}");
    format!("{header}\n{step}\n")
}

/// The first line of a record of this game.
pub fn header<R: Tried>() -> String {
    records::<R>().first().and_then(|text| text.lines().next()).unwrap_or_default().to_owned()
}

/// Records of random battles, of several lengths; the first has no steps. Behind them what one side has seen of each.
pub fn records<R: Tried>() -> Vec<String> {
    let record = |setup: &R::Setup, (seed, steps): (u64, u32)| {
        let mut game = Match::<R>::new(setup.clone()).ok()?;
        let mut dice = Generator::new(seed);
        walk::<R>(setup, seed, steps, |_, _, choice| game.play(choice, &mut dice).is_ok());
        Some([game.record.write().ok()?, game.record_for(Viewer::Side(Side::Blue)).write().ok()?])
    };
    let lengths = [(1, 0), (2, 12), (3, 60), (4, 150)];
    let of = |setup: R::Setup| lengths.map(|length| record(&setup, length)).into_iter().flatten();
    let (whole, seen): (Vec<String>, Vec<String>) =
        R::setups().into_iter().flat_map(of).map(|[whole, seen]| (whole, seen)).unzip();
    whole.into_iter().chain(seen).collect()
}

/// The written position and every case in the folder of a game.
pub fn cases<R: Tried>() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(R::GAME).join("cases");
    let mut cases = Vec::new();
    if R::GAME == aelian_rules::Game::BloodAndBlades.name() {
        cases.push(WRITTEN.to_owned());
    }
    collect(&folder, &mut cases);
    cases
}

/// One list with every kind of line.
pub fn lists() -> Vec<String> {
    vec![LIST.to_owned()]
}

/// Odd choices, those of the written cases, and those that random play came upon.
pub fn choices<R: Tried>() -> Vec<String> {
    let mut choices: Vec<String> = R::CHOICES.lines().map(str::to_owned).collect();
    let written = cases::<R>().into_iter().filter_map(|text| case::read::<R>(&text).ok());
    for step in written.flat_map(|case| case.steps) {
        choices.extend(serde_json::to_string(&step.choice).ok());
    }
    for setup in R::setups() {
        walk::<R>(&setup, 9, 300, |_, _, choice| {
            choices.extend(serde_json::to_string(choice).ok());
            true
        });
    }
    choices.sort();
    choices.dedup();
    choices
}

/// In the order of their names, so that every run spoils them alike.
fn collect(folder: &Path, cases: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, cases);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            cases.extend(std::fs::read_to_string(&path));
        }
    }
}
