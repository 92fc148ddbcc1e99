//! Where shooters stand (60.5, 60.6): files with the edge over which they shoot, and the bases that shoot over it.

use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use crate::state::Shape;
use crate::troop::{Troop, TroopType};
use aelian_geometry::{Edge, Facing, Hand, Pose, Rect};

/// An edge over which up to two bases of one file shoot.
#[derive(Clone, Copy, Debug)]
pub struct Post {
    pub group: GroupId,
    /// Files of one group are told apart by it: the front and the rear of one file are one file.
    pub file: u8,
    /// A rectangle whose front edge is the shooting edge.
    pub front: Rect,
    /// The bases in the first and the second rank behind that edge, shooters or not.
    pub ranks: [Option<BaseId>; 2],
    /// FA-SHOOT-23: it shoots over its rear edge.
    pub rear: bool,
}

impl Look<'_> {
    /// The posts of a group; those of battle wagons on this long side.
    pub fn posts(&self, group: GroupId, side: Hand) -> Vec<Post> {
        let state = self.state.group(group);
        if state.is_kind(TroopType::BattleWagons) {
            return self.wagon_posts(group, side);
        }
        match state.shape {
            Shape::Normal | Shape::KinkedColumn => self.file_posts(group),
            Shape::Loose | Shape::Orb => self.loose_posts(group),
        }
    }

    /// FA-SHOOT-26, FA-SHOOT-28, FA-SHOOT-29: the first two ranks of each file; to the rear the last two.
    fn file_posts(&self, group: GroupId) -> Vec<Post> {
        let array = self.array(group);
        let mut posts = Vec::with_capacity(usize::from(array.files()));
        for file in 0..array.files() {
            let Some(first) = array.at(file, 0) else { continue };
            posts.push(self.front_post(group, file, [Some(first), array.at(file, 1)]));
            let last = (0..array.ranks()).rev().find_map(|rank| Some((rank, array.at(file, rank)?)));
            if let Some((rank, last)) = last
                && shoots_backwards(self.state.troop(last))
            {
                let before = rank.checked_sub(1).and_then(|rank| array.at(file, rank));
                posts.push(self.rear_post(group, file, [Some(last), before]));
            }
        }
        posts
    }

    /// A group out of formation: each base with none before it leads a file.
    fn loose_posts(&self, group: GroupId) -> Vec<Post> {
        let mut posts = Vec::new();
        for (file, base) in self.state.bases_of(group).enumerate() {
            let (ahead, behind) = (self.ahead(base), self.behind(base));
            if ahead.is_none() {
                posts.push(self.front_post(group, file as u8, [Some(base), behind]));
            }
            if behind.is_none() && ahead.is_none() && shoots_backwards(self.state.troop(base)) {
                posts.push(self.rear_post(group, file as u8, [Some(base), None]));
            }
        }
        posts
    }

    fn front_post(&self, group: GroupId, file: u8, ranks: [Option<BaseId>; 2]) -> Post {
        let front = ranks[0].map_or_else(|| self.block(group), |base| self.outline(base));
        Post { group, file, front, ranks, rear: false }
    }

    fn rear_post(&self, group: GroupId, file: u8, ranks: [Option<BaseId>; 2]) -> Post {
        let rect = ranks[0].map_or_else(|| self.block(group), |base| *self.state.rect(base));
        let front = rect.with_pose(rect.pose.about_faced(rect.depth));
        Post { group, file, front, ranks, rear: true }
    }

    /// FA-SHOOT-24, FA-SHOOT-27, FA-SHOOT-38, AMB-41: the wagons of the file on that side, each as two bases side by
    /// side along its long edge.
    fn wagon_posts(&self, group: GroupId, side: Hand) -> Vec<Post> {
        let array = self.array(group);
        let file = match side {
            Hand::Left => 0,
            Hand::Right => array.files().saturating_sub(1),
        };
        let wagons = array.file(file).collect::<Vec<_>>();
        let halves = wagons.into_iter().flat_map(|base| {
            let halves = half_edges(self.state.rect(base), side);
            halves.map(|front| (base, front))
        });
        let post = |(at, (base, front)): (usize, (BaseId, Rect))| Post {
            group,
            file: at as u8,
            front,
            ranks: [Some(base), None],
            rear: false,
        };
        halves.enumerate().map(post).collect()
    }
}

/// FA-SHOOT-23.
fn shoots_backwards(troop: &Troop) -> bool {
    matches!(troop.behaves_as(), TroopType::LightHorse | TroopType::LightChariots)
}

/// The two halves of a long side as fronts of bases.
fn half_edges(wagon: &Rect, side: Hand) -> [Rect; 2] {
    let ahead = wagon.pose.facing.vector();
    let edge = match side {
        Hand::Left => Edge::Left,
        Hand::Right => Edge::Right,
    };
    let (middle, facing) = (wagon.edge_middle(edge), Facing::along(wagon.pose.facing.right() * side.sign()));
    let half = |along: f64| {
        let at = middle + ahead * (wagon.depth * 0.25 * along);
        Rect::new(Pose { at, facing }, wagon.depth * 0.5, wagon.width)
    };
    [half(1.0), half(-1.0)]
}
