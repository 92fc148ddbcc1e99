//! Dice, losses and the threshold (60.8, FA-SHOOT-04).

use super::{at, dice, facing, shooting};
use crate::field::AreaKind;
use crate::state::Cohesion;
use crate::testing::Scene;
use crate::troop::Quality;
use aelian_game::Side;

/// FA-SDICE-01, FA-SDICE-02, FA-SDICE-03, FA-SDICE-04, FA-SDICE-05, FA-SDICE-06, FA-SDICE-07, FA-SDICE-08,
/// FA-SHOOT-25, FA-SHOOT-28, FA-TAB-SHOOTDICE, FA-TROOP-15, FA-MEAS-08, AMB-56: dice of every kind of shooters in two ranks of four,
/// in effective range and beyond it.
#[test]
fn every_kind_has_its_dice() {
    for (troop, near, far) in [
        ("MF unprotected bow", 6, 4),
        ("MF unprotected longbow", 6, 4),
        ("HF armoured crossbow", 6, 4),
        ("Mob unprotected bow", 6, 4),
        ("Cv unprotected bow", 6, 0),
        ("Cm unprotected bow", 6, 0),
        ("Kn armoured bow", 4, 0),
        ("LCh bow", 4, 0),
        ("HCh bow", 4, 0),
        ("LF unprotected bow", 4, 2),
        ("LF unprotected sling", 4, 0),
        ("LH unprotected bow", 4, 0),
        ("MF protected bow*", 4, 2),
        ("Cv armoured bow*", 4, 0),
        ("MF protected firearm", 0, 0),
        ("HArt", 8, 4),
        ("LArt", 8, 0),
    ] {
        let counted = |gap| dice(&facing(troop, (8, 4), gap), "blue");
        let beyond = if troop == "HArt" { 7.0 } else { 5.0 };
        let beyond = if troop == "LArt" { 6.5 } else { beyond };
        assert_eq!((counted(3.5), counted(beyond)), (near, far), "{troop}");
    }
    assert_eq!(dice(&facing("MF protected firearm", (8, 4), 1.5), "blue"), 4);
    assert_eq!(dice(&facing("LF unprotected javelins", (8, 4), 1.5), "blue"), 4);
}

/// FA-SHOOT-28: the third rank does not shoot.
#[test]
fn two_ranks_shoot() {
    assert_eq!(dice(&facing("LF unprotected bow", (12, 4), 3.0), "blue"), 4);
    assert_eq!(dice(&facing("MF unprotected bow", (12, 4), 3.0), "blue"), 6);
}

/// FA-SDICE-04, EX-14: four cavalry archers in two ranks have 3 dice.
#[test]
fn four_archers_on_horses() {
    assert_eq!(dice(&facing("Cv armoured bow", (4, 2), 3.0), "blue"), 3);
}

/// FA-SDICE-09, EX-15: archers behind lancers count as the first shooting rank: 2 dice.
#[test]
fn archers_behind_lancers() {
    let scene = shooting()
        .mixed("red", Side::Red, &[("Cv armoured lancers", 2), ("Cv armoured bow", 2)], 2, (30.0, 20.0), 0.0)
        .group("blue", Side::Blue, "HF protected", (12, 6), (30.0, 23.0), 180.0)
        .build();
    assert_eq!(dice(&scene, "blue"), 2);
}

fn two_light_horse(one: &str, other: &str, bases: (u8, u8)) -> Scene {
    shooting()
        .group("one", Side::Red, one, (bases.0, bases.0), (27.0, 20.0), 0.0)
        .group("other", Side::Red, other, (bases.1, bases.1), (33.0, 20.0), 0.0)
        .group("blue", Side::Blue, "Cv protected", (12, 6), (30.0, 23.0), 180.0)
        .build()
}

/// FA-SDICE-10, FA-SDICE-13, FA-ALG-97, EX-50: three and three light horse make three dice, not one and one.
#[test]
fn bases_are_added_before_rounding() {
    let scene = two_light_horse("LH unprotected bow", "LH unprotected bow", (3, 3));
    assert_eq!(dice(&scene, "blue"), 3);
    let alone = two_light_horse("LH unprotected bow", "LH unprotected javelins", (3, 3));
    assert_eq!(dice(&alone, "blue"), 1, "javelins do not reach");
}

/// FA-SDICE-13, AMB-83: a shared die has the worst points and the worst re-rolls and belongs to the one with the most
/// bases in it.
#[test]
fn a_shared_die_is_the_worst_of_both() {
    let scene = two_light_horse("LH unprotected crossbow superior", "LH unprotected bow poor", (3, 3));
    let plan = scene.look().shooting_plan();
    let shared: Vec<_> = plan.hand.bundles.iter().filter(|bundle| bundle.bases == 0).collect();
    assert_eq!(shared.len(), 1);
    assert_eq!((shared[0].poa, shared[0].quality), (0, Quality::Poor), "the crossbow has no plus");
    assert_eq!(shared[0].by, scene.group("one"));
    let own = |name: &str| {
        let by = scene.group(name);
        let found = plan.hand.bundles.iter().find(|bundle| bundle.by == by && bundle.bases > 0).unwrap();
        (found.dice, found.poa, found.quality)
    };
    assert_eq!((own("one"), own("other")), ((1, 0, Quality::Superior), (1, 1, Quality::Poor)));
}

/// FA-SDICE-11, FA-MEAS-09, FA-DIS-08, FA-DIS-09, FA-DIS-10: one die in three, or one in two, and only the
/// worst.
#[test]
fn dice_are_lost_by_state() {
    let scene = |bases| facing("MF unprotected bow", bases, 3.0);
    assert_eq!(dice(&scene((8, 4)).cohesion("red", Cohesion::Disrupted), "blue"), 4);
    assert_eq!(dice(&scene((8, 4)).cohesion("red", Cohesion::Fragmented), "blue"), 3);
    assert_eq!(dice(&scene((2, 2)).cohesion("red", Cohesion::Disrupted), "blue"), 2, "two dice lose none");
}

/// FA-DIS-04, FA-DIS-15, AMB-82: only the dice of disordered bases lose; each state by itself.
#[test]
fn only_disordered_bases_lose_dice() {
    let scene = || {
        shooting()
            .area(AreaKind::Marsh, &[(20.0, 15.0), (30.0, 15.0), (30.0, 21.0), (20.0, 21.0)])
            .group("red", Side::Red, "Cv unprotected bow", (6, 6), (30.0, 20.0), 0.0)
            .group("blue", Side::Blue, "HF protected", (12, 6), (30.0, 23.0), 180.0)
            .build()
    };
    // Three bases stand in the marsh in severe disorder: 3 dice lose 1; the other 3 lose none.
    assert_eq!(dice(&scene(), "blue"), 5);
    assert_eq!(dice(&scene().cohesion("red", Cohesion::Disrupted), "blue"), 4);
}

fn split(files: u8) -> Scene {
    shooting()
        .group("red", Side::Red, "MF unprotected bow", (files, files), (30.0, 20.0), 0.0)
        .group("left", Side::Blue, "HF protected", (8, 4), (26.8, 23.0), 180.0)
        .group("right", Side::Blue, "HF protected", (8, 4), (33.2, 23.0), 180.0)
        .build()
}

/// FA-SDICE-14: the files of one group shoot at their own targets, each counted there.
#[test]
fn each_file_shoots_at_its_own_target() {
    let scene = split(4);
    assert_eq!((dice(&scene, "left"), dice(&scene, "right")), (2, 2));
}

/// FA-SDICE-12, FA-DEC-34: the loss of a group with two targets is worked out once; where it is missing its owner says.
#[test]
fn a_loss_is_shared_between_targets() {
    use crate::choice::{Choice, Prompt};
    use crate::shooting::{ShootingChoice, ShootingPrompt};
    use aelian_game::{Next, Ruleset};
    let mut scene = split(6).cohesion("red", Cohesion::Fragmented);
    assert_eq!((dice(&scene, "left") + dice(&scene, "right")), 3);
    let group = scene.group("red");
    let (left, right) = (scene.group("left"), scene.group("right"));
    let targets = [left, right].into_iter().collect();
    let prompt = Prompt::Shooting(ShootingPrompt::LessAt { group, targets });
    assert_eq!(scene.rules.next(&scene.state), Next::Ask { side: Side::Red, prompt });
    let refused = Choice::Shooting(ShootingChoice::LessAt { group, target: group });
    assert_eq!(scene.refusals(&refused)[0].as_str(), "FA-SDICE-12");
    let choice = Choice::Shooting(ShootingChoice::LessAt { group, target: right });
    scene.play(&choice, &[]);
    assert_eq!((dice(&scene, "left"), dice(&scene, "right")), (2, 1));
}

/// FA-SHOOT-04, FA-SOUT-01, AMB-44: three dice against nine counted bases are rolled, against ten too, for three hits
/// could cost a base; two dice are not.
#[test]
fn few_dice_are_not_rolled() {
    let rolled = |bases: (u8, u8)| {
        let scene = facing("MF unprotected bow", bases, 3.0);
        let plan = scene.look().shooting_plan();
        !scene.look().targets_left(&plan).is_empty()
    };
    assert!(rolled((3, 3)) && !rolled((2, 2)));
}

/// FA-SHOOT-04, FA-SOUT-01, FA-SOUT-02, FA-DEATH-02, FA-DEATH-06: how many dice are needed against this target.
#[test]
fn the_threshold_depends_on_the_target() {
    let rolled = |shooter: &str, bases: u8, target: &str, size: (u8, u8)| {
        let scene = shooting()
            .group("red", Side::Red, shooter, (bases, bases), (30.0, 20.0), 0.0)
            .group("blue", Side::Blue, target, size, (30.0, 22.0), 180.0)
            .build();
        let plan = scene.look().shooting_plan();
        (plan.dice_at(scene.group("blue")), !scene.look().targets_left(&plan).is_empty())
    };
    let bow = "MF unprotected bow";
    assert_eq!(rolled(bow, 1, "LH unprotected", (4, 2)), (1, false));
    assert_eq!(rolled(bow, 2, "LH unprotected", (4, 2)), (2, true), "two hits on four bases");
    assert_eq!(rolled(bow, 2, "El", (2, 2)), (2, true), "elephants count as four");
    assert_eq!(rolled("HArt", 1, "HF protected", (12, 4)), (2, true), "two hits where artillery shoots");
    assert_eq!(rolled(bow, 2, "HF protected", (12, 4)), (2, false));
}

/// FA-TAB-SHOOTHIT: the scores.
#[test]
fn points_give_scores() {
    let scene = at("MF unprotected bow", (4, 4), "HF protected", 3.0);
    let table = &scene.rules.tables.shooting;
    assert_eq!([-3, -2, -1, 0, 1, 2, 3].map(|poa| table.to_hit(poa)), [6, 6, 5, 4, 3, 2, 2]);
}
