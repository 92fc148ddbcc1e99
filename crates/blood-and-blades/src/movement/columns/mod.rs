//! Moves of columns and packs (42.2 to 42.5), and following roads and river banks (30.3, 30.5).

pub mod column_move;
pub mod extend;
pub mod follow;
pub mod form;
#[cfg(test)]
mod laws;
pub mod march;
pub mod pack;
mod proposals;
pub mod route;
pub mod track;

pub use proposals::manoeuvres;

use super::plan::Plan;
use crate::baseset::BaseSet;
use crate::choice::{Manoeuvre, Reach};
use crate::fact::Fact;
use crate::rules::Look;
use aelian_rulebook::rule;

/// Plans a manoeuvre of a column or a pack.
pub fn plan(look: Look<'_>, to: BaseSet, reach: Reach, how: &Manoeuvre, displace: BaseSet) -> Plan {
    let mut plan = of_kind(look, to, reach, how);
    if !displace.is_empty() {
        // A column winds and a pack stops where it meets somebody: neither displaces friends.
        plan.refuse(rule!("BB-PASS-08"), Fact::Bases(displace));
    }
    plan
}

fn of_kind(look: Look<'_>, to: BaseSet, reach: Reach, how: &Manoeuvre) -> Plan {
    match how {
        Manoeuvre::Column { legs } => column_move::plan(look, to, reach, legs),
        Manoeuvre::FormColumn { head, followers, form } => {
            form::plan(look, to, reach, form::Forming { head: *head, followers, form: *form })
        }
        Manoeuvre::Extend { method, places } => extend::plan(look, to, reach, *method, places),
        Manoeuvre::FollowRoad { road, distance } => follow::road(look, to, reach, *road, *distance),
        Manoeuvre::FollowRiver { river, distance } => follow::river(look, to, reach, *river, *distance),
        Manoeuvre::FullSpeedAhead => pack::full_speed_ahead(look, to, reach),
        Manoeuvre::PackIntoGroup { leader } => pack::into_group(look, to, reach, *leader),
        _ => Plan::refused(rule!("BB-MOVE-31"), Fact::Bases(to)),
    }
}
