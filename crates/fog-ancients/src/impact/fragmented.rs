//! FRAGMENTED groups that are charged (FA-CHG-32 to FA-CHG-34, impact 6 and 9), and targets that are uncovered
//! (FA-CHG-07).
//!
//! A group that breaks here is seen to break and routs at once (FA-CHG-33): `flow` gives the word to those chapters
//! before this one goes on.

use super::choice::Charge;
use super::declare::Search;
use crate::choice::{Asked, Choice, Ghost};
use crate::cohesion::{self, Why};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::{GroupId, GroupSet};
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use crate::state::Cohesion;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Verdict};
use aelian_rulebook::rule;

/// What is to be done next.
enum Due {
    /// FA-CHG-07: this charge has new targets.
    Uncovered(Charge),
    /// FA-CHG-32, FA-COH-13: this group tests.
    Test { group: GroupId, by: GroupSet },
}

fn due(look: Look<'_>) -> Option<Due> {
    let mut charges = look.state.charges.iter().filter(|charge| charge.is_due());
    if let Some(charge) = charges.find_map(|charge| uncovered(look, charge)) {
        return Some(Due::Uncovered(charge));
    }
    let side = look.active().other();
    let test = |group: GroupId| {
        let by = tested_for(look, group);
        (!look.state.dealt.contains(group) && !by.is_empty()).then_some(Due::Test { group, by })
    };
    look.enemies(side.other()).find_map(test)
}

/// FA-CHG-07, FA-CHG-34: the charge with the groups that it could touch now and could not before.
fn uncovered(look: Look<'_>, charge: &Charge) -> Option<Charge> {
    let waits = |target: GroupId| {
        let group = look.state.group(target);
        group.on_table() && !group.is_broken()
    };
    if charge.targets.iter().all(waits) && look.state.stage == Stage::FragmentedTests {
        return None;
    }
    let found = Search::of(look, charge.group).outlook(&charge.path)?;
    let fresh: GroupSet =
        found.targets.minus(charge.targets).iter().filter(|target| waits(*target)).collect();
    (!fresh.is_empty()).then(|| Charge {
        targets: charge.targets.union(fresh),
        flanks: charge.flanks.union(found.flanks.common(fresh)),
        revealed: charge.revealed.union(fresh),
        ..charge.clone()
    })
}

/// FA-CHG-32: the chargers other than light foot for whom this FRAGMENTED group must test. When the evades have been
/// made only those count for whom it has become a target since.
fn tested_for(look: Look<'_>, group: GroupId) -> GroupSet {
    if look.state.group(group).cohesion != Cohesion::Fragmented {
        return GroupSet::EMPTY;
    }
    let counts = |charge: &&Charge| {
        let targets = match look.state.stage {
            Stage::UncoveredTests => charge.revealed,
            _ => charge.targets,
        };
        charge.is_due() && targets.contains(group) && !look.is_light_foot(charge.group)
    };
    let early = look
        .state
        .charges
        .iter()
        .any(|charge| charge.is_due() && charge.targets.minus(charge.revealed).contains(group));
    if look.state.stage == Stage::UncoveredTests && early {
        return GroupSet::EMPTY;
    }
    look.state.charges.iter().filter(counts).map(|charge| charge.group).collect()
}

pub fn next(look: Look<'_>) -> Asked {
    due(look).map(|_| Next::Forced(Choice::Proceed))
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Proceed if due(look).is_some() => Verdict::legal(Ghost::default()),
        _ => not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    match due(Look::new(cx.rules, cx.state())) {
        Some(Due::Uncovered(charge)) => {
            cx.cite(rule!("FA-CHG-07"), || Fact::Groups(charge.revealed));
            cx.emit(Event::ChargeIs(charge));
        }
        Some(Due::Test { group, by }) => {
            cx.cite(rule!("FA-CHG-32"), || Fact::Group(group));
            cx.emit(Event::Dealt(group));
            cohesion::test(cx, group, Why::Charged { by })?;
        }
        None => {}
    }
    Ok(())
}
