//! Decisions of close combat.

use crate::ids::{BaseId, CommanderId, GroupId, GroupSet};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// 65, 68.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CombatChoice {
    /// FA-DEC-31: the commander fights in the front rank, in the place of this base; none: he stays behind.
    FrontRank {
        commander: CommanderId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        displaced: Option<BaseId>,
    },
    /// FA-DEC-32, FA-DEC-33: who fights whom at impact, Red's base first; whoever is left out does not fight.
    Pair(Vec<[BaseId; 2]>),
    /// FA-DEC-34: of two equal claims, the lost die is one against this group.
    LoseAgainst { group: GroupId, against: GroupId },
    /// FA-DEC-63: this base overlaps that one.
    Overlap { base: BaseId, on: BaseId },
    /// FA-OFF-02: of those equally near to that base this one fights it.
    Opponent { base: BaseId, on: BaseId },
}

/// 65, 68. What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CombatPrompt {
    /// FA-DEC-31: the places that he may take.
    FrontRank { commander: CommanderId, group: GroupId, places: Vec<BaseId> },
    /// FA-DEC-32, FA-DEC-33: the ways that lead to different dice.
    Pair { ways: Vec<Vec<[BaseId; 2]>> },
    /// FA-DEC-34.
    LoseAgainst { group: GroupId, against: Vec<GroupId> },
    /// FA-DEC-63.
    Overlap { base: BaseId, on: Vec<BaseId> },
    /// FA-OFF-02.
    Opponent { on: BaseId, by: Vec<BaseId> },
}

/// 65, 68. What waits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    /// A combat for which something has been decided.
    Fight(Decided),
}

/// What has been decided for one combat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decided {
    pub groups: GroupSet,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<Vec<[BaseId; 2]>>,
    /// The group, and the enemy against whom it loses the die.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<[GroupId; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlaps: Vec<[BaseId; 2]>,
    /// FA-OFF-02: the base, and whom it fights.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<[BaseId; 2]>,
}

/// Records from before opponents were chosen keep their hashes: where none is chosen, none is hashed.
impl Hash for Decided {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Decided { groups, pairs, losses, overlaps, opponents } = self;
        (groups, pairs, losses, overlaps).hash(hasher);
        if !opponents.is_empty() {
            opponents.hash(hasher);
        }
    }
}

impl Decided {
    /// The same with one more overlap.
    pub fn with_overlap(&self, overlap: [BaseId; 2]) -> Decided {
        let mut decided = self.clone();
        decided.overlaps.push(overlap);
        decided
    }

    /// The same with one more opponent.
    pub fn with_opponent(&self, opponent: [BaseId; 2]) -> Decided {
        let mut decided = self.clone();
        decided.opponents.push(opponent);
        decided
    }
}
