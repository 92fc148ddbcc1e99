//! Army files: what is read, how faults are told, and that any text at all is answered.

use super::{base, commander, mounted, small, supporting};
use crate::army::file::{ArmyFile, read, read_with_lines, write};
use crate::army::homeland::{kind_named, kinds, plain_name, printed_name};
use crate::army::{Enlisted, OrderOfBattle, Period, list_file};
use crate::choice::PickKind;
use crate::field::{AreaKind, RoadKind};
use crate::troop::{Grade, Status, Troop, TroopType, Weapon};
use proptest::prelude::*;

const FILE: &str = r#"name = "Small"
period = "1300 BC to 1200 BC"
aggression = 2
description = "Six spears."
options = ["king present"]
list = "of our own"

[terrain]
mandatory = ["H(G)"]
optional = ["river", "Rd"]

[[troops]]
troop = "Reg HCh(O)"
commander = true
label = "king"

[[troops]]
troop = "Irr Ps(O)"
count = 2
weapon = "bow"
special_support = true
mounted = true
line = "P"

[[troops]]
troop = "Irr Bg(O)"
"#;

/// BB-ARM-04, BB-ARM-16, BB-ARM-17, BB-TRP-08, BB-TRP-09: everything that an order of battle states.
#[test]
fn a_file_is_read_whole() {
    let (file, lines) = read_with_lines(FILE).unwrap();
    let archers = Enlisted { line: "P".to_owned(), ..supporting(mounted("Irr Ps(O)")) };
    let mut archers = archers;
    archers.troop.weapon = Weapon::Bow;
    let king = Enlisted { label: "king".to_owned(), ..commander("Reg HCh(O)") };
    let army = OrderOfBattle {
        name: "Small".to_owned(),
        list: "of our own".to_owned(),
        period: Some(Period::new(1300, 1200).unwrap()),
        options: vec!["king present".to_owned()],
        aggression: 2,
        mandatory: vec![PickKind::Area(AreaKind::GentleHill)],
        optional: vec![PickKind::River, PickKind::Road(RoadKind::Unpaved)],
        bases: vec![king, archers.clone(), archers, base("Irr Bg(O)")],
    };
    assert_eq!(file, ArmyFile { army, description: "Six spears.".to_owned() });
    assert_eq!(lines, [12, 17, 17, 25]);
}

fn told(text: &str) -> Vec<String> {
    read(text).unwrap_err().iter().map(ToString::to_string).collect()
}

#[test]
fn every_fault_is_told_with_its_place() {
    let text = FILE
        .replace("aggression = 2", "aggression = 7")
        .replace("Reg HCh(O)", "Reg hch(O)")
        .replace("\"H(G)\"", "\"H(G)\", \"swamp\"")
        .replace("count = 2", "cuont = 2")
        .replace("\"bow\"", "\"pistol\"")
        .replace("1300 BC", "1100 BC");
    let found = told(&text);
    let heads = [
        "line 2, column 10: period: the period ends in 1200 BC before it begins in 1100 BC",
        "line 3, column 14: aggression is a whole number from 0 to 4",
        "line 9, column 22: mandatory: `swamp` is no kind of terrain; the kinds are H(G) (gentle hill), H(S)",
        "line 13, column 9: troop: `hch` is no troop type (`HCh`, heavy chariot, is meant?); the types are Ax, Bd",
        "line 19, column 1: [[troops]] has no `cuont`; the keys are troop, count, commander, weapon,",
        "line 20, column 10: weapon: `pistol` is no weapon; the weapons are bow, crossbow, sling",
    ];
    assert_eq!(found.len(), heads.len(), "{found:#?}");
    for (found, head) in found.iter().zip(heads) {
        assert!(found.starts_with(head), "{found}");
    }
}

#[test]
fn what_is_missing_is_told() {
    let found = told("[[troops]]\ncount = 3\n");
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(found.iter().any(|fault| fault.contains("the army lacks `name`; write `name = ")));
    assert!(found.iter().any(|fault| fault.contains("the army lacks `aggression`")));
    assert!(found.iter().any(|fault| fault.starts_with("line 1, column 1: [[troops]] lacks `troop`")));
}

/// BB-CIC-01: one commander cannot be several bases.
#[test]
fn the_commander_is_one_base() {
    let found = told(&FILE.replace("commander = true", "commander = true\ncount = 2"));
    assert_eq!(found, ["line 12, column 1: the commander is one base: leave `count` out (BB-CIC-01)"]);
}

#[test]
fn several_faults_of_syntax_are_told_at_once() {
    let found = told("name = \naggression = = 2\n[terrain\n");
    assert!(found.len() >= 2, "{found:#?}");
    assert!(found[0].starts_with("line 1, column"), "{found:#?}");
    assert!(found.iter().any(|fault| fault.starts_with("line 2, column")), "{found:#?}");
}

#[test]
fn wrong_kinds_of_values_are_told() {
    for (key, wrong, needed) in [
        ("name", "3", "name is a text"),
        ("aggression", "\"2\"", "aggression is a whole number"),
        ("options", "\"one\"", "options is a list of texts"),
        ("options", "[1]", "options is a text"),
        ("terrain", "4", "[terrain] is a table"),
        ("troops", "5", "write [[troops]] as tables, each headed [[troops]]"),
        ("troops", "[6]", "[[troops]] is a table"),
    ] {
        let found = told(&format!("{key} = {wrong}\n"));
        assert!(found.iter().any(|fault| fault.contains(needed)), "{key}: {found:#?}");
    }
}

/// BB-ARM-04: every kind of terrain has a printed name and one in words, and both are read.
#[test]
fn terrain_is_read_by_both_names() {
    for kind in kinds() {
        assert_eq!(kind_named(printed_name(kind)), Some(kind));
        assert_eq!(kind_named(&plain_name(kind).to_uppercase()), Some(kind));
    }
    assert_eq!(kinds().count(), 21);
    assert_eq!(kind_named("sea monsters"), None);
}

#[test]
fn periods_are_read_and_written() {
    for text in ["745 BC to 681 BC", "745-681 BC", "745 BC - 681 BC", "745 BC \u{2013} 681 BC"] {
        assert_eq!(text.parse::<Period>().unwrap().to_string(), "745 BC to 681 BC", "{text}");
    }
    for text in
        ["", "745", "745 to 681", "681 BC to 745 BC", "10 BC to 20 AD", "-3 BC to 1 BC", "99999 BC to 1 BC"]
    {
        assert!(text.parse::<Period>().is_err(), "{text}");
    }
}

/// BB-ARM-17: an army that is written is read as the same army.
#[test]
fn writing_and_reading_agree() {
    let file = ArmyFile { army: small(), description: "two\nlines \"quoted\" \\ \u{e9}".to_owned() };
    assert_eq!(read(&write(&file)).unwrap(), file);
    let file = read(FILE).unwrap();
    assert_eq!(read(&write(&file)).unwrap(), file);
}

fn any_base() -> impl Strategy<Value = Enlisted> {
    let troop = (0..15usize, 0..5usize, 0..2usize, 0..5usize);
    let supports = proptest::collection::vec("[A-Z]{1,2}", 0..3);
    (troop, any::<(bool, bool, bool)>(), ".{0,6}", "[A-Z]{0,2}", supports).prop_map(
        |((kind, grade, status, weapon), (commander, vehicles, special_support), label, line, supports)| {
            let (status, kind) = (Status::BOTH[status], TroopType::ALL[kind]);
            let troop = Troop {
                weapon: Weapon::ALL[weapon],
                special_support,
                ..Troop::new(status, kind, Grade::ALL[grade])
            };
            Enlisted { troop, commander, vehicles, label, line, supports }
        },
    )
}

proptest! {
    /// Any army comes back as it was written, however absurd.
    #[test]
    fn any_army_round_trips(
        name in "\\PC*", description in "(?s).{0,40}", aggression in 0..5u8,
        picks in proptest::collection::vec(0..21usize, 0..6),
        bases in proptest::collection::vec((any_base(), 1..4usize), 1..12),
    ) {
        let all: Vec<PickKind> = kinds().collect();
        let army = OrderOfBattle {
            name,
            aggression,
            mandatory: picks.iter().map(|at| all[*at]).collect(),
            bases: bases.into_iter().flat_map(|(base, count)| std::iter::repeat_n(base, count)).collect(),
            ..OrderOfBattle::default()
        };
        let file = ArmyFile { army, description };
        prop_assert_eq!(read(&write(&file)), Ok(file));
    }

    /// Any text at all is answered, and faults lie within it.
    #[test]
    fn any_text_is_answered(text in "(?s).{0,200}") {
        let lines = text.matches('\n').count() as u32 + 1;
        for faults in [read(&text).err(), list_file::read(&text).err()].into_iter().flatten() {
            prop_assert!(!faults.is_empty());
            prop_assert!(faults.iter().all(|fault| (1..=lines).contains(&fault.line) && fault.column > 0));
        }
    }

    /// A good file with a piece of it replaced by anything is answered too.
    #[test]
    fn damaged_files_are_answered(at in 0..FILE.len(), length in 0..30usize, patch in "(?s).{0,8}") {
        let (from, to) = (at, (at + length).min(FILE.len()));
        let text = format!("{}{patch}{}", &FILE[..from], &FILE[to..]);
        if let Err(faults) = read(&text) {
            prop_assert!(!faults.is_empty());
        }
    }
}
