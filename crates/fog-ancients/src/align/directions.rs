//! In which directions a group fights (65.3).

use super::square::opponents;
use crate::ids::{GroupId, GroupSet};
use crate::position::front_edge_contact;
use crate::rules::Look;
use aelian_geometry::Facing;

/// A direction that some bases of a group face, and the enemy groups that they fight there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Direction {
    pub(crate) facing: Facing,
    pub(crate) enemies: GroupSet,
}

/// Every direction that bases of a group face, in the order of its bases.
pub(crate) fn directions(look: Look<'_>, group: GroupId) -> Vec<Direction> {
    let t = look.rules.tolerance;
    let enemies: Vec<GroupId> = opponents(look, group).collect();
    let mut found: Vec<Direction> = Vec::new();
    for base in look.state.bases_of(group) {
        let rect = look.state.rect(base);
        let faced = |enemy: &&GroupId| {
            let mut foes = look.state.bases_of(**enemy);
            foes.any(|foe| front_edge_contact(rect, &look.outline(foe), t))
        };
        let enemies: GroupSet = enemies.iter().filter(faced).copied().collect();
        match found.iter_mut().find(|known| known.facing.same(rect.pose.facing, t)) {
            Some(known) => known.enemies = known.enemies.union(enemies),
            None => found.push(Direction { facing: rect.pose.facing, enemies }),
        }
    }
    found
}

impl Look<'_> {
    /// FA-TWO-01: some of its bases are turned against the others, and two facings fight different enemy groups.
    pub fn fights_two_ways(&self, group: GroupId) -> bool {
        let fighting: Vec<GroupSet> = directions(*self, group)
            .into_iter()
            .map(|direction| direction.enemies)
            .filter(|enemies| !enemies.is_empty())
            .collect();
        let all = fighting.iter().fold(GroupSet::EMPTY, |all, enemies| all.union(*enemies));
        fighting.len() > 1 && all.len() > 1
    }
}
