//! Formations (10.5): files and ranks, the rectangle of a group, where each base stands in it.
//!
//! Where a base stands on the table is the truth; files and ranks are read from it. A file holds bases one behind
//! the other with the facing of the group; bases that face otherwise after a flank charge are in no file.

mod array;
mod body;
mod formed;
mod turn;
mod width;

pub use array::{Array, Slot};
pub use body::{Body, wheel_angle, wheel_cost};
pub use formed::{Formed, front_kinds_first};
pub use turn::turning_corner;

use crate::choice::Placement;
use crate::event::{MoveWhy, Moved};
use crate::ids::{BaseId, GroupId};
use crate::movement::Leg;
use crate::rules::Look;
use crate::state::Shape;
use aelian_geometry::{Circle, Edge, Facing, Pose, Rect, Vec2};

/// FA-BG-01.
pub const MOST_BASES: usize = 12;

impl Look<'_> {
    /// Files and ranks of a group as it stands.
    pub fn array(&self, group: GroupId) -> Array {
        self.state.kept_array(group, || Array::of(*self, group))
    }

    /// FA-TROOP-28: all its bases are in one rank.
    pub fn is_one_deep(&self, group: GroupId) -> bool {
        self.array(group).ranks() <= 1
    }

    /// FA-FORM-05: one file wide, straight or kinked.
    pub fn is_column(&self, group: GroupId) -> bool {
        let state = self.state;
        state.group(group).shape == Shape::KinkedColumn
            || (state.strength(group) > 1 && self.array(group).files() == 1)
    }

    /// The rectangle of a group in normal formation: its front edge is that of the front rank, its depth that of all
    /// ranks. For a loose group the smallest rectangle with the group's facing that holds all its bases.
    #[inline]
    pub fn block(&self, group: GroupId) -> Rect {
        self.block_and_circle(group).0
    }

    /// The circle about that rectangle: no part of the group lies outside it.
    #[inline]
    pub fn circle(&self, group: GroupId) -> Circle {
        self.state.known_circle(group).unwrap_or_else(|| self.block_and_circle(group).1)
    }

    fn block_and_circle(&self, group: GroupId) -> (Rect, Circle) {
        let facing = self.state.group(group).facing;
        self.state.kept_block(group, || bounds(facing, self.state.rects_of(group)))
    }

    /// The base directly behind this one: same group, same facing, its front edge on this one's rear edge.
    pub fn behind(&self, base: BaseId) -> Option<BaseId> {
        self.neighbour(base, Edge::Rear)
    }

    /// The base directly before this one in its file.
    pub fn ahead(&self, base: BaseId) -> Option<BaseId> {
        self.neighbour(base, Edge::Front)
    }

    /// Rank of a base in its file, counted from 0 in front, whatever way it faces.
    pub fn rank(&self, base: BaseId) -> u8 {
        let mut rank = 0;
        let mut at = base;
        while let Some(before) = self.ahead(at) {
            rank += 1;
            at = before;
            if usize::from(rank) >= MOST_BASES {
                break;
            }
        }
        rank
    }

    fn neighbour(&self, base: BaseId, edge: Edge) -> Option<BaseId> {
        let rect = self.state.rect(base);
        let tolerance = self.rules.tolerance;
        let at = rect.edge_middle(edge);
        self.state.bases_of(self.state.base(base).group).find(|other| {
            let other_rect = self.state.rect(*other);
            let meets = match edge {
                Edge::Rear => other_rect.pose.at,
                _ => other_rect.edge_middle(Edge::Rear),
            };
            *other != base
                && rect.pose.facing.same(other_rect.pose.facing, tolerance)
                && (meets - at).length() <= tolerance.length * 2.0
        })
    }

    /// FA-FORM-01: where the bases of a group stand in this array with the middle of the front edge there.
    pub fn places(&self, array: &Array, front: Pose) -> Vec<Placement> {
        self.places_with(array, front, |base| self.depth_of(base))
    }

    /// The same with other depths, for troops that are about to dismount.
    pub fn places_with(&self, array: &Array, front: Pose, depth: impl Fn(BaseId) -> f64) -> Vec<Placement> {
        let width = self.rules.width;
        let half = (f64::from(array.files()) - 1.0) * 0.5;
        // Each base stands close behind the one before it in its file, whatever the depth of those beside that.
        let mut back = [0.0; MOST_BASES];
        let mut places = Vec::with_capacity(array.len());
        for slot in array.slots() {
            let back = &mut back[usize::from(slot.file) % MOST_BASES];
            let pose = front.shifted((f64::from(slot.file) - half) * width).advanced(-*back);
            places.push(Placement { base: slot.base, pose: pose.on_grid() });
            *back += depth(slot.base);
        }
        places
    }

    /// FA-FORM-01, FA-FORM-02: all these bases, standing so, are a normal formation: files and ranks edge to edge, of
    /// which only the last rank is short.
    pub fn is_in_formation(&self, body: &Body) -> bool {
        let array = Array::read(*self, body.facing, body.bases.iter().map(|(base, rect)| (*base, rect.pose)));
        let stands = |place: &Placement| {
            let near = |(base, rect): &(BaseId, Rect)| {
                *base == place.base && (rect.pose.at - place.pose.at).length() <= self.rules.tolerance.length
            };
            body.bases.iter().any(near)
        };
        array.len() == body.bases.len()
            && array.is_normal()
            && self.places(&array, body.block().pose).iter().all(stands)
    }

    /// An array of bases of a group with the others, who face elsewhere, fallen in behind.
    pub fn with_those_aside(&self, group: GroupId, array: &Array) -> Array {
        let aside: Vec<BaseId> =
            self.state.bases_of(group).filter(|base| array.slot_of(*base).is_none()).collect();
        if aside.is_empty() {
            return *array;
        }
        let tail = Array::usual_tail(array.len() + aside.len(), array.files());
        Array::arranged(array.bases().chain(aside), array.files(), tail)
    }

    /// FA-BASE-03: the depth of this base, in mm.
    pub fn depth_of(&self, base: BaseId) -> f64 {
        self.rules.depth(self.state.troop(base).kind)
    }

    /// The event of a group that now stands in this array, in normal formation.
    pub fn stands(&self, group: GroupId, array: &Array, front: Pose, why: MoveWhy, way: Vec<Leg>) -> Moved {
        let places = self.places(array, front);
        Moved { group, why, way, places, facing: front.facing, shape: Shape::Normal }
    }
}

/// The smallest rectangle with this facing that holds all of these.
pub fn bounds<'a>(facing: Facing, rects: impl Iterator<Item = &'a Rect>) -> Rect {
    let (ahead, right) = (facing.vector(), facing.right());
    let (mut front, mut rear) = (f64::NEG_INFINITY, f64::INFINITY);
    let (mut left_most, mut right_most) = (f64::INFINITY, f64::NEG_INFINITY);
    for corner in rects.flat_map(|rect| rect.corners()) {
        let (forward, sideways) = (corner.dot(ahead), corner.dot(right));
        // Written out: `max` and `min` look after numbers that are none.
        front = if forward > front { forward } else { front };
        rear = if forward < rear { forward } else { rear };
        left_most = if sideways < left_most { sideways } else { left_most };
        right_most = if sideways > right_most { sideways } else { right_most };
    }
    if front < rear {
        return Rect::new(Pose { at: Vec2::ZERO, facing }, 0.0, 0.0);
    }
    let at = ahead * front + right * ((left_most + right_most) * 0.5);
    Rect::new(Pose { at, facing }, right_most - left_most, front - rear)
}
