//! What those shot at do about it (40.5): who has to test, in which order, and the risk of commanders with them.

use super::{Barrage, RangedChoice, RangedPrompt};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::{CommanderId, UnitId, UnitSet};
use crate::rules::{Look, Rules};
use crate::state::Deed;
use crate::troop::Special;
use crate::{breaks, commander, morale};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Verdict};
use aelian_rulebook::{RuleId, rule};

impl Look<'_> {
    pub(super) fn barrage(&self, unit: UnitId) -> Option<Barrage> {
        self.state.barrages.iter().find(|barrage| barrage.target == unit).copied()
    }

    /// HC-RTRIG-01, HC-RTRIG-02, HC-RTRIG-03, HC-RTRIG-04, HC-RTRIG-05, HC-RTRIG-06, HC-RTRIG-07, HC-RTRIG-08,
    /// HC-RTRIG-09, HC-RTRIG-10, HC-SHK-06, HC-SCN-04: the rule by which a unit has to test for what was shot at
    /// it.
    pub fn must_test(&self, barrage: &Barrage) -> Option<RuleId> {
        self.must_test_if(barrage, self.is_shaken(barrage.target))
    }

    /// The same of one that were so shaken.
    pub(super) fn must_test_if(&self, barrage: &Barrage, shaken: bool) -> Option<RuleId> {
        let unit = barrage.target;
        let standing = self.state.unit(unit);
        if !standing.is_on_table() || standing.did(Deed::Tested) {
            return None;
        }
        barrage.calls(shaken, self.card(unit).has(Special::Wavering))
    }

    /// HC-CRISK-05, HC-SHK-12: the commander with a unit that was shaken by shots, or suffered more of them.
    fn at_risk(&self, barrage: &Barrage) -> Option<CommanderId> {
        let unit = barrage.target;
        let shaken = self.state.unit(unit).is_on_table() && self.is_shaken(unit) && barrage.casualties > 0;
        if shaken { self.state.commander_with(unit) } else { None }
    }

    /// HC-TGT-21: those who still have to test in this part.
    pub(crate) fn testing(&self) -> UnitSet {
        self.state.barrages.iter().filter(|one| self.must_test(one).is_some()).map(|one| one.target).collect()
    }
}

impl Barrage {
    /// HC-BRK-17, HC-SCN-04: what is taken from the dice of the test, with so many casualties above the stamina.
    pub(super) fn minus(&self, excess: u8) -> u8 {
        excess + u8::from(self.napfa)
    }

    /// HC-RTRIG-01, HC-RTRIG-02, HC-RTRIG-03, HC-RTRIG-04, HC-RTRIG-09, HC-WAV-01, HC-SCN-04: the rule by which
    /// these shots call for a test of a
    /// unit that now is so.
    pub fn calls(&self, is_shaken: bool, wavering: bool) -> Option<RuleId> {
        let hurt = self.casualties > 0;
        if self.sixes > 0 {
            Some(rule!("HC-RTRIG-01"))
        } else if self.needed_sixes >= 2 {
            Some(rule!("HC-RTRIG-02"))
        } else if is_shaken && !self.was_shaken && hurt {
            Some(rule!("HC-RTRIG-03"))
        } else if self.was_shaken && hurt {
            Some(rule!("HC-RTRIG-04"))
        } else if hurt && wavering {
            Some(rule!("HC-WAV-01"))
        } else {
            (hurt && self.napfa).then_some(rule!("HC-SCN-04"))
        }
    }
}

/// The stage of commanders (HC-ALG-10): one roll at a time.
pub(super) fn next_risk(look: Look<'_>) -> Asked {
    first_at_risk(look).map(|_| Next::Forced(Choice::Proceed))
}

fn first_at_risk(look: Look<'_>) -> Option<(UnitId, CommanderId)> {
    let open = look.state.barrages.iter().filter(|one| !look.state.dealt.contains(one.target));
    open.filter_map(|one| look.at_risk(one).map(|commander| (one.target, commander))).next()
}

pub(super) fn resolve_risk(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let Some((unit, commander)) = first_at_risk(Look::new(cx.rules, cx.state())) else { return Ok(()) };
    risk(cx, commander)?;
    cx.emit(Event::Dealt(unit));
    Ok(())
}

/// HC-CRISK-05, HC-CRISK-06: 12 hits him.
fn risk(cx: &mut Cx<'_, Rules>, commander: CommanderId) -> Result<(), NeedRoll> {
    use commander::risk::{self, Blow};
    if risk::at_risk(cx, commander, 0, Blow::Shots)? {
        risk::hit(cx, commander, Blow::Shots)?;
    }
    Ok(())
}

/// The stage of tests (HC-TGT-21): the active player says who tests next.
pub(super) fn next_test(look: Look<'_>) -> Asked {
    let units = look.testing();
    let (side, prompt) = (look.active(), Prompt::Ranged(RangedPrompt::Test { units }));
    match units.len() {
        0 => None,
        1 => Some(Next::Only { side, prompt, choice: Choice::Proceed }),
        _ => Some(Next::Ask { side, prompt }),
    }
}

pub(super) fn check_test(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    let units = look.testing();
    match choice {
        Choice::Proceed if units.len() == 1 => Verdict::legal(Ghost::default()),
        Choice::Ranged(RangedChoice::Test(unit)) if !units.is_empty() => {
            if units.contains(*unit) {
                Verdict::legal(Ghost { targets: UnitSet::one(*unit), ..Ghost::default() })
            } else {
                Verdict::refused(rule!("HC-TGT-21"), Fact::Unit(*unit))
            }
        }
        _ => not_asked(choice),
    }
}

pub(super) fn resolve_test(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let unit = match choice {
        Choice::Ranged(RangedChoice::Test(unit)) => Some(*unit),
        _ => Look::new(cx.rules, cx.state()).testing().first(),
    };
    match unit {
        Some(unit) => answer(cx, unit),
        None => Ok(()),
    }
}

/// HC-RTRIG-05, HC-CLOS-07, HC-TRAV-07: the unit answers for what was shot at it: a test if one is due; what lies above
/// its stamina is dropped in any case.
pub(super) fn answer(cx: &mut Cx<'_, Rules>, unit: UnitId) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let Some(barrage) = look.barrage(unit) else { return Ok(()) };
    let due = look.must_test(&barrage);
    cx.emit(Event::BarrageOver(unit));
    match due {
        Some(rule) => {
            cx.cite(rule, || Fact::Unit(unit));
            breaks::test_ranged_with(cx, unit, barrage.by, barrage.minus(0))
        }
        None => {
            morale::drop_excess(cx, unit);
            Ok(())
        }
    }
}

/// Outside the Ranged Attacks part: the risk of a commander, then the test, at once.
pub(super) fn answer_at_once(cx: &mut Cx<'_, Rules>, unit: UnitId) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let commander = look.barrage(unit).and_then(|barrage| look.at_risk(&barrage));
    if let Some(commander) = commander {
        risk(cx, commander)?;
    }
    answer(cx, unit)
}
