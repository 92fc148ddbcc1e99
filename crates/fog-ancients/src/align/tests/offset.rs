//! Melees that cannot line up (65.2).

use crate::align::offset::between;
use crate::align::virtual_contacts;
use crate::stage::{Phase, Stage};
use crate::testing::{Scene, Table};
use aelian_game::Side;

const HF: &str = "HF armoured";

fn table() -> Table {
    Table::new().stage(Phase::Melee, Stage::Fight)
}

fn pairs(scene: &Scene, name: &str) -> usize {
    virtual_contacts(scene.look(), scene.group(name)).len()
}

/// FA-OFF-01, FA-OFF-04: offset by a third of a base, four files fight four; both sides see the same pairs.
#[test]
fn offset_lines_fight_as_if_they_had_conformed() {
    let scene = table()
        .group("a", Side::Red, HF, (8, 4), (30.5, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0)
        .build()
        .fighting("a", "b");
    let own = virtual_contacts(scene.look(), scene.group("a"));
    assert_eq!(own.len(), 4);
    assert!(own.iter().all(|pair| (pair.way - 12.5).abs() < 0.01));
    let theirs = virtual_contacts(scene.look(), scene.group("b"));
    for pair in &own {
        assert!(theirs.iter().any(|other| other.base == pair.enemy && other.enemy == pair.base));
    }
    // More than half a base aside it is one less.
    let far = table()
        .group("a", Side::Red, HF, (8, 4), (31.2, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0)
        .build()
        .fighting("a", "b");
    assert_eq!((pairs(&far, "a"), pairs(&far, "b")), (3, 3));
}

/// FA-OFF-01: who stands square has his own opponents, at no distance.
#[test]
fn square_lines_fight_whom_they_touch() {
    let scene = table()
        .group("a", Side::Red, HF, (8, 4), (31.6, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0)
        .build()
        .fighting("a", "b");
    let own = virtual_contacts(scene.look(), scene.group("a"));
    assert_eq!(own.len(), 3);
    assert!(own.iter().all(|pair| pair.way == 0.0));
    assert!(own.iter().any(|pair| pair.base == scene.base("a", 0, 0) && pair.enemy == scene.base("b", 2, 0)));
}

/// FA-OFF-02: two groups half a base aside want the same enemy base; the one with the shorter way has it.
#[test]
fn the_nearer_base_has_the_opponent() {
    let scene = table()
        .group("left", Side::Red, HF, (4, 2), (27.62, 20.0), 0.0)
        .group("right", Side::Red, HF, (4, 2), (30.79, 20.0), 0.0)
        .group("b", Side::Blue, HF, (6, 3), (29.2, 20.0), 180.0)
        .build()
        .fighting("left", "b")
        .fighting("right", "b");
    let (left, right, b) = (scene.group("left"), scene.group("right"), scene.group("b"));
    let middle = scene.base("b", 1, 0);
    let want = |group| {
        let pairs = between(scene.look(), group, b);
        pairs.into_iter().find(|pair| pair.enemy == middle).map(|pair| pair.way)
    };
    let (Some(from_left), Some(from_right)) = (want(left), want(right)) else {
        panic!("both want the middle: {:?} {:?}", want(left), want(right));
    };
    assert!((from_left - from_right).abs() > 0.1);
    let nearer = if from_left < from_right { left } else { right };
    let has = virtual_contacts(scene.look(), b).into_iter().find(|pair| pair.base == middle).unwrap();
    assert_eq!(scene.state.base(has.enemy).group, nearer);
    assert_eq!(pairs(&scene, "left") + pairs(&scene, "right"), pairs(&scene, "b"));
}

/// FA-OFF-04, FA-CONF-09: those who never conform fight by the same count.
#[test]
fn obstacles_do_not_matter_in_thought() {
    let scene = table()
        .river(&[(0.0, 19.5), (72.0, 19.5)], 2.0, crate::field::Level::Rough)
        .group("a", Side::Red, HF, (8, 4), (30.3, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0)
        .build()
        .fighting("a", "b");
    assert_eq!(pairs(&scene, "a"), 4);
}
