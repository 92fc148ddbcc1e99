//! Where the battle stands.

use crate::table::{LossView, StandingView};
use aelian_blood_and_blades::setup::{SetUpStage, Setup};
use aelian_blood_and_blades::state::{Stage, State};
use aelian_blood_and_blades::{Look, Rules};
use aelian_game::Side;
use aelian_rulebook::rule;

/// BB-TURN-04: the steps of a bound; the first two only where the optional rules are used.
const STEPS: [(&str, Stage); 8] = [
    ("Weather", Stage::Weather),
    ("Time of day", Stage::TimeOfDay),
    ("PIGs", Stage::Pigs),
    ("Moves", Stage::Moves),
    ("Impetuous", Stage::Impetuous),
    ("Shooting", Stage::Shooting),
    ("Close combat", Stage::CloseCombat),
    ("Morale", Stage::Morale),
];

pub fn standing(rules: &Rules, setup: &Setup, state: &State) -> StandingView {
    let used = |stage: Stage| match stage {
        Stage::Weather => rules.weather,
        Stage::TimeOfDay => rules.time_of_day,
        _ => true,
    };
    let steps: Vec<(&str, Stage)> = STEPS.into_iter().filter(|(_, stage)| used(*stage)).collect();
    let phase = match state.stage {
        Stage::SetUp | Stage::Over(_) => None,
        // A step whose rules are not used is passed over at once.
        stage => Some(steps.iter().position(|(_, step)| *step == stage).unwrap_or(0)),
    };
    StandingView {
        turn: if state.stage == Stage::SetUp {
            "Set-up".to_owned()
        } else {
            format!("Round {}", state.round)
        },
        active: active(state),
        phases: steps.into_iter().map(|(name, _)| name).collect(),
        phase,
        note: note(state),
        purse: (state.stage == Stage::Moves).then(|| pigs(state.army(state.active).pigs)),
        losses: Side::BOTH.map(|side| loss(rules, setup, state, side)),
    }
}

/// `3 PIGs`.
pub fn pigs(count: u8) -> String {
    if count == 1 { "1 PIG".to_owned() } else { format!("{count} PIGs") }
}

/// Whose bound it is, or in set-up whose turn.
fn active(state: &State) -> Side {
    let Some(set_up) = &state.set_up else { return state.active };
    match set_up.stage {
        SetUpStage::Pick(side)
        | SetUpStage::Baggage(side)
        | SetUpStage::Ambush(side)
        | SetUpStage::Deploy(side) => side,
        SetUpStage::Lay => set_up.named.map_or(state.active, |named| named.side),
        SetUpStage::DeployFirst => state.invader,
        _ => state.active,
    }
}

/// BB-MOR-09, BB-MOR-10: losses against a third of the reference level.
fn loss(rules: &Rules, setup: &Setup, state: &State, side: Side) -> LossView {
    let name = &setup.armies[side.index()].name;
    let army = if name.is_empty() { super::board::capitalised(side.name()) } else { name.clone() };
    let lost = f64::from(Look::new(rules, state).losses(side).halves()) / 2.0;
    let limit = f64::from(state.army(side).reference) / 3.0;
    let text = if limit > 0.0 {
        format!("{lost} points lost; the army routs at {:.2}", limit)
    } else {
        "no losses are counted before the battle".to_owned()
    };
    LossView { army, lost, limit, text, rule: Some(rule!("BB-MOR-10")) }
}

/// Set-up, weather and time of day.
fn note(state: &State) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(set_up) = &state.set_up {
        parts.push(set_up_word(set_up.stage).to_owned());
        return parts.join("; ");
    }
    if let Stage::Over(ending) = state.stage {
        parts.push(crate::story::tell_ending(&ending));
    }
    let weather = &state.weather;
    if weather.raining {
        parts.push("rain".to_owned());
    } else if weather.rain_risk && !weather.rain_over {
        parts.push("it may rain".to_owned());
    }
    if weather.muddy {
        parts.push("unpaved roads are muddy".to_owned());
    }
    if let Some(wind) = weather.wind {
        parts.push(format!("wind towards {:.0}°", wind.to_compass()));
    }
    let time = &state.time;
    if time.dusk {
        parts.push("dusk".to_owned());
    } else if let Some(rounds) = time.day_rounds {
        parts.push(format!("dusk after round {rounds}"));
    }
    if let Some(sun) = time.sun {
        let dazzle = if time.dazzle { " and dazzles" } else { "" };
        parts.push(format!("the sun stands {}{dazzle}", crate::blood_and_blades::words::edge_word(sun)));
    }
    parts.join("; ")
}

fn set_up_word(stage: SetUpStage) -> &'static str {
    match stage {
        SetUpStage::Invader => "who invades",
        SetUpStage::Pick(_) => "terrain is picked",
        SetUpStage::Lay => "terrain is laid",
        SetUpStage::Weather => "weather",
        SetUpStage::TimeOfDay => "time of day",
        SetUpStage::Baggage(_) => "baggage is placed",
        SetUpStage::DeployOrder | SetUpStage::DeployFirst => "who deploys first",
        SetUpStage::Ambush(_) => "ambushes are written down",
        SetUpStage::Deploy(_) => "deployment",
        SetUpStage::Begin => "the battle begins",
    }
}
