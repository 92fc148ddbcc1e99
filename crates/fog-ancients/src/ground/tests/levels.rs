//! Levels of ground and disorder (20.3, 10.8, 78.1).

use crate::event::Event;
use crate::field::{Area, AreaKind, Covering, Level, Piece, Size};
use crate::ground::level_of;
use crate::state::Deed;
use crate::tables::Disorder;
use crate::testing::{Scene, Table};
use aelian_game::{Ruleset, Side};
use aelian_geometry::{Polygon, Vec2};

/// A square of 10 MU with its south-west corner there.
pub(super) fn square(x: f64, y: f64) -> [(f64, f64); 4] {
    [(x, y), (x + 10.0, y), (x + 10.0, y + 10.0), (x, y + 10.0)]
}

pub(super) fn hill(kind: AreaKind, covering: Option<Covering>, crests: &[&[(f64, f64)]]) -> Piece {
    let points =
        |corners: &[(f64, f64)]| corners.iter().map(|(x, y)| Vec2::new(x * 25.0, y * 25.0)).collect();
    Piece::Area(Area {
        kind,
        size: Size::Normal,
        outline: Polygon::new(points(&square(30.0, 20.0))).unwrap(),
        covering,
        crests: crests.iter().map(|crest| points(crest)).collect(),
        high: false,
        laid_by: None,
    })
}

fn disorder(scene: &Scene, name: &str, file: u8, rank: u8) -> Disorder {
    scene.look().disorder(scene.base(name, file, rank))
}

/// FA-TER-01, FA-TER-02, FA-TER-05, FA-TER-06, FA-TER-07, FA-TER-08, FA-TER-09, FA-TER-10, FA-TER-11,
/// FA-TER-12, FA-TER-13, FA-TER-14, FA-TER-15, FA-TER-16, FA-TER-17, FA-TER-18, FA-TER-19,
/// FA-TAB-TERRAIN: every kind of piece has its level; outside them all is open.
#[test]
fn pieces_have_levels() {
    use AreaKind::*;
    let of = |level| AreaKind::ALL.into_iter().filter(|kind| level_of(*kind) == level).collect::<Vec<_>>();
    assert_eq!(of(Level::Open), [Open, GentleHill]);
    assert_eq!(of(Level::Uneven), [OpenFields, BrokenGround]);
    assert_eq!(of(Level::Rough), [Brush, EnclosedFields, Plantation, Gully]);
    assert_eq!(of(Level::Difficult), [Forest, Vineyards, Marsh, SoftSand, Village, SteepHill]);
    assert_eq!(of(Level::Impassable), [Impassable, Coast]);
    let scene = Table::new().group("a", Side::Red, "HF armoured", (1, 1), (30.0, 10.0), 0.0).build();
    assert_eq!(scene.look().ground_under(scene.state.rect(scene.base("a", 0, 0))), Level::Open);
}

/// FA-TER-16, FA-TER-17: a gentle hill is as difficult as its covering where that lies, a steep one always difficult.
#[test]
fn hills_are_as_their_covering() {
    let under = |kind, covering: Option<Covering>, x: f64| {
        let scene = Table::new()
            .piece(hill(kind, covering, &[]))
            .group("a", Side::Red, "HF armoured", (1, 1), (x, 25.0), 0.0)
            .build();
        scene.look().ground_under(scene.state.rect(scene.base("a", 0, 0)))
    };
    let brush = |outline| Some(Covering { kind: AreaKind::Brush, outline });
    assert_eq!(under(AreaKind::GentleHill, None, 35.0), Level::Open);
    assert_eq!(under(AreaKind::GentleHill, brush(None), 35.0), Level::Rough);
    let half = Polygon::from_box(Vec2::new(750.0, 500.0), Vec2::new(850.0, 750.0));
    assert_eq!(under(AreaKind::GentleHill, brush(Some(half.clone())), 32.0), Level::Rough);
    assert_eq!(under(AreaKind::GentleHill, brush(Some(half)), 38.0), Level::Open);
    assert_eq!(under(AreaKind::SteepHill, brush(None), 35.0), Level::Difficult);
}

/// FA-TER-14, FA-ELC-03: soft sand is rough for camelry and difficult for others.
#[test]
fn camels_walk_on_sand() {
    let scene = Table::new()
        .area(AreaKind::SoftSand, &square(30.0, 20.0))
        .group("camels", Side::Red, "Cm protected", (1, 1), (33.0, 25.0), 0.0)
        .group("horse", Side::Red, "Cv protected", (1, 1), (38.0, 25.0), 0.0)
        .build();
    let level = |name| {
        let base = scene.base(name, 0, 0);
        scene.look().level_under(scene.state.troop(base), scene.state.rect(base))
    };
    assert_eq!((level("camels"), level("horse")), (Level::Rough, Level::Difficult));
}

/// FA-TER-18, AMB-97: the road is open ground even in a village; who stands half beside it is in the village.
#[test]
fn a_road_is_open_ground() {
    let scene = Table::new()
        .area(AreaKind::Village, &square(30.0, 20.0))
        .road(&[(35.0, 0.0), (35.0, 48.0)])
        .group("on", Side::Red, "HF armoured", (4, 1), (35.0, 25.0), 0.0)
        .group("beside", Side::Red, "HF armoured", (1, 1), (35.8, 28.0), 0.0)
        .build();
    let open = |name| scene.look().is_in_open(scene.base(name, 0, 0));
    assert!(open("on") && !open("beside"));
}

/// FA-TER-03, FA-V31-38: any part of the base in other ground is enough.
#[test]
fn a_base_is_in_the_open_only_as_a_whole() {
    let scene = Table::new()
        .area(AreaKind::OpenFields, &square(30.0, 20.0))
        .group("a", Side::Red, "HF armoured", (2, 2), (29.0, 25.0), 0.0)
        .build();
    let open = |file| scene.look().is_in_open(scene.base("a", file, 0));
    assert!(open(0) && !open(1));
}

/// FA-DIS-02, FA-DIS-05, FA-DIS-06, FA-DIS-14, EX-24: hastati that straddle rough ground: three bases are disordered,
/// and the group counts as disordered for its tests.
#[test]
fn disorder_is_held_base_by_base() {
    let corner = [(20.0, 19.4), (30.0, 19.4), (30.0, 20.3), (28.3, 20.3), (28.3, 30.0), (20.0, 30.0)];
    let scene = Table::new()
        .area(AreaKind::Brush, &corner)
        .group("hastati", Side::Red, "HF armoured", (8, 4), (30.8, 21.0), 0.0)
        .build();
    let bad = |base: &crate::BaseId| scene.look().disorder(*base) == Disorder::Disordered;
    let found = scene.state.bases_of(scene.group("hastati")).filter(bad).count();
    assert_eq!(found, 3);
    assert_eq!(scene.look().worst_disorder(scene.group("hastati")), Disorder::Disordered);
    assert!(!scene.look().is_steady(scene.base("hastati", 0, 0)));
    assert!(scene.look().is_steady(scene.base("hastati", 3, 0)));
}

/// FA-DIS-02, EX-23: of eight pikemen half in a wood only those in the wood are disordered.
#[test]
fn only_the_pikes_in_the_wood_suffer() {
    let scene = Table::new()
        .area(AreaKind::Forest, &square(30.0, 20.0))
        .group("pikes", Side::Red, "HF protected pikemen", (8, 4), (30.0, 25.0), 0.0)
        .build();
    let bad = (0..4).map(|file| disorder(&scene, "pikes", file, 0)).collect::<Vec<_>>();
    assert_eq!(bad, [Disorder::None, Disorder::None, Disorder::Severe, Disorder::Severe]);
}

/// FA-DIS-03, AMB-40: of several kinds of ground the worst counts; a river disorders by its level.
#[test]
fn the_worst_ground_counts() {
    let scene = Table::new()
        .area(AreaKind::Brush, &square(30.0, 20.0))
        .river(&[(31.0, 0.0), (31.0, 48.0)], 1.0, Level::Difficult)
        .group("both", Side::Red, "HF armoured", (1, 1), (30.5, 25.0), 0.0)
        .group("brush", Side::Red, "HF armoured", (1, 1), (36.0, 25.0), 0.0)
        .build();
    assert_eq!(disorder(&scene, "both", 0, 0), Disorder::Severe);
    assert_eq!(disorder(&scene, "brush", 0, 0), Disorder::Disordered);
}

/// FA-DIS-16: in a mixed group only bases of a kind that the ground disorders.
#[test]
fn light_foot_in_the_rear_do_not_mind_the_brush() {
    let scene = Table::new()
        .area(AreaKind::Brush, &square(30.0, 20.0))
        .mixed("mixed", Side::Red, &[("HF armoured", 4), ("LF unprotected bow", 4)], 4, (35.0, 30.4), 0.0)
        .build();
    assert_eq!(disorder(&scene, "mixed", 0, 0), Disorder::Disordered);
    assert_eq!(disorder(&scene, "mixed", 0, 1), Disorder::None);
}

/// FA-DIS-12: heavy artillery is never disordered by ground.
#[test]
fn guns_are_never_disordered() {
    let scene = Table::new()
        .area(AreaKind::Forest, &square(30.0, 20.0))
        .group("guns", Side::Red, "HArt", (2, 2), (35.0, 25.0), 0.0)
        .build();
    assert_eq!(disorder(&scene, "guns", 0, 0), Disorder::None);
}

/// FA-ELC-01, FA-ELC-02, FA-ELC-09, FA-DIS-01, AMB-33: horses near elephants or camels of either side, camels only near
/// elephants, foot never.
#[test]
fn beasts_frighten_horses() {
    let near = |who: &str, beast: &str, gap: f64| {
        let scene = Table::new()
            .group("who", Side::Red, who, (1, 1), (30.0, 20.0), 0.0)
            .group("beast", Side::Red, beast, (1, 1), (31.6 + gap, 20.0), 0.0)
            .build();
        disorder(&scene, "who", 0, 0) == Disorder::Disordered
    };
    assert!(near("Cv armoured", "El", 1.5) && !near("Cv armoured", "El", 1.6));
    for horse in ["Kn armoured lancers", "Ct heavily-armoured lancers", "LH unprotected bow", "LCh", "HCh"] {
        assert!(near(horse, "Cm protected", 0.5), "{horse}");
    }
    assert!(near("Cm protected", "El", 0.5) && !near("Cm protected", "Cm protected", 0.5));
    assert!(!near("HF armoured", "El", 0.5) && !near("El", "El", 0.5));
}

/// FA-DIS-07, FA-ELC-08: the disorder is of the near base alone and ends when the distance opens.
#[test]
fn fear_ends_with_distance() {
    let mut scene = Table::new()
        .group("horse", Side::Red, "Cv armoured", (4, 4), (30.0, 20.0), 0.0)
        .group("beast", Side::Blue, "El", (2, 2), (35.5, 20.0), 180.0)
        .build();
    assert_eq!(disorder(&scene, "horse", 3, 0), Disorder::Disordered);
    assert_eq!(disorder(&scene, "horse", 2, 0), Disorder::None);
    let gone = Event::Leaves { group: scene.group("beast"), to: crate::state::Place::Destroyed };
    crate::Rules::apply(&mut scene.state, &gone);
    assert_eq!(disorder(&scene, "horse", 3, 0), Disorder::None);
}

/// FA-DIS-13, FA-DIS-07: all of a group that has only partly passed through friends, until it has.
#[test]
fn a_passage_half_made_disorders() {
    let mut scene =
        Table::new().group("a", Side::Red, "LF unprotected bow", (6, 3), (30.0, 20.0), 0.0).build();
    let group = scene.group("a");
    crate::Rules::apply(&mut scene.state, &Event::Did { group, deed: Deed::PartlyPassed });
    assert_eq!(disorder(&scene, "a", 2, 1), Disorder::Disordered);
    crate::Rules::apply(&mut scene.state, &Event::Undone { group, deed: Deed::PartlyPassed });
    assert_eq!(disorder(&scene, "a", 2, 1), Disorder::None);
}

/// FA-ELC-04, FA-ELC-05, FA-TROOP-12: camelry otherwise move and stand as undrilled cataphracts or cavalry.
#[test]
fn camels_are_undrilled_cavalry_or_cataphracts() {
    let scene = Table::new()
        .group("heavy", Side::Red, "Cm heavily-armoured drilled", (4, 2), (20.0, 20.0), 0.0)
        .group("cataphracts", Side::Red, "Ct heavily-armoured", (4, 2), (30.0, 20.0), 0.0)
        .group("light", Side::Red, "Cm protected drilled", (4, 2), (40.0, 20.0), 0.0)
        .group("cavalry", Side::Red, "Cv protected", (4, 2), (50.0, 20.0), 0.0)
        .build();
    let moves = |name| {
        let troop = scene.state.group(scene.group(name)).troops[0];
        [Level::Open, Level::Uneven, Level::Rough, Level::Difficult]
            .map(|level| (scene.rules.allowance(&troop, level), scene.rules.tables.disorder(&troop, level)))
    };
    assert_eq!(moves("heavy"), moves("cataphracts"));
    assert_eq!(moves("light"), moves("cavalry"));
    assert_ne!(moves("light"), moves("heavy"));
    for name in ["heavy", "light"] {
        let group = scene.state.group(scene.group(name));
        assert_eq!(group.counts_as(), crate::troop::Training::Undrilled, "{name}");
    }
}

/// FA-ELC-07, FA-CMD-15: a commander on an elephant frightens nobody.
#[test]
fn commanders_frighten_nobody() {
    let scene = Table::new()
        .group("horse", Side::Red, "Cv armoured", (1, 1), (30.0, 20.0), 0.0)
        .group("beast", Side::Blue, "El", (2, 2), (50.0, 20.0), 180.0)
        .commander("general", Side::Blue, crate::state::Grade::Field, Some("beast"), (31.7, 20.0))
        .build();
    assert_eq!(disorder(&scene, "horse", 0, 0), Disorder::None);
}

/// FA-ALG-08: the worst of ground, beasts and passages.
#[test]
fn the_worst_cause_counts() {
    let scene = Table::new()
        .area(AreaKind::Marsh, &square(20.0, 15.0))
        .group("horse", Side::Red, "Cv armoured", (1, 1), (28.0, 20.0), 0.0)
        .group("beast", Side::Blue, "El", (2, 2), (31.0, 20.0), 180.0)
        .build();
    assert_eq!(disorder(&scene, "horse", 0, 0), Disorder::Severe);
}

/// FA-DIS-05, FA-DIS-08, FA-DIS-09, FA-DIS-11: one disordered base costs the group 1 on complex move tests, a severely
/// disordered one 2; DISRUPTED besides costs no more.
#[test]
fn one_bad_base_spoils_the_test() {
    let modifier = |kind, cohesion| {
        let scene = Table::new()
            .area(kind, &square(30.0, 20.0))
            .group("a", Side::Red, "HF armoured drilled", (4, 4), (27.5, 25.0), 0.0)
            .build()
            .cohesion("a", cohesion);
        let bad = (0..4).filter(|file| disorder(&scene, "a", *file, 0) != Disorder::None).count();
        assert!(bad <= 1);
        scene.look().tester(crate::GroupSet::one(scene.group("a")), true).modifiers.total()
    };
    use crate::state::Cohesion::{Disrupted, Steady};
    assert_eq!(modifier(AreaKind::Open, Steady), 0);
    assert_eq!((modifier(AreaKind::Brush, Steady), modifier(AreaKind::Brush, Disrupted)), (-1, -1));
    assert_eq!((modifier(AreaKind::Forest, Steady), modifier(AreaKind::Forest, Disrupted)), (-2, -2));
}
