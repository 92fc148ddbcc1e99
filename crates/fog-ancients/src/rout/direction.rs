//! Which way a broken group flees (FA-ROUT-04, FA-ROUT-05, FA-JPUR-02, FA-GEO-11, FA-GEO-12).

use crate::ids::{GroupId, GroupSet};
use crate::position::front_edge_contact;
use crate::rules::Look;
use crate::state::{Broken, BrokenWhy};
use aelian_geometry::{Facing, Rect, Vec2, degrees, distance};

/// Directions whose sum is shorter than this part of one of them have no bisector.
const OPPOSITE: f64 = 0.02;

/// FA-ROUT-04, FA-ROUT-05: away from those who broke it; none is towards its own rear edge.
pub fn fled(look: Look<'_>, broken: &Broken) -> Option<Facing> {
    let enemies =
        broken.by.iter().filter(|enemy| look.state.group(*enemy).place == crate::state::Place::Table);
    let from = |enemy: GroupId| match broken.why {
        BrokenWhy::Shooting => from_shooters(look, enemy, broken.group),
        BrokenWhy::ChargedFragmented => {
            charge_of(look, enemy).unwrap_or(look.state.group(enemy).facing).vector()
        }
        BrokenWhy::CloseCombat | BrokenWhy::Otherwise => from_contact(look, enemy, broken.group),
    };
    match broken.why {
        BrokenWhy::Otherwise => None,
        _ => bisector(enemies.map(from)),
    }
}

/// FA-JPUR-02: away from the unbroken enemy who touch it; none if nobody does, or if they bar each other's way.
pub fn chased(look: Look<'_>, group: GroupId) -> Option<Facing> {
    bisector(touching(look, group).iter().map(|enemy| from_contact(look, enemy, group)))
}

/// The unbroken enemy who touch a group.
pub fn touching(look: Look<'_>, group: GroupId) -> GroupSet {
    let side = look.state.group(group).side;
    look.enemies(side).filter(|enemy| look.touch(*enemy, group)).collect()
}

/// FA-GEO-11, AMB-24: the sum of these directions; none if there is none or if they cancel out.
pub fn bisector(directions: impl Iterator<Item = Vec2>) -> Option<Facing> {
    let sum = directions.fold(Vec2::ZERO, |sum, one| sum + one);
    (sum.length() > OPPOSITE).then(|| Facing::along(sum))
}

/// Where a declared charge leads (FA-EV-06): the way it faces after its wheel.
pub fn charge_of(look: Look<'_>, charger: GroupId) -> Option<Facing> {
    let charge = look.state.charges.iter().find(|charge| charge.group == charger)?;
    let facing = look.state.group(charger).facing;
    Some(match charge.path.wheel {
        Some((hand, angle)) => facing.turned(degrees(angle.0) * hand.sign()),
        None => facing,
    })
}

/// FA-GEO-12: the way the enemy faces where his front touches; from middle to middle otherwise.
fn from_contact(look: Look<'_>, enemy: GroupId, group: GroupId) -> Vec2 {
    let t = look.rules.tolerance;
    let fronts = look
        .state
        .rects_of(enemy)
        .filter(|own| look.state.rects_of(group).any(|theirs| front_edge_contact(own, theirs, t)));
    let sum = fronts.fold(Vec2::ZERO, |sum, rect| sum + rect.pose.facing.unit());
    if sum.length() > OPPOSITE {
        return sum / sum.length();
    }
    between(look.block(enemy).centre(), look.block(group).centre(), look.state.group(enemy).facing)
}

/// AMB-25: from the nearest shooting base to the middle of the group; of several as near, between them.
fn from_shooters(look: Look<'_>, enemy: GroupId, group: GroupId) -> Vec2 {
    let (block, facing) = (look.block(group), look.state.group(enemy).facing);
    let far = |rect: &Rect| distance(rect, &block);
    let least = look.state.rects_of(enemy).map(far).fold(f64::INFINITY, f64::min);
    let nearest = look.state.rects_of(enemy).filter(|rect| far(rect) <= least + look.rules.slack);
    let sum = nearest.fold(Vec2::ZERO, |sum, rect| sum + between(rect.centre(), block.centre(), facing));
    if sum.length() > OPPOSITE { sum / sum.length() } else { facing.vector() }
}

fn between(from: Vec2, to: Vec2, otherwise: Facing) -> Vec2 {
    let way = to - from;
    if way.length() > 1e-6 { way / way.length() } else { otherwise.vector() }
}
