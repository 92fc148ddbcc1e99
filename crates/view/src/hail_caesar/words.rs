//! Words for facts, events and where the battle stands. Choices and questions are in `words/`.

mod choices;

pub use choices::{choice, prompt};

use super::plain::plain;
use super::{block_name, commander_name, commander_word, division_name, place_word, unit_name};
use crate::told::Names;
use aelian_geometry::{Facing, Pose};
use aelian_hail_caesar::breaks::{Disorder, Outcome};
use aelian_hail_caesar::event::MoveWhy;
use aelian_hail_caesar::field::{AreaKind, TableEdge};
use aelian_hail_caesar::scenario::ScenarioEvent;
use aelian_hail_caesar::stage::{Part, Stage};
use aelian_hail_caesar::state::{CommanderPlace, Deed, Place};
use aelian_hail_caesar::{CommanderId, Event, Fact, INCH, Look, Rules, State, UnitId, UnitSet};
use aelian_rulebook::RuleId;

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

/// What a line of the tables of modifiers is for.
pub fn claim(rule: RuleId) -> Option<&'static str> {
    Some(match rule.as_str() {
        "HC-HIT-03" | "HC-HIT-H07" => "shaken or disordered",
        "HC-HIT-04" => "a target that is obscured, in open order, artillery or baggage",
        "HC-HIT-06" => "shielded heavy infantry, from the front",
        "HC-HIT-07" => "cataphracts",
        "HC-HIT-09" => "closing shots",
        "HC-HIT-10" => "traversing shots",
        "HC-HIT-11" => "over 12 inches",
        "HC-HIT-H03" => "charging",
        "HC-HIT-H04" => "won the last round",
        "HC-HIT-H06" | "HC-UPH-01" => "uphill",
        "HC-HIT-H08" => "open order",
        "HC-HIT-H09" => "engaged to flank or rear",
        "HC-HIT-H10" | "HC-CLR-02" => "closed ranks",
        "HC-HIT-H11" | "HC-ELE-02" => "open order against an elephant",
        "HC-SAVE-09" => "square or wedge",
        "HC-SAVE-10" => "cover",
        "HC-SAVE-11" => "testudo",
        "HC-SAVE-12" => "in a building",
        "HC-SAVE-13" => "behind fortifications",
        "HC-SAVE-14" => "hit by light artillery",
        "HC-SAVE-15" => "hit by heavy engines",
        "HC-SAVE-16" => "in column",
        "HC-FAN-01" => "fanatic",
        "HC-LANCE-01" => "charged by lances",
        "HC-PIL-01" => "pilum",
        "HC-SLING-01" => "slings at short range",
        "HC-XBOW-01" => "crossbows: 5+ at best",
        "HC-DBL-01" => "double-handed arms: 5+ at best",
        _ => return None,
    })
}

/// A fact; without a state, units go by their names alone.
pub fn fact(_state: Option<&State>, names: &Names, fact: &Fact) -> String {
    let unit = |id: &UnitId| unit_name(names, *id);
    let commander = |id: &CommanderId| commander_name(names, *id);
    match fact {
        Fact::Rule => String::new(),
        Fact::NotAsked => "this is not the question that is asked now".to_owned(),
        Fact::NoSuchUnit(id) => format!("there is no unit {}", id.0),
        Fact::NoSuchCommander(id) => format!("there is no commander {}", id.0),
        Fact::NoSuchBlock(id) => format!("there is no building {}", id.0),
        Fact::NotYours(id) => format!("{} is not yours to command", unit(id)),
        Fact::NotOnTable(id) => format!("{} is not on the table", unit(id)),
        Fact::Unit(id) => unit(id),
        Fact::Units(set) => units(names, *set),
        Fact::Commander(id) => commander(id),
        Fact::Division(id) => division_name(names, *id),
        Fact::Side(side) => side.name().to_owned(),
        Fact::Block(id) => block_name(names, *id),
        Fact::Pair { unit: one, other } => format!("{} and {}", unit(one), unit(other)),
        Fact::FormationIs { unit: id, formation } => format!("{}: {}", unit(id), formation.name()),
        Fact::TooFar { used, allowed } => format!("{}, of {}", length(*used), length(*allowed)),
        Fact::Distance { from, to, distance } => {
            format!("{} is {} from {}", unit(from), length(*distance), unit(to))
        }
        Fact::CommandDistance { commander: id, unit: to, distance, penalty } => format!(
            "{} is {} from {}: leadership {}",
            commander(id),
            length(*distance),
            unit(to),
            signed(-i32::from(*penalty))
        ),
        Fact::BlockedBy(id) => format!("{} is in the way", unit(id)),
        Fact::BlockedByTerrain(kind) => format!("{} is in the way", area(*kind)),
        Fact::BlockedByBlock(id) => format!("{} is in the way", block_name(names, *id)),
        Fact::OffTable(table_edge) => format!("beyond the {} edge", edge(*table_edge)),
        Fact::Modifier { unit: id, value } => format!("{}: {}", unit(id), signed(*value)),
        Fact::Order { commander: id, total, leadership, moves } => match moves {
            0 => format!("{} rolls {total} against {leadership}: the order fails", commander(id)),
            1 => format!("{} rolls {total} against {leadership}: one move", commander(id)),
            more => format!("{} rolls {total} against {leadership}: {more} moves", commander(id)),
        },
        Fact::Roll { unit: id, face, needed } => format!("{}: {face}, {needed} or more is needed", unit(id)),
        Fact::Score { unit: id, dice, minus, score } => {
            if *minus == 0 {
                format!("{}: {dice}", unit(id))
            } else {
                format!("{}: {dice} less {minus} is {score}", unit(id))
            }
        }
        Fact::Dice { unit: id, against, dice, needed } => {
            format!("{}: {dice} dice at {}, hits on {needed}+", unit(id), unit(against))
        }
        Fact::Saves { unit: id, hits, needed, casualties } => {
            let save = if *needed > 6 { "no save".to_owned() } else { format!("saves on {needed}+") };
            format!("{}: {hits} hits, {save}, {casualties} casualties", unit(id))
        }
        Fact::Casualties { unit: id, casualties, stamina } => {
            format!("{}: {casualties} casualties, stamina {stamina}", unit(id))
        }
        Fact::Result { red, blue } => format!("red inflicted {red}, blue {blue}"),
        Fact::Fate { commander: id, score, from } => format!("{}: {score}, from {from} on", commander(id)),
        Fact::Count { found, allowed } => format!("{found}, of {allowed}"),
        Fact::Losses { division, lost, counted } => {
            format!("{}: {lost} of {counted} units lost", division_name(names, *division))
        }
        Fact::Broken { side, broken, divisions } => {
            format!("{}: {broken} of {divisions} divisions are broken", side.name())
        }
        Fact::Named(name) | Fact::Word(name) => name.clone(),
        #[allow(unreachable_patterns)] // Facts that have no words of their own yet.
        other => plain(names, other),
    }
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

pub fn why(why: MoveWhy) -> &'static str {
    match why {
        MoveWhy::Deployed => "draws up",
        MoveWhy::Revealed => "shows itself",
        MoveWhy::Arrived => "comes upon the table",
        MoveWhy::Ordered => "moves",
        MoveWhy::Initiative => "moves on its own initiative",
        MoveWhy::FreeMove => "makes its free move",
        MoveWhy::Blundered => "blunders",
        MoveWhy::Reformed => "changes formation",
        MoveWhy::Charged => "charges",
        MoveWhy::Countercharged => "countercharges",
        MoveWhy::TurnedToFace => "turns to face",
        MoveWhy::Evaded => "evades",
        MoveWhy::ClosedUp => "closes up",
        MoveWhy::SpreadOut => "spreads out",
        MoveWhy::Retreated => "retreats",
        MoveWhy::GaveGround => "gives ground",
        MoveWhy::SteppedAside => "steps aside",
        MoveWhy::Supported => "moves with the unit it supports",
        MoveWhy::FollowedUp => "follows up",
        MoveWhy::VictoryMove => "moves after its victory",
        MoveWhy::Swept => "sweeps forward",
        MoveWhy::Stampeded => "stampedes",
        MoveWhy::BurstThrough => "is burst through",
        MoveWhy::Retired => "retires",
        MoveWhy::Left => "leaves the building",
        MoveWhy::Parted => "steps back",
        #[allow(unreachable_patterns)] // Reasons that have no words of their own yet.
        _ => "moves",
    }
}

/// What happened; empty for what only keeps the books.
pub fn event(rules: &Rules, before: &State, names: &Names, event: &Event) -> String {
    let unit = |id: &UnitId| unit_name(names, *id);
    match event {
        Event::TurnBegins { turn, active } => format!("turn {turn}: {}", active.name()),
        Event::Enters { .. } | Event::Settled | Event::Dealt(_) | Event::Waits(_) | Event::Moves { .. } => {
            String::new()
        }
        Event::Ends(ending) => crate::story::tell_ending(ending),
        Event::Moved(moved) => {
            let known = before.units.get(moved.unit.index());
            let reformed = known.is_some_and(|known| known.formation != moved.formation);
            let formation = if reformed { format!(" in {}", moved.formation.name()) } else { String::new() };
            format!("{} {}{formation} to {}", unit(&moved.unit), why(moved.why), at(&moved.rect.pose))
        }
        Event::Appears(moved) => {
            format!("{} {} at {}", unit(&moved.unit), why(moved.why), at(&moved.rect.pose))
        }
        Event::Bends(_)
        | Event::Bout(_)
        | Event::Combat { .. }
        | Event::Barrage(_)
        | Event::BarrageOver(_) => String::new(),
        Event::Leaves { unit: id, to } => match to {
            Place::Destroyed => format!("{} is destroyed", unit(id)),
            Place::Gone { .. } => format!("{} has left the field for good", unit(id)),
            Place::Block(block) => format!("{} goes into {}", unit(id), block_name(names, *block)),
            Place::Off { .. } => format!("{} leaves the table and may return", unit(id)),
            _ => format!("{} is {}", unit(id), place_word(*to)),
        },
        Event::Casualties { unit: id, to } => {
            let stamina = rules.cards.get(id.index()).map_or(0, |card| card.stats.stamina);
            let shaken = if *to >= stamina { ": shaken" } else { "" };
            format!("{} has {to} of {stamina} casualties{shaken}", unit(id))
        }
        Event::Disordered { unit: id, is: true } => format!("{} is disordered", unit(id)),
        Event::Disordered { unit: id, is: false } => format!("{} recovers its order", unit(id)),
        Event::Did { unit: id, deed } => match deed {
            Deed::Evaded => format!("{} has evaded", unit(id)),
            _ => String::new(),
        },
        Event::Undone { .. } => String::new(),
        Event::Speaks(Some(id)) => format!("{} gives his orders", commander_name(names, *id)),
        Event::Speaks(None) => String::new(),
        Event::CommanderFinishes(id) => format!("{} gives no more orders", commander_name(names, *id)),
        Event::CommanderMoves { commander, place, .. } => match place {
            CommanderPlace::With(unit_id) => {
                format!("{} joins {}", commander_name(names, *commander), unit(unit_id))
            }
            CommanderPlace::Alone => format!("{} moves", commander_name(names, *commander)),
            _ => format!("{}: {}", commander_name(names, *commander), commander_word(*place)),
        },
        Event::CommanderMoved(_) => String::new(),
        Event::CommanderIs { commander, is } => {
            let name = commander_name(names, *commander);
            let was = before.commanders.get(commander.index());
            if was.is_some_and(|was| !was.wounded) && is.wounded {
                format!("{name} is wounded")
            } else if is.place == CommanderPlace::Fallen {
                format!("{name} has fallen, and nobody follows him")
            } else if was.is_some_and(|was| was.leadership > is.leadership) {
                format!(
                    "{name} has fallen; a reserve commander with leadership {} follows him",
                    is.leadership
                )
            } else {
                String::new()
            }
        }
        Event::RerollSpent(side) => format!("{} uses the general's re-roll", side.name()),
        Event::DivisionBreaks(id) => format!("{} is broken", division_name(names, *id)),
        Event::Says(word) => {
            let says = if word.yes { "will" } else { "will not" };
            format!("{} {says} roll {} again", unit(&word.unit), choices::second(word.what))
        }
        Event::WordsOver => String::new(),
        Event::Keeps(kept) => {
            format!("{} keeps {} dice for {}", unit(&kept.unit), kept.dice, unit(&kept.of))
        }
        Event::BoutOver(pair) => format!("{} and {} part", unit(&pair[0]), unit(&pair[1])),
        Event::Scenario(ScenarioEvent::DrawnUp(side)) => format!("{} has drawn up", side.name()),
        #[allow(unreachable_patterns)] // Events that have no words of their own yet.
        other => plain(names, other),
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
