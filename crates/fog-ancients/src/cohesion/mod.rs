//! Cohesion tests, death rolls, base removal, autobreak, commanders lost (75, 25.5).

mod aftermath;
mod commanders;
mod death;
mod fought;
mod lose;
mod lower;
mod seen;
mod shuffle;
mod support;
mod tables;
mod test;

pub use aftermath::Aftermath;
pub use commanders::{Risk, lose_commander};
pub use death::DeathRoll;
pub use fought::Toll;
pub use lose::{Loss, Removal, lose_base};
#[cfg(test)]
pub(crate) use lower::faced_about;
pub use lower::{lower, seen_by};
pub use tables::CohesionTable;
pub use test::{CohesionTest, Tested, Why, test};

use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::GroupId;
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::stage::{Phase, Stage};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use aelian_rulebook::rule;
use serde::{Deserialize, Serialize};

/// 75.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CohesionChoice {
    /// FA-DEC-35, FA-DEC-36.
    Lose(Removal),
    /// FA-DEC-37: this group makes its test next.
    TestNext(GroupId),
}

/// 75. What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CohesionPrompt {
    /// FA-DEC-35, FA-DEC-36: which base goes, and from which end the line is shortened.
    Lose { group: GroupId, ways: Vec<Removal> },
    /// FA-DEC-37.
    TestNext { groups: Vec<GroupId> },
}

/// 75. What waits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    /// A group loses a base, and its owner says which.
    Losing { group: GroupId, loss: Loss },
}

pub fn next(look: Look<'_>) -> Asked {
    if let Some((group, loss)) = losing(look) {
        let ways = look.removals(group, loss);
        let (side, count) = (look.state.group(group).side, ways.len());
        let prompt = Prompt::Cohesion(CohesionPrompt::Lose { group, ways });
        return Some(match count {
            0 => Next::Forced(Choice::Proceed),
            1 => Next::Only { side, prompt, choice: Choice::Proceed },
            _ => Next::Ask { side, prompt },
        });
    }
    match look.state.stage {
        Stage::Tests => look.next_test().map(|_| Next::Forced(Choice::Proceed)),
        Stage::DeathRolls => death::next_roll(look).map(|_| Next::Forced(Choice::Proceed)),
        Stage::CommanderRisks => commanders::next_risk(look).map(|_| Next::Forced(Choice::Proceed)),
        // FA-CHG-33: friends of those who break on being charged test at once.
        Stage::SeenTests
        | Stage::FragmentedTests
        | Stage::UncoveredTests
        | Stage::InitialPursuits
        | Stage::RoutersMove => seen::next(look),
        _ => None,
    }
}

/// The loss that waits on top of the stack.
fn losing(look: Look<'_>) -> Option<(GroupId, Loss)> {
    match look.state.pending.last() {
        Some(Pending::Cohesion(Waiting::Losing { group, loss })) => Some((*group, *loss)),
        _ => None,
    }
}

impl Look<'_> {
    /// FA-CT-02 to FA-CT-04, FA-COMB-06, FA-COMB-07, FA-SOUT-01, FA-SOUT-02: why this group tests after the combats or the shooting
    /// of this phase, if it does.
    pub fn due_test(&self, group: GroupId) -> Option<Why> {
        let toll = Toll::of(self.state, group);
        if self.state.group(group).is_broken() || !self.state.group(group).on_table() {
            return None;
        }
        if self.state.phase != Phase::Shooting {
            return toll.lost().then_some(Why::Beaten);
        }
        self.is_shaken_by(group, &toll).then_some(Why::Shot)
    }

    /// FA-CT-02, FA-CT-03, FA-SOUT-01, FA-SOUT-02: so much shooting makes this group test.
    pub fn is_shaken_by(&self, group: GroupId, toll: &Toll) -> bool {
        let table = &self.rules.tables.cohesion.shot_test;
        let by_guns = toll.by_artillery && toll.shot >= table.artillery_hits;
        by_guns || self.is_hit_per(group, toll.shot, table.per)
    }

    fn next_test(&self) -> Option<(GroupId, Why)> {
        if self.state.hits.is_empty() {
            return None;
        }
        let mut left = self.state.on_table().filter(|id| !self.state.dealt.contains(*id));
        left.find_map(|id| self.due_test(id).map(|why| (id, why)))
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    let asked = next(look);
    match (choice, asked) {
        (Choice::Proceed, Some(Next::Forced(_) | Next::Only { .. })) => Verdict::legal(Ghost::default()),
        (
            Choice::Cohesion(CohesionChoice::Lose(removal)),
            Some(
                Next::Ask { prompt: Prompt::Cohesion(CohesionPrompt::Lose { .. }), .. }
                | Next::Only { prompt: Prompt::Cohesion(CohesionPrompt::Lose { .. }), .. },
            ),
        ) => match meant(look, *removal) {
            Some(_) => Verdict::legal(Ghost::default()),
            None => Verdict::refused(rule!("FA-REM-04"), Fact::Base(removal.base)),
        },
        (
            Choice::Cohesion(CohesionChoice::TestNext(group)),
            Some(Next::Ask { prompt, .. } | Next::Only { prompt, .. }),
        ) => match prompt {
            Prompt::Cohesion(CohesionPrompt::TestNext { groups }) if groups.contains(group) => {
                Verdict::legal(Ghost::default())
            }
            Prompt::Cohesion(CohesionPrompt::TestNext { .. }) => {
                Verdict::refused(rule!("FA-CT-25"), Fact::Group(*group))
            }
            _ => not_asked(choice),
        },
        _ => not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    if let Some((group, loss)) = losing(Look::new(cx.rules, cx.state())) {
        cx.emit(Event::Settled);
        return settle_loss(cx, group, loss, choice);
    }
    match (cx.state().stage, choice) {
        (Stage::Tests, _) => {
            if let Some((group, why)) = Look::new(cx.rules, cx.state()).next_test() {
                cx.emit(Event::Dealt(group));
                test(cx, group, why)?;
            }
            Ok(())
        }
        (Stage::DeathRolls, _) => death::roll(cx),
        (Stage::CommanderRisks, _) => commanders::roll(cx),
        (_, Choice::Cohesion(CohesionChoice::TestNext(group))) => seen::test(cx, *group),
        (
            Stage::SeenTests
            | Stage::FragmentedTests
            | Stage::UncoveredTests
            | Stage::InitialPursuits
            | Stage::RoutersMove,
            _,
        ) => seen::test_first(cx),
        _ => Ok(()),
    }
}

/// FA-DEC-35, FA-DEC-36: the removal that an answer to the question means.
fn meant(look: Look<'_>, answer: Removal) -> Option<Removal> {
    let (group, loss) = losing(look)?;
    look.removal_meant(group, loss, answer)
}

fn settle_loss(cx: &mut Cx<'_, Rules>, group: GroupId, loss: Loss, choice: &Choice) -> Result<(), NeedRoll> {
    let removal = match choice {
        Choice::Cohesion(CohesionChoice::Lose(removal)) => {
            Look::new(cx.rules, cx.state()).removal_meant(group, loss, *removal)
        }
        _ => Look::new(cx.rules, cx.state()).removals(group, loss).first().copied(),
    };
    if let Some(removal) = removal.filter(|_| cx.state().group(group).on_table()) {
        lose::remove(cx, group, removal, loss);
    }
    Ok(())
}

/// Every answer: there are never many.
pub fn propose(look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    if let Some(Next::Ask { prompt: Prompt::Cohesion(prompt), .. }) = next(look) {
        match prompt {
            CohesionPrompt::Lose { ways, .. } => {
                out.extend(ways.into_iter().map(|way| Choice::Cohesion(CohesionChoice::Lose(way))));
            }
            CohesionPrompt::TestNext { groups } => {
                out.extend(groups.into_iter().map(|id| Choice::Cohesion(CohesionChoice::TestNext(id))));
            }
        }
    }
}

#[cfg(test)]
mod tests;
