//! 30.12: what an order may say.

use super::*;
use crate::command::{Leg, Reform, SupportAt};
use crate::field::Strength;
use crate::formation::Formation;
use crate::ids::{BlockId, UnitId};
use crate::stage::{Part, Stage};
use crate::state::Place;
use crate::testing::Table;
use aelian_game::Side;
use aelian_geometry::{Facing, Pose};
use aelian_rulebook::rule;

fn table() -> Table {
    Table::new()
        .division("Marcus", Side::Red, (30.0, 10.0))
        .unit("a", Side::Red, "heavy-infantry", (30.0, 14.0), 0.0)
        .unit("b", Side::Red, "heavy-infantry", (40.0, 14.0), 0.0)
}

fn way(scene: &Scene, legs: Vec<Leg>) -> Choice {
    let task = Task { unit: scene.unit("a"), way: legs, ignore_open: false };
    order(scene, "Marcus", &["a"], Verb::Advance(vec![task]))
}

fn form(to: Formation) -> Leg {
    Leg::Form(Reform { to, facing: Facing::UP, leading: false })
}

/// HC-ORD-05, HC-ORD-06, HC-INTENT-02, HC-INTENT-05, HC-INTENT-17, HC-FCH-07: ways that cannot be followed are refused.
#[test]
fn a_way_must_make_sense() {
    let scene = table().build();
    let refusals = |legs: Vec<Leg>| scene.refusals(&way(&scene, legs));
    let go = |x: f64| Leg::Go(Pose::new(x, 500.0, Facing::UP));
    assert!(refusals(vec![go(700.0)]).is_empty());
    assert!(refusals(vec![form(Formation::Column), go(700.0)]).is_empty());
    assert_eq!(refusals(vec![]), [rule!("HC-ORD-05")]);
    assert_eq!(refusals(vec![go(f64::NAN)]), [rule!("HC-INTENT-17")]);
    assert_eq!(refusals(vec![go(1e300)]), [rule!("HC-INTENT-17")]);
    assert_eq!(refusals(vec![form(Formation::Phalanx)]), [rule!("HC-PHX-01")]);
    assert_eq!(refusals(vec![form(Formation::Column), form(Formation::Line)]), [rule!("HC-FCH-07")]);
    assert_eq!(refusals(vec![go(700.0); 99]), [rule!("HC-ORD-05")]);
}

/// HC-INTENT-01, HC-INTENT-16: nobody without a way, and no way for nobody; ids that there are not.
#[test]
fn each_unit_has_one_way() {
    let scene = table().build();
    let (a, b) = (scene.unit("a"), scene.unit("b"));
    let tasks = |units: &[UnitId]| {
        let tasks = units.iter().map(|unit| ahead(&scene, *unit, 6.0)).collect();
        scene.refusals(&order(&scene, "Marcus", &["a"], Verb::Advance(tasks)))
    };
    assert!(tasks(&[a]).is_empty());
    assert_eq!(tasks(&[b]), [rule!("HC-INTENT-02"), rule!("HC-ORD-05")]);
    assert_eq!(tasks(&[a, a]), [rule!("HC-INTENT-02")]);
    let strange = UnitSet::one(UnitId(63));
    let commander = scene.officer("Marcus");
    let order = Order { commander, units: strange, verb: Verb::Rally };
    assert_eq!(scene.refusals(&Choice::Command(CommandChoice::Order(order))), [rule!("HC-INTENT-01")]);
    let nobody = Order { commander: crate::ids::CommanderId(99), units: UnitSet::EMPTY, verb: Verb::Rally };
    assert_eq!(scene.refusals(&Choice::Command(CommandChoice::Order(nobody))).len(), 2);
}

/// HC-INTENT-04, HC-SUPP-11, HC-SUPP-20, HC-SUPP-23, HC-SUPP-31: into support beside or behind a friend who fights.
#[test]
fn a_unit_moves_into_support() {
    for (at, support) in [(SupportAt::Rear, (30.0, 24.0)), (SupportAt::Nearest, (30.0, 24.0))] {
        let mut scene = Table::new()
            .division("Marcus", Side::Red, (30.0, 10.0))
            .unit("a", Side::Red, "heavy-infantry", (30.0, 24.0 + 40.0 / 25.4), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 24.0 + 40.0 / 25.4), 180.0)
            .unit("b", Side::Red, "heavy-infantry", (30.0, 14.0), 0.0)
            .fighting("a", "e")
            .build();
        let verb = Verb::Support { friend: scene.unit("a"), at };
        scene.play(&order(&scene, "Marcus", &["b"], verb), &[1, 1]);
        scene.play(&PROCEED, &[]);
        let (x, y) = stands(&scene, "b");
        assert!((x - support.0).abs() < 0.11 && (y - support.1).abs() < 0.11, "{x} {y}");
        assert!(scene.look().is_engaged(scene.unit("b")));
        assert!(scene.look().touch(scene.unit("b"), scene.unit("a")));
    }
}

/// HC-SUPP-11, HC-SUPP-20, HC-PROX-07: beside a friend it is level with him though it then faces nobody; whoever faces
/// another enemy may not leave him for it (HC-PROX-03).
#[test]
fn a_support_beside_need_not_face_the_enemy() {
    let goes = |facing_one: bool| {
        let wide = 180.0 / 25.4;
        let mut table = Table::new()
            .division("Marcus", Side::Red, (30.0, 10.0))
            .unit("a", Side::Red, "heavy-infantry", (30.0, 24.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 24.0), 180.0)
            .unit("b", Side::Red, "heavy-infantry", (31.0 + wide, 20.0), 0.0)
            .fighting("a", "e");
        if facing_one {
            table = table.unit("f", Side::Blue, "elephant", (32.0 + wide, 29.0), 180.0);
        }
        let mut scene = table.build();
        let verb = Verb::Support { friend: scene.unit("a"), at: SupportAt::Right };
        scene.play(&order(&scene, "Marcus", &["b"], verb), &[4, 3]);
        scene.play(&PROCEED, &[]);
        scene.look().is_engaged(scene.unit("b"))
    };
    assert!(goes(false));
    assert!(!goes(true));
}

/// HC-SUPP-08: a column draws up with one move and comes into support with the next.
#[test]
fn a_column_reforms_and_joins() {
    let engaged = |dice: &[u8]| {
        let deep = 40.0 / 25.4;
        let mut scene = Table::new()
            .division("Marcus", Side::Red, (30.0, 10.0))
            .unit("f", Side::Red, "heavy-infantry", (30.0, 24.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 24.0), 180.0)
            .formed("a", Side::Red, "heavy-infantry", Formation::Column, (30.0, 18.0), 0.0)
            .fighting("f", "e")
            .build();
        let behind = Pose::new(30.0 * INCH, (24.0 - deep) * INCH, Facing::UP).on_grid();
        let legs = vec![form(Formation::Line), Leg::Go(behind)];
        scene.play(&way(&scene, legs), dice);
        scene.play(&PROCEED, &[]);
        scene.look().is_engaged(scene.unit("a"))
    };
    assert!(engaged(&[1, 1]) && !engaged(&[4, 4]));
}

/// HC-SUPP-04, HC-SUPP-06, HC-COL-10, HC-SQ-09, HC-WEDGE-13: nor columns, squares, wedges and those who fight.
#[test]
fn formations_that_may_not_move_into_support() {
    let refusals = |formation: Formation| {
        let troop = "heavy-infantry wedge";
        let scene = table().formed("s", Side::Red, troop, formation, (50.0, 14.0), 0.0).build();
        let verb = Verb::Support { friend: scene.unit("a"), at: SupportAt::Nearest };
        scene.refusals(&order(&scene, "Marcus", &["s"], verb))
    };
    assert!(refusals(Formation::Line).is_empty());
    assert_eq!(refusals(Formation::Column), [rule!("HC-COL-10"), rule!("HC-SUPP-04")]);
    assert!(refusals(Formation::Square).contains(&rule!("HC-SUPP-04")));
    assert_eq!(refusals(Formation::Wedge), [rule!("HC-SUPP-02")]);
    let scene = table()
        .unit("s", Side::Red, "heavy-infantry", (50.0, 14.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (50.0, 14.0), 180.0)
        .fighting("s", "e")
        .build();
    let verb = Verb::Support { friend: scene.unit("a"), at: SupportAt::Nearest };
    assert_eq!(scene.refusals(&order(&scene, "Marcus", &["s"], verb)), [rule!("HC-ORD-15")]);
}

/// HC-SUPP-01, HC-SUPP-04, HC-SUPP-05, HC-SUPP-07, HC-SUPP-09, HC-SHK-03, HC-DIS-09: who may not.
#[test]
fn some_may_not_move_into_support() {
    let refusals = |troop: &str, casualties: u8| {
        let scene =
            table().unit("s", Side::Red, troop, (50.0, 14.0), 0.0).build().casualties("s", casualties);
        let verb = Verb::Support { friend: scene.unit("a"), at: SupportAt::Nearest };
        scene.refusals(&order(&scene, "Marcus", &["s"], verb))
    };
    assert!(refusals("heavy-infantry", 0).is_empty());
    assert_eq!(refusals("heavy-infantry", 6), [rule!("HC-SUPP-07"), rule!("HC-SUPP-04")]);
    let unsteady = table().unit("s", Side::Red, "heavy-infantry", (50.0, 14.0), 0.0).build().disordered("s");
    let verb = Verb::Support { friend: unsteady.unit("a"), at: SupportAt::Nearest };
    let found = unsteady.refusals(&order(&unsteady, "Marcus", &["s"], verb));
    assert_eq!(found, [rule!("HC-ORD-16"), rule!("HC-SUPP-05"), rule!("HC-SUPP-04")]);
    assert_eq!(refusals("baggage", 0), [rule!("HC-SUPP-02")]);
}

/// A friend who fights, and a unit of this formation straight behind him.
fn behind_a_fight(formation: Formation) -> Scene {
    Table::new()
        .division("Marcus", Side::Red, (30.0, 10.0))
        .unit("f", Side::Red, "heavy-infantry", (30.0, 24.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 24.0), 180.0)
        .formed("a", Side::Red, "heavy-infantry", formation, (30.0, 16.0), 0.0)
        .fighting("f", "e")
        .build()
}

/// HC-SUPP-04, HC-SUPP-07, HC-COL-10: an order to go where it would support is as good as one to support.
#[test]
fn a_place_of_support_is_no_goal_for_some() {
    let behind = |y: f64| vec![Leg::Go(Pose::new(30.0 * INCH, (24.0 - y) * INCH, Facing::UP).on_grid())];
    let deep = 40.0 / 25.4;
    let refusals = |scene: &Scene, back: f64| scene.refusals(&way(scene, behind(deep + back)));
    let line = behind_a_fight(Formation::Line);
    assert!(refusals(&line, 0.5).is_empty());
    let column = behind_a_fight(Formation::Column);
    assert_eq!(refusals(&column, 0.5), [rule!("HC-COL-10"), rule!("HC-SUPP-04")]);
    assert!(refusals(&column, 1.5).is_empty());
    let shaken = behind_a_fight(Formation::Line).casualties("a", 6);
    assert_eq!(refusals(&shaken, 0.5), [rule!("HC-SUPP-07"), rule!("HC-SUPP-04")]);
    let draws_up = [vec![form(Formation::Line)], behind(deep + 0.5)].concat();
    assert!(column.refusals(&way(&column, draws_up)).is_empty());
}

/// HC-SUPP-04, HC-SUPP-07, HC-COL-10: on its way to a place beyond, it stops short of a place where it would support, and
/// passes by where its moves suffice.
#[test]
fn who_may_not_support_stops_short() {
    let goes = |mut scene: Scene, x: f64, dice: &[u8]| {
        let goal = Pose::new(x * INCH, 21.5 * INCH, Facing::UP).on_grid();
        let reasons = scene.reasons(&way(&scene, vec![Leg::Go(goal)]), dice);
        let mut cited: Vec<_> = reasons.iter().map(|reason| reason.rule).collect();
        cited.extend(scene.reasons(&PROCEED, &[]).iter().map(|reason| reason.rule));
        (stands(&scene, "a"), scene.look().is_engaged(scene.unit("a")), cited)
    };
    let aside = || {
        let mut scene = behind_a_fight(Formation::Line).casualties("a", 6);
        let unit = scene.unit("a");
        scene.state.units[unit.index()].rect.pose = Pose::new(22.0 * INCH, 21.5 * INCH, Facing::UP).on_grid();
        scene
    };
    // One move of six inches along the rear of the fighter ends behind his middle.
    let ((x, _), engaged, cited) = goes(aside(), 34.0, &[4, 4]);
    assert!(!engaged && x < 27.0, "{x}");
    assert!(cited.contains(&rule!("HC-SUPP-07")), "{cited:?}");
    let ((x, _), engaged, cited) = goes(aside(), 34.0, &[3, 3]);
    assert!(!engaged && x > 33.9, "{x}");
    assert!(!cited.contains(&rule!("HC-SUPP-07")));
}

/// HC-INTENT-06, HC-BLDG-03, HC-BLDG-07, HC-BLDG-08, HC-BLDG-09: up to a building, into it, and out again.
#[test]
fn a_unit_goes_into_a_building() {
    let build = || table().block((30.0, 18.0), (8.0, 8.0), Strength::Substantial).build();
    let mut scene = build();
    let verb = Verb::Occupy { block: BlockId(0) };
    scene.play(&order(&scene, "Marcus", &["a"], verb.clone()), &[4, 4]);
    scene.play(&PROCEED, &[]);
    assert_eq!(scene.state.unit(scene.unit("a")).place, Place::Table);
    let mut scene = build();
    scene.play(&order(&scene, "Marcus", &["a"], verb.clone()), &[4, 2]);
    scene.play(&PROCEED, &[]);
    assert_eq!(scene.state.unit(scene.unit("a")).place, Place::Block(BlockId(0)));
    let horse = table()
        .block((50.0, 18.0), (8.0, 8.0), Strength::Substantial)
        .unit("h", Side::Red, "heavy-cavalry", (50.0, 14.0), 0.0)
        .build();
    assert_eq!(horse.refusals(&order(&horse, "Marcus", &["h"], verb)), [rule!("HC-BLDG-03")]);
}

/// HC-SQ-04, HC-MOVE-08: a square takes no order but to change its formation.
#[test]
fn a_square_only_changes() {
    let scene = Table::new()
        .division("Marcus", Side::Red, (30.0, 10.0))
        .formed("a", Side::Red, "heavy-infantry", Formation::Square, (30.0, 14.0), 0.0)
        .build();
    assert_eq!(scene.refusals(&advance(&scene, "Marcus", &["a"], 6.0)), [rule!("HC-SQ-04")]);
    assert!(scene.refusals(&way(&scene, vec![form(Formation::Line)])).is_empty());
}

/// HC-DIVO-10, HC-DIVO-11: a division is told to charge; who cannot reach the enemy supports who did.
#[test]
fn who_cannot_charge_supports() {
    let mut scene = Table::new()
        .division("Marcus", Side::Red, (30.0, 10.0))
        .unit("a", Side::Red, "heavy-infantry", (30.0, 14.0), 0.0)
        .unit("b", Side::Red, "heavy-infantry", (30.0, 11.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 24.0), 180.0)
        .build();
    let charge = crate::command::Charge {
        targets: vec![crate::command::Target::Unit(scene.unit("e"))],
        first: Vec::new(),
        ignore_open: false,
    };
    scene.play(&order(&scene, "Marcus", &["a", "b"], Verb::Charge(charge)), &[1, 1]);
    scene.play(&Choice::Command(CommandChoice::Moves(scene.unit("a"))), &[]);
    while !scene.state.is_fighting(scene.unit("a")) {
        let choice = scene.proposals().into_iter().next().unwrap();
        scene.play(&choice, &[]);
    }
    while !scene.state.pending.is_empty() {
        let choice = scene.proposals().into_iter().next().unwrap();
        scene.play(&choice, &[]);
    }
    assert!(scene.look().is_engaged(scene.unit("b")) && !scene.state.is_fighting(scene.unit("b")));
}

/// HC-SUPP-10, HC-TESTU-06: a testudo that supports becomes a battle line.
#[test]
fn a_testudo_unfolds_to_support() {
    let front = 24.0 + 40.0 / 25.4;
    let mut scene = Table::new()
        .division("Marcus", Side::Red, (30.0, 10.0))
        .unit("a", Side::Red, "heavy-infantry", (30.0, front), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, front), 180.0)
        .formed("b", Side::Red, "heavy-infantry testudo", Formation::Testudo, (30.0, 16.0), 0.0)
        .fighting("a", "e")
        .build();
    let verb = Verb::Support { friend: scene.unit("a"), at: SupportAt::Rear };
    scene.play(&order(&scene, "Marcus", &["b"], verb), &[1, 1]);
    scene.play(&PROCEED, &[]);
    assert_eq!(scene.state.unit(scene.unit("b")).formation, Formation::Line);
    assert!(scene.look().is_engaged(scene.unit("b")));
}

/// HC-TESTU-07: a unit that had no room for its battle line draws up when it has: after a move, and when its side's turn to
/// command comes.
#[test]
fn a_cramped_unit_draws_up_later() {
    let cramped = |neighbours: bool| {
        let mut table = Table::new()
            .stage(Part::Command, Stage::Initiative)
            .division("Marcus", Side::Red, (30.0, 10.0))
            .formed("a", Side::Red, "heavy-infantry testudo", Formation::Testudo, (30.0, 16.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 40.0), 180.0);
        if neighbours {
            table = table.unit("left", Side::Red, "heavy-infantry", (24.0, 16.0), 0.0).unit(
                "right",
                Side::Red,
                "heavy-infantry",
                (36.0, 16.0),
                0.0,
            );
        }
        let mut scene = table.build();
        let unit = scene.unit("a");
        scene.state.units[unit.index()].formation = Formation::Line;
        scene
    };
    let width = |scene: &Scene| scene.look().rect(scene.unit("a")).width;
    let mut hemmed = cramped(true);
    assert!(hemmed.look().cramped(Side::Red).is_empty());
    let unit = hemmed.unit("a");
    hemmed.run(&[], |cx| {
        crate::movement::draw_out(cx, unit);
        Ok(())
    });
    assert!(width(&hemmed) < 180.0);
    let mut free = cramped(false);
    let reasons = free.reasons(&PROCEED, &[]);
    assert!(reasons.iter().any(|reason| reason.rule == rule!("HC-TESTU-07")));
    assert_eq!((width(&free), stands(&free, "a")), (180.0, (30.0, 16.0)));
    // It goes clear of its neighbours, and draws up where it comes to stand.
    let mut moved = cramped(true);
    moved.state.stage = Stage::Orders;
    let goal = Leg::Go(Pose::new(30.0 * INCH, 22.0 * INCH, Facing::UP));
    moved.play(&way(&moved, vec![goal]), &[4, 4]);
    moved.play(&PROCEED, &[]);
    assert_eq!((width(&moved), stands(&moved, "a")), (180.0, (30.0, 22.0)));
}
