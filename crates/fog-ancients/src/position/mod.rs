//! Where things stand to each other (20.2, 22.1): distances, contacts, strips in front of bases and groups.

mod contact;

pub use contact::{
    Met, corner_on_edge, corners_meet, front_edge_contact, full_front_contact, legal_contact, side_contact,
    stands_beside,
};

use crate::ids::GroupId;
use crate::rules::Look;
use aelian_game::Side;
use aelian_geometry::{Rect, distance, overlaps, strip_ahead};

impl Look<'_> {
    /// FA-MEAS-05: the shortest way between two groups, in mm.
    pub fn distance(&self, one: GroupId, other: GroupId) -> f64 {
        let mut best = f64::INFINITY;
        for mine in self.state.rects_of(one) {
            let around = mine.circle();
            for theirs in self.state.rects_of(other) {
                // What cannot be nearer than the nearest so far is not measured.
                if around.near(&theirs.circle(), best) {
                    best = best.min(distance(mine, theirs));
                }
            }
        }
        best
    }

    /// FA-MEAS-05: two groups are no farther apart than this, in mm.
    pub fn is_within(&self, one: GroupId, other: GroupId, limit: f64) -> bool {
        let around = self.circle(other);
        let near = |mine: &Rect| {
            let circle = mine.circle();
            circle.near(&around, limit)
                && self
                    .state
                    .rects_of(other)
                    .any(|theirs| circle.near(&theirs.circle(), limit) && distance(mine, theirs) <= limit)
        };
        self.circle(one).near(&around, limit) && self.state.rects_of(one).any(near)
    }

    /// FA-MEAS-05: the shortest way between a group and anything, in mm.
    pub fn distance_to(&self, group: GroupId, thing: &Rect) -> f64 {
        self.state.rects_of(group).map(|rect| distance(rect, thing)).fold(f64::INFINITY, f64::min)
    }

    /// FA-ALG-02: some base of a group touches this.
    pub fn touches(&self, group: GroupId, thing: &Rect) -> bool {
        self.distance_to(group, thing) <= self.rules.tolerance.length
    }

    /// FA-ALG-02: two groups touch.
    pub fn touch(&self, one: GroupId, other: GroupId) -> bool {
        self.is_within(one, other, self.rules.tolerance.length)
    }

    /// Unbroken enemies of a side on the table.
    pub fn enemies(&self, side: Side) -> impl Iterator<Item = GroupId> + '_ {
        self.state.on_table_of(side.other()).filter(|id| !self.state.group(*id).is_broken())
    }

    /// FA-MEAS-06: how near the nearest enemy group or camp is, in mm; commanders do not count.
    pub fn nearest_enemy(&self, group: GroupId) -> f64 {
        let side = self.state.group(group).side;
        let camp = self.standing_camp(side.other()).map(|camp| self.distance_to(group, &camp));
        let mut best = camp.unwrap_or(f64::INFINITY);
        let around = self.circle(group);
        for enemy in self.state.on_table_of(side.other()) {
            if around.near(&self.circle(enemy), best) {
                best = best.min(self.distance(group, enemy));
            }
        }
        best
    }

    /// The camp of a side while it is on the table.
    pub fn standing_camp(&self, side: Side) -> Option<Rect> {
        let camp = self.state.camps[side.index()].as_ref()?;
        (!camp.gone).then_some(camp.rect)
    }

    /// FA-ALG-01, FA-GEO-02: the strips of this depth (in mm) directly in front of a group: one for a level front,
    /// one for each front base otherwise. FA-FF-04: before works they begin at the front edge of these.
    pub fn strips_ahead(&self, group: GroupId, depth: f64) -> Vec<Rect> {
        let level = self.state.group(group).shape == crate::state::Shape::Normal;
        let walled =
            !self.state.works.is_empty() && self.front_bases(group).any(|base| self.stands_at_works(base));
        if level && !walled {
            let block = self.block(group);
            return vec![strip_ahead(&block, depth, block.width)];
        }
        self.front_bases(group)
            .map(|base| {
                let rect = self.outline(base);
                strip_ahead(&rect, depth, rect.width)
            })
            .collect()
    }

    /// FA-MEAS-03, FA-GEO-02: part of a group lies directly in front of another and within so many MU of its front edge:
    /// who is exactly so far away is.
    pub fn is_ahead_within(&self, group: GroupId, of: GroupId, limit: f64) -> bool {
        // A strip is entered deeper than the tolerance, so it is so much longer.
        let depth = self.reach(limit) + self.rules.tolerance.length;
        self.strips_ahead(of, depth).iter().any(|strip| self.is_partly_in(group, strip))
    }

    /// Bases with no base of their own group directly before them, whatever way they face.
    pub fn front_bases(&self, group: GroupId) -> impl Iterator<Item = crate::ids::BaseId> + '_ {
        self.state.bases_of(group).filter(|base| self.ahead(*base).is_none())
    }

    /// FA-GEO-02: part of a group lies in this strip.
    pub fn is_partly_in(&self, group: GroupId, strip: &Rect) -> bool {
        self.state.rects_of(group).any(|rect| overlaps(rect, strip, self.rules.tolerance))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Table;

    /// FA-MEAS-05, FA-MEAS-06, FA-ALG-02: from the nearest point to the nearest point; touching is a distance too; the
    /// enemy's camp counts, his commanders do not.
    #[test]
    fn distances_run_between_nearest_points() {
        let scene = Table::new()
            .group("a", Side::Red, "HF armoured", (4, 2), (30.0, 20.0), 0.0)
            .group("b", Side::Blue, "HF armoured", (4, 2), (36.4, 24.0), 180.0)
            .group("c", Side::Blue, "HF armoured", (4, 2), (33.2, 20.0), 0.0)
            .commander("king", Side::Blue, crate::state::Grade::Field, None, (30.0, 22.0))
            .camp(Side::Blue, (30.0, 27.0), false)
            .build();
        let look = scene.look();
        let (a, b, c) = (scene.group("a"), scene.group("b"), scene.group("c"));
        // Corner to corner: 3.2 MU aside and 4 ahead.
        let expected = (80.0f64 * 80.0 + 100.0 * 100.0).sqrt();
        assert!((look.distance(a, b) - expected).abs() < 1e-6);
        assert!(look.touch(a, c) && !look.touch(a, b));
        let mut alone = scene.clone();
        for gone in [b, c] {
            alone.state.groups[gone.index()].place = crate::state::Place::Destroyed;
        }
        // The camp's rear edge lies at 27 + 3.2 MU, its front edge faces south: 7 MU ahead of the group's front.
        assert!((alone.look().nearest_enemy(a) - 175.0).abs() < 1e-6);
    }

    /// FA-ALG-01, FA-GEO-02, FA-GEO-03: one strip before a level front, as wide as the group; one for each front base
    /// otherwise. What only touches it is not in it.
    #[test]
    fn strips_lie_directly_ahead() {
        let mut scene = Table::new()
            .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
            .group("in", Side::Blue, "HF armoured", (2, 2), (34.7, 21.5), 180.0)
            .group("beside", Side::Blue, "HF armoured", (2, 2), (24.0, 21.5), 180.0)
            .group("beyond", Side::Blue, "HF armoured", (2, 2), (30.0, 22.1), 180.0)
            .build();
        let a = scene.group("a");
        let strips = scene.look().strips_ahead(a, 50.0);
        assert_eq!((strips.len(), strips[0].width, strips[0].depth), (1, 160.0, 50.0));
        let partly = |name: &str| scene.look().is_partly_in(scene.group(name), &strips[0]);
        assert_eq!((partly("in"), partly("beside"), partly("beyond")), (true, false, false));
        scene.state.groups[a.index()].shape = crate::state::Shape::Loose;
        assert_eq!(scene.look().strips_ahead(a, 50.0).len(), 4);
    }
}
