//! Troop types, lists, army files and equal battles.

use super::list::FILES as LISTS;
use super::ready::{FILES as ARMIES, read_unjudged};
use super::*;
use crate::fact::{Bound, Fact, Tally};
use crate::rules::{Look, Rules};
use crate::troop::Class;
use aelian_game::Ruleset;
use aelian_geometry::penetration;

/// HC-TAB-TYPES, HC-TT-01, HC-TT-02, HC-TT-03, HC-TT-04, HC-TT-05, HC-TT-06, HC-TT-07, HC-TT-08, HC-TT-09,
/// HC-TT-10, HC-TT-11, HC-TT-12, HC-TT-13, HC-TT-14, HC-TT-15, HC-ADJ-01, HC-ADJ-02, HC-ADJ-03, HC-ADJ-04,
/// HC-ADJ-05, HC-ADJ-06: T01 to T33 are all there, in order, and those of the basic classes have the values
/// that the classes have.
#[test]
fn there_are_thirty_three_types() {
    let ids: Vec<String> = (1..=33).map(|number| format!("T{number:02}")).collect();
    assert_eq!(types().iter().map(|profile| profile.id.clone()).collect::<Vec<_>>(), ids);
    let basic: Vec<&Profile> =
        types()[..19].iter().filter(|profile| !profile.name.contains("small")).collect();
    assert_eq!(basic.len(), Class::ALL.len());
    for class in Class::ALL {
        let profile = basic.iter().find(|profile| profile.written.class == class);
        assert_eq!(
            profile.map(|profile| profile.written.stats),
            Some(class.usual_stats()),
            "{}",
            class.name()
        );
        assert!(class.usual_stats().clash > 0, "{} is in no row", class.name());
    }
}

/// HC-QRS-01, HC-QRS-02: the sheet agrees with the types; where it differs from the text, the text stands.
#[test]
fn the_sheet_follows_the_text() {
    assert_eq!(sheet().len(), 45);
    let stats = |name: &str| {
        let found = sheet().iter().find(|profile| profile.name == name);
        found.map(|profile| profile.written.stats.to_string())
    };
    assert_eq!(stats("Medium infantry with long spear").as_deref(), Some("6/6/3:0/0/5+/6"));
    assert_eq!(stats("Cataphract cavalry").as_deref(), Some("9/6/3:0/0/4+/6"));
}

/// HC-LIST-06, HC-LIST-08: prices of changed units, and the weapons' rules that the lists do not print.
#[test]
fn the_lists_have_their_prices() {
    for (slug, text) in LISTS {
        list::read(slug, text).unwrap_or_else(|error| panic!("{slug}: {error}"));
    }
    let price = |slug: &str, key: &str| list(slug).and_then(|list| list.line(key)).map(|line| line.points);
    let roman = [
        ("veterans", 35),
        ("raw", 27),
        ("small-light-archers", 15),
        ("kontos-cavalry", 30),
        ("numidians", 19),
    ];
    for (key, points) in roman {
        assert_eq!(price("roman", key), Some(points), "{key}");
    }
    assert_eq!(price("briton", "large-warband"), Some(35));
    assert_eq!(price("briton", "fanatics"), Some(29));
    let raw = list("roman").and_then(|list| list.line("raw")).expect("raw legionaries");
    assert!(raw.written.specials.has(crate::troop::Special::Pilum));
    let slings = list("briton").and_then(|list| list.line("slings")).expect("slingers");
    assert!(slings.written.specials.has(crate::troop::Special::Slings));
}

/// HC-LIST-03, HC-LIST-05: the ready armies keep to their lists and cost just what is agreed.
#[test]
fn ready_armies_are_proper() {
    for (slug, text) in ARMIES {
        let army = read(slug, text).unwrap_or_else(|error| panic!("{slug}: {error}"));
        assert_eq!(army.points(), u32::from(army.agreed), "{slug}");
    }
    assert_eq!(ready().len(), ARMIES.len());
}

/// The rules that an army of these units breaks; one division for every `;`.
fn broken(list: &str, divisions: &str) -> Vec<&'static str> {
    broken_with(list, divisions, 8, 2000)
}

fn broken_with(list: &str, divisions: &str, leadership: u8, points: u16) -> Vec<&'static str> {
    let mut text = format!("name = \"a\"\nlist = \"{list}\"\npoints = {points}\n");
    for (at, units) in divisions.split(';').enumerate() {
        let units: Vec<String> = units.split(',').map(|unit| format!("\"{}\"", unit.trim())).collect();
        let general = at == 0;
        let leadership = if general { leadership } else { 8 };
        text += &format!(
            "[[division]]\nname = \"{at}\"\ncommander = \"c\"\ngeneral = {general}\nleadership = {leadership}\nunits = [{}]\n",
            units.join(", ")
        );
    }
    let army = read_unjudged("", &text).unwrap_or_else(|error| panic!("{error}"));
    check(&army).iter().map(|reason| &*reason.rule.as_str().to_owned().leak()).collect()
}

/// EX-163, HC-ROM-01, HC-ROM-02, HC-ROM-03, HC-ROM-04, HC-LIST-07: the tenth unit of a Roman army.
#[test]
fn a_tenth_unit() {
    let nine = "3 legionaries, 3 auxiliaries, 2 cavalry, scorpion";
    assert_eq!(broken("roman", nine), [""; 0]);
    assert_eq!(broken("roman", &format!("{nine}, cavalry")), ["HC-ROM-02"]);
    assert_eq!(broken("roman", &format!("{nine}, scorpion")), ["HC-ROM-04"]);
    assert_eq!(broken("roman", &format!("{nine}, auxiliaries")), ["HC-ROM-03"]);
    assert_eq!(broken("roman", &format!("{nine}, legionaries")), [""; 0]);
}

/// HC-ROM-01: at least half of the units are infantry.
#[test]
fn half_of_a_roman_army_walks() {
    assert_eq!(broken("roman", "2 legionaries, 3 cavalry"), ["HC-ROM-01", "HC-ROM-02"]);
}

/// HC-ROM-04: no more heavy and medium engines than light ones.
#[test]
fn heavy_engines_need_light_ones() {
    assert_eq!(broken("roman", "6 legionaries, scorpion, onager"), [""; 0]);
    assert_eq!(broken("roman", "6 legionaries, onager, ballista"), ["HC-ROM-04"]);
    assert_eq!(broken("roman", "9 legionaries, 2 onager, scorpion"), ["HC-ROM-04"]);
}

/// HC-ROM-05, HC-LIST-04, HC-BRI-04: four units in a division.
#[test]
fn a_division_has_four_units() {
    assert_eq!(broken("roman", "4 legionaries; 3 legionaries"), ["HC-LIST-04", "HC-ROM-05"]);
    assert_eq!(broken("briton", "3 warband"), ["HC-LIST-04", "HC-BRI-04"]);
}

/// HC-ROM-06: one unit of camels, and raw recruits with it.
#[test]
fn camels_come_with_recruits() {
    assert_eq!(broken("roman", "6 legionaries, camels"), ["HC-ROM-06"]);
    assert_eq!(broken("roman", "5 legionaries, raw, camels"), [""; 0]);
    assert_eq!(broken("roman", "8 legionaries, raw, 2 camels"), ["HC-ROM-06"]);
}

/// HC-ROM-07: at most half of the legionaries are veterans, and at most half raw.
#[test]
fn not_all_can_be_veterans() {
    assert_eq!(broken("roman", "2 veterans, 2 raw"), [""; 0]);
    assert_eq!(broken("roman", "3 veterans, 2 legionaries"), ["HC-ROM-07"]);
    assert_eq!(broken("roman", "3 raw, 2 legionaries"), ["HC-ROM-07"]);
}

/// HC-BRI-01, HC-BRI-02, HC-BRI-03.
#[test]
fn britons_are_warbands_above_all() {
    assert_eq!(broken("briton", "2 warband, 3 chariots"), ["HC-BRI-01", "HC-BRI-02"]);
    assert_eq!(broken("briton", "2 warband, 3 slings"), ["HC-BRI-03"]);
    assert_eq!(broken("briton", "2 warband, 2 slings, 4 chariots"), [""; 0]);
}

/// HC-BRI-05, HC-LIST-08: units of which there is only one.
#[test]
fn some_units_are_single() {
    for key in ["bows", "medium-cavalry", "fanatics"] {
        assert_eq!(broken("briton", &format!("6 warband, 2 {key}")), ["HC-BRI-05"], "{key}");
    }
    assert_eq!(broken("roman", "8 legionaries, 2 numidians"), ["HC-LIST-08"]);
}

/// HC-LIST-03, HC-LIST-05, HC-LIST-09: leadership 9 costs 25 and is for Roman generals only; the total is kept.
#[test]
fn leadership_nine_is_bought() {
    assert_eq!(broken_with("roman", "4 legionaries", 9, 153), [""; 0]);
    assert_eq!(broken_with("roman", "4 legionaries", 9, 152), ["HC-LIST-05"]);
    assert_eq!(broken_with("roman", "4 legionaries", 10, 400), ["HC-LIST-03"]);
    assert_eq!(broken_with("briton", "4 warband", 9, 400), ["HC-LIST-09"]);
}

/// Files that are no armies are told so.
#[test]
fn bad_files_are_refused() {
    assert!(matches!(read("", "name = 3"), Err(ArmyError::Toml(_))));
    let army = |list: &str, unit: &str| {
        format!(
            "name = \"a\"\nlist = \"{list}\"\n[[division]]\nname = \"d\"\ncommander = \"c\"\nunits = [\"{unit}\"]"
        )
    };
    assert!(matches!(read("", &army("gauls", "2 warband")), Err(ArmyError::List(_))));
    assert!(matches!(read("", &army("briton", "2 legionaries")), Err(ArmyError::Units { .. })));
    let strange = read("", &army("roman", "4 legionarys\", \"2 warband")).unwrap_err().to_string();
    assert!(strange.contains("`4 legionarys` (line 6), `2 warband` (line 6) are no"), "{strange}");
    let other = format!("game = \"fog-ancients\"\n{}", army("briton", "4 warband"));
    assert!(matches!(read("", &other), Err(ArmyError::Game(_))));
    assert!(matches!(read("", &army("briton", "0 warband")), Err(ArmyError::Units { .. })));
    let Err(ArmyError::Broken(reasons)) = read("", &army("briton", "2 Warbands")) else {
        panic!("a proper army")
    };
    let few = Tally { what: "units in d".to_owned(), found: 2, of: None, bound: Bound::Least(4) };
    let said = Fact::Tally(Box::new(few));
    assert!(reasons.iter().any(|reason| reason.rule.as_str() == "HC-LIST-04" && reason.fact == said));
    let named = read_unjudged("", &army("roman", "3 Auxiliary archers")).map(|army| army.points());
    assert_eq!(named.ok(), Some(72), "the names of the list will do");
}

/// HC-SETUP-04, HC-SETUP-05, HC-LIST-05: any two ready armies of the same points can fight on any field; they stand in
/// their zones and in nobody's way, and a die decides about the first turn.
#[test]
fn equal_armies_can_fight() {
    for (red, blue) in ready().iter().flat_map(|red| ready().iter().map(move |blue| (red, blue))) {
        for ground in grounds() {
            let made = battle(red, blue, ground);
            if red.agreed != blue.agreed {
                assert!(matches!(made, Err(BattleError::Unequal(..))));
                continue;
            }
            let setup = made.unwrap_or_else(|error| panic!("{}, {}: {error}", red.slug, blue.slug));
            let (rules, state) = Rules::start(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
            let look = Look::new(&rules, &state);
            assert!(rules.dice_for_first);
            let units: Vec<_> = look.all_on_table().collect();
            assert_eq!(units.len(), rules.cards.len());
            for (at, one) in units.iter().enumerate() {
                let zone = rules.divisions[rules.card(*one).division.index()].zone;
                assert!(zone.holds(look.rect(*one), 0.1), "{}: {}", setup.title, rules.card(*one).name);
                for other in &units[at + 1..] {
                    assert!(penetration(look.rect(*one), look.rect(*other)) < 0.1, "{}", setup.title);
                }
            }
        }
    }
    assert_eq!(grounds().len(), 2);
}
