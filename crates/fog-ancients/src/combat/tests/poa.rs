//! The rows of the tables of points of advantage (68.4).

use super::*;
use crate::combat::Kind;
use crate::field::AreaKind;
use crate::state::{Shape, Work};
use aelian_game::Side;
use aelian_geometry::{Facing, Pose, Rect};

/// Red charges Blue, or neither does, in so many ranks each.
struct Case {
    red: &'static str,
    red_ranks: u8,
    blue: &'static str,
    blue_ranks: u8,
    charging: bool,
}

fn case(red: &'static str, red_ranks: u8, blue: &'static str, blue_ranks: u8, charging: bool) -> Case {
    Case { red, red_ranks, blue, blue_ranks, charging }
}

fn scene(case: &Case) -> Scene {
    let scene = table(Phase::Impact)
        .group("red", Side::Red, case.red, (case.red_ranks, 1), (36.0, 24.0), 0.0)
        .group("blue", Side::Blue, case.blue, (case.blue_ranks, 1), (36.0, 24.0), 180.0)
        .build();
    if case.charging { charges(scene, "red", "blue", FRONTS) } else { charges(scene, "blue", "red", FRONTS) }
}

/// What Red claims, by rule, and the net.
fn claims(scene: &Scene, kind: Kind) -> (Vec<String>, i32) {
    let (red, blue) = (scene.base("red", 0, 0), scene.base("blue", 0, 0));
    let net = scene.look().net_poa(kind, red, blue, [false; 2]);
    let mirror = scene.look().net_poa(kind, blue, red, [false; 2]);
    // FA-POA-02.
    assert_eq!(net.value, -mirror.value);
    assert_eq!(net.mine, mirror.theirs);
    (net.mine.lines.iter().map(|line| format!("{} {}", line.rule, line.value)).collect(), net.value)
}

fn impact(case: Case) -> (Vec<String>, i32) {
    claims(&scene(&case), Kind::Impact)
}

fn melee(red: &'static str, red_ranks: u8, blue: &'static str, blue_ranks: u8) -> (Vec<String>, i32) {
    claims(&scene(&case(red, red_ranks, blue, blue_ranks, true)), Kind::Melee)
}

fn is(rows: &[&str], net: i32) -> (Vec<String>, i32) {
    (rows.iter().map(|row| (*row).to_owned()).collect(), net)
}

const HF: &str = "HF protected";
const OFFENSIVE: &str = "HF protected offensive-spearmen";
const DEFENSIVE: &str = "HF protected defensive-spearmen";
const PIKES: &str = "HF protected pikemen";
const IMPACT: &str = "HF protected impact-foot";
const LANCERS: &str = "Cv armoured lancers";
const KNIGHTS: &str = "Kn heavily-armoured lancers";

/// FA-IPOA-01, FA-IPOA-02, FA-POA-03, FA-POA-06, FA-TROOP-17: impact foot.
#[test]
fn impact_foot_at_impact() {
    assert_eq!(impact(case(IMPACT, 2, HF, 2, true)), is(&["FA-IPOA-01 2"], 2));
    assert_eq!(impact(case(IMPACT, 2, "Cv armoured", 1, true)), is(&["FA-IPOA-02 1"], 1));
    assert_eq!(impact(case(IMPACT, 2, LANCERS, 1, true)).0, Vec::<String>::new());
    assert_eq!(impact(case(IMPACT, 2, LANCERS, 1, false)).0, ["FA-IPOA-02 1"]);
    // Limits: ++ uphill of nobody is still ++.
    assert_eq!(impact(case(IMPACT, 2, "LF unprotected", 1, true)).1, 2);
}

/// FA-IPOA-03 to FA-IPOA-05, FA-POA-05, FA-POA-09, FA-TROOP-18: spears and pikes.
#[test]
fn spears_and_pikes_at_impact() {
    assert_eq!(impact(case(OFFENSIVE, 2, HF, 2, false)), is(&["FA-IPOA-03 1"], 1));
    assert_eq!(impact(case(DEFENSIVE, 2, HF, 2, false)), is(&["FA-IPOA-03 1"], 1));
    assert_eq!(impact(case(OFFENSIVE, 1, HF, 2, false)), is(&[], 0));
    assert_eq!(impact(case(PIKES, 2, HF, 2, false)), is(&[], 0));
    assert_eq!(impact(case(PIKES, 3, HF, 2, false)), is(&["FA-IPOA-03 1"], 1));
    assert_eq!(impact(case(PIKES, 3, HF, 2, true)), is(&["FA-IPOA-04 1"], 1));
    assert_eq!(impact(case(OFFENSIVE, 2, HF, 2, true)), is(&["FA-IPOA-04 1"], 1));
    assert_eq!(impact(case(OFFENSIVE, 2, LANCERS, 1, true)).0, Vec::<String>::new());
    assert_eq!(impact(case(OFFENSIVE, 2, "Cv armoured", 1, true)).0, ["FA-IPOA-04 1"]);
    assert_eq!(impact(case(DEFENSIVE, 2, HF, 2, true)), is(&[], 0));
    assert_eq!(impact(case(DEFENSIVE, 2, DEFENSIVE, 2, true)), is(&["FA-IPOA-05 1"], 0));
    let fragmented = scene(&case(OFFENSIVE, 2, HF, 2, false)).cohesion("red", Cohesion::Fragmented);
    assert_eq!(claims(&fragmented, Kind::Impact), is(&[], 0));
}

/// FA-IPOA-06 to FA-IPOA-08, AMB-59, FA-POA-12, FA-TROOP-16: heavy weapons and light spears.
#[test]
fn weapons_at_impact() {
    assert_eq!(impact(case("HF protected heavy-weapon", 2, HF, 2, true)), is(&["FA-IPOA-06 1"], 1));
    assert_eq!(impact(case("HF protected heavy-weapon", 2, "Cv armoured", 1, true)), is(&[], 0));
    assert_eq!(impact(case("HF protected light-spear", 2, HF, 2, true)), is(&["FA-IPOA-07 1"], 1));
    assert_eq!(impact(case("HF protected light-spear", 2, LANCERS, 1, true)).0, Vec::<String>::new());
    assert_eq!(impact(case("HF protected light-spear", 2, LANCERS, 1, false)).0, ["FA-IPOA-07 1"]);
    // Only one of two rows.
    assert_eq!(impact(case("HF protected light-spear heavy-weapon", 2, HF, 2, true)).1, 1);
    let spears = "Cv armoured light-spear";
    assert_eq!(impact(case(spears, 1, "Cv armoured", 1, true)), is(&["FA-IPOA-08 1"], 1));
    assert_eq!(impact(case(spears, 1, spears, 1, true)), is(&["FA-IPOA-08 1"], 0));
    assert_eq!(impact(case(spears, 1, "MF protected", 1, true)), is(&["FA-IPOA-14 1"], 1));
    assert_eq!(impact(case(spears, 1, "HF protected light-spear", 2, true)), is(&[], -1));
}

/// FA-IPOA-09, FA-IPOA-10, FA-IPOA-14: beasts, wagons, and horse among loose foot.
#[test]
fn beasts_and_wagons_at_impact() {
    assert_eq!(impact(case("El", 1, HF, 2, true)), is(&["FA-IPOA-09 1"], 1));
    assert_eq!(impact(case("El", 1, "MF protected", 2, true)), is(&["FA-IPOA-09 1"], 1));
    assert_eq!(impact(case("El", 1, "LF unprotected", 2, true)), is(&[], 0));
    assert_eq!(impact(case("El", 1, "Cv armoured", 1, true)).0, ["FA-IPOA-09 1"]);
    assert_eq!(impact(case("BWg", 1, "Cv armoured", 1, false)), is(&["FA-IPOA-10 1"], 1));
    assert_eq!(impact(case("BWg", 1, "El", 1, false)), is(&[], -1));
    assert_eq!(impact(case("Cv armoured", 1, "MF protected", 2, true)), is(&["FA-IPOA-14 1"], 1));
    assert_eq!(impact(case("Cv armoured", 1, HF, 2, true)), is(&[], 0));
    assert_eq!(impact(case("SCh", 1, "MF protected", 2, true)), is(&["FA-IPOA-13 1"], 1));
}

/// FA-TAB-IMPPOA, FA-IPOA-11 to FA-IPOA-13, AMB-20, FA-TROOP-25, FA-IPOA-21: lancers and chariots in the open.
#[test]
fn lancers_and_chariots_at_impact() {
    assert_eq!(impact(case(KNIGHTS, 1, HF, 2, true)), is(&["FA-IPOA-11 1"], 1));
    assert_eq!(impact(case(KNIGHTS, 1, LANCERS, 1, true)), is(&["FA-IPOA-11 1"], 1));
    assert_eq!(impact(case(LANCERS, 1, KNIGHTS, 1, true)), is(&[], -1));
    assert_eq!(impact(case(LANCERS, 1, "Cv armoured", 1, true)), is(&["FA-IPOA-12 1"], 1));
    assert_eq!(impact(case(LANCERS, 1, "MF protected", 2, true)), is(&["FA-IPOA-12 1", "FA-IPOA-14 1"], 2));
    assert_eq!(impact(case(LANCERS, 1, OFFENSIVE, 2, true)), is(&[], -1));
    assert_eq!(impact(case(LANCERS, 1, "El", 1, true)), is(&[], -1));
    assert_eq!(impact(case("HCh", 1, HF, 2, true)), is(&["FA-IPOA-13 1"], 1));
    assert_eq!(impact(case("HCh", 1, "LF unprotected", 2, true)), is(&["FA-IPOA-14 1"], 1));
    assert_eq!(impact(case("HCh", 1, LANCERS, 1, true)), is(&[], -1));
    // Shaken spears stop nobody.
    let shaken = scene(&case(LANCERS, 1, OFFENSIVE, 2, true)).cohesion("blue", Cohesion::Disrupted);
    assert_eq!(claims(&shaken, Kind::Impact).0, ["FA-IPOA-12 1"]);
}

/// FA-IPOA-11, FA-TER-03, FA-MPOA-09: nothing of that off the open.
#[test]
fn ground_takes_advantages_away() {
    let rough = |red: &'static str, ranks: u8| {
        table(Phase::Impact)
            .area(AreaKind::Brush, &[(30.0, 10.0), (42.0, 10.0), (42.0, 24.0), (30.0, 24.0)])
            .group("red", Side::Red, red, (ranks, 1), (36.0, 24.0), 0.0)
            .group("blue", Side::Blue, "MF protected", (2, 1), (36.0, 24.0), 180.0)
            .build()
    };
    let scene = charges(rough(KNIGHTS, 1), "red", "blue", FRONTS);
    assert_eq!(claims(&scene, Kind::Impact), is(&[], 0));
    let pikes = charges(rough(PIKES, 4), "blue", "red", FRONTS);
    assert_eq!(claims(&pikes, Kind::Impact).0, ["FA-IPOA-03 1"]);
    assert_eq!(claims(&pikes, Kind::Melee).0, ["FA-MPOA-04 1"]);
}

/// FA-IPOA-15, FA-MPOA-04, FA-MPOA-09: the fourth rank of pikes.
#[test]
fn deep_pikes() {
    assert_eq!(impact(case(PIKES, 4, HF, 2, true)), is(&["FA-IPOA-04 1", "FA-IPOA-15 1"], 2));
    assert_eq!(melee(PIKES, 4, HF, 2), is(&["FA-MPOA-04 1", "FA-MPOA-09 1"], 2));
    assert_eq!(melee(PIKES, 3, HF, 2), is(&["FA-MPOA-04 1"], 1));
    assert_eq!(melee(PIKES, 2, HF, 2), is(&[], 0));
    let fragmented = scene(&case(PIKES, 4, HF, 2, false)).cohesion("red", Cohesion::Fragmented);
    assert_eq!(claims(&fragmented, Kind::Melee), is(&[], 0));
}

/// FA-MPOA-01 to FA-MPOA-03, FA-MPOA-13, FA-TROOP-14, FA-TAB-CAPS: swords and spears in melee.
#[test]
fn swords_and_spears_in_melee() {
    let (skilled, swords) = ("HF armoured skilled-swordsmen", "MF protected swordsmen");
    assert_eq!(melee(skilled, 2, swords, 2), is(&["FA-MPOA-01 1", "FA-MPOA-10 1"], 2));
    assert_eq!(melee(skilled, 2, "Cv armoured swordsmen", 1), is(&[], 0));
    assert_eq!(melee(skilled, 2, "El", 1), is(&[], -1));
    assert_eq!(melee(swords, 2, HF, 2), is(&["FA-MPOA-02 1"], 1));
    assert_eq!(melee(swords, 2, swords, 2), is(&[], 0));
    assert_eq!(melee(swords, 2, OFFENSIVE, 2), is(&[], -1));
    assert_eq!(melee(OFFENSIVE, 2, HF, 2), is(&["FA-MPOA-03 1"], 1));
    assert_eq!(melee(OFFENSIVE, 1, HF, 2), is(&[], 0));
    assert_eq!(melee("HF protected pikemen swordsmen", 2, HF, 2), is(&[], 0));
    let shaken = scene(&case(swords, 2, OFFENSIVE, 2, true)).cohesion("blue", Cohesion::Disrupted);
    assert_eq!(claims(&shaken, Kind::Melee), is(&["FA-MPOA-02 1"], 0));
}

/// FA-TAB-CAPS, FA-TROOP-17: a capability of another phase gives nothing in this one.
#[test]
fn capabilities_have_their_phases() {
    for only_impact in ["impact-foot", "light-spear"] {
        let words: &'static str =
            if only_impact == "impact-foot" { IMPACT } else { "HF protected light-spear" };
        assert!(!impact(case(words, 2, HF, 2, true)).0.is_empty(), "{only_impact}");
        assert!(melee(words, 2, HF, 2).0.is_empty(), "{only_impact}");
    }
    assert!(melee(LANCERS, 1, "Cv armoured", 1).0.is_empty());
    for only_melee in ["HF protected swordsmen", "HF protected skilled-swordsmen"] {
        assert!(impact(case(only_melee, 2, HF, 2, true)).0.is_empty(), "{only_melee}");
        assert!(!melee(only_melee, 2, HF, 2).0.is_empty(), "{only_melee}");
    }
    for missiles in
        ["HF protected bow", "HF protected sling", "HF protected javelins", "HF protected firearm"]
    {
        assert!(impact(case(missiles, 2, HF, 2, true)).0.is_empty(), "{missiles}");
        assert!(melee(missiles, 2, HF, 2).0.is_empty(), "{missiles}");
    }
}

/// FA-MPOA-05, FA-MPOA-10, FA-MPOA-14: heavy weapons and armour.
#[test]
fn heavy_weapons_and_armour_in_melee() {
    let axes = "HF protected heavy-weapon";
    assert_eq!(melee(axes, 2, HF, 2), is(&["FA-MPOA-05 1"], 1));
    assert_eq!(melee(axes, 2, "LF unprotected", 1), is(&["FA-MPOA-10 1"], 1));
    assert_eq!(melee(axes, 2, "HF armoured skilled-swordsmen", 2), is(&[], -1));
    assert_eq!(melee("HF armoured", 2, axes, 2), is(&[], -1));
    assert_eq!(melee("HF armoured", 2, HF, 2), is(&["FA-MPOA-10 1"], 1));
    assert_eq!(melee("HF armoured", 2, "HCh", 1), is(&[], -1));
    assert_eq!(melee("HF heavily-armoured", 2, "El", 1), is(&[], -1));
}

/// FA-TAB-MELPOA, FA-MPOA-06 to FA-MPOA-08: elephants, chariots, artillery.
#[test]
fn machines_in_melee() {
    assert_eq!(melee("El", 1, "MF protected", 2), is(&["FA-MPOA-06 1"], 1));
    assert_eq!(melee("El", 1, "LF unprotected", 2), is(&[], 0));
    assert_eq!(melee("HCh", 1, HF, 2), is(&["FA-MPOA-07 1"], 1));
    assert_eq!(melee("HCh", 1, "LH unprotected", 1), is(&[], 0));
    assert_eq!(melee("HCh", 1, OFFENSIVE, 2), is(&[], -1));
    assert_eq!(melee("HArt", 1, HF, 2), is(&["FA-MPOA-08 -1"], -1));
}

/// FA-IPOA-17, FA-IPOA-18, FA-MPOA-12, FA-FF-10, FA-FF-12, FA-PD-06: works help foot; stakes only against horse.
#[test]
fn works_help_their_defenders() {
    let defended = |enemy: &'static str, portable: bool| {
        let mut scene = table(Phase::Impact)
            .group("red", Side::Red, "MF protected", (2, 1), (36.0, 23.4), 0.0)
            .group("blue", Side::Blue, enemy, (2, 1), (36.0, 24.0), 180.0)
            .build();
        let pose = Pose::new(36.0 * 25.0, 24.0 * 25.0, Facing::UP);
        let portable_of = portable.then(|| scene.group("red"));
        scene.state.works.push(Work { side: Side::Red, portable_of, rect: Rect::new(pose, 40.0, 15.0) });
        charges(scene, "blue", "red", FRONTS)
    };
    assert_eq!(claims(&defended(KNIGHTS, false), Kind::Impact), is(&["FA-IPOA-17 1"], 1));
    assert_eq!(claims(&defended(HF, false), Kind::Melee), is(&["FA-MPOA-12 1"], 1));
    assert_eq!(claims(&defended(KNIGHTS, true), Kind::Impact), is(&["FA-IPOA-17 1"], 1));
    assert_eq!(claims(&defended(HF, true), Kind::Impact), is(&[], 0));
    assert_eq!(claims(&defended("El", true), Kind::Impact), is(&[], -1));
    // The contact across the works is fought.
    assert_eq!(fight(&defended(HF, false)).parts.len(), 2);
}

/// FA-IPOA-19, FA-ORB-16: an orb claims no spears, and stops lancers while it is STEADY.
#[test]
fn an_orb_only_wards_off() {
    let mut orb = scene(&case(OFFENSIVE, 2, LANCERS, 1, false));
    let red = orb.group("red");
    orb.state.groups[red.index()].shape = Shape::Orb;
    assert_eq!(claims(&orb, Kind::Impact), is(&[], 0));
}

/// FA-POA-10, AMB-76: interceptors charge; a cancelled charge does not.
#[test]
fn who_counts_as_charging() {
    let mut scene = scene(&case(OFFENSIVE, 2, HF, 2, false));
    let red = scene.group("red");
    assert!(!scene.look().is_charging(red));
    scene.state.groups[red.index()].deeds = scene.state.groups[red.index()].deeds.with(Deed::Intercepted);
    assert!(scene.look().is_charging(red));
    assert_eq!(claims(&scene, Kind::Impact).0, ["FA-IPOA-04 1"]);
}

/// FA-IPOA-20, FA-FF-13: battle wagons gain nothing by works.
#[test]
fn wagons_defend_no_works() {
    let mut scene = table(Phase::Impact)
        .group("red", Side::Red, "BWg", (1, 1), (36.0, 23.4), 0.0)
        .group("blue", Side::Blue, HF, (2, 1), (36.0, 24.0), 180.0)
        .build();
    let pose = Pose::new(36.0 * 25.0, 24.0 * 25.0, Facing::UP);
    scene.state.works.push(Work { side: Side::Red, portable_of: None, rect: Rect::new(pose, 40.0, 15.0) });
    assert_eq!(claims(&scene, Kind::Impact), is(&[], 0));
}
