//! Breaking off (70.2).

use super::{cites, table};
use crate::choice::Choice;
use crate::field::AreaKind;
use crate::joint::breakoff::must_break_off;
use crate::stage::Stage;
use crate::state::{Cohesion, CommanderPlace, Grade, Shape};
use crate::testing::{Scene, Table};
use aelian_game::Side;

const HF: &str = "HF armoured";
const CV: &str = "Cv armoured lancers";

fn duel(horse: &str) -> Table {
    table(Stage::BreakOffs).group("horse", Side::Red, horse, (4, 2), (30.0, 20.0), 0.0).group(
        "foot",
        Side::Blue,
        HF,
        (4, 2),
        (30.0, 20.0),
        180.0,
    )
}

fn must(scene: &Scene) -> bool {
    must_break_off(scene.look(), scene.group("horse"))
}

/// How far the horse now stands from the foot, in MU.
fn gap(scene: &Scene) -> f64 {
    (scene.look().distance(scene.group("horse"), scene.group("foot")) / 25.0 * 100.0).round() / 100.0
}

fn after(scene: Scene) -> Scene {
    let mut scene = scene.fighting("horse", "foot");
    scene.play(&Choice::Proceed, &[]);
    scene
}

/// FA-BRK-01, FA-BRK-04, FA-BRK-15: straight back by a full move, still facing the enemy; the fight is over.
#[test]
fn horse_break_off_from_steady_foot() {
    let scene = after(duel(CV).build());
    assert_eq!(gap(&scene), 5.0);
    let horse = scene.group("horse");
    let block = scene.look().block(horse);
    assert!((block.pose.at.x - 750.0).abs() < 0.01 && (block.pose.at.y - 375.0).abs() < 0.01);
    assert_eq!(scene.look().array(horse).files(), 2);
    assert!(!scene.state.in_close_combat(horse));
}

/// FA-BRK-01, FA-BRK-02, FA-BRK-03, FA-BRK-12, FA-BRK-14, FA-ELC-11: who does not.
#[test]
fn some_stay_in_the_fight() {
    assert!(must(&duel(CV).build().fighting("horse", "foot")));
    assert!(!must(&duel("El").build().fighting("horse", "foot")));
    assert!(!must(&duel(HF).build().fighting("horse", "foot")));
    let shaken = duel(CV).build().cohesion("foot", Cohesion::Disrupted);
    assert!(!must(&shaken.fighting("horse", "foot")));
    // Disordered foot are not steady.
    let rough = duel(CV).area(AreaKind::Brush, &[(20.0, 20.1), (40.0, 20.1), (40.0, 30.0), (20.0, 30.0)]);
    assert!(!must(&rough.build().fighting("horse", "foot")));
    let mut fresh = duel(CV).build().fighting("horse", "foot");
    fresh.state.bouts[0].fresh = true;
    assert!(!must(&fresh));
    let horse = table(Stage::BreakOffs).group("horse", Side::Red, CV, (4, 2), (30.0, 20.0), 0.0).group(
        "foot",
        Side::Blue,
        CV,
        (4, 2),
        (30.0, 20.0),
        180.0,
    );
    assert!(!must(&horse.build().fighting("horse", "foot")));
}

/// FA-BRK-12, EX-48: half of the front bases are enough, less is not; overlaps are not counted.
#[test]
fn half_of_the_bases_in_contact_decide() {
    let mixed = |steady: u8| {
        let shaken = 4 - steady;
        let left = f64::from(steady) * 1.6;
        table(Stage::BreakOffs)
            .group("horse", Side::Red, CV, (4, 4), (30.0, 20.0), 0.0)
            .group("foot", Side::Blue, HF, (steady * 2, steady), (26.8 + left / 2.0, 20.0), 180.0)
            .group(
                "shaken",
                Side::Blue,
                HF,
                (shaken * 2, shaken),
                (26.8 + left + f64::from(shaken) * 0.8, 20.0),
                180.0,
            )
            .build()
            .cohesion("shaken", Cohesion::Disrupted)
            .fighting("horse", "foot")
            .fighting("horse", "shaken")
    };
    assert!(must(&mixed(2)));
    assert!(!must(&mixed(1)));
}

/// FA-BRK-02, FA-TWO-04: not while fighting in two directions.
#[test]
fn two_directions_hold_them() {
    let mut scene = duel(CV)
        .group("flank", Side::Blue, HF, (4, 2), (28.4, 18.4), 90.0)
        .build()
        .fighting("horse", "foot")
        .fighting("horse", "flank");
    let base = scene.base("horse", 0, 1);
    let rect = &mut scene.state.bases[base.index()].rect;
    rect.pose = aelian_geometry::Pose::new(28.4 * 25.0, 18.4 * 25.0, aelian_geometry::Facing::LEFT);
    assert!(!must(&scene));
}

/// FA-BRK-05, FA-BRK-06, FA-BRK-07, FA-BRK-11, FA-INT-15: friends and the table edge stop them where they touch, enemies 1 MU before.
#[test]
fn things_behind_them_stop_them() {
    let behind = |side: Side, y: f64| {
        let troop = if side == Side::Red { "LF unprotected" } else { HF };
        after(duel(CV).group("behind", side, troop, (4, 4), (30.0, y), 0.0).build())
    };
    // Two ranks of horse are 2.4 MU deep.
    let depth = {
        let scene = duel(CV).build();
        scene.look().block(scene.group("horse")).depth / 25.0
    };
    assert_eq!(gap(&behind(Side::Red, 20.0 - depth - 2.0)), 2.0);
    assert_eq!(gap(&behind(Side::Blue, 20.0 - depth - 3.0)), 2.0);
    let camp = after(duel(CV).camp(Side::Red, (30.0, 20.0 - depth - 2.5), false).build());
    assert_eq!(gap(&camp), 2.5);
    let edge = table(Stage::BreakOffs).group("horse", Side::Red, CV, (4, 2), (30.0, depth + 3.0), 0.0).group(
        "foot",
        Side::Blue,
        HF,
        (4, 2),
        (30.0, depth + 3.0),
        180.0,
    );
    assert_eq!(gap(&after(edge.build())), 3.0);
}

/// FA-BRK-07, FA-BRK-10: an opponent who stands behind them is in their way like any other enemy: at their rear there is no
/// room, and 3 MU behind it they halt 1 MU from him.
#[test]
fn an_opponent_behind_them_stops_them() {
    let behind = |gap: f64| {
        let horse = duel(CV).build();
        let rear = 20.0 - horse.look().block(horse.group("horse")).depth / 25.0;
        duel(CV).group("behind", Side::Blue, HF, (4, 1), (29.0, rear - gap - 0.8), 270.0).build()
    };
    let mut scene = behind(0.0).fighting("horse", "foot").fighting("horse", "behind");
    assert!(must(&scene));
    let step = scene.play(&Choice::Proceed, &[]);
    assert!(cites(&step, "FA-BRK-10"));
    assert_eq!((gap(&scene), scene.state.bouts.len()), (0.0, 2));
    let mut scene = behind(3.0).fighting("horse", "behind").fighting("horse", "foot");
    scene.play(&Choice::Proceed, &[]);
    assert_eq!(gap(&scene), 2.0);
}

/// FA-BRK-08, FA-BRK-09: ground on the way shortens it, or stops them at its edge.
#[test]
fn ground_shortens_a_break_off() {
    let depth = {
        let scene = duel(CV).build();
        scene.look().block(scene.group("horse")).depth / 25.0
    };
    let rough = |from: f64| {
        let y = 20.0 - depth - from;
        duel(CV).area(AreaKind::Brush, &[(20.0, 1.0), (40.0, 1.0), (40.0, y), (20.0, y)])
    };
    assert_eq!(gap(&after(rough(1.0).build())), 3.0);
    assert_eq!(gap(&after(rough(3.5).build())), 3.5);
}

/// FA-BRK-10, AMB-79: without 1 MU of room they drop a level and fight on.
#[test]
fn without_room_they_drop() {
    let depth = {
        let scene = duel(CV).build();
        scene.look().block(scene.group("horse")).depth / 25.0
    };
    let friend = duel(CV).group("behind", Side::Red, HF, (4, 4), (30.0, 20.0 - depth - 0.9), 0.0);
    let mut scene = friend.build().fighting("horse", "foot");
    let step = scene.play(&Choice::Proceed, &[]);
    assert!(cites(&step, "FA-BRK-10"));
    let horse = scene.group("horse");
    assert_eq!(scene.state.group(horse).cohesion, Cohesion::Disrupted);
    assert!(scene.state.committed(horse) && gap(&scene) == 0.0);
}

/// FA-BRK-13: stepped files come level; FA-CMOVE-12: a commander leaves the front rank.
#[test]
fn they_end_level_with_their_commander_behind() {
    let table = duel(CV).commander("chief", Side::Red, Grade::Field, Some("horse"), (30.0, 17.0));
    let mut scene = table.build();
    let (horse, chief, front) = (scene.group("horse"), scene.officer("chief"), scene.base("horse", 0, 0));
    for rank in [0, 1] {
        let base = scene.base("horse", 1, rank);
        let rect = &mut scene.state.bases[base.index()].rect;
        rect.pose = rect.pose.advanced(-10.0);
    }
    scene.state.groups[horse.index()].shape = Shape::Loose;
    scene.state.commanders[chief.index()].place = CommanderPlace::Front { group: horse, displaced: front };
    let scene = after(scene);
    assert_eq!(scene.state.group(horse).shape, Shape::Normal);
    assert_eq!(gap(&scene), 5.0);
    assert_eq!(scene.state.commander(chief).place, CommanderPlace::With(horse));
}

/// FA-BRK-04, FA-FORM-07: where all who are left have turned to their enemy, the group breaks off facing him.
#[test]
fn they_break_off_from_whom_they_have_turned_to() {
    let mut scene = duel(CV).build();
    let horse = scene.group("horse");
    let (facing, group) = (scene.state.group(horse).facing, &mut scene.state.groups[horse.index()]);
    group.facing = facing.reversed();
    group.shape = Shape::Loose;
    let scene = after(scene);
    let t = scene.rules.tolerance;
    assert!(scene.state.group(horse).facing.same(facing, t));
    assert!(scene.state.rects_of(horse).all(|rect| rect.pose.facing.same(facing, t)));
    assert_eq!(scene.state.group(horse).shape, Shape::Normal);
    assert_eq!(gap(&scene), 5.0);
}
