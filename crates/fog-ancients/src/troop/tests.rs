//! Types, armour, capabilities and the classes made of them (10.1 to 10.4), and the sizes of bases.

use super::*;
use crate::field::Level;
use crate::rules::Rules;
use crate::settings::{Edition, MoveUnit, Scale, Settings};
use crate::state::Cohesion;
use crate::tables::Tables;
use crate::testing::Table;
use aelian_game::{Flag, Side};

fn troop(words: &str) -> Troop {
    Troop::read(words).unwrap().0
}

/// FA-TROOP-02, FA-TROOP-11: seven types of foot, artillery and wagons among them; all others are mounted.
#[test]
fn types_are_foot_or_mounted() {
    let foot = ["HF", "MF", "LF", "Mob", "BWg", "LArt", "HArt"];
    for kind in TroopType::ALL {
        assert_eq!(kind.is_foot(), foot.contains(&kind.code()), "{kind}");
        assert_ne!(kind.is_foot(), kind.is_mounted(), "{kind}");
    }
    assert_eq!(TroopType::ALL.into_iter().filter(|kind| kind.is_foot()).count(), foot.len());
}

/// FA-TROOP-03, FA-TROOP-05, FA-TROOP-06: the classes in their order, and no others.
#[test]
fn classes_have_their_order() {
    assert!(Armour::HeavilyArmoured > Armour::Armoured && Armour::Armoured > Armour::Protected);
    assert!(Armour::Protected > Armour::Unprotected);
    assert!(Quality::Elite > Quality::Superior && Quality::Superior > Quality::Average);
    assert!(Quality::Average > Quality::Poor);
    let training = |words: &str| Troop::read(words).map(|described| described.2);
    assert_eq!(training("HF armoured drilled"), Ok(Some(Training::Drilled)));
    assert_eq!(training("HF armoured undrilled"), Ok(Some(Training::Undrilled)));
    assert!(training("HF armoured half-drilled").is_err());
}

/// FA-TROOP-07, FA-TROOP-08: each capability has its name, and a base has those that its line names and no others.
#[test]
fn capabilities_are_those_that_are_named() {
    for capability in Capability::ALL.iter().copied() {
        let named = troop(&format!("HF armoured {}", capability.name()));
        assert_eq!(named.capabilities.iter().collect::<Vec<_>>(), [capability]);
    }
    assert_eq!(Capability::ALL.len(), 18);
    assert!(troop("HF armoured").capabilities.is_empty());
    assert!(Troop::read("HF armoured halberd").is_err());
}

/// FA-TROOP-09: in every table mob is medium foot; only its base is deeper.
#[test]
fn mob_is_medium_foot() {
    let (mob, foot) = (troop("Mob unprotected"), troop("MF unprotected"));
    let tables = Tables::standard();
    for level in [Level::Open, Level::Uneven, Level::Rough, Level::Difficult] {
        for edition in [Edition::First, Edition::V31] {
            assert_eq!(tables.allowance(edition, &mob, level), tables.allowance(edition, &foot, level));
        }
        assert_eq!(tables.disorder(&mob, level), tables.disorder(&foot, level));
    }
    assert!(mob.kind.is_medium_foot() && mob.behaves_as() == TroopType::MediumFoot);
    assert!(tables.depth(Scale::Fifteen, mob.kind) > tables.depth(Scale::Fifteen, foot.kind));
}

/// FA-TROOP-13: light spear makes nobody spearmen.
#[test]
fn spearmen_are_offensive_or_defensive() {
    assert!(troop("HF armoured offensive-spearmen").is_spearmen());
    assert!(troop("HF armoured defensive-spearmen").is_spearmen());
    assert!(!troop("HF armoured light-spear").is_spearmen());
    assert!(!troop("HF armoured pikemen").is_spearmen());
}

/// FA-TROOP-21, FA-MIX-07, FA-TROOP-23, FA-TROOP-24: heavy or medium foot with light foot are battle troops; any shock
/// troops make the group shock, but not while it is FRAGMENTED.
#[test]
fn mixed_groups_are_battle_troops() {
    let build =
        |parts: &[(&str, u8)]| Table::new().mixed("a", Side::Red, parts, 4, (30.0, 20.0), 0.0).build();
    for (parts, skirmishers) in [
        ([("HF protected", 4), ("LF unprotected bow", 4)], false),
        ([("MF protected", 4), ("LF unprotected bow", 4)], false),
        ([("LF unprotected javelins", 4), ("LF unprotected bow", 4)], true),
    ] {
        let scene = build(&parts);
        assert_eq!(scene.state.groups[0].is_skirmishers(), skirmishers, "{parts:?}");
    }
    let scene = build(&[("MF protected bow", 4), ("MF protected impact-foot", 4)]);
    assert!(scene.state.groups[0].is_shock());
    assert!(!scene.cohesion("a", Cohesion::Fragmented).state.groups[0].is_shock());
    assert!(!build(&[("MF protected bow", 4), ("MF protected", 4)]).state.groups[0].is_shock());
}

/// FA-TROOP-26: the front rank must be medium foot with a bow, a longbow, a crossbow or a firearm, and no shock troops.
#[test]
fn missile_foot_have_bows_in_front() {
    let is = |parts: &[(&str, u8)]| {
        let scene = Table::new().mixed("a", Side::Red, parts, 4, (30.0, 20.0), 0.0).build();
        scene.look().is_missile_foot(scene.group("a"))
    };
    for weapon in ["bow", "longbow", "crossbow", "firearm"] {
        assert!(is(&[(&format!("MF protected {weapon}"), 8)]), "{weapon}");
    }
    for weapon in ["bow*", "sling", "javelins", "light-spear"] {
        assert!(!is(&[(&format!("MF protected {weapon}"), 8)]), "{weapon}");
    }
    assert!(!is(&[("MF protected defensive-spearmen", 4), ("MF protected bow", 4)]));
    assert!(!is(&[("MF protected bow impact-foot", 8)]));
    assert!(!is(&[("HF protected bow", 8)]));
}

/// FA-BASE-01, FA-BASE-02, FA-BASE-03, FA-BASE-04, FA-BASE-05, FA-TAB-BASE: one width for all, the depth of the type.
#[test]
fn bases_have_the_size_of_their_type() {
    let depths = [
        ("HF", 15.0, 20.0),
        ("MF", 20.0, 30.0),
        ("LF", 20.0, 30.0),
        ("Mob", 30.0, 40.0),
        ("Cv", 30.0, 40.0),
        ("LH", 30.0, 40.0),
        ("Cm", 30.0, 40.0),
        ("Kn", 30.0, 40.0),
        ("Ct", 30.0, 40.0),
        ("HCh", 40.0, 80.0),
        ("LCh", 40.0, 80.0),
        ("SCh", 40.0, 80.0),
        ("El", 40.0, 80.0),
        ("LArt", 40.0, 80.0),
        ("HArt", 40.0, 80.0),
        ("BWg", 80.0, 120.0),
    ];
    let rules = |scale| Rules::new(Settings::default(), Edition::First, scale, MoveUnit::Millimetres25);
    let (small, large) = (rules(Scale::Fifteen), rules(Scale::TwentyFive));
    assert_eq!((small.width, large.width), (40.0, 60.0));
    for (code, fifteen, twenty_five) in depths {
        let kind = TroopType::ALL.into_iter().find(|kind| kind.code() == code).unwrap();
        assert_eq!((small.depth(kind), large.depth(kind)), (fifteen, twenty_five), "{code}");
    }
    let tables = Tables::standard();
    assert_eq!((tables.commander(Scale::Fifteen), tables.commander(Scale::TwentyFive)), (40.0, 60.0));
    assert_eq!((tables.work_depth(Scale::Fifteen), tables.work_depth(Scale::TwentyFive)), (15.0, 20.0));
    assert_eq!(tables.camp(Scale::Fifteen), (120.0, 80.0));
    assert_eq!(tables.camp(Scale::TwentyFive), (180.0, 160.0));
    let mixed = [("HF protected", 4), ("LF unprotected bow", 4)];
    let scene = Table::new().mixed("a", Side::Red, &mixed, 4, (30.0, 20.0), 0.0).build();
    assert!(scene.state.rects_of(scene.group("a")).all(|rect| rect.width == 40.0));
    let rear = scene.state.rect(scene.base("a", 0, 1));
    assert_eq!(rear.depth, 20.0);
}
