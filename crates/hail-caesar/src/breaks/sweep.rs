//! Sweeping advances (60.11, HC-ALG-18).

use crate::choice::Ghost;
use crate::command::Target;
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::UnitId;
use crate::rolls;
use crate::rules::{Look, Rules};
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_rulebook::{Reason, rule};

/// HC-SWEEP-03, HC-SWEEP-15: how many moves a sweeping advance may take.
pub(super) fn moves(_look: Look<'_>, _unit: UnitId) -> u8 {
    2
}

/// HC-SWEEP-02, HC-SWEEP-12, AMB-36: right after the move, 4 to 6 disorders.
pub(super) fn disorder(cx: &mut Cx<'_, Rules>, unit: UnitId) -> Result<(), NeedRoll> {
    if !cx.rules.settings.sweep_disorders || !cx.state().unit(unit).is_on_table() {
        return Ok(());
    }
    let face = rolls::die(cx, rule!("HC-SWEEP-02"))?;
    cx.cite(rule!("HC-SWEEP-02"), || Fact::Roll { unit, face, needed: 4 });
    if face >= 4 {
        super::disordered(cx, unit, rule!("HC-SWEEP-02"));
    }
    Ok(())
}

/// Enemies that it could charge with a sweep.
pub(super) fn targets(_look: Look<'_>, _unit: UnitId) -> Vec<UnitId> {
    Vec::new()
}

/// HC-SWEEP-04, HC-SWEEP-16.
pub(super) fn check(_look: Look<'_>, unit: UnitId, _targets: &[Target]) -> Result<Ghost, Vec<Reason<Fact>>> {
    Err(vec![Reason::new(rule!("HC-SWEEP-04"), Fact::Unit(unit))])
}

pub(super) fn charge(_cx: &mut Cx<'_, Rules>, _unit: UnitId, _targets: &[Target]) -> Result<(), NeedRoll> {
    Ok(())
}

pub(crate) fn after(cx: &mut Cx<'_, Rules>, unit: UnitId) -> Result<(), NeedRoll> {
    let _ = Event::Settled;
    disorder(cx, unit)
}
