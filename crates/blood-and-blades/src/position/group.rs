//! Groups, packs and columns as they stand (42.1, 42.2, 42.5).

use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;
use aelian_geometry::{Contacts, Edge, Feature};

/// What links two bases into one body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Link {
    /// BB-GRP-02: an edge and a corner in common.
    Group,
    /// BB-PACK-01: an edge in common is enough.
    Pack,
}

impl<'a> Look<'a> {
    /// BB-GRP-01, BB-GRP-02, BB-COL-11: the whole group of a base; the base alone if it is in none.
    pub fn group_of(&self, base: BaseId) -> BaseSet {
        self.body_of(base, Link::Group, BaseSet::EMPTY)
    }

    /// BB-PACK-01, BB-PACK-06: the whole pack of a base; the base alone if it is in none.
    pub fn pack_of(&self, base: BaseId) -> BaseSet {
        self.body_of(base, Link::Pack, BaseSet::EMPTY)
    }

    /// BB-GRP-04: whether some group holds both.
    pub fn in_one_group(&self, a: BaseId, b: BaseId) -> bool {
        self.group_of(a).contains(b)
    }

    /// BB-GRP-05: whether two bases touch and are linked into a group.
    pub fn directly_grouped(&self, a: BaseId, b: BaseId) -> bool {
        self.linked(a, b, Link::Group)
    }

    /// BB-GRP-07: whether these bases by themselves form one group.
    pub fn is_group(&self, bases: BaseSet) -> bool {
        self.is_body(bases, Link::Group)
    }

    /// BB-PACK-06: whether these bases are a whole pack.
    pub fn is_pack(&self, bases: BaseSet) -> bool {
        bases.len() > 1 && bases.first().is_some_and(|base| self.pack_of(base) == bases)
    }

    /// BB-COL-01, BB-COL-09: the bases as a column, head first, if they are one (bent columns included).
    pub fn as_column(&self, bases: BaseSet) -> Option<Vec<BaseId>> {
        if let Some(bent) = bases.first().and_then(|base| self.state.bent_column_of(base)) {
            let whole = bent.bases.iter().copied().collect::<BaseSet>() == bases;
            return whole.then(|| bent.bases.clone());
        }
        if bases.len() < 2 || !self.is_group(bases) {
            return None;
        }
        let mut column: Vec<BaseId> = bases.iter().collect();
        let facing = self.state.rect(column[0]).pose.facing.vector();
        let ahead = |id: &BaseId| self.state.rect(*id).pose.at.dot(facing);
        column.sort_by(|a, b| ahead(b).total_cmp(&ahead(a)));
        let follows = |pair: &[BaseId]| self.directly_behind(pair[1], pair[0]);
        column.windows(2).all(follows).then_some(column)
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
        let outside = self.state.ids().filter(|id| !bases.contains(*id)).collect();
        bases.len() > 1 && bases.first().is_some_and(|base| self.body_of(base, link, outside) == bases)
    }

    /// The connected component of a base in the graph of links, without the bases in `but`.
    fn body_of(&self, base: BaseId, link: Link, but: BaseSet) -> BaseSet {
        let mut body = BaseSet::one(base);
        let mut open = body;
        while let Some(next) = open.first() {
            open.remove(next);
            let here = self.state.base(next);
            for other in self.friends_near(here.side, &here.rect, self.rules.tolerance.length) {
                if !body.contains(other) && !but.contains(other) && self.linked(next, other, link) {
                    body.insert(other);
                    open.insert(other);
                }
            }
        }
        body
    }

    fn linked(&self, a: BaseId, b: BaseId, link: Link) -> bool {
        if link == Link::Group && self.in_one_bent_column(a, b) {
            return true;
        }
        let (mine, theirs) = (self.state.rect(a).pose.facing, self.state.rect(b).pose.facing);
        if !mine.same(theirs, self.rules.tolerance) {
            return false;
        }
        let contacts = self.contacts(a, b);
        shares_an_edge(&contacts) && (link == Link::Pack || shares_a_corner(&contacts))
    }

    /// BB-COL-11.
    fn in_one_bent_column(&self, a: BaseId, b: BaseId) -> bool {
        self.state.bent_column_of(a).is_some_and(|column| column.bases.contains(&b))
    }
}

/// Front with rear, or left flank with right flank.
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

fn shares_a_corner(contacts: &Contacts) -> bool {
    contacts
        .iter()
        .any(|contact| matches!((contact.mine, contact.theirs), (Feature::Corner(_), Feature::Corner(_))))
}
