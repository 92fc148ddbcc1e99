//! Groups, packs and columns as they stand (42.1, 42.2, 42.5).

use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;
use aelian_geometry::{Contacts, Edge, Feature, Vec2, touching};

/// What links two bases into one body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Link {
    /// BB-GRP-02: an edge and a corner in common.
    Group,
    /// BB-PACK-01: an edge in common is enough.
    Pack,
}

impl<'a> Look<'a> {
    /// BB-GRP-01, BB-GRP-02: the whole group of a base; the base alone if it is in none.
    ///
    /// Reading: a base of a bent column may stand in a larger group of one facing as well (BB-COL-14); its
    /// group is then the one with more bases, the column if both have as many.
    pub fn group_of(&self, base: BaseId) -> BaseSet {
        let facing_alike = self.body_of(base, Link::Group);
        match self.bent_set_of(base) {
            Some(column) if column.len() >= facing_alike.len() => column,
            _ => facing_alike,
        }
    }

    /// BB-PACK-01, BB-PACK-06: the whole pack of a base; the base alone if it is in none.
    pub fn pack_of(&self, base: BaseId) -> BaseSet {
        self.body_of(base, Link::Pack)
    }

    /// BB-GRP-04, BB-COL-14: whether some group holds both.
    pub fn in_one_group(&self, a: BaseId, b: BaseId) -> bool {
        a != b && (self.in_one_bent_column(a, b) || self.body_of(a, Link::Group).contains(b))
    }

    /// BB-GRP-05: whether two bases touch and are in group connection.
    pub fn directly_grouped(&self, a: BaseId, b: BaseId) -> bool {
        if self.linked(a, b, Link::Group) {
            return true;
        }
        touching(self.state.rect(a), self.state.rect(b), self.rules.tolerance) && self.in_one_group(a, b)
    }

    /// BB-GRP-01, BB-GRP-09, BB-COL-11: whether these bases by themselves form one group: of one facing, or
    /// bases one after the other in a bent column.
    pub fn is_group(&self, bases: BaseSet) -> bool {
        self.is_body(bases, Link::Group) || self.run_of_bent_column(bases).is_some()
    }

    /// BB-GRP-07, BB-PIG-54: whether these bases are a group that is part of a larger one.
    pub fn is_sub_group(&self, bases: BaseSet) -> bool {
        if !self.is_group(bases) {
            return false;
        }
        let larger = |group: BaseSet| bases.is_subset(group) && group != bases;
        bases.first().is_some_and(|base| {
            larger(self.body_of(base, Link::Group)) || self.bent_set_of(base).is_some_and(larger)
        })
    }

    /// BB-GRP-06: the front of a group: of its bases on the most forward front line, the longest row that
    /// stands side by side; of rows of one length the one with the lowest id. A bent column's is its head.
    pub fn front_of(&self, bases: BaseSet) -> BaseSet {
        if let Some(run) = self.run_of_bent_column(bases) {
            return run.into_iter().take(1).collect();
        }
        let Some(any) = bases.first() else { return BaseSet::EMPTY };
        let facing = self.state.rect(any).pose.facing.vector();
        let ahead = |id: BaseId| self.state.rect(id).pose.at.dot(facing);
        let most = bases.iter().map(ahead).fold(f64::NEG_INFINITY, f64::max);
        let on_line = |id: &BaseId| ahead(*id) >= most - self.rules.tolerance.length;
        self.longest_row(bases.iter().filter(on_line).collect())
    }

    /// BB-PACK-06, BB-PACK-07: whether these bases are a whole pack.
    pub fn is_pack(&self, bases: BaseSet) -> bool {
        bases.len() > 1 && bases.first().is_some_and(|base| self.pack_of(base) == bases)
    }

    /// BB-COL-01, BB-COL-02, BB-COL-09: the bases as a column, head first, if they are one. Part of a column
    /// is one too, and so is a bent column.
    pub fn as_column(&self, bases: BaseSet) -> Option<Vec<BaseId>> {
        if let Some(run) = self.run_of_bent_column(bases) {
            return Some(run);
        }
        let any = bases.first().filter(|_| bases.len() > 1)?;
        let facing = self.state.rect(any).pose.facing.vector();
        let ahead = |id: &BaseId| self.state.rect(*id).pose.at.dot(facing);
        let mut column: Vec<BaseId> = bases.iter().collect();
        column.sort_by(|a, b| ahead(b).total_cmp(&ahead(a)));
        let follows = |pair: &[BaseId]| self.directly_behind(pair[1], pair[0]);
        column.windows(2).all(follows).then_some(column)
    }

    /// BB-COL-01: the column of which this base is the head: itself and all bases directly behind.
    pub fn column_of_head(&self, head: BaseId) -> Vec<BaseId> {
        if let Some(bent) = self.state.bent_column_of(head) {
            return bent.bases.iter().copied().skip_while(|base| *base != head).collect();
        }
        let mut column = vec![head];
        let mut last = head;
        while let Some(next) = self.behind(last).filter(|next| !column.contains(next)) {
            column.push(next);
            last = next;
        }
        column
    }

    /// BB-CC-36: whether the front edge of `rear` lies in full on the rear edge of `front`, corners matched.
    pub fn directly_behind(&self, rear: BaseId, front: BaseId) -> bool {
        let (back, fore) = (self.state.rect(rear), self.state.rect(front));
        let tolerance = self.rules.tolerance;
        back.pose.facing.same(fore.pose.facing, tolerance) && {
            let contacts = self.contacts(rear, front);
            contacts
                .edge_edge(Edge::Front, Edge::Rear)
                .is_some_and(|shared| shared >= self.rules.width - 2.0 * tolerance.length)
        }
    }

    /// The base directly behind this one, if there is one.
    pub fn behind(&self, front: BaseId) -> Option<BaseId> {
        let base = self.state.base(front);
        self.friends_near(base.side, &base.rect, self.rules.tolerance.length)
            .find(|rear| *rear != front && self.directly_behind(*rear, front))
    }

    fn is_body(&self, bases: BaseSet, link: Link) -> bool {
        let Some(first) = bases.first().filter(|_| bases.len() > 1) else { return false };
        let side = self.state.base(first).side;
        let stands = |id: &BaseId| {
            let base = self.state.base(*id);
            base.side == side && base.on_table()
        };
        self.linked_among(first, link, bases.iter().filter(stands)) == bases
    }

    /// BB-ALG-04: the connected component of a base in the graph of links.
    fn body_of(&self, base: BaseId, link: Link) -> BaseSet {
        self.linked_among(base, link, self.state.on_table_of(self.state.base(base).side))
    }

    /// The connected component of a base in the graph of links between these bases. All of it looks one way.
    fn linked_among(&self, base: BaseId, link: Link, bases: impl Iterator<Item = BaseId>) -> BaseSet {
        let (facing, tolerance) = (self.state.rect(base).pose.facing, self.rules.tolerance);
        // Two touching bases have their front midpoints within two widths of each other.
        let reach = 2.0 * self.rules.width;
        let mut left: Vec<(BaseId, Vec2)> = bases
            .filter(|id| *id != base)
            .map(|id| (id, self.state.rect(id).pose))
            .filter(|(_, pose)| pose.facing.same(facing, tolerance))
            .map(|(id, pose)| (id, pose.at))
            .collect();
        let mut body = BaseSet::one(base);
        let mut open = vec![base];
        while let Some(next) = open.pop() {
            let at = self.state.rect(next).pose.at;
            left.retain(|(other, there)| {
                let joins =
                    (*there - at).length_squared() <= reach * reach && self.linked(next, *other, link);
                if joins {
                    body.insert(*other);
                    open.push(*other);
                }
                !joins
            });
        }
        body
    }

    fn linked(&self, a: BaseId, b: BaseId, link: Link) -> bool {
        let (mine, theirs) = (self.state.rect(a).pose.facing, self.state.rect(b).pose.facing);
        if !mine.same(theirs, self.rules.tolerance) {
            return false;
        }
        let contacts = self.contacts(a, b);
        shares_an_edge(&contacts) && (link == Link::Pack || shares_a_corner(&contacts))
    }

    /// The longest row of bases that touch flank to flank, out of bases on one line.
    fn longest_row(&self, mut line: BaseSet) -> BaseSet {
        let mut longest = BaseSet::EMPTY;
        while let Some(first) = line.first() {
            let row = self.linked_among(first, Link::Pack, line.iter());
            if row.len() > longest.len() {
                longest = row;
            }
            line = line.minus(row);
        }
        longest
    }

    /// BB-COL-10, BB-COL-11: the bases in the order of their bent column, if they stand in one, one after the
    /// other. Only a move makes one (`Event::ColumnBent`); bases that are merely placed so are none.
    fn run_of_bent_column(&self, bases: BaseSet) -> Option<Vec<BaseId>> {
        let column = self.state.bent_column_of(bases.first().filter(|_| bases.len() > 1)?)?;
        let start = column.bases.iter().position(|base| bases.contains(*base))?;
        let run = column.bases.get(start..start + bases.len())?;
        run.iter().all(|base| bases.contains(*base)).then(|| run.to_vec())
    }

    fn bent_set_of(&self, base: BaseId) -> Option<BaseSet> {
        self.state.bent_column_of(base).map(|column| column.bases.iter().copied().collect())
    }

    /// BB-COL-11.
    fn in_one_bent_column(&self, a: BaseId, b: BaseId) -> bool {
        self.state.bent_column_of(a).is_some_and(|column| column.bases.contains(&b))
    }
}

/// BB-PACK-01, BB-PACK-02: front with rear, or left flank with right flank; a corner alone is not enough.
fn shares_an_edge(contacts: &Contacts) -> bool {
    [
        (Edge::Front, Edge::Rear),
        (Edge::Rear, Edge::Front),
        (Edge::Left, Edge::Right),
        (Edge::Right, Edge::Left),
    ]
    .into_iter()
    .any(|(mine, theirs)| contacts.edge_edge(mine, theirs).is_some())
}

/// BB-GRP-03: level in front or behind for bases side by side, both corners for one behind the other. BB-PACK-03: a
/// pack does not need it.
fn shares_a_corner(contacts: &Contacts) -> bool {
    contacts
        .iter()
        .any(|contact| matches!((contact.mine, contact.theirs), (Feature::Corner(_), Feature::Corner(_))))
}

#[cfg(test)]
mod tests {
    use crate::event::Event;
    use crate::testing::{Scene, Table};
    use aelian_game::Side;

    const BD: &str = "Reg Bd(O)";

    fn reds(bases: &[(&str, &str, f64, f64)]) -> Scene {
        let lay = |table: Table, (name, troop, x, y): &(&str, &str, f64, f64)| {
            table.base(name, Side::Red, troop, 500.0 + x, 300.0 + y, 0.0)
        };
        bases.iter().fold(Table::new(), lay).build()
    }

    /// EX-41: BB-ALG-04, BB-GRP-01, BB-GRP-02, BB-PACK-03: a common corner makes the group, a common edge
    /// the pack.
    #[test]
    fn a_group_needs_a_common_corner() {
        let level = reds(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 0.0)]);
        assert_eq!(level.look().group_of(level.id("a")), level.set(&["a", "b"]));
        let shifted = reds(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 3.0)]);
        assert_eq!(shifted.look().group_of(shifted.id("a")), shifted.set(&["a"]));
        assert!(!shifted.look().is_group(shifted.set(&["a", "b"])));
        assert!(shifted.look().is_pack(shifted.set(&["a", "b"])));
    }

    /// BB-GRP-01: bases that touch but look another way, or that are enemies, are no group.
    #[test]
    fn a_group_looks_one_way() {
        let scene = Table::new()
            .base("a", Side::Red, BD, 500.0, 300.0, 0.0)
            .base("b", Side::Red, BD, 540.0, 285.0, 180.0)
            .base("c", Side::Blue, BD, 460.0, 300.0, 0.0)
            .build();
        let look = scene.look();
        assert_eq!(look.group_of(scene.id("a")).len(), 1);
        assert!(!look.is_group(scene.set(&["a", "b"])) && !look.is_pack(scene.set(&["a", "b"])));
    }

    /// BB-GRP-03: side by side with unequal depth, level in front or level behind; and one behind the other.
    #[test]
    fn depths_may_differ_in_a_group() {
        let scene = reds(&[
            ("sp", "Reg Sp(O)", 0.0, 0.0),
            ("level in front", "Reg Cv(O)", 40.0, 0.0),
            ("level behind", "Reg Bw(O)", -40.0, 5.0),
            ("behind", "Reg Bw(O)", 0.0, -15.0),
            ("beside no corner", "Reg Cv(O)", 80.0, -3.0),
        ]);
        let group = scene.set(&["sp", "level in front", "level behind", "behind"]);
        assert_eq!(scene.look().group_of(scene.id("sp")), group);
    }

    /// BB-GRP-04, BB-GRP-05: connected over others, and connected while touching.
    #[test]
    fn tells_direct_connection() {
        let scene = reds(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 0.0), ("c", BD, 80.0, 0.0)]);
        let (look, a, b, c) = (scene.look(), scene.id("a"), scene.id("b"), scene.id("c"));
        assert!(look.in_one_group(a, c) && !look.directly_grouped(a, c));
        assert!(look.directly_grouped(a, b) && !look.in_one_group(a, a));
    }

    /// BB-GRP-06: the most forward line, and of two rows on it the longer.
    #[test]
    fn the_front_is_the_longest_row_of_the_foremost_line() {
        let scene = reds(&[
            ("left", BD, 0.0, 15.0),
            ("rank 1", BD, 0.0, 0.0),
            ("rank 2", BD, 40.0, 0.0),
            ("rank 3", BD, 80.0, 0.0),
            ("right 1", BD, 80.0, 15.0),
            ("right 2", BD, 120.0, 15.0),
        ]);
        let look = scene.look();
        let group = look.group_of(scene.id("left"));
        assert_eq!(group.len(), 6);
        assert_eq!(look.front_of(group), scene.set(&["right 1", "right 2"]));
    }

    /// EX-42: BB-GRP-07, BB-PIG-54: two of four in line are a sub-group, one alone and two apart are not.
    #[test]
    fn parts_of_a_group_are_sub_groups() {
        let scene =
            reds(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 0.0), ("c", BD, 80.0, 0.0), ("d", BD, 120.0, 0.0)]);
        let look = scene.look();
        assert!(look.is_sub_group(scene.set(&["b", "c"])));
        assert!(!look.is_sub_group(scene.set(&["b"])));
        assert!(!look.is_sub_group(scene.set(&["a", "c"])));
        assert!(!look.is_sub_group(scene.set(&["a", "b", "c", "d"])));
    }

    /// EX-43: BB-COL-01, BB-COL-02: a file of a block is a column within a larger group.
    #[test]
    fn a_file_of_a_block_is_a_column() {
        let scene = reds(&[
            ("front left", BD, 0.0, 0.0),
            ("rear left", BD, 0.0, -15.0),
            ("front right", BD, 40.0, 0.0),
            ("rear right", BD, 40.0, -15.0),
        ]);
        let look = scene.look();
        let file = scene.set(&["rear left", "front left"]);
        assert_eq!(look.as_column(file), Some(scene.ids(&["front left", "rear left"])));
        assert!(look.is_group(file) && look.is_sub_group(file));
        assert_eq!(look.as_column(scene.set(&["front left", "front right"])), None);
        assert_eq!(look.as_column(scene.set(&["front left", "rear left", "rear right"])), None);
        assert_eq!(look.column_of_head(scene.id("front right")), scene.ids(&["front right", "rear right"]));
    }

    /// BB-COL-01: depths of all kinds may follow each other, but not shifted and not with space between.
    #[test]
    fn a_column_may_be_composite() {
        let scene =
            reds(&[("cv", "Reg Cv(O)", 0.0, 0.0), ("bd", BD, 0.0, -30.0), ("bw", "Reg Bw(O)", 0.0, -45.0)]);
        let column = scene.look().as_column(scene.set(&["bd", "bw", "cv"]));
        assert_eq!(column, Some(scene.ids(&["cv", "bd", "bw"])));
        for (x, y) in [(3.0, -30.0), (0.0, -31.0)] {
            let broken = reds(&[("cv", "Reg Cv(O)", 0.0, 0.0), ("bd", BD, x, y)]);
            assert_eq!(broken.look().as_column(broken.set(&["cv", "bd"])), None);
        }
    }

    /// EX-33: BB-PACK-01, BB-PACK-02, BB-PACK-06: shifted flanks make a pack, corner on corner does not, and
    /// a pack is always the whole of it.
    #[test]
    fn packs_touch_along_edges() {
        let scene =
            reds(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 8.0), ("c", BD, 80.0, 8.0), ("d", BD, 120.0, 23.0)]);
        let look = scene.look();
        assert_eq!(look.pack_of(scene.id("a")), scene.set(&["a", "b", "c"]));
        assert_eq!(look.pack_of(scene.id("d")), scene.set(&["d"]));
        assert_eq!(look.group_of(scene.id("b")), scene.set(&["b", "c"]));
        assert!(look.is_pack(scene.set(&["a", "b", "c"])) && !look.is_pack(scene.set(&["a", "b"])));
    }

    /// BB-PACK-07: a group is a pack.
    #[test]
    fn groups_are_packs() {
        let scene = reds(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 0.0)]);
        assert!(scene.look().is_pack(scene.set(&["a", "b"])));
    }

    /// BB-COL-10: bases put down in the shape of a bent column are no column and no group.
    #[test]
    fn only_moves_bend_columns() {
        let mut scene = Table::new()
            .base("head", Side::Red, BD, 0.0, 0.0, 0.0)
            .base("second", Side::Red, BD, 0.0, 0.0, 0.0)
            .build();
        let poses = [(520.0, 320.0, 90.0), (500.0, 300.0, 0.0)];
        for (base, (x, y, compass)) in scene.ids(&["head", "second"]).into_iter().zip(poses) {
            let pose = aelian_geometry::Pose::new(x, y, aelian_geometry::Facing::compass(compass));
            scene.happens(&Event::Placed { base, pose, hidden: false });
        }
        let both = scene.set(&["head", "second"]);
        assert!(!scene.look().is_group(both) && scene.look().as_column(both).is_none());
    }

    /// EX-44: BB-COL-11, BB-COL-14, BB-GRP-09: the head beyond the bend belongs to its column only; the base
    /// before the bend belongs to the column and to the larger group.
    #[test]
    fn the_head_beyond_a_bend_leaves_the_larger_group() {
        let mut scene = Table::new()
            .base("head", Side::Red, BD, 520.0, 320.0, 90.0)
            .base("second", Side::Red, BD, 500.0, 300.0, 0.0)
            .base("beside", Side::Red, BD, 460.0, 300.0, 0.0)
            .base("far", Side::Red, BD, 420.0, 300.0, 0.0)
            .build();
        let bases = scene.ids(&["head", "second"]);
        let track = vec![scene.pose("head"), scene.pose("second")];
        scene.happens(&Event::ColumnBent { bases, track });
        let look = scene.look();
        let (head, second, beside) = (scene.id("head"), scene.id("second"), scene.id("beside"));
        assert!(look.in_one_group(head, second) && look.in_one_group(second, beside));
        assert!(!look.in_one_group(head, beside));
        assert_eq!(look.group_of(head), scene.set(&["head", "second"]));
        assert_eq!(look.group_of(second), scene.set(&["second", "beside", "far"]));
        assert!(look.is_group(scene.set(&["head", "second"])));
        assert!(!look.is_group(scene.set(&["head", "second", "beside"])));
        assert_eq!(look.as_column(scene.set(&["head", "second"])), Some(scene.ids(&["head", "second"])));
        assert_eq!(look.front_of(scene.set(&["head", "second"])), scene.set(&["head"]));
    }
}
