//! Outflanking marches (30.6).

use super::choice::Outflank;
use super::progress::SetUpEvent;
use crate::event::Event;
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::ids::{CommanderId, GroupId, GroupSet};
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::{CommanderPlace, Grade, March, MarchProgress, Place, Rank};
use crate::troop::{Training, Troop, TroopType};
use aelian_dice::{NeedRoll, Reroll};
use aelian_game::{Cx, Side};
use aelian_geometry::Hand;
use aelian_rulebook::{Reason, RuleId, rule};

/// FA-FLANK-01 to FA-FLANK-04, FA-SC-08: why these marches may not be sent; none if they may.
pub fn faults(look: Look<'_>, side: Side, marches: &[Outflank]) -> Vec<Reason<Fact>> {
    let mut faults = Vec::new();
    let mut find = |rule: RuleId, fact: Fact| faults.push(Reason::new(rule, fact));
    let twice = matches!(marches, [one, other, ..] if one.flank == other.flank);
    if marches.len() > 2 || twice {
        find(rule!("FA-FLANK-01"), Fact::Count { found: marches.len() as i32, allowed: 2 });
    }
    let mut gone = GroupSet::EMPTY;
    for (at, march) in marches.iter().enumerate() {
        let again = marches[..at].iter().any(|other| other.commander == march.commander);
        let leader = look.state.commanders.get(march.commander.index());
        let leads = leader.is_some_and(|leader| {
            leader.side == side
                && leader.place == CommanderPlace::Waiting
                && leader.rank != Rank::CommanderInChief
        });
        if !leads || again || !(1..=3).contains(&march.groups.len()) {
            find(rule!("FA-FLANK-02"), Fact::Commander(march.commander));
        }
        for group in march.groups.iter() {
            let Some(sent) = look.state.groups.get(group.index()) else {
                find(rule!("FA-FLANK-02"), Fact::NoSuchGroup(group));
                continue;
            };
            if sent.side != side || sent.place != Place::Waiting || gone.contains(group) {
                find(rule!("FA-FLANK-02"), Fact::Group(group));
            }
            let slow = |troop: &Troop| troop.kind == TroopType::ScythedChariots;
            if sent.is_train() || sent.has_any(slow) {
                find(rule!("FA-FLANK-04"), Fact::Group(group));
            }
        }
        gone = gone.union(march.groups);
        if let Some(leader) = leader
            && !takes_his_own(look, side, leader.rank, leader.contingent, march.groups)
        {
            find(rule!("FA-FLANK-03"), Fact::Commander(march.commander));
        }
    }
    faults
}

/// FA-FLANK-03: an ally takes all of his own contingent and nobody else.
fn takes_his_own(look: Look<'_>, side: Side, rank: Rank, contingent: u8, groups: GroupSet) -> bool {
    if rank != Rank::Ally {
        return groups
            .iter()
            .all(|id| look.state.groups.get(id.index()).is_none_or(|group| group.contingent == 0));
    }
    let own = |id: &GroupId| {
        let group = look.state.group(*id);
        group.side == side && group.contingent == contingent
    };
    look.state.group_ids().filter(own).collect::<GroupSet>() == groups
}

pub fn send(cx: &mut Cx<'_, Rules>, side: Side, marches: &[Outflank]) {
    for march in marches {
        let Outflank { flank, groups, commander } = *march;
        let progress = MarchProgress::Marching;
        cx.emit(Event::SetUp(SetUpEvent::Marches(March { side, flank, groups, commander, progress })));
    }
}

/// FA-FLANK-05: a march of the active player that has not been heard of, in the first stage of his turn.
pub fn to_roll(look: Look<'_>) -> Option<u8> {
    let waits = |march: &March| march.side == look.state.active && march.progress == MarchProgress::Marching;
    let marches = look.state.marches.iter().enumerate();
    // One roll for each march in a turn: the groups of those that have rolled are marked as dealt with.
    let fresh = |march: &March| march.groups.first().is_some_and(|group| !look.state.dealt.contains(group));
    marches.filter(|(_, march)| waits(march) && fresh(march)).map(|(at, _)| at as u8).next()
}

/// FA-FLANK-05 to FA-FLANK-09: the arrival roll of one march, and what follows from it.
pub fn roll(cx: &mut Cx<'_, Rules>, number: u8) -> Result<(), NeedRoll> {
    let Some(march) = cx.state().marches.get(usize::from(number)).cloned() else { return Ok(()) };
    let look = Look::new(cx.rules, cx.state());
    let foot = has_slow_foot(look, march.groups);
    let mut score = rolls::two_dice(cx, rule!("FA-FLANK-05"), Reroll::None)?;
    let leader = cx.state().commander(march.commander).grade;
    let added = match leader {
        Grade::Field => 1,
        Grade::Inspired => cx.rules.settings.inspired_march,
        Grade::Troop => 0,
    };
    if added != 0 {
        cx.cite(rule!("FA-FLANK-06"), || Fact::Commander(march.commander));
        score += added;
    }
    if foot {
        cx.cite(rule!("FA-FLANK-07"), || Fact::Groups(march.groups));
        score -= 1;
    }
    cx.cite(rule!("FA-FLANK-08"), || Fact::Count { found: score, allowed: 10 });
    if let Some(group) = march.groups.first() {
        cx.emit(Event::Dealt(group));
    }
    if score >= 10 { arrives(cx, number, &march) } else { Ok(()) }
}

fn has_slow_foot(look: Look<'_>, groups: GroupSet) -> bool {
    let slow = |troop: &Troop| troop.kind == TroopType::HeavyFoot || troop.kind.is_medium_foot();
    groups.iter().any(|id| look.state.group(id).has_any(slow))
}

/// FA-FLANK-09, FA-FLANK-10, FA-FLANK-14 to FA-FLANK-17.
fn arrives(cx: &mut Cx<'_, Rules>, number: u8, march: &March) -> Result<(), NeedRoll> {
    let turn = cx.state().turn;
    // The enemy's flank on the same side edge is the other hand as he sees it.
    let opposed = cx.state().marches.iter().position(|other| {
        other.side != march.side
            && other.flank != march.flank
            && matches!(other.progress, MarchProgress::Marching)
    });
    let (mine, theirs) = match opposed {
        None => (MarchProgress::Arrives { turn: turn + 2 }, None),
        Some(at) => {
            let other = &cx.state().marches[at];
            let look = Look::new(cx.rules, cx.state());
            let (ours, enemies) = (weight(look, march.groups), weight(look, other.groups));
            // The opponent's next own turn is the next one, ours the one after. Who drove the other back comes in the
            // turn after him.
            match ours.cmp(&enemies) {
                std::cmp::Ordering::Greater => (
                    MarchProgress::DroveBack { turn: turn + 2 },
                    Some((at, MarchProgress::DrivenBack { turn: turn + 1 })),
                ),
                std::cmp::Ordering::Less => (
                    MarchProgress::DrivenBack { turn: turn + 2 },
                    Some((at, MarchProgress::DroveBack { turn: turn + 3 })),
                ),
                std::cmp::Ordering::Equal => (
                    MarchProgress::DrivenBack { turn: turn + 2 },
                    Some((at, MarchProgress::DrivenBack { turn: turn + 1 })),
                ),
            }
        }
    };
    cx.cite(rule!("FA-FLANK-09"), || Fact::Groups(march.groups));
    cx.emit(Event::SetUp(SetUpEvent::MarchIs { commander: march.commander, progress: mine }));
    if let Some((at, progress)) = theirs {
        cx.cite(rule!("FA-FLANK-14"), || Fact::Side(march.side));
        let commander = cx.state().marches[at].commander;
        cx.emit(Event::SetUp(SetUpEvent::MarchIs { commander, progress }));
        straggle(cx, at as u8)?;
    }
    straggle(cx, number)
}

/// FA-FLANK-14: groups that are not wholly of light troops, then all groups.
fn weight(look: Look<'_>, groups: GroupSet) -> (usize, usize) {
    let heavy = groups.iter().filter(|id| !look.state.group(*id).is_skirmishers()).count();
    (heavy, groups.len())
}

/// FA-FLANK-12, FA-FLANK-13: who loses the way.
fn straggle(cx: &mut Cx<'_, Rules>, number: u8) -> Result<(), NeedRoll> {
    let Some(march) = cx.state().marches.get(usize::from(number)).cloned() else { return Ok(()) };
    let mut lost = GroupSet::EMPTY;
    for id in march.groups.iter() {
        let group = cx.state().group(id).clone();
        let mut score = rolls::two_dice(cx, rule!("FA-FLANK-12"), group.quality.reroll())?;
        if group.counts_as() == Training::Drilled || group.is_skirmishers() {
            score += 1;
        }
        if has_slow_foot(Look::new(cx.rules, cx.state()), GroupSet::one(id)) {
            score -= 1;
        }
        cx.cite(rule!("FA-FLANK-12"), || Fact::Score { group: id, score, needed: 5 });
        if score < 5 {
            cx.cite(rule!("FA-FLANK-13"), || Fact::Group(id));
            cx.emit(Event::Leaves { group: id, to: Place::Straggled });
            lost.insert(id);
        }
    }
    if !lost.is_empty() {
        cx.emit(Event::SetUp(SetUpEvent::LeftMarch { commander: march.commander, groups: lost }));
    }
    if lost == march.groups {
        // FA-FLANK-13, AMB-71.
        let place = CommanderPlace::Gone;
        let pose = cx.state().commander(march.commander).rect.pose;
        cx.emit(Event::SetUp(SetUpEvent::Commander { commander: march.commander, place, pose }));
        cx.emit(Event::SetUp(SetUpEvent::MarchIs {
            commander: march.commander,
            progress: MarchProgress::Done,
        }));
    }
    Ok(())
}

/// The side edge on which a march comes.
pub fn edge_of(side: Side, flank: Hand) -> TableEdge {
    match (side, flank) {
        (Side::Red, Hand::Left) | (Side::Blue, Hand::Right) => TableEdge::West,
        _ => TableEdge::East,
    }
}

/// FA-DEC-07: marches to choose from, a sample: none, or one on either flank led by each commander who may go, with one
/// group, or with two or three that follow each other in the order of march, or with all of an ally's contingent.
pub fn choices(look: Look<'_>, side: Side) -> Vec<Vec<Outflank>> {
    let leaders = look.state.commander_ids().filter(|id| look.state.commander(*id).side == side);
    let leaders: Vec<CommanderId> = leaders.collect();
    let mut choices = vec![Vec::new()];
    for commander in leaders {
        for flank in Hand::BOTH {
            let runs = (1..=3).flat_map(|length| {
                let ids: Vec<GroupId> = look.state.group_ids().collect();
                ids.windows(length).map(|run| run.iter().copied().collect()).collect::<Vec<GroupSet>>()
            });
            let contingent = look.state.commander(commander).contingent;
            let own = look.state.group_ids().filter(|id| {
                let group = look.state.group(*id);
                group.side == side && group.contingent == contingent && contingent > 0
            });
            for groups in runs.chain([own.collect()]) {
                let march = vec![Outflank { flank, groups, commander }];
                if faults(look, side, &march).is_empty() && !choices.contains(&march) {
                    choices.push(march);
                }
            }
        }
    }
    choices
}
