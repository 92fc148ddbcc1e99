//! How far troops may move (40.1): the distance of the troops, and what ground takes from it.

use super::patch::{Ground, Patch};
use super::way::swept_box;
use crate::field::{AreaKind, Level};
use crate::formation::Body;
use crate::ground::on_road;
use crate::ids::{GroupId, GroupSet};
use crate::rules::Look;
use crate::stage::Phase;
use crate::state::Cohesion;
use crate::tables::Allowance;
use crate::troop::Troop;
use aelian_geometry::{Rect, Vec2};

/// FA-MOVE-04, FA-MOVE-06, FA-MIX-01: the distances of a group or line in mm, by level of ground; none where it may
/// not go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    levels: [Option<f64>; 4],
    /// FA-ELC-03.
    sand: Option<f64>,
    /// FA-MOVE-05: along a road; only for columns.
    road: Option<f64>,
}

/// FA-MOVE-02, FA-MOVE-03, FA-ALG-11: how far a body may go straight ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// From where it stands now, in mm.
    pub distance: f64,
    /// The allowance of all the ground that it has then touched, in mm.
    pub allowed: f64,
    /// The ground at whose edge it must stop, if that is why.
    pub halted: Option<Ground>,
}

/// How a body moves in one part of its move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    Straight { along: Vec2, length: f64 },
    Turn { centre: Vec2, angle: f64 },
}

impl Look<'_> {
    /// FA-TAB-MOVE, FA-MOVE-06, FA-V31-11: what a group moves in the open, in mm; a column without its road.
    pub fn base_move(&self, group: GroupId) -> f64 {
        self.speed(GroupSet::one(group), 0.0).open()
    }

    /// FA-MOVE-06, FA-BL-13: the distances of one group, or of the slowest of several, changed by `extra` mm
    /// (FA-VMD-08).
    pub fn speed(&self, who: GroupSet, extra: f64) -> Speed {
        let column = who.len() == 1 && who.first().is_some_and(|id| self.is_column(id));
        self.speed_as(who, column, extra)
    }

    /// The same as a column or not, whatever they are now.
    pub fn speed_as(&self, who: GroupSet, column: bool, extra: f64) -> Speed {
        let mut speed = Speed::UNLIMITED;
        for id in who.iter() {
            let group = self.state.group(id);
            let tired = self.rules.v31()
                && self.state.phase == Phase::Manoeuvre
                && group.cohesion == Cohesion::Fragmented;
            let change =
                extra - if tired { self.mu(self.rules.distances().movement.fragmented_takes) } else { 0.0 };
            for troop in group.kinds() {
                speed = speed.least(&self.speed_of(troop, column, change));
            }
        }
        speed
    }

    fn speed_of(&self, troop: &Troop, column: bool, change: f64) -> Speed {
        let cell = |level| match self.rules.allowance(troop, level) {
            Allowance::Mu(mu) => Some(self.mu(f64::from(mu))),
            Allowance::Immobile => Some(0.0),
            Allowance::NotAllowed => None,
        };
        let open = cell(Level::Open).unwrap_or(0.0);
        // FA-MOVE-05.
        let book = &self.rules.distances().movement;
        let slowed = |mm: f64| if column && mm < open { mm + self.mu(book.column_in_bad_ground) } else { mm };
        let changed = |mm: f64| if open > 0.0 { (mm + change).max(0.0) } else { 0.0 };
        let at = |level| cell(level).map(slowed).map(changed);
        let sand = if troop.kind.is_camelry() { Level::Rough } else { Level::Difficult };
        Speed {
            levels: [at(Level::Open), at(Level::Uneven), at(Level::Rough), at(Level::Difficult)],
            sand: at(sand),
            road: column.then(|| changed(open + self.mu(book.column_on_road))),
        }
    }

    /// FA-ALG-11: how far a body may go straight ahead through the ground that it meets, when it has spent `used` mm
    /// already and its distance is changed by `extra` mm.
    pub fn run(&self, body: &Body, who: GroupSet, used: f64, extra: f64) -> Run {
        self.run_on(body, &self.speed(who, extra), f64::INFINITY, used)
    }

    /// The same after earlier parts of a move: `before` is the allowance of the ground touched in them.
    pub fn run_on(&self, body: &Body, speed: &Speed, before: f64, used: f64) -> Run {
        let along = body.facing.vector();
        let allowed = before.min(self.allowed_at(body, speed));
        let length = (allowed - used).max(0.0);
        let mut run = Run { distance: length, allowed, halted: None };
        let mut entries = self.entries(body, Motion::Straight { along, length }, speed);
        entries.sort_by(|one, other| one.at.total_cmp(&other.at));
        for entry in entries {
            if entry.at >= run.distance {
                break;
            }
            match entry.pace {
                Some(pace) if pace > used + entry.at => {
                    run.allowed = run.allowed.min(pace);
                    run.distance = run.distance.min(pace - used);
                }
                _ => {
                    run.distance = entry.at;
                    run.halted = Some(entry.ground);
                }
            }
        }
        self.road_run(body, speed, before, used).filter(|road| road.distance > run.distance).unwrap_or(run)
    }

    /// FA-DIS-14: the least allowance of the ground under any base of a body; that of the open if it stands in the open.
    pub fn allowed_at(&self, body: &Body, speed: &Speed) -> f64 {
        let t = self.rules.tolerance;
        let around = body.rough_box();
        let near = self.state.field.patches().filter(|patch| patch.is_near(around));
        let touched = near.filter(|patch| body.rects().any(|rect| patch.meets(rect, t)));
        touched.map(|patch| speed.pace(&patch).unwrap_or(0.0)).fold(speed.open(), f64::min)
    }

    /// The ground that a body enters in a part of its move, but for that in which it stands, and where.
    pub fn entries(&self, body: &Body, motion: Motion, speed: &Speed) -> Vec<Entry> {
        let t = self.rules.tolerance;
        let mut entries = Vec::new();
        let around = swept_box(body, motion);
        for patch in self.state.field.patches().filter(|patch| patch.is_near(around)) {
            let first = |rect: &Rect| match motion {
                Motion::Straight { along, length } => patch.sweep(rect, along, length, t),
                Motion::Turn { centre, angle } => patch.sweep_rotation(rect, centre, angle, t).map(f64::abs),
            };
            let at = body.rects().filter_map(first).reduce(f64::min);
            let inside = || body.rects().any(|rect| patch.meets(rect, t));
            if let Some(at) = at
                && (at > 0.0 || !inside())
            {
                entries.push(Entry { at, pace: speed.pace(&patch), ground: patch.ground });
            }
        }
        entries
    }

    /// FA-MOVE-05, AMB-97: the run of a column that stays on a road with all its bases.
    fn road_run(&self, body: &Body, speed: &Speed, before: f64, used: f64) -> Option<Run> {
        let allowed = speed.road.filter(|_| before.is_infinite() || before > speed.open())?;
        if self.state.field.roads.is_empty() || !self.is_on_road(body) {
            return None;
        }
        let step = self.rules.width * 0.25;
        let mut distance = 0.0;
        while distance < allowed - used && self.is_on_road(&body.advanced(distance + step)) {
            distance += step;
        }
        let distance = distance.min(allowed - used);
        Some(Run { distance, allowed, halted: None })
    }

    /// AMB-97: every base stands on a road.
    pub fn is_on_road(&self, body: &Body) -> bool {
        body.rects().all(|rect| on_road(&self.state.field, rect, self.rules.width))
    }
}

/// Ground that a body enters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// After so many mm, or radians.
    pub at: f64,
    /// None where it may not go.
    pub pace: Option<f64>,
    pub ground: Ground,
}

impl Speed {
    const UNLIMITED: Speed =
        Speed { levels: [Some(f64::INFINITY); 4], sand: Some(f64::INFINITY), road: Some(f64::INFINITY) };

    fn least(&self, other: &Speed) -> Speed {
        let least = |one: Option<f64>, other: Option<f64>| Some(one?.min(other?));
        let mut levels = self.levels;
        for (level, theirs) in levels.iter_mut().zip(other.levels) {
            *level = least(*level, theirs);
        }
        Speed { levels, sand: least(self.sand, other.sand), road: least(self.road, other.road) }
    }

    /// In the open, in mm.
    pub fn open(&self) -> f64 {
        self.levels[0].unwrap_or(0.0)
    }

    /// FA-MOVE-05: along a road, in mm; the open distance for all but columns.
    pub fn on_road(&self) -> f64 {
        self.road.unwrap_or(self.open())
    }

    /// In such ground, in mm; none if it may not enter.
    pub fn pace(&self, patch: &Patch<'_>) -> Option<f64> {
        if patch.ground == Ground::Area(AreaKind::SoftSand) {
            return self.sand;
        }
        self.at(patch.level())
    }

    pub fn at(&self, level: Level) -> Option<f64> {
        self.levels.get(level as usize).copied().flatten()
    }

    /// FA-V31-56, FA-V31-60: so many mm more or less at every level, never below none.
    pub fn changed(mut self, mm: f64) -> Speed {
        for cell in self.levels.iter_mut().chain([&mut self.sand, &mut self.road]) {
            *cell = cell.map(|old| (old + mm).max(0.0));
        }
        self
    }

    /// FA-V31-60: a greater distance in the open alone.
    pub fn with_open(mut self, mm: f64) -> Speed {
        self.levels[0] = self.levels[0].map(|old| old.max(mm));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Edition;
    use crate::testing::{Scene, Table};
    use aelian_game::Side;

    const FAR_ROUGH: [(f64, f64); 4] = [(20.0, 23.0), (40.0, 23.0), (40.0, 40.0), (20.0, 40.0)];

    fn run(scene: &Scene, name: &str, used: f64, extra: f64) -> Run {
        let group = scene.group(name);
        let body = Body::of(&scene.state, group);
        scene.look().run(&body, GroupSet::one(group), used * 25.0, extra * 25.0)
    }

    fn mu(run: Run) -> f64 {
        (run.distance / 25.0 * 1000.0).round() / 1000.0
    }

    /// FA-MOVE-02, FA-MOVE-03, EX-21: cavalry enter rough ground only with less than 3 MU behind them.
    #[test]
    fn slow_ground_is_entered_only_with_distance_to_spare() {
        let at = |y: f64| {
            let table = Table::new().area(AreaKind::Brush, &FAR_ROUGH);
            table.group("a", Side::Red, "Cv armoured", (4, 4), (30.0, y), 0.0).build()
        };
        assert_eq!(mu(run(&at(10.0), "a", 0.0, 0.0)), 5.0);
        let stopped = run(&at(20.0), "a", 0.0, 0.0);
        assert_eq!((mu(stopped), stopped.halted), (3.0, Some(Ground::Area(AreaKind::Brush))));
        assert_eq!(mu(run(&at(21.0), "a", 0.0, 0.0)), 3.0);
        assert_eq!(mu(run(&at(22.0), "a", 2.0, 0.0)), 1.0);
        assert_eq!(mu(run(&at(22.0), "a", 2.5, 0.0)), 1.0);
        assert_eq!(mu(run(&at(24.0), "a", 0.0, 0.0)), 3.0);
    }

    /// FA-MIX-01, EX-22: only the light foot behind the heavy foot stand in rough ground.
    #[test]
    fn a_mixed_group_goes_at_its_slowest_in_any_ground_it_touches() {
        let parts = [("HF protected", 4), ("LF unprotected bow", 4)];
        let rough = [(20.0, 10.0), (40.0, 10.0), (40.0, 18.9), (20.0, 18.9)];
        let table = Table::new().area(AreaKind::Brush, &rough);
        let scene = table.mixed("a", Side::Red, &parts, 4, (30.0, 20.0), 0.0).build();
        assert_eq!(mu(run(&scene, "a", 0.0, 0.0)), 2.0);
    }

    /// FA-MOVE-05: one more for a column in slow ground and on a road, not in the open.
    #[test]
    fn columns_gain_in_slow_ground_and_on_roads() {
        let column = |table: Table| {
            table.group("a", Side::Red, "HF armoured drilled", (4, 1), (30.0, 20.0), 0.0).build()
        };
        assert_eq!(mu(run(&column(Table::new()), "a", 0.0, 0.0)), 3.0);
        let slow = [(20.0, 10.0), (40.0, 10.0), (40.0, 40.0), (20.0, 40.0)];
        assert_eq!(mu(run(&column(Table::new().area(AreaKind::Brush, &slow)), "a", 0.0, 0.0)), 3.0);
        let road = Table::new().road(&[(30.0, 0.0), (30.0, 48.0)]);
        assert_eq!(mu(run(&column(road.clone()), "a", 0.0, 0.0)), 4.0);
        // AMB-97: even through a village.
        assert_eq!(mu(run(&column(road.area(AreaKind::Village, &slow)), "a", 0.0, 0.0)), 4.0);
    }

    /// FA-MOVE-07, FA-MOVE-08, FA-VMD-08: nobody goes below nothing, nor into what is closed to him.
    #[test]
    fn some_ground_and_some_troops_do_not_go_together() {
        let table = Table::new().area(AreaKind::Forest, &FAR_ROUGH);
        let scene = table
            .group("chariots", Side::Red, "HCh", (4, 4), (30.0, 22.0), 0.0)
            .group("guns", Side::Red, "HArt", (2, 2), (50.0, 22.0), 0.0)
            .build();
        let stopped = run(&scene, "chariots", 0.0, 0.0);
        assert_eq!((mu(stopped), stopped.halted), (1.0, Some(Ground::Area(AreaKind::Forest))));
        assert_eq!(mu(run(&scene, "guns", 0.0, 2.0)), 0.0);
        assert_eq!(mu(run(&scene, "chariots", 0.0, -6.0)), 0.0);
    }

    /// FA-V31-11: only in the manoeuvre phase of the 3.1 edition.
    #[test]
    fn fragmented_troops_are_slower_by_the_sheet() {
        for (edition, distance) in [(Edition::First, 3.0), (Edition::V31, 2.0)] {
            let table = Table::new().edition(edition);
            let scene = table.group("a", Side::Red, "HF armoured", (4, 2), (30.0, 20.0), 0.0).build();
            let scene = scene.cohesion("a", Cohesion::Fragmented);
            assert_eq!(scene.look().base_move(scene.group("a")), distance * 25.0);
        }
    }
}
