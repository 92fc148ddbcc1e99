//! Routs and pursuits (68.6, 68.7, 70.5), bursting through (40.9), and the runs that evades and routs share (50.9).

mod along;
mod burst;
mod chase;
mod choice;
pub mod direction;
mod flight;
mod initial;
mod land;
mod past;
mod pursuers;
pub mod room;
mod run;
mod way;

#[cfg(test)]
mod tests;

pub use burst::{burst_through, passed as burst_passed, shifts as burst_shifts};
pub use choice::{Chase, Chaser, RoutChoice, RoutPrompt, RunQuestion, Waiting};
pub use flight::{AtEdge, FirstTurn, Flight, Heading, Kind};
pub use initial::initial_rout;
pub use land::{alert_commanders, fly};
pub use pursuers::{forget, part};
pub use run::{Course, CourseEnd, Question, run, short_of, short_of_bases};

use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::GroupId;
use crate::impact::evade::{self, Threat};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::stage::{Phase, Stage};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use aelian_geometry::Hand;
use aelian_rulebook::rule;

/// What this chapter has to do now.
enum Step<'a> {
    Run { flight: Flight, question: RunQuestion },
    Chase(&'a Chase),
    Dodge { group: GroupId, by: GroupId },
    InitialRout(GroupId),
    JointRout(GroupId),
    Begin,
    Destroy(GroupId),
    Nothing,
}

fn step(look: Look<'_>) -> Step<'_> {
    if let Some(Pending::Rout(waiting)) = look.state.pending.last() {
        return match waiting {
            Waiting::Run { flight, question } => Step::Run { flight: *flight, question: *question },
            Waiting::Chase(chase) => match initial::next_at_once(look) {
                Some(broken) => Step::InitialRout(broken.group),
                None => Step::Chase(chase),
            },
            Waiting::Dodge { group, by } => Step::Dodge { group: *group, by: *by },
        };
    }
    match look.state.stage {
        Stage::FragmentedTests | Stage::UncoveredTests => {
            initial::next_at_once(look).map_or(Step::Nothing, |broken| Step::InitialRout(broken.group))
        }
        Stage::InitialRouts => match initial::next_broken(look) {
            Some(broken) => Step::InitialRout(broken.group),
            // The joint action phase has no pursuits after its last routs.
            None if look.state.phase == Phase::Joint => trapped(look),
            None => Step::Nothing,
        },
        Stage::InitialPursuits => chases(look),
        Stage::RoutersMove => match initial::next_router(look) {
            Some(group) => Step::JointRout(group),
            None => chases(look),
        },
        _ => Step::Nothing,
    }
}

fn chases(look: Look<'_>) -> Step<'_> {
    if chase::due(look).is_empty() { trapped(look) } else { Step::Begin }
}

fn trapped(look: Look<'_>) -> Step<'_> {
    initial::next_trapped(look).map_or(Step::Nothing, Step::Destroy)
}

pub fn next(look: Look<'_>) -> Asked {
    let ask = |group: GroupId, prompt| {
        Some(Next::Ask { side: look.state.group(group).side, prompt: Prompt::Rout(prompt) })
    };
    match step(look) {
        Step::Run { flight, question: RunQuestion::Edge(edge) } => {
            ask(flight.group, RoutPrompt::AtEdge { group: flight.group, edge })
        }
        Step::Run { flight, question: RunQuestion::Sense } => {
            ask(flight.group, RoutPrompt::Sense { group: flight.group })
        }
        Step::Chase(chase) => chase::next(look, chase),
        Step::Dodge { group, by } => ask(group, RoutPrompt::Evade { group, by }),
        Step::InitialRout(_) | Step::JointRout(_) | Step::Begin | Step::Destroy(_) => {
            Some(Next::Forced(Choice::Proceed))
        }
        Step::Nothing => None,
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match (step(look), choice) {
        (Step::Run { flight, question }, Choice::Rout(answer)) => match answered(flight, question, answer) {
            Some(flight) => Verdict::legal(run_ghost(look, &flight)),
            None => not_asked(choice),
        },
        (Step::Chase(chase), _) => chase::check(look, chase, choice),
        (Step::Dodge { group, by }, Choice::Rout(RoutChoice::Evade(order))) => match order.group == group {
            true => evade::check_order(look, order, &pursuit_threat(look, group, by)),
            false => Verdict::refused(rule!("FA-JPUR-14"), Fact::Group(order.group)),
        },
        (Step::InitialRout(_) | Step::JointRout(_) | Step::Begin | Step::Destroy(_), Choice::Proceed) => {
            Verdict::legal(Ghost::default())
        }
        _ => not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    match (step(look), choice) {
        (Step::Run { flight, question }, Choice::Rout(answer)) => {
            if let Some(flight) = answered(flight, question, answer) {
                cx.emit(Event::Settled);
                fly(cx, flight);
            }
        }
        (Step::Chase(chase), _) => {
            let chase = chase.clone();
            chase::resolve(cx, chase, choice)?;
        }
        (Step::Dodge { group, by }, Choice::Rout(RoutChoice::Evade(order))) => {
            let threat = pursuit_threat(look, group, by);
            cx.emit(Event::Settled);
            evade::evade(cx, order, &threat)?;
        }
        (Step::InitialRout(group), _) => initial::initial_rout(cx, group)?,
        (Step::JointRout(group), _) => initial::joint_rout(cx, group)?,
        (Step::Begin, _) => chase::begin(cx),
        (Step::Destroy(group), _) => initial::destroy(cx, group),
        _ => {}
    }
    Ok(())
}

pub fn propose(look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    match step(look) {
        Step::Run { question: RunQuestion::Edge(_), .. } => {
            let both = [AtEdge::RunAlong, AtEdge::Leave];
            out.extend(both.map(|at| Choice::Rout(RoutChoice::AtEdge(at))));
        }
        Step::Run { question: RunQuestion::Sense, .. } => {
            out.extend(Hand::BOTH.map(|hand| Choice::Rout(RoutChoice::Sense(hand))));
        }
        Step::Chase(chase) => chase::propose(look, chase, out),
        Step::Dodge { group, by } => {
            let orders = evade::orders(look, group, &pursuit_threat(look, group, by));
            out.extend(orders.into_iter().map(|order| Choice::Rout(RoutChoice::Evade(order))));
        }
        _ => out.push(Choice::Proceed),
    }
}

/// The run with the owner's answer in it; none if it is no answer to the question.
fn answered(mut flight: Flight, question: RunQuestion, answer: &RoutChoice) -> Option<Flight> {
    match (question, answer) {
        (RunQuestion::Edge(_), RoutChoice::AtEdge(at)) => flight.at_edge = Some(*at),
        (RunQuestion::Sense, RoutChoice::Sense(hand)) => flight.sense = Some(*hand),
        _ => return None,
    }
    Some(flight)
}

fn run_ghost(look: Look<'_>, flight: &Flight) -> Ghost {
    match run(look, flight) {
        Ok(course) => Ghost {
            moves: course.body.places(),
            used: course.used,
            allowed: course.allowed,
            ..Ghost::default()
        },
        Err(_) => Ghost::default(),
    }
}

/// FA-JPUR-14: the pursuer that comes, as a charger.
fn pursuit_threat(look: Look<'_>, group: GroupId, by: GroupId) -> Threat {
    let chaser = look.state.pending.iter().rev().find_map(|pending| match pending {
        Pending::Rout(Waiting::Chase(chase)) => chase.chasers.iter().find(|chaser| chaser.group == by),
        _ => None,
    });
    let facing = chaser.map_or(look.state.group(by).facing, |chaser| chase::path(look, chaser).body.facing);
    Threat::of_pursuer(look, group, by, facing)
}
