//! Facts in words.

use super::{cohesion, compared, edge, group, groups, length, level, scored, signed};
use crate::fog_ancients::plain::plain;
use crate::fog_ancients::{base_name, commander_name};
use crate::told::Names;
use aelian_fog_ancients::fact::Placed;
use aelian_fog_ancients::state::Deed;
use aelian_fog_ancients::tables::Disorder;
use aelian_fog_ancients::{BaseId, Fact, GroupId, Rules, State};
use aelian_rulebook::{Reason, RuleId, Said, counts, tell};

/// A reason in a sentence: the fact, and what the rule says of it where the fact is no more than a name or a number.
pub fn reason(rules: &Rules, state: Option<&State>, names: &Names, reason: &Reason<Fact>) -> String {
    let (rule, told) = (reason.rule, &reason.fact);
    let plain = fact(rules, state, names, told);
    let whole = match told {
        Fact::Modifier { .. } | Fact::Poa { .. } => {
            let claim = counts(rule).map(str::to_owned).or_else(|| label(rule));
            return claim.map_or(plain.clone(), |claim| format!("{plain}, {claim}"));
        }
        Fact::Group(id) if let Some(why) = state.and_then(|state| why_now(state, *id, rule)) => {
            return format!("{plain}: {why}");
        }
        Fact::TooFar { used, allowed: 0.0 } => length(rules, *used),
        _ => plain.clone(),
    };
    let part = |name: &str, _: Option<&str>| part(rules, state, names, (told, &plain), name);
    tell(rule, Said { whole: &whole, bare: is_bare(told), part: &part }).unwrap_or_else(|| plain.clone())
}

/// The sentence of a rule by itself.
fn label(rule: RuleId) -> Option<String> {
    tell(rule, Said { whole: "", bare: true, part: &|_, _| None })
}

/// The part of a fact that has this name in the sentences of the rulebook.
fn part(
    rules: &Rules,
    state: Option<&State>,
    names: &Names,
    (told, plain): (&Fact, &str),
    name: &str,
) -> Option<String> {
    let [distance, limit] = match told {
        Fact::Apart { distance, limit, .. } => compared(rules, [*distance, *limit]),
        Fact::TooShort { used, least } => compared(rules, [*used, *least]),
        Fact::TooFar { used, allowed } => compared(rules, [*used, *allowed]),
        Fact::Deep { depth, limit, .. } => compared(rules, [*depth, *limit]),
        _ => Default::default(),
    };
    Some(match (name, told) {
        ("group", Fact::Group(id) | Fact::Score { group: id, .. } | Fact::Pair { group: id, .. })
        | ("group", Fact::Apart { group: id, .. })
        | ("other", Fact::Pair { other: id, .. } | Fact::Apart { other: id, .. }) => group(state, names, *id),
        ("placed", Fact::Deep { placed: what, .. }) => placed(state, names, *what),
        ("distance", Fact::Apart { .. } | Fact::Deep { .. })
        | ("came", Fact::TooShort { .. })
        | ("used", Fact::TooFar { .. }) => distance,
        ("limit", Fact::Apart { .. } | Fact::Deep { .. })
        | ("least", Fact::TooShort { .. })
        | ("most", Fact::TooFar { .. }) => limit,
        ("found" | "fewest" | "most", Fact::Between { found, least, most }) => match name {
            "found" => found,
            "fewest" => least,
            _ => most,
        }
        .to_string(),
        ("test", Fact::Score { score, needed, .. }) => tested(*score, *needed),
        ("groups", Fact::Groups(_))
        | ("steady", Fact::GroupIs { .. })
        | ("line", Fact::Line(_))
        | ("word", Fact::Word(_))
        | ("enlisted", Fact::Enlisted { .. })
        | ("side", Fact::Side(_)) => plain.to_owned(),
        (_, Fact::Count { found, allowed }) => count(name, *found, *allowed)?.to_string(),
        _ => return None,
    })
}

/// The parts of a count: `reached` and `short` are what was found, if it is enough and if it is not.
fn count(name: &str, found: i32, allowed: i32) -> Option<i32> {
    match name {
        "found" => Some(found),
        "allowed" => Some(allowed),
        "sum" => Some(found + allowed),
        // The marker or piece with this number.
        "number" => Some(found + 1),
        "reached" if found >= allowed => Some(found),
        "short" if found < allowed => Some(found),
        _ => None,
    }
}

/// The score of a test, and what came of it.
fn tested(score: i32, needed: i32) -> String {
    let passed = if score >= needed { "passed" } else { "failed" };
    format!("{score}, {needed} needed: {passed}")
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

/// A fact that only says of whom or of what the rule speaks.
fn is_bare(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Rule
            | Fact::TooFar { .. }
            | Fact::Count { .. }
            | Fact::Line(_)
            | Fact::LineCount { .. }
            | Fact::Word(_)
            | Fact::Enlisted { .. }
            | Fact::Table { .. }
            | Fact::Points { .. }
            | Fact::Group(_)
            | Fact::Groups(_)
            | Fact::Base(_)
            | Fact::Commander(_)
            | Fact::Side(_)
            | Fact::Pair { .. }
            | Fact::Apart { .. }
            | Fact::Deep { .. }
            | Fact::Between { .. }
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
            format!("{}: {}", group(id), tested(*score, *needed))
        }
        Fact::Hits { by, on, hits } => scored(&group(by), &group(on), *hits),
        Fact::Apart { group: one, other, distance, limit } => {
            let [distance, limit] = compared(rules, [*distance, *limit]);
            format!("{} is {distance} from {}, where {limit} is the limit", group(other), group(one))
        }
        Fact::Deep { placed: what, depth, limit } => {
            let [depth, limit] = compared(rules, [*depth, *limit]);
            format!(
                "{} reaches {depth} from its edge, where {limit} is the limit",
                placed(state, names, *what)
            )
        }
        Fact::Between { found, least, most } => format!("{found}, where {least} to {most} are allowed"),
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

fn placed(state: Option<&State>, names: &Names, what: Placed) -> String {
    match what {
        Placed::Group(id) => group(state, names, id),
        Placed::Commander(id) => commander_name(names, id),
        Placed::Camp(side) => format!("the camp of {}", side.name()),
        Placed::Marker(at) => format!("marker {}", at + 1),
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
