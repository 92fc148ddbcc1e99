//! Rates (35.1): how far a unit goes in one move.

use crate::formation::Formation;
use crate::ids::UnitId;
use crate::numbers::numbers;
use crate::rules::Look;
use crate::troop::{Class, Special};
use aelian_geometry::Rect;

impl Look<'_> {
    /// HC-TAB-MOVE: mm in one move that begins now, with HC-WOOD-02. A unit in a building has the rate of the formation
    /// in which it would leave (HC-BLDG-09).
    pub fn rate(&self, unit: UnitId) -> f64 {
        let standing = self.state.unit(unit);
        if standing.is_in_block() {
            return self.rate_as(unit, self.card(unit).normal);
        }
        self.rate_at(unit, standing.formation, &standing.rect)
    }

    /// HC-TAB-MOVE, HC-MOVE-05, HC-MOVE-06, HC-MOVE-07, HC-MOVE-08, HC-AMOVE-01, HC-AMOVE-04: mm in one move on open ground in this formation;
    /// 0 for those who do not move at all.
    pub fn rate_as(&self, unit: UnitId, formation: Formation) -> f64 {
        if formation == Formation::Square || self.card(unit).has(Special::Immobile) {
            return 0.0;
        }
        self.inches(inches(self.class(unit), formation))
    }

    /// HC-WOOD-02, HC-MOVE-09: mm in one move that begins there; cavalry in a wood go no faster than infantry.
    pub fn rate_at(&self, unit: UnitId, formation: Formation, rect: &Rect) -> f64 {
        let rate = self.rate_as(unit, formation);
        let slowed = self.class(unit).is_cavalry() && self.is_in_wood(unit, formation, rect);
        if slowed { rate.min(self.inches(numbers().moving.in_woods)) } else { rate }
    }
}

/// HC-TAB-MOVE, AMB-07, AMB-08: inches per move.
fn inches(class: Class, formation: Formation) -> f64 {
    let moving = &numbers().moving;
    match class {
        Class::LightCavalry | Class::HorseArchers if formation == Formation::Open => moving.open_cavalry,
        Class::LightChariots => moving.cavalry,
        Class::Cataphracts => moving.infantry,
        _ if class.is_cavalry() => moving.cavalry,
        _ => moving.infantry,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::AreaKind;
    use crate::rules::INCH;
    use crate::testing::Table;
    use aelian_game::Side;

    fn three_moves(troop: &str, formation: Option<Formation>) -> f64 {
        let table = Table::new();
        let table = match formation {
            Some(formation) => table.formed("u", Side::Red, troop, formation, (30.0, 20.0), 0.0),
            None => table.unit("u", Side::Red, troop, (30.0, 20.0), 0.0),
        };
        let scene = table.build();
        (3.0 * scene.look().rate(scene.unit("u")) / INCH).round()
    }

    /// HC-MOVE-01, HC-TAB-MOVE, EX-20: three moves of infantry, of heavy cavalry, of light cavalry in open order.
    #[test]
    fn three_moves_of_each() {
        assert_eq!(three_moves("heavy-infantry", None), 18.0);
        assert_eq!(three_moves("heavy-cavalry", None), 27.0);
        assert_eq!(three_moves("light-cavalry", Some(Formation::Open)), 36.0);
        assert_eq!(three_moves("elephant", None), 18.0);
        assert_eq!(three_moves("baggage", None), 18.0);
        assert_eq!(three_moves("cataphracts", None), 18.0);
        assert_eq!(three_moves("heavy-chariots", None), 18.0);
    }

    /// HC-MOVE-05, HC-MOVE-06, AMB-07: the rate of 12 inches is one of open order; light chariots have 9 always.
    #[test]
    fn only_open_order_goes_twelve_inches() {
        assert_eq!(three_moves("light-cavalry", None), 27.0);
        assert_eq!(three_moves("horse-archers", Some(Formation::Column)), 27.0);
        assert_eq!(three_moves("horse-archers", None), 36.0);
        assert_eq!(three_moves("light-chariots", None), 27.0);
        assert_eq!(three_moves("light-chariots", Some(Formation::Open)), 27.0);
    }

    /// HC-MOVE-07, HC-MOVE-08, HC-AMOVE-01, HC-AMOVE-04: engines go as infantry; squares and fixed engines not at all.
    #[test]
    fn squares_and_fixed_engines_do_not_move() {
        assert_eq!(three_moves("light-artillery", None), 18.0);
        assert_eq!(three_moves("heavy-artillery", None), 18.0);
        assert_eq!(three_moves("heavy-infantry", Some(Formation::Square)), 0.0);
        assert_eq!(three_moves("heavy-artillery immobile", None), 0.0);
    }

    /// HC-WOOD-02, HC-MOVE-09: a move of cavalry that begins in a wood is one of 6 inches.
    #[test]
    fn cavalry_is_slow_in_a_wood() {
        let rate = |x: f64| {
            let scene = Table::new()
                .formed("u", Side::Red, "light-cavalry", Formation::Open, (x, 20.0), 0.0)
                .area(AreaKind::Wood, &[(20.0, 10.0), (40.0, 10.0), (40.0, 30.0), (20.0, 30.0)])
                .build();
            (scene.look().rate(scene.unit("u")) / INCH).round()
        };
        assert_eq!((rate(30.0), rate(60.0)), (6.0, 12.0));
    }
}
