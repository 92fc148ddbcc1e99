//! Facts in the sentences of the rules.

use super::{base, fact, going, length, list, mm};
use crate::told::Names;
use aelian_blood_and_blades::army::homeland::plain_name;
use aelian_blood_and_blades::state::RetreatKind;
use aelian_blood_and_blades::troop::TroopType;
use aelian_blood_and_blades::{BaseId, Fact, Rules, State};
use aelian_geometry::distance;
use aelian_rulebook::{RuleId, Said, tell};

/// A reason in a sentence: the first of the rule that the fact fits, else the fact alone.
pub fn reason(rules: &Rules, state: Option<&State>, names: &Names, rule: RuleId, told: &Fact) -> String {
    let whole = fact(rules, state, names, told);
    let part = |name: &str, _: Option<&str>| part(rules, state, names, told, name);
    tell(rule, Said { whole: &whole, bare: true, part: &part }).unwrap_or_else(|| whole.clone())
}

/// The part of a fact that has this name in the sentences of the rulebook.
fn part(rules: &Rules, state: Option<&State>, names: &Names, told: &Fact, name: &str) -> Option<String> {
    let base = |id| base(state, names, id);
    Some(match (name, told) {
        ("elephant", Fact::BlockedBy(id))
            if state?.bases.get(id.index()).is_some_and(|base| base.is(TroopType::El)) =>
        {
            base(*id)
        }
        ("halted", Fact::Base(id)) if state?.bases.get(id.index()).is_some_and(|base| base.deeds.halted) => {
            base(*id)
        }
        (
            "one",
            Fact::Base(id)
            | Fact::Beyond { base: id, .. }
            | Fact::Halts { base: id, .. }
            | Fact::Strays { base: id, .. }
            | Fact::OffLine { base: id, .. }
            | Fact::MoreShooters { base: id, .. },
        )
        | ("shooter", Fact::Corners { shooter: id, .. })
        | ("target", Fact::Corners { target: id, .. })
        | (
            "unit",
            Fact::Pair { base: id, .. } | Fact::Instead { base: id, .. } | Fact::Began { base: id, .. },
        )
        | ("other", Fact::Pair { other: id, .. } | Fact::Began { other: id, .. })
        | ("met", Fact::BlockedBy(id))
        | ("zocced", Fact::InZone { base: id, .. })
        | ("zoccer", Fact::InZone { of: id, .. })
        | ("near", Fact::Distance { to: id, .. })
        | ("from", Fact::Distance { from: id, .. }) => base(*id),
        ("fled", Fact::Makes { base: id, kind: RetreatKind::Flee }) => base(*id),
        ("ground", Fact::Halts { going: ground, .. }) => going(*ground).to_owned(),
        ("after", Fact::Halts { after, .. }) => length(rules, *after),
        ("away", Fact::Strays { distance, .. }) => mm(*distance),
        ("limit", Fact::Strays { most, .. }) => mm(*most),
        ("aside", Fact::OffLine { aside, .. }) => mm(*aside),
        ("degrees", Fact::OffLine { degrees, .. }) => format!("{degrees:.1}°"),
        ("apart", Fact::InGap { between: (left, right), .. }) => {
            let state = state?;
            let rect = |id: &BaseId| state.bases.get(id.index()).map(|base| base.rect);
            mm(distance(&rect(left)?, &rect(right)?))
        }
        ("width", Fact::InGap { .. }) => mm(rules.width),
        ("unmoved", Fact::Unmoved(bases)) => list(names, *bases),
        ("kind", Fact::Pick(kind)) => plain_name(*kind).to_owned(),
        ("by", Fact::Beyond { by, .. } | Fact::Began { by, .. }) => length(rules, *by),
        ("group", Fact::Bases(bases)) | ("options", Fact::Instead { of: bases, .. }) => list(names, *bases),
        ("distance", Fact::Distance { distance, .. }) => length(rules, *distance),
        ("used", Fact::TooFar { used, .. } | Fact::TooShort { used, .. }) => length(rules, *used),
        ("allowed", Fact::TooFar { allowed, .. } | Fact::Halts { allowed, .. }) => length(rules, *allowed),
        ("least", Fact::TooShort { least, .. }) => length(rules, *least),
        (
            "count",
            Fact::MoreShooters { count: found, .. }
            | Fact::Count { found, .. }
            | Fact::Corners { corners: found, .. },
        ) => found.to_string(),
        ("fewest", Fact::Count { least, .. }) => least.to_string(),
        ("most", Fact::Count { most, .. } | Fact::MoreShooters { most, .. }) => most.to_string(),
        _ => return None,
    })
}
