//! Words for facts, events, choices and questions: one file each, and here what they share.

mod choices;
mod events;
mod facts;

use super::plain::plain;
use super::{commander_name, commander_word, group_name, place_word};
use crate::told::Names;
use aelian_dice::Reroll;
use aelian_fog_ancients::choice::Prompt;
use aelian_fog_ancients::field::{AreaKind, Level, TableEdge};
use aelian_fog_ancients::stage::{Phase, Stage};
use aelian_fog_ancients::state::{Cohesion, Place};
use aelian_fog_ancients::{CommanderId, GroupId, GroupSet, Look, Rules, State};
use aelian_geometry::{Hand, Pose};
pub use choices::{choice, pick_words};
pub use events::event;
pub use facts::reason;

/// A kind of terrain.
pub fn kind_word(kind: AreaKind) -> String {
    match kind {
        AreaKind::Open => "open ground".to_owned(),
        kind => plain(&Names::default(), &kind),
    }
}

/// A group with its name and what it is.
pub fn group(state: Option<&State>, names: &Names, id: GroupId) -> String {
    match state.and_then(|state| state.groups.get(id.index())) {
        Some(group) if group.place != Place::Unknown => {
            format!("{} ({})", group_name(names, id), group.troops[0].kind.code())
        }
        _ => group_name(names, id),
    }
}

pub fn groups(names: &Names, set: GroupSet) -> String {
    let named: Vec<String> = set.iter().map(|id| group_name(names, id)).collect();
    if named.is_empty() { "none".to_owned() } else { named.join(", ") }
}

/// A length in MU.
pub fn length(rules: &Rules, value: f64) -> String {
    let units = (value / rules.mu * 100.0).round() / 100.0;
    format!("{units} MU")
}

/// Two lengths that differ, written so that the difference is seen.
pub fn compared(rules: &Rules, values: [f64; 2]) -> [String; 2] {
    let told = values.map(|value| length(rules, value));
    if told[0] != told[1] || (values[0] - values[1]).abs() <= rules.slack {
        return told;
    }
    values.map(|value| format!("{:.4} MU", value / rules.mu))
}

/// How often one group hits another.
pub fn scored(by: &str, on: &str, hits: u8) -> String {
    match hits {
        0 => format!("{by} does not hit {on}"),
        1 => format!("{by} hits {on} once"),
        2 => format!("{by} hits {on} twice"),
        more => format!("{by} hits {on} {more} times"),
    }
}

pub fn signed(value: i32) -> String {
    if value < 0 { format!("−{}", -value) } else { format!("+{value}") }
}

/// Which dice are thrown again.
pub fn rerolls(reroll: Reroll) -> &'static str {
    match reroll {
        Reroll::None => "none",
        Reroll::Ones => "ones",
        Reroll::OnesAndTwos => "ones and twos",
        Reroll::OnesToThrees => "ones, twos and threes",
        Reroll::Sixes => "sixes",
        _ => "misses",
    }
}

pub fn hand(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

pub fn cohesion(cohesion: Cohesion) -> &'static str {
    match cohesion {
        Cohesion::Steady => "steady",
        Cohesion::Disrupted => "disrupted",
        Cohesion::Fragmented => "fragmented",
        Cohesion::Broken => "broken",
    }
}

pub fn level(level: Level) -> &'static str {
    match level {
        Level::Open => "open ground",
        Level::Uneven => "uneven ground",
        Level::Rough => "rough ground",
        Level::Difficult => "difficult ground",
        Level::Impassable => "impassable ground",
    }
}

pub fn edge(edge: TableEdge) -> &'static str {
    match edge {
        TableEdge::South => "south",
        TableEdge::West => "west",
        TableEdge::North => "north",
        TableEdge::East => "east",
    }
}

pub fn at(rules: &Rules, pose: &Pose) -> String {
    let units = |value: f64| (value / rules.mu * 100.0).round() / 100.0;
    let degrees = (pose.facing.to_compass() * 10.0).round() / 10.0;
    format!("({}, {}) MU facing {degrees}°", units(pose.at.x), units(pose.at.y))
}

pub(super) fn piece_word(piece: &aelian_fog_ancients::field::Piece) -> String {
    use aelian_fog_ancients::field::Piece;
    match piece {
        Piece::Area(area) => kind_word(area.kind),
        Piece::River(_) => "a river".to_owned(),
        Piece::Road(_) => "a road".to_owned(),
    }
}

pub fn prompt(rules: &Rules, state: &State, names: &Names, prompt: &Prompt) -> String {
    let _ = (rules, state);
    plain(names, prompt)
}

pub fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::SetUp => "set-up",
        Phase::Impact => "impact",
        Phase::Manoeuvre => "manoeuvre",
        Phase::Shooting => "shooting",
        Phase::Melee => "melee",
        Phase::Joint => "joint action",
    }
}

/// `turn 3, red: impact phase`.
pub fn moment(state: &State) -> String {
    match state.phase {
        Phase::SetUp => "set-up".to_owned(),
        phase => format!("{}: {} phase, {}", turn(state), phase_word(phase), stage_word(state.stage)),
    }
}

pub fn turn(state: &State) -> String {
    match state.phase {
        Phase::SetUp => "set-up".to_owned(),
        _ => format!("turn {}, {}", state.turn, state.active.name()),
    }
}

fn stage_word(stage: Stage) -> String {
    plain(&Names::default(), &stage)
}

/// One line for a group: what it is, where it stands, how it is.
pub fn group_line(rules: &Rules, state: &State, names: &Names, id: GroupId) -> String {
    let group = state.group(id);
    let look = Look::new(rules, state);
    let troops: Vec<String> = group.kinds().iter().map(|troop| troop.to_string()).collect();
    let what = format!(
        "{} {}: {} {} {}",
        group.side.name(),
        group_name(names, id),
        troops.join(" + "),
        group.quality.name(),
        group.training.name()
    );
    if group.place != Place::Table {
        return format!("{what}, {}", place_word(group.place));
    }
    let block = look.block(id);
    let array = look.array(id);
    let strength = state.strength(id);
    format!(
        "{what}, {strength} of {} bases, {} files, front {}, {}",
        group.original,
        array.files(),
        at(rules, &block.pose),
        cohesion(group.cohesion)
    )
}

pub fn commander_line(state: &State, names: &Names, id: CommanderId) -> String {
    let commander = state.commander(id);
    let with = commander.with().map_or(String::new(), |group| format!(" {}", group_name(names, group)));
    format!(
        "{} {}: {} commander, {}{with}",
        commander.side.name(),
        commander_name(names, id),
        plain(names, &commander.grade),
        commander_word(commander.place)
    )
}
