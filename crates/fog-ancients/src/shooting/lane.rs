//! Whether a file can shoot at a base: ground and friends in the way, shooting over heads (20.6, 60.6).

use super::post::Post;
use crate::ground::sight::{Mark, front_corners, points};
use crate::ids::BaseId;
use crate::rules::Look;
use crate::troop::TroopType;
use aelian_geometry::{Circle, Edge, Rect, Segment, Vec2, clear_within, nearest_points};

/// A group of the shooters' side: a circle that holds it, and its bases.
#[derive(Clone, Debug)]
pub(super) struct Friends {
    pub circle: Circle,
    pub bases: Vec<(BaseId, Rect)>,
}

impl Look<'_> {
    /// FA-LOS-01, FA-LOS-02: from both front corners of the file straight lines run to one point of the target past
    /// ground and friends. `friends` are all groups of the shooters' side; `far` is the distance in mm.
    pub(super) fn has_lane(&self, post: &Post, mark: Mark<'_>, far: f64, friends: &[Friends]) -> bool {
        let bare = self.is_bare();
        if !bare && self.is_hidden(&post.front, mark, far) {
            return false;
        }
        let blockers = self.blockers(post, mark.rect, friends);
        if bare && blockers.is_empty() {
            return true;
        }
        let corners = front_corners(&post.front);
        let is_clear = |from: Vec2, to: Vec2| {
            let line = Segment::new(from, to);
            clear_within(line, blockers.iter(), self.rules.tolerance)
                && (bare || self.ground_is_clear(&post.front, mark, line))
        };
        aims(&post.front, mark.rect).any(|to| corners.iter().all(|from| is_clear(*from, to)))
    }

    /// Friends near the lane who cannot be shot over.
    fn blockers(&self, post: &Post, target: &Rect, friends: &[Friends]) -> Vec<Rect> {
        let (from, to) = (post.front.pose.at, target.centre());
        let reach = (to - from).length() * 0.5 + post.front.width + target.radius();
        let lane = Circle { centre: (from + to) * 0.5, radius: reach };
        let groups = friends.iter().filter(|group| lane.near(&group.circle, 0.0));
        let near = groups
            .flat_map(|group| &group.bases)
            .filter(|(base, rect)| !post.ranks.contains(&Some(*base)) && lane.near(&rect.circle(), 0.0));
        let stays = |(base, rect): &&(BaseId, Rect)| !self.may_shoot_over(post, target, *base, rect);
        near.filter(stays).map(|(_, rect)| *rect).collect()
    }

    /// FA-SHOOT-30, FA-SHOOT-37, AMB-91: from higher ground over friends who are more than 1 MU from shooters and
    /// target along the shortest line between these; artillery over light foot wherever these are.
    fn may_shoot_over(&self, post: &Post, target: &Rect, friend: BaseId, friends: &Rect) -> bool {
        let Some(shooter) = post.ranks[0] else { return false };
        let standing = self.state.rect(shooter);
        let Some(hill) = self.hill_under(standing) else { return false };
        if !self.is_below(hill, standing, friends) {
            return false;
        }
        let guns = self.state.troop(shooter).kind.is_artillery();
        let light_foot = self.state.troop(friend).kind == TroopType::LightFoot;
        (guns && light_foot) || self.is_clear_of_both(&post.front, target, friends)
    }

    fn is_clear_of_both(&self, shooter: &Rect, target: &Rect, friends: &Rect) -> bool {
        let (from, to) = nearest_points(shooter, target);
        let Some(along) = (to - from).try_normalize() else { return false };
        let length = (to - from).dot(along);
        let gap = self.reach(self.rules.distances().shooting.over_friends);
        friends.corners().iter().all(|corner| {
            let way = (*corner - from).dot(along);
            way > gap && length - way > gap
        })
    }
}

/// FA-LOS-02: the points of a target that are tried: the nearest one, corners and middles of edges, and more along the
/// nearest edge.
fn aims(front: &Rect, target: &Rect) -> impl Iterator<Item = Vec2> {
    let eye = front.pose.at;
    let gap = |edge: &Edge| aelian_geometry::point_to_segment(eye, target.edge(*edge));
    let nearest = Edge::ALL.into_iter().min_by(|one, other| gap(one).total_cmp(&gap(other)));
    let edge = target.edge(nearest.unwrap_or(Edge::Front));
    let along = [0.125, 0.25, 0.375, 0.625, 0.75, 0.875].map(|part| edge.at(part));
    std::iter::once(edge.nearest(eye)).chain(points(target)).chain(along)
}
