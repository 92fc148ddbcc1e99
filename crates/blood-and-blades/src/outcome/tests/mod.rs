//! Tests of outcome moves.

mod flee;
mod properties;
mod pursuit;
mod recoil;

use super::plan::OutcomePlan;
use crate::baseset::BaseId;
use crate::rules::Rules;
use crate::testing::Scene;
use aelian_dice::Tape;
use aelian_game::{Cx, Trace};
use aelian_rulebook::RuleId;

/// Lets rule code run on a scene.
fn happens(scene: &mut Scene, what: impl FnOnce(&mut Cx<'_, Rules>)) {
    let mut tape = Tape::new([]).expect("no dice");
    let rules = scene.rules.clone();
    what(&mut Cx::new(&rules, &mut scene.state, &mut tape, Trace::On));
}

/// The names of the bases that a plan loses, in order.
fn lost(scene: &Scene, plan: &OutcomePlan) -> Vec<String> {
    let name = |id: BaseId| scene.names.iter().find(|(_, known)| **known == id).expect("named").0.clone();
    plan.losses.iter().map(|loss| name(loss.base)).collect()
}

fn cites(plan: &OutcomePlan, id: RuleId) -> bool {
    plan.reasons.iter().any(|reason| reason.rule == id) || plan.losses.iter().any(|loss| loss.rule == id)
}
