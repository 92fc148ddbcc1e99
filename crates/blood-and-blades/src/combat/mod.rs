//! Close combat (60) and the resolution of combats (65): step 7 of a bound.

pub mod fights;
pub mod opponent;
pub mod places;
pub mod resolution;
mod terms;

use crate::baseset::{BaseId, BaseSet};
use crate::choice::{Choice, Ghost, Prompt};
use crate::event::{Event, Step};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::outcome;
use crate::rules::{Look, Rules};
use aelian_dice::{Distribution, NeedRoll, Throw};
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use aelian_rulebook::{Reason, RuleId, rule};
use fights::Stand;
use resolution::{CombatResult, Engagement, Outcomes, Party};

pub fn next(look: Look<'_>) -> Next<Prompt, Choice> {
    match look.close_combat_stands() {
        Stand::Begin(_) | Stand::End => Next::Forced(Choice::Proceed),
        Stand::Name { of, options } => {
            Next::Ask { side: look.state.base(of).side.other(), prompt: Prompt::MainOpponent { of, options } }
        }
        Stand::Pick(fights) => match fights.as_slice() {
            [(base, enemy)] => {
                let choice = Choice::NextFight { base: *base, enemy: *enemy };
                Next::Only { side: look.active(), prompt: Prompt::NextFight { fights }, choice }
            }
            _ => Next::Ask { side: look.active(), prompt: Prompt::NextFight { fights } },
        },
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match (look.close_combat_stands(), choice) {
        (Stand::Begin(_) | Stand::End, Choice::Proceed) => Verdict::legal(Ghost::default()),
        (Stand::Name { of, options }, Choice::MainOpponent { of: said, enemy }) => {
            if *said == of && options.contains(*enemy) {
                return Verdict::legal(Ghost::default());
            }
            Verdict::refused(rule!("BB-CC-22"), Fact::Pair { base: *said, other: *enemy })
        }
        (Stand::Pick(fights), Choice::NextFight { base, enemy }) => {
            // Either may be named first; whoever is, the first die is his.
            if fights.contains(&(*base, *enemy)) || fights.contains(&(*enemy, *base)) {
                return Verdict::legal(Ghost::default());
            }
            let breaches = why_no_fight(look, *base, *enemy);
            Verdict { breaches, ..Verdict::legal(Ghost::default()) }
        }
        _ => not_asked(choice),
    }
}

/// BB-CC-29: every reason why two bases cannot be picked for the next fight, whoever of them is named first.
fn why_no_fight(look: Look<'_>, base: BaseId, enemy: BaseId) -> Vec<Reason<Fact>> {
    let mut reasons = Vec::new();
    let mut refuse = |rule: RuleId, fact: Fact| reasons.push(Reason { rule, fact });
    let unknown = [base, enemy].into_iter().find(|id| look.state.bases.get(id.index()).is_none());
    if let Some(unknown) = unknown {
        refuse(rule!("BB-CC-01"), Fact::NoSuchBase(unknown));
        return reasons;
    }
    let is_own = |id: BaseId| look.state.base(id).side == look.active();
    let (base, enemy) = if is_own(enemy) && !is_own(base) { (enemy, base) } else { (base, enemy) };
    let pair = Fact::Pair { base, other: enemy };
    for id in [base, enemy] {
        if !look.state.base(id).on_table() {
            refuse(rule!("BB-CC-01"), Fact::NotOnTable(id));
        }
        if look.state.base(id).deeds.fought {
            refuse(rule!("BB-CC-29"), Fact::Base(id));
        }
    }
    if !is_own(base) {
        refuse(rule!("BB-TURN-04"), Fact::NotYours(base));
    }
    if look.state.base(base).side == look.state.base(enemy).side || !look.fights(base, enemy) {
        refuse(rule!("BB-CC-01"), pair.clone());
    } else if !look.state.fights.contains(&(base, enemy)) {
        refuse(rule!("BB-CC-30"), pair.clone());
    }
    if reasons.is_empty() {
        reasons.push(Reason { rule: rule!("BB-CC-29"), fact: pair });
    }
    reasons
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match choice {
        Choice::MainOpponent { of, enemy } => {
            cx.emit(Event::MainOpponentNamed { of: *of, enemy: *enemy });
            Ok(())
        }
        Choice::NextFight { base, enemy } => fight(cx, *base, *enemy),
        _ => {
            go_on(cx);
            Ok(())
        }
    }
}

/// BB-CC-30: the phase begins with the contacts there are, or ends.
fn go_on(cx: &mut Cx<'_, Rules>) {
    match Look::new(cx.rules, cx.state()).close_combat_stands() {
        Stand::Begin(pairs) => cx.emit(Event::FightsBegin(pairs)),
        _ => cx.emit(Event::Enters(Step::Morale)),
    }
}

/// BB-ALG-20: the dice of one fight, and what comes of them.
fn fight(cx: &mut Cx<'_, Rules>, base: BaseId, enemy: BaseId) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let engagement = Engagement::of_fight(look, base, enemy);
    let mains = [look.main_opponent(base), look.main_opponent(enemy)];
    let throw = Throw::Pair;
    let (die, other) = cx.roll(rule!("BB-RES-02"), throw)?.pair().ok_or(NeedRoll { throw })?;
    let result = engagement.result(die, other);
    engagement.cite(cx, &result);
    let aftermath = Aftermath::of(Look::new(cx.rules, cx.state()), base, enemy, mains, &result);
    cx.emit(Event::Fought(base));
    cx.emit(Event::Fought(enemy));
    if let Some(aftermath) = aftermath {
        outcome::after_close_combat(cx, &aftermath);
    }
    Ok(())
}

/// How a close combat ended that one side lost: all that the outcome moves depend on, as it was when the
/// dice fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aftermath {
    pub winner: BaseId,
    pub loser: BaseId,
    pub outcome: crate::fact::OutcomeKind,
    /// BB-RES-08: the winner's raw die, for pursuit.
    pub winner_die: u8,
    /// BB-CC-27: other enemies in front of the winner, who recoil too if the loser leaves or is lost.
    pub others: BaseSet,
    /// BB-CC-26: whether the winner is the loser's main opponent and so the one that may pursue.
    pub may_pursue: bool,
}

impl Aftermath {
    /// None if the totals were equal.
    fn of(
        look: Look<'_>,
        base: BaseId,
        enemy: BaseId,
        [main_of_base, main_of_enemy]: [Option<BaseId>; 2],
        result: &CombatResult,
    ) -> Option<Aftermath> {
        let (winner, loser, winner_die, main_of_winner, main_of_loser) = match result.loser? {
            Party::First => (enemy, base, result.dice[1], main_of_enemy, main_of_base),
            Party::Second => (base, enemy, result.dice[0], main_of_base, main_of_enemy),
        };
        // BB-CC-27 speaks of the enemies of a base whose main opponent is beaten.
        let others = match main_of_winner == Some(loser) {
            true => look.enemies_in_front_of(winner).minus(BaseSet::one(loser)),
            false => BaseSet::EMPTY,
        };
        let may_pursue = main_of_loser == Some(winner);
        Some(Aftermath { winner, loser, outcome: result.fate.outcome, winner_die, others, may_pursue })
    }
}

pub fn propose(look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    match look.close_combat_stands() {
        Stand::Begin(_) | Stand::End => out.push(Choice::Proceed),
        Stand::Name { of, options } => {
            out.extend(options.iter().map(|enemy| Choice::MainOpponent { of, enemy }));
        }
        Stand::Pick(fights) => {
            out.extend(fights.into_iter().map(|(base, enemy)| Choice::NextFight { base, enemy }));
        }
    }
}

/// The odds of a fight of two bases as they stand; the outcome for `a` is the first.
pub fn odds_of_fight(look: Look<'_>, a: BaseId, z: BaseId) -> Distribution<Outcomes> {
    Engagement::of_fight(look, a, z).odds()
}

#[cfg(test)]
mod tests;
