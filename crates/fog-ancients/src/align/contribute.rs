//! Which bases of a group contribute to its melees (FA-FEED-04): with dice, or by a point of advantage.

use super::offset::virtual_contacts;
use super::square::opponents;
use crate::formation::{Array, MOST_BASES, Slot};
use crate::ids::{BaseId, GroupId};
use crate::position::{front_edge_contact, full_front_contact, side_contact, stands_beside};
use crate::rules::Look;
use crate::state::Cohesion;
use crate::tables::Disorder;
use crate::troop::{Troop, TroopType};
use aelian_game::Side;
use aelian_geometry::{Circle, touching};

/// For each file of a group whether its front base fights, be it as an overlap.
pub(super) type Fighting = [bool; MOST_BASES];

/// FA-MEL-01: the files that fight: front against the enemy, as if they had conformed, or as an overlap.
pub(super) fn fighting(look: Look<'_>, group: GroupId, array: &Array) -> Fighting {
    let mut files = [false; MOST_BASES];
    let in_front = fighters(look, group);
    for (file, base) in array.front().enumerate().take(MOST_BASES) {
        files[file] = in_front.contains(&base);
    }
    for (file, base) in array.front().enumerate().take(MOST_BASES) {
        files[file] = files[file] || overlaps_somebody(look, group, base);
    }
    files
}

/// The bases of a group that fight to their front.
fn fighters(look: Look<'_>, group: GroupId) -> Vec<BaseId> {
    let t = look.rules.tolerance;
    let mut found = Vec::new();
    let mut offset = false;
    for foe in opponents(look, group).flat_map(|enemy| look.state.bases_of(enemy)) {
        let outline = look.outline(foe);
        for base in look.front_bases(group) {
            let rect = look.state.rect(base);
            if rect.circle().near(&outline.circle(), t.length) && front_edge_contact(rect, &outline, t) {
                offset |= !full_front_contact(rect, &outline, t);
                found.push(base);
            }
        }
    }
    if offset || found.is_empty() {
        let pairs = virtual_contacts(look, group);
        if !pairs.is_empty() {
            return pairs.into_iter().map(|pair| pair.base).collect();
        }
    }
    found
}

/// FA-OVL-06 to FA-OVL-08: it stands beside a friend who fights, or along the side of an enemy who is fought in front.
fn overlaps_somebody(look: Look<'_>, group: GroupId, base: BaseId) -> bool {
    let t = look.rules.tolerance;
    let rect = look.state.rect(base);
    let side = look.state.group(group).side;
    let near =
        |other: &BaseId| *other != base && rect.circle().near(&look.state.rect(*other).circle(), t.length);
    let bases_near = |of: Side, around: Circle| {
        let groups = look.state.on_table_of(of).filter(move |id| around.near(&look.circle(*id), t.length));
        groups.flat_map(|group| look.state.bases_of(group))
    };
    let beside = bases_near(side, rect.circle()).filter(near).any(|friend| {
        stands_beside(rect, look.state.rect(friend), look.rules.tolerance)
            && met(look, friend).next().is_some()
    });
    beside
        || bases_near(side.other(), rect.circle()).filter(near).any(|foe| {
            let outline = look.outline(foe);
            let broken = look.state.group(look.state.base(foe).group).is_broken();
            let fought = || {
                bases_near(side, outline.circle())
                    .any(|friend| friend != base && front_edge_contact(&outline, look.state.rect(friend), t))
            };
            !broken && touching(rect, &outline, t) && side_contact(rect, &outline, t) && fought()
        })
}

/// Unbroken enemy bases, in close combat with its group, against which a base has its front edge.
fn met(look: Look<'_>, base: BaseId) -> impl Iterator<Item = BaseId> + '_ {
    let t = look.rules.tolerance;
    let rect = look.state.rect(base);
    let enemies = opponents(look, look.state.base(base).group);
    let foes = enemies.flat_map(move |enemy| look.state.bases_of(enemy));
    foes.filter(move |foe| front_edge_contact(rect, &look.outline(*foe), t))
}

/// FA-FEED-04, FA-MDICE-01 to FA-MDICE-03, FA-MPOA-03, FA-MPOA-04, FA-MPOA-09: the base in this place of the array gives
/// dice or makes a point of advantage.
pub(super) fn contributes(look: Look<'_>, array: &Array, fighting: &Fighting, slot: Slot) -> bool {
    if !fighting.get(usize::from(slot.file)).copied().unwrap_or(false) {
        return false;
    }
    let Some(front) = array.at(slot.file, 0) else { return false };
    let group = look.state.group(look.state.base(front).group);
    let pikes = || {
        let file = array.file(slot.file).take(usize::from(slot.rank) + 1);
        file.into_iter().all(|base| look.state.troop(base).is_pikemen())
    };
    let shaken = || group.cohesion >= Cohesion::Fragmented || look.disorder(front) == Disorder::Severe;
    match slot.rank {
        0 => true,
        1 => !fights_alone(look.state.troop(front)),
        2 => pikes() && !shaken(),
        3 => pikes() && group.cohesion < Cohesion::Fragmented && look.is_in_open(front),
        _ => false,
    }
}

/// FA-MDICE-01, FA-MDICE-02: nobody behind them gives dice.
fn fights_alone(troop: &Troop) -> bool {
    matches!(troop.behaves_as(), TroopType::Elephants | TroopType::Knights | TroopType::BattleWagons)
        || troop.kind.is_chariots()
        || troop.kind.is_artillery()
}
