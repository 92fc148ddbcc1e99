//! Simple and complex moves (FA-TAB-SCM): the rows of the table, who reads in which column, and what an order is.

use super::choice::{Leg, Turn};
use crate::ids::GroupSet;
use crate::rules::Look;
use crate::settings::Edition;
use crate::troop::{Capability, Training, Troop, TroopType};
use aelian_rulebook::{RuleId, rule};
use serde::Deserialize;

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Row {
    ChargeStraight,
    ChargeWheel,
    DifficultForward,
    Forward,
    DoubleWheel,
    Expand,
    ExpandAdvance,
    ContractAdvance,
    Contract,
    Turn,
    TurnAdvance,
    AboutAdvance,
    AboutAndBack,
    /// FA-V31-18.
    CavalryAboutAndBack,
    SecondMove,
}

/// A cell of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ease {
    Simple,
    Complex,
    Impossible,
}

/// A column of the table, from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    Skirmishers,
    Drilled,
    UndrilledCavalry,
    OtherUndrilled,
}

/// FA-MOVE-09, FA-ALG-13: what an order is by its parts, before distances are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Forward with so many wheels.
    Advance {
        wheels: usize,
    },
    Expansion {
        advance: bool,
    },
    Contraction,
    /// 90 or 180 degrees.
    Turn {
        about: bool,
        advance: bool,
    },
    AboutAndBack,
    /// FA-PD-03.
    PlaceDefences,
    LiftDefences,
    FormOrb,
    LeaveOrb,
    /// FA-ORB-09: straight to its front or rear.
    OrbStep,
    /// FA-CORN-02: only sideways.
    CornerShift,
}

impl Row {
    pub const ALL: [Row; 15] = [
        Row::ChargeStraight,
        Row::ChargeWheel,
        Row::DifficultForward,
        Row::Forward,
        Row::DoubleWheel,
        Row::Expand,
        Row::ExpandAdvance,
        Row::ContractAdvance,
        Row::Contract,
        Row::Turn,
        Row::TurnAdvance,
        Row::AboutAdvance,
        Row::AboutAndBack,
        Row::CavalryAboutAndBack,
        Row::SecondMove,
    ];
}

impl Section {
    /// FA-EXP-04, FA-TURN-08: the section of the table that contains exactly these parts; none if there is no such section.
    pub fn of(legs: &[Leg], orb: bool) -> Option<Section> {
        let is_advance =
            |leg: &Leg| matches!(leg, Leg::Advance { .. } | Leg::Wheel { .. } | Leg::Shift { .. });
        let all_advance = |legs: &[Leg]| legs.iter().all(is_advance);
        Some(match legs {
            [] => return None,
            [Leg::Advance { .. }] if orb => Section::OrbStep,
            [Leg::Shift { .. }] => Section::CornerShift,
            // FA-DEC-57.
            [Leg::PlaceDefences] => Section::PlaceDefences,
            [Leg::LiftDefences] => Section::LiftDefences,
            [Leg::FormOrb] => Section::FormOrb,
            [Leg::LeaveOrb { .. }] => Section::LeaveOrb,
            legs if all_advance(legs) => Section::Advance {
                wheels: legs.iter().filter(|leg| matches!(leg, Leg::Wheel { .. })).count(),
            },
            [Leg::Expand { .. }, rest @ ..] if all_advance(rest) => {
                Section::Expansion { advance: !rest.is_empty() }
            }
            [Leg::Contract { .. }, rest @ ..] | [rest @ .., Leg::Contract { .. }] if all_advance(rest) => {
                Section::Contraction
            }
            [Leg::Turn(Turn::About), rest @ .., Leg::Turn(Turn::About)]
                if !rest.is_empty() && all_advance(rest) =>
            {
                Section::AboutAndBack
            }
            [Leg::Turn(turn), rest @ ..] | [rest @ .., Leg::Turn(turn)] if all_advance(rest) => {
                Section::Turn { about: *turn == Turn::About, advance: !rest.is_empty() }
            }
            _ => return None,
        })
    }

    /// FA-MOVE-15, FA-SHIFT-01: forward moves, to which the limits of advances apply.
    pub fn is_advance(self) -> bool {
        matches!(self, Section::Advance { .. })
    }

    /// FA-MOVE-20: it has an advance besides its own part.
    pub fn advances(self) -> bool {
        match self {
            Section::Advance { .. } | Section::Contraction | Section::AboutAndBack => true,
            Section::Expansion { advance } | Section::Turn { advance, .. } => advance,
            _ => false,
        }
    }

    /// FA-PD-03, FA-ORB-04: what is complex for all, by its rule.
    pub fn complex_for_all(self) -> Option<RuleId> {
        match self {
            Section::PlaceDefences | Section::LiftDefences => Some(rule!("FA-PD-03")),
            Section::FormOrb | Section::LeaveOrb => Some(rule!("FA-ORB-04")),
            _ => None,
        }
    }
}

impl Look<'_> {
    /// FA-CMT-15, FA-MIX-02, FA-BL-15: the worst column that fits any part of the movers.
    pub fn column(&self, who: GroupSet) -> Column {
        who.iter().map(|id| self.column_of(id)).max().unwrap_or(Column::Skirmishers)
    }

    /// FA-MOVE-16, FA-V31-13, FA-V31-63.
    fn column_of(&self, id: crate::ids::GroupId) -> Column {
        let group = self.state.group(id);
        let horse =
            |troop: &Troop| matches!(troop.behaves_as(), TroopType::Cavalry | TroopType::LightChariots);
        if group.is_skirmishers() {
            Column::Skirmishers
        } else if group.counts_as() == Training::Drilled {
            let pikes = self.rules.v31() && group.has_any(Troop::is_pikemen);
            if pikes { Column::UndrilledCavalry } else { Column::Drilled }
        } else if group.is_wholly(horse) {
            Column::UndrilledCavalry
        } else {
            Column::OtherUndrilled
        }
    }

    /// FA-TAB-SCM.
    pub fn ease(&self, row: Row, column: Column) -> Ease {
        self.rules.tables.ease(self.rules.edition, row, column)
    }

    /// FA-V31-18: cavalry and camelry without lances in a single rank, in the 3.1 edition.
    pub fn is_nimble_cavalry(&self, who: GroupSet) -> bool {
        let horse =
            |troop: &Troop| troop.behaves_as() == TroopType::Cavalry && !troop.can(Capability::Lancers);
        self.rules.edition == Edition::V31
            && who.iter().all(|id| self.state.group(id).is_wholly(horse) && self.is_one_deep(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Table;
    use aelian_game::Side;
    use aelian_geometry::Hand;

    const AHEAD: Leg = Leg::Advance { distance: 25.0 };
    const WHEEL: Leg = Leg::Wheel { hand: Hand::Left, degrees: 10.0 };
    const ABOUT: Leg = Leg::Turn(Turn::About);

    /// FA-MOVE-09, FA-ALG-13, FA-EXP-04: one move uses one section of the table.
    #[test]
    fn parts_make_a_section_or_none() {
        let of = |legs: &[Leg]| Section::of(legs, false);
        let expand = Leg::Expand { left: 1, right: 0 };
        let contract = Leg::Contract { left: 1, right: 0 };
        assert_eq!(of(&[AHEAD, WHEEL, AHEAD, WHEEL]), Some(Section::Advance { wheels: 2 }));
        assert_eq!(of(&[expand, AHEAD]), Some(Section::Expansion { advance: true }));
        assert_eq!(of(&[AHEAD, expand]), None);
        assert_eq!(of(&[AHEAD, contract]), Some(Section::Contraction));
        assert_eq!(of(&[AHEAD, contract, AHEAD]), None);
        assert_eq!(of(&[ABOUT, AHEAD, ABOUT]), Some(Section::AboutAndBack));
        assert_eq!(of(&[AHEAD, ABOUT]), Some(Section::Turn { about: true, advance: true }));
        assert_eq!(of(&[expand, contract]), None);
        assert_eq!(of(&[ABOUT, ABOUT]), None);
        assert_eq!(of(&[]), None);
    }

    /// FA-MOVE-16, FA-MIX-02, FA-MIX-07, FA-CMT-15, FA-TROOP-10, FA-ELC-04, FA-ELC-05.
    #[test]
    fn troops_read_in_their_column() {
        let cases = [
            ("LF unprotected undrilled", Column::Skirmishers),
            ("HF armoured drilled", Column::Drilled),
            ("Cv armoured undrilled", Column::UndrilledCavalry),
            ("Cm protected drilled", Column::UndrilledCavalry),
            ("Cm heavily-armoured drilled", Column::OtherUndrilled),
            ("Kn armoured lancers undrilled", Column::OtherUndrilled),
            ("LCh undrilled", Column::UndrilledCavalry),
            ("BWg drilled", Column::OtherUndrilled),
        ];
        let mut table = Table::new();
        for (at, (words, _)) in cases.iter().enumerate() {
            table = table.group(words, Side::Red, words, (4, 4), (5.0 + 8.0 * at as f64, 10.0), 0.0);
        }
        let scene = table.build();
        let column = |name: &str| scene.look().column(GroupSet::one(scene.group(name)));
        for (words, expected) in cases {
            assert_eq!(column(words), expected, "{words}");
        }
        let mixed = [("HF protected drilled", 4), ("LF unprotected bow", 4)];
        let mixed = Table::new().mixed("a", Side::Red, &mixed, 4, (30.0, 20.0), 0.0).build();
        assert_eq!(mixed.look().column(GroupSet::one(mixed.group("a"))), Column::Drilled);
        let both = [scene.group("HF armoured drilled"), scene.group("Kn armoured lancers undrilled")];
        assert_eq!(scene.look().column(both.into_iter().collect()), Column::OtherUndrilled);
    }

    /// FA-MOVE-09, FA-V31-13, FA-V31-18, FA-V31-63.
    #[test]
    fn the_sheet_moves_pikemen_and_lets_cavalry_turn_back() {
        let build = |edition| {
            Table::new()
                .edition(edition)
                .group("pikes", Side::Red, "HF protected pikemen drilled", (8, 2), (20.0, 10.0), 0.0)
                .group("horse", Side::Red, "Cv armoured bow drilled", (4, 4), (40.0, 10.0), 0.0)
                .build()
        };
        let (first, sheet) = (build(Edition::First), build(Edition::V31));
        let pikes = GroupSet::one(first.group("pikes"));
        let horse = GroupSet::one(first.group("horse"));
        assert_eq!(first.look().column(pikes), Column::Drilled);
        assert_eq!(sheet.look().column(pikes), Column::UndrilledCavalry);
        assert!(!first.look().is_nimble_cavalry(horse) && sheet.look().is_nimble_cavalry(horse));
        let ease = |scene: &crate::testing::Scene, row| scene.look().ease(row, Column::Drilled);
        assert_eq!(ease(&first, Row::CavalryAboutAndBack), Ease::Impossible);
        assert_eq!(ease(&sheet, Row::CavalryAboutAndBack), Ease::Complex);
        assert_eq!((ease(&first, Row::Turn), ease(&first, Row::TurnAdvance)), (Ease::Simple, Ease::Complex));
        assert_eq!(first.look().ease(Row::Contract, Column::OtherUndrilled), Ease::Impossible);
    }
}
