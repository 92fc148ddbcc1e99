//! Facts in words.

use super::claims::claim;
use super::senses::sense;
use super::{cohesion, compared, edge, group, groups, length, level, scored, signed};
use crate::fog_ancients::plain::plain;
use crate::fog_ancients::{base_name, commander_name};
use crate::told::Names;
use aelian_fog_ancients::state::Deed;
use aelian_fog_ancients::tables::Disorder;
use aelian_fog_ancients::{BaseId, Fact, GroupId, Rules, State};
use aelian_rulebook::{Reason, RuleId};

/// A reason in a sentence: the fact, and what the rule says of it where the fact is no more than a name or a number.
pub fn reason(rules: &Rules, state: Option<&State>, names: &Names, reason: &Reason<Fact>) -> String {
    let told = || fact(rules, state, names, &reason.fact);
    match &reason.fact {
        Fact::Modifier { .. } | Fact::Poa { .. } => {
            let claim = claim(reason.rule).or_else(|| sense(reason.rule));
            claim.map_or_else(told, |claim| format!("{}, {claim}", told()))
        }
        Fact::Score { group: id, score, needed } => {
            let test = test(reason.rule).map_or_else(String::new, |test| format!(" {test}:"));
            let passed = if score >= needed { "passed" } else { "failed" };
            format!("{}:{test} {score}, {needed} needed: {passed}", group(state, names, *id))
        }
        Fact::Group(id) if state.is_some() => {
            let why = state.and_then(|state| why_now(state, *id, reason.rule)).or_else(|| sense(reason.rule));
            why.map_or_else(told, |why| format!("{}: {why}", told()))
        }
        Fact::GroupIs { .. } if reason.rule.as_str() == "FA-JCMD-02" => {
            format!("{}: there is nothing to bolster or rally", told())
        }
        Fact::Rule if reason.rule.as_str() == "FA-INIT-06" => {
            "the territory must be one of the army that has the initiative".to_owned()
        }
        Fact::Pair { .. } if reason.rule.as_str() == "FA-ZOI-13" => {
            format!("{}: it would not strike the charger's flank", told())
        }
        Fact::Pair { .. } if reason.rule.as_str() == "FA-EV-08" => {
            format!("{}: charged in flank or rear it does not evade to its own rear", told())
        }
        Fact::Groups(_) if reason.rule.as_str() == "FA-FLANK-22" => {
            format!("{}: there is room for it at the edge, and it comes now", told())
        }
        Fact::TooFar { used, allowed: 0.0 } => {
            let used = length(rules, *used);
            sense(reason.rule).map_or_else(told, |sense| format!("{used}: {sense}"))
        }
        Fact::Count { found, allowed } => {
            counted(reason.rule, *found, *allowed).unwrap_or_else(|| numbered(reason.rule, *found, told()))
        }
        Fact::Rule => sense(reason.rule).map_or_else(told, str::to_owned),
        Fact::TooFar { .. } => sense(reason.rule).map_or_else(told, |sense| format!("{}: {sense}", told())),
        named if is_name(named) => {
            sense(reason.rule).map_or_else(told, |sense| format!("{}: {sense}", told()))
        }
        _ => told(),
    }
}

/// Which of several things that a rule forbids, or asks for, is so with this group.
fn why_now(state: &State, id: GroupId, rule: RuleId) -> Option<&'static str> {
    let group = state.groups.get(id.index())?;
    Some(match rule.as_str() {
        "FA-MAN-01" if group.is_broken() => "broken, it only routs",
        "FA-MAN-01" if state.committed(id) => "it fights, and does not move away",
        "FA-MAN-01" => "it has charged in this turn, and does not move again",
        "FA-EV-01" if state.committed(id) => "it fights already, and does not evade",
        "FA-EV-01" if group.is_shock() => "shock troops do not evade",
        "FA-EV-01" => "only skirmishers evade, and riders or light chariots who all stand one base deep",
        "FA-MAN-04" if state.did(id, Deed::Looting) => "it loots, and does not move",
        "FA-MAN-04" => "it pursues, and does not move otherwise",
        _ => return None,
    })
}

/// What a score was rolled for.
fn test(rule: RuleId) -> Option<&'static str> {
    let rule = rule.as_str();
    Some(match rule {
        "FA-FLANK-12" => "whether it straggles",
        "FA-JPUR-01" => "a test to stop its pursuit",
        "FA-JPUR-12" => "a test to halt before fresh enemy",
        "FA-LOOT-01" => "a test to stop looting",
        "FA-MISS-01" | "FA-CHG-30" | "FA-SKC-02" => "a test to charge",
        "FA-ORB-04" => "a test to form or leave an orb",
        "FA-PD-03" => "a test to place or lift its defences",
        "FA-PUR-03" | "FA-PUR-04" => "a test whether it pursues",
        "FA-SKC-05" => "a test to stand",
        "FA-SHK-01" => "a test not to charge",
        "FA-ZOI-05" => "a test to intercept",
        "FA-MOVE-10" | "FA-MOVE-12" | "FA-MOVE-13" => "a complex move test",
        _ if rule.starts_with("FA-CT-") => "a cohesion test",
        _ if rule.starts_with("FA-DEATH-") => "a death roll",
        _ => return None,
    })
}

/// A fact that only says of whom or of what the rule speaks.
fn is_name(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Group(_)
            | Fact::Groups(_)
            | Fact::Base(_)
            | Fact::Commander(_)
            | Fact::Side(_)
            | Fact::Pair { .. }
            | Fact::BasePair { .. }
            | Fact::TroopIs { .. }
            | Fact::TypeIs(_)
            | Fact::Edge(_)
            | Fact::GroupIs { .. }
            | Fact::BlockedBy(_)
            | Fact::BlockedByTerrain(_)
            | Fact::OffTable(_)
            | Fact::TooShort { .. }
            | Fact::Distance { .. }
            | Fact::Totals { .. }
            | Fact::Angle { .. }
    )
}

/// What is counted by a rule, where that is not a thing by its number.
fn counted(rule: RuleId, found: i32, allowed: i32) -> Option<String> {
    Some(match rule.as_str() {
        "FA-INIT-04" | "FA-INIT-05" => {
            format!("{found} bases of light horse, cavalry, camels and light chariots")
        }
        "FA-PLACE-10" => {
            format!("a compulsory piece: the die of {found} counts as {}", found + allowed)
        }
        "FA-PLACE-11" => {
            format!("impassable ground or water: the die of {found} counts as {}", found + allowed)
        }
        "FA-PLACE-09" | "FA-PLACE-12" | "FA-PLACE-13" | "FA-PLACE-18" => {
            format!("the die came to {found}, which does not allow it")
        }
        "FA-FLANK-08" if found >= allowed => format!("{found} on the dice, {allowed} needed: it will arrive"),
        "FA-FLANK-08" => format!("{found} on the dice, {allowed} needed: not yet"),
        "FA-FLANK-01" => format!("{found} marches: at most {allowed}, one round each flank"),
        "FA-DEATH-05" => format!("{found} of {allowed} hits are left for another death roll"),
        "FA-CHG-18" => format!("{found} bases would fight, and {allowed} straight ahead"),
        "FA-TERR-08" | "FA-TERR-09" => format!("{found} selections: two to {allowed} are asked for"),
        "FA-TERR-10" => format!("{found} of one kind, where the territory has {allowed} at most"),
        "FA-FF-01" => format!("{found} pieces, of which {allowed} are paid for"),
        "FA-AMB-08" => format!("{found} bases find no room and are lost"),
        _ => return None,
    })
}

/// The marker or piece with this number and what is wrong with it.
fn numbered(rule: RuleId, number: i32, otherwise: String) -> String {
    let thing = match rule.as_str() {
        "FA-AMB-01" | "FA-AMB-02" | "FA-AMB-03" | "FA-AMB-04" | "FA-AMB-05" | "FA-AMB-06" => "marker",
        "FA-CAMP-02" | "FA-FF-16" => "piece",
        _ => return otherwise,
    };
    sense(rule).map_or(otherwise, |sense| format!("{thing} {}: {sense}", number + 1))
}

/// A fact; without a state, groups go by their names alone.
pub fn fact(rules: &Rules, state: Option<&State>, names: &Names, fact: &Fact) -> String {
    let group = |id: &GroupId| group(state, names, *id);
    let base = |id: &BaseId| base_name(names, *id);
    match fact {
        Fact::Rule => String::new(),
        Fact::NotAsked => "this is not the question that is asked now".to_owned(),
        Fact::NoSuchGroup(id) => format!("there is no battle group {}", id.0),
        Fact::NoSuchBase(id) => format!("there is no base {}", id.0),
        Fact::NoSuchCommander(id) => format!("there is no commander {}", id.0),
        Fact::NotYours(id) => format!("{} is not yours to command", group(id)),
        Fact::NotOnTable(id) => format!("{} is not on the table", group(id)),
        Fact::Group(id) => group(id),
        Fact::Groups(set) => groups(names, *set),
        Fact::Base(id) => base(id),
        Fact::Commander(id) => commander_name(names, *id),
        Fact::Side(side) => side.name().to_owned(),
        Fact::Pair { group: one, other } => format!("{} and {}", group(one), group(other)),
        Fact::BasePair { base: one, other } => format!("{} and {}", base(one), base(other)),
        Fact::GroupIs { group: id, cohesion: is } => format!("{} is {}", group(id), cohesion(*is)),
        Fact::BaseIs { base: id, disorder: is } => format!("{} is {}", base(id), disorder(*is)),
        Fact::TroopIs { group: id, troop } => format!("{}: {troop}", group(id)),
        Fact::TypeIs(kind) => kind.name().to_owned(),
        Fact::TooFar { used, allowed } => {
            if (used - allowed).abs() <= rules.slack {
                return format!("{} are not enough", length(rules, *allowed));
            }
            let [used, allowed] = compared(rules, [*used, *allowed]);
            format!("{used} needed, {allowed} allowed")
        }
        Fact::TooShort { used, least } => {
            let [used, least] = compared(rules, [*used, *least]);
            format!("{used} is less than {least}")
        }
        Fact::Angle { degrees, most } => format!("{degrees:.1}°, at most {most:.1}°"),
        Fact::Distance { from, to, distance } => {
            format!("{} from {}: {}", group(to), group(from), length(rules, *distance))
        }
        Fact::BlockedBy(id) => format!("{} is in the way", group(id)),
        Fact::BlockedByTerrain(kind) => format!("{} is in the way", plain(names, kind)),
        Fact::OffTable(at) => format!("beyond the {} table edge", edge(*at)),
        Fact::Edge(at) => format!("the {} edge", edge(*at)),
        Fact::Ground { base: id, level: ground } => format!("{} in {}", base(id), level(*ground)),
        Fact::Modifier { group: id, value } => format!("{}: {}", group(id), signed(*value)),
        Fact::Poa { base: id, against, value } => {
            format!("{} against {}: {}", base(id), base(against), advantage(*value))
        }
        Fact::Dice { group: id, against, dice } => {
            let word = if *dice == 1 { "die" } else { "dice" };
            format!("{} against {}: {dice} {word}", group(id), group(against))
        }
        Fact::Score { group: id, score, needed } => {
            let passed = if score >= needed { "passed" } else { "failed" };
            format!("{}: {score}, {needed} needed: {passed}", group(id))
        }
        Fact::Hits { by, on, hits } => scored(&group(by), &group(on), *hits),
        Fact::Count { found, allowed } => format!("{found}, where {allowed} is allowed"),
        Fact::Totals { red, blue } => format!("red {red}, blue {blue}"),
        Fact::Attrition { side, points, routs_at } => {
            format!("{}: {points} attrition points, the army routs at {routs_at}", side.name())
        }
        Fact::Fate { commander, score, lost_on } => {
            let fate = if score >= lost_on { "he is lost" } else { "he lives" };
            format!("{}: {score}, lost on {lost_on} or more: {fate}", commander_name(names, *commander))
        }
        Fact::Sacking { group: id, needed, sacked } => {
            let came = if *sacked { "the camp is sacked" } else { "the guards hold" };
            format!("{}: {needed} needed, {came}", group(id))
        }
        Fact::Line(line) => line.clone(),
        Fact::LineCount { line, found, allowed } => {
            format!("{line}: {found} bases, the list allows {allowed}")
        }
        Fact::Word(word) => word.clone(),
        Fact::Enlisted { at, label } => format!("battle group {} ({label})", at + 1),
        Fact::Table { width, depth } => format!("a table of {width} by {depth} MU"),
        Fact::Points { found, most } => format!("{found} points, at most {most}"),
    }
}

/// Points of advantage as the book writes them.
fn advantage(value: i32) -> String {
    match value {
        2.. => "++".to_owned(),
        1 => "+".to_owned(),
        0 => "no advantage".to_owned(),
        -1 => "−".to_owned(),
        _ => "−−".to_owned(),
    }
}

fn disorder(disorder: Disorder) -> &'static str {
    match disorder {
        Disorder::None => "in order",
        Disorder::Disordered => "disordered",
        Disorder::Severe => "severely disordered",
    }
}
