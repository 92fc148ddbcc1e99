//! The outcome tables (65.6): what happens to the side that scored less.

use super::circumstances::Case;
use crate::fact::{Difference, OutcomeKind};
use crate::ground::Going;
use crate::troop::{Troop, TroopType, Weapon};
use OutcomeKind::{Destroyed, Flee, NoEffect, Recoil, Spent};
use TroopType::{Ax, Bd, Bg, Bw, Cm, Cv, El, HCh, Hd, LCh, LH, Pk, Ps, Sp, Wb};
use aelian_rulebook::{RuleId, rule};

/// What a difference means for the loser: the outcome, the row that gave it, and the rule that changed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fate {
    pub outcome: OutcomeKind,
    pub row: RuleId,
    pub instead: Option<RuleId>,
}

/// BB-OUT-01, BB-OUT-02, BB-OUT-03, BB-OUT-04: how much the loser, with this factor, was beaten by.
pub fn difference(beaten_by: i32, factor: i32) -> Difference {
    match beaten_by {
        ..=0 => Difference::None,
        by if by < factor => Difference::Small,
        by if by < 2 * factor => Difference::Big,
        _ => Difference::VeryBig,
    }
}

/// BB-OUT-05: the first statement that fits in the row of the loser's type, else the "any" row.
pub fn fate(case: &Case<'_>, difference: Difference) -> Fate {
    let (table, any, otherwise): (&[Row], _, _) = match difference {
        Difference::None => return Fate { outcome: NoEffect, row: rule!("BB-OUT-01"), instead: None },
        Difference::Small => (&SMALL, rule!("BB-OUT-21"), Recoil),
        Difference::Big => (&BIG, rule!("BB-OUT-41"), Destroyed),
        Difference::VeryBig => (&VERY_BIG, rule!("BB-OUT-51"), Destroyed),
    };
    if !case.can_suffer() {
        return Fate { outcome: NoEffect, row: rule!("BB-OUT-06"), instead: None };
    }
    let loser = case.own.troop.kind;
    let found = table.iter().filter(|row| row.loser.contains(&loser)).find_map(|row| row.read(case));
    let (row, outcome) = found.unwrap_or((any, otherwise));
    changed(case, Fate { outcome, row, instead: None })
}

/// BB-OUT-62 to BB-OUT-64: waders do not flee, and who is attacked in flank or rear cannot get away.
fn changed(case: &Case<'_>, fate: Fate) -> Fate {
    let instead = |outcome, rule| Fate { outcome, instead: Some(rule), ..fate };
    match fate.outcome {
        Flee if case.own.wader => instead(Spent, rule!("BB-OUT-62")),
        Recoil if case.own.held => instead(Destroyed, rule!("BB-OUT-63")),
        Flee if case.own.held => instead(Destroyed, rule!("BB-OUT-64")),
        _ => fate,
    }
}

/// A row of a table: for these losers the first statement whose condition holds.
struct Row {
    loser: &'static [TroopType],
    rule: RuleId,
    statements: &'static [Statement],
}

type Statement = (fn(&Case<'_>) -> bool, OutcomeKind);

impl Row {
    fn read(&self, case: &Case<'_>) -> Option<(RuleId, OutcomeKind)> {
        let fits = self.statements.iter().find(|(condition, _)| condition(case));
        fits.map(|(_, outcome)| (self.rule, *outcome))
    }
}

const fn row(loser: &'static [TroopType], rule: RuleId, statements: &'static [Statement]) -> Row {
    Row { loser, rule, statements }
}

/// BB-OUT-20: the table of small differences. What is not listed recoils (BB-OUT-21); so do Wb and Cm, which
/// have no row (BB-OUT-33). A Bg is destroyed by any difference and never recoils (BB-OUT-09).
/// Ground does not matter to El beaten by Ax or Ps (BB-OUT-66).
const SMALL: [Row; 12] = [
    row(&[Bg], rule!("BB-OUT-22"), &[(always, Destroyed)]),
    row(&[Hd], rule!("BB-OUT-23"), &[(by_el_hch_wb, Destroyed), (always, NoEffect)]),
    row(&[Bd, Pk, Sp], rule!("BB-OUT-24"), &[(by_el_hch_wb, Destroyed)]),
    row(&[Bw], rule!("BB-OUT-25"), &[(by_mounted_in_their_good_going, Destroyed)]),
    row(&[Ax], rule!("BB-OUT-26"), &[(|case| by(case, &[HCh]), Destroyed)]),
    row(
        &[Ps],
        rule!("BB-OUT-27"),
        &[
            (|case| by(case, &[Cv, LCh, LH, HCh]) && case.own.in_good_going(), Destroyed),
            (|case| case.own.in_good_going() && !by(case, &[Ps, El]), Flee),
        ],
    ),
    row(&[El], rule!("BB-OUT-28"), &[(|case| by(case, &[Ax, Ps]), Destroyed)]),
    row(&[Cv], rule!("BB-OUT-29"), &[(by_camels_in_dunes, Recoil), (fights_in_difficult, Flee)]),
    row(
        &[LH],
        rule!("BB-OUT-30"),
        &[
            (by_camels_in_dunes, Recoil),
            (fights_in_difficult, Flee),
            (|case| case.own.in_good_going() && !case.enemy.troop.kind.is_skirmisher(), Flee),
        ],
    ),
    row(&[LCh], rule!("BB-OUT-31"), &[(fights_in_difficult, Destroyed)]),
    row(&[HCh], rule!("BB-OUT-32"), &[(|case| fights_in_difficult(case) || by(case, &[El]), Destroyed)]),
    row(&[Wb, Cm], rule!("BB-OUT-33"), &[(always, Recoil)]),
];

/// BB-OUT-40: the table of big differences. What is not listed is destroyed (BB-OUT-41).
const BIG: [Row; 3] = [
    row(
        &[Ps],
        rule!("BB-OUT-42"),
        &[
            (|case| case.enemy.troop.kind.is_heavy_infantry() && !by(case, &[Bw]), Spent),
            (|case| by(case, &[El]), Recoil),
            (|case| fights_in_difficult(case) && case.enemy.troop.kind.is_mounted(), Flee),
        ],
    ),
    row(&[Cv, LCh], rule!("BB-OUT-43"), &[(|case| case.own.in_good_going() && by(case, &[Pk, Sp]), Spent)]),
    row(
        &[LH],
        rule!("BB-OUT-44"),
        &[
            (fights_in_difficult, Flee),
            (|case| case.in_close_combat() && is_caught_by(&case.enemy.troop), Spent),
        ],
    ),
];

/// BB-OUT-50: the table of very big differences. What is not listed is destroyed (BB-OUT-51).
const VERY_BIG: [Row; 1] = [row(&[Ps], rule!("BB-OUT-52"), &[(|case| by(case, &[El]), Flee)])];

fn always(_case: &Case<'_>) -> bool {
    true
}

fn by(case: &Case<'_>, winners: &[TroopType]) -> bool {
    winners.contains(&case.enemy.troop.kind)
}

fn by_el_hch_wb(case: &Case<'_>) -> bool {
    by(case, &[El, HCh, Wb])
}

/// BB-OUT-61, BB-TER-37: the ground under the Bw counts as the mounted see it.
fn by_mounted_in_their_good_going(case: &Case<'_>) -> bool {
    case.enemy.troop.kind.is_mounted() && case.own.going_for_enemy == Going::Good
}

fn by_camels_in_dunes(case: &Case<'_>) -> bool {
    by(case, &[Cm]) && case.own.dunes
}

/// BB-OUT-60, BB-OUT-65: statements limited to close combat do not speak of shots.
fn fights_in_difficult(case: &Case<'_>) -> bool {
    case.in_close_combat() && case.own.in_difficult_going()
}

/// BB-OUT-67: infantry before which LH are spent: all but Bw, and Ps only without bows, crossbows or slings.
fn is_caught_by(winner: &Troop) -> bool {
    let shoots = matches!(winner.weapon, Weapon::Bow | Weapon::Crossbow | Weapon::Sling);
    winner.kind.is_infantry() && winner.kind != Bw && !(winner.kind == Ps && shoots)
}
