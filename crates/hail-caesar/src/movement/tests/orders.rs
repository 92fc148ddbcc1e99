//! Moves under an order (35.1, 15.8, 25.2, 25.3, 35.5, 35.6).

use super::*;
use crate::field::{AreaKind, TableEdge};
use crate::state::{CommanderPlace, Deed, Place};
use crate::testing::Table;
use aelian_game::Side;
use aelian_rulebook::rule;

const WOOD: [(f64, f64); 4] = [(20.0, 30.0), (40.0, 30.0), (40.0, 36.0), (20.0, 36.0)];

fn table(troop: &str) -> Table {
    Table::new().unit("u", Side::Red, troop, (30.0, 20.0), 0.0)
}

/// HC-MOVE-01, HC-MOVE-02, HC-MOVE-11, HC-INTENT-13, EX-02, EX-20: each move goes a rate; it stops where it was told.
#[test]
fn each_move_goes_a_rate() {
    let scene = table("heavy-infantry").build();
    assert_eq!(ends(&plan(&scene, &[go(30.0, 40.0, 0.0)], 3)), [(30.0, 26.0), (30.0, 32.0), (30.0, 38.0)]);
    let near = plan(&scene, &[go(30.0, 25.0, 0.0)], 3);
    assert_eq!((ends(&near), near.done), (vec![(30.0, 25.0)], true));
    let scene = table("heavy-cavalry").build();
    assert_eq!(ends(&plan(&scene, &[go(30.0, 46.0, 0.0)], 2)), [(30.0, 29.0), (30.0, 38.0)]);
}

/// HC-MOVE-03, HC-MOVE-04: sideways, backwards and about in one move; the way bends at its points.
#[test]
fn any_direction_and_facing() {
    let scene = table("heavy-infantry").build();
    assert_eq!(ends(&plan(&scene, &[go(36.0, 20.0, 0.0)], 1)), [(36.0, 20.0)]);
    assert_eq!(ends(&plan(&scene, &[go(30.0, 15.0, 0.0)], 1)), [(30.0, 15.0)]);
    let about = plan(&scene, &[go(30.0, 14.0, 180.0)], 1);
    assert!(about.moves[0].used.0 < 4.5 * INCH && about.done, "front and rear change places for nothing");
    let bent = plan(&scene, &[go(30.0, 23.0, 0.0), go(34.0, 23.0, 0.0)], 1);
    assert_eq!((ends(&bent), bent.moves[0].way.len()), (vec![(33.0, 23.0)], 2));
}

/// HC-GEO-04: the furthest corner has gone no further than the rate, wherever the move is cut.
#[test]
fn no_corner_goes_further_than_the_rate() {
    let scene = table("heavy-infantry").build();
    for compass in [30.0, 90.0, 150.0, 200.0, 300.0] {
        let plan = plan(&scene, &[go(38.0, 27.0, compass)], 3);
        for one in &plan.moves {
            assert!(one.used.0 <= one.allowed.0 + 0.26, "{compass}: {} of {}", one.used.0, one.allowed.0);
        }
    }
}

/// HC-FCH-03, HC-FCH-12, HC-FCH-14, EX-21: light troops open or close and go on in the same move, others do not.
#[test]
fn light_troops_change_on_the_move() {
    let scene =
        Table::new().formed("u", Side::Red, "skirmishers", Formation::Column, (30.0, 20.0), 0.0).build();
    let opened = plan(&scene, &[form(Formation::Open), go(30.0, 40.0, 0.0)], 1);
    assert_eq!(opened.moves.len(), 1);
    assert_eq!(opened.moves[0].formation, Formation::Open);
    assert!((opened.moves[0].used.0 - 6.0 * INCH).abs() < 0.3);
    let scene =
        Table::new().formed("u", Side::Red, "light-cavalry", Formation::Open, (30.0, 20.0), 0.0).build();
    let closed = plan(&scene, &[form(Formation::Line), go(30.0, 40.0, 0.0)], 1);
    assert!((closed.moves[0].used.0 - 9.0 * INCH).abs() < 0.3, "the rate of the new formation");
    let scene =
        Table::new().formed("u", Side::Red, "light-infantry", Formation::Column, (30.0, 20.0), 0.0).build();
    let drawn = plan(&scene, &[form(Formation::Line), go(30.0, 40.0, 0.0)], 1);
    assert_eq!((drawn.moves.len(), drawn.moves[0].used.0), (1, 0.0));
}

/// HC-FCH-02, HC-INTENT-13: others spend a whole move; where the place for it is reached within a move, the next is spent.
#[test]
fn a_change_takes_a_whole_move() {
    let scene = table("heavy-infantry").build();
    let way = [go(30.0, 24.0, 0.0), form(Formation::Column), go(30.0, 40.0, 0.0)];
    let plan = plan(&scene, &way, 3);
    assert_eq!(ends(&plan), [(30.0, 24.0), (30.0, 24.0), (30.0, 30.0)]);
    assert!(!plan.moves[0].reformed && plan.moves[1].reformed);
    assert_eq!(plan.moves[2].formation, Formation::Column);
}

/// HC-FCH-07, EX-22: no opening, crossing a wood and closing in the same turn.
#[test]
fn one_change_in_a_turn() {
    let scene = Table::new()
        .unit("u", Side::Red, "heavy-infantry", (30.0, 28.0), 0.0)
        .area(AreaKind::Wood, &WOOD)
        .build();
    let way = [form(Formation::Open), go(30.0, 31.0, 0.0), form(Formation::Line)];
    let plan = plan(&scene, &way, 3);
    assert_eq!((plan.moves.len(), stopped(&plan)), (2, Some(rule!("HC-FCH-07"))));
}

/// HC-FCH-01, HC-WOOD-01, EX-23: without an order to open its order it does not enter the wood.
#[test]
fn a_wood_is_not_entered_unless_it_opens() {
    let scene = table("heavy-infantry").area(AreaKind::Wood, &WOOD).build();
    let plan = plan(&scene, &[go(30.0, 40.0, 0.0)], 3);
    assert_eq!((ends(&plan), stopped(&plan)), (vec![(30.0, 26.0), (30.0, 30.0)], Some(rule!("HC-WOOD-01"))));
    let opens = self::plan(&scene, &[form(Formation::Open), go(30.0, 40.0, 0.0)], 3);
    assert_eq!(opens.moves.len(), 3, "HC-OPEN-04: its way leads into a wood");
    assert!(opens.moves[2].rect.pose.at.y > 30.0 * INCH);
}

/// HC-OPEN-05: out of the wood it closes up first, unless its way leads into difficult ground again.
#[test]
fn it_closes_up_when_it_is_out() {
    let scene = Table::new()
        .formed("u", Side::Red, "heavy-infantry", Formation::Open, (30.0, 20.0), 0.0)
        .area(AreaKind::Wood, &WOOD)
        .build();
    let away = plan(&scene, &[go(30.0, 10.0, 0.0)], 2);
    assert!(away.moves[0].reformed && away.moves[0].formation == Formation::Line);
    assert!(away.moves[1].used.0 > 100.0);
    let back = plan(&scene, &[go(30.0, 33.0, 0.0)], 1);
    assert!(!back.moves[0].reformed && back.moves[0].formation == Formation::Open);
}

/// HC-ROUGH-02, HC-ROUGH-03, HC-ROUGH-05, AMB-14: the move into rough ground is completed and is the last, but for open
/// order infantry and cavalry.
#[test]
fn rough_ground_ends_the_movement() {
    let rough = |troop: &str, formation| {
        let scene = Table::new()
            .formed("u", Side::Red, troop, formation, (30.0, 20.0), 0.0)
            .area(AreaKind::Rough, &[(20.0, 24.0), (40.0, 24.0), (40.0, 28.0), (20.0, 28.0)])
            .build();
        let plan = plan(&scene, &[go(30.0, 40.0, 0.0)], 3);
        (plan.moves.len(), ends(&plan)[0], stopped(&plan))
    };
    assert_eq!(rough("heavy-infantry", Formation::Line), (1, (30.0, 26.0), Some(rule!("HC-ROUGH-03"))));
    assert_eq!(rough("light-infantry", Formation::Open).0, 3);
    assert_eq!(rough("light-chariots", Formation::Open).0, 1);
}

/// HC-ROUGH-04: who starts in it has one move.
#[test]
fn who_starts_in_rough_ground_has_one_move() {
    let scene = table("heavy-infantry")
        .area(AreaKind::Rough, &[(20.0, 15.0), (40.0, 15.0), (40.0, 21.0), (20.0, 21.0)])
        .build();
    let plan = plan(&scene, &[go(30.0, 40.0, 0.0)], 3);
    assert_eq!((plan.moves.len(), stopped(&plan).is_some()), (1, true));
}

/// HC-ROUGH-03, HC-WOOD-02, HC-MOVE-09: what a move leaves behind is remembered; cavalry slows down inside a wood.
#[test]
fn cavalry_slows_down_inside_a_wood() {
    let scene = Table::new()
        .formed("u", Side::Red, "light-cavalry", Formation::Open, (30.0, 20.0), 0.0)
        .area(AreaKind::Wood, &[(10.0, 26.0), (60.0, 26.0), (60.0, 47.0), (10.0, 47.0)])
        .build();
    assert_eq!(ends(&plan(&scene, &[go(30.0, 45.0, 0.0)], 2)), [(30.0, 32.0), (30.0, 38.0)]);
    let mut scene = table("heavy-infantry")
        .area(AreaKind::Rough, &[(20.0, 24.0), (40.0, 24.0), (40.0, 28.0), (20.0, 28.0)])
        .build();
    carried(&mut scene, &[go(30.0, 40.0, 0.0)], 3, &[]);
    let unit = *scene.state.unit(scene.unit("u"));
    assert!(unit.did(Deed::Stopped) && unit.did(Deed::Moved) && unit.moves == 1);
}

/// HC-AMOVE-03, HC-MOVE-07, HC-AMOVE-01, AMB-08: heavy engines make one move in a turn, light ones three.
#[test]
fn heavy_engines_make_one_move() {
    let moves = |troop: &str| plan(&table(troop).build(), &[go(30.0, 40.0, 0.0)], 3).moves.len();
    assert_eq!((moves("heavy-artillery"), moves("medium-artillery"), moves("light-artillery")), (1, 1, 3));
}

/// HC-MOVE-08, HC-SQ-04, HC-FCH-08: a square does not move; it can change, and that is all.
#[test]
fn a_square_stays() {
    let square = || {
        Table::new().formed("u", Side::Red, "heavy-infantry", Formation::Square, (30.0, 20.0), 0.0).build()
    };
    let stays = plan(&square(), &[go(30.0, 25.0, 0.0)], 3);
    assert_eq!((stays.moves.len(), stopped(&stays)), (0, Some(rule!("HC-MOVE-08"))));
    let changes = plan(&square(), &[form(Formation::Line), go(30.0, 40.0, 0.0)], 3);
    assert_eq!((changes.moves.len(), changes.moves[0].ends), (1, Some(rule!("HC-FCH-08"))));
}

/// HC-PROX-03, HC-PROX-04, HC-PROX-18, HC-INTENT-15: a way that proximity forbids is shortened; the unit stays legal.
#[test]
fn proximity_shortens_a_move() {
    let scene = table("heavy-infantry").unit("e", Side::Blue, "heavy-infantry", (30.0, 30.0), 180.0).build();
    let aside = plan(&scene, &[go(36.0, 20.0, 0.0)], 2);
    assert_eq!((aside.moves.len(), stopped(&aside)), (0, Some(rule!("HC-PROX-05"))));
    let turns = plan(&scene, &[go(30.0, 20.0, 90.0)], 1);
    let rect = turns.moves[0].rect;
    assert!(scene.look().faces_from(&rect, scene.unit("e")) && rect.pose.facing != Facing::UP);
    assert_eq!(stopped(&turns), Some(rule!("HC-PROX-03")));
}

/// HC-MOVE-12, AMB-13, HC-PASS-01: an advance ends a tenth of an inch short of the enemy.
#[test]
fn an_advance_ends_short_of_contact() {
    let scene = table("heavy-infantry").unit("e", Side::Blue, "heavy-infantry", (30.0, 30.0), 180.0).build();
    let plan = plan(&scene, &[go(30.0, 40.0, 0.0)], 3);
    assert_eq!((ends(&plan), stopped(&plan)), (vec![(30.0, 26.0), (30.0, 29.9)], Some(rule!("HC-PASS-01"))));
}

/// HC-EXIT-01, HC-EXIT-02, HC-EXIT-04, HC-EXIT-06: ordered off the table it may return; shaken it is gone; its commander
/// goes with it.
#[test]
fn units_leave_the_table() {
    let leaving = |casualties: u8| {
        let mut scene = Table::new().unit("u", Side::Red, "heavy-infantry", (30.0, 3.0), 0.0).build();
        scene = scene.casualties("u", casualties);
        scene.state.commanders[0].place = CommanderPlace::With(scene.unit("u"));
        carried(&mut scene, &[go(30.0, -5.0, 0.0)], 1, &[]);
        (scene.state.unit(scene.unit("u")).place, scene.state.commanders[0].place)
    };
    let (place, commander) = leaving(0);
    assert!(matches!(place, Place::Off { edge: TableEdge::South, along } if (670..860).contains(&along)));
    assert_eq!(commander, CommanderPlace::Off);
    assert_eq!(leaving(6), (Place::Gone { shaken: true }, CommanderPlace::Left));
}

/// HC-EXIT-02, HC-RET-12: units of a broken division never return.
#[test]
fn the_broken_never_return() {
    let mut scene = Table::new().unit("u", Side::Red, "heavy-infantry", (30.0, 3.0), 0.0).build();
    scene.state.divisions[0].broken = true;
    carried(&mut scene, &[go(30.0, -5.0, 0.0)], 1, &[]);
    assert_eq!(scene.state.unit(scene.unit("u")).place, Place::Gone { shaken: false });
}

/// HC-SUB-01, HC-SUB-02: a sub-unit stays within a move of its parent, or comes back.
#[test]
fn a_sub_unit_stays_near() {
    let child = |y: f64| {
        let scene = Table::new()
            .unit("parent", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
            .unit("u", Side::Red, "skirmishers", (30.0, y), 0.0)
            .build();
        let mut scene = scene;
        let mut cards = scene.rules.cards.to_vec();
        cards[1].parent = Some(scene.unit("parent"));
        scene.rules.cards = cards.into();
        scene
    };
    let scene = child(23.0);
    let out = plan(&scene, &[go(30.0, 40.0, 0.0)], 3);
    let unit = scene.unit("u");
    assert_eq!(stopped(&out), Some(rule!("HC-SUB-01")));
    let rect = out.moves.last().unwrap().rect;
    let gap = aelian_geometry::distance(&rect, scene.look().rect(scene.unit("parent")));
    assert!((gap - 6.0 * INCH).abs() < 1.0, "{gap}");
    let scene = child(40.0);
    assert!(plan(&scene, &[go(30.0, 46.0, 0.0)], 1).moves.is_empty());
    assert_eq!(plan(&scene, &[go(30.0, 30.0, 0.0)], 1).moves.len(), 1);
    assert!(
        scene.look().leash(unit, Formation::Open, scene.look().rect(unit), scene.look().rect(unit)).is_some()
    );
}

/// HC-GEO-01: absurd places neither panic nor move anybody.
#[test]
fn absurd_ways_lead_nowhere() {
    let scene = table("heavy-infantry").obstacle(&[(20.0, 20.0), (40.0, 20.0)], false).build();
    for (x, y) in [(f64::NAN, 0.0), (f64::INFINITY, 0.0), (1e300, -1e300)] {
        let plan = plan(&scene, &[go(x, y, 0.0)], 3);
        assert!(plan.moves.is_empty(), "{x} {y}");
    }
    assert!(plan(&scene, &[], 3).moves.is_empty());
    assert!(plan(&scene, &[Leg::Enter(crate::ids::BlockId(77))], 3).moves.is_empty());
}

/// HC-TRAV-05, HC-TRAV-11, HC-ALG-01: who crosses the front of archers may be shot at when he has finished.
#[test]
fn crossing_a_front_is_answered() {
    let crossing = |why| {
        let mut scene = Table::new()
            .formed("u", Side::Red, "light-cavalry", Formation::Open, (22.0, 20.0), 0.0)
            .unit("e", Side::Blue, "medium-infantry bow 6/6/3/3/5+/6", (32.0, 28.0), 180.0)
            .build();
        let task = Task { ignore_open: true, ..task(&scene, &[go(42.0, 20.0, 0.0)]) };
        scene.run(&[], |cx| carry(cx, task.unit, &task, 2, why));
        scene.state.pending.len()
    };
    assert!(crossing(MoveWhy::Ordered) > 0);
    assert_eq!(crossing(MoveWhy::Retreated), 0);
}

/// HC-AMOVE-06: an engine that only turns has moved.
#[test]
fn a_pivot_is_a_move_of_an_engine() {
    let mut scene = table("heavy-artillery").build();
    carried(&mut scene, &[go(30.0, 20.0, 10.0)], 1, &[]);
    assert_eq!(scene.state.unit(scene.unit("u")).moves, 1);
    assert!(plan(&scene, &[go(30.0, 22.0, 10.0)], 1).moves.is_empty(), "HC-AMOVE-03");
}

/// HC-ROUGH-03, HC-FCH-07: what ended its moves of the Command part does not bind a victory move.
#[test]
fn the_command_part_binds_only_itself() {
    use crate::stage::{Part, Stage};
    let mut scene = table("heavy-infantry").stage(Part::HandToHand, Stage::Engagements).build();
    let deeds = &mut scene.state.units[0].deeds;
    *deeds = deeds.with(Deed::Stopped).with(Deed::Reformed);
    assert_eq!(plan(&scene, &[go(30.0, 26.0, 0.0)], 1).moves.len(), 1);
    scene.state.part = Part::Command;
    let stays = plan(&scene, &[go(30.0, 26.0, 0.0)], 1);
    assert_eq!((stays.moves.len(), stopped(&stays)), (0, Some(rule!("HC-MOVE-11"))));
}

/// HC-PROX-14, HC-BLUN-06: a blunder does not mind proximity.
#[test]
fn a_blunder_does_not_mind_proximity() {
    let scene = table("heavy-infantry").unit("e", Side::Blue, "heavy-infantry", (30.0, 30.0), 180.0).build();
    let task = task(&scene, &[go(36.0, 20.0, 0.0)]);
    let manner = crate::movement::Manner { obey: crate::movement::Obey::BLUNDER, link: None };
    assert_eq!(ends(&scene.look().plan_in(task.unit, &task, 1, &manner)), [(36.0, 20.0)]);
}

/// HC-MOVE-10: all moves of a unit are made before anybody else does anything.
#[test]
fn a_unit_makes_all_its_moves_at_once() {
    let mut scene = table("heavy-infantry").build();
    carried(&mut scene, &[go(30.0, 40.0, 0.0)], 3, &[]);
    let unit = scene.state.unit(scene.unit("u"));
    assert_eq!((unit.moves, scene.state.pending.len()), (3, 0));
    assert!((unit.rect.pose.at.y - 38.0 * INCH).abs() < 0.1);
}

/// HC-DIVO-12, HC-INTENT-15: who is linked with others goes only where the link holds.
#[test]
fn a_link_holds_a_unit_back() {
    let scene = table("heavy-infantry").build();
    let task = task(&scene, &[go(30.0, 40.0, 0.0)]);
    let link = |rect: &aelian_geometry::Rect| {
        (rect.pose.at.y > 28.0 * INCH)
            .then(|| aelian_rulebook::Reason::new(rule!("HC-DIVO-12"), crate::fact::Fact::Rule))
    };
    let manner = crate::movement::Manner { link: Some(&link), ..crate::movement::Manner::ORDER };
    let plan = scene.look().plan_in(task.unit, &task, 3, &manner);
    assert_eq!((ends(&plan), stopped(&plan)), (vec![(30.0, 26.0), (30.0, 28.0)], Some(rule!("HC-DIVO-12"))));
}

/// HC-EXIT-05: who leaves the table fights nobody any more.
#[test]
fn leaving_ends_an_engagement() {
    let mut scene = Table::new()
        .unit("u", Side::Red, "heavy-infantry", (30.0, 2.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 2.0), 180.0)
        .fighting("u", "e")
        .build();
    let unit = scene.unit("u");
    assert!(scene.state.is_fighting(unit));
    let obey = crate::movement::Obey::GIVE_GROUND;
    let back = scene.look().straight(unit, aelian_geometry::Vec2::new(0.0, -1.0), 6.0 * INCH, obey);
    scene.run(&[], |cx| crate::movement::shift(cx, unit, &back, MoveWhy::GaveGround));
    assert!(!scene.state.is_fighting(unit) && !scene.state.unit(unit).is_on_table());
}

/// HC-PROX-16: a victory move minds proximity like any other.
#[test]
fn a_victory_move_minds_proximity() {
    use crate::stage::{Part, Stage};
    let scene = table("heavy-infantry")
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 30.0), 180.0)
        .stage(Part::HandToHand, Stage::Engagements)
        .build();
    assert_eq!(stopped(&plan(&scene, &[go(36.0, 20.0, 0.0)], 1)), Some(rule!("HC-PROX-05")));
}

/// HC-OFF-12, HC-EXIT-01: whose rear hangs over the edge stays on the table; whose front does has left it.
#[test]
fn turning_the_front_over_the_edge_leaves_the_table() {
    let scene = Table::new()
        .formed("u", Side::Red, "heavy-infantry", crate::formation::Formation::Column, (30.0, 2.0), 0.0)
        .build();
    let left = |compass: f64, y: f64| plan(&scene, &[go(30.0, y, compass)], 1).moves[0].left.is_some();
    assert!(!left(0.0, 3.0));
    assert!(left(180.0, -1.0));
}
