//! HC-CHG-22, HC-CHG-23, HC-CHG-24, HC-CHG-25, HC-CHG-26, HC-CHG-27, HC-CHG-28, HC-CHG-29, HC-CHG-30, HC-CHG-31,
//! 50.4 to 50.6: where chargers end.

use super::Charging;
use crate::charge::{Contact, contact};
use crate::field::AreaKind;
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::rules::INCH;
use crate::state::Side4;
use crate::testing::{Scene, Table};
use aelian_game::Side;

const DEPTH: f64 = 40.0 / 25.4;

/// The target stands at (30, 20) facing south; widths of bases make units seven inches wide where the test says so.
fn against(table: Table) -> Scene {
    table.unit("t", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0).build()
}

fn meets(scene: &Scene) -> Option<Contact> {
    let (unit, target) = (scene.unit("u"), scene.unit("t"));
    let look = scene.look();
    contact(look, unit, look.rect(unit), target, look.quarter_in(unit, target))
}

/// How far the centre-front then lies to the east of the target's middle, in inches.
fn offset(scene: &Scene) -> Option<f64> {
    meets(scene).map(|contact| contact.rect.pose.at.x / INCH - 30.0)
}

fn is(found: Option<f64>, expected: f64) -> bool {
    found.is_some_and(|found| (found - expected).abs() < 0.005)
}

/// HC-CHG-22, HC-CHG-29, EX-62: equal fronts straight ahead are fully aligned.
#[test]
fn equal_fronts_align() {
    let scene = against(Table::new().unit("u", Side::Red, "heavy-infantry", (30.0, 15.0), 0.0));
    let found = meets(&scene).unwrap();
    assert_eq!((found.face, found.foes.len()), (Side4::Front, 1));
    assert!((found.length - 180.0).abs() < 0.01 && is(offset(&scene), 0.0), "{found:?}");
    let aside = against(Table::new().unit("u", Side::Red, "heavy-infantry", (32.0, 15.0), 0.0));
    assert!(is(offset(&aside), 0.0), "as much frontage as possible");
}

/// HC-CHG-23, HC-CHG-29, EX-63: a narrow charger aligns to the side on which it starts.
#[test]
fn a_narrow_charger_aligns_to_its_side() {
    let narrow = |x: f64| against(Table::new().unit("u", Side::Red, "elephant", (30.0 + x, 15.0), 0.0));
    // Elephants are 80 mm wide, the infantry 180.
    assert!(is(offset(&narrow(-3.0)), -50.0 / 25.4));
    assert!(is(offset(&narrow(3.0)), 50.0 / 25.4));
    assert!(is(offset(&narrow(1.0)), 1.0));
}

/// HC-CHG-24, HC-CHG-27, EX-64: on a flank the centre-front still touches the narrow edge.
#[test]
fn the_centre_front_touches_a_flank() {
    let scene = against(Table::new().unit("u", Side::Red, "heavy-infantry", (38.0, 22.0), 270.0));
    let found = meets(&scene).unwrap();
    assert_eq!(found.face, Side4::Left);
    let along = found.rect.pose.at.y / INCH - 20.0;
    assert!((-0.01..=DEPTH + 0.01).contains(&along), "{along}");
    assert!((found.rect.pose.at.x - 30.0 * INCH - 90.0).abs() < 0.01);
}

/// HC-TWO-01, HC-TWO-02, EX-65: two elephants find room side by side on one unit; a second line of infantry does not.
#[test]
fn two_on_one_where_there_is_room() {
    let second = |first: &str, second: &str| {
        let width = if first == "elephant" { 80.0 } else { 180.0 };
        let x = 30.0 - (180.0 - width) / 2.0 / 25.4;
        let scene = Table::new()
            .unit("t", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
            .unit("f", Side::Red, first, (x, 20.0), 0.0)
            .unit("u", Side::Red, second, (31.0, 15.0), 0.0)
            .fighting("f", "t")
            .build();
        offset(&scene)
    };
    // The first covers the left of the front up to 10 mm from its middle; the second stands beside it.
    assert!(is(second("elephant", "elephant"), 30.0 / 25.4));
    assert_eq!(second("heavy-infantry", "heavy-infantry"), None);
    assert!(second("elephant", "heavy-infantry").is_some());
}

/// HC-ONE-01, HC-ONE-03, HC-ONE-05, EX-136: contact with two is greatest anywhere before both; the neighbour's centre-front
/// is out of reach, so it does not fight.
#[test]
fn a_neighbour_is_covered_but_does_not_fight() {
    let gap = 0.1;
    let width = 180.0 / 25.4;
    let scene = against(Table::new().unit("u", Side::Red, "heavy-infantry", (33.0, 15.0), 0.0).unit(
        "x",
        Side::Blue,
        "heavy-infantry",
        (30.0 + width + gap, 20.0),
        180.0,
    ));
    let found = meets(&scene).unwrap();
    assert!(is(offset(&scene), 3.0), "{found:?}");
    assert_eq!(found.foes.iter().collect::<Vec<_>>(), [scene.unit("t")]);
}

/// HC-ONE-02, HC-ONE-04, EX-137, EX-66: a charger twice as wide takes in both, and both fight.
#[test]
fn a_wide_charger_fights_both() {
    let width = 180.0 / 25.4;
    let scene = Table::new()
        .wide("u", Side::Red, "heavy-infantry", 18, (33.0, 15.0), 0.0)
        .unit("x", Side::Blue, "heavy-infantry", (30.0 + width + 0.1, 20.0), 180.0)
        .unit("t", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
        .build();
    let found = meets(&scene).unwrap();
    assert!(is(offset(&scene), width / 2.0), "{found:?}");
    assert_eq!(found.foes.len(), 2);
}

/// HC-ONE-05, HC-ONE-06: a neighbour who stands a little back closes the gap; one who stands further back is left out.
#[test]
fn small_gaps_are_closed() {
    let width = 180.0 / 25.4;
    let back = |gap: f64| {
        let scene = Table::new()
            .wide("u", Side::Red, "heavy-infantry", 18, (33.0, 15.0), 0.0)
            .unit("x", Side::Blue, "heavy-infantry", (30.0 + width + 0.1, 20.0 + gap), 180.0)
            .unit("t", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
            .build();
        let found = meets(&scene).unwrap();
        (found.foes.len(), found.closes.len())
    };
    assert_eq!((back(0.4), back(0.8)), ((2, 1), (1, 0)));
}

/// HC-CHG-29 step 4, HC-CHG-30: no place on impassable ground; beside it there is one, with less contact.
#[test]
fn ground_may_leave_no_room() {
    let rock = |low: f64, high: f64| {
        let outline = [(low, 10.0), (high, 10.0), (high, 19.5), (low, 19.5)];
        let scene = against(
            Table::new()
                .unit("u", Side::Red, "heavy-infantry", (30.0, 5.0), 0.0)
                .area(AreaKind::Impassable, &outline),
        );
        offset(&scene)
    };
    assert_eq!(rock(20.0, 40.0), None);
    let beside = rock(20.0, 28.0).unwrap();
    assert!(beside > 1.4 && beside < 1.9, "{beside}");
}

/// HC-CHG-31: the way of the centre-front does not lead through another enemy.
#[test]
fn the_way_leads_through_nobody() {
    let screen = |troop: &str| {
        let scene = against(Table::new().unit("u", Side::Red, "elephant", (30.0, 14.0), 0.0).unit(
            "s",
            Side::Blue,
            troop,
            (30.0, 17.0),
            180.0,
        ));
        offset(&scene)
    };
    // Behind an enemy as wide as the target there is no way; past a narrow one there is.
    assert_eq!(screen("heavy-infantry"), None);
    assert!(screen("elephant").is_some_and(|offset| offset.abs() > 1.5));
}

/// HC-OOC-04, HC-OOC-05, HC-OOC-06, HC-OPEN-09: an open order charger draws up in a line; its enemy too.
#[test]
fn open_order_fighters_close_up() {
    let scene = Table::new()
        .unit("u", Side::Red, "skirmishers", (30.0, 15.0), 0.0)
        .unit("t", Side::Blue, "skirmishers", (31.0, 20.0), 90.0)
        .build();
    let found = meets(&scene).unwrap();
    let look = scene.look();
    let (wide, deep) = crate::charge::closed_up(look, scene.unit("u"));
    assert!(wide < look.rect(scene.unit("u")).width);
    assert_eq!((found.rect.width, found.rect.depth, found.formation), (wide, deep, Formation::Open));
    let [(unit, closed)] = found.closes.as_slice() else { panic!("{found:?}") };
    assert_eq!((*unit, closed.width), (scene.unit("t"), wide));
    assert!(closed.pose.facing.angle_to(found.rect.pose.facing.reversed()) < 1e-6);
    assert!(aelian_geometry::distance(closed, &found.rect) < 0.01);
}

/// HC-NOCH-08: open order chargers cannot bring in a neighbour whom they may not charge.
#[test]
fn open_order_brings_in_nobody_whom_it_may_not_charge() {
    let beside = |troop: &str| {
        let scene = Table::new()
            .unit("u", Side::Red, "skirmishers", (30.5, 15.0), 0.0)
            .unit("t", Side::Blue, "elephant", (30.0, 20.0), 180.0)
            .wide("x", Side::Blue, troop, 2, (30.0 + 61.0 / 25.4, 20.0), 180.0)
            .build();
        meets(&scene).map(|contact| contact.foes.len())
    };
    assert_eq!(beside("skirmishers"), Some(2));
    assert_eq!(beside("heavy-infantry"), None);
}

/// HC-TESTU-06, HC-TESTU-07: a testudo that charges becomes a battle line, if there is room for one.
#[test]
fn a_testudo_charges_as_a_battle_line() {
    let scene = against(Table::new().formed(
        "u",
        Side::Red,
        "heavy-infantry testudo",
        Formation::Testudo,
        (30.0, 15.0),
        0.0,
    ));
    let found = meets(&scene).unwrap();
    assert_eq!((found.formation, found.rect.width), (Formation::Line, 180.0));
}

/// HC-BLDG-24, HC-NOCH-10: chargers align with the face of a building.
#[test]
fn a_building_is_charged_at_a_face() {
    let scene = Table::new()
        .block((30.0, 20.0), (6.0, 6.0), crate::field::Strength::Substantial)
        .unit("u", Side::Red, "heavy-infantry", (31.0, 15.0), 0.0)
        .inside("t", Side::Blue, "heavy-infantry", 0)
        .build();
    let found = meets(&scene).unwrap();
    assert!((found.rect.pose.at.y - 20.0 * INCH).abs() < 0.01);
    assert_eq!(found.foes.len(), 1);
}

/// HC-ONE-05: a neighbour who stands a little before the line of the target is met where he stands, and the target closes
/// the gap; one who stands further forward is in the way.
#[test]
fn a_neighbour_before_the_line_is_met() {
    let width = 180.0 / 25.4;
    let charged = |before: f64| {
        let mut scene = Table::new()
            .wide("u", Side::Red, "heavy-infantry", 18, (33.0, 15.0), 0.0)
            .unit("t", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
            .unit("x", Side::Blue, "heavy-infantry", (30.0 + width + 0.1, 20.0 - before), 180.0)
            .build();
        scene.charge(&["t"], 1);
        (scene.fights("u", "t"), scene.fights("u", "x"), scene.at("u").1, scene.at("t").1)
    };
    assert_eq!(charged(0.0), (true, true, 20.0, 20.0));
    assert_eq!(charged(0.3), (true, true, 19.7, 19.7));
    let (target, neighbour, front, stands) = charged(0.8);
    assert!(target && !neighbour, "{front}");
    assert_eq!((front, stands), (20.0, 20.0));
}

/// HC-ONE-05: a unit that is charged in its flank and closes a small gap to the charger goes aside as it stands: it does not
/// turn to him.
#[test]
fn a_gap_is_closed_without_turning() {
    let scene = Table::new()
        .unit("u", Side::Red, "heavy-cavalry", (40.0, 22.0), 270.0)
        .formed("t", Side::Blue, "heavy-infantry", Formation::Column, (30.0, 24.0), 0.0)
        .formed("n", Side::Blue, "heavy-infantry", Formation::Column, (30.3, 20.4), 0.0)
        .build();
    let (u, t, n) = (scene.unit("u"), scene.unit("t"), scene.unit("n"));
    let look = scene.look();
    let found = contact(look, u, look.rect(u), t, Side4::Right).expect("a contact");
    for (unit, to) in &found.closes {
        let from = look.rect(*unit);
        assert_eq!((to.pose.facing, to.width), (from.pose.facing, from.width));
        assert!((to.pose.at - from.pose.at).length() <= 0.6 * INCH);
    }
    let stands = |unit: UnitId| {
        let closed = found.closes.iter().find(|(one, _)| *one == unit);
        closed.map_or(*look.rect(unit), |(_, rect)| *rect)
    };
    assert!(aelian_geometry::distance(&found.rect, &stands(t)) < 1.0);
    assert!(aelian_geometry::distance(&found.rect, &stands(n)) < 1.0);
}

/// HC-ONE-05, HC-GEO-06: where an enemy beside the target stands before its line, the charger stops there and stands on no
/// friend for it.
#[test]
fn before_the_line_it_stands_on_no_friend() {
    let scene = Table::new()
        .unit("u", Side::Red, "heavy-infantry", (30.0, 15.0), 0.0)
        .unit("t", Side::Blue, "heavy-infantry", (29.92, 20.0), 180.0)
        .unit("n", Side::Blue, "heavy-infantry", (37.01, 19.6), 180.0)
        .unit("g", Side::Red, "heavy-infantry", (23.0, 20.0 - DEPTH - 0.1), 0.0)
        .build();
    let look = scene.look();
    let (u, t) = (scene.unit("u"), scene.unit("t"));
    let found = contact(look, u, look.rect(u), t, Side4::Front).expect("a contact");
    let his = look.rect(scene.unit("g"));
    assert!(!aelian_geometry::overlaps(&found.rect, his, look.rules.tolerance), "{found:?}");
}
