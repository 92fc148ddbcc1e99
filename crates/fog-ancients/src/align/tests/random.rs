//! Crowded melees played at random through the stages of these chapters: no two bases stand on each other, groups in
//! normal formation are exact, and what is proposed is legal.

use crate::event::{Event, MoveWhy};
use crate::flow::Chapter;
use crate::formation::Body;
use crate::ids::{GroupId, GroupSet};
use crate::settings::Settings;
use crate::stage::{Phase, Stage};
use crate::state::{Bout, Cohesion, Grade, Place, Shape, Tie};
use crate::testing::{Scene, Table};
use aelian_dice::{Generator, Sampler};
use aelian_game::{Next, Ruleset, Side, Want, step};
use aelian_geometry::{overlaps, sweep};

/// How many crowds are tried.
const CROWDS: u64 = 6;

const TROOPS: [&str; 8] = [
    "HF armoured swordsmen",
    "HF protected pikemen",
    "MF protected bow",
    "LF unprotected javelins",
    "Cv armoured lancers swordsmen",
    "Kn heavily-armoured lancers",
    "El",
    "SCh",
];

fn between(dice: &mut Sampler, low: f64, high: f64) -> f64 {
    low + (high - low) * f64::from(dice.below(1000)) / 1000.0
}

/// Pairs of groups that have come into contact, a little aside and askew, with friends beside and behind them.
fn melee(dice: &mut Sampler) -> Scene {
    let settings = Settings { most_turns: Some(4), ..Settings::default() };
    let mut table = Table::new().settings(settings).stage(Phase::Manoeuvre, Stage::Reform);
    table = table.camp(Side::Red, (20.0, 6.0), false).camp(Side::Blue, (45.0, 42.0), true);
    for number in 0..5u8 {
        let (x, y) = (8.0 + 11.0 * f64::from(number), between(dice, 20.0, 26.0));
        for (side, name, y, compass) in [(Side::Red, "r", y - 6.0, 0.0), (Side::Blue, "b", y, 180.0)] {
            let troop = TROOPS[dice.below(8) as usize];
            let bases = if troop == "El" { 2 } else { 4 + 2 * dice.below(4) as u8 };
            let files = 1 + dice.below(u32::from(bases.min(5))) as u8;
            let aside = x + between(dice, -2.0, 2.0);
            let askew = if side == Side::Red { between(dice, -25.0, 25.0) } else { 0.0 };
            let name = format!("{name}{number}");
            table = table.group(&name, side, troop, (bases, files), (aside, y), compass + askew);
            let behind = (aside + between(dice, -3.0, 3.0), y + if side == Side::Red { -5.0 } else { 5.0 });
            table = table.group(&format!("{name}x"), side, TROOPS[2], (4, 2), behind, compass);
        }
    }
    for side in Side::BOTH {
        let name = if side == Side::Red { "r" } else { "b" };
        for number in 0..2 {
            let with = format!("{name}{number}");
            let at = (10.0 + 11.0 * f64::from(number), if side == Side::Red { 10.0 } else { 36.0 });
            table = table.commander(&format!("c{with}"), side, Grade::Field, Some(&with), at);
        }
    }
    let mut scene = table.build();
    for number in 0..5 {
        meet(&mut scene, &format!("r{number}"), &format!("b{number}"));
        let id = scene.group(&format!("b{number}"));
        if dice.below(3) == 0 {
            scene.state.groups[id.index()].cohesion = Cohesion::Disrupted;
        }
    }
    leave_out(&mut scene);
    scene
}

/// The first goes straight ahead until it touches the other.
fn meet(scene: &mut Scene, name: &str, other: &str) {
    let (red, blue) = (scene.group(name), scene.group(other));
    let along = scene.state.group(red).facing.vector();
    let t = scene.rules.tolerance;
    let rects: Vec<_> = scene.state.rects_of(red).copied().collect();
    let foes: Vec<_> = scene.state.rects_of(blue).copied().collect();
    let gaps = rects.iter().flat_map(|rect| foes.iter().filter_map(|foe| sweep(rect, along, 400.0, foe, t)));
    let Some(gap) = gaps.min_by(f64::total_cmp) else { return };
    let bases: Vec<_> = scene.state.bases_of(red).collect();
    for base in bases {
        let rect = &mut scene.state.bases[base.index()].rect;
        rect.pose = rect.pose.translated(along * gap).on_grid();
    }
    scene.state.bouts.push(Bout::between(red, blue, [Tie::Front; 2], false));
}

fn leave_out(scene: &mut Scene) {
    let all: GroupSet = scene.state.group_ids().collect();
    let mut kept = GroupSet::EMPTY;
    for id in all.iter() {
        let body = Body::of(&scene.state, id);
        let others =
            |by| !matches!(by, crate::movement::way::Obstacle::Group(other) if !kept.contains(other));
        if scene.look().stands_on(&body, GroupSet::one(id), others).is_none() {
            kept.insert(id);
        }
    }
    for id in all.minus(kept).iter() {
        scene.state.groups[id.index()].place = Place::Waiting;
        scene.state.bouts.retain(|bout| !bout.has(id));
        for commander in &mut scene.state.commanders {
            if commander.with() == Some(id) {
                commander.place = crate::state::CommanderPlace::Alone;
            }
        }
    }
}

fn overlapping(scene: &Scene) -> Option<(GroupId, GroupId)> {
    let all: Vec<_> = scene
        .state
        .on_table()
        .flat_map(|group| scene.state.bases_of(group).map(move |base| (group, base)))
        .collect();
    for (at, (group, one)) in all.iter().enumerate() {
        for (other_group, other) in &all[..at] {
            if overlaps(scene.state.rect(*one), scene.state.rect(*other), scene.rules.tolerance) {
                return Some((*group, *other_group));
            }
        }
    }
    None
}

/// FA-FORM-01: every base of a group in normal formation is where its file and rank are.
fn crooked(scene: &Scene) -> Option<GroupId> {
    let look = scene.look();
    let mut normal = scene.state.on_table().filter(|id| scene.state.group(*id).shape == Shape::Normal);
    normal.find(|id| {
        let array = look.array(*id);
        let block = look.block(*id);
        array.len() != scene.state.strength(*id)
            || look
                .places(&array, block.pose)
                .iter()
                .any(|place| (place.pose.at - scene.state.rect(place.base).pose.at).length() > 0.1)
    })
}

fn is_ours(scene: &Scene) -> bool {
    matches!(Chapter::of(&scene.state), Chapter::Align | Chapter::Joint | Chapter::Camp)
}

/// FA-REF-03, FA-CONF-02, FA-CONF-07, FA-FEED-02, FA-BRK-04: crowds, each played for some turns; every step of these
/// chapters leaves the table sound.
#[test]
fn crowds_stay_sound() {
    let mut whys = Vec::new();
    for seed in 0..CROWDS {
        let mut sampler = Sampler::new(seed);
        let mut scene = melee(&mut sampler);
        let mut dice = Generator::new(seed);
        for number in 0..120 {
            let choice = match scene.rules.next(&scene.state) {
                Next::Over(_) => break,
                Next::Forced(choice) | Next::Only { choice, .. } => choice,
                Next::Ask { .. } => {
                    let mut out = Vec::new();
                    let want = if is_ours(&scene) { Want::All } else { Want::Sample(1, &mut sampler) };
                    scene.rules.propose(&scene.state, want, &mut out);
                    assert!(
                        !out.is_empty(),
                        "seed {seed}, step {number}: nothing proposed at {:?}",
                        scene.state.stage
                    );
                    out.swap_remove(sampler.below(out.len() as u32) as usize)
                }
            };
            let ours = is_ours(&scene);
            let (sound, stage) =
                (ours && overlapping(&scene).is_none() && crooked(&scene).is_none(), scene.state.stage);
            let played = step(&scene.rules, &scene.state, &choice, &mut dice);
            let (state, told) =
                played.unwrap_or_else(|error| panic!("seed {seed}, step {number}: {choice:?}: {error:?}"));
            scene.state = state.into();
            whys.extend(told.events.iter().filter_map(|event| match event {
                Event::Moved(moved) => Some(moved.why),
                _ => None,
            }));
            if sound {
                assert_eq!(overlapping(&scene), None, "seed {seed}, step {number}, {stage:?}: {choice:?}");
                assert_eq!(crooked(&scene), None, "seed {seed}, step {number}, {stage:?}: {choice:?}");
            }
        }
    }
    use MoveWhy::*;
    for why in [Conformed, MadeRoom, Fed, BrokeOff] {
        let count = whys.iter().filter(|one| **one == why).count();
        assert!(count > 0, "{why:?} never happened");
    }
}
