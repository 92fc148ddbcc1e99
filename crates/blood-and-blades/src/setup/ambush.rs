//! Ambush (36): the secret record, its discovery, and its showing.

use super::deploy::{self, Purpose, deployment_zone, put_down};
use super::lay::between;
use super::{home_facing, verdict};
use crate::baseset::{BaseId, BaseSet};
use crate::choice::{Choice, Placement};
use crate::event::Event;
use crate::fact::Fact;
use crate::field::{Area, AreaKind, TableEdge};
use crate::rules::{Look, Rules};
use crate::state::{Pending, Place};
use crate::troop::{Troop, TroopType};
use aelian_dice::Sampler;
use aelian_game::{Cx, Proposals, Side, Verdict, Want};
use aelian_geometry::{Pose, Rect, Vec2};
use aelian_rulebook::{Reason, rule};

/// So many ambushes are tried in each site when the whole list is wanted.
const TRIES: u32 = 6;

/// BB-DEP-07, BB-BUSH-01 to BB-BUSH-08: an ambush as recorded; an empty record is none. BB-BUSH-03: the C-in-C
/// may be in it like any other base; his orders then cost more (BB-PIG-21).
pub fn check(look: Look<'_>, side: Side, places: &[Placement]) -> Verdict<Rules> {
    let mut breaches = Vec::new();
    put_down(look, side, places, Purpose::Ambush, &mut breaches);
    let mut set = BaseSet::EMPTY;
    for placement in places {
        ambusher(look, side, placement, set, &mut breaches);
        set.insert(placement.base);
    }
    if breaches.is_empty() && !is_one_group(look, places, set) {
        breaches.push(Reason { rule: rule!("BB-BUSH-02"), fact: Fact::Bases(set) });
    }
    let mut verdict = verdict(breaches);
    verdict.ghost.moves = places.to_vec();
    verdict
}

/// BB-BUSH-08: the full pose of each base is recorded, hidden from the opponent. Nothing is cited, because
/// reasons are read by both.
pub fn record(cx: &mut Cx<'_, Rules>, places: &[Placement]) {
    for placement in places {
        cx.emit(Event::Placed { base: placement.base, pose: placement.pose, hidden: true });
    }
}

/// BB-BUSH-09: these hidden bases are put on the table. Their owner is then asked whether he shows the rest,
/// whether or not there is one (BB-BUSH-13).
pub fn reveal(cx: &mut Cx<'_, Rules>, bases: BaseSet) {
    let hidden = |cx: &Cx<'_, Rules>, id: BaseId| cx.state().base(id).place == Place::Ambush;
    let mut sides = [false; 2];
    for id in bases.iter() {
        if hidden(cx, id) {
            sides[cx.state().base(id).side.index()] = true;
            cx.cite(rule!("BB-BUSH-09"), || Fact::Base(id));
            cx.emit(Event::Revealed(id));
        }
    }
    for side in Side::BOTH.into_iter().filter(|side| sides[side.index()]) {
        cx.emit(Event::Waits(Pending::RevealRest { side }));
    }
}

impl Look<'_> {
    /// BB-BUSH-10: the hidden enemies that a base of `side`, standing as `rect`, sees.
    pub fn discovered_by(&self, side: Side, rect: &Rect) -> BaseSet {
        let mut seen = self.ambushers(side.other());
        for id in seen.iter() {
            let hidden = self.state.base(id);
            if !self.sees_from(rect, &hidden.rect, &hidden.troop) {
                seen.remove(id);
            }
        }
        seen
    }

    /// BB-BUSH-07, BB-BUSH-10: all hidden bases that an enemy on the table sees where he stands.
    pub fn ambushers_seen(&self) -> BaseSet {
        let looks = |id: BaseId| self.discovered_by(self.state.base(id).side, self.state.rect(id));
        self.state.on_table().map(looks).fold(BaseSet::EMPTY, BaseSet::union)
    }

    /// BB-BUSH-08: the bases of a side that are still hidden.
    pub fn ambushers(&self, side: Side) -> BaseSet {
        let hidden = |id: &BaseId| {
            let base = self.state.base(*id);
            base.side == side && base.place == Place::Ambush
        };
        self.state.ids().filter(hidden).collect()
    }

    /// BB-BUSH-04, BB-BUSH-05: the pieces of terrain in or behind which a side may find places to hide.
    pub fn ambush_sites(&self, side: Side) -> impl Iterator<Item = &Area> {
        let (least, most) = deployment_zone(*self, side, Purpose::Ambush);
        let reaches = move |area: &&Area| {
            let (low, high) = area.outline.aabb();
            low.y < most && high.y > least
        };
        self.state.field.areas.iter().filter(|area| hides_somebody(area.kind)).filter(reaches)
    }

    /// BB-BUSH-04, BB-BUSH-05, BB-BUSH-14: whether a place hides troops: wholly within one of the sites of
    /// Table T-5.7, or behind woods, a hill or a crest as seen straight from the enemy's table edge.
    pub fn is_ambush_site(&self, side: Side, rect: &Rect, troop: &Troop) -> bool {
        self.wholly_in_any(rect, |area| site_for(area.kind, troop)) || self.is_behind(side, rect)
    }

    fn is_behind(&self, side: Side, rect: &Rect) -> bool {
        let edge = match TableEdge::of(side).opposite() {
            TableEdge::North => self.state.field.depth,
            _ => 0.0,
        };
        let points = rect.corners().into_iter().chain([rect.centre()]);
        points.into_iter().all(|point| self.is_screened(Vec2::new(point.x, edge), point))
    }
}

/// BB-BUSH-04: the sites in which troops lie hidden, and BB-BUSH-14: vines are none of them.
fn site_for(kind: AreaKind, troop: &Troop) -> bool {
    use AreaKind::*;
    match kind {
        BuiltUpArea | Woods | Orchard | Dunes | Gully => true,
        Brush => troop.is(TroopType::Ps),
        _ => false,
    }
}

/// BB-BUSH-01, BB-DEP-02, BB-BUSH-04: one base of the record; the C-in-C may be one (BB-CIC-07).
fn ambusher(
    look: Look<'_>,
    side: Side,
    placement: &Placement,
    before: BaseSet,
    breaches: &mut Vec<Reason<Fact>>,
) {
    let id = placement.base;
    let Some(base) = look.state.bases.get(id.index()) else { return };
    let mut breach = |rule| breaches.push(Reason { rule, fact: Fact::Base(id) });
    if before.contains(id) || base.place != Place::Waiting {
        breach(rule!("BB-BUSH-08"));
    }
    if base.is(TroopType::Bg) {
        breach(rule!("BB-BUSH-01"));
    }
    if placement.pose.at.is_finite() && base.side == side {
        let rect = base.rect.with_pose(placement.pose.on_grid());
        if !look.is_ambush_site(side, &rect, &base.troop) {
            breach(rule!("BB-BUSH-04"));
        }
    }
}

/// BB-BUSH-02, AMB-115: all bases form one group; one base alone may ambush too.
fn is_one_group(look: Look<'_>, places: &[Placement], set: BaseSet) -> bool {
    if places.len() < 2 {
        return true;
    }
    let mut scratch = look.state.clone();
    for placement in places {
        if let Some(base) = scratch.bases.get_mut(placement.base.index()) {
            base.rect.pose = placement.pose.on_grid();
            base.place = Place::Table;
        }
    }
    look.at(&scratch).is_group(set)
}

pub fn propose(look: Look<'_>, side: Side, want: Want<'_>, out: &mut Proposals<Rules>) {
    let mut fixed = Sampler::new(13);
    let (all, sampler) = match want {
        Want::All => (true, &mut fixed),
        Want::Sample(_, sampler) => (false, sampler),
    };
    out.push(Choice::Ambush(Vec::new()));
    let waiting: Vec<BaseId> = deploy::waiting(look, side).iter().collect();
    let sites: Vec<&Area> = look.state.field.areas.iter().filter(|area| hides_somebody(area.kind)).collect();
    if waiting.is_empty() || sites.is_empty() {
        return;
    }
    let tries = if all { TRIES * sites.len() as u32 } else { 2 };
    for at in 0..tries {
        let site = if all { at as usize % sites.len() } else { sampler.below(sites.len() as u32) as usize };
        let Some(site) = sites.get(site) else { continue };
        let places = draw(look, side, site, &waiting, sampler);
        if !places.is_empty() && check(look, side, &places).is_legal() {
            out.push(Choice::Ambush(places));
        }
    }
}

fn hides_somebody(kind: AreaKind) -> bool {
    matches!(
        kind,
        AreaKind::BuiltUpArea
            | AreaKind::Woods
            | AreaKind::Orchard
            | AreaKind::Dunes
            | AreaKind::Gully
            | AreaKind::Brush
    ) || kind.is_hill()
}

/// A line of like troops somewhere in a site, or behind it; it may break a rule.
fn draw(
    look: Look<'_>,
    side: Side,
    site: &Area,
    waiting: &[BaseId],
    sampler: &mut Sampler,
) -> Vec<Placement> {
    let Some(first) = waiting.get(sampler.below(waiting.len() as u32) as usize) else { return Vec::new() };
    let troop = look.state.base(*first).troop;
    let like = waiting.iter().filter(|id| look.state.base(**id).troop == troop);
    let count = 1 + sampler.below(4) as usize;
    let line: Vec<BaseId> = like.take(count).copied().collect();
    let (low, high) = site.outline.aabb();
    let (least, most) = deployment_zone(look, side, Purpose::Ambush);
    let width = look.rules.width;
    let x = between(sampler, low.x, high.x);
    let behind = if site.kind.is_hill() { look.mu(2.0) } else { 0.0 };
    let (low, high) = match side {
        Side::Red => (low.y - behind, high.y),
        Side::Blue => (low.y, high.y + behind),
    };
    let y = between(sampler, low.max(least), high.min(most).max(low.max(least)));
    let middle = Pose::new(x, y, home_facing(side));
    let half = (line.len() as f64 - 1.0) * 0.5;
    line.iter()
        .enumerate()
        .map(|(at, base)| Placement {
            base: *base,
            pose: middle.shifted((at as f64 - half) * width).on_grid(),
        })
        .collect()
}
