//! Expansions and contractions (40.6), as pure functions on formations.

use super::Array;
use super::formed::{Formed, front_kinds_first};
use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use aelian_geometry::Rect;

impl Look<'_> {
    /// FA-EXP-01, FA-EXP-02: so many bases from the other ranks join the front rank on each side; none if there are
    /// not so many behind it. The rest stands in its old order.
    pub fn expanded(&self, group: GroupId, left: u8, right: u8, tail: Option<u8>) -> Option<Formed> {
        self.expanded_from(&self.array(group), &self.block(group), left, right, tail)
    }

    /// The same for a group in thought: this array with this rectangle.
    pub fn expanded_from(
        &self,
        array: &Array,
        block: &Rect,
        left: u8,
        right: u8,
        tail: Option<u8>,
    ) -> Option<Formed> {
        if right > left {
            let formed = self.expanded_from(&array.mirrored(), block, right, left, None)?;
            return Some(self.mirrored(formed, block, tail));
        }
        let added = left.checked_add(right)?;
        let front: Vec<BaseId> = array.front().collect();
        let mut behind: Vec<BaseId> = array.bases().filter(|base| !front.contains(base)).collect();
        if added == 0 || usize::from(added) > behind.len() {
            return None;
        }
        // Those of the front's kind come first; of these the rearmost.
        behind.reverse();
        front_kinds_first(*self, array, &mut behind);
        let joining: Vec<BaseId> = behind.drain(..usize::from(added)).collect();
        let (to_left, to_right) = joining.split_at(usize::from(left));
        let rest = array.bases().filter(|base| behind.contains(base));
        let order = to_left.iter().chain(&front).chain(to_right).copied().chain(rest);
        Some(self.refiled(order, array, block, f64::from(right) - f64::from(left), added as i8, tail))
    }

    /// FA-CON-01: so many bases leave each end of the front rank for the other ranks; none if no front rank would be
    /// left.
    pub fn contracted(&self, group: GroupId, left: u8, right: u8, tail: Option<u8>) -> Option<Formed> {
        self.contracted_from(&self.array(group), &self.block(group), left, right, tail)
    }

    /// The same for a group in thought: this array with this rectangle.
    pub fn contracted_from(
        &self,
        array: &Array,
        block: &Rect,
        left: u8,
        right: u8,
        tail: Option<u8>,
    ) -> Option<Formed> {
        if right > left {
            let formed = self.contracted_from(&array.mirrored(), block, right, left, None)?;
            return Some(self.mirrored(formed, block, tail));
        }
        let gone = left.checked_add(right)?;
        if gone == 0 || gone >= array.files() {
            return None;
        }
        let stays = |file: u8| file >= left && file < array.files() - right;
        let front = array.slots().iter().filter(|slot| slot.rank == 0);
        let kept = front.clone().filter(|slot| stays(slot.file));
        let left_off = front.filter(|slot| !stays(slot.file));
        let rest = array.slots().iter().filter(|slot| slot.rank > 0);
        let mut behind: Vec<BaseId> = left_off.chain(rest).map(|slot| slot.base).collect();
        front_kinds_first(*self, array, &mut behind);
        let order = kept.map(|slot| slot.base).chain(behind);
        Some(self.refiled(order, array, block, f64::from(left) - f64::from(right), -(gone as i8), tail))
    }

    /// The same to the other hand; the short last rank stands as it would without that (AMB-21).
    fn mirrored(&self, formed: Formed, block: &Rect, tail: Option<u8>) -> Formed {
        let Formed { array, front } = formed;
        let shift = (front.at - block.pose.at).dot(block.pose.facing.right());
        let array = array.mirrored();
        let tail = tail.unwrap_or(Array::usual_tail(array.len(), array.files()));
        Formed {
            array: Array::arranged(array.bases(), array.files(), tail),
            front: block.pose.shifted(-shift),
        }
    }

    /// The same bases in so many files more or fewer, the middle of the front moved by half a base for each
    /// `to_right`.
    fn refiled(
        &self,
        order: impl Iterator<Item = BaseId>,
        array: &Array,
        block: &Rect,
        to_right: f64,
        more: i8,
        tail: Option<u8>,
    ) -> Formed {
        let files = array.files().saturating_add_signed(more);
        let tail = tail.unwrap_or(Array::usual_tail(array.len(), files));
        let front = block.pose.shifted(to_right * self.rules.width * 0.5);
        Formed { array: Array::arranged(order, files, tail), front }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Scene, Table};
    use aelian_game::Side;
    use aelian_geometry::Corner;

    fn scene(bases: u8, files: u8) -> Scene {
        Table::new().group("a", Side::Red, "HF armoured", (bases, files), (30.0, 20.0), 0.0).build()
    }

    /// FA-EXP-01, FA-EXP-02: the old front rank stays where it was.
    #[test]
    fn an_expansion_adds_to_the_ends_of_the_front() {
        let scene = scene(8, 4);
        let (look, group) = (scene.look(), scene.group("a"));
        let old = look.block(group);
        let wide = look.expanded(group, 0, 2, None).unwrap();
        assert_eq!((wide.array.files(), wide.array.ranks()), (6, 2));
        let block = wide.body(look).block();
        assert!((block.corner(Corner::FrontLeft) - old.corner(Corner::FrontLeft)).length() < 0.01);
        let both = look.expanded(group, 1, 1, None).unwrap();
        assert!((both.front.at - old.pose.at).length() < 0.01);
        assert_eq!(both.array.at(1, 0), look.array(group).at(0, 0));
        assert!(look.expanded(group, 3, 2, None).is_none(), "only four stand behind");
        assert!(look.expanded(group, 255, 255, None).is_none());
    }

    /// FA-CON-01: what leaves the front stands behind it.
    #[test]
    fn a_contraction_takes_from_the_ends_of_the_front() {
        let scene = scene(8, 4);
        let (look, group) = (scene.look(), scene.group("a"));
        let narrow = look.contracted(group, 1, 0, None).unwrap();
        assert_eq!((narrow.array.files(), narrow.array.ranks()), (3, 3));
        let old = look.block(group);
        let block = narrow.body(look).block();
        assert!((block.corner(Corner::FrontRight) - old.corner(Corner::FrontRight)).length() < 0.01);
        assert_eq!(narrow.array.at(0, 0), look.array(group).at(1, 0));
        assert!(look.contracted(group, 2, 2, None).is_none());
    }

    /// FA-EXP-01: a mixed group widens its front with its front troops as long as it has any behind.
    #[test]
    fn mixed_groups_widen_with_their_front_troops() {
        let parts = [("HF protected", 6), ("LF unprotected bow", 3)];
        let scene = Table::new().mixed("a", Side::Red, &parts, 3, (30.0, 20.0), 0.0).build();
        let wide = scene.look().expanded(scene.group("a"), 1, 1, None).unwrap();
        assert!(wide.array.front().all(|base| scene.state.base(base).troop == 0));
    }
}
