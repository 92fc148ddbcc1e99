//! The verdict on choices before the battle, and of ambushes and marches during it.

use super::asked::{may_dismount, next, still_there, waiting};
use super::choice::SetUpChoice;
use super::progress::Step;
use super::{Waiting, ambush, arrival, deploy, lay, march, works};
use crate::choice::{Choice, Ghost};
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::flow::not_asked;
use crate::ids::GroupSet;
use crate::impact::evade::{self, EvadeOrder, Threat};
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use aelian_game::{Next, Verdict};
use aelian_rulebook::{Reason, rule};

type Reasons = Vec<Reason<Fact>>;

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    let asked = next(look);
    let choice = match (choice, &asked) {
        (Choice::Proceed, Some(Next::Forced(Choice::Proceed))) => return Verdict::legal(Ghost::default()),
        (Choice::SetUp(choice), Some(Next::Ask { .. } | Next::Only { .. })) => choice,
        _ => return not_asked(choice),
    };
    match faults(look, choice) {
        Some(faults) if faults.is_empty() => Verdict::legal(ghost(look, choice)),
        Some(breaches) => Verdict { breaches, consequences: Vec::new(), ghost: Ghost::default(), plan: None },
        None => Verdict::refused(rule!("FA-SET-04"), Fact::NotAsked),
    }
}

/// Why the choice is refused; none of the reasons if it is legal; `None` if it is not what was asked.
fn faults(look: Look<'_>, choice: &SetUpChoice) -> Option<Reasons> {
    if let Some(waiting) = waiting(look.state) {
        return match (waiting, choice) {
            (Waiting::Reveal { marker }, SetUpChoice::Reveal(deployed)) => {
                Some(ambush::reveal_faults(look, *marker, deployed))
            }
            (Waiting::Surprised { groups, from }, SetUpChoice::Evade(order)) => {
                Some(surprised_faults(look, *groups, *from, order))
            }
            (Waiting::Enter { commander, named }, SetUpChoice::Arrive(deployed)) => {
                Some(arrival::enter_faults(look, *commander, named, deployed))
            }
            _ => None,
        };
    }
    if look.state.stage == Stage::Arrivals {
        return match choice {
            SetUpChoice::Arrive(deployed) => Some(arrival::faults(look, deployed)),
            _ => None,
        };
    }
    let set_up = look.state.set_up.as_ref()?;
    let initiative = look.state.initiative;
    Some(match (set_up.step, choice) {
        (Step::Territory, SetUpChoice::Territory(territory)) => {
            let listed = set_up.territories.contains(territory);
            if listed { Vec::new() } else { vec![Reason::new(rule!("FA-INIT-06"), Fact::Rule)] }
        }
        (Step::Compulsory(side), SetUpChoice::Compulsory(pick)) => {
            set_up.compulsory_faults(side, initiative, pick)
        }
        (Step::Further(side), SetUpChoice::Further(picks)) => {
            set_up.further_faults(side, initiative, &picks[..picks.len().min(16)])
        }
        (Step::Terrain, SetUpChoice::Lay(laying)) if set_up.adjusting.is_none() => {
            let picked = set_up.picked(*set_up.to_lay.first()?)?;
            let mut faults = lay::faults(look, picked.by, &picked.pick, set_up.die, laying);
            faults.extend(lay::covering_faults(look, picked, set_up.serves_by_covering(picked), laying));
            faults
        }
        (Step::Terrain, SetUpChoice::CannotLay) if set_up.adjusting.is_none() => {
            let picked = set_up.picked(*set_up.to_lay.first()?)?;
            let room = lay::has_place(look, picked.by, &picked.pick, set_up.die);
            if room { vec![Reason::new(rule!("FA-PLACE-16"), Fact::Rule)] } else { Vec::new() }
        }
        (Step::Terrain, SetUpChoice::Adjust(how)) => {
            let adjusting = set_up.adjusting?;
            let picked = set_up.picked(adjusting.pick)?;
            lay::adjusted(look, &picked.pick, adjusting.die?, how).err().unwrap_or_default()
        }
        (Step::Works(side), SetUpChoice::Fortify(poses)) => {
            works::fortify_faults(look, side, set_up.works[side.index()], poses)
        }
        (Step::Camp(side), SetUpChoice::Camp(pose)) => works::camp_faults(look, side, *pose),
        (Step::Markers(side), SetUpChoice::Markers(markers)) => ambush::marker_faults(look, side, markers),
        (Step::Marches(side), SetUpChoice::Marches(marches)) => march::faults(look, side, marches),
        (Step::Deploy(side), SetUpChoice::Deploy(deployed)) => {
            deploy::faults(look, side, set_up.batch(look, side), deployed)
        }
        (Step::Dismount(side), SetUpChoice::Dismount(groups)) => {
            let wrong = groups.minus(may_dismount(look, side));
            wrong.iter().map(|group| Reason::new(rule!("FA-DISM-01"), Fact::Group(group))).collect()
        }
        (Step::Commanders(side), SetUpChoice::Commanders(placed)) => {
            deploy::commander_faults(look, side, placed)
        }
        _ => return None,
    })
}

/// FA-FLANK-20: one of them, away from the edge, with a turn that brings it nearest to that direction.
fn surprised_faults(look: Look<'_>, groups: GroupSet, from: TableEdge, order: &EvadeOrder) -> Reasons {
    if !still_there(look, groups).contains(order.group) {
        return vec![Reason::new(rule!("FA-FLANK-20"), Fact::Group(order.group))];
    }
    evade::check_order(look, order, &Threat::of_arrival(from)).breaches
}

/// Where the bases would stand.
fn ghost(look: Look<'_>, choice: &SetUpChoice) -> Ghost {
    if let (SetUpChoice::Evade(order), Some(Waiting::Surprised { from, .. })) = (choice, waiting(look.state))
    {
        return evade::check_order(look, order, &Threat::of_arrival(*from)).ghost;
    }
    let deployed: &[_] = match choice {
        SetUpChoice::Deploy(all) | SetUpChoice::Arrive(all) => all,
        SetUpChoice::Reveal(one) => std::slice::from_ref(one),
        _ => &[],
    };
    let moves = deployed.iter().flat_map(|one| deploy::formed(look, one).0).collect();
    Ghost { moves, ..Ghost::default() }
}
