//! Words for lengths, places, results and where the battle stands. Facts, events, choices and questions are in `words/`.

mod battles;
mod choices;
mod events;
mod facts;
mod forced;

pub use battles::short_plan;
pub use choices::{choice, prompt, response};
pub use events::event;
pub use facts::reason;

use super::{commander_name, commander_word, place_word, unit_name};
use crate::told::Names;
use aelian_geometry::{Facing, Pose};
use aelian_hail_caesar::breaks::{Disorder, Outcome};
use aelian_hail_caesar::field::{AreaKind, TableEdge};
use aelian_hail_caesar::stage::{Part, Stage};
use aelian_hail_caesar::state::CommanderPlace;
use aelian_hail_caesar::{CommanderId, INCH, Look, Rules, State, UnitId, UnitSet};
use aelian_rulebook::{RuleId, Said, tell};

/// A length in inches.
pub fn length(value: f64) -> String {
    format!("{}″", inches(value))
}

fn inches(value: f64) -> f64 {
    (value / INCH * 100.0).round() / 100.0 + 0.0
}

pub fn signed(value: i32) -> String {
    if value < 0 { format!("−{}", -value) } else { format!("+{value}") }
}

pub fn units(names: &Names, set: UnitSet) -> String {
    let named: Vec<String> = set.iter().map(|id| unit_name(names, id)).collect();
    if named.is_empty() { "none".to_owned() } else { named.join(", ") }
}

pub fn at(pose: &Pose) -> String {
    format!("({}, {}) facing {}", inches(pose.at.x), inches(pose.at.y), compass(pose.facing))
}

/// Degrees clockwise from north.
pub fn compass(facing: Facing) -> String {
    format!("{}°", (facing.to_compass() * 10.0).round() / 10.0)
}

/// A name and what it does, as a sentence has it: `Slingers (1)` shoot, `Light cavalry` shoots. The verb is given as for
/// one.
pub fn does(name: &str, verb: &str) -> String {
    format!("{name} {}", agreed(name, verb))
}

/// The verbs as they go with a name.
pub fn agreed(name: &str, verbs: &str) -> String {
    if !is_plural(name) {
        return verbs.to_owned();
    }
    let many: Vec<String> = verbs.split(" and ").map(of_many).collect();
    // What follows speaks of one, too: `recovers its order`.
    many.join(" and ").replace(" its ", " their ")
}

/// A verb of one, and what follows it, as it is said of many.
fn of_many(verb: &str) -> String {
    let (word, rest) = match verb.find([' ', ',']) {
        Some(at) => verb.split_at(at),
        None => (verb, ""),
    };
    let plural = match word {
        "is" => "are",
        "has" => "have",
        "goes" => "go",
        "does" => "do",
        "presses" => "press",
        "reaches" => "reach",
        "catches" => "catch",
        "crosses" => "cross",
        "carries" => "carry",
        "closes" => "close",
        other => other.strip_suffix('s').unwrap_or(other),
    };
    format!("{plural}{rest}")
}

/// Whether a unit is spoken of as many: by the last word of its name, without its number and without whose it is.
fn is_plural(name: &str) -> bool {
    let head = [" (", " of "]
        .iter()
        .filter_map(|end| name.find(end))
        .min()
        .and_then(|end| name.get(..end))
        .unwrap_or(name);
    let word = head.split(' ').next_back().unwrap_or(head).to_lowercase();
    let one = word.chars().count() == 1 || ["ss", "us", "is"].iter().any(|ending| word.ends_with(ending));
    (word.ends_with('s') && !one) || word.ends_with("men")
}

/// So many of a thing: `1 hit`, `2 hits`.
pub fn count(many: impl Into<i32>, thing: &str) -> String {
    match (many.into(), thing) {
        (1, thing) => format!("1 {thing}"),
        (many, "die") => format!("{many} dice"),
        (many, thing) if thing.ends_with('y') => format!("{many} {}ies", thing.trim_end_matches('y')),
        (many, thing) => format!("{many} {thing}s"),
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

pub fn area(kind: AreaKind) -> &'static str {
    match kind {
        AreaKind::Wood => "wood",
        AreaKind::Rough => "rough ground",
        AreaKind::Hill => "hill",
        AreaKind::Impassable => "impassable ground",
        AreaKind::Cover => "cover",
        AreaKind::Plain => "open ground",
    }
}

/// A length in inches, to the tenth: for what need not be measured again.
pub fn about(value: f64) -> String {
    format!("{}″", (value / INCH * 10.0).round() / 10.0 + 0.0)
}

/// The sentence of a rule by itself, as a heading.
pub fn label(rule: RuleId) -> Option<String> {
    tell(rule, Said { whole: "", bare: true, part: &|_, _| None })
}

/// The result of a break test, by the rule that gives it.
pub fn outcome_of(rule: RuleId) -> String {
    label(rule).unwrap_or_else(|| "another result".to_owned())
}

/// A result of a break test.
pub fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Hold(Disorder::None) => "holds",
        Outcome::Hold(_) => "holds, disordered",
        Outcome::HoldOrRetreat => "holds disordered, or retreats in good order",
        Outcome::Retreat(Disorder::None) => "retreats in good order",
        Outcome::Retreat(_) => "retreats, disordered",
        Outcome::GiveGround(Disorder::None) => "gives ground in good order",
        Outcome::GiveGround(Disorder::Unit) => "gives ground, disordered",
        Outcome::GiveGround(Disorder::All) => "gives ground with its supports, all disordered",
        Outcome::Break => "breaks",
    }
}

pub fn turn(state: &State) -> String {
    match state.part {
        Part::SetUp => "before the battle".to_owned(),
        _ => format!("turn {} ({})", state.turn, state.active.name()),
    }
}

pub fn moment(state: &State) -> String {
    format!("{}: {}", turn(state), stage(state.stage))
}

pub fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Deploy => "deployment",
        Stage::FirstTurn => "who begins",
        Stage::Arrivals => "arrivals",
        Stage::TurnStart => "start of the turn",
        Stage::Elite => "elite units recover",
        Stage::Initiative => "initiative moves",
        Stage::Orders => "orders",
        Stage::Retire => "broken divisions retire",
        Stage::CommanderMoves => "commanders move",
        Stage::Brave => "the brave rally",
        Stage::CommandEnd => "end of the Command part",
        Stage::Shoot => "ranged attacks",
        Stage::ShotCommanders => "commanders under fire",
        Stage::ShotTests => "break tests of those shot at",
        Stage::Engagements => "hand-to-hand combat",
        Stage::Recovery => "recovery from disorder",
        Stage::TurnEnd => "end of the turn",
    }
}

/// One line for a unit on the table.
pub fn unit_line(rules: &Rules, state: &State, names: &Names, id: UnitId) -> String {
    let (unit, look) = (state.unit(id), Look::new(rules, state));
    let card = rules.card(id);
    let mut line = format!(
        "{} ({}, {} {}): {}",
        unit_name(names, id),
        card.side.name(),
        card.size.name(),
        look.class(id).name(),
        place_word(unit.place)
    );
    if unit.is_on_table() {
        line.push_str(&format!(", {} at {}", unit.formation.name(), at(&unit.rect.pose)));
        line.push_str(&format!(", casualties {} of {}", unit.casualties, card.stats.stamina));
        for (word, is) in [
            ("shaken", look.is_shaken(id)),
            ("disordered", unit.disordered),
            ("fighting", state.is_fighting(id)),
            ("supporting", look.is_engaged(id) && !state.is_fighting(id)),
        ] {
            if is {
                line.push_str(&format!(", {word}"));
            }
        }
    }
    line
}

pub fn commander_line(state: &State, names: &Names, id: CommanderId) -> String {
    let commander = state.commander(id);
    let place = match commander.place {
        CommanderPlace::With(unit) => format!("with {}", unit_name(names, unit)),
        CommanderPlace::Alone => format!("at ({}, {})", inches(commander.at.x), inches(commander.at.y)),
        other => commander_word(other).to_owned(),
    };
    let wounded = if commander.wounded { ", wounded" } else { "" };
    let general = if commander.general { ", general" } else { "" };
    format!("{}: leadership {}, {place}{general}{wounded}", commander_name(names, id), commander.leadership)
}
