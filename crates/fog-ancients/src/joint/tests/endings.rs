//! Scythed chariots (70.1) and groups that are removed (70.6).

use super::{cites, table};
use crate::choice::Choice;
use crate::settings::Settings;
use crate::stage::Stage;
use crate::state::{Cohesion, CommanderPlace, Deed, Grade, Place};
use crate::testing::{Scene, Table};
use aelian_game::Side;

fn chariots(table: Table) -> Scene {
    let mut scene = table
        .group("scythes", Side::Red, "SCh", (4, 2), (30.0, 20.0), 0.0)
        .group("friend", Side::Red, "HF armoured", (4, 2), (34.0, 20.0), 0.0)
        .group("foot", Side::Blue, "HF armoured", (4, 2), (30.0, 20.0), 180.0)
        .build()
        .fighting("scythes", "foot");
    scene.state.groups[0].deeds = [Deed::Fought].into_iter().collect();
    scene
}

/// FA-JSC-01, FA-JSC-02, FA-SC-06, FA-SC-07, AMB-93: the whole group goes, without tests and without attrition.
#[test]
fn scythed_chariots_are_spent() {
    let mut scene = chariots(table(Stage::ScythedRemoval));
    let step = scene.play(&Choice::Proceed, &[]);
    assert!(cites(&step, "FA-JSC-01"));
    assert_eq!(scene.state.group(scene.group("scythes")).place, Place::Spent);
    assert!(scene.state.seen.is_empty() && scene.state.bouts.is_empty());
    assert_eq!(scene.look().attrition(Side::Red), 0);
}

/// AMB-93: by the other reading only the front rank in contact.
#[test]
fn or_only_their_front_rank() {
    let settings = Settings { scythed_front_only: true, most_turns: Some(1), ..Settings::default() };
    let mut scene = chariots(table(Stage::ScythedRemoval).settings(settings));
    scene.play(&Choice::Proceed, &[]);
    let group = scene.group("scythes");
    assert_eq!((scene.state.strength(group), scene.state.group(group).place), (2, Place::Table));
    assert!(scene.state.bouts.is_empty());
}

/// FA-JSC-01: not against routers, nor if they have not fought.
#[test]
fn others_stay() {
    let scene = chariots(table(Stage::ScythedRemoval));
    assert!(crate::joint::next(scene.look()).is_some());
    let routers = scene.clone().cohesion("foot", Cohesion::Broken);
    assert_eq!(crate::joint::next(routers.look()), None);
    let mut fresh = scene.clone();
    fresh.state.groups[0].deeds = Default::default();
    assert_eq!(crate::joint::next(fresh.look()), None);
}

fn worn(lost: u16, cohesion: Cohesion) -> Scene {
    let mut scene = table(Stage::Doomed)
        .group("worn", Side::Red, "HF armoured", (6, 3), (30.0, 20.0), 0.0)
        .group("near", Side::Red, "HF armoured", (6, 3), (36.0, 20.0), 0.0)
        .group("light", Side::Red, "LF unprotected", (6, 3), (25.9, 20.0), 0.0)
        .group("far", Side::Red, "HF armoured", (6, 3), (60.0, 20.0), 0.0)
        .group("foe", Side::Blue, "HF armoured", (6, 3), (60.0, 40.0), 180.0)
        .commander("chief", Side::Red, Grade::Field, Some("worn"), (30.0, 18.0))
        .build()
        .cohesion("worn", cohesion);
    for base in 0..lost {
        scene.state.bases[usize::from(base)].lost = true;
    }
    scene
}

/// FA-DEST-01, FA-DEST-02, FA-AUTO-06, FA-AUTO-07: beyond the limit, or one base.
#[test]
fn worn_groups_are_removed() {
    let gone = |lost, cohesion| {
        let mut scene = worn(lost, cohesion);
        scene.state.stage = Stage::Removal;
        if crate::joint::next(scene.look()).is_none() {
            return false;
        }
        scene.play(&Choice::Proceed, &[]);
        let chief = scene.officer("chief");
        assert_eq!(scene.state.commander(chief).place, CommanderPlace::Alone);
        scene.state.group(scene.group("worn")).place == Place::Destroyed
    };
    assert!(!gone(2, Cohesion::Broken));
    assert!(gone(3, Cohesion::Broken));
    assert!(gone(5, Cohesion::Steady));
}

/// FA-DEST-03, FA-CT-09: friends test only if it had not broken before; it stands there until then.
#[test]
fn friends_see_an_unbroken_group_go() {
    let mut scene = worn(5, Cohesion::Steady);
    let step = scene.play(&Choice::Proceed, &[]);
    assert!(cites(&step, "FA-DEST-03"));
    let seen: Vec<_> = scene.state.seen.iter().map(|seen| seen.group).collect();
    assert_eq!(seen, [scene.group("near"), scene.group("light")]);
    assert_eq!(scene.state.group(scene.group("worn")).place, Place::Table);
    let broken = worn(5, Cohesion::Broken);
    assert_eq!(crate::joint::next(broken.look()), None);
}
