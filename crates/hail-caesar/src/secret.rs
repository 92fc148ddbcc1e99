//! Who may see what: hidden units (HC-WOOD-05) are known to their own side only, and so is where divisions will come on
//! in a battle that keeps it secret (HS-KADESH-05).

use crate::choice::Choice;
use crate::command::{self, CommandChoice, Order, Verb};
use crate::event::{Event, MoveWhy};
use crate::ids::{CommanderId, UnitId, UnitSet};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::scenario::{Plan, ScenarioChoice, ScenarioEvent};
use crate::setup::{self, SetUpChoice, Setup, Stands};
use crate::state::{CommanderPlace, Place, State, Unit};
use aelian_game::{Started, Viewer};
use aelian_geometry::{Facing, Pose, Rect, Vec2};

/// What one viewer may know of a state.
#[derive(Clone, Copy)]
struct Eyes<'a> {
    look: Look<'a>,
    viewer: Viewer,
}

impl<'a> Eyes<'a> {
    fn new(rules: &'a Rules, state: &'a State, viewer: Viewer) -> Self {
        Eyes { look: Look::new(rules, state), viewer }
    }

    fn is_own(&self, unit: UnitId) -> bool {
        self.viewer == Viewer::Side(self.look.side(unit))
    }

    /// HC-WOOD-05: it lies hidden from him.
    fn is_hidden(&self, unit: UnitId) -> bool {
        let there = self.look.state.has_unit(unit);
        there
            && !self.is_own(unit)
            && matches!(self.look.state.unit(unit).place, Place::Hidden | Place::Unknown)
    }

    /// HS-KADESH-05: he may not know where it waits to come on.
    fn waits_in_secret(&self, unit: UnitId) -> bool {
        self.look.state.has_unit(unit) && !self.is_own(unit) && self.look.waits_in_secret(unit)
    }

    /// Whether he knows where these are.
    fn knows_all(&self, mut units: impl Iterator<Item = UnitId>) -> bool {
        units.all(|unit| !self.is_hidden(unit) && !self.waits_in_secret(unit))
    }

    /// HS-KADESH-05: whether he may know where a division will come on.
    fn knows_plan(&self, plan: &Plan) -> bool {
        let division = self.look.rules.divisions.get(plan.division.index());
        let side = division.map(|division| Viewer::Side(division.side));
        side == Some(self.viewer) || !self.look.plan_is_secret(plan.division)
    }

    /// HS-KADESH-05: whether he may know where this commander is while he is off the table.
    fn knows_where_off(&self, commander: CommanderId) -> bool {
        self.look.rules.leaders.get(commander.index()).is_none_or(|leader| {
            let secret = leader.division.is_some_and(|division| self.look.plan_is_secret(division));
            !secret || self.viewer == Viewer::Side(leader.side)
        })
    }

    /// The dice of an order to come on tell nobody where: the order as he may know it.
    fn pending(&self, pending: &Pending) -> Pending {
        match pending {
            Pending::Command(command::Waiting::Reroll { order, total })
                if !self.knows_all(order.units.iter()) =>
            {
                let order = Order { verb: Verb::Enter(Vec::new()), ..order.clone() };
                Pending::Command(command::Waiting::Reroll { order, total: *total })
            }
            other => other.clone(),
        }
    }
}

/// The state as this viewer may see it.
pub fn view(rules: &Rules, state: &State, viewer: Viewer) -> State {
    let eyes = Eyes::new(rules, state, viewer);
    let mut seen = state.clone();
    for id in state.ids() {
        if eyes.is_hidden(id) {
            seen.units[id.index()] = unseen(rules, id);
        } else if eyes.waits_in_secret(id) {
            seen.units[id.index()].place = Place::Absent;
        }
    }
    for id in state.commander_ids() {
        let commander = &mut seen.commanders[id.index()];
        if commander.place == CommanderPlace::Off && !eyes.knows_where_off(id) {
            commander.at = Vec2::ZERO;
        }
    }
    seen.dealt = state.dealt.iter().filter(|unit| !eyes.is_hidden(*unit)).collect::<UnitSet>();
    seen.pending = state.pending.iter().map(|pending| eyes.pending(pending)).collect();
    seen.script.plans.retain(|plan| eyes.knows_plan(plan));
    seen
}

/// The setup without what this viewer may not know of it: where units lie hidden (HC-WOOD-05) and where divisions wait that
/// come on in secret (HS-KADESH-05). The orders of battle lie open.
pub fn setup_for(setup: &Setup, viewer: Viewer) -> Setup {
    let mut seen = setup.clone();
    let Ok((rules, state)) = setup::start(setup) else { return seen };
    let eyes = Eyes::new(&rules, &state, viewer);
    let entries = seen.armies.iter_mut().flat_map(|army| &mut army.divisions);
    for (id, entry) in state.ids().zip(entries.flat_map(|division| &mut division.units)) {
        if eyes.is_hidden(id) {
            entry.stands = Stands::Unknown;
        } else if eyes.waits_in_secret(id) {
            entry.stands = Stands::Absent;
        }
    }
    if let Some(position) = &mut seen.position {
        let hidden = |name: &str| rules.unit_named(name).is_some_and(|unit| eyes.is_hidden(unit));
        position.units.retain(|unit| !hidden(&unit.name));
    }
    seen
}

/// The match from the setup that a viewer was sent.
pub fn start_for(setup: &Setup, viewer: Viewer) -> Started<Rules> {
    let (rules, state) = setup::start(&setup_for(setup, viewer))?;
    let seen = view(&rules, &state, viewer);
    Ok((rules, seen))
}

/// Nothing is left of a unit but that there is one: it stands in the order of battle, which lies open.
fn unseen(rules: &Rules, id: UnitId) -> Unit {
    let card = rules.card(id);
    let (width, depth) = card.extent(card.normal);
    Unit {
        place: Place::Unknown,
        formation: card.normal,
        rect: Rect::new(Pose::new(0.0, 0.0, Facing::UP), width, depth),
        casualties: 0,
        disordered: false,
        deeds: Default::default(),
        moves: 0,
        combat: Default::default(),
    }
}

/// The event as this viewer may see it.
pub fn event_for(rules: &Rules, before: &State, event: &Event, viewer: Viewer) -> Option<Event> {
    let eyes = Eyes::new(rules, before, viewer);
    match event {
        Event::Scenario(ScenarioEvent::Planned(plan)) if !eyes.knows_plan(plan) => None,
        // HS-KADESH-05: that a division has been given the sign does not tell where it waits.
        Event::Leaves { unit, to: Place::Off { .. } } if eyes.waits_in_secret(*unit) => None,
        Event::CommanderMoves { commander, place: CommanderPlace::Off, .. }
            if before.has_commander(*commander) && !eyes.knows_where_off(*commander) =>
        {
            let gone = before.commander(*commander).place == CommanderPlace::Off;
            let seen =
                Event::CommanderMoves { commander: *commander, place: CommanderPlace::Off, at: Vec2::ZERO };
            (!gone).then_some(seen)
        }
        Event::Waits(pending) => Some(Event::Waits(eyes.pending(pending))),
        _ => keeps_unseen(event).is_none_or(|unit| !eyes.is_hidden(unit)).then(|| event.clone()),
    }
}

/// The unit of which an event tells something without bringing it into sight.
fn keeps_unseen(event: &Event) -> Option<UnitId> {
    match event {
        Event::Moved(moved) => Some(moved.unit),
        Event::Bends(bend) => Some(bend.unit),
        Event::Casualties { unit, .. }
        | Event::Disordered { unit, .. }
        | Event::Did { unit, .. }
        | Event::Undone { unit, .. }
        | Event::Moves { unit, .. }
        | Event::Combat { unit, .. }
        | Event::Dealt(unit) => Some(*unit),
        _ => None,
    }
}

/// HC-WOOD-05, HS-KADESH-05, HS-SHIELD-04: what is done with hidden units, where divisions are planned to come on, the
/// order by which they do and that an ambush waits on are known to their side alone.
pub fn may_know(rules: &Rules, before: &State, choice: &Choice, viewer: Viewer) -> bool {
    let eyes = Eyes::new(rules, before, viewer);
    match choice {
        Choice::SetUp(SetUpChoice::Place { unit, .. }) => eyes.knows_all(std::iter::once(*unit)),
        Choice::SetUp(SetUpChoice::Body { units, .. }) => eyes.knows_all(units.iter().map(|(unit, _)| *unit)),
        Choice::SetUp(SetUpChoice::Enter(plan)) => eyes.knows_plan(plan),
        Choice::Command(CommandChoice::Order(order)) => eyes.knows_all(order.units.iter()),
        Choice::Scenario(ScenarioChoice::Spring(now)) => *now || viewer == Viewer::Side(before.active),
        _ => true,
    }
}

/// Whether the event told somebody what he did not know.
pub fn reveals(event: &Event) -> bool {
    match event {
        Event::Appears(_) => true,
        // HC-OFF-11: that somebody comes on tells by which way and in which formation he does; HC-FREE-01: also where his
        // order failed.
        Event::Waits(Pending::Command(command::Waiting::Carrying(carrying))) => match carrying.order.verb {
            Verb::Enter(_) => !carrying.grants.is_empty(),
            Verb::Charge(_) => carrying.grants.iter().any(|grant| grant.why == MoveWhy::FreeMove),
            _ => false,
        },
        _ => false,
    }
}
