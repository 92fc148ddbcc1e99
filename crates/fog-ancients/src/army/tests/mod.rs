//! Armies that come with the program, and armies that may not be fielded.

use super::list::List;
use super::*;
use crate::fact::Fact;
use crate::settings::Edition;
use crate::troop::{Capability, TroopType};
use aelian_game::Flag;
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
    for capability in Capability::ALL.iter().copied() {
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

/// FA-ARMY-03, FA-BG-07: the camp is free unless it is fortified, and counts as no group.
#[test]
fn camps_are_free_unless_fortified() {
    let mut army = ready::named("roman-trebia").unwrap().order_of_battle.clone();
    let (cost, groups) = (price::of_army(&army), army.groups.len());
    assert!(army.fortified_camp);
    army.fortified_camp = false;
    assert_eq!(price::of_army(&army), cost - 24);
    let setup = crate::setup::Setup {
        edition: Edition::First,
        scale: Default::default(),
        unit: Default::default(),
        table: Default::default(),
        points: None,
        initiative: None,
        initial: None,
        settings: Default::default(),
        armies: [army.clone(), army],
        start: Default::default(),
    };
    let (_, state) = crate::setup::start(&setup).unwrap();
    assert_eq!(state.armies.map(|army| usize::from(army.initial)), [groups, groups]);
    // FA-BG-08: every base that is there belongs to a group, which knows it. FA-COH-02: and all are STEADY.
    for (at, base) in state.bases.iter().enumerate().filter(|(_, base)| !base.lost) {
        assert!(state.bases_of(base.group).any(|own| own.index() == at));
    }
    assert!(state.groups.iter().all(|group| group.cohesion == crate::state::Cohesion::Steady));
    // FA-BG-02: commanders are no bases.
    assert_eq!(state.bases.iter().filter(|base| !base.lost).count(), 2 * 44);
}

/// FA-BG-04, FA-ARMY-08: bases of one type in one group have one armour class; FA-BG-03, FA-ARMY-07: one quality and one
/// training.
#[test]
fn groups_are_of_one_kind() {
    let mut army = ready::named("byzantine").unwrap().order_of_battle.clone();
    let mixed = army.groups.iter().position(|group| group.parts.len() == 2).unwrap();
    assert!(check(Edition::First, None, &army).is_empty());
    let mut rear = army.groups[mixed].parts[0].troop;
    rear.armour = crate::troop::Armour::Unprotected;
    assert_ne!(rear.armour, army.groups[mixed].parts[0].troop.armour);
    army.groups[mixed].parts[1].troop = rear;
    assert_eq!(rules_of(&check(Edition::First, None, &army)), ["FA-ARMY-08"]);
    let text = |rear: &str| {
        format!(
            "name = \"x\"\n[[commanders]]\ngrade = \"field\"\n[[groups]]\ntroop = \"HF armoured average \
             drilled\"\nbases = 4\nrear = \"LF unprotected bow {rear}\"\nrear_bases = 4\n"
        )
    };
    assert!(file::read(&text("")).is_ok() && file::read(&text("average drilled")).is_ok());
    for other in ["poor", "undrilled"] {
        assert!(file::read(&text(other)).unwrap_err()[0].message.contains("FA-BG-03"), "{other}");
    }
}

/// FA-BG-09, FA-BG-10, FA-ARMY-06: few groups are no fault, more than can be counted are; three kinds of troops are none
/// that a list mixes.
#[test]
fn numbers_of_groups_are_a_guide() {
    let mut army = ready::named("roman-trebia").unwrap().order_of_battle.clone();
    army.groups.truncate(3);
    assert!(check(Edition::First, None, &army).is_empty());
    let one = army.groups[0].clone();
    army.groups.resize(check::MOST_GROUPS + 1, one);
    assert_eq!(rules_of(&check(Edition::First, None, &army)), ["FA-BG-09"]);
    army.groups.truncate(3);
    let part = army.groups[0].parts[0];
    army.groups[0].parts = vec![part, part, part];
    assert!(rules_of(&check(Edition::First, None, &army)).contains(&"FA-ARMY-06".to_owned()));
}

/// FA-TAB-PTS-FOOT, FA-TAB-PTS-MTD, FA-TAB-PTS-CAP: cells of every row of the tables.
#[test]
fn every_row_has_its_price() {
    let price = |words: &str| {
        let (troop, quality, training) = crate::troop::Troop::read(words).unwrap();
        price::of_base(&troop, quality.unwrap(), training.unwrap())
    };
    for (words, cost) in [
        ("HF heavily-armoured elite drilled", Some(17)),
        ("HF armoured poor undrilled", Some(5)),
        ("MF protected superior drilled", Some(8)),
        ("LF unprotected poor drilled", Some(2)),
        ("HArt average undrilled", Some(20)),
        ("LArt average undrilled", Some(15)),
        ("BWg average undrilled", Some(14)),
        ("BWg poor undrilled light-artillery", Some(14)),
        ("Kn heavily-armoured elite drilled", Some(27)),
        ("Kn armoured average undrilled", Some(13)),
        ("Ct heavily-armoured poor undrilled", Some(8)),
        ("Cv armoured elite drilled", Some(17)),
        ("LH protected superior drilled", Some(9)),
        ("Cv unprotected poor drilled", Some(4)),
        ("HCh superior drilled", Some(19)),
        ("LCh average drilled", Some(11)),
        ("SCh average undrilled", Some(15)),
        ("El average undrilled", Some(25)),
        ("HArt superior undrilled", None),
        ("SCh superior undrilled", None),
        ("HF protected average undrilled skilled-swordsmen", Some(7)),
        ("HF protected average undrilled offensive-spearmen", Some(7)),
        ("HF protected average undrilled defensive-spearmen", Some(6)),
        ("HF protected average undrilled impact-foot", Some(6)),
        ("HF protected average undrilled heavy-weapon", Some(7)),
        ("MF protected average undrilled longbow", Some(7)),
        ("MF protected average undrilled bow*", Some(6)),
        ("MF protected average undrilled firearm", Some(5)),
        ("Cv protected average undrilled bow", Some(9)),
        ("Cv protected average undrilled crossbow", Some(8)),
        ("Cv protected average undrilled lancers", Some(7)),
    ] {
        assert_eq!(price(words), cost, "{words}");
    }
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
    let text = "name = \"x\"\n\n[[commanders]]\ngrade = \"general\"\n\n[[groups]]\ntroop = \"HF shiny\"\nbases = 100\n";
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
