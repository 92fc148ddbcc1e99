//! Resolving a combat, close combat or shot (65): factors, advantages, grades, cohesion, outcome.
//!
//! An [`Engagement`] is worked out once from a position or from stated [`Circumstances`]; what it comes to is
//! then a plain function of the two dice, the same for play, preview and odds.

mod advantages;
mod circumstances;
mod cohesion;
mod factors;
mod grades;
mod odds;
mod outcomes;
mod table;

pub use advantages::Advantage;
pub use circumstances::{Case, Circumstances, Kind, Party, Rank, Standing};
pub use odds::Outcomes;
pub use outcomes::Fate;

use crate::baseset::BaseId;
use crate::fact::{Difference, Fact, OutcomeKind, TotalStage};
use crate::numbers::Numbers;
use crate::rules::Rules;
use aelian_game::Cx;
use aelian_rulebook::{Reason, RuleId, Tally, rule};

/// A combat ready for the dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Engagement {
    pub kind: Kind,
    /// First and second party.
    pub fighters: [Fighter; 2],
}

/// All that one party brings to the dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Fighter {
    pub base: Option<BaseId>,
    pub troop: crate::troop::Troop,
    /// BB-FAC-05: also cfA of the outcome tables.
    pub factor: i32,
    pub factor_rule: RuleId,
    pub advantages: Tally<Advantage>,
    /// BB-RES-03: points, and the rules that give them, if its first total is the higher or the lower one.
    pub scoring_more: Vec<RuleId>,
    pub scoring_less: Vec<RuleId>,
    /// BB-RES-04.
    pub coheres: bool,
    /// What a small, a big and a very big difference means for it.
    fates: [Fate; 3],
    /// Factor and advantages: the first total without the die.
    strength: i32,
}

/// What two dice make of an engagement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombatResult {
    pub dice: [u8; 2],
    pub first: [i32; 2],
    pub second: [i32; 2],
    pub last: [i32; 2],
    /// The party with the lower final total; none if they are equal (BB-OUT-01).
    pub loser: Option<Party>,
    pub difference: Difference,
    /// What happens to the loser.
    pub fate: Fate,
}

impl Engagement {
    /// The engagement of two parties in these circumstances.
    pub fn between(rules: &Rules, circumstances: &Circumstances) -> Engagement {
        let fighter = |party| Fighter::new(rules, &circumstances.case(party));
        Engagement { kind: circumstances.kind, fighters: Party::BOTH.map(fighter) }
    }

    pub fn fighter(&self, party: Party) -> &Fighter {
        &self.fighters[party.index()]
    }

    /// BB-RES-02 to BB-RES-05, BB-ALG-20: the result of these two dice, the first party's first.
    pub fn result(&self, die: u8, other_die: u8) -> CombatResult {
        let [one, two] = &self.fighters;
        let dice = [die, other_die];
        let first = [one.strength + i32::from(die), two.strength + i32::from(other_die)];
        let second = self.adjusted_by_grade(first);
        let last = self.adjusted_by_cohesion(second);
        let loser = behind(last);
        let (difference, fate) = match loser {
            Some(loser) => self.fighter(loser).beaten_by((last[0] - last[1]).abs()),
            None => (Difference::None, UNDECIDED),
        };
        CombatResult { dice, first, second, last, loser, difference, fate }
    }

    /// BB-RES-03, BB-RES-06: who scores more and who scores less is decided by the first totals; equal totals
    /// change nothing.
    fn adjusted_by_grade(&self, first: [i32; 2]) -> [i32; 2] {
        let mut second = first;
        if let Some(less) = behind(first) {
            let more = less.other();
            second[more.index()] += self.fighter(more).scoring_more.len() as i32;
            second[less.index()] += self.fighter(less).scoring_less.len() as i32;
        }
        second
    }

    /// BB-RES-04, BB-COH-02: only the side behind gains, and at most equality from one point.
    fn adjusted_by_cohesion(&self, second: [i32; 2]) -> [i32; 2] {
        let mut last = second;
        if let Some(less) = behind(second) {
            last[less.index()] += i32::from(self.fighter(less).coheres);
        }
        last
    }

    /// Why the result is what it is, step by step. Only a combat of bases on a table has reasons to give.
    pub fn reasons(&self, result: &CombatResult) -> Vec<Reason<Fact>> {
        let [Some(base), Some(other)] = [self.fighters[0].base, self.fighters[1].base] else {
            return Vec::new();
        };
        let totals = |rule, totals: [i32; 2], stage| {
            let [base_total, other_total] = totals;
            Reason { rule, fact: Fact::Totals { base, other, base_total, other_total, stage } }
        };
        let mut reasons = Vec::new();
        for (fighter, die) in self.fighters.iter().zip(result.dice) {
            fighter.first_reasons(die, &mut reasons);
        }
        reasons.push(totals(rule!("BB-RES-02"), result.first, TotalStage::First));
        self.grade_reasons(result, &mut reasons);
        reasons.push(totals(rule!("BB-RES-03"), result.second, TotalStage::Second));
        self.cohesion_reasons(result, &mut reasons);
        reasons.push(totals(rule!("BB-RES-04"), result.last, TotalStage::Final));
        self.outcome_reasons(result, &mut reasons);
        reasons
    }

    /// Says why, if anybody listens.
    pub fn cite(&self, cx: &mut Cx<'_, Rules>, result: &CombatResult) {
        if cx.is_traced() {
            for reason in self.reasons(result) {
                cx.cite(reason.rule, || reason.fact);
            }
        }
    }

    /// Whether the dice would mean the same in both, whoever fights.
    pub fn is_like(&self, other: &Engagement) -> bool {
        let mut pairs = self.fighters.iter().zip(&other.fighters);
        self.kind == other.kind && pairs.all(|(one, two)| one.is_like(two))
    }

    fn grade_reasons(&self, result: &CombatResult, out: &mut Vec<Reason<Fact>>) {
        let Some(less) = behind(result.first) else { return };
        let (more, less) = (self.fighter(less.other()), self.fighter(less));
        for (fighter, rules) in [(more, &more.scoring_more), (less, &less.scoring_less)] {
            let Some(base) = fighter.base else { continue };
            let grade = fighter.troop.grade;
            let fact = Fact::GradeAdjustment { base, grade, value: 1 };
            out.extend(rules.iter().map(|rule| Reason { rule: *rule, fact: fact.clone() }));
        }
    }

    fn cohesion_reasons(&self, result: &CombatResult, out: &mut Vec<Reason<Fact>>) {
        let less = behind(result.second).map(|less| self.fighter(less));
        if let Some(base) = less.filter(|fighter| fighter.coheres).and_then(|fighter| fighter.base) {
            out.push(Reason { rule: rule!("BB-COH-01"), fact: Fact::Cohesion { base, value: 1 } });
        }
    }

    /// BB-RES-05.
    fn outcome_reasons(&self, result: &CombatResult, out: &mut Vec<Reason<Fact>>) {
        let Some(loser) = result.loser else {
            out.push(Reason { rule: result.fate.row, fact: Fact::Rule });
            return;
        };
        let Some(base) = self.fighter(loser).base else { return };
        let winner = self.fighter(loser.other()).troop.kind;
        let fact = |outcome| Fact::OutcomeRow { loser: base, winner, difference: result.difference, outcome };
        out.push(Reason { rule: result.fate.row, fact: fact(result.fate.outcome) });
        if let Some(rule) = result.fate.instead {
            out.push(Reason { rule, fact: fact(result.fate.outcome) });
        }
    }
}

impl Fighter {
    fn new(rules: &Rules, case: &Case<'_>) -> Fighter {
        let (factor_rule, factor) = factors::factor(rules, case);
        let advantages = advantages::advantages(rules, case);
        let differences = [Difference::Small, Difference::Big, Difference::VeryBig];
        Fighter {
            base: case.own.base,
            troop: case.own.troop,
            factor,
            factor_rule,
            strength: factor + advantages.total(),
            advantages,
            scoring_more: grades::for_scoring_more(case).collect(),
            scoring_less: grades::for_scoring_less(case).collect(),
            coheres: cohesion::coheres(rules, case),
            fates: differences.map(|difference| outcomes::fate(case, difference)),
        }
    }

    fn is_like(&self, other: &Fighter) -> bool {
        let adjusted = |fighter: &Fighter| (fighter.scoring_more.len(), fighter.scoring_less.len());
        (self.factor, self.strength, self.coheres) == (other.factor, other.strength, other.coheres)
            && adjusted(self) == adjusted(other)
            && self.fates == other.fates
    }

    /// BB-OUT-02 to BB-OUT-04: what being beaten by so many points means.
    fn beaten_by(&self, points: i32) -> (Difference, Fate) {
        let difference = outcomes::difference(points, self.factor);
        let fate = match difference {
            Difference::None => UNDECIDED,
            Difference::Small => self.fates[0],
            Difference::Big => self.fates[1],
            Difference::VeryBig => self.fates[2],
        };
        (difference, fate)
    }

    fn first_reasons(&self, die: u8, out: &mut Vec<Reason<Fact>>) {
        let Some(base) = self.base else { return };
        out.push(Reason { rule: self.factor_rule, fact: Fact::Factor { base, value: self.factor } });
        out.push(Reason { rule: rule!("BB-RES-02"), fact: Fact::Die { base, face: die } });
        for line in &self.advantages.lines {
            let fact = match line.modifier {
                Advantage::MoreShooters => {
                    let [count, most] =
                        [line.value, Numbers::standard().shooting.more_shooters].map(i32::unsigned_abs);
                    Fact::MoreShooters { base, count, most }
                }
                _ => Fact::Advantage { base, value: line.value },
            };
            out.push(Reason { rule: line.rule, fact });
        }
    }
}

impl CombatResult {
    /// What happens to each party.
    pub fn outcomes(&self) -> Outcomes {
        let of = |party| if self.loser == Some(party) { self.fate.outcome } else { OutcomeKind::NoEffect };
        Outcomes { first: of(Party::First), second: of(Party::Second) }
    }
}

/// BB-OUT-01.
const UNDECIDED: Fate = Fate { outcome: OutcomeKind::NoEffect, row: rule!("BB-OUT-01"), instead: None };

/// The party with the lower total.
fn behind([first, second]: [i32; 2]) -> Option<Party> {
    match first.cmp(&second) {
        std::cmp::Ordering::Less => Some(Party::First),
        std::cmp::Ordering::Greater => Some(Party::Second),
        std::cmp::Ordering::Equal => None,
    }
}

#[cfg(test)]
mod tests;
