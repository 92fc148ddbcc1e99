//! Tests of saves, cover and casualties.

use super::*;
use crate::event::Event;
use crate::field::{AreaKind, Strength};
use crate::formation::Formation;
use crate::ids::BlockId;
use crate::setup::Stands;
use crate::stage::Part;
use crate::state::{Deed, Lasts};
use crate::testing::{Scene, Table};
use aelian_game::Side;
use aelian_geometry::Vec2;

fn one(troop: &str) -> Scene {
    Table::new().unit("u", Side::Red, troop, (30.0, 20.0), 0.0).build()
}

fn formed(troop: &str, formation: Formation) -> Scene {
    Table::new().formed("u", Side::Red, troop, formation, (30.0, 20.0), 0.0).build()
}

fn needs(scene: &Scene, blow: Blow) -> u8 {
    needed_save(scene.look(), scene.unit("u"), &blow)
}

fn with(cover: Cover, engine: Engine) -> Blow {
    Blow { cover, engine, ..Blow::default() }
}

/// HC-SAVE-02, HC-SAVE-03, HC-SAVE-08: modifiers move the score, never below 2+.
#[test]
fn saves_are_never_better_than_two() {
    let scene = one("heavy-infantry 7/7/3/0/4+/6");
    assert_eq!(needs(&scene, Blow::default()), 4);
    assert_eq!(needs(&scene, with(Cover::Light, Engine::None)), 3);
    assert_eq!(needs(&scene, with(Cover::Fortification, Engine::None)), 2);
    assert_eq!(needs(&scene, with(Cover::None, Engine::Light)), 5);
}

/// HC-SAVE-04, HC-SAVE-15, HC-SAVE-16, EX-53: whoever has a save at all saves on a 6.
#[test]
fn a_six_saves_whoever_has_a_save() {
    assert_eq!(needs(&one("heavy-infantry 7/7/3/0/4+/6"), with(Cover::None, Engine::Heavy)), 6);
    assert_eq!(needs(&formed("heavy-infantry 7/7/3/0/6+/6", Formation::Column), Blow::default()), 6);
    assert_eq!(needs(&one("heavy-infantry 7/7/3/0/4+/6"), with(Cover::Fortification, Engine::Heavy)), 3);
}

/// HC-SAVE-05, HC-SAVE-14, EX-43, EX-53: without a save only bonuses give one.
#[test]
fn no_save_but_by_bonuses() {
    let scene = one("skirmishers 5/4/3/0/0/6");
    assert_eq!(needs(&scene, Blow::default()), 7);
    assert_eq!(needs(&scene, with(Cover::Light, Engine::None)), 6);
    assert_eq!(needs(&scene, with(Cover::Building, Engine::None)), 5);
    assert_eq!(needs(&scene, with(Cover::Fortification, Engine::None)), 4);
    assert_eq!(needs(&scene, with(Cover::Building, Engine::Light)), 6);
}

/// HC-TAB-SAVE, HC-SAVE-09, HC-SAVE-11, HC-SAVE-16, HC-SAVE-17, HC-COL-08, HC-SQ-07, HC-TESTU-03, HC-WEDGE-04: formations,
/// which add to cover; a testudo only against shots.
#[test]
fn formations_touch_saves() {
    let troop = "heavy-infantry 7/7/3/0/5+/6 testudo wedge";
    let needs_in = |formation, blow| needs(&formed(troop, formation), blow);
    let fight = Blow { kind: Kind::HandToHand, ..Blow::default() };
    assert_eq!(needs_in(Formation::Line, Blow::default()), 5);
    assert_eq!(needs_in(Formation::Square, Blow::default()), 4);
    assert_eq!(needs_in(Formation::Square, fight), 4);
    assert_eq!(needs_in(Formation::Wedge, fight), 4);
    assert_eq!(needs_in(Formation::Testudo, Blow::default()), 3);
    assert_eq!(needs_in(Formation::Testudo, fight), 5);
    assert_eq!(needs_in(Formation::Square, with(Cover::Light, Engine::None)), 3);
    assert_eq!(needs_in(Formation::Column, with(Cover::Building, Engine::None)), 5);
    let sturdy = |formation, blow| needs(&formed("heavy-infantry 7/7/3/0/3+/6", formation), blow);
    for blow in [Blow::default(), fight] {
        assert_eq!((sturdy(Formation::Line, blow), sturdy(Formation::Column, blow)), (3, 5));
    }
}

/// HC-SAVE-18, HC-XBOW-01, HC-DBL-01, HC-LANCE-01, HC-PIL-01, HC-CLR-02, EX-153, EX-154: what special rules do to a save.
#[test]
fn special_rules_touch_saves() {
    let scene = one("heavy-infantry 7/7/3/0/4+/6");
    let blow = Blow { kind: Kind::HandToHand, ..Blow::default() };
    assert_eq!(needs(&scene, Blow { lance: true, ..blow }), 5);
    assert_eq!(needs(&scene, Blow { pilum: true, ..blow }), 5);
    assert_eq!(needs(&scene, Blow { closed: true, ..blow }), 3);
    assert_eq!(needs(&scene, Blow { closed: true, lance: true, ..blow }), 4);
    assert_eq!(needs(&scene, Blow { double_handed: true, ..blow }), 5);
    assert_eq!(needs(&scene, Blow { crossbow: true, cover: Cover::Building, ..Blow::default() }), 5);
    assert_eq!(needs(&scene, Blow { sling: true, ..Blow::default() }), 5);
}

/// HC-FAN-01, HC-FAN-02, HC-FAN-03, HC-SHK-11, AMB-39: fanatics save better until they have been shaken.
#[test]
fn fanatics_save_better_until_shaken() {
    let scene = || one("medium-infantry 6/6/3/0/5+/6 fanatic");
    assert_eq!(needs(&scene(), Blow::default()), 4);
    assert_eq!(needs(&one("medium-infantry 6/6/3/0/5+/6 fanatic-2"), Blow::default()), 3);
    assert_eq!(needs(&scene().casualties("u", 6), Blow::default()), 5);
    let mut rallied = scene().casualties("u", 5);
    let unit = rallied.unit("u");
    rallied.run(&[], |cx| {
        suffer(cx, unit, 1);
        cx.emit(Event::Casualties { unit, to: 5 });
        Ok(())
    });
    assert_eq!(needs(&rallied, Blow::default()), 5);
    rallied.rules.settings.fanatics_recover = true;
    assert_eq!(needs(&rallied, Blow::default()), 4);
}

fn cover(table: Table, from: (f64, f64)) -> (Cover, f64) {
    let scene = table.build();
    scene.look().cover(scene.unit("u"), Vec2::new(from.0 * 25.4, from.1 * 25.4))
}

/// HC-SAVE-06, HC-SAVE-10, HC-WOOD-04, EX-44: the part of a unit that stands in a wood.
#[test]
fn woods_cover_what_stands_in_them() {
    let in_wood = |west: f64| {
        let wood = [(west, 10.0), (50.0, 10.0), (50.0, 30.0), (west, 30.0)];
        let table = Table::new().unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0);
        cover(table.area(AreaKind::Wood, &wood), (30.0, 40.0))
    };
    assert_eq!(in_wood(20.0), (Cover::Light, 1.0));
    assert_eq!(in_wood(30.0), (Cover::Light, 0.5));
    assert_eq!(in_wood(40.0).0, Cover::None);
}

/// HC-OBST-06, HC-SAVE-13, HC-SAVE-17: a wall covers those close behind it against those beyond it.
#[test]
fn walls_cover_those_behind_them() {
    let behind = |y: f64, from: f64, covers: bool| {
        let table = Table::new().unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0);
        cover(table.obstacle(&[(20.0, y), (40.0, y)], covers), (30.0, from))
    };
    assert_eq!(behind(20.5, 40.0, true), (Cover::Light, 1.0));
    assert_eq!(behind(20.5, 40.0, false).0, Cover::None);
    assert_eq!(behind(22.0, 40.0, true).0, Cover::None);
    assert_eq!(behind(20.5, 2.0, true).0, Cover::None);
    let half = Table::new()
        .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
        .obstacle(&[(30.0, 20.5), (40.0, 20.5)], true);
    assert_eq!(cover(half, (30.0, 400.0)), (Cover::Light, 0.5));
}

/// HC-SAVE-12, HC-SAVE-13, HC-BLDG-14, HC-BLDG-15: buildings and fortifications.
#[test]
fn buildings_cover_their_garrison() {
    let inside = |strength| {
        let table = Table::new().block((30.0, 20.0), (8.0, 8.0), strength);
        cover(table.entry("u", Side::Red, "heavy-infantry", Stands::In(BlockId(0))), (30.0, 40.0)).0
    };
    assert_eq!(inside(Strength::Light), Cover::Light);
    assert_eq!(inside(Strength::Substantial), Cover::Building);
    assert_eq!(inside(Strength::Fortification), Cover::Fortification);
}

/// HC-SAVE-06, HC-SAVE-07: hits on the covered part and on the rest are saved apart.
#[test]
fn covered_and_open_parts_save_apart() {
    let mut scene = one("heavy-infantry 7/7/3/0/5+/6");
    let unit = scene.unit("u");
    let mut lost = 0;
    // Three hits: two saves at 4+, one at 5+.
    scene.run(&[4, 3, 4], |cx| {
        lost = save(cx, unit, 3, &with(Cover::Light, Engine::None), 0.5)?;
        Ok(())
    });
    assert_eq!(lost, 2);
}

/// HC-STUB-01, HC-STUB-02, HC-SPEC-02, EX-92: one failed save again in each part, while it has few casualties.
#[test]
fn the_stubborn_roll_one_save_again() {
    let lost = |scene: &mut Scene, faces: &[u8], hits: u8| {
        let unit = scene.unit("u");
        let mut lost = 0;
        scene.run(faces, |cx| {
            lost = save(cx, unit, hits, &Blow::default(), 1.0)?;
            Ok(())
        });
        lost
    };
    let mut scene = one("heavy-infantry 7/7/3/0/4+/6 stubborn");
    scene.state.part = Part::Ranged;
    assert_eq!(lost(&mut scene, &[1, 1, 4], 2), 1);
    assert_eq!(lost(&mut scene, &[1, 1], 2), 2);
    scene.state.units[0].deeds = Deed::left(scene.state.units[0].deeds, Lasts::Part);
    assert_eq!(lost(&mut scene, &[1, 1, 1], 2), 2);
    let mut charges = one("heavy-infantry 7/7/3/0/4+/6 stubborn");
    assert_eq!(lost(&mut charges, &[1, 4], 1), 0);
    charges.state.units[0].deeds = Deed::left(charges.state.units[0].deeds, Lasts::Part);
    charges.state.part = Part::HandToHand;
    assert_eq!(lost(&mut charges, &[1], 1), 1);
    let limited = |casualties| one("heavy-infantry 7/7/3/0/4+/6 stubborn-3").casualties("u", casualties);
    assert_eq!(lost(&mut limited(3), &[1, 5], 1), 0);
    assert_eq!(lost(&mut limited(4), &[1], 1), 1);
    assert_eq!(lost(&mut one("skirmishers 5/4/3/0/0/6 stubborn"), &[], 2), 2);
}

/// HC-CAS-01, HC-CAS-02, HC-CAS-03, HC-CAS-06, HC-CAS-07: shaken from the stamina on, no more than twice of it, and no
/// longer shaken below it.
#[test]
fn casualties_shake_and_are_capped() {
    let mut scene = one("heavy-infantry");
    let unit = scene.unit("u");
    let mut suffered = Vec::new();
    scene.run(&[], |cx| {
        suffered.push(suffer(cx, unit, 5));
        suffered.push(suffer(cx, unit, 1));
        suffered.push(suffer(cx, unit, 9));
        Ok(())
    });
    assert_eq!(
        suffered.iter().map(|one| (one.marked, one.is_shaken, one.shattered)).collect::<Vec<_>>(),
        [(5, false, false), (1, true, false), (6, true, true),]
    );
    assert!(scene.state.unit(unit).did(Deed::BeenShaken));
    scene.run(&[], |cx| {
        drop_excess(cx, unit);
        Ok(())
    });
    assert_eq!(scene.state.unit(unit).casualties, 6);
    assert!(scene.look().is_shaken(unit));
    assert!(!scene.casualties("u", 5).look().is_shaken(unit));
}
