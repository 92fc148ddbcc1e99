//! The result of a round (55.11, 55.13): who won, who is shattered, who must test, and what is remembered of it.

use super::round::{Round, Test, keep};
use crate::breaks;
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{UnitId, UnitSet};
use crate::rules::{Look, Rules};
use crate::state::{Combat, Deed};
use crate::troop::Special;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Side};
use aelian_rulebook::rule;

/// HC-CRES-01, HC-CRES-02, HC-CRES-03, HC-CRES-04, HC-CRES-05, HC-CRES-06, HC-CRES-07, HC-CRES-08, HC-CRES-09,
/// HC-ALG-14 (1) to (3).
pub(super) fn resolve(cx: &mut Cx<'_, Rules>, mut round: Round) -> Result<(), NeedRoll> {
    let [red, blue] = round.inflicted;
    round.winner = match red.cmp(&blue) {
        std::cmp::Ordering::Greater => Some(Side::Red),
        std::cmp::Ordering::Less => Some(Side::Blue),
        std::cmp::Ordering::Equal => None,
    };
    round.difference = red.abs_diff(blue);
    cx.cite(rule!("HC-CRES-05"), || Fact::Result { red, blue });
    let look = Look::new(cx.rules, cx.state());
    let draws: Vec<UnitId> = round.units.iter().filter(|unit| takes_for_draw(look, &round, *unit)).collect();
    let shattered: Vec<UnitId> =
        round.units.iter().filter(|unit| is_shattered(look, &round, *unit)).collect();
    round.excess = excess(look, &round);
    round.tests = tests(look, &round, &shattered);
    let scythed = scythed_victims(look, &round);
    let remembered: Vec<(UnitId, Combat)> =
        round.units.iter().map(|unit| (unit, remembers(look, &round, unit))).collect();
    let fought: UnitSet = round.units;
    round.victors = remembered.iter().filter(|(_, combat)| combat.won).map(|(unit, _)| *unit).collect();
    round.step = super::Step::Reallocate;
    for unit in &shattered {
        queue_supports(look, &mut round, *unit);
    }
    keep(cx, round);
    for unit in draws {
        cx.cite(rule!("HC-PHAL-01"), || Fact::Unit(unit));
    }
    for (unit, is) in remembered {
        cx.emit(Event::Combat { unit, is });
    }
    for unit in fought.iter().filter(|unit| !cx.state().unit(*unit).did(Deed::Blooded)).collect::<Vec<_>>() {
        cx.emit(Event::Did { unit, deed: Deed::Blooded });
    }
    for unit in scythed {
        breaks::disordered(cx, unit, rule!("HC-SCYTH-04"));
    }
    for unit in shattered {
        breaks::destroy(cx, unit, rule!("HC-CRES-06"));
    }
    Ok(())
}

/// HC-PHAL-01, HC-PHAL-04, EX-91: a phalanx takes a narrow defeat for a draw.
pub(super) fn takes_for_draw(look: Look<'_>, round: &Round, unit: UnitId) -> bool {
    let level = look.card(unit).specials.phalanx;
    level > 0 && lost(look, round, unit) && round.difference <= level
}

/// Its side has lost the round.
fn lost(look: Look<'_>, round: &Round, unit: UnitId) -> bool {
    round.winner.is_some_and(|winner| winner != look.side(unit))
}

/// Its side has lost, and it takes that for a defeat.
pub(super) fn is_defeated(look: Look<'_>, round: &Round, unit: UnitId) -> bool {
    lost(look, round, unit) && !takes_for_draw(look, round, unit)
}

/// HC-CRES-06, HC-CRES-07, HC-PHAL-07, EX-148: defeated, with twice its stamina of casualties.
fn is_shattered(look: Look<'_>, round: &Round, unit: UnitId) -> bool {
    let stamina = look.card(unit).stats.stamina;
    is_defeated(look, round, unit) && look.state.unit(unit).casualties >= stamina.saturating_mul(2)
}

/// HC-REAL-01, HC-REAL-02: casualties above the stamina, of both sides, of the shattered too.
fn excess(look: Look<'_>, round: &Round) -> Vec<(UnitId, u8)> {
    let above = |unit: UnitId| look.state.unit(unit).casualties.saturating_sub(look.card(unit).stats.stamina);
    round.units.iter().map(|unit| (unit, above(unit))).filter(|(_, above)| *above > 0).collect()
}

/// HC-ENDC-01, HC-ENDC-02, HC-ENDC-04, HC-PHAL-02, HC-PHAL-03, HC-WAV-02, HC-SCYTH-03, HC-SHK-05, HC-BRK-07,
/// HC-BRK-08, HC-BRK-11, HC-BRK-20: which fighting units test, with what taken from the dice.
fn tests(look: Look<'_>, round: &Round, shattered: &[UnitId]) -> Vec<Test> {
    let mut found = Vec::new();
    for unit in round.units.iter().filter(|unit| !shattered.contains(unit)) {
        let card = look.card(unit);
        if card.has(Special::ScythedChariots) {
            continue;
        }
        let draws = round.winner.is_none() || takes_for_draw(look, round, unit);
        let shaken_draw = draws && look.is_shaken(unit);
        let wavers = card.has(Special::Wavering) && look.state.unit(unit).combat.suffered > 0;
        if is_defeated(look, round, unit) || shaken_draw || wavers {
            let minus = if lost(look, round, unit) { round.difference } else { 0 };
            found.push(Test { unit, minus, support_of: None });
        }
    }
    found
}

/// HC-SCYTH-04: the enemies of scythed chariots that lost.
fn scythed_victims(look: Look<'_>, round: &Round) -> Vec<UnitId> {
    let scythed = |unit: UnitId| look.card(unit).has(Special::ScythedChariots);
    let victims = round.units.iter().filter(|unit| lost(look, round, *unit));
    victims.filter(|unit| look.state.foes(*unit).any(scythed)).collect()
}

/// HC-ENG-10, HC-HIT-H03, HC-HIT-H04, HC-BLDG-16, HC-PHAL-06, AMB-40: what a unit remembers of this round.
fn remembers(look: Look<'_>, round: &Round, unit: UnitId) -> Combat {
    let old = look.state.unit(unit).combat;
    let beaten = |foe: UnitId| is_defeated(look, round, foe);
    let won = round.winner == Some(look.side(unit)) && look.state.foes(unit).any(beaten);
    Combat {
        rounds: old.rounds.saturating_add(1),
        charged: false,
        won,
        moved: false,
        covered: old.covered && !is_defeated(look, round, unit),
        no_bonus: false,
        closed: false,
        suffered: 0,
        tested: old.tested,
    }
}

/// HC-ENDC-03, HC-BRK-09, HC-BRK-21, HC-BRK-22, HC-GIVE-12, HC-SUPM-03: the supports of a destroyed unit test with
/// the same difference; each once in a turn.
pub(crate) fn queue_supports(look: Look<'_>, round: &mut Round, unit: UnitId) {
    let minus = if lost(look, round, unit) { round.difference } else { 0 };
    // HC-WEDGE-10: a wedge before which it stood has its way free.
    if let Some(wedge) = breaks::before(look, unit) {
        round.burst.insert(wedge);
    }
    let supports: Vec<UnitId> = round.supports_of(unit).map(|support| support.unit).collect();
    for support in supports {
        let standing = look.state.unit(support);
        let known = round.tests.iter().any(|test| test.unit == support);
        if standing.is_here() && !known && !standing.combat.tested && !look.card(support).non_combatant {
            round.tests.push(Test { unit: support, minus, support_of: Some(unit) });
        }
    }
}
