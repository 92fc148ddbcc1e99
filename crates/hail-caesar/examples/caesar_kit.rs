//! Tries the laws of the conformance kit on random battles between two mixed armies:
//! `cargo run -p aelian-hail-caesar --example caesar_kit -- <battles> <first seed>`.

use aelian_dice::Sampler;
use aelian_game::Side;
use aelian_game::kit::{Thoroughness, try_game};
use aelian_geometry::{Facing, Pose, Vec2};
use aelian_geometry::{Polygon, Polyline, Rect};
use aelian_hail_caesar::choice::Choice;
use aelian_hail_caesar::field::{Area, AreaKind, Block, Obstacle, Piece, Strength};
use aelian_hail_caesar::ranged::{Aim, RangedChoice};
use aelian_hail_caesar::setup::{Setup, Stands};
use aelian_hail_caesar::{INCH, Rules, UnitId};
use serde_json::{Value, json};
use std::error::Error;
use std::process::ExitCode;

/// Troops of all kinds, with most special rules.
const TROOPS: [&[&str]; 3] = [
    &[
        "heavy-infantry drilled testudo pilum",
        "heavy-infantry long-spears phalanx-2 steady",
        "medium-infantry 6/6/3/3/5+/6 bow marksmen",
        "heavy-infantry double-handed stubborn brave",
        "light-artillery",
    ],
    &[
        "light-infantry 5/5/3/3/6+/6 sling slings levy",
        "medium-infantry warband wild-fighters-2 frenzied-charge fanatic",
        "skirmishers 5/4/3/2/0/6 bow",
        "medium-artillery",
        "light-infantry wavering militia",
    ],
    &[
        "heavy-cavalry lance elite valiant",
        "horse-archers 5/4/3/3/6+/6 bow parthian-shot feigned-flight",
        "light-cavalry marauders",
        "elephant elephants",
        "heavy-chariots scythed-chariots frenzied-charge",
        "baggage",
    ],
];

fn point(x: f64, y: f64) -> Vec2 {
    Vec2::new(x * INCH, y * INCH)
}

fn army(side: Side) -> Value {
    let (facing, y, step) = match side {
        Side::Red => (Facing::UP, 14.0, -5.0),
        Side::Blue => (Facing::DOWN, 34.0, 5.0),
    };
    let division = |(number, troops): (usize, &&[&str])| {
        let x = 14.0 + 22.0 * number as f64;
        let unit = |(at, troop): (usize, &&str)| {
            let at_x = x - 5.0 + 10.0 * (at % 2) as f64;
            let pose = Pose { at: point(at_x, y + step * (at / 2) as f64), facing };
            json!({
                "name": format!("{} {number}.{at}", side.name()),
                "troop": troop,
                "stands": Stands::At { pose, formation: None },
            })
        };
        json!({
            "name": format!("{} {number}", side.name()),
            "commander": {
                "name": format!("{} commander {number}", side.name()),
                "leadership": 8,
                "general": number == 0,
                "at": point(x, y + step * 2.5),
            },
            "units": troops.iter().enumerate().map(unit).collect::<Vec<_>>(),
        })
    };
    json!({ "name": side.name(), "divisions": TROOPS.iter().enumerate().map(division).collect::<Vec<_>>() })
}

fn setup() -> Result<Setup, Box<dyn Error>> {
    let area = |kind, corners: [(f64, f64); 4]| -> Result<Piece, Box<dyn Error>> {
        let outline = Polygon::new(corners.map(|(x, y)| point(x, y)).to_vec())?;
        let level = u8::from(kind == AreaKind::Hill);
        Ok(Piece::Area(Area {
            kind,
            outline,
            level,
            crests: Vec::new(),
            name: String::new(),
            look: String::new(),
        }))
    };
    let square = |x: f64, y: f64, s: f64| [(x, y), (x + s, y), (x + s, y + s), (x, y + s)];
    let wall = Polyline::new(vec![point(40.0, 24.0), point(48.0, 24.0)])?;
    let terrain = vec![
        area(AreaKind::Wood, square(4.0, 20.0, 6.0))?,
        area(AreaKind::Hill, square(28.0, 20.0, 7.0))?,
        area(AreaKind::Rough, square(52.0, 21.0, 5.0))?,
        Piece::Obstacle(Obstacle {
            line: wall,
            cover: true,
            fortified: false,
            no_wheels: false,
            name: String::new(),
        }),
        Piece::Block(Block {
            rect: Rect::new(Pose { at: point(20.0, 21.0), facing: Facing::DOWN }, 6.0 * INCH, 6.0 * INCH),
            strength: Strength::Substantial,
            room: 1,
            small_only: false,
            gates: Vec::new(),
            name: String::new(),
            look: String::new(),
        }),
    ];
    let words = json!({
        "settings": { "most_turns": 30 },
        "width": 72.0 * INCH,
        "depth": 48.0 * INCH,
        "terrain": terrain,
        "armies": [army(Side::Red), army(Side::Blue)],
        "first": Side::Red,
        "deployed": true,
    });
    Ok(serde_json::from_value(words)?)
}

/// A choice that fits nowhere.
fn absurd(sampler: &mut Sampler) -> Choice {
    let unit = UnitId(sampler.below(255) as u8);
    let aim = Aim { target: UnitId(sampler.below(255) as u8), dice: 200, face: None };
    Choice::Ranged(RangedChoice::Shoot { unit, aims: vec![aim; 3] })
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut words = std::env::args().skip(1).map(|word| word.parse().unwrap_or(0));
    let (battles, first): (u64, u64) = (words.next().unwrap_or(1), words.next().unwrap_or(0));
    let setup = setup()?;
    let mut code = ExitCode::SUCCESS;
    for seed in first..first + battles {
        match try_game::<Rules>(&setup, seed, Thoroughness::default(), absurd) {
            Ok(played) => println!(
                "{seed}: {} steps, {} decisions, {:?} by {} {:?}",
                played.steps,
                played.decisions,
                played.ending.winner,
                played.ending.cause,
                played.ending.score
            ),
            Err(fault) => {
                println!(
                    "{seed}: {} at step {}: {:?}\n  {}",
                    fault.law, fault.step, fault.choice, fault.detail
                );
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}
