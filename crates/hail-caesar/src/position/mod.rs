//! Where units stand to each other (15.7, 20.3 to 20.5): distances, quarters, facing, sight, contact, support.

mod cone;
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

    /// HC-INIT-01, HC-INIT-02, HC-MEAS-10: an enemy unit stands within so many inches, seen or not.
    pub fn enemy_within(&self, unit: UnitId, inches: f64) -> bool {
        let circle = self.rect(unit).circle();
        let gap = self.inches(inches) + self.rules.slack;
        let near =
            |enemy: &UnitId| !self.state.bends.is_empty() || self.rect(*enemy).circle().near(&circle, gap);
        let mut enemies = self.on_table(self.side(unit).other()).filter(near);
        enemies.any(|enemy| self.within(self.distance(unit, enemy), inches))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formation::Formation;
    use crate::rules::INCH;
    use crate::state::Side4;
    use crate::testing::Table;
    use aelian_game::Side;

    /// Half the width of a standard unit of infantry, and its depth, in inches.
    const HALF: f64 = 90.0 / 25.4;
    const DEPTH: f64 = 40.0 / 25.4;

    fn inches(mm: f64) -> f64 {
        (mm / INCH * 100.0).round() / 100.0
    }

    /// HC-MEAS-02, HC-GEO-01: between the nearest edges of two units.
    #[test]
    fn distances_are_between_edges() {
        let apart = |x: f64, y: f64| {
            let scene = Table::new()
                .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
                .unit("e", Side::Blue, "heavy-infantry", (30.0 + x, 20.0 + y), 180.0)
                .build();
            inches(scene.look().distance(scene.unit("u"), scene.unit("e")))
        };
        assert_eq!((apart(0.0, 7.0), apart(0.0, 0.0)), (7.0, 0.0));
        assert_eq!(apart(2.0 * HALF + 3.0, 4.0), 5.0);
    }

    /// HC-MEAS-03, HC-MEAS-04: from the point where a commander stands to the nearest point of a unit.
    #[test]
    fn commanders_measure_from_their_point() {
        let scene = Table::new()
            .commander("Marcus", Side::Red, (30.0, 10.0))
            .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
            .unit("v", Side::Red, "heavy-infantry", (30.0 + HALF + 5.0, 10.0), 0.0)
            .build();
        let far =
            |name: &str| inches(scene.look().command_distance(scene.officer("Marcus"), scene.unit(name)));
        assert_eq!((far("u"), far("v")), (inches((10.0 - DEPTH) * INCH), 5.0));
    }

    /// HC-MEAS-05, HC-MEAS-06, HC-MEAS-07, HC-MEAS-08: a formed unit measures from its centre-front, open order from its
    /// nearest model.
    #[test]
    fn shots_and_charges_are_measured_from_the_front_or_the_nearest_model() {
        let reach = |troop: &str| {
            let scene = Table::new()
                .unit("u", Side::Red, troop, (30.0, 20.0), 0.0)
                .unit("e", Side::Blue, "heavy-infantry", (30.0 + HALF + 3.0, 24.0), 180.0)
                .build();
            let (u, e) = (scene.unit("u"), scene.unit("e"));
            (inches(scene.look().reach(u, e)), inches(scene.look().distance(u, e)))
        };
        assert_eq!(reach("heavy-infantry").0, 5.0);
        let (measured, nearest) = reach("skirmishers");
        assert!(measured == nearest && measured < 5.0);
    }

    /// HC-MEAS-10: an enemy whom nobody sees is near all the same; HC-MEAS-11: at exactly so many inches, but no further.
    #[test]
    fn near_enemies_need_not_be_seen() {
        let near = |gap: f64| {
            let scene = Table::new()
                .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
                .unit("f", Side::Red, "heavy-infantry large", (30.0, 24.0), 0.0)
                .unit("e", Side::Blue, "elephant", (30.0, 20.0 + gap), 180.0)
                .build();
            let (u, e) = (scene.unit("u"), scene.unit("e"));
            assert!(!scene.look().sees(u, e));
            scene.look().enemy_within(u, 12.0)
        };
        assert!(near(12.0) && near(12.009) && !near(12.02));
    }

    /// HC-ARC-03, HC-ARC-04: a formed unit lies where its centre-front is, open order where its nearest model is.
    #[test]
    fn where_another_unit_lies() {
        let quarter = |troop: &str, x: f64, y: f64, compass: f64| {
            let scene = Table::new()
                .unit("of", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
                .unit("u", Side::Blue, troop, (30.0 + x, 20.0 + y), compass)
                .build();
            scene.look().quarter_in(scene.unit("u"), scene.unit("of"))
        };
        // Most of it is behind the line of the front, but its centre-front is not.
        assert_eq!(quarter("heavy-infantry", 3.0, 0.5, 0.0), Side4::Front);
        assert_eq!(quarter("heavy-infantry", HALF + 4.0, 3.5, 270.0), Side4::Right);
        assert_eq!(quarter("heavy-infantry", 0.0, -4.0, 0.0), Side4::Rear);
        // The nearest model lies ahead of the corner, the middle of the front beside it.
        let wide = |troop: &str| {
            let scene = Table::new().unit("u", Side::Blue, troop, (30.0, 20.0), 180.0).build();
            scene.look().rect(scene.unit("u")).width / INCH
        };
        let beside = |troop: &str| quarter(troop, HALF + 0.5 + wide(troop) / 2.0, 1.0, 180.0);
        assert_eq!((beside("skirmishers"), beside("heavy-infantry")), (Side4::Front, Side4::Right));
    }

    /// HC-SQ-03, HC-ARC-07, HC-ARC-08, HC-ARC-09: squares and wedges are front all round, a testudo only for shots.
    #[test]
    fn some_formations_are_front_all_round() {
        let counts = |formation: Formation| {
            let troop = "heavy-infantry testudo wedge";
            let scene = Table::new().formed("u", Side::Red, troop, formation, (30.0, 20.0), 0.0).build();
            let (look, u) = (scene.look(), scene.unit("u"));
            assert!(look.counts_as_front(u, Side4::Front));
            let behind = look.quarter(u, Vec2::new(30.0 * INCH, 5.0 * INCH));
            assert_eq!(behind, Side4::Rear, "the face on that side");
            (look.counts_as_front(u, behind), look.counts_as_front_for_shots(u, behind))
        };
        assert_eq!(counts(Formation::Line), (false, false));
        assert_eq!(counts(Formation::Square), (true, true));
        assert_eq!(counts(Formation::Wedge), (true, true));
        assert_eq!(counts(Formation::Testudo), (false, true));
    }
}
