//! The resolution of combats, by stated circumstances.

mod advantages;
mod examples;
mod grades;
mod odds;
mod outcomes;

use super::{Circumstances, Engagement, Party};
use crate::rules::Rules;
use crate::settings::Settings;
use crate::tables::Scale;
use crate::testing::parse_troop;

fn rules() -> Rules {
    Rules::new(Settings::default(), Scale::Fifteen)
}

fn fight(first: &str, second: &str) -> Circumstances {
    Circumstances::close_combat(parse_troop(first), parse_troop(second))
}

fn shot(shooter: &str, target: &str) -> Circumstances {
    Circumstances::shot(parse_troop(shooter), parse_troop(target))
}

fn engaged(circumstances: &Circumstances) -> Engagement {
    Engagement::between(&rules(), circumstances)
}

/// Changes circumstances in passing.
fn with(mut circumstances: Circumstances, change: impl FnOnce(&mut Circumstances)) -> Circumstances {
    change(&mut circumstances);
    circumstances
}

fn in_bound_of_second(circumstances: Circumstances) -> Circumstances {
    with(circumstances, |all| all.bound_of = Party::Second)
}
