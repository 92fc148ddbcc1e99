//! The joint action phase.

mod breakoff;
mod commanders;
mod endings;
mod rally;
mod stop;

use crate::rules::Rules;
use crate::settings::Settings;
use crate::stage::{Phase, Stage};
use crate::testing::Table;
use aelian_game::Step;

/// The joint action phase of the only turn of a battle.
fn table(stage: Stage) -> Table {
    let settings = Settings { most_turns: Some(1), ..Settings::default() };
    Table::new().settings(settings).stage(Phase::Joint, stage)
}

fn cites(step: &Step<Rules>, rule: &str) -> bool {
    step.reasons.iter().any(|reason| reason.rule.as_str() == rule)
}
