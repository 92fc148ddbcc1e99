//! What a fight between two groups is worth, by points of advantage, quality and state.

use aelian_fog_ancients::combat::Kind;
use aelian_fog_ancients::event::{self, Event};
use aelian_fog_ancients::state::{Cohesion, Deed};
use aelian_fog_ancients::{BaseId, GroupId, Look};

/// How well one group would do that charges another: about nought when they are even, a step for each point of
/// advantage and each class of quality.
pub fn of_charge(look: Look<'_>, group: GroupId, enemy: GroupId) -> f64 {
    let mut charging = look.state.clone();
    event::apply(&mut charging, &Event::Did { group, deed: Deed::Charged });
    let impact = net(look.at(&charging), Kind::Impact, group, enemy);
    let melee = net(look, Kind::Melee, group, enemy);
    f64::from(impact) + 1.2 * f64::from(melee) + standing(look, group) - standing(look, enemy)
}

/// How well a group does in a fight that goes on.
pub fn of_melee(look: Look<'_>, group: GroupId, enemy: GroupId) -> f64 {
    f64::from(net(look, Kind::Melee, group, enemy)) + standing(look, group) - standing(look, enemy)
}

fn net(look: Look<'_>, kind: Kind, group: GroupId, enemy: GroupId) -> i32 {
    match (middle(look, group), middle(look, enemy)) {
        (Some(mine), Some(theirs)) => look.net_poa(kind, mine, theirs, [false; 2]).value,
        _ => 0,
    }
}

/// A base of the front rank that stands for the group.
fn middle(look: Look<'_>, group: GroupId) -> Option<BaseId> {
    let array = look.array(group);
    array.at(array.files() / 2, 0).or_else(|| look.state.bases_of(group).next())
}

/// Quality, numbers and state.
fn standing(look: Look<'_>, id: GroupId) -> f64 {
    let group = look.state.group(id);
    let state = match group.cohesion {
        Cohesion::Steady => 0.0,
        Cohesion::Disrupted => -1.0,
        Cohesion::Fragmented => -2.5,
        Cohesion::Broken => -6.0,
    };
    let light = if group.is_skirmishers() { -1.5 } else { 0.0 };
    group.quality as u8 as f64 * 0.6 + look.state.strength(id) as f64 * 0.08 + state + light
}

/// FA-HINT-04, FA-HINT-31: a commander fights in front where the fight is about even or better.
pub fn is_worth_leading(look: Look<'_>, group: GroupId) -> bool {
    let fights: Vec<f64> =
        look.state.bouts_of(group).map(|bout| of_melee(look, group, bout.enemy_of(group))).collect();
    !fights.is_empty() && fights.iter().all(|worth| (-0.5..2.5).contains(worth))
}
