//! Random flights: nobody overlaps anybody, and all are on the table or off it by event.

use super::*;
use crate::field::AreaKind;
use crate::state::Bout;
use aelian_dice::Sampler;
use aelian_game::{Ruleset, Side, Want, step};

const TROOPS: [&str; 8] = [
    "HF armoured swordsmen",
    "MF protected bow",
    "LF unprotected javelins",
    "LH unprotected bow swordsmen",
    "Cv armoured lancers swordsmen",
    "Cv armoured bow",
    "El",
    "HF protected pikemen",
];

/// How many crowds are tried: `AELIAN_FLIGHTS`, or 25.
fn flights() -> u64 {
    std::env::var("AELIAN_FLIGHTS").ok().and_then(|text| text.parse().ok()).unwrap_or(25)
}

/// A number of MU between two.
fn between(dice: &mut Sampler, low: f64, high: f64) -> f64 {
    low + (high - low) * f64::from(dice.below(1000)) / 1000.0
}

/// A crowded table: groups of both sides, some face to face in close combat, ground, camps. Groups that would overlap
/// others are left out.
fn crowd(dice: &mut Sampler, stage: (Phase, Stage)) -> Scene {
    let mut table = at(stage.0, stage.1).camp(Side::Red, (20.0, 5.0), dice.below(2) == 0).camp(
        Side::Blue,
        (45.0, 43.0),
        dice.below(2) == 0,
    );
    let kinds = [AreaKind::Impassable, AreaKind::Forest, AreaKind::Brush];
    for _ in 0..dice.below(3) {
        let (x, y) = (between(dice, 10.0, 50.0), between(dice, 10.0, 35.0));
        let kind = kinds[dice.below(3) as usize];
        table = table.area(kind, &[(x, y), (x + 7.0, y + 1.0), (x + 6.0, y + 5.0), (x - 1.0, y + 4.0)]);
    }
    for number in 0..16 {
        let (x, y) = (between(dice, 14.0, 44.0), between(dice, 8.0, 40.0));
        let square = f64::from(dice.below(4)) * 90.0;
        let compass = if dice.below(2) == 0 { square } else { between(dice, 0.0, 360.0) };
        let side = if number % 2 == 0 { Side::Red } else { Side::Blue };
        let troop = TROOPS[dice.below(8) as usize];
        let bases = if troop == "El" { 2 } else { 2 + 2 * dice.below(5) as u8 };
        let files = 1 + dice.below(u32::from(bases)) as u8;
        table = table.group(&format!("g{number}"), side, troop, (bases, files), (x, y), compass);
        let foe = TROOPS[dice.below(8) as usize];
        table = table.group(&format!("e{number}"), side.other(), foe, (4, 2), (x, y), compass + 180.0);
    }
    let mut scene = table.build();
    leave_out(&mut scene);
    fights(&mut scene);
    scene
}

/// Groups without room are not on the table.
fn leave_out(scene: &mut Scene) {
    let all: crate::ids::GroupSet = scene.state.group_ids().collect();
    let mut kept = crate::ids::GroupSet::EMPTY;
    for id in all.iter() {
        let body = crate::formation::Body::of(&scene.state, id);
        if scene.look().has_room(&body, all.minus(kept), |_| true) {
            kept.insert(id);
        }
    }
    for id in all.minus(kept).iter() {
        scene.state.groups[id.index()].place = Place::Waiting;
    }
}

/// Groups that stand front to front fight.
fn fights(scene: &mut Scene) {
    let look = scene.look();
    let mut bouts = Vec::new();
    for red in scene.state.on_table_of(Side::Red) {
        for blue in scene.state.on_table_of(Side::Blue) {
            if look.touch(red, blue) {
                bouts.push(Bout::between(red, blue, [crate::state::Tie::Front; 2], false));
            }
        }
    }
    scene.state.bouts = bouts;
}

/// Plays on at random while this chapter has the word.
fn play_out(scene: &mut Scene, dice: &mut Sampler, context: &str) {
    let mine = [Stage::Evades, Stage::InitialRouts, Stage::InitialPursuits, Stage::RoutersMove];
    for number in 0..80 {
        if !mine.contains(&scene.state.stage) || scene.state.ending.is_some() {
            return;
        }
        let mut out = Vec::new();
        scene.rules.propose(&scene.state, Want::All, &mut out);
        assert!(!out.is_empty(), "{context}, step {number}: nothing is proposed at {:?}", scene.state.stage);
        let choice = out[dice.below(out.len() as u32) as usize].clone();
        for choice in &out {
            let verdict = scene.check(choice);
            assert!(
                verdict.is_legal(),
                "{context}: {choice:?} is proposed and refused: {:?}",
                verdict.breaches
            );
        }
        let played = step(&scene.rules, &scene.state, &choice, dice);
        let (state, _) = played.unwrap_or_else(|error| panic!("{context}: {error}"));
        scene.state = state.into();
        assert_sound(scene, &format!("{context}, step {number}, {choice:?}"));
    }
    panic!("{context}: it does not end");
}

/// FA-EV-14 to FA-EV-21, FA-BURST-07, FA-EDGE-01, FA-FORM-10.
#[test]
fn random_evades_end_on_free_ground() {
    for seed in 0..flights() {
        let mut dice = Sampler::new(seed);
        let mut scene = crowd(&mut dice, (Phase::Impact, Stage::Evades));
        scene.state.bouts.clear();
        let groups: Vec<GroupId> = scene.state.on_table().collect();
        let of = |side: Side| {
            let mine = groups.iter().copied().filter(|id| scene.state.group(*id).side == side);
            mine.collect::<Vec<GroupId>>()
        };
        let (chargers, targets) = (of(Side::Red), of(Side::Blue));
        for charger in &chargers {
            let Some(target) = targets.get(dice.below(targets.len().max(1) as u32) as usize) else {
                continue;
            };
            scene.state.charges.push(Charge {
                group: *charger,
                path: ChargePath::default(),
                targets: crate::ids::GroupSet::one(*target),
                flanks: crate::ids::GroupSet::EMPTY,
                unordered: false,
                tested: crate::ids::GroupSet::EMPTY,
                revealed: crate::ids::GroupSet::EMPTY,
                bursts: crate::ids::GroupSet::EMPTY,
                status: ChargeStatus::Declared,
            });
            let group = &mut scene.state.groups[target.index()];
            group.deeds = group.deeds.with(Deed::Evades);
        }
        play_out(&mut scene, &mut dice, &format!("evade {seed}"));
    }
}

/// FA-ROUT-02 to FA-ROUT-08, FA-JPUR-02 to FA-JPUR-14, FA-PUR-01.
#[test]
fn random_routs_and_pursuits_end_on_free_ground() {
    for seed in 0..flights() {
        let mut dice = Sampler::new(seed);
        let joint = seed % 3 == 0;
        let stage =
            if joint { (Phase::Joint, Stage::RoutersMove) } else { (Phase::Melee, Stage::InitialRouts) };
        let mut scene = crowd(&mut dice, stage);
        let groups: Vec<GroupId> = scene.state.on_table().collect();
        for id in groups {
            if dice.below(3) != 0 {
                continue;
            }
            let by: crate::ids::GroupSet = scene.state.bouts_of(id).map(|bout| bout.enemy_of(id)).collect();
            let why = if by.is_empty() { BrokenWhy::Otherwise } else { BrokenWhy::CloseCombat };
            scene.state.groups[id.index()].cohesion = Cohesion::Broken;
            about(&mut scene, id);
            scene.state.broken.push(Broken { group: id, why, by });
        }
        let [red, blue] = &mut scene.state.armies;
        (red.initial, blue.initial) = (60, 60);
        play_out(&mut scene, &mut dice, &format!("rout {seed}"));
    }
}
