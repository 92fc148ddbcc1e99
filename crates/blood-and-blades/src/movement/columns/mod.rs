//! Moves of columns and packs (42.2 to 42.5), and following roads and river banks (30.3, 30.5).

pub mod track;

use super::plan::Plan;
use crate::baseset::BaseSet;
use crate::choice::{Manoeuvre, Reach};
use crate::fact::Fact;
use crate::rules::Look;
use aelian_rulebook::rule;

/// Plans a manoeuvre of chapter 42.
pub fn plan(_look: Look<'_>, _to: BaseSet, _reach: Reach, _how: &Manoeuvre, _displace: BaseSet) -> Plan {
    Plan::refused(rule!("BB-MOVE-31"), Fact::Rule)
}
