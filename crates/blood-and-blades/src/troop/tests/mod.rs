//! Tests of chapter 10: notation, classes, bases, and the facts of mounted infantry and the commander.

mod play;

use super::*;
use crate::pairing::Pairing;
use crate::settings::Settings;
use crate::state::{Base, Deeds, Place};
use crate::tables::{BaseKind, Scale, Tables};
use aelian_game::Side;
use aelian_geometry::{Corner, Edge, Facing, Pose, Rect};

fn troop(text: &str) -> Troop {
    text.parse().expect("a troop")
}

/// BB-TRP-02, BB-TRP-03, BB-TRP-04, BB-TRP-05, BB-TRP-07: every troop is written and read as in the book.
#[test]
fn troops_are_written_as_in_the_book() {
    assert_eq!(troop("Irr Bd(F)"), Troop::new(Status::Irr, TroopType::Bd, Grade::F));
    for kind in TroopType::ALL {
        for grade in Grade::ALL {
            for status in Status::BOTH {
                let made = Troop::new(status, kind, grade);
                assert_eq!(troop(&made.to_string()), made);
            }
        }
    }
    assert_eq!(troop("Reg HCh(S)").to_string(), "Reg HCh(S)");
    assert_eq!(Grade::ALL.map(Grade::name), ["superior", "ordinary", "inferior", "fast", "exceptional"]);
    assert_eq!(TroopType::ALL.len(), 15);
}

/// BB-TRP-05, BB-TRP-07: what is wrong with a written troop is told.
#[test]
fn faults_of_notation_are_told() {
    let told = |text: &str| text.parse::<Troop>().unwrap_err().to_string();
    assert_eq!(told("Bd(F)"), "`Bd(F)` is no troop; write status, type and grade, such as `Irr Wb(F)`");
    assert_eq!(told("Reg Bd"), "`Reg Bd` is no troop; write status, type and grade, such as `Irr Wb(F)`");
    assert_eq!(
        told("Reg Bd(O/I)"),
        "`Reg Bd(O/I)` is no troop; write status, type and grade, such as `Irr Wb(F)`"
    );
    assert_eq!(told("reg Bd(F)"), "`reg` is no status; write `Reg` or `Irr`");
    assert_eq!(told("Reg Bd(Q)"), "`Q` is no grade; the grades are S, O, I, F and X");
    assert!(
        told("Reg Elephants(O)")
            .starts_with("`Elephants` is no troop type (`El`, elephants, is meant?); the types are Ax")
    );
    assert!(told("Reg Kn(O)").starts_with("`Kn` is no troop type; the types are Ax, Bd, Bg"));
    assert_eq!(
        "spoon".parse::<Weapon>().unwrap_err().to_string(),
        "`spoon` is no weapon; the weapons are bow, crossbow, sling, javelin and other"
    );
    for text in ["", "Reg", "Reg (O)", "Reg Bd(", "Reg Bd()", "Reg Bd(O", "Irr \u{1F418}(O)", "((((", "Reg  "]
    {
        assert!(text.parse::<Troop>().is_err(), "{text}");
    }
}

/// BB-TRP-06: sets of grades with slashes, in one table with commas, always in the same order.
#[test]
fn sets_of_grades() {
    let pattern = |text: &str| text.parse::<TroopPattern>();
    assert_eq!(pattern("Bd(O,I)"), pattern("Bd(O/I)"));
    assert_eq!(pattern("Wb(S,O,I)").unwrap().to_string(), "Wb(S/O/I)");
    assert_eq!(pattern("Irr Pk(I/X)").unwrap().to_string(), "Irr Pk(I/X)");
    assert_eq!(pattern("Sp").unwrap().grades, Grade::ALL);
    assert_eq!(pattern("Pk(X/I)"), Err(TroopError::GradeOrder("(X/I)".to_owned())));
    assert_eq!(pattern("Pk(I/I)"), Err(TroopError::GradeOrder("(I/I)".to_owned())));
    let pikes = pattern("Irr Pk(I/X)").unwrap();
    assert!(pikes.matches(&troop("Irr Pk(X)")));
    assert!(!pikes.matches(&troop("Reg Pk(X)")) && !pikes.matches(&troop("Irr Pk(F)")));
    assert!(!pikes.matches(&troop("Irr Sp(I)")));
}

/// BB-TRP-10, BB-TRP-11, BB-TRP-12, BB-TRP-16, BB-TRP-17, BB-TRP-18, BB-TRP-19, BB-TRP-20, BB-TRP-21,
/// BB-TRP-22, BB-TRP-23, BB-TRP-24, BB-TRP-25, BB-TRP-26, BB-TRP-27: the names of the types.
#[test]
fn names_of_types() {
    let names = TroopType::ALL.map(|kind| format!("{kind} {}", kind.name())).join(", ");
    assert_eq!(
        names,
        "Ax auxilia, Bd blade, Bg baggage, Bw bow, Cm camelry, Cv cavalry, El elephants, HCh heavy chariot, \
         Hd horde, LCh light chariot, LH light horse, Pk pike, Ps psiloi, Sp spear, Wb warband"
    );
}

/// BB-CLS-01, BB-CLS-02, BB-CLS-03, BB-CLS-04, BB-CLS-05, BB-CLS-06, BB-CLS-10, AMB-01: who is in which class.
#[test]
fn classes() {
    let members = |class: fn(TroopType) -> bool| {
        let names: Vec<String> =
            TroopType::ALL.into_iter().filter(|kind| class(*kind)).map(|kind| kind.to_string()).collect();
        names.join(" ")
    };
    assert_eq!(members(TroopType::is_light_infantry), "Ax Ps");
    assert_eq!(members(TroopType::is_heavy_infantry), "Bd Bw Hd Pk Sp Wb");
    assert_eq!(members(TroopType::is_infantry), "Ax Bd Bg Bw Hd Pk Ps Sp Wb");
    assert_eq!(members(TroopType::is_mounted), "Cm Cv El HCh LCh LH");
    assert_eq!(members(TroopType::is_skirmisher), "LH Ps");
    assert_eq!(members(TroopType::is_light), "Ax LH Ps");
    assert_eq!(members(TroopType::may_have_vehicles), "Ax Bd Bw Hd Pk Ps Sp Wb");
}

/// BB-CLS-08: infantry and mounted share out all types. BB-CLS-09: Bg is fought as infantry.
#[test]
fn infantry_or_mounted() {
    for kind in TroopType::ALL {
        assert_ne!(kind.is_infantry(), kind.is_mounted(), "{kind}");
    }
    let settings = Settings::default();
    let against = |enemy| Tables::standard().factor(TroopType::HCh, enemy, &settings);
    assert_eq!((against(TroopType::Bg), against(TroopType::Sp), against(TroopType::Cv)), (3, 3, 4));
}

/// BB-TRP-08, BB-TRP-16, BB-TRP-32, AMB-74: weapons and special support.
#[test]
fn weapons_and_support() {
    assert_eq!(troop("Reg Bw(O)").weapon, Weapon::Bow);
    assert_eq!(troop("Reg Ps(O)").weapon, Weapon::Other);
    let bowmen = |weapon| Troop { weapon, ..troop("Reg Bw(O)") };
    assert!(bowmen(Weapon::Crossbow).weapon_fits() && !bowmen(Weapon::Sling).weapon_fits());
    assert!(Troop { weapon: Weapon::Sling, ..troop("Irr Ps(O)") }.weapon_fits());
    let support: Vec<String> = Status::BOTH
        .into_iter()
        .flat_map(|status| TroopType::ALL.map(|kind| Grade::ALL.map(|grade| Troop::new(status, kind, grade))))
        .flatten()
        .filter(Troop::may_give_special_support)
        .map(|troop| troop.to_string())
        .collect();
    assert_eq!(support, ["Reg Ps(O)", "Irr Ps(O)"]);
    for weapon in Weapon::ALL {
        assert_eq!(weapon.to_string().parse(), Ok(weapon));
    }
}

/// BB-TRP-28, BB-TRP-29, BB-TRP-30, BB-TRP-31: camel scouts go where camels go, and are inferior to all but
/// camels.
#[test]
fn camel_scouts() {
    let scouts = troop("Irr LH(X)");
    assert!(scouts.is_camel() && scouts.is_camel_scout() && troop("Irr Cm(O)").is_camel());
    assert!(!troop("Irr LH(I)").is_camel() && !troop("Reg Pk(X)").is_camel());
    assert_eq!(scouts.grade_against(&troop("Reg Sp(O)")), Grade::I);
    assert_eq!(scouts.grade_against(&troop("Irr LH(S)")), Grade::I);
    assert_eq!(scouts.grade_against(&troop("Irr Cm(O)")), Grade::O);
    assert_eq!(scouts.grade_against(&scouts), Grade::O);
    assert_eq!(troop("Reg Pk(X)").grade_against(&scouts), Grade::X);
}

/// BB-TRP-01, BB-BASE-04, BB-BASE-05, BB-BASE-08, BB-BASE-09, AMB-30: measures in every scale, exactly as
/// prescribed.
#[test]
fn measures_in_every_scale() {
    let tables = Tables::standard();
    let scales = [Scale::Six, Scale::Fifteen, Scale::TwentyFive];
    assert_eq!(Scale::default(), Scale::Fifteen);
    assert_eq!(
        scales.map(|scale| (tables.mu(scale), tables.width(scale))),
        [(15.0, 20.0), (30.0, 40.0), (50.0, 60.0)]
    );
    let rows: [(&str, [f64; 3]); 4] = [
        ("Bd(O/I) Pk(I/X) Sp Wb(S/O/I)", [7.5, 15.0, 20.0]),
        ("Ax Bd(F) Bw Pk(F) Ps Wb(F)", [10.0, 20.0, 30.0]),
        ("Cv Cm Hd LH", [15.0, 30.0, 40.0]),
        ("Bg El HCh LCh", [20.0, 40.0, 60.0]),
    ];
    for (patterns, depths) in rows {
        for pattern in patterns.split(' ') {
            let pattern: TroopPattern = pattern.parse().unwrap();
            for grade in &pattern.grades {
                let troop = Troop::new(Status::Irr, pattern.kind, *grade);
                assert_eq!(scales.map(|scale| tables.depth(scale, &troop)), depths, "{troop}");
            }
        }
    }
}

/// EX-06: BB-BASE-11, BB-BASE-12: four rectangles in the 15 mm scale, from very shallow to very deep.
#[test]
fn four_kinds_of_bases() {
    let tables = Tables::standard();
    for (text, kind, depth) in [
        ("Reg Sp(O)", BaseKind::VeryShallow, 15.0),
        ("Reg Bw(O)", BaseKind::Shallow, 20.0),
        ("Reg Cv(O)", BaseKind::Deep, 30.0),
        ("Reg HCh(O)", BaseKind::VeryDeep, 40.0),
    ] {
        assert_eq!(tables.base_kind(&troop(text)), kind);
        assert_eq!(tables.depth(Scale::Fifteen, &troop(text)), depth);
    }
}

/// BB-BASE-07, BB-BASE-10, BB-TRP-03: figures on a base; some types have fewer when irregular.
#[test]
fn figures_on_a_base() {
    let rows = [
        (1, "Irr El(O) Reg HCh(S) Irr LCh(I)"),
        (2, "Reg LH(O) Irr Ps(S)"),
        (3, "Irr_Ax(O) Reg_Bd(F) Irr_Bw(O) Irr_Cm(O) Reg_Cv(S) Irr_Pk(F) Irr_Wb(F)"),
        (4, "Reg_Ax(O) Irr_Bd(I) Reg_Bw(O) Reg_Pk(X) Reg_Pk(F) Reg_Sp(O) Irr_Wb(S)"),
        (8, "Irr_Hd(O)"),
        (6, "Irr_Hd(S) Irr_Hd(F)"),
    ];
    for (figures, troops) in rows {
        let spaced = troops.replace("Irr ", "Irr_").replace("Reg ", "Reg_");
        for text in spaced.split(' ') {
            assert_eq!(Tables::standard().figures(&troop(&text.replace('_', " "))), figures, "{text}");
        }
    }
}

/// BB-BASE-01, BB-BASE-02, BB-BASE-03: a base is a rectangle with a front, a rear and two flanks, and each
/// side ends in two corners that it shares with its neighbours.
#[test]
fn sides_of_a_base() {
    let rect = Rect::new(Pose::new(100.0, 100.0, Facing::UP), 40.0, 15.0);
    assert_eq!(Edge::ALL.map(Edge::is_flank), [false, true, false, true]);
    for corner in Corner::ALL {
        assert_eq!(Edge::ALL.into_iter().filter(|edge| edge.corners().contains(&corner)).count(), 2);
    }
    let corners = rect.corners();
    let (left, right) = (corners[0], corners[1]);
    assert_eq!(((left.x, left.y), (right.x, right.y)), ((80.0, 100.0), (120.0, 100.0)));
    assert_eq!(corners[2].y, 85.0);
}

/// BB-MTD-07, AMB-60: with its vehicles or without, a mounted infantry base keeps its depth and its class.
/// BB-MTD-06: the vehicles are seen in what is told of the base.
#[test]
fn mounted_infantry_is_its_own_type() {
    let ax = troop("Reg Ax(S)");
    let rect =
        Rect::new(Pose::new(0.0, 0.0, Facing::UP), 40.0, Tables::standard().depth(Scale::Fifteen, &ax));
    let riding = Base {
        side: Side::Red,
        troop: ax,
        commander: false,
        vehicles: true,
        pairing: Pairing::default(),
        place: Place::Table,
        rect,
        deeds: Deeds::default(),
    };
    assert!(riding.troop.kind.is_light_infantry() && riding.rect.depth == 20.0);
    assert_eq!(serde_json::to_value(&riding).unwrap()["vehicles"], true);
}

/// BB-CIC-04, BB-MOR-14: the general is worth 16 whatever he rides. BB-CIC-08, AMB-29: he fights no better
/// unless a setting says so.
#[test]
fn the_general() {
    let settings = Settings::default();
    for text in ["Irr El(O)", "Reg Ps(O)", "Reg HCh(S)"] {
        assert_eq!(Tables::standard().poc(&troop(text), true, &settings), 16);
    }
    assert_ne!(Tables::standard().poc(&troop("Reg Ps(O)"), false, &settings), 16);
    assert_eq!(settings.cic_combat_advantage, 0);
}
