//! Files that step forward to the enemy, or level with the nearest file that has met him (FA-CONF-04, FA-CONF-10 (5)).

use super::room::passage;
use crate::formation::{Array, Body, MOST_BASES};
use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use aelian_geometry::{Pose, Rect, touching};

/// An enemy base that files may meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Foe {
    pub(super) base: BaseId,
    pub(super) group: GroupId,
    pub(super) rect: Rect,
    /// The group is in close combat with it already.
    pub(super) known: bool,
}

/// A group as it stands after its files have stepped.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stepped {
    pub(super) body: Body,
    /// All files are level.
    pub(super) level: bool,
}

/// A file that had met an enemy stands against him again if he is no further off than this, in MU: more than any group
/// is uneven by, and less than makes another enemy of him.
const CATCHES_UP: f64 = 3.0;

/// Unbroken enemy bases near a group.
pub(super) fn foes_near(look: Look<'_>, group: GroupId, known: &[GroupId]) -> Vec<Foe> {
    let block = look.block(group);
    let reach = look.rules.width * 2.0 + block.width + block.depth;
    let circle = block.circle();
    let enemies = look.enemies(look.state.group(group).side);
    let bases = enemies.flat_map(|enemy| look.state.bases_of(enemy).map(move |base| (enemy, base)));
    let near = bases.filter(|(_, base)| circle.near(&look.state.rect(*base).circle(), reach));
    near.map(|(enemy, base)| Foe {
        base,
        group: enemy,
        rect: look.outline(base),
        known: known.contains(&enemy),
    })
    .collect()
}

/// The group in normal formation there, each file stepped forward or held back: a file that had met one of the known
/// enemies, or meets any now, stands against him; the others are level with the nearest of these, as far as the enemy
/// lets them. None if the group would come apart (FA-FORM-10) or no file meets anybody.
pub(super) fn stepped(look: Look<'_>, array: &Array, front: Pose, foes: &[Foe]) -> Option<Stepped> {
    let places = look.places(array, front);
    let files = usize::from(array.files());
    let mut ahead = [None; MOST_BASES];
    let mut met = [false; MOST_BASES];
    for (file, base) in array.front().enumerate().take(files) {
        let place = places.iter().find(|place| place.base == base)?;
        let rect = look.state.rect(base).with_pose(place.pose);
        let first = first_ahead(look, &rect, foes);
        ahead[file] = first.map(|(gap, _)| gap);
        met[file] = first.is_some_and(|(gap, foe)| {
            let had_met = || foe.known && has_met(look, base, foes) && gap.abs() <= look.mu(CATCHES_UP);
            gap.abs() <= 2.0 * look.rules.tolerance.length || had_met()
        });
    }
    let mut steps = [0.0; MOST_BASES];
    for file in 0..files {
        let level = nearest_met(&met[..files], &ahead, file)?;
        steps[file] = ahead[file].map_or(level, |gap: f64| gap.min(level));
        if met[file] {
            steps[file] = ahead[file].unwrap_or(0.0);
        }
    }
    let body = body(look, array, &places, front, &steps);
    let level = steps[..files].iter().all(|step| (step - steps[0]).abs() <= look.rules.tolerance.length);
    holds_together(look, array, &steps).then_some(Stepped { body, level })
}

/// How far ahead a base meets the first enemy base, negative if it stands on him already.
fn first_ahead<'a>(look: Look<'_>, rect: &Rect, foes: &'a [Foe]) -> Option<(f64, &'a Foe)> {
    let along = rect.pose.facing.vector();
    let meets = |foe: &'a Foe| {
        let (enter, leave) = passage(rect, along, &foe.rect, look.rules.tolerance)?;
        (leave > look.rules.tolerance.length).then_some((enter, foe))
    };
    foes.iter().filter_map(meets).min_by(|one, other| one.0.total_cmp(&other.0))
}

/// The base touches a known enemy where it stands now.
fn has_met(look: Look<'_>, base: BaseId, foes: &[Foe]) -> bool {
    let rect = look.state.rect(base);
    foes.iter().any(|foe| foe.known && touching(rect, &foe.rect, look.rules.tolerance))
}

/// The step of the nearest file that has met the enemy; of two the shorter one.
fn nearest_met(met: &[bool], ahead: &[Option<f64>; MOST_BASES], file: usize) -> Option<f64> {
    let steps = met.iter().enumerate().filter(|(_, met)| **met);
    let steps = steps.filter_map(|(other, _)| Some((other.abs_diff(file), ahead[other]?)));
    let nearest = steps.min_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)))?;
    Some(nearest.1)
}

fn body(
    look: Look<'_>,
    array: &Array,
    places: &[crate::choice::Placement],
    front: Pose,
    steps: &[f64; MOST_BASES],
) -> Body {
    let bases = places.iter().map(|place| {
        let file = array.slot_of(place.base).map_or(0, |slot| usize::from(slot.file));
        let pose = place.pose.advanced(steps[file.min(MOST_BASES - 1)]).on_grid();
        (place.base, look.state.rect(place.base).with_pose(pose))
    });
    Body { facing: front.facing, bases: bases.collect() }
}

/// FA-FORM-10: neighbouring files touch at least at a corner.
fn holds_together(look: Look<'_>, array: &Array, steps: &[f64; MOST_BASES]) -> bool {
    let depth = |file: u8| array.file(file).map(|base| look.depth_of(base)).sum::<f64>();
    (1..array.files()).all(|file| {
        let back = steps[usize::from(file)] - steps[usize::from(file) - 1];
        let room = if back > 0.0 { depth(file) } else { depth(file - 1) };
        back.abs() <= room
    })
}
