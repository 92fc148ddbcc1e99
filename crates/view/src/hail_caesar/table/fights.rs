//! Engagements that stand now, with their exact odds.

use super::seen::{Seen, Thing};
use crate::hail_caesar::odds;
use crate::table::FightView;
use aelian_geometry::nearest_points;

pub fn fights(seen: Seen<'_>) -> Vec<FightView> {
    let look = seen.look();
    let fight = |bout: &aelian_hail_caesar::state::Bout| {
        let [red, blue] = bout.units.map(|unit| seen.state.unit(unit).rect);
        let (one, other) = nearest_points(&red, &blue);
        let units = look.engagement_of(bout.units[0]);
        FightView {
            at: (one + other) * 0.5,
            pieces: bout.units.map(|unit| Thing::Unit(unit).piece()),
            odds: Some(odds::of_fight(look, seen.names, seen.state.active, units)),
        }
    };
    seen.state.bouts.iter().map(fight).collect()
}
