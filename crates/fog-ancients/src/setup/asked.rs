//! Who is asked what before the battle (FA-SET-04), and about ambushes and marches during it.

use super::choice::{SetUpChoice, SetUpPrompt};
use super::progress::{SetUp, Step};
use super::{Waiting, ambush, arrival, deploy, lay, march};
use crate::choice::{Asked, Choice, Prompt};
use crate::field::TableEdge;
use crate::ids::{GroupId, GroupSet};
use crate::impact::evade::{self, EvadeOrder, Threat};
use crate::pending::Pending;
use crate::rules::Look;
use crate::stage::Stage;
use crate::state::State;
use aelian_game::{Next, Side};

pub fn next(look: Look<'_>) -> Asked {
    if let Some(waiting) = waiting(look.state) {
        return next_waiting(look, waiting);
    }
    match look.state.stage {
        Stage::Marches => march::to_roll(look).map(|_| Next::Forced(Choice::Proceed)),
        Stage::Arrivals => arrival::next(look),
        _ => before_battle(look),
    }
}

/// What waits on top of the stack, if it is this chapter's.
pub(super) fn waiting(state: &State) -> Option<&Waiting> {
    match state.pending.last() {
        Some(Pending::SetUp(waiting)) => Some(waiting),
        _ => None,
    }
}

fn next_waiting(look: Look<'_>, waiting: &Waiting) -> Asked {
    let ask = |side: Side, prompt: SetUpPrompt| Some(Next::Ask { side, prompt: Prompt::SetUp(prompt) });
    match waiting {
        Waiting::Reveal { marker } => ambush::next(look, *marker),
        Waiting::Surprised { groups, from } => match evades(look, *groups, *from).as_slice() {
            [] => Some(Next::Forced(Choice::Proceed)),
            [first, more @ ..] => {
                let side = look.state.group(first.group).side;
                let prompt = SetUpPrompt::Surprised { groups: still_there(look, *groups) };
                let choice = Choice::SetUp(SetUpChoice::Evade(*first));
                match more {
                    [] => Some(Next::Only { side, prompt: Prompt::SetUp(prompt), choice }),
                    _ => ask(side, prompt),
                }
            }
        },
        Waiting::Enter { named, .. } => {
            let groups = named.iter().map(|one| one.group).collect();
            ask(look.state.active, SetUpPrompt::Enter { groups })
        }
    }
}

pub(super) fn still_there(look: Look<'_>, groups: GroupSet) -> GroupSet {
    let flees = |id: &GroupId| look.state.group(*id).on_table() && !look.state.group(*id).is_broken();
    groups.iter().filter(flees).collect()
}

/// FA-FLANK-20, FA-EV-11: every way in which these may evade.
pub(super) fn evades(look: Look<'_>, groups: GroupSet, from: TableEdge) -> Vec<EvadeOrder> {
    let threat = Threat::of_arrival(from);
    still_there(look, groups).iter().flat_map(|id| evade::orders(look, id, &threat)).collect()
}

/// FA-SET-04, FA-CAMP-01, FA-DEC-01 to FA-DEC-10: who is asked what before the battle.
fn before_battle(look: Look<'_>) -> Asked {
    let set_up = look.state.set_up.as_ref()?;
    let initiative = look.state.initiative;
    let ask = |side: Side, prompt: SetUpPrompt| Some(Next::Ask { side, prompt: Prompt::SetUp(prompt) });
    let proceed = Some(Next::Forced(Choice::Proceed));
    match set_up.step {
        Step::Initiative => proceed,
        // FA-DEC-01.
        Step::Territory => ask(initiative, SetUpPrompt::Territory { of: set_up.territories.clone() }),
        // FA-DEC-02.
        Step::Compulsory(side) => {
            ask(side, SetUpPrompt::Compulsory { kinds: set_up.compulsory_left(side, initiative) })
        }
        // FA-DEC-03, FA-TERR-11: nothing is laid before both have picked.
        Step::Further(side) => {
            let territory = set_up.territory?;
            ask(side, SetUpPrompt::Further { territory })
        }
        // FA-DEC-04, FA-DEC-05.
        Step::Terrain => terrain_next(set_up),
        // FA-DEC-06, FA-CAMP-01.
        Step::Works(side) => ask(side, SetUpPrompt::Fortify { pieces: set_up.works[side.index()] }),
        Step::Camp(side) => ask(side, SetUpPrompt::Camp),
        Step::Markers(side) => ask(side, SetUpPrompt::Markers),
        // FA-DEC-07.
        Step::Marches(side) => ask(side, SetUpPrompt::Marches),
        // FA-DEC-08.
        Step::Deploy(side) => ask(side, SetUpPrompt::Deploy { groups: set_up.batch(look, side) }),
        // FA-DEC-09.
        Step::Dismount(side) => ask(side, SetUpPrompt::Dismount { groups: may_dismount(look, side) }),
        // FA-DEC-10.
        Step::Commanders(side) => {
            ask(side, SetUpPrompt::Commanders { commanders: deploy::commanders_waiting(look, side) })
        }
        Step::Done => proceed,
    }
}

/// FA-PLACE-01, FA-PLACE-07 to FA-PLACE-09: dice first, then their player's decision.
fn terrain_next(set_up: &SetUp) -> Asked {
    let proceed = Some(Next::Forced(Choice::Proceed));
    let ask = |side: Side, prompt: SetUpPrompt| Some(Next::Ask { side, prompt: Prompt::SetUp(prompt) });
    if let Some(adjusting) = &set_up.adjusting {
        let picked = set_up.picked(adjusting.pick)?;
        return match adjusting.die {
            None => proceed,
            Some(die) => ask(picked.by.other(), SetUpPrompt::Adjust { piece: adjusting.pick, die }),
        };
    }
    let Some(picked) = set_up.to_lay.first().and_then(|pick| set_up.picked(*pick)) else { return proceed };
    if lay::has_die(&picked.pick) && set_up.die.is_none() {
        return proceed;
    }
    let area = set_up.die.map(lay::area_of);
    ask(picked.by, SetUpPrompt::Lay { pick: picked.pick, area })
}

/// FA-DISM-02: groups that may dismount after all groups stand.
pub(super) fn may_dismount(look: Look<'_>, side: Side) -> GroupSet {
    look.state.on_table_of(side).filter(|id| look.may_dismount(*id)).collect()
}
