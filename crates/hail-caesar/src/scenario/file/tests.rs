//! The battles as files: each starts, stands without overlap in its zones, and has the orders of battle of the book.

use super::*;
use crate::rules::{Look, Rules};
use crate::state::Place;
use aelian_game::Ruleset;
use aelian_geometry::penetration;

/// HC-SETUP-03, HC-SETUP-04: every battle starts; nobody stands in another or out of his zone or off the table.
#[test]
fn every_battle_starts_as_it_is_drawn_up() {
    for (slug, text) in FILES {
        let scenario = read(slug, text).unwrap_or_else(|error| panic!("{slug}: {error}"));
        let (rules, state) =
            Rules::start(&scenario.setup).unwrap_or_else(|faults| panic!("{slug}: {faults:?}"));
        let look = Look::new(&rules, &state);
        let placed: Vec<_> =
            state.ids().filter(|id| matches!(state.unit(*id).place, Place::Table | Place::Hidden)).collect();
        for (at, one) in placed.iter().enumerate() {
            let name = &rules.card(*one).name;
            let rect = look.rect(*one);
            let zone = rules.divisions[rules.card(*one).division.index()].zone;
            assert!(zone.holds(rect, 1.0), "{slug}: {name} is out of its zone: {:?}", rect.corners());
            assert_eq!(state.field.edge_crossed(rect, 0.0), None, "{slug}: {name} is off the table");
            for other in &placed[at + 1..] {
                let deep = penetration(rect, look.rect(*other));
                assert!(deep < 0.1, "{slug}: {name} overlaps {}", rules.card(*other).name);
            }
        }
        let names: std::collections::BTreeSet<&str> =
            rules.cards.iter().map(|card| card.name.as_str()).collect();
        assert_eq!(names.len(), rules.cards.len(), "{slug}: a name is given twice");
        assert!(!scenario.about.is_empty() && !scenario.date.is_empty() && !scenario.length.is_empty());
    }
    assert_eq!(scenarios().len(), FILES.len());
}

/// Units of each division as they count for HC-BDIV-03, and all of them.
fn strengths(slug: &str) -> Vec<(String, usize, usize)> {
    let (rules, _) = Rules::start(&named(slug).expect("a battle").setup).expect("a setup");
    let of = |at: usize| rules.cards.iter().filter(move |card| card.division.index() == at);
    let line = |at: usize| {
        (rules.divisions[at].name.clone(), of(at).count(), of(at).filter(|card| card.counts).count())
    };
    (0..rules.divisions.len()).map(line).collect()
}

fn counts(slug: &str) -> Vec<(usize, usize)> {
    strengths(slug).into_iter().map(|(_, all, counted)| (all, counted)).collect()
}

/// HS-SHIELD-01, HS-SHIELD-02, HS-SHIELD-03, HS-COMMON-05: the divisions, and the units that count in them.
#[test]
fn with_your_shield_has_its_divisions() {
    assert_eq!(counts("with-your-shield"), [(3, 2), (4, 2), (4, 4), (4, 3)]);
}

/// HS-BRUN-01, HS-BRUN-02, HS-COMMON-05.
#[test]
fn brunanburgh_has_its_divisions() {
    assert_eq!(counts("brunanburgh"), [(3, 3), (1, 1), (3, 3), (2, 2), (3, 3), (2, 2), (3, 3), (1, 1)]);
}

/// HS-GATES-01, HS-GATES-02, HS-COMMON-05.
#[test]
fn the_gates_have_their_divisions() {
    assert_eq!(
        counts("barbarians-at-the-gates"),
        [(6, 3), (4, 3), (4, 4), (4, 3), (3, 3), (3, 3), (3, 3), (3, 3)]
    );
}

/// HS-DESERT-02, HS-DESERT-03, HS-DESERT-04, HS-COMMON-05.
#[test]
fn the_desert_has_its_divisions() {
    assert_eq!(
        counts("go-meek-into-the-desert"),
        [(5, 3), (4, 3), (3, 3), (4, 4), (4, 4), (2, 2), (3, 3), (6, 4)]
    );
}

/// HS-KADESH-01, HS-KADESH-02, HS-KADESH-03, HS-KADESH-04, HS-COMMON-05.
#[test]
fn kadesh_has_its_divisions() {
    assert_eq!(counts("kadesh"), [(5, 4), (4, 3), (4, 4), (3, 3), (4, 4), (5, 4), (5, 4), (5, 4), (3, 3)]);
}

/// HS-RAID-04, HS-COMMON-05.
#[test]
fn the_border_raid_has_its_divisions() {
    assert_eq!(counts("border-raid"), [(4, 4), (3, 3), (4, 4), (4, 4), (7, 6), (8, 7), (3, 2), (4, 4)]);
}

/// HS-DAMASCUS-01, HS-DAMASCUS-02, HS-DAMASCUS-03, HS-DAMASCUS-04, HS-COMMON-05.
#[test]
fn damascus_has_its_divisions() {
    let crusaders = [(3, 3), (5, 5), (3, 3), (4, 4), (3, 3), (5, 5)];
    let damascans = [(4, 4), (5, 4), (4, 4), (4, 4), (5, 5), (4, 4), (4, 4), (4, 3)];
    assert_eq!(counts("road-to-damascus"), [&crusaders[..], &damascans[..]].concat());
}
