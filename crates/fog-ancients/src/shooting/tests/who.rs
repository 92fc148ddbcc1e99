//! Who shoots and who is shot at (60.1, 60.3, 60.7).

use super::{dice, facing, shooting, targets};
use crate::event::Event;
use crate::state::{Bout, Cohesion, Deed, Pursuit, Tie};
use crate::testing::{Scene, Table};
use crate::{GroupId, Rules};
use aelian_game::{Ruleset, Side};

fn did(mut scene: Scene, name: &str, deed: Deed) -> Scene {
    let group = scene.group(name);
    Rules::apply(&mut scene.state, &Event::Did { group, deed });
    scene
}

const BOWS: &str = "MF unprotected bow";

/// FA-SHOOT-01, FA-SHOOT-02: those with a missile weapon shoot, both sides in the same phase.
#[test]
fn all_who_can_shoot_do() {
    for troop in ["MF protected", "HF armoured swordsmen", "Cv armoured light-spear"] {
        assert_eq!(dice(&facing(troop, (8, 4), 2.0), "blue"), 0, "{troop}");
    }
    let scene = shooting()
        .group("red", Side::Red, BOWS, (8, 4), (30.0, 20.0), 0.0)
        .group("blue", Side::Blue, BOWS, (8, 4), (30.0, 23.0), 180.0)
        .build();
    assert_eq!((dice(&scene, "blue"), dice(&scene, "red")), (6, 6));
}

/// FA-SHOOT-05: broken troops neither shoot nor are shot at.
#[test]
fn broken_troops_take_no_part() {
    assert_eq!(dice(&facing(BOWS, (8, 4), 2.0).cohesion("red", Cohesion::Broken), "blue"), 0);
    assert_eq!(dice(&facing(BOWS, (8, 4), 2.0).cohesion("blue", Cohesion::Broken), "blue"), 0);
}

/// FA-SHOOT-12, FA-SHOOT-13, FA-SHOOT-14: not after a move in the impact phase nor after a long passage of lines.
#[test]
fn movers_of_the_impact_phase_do_not_shoot() {
    for deed in [Deed::MovedInImpact, Deed::PassedFar] {
        assert_eq!(dice(&did(facing(BOWS, (8, 4), 2.0), "red", deed), "blue"), 0, "{deed:?}");
    }
}

/// FA-SHOOT-10, FA-SHOOT-11: a manoeuvre silences light artillery, also on wagons, and nobody else.
#[test]
fn light_artillery_does_not_shoot_after_moving() {
    let moved =
        |troop: &str, bases| dice(&did(facing(troop, bases, 3.0), "red", Deed::MovedInManoeuvre), "blue");
    assert_eq!(moved("LArt", (2, 2)), 0);
    assert_eq!(moved("HArt", (2, 2)), 4);
    assert_eq!(moved(BOWS, (8, 4)), 6);
    let wagons = |moved: bool| {
        let scene = shooting()
            .group("red", Side::Red, "BWg light-artillery", (2, 1), (30.0, 20.0), 90.0)
            .group("blue", Side::Blue, "HF protected", (12, 6), (28.0, 23.0), 180.0)
            .build();
        let scene = if moved { did(scene, "red", Deed::MovedInManoeuvre) } else { scene };
        dice(&scene, "blue")
    };
    assert_eq!((wagons(false), wagons(true)), (4, 0));
}

fn melee() -> Table {
    shooting()
        .group("red", Side::Red, BOWS, (12, 6), (30.0, 20.0), 0.0)
        .group("foe", Side::Blue, "HF protected", (4, 2), (30.0, 20.0), 180.0)
        .group("blue", Side::Blue, BOWS, (12, 6), (30.0, 23.5), 180.0)
}

/// FA-SHOOT-32, FA-SHOOT-33: bases in contact, behind them, and overlaps neither shoot nor are shot at; the files
/// beyond do and are. FA-SHOOT-36, FA-SPOA-14: at a minus, both ways.
#[test]
fn those_who_fight_do_not_shoot() {
    let scene = melee().build().fighting("red", "foe");
    let fighting = scene.look().engaged_bases();
    let engaged = |file, rank| fighting.contains(&scene.base("red", file, rank));
    let files: Vec<bool> = (0..6).map(|file| engaged(file, 0)).collect();
    assert_eq!(files, [false, true, true, true, true, false]);
    assert!(engaged(2, 1) && engaged(1, 1) && !engaged(0, 1));
    assert_eq!(targets(&scene, "red"), vec![scene.group("blue"); 4]);
    assert_eq!(targets(&scene, "blue").len(), 8, "two files at each end reach those who do not fight");
    let plan = scene.look().shooting_plan();
    assert!(plan.aims.shots.iter().all(|shot| scene.look().shot_poas(shot).total() <= 0));
    assert!(plan.aims.shots.iter().all(|shot| {
        scene.look().shot_poas(shot).lines().any(|(rule, value)| rule.as_str() == "FA-SPOA-14" && value == -1)
    }));
}

/// FA-SHOOT-36: no minus for a group that fights only as an overlap.
#[test]
fn an_overlap_costs_no_minus() {
    let mut scene = melee().build();
    let ties = [Tie::Overlap, Tie::Overlap];
    let bout = Bout::between(scene.group("red"), scene.group("foe"), ties, false);
    Rules::apply(&mut scene.state, &Event::Bout(bout));
    let aims = scene.look().aims();
    let own = aims.shots.iter().find(|shot| shot.by == scene.group("red")).copied().unwrap();
    assert_eq!(scene.look().shot_poas(&own).lines().count(), 1, "only that of unprotected foot");
}

/// FA-SHOOT-34, FA-JPUR-25: pursuers in contact with their routers neither shoot nor are shot at.
#[test]
fn pursuers_are_left_alone() {
    let mut scene = shooting()
        .group("red", Side::Red, BOWS, (8, 4), (30.0, 20.0), 0.0)
        .group("routers", Side::Red, "MF protected", (4, 4), (30.0, 22.0), 0.0)
        .group("blue", Side::Blue, BOWS, (8, 4), (30.0, 22.0), 180.0)
        .build()
        .cohesion("routers", Cohesion::Broken);
    assert!(dice(&scene, "red") > 0);
    let pursuit = Pursuit { pursuer: scene.group("blue"), quarry: scene.group("routers") };
    Rules::apply(&mut scene.state, &Event::Pursues(pursuit));
    assert_eq!((dice(&scene, "red"), dice(&scene, "blue")), (0, 0));
}

/// FA-SHOOT-35, FA-CAMP-12, FA-LOOT-04: a looting group is not shot at.
#[test]
fn looters_are_not_shot_at() {
    assert_eq!(dice(&did(facing(BOWS, (8, 4), 2.0), "blue", Deed::Looting), "blue"), 0);
}

/// Nobody off the table shoots or is shot at.
#[test]
fn only_the_table_counts() {
    let mut scene = facing(BOWS, (8, 4), 2.0);
    scene.state.groups[GroupId(1).index()].place = crate::state::Place::Ambush;
    assert_eq!(dice(&scene, "blue"), 0);
}
