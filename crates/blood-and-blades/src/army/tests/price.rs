//! Prices (80.3, DER-01, DER-02, DER-05).

use super::{base, commander, mounted, rules, supporting};
use crate::army::price::{self, HalfPoints, Item};
use crate::army::{Enlisted, OrderOfBattle};
use crate::tables::Tables;
use crate::troop::{Grade, Status, Troop, TroopType};
use aelian_rulebook::rule;

fn cost(base: &Enlisted) -> String {
    price::halves(&price::of_base(Tables::standard(), base).expect("a price")).to_string()
}

/// DER-01: BB-AP-02, BB-AP-03, BB-CIC-03: the general costs ten points more than his troop.
#[test]
fn the_general_costs_ten_more() {
    assert_eq!(cost(&commander("Reg HCh(O)")), "24");
    assert_eq!(cost(&commander("Reg Pk(I)")), "14");
    let price = price::of_base(Tables::standard(), &commander("Reg HCh(O)")).unwrap();
    let lines: Vec<_> = price.lines.iter().map(|line| (line.rule, line.modifier, line.value)).collect();
    let troop = Item::Troop("Reg HCh(O)".parse().unwrap());
    assert_eq!(lines, [(rule!("BB-AP-03"), troop, 28), (rule!("BB-AP-02"), Item::Commander, 20)]);
}

/// DER-02, DER-05: BB-AP-04, BB-AP-05, BB-AP-06, BB-AP-07, BB-MTD-08, BB-LST-10: vehicles and support.
#[test]
fn vehicles_and_support_cost_extra() {
    assert_eq!(cost(&mounted("Reg Ax(S)")), "8");
    assert_eq!(cost(&mounted("Reg Ps(O)")), "3.5");
    assert_eq!(cost(&supporting(base("Reg Ps(O)"))), "4");
    assert_eq!(cost(&supporting(mounted("Reg Ps(O)"))), "4");
    let rule_of = |base: &Enlisted| price::of_base(Tables::standard(), base).unwrap().lines[1].rule;
    assert_eq!(rule_of(&mounted("Reg Ax(S)")), rule!("BB-AP-04"));
    assert_eq!(rule_of(&mounted("Reg Ps(O)")), rule!("BB-AP-05"));
    assert_eq!(rule_of(&supporting(base("Reg Ps(O)"))), rule!("BB-AP-06"));
    assert_eq!(rule_of(&supporting(mounted("Reg Ps(O)"))), rule!("BB-AP-07"));
}

/// BB-AP-03, BB-AP-08: the whole price table of the book, written out again as it stands there.
#[test]
fn the_price_table_is_the_books() {
    const TABLE: &str = "
        Ax  7 5 4 - -  6 4 3 - -
        Bd  - 10 8 9 - - 8 6 7 -
        Bg  - - - - -  - 0 - - -
        Bw  10 8 6 - - 9 7 5 - -
        Cv  13 11 9 - - 12 10 8 - -
        Cm  - - - - -  - 7 - - -
        El  - - - - -  28 24 21 - -
        HCh 17 14 12 15 - 16 13 11 14 -
        Hd  - - - - -  4 2 - 3 -
        LCh 12 10 8 - - 11 9 7 - -
        LH  10 8 6 8 6 10 8 6 8 6
        Pk  - - 4 5 5  - - 3 4 -
        Ps  4 3 2 - -  4 3 2 - -
        Sp  - 7 6 - -  - 5 4 - -
        Wb  - - - - -  8 6 - 6 -";
    let mut rows = 0;
    for row in TABLE.lines().filter(|row| !row.trim().is_empty()) {
        let mut words = row.split_whitespace();
        let kind: TroopType = words.next().unwrap().parse().unwrap();
        for status in Status::BOTH {
            for grade in Grade::ALL {
                let printed: Option<u32> = words.next().unwrap().parse().ok();
                let base = Enlisted::new(Troop::new(status, kind, grade));
                let price = price::of_base(Tables::standard(), &base);
                let halves = price.as_ref().map(price::halves);
                assert_eq!(halves, printed.map(HalfPoints::whole), "{}", base.troop);
            }
        }
        rows += 1;
    }
    assert_eq!(rows, TroopType::ALL.len());
}

/// BB-AP-09, AMB-80: halves are kept exactly, in totals and in budgets.
#[test]
fn halves_are_exact() {
    let army = OrderOfBattle {
        bases: vec![mounted("Reg Ps(O)"), mounted("Reg Ps(O)"), mounted("Reg Ps(O)")],
        ..OrderOfBattle::default()
    };
    assert_eq!(price::of_army(rules().tables, &army).total, HalfPoints(21));
    assert_eq!(HalfPoints(21).to_string(), "10.5");
    assert_eq!(HalfPoints::exactly(10.5), Some(HalfPoints(21)));
    for budget in [10.25, -1.0, f64::NAN, f64::INFINITY, 1e300] {
        assert_eq!(HalfPoints::exactly(budget), None, "{budget}");
    }
}

/// BB-AP-08: a base without a price is told apart and adds nothing.
#[test]
fn what_has_no_price_is_told() {
    let bases = [base("Irr Pk(X)"), base("Reg Sp(O)")];
    let price = price::of_bases(Tables::standard(), &bases);
    assert!(price.bases[0].is_none() && price.bases[1].is_some());
    assert_eq!(price.total, HalfPoints::whole(7));
}
