//! Halts (40.4).

use crate::baseset::BaseSet;
use crate::fact::Fact;
use crate::movement::plan::Plan;
use crate::rules::Look;
use crate::state::Moved;
use aelian_rulebook::rule;

/// BB-HALT-01, BB-HALT-03, BB-HALT-05, BB-HALT-06: bases that have not moved may be halted, again and again and in
/// zones of control too. The plan of a halt moves nobody.
pub fn plan(look: Look<'_>, to: BaseSet) -> Plan {
    let mut plan = Plan::default();
    if to.len() > 1 && !look.is_group(to) {
        plan.refuse(rule!("BB-HALT-01"), Fact::Bases(to));
    }
    for base in to.iter() {
        if look.state.base(base).deeds.moved != Moved::No {
            plan.refuse(rule!("BB-HALT-03"), Fact::Base(base));
        }
    }
    plan
}
