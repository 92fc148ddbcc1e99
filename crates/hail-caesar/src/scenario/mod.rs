//! The seven battles and what their rules add (hail-caesar-scenarios).
//!
//! `file.rs` reads them; `script.rs` is what they remember; `arrivals.rs` what happens when a turn begins, battle by
//! battle in the files that bear their names; `hooks.rs` what other chapters ask.

mod arrivals;
mod damascus;
mod desert;
mod file;
mod gates;
mod hooks;
mod kadesh;
mod placing;
mod plans;
pub mod raid;
mod script;
mod shield;
#[cfg(test)]
mod tests;
mod turn_end;

pub use arrivals::keeps_away;
pub use file::{Scenario, ScenarioError, named, scenarios, terrain_of};
pub use hooks::{
    Act, block_is_burnt, forbids, formation_fault, in_the_way, is_leaderless, is_ridden_over, least_move,
    may_spring, obstructs, ride_over, score, spring_upon, strays, verdict,
};
pub use placing::Waiting;
pub use plans::{Plan, check_plan, plan, planners, plans_of};
pub use script::{Camp, FirstTurn, Matter, ScenarioEvent, Script, apply, fits};

use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow;
use crate::formation::Formation;
use crate::ids::{DivisionId, UnitId};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use crate::state::Along;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use aelian_geometry::Pose;
use aelian_rulebook::{RuleId, rule};
use serde::{Deserialize, Serialize};

/// A battle of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Battle {
    Kadesh,
    WithYourShield,
    BorderRaid,
    GoMeekIntoTheDesert,
    BarbariansAtTheGates,
    Brunanburgh,
    RoadToDamascus,
}

/// What a player may answer in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScenarioChoice {
    /// HS-SHIELD-04: those in ambush come out, or wait.
    Spring(bool),
    /// HS-KADESH-08, HS-DAMASCUS-04, HS-RAID-02: this division comes on.
    Bring(DivisionId),
    /// HS-RAID-02: this one, about this point of its edge.
    BringAt { division: DivisionId, along: Along },
    /// HS-RAID-13.
    Herdsman(raid::Errand),
    /// HS-RAID-11: the druids come, or wait.
    Druids(bool),
    /// HS-RAID-26.
    Sack { site: raid::Site, how: raid::Sack },
    /// A unit that has just come is put down elsewhere in its zone.
    Place { unit: UnitId, pose: Pose, formation: Formation },
    /// Nothing, or nothing more.
    Pass,
}

/// What a player is asked in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScenarioPrompt {
    /// HS-SHIELD-04.
    Spring(UnitId),
    /// HS-KADESH-08: divisions that may be given the sign.
    Signal(Vec<DivisionId>),
    /// HS-DAMASCUS-04: so many of these come next.
    Relief { owed: u8, of: Vec<DivisionId> },
    /// HS-RAID-02: one of these may be placed at the edge.
    BringOn(Vec<DivisionId>),
    /// HS-RAID-13: where the herdsman runs.
    Herdsman,
    /// HS-RAID-11.
    Druids,
    /// HS-RAID-26: one of these may be plundered or destroyed.
    Sack(Vec<raid::Site>),
    /// Where the units of a division that has just come stand.
    Placing(DivisionId),
}

pub fn next(look: Look<'_>) -> Asked {
    if let Some(Pending::Scenario(waiting)) = look.state.pending.last() {
        return waiting.next(look);
    }
    match look.state.stage {
        Stage::Arrivals => arrivals::due(look).map(|matter| arrivals::asked(look, matter)),
        Stage::TurnEnd => turn_end::due(look).map(|matter| turn_end::asked(look, matter)),
        _ => None,
    }
}

/// The prompt that is open in this chapter.
fn prompt(look: Look<'_>) -> Option<ScenarioPrompt> {
    match next(look)? {
        Next::Ask { prompt: Prompt::Scenario(prompt), .. } => Some(prompt),
        _ => None,
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match (next(look), choice) {
        (Some(Next::Forced(forced)), choice) if forced == *choice => Verdict::legal(Ghost::default()),
        (Some(Next::Ask { .. }), Choice::Scenario(answer)) => check_answer(look, answer, choice),
        // HS-RAID-26: at the end of a Roman turn nothing can be plundered or destroyed.
        (_, Choice::Scenario(ScenarioChoice::Sack { .. }))
            if look.is_battle(Battle::BorderRaid) && look.state.stage == Stage::TurnEnd =>
        {
            Verdict::refused(rule!("HS-RAID-26"), Fact::Rule)
        }
        _ => flow::not_asked(choice),
    }
}

fn check_answer(look: Look<'_>, answer: &ScenarioChoice, choice: &Choice) -> Verdict<Rules> {
    let fine = match (prompt(look), answer) {
        (Some(ScenarioPrompt::Placing(division)), answer) => return placing::check(look, division, answer),
        (Some(ScenarioPrompt::Spring(_)), ScenarioChoice::Spring(_)) => true,
        (Some(ScenarioPrompt::Signal(_)), ScenarioChoice::Pass) => true,
        (Some(ScenarioPrompt::Signal(of)), ScenarioChoice::Bring(division)) => of.contains(division),
        (Some(ScenarioPrompt::Relief { of, .. }), ScenarioChoice::Bring(division)) => of.contains(division),
        (Some(prompt), answer) => raid::fits(look, &prompt, answer),
        _ => false,
    };
    match prompt(look).filter(|prompt| !fine && is_wrong_answer(prompt, answer)) {
        Some(prompt) => Verdict::refused(rule_of(&prompt), Fact::NotAsked),
        None if fine => Verdict::legal(Ghost::default()),
        None => flow::not_asked(choice),
    }
}

/// It speaks to the question, though it is none of its answers.
fn is_wrong_answer(prompt: &ScenarioPrompt, answer: &ScenarioChoice) -> bool {
    use ScenarioPrompt::{BringOn, Relief, Signal};
    match answer {
        ScenarioChoice::Bring(_) | ScenarioChoice::BringAt { .. } => {
            matches!(prompt, BringOn(_) | Relief { .. } | Signal(_))
        }
        ScenarioChoice::Sack { .. } => matches!(prompt, ScenarioPrompt::Sack(_)),
        _ => false,
    }
}

/// The rule by which a question is asked.
fn rule_of(prompt: &ScenarioPrompt) -> RuleId {
    match prompt {
        ScenarioPrompt::Spring(_) => rule!("HS-SHIELD-04"),
        ScenarioPrompt::Signal(_) => rule!("HS-KADESH-08"),
        ScenarioPrompt::Relief { .. } => rule!("HS-DAMASCUS-04"),
        ScenarioPrompt::BringOn(_) => rule!("HS-RAID-02"),
        ScenarioPrompt::Herdsman => rule!("HS-RAID-13"),
        ScenarioPrompt::Druids => rule!("HS-RAID-11"),
        ScenarioPrompt::Sack(_) => rule!("HS-RAID-26"),
        ScenarioPrompt::Placing(_) => rule!("HC-SETUP-04"),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    if let Some(Pending::Scenario(waiting)) = look.state.pending.last().cloned() {
        placing::resolve(cx, &waiting, choice);
        return Ok(());
    }
    match look.state.stage {
        Stage::Arrivals => match arrivals::due(look) {
            Some(matter) => arrivals::carry(cx, matter, choice),
            None => Ok(()),
        },
        Stage::TurnEnd => match turn_end::due(look) {
            Some(matter) => turn_end::carry(cx, matter, choice),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Every answer there is; of places the fixed sample of `placing`.
pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    let mut push = |choice| out.push(Choice::Scenario(choice));
    match prompt(look) {
        Some(ScenarioPrompt::Spring(_)) => {
            [true, false].into_iter().for_each(|now| push(ScenarioChoice::Spring(now)));
        }
        Some(ScenarioPrompt::Signal(of)) => {
            push(ScenarioChoice::Pass);
            of.into_iter().for_each(|division| push(ScenarioChoice::Bring(division)));
        }
        Some(ScenarioPrompt::Relief { of, .. }) => {
            of.into_iter().for_each(|division| push(ScenarioChoice::Bring(division)));
        }
        Some(ScenarioPrompt::Placing(division)) => placing::propose(look, division, want, out),
        Some(prompt) => raid::answers(look, &prompt).into_iter().for_each(push),
        None => {}
    }
}

/// HC-SCN-05, HS-BRUN-07: this Command part is followed by a second one.
pub fn commands_again(cx: &mut Cx<'_, Rules>) -> bool {
    let again = cx.rules.battle == Some(Battle::Brunanburgh)
        && cx.state().turn == 1
        && !cx.state().script.done.contains(&Matter::SecondCommand);
    if again {
        let side = cx.state().active;
        cx.cite(rule!("HS-BRUN-07"), || Fact::Side(side));
        cx.emit(Event::Scenario(ScenarioEvent::Done(Matter::SecondCommand)));
    }
    again
}

/// What follows from where things now stand, whoever moved them: ambushes that are seen, alarms, displaced things.
pub fn settle(cx: &mut Cx<'_, Rules>) {
    match cx.rules.battle {
        Some(Battle::WithYourShield) => shield::settle(cx),
        Some(Battle::RoadToDamascus) => damascus::settle(cx),
        Some(Battle::BorderRaid) => raid::settle(cx),
        _ => {}
    }
}

impl Look<'_> {
    /// Which turn of the active side this is, counted from 1.
    pub fn own_turn(&self) -> u16 {
        self.state.turn.div_ceil(2)
    }

    /// The battle of the book that is played.
    pub fn is_battle(&self, battle: Battle) -> bool {
        self.rules.battle == Some(battle)
    }

    /// A unit belongs to the division of this name.
    pub(crate) fn is_of(&self, unit: UnitId, division: &str) -> bool {
        self.rules.divisions[self.card(unit).division.index()].name == division
    }

    /// A division by its name.
    pub fn division_named(&self, name: &str) -> Option<DivisionId> {
        let found = self.rules.divisions.iter().position(|division| division.name == name)?;
        u8::try_from(found).ok().map(DivisionId)
    }
}
