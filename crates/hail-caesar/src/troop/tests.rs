//! Troops in words and sizes.

use super::*;

fn read(words: &str) -> Written {
    Written::read(words).unwrap_or_else(|error| panic!("{words}: {error}"))
}

/// HC-STAT-01, HC-STAT-02, HC-STAT-03, HC-STAT-04, HC-STAT-05, HC-STAT-06, HC-STAT-07, HC-STAT-08,
/// HC-STAT-09, HC-STAT-10, HC-STAT-11, EX-120: the reference unit.
#[test]
fn the_reference_unit_is_read() {
    let unit = read("heavy-infantry 7/7/3/0/4+/6 pilum testudo drilled");
    assert_eq!(unit.stats, Class::HeavyInfantry.usual_stats());
    assert!(unit.specials.has(Special::Testudo) && unit.specials.drilled_passing());
    assert_eq!((unit.normal, unit.missile.range()), (Formation::Line, 6.0));
    assert_eq!(unit.stats.to_string(), "7/7/3/0/4+/6");
}

/// HC-PIKE-04, HC-PHAL-05: pikes are always a phalanx, of the level that is written or the usual one.
#[test]
fn pikes_are_a_phalanx() {
    let level = |words: &str| read(words).specials.phalanx;
    assert_eq!((level("heavy-infantry pikes"), level("heavy-infantry pikes phalanx-3")), (2, 3));
    assert_eq!(level("heavy-infantry"), 0);
}

/// HC-STAT-06, HC-STAT-07: a split short range.
#[test]
fn a_short_range_may_be_split() {
    let unit = read("heavy-infantry 7/7/3:0/0/4+/6 pikes phalanx-3");
    assert_eq!((unit.stats.support, unit.stats.short), (3, 0));
    assert_eq!((unit.normal, unit.specials.phalanx), (Formation::Phalanx, 3));
    assert_eq!(unit.stats.to_string(), "7/7/3:0/0/4+/6");
    let baggage = read("baggage");
    assert_eq!((baggage.stats.support, baggage.stats.short), (0, 1));
}

/// HC-SIZE-05, HC-SIZE-06, HC-SIZE-07, HC-SIZE-08, HC-SIZE-09, HC-SIZE-10, HC-SIZE-11, HC-TAB-SIZEADJ, EX-83,
/// EX-121: sizes change the values, not the save.
#[test]
fn sizes_change_the_profile() {
    let sized = |size| Class::MediumInfantry.usual_stats().sized(size).to_string();
    assert_eq!(sized(Size::Standard), "6/6/3/0/5+/6");
    assert_eq!(sized(Size::Large), "8/8/4/0/5+/8");
    assert_eq!(sized(Size::Small), "4/4/2/0/5+/4");
    assert_eq!(sized(Size::Tiny), "1/1/1/0/5+/1");
}

/// HC-SIZE-12: printed values override what the size makes of them.
#[test]
fn printed_values_stand() {
    assert_eq!(read("light-infantry small 3/3/2/2/0/4 bow").stats.to_string(), "3/3/2/2/0/4");
}

/// Words that make no unit are named.
#[test]
fn bad_words_are_named() {
    assert_eq!(Written::read("horse"), Err(TroopError::NoClass("horse".to_owned())));
    let unknown = |word: &str| Written::read(&format!("elephant {word}")).unwrap_err();
    assert_eq!(unknown("winged"), TroopError::Unknown("winged".to_owned()));
    assert_eq!(unknown("elite-9"), TroopError::Unknown("elite-9".to_owned()));
    assert_eq!(unknown("7/7/3/0/1+/6"), TroopError::Values("7/7/3/0/1+/6".to_owned()));
    assert_eq!(Written::read("elephant small large"), Err(TroopError::Twice("large".to_owned())));
}
