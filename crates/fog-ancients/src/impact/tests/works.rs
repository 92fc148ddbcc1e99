//! Field fortifications, orbs and other rarities in the impact phase (78).

use super::*;
use crate::state::{Cohesion, Deed, Shape, Tie, Work};
use aelian_game::{Next, Side};
use aelian_geometry::{Facing, Pose, Rect};

/// A piece of field fortifications of Blue's, the middle of its front edge there, in MU.
fn wall(scene: &mut Scene, (x, y): (f64, f64), facing: Facing, width: f64) {
    let rect = Rect::new(Pose::new(x * 25.0, y * 25.0, facing), width * 25.0, 15.0);
    scene.state.works.push(Work { side: Side::Blue, portable_of: None, rect });
}

/// Blue's foot look west and have works along their right side, which is the south; Red attacks these from the south.
fn beside_works() -> Scene {
    let mut scene = table()
        .group("a", Side::Red, "HF armoured", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (4, 2), (29.2, 22.6), 270.0)
        .build();
    // The right side of the first file of "e" is the northern one; its left side is at 21 MU.
    let block = scene.look().block(scene.group("e"));
    let south = (block.pose.at.y - block.width * 0.5) / 25.0;
    wall(&mut scene, (block.centre().x / 25.0, south - 0.6), Facing::DOWN, 3.2);
    scene
}

/// FA-FF-05, FA-FF-07, FA-FLK-07: an attack across works is no flank charge; the bases there turn to face it and the
/// others close up to them.
#[test]
fn defenders_turn_to_the_works_that_are_attacked() {
    let mut scene = beside_works();
    let (a, e) = (scene.group("a"), scene.group("e"));
    go(&mut scene, &straight(a), &[]);
    assert!(scene.state.charges[0].targets.contains(e) && scene.state.charges[0].flanks.is_empty());
    charge_on(&mut scene);
    let bout = scene.state.bouts.iter().find(|bout| bout.has(e)).expect("a fight");
    assert_eq!(bout.tie_of(e), Tie::Front);
    assert_eq!(scene.state.group(e).cohesion, Cohesion::Steady);
    let south = |rect: &&Rect| rect.pose.facing.same(Facing::DOWN, scene.rules.tolerance);
    let turned: Vec<Rect> = scene.state.rects_of(e).filter(south).copied().collect();
    assert_eq!(turned.len(), 2, "the file at the works");
    let rear = scene.state.works[0].rect.edge_middle(aelian_geometry::Edge::Rear).y;
    // 30 mm of flank turn into one base width: one stands at the works, the other behind it.
    let back = |rect: &Rect| rect.pose.at.y - rear;
    assert!(back(&turned[0]).abs() < 0.6 && (back(&turned[1]) - 15.0).abs() < 0.6);
    let rest = scene.state.rects_of(e).filter(|rect| !south(rect));
    assert!(rest.into_iter().all(|rect| {
        turned.iter().any(|other| aelian_geometry::touching(rect, other, scene.rules.tolerance))
    }));
}

/// FA-FF-09: works that nobody defends stop nobody.
#[test]
fn empty_works_stop_nobody() {
    let mut scene = table()
        .group("a", Side::Red, "HF armoured", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (4, 4), (30.0, 22.8), 180.0)
        .build();
    wall(&mut scene, (30.0, 21.0), Facing::DOWN, 6.4);
    let a = scene.group("a");
    go(&mut scene, &straight(a), &[]);
    charge_on(&mut scene);
    assert_eq!(scene.look().block(a).pose.at.y, 22.8 * 25.0);
}

/// FA-FF-04, FA-FF-14, FA-SHK-08: shock troops who might come up against works do not rush.
#[test]
fn works_keep_shock_troops_back() {
    let build = |works: bool| {
        let mut scene = Table::new()
            .stage(Phase::Impact, Stage::ShockTests)
            .group("a", Side::Red, "MF protected impact-foot", (4, 4), (30.0, 20.0), 0.0)
            .group("e", Side::Blue, "HF armoured", (2, 2), (28.4, 22.8), 180.0)
            .build();
        if works {
            wall(&mut scene, (31.6, 23.4), Facing::DOWN, 3.2);
        }
        crate::event::apply(
            &mut scene.state,
            &crate::event::Event::Enters { phase: Phase::Impact, stage: Stage::ShockTests },
        );
        scene
    };
    let tests = |mut scene: Scene| {
        let a = scene.group("a");
        let mut tape = Tape::new([6, 6]).expect("faces");
        let mut cx = Cx::new(&scene.rules, &mut scene.state, &mut tape, Trace::On);
        crate::impact::resolve(&mut cx, &Choice::Proceed, None).expect("dice");
        scene.state.did(a, Deed::Held)
    };
    assert!(tests(build(false)));
    assert!(!tests(build(true)), "the right half of the line would end at the empty works");
}

/// FA-FF-15, FA-SKC-05: skirmishers behind works need no test to stand.
#[test]
fn works_let_skirmishers_stand() {
    let by = |works: bool| {
        let mut scene = table()
            .group("a", Side::Red, "Cv armoured lancers", (4, 4), (30.0, 20.0), 0.0)
            .group("e", Side::Blue, "LF unprotected javelins", (4, 4), (30.0, 22.6), 180.0)
            .build();
        if works {
            wall(&mut scene, (30.0, 22.0), Facing::DOWN, 6.4);
        }
        let (a, e) = (scene.group("a"), scene.group("e"));
        scene.look().must_test_to_stand(e, crate::ids::GroupSet::one(a))
    };
    assert!(by(false) && !by(true));
}

/// FA-ORB-08, FA-CHG-12, FA-ZOI-17: an orb neither charges nor intercepts.
#[test]
fn orbs_do_not_charge() {
    let mut scene = table()
        .group("a", Side::Red, "HF protected pikemen", (8, 2), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (4, 4), (30.0, 22.0), 180.0)
        .build();
    let a = scene.group("a");
    scene.state.groups[a.index()].shape = Shape::Orb;
    assert_eq!(rules(&scene.refusals(&straight(a))), ["FA-CHG-12"]);
    assert!(!scene.look().may_charge(a));
}

/// FA-ORB-11, FA-FLK-07: an orb hit from behind neither drops a level nor turns.
#[test]
fn orbs_have_no_flanks() {
    for orb in [true, false] {
        let mut scene = table()
            .group("a", Side::Red, "Cv armoured", (4, 4), (30.0, 20.0), 0.0)
            .group("e", Side::Blue, "HF protected pikemen", (8, 2), (30.0, 25.0), 0.0)
            .build();
        let (a, e) = (scene.group("a"), scene.group("e"));
        if orb {
            scene.state.groups[e.index()].shape = Shape::Orb;
        }
        go(&mut scene, &straight(a), &[]);
        charge_on(&mut scene);
        let dropped = scene.state.group(e).cohesion != Cohesion::Steady;
        let turned = scene.state.rects_of(e).any(|rect| rect.pose.facing.vector().y < 0.0);
        assert_eq!((dropped, turned), (!orb, !orb));
    }
}

/// FA-SC-01, FA-TROOP-22: scythed chariots are shock troops: they test not to charge.
#[test]
fn scythed_chariots_are_shock_troops() {
    let mut scene = Table::new()
        .stage(Phase::Impact, Stage::ShockTests)
        .group("a", Side::Red, "SCh", (4, 2), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (4, 4), (30.0, 22.0), 180.0)
        .build();
    assert!(matches!(crate::impact::next(scene.look()), Some(Next::Forced(_))));
    go(&mut scene, &Choice::Proceed, &[1, 1]);
    assert!(scene.state.charges[0].unordered);
}

/// FA-JPUR-25, FA-CHG-13: who pursues in contact may not charge, and may be charged.
#[test]
fn pursuers_do_not_charge_and_may_be_charged() {
    let mut scene = table()
        .group("a", Side::Red, "Cv armoured", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "Cv armoured", (4, 4), (30.0, 22.0), 180.0)
        .build();
    let (a, e) = (scene.group("a"), scene.group("e"));
    for id in [a, e] {
        let group = &mut scene.state.groups[id.index()];
        group.deeds = group.deeds.with(Deed::Pursuing);
    }
    assert_eq!(rules(&scene.refusals(&straight(a))), ["FA-JPUR-25"]);
    scene.state.groups[a.index()].deeds = Default::default();
    assert!(scene.refusals(&straight(a)).is_empty());
}
