//! Units that take shelter within a wedge (HC-WEDGE-12): who may, and what becomes of them when the wedge is one no more.

use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::rules::{INCH, Look, Rules};
use crate::state::Place;
use crate::troop::Class;
use crate::{breaks, movement};
use aelian_game::Cx;
use aelian_geometry::Rect;
use aelian_rulebook::{Reason, rule};

/// How far from the wedge a place is sought for those who come out of it, in inches.
const FAR: i32 = 12;

impl Look<'_> {
    /// HC-WEDGE-12: the units within a wedge, in order.
    pub fn enclosed_in(&self, wedge: UnitId) -> UnitSet {
        self.state.ids().filter(|id| self.state.unit(*id).place == Place::Enclosed(wedge)).collect()
    }

    /// HC-WEDGE-12: why a unit may not take shelter within a wedge: all that speaks against it, but for the way there.
    pub fn may_shelter(&self, unit: UnitId, wedge: UnitId) -> Vec<Reason<Fact>> {
        let mut broken = Vec::new();
        let mut refuse = |fact: Fact| broken.push(Reason::new(rule!("HC-WEDGE-12"), fact));
        if !self.state.has_unit(wedge) {
            refuse(Fact::NoSuchUnit(wedge));
            return broken;
        }
        let standing = self.state.unit(wedge);
        if self.side(wedge) != self.side(unit) || wedge == unit || standing.place != Place::Table {
            refuse(Fact::Unit(wedge));
        }
        if standing.formation != Formation::Wedge {
            refuse(Fact::FormationIs { unit: wedge, formation: standing.formation });
        }
        // Nobody goes in while it fights, and none who shelters others himself.
        if self.state.is_fighting(wedge) || !self.enclosed_in(unit).is_empty() {
            refuse(Fact::Unit(wedge));
        }
        let baggage = |one: UnitId| self.class(one) == Class::Baggage;
        let alike = self.enclosed_in(wedge).iter().filter(|other| baggage(*other) == baggage(unit)).count();
        if alike > 0 {
            refuse(Fact::Count { found: alike as i32 + 1, allowed: 1 });
        }
        broken
    }

    /// HC-WEDGE-12: the nearest place for a unit that comes out of a wedge which stood there; one that touches no enemy if
    /// there is any.
    fn place_near(&self, unit: UnitId, stood: &Rect) -> Option<Rect> {
        let formation = self.card(unit).normal;
        let (width, depth) = self.card(unit).extent(formation);
        let mut steps: Vec<(i32, i32)> =
            (0..=FAR).flat_map(|back| (-FAR..=FAR).map(move |aside| (back, aside))).collect();
        steps.sort_by_key(|(back, aside)| (back * back + aside * aside, aside.abs()));
        let places = || {
            steps.iter().map(|(back, aside)| {
                let pose = stood.pose.advanced(-INCH * f64::from(*back)).shifted(INCH * f64::from(*aside));
                Rect::new(pose.on_grid(), width, depth)
            })
        };
        let free = places().find(|rect| self.may_stand(unit, formation, rect).is_empty());
        free.or_else(|| places().find(|rect| self.may_rest(unit, formation, rect).is_empty()))
    }
}

/// HC-WEDGE-12: the wedge is one no more: those within it stand where it stood, or as near to it as there is room; without
/// any they are lost.
pub(crate) fn release(cx: &mut Cx<'_, Rules>, wedge: UnitId) {
    let look = Look::new(cx.rules, cx.state());
    let stood = *look.rect(wedge);
    for unit in look.enclosed_in(wedge).iter() {
        let look = Look::new(cx.rules, cx.state());
        let Some(rect) = look.place_near(unit, &stood) else {
            breaks::destroy(cx, unit, rule!("HC-WEDGE-12"));
            continue;
        };
        let formation = look.card(unit).normal;
        cx.cite(rule!("HC-WEDGE-12"), || Fact::Unit(unit));
        let way = vec![rect.pose];
        cx.emit(Event::Appears(Moved { unit, why: MoveWhy::CameOut, way, formation, rect }));
    }
}

/// HC-WEDGE-12: a wedge that leaves the table takes those within it along.
pub(crate) fn take_along(
    cx: &mut Cx<'_, Rules>,
    wedge: UnitId,
    edge: crate::field::TableEdge,
    along: crate::state::Along,
) {
    let within = Look::new(cx.rules, cx.state()).enclosed_in(wedge);
    within.iter().for_each(|unit| movement::leave_table(cx, unit, edge, along));
}
