//! Decisions of routs and pursuits, and what waits in them.

use super::flight::{AtEdge, Flight};
use super::run::Question;
use crate::field::TableEdge;
use crate::ids::{GroupId, GroupSet};
use crate::impact::evade::EvadeOrder;
use aelian_geometry::Hand;
use serde::{Deserialize, Serialize};

/// 68.6, 68.7, 70.5.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoutChoice {
    /// FA-DEC-26.
    AtEdge(AtEdge),
    /// FA-EV-28: along an edge to this hand.
    Sense(Hand),
    /// FA-DEC-38: foot who broke mounted. Pursuing is a test for those who are not shock troops, staying for those who
    /// are.
    Pursue { group: GroupId, pursue: bool },
    /// FA-DEC-41: this one of the equally fast moves next.
    MoveNext(GroupId),
    /// FA-DEC-40: stops at the edge of ground that would disorder it severely, or goes on.
    AtGround { stop: bool },
    /// FA-DEC-39: tries to halt 1 MU from fresh enemy, or makes contact.
    AtEnemy { halt: bool },
    /// FA-DEC-73: fresh enemy whom pursuers would reach.
    Meet { evade: bool },
    /// FA-DEC-25: how they evade the pursuers.
    Evade(EvadeOrder),
}

/// 68.6, 68.7, 70.5. What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoutPrompt {
    AtEdge {
        group: GroupId,
        edge: TableEdge,
    },
    Sense {
        group: GroupId,
    },
    Pursue {
        group: GroupId,
    },
    MoveNext {
        groups: GroupSet,
    },
    AtGround {
        group: GroupId,
    },
    /// With the test that halting needs.
    AtEnemy {
        group: GroupId,
        enemy: GroupId,
        test: bool,
    },
    /// With the test that standing needs.
    Meet {
        group: GroupId,
        by: GroupId,
        test: bool,
    },
    Evade {
        group: GroupId,
        by: GroupId,
    },
}

/// 68.6, 68.7, 70.5. What waits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    /// A run whose owner has to choose on the way.
    Run {
        flight: Flight,
        question: RunQuestion,
    },
    Chase(Chase),
    /// FA-JPUR-14: this group evades that pursuer; its owner says how.
    Dodge {
        group: GroupId,
        by: GroupId,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunQuestion {
    Edge(TableEdge),
    Sense,
}

impl From<Question> for RunQuestion {
    fn from(question: Question) -> RunQuestion {
        match question {
            Question::Edge(edge) => RunQuestion::Edge(edge),
            Question::Sense => RunQuestion::Sense,
        }
    }
}

/// All pursuits of a stage, until the last of them is done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chase {
    /// FA-PUR-03, FA-PUR-04: their owners have to choose.
    pub undecided: GroupSet,
    /// FA-JPUR-07: every die is rolled before anybody moves.
    pub to_roll: GroupSet,
    /// Rolled and not yet moved.
    pub chasers: Vec<Chaser>,
    /// FA-DEC-41: the one whose turn it is.
    pub now: Option<GroupId>,
    /// Pursuers that have moved.
    pub moved: GroupSet,
    /// Routers whose losses have been taken.
    pub settled: GroupSet,
}

/// A pursuer before its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chaser {
    pub group: GroupId,
    /// FA-TAB-VMD: in MU.
    pub change: i8,
    /// FA-DEC-40.
    #[serde(default)]
    pub stop: Option<bool>,
    /// FA-DEC-39: enemy before whom it halts, and enemy whom it will contact.
    #[serde(default)]
    pub halts: GroupSet,
    #[serde(default)]
    pub contacts: GroupSet,
    /// Enemy who have answered: they stand, have evaded, or have tested.
    #[serde(default)]
    pub answered: GroupSet,
    #[serde(default)]
    pub evaded: GroupSet,
}

impl Waiting {
    /// Every group of which it speaks.
    pub fn groups(&self) -> GroupSet {
        match self {
            Waiting::Run { flight, .. } => GroupSet::one(flight.group),
            Waiting::Dodge { group, by } => GroupSet::one(*group).union(GroupSet::one(*by)),
            Waiting::Chase(chase) => chase.groups(),
        }
    }

    /// It speaks of no group beyond those that can be.
    pub fn is_sound(&self) -> bool {
        let can_be = |group: &GroupId| group.index() < GroupId::MOST;
        match self {
            Waiting::Run { flight, .. } => can_be(&flight.group),
            Waiting::Dodge { group, by } => can_be(group) && can_be(by),
            Waiting::Chase(chase) => {
                chase.chasers.iter().map(|chaser| &chaser.group).chain(chase.now.iter()).all(can_be)
            }
        }
    }
}

impl Chase {
    fn groups(&self) -> GroupSet {
        let sets = [self.undecided, self.to_roll, self.moved, self.settled];
        let mut all = sets.into_iter().fold(GroupSet::EMPTY, GroupSet::union);
        for chaser in &self.chasers {
            let met = [chaser.halts, chaser.contacts, chaser.answered, chaser.evaded];
            all = met.into_iter().fold(all.union(GroupSet::one(chaser.group)), GroupSet::union);
        }
        self.now.map_or(all, |now| all.union(GroupSet::one(now)))
    }
}
