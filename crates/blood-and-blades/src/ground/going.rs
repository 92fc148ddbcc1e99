//! Going (30.1, 30.2): good, rough, difficult or impassable, as each troop type sees it.

use crate::field::{Area, AreaKind, Size};
use crate::rules::Look;
use crate::settings::DunesGoing;
use crate::troop::Troop;
use aelian_geometry::{Rect, Vec2, sweep_convex, sweep_polygon, sweep_rotation_polygon};
use serde::{Deserialize, Serialize};

/// BB-TER-03: from best to worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Going {
    #[default]
    Good,
    Rough,
    Difficult,
    Impassable,
}

/// A place on a path where the ground under a base gets worse than it was so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoingChange {
    /// Distance along a straight path in mm; for a turn, the angle in radians without its sign.
    pub at: f64,
    pub going: Going,
}

/// BB-TER-04, BB-TER-11, BB-TER-13, BB-TER-14, BB-TER-35, BB-TER-36, BB-TER-38, BB-TER-39: the going of an
/// area feature for these troops. The size of a BUA decides its going (BB-SET-55).
pub fn going_of(kind: AreaKind, size: Size, troop: &Troop, dunes: DunesGoing) -> Going {
    use AreaKind::*;
    match kind {
        GentleHill | Fields => Going::Good,
        Brush | BrushHill => Going::Rough,
        Rocky | Marsh | Gully | RockyHill => rough_but_for_camels(troop),
        BuiltUpArea if size == Size::Small => rough_but_for_camels(troop),
        BuiltUpArea | Orchard | Vines | Woods => Going::Difficult,
        SteepHill | SteepBrushHill | SteepRockyHill => Going::Difficult,
        Dunes => going_of_dunes(troop, dunes),
        Lake | Waterway => Going::Impassable,
    }
}

/// BB-TER-38, AMB-77: setting `dunes_going`.
fn going_of_dunes(troop: &Troop, dunes: DunesGoing) -> Going {
    match dunes {
        DunesGoing::DifficultButGoodForCamels if troop.is_camel() => Going::Good,
        DunesGoing::DifficultButGoodForCamels | DunesGoing::Difficult => Going::Difficult,
        DunesGoing::Rough => rough_but_for_camels(troop),
    }
}

/// BB-TER-35, BB-TRP-29: Cm and LH(X) count every RGo but brush as DGo.
pub(super) fn rough_but_for_camels(troop: &Troop) -> Going {
    if troop.is_camel() { Going::Difficult } else { Going::Rough }
}

impl<'a> Look<'a> {
    /// BB-GEO-11, BB-TER-01, BB-TER-37: the worst going under a rectangle, even partially, as these troops
    /// count it.
    pub fn going_under(&self, rect: &Rect, troop: &Troop) -> Going {
        let areas = self.areas_under(rect).map(|area| self.going_in(area, troop)).max();
        let water = self.water_under(rect, troop);
        areas.unwrap_or_default().max(water).max(self.stream_under(rect, troop))
    }

    /// BB-MOVE-10, BB-ALG-05: where the going gets worse on a straight path along a unit vector, in order
    /// of distance. What lies under the start is not in the list: see `going_under`.
    pub fn going_along(
        &self,
        rect: &Rect,
        along: Vec2,
        length: f64,
        troop: &Troop,
        out: &mut Vec<GoingChange>,
    ) {
        out.clear();
        if !(along.is_finite() && length.is_finite() && length >= 0.0) {
            return;
        }
        let tolerance = self.rules.tolerance;
        for area in self.state.field.areas.iter().filter(|area| !area.kind.is_impassable()) {
            let going = self.going_in(area, troop);
            let entry = || sweep_polygon(rect, along, length, &area.outline, tolerance);
            if going > Going::Good
                && let Some(at) = entry()
            {
                out.push(GoingChange { at, going });
            }
        }
        self.water_along(rect, along, length, troop, out);
        self.streams_along(rect, along, length, troop, out);
        self.keep_worse(rect, troop, out);
    }

    /// BB-MOVE-10: where the going gets worse while a rectangle turns about a point (radians, clockwise
    /// positive), in order of the angle.
    pub fn going_turning(
        &self,
        rect: &Rect,
        centre: Vec2,
        angle: f64,
        troop: &Troop,
        out: &mut Vec<GoingChange>,
    ) {
        out.clear();
        if !(centre.is_finite() && angle.is_finite()) {
            return;
        }
        let tolerance = self.rules.tolerance;
        for area in self.state.field.areas.iter().filter(|area| !area.kind.is_impassable()) {
            let going = self.going_in(area, troop);
            let entry = || sweep_rotation_polygon(rect, centre, angle, &area.outline, tolerance);
            if going > Going::Good
                && let Some(at) = entry()
            {
                out.push(GoingChange { at: at.abs(), going });
            }
        }
        self.water_turning(rect, centre, angle, troop, out);
        self.streams_turning(rect, centre, angle, troop, out);
        self.keep_worse(rect, troop, out);
    }

    /// BB-GEO-11: whether any part of the rectangle lies in a feature of this kind.
    pub fn partly_in(&self, rect: &Rect, kind: AreaKind) -> bool {
        self.partly_in_any(rect, |area| area.kind == kind)
    }

    /// BB-GEO-11: whether any part of the rectangle lies in a feature of which `wanted` is true.
    pub fn partly_in_any(&self, rect: &Rect, wanted: impl Fn(&Area) -> bool) -> bool {
        self.areas_under(rect).any(wanted)
    }

    /// BB-GEO-11: whether the whole rectangle lies in one feature of this kind.
    pub fn wholly_in(&self, rect: &Rect, kind: AreaKind) -> bool {
        self.wholly_in_any(rect, |area| area.kind == kind)
    }

    /// BB-GEO-11: whether the whole rectangle lies in one feature of which `wanted` is true.
    pub fn wholly_in_any(&self, rect: &Rect, wanted: impl Fn(&Area) -> bool) -> bool {
        let tolerance = self.rules.tolerance;
        self.state.field.areas.iter().any(|area| wanted(area) && area.outline.holds_rect(rect, tolerance))
    }

    /// AMB-109: whether the whole rectangle lies on good going.
    pub fn wholly_on_good(&self, rect: &Rect, troop: &Troop) -> bool {
        self.going_under(rect, troop) == Going::Good
    }

    /// Whether the whole rectangle lies in DGo: in one feature, or in a river, that is DGo for the troops.
    pub fn wholly_in_difficult(&self, rect: &Rect, troop: &Troop) -> bool {
        self.wholly_in_any(rect, |area| self.going_in(area, troop) == Going::Difficult)
            || self.wholly_in_difficult_stream(rect, troop)
    }

    /// Area features, in the order in which they were laid, that a rectangle lies in at least partly.
    pub fn areas_under(&self, rect: &Rect) -> impl Iterator<Item = &'a Area> + use<'a> {
        let (field, tolerance, rect) = (&self.state.field, self.rules.tolerance, *rect);
        field.areas.iter().filter(move |area| area.outline.meets_rect(&rect, tolerance))
    }

    /// The going of a feature; water is judged by `water_under`, because hills may lie on it.
    pub(super) fn going_in(&self, area: &Area, troop: &Troop) -> Going {
        if area.kind.is_impassable() {
            return Going::Good;
        }
        going_of(area.kind, area.size, troop, self.rules.settings.dunes_going)
    }

    /// Sorts by place and drops what is no worse than what came before.
    fn keep_worse(&self, rect: &Rect, troop: &Troop, out: &mut Vec<GoingChange>) {
        if out.is_empty() {
            return;
        }
        out.sort_by(|a, b| a.at.total_cmp(&b.at).then(b.going.cmp(&a.going)));
        let mut worst = self.going_under(rect, troop);
        out.retain(|change| {
            let worse = change.going > worst;
            worst = worst.max(change.going);
            worse
        });
    }

    /// BB-ROAD-05: how far a rectangle gets before it meets the middle line of a bridge.
    pub(super) fn bridge_along(&self, rect: &Rect, along: Vec2, length: f64, deck: &[Vec2]) -> Option<f64> {
        sweep_convex(rect, along, length, deck, self.rules.tolerance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Table, parse_troop};
    use aelian_game::Side;

    const ROUGH: [AreaKind; 5] =
        [AreaKind::Rocky, AreaKind::Marsh, AreaKind::Gully, AreaKind::RockyHill, AreaKind::BuiltUpArea];

    fn under(kind: AreaKind, size: Size, troop: &str) -> Going {
        let square = [(450.0, 450.0), (650.0, 450.0), (650.0, 650.0), (450.0, 650.0)];
        let scene =
            Table::new().area(kind, size, &square).base("a", Side::Red, troop, 550.0, 550.0, 0.0).build();
        let base = scene.named("a");
        scene.look().going_under(&base.rect, &base.troop)
    }

    /// BB-TER-01, BB-TER-03, BB-TER-04, BB-TER-13, BB-TER-14, BB-TER-39: the whole table for ordinary troops.
    #[test]
    fn every_feature_has_its_going() {
        use AreaKind::*;
        for kind in [GentleHill, Fields] {
            assert_eq!(under(kind, Size::Large, "Irr HCh(O)"), Going::Good, "{kind:?}");
        }
        for kind in [Brush, BrushHill, Rocky, RockyHill, Marsh, Gully] {
            assert_eq!(under(kind, Size::Large, "Reg Cv(O)"), Going::Rough, "{kind:?}");
        }
        for kind in [Orchard, Vines, Woods, Dunes, SteepHill, SteepBrushHill, SteepRockyHill] {
            assert_eq!(under(kind, Size::Small, "Irr Ps(O)"), Going::Difficult, "{kind:?}");
        }
        for kind in [Lake, Waterway] {
            assert_eq!(under(kind, Size::Large, "Irr Ps(O)"), Going::Impassable, "{kind:?}");
        }
    }

    /// BB-TER-11, BB-SET-55: a small BUA is rough, any other difficult.
    #[test]
    fn the_size_of_a_built_up_area_decides_its_going() {
        assert_eq!(under(AreaKind::BuiltUpArea, Size::Small, "Reg Bd(O)"), Going::Rough);
        assert_eq!(under(AreaKind::BuiltUpArea, Size::Medium, "Reg Bd(O)"), Going::Difficult);
        assert_eq!(under(AreaKind::BuiltUpArea, Size::Large, "Reg Bd(O)"), Going::Difficult);
    }

    /// BB-TER-35, BB-TER-36, BB-TER-37, BB-TRP-29: camels count all rough going but brush as difficult.
    #[test]
    fn camels_fear_all_rough_ground_but_brush() {
        for troop in ["Irr Cm(O)", "Irr LH(X)"] {
            for kind in ROUGH {
                assert_eq!(under(kind, Size::Small, troop), Going::Difficult, "{troop} in {kind:?}");
            }
            assert_eq!(under(AreaKind::Brush, Size::Small, troop), Going::Rough);
            assert_eq!(under(AreaKind::BrushHill, Size::Small, troop), Going::Rough);
        }
        assert_eq!(under(AreaKind::Rocky, Size::Small, "Irr LH(O)"), Going::Rough);
    }

    /// DEX-33: BB-TER-38 with each value of the setting.
    #[test]
    fn dunes_are_good_for_camels_only() {
        assert_eq!(under(AreaKind::Dunes, Size::Large, "Irr Cm(O)"), Going::Good);
        assert_eq!(under(AreaKind::Dunes, Size::Large, "Reg LH(X)"), Going::Good);
        assert_eq!(under(AreaKind::Dunes, Size::Large, "Reg Cv(O)"), Going::Difficult);
        let (camel, horse) = (parse_troop("Irr Cm(O)"), parse_troop("Reg Cv(O)"));
        let dunes = |troop, setting| going_of(AreaKind::Dunes, Size::Large, troop, setting);
        assert_eq!(dunes(&camel, DunesGoing::Difficult), Going::Difficult);
        assert_eq!(dunes(&camel, DunesGoing::Rough), Going::Difficult);
        assert_eq!(dunes(&horse, DunesGoing::Rough), Going::Rough);
    }

    /// EX-23: BB-MOVE-10, BB-GEO-11: the path meets the worse ground where the front edge reaches it.
    #[test]
    fn a_path_tells_where_the_going_gets_worse() {
        let scene = Table::new()
            .area(
                AreaKind::Brush,
                Size::Medium,
                &[(400.0, 345.0), (700.0, 345.0), (700.0, 600.0), (400.0, 600.0)],
            )
            .area(
                AreaKind::Woods,
                Size::Small,
                &[(520.0, 400.0), (600.0, 400.0), (600.0, 500.0), (520.0, 500.0)],
            )
            .base("a", Side::Red, "Reg LCh(O)", 550.0, 300.0, 0.0)
            .build();
        let base = scene.named("a");
        let mut changes = Vec::new();
        scene.look().going_along(&base.rect, Vec2::Y, 120.0, &base.troop, &mut changes);
        assert_eq!(
            changes,
            [
                GoingChange { at: 45.0, going: Going::Rough },
                GoingChange { at: 100.0, going: Going::Difficult }
            ]
        );
        scene.look().going_along(&base.rect, Vec2::Y, 44.0, &base.troop, &mut changes);
        assert!(changes.is_empty());
    }

    /// BB-GEO-11: a hair's breadth inside the tolerance is not in the terrain; wholly and partly differ.
    #[test]
    fn wholly_and_partly_in() {
        let square = [(500.0, 500.0), (600.0, 500.0), (600.0, 600.0), (500.0, 600.0)];
        let scene = Table::new()
            .area(AreaKind::Woods, Size::Small, &square)
            .base("in", Side::Red, "Reg Bd(O)", 550.0, 560.0, 0.0)
            .base("half", Side::Red, "Reg Bd(O)", 600.0, 560.0, 0.0)
            .base("beside", Side::Red, "Reg Bd(O)", 620.05, 520.0, 0.0)
            .base("touching", Side::Red, "Reg Bd(O)", 619.95, 590.0, 0.0)
            .build();
        let look = scene.look();
        let tests =
            [("in", true, true), ("half", true, false), ("beside", false, false), ("touching", false, false)];
        for (name, partly, wholly) in tests {
            let base = scene.named(name);
            assert_eq!(look.partly_in(&base.rect, AreaKind::Woods), partly, "{name}");
            assert_eq!(look.wholly_in(&base.rect, AreaKind::Woods), wholly, "{name}");
            assert_eq!(look.wholly_in_difficult(&base.rect, &base.troop), wholly, "{name}");
        }
    }

    /// BB-MOVE-10: a turn meets ground too.
    #[test]
    fn a_turn_meets_worse_ground() {
        let scene = Table::new()
            .area(
                AreaKind::Rocky,
                Size::Small,
                &[(500.0, 510.0), (600.0, 510.0), (600.0, 600.0), (500.0, 600.0)],
            )
            .base("a", Side::Red, "Reg Bd(O)", 550.0, 500.0, 0.0)
            .build();
        let base = scene.named("a");
        let left = Vec2::new(530.0, 500.0);
        let mut changes = Vec::new();
        let quarter = -aelian_geometry::degrees(90.0);
        scene.look().going_turning(&base.rect, left, quarter, &base.troop, &mut changes);
        assert_eq!(changes.len(), 1);
        assert!((changes[0].at - libm::asin(10.0 / 40.0)).abs() < 0.01);
    }
}
