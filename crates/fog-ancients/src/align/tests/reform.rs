//! Reforming (55.1).

use crate::align::AlignChoice;
use crate::choice::{Choice, Prompt};
use crate::ids::BaseId;
use crate::settings::Settings;
use crate::stage::{Phase, Stage};
use crate::state::{Deed, Shape, Tie};
use crate::testing::{Scene, Table};
use aelian_game::{Next, Ruleset, Side};
use aelian_geometry::{Facing, Pose};
use aelian_rulebook::rule;

const HF: &str = "HF armoured";

fn table() -> Table {
    let settings = Settings { most_turns: Some(1), ..Settings::default() };
    Table::new().settings(settings).stage(Phase::Manoeuvre, Stage::Reform)
}

fn asked(scene: &Scene) -> Option<Side> {
    match scene.rules.next(&scene.state) {
        Next::Ask { side, prompt: Prompt::Align(crate::align::AlignPrompt::Reform { .. }) } => Some(side),
        _ => None,
    }
}

fn reform(scene: &Scene, name: &str, like: BaseId) -> Choice {
    Choice::Align(AlignChoice::Reform { group: scene.group(name), like })
}

/// A file of a group steps forward by so many mm.
fn step(scene: &mut Scene, name: &str, file: u8, by: f64) {
    let array = scene.look().array(scene.group(name));
    for base in array.file(file).collect::<Vec<_>>() {
        let rect = &mut scene.state.bases[base.index()].rect;
        rect.pose = rect.pose.advanced(by).on_grid();
    }
    let group = scene.group(name);
    scene.state.groups[group.index()].shape = Shape::Loose;
}

/// Both bases of the left file turn to the left, side by side on the old flank.
fn turn_left_file(scene: &mut Scene, name: &str) {
    let (front, rear) = (scene.base(name, 0, 0), scene.base(name, 0, 1));
    let corner = scene.state.rect(front).corner(aelian_geometry::Corner::FrontLeft);
    let ahead = scene.state.rect(front).pose.facing;
    let left = Facing::along(-ahead.right());
    for (at, base) in [front, rear].into_iter().enumerate() {
        let back = ahead.vector() * (20.0 + 40.0 * at as f64);
        scene.state.bases[base.index()].rect.pose = Pose { at: corner - back, facing: left }.on_grid();
    }
    let group = scene.group(name);
    scene.state.groups[group.index()].shape = Shape::Loose;
}

/// FA-REF-01, FA-REF-02, FA-REF-03: level with the file furthest forward, otherwise where it was.
#[test]
fn stepped_files_reform_level_with_the_foremost() {
    let mut scene = table().group("a", Side::Red, HF, (8, 4), (30.0, 20.0), 0.0).build();
    step(&mut scene, "a", 1, 20.0);
    assert_eq!(asked(&scene), Some(Side::Red));
    let files = scene.look().array(scene.group("a"));
    let choice = reform(&scene, "a", scene.base("a", 0, 0));
    scene.play(&choice, &[]);
    let block = scene.look().block(scene.group("a"));
    assert!((block.pose.at.x - 750.0).abs() < 0.01 && (block.pose.at.y - 520.0).abs() < 0.01, "{block:?}");
    assert_eq!(scene.state.group(scene.group("a")).shape, Shape::Normal);
    assert_eq!(scene.look().array(scene.group("a")), files);
}

/// FA-REF-01, FA-DEC-50: the owner may leave it; in either side's phase, the active player first.
#[test]
fn both_owners_are_asked_and_may_decline() {
    let mut scene = table()
        .group("b", Side::Blue, HF, (8, 4), (30.0, 40.0), 180.0)
        .group("a", Side::Red, HF, (8, 4), (30.0, 20.0), 0.0)
        .build();
    step(&mut scene, "a", 1, 20.0);
    step(&mut scene, "b", 2, 20.0);
    assert_eq!(asked(&scene), Some(Side::Red));
    let before = scene.state.bases.clone();
    let leave = Choice::Align(AlignChoice::Leave { group: scene.group("a") });
    scene.play(&leave, &[]);
    assert_eq!(asked(&scene), Some(Side::Blue));
    assert_eq!(scene.state.bases, before);
    let wrong = reform(&scene, "b", BaseId(999));
    assert_eq!(scene.refusals(&wrong), [rule!("FA-REF-02")]);
}

/// FA-REF-01: a group in normal formation, a broken one and an orb are not asked.
#[test]
fn only_those_out_of_formation_are_asked() {
    let scene = table().group("a", Side::Red, HF, (8, 4), (30.0, 20.0), 0.0).build();
    assert_eq!(crate::align::next(scene.look()), None);
    let mut orb = scene.clone();
    orb.state.groups[0].shape = Shape::Orb;
    assert_eq!(crate::align::next(orb.look()), None);
    let mut broken = scene.clone();
    step(&mut broken, "a", 0, 10.0);
    broken.state.groups[0].cohesion = crate::state::Cohesion::Broken;
    assert_eq!(crate::align::next(broken.look()), None);
}

/// FA-REF-06: not half way through friends; and reforming leaves no trace that would cost the group its move.
#[test]
fn reforming_is_no_move() {
    let mut scene = table().group("a", Side::Red, HF, (8, 4), (30.0, 20.0), 0.0).build();
    step(&mut scene, "a", 1, 20.0);
    let mut passing = scene.clone();
    passing.state.groups[0].deeds = [Deed::PartlyPassed].into_iter().collect();
    assert_eq!(crate::align::next(passing.look()), None);
    let choice = reform(&scene, "a", scene.base("a", 0, 0));
    scene.play(&choice, &[]);
    assert_eq!(scene.state.group(scene.group("a")).deeds, Default::default());
    assert_eq!(scene.look().may_manoeuvre(scene.group("a")), None);
}

/// FA-REF-02: a group with turned bases may face either way that its bases faced.
#[test]
fn a_group_may_face_as_any_of_its_bases() {
    let mut scene = table().group("a", Side::Red, HF, (8, 4), (30.0, 20.0), 0.0).build();
    turn_left_file(&mut scene, "a");
    let left = scene.state.bases_of(scene.group("a")).next().unwrap();
    let ahead = scene.base("a", 2, 0);
    for (like, facing) in [(left, Facing::LEFT), (ahead, Facing::UP)] {
        let mut scene = scene.clone();
        let choice = reform(&scene, "a", like);
        scene.play(&choice, &[]);
        let group = scene.state.group(scene.group("a"));
        assert_eq!((group.facing, group.shape), (facing, Shape::Normal));
        assert_eq!(scene.look().array(scene.group("a")).len(), 8);
    }
}

/// FA-REF-04, FA-REF-08: with an enemy on the turned flank it must face him, and stays in contact.
#[test]
fn a_group_faces_the_enemy_in_contact() {
    let mut scene = table()
        .group("a", Side::Red, HF, (8, 4), (30.0, 20.0), 0.0)
        .group("b", Side::Blue, HF, (4, 2), (26.8, 18.4), 90.0)
        .build()
        .fighting("a", "b");
    scene.state.bouts[0].ties = [Tie::HitInFlank, Tie::Front];
    turn_left_file(&mut scene, "a");
    let (left, ahead) = (BaseId(0), scene.base("a", 2, 0));
    assert_eq!(scene.refusals(&reform(&scene, "a", ahead)), [rule!("FA-REF-08")]);
    let choice = reform(&scene, "a", left);
    scene.play(&choice, &[]);
    assert_eq!(scene.state.group(scene.group("a")).facing, Facing::LEFT);
    assert!(scene.look().touch(scene.group("a"), scene.group("b")));
    assert_eq!(scene.state.bouts[0].ties, [Tie::Front, Tie::Front]);
}

/// FA-REF-07: not while it fights in two directions.
#[test]
fn no_reforming_while_fighting_two_ways() {
    let table = table()
        .group("a", Side::Red, HF, (8, 4), (30.0, 20.0), 0.0)
        .group("b", Side::Blue, HF, (4, 2), (26.8, 18.4), 90.0)
        .group("c", Side::Blue, HF, (4, 2), (31.6, 20.0), 180.0);
    let mut scene = table.build().fighting("a", "b").fighting("a", "c");
    turn_left_file(&mut scene, "a");
    assert!(scene.look().fights_two_ways(scene.group("a")));
    assert_eq!(crate::align::next(scene.look()), None);
}

/// FA-REF-03, FA-REF-09: stepped against two enemies it cannot come level: nobody is asked.
#[test]
fn no_room_no_question() {
    let mut scene = table()
        .group("a", Side::Red, HF, (8, 4), (30.0, 20.0), 0.0)
        .group("near", Side::Blue, HF, (4, 2), (28.4, 20.0), 180.0)
        .group("far", Side::Blue, HF, (4, 2), (31.6, 20.4), 180.0)
        .build()
        .fighting("a", "near")
        .fighting("a", "far");
    step(&mut scene, "a", 2, 10.0);
    step(&mut scene, "a", 3, 10.0);
    assert_eq!(crate::align::next(scene.look()), None);
}

/// FA-REF-01, FA-REF-03, FA-REF-09: with friends before its middle it finds room beside them, however many files it takes.
#[test]
fn it_reforms_close_beside_friends() {
    let build = |friend: Option<(f64, f64)>| {
        let mut table = table().group("a", Side::Red, HF, (4, 4), (30.0, 20.0), 0.0);
        if let Some(at) = friend {
            table = table.group("friend", Side::Red, HF, (1, 1), at, 0.0);
        }
        let mut scene = table.build();
        // The file on the right is 20 mm ahead; the front would come to it.
        step(&mut scene, "a", 3, 20.0);
        scene
    };
    let like = |scene: &Scene| scene.base("a", 3, 0);
    for friend in [None, Some((30.0, 21.0))] {
        let mut scene = build(friend);
        assert_eq!(asked(&scene), Some(Side::Red), "{friend:?}");
        let choice = reform(&scene, "a", like(&scene));
        scene.play(&choice, &[]);
        let block = scene.look().block(scene.group("a"));
        assert!((block.pose.at.y - 520.0).abs() < 0.01, "level with the file ahead");
        let clear = scene.state.on_table().all(|other| {
            other == scene.group("a")
                || scene
                    .state
                    .rects_of(other)
                    .all(|rect| !aelian_geometry::overlaps(rect, &block, scene.rules.tolerance))
        });
        assert!(clear, "{friend:?}");
    }
}
