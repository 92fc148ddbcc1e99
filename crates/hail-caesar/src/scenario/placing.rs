//! Units that come upon the table by a battle's own rules: out of ambush, or placed where they are wanted.

use super::{ScenarioChoice, ScenarioPrompt, raid};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::flow;
use crate::foreign::Has;
use crate::formation::Formation;
use crate::ids::{DivisionId, UnitId};
use crate::rules::{INCH, Look, Rules};
use crate::setup::{Zone, deploy};
use aelian_game::{Cx, Next, Proposals, Side, Verdict, Want};
use aelian_geometry::{Pose, Vec2};
use aelian_rulebook::RuleId;
use serde::{Deserialize, Serialize};

/// What waits in this chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    /// The units of a division have just been put down, and may be put elsewhere in its zone.
    Placing(DivisionId),
}

impl Waiting {
    /// Whether every id in it is one of this state's.
    pub(crate) fn fits(&self, has: &Has<'_>) -> bool {
        match self {
            Waiting::Placing(division) => division.index() < has.state.divisions.len(),
        }
    }

    pub(super) fn next(self, look: Look<'_>) -> Asked {
        match self {
            Waiting::Placing(division) => {
                let side = look.rules.divisions.get(division.index())?.side;
                Some(Next::Ask { side, prompt: Prompt::Scenario(ScenarioPrompt::Placing(division)) })
            }
        }
    }
}

/// The whole table.
pub fn anywhere(look: Look<'_>) -> Zone {
    Zone { low: Vec2::ZERO, high: Vec2::new(look.state.field.width, look.state.field.depth) }
}

/// A hidden unit shows itself where it is; if somebody stands on its place, as near to it as there is room.
pub fn reveal(cx: &mut Cx<'_, Rules>, unit: UnitId, rule: RuleId) {
    let look = Look::new(cx.rules, cx.state());
    let standing = look.state.unit(unit);
    let rect = deploy::find_place(look, unit, standing.rect.pose, &anywhere(look)).unwrap_or(standing.rect);
    let formation = standing.formation;
    cx.cite(rule, || Fact::Unit(unit));
    cx.emit(Event::Appears(Moved { unit, why: MoveWhy::Revealed, way: Vec::new(), formation, rect }));
}

pub fn check(look: Look<'_>, division: DivisionId, answer: &ScenarioChoice) -> Verdict<Rules> {
    match answer {
        ScenarioChoice::Pass => Verdict::legal(Ghost::default()),
        ScenarioChoice::Place { unit, pose, formation } => {
            let ours = look.state.has_unit(*unit) && look.card(*unit).division == division;
            let side = look.rules.divisions[division.index()].side;
            match ours {
                true => check_place(look, side, (*unit, *formation), pose),
                false => flow::not_asked(&Choice::Scenario(answer.clone())),
            }
        }
        _ => flow::not_asked(&Choice::Scenario(answer.clone())),
    }
}

/// In the zone of its division, or where the battle says.
fn check_place(
    look: Look<'_>,
    side: Side,
    (unit, formation): (UnitId, Formation),
    pose: &Pose,
) -> Verdict<Rules> {
    let mut verdict = deploy::check_place(look, side, unit, pose, formation);
    let rect = verdict.ghost.moves.first().map(|ghost| ghost.rect);
    verdict.breaches.extend(rect.and_then(|rect| raid::placing_fault(look, unit, &rect)));
    verdict
}

pub fn resolve(cx: &mut Cx<'_, Rules>, _waiting: &Waiting, choice: &Choice) {
    match choice {
        Choice::Scenario(ScenarioChoice::Place { unit, pose, formation }) => {
            deploy::place(cx, *unit, pose, *formation, MoveWhy::Arrived);
        }
        _ => cx.emit(Event::Settled),
    }
}

/// Leaving them where they are; for each unit not yet touched a step of two inches to every side.
pub fn propose(look: Look<'_>, division: DivisionId, _want: Want<'_>, out: &mut Proposals<Rules>) {
    out.push(Choice::Scenario(ScenarioChoice::Pass));
    let steps = [(-2.0, 0.0), (2.0, 0.0), (0.0, -2.0), (0.0, 2.0)];
    for unit in look.members(division).filter(|unit| !look.state.dealt.contains(*unit)) {
        let standing = look.state.unit(unit);
        if !standing.is_on_table() {
            continue;
        }
        for (x, y) in steps {
            let pose = standing.rect.pose.translated(Vec2::new(x * INCH, y * INCH));
            let answer = ScenarioChoice::Place { unit, pose, formation: standing.formation };
            if check(look, division, &answer).is_legal() {
                out.push(Choice::Scenario(answer));
            }
        }
    }
}
