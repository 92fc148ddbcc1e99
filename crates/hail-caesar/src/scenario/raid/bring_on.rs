//! Who comes on, when and where (HS-RAID-02, HS-RAID-05, HS-RAID-06, HS-RAID-07, HS-RAID-08, HS-RAID-09,
//! HS-RAID-10, HS-RAID-11, HS-RAID-12, HS-RAID-15, HS-RAID-16).

use super::{ROMANS, is_absent};
use crate::charge;
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::field::AreaKind;
use crate::ids::{DivisionId, UnitId, UnitSet};
use crate::pending::Pending;
use crate::rules::{INCH, Look, Rules};
use crate::scenario::arrivals::done;
use crate::scenario::script::Matter;
use crate::scenario::{ScenarioChoice, ScenarioEvent, Waiting};
use crate::setup::{Zone, deploy};
use crate::state::{Along, Combat, CommanderPlace, Deed};
use aelian_game::Cx;
use aelian_geometry::{Facing, Pose, Rect, Vec2, area_overlap, distance};
use aelian_rulebook::{Reason, RuleId, rule};

/// HS-RAID-02: how far onto the table the Romans are placed, in inches.
const ONTO: f64 = 6.0;
/// HS-RAID-15: how near to the village the villagers are placed, in inches.
const ABOUT: f64 = 6.0;

/// HS-RAID-08: Catubatrenus' division.
pub const TRIBES: &str = "Neighbouring tribes";

/// HS-RAID-15: the division of the villagers, and the unit.
const VILLAGERS: &str = "Villagers";

/// HS-RAID-08: once the alarm has been given they come in the next turn without a die.
pub fn tribes_hurry(look: Look<'_>) -> bool {
    matches!(look.raid().alarm, super::Alarm::Given(turn) if turn < look.state.turn)
}

/// HS-RAID-02, HS-RAID-05, HS-RAID-06, HS-RAID-08, HS-RAID-11, HS-RAID-12: the rule by which a unit comes.
pub fn keeps_away(look: Look<'_>, unit: UnitId) -> RuleId {
    match look.rules.divisions[look.card(unit).division.index()].name.as_str() {
        _ if look.side(unit) == ROMANS => rule!("HS-RAID-02"),
        _ if look.card(unit).name == "Hunters" => rule!("HS-RAID-12"),
        TRIBES => rule!("HS-RAID-08"),
        "Druids" => rule!("HS-RAID-11"),
        VILLAGERS => rule!("HS-RAID-05"),
        _ => rule!("HS-RAID-06"),
    }
}

/// HS-RAID-02: Roman divisions of which nobody has come.
pub fn divisions(look: Look<'_>) -> Vec<DivisionId> {
    let waits = |id: &DivisionId| look.rules.divisions[id.index()].side == ROMANS && look.is_absent(*id);
    super::divisions(look).filter(waits).collect()
}

/// HS-RAID-02: units that found no room when their division came.
pub fn stragglers(look: Look<'_>) -> impl Iterator<Item = UnitId> + '_ {
    let waits = move |unit: &UnitId| {
        look.side(*unit) == ROMANS && is_absent(look, *unit) && !look.is_absent(look.card(*unit).division)
    };
    look.state.ids().filter(waits)
}

fn entry(look: Look<'_>, division: DivisionId) -> Option<&crate::setup::Entry> {
    let arrival = look.rules.divisions.get(division.index())?.arrival.as_ref()?;
    look.rules.entries.get(usize::from(*arrival.entries.first()?))
}

pub fn fits(look: Look<'_>, division: DivisionId, along: Along) -> bool {
    entry(look, division).is_some_and(|entry| (entry.from..=entry.to).contains(&along))
}

/// Where a division comes on if nobody says where.
pub fn middle_of_entry(look: Look<'_>, division: DivisionId) -> Along {
    entry(look, division).map_or(0, |entry| entry.from + entry.to.saturating_sub(entry.from) / 2)
}

pub fn answers(look: Look<'_>, of: &[DivisionId]) -> Vec<ScenarioChoice> {
    let each = of.iter().flat_map(|division| {
        let points = entry(look, *division).map(|entry| {
            let long = entry.to.saturating_sub(entry.from);
            [middle_of_entry(look, *division), entry.from + long / 5, entry.to - long / 5]
        });
        let at = |along| ScenarioChoice::BringAt { division: *division, along };
        points.into_iter().flatten().map(at)
    });
    each.chain([ScenarioChoice::Pass]).collect()
}

/// HS-RAID-02: the division is placed within 6 inches of the edge about this point and goes no further in this turn.
pub fn bring(cx: &mut Cx<'_, Rules>, division: DivisionId, along: Along) {
    done(cx, Matter::BringOn);
    let near = Pose { at: Vec2::new(ONTO * INCH, f64::from(along)), facing: Facing::RIGHT };
    place_division(cx, division, near, rule!("HS-RAID-02"));
    let look = Look::new(cx.rules, cx.state());
    let came: Vec<UnitId> =
        look.members(division).filter(|unit| look.state.unit(*unit).is_on_table()).collect();
    for unit in came {
        cx.emit(Event::Did { unit, deed: Deed::Stopped });
    }
}

/// HS-RAID-02: those who had no room come on as soon as there is some.
pub fn bring_stragglers(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    let waiting: Vec<UnitId> = stragglers(look).collect();
    let middle = look.state.field.depth / 2.0;
    let near = Pose { at: Vec2::new(ONTO * INCH, middle), facing: Facing::RIGHT };
    for unit in waiting {
        if place_unit(cx, unit, near, None) {
            cx.emit(Event::Did { unit, deed: Deed::Stopped });
        }
    }
    done(cx, Matter::Stragglers);
}

/// All units of a division are put down in its zone, as near to a pose as there is room, and its commander with them;
/// its side may then put them elsewhere in the zone.
fn place_division(cx: &mut Cx<'_, Rules>, division: DivisionId, near: Pose, rule: RuleId) {
    let look = Look::new(cx.rules, cx.state());
    let units: Vec<UnitId> = look.members(division).filter(|unit| is_absent(look, *unit)).collect();
    let commander = look.rules.divisions[division.index()].commander;
    cx.cite(rule, || Fact::Division(division));
    for unit in units {
        place_unit(cx, unit, near, None);
    }
    if cx.state().commander(commander).place == CommanderPlace::Off {
        let at = near.advanced(-3.0 * INCH).on_grid().at;
        cx.emit(Event::CommanderMoves { commander, place: CommanderPlace::Alone, at });
    }
    cx.emit(Event::Waits(Pending::Scenario(Waiting::Placing(division))));
}

/// Puts a unit down near a pose, in a zone or in that of its division; false if there is no room.
fn place_unit(cx: &mut Cx<'_, Rules>, unit: UnitId, near: Pose, zone: Option<Zone>) -> bool {
    let look = Look::new(cx.rules, cx.state());
    let zone = zone.unwrap_or(look.rules.divisions[look.card(unit).division.index()].zone);
    let Some(rect) = deploy::find_place(look, unit, near, &zone) else { return false };
    let formation = look.state.unit(unit).formation;
    cx.emit(Event::Appears(Moved { unit, why: MoveWhy::Arrived, way: Vec::new(), formation, rect }));
    true
}

fn middle(zone: &Zone) -> Vec2 {
    (zone.low + zone.high) / 2.0
}

fn zone_of(look: Look<'_>, name: &str) -> Option<(DivisionId, Zone)> {
    let division = look.division_named(name)?;
    Some((division, look.rules.divisions[division.index()].zone))
}

/// HS-RAID-06: Bagotrix' household gathers once the alarm is given.
pub fn household_comes(look: Look<'_>) -> bool {
    look.raid().alarm.is_given() && look.division_named("Bagotrix").is_some_and(|id| look.is_absent(id))
}

pub fn household(cx: &mut Cx<'_, Rules>) {
    done(cx, Matter::Household);
    if let Some((division, zone)) = zone_of(Look::new(cx.rules, cx.state()), "Bagotrix") {
        let near = Pose { at: middle(&zone), facing: Facing::LEFT };
        place_division(cx, division, near, rule!("HS-RAID-06"));
    }
}

/// HS-RAID-11: once the alarm is given.
pub fn druids_may_come(look: Look<'_>) -> bool {
    look.raid().alarm.is_given() && look.division_named("Druids").is_some_and(|id| look.is_absent(id))
}

/// HS-RAID-11: Romans are in the woods about the clearing.
pub fn druids_must_come(look: Look<'_>) -> bool {
    let woods = look
        .state
        .field
        .areas
        .iter()
        .filter(|area| area.kind == AreaKind::Wood && area.name.starts_with("eastern woods"));
    let mut inside = woods.flat_map(|area| {
        let outline = area.outline.points();
        look.on_table(ROMANS)
            .filter(move |unit| area_overlap(outline, look.rect(*unit), look.rules.tolerance))
    });
    inside.next().is_some()
}

pub fn druids(cx: &mut Cx<'_, Rules>) {
    done(cx, Matter::Druids);
    if let Some((division, zone)) = zone_of(Look::new(cx.rules, cx.state()), "Druids") {
        cx.emit(Event::Scenario(ScenarioEvent::Temple));
        let at = Vec2::new(zone.low.x + 4.0 * INCH, middle(&zone).y);
        place_division(cx, division, Pose { at, facing: Facing::LEFT }, rule!("HS-RAID-11"));
    }
}

/// HS-RAID-12: the hunters come when the village has been attacked.
pub fn hunters_come(look: Look<'_>) -> bool {
    look.raid().attacked && look.unit_called("Hunters").is_some_and(|unit| is_absent(look, unit))
}

/// HS-RAID-12: at the edge of the northern woods nearest to the village.
pub fn hunters(cx: &mut Cx<'_, Rules>) {
    done(cx, Matter::Hunters);
    let look = Look::new(cx.rules, cx.state());
    let (Some(unit), Some((_, village))) = (look.unit_called("Hunters"), look.block_named("open village"))
    else {
        return;
    };
    let wood = look.state.field.areas.iter().find(|area| area.name == "northern woods");
    let edge = wood.map_or(village.rect.aabb().1.y, |area| area.outline.aabb().0.y);
    let at = Vec2::new(village.rect.centre().x, edge);
    cx.cite(rule!("HS-RAID-12"), || Fact::Unit(unit));
    let zone = Zone { low: at - Vec2::splat(12.0 * INCH), high: at + Vec2::splat(6.0 * INCH) };
    place_unit(cx, unit, Pose { at, facing: Facing::DOWN }, Some(zone));
}

/// HS-RAID-15: the villagers come out of their huts; false if they have already, or cannot.
pub fn warn(cx: &mut Cx<'_, Rules>) -> bool {
    let look = Look::new(cx.rules, cx.state());
    let (Some(unit), Some((_, village))) = (look.unit_called("Villagers"), look.block_named("open village"))
    else {
        return false;
    };
    if !is_absent(look, unit) {
        return false;
    }
    let high = village.rect.aabb().1;
    let zone = about(&village.rect);
    let near = Pose { at: Vec2::new(high.x + 2.0 * INCH, village.rect.centre().y), facing: Facing::RIGHT };
    cx.cite(rule!("HS-RAID-15"), || Fact::Unit(unit));
    if place_unit(cx, unit, near, Some(zone)) {
        cx.emit(Event::Scenario(ScenarioEvent::Warned));
        return true;
    }
    false
}

/// HS-RAID-15: what lies within 6 inches of the village, and its corners a little further.
fn about(village: &Rect) -> Zone {
    let (low, high) = village.aabb();
    Zone { low: low - Vec2::splat(ABOUT * INCH), high: high + Vec2::splat(ABOUT * INCH) }
}

/// HS-RAID-15: their side says where about the village they stand.
pub fn ask_where(cx: &mut Cx<'_, Rules>) {
    if let Some(division) = Look::new(cx.rules, cx.state()).division_named(VILLAGERS) {
        cx.emit(Event::Waits(Pending::Scenario(Waiting::Placing(division))));
    }
}

/// HS-RAID-02, HS-RAID-15: Romans are placed within 6 inches of their edge; of their division only the villagers are
/// placed, and no further than 6 inches from the village.
pub fn placing_fault(look: Look<'_>, unit: UnitId, rect: &Rect) -> Option<Reason<Fact>> {
    if look.side(unit) == ROMANS {
        let used = rect.aabb().1.x;
        let fact = Fact::TooFar { used, allowed: look.inches(ONTO) };
        return (!look.within(used, ONTO)).then_some(Reason { rule: rule!("HS-RAID-02"), fact });
    }
    if !look.is_of(unit, VILLAGERS) {
        return None;
    }
    let (_, village) = look.block_named("open village")?;
    let gap = distance(rect, &village.rect);
    let theirs = look.card(unit).name == VILLAGERS;
    let fact = Fact::TooFar { used: gap, allowed: look.inches(ABOUT) };
    (!theirs || !look.within(gap, ABOUT)).then_some(Reason { rule: rule!("HS-RAID-15"), fact })
}

/// HS-RAID-05, HS-RAID-12, HS-RAID-16: Romans at the open village attack it; villagers who were not warned are met in
/// front of the huts and fight where they are met.
pub fn settle(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    let Some(village) = look.block_named("open village").map(|(_, block)| block.rect) else { return };
    let at_huts = |unit: &UnitId| distance(look.rect(*unit), &village) <= look.rules.slack;
    let Some(attacker) = look.on_table(ROMANS).find(at_huts) else { return };
    if look.raid().attacked {
        return;
    }
    cx.emit(Event::Scenario(ScenarioEvent::Attacked));
    let look = Look::new(cx.rules, cx.state());
    let Some(unit) = look.unit_called("Villagers").filter(|unit| is_absent(look, *unit)) else { return };
    // HC-OOC-06: drawn up against its front where there is room.
    let (front, formation) = (*look.rect(attacker), look.state.unit(unit).formation);
    let pose = Pose { at: front.pose.at, facing: front.pose.facing.reversed() };
    let stands = deploy::footprint(look, unit, &pose, formation);
    let apart = UnitSet::from_iter([attacker, unit]);
    let Some(rect) = charge::drawn_against(look, &front, &stands, charge::closed_up(look, unit), apart, &[])
    else {
        return;
    };
    cx.cite(rule!("HS-RAID-16"), || Fact::Pair { unit: attacker, other: unit });
    cx.emit(Event::Appears(Moved { unit, why: MoveWhy::Arrived, way: Vec::new(), formation, rect }));
    charge::engage(cx, attacker);
    let is = Combat { charged: true, moved: true, ..cx.state().unit(attacker).combat };
    cx.emit(Event::Combat { unit: attacker, is });
}
