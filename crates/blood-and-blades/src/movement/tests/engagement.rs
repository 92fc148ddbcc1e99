//! Engagement, alignment and conforming (48), and the start conditions of flank and rear attacks (60.7, 60.8).

use super::*;
use crate::choice::Leg;
use crate::event::{Event, MoveWhy};
use crate::state::Pending;
use crate::testing::{Table, close};
use aelian_game::{Next, Ruleset, Side};
use aelian_rulebook::rule;

/// Plays the choice and all that nobody decides after it.
fn play_out(scene: &mut Scene, choice: impl FnOnce(&Scene) -> Choice) {
    play(scene, choice);
    settle(scene);
}

fn settle(scene: &mut Scene) {
    while !scene.state.pending.is_empty() {
        let (Next::Forced(choice) | Next::Only { choice, .. }) = scene.rules.next(&scene.state) else {
            return;
        };
        play(scene, |_| choice);
    }
}

fn shift(scene: &Scene) -> Option<f64> {
    match scene.state.pending.last() {
        Some(Pending::Align { shift, .. }) => Some(f64::from(*shift) / 1024.0),
        _ => None,
    }
}

/// A single base looking north, 30 mm before an enemy front whose midpoint lies `off` to the right.
fn single(off: f64) -> Table {
    Table::new().base("m", Side::Red, "Reg Bd(O)", 500.0, 300.0, 0.0).base(
        "t",
        Side::Blue,
        "Reg Bd(O)",
        500.0 + off,
        330.0,
        180.0,
    )
}

/// DEX-37: BB-ENG-03, BB-ENG-07, BB-ENG-12, AMB-136: the only alignment is full front to front, free of cost, and the
/// mover may leave it.
#[test]
fn alignment_of_a_single_base() {
    let mut scene = single(26.0).build();
    play_out(&mut scene, |it| advance(it, &["m"], 30.0));
    let pigs = scene.state.army(Side::Red).pigs;
    assert!((shift(&scene).expect("it may align") - 26.0).abs() < 0.01);
    let mut stays = scene.clone();
    play_out(&mut stays, |_| Choice::Align(false));
    assert!(close(stays.pose("m"), 500.0, 330.0, 0.0));
    play_out(&mut scene, |_| Choice::Align(true));
    assert!(close(scene.pose("m"), 526.0, 330.0, 0.0));
    assert!(scene.look().is_aligned(scene.id("m"), scene.id("t")), "BB-ENG-02");
    assert_eq!(scene.state.army(Side::Red).pigs, pigs);
    let mut aligned = single(0.0).build();
    play_out(&mut aligned, |it| advance(it, &["m"], 30.0));
    assert!(aligned.state.pending.is_empty(), "nothing to align");
}

/// BB-ENG-05: only fronts that lie along each other can be aligned.
#[test]
fn askew_contacts_are_not_aligned() {
    let mut scene = Table::new()
        .base("m", Side::Red, "Reg Bd(O)", 500.0, 300.0, 0.0)
        .base("t", Side::Blue, "Reg Bd(O)", 505.0, 340.0, 160.0)
        .build();
    play_out(&mut scene, |it| advance(it, &["m"], 60.0));
    assert!(scene.look().fights(scene.id("m"), scene.id("t")));
    assert!(scene.state.pending.is_empty());
}

/// EX-49: BB-ENG-06, BB-ENG-08, BB-ENG-09, BB-ENG-11: what makes an alignment impossible.
#[test]
fn impossible_alignments() {
    let after = |table: Table| {
        let mut scene = table.build();
        play_out(&mut scene, |it| advance(it, &["m"], 30.0));
        assert!(scene.look().fights(scene.id("m"), scene.id("t")));
        shift(&scene)
    };
    assert!(after(single(12.0)).is_some());
    let friend = single(12.0).base("f", Side::Red, "Reg Bd(O)", 545.0, 325.0, 90.0);
    assert!(after(friend).is_none(), "a friend at the flank blocks the shift (BB-ENG-06)");
    let second = single(12.0).base("u", Side::Blue, "Reg Bd(O)", 470.0, 330.0, 180.0);
    assert!(after(second).is_none(), "contact with a second enemy would be lost (BB-ENG-08)");
    let other = single(12.0).base("u", Side::Blue, "Reg Bd(O)", 565.0, 331.0, 270.0);
    assert!(after(other).is_some());
    let other = single(12.0).base("u", Side::Blue, "Reg Bd(O)", 552.0, 330.0, 180.0);
    assert!(after(other).is_some(), "a corner that is only touched is not engaged");
    let other = single(12.0).base("u", Side::Blue, "Reg Bd(O)", 532.0, 325.0, 270.0);
    assert!(after(other).is_none(), "another enemy would be engaged or is in the way (BB-ENG-09)");
    let edge = Table::new().base("m", Side::Red, "Reg Bd(O)", 1470.0, 300.0, 0.0).base(
        "t",
        Side::Blue,
        "Reg Bd(O)",
        1482.0,
        330.0,
        180.0,
    );
    assert!(after(edge).is_none(), "it would leave the table (BB-ENG-11)");
}

/// BB-ENG-10, BB-ENG-07, BB-ALG-12: all bases of a group shift alike, by the smallest offset; equal ones are the mover's choice.
#[test]
fn alignment_of_a_group() {
    let table = |offset: f64| {
        Table::new()
            .base("m", Side::Red, "Reg Bd(O)", 500.0, 300.0, 0.0)
            .base("n", Side::Red, "Reg Bd(O)", 540.0, 300.0, 0.0)
            .base("t", Side::Blue, "Reg Bd(O)", 500.0 + offset, 330.0, 180.0)
            .base("u", Side::Blue, "Reg Bd(O)", 540.0 + offset, 330.0, 180.0)
    };
    let mut scene = table(12.0).build();
    play_out(&mut scene, |it| advance(it, &["m", "n"], 30.0));
    assert!((shift(&scene).unwrap() - 12.0).abs() < 0.01);
    play_out(&mut scene, |_| Choice::Align(true));
    assert!(close(scene.pose("m"), 512.0, 330.0, 0.0) && close(scene.pose("n"), 552.0, 330.0, 0.0));
    // Half a base off: two shifts of 20 mm are equally short.
    let mut scene = Table::new()
        .base("m", Side::Red, "Reg Bd(O)", 500.0, 300.0, 0.0)
        .base("n", Side::Red, "Reg Bd(O)", 540.0, 300.0, 0.0)
        .base("t", Side::Blue, "Reg Bd(O)", 520.0, 330.0, 180.0)
        .build();
    play_out(&mut scene, |it| advance(it, &["m", "n"], 30.0));
    let first = shift(&scene).expect("one of two");
    assert!((first.abs() - 20.0).abs() < 0.01);
    play_out(&mut scene, |_| Choice::Align(false));
    let second = shift(&scene).expect("the other of two");
    assert!((first + second).abs() < 0.01);
    play_out(&mut scene, |_| Choice::Align(true));
    assert!(scene.state.pending.is_empty());
    assert!(close(scene.pose("m"), 500.0 + second, 330.0, 0.0));
}

/// A group of two looking north, with its front at y = 300 from x = 480 to 560.
fn group(troop: &str) -> Table {
    Table::new().base("m", Side::Red, troop, 500.0, 300.0, 0.0).base("n", Side::Red, troop, 540.0, 300.0, 0.0)
}

fn conformed(scene: &mut Scene, names: &[&str], distance: f64) -> Vec<crate::baseset::BaseId> {
    let choice = advance(scene, names, distance);
    let mut bases = Vec::new();
    let mut step = scene.play(&choice, &[]).expect("legal");
    loop {
        for event in &step.events {
            if let Event::Moved { base, why: MoveWhy::Conformed, .. } = event {
                bases.push(*base);
            }
        }
        let next = match (scene.state.pending.is_empty(), scene.rules.next(&scene.state)) {
            (true, _) => return bases,
            (false, Next::Forced(choice) | Next::Only { choice, .. }) => choice,
            (false, _) => Choice::Align(false),
        };
        step = scene.play(&next, &[]).expect("legal");
    }
}

/// EX-50: BB-ENG-20, BB-ENG-31, BB-ALG-13: an isolated base turns flush to the group, if nothing is in its way.
#[test]
fn isolated_bases_conform() {
    let table = group("Reg Bd(O)").base("t", Side::Blue, "Reg Bd(O)", 495.0, 345.0, 200.0);
    let mut scene = table.clone().build();
    assert_eq!(conformed(&mut scene, &["m", "n"], 60.0), scene.ids(&["t"]));
    let front = scene.pose("m").at.y;
    assert!(close(scene.pose("t"), 500.0, front, 180.0), "{:?}", scene.pose("t"));
    let blocked = table.clone().base("f", Side::Blue, "Reg Bd(O)", 539.2, 367.0, 0.0);
    let mut scene = blocked.build();
    assert!(conformed(&mut scene, &["m", "n"], 60.0).is_empty(), "a neighbour is in the way");
    // A single base makes nobody conform.
    let mut scene = single(0.0).build();
    let t = scene.id("t");
    let askew = aelian_geometry::Pose::new(495.0, 345.0, aelian_geometry::Facing::compass(200.0));
    scene.happens(&Event::Placed { base: t, pose: askew, hidden: false });
    assert!(conformed(&mut scene, &["m"], 60.0).is_empty());
}

/// BB-ENG-29, BB-RIV-10: waders do not conform.
#[test]
fn waders_do_not_conform() {
    let table = group("Reg Bd(O)").base("t", Side::Blue, "Reg Bd(O)", 505.0, 345.0, 200.0);
    let mut scene = table.river(&[(0.0, 372.0), (1500.0, 372.0)], 28.0).build();
    assert!(scene.look().is_wader(scene.id("t")));
    assert!(conformed(&mut scene, &["m", "n"], 60.0).is_empty());
}

/// EX-51: BB-ENG-21, BB-ENG-25: a skirmisher touched by two fronts leaves its line and conforms.
#[test]
fn skirmishers_are_torn_out_of_their_line() {
    let mut scene = group("Reg Bd(O)")
        .base("s", Side::Blue, "Irr Ps(O)", 474.0, 330.0, 180.0)
        .base("t", Side::Blue, "Irr Ps(O)", 514.0, 330.0, 180.0)
        .base("u", Side::Blue, "Irr Ps(O)", 554.0, 330.0, 180.0)
        .build();
    // `m` touches s and t, `n` touches t and u: only t is touched by two fronts, and it has room to conform
    // only if its neighbours leave it; they do not.
    assert!(conformed(&mut scene, &["m", "n"], 30.0).is_empty());
    // At the end of a line there is room: `t` shifts away from its neighbour `u`.
    let mut scene = group("Reg Bd(O)")
        .base("t", Side::Blue, "Irr Ps(O)", 514.0, 330.0, 180.0)
        .base("u", Side::Blue, "Irr Ps(O)", 554.0, 330.0, 180.0)
        .build();
    assert_eq!(conformed(&mut scene, &["m", "n"], 30.0), scene.ids(&["t"]));
    assert!(close(scene.pose("t"), 500.0, 330.0, 180.0));
    assert!(close(scene.pose("u"), 554.0, 330.0, 180.0), "its line stays (BB-ENG-25)");
}

/// EX-52: BB-ENG-22, BB-ENG-23, BB-ENG-24: skirmishers that do not conform to skirmishers.
#[test]
fn skirmishers_against_skirmishers() {
    let line = |movers: &[&str], enemies: &[&str]| {
        let mut table = Table::new();
        let names = ["m", "n", "o"];
        for (at, troop) in movers.iter().enumerate() {
            table = table.base(names[at], Side::Red, troop, 500.0 + 40.0 * at as f64, 300.0, 0.0);
        }
        for (at, troop) in enemies.iter().enumerate() {
            let name = ["t", "u", "v"][at];
            table = table.base(name, Side::Blue, troop, 514.0 + 40.0 * at as f64, 330.0, 180.0);
        }
        let mut scene = table.build();
        let names = &names[..movers.len()];
        !conformed(&mut scene, names, 30.0).is_empty()
    };
    let (lh, ps) = ("Irr LH(O)", "Irr Ps(O)");
    assert!(!line(&[lh, lh], &[lh, lh, lh]), "fewer front bases");
    assert!(!line(&[ps, ps, ps], &[lh, lh]), "Ps against LH only");
    assert!(line(&[lh, lh, lh], &[ps, ps, ps]));
    assert!(line(&["Reg Bd(O)", "Reg Bd(O)"], &[ps, ps, ps]), "heavy foot needs no numbers");
}

/// EX-53: BB-ENG-26, BB-ENG-27: a base of a heavy group aligns with the enemy that shares more of its front.
#[test]
fn a_group_follows_its_base() {
    let mut scene = group("Reg Bd(O)")
        .base("t", Side::Blue, "Reg Sp(O)", 515.0, 330.0, 180.0)
        .base("u", Side::Blue, "Reg Sp(O)", 515.0, 345.0, 180.0)
        .build();
    // t shares 25 mm with m and 15 mm with n.
    assert_eq!(conformed(&mut scene, &["m", "n"], 30.0), scene.ids(&["t", "u"]));
    assert!(close(scene.pose("t"), 500.0, 330.0, 180.0));
    assert!(close(scene.pose("u"), 500.0, 345.0, 180.0));
}

/// EX-54: BB-ENG-28, BB-ENG-31: the group would leave the table, so there is no alignment; the contact stays.
#[test]
fn no_alignment_off_the_table() {
    let at = |x: f64| {
        let scene = Table::new()
            .base("n", Side::Red, "Reg Bd(O)", x - 40.0, 300.0, 0.0)
            .base("m", Side::Red, "Reg Bd(O)", x, 300.0, 0.0)
            .base("t", Side::Blue, "Reg Sp(O)", x - 15.0, 330.0, 180.0)
            .base("u", Side::Blue, "Reg Sp(O)", x + 25.0, 330.0, 180.0);
        let mut scene = scene.build();
        let moved = conformed(&mut scene, &["m", "n"], 30.0);
        assert!(scene.look().fights(scene.id("m"), scene.id("t")));
        moved.len()
    };
    assert_eq!(at(1400.0), 2);
    assert_eq!(at(1450.0), 0);
}

/// BB-ENG-04: the move of a pack allows no alignment, and nobody conforms to it.
#[test]
fn packs_do_not_align() {
    let mut scene = Table::new()
        .base("m", Side::Red, "Reg Bd(O)", 500.0, 300.0, 0.0)
        .base("n", Side::Red, "Reg Bd(O)", 540.0, 295.0, 0.0)
        .base("t", Side::Blue, "Reg Bd(O)", 488.0, 330.0, 180.0)
        .build();
    play_out(&mut scene, |it| moves(it, &["m", "n"], Manoeuvre::FullSpeedAhead));
    assert!(scene.look().fights(scene.id("m"), scene.id("t")));
    assert!(scene.state.pending.is_empty());
    assert!(close(scene.pose("t"), 488.0, 330.0, 180.0));
}

/// BB-ENG-32, AMB-87: bases that fought before the move do not conform.
#[test]
fn fighting_bases_do_not_conform() {
    let mut scene = group("Reg Bd(O)")
        .base("t", Side::Blue, "Reg Sp(O)", 515.0, 330.0, 180.0)
        .base("f", Side::Red, "Reg Bd(O)", 515.0, 345.0, 180.0)
        .build();
    assert!(scene.look().in_close_combat(scene.id("t")), "attacked in its rear");
    assert!(conformed(&mut scene, &["m", "n"], 30.0).is_empty());
}

/// EX-77: BB-CC-50, BB-CC-51, BB-CC-52, BB-ENG-33: a flank may be attacked only from beyond it and behind the front.
#[test]
fn flank_attacks_start_beyond_the_flank() {
    // The target looks north at (600, 300), 30 mm deep; its left flank is the line x = 580.
    let flank = |x: f64, y: f64| {
        Table::new()
            .base("z", Side::Red, "Reg Cv(O)", x, y, 90.0)
            .base("t", Side::Blue, "Reg Cv(O)", 600.0, 300.0, 0.0)
            .build()
    };
    let behind = flank(550.0, 280.0);
    legal(&behind, &advance(&behind, &["z"], 30.0));
    let ahead = flank(550.0, 285.0);
    refused(&ahead, &advance(&ahead, &["z"], 30.0), rule!("BB-CC-50"));
    let right = Table::new()
        .base("z", Side::Red, "Reg Cv(O)", 650.0, 285.0, 270.0)
        .base("t", Side::Blue, "Reg Cv(O)", 600.0, 300.0, 0.0)
        .build();
    refused(&right, &advance(&right, &["z"], 30.0), rule!("BB-CC-51"));
    // Baggage has neither flank nor rear (BB-CC-56).
    let baggage = Table::new()
        .base("z", Side::Red, "Reg Cv(O)", 550.0, 285.0, 90.0)
        .base("t", Side::Blue, "Irr Bg(O)", 600.0, 300.0, 0.0)
        .build();
    legal(&baggage, &advance(&baggage, &["z"], 30.0));
}

/// EX-78: BB-CC-55: a rear may be attacked only from behind it.
#[test]
fn rear_attacks_start_behind_the_rear() {
    // The rear edge of the target is the line y = 270. The attacker starts to its left and swings in.
    let rear = |y: f64| {
        Table::new()
            .base("z", Side::Red, "Reg LH(O)", 545.0, y, 0.0)
            .base("t", Side::Blue, "Reg Cv(O)", 600.0, 300.0, 0.0)
            .build()
    };
    let into = |scene: &Scene, y: f64| {
        let legs = vec![
            Leg::Go { ahead: 255.0 - y, right: 0.0 },
            Leg::Go { ahead: 0.0, right: 55.0 },
            Leg::Go { ahead: 15.0, right: 0.0 },
        ];
        moves(scene, &["z"], Manoeuvre::Free { legs })
    };
    let behind = rear(270.0);
    legal(&behind, &into(&behind, 270.0));
    let beside = rear(275.0);
    refused(&beside, &into(&beside, 275.0), rule!("BB-CC-55"));
}

/// BB-ENG-34, BB-MOVE-76: a far move does not engage.
#[test]
fn far_moves_do_not_engage() {
    let scene = Table::new()
        .base("m", Side::Red, "Irr LH(F)", 500.0, 300.0, 0.0)
        .base("t", Side::Blue, "Reg Bd(O)", 500.0, 545.0, 180.0)
        .build();
    let settings = crate::settings::Settings::default();
    assert_eq!(scene.rules.tables.moves(crate::troop::TroopType::LH, &settings), Some([5, 3, 2, 4]));
    // 6 MU are not enough to reach it, so nothing but the zone limits the move.
    legal(&scene, &order(&scene, &["m"], Reach::Far, Manoeuvre::Advance { distance: 180.0 }));
    let plan = crate::movement::plan::Plan {
        tracks: vec![crate::movement::plan::Track {
            base: scene.id("m"),
            via: Vec::new(),
            to: aelian_geometry::Pose::new(500.0, 545.0, aelian_geometry::Facing::UP),
        }],
        near: scene.set(&["t"]),
        ..Default::default()
    };
    let state = scene.look().after(&plan);
    let mut judged = plan;
    crate::movement::engage::judge(scene.look(), scene.look().at(&state), Reach::Far, &mut judged);
    assert!(judged.breaches.iter().any(|reason| reason.rule == rule!("BB-MOVE-76")));
}

/// BB-ENG-01, BB-ENG-35, BB-PIG-48: a straight move stops in contact, and contact spares the surcharge.
#[test]
fn contact_ends_the_move() {
    let scene = Table::new()
        .base("m", Side::Red, "Irr Wb(O)", 500.0, 300.0, 0.0)
        .base("t", Side::Blue, "Reg Bd(O)", 500.0, 330.0, 180.0)
        .build();
    let verdict = scene.check(&advance(&scene, &["m"], 60.0));
    assert!(verdict.is_legal());
    assert!((verdict.ghost.moves[0].pose.at.y - 330.0).abs() < 0.01);
    assert_eq!(verdict.ghost.engages, scene.set(&["t"]));
    assert_eq!(verdict.ghost.cost, Some(1));
}
