//! Where units stand to each other (15.7, 20.3 to 20.5): distances, quarters, facing, sight, contact, support.

mod contact;
mod overhead;
mod quarter;
mod sight;
mod support;

pub use contact::Meeting;
pub use quarter::{Quarter, quarter_of};
pub use sight::Seen;
pub use support::{Support, SupportSide};

use crate::ids::{CommanderId, UnitId};
use crate::rules::Look;
use crate::state::Place;
use aelian_geometry::{Facing, Pose, Rect, Vec2, distance, point_to_rect};

impl Look<'_> {
    /// HC-GEO-01: the footprint of a unit on the table. Of a bent column: of its head.
    pub fn rect(&self, unit: UnitId) -> &Rect {
        &self.state.unit(unit).rect
    }

    /// HC-COL-03: all rectangles that make up its footprint: one, or one for each rank of a bent column.
    pub fn footprint(&self, unit: UnitId) -> impl Iterator<Item = Rect> + '_ {
        let rect = *self.rect(unit);
        let bend = self.state.bends.iter().find(move |bend| bend.unit == unit);
        let ranks = bend.map_or(0, |_| usize::from(self.card(unit).column().1));
        let straight = bend.is_none().then_some(rect);
        let bent =
            (0..ranks).filter_map(move |rank| bend.map(|bend| self.rank_of_column(unit, &bend.track, rank)));
        straight.into_iter().chain(bent)
    }

    /// HC-COL-03: one rank of a bent column, so far behind its head along the track.
    pub(crate) fn rank_of_column(&self, unit: UnitId, track: &[Pose], rank: usize) -> Rect {
        let card = self.card(unit);
        let (width, _) = card.extent(crate::formation::Formation::Column);
        let mut left = rank as f64 * card.base.1;
        for pair in track.windows(2) {
            let length = (pair[1].at - pair[0].at).length();
            if left <= length && length > 0.0 {
                let at = pair[0].at + (pair[1].at - pair[0].at) * (left / length);
                return Rect::new(
                    Pose { at, facing: Facing::along(pair[0].at - pair[1].at) },
                    width,
                    card.base.1,
                );
            }
            left -= length;
        }
        let last = track.last().copied().unwrap_or(self.rect(unit).pose);
        Rect::new(last.advanced(-left), width, card.base.1)
    }

    /// HC-LEADER-01, HC-LEADER-02, HC-LEADER-03, HC-LEADER-04: the reference point of a unit.
    pub fn centre_front(&self, unit: UnitId) -> Vec2 {
        let standing = self.state.unit(unit);
        if standing.is_open() || standing.is_in_block() {
            standing.rect.centre()
        } else {
            standing.rect.pose.at
        }
    }

    /// HC-MEAS-02: between nearest points of two footprints, in mm.
    pub fn distance(&self, one: UnitId, other: UnitId) -> f64 {
        if self.state.bends.is_empty() {
            return distance(self.rect(one), self.rect(other));
        }
        let pairs = self.footprint(one).flat_map(|a| self.footprint(other).map(move |b| distance(&a, &b)));
        pairs.fold(f64::INFINITY, f64::min)
    }

    /// The same from a rectangle that stands for a unit.
    pub fn distance_to(&self, rect: &Rect, unit: UnitId) -> f64 {
        self.footprint(unit).map(|part| distance(rect, &part)).fold(f64::INFINITY, f64::min)
    }

    /// From a point to the nearest point of a unit, in mm.
    pub fn point_distance(&self, point: Vec2, unit: UnitId) -> f64 {
        self.footprint(unit).map(|part| point_to_rect(point, &part)).fold(f64::INFINITY, f64::min)
    }

    /// HC-MEAS-03: from a commander to the nearest point of a unit, in mm.
    pub fn command_distance(&self, commander: CommanderId, unit: UnitId) -> f64 {
        self.point_distance(self.state.commander(commander).at, unit)
    }

    /// HC-MEAS-05, HC-MEAS-06, HC-MEAS-07, HC-MEAS-08: how far a shooter or charger is from an enemy: from its
    /// centre-front if it is formed,
    /// from its nearest model if it is in open order, from the nearest face of a building.
    pub fn reach(&self, from: UnitId, to: UnitId) -> f64 {
        let standing = self.state.unit(from);
        if standing.is_open() || matches!(standing.place, Place::Block(_)) {
            self.distance(from, to)
        } else {
            self.point_distance(standing.rect.pose.at, to)
        }
    }

    /// HC-INIT-01, HC-INIT-02: an enemy unit stands within so many inches.
    pub fn enemy_within(&self, unit: UnitId, inches: f64) -> bool {
        let mut enemies = self.on_table(self.side(unit).other());
        enemies.any(|enemy| self.within(self.distance(unit, enemy), inches))
    }
}
