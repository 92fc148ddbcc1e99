//! Words for events: a line of the battle report each.

use super::{battles, choices, count, does};
use crate::hail_caesar::{block_name, commander_name, commander_word, division_name, place_word, unit_name};
use crate::told::Names;
use aelian_geometry::{Rect, Vec2};
use aelian_hail_caesar::event::{MoveWhy, Moved};
use aelian_hail_caesar::state::{Commander, CommanderPlace, Place};
use aelian_hail_caesar::{CommanderId, Event, INCH, Rules, State, UnitId};

/// What happened; empty for what only keeps the books.
pub fn event(rules: &Rules, before: &State, names: &Names, event: &Event) -> String {
    let unit = |id: &UnitId| unit_name(names, *id);
    match event {
        Event::TurnBegins { turn, active } => format!("turn {turn} begins: {}", active.name()),
        Event::Enters { .. }
        | Event::Settled
        | Event::Dealt(_)
        | Event::Waits(_)
        | Event::Moves { .. }
        | Event::Bends(_)
        | Event::Combat { .. }
        | Event::Barrage(_)
        | Event::BarrageOver(_)
        | Event::Undone { .. }
        | Event::Speaks(_)
        | Event::CommanderMoved(_) => String::new(),
        Event::Ends(ending) => crate::story::tell_ending(ending),
        Event::Moved(moved) => {
            let known = before.units.get(moved.unit.index());
            let stood = known.filter(|known| known.is_on_table()).map(|known| known.rect);
            let reformed = known.is_some_and(|known| known.formation != moved.formation);
            let did = went(stood, moved, reformed);
            if did.is_empty() { did } else { does(&unit(&moved.unit), &did) }
        }
        Event::Appears(moved) => {
            does(&unit(&moved.unit), &format!("{} {}", why(moved.why), place(moved.rect.pose.at)))
        }
        Event::Leaves { unit: id, to } => does(&unit(id), &left(names, *to)),
        Event::Casualties { unit: id, to } => {
            let stamina = rules.cards.get(id.index()).map_or(0, |card| card.stats.stamina);
            let fewer = before.units.get(id.index()).is_some_and(|known| known.casualties > *to);
            let again = if fewer { "has only" } else { "has" };
            let shaken = if *to >= stamina { ": shaken" } else { "" };
            format!("{} {to} of {stamina} casualties{shaken}", does(&unit(id), again))
        }
        Event::Disordered { unit: id, is: true } => does(&unit(id), "is disordered"),
        Event::Disordered { unit: id, is: false } => does(&unit(id), "recovers its order"),
        Event::Did { .. } => String::new(),
        Event::CommanderFinishes(id) => format!("{} gives no more orders", commander_name(names, *id)),
        Event::CommanderMoves { commander, place, at } => rides(before, names, *commander, *place, *at),
        Event::CommanderIs { commander, is } => fate(before, names, *commander, is),
        Event::RerollSpent(side) => format!("{} uses the general's re-roll", side.name()),
        Event::DivisionBreaks(id) => format!("{} is broken", division_name(names, *id)),
        Event::Bout(bout) => {
            let known = before.bouts.iter().any(|other| other.units == bout.units);
            if known {
                return String::new();
            }
            let [one, other] = bout.units.map(|id| unit(&id));
            format!("{one} and {other} are hand to hand")
        }
        Event::BoutOver(pair) => format!("{} and {} part", unit(&pair[0]), unit(&pair[1])),
        Event::Says(word) => {
            let says = if word.yes { "rolls" } else { "does not roll" };
            format!("{} again: {}", does(&unit(&word.unit), says), choices::second(word.what))
        }
        Event::WordsOver => String::new(),
        Event::Keeps(kept) => {
            let keeps = format!("keeps {} for", count(kept.dice, "die"));
            format!("{} {}", does(&unit(&kept.unit), &keeps), unit(&kept.of))
        }
        Event::Scenario(event) => battles::event(rules, before, names, event),
    }
}

/// Tenths of an inch.
fn inches(value: f64) -> f64 {
    (value / INCH * 10.0).round() / 10.0 + 0.0
}

fn place(at: Vec2) -> String {
    format!("{}″ from the west edge and {}″ from the south", inches(at.x), inches(at.y))
}

/// What a unit did, as a verb of one: `advances 6″ and turns 30° to the left`.
fn went(stood: Option<Rect>, moved: &Moved, reformed: bool) -> String {
    let formed = format!("forms {}", moved.formation.name());
    let Some(stood) = stood else { return format!("comes out {}", place(moved.rect.pose.at)) };
    if matches!(moved.why, MoveWhy::Deployed | MoveWhy::Arrived) && !reformed {
        return format!("stands {}", place(moved.rect.pose.at));
    }
    let far = (moved.rect.centre() - stood.centre()).length();
    let turned = stood.pose.facing.turn_to(moved.rect.pose.facing);
    let about = (turned.abs() - std::f64::consts::PI).abs() < 0.02;
    let degrees = turned.abs().to_degrees().round();
    let hand = if turned > 0.0 { "right" } else { "left" };
    let goes = inches(far) > 0.0;
    let by_order = matches!(
        moved.why,
        MoveWhy::Ordered
            | MoveWhy::Initiative
            | MoveWhy::FreeMove
            | MoveWhy::Blundered
            | MoveWhy::VictoryMove
    );
    let mut words = Vec::new();
    if !by_order {
        words.push(if goes {
            format!("{} {}″", why(moved.why), inches(far))
        } else {
            why(moved.why).to_owned()
        });
    } else if goes {
        words.push(direction(&stood, moved.rect.centre(), inches(far)));
    }
    if about {
        words.push("turns about".to_owned());
    } else if degrees >= 1.0 && by_order {
        words.push(format!("turns {degrees}° to the {hand}"));
    }
    if reformed {
        words.push(formed);
    }
    if words.is_empty() {
        return "stays".to_owned();
    }
    let adverb = match moved.why {
        MoveWhy::Initiative => " on its own initiative",
        MoveWhy::FreeMove => ", its free move",
        MoveWhy::Blundered => " in its blunder",
        MoveWhy::VictoryMove => " after its victory",
        _ => "",
    };
    format!("{}{adverb}", words.join(" and "))
}

fn direction(stood: &Rect, to: Vec2, far: f64) -> String {
    let way = to - stood.centre();
    let (ahead, aside) = (way.dot(stood.pose.facing.vector()), way.dot(stood.pose.facing.right()));
    if aside.abs() > ahead.abs() {
        format!("moves {far}″ to the {}", if aside > 0.0 { "right" } else { "left" })
    } else if ahead >= 0.0 {
        format!("advances {far}″")
    } else {
        format!("falls back {far}″")
    }
}

fn why(why: MoveWhy) -> &'static str {
    match why {
        MoveWhy::Deployed => "is drawn up",
        MoveWhy::Revealed => "comes out of hiding",
        MoveWhy::Arrived => "comes upon the table",
        MoveWhy::Ordered | MoveWhy::Initiative | MoveWhy::FreeMove => "moves",
        MoveWhy::Blundered => "blunders",
        MoveWhy::Reformed => "changes its formation",
        MoveWhy::Charged => "charges",
        MoveWhy::Countercharged => "countercharges",
        MoveWhy::TurnedToFace => "turns to face",
        MoveWhy::Evaded => "evades",
        MoveWhy::ClosedUp => "closes up",
        MoveWhy::SpreadOut => "spreads out",
        MoveWhy::Retreated => "retreats",
        MoveWhy::GaveGround => "gives ground",
        MoveWhy::SteppedAside => "steps aside",
        MoveWhy::Supported => "comes up in support",
        MoveWhy::FollowedUp => "follows up",
        MoveWhy::VictoryMove => "moves",
        MoveWhy::Swept => "sweeps forward",
        MoveWhy::Stampeded => "stampedes",
        MoveWhy::BurstThrough => "is burst through",
        MoveWhy::Retired => "retires",
        MoveWhy::Left => "leaves the building",
        MoveWhy::Parted => "steps back",
        MoveWhy::CameOut => "comes out of the wedge",
    }
}

fn left(names: &Names, to: Place) -> String {
    match to {
        Place::Destroyed => "is destroyed".to_owned(),
        Place::Gone { .. } => "leaves the field for good".to_owned(),
        Place::Block(block) => format!("goes into {}", block_name(names, block)),
        Place::Off { .. } => "waits off the table".to_owned(),
        Place::Following { .. } => "follows behind".to_owned(),
        Place::Enclosed(wedge) => format!("stands within {}", unit_name(names, wedge)),
        Place::Hidden => "lies hidden".to_owned(),
        other => format!("is {}", place_word(other)),
    }
}

/// Where a commander goes; nothing if he only goes along with his unit.
fn rides(before: &State, names: &Names, id: CommanderId, place: CommanderPlace, at: Vec2) -> String {
    let name = commander_name(names, id);
    let was = before.commanders.get(id.index());
    match place {
        CommanderPlace::With(_) if was.is_some_and(|was| was.place == place) => String::new(),
        CommanderPlace::With(unit) => format!("{name} joins {}", unit_name(names, unit)),
        CommanderPlace::Alone => {
            let stood =
                was.filter(|was| matches!(was.place, CommanderPlace::Alone | CommanderPlace::With(_)));
            let far = stood.map(|was| inches((at - was.at).length()));
            match far {
                Some(far) if far > 0.0 => format!("{name} rides {far}″"),
                Some(_) => format!("{name} stays"),
                None => format!("{name} comes upon the table"),
            }
        }
        CommanderPlace::Off => format!("{name} leaves the table"),
        CommanderPlace::Left => format!("{name} leaves the field for good"),
        CommanderPlace::Fallen => format!("{name} falls"),
        other => format!("{name}: {}", commander_word(other)),
    }
}

fn fate(before: &State, names: &Names, id: CommanderId, is: &Commander) -> String {
    let name = commander_name(names, id);
    let was = before.commanders.get(id.index());
    if was.is_some_and(|was| !was.wounded) && is.wounded {
        format!("{name} is wounded")
    } else if is.place == CommanderPlace::Fallen {
        format!("{name} has fallen")
    } else if was.is_some_and(|was| was.leadership > is.leadership) {
        format!("{name} has fallen; a reserve commander with leadership {} follows him", is.leadership)
    } else {
        String::new()
    }
}
