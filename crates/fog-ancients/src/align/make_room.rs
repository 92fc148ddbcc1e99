//! Friends who make room for others (FA-CONF-06).

use super::room::passage;
use crate::event::{MoveWhy, Moved};
use crate::formation::Body;
use crate::ids::{GroupId, GroupSet};
use crate::movement::way::Obstacle;
use crate::rules::{Look, in_order};
use aelian_game::Side;
use aelian_geometry::{Hand, Rect, overlaps};

/// How many groups may push each other aside in one row.
const LONGEST_ROW: usize = 8;

/// FA-CONF-06: the shortest sideways shifts that take friends away from under this body, each in its own line; or who
/// or what stops them. Friends in contact with the enemy stay.
pub(super) fn make_room(look: Look<'_>, group: GroupId, body: &Body) -> Result<Vec<Moved>, Obstacle> {
    let side = look.state.group(group).side;
    let mut row = Row { look, comes: body, moving: GroupSet::one(group), shifted: Vec::new() };
    for friend in friends_under(look, side, body, row.moving) {
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
    /// Who needs the room.
    comes: &'a Body,
    moving: GroupSet,
    shifted: Vec<(GroupId, Body)>,
}

impl<'a> Row<'a> {
    /// This friend gives way to a body: to the side that is nearer, or else to the other.
    fn aside(self, friend: GroupId, body: &Body) -> Result<Row<'a>, Obstacle> {
        let own = Body::of(self.look.state, friend);
        let mut ways = Hand::BOTH.map(|hand| (clear_of(self.look, &own, body, hand), hand));
        let there = |(far, hand): &(f64, Hand)| own.block().pose.shifted(far * hand.sign()).at;
        in_order(&mut ways, |way| way.0, |way| self.look.off_middle(there(way)));
        let [(_, near), (_, far)] = ways;
        self.clone()
            .pushed(friend, body, near)
            .or_else(|stopped| self.pushed(friend, body, far).map_err(|_| stopped))
    }

    /// This friend is pushed to one side, and whoever stands there in turn.
    fn pushed(mut self, friend: GroupId, body: &Body, hand: Hand) -> Result<Row<'a>, Obstacle> {
        if self.is_held(friend) || self.shifted.len() >= LONGEST_ROW {
            return Err(Obstacle::Group(friend));
        }
        let look = self.look;
        let own = Body::of(look.state, friend);
        let aside = own.shifted(clear_of(look, &own, body, hand) * hand.sign());
        let side = look.state.group(friend).side;
        self.moving.insert(friend);
        let fixed = |by| !matches!(by, Obstacle::Group(id) if look.state.group(id).side == side);
        if let Some(stops) = look.stands_on(&aside, GroupSet::one(friend), fixed) {
            return Err(stops);
        }
        let next = friends_under(look, side, &aside, self.moving);
        let crowded = |other: &(GroupId, Body)| clear_of(look, &aside, &other.1, hand) > 0.0;
        if let Some((other, _)) = self.shifted.iter().find(|other| crowded(other)) {
            return Err(Obstacle::Group(*other));
        }
        let under = |rect: &Rect| self.comes.rects().any(|own| overlaps(own, rect, look.rules.tolerance));
        if aside.rects().any(under) {
            return Err(Obstacle::Group(friend));
        }
        self.shifted.push((friend, aside.clone()));
        for other in next {
            if !self.moving.contains(other) {
                // The same way, whichever way he faces.
                let way = aside.facing.right() * hand.sign();
                let right = look.state.group(other).facing.right().dot(way) >= 0.0;
                self = self.pushed(other, &aside, if right { Hand::Right } else { Hand::Left })?;
            }
        }
        Ok(self)
    }

    /// It is in contact with the enemy, or in close combat.
    fn is_held(&self, friend: GroupId) -> bool {
        let look = self.look;
        look.state.in_close_combat(friend)
            || look
                .state
                .on_table_of(look.state.group(friend).side.other())
                .any(|enemy| look.touch(friend, enemy))
    }
}

/// Groups of this side on which the body would stand, but for these.
fn friends_under(look: Look<'_>, side: Side, body: &Body, but: GroupSet) -> Vec<GroupId> {
    let circle = body.block().circle();
    let under = |friend: &GroupId| {
        let mut rects = look.state.rects_of(*friend).filter(|rect| circle.near(&rect.circle(), 0.0));
        rects.any(|other| body.rects().any(|rect| overlaps(rect, other, look.rules.tolerance)))
    };
    let friends = look.state.on_table_of(side).filter(|friend| !but.contains(*friend));
    friends.filter(under).collect()
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
