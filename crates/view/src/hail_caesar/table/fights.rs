//! Engagements that stand now, with their exact odds.

use super::seen::{Seen, Thing};
use crate::hail_caesar::odds;
use crate::table::{FightView, OddsView};
use aelian_geometry::nearest_points;
use aelian_hail_caesar::UnitSet;
use aelian_hail_caesar::state::Bout;

pub fn fights(seen: Seen<'_>) -> Vec<FightView> {
    let look = seen.look();
    // All pairs of one engagement share its odds.
    let mut known: Vec<(UnitSet, OddsView)> = Vec::new();
    let mut fight = |bout: &Bout| {
        let [red, blue] = bout.units.map(|unit| seen.state.unit(unit).rect);
        let (one, other) = nearest_points(&red, &blue);
        let units = look.engagement_of(bout.units[0]);
        let found = known.iter().find(|(set, _)| *set == units).map(|(_, odds)| odds.clone());
        let odds = found.unwrap_or_else(|| {
            let odds = odds::of_fight(look, seen.names, seen.state.active, units);
            known.push((units, odds.clone()));
            odds
        });
        FightView {
            at: (one + other) * 0.5,
            pieces: bout.units.map(|unit| Thing::Unit(unit).piece()),
            odds: Some(odds),
        }
    };
    seen.state.bouts.iter().map(&mut fight).collect()
}
