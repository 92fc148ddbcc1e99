//! The book's own example, and others that are worked out in the ledger (90).

use super::*;
use crate::field::AreaKind;
use crate::state::Tie;
use aelian_game::Side;

/// Twelve Gauls in six files charge eight legionaries in four, in the middle.
fn gauls_charge() -> Scene {
    let scene = table(Phase::Impact)
        .group("gauls", Side::Red, GAULS, (12, 6), (36.0, 24.0), 0.0)
        .group("romans", Side::Blue, ROMANS, (8, 4), (36.0, 24.0), 180.0)
        .build();
    charges(scene, "gauls", "romans", FRONTS)
}

/// EX-01, EX-02, FA-IDICE-03, FA-IMP-07, FA-IPOA-01, FA-POA-01, FA-POA-08: eight dice each, at 4; no overlaps.
#[test]
fn four_files_meet_four() {
    let scene = gauls_charge();
    let fight = fight(&scene);
    assert_eq!(dice(&scene, &fight, "gauls"), [(8, 4)]);
    assert_eq!(dice(&scene, &fight, "romans"), [(8, 4)]);
    assert!(fight.duels.iter().all(|duel| duel.net.value == 0 && duel.net.mine.total() == 2));
}

/// EX-03 to EX-06, FA-COMB-01, FA-COMB-02, FA-COMB-05, FA-COMB-06, FA-POA-04, FA-POA-07, FA-CTM-20, FA-DEATH-07, FA-COMB-03, FA-COMB-04, FA-QUAL-03, FA-QUAL-06, FA-QUAL-07: the whole impact of the book, die by die.
#[test]
fn the_book_s_impact() {
    let mut scene = gauls_charge();
    proceed(&mut scene, &[6, 5, 4, 1, 2, 3, 5, 1, 3, 5, 2, 1, 3, 2, 6, 1, 5, 1]);
    assert_eq!((hits_of(&scene, "gauls"), hits_of(&scene, "romans")), (4, 3));
    proceed(&mut scene, &[5, 3]);
    assert_eq!(cohesion_of(&scene, "romans"), Cohesion::Disrupted);
    proceed(&mut scene, &[1]);
    proceed(&mut scene, &[4]);
    assert_eq!(scene.state.strength(scene.group("romans")), 7);
    assert_eq!(scene.state.strength(scene.group("gauls")), 12);
    assert!(!scene.state.bouts[0].fresh);
    assert!(scene.state.did(scene.group("gauls"), Deed::Fought));
}

/// The same two groups in the melee phase of that turn.
fn melee() -> Scene {
    let mut scene = table(Phase::Melee)
        .group("gauls", Side::Red, GAULS, (12, 6), (36.0, 24.0), 0.0)
        .group("romans", Side::Blue, ROMANS, (8, 4), (36.0, 24.0), 180.0)
        .build()
        .fighting("gauls", "romans")
        .cohesion("romans", Cohesion::Disrupted);
    let last = scene.base("romans", 3, 1);
    scene.state.bases[last.index()].lost = true;
    scene
}

/// EX-07, EX-08, FA-MDICE-03, FA-OVM-01, FA-MEAS-09, FA-MPOA-01, FA-MPOA-02, FA-MPOA-10, FA-MPOA-13, FA-TAB-CCHIT,
/// FA-COH-05.
#[test]
fn the_gauls_overlap_on_both_sides() {
    let scene = melee();
    let fight = fight(&scene);
    assert_eq!(dice(&scene, &fight, "gauls"), [(12, 5)]);
    assert_eq!(dice(&scene, &fight, "romans"), [(5, 3)]);
    assert_eq!(fight.duels.iter().filter(|duel| duel.overlap).count(), 2);
}

/// EX-09 to EX-12, FA-COH-10, FA-REM-11: the whole melee of the book, and the dice of the next one.
#[test]
fn the_book_s_melee() {
    let mut scene = melee();
    proceed(&mut scene, &[3, 3, 2, 5, 5, 2, 1, 1, 6, 4, 3, 3, 6, 4, 3, 3, 1, 5]);
    assert_eq!((hits_of(&scene, "gauls"), hits_of(&scene, "romans")), (3, 5));
    proceed(&mut scene, &[2, 3]);
    assert_eq!(cohesion_of(&scene, "gauls"), Cohesion::Fragmented);
    // The side that is not active rolls first.
    proceed(&mut scene, &[1]);
    proceed(&mut scene, &[6]);
    assert_eq!(scene.state.strength(scene.group("romans")), 6);
    assert_eq!(scene.state.strength(scene.group("gauls")), 12);
    assert!((scene.look().block(scene.group("romans")).width - 160.0).abs() < 0.01);
    let mut again = scene.clone();
    (again.state.phase, again.state.stage) = (Phase::Melee, Stage::Fight);
    again.state.dealt = GroupSet::EMPTY;
    let fight = fight(&again);
    assert_eq!((fight.dice_of(again.group("romans")), fight.dice_of(again.group("gauls"))), (4, 6));
}

/// EX-13, FA-QUAL-02, FA-QUAL-09: an elite 2 re-rolled as 1 stays 2.
#[test]
fn a_re_roll_never_lowers() {
    let one = aelian_dice::Throw::Total { dice: 1, reroll: aelian_dice::Reroll::OnesAndTwos };
    let fraction = |sum| one.odds(100).weight(&aelian_dice::Reading::Sum(sum)).fraction();
    assert_eq!((fraction(1), fraction(2)), (Some((1, 36)), Some((1, 12))));
    let throw = aelian_dice::Throw::Total { dice: 2, reroll: aelian_dice::Reroll::OnesAndTwos };
    assert_eq!(throw.read(&[2, 2, 6, 1]).unwrap().sum(), Some(8));
}

/// EX-18, FA-SUPP-01, FA-SUPP-03, FA-SUPP-06, FA-SUPP-07, FA-SUPP-08, FA-SUPP-12: three light foot with bows behind support with two dice.
#[test]
fn light_foot_support_against_mounted() {
    let supports = |charger: &str| {
        let scene = table(Phase::Impact)
            .mixed("foot", Side::Red, &[("HF protected", 6), ("LF unprotected bow", 3)], 3, (36.0, 24.0), 0.0)
            .group("chargers", Side::Blue, charger, (3, 3), (36.0, 24.0), 180.0)
            .build();
        let scene = charges(scene, "chargers", "foot", FRONTS);
        let fight = fight(&scene);
        let shots = |part: &&Part| part.support;
        fight.parts.iter().filter(shots).map(|part| (part.dice, part.to_hit)).collect::<Vec<_>>()
    };
    // In the third rank with bows, against protected cavalry entirely one base deep: no row, - for the impact phase.
    assert_eq!(supports("Cv protected"), [(2, 5)]);
    assert_eq!(supports("MF protected"), []);
}

/// EX-19, FA-FLK-15, FA-IPOA-16, FA-POA-11: a flank charge hits on 3, those charged on 5.
#[test]
fn a_flank_charge_is_decisive() {
    let scene = table(Phase::Impact)
        .group("cavalry", Side::Red, "Cv protected", (2, 1), (36.0, 24.0), 0.0)
        .group("foot", Side::Blue, "HF armoured impact-foot", (4, 4), (36.8, 24.0), 90.0)
        .build();
    let scene = charges(scene, "cavalry", "foot", [Tie::Front, Tie::HitInFlank]);
    let fight = fight(&scene);
    assert!(fight.parts.iter().any(|part| part.by == scene.group("cavalry") && part.to_hit == 3));
    assert!(fight.parts_of(scene.group("foot")).all(|part| part.to_hit == 5));
    assert!(fight.dice_of(scene.group("foot")) > 0);
}

/// EX-20, FA-POA-01, FA-POA-02: ++ against + is + and -.
#[test]
fn claims_are_netted() {
    let scene = table(Phase::Impact)
        .group("wild", Side::Red, "MF protected impact-foot", (4, 4), (36.0, 24.0), 0.0)
        .group("axes", Side::Blue, "HF protected heavy-weapon", (4, 4), (36.0, 24.0), 180.0)
        .build();
    let scene = charges(scene, "wild", "axes", FRONTS);
    let fight = fight(&scene);
    assert_eq!(dice(&scene, &fight, "wild"), [(8, 4)]);
    assert_eq!(dice(&scene, &fight, "axes"), [(8, 5)]);
}

/// EX-34, EX-35, FA-FLK-10, FA-FLK-14, FA-FLK-15, FA-POA-11: hit from three sides, each contact by its own terms.
#[test]
fn legionaries_hit_from_three_sides() {
    // Six files, one rank. The front attacker meets the right end in front; those on the left flank meet the side of
    // a base that could not turn.
    let scene = table(Phase::Impact)
        .group("romans", Side::Red, ROMANS, (6, 6), (36.0, 24.0), 0.0)
        .group("front", Side::Blue, GAULS, (2, 1), (40.0, 24.0), 180.0)
        .group("flank", Side::Blue, GAULS, (2, 1), (31.2, 23.7), 90.0)
        .build();
    let scene = charges(scene, "front", "romans", FRONTS);
    let scene = charges(scene, "flank", "romans", [Tie::HitInFlank, Tie::Front]);
    let fight = fight(&scene);
    assert_eq!(dice(&scene, &fight, "front"), [(2, 4)]);
    assert_eq!(dice(&scene, &fight, "flank"), [(2, 3)]);
    assert_eq!(dice(&scene, &fight, "romans"), [(2, 4), (2, 5)]);
}

/// EX-36, FA-COH-05: of two DISRUPTED groups one throws two dice of two, the other three of four.
#[test]
fn disrupted_groups_lose_one_in_three() {
    let charged = |files: u8| {
        let scene = table(Phase::Impact)
            .group("principes", Side::Red, ROMANS, (files, files), (36.0, 24.0), 0.0)
            .group("gauls", Side::Blue, GAULS, (files, files), (36.0, 24.0), 180.0)
            .build()
            .cohesion("gauls", Cohesion::Disrupted);
        let scene = charges(scene, "principes", "gauls", FRONTS);
        let fight = fight(&scene);
        (fight.dice_of(scene.group("principes")), fight.dice_of(scene.group("gauls")))
    };
    assert_eq!((charged(1), charged(2)), ((2, 2), (4, 3)));
}

/// EX-51, FA-POA-09, FA-IPOA-11, FA-IPOA-03: lancers gain nothing by steady spears, who are too thin to gain either.
#[test]
fn a_single_rank_of_spears_stops_lancers() {
    let scene = table(Phase::Impact)
        .group("knights", Side::Red, "Kn heavily-armoured lancers", (4, 4), (36.0, 24.0), 0.0)
        .group("spears", Side::Blue, "HF protected offensive-spearmen", (4, 4), (36.0, 24.0), 180.0)
        .build();
    let scene = charges(scene, "knights", "spears", FRONTS);
    let fight = fight(&scene);
    assert_eq!(dice(&scene, &fight, "knights"), [(8, 4)]);
    assert_eq!(dice(&scene, &fight, "spears"), [(8, 4)]);
}

/// EX-52, FA-IMP-09, FA-IDICE-10, FA-COMB-07: who is BROKEN before the dice fights nobody.
#[test]
fn the_broken_do_not_fight() {
    let scene = gauls_charge().cohesion("romans", Cohesion::Broken);
    assert!(scene.look().combats().is_empty());
    let mut melee = melee().cohesion("romans", Cohesion::Broken);
    assert!(melee.look().combats().is_empty());
    melee = melee.cohesion("romans", Cohesion::Fragmented);
    assert_eq!(melee.look().combats().len(), 1);
}

/// EX-55, FA-IDICE-09, FA-DIS-04, FA-DIS-10, FA-DIS-15: each state loses its own share.
#[test]
fn partly_disordered_groups_lose_by_state() {
    // Four files of heavy foot, two deep, one file in the forest.
    let shaken = |cohesion| {
        let scene = table(Phase::Melee)
            .area(AreaKind::Forest, &[(30.0, 10.0), (34.3, 10.0), (34.3, 30.0), (30.0, 30.0)])
            .group("foot", Side::Red, "HF protected", (8, 4), (36.0, 24.0), 0.0)
            .group("enemy", Side::Blue, "HF protected", (8, 4), (36.0, 24.0), 180.0)
            .build()
            .fighting("foot", "enemy")
            .cohesion("foot", cohesion);
        fight(&scene).dice_of(scene.group("foot"))
    };
    assert_eq!((shaken(Cohesion::Steady), shaken(Cohesion::Disrupted)), (7, 5));
}

/// EX-56, FA-IDICE-04, FA-IDICE-08: six dice, half lost, then one of three.
#[test]
fn light_foot_lose_half_and_then_for_their_state() {
    let scene = table(Phase::Impact)
        .group("light", Side::Red, "LF unprotected", (3, 3), (36.0, 24.0), 0.0)
        .group("cavalry", Side::Blue, "Cv protected", (3, 3), (36.0, 24.0), 180.0)
        .build()
        .cohesion("light", Cohesion::Disrupted);
    let scene = charges(scene, "cavalry", "light", FRONTS);
    assert_eq!(fight(&scene).dice_of(scene.group("light")), 2);
}
