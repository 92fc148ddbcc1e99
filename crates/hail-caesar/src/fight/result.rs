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
    let for_draw = |unit: &UnitId| takes_for_draw(look, *unit, behind(look, &round, *unit));
    let draws: Vec<UnitId> = round.units.iter().filter(for_draw).collect();
    let (mut shattered, mut tests) = (Vec::new(), Vec::new());
    for unit in round.units.iter() {
        match Ended::of(look, &round, unit).demand(look, unit) {
            Demand::Shattered => shattered.push(unit),
            Demand::Test(minus) => tests.push(Test { unit, minus, support_of: None }),
            Demand::Spent | Demand::Nothing => {}
        }
    }
    round.excess = excess(look, &round);
    round.tests = tests;
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

/// HC-CRES-05: by how much the side of this unit has lost the round; below 0 it has won it.
fn behind(look: Look<'_>, round: &Round, unit: UnitId) -> i32 {
    match round.winner {
        None => 0,
        Some(winner) if winner == look.side(unit) => -i32::from(round.difference),
        Some(_) => i32::from(round.difference),
    }
}

/// HC-PHAL-01, HC-PHAL-04, EX-91: a phalanx takes a narrow defeat for a draw.
fn takes_for_draw(look: Look<'_>, unit: UnitId, behind: i32) -> bool {
    behind > 0 && behind <= i32::from(look.card(unit).specials.phalanx)
}

/// Its side has lost the round.
fn lost(look: Look<'_>, round: &Round, unit: UnitId) -> bool {
    behind(look, round, unit) > 0
}

/// Its side has lost, and it takes that for a defeat.
pub(super) fn is_defeated(look: Look<'_>, round: &Round, unit: UnitId) -> bool {
    let behind = behind(look, round, unit);
    behind > 0 && !takes_for_draw(look, unit, behind)
}

/// How a round has ended for one of its units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    /// By how much its side has lost; below 0 it has won.
    pub behind: i32,
    /// Casualties that it has now, and those that it suffered in the round.
    pub casualties: u8,
    pub suffered: u8,
}

/// What the result asks of a fighting unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    Nothing,
    /// HC-BRK-20: with so much taken from the dice.
    Test(u8),
    /// HC-CRES-06.
    Shattered,
    /// HC-SCYTH-03: chariots that have fought their one round.
    Spent,
}

impl Ended {
    fn of(look: Look<'_>, round: &Round, unit: UnitId) -> Ended {
        let standing = look.state.unit(unit);
        let (casualties, suffered) = (standing.casualties, standing.combat.suffered);
        Ended { behind: behind(look, round, unit), casualties, suffered }
    }

    /// HC-CRES-06, HC-CRES-07, HC-ENDC-01, HC-ENDC-02, HC-ENDC-04, HC-PHAL-02, HC-PHAL-03, HC-PHAL-07, HC-WAV-02,
    /// HC-SCYTH-03, HC-SHK-05, HC-BRK-07, HC-BRK-08, HC-BRK-11, HC-BRK-20, EX-148.
    pub fn demand(&self, look: Look<'_>, unit: UnitId) -> Demand {
        let card = look.card(unit);
        let for_draw = takes_for_draw(look, unit, self.behind);
        let defeated = self.behind > 0 && !for_draw;
        let shaken_draw = (self.behind == 0 || for_draw) && look.is_shaken_by(unit, self.casualties);
        let wavers = card.has(Special::Wavering) && self.suffered > 0;
        if defeated && look.is_spent_by(unit, self.casualties) {
            Demand::Shattered
        } else if card.has(Special::ScythedChariots) {
            Demand::Spent
        } else if defeated || shaken_draw || wavers {
            Demand::Test(minus(self.behind))
        } else {
            Demand::Nothing
        }
    }
}

/// HC-BRK-19, HC-BRK-21: what a defeat takes from the dice of a test.
pub(super) fn minus(behind: i32) -> u8 {
    behind.clamp(0, i32::from(u8::MAX)) as u8
}

/// HC-REAL-01, HC-REAL-02: casualties above the stamina, of both sides, of the shattered too.
fn excess(look: Look<'_>, round: &Round) -> Vec<(UnitId, u8)> {
    round.units.iter().map(|unit| (unit, look.excess(unit))).filter(|(_, above)| *above > 0).collect()
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
    let minus = minus(behind(look, round, unit));
    // HC-WEDGE-10: a wedge before which it stood has its way free.
    if let Some(wedge) = breaks::before(look, unit) {
        round.burst.insert(wedge);
    }
    let supports: Vec<UnitId> = round.supports_of(unit).map(|support| support.unit).collect();
    for support in supports {
        let known = round.tests.iter().any(|test| test.unit == support);
        if !known && may_test(look, support) {
            round.tests.push(Test { unit: support, minus, support_of: Some(unit) });
        }
    }
}

/// HC-BRK-21, HC-BRK-22: a support that tests when one of those it supports is destroyed; once in a turn.
pub(super) fn may_test(look: Look<'_>, support: UnitId) -> bool {
    let standing = look.state.unit(support);
    standing.is_here() && !standing.combat.tested && !look.card(support).non_combatant
}
