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
    assert_eq!(unknown("elite-9"), TroopError::Range("elite-9".to_owned()));
    assert_eq!(unknown("7/7/3/0/1+/6"), TroopError::Values("7/7/3/0/1+/6".to_owned()));
    assert_eq!(Written::read("elephant small large"), Err(TroopError::Twice("large".to_owned())));
}

/// The names of the book, in its own spelling.
#[test]
fn names_may_be_written_as_the_book_prints_them() {
    let same = |one: &str, other: &str| assert_eq!(read(one), read(other), "{one}");
    same("Heavy Infantry 7/7/3/0/4+/6 Drilled, Testudo", "heavy-infantry 7/7/3/0/4+/6 drilled testudo");
    same("small Light Cavalry, Feigned Flight", "light-cavalry small feigned-flight");
    same("Medium Infantry, Wild Fighters (3), Elite (4+)", "medium-infantry wild-fighters-3 elite-4");
    same(
        "heavy infantry, Long Spear, Phalanx (2), Stubborn 3",
        "heavy-infantry long-spears phalanx-2 stubborn-3",
    );
    same("Cataphract Cavalry 9/6/3/0/0/4+/6 Kontos", "cataphracts 9/6/3:0/0/4+/6 kontos");
    same(
        "medium infantry 7/6/2/0/5+/6, double-handed infantry arms",
        "medium-infantry 7/6/2/0/5+/6 double-handed",
    );
    same("elephants", "elephant");
    same("Scythed Chariots", "heavy-chariots scythed-chariots");
}

/// HC-TAB-TYPES, HC-SIZE-12: the derived types, from class and arms.
#[test]
fn arms_change_the_profile() {
    let stats = |words: &str| read(words).stats.to_string();
    assert_eq!(stats("light-infantry bow"), "4/4/3/3/0/6");
    assert_eq!(stats("light-infantry small bow"), "3/3/2/2/0/4");
    assert_eq!(stats("medium-infantry bow"), "5/5/3/3/5+/6");
    assert_eq!(stats("skirmishers small sling"), "2/2/2/2/0/4");
    assert_eq!(stats("skirmishers small"), "3/2/2/0/0/4");
    assert_eq!(stats("light-cavalry small bow"), "5/3/2/2/6+/4");
    assert_eq!(stats("horse-archers"), "6/4/3/3/6+/6");
    assert_eq!(stats("heavy-cavalry bow"), "9/6/3/2/4+/6");
    assert_eq!(stats("elephant bow"), "4/3/1/1/4+/6");
    assert_eq!(stats("heavy-infantry pikes"), "7/7/3:0/0/4+/6");
    assert_eq!(stats("medium-infantry long-spears"), "6/6/3:0/0/5+/6");
    assert_eq!(stats("heavy-infantry double-handed"), "8/7/2:0/0/4+/6");
    assert_eq!(stats("medium-infantry double-handed"), "7/6/2:0/0/5+/6");
    assert_eq!(stats("heavy-chariots scythed-chariots"), "7/0/0/0/3+/4");
}

/// HC-TAB-RANGE: who shoots far without a named weapon has bows; slings and crossbows are named by their rules.
#[test]
fn far_shooters_have_bows() {
    let range = |words: &str| read(words).missile.range();
    assert_eq!(range("horse-archers"), 18.0);
    assert_eq!(range("medium-infantry 5/5/3/3/5+/6"), 18.0);
    assert_eq!(range("skirmishers 2/2/2/2/0/4 slings"), 12.0);
    assert_eq!(range("medium-infantry 5/5/3/3/5+/6 crossbows"), 18.0);
    assert_eq!(range("heavy-infantry"), 6.0);
    assert_eq!(range("light-artillery"), 24.0);
}
