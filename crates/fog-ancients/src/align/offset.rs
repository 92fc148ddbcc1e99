//! Melees that cannot line up (65.2): who would stand against whom if the groups had conformed.

use super::conform::regular;
use super::square::{SeatKind, opponents, stands};
use super::step::{Foe, stepped};
use crate::ids::{BaseId, GroupId};
use crate::position::{front_edge_contact, full_front_contact};
use crate::rules::Look;
use crate::state::Shape;
use aelian_geometry::{Rect, touching};

/// FA-OFF-01: two enemy bases that count as front against front.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VirtualContact {
    pub base: BaseId,
    pub enemy: BaseId,
    /// How far the base that conforms in thought goes for it, in mm; 0 if they stand square already.
    pub way: f64,
}

/// FA-OFF-02: an enemy base for which several bases of the active player have an equal way: he chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    pub on: BaseId,
    pub by: Vec<BaseId>,
}

/// FA-OFF-01, FA-OFF-02, FA-OFF-04: the enemy bases against which the front bases of this group fight as if all had
/// conformed, where nothing has been chosen.
pub fn virtual_contacts(look: Look<'_>, group: GroupId) -> Vec<VirtualContact> {
    contacts_as_chosen(look, group, &[]).0
}

/// FA-OFF-01, FA-OFF-02, FA-OFF-04: the enemy bases against which the front bases of this group fight as if all had
/// conformed: those of the active player in thought, whatever is in their way. Where two bases would have the same
/// opponent the one with the shorter way has him; of those equally near the one that was chosen with him, and as long
/// as nothing is chosen the one with the lower number. For groups that stand square this is what they touch; for turned
/// bases (FA-CONF-08) too.
pub fn contacts_as_chosen(
    look: Look<'_>,
    group: GroupId,
    chosen: &[[BaseId; 2]],
) -> (Vec<VirtualContact>, Option<Contest>) {
    let mut pairs: Vec<VirtualContact> = Vec::new();
    let enemies: Vec<GroupId> = opponents(look, group).collect();
    for enemy in &enemies {
        pairs.extend(between(look, group, *enemy));
        // Friends who want the same opponents.
        for friend in opponents(look, *enemy).filter(|friend| *friend != group) {
            pairs.extend(between(look, friend, *enemy));
        }
    }
    pairs.sort_by(|one, other| {
        one.way.total_cmp(&other.way).then((one.base, one.enemy).cmp(&(other.base, other.enemy)))
    });
    let mut kept: Vec<VirtualContact> = Vec::new();
    let mut contest = None;
    while let Some(first) = pairs.first().copied() {
        let rivals = rivals_of(look, &first, &pairs);
        let picked = rivals.iter().find(|pair| chosen.contains(&moved_first(look, pair)));
        if rivals.len() > 1 && picked.is_none() && contest.is_none() {
            let mut by: Vec<BaseId> = rivals.iter().map(|pair| moved_first(look, pair)[0]).collect();
            by.sort_unstable();
            contest = Some(Contest { on: moved_first(look, &first)[1], by });
        }
        let pair = picked.copied().unwrap_or(first);
        pairs.retain(|other| other.base != pair.base && other.enemy != pair.enemy);
        kept.push(pair);
    }
    kept.retain(|pair| look.state.base(pair.base).group == group);
    (kept, contest)
}

/// The base of the active player, who conforms in thought, and its opponent.
fn moved_first(look: Look<'_>, pair: &VirtualContact) -> [BaseId; 2] {
    let own = look.state.side_of(pair.base) == look.active();
    if own { [pair.base, pair.enemy] } else { [pair.enemy, pair.base] }
}

/// FA-OFF-02: this pair and those of other bases that would have the same opponent by an equal way.
fn rivals_of(look: Look<'_>, pair: &VirtualContact, pairs: &[VirtualContact]) -> Vec<VirtualContact> {
    let [_, opponent] = moved_first(look, pair);
    let equal = |other: &&VirtualContact| {
        moved_first(look, other)[1] == opponent && (other.way - pair.way).abs() <= look.rules.tolerance.length
    };
    let mut rivals: Vec<VirtualContact> = pairs.iter().filter(equal).copied().collect();
    rivals.dedup_by_key(|other| moved_first(look, other)[0]);
    rivals
}

/// The pairs of two groups; `base` is of the first.
pub(super) fn between(look: Look<'_>, group: GroupId, enemy: GroupId) -> Vec<VirtualContact> {
    if look.state.group(group).is_broken() || look.state.group(enemy).is_broken() {
        return Vec::new();
    }
    let own_turn = look.state.group(group).side == look.active();
    let (mover, other) = if own_turn { (group, enemy) } else { (enemy, group) };
    let mut pairs = if is_turned(look, mover) { Vec::new() } else { in_thought(look, mover, other) };
    if pairs.is_empty() {
        pairs = touching_pairs(look, mover, other);
    }
    if !own_turn {
        for pair in &mut pairs {
            (pair.base, pair.enemy) = (pair.enemy, pair.base);
        }
    }
    pairs
}

/// FA-CONF-08: bases that face several ways do not conform, not even in thought.
fn is_turned(look: Look<'_>, id: GroupId) -> bool {
    let group = look.state.group(id);
    let along = |rect: &Rect| rect.pose.facing.same(group.facing, look.rules.tolerance);
    group.shape == Shape::Orb || (group.shape != Shape::KinkedColumn && !look.state.rects_of(id).all(along))
}

/// FA-OFF-04, AMB-47: FA-CONF-10 for the mover with nobody but this enemy on the table: the shortest way, of those
/// equally short the one that brings most bases into contact.
fn in_thought(look: Look<'_>, mover: GroupId, other: GroupId) -> Vec<VirtualContact> {
    let array = regular(&look.array(mover));
    let foes: Vec<Foe> = look
        .state
        .bases_of(other)
        .map(|base| Foe { base, group: other, rect: look.outline(base), known: true })
        .collect();
    let t = look.rules.tolerance;
    let stands = stands(look, mover, &array, other);
    let slack = t.length * (4 * array.len()) as f64;
    let mut best: Option<(f64, Vec<VirtualContact>)> = None;
    for stand in stands.iter().filter(|stand| stand.kind == SeatKind::Square) {
        if best.as_ref().is_some_and(|(way, _)| stand.way > way + slack) {
            break;
        }
        let Some(stepped) = stepped(look, &array, stand.front, &foes) else { continue };
        let mut pairs = Vec::new();
        for base in array.front() {
            let Some((_, rect)) = stepped.body.bases.iter().find(|(id, _)| *id == base) else { continue };
            if let Some(foe) = foes.iter().find(|foe| meets(rect, &foe.rect, t)) {
                let way = (rect.pose.at - look.state.rect(base).pose.at).length();
                let way = if way <= t.length { 0.0 } else { way };
                pairs.push(VirtualContact { base, enemy: foe.base, way });
            }
        }
        let most = best.as_ref().map_or(0, |(_, best)| best.len());
        if pairs.len() > most {
            best = Some((stand.way, pairs));
        }
    }
    best.map(|(_, pairs)| pairs).unwrap_or_default()
}

/// Front against front, or front along an edge that could not turn.
fn meets(rect: &Rect, foe: &Rect, t: aelian_geometry::Tolerance) -> bool {
    full_front_contact(rect, foe, t)
        || (front_edge_contact(rect, foe, t) && !rect.pose.facing.opposite(foe.pose.facing, t))
}

/// What touches as it stands: the front edges of one against the other.
fn touching_pairs(look: Look<'_>, mover: GroupId, other: GroupId) -> Vec<VirtualContact> {
    let t = look.rules.tolerance;
    let mut pairs = Vec::new();
    for base in look.front_bases(mover) {
        for foe in look.state.bases_of(other) {
            let (rect, outline) = (look.outline(base), look.outline(foe));
            let fronts = || front_edge_contact(&rect, &outline, t) || front_edge_contact(&outline, &rect, t);
            if touching(&rect, &outline, t) && fronts() {
                pairs.push(VirtualContact { base, enemy: foe, way: 0.0 });
            }
        }
    }
    pairs
}
