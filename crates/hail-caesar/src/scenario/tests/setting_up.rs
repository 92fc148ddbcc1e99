//! Deployment and the first turn.

use super::*;
use crate::formation::Formation;
use crate::setup::SetUpChoice;
use crate::testing::Table;
use aelian_geometry::{Facing, Vec2};
use aelian_rulebook::rule;

fn place(played: &Played, name: &str, at: (f64, f64)) -> Choice {
    let unit = played.unit(name);
    let standing = played.state.unit(unit);
    let pose = Pose { at: Vec2::new(at.0 * crate::INCH, at.1 * crate::INCH), ..standing.rect.pose };
    Choice::SetUp(SetUpChoice::Place { unit, pose, formation: standing.formation })
}

/// HC-SETUP-04, HS-SHIELD-01: the Athenians draw up first, then the Spartans; each moves only what is its own, within
/// its zone and not onto others.
#[test]
fn the_athenians_draw_up_first() {
    let mut played = Played::new("with-your-shield");
    assert!(matches!(played.next(), Next::Ask { side: Side::Blue, .. }));
    assert_eq!(played.refusals(&place(&played, "Spartan hoplites", (40.0, 11.0))), [rule!("HC-SETUP-04")]);
    assert_eq!(played.refusals(&place(&played, "Theban hoplites (1)", (20.0, 20.0))), [rule!("HC-SETUP-04")]);
    assert_eq!(played.refusals(&place(&played, "Theban hoplites (1)", (28.0, 31.5))), [rule!("HC-SETUP-04")]);
    let moved = place(&played, "Theban hoplites (1)", (19.0, 33.0));
    played.play(&moved, &[]);
    let at = played.look().rect(played.unit("Theban hoplites (1)")).pose.at;
    assert!((at.x - 19.0 * crate::INCH).abs() < 0.01 && (at.y - 33.0 * crate::INCH).abs() < 0.01);
    played.play(&Choice::SetUp(SetUpChoice::DrawnUp), &[]);
    assert!(matches!(played.next(), Next::Ask { side: Side::Red, .. }));
    played.play(&Choice::SetUp(SetUpChoice::DrawnUp), &[]);
    assert_eq!((played.state.turn, played.state.active), (1, Side::Red));
}

/// HC-SETUP-04: a division is moved as one with its commander; each of its units must find room in the zone, though
/// not where the others of it stood.
#[test]
fn a_division_is_drawn_up_as_one() {
    let mut played = Played::new("with-your-shield");
    let names = ["Theban hoplites (1)", "Theban hoplites (2)"];
    let commander = played.look().commander_of(played.unit(names[0]));
    let body = |played: &Played, by: Vec2| {
        let pose = |name: &str| played.look().rect(played.unit(name)).pose.translated(by * crate::INCH);
        let units = names.map(|name| (played.unit(name), pose(name))).to_vec();
        let at = played.state.commander(commander).at + by * crate::INCH;
        Choice::SetUp(SetUpChoice::Body { units, commanders: vec![(commander, at)] })
    };
    let beyond = body(&played, Vec2::new(0.0, -12.0));
    assert!(played.refusals(&beyond).contains(&rule!("HC-SETUP-04")));
    let before = names.map(|name| played.look().rect(played.unit(name)).pose.at);
    let onward = body(&played, Vec2::new(0.0, 1.5));
    played.play(&onward, &[]);
    let after = names.map(|name| played.look().rect(played.unit(name)).pose.at);
    for (was, is) in before.iter().zip(after) {
        assert!((is - *was - Vec2::new(0.0, 1.5 * crate::INCH)).length() < 0.01);
    }
    let unit = played.unit(names[0]);
    let pose = played.look().rect(unit).pose;
    let twice = Choice::SetUp(SetUpChoice::Body { units: vec![(unit, pose); 2], commanders: Vec::new() });
    assert_eq!(played.refusals(&twice), [rule!("HC-SETUP-04")]);
    let heaped = vec![(unit, pose), (played.unit(names[1]), pose)];
    let heaped = Choice::SetUp(SetUpChoice::Body { units: heaped, commanders: Vec::new() });
    assert_eq!(played.refusals(&heaped), [rule!("HC-SETUP-04")]);
}

/// HS-SHIELD-03, HC-WOOD-05: those in ambush are placed in what hides them and nowhere else.
#[test]
fn those_in_ambush_stay_in_the_sunken_road() {
    let mut played = Played::new("with-your-shield");
    let away = place(&played, "Athenian elite hoplites", (46.0, 40.0));
    assert_eq!(played.refusals(&away), [rule!("HC-WOOD-05")]);
    let along = place(&played, "Athenian elite hoplites", (44.0, 28.4));
    played.play(&along, &[]);
    assert_eq!(played.place("Athenian elite hoplites"), Place::Hidden);
}

/// HS-KADESH-01, HS-KADESH-02: Ra is drawn up in column on the road.
#[test]
fn ra_is_in_column() {
    let played = Played::new("kadesh");
    assert_eq!(played.state.unit(played.unit("Sherden")).formation, Formation::Column);
    let unit = played.unit("Archers of Ra");
    let pose = played.look().rect(unit).pose;
    let choice = Choice::SetUp(SetUpChoice::Place { unit, pose, formation: Formation::Open });
    assert!(played.refusals(&choice).contains(&rule!("HS-KADESH-02")));
}

/// HS-GATES-01, HS-GATES-02, HS-GATES-03: Romans in the west, the holding force east of the river, and each division of
/// the main force comes on where its side has said.
#[test]
fn huns_say_where_they_come_from() {
    let mut played = Played::new("barbarians-at-the-gates");
    played.play(&Choice::SetUp(SetUpChoice::DrawnUp), &[]);
    let division = played.division("Hun horde");
    let plan = Plan { division, entry: 1, along: 2800 };
    let wrong = Plan { division, entry: 2, along: 600 };
    let refused = Choice::SetUp(SetUpChoice::Enter(wrong));
    assert_eq!(played.refusals(&refused), [rule!("HC-OFF-02")]);
    played.play(&Choice::SetUp(SetUpChoice::Enter(plan)), &[]);
    assert_eq!(played.look().plan_of(division), Some(plan));
}

/// HC-SETUP-05: a tie is rolled again; the higher die chooses.
#[test]
fn the_first_turn_is_rolled_for() {
    let mut scene =
        Table::new().unit("a", Side::Red, "heavy-infantry", (20.0, 4.0), 0.0).rolls_for_first().build();
    (scene.state.part, scene.state.stage) = (crate::stage::Part::SetUp, Stage::FirstTurn);
    scene.play(&Choice::Proceed, &[3, 3]);
    assert!(matches!(scene.rules.next(&scene.state), Next::Forced(Choice::Proceed)));
    scene.play(&Choice::Proceed, &[2, 5]);
    assert!(matches!(scene.rules.next(&scene.state), Next::Ask { side: Side::Blue, .. }));
    scene.play(&Choice::SetUp(SetUpChoice::GoFirst(false)), &[]);
    assert_eq!(scene.state.active, Side::Red);
}

/// HC-SETUP-04, HC-SETUP-07: where nothing else is said, the armies stand at least 36 inches apart if they can.
#[test]
fn armies_are_36_inches_apart_if_possible() {
    let mut setup = named("with-your-shield").expect("a battle").setup.clone();
    setup.depth = 60.0 * crate::INCH;
    let deep = |setup: &crate::Setup| setup.zone_of(Side::Red).high.y / crate::INCH;
    assert!((deep(&setup) - 12.0).abs() < 1e-9);
    setup.depth = 40.0 * crate::INCH;
    assert!((deep(&setup) - 6.0).abs() < 1e-9);
    assert_eq!(Facing::UP, Facing::compass(0.0));
}

/// Everything that is proposed while armies draw up is legal, and accepting is always among it.
#[test]
fn proposals_of_deployment_are_legal() {
    for scenario in scenarios() {
        let played = Played::new(scenario.slug);
        let mut out = Vec::new();
        played.rules.propose(&played.state, Want::All, &mut out);
        assert!(out.len() > 1, "{}", scenario.slug);
        for choice in &out {
            assert!(played.refusals(choice).is_empty(), "{}: {choice:?}", scenario.slug);
        }
    }
}
