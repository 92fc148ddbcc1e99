//! 68.7 and the pursuers of 70.5.

use super::*;
use crate::field::AreaKind;
use crate::rout::RoutChoice;
use crate::state::{Bout, Tie};
use aelian_game::{Next, Ruleset, Side};

/// Red's winner has broken Blue's loser, who is about to rout.
fn beaten(winner: &str, loser: &str) -> Table {
    at(Phase::Melee, Stage::InitialRouts).group("winner", Side::Red, winner, (8, 4), (36.0, 20.0), 0.0).group(
        "loser",
        Side::Blue,
        loser,
        (8, 4),
        (36.0, 20.0),
        180.0,
    )
}

fn start(table: Table) -> Scene {
    let scene = table.build().fighting("winner", "loser");
    broken(scene, "loser", BrokenWhy::CloseCombat, &["winner"])
}

fn proceed(scene: &mut Scene, faces: &[u8]) {
    scene.play(&Choice::Proceed, faces);
}

fn answer(scene: &mut Scene, choice: RoutChoice, faces: &[u8]) {
    scene.play(&Choice::Rout(choice), faces);
}

fn asks(scene: &Scene) -> bool {
    matches!(scene.rules.next(&scene.state), Next::Ask { .. })
}

/// FA-PUR-01, FA-PUR-08, FA-PUR-09, FA-PUR-10, FA-VMD-05, FA-JPUR-20, FA-COH-16, FA-REM-03: winners pursue with a die of their own; in contact at
/// the end they cost the routers a base and pursue on.
#[test]
fn winners_pursue_and_routers_lose_a_base() {
    let mut scene = start(beaten("Cv armoured swordsmen", "MF protected"));
    // The rout: 4 MU. The pursuit begins; its die; its move; the loss; the end.
    proceed(&mut scene, &[3]);
    proceed(&mut scene, &[]);
    proceed(&mut scene, &[3]);
    proceed(&mut scene, &[]);
    let (winner, loser) = (scene.group("winner"), scene.group("loser"));
    assert!(scene.look().touch(winner, loser));
    assert_eq!(stands(&scene, "winner"), (36.0, 24.0, 0.0));
    proceed(&mut scene, &[]);
    while scene.state.pending.last().is_some_and(|top| matches!(top, crate::pending::Pending::Cohesion(_))) {
        let mut out = Vec::new();
        scene.rules.propose(&scene.state, aelian_game::Want::All, &mut out);
        scene.play(&out[0].clone(), &[]);
    }
    assert_eq!(scene.state.strength(loser), 7);
    proceed(&mut scene, &[]);
    assert!(scene.state.did(winner, Deed::Pursuing) && scene.state.did(winner, Deed::Pursued));
    assert_eq!(scene.state.pursuits.len(), 1);
    assert_sound(&scene, "pursued");
}

/// FA-JPUR-08: who is left behind halts.
#[test]
fn slow_pursuers_lose_contact() {
    let mut scene = start(beaten("HF armoured", "MF protected"));
    proceed(&mut scene, &[6]);
    proceed(&mut scene, &[]);
    proceed(&mut scene, &[1]);
    proceed(&mut scene, &[]);
    assert_eq!(stands(&scene, "winner"), (36.0, 21.0, 0.0));
    proceed(&mut scene, &[]);
    assert!(scene.state.pursuits.is_empty() && !scene.state.did(scene.group("winner"), Deed::Pursuing));
    assert_eq!(scene.state.strength(scene.group("loser")), 8);
}

/// FA-PUR-02, FA-PUR-03, FA-DEC-38: foot who are no shock troops follow mounted only if their owner wants it and they pass a test.
#[test]
fn foot_after_mounted_need_a_test() {
    let begun = || {
        let mut scene = start(beaten("HF armoured drilled swordsmen", "Cv armoured"));
        proceed(&mut scene, &[3]);
        proceed(&mut scene, &[]);
        assert!(asks(&scene));
        scene
    };
    let mut stays = begun();
    let winner = stays.group("winner");
    answer(&mut stays, RoutChoice::Pursue { group: winner, pursue: false }, &[]);
    assert!(stays.state.pursuits.is_empty());
    let mut fails = begun();
    answer(&mut fails, RoutChoice::Pursue { group: winner, pursue: true }, &[3, 3]);
    assert!(fails.state.pursuits.is_empty());
    let mut passes = begun();
    let pursue = Choice::Rout(RoutChoice::Pursue { group: passes.group("winner"), pursue: true });
    assert!(passes.check(&pursue).ghost.test.is_some());
    passes.play(&pursue, &[3, 4]);
    assert_eq!(passes.state.pursuits.len(), 1);
}

/// FA-PUR-04, FA-DEC-38: shock foot follow mounted unless they try to stay and pass.
#[test]
fn shock_foot_follow_mounted_unless_held() {
    let begun = || {
        let mut scene = start(beaten("HF armoured drilled impact-foot", "Cv armoured"));
        proceed(&mut scene, &[3]);
        proceed(&mut scene, &[]);
        scene
    };
    let pursue = |scene: &Scene, pursue| RoutChoice::Pursue { group: scene.group("winner"), pursue };
    let mut held = begun();
    let stay = pursue(&held, false);
    answer(&mut held, stay, &[4, 4]);
    assert!(held.state.pursuits.is_empty());
    let mut wild = begun();
    let stay = pursue(&wild, false);
    answer(&mut wild, stay, &[2, 2]);
    assert_eq!(wild.state.pursuits.len(), 1);
    let mut free = begun();
    let go = pursue(&free, true);
    answer(&mut free, go, &[]);
    assert_eq!(free.state.pursuits.len(), 1);
}

/// FA-PUR-07, FA-PUR-11, FA-PUR-12: no pursuit while others are fought; enemy fought only as an overlap do not count.
#[test]
fn other_opponents_hold_the_winner() {
    for (tie, pursues) in [(Tie::Front, false), (Tie::Overlap, true)] {
        let table = beaten("Cv armoured", "MF protected").group(
            "beside",
            Side::Blue,
            "MF protected",
            (8, 4),
            (42.4, 20.0),
            180.0,
        );
        let mut scene = start(table);
        let (winner, beside) = (scene.group("winner"), scene.group("beside"));
        scene.state.bouts.push(Bout::between(winner, beside, [tie; 2], false));
        proceed(&mut scene, &[3]);
        proceed(&mut scene, &[]);
        assert_eq!(scene.state.pursuits.len(), usize::from(pursues), "{tie:?}");
    }
}

/// FA-PUR-06: battle wagons do not pursue.
#[test]
fn wagons_stay() {
    let mut scene = start(beaten("BWg bow", "MF protected"));
    proceed(&mut scene, &[3]);
    proceed(&mut scene, &[]);
    assert!(scene.state.pursuits.is_empty());
}

/// FA-PUR-05, FA-TWO-04: nor do those who fought in two directions.
#[test]
fn who_fought_two_ways_stays() {
    let table = beaten("Cv armoured", "MF protected").group(
        "flank",
        Side::Blue,
        "MF protected",
        (4, 1),
        (39.2, 18.4),
        270.0,
    );
    let mut scene = start(table);
    let (winner, flank) = (scene.group("winner"), scene.group("flank"));
    scene.state.bouts.push(Bout::between(winner, flank, [Tie::HitInFlank, Tie::Front], false));
    // The last base of the right file has turned to the right.
    let base = scene.base("winner", 3, 1);
    let rect = scene.state.bases[base.index()].rect;
    let edge = rect.edge_middle(aelian_geometry::Edge::Right);
    let pose = aelian_geometry::Pose { at: edge, facing: aelian_geometry::Facing::RIGHT };
    scene.state.bases[base.index()].rect = rect.with_pose(pose);
    scene.state.groups[winner.index()].shape = crate::state::Shape::Loose;
    scene.state.groups[flank.index()].cohesion = Cohesion::Broken;
    proceed(&mut scene, &[3]);
    proceed(&mut scene, &[]);
    assert!(scene.state.pursuits.is_empty());
}

/// FA-CLOSS-06, FA-JPUR-21: two dice of 10 or more kill the commander with the routers, whatever number pursue.
#[test]
fn a_commander_may_die_with_the_routers() {
    for (dice, lost) in [([5, 5], true), ([4, 5], false)] {
        let table = beaten("Cv armoured swordsmen", "MF protected");
        let table =
            table.commander("chief", Side::Blue, crate::state::Grade::Field, Some("loser"), (36.0, 22.0));
        let mut scene = start(table);
        proceed(&mut scene, &[3]);
        proceed(&mut scene, &[]);
        proceed(&mut scene, &[3]);
        proceed(&mut scene, &[]);
        proceed(&mut scene, &dice);
        let chief = scene.state.commander(scene.officer("chief"));
        assert_eq!(chief.place == crate::state::CommanderPlace::Lost, lost);
    }
}

/// FA-JPUR-09, FA-EDGE-04, FA-ALG-84: pursuers of those who fled over the edge halt at it.
#[test]
fn pursuers_halt_at_the_table_edge() {
    let table = at(Phase::Melee, Stage::InitialRouts)
        .group("winner", Side::Red, "Cv armoured", (4, 4), (36.0, 46.0), 0.0)
        .group("loser", Side::Blue, "MF protected", (4, 4), (36.0, 46.0), 180.0);
    let mut scene = start(table);
    proceed(&mut scene, &[6]);
    assert_eq!(place(&scene, "loser"), Place::RoutedOff);
    proceed(&mut scene, &[]);
    proceed(&mut scene, &[6]);
    proceed(&mut scene, &[]);
    assert_eq!(stands(&scene, "winner"), (36.0, 48.0, 0.0));
    assert_sound(&scene, "edge");
}

/// FA-JPUR-10, FA-DEC-40: before ground that would disorder them severely they may stop.
#[test]
fn pursuers_may_stop_at_bad_ground() {
    for (stop, y) in [(true, 21.0), (false, 22.0)] {
        let forest = [(20.0, 21.0), (50.0, 21.0), (50.0, 40.0), (20.0, 40.0)];
        let table = beaten("HF armoured", "LF unprotected").area(AreaKind::Forest, &forest);
        let mut scene = start(table);
        proceed(&mut scene, &[3]);
        proceed(&mut scene, &[]);
        proceed(&mut scene, &[5]);
        assert!(asks(&scene));
        answer(&mut scene, RoutChoice::AtGround { stop }, &[]);
        proceed(&mut scene, &[]);
        let front = stands(&scene, "winner").1;
        assert!(if stop { (front - y).abs() < 0.01 } else { front > 21.2 }, "{stop}: {front}");
    }
}

/// Fresh foot stand behind those who rout past them.
fn fresh(pursuer: &str, fresh: &str) -> Scene {
    let table = at(Phase::Melee, Stage::InitialRouts)
        .group("winner", Side::Red, pursuer, (8, 4), (36.0, 20.0), 0.0)
        .group("loser", Side::Blue, "LF unprotected", (8, 4), (36.0, 20.0), 180.0)
        .group("fresh", Side::Blue, fresh, (8, 8), (36.0, 23.0), 180.0);
    let mut scene = start(table);
    proceed(&mut scene, &[6]);
    proceed(&mut scene, &[]);
    proceed(&mut scene, &[4]);
    scene
}

/// FA-JPUR-11 to FA-JPUR-13, FA-ALG-83, FA-DEC-39, FA-IMP-08: before fresh battle troops pursuers halt if they pass a test, or contact
/// them as if they charged.
#[test]
fn fresh_enemy_is_contacted_or_halted_before() {
    let mut halts = fresh("Cv armoured drilled", "HF armoured");
    let halt = Choice::Rout(RoutChoice::AtEnemy { halt: true });
    assert!(halts.check(&halt).ghost.test.is_some());
    halts.play(&halt, &[4, 3]);
    proceed(&mut halts, &[]);
    assert_eq!(stands(&halts, "winner"), (36.0, 22.0, 0.0));
    let mut fails = fresh("Cv armoured drilled", "HF armoured");
    fails.play(&halt, &[3, 3]);
    let mut contacts = fresh("Cv armoured drilled", "HF armoured");
    answer(&mut contacts, RoutChoice::AtEnemy { halt: false }, &[]);
    for scene in [&mut fails, &mut contacts] {
        // They cannot evade; then the move.
        proceed(scene, &[]);
        proceed(scene, &[]);
        assert_eq!(stands(scene, "winner"), (36.0, 23.0, 0.0));
        let (winner, fresh) = (scene.group("winner"), scene.group("fresh"));
        let bout = scene.state.bouts.iter().find(|bout| bout.has(fresh)).expect("a fight");
        assert!(bout.fresh && bout.is_committed());
        assert!(scene.state.did(winner, Deed::ContactedInPursuit));
    }
}

/// FA-JPUR-12: skirmishers halt at will.
#[test]
fn skirmishers_halt_at_will() {
    let mut scene = fresh("LH unprotected", "HF armoured");
    let halt = Choice::Rout(RoutChoice::AtEnemy { halt: true });
    assert!(scene.check(&halt).ghost.test.is_none());
    scene.play(&halt, &[]);
    proceed(&mut scene, &[]);
    assert_eq!(stands(&scene, "winner"), (36.0, 22.0, 0.0));
}

/// FA-JPUR-14, FA-JPUR-15, FA-DEC-73: fresh skirmishers evade the pursuers, or must test to stand to battle troops.
#[test]
fn fresh_skirmishers_evade_or_test() {
    let mut scene = fresh("Cv armoured drilled", "LF unprotected");
    let stand = Choice::Rout(RoutChoice::Meet { evade: false });
    assert!(scene.check(&stand).ghost.test.is_some());
    scene.play(&stand, &[2, 2]);
    let mut out = Vec::new();
    scene.rules.propose(&scene.state, aelian_game::Want::All, &mut out);
    assert!(matches!(out[0], Choice::Rout(RoutChoice::Evade(_))), "{out:?}");
    scene.play(&out[0].clone(), &[5]);
    assert!(stands(&scene, "fresh").1 > 28.0);
    proceed(&mut scene, &[]);
    assert_sound(&scene, "dodged");
    let mut brave = fresh("Cv armoured drilled", "LF unprotected");
    brave.play(&stand, &[5, 5]);
    proceed(&mut brave, &[]);
    assert_eq!(stands(&brave, "winner"), (36.0, 23.0, 0.0));
}

/// FA-JPUR-13, FA-JPUR-24: FRAGMENTED fresh enemy test, and rout at once if they break.
#[test]
fn fragmented_fresh_enemy_tests() {
    let mut scene = fresh("Cv armoured drilled", "HF armoured").cohesion("fresh", Cohesion::Fragmented);
    answer(&mut scene, RoutChoice::AtEnemy { halt: false }, &[]);
    proceed(&mut scene, &[1, 1]);
    assert_eq!(cohesion(&scene, "fresh"), Cohesion::Broken);
    proceed(&mut scene, &[3]);
    assert!(stands(&scene, "fresh").1 > 25.0);
}

/// FA-JPUR-06, FA-ALG-82: end files fall back past friends; pursuers burst through nobody.
#[test]
fn pursuers_narrow_their_front_past_friends() {
    let table = beaten("Cv armoured swordsmen", "MF protected").group(
        "friend",
        Side::Red,
        "HF armoured",
        (4, 2),
        (40.0, 23.2),
        0.0,
    );
    let mut scene = start(table);
    proceed(&mut scene, &[2]);
    proceed(&mut scene, &[]);
    proceed(&mut scene, &[3]);
    proceed(&mut scene, &[]);
    let block = scene.look().block(scene.group("winner"));
    assert!((block.width - 120.0).abs() < 0.1, "{}", block.width);
    assert_eq!(cohesion(&scene, "friend"), Cohesion::Steady);
    assert!(block.pose.at.y > 22.5 * 25.0);
    assert_sound(&scene, "narrow");
}

/// FA-JPUR-07, FA-DEC-41: the fastest first; of equally fast ones their owner chooses.
#[test]
fn the_fastest_pursuer_goes_first() {
    let table = at(Phase::Melee, Stage::InitialRouts)
        .group("winner", Side::Red, "Cv armoured", (4, 4), (33.0, 20.0), 0.0)
        .group("second", Side::Red, "Cv armoured", (4, 4), (39.4, 20.0), 0.0)
        .group("loser", Side::Blue, "MF protected", (8, 8), (36.2, 20.0), 180.0);
    let mut scene = start(table).fighting("second", "loser");
    let second = scene.group("second");
    scene.state.broken[0].by.insert(second);
    proceed(&mut scene, &[3]);
    proceed(&mut scene, &[]);
    let mut equal = scene.clone();
    proceed(&mut equal, &[3]);
    proceed(&mut equal, &[3]);
    assert!(asks(&equal));
    answer(&mut equal, RoutChoice::MoveNext(second), &[]);
    proceed(&mut equal, &[]);
    assert!(stands(&equal, "second").1 > 22.0 && stands(&equal, "winner").1 == 20.0);
    proceed(&mut scene, &[3]);
    proceed(&mut scene, &[6]);
    proceed(&mut scene, &[]);
    assert!(stands(&scene, "second").1 > 22.0 && stands(&scene, "winner").1 == 20.0);
}

/// FA-JPUR-01, FA-JPUR-03, FA-JPUR-23, FA-VMD-06, FA-CHG-14: who still touches routers in the joint action phase follows them
/// with a die, and they lose a base only then.
#[test]
fn pursuers_go_on_in_the_joint_phase() {
    let table = at(Phase::Joint, Stage::RoutersMove)
        .group("winner", Side::Red, "Cv armoured", (4, 4), (36.0, 19.2), 0.0)
        .group("loser", Side::Blue, "MF protected", (8, 4), (36.0, 20.8), 0.0);
    let mut scene = table.build().cohesion("loser", Cohesion::Broken);
    let (winner, loser) = (scene.group("winner"), scene.group("loser"));
    scene.state.pursuits.push(crate::state::Pursuit { pursuer: winner, quarry: loser });
    let deeds = scene.state.groups[winner.index()].deeds;
    scene.state.groups[winner.index()].deeds = deeds.with(Deed::Pursuing);
    proceed(&mut scene, &[3]);
    assert_eq!((stands(&scene, "loser").1, scene.state.strength(loser)), (24.8, 8));
    proceed(&mut scene, &[]);
    proceed(&mut scene, &[3]);
    proceed(&mut scene, &[]);
    assert_eq!(stands(&scene, "winner").1, 23.2);
    proceed(&mut scene, &[]);
    while matches!(scene.state.pending.last(), Some(crate::pending::Pending::Cohesion(_))) {
        let mut out = Vec::new();
        scene.rules.propose(&scene.state, aelian_game::Want::All, &mut out);
        scene.play(&out[0].clone(), &[]);
    }
    assert_eq!(scene.state.strength(loser), 7);
}

/// FA-CMOVE-10, FA-CMOVE-12: a commander keeps his place beside his base in a pursuit; in the front rank he stays while his
/// group is upon the routers.
#[test]
fn a_commander_keeps_his_place_in_a_pursuit() {
    let ends = |front: bool| {
        let table = at(Phase::Joint, Stage::RoutersMove)
            .group("winner", Side::Red, "Cv armoured", (4, 4), (36.0, 19.2), 0.0)
            .group("loser", Side::Blue, "MF protected", (8, 4), (36.0, 20.8), 0.0)
            .commander("chief", Side::Red, crate::state::Grade::Troop, Some("winner"), (33.6, 18.0));
        let mut scene = table.build().cohesion("loser", Cohesion::Broken);
        let (winner, loser) = (scene.group("winner"), scene.group("loser"));
        scene.state.pursuits.push(crate::state::Pursuit { pursuer: winner, quarry: loser });
        let deeds = scene.state.groups[winner.index()].deeds;
        scene.state.groups[winner.index()].deeds = deeds.with(Deed::Pursuing);
        if front {
            let displaced = scene.base("winner", 0, 0);
            let pose = scene.state.bases[displaced.index()].rect.pose;
            let chief = &mut scene.state.commanders[0];
            chief.place = crate::state::CommanderPlace::Front { group: winner, displaced };
            chief.rect.pose = pose;
        }
        proceed(&mut scene, &[3]);
        proceed(&mut scene, &[]);
        proceed(&mut scene, &[3]);
        proceed(&mut scene, &[]);
        let chief = scene.state.commander(scene.officer("chief"));
        (chief.rect.pose.at, chief.is_in_front_rank(), stands(&scene, "winner").1)
    };
    let mm = |x: f64, y: f64| aelian_geometry::Vec2::new(x * 25.0, y * 25.0);
    assert_eq!(ends(false), (mm(33.6, 22.0), false, 23.2));
    assert_eq!(ends(true), (mm(33.6, 23.2), true, 23.2));
}

/// FA-IMP-08, FA-JPUR-13: contact with fresh enemy in the impact phase is fought in it: the phase goes back to its combats.
#[test]
fn contacts_in_the_impact_phase_are_fought_in_it() {
    let table = at(Phase::Impact, Stage::InitialRouts)
        .group("winner", Side::Red, "Cv armoured drilled", (8, 4), (36.0, 20.0), 0.0)
        .group("loser", Side::Blue, "LF unprotected", (8, 4), (36.0, 20.0), 180.0)
        .group("fresh", Side::Blue, "HF armoured", (8, 8), (36.0, 23.0), 180.0);
    let mut scene = start(table);
    proceed(&mut scene, &[6]);
    proceed(&mut scene, &[]);
    proceed(&mut scene, &[4]);
    answer(&mut scene, RoutChoice::AtEnemy { halt: false }, &[]);
    proceed(&mut scene, &[]);
    proceed(&mut scene, &[]);
    assert!(scene.state.bouts.iter().any(|bout| bout.fresh));
    proceed(&mut scene, &[]);
    assert_eq!(scene.state.phase, Phase::Impact);
    assert!(matches!(scene.state.stage, Stage::FrontRank | Stage::Fight), "{:?}", scene.state.stage);
}

/// FA-CMOVE-13: a lone commander whom pursuers reach must join a group, or is lost.
#[test]
fn pursuers_alarm_lone_commanders() {
    let table = beaten("Cv armoured swordsmen", "MF protected");
    let table = table.commander("chief", Side::Blue, crate::state::Grade::Field, None, (36.0, 23.0));
    let mut scene = start(table);
    proceed(&mut scene, &[3]);
    proceed(&mut scene, &[]);
    proceed(&mut scene, &[3]);
    proceed(&mut scene, &[]);
    assert!(matches!(scene.state.pending.last(), Some(crate::pending::Pending::Movement(_))));
    let mut out = Vec::new();
    scene.rules.propose(&scene.state, aelian_game::Want::All, &mut out);
    scene.play(&out[0].clone(), &[]);
    let chief = scene.state.commander(scene.officer("chief"));
    assert_ne!(chief.place, crate::state::CommanderPlace::Alone);
}

/// AMB-81, FA-JPUR-14: pursuers who are themselves reached by others may evade and give up their pursuit.
#[test]
fn a_pursuer_that_evades_pursues_no_more() {
    let table = evading()
        .group("charger", Side::Red, "Cv armoured", (4, 4), (36.0, 20.0), 0.0)
        .group("routers", Side::Red, "LF unprotected", (4, 4), (36.0, 22.2), 180.0)
        .group("lh", Side::Blue, "LH unprotected", (4, 4), (36.0, 23.0), 180.0);
    let scene = charged(table.build().cohesion("routers", Cohesion::Broken), "charger", &["lh"], &[]);
    let mut scene = scene;
    let (lh, routers) = (scene.group("lh"), scene.group("routers"));
    scene.state.pursuits.push(crate::state::Pursuit { pursuer: lh, quarry: routers });
    let deeds = scene.state.groups[lh.index()].deeds;
    scene.state.groups[lh.index()].deeds = deeds.with(Deed::Pursuing);
    scene.play(&order(&scene.clone(), "lh", EvadeTo::Rear, EvadeTurn::About), &[3]);
    assert!(scene.state.pursuits.is_empty() && !scene.state.did(lh, Deed::Pursuing));
}

/// A chief with routers who are being pursued in the joint action phase, and friends of theirs.
fn chief_in_flight(edition: crate::settings::Edition) -> Scene {
    let table = at(Phase::Joint, Stage::RoutersMove)
        .edition(edition)
        .group("winner", Side::Red, "Cv armoured swordsmen", (4, 4), (36.0, 20.0), 0.0)
        .group("loser", Side::Blue, "MF protected", (8, 4), (36.0, 20.0), 0.0)
        .group("near", Side::Blue, "HF armoured", (8, 4), (44.0, 28.0), 180.0)
        .commander("chief", Side::Blue, crate::state::Grade::Field, Some("loser"), (36.0, 22.0));
    let mut scene = table.build().cohesion("loser", Cohesion::Broken);
    let front = scene.look().block(scene.group("loser")).depth;
    for base in scene.state.bases.iter_mut().filter(|base| base.group.0 == 1) {
        base.rect.pose.at.y += front;
    }
    let (winner, loser) = (scene.group("winner"), scene.group("loser"));
    scene.state.pursuits.push(crate::state::Pursuit { pursuer: winner, quarry: loser });
    scene.state.groups[winner.index()].deeds = scene.state.groups[winner.index()].deeds.with(Deed::Pursuing);
    scene
}

/// Plays on until the routers' commander has been rolled for, with this sum of two dice.
fn until_he_is_rolled_for(scene: &mut Scene, dice: [u8; 2]) {
    for _ in 0..12 {
        if scene.state.commander(scene.officer("chief")).place == crate::state::CommanderPlace::Lost {
            return;
        }
        let faces: [&[u8]; 3] = [&[], &[3], &dice];
        let fits = faces.into_iter().find(|faces| {
            let mut tape = aelian_dice::Tape::new(*faces).expect("faces");
            let played = aelian_game::step(&scene.rules, &scene.state, &Choice::Proceed, &mut tape);
            played.is_ok() && tape.left() == 0
        });
        proceed(scene, fits.expect("a forced step"));
    }
}

/// FA-JPUR-22, FA-CT-27, FA-CLOSS-06: those who see a commander killed by pursuers test when all pursuits have been
/// made. FA-V31-64: in the 3.1 edition at once for the commander-in-chief.
#[test]
fn a_commander_seen_lost_to_pursuers_is_tested_for() {
    use crate::flow::Chapter;
    use crate::settings::Edition;
    for (edition, at_once) in [(Edition::First, false), (Edition::V31, true)] {
        let mut scene = chief_in_flight(edition);
        until_he_is_rolled_for(&mut scene, [6, 6]);
        let near = scene.group("near");
        assert!(scene.state.seen.iter().any(|seen| seen.group == near), "{edition:?}");
        while matches!(scene.state.pending.last(), Some(crate::pending::Pending::Cohesion(_))) {
            let mut out = Vec::new();
            scene.rules.propose(&scene.state, aelian_game::Want::All, &mut out);
            scene.play(&out[0].clone(), &[]);
        }
        assert_eq!(Chapter::of(&scene.state) == Chapter::Cohesion, at_once, "{edition:?}");
        while scene.state.stage == Stage::RoutersMove && Chapter::of(&scene.state) == Chapter::Rout {
            proceed(&mut scene, &[]);
        }
        assert_eq!(Chapter::of(&scene.state), Chapter::Cohesion, "{edition:?}");
    }
}

/// FA-DEST-04, FA-VIC-02: the last base of routers is taken: they are destroyed at once, and nobody tests for it.
#[test]
fn the_last_base_taken_destroys_the_routers() {
    let mut scene = chief_in_flight(crate::settings::Edition::First);
    let loser = scene.group("loser");
    for base in scene.state.bases_of(loser).skip(1).collect::<Vec<_>>() {
        scene.state.bases[base.index()].lost = true;
    }
    for _ in 0..6 {
        if place(&scene, "loser") != Place::Table {
            break;
        }
        let faces: [&[u8]; 3] = [&[], &[3], &[1, 1]];
        let fits = faces.into_iter().find(|faces| {
            let mut tape = aelian_dice::Tape::new(*faces).expect("faces");
            let played = aelian_game::step(&scene.rules, &scene.state, &Choice::Proceed, &mut tape);
            played.is_ok() && tape.left() == 0
        });
        proceed(&mut scene, fits.expect("a forced step"));
    }
    assert_eq!(place(&scene, "loser"), Place::Destroyed);
    assert!(scene.state.seen.is_empty());
    assert_eq!(scene.look().attrition(Side::Blue), 2);
}

/// FA-PUR-07: who still fights others is not told to pursue first.
#[test]
fn nobody_sets_out_who_stays() {
    let table = beaten("Cv armoured", "MF protected").group(
        "other",
        Side::Blue,
        "MF protected",
        (4, 1),
        (40.0, 20.0),
        180.0,
    );
    let mut scene = start(table);
    let (winner, other) = (scene.group("winner"), scene.group("other"));
    scene.state.bouts.push(Bout::between(winner, other, [Tie::Front; 2], false));
    let step = scene.play(&Choice::Proceed, &[3]);
    assert!(!step.events.iter().any(|event| matches!(event, crate::event::Event::Pursues(_))));
    assert!(step.reasons.iter().any(|reason| reason.rule.as_str() == "FA-PUR-07"));
}

/// FA-TER-21: pursuers do not follow into a river at a slant.
#[test]
fn a_river_at_a_slant_stops_pursuers() {
    for (line, stopped) in [([(20.0, 23.0), (50.0, 23.0)], false), ([(40.0, 10.0), (36.0, 40.0)], true)] {
        let table = at(Phase::Joint, Stage::RoutersMove)
            .river(&line, 2.0, crate::field::Level::Uneven)
            .group("winner", Side::Red, "Cv armoured swordsmen", (2, 2), (36.0, 19.0), 0.0)
            .group("loser", Side::Blue, "LF unprotected", (2, 2), (36.0, 28.0), 0.0);
        let mut scene = table.build().cohesion("loser", Cohesion::Broken);
        let (winner, loser) = (scene.group("winner"), scene.group("loser"));
        scene.state.pursuits.push(crate::state::Pursuit { pursuer: winner, quarry: loser });
        let chaser = crate::rout::Chaser {
            group: winner,
            change: 2,
            stop: None,
            halts: Default::default(),
            contacts: Default::default(),
            answered: Default::default(),
            evaded: Default::default(),
        };
        let path = crate::rout::chase::path(scene.look(), &chaser);
        let river = &scene.state.field.rivers[0].course;
        let wet =
            path.body.advanced(path.length).rects().any(|rect| river.meets_rect(rect, scene.rules.tolerance));
        assert_eq!(wet, !stopped);
    }
}
