//! Outflanking marches come upon the table (FA-FLANK-10, FA-FLANK-15 to FA-FLANK-22, FA-DEC-13).

use super::choice::{Deployed, SetUpPrompt};
use super::deploy::{formed, is_sound, moved};
use super::entry::{Entry, Reasons, beside, due_turn};
use super::march::edge_of;
use super::progress::SetUpEvent;
use super::room::Coming;
use crate::choice::{Asked, Prompt};
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::formation::Body;
use crate::ids::{CommanderId, GroupId, GroupSet};
use crate::movement::{self, Motion};
use crate::pending::Pending;
use crate::rout::alert_commanders;
use crate::rules::{Look, Rules};
use crate::state::{Camp, CommanderPlace, Deed, March, MarchProgress, Place};
use aelian_game::{Cx, Next};
use aelian_geometry::{Rect, distance};
use aelian_rulebook::{Reason, rule};

/// FA-FLANK-10: marches of the active player that come in this turn, one after the other.
pub fn arriving(look: Look<'_>) -> Option<&March> {
    let due = |march: &&March| {
        let now = due_turn(march).is_some_and(|turn| look.state.turn >= turn);
        march.side == look.state.active && now && !march.groups.is_empty()
    };
    let fresh = |march: &&March| march.groups.iter().any(|group| !look.state.dealt.contains(group));
    look.state.marches.iter().find(|march| due(march) && fresh(march))
}

pub fn next(look: Look<'_>) -> Asked {
    let march = arriving(look)?;
    let prompt = SetUpPrompt::Arrive { groups: march.groups, flank: march.flank };
    Some(Next::Ask { side: march.side, prompt: Prompt::SetUp(prompt) })
}

/// FA-FLANK-10, FA-FLANK-11, FA-FLANK-15, FA-FLANK-16, FA-FLANK-21, FA-FLANK-22: why groups may not arrive so; none if
/// they may. Enemy groups that will flee from the place do not bar it.
pub fn faults(look: Look<'_>, deployed: &[Deployed]) -> Reasons {
    let Some(march) = arriving(look) else {
        return vec![Reason::new(rule!("FA-FLANK-10"), Fact::NotAsked)];
    };
    Coming { look, march, named: None }.faults(deployed)
}

/// FA-FLANK-20, FA-FLANK-21: how far groups come that have said where they arrive; none if they may come so.
pub fn enter_faults(look: Look<'_>, commander: CommanderId, named: &[Deployed], to: &[Deployed]) -> Reasons {
    let Some(march) = march_of(look, commander) else {
        return vec![Reason::new(rule!("FA-FLANK-10"), Fact::NotAsked)];
    };
    Coming { look, march, named: Some(named) }.faults(to)
}

fn march_of(look: Look<'_>, commander: CommanderId) -> Option<&March> {
    look.state.marches.iter().find(|march| march.commander == commander)
}

/// FA-FLANK-18, FA-FLANK-20, FA-FLANK-22: unbroken enemy groups in no close combat within 6 MU of a point of arrival;
/// none if the march was due earlier.
pub fn surprised(look: Look<'_>, march: &March, deployed: &[Deployed]) -> GroupSet {
    let entry = Entry::among_all(look, march);
    if entry.is_late() {
        return GroupSet::EMPTY;
    }
    let gates: Vec<Rect> = deployed
        .iter()
        .filter(|one| march.groups.contains(one.group) && is_sound(one))
        .map(|one| entry.gate(one))
        .collect();
    let limit = look.rules.distances().set_up.arrival_enemy;
    let near = |id: &GroupId| gates.iter().any(|gate| look.within(look.distance_to(*id, gate), limit));
    look.enemies(march.side).filter(|id| !look.state.in_close_combat(*id)).filter(near).collect()
}

/// FA-FLANK-18, FA-FLANK-19, FA-FLANK-20: what stands near their place of arrival suffers for it; then they come.
pub fn arrive(cx: &mut Cx<'_, Rules>, deployed: &[Deployed]) {
    let look = Look::new(cx.rules, cx.state());
    let Some(march) = arriving(look).cloned() else { return };
    let near = surprised(look, &march, deployed);
    for group in march.groups.iter() {
        cx.emit(Event::Dealt(group));
    }
    sack(cx, &march, deployed);
    let train = |id: &GroupId| cx.state().group(*id).is_train();
    let (doomed, fleeing): (Vec<GroupId>, Vec<GroupId>) = near.iter().partition(train);
    for group in doomed {
        cx.cite(rule!("FA-FLANK-18"), || Fact::Group(group));
        cx.emit(Event::Leaves { group, to: Place::Destroyed });
    }
    if fleeing.is_empty() {
        enter(cx, march.commander, deployed);
        return;
    }
    let waits = |waiting| Event::Waits(Pending::SetUp(waiting));
    cx.emit(waits(super::Waiting::Enter { commander: march.commander, named: deployed.to_vec() }));
    let from = edge_of(march.side, march.flank);
    cx.emit(waits(super::Waiting::Surprised { groups: fleeing.into_iter().collect(), from }));
}

/// FA-FLANK-19, FA-FLANK-22: the enemy's camp stands within 6 MU of a point of arrival of groups that come in time.
pub(super) fn sacks(look: Look<'_>, march: &March, deployed: &[Deployed]) -> bool {
    let entry = Entry::among_all(look, march);
    let limit = look.rules.distances().set_up.arrival_enemy;
    let near = |camp: Rect| {
        let mut sound = deployed.iter().filter(|one| is_sound(one));
        sound.any(|one| look.within(distance(&camp, &entry.gate(one)), limit))
    };
    !entry.is_late() && look.standing_camp(march.side.other()).is_some_and(near)
}

/// FA-FLANK-19: it is sacked, fortified or not.
fn sack(cx: &mut Cx<'_, Rules>, march: &March, deployed: &[Deployed]) {
    let look = Look::new(cx.rules, cx.state());
    let (enemy, near) = (march.side.other(), sacks(look, march, deployed));
    let stands = |camp: &Camp| !camp.sacked && !camp.gone;
    let camp = look.state.camps[enemy.index()].clone().filter(stands);
    if let Some(mut camp) = camp.filter(|_| near) {
        cx.cite(rule!("FA-FLANK-19"), || Fact::Side(enemy));
        camp.sacked = true;
        camp.gone = true;
        cx.emit(Event::CampIs { side: enemy, camp });
    }
}

/// FA-FLANK-10, FA-FLANK-21: the groups come upon the table; those with the commander may move again.
pub fn enter(cx: &mut Cx<'_, Rules>, commander: CommanderId, deployed: &[Deployed]) {
    let look = Look::new(cx.rules, cx.state());
    let Some(march) = march_of(look, commander).cloned() else { return };
    let entry = Entry::among_all(look, &march);
    let outside: Vec<Body> = deployed.iter().map(|one| entry.outside(one)).collect();
    let driven_back = entry.is_driven_back();
    let place = deployed.first().and_then(|first| {
        let leads = look.state.commander(commander).place == CommanderPlace::March;
        leads.then(|| (first.group, beside(look, &formed(look, first).1)))
    });
    for one in deployed {
        let moved = moved(Look::new(cx.rules, cx.state()), one, MoveWhy::Arrived);
        cx.emit(Event::Appears(moved));
        cx.emit(Event::Did { group: one.group, deed: Deed::MovedInManoeuvre });
    }
    if let Some((group, pose)) = place {
        let place = CommanderPlace::With(group);
        cx.emit(Event::SetUp(SetUpEvent::Commander { commander, place, pose }));
        cx.emit(Event::SetUp(SetUpEvent::CameWith(commander)));
    }
    let arrived: GroupSet = deployed.iter().map(|one| one.group).collect();
    cx.emit(Event::SetUp(SetUpEvent::LeftMarch { commander, groups: arrived }));
    if arrived == march.groups {
        cx.emit(Event::SetUp(SetUpEvent::MarchIs { commander, progress: MarchProgress::Done }));
    }
    if !driven_back {
        again(cx, deployed, &outside);
    }
    for (one, body) in deployed.iter().zip(&outside) {
        alert_commanders(cx, one.group, body);
    }
}

/// FA-FLANK-21, FA-2ND-01 to FA-2ND-03, FA-BL-17: a second move for the group with the commander, or for the battle line
/// that came in side by side with it, if the first was far from enemy. The line is asked for first.
fn again(cx: &mut Cx<'_, Rules>, deployed: &[Deployed], outside: &[Body]) {
    let look = Look::new(cx.rules, cx.state());
    let came = |one: &Deployed, from: &Body| (look.block(one.group).pose.at - from.block().pose.at).length();
    let far = |(one, from): &(&Deployed, &Body)| {
        let motion = Motion::Straight { along: from.facing.vector(), length: came(one, from) };
        !look.comes_within(look.state.active, from, motion, look.second_move_gap())
    };
    let may = |who: GroupSet| {
        let moves = who.iter().all(|id| look.base_move(id) > 0.0);
        moves && look.commander_since(who).is_some()
    };
    let free: Vec<(&Deployed, &Body)> = deployed.iter().zip(outside).filter(far).collect();
    let own = free.iter().find(|(one, _)| may(GroupSet::one(one.group)));
    let Some((own, length)) = own.map(|(one, from)| (GroupSet::one(one.group), came(one, from))) else {
        return;
    };
    let level = free.iter().filter(|(one, from)| (came(one, from) - length).abs() <= look.rules.slack);
    let line = line_of(look, own, level.map(|(one, _)| one.group).collect());
    for who in [own].into_iter().chain((line != own && may(line)).then_some(line)) {
        cx.emit(Event::Waits(Pending::Movement(movement::Waiting::SecondMove { who })));
    }
}

/// FA-BL-01, FA-BL-02: the largest battle line of these groups about one of them; all have come equally far.
fn line_of(look: Look<'_>, own: GroupSet, of: GroupSet) -> GroupSet {
    let mut line = own;
    for _ in 0..of.len() {
        let joins = |id: &GroupId| look.line_breaches(line.union(GroupSet::one(*id))).is_empty();
        let Some(next) = of.minus(line).iter().find(joins) else { break };
        line.insert(next);
    }
    line
}

/// Places to arrive at, for proposals: all groups side by side in two ranks at every 2 MU of the edge, as far in as they
/// may come; or as many as find room, be it nobody.
pub fn ways(look: Look<'_>) -> Vec<Vec<Deployed>> {
    let Some(march) = arriving(look) else { return Vec::new() };
    let coming = Coming { look, march, named: None };
    let mut ways = Vec::new();
    let mut along = look.mu(2.0);
    while along < look.state.field.depth {
        let all = side_by_side(&coming, along);
        if faults(look, &all).is_empty() {
            ways.push(all);
        }
        along += look.mu(2.0);
    }
    if ways.is_empty() {
        ways.push(coming.greedily());
    }
    ways
}

/// All groups of the march from there along the edge, as far in as they may come once the enemy has fled.
fn side_by_side(coming: &Coming<'_>, along: f64) -> Vec<Deployed> {
    let (look, march) = (coming.look, coming.march);
    let entry = Entry::among_all(look, march);
    let mut at = along;
    let place = |group: GroupId| {
        let files = (look.state.strength(group) as u8).div_ceil(2);
        let half = f64::from(files) * look.rules.width * 0.5;
        at += 2.0 * half;
        entry.at_edge(group, files, at - half)
    };
    let all: Vec<Deployed> = march.groups.iter().map(place).collect();
    let entry = coming.entry(&all);
    all.iter().map(|one| entry.full(one)).collect()
}

/// After the enemy has fled: the same places as far in as they may come, and half of that; or nobody.
pub fn ways_in(look: Look<'_>, commander: CommanderId, named: &[Deployed]) -> Vec<Vec<Deployed>> {
    let Some(march) = march_of(look, commander) else { return Vec::new() };
    let coming = Coming { look, march, named: Some(named) };
    let entry = Entry::among_all(look, march);
    let full = coming.greedily();
    let half = full.iter().map(|one| {
        let far = entry.depth(one);
        let deep = entry.outside(one).block().depth;
        let back = (far * 0.5).min((far - deep).max(0.0));
        Deployed { front: one.front.advanced(-back).on_grid(), ..*one }
    });
    let half: Vec<Deployed> = half.collect();
    let mut ways = vec![full, half, Vec::new()];
    ways.retain(|way| coming.faults(way).is_empty());
    ways.dedup();
    ways
}
