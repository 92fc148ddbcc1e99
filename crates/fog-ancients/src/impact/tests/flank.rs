//! Flank and rear charges: where they begin, what they do.

use super::*;
use crate::state::{Cohesion, Deed, Tie};
use aelian_game::Side;

/// Red "a" behind the left shoulder of Blue "e", who faces south.
fn on_flank(troop: &str, enemy: &str, (x, y): (f64, f64), compass: f64) -> Scene {
    table()
        .group("a", Side::Red, troop, (4, 2), (x, y), compass)
        .group("e", Side::Blue, enemy, (8, 4), (30.0, 22.0), 180.0)
        .build()
}

fn charge(scene: &mut Scene) {
    let a = scene.group("a");
    go(scene, &straight(a), &[]);
    charge_on(scene);
}

/// FA-FLK-01, FA-FLK-02, FA-FLK-05, FA-GEO-03, FA-GEO-04, FA-ALG-24: a base must start behind the line of the front and none before it.
#[test]
fn a_flank_charge_starts_behind_the_front() {
    for (y, flank) in [(22.5, true), (21.0, false)] {
        let scene = on_flank("Cv armoured", "HF armoured", (24.0, y), 90.0);
        let (a, e) = (scene.group("a"), scene.group("e"));
        assert_eq!(scene.look().is_on_flank(a, e), flank, "{y}");
        assert!(scene.check(&straight(a)).is_legal());
    }
    // Straight behind: a rear charge.
    let rear = on_flank("Cv armoured", "HF armoured", (30.0, 25.0), 180.0);
    assert!(rear.look().is_on_flank(rear.group("a"), rear.group("e")));
}

/// FA-FLK-06: a wheel spoils a flank charge that starts nearer than 1 MU.
#[test]
fn no_wheel_into_a_flank_that_is_near() {
    for (x, flank) in [(26.0, false), (24.5, true)] {
        let mut scene = table()
            .group("a", Side::Red, "Cv armoured", (2, 1), (x, 22.8), 90.0)
            .group("e", Side::Blue, "HF armoured", (8, 4), (30.0, 22.0), 180.0)
            .build();
        let a = scene.group("a");
        go(&mut scene, &declare(a, wheel(0.0, Hand::Right, 5.0)), &[]);
        assert_eq!(scene.state.charges[0].flanks.contains(scene.group("e")), flank, "{x}");
    }
}

/// FA-FLK-08 to FA-FLK-10, FA-FLK-12, FA-FLK-13, FA-ALG-40, FA-ALG-41,
/// FA-FORM-07, FA-FORM-08: one level down; the bases hit turn, and the charger closes up.
#[test]
fn a_flank_charge_drops_and_turns_bases() {
    let mut scene = on_flank("Cv armoured", "HF armoured", (24.0, 22.5), 90.0);
    charge(&mut scene);
    let (a, e) = (scene.group("a"), scene.group("e"));
    assert_eq!(scene.state.group(e).cohesion, Cohesion::Disrupted);
    assert!(scene.state.did(e, Deed::HitInFlank));
    let west = |base: &crate::ids::BaseId| {
        let facing = scene.state.rect(*base).pose.facing;
        facing.same(aelian_geometry::Facing::LEFT, scene.rules.tolerance)
    };
    assert_eq!(scene.state.bases_of(e).filter(west).count(), 2);
    assert_eq!(scene.state.group(e).shape, crate::state::Shape::Loose);
    let bout = scene.state.bouts[0];
    assert_eq!((bout.tie_of(a), bout.tie_of(e), bout.fresh), (Tie::Front, Tie::HitInFlank, true));
    assert!(scene.look().touch(a, e));
    // Two bases 15 mm deep, 30 mm of flank, stand one behind the other on one base width, against the file beside: the
    // charger came 10 mm nearer.
    let front = scene.look().block(a).pose.at.x;
    assert!((front - (30.0 * 25.0 - 80.0 + 10.0)).abs() < 1.0, "{front}");
}

/// FA-FLK-08: battle troops do not drop for skirmishers; EX-52.
#[test]
fn battle_troops_do_not_drop_for_skirmishers() {
    let mut scene = on_flank("LH unprotected javelins", "HF armoured", (24.0, 22.5), 90.0);
    charge(&mut scene);
    let e = scene.group("e");
    assert_eq!(scene.state.group(e).cohesion, Cohesion::Steady);
    assert_eq!(scene.state.bouts[0].tie_of(e), Tie::HitInFlank);
}

/// FA-FLK-19, EX-52: a FRAGMENTED group that is hit in flank breaks and does not turn.
#[test]
fn a_fragmented_group_hit_in_flank_breaks() {
    let mut scene = on_flank("Cv armoured", "HF armoured", (24.0, 22.5), 90.0);
    let e = scene.group("e");
    let a = scene.group("a");
    go(&mut scene, &straight(a), &[]);
    scene.state.groups[e.index()].cohesion = Cohesion::Fragmented;
    charge_on(&mut scene);
    assert!(scene.state.group(e).is_broken());
    assert_eq!(scene.state.broken.len(), 1);
}

/// FA-FLK-10: hit in the rear they turn about where they stand.
#[test]
fn a_rear_charge_turns_bases_about() {
    let mut scene = on_flank("Cv armoured", "HF armoured", (30.0, 25.5), 180.0);
    charge(&mut scene);
    let e = scene.group("e");
    let north = |base: &crate::ids::BaseId| {
        scene.state.rect(*base).pose.facing.same(aelian_geometry::Facing::UP, scene.rules.tolerance)
    };
    assert_eq!(
        scene.state.bases_of(e).filter(north).count(),
        2,
        "corner on corner is no contact that counts"
    );
    assert!(scene.look().touch(scene.group("a"), e));
}

/// FA-FLK-13, FA-EDGE-04: who would come over the edge of the table, or into a camp, does not close up.
#[test]
fn chargers_do_not_close_up_over_the_edge() {
    let wheeled = |x: f64, camp: bool| {
        let mut table = table()
            .group("a", Side::Red, "HF protected", (8, 3), (x + 3.0, 19.84), 323.64)
            .group("e", Side::Blue, "MF protected", (8, 6), (x + 4.0, 27.6), 90.0);
        if camp {
            table = table.camp(Side::Blue, (x - 2.48, 20.48), true);
        }
        let mut scene = table.build();
        let a = scene.group("a");
        go(&mut scene, &declare(a, wheel(0.0, Hand::Left, 5.0)), &[]);
        charge_on(&mut scene);
        scene
    };
    let closes = |scene: &Scene| scene.look().touch(scene.group("a"), scene.group("e"));
    let free = wheeled(20.0, false);
    assert!(closes(&free));
    let edge = wheeled(0.0, false);
    assert!(!closes(&edge));
    let on = |rect| edge.state.field.edge_crossed(rect, edge.rules.tolerance.length).is_none();
    assert!(edge.state.rects_of(edge.group("a")).all(on));
    assert!(!closes(&wheeled(20.0, true)));
}

/// FA-FLK-11, FA-DEC-30, AMB-28: bases held to their front turn only one at a time, and the owner says which.
#[test]
fn of_bases_held_in_front_one_turns() {
    let mut scene = table()
        .group("a", Side::Red, "Cv armoured", (4, 2), (30.0, 25.5), 180.0)
        .group("b", Side::Red, "HF armoured", (4, 4), (30.0, 22.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (4, 4), (30.0, 22.0), 180.0)
        .build()
        .fighting("b", "e");
    charge(&mut scene);
    let e = scene.group("e");
    let Some(crate::pending::Pending::Impact(crate::impact::Waiting::Turn { bases, .. })) =
        scene.state.pending.last()
    else {
        panic!("nobody is asked: {:?}", scene.state.pending)
    };
    let base = bases[0];
    assert!(bases.len() >= 2);
    go(&mut scene, &Choice::Impact(ImpactChoice::TurnBase { base }), &[]);
    let north = |base: &crate::ids::BaseId| {
        scene.state.rect(*base).pose.facing.same(aelian_geometry::Facing::UP, scene.rules.tolerance)
    };
    assert_eq!(scene.state.bases_of(e).filter(north).collect::<Vec<_>>(), [base]);
}

/// FA-FLK-07: wagons have no flanks.
#[test]
fn wagons_have_no_flanks() {
    let mut scene = on_flank("Cv armoured", "BWg average undrilled", (22.0, 23.5), 90.0);
    charge(&mut scene);
    let e = scene.group("e");
    assert_eq!(scene.state.bouts[0].tie_of(e), Tie::Front);
    assert_eq!(scene.state.group(e).cohesion, Cohesion::Steady);
}

/// FA-THR-03: who could charge a flank.
#[test]
fn flanks_are_threatened_from_beside() {
    let scene = on_flank("Cv armoured", "HF armoured", (24.0, 22.5), 90.0);
    let (a, e) = (scene.group("a"), scene.group("e"));
    assert!(scene.look().could_charge_flank(a, e));
    let far = on_flank("Cv armoured", "HF armoured", (18.0, 22.5), 90.0);
    assert!(!far.look().could_charge_flank(a, e));
    let front = on_flank("Cv armoured", "HF armoured", (30.0, 19.0), 0.0);
    assert!(!front.look().could_charge_flank(a, e));
}

/// FA-FLK-03: of an uneven front that of the file nearest to the charger counts.
#[test]
fn the_front_of_the_nearest_file_counts() {
    let build = || on_flank("Cv armoured", "HF armoured", (24.0, 22.5), 90.0);
    let shifted = |file: u8| {
        let mut scene = build();
        let bases: Vec<_> = (0..2).map(|rank| scene.base("e", file, rank)).collect();
        for base in bases {
            let rect = &mut scene.state.bases[base.index()].rect;
            *rect = rect.with_pose(rect.pose.advanced(-30.0));
        }
        scene.state.groups[1].shape = crate::state::Shape::Loose;
        scene
    };
    // Seen by the enemy, who faces south, the charger in the west is at his right end: file 3.
    let (a, e) = (build().group("a"), build().group("e"));
    assert!(build().look().is_on_flank(a, e));
    assert!(shifted(0).look().is_on_flank(a, e), "the far file does not matter");
    assert!(!shifted(3).look().is_on_flank(a, e), "the near file stands 30 mm further back");
}

/// FA-FLK-04: of a group that faces two ways both fronts count.
#[test]
fn both_fronts_of_a_group_that_faces_two_ways_count() {
    let mut scene = on_flank("Cv armoured", "HF armoured", (24.0, 22.5), 90.0);
    let (a, e) = (scene.group("a"), scene.group("e"));
    let base = scene.base("e", 3, 1);
    let rect = &mut scene.state.bases[base.index()].rect;
    // One base looks west, where the charger stands.
    *rect = rect.with_pose(aelian_geometry::Pose { facing: aelian_geometry::Facing::LEFT, ..rect.pose });
    scene.state.groups[e.index()].shape = crate::state::Shape::Loose;
    assert!(!scene.look().is_on_flank(a, e));
}

/// FA-FLK-14, FA-ALG-42, EX-35: where there is no room to turn they stay as they are, and are still hit in flank.
#[test]
fn without_room_nobody_turns() {
    let mut scene = table()
        .group("a", Side::Red, "Cv armoured", (4, 2), (24.0, 22.5), 90.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (30.0, 22.0), 180.0)
        .group("wall", Side::Blue, "HF armoured", (4, 4), (30.0, 23.25), 180.0)
        .build();
    charge(&mut scene);
    let e = scene.group("e");
    assert!(scene.state.rects_of(e).all(|rect| rect.pose.facing.vector().y < -0.9));
    assert_eq!(scene.state.bouts[0].tie_of(e), Tie::HitInFlank);
    assert_eq!(scene.state.group(e).cohesion, Cohesion::Disrupted);
}

/// FA-FLK-09, EX-34: hit in flank by one and in the rear by another, they drop one level only.
#[test]
fn two_flank_charges_cost_one_level() {
    let mut scene = table()
        .group("a", Side::Red, "Cv armoured", (4, 2), (24.0, 22.5), 90.0)
        .group("b", Side::Red, "Cv armoured", (4, 2), (31.0, 26.0), 180.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (30.0, 22.0), 180.0)
        .build();
    let (a, b, e) = (scene.group("a"), scene.group("b"), scene.group("e"));
    go(&mut scene, &straight(a), &[]);
    go(&mut scene, &straight(b), &[]);
    enter(&mut scene, Stage::ChargeMoves);
    go(&mut scene, &Choice::Impact(ImpactChoice::MoveCharge { group: a }), &[]);
    charge_on(&mut scene);
    assert_eq!(scene.state.bouts.len(), 2);
    assert_eq!(scene.state.group(e).cohesion, Cohesion::Disrupted);
}

/// FA-THR-03, FA-ALG-20: a flank that a wheel by half degrees reaches is found to be threatened, and now and then only
/// by a wheel between the angles that are proposed.
#[test]
fn the_fan_leaves_no_gap() {
    use crate::impact::paths::sample;
    use crate::impact::search::Search;
    let mut between = 0;
    for step in 0..72 {
        let at = (21.6 + f64::from(step % 6) * 0.45, 23.6 + f64::from(step / 6 % 4) * 0.9);
        let compass = [20.0, 55.0, 125.0][step as usize / 24];
        let scene = on_flank("Cv armoured", "HF armoured", at, compass);
        let (a, e) = (scene.group("a"), scene.group("e"));
        let search = Search::of(scene.look(), a);
        let takes = |path: &ChargePath| {
            let found = search.outlook(path);
            found.is_some_and(|found| found.is_contact() && found.flanks.contains(e))
        };
        let fine = Hand::BOTH
            .into_iter()
            .flat_map(|hand| (0..=180).map(move |half| wheel(0.0, hand, f64::from(half) * 0.5)))
            .any(|path| scene.look().is_on_flank(a, e) && takes(&path));
        let found = scene.look().could_charge_flank(a, e);
        assert!(found || !fine, "{at:?} {compass}");
        between += usize::from(found && !sample(scene.look(), a).iter().any(takes));
    }
    assert!(between > 0, "the position is too easy");
}
