//! Events in words.

use super::choices::leg;
use super::{at, cohesion, group, groups, phase_word, piece_word, scored};
use crate::fog_ancients::{commander_name, commander_word, group_name, setting_up};
use crate::told::Names;
use aelian_fog_ancients::choice::Placement;
use aelian_fog_ancients::event::{MoveWhy, Moved};
use aelian_fog_ancients::stage::Stage;
use aelian_fog_ancients::state::{CommanderPlace, Place};
use aelian_fog_ancients::{Event, GroupId, Rules, State};
use aelian_geometry::{Pose, Vec2};

/// One line for what happened; empty for what nobody needs to read.
pub fn event(rules: &Rules, before: &State, names: &Names, event: &Event) -> String {
    let group = |id: &GroupId| group(Some(before), names, *id);
    match event {
        Event::TurnBegins { turn, active } => format!("turn {turn} begins: {}", active.name()),
        Event::Enters { phase, stage } if phase.stages().first() == Some(stage) => {
            format!("the {} phase", phase_word(*phase))
        }
        Event::Enters { .. } | Event::Waits(_) | Event::Settled | Event::Dealt(_) | Event::Kinked { .. } => {
            String::new()
        }
        Event::Ends(ending) => crate::story::tell_ending(ending),
        Event::Laid(piece) => format!("terrain is laid: {}", piece_word(piece)),
        Event::Moved(moved) | Event::Appears(moved) => {
            let front = front(moved).map_or(String::new(), |front| at(rules, &front));
            let way: Vec<String> = moved.way.iter().map(|part| leg(rules, part)).collect();
            let way = if way.is_empty() { String::new() } else { format!(" ({})", way.join(", ")) };
            format!("{} {}{way}: {front}", group(&moved.group), why(moved.why))
        }
        Event::Leaves { group: id, to } => format!("{} {}", group(id), left(*to)),
        Event::Dismounts { group: id, .. } => format!("{} dismounts", group(id)),
        Event::Cohesion { group: id, to } => format!("{} is {}", group(id), cohesion(*to)),
        Event::Did { .. } | Event::Undone { .. } => String::new(),
        Event::BaseLost(base) => format!("{} loses a base", group(&before.base(*base).group)),
        Event::Defences { group: id, .. } => format!("{} handles its defences", group(id)),
        Event::CommanderMoves { commander, place, .. } => {
            format!("{} {}", commander_name(names, *commander), commander_is(names, *place))
        }
        Event::CommanderMoved(_) | Event::CommanderTried(_) | Event::CommanderBound(_) => String::new(),
        Event::Bout(bout) if bout.fresh => {
            format!("{} and {} are in contact", group(&bout.groups[0]), group(&bout.groups[1]))
        }
        Event::Bout(_) | Event::BoutOver(_) => String::new(),
        Event::Charge(charge) => {
            format!("{} charges {}", group(&charge.group), groups(names, charge.targets))
        }
        Event::ChargeIs(_) => String::new(),
        Event::Hit(hits) => scored(&group(&hits.by), &group(&hits.on), hits.hits),
        Event::Aims(aiming) => match aiming.less().last() {
            Some(spared) => format!("{} shoots fewer dice at {}", group(&aiming.group), group(&spared)),
            None => format!("{} is told where to shoot", group(&aiming.group)),
        },
        Event::Broke(broken) => format!("{} breaks", group(&broken.group)),
        Event::RoutMade(_) | Event::SeenSettled(_) => String::new(),
        Event::Saw(seen) => format!("{} must test for what it saw", group(&seen.group)),
        Event::Pursues(pursuit) => {
            // When the routers run, those who fought them have not yet said or tested whether they go after them.
            let sets_out = if before.stage == Stage::InitialRouts { "may pursue" } else { "pursues" };
            format!("{} {sets_out} {}", group(&pursuit.pursuer), group(&pursuit.quarry))
        }
        Event::PursuitOver(pursuit) => format!("{} pursues no longer", group(&pursuit.pursuer)),
        Event::CampIs { side, camp } if camp.sacked => format!("the camp of {} is sacked", side.name()),
        Event::CampIs { side, .. } => format!("{} pitches its camp", side.name()),
        Event::WorkPlaced(work) => format!("{} places fortifications", work.side.name()),
        Event::WorkGone(_) => "defences are gone".to_owned(),
        Event::SetUp(event) => setting_up::event(names, event),
    }
}

/// The middle of the front of a group, where it has come to.
fn front(moved: &Moved) -> Option<Pose> {
    let ahead = |place: &&Placement| place.pose.at.dot(moved.facing.vector());
    let foremost = moved.places.iter().map(|place| ahead(&place)).reduce(f64::max)?;
    let rank = moved.places.iter().filter(|place| ahead(place) > foremost - 1.0);
    let (sum, count) = rank.fold((Vec2::ZERO, 0.0), |(sum, count), place| (sum + place.pose.at, count + 1.0));
    Some(Pose { at: sum / count, facing: moved.facing })
}

fn left(place: Place) -> &'static str {
    match place {
        Place::RoutedOff => "routs off the table",
        Place::EvadedOff => "evades off the table",
        Place::Straggled => "straggles and never arrives",
        Place::Spent => "is spent and removed",
        _ => "is destroyed",
    }
}

fn why(why: MoveWhy) -> &'static str {
    match why {
        MoveWhy::Deployed => "is deployed",
        MoveWhy::Revealed => "comes out of ambush",
        MoveWhy::Arrived => "arrives",
        MoveWhy::Manoeuvred => "moves",
        MoveWhy::Charged => "charges home",
        MoveWhy::SteppedForward => "steps forward",
        MoveWhy::Intercepted => "intercepts",
        MoveWhy::Evaded => "evades",
        MoveWhy::TurnedToFace => "turns to face",
        MoveWhy::Conformed => "conforms",
        MoveWhy::Reformed => "reforms",
        MoveWhy::Fed => "feeds bases into the melee",
        MoveWhy::ClosedRanks => "closes ranks",
        MoveWhy::BrokeOff => "breaks off",
        MoveWhy::FacedAbout => "faces about",
        MoveWhy::Routed => "routs",
        MoveWhy::Pursued => "pursues",
        MoveWhy::MadeRoom => "makes room",
    }
}

/// Where a commander has come to, with the group.
fn commander_is(names: &Names, place: CommanderPlace) -> String {
    match place {
        CommanderPlace::With(group) => format!("is with {}", group_name(names, group)),
        CommanderPlace::Front { group, .. } => {
            format!("fights in the front rank of {}", group_name(names, group))
        }
        CommanderPlace::Alone => "is alone".to_owned(),
        CommanderPlace::Lost => "is lost".to_owned(),
        other => format!("is {}", commander_word(other)),
    }
}
