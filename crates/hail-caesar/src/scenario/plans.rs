//! Where divisions off the table come on (HC-OFF-02, HS-KADESH-05, HS-GATES-03): planned before the battle, and how
//! their units then wait side by side.

use super::{Battle, ScenarioEvent};
use crate::event::Event;
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::ids::{DivisionId, UnitId};
use crate::rules::{Look, Rules};
use crate::setup::Entry;
use crate::state::{Along, CommanderPlace, Place};
use aelian_game::{Cx, Side};
use aelian_geometry::{Vec2, on_grid};
use aelian_rulebook::{Reason, rule};
use serde::{Deserialize, Serialize};

/// Where a division will come on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Plan {
    pub division: DivisionId,
    /// The place in `Rules::entries`.
    pub entry: u8,
    /// The middle of the division, in mm along the edge.
    pub along: Along,
}

/// Divisions of a side whose place of entry is its to choose.
pub fn planners(look: Look<'_>, side: Side) -> impl Iterator<Item = DivisionId> + '_ {
    let all = 0..look.rules.divisions.len() as u8;
    all.map(DivisionId).filter(move |id| {
        let card = &look.rules.divisions[id.index()];
        let waits = |unit: UnitId| matches!(look.state.unit(unit).place, Place::Absent | Place::Off { .. });
        let planned = card.arrival.as_ref().is_some_and(|arrival| !arrival.entries.is_empty());
        card.side == side && planned && look.members(*id).all(waits)
    })
}

/// HC-OFF-02, HS-GATES-03: a plan names an entry of its division and a point of it.
pub fn check_plan(look: Look<'_>, side: Side, plan: &Plan) -> Vec<Reason<Fact>> {
    let refused = |fact| vec![Reason { rule: rule!("HC-OFF-02"), fact }];
    let Some(card) = look.rules.divisions.get(plan.division.index()) else {
        return refused(Fact::Division(plan.division));
    };
    let chosen = card.arrival.as_ref().filter(|arrival| arrival.entries.contains(&plan.entry));
    if card.side != side || chosen.is_none() || !planners(look, side).any(|id| id == plan.division) {
        return refused(Fact::Division(plan.division));
    }
    match look.rules.entries.get(usize::from(plan.entry)) {
        Some(entry) if (entry.from..=entry.to).contains(&plan.along) => Vec::new(),
        Some(entry) => refused(Fact::Named(entry.name.clone())),
        None => refused(Fact::Rule),
    }
}

/// The plan is made; those who wait at the edge already go to their new places.
pub fn plan(cx: &mut Cx<'_, Rules>, plan: &Plan) {
    cx.emit(Event::Scenario(ScenarioEvent::Planned(*plan)));
    let look = Look::new(cx.rules, cx.state());
    if look.members(plan.division).any(|unit| matches!(look.state.unit(unit).place, Place::Off { .. })) {
        wait_at(cx, plan);
    }
}

/// Every entry of every division that may be planned, at its middle and near its ends.
pub fn plans_of(look: Look<'_>, side: Side) -> impl Iterator<Item = Plan> + '_ {
    planners(look, side).flat_map(move |division| {
        let entries =
            look.rules.divisions[division.index()].arrival.iter().flat_map(|arrival| &arrival.entries);
        entries.flat_map(move |entry| {
            let found = look.rules.entries.get(usize::from(*entry));
            let points = found.map_or([0; 3], points);
            points.map(|along| Plan { division, entry: *entry, along })
        })
    })
}

fn points(entry: &Entry) -> [Along; 3] {
    let long = entry.to.saturating_sub(entry.from);
    [entry.from + long / 2, entry.from + long / 6, entry.to - long / 6]
}

impl Look<'_> {
    /// What was planned for a division; the middle of its first entry where nothing was.
    pub fn plan_of(&self, division: DivisionId) -> Option<Plan> {
        if let Some(plan) = self.state.script.plans.iter().find(|plan| plan.division == division) {
            return Some(*plan);
        }
        let arrival = self.rules.divisions[division.index()].arrival.as_ref()?;
        let entry = *arrival.entries.first()?;
        let found = self.rules.entries.get(usize::from(entry))?;
        Some(Plan { division, entry, along: points(found)[0] })
    }

    /// HS-KADESH-05: a battle in which the enemy may not know all plans.
    pub fn plans_are_secret(&self) -> bool {
        self.is_battle(Battle::Kadesh)
    }

    /// HS-KADESH-05: the enemy may not know at which of several edges this division will come on.
    pub fn plan_is_secret(&self, division: DivisionId) -> bool {
        let card = self.rules.divisions.get(division.index());
        let arrival = card.and_then(|card| card.arrival.as_ref());
        self.plans_are_secret() && arrival.is_some_and(|arrival| arrival.entries.len() > 1)
    }

    /// HS-KADESH-05: a unit that waits for a division's secret entry, never having been on the table: whoever has stood
    /// there keeps the place where he stood last.
    pub fn waits_in_secret(&self, unit: UnitId) -> bool {
        let standing = self.state.unit(unit);
        self.plan_is_secret(self.card(unit).division)
            && matches!(standing.place, Place::Off { .. } | Place::Absent)
            && standing.rect.pose.at == Vec2::ZERO
    }

    /// A division none of whose units has come yet.
    pub fn is_absent(&self, division: DivisionId) -> bool {
        let mut units = self.members(division).peekable();
        units.peek().is_some() && units.all(|unit| self.state.unit(unit).place == Place::Absent)
    }
}

/// HS-COMMON-08: the division may now be ordered on, where it was planned.
pub fn release(cx: &mut Cx<'_, Rules>, division: DivisionId) {
    let look = Look::new(cx.rules, cx.state());
    let Some(plan) = look.plan_of(division) else { return };
    cx.cite(rule!("HS-COMMON-08"), || Fact::Division(division));
    wait_at(cx, &plan);
}

/// HC-OFF-01: the units wait side by side about the point of entry, the commander with them.
fn wait_at(cx: &mut Cx<'_, Rules>, plan: &Plan) {
    let look = Look::new(cx.rules, cx.state());
    let Some(entry) = look.rules.entries.get(usize::from(plan.entry)) else { return };
    let edge = entry.edge;
    let places = spread(look, entry, plan);
    let commander = look.rules.divisions[plan.division.index()].commander;
    let at = edge_point(look, edge, plan.along);
    let brings = look.state.commander(commander).place == CommanderPlace::Off;
    for (unit, along) in places {
        cx.emit(Event::Leaves { unit, to: Place::Off { edge, along } });
    }
    if brings {
        cx.emit(Event::CommanderMoves { commander, place: CommanderPlace::Off, at: on_grid(at) });
    }
}

/// A point of an edge.
pub fn edge_point(look: Look<'_>, edge: TableEdge, along: Along) -> Vec2 {
    let (along, field) = (f64::from(along), &look.state.field);
    match edge {
        TableEdge::South => Vec2::new(along, 0.0),
        TableEdge::North => Vec2::new(along, field.depth),
        TableEdge::West => Vec2::new(0.0, along),
        TableEdge::East => Vec2::new(field.width, along),
    }
}

/// Units side by side, as many rows as the entry needs; each row about the planned point, within the entry.
fn spread(look: Look<'_>, entry: &Entry, plan: &Plan) -> Vec<(UnitId, Along)> {
    const GAP: f64 = 10.0;
    let (from, to) = (f64::from(entry.from), f64::from(entry.to));
    let mut rows: Vec<(f64, Vec<(UnitId, f64)>)> = Vec::new();
    for unit in look.members(plan.division) {
        let card = look.card(unit);
        let wide = card.extent(card.normal).0 + GAP;
        match rows.last_mut() {
            Some((used, row)) if *used + wide <= to - from => {
                *used += wide;
                row.push((unit, wide));
            }
            _ => rows.push((wide, vec![(unit, wide)])),
        }
    }
    let mut places = Vec::new();
    for (used, row) in rows {
        let middle = f64::from(plan.along).clamp(from + used / 2.0, (to - used / 2.0).max(from + used / 2.0));
        let mut at = middle - used / 2.0;
        for (unit, wide) in row {
            places.push((unit, libm::round((at + wide / 2.0).max(0.0)) as Along));
            at += wide;
        }
    }
    places
}
