//! Words for steps that nobody decides: what the dice or the rules do next.

use super::{does, stage, units};
use crate::hail_caesar::{commander_name, division_name, unit_name};
use crate::told::Names;
use aelian_hail_caesar::charge::{self, At};
use aelian_hail_caesar::command::{self, Verb};
use aelian_hail_caesar::fight::{self, Round, Step};
use aelian_hail_caesar::pending::Pending;
use aelian_hail_caesar::stage::Stage;
use aelian_hail_caesar::{State, commander, ranged};

/// What is done by going on from here.
pub fn forced(state: &State, names: &Names) -> String {
    match state.pending.last() {
        Some(Pending::Command(waiting)) => of_command(names, waiting),
        Some(Pending::Charge(charge::Waiting::Run(run))) => of_charge(names, run),
        Some(Pending::Ranged(waiting)) => of_shots(names, waiting),
        Some(Pending::Fight(waiting)) => of_fight(state, names, waiting),
        Some(Pending::Commander(waiting)) => of_commander(names, waiting),
        Some(Pending::Again(_)) => "dice that may be rolled again".to_owned(),
        Some(Pending::Breaks(_) | Pending::Scenario(_)) | None => match state.stage {
            Stage::Arrivals => "what the turn brings".to_owned(),
            Stage::TurnEnd => "what the end of the turn brings".to_owned(),
            Stage::FirstTurn => "a die for the first turn".to_owned(),
            other => stage(other).to_owned(),
        },
    }
}

fn of_command(names: &Names, waiting: &command::Waiting) -> String {
    match waiting {
        command::Waiting::Reroll { order, .. } => {
            format!("{} looks at the dice", commander_name(names, order.commander))
        }
        command::Waiting::Carrying(carrying) => {
            let last: Vec<String> =
                carrying.grants.iter().map(|grant| unit_name(names, grant.unit)).collect();
            let verb = match carrying.order.verb {
                Verb::Charge(_) => "charges",
                Verb::Support { .. } => "moves up in support",
                Verb::Rally => "rallies",
                Verb::Enter(_) => "comes on",
                Verb::Retire => "retires",
                _ => "moves",
            };
            match last.as_slice() {
                [one] => does(one, verb),
                _ => "the order is carried out".to_owned(),
            }
        }
        command::Waiting::BlunderRoll(blunder) => {
            format!("a die for the blunder of {}", units(names, blunder.units))
        }
        command::Waiting::Blundering { blunder, .. } => {
            format!("the blunder of {}", units(names, blunder.units))
        }
        command::Waiting::FollowMe { unit, .. } => does(&unit_name(names, *unit), "follows its commander"),
        command::Waiting::Ending(ending) => {
            format!("{} its move", does(&unit_name(names, ending.grant.unit), "ends"))
        }
        command::Waiting::Retiring(division) => format!("{} retires", division_name(names, *division)),
    }
}

fn of_charge(names: &Names, run: &charge::Run) -> String {
    let charger = unit_name(names, run.unit);
    match &run.at {
        At::Begins | At::Answers => format!("the charge of {charger}"),
        At::EvadeOrder => format!("the units that flee from {charger}"),
        At::EvadeTest { unit } | At::Reroll { unit, .. } => {
            format!("the order to {} to evade", unit_name(names, *unit))
        }
        At::Fled { unit } => format!("{charger} after {}", unit_name(names, *unit)),
        At::Parthian { unit, .. } => format!("{} away", does(&unit_name(names, *unit), "turns")),
        At::Shot { .. } => format!("the charge of {charger} goes on"),
        At::Onset { trials } => match trials.first() {
            Some(trial) => {
                format!("a die for {} before {}", unit_name(names, trial.unit), unit_name(names, trial.foe))
            }
            None => format!("the charge of {charger} goes home"),
        },
    }
}

fn of_shots(names: &Names, waiting: &ranged::Waiting) -> String {
    match waiting {
        ranged::Waiting::Closing { charger, shooters } => {
            format!("closing shots of {} at {}", units(names, *shooters), unit_name(names, *charger))
        }
        ranged::Waiting::Traverse { mover, .. } => {
            format!("shots at {} as it passes", unit_name(names, *mover))
        }
        ranged::Waiting::MovesOn(onward) => does(&unit_name(names, onward.unit), "moves on"),
        ranged::Waiting::Answer { unit } => format!("what the shots do to {}", unit_name(names, *unit)),
    }
}

fn of_fight(state: &State, names: &Names, waiting: &fight::Waiting) -> String {
    match waiting {
        fight::Waiting::Round(round) => of_round(state, names, round),
        fight::Waiting::Ground(ground) => does(&unit_name(names, ground.unit), "gives ground"),
        fight::Waiting::Swept { unit, .. } => does(&unit_name(names, *unit), "sweeps on"),
        fight::Waiting::Trails { unit, .. } => {
            format!("the supports of {} go along", unit_name(names, *unit))
        }
        fight::Waiting::Victory { unit } => format!("the victory of {}", unit_name(names, *unit)),
    }
}

/// The next step of a round.
fn of_round(state: &State, names: &Names, round: &Round) -> String {
    match round.step {
        Step::Join => format!("the fight of {}", units(names, round.units)),
        Step::Fresh => "a die for freshly raised troops".to_owned(),
        Step::Declare => "how they fight".to_owned(),
        Step::Strike => match round.strikes.iter().find(|strike| strike.hits.is_none()) {
            Some(strike) => {
                format!(
                    "{} at {}",
                    does(&unit_name(names, strike.by), "strikes"),
                    unit_name(names, strike.on)
                )
            }
            None => "the blows fall".to_owned(),
        },
        Step::Save => {
            let hit = |id: &aelian_hail_caesar::UnitId| {
                !round.saved.contains(*id) && round.strikes.iter().any(|strike| strike.on == *id)
            };
            match round.units.iter().find(hit) {
                Some(unit) => format!("morale saves of {}", unit_name(names, unit)),
                None => "morale saves".to_owned(),
            }
        }
        Step::Risk => "commanders in the fight are in danger".to_owned(),
        Step::Result => format!("the result of the fight: {}", units(names, round.units)),
        Step::Reallocate => "casualties go over to the supports".to_owned(),
        Step::Tests => match round.tests.first() {
            Some(test) if round.tests.len() == 1 => {
                format!("break test of {}", unit_name(names, test.unit))
            }
            _ => "break tests".to_owned(),
        },
        Step::Victors => "a move of the victors".to_owned(),
        Step::CleanUp if state.bouts.is_empty() => "all fights are over".to_owned(),
        Step::CleanUp => "the round is over".to_owned(),
    }
}

fn of_commander(names: &Names, waiting: &commander::Waiting) -> String {
    match waiting {
        commander::Waiting::Fate { commander } => {
            format!("a die for the fate of {}", commander_name(names, *commander))
        }
        commander::Waiting::Refuge { commander } => {
            format!("{} seeks refuge", commander_name(names, *commander))
        }
        commander::Waiting::Reserve { commander } => {
            format!("a successor for {}", commander_name(names, *commander))
        }
        commander::Waiting::MayMove { commander } => {
            format!("{} has given his orders", commander_name(names, *commander))
        }
    }
}
