//! What the files say: values, special rules, commanders and ground of each battle.

use super::*;
use crate::field::{AreaKind, Crossing, TableEdge};
use crate::formation::Formation;
use crate::troop::{Class, Special};
use aelian_geometry::Vec2;

fn has(played: &Played, unit: &str, specials: &[Special]) {
    let card = played.look().card(played.unit(unit)).clone();
    let found: Vec<Special> = card.specials.iter().collect();
    for special in specials {
        assert!(found.contains(special), "{unit} lacks {special:?}: {found:?}");
    }
}

fn lacks(played: &Played, unit: &str, specials: &[Special]) {
    let card = played.look().card(played.unit(unit)).clone();
    assert!(specials.iter().all(|special| !card.has(*special)), "{unit}");
}

fn values(played: &Played, unit: &str) -> String {
    played.look().stats(played.unit(unit)).to_string()
}

/// The kinds of ground at a point, in inches.
fn ground(played: &Played, at: (f64, f64)) -> Vec<AreaKind> {
    let at = Vec2::new(at.0 * crate::INCH, at.1 * crate::INCH);
    played.state.field.areas.iter().filter(|area| area.outline.contains(at)).map(|area| area.kind).collect()
}

fn size(played: &Played) -> (f64, f64) {
    let inches = |mm: f64| (mm / crate::INCH * 100.0).round() / 100.0;
    (inches(played.state.field.width), inches(played.state.field.depth))
}

/// HS-COMMON-01, HS-COMMON-03, HC-LEAD-01, HC-LEAD-04, HC-ARMY-02, HC-ARMY-03, HC-CFV-01: everybody has leadership 8;
/// generals have 3 attacks and there is one to a side; others 2; Alibongus 3; villagers are led by nobody.
#[test]
fn commanders_are_as_the_book_says() {
    for scenario in scenarios() {
        let played = Played::new(scenario.slug);
        for (card, is) in played.rules.leaders.iter().zip(&played.state.commanders) {
            let attacks = match card.name.as_str() {
                "Alibongus" => 3,
                "village elder" => 0,
                _ if is.general => 3,
                _ => 2,
            };
            assert_eq!((is.leadership, is.attacks), (8, attacks), "{}: {}", scenario.slug, card.name);
        }
        for side in Side::BOTH {
            let generals = played.rules.leaders.iter().zip(&played.state.commanders);
            let found = generals.filter(|(card, is)| card.side == side && is.general).count();
            assert_eq!(found, 1, "{}", scenario.slug);
        }
        for (at, division) in played.rules.divisions.iter().enumerate() {
            let commander = &played.rules.leaders[division.commander.index()];
            assert_eq!(commander.division, Some(DivisionId(at as u8)));
        }
    }
}

/// HS-COMMON-06, HC-ARMY-10: how many broken divisions defeat each army.
#[test]
fn armies_are_defeated_by_more_than_half() {
    let limits = [
        ("with-your-shield", [2, 2]),
        ("brunanburgh", [3, 3]),
        ("barbarians-at-the-gates", [2, 3]),
        ("go-meek-into-the-desert", [3, 3]),
        ("border-raid", [3, 2]),
        ("kadesh", [3, 3]),
        ("road-to-damascus", [4, 5]),
    ];
    for (slug, limits) in limits {
        for side in Side::BOTH {
            let mut played = Played::new(slug);
            let all: Vec<DivisionId> = played.look().divisions(side).collect();
            let mut broken = 0;
            for division in all {
                played.state.divisions[division.index()].broken = true;
                broken += 1;
                assert_eq!(
                    played.look().is_defeated(side),
                    broken >= limits[side.index()],
                    "{slug} {side:?} {broken}"
                );
            }
        }
    }
}

/// HS-SHIELD-02, HS-SHIELD-05, HS-SHIELD-06, HS-SHIELD-07, HS-SHIELD-09, HS-SHIELD-10: Spartans, Athenians
/// and their arms.
#[test]
fn hoplites_of_the_road() {
    let played = Played::new("with-your-shield");
    use Special::*;
    has(&played, "Spartan hoplites", &[Drilled, LongSpears, ImmuneToBlunders]);
    let spartans = played.look().card(played.unit("Spartan hoplites")).specials;
    assert_eq!((spartans.stubborn, spartans.elite, spartans.phalanx), (Some(u8::MAX), 4, 2));
    assert_eq!(values(&played, "Spartan hoplites"), "7/7/3/0/4+/6");
    for unit in
        ["Athenian elite hoplites", "Athenian citizens (1)", "Theban hoplites (2)", "Corinthian hoplites (1)"]
    {
        has(&played, unit, &[LongSpears]);
        lacks(&played, unit, &[Drilled, ImmuneToBlunders]);
        assert_eq!(values(&played, unit), "7/7/3/0/5+/6");
        assert_eq!(played.look().card(played.unit(unit)).specials.phalanx, 2);
    }
    assert_eq!(played.look().card(played.unit("Athenian elite hoplites")).specials.elite, 4);
    has(&played, "Slingers (1)", &[Slings]);
    assert_eq!(Played::drawn_up("with-your-shield").state.active, Side::Red);
}

/// HS-SHIELD-T1, HS-SHIELD-T2, HS-SHIELD-T3, HS-SHIELD-T4: a road across the table, sunken in one stretch,
/// and olive groves before the Athenian right.
#[test]
fn the_ground_of_the_shield() {
    let played = Played::new("with-your-shield");
    assert_eq!(size(&played), (72.0, 48.0));
    assert_eq!(played.state.field.roads.len(), 1);
    assert_eq!(ground(&played, (46.0, 29.5)), [AreaKind::Cover]);
    assert_eq!(ground(&played, (11.0, 19.0)), [AreaKind::Rough]);
    assert_eq!(ground(&played, (30.0, 24.0)), []);
}

/// HS-BRUN-03, HC-SCN-02, HT-BRUN-09, HA-BRUN-08: combined units fight as the men in front until they are shaken, then as
/// those behind; rallied they are the better ones again.
#[test]
fn combined_units_wear_down() {
    let mut played = Played::new("brunanburgh");
    for (unit, fresh, worn) in [
        ("Welsh teulu", "9/9/4/0/4+/8", "8/8/4/0/5+/8"),
        ("Olaf's hird (1)", "7/7/3/0/4+/6", "6/6/3/0/5+/6"),
        ("Mercian thegns (2)", "9/9/4/0/4+/8", "8/8/4/0/5+/8"),
    ] {
        let id = played.unit(unit);
        assert_eq!((values(&played, unit).as_str(), played.look().class(id)), (fresh, Class::HeavyInfantry));
        let stamina = played.look().card(id).stats.stamina;
        played.state.units[id.index()].casualties = stamina;
        assert_eq!((values(&played, unit).as_str(), played.look().class(id)), (worn, Class::MediumInfantry));
        played.state.units[id.index()].casualties = stamina - 1;
        assert_eq!(values(&played, unit), fresh);
    }
}

/// HS-BRUN-04, HS-BRUN-05, HS-BRUN-06, HS-BRUN-08, HS-BRUN-09, HS-BRUN-10, HC-SCN-03, HC-CRISK-12, HC-CLR-06:
/// closed ranks for all foot, a risk for each attack, tough Vikings, frenzied Gall Gael, and the reserve
/// behind the ridge.
#[test]
fn the_rules_of_brunanburgh() {
    let played = Played::new("brunanburgh");
    assert!(played.rules.settings.risk_for_each_attack && played.rules.settings.all_infantry_close_ranks);
    has(&played, "Egil's Vikings", &[Special::ToughFighters]);
    has(&played, "Gall Gael", &[Special::FrenziedCharge]);
    assert_eq!(played.look().card(played.unit("Gall Gael")).normal, Formation::Warband);
    assert!(matches!(played.place("Mounted thegns (1)"), Place::Off { edge: TableEdge::South, .. }));
    assert!(played.rules.settings.most_turns.is_none());
}

/// HS-BRUN-T1, HS-BRUN-T2, HS-BRUN-T3, HS-BRUN-T4, HS-BRUN-T5, HS-BRUN-T6, HS-BRUN-T7: the ridge on the Saxon
/// left with the Mercians on it, and the lines 24 inches apart.
#[test]
fn the_ground_of_brunanburgh() {
    let played = Played::new("brunanburgh");
    assert_eq!(ground(&played, (25.0, 16.0)), [AreaKind::Hill]);
    let at = |unit: &str| played.look().rect(played.unit(unit)).pose.at / crate::INCH;
    assert_eq!(
        ground(&played, (at("Mercian thegns (1)").x, at("Mercian thegns (1)").y - 1.0)),
        [AreaKind::Hill]
    );
    let gap = at("Olaf's hird (1)").y - at("Wessex thegns (2)").y;
    assert!((18.0..=24.0).contains(&gap), "{gap}");
    assert!(
        at("Egil's Vikings").x > at("Wessex thegns (3)").x && at("Welsh teulu").x < at("Olaf's hird (1)").x
    );
}

/// HS-GATES-07, HS-GATES-10, HS-GATES-11, HS-GATES-12, HS-GATES-13, HS-GATES-14, HS-GATES-17: sub-units, pila
/// of the Goths, who is drilled, Romans first; the authors' two other ways to play it are not used.
#[test]
fn troops_at_the_gates() {
    let played = Played::new("barbarians-at-the-gates");
    use Special::*;
    has(&played, "Goth infantry (1)", &[Pilum]);
    for unit in ["Elite legionaries", "Legionaries A", "Legionaries D"] {
        has(&played, unit, &[Drilled, LongSpears]);
        assert_eq!(values(&played, unit), "7/7/3:0/0/4+/6");
    }
    has(&played, "Roman cataphracts", &[Drilled, Kontos]);
    has(&played, "Hun nobles", &[Kontos]);
    lacks(&played, "Goth cavalry (1)", &[Kontos, Drilled]);
    let parent = played.look().card(played.unit("Skirmishers of B")).parent;
    assert_eq!(parent, Some(played.unit("Legionaries B")));
    assert_eq!(Played::drawn_up("barbarians-at-the-gates").state.active, Side::Red);
}

/// HS-GATES-T1, HS-GATES-T2, HS-GATES-T3, HS-GATES-T4, HS-GATES-T5, HS-GATES-T6: ten feet by six, a river
/// with two fords, roads over them, and the villa beyond it.
#[test]
fn the_ground_of_the_gates() {
    let played = Played::new("barbarians-at-the-gates");
    assert_eq!(size(&played), (120.0, 72.0));
    let river = &played.state.field.rivers[0];
    assert_eq!((river.crossing, river.fords.len()), (Crossing::Impassable, 2));
    assert_eq!(played.state.field.roads.len(), 4);
    let villa = &played.state.field.blocks[0];
    assert!(villa.rect.centre().x > 32.0 * crate::INCH);
    assert_eq!(played.rules.homes, [TableEdge::West, TableEdge::East]);
}

/// HS-DESERT-05, HS-DESERT-06, HS-DESERT-07, HS-DESERT-08, HS-DESERT-09, HS-DESERT-12: elephants with bows,
/// feigned flight, Parthian shots, drilled legionaries without pila, slow cataphracts.
#[test]
fn troops_in_the_desert() {
    let played = Played::new("go-meek-into-the-desert");
    use Special::*;
    for unit in ["Elephant (1)", "Elephant (2)", "Elephant (3)"] {
        has(&played, unit, &[Elephants]);
        assert_eq!(values(&played, unit), "4/3/1/1/4+/6");
    }
    has(&played, "Parthian horse archers", &[FeignedFlight, ParthianShot]);
    has(&played, "Arab horse archers", &[FeignedFlight, ParthianShot]);
    has(&played, "Sassanid light horse", &[FeignedFlight]);
    has(&played, "Moors", &[FeignedFlight]);
    lacks(&played, "Camels", &[FeignedFlight]);
    has(&played, "Traiana Fortis (1)", &[Drilled]);
    lacks(&played, "Traiana Fortis (1)", &[Pilum, LongSpears]);
    lacks(&played, "Auxiliary cohort (1)", &[Drilled, Pilum]);
    has(&played, "Savaran (2)", &[Kontos]);
    lacks(&played, "Savaran archers", &[Kontos]);
    let rate = played.look().rate_as(played.unit("Savaran (1)"), Formation::Line);
    assert!((rate / crate::INCH - 6.0).abs() < 1e-9);
}

/// HS-DESERT-T1, HS-DESERT-T2, HS-DESERT-T3, HS-DESERT-T4, HS-DESERT-T5: the tower and the oasis on the Roman
/// side, two hills on its left with a gap.
#[test]
fn the_ground_of_the_desert() {
    let played = Played::new("go-meek-into-the-desert");
    assert_eq!(ground(&played, (8.0, 15.0)), [AreaKind::Hill]);
    assert_eq!(ground(&played, (8.0, 41.0)), [AreaKind::Hill]);
    assert_eq!(ground(&played, (8.0, 28.0)), []);
    assert_eq!(ground(&played, (60.0, 11.0)), [AreaKind::Rough]);
    assert!(played.state.field.blocks[0].rect.centre().y < played.state.field.depth / 2.0);
}

/// HS-KADESH-14, HS-KADESH-15, HS-KADESH-16, HS-KADESH-17, HS-KADESH-18: elite without a number is 4;
/// spearmen have neither long spears nor phalanx; no objective, no limit of turns.
#[test]
fn troops_at_kadesh() {
    let played = Played::new("kadesh");
    for unit in ["Chariots of Amun (1)", "Royal guard", "Sherden", "Chariots of Ptah (3)"] {
        assert_eq!(played.look().card(played.unit(unit)).specials.elite, 4, "{unit}");
    }
    for unit in ["Hittite spearmen (1)", "Allied spearmen 1a"] {
        lacks(&played, unit, &[Special::LongSpears]);
        assert_eq!(played.look().card(played.unit(unit)).specials.phalanx, 0);
    }
    assert_eq!(values(&played, "Ambush chariots (1)"), "7/7/3/0/4+/6");
    assert_eq!(values(&played, "Scouts"), "1/1/1/0/6+/1");
    assert!(played.rules.settings.most_turns.is_none());
}

/// HS-KADESH-T1, HS-KADESH-T2, HS-KADESH-T3, HS-KADESH-T4, HS-KADESH-T5, HS-KADESH-T6, HS-KADESH-T7,
/// HS-KADESH-T8: the camp in the north, Ra on the road in the south, river and scrub to the east of it, high
/// ground to the west, walls that nobody passes.
#[test]
fn the_ground_of_kadesh() {
    let played = Played::new("kadesh");
    assert_eq!(size(&played), (72.0, 144.0));
    assert_eq!(ground(&played, (26.0, 120.0)), [AreaKind::Cover]);
    assert_eq!(ground(&played, (60.0, 100.0)), [AreaKind::Impassable]);
    assert_eq!(ground(&played, (14.0, 26.0)), [AreaKind::Hill]);
    assert_eq!(ground(&played, (23.0, 79.0)), [AreaKind::Hill]);
    assert_eq!(ground(&played, (56.0, 30.0)), [AreaKind::Plain]);
    assert_eq!(played.state.field.rivers[0].crossing, Crossing::Impassable);
    assert_eq!(played.rules.entries.len(), 4);
}

/// HS-RAID-31, HS-RAID-T1, HS-RAID-T2, HS-RAID-T3, HS-RAID-T4, HS-RAID-T5, HS-RAID-T6, HS-RAID-T7,
/// HS-RAID-T8, HS-RAID-T9, HS-RAID-T10: the valley: its size, woods, villages, lookout, clearing, hill and
/// enclosure.
#[test]
fn the_ground_of_the_raid() {
    let played = Played::new("border-raid");
    assert_eq!(size(&played), (108.0, 72.0));
    for at in [(50.0, 66.0), (20.0, 6.0), (100.0, 30.0), (100.0, 60.0)] {
        assert_eq!(ground(&played, at), [AreaKind::Wood], "{at:?}");
    }
    assert_eq!(ground(&played, (100.0, 44.0)), [AreaKind::Plain]);
    assert_eq!(ground(&played, (70.0, 8.0)), [AreaKind::Hill]);
    let names: Vec<&str> = played.state.field.blocks.iter().map(|block| block.name.as_str()).collect();
    assert_eq!(names, ["open village", "lookout post", "stockaded village"]);
    let herdsman = *played.look().rect(played.unit("Herdsman"));
    let gap = aelian_geometry::distance(&herdsman, &played.state.field.blocks[0].rect) / crate::INCH;
    assert!((13.0..=18.0).contains(&gap), "{gap}");
    let unit = played.unit("Warband of Bagotrix (1)");
    assert!(!played.look().may_enter_woods(unit, Formation::Warband));
    assert!(played.look().may_enter_woods(unit, Formation::Open));
}

/// HS-RAID-T11, HS-RAID-24: the herd has about the footprint of a unit.
#[test]
fn the_herd_is_as_large_as_a_unit() {
    let played = Played::new("border-raid");
    let herd = played.state.script.raid.herd.expect("a herd").rect;
    assert!((herd.width / crate::INCH - 4.0).abs() < 0.01 && (herd.depth / crate::INCH - 8.0).abs() < 0.01);
}

/// HS-DAMASCUS-06, HS-DAMASCUS-07, HS-DAMASCUS-08, HS-DAMASCUS-09, HS-DAMASCUS-10, HS-DAMASCUS-11,
/// HS-DAMASCUS-12, HS-DAMASCUS-15, HC-SCN-04: eager and tough knights with lances, stubborn Hospitallers,
/// feigned flight, napfa, levies, fanatics and crossbows.
#[test]
fn troops_before_damascus() {
    let played = Played::new("road-to-damascus");
    use Special::*;
    for unit in ["Hospitallers", "Knights of Jerusalem", "Armenian knights"] {
        has(&played, unit, &[Eager, ToughFighters, Lance]);
    }
    let stubborn = |unit: &str| played.look().card(played.unit(unit)).specials.stubborn;
    assert_eq!((stubborn("Hospitallers"), stubborn("Knights of Jerusalem")), (Some(u8::MAX), None));
    for unit in ["Turcoples of Louis", "Turkomans A1", "Turkomans E3"] {
        has(&played, unit, &[FeignedFlight]);
    }
    lacks(&played, "Camels", &[FeignedFlight]);
    has(&played, "Napfa", &[Napfa]);
    assert_eq!(played.look().card(played.unit("Militia G1")).specials.levy, 4);
    let fanatics = played.look().card(played.unit("Fanatics G")).specials;
    assert_eq!((fanatics.fanatic, fanatics.wild), (1, 3));
    for unit in ["Crossbowmen of Baldwin", "French crossbowmen (1)", "French crossbowmen (2)"] {
        has(&played, unit, &[Crossbows]);
    }
    assert!(played.rules.settings.most_turns.is_none());
}

/// HS-DAMASCUS-02, HS-DAMASCUS-03, HS-DAMASCUS-T1, HS-DAMASCUS-T2, HS-DAMASCUS-T3, HS-DAMASCUS-T4,
/// HS-DAMASCUS-T5, HS-DAMASCUS-T6, HS-DAMASCUS-T7: the Crusaders on their hill, walled orchards, river and
/// canal, the blockers in their own half, Anur on the road from the city in column.
#[test]
fn the_ground_of_damascus() {
    let played = Played::new("road-to-damascus");
    assert_eq!(ground(&played, (46.0, 8.0)), [AreaKind::Hill]);
    assert_eq!(played.state.field.obstacles.iter().filter(|wall| wall.cover).count(), 2);
    assert_eq!(played.state.field.rivers.len(), 1);
    for unit in played.look().on_table(Side::Blue) {
        assert!(played.look().rect(unit).corners().iter().all(|corner| corner.y >= 36.0 * crate::INCH));
    }
    let anur = played.state.unit(played.unit("Ghulams of Anur"));
    assert_eq!((anur.formation, anur.place), (Formation::Column, Place::Table));
}
