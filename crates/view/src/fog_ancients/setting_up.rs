//! What happens in the set-up (30), in words.

use super::words::{pick_words, piece_word};
use super::{commander_name, group_name};
use crate::told::Names;
use aelian_fog_ancients::setup::{Picked, SetUpEvent, Step};
use aelian_fog_ancients::state::{CommanderPlace, MarchProgress};
use aelian_geometry::Hand;

/// One line for what happened; empty for what nobody needs to read.
pub fn event(names: &Names, event: &SetUpEvent) -> String {
    let group = |id| group_name(names, id);
    let commander = |id| commander_name(names, id);
    match event {
        SetUpEvent::Initiative(side) => format!("{} has the initiative", side.name()),
        SetUpEvent::Goes(step) => next(*step),
        SetUpEvent::Territory(territory) => format!("the battle is fought in {} country", territory.name()),
        SetUpEvent::Picked(picks) => picked(picks),
        SetUpEvent::Die(die) => format!("the die for its place shows {die}"),
        SetUpEvent::AdjustDie(score) => format!("the die to adjust it comes to {score}"),
        SetUpEvent::Moved(piece) => format!("{} is moved", piece_word(piece)),
        SetUpEvent::Removed(pick) => format!("{} is taken away", pick_words(pick)),
        SetUpEvent::OpenGone => "open areas are taken away".to_owned(),
        SetUpEvent::Marker(marker) => format!("{} lays an ambush marker", marker.side.name()),
        SetUpEvent::MarkerGone(_) => "an ambush marker is taken away".to_owned(),
        SetUpEvent::Hides { group: id, .. } => format!("{} hides in ambush", group(*id)),
        SetUpEvent::Marches(march) | SetUpEvent::MarchKnown(march) => {
            let flank = if march.flank == Hand::Left { "left" } else { "right" };
            let leader = commander(march.commander);
            format!("{leader} leads an outflanking march of {} on the {flank}", march.side.name())
        }
        SetUpEvent::MarchIs { commander: id, progress } => march_is(&commander(*id), *progress),
        SetUpEvent::PlaceIs { group: id, place } => format!("{}: {}", group(*id), super::place_word(*place)),
        SetUpEvent::Commander { commander: id, place, .. } => match place {
            CommanderPlace::With(with) => format!("{} is placed with {}", commander(*id), group(*with)),
            _ => format!("{} is placed", commander(*id)),
        },
        SetUpEvent::Seen(seen) => format!("{} comes into sight", group(seen.moved.group)),
        SetUpEvent::CommanderSeen { commander: id, .. } => format!("{} comes into sight", commander(*id)),
        SetUpEvent::Over => "the battle begins".to_owned(),
        SetUpEvent::Order(_)
        | SetUpEvent::Laid(_)
        | SetUpEvent::Adjusted
        | SetUpEvent::WorksDone(_)
        | SetUpEvent::BatchDone(_)
        | SetUpEvent::LeftMarch { .. }
        | SetUpEvent::CameWith(_) => String::new(),
    }
}

/// What the set-up comes to next.
fn next(step: Step) -> String {
    let (side, what) = match step {
        Step::Compulsory(side) => (side, "chooses a compulsory piece"),
        Step::Further(side) => (side, "chooses further terrain"),
        Step::Works(side) => (side, "places fortifications"),
        Step::Camp(side) => (side, "pitches its camp"),
        Step::Markers(side) => (side, "lays ambushes"),
        Step::Marches(side) => (side, "sends outflanking marches"),
        Step::Deploy(side) => (side, "deploys"),
        Step::Dismount(side) => (side, "may dismount"),
        Step::Commanders(side) => (side, "places its commanders"),
        Step::Terrain => return "the terrain is laid".to_owned(),
        Step::Initiative | Step::Territory | Step::Done => return String::new(),
    };
    format!("next: {} {what}", side.name())
}

/// `blue chooses open fields (compulsory), a road`.
fn picked(picks: &[Picked]) -> String {
    let Some(first) = picks.first() else { return String::new() };
    let word = |one: &Picked| {
        let compulsory = if one.compulsory { " (compulsory)" } else { "" };
        format!("{}{compulsory}", pick_words(&one.pick))
    };
    let words: Vec<String> = picks.iter().map(word).collect();
    format!("{} chooses {}", first.by.name(), words.join(", "))
}

fn march_is(leader: &str, progress: MarchProgress) -> String {
    match progress {
        MarchProgress::Marching => format!("{leader} is on the march"),
        MarchProgress::Arrives { .. } => format!("the march of {leader} will arrive next turn"),
        MarchProgress::DrivenBack { .. } => format!("the march of {leader} is driven back"),
        MarchProgress::DroveBack { .. } => format!("the march of {leader} drives the enemy's back"),
        MarchProgress::Done => format!("the march of {leader} is over"),
    }
}
