//! Baggage and deployment (36): where bases may be put before the battle.

use super::verdict;
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Placement;
use crate::event::Event;
use crate::fact::Fact;
use crate::field::{AreaKind, TableEdge};
use crate::ground::Going;
use crate::rules::{Look, Rules};
use crate::state::Place;
use crate::troop::TroopType;
use aelian_game::{Cx, Side, Verdict};
use aelian_geometry::{Pose, Rect, Vec2, overlaps};
use aelian_rulebook::{Reason, RuleId, rule};

/// BB-DEP-10: what a base is put down for, which decides how near to the centre line it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Open on the table: setting `deployment_margin_from_centre`.
    Open,
    /// AMB-19: ambushes anywhere in the own half.
    Ambush,
}

/// BB-DEP-10, AMB-19: the strip, as (least y, most y) in mm, in which the bases of a side must wholly lie.
pub fn deployment_zone(look: Look<'_>, side: Side, purpose: Purpose) -> (f64, f64) {
    let depth = look.state.field.depth;
    let margin = match purpose {
        Purpose::Open => look.mu(look.rules.settings.deployment_margin_from_centre),
        Purpose::Ambush => 0.0,
    };
    match TableEdge::of(side) {
        TableEdge::North => (depth * 0.5 + margin, depth),
        _ => (0.0, depth * 0.5 - margin),
    }
}

/// BB-DEP-01: the Bg of a side that waits to be placed.
pub fn baggage(look: Look<'_>, side: Side) -> BaseSet {
    of(look, side, |kind| kind == TroopType::Bg)
}

/// BB-DEP-08: all other bases of a side that wait: those that are not in ambush.
pub fn waiting(look: Look<'_>, side: Side) -> BaseSet {
    of(look, side, |kind| kind != TroopType::Bg)
}

fn of(look: Look<'_>, side: Side, wanted: impl Fn(TroopType) -> bool) -> BaseSet {
    let state = look.state;
    let is = |id: &BaseId| {
        let base = state.base(*id);
        base.side == side && base.place == Place::Waiting && wanted(base.troop.kind)
    };
    state.ids().filter(is).collect()
}

/// BB-DEP-01, BB-DEP-02: all Bg, in the zone of the troops, not in a WW or La.
pub fn check_baggage(look: Look<'_>, side: Side, places: &[Placement]) -> Verdict<Rules> {
    let mut breaches = Vec::new();
    complete(rule!("BB-DEP-01"), baggage(look, side), places, &mut breaches);
    put_down(look, side, places, Purpose::Open, &mut breaches);
    with_ghost(breaches, places)
}

/// BB-DEP-08, BB-DEP-10, BB-DEP-11, BB-DEP-12: all bases that are neither Bg nor in ambush. A deployment is
/// a list of places, so a bent column cannot be written in it; mounted infantry has its vehicles with it.
pub fn check(look: Look<'_>, side: Side, places: &[Placement]) -> Verdict<Rules> {
    let mut breaches = Vec::new();
    complete(rule!("BB-DEP-08"), waiting(look, side), places, &mut breaches);
    put_down(look, side, places, Purpose::Open, &mut breaches);
    with_ghost(breaches, places)
}

pub fn place(cx: &mut Cx<'_, Rules>, places: &[Placement]) {
    for placement in places {
        cx.emit(Event::Placed { base: placement.base, pose: placement.pose, hidden: false });
    }
}

fn with_ghost(breaches: Vec<Reason<Fact>>, places: &[Placement]) -> Verdict<Rules> {
    let mut verdict = verdict(breaches);
    verdict.ghost.moves = places.to_vec();
    verdict
}

/// Every base of the set exactly once, and no other.
fn complete(rule: RuleId, wanted: BaseSet, places: &[Placement], breaches: &mut Vec<Reason<Fact>>) {
    let mut placed = BaseSet::EMPTY;
    for placement in places {
        if !placed.insert(placement.base) || !wanted.contains(placement.base) {
            breaches.push(Reason { rule, fact: Fact::Base(placement.base) });
        }
    }
    let missing = wanted.minus(placed);
    if !missing.is_empty() {
        breaches.push(Reason { rule, fact: Fact::Bases(missing) });
    }
}

/// Whether bases may be put down like this: own, on the table, in the zone, on no impassable ground and
/// not on top of each other.
pub fn put_down(
    look: Look<'_>,
    side: Side,
    places: &[Placement],
    purpose: Purpose,
    breaches: &mut Vec<Reason<Fact>>,
) {
    let mut rects: Vec<(BaseId, Rect)> = Vec::with_capacity(places.len());
    for placement in places {
        match rect_of(look, side, placement) {
            Err(reason) => breaches.push(reason),
            Ok(rect) => {
                stands(look, side, placement.base, &rect, purpose, breaches);
                rects.push((placement.base, rect));
            }
        }
    }
    each_apart(look, side, &rects, breaches);
}

/// The rectangle of a base where it is put; only own bases and real places can be put down.
fn rect_of(look: Look<'_>, side: Side, placement: &Placement) -> Result<Rect, Reason<Fact>> {
    let Placement { base: id, pose } = *placement;
    let rule = rule!("BB-DEP-08");
    let Some(base) = look.state.bases.get(id.index()).filter(|base| base.place != Place::Unknown) else {
        return Err(Reason { rule, fact: Fact::NoSuchBase(id) });
    };
    if base.side != side {
        return Err(Reason { rule, fact: Fact::NotYours(id) });
    }
    if !pose.at.is_finite() {
        return Err(Reason { rule: rule!("BB-TBL-01"), fact: Fact::Base(id) });
    }
    Ok(base.rect.with_pose(pose.on_grid()))
}

/// BB-TBL-01, BB-GEO-13, BB-DEP-02, BB-DEP-10, BB-WAT-02: the ground under one base.
fn stands(
    look: Look<'_>,
    side: Side,
    id: BaseId,
    rect: &Rect,
    purpose: Purpose,
    breaches: &mut Vec<Reason<Fact>>,
) {
    let slack = look.rules.tolerance.length;
    let base = look.state.base(id);
    if let Some(edge) = look.state.field.edges_crossed(rect, slack) {
        breaches.push(Reason { rule: rule!("BB-TBL-01"), fact: Fact::OffTable { base: id, edge } });
        return;
    }
    let (least, most) = deployment_zone(look, side, purpose);
    let beyond = |corner: Vec2| (least - corner.y).max(corner.y - most);
    let by = rect.corners().into_iter().map(beyond).fold(f64::NEG_INFINITY, f64::max);
    if by > slack {
        breaches.push(Reason { rule: rule!("BB-DEP-10"), fact: Fact::Beyond { base: id, by } });
    }
    if look.going_under(rect, &base.troop) == Going::Impassable {
        let baggage = base.is(TroopType::Bg);
        let rule = if baggage { rule!("BB-DEP-02") } else { rule!("BB-WAT-02") };
        let water = look.areas_under(rect).find(|area| area.kind.is_impassable());
        let kind = water.map_or(AreaKind::Waterway, |area| area.kind);
        breaches.push(Reason { rule, fact: Fact::Terrain { base: id, kind } });
    }
}

/// BB-GEO-12: no base on top of another, be it placed now or before, open or hidden.
fn each_apart(look: Look<'_>, side: Side, rects: &[(BaseId, Rect)], breaches: &mut Vec<Reason<Fact>>) {
    let tolerance = look.rules.tolerance;
    for (at, (id, rect)) in rects.iter().enumerate() {
        for (other, theirs) in rects.iter().skip(at + 1) {
            if other != id && overlaps(rect, theirs, tolerance) {
                let fact = Fact::Pair { base: *id, other: *other };
                breaches.push(Reason { rule: rule!("BB-GEO-12"), fact });
            }
        }
        // Enemies in ambush lie in the other half; a base cannot come upon them here.
        let standing = look.state.ids().filter(|other| {
            let base = look.state.base(*other);
            base.on_table() || (base.place == Place::Ambush && base.side == side)
        });
        for other in standing {
            if overlaps(rect, look.state.rect(other), tolerance) {
                let fact = Fact::Pair { base: *id, other };
                breaches.push(Reason { rule: rule!("BB-GEO-12"), fact });
            }
        }
    }
}

/// Whether one base may be put down like this beside those already placed in `taken`.
pub fn fits(look: Look<'_>, side: Side, base: BaseId, pose: Pose, purpose: Purpose, taken: &[Rect]) -> bool {
    let placement = Placement { base, pose };
    let mut breaches = Vec::new();
    put_down(look, side, &[placement], purpose, &mut breaches);
    let rect = look.state.rect(base).with_pose(pose.on_grid());
    breaches.is_empty() && !taken.iter().any(|other| overlaps(&rect, other, look.rules.tolerance))
}
