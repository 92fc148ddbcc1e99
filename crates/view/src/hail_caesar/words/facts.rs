//! Words for facts and the rules they stand beside.

use super::senses::{between, comes, sense};
use super::{area, count, does, edge, length, signed, units};
use crate::hail_caesar::{block_name, commander_name, division_name, unit_name};
use crate::told::Names;
use aelian_hail_caesar::fact::{Bound, Tally};
use aelian_hail_caesar::field::AreaKind;
use aelian_hail_caesar::{CommanderId, Fact, UnitId};
use aelian_rulebook::RuleId;
use std::fmt::Display;

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
        "HC-ATT-06" => "attacks of its commander",
        "HC-ENG-12" => "dice kept for a fight to come",
        "HC-REAL-03" => "casualties that its friend cannot bear",
        "HC-FAN-01" => "fanatic",
        "HC-LANCE-01" => "charged by lances",
        "HC-PIL-01" => "pilum",
        "HC-SLING-01" => "slings at short range",
        "HC-XBOW-01" => "crossbows: 5+ at best",
        "HC-DBL-01" => "double-handed arms: 5+ at best",
        _ => return None,
    })
}

/// A fact as the reason of a rule.
pub fn reason(names: &Names, rule: RuleId, told: &Fact) -> String {
    let plainly = || fact(names, told);
    match (told, sense(rule)) {
        (Fact::Modifier { .. }, _) => {
            claim(rule).map_or_else(plainly, |claim| format!("{}, {claim}", plainly()))
        }
        (Fact::Pair { unit, other }, sense) => match (between(rule), sense) {
            (Some(verb), _) => {
                format!("{} {}", does(&unit_name(names, *unit), verb), unit_name(names, *other))
            }
            (None, Some(sense)) => format!("{}: {sense}", plainly()),
            (None, None) => plainly(),
        },
        (Fact::Rule, Some(sense)) => sense.to_owned(),
        (Fact::NotAsked, _) if rule.as_str().starts_with("HS-") => "this is none of the answers".to_owned(),
        (Fact::Losses { division, .. }, Some(sense)) if rule.as_str() == "HC-BDIV-02" => {
            format!("{}: {sense}", fact(names, &Fact::Division(*division)))
        }
        (Fact::Unit(unit), _) if rule.as_str() == "HS-RAID-14" => {
            format!("{}: ridden over, he is slain", unit_name(names, *unit))
        }
        (Fact::NotOnTable(unit), _) if rule.as_str().starts_with("HS-") => {
            let when = comes(rule).unwrap_or("the battle says when");
            format!("{} not come yet: {when}", does(&unit_name(names, *unit), "has"))
        }
        (Fact::Result { red, blue }, _) if rule.as_str() == "HC-SETUP-05" => {
            format!("red rolls {red}, blue {blue}: the higher roll says who has the first turn")
        }
        (Fact::NotYours(_) | Fact::NotOnTable(_) | Fact::NoEnemy(_), _) => plainly(),
        (Fact::Fate { commander, score, .. }, _) => {
            fate(&commander_name(names, *commander), rule, *score).unwrap_or_else(plainly)
        }
        (Fact::Unit(unit), _) if rule.as_str() == "HC-DICE-01" => {
            format!("{} no ranged attacks", does(&unit_name(names, *unit), "has"))
        }
        (Fact::Count { found, .. }, _) if matches!(rule.as_str(), "HC-FOL-01" | "HC-RAL-01") => {
            format!("{found} units: he does this with one")
        }
        (Fact::Count { .. }, _) if rule.as_str() == "HC-RTRIG-02" => {
            "a test needs two sixes of dice that hit on a six, and there is one".to_owned()
        }
        (Fact::Count { found, allowed }, Some(sense)) => thrown(rule, *found, *allowed)
            .map_or_else(|| format!("{}: {sense}", plainly()), |dice| format!("{dice}: {sense}")),
        (Fact::Casualties { .. }, _) if rule.as_str() == "HC-BRES-09" => {
            format!("{} after what was too much", plainly())
        }
        (Fact::Roll { unit, face, .. }, Some(sense)) => {
            format!("{} {face}: {sense}", does(&unit_name(names, *unit), "rolls"))
        }
        (fact, Some(sense)) if is_bare(fact) => format!("{}: {sense}", plainly()),
        _ => plainly(),
    }
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

/// A count that is a throw of dice, and what was needed.
fn thrown(rule: RuleId, found: i32, needed: i32) -> Option<String> {
    Some(match rule.as_str() {
        "HS-DAMASCUS-01" | "HS-DAMASCUS-04" | "HS-DESERT-04" | "HS-GATES-04" | "HS-GATES-05"
        | "HS-KADESH-12" | "HS-RAID-08" | "HS-RAID-22" => {
            format!("a {found}, and {needed} or more is needed")
        }
        "HS-GATES-09" if found == 0 => format!("no double, and a double {needed} or more is needed"),
        "HS-GATES-09" => format!("a double {found}, and {needed} or more is needed"),
        "HS-RAID-14" => format!("{found} against a leadership of {needed}"),
        "HS-RAID-03" => format!("a {found}, leadership {needed}"),
        "HC-RES-03" => format!("leadership {found}, at least {needed}"),
        _ => return None,
    })
}

/// Whether a fact only names or counts somebody or something, so that the rule must say what of it.
fn is_bare(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Unit(_)
            | Fact::Units(_)
            | Fact::Commander(_)
            | Fact::Division(_)
            | Fact::Side(_)
            | Fact::Block(_)
            | Fact::FormationIs { .. }
            | Fact::TooFar { .. }
            | Fact::Distance { .. }
            | Fact::Closer { .. }
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
