//! Charges after evaders: variable moves, wheels after them, halts, evaders caught.

use super::*;
use crate::state::{Cohesion, Deed, Tie};
use aelian_game::Side;
use aelian_geometry::Vec2;

/// The group has evaded by this way, in MU, and faces there.
fn gone(scene: &mut Scene, name: &str, (x, y): (f64, f64)) {
    let id = scene.group(name);
    for base in scene.state.bases_of(id).collect::<Vec<_>>() {
        let rect = &mut scene.state.bases[base.index()].rect;
        let pose = rect.pose.about_faced(rect.depth).translated(Vec2::new(x * 25.0, y * 25.0));
        *rect = rect.with_pose(pose);
    }
    let group = &mut scene.state.groups[id.index()];
    group.facing = group.facing.reversed();
    group.deeds = group.deeds.with(Deed::Evades);
}

fn knights_after(troop: &str) -> Scene {
    let mut scene = table()
        .group("a", Side::Red, "Cv armoured light-spear", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, troop, (4, 4), (30.0, 22.0), 180.0)
        .build();
    let a = scene.group("a");
    go(&mut scene, &straight(a), &[]);
    scene
}

/// FA-CHG-25, FA-VMD-03, FA-EV-24: all targets evaded: the die changes the distance; the charger goes all of it.
#[test]
fn chargers_roll_when_all_have_evaded() {
    for (face, mu) in [(1, 3.0), (4, 5.0), (6, 7.0)] {
        let mut scene = knights_after("LH unprotected javelins");
        gone(&mut scene, "e", (0.0, 10.0));
        enter(&mut scene, Stage::ChargeMoves);
        go(&mut scene, &Choice::Proceed, &[face]);
        let front = scene.look().block(scene.group("a")).pose.at.y;
        assert!((front - (20.0 + mu) * 25.0).abs() < 0.1, "{face}: {front}");
        assert!(scene.state.bouts.is_empty());
    }
}

/// FA-EV-25, FA-FLK-18: evaders who are caught are hit in the rear: a level down, and they turn.
#[test]
fn evaders_caught_are_hit_in_the_rear() {
    let mut scene = knights_after("LH unprotected javelins");
    gone(&mut scene, "e", (0.0, 3.0));
    enter(&mut scene, Stage::ChargeMoves);
    go(&mut scene, &Choice::Proceed, &[4]);
    let (a, e) = (scene.group("a"), scene.group("e"));
    assert!(scene.look().touch(a, e));
    assert_eq!(scene.state.bouts[0].tie_of(e), Tie::HitInFlank);
    assert_eq!(scene.state.group(e).cohesion, Cohesion::Disrupted);
    assert!(scene.state.rects_of(e).all(|rect| rect.pose.facing.vector().y < -0.9));
}

/// FA-CHG-25, FA-DEC-28: targets that left the path may be wheeled after, or not.
#[test]
fn chargers_may_wheel_after_evaders() {
    for wheeled in [true, false] {
        let mut scene = knights_after("LH unprotected javelins");
        gone(&mut scene, "e", (9.0, 2.0));
        enter(&mut scene, Stage::ChargeMoves);
        go(&mut scene, &Choice::Proceed, &[4]);
        assert!(!scene.state.pending.is_empty(), "the owner is asked");
        let away = Choice::Impact(ImpactChoice::Chase { path: wheel(0.0, Hand::Left, 20.0) });
        assert_eq!(rules(&scene.refusals(&away)), ["FA-CHG-25"]);
        let too_far = Choice::Impact(ImpactChoice::Chase { path: wheel(0.0, Hand::Right, 100.0) });
        assert!(rules(&scene.refusals(&too_far)).contains(&"FA-CHG-19"));
        let path = if wheeled { wheel(0.0, Hand::Right, 20.0) } else { ChargePath::default() };
        go(&mut scene, &Choice::Impact(ImpactChoice::Chase { path }), &[]);
        let facing = scene.state.group(scene.group("a")).facing.to_compass();
        assert!((facing - if wheeled { 20.0 } else { 0.0 }).abs() < 0.01, "{facing}");
        assert!(scene.state.pending.is_empty());
    }
}

/// FA-SKC-04: skirmishers whose target evaded halt 1 MU before battle troops.
#[test]
fn skirmishers_halt_before_battle_troops() {
    let mut scene = table()
        .group("a", Side::Red, "LH unprotected javelins", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "LF unprotected", (6, 6), (30.0, 21.0), 180.0)
        .group("h", Side::Blue, "HF armoured", (8, 4), (30.0, 24.0), 180.0)
        .build();
    let (a, h) = (scene.group("a"), scene.group("h"));
    go(&mut scene, &straight(a), &[]);
    gone(&mut scene, "e", (0.0, 10.0));
    enter(&mut scene, Stage::UncoveredTests);
    go(&mut scene, &Choice::Proceed, &[]);
    enter(&mut scene, Stage::ChargeMoves);
    go(&mut scene, &Choice::Proceed, &[]);
    let gap = scene.look().distance(a, h);
    assert!((gap - 25.0).abs() < 0.2, "{gap}");
    assert!(scene.state.bouts.is_empty());
}

/// FA-CHG-26, FA-EDGE-04: a charger halts at the table edge.
#[test]
fn chargers_stop_at_the_edge() {
    let mut scene = table()
        .group("a", Side::Red, "Cv armoured light-spear", (4, 4), (30.0, 45.0), 0.0)
        .group("e", Side::Blue, "LH unprotected javelins", (2, 2), (30.0, 46.0), 180.0)
        .build();
    let (a, e) = (scene.group("a"), scene.group("e"));
    go(&mut scene, &straight(a), &[]);
    scene.state.groups[e.index()].deeds = crate::state::Deeds::default().with(Deed::Evades);
    scene.state.groups[e.index()].place = crate::state::Place::EvadedOff;
    enter(&mut scene, Stage::ChargeMoves);
    go(&mut scene, &Choice::Proceed, &[6]);
    assert!((scene.look().block(a).pose.at.y - 48.0 * 25.0).abs() < 0.1);
}

/// FA-EV-25: only the charge catches evaders; who meets them later in the turn, in pursuit, finds them as they stand.
#[test]
fn evaders_are_caught_by_the_charge_alone() {
    for (stage, in_flank) in [(Stage::ChargeMoves, true), (Stage::InitialPursuits, false)] {
        let mut scene = table()
            .group("a", Side::Red, "Cv armoured", (4, 4), (30.0, 22.0), 0.0)
            .group("e", Side::Blue, "LH unprotected javelins", (4, 4), (30.0, 22.0), 180.0)
            .build();
        let (a, e) = (scene.group("a"), scene.group("e"));
        let group = &mut scene.state.groups[e.index()];
        group.deeds = group.deeds.with(Deed::Evades);
        scene.state.stage = stage;
        let mut tape = Tape::new([]).expect("no faces");
        let mut cx = Cx::new(&scene.rules, &mut scene.state, &mut tape, Trace::On);
        crate::impact::make_contact(&mut cx, a, crate::ids::GroupSet::EMPTY);
        assert_eq!(scene.state.bouts[0].tie_of(e) == Tie::HitInFlank, in_flank);
    }
}

/// FA-CHG-20, FA-CHG-25, FA-DEC-28: the declared path may always be chosen; if the base that was to drop back has no room
/// any more, the charger goes on as it stands until friends are in its way.
#[test]
fn a_charge_without_room_for_the_file_that_drops_back_goes_as_far_as_it_can() {
    let mut scene = table()
        .group("a", Side::Red, "Cv armoured light-spear", (4, 4), (30.0, 20.0), 0.0)
        .group("friend", Side::Red, "HF armoured", (4, 2), (33.3, 21.5), 0.0)
        .group("late", Side::Red, "HF armoured", (4, 4), (29.0, 5.0), 0.0)
        .group("e", Side::Blue, "LH unprotected javelins", (4, 4), (29.0, 22.0), 180.0)
        .build();
    let a = scene.group("a");
    let path = ChargePath { drop: Some(Hand::Right), ..ChargePath::default() };
    go(&mut scene, &declare(a, path), &[]);
    gone(&mut scene, "e", (9.0, 2.0));
    for base in scene.state.bases_of(scene.group("late")).collect::<Vec<_>>() {
        let behind = scene.state.groups[a.index()].facing.vector() * (13.0 * 25.0);
        let rect = &mut scene.state.bases[base.index()].rect;
        *rect = rect.with_pose(rect.pose.translated(behind));
    }
    enter(&mut scene, Stage::ChargeMoves);
    go(&mut scene, &Choice::Proceed, &[4]);
    assert!(!scene.state.pending.is_empty(), "the owner is asked");
    go(&mut scene, &Choice::Impact(ImpactChoice::Chase { path }), &[]);
    assert!(scene.state.pending.is_empty());
    let front = scene.look().block(a);
    assert!((front.width - 160.0).abs() < 0.1 && front.pose.at.y > 500.0, "{front:?}");
}
