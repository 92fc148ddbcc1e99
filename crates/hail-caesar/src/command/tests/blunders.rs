//! EX-14, EX-16: blunders.

use super::*;
use crate::formation::Formation;
use crate::state::Bend;
use crate::testing::Table;
use aelian_game::Side;
use aelian_geometry::{Facing, Vec2};

fn table(troop: &str) -> Table {
    Table::new().division("Marcus", Side::Red, (30.0, 24.0)).unit("a", Side::Red, troop, (30.0, 24.0), 0.0)
}

fn blundered(table: Table, face: u8) -> Scene {
    let mut scene = table.build();
    scene.play(&advance(&scene, "Marcus", &["a"], 6.0), &[6, 6]);
    scene.play(&PROCEED, &[face]);
    scene.play(&PROCEED, &[]);
    scene
}

/// HC-TAB-BLUN, HC-BLUN-02, HC-BLUN-03, HC-BLUN-09, HC-BLUN-15, HC-BLUN-16, HC-BLUN-17, HC-BLUN-18, HC-BLUN-19,
/// HC-BLUN-20, HC-TEST-C6, EX-16: each line of the table.
#[test]
fn each_line_of_the_table() {
    let deep = 40.0 / 25.4;
    let ends =
        [(30.0, 24.0 - deep - 12.0), (30.0, 18.0), (24.0, 24.0), (36.0, 24.0), (30.0, 30.0), (30.0, 42.0)];
    for (at, (x, y)) in ends.into_iter().enumerate() {
        let scene = blundered(table("heavy-infantry"), at as u8 + 1);
        let (found_x, found_y) = stands(&scene, "a");
        assert!((found_x - x).abs() < 0.11 && (found_y - y).abs() < 0.11, "{}: {found_x} {found_y}", at + 1);
        let flees = at == 0;
        let unit = scene.state.unit(scene.unit("a"));
        assert_eq!(unit.casualties, u8::from(flees));
        assert_eq!(unit.rect.pose.facing, if flees { Facing::DOWN } else { Facing::UP });
        assert!(scene.state.commander(scene.officer("Marcus")).finished);
    }
}

/// HC-DIVO-09, HC-BLUN-15, EX-14: one roll for a whole division.
#[test]
fn a_division_blunders_together() {
    let mut scene = table("heavy-infantry").unit("b", Side::Red, "heavy-infantry", (40.0, 24.0), 0.0).build();
    scene.play(&advance(&scene, "Marcus", &["a", "b"], 6.0), &[6, 6]);
    scene.play(&PROCEED, &[1]);
    scene.play(&Choice::Command(CommandChoice::Moves(scene.unit("b"))), &[]);
    scene.play(&PROCEED, &[]);
    for name in ["a", "b"] {
        let unit = scene.state.unit(scene.unit(name));
        assert_eq!((unit.casualties, unit.rect.pose.facing), (1, Facing::DOWN), "{name}");
    }
}

/// HC-BLUN-01, HC-BLUN-08, HC-BLUN-10, HC-BLUN-14, HC-SCN-01: who does not blunder; a blunder leaves no free move.
#[test]
fn some_do_not_blunder() {
    let waits = |table: Table| {
        let mut scene = table.build();
        scene.play(&advance(&scene, "Marcus", &["a"], 6.0), &[6, 6]);
        scene.state.pending.iter().any(|one| format!("{one:?}").contains("Blunder"))
    };
    assert!(waits(table("heavy-infantry drilled")));
    assert!(!waits(table("heavy-infantry immune-to-blunders")));
    assert!(!waits(table("baggage")));
    assert!(!waits(table("heavy-infantry").settings(|settings| settings.blunders = false)));
}

/// HC-BLUN-13, HC-TESTU-02, HC-WEDGE-02, AMB-05: a testudo and a wedge only go forward.
#[test]
fn testudos_and_wedges_go_forward() {
    for (troop, formation) in
        [("heavy-infantry testudo", Formation::Testudo), ("heavy-infantry wedge", Formation::Wedge)]
    {
        let table = Table::new().division("Marcus", Side::Red, (30.0, 24.0));
        let table = table.formed("a", Side::Red, troop, formation, (30.0, 24.0), 0.0);
        let ahead = |face: u8| stands(&blundered(table.clone(), face), "a").1;
        assert_eq!((ahead(3), ahead(4)), (30.0, 42.0), "{formation:?}");
    }
}

/// HC-FREE-02, HC-TESTU-02, HC-WEDGE-02: they make a move even when the order fails; a battle line does not.
#[test]
fn testudos_and_wedges_have_a_free_move() {
    for (formation, ends) in [(Formation::Testudo, 30.0), (Formation::Wedge, 30.0), (Formation::Line, 24.0)] {
        let table = Table::new().division("Marcus", Side::Red, (30.0, 24.0));
        let troop = "heavy-infantry testudo wedge";
        let mut scene = table.formed("a", Side::Red, troop, formation, (30.0, 24.0), 0.0).build();
        scene.play(&advance(&scene, "Marcus", &["a"], 6.0), &[6, 5]);
        if formation != Formation::Line {
            scene.play(&PROCEED, &[]);
        }
        assert_eq!(stands(&scene, "a"), (30.0, ends), "{formation:?}");
    }
}

/// HC-BLUN-22, AMB-06: a square stays, and still loses by flight.
#[test]
fn a_square_stays() {
    use crate::command::{Leg, Reform};
    let table = Table::new().division("Marcus", Side::Red, (30.0, 24.0));
    let table = table.formed("a", Side::Red, "heavy-infantry", Formation::Square, (30.0, 24.0), 0.0);
    let mut scene = table.build();
    let way = vec![Leg::Form(Reform { to: Formation::Line, facing: Facing::UP, leading: false })];
    let task = Task { unit: scene.unit("a"), way, ignore_open: false };
    scene.play(&order(&scene, "Marcus", &["a"], Verb::Advance(vec![task])), &[6, 6]);
    scene.play(&PROCEED, &[1]);
    scene.play(&PROCEED, &[]);
    assert_eq!(stands(&scene, "a"), (30.0, 24.0));
    assert_eq!(scene.state.unit(scene.unit("a")).casualties, 1);
}

/// HC-BLUN-04: open order drifts as if it faced the closest enemy.
#[test]
fn open_order_faces_the_closest_enemy() {
    let table = Table::new()
        .division("Marcus", Side::Red, (30.0, 24.0))
        .unit("a", Side::Red, "skirmishers", (30.0, 24.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (60.0, 24.0), 270.0);
    let scene = blundered(table, 2);
    let (x, y) = stands(&scene, "a");
    assert!((x - 24.0).abs() < 0.3 && (y - 24.0).abs() < 0.3, "{x} {y}");
}

/// A unit of this kind with an enemy five inches ahead of it, after a blunder.
fn before_the_enemy(troop: &str, enemy: &str, casualties: u8, face: u8) -> Scene {
    let table = table(troop).unit("e", Side::Blue, enemy, (30.0, 29.0), 180.0);
    let mut scene = table.build().casualties("a", casualties);
    scene.play(&advance(&scene, "Marcus", &["a"], -2.0), &[6, 6]);
    scene.play(&PROCEED, &[face]);
    scene.play(&PROCEED, &[]);
    while scene.state.stage == crate::stage::Stage::Orders && !asks(&scene, "Move") {
        let choice = scene.proposals().into_iter().next().unwrap();
        scene.play(&choice, &[]);
    }
    scene
}

/// HC-BLUN-05, HC-BLUN-19: forward into whom it faces, if it may charge him; else it stops short.
#[test]
fn a_blunder_may_end_in_a_charge() {
    let fights = |scene: &Scene| scene.state.is_fighting(scene.unit("a"));
    let scene = before_the_enemy("heavy-infantry", "medium-artillery", 0, 5);
    assert!(fights(&scene));
    let scene = before_the_enemy("heavy-infantry", "medium-artillery", 6, 5);
    assert!(!fights(&scene));
    let gap = scene.look().distance(scene.unit("a"), scene.unit("e")) / INCH;
    assert!(gap > 0.0 && gap < 0.2, "{gap}");
}

/// HC-BLUN-06, HC-BLUN-07, HC-BLUN-21, HC-PROX-14: sideways in spite of the enemy ahead, and up to what is in the way.
#[test]
fn a_blunder_breaks_proximity() {
    let scene = before_the_enemy("heavy-infantry", "medium-artillery", 0, 3);
    assert_eq!(stands(&scene, "a"), (24.0, 24.0));
    let width = 180.0 / 25.4;
    let beside = table("heavy-infantry").unit("e", Side::Blue, "heavy-infantry", (28.0 - width, 24.0), 0.0);
    let (x, _) = stands(&blundered(beside, 3), "a");
    assert!(x > 28.0 && x < 28.3, "{x}");
}

/// HC-BLUN-23: heavy engines make one move, whatever the table says.
#[test]
fn engines_blunder_one_move() {
    assert_eq!(stands(&blundered(table("medium-artillery"), 6), "a"), (30.0, 30.0));
}

/// HC-BLUN-24: a unit that blunders out of its turn obeys the same table.
#[test]
fn an_evader_blunders_too() {
    use crate::command::{Blunder, Waiting};
    use crate::pending::Pending;
    let table = table("heavy-infantry").unit("e", Side::Blue, "skirmishers", (30.0, 40.0), 180.0);
    let mut scene = table.build();
    let units = UnitSet::one(scene.unit("e"));
    let blunder = Blunder { units, eager: UnitSet::EMPTY };
    scene.state.pending.push(Pending::Command(Waiting::BlunderRoll(blunder)));
    scene.play(&PROCEED, &[5]);
    scene.play(&PROCEED, &[]);
    assert_eq!(stands(&scene, "e"), (30.0, 34.0));
}

/// HC-COL-03, HC-BLUN-15, HC-BLUN-19: a bent column that blunders marches ahead behind its head, and turned about it
/// marches behind its tail, with all its ranks.
#[test]
fn a_bent_column_blunders_along_its_track() {
    let bent = || {
        let mut scene = Table::new()
            .division("Marcus", Side::Red, (30.0, 10.0))
            .formed("a", Side::Red, "heavy-infantry", Formation::Column, (30.0, 24.0), 0.0)
            .build();
        let unit = scene.unit("a");
        let length = scene.look().rect(unit).depth;
        let pose =
            |x: f64, y: f64, compass: f64| Pose { at: Vec2::new(x, y), facing: Facing::compass(compass) };
        let (x, y) = (30.0 * INCH, 24.0 * INCH);
        let track = vec![
            pose(x, y, 0.0),
            pose(x, y - length / 2.0, 0.0),
            pose(x - length / 2.0, y - length / 2.0, 90.0),
        ];
        let track: Vec<Pose> = track.into_iter().map(|pose| pose.on_grid()).collect();
        scene.state.units[unit.index()].rect = scene.look().head_of_column(unit, track[0]);
        scene.state.bends.push(Bend { unit, track });
        (scene, length / INCH)
    };
    let blunders = |face: u8| {
        let (mut scene, length) = bent();
        scene.play(&advance(&scene, "Marcus", &["a"], 6.0), &[6, 6]);
        scene.play(&PROCEED, &[face]);
        scene.play(&PROCEED, &[]);
        let ranks = scene.look().footprint(scene.unit("a")).map(|rank| rank.depth).sum::<f64>() / INCH;
        assert!((ranks - length).abs() < 0.1, "{ranks} {length}");
        (stands(&scene, "a"), length)
    };
    let ((x, y), _) = blunders(5);
    assert_eq!((x, y), (30.0, 30.0));
    let ((x, y), length) = blunders(1);
    assert!((x - (30.0 - length / 2.0 - 12.0)).abs() < 0.2, "{x}");
    assert!((y - (24.0 - length / 2.0)).abs() < 0.2, "{y}");
}
