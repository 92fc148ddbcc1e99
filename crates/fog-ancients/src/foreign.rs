//! Events from outside: whether they speak only of what this state has, so that applying them cannot fail.

use crate::event::{Event, Moved};
use crate::ids::{BaseId, CommanderId, GroupId, GroupSet};
use crate::pending::Pending;
use crate::setup::{self, SetUpEvent};
use crate::state::{CommanderPlace, Holds, March, State};
use crate::{cohesion, combat, impact, movement};

/// Whether every id of the event is one of this state's.
pub fn fits(state: &State, event: &Event) -> bool {
    let has = Has { state };
    match event {
        Event::Moved(moved) | Event::Appears(moved) => has.moved(moved),
        Event::Kinked { group, .. }
        | Event::Leaves { group, .. }
        | Event::Dismounts { group, .. }
        | Event::Cohesion { group, .. }
        | Event::Did { group, .. }
        | Event::Undone { group, .. }
        | Event::Defences { group, .. }
        | Event::RoutMade(group)
        | Event::SeenSettled(group)
        | Event::Dealt(group) => has.group(*group),
        Event::BaseLost(base) => has.base(*base),
        Event::CommanderMoves { commander, place, .. } => has.commander(*commander) && has.place(place),
        Event::CommanderMoved(commander)
        | Event::CommanderTried(commander)
        | Event::CommanderBound(commander) => has.commander(*commander),
        Event::Bout(bout) => bout.groups.iter().all(|group| has.group(*group)),
        Event::BoutOver(groups) => groups.iter().all(|group| has.group(*group)),
        Event::Charge(charge) | Event::ChargeIs(charge) => {
            let sets = [charge.targets, charge.flanks, charge.tested, charge.revealed, charge.bursts];
            charge.path.is_sound() && has.group(charge.group) && sets.into_iter().all(|set| has.groups(set))
        }
        Event::Aims(aiming) => has.group(aiming.group) && aiming.less().all(|target| has.group(target)),
        Event::Hit(hits) => has.group(hits.by) && has.group(hits.on),
        Event::Broke(broken) => has.group(broken.group) && broken.by.iter().all(|group| has.group(group)),
        Event::Saw(seen) => has.group(seen.group),
        Event::Pursues(pursuit) | Event::PursuitOver(pursuit) => {
            has.group(pursuit.pursuer) && has.group(pursuit.quarry)
        }
        Event::WorkPlaced(work) => work.portable_of.is_none_or(|group| has.group(group)),
        Event::Waits(Pending::Combat(waiting)) => has.fight(waiting),
        Event::Waits(Pending::Cohesion(waiting)) => has.loss(waiting),
        Event::Waits(Pending::Impact(waiting)) => has.onset(waiting),
        Event::Waits(Pending::Rout(waiting)) => {
            waiting.is_sound() && waiting.groups().iter().all(|group| has.group(group))
        }
        Event::Waits(Pending::Movement(waiting)) => has.mover(waiting),
        Event::Waits(Pending::SetUp(waiting)) => has.arrival(waiting),
        Event::Waits(_) => true,
        Event::SetUp(event) => has.set_up(event),
        Event::Laid(_)
        | Event::TurnBegins { .. }
        | Event::Enters { .. }
        | Event::Ends(_)
        | Event::CampIs { .. }
        | Event::WorkGone(_)
        | Event::Settled => true,
    }
}

struct Has<'a> {
    state: &'a State,
}

impl Has<'_> {
    fn group(&self, id: GroupId) -> bool {
        id.index() < self.state.groups.len()
    }

    fn base(&self, id: BaseId) -> bool {
        id.index() < self.state.bases.len()
    }

    fn commander(&self, id: CommanderId) -> bool {
        id.index() < self.state.commanders.len()
    }

    fn loss(&self, cohesion::Waiting::Losing { group, loss }: &cohesion::Waiting) -> bool {
        let by = match loss {
            cohesion::Loss::Routing { by } => *by,
            _ => crate::ids::GroupSet::EMPTY,
        };
        self.group(*group) && by.iter().all(|group| self.group(group))
    }

    fn fight(&self, combat::Waiting::Fight(decided): &combat::Waiting) -> bool {
        let bases = decided.pairs.iter().flatten().chain(&decided.overlaps).flatten();
        decided.groups.iter().chain(decided.losses.iter().flatten().copied()).all(|group| self.group(group))
            && bases.into_iter().all(|base| self.base(*base))
    }

    fn groups(&self, set: GroupSet) -> bool {
        set.iter().all(|group| self.group(group))
    }

    /// What waits in the impact phase.
    fn onset(&self, waiting: &impact::Waiting) -> bool {
        match waiting {
            impact::Waiting::Chase { group, .. } => self.group(*group),
            impact::Waiting::ChargeOn { group, path, .. } => self.group(*group) && path.is_sound(),
            impact::Waiting::Steps { group, flanks, may } => {
                self.group(*group) && self.groups(*flanks) && self.groups(*may)
            }
            impact::Waiting::Turn { group, by, bases } => {
                self.group(*group) && self.group(*by) && bases.iter().all(|base| self.base(*base))
            }
        }
    }

    /// What waits in the manoeuvre phase.
    fn mover(&self, waiting: &movement::Waiting) -> bool {
        use movement::Waiting::*;
        match waiting {
            SimpleOrStay { who } | SecondMove { who } => self.groups(*who),
            CornerAnswer { group, by } | SideAnswer { group, by } => self.group(*group) && self.group(*by),
            Caught { commander, by } => self.commander(*commander) && self.group(*by),
            RideOn { commander, .. } => self.commander(*commander),
            GoOn(stopped) => {
                self.groups(stopped.who)
                    && stopped.began.iter().all(|place| self.base(place.base))
                    && stopped.commanders.iter().all(|(commander, _)| self.commander(*commander))
            }
        }
    }

    /// What waits of ambushes and marches.
    fn arrival(&self, waiting: &setup::Waiting) -> bool {
        match waiting {
            setup::Waiting::Reveal { .. } => true,
            setup::Waiting::Surprised { groups, .. } => self.groups(*groups),
            setup::Waiting::Enter { commander, named } => {
                self.commander(*commander) && named.iter().all(|one| self.group(one.group))
            }
        }
    }

    fn set_up(&self, event: &SetUpEvent) -> bool {
        let march = |march: &March| self.groups(march.groups) && self.commander(march.commander);
        match event {
            SetUpEvent::Hides { group, commander } => {
                self.group(*group) && commander.is_none_or(|commander| self.commander(commander))
            }
            SetUpEvent::Marker(marker) => match marker.holds {
                Holds::Group { group, commander, .. } => {
                    self.group(group) && commander.is_none_or(|commander| self.commander(commander))
                }
                Holds::Dummy | Holds::Unknown => true,
            },
            SetUpEvent::Marches(sent) | SetUpEvent::MarchKnown(sent) => march(sent),
            SetUpEvent::PlaceIs { group, .. } => self.group(*group),
            SetUpEvent::CameWith(commander) => self.commander(*commander),
            SetUpEvent::Commander { commander, place, .. } => self.commander(*commander) && self.place(place),
            SetUpEvent::CommanderSeen { commander, seen, .. } => {
                self.commander(*commander) && self.place(&seen.place)
            }
            SetUpEvent::Seen(seen) => {
                let first = self.group(seen.moved.group).then(|| self.state.group(seen.moved.group).first);
                let own = |base: &crate::state::Base| base.group == seen.moved.group;
                first == Some(seen.group.first)
                    && usize::from(seen.group.original) <= crate::formation::MOST_BASES
                    && seen.bases.iter().all(own)
                    && self.moved(&seen.moved)
            }
            _ => true,
        }
    }

    fn moved(&self, moved: &Moved) -> bool {
        self.group(moved.group) && moved.places.iter().all(|place| self.base(place.base))
    }

    fn place(&self, place: &CommanderPlace) -> bool {
        match place {
            CommanderPlace::With(group) | CommanderPlace::Hidden(group) => self.group(*group),
            CommanderPlace::Front { group, displaced } => self.group(*group) && self.base(*displaced),
            _ => true,
        }
    }
}
