//! Whole games of two mixed lines that begin within reach of each other: most of what is played is charges.

use crate::charge::carry;
use crate::choice::Choice;
use crate::command::{Charge, Target};
use crate::event::MoveWhy;
use crate::field::AreaKind;
use crate::ids::UnitId;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::testing::{Scene, Table};
use aelian_dice::{Generator, Sampler};
use aelian_game::kit::{Thoroughness, try_game};
use aelian_game::{Cx, Side, Trace};

/// Troops of every kind that charges, responds or shies.
const TROOPS: [&str; 16] = [
    "heavy-cavalry lance",
    "skirmishers bow 4/4/2/2/0/4 small",
    "heavy-infantry drilled pilum testudo",
    "cataphracts kontos",
    "horse-archers bow parthian-shot",
    "heavy-infantry long-spears phalanx-2",
    "elephant elephants",
    "medium-infantry 6/6/3/3/5+/6 bow",
    "light-cavalry",
    "heavy-chariots scythed-chariots frenzied-charge",
    "heavy-infantry pikes phalanx-3",
    "light-chariots",
    "light-infantry marauders",
    "medium-infantry warband wild-fighters-2",
    "light-artillery",
    "medium-cavalry feigned-flight",
];

fn close_quarters(seed: usize) -> Setup {
    let mut table = Table::new().settings(|settings| settings.most_turns = Some(12));
    for at in 0..14 {
        let (column, row) = (at % 7, at / 7);
        let x = 8.0 + 9.0 * column as f64;
        let y = 4.0 * row as f64;
        let red = TROOPS[(at + seed) % TROOPS.len()];
        let blue = TROOPS[(at * 5 + 3 * seed + 7) % TROOPS.len()];
        table = table.unit(&format!("r{at}"), Side::Red, red, (x, 18.0 - y), 0.0);
        table = table.unit(&format!("b{at}"), Side::Blue, blue, (x + 2.0, 27.0 + y), 180.0);
    }
    if seed % 2 == 1 {
        let rough = [(30.0, 19.0), (42.0, 19.0), (42.0, 25.0), (30.0, 25.0)];
        table = table.area(AreaKind::Rough, &rough).obstacle(&[(50.0, 22.0), (60.0, 22.0)], true);
    }
    table.into_setup()
}

/// How many battles are tried: `AELIAN_KIT_GAMES`, or 1.
fn games() -> u64 {
    std::env::var("AELIAN_KIT_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// HC-RESP-11, HC-ALG-06: random battles at close quarters keep the laws of every game.
#[test]
fn close_quarters_keep_the_laws() {
    for seed in 0..games() {
        let setup = close_quarters(seed as usize);
        let played = try_game::<Rules>(&setup, seed, Thoroughness::default(), |_| Choice::TimeOut);
        if let Err(violation) = played {
            panic!("seed {seed}: {violation:#?}");
        }
    }
}

/// A position drawn at random: units of both sides strewn over the middle of the table, none upon another.
fn strewn(sampler: &mut Sampler) -> Scene {
    let mut table = Table::new();
    let mut taken: Vec<(f64, f64)> = Vec::new();
    for at in 0..16 {
        let spot = (0..40)
            .map(|_| (16.0 + f64::from(sampler.below(40)), 8.0 + f64::from(sampler.below(30))))
            .find(|(x, y)| taken.iter().all(|(a, b)| (x - a) * (x - a) + (y - b) * (y - b) > 90.0));
        let Some(spot) = spot else { break };
        taken.push(spot);
        let troop = TROOPS[sampler.below(TROOPS.len() as u32) as usize];
        let side = if at % 2 == 0 { Side::Red } else { Side::Blue };
        table = table.unit(&format!("n{at}"), side, troop, spot, f64::from(sampler.below(12)) * 30.0);
    }
    if sampler.below(3) == 0 {
        let wood = [(30.0, 18.0), (40.0, 18.0), (40.0, 24.0), (30.0, 24.0)];
        table = table.area(AreaKind::Wood, &wood);
    }
    table.build()
}

/// Plays until nothing waits any more; gives the number of steps.
fn play_out(scene: &mut Scene, sampler: &mut Sampler, dice: &mut Generator) -> u32 {
    let mut steps = 0;
    while !scene.state.pending.is_empty() && scene.state.ending.is_none() {
        let proposals = scene.proposals();
        assert!(!proposals.is_empty(), "{:?}", scene.state.pending.last());
        for choice in &proposals {
            let verdict = scene.check(choice);
            assert!(verdict.is_legal(), "{choice:?}: {:?}", verdict.breaches);
        }
        let choice = &proposals[sampler.below(proposals.len() as u32) as usize];
        let (state, _) = aelian_game::step(&scene.rules, &scene.state, choice, dice).unwrap();
        scene.state = state.into();
        steps += 1;
        assert!(steps < 200, "{:?}", scene.state.pending);
    }
    steps
}

/// Two units of which one lies on the other.
fn upon_another(scene: &Scene) -> Option<(UnitId, UnitId)> {
    let look = scene.look();
    let all: Vec<_> = look.all_on_table().collect();
    let pairs = all.iter().enumerate().flat_map(|(at, one)| all[at + 1..].iter().map(|other| (*one, *other)));
    pairs
        .into_iter()
        .find(|(one, other)| aelian_geometry::penetration(look.rect(*one), look.rect(*other)) > 0.6)
}

/// Nobody lies upon another, and whoever fights touches his enemy.
fn is_sound(scene: &Scene) {
    let look = scene.look();
    if let Some((one, other)) = upon_another(scene) {
        let unit = |id| (&look.card(id).name, scene.state.unit(id));
        panic!("{:?} lies on {:?}", unit(one), unit(other));
    }
    for bout in &scene.state.bouts {
        assert!(look.touch(bout.units[0], bout.units[1]), "{bout:?}");
    }
}

/// HC-CHG-22, HC-CHG-29, HC-CHG-31, HC-RESP-09, HC-GEO-06: charges anywhere, at anybody, with any responses, end in sound
/// positions; what is proposed is legal; every charge comes to an end. Whether it reaches anybody is foretold alike.
#[test]
fn charges_from_anywhere_end_soundly() {
    let (mut contacts, mut answers) = (0, 0);
    for seed in 0..games() * 30 {
        let mut sampler = Sampler::stream(seed, 1);
        let mut dice = Generator::stream(seed, 0);
        let mut scene = strewn(&mut sampler);
        if upon_another(&scene).is_some() {
            continue;
        }
        for unit in scene.look().on_table(Side::Red).collect::<Vec<_>>() {
            let standing = *scene.state.unit(unit);
            if !standing.is_on_table() {
                continue;
            }
            let targets = match sampler.below(3) {
                0 => vec![Target::Closest],
                1 => vec![Target::Front],
                _ => scene.look().on_table(Side::Blue).map(Target::Unit).take(2).collect(),
            };
            let order = Charge { targets, first: Vec::new(), ignore_open: sampler.below(2) == 0 };
            let moves = 1 + sampler.below(3) as u8;
            let outlook = crate::charge::reach(scene.look(), unit, &order, moves);
            let reaches = crate::charge::reaches(scene.look(), unit, &order, moves);
            assert_eq!(reaches, outlook.contact.is_some(), "unit {unit:?} with {moves} moves, seed {seed}");
            let mut state = scene.state.clone();
            let mut cx = Cx::new(&scene.rules, &mut state, &mut dice, Trace::On);
            carry(&mut cx, unit, &order, moves, standing.rect.pose, MoveWhy::Ordered).unwrap();
            scene.state = state;
            let asked = scene.state.pending.len();
            play_out(&mut scene, &mut sampler, &mut dice);
            is_sound(&scene);
            answers += usize::from(asked > 0);
            contacts += usize::from(outlook.contact.is_some());
        }
    }
    assert!(contacts > 15 && answers > 8, "{contacts} {answers}");
}
