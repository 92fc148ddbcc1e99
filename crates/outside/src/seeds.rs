//! Good files to begin from: what the program itself writes, and what people write for it.

use crate::positions::{WRITTEN, walk};
use aelian_blood_and_blades::army::{self, ArmyFile, ReadyArmy};
use aelian_blood_and_blades::{Choice, Rules};
use aelian_dice::Generator;
use aelian_game::{Match, Record};
use aelian_view::case;
use std::path::Path;
use std::sync::LazyLock;

/// One choice of each kind, a line each.
const CHOICES: &str = include_str!("choices.jsonl");
/// A list of another game, which is translated when it is read.
const LIST: &str = include_str!("list.toml");
/// One event of each kind, a line each.
const EVENTS: &str = include_str!("events.jsonl");

/// One event of each kind, and those that random play came upon.
pub fn events() -> Vec<String> {
    let mut events: Vec<String> = EVENTS.lines().map(str::to_owned).collect();
    let played = records().iter().rev().find_map(|text| Record::<Rules>::read(text).ok());
    for step in played.iter().flat_map(|record| &record.steps) {
        events.extend(step.events.iter().filter_map(|event| serde_json::to_string(event).ok()));
    }
    events.sort();
    events.dedup();
    events
}

/// A record that tells lies: one step with an event that the rules did not give. Opening it applies the event
/// before the hash shows the lie.
pub fn forged_record(event: &str) -> Option<String> {
    static HEADER: LazyLock<Option<String>> =
        LazyLock::new(|| Some(records().first()?.lines().next()?.to_owned()));
    let header = HEADER.as_ref()?;
    let step = format!("{{\"choice\":\"proceed\",\"events\":[{event}],\"hash\":\"0000000000000000\"}}");
    Some(format!("{header}\n{step}\n"))
}

/// Records of random battles, of several lengths.
pub fn records() -> Vec<String> {
    let Ok(case) = case::read::<Rules>(WRITTEN) else { return Vec::new() };
    let record = |(seed, steps): (u64, u32)| {
        let mut game = Match::<Rules>::new(case.setup.clone()).ok()?;
        let mut dice = Generator::new(seed);
        walk(&case.setup, seed, steps, |_, _, choice| game.play(choice, &mut dice).is_ok());
        game.record.write().ok()
    };
    [(1, 0), (2, 12), (3, 60), (4, 150)].into_iter().filter_map(record).collect()
}

/// The written position and every case in the folder of the game.
pub fn cases() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../blood-and-blades/cases");
    let mut cases = vec![WRITTEN.to_owned()];
    collect(&folder, &mut cases);
    cases
}

/// The ready armies, as they are written.
pub fn armies() -> Vec<String> {
    let file = |ready: &ReadyArmy| {
        let (army, description) = (ready.order_of_battle.clone(), ready.description.clone());
        army::file::write(&ArmyFile { army, description })
    };
    army::ready().iter().map(file).collect()
}

/// One list with every kind of line.
pub fn lists() -> Vec<String> {
    vec![LIST.to_owned()]
}

/// Every kind of choice, and those that random play came upon.
pub fn choices() -> Vec<String> {
    let mut choices: Vec<String> = CHOICES.lines().map(str::to_owned).collect();
    if let Ok(case) = case::read::<Rules>(WRITTEN) {
        walk(&case.setup, 9, 300, |_, _, choice: &Choice| {
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
