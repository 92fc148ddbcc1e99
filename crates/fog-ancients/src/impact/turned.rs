//! Where bases that turn to face an enemy come to stand (FA-FLK-12, FA-FLK-14, FA-FF-07, FA-ALG-41, FA-ALG-42).

use crate::event::{MoveWhy, Moved};
use crate::formation::{Array, Body, bounds};
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::movement;
use crate::rules::Look;
use crate::state::Shape;
use aelian_geometry::{Edge, Facing, Hand, Rect, contacts, degrees, overlaps, sweep};

/// How a base turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    To(Hand),
    About,
}

impl Turn {
    pub fn faces(self, from: Facing) -> Facing {
        match self {
            Turn::To(hand) => from.turned(degrees(90.0) * hand.sign()),
            Turn::About => from.reversed(),
        }
    }
}

/// Who closes a gap between the bases that turned and the rest of their group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// FA-FLK-12.
    TurnedBack,
    /// FA-FF-07.
    RestUp,
}

/// A group some of whose bases have turned, in thought.
pub struct Stand {
    body: Body,
}

/// FA-ALG-41, FA-ALG-42: where the group stands when these bases have turned; those for whom there is no room stay as
/// they are. None if all of them do.
pub fn stands(
    look: Look<'_>,
    group: GroupId,
    by: GroupId,
    how: &[(BaseId, Turn)],
    gap: Gap,
) -> Option<Stand> {
    let mut stand = Stand { body: Body::of(look.state, group) };
    let mut turned = false;
    for (base, rect) in &mut stand.body.bases {
        if how.contains(&(*base, Turn::About)) {
            *rect = rect.with_pose(rect.pose.about_faced(rect.depth));
            turned = true;
        }
    }
    for hand in Hand::BOTH {
        let to = |(base, turn): &(BaseId, Turn)| (*turn == Turn::To(hand)).then_some(*base);
        for file in files(look, how.iter().filter_map(to).collect()) {
            turned |= stand.turn_file(look, (group, by), &file, hand, gap);
        }
    }
    turned.then_some(stand)
}

/// FA-FORM-04: these bases file by file, each from its front.
fn files(look: Look<'_>, bases: Vec<BaseId>) -> Vec<Vec<BaseId>> {
    let t = look.rules.tolerance;
    let mut files: Vec<Vec<BaseId>> = Vec::new();
    for base in bases {
        let pose = look.state.rect(base).pose;
        let same = |file: &&mut Vec<BaseId>| {
            let first = look.state.rect(file[0]).pose;
            let aside = (pose.at - first.at).dot(first.facing.right());
            pose.facing.same(first.facing, t) && aside.abs() < look.rules.width * 0.5
        };
        match files.iter_mut().find(same) {
            Some(file) => file.push(base),
            None => files.push(vec![base]),
        }
    }
    let ahead = |base: &BaseId| {
        let pose = look.state.rect(*base).pose;
        pose.at.dot(pose.facing.vector())
    };
    for file in &mut files {
        file.sort_by(|one, other| ahead(other).total_cmp(&ahead(one)));
    }
    files
}

impl Stand {
    /// FA-FLK-12, FA-FLK-14, FA-FF-07, FA-ALG-41: bases of one file turn as one block, and the gap behind it is closed;
    /// the rest of the group makes room for what is deeper than the file was wide. False if there is no room.
    fn turn_file(
        &mut self,
        look: Look<'_>,
        (group, by): (GroupId, GroupId),
        file: &[BaseId],
        hand: Hand,
        gap: Gap,
    ) -> bool {
        let Some(mut block) = block(look, file, hand) else { return false };
        let mut rest = self.body.clone();
        rest.bases.retain(|(base, _)| !file.contains(base));
        let back = -block.facing.vector();
        let deeper = behind(look, &block, &rest);
        if deeper > look.rules.tolerance.length {
            rest = rest.translated(back * deeper);
        } else {
            let open = gap_behind(look, &block, &rest);
            match gap {
                Gap::TurnedBack => block = block.translated(back * open),
                Gap::RestUp => rest = rest.translated(back * -open),
            }
        }
        let whole =
            Body { facing: self.body.facing, bases: [block.bases.clone(), rest.bases.clone()].concat() };
        let t = look.rules.tolerance;
        let clear = block.rects().all(|own| !rest.rects().any(|other| overlaps(own, other, t)));
        if !(clear && has_room(look, &whole, group, by)) {
            return false;
        }
        for (base, rect) in &mut self.body.bases {
            if let Some((_, there)) = whole.bases.iter().find(|(other, _)| other == base) {
                *rect = *there;
            }
        }
        true
    }

    /// The event of the group that now stands so, with those that do not stand where they stood.
    pub fn moved(&self, look: Look<'_>, group: GroupId) -> Moved {
        let mut places = self.body.places();
        places.retain(|place| look.state.rect(place.base).pose != place.pose);
        // FA-FORM-07: it faces otherwise only if all of it does.
        let first = self.body.bases.first().map(|(_, rect)| rect.pose.facing);
        let facing = first
            .filter(|to| self.body.rects().all(|rect| rect.pose.facing.same(*to, look.rules.tolerance)))
            .unwrap_or(look.state.group(group).facing);
        let whole = Body { facing, bases: self.body.bases.clone() };
        let shape = if look.is_in_formation(&whole) { Shape::Normal } else { Shape::Loose };
        Moved { group, why: MoveWhy::TurnedToFace, way: Vec::new(), places, facing, shape }
    }
}

/// FA-ALG-41, FA-TURN-01 to FA-TURN-04: bases of one file after a turn to this hand: as few side by side as are as wide as
/// they were deep, along the edge that was their side, from the corner nearest their front; the others behind these.
fn block(look: Look<'_>, file: &[BaseId], hand: Hand) -> Option<Body> {
    let facing = look.state.rect(*file.first()?).pose.facing;
    let array = Array::arranged(file.iter().copied(), 1, 0);
    let deep = bounds(facing, file.iter().map(|base| look.state.rect(*base)));
    let wide = look.files_for(deep.depth).min(array.len() as u8);
    let left_over = array.len() as u8 % wide;
    // A short last rank too is packed against that corner.
    let (turn, tail) = match hand {
        Hand::Left => (movement::Turn::Left, wide - left_over),
        Hand::Right => (movement::Turn::Right, 0),
    };
    Some(look.turned_from(&array, &deep, turn, Some(tail)).body(look))
}

/// FA-ALG-41: how far the block reaches into the rest of its group, seen from its front.
fn behind(look: Look<'_>, block: &Body, rest: &Body) -> f64 {
    let along = block.facing.unit();
    let far = look.rules.width * 8.0;
    let pushed = |own: &Rect, other: &Rect| {
        let from = other.with_pose(other.pose.translated(along * -far));
        sweep(&from, along, far, own, look.rules.tolerance).map(|met| far - met)
    };
    let all = rest.rects().flat_map(|other| block.rects().filter_map(move |own| pushed(own, other)));
    all.fold(0.0, f64::max)
}

/// FA-FLK-12: how far the block stands from the others of its group; not at all if one of its bases stands along another
/// base already, such as the one before it that is held to its front.
fn gap_behind(look: Look<'_>, block: &Body, rest: &Body) -> f64 {
    let joined = |own: &Rect, other: &Rect| {
        let met = contacts(own, other, look.rules.tolerance);
        Edge::ALL.iter().any(|mine| Edge::ALL.iter().any(|theirs| met.edge_edge(*mine, *theirs).is_some()))
    };
    if rest.rects().any(|other| block.rects().any(|own| joined(own, other))) {
        return 0.0;
    }
    let back = -block.facing.unit();
    let most = look.rules.width * 2.0;
    let gaps = rest.rects().flat_map(|other| {
        block.rects().filter_map(move |own| sweep(own, back, most, other, look.rules.tolerance))
    });
    gaps.reduce(f64::min).unwrap_or(0.0)
}

/// FA-ALG-42: the bases overlap nobody and stand on the table.
fn has_room(look: Look<'_>, body: &Body, group: GroupId, by: GroupId) -> bool {
    let t = look.rules.tolerance;
    let free = |rect: &Rect| !body.rects().any(|own| overlaps(own, rect, t));
    let others: GroupSet = look.state.on_table().filter(|other| *other != group && *other != by).collect();
    let mut taken = others.iter().flat_map(|other| look.state.rects_of(other));
    taken.all(free)
        && look.state.rects_of(by).all(free)
        && body.rects().all(|rect| look.state.field.edge_crossed(rect, t.length).is_none())
}
