//! Commanders in the front rank (25.5, FA-CMOVE-11, FA-CMOVE-12).

use super::{CombatChoice, CombatPrompt, Kind};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{BaseId, CommanderId, GroupId};
use crate::rules::{Look, Rules};
use crate::state::CommanderPlace;
use aelian_game::{Cx, Next, Side, Verdict};
use aelian_rulebook::rule;

/// FA-CLOSS-01, FA-CMD-09, FA-DEC-31: the next commander with a group that is about to fight, the active side's first; those who
/// fight in a front rank already stay there (FA-CMOVE-12), unless their group no longer fights.
pub(super) fn next(look: Look<'_>) -> Asked {
    if stale(look).is_some() {
        return Some(Next::Forced(Choice::Proceed));
    }
    let (side, commander, group) = asked(look)?;
    let places = places(look, group);
    Some(Next::Ask { side, prompt: Prompt::Combat(CombatPrompt::FrontRank { commander, group, places }) })
}

/// A commander in a front rank whose group neither fights nor touches enemy any more (FA-CMOVE-12).
fn stale(look: Look<'_>) -> Option<CommanderId> {
    let in_front = |id: &CommanderId| look.state.commander(*id).is_in_front_rank();
    look.state.commander_ids().filter(in_front).find(|id| !look.fights_in_front(*id))
}

fn asked(look: Look<'_>) -> Option<(Side, CommanderId, GroupId)> {
    let state = look.state;
    [state.active, state.active.other()].into_iter().find_map(|side| {
        state.commander_ids().find_map(|id| {
            let officer = state.commander(id);
            let CommanderPlace::With(group) = officer.place else { return None };
            let due = officer.side == side && !state.dealt.contains(group) && is_fighting(look, group);
            (due && !places(look, group).is_empty()).then_some((side, id, group))
        })
    })
}

/// It is about to throw dice in this phase: at impact in a new contact, in melee more than as an overlap.
fn is_fighting(look: Look<'_>, group: GroupId) -> bool {
    let new = Kind::of(look) == Kind::Impact;
    let enemy = |group| !look.state.group(group).is_broken();
    let counts = |bout: &&crate::state::Bout| bout.is_committed() && (bout.fresh || !new);
    enemy(group) && look.state.bouts_of(group).filter(counts).any(|bout| enemy(bout.enemy_of(group)))
}

/// FA-CMOVE-11: front rank places in contact with the enemy.
fn places(look: Look<'_>, group: GroupId) -> Vec<BaseId> {
    let enemies = look.enemies_met(group);
    look.front_bases(group).filter(|base| look.is_facing_any(*base, enemies)).collect()
}

pub(super) fn check(look: Look<'_>, choice: &CombatChoice) -> Option<Verdict<Rules>> {
    let CombatChoice::FrontRank { commander, displaced } = choice else { return None };
    let (_, asked, group) = asked(look)?;
    if asked != *commander {
        return Some(Verdict::refused(rule!("FA-CLOSS-01"), Fact::Commander(*commander)));
    }
    Some(match displaced {
        Some(base) if !places(look, group).contains(base) => {
            Verdict::refused(rule!("FA-CMOVE-11"), Fact::Base(*base))
        }
        Some(base) => {
            let pose = look.state.rect(*base).pose;
            Verdict::legal(Ghost { commanders: vec![(*commander, pose)], ..Ghost::default() })
        }
        None => Verdict::legal(Ghost::default()),
    })
}

/// The commander takes his place, or stays behind; or one whose fight is over leaves his.
pub(super) fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) {
    if let Some(commander) = stale(Look::new(cx.rules, cx.state())) {
        let officer = cx.state().commander(commander);
        let (pose, place) = (officer.rect.pose, officer.with().map_or(officer.place, CommanderPlace::With));
        cx.cite(rule!("FA-CMOVE-12"), || Fact::Commander(commander));
        cx.emit(Event::CommanderMoves { commander, place, pose });
        return;
    }
    let Choice::Combat(CombatChoice::FrontRank { commander, displaced }) = choice else { return };
    let Some(group) = cx.state().commander(*commander).with() else { return };
    if let Some(base) = *displaced {
        let pose = cx.state().rect(base).pose;
        cx.cite(rule!("FA-CMOVE-11"), || Fact::Commander(*commander));
        let place = CommanderPlace::Front { group, displaced: base };
        cx.emit(Event::CommanderMoves { commander: *commander, place, pose });
    }
    cx.emit(Event::Dealt(group));
}

/// To stay behind, and every place.
pub(super) fn propose(look: Look<'_>, out: &mut Vec<Choice>) {
    if let Some((_, commander, group)) = asked(look) {
        let choices = std::iter::once(None).chain(places(look, group).into_iter().map(Some));
        out.extend(choices.map(|displaced| Choice::Combat(CombatChoice::FrontRank { commander, displaced })));
    }
}
