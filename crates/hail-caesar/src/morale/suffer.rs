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

/// HC-CAS-04, HC-CAS-07, HC-CRES-06: the casualties that a unit has after so many more: at most twice its stamina.
pub fn marked(look: Look<'_>, unit: UnitId, casualties: u8) -> u8 {
    let (had, stamina) = (look.state.unit(unit).casualties, look.card(unit).stats.stamina);
    had.saturating_add(casualties).min(stamina.saturating_mul(2).max(had))
}

/// HC-CAS-01, HC-CAS-02, HC-CAS-03, HC-CAS-04, HC-CAS-07: the unit suffers so many casualties; whoever caused them
/// asks what follows.
pub fn suffer(cx: &mut Cx<'_, Rules>, unit: UnitId, casualties: u8) -> Suffered {
    let look = Look::new(cx.rules, cx.state());
    let stamina = look.card(unit).stats.stamina;
    let (had, to) = (cx.state().unit(unit).casualties, marked(look, unit, casualties));
    let (was_shaken, is_shaken, shattered) =
        (look.is_shaken(unit), look.is_shaken_by(unit, to), look.is_spent_by(unit, to));
    if to != had {
        cx.emit(Event::Casualties { unit, to });
        cx.cite(rule!("HC-CAS-01"), || Fact::Casualties { unit, casualties: to, stamina });
    }
    if is_shaken && !was_shaken {
        cx.cite(rule!("HC-CAS-02"), || Fact::Casualties { unit, casualties: to, stamina });
        if !cx.state().unit(unit).did(Deed::BeenShaken) {
            cx.emit(Event::Did { unit, deed: Deed::BeenShaken });
        }
    }
    Suffered { marked: to - had, was_shaken, is_shaken, shattered }
}

/// HC-CAS-03, HC-BRES-09: what lies above the stamina is taken off when the tests are done.
pub fn drop_excess(cx: &mut Cx<'_, Rules>, unit: UnitId) {
    let stamina = cx.rules.card(unit).stats.stamina;
    if cx.state().unit(unit).casualties > stamina {
        cx.emit(Event::Casualties { unit, to: stamina });
        cx.cite(rule!("HC-BRES-09"), || Fact::Casualties { unit, casualties: stamina, stamina });
    }
}
