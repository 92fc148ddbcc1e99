//! EX-01 to EX-13, EX-15: the test, distance, groups, free moves, the general.

use super::*;
use crate::command::{Charge, Reform, Target, moves_granted};
use crate::formation::Formation;
use crate::state::{CommanderPlace, Deed};
use crate::testing::Table;
use aelian_game::Side;
use aelian_geometry::Facing;
use aelian_rulebook::{RuleId, rule};

/// Red's division under Marcus, who is no general, and a distant enemy.
fn table() -> Table {
    Table::new().division("Marcus", Side::Red, (30.0, 10.0))
}

fn cohort() -> Table {
    table().unit("a", Side::Red, "heavy-infantry", (30.0, 14.0), 0.0)
}

/// HC-TEST-C2, HC-TEST-C3, HC-TEST-C4, HC-TEST-C5, HC-TEST-C6, HC-TAB-CMD, EX-01: moves by the total, for each leadership.
#[test]
fn a_total_gives_moves() {
    let at_eight: Vec<u8> = (2..=12).map(|total| moves_granted(total, 8)).collect();
    assert_eq!(at_eight, [3, 3, 3, 3, 2, 1, 1, 0, 0, 0, 0]);
    let ways = |leadership: u8| {
        let mut ways = [0; 4];
        for (total, count) in crate::command::totals() {
            ways[usize::from(moves_granted(total, leadership))] += count;
        }
        [ways[3], ways[2], ways[1], ways[0]]
    };
    assert_eq!(ways(10), [21, 5, 7, 3]);
    assert_eq!(ways(9), [15, 6, 9, 6]);
    assert_eq!(ways(8), [10, 5, 11, 10]);
    assert_eq!(ways(7), [6, 4, 11, 15]);
    assert_eq!(ways(6), [3, 3, 9, 21]);
    assert_eq!(ways(5), [1, 2, 7, 26]);
}

/// HC-TEST-C1, HC-TEST-C5, HC-TEST-C8, HC-ORD-09, HC-ORD-12, EX-02: three moves, one is needed, and he may go on.
#[test]
fn moves_left_over_are_lost() {
    let mut scene = cohort().unit("b", Side::Red, "heavy-infantry", (45.0, 14.0), 0.0).build();
    scene.play(&advance(&scene, "Marcus", &["a"], 5.0), &[1, 2]);
    scene.play(&PROCEED, &[]);
    assert_eq!(stands(&scene, "a"), (30.0, 19.0));
    assert_eq!(scene.look().state.unit(scene.unit("a")).moves, 1);
    assert!(scene.refusals(&advance(&scene, "Marcus", &["b"], 6.0)).is_empty());
    assert_eq!(
        scene.refusals(&advance(&scene, "Marcus", &["a"], 6.0)),
        [rule!("HC-ORD-10"), rule!("HC-DIVO-13")]
    );
}

/// HC-TEST-C2, HC-ORD-13, EX-03: who fails gives no more orders, and the rest of his units stay.
#[test]
fn a_failure_ends_his_orders() {
    let mut scene = cohort()
        .unit("cavalry", Side::Red, "heavy-cavalry", (42.0, 14.0), 0.0)
        .unit("archers", Side::Red, "skirmishers", (20.0, 14.0), 0.0)
        .build();
    scene.play(&advance(&scene, "Marcus", &["cavalry"], 9.0), &[5, 4]);
    assert_eq!(stands(&scene, "cavalry"), (42.0, 14.0));
    assert!(scene.state.commander(scene.officer("Marcus")).finished);
    assert!(scene.look().orderable(scene.officer("Marcus")).len() == 2 && scene.look().speakers().is_empty());
}

/// HC-CMD-04, HC-CMD-05, HC-DIVO-01, HC-DIVO-05, HC-DIVO-07, HC-INTENT-16, HC-FCH-02, HC-INTENT-13, EX-04: one order, one test, each unit in its own way.
#[test]
fn a_division_order_moves_all() {
    let scene = cohort()
        .unit("b", Side::Red, "heavy-infantry", (38.0, 14.0), 0.0)
        .unit("auxiliaries", Side::Red, "light-infantry", (20.0, 14.0), 0.0)
        .unit("cavalry", Side::Red, "medium-cavalry", (46.0, 14.0), 0.0)
        .build();
    let names = ["a", "b", "auxiliaries", "cavalry"];
    let units = set(&scene, &names);
    let mut tasks: Vec<Task> = units.iter().map(|unit| ahead(&scene, unit, 14.0)).collect();
    let light = scene.unit("auxiliaries");
    let task = tasks.iter_mut().find(|task| task.unit == light).unwrap();
    task.way.insert(0, Leg::Form(Reform { to: Formation::Open, facing: Facing::UP, leading: false }));
    let mut scene = scene;
    // The cavalry is more than twelve inches away.
    scene.play(&order(&scene, "Marcus", &names, Verb::Advance(tasks)), &[3, 1]);
    for name in ["cavalry", "a", "auxiliaries"] {
        scene.play(&Choice::Command(CommandChoice::Moves(scene.unit(name))), &[]);
    }
    scene.play(&PROCEED, &[]);
    for name in ["a", "b", "cavalry"] {
        assert_eq!(stands(&scene, name).1, 28.0, "{name}");
    }
    assert_eq!(scene.state.unit(light).formation, Formation::Open);
    assert!(scene.state.unit(light).did(Deed::Reformed));
}

/// HC-DIST-01, HC-DIST-02, HC-DIST-03, HC-LEAD-02, AMB-03, EX-05, EX-07: a point for each full twelve inches.
#[test]
fn distance_lowers_leadership() {
    let at = |inches: f64, twelve_costs: bool| {
        let scene = Table::new()
            .settings(|settings| settings.twelve_costs = twelve_costs)
            .division("Marcus", Side::Red, (2.0, 10.0))
            .unit("a", Side::Red, "heavy-infantry", (2.0 + 90.0 / 25.4 + inches, 10.0), 0.0)
            .build();
        scene.look().leadership(scene.officer("Marcus"), set(&scene, &["a"])).value
    };
    let values = [11.9, 12.0, 12.5, 19.0, 24.0, 38.0, 48.0, 50.0].map(|inches| at(inches, false));
    assert_eq!(values, [8, 8, 7, 7, 6, 5, 5, 5]);
    assert_eq!((at(11.9, true), at(12.0, true)), (8, 7));
}

/// HC-DIST-04, HC-DIST-05, HC-DIST-06, HC-DIST-08, HC-MAR-01, EX-06: those who need nobody near, and what others cost.
#[test]
fn light_troops_are_exempt() {
    let scene = Table::new()
        .division("Marcus", Side::Red, (2.0, 2.0))
        .unit("skirmishers", Side::Red, "skirmishers", (40.0, 10.0), 0.0)
        .unit("archers", Side::Red, "horse-archers", (48.0, 10.0), 0.0)
        .unit("heavy", Side::Red, "heavy-infantry", (34.0, 10.0), 0.0)
        .unit("light", Side::Red, "light-infantry", (34.0, 14.0), 0.0)
        .unit("marauders", Side::Red, "heavy-infantry marauders", (34.0, 18.0), 0.0)
        .build();
    let value = |names: &[&str]| scene.look().leadership(scene.officer("Marcus"), set(&scene, names)).value;
    assert_eq!(value(&["skirmishers", "archers"]), 8);
    assert_eq!(value(&["skirmishers", "heavy"]), 6);
    assert_eq!((value(&["light"]), value(&["marauders"])), (6, 8));
}

/// HC-CHO-01, HC-CHO-02, HC-CHO-03, HC-ORD-07, HC-INTENT-03, HC-INTENT-17, AMB-48, EX-08: orders to charge, near or far.
#[test]
fn charge_orders_name_enemies_or_kinds() {
    let scene = cohort().unit("e", Side::Blue, "elephant", (60.0, 40.0), 180.0).build();
    let charge = |targets: Vec<Target>| {
        let verb = Verb::Charge(Charge { targets, first: Vec::new(), ignore_open: false });
        scene.refusals(&order(&scene, "Marcus", &["a"], verb))
    };
    let none: Vec<RuleId> = Vec::new();
    assert_eq!(charge(vec![Target::Unit(scene.unit("e"))]), none);
    assert_eq!(charge(vec![Target::Closest]), none);
    assert_eq!(charge(vec![Target::Front, Target::Closest]), none);
    assert_eq!(charge(vec![]), [rule!("HC-ORD-07")]);
    assert_eq!(charge(vec![Target::Unit(scene.unit("a"))]), [rule!("HC-INTENT-17")]);
    assert_eq!(charge(vec![Target::Unit(crate::ids::UnitId(60))]), [rule!("HC-INTENT-17")]);
}

/// HC-DIVO-03, HC-DIVO-04, HC-DIVO-06, HC-DIVO-12, HC-INTENT-14, EX-09: cavalry that could go 27 inches stays within six of the foot.
#[test]
fn the_link_holds_the_fast_back() {
    let foot_first = |first: &str| {
        let mut scene = cohort().unit("cavalry", Side::Red, "heavy-cavalry", (42.0, 14.0), 0.0).build();
        scene.play(&advance(&scene, "Marcus", &["a", "cavalry"], 30.0), &[1, 1]);
        scene.play(&Choice::Command(CommandChoice::Moves(scene.unit(first))), &[]);
        scene.play(&PROCEED, &[]);
        assert_eq!(stands(&scene, "a"), (30.0, 32.0));
        let gap = scene.look().distance(scene.unit("a"), scene.unit("cavalry")) / INCH;
        assert!((5.5..=6.01).contains(&gap), "{gap}");
        stands(&scene, "cavalry").1
    };
    assert!(foot_first("a") > 36.0 && foot_first("cavalry") > 36.0);
}

/// HC-FREE-01, HC-FREE-02, HC-FREE-10, HC-FREE-12, HC-DIVO-08, HC-COL-05, EX-10: of a division that failed only the columns move, linked.
#[test]
fn columns_move_though_the_order_failed() {
    let mut scene =
        cohort().formed("column", Side::Red, "heavy-infantry", Formation::Column, (37.0, 14.0), 0.0).build();
    scene.play(&advance(&scene, "Marcus", &["a", "column"], 18.0), &[5, 5]);
    scene.play(&PROCEED, &[]);
    assert_eq!((stands(&scene, "a").1, stands(&scene, "column").1), (14.0, 20.0));
    assert!(scene.state.commander(scene.officer("Marcus")).finished);
}

/// HC-MIL-01, HC-MIL-02, HC-MIL-03, AMB-52, EX-11: militia fail on the equal roll, the others do not.
#[test]
fn militia_fail_on_the_equal_roll() {
    let moves = |faces: &[u8]| {
        let mut scene = cohort().unit("m", Side::Red, "medium-infantry militia", (38.0, 14.0), 0.0).build();
        scene.play(&advance(&scene, "Marcus", &["a", "m"], 18.0), faces);
        while !scene.state.pending.is_empty() {
            let choice = scene.proposals().into_iter().next().unwrap();
            scene.play(&choice, &[]);
        }
        let made = |name: &str| scene.state.unit(scene.unit(name)).moves;
        (made("a"), made("m"), scene.state.commander(scene.officer("Marcus")).finished)
    };
    assert_eq!(moves(&[4, 1]), (3, 3, false));
    assert_eq!(moves(&[4, 2]), (2, 2, false));
    assert_eq!(moves(&[4, 3]), (1, 1, false));
    assert_eq!(moves(&[4, 4]), (1, 0, false));
}

/// HC-DRILL-01, HC-DRILL-02, HC-FREE-01, HC-FREE-05, EX-12: only the drilled move when the order fails.
#[test]
fn only_the_drilled_move_on() {
    let mut scene = cohort().unit("d", Side::Red, "heavy-infantry drilled", (38.0, 14.0), 0.0).build();
    scene.play(&advance(&scene, "Marcus", &["a", "d"], 18.0), &[5, 5]);
    scene.play(&PROCEED, &[]);
    assert_eq!((stands(&scene, "a").1, stands(&scene, "d").1), (14.0, 20.0));
}

/// HC-DIVO-02, AMB-47, EX-13: a chain of links is enough; a gap of more than six inches breaks it.
#[test]
fn a_group_is_a_chain() {
    let legal = |gap: f64| {
        let width = 180.0 / 25.4;
        let scene = table()
            .unit("a", Side::Red, "heavy-infantry", (20.0, 14.0), 0.0)
            .unit("b", Side::Red, "heavy-infantry", (20.0 + width + 5.5, 14.0), 0.0)
            .unit("c", Side::Red, "heavy-infantry", (20.0 + 2.0 * width + 5.5 + gap, 14.0), 0.0)
            .build();
        scene.refusals(&advance(&scene, "Marcus", &["a", "b", "c"], 6.0))
    };
    assert!(legal(6.0).is_empty());
    assert_eq!(legal(6.2), [rule!("HC-DIVO-02")]);
}

/// HC-GEN-02, HC-GEN-03, HC-GEN-07, HC-TEST-C7, HC-BLUN-11, EX-15: the second roll stands, and there is no third.
#[test]
fn the_second_roll_stands() {
    let build = || {
        Table::new()
            .commander("Caesar", Side::Red, (30.0, 10.0))
            .unit("a", Side::Red, "heavy-infantry", (30.0, 14.0), 0.0)
            .unit("b", Side::Red, "heavy-infantry", (45.0, 14.0), 0.0)
            .build()
    };
    let mut scene = build();
    scene.play(&advance(&scene, "Caesar", &["a"], 6.0), &[6, 6]);
    scene.play(&Choice::Command(CommandChoice::Reroll(true)), &[6, 6]);
    scene.play(&PROCEED, &[2]);
    scene.play(&PROCEED, &[]);
    assert_eq!(stands(&scene, "a"), (30.0, 8.0));
    let mut scene = build();
    scene.play(&advance(&scene, "Caesar", &["a"], 6.0), &[6, 5]);
    scene.play(&Choice::Command(CommandChoice::Reroll(true)), &[4, 3]);
    scene.play(&PROCEED, &[]);
    assert_eq!(stands(&scene, "a"), (30.0, 20.0));
    scene.play(&advance(&scene, "Caesar", &["b"], 6.0), &[6, 5]);
    assert!(scene.state.commander(scene.officer("Caesar")).finished);
}

/// HC-ORD-11, HC-ORD-14, HC-ORD-15, HC-ORD-16, HC-DISO-01, HC-DIS-01, HC-COM-04: who may not be ordered, with every reason at once.
#[test]
fn every_reason_is_named() {
    let scene = cohort()
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 14.0), 180.0)
        .fighting("a", "e")
        .division("Lucius", Side::Red, (10.0, 10.0))
        .unit("l", Side::Red, "heavy-infantry", (60.0, 14.0), 0.0)
        .build()
        .disordered("a");
    let found = scene.refusals(&advance(&scene, "Lucius", &["a"], 6.0));
    assert_eq!(found, [rule!("HC-ORD-15"), rule!("HC-ORD-11"), rule!("HC-ORD-16")]);
    assert!(scene.refusals(&advance(&scene, "Marcus", &["e"], 6.0)).contains(&rule!("HC-ORD-11")));
}

/// HC-TAB-CMD: the ghost of an order shows each number of moves, and the chances of the test.
#[test]
fn an_order_shows_what_may_come() {
    let scene = cohort().build();
    let ghost = scene.check(&advance(&scene, "Marcus", &["a"], 30.0)).ghost;
    let ends: Vec<f64> = ghost.moves.iter().map(|one| (one.rect.pose.at.y / INCH).round()).collect();
    assert_eq!(ends, [20.0, 26.0, 32.0]);
    let test = ghost.test.unwrap();
    assert_eq!(test.chances.map(|chance| (chance * 36.0).round() as u8), [10, 11, 5, 10]);
    assert_eq!((test.leadership, (test.blunder * 36.0).round() as u8), (8, 1));
}

/// HC-FOL-01, HC-FOL-02, HC-FOL-03, HC-FOL-04, HC-FOL-05, HC-FOL-07, HC-FOL-08, HC-INTENT-08, HC-CMOV-02: he goes to the unit, which makes three moves as he likes.
#[test]
fn follow_me_is_said_step_by_step() {
    let mut scene = cohort().unit("far", Side::Red, "heavy-infantry", (60.0, 14.0), 0.0).build();
    assert_eq!(scene.refusals(&order(&scene, "Marcus", &["far"], Verb::FollowMe)), [rule!("HC-FOL-01")]);
    scene.play(&order(&scene, "Marcus", &["a"], Verb::FollowMe), &[4, 4]);
    let marcus = scene.officer("Marcus");
    for _ in 0..3 {
        let task = ahead(&scene, scene.unit("a"), 6.0);
        scene.play(&Choice::Command(CommandChoice::Step(Verb::Advance(vec![task]))), &[]);
    }
    assert_eq!(stands(&scene, "a"), (30.0, 32.0));
    let commander = scene.state.commander(marcus);
    assert_eq!(commander.place, CommanderPlace::With(scene.unit("a")));
    assert!(commander.finished && commander.moved);
    assert!((commander.at.y / INCH - 32.0).abs() < 0.01);
}

/// HC-FOL-06, HC-FREE-09: no free move after a failed Follow me.
#[test]
fn a_failed_follow_me_leaves_the_unit_where_it_is() {
    let mut scene = table()
        .formed("a", Side::Red, "heavy-infantry drilled", Formation::Column, (30.0, 14.0), 0.0)
        .build();
    scene.play(&order(&scene, "Marcus", &["a"], Verb::FollowMe), &[5, 5]);
    assert_eq!(stands(&scene, "a"), (30.0, 14.0));
    assert!(scene.state.commander(scene.officer("Marcus")).finished);
}

/// HC-RAL-01, HC-RAL-02, HC-RAL-03, HC-RAL-04, HC-RAL-05, HC-RAL-08, HC-RAL-09, HC-INTENT-09: two casualties are needed, one goes.
#[test]
fn rallying_takes_a_casualty_away() {
    let rally = |casualties: u8| {
        let scene = cohort().build().casualties("a", casualties);
        (scene.refusals(&order(&scene, "Marcus", &["a"], Verb::Rally)), scene)
    };
    assert_eq!(rally(1).0, [rule!("HC-RAL-01")]);
    let (found, mut scene) = rally(2);
    assert!(found.is_empty());
    scene.play(&order(&scene, "Marcus", &["a"], Verb::Rally), &[4, 4]);
    assert_eq!(scene.state.unit(scene.unit("a")).casualties, 1);
    assert_eq!(scene.state.commander(scene.officer("Marcus")).place, CommanderPlace::With(scene.unit("a")));
    let (_, mut scene) = rally(3);
    scene.play(&order(&scene, "Marcus", &["a"], Verb::Rally), &[4, 5]);
    assert_eq!(scene.state.unit(scene.unit("a")).casualties, 3);
}

/// HC-ORD-01, HC-ORD-03, HC-ORD-04, HC-ORD-08, HC-INTENT-12, HC-INTENT-13: as far as the moves go, whatever was said.
#[test]
fn an_order_is_carried_out_as_far_as_it_goes() {
    let mut scene = cohort().build();
    scene.play(&advance(&scene, "Marcus", &["a"], 30.0), &[4, 3]);
    scene.play(&PROCEED, &[]);
    assert_eq!(stands(&scene, "a"), (30.0, 20.0));
}

/// HC-FOL-09, HC-FOL-11, HC-BLUN-02: a double six is a blunder here too; militia fail on the equal roll.
#[test]
fn follow_me_may_go_wrong() {
    let mut scene = cohort().build();
    scene.play(&order(&scene, "Marcus", &["a"], Verb::FollowMe), &[6, 6]);
    assert_eq!(scene.state.commander(scene.officer("Marcus")).place, CommanderPlace::Alone);
    scene.play(&PROCEED, &[2]);
    scene.play(&PROCEED, &[]);
    assert_eq!(stands(&scene, "a"), (30.0, 8.0));
    let mut scene = table().unit("m", Side::Red, "medium-infantry militia", (30.0, 14.0), 0.0).build();
    scene.play(&order(&scene, "Marcus", &["m"], Verb::FollowMe), &[4, 4]);
    assert!(!asks(&scene, "Step"));
}

/// HC-FOL-10: one change of formation in three moves.
#[test]
fn the_usual_limits_hold_when_following() {
    let mut scene = cohort().build();
    scene.play(&order(&scene, "Marcus", &["a"], Verb::FollowMe), &[4, 4]);
    let form = |scene: &Scene, to: Formation| {
        let way = vec![Leg::Form(Reform { to, facing: Facing::UP, leading: false })];
        let task = Task { unit: scene.unit("a"), way, ignore_open: false };
        Choice::Command(CommandChoice::Step(Verb::Advance(vec![task])))
    };
    scene.play(&form(&scene, Formation::Column), &[]);
    assert_eq!(scene.refusals(&form(&scene, Formation::Line)), [rule!("HC-FCH-07")]);
    scene.play(&Choice::Command(CommandChoice::Stop), &[]);
    assert!(!asks(&scene, "Step"));
}

/// HC-GEN-01, HC-GEN-04, HC-GEN-06: for the general only, with the option on, for Follow me and Rally too.
#[test]
fn only_the_general_rolls_again() {
    let asked = |option: bool, verb: Verb, general: bool| {
        let table = Table::new().settings(|settings| settings.general_reroll = option);
        let table = match general {
            true => table.commander("Marcus", Side::Red, (30.0, 10.0)),
            false => table.division("Marcus", Side::Red, (30.0, 10.0)),
        };
        let mut scene =
            table.unit("a", Side::Red, "heavy-infantry", (30.0, 14.0), 0.0).build().casualties("a", 2);
        scene.play(&order(&scene, "Marcus", &["a"], verb), &[5, 5]);
        asks(&scene, "Reroll")
    };
    assert!(asked(true, Verb::Rally, true) && asked(true, Verb::FollowMe, true));
    assert!(!asked(false, Verb::Rally, true) && !asked(true, Verb::Rally, false));
}

/// HC-RAL-07, HC-DISO-01: the disordered are not rallied.
#[test]
fn the_disordered_are_not_rallied() {
    let scene = cohort()
        .unit("b", Side::Red, "heavy-infantry", (45.0, 14.0), 0.0)
        .build()
        .casualties("a", 3)
        .disordered("a");
    assert_eq!(scene.refusals(&order(&scene, "Marcus", &["a"], Verb::Rally)), [rule!("HC-ORD-16")]);
}

/// HC-INTENT-07: back with the face to the enemy is a way like any other.
#[test]
fn a_unit_withdraws_with_its_face_to_the_enemy() {
    let mut scene = cohort().unit("e", Side::Blue, "heavy-infantry", (30.0, 22.0), 180.0).build();
    scene.play(&advance(&scene, "Marcus", &["a"], -6.0), &[4, 3]);
    scene.play(&PROCEED, &[]);
    assert_eq!(stands(&scene, "a"), (30.0, 8.0));
    assert_eq!(scene.look().rect(scene.unit("a")).pose.facing, Facing::UP);
}

/// HC-DRILL-07, HC-EAGER-03: half of a rule, and some of a division.
#[test]
fn half_of_a_rule_and_some_of_a_division() {
    let made = |troop: &str| {
        let mut scene = cohort().unit("d", Side::Red, troop, (38.0, 14.0), 0.0).build();
        scene.play(&advance(&scene, "Marcus", &["a", "d"], 6.0), &[5, 5]);
        if crate::flow::asked(scene.look()).is_some() && !asks(&scene, "Move") {
            scene.play(&PROCEED, &[]);
        }
        (stands(&scene, "a").1, stands(&scene, "d").1)
    };
    assert_eq!(made("heavy-infantry drilled-free-move"), (14.0, 20.0));
    assert_eq!(made("heavy-infantry drilled-passing"), (14.0, 14.0));
}

/// HC-SCN-05: a second Command part begins anew.
#[test]
fn a_second_command_part_begins_anew() {
    use crate::event::{self, Event};
    use crate::stage::{Part, Stage};
    let mut scene = cohort().build();
    scene.play(&advance(&scene, "Marcus", &["a"], 6.0), &[5, 5]);
    event::apply(&mut scene.state, &Event::Enters { part: Part::Command, stage: Stage::Elite });
    let unit = scene.state.unit(scene.unit("a"));
    assert!(!unit.did(Deed::Ordered) && !scene.state.commander(scene.officer("Marcus")).finished);
}
