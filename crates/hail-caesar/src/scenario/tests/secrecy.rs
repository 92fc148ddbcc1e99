//! What the enemy may not know.

use super::*;
use crate::command::{Carrying, CommandChoice, Grant, Order, Verb, Waiting};
use crate::event::{Event, MoveWhy};
use crate::ids::UnitSet;
use crate::pending::Pending;
use crate::setup::SetUpChoice;
use aelian_game::Viewer;
use aelian_geometry::Vec2;

const RED: Viewer = Viewer::Side(Side::Red);
const BLUE: Viewer = Viewer::Side(Side::Blue);

/// Whether Red, Blue and somebody who looks on may know of a choice.
fn known(played: &Played, choice: &Choice) -> [bool; 3] {
    [RED, BLUE, Viewer::Public].map(|viewer| played.rules.may_know(&played.state, choice, viewer))
}

/// Plays a choice and tries for each viewer that the events he is sent lead from his view to his view.
fn seen(played: &mut Played, choice: &Choice, faces: &[u8]) -> Vec<Event> {
    let before = played.state.clone();
    let step = played.play(choice, faces);
    for viewer in [RED, BLUE, Viewer::Public] {
        let (mut state, mut view) = (before.clone(), played.rules.view(&before, viewer));
        for event in &step.events {
            if let Some(event) = played.rules.event_for(&state, event, viewer) {
                Rules::apply(&mut view, &event);
            }
            Rules::apply(&mut state, event);
        }
        assert_eq!(view, played.rules.view(&played.state, viewer), "{viewer:?}");
    }
    step.events
}

/// HS-SHIELD-03: only the Athenians know of the unit in the sunken road; when it comes out everybody sees it.
#[test]
fn the_spartans_do_not_see_the_ambush() {
    let mut played = Played::new("with-your-shield");
    let elite = played.unit("Athenian elite hoplites");
    let spartan = played.rules.view(&played.state, RED);
    assert_eq!(spartan.unit(elite).place, Place::Unknown);
    assert_ne!(spartan.unit(elite).rect, played.state.unit(elite).rect);
    let athenian = played.rules.view(&played.state, BLUE);
    assert_eq!(athenian.unit(elite).place, Place::Hidden);
    let pose = played.state.unit(elite).rect.pose.translated(Vec2::new(-40.0, 0.0));
    let formation = played.state.unit(elite).formation;
    let place = Choice::SetUp(SetUpChoice::Place { unit: elite, pose, formation });
    let body = Choice::SetUp(SetUpChoice::Body { units: vec![(elite, pose)], commanders: Vec::new() });
    assert_eq!([known(&played, &place), known(&played, &body)], [[false, true, false]; 2]);
    seen(&mut played, &place, &[]);
    assert_eq!(
        played.rules.view(&played.state, RED).dealt,
        UnitSet::EMPTY,
        "nor that it has been put elsewhere"
    );
    let mut played = Played::at_turn("with-your-shield", 1, Side::Blue);
    let wait = Choice::Scenario(ScenarioChoice::Spring(false));
    assert_eq!(known(&played, &wait), [false, true, false]);
    seen(&mut played, &Choice::Scenario(ScenarioChoice::Spring(true)), &[]);
    assert_eq!(played.rules.view(&played.state, Viewer::Public).unit(elite).place, Place::Table);
}

/// HS-KADESH-05: where the Hittites will come on is known to them alone until they do.
#[test]
fn the_egyptians_do_not_know_the_plans() {
    let mut played = Played::new("kadesh");
    played.play(&Choice::SetUp(SetUpChoice::DrawnUp), &[]);
    let division = played.division("Chariots of Hatti");
    let plan = Plan { division, entry: 0, along: 3200 };
    let enter = Choice::SetUp(SetUpChoice::Enter(plan));
    assert_eq!(known(&played, &enter), [false, true, false]);
    seen(&mut played, &enter, &[]);
    assert_eq!(played.state.script.plans, [plan]);
    assert!(played.rules.view(&played.state, RED).script.plans.is_empty());
    assert_eq!(played.rules.view(&played.state, BLUE).script.plans, [plan]);
}

/// HS-KADESH-05, HS-KADESH-08: nor does the sign tell where a division waits, nor the order by which it comes on.
#[test]
fn the_sign_does_not_tell_where() {
    let mut played = Played::at_turn("kadesh", 2, Side::Blue);
    let division = played.division("Chariots of Hatti");
    played.state.script.plans.push(Plan { division, entry: 1, along: 3200 });
    while matches!(played.next(), Next::Forced(_)) {
        seen(&mut played, &Choice::Proceed, &[]);
    }
    let sign = Choice::Scenario(ScenarioChoice::Bring(division));
    assert_eq!(known(&played, &sign), [true; 3]);
    seen(&mut played, &sign, &[]);
    let unit = played.unit("Chariots of Hatti (1)");
    let commander = played.rules.divisions[division.index()].commander;
    let order = Order { commander, units: UnitSet::one(unit), verb: Verb::Enter(Vec::new()) };
    let order = Choice::Command(CommandChoice::Order(order));
    for viewer in [RED, Viewer::Public] {
        let view = played.rules.view(&played.state, viewer);
        assert_eq!((view.unit(unit).place, view.commander(commander).at), (Place::Absent, Vec2::ZERO));
    }
    let own = played.rules.view(&played.state, BLUE);
    assert!(matches!(own.unit(unit).place, Place::Off { .. }) && own.commander(commander).at != Vec2::ZERO);
    assert_eq!(known(&played, &order), [false, true, false]);
}

/// HC-OFF-11, HS-KADESH-05: once a unit has been granted its moves, the order by which it comes on tells how: that cannot be
/// taken back. As long as the order may fail, it tells nothing.
#[test]
fn who_comes_on_shows_his_way() {
    let played = Played::new("kadesh");
    let unit = played.unit("Chariots of Hatti (1)");
    let commander = played.rules.divisions[played.division("Chariots of Hatti").index()].commander;
    let order = Order { commander, units: UnitSet::one(unit), verb: Verb::Enter(Vec::new()) };
    let carrying = |grants| {
        let carrying = Carrying { order: order.clone(), grants };
        Rules::reveals(&Event::Waits(Pending::Command(Waiting::Carrying(carrying))))
    };
    assert!(carrying(vec![Grant { unit, moves: 1, why: MoveWhy::Ordered }]));
    assert!(!carrying(Vec::new()));
}
