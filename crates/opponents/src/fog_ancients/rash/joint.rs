//! The joint action phase: commanders go where they can bolster, rally or lead.

use aelian_fog_ancients::joint::{JointChoice, JointPrompt};
use aelian_fog_ancients::movement::CommanderMove;
use aelian_fog_ancients::state::{Cohesion, Deed};
use aelian_fog_ancients::{Choice, CommanderId, GroupId, Look};
use aelian_game::{Ruleset, Side, Want};

pub fn answer(look: Look<'_>, side: Side, prompt: &JointPrompt) -> Option<JointChoice> {
    match prompt {
        JointPrompt::Stop { group, .. } => Some(JointChoice::TryToStop { group: *group }),
        JointPrompt::Commanders => Some(commander_move(look, side)),
        JointPrompt::Rally => {
            let mut proposals = Vec::new();
            look.rules.propose(look.state, Want::All, &mut proposals);
            let rally = proposals.into_iter().find_map(|choice| match choice {
                Choice::Joint(rally @ JointChoice::Rally { .. }) => Some(rally),
                _ => None,
            });
            Some(rally.unwrap_or(JointChoice::EndRallies))
        }
        JointPrompt::AfterRally { commander, .. } => Some(JointChoice::StayBehind { commander: *commander }),
    }
}

/// FA-HINT-18, FA-HINT-33: one commander to the group that needs him most, if he is not needed where he is.
fn commander_move(look: Look<'_>, side: Side) -> JointChoice {
    let mut proposals = Vec::new();
    look.rules.propose(look.state, Want::All, &mut proposals);
    let mut found: Option<(f64, CommanderMove)> = None;
    for choice in proposals {
        let Choice::Joint(JointChoice::Commander(order)) = choice else { continue };
        let Some(join) = order.join else { continue };
        let gain = need(look, join) - stays_for(look, side, order.commander);
        if gain > 0.4 && found.as_ref().is_none_or(|(best, _)| gain > *best) {
            found = Some((gain, order));
        }
    }
    found.map_or(JointChoice::EndCommanders, |(_, order)| JointChoice::Commander(order))
}

/// What he gives up by leaving.
fn stays_for(look: Look<'_>, side: Side, commander: CommanderId) -> f64 {
    let with = look.state.commander(commander).with().filter(|id| look.state.group(*id).side == side);
    with.map_or(0.0, |group| need(look, group) + 0.3)
}

/// How much a group needs a commander: those that a test could mend now most of all.
fn need(look: Look<'_>, id: GroupId) -> f64 {
    let group = look.state.group(id);
    let mend = match group.cohesion {
        Cohesion::Steady => 0.0,
        Cohesion::Disrupted => 2.0,
        Cohesion::Fragmented => 3.0,
        Cohesion::Broken => 1.0,
    };
    let now = if look.state.did(id, Deed::Dropped) { 0.3 } else { 1.0 };
    let fights = if look.state.in_close_combat(id) { 0.5 } else { 0.0 };
    let taken = look.state.commanders_with(id).count() as f64 * 2.5;
    mend * now + fights + group.quality as u8 as f64 * 0.1 - taken
}
