//! Armies that come with the program, and armies that may not be fielded.

use super::list::List;
use super::*;
use crate::fact::Fact;
use crate::settings::Edition;
use crate::troop::{Capability, TroopType};
use aelian_rulebook::Reason;

fn rules_of(faults: &[Reason<Fact>]) -> Vec<String> {
    faults.iter().map(|fault| fault.rule.to_string()).collect()
}

/// FA-ARMY-01, FA-ARMY-02, FA-ARMY-11: every ready army can be read, may be fielded for 625 points, and none is much
/// smaller than the others.
#[test]
fn every_ready_army_may_be_fielded() {
    assert_eq!(ready().len(), ready::FILES.len());
    for army in ready() {
        let faults = check(Edition::First, Some(625), &army.order_of_battle);
        assert!(faults.is_empty(), "{}: {faults:?}", army.slug);
        let cost = price::of_army(&army.order_of_battle);
        assert!((612..=625).contains(&cost), "{} costs {cost}", army.slug);
        assert!(!army.description.is_empty() && !army.order_of_battle.period.is_empty());
    }
}

/// FA-PTS-05, FA-PTS-06, FA-PTS-07, FA-PTS-10: the starter armies cost what the ledger counts.
#[test]
fn the_starter_armies_cost_what_they_should() {
    let cost = |slug| price::of_army(&ready::named(slug).unwrap().order_of_battle);
    let costs = ["roman-trebia", "carthaginian-trebia", "french-crecy", "english-crecy"].map(cost);
    assert_eq!(costs, [624, 624, 625, 624]);
}

/// Every troop type of the first edition and every capability can be played with the ready armies.
#[test]
fn the_ready_armies_hold_every_kind_of_troops() {
    let parts =
        || ready().iter().flat_map(|army| &army.order_of_battle.groups).flat_map(|group| &group.parts);
    for kind in TroopType::ALL.into_iter().filter(|kind| *kind != TroopType::LightCamelry) {
        assert!(parts().any(|part| part.troop.kind == kind), "{kind}");
    }
    for capability in Capability::ALL {
        assert!(parts().any(|part| part.troop.can(capability)), "{}", capability.name());
    }
}

/// An army file that is written again reads the same.
#[test]
fn files_are_read_as_they_were_written() {
    for army in ready() {
        let file = ArmyFile { army: army.order_of_battle.clone(), description: army.description.clone() };
        assert_eq!(file::read(&file::write(&file)), Ok(file), "{}", army.slug);
    }
}

/// FA-BG-01, FA-BG-05, FA-BG-06, FA-ARMY-05, FA-ARMY-09, FA-ELC-12, FA-CMD-01, FA-ARMY-02.
#[test]
fn wrong_numbers_are_named_by_their_rules() {
    let mut army = ready::named("carthaginian-trebia").unwrap().order_of_battle.clone();
    army.groups[0].parts[0].bases = 5;
    army.groups[1].parts[0].bases = 14;
    let elephants = army.groups.iter().position(|group| group.label == "Elephants").unwrap();
    army.groups[elephants].parts[0].bases = 4;
    army.commanders.truncate(1);
    let faults = rules_of(&check(Edition::First, None, &army));
    assert_eq!(faults, ["FA-ARMY-02", "FA-ARMY-05", "FA-BG-01", "FA-ARMY-09"]);
    army.commanders.clear();
    assert!(rules_of(&check(Edition::First, None, &army)).contains(&"FA-CMD-01".to_owned()));
}

/// FA-BG-05, AMB-08, FA-V31-23: nine bases only by thirds; three only in the 3.1 edition.
#[test]
fn odd_numbers_need_a_reason() {
    let mut army = ready::named("byzantine").unwrap().order_of_battle.clone();
    let skoutatoi = army.groups.iter().position(|group| group.label == "Skoutatoi").unwrap();
    assert_eq!(army.groups[skoutatoi].bases(), 9);
    assert!(check(Edition::First, None, &army).is_empty());
    army.groups[skoutatoi].parts[0].bases = 5;
    army.groups[skoutatoi].parts[1].bases = 4;
    assert_eq!(rules_of(&check(Edition::First, None, &army)), ["FA-ARMY-05"]);
    army.groups[skoutatoi].parts.truncate(1);
    army.groups[skoutatoi].parts[0].bases = 3;
    assert_eq!(rules_of(&check(Edition::First, None, &army)), ["FA-ARMY-05"]);
    assert!(check(Edition::V31, None, &army).is_empty());
}

/// FA-LOC-02, FA-LOC-03, FA-PTS-02: allies have one commander of their own, who costs 10 points less.
#[test]
fn allied_contingents_have_their_own_commander() {
    let mut army = ready::named("gallic").unwrap().order_of_battle.clone();
    let cost = price::of_army(&army);
    army.groups[3].contingent = 1;
    assert_eq!(rules_of(&check(Edition::First, None, &army)), ["FA-LOC-03"]);
    army.commanders[2].contingent = 1;
    assert_eq!(rules_of(&check(Edition::First, None, &army)), ["FA-LOC-02"]);
    army.commanders[2].rank = crate::state::Rank::Ally;
    assert!(check(Edition::First, None, &army).is_empty());
    assert_eq!(price::of_army(&army), cost - 10);
}

/// FA-SET-01: an army that costs more than was agreed.
#[test]
fn points_are_counted() {
    let army = &ready::named("roman-trebia").unwrap().order_of_battle;
    assert_eq!(rules_of(&check(Edition::First, Some(623), army)), ["FA-SET-01"]);
}

/// FA-ARMY-04, FA-ARMY-06, FA-ARMY-07, FA-ARMY-10, FA-ARMY-14, FA-ARMY-15, EX-41: groups keep to their list lines.
#[test]
fn a_list_limits_groups_and_totals() {
    let list = List::named("later-carthaginian").unwrap();
    assert!(list.lines.iter().all(|line| line.troops().is_some()));
    let mut army = ready::named("carthaginian-trebia").unwrap().order_of_battle.clone();
    army.list = "later-carthaginian".to_owned();
    for group in army.groups.iter_mut().filter(|group| group.label == "Numidian cavalry") {
        group.line = "Numidian or Spanish light cavalry".to_owned();
    }
    army.groups[0].line = "Gallic or Spanish cavalry, armoured".to_owned();
    assert!(check(Edition::First, None, &army).is_empty());
    army.groups[2].parts[0].bases = 10;
    army.groups[0].quality = crate::troop::Quality::Average;
    let faults = rules_of(&check(Edition::First, None, &army));
    assert_eq!(faults, ["FA-ARMY-07", "FA-ARMY-04", "FA-ARMY-10"]);
    army.groups[0].line = "Elephants".to_owned();
    assert!(rules_of(&check(Edition::First, None, &army)).contains(&"FA-ARMY-06".to_owned()));
    army.list = "nobody's".to_owned();
    assert_eq!(rules_of(&check(Edition::First, None, &army)), ["FA-ARMY-15"]);
}

/// Bad files say what is wrong and where.
#[test]
fn faults_of_a_file_have_their_lines() {
    let text = "name = \"x\"\n\n[[commanders]]\ngrade = \"general\"\n\n[[groups]]\ntroop = \"HF shiny\"\nbases = 99\n";
    let faults = file::read(text).unwrap_err();
    let lines: Vec<u32> = faults.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [4, 7, 8]);
    assert!(faults[0].message.contains("inspired, field or troop"));
    let unsaid =
        "name = \"x\"\n[[commanders]]\ngrade = \"field\"\n[[groups]]\ntroop = \"HF armoured\"\nbases = 4\n";
    assert!(file::read(unsaid).unwrap_err()[0].message.contains("FA-TROOP-01"));
}

/// FA-FF-01: fortifications are paid for, and only where the list allows them.
#[test]
fn fortifications_need_the_list_and_points() {
    let mut army = ready::named("carthaginian-trebia").unwrap().order_of_battle.clone();
    army.list = "later-carthaginian".to_owned();
    let before = (price::of_army(&army), rules_of(&check(Edition::First, None, &army)));
    assert!(!before.1.contains(&"FA-FF-01".to_owned()));
    army.works = 2;
    assert!(price::of_army(&army) > before.0);
    assert!(rules_of(&check(Edition::First, None, &army)).contains(&"FA-FF-01".to_owned()));
}
