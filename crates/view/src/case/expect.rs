//! What a case expects of a step.

use aelian_game::Side;
use aelian_rulebook::RuleId;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// All that is said must hold; what is not said may be anything.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Expect {
    pub verdict: Option<ExpectVerdict>,
    /// Rules that must be among those cited, by the refusal or by the result.
    pub cites: Vec<RuleId>,
    /// Rules that must not be among them.
    pub cites_not: Vec<RuleId>,
    /// What it costs, as the game counts cost.
    pub cost: Option<i64>,
    /// Where bases are afterwards, by name.
    pub bases: BTreeMap<String, ExpectBase>,
    /// Events that must be among those that happened; a part of an event is enough. Names stand for bases.
    pub events: Vec<Value>,
    /// Events that must not have happened.
    pub events_not: Vec<Value>,
    /// Facts that must be among those told with the rules, such as a score, a factor or casualties; a part is enough.
    pub facts: Vec<Value>,
    pub facts_not: Vec<Value>,
    /// Of which nothing else may be: no rule but those in `cites`, no event but those in `events`, no fact of the kinds in
    /// `facts` but those.
    pub only: Vec<ExpectOnly>,
    /// The question that is asked next, by its name.
    pub asks: Option<String>,
    /// The side that is asked next.
    pub asked: Option<Side>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExpectVerdict {
    Legal,
    Refused,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExpectOnly {
    Cites,
    Events,
    Facts,
}

/// Where a base must be.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExpectBase {
    pub at: Option<[f64; 2]>,
    /// Degrees clockwise from north.
    pub facing: Option<f64>,
    /// How near `at` must be met, in the unit of the file, and `facing`, in degrees; 0.1 unless said, and 0.02 of a
    /// unit that is longer than a millimetre.
    pub within: Option<f64>,
    pub place: Option<String>,
    /// Casualties of a unit, lost bases of a battle group.
    pub losses: Option<u16>,
}
