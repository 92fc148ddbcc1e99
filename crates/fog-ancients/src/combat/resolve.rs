//! A combat is fought (68): all its dice, and what they leave behind.

use super::Kind;
use super::fight::{Fight, Part};
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{GroupId, GroupSet};
use crate::rolls;
use crate::rules::Rules;
use crate::state::{Bout, Deed, Group, Hits, Tie};
use crate::troop::{Troop, TroopType};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Side};
use aelian_rulebook::{RuleId, rule};

/// FA-COMB-01, FA-COMB-03: rolls the dice of both sides, keeps the hits, and makes the contacts old ones.
pub(super) fn roll(cx: &mut Cx<'_, Rules>, fight: &Fight) -> Result<(), NeedRoll> {
    cite(cx, fight);
    for part in &fight.parts {
        let rule = dice_rule(cx.state().group(part.by), fight.kind, part.support);
        cx.cite(rule, || Fact::Dice { group: part.by, against: part.on, dice: i32::from(part.dice) });
        let hits = rolls::hits(cx, rule, part.dice, part.to_hit, part.reroll)?;
        keep(cx, part, hits);
    }
    for group in fight.groups.iter() {
        cx.emit(Event::Did { group, deed: Deed::Fought });
        cx.emit(Event::Dealt(group));
        if fight.kind == Kind::Impact && cx.state().did(group, Deed::ContactedInPursuit) {
            cx.emit(Event::Undone { group, deed: Deed::ContactedInPursuit });
        }
    }
    match fight.kind {
        Kind::Impact => age(cx, fight.groups),
        Kind::Melee => keep_overlaps(cx, fight),
    }
    Ok(())
}

/// FA-TAB-IMPDICE, FA-TAB-MELDICE: the line of the table by which a group has its dice.
fn dice_rule(group: &Group, kind: Kind, support: bool) -> RuleId {
    use TroopType::*;
    let twice = |troop: &Troop| {
        matches!(troop.kind, Elephants | Knights) || troop.kind.is_chariots() || troop.kind.is_artillery()
    };
    let wagons = group.is_kind(BattleWagons);
    match kind {
        _ if support => rule!("FA-SUPP-08"),
        Kind::Impact if group.is_kind(ScythedChariots) => rule!("FA-IDICE-01"),
        Kind::Impact if wagons => rule!("FA-IDICE-02"),
        Kind::Impact => rule!("FA-IDICE-03"),
        Kind::Melee if wagons => rule!("FA-MDICE-02"),
        Kind::Melee if group.has_any(twice) => rule!("FA-MDICE-01"),
        Kind::Melee => rule!("FA-MDICE-03"),
    }
}

/// The points of advantage of every pair.
fn cite(cx: &mut Cx<'_, Rules>, fight: &Fight) {
    if !cx.is_traced() {
        return;
    }
    for duel in &fight.duels {
        for line in &duel.net.mine.lines {
            cx.cite(line.rule, || line.modifier.clone());
        }
        let (base, against, value) = (duel.by, duel.on, duel.net.value);
        cx.cite(rule!("FA-POA-01"), || Fact::Poa { base, against, value });
    }
}

fn keep(cx: &mut Cx<'_, Rules>, part: &Part, hits: u8) {
    cx.cite(rule!("FA-COMB-03"), || Fact::Hits { by: part.by, on: part.on, hits });
    cx.emit(Event::Hit(Hits { by: part.by, on: part.on, hits, shooting: false }));
}

/// FA-MEL-02: what was new contact is a melee from now on.
fn age(cx: &mut Cx<'_, Rules>, groups: GroupSet) {
    let fresh = |bout: &&Bout| bout.fresh && bout.groups.iter().all(|group| groups.contains(*group));
    let aged: Vec<Bout> = cx.state().bouts.iter().filter(fresh).copied().collect();
    for bout in aged {
        cx.emit(Event::Bout(Bout { fresh: false, ..bout }));
    }
}

/// FA-OVL-00, FA-ALG-91: who now fights only as an overlap, and who no longer does.
fn keep_overlaps(cx: &mut Cx<'_, Rules>, fight: &Fight) {
    let state = cx.state();
    let pair = |one: GroupId, other: GroupId| {
        if state.group(one).side == Side::Red { [one, other] } else { [other, one] }
    };
    let now: Vec<[GroupId; 2]> = fight.parts.iter().map(|part| pair(part.by, part.on)).collect();
    let met = |groups: &[GroupId; 2]| state.bouts.iter().any(|bout| bout.groups == *groups);
    let mut new: Vec<[GroupId; 2]> = now.iter().copied().filter(|groups| !met(groups)).collect();
    new.sort_unstable();
    new.dedup();
    let involved = |bout: &&Bout| bout.groups.iter().any(|group| fight.groups.contains(*group));
    let stale = |bout: &&Bout| !bout.is_committed() && !now.contains(&bout.groups);
    let over: Vec<_> = state.bouts.iter().filter(involved).filter(stale).map(|bout| bout.groups).collect();
    for groups in over {
        cx.emit(Event::BoutOver(groups));
    }
    for [red, blue] in new {
        cx.cite(rule!("FA-OVM-01"), || Fact::Pair { group: red, other: blue });
        cx.emit(Event::Bout(Bout::between(red, blue, [Tie::Overlap; 2], false)));
    }
}
