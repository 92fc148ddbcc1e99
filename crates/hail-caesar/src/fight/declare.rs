//! Declarations before the blows (55.2 step 2): closing ranks, attacks of commanders, where attacks go.

use super::{FightChoice, FightPrompt, Round, Split, Waiting};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::foreign::Has;
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::state::Side4;
use crate::troop::{Class, Special};
use aelian_game::{Cx, Next, Verdict};
use aelian_rulebook::{Reason, rule};
use serde::{Deserialize, Serialize};

/// What a fighting unit does in this round.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Declared {
    pub unit: UnitId,
    /// HC-CLR-02.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub close: bool,
    /// HC-ATT-06: attacks of its commander.
    #[serde(default)]
    pub attacks: u8,
    /// HC-ALLOC-01: all of its attacks, the commander's among them. It need not be said where there is only one way.
    #[serde(default)]
    pub split: Split,
}

impl Declared {
    pub(super) fn fits(&self, has: &Has<'_>) -> bool {
        has.unit(self.unit) && self.split.iter().all(|(unit, _)| has.unit(*unit))
    }
}

impl Look<'_> {
    /// HC-CLR-01, HC-CLR-03, HC-CLR-04, HC-CLR-05, HC-CLR-06, AMB-20, AMB-73: shield-bearing heavy infantry in battle
    /// line, unless it charged into this round.
    pub fn may_close_ranks(&self, unit: UnitId) -> bool {
        let (card, standing) = (self.card(unit), self.state.unit(unit));
        let shields = self.class(unit) == Class::HeavyInfantry && card.shielded;
        let all = self.rules.settings.all_infantry_close_ranks && self.class(unit).is_infantry();
        (shields || all || card.has(Special::CloseRanks))
            && standing.formation == Formation::Line
            && !standing.is_in_block()
            && !standing.combat.charged
    }
}

/// The unit whose owner is asked next: the active side's first, and first those who have a choice.
pub(super) fn asked(look: Look<'_>, round: &Round) -> Asked {
    if round.fixed {
        return None;
    }
    let mut only = None;
    for side in [look.active(), look.active().other()] {
        for unit in round.units.iter().filter(|unit| look.side(*unit) == side) {
            if round.declared_of(unit).is_some() {
                continue;
            }
            match ask(look, round, unit) {
                asked @ Next::Ask { .. } => return Some(asked),
                forced => only = only.or(Some(forced)),
            }
        }
    }
    only
}

fn ask(look: Look<'_>, round: &Round, unit: UnitId) -> Next<Prompt, Choice> {
    let own = look.own_attacks(unit, round.fresh_of(unit));
    let (may_close, most_attacks) = (look.may_close_ranks(unit), look.most_attacks(unit, own));
    let is_free = may_close || most_attacks > 0 || look.splits(unit, own).ways.len() > 1;
    let (side, foes) = (look.side(unit), look.state.foes(unit).collect());
    let prompt = Prompt::Fight(FightPrompt::Declare { unit, may_close, most_attacks, foes });
    match is_free {
        true => Next::Ask { side, prompt },
        false => Next::Only { side, prompt, choice: Choice::Proceed },
    }
}

fn fresh_of(look: Look<'_>, unit: UnitId) -> Option<u8> {
    match look.state.pending.last() {
        Some(Pending::Fight(Waiting::Round(round))) => round.fresh_of(unit),
        _ => None,
    }
}

/// HC-CLR-01, HC-ATT-07, HC-CFV-01, HC-CFV-03, HC-CFV-04, HC-ALLOC-01, HC-ALLOC-02, HC-ALLOC-03, HC-ALLOC-04, HC-ALLOC-05,
/// HC-ALLOC-06, HC-ALLOC-07, HC-ALLOC-08, HC-ALLOC-09, HC-ALLOC-10.
pub(super) fn check(look: Look<'_>, unit: UnitId, declared: &Declared) -> Verdict<Rules> {
    if let Some(refused) = speaks_for_another(look, unit, declared) {
        return refused;
    }
    let unit = declared.unit;
    let mut breaches = Vec::new();
    let mut refuse = |broken: bool, rule, fact: Fact| {
        if broken {
            breaches.push(Reason { rule, fact });
        }
    };
    refuse(declared.close && !look.may_close_ranks(unit), rule!("HC-CLR-01"), Fact::Unit(unit));
    let own = look.own_attacks(unit, fresh_of(look, unit));
    let most = look.most_attacks(unit, own);
    let count = Fact::Count { found: i32::from(declared.attacks), allowed: i32::from(most) };
    // More than he has, or more than doubles the attacks of the unit.
    let rule = if most < own { rule!("HC-CFV-01") } else { rule!("HC-ATT-07") };
    refuse(declared.attacks > most, rule, count);
    let ways = look.splits(unit, own + declared.attacks.min(most)).ways;
    let goes_unsaid = declared.split.is_empty() && ways.len() == 1;
    if !goes_unsaid && !ways.iter().any(|way| is_same(way, &declared.split)) {
        let sum = |split: &Split| split.iter().map(|(_, dice)| i32::from(*dice)).sum::<i32>();
        let (found, allowed) = (sum(&declared.split), ways.iter().map(sum).max().unwrap_or(0));
        let (rule, fact) = match shirks(look, unit, declared) {
            _ if found != allowed => (rule!("HC-ALLOC-01"), Fact::Count { found, allowed }),
            true => (rule!("HC-ALLOC-02"), Fact::Unit(unit)),
            false => (rule!("HC-ALLOC-03"), Fact::Unit(unit)),
        };
        refuse(true, rule, fact);
    }
    refuse(overdone_flank(look, unit, declared), rule!("HC-ALLOC-04"), Fact::Unit(unit));
    let targets = look.state.foes(unit).collect();
    let mut verdict = Verdict::legal(Ghost { targets, ..Ghost::default() });
    verdict.breaches = breaches;
    verdict
}

/// HC-HTH-01, HC-CLR-05: who is asked speaks for this unit, or for another of his: all speak before the first blow, in any
/// order. Whoever has only one thing to say may say it at any time before.
fn speaks_for_another(look: Look<'_>, asked: UnitId, declared: &Declared) -> Option<Verdict<Rules>> {
    let unit = declared.unit;
    let round = match look.state.pending.last() {
        Some(Pending::Fight(Waiting::Round(round))) => round,
        _ => return Some(Verdict::refused(rule!("HC-TURN-02"), Fact::NotAsked)),
    };
    if look.state.has_unit(unit) && !round.units.contains(unit) {
        let rule = if declared.close { rule!("HC-CLR-05") } else { rule!("HC-ALLOC-01") };
        return Some(Verdict::refused(rule, Fact::Unit(unit)));
    }
    let silent = |unit: UnitId| matches!(ask(look, round, unit), Next::Only { .. });
    let in_turn = look.state.has_unit(unit)
        && round.declared_of(unit).is_none()
        && (look.side(unit) == look.side(asked) || silent(unit));
    (!in_turn).then(|| Verdict::refused(rule!("HC-TURN-02"), Fact::NotAsked))
}

/// The same dice or casualties for the same units, in whatever order they are named.
pub(super) fn is_same(one: &Split, other: &Split) -> bool {
    let sorted = |split: &Split| {
        let mut split: Split = split.iter().copied().filter(|(_, dice)| *dice > 0).collect();
        split.sort();
        split
    };
    sorted(one) == sorted(other)
}

/// HC-ALLOC-02: less than half of all attacks on the enemies before it, or on nobody whom it fights; else what is wrong
/// with a split is how it is shared out between those on one side (HC-ALLOC-03).
fn shirks(look: Look<'_>, unit: UnitId, declared: &Declared) -> bool {
    let edge = |enemy: UnitId| look.state.bout(unit, enemy).and_then(|bout| bout.edge_of(unit));
    let dice = |of: &dyn Fn(UnitId) -> bool| -> u32 {
        declared.split.iter().filter(|(enemy, _)| of(*enemy)).map(|(_, dice)| u32::from(*dice)).sum()
    };
    let all = dice(&|_| true);
    let fights_ahead = look.state.foes(unit).any(|foe| edge(foe) == Some(Side4::Front));
    let ahead = dice(&|enemy| edge(enemy) == Some(Side4::Front));
    dice(&|enemy| edge(enemy).is_none()) > 0 || (fights_ahead && ahead * 2 < all)
}

/// HC-ALLOC-04: more than half of all attacks on the enemies at one flank.
fn overdone_flank(look: Look<'_>, unit: UnitId, declared: &Declared) -> bool {
    let formation = look.state.unit(unit).formation;
    let has_flanks = !look.state.unit(unit).is_open()
        && !look.state.unit(unit).is_in_block()
        && !matches!(formation, Formation::Square | Formation::Wedge);
    let own = look.own_attacks(unit, fresh_of(look, unit));
    let all = u32::from(own) + u32::from(declared.attacks);
    let at = |edge: Side4| -> u32 {
        let there =
            |enemy: UnitId| look.state.bout(unit, enemy).and_then(|bout| bout.edge_of(unit)) == Some(edge);
        declared.split.iter().filter(|(enemy, _)| there(*enemy)).map(|(_, dice)| u32::from(*dice)).sum()
    };
    has_flanks && [Side4::Left, Side4::Right].into_iter().any(|edge| at(edge) > all / 2)
}

pub(super) fn resolve(cx: &mut Cx<'_, Rules>, round: &mut Round, choice: &Choice) {
    let Choice::Fight(FightChoice::Declare(declared)) = choice else { return };
    let mut declared = declared.clone();
    if declared.split.is_empty() {
        let look = Look::new(cx.rules, cx.state());
        let own = look.own_attacks(declared.unit, round.fresh_of(declared.unit));
        declared.split = look.splits(declared.unit, own.saturating_add(declared.attacks)).first();
    }
    announce(cx, round, declared);
}

/// The round with all that has not been declared as it is done when nobody is asked.
pub(super) fn suppose(look: Look<'_>, round: &mut Round) {
    for unit in round.units.iter().filter(|unit| round.declared_of(*unit).is_none()).collect::<Vec<_>>() {
        let own = look.own_attacks(unit, round.fresh_of(unit));
        let split = look.splits(unit, own).first();
        round.declared.push(Declared { unit, close: false, attacks: 0, split });
    }
    // Whoever declared first: Red's units strike first, each side's in their order.
    round.declared.sort_by_key(|declared| declared.unit);
}

/// Those who were not asked do what there is to do.
pub(super) fn complete(cx: &mut Cx<'_, Rules>, round: &mut Round) {
    for unit in round.units.iter().filter(|unit| round.declared_of(*unit).is_none()).collect::<Vec<_>>() {
        let look = Look::new(cx.rules, cx.state());
        let own = look.own_attacks(unit, round.fresh_of(unit));
        let split = look.splits(unit, own).first();
        announce(cx, round, Declared { unit, close: false, attacks: 0, split });
    }
}

fn announce(cx: &mut Cx<'_, Rules>, round: &mut Round, declared: Declared) {
    let unit = declared.unit;
    if declared.close {
        cx.cite(rule!("HC-CLR-02"), || Fact::Unit(unit));
        let is = crate::state::Combat { closed: true, ..cx.state().unit(unit).combat };
        cx.emit(Event::Combat { unit, is });
    }
    if let Some(commander) = cx.state().commander_with(unit) {
        let mut is = *cx.state().commander(commander);
        is.used = declared.attacks;
        if declared.attacks > 0 {
            cx.cite(rule!("HC-ATT-06"), || Fact::Modifier { unit, value: i32::from(declared.attacks) });
        }
        cx.emit(Event::CommanderIs { commander, is });
    }
    round.declared.push(declared);
}

/// Ranks closed or not, with none, one and all of the commander's attacks, and every way to share them out.
pub(super) fn propose(look: Look<'_>, unit: UnitId) -> Vec<FightChoice> {
    let own = look.own_attacks(unit, fresh_of(look, unit));
    let most = look.most_attacks(unit, own);
    let closings: &[bool] = if look.may_close_ranks(unit) { &[false, true] } else { &[false] };
    let mut out = Vec::new();
    for attacks in (0..=most).rev() {
        for split in look.splits(unit, own + attacks).ways {
            for close in closings {
                let declared = Declared { unit, close: *close, attacks, split: split.clone() };
                out.push(FightChoice::Declare(declared));
            }
        }
    }
    out
}
