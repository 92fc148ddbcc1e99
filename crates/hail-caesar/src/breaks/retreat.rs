//! Retreats (60.5): one move away from the closest attacker, through friends if need be.

use crate::choice::{Ghost, GhostMove};
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::field::{AreaKind, TableEdge};
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::rules::{Look, Rules};
use crate::state::{Place, Side4};
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_geometry::{Rect, Vec2, degrees, rotate, sweep, sweep_polygon};
use aelian_rulebook::rule;

/// HC-RETR-06: how far to either side a blocked unit looks for another way, in degrees.
const DEVIATIONS: [f64; 7] = [0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0];

/// Where a retreat ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Retreat {
    pub rect: Rect,
    /// HC-RETR-04: how many moves it took.
    pub moves: u8,
    /// HC-RETR-05, HC-RETR-07: it could not go as far as it should.
    pub stopped: bool,
    /// HC-RETR-08: the edge that it crosses.
    pub leaves: Option<TableEdge>,
    /// HC-RETR-04, HC-RETR-11: friends whom it goes through.
    pub passed: UnitSet,
}

/// HC-RETR-01 to HC-RETR-11: the unit retreats from the closest of these attackers.
pub fn retreat(cx: &mut Cx<'_, Rules>, unit: UnitId, from: UnitSet) -> Result<(), NeedRoll> {
    let planned = Look::new(cx.rules, cx.state()).retreat(unit, from);
    let Some(way) = planned else { return Ok(()) };
    cx.cite(rule!("HC-RETR-01"), || Fact::Unit(unit));
    let old = *cx.state().unit(unit);
    // A charger that is driven off fights nobody (HC-CLOS-08).
    let parted: Vec<[UnitId; 2]> =
        cx.state().bouts.iter().filter(|bout| bout.units.contains(&unit)).map(|bout| bout.units).collect();
    parted.into_iter().for_each(|units| cx.emit(Event::BoutOver(units)));
    cx.emit(Event::Moved(Moved {
        unit,
        why: MoveWhy::Retreated,
        way: vec![old.rect.pose, way.rect.pose],
        formation: old.formation,
        rect: way.rect,
    }));
    if let Some(edge) = way.leaves {
        leave(cx, unit, edge);
        return Ok(());
    }
    if way.moves > 1 {
        super::disordered(cx, unit, rule!("HC-RETR-04"));
    }
    if way.stopped {
        super::disordered(cx, unit, rule!("HC-RETR-05"));
    }
    Ok(())
}

/// HC-EXIT-01, HC-EXIT-02, HC-RETR-08: over the edge.
fn leave(cx: &mut Cx<'_, Rules>, unit: UnitId, edge: TableEdge) {
    let look = Look::new(cx.rules, cx.state());
    let gone = look.is_shaken(unit) || look.is_of_broken_division(unit);
    let shaken = look.is_shaken(unit);
    let at = look.rect(unit).centre();
    let along = if matches!(edge, TableEdge::South | TableEdge::North) { at.x } else { at.y };
    let along = along.clamp(0.0, f64::from(u16::MAX)) as u16;
    let to = if gone { Place::Gone { shaken } } else { Place::Off { edge, along } };
    cx.cite(rule!("HC-RETR-08"), || Fact::OffTable(edge));
    cx.emit(Event::Leaves { unit, to });
}

/// What a retreat would come to.
pub(super) fn ghost(look: Look<'_>, unit: UnitId, from: UnitSet) -> Ghost {
    let moves = look.retreat(unit, from).map(|way| GhostMove {
        unit,
        moves: way.moves,
        formation: look.state.unit(unit).formation,
        rect: way.rect,
        contact: false,
    });
    Ghost { moves: moves.into_iter().collect(), allowed: look.one_move(unit), ..Ghost::default() }
}

impl Look<'_> {
    /// HC-TAB-MOVE: one move, in mm.
    fn one_move(&self, unit: UnitId) -> f64 {
        use crate::troop::Class;
        let open = self.state.unit(unit).is_open();
        self.inches(match self.class(unit) {
            Class::LightCavalry | Class::HorseArchers if open => 12.0,
            Class::LightChariots => 9.0,
            Class::Cataphracts => 6.0,
            class if class.is_cavalry() => 9.0,
            _ => 6.0,
        })
    }

    /// HC-RETR-01 to HC-RETR-09: where a unit retreats to; none if it does not move at all.
    pub fn retreat(&self, unit: UnitId, from: UnitSet) -> Option<Retreat> {
        let rate = self.one_move(unit);
        if rate <= 0.0 || self.never_falls_back(unit) {
            return None;
        }
        let axis = self.retreat_axis(unit, from);
        let mut best: Option<Retreat> = None;
        for turn in DEVIATIONS {
            let way = self.retreat_along(unit, rotate(axis, degrees(turn)), rate);
            if !way.stopped {
                return Some(way);
            }
            let gone = |way: &Retreat| (way.rect.pose.at - self.rect(unit).pose.at).length();
            if best.as_ref().is_none_or(|best| gone(&way) > gone(best) + self.rules.slack) {
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

    /// HC-RETR-04, HC-RETR-05, HC-RETR-07: one move that way, or two or three to clear friends.
    fn retreat_along(&self, unit: UnitId, along: Vec2, rate: f64) -> Retreat {
        let start = *self.rect(unit);
        let free = self.retreat_room(unit, along, 3.0 * rate);
        let reach = |distance: f64| start.with_pose(start.pose.translated(along * distance).on_grid());
        let mut way = Retreat {
            rect: reach(free.min(rate)),
            moves: 1,
            stopped: free < rate - self.rules.slack,
            leaves: None,
            passed: UnitSet::EMPTY,
        };
        for moves in 1..=3u8 {
            let rect = reach((f64::from(moves) * rate).min(free));
            let leaves = self.state.field.edge_crossed(&rect, self.rules.slack);
            if leaves.is_some() || self.friends_on(unit, &rect).is_empty() {
                let stopped = free < f64::from(moves) * rate - self.rules.slack && leaves.is_none();
                let passed = if leaves.is_some() {
                    UnitSet::EMPTY
                } else {
                    self.friends_between(unit, &start, along, &rect)
                };
                return Retreat { rect, moves, stopped, leaves, passed };
            }
        }
        // HC-RETR-07: it stops before the friends whom it cannot clear.
        let before = self.friends_on_way(unit, along, free.min(rate));
        way.rect = reach(before);
        way.stopped = true;
        way
    }

    /// How far it can go before it meets what it may not go through: enemies, engaged friends, ground closed to it.
    fn retreat_room(&self, unit: UnitId, along: Vec2, length: f64) -> f64 {
        let start = self.rect(unit);
        let t = self.rules.tolerance;
        let mine = self.side(unit);
        let blocks =
            |other: &UnitId| *other != unit && (self.side(*other) != mine || self.is_engaged(*other));
        let units = self.all_on_table().filter(blocks).flat_map(|other| self.footprint(other));
        let mut free = length;
        for rect in units {
            if let Some(touch) = sweep(start, along, free, &rect, t) {
                free = free.min(touch);
            }
        }
        for block in &self.state.field.blocks {
            if let Some(touch) = sweep(start, along, free, &block.rect, t) {
                free = free.min(touch);
            }
        }
        let formed = self.state.unit(unit).formation != Formation::Open;
        for area in &self.state.field.areas {
            let closed = match area.kind {
                AreaKind::Impassable => true,
                AreaKind::Wood => formed,
                _ => false,
            };
            if closed && !area.outline.meets_rect(start, t) {
                if let Some(touch) = sweep_polygon(start, along, free, &area.outline, t) {
                    free = free.min(touch);
                }
            }
        }
        free.max(0.0)
    }

    fn is_free_friend(&self, unit: UnitId, other: UnitId) -> bool {
        other != unit && self.side(other) == self.side(unit) && !self.is_engaged(other)
    }

    /// Friends on whom it would stand.
    fn friends_on(&self, unit: UnitId, rect: &Rect) -> UnitSet {
        let t = self.rules.tolerance;
        let on =
            |other: &UnitId| self.footprint(*other).any(|part| aelian_geometry::overlaps(rect, &part, t));
        self.all_on_table().filter(|other| self.is_free_friend(unit, *other)).filter(on).collect()
    }

    /// Friends over whom it goes.
    fn friends_between(&self, unit: UnitId, start: &Rect, along: Vec2, end: &Rect) -> UnitSet {
        let length = (end.pose.at - start.pose.at).length();
        let met = |other: &UnitId| {
            self.footprint(*other)
                .any(|part| sweep(start, along, length, &part, self.rules.tolerance).is_some())
        };
        self.all_on_table().filter(|other| self.is_free_friend(unit, *other)).filter(met).collect()
    }

    /// How far it goes before it meets the first friend.
    fn friends_on_way(&self, unit: UnitId, along: Vec2, length: f64) -> f64 {
        let start = self.rect(unit);
        let touch = |other: UnitId| {
            let parts = self
                .footprint(other)
                .filter_map(|part| sweep(start, along, length, &part, self.rules.tolerance));
            parts.fold(length, f64::min)
        };
        let friends = self.all_on_table().filter(|other| self.is_free_friend(unit, *other));
        friends.map(touch).fold(length, f64::min)
    }
}
