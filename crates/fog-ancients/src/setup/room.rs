//! Who of an outflanking march finds room where it comes upon the table (FA-FLANK-22); whoever does not waits.
//!
//! The umpire and the proposals ask the same search. So there is always a legal answer: those for whom it finds a
//! place, one after the other, until nobody else has one; and nobody at all where it finds none.

use super::arrival::{sacks, surprised};
use super::choice::Deployed;
use super::deploy::{formed, is_sound};
use super::entry::{Entry, Reasons};
use crate::fact::Fact;
use crate::ids::{GroupId, GroupSet};
use crate::rules::Look;
use crate::state::March;
use aelian_geometry::Rect;
use aelian_rulebook::{Reason, rule};

/// A march that is asked where it comes; or, once those near the places that it named have fled, how far.
#[derive(Clone, Copy)]
pub(super) struct Coming<'a> {
    pub(super) look: Look<'a>,
    pub(super) march: &'a March,
    /// The places where they come, if they have been named.
    pub(super) named: Option<&'a [Deployed]>,
}

impl<'a> Coming<'a> {
    /// FA-FLANK-18 to FA-FLANK-20: those near will yield as long as the places are being named.
    pub(super) fn entry(&self, deployed: &[Deployed]) -> Entry<'a> {
        let Coming { look, march, named } = *self;
        match named {
            Some(_) => Entry::among_all(look, march),
            None => Entry {
                yielding: surprised(look, march, deployed),
                sacks: sacks(look, march, deployed),
                ..Entry::among_all(look, march)
            },
        }
    }

    /// FA-FLANK-10, FA-FLANK-11, FA-FLANK-15, FA-FLANK-16, FA-FLANK-21, FA-FLANK-22: why these may not come so; none if
    /// they may and nobody is left who has room besides.
    pub(super) fn faults(&self, deployed: &[Deployed]) -> Reasons {
        if let Some(other) = deployed.iter().find(|one| !self.keeps_its_place(one)) {
            return vec![Reason::new(rule!("FA-FLANK-10"), Fact::Group(other.group))];
        }
        let mut faults = self.entry(deployed).faults(deployed);
        if faults.is_empty() {
            let fits = self.left(deployed).iter().find(|group| self.room_for(*group, deployed).is_some());
            faults.extend(
                fits.map(|group| Reason::new(rule!("FA-FLANK-22"), Fact::Groups(GroupSet::one(group)))),
            );
        }
        faults
    }

    /// Where places have been named: over the same stretch of the edge, in the same formation.
    fn keeps_its_place(&self, one: &Deployed) -> bool {
        let Some(named) = self.named else { return true };
        let entry = Entry::among_all(self.look, self.march);
        let same = |other: &Deployed| {
            other.group == one.group
                && (other.files, other.tail) == (one.files, one.tail)
                && (entry.gate(other).pose.at - entry.gate(one).pose.at).length() <= self.look.rules.slack
        };
        is_sound(one) && named.iter().any(same)
    }

    /// Who may still come besides these.
    fn left(&self, deployed: &[Deployed]) -> GroupSet {
        let all = match self.named {
            Some(named) => named.iter().map(|one| one.group).collect(),
            None => self.march.groups,
        };
        all.minus(deployed.iter().map(|one| one.group).collect())
    }

    /// FA-FLANK-22: a place for one more group beside these, who keep theirs.
    fn room_for(&self, group: GroupId, deployed: &[Deployed]) -> Option<Deployed> {
        let standing: Vec<Rect> = deployed.iter().flat_map(|one| formed(self.look, one).1).collect();
        let mut all = deployed.to_vec();
        self.places(group, &standing).into_iter().find_map(|place| {
            all.truncate(deployed.len());
            all.push(place);
            let entry = self.entry(&all);
            entry.depths(&place).into_iter().find(|one| {
                all.truncate(deployed.len());
                all.push(*one);
                entry.of_one(one, &standing).is_empty() && entry.faults(&all).is_empty()
            })
        })
    }

    /// Where a group might come: in every width, the usual ones first, at each MU of the edge and close beside those who
    /// stand near it; or where it has named its place.
    fn places(&self, group: GroupId, standing: &[Rect]) -> Vec<Deployed> {
        if let Some(named) = self.named {
            return named.iter().filter(|one| one.group == group).copied().collect();
        }
        let look = self.look;
        let bases = look.state.strength(group) as u8;
        let mut widths = vec![bases.div_ceil(2), bases.div_ceil(3), 1, bases];
        widths.dedup();
        let others: Vec<u8> = (2..bases).rev().filter(|files| !widths.contains(files)).collect();
        widths.extend(others);
        let entry = Entry::among_all(look, self.march);
        let steps = (look.state.field.depth / look.rules.mu) as u32;
        let of_width = |files: u8| {
            let half = f64::from(files) * look.rules.width * 0.5;
            let beside = entry.ends_near_edge(&entry.at_edge(group, files, 0.0), standing);
            let flush = beside.into_iter().flat_map(move |end| [end - half, end + half]);
            let along: Vec<f64> = (0..=steps).map(|step| look.mu(f64::from(step))).chain(flush).collect();
            along.into_iter().map(move |along| (files, along))
        };
        let places = widths.into_iter().flat_map(of_width);
        places.map(|(files, along)| entry.at_edge(group, files, along)).collect()
    }

    /// Those who find room, one after the other, as far in as they may come.
    pub(super) fn greedily(&self) -> Vec<Deployed> {
        let mut all: Vec<Deployed> = Vec::new();
        while let Some(one) = self.left(&all).iter().find_map(|group| self.room_for(group, &all)) {
            all.push(one);
        }
        all
    }
}
