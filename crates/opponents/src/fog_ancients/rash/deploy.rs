//! Deployment: foot in the centre in one line, horse on the wings, light troops before them.

use aelian_fog_ancients::setup::{Deployed, deploy, home_facing};
use aelian_fog_ancients::state::Place;
use aelian_fog_ancients::{GroupId, GroupSet, Look};
use aelian_game::Side;
use aelian_geometry::Pose;

/// The batch as the plan of the whole army has it; none if something stands in the way of the plan.
pub fn batch(look: Look<'_>, side: Side, groups: GroupSet) -> Option<Vec<Deployed>> {
    let plan = plan(look, side);
    let deployed: Vec<Deployed> = plan.into_iter().filter(|one| groups.contains(one.group)).collect();
    deploy::faults(look, side, groups, &deployed).is_empty().then_some(deployed)
}

/// Where every group of the army should stand, whether it waits or has been deployed already.
fn plan(look: Look<'_>, side: Side) -> Vec<Deployed> {
    let state = look.state;
    let here = |id: &GroupId| {
        let group = state.group(*id);
        group.side == side && matches!(group.place, Place::Waiting | Place::Table)
    };
    let all: Vec<GroupId> = state.group_ids().filter(here).collect();
    let light = |id: &&GroupId| state.group(**id).is_skirmishers() && state.group(**id).is_foot();
    let horse = |id: &&GroupId| state.group(**id).is_mounted();
    let foot: Vec<GroupId> = all.iter().filter(|id| !light(id) && !horse(id)).copied().collect();
    let screen: Vec<GroupId> = all.iter().filter(light).copied().collect();
    let wings: Vec<GroupId> = all.iter().filter(horse).copied().collect();
    let middle = state.field.width * 0.5;
    let mut placed = Vec::new();
    let width = |id: GroupId| f64::from(files(look, id)) * look.rules.width;
    let whole: f64 = foot.iter().map(|id| width(*id)).sum();
    let mut x = middle - whole * 0.5;
    for id in &foot {
        placed.push(at(look, side, *id, x + width(*id) * 0.5, 10.0));
        x += width(*id);
    }
    let (mut left, mut right) = (middle - whole * 0.5 - look.mu(1.5), x + look.mu(1.5));
    for (number, id) in wings.iter().enumerate() {
        let depth = if state.group(*id).is_skirmishers() { 14.0 } else { 10.0 };
        if number % 2 == 0 {
            placed.push(at(look, side, *id, left - width(*id) * 0.5, depth));
            left -= width(*id) + look.mu(1.0);
        } else {
            placed.push(at(look, side, *id, right + width(*id) * 0.5, depth));
            right += width(*id) + look.mu(1.0);
        }
    }
    let step = (whole.max(look.mu(12.0)) + look.mu(6.0)) / screen.len().max(1) as f64;
    for (number, id) in screen.iter().enumerate() {
        let from = middle - step * screen.len() as f64 * 0.5;
        placed.push(at(look, side, *id, from + step * (number as f64 + 0.5), 15.0));
    }
    placed
}

/// How wide a group should stand.
fn files(look: Look<'_>, id: GroupId) -> u8 {
    let group = look.state.group(id);
    let bases = group.original.max(1);
    let ranks = if group.has_any(|troop| troop.is_pikemen()) { 4 } else { 2 };
    bases.div_ceil(ranks).max(1)
}

fn at(look: Look<'_>, side: Side, group: GroupId, x: f64, from_rear: f64) -> Deployed {
    let y = match side {
        Side::Red => look.mu(from_rear),
        Side::Blue => look.state.field.depth - look.mu(from_rear),
    };
    let front = Pose::new(x, y, home_facing(side)).on_grid();
    Deployed { group, front, files: files(look, group), tail: None, dismounted: false }
}
