//! Words for facts and the rules they stand beside.

use super::{area, count, does, edge, length, signed, units};
use crate::hail_caesar::{block_name, commander_name, division_name, unit_name};
use crate::told::Names;
use aelian_hail_caesar::fact::{Bound, Tally};
use aelian_hail_caesar::field::AreaKind;
use aelian_hail_caesar::state::Side4;
use aelian_hail_caesar::{CommanderId, Fact, UnitId};
use aelian_rulebook::{RuleId, Said, counts, tell};
use std::fmt::Display;

/// A fact as the reason of a rule.
pub fn reason(names: &Names, rule: RuleId, told: &Fact) -> String {
    let plain = fact(names, told);
    let whole = match told {
        Fact::Modifier { .. } => {
            return counts(rule).map_or(plain.clone(), |claim| format!("{plain}, {claim}"));
        }
        Fact::Fate { commander, score, .. } => {
            return fate(&commander_name(names, *commander), rule, *score).unwrap_or(plain);
        }
        Fact::NotAsked if is_of_a_battle(rule) => return "this is none of the answers".to_owned(),
        Fact::Rule => String::new(),
        Fact::Roll { unit, face, .. } => format!("{} {face}", does(&unit_name(names, *unit), "rolls")),
        _ => plain.clone(),
    };
    let part = |name: &str, verb: Option<&str>| {
        let part = part(names, told, name)?;
        Some(verb.map_or_else(|| part.clone(), |verb| does(&part, verb)))
    };
    let said = tell(rule, Said { whole: &whole, bare: is_bare(told), part: &part });
    said.unwrap_or_else(|| match told {
        Fact::NotOnTable(unit) if is_of_a_battle(rule) => {
            format!("{} not come yet: the battle says when", does(&unit_name(names, *unit), "has"))
        }
        _ => plain,
    })
}

/// The rule is one of the seven battles.
fn is_of_a_battle(rule: RuleId) -> bool {
    rule.prefix() == "HS"
}

/// The part of a fact that has this name in the sentences of the rulebook.
fn part(names: &Names, told: &Fact, name: &str) -> Option<String> {
    Some(match (name, told) {
        (
            "unit",
            Fact::Unit(unit)
            | Fact::Pair { unit, .. }
            | Fact::Roll { unit, .. }
            | Fact::Casualties { unit, .. },
        )
        | ("other", Fact::Pair { other: unit, .. })
        | ("from", Fact::Distance { from: unit, .. })
        | ("to", Fact::Distance { to: unit, .. } | Fact::CommandDistance { unit, .. })
        | ("absent", Fact::NotOnTable(unit)) => unit_name(names, *unit),
        ("distance", Fact::Distance { distance, .. } | Fact::CommandDistance { distance, .. }) => {
            length(*distance)
        }
        ("commander", Fact::CommandDistance { commander, .. }) => commander_name(names, *commander),
        ("division", Fact::Division(division) | Fact::Losses { division, .. }) => {
            division_name(names, *division)
        }
        ("found", Fact::Count { found, .. }) => found.to_string(),
        ("allowed", Fact::Count { allowed, .. }) | ("no-double", Fact::Count { found: 0, allowed }) => {
            allowed.to_string()
        }
        ("red", Fact::Result { red, .. }) => red.to_string(),
        ("blue", Fact::Result { blue, .. }) => blue.to_string(),
        ("casualties", Fact::Casualties { casualties, .. }) => casualties.to_string(),
        ("stamina", Fact::Casualties { stamina, .. }) => stamina.to_string(),
        _ => return None,
    })
}

/// HC-CRISK-03, HC-CRISK-06, HC-CRISK-10: what a die says of a commander.
fn fate(name: &str, rule: RuleId, face: i32) -> Option<String> {
    let becomes = match (rule.as_str(), face) {
        ("HC-CRISK-03", ..=2) | ("HC-CRISK-06" | "HC-CRISK-10", ..=3) => "he is slain",
        ("HC-CRISK-03", 5..) => "he is unharmed",
        ("HC-CRISK-03" | "HC-CRISK-06" | "HC-CRISK-10", _) => "he is wounded",
        _ => return None,
    };
    Some(format!("a {face} for {name}: {becomes}"))
}

/// Whether a fact only names or counts somebody or something, so that the rule must say what of it.
fn is_bare(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Rule
            | Fact::Roll { .. }
            | Fact::Pair { .. }
            | Fact::Unit(_)
            | Fact::Units(_)
            | Fact::Commander(_)
            | Fact::Division(_)
            | Fact::Side(_)
            | Fact::Block(_)
            | Fact::FormationIs { .. }
            | Fact::TooFar { .. }
            | Fact::Distance { .. }
            | Fact::Closer { .. }
            | Fact::Gap { .. }
            | Fact::ChargedOn { .. }
            | Fact::Exit { .. }
            | Fact::CommandDistance { penalty: 0, .. }
            | Fact::Count { .. }
            | Fact::Tally(_)
            | Fact::Generals(_)
            | Fact::Leads { .. }
            | Fact::BlockedBy(_)
            | Fact::BlockedByTerrain(_)
            | Fact::BlockedByBlock(_)
            | Fact::BlockedByWater
            | Fact::BlockedByObstacle
            | Fact::OffTable(_)
            | Fact::Named(_)
            | Fact::Word(_)
    )
}

/// A fact by itself.
pub fn fact(names: &Names, fact: &Fact) -> String {
    let unit = |id: &UnitId| unit_name(names, *id);
    let commander = |id: &CommanderId| commander_name(names, *id);
    match fact {
        Fact::Rule => "the rule does not allow it".to_owned(),
        Fact::NotAsked => "this is not the question that is asked now".to_owned(),
        Fact::NoSuchUnit(id) => format!("there is no unit {}", id.0),
        Fact::NoSuchCommander(id) => format!("there is no commander {}", id.0),
        Fact::NoSuchBlock(id) => format!("there is no building {}", id.0),
        Fact::NotYours(id) => format!("{} not yours to command", does(&unit(id), "is")),
        Fact::NotOnTable(id) => format!("{} not on the table", does(&unit(id), "is")),
        Fact::NoEnemy(id) => format!("{} no enemy", does(&unit(id), "is")),
        Fact::Unit(id) => unit(id),
        Fact::Units(set) => units(names, *set),
        Fact::Commander(id) => commander(id),
        Fact::Division(id) => division_name(names, *id),
        Fact::Side(side) => side.name().to_owned(),
        Fact::Block(id) => block_name(names, *id),
        Fact::Pair { unit: one, other } => format!("{} and {}", unit(one), unit(other)),
        Fact::FormationIs { unit: id, formation } => format!("{} in {}", unit(id), formation.name()),
        Fact::TooFar { used, allowed } => of_limit(*used > *allowed, length(*used), length(*allowed)),
        Fact::Distance { from, to, distance } => {
            format!("{} {} from {}", does(&unit(from), "is"), length(*distance), unit(to))
        }
        Fact::Closer { unit: id, target, distance, closest, nearest } => format!(
            "{} {} from {}, but {} from {}",
            does(&unit(id), "is"),
            length(*distance),
            unit(target),
            length(*nearest),
            unit(closest)
        ),
        Fact::Gap { unit: id, other, gap } => {
            format!("{} {} through a gap of {}", does(&unit(id), "sees"), unit(other), length(*gap))
        }
        Fact::ChargedOn { unit: id, side } => {
            let on = match side {
                Side4::Front => "in front",
                Side4::Left => "in the left flank",
                Side4::Right => "in the right flank",
                Side4::Rear => "in the rear",
            };
            format!("{} charged {on}", does(&unit(id), "is"))
        }
        Fact::Exit { unit: id, now, then } => format!(
            "{} {} from its edge, and would be {} from it",
            does(&unit(id), "is"),
            length(*now),
            length(*then)
        ),
        Fact::CommandDistance { commander: id, unit: to, distance, penalty: 0 } => {
            format!("{} is {} from {}", commander(id), length(*distance), unit(to))
        }
        Fact::CommandDistance { commander: id, unit: to, distance, penalty } => format!(
            "{} is {} from {}: leadership {}",
            commander(id),
            length(*distance),
            unit(to),
            signed(-i32::from(*penalty))
        ),
        Fact::BlockedBy(id) => format!("{} in the way", does(&unit(id), "is")),
        Fact::BlockedByTerrain(AreaKind::Wood) => "a wood is in the way".to_owned(),
        Fact::BlockedByTerrain(kind) => format!("{} is in the way", area(*kind)),
        Fact::BlockedByBlock(id) => format!("{} is in the way", block_name(names, *id)),
        Fact::BlockedByWater => "deep water is in the way".to_owned(),
        Fact::BlockedByObstacle => "an obstacle is in the way".to_owned(),
        Fact::OffTable(table_edge) => format!("beyond the {} edge", edge(*table_edge)),
        Fact::Modifier { unit: id, value } => format!("{}: {}", unit(id), signed(*value)),
        Fact::Order { commander: id, total, leadership, moves } => match moves {
            0 => format!("{} rolls {total} against {leadership}: the order fails", commander(id)),
            1 => format!("{} rolls {total} against {leadership}: one move", commander(id)),
            more => format!("{} rolls {total} against {leadership}: {more} moves", commander(id)),
        },
        Fact::Obeyed { commander: id, total, leadership } => {
            format!("{} rolls {total} against {leadership}: he is obeyed", commander(id))
        }
        Fact::Roll { unit: id, face, needed } => {
            format!("{} {face}, and {needed} or more is needed", does(&unit(id), "rolls"))
        }
        Fact::Score { unit: id, dice, minus: 0, .. } => {
            format!("{} {dice} in the break test", does(&unit(id), "rolls"))
        }
        Fact::Score { unit: id, dice, minus, score } => {
            format!("{} {dice} in the break test, less {minus} is {score}", does(&unit(id), "rolls"))
        }
        Fact::Dice { unit: id, against, dice, needed } => {
            format!("{}: {} at {}, hits on {needed}+", unit(id), count(*dice, "die"), unit(against))
        }
        Fact::Attacks { unit: id, value, first: true } => format!("{}: clash value {value}", unit(id)),
        Fact::Attacks { unit: id, value, first: false } => {
            format!("{}: sustained value {value}", unit(id))
        }
        Fact::Saves { unit: id, hits, needed, casualties } => {
            let save = if *needed > 6 { "no save".to_owned() } else { format!("saves on {needed}+") };
            format!("{}: {}, {save}, {}", unit(id), count(*hits, "hit"), casualties_word(*casualties))
        }
        Fact::Casualties { unit: id, casualties, stamina } => {
            format!("{} {casualties} of {stamina} casualties", does(&unit(id), "has"))
        }
        Fact::Result { red, blue } => format!("red inflicted {red}, blue {blue}"),
        Fact::Fate { commander: id, score, from } => {
            format!("{score} for {}, who is hit from {from} on", commander(id))
        }
        Fact::Count { found, allowed } => of_limit(found > allowed, found, allowed),
        Fact::Losses { division, lost, counted } => {
            format!("{}: {lost} of {counted} units lost", division_name(names, *division))
        }
        Fact::Broken { side, broken, divisions } => {
            format!("{}: {broken} of {divisions} divisions are broken", side.name())
        }
        Fact::Tally(counted) => tally(counted),
        Fact::Generals(names) if names.is_empty() => "no general; write `general = true`".to_owned(),
        Fact::Generals(names) => format!("{} generals, {}", names.len(), names.join(", ")),
        Fact::Leads { commander, leadership } => format!("{commander} has {leadership}"),
        Fact::Named(name) | Fact::Word(name) => name.clone(),
    }
}

/// A figure and its limit: more than that, or a part of it.
fn of_limit(beyond: bool, found: impl Display, allowed: impl Display) -> String {
    if beyond { format!("{found}, and at most {allowed}") } else { format!("{found} of {allowed}") }
}

/// `3 cavalry of 8 units, at most 2`.
fn tally(counted: &Tally) -> String {
    let of = counted.of.as_ref().map_or_else(String::new, |(what, all)| format!(" of {all} {what}"));
    let bound = match counted.bound {
        Bound::Least(least) => format!("at least {least}"),
        Bound::Most(most) => format!("at most {most}"),
    };
    format!("{} {}{of}, {bound}", counted.found, counted.what)
}

pub fn casualties_word(many: u8) -> String {
    match many {
        0 => "no casualties".to_owned(),
        1 => "1 casualty".to_owned(),
        many => format!("{many} casualties"),
    }
}
