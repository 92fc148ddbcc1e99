//! Who cannot charge whom (50.2).

use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::position::Quarter;
use crate::rules::Look;
use crate::troop::{Class, Special};
use aelian_rulebook::{Reason, rule};

/// HC-NOCH-01, HC-NOCH-02, HC-NOCH-03, HC-NOCH-04, HC-NOCH-05, HC-NOCH-06, HC-NOCH-07, HC-NOCH-08, HC-NOCH-09,
/// HC-NOCH-10, HC-NOCH-11, HC-NOCH-12, HC-NOCH-13, HC-NOCH-12: every rule that keeps a unit from charging this
/// enemy from where it stands; empty if it may.
pub fn forbidden(look: Look<'_>, unit: UnitId, target: UnitId) -> Vec<Reason<Fact>> {
    let mut reasons = never(look, unit);
    reasons.extend(at(look, unit, target, look.quarter_in(unit, target)));
    reasons
}

/// HC-NOCH-02, HC-NOCH-03, HC-NOCH-04, HC-NOCH-05, HC-NOCH-06, HC-NOCH-11, HC-NOCH-13: what keeps a unit from
/// charging anybody.
pub fn never(look: Look<'_>, unit: UnitId) -> Vec<Reason<Fact>> {
    let mut reasons = unfit(look, unit);
    if look.is_engaged(unit) {
        reasons.push(Reason { rule: rule!("HC-NOCH-02"), fact: Fact::Unit(unit) });
    }
    if look.is_of_broken_division(unit) {
        reasons.push(Reason { rule: rule!("HC-NOCH-11"), fact: Fact::Unit(unit) });
    }
    reasons
}

/// HC-NOCH-03, HC-NOCH-04, HC-NOCH-05, HC-COL-09, HC-SQ-11, HC-NOCH-06, HC-NOCH-13, HC-CCH-03, HC-CCH-13, HC-SHK-02, HC-DIS-05,
/// HC-DIS-07: what keeps it even from a
/// countercharge; a broken division does not.
pub fn unfit(look: Look<'_>, unit: UnitId) -> Vec<Reason<Fact>> {
    let standing = look.state.unit(unit);
    let mut reasons = Vec::new();
    let mut no = |rule, fact| reasons.push(Reason { rule, fact });
    if look.is_disordered(unit) {
        no(rule!("HC-NOCH-03"), Fact::Unit(unit));
    }
    if look.is_shaken(unit) {
        no(rule!("HC-NOCH-04"), Fact::Unit(unit));
    }
    let stiff = matches!(standing.formation, Formation::Column | Formation::Square);
    if stiff && !standing.is_in_block() {
        no(rule!("HC-NOCH-05"), Fact::FormationIs { unit, formation: standing.formation });
    }
    let class = look.class(unit);
    if class.is_artillery() {
        no(rule!("HC-NOCH-06"), Fact::Unit(unit));
    }
    if class == Class::Baggage {
        no(rule!("HC-NOCH-13"), Fact::Unit(unit));
    }
    reasons
}

/// HC-NOCH-07, HC-NOCH-09, HC-NOCH-10, HC-BLDG-22, HC-PIKE-01, HC-SHK-13, HC-DIS-14: what keeps a unit from charging
/// this enemy on this side.
pub fn at(look: Look<'_>, unit: UnitId, target: UnitId, quarter: Quarter) -> Vec<Reason<Fact>> {
    let mut reasons = Vec::new();
    let (own, enemy) = (look.class(unit), look.class(target));
    let (standing, there) = (look.state.unit(unit), look.state.unit(target));
    let pair = Fact::Pair { unit, other: target };
    let soldiers = enemy.is_infantry() || enemy.is_cavalry();
    if standing.is_open() && soldiers && !there.is_open() && !there.is_in_block() {
        reasons.push(Reason { rule: rule!("HC-NOCH-07"), fact: pair.clone() });
    }
    if (own.is_cavalry() || own.is_chariots()) && is_hedge(look, target, quarter) {
        let scythed = look.card(unit).has(Special::ScythedChariots);
        if !scythed && !look.is_unsteady(target) {
            reasons.push(Reason { rule: rule!("HC-NOCH-09"), fact: pair.clone() });
        }
    }
    if there.is_in_block() && !own.is_infantry() {
        reasons.push(Reason { rule: rule!("HC-NOCH-10"), fact: pair });
    }
    reasons
}

/// HC-PIKE-01, HC-PIKE-03, HC-SQ-12: on this side it is a front of pikes: of a phalanx, or any side of a square.
pub fn is_hedge(look: Look<'_>, unit: UnitId, quarter: Quarter) -> bool {
    let standing = look.state.unit(unit);
    let drawn_up = match standing.formation {
        Formation::Phalanx => quarter == Quarter::Front,
        Formation::Square => true,
        _ => false,
    };
    drawn_up && look.card(unit).has(Special::Pikes) && !standing.is_in_block()
}
