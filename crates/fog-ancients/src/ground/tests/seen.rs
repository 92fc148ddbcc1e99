//! Sight, hiding and cover (20.6, FA-TER-22).

use super::levels::{hill, square};
use crate::field::{Area, AreaKind, Covering, Piece, Size};
use crate::testing::{Scene, Table};
use aelian_game::Side;
use aelian_geometry::{Polygon, Vec2};

/// One base of each side; both see each other or not, as the pair says.
fn sees(table: Table, red: (&str, f64), blue: (&str, f64)) -> (bool, bool) {
    let scene = table
        .group("red", Side::Red, red.0, (1, 1), (35.0, red.1), 0.0)
        .group("blue", Side::Blue, blue.0, (1, 1), (35.0, blue.1), 180.0)
        .build();
    let see = |from: &str, to: &str| {
        let (one, other) = (scene.group(from), scene.group(to));
        assert_eq!(scene.look().sees_group(one, other), {
            scene.look().sees_base(scene.base(from, 0, 0), scene.base(to, 0, 0))
        });
        scene.look().sees_group(one, other)
    };
    (see("red", "blue"), see("blue", "red"))
}

fn wood(kind: AreaKind) -> Table {
    Table::new().area(kind, &square(30.0, 20.0))
}

const FOOT: &str = "MF protected bow";
const LIGHT: &str = "LF unprotected bow";

/// FA-LOS-03, FA-TER-09, FA-TER-11: a plantation or a forest hides what lies beyond it; open fields and a gully do not.
#[test]
fn trees_hide_what_lies_beyond() {
    for kind in [AreaKind::Plantation, AreaKind::Forest] {
        assert_eq!(sees(wood(kind), (FOOT, 19.0), (FOOT, 31.0)), (false, false), "{kind:?}");
    }
    for kind in [AreaKind::OpenFields, AreaKind::Gully, AreaKind::Brush, AreaKind::Vineyards, AreaKind::Marsh]
    {
        assert_eq!(sees(wood(kind), (LIGHT, 19.0), (LIGHT, 31.0)), (true, true), "{kind:?}");
    }
}

/// FA-LOS-03, FA-TER-09, FA-TER-11, FA-TER-15: who is wholly inside trees or houses is seen, and sees, within 4 or 2
/// MU of whole distance, wherever the trees lie on it.
#[test]
fn trees_hide_those_inside() {
    for (kind, far) in [(AreaKind::Plantation, 4.0), (AreaKind::Forest, 2.0), (AreaKind::Village, 2.0)] {
        let near = sees(wood(kind), (FOOT, 21.5 - far), (FOOT, 21.5));
        assert_eq!(near, (true, true), "{kind:?}");
        let farther = sees(wood(kind), (FOOT, 21.4 - far), (FOOT, 21.5));
        assert_eq!(farther, (false, false), "{kind:?}");
        let both_inside = sees(wood(kind), (FOOT, 22.0), (FOOT, 22.2 + far));
        assert_eq!(both_inside, (false, false), "{kind:?}");
    }
}

/// FA-LOS-03: who stands partly outside is seen from outside at any distance.
#[test]
fn a_base_at_the_edge_of_the_wood_is_seen() {
    assert_eq!(sees(wood(AreaKind::Forest), (FOOT, 10.0), (FOOT, 19.9)), (true, true));
}

/// FA-LOS-04, FA-LOS-12, FA-TER-07, FA-TER-08, FA-TER-12, FA-TER-13, FA-TER-14: low growth hides only light
/// foot, which see out.
#[test]
fn light_foot_hide_in_low_growth() {
    use AreaKind::*;
    for (kind, far) in [(Brush, 4.0), (EnclosedFields, 4.0), (Vineyards, 4.0), (Marsh, 4.0), (SoftSand, 6.0)]
    {
        let table = || wood(kind);
        assert_eq!(sees(table(), (FOOT, 21.0 - far), (LIGHT, 21.0)), (true, true), "{kind:?}");
        assert_eq!(sees(table(), (FOOT, 20.9 - far), (LIGHT, 21.0)), (false, true), "{kind:?}");
        assert_eq!(sees(table(), (FOOT, 20.9 - far), (FOOT, 21.0)), (true, true), "{kind:?}");
    }
}

/// FA-TER-10: in a gully one is seen from outside within 1 MU and sees out; two inside see each other.
#[test]
fn a_gully_hides_from_those_outside() {
    assert_eq!(sees(wood(AreaKind::Gully), (FOOT, 19.6), (FOOT, 20.5)), (true, true));
    assert_eq!(sees(wood(AreaKind::Gully), (FOOT, 19.4), (FOOT, 20.5)), (false, true));
    assert_eq!(sees(wood(AreaKind::Gully), (FOOT, 21.5), (FOOT, 28.0)), (true, true));
}

/// FA-LOS-11, AMB-74: through a corner of a village one sees, through more than 2 MU of it not; impassable ground
/// hides only if it is high.
#[test]
fn houses_and_rocks() {
    let village = |deep: f64| {
        Table::new()
            .area(AreaKind::Village, &[(30.0, 20.0), (40.0, 20.0), (40.0, 20.0 + deep), (30.0, 20.0 + deep)])
    };
    assert_eq!(sees(village(1.9), (FOOT, 19.0), (FOOT, 25.0)), (true, true));
    assert_eq!(sees(village(2.2), (FOOT, 19.0), (FOOT, 25.0)), (false, false));
    let rocks = |high| {
        let outline = Polygon::from_box(Vec2::new(750.0, 500.0), Vec2::new(1000.0, 600.0));
        let kind = AreaKind::Impassable;
        let area =
            Area { kind, size: Size::Normal, outline, covering: None, crests: vec![], high, laid_by: None };
        Table::new().piece(Piece::Area(area))
    };
    assert_eq!(sees(rocks(false), (FOOT, 19.0), (FOOT, 25.0)), (true, true));
    assert_eq!(sees(rocks(true), (FOOT, 19.0), (FOOT, 25.0)), (false, false));
}

/// FA-LOS-09, FA-LOS-10, AMB-90, FA-TER-16, FA-TER-17: beyond a peak or a crest one sees 1 MU; on one slope all see
/// each other; who stands on the top sees both sides.
#[test]
fn crests_hide_what_lies_beyond() {
    let bare = || Table::new().piece(hill(AreaKind::SteepHill, None, &[]));
    assert_eq!(sees(bare(), (FOOT, 22.0), (FOOT, 28.0)), (false, false));
    assert_eq!(sees(bare(), (FOOT, 15.0), (FOOT, 35.0)), (false, false));
    assert_eq!(sees(bare(), (FOOT, 15.0), (FOOT, 23.0)), (true, true));
    assert_eq!(sees(bare(), (FOOT, 25.0), (FOOT, 35.0)), (true, true));
    let ridge: &[(f64, f64)] = &[(31.0, 25.0), (39.0, 25.0)];
    let ridged = || Table::new().piece(hill(AreaKind::GentleHill, None, &[ridge]));
    assert_eq!(sees(ridged(), (FOOT, 22.0), (FOOT, 28.0)), (false, false));
    assert_eq!(sees(ridged(), (FOOT, 24.7), (FOOT, 25.3)), (true, true), "within 1 MU");
    assert_eq!(sees(ridged(), (FOOT, 20.0), (FOOT, 24.0)), (true, true));
}

/// FA-TERR-04, FA-TER-22: the covering of a hill hides and covers as the same growth elsewhere.
#[test]
fn a_wooded_hill_is_a_wood() {
    let covering = Some(Covering { kind: AreaKind::Forest, outline: None });
    let table = Table::new().piece(hill(AreaKind::GentleHill, covering, &[]));
    assert_eq!(sees(table, (FOOT, 15.0), (FOOT, 21.5)), (false, false));
}

fn one(kind: AreaKind, troop: &str, y: f64) -> Scene {
    wood(kind).group("a", Side::Red, troop, (1, 1), (35.0, y), 0.0).build()
}

/// FA-TER-22, FA-TER-07, FA-TER-08, FA-TER-09, FA-TER-10, FA-TER-11, FA-TER-12, FA-TER-13, FA-TER-14,
/// FA-TER-15: five kinds of ground give cover, only to bases wholly inside.
#[test]
fn cover_is_for_bases_wholly_inside() {
    let covered = |kind, y| {
        let scene = one(kind, FOOT, y);
        scene.look().is_in_cover(scene.base("a", 0, 0))
    };
    let found: Vec<_> = AreaKind::ALL.into_iter().filter(|kind| covered(*kind, 25.0)).collect();
    use AreaKind::*;
    assert_eq!(found, [EnclosedFields, Plantation, Forest, Vineyards, Village]);
    assert!(!covered(Forest, 30.3) && !covered(Forest, 20.5));
}

/// FA-LOS-08: how near an enemy must come to see what stands there.
#[test]
fn markers_are_seen_from_near() {
    let within = |kind, light_foot| {
        let scene = one(kind, FOOT, 25.0);
        scene.look().visible_within(scene.state.rect(scene.base("a", 0, 0)), light_foot)
    };
    assert_eq!((within(AreaKind::Forest, false), within(AreaKind::Gully, false)), (2.0, 1.0));
    assert_eq!((within(AreaKind::Brush, true), within(AreaKind::SoftSand, true)), (4.0, 6.0));
    assert_eq!(within(AreaKind::Brush, false), f64::INFINITY);
}
