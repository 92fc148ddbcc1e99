//! 40.4, 40.6, 40.7: what dice need, saves, casualties, shattered units.

use super::*;
use crate::formation::Formation;
use crate::state::Place;
use aelian_game::Side;

const BOW: &str = "medium-infantry 6/6/3/3/5+/6 bow";

fn against(shooter: &str, target: &str, distance: f64) -> Scene {
    table()
        .unit("u", Side::Red, shooter, (30.0, 10.0), 0.0)
        .unit("e", Side::Blue, target, (30.0, 10.0 + distance), 180.0)
        .build()
}

/// HC-HIT-01, HC-HIT-02, EX-40: 4, 5 and 6 hit; one save for each hit.
#[test]
fn fours_fives_and_sixes_hit() {
    for (faces, saves, after) in
        [(&[1u8, 5, 6][..], &[1u8, 1][..], 2), (&[4, 5, 5], &[1, 1, 1], 3), (&[2, 3, 3], &[], 0)]
    {
        let mut scene = against(BOW, "medium-infantry", 9.0);
        let all: Vec<u8> = faces.iter().chain(saves).copied().collect();
        shoot(&mut scene, "u", &all);
        assert_eq!(casualties(&scene, "e"), after, "{faces:?}");
    }
}

/// HC-HIT-03, HC-SHK-01, HC-DIS-04, HC-RNG-12, EX-41: shaken, disordered or both: one -1.
#[test]
fn unsteady_shooters_need_more() {
    let scene = || against(BOW, "medium-infantry", 9.0);
    assert_eq!(needed(&scene(), "u"), 4);
    assert_eq!(needed(&scene().disordered("u"), "u"), 5);
    assert_eq!(needed(&scene().casualties("u", 6), "u"), 5);
    assert_eq!(needed(&scene().casualties("u", 6).disordered("u"), "u"), 5);
}

/// HC-HIT-04, HC-HIT-05, HC-TAB-RHIT: one -1 for open order, engines, baggage.
#[test]
fn small_targets_are_harder_to_hit() {
    assert_eq!(needed(&against(BOW, "skirmishers", 9.0), "u"), 5);
    assert_eq!(needed(&against(BOW, "light-artillery", 9.0), "u"), 5);
    assert_eq!(needed(&against(BOW, "baggage", 9.0), "u"), 5);
    assert_eq!(needed(&against(BOW, "medium-infantry tiny", 9.0), "u"), 5);
}

/// HC-HIT-06, HC-HIT-08, HC-HIT-13, HC-TESTU-04, AMB-20: shielded heavy infantry from the front; testudo, square and wedge all round.
#[test]
fn shields_protect_the_front() {
    assert_eq!(needed(&against(BOW, "heavy-infantry", 9.0), "u"), 5);
    assert_eq!(needed(&against(BOW, "heavy-infantry double-handed", 9.0), "u"), 4);
    let mut every = against(BOW, "heavy-infantry double-handed", 9.0);
    every.rules.settings.only_shielded = false;
    assert_eq!(needed(&every, "u"), 5);
    let turned = |formation| {
        let scene = table()
            .unit("u", Side::Red, BOW, (30.0, 10.0), 0.0)
            .formed("e", Side::Blue, "heavy-infantry testudo wedge", formation, (30.0, 20.0), 0.0)
            .build();
        needed(&scene, "u")
    };
    assert_eq!(turned(Formation::Line), 4);
    assert_eq!([Formation::Testudo, Formation::Square, Formation::Wedge].map(turned), [5; 3]);
}

/// HC-HIT-07: formed cataphracts from any direction.
#[test]
fn cataphracts_are_armoured_all_round() {
    for compass in [0.0, 180.0] {
        let scene = table()
            .unit("u", Side::Red, BOW, (30.0, 10.0), 0.0)
            .unit("e", Side::Blue, "cataphracts", (30.0, 22.0), compass)
            .build();
        assert_eq!(needed(&scene, "u"), 5);
    }
    let plain = against(BOW, "heavy-cavalry", 9.0);
    assert_eq!(needed(&plain, "u"), 4);
}

/// HC-HIT-11, HC-HIT-12, EX-50: over 12 inches; all add up, but a 6 always hits.
#[test]
fn modifiers_add_up_to_six() {
    assert_eq!(needed(&against(BOW, "medium-infantry", 12.0), "u"), 4);
    assert_eq!(needed(&against(BOW, "medium-infantry", 12.1), "u"), 5);
    assert_eq!(needed(&against(BOW, "heavy-infantry", 15.0), "u"), 6);
    assert_eq!(needed(&against(BOW, "heavy-infantry", 15.0).disordered("u"), "u"), 6);
}

/// HC-HIT-05, AMB-19, HC-SAVE-10, HC-WOOD-04: cover gives -1 and a save; by the setting the save alone.
#[test]
fn cover_is_harder_to_hit() {
    let mut scene = table()
        .unit("u", Side::Red, BOW, (30.0, 10.0), 0.0)
        .unit("e", Side::Blue, "medium-infantry", (30.0, 19.0), 180.0)
        .area(crate::field::AreaKind::Cover, &[(20.0, 18.0), (40.0, 18.0), (40.0, 24.0), (20.0, 24.0)])
        .build();
    assert_eq!(needed(&scene, "u"), 5);
    scene.rules.settings.cover_minus_one = false;
    assert_eq!(needed(&scene, "u"), 4);
    // Save 5+ with cover: 4+.
    shoot(&mut scene, "u", &[4, 4, 1, 4, 3]);
    assert_eq!(casualties(&scene, "e"), 1);
}

/// HC-SAVE-01, HC-CAS-01, EX-42: save 5+, three hits, 4, 5 and 6: one casualty.
#[test]
fn saves_cancel_hits() {
    let mut scene = against(BOW, "medium-infantry", 9.0);
    shoot(&mut scene, "u", &[4, 4, 5, 4, 5, 6]);
    assert_eq!(casualties(&scene, "e"), 1);
}

/// HC-CAS-04, HC-CAS-07: twice the stamina from shots: shattered at once, without a test.
#[test]
fn shattered_units_are_gone_at_once() {
    let mut scene = against(BOW, "medium-infantry", 9.0).casualties("e", 10);
    shoot(&mut scene, "u", &[4, 4, 5, 1, 1, 1]);
    assert_eq!(scene.state.unit(scene.unit("e")).place, Place::Destroyed);
    assert!(scene.state.barrages.is_empty());
    let mut less = against(BOW, "medium-infantry", 9.0).casualties("e", 10);
    shoot(&mut less, "u", &[4, 1, 1, 1]);
    assert_eq!((less.state.unit(less.unit("e")).place, casualties(&less, "e")), (Place::Table, 11));
}

/// HC-MARK-01: one missed die is rolled again.
#[test]
fn marksmen_roll_one_miss_again() {
    let mut scene = against("medium-infantry 6/6/3/3/5+/6 bow marksmen", "medium-infantry", 9.0);
    shoot(&mut scene, "u", &[1, 1, 4, 5, 1, 1]);
    assert_eq!(casualties(&scene, "e"), 2);
    let mut sure = against("medium-infantry 6/6/3/3/5+/6 bow marksmen", "medium-infantry", 9.0);
    shoot(&mut sure, "u", &[4, 4, 4, 1, 1, 1]);
    assert_eq!(casualties(&sure, "e"), 3);
}

/// HC-SLING-01, HC-SLING-03, HC-XBOW-01, HC-XBOW-03, HC-SAVE-14, HC-SAVE-15, HC-ARTY-06: what weapons do to saves.
#[test]
fn weapons_touch_saves() {
    let saved_on = |troop: &str, distance: f64| {
        let scene = against(troop, "heavy-cavalry 9/6/3/0/3+/6", distance);
        let look = scene.look();
        let post = look.post(scene.unit("u"), None).unwrap();
        let mark = look.mark(scene.unit("u"), &post, scene.unit("e")).unwrap();
        let volley =
            look.volley(crate::ranged::Shots::Ranged, (scene.unit("u"), scene.unit("e")), 3, (&mark).into());
        crate::morale::needed_save(look, scene.unit("e"), &volley.blow)
    };
    assert_eq!(saved_on("light-infantry 5/5/3/3/6+/6 sling slings", 5.0), 4);
    assert_eq!(saved_on("light-infantry 5/5/3/3/6+/6 sling slings", 7.0), 3);
    assert_eq!(saved_on("medium-infantry 6/6/3/3/5+/6 crossbow crossbows", 9.0), 5);
    assert_eq!(saved_on("medium-infantry 6/6/3/3/5+/6 crossbow", 9.0), 3);
    assert_eq!(saved_on("light-artillery", 9.0), 4);
    assert_eq!(saved_on("heavy-artillery", 9.0), 5);
}

/// HC-SLING-02: models beyond 6 inches roll by themselves.
#[test]
fn slings_count_only_close_by() {
    let volley = |distance: f64| {
        let scene = against("skirmishers 5/4/4/4/0/6 sling slings", "medium-infantry 6/6/3/0/4+/6", distance);
        let (look, unit, enemy) = (scene.look(), scene.unit("u"), scene.unit("e"));
        let mark = look.mark(unit, &look.post(unit, None).unwrap(), enemy).unwrap();
        look.volley(crate::ranged::Shots::Ranged, (unit, enemy), 4, (&mark).into())
    };
    let slung = |distance: f64| {
        let batches = volley(distance).batches(4);
        batches.iter().filter(|(_, blow)| blow.sling).map(|(hits, _)| *hits).sum::<u8>()
    };
    // Two ranks 20 mm deep, half an inch apart: the second is 1.3 inches behind the first.
    assert_eq!((slung(4.0), slung(5.5), slung(6.5)), (4, 2, 0));
}

/// HC-SPEC-02, HC-MARK-01, HC-STUB-01: where players want to be asked, marksmen and the stubborn roll again only by their
/// owner's word; what was chosen is not chosen anew.
#[test]
fn shots_and_saves_by_the_owners_word() {
    use crate::again::Second;
    use crate::choice::Prompt;
    use aelian_game::{Next, Ruleset};
    let start = || {
        table()
            .settings(|settings| settings.helpful_rerolls_at_once = false)
            .unit("u", Side::Red, "medium-infantry 6/6/3/3/5+/6 bow marksmen", (30.0, 20.0), 0.0)
            .unit("e", Side::Blue, "medium-infantry stubborn", (30.0, 28.0), 180.0)
            .build()
    };
    let asked = |scene: &Scene| match scene.rules.next(&scene.state) {
        Next::Ask { side, prompt: Prompt::Again { unit, what } } => Some((side, unit, what)),
        _ => None,
    };
    let mut scene = start();
    let (u, e) = (scene.unit("u"), scene.unit("e"));
    let aims = scene.look().aims(u).into_iter().next().expect("a target");
    scene.play(&Choice::Ranged(RangedChoice::Shoot { unit: u, aims }), &[]);
    assert_eq!(asked(&scene), Some((Side::Red, u, Second::Shot)));
    scene.play(&Choice::Again(true), &[]);
    assert_eq!(asked(&scene), Some((Side::Blue, e, Second::Save)));
    // A hit, two misses, one of them again and hits; both saves fail and none is rolled again.
    let mut refused = scene.clone();
    refused.play(&Choice::Again(false), &[5, 1, 1, 5, 1, 1]);
    assert_eq!(refused.state.unit(e).casualties, 2);
    scene.play(&Choice::Again(true), &[5, 1, 1, 5, 1, 1, 6]);
    assert_eq!(scene.state.unit(e).casualties, 1);
}
