//! Engagements that stand now, with their exact odds.

use super::seen::{Seen, Thing};
use crate::table::FightView;
use aelian_geometry::nearest_points;

pub fn fights(seen: Seen<'_>) -> Vec<FightView> {
    let fight = |bout: &aelian_hail_caesar::state::Bout| {
        let [red, blue] = bout.units.map(|unit| seen.state.unit(unit).rect);
        let (one, other) = nearest_points(&red, &blue);
        FightView {
            at: (one + other) * 0.5,
            pieces: bout.units.map(|unit| Thing::Unit(unit).piece()),
            odds: None,
        }
    };
    seen.state.bouts.iter().map(fight).collect()
}
