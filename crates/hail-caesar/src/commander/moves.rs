//! Moves of commanders (35.7): one of up to 24 inches for each, once he has given his orders.

use super::{CommanderChoice, CommanderPrompt, Waiting};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{CommanderId, CommanderSet, UnitId};
use crate::numbers::numbers;
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::scenario;
use crate::stage::Part;
use crate::state::{CommanderPlace, Deed};
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use aelian_geometry::{Segment, Vec2, on_grid, point_to_rect, segment_to_rect};
use aelian_rulebook::{Reason, rule};

/// No way of a commander has more corners than this.
const MOST_CORNERS: usize = 12;

impl Look<'_> {
    /// HC-CMOV-02, HC-CMOV-09, HC-CJOIN-05: he has not moved, and nothing holds him where he is.
    pub fn may_move_commander(&self, commander: CommanderId) -> bool {
        let standing = self.state.commander(commander);
        let free = match standing.place {
            CommanderPlace::Alone => true,
            CommanderPlace::With(unit) => !self.is_engaged(unit),
            // HC-OFF-06: he comes on where his troops have.
            CommanderPlace::Off | CommanderPlace::Left => self.comes_on_from(commander).is_some(),
            _ => false,
        };
        free && !standing.moved && !scenario::is_leaderless(*self, commander)
    }

    /// HC-OFF-06: where a commander who is off the table comes on: the point of his home edge that is nearest to a unit
    /// of his on the table.
    fn comes_on_from(&self, commander: CommanderId) -> Option<Vec2> {
        let division = self.rules.leaders[commander.index()].division?;
        let field = &self.state.field;
        let here = self.members(division).filter(|unit| self.state.unit(*unit).is_on_table());
        let nearest = |unit: UnitId| {
            let at = self.centre_front(unit);
            let edges = crate::field::TableEdge::ALL.map(|edge| (field.inside(edge, at), edge));
            let (distance, edge) = edges.into_iter().fold(edges[0], |a, b| if b.0 < a.0 { b } else { a });
            (distance, at + edge.outward().vector() * distance)
        };
        here.map(nearest).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, at)| at)
    }

    /// Where his move is measured from.
    fn sets_out_from(&self, commander: CommanderId) -> Vec2 {
        let standing = self.state.commander(commander);
        match standing.place {
            CommanderPlace::Off | CommanderPlace::Left => {
                self.comes_on_from(commander).unwrap_or(standing.at)
            }
            _ => standing.at,
        }
    }
}

/// Commanders of the active side who may still move.
fn movers(look: Look<'_>) -> CommanderSet {
    let may = |id: &CommanderId| look.side_of_commander(*id) == look.active() && look.may_move_commander(*id);
    look.state.commander_ids().filter(may).collect()
}

/// HC-CMD-01: after all orders, commanders who have not moved.
pub fn next(look: Look<'_>) -> Asked {
    let commanders = movers(look);
    (!commanders.is_empty()).then(|| ask(look, commanders))
}

/// HC-CMOV-02: one who has just finished his orders.
pub fn next_of(look: Look<'_>, commander: CommanderId) -> Asked {
    look.may_move_commander(commander).then(|| ask(look, CommanderSet::one(commander)))
}

fn ask(look: Look<'_>, commanders: CommanderSet) -> Next<Prompt, Choice> {
    let prompt = Prompt::Commander(CommanderPrompt::Move { commanders });
    Next::Ask { side: look.active(), prompt }
}

/// Every reason why he cannot move so. No ground slows him (HC-CMOV-08).
fn faults(look: Look<'_>, commander: CommanderId, way: &[Vec2], join: Option<UnitId>) -> Vec<Reason<Fact>> {
    let mut found = Vec::new();
    let mut fault = |rule, fact| found.push(Reason::new(rule, fact));
    if way.is_empty() || way.len() > MOST_CORNERS || !way.iter().all(|point| point.is_finite()) {
        fault(rule!("HC-CMOV-02"), Fact::Commander(commander));
        return found;
    }
    let from = look.sets_out_from(commander);
    let used = length(from, way);
    let allowed = look.inches(numbers().moving.commanders);
    if used > allowed + look.rules.slack {
        fault(rule!("HC-CMOV-02"), Fact::TooFar { used, allowed });
    }
    if let Some(edge) = way.iter().find_map(|point| {
        crate::field::TableEdge::ALL.into_iter().find(|edge| look.state.field.inside(*edge, *point) < 0.0)
    }) {
        fault(rule!("HC-CMOV-02"), Fact::OffTable(edge));
    }
    if let Some((rule, unit)) = in_the_way(look, commander, from, way, join) {
        fault(rule, Fact::BlockedBy(unit));
    }
    let corners: Vec<Vec2> = std::iter::once(from).chain(way.iter().copied()).collect();
    if let Some(reason) = corners.windows(2).find_map(|pair| look.rider_bars(Segment::new(pair[0], pair[1])))
    {
        fault(reason.rule, reason.fact);
    }
    let end = way.last().copied().unwrap_or(from);
    if let Some(unit) = join {
        if !look.state.has_unit(unit) {
            fault(rule!("HC-CMOV-05"), Fact::NoSuchUnit(unit));
        } else if !may_join(look, commander, unit)
            || point_to_rect(end, look.rect(unit)) > look.inches(0.5) + look.rules.slack
        {
            fault(rule!("HC-CMOV-05"), Fact::Unit(unit));
        }
    }
    if join.is_none()
        && let Some((distance, unit)) = strays(look, commander, from, end)
    {
        fault(rule!("HC-ARMY-08"), Fact::CommandDistance { commander, unit, distance, penalty: 0 });
    }
    found
}

/// HC-CMOV-05, HC-CINC-04: a unit of his division; a chief a unit with which its own commander is already.
fn may_join(look: Look<'_>, commander: CommanderId, unit: UnitId) -> bool {
    if !look.is_chief(commander) {
        return look.may_be_with(commander, unit);
    }
    let wounded = look.state.commander(commander).wounded && look.state.is_fighting(unit);
    let together = look.state.commander_with(unit) == Some(look.commander_of(unit));
    look.state.unit(unit).is_on_table() && together && !wounded
}

fn length(from: Vec2, way: &[Vec2]) -> f64 {
    let mut at = from;
    way.iter().fold(0.0, |sum, point| {
        let step = (*point - at).length();
        at = *point;
        sum + step
    })
}

/// HC-CMOV-03, HC-CMOV-04: enemies, and engaged units of his own side, except the one he leaves or joins.
fn in_the_way(
    look: Look<'_>,
    commander: CommanderId,
    from: Vec2,
    way: &[Vec2],
    join: Option<UnitId>,
) -> Option<(aelian_rulebook::RuleId, UnitId)> {
    let mut at = from;
    for point in way {
        let part = Segment::new(at, *point);
        at = *point;
        for unit in look.all_on_table() {
            let enemy = look.side(unit) != look.side_of_commander(commander);
            let bars = enemy || (look.is_engaged(unit) && join != Some(unit));
            if bars && look.footprint(unit).any(|rect| segment_to_rect(part, &rect) <= 0.0) {
                let rule = if enemy { rule!("HC-CMOV-04") } else { rule!("HC-CMOV-03") };
                return Some((rule, unit));
            }
        }
    }
    None
}

/// HC-ARMY-08, AMB-31: he ends further than 24 inches from the nearest unit of his, and no nearer than he was.
fn strays(look: Look<'_>, commander: CommanderId, from: Vec2, end: Vec2) -> Option<(f64, UnitId)> {
    let division = look.rules.leaders[commander.index()].division?;
    let nearest = |point: Vec2| {
        let own = look.members(division).filter(|unit| look.state.unit(*unit).is_on_table());
        own.map(|unit| (look.point_distance(point, unit), unit)).min_by(|a, b| a.0.total_cmp(&b.0))
    };
    let (there, unit) = nearest(end)?;
    let (here, _) = nearest(from)?;
    (!look.within(there, numbers().moving.commanders) && there > here - look.rules.slack)
        .then_some((there, unit))
}

/// Why this commander does not move now: HC-TURN-03, HC-FOL-05, HC-RAL-04, HC-CMOV-09, HC-CMOV-10, or that he has moved
/// (HC-CMOV-02).
pub fn why_not(look: Look<'_>, commander: CommanderId) -> Reason<Fact> {
    if !look.state.has_commander(commander) {
        return Reason::new(rule!("HC-CMOV-02"), Fact::NoSuchCommander(commander));
    }
    let side = look.side_of_commander(commander);
    if side != look.active() {
        return Reason::new(rule!("HC-TURN-03"), Fact::Side(side));
    }
    let standing = look.state.commander(commander);
    let rule = match standing.place {
        CommanderPlace::With(unit) if look.is_engaged(unit) => rule!("HC-CMOV-09"),
        CommanderPlace::With(unit) if standing.moved && look.state.unit(unit).did(Deed::Ordered) => {
            if look.state.unit(unit).did(Deed::Moved) { rule!("HC-FOL-05") } else { rule!("HC-RAL-04") }
        }
        _ if look.state.part == Part::Command && !standing.moved && !standing.finished => {
            rule!("HC-CMOV-10")
        }
        _ => rule!("HC-CMOV-02"),
    };
    Reason::new(rule, Fact::Commander(commander))
}

pub fn check(look: Look<'_>, commanders: CommanderSet, choice: &CommanderChoice) -> Verdict<Rules> {
    match choice {
        CommanderChoice::Move { commander, .. } if !commanders.contains(*commander) => {
            let reason = why_not(look, *commander);
            Verdict::refused(reason.rule, reason.fact)
        }
        CommanderChoice::Move { commander, way, join } => {
            let breaches = faults(look, *commander, way, *join);
            let from = look.sets_out_from(*commander);
            let end = way.last().copied().unwrap_or(from);
            let ghost = Ghost {
                commanders: vec![(*commander, end)],
                used: if breaches.is_empty() { length(from, way) } else { 0.0 },
                allowed: look.inches(numbers().moving.commanders),
                ..Ghost::default()
            };
            Verdict { breaches, ..Verdict::legal(ghost) }
        }
        CommanderChoice::Stay => Verdict::legal(Ghost::default()),
        _ => Verdict::refused(rule!("HC-CMOV-02"), Fact::NotAsked),
    }
}

/// HC-CMOV-02, HC-CMOV-05, HC-CMOV-10: he goes there, and joins the unit if he says so. Who stays when he has finished
/// his orders may still move at the end; who stays then does not move in this turn.
pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &CommanderChoice) {
    let waits = matches!(cx.state().pending.last(), Some(Pending::Commander(Waiting::MayMove { .. })));
    if waits {
        cx.emit(Event::Settled);
    }
    match choice {
        CommanderChoice::Move { commander, way, join } => {
            let end = way.last().copied().unwrap_or(cx.state().commander(*commander).at);
            match join {
                Some(unit) => super::join(cx, *commander, *unit),
                None => {
                    cx.cite(rule!("HC-CMOV-02"), || Fact::Commander(*commander));
                    let place = CommanderPlace::Alone;
                    cx.emit(Event::CommanderMoves { commander: *commander, place, at: on_grid(end) });
                }
            }
            cx.emit(Event::CommanderMoved(*commander));
        }
        _ if waits => {}
        _ => {
            let staying = movers(Look::new(cx.rules, cx.state()));
            for commander in staying.iter() {
                cx.emit(Event::CommanderMoved(commander));
            }
        }
    }
}

/// A fixed sample: to stay; to join each unit of his; to stand behind each of them; a chief beside each commander.
pub fn propose(look: Look<'_>, commanders: CommanderSet, want: Want<'_>, out: &mut Proposals<Rules>) {
    out.push(Choice::Commander(CommanderChoice::Stay));
    match want {
        Want::All => {
            for commander in commanders.iter() {
                out.extend(beside_others(look, commander));
                for unit in own(look, commander) {
                    out.extend(behind(look, commander, unit));
                    out.extend(goes_to(look, commander, nearest_in(look, commander, unit), Some(unit)));
                }
            }
        }
        Want::Sample(most, sampler) => {
            let all: Vec<(CommanderId, UnitId)> =
                commanders.iter().flat_map(|id| own(look, id).map(move |unit| (id, unit))).collect();
            for _ in 0..most.min(4) {
                if all.is_empty() {
                    break;
                }
                let (commander, unit) = all[sampler.below(all.len() as u32) as usize];
                out.extend(match sampler.below(3) {
                    0 => goes_to(look, commander, nearest_in(look, commander, unit), Some(unit)),
                    _ => behind(look, commander, unit),
                });
            }
        }
    }
}

/// Units of his division; of a chief: of his side.
fn own(look: Look<'_>, commander: CommanderId) -> impl Iterator<Item = UnitId> + '_ {
    let division = look.rules.leaders[commander.index()].division;
    let side = look.side_of_commander(commander);
    look.on_table(side).filter(move |unit| division.is_none_or(|own| look.card(*unit).division == own))
}

/// An inch behind a unit, or as far on the way there as he comes.
fn behind(look: Look<'_>, commander: CommanderId, unit: UnitId) -> Option<Choice> {
    let rect = look.rect(unit);
    goes_to(look, commander, rect.pose.advanced(-rect.depth - look.inches(1.0)).at, None)
}

/// HC-CINC-02: a chief goes to the other commanders of his side.
fn beside_others(look: Look<'_>, commander: CommanderId) -> Vec<Choice> {
    if !look.is_chief(commander) {
        return Vec::new();
    }
    let side = look.side_of_commander(commander);
    let others =
        look.state.commander_ids().filter(|id| *id != commander && look.side_of_commander(*id) == side);
    let here = others.filter(|id| look.state.commander(*id).is_on_table());
    here.filter_map(|id| goes_to(look, commander, look.state.commander(id).at, None)).collect()
}

fn goes_to(look: Look<'_>, commander: CommanderId, end: Vec2, join: Option<UnitId>) -> Option<Choice> {
    let from = look.sets_out_from(commander);
    let allowed = look.inches(numbers().moving.commanders);
    let far = (end - from).length();
    let end = if far > allowed && join.is_none() { from + (end - from) * (allowed / far) } else { end };
    let way = vec![on_grid(end)];
    let moves = join.is_some() || far > look.rules.slack;
    let legal = moves && faults(look, commander, &way, join).is_empty();
    legal.then_some(Choice::Commander(CommanderChoice::Move { commander, way, join }))
}

/// The point of a unit that is nearest to him.
fn nearest_in(look: Look<'_>, commander: CommanderId, unit: UnitId) -> Vec2 {
    let rect = look.rect(unit);
    let (forward, right) = rect.local(look.sets_out_from(commander));
    let forward = forward.clamp(-rect.depth, 0.0);
    let right = right.clamp(-rect.width / 2.0, rect.width / 2.0);
    rect.pose.advanced(forward).shifted(right).at
}
