//! What a page shows and asks of Hail Caesar.

use super::*;
use crate::sitting::{DiceFrom, Sitting};
use crate::start::{ArmyWish, BattleWish, Wish, begin, lesson};
use crate::table::MarkShape;
use aelian_dice::Seed;

/// Keys that the table keeps for itself, whatever the game: see `keys.rs` and `tools.rs` of the page.
const TAKEN: &str = "nguoiwslmvfzacrp";

#[test]
fn no_letter_of_an_order_is_one_of_the_table() {
    let letters: Vec<char> =
        Rules::manner().shortcuts.iter().map(|(letter, _)| letter.to_ascii_lowercase()).collect();
    for letter in &letters {
        assert!(!TAKEN.contains(*letter), "{letter}");
        assert_eq!(letters.iter().filter(|other| *other == letter).count(), 1, "{letter}");
    }
}

fn opened() -> Box<dyn Sitting> {
    lesson("hail-caesar").unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn named(sitting: &dyn Sitting, name: &str) -> PieceView {
    sitting.pieces().into_iter().find(|piece| piece.name == name).unwrap_or_else(|| panic!("{name}"))
}

/// HC-DIVO-02: a click takes up a unit, `gathered` its division; of a commander the units he leads.
#[test]
fn a_unit_comes_before_its_division() {
    let sitting = opened();
    let (unit, leader) = (named(sitting.as_ref(), "Slingers").id, named(sitting.as_ref(), "Lucius").id);
    assert_eq!(sitting.body(unit), [unit]);
    let division = sitting.gathered(&[unit]);
    assert_eq!(division.len(), 4);
    assert_eq!(sitting.gathered(&[leader]), division);
    assert!(sitting.manner().piece_first);
}

/// HC-ORD-10: who has had his order bears a mark and is no longer among those who wait for one.
#[test]
fn those_who_were_ordered_are_marked() {
    let mut sitting = opened();
    let unit = named(sitting.as_ref(), "Second cohort").id;
    let Some(sketch) = sitting.sketch(Gesture::Act { pieces: &[unit], action: "advance", values: &[4.0] })
    else {
        panic!("no order")
    };
    assert!(sketch.cost.is_some() && sketch.odds.is_some());
    if let Err(error) = sitting.play(&sketch.choice, DiceFrom::Typed(&[2, 2])) {
        panic!("{error}");
    }
    while matches!(sitting.awaits(), crate::sitting::Awaits::Forced) {
        assert_eq!(sitting.play_forced(DiceFrom::Seed(&Seed::from(1u64))), Ok(()));
    }
    let ordered = named(sitting.as_ref(), "Second cohort");
    assert!(!ordered.ready && ordered.marks.iter().any(|mark| mark.sign == "✓"), "{:?}", ordered.marks);
    let other = named(sitting.as_ref(), "First cohort");
    assert!(other.ready && other.marks.is_empty());
    assert_eq!(sitting.gathered(&[unit]).len(), 3);
}

/// HC-CMARK-03, HC-CAS-02, HC-DISO-01: casualties against stamina, shaken and disordered, each with a shape of its own.
#[test]
fn losses_and_nerves_are_seen_by_their_shapes() {
    let text = include_str!("../../../../../data/hail-caesar/lessons/first-battle.toml");
    let text = text.replacen("at = [33.6, 13]\n", "at = [33.6, 13]\ncasualties = 6\ndisordered = true\n", 1);
    let text = text.replacen("at = [25, 13]\n", "at = [25, 13]\ncasualties = 2\n", 1);
    let case = crate::case::read::<Rules>(&text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let (rules, state) =
        <Rules as aelian_game::Ruleset>::start(&case.setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    let names = <Rules as crate::told::Told>::names(&case.setup);
    let seen = Seen::new(&rules, &state, &names);
    let pieces = Shown::pieces(seen);
    let marks = |name: &str| {
        let piece = pieces.iter().find(|piece| piece.name == name);
        piece.map(|piece| {
            piece.marks.iter().map(|mark| (mark.sign.to_string(), mark.shape)).collect::<Vec<_>>()
        })
    };
    let wanted = |list: &[(&str, MarkShape)]| {
        Some(list.iter().map(|(sign, shape)| ((*sign).to_owned(), *shape)).collect())
    };
    assert_eq!(marks("First cohort"), wanted(&[("2/6", MarkShape::Square)]));
    let all = [("6/6", MarkShape::Square), ("S", MarkShape::Diamond), ("D", MarkShape::Hexagon)];
    assert_eq!(marks("Second cohort"), wanted(&all));
}

/// HC-DIVO-02, HC-DIST-02: overlays of a division and of its commander.
#[test]
fn divisions_and_command_distances_can_be_laid_over() {
    let sitting = opened();
    let unit = named(sitting.as_ref(), "Slingers").id;
    assert_eq!(sitting.zones(ZoneKind::Gaps, &[unit]).len(), 4);
    assert_eq!(sitting.zones(ZoneKind::Command, &[unit]).len(), 2);
    assert_eq!(sitting.manner().zones.len(), 5);
}

/// HC-OFF-02: where a division will come on is asked while armies draw up.
#[test]
fn a_ready_battle_and_an_open_one_can_be_drawn_up_by_numbers() {
    let armies =
        BattleWish::Armies(["roman-legion", "british-tribes"].map(|key| ArmyWish::Ready(key.to_owned())));
    for battle in [armies, BattleWish::Scenario("barbarians-at-the-gates".to_owned())] {
        let wish = Wish { game: "hail-caesar".to_owned(), battle, options: Default::default() };
        let sitting = begin(&wish).unwrap_or_else(|faults| panic!("{faults:?}"));
        let Some(question) = sitting.question() else { panic!("nobody is asked") };
        let own = |piece: &&PieceView| piece.side == question.side && !piece.commander;
        let pieces = sitting.pieces();
        let Some(unit) = pieces.iter().find(own) else { continue };
        let actions = sitting.actions(&[unit.id]);
        assert!(actions.iter().any(|action| action.key == "stand"), "{actions:?}");
        let stands: Vec<f64> = actions[0].fields.iter().map(|field| field.value).collect();
        assert!(
            sitting.sketch(Gesture::Act { pieces: &[unit.id], action: "stand", values: &stands }).is_some()
        );
    }
}

/// HC-WEDGE-12: who is within a wedge is drawn over it, small, and comes out when it is dragged away.
#[test]
fn a_unit_within_a_wedge_can_be_taken_up() {
    let text = r#"
        title = "Within a wedge"
        game = "hail-caesar"

        [turn]
        part = "command"

        [[commander]]
        name = "Caesar"
        side = "red"
        at = [30, 14]

        [[commander]]
        name = "Brennus"
        side = "blue"
        at = [4, 44]

        [[unit]]
        name = "A"
        side = "red"
        troop = "heavy-infantry 7/7/3/0/4+/6 wedge"
        at = [36, 16]
        formation = "wedge"

        [[unit]]
        name = "S"
        side = "red"
        troop = "light-infantry 5/5/3/0/6+/6 javelin"
        place = { wedge = "A" }

        [[step]]
        choice = "proceed"
    "#;
    let case = crate::case::read::<Rules>(text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let (rules, state) =
        <Rules as aelian_game::Ruleset>::start(&case.setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    let names = <Rules as crate::told::Told>::names(&case.setup);
    let seen = Seen::new(&rules, &state, &names);
    let pieces = Shown::pieces(seen);
    let at = |name: &str| pieces.iter().position(|piece| piece.name == name);
    let (Some(wedge), Some(within)) = (at("A"), at("S")) else { panic!("not drawn") };
    let (outer, inner) = (pieces[wedge].rect, pieces[within].rect);
    assert!(wedge < within && pieces[within].ready, "it lies over the wedge");
    assert!(inner.corners().iter().all(|corner| aelian_geometry::point_to_rect(*corner, &outer) <= 0.0));
    let from = inner.centre();
    let drag = crate::table::Drag {
        grip: crate::table::Grip::Body,
        from,
        to: from - aelian_geometry::Vec2::new(0.0, 125.0),
        free: false,
    };
    let sketch = Shown::sketch(seen, Gesture::Drag { pieces: &[pieces[within].id], before: None, drag });
    let Some(sketch) = sketch else { panic!("no sketch") };
    assert_eq!(sketch.light, crate::table::Light::Legal, "it comes out: {:?}", sketch.reasons);
}
