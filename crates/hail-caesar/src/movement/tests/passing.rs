//! Friends and commanders in the way (35.4).

use super::*;
use crate::state::Deed;
use crate::testing::Table;
use aelian_game::Side;
use aelian_rulebook::rule;

fn friend(x: f64, y: f64) -> Table {
    Table::new().unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0).unit(
        "f",
        Side::Red,
        "heavy-infantry",
        (x, y),
        0.0,
    )
}

/// HC-PASS-03, AMB-55: a friend is passed only if the whole movement ends clear of him.
#[test]
fn a_friend_must_be_cleared() {
    let scene = friend(30.0, 28.0).build();
    let two = plan(&scene, &[go(30.0, 40.0, 0.0)], 2);
    assert_eq!(ends(&two), [(30.0, 26.0), (30.0, 32.0)]);
    assert_eq!(two.moves[0].tested.len() + two.moves[1].tested.len(), 1);
    let one = plan(&friend(30.0, 26.5).build(), &[go(30.0, 40.0, 0.0)], 1);
    assert_eq!(stopped(&one), Some(rule!("HC-PASS-03")));
    assert_eq!(ends(&one), [(30.0, 24.9)]);
}

/// HC-PASS-02: friends who are engaged are not passed, but by those who join them.
#[test]
fn the_engaged_are_not_passed() {
    let scene = friend(30.0, 23.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 23.0), 180.0)
        .fighting("f", "e")
        .build();
    let plan = plan(&scene, &[go(30.0, 21.0, 0.0), go(40.0, 30.0, 0.0)], 3);
    assert!(plan.moves.iter().all(|one| one.tested.is_empty()));
    let through = self::plan(&scene, &[go(30.0, 30.0, 0.0)], 3);
    assert_eq!(stopped(&through), Some(rule!("HC-PASS-02")));
    let task = task(&scene, &[go(30.0, 22.0, 0.0)]);
    let comrades = scene.look().all_engaged_with(scene.unit("f"));
    let obey = crate::movement::Obey { comrades, ..crate::movement::Obey::SUPPORT };
    let manner = crate::movement::Manner { obey, link: None };
    assert_eq!(scene.look().plan_in(task.unit, &task, 1, &manner).moves.len(), 1);
}

/// HC-PASS-06, HC-PASS-07, HC-PASS-08, HC-PASS-10, EX-29: where a centre-front is crossed both roll, 1 to 3 disorders; where
/// only wings are crossed nobody does.
#[test]
fn both_test_where_a_centre_front_is_crossed() {
    let through = |x: f64, faces: &[u8]| {
        let mut scene = friend(x, 23.0).build();
        carried(&mut scene, &[go(30.0, 26.0, 0.0)], 1, faces);
        let look = scene.look();
        (look.is_disordered(scene.unit("u")), look.is_disordered(scene.unit("f")))
    };
    assert_eq!(through(32.0, &[3, 4]), (true, false));
    assert_eq!(through(32.0, &[4, 1]), (false, true));
    assert_eq!(through(30.0 + 4.7, &[]), (false, false), "a third of it is passed");
}

/// HC-PASS-09: a friend so disordered that has not moved cannot.
#[test]
fn a_disordered_friend_stays() {
    let mut scene = friend(30.0, 23.0).build();
    carried(&mut scene, &[go(30.0, 26.0, 0.0)], 1, &[6, 2]);
    assert!(scene.state.unit(scene.unit("f")).did(Deed::Stopped));
    let mut scene = friend(30.0, 23.0).build();
    let deeds = &mut scene.state.units[1].deeds;
    *deeds = deeds.with(Deed::Moved);
    carried(&mut scene, &[go(30.0, 26.0, 0.0)], 1, &[6, 2]);
    assert!(!scene.state.unit(scene.unit("f")).did(Deed::Stopped));
}

/// HC-PASS-14: the mover tests once, however many it passes.
#[test]
fn the_mover_tests_once() {
    let mut scene = friend(30.0, 22.5).unit("g", Side::Red, "heavy-infantry", (30.0, 24.3), 0.0).build();
    carried(&mut scene, &[go(30.0, 32.0, 0.0)], 2, &[4, 4, 4]);
}

/// HC-PASS-12, HC-CMOV-03: commanders of its own are passed and make room.
#[test]
fn a_commander_makes_room() {
    let mut scene = Table::new()
        .commander("Gaius", Side::Red, (30.0, 25.5))
        .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
        .build();
    carried(&mut scene, &[go(30.0, 26.0, 0.0)], 1, &[]);
    let at = scene.state.commander(scene.officer("Gaius")).at;
    assert!((at.y - 26.0 * INCH).abs() < 0.01, "{at}");
}

/// HC-PASS-01, HC-CMOV-06, HC-CRISK-01: an enemy commander in the way is driven off.
#[test]
fn an_enemy_commander_is_driven_off() {
    let mut scene = Table::new()
        .commander("Brennus", Side::Blue, (30.0, 23.0))
        .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
        .build();
    carried(&mut scene, &[go(30.0, 22.0, 0.0), go(31.0, 26.0, 0.0)], 1, &[]);
    assert_eq!(scene.state.pending.len(), 1);
}

/// HC-TESTU-06, HC-SUPP-10, HC-FCH-10: a testudo that comes into support is a battle line, and has not changed its
/// formation for that.
#[test]
fn a_testudo_in_support_becomes_a_line() {
    let mut scene = Table::new()
        .formed("u", Side::Red, "heavy-infantry testudo", Formation::Testudo, (30.0, 14.0), 0.0)
        .unit("f", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
        .fighting("f", "e")
        .build();
    let unit = scene.unit("u");
    let behind = 20.0 - 40.0 / INCH;
    let task = task(&scene, &[go(30.0, behind, 0.0)]);
    let manner = crate::movement::Manner { obey: crate::movement::Obey::SUPPORT, link: None };
    let plan = scene.look().plan_in(unit, &task, 1, &manner);
    scene.run(&[], |cx| crate::movement::carry_plan(cx, unit, &plan.moves, MoveWhy::Supported));
    let standing = scene.state.unit(unit);
    assert_eq!(standing.formation, Formation::Line);
    assert!(!standing.did(Deed::Reformed) && (standing.rect.width - 180.0).abs() < 1e-9);
}
