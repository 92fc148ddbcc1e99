//! Events that come from outside, in records and messages: whether they speak only of bases that there are.

use crate::baseset::BaseId;
use crate::choice::{Command, Manoeuvre, Order};
use crate::event::Event;
use crate::state::{Pending, State};

/// Whether every base that the event names is one of this state's.
pub fn fits(state: &State, event: &Event) -> bool {
    let mut all_known = true;
    named(event, &mut |base: BaseId| all_known &= base.index() < state.bases.len());
    all_known
}

/// Calls `each` with every base that an event names.
fn named(event: &Event, each: &mut dyn FnMut(BaseId)) {
    match event {
        Event::Placed { base, .. }
        | Event::Appears { base, .. }
        | Event::Moved { base, .. }
        | Event::CountsAs { base, .. }
        | Event::Halted(base)
        | Event::PackMoved(base)
        | Event::VehiclesLost(base)
        | Event::Revealed(base)
        | Event::RushDone(base)
        | Event::Fought(base)
        | Event::Fled(base)
        | Event::Destroyed(base)
        | Event::Spent(base) => each(*base),
        Event::ColumnBent { bases, .. } => bases.iter().copied().for_each(each),
        Event::ColumnsStraight(bases) => bases.iter().for_each(each),
        Event::TargetDeclared { shooter, target } => target.iter().chain([shooter]).copied().for_each(each),
        Event::Shot { shooters, target } => shooters.iter().chain([*target]).for_each(each),
        Event::MainOpponentNamed { of, enemy } => [*of, *enemy].into_iter().for_each(each),
        Event::FightsBegin(pairs) => pairs.iter().flat_map(|(a, b)| [*a, *b]).for_each(each),
        Event::Waits(pending) => named_by_pending(pending, each),
        Event::SetUp(_)
        | Event::Laid(_)
        | Event::BattleBegins { .. }
        | Event::Enters(_)
        | Event::BoundEnds
        | Event::Ends(_)
        | Event::RainStarts
        | Event::RainStops
        | Event::RainGoesOn { .. }
        | Event::RoadsMuddy
        | Event::Wind { .. }
        | Event::DuskFalls
        | Event::SunStands { .. }
        | Event::Dazzle(_)
        | Event::PigsThrown { .. }
        | Event::PigsSpent { .. }
        | Event::Settled => {}
    }
}

fn named_by_pending(pending: &Pending, each: &mut dyn FnMut(BaseId)) {
    match pending {
        Pending::Align { body, .. } => body.iter().for_each(each),
        Pending::Conform { body, fighting, .. } => body.union(*fighting).iter().for_each(each),
        Pending::RevealRest { .. } => {}
        Pending::GoOn { order, seen, .. } => {
            seen.iter().for_each(&mut *each);
            named_by_order(order, each);
        }
        Pending::Rush(rush) => {
            let target = rush.told.and_then(|told| told.target);
            rush.chain.iter().chain([rush.base]).chain(target).for_each(each);
        }
        Pending::Separate { base } | Pending::Shot { target: base } => each(*base),
        Pending::Retreat(retreat) => [retreat.base].into_iter().chain(retreat.makes_way_for).for_each(each),
        Pending::OthersRecoil { winner, left } => left.iter().chain([*winner]).for_each(each),
        Pending::Pursuit { winner, .. } => each(*winner),
    }
}

fn named_by_order(order: &Order, each: &mut dyn FnMut(BaseId)) {
    order.to.iter().for_each(&mut *each);
    let Command::Move { how, displace, .. } = &order.what else { return };
    displace.iter().for_each(&mut *each);
    match how {
        Manoeuvre::FormColumn { head, followers, .. } => {
            followers.iter().chain([head]).copied().for_each(each)
        }
        Manoeuvre::Extend { places, .. } => places.iter().for_each(|place| each(place.base)),
        Manoeuvre::PackIntoGroup { leader } => each(*leader),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Table;
    use aelian_game::Side;

    /// A record that names a base which is not there is refused, not applied.
    #[test]
    fn bases_must_be_there() {
        let scene = Table::new().base("a", Side::Red, "Reg Bd(O)", 500.0, 300.0, 0.0).build();
        let (known, unknown) = (scene.id("a"), BaseId::of(511));
        assert!(fits(&scene.state, &Event::Halted(known)));
        assert!(!fits(&scene.state, &Event::Halted(unknown)));
        let pursuit = |winner| Event::Waits(Pending::Pursuit { winner, must: true });
        assert!(fits(&scene.state, &pursuit(known)) && !fits(&scene.state, &pursuit(unknown)));
        assert!(!fits(&scene.state, &Event::FightsBegin(vec![(known, unknown)])));
    }
}
