//! FRAGMENTED groups that are charged (FA-CHG-32 to FA-CHG-34, impact 6 and 9), and targets that are uncovered
//! (FA-CHG-07), who may evade if they are able to.
//!
//! A group that breaks here is seen to break and routs at once (FA-CHG-33): `flow` gives the word to those chapters
//! before this one goes on.

use super::choice::{Charge, ImpactChoice};
use super::search::Search;
use super::{evade, respond};
use crate::choice::{Asked, Choice, Ghost};
use crate::cohesion::{self, Why};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::{GroupId, GroupSet};
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use crate::state::{Cohesion, Deed};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict};
use aelian_rulebook::rule;

/// What is to be done next.
enum Due {
    /// FA-CHG-07: this charge has new targets.
    Uncovered(Charge),
    /// FA-DEC-23: this group has become a target since the others said what they do, and may evade.
    Answer(GroupId),
    /// FA-DEC-25: these have said that they evade although the evade moves have been made.
    Evade(GroupSet),
    /// FA-CHG-32, FA-COH-13: this group tests.
    Test { group: GroupId, by: GroupSet },
}

fn due(look: Look<'_>) -> Option<Due> {
    let mut charges = look.state.charges.iter().filter(|charge| charge.is_due());
    if let Some(charge) = charges.find_map(|charge| uncovered(look, charge)) {
        return Some(Due::Uncovered(charge));
    }
    let revealed = revealed(look);
    let silent = |group: &GroupId| !deeds_any(look, *group, [Deed::Evades, Deed::Stands]);
    if let Some(group) = revealed.iter().find(|group| silent(group) && look.may_evade_charge(*group)) {
        return Some(Due::Answer(group));
    }
    let late = look.state.stage == Stage::UncoveredTests;
    let runs = |group: &GroupId| late && evades_late(look, *group);
    let runners: GroupSet = revealed.iter().filter(runs).collect();
    if !runners.is_empty() {
        return Some(Due::Evade(runners));
    }
    let side = look.active().other();
    let test = |group: GroupId| {
        let by = tested_for(look, group);
        (!look.state.dealt.contains(group) && !by.is_empty()).then_some(Due::Test { group, by })
    };
    look.enemies(side.other()).find_map(test)
}

/// FA-CHG-07: groups that have become targets because friends routed or evaded.
fn revealed(look: Look<'_>) -> GroupSet {
    let due = look.state.charges.iter().filter(|charge| charge.is_due());
    due.fold(GroupSet::EMPTY, |all, charge| all.union(charge.revealed))
}

fn deeds_any(look: Look<'_>, group: GroupId, deeds: [Deed; 2]) -> bool {
    deeds.into_iter().any(|deed| look.state.did(group, deed))
}

/// It evades and has not yet moved.
fn evades_late(look: Look<'_>, group: GroupId) -> bool {
    look.state.did(group, Deed::Evades)
        && !look.state.did(group, Deed::MovedInImpact)
        && !look.state.dealt.contains(group)
        && look.may_evade_charge(group)
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

/// FA-CHG-32: the chargers other than light foot for whom this FRAGMENTED group must test, once in a phase. When the
/// evades have been made only those count for whom it has become a target since.
fn tested_for(look: Look<'_>, group: GroupId) -> GroupSet {
    if look.state.group(group).cohesion != Cohesion::Fragmented
        || look.state.did(group, Deed::TestedForCharge)
    {
        return GroupSet::EMPTY;
    }
    let counts = |charge: &&Charge| {
        let targets = match look.state.stage {
            Stage::UncoveredTests => charge.revealed,
            _ => charge.targets,
        };
        charge.is_due() && targets.contains(group) && !look.is_light_foot(charge.group)
    };
    // For light foot it has not tested.
    let early = look.state.charges.iter().any(|charge| {
        charge.is_due()
            && charge.targets.minus(charge.revealed).contains(group)
            && !look.is_light_foot(charge.group)
    });
    if look.state.stage == Stage::UncoveredTests && early {
        return GroupSet::EMPTY;
    }
    look.state.charges.iter().filter(counts).map(|charge| charge.group).collect()
}

pub fn next(look: Look<'_>) -> Asked {
    Some(match due(look)? {
        Due::Answer(group) => respond::ask(look, group),
        Due::Evade(groups) => evade::ask(look, groups)?,
        Due::Uncovered(_) | Due::Test { .. } => Next::Forced(Choice::Proceed),
    })
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match (due(look), choice) {
        (Some(Due::Answer(group)), _) => respond::check_answer(look, group, choice),
        (Some(Due::Evade(groups)), _) => evade::check_among(look, groups, choice),
        (Some(_), Choice::Proceed) => Verdict::legal(Ghost::default()),
        _ => not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match due(Look::new(cx.rules, cx.state())) {
        Some(Due::Uncovered(charge)) => {
            cx.cite(rule!("FA-CHG-07"), || Fact::Groups(charge.revealed));
            cx.emit(Event::ChargeIs(charge));
        }
        Some(Due::Answer(_)) => {
            if let Choice::Impact(ImpactChoice::EvadeOrStand { group, evade }) = *choice {
                respond::answer(cx, group, evade)?;
            }
        }
        Some(Due::Evade(_)) => evade::resolve(cx, choice)?,
        Some(Due::Test { group, by }) => {
            cx.cite(rule!("FA-CHG-32"), || Fact::Group(group));
            cx.emit(Event::Dealt(group));
            // Of those charged from the beginning nobody is asked again.
            if revealed(Look::new(cx.rules, cx.state())).contains(group) {
                cx.emit(Event::Did { group, deed: Deed::TestedForCharge });
            }
            cohesion::test(cx, group, Why::Charged { by })?;
        }
        None => {}
    }
    Ok(())
}

pub fn propose(look: Look<'_>, out: &mut Proposals<Rules>) {
    match due(look) {
        Some(Due::Answer(group)) => respond::offer(group, out),
        Some(Due::Evade(groups)) => evade::offer(look, groups, out),
        _ => {}
    }
}
