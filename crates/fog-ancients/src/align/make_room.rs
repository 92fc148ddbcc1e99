//! Friends who make room for others (FA-CONF-06).

use super::room::{InTheWay, fixed_in_the_way, groups_in_the_way, passage};
use crate::event::{MoveWhy, Moved};
use crate::formation::Body;
use crate::ids::{GroupId, GroupSet};
use crate::rules::Look;
use aelian_geometry::{Hand, Rect};

/// How many groups may push each other aside in one row.
const LONGEST_ROW: usize = 8;

/// FA-CONF-06: the shortest sideways shifts that take friends away from under this body, each in its own line; or who
/// or what stops them. Friends in contact with the enemy stay.
pub(super) fn make_room(look: Look<'_>, group: GroupId, body: &Body) -> Result<Vec<Moved>, InTheWay> {
    let side = look.state.group(group).side;
    let mut row = Row { look, moving: GroupSet::one(group), shifted: Vec::new() };
    let first: Vec<GroupId> = groups_in_the_way(look, side, body, row.moving).collect();
    for friend in first {
        if row.moving.contains(friend) {
            continue;
        }
        row = row.aside(friend, body)?;
    }
    Ok(row.shifted.into_iter().map(|(friend, body)| moved(look, friend, &body)).collect())
}

/// Groups that have been shifted so far.
#[derive(Clone)]
struct Row<'a> {
    look: Look<'a>,
    moving: GroupSet,
    shifted: Vec<(GroupId, Body)>,
}

impl<'a> Row<'a> {
    /// This friend gives way to a body: to the side that is nearer, or else to the other.
    fn aside(self, friend: GroupId, body: &Body) -> Result<Row<'a>, InTheWay> {
        let own = Body::of(self.look.state, friend);
        let mut ways = Hand::BOTH.map(|hand| (clear_of(self.look, &own, body, hand), hand));
        ways.sort_by(|one, other| one.0.total_cmp(&other.0));
        let [(_, near), (_, far)] = ways;
        self.clone().pushed(friend, body, near).or_else(|stopped| self.pushed(friend, body, far).map_err(|_| stopped))
    }

    /// This friend is pushed to one side, and whoever stands there in turn.
    fn pushed(mut self, friend: GroupId, body: &Body, hand: Hand) -> Result<Row<'a>, InTheWay> {
        if self.is_held(friend) || self.shifted.len() >= LONGEST_ROW {
            return Err(InTheWay::Friend(friend));
        }
        let look = self.look;
        let own = Body::of(look.state, friend);
        let aside = own.shifted(clear_of(look, &own, body, hand) * hand.sign());
        let side = look.state.group(friend).side;
        self.moving.insert(friend);
        if let Some(stops) = fixed_in_the_way(look, side, &aside, self.moving) {
            return Err(stops);
        }
        let next: Vec<GroupId> = groups_in_the_way(look, side, &aside, self.moving).collect();
        let crowded = |other: &(GroupId, Body)| clear_of(look, &aside, &other.1, hand) > 0.0;
        if let Some((other, _)) = self.shifted.iter().find(|other| crowded(other)) {
            return Err(InTheWay::Friend(*other));
        }
        self.shifted.push((friend, aside.clone()));
        for other in next {
            if !self.moving.contains(other) {
                self = self.pushed(other, &aside, hand)?;
            }
        }
        Ok(self)
    }

    /// It is in contact with the enemy, or in close combat.
    fn is_held(&self, friend: GroupId) -> bool {
        let look = self.look;
        look.state.in_close_combat(friend)
            || look.state.on_table_of(look.state.group(friend).side.other()).any(|enemy| look.touch(friend, enemy))
    }
}

/// How far the body must go to this side so that it stands on no base of the other; 0 if it does not.
fn clear_of(look: Look<'_>, body: &Body, other: &Body, hand: Hand) -> f64 {
    let along = body.facing.right() * hand.sign();
    let out = |mine: &Rect, theirs: &Rect, gone: f64| {
        let (enter, leave) = passage(mine, along, theirs, look.rules.tolerance)?;
        let deep = look.rules.tolerance.length;
        // Standing on it after so far: deeper than the tolerance both from where it enters and to where it leaves.
        (enter + deep < gone && leave - deep > gone).then_some(leave)
    };
    let mut gone = 0.0;
    for _ in 0..=other.bases.len() {
        let further = body
            .rects()
            .flat_map(|mine| other.rects().filter_map(move |theirs| out(mine, theirs, gone)))
            .fold(gone, f64::max);
        if further <= gone {
            break;
        }
        gone = further;
    }
    gone
}

/// The event of a friend who was shifted.
fn moved(look: Look<'_>, group: GroupId, body: &Body) -> Moved {
    let shape = look.state.group(group).shape;
    Moved {
        group,
        why: MoveWhy::MadeRoom,
        way: Vec::new(),
        places: body.places(),
        facing: body.facing,
        shape,
    }
}
