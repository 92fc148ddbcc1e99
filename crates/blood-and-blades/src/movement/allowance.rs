//! How far troops may go (44.1): the table of move distances, and the allowance of a base or a body on the
//! ground that it really crosses (BB-ALG-05, BB-ALG-06).

use super::motion::{Measure, Motion};
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Reach;
use crate::fact::Fact;
use crate::ground::{Going, GoingChange};
use crate::rules::Look;
use crate::settings::MoveRow;
use crate::troop::{Grade, TroopType};
use aelian_geometry::Rect;

/// What a base stands on, as the table of move distances asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Footing {
    Ground(Going),
    /// BB-MOVE-05, BB-RIV-12: even partially in a river, where grade F gains nothing.
    River(Going),
    /// BB-MOVE-07, BB-ROAD-02, BB-ROAD-10: the whole move follows a road, of either kind, that is not muddy;
    /// grade F gains nothing there.
    Road,
    /// BB-MOVE-07, BB-ROAD-07: the whole move follows a muddy road; the going counts if it is DGo.
    MuddyRoad(Going),
}

/// How far a base may go on a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowance {
    /// In mm, in the measure of the move.
    pub distance: f64,
    /// The worst going that the path really enters.
    pub going: Going,
    /// BB-MOVE-17: the move must end at the border of this going, which is too slow to enter.
    pub stopped: Option<Going>,
    /// BB-MOVE-12: how far it might go in that, in mm.
    pub beyond: f64,
    /// Whose allowance it is.
    pub base: BaseId,
}

impl Allowance {
    /// BB-MOVE-12: where it must stop before this going, and how far it might go in it.
    pub fn halts(&self, going: Going) -> Fact {
        Fact::Halts { base: self.base, going, after: self.distance, allowed: self.beyond }
    }
}

impl Look<'_> {
    /// BB-MOVE-01, BB-MOVE-06, AMB-60: the row of the table. Mounted infantry uses that of LCh while it has
    /// its vehicles, which it loses at the start of a tactical move. BB-DEP-03: none for Bg, which never moves.
    pub fn move_row(&self, base: BaseId, reach: Reach) -> Option<MoveRow> {
        let base = self.state.base(base);
        let rides = base.vehicles && reach == Reach::Far;
        let kind = if rides { TroopType::LCh } else { base.troop.kind };
        self.rules.tables.moves(kind, &self.rules.settings)
    }

    /// BB-MOVE-01 to BB-MOVE-07: the move distance of a base in mm; 0 if it cannot move there. BB-MEAS-06: the
    /// table counts in MU.
    pub fn pace(&self, base: BaseId, footing: Footing, reach: Reach) -> f64 {
        let Some([good, rough, difficult, road]) = self.move_row(base, reach) else { return 0.0 };
        let by_going = |going: Going| match going {
            Going::Good => good,
            Going::Rough => rough,
            Going::Difficult => difficult,
            Going::Impassable => 0,
        };
        let units = match footing {
            Footing::Ground(Going::Impassable) | Footing::River(Going::Impassable) => 0,
            Footing::Ground(going) => by_going(going) + self.fast_bonus(base, going),
            Footing::River(going) => by_going(going),
            Footing::Road => road,
            Footing::MuddyRoad(going) => by_going(going.max(Going::Rough)),
        };
        self.mu(f64::from(units))
    }

    /// BB-MOVE-02, BB-MOVE-03, BB-MOVE-04: one MU more for grade F; mounted only in GGo.
    fn fast_bonus(&self, base: BaseId, going: Going) -> u8 {
        let troop = &self.state.base(base).troop;
        u8::from(troop.grade == Grade::F && (going == Going::Good || troop.kind.is_infantry()))
    }

    /// BB-ALG-05, BB-MOVE-10, BB-MOVE-12, BB-MOVE-17: how far a base may go on a path that begins where it
    /// stands. `measure` follows the body that is measured (for a group the ends of its front).
    pub fn allowance(&self, base: BaseId, path: &[Motion], measure: Measure, reach: Reach) -> Allowance {
        self.allowance_from(base, self.state.rect(base), path, measure, reach)
    }

    /// As `allowance`, for a base that begins elsewhere.
    pub fn allowance_from(
        &self,
        base: BaseId,
        from: &Rect,
        path: &[Motion],
        mut measure: Measure,
        reach: Reach,
    ) -> Allowance {
        let mut ground =
            Ground { going: self.going_under(from, &self.state.base(base).troop), river: self.wades(from) };
        let mut distance = self.pace(base, ground.footing(), reach);
        let end = |distance, going| Allowance { distance, going, stopped: None, beyond: 0.0, base };
        let (mut rect, mut changes) = (*from, Vec::new());
        for motion in path {
            self.ground_changes(base, &rect, *motion, &mut changes);
            for (part, next) in &changes {
                let next = ground.joined(*next);
                let reached = measure.after(motion.part(*part));
                // What is only touched at the very end of a motion is not entered by it.
                let touched = measure.after(*motion) - reached <= self.rules.tolerance.length;
                if next == ground || reached >= self.at_least(distance) || touched {
                    continue;
                }
                let allowed = self.pace(base, next.footing(), reach);
                if allowed <= self.at_most(reached) {
                    let stopped = Some(next.going);
                    return Allowance { stopped, beyond: allowed, ..end(reached, ground.going) };
                }
                distance = distance.min(allowed);
                ground = next;
            }
            measure.walk(*motion);
            rect = motion.apply(&rect);
            if *motion == Motion::Turnabout {
                measure.faced_about(super::motion::front_corners(&rect));
            }
        }
        end(distance, ground.going)
    }

    /// BB-ALG-06, BB-GRP-08, BB-MOVE-11: the smallest allowance of the bases of a body that all move alike.
    pub fn body_allowance(
        &self,
        body: BaseSet,
        path: &[Motion],
        measure: Measure,
        reach: Reach,
    ) -> Option<Allowance> {
        body.iter()
            .map(|base| self.allowance(base, path, measure, reach))
            .min_by(|a, b| a.distance.total_cmp(&b.distance))
    }

    /// Where the ground gets worse on a motion, as parts of it, in order.
    fn ground_changes(&self, base: BaseId, rect: &Rect, motion: Motion, out: &mut Vec<(f64, Ground)>) {
        out.clear();
        let size = motion.size();
        if size <= 0.0 || !self.ground_is_near(rect, motion) {
            return;
        }
        let mut goings: Vec<GoingChange> = Vec::new();
        self.going_on_way(base, rect, motion, &mut goings);
        let on_ground =
            |change: &GoingChange| (change.at / size, Ground { going: change.going, river: false });
        out.extend(goings.iter().map(on_ground));
        if let Some(part) = self.river_entry(rect, motion) {
            out.push((part, Ground { going: Going::Good, river: true }));
        }
        out.sort_by(|a, b| a.0.total_cmp(&b.0));
    }

    /// The part of a motion at which a rectangle first is in a river.
    fn river_entry(&self, rect: &Rect, motion: Motion) -> Option<f64> {
        let tolerance = self.rules.tolerance;
        let size = motion.size();
        let entry = |river: &crate::field::River| match motion {
            Motion::Go(way) => river.course.sweep(rect, way / size, size, tolerance),
            Motion::Turn { about, angle } => river.course.sweep_rotation(rect, about, angle, tolerance),
            Motion::Turnabout => None,
        };
        let rivers = self.state.field.rivers.iter().filter_map(entry);
        rivers.map(|at| at.abs() / size).min_by(f64::total_cmp)
    }
}

/// The ground that a path has met so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ground {
    going: Going,
    river: bool,
}

impl Ground {
    fn joined(self, other: Ground) -> Ground {
        Ground { going: self.going.max(other.going), river: self.river || other.river }
    }

    fn footing(self) -> Footing {
        if self.river { Footing::River(self.going) } else { Footing::Ground(self.going) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, Table};
    use aelian_game::Side;

    fn one(troop: &str) -> Scene {
        Table::new().base("a", Side::Red, troop, 500.0, 300.0, 0.0).build()
    }

    fn paces(troop: &str) -> [f64; 3] {
        let scene = one(troop);
        [Going::Good, Going::Rough, Going::Difficult]
            .map(|going| scene.look().pace(scene.id("a"), Footing::Ground(going), Reach::Tactical) / 30.0)
    }

    /// BB-MOVE-01: every row of the table; Bg never moves.
    #[test]
    fn rows_of_the_table() {
        let rows = [
            ("Reg LH(O)", [5.0, 3.0, 2.0]),
            ("Reg Cv(O)", [4.0, 3.0, 2.0]),
            ("Reg LCh(O)", [4.0, 2.0, 1.0]),
            ("Irr HCh(O)", [3.0, 2.0, 1.0]),
            ("Irr Ax(O)", [3.0, 3.0, 3.0]),
            ("Irr Ps(O)", [3.0, 3.0, 3.0]),
            ("Reg Sp(O)", [2.0, 2.0, 2.0]),
            ("Irr El(O)", [3.0, 2.0, 1.0]),
            ("Irr Hd(O)", [2.0, 2.0, 2.0]),
            ("Irr Bg(O)", [0.0, 0.0, 0.0]),
        ];
        for (troop, row) in rows {
            assert_eq!(paces(troop), row, "{troop}");
        }
    }

    /// BB-MOVE-02, BB-MOVE-03, BB-MOVE-04: the bonus of grade F.
    #[test]
    fn fast_troops() {
        assert_eq!(paces("Irr Bd(F)"), [3.0, 3.0, 3.0]);
        assert_eq!(paces("Irr LH(F)"), [6.0, 3.0, 2.0]);
        assert_eq!(paces("Irr HCh(F)"), [4.0, 2.0, 1.0]);
    }

    /// BB-MOVE-05, BB-MOVE-07, BB-RIV-12, BB-ROAD-10: no bonus in a river or on a road; a muddy road is
    /// rough.
    #[test]
    fn rivers_and_roads() {
        let scene = one("Irr Bd(F)");
        let pace = |footing| scene.look().pace(scene.id("a"), footing, Reach::Tactical) / 30.0;
        assert_eq!(pace(Footing::River(Going::Rough)), 2.0);
        assert_eq!(pace(Footing::Road), 4.0);
        assert_eq!(pace(Footing::MuddyRoad(Going::Good)), 2.0);
        let scene = one("Reg LCh(O)");
        let pace = |footing| scene.look().pace(scene.id("a"), footing, Reach::Tactical) / 30.0;
        assert_eq!(pace(Footing::MuddyRoad(Going::Good)), 2.0);
        assert_eq!(pace(Footing::MuddyRoad(Going::Difficult)), 1.0);
    }

    /// BB-MOVE-06, AMB-60: mounted infantry rides on a far move and walks on a tactical one.
    #[test]
    fn mounted_infantry() {
        let scene = Table::new().base("a", Side::Red, "Reg Sp(O)", 500.0, 300.0, 0.0).vehicles("a").build();
        let pace = |reach| scene.look().pace(scene.id("a"), Footing::Ground(Going::Good), reach) / 30.0;
        assert_eq!((pace(Reach::Far), pace(Reach::Tactical)), (4.0, 2.0));
    }
}
