//! 35.7, 65.9: moves of commanders, and the commander-in-chief.

use super::*;
use crate::commander::CommanderChoice;
use crate::stage::{Part, Stage};
use crate::state::CommanderPlace;
use crate::testing::Table;
use aelian_game::Side;
use aelian_geometry::Vec2;
use aelian_rulebook::{RuleId, rule};

fn table() -> Table {
    Table::new()
        .stage(Part::Command, Stage::CommanderMoves)
        .division("Marcus", Side::Red, (30.0, 10.0))
        .unit("a", Side::Red, "heavy-infantry", (30.0, 14.0), 0.0)
        .unit("b", Side::Red, "heavy-infantry", (45.0, 14.0), 0.0)
}

fn moves(scene: &Scene, to: (f64, f64), join: Option<&str>) -> Choice {
    let way = vec![Vec2::new(to.0 * INCH, to.1 * INCH)];
    let join = join.map(|name| scene.unit(name));
    Choice::Commander(CommanderChoice::Move { commander: scene.officer("Marcus"), way, join })
}

/// HC-CMOV-02, HC-CMOV-08, HC-ARMY-08: 24 inches, once, and not further than that from his units.
#[test]
fn he_moves_once_up_to_24_inches() {
    let mut scene = table().build();
    let none: Vec<RuleId> = Vec::new();
    assert_eq!(scene.refusals(&moves(&scene, (30.0, 33.9), None)), none);
    assert_eq!(scene.refusals(&moves(&scene, (30.0, 34.1), None)), [rule!("HC-CMOV-02")]);
    assert_eq!(scene.refusals(&moves(&scene, (f64::NAN, 34.1), None)), [rule!("HC-CMOV-02")]);
    scene.play(&moves(&scene, (30.0, 20.0), None), &[]);
    let marcus = scene.officer("Marcus");
    assert!(scene.state.commander(marcus).moved);
    assert!((scene.state.commander(marcus).at.y / INCH - 20.0).abs() < 0.01);
    let far = table().unit("e", Side::Blue, "heavy-infantry", (70.0, 40.0), 180.0).build();
    let mut stray = far.clone();
    for name in ["a", "b"] {
        stray.state.units[far.unit(name).index()].rect.pose.at.y = 1.0 * INCH;
    }
    assert!(stray.refusals(&moves(&stray, (30.0, 26.0), None)).contains(&rule!("HC-ARMY-08")));
}

/// HC-CMOV-05, HC-LEADER-05: he joins a unit of his that he touches; nobody else's.
#[test]
fn he_joins_a_unit() {
    let mut scene = table()
        .division("Lucius", Side::Red, (60.0, 10.0))
        .unit("other", Side::Red, "heavy-infantry", (33.0, 8.0), 0.0)
        .build();
    assert_eq!(scene.refusals(&moves(&scene, (30.0, 11.0), Some("a"))), [rule!("HC-CMOV-05")]);
    assert_eq!(scene.refusals(&moves(&scene, (33.0, 8.0), Some("other"))), [rule!("HC-CMOV-05")]);
    let front = scene.look().centre_front(scene.unit("a"));
    scene.play(&moves(&scene, (30.0, 13.0), Some("a")), &[]);
    assert_eq!(scene.state.commander(scene.officer("Marcus")).place, CommanderPlace::With(scene.unit("a")));
    assert_eq!(scene.look().centre_front(scene.unit("a")), front);
}

/// HC-CMOV-03, HC-CMOV-04: through his own, but not through enemies nor through those who fight.
#[test]
fn enemies_are_in_his_way() {
    let free = table().build();
    assert!(free.refusals(&moves(&free, (30.0, 20.0), None)).is_empty());
    let scene =
        table().unit("e", Side::Blue, "heavy-infantry", (30.0, 14.0), 180.0).fighting("a", "e").build();
    assert_eq!(scene.refusals(&moves(&scene, (30.0, 13.9), None)), [rule!("HC-CMOV-03")]);
    let found = scene.refusals(&moves(&scene, (42.0, 12.0), None));
    assert!(found.is_empty(), "{found:?}");
    let open = table().unit("e", Side::Blue, "heavy-infantry", (40.0, 24.0), 180.0).build();
    assert_eq!(open.refusals(&moves(&open, (45.0, 28.0), None)), [rule!("HC-CMOV-04")]);
}

/// HC-CMOV-06: commanders do not drive each other off.
#[test]
fn commanders_do_not_displace_each_other() {
    let mut scene = table().commander("Brennus", Side::Blue, (30.0, 20.0)).build();
    scene.play(&moves(&scene, (30.0, 20.0), None), &[]);
    let brennus = scene.state.commander(scene.officer("Brennus"));
    assert_eq!((brennus.place, brennus.at.y / INCH), (CommanderPlace::Alone, 20.0));
    assert!(scene.state.pending.iter().all(|one| !format!("{one:?}").contains("Refuge")));
}

/// HC-CMOV-09, HC-CJOIN-05: who is with an engaged unit stays.
#[test]
fn who_is_in_a_fight_stays() {
    let mut scene =
        table().unit("e", Side::Blue, "heavy-infantry", (30.0, 14.0), 180.0).fighting("a", "e").build();
    let marcus = scene.officer("Marcus");
    scene.state.commanders[marcus.index()].place = CommanderPlace::With(scene.unit("a"));
    assert!(!scene.look().may_move_commander(marcus));
}

/// HC-CMOV-02, HC-CMOV-10, HC-ORD-14, HC-ORD-18: he may move as soon as he has finished, or at the end.
#[test]
fn he_is_asked_when_he_has_finished() {
    let mut scene = table().stage(Part::Command, Stage::Orders).build();
    let marcus = scene.officer("Marcus");
    scene.play(&advance(&scene, "Marcus", &["a"], 6.0), &[1, 1]);
    scene.play(&PROCEED, &[]);
    scene.play(&Choice::Command(CommandChoice::Finish(marcus)), &[]);
    assert!(asks(&scene, "Move"));
    scene.play(&Choice::Commander(CommanderChoice::Stay), &[]);
    assert!(!scene.state.commander(marcus).moved);
    assert_eq!(scene.state.stage, Stage::CommanderMoves);
    assert!(asks(&scene, "Move"));
}

/// HC-ORD-14, HC-ORD-19, HC-TURN-09: one after another, whoever is first.
#[test]
fn one_commander_after_another() {
    let mut scene = table()
        .stage(Part::Command, Stage::Orders)
        .division("Lucius", Side::Red, (60.0, 10.0))
        .unit("c", Side::Red, "heavy-infantry", (60.0, 14.0), 0.0)
        .build();
    scene.play(&advance(&scene, "Marcus", &["a"], 6.0), &[1, 1]);
    scene.play(&PROCEED, &[]);
    assert_eq!(scene.refusals(&advance(&scene, "Lucius", &["c"], 6.0)), [rule!("HC-ORD-14")]);
}

/// HC-CINC-01, HC-CINC-02, HC-CINC-03: the chief speaks through a commander whom he stands beside, who then is silent.
#[test]
fn the_chief_takes_a_division_over() {
    let mut scene = table().stage(Part::Command, Stage::Orders).build();
    let (chief, marcus) = (crate::ids::CommanderId(0), scene.officer("Marcus"));
    let mut leaders = scene.rules.leaders.to_vec();
    leaders[chief.index()].division = None;
    scene.rules.leaders = leaders.into();
    scene.state.commanders[chief.index()].at = Vec2::new(50.0 * INCH, 10.0 * INCH);
    let name = scene.rules.leaders[chief.index()].name.clone();
    assert!(scene.refusals(&advance(&scene, &name, &["a"], 6.0)).contains(&rule!("HC-ORD-11")));
    scene.state.commanders[chief.index()].at = Vec2::new(30.5 * INCH, 10.0 * INCH);
    scene.play(&advance(&scene, &name, &["a"], 6.0), &[1, 1]);
    scene.play(&PROCEED, &[]);
    assert!(scene.state.commander(marcus).finished);
    assert!(scene.refusals(&advance(&scene, &name, &["b"], 6.0)).is_empty());
    assert!(scene.refusals(&advance(&scene, "Marcus", &["b"], 6.0)).contains(&rule!("HC-ORD-13")));
}

/// HC-CINC-04: the chief joins a unit only together with its commander.
#[test]
fn the_chief_joins_together_with_the_commander() {
    let mut scene = table().build();
    let (chief, marcus) = (crate::ids::CommanderId(0), scene.officer("Marcus"));
    let mut leaders = scene.rules.leaders.to_vec();
    leaders[chief.index()].division = None;
    scene.rules.leaders = leaders.into();
    scene.state.commanders[chief.index()].at = Vec2::new(30.0 * INCH, 8.0 * INCH);
    let way = vec![Vec2::new(30.0 * INCH, 13.0 * INCH)];
    let joins =
        Choice::Commander(CommanderChoice::Move { commander: chief, way, join: Some(scene.unit("a")) });
    assert_eq!(scene.refusals(&joins), [rule!("HC-CMOV-05")]);
    scene.state.commanders[marcus.index()].place = CommanderPlace::With(scene.unit("a"));
    scene.play(&joins, &[]);
    assert_eq!(scene.state.commander(chief).place, CommanderPlace::With(scene.unit("a")));
}
