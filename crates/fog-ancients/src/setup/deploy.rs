//! Deployment (30.7): batches, zones, commanders; and dismounting as it happens (30.8).

use super::choice::{CommanderAt, Deployed};
use super::progress::{SetUp, SetUpEvent};
use crate::choice::Placement;
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::{Fact, Placed};
use crate::field::Level;
use crate::formation::Array;
use crate::ids::{BaseId, CommanderId, GroupId, GroupSet};
use crate::rules::{Look, Rules};
use crate::state::{CommanderPlace, Place, Shape};
use crate::tables::Allowance;
use crate::troop::{Troop, TroopType};
use aelian_dice::Sampler;
use aelian_game::{Cx, Side};
use aelian_geometry::{Pose, Rect, overlaps};
use aelian_rulebook::{Reason, RuleId, rule};

/// FA-DEP-01, FA-ARMY-13: four batches as even as possible, the larger ones first.
pub fn batches(groups: usize) -> Vec<u8> {
    (0..4).map(|batch| (groups / 4 + usize::from(batch < groups % 4)) as u8).collect()
}

impl SetUp {
    /// FA-DEP-02: the groups of the next batch, in their order of march; those in ambush or on a march are skipped.
    pub fn batch(&self, look: Look<'_>, side: Side) -> GroupSet {
        let size = self.batches[side.index()].first().copied().unwrap_or(0);
        waiting(look, side).take(usize::from(size)).collect()
    }
}

fn waiting(look: Look<'_>, side: Side) -> impl Iterator<Item = GroupId> {
    look.state.group_ids().filter(move |id| {
        let group = look.state.group(*id);
        group.side == side && group.place == Place::Waiting
    })
}

/// A formation that the group can take, with numbers that a table can hold.
pub fn is_sound(deployed: &Deployed) -> bool {
    let at = deployed.front.at;
    at.x.is_finite() && at.y.is_finite() && at.x.abs() < 1e6 && at.y.abs() < 1e6 && deployed.files >= 1
}

/// What the bases of the group would be and where they would stand.
pub fn formed(look: Look<'_>, deployed: &Deployed) -> (Vec<Placement>, Vec<Rect>) {
    let group = deployed.group;
    let bases: Vec<BaseId> = look.state.bases_of(group).collect();
    let tail = deployed.tail.unwrap_or(Array::usual_tail(bases.len(), deployed.files));
    let array = Array::arranged(bases, deployed.files, tail);
    let places =
        look.places_with(&array, deployed.front.on_grid(), |base| depth(look, base, deployed.dismounted));
    let rect = |place: &Placement| {
        Rect::new(place.pose, look.rules.width, depth(look, place.base, deployed.dismounted))
    };
    let rects = places.iter().map(rect).collect();
    (places, rects)
}

/// How deep a base is, on foot if it has dismounted.
pub(super) fn depth(look: Look<'_>, base: BaseId, afoot: bool) -> f64 {
    let (troop, group) = (look.state.troop(base), look.state.group(look.state.base(base).group));
    look.rules.depth(if afoot { group.on_foot(troop).kind } else { troop.kind })
}

/// The event of a group that comes upon the table so.
pub fn moved(look: Look<'_>, deployed: &Deployed, why: MoveWhy) -> Moved {
    let (places, _) = formed(look, &Deployed { dismounted: false, ..*deployed });
    let facing = deployed.front.facing;
    Moved { group: deployed.group, why, way: Vec::new(), places, facing, shape: Shape::Normal }
}

/// FA-DISM-03, FA-DISM-06, FA-DISM-07.
pub fn dismount(cx: &mut Cx<'_, Rules>, group: GroupId) {
    cx.cite(rule!("FA-DISM-03"), || Fact::Group(group));
    let riders = cx.state().group(group);
    let troops = riders.troops.map(|troop| riders.on_foot(&troop));
    let depths = troops.map(|troop| cx.rules.depth(troop.kind));
    cx.emit(Event::Dismounts { group, troops, depths });
}

/// FA-DEP-03 to FA-DEP-08, FA-DEP-12: why a batch may not stand so; none if it may.
pub fn faults(look: Look<'_>, side: Side, batch: GroupSet, deployed: &[Deployed]) -> Vec<Reason<Fact>> {
    let mut faults = Vec::new();
    let named: GroupSet = deployed.iter().map(|one| one.group).collect();
    if named != batch || deployed.len() != batch.len() {
        faults.push(Reason::new(rule!("FA-DEP-03"), Fact::Groups(batch)));
        return faults;
    }
    let mut standing: Vec<Rect> = Vec::new();
    for one in deployed {
        faults.extend(of_one(look, side, one, &standing));
        if is_sound(one) {
            standing.extend(formed(look, one).1);
        }
    }
    faults
}

fn of_one(look: Look<'_>, side: Side, one: &Deployed, standing: &[Rect]) -> Vec<Reason<Fact>> {
    let group = look.state.group(one.group);
    let mut faults = Vec::new();
    let mut tell = |rule: RuleId, fact: Fact| faults.push(Reason::new(rule, fact));
    let whole = Fact::Group(one.group);
    if !is_sound(one) || usize::from(one.files) > look.state.strength(one.group) {
        tell(rule!("FA-FORM-02"), whole.clone());
        return faults;
    }
    if one.dismounted && !look.may_dismount(one.group) {
        tell(rule!("FA-DISM-01"), whole.clone());
    }
    let rects = formed(look, one).1;
    let all = |test: &dyn Fn(&Rect) -> bool| rects.iter().all(test);
    let kinds =
        || group.kinds().iter().map(|troop| if one.dismounted { group.on_foot(troop) } else { *troop });
    let light = kinds().all(|troop| troop.is_light());
    let rule = if light { rule!("FA-DEP-04") } else { rule!("FA-DEP-05") };
    let zone = look.rules.distances().set_up.zone_of(light);
    let found = look.too_deep(side, &rects, zone, Placed::Group(one.group));
    let too_deep = found.filter(|_| light || !all(&|rect| look.is_behind_works(side, rect)));
    if let Some(fact) = too_deep {
        tell(rule, fact);
    }
    if rects.iter().any(|rect| look.is_in_water_or_rocks(rect)) {
        tell(rule!("FA-DEP-06"), whole.clone());
    }
    let barred = |troop: &Troop, rect: &Rect| {
        let level = look.level_under(troop, rect);
        level == Level::Difficult && look.rules.allowance(troop, level) == Allowance::NotAllowed
    };
    if kinds().any(|troop| rects.iter().any(|rect| barred(&troop, rect))) {
        let guns = kinds().any(|troop| troop.kind == TroopType::HeavyArtillery);
        tell(if guns { rule!("FA-DEP-07") } else { rule!("FA-DEP-08") }, whole.clone());
    }
    let onto = |rect: &Rect| standing.iter().any(|other| overlaps(rect, other, look.rules.tolerance));
    if rects.iter().any(|rect| onto(rect) || look.is_taken(rect)) {
        tell(rule!("FA-BASE-01"), whole.clone());
    }
    faults
}

/// FA-DEP-09: the batch comes upon the table.
pub fn deploy(cx: &mut Cx<'_, Rules>, side: Side, deployed: &[Deployed]) {
    for one in deployed {
        if one.dismounted {
            dismount(cx, one.group);
        }
        let moved = moved(Look::new(cx.rules, cx.state()), one, MoveWhy::Deployed);
        cx.emit(Event::Appears(moved));
    }
    cx.emit(Event::SetUp(SetUpEvent::BatchDone(side)));
}

/// Commanders of a side that still have to be placed.
pub fn commanders_waiting(look: Look<'_>, side: Side) -> Vec<CommanderId> {
    let waits = |id: &CommanderId| {
        let commander = look.state.commander(*id);
        commander.side == side && commander.place == CommanderPlace::Waiting
    };
    look.state.commander_ids().filter(waits).collect()
}

fn marker(look: Look<'_>, pose: Pose) -> Rect {
    let size = look.rules.tables.commander(look.rules.scale);
    Rect::new(pose, size, size)
}

/// FA-DEP-10, FA-CMD-08: why the commanders may not stand so; none if they may.
pub fn commander_faults(look: Look<'_>, side: Side, placed: &[CommanderAt]) -> Vec<Reason<Fact>> {
    let mut faults = Vec::new();
    let mut named: Vec<CommanderId> = placed.iter().map(|one| one.commander).collect();
    named.sort_unstable();
    if named != commanders_waiting(look, side) {
        faults.push(Reason::new(rule!("FA-DEP-10"), Fact::Side(side)));
        return faults;
    }
    for one in placed {
        let rect = marker(look, one.at.on_grid());
        let placed = Placed::Commander(one.commander);
        let too_deep = look.too_deep(side, &[rect], look.rules.distances().set_up.forward_zone, placed);
        faults.extend(too_deep.map(|fact| Reason::new(rule!("FA-DEP-10"), fact)));
        if look.is_in_water_or_rocks(&rect) {
            faults.push(Reason::new(rule!("FA-DEP-06"), Fact::Commander(one.commander)));
        }
        let with = one.with.is_none_or(|group| {
            look.state.groups.get(group.index()).is_some_and(|with| with.side == side && with.on_table())
                && look.is_place_with(group, &rect)
        });
        if !with {
            faults.push(Reason::new(rule!("FA-CMD-08"), Fact::Commander(one.commander)));
        }
    }
    faults
}

pub fn place_commanders(cx: &mut Cx<'_, Rules>, placed: &[CommanderAt]) {
    for one in placed {
        let place = one.with.map_or(CommanderPlace::Alone, CommanderPlace::With);
        let event = SetUpEvent::Commander { commander: one.commander, place, pose: one.at.on_grid() };
        cx.emit(Event::SetUp(event));
    }
}

/// Commanders behind groups of their own contingent, one after the other.
pub fn commanders_behind(look: Look<'_>, side: Side, turn: usize) -> Vec<CommanderAt> {
    let mut taken = GroupSet::EMPTY;
    let mut placed = Vec::new();
    for (at, commander) in commanders_waiting(look, side).into_iter().enumerate() {
        let contingent = look.state.commander(commander).contingent;
        let fits = |id: &GroupId| look.state.group(*id).contingent == contingent;
        let groups: Vec<GroupId> = look.state.on_table_of(side).filter(fits).collect();
        let free: Vec<GroupId> = groups.into_iter().filter(|id| !taken.contains(*id)).collect();
        let with = if free.is_empty() { None } else { free.get((turn + at * 3) % free.len()).copied() };
        let home = super::home_facing(side);
        let pose = with.map(|group| {
            taken.insert(group);
            let block = look.block(group);
            let behind = block.pose.advanced(-block.depth);
            let rects: Vec<Rect> = look.state.rects_of(group).copied().collect();
            look.place_near(&rects, behind.at).unwrap_or(behind)
        });
        let size = look.rules.tables.commander(look.rules.scale);
        let y = match side {
            Side::Red => size,
            Side::Blue => look.state.field.depth - size,
        };
        let zone = look.rules.distances().set_up.forward_zone;
        let fits = |pose: &Pose| {
            let rect = marker(look, pose.on_grid());
            look.is_within_rear(side, &rect, zone) && !look.is_in_water_or_rocks(&rect)
        };
        let along = |step: u32| Pose::new(look.mu(6.0 + 4.0 * at as f64 + f64::from(step)), y, home);
        let rear = (0..60).map(along).find(fits).unwrap_or_else(|| along(0));
        let behind = pose.filter(fits);
        placed.push(CommanderAt { commander, at: behind.unwrap_or(rear).on_grid(), with: behind.and(with) });
    }
    placed
}

/// A legal way to deploy a batch, found by lot: battle troops forward in the zone, skirmishers before them.
pub fn by_lot(look: Look<'_>, side: Side, batch: GroupSet, sampler: &mut Sampler) -> Option<Vec<Deployed>> {
    let mut standing: Vec<Rect> = Vec::new();
    let mut deployed = Vec::new();
    for group in batch.iter() {
        let one = (0..200).find_map(|attempt| {
            let one = tried(look, side, group, attempt, sampler);
            of_one(look, side, &one, &standing).is_empty().then_some(one)
        });
        let one = one.or_else(|| swept(look, side, group, &standing))?;
        standing.extend(formed(look, &one).1);
        deployed.push(one);
    }
    Some(deployed)
}

/// One try: a width that suits the troops, somewhere along the front of their zone; farther back after many tries.
fn tried(look: Look<'_>, side: Side, id: GroupId, attempt: u32, sampler: &mut Sampler) -> Deployed {
    let group = look.state.group(id);
    let bases = look.state.strength(id) as u8;
    let ranks = if group.is_skirmishers() || group.is_mounted() {
        1 + sampler.below(2) as u8
    } else {
        2 + sampler.below(2) as u8
    };
    let files = bases.div_ceil(ranks).max(1);
    let zone = look.rules.distances().set_up.zone_of(group.is_skirmishers());
    let back = if attempt < 60 { 0.0 } else { f64::from(sampler.below(5)) * 1.25 };
    let field = &look.state.field;
    let steps = (field.width / look.rules.mu * 4.0) as u32;
    let x = f64::from(sampler.below(steps.max(1))) * look.rules.mu * 0.25;
    let dismounted = look.may_dismount(id) && sampler.below(8) == 0;
    Deployed { group: id, front: front(look, side, x, zone - back), files, tail: None, dismounted }
}

/// Every place at each MU, when the lot finds none.
fn swept(look: Look<'_>, side: Side, id: GroupId, standing: &[Rect]) -> Option<Deployed> {
    let bases = look.state.strength(id) as u8;
    let field = &look.state.field;
    let across = (field.width / look.rules.mu) as i32;
    let zone = look.rules.distances().set_up.zone;
    for files in [bases.div_ceil(2), bases.div_ceil(3), 1] {
        for back in 0..8 {
            for x in 0..=across {
                let front = front(look, side, f64::from(x) * look.rules.mu, zone - f64::from(back));
                let one = Deployed { group: id, front, files, tail: None, dismounted: false };
                if of_one(look, side, &one, standing).is_empty() {
                    return Some(one);
                }
            }
        }
    }
    None
}

fn front(look: Look<'_>, side: Side, x: f64, from_rear: f64) -> Pose {
    let y = match side {
        Side::Red => look.mu(from_rear),
        Side::Blue => look.state.field.depth - look.mu(from_rear),
    };
    Pose::new(x, y, super::home_facing(side)).on_grid()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FA-DEP-01, FA-ARMY-13, EX-40.
    #[test]
    fn batches_are_even() {
        assert_eq!(batches(8), [2, 2, 2, 2]);
        assert_eq!(batches(9), [3, 2, 2, 2]);
        assert_eq!(batches(11), [3, 3, 3, 2]);
        assert_eq!(batches(15), [4, 4, 4, 3]);
    }
}
