//! Words for what the seven battles of the book add: their choices, questions and events.

use super::{about, at, does, edge};
use crate::hail_caesar::{division_name, unit_name};
use crate::told::Names;
use aelian_hail_caesar::scenario::raid::{Alarm, Errand, Sack, Sacked, Site};
use aelian_hail_caesar::scenario::{Camp, FirstTurn, Plan, ScenarioChoice, ScenarioEvent, ScenarioPrompt};
use aelian_hail_caesar::stage::Stage;
use aelian_hail_caesar::{Rules, State};

pub fn choice(state: &State, names: &Names, choice: &ScenarioChoice) -> String {
    match choice {
        ScenarioChoice::Spring(true) => "spring the ambush".to_owned(),
        ScenarioChoice::Spring(false) => "wait in ambush".to_owned(),
        ScenarioChoice::Bring(division) => format!("{} comes", division_name(names, *division)),
        ScenarioChoice::BringAt { division, along } => {
            format!(
                "{} comes on, {} along the edge",
                division_name(names, *division),
                about(f64::from(*along))
            )
        }
        ScenarioChoice::Herdsman(Errand::Village) => "the herdsman runs to warn the village".to_owned(),
        ScenarioChoice::Herdsman(Errand::Lookout) => "the herdsman runs to the lookout post".to_owned(),
        ScenarioChoice::Druids(true) => "the druids come to their temple".to_owned(),
        ScenarioChoice::Druids(false) => "the druids wait".to_owned(),
        ScenarioChoice::Sack { site: place, how: Sack::Plunder } => format!("plunder {}", site(*place)),
        ScenarioChoice::Sack { site: place, how: Sack::Destroy } => format!("destroy {}", site(*place)),
        ScenarioChoice::Place { unit, pose, .. } => {
            format!("{} at {}", does(&unit_name(names, *unit), "stands"), at(pose))
        }
        ScenarioChoice::Pass => match (state.pending.last(), state.stage) {
            (Some(_), _) => "they stand as they shall",
            (None, Stage::TurnEnd) => "leave every place as it is",
            (None, _) => "nobody comes on",
        }
        .to_owned(),
    }
}

fn site(site: Site) -> &'static str {
    match site {
        Site::OpenVillage => "the open village",
        Site::StockadedVillage => "the stockaded village",
        Site::LookoutPost => "the lookout post",
        Site::Temple => "the temple",
    }
}

pub fn prompt(names: &Names, prompt: &ScenarioPrompt) -> String {
    match prompt {
        ScenarioPrompt::Spring(unit) => {
            format!("{} in ambush: shall it come out?", does(&unit_name(names, *unit), "lies"))
        }
        ScenarioPrompt::Signal(_) => "Which division is given the sign to come?".to_owned(),
        ScenarioPrompt::Relief { owed: 1, .. } => "Which division of the relief comes?".to_owned(),
        ScenarioPrompt::Relief { owed, .. } => format!("Which divisions of the relief come? {owed} more"),
        ScenarioPrompt::BringOn(_) => "Which division comes on in this turn, and where?".to_owned(),
        ScenarioPrompt::Herdsman => "Where does the herdsman run?".to_owned(),
        ScenarioPrompt::Druids => "Do the druids come to their temple now?".to_owned(),
        ScenarioPrompt::Sack(_) => "Is a place plundered or destroyed?".to_owned(),
        ScenarioPrompt::Placing(division) => {
            format!("Where is {} to stand?", division_name(names, *division))
        }
    }
}

/// What happened by a battle's own rules; empty for what only keeps the books.
pub fn event(rules: &Rules, before: &State, names: &Names, event: &ScenarioEvent) -> String {
    match event {
        ScenarioEvent::DrawnUp(side) => format!("{} has drawn up", side.name()),
        ScenarioEvent::First(FirstTurn::Chooses(side)) => {
            format!("{} rolls higher and says who begins", side.name())
        }
        ScenarioEvent::Begins(side) => format!("{} has the first turn", side.name()),
        ScenarioEvent::Planned(told) => plan(rules, names, told),
        ScenarioEvent::Owed(owed) if *owed > before.script.owed => {
            format!("{owed} divisions of the relief may come")
        }
        ScenarioEvent::Camp(Camp::Regrouping) => "the camp is being brought to order".to_owned(),
        ScenarioEvent::Camp(Camp::Ready) => "the camp stands ready for battle".to_owned(),
        ScenarioEvent::VillaHeld(true) => "Romans hold the villa as the turn begins".to_owned(),
        ScenarioEvent::Fire(by) => format!("the fire at the villa grows by {by}"),
        ScenarioEvent::Vino(leadership) => format!("Vino's leadership is {leadership} in this turn"),
        ScenarioEvent::Alarm(Alarm::Coming) => "the alarm will sound with the next British turn".to_owned(),
        ScenarioEvent::Alarm(Alarm::Given(_)) => "the alarm is given".to_owned(),
        ScenarioEvent::Warned => "the villagers are warned".to_owned(),
        ScenarioEvent::Attacked => "Romans come to the open village".to_owned(),
        ScenarioEvent::Herd(herd) => {
            let was_taken = before.script.raid.herd.is_some_and(|was| was.taken);
            let moves = if herd.taken { "the Romans drive the herd on" } else { "the herd moves on" };
            if herd.taken && !was_taken { "the Romans take the herd" } else { moves }.to_owned()
        }
        ScenarioEvent::DrivenOff => "the herd is driven off the table".to_owned(),
        ScenarioEvent::Temple => "the temple stands in its clearing".to_owned(),
        ScenarioEvent::Sacked(Sacked { site: place, how: Sack::Plunder }) => {
            format!("{} is plundered", site(*place))
        }
        ScenarioEvent::Sacked(Sacked { site: place, how: Sack::Destroy }) => {
            format!("{} is destroyed", site(*place))
        }
        ScenarioEvent::First(FirstTurn::Open | FirstTurn::Settled)
        | ScenarioEvent::Done(_)
        | ScenarioEvent::Owed(_)
        | ScenarioEvent::Camp(Camp::Encamped)
        | ScenarioEvent::VillaHeld(false)
        | ScenarioEvent::Alarm(Alarm::Quiet) => String::new(),
    }
}

/// Where a division will come on.
/// The same on a button.
pub fn short_plan(rules: &Rules, names: &Names, plan: &Plan) -> String {
    let (division, along) = (division_name(names, plan.division), about(f64::from(plan.along)));
    match rules.entries.get(usize::from(plan.entry)) {
        Some(entry) if !entry.name.is_empty() => format!("{division}: {}, at {along}", entry.name),
        Some(entry) => format!("{division}: {} edge, at {along}", edge(entry.edge)),
        None => format!("{division}: at {along}"),
    }
}

pub fn plan(rules: &Rules, names: &Names, plan: &Plan) -> String {
    let division = division_name(names, plan.division);
    let along = about(f64::from(plan.along));
    match rules.entries.get(usize::from(plan.entry)) {
        Some(entry) => {
            let named = if entry.name.is_empty() { String::new() } else { format!(" ({})", entry.name) };
            format!("{division} will come on at the {} edge{named}, {along} along it", edge(entry.edge))
        }
        None => format!("{division} will come on {along} along its edge"),
    }
}
