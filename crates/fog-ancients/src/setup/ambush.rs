//! Ambushes (30.5): markers before the battle, and their groups when they are revealed.

use super::choice::{Deployed, MarkerAt, SetUpPrompt};
use super::deploy::formed;
use super::dismount::can_dismount;
use super::progress::SetUpEvent;
use crate::choice::{Ghost, Prompt};
use crate::event::{Event, MoveWhy};
use crate::fact::{Fact, Placed};
use crate::formation::MOST_BASES;
use crate::ground::Mark;
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::state::{Base, Commander, CommanderPlace, Holds, Marker, Place, Shape, State};
use crate::tables::Allowance;
use crate::troop::{Troop, TroopType};
use aelian_game::{Cx, Next, Side, Verdict};
use aelian_geometry::{Facing, Pose, Rect, holds, overlaps};
use aelian_rulebook::{Reason, RuleId, rule};

/// FA-AMB-05: a square of one base width.
pub fn square(look: Look<'_>, pose: Pose) -> Rect {
    Rect::new(pose, look.rules.width, look.rules.width)
}

/// FA-AMB-01 to FA-AMB-06: why the markers may not lie so; none if they may.
pub fn marker_faults(look: Look<'_>, side: Side, markers: &[MarkerAt]) -> Vec<Reason<Fact>> {
    let mut faults = Vec::new();
    let count = |at: usize| Fact::Count { found: at as i32, allowed: 3 };
    let mut find = |rule: RuleId, fact: Fact| faults.push(Reason::new(rule, fact));
    if markers.len() > 3 {
        find(rule!("FA-AMB-05"), count(markers.len()));
        return faults;
    }
    let mut used = GroupSet::EMPTY;
    for (at, marker) in markers.iter().enumerate() {
        let rect = square(look, marker.at.on_grid());
        let (rule, deep) = zone_of(look, side);
        if let Some(fact) = look.too_deep(side, &[rect], deep, Placed::Marker(at as u8)) {
            find(rule, fact);
        } else if !look.is_in_outer_third(&rect) {
            find(rule, count(at));
        }
        let onto = markers[..at]
            .iter()
            .any(|other| overlaps(&rect, &square(look, other.at.on_grid()), look.rules.tolerance));
        if onto || look.is_taken(&rect) {
            find(rule!("FA-AMB-05"), count(at));
        }
        if is_seen_from_zone(look, side.other(), &rect, marker) {
            find(rule!("FA-AMB-03"), count(at));
        }
        match marker.group {
            None if marker.commander.is_none() && !marker.dismounted => {}
            None => find(rule!("FA-AMB-06"), count(at)),
            Some(group) => {
                if !may_hide(look, side, marker, group) || !used.insert(group) {
                    find(rule!("FA-AMB-06"), count(at));
                } else if !can_move_in(look, group, marker.dismounted, &rect) {
                    find(rule!("FA-AMB-04"), count(at));
                }
            }
        }
    }
    faults
}

/// FA-AMB-01, FA-AMB-02: how deep the markers of a side may lie, in MU.
fn zone_of(look: Look<'_>, side: Side) -> (RuleId, f64) {
    if look.state.initiative == side {
        (rule!("FA-AMB-01"), look.state.field.depth * 0.5 / look.rules.mu)
    } else {
        (rule!("FA-AMB-02"), look.rules.distances().set_up.ambush_zone)
    }
}

/// FA-AMB-06, FA-AMB-12: an own group that waits, with an own commander who waits.
fn may_hide(look: Look<'_>, side: Side, marker: &MarkerAt, group: GroupId) -> bool {
    let Some(hidden) = look.state.groups.get(group.index()) else { return false };
    let commander = marker.commander.is_none_or(|id| {
        look.state
            .commanders
            .get(id.index())
            .is_some_and(|commander| commander.side == side && commander.place == CommanderPlace::Waiting)
    });
    let afoot = !marker.dismounted || (can_dismount(hidden) && look.may_dismount(group));
    hidden.side == side && hidden.place == Place::Waiting && commander && afoot
}

/// FA-AMB-04, FA-DISM-02: the group could move in that ground, on foot if it will appear so.
fn can_move_in(look: Look<'_>, group: GroupId, dismounted: bool, rect: &Rect) -> bool {
    let hidden = look.state.group(group);
    let moves = |troop: &Troop| {
        matches!(look.rules.allowance(troop, look.level_under(troop, rect)), Allowance::Mu(_))
    };
    hidden.kinds().iter().all(|troop| if dismounted { moves(&hidden.on_foot(troop)) } else { moves(troop) })
}

/// FA-AMB-03: a marker is seen from somewhere within 15 MU of the enemy's rear edge. Looked at from four lines through
/// that area at every MU; a dummy is looked at as light foot.
fn is_seen_from_zone(look: Look<'_>, enemy: Side, rect: &Rect, marker: &MarkerAt) -> bool {
    let field = &look.state.field;
    let facing = super::home_facing(enemy);
    let known = marker.group.filter(|id| id.index() < look.state.groups.len());
    let light_foot = match known {
        Some(group) => look.hides_as_light_foot(group, marker.dismounted),
        None => true,
    };
    let mark = Mark { rect, light_foot, revealed: false };
    let steps = (field.width / look.rules.mu) as i32;
    let deepest = look.rules.distances().set_up.ambush_unseen_from;
    [deepest, deepest - 5.0, deepest - 10.0, 0.5].into_iter().any(|deep| {
        (0..=steps).any(|step| {
            let y = match enemy {
                Side::Red => look.mu(deep),
                Side::Blue => field.depth - look.mu(deep),
            };
            let eye = Rect::new(Pose::new(f64::from(step) * look.rules.mu, y, facing), 1.0, 1.0);
            look.sees(&eye, mark)
        })
    })
}

pub fn lay_markers(cx: &mut Cx<'_, Rules>, side: Side, markers: &[MarkerAt]) {
    for marker in markers {
        let rect = square(Look::new(cx.rules, cx.state()), marker.at.on_grid());
        let holds = match marker.group {
            None => Holds::Dummy,
            Some(group) => Holds::Group { group, commander: marker.commander, dismounted: marker.dismounted },
        };
        cx.emit(Event::SetUp(SetUpEvent::Marker(Marker { side, rect, holds })));
        if let Some(group) = marker.group {
            cx.emit(Event::SetUp(SetUpEvent::Hides { group, commander: marker.commander }));
        }
    }
}

impl Look<'_> {
    /// FA-TER-07, FA-AMB-12: brush and the like hide only light foot, and light horse who will appear on foot.
    fn hides_as_light_foot(&self, group: GroupId, dismounted: bool) -> bool {
        let kind = if dismounted { TroopType::LightHorse } else { TroopType::LightFoot };
        self.state.group(group).is_wholly(|troop| troop.kind == kind)
    }

    /// FA-AMB-07, FA-LOS-08: the markers of the other side that some of these rectangles see.
    pub fn markers_seen(&self, by: Side, eyes: &[Rect]) -> Vec<u8> {
        let seen = |marker: &Marker| {
            let light_foot = match marker.holds {
                Holds::Group { group, dismounted, .. } => self.hides_as_light_foot(group, dismounted),
                Holds::Dummy | Holds::Unknown => true,
            };
            let mark = Mark { rect: &marker.rect, light_foot, revealed: false };
            marker.side != by && eyes.iter().any(|eye| self.sees(eye, mark))
        };
        let markers = self.state.markers.iter().enumerate();
        markers.filter(|(_, marker)| seen(marker)).map(|(at, _)| at as u8).collect()
    }
}

/// FA-AMB-07, FA-AMB-08, FA-AMB-11: a marker is revealed. A dummy goes away; a group waits for its owner to place it.
pub fn reveal(cx: &mut Cx<'_, Rules>, marker: u8) {
    let Some(shown) = cx.state().markers.get(usize::from(marker)).cloned() else { return };
    cx.cite(rule!("FA-AMB-07"), || Fact::Side(shown.side));
    match shown.holds {
        Holds::Dummy | Holds::Unknown => cx.emit(Event::SetUp(SetUpEvent::MarkerGone(marker))),
        Holds::Group { .. } => cx.emit(Event::Waits(Pending::SetUp(super::Waiting::Reveal { marker }))),
    }
}

/// FA-AMB-07: these markers are revealed, dummies first; the places of the others in the list then hold while they are
/// answered from the last to the first.
pub fn reveal_all(cx: &mut Cx<'_, Rules>, seen: Vec<u8>) {
    let is_real = |cx: &Cx<'_, Rules>, at: u8| {
        let marker = cx.state().markers.get(usize::from(at));
        marker.is_some_and(|marker| matches!(marker.holds, Holds::Group { .. }))
    };
    let (real, dummies): (Vec<u8>, Vec<u8>) = seen.into_iter().partition(|at| is_real(cx, *at));
    for marker in dummies.iter().rev() {
        reveal(cx, *marker);
    }
    for marker in real {
        let gone = dummies.iter().filter(|dummy| **dummy < marker).count() as u8;
        reveal(cx, marker - gone);
    }
}

/// Where everybody stood before something happened; only while there are markers to be seen.
#[derive(Debug)]
pub struct Stood {
    bases: Vec<Option<Rect>>,
    commanders: Vec<Option<Rect>>,
}

impl Stood {
    pub fn of(state: &State) -> Option<Stood> {
        if state.markers.is_empty() {
            return None;
        }
        let stands = |base: &Base| state.group(base.group).on_table().then_some(base.rect);
        let officer = |commander: &Commander| commander.on_table().then_some(commander.rect);
        Some(Stood {
            bases: state.bases.iter().map(stands).collect(),
            commanders: state.commanders.iter().map(officer).collect(),
        })
    }
}

/// Into how many parts the way of those is cut who moved without being asked.
const PARTS: u8 = 8;

/// FA-AMB-07, FA-LOS-08: markers that any enemy, groups or commanders, sees from where he now stands or saw on the way
/// there are revealed, whatever brought him there. The way is taken as straight; that of an ordered move has been
/// looked at before. While one marker waits to be placed no other is looked at.
pub fn notice(cx: &mut Cx<'_, Rules>, stood: Option<&Stood>) {
    let waits = |pending: &Pending| matches!(pending, Pending::SetUp(super::Waiting::Reveal { .. }));
    if cx.state().markers.is_empty() || cx.state().pending.iter().any(waits) {
        return;
    }
    let look = Look::new(cx.rules, cx.state());
    let mut seen: Vec<u8> =
        Side::BOTH.into_iter().flat_map(|side| look.markers_seen(side, &eyes(look, side, stood))).collect();
    seen.sort_unstable();
    reveal_all(cx, seen);
}

/// From where a side looks.
fn eyes(look: Look<'_>, side: Side, stood: Option<&Stood>) -> Vec<Rect> {
    let mut eyes = Vec::new();
    let mut look_from = |now: &Rect, before: Option<Rect>| {
        eyes.push(*now);
        if let Some(before) = before.filter(|before| before.pose.at != now.pose.at) {
            let back = before.pose.at - now.pose.at;
            let at = |part: u8| now.pose.translated(back * (f64::from(part) / f64::from(PARTS)));
            eyes.extend((1..PARTS).map(|part| now.with_pose(at(part))));
        }
    };
    for base in look.state.on_table_of(side).flat_map(|id| look.state.bases_of(id)) {
        let before = stood.and_then(|stood| *stood.bases.get(base.index())?);
        look_from(look.state.rect(base), before);
    }
    for id in look.state.commander_ids() {
        let officer = look.state.commander(id);
        if officer.side == side && officer.on_table() {
            look_from(&officer.rect, stood.and_then(|stood| *stood.commanders.get(id.index())?));
        }
    }
    eyes
}

/// FA-AMB-10, FA-DEC-11: the active player may reveal one of his own whenever he is asked anything in the battle.
pub fn check_own(look: Look<'_>, marker: u8) -> Verdict<Rules> {
    let active = look.state.active;
    let asked = matches!(crate::flow::asked(look), Some(Next::Ask { side, .. }) if side == active);
    let placing = matches!(look.state.pending.last(), Some(Pending::SetUp(_)));
    let own = look.state.markers.get(usize::from(marker)).is_some_and(|marker| marker.side == active);
    if look.state.phase == crate::stage::Phase::SetUp || !asked || placing {
        return Verdict::refused(rule!("FA-SEQ-02"), Fact::NotAsked);
    }
    if own {
        Verdict::legal(Ghost::default())
    } else {
        Verdict::refused(rule!("FA-AMB-10"), Fact::Side(active))
    }
}

/// FA-AMB-05: ambushes to choose from: none; and in the middle of each piece where one may lie, or a little to either
/// side of it, a dummy or each of the groups that wait, those who may dismount also on foot.
pub fn choices(look: Look<'_>, side: Side) -> Vec<Vec<MarkerAt>> {
    let mut choices = vec![Vec::new()];
    let waiting = look.state.group_ids().filter(|id| {
        let group = look.state.group(*id);
        group.side == side && group.place == Place::Waiting
    });
    let afoot = |id: &GroupId| [false, true].into_iter().take(1 + usize::from(look.may_dismount(*id)));
    let hidden = waiting.flat_map(|id| afoot(&id).map(move |on_foot| (Some(id), on_foot)));
    let contents: Vec<(Option<GroupId>, bool)> = std::iter::once((None, false)).chain(hidden).collect();
    for area in look.state.field.areas.iter() {
        for aside in [0.0, -1.0, 1.0] {
            let middle =
                area.outline.centroid() + aelian_geometry::Vec2::new(look.mu(aside), look.rules.width * 0.5);
            let at = Pose { at: middle, facing: super::home_facing(side) }.on_grid();
            for (group, dismounted) in &contents {
                let (group, dismounted) = (*group, *dismounted);
                let marker = MarkerAt { at, group, commander: None, dismounted };
                if marker_faults(look, side, &[marker]).is_empty() {
                    choices.push(vec![marker]);
                }
            }
        }
    }
    choices
}

/// FA-AMB-08, FA-DEC-12: what the owner is asked.
pub fn next(look: Look<'_>, marker: u8) -> Option<Next<Prompt, crate::choice::Choice>> {
    let marker = look.state.markers.get(usize::from(marker))?;
    let Holds::Group { group, .. } = marker.holds else { return None };
    let prompt = SetUpPrompt::Reveal { group, marker: marker.rect.pose };
    Some(Next::Ask { side: marker.side, prompt: Prompt::SetUp(prompt) })
}

/// FA-AMB-08: one base wholly on the marker, facing one of its edges; nobody nearer to an enemy who could see it than
/// that base.
pub fn reveal_faults(look: Look<'_>, marker: u8, deployed: &Deployed) -> Vec<Reason<Fact>> {
    let faults = placing_faults(look, marker, deployed);
    let lossy = |marker: &Marker| lost_so(look, marker, deployed).is_some();
    let crammed = || {
        let sound = super::deploy::is_sound(deployed) && is_his(look, marker, deployed);
        sound && full_ways(look, marker).is_empty()
    };
    match look.state.markers.get(usize::from(marker)) {
        Some(shown) if !faults.is_empty() && crammed() && lossy(shown) => Vec::new(),
        _ => faults,
    }
}

/// The group of the marker, as it was noted, in a formation that it can take.
fn is_his(look: Look<'_>, marker: u8, deployed: &Deployed) -> bool {
    look.state.markers.get(usize::from(marker)).is_some_and(|marker| match marker.holds {
        Holds::Group { group, dismounted, .. } => {
            let square = [0.0, 90.0, 180.0, 270.0].into_iter().any(|turn| {
                let edge = marker.rect.pose.facing.turned(aelian_geometry::degrees(turn));
                edge.same(deployed.front.facing, look.rules.tolerance)
            });
            let files = usize::from(deployed.files) <= look.state.strength(group);
            deployed.group == group && deployed.dismounted == dismounted && square && files
        }
        Holds::Dummy | Holds::Unknown => false,
    })
}

/// Why the whole group may not stand so; none if it may.
fn placing_faults(look: Look<'_>, marker: u8, deployed: &Deployed) -> Vec<Reason<Fact>> {
    let Some(marker) = look.state.markers.get(usize::from(marker)) else {
        return vec![Reason::new(rule!("FA-AMB-08"), Fact::NotAsked)];
    };
    let Holds::Group { group, dismounted, .. } = marker.holds else {
        return vec![Reason::new(rule!("FA-AMB-08"), Fact::NotAsked)];
    };
    let wide = usize::from(deployed.files) > look.state.strength(group);
    if deployed.group != group
        || deployed.dismounted != dismounted
        || !super::deploy::is_sound(deployed)
        || wide
    {
        return vec![Reason::new(rule!("FA-AMB-08"), Fact::Group(group))];
    }
    let mut faults = Vec::new();
    let rects = formed(look, deployed).1;
    let square = [0.0, 90.0, 180.0, 270.0].into_iter().any(|turn| {
        let edge = marker.rect.pose.facing.turned(aelian_geometry::degrees(turn));
        edge.same(deployed.front.facing, look.rules.tolerance)
    });
    let on = rects.iter().find(|rect| look.is_on_marker(marker, rect));
    let first = on.copied().filter(|_| square);
    let Some(first) = first else {
        faults.push(Reason::new(rule!("FA-AMB-08"), Fact::Group(group)));
        return faults;
    };
    for enemy in look.enemies(marker.side) {
        if rects.iter().any(|rect| look.is_exposed(group, rect, &first, enemy)) {
            faults.push(Reason::new(rule!("FA-AMB-08"), Fact::Pair { group, other: enemy }));
        }
    }
    if rects.iter().any(|rect| !may_stand(look, group, deployed.dismounted, rect)) {
        faults.push(Reason::new(rule!("FA-AMB-08"), Fact::Group(group)));
    }
    faults
}

/// FA-AMB-08: nothing is in the way of a base there: others, the table edge, ground in which it cannot move.
fn may_stand(look: Look<'_>, group: GroupId, dismounted: bool, rect: &Rect) -> bool {
    let on_table = look.state.field.edge_crossed(rect, look.rules.tolerance.length).is_none();
    let free = on_table && !look.is_taken(rect) && !look.is_in_water_or_rocks(rect);
    free && can_move_in(look, group, dismounted, rect)
}

/// FA-AMB-08: where the group has no room anywhere, it is placed with its first base on the marker, and the bases that
/// cannot stand are lost, the first too if others stand on the marker; these are they. None if no base would stand on it.
fn lost_so(look: Look<'_>, marker: &Marker, deployed: &Deployed) -> Option<Vec<BaseId>> {
    let (places, rects) = formed(look, deployed);
    let first = rects.iter().position(|rect| look.is_on_marker(marker, rect))?;
    let nearer = |rect: &Rect| {
        let mut enemies = look.enemies(marker.side);
        enemies.any(|enemy| look.is_exposed(deployed.group, rect, &rects[first], enemy))
    };
    let stands = |rect: &Rect| may_stand(look, deployed.group, deployed.dismounted, rect);
    let stands = |at: usize| stands(&rects[at]) && (at == first || !nearer(&rects[at]));
    Some((0..rects.len()).filter(|at| !stands(*at)).map(|at| places[at].base).collect())
}

impl Look<'_> {
    /// FA-AMB-08: a base stands entirely on the marker; one that is deeper than the marker, such as a battle wagon, covers
    /// it entirely.
    fn is_on_marker(&self, marker: &Marker, base: &Rect) -> bool {
        let t = self.rules.tolerance;
        holds(&marker.rect, base, t) || holds(base, &marker.rect, t)
    }

    /// FA-AMB-08: a base of the group there would be nearer than the first one to this enemy, who would see it.
    fn is_exposed(&self, group: GroupId, rect: &Rect, first: &Rect, enemy: GroupId) -> bool {
        let light_foot = self.is_light_foot(group);
        let mark = Mark { rect, light_foot, revealed: false };
        self.distance_to(enemy, rect) < self.distance_to(enemy, first) - self.rules.slack
            && self.state.rects_of(enemy).any(|eye| self.sees(eye, mark))
    }
}

/// FA-AMB-08: the group and its commander come upon the table.
pub fn appear(cx: &mut Cx<'_, Rules>, marker: u8, deployed: &Deployed) {
    let Some(shown) = cx.state().markers.get(usize::from(marker)).cloned() else { return };
    let Holds::Group { group, commander, dismounted } = shown.holds else { return };
    if dismounted {
        super::deploy::dismount(cx, group);
    }
    let look = Look::new(cx.rules, cx.state());
    let lost = match placing_faults(look, marker, deployed).as_slice() {
        [] => Vec::new(),
        _ => lost_so(look, &shown, deployed).unwrap_or_default(),
    };
    let mut moved = super::deploy::moved(look, deployed, MoveWhy::Revealed);
    if !lost.is_empty() {
        cx.cite(rule!("FA-AMB-08"), || Fact::Count { found: lost.len() as i32, allowed: 0 });
        moved.places.retain(|place| !lost.contains(&place.base));
        moved.shape = Shape::Loose;
    }
    for base in lost {
        cx.emit(Event::BaseLost(base));
    }
    let stands = !moved.places.is_empty();
    cx.emit(Event::Appears(moved));
    if !stands {
        cx.emit(Event::Leaves { group, to: Place::Destroyed });
    }
    if let Some(commander) = commander {
        let look = Look::new(cx.rules, cx.state());
        let rects: Vec<Rect> = look.state.rects_of(group).copied().collect();
        let beside = if stands { super::entry::beside(look, &rects) } else { shown.rect.pose };
        let (place, pose) =
            if stands { (CommanderPlace::With(group), beside) } else { (CommanderPlace::Alone, beside) };
        cx.emit(Event::SetUp(SetUpEvent::Commander { commander, place, pose }));
        cx.emit(Event::SetUp(SetUpEvent::CameWith(commander)));
    }
    cx.emit(Event::SetUp(SetUpEvent::MarkerGone(marker)));
}

/// Ways to place a revealed group: facing each edge of the marker, in every width, with each base of the front rank on
/// the marker; where it has no room at all, those in which it loses fewest bases.
pub fn ways(look: Look<'_>, marker: u8) -> Vec<Deployed> {
    let full = full_ways(look, marker);
    let Some(shown) = look.state.markers.get(usize::from(marker)).filter(|_| full.is_empty()) else {
        return full;
    };
    let lossy = tried_ways(look, marker).into_iter();
    let mut lossy: Vec<(usize, Deployed)> =
        lossy.filter_map(|way| Some((lost_so(look, shown, &way)?.len(), way))).collect();
    lossy.sort_by_key(|(lost, _)| *lost);
    let least = lossy.first().map_or(0, |(lost, _)| *lost);
    lossy.into_iter().take_while(|(lost, _)| *lost == least).map(|(_, way)| way).collect()
}

/// Those in which all of it finds room.
fn full_ways(look: Look<'_>, marker: u8) -> Vec<Deployed> {
    let fits = |way: &Deployed| placing_faults(look, marker, way).is_empty();
    tried_ways(look, marker).into_iter().filter(fits).collect()
}

fn tried_ways(look: Look<'_>, marker: u8) -> Vec<Deployed> {
    let Some(shown) = look.state.markers.get(usize::from(marker)) else { return Vec::new() };
    let Holds::Group { group, dismounted, .. } = shown.holds else { return Vec::new() };
    let bases = look.state.strength(group).min(MOST_BASES) as u8;
    let depth =
        look.state.bases_of(group).next().map_or(0.0, |base| super::deploy::depth(look, base, dismounted));
    let centre = shown.rect.centre();
    let mut ways = Vec::new();
    for turn in 0..4 {
        let facing: Facing = shown.rect.pose.facing.turned(aelian_geometry::degrees(f64::from(turn) * 90.0));
        for files in (1..=bases).rev() {
            for file in 0..files {
                let aside = (f64::from(files) - 1.0) * 0.5 - f64::from(file);
                let pose =
                    Pose { at: centre, facing }.advanced(depth * 0.5).shifted(aside * look.rules.width);
                ways.push(Deployed { group, front: pose.on_grid(), files, tail: None, dismounted });
            }
        }
    }
    ways
}
