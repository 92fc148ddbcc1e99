//! Wedges that burst through (HC-WEDGE-08, HC-WEDGE-09, HC-WEDGE-10, HC-WEDGE-11, HC-WEDGE-14).

use super::ground::shift;
use super::{destroy, disordered};
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::fight::{self, Round, with_round};
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::movement::SHORT_OF_CONTACT;
use crate::position::SupportSide;
use crate::rules::{INCH, Look, Rules};
use crate::state::{Combat, Place, Side4};
use aelian_game::Cx;
use aelian_geometry::{Rect, Vec2, convex_overlap, swept_hull};
use aelian_rulebook::rule;

/// HC-WEDGE-10, HC-SWEEP-15: how many moves a wedge has that has broken through.
pub(super) const MOVES: u8 = 3;

/// HC-WEDGE-14: how much further than to its edge a unit may be pushed out of the corridor, in inches.
const FURTHER: f64 = 6.0;

/// The wedge whose front fights this unit.
pub(crate) fn before(look: Look<'_>, unit: UnitId) -> Option<UnitId> {
    let mut bouts = look.state.bouts.iter().filter_map(|bout| Some((bout, bout.foe(unit)?)));
    bouts
        .find(|(bout, foe)| {
            look.state.unit(*foe).formation == Formation::Wedge && bout.edge_of(*foe) == Some(Side4::Front)
        })
        .map(|(_, foe)| foe)
}

/// HC-WEDGE-09: who stands in the way of a wedge that bursts through this unit: itself, its support behind it, and
/// other engaged enemies of the wedge in the corridor.
fn in_path(look: Look<'_>, round: &Round, wedge: UnitId, unit: UnitId) -> (UnitSet, Vec<Vec2>) {
    let rear = round.supports_of(unit).find(|support| support.side == SupportSide::Rear);
    let behind = rear.map(|support| support.unit).filter(|unit| look.state.unit(*unit).place == Place::Table);
    let depth = |unit: UnitId| look.rect(unit).depth;
    let length = depth(unit) + behind.map_or(0.0, depth) + INCH;
    let hull = swept_hull(look.rect(wedge), look.rect(wedge).pose.facing.unit(), length);
    let crossed = |other: &UnitId| {
        look.footprint(*other).any(|part| convex_overlap(&hull, &part, look.rules.tolerance))
    };
    let enemies =
        look.on_table(look.side(unit)).filter(|other| look.state.unit(*other).place == Place::Table);
    let mut found: UnitSet = enemies.filter(|other| look.is_engaged(*other)).filter(crossed).collect();
    [Some(unit), behind].into_iter().flatten().for_each(|one| {
        found.insert(one);
    });
    (found, hull)
}

/// HC-WEDGE-09, HC-WEDGE-14: the unit must give ground before the front of a wedge: it is burst through. All in the
/// path are moved to the nearer side of it and disordered; who finds no room is destroyed.
pub(super) fn burst(cx: &mut Cx<'_, Rules>, round: &Round, wedge: UnitId, unit: UnitId) {
    let look = Look::new(cx.rules, cx.state());
    let (path, hull) = in_path(look, round, wedge, unit);
    cx.cite(rule!("HC-WEDGE-09"), || Fact::Pair { unit: wedge, other: unit });
    with_round(cx, |_, round| {
        round.burst.insert(wedge);
    });
    for one in path.iter() {
        let look = Look::new(cx.rules, cx.state());
        match beside(look, one, &hull, look.rect(wedge).pose.facing.unit()) {
            Some(rect) => {
                shift(cx, one, &rect, MoveWhy::BurstThrough);
                let is = Combat { moved: true, ..cx.state().unit(one).combat };
                cx.emit(Event::Combat { unit: one, is });
                disordered(cx, one, rule!("HC-WEDGE-09"));
                fight::part(cx, one);
            }
            None => {
                with_round(cx, |look, round| fight::queue_supports(look, round, one));
                destroy(cx, one, rule!("HC-GIVE-08"));
            }
        }
    }
}

/// HC-WEDGE-14: a unit through which this wedge bursts finds no room beside its corridor.
pub(super) fn has_no_room(look: Look<'_>, round: &Round, wedge: UnitId, unit: UnitId) -> bool {
    let (_, hull) = in_path(look, round, wedge, unit);
    beside(look, unit, &hull, look.rect(wedge).pose.facing.unit()).is_none()
}

/// HC-WEDGE-14: out of the corridor to the nearer side, or else to the other; the least way at which there is room.
fn beside(look: Look<'_>, unit: UnitId, hull: &[Vec2], along: Vec2) -> Option<Rect> {
    let rect = look.rect(unit);
    let formation = look.state.unit(unit).formation;
    let right = Vec2::new(along.y, -along.x);
    let way = |side: Vec2| {
        let edge = hull.iter().map(|point| point.dot(side)).fold(f64::NEG_INFINITY, f64::max);
        let mine = rect.corners().iter().map(|corner| corner.dot(side)).fold(f64::INFINITY, f64::min);
        // AMB-13: far enough that the wedge can pass.
        (side, (edge - mine).max(0.0) + SHORT_OF_CONTACT * INCH + look.rules.slack)
    };
    let mut ways = [way(right), way(right * -1.0)];
    ways.sort_by(|a, b| a.1.total_cmp(&b.1));
    for (side, least) in ways {
        for step in 0..=12 {
            let distance = least + FURTHER * INCH * f64::from(step) / 12.0;
            let to = rect.with_pose(rect.pose.translated(side * distance).on_grid());
            if look.may_stand(unit, formation, &to).is_empty() {
                return Some(to);
            }
        }
    }
    None
}
