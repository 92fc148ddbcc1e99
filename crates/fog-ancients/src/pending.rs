//! Steps that wait for an answer, or for their turn. The chapter named owns what stands inside.

use crate::{align, cohesion, combat, impact, joint, movement, rout, setup, shooting};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pending {
    SetUp(setup::Waiting),
    Impact(impact::Waiting),
    Movement(movement::Waiting),
    Align(align::Waiting),
    Shooting(shooting::Waiting),
    Combat(combat::Waiting),
    Cohesion(cohesion::Waiting),
    Rout(rout::Waiting),
    Joint(joint::Waiting),
}
