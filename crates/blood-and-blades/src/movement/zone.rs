//! Zones of control (46.1): who is zocced by whom, and where a way enters a zone.

use super::motion::Motion;
use super::sweep::{first_part, steps};
use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;
use crate::troop::TroopType;
use aelian_game::Side;
use aelian_geometry::{Rect, Segment, Vec2, overlaps, strip_ahead, sweep, sweep_rotation};

/// Where a way enters the zone of an enemy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Part of the motion, 0 to 1.
    pub part: f64,
    pub of: BaseId,
}

impl<'a> Look<'a> {
    /// BB-ZOC-01: the square directly in front of a base, as wide and as deep as the base is wide.
    pub fn zone_of(&self, base: BaseId) -> Rect {
        let rect = self.state.rect(base);
        strip_ahead(rect, rect.width, rect.width)
    }

    /// BB-ZOC-01, BB-ZOC-02, BB-ZOC-03, BB-ZOC-04: the enemy bases that zoc this one where it stands.
    pub fn zoccers(&self, base: BaseId) -> BaseSet {
        let base = self.state.base(base);
        self.zoccers_at(base.side, &base.rect)
    }

    /// BB-ZOC-14, BB-IMP-41: the enemy bases that zoc this one in an impetuous move: Ps zoc only Ps.
    pub fn zoccers_of_impetuous(&self, base: BaseId) -> BaseSet {
        self.zoccers(base).iter().filter(|enemy| self.heeds_zone(base, *enemy)).collect()
    }

    /// BB-ZOC-14, BB-IMP-41: whether an impetuous base heeds the zone of this enemy.
    pub fn heeds_zone(&self, base: BaseId, enemy: BaseId) -> bool {
        self.state.base(base).is(TroopType::Ps) || !self.state.base(enemy).is(TroopType::Ps)
    }

    /// BB-ZOC-16, BB-IMP-41: as `zone_entry`, for the impetuous move of a base that stands as `rect`.
    pub fn zone_entry_of_impetuous(&self, base: BaseId, rect: &Rect, motion: Motion) -> Option<Entry> {
        let reach = motion.reach(rect) + 2.0 * self.rules.width;
        self.enemies_near(self.state.base(base).side, rect, reach)
            .filter(|enemy| self.heeds_zone(base, *enemy))
            .filter_map(|enemy| self.entry_into(enemy, rect, motion).map(|part| Entry { part, of: enemy }))
            .min_by(|a, b| a.part.total_cmp(&b.part))
    }

    /// BB-ZOC-01 to BB-ZOC-04: the enemies of `side` that would zoc a base standing as `rect`.
    pub fn zoccers_at(&self, side: Side, rect: &Rect) -> BaseSet {
        let reach = self.rules.width;
        self.enemies_near(side, rect, reach).filter(|enemy| self.zocs(*enemy, rect)).collect()
    }

    /// As `zoccers_at`, looking only at these enemies.
    pub fn zoccers_among(&self, rect: &Rect, enemies: BaseSet) -> BaseSet {
        enemies.iter().filter(|enemy| self.zocs(*enemy, rect)).collect()
    }

    /// BB-ZOC-01, BB-ZOC-02, BB-ZOC-03, BB-ZOC-04, BB-TRP-13: whether an enemy zocs what stands as `rect`.
    pub fn zocs(&self, enemy: BaseId, rect: &Rect) -> bool {
        if self.state.base(enemy).is(TroopType::Bg) {
            return false;
        }
        // Beyond two widths from front to front nothing is in a zone.
        let apart = self.state.rect(enemy).pose.at - rect.pose.at;
        let far = 2.5 * self.rules.width;
        if apart.length_squared() > far * far {
            return false;
        }
        let zone = self.zone_of(enemy);
        overlaps(&zone, rect, self.rules.tolerance) && !self.is_interrupted(enemy, &zone, rect)
    }

    /// BB-ZOC-03, BB-ZOC-04, AMB-54: whether bases of the zoccer's own side stand between it and the other
    /// everywhere. Bases of the zocced side never interrupt.
    fn is_interrupted(&self, enemy: BaseId, zone: &Rect, rect: &Rect) -> bool {
        let side = self.state.base(enemy).side;
        let mut between = self
            .friends_near(side, zone, 0.0)
            .filter(|other| *other != enemy && overlaps(zone, self.state.rect(*other), self.rules.tolerance))
            .map(|other| *self.state.rect(other))
            .peekable();
        if between.peek().is_none() {
            return false;
        }
        let between: Vec<Rect> = between.collect();
        let front = *self.state.rect(enemy);
        !sight_lines(&front).any(|line| {
            entry_of(line, rect).is_some_and(|at| {
                between.iter().all(|other| entry_of(line, other).is_none_or(|met| met > at))
            })
        })
    }

    /// BB-ZOC-16: where a base of `side` on a motion first comes into the zone of an enemy that does not zoc it
    /// at the start.
    pub fn zone_entry(&self, side: Side, rect: &Rect, motion: Motion) -> Option<Entry> {
        let reach = motion.reach(rect) + 2.0 * self.rules.width;
        self.enemies_near(side, rect, reach)
            .filter_map(|enemy| self.entry_into(enemy, rect, motion).map(|part| Entry { part, of: enemy }))
            .min_by(|a, b| a.part.total_cmp(&b.part))
    }

    /// As `zone_entry`, looking only at these enemies.
    pub fn zone_entry_among(&self, rect: &Rect, motion: Motion, enemies: BaseSet) -> Option<Entry> {
        enemies
            .iter()
            .filter_map(|enemy| self.entry_into(enemy, rect, motion).map(|part| Entry { part, of: enemy }))
            .min_by(|a, b| a.part.total_cmp(&b.part))
    }

    fn entry_into(&self, enemy: BaseId, rect: &Rect, motion: Motion) -> Option<f64> {
        if self.state.base(enemy).is(TroopType::Bg) {
            return None;
        }
        let (zone, tolerance, size) = (self.zone_of(enemy), self.rules.tolerance, motion.size());
        if size <= 0.0 {
            return None;
        }
        let met = match motion {
            Motion::Go(way) => sweep(rect, way / size, size, &zone, tolerance)?,
            Motion::Turn { about, angle } => sweep_rotation(rect, about, angle, &zone, tolerance)?.abs(),
            Motion::Turnabout => return None,
        };
        let inside = |part: f64| self.zocs(enemy, &motion.part(part).apply(rect));
        if inside(0.0) {
            return None;
        }
        // Just beyond the border the zone holds, unless a base of its own side interrupts it there.
        let just_in = (met / size + 3.0 * tolerance.length / length_of(rect, motion)).min(1.0);
        if inside(just_in) {
            return Some(met / size);
        }
        first_part(steps(rect, motion).filter(|part| *part > just_in), inside)
    }
}

/// Lines from the front edge straight ahead to the end of the zone.
fn sight_lines(front: &Rect) -> impl Iterator<Item = Segment> {
    const LINES: u32 = 21;
    let (pose, width) = (front.pose, front.width);
    (0..LINES).map(move |at| {
        // From edge to edge, the outermost lines a hair inside.
        let aside = (f64::from(at) + 0.5) / f64::from(LINES) - 0.5;
        let start = pose.shifted(aside * width).at;
        Segment::new(start, start + pose.facing.vector() * width)
    })
}

/// The part of a segment at which it first meets a rectangle.
fn entry_of(line: Segment, rect: &Rect) -> Option<f64> {
    let (centre, forward, right) = (rect.centre(), rect.pose.facing.vector(), rect.pose.facing.right());
    let local = |point: Vec2| Vec2::new((point - centre).dot(right), (point - centre).dot(forward));
    let (start, end) = (local(line.a), local(line.b));
    let slab = |start: f64, step: f64, half: f64| {
        if step == 0.0 {
            return if start.abs() <= half { (0.0, 1.0) } else { (1.0, 0.0) };
        }
        let (a, b) = ((-half - start) / step, (half - start) / step);
        (a.min(b).max(0.0), a.max(b).min(1.0))
    };
    let step = end - start;
    let (x, y) = (slab(start.x, step.x, rect.width * 0.5), slab(start.y, step.y, rect.depth * 0.5));
    let (from, to) = (x.0.max(y.0), x.1.min(y.1));
    (from <= to).then_some(from)
}

/// About how far a motion takes a rectangle, in mm.
fn length_of(rect: &Rect, motion: Motion) -> f64 {
    match motion {
        Motion::Go(way) => way.length(),
        Motion::Turn { about, angle } => ((rect.centre() - about).length() + rect.radius()) * angle.abs(),
        Motion::Turnabout => 0.0,
    }
    .max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, Table};
    use aelian_geometry::Corner;

    /// A zoccer looking north at (500, 300), and a base of the other side with its front at (x, y).
    fn facing(x: f64, y: f64) -> Scene {
        Table::new()
            .base("e", Side::Blue, "Reg Bd(O)", 500.0, 300.0, 0.0)
            .base("b", Side::Red, "Reg Sp(O)", x, y, 180.0)
            .build()
    }

    fn is_zocced(scene: &Scene) -> bool {
        !scene.look().zoccers(scene.id("b")).is_empty()
    }

    /// EX-37: BB-ZOC-01: the square of a base at (0, 0) looking up.
    #[test]
    fn the_zone_is_a_square_before_the_front() {
        let scene = facing(500.0, 400.0);
        let zone = scene.look().zone_of(scene.id("e"));
        assert_eq!(zone.corner(Corner::RearLeft), Vec2::new(480.0, 300.0));
        assert_eq!(zone.corner(Corner::FrontRight), Vec2::new(520.0, 340.0));
    }

    /// BB-ZOC-02, AMB-52: any part in the square is enough; touching its far side is not.
    #[test]
    fn any_part_of_a_base_is_zocced() {
        assert!(is_zocced(&facing(500.0, 339.0)));
        assert!(is_zocced(&facing(539.0, 339.0)));
        assert!(!is_zocced(&facing(500.0, 340.0)));
        assert!(!is_zocced(&facing(540.0, 320.0)));
        assert!(is_zocced(&facing(500.0, 300.0)), "touching the front edge");
    }

    /// BB-ZOC-01, BB-TRP-13: Bg has no zone.
    #[test]
    fn baggage_zocs_nobody() {
        let scene = Table::new()
            .base("e", Side::Blue, "Irr Bg(O)", 500.0, 300.0, 0.0)
            .base("b", Side::Red, "Reg Sp(O)", 500.0, 320.0, 180.0)
            .build();
        assert!(!is_zocced(&scene));
    }

    /// BB-ZOC-03, BB-ZOC-04: the zoccer's own side interrupts, the zocced side does not.
    #[test]
    fn a_zone_is_interrupted_by_its_own_side() {
        let scene = |x: f64, side: Side| {
            Table::new()
                .base("e", Side::Blue, "Reg Bd(O)", 500.0, 300.0, 0.0)
                .base("between", side, "Reg Bd(O)", x, 318.0, 0.0)
                .base("b", Side::Red, "Reg Sp(O)", 500.0, 325.0, 180.0)
                .build()
        };
        let zoccers = |scene: &Scene| scene.look().zoccers(scene.id("b"));
        let interrupted = scene(500.0, Side::Blue);
        assert_eq!(zoccers(&interrupted), interrupted.set(&["between"]));
        let half = scene(515.0, Side::Blue);
        assert_eq!(zoccers(&half), half.set(&["e", "between"]));
        let own = scene(500.0, Side::Red);
        assert_eq!(zoccers(&own), own.set(&["e"]));
    }

    /// BB-ZOC-14: in impetuous moves the zones of Ps bind only Ps.
    #[test]
    fn zones_of_ps_do_not_bind_the_impetuous() {
        let scene = |troop: &str| {
            Table::new()
                .base("e", Side::Blue, "Irr Ps(O)", 500.0, 300.0, 0.0)
                .base("b", Side::Red, troop, 500.0, 330.0, 180.0)
                .build()
        };
        let warband = scene("Irr Wb(O)");
        assert!(is_zocced(&warband));
        assert!(warband.look().zoccers_of_impetuous(warband.id("b")).is_empty());
        let psiloi = scene("Irr Ps(O)");
        assert!(!psiloi.look().zoccers_of_impetuous(psiloi.id("b")).is_empty());
    }

    /// BB-ZOC-16: a way enters the zone where it meets the square.
    #[test]
    fn a_way_enters_a_zone_at_its_border() {
        let scene = facing(500.0, 390.0);
        let rect = scene.state.rect(scene.id("b"));
        let entry = scene.look().zone_entry(Side::Red, rect, Motion::Go(Vec2::new(0.0, -80.0)));
        let entry = entry.expect("it leads into the zone");
        assert_eq!(entry.of, scene.id("e"));
        assert!((entry.part * 80.0 - 50.0).abs() < 1e-6, "{entry:?}");
        assert!(scene.look().zone_entry(Side::Red, rect, Motion::Go(Vec2::new(0.0, -49.0))).is_none());
    }
}
