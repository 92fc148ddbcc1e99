//! Carrying moves out (HC-ALG-01): one event for each move, then what comes after the last.

use super::passing;
use super::plan::Plan;
use super::plan::{Manner, MovePlan};
use super::shelter;
use super::straight::Straight;
use crate::command::{Leg, Task};
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::rules::{Look, Rules};
use crate::state::{Along, Bend, CommanderPlace, Deed, Place};
use crate::{commander, ranged, scenario};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Side};
use aelian_geometry::{Edge, Rect, Vec2, on_grid, point_to_rect};
use aelian_rulebook::rule;

/// Carries a task out with so many moves (HC-MOVE-10), then the tests of those passed through, displaced commanders and
/// the offer of traversing shots.
pub fn carry(
    cx: &mut Cx<'_, Rules>,
    unit: UnitId,
    task: &Task,
    moves: u8,
    why: MoveWhy,
) -> Result<(), NeedRoll> {
    let mut plan = Look::new(cx.rules, cx.state()).plan_in(unit, task, moves, &Manner::ORDER);
    if scenario::spring_upon(cx, unit, plan.moves.iter().flat_map(MovePlan::places)) {
        plan = Look::new(cx.rules, cx.state()).plan_in(unit, task, moves, &Manner::ORDER);
    }
    explain(cx, unit, task, &plan);
    carry_plan(cx, unit, &plan.moves, why)
}

/// Why the moves of a task are not what it says: HC-OPEN-05, or what stopped it.
pub fn explain(cx: &mut Cx<'_, Rules>, unit: UnitId, task: &Task, plan: &Plan) {
    let told = task.way.iter().any(|leg| matches!(leg, Leg::Form(_)));
    let closes = plan.moves.first().is_some_and(|first| first.formation != Formation::Open);
    if cx.state().unit(unit).is_open() && closes && !told {
        cx.cite(rule!("HC-OPEN-05"), || Fact::Unit(unit));
    }
    if let Some(reason) = &plan.stopped {
        cx.cite(reason.rule, || reason.fact.clone());
    }
}

/// Carries out moves that were planned in this state.
pub fn carry_plan(
    cx: &mut Cx<'_, Rules>,
    unit: UnitId,
    moves: &[MovePlan],
    why: MoveWhy,
) -> Result<(), NeedRoll> {
    // AMB-96: by this setting whoever is crossed may shoot after each single move.
    let each = cx.rules.settings.traverse_each_move && is_crossing(why);
    let (moves, later) = moves.split_at(if each { moves.len().min(1) } else { moves.len() });
    let mut path: Vec<Rect> = Vec::with_capacity(moves.len() + 1);
    if !cx.state().unit(unit).is_within() {
        path.push(cx.state().unit(unit).rect);
    }
    let mut tested = UnitSet::EMPTY;
    for one in moves {
        make(cx, unit, one, why);
        path.extend(one.places());
        tested = tested.union(one.tested);
    }
    if moves.is_empty() {
        return Ok(());
    }
    if later.is_empty() {
        after(cx, unit, tested, &path)?;
    } else {
        after(cx, unit, UnitSet::EMPTY, &path)?;
        ranged::moves_on(cx, unit, later, tested, why);
    }
    answer(cx, unit, &path, why);
    Ok(())
}

/// Carries out a straight move that was found in this state; it is no move of an order.
pub fn shift(
    cx: &mut Cx<'_, Rules>,
    unit: UnitId,
    straight: &Straight,
    why: MoveWhy,
) -> Result<(), NeedRoll> {
    if let Some(reason) = &straight.blocked {
        cx.cite(reason.rule, || reason.fact.clone());
    }
    let before = cx.state().unit(unit).rect;
    if straight.rect != before {
        let formation = cx.state().unit(unit).formation;
        let way = vec![straight.rect.pose];
        cx.emit(Event::Moved(Moved { unit, why, way, formation, rect: straight.rect }));
    }
    if let Some((edge, along)) = straight.left {
        leave_table(cx, unit, edge, along);
    }
    let path = [before, straight.rect];
    after(cx, unit, straight.tested, &path)?;
    answer(cx, unit, &path, why);
    Ok(())
}

/// One move.
pub fn make(cx: &mut Cx<'_, Rules>, unit: UnitId, one: &MovePlan, why: MoveWhy) {
    let moved = Moved { unit, why, way: one.way.clone(), formation: one.formation, rect: one.rect };
    let comes_out = cx.state().unit(unit).is_within() && !one.is_within();
    let opens = cx.state().unit(unit).formation == Formation::Wedge && one.formation != Formation::Wedge;
    if comes_out {
        cx.emit(Event::Appears(moved));
    } else {
        cx.emit(Event::Moved(moved));
    }
    if let Some(track) = &one.bend {
        cx.emit(Event::Bends(Bend { unit, track: track.clone() }));
    }
    if Look::new(cx.rules, cx.state()).is_under_orders(unit) {
        remember(cx, unit, one);
    }
    if one.reformed {
        let goes_on = one.used.0 > 0.0;
        cx.cite(if goes_on { rule!("HC-FCH-03") } else { rule!("HC-FCH-02") }, || Fact::Unit(unit));
    }
    if one.crossed {
        cx.cite(rule!("HC-OBST-03"), || Fact::Unit(unit));
    }
    if let Some(rule) = one.ends {
        cx.cite(rule, || Fact::Unit(unit));
    }
    if let Some(block) = one.entered {
        cx.emit(Event::Leaves { unit, to: Place::Block(block) });
    }
    if let Some(wedge) = one.sheltered {
        cx.emit(Event::Leaves { unit, to: Place::Enclosed(wedge) });
    }
    if opens {
        shelter::release(cx, unit);
    }
    if let Some((edge, along)) = one.left {
        leave_table(cx, unit, edge, along);
    }
}

/// What its Command part remembers of a move.
fn remember(cx: &mut Cx<'_, Rules>, unit: UnitId, one: &MovePlan) {
    let made = cx.state().unit(unit).moves.saturating_add(1);
    cx.emit(Event::Moves { unit, made });
    let deeds = [
        (Deed::Moved, true),
        (Deed::Reformed, one.reformed),
        (Deed::Crossed, one.crossed),
        (Deed::Stopped, one.ends.is_some()),
    ];
    for (deed, did) in deeds {
        if did && !cx.state().unit(unit).did(deed) {
            cx.emit(Event::Did { unit, deed });
        }
    }
    if !one.crossed && cx.state().unit(unit).did(Deed::Crossed) {
        cx.emit(Event::Undone { unit, deed: Deed::Crossed });
    }
}

/// HC-PASS-08, HC-PASS-12, HC-CRISK-01: what comes when a unit has finished, but for those who shoot at it.
pub fn after(cx: &mut Cx<'_, Rules>, unit: UnitId, tested: UnitSet, path: &[Rect]) -> Result<(), NeedRoll> {
    passing::test(cx, unit, tested)?;
    draw_up(cx, unit);
    draw_out(cx, unit);
    make_room(cx, unit);
    for pair in path.windows(2) {
        commander::displace(cx, unit, &pair[0], &pair[1]);
        scenario::ride_over(cx, unit, &pair[0], &pair[1]);
    }
    Ok(())
}

/// HC-TRAV-05, HC-TRAV-11, AMB-96: after its whole movement, where such a move may be shot at in passing.
fn answer(cx: &mut Cx<'_, Rules>, unit: UnitId, path: &[Rect], why: MoveWhy) {
    if is_crossing(why) {
        ranged::offer_traverse(cx, unit, path);
    }
}

/// HC-TRAV-01: moves at which units whom they cross may shoot.
fn is_crossing(why: MoveWhy) -> bool {
    use MoveWhy::{Blundered, FreeMove, Initiative, Ordered, Swept};
    matches!(why, Ordered | Initiative | FreeMove | Blundered | Swept)
}

/// HC-TESTU-06, HC-SUPP-10, HC-FCH-10: a testudo that has moved into support becomes a battle line, free of cost; without
/// room for one it only counts as one (HC-TESTU-07).
fn draw_up(cx: &mut Cx<'_, Rules>, unit: UnitId) {
    let look = Look::new(cx.rules, cx.state());
    let standing = cx.state().unit(unit);
    if standing.formation != Formation::Testudo || standing.place != Place::Table || !look.is_engaged(unit) {
        return;
    }
    let formation = look.card(unit).normal;
    let (width, depth) = look.card(unit).extent(formation);
    let line = Rect::new(standing.rect.pose, width, depth);
    let room = look.may_rest(unit, formation, &line).is_empty();
    let rect = if room { line } else { standing.rect };
    if !look.state.is_fighting(unit) {
        cx.cite(rule!("HC-SUPP-10"), || Fact::Unit(unit));
    }
    cx.cite(rule!("HC-TESTU-06"), || Fact::FormationIs { unit, formation });
    let way = vec![rect.pose];
    cx.emit(Event::Moved(Moved { unit, why: MoveWhy::Reformed, way, formation, rect }));
}

/// HC-TESTU-07: a unit that had no room to draw up its battle line takes it as soon as there is: on its front line, or if it
/// fights nobody somewhat to either side.
pub fn draw_out(cx: &mut Cx<'_, Rules>, unit: UnitId) {
    let look = Look::new(cx.rules, cx.state());
    let Some(rect) = look.drawn_out(unit) else { return };
    let formation = look.state.unit(unit).formation;
    cx.cite(rule!("HC-TESTU-07"), || Fact::FormationIs { unit, formation });
    let way = vec![rect.pose];
    cx.emit(Event::Moved(Moved { unit, why: MoveWhy::Reformed, way, formation, rect }));
}

impl Look<'_> {
    /// HC-TESTU-07: it stands as a battle line on the ground of a testudo.
    fn is_cramped(&self, unit: UnitId) -> bool {
        let (card, standing) = (self.card(unit), self.state.unit(unit));
        standing.place == Place::Table
            && standing.formation == card.normal
            && card.knows(Formation::Testudo)
            && standing.rect.width < card.extent(card.normal).0 - self.rules.slack
    }

    /// HC-TESTU-07: where a cramped unit can now draw up; none if it is not cramped or has still no room.
    fn drawn_out(&self, unit: UnitId) -> Option<Rect> {
        if !self.is_cramped(unit) {
            return None;
        }
        let (formation, rect) = (self.card(unit).normal, *self.rect(unit));
        let (width, depth) = self.card(unit).extent(formation);
        let aside = (width - rect.width) / 2.0;
        let shifts: &[f64] = if self.state.is_fighting(unit) { &[0.0] } else { &[0.0, 1.0, -1.0] };
        let places =
            shifts.iter().map(|side| Rect::new(rect.pose.shifted(side * aside).on_grid(), width, depth));
        places.into_iter().find(|line| self.may_rest(unit, formation, line).is_empty())
    }

    /// HC-TESTU-07: units of a side that can draw up now.
    pub fn cramped(&self, side: Side) -> UnitSet {
        self.on_table(side).filter(|unit| self.drawn_out(*unit).is_some()).collect()
    }
}

/// HC-PASS-12: commanders of its own side on whom a unit ends are shifted by the least distance.
fn make_room(cx: &mut Cx<'_, Rules>, unit: UnitId) {
    let look = Look::new(cx.rules, cx.state());
    if cx.state().unit(unit).place != Place::Table {
        return;
    }
    let rect = *look.rect(unit);
    let under: Vec<_> = look
        .state
        .commander_ids()
        .filter(|id| look.side_of_commander(*id) == look.side(unit))
        .map(|id| (id, look.state.commander(id)))
        .filter(|(_, is)| is.place == CommanderPlace::Alone && point_to_rect(is.at, &rect) <= 0.0)
        .map(|(id, is)| (id, outside(&rect, is.at)))
        .filter(|(_, at)| look.state.field.holds(*at))
        .collect();
    for (commander, at) in under {
        cx.cite(rule!("HC-PASS-12"), || Fact::Commander(commander));
        cx.emit(Event::CommanderMoves { commander, place: CommanderPlace::Alone, at });
    }
}

/// The point of a footprint's outline that is nearest to one inside it.
fn outside(rect: &Rect, point: Vec2) -> Vec2 {
    let nearest = Edge::ALL.map(|edge| rect.edge(edge).nearest(point));
    let near = |a: &Vec2, b: &Vec2| (*a - point).length().total_cmp(&(*b - point).length());
    on_grid(nearest.into_iter().min_by(near).unwrap_or(point))
}

/// HC-EXIT-01, HC-EXIT-02, HC-EXIT-03, HC-EXIT-04, HC-EXIT-05, HC-RET-12, HC-OFF-03, HC-SHK-08: a unit leaves the
/// table: for good if it is shaken or of a broken
/// division. Its commander goes with it.
pub fn leave_table(cx: &mut Cx<'_, Rules>, unit: UnitId, edge: TableEdge, along: Along) {
    let look = Look::new(cx.rules, cx.state());
    let shaken = look.is_shaken(unit);
    let for_good = shaken || look.is_of_broken_division(unit);
    let with = cx.state().commander_with(unit);
    let to = if for_good { Place::Gone { shaken } } else { Place::Off { edge, along } };
    cx.cite(rule!("HC-EXIT-01"), || Fact::OffTable(edge));
    if for_good {
        cx.cite(rule!("HC-EXIT-02"), || Fact::Unit(unit));
    }
    cx.emit(Event::Leaves { unit, to });
    shelter::take_along(cx, unit, edge, along);
    if let Some(commander) = with {
        let place = if for_good { CommanderPlace::Left } else { CommanderPlace::Off };
        let at = cx.state().commander(commander).at;
        cx.emit(Event::CommanderMoves { commander, place, at });
    }
}
