//! Outflanking marches (30.6).

use super::choice::{Deployed, Outflank, SetUpPrompt};
use super::deploy::{formed, is_sound, moved};
use super::progress::SetUpEvent;
use crate::choice::{Asked, Prompt};
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::ids::{CommanderId, GroupId, GroupSet};
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::{CommanderPlace, Deed, Grade, March, MarchProgress, Place, Rank};
use crate::troop::{Training, Troop, TroopType};
use aelian_dice::{NeedRoll, Reroll};
use aelian_game::{Cx, Next, Side};
use aelian_geometry::{Hand, Pose, Rect, overlaps};
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
            // The opponent's next own turn is the next one, ours the one after.
            match ours.cmp(&enemies) {
                std::cmp::Ordering::Greater => (
                    MarchProgress::DroveBack { turn: turn + 4 },
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

/// FA-FLANK-10: marches of the active player that come in this turn, one after the other.
pub fn arriving(look: Look<'_>) -> Option<(u8, &March)> {
    let due = |march: &March| {
        let turn = match march.progress {
            MarchProgress::Arrives { turn }
            | MarchProgress::DrivenBack { turn }
            | MarchProgress::DroveBack { turn } => turn,
            MarchProgress::Marching | MarchProgress::Done => return false,
        };
        march.side == look.state.active && look.state.turn >= turn && !march.groups.is_empty()
    };
    let fresh = |march: &March| march.groups.iter().any(|group| !look.state.dealt.contains(group));
    let mut marches = look.state.marches.iter().enumerate();
    marches.find(|(_, march)| due(march) && fresh(march)).map(|(at, march)| (at as u8, march))
}

pub fn next(look: Look<'_>) -> Asked {
    let (_, march) = arriving(look)?;
    let prompt = SetUpPrompt::Arrive { groups: march.groups, flank: march.flank };
    Some(Next::Ask { side: march.side, prompt: Prompt::SetUp(prompt) })
}

/// The side edge on which a march comes.
pub fn edge_of(side: Side, flank: Hand) -> TableEdge {
    match (side, flank) {
        (Side::Red, Hand::Left) | (Side::Blue, Hand::Right) => TableEdge::West,
        _ => TableEdge::East,
    }
}

/// FA-FLANK-10, FA-FLANK-11, FA-FLANK-15, FA-FLANK-16, FA-FLANK-21, FA-FLANK-22: why groups may not arrive so; none if
/// they may. Groups that are not named wait for the next turn.
pub fn arrive_faults(look: Look<'_>, deployed: &[Deployed]) -> Vec<Reason<Fact>> {
    let Some((_, march)) = arriving(look) else {
        return vec![Reason::new(rule!("FA-FLANK-10"), Fact::NotAsked)];
    };
    let mut faults = Vec::new();
    let mut standing: Vec<Rect> = Vec::new();
    let mut named = GroupSet::EMPTY;
    for one in deployed {
        let mut find = |rule: RuleId| faults.push(Reason::new(rule, Fact::Group(one.group)));
        if !march.groups.contains(one.group) || !named.insert(one.group) || one.dismounted {
            find(rule!("FA-FLANK-10"));
            continue;
        }
        if !is_sound(one) || usize::from(one.files) > look.state.strength(one.group) {
            find(rule!("FA-FORM-02"));
            continue;
        }
        let rects = formed(look, one).1;
        for rule in of_arrival(look, march, one, &rects) {
            find(rule);
        }
        let onto = |rect: &Rect| standing.iter().any(|other| overlaps(rect, other, look.rules.tolerance));
        if rects.iter().any(|rect| onto(rect) || look.is_taken(rect) || look.is_in_water_or_rocks(rect)) {
            find(rule!("FA-FLANK-22"));
        }
        standing.extend(rects);
    }
    faults
}

fn of_arrival(look: Look<'_>, march: &March, one: &Deployed, rects: &[Rect]) -> Vec<RuleId> {
    let mut broken = Vec::new();
    let field = &look.state.field;
    let edge = edge_of(march.side, march.flank);
    let inward = edge.outward().reversed();
    if !one.front.facing.same(inward, look.rules.tolerance) {
        broken.push(rule!("FA-FLANK-21"));
    }
    let doubled = matches!(march.progress, MarchProgress::DrivenBack { .. });
    let moves = if doubled { 2.0 } else { 1.0 };
    let deep = rects.iter().map(|rect| rect.depth).sum::<f64>();
    let reach = (look.base_move(one.group) * moves).max(deep.min(look.block_depth(one)));
    if field.inside(edge, one.front.at) > reach + look.rules.slack {
        broken.push(rule!("FA-FLANK-21"));
    }
    if rects.iter().any(|rect| field.edge_crossed(rect, look.rules.tolerance.length).is_some()) {
        broken.push(rule!("FA-EDGE-01"));
    }
    let near_rear =
        matches!(march.progress, MarchProgress::DrivenBack { .. } | MarchProgress::DroveBack { .. });
    if near_rear {
        let whose = if doubled { march.side } else { march.side.other() };
        let rear = TableEdge::of(whose);
        let corners = rects.iter().flat_map(|rect| rect.corners());
        let beyond = corners.map(|corner| field.inside(rear, corner)).fold(0.0, f64::max);
        if beyond > look.mu(12.0) + look.rules.slack {
            broken.push(if doubled { rule!("FA-FLANK-15") } else { rule!("FA-FLANK-16") });
        }
    }
    broken
}

impl Look<'_> {
    /// The depth of a group in this formation.
    fn block_depth(&self, one: &Deployed) -> f64 {
        let rects = formed(*self, one).1;
        crate::formation::bounds(one.front.facing, rects.iter()).depth
    }
}

/// FA-FLANK-10, FA-FLANK-18, FA-FLANK-19: they come; what stands near their place of arrival suffers for it.
pub fn arrive(cx: &mut Cx<'_, Rules>, deployed: &[Deployed]) {
    let Some(march) = arriving(Look::new(cx.rules, cx.state())).map(|(_, march)| march.clone()) else {
        return;
    };
    for group in march.groups.iter() {
        cx.emit(Event::Dealt(group));
    }
    for one in deployed {
        surprise(cx, &march, one);
        let moved = moved(Look::new(cx.rules, cx.state()), one, MoveWhy::Arrived);
        cx.emit(Event::Appears(moved));
        cx.emit(Event::Did { group: one.group, deed: Deed::MovedInManoeuvre });
    }
    let arrived: GroupSet = deployed.iter().map(|one| one.group).collect();
    cx.emit(Event::SetUp(SetUpEvent::LeftMarch { commander: march.commander, groups: arrived }));
    let with = deployed.first().map(|one| one.group);
    if let (Some(group), CommanderPlace::March) = (with, cx.state().commander(march.commander).place) {
        let block = Look::new(cx.rules, cx.state()).block(group);
        let pose = block.pose.advanced(-block.depth).on_grid();
        let place = CommanderPlace::With(group);
        cx.emit(Event::SetUp(SetUpEvent::Commander { commander: march.commander, place, pose }));
    }
    if arrived == march.groups {
        cx.emit(Event::SetUp(SetUpEvent::MarchIs {
            commander: march.commander,
            progress: MarchProgress::Done,
        }));
    }
}

/// FA-FLANK-18, FA-FLANK-19: artillery, wagons and camps within 6 MU of the point of arrival.
fn surprise(cx: &mut Cx<'_, Rules>, march: &March, one: &Deployed) {
    let look = Look::new(cx.rules, cx.state());
    let edge = edge_of(march.side, march.flank);
    let on_edge = one.front.at + edge.outward().vector() * look.state.field.inside(edge, one.front.at);
    let point = Rect::new(Pose { at: on_edge, facing: one.front.facing }, look.rules.width, 0.0);
    let near = |id: &GroupId| look.within(look.distance_to(*id, &point), 6.0);
    let train = |id: &GroupId| look.state.group(*id).is_train() && !look.state.in_close_combat(*id);
    let doomed: Vec<GroupId> =
        look.state.on_table_of(march.side.other()).filter(train).filter(near).collect();
    let camp = look
        .standing_camp(march.side.other())
        .is_some_and(|camp| look.within(aelian_geometry::distance(&camp, &point), 6.0));
    for group in doomed {
        cx.cite(rule!("FA-FLANK-18"), || Fact::Group(group));
        cx.emit(Event::Leaves { group, to: Place::Destroyed });
    }
    let enemy = march.side.other();
    let standing = cx.state().camps[enemy.index()].clone().filter(camp_stands);
    if let Some(mut camp) = standing.filter(|_| camp) {
        cx.cite(rule!("FA-FLANK-19"), || Fact::Side(enemy));
        camp.sacked = true;
        camp.gone = true;
        cx.emit(Event::CampIs { side: enemy, camp });
    }
}

fn camp_stands(camp: &crate::state::Camp) -> bool {
    !camp.sacked && !camp.gone
}

/// Places to arrive at: each group by itself at every 2 MU of the edge, in two ranks.
pub fn ways(look: Look<'_>) -> Vec<Vec<Deployed>> {
    let Some((_, march)) = arriving(look) else { return Vec::new() };
    let field = &look.state.field;
    let edge = edge_of(march.side, march.flank);
    let facing = edge.outward().reversed();
    let mut ways = vec![Vec::new()];
    let mut along = look.mu(2.0);
    while along < field.depth {
        let mut all = Vec::new();
        for (at, group) in march.groups.iter().enumerate() {
            let bases = look.state.strength(group) as u8;
            let files = bases.div_ceil(2);
            let y = along + at as f64 * f64::from(files + 1) * look.rules.width;
            let deep = look.base_move(group);
            let x = if edge == TableEdge::West { deep } else { field.width - deep };
            let front = Pose::new(x, y, facing).on_grid();
            all.push(Deployed { group, front, files, tail: None, dismounted: false });
        }
        if arrive_faults(look, &all).is_empty() {
            ways.push(all);
        }
        along += look.mu(2.0);
    }
    ways
}

/// Marches to choose from: none, or one led by each commander who may go, with up to two of the first groups.
pub fn choices(look: Look<'_>, side: Side) -> Vec<Vec<Outflank>> {
    let leaders = look.state.commander_ids().filter(|id| look.state.commander(*id).side == side);
    let leaders: Vec<CommanderId> = leaders.collect();
    let mut choices = vec![Vec::new()];
    for commander in leaders {
        for flank in Hand::BOTH {
            for id in look.state.group_ids() {
                let march = vec![Outflank { flank, groups: GroupSet::one(id), commander }];
                if faults(look, side, &march).is_empty() {
                    choices.push(march);
                }
            }
        }
    }
    choices
}
