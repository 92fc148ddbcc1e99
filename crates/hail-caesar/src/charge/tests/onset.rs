//! What contact does: the special rules that act when a charge comes home.

use super::Charging;
use crate::charge::Response::*;
use crate::formation::Formation;
use crate::state::Place;
use crate::testing::{Scene, Table};
use aelian_game::Side;

fn charged(charger: &str, target: &str) -> Scene {
    let mut scene = Table::new()
        .unit("u", Side::Red, charger, (30.0, 15.0), 0.0)
        .unit("t", Side::Blue, target, (30.0, 20.0), 180.0)
        .build();
    scene.charge(&["t"], 1);
    scene
}

fn has_bonus(scene: &Scene, name: &str) -> bool {
    let combat = scene.state.unit(scene.unit(name)).combat;
    combat.charged && !combat.no_bonus
}

fn is_disordered(scene: &Scene, name: &str) -> bool {
    scene.state.unit(scene.unit(name)).disordered
}

/// HC-LSP-01, HC-LSP-02: horse that charges a front of long spears has no bonus, and shies on 1 to 3.
#[test]
fn horse_shies_at_long_spears() {
    for (face, shies) in [(3, true), (4, false)] {
        let mut scene = charged("heavy-cavalry", "heavy-infantry long-spears");
        scene.proceed(&[face]);
        assert_eq!(is_disordered(&scene, "u"), shies);
        assert!(!has_bonus(&scene, "u") && scene.is_over() && scene.fights("u", "t"));
    }
}

/// HC-LSP-02: foot has no bonus either, unless it has long spears or pikes.
#[test]
fn spears_against_spears() {
    assert!(!has_bonus(&charged("heavy-infantry", "heavy-infantry long-spears"), "u"));
    assert!(has_bonus(&charged("heavy-infantry long-spears", "heavy-infantry long-spears"), "u"));
    assert!(has_bonus(&charged("heavy-infantry pikes", "heavy-infantry long-spears"), "u"));
    assert!(has_bonus(&charged("heavy-infantry", "heavy-infantry"), "u"));
}

/// HC-KONT-02: the kontos spares the die against long spears, not the bonus.
#[test]
fn the_kontos_spares_the_die() {
    let scene = charged("cataphracts kontos", "heavy-infantry long-spears");
    assert!(scene.is_over() && !has_bonus(&scene, "u"));
}

/// HC-PIKE-02, HC-PIKE-03, HC-SCYTH-05, HC-SCYTH-08: pikes take the bonus in whatever state; horse shies, with a kontos
/// too.
#[test]
fn pikes_take_the_bonus() {
    assert!(!has_bonus(&charged("heavy-infantry", "heavy-infantry pikes"), "u"));
    assert!(has_bonus(&charged("heavy-infantry pikes", "heavy-infantry pikes"), "u"));
    let mut scythed = charged("heavy-chariots scythed-chariots", "heavy-infantry pikes");
    assert!(!has_bonus(&scythed, "u"));
    scythed.proceed(&[2]);
    assert!(is_disordered(&scythed, "u"));
    let mut kontos = Table::new()
        .unit("u", Side::Red, "cataphracts kontos", (30.0, 15.0), 0.0)
        .unit("t", Side::Blue, "heavy-infantry pikes", (30.0, 20.0), 180.0)
        .build()
        .disordered("t");
    kontos.charge(&["t"], 1);
    kontos.proceed(&[1]);
    assert!(is_disordered(&kontos, "u"));
}

/// HC-ELE-04, HC-ELE-05: cavalry that charges elephants has no bonus and may shy; chariots are spared.
#[test]
fn horses_shy_at_elephants() {
    let mut scene = charged("heavy-cavalry", "elephant");
    scene.proceed(&[3]);
    assert!(is_disordered(&scene, "u") && !has_bonus(&scene, "u"));
    let chariots = charged("heavy-chariots", "elephant");
    assert!(chariots.is_over() && has_bonus(&chariots, "u"));
    let mut counter = charged("elephant", "heavy-cavalry");
    counter.responds(Countercharge, &[]);
    assert!(!has_bonus(&counter, "t") && has_bonus(&counter, "u"));
    counter.proceed(&[1]);
    assert!(is_disordered(&counter, "t"));
}

/// HC-KONT-01: a kontos that charges or countercharges takes the bonus of whoever comes at its front.
#[test]
fn the_kontos_takes_the_bonus() {
    let meet = |charger: &str, target: &str| {
        let mut scene = charged(charger, target);
        scene.responds(Countercharge, &[]);
        (has_bonus(&scene, "u"), has_bonus(&scene, "t"))
    };
    assert_eq!(meet("heavy-cavalry kontos", "heavy-cavalry"), (true, false));
    assert_eq!(meet("heavy-cavalry", "heavy-cavalry kontos"), (false, true));
    assert_eq!(meet("heavy-cavalry kontos", "heavy-cavalry kontos"), (true, true));
    let mut stands = charged("heavy-cavalry", "heavy-cavalry kontos");
    stands.responds(Stand, &[]);
    assert!(has_bonus(&stands, "u"));
}

/// HC-SCYTH-02, HC-SCYTH-09, EX-164: drilled heavy foot opens its ranks on 4 to 6.
#[test]
fn ranks_open_before_scythed_chariots() {
    let mut opened = charged("heavy-chariots scythed-chariots", "heavy-infantry drilled");
    opened.proceed(&[5]);
    assert_eq!(opened.state.unit(opened.unit("u")).place, Place::Destroyed);
    assert!(opened.state.bouts.is_empty());
    let mut held = charged("heavy-chariots scythed-chariots", "heavy-infantry drilled");
    held.proceed(&[2]);
    assert!(held.fights("u", "t") && has_bonus(&held, "u"));
    let other = charged("heavy-chariots scythed-chariots", "medium-infantry drilled");
    assert!(other.is_over() && other.fights("u", "t"));
}

/// HC-LSP-03: long spears count only in battle line, and only to the front.
#[test]
fn spears_count_in_battle_line_only() {
    let met = |formation: Formation, facing: f64| {
        let mut scene = Table::new()
            .unit("u", Side::Red, "heavy-infantry", (30.0, 15.0), 0.0)
            .formed("t", Side::Blue, "heavy-infantry long-spears", formation, (30.0, 20.0), facing)
            .build();
        scene.charge(&["t"], 1);
        has_bonus(&scene, "u")
    };
    assert!(!met(Formation::Line, 180.0));
    assert!(met(Formation::Column, 180.0) && met(Formation::Square, 180.0));
    // It stands with its back to the charger, 1.6 inches deep.
    assert!(met(Formation::Line, 0.0));
}
