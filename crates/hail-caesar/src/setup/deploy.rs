//! Drawing up (HC-SETUP-04): one side after the other moves what stands on the table within its zones, places what is
//! still waiting, and says where those off the table will come on; the suggested deployment may be left as it is.

use super::{SetUpChoice, SetUpPrompt, Zone};
use crate::choice::{Asked, Choice, Ghost, GhostMove, Prompt};
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::{CommanderId, UnitId, UnitSet};
use crate::rules::{INCH, Look, Rules};
use crate::scenario::{self, Plan, ScenarioEvent};
use crate::state::{CommanderPlace, Place};
use aelian_game::{Cx, Next, Proposals, Side, Verdict, Want};
use aelian_geometry::{Pose, Rect, Vec2, area_overlap, on_grid, overlaps};
use aelian_rulebook::{Reason, rule};

/// HC-SETUP-04: the side that is drawing up, unless both have.
pub fn next(look: Look<'_>) -> Asked {
    let side = drawing_up(look)?;
    let waiting = waiting(look, side);
    Some(Next::Ask { side, prompt: Prompt::SetUp(SetUpPrompt::DrawUp { waiting }) })
}

/// Who is drawing up now. A side that has nothing to place or to plan is passed over.
fn drawing_up(look: Look<'_>) -> Option<Side> {
    let first = look.rules.draws_up?;
    let script = &look.state.script;
    [first, first.other()].into_iter().find(|side| !script.drawn_up[side.index()] && has_part(look, *side))
}

fn has_part(look: Look<'_>, side: Side) -> bool {
    let unit = |id: UnitId| look.side(id) == side && is_placeable(look, id);
    look.state.ids().any(unit) || scenario::planners(look, side).next().is_some()
}

/// Units that may be placed or moved while armies draw up.
fn is_placeable(look: Look<'_>, unit: UnitId) -> bool {
    matches!(look.state.unit(unit).place, Place::Waiting | Place::Table | Place::Hidden)
}

/// Units of a side that must still be placed.
fn waiting(look: Look<'_>, side: Side) -> UnitSet {
    let waits = |id: &UnitId| look.side(*id) == side && look.state.unit(*id).place == Place::Waiting;
    look.state.ids().filter(waits).fold(UnitSet::EMPTY, |mut set, id| {
        set.insert(id);
        set
    })
}

pub fn check(look: Look<'_>, choice: &SetUpChoice) -> Verdict<Rules> {
    let Some(side) = drawing_up(look) else { return not_asked() };
    match choice {
        SetUpChoice::Place { unit, pose, formation } => check_place(look, side, *unit, pose, *formation),
        SetUpChoice::Commander { commander, at } => check_commander(look, side, *commander, *at),
        SetUpChoice::Body { units, commanders } => check_body(look, side, units, commanders),
        SetUpChoice::Enter(plan) => judged(scenario::check_plan(look, side, plan)),
        SetUpChoice::DrawnUp => {
            let waiting = waiting(look, side);
            let faults = if waiting.is_empty() { Vec::new() } else { vec![fault(Fact::Units(waiting))] };
            judged(faults)
        }
        SetUpChoice::GoFirst(_) => not_asked(),
    }
}

fn not_asked() -> Verdict<Rules> {
    Verdict::refused(rule!("HC-SETUP-04"), Fact::NotAsked)
}

fn fault(fact: Fact) -> Reason<Fact> {
    Reason { rule: rule!("HC-SETUP-04"), fact }
}

fn judged(faults: Vec<Reason<Fact>>) -> Verdict<Rules> {
    let mut verdict = Verdict::legal(Ghost::default());
    verdict.breaches = faults;
    verdict
}

/// The footprint of a unit with its centre-front there.
pub fn footprint(look: Look<'_>, unit: UnitId, pose: &Pose, formation: Formation) -> Rect {
    let (width, depth) = look.card(unit).extent(formation);
    Rect::new(pose.on_grid(), width, depth)
}

/// A unit of this side is put down there, in the zone of its division.
pub fn check_place(
    look: Look<'_>,
    side: Side,
    unit: UnitId,
    pose: &Pose,
    formation: Formation,
) -> Verdict<Rules> {
    check_among(look, side, UnitSet::one(unit), unit, pose, formation)
}

/// The same for one of several that are put down at once: where the others stood is free.
fn check_among(
    look: Look<'_>,
    side: Side,
    moved: UnitSet,
    unit: UnitId,
    pose: &Pose,
    formation: Formation,
) -> Verdict<Rules> {
    if !look.state.has_unit(unit) {
        return Verdict::refused(rule!("HC-SETUP-04"), Fact::NoSuchUnit(unit));
    }
    if look.side(unit) != side {
        return Verdict::refused(rule!("HC-SETUP-04"), Fact::NotYours(unit));
    }
    if !is_placeable(look, unit) || !pose.at.is_finite() || pose.at.length() > 1.0e5 {
        return Verdict::refused(rule!("HC-SETUP-04"), Fact::NotOnTable(unit));
    }
    let rect = footprint(look, unit, pose, formation);
    let zone = look.rules.divisions[look.card(unit).division.index()].zone;
    let mut verdict = judged(faults_among(look, moved, unit, formation, &rect, &zone));
    verdict.breaches.extend(scenario::formation_fault(look, unit, formation));
    if look.state.unit(unit).place == Place::Hidden {
        verdict.breaches.extend(hiding_fault(look, unit, &rect));
    }
    verdict.ghost.moves.push(GhostMove { unit, moves: 0, formation, rect, contact: false });
    verdict
}

/// Several units are put down at once, and commanders with them; no unit is named twice.
fn check_body(
    look: Look<'_>,
    side: Side,
    units: &[(UnitId, Pose)],
    commanders: &[(CommanderId, Vec2)],
) -> Verdict<Rules> {
    let known = units.iter().map(|(unit, _)| *unit).filter(|unit| look.state.has_unit(*unit));
    let moved: UnitSet = known.collect();
    if units.is_empty() || moved.len() != units.len() {
        return not_asked();
    }
    let mut verdict = judged(Vec::new());
    for (unit, pose) in units {
        let one = check_among(look, side, moved, *unit, pose, look.state.unit(*unit).formation);
        verdict.breaches.extend(one.breaches);
        for place in one.ghost.moves {
            let met = |other: &&GhostMove| overlaps(&place.rect, &other.rect, look.rules.tolerance);
            if let Some(other) = verdict.ghost.moves.iter().find(met) {
                verdict.breaches.push(fault(Fact::BlockedBy(other.unit)));
            }
            verdict.ghost.moves.push(place);
        }
    }
    for (commander, at) in commanders {
        let one = check_commander(look, side, *commander, *at);
        verdict.breaches.extend(one.breaches);
        verdict.ghost.commanders.extend(one.ghost.commanders);
    }
    verdict
}

/// Why a unit cannot be put down there: the formation, the zone, other units, ground it cannot stand on.
pub fn place_faults(
    look: Look<'_>,
    unit: UnitId,
    formation: Formation,
    rect: &Rect,
    zone: &Zone,
) -> Vec<Reason<Fact>> {
    faults_among(look, UnitSet::one(unit), unit, formation, rect, zone)
}

fn faults_among(
    look: Look<'_>,
    moved: UnitSet,
    unit: UnitId,
    formation: Formation,
    rect: &Rect,
    zone: &Zone,
) -> Vec<Reason<Fact>> {
    let mut faults = Vec::new();
    if !look.card(unit).knows(formation) {
        let rule = look.card(unit).unknown_by(formation);
        faults.push(Reason { rule, fact: Fact::FormationIs { unit, formation } });
    }
    if let Some(edge) = look.state.field.edge_crossed(rect, look.rules.slack) {
        faults.push(fault(Fact::OffTable(edge)));
    } else if !zone.holds(rect, look.rules.slack) {
        faults.push(fault(Fact::Division(look.card(unit).division)));
    }
    faults.extend(look.standing_faults(moved, formation, rect));
    faults
}

impl Look<'_> {
    /// Units other than those that are being moved, buildings and ground that keep a unit from being put down there.
    fn standing_faults(&self, moved: UnitSet, formation: Formation, rect: &Rect) -> Vec<Reason<Fact>> {
        let tolerance = self.rules.tolerance;
        let mut faults = Vec::new();
        for other in self.all_on_table().filter(|other| !moved.contains(*other)) {
            let mut parts = self.footprint(other);
            if !self.state.unit(other).is_in_block() && parts.any(|part| overlaps(rect, &part, tolerance)) {
                faults.push(fault(Fact::BlockedBy(other)));
            }
        }
        let field = &self.state.field;
        for (at, block) in field.blocks.iter().enumerate() {
            if overlaps(rect, &block.rect, tolerance) {
                let block = crate::ids::BlockId(at as u8);
                faults.push(Reason { rule: rule!("HC-BLDG-01"), fact: Fact::BlockedByBlock(block) });
            }
        }
        for area in &field.areas {
            use crate::field::AreaKind::{Impassable, Wood};
            let closed = area.kind == Impassable || (area.kind == Wood && formation != Formation::Open);
            if closed && area_overlap(area.outline.points(), rect, tolerance) {
                faults.push(Reason { rule: rule!("HC-WOOD-01"), fact: Fact::BlockedByTerrain(area.kind) });
            }
        }
        for river in &field.rivers {
            if river.course.distance_to_rect(rect) <= 0.0 {
                let kind = crate::field::AreaKind::Impassable;
                faults.push(Reason { rule: rule!("HC-RIVER-01"), fact: Fact::BlockedByTerrain(kind) });
            }
        }
        faults
    }
}

/// HC-WOOD-05: what hides it must still hide it.
fn hiding_fault(look: Look<'_>, unit: UnitId, rect: &Rect) -> Option<Reason<Fact>> {
    let centre = look.rect(unit).centre();
    let mut hides = look.state.field.areas.iter().filter(|area| area.outline.contains(centre));
    let still = hides.all(|area| area.outline.contains(rect.centre()));
    (!still).then_some(Reason { rule: rule!("HC-WOOD-05"), fact: Fact::Unit(unit) })
}

fn check_commander(look: Look<'_>, side: Side, commander: CommanderId, at: Vec2) -> Verdict<Rules> {
    if !look.state.has_commander(commander) {
        return Verdict::refused(rule!("HC-SETUP-04"), Fact::NoSuchCommander(commander));
    }
    let on_table =
        matches!(look.state.commander(commander).place, CommanderPlace::Alone | CommanderPlace::Waiting);
    if look.side_of_commander(commander) != side || !on_table || !at.is_finite() {
        return Verdict::refused(rule!("HC-SETUP-04"), Fact::Commander(commander));
    }
    let division = look.rules.leaders[commander.index()].division;
    let zone = division.map(|id| look.rules.divisions[id.index()].zone);
    let inside = zone.is_none_or(|zone| zone.has(at, look.rules.slack)) && look.state.field.holds(at);
    let mut verdict = judged(if inside { Vec::new() } else { vec![fault(Fact::Commander(commander))] });
    verdict.ghost.commanders.push((commander, on_grid(at)));
    verdict
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &SetUpChoice) {
    match choice {
        SetUpChoice::Place { unit, pose, formation } => place(cx, *unit, pose, *formation, MoveWhy::Deployed),
        SetUpChoice::Commander { commander, at } => put_commander(cx, *commander, *at),
        SetUpChoice::Body { units, commanders } => {
            for (unit, pose) in units {
                let formation = cx.state().unit(*unit).formation;
                place(cx, *unit, pose, formation, MoveWhy::Deployed);
            }
            commanders.iter().for_each(|(commander, at)| put_commander(cx, *commander, *at));
        }
        SetUpChoice::Enter(plan) => scenario::plan(cx, plan),
        SetUpChoice::DrawnUp => {
            if let Some(side) = drawing_up(Look::new(cx.rules, cx.state())) {
                cx.emit(Event::Scenario(ScenarioEvent::DrawnUp(side)));
            }
        }
        SetUpChoice::GoFirst(_) => {}
    }
}

fn put_commander(cx: &mut Cx<'_, Rules>, commander: CommanderId, at: Vec2) {
    cx.emit(Event::CommanderMoves { commander, place: CommanderPlace::Alone, at: on_grid(at) });
}

/// Puts a unit down; one that was hidden stays so.
pub fn place(cx: &mut Cx<'_, Rules>, unit: UnitId, pose: &Pose, formation: Formation, why: MoveWhy) {
    let rect = footprint(Look::new(cx.rules, cx.state()), unit, pose, formation);
    let moved = Moved { unit, why, way: Vec::new(), formation, rect };
    match cx.state().unit(unit).place {
        Place::Table | Place::Hidden => cx.emit(Event::Moved(moved)),
        _ => cx.emit(Event::Appears(moved)),
    }
    cx.emit(Event::Dealt(unit));
}

/// How far proposals move a unit, in inches: ours.
const SHIFTS: [(f64, f64); 4] = [(-2.0, 0.0), (2.0, 0.0), (0.0, -2.0), (0.0, 2.0)];

/// Accepting what stands; for each unit not yet touched a step to either side, forward and back, in each formation
/// that it knows; for those that wait the first free place; for each plan every entry at its middle and its ends.
pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    let Some(side) = drawing_up(look) else { return };
    let mut push = |choice: SetUpChoice| {
        if check(look, &choice).is_legal() {
            out.push(Choice::SetUp(choice));
        }
    };
    push(SetUpChoice::DrawnUp);
    let units: Vec<UnitId> = look
        .state
        .ids()
        .filter(|id| look.side(*id) == side && is_placeable(look, *id) && !look.state.dealt.contains(*id))
        .collect();
    match want {
        Want::All => {
            units.iter().for_each(|unit| shifts(look, *unit).for_each(&mut push));
            other_plans(look, side).for_each(|plan| push(SetUpChoice::Enter(plan)));
        }
        Want::Sample(_, sampler) => {
            let waits = units.iter().find(|id| look.state.unit(**id).place == Place::Waiting);
            let drawn = units.get(sampler.below(units.len().max(1) as u32) as usize);
            if let Some(unit) = waits.or(drawn) {
                shifts(look, *unit).for_each(&mut push);
            }
            let plans: Vec<Plan> = other_plans(look, side).collect();
            if let Some(plan) = plans.get(sampler.below(plans.len().max(1) as u32) as usize) {
                push(SetUpChoice::Enter(*plan));
            }
        }
    }
}

/// Plans other than those that stand.
fn other_plans(look: Look<'_>, side: Side) -> impl Iterator<Item = Plan> + '_ {
    scenario::plans_of(look, side).filter(move |plan| look.plan_of(plan.division) != Some(*plan))
}

fn shifts(look: Look<'_>, unit: UnitId) -> impl Iterator<Item = SetUpChoice> + '_ {
    let standing = look.state.unit(unit);
    let at = move |pose: Pose, formation| SetUpChoice::Place { unit, pose, formation };
    let zone = look.rules.divisions[look.card(unit).division.index()].zone;
    let found = (standing.place == Place::Waiting)
        .then(|| find_place(look, unit, standing.rect.pose, &zone))
        .flatten()
        .map(|rect| at(rect.pose, standing.formation));
    let moved = SHIFTS.into_iter().filter(move |_| standing.place != Place::Waiting).map(move |(x, y)| {
        at(standing.rect.pose.translated(Vec2::new(x * INCH, y * INCH)), standing.formation)
    });
    let reformed = Formation::ALL
        .into_iter()
        .filter(move |to| standing.place != Place::Waiting && *to != standing.formation)
        .map(move |to| at(standing.rect.pose, to));
    found.into_iter().chain(moved).chain(reformed)
}

/// The free place in a zone that is nearest to a pose, in the unit's present formation, facing as the pose says.
pub fn find_place(look: Look<'_>, unit: UnitId, near: Pose, zone: &Zone) -> Option<Rect> {
    let formation = look.state.unit(unit).formation;
    let steps = |from: f64, to: f64| {
        let count = libm::floor((to - from).max(0.0) / INCH) as u32;
        (0..=count).map(move |step| from + f64::from(step) * INCH)
    };
    let mut points: Vec<Vec2> = steps(zone.low.x, zone.high.x)
        .flat_map(|x| steps(zone.low.y, zone.high.y).map(move |y| Vec2::new(x, y)))
        .collect();
    points.sort_by(|a, b| (*a - near.at).length_squared().total_cmp(&(*b - near.at).length_squared()));
    points.insert(0, near.at);
    let rects = points.into_iter().map(|at| footprint(look, unit, &Pose { at, ..near }, formation));
    rects.into_iter().find(|rect| place_faults(look, unit, formation, rect, zone).is_empty())
}
