//! Tests of the track of a column.

use super::*;
use crate::event::Event;
use crate::testing::{Scene, Table, close};
use aelian_game::Side;
use aelian_geometry::degrees;

/// EX-45's column of Cv, Bd and Bw, head at (500, 300) looking north.
fn composite() -> Scene {
    Table::new()
        .base("cv", Side::Red, "Reg Cv(O)", 500.0, 300.0, 0.0)
        .base("bd", Side::Red, "Reg Bd(O)", 500.0, 270.0, 0.0)
        .base("bw", Side::Red, "Reg Bw(O)", 500.0, 255.0, 0.0)
        .build()
}

fn rects(scene: &Scene) -> Vec<(BaseId, Rect)> {
    scene.ids(&["cv", "bd", "bw"]).into_iter().map(|id| (id, *scene.state.rect(id))).collect()
}

/// The way of a head that goes ahead, pivots to the right about its front right corner, and goes ahead.
fn right_turn(start: Pose, first: f64, angle: f64, then: f64) -> Way {
    let mut way = Way::new(start, Anchor::Front);
    way.go(first);
    let corner = way.end().shifted(20.0).at;
    way.turn_to(way.end().rotated_about(corner, degrees(angle)));
    way.go(then);
    way
}

fn bend(scene: &mut Scene, way: &Way) -> Vec<Place> {
    let places = stand(way, &rects(scene), way.length(), scene.rules.tolerance);
    for place in &places {
        scene.state.bases[place.base.index()].rect = place.rect;
    }
    let tail = places.last().expect("three bases").at;
    let track = way.track(tail, places[0].rect.depth).expect("a bend is left");
    let bases = places.iter().map(|place| place.base).collect();
    scene.happens(&Event::ColumnBent { bases, track });
    places
}

/// EX-45: BB-COL-05, BB-COL-06, BB-COL-07, BB-ALG-09: followers turn at the place of the head's pivot.
#[test]
fn followers_turn_where_the_head_turned() {
    let mut scene = composite();
    let way = right_turn(scene.pose("cv"), 40.0, 90.0, 40.0);
    bend(&mut scene, &way);
    assert!(close(scene.pose("cv"), 560.0, 360.0, 90.0));
    assert!(close(scene.pose("bd"), 530.0, 360.0, 90.0), "touches the rear of the head");
    assert!(close(scene.pose("bw"), 500.0, 340.0, 0.0), "stands at the bend with its old heading");
    let column = &scene.state.bent_columns[0];
    let bend_to = column.track[1];
    assert!(close(bend_to, 520.0, 360.0, 90.0) && column.track.len() == 3, "{column:?}");
}

/// BB-COL-07, BB-GEO-02: at any bend, sharp or slight, no base lies over another.
#[test]
fn bends_lay_no_base_over_another() {
    for angle in [5.0, 20.0, 45.0, 60.0, 90.0, 130.0] {
        for then in [0.0, 3.0, 10.0, 20.0, 29.0, 31.0, 44.0, 60.0, 90.0] {
            let scene = composite();
            let way = right_turn(scene.pose("cv"), 40.0, angle, then);
            let places = stand(&way, &rects(&scene), way.length(), scene.rules.tolerance);
            for (number, place) in places.iter().enumerate() {
                for other in &places[..number] {
                    assert!(!overlaps(&place.rect, &other.rect, scene.rules.tolerance), "{angle} {then}");
                }
            }
            let touch = |pair: &[Place]| touching(&pair[0].rect, &pair[1].rect, scene.rules.tolerance);
            assert!(places.windows(2).all(touch), "bases keep touching: {angle} {then}");
        }
    }
}

/// BB-COL-09: when the last base has passed the bend no track is left.
#[test]
fn a_column_past_its_bend_is_straight() {
    let scene = composite();
    let way = right_turn(scene.pose("cv"), 40.0, 90.0, 45.0);
    let places = stand(&way, &rects(&scene), way.length(), scene.rules.tolerance);
    assert!(close(places[2].rect.pose, 520.0, 360.0, 90.0));
    assert_eq!(way.track(places[2].at, 30.0), None);
    let shorter = right_turn(scene.pose("cv"), 40.0, 90.0, 44.0);
    let places = stand(&shorter, &rects(&scene), shorter.length(), scene.rules.tolerance);
    assert!(shorter.track(places[2].at, 30.0).is_some());
}

/// BB-COL-05: a follower's own path goes straight to the bend, turns there and goes on.
#[test]
fn a_follower_goes_by_the_bend() {
    let scene = composite();
    let way = right_turn(scene.pose("cv"), 40.0, 90.0, 40.0);
    let path = way.path(-30.0, way.length() - 30.0, 15.0);
    assert_eq!(path.len(), 3);
    assert!(close(path[0], 500.0, 340.0, 0.0) && close(path[1], 520.0, 360.0, 90.0));
    assert!(close(path[2], 530.0, 360.0, 90.0));
}

/// EX-46: BB-COL-12, BB-COL-13, AMB-86: the head recoils by its depth, the others are pushed along the
/// track, through the bend and with their headings.
#[test]
fn a_bent_column_slides_back_along_its_track() {
    let mut scene = composite();
    let way = right_turn(scene.pose("cv"), 40.0, 90.0, 40.0);
    bend(&mut scene, &way);
    let column = scene.state.bent_columns[0].clone();
    let tracks = slide_back(scene.look(), &column, scene.id("cv"), 30.0);
    let end = |name: &str| tracks.iter().find(|track| track.base == scene.id(name)).expect("moved").to;
    assert!(close(end("cv"), 530.0, 360.0, 90.0), "30 mm straight back");
    assert!(close(end("bd"), 500.0, 340.0, 0.0), "back round the bend: {:?}", end("bd"));
    assert!(close(end("bw"), 500.0, 325.0, 0.0), "pushed by the Bd: {:?}", end("bw"));
    let left = still_bent(scene.look(), &column, &tracks);
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].bases, scene.ids(&["cv", "bd", "bw"]));
    assert!(close(left[0].track[0], 530.0, 360.0, 90.0));
}

/// BB-COL-13: only the bases behind the one that goes back make room, and only as far as they must.
#[test]
fn those_ahead_stay() {
    let mut scene = composite();
    let way = right_turn(scene.pose("cv"), 40.0, 90.0, 40.0);
    bend(&mut scene, &way);
    let column = scene.state.bent_columns[0].clone();
    let tracks = slide_back(scene.look(), &column, scene.id("bw"), 20.0);
    assert_eq!(tracks.len(), 1);
    assert!(close(tracks[0].to, 500.0, 320.0, 0.0));
    let left = still_bent(scene.look(), &column, &tracks);
    assert!(left.is_empty(), "what still touches is straight: {left:?}");
}

/// AMB-118: after a turnabout the tail leads and the track runs back over the bend.
#[test]
fn a_bent_column_turns_about() {
    let mut scene = composite();
    let way = right_turn(scene.pose("cv"), 40.0, 90.0, 40.0);
    bend(&mut scene, &way);
    let column = scene.ids(&["cv", "bd", "bw"]);
    let about = turned_about(scene.look(), &column).expect("it is bent");
    assert_eq!(about.bases, scene.ids(&["bw", "bd", "cv"]));
    assert!(close(about.track[0], 500.0, 320.0, 180.0));
    for id in &column {
        let rect = *scene.state.rect(*id);
        scene.state.bases[id.index()].rect.pose = rect.pose.about_faced(rect.depth);
    }
    scene.happens(&Event::ColumnBent { bases: about.bases.clone(), track: about.track });
    let mut way = Way::of_column(scene.look(), &about.bases).expect("a way");
    way.go(50.0);
    let bases: Vec<_> = about.bases.iter().map(|id| (*id, *scene.state.rect(*id))).collect();
    let places = stand(&way, &bases, way.length(), scene.rules.tolerance);
    assert!(close(places[0].rect.pose, 500.0, 270.0, 180.0));
    assert!(close(places[1].rect.pose, 500.0, 290.0, 180.0), "the Bd has come round the bend");
    assert!(close(places[2].rect.pose, 500.0, 305.0, 180.0), "{:?}", places[2].rect.pose);
}
