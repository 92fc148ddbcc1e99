//! Scythed chariots (70.1).

use super::{in_turn, left_alone};
use crate::combat;
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{BaseId, GroupId};
use crate::position::front_edge_contact;
use crate::rules::{Look, Rules};
use crate::state::{Deed, Place, Shape};
use crate::troop::TroopType;
use aelian_game::Cx;
use aelian_rulebook::rule;

/// FA-JSC-01, FA-SC-06: scythed chariots whose front edge is still against unbroken enemy whom they fought in this
/// turn.
pub(super) fn next_group(look: Look<'_>) -> Option<GroupId> {
    in_turn(look).find(|group| spent(look, *group).next().is_some())
}

/// Their bases that are so.
fn spent(look: Look<'_>, group: GroupId) -> impl Iterator<Item = BaseId> + '_ {
    let chariots = look.state.group(group);
    let fought = chariots.is_wholly(|troop| troop.kind == TroopType::ScythedChariots)
        && !chariots.is_broken()
        && look.state.did(group, Deed::Fought);
    let bases = look.state.bases_of(group).filter(move |_| fought);
    bases.filter(move |base| {
        let rect = look.state.rect(*base);
        let bouts = look.state.bouts_of(group).filter(|bout| !bout.fresh);
        let mut enemies = bouts
            .map(|bout| bout.enemy_of(group))
            .filter(|enemy| !look.state.group(*enemy).is_broken())
            .flat_map(|enemy| look.state.bases_of(enemy));
        enemies.any(|foe| front_edge_contact(rect, &look.outline(foe), look.rules.tolerance))
    })
}

/// FA-JSC-02, FA-CT-13: they are taken away without a test and without attrition; by AMB-93 all of them, or only those bases.
pub(super) fn resolve(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    let Some(group) = next_group(look) else { return };
    let bases: Vec<BaseId> = spent(look, group).collect();
    cx.cite(rule!("FA-JSC-01"), || Fact::Group(group));
    cx.emit(Event::Dealt(group));
    if cx.rules.settings.scythed_front_only && bases.len() < cx.state().strength(group) {
        bases.into_iter().for_each(|base| cx.emit(Event::BaseLost(base)));
        loosen(cx, group);
        combat::part(cx, group);
        return;
    }
    left_alone(cx, group);
    cx.emit(Event::Leaves { group, to: Place::Spent });
}

/// What is left of them stands as it stood, out of formation unless it is one rank.
fn loosen(cx: &mut Cx<'_, Rules>, group: GroupId) {
    let look = Look::new(cx.rules, cx.state());
    if look.array(group).is_normal() {
        return;
    }
    let facing = look.state.group(group).facing;
    cx.emit(Event::Moved(crate::event::Moved {
        group,
        why: crate::event::MoveWhy::ClosedRanks,
        way: Vec::new(),
        places: Vec::new(),
        facing,
        shape: Shape::Loose,
    }));
}
