//! Runs, routs and pursuits on small tables.

mod bursts;
mod evades;
mod pursuits;
mod random;
mod routs;

use crate::choice::Choice;
use crate::ids::GroupId;
use crate::impact::evade::{EvadeOrder, EvadeTo, EvadeTurn};
use crate::impact::{Charge, ChargePath, ChargeStatus, ImpactChoice};
use crate::stage::{Phase, Stage};
use crate::state::{Broken, BrokenWhy, Cohesion, Deed, Place};
use crate::testing::{Scene, Table};
use aelian_geometry::{Rect, overlaps};

/// A table in the evade stage of Red's impact phase.
fn evading() -> Table {
    at(Phase::Impact, Stage::Evades)
}

/// A table in this stage of Red's turn. Time is out at its end: stages in which nobody is asked end there.
fn at(phase: Phase, stage: Stage) -> Table {
    let settings = crate::settings::Settings { most_turns: Some(1), ..Default::default() };
    Table::new().stage(phase, stage).settings(settings)
}

/// Red's group charges these straight ahead, and they have said that they evade.
fn charged(mut scene: Scene, charger: &str, targets: &[&str], flanks: &[&str]) -> Scene {
    let charge = Charge {
        group: scene.group(charger),
        path: ChargePath::default(),
        targets: targets.iter().map(|name| scene.group(name)).collect(),
        flanks: flanks.iter().map(|name| scene.group(name)).collect(),
        unordered: false,
        status: ChargeStatus::Declared,
        tested: crate::ids::GroupSet::EMPTY,
        revealed: crate::ids::GroupSet::EMPTY,
        bursts: crate::ids::GroupSet::EMPTY,
    };
    scene.state.charges.push(charge);
    for name in targets {
        let id = scene.group(name);
        let group = &mut scene.state.groups[id.index()];
        group.deeds = group.deeds.with(Deed::Evades);
    }
    scene
}

fn order(scene: &Scene, name: &str, to: EvadeTo, turn: EvadeTurn) -> Choice {
    Choice::Impact(ImpactChoice::Evade(EvadeOrder { group: scene.group(name), to, turn }))
}

/// The group has broken and faces about, away from these.
fn broken(mut scene: Scene, name: &str, why: BrokenWhy, by: &[&str]) -> Scene {
    let id = scene.group(name);
    let by = by.iter().map(|name| scene.group(name)).collect();
    scene.state.groups[id.index()].cohesion = Cohesion::Broken;
    scene.state.broken.push(Broken { group: id, why, by });
    about(&mut scene, id);
    scene
}

fn about(scene: &mut Scene, id: GroupId) {
    let turned = crate::cohesion::faced_about(scene.look(), id);
    crate::event::apply(&mut scene.state, &crate::event::Event::Moved(turned));
}

/// The block of a group in MU: middle of the front edge, and where it faces as a compass.
fn stands(scene: &Scene, name: &str) -> (f64, f64, f64) {
    let block = scene.look().block(scene.group(name));
    let round = |value: f64| (value * 100.0).round() / 100.0;
    (round(block.pose.at.x / 25.0), round(block.pose.at.y / 25.0), round(block.pose.facing.to_compass()))
}

fn place(scene: &Scene, name: &str) -> Place {
    scene.state.group(scene.group(name)).place
}

fn cohesion(scene: &Scene, name: &str) -> Cohesion {
    scene.state.group(scene.group(name)).cohesion
}

/// No two bases of different groups overlap, and all are on the table.
fn assert_sound(scene: &Scene, context: &str) {
    let look = scene.look();
    let on: Vec<(GroupId, Rect)> = scene
        .state
        .on_table()
        .flat_map(|id| scene.state.rects_of(id).map(move |rect| (id, *rect)).collect::<Vec<_>>())
        .collect();
    let slack =
        aelian_geometry::Tolerance { length: scene.rules.tolerance.length + 0.05, ..scene.rules.tolerance };
    for (at, (one, rect)) in on.iter().enumerate() {
        for (other, theirs) in &on[at + 1..] {
            let inside = one == other && rect.pose.facing.same(theirs.pose.facing, slack);
            assert!(
                (one == other && !inside) || !overlaps(rect, theirs, slack),
                "{context}: {one} at {:?} overlaps {other} at {:?}",
                rect.pose,
                theirs.pose
            );
        }
        assert!(
            scene.state.field.edge_crossed(rect, slack.length).is_none(),
            "{context}: {one} is off the table at {:?}",
            rect.pose
        );
    }
    let _ = look;
}
