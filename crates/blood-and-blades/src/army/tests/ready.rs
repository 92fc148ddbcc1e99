//! The armies that come with the program.

use super::rules;
use crate::army::file::{self, read};
use crate::army::ready::FILES;
use crate::army::{ArmyFile, HalfPoints, check, price, ready};
use crate::troop::{Grade, Status, TroopType, Weapon};
use std::collections::BTreeSet;

/// BB-AP-01, BB-ARM-01, BB-ARM-03: every ready army is sound, uses nearly all of its 250 points and says
/// who it is.
#[test]
fn every_ready_army_may_be_fielded() {
    for (slug, text) in FILES {
        read(text).unwrap_or_else(|faults| panic!("{slug}: {faults:#?}"));
    }
    assert_eq!(ready().len(), FILES.len());
    for army in ready() {
        let order = &army.order_of_battle;
        let faults = check(&rules(), HalfPoints::whole(250), order);
        assert!(faults.is_empty(), "{}: {faults:#?}", army.slug);
        let total = price::of_army(rules().tables, order).total;
        assert!(total >= HalfPoints::whole(240), "{}: {total}", army.slug);
        assert!(army.description.len() > 40 && order.bases.iter().all(|base| !base.label.is_empty()));
        assert_eq!(order.period, Some(army.period));
    }
}

/// BB-TRP-03, BB-TRP-04, BB-TRP-07, BB-TRP-08, BB-CLS-07, BB-TRP-32: together they show everything.
#[test]
fn together_they_show_every_troop_of_the_game() {
    let bases: Vec<_> = ready().iter().flat_map(|army| &army.order_of_battle.bases).collect();
    let kinds: BTreeSet<_> = bases.iter().map(|base| base.troop.kind).collect();
    assert_eq!(kinds, BTreeSet::from(TroopType::ALL));
    let grades: BTreeSet<_> = bases.iter().map(|base| base.troop.grade).collect();
    assert_eq!(grades, BTreeSet::from(Grade::ALL));
    let statuses: BTreeSet<_> = bases.iter().map(|base| base.troop.status).collect();
    assert_eq!(statuses, BTreeSet::from(Status::BOTH));
    let weapons: BTreeSet<_> = bases.iter().map(|base| base.troop.weapon).collect();
    assert_eq!(weapons, BTreeSet::from(Weapon::ALL));
    assert!(bases.iter().any(|base| base.vehicles && base.troop.kind != TroopType::Ps));
    assert!(
        bases
            .iter()
            .any(|base| base.vehicles && !base.troop.special_support && base.troop.kind == TroopType::Ps)
    );
    assert!(bases.iter().any(|base| base.vehicles && base.troop.special_support));
    assert!(bases.iter().any(|base| !base.vehicles && base.troop.special_support));
}

/// BB-ARM-17: ready armies are written back as they were read.
#[test]
fn ready_armies_round_trip() {
    for army in ready() {
        let file = ArmyFile { army: army.order_of_battle.clone(), description: army.description.clone() };
        assert_eq!(read(&file::write(&file)).unwrap(), file, "{}", army.slug);
    }
}

/// The files in the folder are the ones that are compiled in.
#[test]
fn no_file_is_forgotten() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/blood-and-blades/armies");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap().replace(".toml", ""))
        .collect();
    files.sort();
    let mut slugs: Vec<&str> = FILES.iter().map(|(slug, _)| *slug).collect();
    slugs.sort_unstable();
    assert_eq!(files, slugs);
}
