//! The two break tables (60.2, 60.3) and what a score means for a unit.

use crate::formation::Formation;
use crate::ids::UnitId;
use crate::rules::Look;
use crate::troop::Class;
use aelian_rulebook::{RuleId, rule};
use serde::{Deserialize, Serialize};

/// HC-BRK-13, HC-BRK-14, HC-BRK-15, HC-BRK-16: the column of the tables, by class and not by formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    Infantry,
    Cavalry,
    Skirmishers,
}

/// Who becomes disordered by a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Disorder {
    /// In good order.
    #[default]
    None,
    Unit,
    /// HC-BRES-23: the unit and all its supports.
    All,
}

/// What becomes of a unit that has tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// HC-BRES-01, HC-BRES-04, HC-BRES-20.
    Hold(Disorder),
    /// HC-BRES-05: it holds disordered, or retreats in good order.
    HoldOrRetreat,
    /// HC-BRES-02, HC-BRES-03.
    Retreat(Disorder),
    /// HC-BRES-21, HC-BRES-22, HC-BRES-23: with its supports.
    GiveGround(Disorder),
    /// HC-BRES-08, HC-BRES-25.
    Break,
}

use Outcome::*;

/// What a score means in the ranged table, for each column.
fn ranged(column: Column, score: i32, shaken: bool, hurt: bool) -> Outcome {
    let retreat = Retreat(Disorder::Unit);
    // HC-BRES-06, HC-BRES-07.
    let unless = |breaks: bool| if breaks { Break } else { retreat };
    match (column, score) {
        (_, 10..) => Hold(Disorder::None),
        (Column::Infantry, 7..) => Hold(Disorder::None),
        (Column::Infantry, 5..=6) => HoldOrRetreat,
        (Column::Infantry, 4) => retreat,
        (Column::Infantry, 3) => unless(shaken),
        (Column::Infantry, _) => unless(hurt),
        (Column::Cavalry, 8..) => Hold(Disorder::None),
        (Column::Cavalry, 7) => Retreat(Disorder::None),
        (Column::Cavalry, 5..=6) => retreat,
        (Column::Cavalry, 3..=4) => unless(shaken),
        (Column::Cavalry, _) => unless(hurt),
        (Column::Skirmishers, 9) => Retreat(Disorder::None),
        (Column::Skirmishers, 6..=8) => retreat,
        (Column::Skirmishers, 5) => unless(shaken),
        (Column::Skirmishers, 4) => unless(hurt),
        (Column::Skirmishers, _) => Break,
    }
}

/// What a score means in the combat table, for each column.
fn combat(column: Column, score: i32, shaken: bool) -> Outcome {
    // HC-BRES-24.
    let unless = |disorder: Disorder| if shaken { Break } else { GiveGround(disorder) };
    match (column, score) {
        (_, 10..) => Hold(Disorder::None),
        (Column::Infantry, 8..) => Hold(Disorder::None),
        (Column::Infantry, 6..=7) => GiveGround(Disorder::None),
        (Column::Infantry, 5) => GiveGround(Disorder::Unit),
        (Column::Infantry, 3..=4) => unless(Disorder::All),
        (Column::Cavalry, 8..) => GiveGround(Disorder::None),
        (Column::Cavalry, 6..=7) => GiveGround(Disorder::Unit),
        (Column::Cavalry, 4..=5) => unless(Disorder::All),
        // HC-BRES-26.
        (Column::Skirmishers, 9) => GiveGround(Disorder::Unit),
        (Column::Skirmishers, 8) => unless(Disorder::Unit),
        _ => Break,
    }
}

/// HC-TAB-BRK-RANGED, HC-SHK-07, HC-BRES-10: what a score in a ranged test means for this unit as it now is.
pub fn ranged_result(look: Look<'_>, unit: UnitId, score: i32) -> Outcome {
    let hurt = look.state.unit(unit).casualties > 0;
    ranged_outcome(look, unit, score, look.is_shaken(unit), hurt)
}

/// The same for a unit that were so shaken and so hurt.
pub fn ranged_outcome(look: Look<'_>, unit: UnitId, score: i32, shaken: bool, hurt: bool) -> Outcome {
    let result = ranged(look.column(unit), score, shaken, hurt);
    match result {
        Retreat(disorder) if look.never_falls_back(unit) => Hold(disorder),
        HoldOrRetreat if look.never_falls_back(unit) => Hold(Disorder::None),
        _ => result,
    }
}

/// HC-BRES-06, HC-BRES-07, HC-BRES-10: the rule besides the table by which a score in a ranged test means what it
/// does.
pub fn ranged_reason(look: Look<'_>, unit: UnitId, score: i32) -> Option<RuleId> {
    let (column, shaken, hurt) =
        (look.column(unit), look.is_shaken(unit), look.state.unit(unit).casualties > 0);
    match ranged(column, score, shaken, hurt) {
        Retreat(_) | HoldOrRetreat if look.never_falls_back(unit) => Some(rule!("HC-BRES-10")),
        Break if ranged(column, score, false, hurt) != Break => Some(rule!("HC-BRES-06")),
        Break if ranged(column, score, false, false) != Break => Some(rule!("HC-BRES-07")),
        _ => None,
    }
}

/// HC-BRES-24, HC-BRES-28: the same for a combat test.
pub fn combat_reason(look: Look<'_>, unit: UnitId, score: i32) -> Option<RuleId> {
    let column = look.column(unit);
    match combat(column, score, look.is_shaken(unit)) {
        GiveGround(_) if look.never_falls_back(unit) => Some(rule!("HC-BRES-28")),
        Break if combat(column, score, false) != Break => Some(rule!("HC-BRES-24")),
        _ => None,
    }
}

/// HC-TAB-BRK-COMBAT, HC-SHK-07, HC-BRES-28: what a score in a combat test means for this unit as it now is. The
/// uphill advantage of its enemy (HC-UPH-03) is another matter.
pub fn combat_result(look: Look<'_>, unit: UnitId, score: i32) -> Outcome {
    combat_outcome(look, unit, score, look.is_shaken(unit))
}

/// The same for a unit that were so shaken.
pub fn combat_outcome(look: Look<'_>, unit: UnitId, score: i32, shaken: bool) -> Outcome {
    let result = combat(look.column(unit), score, shaken);
    match result {
        GiveGround(disorder) if look.never_falls_back(unit) => Hold(disorder),
        _ => result,
    }
}

impl Look<'_> {
    /// HC-BRK-13, HC-BRK-14, HC-BRK-15, HC-BRK-16.
    pub fn column(&self, unit: UnitId) -> Column {
        match self.class(unit) {
            Class::Skirmishers | Class::Baggage => Column::Skirmishers,
            _ if self.card(unit).non_combatant => Column::Skirmishers,
            class if class.is_infantry() || class.is_artillery() => Column::Infantry,
            _ => Column::Cavalry,
        }
    }

    /// HC-AFT-02, HC-AFT-03, HC-SQ-10, HC-BLDG-18: squares and those in buildings stay where they are.
    pub fn never_falls_back(&self, unit: UnitId) -> bool {
        let standing = self.state.unit(unit);
        standing.is_in_block() || standing.formation == Formation::Square
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BAD: Disorder = Disorder::Unit;

    /// HC-TAB-BRK-RANGED, HC-BRES-06, HC-BRES-07, HC-SHK-07: every cell, for units that are whole, hurt and shaken.
    #[test]
    fn the_ranged_table() {
        let row = |score, shaken, hurt| {
            [Column::Infantry, Column::Cavalry, Column::Skirmishers]
                .map(|column| ranged(column, score, shaken, hurt))
        };
        let (hold, back, bad) = (Hold(Disorder::None), Retreat(Disorder::None), Retreat(BAD));
        assert_eq!(row(12, true, true), [hold; 3]);
        assert_eq!(row(10, true, true), [hold; 3]);
        assert_eq!(row(9, true, true), [hold, hold, back]);
        assert_eq!(row(8, true, true), [hold, hold, bad]);
        assert_eq!(row(7, true, true), [hold, back, bad]);
        assert_eq!(row(6, true, true), [HoldOrRetreat, bad, bad]);
        assert_eq!(row(5, true, true), [HoldOrRetreat, bad, Break]);
        assert_eq!(row(5, false, true), [HoldOrRetreat, bad, bad]);
        assert_eq!(row(4, true, true), [bad, Break, Break]);
        assert_eq!(row(4, false, true), [bad, bad, Break]);
        assert_eq!(row(4, false, false), [bad, bad, bad]);
        assert_eq!(row(3, true, true), [Break; 3]);
        assert_eq!(row(3, false, true), [bad, bad, Break]);
        assert_eq!(row(2, false, true), [Break; 3]);
        assert_eq!(row(-4, false, false), [bad, bad, Break]);
    }

    /// HC-TAB-BRK-COMBAT, EX-102, EX-103, HC-BRES-24, HC-BRES-26: every cell, for units that are whole and shaken.
    #[test]
    fn the_combat_table() {
        let row = |score, shaken| {
            [Column::Infantry, Column::Cavalry, Column::Skirmishers]
                .map(|column| combat(column, score, shaken))
        };
        let (hold, good) = (Hold(Disorder::None), GiveGround(Disorder::None));
        let (bad, all) = (GiveGround(BAD), GiveGround(Disorder::All));
        assert_eq!(row(11, true), [hold; 3]);
        assert_eq!(row(10, true), [hold; 3]);
        assert_eq!(row(9, true), [hold, good, bad]);
        assert_eq!(row(8, false), [hold, good, bad]);
        assert_eq!(row(8, true), [hold, good, Break]);
        assert_eq!(row(7, true), [good, bad, Break]);
        assert_eq!(row(6, false), [good, bad, Break]);
        assert_eq!(row(5, false), [bad, all, Break]);
        assert_eq!(row(5, true), [bad, Break, Break]);
        assert_eq!(row(4, false), [all, all, Break]);
        assert_eq!(row(4, true), [Break; 3]);
        assert_eq!(row(3, false), [all, Break, Break]);
        assert_eq!(row(3, true), [Break; 3]);
        assert_eq!(row(2, false), [Break; 3]);
        assert_eq!(row(-6, false), [Break; 3]);
    }
}
