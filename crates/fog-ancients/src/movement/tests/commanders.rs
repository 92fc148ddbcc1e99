//! Commanders (25.4).

use super::*;
use crate::movement::{CommanderMove, Waiting};
use crate::pending::Pending;
use crate::state::{CommanderPlace, Deed, Grade};
use crate::testing::Table;
use aelian_game::Side;
use aelian_geometry::{Facing, Pose};

fn table() -> Table {
    Table::new()
        .group("a", Side::Red, "HF protected", (8, 4), (30.0, 20.0), 0.0)
        .group("b", Side::Red, "HF protected", (8, 4), (40.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 40.0), 180.0)
        .commander("chief", Side::Red, Grade::Field, Some("a"), (30.8, 18.8))
}

fn ride(scene: &Scene, to: (f64, f64), join: Option<&str>) -> Choice {
    let to = Pose::new(to.0 * 25.0, to.1 * 25.0, Facing::UP);
    let join = join.map(|name| scene.group(name));
    Choice::Movement(MovementChoice::Commander(CommanderMove { commander: scene.officer("chief"), to, join }))
}

/// FA-CMOVE-02, FA-CMOVE-04, FA-CMOVE-05, FA-CMOVE-06, FA-CMD-07, FA-CMD-08: anywhere within the distance of light
/// horse; with a group in full contact with one of its bases.
#[test]
fn a_commander_rides_where_he_likes() {
    let mut scene = table().build();
    assert!(rules(&scene, &ride(&scene, (30.8, 11.9), None)).is_empty());
    assert!(rules(&scene, &ride(&scene, (37.6, 18.8), Some("b"))).is_empty());
    assert_eq!(rules(&scene, &ride(&scene, (36.0, 18.0), Some("b"))), ["FA-CMD-08"]);
    assert_eq!(rules(&scene, &ride(&scene, (33.0, 18.0), Some("enemy"))), ["FA-CMD-07"]);
    scene.play(&ride(&scene, (37.6, 18.8), Some("b")), &[]);
    assert_eq!(scene.state.commander(scene.officer("chief")).with(), Some(scene.group("b")));
    assert_eq!(rules(&scene, &ride(&scene, (37.6, 18.0), None)), ["FA-CMOVE-02"]);
}

/// FA-CMOVE-04, FA-CMOVE-21, FA-CMOVE-07, FA-INT-02: twice as far while no enemy is near; friends let him through, enemy do not.
#[test]
fn a_commander_moves_twice_far_from_enemy() {
    let scene = table().build();
    assert!(rules(&scene, &ride(&scene, (30.8, 5.0), None)).is_empty());
    assert_eq!(rules(&scene, &ride(&scene, (30.8, 4.0), None)), ["FA-CMOVE-04"]);
    assert_eq!(rules(&scene, &ride(&scene, (-1.0, 18.8), None)).len(), 2);
    let near = table().group("near", Side::Blue, "LF unprotected", (4, 4), (30.8, 12.0), 0.0).build();
    let refused = rules(&near, &ride(&near, (30.8, 9.0), None));
    assert_eq!(refused, ["FA-CMOVE-04", "FA-CMOVE-07"]);
}

/// FA-CMOVE-03, FA-CMOVE-14, FA-CMOVE-18, FA-MAN-02.
#[test]
fn some_commanders_are_held() {
    let leave = |scene: &Scene| rules(scene, &ride(scene, (30.8, 15.0), None));
    let mut charged = table().build();
    charged.state.groups[0].deeds = charged.state.groups[0].deeds.with(Deed::Charged);
    assert_eq!(leave(&charged), ["FA-CMOVE-14"]);
    let mut front = table().build().fighting("a", "enemy");
    let displaced = front.base("a", 1, 0);
    front.state.commanders[0].place = CommanderPlace::Front { group: front.group("a"), displaced };
    assert_eq!(leave(&front), ["FA-CMOVE-03"]);
    front.state.bouts.clear();
    assert_eq!(leave(&front), [""; 0]);
    let mut broken = table().build().cohesion("a", crate::state::Cohesion::Broken);
    assert_eq!(leave(&broken), [""; 0]);
    broken.state.groups[0].deeds = broken.state.groups[0].deeds.with(Deed::BrokeLed);
    assert_eq!(leave(&broken), ["FA-CMOVE-18"]);
}

/// FA-CMOVE-01, FA-CMOVE-10: he keeps his place on the group; when it turns he takes the nearest one.
#[test]
fn a_commander_goes_with_his_group() {
    let mut scene = table().build();
    scene.play(&order(&scene, &["a"], &[ahead(3.0)]), &[]);
    let at = scene.state.commander(scene.officer("chief")).rect.pose.at;
    assert_eq!((at.x, at.y), (30.8 * 25.0, 21.8 * 25.0));
    let mut turned = table().build();
    turned.play(&order(&turned, &["a"], &[RIGHT]), &[]);
    let chief = turned.state.commander(turned.officer("chief"));
    assert!(turned.look().is_place_with(turned.group("a"), &chief.rect));
    let mut new = table().build();
    new.state.commanders[0].with_since = None;
    new.play(&order(&new, &["a"], &[ahead(3.0)]), &[]);
    assert_eq!(new.state.commander(new.officer("chief")).place, CommanderPlace::Alone);
}

/// FA-CMOVE-13, FA-DEC-58, AMB-39: a lone commander in the way of enemy joins friends at once, or is lost.
#[test]
fn a_lone_commander_flees_to_friends() {
    let build = |friends: f64| {
        let table = Table::new()
            .group("a", Side::Red, "HF protected drilled", (8, 4), (30.0, 20.0), 0.0)
            .group("idle", Side::Red, "LF unprotected", (4, 2), (60.0, 5.0), 0.0)
            .group("friends", Side::Blue, "HF protected", (8, 4), (30.0, friends), 180.0)
            .commander("prey", Side::Blue, Grade::Troop, None, (30.0, 22.0));
        table.build()
    };
    let mut saved = build(27.0);
    let prey = saved.officer("prey");
    saved.play(&order(&saved, &["a"], &[ahead(2.0)]), &[]);
    let waiting = Waiting::Caught { commander: prey, by: saved.group("a") };
    assert_eq!(saved.state.pending, [Pending::Movement(waiting)]);
    let rides = saved.look().rides(prey, crate::command::moves::Going::Fleeing);
    saved.play(&Choice::Movement(MovementChoice::Commander(rides[0])), &[]);
    assert_eq!(saved.state.commander(prey).with(), Some(saved.group("friends")));
    assert!(!saved.state.commander(prey).moved);
    let mut lost = build(44.0);
    lost.play(&order(&lost, &["a"], &[ahead(2.0)]), &[]);
    lost.play(&Choice::Proceed, &[]);
    assert_eq!(lost.state.commander(prey).place, CommanderPlace::Lost);
    // Bows reach him without touching him.
    let bows = Table::new()
        .group("a", Side::Red, "MF protected bow drilled", (8, 4), (30.0, 13.0), 0.0)
        .group("idle", Side::Red, "LF unprotected", (4, 2), (60.0, 5.0), 0.0)
        .commander("prey", Side::Blue, Grade::Troop, None, (30.0, 22.0));
    let mut bows = bows.build();
    bows.play(&order(&bows, &["a"], &[ahead(4.0)]), &[]);
    assert_eq!(bows.state.pending.len(), 1);
}

/// FA-BASE-06, FA-BASE-05: a commander's marker is no base of the group he is with: it counts neither for its size, nor
/// for hits per base, nor for its place.
#[test]
fn a_commander_is_no_base() {
    let scene = table().build();
    let alone = {
        let mut scene = table().build();
        scene.state.commanders.clear();
        scene
    };
    let a = scene.group("a");
    assert_eq!(scene.state.strength(a), 8);
    assert_eq!(scene.look().counted_bases(a), alone.look().counted_bases(a));
    assert_eq!(scene.look().block(a), alone.look().block(a));
    assert_eq!(scene.state.commanders[0].rect.width, 40.0);
}

/// FA-MEAS-11, FA-MEAS-12: judging a move changes nothing and may be repeated; once made, it is final.
#[test]
fn a_move_is_provisional_until_it_is_made() {
    let mut scene = table().build();
    let before = scene.state.clone();
    for distance in [1.0, 2.0, 3.0] {
        assert!(rules(&scene, &order(&scene, &["a"], &[ahead(distance)])).is_empty());
    }
    assert_eq!(scene.state, before);
    scene.play(&order(&scene, &["a"], &[ahead(3.0)]), &[]);
    if !scene.state.pending.is_empty() {
        scene.play(&STAY, &[]);
    }
    assert_eq!(rules(&scene, &order(&scene, &["a"], &[ahead(1.0)])), ["FA-MAN-03"]);
}
