//! 68.6 and the routers of 70.5.

use super::*;
use crate::field::AreaKind;
use aelian_game::Side;

fn routs() -> Table {
    at(Phase::Melee, Stage::InitialRouts)
}

fn proceed(scene: &mut Scene, faces: &[u8]) {
    scene.play(&Choice::Proceed, faces);
}

/// FA-ROUT-02, FA-ROUT-03, FA-ROUT-04, FA-VMD-04, FA-COH-14, FA-ALG-80: broken in close combat: straight away from the enemy, with a die.
#[test]
fn routers_flee_straight_away_from_those_who_broke_them() {
    let table = routs().group("winner", Side::Red, "HF armoured swordsmen", (8, 4), (36.0, 20.0), 0.0).group(
        "loser",
        Side::Blue,
        "MF protected",
        (8, 4),
        (36.0, 20.0),
        180.0,
    );
    let scene =
        broken(table.build().fighting("winner", "loser"), "loser", BrokenWhy::CloseCombat, &["winner"]);
    let mut scene = scene;
    proceed(&mut scene, &[5]);
    // Two ranks of 20 mm: the front was at 21.6 MU; 4 + 1 MU further.
    assert_eq!(stands(&scene, "loser"), (36.0, 26.6, 0.0));
    assert!(scene.state.bouts.is_empty() && scene.state.broken.is_empty());
}

/// FA-ROUT-04, FA-GEO-11, FA-GEO-12: two enemies are bisected; AMB-25 for shooters.
#[test]
fn several_enemies_are_bisected() {
    let table = routs()
        .group("one", Side::Red, "LF unprotected bow", (4, 4), (30.0, 20.0), 0.0)
        .group("two", Side::Red, "LF unprotected bow", (4, 4), (42.0, 20.0), 0.0)
        .group("loser", Side::Blue, "MF protected", (4, 2), (36.0, 24.0), 180.0);
    let mut scene = broken(table.build(), "loser", BrokenWhy::Shooting, &["one", "two"]);
    proceed(&mut scene, &[3]);
    let (x, _, compass) = stands(&scene, "loser");
    assert!((x - 36.0).abs() < 0.01 && compass == 0.0, "{x} {compass}");
}

/// FA-ROUT-05, FA-ALG-81, AMB-78: broken otherwise: to its own rear edge, with the turn that brings it nearest.
#[test]
fn others_flee_to_their_own_edge() {
    for facing in [0.0, 90.0, 180.0, 270.0] {
        let table = routs().group("loser", Side::Blue, "MF protected", (4, 2), (36.0, 24.0), facing);
        let mut scene = broken(table.build(), "loser", BrokenWhy::Otherwise, &[]);
        proceed(&mut scene, &[3]);
        let (_, y, compass) = stands(&scene, "loser");
        assert!(y > 27.9 && compass == 0.0, "{facing}: {y} {compass}");
    }
}

/// FA-ROUT-06, FA-ROUT-09, FA-EDGE-02, FA-ALG-84: over the table edge it is gone, whatever the edge.
#[test]
fn routers_leave_the_table() {
    let table = routs()
        .group("winner", Side::Red, "HF armoured", (8, 4), (36.0, 46.0), 0.0)
        .group("loser", Side::Blue, "MF protected", (8, 4), (36.0, 46.0), 180.0)
        .commander("chief", Side::Blue, crate::state::Grade::Troop, Some("loser"), (36.0, 47.0));
    let mut scene = broken(table.build(), "loser", BrokenWhy::CloseCombat, &["winner"]);
    proceed(&mut scene, &[3]);
    assert_eq!(place(&scene, "loser"), Place::RoutedOff);
    assert_eq!(scene.look().attrition(Side::Blue), 2);
    let chief = scene.state.commander(scene.officer("chief"));
    assert_eq!(chief.place, crate::state::CommanderPlace::Gone);
    assert!(scene.state.seen.is_empty());
}

/// FA-ROUT-07: through its own camp, not through the enemy's.
#[test]
fn camps_are_passed_or_gone_round() {
    let own = routs().camp(Side::Blue, (36.0, 28.0), false).group(
        "loser",
        Side::Blue,
        "MF protected",
        (4, 2),
        (36.0, 24.0),
        180.0,
    );
    let mut scene = broken(own.build(), "loser", BrokenWhy::Otherwise, &[]);
    proceed(&mut scene, &[6]);
    assert_eq!(stands(&scene, "loser"), (36.0, 31.6, 0.0));
    let fortified = routs()
        .camp(Side::Blue, (36.0, 28.0), true)
        .group("winner", Side::Red, "HF armoured", (4, 2), (36.0, 24.0), 0.0)
        .group("loser", Side::Blue, "MF protected", (4, 2), (36.0, 24.0), 180.0);
    let mut scene = broken(fortified.build(), "loser", BrokenWhy::CloseCombat, &["winner"]);
    let step = scene.play(&Choice::Proceed, &[6]);
    assert!(!step.events.is_empty());
    while matches!(scene.state.pending.last(), Some(crate::pending::Pending::Rout(_))) {
        scene.play(&Choice::Rout(crate::rout::RoutChoice::Sense(aelian_geometry::Hand::Right)), &[]);
    }
    let camp = scene.look().standing_camp(Side::Blue).unwrap();
    assert!(scene.look().distance_to(scene.group("loser"), &camp) >= 0.0);
    let t = scene.rules.tolerance;
    assert!(!scene.state.rects_of(scene.group("loser")).any(|rect| overlaps(rect, &camp, t)));
}

/// FA-ROUT-08, FA-EV-18: unbroken enemy that cannot be bypassed: it halts 1 MU short and is destroyed at the end of the
/// phase.
#[test]
fn barred_routers_are_destroyed() {
    let table = routs()
        .group("winner", Side::Red, "HF armoured", (8, 4), (36.0, 20.0), 0.0)
        .group("loser", Side::Blue, "MF protected", (8, 4), (36.0, 20.0), 180.0)
        .group("wall", Side::Red, "HF armoured", (12, 12), (36.0, 25.0), 0.0);
    let mut scene =
        broken(table.build().fighting("winner", "loser"), "loser", BrokenWhy::CloseCombat, &["winner"]);
    proceed(&mut scene, &[3]);
    assert_eq!(place(&scene, "loser"), Place::Table);
    assert!((scene.look().distance(scene.group("loser"), scene.group("wall")) - 25.0).abs() < 0.1);
    assert!(scene.state.did(scene.group("loser"), Deed::Trapped));
    while scene.state.stage != Stage::ArmyCheck && place(&scene, "loser") == Place::Table {
        proceed_any(&mut scene);
    }
    assert_eq!(place(&scene, "loser"), Place::Destroyed);
}

fn proceed_any(scene: &mut Scene) {
    use aelian_game::Ruleset;
    let mut out = Vec::new();
    scene.rules.propose(&scene.state, aelian_game::Want::All, &mut out);
    let mut dice = aelian_dice::Sampler::new(7);
    let (state, _) = aelian_game::step(&scene.rules, &scene.state, &out[0], &mut dice).unwrap();
    scene.state = state.into();
}

/// FA-JPUR-04, FA-VMD-07: not in contact, routers go their normal distance to their own rear edge without a die.
#[test]
fn free_routers_go_home() {
    let table = at(Phase::Joint, Stage::RoutersMove).group(
        "loser",
        Side::Blue,
        "MF protected",
        (8, 4),
        (36.0, 20.0),
        0.0,
    );
    let mut scene = table.build().cohesion("loser", Cohesion::Broken);
    proceed(&mut scene, &[]);
    assert_eq!(stands(&scene, "loser"), (36.0, 24.0, 0.0));
}

/// FA-JPUR-02, FA-JPUR-03, FA-VMD-06: in contact they flee from the enemy who touch them, with a die.
#[test]
fn touched_routers_flee_with_a_die() {
    let table = at(Phase::Joint, Stage::RoutersMove)
        .group("winner", Side::Red, "HF armoured", (8, 4), (36.0, 19.2), 0.0)
        .group("loser", Side::Blue, "MF protected", (8, 4), (36.0, 20.8), 0.0);
    let mut scene = table.build().cohesion("loser", Cohesion::Broken);
    proceed(&mut scene, &[1]);
    assert_eq!(stands(&scene, "loser"), (36.0, 22.8, 0.0));
}

/// FA-BURST-06, FA-COH-20: routers disrupt the friends they burst through; a FRAGMENTED one breaks and routs in its turn.
#[test]
fn routers_burst_through_friends() {
    let table = routs()
        .group("winner", Side::Red, "HF armoured", (8, 4), (36.0, 20.0), 0.0)
        .group("loser", Side::Blue, "MF protected", (8, 4), (36.0, 20.0), 180.0)
        .group("second", Side::Blue, "HF armoured", (12, 12), (36.0, 24.0), 180.0);
    let scene = table.build().fighting("winner", "loser").cohesion("second", Cohesion::Fragmented);
    let mut scene = broken(scene, "loser", BrokenWhy::CloseCombat, &["winner"]);
    proceed(&mut scene, &[3]);
    assert_eq!(cohesion(&scene, "second"), Cohesion::Broken);
    assert_eq!(scene.state.broken.len(), 1);
    assert_sound(&scene, "burst");
}

/// FA-MOVE-03, FA-VMD-08: ground slows a rout; the die changes what the ground allows.
#[test]
fn ground_slows_routers() {
    let forest = [(20.0, 10.0), (50.0, 10.0), (50.0, 40.0), (20.0, 40.0)];
    let table = routs()
        .area(AreaKind::Forest, &forest)
        .group("winner", Side::Red, "HF armoured", (8, 4), (36.0, 20.0), 0.0)
        .group("loser", Side::Blue, "MF protected", (8, 4), (36.0, 20.0), 180.0);
    let mut scene = broken(table.build(), "loser", BrokenWhy::CloseCombat, &["winner"]);
    proceed(&mut scene, &[2]);
    assert_eq!(stands(&scene, "loser"), (36.0, 23.6, 0.0));
}

/// FA-CHG-33, FA-ROUT-02, FA-ROUT-04: who breaks on being charged FRAGMENTED routs at once, along the charge.
#[test]
fn charged_fragmented_troops_rout_at_once() {
    let table = at(Phase::Impact, Stage::FragmentedTests)
        .group("charger", Side::Red, "Cv armoured", (4, 4), (36.0, 20.0), 0.0)
        .group("loser", Side::Blue, "MF protected", (8, 4), (36.0, 24.0), 180.0);
    let scene = charged(table.build(), "charger", &["loser"], &[]);
    let mut scene = broken(scene, "loser", BrokenWhy::ChargedFragmented, &["charger"]);
    proceed(&mut scene, &[3]);
    assert_eq!(stands(&scene, "loser"), (36.0, 29.6, 0.0));
    assert!(scene.state.broken.is_empty());
}

/// FA-JPUR-05, FA-ROUT-08: in the joint action phase too, routers whose way home is barred by unbroken enemy are destroyed.
#[test]
fn barred_routers_of_the_joint_phase_are_destroyed() {
    let table = at(Phase::Joint, Stage::RoutersMove)
        .group("loser", Side::Blue, "MF protected", (8, 4), (36.0, 20.0), 0.0)
        .group("wall", Side::Red, "HF armoured", (12, 12), (36.0, 22.0), 0.0)
        .group("west", Side::Red, "HF armoured", (12, 12), (26.0, 20.0), 90.0)
        .group("east", Side::Red, "HF armoured", (12, 12), (46.0, 20.0), 270.0);
    let mut scene = table.build().cohesion("loser", Cohesion::Broken);
    proceed(&mut scene, &[]);
    while scene.state.stage == Stage::RoutersMove && place(&scene, "loser") == Place::Table {
        proceed(&mut scene, &[]);
    }
    assert_eq!(place(&scene, "loser"), Place::Destroyed);
}

/// FA-ROUT-04, AMB-25: from two bases equally near, straight ahead, it goes straight; from one that is nearer, askew.
#[test]
fn from_equally_near_shooters_it_goes_straight() {
    let away = |x: f64| {
        let table = at(Phase::Shooting, Stage::InitialRouts)
            .group("bows", Side::Red, "LF unprotected bow", (4, 4), (x, 20.0), 0.0)
            .group("z", Side::Blue, "HF protected", (4, 2), (30.0, 23.0), 180.0);
        let scene = broken(table.build(), "z", BrokenWhy::Shooting, &["bows"]);
        crate::rout::direction::fled(scene.look(), &scene.state.broken[0]).unwrap().to_compass()
    };
    assert!(away(30.0).abs() < 0.01, "{}", away(30.0));
    // Two bases overlap it, but the sum leads to the side.
    let east = away(26.8);
    assert!(east > 5.0 && east < 60.0, "{east}");
}
