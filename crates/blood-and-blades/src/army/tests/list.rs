//! Armies and their lists (80.4, 80.5).

use super::samples::{assyrian, sumerian};
use super::{base, commander, mounted, supporting};
use crate::army::list::{ArmyList, Numbers, Starred};
use crate::army::list_assign::assign;
use crate::army::list_check::check;
use crate::army::list_least::{StarredMinimums, least};
use crate::army::{Enlisted, OrderOfBattle, price};
use crate::choice::PickKind;
use crate::fact::Fact;
use crate::field::AreaKind;
use crate::tables::Tables;
use aelian_rulebook::{Reason, RuleId, rule};

fn army(bases: Vec<Enlisted>) -> OrderOfBattle {
    OrderOfBattle { name: "Test".to_owned(), bases, ..OrderOfBattle::default() }
}

fn rules_of(faults: &[Reason<Fact>]) -> Vec<RuleId> {
    faults.iter().map(|fault| fault.rule).collect()
}

fn at(line: &str, count: usize, base: &Enlisted) -> Vec<Enlisted> {
    std::iter::repeat_n(Enlisted { line: line.to_owned(), ..base.clone() }, count).collect()
}

/// The least Sumerian army, changed.
fn sumerians(change: impl FnOnce(&mut Vec<Enlisted>)) -> Vec<RuleId> {
    changed(&sumerian(), StarredMinimums::Compulsory, change)
}

/// The least Assyrian army, changed.
fn assyrians(change: impl FnOnce(&mut Vec<Enlisted>)) -> Vec<RuleId> {
    changed(&assyrian(), StarredMinimums::OnlyIfUsed, change)
}

fn changed(
    list: &ArmyList,
    starred: StarredMinimums,
    change: impl FnOnce(&mut Vec<Enlisted>),
) -> Vec<RuleId> {
    let mut bases = least(list, Tables::standard(), starred).unwrap();
    change(&mut bases);
    rules_of(&check(list, &army(bases)))
}

/// Bases of a line exchanged for others, one by one.
fn exchange(bases: &mut Vec<Enlisted>, line: &str, new: Vec<Enlisted>) {
    for one in new {
        let old = bases.iter().position(|base| base.line == line).unwrap();
        bases.remove(old);
        bases.push(one);
    }
}

fn total(list: &ArmyList, starred: StarredMinimums) -> String {
    let bases = least(list, Tables::standard(), starred).unwrap();
    assert_eq!(check(list, &army(bases.clone())), [], "the least army is a legal one");
    price::of_bases(Tables::standard(), &bases).total.to_string()
}

/// DER-03: BB-LST-02, AMB-82: the least Sumerian army costs 146 points.
#[test]
fn the_least_sumerian_army() {
    let list = sumerian();
    assert_eq!(total(&list, StarredMinimums::Compulsory), "146");
    let bases = least(&list, Tables::standard(), StarredMinimums::Compulsory).unwrap();
    let count = |line: &str| bases.iter().filter(|base| base.line == line).count();
    let counts = ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10", "S11"].map(count);
    assert_eq!(counts, [1, 14, 0, 0, 2, 2, 2, 0, 0, 4, 2]);
}

/// DER-04: BB-LST-10, BB-LST-11, BB-LST-12, AMB-69: the least Assyrian army costs 193 points with all
/// minimums, and 36 less if the starred lines are not used.
#[test]
fn the_least_assyrian_army() {
    assert_eq!(total(&assyrian(), StarredMinimums::Compulsory), "193");
    assert_eq!(total(&assyrian(), StarredMinimums::OnlyIfUsed), "157");
}

/// BB-LST-01: at most half of the spearmen are upgraded; axemen are no spearmen any more.
#[test]
fn upgrades_of_a_part() {
    let better = |count| at("S3", count, &base("Reg Pk(X)"));
    assert_eq!(sumerians(|bases| exchange(bases, "S2", better(7))), []);
    assert_eq!(sumerians(|bases| exchange(bases, "S2", better(8))), [rule!("BB-LST-01")]);
}

/// BB-LST-02, AMB-82: re-armed bases replace spearmen and count among them, and have numbers of their own.
#[test]
fn rearmed_troops_replace() {
    let axes = |count| at("S10", count, &base("Reg Bd(F)"));
    assert_eq!(sumerians(|bases| exchange(bases, "S2", axes(5))), []);
    assert_eq!(sumerians(|bases| exchange(bases, "S2", axes(6))), [rule!("BB-LST-02")]);
    let one_less = |bases: &mut Vec<Enlisted>| {
        let spear = bases.iter().position(|base| base.line == "S2").unwrap();
        bases.remove(spear);
    };
    assert_eq!(sumerians(one_less), [rule!("BB-ARM-15")], "seventeen are too few");
    assert_eq!(sumerians(|bases| bases.extend(at("S2", 31, &base("Reg Pk(I)")))), [rule!("BB-ARM-15")]);
    assert_eq!(sumerians(|bases| bases.extend(at("S2", 30, &base("Reg Pk(I)")))), []);
}

/// BB-CIC-01, BB-CIC-02: the general is one of the types that his line offers.
#[test]
fn the_general_is_of_an_offered_type() {
    let general =
        |bases: &mut Vec<Enlisted>, troop: &str| exchange(bases, "S1", at("S1", 1, &commander(troop)));
    for troop in ["Reg Bd(F)", "Reg HCh(I)", "Reg LCh(I)", "Reg Pk(I)", "Reg Pk(X)"] {
        assert_eq!(sumerians(|bases| general(bases, troop)), [], "{troop}");
    }
    let wrong = sumerians(|bases| general(bases, "Reg Sp(O)"));
    assert_eq!(wrong, [rule!("BB-CIC-02"), rule!("BB-CIC-01")]);
    let plain = sumerians(|bases| exchange(bases, "S1", at("S1", 1, &base("Reg Pk(I)"))));
    assert_eq!(plain, [rule!("BB-ARM-16"), rule!("BB-CIC-01")], "only the general stands there");
}

/// BB-ARM-16: each base stands under a line that offers it; alternatives may be mixed.
#[test]
fn lines_offer_their_troops() {
    assert_eq!(sumerians(|bases| exchange(bases, "S11", at("S11", 1, &base("Reg Bw(I)")))), []);
    assert_eq!(sumerians(|bases| bases.extend(at("S11", 1, &base("Irr Bw(I)")))), [rule!("BB-ARM-16")]);
    assert_eq!(sumerians(|bases| bases.extend(at("S12", 1, &base("Reg Bw(I)")))), [rule!("BB-ARM-16")]);
    assert_eq!(sumerians(|bases| bases.extend(at("S4", 1, &mounted("Irr Ps(O)")))), [rule!("BB-ARM-16")]);
    assert_eq!(sumerians(|bases| bases.push(base("Irr Bg(O)"))), [], "baggage belongs to no line");
}

/// BB-TRP-32: special support that the line does not grant.
#[test]
fn support_must_be_granted() {
    let claimed = at("S4", 1, &supporting(base("Irr Ps(O)")));
    assert_eq!(sumerians(|bases| bases.extend(claimed)), [rule!("BB-TRP-32")]);
}

/// BB-LST-11, AMB-67: half in front, half behind; with an odd number one more in front.
#[test]
fn halves_are_halves() {
    let front = || at("A10", 1, &base("Reg Ax(O)"));
    let behind = || at("A10", 1, &supporting(base("Reg Ps(O)")));
    assert_eq!(assyrians(|bases| bases.extend(front())), []);
    assert_eq!(assyrians(|bases| bases.extend(behind())), [rule!("BB-LST-11")]);
    assert_eq!(assyrians(|bases| bases.extend([front(), behind()].concat())), []);
    assert_eq!(assyrians(|bases| bases.extend([front(), front()].concat())), [rule!("BB-LST-11")]);
    let free = at("A13", 6, &supporting(base("Reg Ps(O)")));
    assert_eq!(assyrians(|bases| bases.extend(free)), [], "any or all of either kind");
}

/// BB-LST-01, BB-LST-11: upgraded front bases are front bases still.
#[test]
fn upgrades_of_a_front() {
    let better = |count| at("A11", count, &base("Reg Ax(S)"));
    let exchange_front = |bases: &mut Vec<Enlisted>, new: Vec<Enlisted>| {
        for one in new {
            let old =
                bases.iter().position(|base| base.line == "A10" && !base.troop.special_support).unwrap();
            bases[old] = one;
        }
    };
    assert_eq!(assyrians(|bases| exchange_front(bases, better(2))), []);
    assert_eq!(assyrians(|bases| bases.extend(better(2))), [rule!("BB-LST-11")]);
}

/// BB-LST-12, AMB-69: a starred minimum binds those who use the line, and nobody else.
#[test]
fn starred_minimums() {
    let horde = |count| at("A14", count, &base("Irr Hd(O)"));
    assert_eq!(assyrians(|_| {}), []);
    assert_eq!(assyrians(|bases| bases.extend(horde(9))), [rule!("BB-LST-12")]);
    assert_eq!(assyrians(|bases| bases.extend(horde(10))), []);
    assert_eq!(assyrians(|bases| bases.extend(horde(26))), [rule!("BB-LST-12")]);
}

/// BB-LST-10, BB-LST-13: supporters of named lines have special support and need bases to support.
#[test]
fn supporters_of_named_lines() {
    let unpaired = || at("A9", 1, &supporting(base("Reg Ps(O)")));
    let archers = || {
        let bound = |archer| Enlisted { supports: vec!["A8".to_owned()], ..archer };
        unpaired().into_iter().map(bound).collect::<Vec<_>>()
    };
    assert_eq!(assyrians(|bases| bases.extend(archers())), [rule!("BB-LST-13")]);
    let guards = || at("A8", 1, &base("Reg Bd(F)"));
    assert_eq!(assyrians(|bases| bases.extend([archers(), guards()].concat())), []);
    let unsaid = [unpaired(), guards()].concat();
    assert_eq!(assyrians(|bases| bases.extend(unsaid)), [rule!("BB-LST-13")], "the pairing is recorded");
    let plain = [at("A9", 1, &base("Reg Ps(O)")), guards()].concat();
    assert_eq!(assyrians(|bases| bases.extend(plain)), [rule!("BB-ARM-16")]);
}

/// BB-ARM-01, BB-ARM-04, BB-LST-03: years, aggression and terrain are the list's, where it has them.
#[test]
fn headings_are_those_of_the_list() {
    let mut list = sumerian();
    assert_eq!((list.aggression, list.mandatory.len()), (None, 0), "the sample does not give them");
    let mut army = army(least(&list, Tables::standard(), StarredMinimums::Compulsory).unwrap());
    army.period = Some("2600 BC to 2300 BC".parse().unwrap());
    assert_eq!(rules_of(&check(&list, &army)), [rule!("BB-ARM-01")]);
    army.period = Some("2400 BC to 2300 BC".parse().unwrap());
    assert_eq!(check(&list, &army), []);
    list.aggression = Some(1);
    list.mandatory = vec![PickKind::River];
    list.optional = vec![PickKind::Area(AreaKind::Marsh)];
    assert_eq!(rules_of(&check(&list, &army)), [rule!("BB-ARM-04"); 3]);
    (army.aggression, army.mandatory, army.optional) = (1, list.mandatory.clone(), list.optional.clone());
    assert_eq!(check(&list, &army), []);
}

/// BB-ARM-16: lines that are not named are found, here against the order in which lines would be tried:
/// both samples without their lines are legal again once lines are assigned.
#[test]
fn lines_are_found() {
    for (list, starred) in
        [(sumerian(), StarredMinimums::Compulsory), (assyrian(), StarredMinimums::Compulsory)]
    {
        let mut bases = least(&list, Tables::standard(), starred).unwrap();
        bases.reverse();
        bases.push(base("Irr Bg(O)"));
        bases.iter_mut().for_each(|base| base.line.clear());
        let bare = army(bases);
        assert!(!check(&list, &bare).is_empty());
        assert_eq!(check(&list, &assign(&list, &bare)), []);
    }
}

/// BB-ARM-16: where no way is legal, fitting lines are named and the faults told.
#[test]
fn lines_that_cannot_be_found() {
    let list = sumerian();
    let mut bases = least(&list, Tables::standard(), StarredMinimums::Compulsory).unwrap();
    bases.extend(std::iter::repeat_n(base("Irr LH(I)"), 2));
    bases.push(base("Irr El(O)"));
    bases.iter_mut().for_each(|base| base.line.clear());
    let found = check(&list, &assign(&list, &army(bases)));
    assert!(
        found.iter().any(|fault| matches!(&fault.fact, Fact::NotOffered { line, .. } if line.is_empty()))
    );
    assert!(
        found.iter().any(
            |fault| matches!(&fault.fact, Fact::ListLine { line, found: 2, most: 1, .. } if line == "S9")
        )
    );
}

/// BB-LST-01, BB-LST-12: numbers as lists print them.
#[test]
fn numbers_are_read_and_written() {
    let between = |least, most, starred| Numbers::Between { least, most, starred };
    for (text, numbers) in [
        ("18-48", between(18, 48, Starred::No)),
        ("1", between(1, 1, Starred::No)),
        ("**10-25", between(10, 25, Starred::Yes)),
        ("0 - 1/2", Numbers::UpTo { part: 1, of: 2 }),
    ] {
        assert_eq!(text.parse(), Ok(numbers));
        assert_eq!(numbers.to_string().parse(), Ok(numbers));
    }
    for text in ["", "6-2", "0", "1-1/2", "0-3/2", "0-1/0", "-4", "2-6-8", "x"] {
        assert!(text.parse::<Numbers>().is_err(), "{text}");
    }
}
