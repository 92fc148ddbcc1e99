//! Who comes when.

use super::*;
use crate::field::TableEdge;

fn waits_at(place: Place) -> Option<TableEdge> {
    match place {
        Place::Off { edge, .. } => Some(edge),
        _ => None,
    }
}

/// HS-KADESH-03, HS-KADESH-12, HS-KADESH-13, HT-KADESH-12: a 6 in turn 2, a 5 in turn 3, a 4 later; one die for both
/// halves of Ptah.
#[test]
fn ptah_comes_on_one_die() {
    for (turn, needed) in [(2, 6), (3, 5), (4, 4), (7, 4)] {
        for (face, comes) in [(needed - 1, false), (needed, true)] {
            let mut played = Played::at_turn("kadesh", turn, Side::Red);
            played.state.script.camp = Camp::Ready;
            played.proceed(&[face]);
            let south = waits_at(played.place("Archers of Ptah"));
            let west = waits_at(played.place("Chariots of Ptah (1)"));
            let wanted = if comes { (Some(TableEdge::South), Some(TableEdge::West)) } else { (None, None) };
            assert_eq!((south, west), wanted, "turn {turn}, {face}");
        }
    }
    let mut played = Played::at_turn("kadesh", 1, Side::Red);
    played.state.script.camp = Camp::Ready;
    played.proceed(&[]);
    assert_eq!(played.place("Archers of Ptah"), Place::Absent);
}

/// HS-KADESH-05, HS-KADESH-08: the Hittite divisions come when they are given the sign, where it was planned.
#[test]
fn hittites_come_at_a_sign() {
    let mut played = Played::at_turn("kadesh", 2, Side::Blue);
    for name in ["Ambush chariots (1)", "Ambush chariots (2)", "Ambush chariots (3)", "Ambush chariots (4)"] {
        let at = played.look().rect(played.unit(name)).pose.at;
        played.put(name, (at.x / crate::INCH, at.y / crate::INCH));
    }
    let division = played.division("Hittite infantry");
    played.state.script.plans.push(Plan { division, entry: 0, along: 3300 });
    let Next::Ask { prompt: Prompt::Scenario(ScenarioPrompt::Signal(of)), .. } = played.next() else {
        panic!("no sign to give: {:?}", played.next());
    };
    assert_eq!(of.len(), 4);
    played.answer(ScenarioChoice::Bring(division));
    let Place::Off { edge, along } = played.place("Hittite spearmen (1)") else { panic!("not come") };
    assert_eq!(edge, TableEdge::East);
    assert!(f64::from(along) > 114.0 * crate::INCH, "north of Kadesh");
    assert_eq!(played.place("Allied archers (1)"), Place::Absent);
    played.answer(ScenarioChoice::Pass);
    assert_ne!(played.state.stage, Stage::Arrivals);
}

/// HS-GATES-04, HT-GATES-08, HT-GATES-10: in Hun turn 3 each division of the main force comes on 4 or more, in turn 4
/// without a die.
#[test]
fn the_main_force_comes_in_turn_three_or_four() {
    let mut played = Played::at_turn("barbarians-at-the-gates", 3, Side::Blue);
    played.proceed(&[]);
    played.proceed(&[4]);
    played.proceed(&[3]);
    played.proceed(&[5]);
    assert!(
        waits_at(played.place("Hun nobles")).is_some()
            && waits_at(played.place("Goth cavalry (1)")).is_some()
    );
    assert_eq!(played.place("Hun cavalry 3a"), Place::Absent);
    let mut played = Played::at_turn("barbarians-at-the-gates", 4, Side::Blue);
    played.proceed(&[]);
    for _ in 0..3 {
        played.proceed(&[]);
    }
    assert_eq!(waits_at(played.place("Hun cavalry 3a")), Some(TableEdge::East));
}

/// HS-GATES-05, HT-GATES-12: the flanking force on 4 or more in turn 4, surely in turn 5, on the west edge.
#[test]
fn the_flanking_force_comes_in_turn_four_or_five() {
    let mut played = Played::at_turn("barbarians-at-the-gates", 4, Side::Blue);
    for _ in 0..4 {
        played.proceed(&[]);
    }
    played.proceed(&[3]);
    assert_eq!(played.place("Hun cavalry 5a"), Place::Absent);
    let mut played = Played::at_turn("barbarians-at-the-gates", 5, Side::Blue);
    while played.state.stage == Stage::Arrivals {
        played.proceed(&[]);
    }
    assert_eq!(waits_at(played.place("Hun cavalry 5a")), Some(TableEdge::West));
}

/// HS-COMMON-07, HS-DESERT-01, HS-DESERT-03, HS-DESERT-04, HT-DESERT-04, HT-DESERT-07: the Sassanids wait at the edge from the start;
/// the Roman cavalry comes on 4, 3, 2 and then surely.
#[test]
fn the_roman_cavalry_comes_through_the_gap() {
    let played = Played::drawn_up("go-meek-into-the-desert");
    assert_eq!(played.state.active, Side::Blue);
    assert_eq!(waits_at(played.place("Savaran (1)")), Some(TableEdge::North));
    for (turn, needed) in [(2, 4), (3, 3), (4, 2)] {
        for (face, comes) in [(needed - 1, false), (needed, true)] {
            let mut played = Played::at_turn("go-meek-into-the-desert", turn, Side::Red);
            played.proceed(&[face]);
            assert_eq!(waits_at(played.place("Moors")).is_some(), comes, "turn {turn}, {face}");
        }
    }
    let mut played = Played::at_turn("go-meek-into-the-desert", 5, Side::Red);
    played.proceed(&[]);
    assert_eq!(waits_at(played.place("Moors")), Some(TableEdge::West));
}

/// HS-DAMASCUS-01, HS-DAMASCUS-05: the Crusaders have the first turn; Louis comes in turn 2, Konrad in turn 3.
#[test]
fn the_three_kings_come_one_after_the_other() {
    let played = Played::drawn_up("road-to-damascus");
    assert_eq!(played.state.active, Side::Red);
    let mut played = Played::at_turn("road-to-damascus", 2, Side::Red);
    played.proceed(&[]);
    played.proceed(&[]);
    assert_eq!(waits_at(played.place("French knights (1)")), Some(TableEdge::South));
    assert_eq!(played.place("German knights"), Place::Absent);
    let mut played = Played::at_turn("road-to-damascus", 3, Side::Red);
    while played.state.stage == Stage::Arrivals {
        played.proceed(&[]);
    }
    assert_eq!(waits_at(played.place("German knights")), Some(TableEdge::South));
}

/// HS-DAMASCUS-04, HA-DAMASCUS-04: on 4 or more two divisions of the relief come, which their side names; the last one
/// comes alone.
#[test]
fn the_relief_comes_two_divisions_at_a_time() {
    let mut played = Played::at_turn("road-to-damascus", 2, Side::Blue);
    played.proceed(&[3]);
    assert_eq!(played.place("Ghulams D"), Place::Absent);
    let mut played = Played::at_turn("road-to-damascus", 2, Side::Blue);
    played.proceed(&[4]);
    for name in ["Relief F", "Relief H"] {
        let division = played.division(name);
        played.answer(ScenarioChoice::Bring(division));
    }
    assert!(waits_at(played.place("Ghulams F1")).is_some() && waits_at(played.place("Fanatics H")).is_some());
    assert_eq!(played.place("Ghulams D"), Place::Absent);
    assert_ne!(played.state.stage, Stage::Arrivals);
}
