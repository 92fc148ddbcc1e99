//! Contact (50.3, 50.4, impact 10 and 11): what a group does that has just come into contact with enemy: its files step
//! forward, groups hit in flank or rear drop a level and turn to face, and the fights begin.

use super::choice::{ImpactChoice, ImpactPrompt, Waiting};
use super::flank::touches_flank;
use super::outlook::legal_groups;
use super::step::step_forward;
use super::trace::Around;
use super::turn::{face_works, turn_to_face};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::cohesion;
use crate::command::moves;
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::formation::Body;
use crate::ids::{GroupId, GroupSet};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use crate::state::{Bout, BrokenWhy, Deed, Pursuit, Shape, State, Tie};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Side, Verdict};
use aelian_rulebook::rule;

/// The group has come into legal contact where it stands; `flanks` are the groups that it took in flank or rear, or will
/// take so if its files step into their flank or rear. These step forward at once, or the owner of skirmishers is asked first (FA-STEP-08).
pub fn make_contact(cx: &mut Cx<'_, Rules>, group: GroupId, flanks: GroupSet) {
    let look = Look::new(cx.rules, cx.state());
    let may = may_spare(look, group);
    if may.is_empty() {
        strike(cx, group, flanks, GroupSet::EMPTY);
    } else {
        cx.emit(Event::Waits(Pending::Impact(Waiting::Steps { group, flanks, may })));
    }
}

/// What is near enough to be stepped into.
fn nearby(look: Look<'_>, group: GroupId) -> Around {
    Around::of(look, group, look.step_reach(), GroupSet::EMPTY)
}

/// FA-STEP-08, FA-ALG-31: groups of battle troops that skirmishers would touch only by stepping forward and may leave alone.
fn may_spare(look: Look<'_>, group: GroupId) -> GroupSet {
    if !look.state.group(group).is_skirmishers() {
        return GroupSet::EMPTY;
    }
    let around = nearby(look, group);
    let mut body = Body::of(look.state, group);
    let met = legal_groups(look, &body, &around);
    step_forward(look, &mut body, &around, look.never_stepped_into(group, met));
    let stepped = legal_groups(look, &body, &around).minus(met);
    stepped.iter().filter(|enemy| look.is_battle_troops(*enemy)).collect()
}

/// FA-STEP-01, FA-STEP-09, FA-ALG-32: the files step forward but for those that would touch only the groups to be spared; then everybody
/// whom the group touches is fought.
fn strike(cx: &mut Cx<'_, Rules>, group: GroupId, flanks: GroupSet, spare: GroupSet) {
    let look = Look::new(cx.rules, cx.state());
    let around = nearby(look, group);
    let mut body = Body::of(look.state, group);
    let met = legal_groups(look, &body, &around);
    let spare = spare.union(look.never_stepped_into(group, met));
    let stepped = step_forward(look, &mut body, &around, spare);
    let touched = legal_groups(look, &body, &around);
    let reached: GroupSet =
        touched.iter().filter(|enemy| touches_flank(look, &body, &around.enemies, *enemy)).collect();
    if stepped {
        cx.cite(rule!("FA-STEP-01"), || Fact::Group(group));
        let (places, facing) = (body.places(), body.facing);
        let why = MoveWhy::SteppedForward;
        moves(cx, Moved { group, why, way: Vec::new(), places, facing, shape: Shape::Loose });
    }
    let unbroken = touched.iter().any(|enemy| !cx.state().group(enemy).is_broken());
    for enemy in touched.iter() {
        if cx.state().group(enemy).is_broken() {
            catch_routers(cx, group, enemy, unbroken);
        } else {
            let caught = is_caught(cx.state(), enemy);
            let across = attacks_works(cx, group, enemy);
            let in_flank = flanks.contains(enemy) && (met.contains(enemy) || reached.contains(enemy));
            meet(cx, group, enemy, (caught || in_flank) && !across);
            if across {
                face_works(cx, enemy, group);
            }
        }
    }
}

/// FA-EV-25, FA-FLK-18: evaders whom a charge of the same impact phase reaches; who meets them later, in pursuit, finds
/// them as they stand.
fn is_caught(state: &State, enemy: GroupId) -> bool {
    state.stage == Stage::ChargeMoves && state.did(enemy, Deed::Evades)
}

/// FA-FLK-07, FA-FF-05: it attacks this enemy across fortifications that he defends.
fn attacks_works(cx: &Cx<'_, Rules>, group: GroupId, enemy: GroupId) -> bool {
    let look = Look::new(cx.rules, cx.state());
    let state = look.state;
    !state.works.is_empty()
        && state.bases_of(enemy).any(|base| state.bases_of(group).any(|own| look.defends_works(base, own)))
}

/// FA-CHG-14, FA-CHG-36, FA-CHG-37: routers that are reached are pursued from now on; no combat is fought.
fn catch_routers(cx: &mut Cx<'_, Rules>, group: GroupId, quarry: GroupId, fights: bool) {
    cx.cite(rule!("FA-CHG-14"), || Fact::Pair { group, other: quarry });
    if !fights {
        cx.emit(Event::Pursues(Pursuit { pursuer: group, quarry }));
        cx.emit(Event::Did { group, deed: Deed::Pursuing });
    }
}

/// FA-IMP-01, FA-FLK-08, FA-FLK-18, FA-EV-25: two groups meet; a flank or rear charge counts at once. Any other contact,
/// be it with a side edge, is a charge on the enemy's front, now and in later melees (FA-FLK-16, FA-FLK-17).
fn meet(cx: &mut Cx<'_, Rules>, group: GroupId, enemy: GroupId, in_flank: bool) {
    let tie = if in_flank { Tie::HitInFlank } else { Tie::Front };
    let bout = if cx.state().group(group).side == Side::Red {
        Bout::between(group, enemy, [Tie::Front, tie], true)
    } else {
        Bout::between(enemy, group, [tie, Tie::Front], true)
    };
    cx.emit(Event::Bout(bout));
    if in_flank {
        let look = Look::new(cx.rules, cx.state());
        let spared = look.state.group(group).is_skirmishers() && !look.state.group(enemy).is_skirmishers();
        if !spared && !look.state.did(enemy, Deed::HitInFlank) {
            // FA-FLK-08, FA-FLK-09, FA-FLK-19.
            cx.emit(Event::Did { group: enemy, deed: Deed::HitInFlank });
            let by = GroupSet::one(group);
            cohesion::lower(cx, enemy, 1, rule!("FA-FLK-08"), BrokenWhy::CloseCombat, by);
        }
        turn_to_face(cx, enemy, group);
    }
}

/// FA-DEC-29.
pub fn next_steps(look: Look<'_>, group: GroupId, may: GroupSet) -> Asked {
    let side = look.state.group(group).side;
    Some(Next::Ask { side, prompt: Prompt::Impact(ImpactPrompt::StepInto { group, may }) })
}

pub fn check_steps(may: GroupSet, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Impact(ImpactChoice::StepInto { groups }) if groups.is_subset(may) => {
            Verdict::legal(Ghost { targets: *groups, ..Ghost::default() })
        }
        Choice::Impact(ImpactChoice::StepInto { groups }) => {
            Verdict::refused(rule!("FA-STEP-08"), Fact::Groups(groups.minus(may)))
        }
        _ => not_asked(choice),
    }
}

pub fn resolve_steps(
    cx: &mut Cx<'_, Rules>,
    choice: &Choice,
    (group, flanks, may): (GroupId, GroupSet, GroupSet),
) -> Result<(), NeedRoll> {
    if let Choice::Impact(ImpactChoice::StepInto { groups }) = choice {
        cx.emit(Event::Settled);
        strike(cx, group, flanks, may.minus(*groups));
    }
    Ok(())
}

/// All or none of them, and each alone.
pub fn propose_steps(may: GroupSet, out: &mut Proposals<Rules>) {
    let step = |groups| Choice::Impact(ImpactChoice::StepInto { groups });
    out.push(step(may));
    out.push(step(GroupSet::EMPTY));
    if may.len() > 1 {
        out.extend(may.iter().map(|one| step(GroupSet::one(one))));
    }
}
