//! Who fights in melee (65, 68.2, 68.3).

use super::*;
use crate::state::Shape;
use aelian_game::Side;

const HF: &str = "HF protected";

/// FA-TAB-MELDICE, FA-MDICE-01, FA-MDICE-02, FA-MDICE-03, FA-MDICE-04, FA-MDICE-05, FA-MEL-01, FA-MEL-02, FA-MEL-04: two for each front base of the heavy kinds, one for each of two ranks of the others.
#[test]
fn dice_by_kind_and_rank() {
    let dice = |troop: &str| {
        let scene = table(Phase::Melee)
            .group("red", Side::Red, troop, (4, 2), (36.0, 24.0), 0.0)
            .group("blue", Side::Blue, HF, (4, 2), (36.0, 24.0), 180.0)
            .build()
            .fighting("red", "blue");
        fight(&scene).dice_of(scene.group("red"))
    };
    for two_in_front in ["Kn heavily-armoured lancers", "El", "HCh", "LCh", "SCh", "HArt"] {
        assert_eq!(dice(two_in_front), 4, "{two_in_front}");
    }
    for one_each in [HF, "MF protected", "Ct heavily-armoured lancers", "Cv armoured", "Cm protected"] {
        assert_eq!(dice(one_each), 4, "{one_each}");
    }
    let thin = |troop: &str| {
        let scene = table(Phase::Melee)
            .group("red", Side::Red, troop, (2, 2), (36.0, 24.0), 0.0)
            .group("blue", Side::Blue, HF, (4, 2), (36.0, 24.0), 180.0)
            .build()
            .fighting("red", "blue");
        fight(&scene).dice_of(scene.group("red"))
    };
    assert_eq!((thin("Kn heavily-armoured lancers"), thin("Cv armoured"), thin("BWg")), (4, 2, 4));
}

/// FA-MEL-05: a rear rank of another group does not fight.
#[test]
fn others_behind_do_not_help() {
    let scene = table(Phase::Melee)
        .group("red", Side::Red, HF, (2, 2), (36.0, 24.0), 0.0)
        .group("behind", Side::Red, HF, (2, 2), (36.0, 23.4), 0.0)
        .group("blue", Side::Blue, HF, (4, 2), (36.0, 24.0), 180.0)
        .build()
        .fighting("red", "blue");
    let fight = fight(&scene);
    assert_eq!((fight.dice_of(scene.group("red")), fight.dice_of(scene.group("behind"))), (2, 0));
}

/// FA-ALG-07, FA-ALG-91, FA-MEL-03, FA-OVL-06, FA-OVL-07, FA-OVM-01, FA-OVM-02, FA-OVL-00: one file at each end, from another group too; who only overlaps
/// is marked so, and no dice are thrown at him.
#[test]
fn one_file_overlaps_at_each_end() {
    let mut scene = table(Phase::Melee)
        .group("red", Side::Red, HF, (4, 2), (36.0, 24.0), 0.0)
        .group("friend", Side::Red, HF, (8, 4), (40.8, 24.0), 0.0)
        .group("blue", Side::Blue, HF, (4, 2), (36.0, 24.0), 180.0)
        .build()
        .fighting("red", "blue");
    let plan = fight(&scene);
    assert_eq!(plan.dice_of(scene.group("friend")), 2);
    assert_eq!(plan.duels.iter().filter(|duel| duel.overlap).count(), 1);
    assert!(plan.parts.iter().all(|part| part.on != scene.group("friend")));
    let dice: usize = plan.parts.iter().map(|part| usize::from(part.dice)).sum();
    proceed(&mut scene, &vec![1; dice]);
    let friend = scene.group("friend");
    assert!(scene.state.in_close_combat(friend) && !scene.state.committed(friend));
    // It steps away: at the next melee it no longer fights.
    for base in scene.state.bases.iter_mut().filter(|base| base.group == friend) {
        base.rect.pose = base.rect.pose.shifted(100.0);
    }
    (scene.state.phase, scene.state.stage, scene.state.dealt) = (Phase::Melee, Stage::Fight, GroupSet::EMPTY);
    proceed(&mut scene, &vec![1; dice - 2]);
    assert!(!scene.state.in_close_combat(friend));
}

/// FA-OVL-06: side edge on side edge of an enemy who is fought in front.
#[test]
fn a_base_beside_the_enemy_overlaps() {
    let scene = table(Phase::Melee)
        .group("red", Side::Red, HF, (2, 1), (36.0, 24.0), 0.0)
        .group("beyond", Side::Red, HF, (1, 1), (37.6, 24.6), 0.0)
        .group("blue", Side::Blue, HF, (2, 1), (36.0, 24.0), 180.0)
        .build()
        .fighting("red", "blue");
    let fight = fight(&scene);
    assert_eq!(fight.dice_of(scene.group("beyond")), 1);
}

/// FA-OVM-05: who has an enemy of his own before him overlaps nobody.
#[test]
fn who_fights_in_front_overlaps_nobody() {
    let scene = table(Phase::Melee)
        .group("red", Side::Red, HF, (8, 4), (36.0, 24.0), 0.0)
        .group("west", Side::Blue, HF, (4, 2), (34.4, 24.0), 180.0)
        .group("east", Side::Blue, HF, (4, 2), (37.6, 24.0), 180.0)
        .build()
        .fighting("red", "west")
        .fighting("red", "east");
    let fight = fight(&scene);
    assert!(fight.duels.iter().all(|duel| !duel.overlap));
    assert_eq!(fight.dice_of(scene.group("red")), 8);
}

/// FA-OVM-03: where fronts lie on two neighbouring edges of a base, the corner between them admits no overlap.
#[test]
fn a_corner_between_two_fronts_is_closed() {
    let overlaps = |flanked: bool| {
        let scene = table(Phase::Melee)
            .group("red", Side::Red, HF, (2, 2), (36.0, 24.0), 0.0)
            .group("blue", Side::Blue, HF, (1, 1), (35.2, 24.0), 180.0)
            .group("flank", Side::Red, HF, (1, 1), (36.0, 24.8), 270.0)
            .build()
            .fighting("red", "blue");
        let scene = if flanked { scene.fighting("flank", "blue") } else { scene };
        fight(&scene).duels.iter().filter(|duel| duel.overlap && duel.by == scene.base("red", 1, 0)).count()
    };
    assert_eq!((overlaps(false), overlaps(true)), (1, 0));
}

/// FA-OVM-07, FA-ORB-13, FA-ORB-15: an orb is not overlapped and overlaps nobody.
#[test]
fn orbs_and_overlaps() {
    let mut scene = table(Phase::Melee)
        .group("orb", Side::Red, "HF protected offensive-spearmen", (8, 2), (36.0, 24.0), 0.0)
        .group("blue", Side::Blue, HF, (8, 4), (36.0, 24.0), 180.0)
        .build()
        .fighting("orb", "blue");
    let orb = scene.group("orb");
    scene.state.groups[orb.index()].shape = Shape::Orb;
    assert!(fight(&scene).duels.iter().all(|duel| !duel.overlap));
    let mut beside = table(Phase::Melee)
        .group("red", Side::Red, HF, (4, 2), (36.0, 24.0), 0.0)
        .group("orb", Side::Red, "HF protected offensive-spearmen", (8, 2), (39.2, 24.0), 0.0)
        .group("blue", Side::Blue, HF, (4, 2), (36.0, 24.0), 180.0)
        .build()
        .fighting("red", "blue");
    let orb = beside.group("orb");
    beside.state.groups[orb.index()].shape = Shape::Orb;
    assert_eq!(fight(&beside).dice_of(orb), 0);
}

/// FA-TWO-01, FA-TWO-03, FA-MPOA-11, AMB-31: bases turned to another enemy cost all of the group a point.
#[test]
fn two_directions_cost_a_point() {
    let mut scene = table(Phase::Melee)
        .group("red", Side::Red, HF, (3, 3), (36.0, 24.0), 0.0)
        .group("front", Side::Blue, HF, (2, 2), (35.2, 24.0), 180.0)
        .group("flank", Side::Blue, HF, (1, 1), (38.4, 23.2), 270.0)
        .build()
        .fighting("red", "front")
        .fighting("red", "flank");
    // The eastern file has turned to the east.
    let turned = scene.base("red", 2, 0);
    let rect = &mut scene.state.bases[turned.index()].rect;
    rect.pose = aelian_geometry::Pose::new(38.4 * 25.0, 23.2 * 25.0, aelian_geometry::Facing::RIGHT);
    let plan = fight(&scene);
    let points = |name: &str| {
        let of = |duel: &&crate::combat::Duel| scene.state.base(duel.by).group == scene.group(name);
        plan.duels.iter().filter(of).map(|duel| duel.net.value).collect::<Vec<_>>()
    };
    assert_eq!(points("red"), [-1, -1, -1]);
    assert!(points("front").iter().chain(&points("flank")).all(|value| *value == 1));
}

/// FA-OFF-01, FA-OFF-03: a line that could not square up fights with as many bases as if it had.
#[test]
fn offset_lines_fight_as_if_square() {
    let scene = table(Phase::Melee)
        .group("red", Side::Red, HF, (8, 4), (36.4, 24.0), 0.0)
        .group("blue", Side::Blue, HF, (8, 4), (36.0, 24.0), 180.0)
        .build()
        .fighting("red", "blue");
    let fight = fight(&scene);
    assert_eq!((fight.dice_of(scene.group("red")), fight.dice_of(scene.group("blue"))), (8, 8));
    assert!(fight.duels.iter().all(|duel| !duel.overlap));
}

/// FA-MEL-06: a base held in front and in flank fights its front.
#[test]
fn the_front_goes_before_the_flank() {
    let scene = table(Phase::Melee)
        .group("red", Side::Red, HF, (1, 1), (36.0, 24.0), 0.0)
        .group("front", Side::Blue, HF, (1, 1), (36.0, 24.0), 180.0)
        .group("flank", Side::Blue, HF, (1, 1), (36.8, 23.2), 270.0)
        .build()
        .fighting("red", "front")
        .fighting("red", "flank");
    let fight = fight(&scene);
    let red = scene.base("red", 0, 0);
    let mine: Vec<_> = fight.duels.iter().filter(|duel| duel.by == red).map(|duel| duel.on).collect();
    assert_eq!(mine, [scene.base("front", 0, 0)]);
    assert_eq!(fight.dice_of(scene.group("flank")), 1);
}

/// FA-ALLOC-01, FA-ALLOC-02, FA-ALLOC-03, FA-ALLOC-04, FA-ALLOC-06: two enemies, one loss, shared by the bases against each.
#[test]
fn losses_are_shared_between_enemies() {
    let scene = table(Phase::Melee)
        .group("red", Side::Red, HF, (12, 6), (36.0, 24.0), 0.0)
        .group("west", Side::Blue, HF, (8, 4), (34.4, 24.0), 180.0)
        .group("east", Side::Blue, HF, (4, 2), (39.2, 24.0), 180.0)
        .build()
        .fighting("red", "west")
        .fighting("red", "east")
        .cohesion("red", Cohesion::Fragmented);
    let fight = fight(&scene);
    let mut dice: Vec<_> = fight.parts_of(scene.group("red")).map(|part| (part.on, part.dice)).collect();
    dice.sort_unstable();
    assert_eq!(dice, [(scene.group("west"), 4), (scene.group("east"), 2)]);
}

/// FA-MDICE-02: the two halves of a wagon's long side; one that nobody meets overlaps.
#[test]
fn wagons_in_melee() {
    let scene = table(Phase::Melee)
        .group("foot", Side::Red, HF, (4, 2), (34.4, 23.2), 0.0)
        .group("wagon", Side::Blue, "BWg", (1, 1), (36.0, 24.0), 90.0)
        .build()
        .fighting("foot", "wagon");
    let plan = fight(&scene);
    assert_eq!((plan.dice_of(scene.group("wagon")), plan.dice_of(scene.group("foot"))), (4, 4));
}

/// FA-TWO-02, FA-FLK-17: an enemy on the flank to whom nobody turned makes no second direction.
#[test]
fn no_second_direction_without_turned_bases() {
    let scene = table(Phase::Melee)
        .group("red", Side::Red, HF, (3, 3), (36.0, 24.0), 0.0)
        .group("front", Side::Blue, HF, (2, 2), (35.2, 24.0), 180.0)
        .group("flank", Side::Blue, HF, (1, 1), (38.4, 23.2), 270.0)
        .build()
        .fighting("red", "front")
        .fighting("red", "flank");
    let plan = fight(&scene);
    assert!(plan.duels.iter().all(|duel| duel.net.value == 0));
}

/// FA-TWO-05, FA-FF-06, FA-ORB-14: neither works defended two ways nor an orb cost a point.
#[test]
fn works_and_orbs_may_fight_two_ways() {
    let mut scene = table(Phase::Melee)
        .group("red", Side::Red, HF, (3, 3), (36.0, 24.0), 0.0)
        .group("front", Side::Blue, HF, (2, 2), (35.2, 24.0), 180.0)
        .group("flank", Side::Blue, HF, (1, 1), (39.0, 23.2), 270.0)
        .build()
        .fighting("red", "front")
        .fighting("red", "flank");
    let turned = scene.base("red", 2, 0);
    let facing = aelian_geometry::Facing::RIGHT;
    let pose = aelian_geometry::Pose::new(38.4 * 25.0, 23.2 * 25.0, facing);
    scene.state.bases[turned.index()].rect.pose = pose;
    let rect = aelian_geometry::Rect::new(pose.advanced(15.0), 40.0, 15.0);
    scene.state.works.push(crate::state::Work { side: Side::Red, portable_of: None, rect });
    let plan = fight(&scene);
    let of_red = |duel: &&crate::combat::Duel| scene.state.base(duel.by).group == scene.group("red");
    let mut nets: Vec<_> = plan.duels.iter().filter(of_red).map(|duel| duel.net.value).collect();
    nets.sort_unstable();
    assert_eq!(nets, [0, 0, 1]);
}
