//! Division orders whose link of six inches cuts a move short (HC-DIVO-03, HC-DIVO-04, HC-DIVO-12).

use super::*;
use crate::testing::Table;
use aelian_game::Side;
use aelian_geometry::overlaps;

/// `a` is to go far ahead with `b`, who stays near; a friend stands on the way of `a`, with his front there.
fn column_of_march(friend: f64) -> Scene {
    Table::new()
        .division("Marcus", Side::Red, (34.0, 4.0))
        .unit("a", Side::Red, "heavy-infantry", (30.0, 10.0), 0.0)
        .unit("b", Side::Red, "heavy-infantry", (38.0, 10.0), 0.0)
        .unit("c", Side::Red, "heavy-infantry", (30.0, friend), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (60.0, 46.0), 180.0)
        .build()
}

fn goes(scene: &mut Scene, turn_off: bool, faces: &[u8]) {
    let (a, b) = (scene.unit("a"), scene.unit("b"));
    let mut far = ahead(scene, a, 16.0);
    if turn_off {
        let last = scene.look().rect(a).pose.advanced(17.0 * INCH).shifted(2.0 * INCH).on_grid();
        far.way.push(Leg::Go(last));
    }
    let verb = Verb::Advance(vec![far, ahead(scene, b, 0.5)]);
    let choice = order(scene, "Marcus", &["a", "b"], verb);
    scene.play(&choice, &[1, 2]);
    scene.play(&Choice::Command(CommandChoice::Moves(b)), &[]);
    scene.play(&PROCEED, faces);
}

/// HC-DIVO-04, HC-PASS-03, HC-GEO-06: whoever is held back where he would stand on a friend stops before him.
#[test]
fn nobody_is_left_standing_on_a_friend() {
    for (friend, turn_off) in [(17.0, true), (17.0, false), (18.0, true), (16.6, true)] {
        let mut scene = column_of_march(friend);
        goes(&mut scene, turn_off, &[]);
        let look = scene.look();
        let (a, b, c) = (scene.unit("a"), scene.unit("b"), scene.unit("c"));
        assert!(!overlaps(look.rect(a), look.rect(c), look.rules.tolerance), "friend at {friend}");
        assert!(look.within(look.distance(a, b), 6.0));
        assert!(stands(&scene, "a").1 > 13.0, "{:?}", stands(&scene, "a"));
    }
}

/// HC-DIVO-04, HC-PASS-08: with the friend nearer he is passed, and both test.
#[test]
fn a_friend_is_passed_within_the_link() {
    let mut scene = column_of_march(13.5);
    goes(&mut scene, true, &[4, 4]);
    let look = scene.look();
    let (a, c) = (scene.unit("a"), scene.unit("c"));
    assert!(!overlaps(look.rect(a), look.rect(c), look.rules.tolerance));
    assert!(stands(&scene, "a").1 > 15.5, "{:?}", stands(&scene, "a"));
}

/// HC-SUPP-22, HC-SUPP-23: where a friend stands in a part of the usual place behind a fighting unit, a support goes beside
/// him, as long as it covers the middle of its friend.
#[test]
fn a_support_finds_room_beside_another() {
    let depth = 40.0 / 25.4;
    let scene = |x: f64| {
        Table::new()
            .division("Marcus", Side::Red, (34.0, 4.0))
            .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
            .unit("t", Side::Red, "heavy-infantry", (x, 20.0 - depth), 0.0)
            .unit("s", Side::Red, "heavy-infantry", (30.0, 10.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
            .fighting("u", "e")
            .build()
    };
    let goes = |scene: &Scene| {
        let (s, u) = (scene.unit("s"), scene.unit("u"));
        let task = crate::command::support::task(scene.look(), s, u, crate::command::SupportAt::Rear, false)?;
        match task.way.first() {
            Some(Leg::Go(pose)) => Some(pose.at.x / INCH),
            _ => None,
        }
    };
    let x = goes(&scene(35.0)).expect("a place");
    assert!(x > 26.5 && x < 28.0, "{x}");
    assert_eq!(goes(&scene(33.0)), None);
}
