//! What the enemy may not know.

use super::*;
use crate::event::Event;
use crate::setup::SetUpChoice;
use aelian_game::Viewer;

/// Plays a choice and tries for each viewer that the events he is sent lead from his view to his view.
fn seen(played: &mut Played, choice: &Choice, faces: &[u8]) -> Vec<Event> {
    let before = played.state.clone();
    let step = played.play(choice, faces);
    for viewer in [Viewer::Side(Side::Red), Viewer::Side(Side::Blue), Viewer::Public] {
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
    let spartan = played.rules.view(&played.state, Viewer::Side(Side::Red));
    assert_eq!(spartan.unit(elite).place, Place::Unknown);
    assert_ne!(spartan.unit(elite).rect, played.state.unit(elite).rect);
    let athenian = played.rules.view(&played.state, Viewer::Side(Side::Blue));
    assert_eq!(athenian.unit(elite).place, Place::Hidden);
    let pose = played.state.unit(elite).rect.pose.translated(aelian_geometry::Vec2::new(-40.0, 0.0));
    let formation = played.state.unit(elite).formation;
    seen(&mut played, &Choice::SetUp(SetUpChoice::Place { unit: elite, pose, formation }), &[]);
    let mut played = Played::at_turn("with-your-shield", 1, Side::Blue);
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
    seen(&mut played, &Choice::SetUp(SetUpChoice::Enter(plan)), &[]);
    assert_eq!(played.state.script.plans, [plan]);
    assert!(played.rules.view(&played.state, Viewer::Side(Side::Red)).script.plans.is_empty());
    assert_eq!(played.rules.view(&played.state, Viewer::Side(Side::Blue)).script.plans, [plan]);
}
