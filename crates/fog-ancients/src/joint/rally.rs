//! Bolstering and rallying (70.4).

use super::{JointChoice, JointPrompt, Waiting, acting};
use crate::choice::{Asked, Choice, Ghost, Prompt, TestAhead};
use crate::cohesion::{self, Why};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::{CommanderId, GroupId};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::state::{Cohesion, CommanderPlace, Deed};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict};
use aelian_rulebook::{Reason, rule};

/// FA-DEC-72: the side is asked as long as one of its commanders could try.
pub(super) fn next(look: Look<'_>) -> Asked {
    let side = acting(look);
    let mut able = candidates(look).filter(|id| breaches(look, *id).is_empty());
    able.next().map(|_| Next::Ask { side, prompt: Prompt::Joint(JointPrompt::Rally) })
}

fn candidates(look: Look<'_>) -> impl Iterator<Item = CommanderId> + '_ {
    let side = acting(look);
    look.state.commander_ids().filter(move |id| {
        let commander = look.state.commander(*id);
        commander.side == side && commander.with().is_some() && !commander.tried
    })
}

/// FA-JCMD-02 to FA-JCMD-04, FA-JCMD-06, FA-JCMD-08, FA-JCMD-10, FA-JCMD-12: why this commander may not try.
fn breaches(look: Look<'_>, id: CommanderId) -> Vec<Reason<Fact>> {
    let commander = look.state.commander(id);
    let mut found = Vec::new();
    let mut add = |rule, fact| found.push(Reason::new(rule, fact));
    let with = commander.with().filter(|group| look.state.group(*group).on_table());
    let Some(group) = with else {
        add(rule!("FA-JCMD-02"), Fact::Commander(id));
        return found;
    };
    if commander.tried {
        add(rule!("FA-JCMD-06"), Fact::Commander(id));
    }
    let troops = look.state.group(group);
    if troops.cohesion == Cohesion::Steady {
        add(rule!("FA-JCMD-02"), Fact::GroupIs { group, cohesion: Cohesion::Steady });
    }
    if troops.deeds.has(Deed::Dropped) {
        add(rule!("FA-JCMD-03"), Fact::Group(group));
    }
    if !look.in_line_of_command(id, group) {
        add(rule!("FA-JCMD-08"), Fact::Group(group));
    }
    if troops.deeds.has(Deed::RallyTried) {
        add(rule!("FA-JCMD-12"), Fact::Group(group));
    }
    if troops.is_broken() {
        if look.is_beyond_autobreak(group) {
            add(rule!("FA-JCMD-10"), Fact::Group(group));
        }
        if let Some(enemy) = near_enemy(look, group) {
            add(
                rule!("FA-JCMD-04"),
                Fact::Distance { from: group, to: enemy, distance: look.distance(group, enemy) },
            );
        }
    }
    found
}

/// The same of any commander there is.
pub(super) fn why_not(look: Look<'_>, id: CommanderId) -> Vec<Reason<Fact>> {
    if id.index() < look.state.commanders.len() { breaches(look, id) } else { Vec::new() }
}

/// FA-JCMD-04, FA-MEAS-07: any enemy group within 6 MU; his camp and his commanders do not count.
fn near_enemy(look: Look<'_>, group: GroupId) -> Option<GroupId> {
    let side = look.state.group(group).side;
    let limit = look.rules.distances().joint.rally_enemy;
    look.state.on_table_of(side.other()).find(|enemy| look.within(look.distance(group, *enemy), limit))
}

/// FA-CT-12: what the attempt is.
fn why(look: Look<'_>, id: CommanderId, group: GroupId) -> Why {
    if look.state.group(group).is_broken() { Why::Rally(id) } else { Why::Bolster(id) }
}

pub(super) fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    if next(look).is_none() {
        return not_asked(choice);
    }
    match choice {
        Choice::Joint(JointChoice::EndRallies) => Verdict::legal(Ghost::default()),
        Choice::Joint(JointChoice::Rally { commander }) => check_rally(look, *commander),
        _ => not_asked(choice),
    }
}

fn check_rally(look: Look<'_>, id: CommanderId) -> Verdict<Rules> {
    if id.index() >= look.state.commanders.len() {
        return Verdict::refused(rule!("FA-JCMD-02"), Fact::NoSuchCommander(id));
    }
    let commander = look.state.commander(id);
    let mut found = breaches(look, id);
    if commander.side != acting(look) {
        found.push(Reason::new(rule!("FA-JAP-02"), Fact::Side(commander.side)));
    }
    let mut verdict: Verdict<Rules> = Verdict::legal(Ghost::default());
    match commander.with() {
        Some(group) if found.is_empty() => {
            let test = look.cohesion_test(group, why(look, id, group));
            let ahead = TestAhead {
                needed: look.rules.tables.cohesion.result.pass,
                modifier: test.modifiers.total(),
                chance: test.chance(),
            };
            verdict.ghost.test = Some(ahead);
        }
        _ => verdict.breaches = found,
    }
    verdict
}

pub(super) fn propose(look: Look<'_>, out: &mut Proposals<Rules>) {
    let able = candidates(look).filter(|id| breaches(look, *id).is_empty());
    out.extend(able.map(|commander| Choice::Joint(JointChoice::Rally { commander })));
    out.push(Choice::Joint(JointChoice::EndRallies));
}

pub(super) fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match choice {
        Choice::Joint(JointChoice::Rally { commander }) => attempt(cx, *commander),
        _ => {
            let left: Vec<_> = candidates(Look::new(cx.rules, cx.state())).collect();
            left.into_iter().for_each(|commander| cx.emit(Event::CommanderTried(commander)));
            Ok(())
        }
    }
}

/// FA-JCMD-05, FA-JCMD-07, FA-JCMD-11: the test; passed, the group rises by a level.
fn attempt(cx: &mut Cx<'_, Rules>, commander: CommanderId) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let Some(group) = look.state.commander(commander).with() else { return Ok(()) };
    let why = why(look, commander, group);
    cx.emit(Event::CommanderTried(commander));
    cx.emit(Event::Did { group, deed: Deed::RallyTried });
    cx.cite(rule!("FA-JCMD-05"), || Fact::Group(group));
    let tested = cohesion::test(cx, group, why)?;
    if !tested.passed && matches!(why, Why::Rally(_)) {
        cx.emit(Event::Waits(Pending::Joint(Waiting::AfterRally { commander, group })));
    }
    Ok(())
}

/// FA-JCMD-09, FA-CMOVE-22.
pub(super) fn ask_after(look: Look<'_>, commander: CommanderId, group: GroupId) -> Next<Prompt, Choice> {
    let side = look.state.commander(commander).side;
    Next::Ask { side, prompt: Prompt::Joint(JointPrompt::AfterRally { commander, group }) }
}

pub(super) fn check_after(asked: CommanderId, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Joint(JointChoice::StayBehind { commander } | JointChoice::RoutAlong { commander })
            if *commander == asked =>
        {
            Verdict::legal(Ghost::default())
        }
        _ => not_asked(choice),
    }
}

pub(super) fn resolve_after(cx: &mut Cx<'_, Rules>, choice: &Choice) {
    cx.emit(Event::Settled);
    if let Choice::Joint(JointChoice::StayBehind { commander }) = choice {
        let pose = cx.state().commander(*commander).rect.pose;
        cx.cite(rule!("FA-JCMD-09"), || Fact::Commander(*commander));
        cx.emit(Event::CommanderMoves { commander: *commander, place: CommanderPlace::Alone, pose });
    }
}
