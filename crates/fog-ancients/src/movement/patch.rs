//! Stretches of ground that are not open, as a mover meets them.

use crate::field::{AreaKind, Field, Level};
use crate::ground::level_of;
use aelian_geometry::{Course, Polygon, Rect, Tolerance, Vec2, sweep_polygon, sweep_rotation_polygon};

/// A piece of ground, or a part of one, with one level.
#[derive(Clone, Copy, Debug)]
pub struct Patch<'a> {
    pub ground: Ground,
    level: Level,
    outline: Outline<'a>,
}

/// What the ground is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    Area(AreaKind),
    River,
}

#[derive(Clone, Copy, Debug)]
enum Outline<'a> {
    Area(&'a Polygon),
    River(&'a Course),
}

impl Field {
    /// FA-TER-01, FA-TER-02: all ground that is not open, in the order in which it was laid.
    pub fn patches(&self) -> impl Iterator<Item = Patch<'_>> {
        let areas = self.areas.iter().flat_map(|area| {
            let whole = Patch {
                ground: Ground::Area(area.kind),
                level: level_of(area.kind),
                outline: Outline::Area(&area.outline),
            };
            let covered = area.covering.as_ref().map(|covering| Patch {
                ground: Ground::Area(covering.kind),
                level: level_of(covering.kind),
                outline: Outline::Area(covering.outline.as_ref().unwrap_or(&area.outline)),
            });
            // FA-TER-16, FA-TER-17: a steep hill is what it is; a gentle one is what covers it.
            [Some(whole), covered.filter(|_| area.kind == AreaKind::GentleHill)].into_iter().flatten()
        });
        let rivers = self.rivers.iter().map(|river| Patch {
            ground: Ground::River,
            level: river.level,
            outline: Outline::River(&river.course),
        });
        areas.chain(rivers).filter(|patch| patch.level != Level::Open)
    }
}

impl Patch<'_> {
    /// FA-ELC-03, FA-TER-14: camelry treat soft sand as rough.
    pub fn level_for(&self, troop: &crate::troop::Troop) -> Level {
        if self.ground == Ground::Area(AreaKind::SoftSand) && troop.kind.is_camelry() {
            return Level::Rough;
        }
        self.level
    }

    pub fn level(&self) -> Level {
        self.level
    }

    /// Something in the box between these corners could lie in it.
    pub fn is_near(&self, corners: (Vec2, Vec2)) -> bool {
        match self.outline {
            Outline::Area(area) => area.box_meets(corners),
            Outline::River(river) => river.box_meets(corners),
        }
    }

    /// FA-DIS-02: any part of the rectangle lies in it.
    pub fn meets(&self, rect: &Rect, t: Tolerance) -> bool {
        match self.outline {
            Outline::Area(area) => area.meets_rect(rect, t),
            Outline::River(river) => river.meets_rect(rect, t),
        }
    }

    /// The whole rectangle lies in it.
    pub fn holds(&self, rect: &Rect, t: Tolerance) -> bool {
        match self.outline {
            Outline::Area(area) => area.holds_rect(rect, t),
            Outline::River(river) => river.holds_rect(rect, t),
        }
    }

    /// How far the rectangle can go along this unit vector before it enters.
    pub fn sweep(&self, rect: &Rect, along: Vec2, length: f64, t: Tolerance) -> Option<f64> {
        match self.outline {
            Outline::Area(area) => sweep_polygon(rect, along, length, area, t),
            Outline::River(river) => river.sweep(rect, along, length, t),
        }
    }

    /// How far the rectangle can turn about this point before it enters.
    pub fn sweep_rotation(&self, rect: &Rect, centre: Vec2, angle: f64, t: Tolerance) -> Option<f64> {
        match self.outline {
            Outline::Area(area) => sweep_rotation_polygon(rect, centre, angle, area, t),
            Outline::River(river) => river.sweep_rotation(rect, centre, angle, t),
        }
    }
}
