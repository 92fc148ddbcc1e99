//! The setup as it is sent to a viewer (FA-AMB-06, FA-FLANK-01, FA-DEP-09), and the match as he finds it.

use super::position::{PlacedCommander, PlacedGroup, Position};
use super::secret::{is_off, knows, nobody, view};
use super::{Setup, Start, begun};
use crate::army::check::MOST_GROUPS;
use crate::army::{Enlisted, Officer, OrderOfBattle, Part};
use crate::fact::Fact;
use crate::rules::Rules;
use crate::state::{Cohesion, Defences, Grade, Place, Rank};
use crate::troop::{Quality, Training, TroopType};
use aelian_game::{Side, Started, Viewer};
use aelian_geometry::Vec2;
use aelian_rulebook::{Reason, rule};

/// The setup without what the viewer may not know: what the groups of the other army are and who its commanders, and in
/// a position whatever is not on the table. How many there are of both is known.
pub fn setup_for(setup: &Setup, viewer: Viewer) -> Setup {
    let mut seen = setup.clone();
    seen.initial = Some(setup.initial.unwrap_or(setup.armies.each_ref().map(counted)));
    for side in Side::BOTH.into_iter().filter(|side| !knows(viewer, *side)) {
        let army = &mut seen.armies[side.index()];
        army.groups.fill(somebody());
        army.commanders.fill(some_officer());
    }
    if let Start::Position(position) = &mut seen.start {
        seen.initial = None;
        hide_all(position, viewer);
    }
    seen
}

/// FA-VIC-06: scythed chariots do not count.
fn counted(army: &OrderOfBattle) -> u8 {
    army.groups.iter().filter(|group| counts(&group.parts)).count() as u8
}

fn counts(parts: &[Part]) -> bool {
    parts.first().is_some_and(|part| part.troop.kind != TroopType::ScythedChariots)
}

/// The match from the setup that a viewer was sent. The armies were judged when it was begun; of one that he does not know
/// only the number of groups and commanders is left.
pub fn start_for(setup: &Setup, viewer: Viewer) -> Started<Rules> {
    for army in &setup.armies {
        if army.groups.len() > MOST_GROUPS || army.commanders.len() > MOST_OFFICERS {
            let (found, allowed) = (army.groups.len() as i32, MOST_GROUPS as i32);
            return Err(vec![Reason::new(rule!("FA-BG-09"), Fact::Count { found, allowed })]);
        }
    }
    let (rules, state) = begun(&setup_for(setup, viewer), |side| knows(viewer, side))?;
    let seen = view(&rules, &state, viewer);
    Ok((rules, seen))
}

/// An army has a commander-in-chief and one to three others (FA-ARMY-02), and allies.
const MOST_OFFICERS: usize = 16;

fn somebody() -> Enlisted {
    Enlisted {
        label: String::new(),
        line: String::new(),
        parts: vec![Part { troop: nobody(), bases: 1 }],
        quality: Quality::Average,
        training: Training::Undrilled,
        contingent: 0,
        portable_defences: false,
        may_dismount: false,
        dismounts_as: None,
    }
}

fn some_officer() -> Officer {
    Officer { label: String::new(), grade: Grade::Troop, rank: Rank::Sub, contingent: 0 }
}

/// Everything of a position that the viewer may not know is taken away; a number stands for each name.
fn hide_all(position: &mut Position, viewer: Viewer) {
    let secret = |side: Side| !knows(viewer, side);
    let of = |side: Side| position.groups.iter().filter(move |one| one.side == side && counts(&one.parts));
    position.initial = position.initial.or(Some(Side::BOTH.map(|side| of(side).count() as u8)));
    let hidden: Vec<bool> =
        position.commanders.iter().map(|one| secret(one.side) && is_hidden(position, one)).collect();
    position.marches.retain(|march| !secret(march.side) || march.is_known());
    for marker in position.markers.iter_mut().filter(|marker| secret(marker.side)) {
        (marker.group, marker.commander, marker.dismounted) = (None, None, false);
    }
    let mut renamed: Vec<(String, String)> = Vec::new();
    for (at, group) in position.groups.iter_mut().enumerate() {
        if secret(group.side) && is_off(group.place) {
            let marches = position.marches.iter().any(|march| march.groups.contains(&group.name));
            let place = match group.place {
                Place::Straggled => Place::Straggled,
                Place::March if marches => Place::March,
                _ => Place::Unknown,
            };
            let nobody = some_group(at, group.side, place);
            renamed.push((std::mem::replace(group, nobody).name, format!("#{at}")));
        }
    }
    for (at, (commander, _)) in
        position.commanders.iter_mut().zip(hidden).enumerate().filter(|(_, (_, hidden))| *hidden)
    {
        let nobody = some_commander(at, commander.side);
        renamed.push((std::mem::replace(commander, nobody).name, format!("#{at}")));
    }
    let rename = |name: &mut String| {
        if let Some((_, new)) = renamed.iter().find(|(old, _)| old == name) {
            name.clone_from(new);
        }
    };
    for march in &mut position.marches {
        march.groups.iter_mut().for_each(rename);
        rename(&mut march.commander);
    }
}

/// A commander whom only his own side knows of: with groups that are not on the table.
fn is_hidden(position: &Position, commander: &PlacedCommander) -> bool {
    let off = |name: &String| {
        position.groups.iter().any(|group| group.name == *name && group.place != Place::Table)
    };
    commander.unknown
        || commander.with.as_ref().is_some_and(off)
        || position.marches.iter().any(|march| march.commander == commander.name)
        || position.markers.iter().any(|marker| marker.commander.as_ref() == Some(&commander.name))
}

fn some_group(at: usize, side: Side, place: Place) -> PlacedGroup {
    PlacedGroup {
        name: format!("#{at}"),
        side,
        parts: vec![Part { troop: nobody(), bases: 1 }],
        quality: Quality::Average,
        training: Training::Undrilled,
        line: String::new(),
        contingent: 0,
        place,
        at: Vec2::ZERO,
        facing: None,
        files: 1,
        tail: None,
        lost: 0,
        cohesion: Cohesion::Steady,
        did: Vec::new(),
        defences: Defences::None,
        bases: Vec::new(),
        orb: false,
        track: Vec::new(),
    }
}

fn some_commander(at: usize, side: Side) -> PlacedCommander {
    PlacedCommander {
        name: format!("#{at}"),
        side,
        grade: Grade::Troop,
        rank: Some(Rank::Sub),
        contingent: 0,
        with: None,
        front_file: None,
        at: None,
        unknown: true,
    }
}
