//! Turns of 90 and 180 degrees (40.4), as pure functions on formations.

use super::formed::{Formed, front_kinds_first};
use super::{Array, MOST_BASES};
use crate::ids::{BaseId, GroupId};
use crate::movement::Turn;
use crate::rules::Look;
use aelian_geometry::{Corner, Edge, Hand, Pose, Rect};

impl Look<'_> {
    /// FA-TURN-01 to FA-TURN-07: the formation of a group after a turn, and where its front then is. The bases of a
    /// short last rank stand from the file `tail` on (AMB-21); its usual place without one.
    pub fn turned(&self, group: GroupId, turn: Turn, tail: Option<u8>) -> Formed {
        self.turned_from(&self.array(group), &self.block(group), turn, tail)
    }

    /// The same for a group in thought: this array with this rectangle.
    pub fn turned_from(&self, array: &Array, block: &Rect, turn: Turn, tail: Option<u8>) -> Formed {
        match turn {
            Turn::Left => self.turned_aside(array, block, Hand::Left, tail),
            Turn::Right => self.turned_aside(array, block, Hand::Right, tail),
            Turn::About => turned_about(array, block),
        }
    }

    /// FA-TURN-01, FA-TURN-02, FA-TURN-04: about the front corner of that hand, which stays where it is.
    fn turned_aside(&self, array: &Array, block: &Rect, hand: Hand, tail: Option<u8>) -> Formed {
        let files = self.files_for(block.depth).min(array.len().max(1) as u8);
        let mut bases = towards(array, hand);
        let len = array.len();
        front_kinds_first(*self, array, &mut bases[..len]);
        let tail = tail.unwrap_or(Array::usual_tail(len, files));
        let facing = block.pose.facing.turned(hand.sign() * core::f64::consts::FRAC_PI_2);
        let half = self.rules.width * f64::from(files) * 0.5;
        // The new front runs from the fixed corner along the old flank towards the old rear.
        let at = block.corner(hand.front_corner()) - block.pose.facing.vector() * half;
        let order = bases[..len].iter().copied();
        let array = match hand {
            Hand::Right => Array::arranged(order, files, tail),
            Hand::Left => Array::arranged(order, files, mirror_tail(len, files, tail)).mirrored(),
        };
        Formed { array, front: Pose { at, facing } }
    }

    /// FA-TURN-02: the least number of bases side by side that are as wide as this depth.
    pub fn files_for(&self, depth: f64) -> u8 {
        let files = ((depth - self.rules.tolerance.length) / self.rules.width).ceil();
        files.clamp(1.0, MOST_BASES as f64) as u8
    }
}

/// FA-TURN-07: front rank stays front rank, on the line of the old rear edge; each base keeps its place from side to
/// side.
fn turned_about(array: &Array, block: &Rect) -> Formed {
    let at = block.edge_middle(Edge::Rear);
    Formed { array: array.mirrored(), front: Pose { at, facing: block.pose.facing.reversed() } }
}

/// The bases as they come to the new front: the file of that hand first, each file from its front.
fn towards(array: &Array, hand: Hand) -> [BaseId; MOST_BASES] {
    let mut bases = [BaseId(u16::MAX); MOST_BASES];
    let files: u8 = array.files();
    let ordered = (0..files).map(|file| if hand == Hand::Right { files - 1 - file } else { file });
    for (place, base) in bases.iter_mut().zip(ordered.flat_map(|file| array.file(file))) {
        *place = base;
    }
    bases
}

/// Where a short last rank begins if files are counted from the other side.
fn mirror_tail(bases: usize, files: u8, tail: u8) -> u8 {
    let left_over = (bases % usize::from(files.max(1))) as u8;
    if left_over == 0 { 0 } else { (files - left_over).saturating_sub(tail) }
}

/// The corner about which a turn to this hand is made (FA-TURN-04).
pub fn turning_corner(hand: Hand) -> Corner {
    hand.front_corner()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, Table};
    use aelian_game::Side;
    use aelian_geometry::Facing;

    fn scene(troop: &str, bases: u8, files: u8) -> Scene {
        Table::new().group("a", Side::Red, troop, (bases, files), (30.0, 20.0), 0.0).build()
    }

    fn turned(scene: &Scene, turn: Turn) -> (Formed, Rect) {
        let formed = scene.look().turned(scene.group("a"), turn, None);
        let block = formed.body(scene.look()).block();
        (formed, block)
    }

    /// FA-TURN-02, EX-25: three ranks of heavy foot are 45 mm deep and turn into a front of two bases.
    #[test]
    fn the_new_front_is_as_wide_as_the_old_depth_at_least() {
        let scene = scene("HF armoured", 12, 4);
        let (formed, block) = turned(&scene, Turn::Right);
        assert_eq!((formed.array.files(), formed.array.ranks()), (2, 6));
        assert!((block.width - 80.0).abs() < 0.01);
    }

    /// FA-TURN-01, FA-TURN-04: the front corner of that side stays and the front runs from it to the rear.
    #[test]
    fn a_turn_keeps_the_corner_of_its_hand() {
        let scene = scene("HF armoured", 8, 4);
        let old = scene.look().block(scene.group("a"));
        for (turn, hand, facing) in
            [(Turn::Right, Hand::Right, Facing::RIGHT), (Turn::Left, Hand::Left, Facing::LEFT)]
        {
            let (formed, block) = turned(&scene, turn);
            assert!(block.pose.facing.same(facing, scene.rules.tolerance));
            let fixed = old.corner(turning_corner(hand));
            let becomes = block.corner(hand.other().front_corner());
            assert!((fixed - becomes).length() < 0.01, "{turn:?}: {fixed} {becomes}");
            assert_eq!(formed.array.len(), 8);
            let (low, high) = block.aabb();
            assert!(old.aabb().0.x - 0.01 < low.x && high.x < old.aabb().1.x + 0.01);
        }
    }

    /// FA-TURN-03, FA-FORM-03: the owner chooses where the short last rank stands.
    #[test]
    fn the_rest_fills_further_ranks() {
        let scene = scene("MF protected", 8, 8);
        let (formed, _) = turned(&scene, Turn::Left);
        assert_eq!((formed.array.files(), formed.array.ranks()), (1, 8));
        let scene = self::scene("MF protected", 7, 2);
        for turn in [Turn::Left, Turn::Right] {
            let formed = scene.look().turned(scene.group("a"), turn, Some(1));
            assert_eq!((formed.array.files(), formed.array.ranks()), (2, 4));
            assert_eq!((formed.array.at(0, 3), formed.array.at(1, 3).is_some()), (None, true), "{turn:?}");
        }
    }

    /// FA-TURN-07: the front rank goes through to the other side.
    #[test]
    fn an_about_turn_keeps_ground_and_ranks() {
        let scene = scene("HF armoured", 7, 3);
        let before = scene.look().array(scene.group("a"));
        let old = scene.look().block(scene.group("a"));
        let (formed, block) = turned(&scene, Turn::About);
        assert!((old.centre() - block.centre()).length() < 0.01);
        assert_eq!((formed.array.files(), formed.array.ranks()), (before.files(), before.ranks()));
        assert_eq!(formed.array.front().next(), before.at(2, 0));
    }

    /// FA-TURN-06, FA-FORM-11: spearmen who stood before their archers do so after the turn.
    #[test]
    fn a_mixed_group_keeps_its_front() {
        let parts = [("HF protected", 4), ("LF unprotected bow", 4)];
        let scene = Table::new().mixed("a", Side::Red, &parts, 4, (30.0, 20.0), 0.0).build();
        let (formed, _) = turned(&scene, Turn::Right);
        let front = formed.array.bases().take(4).map(|base| scene.state.base(base).troop);
        assert!(front.eq([0, 0, 0, 0]));
    }
}
