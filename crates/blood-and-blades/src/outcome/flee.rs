//! Flight (70.5): recoil, turnabout, and a straight run of the full move distance.

use super::avoid::{Danger, Escape};
use super::flight::{Course, Flight, Room, RunEnd};
use super::plan::{Ended, Fork, Loss, OutcomeMove, OutcomePlan};
use super::recoil::plan_recoil_without;
use crate::baseset::{BaseId, BaseSet};
use crate::event::MoveWhy;
use crate::fact::Fact;
use crate::ground::Going;
use crate::movement::plan::Track;
use crate::rules::Look;
use crate::state::Answer;
use crate::troop::TroopType;
use aelian_geometry::{Facing, Rect, to_degrees};
use aelian_rulebook::rule;

/// BB-FLEE-01 to BB-FLEE-13, BB-ALG-18: the flight of a base, worked out with the answers given so far.
pub fn plan_flee(look: Look<'_>, base: BaseId, answers: &[Answer]) -> Result<OutcomePlan, Fork> {
    plan_flee_without(look, base, answers, BaseSet::EMPTY)
}

/// As `plan_flee`, while the bases in `but` count as not on the table (BB-IMP-53).
pub fn plan_flee_without(
    look: Look<'_>,
    base: BaseId,
    answers: &[Answer],
    but: BaseSet,
) -> Result<OutcomePlan, Fork> {
    if look.is_wader(base) {
        return Ok(spent(look, base));
    }
    let mut plan = plan_recoil_without(look, base, answers, but)?;
    if plan.loses(base) {
        return Ok(plan);
    }
    // BB-FLEE-13: an incomplete recoil does not end the flight.
    let after = plan.applied(look.state);
    let recoiled = *after.rect(base);
    let turned = recoiled.with_pose(recoiled.pose.about_faced(recoiled.depth));
    let flight = Flight::new(look.at(&after), base, turned, but);
    let mut choices = Choices { answers: answers.get(plan.answers_used..).unwrap_or_default(), used: 0 };
    let way = choose_way(look, &flight, &mut choices)?;
    plan.answers_used += choices.used;
    match way {
        Way::Free(flight, course) => run(&flight, course, &mut plan),
        Way::Caught(foes) => caught(look, base, foes, &mut plan),
    }
    Ok(plan)
}

/// BB-FLEE-09, BB-RIV-11: a wader that must flee is spent.
fn spent(look: Look<'_>, base: BaseId) -> OutcomePlan {
    let mut plan = OutcomePlan::new(base, look.state.rect(base).depth);
    plan.ended = Ended::Spent;
    plan.losses.push(Loss { base, rule: rule!("BB-FLEE-09"), spent: true });
    plan
}

/// The answers that are left for the run.
struct Choices<'a> {
    answers: &'a [Answer],
    used: usize,
}

impl Choices<'_> {
    fn next(&mut self, among: [Answer; 2]) -> Option<Answer> {
        let answer = self.answers.get(self.used).copied().filter(|answer| among.contains(answer))?;
        self.used += 1;
        Some(answer)
    }
}

/// How the run goes.
enum Way<'a> {
    Free(Flight<'a>, Course),
    /// BB-FLEE-05: these foes cannot be avoided.
    Caught(BaseSet),
}

/// What a flight could do, before the owner chooses.
enum Options {
    Straight(Course),
    Pivot(Vec<Escape>),
    Caught(BaseSet),
}

/// BB-FLEE-08: the owner of mounted may have them avoid DGo, if that is possible at all.
fn choose_way<'a>(look: Look<'_>, flight: &Flight<'a>, choices: &mut Choices<'_>) -> Result<Way<'a>, Fork> {
    let bold = options(flight);
    if may_avoid(look, flight) && meets_difficult(flight, &bold) {
        let shy = Flight { avoids_difficult: true, ..*flight };
        let careful = options(&shy);
        if !matches!(careful, Options::Caught(_)) {
            let among = [Answer::AvoidDifficult, Answer::RunIntoDifficult];
            return match choices.next(among) {
                Some(Answer::AvoidDifficult) => choose_side(&shy, careful, choices),
                Some(_) => choose_side(flight, bold, choices),
                None => Err(Fork::AvoidDifficult { base: flight.base }),
            };
        }
    }
    choose_side(flight, bold, choices)
}

/// BB-FLEE-08: mounted, and not in DGo when the outcome move began.
fn may_avoid(look: Look<'_>, flight: &Flight<'_>) -> bool {
    let base = look.state.base(flight.base);
    base.troop.kind.is_mounted() && look.going_under(&base.rect, &base.troop) < Going::Difficult
}

fn meets_difficult(flight: &Flight<'_>, options: &Options) -> bool {
    let on = |course: &Course| {
        let turning = flight.until_turned(course);
        let rect = turning.iter().fold(flight.from, |rect, motion| motion.apply(&rect));
        flight.difficult_ahead(&rect, flight.nominal_after(&turning)).is_some()
    };
    match options {
        Options::Straight(course) => on(course),
        Options::Pivot(escapes) => escapes.iter().any(|escape| on(&escape.course)),
        Options::Caught(_) => false,
    }
}

/// BB-FLEE-12: straight on if the way is free, else the smallest pivot; equal to both hands: both.
fn options(flight: &Flight<'_>) -> Options {
    let room = flight.room_after(&[]);
    let straight = Course { before: room.length, pivot: None, after: 0.0 };
    let Some(danger) = danger_ahead(flight, &room) else { return Options::Straight(straight) };
    let mut escapes = flight.escapes(danger);
    let least = escapes.iter().map(|escape| escape.angle).fold(f64::INFINITY, f64::min);
    let same = flight.look.rules.tolerance.angle;
    escapes.retain(|escape| escape.angle <= least + same);
    match (escapes.is_empty(), danger) {
        (false, _) => Options::Pivot(escapes),
        (true, Danger::Foes(_, foes)) => Options::Caught(foes),
        (true, Danger::Difficult(_)) => Options::Caught(BaseSet::EMPTY),
    }
}

/// BB-FLEE-04, BB-FLEE-08: what has to be avoided on the straight way, the nearer first.
fn danger_ahead(flight: &Flight<'_>, room: &Room) -> Option<Danger> {
    let foes = flight.first_foes(&flight.from, room.length);
    let ground = flight
        .avoids_difficult
        .then(|| flight.difficult_ahead(&flight.from, flight.nominal_after(&[])))
        .flatten();
    match (foes, ground) {
        (Some((at, _)), Some(ground)) if ground < at => Some(Danger::Difficult(ground)),
        (Some((at, foes)), _) => Some(Danger::Foes(at, foes)),
        (None, Some(ground)) => Some(Danger::Difficult(ground)),
        (None, None) => None,
    }
}

/// BB-FLEE-12: on equal angles the owner chooses the side.
fn choose_side<'a>(
    flight: &Flight<'a>,
    options: Options,
    choices: &mut Choices<'_>,
) -> Result<Way<'a>, Fork> {
    match options {
        Options::Straight(course) => Ok(Way::Free(*flight, course)),
        Options::Caught(foes) => Ok(Way::Caught(foes)),
        Options::Pivot(escapes) => match escapes.as_slice() {
            [left, right] => {
                let escape = match choices.next([Answer::Left, Answer::Right]) {
                    Some(Answer::Left) => left,
                    Some(_) => right,
                    None => {
                        let degrees = to_degrees(left.angle.min(right.angle));
                        return Err(Fork::FleeSide { base: flight.base, degrees });
                    }
                };
                Ok(Way::Free(*flight, escape.course))
            }
            [only, ..] => Ok(Way::Free(*flight, only.course)),
            [] => Ok(Way::Caught(BaseSet::EMPTY)),
        },
    }
}

/// BB-FLEE-01, BB-FLEE-02: the run itself, with the friends that it takes along.
fn run(flight: &Flight<'_>, course: Course, plan: &mut OutcomePlan) {
    let course = before_what_stays(flight, course);
    let end = flight.end(&course);
    plan.cite(rule!("BB-FLEE-01"), Fact::Base(flight.base));
    let used = course.before + course.after;
    plan.cite(rule!("BB-FLEE-02"), Fact::Number { value: used });
    if let Some((hand, angle)) = course.pivot {
        let degrees = to_degrees(angle) * hand.sign();
        plan.cite(rule!("BB-FLEE-04"), Fact::Angle { degrees, most: 90.0 });
    }
    let friends = flight.carries(&course);
    plan.fled.insert(flight.base);
    if crosses_long_edge(flight, &course) {
        plan.ended = Ended::OffTable;
        plan.moves.retain(|moved| moved.track.base != flight.base);
        plan.destroy(flight.base, rule!("BB-FLEE-11"));
    } else {
        move_fleeing(flight, &course, &end, plan);
    }
    flight.take_along(&friends, end, used + end.depth + flight.look.rules.width, plan);
}

/// The whole flight is one way: back, about, and away.
fn move_fleeing(flight: &Flight<'_>, course: &Course, end: &Rect, plan: &mut OutcomePlan) {
    let before = plan.moves.iter().position(|moved| moved.track.base == flight.base);
    let recoil = before.map(|at| plan.moves.remove(at).track);
    let mut via: Vec<_> = recoil.into_iter().flat_map(|track| [track.via, vec![track.to]].concat()).collect();
    via.push(flight.from.pose);
    via.extend(flight.bends(course));
    via.retain(|pose| *pose != end.pose);
    via.dedup();
    let track = Track { base: flight.base, via, to: end.pose };
    plan.moves.push(OutcomeMove { track, why: MoveWhy::Fled });
    leave_column(flight, plan);
}

/// BB-COL-09: who flees leaves the bent column that its recoil pushed back; the others stay one while there
/// is a bend between them.
fn leave_column(flight: &Flight<'_>, plan: &mut OutcomePlan) {
    let facing = |base: &BaseId| -> Facing { flight.look.state.rect(*base).pose.facing };
    for (bases, _) in &mut plan.bent {
        bases.retain(|base| *base != flight.base);
    }
    plan.bent.retain(|(bases, _)| bases.windows(2).any(|pair| facing(&pair[0]) != facing(&pair[1])));
}

/// AMB-43: a run that would end upon a Bg or an El ends before it.
fn before_what_stays(flight: &Flight<'_>, mut course: Course) -> Course {
    while let Some(wall) = flight.stands_on(&flight.end(&course)) {
        let (start, length) = match flight.turn(&course) {
            Some(turn) => (turn.apply(&flight.at(course.before)), &mut course.after),
            None => (flight.from, &mut course.before),
        };
        let look = flight.look;
        let ahead = start.pose.facing.vector();
        let met = aelian_geometry::sweep(&start, ahead, *length, look.state.rect(wall), look.rules.tolerance);
        match met {
            Some(at) if at < *length => *length = at,
            _ => break,
        }
    }
    course
}

fn crosses_long_edge(flight: &Flight<'_>, course: &Course) -> bool {
    let length = if course.pivot.is_some() { course.after } else { course.before };
    let room = flight.room_after(&flight.until_turned(course));
    matches!(room.end, RunEnd::LongEdge(_)) && length >= room.length
}

/// BB-FLEE-05, BB-FLEE-06, BB-FLEE-07, AMB-132: the flight is not made and the base destroyed; if all whom it
/// would have met first are Ps, they are destroyed too.
fn caught(look: Look<'_>, base: BaseId, foes: BaseSet, plan: &mut OutcomePlan) {
    let side = look.state.base(base).side;
    plan.ended = Ended::Destroyed;
    plan.moves.clear();
    plan.bent.clear();
    plan.losses.clear();
    plan.cite(rule!("BB-FLEE-05"), Fact::Bases(foes));
    plan.destroy(base, rule!("BB-FLEE-05"));
    let psiloi = foes.iter().all(|foe| look.state.base(foe).is(TroopType::Ps));
    for foe in foes.iter().filter(|_| psiloi) {
        let enemy = look.state.base(foe).side != side;
        if enemy || look.rules.settings.flee_destroys_fighting_ps {
            plan.destroy(foe, if enemy { rule!("BB-FLEE-06") } else { rule!("BB-FLEE-07") });
        }
    }
}
