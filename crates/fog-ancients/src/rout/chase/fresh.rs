//! Pursuers and fresh enemy (FA-JPUR-11 to FA-JPUR-15, FA-JPUR-24, FA-IMP-08).

use crate::cohesion;
use crate::event::Event;
use crate::fact::Fact;
use crate::field::Level;
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::rules::{Look, Rules};
use crate::state::{Bout, BrokenWhy, Cohesion, Deed, Tie};
use crate::troop::{Troop, TroopType};
use aelian_game::{Cx, Side};
use aelian_geometry::{Corner, Edge, Feature, contacts};
use aelian_rulebook::rule;

/// FA-JPUR-12: the pursuer may halt before this enemy; skirmishers are always contacted.
pub fn may_halt(look: Look<'_>, enemy: GroupId) -> bool {
    !look.state.group(enemy).is_skirmishers()
}

/// FA-JPUR-12: halting takes a test for all but skirmishers.
pub fn halts_by_test(look: Look<'_>, pursuer: GroupId) -> bool {
    !look.state.group(pursuer).is_skirmishers()
}

/// FA-JPUR-14: the enemy may evade pursuers.
pub fn may_evade(look: Look<'_>, enemy: GroupId) -> bool {
    look.is_able_to_evade(enemy) && !look.state.committed(enemy) && !look.state.group(enemy).is_broken()
}

/// FA-JPUR-15, AMB-17: skirmishers not wholly off the open must test to stand to battle troops.
pub fn stands_by_test(look: Look<'_>, enemy: GroupId, pursuer: GroupId) -> bool {
    look.state.group(enemy).is_skirmishers()
        && !look.state.group(pursuer).is_skirmishers()
        && !look.state.bases_of(enemy).all(|base| is_off_open(look, base))
}

/// Every part of the base lies in one piece of uneven, rough or difficult ground.
fn is_off_open(look: Look<'_>, base: BaseId) -> bool {
    let rect = look.state.rect(base);
    let t = look.rules.tolerance;
    let field = &look.state.field;
    let areas = field.areas.iter().filter(|area| area.outline.holds_rect(rect, t));
    let mut levels =
        areas.map(|area| look.ground_under(rect).max(crate::movement::patch::level_of(area.kind)));
    levels.any(|level| level != Level::Open)
        || field.rivers.iter().any(|river| river.course.holds_rect(rect, t))
}

/// FA-JPUR-13: FRAGMENTED enemy test when pursuers reach them, unless these are light foot.
pub fn must_test(look: Look<'_>, enemy: GroupId, pursuer: GroupId) -> bool {
    let light_foot = |troop: &Troop| troop.kind == TroopType::LightFoot;
    look.state.group(enemy).cohesion == Cohesion::Fragmented
        && !look.state.group(pursuer).is_wholly(light_foot)
}

/// FA-JPUR-13, FA-IMP-08, FA-FLK-08, FA-EV-25: contact with fresh enemy is a charge on them; it is fought in this impact
/// phase or in the next. Evaders who are caught count as hit in flank or rear.
pub fn contact(cx: &mut Cx<'_, Rules>, pursuer: GroupId, enemy: GroupId, in_flank: bool) {
    let look = Look::new(cx.rules, cx.state());
    let red_first = look.state.group(pursuer).side == Side::Red;
    let theirs = if in_flank { Tie::HitInFlank } else { Tie::Front };
    let bout = match red_first {
        true => Bout::between(pursuer, enemy, [Tie::Front, theirs], true),
        false => Bout::between(enemy, pursuer, [theirs, Tie::Front], true),
    };
    cx.cite(rule!("FA-JPUR-13"), || Fact::Pair { group: pursuer, other: enemy });
    cx.emit(Event::Bout(bout));
    cx.emit(Event::Did { group: pursuer, deed: Deed::ContactedInPursuit });
    cx.emit(Event::Did { group: enemy, deed: Deed::WasCharged });
    if in_flank {
        hit_in_flank(cx, pursuer, enemy);
    }
}

/// FA-FLK-08, FA-FLK-09, FA-FLK-19: one level, once in a turn, unless skirmishers hit battle troops; who breaks by it
/// fights no more.
fn hit_in_flank(cx: &mut Cx<'_, Rules>, pursuer: GroupId, enemy: GroupId) {
    let state = cx.state();
    let harmless = state.group(pursuer).is_skirmishers() && !state.group(enemy).is_skirmishers();
    if harmless || state.did(enemy, Deed::HitInFlank) {
        return;
    }
    cx.emit(Event::Did { group: enemy, deed: Deed::HitInFlank });
    cohesion::lower(cx, enemy, 1, rule!("FA-FLK-08"), BrokenWhy::CloseCombat, GroupSet::one(pursuer));
}

/// FA-FLK-05: the pursuer touches a side, the rear or a rear corner of the enemy, and no front edge.
pub fn touches_flank(look: Look<'_>, pursuer: GroupId, enemy: GroupId) -> bool {
    let t = look.rules.tolerance;
    let (mut flank, mut front) = (false, false);
    for own in look.state.rects_of(pursuer) {
        for theirs in look.state.rects_of(enemy) {
            for contact in &contacts(own, theirs, t) {
                match contact.theirs {
                    Feature::Edge(Edge::Front) => front = true,
                    Feature::Edge(_) | Feature::Corner(Corner::RearLeft | Corner::RearRight) => flank = true,
                    Feature::Corner(_) => {}
                }
            }
        }
    }
    flank && !front
}
