//! Columns that bend (HC-COL-03).

use super::*;
use crate::field::AreaKind;
use crate::testing::Table;
use aelian_game::Side;
use aelian_geometry::distance;

fn column() -> Table {
    Table::new().formed("u", Side::Red, "heavy-infantry", Formation::Column, (30.0, 20.0), 0.0)
}

/// HC-COL-03, HC-LEADER-04: the head turns and goes on; the ranks follow where it went.
#[test]
fn ranks_follow_the_head() {
    let mut scene = column().build();
    let unit = scene.unit("u");
    carried(&mut scene, &[go(32.0, 20.0, 90.0)], 1, &[]);
    assert_eq!(scene.state.bends.len(), 1);
    let look = scene.look();
    let parts: Vec<_> = look.footprint(unit).collect();
    assert_eq!(parts.len(), usize::from(look.card(unit).column().1));
    assert!(parts[0].pose.facing == Facing::RIGHT && parts.last().unwrap().pose.facing == Facing::UP);
    assert!((parts[0].pose.at.y - 20.0 * INCH).abs() < 0.1);
    assert!((look.centre_front(unit) - parts[0].pose.at).length() < 0.1);
    assert!(parts.windows(2).all(|pair| distance(&pair[0], &pair[1]) < 15.0), "no gaps");
}

/// HC-COL-03: once round the corner it stands straight again.
#[test]
fn it_straightens_on_the_far_side() {
    let mut scene = column().build();
    let unit = scene.unit("u");
    carried(&mut scene, &[go(48.0, 20.0, 90.0)], 3, &[]);
    assert!(scene.state.bends.is_empty());
    let rect = *scene.look().rect(unit);
    assert_eq!((rect.width, rect.depth), scene.look().card(unit).extent(Formation::Column));
    assert_eq!(rect.pose.facing, Facing::RIGHT);
}

/// HC-COL-03, HC-TERR-03: along a road that bends through a wood.
#[test]
fn a_column_follows_a_road_through_a_wood() {
    let scene = column()
        .area(AreaKind::Wood, &[(20.0, 22.0), (40.0, 22.0), (40.0, 40.0), (20.0, 40.0)])
        .road(&[(30.0, 10.0), (30.0, 28.0), (45.0, 28.0)])
        .build();
    let plan = plan(&scene, &[go(30.0, 28.0, 0.0), go(44.0, 28.0, 90.0)], 3);
    assert_eq!(plan.moves.len(), 3);
    assert!(plan.moves[1].bend.is_some() && stopped(&plan).is_none());
    assert!(plan.moves[2].rect.pose.at.x > 36.0 * INCH);
}

/// HC-COL-03: a bent column moves only on; it does not step aside.
#[test]
fn a_bent_column_does_not_step_aside() {
    let mut scene = column().build();
    carried(&mut scene, &[go(35.0, 20.0, 90.0)], 1, &[]);
    let aside = plan(&scene, &[go(35.0, 25.0, 90.0)], 1);
    assert_eq!((aside.moves.len(), stopped(&aside)), (0, Some(aelian_rulebook::rule!("HC-COL-03"))));
    let on = plan(&scene, &[go(40.0, 20.0, 90.0)], 1);
    assert_eq!(ends(&on), [(40.0, 20.0)]);
}

/// HC-COL-03, HC-PASS-01: driven back it keeps its bends, and whoever stands behind its tail stops it.
#[test]
fn a_bent_column_goes_back_as_it_stands() {
    let back = |enemy: Option<f64>| {
        let mut table = column();
        if let Some(y) = enemy {
            table = table.unit("e", Side::Blue, "heavy-infantry", (30.0, y), 0.0);
        }
        let mut scene = table.build();
        let unit = scene.unit("u");
        scene.state.units[unit.index()].rect =
            scene.look().head_of_column(unit, Pose::new(32.0 * INCH, 20.0 * INCH, Facing::RIGHT));
        let at = |x: f64, y: f64, compass: f64| Pose::new(x * INCH, y * INCH, Facing::compass(compass));
        let track = vec![at(32.0, 20.0, 90.0), at(30.0, 20.0, 90.0), at(30.0, 17.3, 0.0)];
        scene.state.bends.push(crate::state::Bend { unit, track });
        let straight = scene.look().straight(
            unit,
            aelian_geometry::Vec2::new(0.0, -1.0),
            6.0 * INCH,
            crate::movement::Obey::BLUNDER,
        );
        scene.run(&[], |cx| crate::movement::shift(cx, unit, &straight, MoveWhy::Blundered));
        let lowest = scene
            .look()
            .footprint(unit)
            .flat_map(|part| part.corners())
            .map(|corner| corner.y)
            .fold(f64::MAX, f64::min);
        (straight.distance / INCH, lowest / INCH, scene.state.bends.len())
    };
    let (gone, lowest, bends) = back(None);
    assert!((gone - 6.0).abs() < 0.01 && (lowest - 11.3).abs() < 0.1 && bends == 1, "{lowest}");
    let (gone, ..) = back(Some(14.0));
    assert!((gone - 3.2).abs() < 0.1, "{gone}");
}

/// HC-COL-03, HC-FCH-04: it forms up about its head.
#[test]
fn it_forms_up_about_its_head() {
    let mut scene = column().build();
    let unit = scene.unit("u");
    carried(&mut scene, &[go(35.0, 20.0, 90.0)], 1, &[]);
    let head = scene.look().rect(unit).pose.at;
    carried(&mut scene, &[form(Formation::Line)], 1, &[]);
    assert!(scene.state.bends.is_empty());
    assert!((scene.look().rect(unit).pose.at - head).length() < 0.01);
}
