//! Army points (80.3): what a base and an army cost, in exact half points, item by item.

use super::{Enlisted, OrderOfBattle};
use crate::tables::Tables;
use crate::troop::{Troop, TroopType};
use aelian_rulebook::{Tally, rule};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::Add;

/// BB-AP-09, AMB-80: army points counted in halves, so that nothing is ever rounded.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct HalfPoints(pub u64);

/// One item of the price of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Item {
    Troop(Troop),
    Commander,
    Vehicles,
    SpecialSupport,
    /// Vehicles and special support together, which cost no more than the support alone.
    VehiclesAndSupport,
}

/// The price of an army.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmyPrice {
    /// The price of each base in half points; none where the book has no price.
    pub bases: Vec<Option<Tally<Item>>>,
    /// Of all bases that have a price.
    pub total: HalfPoints,
}

impl HalfPoints {
    pub fn whole(points: u32) -> HalfPoints {
        HalfPoints(u64::from(points) * 2)
    }

    /// BB-AP-09: a number of army points, if it is made of halves and not negative.
    pub fn exactly(points: f64) -> Option<HalfPoints> {
        let halves = points * 2.0;
        // A budget that large cannot be used up; the bound keeps the conversion exact.
        let fits = (0.0..=1e9).contains(&halves) && halves.fract() == 0.0;
        fits.then_some(HalfPoints(halves as u64))
    }
}

/// BB-AP-02, BB-AP-03, BB-CIC-03: the price of a base in half points; none if it may not be fielded (BB-AP-08).
pub fn of_base(tables: &Tables, base: &Enlisted) -> Option<Tally<Item>> {
    let mut price = Tally::new();
    price.add(rule!("BB-AP-03"), Item::Troop(base.troop), i32::from(tables.points(&base.troop)?) * 2);
    if base.commander {
        price.add(rule!("BB-AP-02"), Item::Commander, i32::from(tables.commander_points) * 2);
    }
    add_surcharge(&mut price, tables, base);
    Some(price)
}

/// BB-AP-04, BB-AP-05, BB-AP-06, BB-AP-07, BB-MTD-08: vehicles and special support. Only infantry has
/// vehicles and only Ps support; what else is claimed is a fault of the army and has no price.
fn add_surcharge(price: &mut Tally<Item>, tables: &Tables, base: &Enlisted) {
    let ps = base.troop.kind == TroopType::Ps;
    let mounted = base.vehicles && base.troop.kind.may_have_vehicles();
    let (rule, item, halves) = match (mounted, ps, ps && base.troop.special_support) {
        (true, _, true) => {
            (rule!("BB-AP-07"), Item::VehiclesAndSupport, tables.surcharge.mounted_ps_with_special_support)
        }
        (false, _, true) => (rule!("BB-AP-06"), Item::SpecialSupport, tables.surcharge.special_support),
        (true, true, false) => (rule!("BB-AP-05"), Item::Vehicles, tables.surcharge.mounted_ps),
        (true, false, false) => (rule!("BB-AP-04"), Item::Vehicles, tables.surcharge.mounted_infantry),
        (false, _, false) => return,
    };
    price.add(rule, item, i32::from(halves));
}

/// BB-AP-09: the price of an army, exactly.
pub fn of_army(tables: &Tables, army: &OrderOfBattle) -> ArmyPrice {
    of_bases(tables, &army.bases)
}

pub fn of_bases(tables: &Tables, bases: &[Enlisted]) -> ArmyPrice {
    let bases: Vec<_> = bases.iter().map(|base| of_base(tables, base)).collect();
    let total = bases.iter().flatten().map(halves).sum();
    ArmyPrice { bases, total }
}

/// What a tally of items comes to.
pub fn halves(price: &Tally<Item>) -> HalfPoints {
    HalfPoints(u64::try_from(price.total()).unwrap_or_default())
}

impl Add for HalfPoints {
    type Output = HalfPoints;

    fn add(self, other: HalfPoints) -> HalfPoints {
        HalfPoints(self.0 + other.0)
    }
}

impl Sum for HalfPoints {
    fn sum<I: Iterator<Item = HalfPoints>>(points: I) -> HalfPoints {
        points.fold(HalfPoints(0), Add::add)
    }
}

/// In army points: `250` or `3.5`.
impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.0.is_multiple_of(2) { "" } else { ".5" };
        write!(f, "{}{half}", self.0 / 2)
    }
}
