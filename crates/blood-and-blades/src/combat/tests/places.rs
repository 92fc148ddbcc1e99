//! Overlap, support, flank and rear attack, and what they give.

use super::{cavalry, with_front_enemy, with_left_enemy, with_rear_enemy, with_right_enemy};
use crate::baseset::BaseId;
use crate::combat::places::OverlapCase;
use crate::combat::resolution::Engagement;
use crate::field::{AreaKind, Size};
use crate::settings::{OverlapWhileFighting, Settings};
use crate::state::Stage;
use crate::testing::{Scene, Table};
use aelian_game::Side::{Blue, Red};
use aelian_geometry::Hand;

/// The value of a tactical factor for one base in a fight.
fn value(scene: &Scene, base: &str, enemy: &str, rule: &str) -> i32 {
    let engagement = Engagement::of_fight(scene.look(), scene.id(base), scene.id(enemy));
    let lines = &engagement.fighters[0].advantages.lines;
    lines.iter().filter(|line| line.rule.as_str() == rule).map(|line| line.value).sum()
}

/// EX-73: BB-GEO-04, BB-CC-01, BB-CC-02, BB-CC-03, BB-CC-04, BB-CC-05: edge on edge, front on corner and front
/// corner on
/// edge are close combat, a mere corner on a corner is not.
#[test]
fn what_close_combat_is() {
    let fights = |x, y, compass| {
        let scene = cavalry().base("z", Blue, "Reg Bd(O)", x, y, compass).build();
        let (a, z) = (scene.id("a"), scene.id("z"));
        assert_eq!(scene.look().fights(a, z), scene.look().fights(z, a));
        scene.look().fights(a, z)
    };
    assert!(fights(500.0, 500.0, 180.0));
    assert!(fights(530.0, 500.0, 180.0));
    assert!(!fights(540.0, 500.0, 180.0));
    assert!(!fights(541.0, 500.0, 180.0));
    assert!(fights(480.0, 480.0, 90.0));
    // A corner of Z on A's front edge: Z is turned by 45 degrees, its front left corner at (500, 500).
    let half = 20.0 / 2f64.sqrt();
    assert!(fights(500.0 - half, 500.0 + half, 225.0));
}

/// BB-CC-07, BB-TRP-14, BB-CC-56: whatever side of a Bg is touched is its front: it is fought, but never
/// attacked in flank or rear.
#[test]
fn baggage_has_only_a_front() {
    let scene = Table::new()
        .base("bg", Blue, "Irr Bg(O)", 500.0, 500.0, 180.0)
        .base("left", Red, "Reg Bd(O)", 480.0, 520.0, 90.0)
        .base("behind", Red, "Reg Bd(O)", 500.0, 540.0, 180.0)
        .build();
    let (bg, look) = (scene.id("bg"), scene.look());
    for attacker in scene.ids(&["left", "behind"]) {
        assert!(look.fights(bg, attacker));
        assert_eq!(look.flank_attack(bg, attacker), None);
        assert!(!look.is_behind_to_attack(bg, attacker));
    }
    assert!(!look.is_flank_attacked(bg) && !look.is_rear_attacked(bg));
    assert_eq!(value(&scene, "left", "bg", "BB-TAC-08"), 0);
    assert_eq!(value(&scene, "behind", "bg", "BB-TAC-09"), 0);
}

/// EX-76: BB-CC-48, BB-CC-49, BB-TAC-08: front edge on a flank with a front corner on it: +2.
#[test]
fn flank_attacks() {
    for (scene, name, hand) in [
        (with_left_enemy(cavalry()).build(), "left", Hand::Left),
        (with_right_enemy(cavalry()).build(), "right", Hand::Right),
    ] {
        let (a, z, look) = (scene.id("a"), scene.id(name), scene.look());
        assert_eq!(look.flank_attack(a, z), Some(hand));
        assert!(look.is_flank_attacked(a) && !look.is_rear_attacked(a));
        assert_eq!(look.flank_attackers(a), scene.set(&[name]));
        assert_eq!(value(&scene, name, "a", "BB-TAC-08"), 2);
        assert_eq!(value(&scene, "a", name, "BB-TAC-08"), 0);
    }
}

/// BB-CC-48: without a front corner on the flank it is a contact on the flank, but no flank attack.
#[test]
fn no_flank_attack_without_a_corner_on_the_flank() {
    let scene = cavalry().base("z", Blue, "Reg Bd(O)", 480.0, 485.0, 90.0).build();
    let (a, z) = (scene.id("a"), scene.id("z"));
    assert!(scene.look().fights(a, z));
    assert!(!scene.look().is_flank_attacked(a));
    assert_eq!(value(&scene, "z", "a", "BB-TAC-08"), 0);
}

/// EX-78: BB-CC-53, BB-CC-54, BB-TAC-09: front edge or front corner on the rear edge, or front edge on a rear
/// corner, by a base whose main opponent it is: +3.
#[test]
fn rear_attacks() {
    let scene = with_rear_enemy(cavalry()).build();
    let a = scene.id("a");
    assert!(scene.look().is_rear_attacked(a) && !scene.look().is_flank_attacked(a));
    assert_eq!(value(&scene, "rear", "a", "BB-TAC-09"), 3);
    // A front corner on the rear edge: the corner stands at (500, 470), the base slants to the south-east.
    let half = 20.0 / 2f64.sqrt();
    let corner = cavalry().base("z", Blue, "Reg Bd(O)", 500.0 + half, 470.0 - half, 45.0).build();
    assert!(corner.look().is_rear_attacked(corner.id("a")));
    // A front edge on the rear left corner (480, 470).
    let edge = cavalry().base("z", Blue, "Reg Bd(O)", 480.0, 470.0, 45.0).build();
    assert!(edge.look().is_rear_attacked(edge.id("a")));
}

/// BB-CC-53: no rear attack by a base whose main opponent is another.
#[test]
fn rear_attack_needs_the_main_opponent() {
    let scene = with_rear_enemy(cavalry()).base("other", Red, "Reg Bd(O)", 480.0, 450.0, 90.0).build();
    let (a, rear, look) = (scene.id("a"), scene.id("rear"), scene.look());
    assert_eq!(look.flank_attack(rear, scene.id("other")), Some(Hand::Left));
    assert_eq!(look.main_opponent(rear), Some(scene.id("other")));
    assert!(look.is_behind_to_attack(a, rear) && !look.is_rear_attacked(a));
}

/// BB-TAC-31, BB-TAC-32: two flank attackers count once, and one whose main opponent is another does not
/// help.
#[test]
fn flank_attackers_help_their_own_main_opponent_only() {
    let both = with_right_enemy(with_left_enemy(cavalry())).build();
    assert_eq!(value(&both, "left", "a", "BB-TAC-08"), 2);
    let engaged = with_front_enemy(with_left_enemy(cavalry()))
        .base("other", Red, "Reg Cv(O)", 472.5, 460.0, 0.0)
        .build();
    let look = engaged.look();
    assert_eq!(look.main_opponent(engaged.id("left")), Some(engaged.id("other")));
    assert_eq!(value(&engaged, "front", "a", "BB-TAC-08"), 0);
    assert!(look.is_flank_attacked(engaged.id("a")), "by position it is one (BB-REC-03)");
    let free = with_front_enemy(with_left_enemy(cavalry())).build();
    assert_eq!(value(&free, "front", "a", "BB-TAC-08"), 2);
}

/// EX-75: BB-CC-40, BB-CC-41, BB-CC-42, BB-CC-44, BB-CC-45, BB-TAC-07: overlaps by corner and by flank; two
/// on one flank count once.
#[test]
fn overlaps() {
    let scene = with_front_enemy(cavalry())
        .base("corner", Blue, "Reg Bd(O)", 540.0, 500.0, 180.0)
        .base("flank", Blue, "Reg Bd(O)", 540.0, 485.0, 180.0)
        .base("left", Blue, "Reg Bd(O)", 460.0, 490.0, 180.0)
        .build();
    let (a, look) = (scene.id("a"), scene.look());
    let overlap = |name: &str| look.overlap(scene.id(name), a);
    assert_eq!(overlap("corner"), Some((Hand::Right, OverlapCase::Corners)));
    assert_eq!(overlap("flank"), Some((Hand::Right, OverlapCase::Flanks)));
    assert_eq!(overlap("left"), Some((Hand::Left, OverlapCase::Flanks)));
    assert_eq!(overlap("front"), None);
    assert_eq!(look.overlaps_of(a), [scene.set(&["left"]), scene.set(&["corner", "flank"])]);
    assert_eq!(value(&scene, "front", "a", "BB-TAC-07"), 2);
    assert!(["corner", "flank", "left"].iter().all(|name| look.is_overlap(scene.id(name))));
    assert!(!look.is_overlap(scene.id("front")) && !look.is_overlap(a));
}

/// BB-CC-40: a base in close combat overlaps nobody by its corner.
#[test]
fn corner_overlap_needs_a_free_base() {
    let scene = with_front_enemy(cavalry())
        .base("corner", Blue, "Reg Bd(O)", 540.0, 500.0, 180.0)
        .base("b", Red, "Reg Bd(O)", 570.0, 500.0, 0.0)
        .build();
    let look = scene.look();
    assert!(look.in_close_combat(scene.id("corner")));
    assert_eq!(look.overlap(scene.id("corner"), scene.id("a")), None);
    assert_eq!(value(&scene, "front", "a", "BB-TAC-07"), 0);
}

/// BB-CC-28, BB-CC-41, BB-TAC-31, AMB-37: a base that fights another helps by flank contact only if the
/// setting says so.
#[test]
fn flank_overlap_while_fighting_is_a_setting() {
    let scene = |overlap_while_fighting| {
        with_front_enemy(cavalry().settings(Settings { overlap_while_fighting, ..Settings::default() }))
            .base("flank", Blue, "Reg Bd(O)", 540.0, 480.0, 180.0)
            .base("b", Red, "Reg Bd(O)", 540.0, 480.0, 0.0)
            .build()
    };
    let default = scene(OverlapWhileFighting::OwnMainOpponentOnly);
    assert_eq!(value(&default, "front", "a", "BB-TAC-07"), 0);
    let classic = scene(OverlapWhileFighting::FlankContactAlways);
    assert_eq!(value(&classic, "front", "a", "BB-TAC-07"), 1);
}

/// BB-CC-43, BB-TRP-15: a Bg is not overlapped.
#[test]
fn baggage_is_not_overlapped() {
    let scene = Table::new()
        .base("bg", Blue, "Irr Bg(O)", 500.0, 500.0, 180.0)
        .base("a", Red, "Reg Bd(O)", 500.0, 500.0, 0.0)
        .base("b", Red, "Reg Bd(O)", 540.0, 500.0, 0.0)
        .build();
    assert_eq!(scene.look().overlap(scene.id("b"), scene.id("bg")), None);
    assert_eq!(value(&scene, "a", "bg", "BB-TAC-07"), 0);
}

fn two_deep() -> Table {
    Table::new().stage(Stage::CloseCombat).base("z", Blue, "Reg Bd(O)", 500.0, 500.0, 180.0).base(
        "a",
        Red,
        "Irr Wb(O)",
        500.0,
        500.0,
        0.0,
    )
}

/// EX-80: BB-CC-36, BB-CC-37, BB-TAC-18, BB-TAC-33: a second rank exactly behind supports; not if its corners
/// do not match, in DGo, or if it has another main opponent.
#[test]
fn supports() {
    let behind = two_deep().base("b", Red, "Irr Wb(O)", 500.0, 485.0, 0.0);
    let scene = behind.clone().build();
    assert!(scene.look().is_support(scene.id("b")));
    assert_eq!(scene.look().ranks_behind(scene.id("a"), scene.id("z")), [Some(scene.id("b")), None]);
    assert_eq!(value(&scene, "a", "z", "BB-TAC-18"), 1);

    let askew = two_deep().base("b", Red, "Irr Wb(O)", 505.0, 485.0, 0.0).build();
    assert!(!askew.look().is_support(askew.id("b")));
    assert_eq!(value(&askew, "a", "z", "BB-TAC-18"), 0);

    let wood = [(400.0, 300.0), (600.0, 300.0), (600.0, 475.0), (400.0, 475.0)];
    let wooded = behind.clone().area(AreaKind::Woods, Size::Medium, &wood).build();
    assert!(!wooded.look().is_support(wooded.id("b")));
    assert_eq!(value(&wooded, "a", "z", "BB-TAC-18"), 0);

    let engaged = behind.base("y", Blue, "Reg Cv(O)", 500.0, 470.0, 0.0).build();
    assert!(!engaged.look().is_support(engaged.id("b")));
    assert_eq!(value(&engaged, "a", "z", "BB-TAC-18"), 0);
}

/// BB-CC-38, BB-TAC-15: a third rank stands behind the second in the same way, and helps pikes only.
#[test]
fn third_ranks() {
    let deep = |troop: &str| {
        Table::new()
            .base("z", Blue, "Reg Bd(O)", 500.0, 500.0, 180.0)
            .base("a", Red, troop, 500.0, 500.0, 0.0)
            .base("b", Red, troop, 500.0, 485.0, 0.0)
            .base("c", Red, troop, 500.0, 470.0, 0.0)
            .build()
    };
    let pikes = deep("Reg Pk(I)");
    assert!(pikes.look().is_support(pikes.id("b")) && pikes.look().is_support(pikes.id("c")));
    assert_eq!((value(&pikes, "a", "z", "BB-TAC-14"), value(&pikes, "a", "z", "BB-TAC-15")), (1, 1));
    let warband = deep("Irr Wb(O)");
    assert!(warband.look().is_support(warband.id("b")) && !warband.look().is_support(warband.id("c")));
}

/// EX-79: BB-COH-01: the middle one of three in line has neighbours at both front corners; one set back has
/// none.
#[test]
fn neighbours_stand_corner_to_corner() {
    let line = |set_back: f64| {
        Table::new()
            .base("left", Red, "Reg Bd(O)", 460.0, 500.0, 0.0)
            .base("a", Red, "Reg Bd(O)", 500.0, 500.0, 0.0)
            .base("right", Red, "Reg Ax(O)", 540.0, 500.0 - set_back, 0.0)
            .base("z", Blue, "Reg Bd(O)", 500.0, 500.0, 180.0)
            .build()
    };
    let coheres =
        |scene: &Scene| Engagement::of_fight(scene.look(), scene.id("a"), scene.id("z")).fighters[0].coheres;
    let whole = line(0.0);
    let named = |scene: &Scene, names: [&str; 2]| names.map(|name| Some(scene.id(name)));
    assert_eq!(whole.look().neighbours(whole.id("a")), named(&whole, ["left", "right"]));
    assert!(coheres(&whole));
    let result = Engagement::of_fight(whole.look(), whole.id("a"), whole.id("z")).result(1, 4);
    // Both neighbours also overlap the enemy: 4 + 2 + 1 against 4 + 4, and cohesion makes it equal.
    assert_eq!((result.second, result.last), ([7, 8], [8, 8]));
    let broken = line(3.0);
    assert_eq!(broken.look().neighbours(broken.id("a"))[1], None::<BaseId>);
    assert!(!coheres(&broken));
}

/// BB-CC-27, BB-OUT-08, AMB-34: only enemies whose front touches the winner recoil with the loser; Bg never
/// (BB-OUT-68).
#[test]
fn who_recoils_with_the_loser() {
    let scene = with_left_enemy(with_front_enemy(cavalry()))
        .base("overlap", Blue, "Reg Bd(O)", 540.0, 480.0, 180.0)
        .build();
    assert_eq!(scene.look().enemies_in_front_of(scene.id("a")), scene.set(&["front", "left"]));
    let baggage = Table::new()
        .base("a", Red, "Reg Cv(O)", 500.0, 500.0, 0.0)
        .base("bg", Blue, "Irr Bg(O)", 500.0, 500.0, 180.0)
        .build();
    assert!(baggage.look().enemies_in_front_of(baggage.id("a")).is_empty());
}

/// BB-LST-13: archers bound to the footguards support these in close combat, and nobody else; as a third rank
/// they are in a support position only behind whom they may support.
#[test]
fn bound_supporters_help_their_own_only() {
    let table = |front: &str| {
        Table::new()
            .stage(Stage::CloseCombat)
            .base("guard", Red, "Reg Bd(F)", 500.0, 500.0, 0.0)
            .base("array", Red, "Reg Ax(O)", 700.0, 500.0, 0.0)
            .base("chariot", Blue, "Reg HCh(O)", if front == "guard" { 500.0 } else { 700.0 }, 500.0, 180.0)
            .base("ps", Red, "Reg Ps(O)", if front == "guard" { 500.0 } else { 700.0 }, 480.0, 0.0)
            .special_support("ps")
    };
    let supported = |table: Table, front: &str| value(&table.build(), front, "chariot", "BB-TAC-20") == 1;
    assert!(supported(table("guard").supports_only("ps", "guard"), "guard"));
    assert!(!supported(table("array").supports_only("ps", "guard"), "array"));
    assert!(supported(table("array"), "array"), "who is not bound supports anybody");
}

/// BB-LST-13, BB-CC-38: the same for a third rank behind two of Sp.
#[test]
fn a_bound_third_rank_is_no_support_of_others() {
    let table = Table::new()
        .stage(Stage::CloseCombat)
        .base("a", Red, "Reg Sp(O)", 500.0, 500.0, 0.0)
        .base("b", Red, "Reg Sp(O)", 500.0, 485.0, 0.0)
        .base("ps", Red, "Reg Ps(O)", 500.0, 470.0, 0.0)
        .base("guard", Red, "Reg Sp(O)", 800.0, 300.0, 0.0)
        .base("z", Blue, "Reg HCh(O)", 500.0, 500.0, 180.0)
        .special_support("ps");
    let supports = |table: Table| {
        let scene = table.build();
        scene.look().is_support(scene.id("ps"))
    };
    assert!(supports(table.clone()) && supports(table.clone().supports_only("ps", "a")));
    assert!(!supports(table.supports_only("ps", "guard")));
}
