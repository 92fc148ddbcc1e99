//! Moves of columns and packs (42.2 to 42.5), and following roads and river banks (30.3, 30.5).

pub mod column_move;
pub mod extend;
pub mod form;
pub mod march;
pub mod pack;
pub mod route;
pub mod track;

use super::plan::Plan;
use crate::baseset::BaseSet;
use crate::choice::{Manoeuvre, Reach};
use crate::fact::Fact;
use crate::rules::Look;
use aelian_rulebook::rule;

/// Plans a manoeuvre of chapter 42.
pub fn plan(look: Look<'_>, to: BaseSet, reach: Reach, how: &Manoeuvre, _displace: BaseSet) -> Plan {
    match how {
        Manoeuvre::Column { legs } => column_move::plan(look, to, reach, legs),
        Manoeuvre::FormColumn { head, followers, form } => {
            form::plan(look, to, reach, form::Forming { head: *head, followers, form: *form })
        }
        Manoeuvre::Extend { method, places } => extend::plan(look, to, reach, *method, places),
        Manoeuvre::FullSpeedAhead => pack::full_speed_ahead(look, to, reach),
        Manoeuvre::PackIntoGroup { leader } => pack::into_group(look, to, reach, *leader),
        _ => Plan::refused(rule!("BB-MOVE-31"), Fact::Rule),
    }
}
