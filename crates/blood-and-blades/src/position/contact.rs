//! Contact between bases and close combat (60.1, BB-GEO-03).

use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;
use crate::troop::TroopType;
use aelian_geometry::{Contact, Contacts, Corner, Edge, Feature, contacts};

/// BB-BASE-02, BB-BASE-03, BB-GEO-04: how the front of one base, its edge or its corners, is in contact with
/// another (BB-CC-02 to BB-CC-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frontal {
    /// Front edge along an edge of the other.
    EdgeOnEdge(Edge),
    /// BB-CC-03: front edge on a corner of the other.
    EdgeOnCorner(Corner),
    /// A front corner on an edge of the other.
    CornerOnEdge(Edge),
}

impl<'a> Look<'a> {
    /// BB-GEO-03, BB-ALG-01: all contacts of two bases, the first one's features first.
    pub fn contacts(&self, a: BaseId, b: BaseId) -> Contacts {
        contacts(self.state.rect(a), self.state.rect(b), self.rules.tolerance)
    }

    /// BB-CC-02 to BB-CC-05: the frontal contacts of `a` with `b`, by geometry alone.
    ///
    /// Reading: where a flank of `a` lies along an edge of `b`, the front corner at its end is part of that
    /// contact (on a flank an overlap, BB-CC-41) and no frontal contact; a mere corner on a corner never is one
    /// (AMB-103).
    pub fn frontal(&self, a: BaseId, b: BaseId) -> impl Iterator<Item = Frontal> + use<> {
        frontal_in(&self.contacts(a, b))
    }

    /// BB-CC-01, BB-CC-07: whether two enemy bases are in close combat with each other.
    pub fn fights(&self, a: BaseId, b: BaseId) -> bool {
        let baggage = |id: BaseId| self.state.base(id).is(TroopType::Bg);
        if baggage(a) || baggage(b) {
            // Whatever side of a Bg is touched counts as its front.
            return !self.contacts(a, b).is_empty() && self.touches_frontally(a, b);
        }
        let touching = self.contacts(a, b);
        !touching.is_empty()
            && (frontal_in(&touching).next().is_some() || self.frontal(b, a).next().is_some())
    }

    /// BB-CC-06: the enemies with which a base is in close combat.
    pub fn opponents(&self, id: BaseId) -> impl Iterator<Item = BaseId> + use<'a> {
        let look = *self;
        let base = look.state.base(id);
        look.enemies_near(base.side, &base.rect, look.rules.tolerance.length)
            .filter(move |enemy| look.fights(id, *enemy))
    }

    pub fn opponents_set(&self, id: BaseId) -> BaseSet {
        self.opponents(id).collect()
    }

    pub fn in_close_combat(&self, id: BaseId) -> bool {
        self.state.base(id).on_table() && self.opponents(id).next().is_some()
    }

    /// For Bg: any edge of it counts as its front; the other base must touch with more than corner to corner.
    fn touches_frontally(&self, a: BaseId, b: BaseId) -> bool {
        self.contacts(a, b).iter().any(|contact| {
            !matches!((contact.mine, contact.theirs), (Feature::Corner(_), Feature::Corner(_)))
        })
    }
}

/// BB-CC-02 to BB-CC-05: the frontal contacts among those of one base (mine) with another.
pub fn frontal_in(touching: &Contacts) -> impl Iterator<Item = Frontal> + use<> {
    let by_flank = lies_by_its_flank(touching);
    let counts = move |frontal: &Frontal| !(by_flank && matches!(frontal, Frontal::CornerOnEdge(_)));
    touching.iter().filter_map(as_frontal).filter(counts)
}

fn lies_by_its_flank(touching: &Contacts) -> bool {
    touching.iter().any(|contact| match (contact.mine, contact.theirs) {
        (Feature::Edge(mine), Feature::Edge(_)) => mine.is_flank(),
        _ => false,
    })
}

fn as_frontal(contact: Contact) -> Option<Frontal> {
    match (contact.mine, contact.theirs) {
        (Feature::Edge(Edge::Front), Feature::Edge(edge)) => Some(Frontal::EdgeOnEdge(edge)),
        (Feature::Edge(Edge::Front), Feature::Corner(corner)) => Some(Frontal::EdgeOnCorner(corner)),
        (Feature::Corner(corner), Feature::Edge(edge)) if corner.is_front() => {
            Some(Frontal::CornerOnEdge(edge))
        }
        _ => None,
    }
}
