//! How difficult the ground is (20.3): the level of each kind of piece, and the worst level under a base.

use crate::field::{Area, AreaKind, Field, Level};
use crate::ids::BaseId;
use crate::rules::Look;
use crate::troop::Troop;
use aelian_geometry::{Edge, Rect, Tolerance};

/// FA-TER-02, FA-TER-05, FA-TER-06, FA-TER-07, FA-TER-08, FA-TER-09, FA-TER-10, FA-TER-11, FA-TER-12,
/// FA-TER-13, FA-TER-14, FA-TER-15, FA-TER-16, FA-TER-17, FA-TER-18, FA-TER-19, AMB-02: the level of a kind
/// of piece. A gentle hill has that of its covering.
pub fn level_of(kind: AreaKind) -> Level {
    match kind {
        AreaKind::Open | AreaKind::GentleHill => Level::Open,
        AreaKind::OpenFields | AreaKind::BrokenGround => Level::Uneven,
        AreaKind::Brush | AreaKind::EnclosedFields | AreaKind::Plantation | AreaKind::Gully => Level::Rough,
        AreaKind::Forest
        | AreaKind::Vineyards
        | AreaKind::Marsh
        | AreaKind::SoftSand
        | AreaKind::Village
        | AreaKind::SteepHill => Level::Difficult,
        AreaKind::Impassable | AreaKind::Coast => Level::Impassable,
    }
}

/// FA-TER-18, AMB-97: the base stands on a road: the middles of its front and rear edges are no farther from the
/// line of the road than a quarter of the road's width, so that columns keep to it round bends.
pub fn on_road(field: &Field, rect: &Rect, width: f64) -> bool {
    field.roads.iter().any(|road| {
        let near = |edge| road.line.distance_to_point(rect.edge_middle(edge)) <= width * 0.25;
        near(Edge::Front) && near(Edge::Rear)
    })
}

/// FA-TER-14, FA-ELC-03: camelry treat soft sand as rough.
fn level_for(troop: Option<&Troop>, kind: AreaKind) -> Level {
    match troop {
        Some(troop) if kind == AreaKind::SoftSand && troop.kind.is_camelry() => Level::Rough,
        _ => level_of(kind),
    }
}

/// FA-TER-16, FA-TER-17: the worst level of a piece that the rectangle lies in, its covering included.
fn worst_in(area: &Area, troop: Option<&Troop>, rect: &Rect, t: Tolerance) -> Level {
    let own = level_for(troop, area.kind);
    let Some(covering) = &area.covering else { return own };
    let covered = covering.outline.as_ref().is_none_or(|outline| outline.meets_rect(rect, t));
    if covered { own.max(level_for(troop, covering.kind)) } else { own }
}

impl Look<'_> {
    /// FA-TER-01, FA-DIS-03: the worst level of ground that this rectangle touches, as these troops find it.
    pub fn level_under(&self, troop: &Troop, rect: &Rect) -> Level {
        self.worst_level(Some(troop), rect)
    }

    /// The same as anybody finds it.
    pub fn ground_under(&self, rect: &Rect) -> Level {
        self.worst_level(None, rect)
    }

    fn worst_level(&self, troop: Option<&Troop>, rect: &Rect) -> Level {
        let (field, t) = (&*self.state.field, self.rules.tolerance);
        let areas = field.areas.iter().filter(|area| area.outline.meets_rect(rect, t));
        let areas = areas.map(|area| worst_in(area, troop, rect, t));
        let rivers = field.rivers.iter().filter(|river| river.course.meets_rect(rect, t));
        let worst = areas.chain(rivers.map(|river| river.level)).max().unwrap_or(Level::Open);
        if worst != Level::Open && on_road(field, rect, self.rules.width) { Level::Open } else { worst }
    }

    /// FA-TER-03, FA-V31-38: no part of the base stands in uneven, rough or difficult ground.
    pub fn is_in_open(&self, base: BaseId) -> bool {
        self.ground_under(self.state.rect(base)) == Level::Open
    }

    /// FA-TER-03, FA-TER-04, FA-FF-12: what counts only in open terrain counts for this base against that one: it
    /// stands in the open, and neither attacks or defends fortifications or a riverbank.
    pub fn counts_as_open(&self, base: BaseId, enemy: BaseId) -> bool {
        let defended = |one, other| self.defends_works(one, other) || self.defends_riverbank(one, other);
        self.is_in_open(base) && !defended(base, enemy) && !defended(enemy, base)
    }
}
