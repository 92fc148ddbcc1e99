//! What bases and fights are worth to this player, in morale points.

use aelian_blood_and_blades::combat::resolution::{Circumstances, Engagement, Outcomes};
use aelian_blood_and_blades::fact::OutcomeKind;
use aelian_blood_and_blades::troop::Troop;
use aelian_blood_and_blades::{BaseId, Look, Rules};
use std::collections::BTreeMap;

/// BB-MOR-13: what the loss of a base costs its army.
pub fn worth(look: Look<'_>, id: BaseId) -> f64 {
    let base = look.state.base(id);
    f64::from(look.rules.tables.poc(&base.troop, base.commander, &look.rules.settings))
}

/// What `a` may expect of a fight with `z` as both stand: what the enemy loses less what it loses itself.
pub fn prospect(look: Look<'_>, a: BaseId, z: BaseId) -> f64 {
    balance(&Engagement::of_fight(look, a, z), worth(look, a), worth(look, z))
}

/// The part of a base's worth that an outcome costs. A base that is thrown back is not lost, but its line is
/// broken and its neighbours are overlapped.
fn cost(outcome: OutcomeKind) -> f64 {
    match outcome {
        OutcomeKind::NoEffect => 0.0,
        OutcomeKind::Recoil => 0.15,
        OutcomeKind::Flee => 0.35,
        OutcomeKind::Spent => 0.6,
        OutcomeKind::Destroyed => 1.0,
    }
}

/// The mean over all falls of the two dice.
fn balance(engagement: &Engagement, mine: f64, theirs: f64) -> f64 {
    let mut sum = 0.0;
    for die in 1..=6 {
        for other in 1..=6 {
            let Outcomes { first, second } = engagement.result(die, other).outcomes();
            sum += cost(second) * theirs - cost(first) * mine;
        }
    }
    sum / 36.0
}

/// How troops fare against each other in the open, remembered from one question to the next.
#[derive(Clone, Debug, Default)]
pub struct Matchups {
    known: BTreeMap<(Troop, Troop), f64>,
}

impl Matchups {
    /// What a base may expect of meeting another on its front, in its own bound and alone: a guess for
    /// fights that are still to come.
    pub fn of(&mut self, look: Look<'_>, a: BaseId, z: BaseId) -> f64 {
        let (mine, theirs) = (look.state.base(a).troop, look.state.base(z).troop);
        let (worth_mine, worth_theirs) = (worth(look, a), worth(look, z));
        let (gain, loss) = (self.part(look.rules, mine, theirs), self.part(look.rules, theirs, mine));
        gain * worth_theirs - loss * worth_mine
    }

    /// The part of its worth that `theirs` loses on average to `mine`.
    fn part(&mut self, rules: &Rules, mine: Troop, theirs: Troop) -> f64 {
        *self.known.entry((mine, theirs)).or_insert_with(|| {
            balance(&Engagement::between(rules, &Circumstances::close_combat(mine, theirs)), 0.0, 1.0)
        })
    }
}
