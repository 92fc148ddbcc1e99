//! Straight moves without turning: blunders, evades, retreats, giving ground, retiring.

use super::glide::Glide;
use super::way::{Friends, Halt, Mover, Obey, Passage};
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::ids::{UnitId, UnitSet};
use crate::rules::Look;
use crate::state::Along;
use aelian_geometry::{Rect, Vec2, degrees, rotate};
use aelian_rulebook::{Reason, rule};

/// HC-EVADE-08, HC-RETR-06: how far to either side a blocked unit looks for another way, in degrees.
const FURTHEST: f64 = 45.0;

/// Where a unit comes that goes straight in one direction without turning.
#[derive(Clone, Debug, PartialEq)]
pub struct Straight {
    pub rect: Rect,
    /// How far it went, in mm.
    pub distance: f64,
    /// What kept it from going all the way.
    pub blocked: Option<Reason<Fact>>,
    /// HC-PASS-03: friends passed through.
    pub passed: UnitSet,
    /// HC-PASS-08: of these, those with whom it tests.
    pub tested: UnitSet,
    /// HC-EXIT-01, HC-EXIT-04: it has left the table there.
    pub left: Option<(TableEdge, Along)>,
}

impl Straight {
    /// It went all the way that was asked.
    pub fn is_full(&self) -> bool {
        self.blocked.is_none()
    }
}

impl Look<'_> {
    /// As far as it can in this direction (a unit vector), at most `distance` mm: HC-BLUN-21, HC-RETR-05, HC-GIVE-08 by
    /// what it obeys. A unit that does not move at all (HC-MOVE-08) stays.
    pub fn straight(&self, unit: UnitId, direction: Vec2, distance: f64, obey: Obey) -> Straight {
        let from = *self.rect(unit);
        let formation = self.state.unit(unit).formation;
        let stays = Straight {
            rect: from,
            distance: 0.0,
            blocked: None,
            passed: UnitSet::EMPTY,
            tested: UnitSet::EMPTY,
            left: None,
        };
        if !(distance.is_finite() && distance > 0.0 && direction.is_finite()) {
            return stays;
        }
        let mover = Mover { unit, formation, obey, walled: UnitSet::EMPTY };
        let most = match obey.friends {
            Friends::Clear(times) => distance * f64::from(times.max(1)),
            _ => distance,
        };
        // HC-COL-03: all ranks of a bent column go alike.
        let glide_of = |body: Rect| Glide::new(&body, body.pose.translated(direction * most));
        let glides: Vec<Glide> = self.footprint(unit).map(glide_of).collect();
        let halts = glides
            .iter()
            .flat_map(|glide| self.halt(&mover, glide).into_iter().chain(self.fence(&mover, glide)));
        let halt = halts.min_by(|a, b| a.part.total_cmp(&b.part));
        let free = halt.as_ref().map_or(most, |halt| halt.part * most);
        let (end, friend) = self.clear_end(&mover, &glides, (distance.min(free), free, most));
        let blocked =
            if end >= distance - self.rules.slack { None } else { friend.or(halt.map(|halt| halt.reason)) };
        let exits = glides.iter().filter_map(|glide| self.exit(glide, end / most));
        let exit = exits.min_by(|a, b| a.0.total_cmp(&b.0));
        let part = exit.map_or(end / most, |(part, ..)| part);
        let rect = glide_of(from).at(part);
        let mut passage = Passage::default();
        for glide in &glides {
            passage.add(self.passage(&mover, glide, part));
        }
        Straight {
            rect: rect.with_pose(rect.pose.on_grid()),
            distance: part * most,
            blocked: if exit.is_some() { None } else { blocked },
            passed: passage.passed,
            tested: self.tested_of(unit, formation, &passage),
            left: exit.map(|(_, edge, along)| (edge, along)),
        }
    }

    /// HC-EVADE-08, HC-RETR-06: straight on, and to either side by so many degrees more each time; of two hands first the
    /// one that ends further from the enemy, or else nearer to its own edge.
    pub fn deviating(
        &self,
        unit: UnitId,
        (axis, distance): (Vec2, f64),
        obey: Obey,
        by: f64,
    ) -> impl Iterator<Item = Straight> + '_ {
        let turns = (1..).map(move |step| f64::from(step) * by).take_while(|turn| *turn <= FURTHEST);
        let turned = move |turn: f64| self.straight(unit, rotate(axis, degrees(turn)), distance, obey);
        let both_hands = move |turn: f64| {
            let (right, left) = (turned(turn), turned(-turn));
            if self.ends_safer(unit, &left, &right) { [left, right] } else { [right, left] }
        };
        std::iter::once_with(move || turned(0.0)).chain(turns.flat_map(both_hands))
    }

    fn ends_safer(&self, unit: UnitId, one: &Straight, other: &Straight) -> bool {
        let side = self.side(unit);
        let from_enemy = |way: &Straight| {
            let enemies = self.on_table(side.other());
            enemies.map(|enemy| self.distance_to(&way.rect, enemy)).fold(f64::INFINITY, f64::min)
        };
        let (off, off_other) = (from_enemy(one), from_enemy(other));
        if (off - off_other).abs() > self.rules.slack {
            return off > off_other;
        }
        let from_home = |way: &Straight| self.state.field.inside(self.home(side), way.rect.centre());
        from_home(one) < from_home(other) - self.rules.slack
    }

    /// HC-OBST-03, HC-OBST-04: an obstacle stops it, or it just crosses the one it stands at.
    fn fence(&self, mover: &Mover, glide: &Glide) -> Option<Halt> {
        if !mover.obey.obstacles {
            return None;
        }
        let mut first: Option<f64> = None;
        for barrier in self.barriers(mover.unit, mover.formation, glide.circle()) {
            // Whoever lies across it, having fought over it, comes off it freely.
            if self.is_across(mover.unit, mover.formation, barrier, glide.start()) {
                continue;
            }
            let Some(entry) = self.barrier_entry(mover, glide, barrier) else { continue };
            let crosses = self.is_up_to(barrier, glide.start());
            let part =
                if crosses { self.beyond(mover, glide, barrier, entry).unwrap_or(entry) } else { entry };
            first = Some(first.map_or(part, |known| known.min(part)));
        }
        let reason = Reason::new(rule!("HC-OBST-03"), Fact::BlockedByObstacle);
        first.map(|part| Halt { part, reason })
    }

    /// Where it may end so that it stands on no friend: (as far as it should, as far as it can, the whole glide) in mm.
    fn clear_end(
        &self,
        mover: &Mover,
        glides: &[Glide],
        (wanted, free, most): (f64, f64, f64),
    ) -> (f64, Option<Reason<Fact>>) {
        let under = |end: f64| {
            let bodies = glides.iter().map(|glide| glide.at(end / most));
            bodies.into_iter().find_map(|body| self.overlapped(mover.unit, &body, mover.obey.ignored))
        };
        let Some(friend) = under(wanted) else { return (wanted, None) };
        let reason = Reason::new(rule!("HC-PASS-03"), Fact::BlockedBy(friend));
        if matches!(mover.obey.friends, Friends::Clear(_)) {
            let steps = ((free - wanted) / 2.0).ceil().max(0.0) as usize;
            let further = (1..=steps).map(|step| (wanted + 2.0 * step as f64).min(free));
            if let Some(end) = further.into_iter().find(|end| under(*end).is_none()) {
                return (end, None);
            }
        }
        let steps = (wanted / 2.0).ceil() as usize;
        let mut back = (1..=steps).map(|step| (wanted - 2.0 * step as f64).max(0.0));
        (back.find(|end| under(*end).is_none()).unwrap_or(0.0), Some(reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::INCH;
    use crate::testing::Table;
    use aelian_game::Side;

    const NORTH: Vec2 = Vec2::new(0.0, 1.0);

    fn gone(table: Table, inches: f64, obey: Obey) -> (f64, Straight) {
        let scene = table.build();
        let straight = scene.look().straight(scene.unit("u"), NORTH, inches * INCH, obey);
        ((straight.distance / INCH * 10.0).round() / 10.0, straight)
    }

    fn table() -> Table {
        Table::new().unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
    }

    /// HC-PASS-01, AMB-13, HC-BLUN-21: an enemy is not entered; the move ends a tenth of an inch short of him.
    #[test]
    fn an_enemy_stops_it() {
        let (distance, straight) =
            gone(table().unit("e", Side::Blue, "heavy-infantry", (30.0, 24.0), 180.0), 6.0, Obey::BLUNDER);
        assert_eq!(distance, 3.9);
        assert_eq!(straight.blocked.unwrap().rule, rule!("HC-PASS-01"));
        assert_eq!(gone(table(), 6.0, Obey::BLUNDER).0, 6.0);
    }

    /// HC-PASS-03, HC-RETR-04, HC-PASS-13: friends are passed if they can be cleared; else they stop it.
    #[test]
    fn friends_are_passed_or_stop_it() {
        let with = |y: f64| table().unit("f", Side::Red, "heavy-infantry", (30.0, y), 0.0);
        let (distance, straight) = gone(with(23.0), 6.0, Obey::BLUNDER);
        assert_eq!((distance, straight.passed.len(), straight.tested.len()), (6.0, 1, 1));
        let (distance, straight) = gone(with(26.0), 6.0, Obey::BLUNDER);
        assert!(distance < 4.5 && straight.passed.is_empty());
        assert_eq!(straight.blocked.unwrap().rule, rule!("HC-PASS-03"));
        let (distance, straight) = gone(with(26.0), 6.0, Obey::RETREAT);
        assert!(distance > 7.5 && straight.blocked.is_none() && straight.passed.len() == 1);
        assert!(gone(with(23.0), 6.0, Obey::GIVE_GROUND).0 < 1.5);
    }

    /// HC-EXIT-01, HC-EXIT-04: it leaves as soon as a model crosses the edge.
    #[test]
    fn it_leaves_over_the_edge() {
        let (_, straight) =
            gone(Table::new().unit("u", Side::Red, "heavy-infantry", (30.0, 45.0), 0.0), 6.0, Obey::BLUNDER);
        assert_eq!(straight.left.map(|(edge, _)| edge), Some(TableEdge::North));
        assert!(straight.distance <= 3.1 * INCH);
    }

    /// HC-OBST-03, HC-OBST-04: a fence stops a formed unit, one in open order not.
    #[test]
    fn a_fence_stops_the_formed() {
        let fenced = |troop| {
            let table = Table::new()
                .unit("u", Side::Red, troop, (30.0, 20.0), 0.0)
                .obstacle(&[(20.0, 23.0), (40.0, 23.0)], false);
            gone(table, 6.0, Obey::BLUNDER).0
        };
        assert_eq!(fenced("heavy-infantry"), 3.0);
        assert_eq!(fenced("skirmishers"), 6.0);
    }
}
