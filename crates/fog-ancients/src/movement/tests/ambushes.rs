//! Ambushers interrupt every kind of move (FA-AMB-07, FA-AMB-09, FA-LOS-08).

use super::*;
use crate::choice::Prompt;
use crate::field::AreaKind;
use crate::impact::{ChargePath, ImpactChoice};
use crate::movement::{CommanderMove, MovementPrompt};
use crate::setup;
use crate::stage::{Phase, Stage};
use crate::state::{Grade, Holds, Marker, Place};
use crate::testing::Table;
use aelian_game::{Next, Ruleset, Side};
use aelian_geometry::{Facing, Hand, Pose, Rect};

/// Light foot hidden in a forest behind a marker whose near edge is at y = 28.4 MU; a forest is seen into for 2 MU.
fn hidden(table: Table) -> Scene {
    let mut scene = table
        .area(AreaKind::Forest, &[(26.0, 28.0), (34.0, 28.0), (34.0, 34.0), (26.0, 34.0)])
        .group("hidden", Side::Blue, "LF unprotected", (4, 2), (30.0, 44.0), 180.0)
        .group("idle", Side::Red, "LF unprotected", (4, 2), (60.0, 5.0), 0.0)
        .build();
    let hidden = scene.group("hidden");
    let rect = Rect::new(Pose::new(750.0, 750.0, Facing::UP), 40.0, 40.0);
    let holds = Holds::Group { group: hidden, commander: None, dismounted: false };
    scene.state.groups[hidden.index()].place = Place::Ambush;
    scene.state.markers.push(Marker { side: Side::Blue, rect, holds });
    scene
}

fn front(scene: &Scene, name: &str) -> (f64, f64) {
    let at = scene.look().block(scene.group(name)).pose.at;
    (at.x / 25.0, at.y / 25.0)
}

/// The owner places the ambushers; the mover is asked whether he goes on.
fn place(scene: &mut Scene) {
    assert!(matches!(scene.rules.next(&scene.state), Next::Ask { side: Side::Blue, .. }));
    // In a column, out of the way.
    let place = setup::ambush::ways(scene.look(), 0).into_iter().find(|way| way.files == 1).unwrap();
    scene.play(&Choice::SetUp(setup::SetUpChoice::Reveal(place)), &[]);
}

fn goes_on(scene: &Scene) -> bool {
    let next = scene.rules.next(&scene.state);
    matches!(next, Next::Ask { prompt: Prompt::Movement(MovementPrompt::GoOn { .. }), .. })
}

/// FA-AMB-07, FA-AMB-09: an advance stops exactly where the marker comes within its distance.
#[test]
fn an_advance_stops_at_the_distance() {
    let table = Table::new().group("a", Side::Red, "LF unprotected javelins", (4, 2), (30.0, 24.0), 0.0);
    let mut scene = hidden(table);
    scene.play(&order(&scene, &["a"], &[ahead(3.9)]), &[]);
    let (_, y) = front(&scene, "a");
    // The marker's near edge is at 28.4 MU: 30.0 less one base width.
    assert!((y - 26.4).abs() < 0.01, "{y}");
    place(&mut scene);
    assert!(goes_on(&scene));
    scene.play(&order(&scene, &["a"], &[ahead(2.6)]), &[]);
    assert!((front(&scene, "a").1 - 26.6).abs() < 0.01);
}

/// FA-AMB-09: so do moves with a turn, an expansion or two wheels; each is completed from where it began.
#[test]
fn other_moves_stop_too() {
    let light = "LF unprotected javelins";
    let east = Table::new().group("a", Side::Red, light, (4, 2), (28.0, 24.0), 90.0);
    let north = Table::new().group("a", Side::Red, light, (4, 2), (30.0, 24.0), 0.0);
    let wheels = [wheel(Hand::Left, 10.0), ahead(2.0), wheel(Hand::Right, 10.0), ahead(1.0)];
    let expands = [Leg::Expand { left: 1, right: 0 }, ahead(3.9)];
    for (table, legs, rest) in [
        (east, vec![LEFT, ahead(3.9)], vec![LEFT, ahead(3.7)]),
        (north.clone(), expands.to_vec(), expands[..1].to_vec()),
        (north, wheels.to_vec(), wheels.to_vec()),
    ] {
        let mut scene = hidden(table);
        scene.play(&order(&scene, &["a"], &legs), &[]);
        assert_eq!(scene.state.pending.len(), 2, "{legs:?}");
        place(&mut scene);
        assert!(goes_on(&scene), "{legs:?}");
        // The same parts, not others, and not less of them.
        assert_eq!(rules(&scene, &order(&scene, &["a"], &[ABOUT])), ["FA-AMB-09"]);
        let stopped = front(&scene, "a");
        if rest.len() < legs.len() {
            assert_eq!(rules(&scene, &order(&scene, &["a"], &rest)), ["FA-AMB-09"]);
            scene.play(&STAY, &[]);
            assert_eq!(front(&scene, "a"), stopped);
        } else {
            scene.play(&order(&scene, &["a"], &rest), &[]);
            assert!(front(&scene, "a").1 > stopped.1, "{legs:?}");
        }
        assert!(scene.state.pending.is_empty());
    }
}

/// FA-AMB-07, FA-LOS-08: a commander alone reveals them as well, on his way, and completes his move.
#[test]
fn a_commander_alone_reveals_an_ambush() {
    let table = Table::new().commander("chief", Side::Red, Grade::Field, None, (30.0, 22.0));
    let mut scene = hidden(table);
    let chief = scene.officer("chief");
    let to =
        |y: f64| CommanderMove { commander: chief, to: Pose::new(750.0, y * 25.0, Facing::UP), join: None };
    let ride = |y: f64| Choice::Movement(MovementChoice::Commander(to(y)));
    scene.play(&ride(27.0), &[]);
    let y = scene.state.commander(chief).rect.pose.at.y / 25.0;
    assert!((y - 26.4).abs() < 0.01, "{y}");
    place(&mut scene);
    let Next::Ask { side: Side::Red, prompt: Prompt::Movement(MovementPrompt::RideOn { .. }) } =
        scene.rules.next(&scene.state)
    else {
        panic!("he goes on")
    };
    // 4.4 MU are spent; 2.6 MU are left.
    assert_eq!(rules(&scene, &ride(23.7)), ["FA-CMOVE-04"]);
    scene.play(&ride(23.9), &[]);
    assert!(scene.state.pending.is_empty());
    assert_eq!(rules(&scene, &ride(22.0)), ["FA-CMOVE-02"]);
}

/// FA-AMB-07, FA-AMB-09, FA-CHG-04: a charge past a marker stops while the ambushers are placed; then it goes on.
#[test]
fn a_charge_stops_and_goes_on() {
    let table = Table::new()
        .stage(Phase::Impact, Stage::DeclareCharges)
        .group("a", Side::Red, "LH unprotected javelins", (2, 2), (36.4, 24.0), 0.0)
        .group("enemy", Side::Blue, "LH unprotected javelins", (2, 2), (36.4, 30.6), 180.0)
        .group("elsewhere", Side::Blue, "HF protected", (8, 4), (10.0, 40.0), 180.0);
    let mut scene = hidden(table);
    // The forest reaches to 34 MU; the marker is moved to its edge.
    scene.state.markers[0].rect = Rect::new(Pose::new(33.0 * 25.0, 30.2 * 25.0, Facing::UP), 40.0, 40.0);
    let (a, enemy) = (scene.group("a"), scene.group("enemy"));
    scene.play(&Choice::Impact(ImpactChoice::Declare { group: a, path: ChargePath::default() }), &[]);
    scene.play(&Choice::Impact(ImpactChoice::EvadeOrStand { group: enemy, evade: false }), &[]);
    scene.play(&Choice::Proceed, &[]);
    let (_, y) = front(&scene, "a");
    assert!(y > 24.0 && y < 30.5, "{y}");
    place(&mut scene);
    scene.play(&Choice::Proceed, &[]);
    assert!((front(&scene, "a").1 - 30.6).abs() < 0.01, "{:?}", front(&scene, "a"));
    assert!(scene.state.bouts_of(a).any(|bout| bout.has(enemy)));
}
