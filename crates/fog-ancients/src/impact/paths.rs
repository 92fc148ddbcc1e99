//! The paths that are tried and proposed for a charge (FA-ALG-20).

use super::choice::ChargePath;
use super::pace::Pace;
use crate::ids::GroupId;
use crate::rules::Look;
use crate::state::Shape;
use aelian_geometry::{Facing, Hand, to_degrees};

/// The angles of wheels that are proposed, in degrees.
const ANGLES: [f64; 10] = [5.0, 10.0, 15.0, 20.0, 30.0, 40.0, 50.0, 60.0, 75.0, 90.0];

/// The parts of the move before which a wheel is proposed.
const PARTS: [f64; 3] = [0.0, 0.25, 0.5];

/// FA-CHG-16, FA-CHG-20: straight ahead, also with a file of either hand dropped back.
pub fn straight(look: Look<'_>, group: GroupId) -> Vec<ChargePath> {
    let straight = ChargePath::default();
    let drops = Hand::BOTH.map(|hand| ChargePath { drop: Some(hand), ..straight });
    let mut paths = vec![straight, drops[0], drops[1]];
    if look.state.group(group).shape == Shape::KinkedColumn {
        paths.truncate(1);
    }
    paths
}

/// The paths that are proposed: straight ahead, also with a file of either hand dropped back; for each enemy in reach
/// the wheels, to a degree, that point the front at him and that bring it parallel to his; and wheels to either hand by
/// 5 to 90 degrees at the start of the move, after a quarter and after a half of it (FA-V31-12: only at the start).
pub fn sample(look: Look<'_>, group: GroupId) -> Vec<ChargePath> {
    let mut paths = straight(look, group);
    let whole = Pace::charge(look, group, 0.0).most();
    aim_at_enemies(look, group, whole, &mut paths);
    let parts = if look.rules.v31() { &PARTS[..1] } else { &PARTS[..] };
    for part in parts {
        for angle in ANGLES {
            for hand in Hand::BOTH {
                paths.push(ChargePath {
                    ahead: (part * whole).into(),
                    wheel: Some((hand, angle.into())),
                    drop: None,
                });
            }
        }
    }
    paths
}

/// Wheels at the start of the move towards each enemy who might be reached, those of the fixed angles left out.
fn aim_at_enemies(look: Look<'_>, group: GroupId, whole: f64, paths: &mut Vec<ChargePath>) {
    let block = look.block(group);
    let (here, facing) = (block.circle(), block.pose.facing);
    for enemy in look.state.on_table_of(look.state.group(group).side.other()) {
        let theirs = look.block(enemy);
        if !theirs.circle().near(&here, whole) {
            continue;
        }
        let towards = Facing::along(theirs.centre() - block.pose.at);
        for wanted in [towards, theirs.pose.facing.reversed()] {
            let off = facing.turn_to(wanted);
            let angle = to_degrees(off.abs()).round();
            let hand = if off < 0.0 { Hand::Left } else { Hand::Right };
            let wheel = Some((hand, angle.into()));
            let path = ChargePath { wheel, ..ChargePath::default() };
            if (2.0..=90.0).contains(&angle) && !ANGLES.contains(&angle) && !paths.contains(&path) {
                paths.push(path);
            }
        }
    }
}
