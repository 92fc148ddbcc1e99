//! Shooting on small tables.

mod arc;
mod counting;
mod crowd;
mod lanes;
mod odds;
mod phase;
mod points;
mod who;

use crate::ids::GroupId;
use crate::stage::{Phase, Stage};
use crate::testing::{Scene, Table};
use aelian_game::Side;

/// The shooting phase of Red's turn.
fn shooting() -> Table {
    Table::new().stage(Phase::Shooting, Stage::Shoot)
}

/// Red's troops in so many bases and files with the front edge at 20 MU; Blue's heavy foot, two ranks deep and six
/// bases wide, so many MU before them.
fn facing(troop: &str, bases: (u8, u8), gap: f64) -> Scene {
    at(troop, bases, "HF protected", gap)
}

fn at(troop: &str, bases: (u8, u8), target: &str, gap: f64) -> Scene {
    shooting()
        .group("red", Side::Red, troop, bases, (30.0, 20.0), 0.0)
        .group("blue", Side::Blue, target, (12, 6), (30.0, 20.0 + gap), 180.0)
        .build()
}

/// Dice of all who shoot at a group.
fn dice(scene: &Scene, on: &str) -> u32 {
    scene.look().shooting_plan().dice_at(scene.group(on))
}

/// The groups at which bases of a group shoot, one for each shot, in the order of the files.
fn targets(scene: &Scene, by: &str) -> Vec<GroupId> {
    let by = scene.group(by);
    scene.look().aims().shots.iter().filter(|shot| shot.by == by).map(|shot| shot.on).collect()
}
