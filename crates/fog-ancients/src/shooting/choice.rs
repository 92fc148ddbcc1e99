//! What shooters are asked and what they answer (FA-DEC-60 to FA-DEC-62, FA-DEC-34), and what is kept of it.

use crate::ids::{GroupId, GroupSet};
use aelian_geometry::Hand;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// 60.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShootingChoice {
    /// FA-DEC-62, FA-SHOOT-24: the long side from which battle wagons shoot.
    Side { group: GroupId, side: Hand },
    /// FA-DEC-61, FA-SHOOT-18: of equal targets the one on this hand.
    Hand { group: GroupId, hand: Hand },
    /// FA-DEC-34: of targets with an equal claim to a lost die it is missing at this one.
    LessAt { group: GroupId, target: GroupId },
    /// FA-DEC-60, FA-SHOOT-03: all that shoot at this group roll now.
    Shoot { target: GroupId },
}

/// 60. What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShootingPrompt {
    Side { group: GroupId },
    Hand { group: GroupId },
    LessAt { group: GroupId, targets: GroupSet },
    Shoot { targets: GroupSet },
}

/// 60. What waits: nothing; a shooting phase is read from where all stand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {}

/// What the shooters of one group have been told in this phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aiming {
    pub group: GroupId,
    /// FA-DEC-62.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Hand>,
    /// FA-DEC-61.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<Hand>,
    /// FA-DEC-34.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub less_at: Option<GroupId>,
    /// FA-DEC-34: the same for each further die, in the order in which they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub less_also: Vec<GroupId>,
}

/// Records from before several dice were asked for keep their hashes: where one at most is told, no more is hashed.
impl Hash for Aiming {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Aiming { group, side, hand, less_at, less_also } = self;
        (group, side, hand, less_at).hash(hasher);
        if !less_also.is_empty() {
            less_also.hash(hasher);
        }
    }
}

impl Aiming {
    pub fn new(group: GroupId) -> Aiming {
        Aiming { group, side: None, hand: None, less_at: None, less_also: Vec::new() }
    }

    /// FA-DEC-34: where dice are missing, one answer after the other.
    pub fn less(&self) -> impl Iterator<Item = GroupId> + '_ {
        self.less_at.into_iter().chain(self.less_also.iter().copied())
    }

    /// The same with one more answer.
    pub fn and_less_at(mut self, target: GroupId) -> Aiming {
        match self.less_at {
            None => self.less_at = Some(target),
            Some(_) => self.less_also.push(target),
        }
        self
    }
}
