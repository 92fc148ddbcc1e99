//! Tests of chapter 80, and of what chapter 10 says about orders of battle.

mod check;
mod file;
mod list;
mod price;
mod ready;
mod samples;
mod translate;

use super::{Enlisted, OrderOfBattle};
use crate::choice::PickKind;
use crate::field::AreaKind;
use crate::rules::Rules;
use crate::settings::Settings;
use crate::tables::Scale;

pub fn rules() -> Rules {
    Rules::new(Settings::default(), Scale::Fifteen)
}

pub fn base(troop: &str) -> Enlisted {
    Enlisted::new(troop.parse().expect("a troop"))
}

pub fn commander(troop: &str) -> Enlisted {
    Enlisted { commander: true, ..base(troop) }
}

pub fn mounted(troop: &str) -> Enlisted {
    Enlisted { vehicles: true, ..base(troop) }
}

pub fn supporting(mut base: Enlisted) -> Enlisted {
    base.troop.special_support = true;
    base
}

/// A small army without fault.
pub fn small() -> OrderOfBattle {
    let mut bases = vec![commander("Reg HCh(O)"), base("Irr Bg(O)")];
    bases.extend(std::iter::repeat_n(base("Reg Sp(O)"), 6));
    OrderOfBattle {
        name: "Small".to_owned(),
        period: Some("1300 BC to 1200 BC".parse().expect("a period")),
        aggression: 2,
        mandatory: vec![PickKind::Area(AreaKind::GentleHill)],
        optional: vec![PickKind::River],
        bases,
        ..OrderOfBattle::default()
    }
}
