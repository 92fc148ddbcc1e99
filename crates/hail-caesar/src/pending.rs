//! Steps that wait for an answer, or for their turn. The chapter named owns what stands inside.

use crate::{again, breaks, charge, command, commander, fight, ranged, scenario};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pending {
    Command(command::Waiting),
    Charge(charge::Waiting),
    Ranged(ranged::Waiting),
    Fight(fight::Waiting),
    Breaks(breaks::Waiting),
    Commander(commander::Waiting),
    Scenario(scenario::Waiting),
    Again(Box<again::Waiting>),
}
