//! Casualties (40.7): marking them, becoming shaken, and dropping what lies above the stamina.

use crate::event::Event;
use crate::fact::Fact;
use crate::ids::UnitId;
use crate::rules::{Look, Rules};
use crate::state::Deed;
use aelian_game::Cx;
use aelian_rulebook::rule;

/// What casualties did to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suffered {
    /// HC-CAS-07, AMB-30: how many were marked.
    pub marked: u8,
    pub was_shaken: bool,
    /// HC-CAS-02.
    pub is_shaken: bool,
    /// HC-CAS-04, HC-CRES-06: twice the stamina has been reached.
    pub shattered: bool,
}

/// HC-CAS-01, HC-CAS-02, HC-CAS-03, HC-CAS-04, HC-CAS-07: the unit suffers so many casualties; whoever caused them
/// asks what follows.
pub fn suffer(cx: &mut Cx<'_, Rules>, unit: UnitId, casualties: u8) -> Suffered {
    let look = Look::new(cx.rules, cx.state());
    let stamina = look.card(unit).stats.stamina;
    let (had, most) = (cx.state().unit(unit).casualties, stamina.saturating_mul(2));
    let was_shaken = look.is_shaken(unit);
    let to = had.saturating_add(casualties).min(most.max(had));
    if to != had {
        cx.emit(Event::Casualties { unit, to });
        cx.cite(rule!("HC-CAS-01"), || Fact::Casualties { unit, casualties: to, stamina });
    }
    let is_shaken = to >= stamina;
    if is_shaken && !was_shaken {
        cx.cite(rule!("HC-CAS-02"), || Fact::Casualties { unit, casualties: to, stamina });
        if !cx.state().unit(unit).did(Deed::BeenShaken) {
            cx.emit(Event::Did { unit, deed: Deed::BeenShaken });
        }
    }
    Suffered { marked: to - had, was_shaken, is_shaken, shattered: to >= most }
}

/// HC-CAS-03, HC-BRES-09: what lies above the stamina is taken off when the tests are done.
pub fn drop_excess(cx: &mut Cx<'_, Rules>, unit: UnitId) {
    let stamina = cx.rules.card(unit).stats.stamina;
    if cx.state().unit(unit).casualties > stamina {
        cx.emit(Event::Casualties { unit, to: stamina });
        cx.cite(rule!("HC-BRES-09"), || Fact::Casualties { unit, casualties: stamina, stamina });
    }
}
