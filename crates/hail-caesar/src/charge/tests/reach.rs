//! 50.1, 50.3: declaring and making the charge move.

use super::super::reach::Aim;
use super::{Charging, order};
use crate::charge::reach;
use crate::command::{Charge, Leg, Reform, Target, Task};
use crate::event::MoveWhy;
use crate::formation::Formation;
use crate::ids::UnitSet;
use crate::morale::Cover;
use crate::rules::INCH;
use crate::state::Side4;
use crate::testing::{Scene, Table};
use aelian_game::Side;

fn facing(gap: f64, troop: &str) -> Table {
    Table::new().unit("u", Side::Red, troop, (30.0, 15.0), 0.0).unit(
        "t",
        Side::Blue,
        "heavy-infantry",
        (30.0, 15.0 + gap),
        180.0,
    )
}

fn reaches(scene: &Scene, moves: u8) -> bool {
    reach(scene.look(), scene.unit("u"), &order(scene, &["t"]), moves).contact.is_some()
}

/// HC-CHG-03, HC-CHG-21, HC-ALG-08: the last of its moves must be a charge move of one move's length.
#[test]
fn as_many_moves_as_the_distance_takes() {
    let far = |gap: f64, moves: u8| reaches(&facing(gap, "heavy-infantry").build(), moves);
    assert!(far(6.0, 1) && !far(6.2, 1) && far(6.2, 2));
    assert!(far(18.0, 3) && !far(18.2, 3));
    assert!(reaches(&facing(9.0, "heavy-cavalry").build(), 1));
}

/// HC-CHG-20, HC-CHG-28, HC-ALG-05, EX-151, AMB-64: an enemy near by but not before the centre-front cannot be charged with the only
/// move; with two the first one turns it.
#[test]
fn it_must_face_whom_it_charges() {
    let scene = Table::new()
        .unit("u", Side::Red, "elephant", (30.0, 15.0), 0.0)
        .unit("t", Side::Blue, "elephant", (33.5, 18.5), 180.0)
        .build();
    assert!(!reaches(&scene, 1));
    assert!(reaches(&scene, 2));
    let turned = reach(scene.look(), scene.unit("u"), &order(&scene, &["t"]), 1);
    assert!(turned.end.pose.facing.to_compass() > 20.0, "{turned:?}");
}

/// HC-CHG-01, HC-CHG-22, HC-ENG-01, HC-HIT-H03: a charge straight ahead at an enemy who stands.
#[test]
fn a_plain_charge() {
    let mut scene = facing(11.0, "heavy-infantry").build();
    scene.charge(&["t"], 3);
    assert!(scene.is_over());
    assert_eq!(scene.at("u"), (30.0, 26.0));
    assert!(scene.fights("u", "t"));
    let (unit, target) = (scene.unit("u"), scene.unit("t"));
    let combat = scene.state.unit(unit).combat;
    assert!(combat.charged && combat.moved && !combat.no_bonus);
    let stood = scene.state.unit(target).combat;
    assert!(stood.covered && !stood.charged && !stood.moved);
    assert_eq!(scene.state.unit(unit).moves, 2);
}

/// HC-CHG-02: nobody is charged whom the order does not name.
#[test]
fn only_the_target_is_charged() {
    let mut scene =
        facing(5.0, "heavy-infantry").unit("x", Side::Blue, "heavy-infantry", (50.0, 30.0), 180.0).build();
    scene.charge(&["x"], 1);
    assert!(scene.state.bouts.is_empty());
}

/// HC-CHG-04, HC-CHG-05, HC-CHG-32, HC-CHO-06, HC-ALG-02: a charge that falls short goes as near as it can, facing the enemy.
#[test]
fn a_charge_that_falls_short() {
    let mut scene = facing(20.0, "heavy-infantry").build();
    scene.charge(&["t"], 2);
    assert_eq!(scene.at("u"), (30.0, 27.0));
    assert!(scene.state.bouts.is_empty() && scene.is_over());
    assert!(scene.look().faces(scene.unit("u"), scene.unit("t")));
}

/// HC-CHG-24, HC-CHG-25, HC-CHG-26, HC-CHG-36: the quarter when the order came decides, not where the moves lead.
#[test]
fn the_quarter_is_that_of_the_order() {
    let mut scene = Table::new()
        .unit("u", Side::Red, "heavy-cavalry", (40.0, 20.0), 270.0)
        .unit("t", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
        .build();
    let (unit, target) = (scene.unit("u"), scene.unit("t"));
    let flank = reach(scene.look(), unit, &order(&scene, &["t"]), 1).contact.unwrap();
    assert_eq!(flank.face, Side4::Left);
    // It received the order when it stood before the front.
    let stood = aelian_geometry::Pose::new(30.0 * INCH, 10.0 * INCH, aelian_geometry::Facing::UP);
    let orders = order(&scene, &["t"]);
    scene.run(&[], |cx| crate::charge::carry(cx, unit, &orders, 1, stood, MoveWhy::Ordered));
    let bout = *scene.state.bout(unit, target).unwrap();
    assert_eq!(bout.edge_of(target), Some(Side4::Front));
}

/// HC-CHG-06, HC-CHG-20: whom it does not see when the charge move begins it cannot charge.
#[test]
fn it_must_see_whom_it_charges() {
    let wood = [(20.0, 17.0), (40.0, 17.0), (40.0, 19.0), (20.0, 19.0)];
    let scene = facing(5.0, "skirmishers").area(crate::field::AreaKind::Wood, &wood).build();
    assert!(!reaches(&scene, 1));
}

/// HC-CHO-02, HC-CHO-03, HC-INTENT-03, EX-08: the closest visible enemy; any to the front; any in an area; or one by name.
#[test]
fn targets_are_named_in_four_ways() {
    let scene =
        facing(10.0, "heavy-infantry").unit("x", Side::Blue, "heavy-infantry", (30.0, 7.0), 0.0).build();
    let unit = scene.unit("u");
    let target = |target: Target| {
        let order = Charge { targets: vec![target], first: Vec::new(), ignore_open: false };
        reach(scene.look(), unit, &order, 3).target.map(|id| scene.rules.card(id).name.clone())
    };
    assert_eq!(target(Target::Closest).as_deref(), Some("x"));
    assert_eq!(target(Target::Front).as_deref(), Some("t"));
    let corners = [(20.0, 20.0), (40.0, 20.0), (40.0, 30.0), (20.0, 30.0)];
    let zone = corners.map(|(x, y)| aelian_geometry::Vec2::new(x * INCH, y * INCH)).to_vec();
    assert_eq!(target(Target::Zone(aelian_geometry::Polygon::new(zone).unwrap())).as_deref(), Some("t"));
    assert_eq!(target(Target::Unit(scene.unit("x"))).as_deref(), Some("x"));
}

/// HC-CHG-33, HC-PASS-02, HC-TWO-03, HC-TWO-05: a second charger joins the fight and counts as charging.
#[test]
fn a_second_charger_joins() {
    let mut scene = Table::new()
        .unit("t", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
        .unit("f", Side::Red, "elephant", (30.0 - 50.0 / 25.4, 20.0), 0.0)
        .unit("u", Side::Red, "elephant", (31.5, 15.0), 0.0)
        .fighting("f", "t")
        .build();
    scene.charge(&["t"], 1);
    assert!(scene.is_over(), "HC-TWO-04: who is engaged already stands");
    assert!(scene.fights("u", "t") && scene.fights("f", "t"));
    assert!(scene.state.unit(scene.unit("u")).combat.charged);
    assert!(!scene.state.unit(scene.unit("t")).combat.covered, "its fight goes on as it was");
}

/// HC-OOC-01, HC-OOC-02, HC-OOC-03: open order measures from its nearest model and charges any way round.
#[test]
fn open_order_charges_any_way() {
    let mut scene = Table::new()
        .unit("u", Side::Red, "skirmishers", (30.0, 15.0), 0.0)
        .unit("t", Side::Blue, "light-artillery", (30.0, 5.0), 180.0)
        .build();
    let gap = scene.look().distance(scene.unit("u"), scene.unit("t")) / INCH;
    assert!(
        gap < 6.0
            && scene.look().point_distance(scene.look().rect(scene.unit("u")).pose.at, scene.unit("t"))
                / INCH
                > 6.0
    );
    scene.charge(&["t"], 1);
    assert!(scene.fights("u", "t"));
}

/// HC-CHG-34, HC-BLDG-10: a unit leaves a building with a charge.
#[test]
fn out_of_a_building() {
    let mut scene = Table::new()
        .block((30.0, 20.0), (6.0, 6.0), crate::field::Strength::Substantial)
        .inside("u", Side::Red, "heavy-infantry", 0)
        .unit("t", Side::Blue, "heavy-infantry", (31.0, 15.0), 0.0)
        .build();
    scene.charge(&["t"], 1);
    assert!(scene.fights("u", "t"));
    assert_eq!(scene.state.unit(scene.unit("u")).place, crate::state::Place::Table);
}

/// HC-CHG-35, HC-ROUGH-03: rough ground leaves a formed charger one move.
#[test]
fn rough_ground_slows_a_charge() {
    let rough = [(20.0, 16.0), (40.0, 16.0), (40.0, 40.0), (20.0, 40.0)];
    let scene = facing(10.0, "heavy-infantry").area(crate::field::AreaKind::Rough, &rough).build();
    assert!(!reaches(&scene, 3));
    assert!(reaches(&facing(10.0, "heavy-infantry").build(), 3));
}

/// HC-NOCH-05, HC-INTENT-03: a column reforms with one move and charges with a later one; the square stays.
#[test]
fn a_column_reforms_and_charges() {
    let charge = |formation: Formation, moves: u8| {
        let mut scene = Table::new()
            .formed("u", Side::Red, "heavy-infantry", formation, (30.0, 15.0), 0.0)
            .unit("t", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
            .build();
        let unit = scene.unit("u");
        let reform = Reform { to: Formation::Line, facing: aelian_geometry::Facing::UP, leading: false };
        let first = vec![Task { unit, way: vec![Leg::Form(reform)], ignore_open: false }];
        let order = Charge { first, ..order(&scene, &["t"]) };
        scene.charge_by(&order, moves);
        (scene.fights("u", "t"), scene.state.unit(unit).formation)
    };
    assert_eq!(charge(Formation::Column, 2), (true, Formation::Line));
    assert_eq!(charge(Formation::Column, 1), (false, Formation::Line));
    assert!(!charge(Formation::Square, 2).0);
}

/// HC-INTENT-03, HC-CHG-06, EX-08: it goes where it was told, and charges whoever then is before it.
#[test]
fn it_advances_and_charges_who_appears() {
    let wood = [(20.0, 18.0), (27.0, 18.0), (27.0, 24.0), (20.0, 24.0)];
    let mut scene = Table::new()
        .unit("u", Side::Red, "elephant", (24.0, 15.0), 0.0)
        .unit("t", Side::Blue, "heavy-infantry", (36.0, 24.0), 180.0)
        .area(crate::field::AreaKind::Wood, &wood)
        .build();
    let unit = scene.unit("u");
    let goal = aelian_geometry::Pose::new(29.5 * INCH, 15.0 * INCH, aelian_geometry::Facing::compass(35.0));
    let first = vec![Task { unit, way: vec![Leg::Go(goal)], ignore_open: false }];
    let order = Charge { targets: vec![Target::Closest], first, ignore_open: false };
    scene.charge_by(&order, 3);
    assert!(scene.fights("u", "t"), "{:?}", scene.at("u"));
    assert_eq!(scene.state.unit(unit).moves, 3);
}

/// HC-TWO-01: chargers take one after the other what is left of the face.
#[test]
fn one_after_the_other() {
    let mut scene = Table::new()
        .unit("t", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
        .unit("u", Side::Red, "elephant", (28.5, 15.0), 0.0)
        .unit("v", Side::Red, "elephant", (32.5, 15.0), 0.0)
        .build();
    scene.charge(&["t"], 1);
    let (second, orders) = (scene.unit("v"), order(&scene, &["t"]));
    let stood = scene.state.unit(second).rect.pose;
    scene.run(&[], |cx| crate::charge::carry(cx, second, &orders, 1, stood, MoveWhy::Ordered));
    assert!(scene.fights("u", "t") && scene.fights("v", "t"));
}

/// HC-BLDG-17, HC-BLDG-24, HC-NOCH-10: an assault on a building is fought by one of those in it.
#[test]
fn one_unit_defends_a_building() {
    let mut scene = Table::new()
        .block((30.0, 20.0), (6.0, 6.0), crate::field::Strength::Substantial)
        .inside("x", Side::Blue, "light-artillery", 0)
        .inside("t", Side::Blue, "heavy-infantry", 0)
        .unit("u", Side::Red, "heavy-infantry", (31.0, 15.0), 0.0)
        .build();
    scene.charge(&["t"], 1);
    assert!(scene.fights("u", "t") && !scene.fights("u", "x"));
    assert!(scene.state.unit(scene.unit("t")).combat.covered);
}

/// HC-OBST-03, HC-OBST-08, HC-CHG-35: a fence on the way takes a move of its own; one before the enemy's feet is fought
/// across.
#[test]
fn fences_hold_up_a_charge() {
    let fenced = |y: f64, moves: u8| {
        let scene = facing(5.0, "heavy-infantry").obstacle(&[(20.0, y), (40.0, y)], true).build();
        reaches(&scene, moves)
    };
    assert!(fenced(20.0, 1) && fenced(19.8, 1));
    assert!(!fenced(17.5, 1) && !fenced(17.5, 2));
}

/// HC-OBST-07: a charger has no cover of the barrier at which it fights; who stands behind it has.
#[test]
fn a_barrier_does_not_cover_the_charger() {
    // Askew along the line of contact, so that part of it is before each of them.
    let mut scene = facing(5.0, "heavy-infantry").obstacle(&[(20.0, 19.8), (40.0, 20.2)], true).build();
    scene.charge(&["t"], 1);
    assert!(scene.fights("u", "t"));
    let blow = |by: &str, on: &str| {
        let (by, on) = (scene.unit(by), scene.unit(on));
        let strike = crate::fight::Strike { by, of: by, on, dice: 1, needed: 4, hits: None };
        crate::fight::blow_of(scene.look(), &strike, false).cover
    };
    assert_eq!((blow("u", "t"), blow("t", "u")), (Cover::Light, Cover::None));
}

/// HC-PASS-02, HC-CHG-31, HC-CHG-33: friends who fight elsewhere are not charged through; idle friends are.
#[test]
fn friends_on_the_way() {
    let through = |fights: bool| {
        let mut table = Table::new()
            .unit("u", Side::Red, "elephant", (30.0, 15.0), 0.0)
            .unit("f", Side::Red, "elephant", (31.7, 19.6), 0.0)
            .unit("e", Side::Blue, "elephant", (31.7 + 40.0 / 25.4, 18.0), 270.0)
            .unit("t", Side::Blue, "heavy-infantry", (28.0, 20.9), 180.0);
        if fights {
            table = table.fighting("f", "e");
        }
        reaches(&table.build(), 1)
    };
    assert!(through(false) && !through(true));
}

/// HC-VIS-11, HC-TWO-03: engaged friends hide no enemy who is engaged himself; idle friends do.
#[test]
fn engaged_friends_hide_no_engaged_enemy() {
    let scene = |fights: bool| {
        let table = Table::new()
            .unit("t", Side::Blue, "elephant", (30.0, 22.0), 180.0)
            .unit("f", Side::Red, "heavy-infantry", (30.0, 22.0), 0.0)
            .unit("u", Side::Red, "elephant", (30.0, 15.0), 0.0);
        if fights { table.fighting("f", "t").build() } else { table.build() }
    };
    let sees = |scene: &Scene| {
        let look = scene.look();
        let (u, t) = (scene.unit("u"), scene.unit("t"));
        assert!(!look.sees(u, t));
        let order = order(scene, &["t"]);
        let stood = look.rect(u).pose;
        let aim = Aim { unit: u, order: &order, stood, fled: UnitSet::EMPTY, why: MoveWhy::Ordered };
        aim.has_before_it(look, t)
    };
    assert!(sees(&scene(true)) && !sees(&scene(false)));
}

/// HC-FCH-13, HC-COL-09, HC-FCH-02: a column forms up with its first move and charges with the second.
#[test]
fn a_column_forms_up_and_charges() {
    let charged = |moves: u8| {
        let mut scene = Table::new()
            .formed("u", Side::Red, "heavy-infantry", Formation::Column, (30.0, 20.0), 0.0)
            .unit("t", Side::Blue, "baggage", (30.0, 24.0), 180.0)
            .build();
        let reform = Reform { to: Formation::Line, facing: aelian_geometry::Facing::UP, leading: false };
        let first = vec![Task { unit: scene.unit("u"), way: vec![Leg::Form(reform)], ignore_open: false }];
        let order = Charge { first, ..order(&scene, &["t"]) };
        scene.charge_by(&order, moves);
        for _ in 0..8 {
            if scene.is_over() {
                break;
            }
            scene.proceed(&[]);
        }
        (scene.state.unit(scene.unit("u")).formation, scene.fights("u", "t"))
    };
    assert_eq!(charged(1), (Formation::Line, false));
    assert_eq!(charged(2), (Formation::Line, true));
}

/// HC-PROX-19: a charge at another than the enemy whom it faces within 12 inches is not carried out.
#[test]
fn a_faced_enemy_keeps_it_from_another() {
    let mut scene = Table::new()
        .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
        .unit("faced", Side::Blue, "heavy-infantry", (30.0, 28.0), 180.0)
        .unit("t", Side::Blue, "baggage", (42.0, 24.0), 180.0)
        .build();
    scene.charge(&["t"], 3);
    for _ in 0..8 {
        if scene.is_over() {
            break;
        }
        scene.proceed(&[]);
    }
    assert!(!scene.fights("u", "t"));
    assert!(scene.look().faces(scene.unit("u"), scene.unit("faced")));
}

/// HC-OBST-08: an obstacle is crossed with a move before the charge, unless the enemy stands at it.
#[test]
fn an_obstacle_is_crossed_before_the_charge() {
    let charged = |fence: f64, moves: u8| {
        let mut scene = Table::new()
            .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
            .unit("t", Side::Blue, "baggage", (30.0, 26.0), 180.0)
            .obstacle(&[(10.0, fence), (50.0, fence)], true)
            .build();
        scene.charge(&["t"], moves);
        for _ in 0..8 {
            if scene.is_over() {
                break;
            }
            scene.proceed(&[]);
        }
        scene.fights("u", "t")
    };
    assert!(charged(25.9, 1));
    assert!(!charged(22.0, 1) && !charged(22.0, 2));
    assert!(charged(22.0, 3));
}

/// HC-MEAS-08: an open order charger measures to the part of the enemy that it sees.
#[test]
fn open_order_measures_to_what_it_sees() {
    let reaches = |screened: bool| {
        let mut table = Table::new().unit("u", Side::Red, "skirmishers", (30.0, 15.0), 0.0).wide(
            "t",
            Side::Blue,
            "heavy-chariots",
            12,
            (30.0, 20.5),
            180.0,
        );
        if screened {
            table = table.wide("f", Side::Red, "heavy-infantry", 18, (30.0, 18.0), 0.0);
        }
        let scene = table.build();
        let (look, unit, target) = (scene.look(), scene.unit("u"), scene.unit("t"));
        assert!(look.sees(unit, target), "some of it can be seen");
        assert!(look.reach(unit, target) <= look.rate(unit));
        let order = order(&scene, &["t"]);
        let stood = look.rect(unit).pose;
        let aim = Aim { unit, order: &order, stood, fled: UnitSet::EMPTY, why: MoveWhy::Ordered };
        aim.has_before_it(look, target)
    };
    assert!(reaches(false) && !reaches(true));
}

/// HC-BLDG-11, HC-BLDG-10: a charge out of a building with gates begins at a gate.
#[test]
fn a_charge_out_of_a_building_begins_at_a_gate() {
    let charged = |gates: &[(f64, f64)]| {
        let pose = aelian_geometry::Pose::new(30.0 * INCH, 20.0 * INCH, aelian_geometry::Facing::DOWN);
        let block = crate::field::Block {
            rect: aelian_geometry::Rect::new(pose, 8.0 * INCH, 8.0 * INCH),
            strength: crate::field::Strength::Substantial,
            room: 1,
            small_only: false,
            gates: gates.iter().map(|(x, y)| aelian_geometry::Vec2::new(x * INCH, y * INCH)).collect(),
            name: String::new(),
            look: String::new(),
        };
        let mut scene = Table::new()
            .piece(crate::field::Piece::Block(block))
            .inside("u", Side::Red, "heavy-infantry", 0)
            .unit("t", Side::Blue, "baggage", (30.0, 33.0), 180.0)
            .build();
        scene.charge(&["t"], 1);
        scene.fights("u", "t")
    };
    assert!(charged(&[]) && charged(&[(30.0, 28.0)]));
    assert!(!charged(&[(30.0, 20.0)]), "the gate lies on the far side");
}

/// HC-ALG-02, HC-ALG-04, HC-CHG-28: a charger whose straight way leads through ground that is closed to it goes around.
#[test]
fn a_charger_goes_around_closed_ground() {
    let steps = |wooded: bool| {
        let mut table = Table::new().unit("u", Side::Red, "heavy-cavalry", (30.0, 8.0), 0.0).unit(
            "t",
            Side::Blue,
            "baggage",
            (30.0, 38.0),
            180.0,
        );
        if wooded {
            let wood = [(24.0, 22.0), (34.0, 22.0), (34.0, 26.0), (24.0, 26.0)];
            table = table.area(crate::field::AreaKind::Wood, &wood);
        }
        let scene = table.build();
        let outlook = reach(scene.look(), scene.unit("u"), &order(&scene, &["t"]), 3);
        let last = outlook.steps.last().map(|step| step.rect.pose.at / INCH);
        last.map(|at| (at.x.round(), at.y.round()))
    };
    assert_eq!(steps(false), Some((30.0, 35.0)));
    let (x, y) = steps(true).unwrap();
    assert!(x > 34.0 && y > 22.0, "{x} {y}");
}
