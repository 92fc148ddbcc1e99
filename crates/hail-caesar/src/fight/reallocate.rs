//! Casualties above the stamina (55.12): given to supports, or dropped.

use super::attacks::{Split, even};
use super::round::Round;
use super::{FightChoice, FightPrompt};
use crate::choice::{Asked, Choice, Prompt};
use crate::fact::Fact;
use crate::ids::UnitId;
use crate::morale;
use crate::rules::{Look, Rules};
use aelian_game::{Cx, Next};
use aelian_rulebook::rule;

/// HC-REAL-03: the owner says where the odd casualties go.
pub(super) fn asked(look: Look<'_>, round: &Round) -> Asked {
    let (unit, excess) = *round.excess.first()?;
    let ways = ways(look, round, unit, excess);
    let (side, count) = (look.side(unit), ways.len());
    let prompt = Prompt::Fight(FightPrompt::Excess { unit, ways });
    Some(match count {
        0 => Next::Forced(Choice::Proceed),
        1 => Next::Only { side, prompt, choice: Choice::Proceed },
        _ => Next::Ask { side, prompt },
    })
}

/// HC-REAL-03: whether the casualties above the stamina may be shared so.
pub(super) fn is_fair(look: Look<'_>, round: &Round, unit: UnitId, shares: &Split) -> bool {
    let excess = round.excess.iter().find(|(one, _)| *one == unit).map_or(0, |(_, excess)| *excess);
    all_ways(look, round, unit, excess).iter().any(|way| super::declare::is_same(way, shares))
}

/// Each way to share them that comes to something else.
fn ways(look: Look<'_>, round: &Round, unit: UnitId, excess: u8) -> Vec<Split> {
    let room = |support: UnitId| {
        look.card(support).stats.stamina.saturating_sub(look.state.unit(support).casualties)
    };
    let mut known: Vec<Split> = Vec::new();
    let mut found = all_ways(look, round, unit, excess);
    found.retain(|way| {
        let effect: Split = way.iter().map(|(unit, given)| (*unit, (*given).min(room(*unit)))).collect();
        let new = !known.contains(&effect);
        if new {
            known.push(effect);
        }
        new
    });
    found
}

/// HC-REAL-01, HC-REAL-02, HC-REAL-03, HC-REAL-05: as equally as possible, those who touch the enemy first.
fn all_ways(look: Look<'_>, round: &Round, unit: UnitId, excess: u8) -> Vec<Split> {
    let supports: Vec<UnitId> = round
        .supports_of(unit)
        .map(|support| support.unit)
        .filter(|support| look.state.unit(*support).is_here())
        .collect();
    let touches = |support: &UnitId| {
        look.on_table(look.side(*support).other()).any(|enemy| look.touch(*support, enemy))
    };
    let (first, rest): (Vec<UnitId>, Vec<UnitId>) = supports.iter().partition(|support| touches(support));
    let count = supports.len() as u8;
    if count == 0 {
        return Vec::new();
    }
    let (each, odd) = (excess / count, excess % count);
    let to_first = odd.min(first.len() as u8);
    let others = even_plus(&rest, each, odd - to_first);
    let with = |one: &Split| -> Vec<Split> {
        others.iter().map(|other| one.iter().chain(other).copied().collect()).collect()
    };
    even_plus(&first, each, to_first).iter().flat_map(with).collect()
}

/// Each of these takes so many, and this many of them one more.
fn even_plus(units: &[UnitId], each: u8, odd: u8) -> Vec<Split> {
    even(units, each * units.len() as u8 + odd)
}

/// HC-REAL-04, HC-REAL-05, HC-REAL-06, HC-REAL-07, HC-CAS-05, EX-85, EX-147: the unit keeps its stamina; supports are
/// filled up to theirs, and what is left is removed.
pub(super) fn resolve(cx: &mut Cx<'_, Rules>, round: &mut Round, choice: &Choice) {
    let Some((unit, excess)) = round.excess.first().copied() else { return };
    let shares = match choice {
        Choice::Fight(FightChoice::Excess { shares, .. }) => shares.clone(),
        _ => {
            ways(Look::new(cx.rules, cx.state()), round, unit, excess).into_iter().next().unwrap_or_default()
        }
    };
    round.excess.remove(0);
    if shares.is_empty() {
        cx.cite(rule!("HC-REAL-04"), || Fact::Unit(unit));
    }
    morale::drop_excess(cx, unit);
    for (support, given) in shares.into_iter().filter(|(_, given)| *given > 0) {
        let had = cx.state().unit(support).casualties;
        let room = cx.rules.card(support).stats.stamina.saturating_sub(had);
        cx.cite(rule!("HC-REAL-03"), || Fact::Modifier { unit: support, value: i32::from(given.min(room)) });
        morale::suffer(cx, support, given.min(room));
    }
}
