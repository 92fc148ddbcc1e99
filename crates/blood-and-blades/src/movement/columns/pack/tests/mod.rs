//! Tests of the moves of packs.

use super::*;
use crate::event::Event;
use crate::field::{AreaKind, Size};
use crate::testing::{Scene, Table, close};
use aelian_game::Side;
use aelian_rulebook::RuleId;

const BD: &str = "Reg Bd(O)";

/// Bases by name, troop and place, relative to (500, 300) and looking north.
fn table(bases: &[(&str, &str, f64, f64)]) -> Table {
    let lay = |table: Table, (name, troop, x, y): &(&str, &str, f64, f64)| {
        table.base(name, Side::Red, troop, 500.0 + x, 300.0 + y, 0.0)
    };
    bases.iter().fold(Table::new(), lay)
}

fn reds(scene: &Scene) -> BaseSet {
    scene.state.on_table_of(Side::Red).collect()
}

fn ahead(scene: &Scene) -> Plan {
    full_speed_ahead(scene.look(), reds(scene), Reach::Tactical)
}

fn close_up(scene: &Scene, leader: &str) -> Plan {
    into_group(scene.look(), reds(scene), Reach::Tactical, scene.id(leader))
}

fn rules(plan: &Plan) -> Vec<RuleId> {
    plan.breaches.iter().map(|reason| reason.rule).collect()
}

/// Where a base is afterwards, relative to (500, 300).
fn at(scene: &Scene, plan: &Plan, name: &str) -> (f64, f64) {
    let pose = plan.end_of(scene.id(name)).unwrap_or(scene.pose(name));
    (pose.at.x - 500.0, pose.at.y - 300.0)
}

/// EX-34: BB-PACK-20, BB-PACK-23: each base by its own maximum; the pack breaks up.
#[test]
fn each_base_goes_as_far_as_it_can() {
    let scene =
        table(&[("lh", "Reg LH(O)", 0.0, 0.0), ("cv", "Reg Cv(O)", 40.0, 3.0), ("bd", BD, 80.0, 0.0)])
            .build();
    let plan = ahead(&scene);
    assert!(plan.is_legal(), "{:?}", plan.breaches);
    assert_eq!(at(&scene, &plan, "lh"), (0.0, 150.0));
    assert_eq!(at(&scene, &plan, "cv"), (40.0, 123.0));
    assert_eq!(at(&scene, &plan, "bd"), (80.0, 60.0));
}

/// BB-PACK-21, BB-PACK-22: in a file the first goes first, and a faster base stops at the one before it.
#[test]
fn a_base_stops_at_whom_it_meets() {
    let scene = table(&[("bd", BD, 0.0, 0.0), ("lh", "Reg LH(O)", 5.0, -15.0)]).build();
    let plan = ahead(&scene);
    assert_eq!(at(&scene, &plan, "bd"), (0.0, 60.0));
    assert_eq!(at(&scene, &plan, "lh"), (5.0, 45.0), "it stays behind the Bd");
    let enemy = table(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 4.0)])
        .base("z", Side::Blue, "Irr Bd(O)", 500.0, 330.0, 180.0)
        .build();
    let plan = full_speed_ahead(enemy.look(), enemy.set(&["a", "b"]), Reach::Tactical);
    assert_eq!(at(&enemy, &plan, "a"), (0.0, 30.0), "in contact");
    assert_eq!(at(&enemy, &plan, "b"), (40.0, 64.0));
}

/// BB-PACK-20, BB-PACK-24, BB-MOVE-17: own ground counts, and slower going too far ahead stops a base.
#[test]
fn ground_counts_for_each_base() {
    let rough = [(530.0, 375.0), (700.0, 375.0), (700.0, 500.0), (530.0, 500.0)];
    let scene = Table::new().area(AreaKind::Rocky, Size::Medium, &rough);
    let scene = scene
        .base("a", Side::Red, "Reg LCh(O)", 500.0, 300.0, 0.0)
        .base("b", Side::Red, "Reg LCh(O)", 540.0, 298.0, 0.0)
        .build();
    let plan = ahead(&scene);
    assert_eq!(at(&scene, &plan, "a"), (0.0, 120.0));
    let (_, y) = at(&scene, &plan, "b");
    assert!((y - 75.0).abs() < 0.2, "2 MU do not reach into ground 77 mm away: {y}");
}

/// BB-PACK-24, BB-ZOC-10, BB-ZOC-16: a base stops at the border of an enemy's zone that it only brushes.
#[test]
fn zones_stop_a_base() {
    let scene = table(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 4.0)])
        .base("z", Side::Blue, "Irr Bd(O)", 425.0, 370.0, 90.0)
        .build();
    let plan = full_speed_ahead(scene.look(), scene.set(&["a", "b"]), Reach::Tactical);
    assert_eq!(at(&scene, &plan, "b"), (40.0, 64.0));
    assert!(at(&scene, &plan, "a") == (0.0, 60.0), "the zone ends at 465: {:?}", at(&scene, &plan, "a"));
    let scene = table(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 4.0)])
        .base("z", Side::Blue, "Irr Bd(O)", 445.0, 370.0, 90.0)
        .build();
    let plan = full_speed_ahead(scene.look(), scene.set(&["a", "b"]), Reach::Tactical);
    let (_, y) = at(&scene, &plan, "a");
    assert!((y - 50.0).abs() < 0.2, "the zone begins at y = 350: {y}");
}

/// BB-PACK-24, BB-ENG-33: who may not attack a flank, because he started before the front, stops short of it.
#[test]
fn a_base_stops_short_of_a_flank_it_may_not_attack() {
    let scene = table(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 4.0)])
        .base("z", Side::Blue, "Irr HCh(O)", 490.0, 350.0, 270.0)
        .build();
    let pack = scene.set(&["a", "b"]);
    let plan = crate::movement::order::plan(
        scene.look(),
        pack,
        Reach::Tactical,
        &crate::choice::Manoeuvre::FullSpeedAhead,
        BaseSet::EMPTY,
    );
    assert!(plan.is_legal(), "{:?}", plan.breaches);
    assert_eq!(at(&scene, &plan, "a"), (0.0, 29.0), "the flank lies at y = 330");
    assert_eq!(at(&scene, &plan, "b"), (40.0, 30.0), "it started behind the chariot's front and may");
}

/// BB-PACK-08, BB-PIG-30, BB-MOVE-71: a pack move is a voluntary move and counts as one.
#[test]
fn a_pack_move_is_a_move() {
    let mut scene = table(&[("a", BD, 0.0, 0.0), ("b", "Irr Bw(O)", 40.0, 4.0)]).build();
    let how = crate::choice::Manoeuvre::FullSpeedAhead;
    let what = crate::choice::Command::Move { reach: Reach::Tactical, how, displace: BaseSet::EMPTY };
    let order = |to| crate::Choice::Order(crate::choice::Order { to, what: what.clone() });
    let both = reds(&scene);
    scene.play(&order(both), &[]).expect("a legal pack move");
    assert_eq!(scene.state.armies[0].pigs, 4);
    for name in ["a", "b"] {
        assert_eq!(scene.named(name).deeds.moved, crate::state::Moved::Tactical);
        assert!(scene.named(name).deeds.pack);
    }
    let again = scene.breaches(&order(both));
    assert!(again.contains(&rule!("BB-PACK-05")) && again.contains(&rule!("BB-MOVE-71")), "{again:?}");
}

/// BB-PACK-04, BB-PACK-05, BB-PACK-06: only whole packs, and once in a bound.
#[test]
fn a_whole_pack_once_a_bound() {
    let mut scene = table(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 4.0), ("c", BD, 80.0, 0.0)]).build();
    let part = full_speed_ahead(scene.look(), scene.set(&["a", "b"]), Reach::Tactical);
    assert_eq!(rules(&part), [rule!("BB-PACK-06")]);
    scene.happens(&Event::PackMoved(scene.id("b")));
    assert_eq!(rules(&ahead(&scene)), [rule!("BB-PACK-05")]);
    assert_eq!(rules(&close_up(&scene, "b")), [rule!("BB-PACK-05")]);
}

/// BB-PACK-24: an order by which nobody moves is refused.
#[test]
fn somebody_moves() {
    let scene = table(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 0.0)])
        .base("y", Side::Blue, BD, 500.0, 300.0, 180.0)
        .base("z", Side::Blue, BD, 540.0, 300.0, 180.0)
        .build();
    let plan = full_speed_ahead(scene.look(), scene.set(&["a", "b"]), Reach::Tactical);
    assert_eq!(rules(&plan), [rule!("BB-PACK-24")]);
}

/// EX-35: BB-PACK-30, BB-PACK-32, BB-PACK-36: the neighbour goes forward into line, and a group stands.
#[test]
fn a_neighbour_aligns_with_the_leader() {
    let scene = table(&[("leader", "Irr Hd(O)", 0.0, 0.0), ("b", BD, 40.0, -25.0)]).build();
    let plan = close_up(&scene, "leader");
    assert!(plan.is_legal(), "{:?}", plan.breaches);
    assert_eq!(at(&scene, &plan, "b"), (40.0, 0.0));
    assert_eq!(plan.end_of(scene.id("leader")), None, "the leader stays");
    assert_eq!(rules(&close_up(&scene, "b")), [rule!("BB-PACK-30")], "only the foremost leads");
}

/// EX-36: BB-PACK-35, AMB-95: a base that lacks distance comes as near as it can.
#[test]
fn a_base_too_far_away_comes_nearer() {
    let scene = table(&[
        ("leader", BD, 0.0, 0.0),
        ("second", BD, 0.0, -15.0),
        ("third", "Irr Hd(O)", 0.0, -30.0),
        ("fourth", "Irr Hd(O)", 0.0, -60.0),
        ("b", BD, 40.0, -80.0),
    ])
    .build();
    let plan = close_up(&scene, "leader");
    assert!(plan.is_legal(), "{:?}", plan.breaches);
    assert_eq!(at(&scene, &plan, "b"), (40.0, -20.0));
}

/// BB-PACK-31, BB-PACK-33, BB-PACK-34: columns close behind the leader and behind the others, outward.
#[test]
fn files_close_up_from_the_leader_outward() {
    let scene = table(&[
        ("leader", BD, 0.0, 0.0),
        ("behind", BD, 7.0, -15.0),
        ("left", BD, -40.0, -6.0),
        ("left behind", BD, -43.0, -21.0),
        ("far left", BD, -80.0, -3.0),
        ("right", BD, 47.0, -20.0),
    ])
    .build();
    let plan = close_up(&scene, "leader");
    assert!(plan.is_legal(), "{:?}", plan.breaches);
    assert_eq!(at(&scene, &plan, "behind"), (0.0, -15.0));
    assert_eq!(at(&scene, &plan, "right"), (40.0, 0.0));
    assert_eq!(at(&scene, &plan, "left"), (-40.0, 0.0));
    assert_eq!(at(&scene, &plan, "left behind"), (-40.0, -15.0));
    assert_eq!(at(&scene, &plan, "far left"), (-80.0, 0.0));
    let mut after = scene.clone();
    for track in &plan.tracks {
        after.state.bases[track.base.index()].rect.pose = track.to;
    }
    assert!(after.look().is_group(reds(&after)));
    assert!(close(after.pose("leader"), 500.0, 300.0, 0.0));
}

/// BB-PACK-07: a group may be ordered as a pack; as it stands in line already, nobody has to close up.
#[test]
fn a_group_goes_as_a_pack() {
    let scene = table(&[("a", BD, 0.0, 0.0), ("b", "Reg Cv(O)", 40.0, 0.0)]).build();
    assert!(ahead(&scene).is_legal());
    assert_eq!(rules(&close_up(&scene, "a")), [rule!("BB-PACK-31")]);
}
