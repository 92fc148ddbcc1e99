//! Who fights at impact, and with how many dice (50.10, 68.1, 68.5).

use super::*;
use crate::state::Shape;
use aelian_game::Side;

/// FA-TAB-IMPDICE, FA-IDICE-01, FA-SC-02: scythed chariots throw three, all others two.
#[test]
fn scythed_chariots_throw_three() {
    let scene = table(Phase::Impact)
        .group("chariots", Side::Red, "SCh", (2, 2), (36.0, 24.0), 0.0)
        .group("foot", Side::Blue, "HF protected", (4, 2), (36.0, 24.0), 180.0)
        .build();
    let scene = charges(scene, "chariots", "foot", FRONTS);
    let fight = fight(&scene);
    assert_eq!((fight.dice_of(scene.group("chariots")), fight.dice_of(scene.group("foot"))), (6, 4));
}

/// FA-IDICE-02, FA-ALG-53, AMB-41: a battle wagon is two bases wide on its long side, one on its short side.
#[test]
fn wagons_fight_by_their_widths() {
    let side = table(Phase::Impact)
        .group("wagon", Side::Blue, "BWg", (1, 1), (36.0, 24.0), 90.0)
        .group("foot", Side::Red, "HF protected", (2, 2), (34.4, 23.2), 0.0)
        .build();
    let side = charges(side, "foot", "wagon", FRONTS);
    let fight_side = fight(&side);
    assert_eq!((fight_side.dice_of(side.group("wagon")), fight_side.dice_of(side.group("foot"))), (4, 4));
    let front = table(Phase::Impact)
        .group("wagon", Side::Blue, "BWg", (1, 1), (36.0, 24.0), 180.0)
        .group("foot", Side::Red, "HF protected", (1, 1), (36.0, 24.0), 0.0)
        .build();
    let front = charges(front, "foot", "wagon", FRONTS);
    let fight_front = fight(&front);
    assert_eq!((fight_front.dice_of(front.group("wagon")), fight_front.dice_of(front.group("foot"))), (2, 2));
}

/// FA-IDICE-05, FA-IDICE-06, FA-IDICE-07: light troops keep their dice against their like and the FRAGMENTED.
#[test]
fn light_troops_lose_half_but_against_their_like() {
    let against = |mine: &str, theirs: &str, cohesion| {
        let scene = table(Phase::Impact)
            .group("mine", Side::Red, mine, (4, 4), (36.0, 24.0), 0.0)
            .group("theirs", Side::Blue, theirs, (4, 4), (36.0, 24.0), 180.0)
            .build()
            .cohesion("theirs", cohesion);
        let scene = charges(scene, "mine", "theirs", FRONTS);
        fight(&scene).dice_of(scene.group("mine"))
    };
    let (lf, lh, hf) = ("LF unprotected", "LH unprotected", "HF protected");
    let steady = |mine, theirs| against(mine, theirs, Cohesion::Steady);
    assert_eq!((steady(lf, hf), steady(lf, lf), steady(lf, lh)), (4, 8, 4));
    assert_eq!((steady(lh, hf), steady(lh, lh), steady(lh, lf)), (4, 8, 8));
    assert_eq!((against(lf, hf, Cohesion::Fragmented), against(lf, hf, Cohesion::Disrupted)), (8, 4));
}

/// FA-IMP-04, FA-IMP-05, FA-DEC-32, FA-DEC-33: a line that meets one base more chooses who stays out; of equal bases
/// nobody is asked.
#[test]
fn the_larger_side_leaves_one_out() {
    let scene = table(Phase::Impact)
        .group("few", Side::Red, "HF protected", (4, 2), (36.0, 24.0), 0.0)
        .group("many", Side::Blue, "HF protected", (6, 3), (36.0, 24.0), 180.0)
        .build();
    let scene = charges(scene, "few", "many", FRONTS);
    let fight = fight(&scene);
    assert_eq!((fight.dice_of(scene.group("few")), fight.dice_of(scene.group("many"))), (4, 4));
    assert!(fight.open.is_none(), "all ways are alike");
}

/// FA-IMP-02, FA-IMP-06: a group that charges into a melee fights only those it has just met; groups that hang together
/// are one combat.
#[test]
fn only_new_contacts_fight() {
    let scene = table(Phase::Impact)
        .group("old", Side::Red, "HF protected", (4, 2), (34.4, 24.0), 0.0)
        .group("new", Side::Red, "HF protected", (4, 2), (37.6, 24.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (36.0, 24.0), 180.0)
        .build()
        .fighting("old", "enemy");
    let scene = charges(scene, "new", "enemy", FRONTS);
    let fight = fight(&scene);
    assert_eq!(fight.groups, set(&scene, &["new", "enemy"]));
    assert_eq!((fight.dice_of(scene.group("new")), fight.dice_of(scene.group("enemy"))), (4, 4));
    assert_eq!(fight.dice_of(scene.group("old")), 0);
}

/// FA-IMP-03, AMB-45: a front corner on an edge fights, corner on corner does not.
#[test]
fn corners_on_edges_fight() {
    // The east file of Red's pair stands with its corner just inside Blue's edge.
    let touching = |x: f64| {
        let scene = table(Phase::Impact)
            .group("red", Side::Red, "HF protected", (2, 2), (x, 24.0), 0.0)
            .group("blue", Side::Blue, "HF protected", (1, 1), (36.0, 24.0), 180.0)
            .build();
        let scene = charges(scene, "red", "blue", FRONTS);
        fight(&scene).dice_of(scene.group("red"))
    };
    assert_eq!((touching(34.0), touching(33.6)), (2, 0));
}

/// FA-SUPP-02, FA-SUPP-03, FA-SUPP-04, FA-SUPP-05, FA-SUPP-06, FA-SUPP-09: who supports whom.
#[test]
fn supporters_at_impact() {
    let supports = |front: &str, rear: &str, charger: &str, ties| {
        let scene = table(Phase::Impact)
            .mixed("foot", Side::Red, &[(front, 4), (rear, 4)], 4, (36.0, 24.0), 0.0)
            .group("chargers", Side::Blue, charger, (4, 4), (36.0, 24.0), 180.0)
            .build();
        let scene = charges(scene, "chargers", "foot", ties);
        fight(&scene).parts.iter().filter(|part| part.support).map(|part| part.dice).sum::<u8>()
    };
    let (mf_bow, lf_bow) = ("MF unprotected bow", "LF unprotected bow");
    assert_eq!(supports("HF protected", mf_bow, "HF protected", FRONTS), 4);
    assert_eq!(supports("HF protected", lf_bow, "HF protected", FRONTS), 0);
    assert_eq!(supports("HF protected", lf_bow, "Cv armoured", FRONTS), 2);
    assert_eq!(supports("HF protected", "MF unprotected bow*", "Cv armoured", FRONTS), 0);
    assert_eq!(supports("HF protected", "MF unprotected javelins", "Cv armoured", FRONTS), 0);
    assert_eq!(supports("LF unprotected", mf_bow, "Cv armoured", FRONTS), 0);
    assert_eq!(supports("HF protected", mf_bow, "Cv armoured", [Tie::HitInFlank, Tie::Front]), 0);
}

/// FA-SUPP-02: those who charge themselves are not supported.
#[test]
fn chargers_are_not_supported() {
    let scene = table(Phase::Impact)
        .mixed("foot", Side::Red, &[("HF protected", 4), ("MF unprotected bow", 4)], 4, (36.0, 24.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (4, 4), (36.0, 24.0), 180.0)
        .build();
    let scene = charges(scene, "foot", "enemy", FRONTS);
    assert!(fight(&scene).parts.iter().all(|part| !part.support));
}

/// FA-SUPP-10, FA-SUPP-11, FA-QUAL-12: support hits are close combat hits; the supporters' state costs dice, and a
/// commander in the front rank does not help them.
#[test]
fn support_counts_as_close_combat() {
    let table = table(Phase::Impact)
        .mixed("foot", Side::Red, &[("HF protected", 4), ("MF unprotected bow", 4)], 4, (36.0, 24.0), 0.0)
        .group("chargers", Side::Blue, "Cv armoured", (4, 4), (36.0, 24.0), 180.0)
        .commander("chief", Side::Red, crate::state::Grade::Field, Some("foot"), (36.0, 24.0));
    let mut scene = charges(table.build(), "chargers", "foot", FRONTS).cohesion("foot", Cohesion::Disrupted);
    let (chief, foot) = (scene.officer("chief"), scene.group("foot"));
    let displaced = scene.base("foot", 0, 0);
    scene.state.commanders[chief.index()].place =
        crate::state::CommanderPlace::Front { group: foot, displaced };
    let fight = fight(&scene);
    let rerolls: Vec<_> = fight.parts_of(foot).map(|part| (part.support, part.reroll)).collect();
    assert_eq!(rerolls, [(false, aelian_dice::Reroll::Ones), (true, aelian_dice::Reroll::None)]);
    // Eight dice and four of support lose one in three together.
    assert_eq!(fight.dice_of(foot), 8);
    let faces = vec![2; fight.parts.iter().map(|part| usize::from(part.dice)).sum()];
    proceed(&mut scene, &faces);
    assert!(scene.state.hits.iter().all(|hits| !hits.shooting));
}

/// FA-ORB-12, FA-MDICE-06: an orb of eight fights each way with two bases, one of them in front.
#[test]
fn an_orb_fights_by_quarters() {
    let orb = |phase| {
        let mut scene = table(phase)
            .group("orb", Side::Red, "HF protected offensive-spearmen", (8, 2), (36.0, 24.0), 0.0)
            .group("enemy", Side::Blue, "HF protected", (4, 2), (36.0, 24.0), 180.0)
            .build();
        let id = scene.group("orb");
        scene.state.groups[id.index()].shape = Shape::Orb;
        let scene = if phase == Phase::Impact {
            charges(scene, "enemy", "orb", FRONTS)
        } else {
            scene.fighting("orb", "enemy")
        };
        let fight = fight(&scene);
        (fight.dice_of(scene.group("orb")), fight.dice_of(scene.group("enemy")))
    };
    assert_eq!(orb(Phase::Impact), (2, 2));
    assert_eq!(orb(Phase::Melee), (2, 4));
}
