//! Files and ranks (FA-FORM-01 to FA-FORM-04).

use super::MOST_BASES;
use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use crate::state::Shape;
use aelian_geometry::{Facing, Pose};

/// The place of one base: files counted from the left, ranks from the front, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub base: BaseId,
    pub file: u8,
    pub rank: u8,
}

/// The places of the bases of one group, front rank first and from the left in each rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Array {
    slots: [Slot; MOST_BASES],
    len: u8,
    files: u8,
    ranks: u8,
}

const NOBODY: Slot = Slot { base: BaseId(u16::MAX), file: 0, rank: 0 };

impl Array {
    /// The group as it stands. Bases that face otherwise than the group are left out.
    pub fn of(look: Look<'_>, group: GroupId) -> Array {
        let facing = look.state.group(group).facing;
        let bases = look.state.bases_of(group).map(|base| (base, look.state.rect(base).pose));
        if look.state.group(group).shape == Shape::KinkedColumn {
            return Array::column(look, group, bases.map(|(base, _)| base));
        }
        Array::read(look, facing, bases)
    }

    /// The files and ranks of bases that stand so; those that face otherwise are left out.
    pub fn read(look: Look<'_>, facing: Facing, bases: impl Iterator<Item = (BaseId, Pose)>) -> Array {
        let mut found = [(NOBODY.base, 0.0, 0.0); MOST_BASES];
        let mut len = 0;
        for (base, pose) in bases.take(MOST_BASES) {
            if pose.facing.same(facing, look.rules.tolerance) {
                found[len] = (base, pose.at.dot(facing.vector()), pose.at.dot(facing.right()));
                len += 1;
            }
        }
        let found = &mut found[..len];
        // From the left; then each file from its front.
        found.sort_by(|one, other| one.2.total_cmp(&other.2));
        let mut array = Array::empty();
        let mut start = 0;
        while start < found.len() {
            let side = found[start].2;
            let file = found[start..].iter().take_while(|one| one.2 - side < look.rules.width * 0.5).count();
            let end = start + file;
            found[start..end].sort_by(|one, other| other.1.total_cmp(&one.1));
            for (rank, one) in found[start..end].iter().enumerate() {
                array.push(Slot { base: one.0, file: array.files, rank: rank as u8 });
            }
            array.files += 1;
            start = end;
        }
        array.sort();
        array
    }

    /// A kinked column: its bases in the order of the way behind the first one.
    fn column(look: Look<'_>, group: GroupId, bases: impl Iterator<Item = BaseId>) -> Array {
        let along = |base: BaseId| match look.state.kink_of(group) {
            Some(kink) => way_to(look, base, &kink.track),
            None => 0.0,
        };
        let mut bases: Vec<(BaseId, f64)> = bases.take(MOST_BASES).map(|base| (base, along(base))).collect();
        bases.sort_by(|one, other| one.1.total_cmp(&other.1));
        Array::arranged(bases.into_iter().map(|one| one.0), 1, 0)
    }

    fn empty() -> Array {
        Array { slots: [NOBODY; MOST_BASES], len: 0, files: 0, ranks: 0 }
    }

    /// FA-FORM-02: these bases, front rank first and each rank from the left, so many files wide. The bases of a
    /// short last rank stand side by side from this file on (FA-FORM-03, AMB-21), as far as there is room.
    pub fn arranged(bases: impl IntoIterator<Item = BaseId>, files: u8, tail: u8) -> Array {
        let bases: Vec<BaseId> = bases.into_iter().take(MOST_BASES).collect();
        let files = files.clamp(1, bases.len().max(1) as u8);
        let full = bases.len() / usize::from(files);
        let left_over = (bases.len() % usize::from(files)) as u8;
        let tail = tail.min(files - left_over);
        let mut array = Array { files, ..Array::empty() };
        for (at, base) in bases.into_iter().enumerate() {
            let rank = at / usize::from(files);
            let shift = if rank == full { tail } else { 0 };
            let file = (at % usize::from(files)) as u8 + shift;
            array.push(Slot { base, file, rank: rank as u8 });
        }
        array
    }

    /// These places, whatever formation they make.
    pub fn of_slots(slots: impl IntoIterator<Item = Slot>) -> Array {
        let mut array = Array::empty();
        for slot in slots {
            array.files = array.files.max(slot.file + 1);
            array.push(slot);
        }
        array.sort();
        array
    }

    /// AMB-21: where the short last rank of so many bases stands unless its owner wants it otherwise: in the middle,
    /// to the left if there is none.
    pub fn usual_tail(bases: usize, files: u8) -> u8 {
        let files = files.max(1);
        let left_over = (bases % usize::from(files)) as u8;
        if left_over == 0 { 0 } else { (files - left_over) / 2 }
    }

    /// Left and right exchanged.
    pub fn mirrored(&self) -> Array {
        let mut array = *self;
        for slot in &mut array.slots[..usize::from(self.len)] {
            slot.file = self.files - 1 - slot.file;
        }
        array.sort();
        array
    }

    fn push(&mut self, slot: Slot) {
        if let Some(place) = self.slots.get_mut(usize::from(self.len)) {
            *place = slot;
            self.len += 1;
            self.ranks = self.ranks.max(slot.rank + 1);
        }
    }

    fn sort(&mut self) {
        self.slots[..usize::from(self.len)].sort_by_key(|slot| (slot.rank, slot.file));
    }

    pub fn slots(&self) -> &[Slot] {
        &self.slots[..usize::from(self.len)]
    }

    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bases in the front rank's width.
    pub fn files(&self) -> u8 {
        self.files
    }

    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    pub fn at(&self, file: u8, rank: u8) -> Option<BaseId> {
        let slot = self.slots().iter().find(|slot| slot.file == file && slot.rank == rank);
        slot.map(|slot| slot.base)
    }

    pub fn slot_of(&self, base: BaseId) -> Option<Slot> {
        self.slots().iter().copied().find(|slot| slot.base == base)
    }

    /// FA-FORM-01, FA-FORM-02, AMB-21: every rank but the last is full, and the last has no gap.
    pub fn is_normal(&self) -> bool {
        let Some(last) = self.ranks.checked_sub(1) else { return false };
        let in_rank = |rank: u8| self.slots().iter().filter(move |slot| slot.rank == rank);
        let full = (0..last).all(|rank| in_rank(rank).count() == usize::from(self.files));
        full && in_rank(last).zip(in_rank(last).skip(1)).all(|(one, next)| next.file == one.file + 1)
    }

    /// All bases, front rank first.
    pub fn bases(&self) -> impl DoubleEndedIterator<Item = BaseId> + '_ {
        self.slots().iter().map(|slot| slot.base)
    }

    /// The front rank from the left.
    pub fn front(&self) -> impl Iterator<Item = BaseId> + '_ {
        self.slots().iter().filter(|slot| slot.rank == 0).map(|slot| slot.base)
    }

    /// FA-FORM-04: one file from its front.
    pub fn file(&self, file: u8) -> impl Iterator<Item = BaseId> + '_ {
        self.slots().iter().filter(move |slot| slot.file == file).map(|slot| slot.base)
    }
}

/// How far back on the way of a column a base stands.
fn way_to(look: Look<'_>, base: BaseId, track: &[Pose]) -> f64 {
    let at = look.state.rect(base).pose.at;
    let mut walked = 0.0;
    let mut best = (f64::INFINITY, 0.0);
    for pair in track.windows(2) {
        if let [from, to] = pair {
            let segment = aelian_geometry::Segment::new(from.at, to.at);
            let part = segment.nearest_part(at);
            let off = (segment.at(part) - at).length();
            if off < best.0 - 1e-6 {
                best = (off, walked + segment.length() * part);
            }
            walked += segment.length();
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Table;
    use aelian_game::Side;

    fn ids(count: u16) -> impl Iterator<Item = BaseId> {
        (0..count).map(BaseId)
    }

    /// FA-FORM-02, EX-26: 8 bases in 3 files stand 3-3-2.
    #[test]
    fn only_the_last_rank_is_short() {
        let array = Array::arranged(ids(8), 3, 0);
        assert_eq!((array.files(), array.ranks()), (3, 3));
        assert_eq!(array.file(2).collect::<Vec<_>>(), [BaseId(2), BaseId(5)]);
        let shifted = Array::arranged(ids(8), 3, 1);
        assert_eq!(shifted.at(0, 2), None);
        assert_eq!(shifted.at(2, 2), Some(BaseId(7)));
    }

    /// FA-FORM-01, FA-FORM-04: files and ranks are read back from where the bases stand.
    #[test]
    fn an_array_is_read_from_the_table() {
        for (bases, files, facing) in [(8, 4, 0.0), (8, 3, 37.0), (6, 1, 90.0), (5, 5, 200.0)] {
            let scene = Table::new()
                .group("a", Side::Red, "HF armoured", (bases, files), (30.0, 20.0), facing)
                .build();
            let array = scene.look().array(scene.group("a"));
            assert_eq!(array.files(), files, "{bases} bases in {files} files");
            assert_eq!(array.bases().collect::<Vec<_>>(), ids(u16::from(bases)).collect::<Vec<_>>());
            let front = scene.look().block(scene.group("a"));
            assert!((front.width - f64::from(files) * 40.0).abs() < 0.01, "{}", front.width);
        }
    }
}
