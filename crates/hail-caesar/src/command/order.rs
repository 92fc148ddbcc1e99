//! Orders as frozen intents (30.12): complete before the dice are rolled (HC-ORD-03), silent about the dice (HC-ORD-04,
//! HC-INTENT-12), and never unclear (HC-CHO-04).

use crate::foreign::Has;
use crate::formation::Formation;
use crate::ids::{BlockId, CommanderId, UnitId, UnitSet};
use aelian_geometry::{Facing, Polygon, Pose};
use serde::{Deserialize, Serialize};

/// HC-INTENT-01: who orders whom to do what. One verb for all of them (HC-INTENT-16, HC-DIVO-05).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Order {
    pub commander: CommanderId,
    pub units: UnitSet,
    pub verb: Verb,
}

/// What units are told to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verb {
    /// HC-INTENT-02, HC-INTENT-05, HC-INTENT-07: go, fall back, change formation: a way for each unit.
    Advance(Vec<Task>),
    /// HC-INTENT-03; as far as it goes (HC-CHO-06), and at others only as it says (HC-CHO-07).
    Charge(Charge),
    /// HC-INTENT-04.
    Support { friend: UnitId, at: SupportAt },
    /// HC-INTENT-06: into this building.
    Occupy { block: BlockId },
    /// HC-INTENT-08: what the unit does is said after the test.
    FollowMe,
    /// HC-INTENT-09.
    Rally,
    /// HC-INTENT-10: onto the table where each unit waits, then as a task says.
    Enter(Vec<Task>),
    /// HC-INTENT-11.
    Retire,
}

/// HC-INTENT-02: what one unit does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Task {
    pub unit: UnitId,
    pub way: Vec<Leg>,
    /// HC-PROX-11: it takes no notice of enemies in open order.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ignore_open: bool,
}

/// One part of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leg {
    /// To this pose of the centre-front, every model by the straightest way (HC-MOVE-03, HC-GEO-04).
    Go(Pose),
    /// HC-FCH-01: a change of formation at this point of the way.
    Form(Reform),
    /// HC-BLDG-07: up to this building, and with a whole move into it.
    Enter(BlockId),
    /// HC-WEDGE-12: up to this wedge of friends, and with a whole move into it.
    Shelter(UnitId),
}

/// 15.8: a change of formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reform {
    pub to: Formation,
    pub facing: Facing,
    /// HC-FCH-06: built with its leading face on the old front line, not about the old middle.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leading: bool,
}

/// HC-INTENT-03: a charge order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charge {
    /// In this order; a later one only when the earlier are destroyed, have evaded or cannot be charged.
    pub targets: Vec<Target>,
    /// What units do before: a change of formation, a place to go to first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<Task>,
    /// HC-PROX-11.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ignore_open: bool,
}

/// HC-CHO-02, HC-CHO-03: whom to charge.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    Unit(UnitId),
    /// The closest visible enemy.
    Closest,
    /// Any enemy in the front quarter.
    Front,
    /// Any enemy there.
    Zone(Polygon),
}

/// HC-INTENT-04, HC-SUPP-24: where to support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SupportAt {
    Left,
    Right,
    Rear,
    Nearest,
}

impl Verb {
    /// What this verb has a unit do first, if it says so.
    pub fn task(&self, unit: UnitId) -> Option<&Task> {
        let tasks = match self {
            Verb::Advance(tasks) | Verb::Enter(tasks) => tasks,
            Verb::Charge(charge) => &charge.first,
            _ => return None,
        };
        tasks.iter().find(|task| task.unit == unit)
    }

    pub(crate) fn fits(&self, has: &Has<'_>) -> bool {
        let leg = |leg: &Leg| match leg {
            Leg::Enter(block) => has.state.field.block(*block).is_some(),
            Leg::Shelter(wedge) => has.unit(*wedge),
            Leg::Go(_) | Leg::Form(_) => true,
        };
        let tasks = |tasks: &[Task]| tasks.iter().all(|task| has.unit(task.unit) && task.way.iter().all(leg));
        match self {
            Verb::Advance(all) | Verb::Enter(all) => tasks(all),
            Verb::Charge(charge) => {
                tasks(&charge.first) && charge.targets.iter().all(|target| target.fits(has))
            }
            Verb::Support { friend, .. } => has.unit(*friend),
            Verb::Occupy { block } => has.state.field.block(*block).is_some(),
            Verb::FollowMe | Verb::Rally | Verb::Retire => true,
        }
    }
}

impl Order {
    pub(crate) fn fits(&self, has: &Has<'_>) -> bool {
        has.commander(self.commander) && has.units(self.units) && self.verb.fits(has)
    }
}

impl Target {
    fn fits(&self, has: &Has<'_>) -> bool {
        match self {
            Target::Unit(unit) => has.unit(*unit),
            _ => true,
        }
    }
}
