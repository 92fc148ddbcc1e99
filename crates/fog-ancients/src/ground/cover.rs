//! Cover and hiding (20.3): what ground does for those who stand wholly inside it.

use crate::field::{Area, AreaKind};
use crate::ids::BaseId;
use crate::rules::Look;
use aelian_geometry::{Polygon, Rect, Tolerance};

/// FA-TER-22.
pub(super) fn gives_cover(kind: AreaKind) -> bool {
    use AreaKind::*;
    matches!(kind, Plantation | Forest | Village | Vineyards | EnclosedFields)
}

/// FA-TER-09, FA-TER-11, FA-TER-15: trees and houses: one rank shoots, and nobody sees far in them.
pub(super) fn is_close(kind: AreaKind) -> bool {
    matches!(kind, AreaKind::Plantation | AreaKind::Forest | AreaKind::Village)
}

impl Area {
    /// What grows or stands on it and where: the piece itself, or the covering of a hill (FA-TERR-04).
    pub(super) fn growth(&self) -> (AreaKind, &Polygon) {
        match &self.covering {
            Some(covering) => (covering.kind, covering.outline.as_ref().unwrap_or(&self.outline)),
            None => (self.kind, &self.outline),
        }
    }
}

impl Look<'_> {
    /// FA-TER-22: wholly inside ground that gives cover.
    pub fn is_in_cover(&self, base: BaseId) -> bool {
        self.growths(self.state.rect(base)).any(|(kind, inside)| gives_cover(kind) && inside)
    }

    /// FA-SHOOT-31: in a plantation, a forest or a village, where only one rank shoots.
    pub fn is_among_trees(&self, base: BaseId) -> bool {
        self.growths(self.state.rect(base)).any(|(kind, _)| is_close(kind))
    }

    /// FA-LOS-03, FA-LOS-08: within what distance, in MU, something there is visible because of the ground that it
    /// stands wholly inside; infinite where the ground hides nothing. What an ambush marker stands for is hidden as
    /// light foot.
    pub fn visible_within(&self, rect: &Rect, light_foot: bool) -> f64 {
        let hidden = |(kind, inside): (AreaKind, bool)| {
            if inside { self.rules.distances().ground.hides_within(kind, light_foot) } else { None }
        };
        self.growths(rect).filter_map(hidden).fold(f64::INFINITY, f64::min)
    }

    /// Kinds of ground at least partly under a rectangle, and whether it is wholly inside.
    fn growths<'a>(&'a self, rect: &'a Rect) -> impl Iterator<Item = (AreaKind, bool)> {
        let t: Tolerance = self.rules.tolerance;
        self.state.field.areas.iter().filter_map(move |area| {
            let (kind, outline) = area.growth();
            outline.meets_rect(rect, t).then(|| (kind, outline.holds_rect(rect, t)))
        })
    }
}
