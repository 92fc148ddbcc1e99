//! Closing the ranks after a loss (FA-REM-08 to FA-REM-11, FA-ALG-93, AMB-48).

use super::lose::Removal;
use crate::choice::Placement;
use crate::formation::Array;
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::position::front_edge_contact;
use crate::rules::Look;
use crate::state::Shape;
use aelian_geometry::{Hand, Pose, Rect, Vec2, overlaps};

/// Where the bases that are left stand afterwards.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Closing {
    pub places: Vec<Placement>,
    /// Places with the kind of troops on each: two closings with the same marks are alike.
    marks: Vec<(Vec2, u8)>,
    /// FA-REM-05, FA-REM-10: every enemy that it fights (not as an overlap only) still has a base before it.
    pub faces_all: bool,
}

impl Closing {
    pub fn is_like(&self, other: &Closing) -> bool {
        // Places that were reached by different ways may lie a step of the grid apart.
        let same = |one: &(Vec2, u8), two: &(Vec2, u8)| one.1 == two.1 && (one.0 - two.0).length() < 0.1;
        self.marks.len() == other.marks.len()
            && self.marks.iter().all(|one| other.marks.iter().any(|two| same(one, two)))
    }
}

/// How a front place is used, in the order in which it is given up (FA-REM-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Idle,
    Overlaps,
    Fights,
}

impl Look<'_> {
    /// FA-REM-10, FA-DEC-36: from which ends the line may be shortened when this base goes; one entry without a hand
    /// where a rear rank refills the front.
    pub(super) fn closing_hands(&self, group: GroupId, lost: BaseId) -> Vec<Option<Hand>> {
        let array = self.array(group);
        let Some(slot) = array.slot_of(lost).filter(|_| array.ranks() == 1 && array.files() > 1) else {
            return vec![None];
        };
        let at_end = |hand: Hand| slot.file == end_file(&array, hand);
        let uses = Hand::BOTH.map(|hand| (hand, self.use_of_end(&array, hand)));
        let lost_use = self.use_of(lost);
        let open: Vec<_> = match lost_use {
            // FA-REM-09: a fighting place is refilled from an end that does less.
            Use::Fights => {
                let least = uses.iter().map(|(_, of)| *of).min().unwrap_or(Use::Fights);
                let end = |(hand, of): &(Hand, Use)| {
                    *of == least && (least < Use::Fights || !gap_elsewhere(*hand, &at_end))
                };
                uses.iter().filter(|one| end(one)).map(|(hand, _)| Some(*hand)).collect()
            }
            _ => Hand::BOTH.into_iter().filter(|hand| at_end(*hand)).map(Some).collect(),
        };
        if open.is_empty() { Hand::BOTH.map(Some).to_vec() } else { open }
    }

    fn use_of_end(&self, array: &Array, hand: Hand) -> Use {
        array.at(end_file(array, hand), 0).map_or(Use::Idle, |base| self.use_of(base))
    }

    /// What a front base does for the fights of its group.
    fn use_of(&self, base: BaseId) -> Use {
        let group = self.state.base(base).group;
        let committed = self.enemies_met(group);
        if self.is_facing_any(base, committed) {
            Use::Fights
        } else if self
            .state
            .bouts_of(group)
            .any(|bout| self.touches(bout.enemy_of(group), self.state.rect(base)))
        {
            Use::Overlaps
        } else {
            Use::Idle
        }
    }

    /// Enemies that a group fights other than only as an overlap.
    pub fn enemies_met(&self, group: GroupId) -> GroupSet {
        let bouts = self.state.bouts_of(group).filter(|bout| bout.is_committed());
        bouts.map(|bout| bout.enemy_of(group)).collect()
    }

    /// FA-REM-08 to FA-REM-11: where the others stand once this base is gone.
    pub(super) fn closed_up(&self, group: GroupId, removal: Removal) -> Closing {
        let places = match self.state.group(group).shape {
            Shape::Normal => self.closed_array(group, removal),
            Shape::KinkedColumn | Shape::Orb => self.closed_chain(group, removal.base),
            Shape::Loose => self.closed_loose(group, removal),
        };
        let places = self.first_free(group, removal, places);
        let mark = |place: &Placement| (place.pose.at, self.state.base(place.base).troop);
        let marks = places.iter().map(mark).collect();
        let faces_all = self.enemies_met(group).iter().all(|enemy| self.faces(enemy, &places));
        Closing { places, marks, faces_all }
    }

    /// FA-REM-08: nobody closes up onto others. Where there is no room for the usual places only the file of the lost base
    /// moves up, or else nobody.
    fn first_free(&self, group: GroupId, removal: Removal, usual: Vec<Placement>) -> Vec<Placement> {
        if self.are_free(group, &usual) {
            return usual;
        }
        let loose = self.closed_loose(group, removal);
        if self.are_free(group, &loose) {
            return loose;
        }
        let left = self.state.bases_of(group).filter(|base| *base != removal.base);
        left.map(|base| Placement { base, pose: self.state.rect(base).pose }).collect()
    }

    /// None of these places lies on another group on which its base does not lie already.
    fn are_free(&self, group: GroupId, places: &[Placement]) -> bool {
        let t = self.rules.tolerance;
        let crowded = |place: &Placement| {
            let old = self.state.rect(place.base);
            let new = old.with_pose(place.pose);
            let others = self.state.on_table().filter(|other| *other != group);
            let mut others = others.flat_map(|other| self.state.rects_of(other));
            place.pose != old.pose && others.any(|other| overlaps(&new, other, t) && !overlaps(old, other, t))
        };
        !places.iter().any(crowded)
    }

    /// Some base in these places meets the enemy group front to it.
    fn faces(&self, enemy: GroupId, places: &[Placement]) -> bool {
        let t = self.rules.tolerance;
        let rects = places.iter().map(|place| self.state.rect(place.base).with_pose(place.pose));
        rects.into_iter().any(|rect: Rect| {
            self.state
                .rects_of(enemy)
                .any(|foe| front_edge_contact(&rect, foe, t) || front_edge_contact(foe, &rect, t))
        })
    }

    /// A normal formation: the file moves up, its last place is refilled from the last rank; a single rank becomes
    /// shorter by one file.
    fn closed_array(&self, group: GroupId, removal: Removal) -> Vec<Placement> {
        let array = self.array(group);
        let front = self.block(group).pose;
        let Some(lost) = array.slot_of(removal.base) else { return self.closed_loose(group, removal) };
        let files = array.files();
        if array.ranks() <= 1 {
            let left: Vec<BaseId> = array.bases().filter(|base| *base != removal.base).collect();
            // The end that is given up: shortened on the left, the middle of the front moves to the right.
            let shift = match removal.from {
                Some(Hand::Left) => 0.5,
                Some(Hand::Right) => -0.5,
                None => 0.0,
            };
            let shorter = Array::arranged(left, files.saturating_sub(1).max(1), 0);
            return self.places(&shorter, front.shifted(shift * self.rules.width));
        }
        let last = array.ranks() - 1;
        let tail: Vec<u8> =
            array.slots().iter().filter(|slot| slot.rank == last).map(|slot| slot.file).collect();
        let given_up = self.given_up(&array, &tail);
        let bottom = array.file(lost.file).count() as u8 - 1;
        let mut grid: Vec<(u8, u8, BaseId)> = Vec::with_capacity(array.len());
        for slot in array.slots().iter().filter(|slot| slot.base != removal.base) {
            let up = u8::from(slot.file == lost.file && slot.rank > lost.rank);
            grid.push((slot.rank - up, slot.file, slot.base));
        }
        // The hole at the end of the file is refilled by the base that is given up behind.
        if given_up != lost.file
            && let Some(donor) = grid.iter_mut().find(|one| one.0 == last && one.1 == given_up)
        {
            (donor.0, donor.1) = (bottom, lost.file);
        }
        grid.sort_by_key(|one| (one.0, one.1));
        let first_of_tail = grid.iter().filter(|one| one.0 == last).map(|one| one.1).min().unwrap_or(0);
        let closed = Array::arranged(grid.into_iter().map(|one| one.2), files, first_of_tail);
        self.places(&closed, front)
    }

    /// Which place of the last rank is given up: at the end of it whose file fights least; else so that the rest
    /// stands in the middle (AMB-21).
    fn given_up(&self, array: &Array, tail: &[u8]) -> u8 {
        let (Some(left), Some(right)) = (tail.first().copied(), tail.last().copied()) else { return 0 };
        let of = |file: u8| array.at(file, 0).map_or(Use::Idle, |base| self.use_of(base));
        match of(left).cmp(&of(right)) {
            std::cmp::Ordering::Less => left,
            std::cmp::Ordering::Greater => right,
            std::cmp::Ordering::Equal => {
                let usual = Array::usual_tail(array.len() - 1, array.files());
                if left < usual { left } else { right }
            }
        }
    }

    /// AMB-48: the bases behind the lost one move up along the column.
    fn closed_chain(&self, group: GroupId, lost: BaseId) -> Vec<Placement> {
        let array = self.array(group);
        let mut order: Vec<BaseId> = array.bases().collect();
        // Bases that face otherwise are in no file; they keep their turn behind the others.
        order.extend(self.state.bases_of(group).filter(|base| array.slot_of(*base).is_none()));
        let poses: Vec<Pose> = order.iter().map(|base| self.state.rect(*base).pose).collect();
        let left = order.into_iter().filter(|base| *base != lost);
        left.zip(poses).map(|(base, pose)| Placement { base, pose }).collect()
    }

    /// Out of normal formation: the file moves up; failing that a rear base, then an idle front base, fills the gap;
    /// failing that those on one hand close up.
    fn closed_loose(&self, group: GroupId, removal: Removal) -> Vec<Placement> {
        let lost = removal.base;
        let mut places: Vec<Placement> = self
            .state
            .bases_of(group)
            .filter(|base| *base != lost)
            .map(|base| Placement { base, pose: self.state.rect(base).pose })
            .collect();
        let hole = *self.state.rect(lost);
        if self.behind(lost).is_some() {
            self.move_up(lost, &mut places);
        } else if let Some(donor) = self.donor(group, lost) {
            put(&mut places, donor, hole.pose);
        } else if let Some(hand) = removal.from {
            self.slide(&hole, hand, &mut places);
        }
        places
    }

    fn move_up(&self, lost: BaseId, places: &mut [Placement]) {
        let mut front = self.state.rect(lost).pose;
        let mut at = lost;
        while let Some(next) = self.behind(at) {
            put(places, next, front.on_grid());
            front = front.advanced(-self.state.rect(next).depth);
            at = next;
        }
    }

    /// FA-REM-09: first the rearmost base of another file, then a front base that does not fight.
    fn donor(&self, group: GroupId, lost: BaseId) -> Option<BaseId> {
        let others = || self.state.bases_of(group).filter(|base| *base != lost);
        let deepest = others().map(|base| (self.rank(base), base)).filter(|(rank, _)| *rank > 0);
        let deepest = deepest.max_by_key(|(rank, base)| (*rank, std::cmp::Reverse(base.0)));
        if let Some((_, base)) = deepest {
            return Some(base);
        }
        if self.use_of(lost) < Use::Fights {
            return None;
        }
        others()
            .map(|base| (self.use_of(base), base))
            .filter(|(of, _)| *of < Use::Fights)
            .min()
            .map(|one| one.1)
    }

    /// FA-REM-10: the bases with the same facing beyond the gap, away from the end that is given up, close up to it.
    fn slide(&self, hole: &Rect, from: Hand, places: &mut [Placement]) {
        let facing = hole.pose.facing;
        for place in places.iter_mut() {
            let (_, off) = hole.local(place.pose.at);
            let beyond = off * from.sign() > self.rules.width * 0.5;
            if beyond && place.pose.facing.same(facing, self.rules.tolerance) {
                place.pose = place.pose.shifted(-from.sign() * self.rules.width).on_grid();
            }
        }
    }
}

/// With all places fighting there is a gap to close only if the lost base stood inside the line.
fn gap_elsewhere(hand: Hand, at_end: &impl Fn(Hand) -> bool) -> bool {
    at_end(hand.other()) && !at_end(hand)
}

fn end_file(array: &Array, hand: Hand) -> u8 {
    match hand {
        Hand::Left => 0,
        Hand::Right => array.files().saturating_sub(1),
    }
}

fn put(places: &mut [Placement], base: BaseId, pose: Pose) {
    if let Some(place) = places.iter_mut().find(|place| place.base == base) {
        place.pose = pose;
    }
}
