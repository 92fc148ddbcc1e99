//! Retreats (60.5): one move away from the closest attacker, through friends if need be.

use crate::choice::{Ghost, GhostMove};
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::ids::{UnitId, UnitSet};
use crate::movement::{self, Glide, Mover, Obey, Straight};
use crate::numbers::numbers;
use crate::rules::{Look, Rules};
use crate::state::Side4;
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_geometry::{Facing, Rect, Vec2};
use aelian_rulebook::rule;

/// HC-RETR-01, HC-RETR-02, HC-RETR-03, HC-RETR-04, HC-RETR-05, HC-RETR-06, HC-RETR-07, HC-RETR-08, HC-RETR-09,
/// HC-RETR-10, HC-RETR-11, HC-RETR-07, HC-RETR-08, HC-RETR-09, HC-DIS-13: the unit retreats from the closest of
/// these attackers. Friends whom it clears
/// within one move test with it (HC-RETR-11); more than one move, or a way that is blocked, disorders it.
pub fn retreat(cx: &mut Cx<'_, Rules>, unit: UnitId, from: UnitSet) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let Some(way) = look.retreat(unit, from) else { return Ok(()) };
    let (rate, slack) = (look.rate(unit), look.rules.slack);
    let faced = look.faced_within(unit, numbers().proximity.formed);
    // A charger that is driven off fights nobody (HC-CLOS-08).
    let bouts = look.state.bouts.iter().filter(|bout| bout.units.contains(&unit));
    let parted: Vec<[UnitId; 2]> = bouts.map(|bout| bout.units).collect();
    parted.into_iter().for_each(|units| cx.emit(Event::BoutOver(units)));
    cx.cite(rule!("HC-RETR-01"), || Fact::Unit(unit));
    if way.distance > rate + slack {
        super::disordered(cx, unit, rule!("HC-RETR-04"));
    }
    if !way.is_full() {
        super::disordered(cx, unit, rule!("HC-RETR-05"));
    }
    movement::shift(cx, unit, &way, MoveWhy::Retreated)?;
    if let Some(enemy) = faced {
        keep_facing(cx, unit, enemy);
    }
    Ok(())
}

/// HC-RETR-03, HC-PROX-15: it keeps facing the enemy whom it faced; where its way has brought it out of line, it turns.
fn keep_facing(cx: &mut Cx<'_, Rules>, unit: UnitId, enemy: UnitId) {
    let look = Look::new(cx.rules, cx.state());
    let standing = look.state.unit(unit);
    if !standing.is_on_table() || look.faces(unit, enemy) {
        return;
    }
    let formation = standing.formation;
    if let Some(rect) = look.turn_towards(unit, enemy) {
        cx.cite(rule!("HC-RETR-03"), || Fact::Pair { unit, other: enemy });
        let why = MoveWhy::Retreated;
        cx.emit(Event::Moved(Moved { unit, why, way: vec![rect.pose], formation, rect }));
    }
}

/// A footprint turned about its middle until it faces a point.
fn turned_to(rect: &Rect, point: Vec2) -> Rect {
    let middle = rect.centre();
    let facing = Facing::along(point - middle);
    let at = middle + facing.vector() * (rect.depth / 2.0);
    rect.with_pose(aelian_geometry::Pose { at, facing }.on_grid())
}

/// What a retreat would come to.
pub(super) fn ghost(look: Look<'_>, unit: UnitId, from: UnitSet) -> Ghost {
    let formation = look.state.unit(unit).formation;
    let end = |way: Straight| GhostMove { unit, moves: 1, formation, rect: way.rect, contact: false };
    let way = look.retreat(unit, from);
    let used = way.as_ref().map_or(0.0, |way| way.distance);
    Ghost { moves: way.map(end).into_iter().collect(), used, allowed: look.rate(unit), ..Ghost::default() }
}

impl Look<'_> {
    /// HC-RETR-01, HC-RETR-02, HC-RETR-03, HC-RETR-04, HC-RETR-05, HC-RETR-06, HC-RETR-07, HC-RETR-08, HC-RETR-09,
    /// HC-RETR-10: where a unit retreats to; none if it does not move at all. Straight into the opposite
    /// quarter; if that is blocked, the least deviation that allows the whole way, else the longest way there is.
    pub fn retreat(&self, unit: UnitId, from: UnitSet) -> Option<Straight> {
        let rate = self.rate(unit);
        if rate <= 0.0 || self.never_falls_back(unit) {
            return None;
        }
        let axis = self.retreat_axis(unit, from);
        let mut best: Option<Straight> = None;
        for way in self.deviating(unit, (axis, rate), Obey::RETREAT, 15.0) {
            if way.is_full() {
                return Some(way);
            }
            if best.as_ref().is_none_or(|best| way.distance > best.distance + self.rules.slack) {
                best = Some(way);
            }
        }
        best
    }

    /// HC-RETR-01, HC-RETR-02, HC-RETR-06: into the quarter opposite the closest attacker; open order straight away from
    /// it.
    fn retreat_axis(&self, unit: UnitId, from: UnitSet) -> Vec2 {
        let facing = self.rect(unit).pose.facing;
        let near = |a: &UnitId, b: &UnitId| self.distance(*a, unit).total_cmp(&self.distance(*b, unit));
        let Some(attacker) = from.iter().min_by(near) else { return -facing.vector() };
        if self.state.unit(unit).is_open() {
            let (nearest, _) = aelian_geometry::nearest_points(self.rect(attacker), self.rect(unit));
            let away = self.rect(unit).centre() - nearest;
            let length = away.length();
            return if length > 1.0 { away / length } else { -facing.vector() };
        }
        match self.quarter_in(attacker, unit) {
            Side4::Front => -facing.vector(),
            Side4::Rear => facing.vector(),
            Side4::Left => facing.right(),
            Side4::Right => -facing.right(),
        }
    }

    /// HC-RETR-01, HC-RETR-03, HC-GEO-05: turned about its middle towards an enemy, as far as nobody and no ground stands in
    /// the way of the turn; none if it then does not face him. Its corners swing wider than it stands before and after.
    fn turn_towards(&self, unit: UnitId, enemy: UnitId) -> Option<Rect> {
        let standing = self.state.unit(unit);
        let formation = standing.formation;
        let mover = Mover { unit, formation, obey: Obey::RETREAT, walled: UnitSet::EMPTY };
        let goal = turned_to(&standing.rect, self.rect(enemy).centre());
        let glide = Glide::new(&standing.rect, goal.pose);
        let turned = glide.at(self.halt(&mover, &glide).map_or(1.0, |halt| halt.part));
        let rect = turned.with_pose(turned.pose.on_grid());
        (self.faces_from(&rect, enemy) && self.may_stand(unit, formation, &rect).is_empty()).then_some(rect)
    }

    /// The nearest enemy whom a formed unit faces within so many inches.
    fn faced_within(&self, unit: UnitId, inches: f64) -> Option<UnitId> {
        if self.state.unit(unit).is_open() {
            return None;
        }
        let enemies = self.on_table(self.side(unit).other());
        let faced = enemies
            .filter(|enemy| self.faces(unit, *enemy) && self.within(self.distance(unit, *enemy), inches));
        faced.min_by(|a, b| self.distance(*a, unit).total_cmp(&self.distance(*b, unit)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::AreaKind;
    use crate::state::Place;
    use crate::testing::{Scene, Table};
    use aelian_game::Side;

    /// A unit of Red with its centre-front at (30, 24), facing north, and an enemy who attacked it from there.
    fn scene(troop: &str, attacker: (f64, f64)) -> Table {
        Table::new().unit("u", Side::Red, troop, (30.0, 24.0), 0.0).unit(
            "e",
            Side::Blue,
            "medium-infantry",
            attacker,
            180.0,
        )
    }

    /// Where its centre-front ends, in inches, and whether it is disordered.
    fn ends(mut scene: Scene, faces: &[u8]) -> (f64, f64, bool) {
        let (unit, from) = (scene.unit("u"), UnitSet::one(scene.unit("e")));
        scene.run(faces, |cx| retreat(cx, unit, from));
        let is = scene.state.unit(unit);
        let round = |mm: f64| (mm / 25.4 * 10.0).round() / 10.0;
        (round(is.rect.pose.at.x), round(is.rect.pose.at.y), is.disordered)
    }

    /// HC-RETR-01, HC-RETR-02, HC-RETR-09: one move into the opposite quarter, keeping its front.
    #[test]
    fn one_move_away_from_the_attacker() {
        assert_eq!(ends(scene("heavy-infantry", (30.0, 32.0)).build(), &[]), (30.0, 18.0, false));
        assert_eq!(ends(scene("heavy-cavalry", (30.0, 32.0)).build(), &[]), (30.0, 15.0, false));
        assert_eq!(ends(scene("heavy-infantry", (30.0, 12.0)).build(), &[]), (30.0, 30.0, false));
        assert_eq!(ends(scene("heavy-infantry", (42.0, 23.0)).build(), &[]), (24.0, 24.0, false));
    }

    /// HC-RETR-06: open order goes straight away from its attacker.
    #[test]
    fn open_order_goes_straight_away() {
        let (x, y, _) = ends(scene("skirmishers", (50.0, 24.0)).build(), &[]);
        assert!(x < 24.5 && (y - 24.0).abs() < 1.0, "{x} {y}");
    }

    /// HC-RETR-01: the closest of several attackers.
    #[test]
    fn the_closest_attacker_counts() {
        let mut table = scene("heavy-infantry", (30.0, 40.0))
            .unit("f", Side::Blue, "elephant", (30.0, 18.0), 0.0)
            .build();
        let (unit, from) = (table.unit("u"), [table.unit("e"), table.unit("f")].into_iter().collect());
        table.run(&[], |cx| retreat(cx, unit, from));
        assert!(table.state.unit(unit).rect.pose.at.y > 24.0 * 25.4);
    }

    /// HC-RETR-04, HC-RETR-11, AMB-102: friends are passed; both test when one move clears them, and a longer way
    /// disorders the unit without a test.
    #[test]
    fn friends_are_passed_through() {
        let with = |y: f64| {
            scene("heavy-infantry", (30.0, 32.0))
                .unit("f", Side::Red, "heavy-infantry", (30.0, y), 0.0)
                .build()
        };
        assert_eq!(ends(with(21.5), &[4, 4]), (30.0, 18.0, false));
        assert_eq!(ends(with(21.5), &[3, 4]), (30.0, 18.0, true));
        let (_, y, disordered) = ends(with(18.0), &[4]);
        assert!(y < 17.0 && disordered, "{y}");
    }

    /// HC-RETR-05: what it cannot enter stops it, and it is disordered.
    #[test]
    fn a_blocked_retreat_disorders() {
        let cliff = [(0.0, 10.0), (72.0, 10.0), (72.0, 20.0), (0.0, 20.0)];
        let table = scene("heavy-infantry", (30.0, 32.0)).area(AreaKind::Impassable, &cliff);
        let (_, y, disordered) = ends(table.build(), &[]);
        assert!(y > 21.4 && y < 22.0 && disordered, "{y}");
    }

    /// HC-RETR-06: a narrow obstacle is gone round, if a way within 45 degrees is free.
    #[test]
    fn a_narrow_obstacle_is_avoided() {
        let rock = [(26.0, 17.0), (27.0, 17.0), (27.0, 18.0), (26.0, 18.0)];
        let table = scene("heavy-infantry", (30.0, 32.0)).area(AreaKind::Impassable, &rock);
        let (x, _, disordered) = ends(table.build(), &[]);
        assert!(x > 30.5 && !disordered, "{x}");
    }

    /// HC-RETR-07: friends who stand too deep are not entered; it stops before them disordered.
    #[test]
    fn too_many_friends_stop_it() {
        let mut table = scene("heavy-infantry", (30.0, 32.0));
        for row in 0..14 {
            let y = 20.0 - 1.6 * f64::from(row);
            if y < 2.0 {
                break;
            }
            for column in 0..5 {
                let x = 15.8 + 7.1 * f64::from(column);
                table = table.unit(&format!("f{row}.{column}"), Side::Red, "heavy-infantry", (x, y), 0.0);
            }
        }
        let (_, y, disordered) = ends(table.build(), &[]);
        assert!(y > 21.4 && disordered, "{y}");
    }

    /// HC-RETR-08, HC-EXIT-02, HC-SHK-08: over the edge it has left the table, for good if it is shaken.
    #[test]
    fn over_the_edge() {
        let at_edge = || {
            Table::new()
                .unit("u", Side::Red, "heavy-infantry", (30.0, 5.0), 0.0)
                .unit("e", Side::Blue, "medium-infantry", (30.0, 12.0), 180.0)
                .build()
        };
        let left = |mut scene: Scene| {
            let (unit, from) = (scene.unit("u"), UnitSet::one(scene.unit("e")));
            scene.run(&[], |cx| retreat(cx, unit, from));
            scene.state.unit(unit).place
        };
        assert!(matches!(left(at_edge()), Place::Off { .. }));
        assert_eq!(left(at_edge().casualties("u", 6)), Place::Gone { shaken: true });
    }

    /// HC-BRES-10, HC-RETR-09, HC-RETR-10: squares stay; engines make their one move.
    #[test]
    fn squares_stay_and_engines_move() {
        use crate::formation::Formation;
        let square = Table::new()
            .formed("u", Side::Red, "heavy-infantry", Formation::Square, (30.0, 24.0), 0.0)
            .unit("e", Side::Blue, "medium-infantry", (30.0, 32.0), 180.0)
            .build();
        assert_eq!(ends(square, &[]), (30.0, 24.0, false));
        assert_eq!(ends(scene("medium-artillery", (30.0, 32.0)).build(), &[]), (30.0, 18.0, false));
    }

    /// HC-RETR-03, HC-PROX-15: it keeps facing the enemy whom it faced.
    #[test]
    fn it_keeps_facing_its_enemy() {
        let mut scene = scene("heavy-infantry", (42.0, 23.5))
            .unit("x", Side::Blue, "elephant", (30.0, 30.0), 180.0)
            .build();
        let (unit, from) = (scene.unit("u"), UnitSet::one(scene.unit("e")));
        scene.run(&[], |cx| retreat(cx, unit, from));
        let look = scene.look();
        assert!(look.rect(unit).pose.at.x < 26.0 * 25.4);
        assert!(look.faces(unit, scene.unit("x")));
    }

    /// HC-RETR-03, HC-GEO-05, HC-PASS-01: where the turn would swing a corner through an enemy it stays as it is, though
    /// there would be room to stand when it has turned.
    #[test]
    fn its_turn_swings_through_nobody() {
        let retreated = |table: Table| {
            let mut scene = table.unit("x", Side::Blue, "elephant", (30.0, 25.5), 180.0).build();
            let (unit, from) = (scene.unit("u"), UnitSet::one(scene.unit("e")));
            scene.run(&[], |cx| retreat(cx, unit, from));
            assert!(scene.look().rect(unit).centre().x < 24.1 * 25.4);
            scene.look().faces(unit, scene.unit("x"))
        };
        let alone = || scene("heavy-infantry", (42.0, 23.5));
        assert!(retreated(alone()));
        let beside = (21.2 - 90.0 / 25.4, 24.76 + 40.0 / 25.4);
        assert!(!retreated(alone().unit("beside", Side::Blue, "medium-infantry", beside, 0.0)));
    }
}
