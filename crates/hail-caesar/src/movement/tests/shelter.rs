//! Into wedges and out of them (HC-WEDGE-12).

use super::*;
use crate::ids::UnitId;
use crate::state::{CommanderPlace, Deed, Place};
use crate::testing::Table;
use aelian_game::Side;
use aelian_rulebook::rule;

const WEDGE: UnitId = UnitId(0);

/// A wedge, and whoever would be within it.
fn army(troop: &str, y: f64) -> Table {
    Table::new().formed("w", Side::Red, "heavy-infantry wedge", Formation::Wedge, (30.0, 24.0), 0.0).unit(
        "u",
        Side::Red,
        troop,
        (30.0, y),
        0.0,
    )
}

fn refused(scene: &Scene, unit: &str) -> Vec<RuleId> {
    scene.look().may_shelter(scene.unit(unit), WEDGE).iter().map(|reason| reason.rule).collect()
}

/// HC-WEDGE-12: up to it, then a whole move in; within it has no footprint, and goes where the wedge goes.
#[test]
fn a_unit_takes_shelter() {
    let mut scene = army("light-infantry", 16.0).build();
    carried(&mut scene, &[Leg::Shelter(WEDGE)], 1, &[]);
    assert_eq!(scene.state.unit(scene.unit("u")).place, Place::Table, "without a move left it stays outside");
    carried(&mut scene, &[Leg::Shelter(WEDGE)], 2, &[]);
    let unit = *scene.state.unit(scene.unit("u"));
    assert_eq!((unit.place, unit.did(Deed::Stopped)), (Place::Enclosed(WEDGE), true));
    let to = scene.look().rect(WEDGE).with_pose(Pose::new(30.0 * INCH, 27.0 * INCH, Facing::UP));
    let there = crate::event::Moved {
        unit: WEDGE,
        why: MoveWhy::Ordered,
        way: vec![to.pose],
        formation: Formation::Wedge,
        rect: to,
    };
    let commander = scene.look().commander_of(WEDGE);
    scene.state.commanders[commander.index()].place = CommanderPlace::With(scene.unit("u"));
    crate::event::apply(&mut scene.state, &crate::event::Event::Moved(there));
    assert_eq!(scene.state.unit(scene.unit("u")).rect, to);
    assert_eq!(scene.state.commander(commander).at, to.pose.at, "his commander goes along");
    assert!(
        scene.look().may_stand(scene.unit("w"), Formation::Wedge, &to).is_empty(),
        "it is in nobody's way"
    );
}

/// HC-WEDGE-12: one fighting unit and one of baggage, in a wedge of friends that does not fight.
#[test]
fn not_everybody_finds_shelter() {
    let mut scene = army("light-infantry", 16.0)
        .unit("second", Side::Red, "light-infantry", (10.0, 10.0), 0.0)
        .unit("carts", Side::Red, "baggage", (10.0, 20.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 24.0), 180.0)
        .build();
    assert!(refused(&scene, "second").is_empty());
    let at = scene.unit("u").index();
    scene.state.units[at].place = Place::Enclosed(WEDGE);
    assert_eq!(refused(&scene, "second"), [rule!("HC-WEDGE-12")]);
    assert!(refused(&scene, "carts").is_empty(), "baggage besides");
    assert!(!refused(&scene, "e").is_empty(), "no enemy");
    scene.state.units[WEDGE.index()].formation = Formation::Line;
    assert!(!refused(&scene, "carts").is_empty(), "no battle line");
    let mut fights = army("baggage", 16.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 24.0), 180.0)
        .fighting("w", "e")
        .build();
    assert_eq!(refused(&fights, "u"), [rule!("HC-WEDGE-12")], "not while it fights");
    let at = fights.unit("u").index();
    fights.state.units[at].place = Place::Enclosed(WEDGE);
    assert!(fights.look().is_held(fights.unit("u")), "nor out");
}

/// HC-WEDGE-12: when the wedge is no more, those within stand where it stood; when it forms line, behind it.
#[test]
fn they_come_out_when_the_wedge_is_no_more() {
    let mut scene = army("light-infantry", 16.0).build();
    let unit = scene.unit("u");
    let rect = *scene.look().rect(WEDGE);
    let standing = &mut scene.state.units[unit.index()];
    (standing.place, standing.rect) = (Place::Enclosed(WEDGE), rect);
    let mut formed = army("light-infantry", 16.0).build();
    formed.state = scene.state.clone();
    scene.run(&[], |cx| {
        crate::breaks::destroy(cx, WEDGE, rule!("HC-BRES-25"));
        Ok(())
    });
    let out = *scene.state.unit(unit);
    assert_eq!((out.place, out.rect.pose), (Place::Table, rect.pose));
    let reform = Leg::Form(Reform { to: Formation::Line, facing: Facing::UP, leading: false });
    let task = Task { unit: WEDGE, way: vec![reform], ignore_open: false };
    formed.run(&[], |cx| carry(cx, WEDGE, &task, 1, MoveWhy::Ordered));
    assert_eq!(formed.state.unit(unit).place, Place::Table);
    assert!(formed.look().distance(unit, WEDGE) < 3.0 * INCH && !formed.look().is_engaged(unit));
}

/// HC-WEDGE-12: out of it within one move, in its own formation.
#[test]
fn a_unit_comes_out() {
    let mut scene = army("light-infantry", 16.0).build();
    let at = scene.unit("u").index();
    scene.state.units[at].place = Place::Enclosed(WEDGE);
    let plan = plan(&scene, &[go(30.0, 10.0, 0.0)], 1);
    let depth = scene.look().rect(WEDGE).depth / INCH;
    let expected = ((24.0 - depth - 6.0) * 10.0).round() / 10.0;
    assert_eq!(ends(&plan), [(30.0, expected)]);
    carried(&mut scene, &[go(30.0, 10.0, 0.0)], 1, &[]);
    assert_eq!(scene.state.unit(scene.unit("u")).place, Place::Table);
}
