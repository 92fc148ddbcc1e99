//! Woods (25.2).

use crate::field::AreaKind;
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::rules::Look;
use aelian_geometry::Rect;

impl Look<'_> {
    /// HC-WOOD-01, HC-WOOD-06: infantry and cavalry in open order only.
    pub fn may_enter_woods(&self, unit: UnitId, formation: Formation) -> bool {
        self.is_unhindered(unit, formation)
    }

    /// HC-WOOD-07: any part of it is in a wood, and no road leads it through (HC-TERR-03).
    pub fn is_in_wood(&self, unit: UnitId, formation: Formation, rect: &Rect) -> bool {
        self.is_on(AreaKind::Wood, rect) && !self.is_led_through(unit, formation, rect)
    }
}
