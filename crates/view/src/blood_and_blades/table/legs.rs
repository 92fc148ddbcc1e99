//! A way drawn leg by leg: what a sketch came to before the hand goes on.

use super::seen::Seen;
use aelian_blood_and_blades::choice::{Choice, ColumnLeg, Command, Leg, Manoeuvre, Order, Reach, Turn};
use aelian_blood_and_blades::movement::pivot;
use aelian_blood_and_blades::{BaseId, BaseSet};
use aelian_geometry::{Corner, Hand, Rect};

/// The legs so far.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// Nothing was drawn before, or nothing that has legs.
    Fresh,
    Free(Vec<Leg>),
    Column(Vec<ColumnLeg>),
    /// BB-MOVE-34: a first pivot, or a way straight ahead after it.
    Light {
        first: Option<Turn>,
        distance: f64,
    },
}

/// A way that was drawn, and where the bases stand at its end.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub way: Way,
    pub reach: Option<Reach>,
    /// The distance that it used, in mm.
    pub used: f64,
    pub rects: Vec<(BaseId, Rect)>,
}

/// What was drawn for the same bases before, if the hand can go on from it.
pub fn drawn(seen: Seen<'_>, to: BaseSet, before: Option<&Choice>) -> Drawn {
    let here = |id: BaseId| (id, *seen.state.rect(id));
    let fresh = Drawn { way: Way::Fresh, reach: None, used: 0.0, rects: to.iter().map(here).collect() };
    let Some(Choice::Order(order)) = before.filter(|_| !to.is_empty()) else { return fresh };
    let Command::Move { reach, how, .. } = &order.what else { return fresh };
    let way = if order.to == to { way(seen, order, how) } else { None };
    let Some(way) = way else { return fresh };
    let ghost = seen.check(&Choice::Order(order.clone())).ghost;
    let there = |(id, rect): (BaseId, Rect)| {
        let end = ghost.moves.iter().find(|place| place.base == id);
        (id, end.map_or(rect, |place| rect.with_pose(place.pose)))
    };
    let rects = fresh.rects.into_iter().map(there).collect();
    Drawn { way, reach: Some(*reach), used: ghost.used, rects }
}

fn way(seen: Seen<'_>, order: &Order, how: &Manoeuvre) -> Option<Way> {
    let look = seen.look();
    if order.to.len() == 1 {
        return free(seen, order.to, how).map(Way::Free);
    }
    match how {
        Manoeuvre::Column { legs } => Some(Way::Column(legs.clone())),
        Manoeuvre::Advance { distance } if look.as_column(order.to).is_some() => {
            Some(Way::Column(vec![ColumnLeg::Advance { distance: *distance }]))
        }
        Manoeuvre::Pivot { hand, distance } if is_light(seen, order.to) => {
            Some(Way::Light { first: Some(Turn { hand: *hand, distance: *distance }), distance: 0.0 })
        }
        Manoeuvre::Advance { distance } if is_light(seen, order.to) => {
            Some(Way::Light { first: None, distance: *distance })
        }
        Manoeuvre::Light { first, distance, last: None } => {
            Some(Way::Light { first: *first, distance: *distance })
        }
        _ => None,
    }
}

/// BB-MOVE-34: whether all of them are light troops.
pub fn is_light(seen: Seen<'_>, to: BaseSet) -> bool {
    to.iter().all(|id| seen.state.base(id).troop.kind.is_light())
}

/// A move of one base as legs of a free move.
fn free(seen: Seen<'_>, to: BaseSet, how: &Manoeuvre) -> Option<Vec<Leg>> {
    let ahead = |distance: f64| Leg::Go { ahead: distance, right: 0.0 };
    Some(match how {
        Manoeuvre::Free { legs } => legs.clone(),
        Manoeuvre::Advance { distance } => vec![ahead(*distance)],
        Manoeuvre::Turnabout => vec![Leg::Turnabout],
        Manoeuvre::TurnaboutAdvance { distance } => vec![Leg::Turnabout, ahead(*distance)],
        Manoeuvre::Pivot { hand, distance } => {
            let turn = Turn { hand: *hand, distance: *distance };
            vec![Leg::Turn { about: corner(*hand), degrees: pivot::degrees_of(seen.look(), to, turn)? }]
        }
        _ => return None,
    })
}

/// The front corner of a hand.
pub fn corner(hand: Hand) -> Corner {
    hand.front_corner()
}
